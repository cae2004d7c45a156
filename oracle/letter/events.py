"""Events and windows: which facts fit a pattern, what happened in a stretch of time, and whether it
is that time now."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter.position import Act, Card, Fact, Frame, Outcome, player_of
from rules_check.oracle.letter.table import Table
from rules_check.oracle.letter.values import items, value

# ------------------------------------------------------------------------- events


def fits(t: Table, f: Frame, pattern: c.Value, fact: Fact) -> bool:
    """Whether a fact is one that a pattern speaks of."""
    match pattern:
        case c.Event(verbs, name, _, where):
            told = as_told(t, f.this, verbs, fact)
            if told is None:
                return False
            if where is None:
                return True
            before, t.moment = t.moment, fact
            held = t.is_so(f.knowing(name, told), where)
            t.moment = before
            return held is True
        case c.Becomes(test):
            return t.is_so(f, test) is True  # whether it was not so before: `has_become`
        case _:
            raise ValueError("no pattern of events")


def as_told(t: Table, card: Card | None, verbs: tuple[str, ...], fact: Fact) -> Fact | None:
    """A fact as the text of a card speaks of it; None if it does not speak of it. What one player
    passes another receives (where both are asked for, it is the passing); it is not gained
    (RSB-GN01; CB-29 is played by its second reading)."""
    if fact.verb in counting_as(t, card, verbs):
        return fact
    if fact.verb == "pass" and "receive" in verbs:
        return replace(fact, verb="receive", by=player_of(fact.to))
    return None


def counting_as(t: Table, card: Card | None, verbs: tuple[str, ...]) -> set[str]:
    """The verbs that the book of a card counts as these: RSB says that buying and defeating is
    gaining (RSB-GN02, RSB-X06), HU that defeating a Super-Villain is buying it (HU-FQ02)."""
    found = set(verbs)
    if "gain" in found:
        found.add("receive")
        if t.game.book(card, "gain.includes_buy"):
            found.add("buy")
        if t.game.book(card, "gain.includes_defeat"):
            found.add("defeat")
    if "buy" in verbs and t.game.book(card, "opponent.kind") != "characters":
        found.add("defeat")
    return found


def did(t: Table, f: Frame, form: c.Did) -> list[Fact] | list[Act]:
    """What happened in a window: the facts that fit, as the text speaks of them."""
    pattern = form.event
    assert isinstance(pattern, c.Event)
    there = facts_in(t, f, form.window)
    if pattern.whole:
        return acts(t, f, pattern, there)
    return [
        told
        for fact in there
        if fits(t, f, pattern, fact) and (told := as_told(t, f.this, pattern.verbs, fact))
    ]


def acts(t: Table, f: Frame, pattern: c.Event, facts: list[Fact]) -> list[Act]:
    """The whole acts that fit: a draw of three cards is one, and what is asked of it is asked of
    all its cards together."""
    found: dict[int, list[Fact]] = {}
    for fact in facts:
        told = as_told(t, f.this, pattern.verbs, fact)
        if told is not None:
            found.setdefault(fact.act, []).append(told)
    whole = [Act(several) for several in found.values()]
    where = pattern.where
    return [x for x in whole if where is None or t.is_so(f.knowing(pattern.name, x), where) is True]


# ------------------------------------------------------------------------- windows


def facts_in(t: Table, f: Frame, window: c.Value) -> list[Fact]:
    """What has happened in a stretch of time."""
    pos = t.pos
    everything = [*pos.before, *pos.facts]
    match window:
        case c.Span("turn" | "each_turn"):
            return list(pos.facts)
        case c.Span("turns", of):
            assert of is not None
            return list(pos.facts) if pos.active in items(t, value(t, f, of)) else []
        case c.Span("lastturn", of):
            assert of is not None
            player = value(t, f, of)
            own = [x.turn for x in pos.before if x.verb == "turn_begin" and x.by == player]
            return [x for x in everything if own and x.turn == own[-1]]
        case c.Span("text"):
            return list(f.acts)
        case c.Span("confrontation" | "confronting"):
            begun = [x.number for x in pos.facts if x.verb == "announce"]
            return [x for x in pos.facts if begun and x.number >= begun[-1]]
        case c.Span():
            return everything
        case c.After(result):
            known = items(t, value(t, f, result))
            last = max((x.number for x in known), default=0)
            return [x for x in everything if x.number > last]
        case c.Until() | c.While():
            return everything
        case c.Overlap(left, right):
            other = facts_in(t, f, right)
            return [x for x in facts_in(t, f, left) if x in other]
        case _:
            found = value(t, f, window)
            return found.facts if isinstance(found, Outcome) else items(t, found)


def within(t: Table, f: Frame, window: c.Value | None, turn: int) -> bool:
    """Whether it is that time now, for something that began in a turn. What ends with an event is
    taken away when it happens (`end_with`), what ends with a turn when that is over (`expire`);
    what comes after a result begins where the text says so."""
    match window:
        case None | c.Until() | c.After():
            return True
        case c.Span(row, of):
            return is_span(t, f, row, of, turn)
        case c.While(test):
            return t.is_so(f, test) is True
        case c.Overlap(left, right):
            return within(t, f, left, turn) and within(t, f, right, turn)
        case _:
            raise ValueError(f"no stretch of time: {window}")


def is_span(t: Table, f: Frame, row: str, of: c.Value | None, turn: int) -> bool:
    """Whether it is that stretch of time now. `turn` is the turn in which it began. A First
    Appearance is in nobody's turn. Once the end of a turn is announced, it is no longer "during"
    that turn; what lasts for the turn still does.

    Rules: HU-SV12, CONF-ET01, HU-ER01, RBJ-E01, RSB-E01.
    """
    pos = t.pos
    nobodys = pos.phase == "appearance"
    whose = [] if of is None else items(t, value(t, f, of))
    match row:
        case "turn":
            return pos.turn == turn and not nobodys
        case "turns":
            return pos.active in whose and pos.phase != "end" and not nobodys
        case "nextturn":
            return pos.turn > turn and pos.active in whose and not nobodys
        case "later":
            return pos.turn > (f.turn if f.turn >= 0 else turn)
        case "confrontation":
            return pos.confronted is not None
        case "confronting":
            return pos.confronted is not None and pos.active in whose
        case "this_attack":
            return bool(t.attacks) and not t.attacks[-1].struck
        case "blocking":
            return pos.phase == "block"
        case "scoring":
            return pos.phase == "over"
        case "setup":
            return pos.phase == "setup"
        case "game" | "each_turn":
            return True
        case _:
            raise ValueError(f"it cannot be said whether it is {row} now")


def over_with(window: c.Value | None) -> c.Value | None:
    """The event with which a window ends, if it does."""
    match window:
        case c.Until(event):
            return event
        case c.Overlap(left, right):
            return over_with(left) or over_with(right)
        case _:
            return None


def is_over(t: Table, f: Frame, window: c.Value | None, turn: int) -> bool:
    """Whether something that began in a turn can come no more, since this turn is over."""
    match window:
        case c.Span("turn"):
            return True
        case c.Span("nextturn"):
            return within(t, f, window, turn)
        case c.Overlap(left, right):
            return is_over(t, f, left, turn) or is_over(t, f, right, turn)
        case _:
            return False


__all__ = ["assert_never", "did", "facts_in", "fits", "within"]
