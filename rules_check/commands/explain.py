"""`rules-check explain TEXT|FILE CARD|CODE|RULE`: one text, one card, a code or a rule."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rules_check.fitting import page_width, width_of
from rules_check.output import wants_colour
from rules_check.output.paint import Paint
from rules_check.output.report import plural
from rules_check.rules.folders import ruleset_names

if TYPE_CHECKING:
    from rules_check.checker import CardResult, FileResult
    from rules_check.checks.raised import Raised, Settled
    from rules_check.checks.subject import Subject
    from rules_check.commands.explain_core import TextCores
    from rules_check.diagnostics import Diagnostic
    from rules_check.grammar.cardmodel import CardFile
    from rules_check.grammar.findings import Finding
    from rules_check.grammar.questions import Reading


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="TEXT|FILE|CODE|RULE",
        help="a card text (/ begins a new printed line; first lines such as `keyword NAME: …`"
        " are for its header); a card file and the name of a card in it; a code; or the id of a"
        " rule, a clarification or a question",
    )
    parser.add_argument("--ast", action="store_true", help="also print the meaning as a tree")
    parser.add_argument(
        "--core",
        action="store_true",
        help="also print the meaning in the core's notation, with who answers what the words do"
        " not say",
    )
    parser.add_argument(
        "--all", action="store_true", help="also tell the questions that are settled"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people (default), or for programs",
    )
    parser.add_argument(
        "--ruleset", default=ruleset_names()[0], help="whose names and rulings apply"
    )
    parser.add_argument("--name", default="Untitled", help="the card's name, for its rulings")
    parser.add_argument("--type", default="Hero", help="the card's type (default: Hero)")


def run(args: argparse.Namespace) -> int:
    """Explain a code or a text."""
    text = " ".join(args.what)
    if re.fullmatch(r"(?i)RC\d+", text.strip()) or text.strip().lower() in _names():
        return _code(text.strip(), args)
    if re.fullmatch(r"[A-Za-z]{1,5}-[A-Za-z]{0,3}\d{1,3}[a-z]?", text.strip()):
        return _entry(text.strip(), args)
    if _is_file(args.what[0]):
        return _card(args)
    return _text(text, args)


def _is_file(word: str) -> bool:
    """Is there a file of that name? A long text, or one with strange signs, is none."""
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def _card(args: argparse.Namespace) -> int:
    """All about one card of a file."""
    from rules_check.commands.explain_card import explain_card, named_card
    from rules_check.play.table import Unusable

    try:
        if args.core and args.format == "json":
            return _card_json(*named_card(args.what), args)
        return explain_card(args)
    except Unusable as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return 2


def _entry(id_: str, args: argparse.Namespace) -> int:
    """What the books say under an id; in colour, the id stands out."""
    from rules_check.rulebook.entries import UnknownId, entry

    try:
        first, *lines = entry(id_)
    except UnknownId as error:
        print(f"rules-check: {error.args[0]}", file=sys.stderr)
        return 2
    paint = Paint(wants_colour(sys.stdout, no_color=args.no_color))
    name, gap, rest = first.partition("  ")
    print(paint(name, "place") + gap + rest, *map(paint.named, lines), sep="\n")
    return 0


def _code(code: str, args: argparse.Namespace) -> int:
    from rules_check.catalogue import WIDTH, page
    from rules_check.codes import UnknownCode, find

    try:
        colour = wants_colour(sys.stdout, no_color=args.no_color)
        print(page(find(code), colour=colour, width=page_width(WIDTH)))
    except UnknownCode as error:
        print(f"rules-check: {error.args[0]}", file=sys.stderr)
        return 2
    return 0


def _names() -> frozenset[str]:
    from rules_check.codes import CODES

    return frozenset(name for name, _ in CODES.values())


def _text(text: str, args: argparse.Namespace) -> int:
    from rules_check.checker import Checker
    from rules_check.codes import Severity
    from rules_check.diagnostics import diagnose
    from rules_check.grammar.cache import Cache
    from rules_check.grammar.questions import readings
    from rules_check.output.text import block

    lines = [line.strip() for line in re.split(r"\s*\n\s*|\s+/\s+", text) if line.strip()]
    problem = _problem(lines, args)
    if problem:
        print(f"rules-check: {problem}", file=sys.stderr)
        return 2
    file, above = _card_file(lines, args)
    checker = Checker(Cache())
    result = checker.check_text(file, "<text>")
    checker.save()
    (card,) = result.cards
    found = [_moved(d, above) for d in result.diagnostics if d.severity is Severity.ERROR]
    ways = list(readings(card.subject.text)) if card.understood else []
    open_ = _questions(card.subject, args.all) if card.understood else []
    made = _cores(card, args)
    status = 1 if found or (made is not None and not made.whole) else 0
    if args.format == "json":
        print(_json(_document(lines, card.understood, ways, open_, found, made)))
        return status
    colour, width = wants_colour(sys.stdout, no_color=args.no_color), width_of(sys.stdout)
    for diagnostic in found:
        print("\n".join(block(diagnostic, colour=colour, width=width)))
    if not card.understood:
        return 1
    listed = {question for way in ways for question, _ in way.choices}
    others = [told for told in open_ if told.one.id not in listed]
    print("\n".join(_readings(card.subject, ways, others, args, made, Paint(colour))))
    for told in others:
        shown = _moved(diagnose(told.finding, result.file.path, result.file.lines), above)
        print("", *block(shown, colour=colour, width=width), sep="\n")
    return status


def _cores(card: CardResult, args: argparse.Namespace) -> TextCores | None:
    """The cores of a text, if they are asked for."""
    if not args.core or not card.understood:
        return None
    from rules_check.commands.explain_core import cores_of

    return cores_of(card.subject)


def _card_json(file: CardFile, name: str, args: argparse.Namespace) -> int:
    """A card of a file with its cores, for programs; each card of the name if there are several."""
    from rules_check.checker import Checker
    from rules_check.codes import Severity
    from rules_check.grammar.cache import Cache
    from rules_check.grammar.questions import readings

    checker = Checker(Cache())
    result = checker.check(file)
    checker.save()
    found = [
        one
        for one in result.diagnostics
        if one.severity is Severity.ERROR and one.place.card == name
    ]
    told: list[dict[str, object]] = []
    whole = True
    for card in (one for one in result.cards if one.card.name == name):
        ways = list(readings(card.subject.text)) if card.understood else []
        open_ = _questions(card.subject, args.all) if card.understood else []
        made = _cores(card, args)
        whole = whole and made is not None and made.whole
        lines = [line.text for line in card.card.printed]
        document = _document(lines, card.understood, ways, open_, found, made)
        told.append({"name": name, "line": _row(result, card), **document})
    print(_json({"file": file.path, "cards": told}))
    return 0 if whole and not found else 1


def _row(result: FileResult, card: CardResult) -> int:
    return result.file.row(card.card.name_span.line)


class _Told(NamedTuple):
    """A question of the text, who settles it, and what a check says of it."""

    one: Raised
    settled: Settled
    finding: Finding


def _questions(subject: Subject, everything: bool) -> list[_Told]:
    """The questions that a check would tell of the text."""
    from rules_check.checks.questions import SETTLED, finding
    from rules_check.checks.raised import raised, settled

    told = [
        _Told(one, settled(subject.ruleset, subject.card.name, one), finding(subject, one))
        for one in raised(subject)
    ]
    return [one for one in told if everything or one.finding.code != SETTLED]


def _card_file(lines: Sequence[str], args: argparse.Namespace) -> tuple[str, Callable[[int], int]]:
    """A card file with the text, and how many lines were put before each line of it."""
    defined = list(takewhile(_defines, lines))
    top = ["set: Text", f"ruleset: {args.ruleset}"]
    name = ["", args.name, args.type]
    file = [*top, *defined, *name, *lines[len(defined) :]]
    last = len(top) + len(defined)
    return (
        "".join(f"{line}\n" for line in file),
        lambda line: len(top) if line <= last else len(top) + len(name),
    )


def _defines(line: str) -> bool:
    """Does a line define a keyword of the set?"""
    return re.match(r"(?i)keyword\b[^:]*:", line) is not None


def _problem(lines: Sequence[str], args: argparse.Namespace) -> str:
    """What is wrong with the words of the command; empty if nothing is."""
    from rules_check.grammar.cardmodel import CardType

    rulesets, types = ruleset_names(), [kind.value for kind in CardType]
    if args.ruleset not in rulesets:
        return f"no ruleset {args.ruleset!r}; there are {', '.join(rulesets)}"
    text = [line for line in lines if not line.startswith("#") and not _defines(line)]
    if not any(re.search(r"\w|\+", line) for line in text):
        return "there is no text to explain"
    if args.type not in types:
        return f"no card type {args.type!r}; there are {', '.join(types)}"
    if not re.fullmatch(r"[^\s#][^\n\r]*", args.name):
        return "the name has to be one line of text"
    return ""


def _readings(
    subject: Subject,
    ways: Sequence[Reading],
    others: Sequence[_Told],
    args: argparse.Namespace,
    made: TextCores | None,
    paint: Paint,
) -> Iterator[str]:
    """Each reading in the standard wording, with what was answered for it."""
    from rules_check.checks.questions import ANALOGY
    from rules_check.grammar.questions import open_questions
    from rules_check.grammar.wording import explained
    from rules_check.rules.language import told

    asked = _questions(subject, everything=True)
    answers = {one.one.id: one.settled for one in asked}
    for number, way in enumerate(ways, 1):
        yield paint(f"{number}.", "note") + " " + "\n   ".join(explained(way.text))
        for question, key in way.choices:
            said = told(question).answered(key)
            answer = answers.get(question)
            if answer is not None and answer.answer == key and answer.ruling is not None:
                word = "by analogy" if answer.by in ANALOGY else "so ruled"
                said += f" ({word}: {answer.ruling.id})"
            yield f"   {paint('=', 'gutter')} {said}"
        for one in asked:
            if one.settled.by == "language":
                how = one.one.question.answered(one.settled.answer)
                yield f"   {paint('=', 'gutter')} {how} ({one.settled.rule})"
        if args.ast:
            from rules_check.grammar.codec import outline

            yield from (f"     {line}" for line in outline(way.text))
        if made is not None:
            yield from (f"     {line}" for line in made.readings[number - 1].lines())
    more = ", ".join(told.one.id for told in others)
    below = f"; {plural(len(others), 'question')} ({more})" if others else ""
    if len(ways) > 1:
        ids = ", ".join(dict.fromkeys(q.id for q in open_questions(subject.text)))
        yield paint(f"{len(ways)} readings", "warning") + f" ({ids}){below}"
    else:
        yield f"{paint('1 reading', 'result')}{below}"
    if made is not None and made.more:
        yield f"these are the first {len(ways)} readings: there are more"


def _moved(found: Diagnostic, above: Callable[[int], int]) -> Diagnostic:
    """The same for the text without the lines put before it."""
    by = above(found.place.line)
    fix = found.fix
    if fix is not None:
        fix = replace(fix, edits=tuple(replace(e, line=e.line - by) for e in fix.edits))
    return replace(found, place=replace(found.place, line=found.place.line - by), fix=fix)


def _question(told: _Told) -> dict[str, object]:
    """A question of the text for programs."""
    from rules_check.grammar.wording import wording

    one = told.one
    return {
        "id": one.id,
        "asks": one.question.asks,
        "code": told.finding.code,
        "status": told.finding.message.removesuffix(f": {one.question.asks}"),
        "by": told.settled.by,
        "answer": told.settled.answer or None,
        "rules": list(told.finding.rules),
        "readings": [
            {
                "key": key,
                "says": one.says(key),
                "wording": None if one.question.switch else wording(text),
            }
            for key, text in zip(one.keys, one.texts, strict=True)
        ],
    }


def _document(
    lines: list[str],
    understood: bool,
    ways: Sequence[Reading],
    asked: Sequence[_Told],
    found: Sequence[Diagnostic],
    made: TextCores | None,
) -> dict[str, object]:
    """A text for programs; with its cores, if they are asked for."""
    from rules_check.grammar.codec import encode
    from rules_check.grammar.wording import wording

    read = [
        {"choices": dict(way.choices), "wording": wording(way.text), "ast": encode(way.text)}
        for way in ways
    ]
    told: dict[str, object] = {"text": lines, "understood": understood, "readings": read}
    if made is not None:
        pairs = zip(read, made.readings, strict=True)
        told["readings"] = [{**one, **core.document()} for one, core in pairs]
        told["more_readings"] = made.more
    told["questions"] = [_question(one) for one in asked]
    told["errors"] = [
        {"code": d.code, "message": d.message, "line": d.place.line, "column": d.place.column}
        for d in found
    ]
    return told


def _json(document: dict[str, object]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False)
