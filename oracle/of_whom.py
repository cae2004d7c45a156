"""Words that point at a player, or at cards of several players, where nobody can tell which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.subjects import EACH_ONE, POINTING, THE_FOE

K = a.PlayerKind

Found: TypeAlias = Iterator[tuple[a.Node, str]]
"""Pieces of a text that cannot be played, each with the reason."""

NOBODY: Final = "nobody was named before of whom it could speak"
OF_WHICH: Final = "several players were named before, and none of them was picked out"
NOT_YOU: Final = "nothing before it lets you do that"
OF_EACH: Final = "each of several players has several of them: of each player, or of all together?"
IF_TIED: Final = 'several players may be tied, and then it is not said whose: say "a foe with", …'

LOOKED_AT: Final = (a.Has, a.HasMore, a.Event, a.MostHeld, a.PlayersAre, a.PlayersDid)
"""In their other parts "that player" is whoever is looked at."""

OTHERS: Final = frozenset(
    {
        *(K.EACH_FOE, K.A_FOE, K.THAT_FOE, K.CHOSEN_FOE, K.OTHER_FOE, K.YOUR_FOE),
        *(K.EACH_OTHER_PLAYER, K.ANOTHER_PLAYER, K.LEFT, K.RIGHT, K.TEAMMATE),
    }
)
"""Players who are not "you"."""

RANKED: Final = (a.HavingMost, a.CostRank)
"""What is said of the first of several players, or of all who are tied."""


def of_whom(text: a.CardText) -> Found:
    """What of a text speaks of a player, or of cards of players, who cannot be told."""
    several = _for_several(text)
    chosen = any(isinstance(x, a.ChoosePlayer) for x in a.walk(text))
    yours = set(_verbs_of_you(text, False))
    repeated = (x for x in a.walk(text) if isinstance(x, a.RepeatUntil))
    awaited = {id(part) for one in repeated for part in a.walk(one)}
    shown = _many_of_each(text)
    for said, who in _pointing(text, text):
        marks = a.bound_to(who)
        if not marks:
            yield said, NOBODY  # "That player's Heroes cannot be destroyed."
        elif id(who) not in several.get(marks[-1], {id(who)}):
            yield said, OF_WHICH
    for node in a.walk(text):
        match node:
            case a.Each(a.Player(kind) as who) if kind in THE_FOE and chosen:
                if not a.bound_to(who):
                    yield node, OF_WHICH  # "Choose each foe. That foe discards a card."
            case a.ThisWay(verb, None, a.YOU) if verb not in yours and id(node) not in awaited:
                if verb is not a.Verb.RECEIVE:
                    yield node, NOT_YOU  # "Each foe discards two fewer cards than you did."
            case a.Place(owner=a.Player(kind, test)) if kind in EACH_ONE | {K.THE_PLAYER}:
                if isinstance(test, RANKED) and not test.alone:
                    yield node, IF_TIED  # "the hand of the foe with the most cards"
            case a.Cards(a.Exactly() | a.UpTo(), among=a.Ref() as among):
                marks = a.bound_to(among)
                if any(id(node) not in shown[mark] for mark in marks if mark in shown):
                    yield node, OF_EACH  # "Each foe reveals two cards. Discard one of them."
            case _:
                pass


def _pointing(node: a.Node, said: a.Node) -> Iterator[tuple[a.Node, a.Player]]:
    """Players known by who was spoken of before, each with the node it stands in."""
    if isinstance(node, a.Player):
        if node.kind in POINTING:
            yield said, node
    elif isinstance(node, LOOKED_AT):
        for name in ("who", "than"):
            who = getattr(node, name, None)
            if isinstance(who, a.Player):
                yield from _pointing(who, node)
    else:
        for part in a.children(node):
            yield from _pointing(part, node)


def _for_several(text: a.CardText) -> dict[int, set[int]]:
    """What is done for each of several players, by the mark of these."""
    found: dict[int, set[int]] = {}
    for node in a.walk(text):
        if isinstance(node, a.Each) and node.who.kind in EACH_ONE:
            found.setdefault(a.mark_of(node), set()).update(map(id, a.walk(node)))
    return found


def _many_of_each(text: a.CardText) -> dict[int, set[int]]:
    """What is done for each of several players, by the marks of what names several cards there."""
    found: dict[int, set[int]] = {}
    for node in a.walk(text):
        if not isinstance(node, a.Each) or node.who.kind not in EACH_ONE:
            continue
        inside = set(map(id, a.walk(node)))
        for part in a.walk(node):
            match part:
                case a.Move(what=what) | a.Show(what=what) | a.Choose(what):
                    one = isinstance(what, a.Cards) and what.quantity == a.Exactly(a.ONE)
                    if not one and isinstance(what, a.Cards | a.Whole):
                        found.setdefault(a.mark_of(part), set()).update(inside)
                case _:
                    pass
    return found


def _verbs_of_you(node: a.Node, others: bool) -> Iterator[a.Verb]:
    """Everything that a text has you do, or waits for; `others`: it is said of other players."""
    if isinstance(node, a.Each):
        others = node.who.kind in OTHERS
    if isinstance(node, a.Event | a.Acted):
        yield from node.verbs
    verb = a.Verb.PLAY if isinstance(node, a.Play) else getattr(node, "verb", None)
    if isinstance(verb, a.Verb) and not isinstance(node, a.ThisWay):
        who = getattr(node, "who", a.YOU)
        if not others or who is None or who.kind is not K.THAT_PLAYER:
            yield verb
    for part in a.children(node):
        yield from _verbs_of_you(part, others)
