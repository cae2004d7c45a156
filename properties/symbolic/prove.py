"""Proving: every path of every situation of a card or a rule, and what that shows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules_check.grammar import ast as a
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.playset import PlaySet
from rules_check.oracle.quick.state import NoCore
from rules_check.properties.model import Property
from rules_check.properties.observed import foes_of, moves
from rules_check.properties.symbolic.answers import answer
from rules_check.properties.symbolic.earlier import lies, most_earlier, past
from rules_check.properties.symbolic.explore import Explorer, Infeasible
from rules_check.properties.symbolic.game import SymbolicGame, unknown_state, zones_of
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.obligations import Obligation
from rules_check.properties.symbolic.one_by_one import NotAlone, OneByOne
from rules_check.properties.symbolic.replay import Maker, Mismatch, Replayed, breaches, replay
from rules_check.properties.symbolic.rules import rules_of
from rules_check.properties.symbolic.runs import ACTIVE, Run, Situation
from rules_check.properties.symbolic.situations import situations
from rules_check.properties.symbolic.sizes import counted_to

MOST_PATHS = 30_000
"""So many paths are explored for a card or a rule; more are too many."""

ENGINE_FAILS = "the engine fails"
"""How the reason begins if the engine ends with an error."""

PROOF_FAILS = "the proof fails"
"""How the reason begins if only the proof ends with an error, and the plain engine does not."""

NOT_REACHED = "on no path does its text do this"
"""How the reason begins if a text says something that happens on no path."""


class EngineFailed(Exception):
    """Some path ends with an error, of the engine or of the proof; says whose, and with which."""


def failing(playset: PlaySet, run: Run, explorer: Explorer, error: Exception) -> EngineFailed:
    """Whose error it is: the engine's, if the plain engine has it too on the same path."""
    said = f"{type(error).__name__}: {error}"
    try:
        Maker(playset, run, explorer.model()).play()
    except Mismatch:
        return EngineFailed(f"{PROOF_FAILS}: {said}")
    except Exception as again:  # noqa: BLE001 (whatever it is, it is compared)
        if type(again) is type(error):
            told = f"{type(again).__name__}: {again}"
            return EngineFailed(f"{ENGINE_FAILS}: {told} ({run.situation.name})")
    return EngineFailed(f"{PROOF_FAILS}: {said}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one property for one card or rule.

    `word` is one of: proved, holds up to, refuted, vacuous, unknown. `why` says what an unknown
    failed on, or where nothing came about, `witness` is the game of a refutation. `untested` are
    the situations of which no path was about it.
    """

    property: Property
    word: str
    bound: int
    paths: int
    why: str = ""
    witness: Replayed | None = None
    untested: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    """Of a refutation: a game from the set-up in words, or that none was found."""
    counted_to: int = 1
    """So far the text counts what was done before or this way; a smaller bound is too small."""

    def reaches(self) -> bool:
        """Whether the bound is as large as what the text counts."""
        return self.counted_to <= self.bound

    def __str__(self) -> str:
        match self.word:
            case "holds up to":
                more = "" if self.reaches() else f"; the text counts to {self.counted_to}"
                return f"holds up to ({cards(self.bound)} per zone{more})"
            case "unknown" | "vacuous" if self.why:
                return f"{self.word} ({self.why})"
            case word:
                return word


def cards(number: int) -> str:
    """A number of cards in words."""
    return f"{number} card" if number == 1 else f"{number} cards"


@dataclass(frozen=True, slots=True)
class Proof:
    """The verdicts on one obligation. `topics` are what happened on its paths."""

    obligation: Obligation
    verdicts: tuple[Verdict, ...]
    topics: frozenset[str]
    paths: int
    seconds: float


@dataclass(slots=True)
class _Tally:
    """What the paths so far say about one property."""

    spoke: Counter[str] = field(default_factory=Counter)
    """How many paths were about it, by situation."""
    bounded: bool = False
    refuted: Replayed | None = None
    size: tuple[int, int] = (1000, 1000)
    why: str = ""

    def word(self, problem: str, *, empty: bool, parted: bool) -> str:
        """`empty`: there is a situation, or something that the text tells players to do, that never
        comes about; `parted`: that players can be looked at alone was shown for zones of limited
        size."""
        if self.refuted is not None:
            return "refuted"
        if self.why or problem:
            return "unknown"
        if not self.spoke or empty:
            return "vacuous"
        return "holds up to" if self.bounded or parted else "proved"


def prove(
    playset: PlaySet,
    obligation: Obligation,
    *,
    bound: int = 1,
    seconds: float | None = None,
    max_paths: int = MOST_PATHS,
) -> Proof:
    """Explore every situation of a card or a rule and judge each property.

    Players who do the same are looked at one by one, if that shows everything.
    """
    started = time.process_time()
    explorer = Explorer(max_paths=max_paths, seconds=seconds)
    try:
        return _prove(playset, obligation, bound, explorer, OneByOne())
    except NotAlone:
        left = None if seconds is None else seconds - (time.process_time() - started)
        explorer = Explorer(max_paths=max_paths, seconds=left)
        return _prove(playset, obligation, bound, explorer, None)


def _prove(
    playset: PlaySet,
    obligation: Obligation,
    bound: int,
    explorer: Explorer,
    alone: OneByOne | None,
) -> Proof:
    """Explore and judge; raises NotAlone."""
    started = time.process_time()
    tallies = {prop: _Tally() for prop in obligation.properties}
    topics: set[str] = set()
    said = list(a.walk(obligation.card.text)) if obligation.card is not None else []
    wanted, came = demanded(said), set[str]()
    problem, parted = "", False
    tried: dict[str, int] = {}
    try:
        for run in runs_of(playset, obligation, explorer, bound, alone, tried):
            tried[run.situation.name] += 1
            topics.update(event.topic for event in run.events)
            came.update(came_about(run) if not wanted <= came else ())
            alone_here = any(turn.parts_players for turn in run.turns)
            parted = parted or (alone_here and explorer.bounded)
            for prop, tally in tallies.items():
                _judge(playset, run, explorer, prop, tally)
        if alone is not None:
            alone.check()
    except NotAlone:
        raise
    except (TooLong, EngineFailed, NoCore) as error:
        problem = str(error)
    except Exception as error:  # noqa: BLE001 (of the proof itself: no fault of the engine)
        problem = f"{PROOF_FAILS}: {type(error).__name__}: {error}"
    never = [name for name, number in tried.items() if not number]
    lacks = f"nothing comes about: {', '.join(never)}" if never else ""
    undone = sorted(wanted - came)
    lacks = lacks or (f"{NOT_REACHED}: {', '.join(undone)}" if undone else "")
    verdicts = tuple(
        Verdict(
            prop,
            tally.word(problem, empty=bool(lacks), parted=parted),
            bound,
            tally.spoke.total(),
            tally.why or problem or lacks if tally.refuted is None else "",
            tally.refuted,
            () if problem else tuple(name for name in tried if not tally.spoke[name]),
            counted_to=counted_to(said),
        )
        for prop, tally in tallies.items()
    )
    spent = time.process_time() - started
    return Proof(obligation, verdicts, frozenset(topics), explorer.paths, spent)


def demanded(nodes: Iterable[a.Node]) -> frozenset[str]:
    """What a text does, as far as the trace tells it by name: cards that move, and Power.

    A proof on none of whose paths this happens shows nothing of the text. What is returned may
    never have left its place; what is forbidden, or only asked about, is not done.
    """
    nodes = list(nodes)
    banned = {id(x) for node in nodes if isinstance(node, NOT_DONE) for x in a.walk(node)}
    found = set()
    for node in nodes:
        if id(node) in banned:
            continue
        match node:
            case a.Move(verb) if verb is not a.Verb.RETURN:
                found.add(verb.value)
            case a.Power():
                found.add("power")
            case _:
                pass
    return frozenset(found)


NOT_DONE = (a.Forbid, a.Cannot)
"""Pieces of text that speak of what is not done."""


def came_about(run: Run) -> Iterator[str]:
    """What has happened on a path by its events; a card that was moved has to lie where the last
    of them says."""
    where = run.state.where
    last = {moved.card: moved.to for moved in moves(run.events)}
    for moved in moves(run.events):
        if where[moved.card] == last[moved.card]:
            yield moved.event.kind
    if any(event.kind == "power" for event in run.events):
        yield "power"


def runs_of(
    playset: PlaySet,
    obligation: Obligation,
    explorer: Explorer,
    bound: int,
    alone: OneByOne | None = None,
    tried: dict[str, int] | None = None,
) -> Iterator[Run]:
    """Every path of every situation of a card or a rule; with `alone`, players who do the same are
    looked at one by one. `tried` is told the names of the situations."""
    game = SymbolicGame(playset, obligation.card, explorer)
    if alone is not None:
        alone.look_at(game)
    kind = game.subject_kind() if obligation.card is not None else None
    found = list(_situations(game, kind, obligation.rule))
    if tried is not None:
        tried.update(dict.fromkeys([situation.name for situation in found], 0))
    with_and_without = (True, False) if game.ruleset.has_confrontations else (False,)
    before, earlier = past(game, kind), max(bound, most_earlier(kind))

    def path() -> Run:
        situation = found[explorer.pick(len(found))]
        ways = [way for way in situation.confronting if way in with_and_without]
        confronting = ways[explorer.pick(len(ways))]
        s, subject = unknown_state(game, bound, situation.zone)
        core = s.core
        for player in range(game.players) if kind is None else (ACTIVE,):
            likes = 3 if player == ACTIVE else 0
            core.power[player] = explorer.number(f"Power of P{player + 1}", likes=likes)
        core.defeats = explorer.number("defeats")  # type: ignore[assignment]
        undecided = confronting and kind is not None
        explorer.assume(core.defeats <= (0 if undecided else 1))  # type: ignore[arg-type]
        run = Run(game, s, situation, answer, subject, properties=obligation.properties)
        run.alone = alone
        if confronting:
            others = foes_of(game, s, ACTIVE)
            run.target = others[explorer.pick(len(others))]
        run.history = history(game, run, before, earlier)
        try:
            run.play_out()
            zones_of(s).settle()
            return run
        except (Infeasible, TooLong, NotAlone):
            raise
        except Exception as error:
            if run.turns:
                raise NotAlone(str(error)) from error
            raise failing(playset, run, explorer, error) from error

    yield from explorer.explore(path)


def _situations(game: SymbolicGame, kind: Kind | None, rule: str) -> Iterator[Situation]:
    if kind is not None:
        yield from situations(game, game.made(kind))
    else:
        yield from (found.situation for found in rules_of(game) if found.name == rule)


def history(
    game: SymbolicGame, run: Run, before: list[tuple[a.Verb, int]], bound: int
) -> tuple[tuple[object, ...], ...]:
    """What has happened in the turn before: none, one … of the things that the text asks for."""
    if not before:
        return ()
    explorer = game.explorer
    explorer.bounded = True
    facts = []
    for _ in range(explorer.pick(bound + 1)):
        verb, player = before[explorer.pick(len(before))]
        source, to = lies(game, verb, player)
        card = zones_of(run.state).one_card(to)
        zones_of(run.state).add(to, card)
        facts.append((verb, player, card, source, to))
    return tuple(facts)


def _judge(playset: PlaySet, run: Run, explorer: Explorer, prop: Property, tally: _Tally) -> None:
    statement = prop.statement
    if statement is None or not statement.speaks(run):
        return
    tally.spoke[run.situation.name] += 1
    tally.bounded = tally.bounded or explorer.bounded
    if tally.refuted is not None and _size(run) >= tally.size:
        return  # a longer game than the one that is known
    for sentence, condition in breaches(run, prop):
        if not explorer.possible(condition):
            continue
        if run.turns:
            raise NotAlone(sentence)
        model = explorer.model(*([] if condition is True else [condition]))
        witness = replay(playset, run, model, prop)
        if witness.agrees:
            tally.refuted, tally.size = witness, _size(run)
            return
        tally.why = f"a breach that the plain engine does not show: {sentence}"


def _size(run: Run) -> tuple[int, int]:
    """The answers and cards of a run."""
    return len(run.answers), sum(map(len, zones_of(run.state).initial().values()))
