"""The kinds of phrase that fill the slots of templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import KINDS, SLOTS, Part, SlotKind, only, read, refuse, say
from rules_check.grammar.compose import open_clause
from rules_check.grammar.phrases import cards, players, quantities
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import amount
from rules_check.grammar.phrases.cards import plain_cards, selection
from rules_check.grammar.phrases.coordinate import settled
from rules_check.grammar.phrases.filters import core, head, noun_phrase
from rules_check.grammar.phrases.held import had_by, had_in_play
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.players import bare_verb, one_place


def slot(
    name: str,
    symbol: str,
    reader: Callable[[Part], Any],
    writer: Callable[[Any], str],
    of: str = "",
    **more: Any,
) -> None:
    """Enter a kind of phrase; `of`: the type of the fields that are said by it.

    One that has no symbol is only written.
    """
    SLOTS[name] = SlotKind(symbol, lambda t, _: reader(t), lambda value, _: writer(value), **more)
    if of:
        KINDS[of] = name


def choice(name: str, of: str = "", **words: tuple[Any, str]) -> None:
    """Enter a kind of phrase of one word: by its terminal the value, and how it is written."""
    texts = dict(words.values())
    symbol = f"({' | '.join(words)})"
    slot(name, symbol, lambda t: words[t.type][0], texts.__getitem__, of, fits=texts.__contains__)


AT_MOST, AT_LEAST = a.Comparison.AT_MOST, a.Comparison.AT_LEAST
COST, VP, POWER = a.AttributeKind.COST, a.AttributeKind.VP, a.AttributeKind.POWER
LEVEL = a.AttributeKind.LEVEL


def itself(tree: Part) -> a.Selection:
    """A card that speaks of itself by name means itself."""
    found: a.Selection = read(tree)
    if isinstance(found, a.Cards) and isinstance(found.quantity, a.Every):
        nouns = found.filter.nouns
        if len(nouns) == 1 and isinstance(nouns[0], a.NameNoun) and not found.filter.tests:
            return a.THIS
    return found


def _theirs(tree: Part) -> a.Cards:
    found = core(tree).cards(a.Exactly(a.ONE)) if tree.data == "core" else read(tree)
    return _theirs_of(tree, found, had_by)


def _told(tree: Part) -> a.Cards:
    """Cards to which players did something, wherever these were."""
    return _theirs_of(tree, core(tree).cards(a.Exactly(a.ONE)), had_in_play)


def _theirs_of(tree: Part, found: a.Selection, had: Callable[[a.Cards], a.Cards]) -> a.Cards:
    best = any(isinstance(test, a.Extreme) for test in only(a.Cards, found).filter.tests)
    refuse(best and not only(a.Cards, found).places)  # "with the highest-cost card": see `CostRank`
    held = had(players.in_hand_of_theirs(tree, only(a.Cards, found)))
    return held if tree.data == "core" else quantities.so_many(held, tree)


def _say_theirs(found: a.Cards) -> str:
    return quantities.just(found.quantity) + cards.say_cards(found, "in")


ONE_OF_THESE: Final = {
    a.PlayerKind.EACH_FOE: a.PlayerKind.A_FOE,
    a.PlayerKind.THE_PLAYER: a.PlayerKind.A_PLAYER,
}
"""Whom you choose where "the foe with the most" is to be chosen: one of those who are tied."""


def _choosable(tree: Part) -> a.Player:
    who: a.Player = read(tree)
    refuse(who.kind is a.PlayerKind.EACH_OF_THEM)  # "choose each of them": these are cards
    one = w.first(tree.children, "FOE") or w.first(tree.children, "PLAYER")
    if who.test is not None and tree.children[0] is one and not str(one).endswith("s"):
        return a.replace(who, kind=ONE_OF_THESE[who.kind])  # "the foe with the most": one if tied
    return who


def _picked_foes(tree: Part) -> a.Player:
    who: a.Player = read(tree)
    refuse(who.kind is not a.PlayerKind.EACH_FOE or who.test is None)
    return who


def _deed(tree: Part) -> a.Selection:
    found: a.Selection = read(tree)
    tests = found.filter.tests if isinstance(found, a.Cards) and found.among else ()
    refuse(any(isinstance(test, a.Extreme) for test in tests))  # "who discards the cheaper card"
    return quantities.so_many(found, tree) if isinstance(found, a.Cards) else found


def _say_deed(found: a.Selection) -> str:
    return (quantities.just(found.quantity) if isinstance(found, a.Cards) else "") + selection(
        found
    )


def _compared(tree: Part) -> a.Amount:
    """What a cost is compared with: the cost of each of several cards is not their total, and "any"
    of them can be one or all."""
    found: a.Amount = read(tree)
    if isinstance(found, a.AttributeOf) and isinstance(found.of, a.Cards):
        numbers = (part for part in tree.find_data("quantity"))
        words = {kind for part in numbers for kind in w.kinds(part)}
        total = any(word in {"TOTAL", "COMBINED"} for word in w.kinds(tree))
        refuse(not total and bool(words & {"EACH", "ANY"}))
    return found


def _started(tree: Part) -> a.Place:
    moved = destinations_of(a.Move(a.Verb.PUT, a.THIS), [tree])
    return only(a.Place, only(a.Move, moved).to)


def _do_or_did(verbs: tuple[a.Verb, ...], who: a.Player) -> str:
    have = "have" if bare_verb(who) else "has"
    return f"{players.doing(verbs, who)} or {have} {w.participles(verbs)}"


def _several(tree: Part) -> int:
    many = w.number(tree)
    refuse(many < 2)
    return many


def _goal(tree: Part) -> a.Place:
    refuse(not w.is_tree(tree, "to_place"))
    return one_place(tree.children[0])


def say_window(window: a.Window | None, before: Any) -> str:
    """Words of time after an effect, marked where they could be read into the cards."""
    if window is None:
        return ""
    return f"{'at any time ' if open_clause(before) else ''}{window.value}"


slot("deed", "selection", _deed, _say_deed)


def _kinds(tree: Part) -> a.Filter:
    """ "Heroes": all such cards wherever they are; their number is no part of it."""
    found = plain_cards(tree)
    refuse(found.places or found.among is not None or found.random)
    refuse(found.quantity not in {a.Every(), a.AnyNumber()})
    return found.filter


def _any_kind(tree: Part) -> a.Filter:
    """ "Heroes", "a Hero", "any Heroes": each of them; not "all Heroes", which may be some."""
    found = plain_cards(tree)
    refuse("ALL" in {kind for part in tree.find_data("quantity") for kind in w.kinds(part)})
    refuse(found.places or found.among is not None or found.random)
    refuse(found.quantity not in {a.Every(), a.AnyNumber(), a.Exactly(a.ONE)})
    return found.filter


slot("selection", "selection", lambda t: settled(read(t)), selection, of="Selection")
slot("selection_in", "selection", lambda t: settled(read(t)), lambda what: selection(what, "in"))
slot("itself", "selection", itself, selection)
slot("that_kind", "THAT_KIND", w.that_kind, lambda kind: f"that {kind.value}")
slot("pronoun", "(it | them | this)", read, selection)
slot("left", "(it | them | rest | other_one)", read, selection)
slot("it_or_them", "(it | them)", read, selection)
slot("character", "owned_title", read, selection)
slot("cards", "cards", plain_cards, cards.say_cards, of="Cards")
slot("theirs", "cards", _theirs, _say_theirs)
slot("theirs_core", "core", _theirs, lambda found: cards.say_cards(found, "in"))
slot("told_core", "core", _told, lambda found: cards.say_cards(found, "in"))
slot("theirs_one", "core", _theirs, lambda found: cards.say_counted(found, False))
slot("kinds", "cards", _kinds, lambda f: noun_phrase(f, True, "and"))
slot("any_kind", "cards", _any_kind, lambda f: noun_phrase(f, True, "or"))
slot("player", "who_np", read, players.player, of="Player", third=lambda who: not bare_verb(who))
slot("picked_foes", "who_np", _picked_foes, players.player)
slot("choosable", "choosable", _choosable, players.player)
slot("place", "place", one_place, players.place, of="Place")
slot("their_place", "possessed_zone", one_place, players.place)
slot("destination", "destination", _started, players.destination)
slot("zone", "zone", players.zone, str, of="Zone", fits=players.is_owned)
slot("pile", "(owned_zone | shared_zone)", one_place, players.place)
slot("quoted", "(NAME | PART | UNKNOWN_NAME)", str, lambda part: f'"{part}"')
slot("name", "(NAME | PART | UNKNOWN_NAME)", str, str)
phrase.rule("costs", 'number ("," number)* ","? OR number')
slot(
    "costs",
    "costs",
    lambda t: tuple(map(w.number, w.trees(t))),
    lambda n: w.join([str(x) for x in n], "or"),
)
choice("rank", HIGHEST=(True, "highest"), LOWEST=(False, "lowest"))
choice("higher", GREATER=(True, "higher"), LOWER=(False, "lower"))
choice("point", of="Point", START=(a.Point.START, "start"), END=(a.Point.END, "end"))
choice("or_less", OR_LESS=(AT_MOST, "or less"), OR_MORE=(AT_LEAST, "or greater"))
choice(
    "at_least",
    AT_LEAST=(AT_LEAST, "at least"),
    AT_MOST=(AT_MOST, "at most"),
    EXACTLY=(a.Comparison.EQUAL, "exactly"),
)
choice(
    "relative",
    LOWER=(a.Comparison.LESS, "lower"),
    GREATER=(a.Comparison.MORE, "greater"),
    EQUAL_OR_LOWER=(AT_MOST, "equal or lower"),
    EQUAL_OR_GREATER=(AT_LEAST, "equal or greater"),
    SAME=(a.Comparison.EQUAL, "the same"),
)
choice(
    "than",
    EQUAL_TO=(a.Comparison.EQUAL, "equal to"),
    FEWER_THAN=(a.Comparison.LESS, "fewer than"),
    LOWER_THAN=(a.Comparison.LESS, "lower than"),
    MORE_THAN=(a.Comparison.MORE, "greater than"),
    AT_MOST=(AT_MOST, "at most"),
    AT_LEAST=(AT_LEAST, "at least"),
    LESS_OR_EQUAL=(AT_MOST, "less than or equal to"),
    MORE_OR_EQUAL=(AT_LEAST, "greater than or equal to"),
)
choice(
    "attribute",
    COST=(COST, "cost"),
    VP_VALUES=(VP, ""),
    VP=(VP, "VP"),
    POWER=(POWER, "Power"),
    LEVEL=(LEVEL, "Level"),
)
choice(
    "attributes",
    COST=(COST, "cost"),
    VP=(VP, ""),
    VP_VALUES=(VP, "VP values"),
    POWER=(POWER, "Power"),
    LEVEL=(LEVEL, "Level"),
)
choice(
    "suffer",
    ATTACKED=((a.Verb.ATTACK,), "attacked"),
    CONFRONTED=((a.Verb.CONFRONT,), "confronted"),
)
slot("cost_of", "(it | this | past_card)", lambda t: a.AttributeOf(COST, read(t)), amount)
slot("compared", "amount", _compared, amount)
slot("amount", "amount", read, amount, of="Amount")
slot("numeral", "number", w.numeral, say, fits=lambda n: isinstance(n, a.Number))
slot("number", "number", w.number, str, of="int")
slot("spelled", "number", w.number, w.spell)
slot("several", "number", _several, w.spell)
slot("digits", "NUMBER", w.number, str)
slot("parity", "PARITY", lambda word: a.ParityKind(str(word)), lambda kind: kind.value)
slot("past", "PAST", w.verb, lambda done: a.PAST[done], of="Verb")
slot("keyword", "KEYWORD", w.keyword, lambda key: key.value, of="AnyKeyword")
slot("have_done", "acted", w.verbs, lambda verbs: " or ".join(a.SIMPLE_PAST[v] for v in verbs))
slot("game", "REST_OF_GAME", lambda _: a.Window.REST_OF_GAME, str, optional=True)
slot("window", "window", w.window_word, str)
slot("nth_time", "THE_NTH_TIME", w.nth_time, lambda nth: f"the {w.ordinal(nth)} time")
slot("windows", "window", w.window_word, str, optional=True)
slot("ordinal", "", read, w.ordinal)
slot("head", "", read, lambda found: head(found, False, "or"))
slot("plural", "", read, lambda who: f"{who.kind.value.removeprefix('each ')}s")
slot("base", "", read, lambda effect: say(effect, False))
slot("just_did", "", read, lambda done: a.SIMPLE_PAST[done])
slot("event", "event", read, say, of="Event")
slot("would", "would", read, say)
slot("to_this", "to_this", read, say)
slot("done", "acts_done", w.verbs, w.participles)
slot("told", "MOVE", lambda word: (w.verb(word),), lambda verbs: verbs[0].value)
slot("would_do", "acts_present", w.verbs, players.doing)
slot("this", "this", read, selection)
slot("quantified", "cards", read, selection)
slot("goal", "destination", _goal, players.destination)
slot("whose", "possessive", read, players.possessive)
slot("did", "acts_past", w.verbs, lambda verbs: " or ".join(a.SIMPLE_PAST[v] for v in verbs))
SLOTS["do"] = SlotKind("acts_present", w.verbs, players.doing)
SLOTS["do_or_did"] = SlotKind("acts_both", w.verbs, _do_or_did)
SLOTS["time"] = SlotKind("span", w.window_of, say_window)
SLOTS["times"] = SlotKind("span", w.window_of, say_window, optional=True)
KINDS["Window"] = "time"
KINDS["Window | None"] = "times"
