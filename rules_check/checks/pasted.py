"""What a page has done to a text that was copied from it: broken lines, parted words, signs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules_check.checks.subject import Subject
from rules_check.grammar.cardmodel import PrintedLine
from rules_check.grammar.findings import Edit, Finding, Span
from rules_check.grammar.parse import Parsed
from rules_check.grammar.pasted import BULLET, DASHES, HYPHEN, LIGATURES, SIGNS

Again = Callable[[Sequence[str]], Parsed]

_MOST_LINES = 6
"""So many lines of a page are tried as one printed line."""

_ENDS = '.!?:;)”"'


def check(subject: Subject, again: Again) -> Iterator[Finding]:
    """Lines that go on, and signs that no card has."""
    yield from _signs(subject)
    if subject.parsed.troubles and len(subject.card.printed) > 1:
        yield from _wrapped(subject, again)


def _signs(subject: Subject) -> Iterator[Finding]:
    """Ligatures, spaces that do not break, and signs of a list."""
    for printed in subject.card.printed:
        for number, piece in enumerate(printed.pieces):
            raw = subject.file.lines[piece.line - 1]
            edits = [
                Edit(Span(piece.line, at + 1), SIGNS[sign])
                for at, sign in enumerate(raw)
                if sign in LIGATURES or SIGNS.get(sign) == " "
            ]
            if edits:
                what = {"ligatures" if edit.replacement != " " else "spaces" for edit in edits}
                message = f"the text has {' and '.join(sorted(what))} of a typesetter"
                yield _finding(subject, message, edits[0].span, "write plain signs", edits)
            bullet = BULLET.match(raw) if not number else None
            if bullet is not None and bullet["sign"] not in DASHES:
                start = bullet.start("sign")
                span = Span(piece.line, start + 1, bullet.end() - start)
                message = "the line begins with the sign of a list"
                yield _finding(subject, message, span, "leave it out", [Edit(span, "")])


def _wrapped(subject: Subject, again: Again) -> Iterator[Finding]:
    """Lines that go on from the one before."""
    lines = subject.card.printed
    at = 0
    while at < len(lines):
        end = _goes_on_to(lines, at, again)
        for number in range(at + 1, end + 1):
            yield _joined(subject, lines[number - 1], lines[number], again)
        at = max(end, at) + 1


def _goes_on_to(lines: Sequence[PrintedLine], at: int, again: Again) -> int:
    """The last line that belongs to the printed line that begins with this one."""
    end = at
    while end + 1 < len(lines) and _small(lines[end].text, lines[end + 1].text):
        end += 1
    text = _one_line(lines[at : end + 1], again)
    if not again([text]).troubles and not text.endswith(_HANGING):
        return end
    for last in range(end + 1, min(at + _MOST_LINES, len(lines))):
        if lines[last - 1].text.rstrip()[-1:] in _ENDS and not again([lines[last].text]).troubles:
            break
        if not again([_one_line(lines[at : last + 1], again)]).troubles:
            return last
    return end


_HANGING = (" each", " every", " per")
"""With such a word at its end a line without a full stop goes on, whatever it could mean alone."""


def _small(before: str, line: str) -> bool:
    """Does a line begin in the middle of a sentence?"""
    return line[:1].islower() and before.rstrip()[-1:] not in ".!?"


def _one_line(lines: Sequence[PrintedLine], again: Again) -> str:
    """Lines put together, parted words made whole."""
    text = lines[0].text
    for line in lines[1:]:
        found = HYPHEN.fullmatch(text)
        if found is None:
            text = f"{text} {line.text}"
        else:
            text = f"{found['before'] or ''}{_word(found['part'], line.text, again)}"
    return text


def _word(part: str, rest: str, again: Again) -> str:
    """A parted word and what follows; the hyphen stays where the word has one."""
    first, _, more = rest.partition(" ")
    behind = f" {more}" if more else ""
    keeps = not first[:1].islower() or _known(f"{part}-{first}", again)
    return f"{part}{'-' if keeps else ''}{first}{behind}"


def _known(word: str, again: Again) -> bool:
    """Is a word with a hyphen one of the card language? The sentence tells where it ends."""
    troubles = again([f"{word.strip('.,:;')} card."]).troubles
    return not troubles


def _joined(subject: Subject, before: PrintedLine, line: PrintedLine, again: Again) -> Finding:
    """The finding for a line that continues the one before it."""
    last, first = before.pieces[-1], line.pieces[0]
    start = Span(first.line, 1, first.column - 1)
    row = subject.file.row(last.line)
    raw = subject.file.lines[last.line - 1]
    found = HYPHEN.fullmatch(raw)
    if found is None:
        edits = [Edit(start, "  ")]
        message = "the line is broken: it goes on from the one before"
    else:
        word = _word(found["part"], line.text, again).removesuffix(line.text)
        lead = found.start("part")
        gone = raw[:lead].rstrip()
        edits = [Edit(Span(last.line, len(gone) + 1, len(raw) - len(gone)), "")]
        edits.append(Edit(start, f"  {word}"))
        message = "the line is broken within a word"
    span = Span(first.line, first.column, max(len(line.text.split(" ")[0]), 1))
    other = row != subject.file.row(first.line)
    where = f"line {row}" if other else "the line above it in the cell"
    help = f"indent it, so that it continues {where}"
    return _finding(subject, message, span, help, edits, "goes on here")


def _finding(
    subject: Subject, message: str, span: Span, help: str, edits: Sequence[Edit], label: str = ""
) -> Finding:
    return Finding(
        "RC023",
        message,
        span,
        label,
        subject.card.name,
        help=help,
        edits=tuple(edits),
        keeps_meaning=True,
    )
