"""Two cards proved together: one is tried in every situation while the other is there with its
text, standing before somebody or played just before.

This is how it is found out whether two cards break together what each of them keeps alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from rules_check.grammar import ast as a
from rules_check.oracle.box.playset import CardDef, PlaySet
from rules_check.oracle.quick.acts import play_card
from rules_check.oracle.values.zones import CHARACTERS, HAND, PER_PLAYER, PLAY
from rules_check.properties.model import Property
from rules_check.properties.observed import foes_of
from rules_check.properties.symbolic.answers import answer
from rules_check.properties.symbolic.earlier import asked_of_past, past
from rules_check.properties.symbolic.explore import Explorer, Infeasible
from rules_check.properties.symbolic.game import SymbolicGame, unknown_state, zones_of
from rules_check.properties.symbolic.met_before import MetBefore
from rules_check.properties.symbolic.numbers import TooLong
from rules_check.properties.symbolic.one_by_one import NotAlone, OneByOne
from rules_check.properties.symbolic.prove import PROOF_FAILS, EngineFailed, failing, history
from rules_check.properties.symbolic.replay import Replayed, breaches, replay
from rules_check.properties.symbolic.runs import ACTIVE, FOE, Run, Situation
from rules_check.properties.symbolic.situations import situations

MOST_PATHS = 300
"""So many paths are explored for two cards."""


@dataclass(frozen=True, slots=True)
class Together:
    """What is known of two cards: refuted (with the property and the game), kept (up to the bound),
    or unknown (and why)."""

    word: str
    paths: int
    property: Property | None = None
    game: Replayed | None = None
    why: str = ""


def prove_together(
    playset: PlaySet,
    card: CardDef,
    company: CardDef,
    properties: Sequence[Property],
    *,
    bound: int = 1,
    max_paths: int = MOST_PATHS,
    seconds: float | None = None,
) -> Together:
    """Whether a card keeps some properties in the company of another; a refutation was played on
    the plain engine."""
    cards = (card, company)
    asks = any(True for one in cards for node in a.walk(one.text) for _ in asked_of_past(node))
    for apart in (True, False):
        with suppress(NotAlone):
            explorer = Explorer(max_paths=max_paths, seconds=seconds)
            alone = OneByOne(apart=apart, met=MetBefore(with_facts=asks))
            return _together(playset, cards, properties, bound, explorer, alone)
    explorer = Explorer(max_paths=max_paths, seconds=seconds)
    return _together(playset, cards, properties, bound, explorer, None)


def _together(
    playset: PlaySet,
    cards: tuple[CardDef, CardDef],
    properties: Sequence[Property],
    bound: int,
    explorer: Explorer,
    alone: OneByOne | None,
) -> Together:
    """What is known of two cards; `alone` says what need not be run twice. Raises NotAlone."""
    why = ""
    unshown: list[str] = []
    try:
        for run in runs_together(playset, *cards, properties, explorer, bound, alone):
            for prop in properties:
                found = _broken(playset, run, explorer, prop, unshown)
                if found is not None:
                    return Together("refuted", explorer.paths, prop, found)
        if alone is not None:
            alone.check()
    except NotAlone:
        raise
    except (TooLong, EngineFailed) as problem:
        why = str(problem)
    except Exception as error:  # noqa: BLE001 (of the proof itself: no fault of the engine)
        why = f"{PROOF_FAILS}: {type(error).__name__}: {error}"
    why = why or next(iter(unshown), "")
    return Together("unknown" if why else "kept", explorer.paths, why=why)


def _broken(
    playset: PlaySet, run: Run, explorer: Explorer, prop: Property, unshown: list[str]
) -> Replayed | None:
    """The game that breaks a property; a breach that the plain engine does not show is noted."""
    statement = prop.statement
    if statement is None or not statement.speaks(run):
        return None
    for sentence, condition in breaches(run, prop):
        if explorer.possible(condition):
            if run.turns:
                raise NotAlone(sentence)
            model = explorer.model(*([] if condition is True else [condition]))
            found = replay(playset, run, model, prop)
            if found.agrees:
                return found
            unshown.append(f"a breach that the plain engine does not show: {sentence}")
    return None


def runs_together(
    playset: PlaySet,
    card: CardDef,
    company: CardDef,
    properties: Sequence[Property],
    explorer: Explorer,
    bound: int,
    alone: OneByOne | None = None,
) -> Iterator[Run]:
    """Every path of every situation of a card, wherever its company can be."""
    game = SymbolicGame(playset, card, explorer, company=company)
    if alone is not None:
        alone.look_at(game)
    kind = game.subject_kind()
    found = [
        (where, situation)
        for situation in situations(game, game.made(kind))
        for where in _places(game, company, situation)
    ]
    before = past(game, kind)
    with_and_without = (False, True) if game.ruleset.has_confrontations else (False,)

    def path() -> Run:
        (zone, played), situation = found[explorer.pick(len(found))]
        ways = [way for way in with_and_without if way in situation.confronting]
        confronting = ways[explorer.pick(len(ways))]
        s, subject = unknown_state(game, bound, situation.zone, zone)
        s.core.power[ACTIVE] = explorer.number("Power of P1", likes=3)
        begins = _begins(company, situation, played)
        run = Run(game, s, begins, answer, subject, properties=tuple(properties))
        run.alone = alone
        if confronting:
            others = foes_of(game, s, ACTIVE)
            run.target = others[explorer.pick(len(others))]
        run.history = history(game, run, before, bound)
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


def _places(
    game: SymbolicGame, company: CardDef, situation: Situation
) -> Iterator[tuple[int, bool]]:
    """Where the other card may be, and whether it is played first."""
    kind = game.made(game.kind_of(company))
    standing = "play" in kind.listens
    if kind.is_character:
        seat = FOE if a.Title.CHARACTER in (game.subject.titles if game.subject else ()) else ACTIVE
        yield seat * PER_PLAYER + CHARACTERS, False
        return
    if standing:
        yield ACTIVE * PER_PLAYER + PLAY, False
    if kind.played and not kind.just_gives and situation.name == "played":
        yield ACTIVE * PER_PLAYER + HAND, True
    elif not standing:
        yield ACTIVE * PER_PLAYER + HAND, False


def _begins(company: CardDef, situation: Situation, played: bool) -> Situation:
    """The same situation, after the other card was played if that is so."""
    first = (f"P1: play {company.name}",) if played else ()
    begin = partial(_begin, company if played else None, situation)
    return situation._replace(begin=begin, told=(*first, *situation.told))


def _begin(company: CardDef | None, situation: Situation, run: Run) -> None:
    """Play what is played first, then let the situation run; whoever is then free to act has the
    Power of all counts, as in a game."""
    if company is not None:
        _play_first(company, run)
        if run.alone is not None:
            run.alone.meet(run)
    situation.begin(run)
    run.go()
    run.look_at_power()


def _play_first(company: CardDef, run: Run) -> None:
    g, s = run.game, run.core
    hand = ACTIVE * PER_PLAYER + HAND
    found = [
        card
        for card in range(len(g.kinds))
        if s.where[card] == hand and (g.kinds[card].name, g.kinds[card].level) == _key(company)
    ]
    if not found:
        raise Infeasible
    play_card(s, ACTIVE, found[0], ACTIVE)
    run.go()


def _key(card: CardDef) -> tuple[str, int]:
    return card.name, card.level
