"""Statements: what each form does when it is carried out, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import assisting, speaks_of
from rules_check.oracle.letter.acts import deed, do, fill_decks, move, play, points, proceed, show
from rules_check.oracle.letter.attack import attack, immune
from rules_check.oracle.letter.choosing import choose, chooser
from rules_check.oracle.letter.position import Frame, Outcome, Zones
from rules_check.oracle.letter.standing import begin
from rules_check.oracle.letter.table import Action, Table
from rules_check.oracle.letter.values import items, texts_of, value

YES, NO = ("yes",), ("no",)


def carry_out(t: Table, f: Frame, block: c.Block) -> Outcome:
    """Statements, one after the other. Behind them a name that was bound in them stands for all
    values that it had."""
    known = set(f.names)
    outcomes = steps(t, f, block)
    leave(f, known)
    return in_all(outcomes)


def steps(t: Table, f: Frame, block: c.Block) -> list[Outcome]:
    """What came of each statement of a block; the end of the game ends it."""
    found: list[Outcome] = []
    for at, statement in enumerate(block):
        if t.pos.result is None:
            found.append(run(t, f, statement, block[at + 1 :]))
            t.arrive()
    return found


def leave(f: Frame, known: set[str]) -> None:
    """A block is over: the values of its names are kept, with the rounds in which they had them."""
    for name in [name for name in f.names if name not in known]:
        f.behind.setdefault(name, []).append((f.rounds, f.names.pop(name)))


def in_all(outcomes: list[Outcome]) -> Outcome:
    """What came of several statements, and so what "if you do" asks: done if each was that can be
    done or not, declined if one was (decision 019)."""
    known = [one.done for one in outcomes if one.done is not None]
    declined = any(one.declined for one in outcomes)
    return Outcome(all(known) if known else None, declined)


def run(t: Table, f: Frame, s: c.Statement, rest: c.Block) -> Outcome:
    """Carry out one statement; `rest` is what follows in its block."""
    f.at = s
    match s:
        case c.Let():
            return let(t, f, s)
        case c.Result():
            return result(t, f, s)
        case c.If():
            return if_so(t, f, s)
        case c.ForEach():
            return for_each(t, f, s)
        case c.Repeat():
            return repeat(t, f, s)
        case c.Choose():
            fill_decks(t, f, s.source)
            return choose(t, f, s, rest)
        case c.Offer():
            return offer(t, f, s)
        case c.Move():
            return move(t, f, s)
        case c.Show():
            return show(t, f, s)
        case c.Points():
            return points(t, f, s)
        case c.Play():
            return play(t, f, s)
        case c.Attack():
            return attack(t, f, s)
        case c.Deed():
            return deed(t, f, s)
        case c.Do():
            return do(t, f, s)
        case c.Proceed():
            return proceed(t, f, s)
        case c.On():
            return wait(t, f, s)
        case c.Change():
            return change(t, f, s)
        case c.Option() | c.Forbid():
            begin(t, f, s)
            return Outcome()
        case _:
            assert_never(s)


def let(t: Table, f: Frame, s: c.Let) -> Outcome:
    """A name for a value, worked out once and now; of a place, the cards that lie there."""
    fill_decks(t, f, s.value)
    found = value(t, f, s.value)
    f.names[s.name] = items(t, found) if isinstance(found, Zones) else found
    return Outcome()


def result(t: Table, f: Frame, s: c.Result) -> Outcome:
    """A name for what comes of statements; while they are carried out it is what was done so far.
    They are no block of their own."""
    outcome = Outcome()
    f.names[s.name] = outcome
    f.results.append(outcome)
    came = in_all(found := steps(t, f, s.of))
    f.results.remove(outcome)
    outcome.done, outcome.declined = came.done, came.declined
    for one in found:
        outcome.rounds.update(one.rounds)
    return came


def if_so(t: Table, f: Frame, s: c.If) -> Outcome:
    """Depending on a condition. If that speaks of a card that is not there, it is unknown: then it
    is as if it were not so, or with `absent=nothing` neither branch is done (CB-77)."""
    held = t.is_so(f, s.test)
    if held:
        return t.carry_out(f, s.then)
    if held is None and s.answer("absent") == "nothing":
        return Outcome()
    return t.carry_out(f, s.otherwise)


# ------------------------------------------------------------------------- rounds


def for_each(t: Table, f: Frame, s: c.ForEach) -> Outcome:
    """For each of them in turn, players in turn order. Together: all choose, then all go on. It is
    done if it was for one of them, declined if one did.

    Rules: CONF-RE01, HU-RE01.
    """
    named = in_turn_order(t, f, items(t, value(t, f, s.source)))
    there = [one for one in named if one not in immune(t, f)]
    f.loops += 1
    loop, outer = f.loops, f.rounds
    found: dict[Any, list[Outcome]] = {}
    parts = parts_together(s.body) if is_together(s) else [s.body]
    for turn, part in enumerate(parts):
        for number, one in enumerate(there):
            f.rounds = (*outer, (loop, number, one))
            known = set(f.names)
            again = {s.name: one, **of_this_round(f, parts[0])} if turn else {}
            f.names.update({s.name: one, **again})
            found.setdefault(one, []).extend(steps(t, f, part))
            for name in again:  # its value was kept when the first part was over
                del f.names[name]
            leave(f, known)
    f.rounds = outer
    rounds = {one: in_all(outcomes) for one, outcomes in found.items()}
    known_done = [x.done for x in rounds.values() if x.done is not None]
    declined = any(x.declined for x in rounds.values())
    return Outcome(any(known_done) if known_done else None, declined, rounds=rounds)


def in_turn_order(t: Table, f: Frame, there: list[Any]) -> list[Any]:
    """Players in turn order, beginning with the one who plays the card; others as they are."""
    if not there or any(one not in t.pos.order for one in there):
        return there
    everyone = value(t, f, c.Group("everyone"))
    return [player for player in everyone if player in there]


def is_together(s: c.ForEach) -> bool:
    """Whether all choose before anything is done."""
    return s.together or s.answer("mode") == "together"


def parts_together(body: c.Block) -> list[c.Block]:
    """The parts of a round that all do before the next: to choose, and what is done with it. Which
    cards are moved is told before the first of them moves."""
    at = next((n for n, one in enumerate(body) if not isinstance(one, c.Choose | c.Let)), 0)
    first = body[at] if body else None
    if isinstance(first, c.Move) and not isinstance(first.cards, c.Var):
        told = c.Let(MOVED, first.cards)
        return [(*body[:at], told), (replace(first, cards=c.Var(MOVED)), *body[at + 1 :])]
    return [body[:at], body[at:]]


MOVED = " moved"
"""The name of cards that several players move at one time; no text can have it."""


def of_this_round(f: Frame, part: c.Block) -> dict[str, Any]:
    """What was named in the first part of this round."""
    names = {one.name for one in part if isinstance(one, c.Choose | c.Let)}
    return {
        name: kept
        for name in names
        for rounds, kept in f.behind.get(name, ())
        if rounds == f.rounds
    }


def repeat(t: Table, f: Frame, s: c.Repeat) -> Outcome:
    """So many times, while or until something is so. A round that could not be done is the last. So
    is one that comes no nearer to a number of the table at which it ends: it would go on for ever.
    In any case there are no more rounds than cards in the game, or than the text says."""
    f.loops += 1
    loop, outer = f.loops, f.rounds
    rounds = Outcome()
    f.names[s.name or f" {loop}"] = rounds
    f.results.append(rounds)
    found: list[Outcome] = []
    times = value(t, f, s.test) if s.how is c.Round.TIMES else 0
    more = is_begun(t, f, s)
    every = sum(map(len, t.pos.zones.values()))
    while more and t.pos.result is None and len(found) < max(times, every):
        before = distance(t, f, s)
        known, f.rounds = set(f.names), (*outer, (loop, len(found), None))
        found.append(in_all(steps(t, f, s.body)))
        more = len(found) < times if times else goes_on(t, f, s, found[-1], before)
        leave(f, known)
        f.rounds = outer
    f.results.remove(rounds)
    done = [x.done for x in found if x.done is not None]
    rounds.done = any(done) if done else None
    rounds.declined = any(x.declined for x in found)
    return Outcome(rounds.done, rounds.declined)


def distance(t: Table, f: Frame, s: c.Repeat) -> int | None:
    """How far a number is from the one at which a repetition ends; None: it does not end at a
    number, or at one of what is done in it ("until you have drawn …"), which may stay as it is in
    one round and grow in the next."""
    if s.how is not c.Round.UNTIL or not isinstance(s.test, c.Compare):
        return None
    if speaks_of(s.test, s.name):
        return None
    left, right = value(t, f, s.test.left), value(t, f, s.test.right)
    numbers = isinstance(left, int) and isinstance(right, int)
    return abs(left - right) if numbers else None


def is_begun(t: Table, f: Frame, s: c.Repeat) -> bool:
    """Whether there is a first round. `test`: whether an end is asked for before it."""
    match s.how:
        case c.Round.TIMES:
            return bool(value(t, f, s.test) > 0)
        case c.Round.WHILE:
            return t.is_so(f, s.test) is True
        case c.Round.UNTIL:
            asked = s.answer("test") != "do_while"
            return not asked or t.is_so(f, s.test) is not True
        case _:
            assert_never(s.how)


def goes_on(t: Table, f: Frame, s: c.Repeat, last: Outcome, before: int | None) -> bool:
    """Whether there is another round."""
    after = distance(t, f, s)
    no_nearer = before is not None and after is not None and after >= before
    if last.done is False or no_nearer:
        return False
    return (t.is_so(f, s.test) is True) is (s.how is c.Round.WHILE)


# ------------------------------------------------------------------------- offers


def offer(t: Table, f: Frame, s: c.Offer) -> Outcome:
    """Somebody may do one thing, or does so many of several."""
    if s.name:
        return may_one_of(t, f, s)
    if s.least == c.Number(0) and len(s.ways) == 1:
        return may(t, f, s)
    return pick(t, f, s)


def may(t: Table, f: Frame, s: c.Offer) -> Outcome:
    """Yes or no, if it can be done in full. `otherwise` if it cannot, if the answer is no, or if it
    comes to nothing."""
    (way,) = s.ways
    player = chooser(t, f, s.by)
    if not s.otherwise and player == f.you and decides(t, f):
        player = player if f.player is None else f.player
    if not t.possible(f, way):
        t.carry_out(f, s.otherwise)
        return Outcome(done=False, possible=False)
    if t.ask(player, "unless" if s.otherwise else "may", [YES, NO]) == NO:
        t.carry_out(f, s.otherwise)
        return Outcome(done=False, declined=True)
    done = t.carry_out(f, way).was_done
    if not done:
        t.carry_out(f, s.otherwise)
    return Outcome(done=done)


def decides(t: Table, f: Frame) -> bool:
    """Whether who plays an Assist card decides what it leaves open (`assist_decider`)."""
    play = None if f.this is None or f.player is None else assisting(texts_of(t, f.this))
    return play is not None and play.answer("assist_decider") == "player"


def may_one_of(t: Table, f: Frame, s: c.Offer) -> Outcome:
    """Of several players, those who can are asked one after the other: until one does it, or one
    does not and every one has to. If not all can who have to, nobody is asked."""
    (way,) = s.ways
    there = items(t, value(t, f, s.by))
    can = [one for one in there if t.possible(f.knowing(s.name, one), way)]
    asked = can if can == there or not s.every else []
    f.loops += 1
    loop, outer = f.loops, f.rounds
    done = False
    for number, player in enumerate(asked):
        done = t.ask(player, "unless" if s.otherwise else "may", [YES, NO]) == YES
        if done:
            known, f.rounds = set(f.names), (*outer, (loop, number, player))
            f.names[s.name] = player
            done = in_all(steps(t, f, way)).was_done
            leave(f, known)
            f.rounds = outer
        if done is not s.every:
            break
    if not done:
        t.carry_out(f, s.otherwise)
    return Outcome(done=done, declined=bool(asked) and not done, possible=bool(asked))


def pick(t: Table, f: Frame, s: c.Offer) -> Outcome:
    """So many of several things, all picked before the first is done (RSB-X02). The first is one
    that can be done, if one can (CB-31); any other may be the next. They are done in the order of
    the text."""
    player = chooser(t, f, s.by)
    every = list(range(len(s.ways)))
    most = min(value(t, f, s.most), len(every))
    can = [number for number in every if t.possible(f, s.ways[number])] or every
    chosen: list[int] = []
    while len(chosen) < most:
        options: list[Action] = [("option", number) for number in can]
        if len(chosen) >= value(t, f, s.least):
            options.append(("stop",))
        taken = t.ask(player, "option", options)
        if taken == ("stop",):
            break
        chosen.append(taken[1])
        can = [number for number in every if number not in chosen]
    outcomes = [t.carry_out(f, s.ways[number]) for number in sorted(chosen)]
    return in_all(outcomes)


# ------------------------------------------------------------------------- what begins


def wait(t: Table, f: Frame, s: c.On) -> Outcome:
    """It is waited for from now on. `retro`: what is so already counts as just become so (RBJ-X01,
    CB-46); if it is done so many times only, that was one."""
    came = Outcome()
    if s.retro and isinstance(s.event, c.Becomes) and t.is_so(f, s.event.test) is True:
        came = t.carry_out(f, s.body)
        if s.limit is not None:
            return came
    begin(t, f, s)
    return came


def change(t: Table, f: Frame, s: c.Change) -> Outcome:
    """An attribute is changed from now on. Power that follows the game is given at once. If this
    card gets a text that it did not have, and that is carried out when a card is played, it is
    carried out now."""
    known = [] if f.this is None else texts_of(t, f.this)
    begin(t, f, s)
    match s.attribute:
        case c.Attribute("power"):
            t.look_at_power()
        case c.Attribute("text", (c.Var("this"),)):
            for text in items(t, value(t, f, s.value)):
                if text.home == "played" and text not in known:
                    t.carry_out(Frame(f.you, f.this, player=f.player), text.body)
        case _:
            pass
    return Outcome()
