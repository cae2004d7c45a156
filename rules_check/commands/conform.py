"""`rules-check conform -- COMMAND…`: does another engine play by the rules?"""

from __future__ import annotations

import argparse
import shlex
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules_check.commands.arguments import positive
from rules_check.commands.conform_run import (
    EXIT_UNUSABLE,
    Cut,
    Progress,
    Unusable,
    harness_is_broken,
    report,
    write_incomplete,
)
from rules_check.commands.vector_options import add_filters

if TYPE_CHECKING:
    from rules_check.conform.outcomes import Conformance, Verdict
    from rules_check.conform.runner import Lane, Options, Shared

JSON = Any
FORMATS = ("text", "json", "junit", "github", "markdown", "html")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = (
        "Exit status: 0 no more failures than allowed, 1 more, 2 the harness does not work or\n"
        "the run did not come to its end. docs/conformance.md is the contract."
    )
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="the program, after `--`")
    add_filters(parser)
    parser.add_argument(
        "--only", action="append", metavar="ID", default=[], help="vectors whose id begins so"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="programs at a time")
    parser.add_argument(
        "--expect-failures", metavar="FILE", help="ids that are known to fail, one a line, # reason"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how to print the report (default: text)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the report there")
    parser.add_argument(
        "--max-fail",
        type=int,
        default=0,
        metavar="N",
        help="failures that are allowed (default: 0)",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=10.0,
        metavar="S",
        help="seconds for an answer (default: 10)",
    )
    parser.add_argument(
        "--max-restarts", type=int, default=10, metavar="N", help="for each job (default: 10)"
    )
    parser.add_argument("--show", type=int, default=10, metavar="N", help="failures told at length")
    parser.add_argument("--strict", action="store_true", help="look at every key of every answer")
    parser.add_argument("--smoke", action="store_true", help="only the smoke test")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument(
        "--vectors",
        action="append",
        metavar="FILE",
        default=[],
        help="vectors of a file or a folder, in place of those of rules-check",
    )
    parser.add_argument("--badge", metavar="FILE", help="write a badge there, as JSON")
    _configure_live(parser)


def _configure_live(parser: argparse.ArgumentParser) -> None:
    live = parser.add_argument_group("live mode", "random games, compared at every decision")
    live.add_argument("--games", type=positive, metavar="N", help="play so many games")
    live.add_argument("--seed", type=int, metavar="S", help="of the first game (default: 0)")
    live.add_argument(
        "--begin",
        choices=("whole", "middle"),
        help="only games from their set-up, or from the middle (default: both in turn)",
    )
    live.add_argument("--cards", choices=("random",), help="random cards in the main deck")
    live.add_argument("--save", metavar="DIR", help="write a game that differs there, as a vector")
    live.add_argument("--max-seconds", type=float, metavar="T", help="begin no game after so long")


def run(args: argparse.Namespace) -> int:
    """Test the program and report."""
    if args.games is not None:
        from rules_check.commands.conform_live import run_games

        return run_games(args)
    for name in ("seed", "begin", "cards", "save", "max_seconds"):
        if getattr(args, name) is not None:
            word = name.replace("_", "-")
            print(f"rules-check: --{word} is for live games: add --games N", file=sys.stderr)
            return EXIT_UNUSABLE
    from rules_check.conform.process import CannotStart, EngineFailed
    from rules_check.conform.runner import Lane, Options, Shared

    options = Options(args.timeout, max(args.timeout, 30.0), args.max_restarts, args.strict)
    lane = Lane(args.command, options, Shared())
    try:
        own = _own_vectors(args)
        known = _expected(args.expect_failures, own)
        lane.start()
        vectors = _vectors(args, own, lane.capabilities["rulesets"])
        tried = _smoke(lane, vectors)
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
    if args.smoke:
        lane.stop()
        if not tried:
            why = lane.unsupported(vectors[0])
            print(f"rules-check: nothing was tried: unsupported ({why})", file=sys.stderr)
            return EXIT_UNUSABLE
        print(f"{_said(lane)}: the harness answers as the contract says")
        return 0
    try:
        return report(args, _run(args, options, lane, vectors, known))
    except Unusable as error:  # the report cannot be written
        lane.drop()
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE


def _said(lane: Lane) -> str:
    from rules_check.glyphs import visible

    return visible(str(lane.capabilities["implementation"]["name"]))[:60]


# ----------------------------------------------------------------------------- what is run


def _own_vectors(args: argparse.Namespace) -> list[dict[str, JSON]]:
    """The vectors of the files that are named. Raises Unusable."""
    if not args.vectors:
        return []
    from rules_check.conform.files import BadVectorFile, read_vectors

    try:
        return read_vectors(args.vectors)
    except BadVectorFile as error:
        raise Unusable(str(error)) from error


def _vectors(
    args: argparse.Namespace, own: list[dict[str, JSON]], claimed: Sequence[str]
) -> list[dict[str, JSON]]:
    """The vectors that are asked for; for the smoke test of one game that the engine claims."""
    from rules_check.conform.games import told_table
    from rules_check.conform.store import load_index, load_vectors

    begins = tuple(args.only) or ("",)
    known = [(x["id"], x["ruleset"]) for x in own] or [
        (x.id, x.ruleset) for x in load_index().values()
    ]
    there = {ruleset for id_, ruleset in known if id_.startswith(begins)}
    rulesets = sorted(there & set(args.ruleset or there))
    if args.smoke:
        rulesets = [name for name in rulesets if name in claimed][:1] or rulesets[:1]
    kept = load_vectors(rulesets, begins=begins, kinds=args.kind or ()) if rulesets else ()
    found = [
        vector
        for vector in own or kept
        if vector["ruleset"] in rulesets
        and (not args.kind or vector["kind"] in args.kind)
        and vector["id"].startswith(begins)
    ]
    if not found:
        raise Unusable("there is no such vector (see `rules-check vectors list`)")
    return sorted(found, key=told_table)


def _expected(file: str | None, own: list[dict[str, JSON]]) -> dict[str, str]:
    """The ids that are expected to fail, with their reasons. Raises Unusable."""
    from rules_check.conform.store import load_index

    if file is None:
        return {}
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "the text is not UTF-8"
        raise Unusable(f"{file}: the file cannot be read: {why.lower()}") from error
    index = {vector["id"] for vector in own} | load_index().keys()
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        id_, _, reason = line.partition("#")
        id_ = id_.strip()
        if id_ and id_ not in index:
            raise Unusable(f"{file}:{number}: there is no vector {id_!r:.60}; take the line out")
        if id_:
            found[id_] = reason.strip()
    return found


def _smoke(lane: Lane, vectors: list[dict[str, JSON]]) -> bool:
    """Does the harness work at all? It has started; it knows a game, and answers one vector.

    Whether the answer is right does not matter here; False if there is none that it claims to be
    able to answer. Raises EngineFailed.
    """
    supported = [x for x in vectors if not lane.unsupported(x)]
    if supported:
        lane.answered(min(supported, key=lambda x: (len(x["features"]), len(x["steps"]))), [])
    return bool(supported)


def _run(
    args: argparse.Namespace,
    options: Options,
    first: Lane,
    vectors: list[dict[str, JSON]],
    known: Mapping[str, str],
) -> Conformance:
    """Run all vectors in as many lanes as there are jobs; cut short by a signal, tell so."""
    from rules_check.conform.outcomes import Conformance, settle_questions, with_expected
    from rules_check.conform.runner import Lane, run_lane

    shared: Shared = first.shared
    found: dict[str, Verdict] = {}
    began = time.monotonic()
    progress = Progress(len(vectors), quiet=args.quiet)
    lock = threading.Lock()

    def note(verdict: Verdict) -> None:
        with lock:
            found[verdict.id] = verdict
            progress.note(failed=verdict.failed)

    def conformance(complete: bool, why: str) -> Conformance:
        verdicts = [_again(args, found[x["id"]]) for x in vectors if x["id"] in found]
        settled = with_expected(settle_questions(verdicts), known)
        who = first.capabilities["implementation"]
        seconds = time.monotonic() - began
        return Conformance(tuple(args.command), who, tuple(settled), complete, seconds, why)

    lanes = [first, *(Lane(args.command, options, shared) for _ in range(args.jobs - 1))]
    for lane in lanes[1:]:
        lane.capabilities = first.capabilities
    parts = list(_parts(vectors, len(lanes)))
    why = ""
    with Cut(shared) as cut:
        write_incomplete(args, conformance(False, "the run is not over"))
        others = [
            threading.Thread(target=run_lane, args=(lane, part, note, shared))
            for lane, part in zip(lanes[1:], parts[1:], strict=True)
        ]
        for thread in others:
            thread.start()
        run_lane(first, parts[0], note, shared)
        for thread in others:
            thread.join()
        why = "the run was cut short" if cut.was else ""
    progress.close()
    if shared.defect is not None:
        raise shared.defect
    left = [verdict.why for verdict in found.values() if verdict.outcome == "not-run"]
    return conformance(not (left or why), why or (left[0] if left else ""))


def _again(args: argparse.Namespace, verdict: Verdict) -> Verdict:
    """A vector of a file is run again from there."""
    if not args.vectors:
        return verdict
    from dataclasses import replace

    files = " ".join(f"--vectors {shlex.quote(file)}" for file in args.vectors)
    told = f"rules-check conform {files} --only {verdict.id} -- {shlex.join(args.command)}"
    return replace(verdict, again=told)


def _parts(vectors: list[dict[str, JSON]], number: int) -> Iterator[list[dict[str, JSON]]]:
    size = -(-len(vectors) // number)
    for at in range(number):
        yield vectors[at * size : (at + 1) * size]
