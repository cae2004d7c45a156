"""Players compared: who has more, fewer, the most or the fewest of something."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases.filters import core
from rules_check.grammar.phrases.players import has, in_hand_of_theirs, is_you, player
from rules_check.grammar.phrases.words import first, kinds, token

# --------------------------------------------------------------------------- reading

rule("_having", '"with"', '"who" HAVE', '"who" CONTROL')


def compared_cards(tree: Part, controls: bool, owner: a.Player = a.THAT_PLAYER) -> a.Cards:
    """What is counted of each player in a comparison: in their hand, if no place is said.

    `owner` is how the place calls whoever is looked at ("you have more … in your hand").
    """
    phrase = core(tree)
    if controls:
        phrase.tests.append(a.Controlled(a.THAT_PLAYER))
    found = only(a.Cards, phrase.cards(a.Every()))
    refuse(found.among is not None)
    if not any(part.data == "in_hand" for part in tree.iter_subtrees()):
        refuse(any(p.owner is not None and p.owner != owner for p in found.places))
    theirs = a.THAT_PLAYER
    mine = tuple(a.replace(p, owner=theirs) if p.owner is not None else p for p in found.places)
    if not mine and not any(isinstance(t, a.Controlled | a.Owned) for t in found.filter.tests):
        mine = (a.Place(a.Zone.HAND, a.THAT_PLAYER),)
    return a.replace(found, places=mine)


EVERY: Final = {
    a.PlayerKind.A_FOE: a.PlayerKind.EACH_FOE,
    a.PlayerKind.ANY_PLAYER: a.PlayerKind.EACH_PLAYER,
    a.PlayerKind.ANOTHER_PLAYER: a.PlayerKind.EACH_OTHER_PLAYER,
}


def than(tree: Part) -> a.Player:
    """Those compared with; "more than any foe" is more than each of them."""
    who: a.Player = read(tree)
    if "ANY" in kinds(tree) and who.kind in EVERY:
        return a.replace(who, kind=EVERY[who.kind])
    return who


def _compares(c: Parts) -> a.HasMore:
    who, word, more, found, other = c
    doer: a.Player = read(who)
    owner = a.YOU if doer == a.YOU else a.THAT_PLAYER
    counted = compared_cards(found, token(word, "CONTROL"), owner)
    return a.HasMore(doer, counted, than(other), token(more, "MORE"))


def _having_cards(c: Parts) -> a.Cards:
    return compared_cards(first(c, "core"), "CONTROL" in kinds(c))


def _without_another(c: Parts) -> a.Having:
    phrase = core(c[-1])
    phrase.tests.append(a.Other())
    found = only(a.Cards, phrase.cards(a.Exactly(a.ONE)))
    return a.Having(in_hand_of_theirs(c[-1], found), none=True)


table(
    who_tail={
        '"without" ANOTHER core': _without_another,
        '_having (MORE | FEWER) core "than" who_np': lambda c: a.HavingMore(
            _having_cards(c), than(c[-1]), "MORE" in kinds(c)
        ),
        '_having "the" (MOST | FEWEST) core': lambda c: a.HavingMost(
            _having_cards(c), "MOST" in kinds(c)
        ),
    },
)
table(one_condition={'who_np (HAVE | CONTROL) (MORE | FEWER) core "than" who_np': _compares})

# --------------------------------------------------------------------------- writing


@writes(a.HavingMore, a.HavingMost)
def say_having(test: a.HavingMore | a.HavingMost) -> str:
    """ "with more Heroes in their hand than you", "who controls the most Locations"."""
    found, controls = compared(test.cards)
    if isinstance(test, a.HavingMore):
        word, tail = "more" if test.more else "fewer", f" than {player(test.than)}"
    else:
        word, tail = "the most" if test.most else "the fewest", ""
    return f"{'who controls' if controls else 'with'} {word} {say(found, 'counted')}{tail}"


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
    if is_you(what.who):
        theirs = a.THAT_PLAYER
        mine = (a.replace(p, owner=a.YOU) if p.owner == theirs else p for p in found.places)
        found = a.replace(found, places=tuple(mine))
    who = has(what.who, "control" if controls else "have")
    more = "more" if what.more else "fewer"
    return f"{who} {more} {say(found, 'counted')} than {player(what.than)}"
