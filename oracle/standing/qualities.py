"""What a card is just now: its types, titles and keywords, printed or granted by texts."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import is_one_of, those_in
from rules_check.oracle.values.listeners import Listener
from rules_check.oracle.values.state import State

Quality = a.CardType | a.Title | a.AnyKeyword
"""What a text can grant."""


def types(g: Table, s: State, card: int) -> tuple[a.CardType, ...]:
    """The card types of a card now."""
    printed = g.kinds[card].type
    found: tuple[Any, ...] = () if printed is None else (printed,)
    if g.sw.super_villain_type == "two_types" and a.Title.SUPER_VILLAIN in g.kinds[card].titles:
        found = (*found, a.Title.SUPER_VILLAIN)
    for listener in g.watching(s).grants:
        quality = listener.node.quality
        new = isinstance(quality, a.CardType) and quality not in found
        if new and _grants(g, s, listener, card):
            found = (*found, quality)
    return found


def shares_type(g: Table, s: State, one: int, other: int) -> bool:
    """Whether two cards have a type in common."""
    theirs = types(g, s, other)
    return any(kind in theirs for kind in types(g, s, one))


def is_type(g: Table, s: State, card: int, kind: a.CardType) -> bool:
    """Whether a card is of that type now."""
    return g.kinds[card].is_type(kind) or is_granted(g, s, card, kind)


def has_title(g: Table, s: State, card: int, title: a.Title) -> bool:
    """Whether a card carries that title now."""
    return title in g.kinds[card].titles or is_granted(g, s, card, title)


def has_keyword(g: Table, s: State, card: int, keyword: a.AnyKeyword) -> bool:
    """Whether a card has that keyword now."""
    return keyword in g.kinds[card].keywords or is_granted(g, s, card, keyword)


def is_granted(g: Table, s: State, card: int, quality: Quality) -> bool:
    """Whether some text grants a card a type, a title or a keyword."""
    watch = g.watching(s)
    return quality in watch.granted and any(
        listener.node.quality is quality and _grants(g, s, listener, card)
        for listener in watch.grants
    )


def granted_in(g: Table, s: State, zone: int, quality: Quality) -> list[int]:
    """The cards of a zone that texts grant a type, a title or a keyword."""
    found: list[int] = []
    for listener in g.watching(s).grants:
        if listener.node.quality is quality and listener.works(s):
            there = those_in(g, s, listener.asking(), listener.node.what, zone)
            found += [card for card in there if listener.only is None or card in listener.only]
    return found


def _grants(g: Table, s: State, listener: Listener, card: int) -> bool:
    if listener.only is not None and card not in listener.only:
        return False
    return listener.works(s) and is_one_of(g, s, listener.asking(), listener.node.what, card)
