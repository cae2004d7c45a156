"""What a scenario expects, line by line: `P1 hand: Punch, Weakness x2`, `active: P2`.

`parse_check` reads a line; the check it gives tells what is wrong at a moment of the game,
or says nothing when all is as expected. docs/scenario-files.md lists the forms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from rules_check.grammar.findings import closest
from rules_check.oracle.scenarios.event_checks import Check, Happened, happened_before, read_event
from rules_check.oracle.scenarios.moments import (
    Moment,
    UnreadableLine,
    cards_text,
    parse_cards,
    parse_seat,
    seat_text,
)
from rules_check.oracle.scenarios.zones import (
    BOSS_WORDS,
    SEAT_WORDS,
    TABLE_WORDS,
    Zone,
    parse_zone,
    stacks,
)
from rules_check.oracle.seen import seen_cards, why_seen


class How(Enum):
    """How the cards of a zone are compared with a list."""

    EXACTLY = ""
    AT_LEAST = "has"
    NONE = "has no"
    ON_TOP = "top:"


@dataclass(frozen=True, slots=True)
class Holds(Check):
    """Cards lie in a zone: `how` tells whether exactly these, at least, none of them, on top."""

    zone: Zone
    how: How
    cards: tuple[str, ...]

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        if unknown := self.zone.missing(at) or at.unknown_names(self.cards):
            return unknown
        there = self.zone.names(at)
        found, expected = Counter(there), Counter(self.cards)
        match self.how:
            case How.EXACTLY if found != expected:
                return f"expected {cards_text(self.cards)}, found {cards_text(there)}"
            case How.AT_LEAST if not expected <= found:
                return f"expected at least {cards_text(self.cards)}, found {cards_text(there)}"
            case How.NONE if found & expected:
                return f"found {cards_text((found & expected).elements())}"
            case How.ON_TOP if there[: len(self.cards)] != list(self.cards):
                return f"found {', '.join(there[: len(self.cards)]) or 'nothing'}"
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class Size(Check):
    """So many cards lie in a zone."""

    zone: Zone
    number: int

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        if missing := self.zone.missing(at):
            return missing
        there = self.zone.names(at)
        if len(there) == self.number:
            return ""
        held = f" ({cards_text(there)})" if 0 < len(there) <= 12 else ""
        return f"expected {self.number}, found {len(there)}{held}"


@dataclass(frozen=True, slots=True)
class Sees(Check):
    """A player may see the cards of a zone, or may not."""

    seat: int
    zone: Zone
    wanted: bool

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        if missing := self.zone.missing(at):
            return missing
        there = self.zone.names(at)
        if not there:
            return f"{self.zone.words} is empty: there is nothing to see"
        seen = seen_cards(at.game, at.state, self.seat, self.zone.key, self.zone.seat)
        if (seen is not None and Counter(seen) == Counter(there)) == self.wanted:
            return ""
        return f"what the player sees of it: {'nothing' if seen is None else cards_text(seen)}"

    def rules(self, at: Moment) -> tuple[str, ...]:
        """The rules behind what the player sees."""
        return why_seen(at.game, self.seat, self.zone.key, self.zone.seat)


@dataclass(frozen=True, slots=True)
class Reads(Check):
    """A value of the game, as a text, is this one."""

    read: Callable[[Moment], str]
    expected: str

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        found = self.read(at)
        return "" if found == self.expected else f"expected {self.expected}, found {found}"


@dataclass(frozen=True, slots=True)
class Offered(Check):
    """An action is possible now, or is not."""

    action: str
    wanted: bool

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        offered = at.offered()
        if (self.action in offered) == self.wanted:
            return "" if self.wanted else self._nonsense(at)
        return f"offered are: {'; '.join(offered) or 'none'}"

    def rules(self, at: Moment) -> tuple[str, ...]:
        """Why the engine would refuse it."""
        if self.wanted or at.state.choice is None or self._nonsense(at):
            return ()
        refused = at.refusal(self.action)
        return refused.rules if refused else ()

    def _nonsense(self, at: Moment) -> str:
        """A misspelt action is never offered: such a check would say nothing."""
        if at.state.choice is None:
            return ""
        try:
            at.option(self.action)
        except ValueError as error:
            return f"is no action at all: {error}"
        return ""


@dataclass(frozen=True, slots=True)
class Cites(Check):
    """The rule was cited up to now, or was not."""

    rule: str
    wanted: bool

    def problem(self, at: Moment) -> str:
        """See `Check`."""
        if (self.rule in at.cited) == self.wanted:
            return ""
        return (
            f"cited are: {', '.join(sorted(at.cited)) or 'none'}" if self.wanted else "it is cited"
        )


# ------------------------------------------------------------------------- reading

_KEYS = "|".join(map(re.escape, (*SEAT_WORDS, *TABLE_WORDS, *BOSS_WORDS)))
_ZONE = re.compile(
    rf"(?P<place>(?:P[1-5] )?(?:{_KEYS})|[A-Z][\w' -]* stack)"
    r"(?: (?P<how>has no|has|top:|size:)|:) (?P<what>\S.*)"
)


def parse_check(line: str) -> Check:
    """The check that a line writes. Raises UnreadableLine."""
    if match := _ZONE.fullmatch(line):
        return _zone_check(line, parse_zone(line, match["place"]), match["how"], match["what"])
    for pattern, make in _FORMS:
        if match := re.fullmatch(pattern, line):
            return make(match)
    near = closest(line.partition(":")[0], _beginnings(line))
    meant = f"did you mean {near!r}?" if near else "docs/scenario-files.md lists the forms"
    raise UnreadableLine(line, f"this is no check; {meant}")


def _beginnings(line: str) -> Iterator[str]:
    """What a check may begin with, for the player that the line begins with."""
    seat = line.partition(" ")[0]
    for words in ("power", "cost", "level", *SEAT_WORDS):
        yield from (f"{seat} {words}", f"{seat} {words} size", f"{seat} {words} top")
    yield from TABLE_WORDS
    yield from "active,confronted,offered,not offered,choice,event,no event,over,winner".split(",")


def _zone_check(line: str, zone: Zone, how: str | None, what: str) -> Check:
    if how == "size:" or (how is None and what.isdecimal()):
        if not what.isdecimal():
            raise UnreadableLine(line, "the size is no number")
        return Size(zone, int(what))
    return Holds(zone, How(how or ""), () if what in ("empty", "nothing") else parse_cards(what))


def _number(match: re.Match[str]) -> Check:
    seat = parse_seat(match["who"])
    what = match["what"]

    def read(at: Moment) -> str:
        if what == "power":
            return str(at.state.power[seat])
        if what == "cost":
            return str(at.game.character_cost(at.state, seat))
        return str(_level(at, seat))

    return Reads(read, match["number"])


def _level(at: Moment, seat: int) -> int:
    stack = at.game.zone(at.state, "characters", seat)
    return at.game.kinds[stack[0]].level if stack else 0


def _sees(match: re.Match[str]) -> Check:
    zone = parse_zone(match[0], match["place"])
    return Sees(parse_seat(match["who"]), zone, match["does"] == "sees")


def _choice(match: re.Match[str]) -> Check:
    def read(at: Moment) -> str:
        choice = at.state.choice
        return f"{seat_text(choice.player)} {choice.kind}" if choice else "none"

    return Reads(read, match["what"])


def _over(match: re.Match[str]) -> Check:
    return Reads(lambda at: at.state.result.reason if at.state.result else "no", match["what"])


def _winner(match: re.Match[str]) -> Check:
    def read(at: Moment) -> str:
        result = at.state.result
        return " ".join(map(seat_text, sorted(result.winners))) if result else "no"

    return Reads(read, match["what"])


def _score(match: re.Match[str]) -> Check:
    seat = parse_seat(match["who"])

    def read(at: Moment) -> str:
        result = at.state.result
        return str(result.scores[seat]) if result else "no score: the game is not over"

    return Reads(read, match["number"])


def _confronted(match: re.Match[str]) -> Check:
    def read(at: Moment) -> str:
        return seat_text(at.state.confronted) if at.state.confronted >= 0 else "nobody"

    return Reads(read, match["who"])


def _super_villain(match: re.Match[str]) -> Check:
    def read(at: Moment) -> str:
        top = at.game.zone(at.state, "super-villains") if at.game.boss_stack >= 0 else ()
        shown = at.card_name(top[0]) if top else "none"
        return "face down" if top and at.state.face_up != top[0] else shown

    return Reads(read, match["what"])


def _symbols(match: re.Match[str]) -> Check:
    def read(at: Moment) -> str:
        known: Mapping[str, Collection[str]] = {
            **{name: (name,) for name in at.game.playset.characters},
            "a Character": at.game.playset.characters,
            "a played Character": at.game.seats,
        }
        if match["of"] not in known:
            return f"no Character {match['of']}"
        deck = (*at.game.zone(at.state, "main-deck"), *at.game.zone(at.state, "line-up"))
        has = [at.game.kinds[card].symbol in known[match["of"]] for card in deck]
        wrong = match["which"] == "no"
        return cards_text(at.card_name(c) for c, it in zip(deck, has, strict=True) if it is wrong)

    return Reads(read, "empty")


_WHO = r"(?P<who>P[1-5])"
_FORMS: tuple[tuple[str, Callable[[re.Match[str]], Check]], ...] = (
    (rf"{_WHO} (?P<what>power|cost|level): (?P<number>-?\d+)", _number),
    (rf"{_WHO} (?P<does>sees|does not see) (?P<place>\S.*)", _sees),
    (rf"active: {_WHO}", lambda match: Reads(lambda at: seat_text(at.state.active), match["who"])),
    (r"confronted: (?P<who>P[1-5]|nobody)", _confronted),
    (r"offered: (?P<what>(?:P[1-5]|nature): .+)", lambda match: Offered(match["what"], True)),
    (r"not offered: (?P<what>(?:P[1-5]|nature): .+)", lambda match: Offered(match["what"], False)),
    (r"choice: (?P<what>(?:P[1-5]|nature) \S.*|none)", _choice),
    (r"cites (?P<rule>[A-Z]+-[A-Z]+\d+)", lambda match: Cites(match["rule"], True)),
    (r"not cites (?P<rule>[A-Z]+-[A-Z]+\d+)", lambda match: Cites(match["rule"], False)),
    (r"event: (?P<first>.+) before (?P<second>.+)", happened_before),
    (r"event: (?P<what>.+)", lambda match: Happened(read_event(match["what"]), True)),
    (r"no event: (?P<what>.+)", lambda match: Happened(read_event(match["what"]), False)),
    (r"over: (?P<what>\S+)", _over),
    (r"winner: (?P<what>P[1-5](?: P[1-5])*)", _winner),
    (rf"score: {_WHO} (?P<number>-?\d+)", _score),
    (r"(?P<which>every|no) main-deck card has the symbol of (?P<of>\S.*)", _symbols),
    (r"Super-Villain: (?P<what>\S.*)", _super_villain),
    (r"stacks: (?P<what>\S.*)", lambda match: Reads(stacks, match["what"])),
)
