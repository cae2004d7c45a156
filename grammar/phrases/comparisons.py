"""Players compared and counted: who has more, who holds what, how many of them are so."""

from __future__ import annotations

from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases.filters import core
from rules_check.grammar.phrases.held import had_by, had_in_play
from rules_check.grammar.phrases.players import (
    PLAYERS,
    has,
    in_hand_of_theirs,
    one_place,
    player,
)
from rules_check.grammar.phrases.quantities import how_many, so_many
from rules_check.grammar.phrases.words import acted, first, is_tree, kinds, token

K = a.PlayerKind
How: TypeAlias = a.Comparison

# --------------------------------------------------------------------------- reading

rule("_hold", "HOLD", '("is" | "are") HOLDING')
rule("_holding", "HOLDING", "_who _hold")
rule("_having", '"with"', "_who HAVE", "_who CONTROL", "_holding")
rule("_has", "HAVE", "CONTROL", "_hold")
rule(
    "as_many",
    'how_many core "than" who_np _as_they_do?',
    '(AT_LEAST | AT_MOST | EXACTLY | MORE_THAN | FEWER_THAN)? TWICE? AS_MANY core "as" who_np'
    " _as_they_do?",
    'SAME NUMBER_OF core "as" who_np _as_they_do?',
)
rule(
    "_as_they_do",
    *("DO", 'HAVE ("in" (YOURS | THEIRS | possessed_zone) | IN_HAND)?', "CONTROL"),
    *('"in" (YOURS | THEIRS | possessed_zone)', "IN_HAND"),
)
rule("how_many", "MORE", "FEWER", "LESS")
HELD: Final = {"HOLD", "HOLDING"}


def compared_cards(tree: Part, words: set[str], owner: a.Player = a.THAT_PLAYER) -> a.Cards:
    """What is counted of each player in a comparison; `had_by`, if no place is said.

    `owner` is how the place calls whoever is looked at ("you have more … in your hand").
    """
    phrase = core(tree)
    if "CONTROL" in words:
        phrase.tests.append(a.Controlled(a.THAT_PLAYER))
    found = only(a.Cards, phrase.cards(a.Every()))
    refuse(found.among is not None or (found.places and words & HELD))
    if not any(part.data == "in_hand" for part in tree.iter_subtrees()):
        refuse(any(p.owner is not None and p.owner != owner for p in found.places))
    theirs = a.THAT_PLAYER
    mine = tuple(a.replace(p, owner=theirs) if p.owner is not None else p for p in found.places)
    return had_by(a.replace(found, places=mine))


EVERY: Final = {
    K.A_FOE: K.EACH_FOE,
    K.ANY_PLAYER: K.EACH_PLAYER,
    K.ANOTHER_PLAYER: K.EACH_OTHER_PLAYER,
}


def than(tree: Part) -> a.Player:
    """Those compared with; "more than any foe" is more than each of them."""
    who: a.Player = read(tree)
    refuse(is_tree(tree, "remaining") and "REST" in kinds(tree))  # "than the others": see `ranks`
    if "ANY" in kinds(tree) and who.kind in EVERY:
        return a.replace(who, kind=EVERY[who.kind])
    return who


_COMPARED: Final = {
    "AT_LEAST": How.AT_LEAST,
    "AT_MOST": How.AT_MOST,
    "EXACTLY": How.EQUAL,
    "SAME": How.EQUAL,
    "MORE_THAN": How.MORE,
    "FEWER_THAN": How.LESS,
}


def more(c: Parts, exact: bool = False, owner: a.Player = a.THAT_PLAYER) -> a.HavingMore:
    """ "more Heroes than you", "at least twice as many cards as a foe"."""
    tree: Part = first(c, "as_many")
    counted = compared_cards(first(tree, "core"), kinds(c), owner)
    at = _other_at(tree)
    other = than(tree.children[at])
    said_of = "CONTROL" if "CONTROL" in kinds(c) else "HAVE"
    for said in tree.children[at + 1 :]:  # "than you do", "… have", "… have in yours"
        refuse(token(said, "DO", "HAVE", "CONTROL") and said.type not in {"DO", said_of})
        refuse(not (token(said, "DO", "HAVE", "CONTROL") or _there(said, counted, other)))
    said = first(tree, "how_many")
    if said is not None:
        return a.HavingMore(counted, other, How.MORE if "MORE" in kinds(said) else How.LESS)
    found = [how for word, how in _COMPARED.items() if word in kinds(tree)]
    refuse(not found and not exact)  # "as many as": just as many, or at least?
    how = found[0] if found else How.EQUAL
    return a.HavingMore(counted, other, how, 1 + ("TWICE" in kinds(tree)))


def _other_at(tree: Part) -> int:
    """Where those stand with whom somebody is compared."""
    return max(at for at, part in enumerate(tree.children) if is_tree(part, *PLAYERS))


def _there(said: Part, counted: a.Cards, other: a.Player) -> bool:
    """ "than each foe has in theirs", "than you have in your hand": where it is counted anyway."""
    (zone,) = {where.zone for where in counted.places} if len(counted.places) == 1 else (None,)
    if token(said, "YOURS", "THEIRS"):
        return zone is not None and (other.kind is a.PlayerKind.YOU) is token(said, "YOURS")
    if token(said, "IN_HAND"):
        return zone is a.Zone.HAND
    where = one_place(said)
    return (
        where == a.Place(zone, a.YOU if other.kind is a.PlayerKind.YOU else a.THAT_PLAYER)
        if zone
        else False
    )


def has_more(c: Parts, exact: bool = False) -> a.HasMore:
    """A player has more, fewer or as many of something; `exact`: said after "until"."""
    doer: a.Player = read(c[0])
    test = more(c, exact, a.YOU if doer == a.YOU else a.THAT_PLAYER)
    return a.HasMore(doer, test.cards, test.than, test.how, test.times)


def held(found: a.Selection, owner: a.Player = a.THAT_PLAYER) -> a.Cards:
    """Cards that somebody holds: in hand, and nowhere else."""
    cards = only(a.Cards, found)
    refuse(cards.places or cards.among is not None)
    return a.replace(cards, places=(a.Place(a.Zone.HAND, owner),))


def _did_so_many(c: Parts) -> a.DidTo:
    """ "who discards fewer than two"."""
    verbs, _ = acted(c[0])
    much = how_many(c)
    refuse("EXACTLY" in kinds(c) and much.value == a.ONE)
    return a.DidTo(verbs, a.Cards(much.quantity))


def _did_none(c: Parts) -> a.DidTo:
    """ "who discards none this way", "who discarded no Heroes this way"."""
    verbs, _ = acted(c[0])
    said = first(c, "core")
    found = a.Cards(a.Exactly(a.ONE)) if said is None else no_card(said)
    return a.DidTo(verbs, only(a.Cards, found), negated=True)


def _holds_just(c: Parts) -> a.Having:
    """ "who holds exactly one card"."""
    much = how_many(c)
    refuse(much.value != a.ONE)  # see `so_many`
    return a.Having(held(no_card(c[-1])), just=True)


def no_card(tree: Part) -> a.Selection:
    """The card of which there is none: "no Heroes"."""
    return core(tree).cards(a.Exactly(a.ONE))


def _without_another(c: Parts) -> a.Having:
    phrase = core(c[-1])
    phrase.tests.append(a.Other())
    found = only(a.Cards, phrase.cards(a.Exactly(a.ONE)))
    return a.Having(had_in_play(in_hand_of_theirs(c[-1], found)), none=True)


table(
    who_tail={
        '"without" ANOTHER core': _without_another,
        "_having as_many": more,
        '_having "the" (MOST | FEWEST) core': lambda c: a.HavingMost(
            compared_cards(c[-1], kinds(c)), "MOST" in kinds(c)
        ),
        "_who acted _much": _did_so_many,
        (
            "_who acted (NONE | NOTHING) THIS_WAY?",
            "_who acted NO core THIS_WAY?",
        ): _did_none,
        "_holding cards": lambda c: a.Having(so_many(held(read(c[-1])), c[-1])),
        "_holding EXACTLY number core": _holds_just,
        "_holding NO core": lambda c: a.Having(held(no_card(c[-1])), none=True),
    },
    one_condition={"who_np _has as_many": has_more},
)

# --------------------------------------------------------------------------- writing


@writes(a.HavingMore, a.HavingMost)
def say_having(test: a.HavingMore | a.HavingMost) -> str:
    """ "with more Heroes in their hand than you", "who controls the most Locations"."""
    found, controls = compared(test.cards)
    start = "who controls" if controls else "with"
    if isinstance(test, a.HavingMore):
        return f"{start} {say_more(test, found)}"
    if test.alone:
        more = "more" if test.most else "fewer"
        return f"{start} {more} {say(found, 'counted')} than the others"
    return f"{start} the {'most' if test.most else 'fewest'} {say(found, 'counted')}"


_AS_MANY: Final = {how: word.lower().replace("_", " ") for word, how in _COMPARED.items()} | {
    How.EQUAL: "exactly"
}


def say_more(test: a.HavingMore | a.HasMore, found: a.Cards) -> str:
    """ "more Heroes than you", "at least twice as many Heroes as you"."""
    counted, other = say(found, "counted"), player(test.than)
    if test.times == 1 and test.how in {How.MORE, How.LESS}:
        return f"{'more' if test.how is How.MORE else 'fewer'} {counted} than {other}"
    twice = "twice " if test.times == 2 else ""
    return f"{_AS_MANY[test.how]} {twice}as many {counted} as {other}"


def compared(cards: a.Cards) -> tuple[a.Cards, bool]:
    """The cards of a comparison without "they control", and whether that was said."""
    held = a.Controlled(a.THAT_PLAYER)
    if held not in cards.filter.tests:
        return cards, False
    tests = tuple(test for test in cards.filter.tests if test != held)
    return a.replace(cards, filter=a.Filter(cards.filter.nouns, tests)), True


@writes(a.HasMore)
def say_has_more(what: a.HasMore) -> str:
    """ "you control more Locations than each foe"."""
    found, controls = compared(what.cards)
    if what.who.kind is a.PlayerKind.YOU:
        theirs = a.THAT_PLAYER
        mine = (a.replace(p, owner=a.YOU) if p.owner == theirs else p for p in found.places)
        found = a.replace(found, places=tuple(mine))
    who = has(what.who, "control" if controls else "have")
    return f"{who} {say_more(what, found)}"
