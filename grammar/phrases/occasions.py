"""Occasions ("when …", "at the start of …"), events, and stretches of time."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import (
    Misfit,
    Part,
    Parts,
    read,
    reads,
    rule,
    say,
    table,
    writes,
)
from rules_check.grammar.clauses import open_clause
from rules_check.grammar.phrases import players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.cards import selection
from rules_check.grammar.phrases.filters import core

# ------------------------------------------------------------------ reading: occasions

rule("span", "AT_ANY_TIME? window")
rule("window", *w.WINDOWS)


def _nth(words: Part) -> int:
    """ "the second time"."""
    return w.ORDINALS[str(words).split()[1]]


def _nth_time(c: Parts) -> a.Trigger:
    early = w.window(c)
    event = read(c[-1] if early else c[1])
    trigger = _trigger(c, event, a.Often.NTH, _nth(c[0]))
    return replace(trigger, window=early) if early else trigger


def _when_nth(c: Parts) -> a.Trigger:
    """ "when you play your second Hero this turn"."""
    _, who, word, *_ = c
    found = core(w.first(c, "core")).cards(a.Exactly(a.ONE))
    event = a.Event((w.verb(word),), read(who), found)
    return _trigger(c, event, a.Often.NTH, w.ORDINALS[str(w.first(c, "ORDINAL"))])


table(
    "occasion",
    {
        "EACH_TIME event span?": lambda c: _trigger(c, read(c[1]), a.Often.EACH),
        ("THE_NTH_TIME event span?", "THE_NTH_TIME window event"): _nth_time,
        ("WHEN event span?", "IF would span?", "IF to_this span?"): lambda c: _trigger(
            c, read(c[1]), a.Often.WHEN
        ),
        "WHEN who_np _act YOUR ORDINAL core span?": _when_nth,
        "moment": lambda c: read(c[0]),
        "END_OF_GAME": lambda _: a.GameEnd(),
        (
            "IN_CONFRONTATION",
            "(DURING_YOUR_TURN | FOES_TURN | OTHER_TURN | ANY_TURN | THIS_TURN)",
        ): lambda c: w.WINDOWS[c[0].type],
    },
)


def _trigger(c: Parts, what: a.Event, often: a.Often, nth: int = 0) -> a.Trigger:
    said = w.first(c, "span")
    if open_clause(what.what, a.ThisWay) and said is not None and len(said.children) == 1:
        raise Misfit
    return a.Trigger(what, often, nth, w.span(c, what.what))


def trigger_after(tree: Part) -> a.Trigger:
    """A trigger said after its effect: "draw a card each time you buy a card"."""
    word, said, *_ = tree.children
    happens = read(said)
    if happens.what == a.THIS or happens.would:
        raise Misfit  # "when you play this card" says when something is counted
    if w.token(word, "THE_NTH_TIME"):
        return _trigger(tree, happens, a.Often.NTH, _nth(word))
    return _trigger(tree, happens, a.Often.EACH if w.token(word, "EACH_TIME") else a.Often.WHEN)


# --------------------------------------------------------------------- reading: events

rule("acted_event", '_act ("or" _act)*')
rule("?event", "would")
rule("to_this", "who_np acted_event this -> event_done", 'this "is" PAST -> event_passive')
rule("to_this", 'who_np ("are" | "is") (ATTACKED | CONFRONTED) -> event_against')


def _verbs(tree: Part) -> tuple[a.Verb, ...]:
    return tuple(map(w.verb, tree.children))


@reads("event", "who_np acted_event selection IN_ANY_ZONE?")
def event_done(c: Parts) -> a.Event:
    """ "you play a Hero"."""
    who, said, what, *_ = c
    return a.Event(_verbs(said), read(who), read(what), anywhere="IN_ANY_ZONE" in w.kinds(c))


@reads("event", 'selection "is" PAST (destination | IN_ANY_ZONE)?')
def event_passive(c: Parts) -> a.Event:
    """ "this card is destroyed"."""
    what, word, *tail = c
    to: a.Place | None = None
    if tail and not w.token(tail[0]):
        if not w.is_tree(tail[0], "to_place"):
            raise Misfit
        to = players.one_place(tail[0].children[0])
    anywhere = "IN_ANY_ZONE" in w.kinds(c)
    return a.Event((w.verb(word),), None, read(what), to=to, anywhere=anywhere)


@reads("event", 'who_np ("are" | "is") (ATTACKED | CONFRONTED)')
def event_against(c: Parts) -> a.Event:
    """ "you are attacked"."""
    verb_ = a.Verb.ATTACK if "ATTACKED" in w.kinds(c) else a.Verb.CONFRONT
    return a.Event((verb_,), read(c[0]))


table(
    "event",
    {
        'who_np AVOID (A | "the" | THIS_CARD) KEYWORD': lambda c: a.Event(
            (a.Verb.AVOID,), read(c[0])
        ),
        'A CARD "tells" YOU "to" MOVE cards': lambda c: a.Event(
            (w.verb(w.first(c, "MOVE")),), a.YOU, read(c[-1]), told=True
        ),
    },
)
table(
    "would",
    {
        'who_np "would" acted_event selection': lambda c: a.Event(
            _verbs(c[1]), read(c[0]), read(c[2]), would=True
        ),
        'selection "would" "be" PAST': lambda c: a.Event(
            (w.verb(c[-1]),), None, read(c[0]), would=True
        ),
    },
)

# -------------------------------------------------------------------- reading: moments


def _point(c: Parts) -> a.Point:
    return a.Point.START if "START" in w.kinds(c) else a.Point.END


def _moment_next(c: Parts) -> a.Moment:
    """ "during your next turn": from its start on."""
    whose = next(p for p in c if not w.token(p))
    point = a.Point.END if "END" in w.kinds(c) else a.Point.START
    return a.Moment(point, read(whose), next=True)


def _until_event(c: Parts) -> a.Until:
    ends = read(c[-1])
    if ends.who is not None and ends.what is not None:
        raise Misfit  # "until you reveal a Hero" says how often, not how long
    return a.Until(ends)


def _until_moment(c: Parts) -> a.Until:
    said = w.first(c, *players.PLAYERS)
    point = _point(c)
    whose = read(said) if said is not None else a.YOU
    return a.Until(a.Moment(point, whose, next=point is a.Point.START))


table(
    "moment",
    {
        '"at" "the" (START | END) "of" EACH_OF_YOUR_TURNS': lambda c: a.Moment(
            _point(c), a.YOU, each=True
        ),
        "END_OF_TURN": lambda c: a.Moment(_point(c)),
        (
            '"at" "the"? (START | END) "of" possessive NEXT_TURN',
            '("on" | "during") possessive NEXT_TURN',
        ): _moment_next,
        '"at" "the"? (START | END) "of" possessive "turn"': lambda c: a.Moment(
            _point(c), read(c[-1])
        ),
    },
)
table(
    "until",
    {
        "UNTIL event": _until_event,
        (
            'UNTIL "the" END "of" (who_np "\'s" | YOUR) "turn"',
            'UNTIL "the" START "of" (who_np "\'s" | YOUR) ("turn" | NEXT_TURN)',
        ): _until_moment,
    },
)

# ----------------------------------------------------------------------------- writing


@writes(a.Moment)
def moment(when: a.Moment) -> str:
    """ "at the end of your turn"."""
    if when.each:
        return f"at the {when.point.value} of each of your turns"
    turn = "next turn" if when.next else "turn"
    return f"at the {when.point.value} of {players.possessive(when.whose)} {turn}"


@writes(a.GameEnd)
def say_game_end(_what: a.GameEnd) -> str:
    """ "at the end of the game"."""
    return "at the end of the game"


@writes(a.Once)
def say_once(what: a.Once) -> str:
    """ "once during each of your turns"."""
    return f"once {what.window.value}"


@writes(a.Trigger)
def say_trigger(what: a.Trigger) -> str:
    """ "each time you play a Hero this turn"."""
    match what.often:
        case a.Often.WHEN | a.Often.EACH:
            said = what.often.value
        case a.Often.NTH:
            said = f"the {list(w.ORDINALS)[what.nth - 1]} time"
        case _:
            assert_never(what.often)
    said += f" {say(what.event)}"
    if what.window is None:
        return said
    loose = open_clause(what.event.what)
    return f"{said} {'at any time ' if loose else ''}{what.window.value}"


@writes(a.Event)
def say_event(what: a.Event) -> str:
    """Something that happens."""
    cards = "" if what.what is None else selection(what.what)
    zone = " in any zone" if what.anywhere else ""
    if what.told:
        return f"a card tells you to {what.verbs[0].value} {cards}"
    if what.who is None:
        goal = f" {players.destination(what.to)}" if what.to is not None else ""
        be = "would be" if what.would else "is"
        return f"{cards} {be} {a.PAST[what.verbs[0]]}{goal}{zone}"
    base = players.is_you(what.who)
    who = players.player(what.who)
    if what.verbs[0] in {a.Verb.ATTACK, a.Verb.CONFRONT}:
        return f"{who} {'are' if base else 'is'} {what.verbs[0].value}ed"
    said = " or ".join(v.value if base or what.would else a.with_s(v.value) for v in what.verbs)
    if what.would:
        return f"{who} would {said} {cards}"
    return f"{who} {said} {cards or 'an Attack'}{zone}"


@writes(a.Until)
def until(what: a.Until) -> str:
    """Until an event or the end of a turn."""
    if isinstance(what.end, a.Event):
        return f"until {say(what.end)}"
    turn = "next turn" if what.end.next else "turn"
    return f"until the {what.end.point.value} of {players.possessive(what.end.whose)} {turn}"
