"""Parse trees of amounts and counts to AST."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lark import Tree

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import Misfit, Part
from rules_check.grammar.build.cards import selection
from rules_check.grammar.build.core import Core, core, post
from rules_check.grammar.build.players import player_test
from rules_check.grammar.build.words import first, is_tree, number, verb

ATTRIBUTES = {
    "COST": a.AttributeKind.COST,
    "VP": a.AttributeKind.VP,
    "VP_VALUES": a.AttributeKind.VP,
    "POWER": a.AttributeKind.POWER,
}


def amount(tree: Part) -> a.Amount:
    """A number, a count or a number printed on cards."""
    match str(tree.data):
        case "amount_number":
            return a.Number(number(tree.children[0]))
        case "amount_count":
            return countable(tree.children[1])
        case "amount_its":
            return a.AttributeOf(_attribute_name(tree), a.IT)
        case "amount_of" | "amount_of_named":
            of = next(p for p in tree.children if not is_tree(p, "attribute_name"))
            return a.AttributeOf(_attribute_name(tree), selection(of))
    raise Misfit(tree.data)


def _attribute_name(tree: Part) -> a.AttributeKind:
    found = first(tree, "attribute_name")
    assert found is not None
    return ATTRIBUTES[found.children[0].type]


def countable(tree: Part) -> a.Amount:
    """What follows "for each", with its remarks on timing and on itself."""
    found = count(tree.children[0])
    for remark in tree.children[1:]:
        if not isinstance(found, a.CountOf):
            raise Misfit
        match str(remark.data):
            case "counted_locked":
                found = replace(found, timing=a.Timing.LOCKED)
            case "counted_live":
                found = replace(found, timing=a.Timing.LIVE)
            case "counted_itself":
                found = replace(found, itself=True)
    return found


def count_of(found: Core, per: int = 1) -> a.CountOf:
    """Count the cards of a noun phrase; "different" becomes a way of counting."""
    by_name = a.Different(a.DifferentKind.NAME)
    if found.join == "and/or":
        found.join = "or"
    if by_name in found.tests:
        found.tests = [test for test in found.tests if test != by_name]
        return a.CountOf(plain(found), a.DifferentKind.NAME, per)
    return a.CountOf(plain(found), None, per)


def plain(found: Core) -> a.Cards:
    """All the cards of a phrase."""
    got = found.cards(a.Every())
    assert isinstance(got, a.Cards)
    return got


def count(tree: Part) -> a.Amount:
    """Something that is counted."""
    parts = tree.children
    builders: dict[str, Callable[[], a.Amount]] = {
        "count_cards": lambda: count_of(core(parts[0])),
        "count_types": lambda: _count_types(parts),
        "count_types_among": lambda: a.CountOf(plain(core(parts[-1])), a.DifferentKind.TYPE),
        "count_costs": lambda: a.CountOf(plain(core(parts[-1])), a.DifferentKind.COST),
        "count_foes": lambda: _count_players(a.PlayerKind.EACH_FOE, parts),
        "count_players": lambda: _count_players(a.PlayerKind.EACH_PLAYER, parts),
        "count_others": lambda: _count_players(a.PlayerKind.EACH_OTHER_PLAYER, parts),
        "count_per": lambda: count_of(core(parts[1]), number(parts[0])),
        "count_done": lambda: a.CountOf(
            a.Cards(a.Every(), a.make_filter((), (a.ThisWay(verb(parts[1])),)))
        ),
        "count_them": lambda: _count_them(parts[1:]),
        "count_ones": lambda: _count_ones(parts),
        "count_and_post": lambda: _count_and_post(parts),
        "count_both": lambda: _count_both(core(parts[0]), core(parts[3])),
    }
    return builders[str(tree.data)]()


def _count_both(one: Core, two: Core) -> a.Plus:
    """ "each Hero and each Villain you control": what is said last is said of both."""
    if not one.places and one.among is None and not any(map(_which, one.tests)):
        one.places, one.join, one.among = two.places, two.join, two.among
        one.tests.extend(test for test in two.tests if _which(test))
    return a.Plus(count_of(one), count_of(two))


def _which(test: a.Test) -> bool:
    """Does it say where cards are or what was done with them?"""
    return isinstance(test, a.Acted | a.ThisWay | a.Controlled | a.Owned)


def _count_types(posts: Sequence[Part]) -> a.CountOf:
    found = Core()
    if len(posts) == 1:
        raise Misfit  # "for each card type": among which cards?
    for part in posts:
        if isinstance(part, Tree):
            post(found, part)
    return a.CountOf(plain(found), a.DifferentKind.TYPE)


def _count_them(parts: Sequence[Part]) -> a.CountOf:
    """ "for each of them", "for each of them with cost 3 or less"."""
    found = Core()
    found.among = a.THEM
    for part in parts:
        post(found, part)
    return a.CountOf(plain(found))


def _count_ones(parts: Sequence[Part]) -> a.CountOf:
    """ "for each one": each of those just spoken of."""
    if number(parts[0]) != 1:
        raise Misfit
    return _count_them(())


def _count_players(kind: a.PlayerKind, parts: Sequence[Part]) -> a.CountPlayers:
    tests = [player_test(part) for part in parts if isinstance(part, Tree)]
    return a.CountPlayers(a.Player(kind, tests[0] if tests else None))


def _count_and_post(parts: Sequence[Part]) -> a.Plus:
    """ "each Hero in your discard pile and that you play": the noun is not said again."""
    one, two = core(parts[0]), core(parts[0])
    two.tests = [t for t in two.tests if isinstance(t, a.Other | a.Different | a.Attribute)]
    two.places, two.join = (), "or"
    post(two, parts[2])
    return a.Plus(count_of(one), count_of(two))
