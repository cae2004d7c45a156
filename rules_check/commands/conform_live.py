"""`rules-check conform --games N -- COMMAND…`: random games against another engine."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules_check.commands.conform_run import (
    EXIT_UNUSABLE,
    Cut,
    Progress,
    Unusable,
    harness_is_broken,
    report,
    write_incomplete,
)
from rules_check.oracle.box.names import play_set_names

if TYPE_CHECKING:
    from rules_check.conform.live import Wanted
    from rules_check.conform.outcomes import Conformance, Verdict
    from rules_check.conform.runner import Lane

JSON = Any

NOT_LIVE: Final = ("kind", "only", "vectors", "expect_failures")
"""Options that are about vectors."""


def run_games(args: argparse.Namespace) -> int:
    """Play the games and report."""
    from rules_check.conform.process import CannotStart, EngineFailed
    from rules_check.conform.runner import Lane, Options, Shared

    options = Options(args.timeout, max(args.timeout, 30.0), args.max_restarts, args.strict)
    lane = Lane(args.command, options, Shared())
    try:
        _only_live(args)
        lane.start()
        wanted = _wanted(args, lane.capabilities)
        run = _play(args, lane, wanted)
    except (Unusable, CannotStart) as error:
        lane.drop()
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE
    except EngineFailed as error:
        harness_is_broken(error, lane.drop())
        return EXIT_UNUSABLE
    except BaseException:
        lane.drop()
        raise
    lane.stop()
    return report(args, run)


def _only_live(args: argparse.Namespace) -> None:
    """Options that have no meaning here are refused. Raises Unusable."""
    for name in NOT_LIVE:
        if getattr(args, name):
            word = name.replace("_", "-")
            raise Unusable(f"--{word} is about vectors, --games about live games: leave one out")
    if args.smoke:
        raise Unusable("--smoke asks one vector, --games plays games: leave one out")
    if args.jobs != 1:
        raise Unusable("--games plays one game at a time: leave --jobs out")
    if args.cards is not None:
        from importlib.util import find_spec

        if find_spec("hypothesis") is None:
            raise Unusable("--cards random needs the Python package hypothesis")


def _wanted(args: argparse.Namespace, capabilities: Mapping[str, JSON]) -> Wanted:
    """The games to play. Raises Unusable."""
    from rules_check.conform.live import Wanted, lacking, planned, playable

    random_cards = args.cards is not None
    if feature := lacking(capabilities, random_cards=random_cards):
        raise Unusable(f"live games need the feature {feature!r}, which the engine does not list")
    wishes, why = playable(args.ruleset or _known(capabilities["rulesets"]), capabilities)
    for line in why if args.ruleset or not wishes else ():
        print(f"rules-check: not played: {line}", file=sys.stderr)
    if not wishes:
        raise Unusable("there is no game that the engine can play live")
    wanted = Wanted(wishes, args.games, args.seed or 0, random_cards)
    if args.begin:
        wanted = replace(wanted, begins=(args.begin,))
    if random_cards and not next(planned(wanted, capabilities.get("forms"))).cards:
        raise Unusable("--cards random: no random card has only forms that the engine lists")
    return wanted


def _known(claimed: Sequence[str]) -> list[str]:
    return [name for name in play_set_names() if name in claimed]


def _play(args: argparse.Namespace, lane: Lane, wanted: Wanted) -> Conformance:
    from rules_check.conform.cases import Partner
    from rules_check.conform.live import run_live
    from rules_check.conform.outcomes import Conformance

    began = time.monotonic()
    progress = Progress(wanted.games, quiet=args.quiet, what="games")
    who = lane.capabilities["implementation"]

    def conformance(
        verdicts: Sequence[Verdict], complete: bool, why: str, decisions: int
    ) -> Conformance:
        seconds = time.monotonic() - began
        command = tuple(args.command)
        return Conformance(command, who, tuple(verdicts), complete, seconds, why, "game", decisions)

    with Cut(lane.shared):
        write_incomplete(args, conformance((), False, "the run is not over", 0))
        found = run_live(
            wanted,
            Partner(lane),
            stopped=lane.shared.stopped.is_set,
            note=lambda verdict: progress.note(failed=verdict.failed),
            seconds=args.max_seconds,
        )
    progress.close()
    verdicts = [_saved(args, verdict) if verdict.failed else verdict for verdict in found.verdicts]
    return conformance(verdicts, found.complete, found.why_cut, found.decisions)


def _saved(args: argparse.Namespace, verdict: Verdict) -> Verdict:
    """The verdict with the command that runs its game again; it is written, if that is wanted."""
    command = shlex.join(args.command)
    if not args.save:
        told = "--save DIR writes this game as a vector"
        return replace(verdict, again=told)
    from rules_check.conform.files import BadVectorFile, save_vector

    try:
        path = save_vector(verdict.vector, args.save)
    except BadVectorFile as error:
        raise Unusable(str(error)) from error
    file = shlex.quote(path.as_posix())
    return replace(verdict, again=f"rules-check conform --vectors {file} -- {command}")
