"""Resolving what has been triggered: after the card, in turn order, in an order players choose."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import amount
from rules_check.oracle.meaning.seats import in_turn_order
from rules_check.oracle.running.agenda import answers, ask, task
from rules_check.oracle.running.power import gain_power
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_power, of_trigger
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ResolveFirst
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import POP, TRIGGERS, Task, Triggers

MOST_FACTS: Final = 500
"""So much never happens in one turn, unless texts set each other off without end."""


class RestOfPower(Task):
    """What a condition that has come true gives more than its "otherwise" gave."""

    tag = "rest_of_power"
    node: a.If


@task(Triggers)
def resolve_triggers(g: Table, s: State, todo: Triggers) -> None:
    """Resolve what is pending: in turn order; one player's several in an order they choose."""
    pending = s.pending
    if not pending:
        return
    if len(s.facts) > MOST_FACTS:
        sources = dict.fromkeys(item[1] for item in pending if item[1] >= 0)
        say(s, "stop", s.active, "resolve.stopped", tuple(sources))
        pending.clear()  # texts that set each other off would never end
        return
    if len(pending) == 1 or g.sw.trigger_order == "fixed":
        _resolve(g, s, 0)
        return
    for player in in_turn_order(g, s, s.active):
        mine = [at for at, item in enumerate(pending) if item[0] == player]
        if mine:
            options: list[ResolveFirst] = []
            for at in mine:
                if not any(_alike(g, pending[at], pending[o.value]) for o in options):
                    options.append(ResolveFirst(at))
            ask(g, s, player, ChoiceKind.TRIGGER, options, TRIGGERS)
            return
    pending.clear()  # only players who left the game


def _alike(g: Table, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether it makes no difference which of two triggers comes first, or nobody may say."""
    if one[:3] == other[:3] and _of_several_players(one[4], other[4]):
        return True
    if one[:3] == other[:3] and one[4] == other[4] and not _speaks_of_event(one[2]):
        return True
    if one[1] < 0 or other[1] < 0 or (one[4] is None) is not (other[4] is None):
        return one == other
    if one[4] is not None and not (one[0] == other[0] and _same_before(one[2], one[4], other[4])):
        return one == other
    same_kind = g.kind_index[one[1]] == g.kind_index[other[1]]
    return bool(same_kind and one[2] == other[2] and one[3] == other[3])


def _same_before(node: a.Node, one: Frame, other: Frame) -> bool:
    """Whether what two waiting texts speak of from before, when their cards were played, is the
    same: the same players, cards and values."""
    parts = list(a.walk(node))
    own = {a.SELF, a.GIVEN, *map(a.mark_of, parts)}
    marks = tuple({mark for part in parts for mark in a.bound_to(part)} - own)
    return not marks or _before(one, marks) == _before(other, marks)


def _before(f: Frame, marks: tuple[int, ...]) -> tuple[Any, ...]:
    """What came of pieces of a text, and for whom."""
    done = [(x.mark, x.player, x.cards, x.did, x.value, x.declined) for x in f.done(marks)]
    acts = [(x.mark, x.verb, x.player, x.card) for x in f.acts(marks)]
    scopes = [pair for pair in f.scopes if pair[0] in marks]
    return done, acts, scopes, f.that, f.value, f.targets, f.avoided


def _of_several_players(one: Frame | None, other: Frame | None) -> bool:
    """Whether a text that was carried out once waits for several players (or in several rounds):
    then it is done in the order in which it was said, which is the turn order."""
    if one is None or other is None or one.scopes == other.scopes:
        return False
    marks = [[mark for mark, _ in frame.scopes] for frame in (one, other)]
    before = min(one.log, other.log, key=len)
    return marks[0] == marks[1] and one.log[: len(before)] == other.log[: len(before)]


def _speaks_of_event(node: a.Node) -> bool:
    """Whether a text speaks of the card or the player that set it off."""
    mark = a.mark_of(node)
    effect = node.effect if isinstance(node, a.When | a.Delayed) else node
    return any(
        mark in a.bound_to(x) or (isinstance(x, a.Player) and x.kind in GIVEN and not a.bound_to(x))
        for x in a.walk(effect)
    )


GIVEN: Final = frozenset(
    {
        *(a.PlayerKind.THAT_PLAYER, a.PlayerKind.THAT_FOE, a.PlayerKind.CHOSEN_FOE),
        *(a.PlayerKind.YOUR_FOE, a.PlayerKind.THEIR_LEFT, a.PlayerKind.THEIR_RIGHT),
        *(a.PlayerKind.THEIR_TEAMMATE, a.PlayerKind.FOES_TEAMMATE),
    }
)
"""Players whom the event gives, where nothing in the text does."""


@answers(Triggers)
def trigger_chosen(g: Table, s: State, todo: Triggers, option: Option) -> None:
    """The player has said which of their triggers comes next."""
    assert isinstance(option, ResolveFirst)
    _resolve(g, s, option.value)


def _resolve(g: Table, s: State, at: int) -> None:
    you, source, node, fact, old = s.pending.pop(at)
    s.agenda.append(TRIGGERS)
    frame = old.copy() if old is not None else Frame(you, source)
    if g.sw.assist_bonus == "active" and fact[0] is a.Verb.PLAY and fact[1] == you != s.active:
        frame.you = s.active
    banner = source >= 0 and old is None and _is_banner(g, source, node, fact)
    # The event of a banner is no piece of its text: it must not count as one that has chosen cards.
    frame.set_off(0 if banner else a.mark_of(node), fact[1], (fact[2],) if fact[2] >= 0 else ())
    if fact[1] >= 0 and g.team[fact[1]] != g.team[you]:
        frame.that = fact[1]
    say(s, "trigger", you, of_trigger(s, you, fact), (source,))
    s.frames.append(frame)
    s.agenda.append(POP)
    match node:
        case _ if banner:
            s.agenda.append(node)  # the whole of it: what waits begins to wait
        case a.When(_, effect) | a.Delayed(_, effect):
            s.agenda.append(effect)
        case a.If(a.DefeatedInConfrontation(), then) | a.If(_, then, None):
            s.agenda.append(then)
        case a.If():
            s.agenda.append(RestOfPower(node))
        case _:
            s.agenda.append(node)


def _is_banner(g: Table, source: int, node: a.Effect, fact: tuple[Any, ...]) -> bool:
    """Whether it is what a card says for the time when it is gained."""
    return fact[3:] == (-1, -1) and node in g.kinds[source].gained


@task(RestOfPower)
def rest_of_power(g: Table, s: State, todo: RestOfPower) -> None:
    """It gave the Power of "otherwise" before; now comes what the other way gives more."""
    f = s.frames[-1]
    then, otherwise = todo.node.then, todo.node.otherwise
    assert isinstance(then, a.Power)
    assert isinstance(otherwise, a.Power)
    more = amount(g, s, f, then.amount) - amount(g, s, f, otherwise.amount)
    if more > 0:
        gain_power(g, s, f.you, more, f.source, of_power(g, s, then.amount))
