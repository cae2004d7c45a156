"""What happens if a search finds nothing, or if there was nothing to count: "If you find none, draw
a card", "+1 Power for each Hero discarded this way. If there were none, draw a card"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.attach import without_instead

_FOUND = frozenset({a.IT, a.THEM})


def were_none(effect: a.Effect, done: Sequence[a.Effect]) -> a.Effect | None:
    """A sentence that is carried out if there were none of what the text searched for or counted;
    None: it did neither."""
    return _none_found(effect, done) or _none_counted(effect, done)


def _none_found(effect: a.Effect, done: Sequence[a.Effect]) -> a.Effect | None:
    """A sentence that is carried out if the search of which the text spoke last has found none, so
    that nothing was done with what it finds; None: there is no such search."""
    steps = [x for one in done for x in (one.effects if isinstance(one, a.Seq) else [one])]
    at = max((n for n, x in enumerate(steps) if isinstance(x, a.Search)), default=None)
    if at is None:
        return None
    taken = [x for x in steps[at + 1 :] if not isinstance(x, a.Shuffle | a.Show)]
    match taken:
        case [a.Move(verb, what, who=a.Player(a.PlayerKind.YOU))] if what in _FOUND:
            pass
        case [a.Play(what, who=a.Player(a.PlayerKind.YOU))] if what in _FOUND:
            verb = a.Verb.PLAY
        case _:
            return None
    such = a.CountOf(a.Cards(a.Every(), a.Filter((), (a.ThisWay(verb),))))
    none = a.There(such, a.Comparison.EQUAL, a.Number(0))
    return a.If(none, without_instead(effect))


def _none_counted(effect: a.Effect, done: Sequence[a.Effect]) -> a.Effect | None:
    """A sentence that is carried out if there was nothing of what the sentence before gives
    something for each of; None: it does not count cards."""
    last = done[-1] if done else None
    *_, last = last.effects if isinstance(last, a.Seq) else [last]
    match last:
        case a.Power(a.Times(_, a.CountOf() as count)) | a.ForEach(a.CountOf() as count):
            pass
        case a.Power(a.Bounded(a.Times(_, a.CountOf() as count), None | 0)):
            pass
        case _:
            return None
    if count.per != 1 or a.ThatMany() in a.walk(count):
        return None
    none = a.There(count, a.Comparison.EQUAL, a.Number(0))
    return a.If(none, without_instead(effect))


SEARCHED: Final = a.Place(a.Zone.DECK, name="searched")
"""The deck of which a text only says "shuffle", "reveal the top card" or "its top card": the one it
has spoken of. No text keeps it: `shuffled_there` makes it out."""

_DECKS: Final = frozenset({a.Zone.DECK, a.Zone.MAIN_DECK})


def shuffled_there(effect: a.Effect, done: Sequence[a.Effect]) -> a.Effect:
    """An effect in which "shuffle" and "the top card" alone are said of the one deck that was
    spoken of before it."""
    if not any(map(_unsaid, a.walk(effect))):
        return effect
    decks: dict[a.Place, None] = {}
    for node in (x for one in (*done, effect) for x in a.walk(one)):
        if _unsaid(node):
            break
        if isinstance(node, a.Place) and node.zone in _DECKS:
            decks[a.replace(node, edge=None)] = None
    if len(decks) != 1:
        raise NothingBefore("deck")
    (deck,) = decks

    def put(node: Any) -> Any:
        return a.replace(deck, edge=node.edge) if _unsaid(node) else a.rebuild(node, put)

    found: a.Effect = put(effect)
    return found


def found_on_top(effect: a.Effect) -> a.Effect:
    """What was searched for goes "on top" of the pile in which it was found, if no other is named,
    and the rest of that pile is shuffled: "search your deck for a card, shuffle the rest, then put
    that card on top"."""

    def made(node: Any) -> Any:
        node = a.rebuild(node, made)
        if not isinstance(node, a.Seq):
            return node
        where: a.Place | None = None
        steps: list[a.Effect] = []
        for step in node.effects:
            if isinstance(step, a.Search):
                where = step.where
            elif isinstance(step, a.Show) and step.what not in _FOUND:
                where = None
            elif step == a.Shuffle(a.Ref(a.RefKind.REST)) and where is not None:
                step = a.replace(step, what=a.Whole(where))  # the found card is put elsewhere
            elif isinstance(step, a.Move) and step.what in _FOUND and where is not None:
                to = step.to
                if to is not None and to.zone is a.Zone.STACK and to.name is None and to.edge:
                    step = a.replace(step, to=a.replace(where, edge=to.edge))
            steps.append(step)
        return a.replace(node, effects=tuple(steps)) if tuple(steps) != node.effects else node

    found: a.Effect = made(effect)
    return found


def _unsaid(node: a.Node) -> bool:
    return isinstance(node, a.Place) and node.name == SEARCHED.name and node.zone is SEARCHED.zone
