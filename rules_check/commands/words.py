"""`rules-check words FILE`: do all words of the cards matter?"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

from rules_check.extras import lacks
from rules_check.output.report import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules_check.checker import CardResult, FileResult
    from rules_check.properties.words.judging import Judged, Words

EXIT_FOUND = 1
EXIT_UNUSABLE = 2


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", metavar="FILE", help="a card file, or a sheet")
    parser.add_argument("--card", metavar="NAME", help="this card only")
    parser.add_argument(
        "--all", action="store_true", help="also tell what changes something, with a game"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people (default), or for programs",
    )


def run(args: argparse.Namespace) -> int:
    """Ask of every word of the cards what it changes."""
    if lacks("z3", "words needs"):
        return EXIT_UNUSABLE
    from rules_check.checker import Checker
    from rules_check.codes import Severity
    from rules_check.grammar.cache import Cache
    from rules_check.oracle.box.names import play_set_names
    from rules_check.play.cards import BadCards

    result = Checker(Cache()).check_path(args.file)
    if not result.readable or not any(card.understood for card in result.cards):
        sys.stdout.write(BadCards([result]).report(sys.stdout) + "\n")
        return EXIT_UNUSABLE
    if result.file.ruleset not in play_set_names():
        known = ", ".join(play_set_names())
        print(f"rules-check: {result.file.ruleset} is not played yet; there are {known}")
        return EXIT_UNUSABLE
    named = [one for one in result.cards if args.card in (None, one.card.name)]
    if not named:
        print(f"rules-check: {args.file} has no card {args.card!r}", file=sys.stderr)
        return EXIT_UNUSABLE
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]
    if errors and args.format == "text":
        sys.stdout.write(BadCards([result]).report(sys.stdout) + "\n")
    counted: Counter[str] = Counter()
    told: list[dict[str, Any]] = []
    unplayed = 0
    broken = {d.place.card for d in errors}
    for one, words, judged in _judged(result, named, broken):
        if words is None:
            unplayed += 1
            if args.format == "text":
                print(f"{one.card.name}: not played, so nothing is asked of its words")
            continue
        counted.update(x.verdict.value for x in judged)
        if args.format == "text":
            for line in _lines(one, words, judged, everything=args.all):
                print(line)
        told.append(_data(one, words, judged))
    if args.format == "json":
        print(json.dumps({"version": 1, "file": args.file, "cards": told}, indent=2))
    else:
        parts = [plural(unplayed, "card") + " not played"] if unplayed else []
        parts += [f"{number} {word}" for word, number in sorted(counted.items())]
        said = ", ".join(parts)
        print(f"{args.file}: {said or 'nothing to ask'}")
    return EXIT_FOUND if errors or counted["changes nothing"] else 0


def _judged(
    result: FileResult, named: list[CardResult], broken: set[str]
) -> Iterator[tuple[CardResult, Words | None, list[Judged]]]:
    from rules_check.properties.words.judging import DEEP
    from rules_check.words.quick import task_of, words_of

    sound = [one for one in result.cards if one.understood and one.card.name not in broken]
    for one in named:
        task = task_of(one, sound, 0) if one in sound else None
        words = None if task is None else words_of(task)
        yield one, words, [] if words is None else list(words.judged(DEEP))


def _said(one: CardResult, judged: Judged) -> str:
    """The words of a piece."""
    line, start, end = judged.piece.at
    return " ".join(one.card.printed[line].text[start:end].split())


def _lines(
    one: CardResult, words: Words, judged: list[Judged], *, everything: bool
) -> Iterator[str]:
    from rules_check.properties.words.judging import Verdict

    shown = [x for x in judged if everything or x.verdict is not Verdict.SOMETHING]
    if shown:
        yield one.card.name
    for x in shown:
        yield f'  "{_said(one, x)}" ({x.piece.what}): {x.verdict.value}{_how_far(x)}'
        if everything:
            for line in _game(words, x):
                yield f"      {line}"


def _how_far(judged: Judged) -> str:
    from rules_check.properties.words.judging import Verdict

    match judged.verdict:
        case Verdict.SOMETHING:
            return ""
        case Verdict.NOTHING:
            bound = f"up to {plural(judged.bound, 'card')} per zone"
            how_far = "the same meaning" if judged.unsaid else bound
            return f" (tried: {', '.join(judged.tried)}; {how_far})"
        case Verdict.UNDECIDED:
            return f" ({judged.why})"


def _game(words: Words, judged: Judged) -> Iterator[str]:
    """The game that shows that words matter."""
    if judged.edit is None:
        return
    if judged.played is not None:
        yield f"{judged.edit.told}: {judged.played.what}, in a game that goes"
        yield from (f"  {line}" for line in words.table.told(judged.played))
    elif judged.witness is not None:
        from rules_check.properties.symbolic.witness_lines import in_short

        yield from in_short(judged.witness, "as it is", judged.edit.told)


def _data(one: CardResult, words: Words, judged: list[Judged]) -> dict[str, Any]:
    return {
        "card": one.card.name,
        "words": [
            {
                "words": _said(one, x),
                "what": x.piece.what,
                "verdict": x.verdict.value,
                "tried": list(x.unsaid) or [edit.told for edit in x.piece.edits],
                "bound": x.bound,
                "why": x.why,
                "game": list(_game(words, x)),
            }
            for x in judged
        ],
    }
