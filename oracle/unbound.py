"""Words of a text that speak of nothing, or of nobody in particular."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar import ast as a

NOBODY: Final = "nothing was named before that it could speak of"
OF_WHICH: Final = "several foes were named before, and none of them was picked out"

NOT_TOLD: Final = "nothing in the text does that when the card is played"
ALL_SHOWN: Final = "all cards there are revealed, and it does not say which ones are meant"

EVERYONE: Final = frozenset(
    {a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER}
)
NOT_PICKED: Final = EVERYONE | {
    *(a.PlayerKind.YOU, a.PlayerKind.TEAMMATE),
    *(a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE),
}
"""Players of whom none is picked out, and words that point at one."""

PLAYS: Final = a.Verb.PLAY


def unbound(text: a.CardText) -> Iterator[tuple[a.Node, str]]:
    """References that are bound to nothing."""
    chooses = any(isinstance(node, a.Choose) for node in a.walk(text))
    asked = {id(node.effect) for node in a.walk(text) if isinstance(node, a.PlayersDid)}
    done = _verbs_of(text)
    repeated = (node for node in a.walk(text) if isinstance(node, a.RepeatUntil))
    awaited = {id(part) for node in repeated for part in a.walk(node)}
    for node in a.walk(text):
        match node:
            case a.DidTo(verbs, negated=True) if done.isdisjoint(verbs) and PLAYS not in verbs:
                yield node, NOBODY  # "each foe who does not discard a Hero"
            case a.DidTo((a.Verb.REVEAL,), a.Cards(filter=a.ANY_CARD), True) if _whole(text):
                yield node, ALL_SHOWN  # "reveals their hand. Each foe who reveals none …"
            case a.ThisWay(verb, None) if verb not in done and id(node) not in awaited:
                yield node, NOBODY  # "If you discarded two"
            case a.Acted(verbs) if a.Verb.CHOOSE in verbs and not chooses:
                yield node, NOBODY  # "discards a card you choose"
            case a.CountOf(timing=a.Timing.LOCKED) if _never_done(node, done):
                yield node, NOT_TOLD  # "for each card you destroy when you play this card"
            case a.CostRank(zone=None, character=False) if not a.bound_to(node):
                yield node, NOBODY
            case a.Ref(kind) if kind is not a.RefKind.THIS and not a.bound_to(node):
                yield node, NOBODY
            case a.Moment(whose=a.Player(a.PlayerKind.THAT_PLAYER) as who) if not a.bound_to(who):
                yield node, NOBODY
            case a.Move(who=who) | a.Show(who=who) | a.May(who=who) | a.Play(who=who) if (
                who.kind is a.PlayerKind.THAT_PLAYER and not a.bound_to(who)
            ) and id(node) not in asked:
                yield node, NOBODY
            case (
                a.ThatMany()
                | a.DidSo()
                | a.DidNot()
                | a.CouldNot()
                | a.PlayersDid()
                | a.Chosen()
                | a.ShareType()
                | a.DifferInType()
                | a.SharesType()
                | a.MatchesChoice()
                | a.Picked()
                | a.CardIs()
                | a.Player(
                    a.PlayerKind.EACH_OF_THEM | a.PlayerKind.OTHER_FOE | a.PlayerKind.REMAINING
                )
            ) if not a.bound_to(node):
                yield node, NOBODY
            case _:
                pass


def _never_done(count: a.CountOf, done: set[a.Verb]) -> bool:
    """Whether cards are counted to which you do something now that nothing tells you to do."""
    acted = (x for x in count.cards.filter.tests if isinstance(x, a.Acted))
    now = (x for x in acted if x.tense is a.Tense.PRESENT and x.window is None)
    return any(done.isdisjoint(x.verbs) for x in now)


def _whole(text: a.CardText) -> bool:
    """Whether whole hands or other places are revealed."""
    shows = (node for node in a.walk(text) if isinstance(node, a.Show))
    return any(x.verb is a.Verb.REVEAL and isinstance(x.what, a.Whole) for x in shows)


def _verbs_of(text: a.CardText) -> set[a.Verb]:
    """Everything that a text has done, or waits for."""
    found: set[a.Verb] = set()
    for node in a.walk(text):
        match node:
            case a.Event(verbs):
                found.update(verbs)
            case a.Choose():
                found.add(a.Verb.CHOOSE)
            case a.Play():
                found.add(PLAYS)
            case a.Move(verb) | a.Show(verb):
                found |= {verb, a.Verb.RECEIVE}
            case a.ThisWay():
                pass
            case _:
                said = getattr(node, "verb", None)
                found |= {said} if isinstance(said, a.Verb) else set()
    return found


def of_which(text: a.CardText) -> Iterator[tuple[a.Node, str]]:
    """ "That foe" behind what all foes do, where none of them was picked out."""
    for ability in text.abilities:
        if not isinstance(ability, a.Plain | a.Attack):
            continue
        everyone = False
        for node in a.walk(ability):
            match node:
                case a.Player(kind, test) if kind not in NOT_PICKED or test is not None:
                    break
                case a.Each(a.Player(a.PlayerKind.THAT_FOE) as who) if everyone:
                    if not a.bound_to(who):
                        yield node, OF_WHICH
                case a.Each(a.Player(kind)):
                    everyone = everyone or kind in EVERYONE
                case _:
                    pass
