"""The kinds of phrase that fill the slots of templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import KINDS, SLOTS, Misfit, Part, SlotKind
from rules_check.grammar.build.amounts import amount
from rules_check.grammar.build.cards import plain_cards, selection
from rules_check.grammar.build.players import place, player
from rules_check.grammar.build.words import WINDOWS, number
from rules_check.grammar.clauses import open_clause
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.wording import cards as write
from rules_check.grammar.wording import players as write_players


def _always(_value: Any) -> bool:
    return True


def slot(
    name: str,
    symbol: str,
    read: Callable[[Part], Any],
    say: Callable[[Any], str],
    *,
    of: str = "",
    fits: Callable[[Any], bool] = _always,
    optional: bool = False,
) -> None:
    """Enter a kind of phrase; `of`: the type of the fields that are said by it."""
    SLOTS[name] = SlotKind(
        symbol, lambda part, _: read(part), lambda value, _: say(value), fits, optional
    )
    if of:
        KINDS[of] = name


def _is_number(value: Any) -> bool:
    return isinstance(value, a.Number)


def one_place(tree: Part) -> a.Place:
    """A phrase that has to be one place."""
    found = place(tree)
    if len(found) != 1:
        raise Misfit
    return found[0]


def itself(tree: Part) -> a.Selection:
    """A card that speaks of itself by name means itself."""
    found = selection(tree)
    if isinstance(found, a.Cards) and isinstance(found.quantity, a.Every):
        nouns = found.filter.nouns
        if len(nouns) == 1 and isinstance(nouns[0], a.NameNoun) and not found.filter.tests:
            return a.THIS
    return found


def _started(tree: Part) -> a.Place:
    done = destinations_of(a.Move(a.Verb.PUT, a.THIS), [tree])
    if not isinstance(done, a.Move) or done.to is None:
        raise Misfit
    return done.to


def window_of(tree: Part, before: Any) -> a.Window:
    """Words of time. After cards that end with "you played", bare ones belong to those cards."""
    if len(tree.children) == 1 and open_clause(before, a.Acted):
        raise Misfit
    return WINDOWS[tree.children[-1].children[0].type]


def say_window(window: a.Window | None, before: Any) -> str:
    """Words of time after an effect, marked where they could be read into the cards."""
    if window is None:
        return ""
    return f"{'at any time ' if open_clause(before) else ''}{window.value}"


slot("selection", "selection", selection, write.selection, of="Selection")
slot("selection_in", "selection", selection, lambda what: write.selection(what, "in"))
slot("itself", "selection", itself, write.selection)
slot("pronoun", "(it | them | this)", selection, write.selection)
slot("it_or_them", "(it | them)", selection, write.selection)
slot("character", "owned_title", selection, write.selection)
slot("cards", "cards", plain_cards, write.cards, of="Cards")
slot("kinds", "cards", lambda tree: plain_cards(tree).filter, write.plural_phrase)
slot("player", "who_np", player, write_players.player, of="Player")
slot("place", "place", one_place, write_players.place, of="Place")
slot("destination", "destination", _started, write_players.destination)
slot("amount", "amount", amount, write.amount, of="Amount")
slot("numeral", "number", lambda t: a.Number(number(t)), write.amount, fits=_is_number)
slot("number", "number", number, str, of="int")
slot("spelled", "number", number, write_players.spell)
slot("digits", "NUMBER", number, str)
slot("parity", "PARITY", lambda word: a.ParityKind(str(word)), lambda kind: kind.value)
slot(
    "game",
    "REST_OF_GAME",
    lambda _: a.Window.REST_OF_GAME,
    lambda window: window.value if window else "",
    optional=True,
)
SLOTS["time"] = SlotKind("span", window_of, say_window)
SLOTS["times"] = SlotKind("span", window_of, say_window, optional=True)
KINDS["Window"] = "time"
KINDS["Window | None"] = "times"
