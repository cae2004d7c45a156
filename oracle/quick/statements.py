"""Statements as functions: what each form does when it is carried out, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import (
    avoids,
    is_held,
    is_payment,
    leaves_out_taken,
    lends,
    names_group,
    raises,
    said_by,
    says_you_do_it,
    spans_of,
    speaks_of,
    walk,
)
from rules_check.grammar.core.sorts import Sort
from rules_check.oracle.quick import state as now
from rules_check.oracle.quick.acts import (
    carry_out,
    deed,
    do,
    filling,
    move,
    play,
    points,
    proceed,
    show,
)
from rules_check.oracle.quick.attack import attack, immune
from rules_check.oracle.quick.choosing import choose, chooser
from rules_check.oracle.quick.noting import noted, noted_standing
from rules_check.oracle.quick.possible import ALWAYS, possible
from rules_check.oracle.quick.reading import (
    binds,
    is_settled,
)
from rules_check.oracle.quick.standing import begin, items, look_at_power, texts_of, verbs_of
from rules_check.oracle.quick.state import (
    DECLINED,
    DONE,
    NOT_DONE,
    UNKNOWN,
    Active,
    Aimed,
    Frame,
    Option,
    Outcome,
    Run,
    State,
    Zones,
    bound,
    in_all,
    in_any,
)
from rules_check.oracle.quick.super_villains import arrive
from rules_check.oracle.quick.telling import of_raise, say
from rules_check.oracle.quick.values import (
    OWN,
    Scope,
    always,
    clockwise,
    everyone,
    is_over,
    noted_test,
    of_yours,
    over_with,
    pattern,
    test_of,
    time_of,
    value,
)
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.zones import PER_PLAYER

MOST_ACTS: Final = 20_000
"""So much is no repetition any more that anybody means; long ones have some hundred."""
YES: Final[Option] = ("yes",)
NO: Final[Option] = ("no",)
STOP: Final[Option] = ("stop",)


# ------------------------------------------------------------------------- blocks


def steps(block: c.Block, scope: Scope) -> Run:
    """Statements, one after the other, without a block of their own; the end of the game ends
    them."""
    each = [statement(one, block[at + 1 :], scope) for at, one in enumerate(block)]
    if scope.book.reads.assist_time == "any_time":
        each = with_assists(block, each)
    if not each:
        return lambda s, f: UNKNOWN
    if len(each) == 1:
        return alone(each[0])

    def run(s: State, f: Frame) -> int:
        bits = 0
        for one in each:
            if s.result is None:
                bits |= one(s, f)
                if s.arrived:
                    arrive(s)
        return (NOT_DONE if bits & NOT_DONE else bits & DONE) | bits & DECLINED

    return run


def alone(one: Run) -> Run:
    """A statement that is all of a block."""

    def run(s: State, f: Frame) -> int:
        if s.result is not None:
            return UNKNOWN
        bits: int = one(s, f)
        if s.arrived:
            arrive(s)
        return (NOT_DONE if bits & NOT_DONE else bits & DONE) | bits & DECLINED

    return run


def with_assists(block: c.Block, runs: list[Run]) -> list[Run]:
    """`assist_time`: the teammate may Assist between the parts of a line. What is chosen or named
    is no part of its own, but belongs to what follows."""

    def assist(s: State, f: Frame) -> int:
        if s.g.between is not None:
            s.g.between(s)
        return UNKNOWN

    found: list[Run] = []
    for at, (one, run) in enumerate(zip(block, runs, strict=True)):
        places = [said_by((x,)) for x in block[at : at + 2]]
        lines = {place[0] for place in places if place is not None}
        whole = isinstance(one, c.Choose | c.Let) or not block[at + 1 :] or len(lines) > 1
        found += [run] if whole else [run, assist]
    return found


def block(body: c.Block, scope: Scope) -> Run:
    """The same as a block: behind it a name that was bound in it stands for all values that it
    had."""
    inner = steps(body, scope)
    if not binds(body):
        return inner

    def run(s: State, f: Frame) -> int:
        known = set(f.names)
        bits: int = inner(s, f)
        leave(f, known)
        return bits

    return run


def leave(f: Frame, known: set[str]) -> None:
    """A block is over: the values of its names are kept, with the rounds in which they had them."""
    names = f.names
    gone = [name for name in names if name not in known]
    if gone and f.behind is None:
        f.behind = {}
    behind = f.behind
    for name in gone:
        assert behind is not None
        kept = (f.rounds, names[name])
        behind[name] = (*behind[name], kept) if name in behind else (kept,)
        del names[name]


def statement(form: c.Statement, rest: c.Block, scope: Scope) -> Run:
    """One statement as a function; `rest` is what follows in its block."""
    outer, scope.statement = scope.statement, form
    run = noted(form, carried_out(form, rest, scope), scope)
    scope.statement = outer
    if isinstance(form, c.Choose) and leaves_out_taken(form.source):
        return taking(form, run, lambda s, f: f.names[form.name])
    if isinstance(form, c.Move) and leaves_out_taken(form.cards):
        scope.statement = form
        cards = value(form.cards, scope)
        scope.statement = outer
        return taking(form, run, cards, before=True)
    return run


def taking(form: c.Statement, run: Run, cards: Run, *, before: bool = False) -> Run:
    """A statement that leaves out what it has taken in another round: that is kept. `before`: what
    it takes is known before it is carried out, and only then."""

    def taken(s: State, f: Frame) -> int:
        there = list(items(s, cards(s, f))) if before else []
        bits: int = run(s, f)
        if f.taken is None:
            f.taken = {}
        f.taken.setdefault(form, []).extend(there if before else items(s, cards(s, f)))
        return bits

    return taken


def carried_out(form: c.Statement, rest: c.Block, scope: Scope) -> Run:
    """The same, of which nobody is told."""
    match form:
        case c.Let():
            return let(form, scope)
        case c.Result():
            return result(form, scope)
        case c.If():
            return if_so(form, scope)
        case c.ForEach():
            return for_each(form, scope, None)
        case c.Repeat():
            return repeat(form, scope)
        case c.Choose():
            return after_filling(form.source, choose(form, rest, scope), scope)
        case c.Offer():
            return offer(form, scope)
        case c.Move():
            return move(form, scope)
        case c.Show():
            return show(form, scope)
        case c.Points():
            return points(form, scope)
        case c.Play():
            return play(form, scope)
        case c.Attack():
            return attack(form, scope, block)
        case c.Deed():
            return deed(form, scope, block)
        case c.Do():
            return do(form, scope)
        case c.Proceed():
            return proceed(form, scope)
        case c.On():
            return wait(form, scope)
        case c.Change():
            return change(form, scope)
        case c.Option() | c.Forbid():
            return beginning(form, scope)
        case _:
            assert_never(form)


def after_filling(source: c.Value, run: Run, scope: Scope) -> Run:
    """A deck that is too short for what a text takes from it is filled first."""
    fill = filling(source, scope)
    if fill is None:
        return run

    def filled(s: State, f: Frame) -> int:
        fill(s, f)
        bits: int = run(s, f)
        return bits

    return filled


def let(form: c.Let, scope: Scope) -> Run:
    """A name for a value, worked out once and now; of a place, the cards that lie there."""
    fill, of, name = filling(form.value, scope, "reveal"), value(form.value, scope), form.name
    scope.bind(name, scope.sort(form.value))
    is_total = isinstance(form.value, c.Fold) and form.value.row == "sum"
    owners = [x.of for x in walk(form.value) if isinstance(x, c.Place) and x.of is not None]
    whose = value(owners[0], scope) if is_total and owners else None

    def run(s: State, f: Frame) -> int:
        if fill is not None:
            fill(s, f)
        found = of(s, f)
        f.names[name] = items(s, found) if type(found) is Zones else found
        if is_total and s.trace is not None:
            of_whom = items(s, whose(s, f)) if whose is not None else []
            player = of_whom[0] if len(of_whom) == 1 else f.you
            say(s, "total", player, "effect.total", (), (found,))
        return UNKNOWN

    return run


def result(form: c.Result, scope: Scope) -> Run:
    """A name for what comes of statements; while they are carried out it is what was done so far.
    They are no block of their own."""
    scope.bind(form.name, Sort.RESULT)
    name = form.name
    body: list[Callable[[State, Frame, Outcome], int]] = []
    for at, one in enumerate(form.of):
        if isinstance(one, c.ForEach):
            body.append(reported(one, scope))
        else:
            body.append(plain(statement(one, form.of[at + 1 :], scope)))

    def run(s: State, f: Frame) -> int:
        outcome = Outcome()
        f.names[name] = outcome
        f.results = (*f.results, outcome)
        bits = 0
        for one in body:
            if s.result is None:
                bits |= one(s, f, outcome)
                if s.arrived:
                    arrive(s)
        f.results = tuple(x for x in f.results if x is not outcome)
        outcome.bits = in_all(bits)
        return outcome.bits

    return run


def plain(run: Run) -> Callable[[State, Frame, Outcome], int]:
    """A statement that has no rounds to tell of."""
    return lambda s, f, outcome: run(s, f)


def reported(form: c.ForEach, scope: Scope) -> Callable[[State, Frame, Outcome], int]:
    """Rounds of which is told what came of each."""
    rounds: dict[Any, int] = {}
    run = noted(form, for_each(form, scope, rounds), scope)

    def told(s: State, f: Frame, outcome: Outcome) -> int:
        bits: int = run(s, f)
        outcome.rounds.update(rounds)
        return bits

    return told


def if_so(form: c.If, scope: Scope) -> Run:
    """Depending on a condition. If that speaks of a card that is not there, it is unknown: then it
    is as if it were not so, or with `absent=nothing` neither branch is done (CB-77)."""
    test = noted_test(form, value(form.test, scope), scope)
    then, otherwise = block(form.then, scope), block(form.otherwise, scope)
    nothing = form.answer("absent") == "nothing"
    of_confrontation = form.test in CONFRONTING
    if of_confrontation and scope.book.reads.assist_confrontation == "ignored":
        test = unless_assisted(test)

    def run(s: State, f: Frame) -> int:
        held = test(s, f)
        if of_confrontation and s.trace is not None and s.phase != "block":
            tell_confrontation_text(s, f, form, held=bool(held))
        if held:
            return then(s, f)  # type: ignore[no-any-return]
        if held is None and nothing:
            return UNKNOWN
        return otherwise(s, f)  # type: ignore[no-any-return]

    return run


def unless_assisted(test: Run) -> Run:
    """`assist_confrontation`: Confrontation text of an Assist card works for nobody."""
    return lambda s, f: f.player in (None, f.you) and test(s, f)


CONFRONTING: Final = (
    c.During(c.Span("confronting", c.Var("you"))),
    c.During(c.Span("confrontation")),
)
"""That a Confrontation goes on, as cards say it."""


def tell_confrontation_text(s: State, f: Frame, form: c.If, *, held: bool) -> None:
    """Whether what a card says of Confrontations works now."""
    if held:
        say(s, "confrontation text", f.you, "confront.text", (f.this,))
        return
    topic = "confront.no_text" if s.confronted is None else "confront.no_text.opponent"
    say(s, "no confrontation text", f.you, topic, (f.this,))
    if form.otherwise:
        say(s, "otherwise", f.you, "confront.otherwise", (f.this,))


# ------------------------------------------------------------------------- rounds

MOVED: Final = " moved"
"""The name of cards that several players move at one time; no text can have it."""


def for_each(form: c.ForEach, scope: Scope, report: dict[Any, int] | None) -> Run:
    """For each of them in turn, players in turn order. Together: all choose, then all go on. It is
    done if it was for one of them, declined if one did.

    Rules: CONF-RE01, HU-RE01.
    """
    source, name = value(form.source, scope), form.name
    players = scope.is_of(form.source, Sort.PLAYER)
    scope.bind(name, scope.member(form.source))
    together = form.together or form.answer("mode") == "together"
    parts = parts_together(form.body) if together else [form.body]
    kept = {one.name for one in parts[0] if isinstance(one, c.Choose | c.Let)}
    bodies = [steps(part, scope) for part in parts]
    shown_together = together and shows_first(parts[-1])
    of_mates = isinstance(form.source, c.Group) and form.source.row == "mates"

    def run(s: State, f: Frame) -> int:
        there = list(items(s, source(s, f)))
        if players:
            there = [p for p in in_turn_order(s, f, there) if p not in immune(s, f)]
            if of_that_foe(s, f, form.source):
                say(s, "speaks of", f.you, "resolve.that_foe", (f.this,), there)
            elif len(there) > 1:
                say(s, "speaks of", f.you, "resolve.turn_order", (f.this,), there)
            elif not there and of_mates:
                say(s, "speaks of", f.you, "resolve.no_teammate", (f.this,))
            there = s.rounds_of(form, f, there)
        f.loops += 1
        loop, outer = f.loops, f.rounds
        found: dict[Any, int] = {}
        names = f.names
        for turn, body in enumerate(bodies):
            for number, one in enumerate(there):
                f.rounds = (*outer, (loop, number, one))
                known = set(names)
                again = {name: one, **of_this_round(f, kept)} if turn else {}
                names[name] = one
                names.update(again)
                found[one] = found.get(one, 0) | body(s, f)
                if shown_together and players and not turn and s.trace is not None:
                    chosen = [x for other in kept for x in items(s, names.get(other))]
                    say(s, "commit", one, "effect.commit", (), (len(chosen),))
                for other in again:  # its value was kept when the first part was over
                    del names[other]
                leave(f, known)
        f.rounds = outer
        bits = 0
        for one in found:
            found[one] = in_all(found[one])
            bits |= found[one]
        if report is not None:
            report.clear()
            report.update(found)
        return in_any(bits)

    return run


def of_that_foe(s: State, f: Frame, source: c.Value) -> bool:
    """Whether a text means the foe whom you face."""
    if isinstance(source, c.Attribute) and source.row == "hit":
        attack = f.names.get(source.of[0].name) if isinstance(source.of[0], c.Var) else None
        return isinstance(attack, Aimed) and attack.at_that_foe
    return isinstance(source, c.Group) and source.row == "facing"


def in_turn_order(s: State, f: Frame, there: list[Any]) -> list[Any]:
    """Players in turn order, beginning with the one who plays the card."""
    if len(there) < 2 or any(one not in s.order for one in there):
        return there
    order: Iterable[Any] = everyone(s, f)
    if s.g.counts_seats and f.player in (None, f.you) and f.you is not None:
        foes = not any(player in s.g.teams[f.you] for player in there)
        order = clockwise(s, f.you) if foes else order
    return [player for player in order if player in there]


def parts_together(body: c.Block) -> list[c.Block]:
    """The parts of a round that all do before the next: to choose, and what is done with it. Which
    cards are moved is told before the first of them moves."""
    at = next((n for n, one in enumerate(body) if not isinstance(one, c.Choose | c.Let)), 0)
    first = body[at] if body else None
    if isinstance(first, c.Move) and not isinstance(first.cards, c.Var):
        told = c.Let(MOVED, first.cards)
        return [(*body[:at], told), (replace(first, cards=c.Var(MOVED)), *body[at + 1 :])]
    return [body[:at], body[at:]]


def shows_first(body: c.Block) -> bool:
    """Whether cards are shown before anything else is done."""
    first = body[0] if body else None
    return shows_first(first.of) if isinstance(first, c.Result) else isinstance(first, c.Show)


def of_this_round(f: Frame, kept: set[str]) -> dict[str, Any]:
    """What was named in the first part of this round."""
    if f.behind is None:
        return {}
    return {
        name: found
        for name in kept
        for rounds, found in f.behind.get(name, ())
        if rounds == f.rounds
    }


def repeat(form: c.Repeat, scope: Scope) -> Run:
    """So many times, while or until something is so. A round that could not be done is the last. So
    is one that comes no nearer to a number of the table at which it ends: it would go on for ever.
    In any case there are no more rounds than cards in the game, or than the text says."""
    scope.bind(form.name, Sort.RESULT)
    test = value(form.test, scope)
    body = steps(form.body, scope)
    left = distance(form, scope)
    how, name = form.how, form.name
    asked_first = form.answer("test") != "do_while"

    def run(s: State, f: Frame) -> int:
        f.loops += 1
        loop, outer = f.loops, f.rounds
        rounds = Outcome()
        f.names[name or f" {loop}"] = rounds
        f.results = (*f.results, rounds)
        times = test(s, f) if how is c.Round.TIMES else 0
        most = max(times, len(s.where))
        more = is_begun(how, times, asked_first, test, s, f)
        bits, number, began = 0, 0, s.count
        while more and s.result is None and number < most:
            before = left(s, f)
            known, f.rounds = set(f.names), (*outer, (loop, number, None))
            came: int = body(s, f)
            number += 1
            if s.count - began > MOST_ACTS:
                raise RunsForever(f"{MOST_ACTS:,} acts of one repetition")
            bits |= came
            if times:
                more = number < times
            else:
                after = left(s, f)
                no_nearer = before is not None and after is not None and after >= before
                stuck = bool(came & NOT_DONE) or no_nearer
                more = not stuck and bool(test(s, f)) is (how is c.Round.WHILE)
            leave(f, known)
            f.rounds = outer
        if more and number == most:
            say(s, "nothing", f.you, "nothing.repeat", (f.this,))
        f.results = tuple(x for x in f.results if x is not rounds)
        rounds.bits = in_any(bits)
        return rounds.bits

    return run


def is_begun(how: c.Round, times: Any, asked_first: bool, test: Run, s: State, f: Frame) -> bool:
    """Whether there is a first round. `asked_first`: whether an end is asked for before it."""
    match how:
        case c.Round.TIMES:
            return bool(times > 0)
        case c.Round.WHILE:
            return bool(test(s, f))
        case c.Round.UNTIL:
            return not asked_first or not test(s, f)
        case _:
            assert_never(how)


def distance(form: c.Repeat, scope: Scope) -> Run:
    """How far a number is from the one at which a repetition ends; None: it does not end at a
    number, or at one of what is done in it ("until you have drawn …"), which may stay as it is in
    one round and grow in the next."""
    test = form.test
    if form.how is not c.Round.UNTIL or not isinstance(test, c.Compare):
        return lambda s, f: None
    if speaks_of(test, form.name):
        return lambda s, f: None
    if not (scope.sort(test.left) is scope.sort(test.right) is Sort.NUM):
        return lambda s, f: None
    left, right = value(test.left, scope), value(test.right, scope)

    def run(s: State, f: Frame) -> Any:
        one, other = left(s, f), right(s, f)
        return None if one is None or other is None else abs(one - other)

    return run


# ------------------------------------------------------------------------- offers


def offer(form: c.Offer, scope: Scope) -> Run:
    """Somebody may do one thing, or does so many of several."""
    if form.name:
        return may_one_of(form, scope)
    if form.least == c.Number(0) and len(form.ways) == 1:
        return may(form, scope)
    return pick(form, scope)


def may(form: c.Offer, scope: Scope) -> Run:
    """Yes or no, if it can be done in full. `otherwise` if it cannot, if the answer is no, or if it
    comes to nothing."""
    (way,) = form.ways
    by, can, yes = chooser(form.by, scope), possible(way, scope), block(way, scope)
    otherwise = block(form.otherwise, scope)
    if scope.book.reads.assist_decider == "player" and not form.otherwise:
        by = deciding(by)
    kind = "unless" if form.otherwise else "may"

    def run(s: State, f: Frame) -> int:
        player = by(s, f)
        if not can(s, f):
            otherwise(s, f)
            return NOT_DONE
        f.asks = form, ()
        if s.ask(player, kind, [YES, NO]) == NO:
            otherwise(s, f)
            return NOT_DONE | DECLINED
        if yes(s, f) & NOT_DONE:
            otherwise(s, f)
            return NOT_DONE
        return DONE

    return run


def deciding(by: Run) -> Run:
    """`assist_decider`: the player of an Assist card decides for the active player."""

    def run(s: State, f: Frame) -> int:
        player: int = by(s, f)
        owner = None if f.this is None else s.owner(f.this)
        helps = player == f.you and owner is not None and owner in s.g.teams[player]
        return owner if helps and owner is not None else player

    return run


def may_one_of(form: c.Offer, scope: Scope) -> Run:
    """Of several players, those who can are asked one after the other: until one does it, or one
    does not and every one has to. If not all can who have to, nobody is asked."""
    (way,) = form.ways
    by, name, every = value(form.by, scope), form.name, form.every
    scope.bind(name, Sort.PLAYER)
    can, yes = possible(way, scope), steps(way, scope)
    otherwise = block(form.otherwise, scope)
    kind = "unless" if form.otherwise else "may"

    def run(s: State, f: Frame) -> int:
        there = list(items(s, by(s, f)))
        able = [one for one in there if bound(s, f, name, one, can)]
        asked = able if able == there or not every else []
        f.loops += 1
        loop, outer = f.loops, f.rounds
        done = False
        for number, player in enumerate(asked):
            done = s.ask(player, kind, [YES, NO]) == YES
            if done:
                known, f.rounds = set(f.names), (*outer, (loop, number, player))
                f.names[name] = player
                done = not yes(s, f) & NOT_DONE
                leave(f, known)
                f.rounds = outer
            if done is not every:
                break
        if done:
            return DONE
        otherwise(s, f)
        return NOT_DONE | DECLINED if asked else NOT_DONE

    return run


def pick(form: c.Offer, scope: Scope) -> Run:
    """So many of several things, all picked before the first is done (RSB-X02). The first is one
    that can be done, if one can (CB-31); any other may be the next. They are done in the order of
    the text."""
    by, least, most_of = chooser(form.by, scope), value(form.least, scope), value(form.most, scope)
    can = [possible(way, scope) for way in form.ways]
    ways = [block(way, scope) for way in form.ways]
    every = list(range(len(ways)))
    reads = scope.book.reads
    if reads.options == "any":
        can = [ALWAYS for _ in ways]
    if reads.empty_main_deck == "no_option":
        can = [with_main_deck(way, run) for way, run in zip(form.ways, can, strict=True)]

    def run(s: State, f: Frame) -> int:
        player = by(s, f)
        most = min(most_of(s, f), len(every))
        open_ = [number for number in every if can[number](s, f)] or every
        chosen: list[int] = []
        while len(chosen) < most:
            options: list[Option] = [("option", number) for number in open_]
            if len(chosen) >= least(s, f):
                options.append(STOP)
            f.asks = form, (*chosen,)
            taken = s.ask(player, "option", options)
            if taken == STOP:
                break
            if s.trace is not None:
                place = said_by(form.ways[taken[1]]) or ()
                say(s, "option", player, "effect.option", (f.this,), (taken[1], *place))
            chosen.append(taken[1])
            open_ = [number for number in every if number not in chosen]
        bits = 0
        for number in sorted(chosen):
            bits |= ways[number](s, f)
        return in_all(bits)

    return run


def with_main_deck(way: c.Block, can: Run) -> Run:
    """Whether it can be done, and wants no card of a main deck that is empty."""
    wants = any(isinstance(x, c.Place) and x.row == "main" for one in way for x in walk(one))
    return (lambda s, f: bool(s.zones[s.g.main_deck]) and can(s, f)) if wants else can


# ------------------------------------------------------------------------- what begins


def wait(form: c.On, scope: Scope) -> Run:
    """It is waited for from now on. `retro`: what is so already counts as just become so (RBJ-X01,
    CB-46); if it is done so many times only, that was one."""
    on = standing(form, scope)
    assert isinstance(on, now.On)
    at_once = form.retro and isinstance(on.event, now.Becomes)

    def run(s: State, f: Frame) -> int:
        bits: int = UNKNOWN
        if at_once and isinstance(on.event, now.Becomes) and on.event.test(s, f):
            bits = on.body(s, f)
            if form.limit is not None:
                return bits
        begin(s, f, on)
        return bits

    return run


def change(form: c.Change, scope: Scope) -> Run:
    """An attribute is changed from now on. Power that follows the game is given at once. If this
    card gets a text that it did not have, and that is carried out when a card is played, it is
    carried out now."""
    stands = standing(form, scope)
    texts = value(form.value, scope)
    of_power = form.attribute == c.Attribute("power") or (
        isinstance(form.attribute, c.Attribute) and form.attribute.row == "power"
    )
    of_this = isinstance(form.attribute, c.Attribute) and (
        form.attribute.row == "text" and form.attribute.of == (c.Var("this"),)
    )

    def run(s: State, f: Frame) -> int:
        known = texts_of(s, f.this) if of_this and f.this is not None else ()
        if s.trace is not None:
            tell_change(s, f, stands)
        begin(s, f, stands)
        if of_power:
            look_at_power(s, begun=True)
        elif of_this:
            for text in items(s, texts(s, f)):
                if text.home == "played" and text.body is not None and text not in known:
                    frame = Frame(f.you, f.this)
                    frame.player = f.player
                    carry_out(s, frame, text.body)
        return UNKNOWN

    return run


def tell_change(s: State, f: Frame, change: now.Standing) -> None:
    """The cost of a Character is changed for a while; a Character is flipped, a card controlled, or
    it gets the text of another."""
    assert isinstance(change, now.Change)
    if change.row not in ("controllers", "face", "cost"):
        return
    whom = [x for run in change.of[:1] for x in items(s, run(s, f))] if not change.source else []
    if change.source is not None:
        one = change.form.name
        for x in items(s, change.source(s, f)):
            whom += items(s, bound(s, f, one, x, change.of[0]))
    if change.row == "controllers":
        say(s, "control", f.you, "effect.control", whom)
    for card in whom:
        if change.row == "face":
            zone = s.where[card]
            whose = zone // PER_PLAYER if zone < s.g.players * PER_PLAYER else f.you
            say(s, "flip", whose, "effect.flip", (card,))
        elif change.row == "cost" and s.g.is_character[card]:
            more = change.op is c.ChangeOp.MORE
            tell_raise(s, f, card, change.amount(s, f) if more else -change.amount(s, f))


def tell_raise(s: State, f: Frame, card: int, number: Any) -> None:
    """The cost of a Character is raised or lowered."""
    player = s.g.zone_player[s.where[card]]
    assert player is not None
    topic = of_raise(s, player) if number >= 0 else "cost.lowered"
    say(s, "cost", player, topic, (f.this,), (number,))


def beginning(form: c.Option | c.Forbid, scope: Scope) -> Run:
    """It stands from now on."""
    stands = standing(form, scope)

    def run(s: State, f: Frame) -> int:
        begin(s, f, stands)
        return UNKNOWN

    return run


# ------------------------------------------------------------------------- what stands


def standing(form: c.Standing, scope: Scope) -> now.Standing:
    """A statement that stands, as functions."""
    made = noted_standing(standing_of(form, scope), scope)
    scope.made.append(made)
    return made


def standing_of(form: c.Standing, scope: Scope) -> now.Standing:
    """The same by its form."""
    within: now.Within | None = time_of(form.within, scope)
    if within is always:
        within = None
    over, ended = over_with(form.within, scope), is_over(form.within, scope)
    match form:
        case c.On():
            return on_event(form, scope, within, over, ended)
        case c.Change():
            return changing(form, scope, within, over, ended)
        case c.Forbid():
            event = pattern(form.event, scope)
            assert isinstance(event, now.Pattern)
            return now.Forbid(form, event, within, over, ended)
        case c.Option():
            return using(form, scope, within, over, ended)
        case _:
            assert_never(form)


Ended = now.Pattern | now.Becomes | None
TURNS: Final = {"turn_begin", "turn_end"}


def on_event(
    form: c.On, scope: Scope, within: now.Within | None, over: Ended, ended: now.Within
) -> now.On:
    """After an event, or in its place."""
    event = pattern(form.event, scope)
    body = block(form.body, scope)
    told = form.event if isinstance(form.event, c.Event) else None
    where = None if told is None else told.where
    return now.On(
        form,
        event,
        verbs_of(event) if isinstance(event, now.Pattern) else frozenset(),
        body,
        within,
        over,
        ended,
        None if form.nth is None else value(form.nth, scope),
        told is not None and bool(set(told.verbs) & TURNS),
        where is not None and says_you_do_it(where),
        all(isinstance(step, c.Proceed) for step in form.body),
        all(isinstance(step, c.Move) and step.by is None for step in form.body),
        tuple(value(x.cards, scope) for x in form.body if isinstance(x, c.Move) and x.by is None),
        avoids(form.body),
        next((one.answer for one in form.settings if one.name == "banner"), None),
        form.answer("often") == "first",
        form.limit is not None,
        form.within == c.Span("turns", c.Var("you")),
        any(x == c.Span("turns", c.Var("you")) for x in spans_of(form.within)),
    )


def changing(
    form: c.Change, scope: Scope, within: now.Within | None, over: Ended, ended: now.Within
) -> now.Change:
    """An attribute is changed."""
    attribute = form.attribute
    assert isinstance(attribute, c.Attribute)
    source = None if form.source is None else value(form.source, scope)
    if form.source is not None:
        scope.bind(form.name, scope.member(form.source))
    of = tuple(value(one, scope) for one in attribute.of)
    live = form.answer("counted") == "live" or attribute.row == "text"
    is_live = form.answer("set") != "now"
    return now.Change(
        form,
        attribute.row,
        form.op,
        applying(form, attribute, of, source, scope),
        of,
        value(form.value, scope),
        None if form.at_least is None else value(form.at_least, scope),
        source,
        within,
        over,
        ended,
        not live and not speaks_of(form.value, form.name or " "),
        form.answer("set") == "now",
        form.source is None and attribute.of == (c.Var("this"),),
        form.source is None and attribute.of == (c.Attribute("character", (c.Var("you"),)),),
        own_zone(form.source) if is_live and attribute.of[:1] == (c.Var(form.name),) else None,
        is_settled(form),
        form.value.name if isinstance(form.value, c.Kind) and form.op is c.ChangeOp.MORE else "",
    )


def own_zone(source: c.Value | None) -> int | None:
    """Of which zone of your own all of those are of whom a change speaks, if it says so."""
    match source:
        case c.Place():
            return of_yours(source)
        case c.Filter(_, inner, _):
            return own_zone(inner)
        case _:
            return None


def applying(
    form: c.Change,
    attribute: c.Attribute,
    of: tuple[Run, ...],
    source: Run | None,
    scope: Scope,
) -> Callable[[State, Active[now.Change], tuple[Any, ...]], bool]:
    """Whether a change is about these: directly, or as one of those of whom it speaks."""
    name = form.name
    if source is None or form.source is None:
        if attribute.of == (c.Var("this"),):
            return lambda s, one, whose: one.frame.this == whose[0]
        return lambda s, one, whose: is_that(s, one.frame, of, whose)
    is_it = attribute.of[:1] == (c.Var(name),)
    just_it = attribute.of == (c.Var(name),)
    among = being_among(form.source, scope)
    there = source

    def run(s: State, one: Active[now.Change], whose: tuple[Any, ...]) -> bool:
        if one.found is not None and just_it:
            return whose[0] in one.found
        if one.found is not None:
            return any(known_as(s, one.frame, name, x, of, whose) for x in one.found)
        if is_it:
            it = whose[0]
            if not among(s, one.frame, it):
                return False
            return just_it or known_as(s, one.frame, name, it, of, whose)
        found = items(s, there(s, one.frame))
        return any(known_as(s, one.frame, name, x, of, whose) for x in found)

    return run


def known_as(
    s: State, f: Frame, name: str, it: Any, of: tuple[Run, ...], whose: tuple[Any, ...]
) -> bool:
    """Whether an attribute is that of these, where a name is known."""
    found: bool = bound(s, f, name, it, lambda s, f: is_that(s, f, of, whose))
    return found


def is_that(s: State, f: Frame, of: tuple[Run, ...], whose: tuple[Any, ...]) -> bool:
    """Whether an attribute is that of these."""
    for run, it in zip(of, whose, strict=True):
        found = run(s, f)
        if found != it and (type(found) is int or items(s, found) != [it]):
            return False
    return True


def being_among(source: c.Value, scope: Scope) -> Callable[[State, Frame, Any], bool]:
    """Whether something is one of those that a value means."""
    match source:
        case c.Place("anywhere"):
            return lambda s, f, it: True
        case c.Place(row, c.Var("you")) if row in OWN:
            own = OWN[row]
            return lambda s, f, it: f.you is not None and s.where[it] == f.you * PER_PLAYER + own
        case c.Filter(name, c.Place(row, c.Var("you")), test) if row in OWN:
            own = OWN[row]
            asked = test_of(test, name, scope)

            def fits(s: State, f: Frame, it: Any) -> bool:
                if f.you is None or s.where[it] != f.you * PER_PLAYER + own:
                    return False
                return bool(asked(s, f, it))

            return fits
        case c.Filter(name, inner, test):
            outer = being_among(inner, scope)
            scope.bind(name, scope.member(inner))
            held = value(test, scope)

            def fitting(s: State, f: Frame, it: Any) -> bool:
                return outer(s, f, it) and bool(bound(s, f, name, it, held))

            return fitting
        case _:
            there = value(source, scope)
            return lambda s, f, it: it in items(s, there(s, f))


def using(
    form: c.Option, scope: Scope, within: now.Within | None, over: Ended, ended: now.Within
) -> now.Use:
    """What players may do at their time."""
    where = None
    if form.where is not None:
        where = noted_test(form, value(form.where, scope), scope)
    at_will = not (is_held(form) or is_payment(form) or lends(form))
    if at_will and scope.book.reads.use_timing == "at_once":
        where = before_all_else(where)
    needs = possible(form.price or form.body, scope)
    price = steps(form.price, scope) if form.price else None
    scope.bind("paid", Sort.RESULT)
    body = with_rider(form.body, scope) if has_rider(form) else block(form.body, scope)
    play = lends(form)
    spans = list(spans_of(form.within))
    return now.Use(
        form,
        body,
        price,
        needs,
        where,
        None if form.limit is None else value(form.limit, scope),
        None if form.key is None else value(form.key, scope),
        within,
        over,
        ended,
        is_held(form),
        is_payment(form),
        any(x.row == "confrontation" for x in spans) and raises(form),
        any(x.row == "turns" and x.of != c.Var("you") for x in spans),
        form.where is not None and names_group(form.where, "attacked"),
        None if play is None else lent(form, play, scope),
        form.answer("paid"),
        form.answer("must") == "must",
        form.within == c.Span("turns", c.Var("you")),
        is_endless(form),
        form.limit.value if isinstance(form.limit, c.Number) else None,
    )


def has_rider(form: c.Option) -> bool:
    """Whether a Block that tells by how much it raises the cost says something besides."""
    first, *more = form.body or (None,)
    return bool(more) and isinstance(first, c.ForEach) and form.within == c.Span("blocking")


def with_rider(body: c.Block, scope: Scope) -> Run:
    """A Block: the cost is raised, then comes what it says besides."""
    raised, rider = block(body[:1], scope), block(body[1:], scope)

    def run(s: State, f: Frame) -> int:
        bits: int = raised(s, f)
        say(s, "rider", f.you, "block.rider", (f.this,))
        return in_all(bits | rider(s, f))

    return run


def before_all_else(where: Run | None) -> Run:
    """An ability is used before its player has done anything else to a card in this turn."""

    def run(s: State, f: Frame) -> Any:
        if any(x.by == f.you and x.card is not None for x in s.facts):
            return False
        return where is None or where(s, f)

    return run


def is_endless(form: c.Option) -> bool:
    """Whether it can be used any number of times."""
    if form.key is not None or form.answer("uses") == "any_number":
        return True
    paid = form.answer("paid")
    return paid != "once" and (form.limit is None or paid == "unlimited")


def lent(form: c.Option, play: c.Play, scope: Scope) -> Run:
    """The cards that may be played later; which one it is, is chosen by playing it."""
    first = form.body[0]
    if isinstance(first, c.Choose) and speaks_of(play.card, first.name):
        return value(first.source, scope)
    return value(play.card, scope)


def stands_of(body: c.Block, scope: Scope) -> list[now.Stands]:
    """The statements of a text that stand."""
    found: list[now.Stands] = []
    for at, form in enumerate(body):
        match form:
            case c.On() | c.Option() | c.Change() | c.Forbid():
                found.append(standing(form, scope))
            case c.ForEach() | c.If() | c.Let():
                found.append(now.Several(said(body[at:], scope)))
                break
            case _:
                pass
    return found


def said(
    body: c.Block, scope: Scope
) -> Callable[[State, Frame], Iterator[tuple[now.Standing, Frame]]]:
    """What stands for each of several, depending on something, or of what has a name."""
    parts: list[Callable[[State, Frame], tuple[Frame, list[tuple[now.Standing, Frame]]]]] = []
    for form in body:
        match form:
            case c.On() | c.Option() | c.Change() | c.Forbid():
                parts.append(one_that_stands(standing(form, scope)))
            case c.ForEach():
                parts.append(for_each_that_stands(form, scope))
            case c.If():
                parts.append(if_it_stands(form, scope))
            case c.Let():
                parts.append(named(form, scope))
            case _:
                pass

    def run(s: State, f: Frame) -> Iterator[tuple[now.Standing, Frame]]:
        for part in parts:
            f, found = part(s, f)
            yield from found

    return run


Part = Callable[[State, Frame], tuple[Frame, list[tuple[now.Standing, Frame]]]]


def one_that_stands(stands: now.Standing) -> Part:
    """It stands."""
    return lambda s, f: (f, [(stands, f)])


def for_each_that_stands(form: c.ForEach, scope: Scope) -> Part:
    """It stands for each of them."""
    source = value(form.source, scope)
    scope.bind(form.name, scope.member(form.source))
    inner, name = said(form.body, scope), form.name

    def run(s: State, f: Frame) -> tuple[Frame, list[tuple[now.Standing, Frame]]]:
        found = [x for one in items(s, source(s, f)) for x in inner(s, with_name(f, name, one))]
        return f, found

    return run


def if_it_stands(form: c.If, scope: Scope) -> Part:
    """It stands depending on a condition."""
    test = noted_test(form, value(form.test, scope), scope)
    then, otherwise = said(form.then, scope), said(form.otherwise, scope)
    return lambda s, f: (f, list((then if test(s, f) else otherwise)(s, f)))


def named(form: c.Let, scope: Scope) -> Part:
    """A name for what follows."""
    of, name = value(form.value, scope), form.name
    scope.bind(name, scope.sort(form.value))
    return lambda s, f: (with_name(f, name, of(s, f)), [])


def with_name(f: Frame, name: str, it: Any) -> Frame:
    """The same text, in which one more name is known."""
    frame = f.copy()
    frame.names[name] = it
    return frame
