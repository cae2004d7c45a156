"""The kinds of phrase that fill the slots of templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import KINDS, SLOTS, Misfit, Part, SlotKind, read
from rules_check.grammar.clauses import open_clause
from rules_check.grammar.phrases import cards, players
from rules_check.grammar.phrases.amounts import amount
from rules_check.grammar.phrases.cards import plain_cards, selection
from rules_check.grammar.phrases.filters import core, plural_phrase
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.players import is_you, one_place
from rules_check.grammar.phrases.words import WINDOWS, acted, keyword, number, numeral, spell, verb


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
    third: Callable[[Any], bool] = lambda _value: False,
) -> None:
    """Enter a kind of phrase; `of`: the type of the fields that are said by it."""
    SLOTS[name] = SlotKind(
        symbol, lambda part, _: read(part), lambda value, _: say(value), fits, optional, third
    )
    if of:
        KINDS[of] = name


def _is_number(value: Any) -> bool:
    return isinstance(value, a.Number)


def itself(tree: Part) -> a.Selection:
    """A card that speaks of itself by name means itself."""
    found: a.Selection = read(tree)
    if isinstance(found, a.Cards) and isinstance(found.quantity, a.Every):
        nouns = found.filter.nouns
        if len(nouns) == 1 and isinstance(nouns[0], a.NameNoun) and not found.filter.tests:
            return a.THIS
    return found


def _theirs(tree: Part) -> a.Cards:
    return players.in_hand_of_theirs(tree, plain_cards(tree))


def _theirs_core(tree: Part) -> a.Cards:
    found = core(tree).cards(a.Exactly(a.ONE))
    if not isinstance(found, a.Cards):
        raise Misfit
    return players.in_hand_of_theirs(tree, found)


def _higher(higher: bool) -> str:
    return "higher" if higher else "lower"


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


slot("selection", "selection", read, selection, of="Selection")
slot("selection_in", "selection", read, lambda what: selection(what, "in"))
slot("itself", "selection", itself, selection)
slot("pronoun", "(it | them | this)", read, selection)
slot("it_or_them", "(it | them)", read, selection)
slot("character", "owned_title", read, selection)
slot("cards", "cards", plain_cards, cards.say_cards, of="Cards")
slot("theirs", "cards", _theirs, lambda found: cards.say_cards(found, "in"))
slot("theirs_core", "core", _theirs_core, lambda found: cards.say_cards(found, "in"))
slot("kinds", "cards", lambda tree: plain_cards(tree).filter, plural_phrase)
slot("player", "who_np", read, players.player, of="Player", third=lambda who: not is_you(who))
slot("place", "place", one_place, players.place, of="Place")
slot("their_place", "possessed_zone", one_place, players.place)
slot("destination", "destination", _started, players.destination)
slot("zone", "zone", players.zone, lambda zone: zone.value, fits=lambda zone: zone is not None)
slot("rank", "rank", players.highest, players.rank)
slot("higher", "(LOWER | GREATER)", lambda word: word.type == "GREATER", _higher)
slot("amount", "amount", read, amount, of="Amount")
slot("numeral", "number", numeral, amount, fits=_is_number)
slot("number", "number", number, str, of="int")
slot("spelled", "number", number, spell)
slot("digits", "NUMBER", number, str)
slot("parity", "PARITY", lambda word: a.ParityKind(str(word)), lambda kind: kind.value)
slot("past", "PAST", verb, lambda done: a.PAST[done], of="Verb")
slot("keyword", "KEYWORD", keyword, lambda key: key.value, of="Keyword")
slot(
    "did", "acted", lambda tree: acted(tree)[0], lambda verbs: " or ".join(a.PAST[v] for v in verbs)
)
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
