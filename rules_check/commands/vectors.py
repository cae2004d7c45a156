"""`rules-check vectors list|show|export|fill|verify`: the vectors of the conformance suite."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rules_check.commands.examples import examples
from rules_check.commands.vector_options import add_filters
from rules_check.oracle.box.names import play_set_names

JSON = Any
EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="ids and titles, or how many there are")
    add_filters(listing)
    listing.add_argument(
        "--coverage", action="store_true", help="how many vectors each section of a book has"
    )
    showing = actions.add_parser("show", help="one vector as JSON")
    showing.add_argument("id", metavar="ID", help="the id of the vector; `list` tells them")
    exporting = actions.add_parser("export", help="write each vector to a file of its own")
    exporting.add_argument("folder", metavar="DIR", help="the folder to write to")
    add_filters(exporting)
    filling = actions.add_parser("fill", help="write all vectors anew, from scenarios and cards")
    filling.add_argument(
        "--scenarios",
        metavar="DIR",
        default="tests/scenarios",
        help="the scenarios to start from (default: tests/scenarios)",
    )
    filling.add_argument("--into", metavar="DIR", help="default: where rules-check keeps them")
    verifying = actions.add_parser("verify", help="do they still hold on the reference engine?")
    add_filters(verifying)
    for name, action in actions.choices.items():
        action.formatter_class = argparse.RawDescriptionHelpFormatter
        action.epilog = examples(f"vectors {name}")


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    return ACTIONS[args.action](args)


def _chosen(args: argparse.Namespace) -> Iterable[dict[str, JSON]]:
    from rules_check.conform.store import load_vectors

    return load_vectors(args.ruleset, kinds=args.kind or ())


# ------------------------------------------------------------------------------- list


def _list(args: argparse.Namespace) -> int:
    if args.coverage:
        return _coverage(args)
    counts: Counter[tuple[str, str]] = Counter()
    for vector in _chosen(args):
        counts[vector["ruleset"], vector["kind"]] += 1
        status = "" if vector["status"] == "normative" else f" ({vector['status']})"
        print(f"{vector['id']}  {vector['title']}{status}")
    print()
    for ruleset in sorted({ruleset for ruleset, _ in counts}):
        kinds = [f"{n} {kind}" for (book, kind), n in counts.items() if book == ruleset]
        print(f"{ruleset}: {', '.join(kinds)}")
    print(f"{sum(counts.values())} vectors")
    return 0


def _coverage(args: argparse.Namespace) -> int:
    """For each section of each book: its rules, and how many of them have a vector."""
    from rules_check.rules.load import load_ruleset

    cited: Counter[str] = Counter()
    number = 0
    for vector in _chosen(args):
        number += 1
        cited.update(set(vector["rules"]))
    without: list[str] = []
    for name in args.ruleset or play_set_names():
        book = load_ruleset(name)
        print(f"{book.title}")
        sections: dict[str, list[str]] = {}
        for rule in book.rules.values():
            if rule.executable:
                sections.setdefault(rule.kind, []).append(rule.id)
        for kind, rules in sections.items():
            covered = [rule for rule in rules if cited[rule]]
            vectors = sum(cited[rule] for rule in rules)
            title = book.rulebook().sections.get(kind, kind)
            print(
                f"  {kind:4} {len(covered):3} of {len(rules):3} rules, {vectors:5} vectors  {title}"
            )
            without += [rule for rule in rules if not cited[rule]]
    print(f"{number} vectors; executable rules without one: {', '.join(without) or 'none'}")
    return EXIT_FINDINGS if without and not args.kind else 0


# -------------------------------------------------------------------------- show, export


def _show(args: argparse.Namespace) -> int:
    from rules_check.conform.store import load_index, load_vectors

    entry = load_index().get(args.id)
    if entry is None:
        from difflib import get_close_matches

        close = get_close_matches(args.id, load_index(), 1, 0.6)
        meant = f"; did you mean {close[0]}?" if close else ""
        print(f"rules-check: there is no vector {args.id!r}{meant}", file=sys.stderr)
        return EXIT_UNUSABLE
    for vector in load_vectors([entry.ruleset], begins=(args.id,)):
        if vector["id"] == args.id:
            print(_text(vector))
            return 0
    print(f"rules-check: the vector {args.id} was withdrawn", file=sys.stderr)
    return EXIT_UNUSABLE


def _text(vector: Mapping[str, JSON]) -> str:
    return json.dumps(vector, indent=1, ensure_ascii=False)


def _export(args: argparse.Namespace) -> int:
    folder = Path(args.folder)
    number = 0
    try:
        for vector in _chosen(args):
            path = folder / vector["ruleset"] / vector["kind"] / f"{vector['id']}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_text(vector) + "\n", encoding="utf-8")
            number += 1
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        print(f"rules-check: {error.filename}: cannot be written: {why}", file=sys.stderr)
        return EXIT_UNUSABLE
    print(f"{number} vectors in {args.folder}")
    return 0


# --------------------------------------------------------------------------- fill, verify


def _fill(args: argparse.Namespace) -> int:
    from rules_check.conform.filled import fill
    from rules_check.conform.store import FOLDER, WITHDRAWN, write_vectors
    from rules_check.oracle.scenarios.model import ScenarioError

    scenarios = Path(args.scenarios)
    if not scenarios.is_dir():
        print(f"rules-check: there is no folder {args.scenarios}", file=sys.stderr)
        return EXIT_UNUSABLE

    def tell(line: str) -> None:
        print(f"left out: {line}", file=sys.stderr)

    try:
        index = write_vectors(fill(scenarios, tell), Path(args.into) if args.into else FOLDER)
    except (ScenarioError, ValueError) as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE
    gone = sum(entry.hash == WITHDRAWN for entry in index.values())
    print(f"{len(index) - gone} vectors, {gone} withdrawn")
    return 0


def _verify(args: argparse.Namespace) -> int:
    from rules_check.conform.filled import verify
    from rules_check.conform.store import load_index

    index = load_index()
    vectors = list(_chosen(args))
    stale = [found for found in verify(vectors) if found is not None]
    for found in stale:
        print(f"{found.id}: {found.why}")
    lost = [
        x["id"] for x in vectors if x["id"] not in index or index[x["id"]].hash != x["info"]["hash"]
    ]
    for id_ in lost:
        print(f"{id_}: not in the index, or with another hash")
    print(f"{len(vectors)} vectors, {len(stale) + len(lost)} that do not hold")
    return EXIT_FINDINGS if stale or lost else 0


ACTIONS = {"list": _list, "show": _show, "export": _export, "fill": _fill, "verify": _verify}
