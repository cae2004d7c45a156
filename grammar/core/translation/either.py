"""Words that may speak of either of two things: asked of the tree, before a core says which.

A core speaks of one card, or of one deed. Where the words leave two, and no book asks which, there
is no core.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.given import one_for_all
from rules_check.grammar.subjects import EACH_ONE, PLURAL

OF_EITHER: Final = "a card was named before, and another is taken here: it may be either"
OF_SHOWN: Final = (
    "a card was shown before, and each of several players has another: it may be either"
)
OF_ONE_OR_ALL: Final = "several players have such a card each, and it speaks of one"
DID_WHICH: Final = "they do one thing or another, as their cards are: it is not said which is asked"
WORTH_BESIDE: Final = (
    "two sentences say what this card is worth: it is not said to which of both that is added"
)

SEVERAL: Final = EACH_ONE | {a.PlayerKind.EACH_OF_THEM, a.PlayerKind.OTHER_FOE}
DEEDS: Final = (a.DidSo, a.DidNot, a.CouldNot)


class Doubt(NamedTuple):
    """A piece of a text that may speak of either of two things, and which."""

    node: a.Node
    why: str


def doubts(text: a.CardText) -> Iterator[Doubt]:
    """What of a text may speak of either of two things; a reminder says nothing."""
    nodes = [
        node
        for ability in text.abilities
        if not isinstance(ability, a.Reminder)
        for node in a.walk(ability)
    ]
    eachs = [x for x in nodes if isinstance(x, a.Each)]
    by_card = {a.mark_of(x) for x in eachs if x.who.kind in PLURAL and _depends(x.effect)}
    moved = set(_moved(nodes))
    worths = [x for x in nodes if isinstance(x, a.Worth)]
    for node in nodes:
        if isinstance(node, a.ChooseOne) and one_for_all(node) is not node:
            yield Doubt(node, OF_EITHER)  # "Draw a card. Discard a card or destroy it."
        elif isinstance(node, a.PlayersAre | a.Player) and isinstance(node.test, DEEDS):
            if not by_card.isdisjoint(a.bound_to(node.test)):
                yield Doubt(node, DID_WHICH)  # "… that foe draws it. If none do, …"
        elif isinstance(node, a.Seq):
            yield from _behind_shown(node.effects, moved)
        elif isinstance(node, a.Each):
            yield from _asked_of_one(node)
        elif len(worths) > 1 and isinstance(node, a.Worth) and any(map(_own_vp, a.walk(node))):
            yield Doubt(node, WORTH_BESIDE)  # "… is worth 5 VP. It is worth 1 fewer VP for …"


def _own_vp(node: a.Node) -> bool:
    """Whether it is what is printed on the card itself."""
    return isinstance(node, a.AttributeOf) and (node.kind, node.of) == (a.AttributeKind.VP, a.THIS)


def _depends(effect: a.Effect) -> bool:
    """Whether players show a card, and what they then do depends on it."""
    if not isinstance(effect, a.Seq) or not isinstance(effect.effects[0], a.Show):
        return False
    last = effect.effects[-1]
    asked = last.condition if isinstance(last, a.If) else None
    what = asked.what if isinstance(asked, a.Is) else None
    return isinstance(what, a.Ref) and what.kind is a.RefKind.IT


def _moved(nodes: list[a.Node]) -> Iterator[int]:
    """The marks of cards with which something is done later in a text."""
    for node in nodes:
        if isinstance(node, a.Move | a.Play) and isinstance(node.what, a.Ref):
            yield from a.bound_to(node.what)


def _cards_in(each: a.Each) -> set[int]:
    """The marks of what names cards in something that each of several players does."""
    return {a.mark_of(x) for x in a.walk(each) if a.mark_of(x) and hasattr(x, "what")}


def _behind_shown(effects: tuple[a.Effect, ...], moved: set[int]) -> Iterator[Doubt]:
    """ "It" of a card that each of several players has, behind one that you have shown or chosen
    and with which nothing else is done ("Reveal the top card of your deck. Each foe discards a
    card. Put it into your hand.")."""
    shown = False
    for effect in effects:
        if _shows_one(effect):
            shown = shown or a.mark_of(effect) not in moved
        elif shown and isinstance(effect, a.Each) and effect.who.kind in EACH_ONE:
            inside = _cards_in(effect)
            more = effect.effect.effects[1:] if isinstance(effect.effect, a.Seq) else ()
            for one in (x for x in more if getattr(x, "who", a.YOU) == a.YOU):
                its = (x for x in a.walk(one) if isinstance(x, a.Ref))
                if any(not inside.isdisjoint(a.bound_to(x)) for x in its):
                    yield Doubt(one, OF_SHOWN)


def _shows_one(effect: a.Effect) -> bool:
    """Whether you show or choose one card."""
    if not isinstance(effect, a.Show | a.Choose) or effect.who != a.YOU:
        return False
    return isinstance(effect.what, a.Cards) and effect.what.quantity == a.Exactly(a.ONE)


def _asked_of_one(each: a.Each) -> Iterator[Doubt]:
    """What each of several players does if the card of one of them is so ("Each foe discards a
    card. If it is a Hero, each foe gains a Weakness.")."""
    if each.who.kind not in SEVERAL:
        return
    inside = _cards_in(each)
    for node in (x for x in a.walk(each.effect) if isinstance(x, a.If)):
        its = [x for x in a.walk(node.condition) if isinstance(x, a.Ref)]
        if any(not inside.isdisjoint(a.bound_to(x)) for x in its):
            for one in (x for x in a.walk(node) if isinstance(x, a.Each)):
                if one.who.kind in EACH_ONE and one.who.test is None:
                    yield Doubt(one, OF_ONE_OR_ALL)
