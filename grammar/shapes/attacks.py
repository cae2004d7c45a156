"""Attacks and Defenses that are clear, and that the rules can be played with in several ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.shapes.base import Asked, Found, abilities_of, all_of, shape, this

K = a.PlayerKind
V = a.Verb

SEVERAL: Final = frozenset({K.EACH_FOE, K.OTHER_FOE, K.ANY_FOES, K.EACH_OTHER_PLAYER})


@shape
def reveals_to_defend(asked: Asked) -> Iterator[Found]:
    """A Defense that is only revealed."""
    for ability in abilities_of(asked, a.Defense):
        for show in all_of(ability, a.Show):
            if this(show.what):
                yield Found(show)


@shape
def text_beside_attack(asked: Asked) -> Iterator[Found]:
    """An Attack and other text on one card."""
    attacks = list(abilities_of(asked, a.Attack))
    beside = list(abilities_of(asked, a.Plain))
    if attacks and beside:
        yield Found(attacks[0])


@shape
def attack_may_be_empty(asked: Asked) -> Iterator[Found]:
    """An Attack that takes cards of a kind, or gives one out of a stack: there may be none."""
    for ability in abilities_of(asked, a.Attack, a.FirstAppearance):
        for move in all_of(ability, a.Move):
            if isinstance(move.what, a.Cards) and move.what.filter.nouns:
                yield Found(move)
                return


@shape
def did_this_way(asked: Asked) -> Iterator[Found]:
    """Players who did something this way."""
    yield from (Found(node) for node in all_of(asked.text, a.DidTo, a.DidSo, a.DidNot))


@shape
def several_reveal(asked: Asked) -> Iterator[Found]:
    """Several players reveal cards."""
    for show in all_of(asked.text, a.Show):
        if show.who.kind in (K.EACH_PLAYER, K.EACH_FOE, K.EACH_OTHER_PLAYER):
            yield Found(show)


@shape
def the_highest_card(asked: Asked) -> Iterator[Found]:
    """The player whose card has the highest cost; whether yours has it."""
    for node in all_of(asked.text, a.Player, a.PlayersAre):
        one = node.kind is K.THE_PLAYER if isinstance(node, a.Player) else node.comparison is None
        if one and isinstance(node.test, a.CostRank) and not node.test.alone:
            yield Found(node.test)
