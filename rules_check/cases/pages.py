"""Case books as pages: text for the terminal, Markdown, and one HTML page with cards on it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from rules_check.cases.against import CardChanges
from rules_check.cases.making import CardBook, Told, clause
from rules_check.cases.telling import Act
from rules_check.fitting import page_width
from rules_check.output.paint import Paint
from rules_check.output.report import plural

WIDTH: Final = 92
STYLE: Final = """
body { margin: 2em auto; max-width: 72em; color: #222;
  font: 15px/1.45 "Helvetica Neue", Arial, sans-serif }
h1 { font-size: 1.5em }
section { display: grid; grid-template-columns: 15em 1fr; gap: 2em; padding: 1.6em 0;
  border-top: 1px solid #bbb; break-inside: avoid-page }
.card { align-self: start; border: 2px solid #333; border-radius: 12px; padding: .8em 1em 1em;
  background: #faf7ee; box-shadow: 2px 2px 5px #0002; min-height: 17em }
.card h2 { margin: 0; font-size: 1.1em }
.card .line { margin: .2em 0 1em; font-size: .85em; color: #666;
  border-bottom: 1px solid #ccc; padding-bottom: .5em }
.card p { margin: .5em 0 }
article { margin-bottom: 1.3em; break-inside: avoid }
article h3 { margin: 0 0 .3em; font-size: 1em }
article .id { font: 11px monospace; color: #888 }
dl { display: grid; grid-template-columns: 5em 1fr; margin: 0; gap: .15em .8em }
dt { color: #888 } dd { margin: 0 }
ol { margin: 0; padding-left: 1.2em }
.comes { color: #04506f }
mark { background: #ffe9a8 }
.missed, .asked { font-size: .9em; color: #7a4b00 }
@media print { body { margin: 0; max-width: none } .card { box-shadow: none } }
""".strip()


def summed_up(books: Sequence[CardBook]) -> str:
    """One line on all books."""
    cases = sum(len(book.cases) for book in books)
    ways = sum(book.ways for book in books)
    missed = sum(book.not_reached for book in books)
    none = sum(bool(book.why_none) for book in books)
    said = [plural(len(books) - none, "card"), plural(cases, "case")]
    said += [f"{missed} of {ways} ways not reached"] if missed else []
    said += [f"{plural(none, 'card')} without a case book"] if none else []
    return ", ".join(said)


def not_reached(book: CardBook) -> str:
    """Within how much nothing was found."""
    return f"not reached within {book.tried:,} games"


# ------------------------------------------------------------------------- text


def text_lines(book: CardBook, paint: Paint) -> Iterator[str]:
    """The case book of a card for the terminal."""
    yield paint(book.name, "heading") + (f"  {book.headline}" if book.headline else "")
    for line in book.printed:
        yield from _wrapped(line, "  │ ", "  │   ")
    if book.why_none:
        yield f"  no case book: {book.why_none}"
        return
    for asked in book.readings:
        yield from _wrapped(asked, "  open question: ", "    ")
    for case in book.cases:
        yield ""
        yield f"  {paint(case.title, 'result')}"
        if case.given:
            yield from _wrapped(" ".join(case.given), "    given  ", "           ")
        for act in case.acts:
            said = " ".join(filter(None, (act.does, *act.comes)))
            yield from _wrapped(
                said, "    then   " if act is not case.acts[0] else "    so     ", "           "
            )
        for asked in case.questions:
            yield from _wrapped(asked, "    open   ", "           ")
    for missed in book.missed:
        yield ""
        yield from _wrapped(f"{missed}: {not_reached(book)}", "  ", "    ")
    if not book.cases and not book.missed:
        yield "  no text, so no case"


def change_lines(change: CardChanges, paint: Paint) -> Iterator[str]:
    """What has changed of a card, for the terminal; nothing if nothing has."""
    if not (change.changed or change.new or change.why):
        return
    called = f"{change.name} {change.level}" if change.level else change.name
    yield paint(called, "heading") + (f"  {change.why}" if change.why else "")
    yield from changed_cases(change, paint)
    yield ""


def changed_cases(change: CardChanges, paint: Paint) -> Iterator[str]:
    """The cases of a card that go another way, and the new ones."""
    for one in change.changed:
        yield ""
        yield f"  {paint(one.case.title, 'warning')}: goes another way"
        if one.case.given:
            yield from _wrapped(" ".join(one.case.given), "    given   ", "            ")
        yield from _wrapped(in_a_row(one.case.acts), "    before  ", "            ")
        yield from _wrapped(one.why or in_a_row(one.now), "    now     ", "            ")
    for case in change.new:
        yield ""
        yield f"  {paint(case.title, 'result')}: a new case"
        if case.given:
            yield from _wrapped(" ".join(case.given), "    given   ", "            ")
        yield from _wrapped(in_a_row(case.acts), "    so      ", "            ")


def in_a_row(acts: Iterable[Act]) -> str:
    """What is done, and what comes of it, as one text."""
    return " ".join(" ".join(filter(None, (act.does, *act.comes))) for act in acts)


def changes_summed_up(changes: Sequence[CardChanges]) -> str:
    """One line on all changes."""
    changed = sum(len(one.changed) for one in changes)
    new = sum(len(one.new) for one in changes)
    same = sum(one.same for one in changes)
    other = sum(bool(one.why) for one in changes)
    said = [f"{plural(changed, 'case')} changed", f"{new} new", f"{same} the same"]
    said += [f"{plural(other, 'card')} new, gone or not played"] if other else []
    return ", ".join(said)


def _wrapped(text: str, first: str, then: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text,
        page_width(WIDTH),
        initial_indent=first,
        subsequent_indent=then,
        break_on_hyphens=False,
    )


# ------------------------------------------------------------------------- Markdown


def markdown(title: str, books: Iterable[CardBook]) -> Iterator[str]:
    """The case books as Markdown."""
    yield f"# Case book: {title}"
    for book in books:
        yield f"\n## {_plain(book.name)}\n"
        if book.headline:
            yield f"*{_plain(book.headline)}*\n"
        yield from (f"> {_plain(line)}  " for line in book.printed)
        if book.why_none:
            yield f"\nNo case book: {_plain(book.why_none)}."
            continue
        yield from (f"\nOpen question: {_plain(asked)}" for asked in book.readings)
        for case in book.cases:
            yield f"\n### {_plain(case.title)}\n"
            if case.given:
                yield f"- **Given:** {_plain(' '.join(case.given))}"
            for act in case.acts:
                does = f"**{_plain(act.does)}** " if act.does else ""
                yield f"- {does}{_plain(' '.join(act.comes))}".rstrip()
            said = ", ".join(f"“{_plain(one)}”" for one in quotes(book, case))
            if said:
                yield f"- *Because of:* {said}"
            yield from (f"- *Open question:* {_plain(asked)}" for asked in case.questions)
        if book.missed:
            yield f"\n{not_reached(book).capitalize()}:\n"
            yield from (f"- {_plain(missed)}" for missed in book.missed)


def _plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in text)


def quotes(book: CardBook, case: Told) -> list[str]:
    """The words of the card that make it so, whole clauses, the widest only."""
    words = [clause(book.printed, at) for at in case.words]
    widest = {at for at in words if not any(_within(at, x) and at != x for x in words)}
    found = (book.printed[line][start:end] for line, start, end in sorted(widest))
    return list(dict.fromkeys(" ".join(words.split()).strip(" .,;:") for words in found))


def _within(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return one[0] == other[0] and other[1] <= one[1] and one[2] <= other[2]


# ------------------------------------------------------------------------- HTML


def html(title: str, books: Sequence[CardBook]) -> Iterator[str]:
    """One page that needs nothing else."""
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f"<title>{escape(title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>"
    yield f"<h1>{escape(title)}</h1>\n<p>{escape(summed_up(books))}</p>"
    for book in books:
        yield "<section>"
        yield f'<div class="card"><h2>{escape(book.name)}</h2>'
        yield f'<p class="line">{escape(book.headline)}</p>'
        yield from (f"<p>{escape(line)}</p>" for line in book.printed)
        yield "</div>\n<div>"
        yield from _html_cases(book)
        yield "</div>\n</section>"
    yield "</body>\n</html>"


def _html_cases(book: CardBook) -> Iterator[str]:
    if book.why_none:
        yield f'<p class="missed">No case book: {escape(book.why_none)}.</p>'
    for asked in book.readings:
        yield f'<p class="asked">Open question: {escape(asked)}</p>'
    for case in book.cases:
        yield f'<article id="{escape(case.id)}"><h3>{escape(case.title)}</h3><dl>'
        if case.given:
            yield f"<dt>given</dt><dd>{escape(' '.join(case.given))}</dd>"
        yield "<dt>then</dt><dd><ol>"
        for act in case.acts:
            comes = f'<span class="comes">{escape(" ".join(act.comes))}</span>' if act.comes else ""
            yield f"<li>{escape(act.does)} {comes}</li>"
        yield "</ol></dd>"
        said = ", ".join(f"<mark>{escape(one)}</mark>" for one in quotes(book, case))
        if said:
            yield f"<dt>because</dt><dd>{said}</dd>"
        for asked in case.questions:
            yield f'<dt>open</dt><dd class="asked">{escape(asked)}</dd>'
        yield f'</dl><div class="id">{escape(case.id)}</div></article>'
    for missed in book.missed:
        yield f'<p class="missed">{escape(missed)}: {not_reached(book)}</p>'
