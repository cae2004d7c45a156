"""A line of the header that defines a keyword: `keyword Ambush: Each foe discards a card.`"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_check.grammar.cardmodel import OwnKeyword, Piece, PrintedLine
from rules_check.grammar.cardsource import Row
from rules_check.grammar.coined import NAME, NUMBER, has_number
from rules_check.grammar.findings import Edit, Finding, Related, Span, quoted
from rules_check.grammar.lexer import straighten

FORM = "write `keyword NAME: what it means`, such as `keyword Ambush: Each foe discards a card.`"
_LINE = re.compile(
    rf"(?i:keyword)(?:\s+(?P<name>[^:]*?)(?P<number>\s+{NUMBER})?)?\s*:\s*(?P<text>.*)"
)
_NAMED = re.compile(r"\s*(?P<name>[^:]+?)\s*:")


def own_keyword(row: Row, before: Iterable[OwnKeyword]) -> OwnKeyword | Finding:
    """The keyword that a line defines, or what is wrong with the line."""
    match = _LINE.fullmatch(row.text)
    if match is None or not match["name"]:
        return _nameless(row, match["text"] if match else "")
    name = " ".join(straighten(match["name"]).split())
    span = Span(row.number, row.column + match.start("name"), len(match["name"]))
    problem = _wrong(name, span, before)
    if problem is not None:
        return problem
    text, start = match["text"], match.start("text")
    if not text:
        message = f"the keyword {quoted(name)} has no meaning"
        return Finding("RC019", message, span, "what does it do?", help=FORM)
    if match["number"] is not None and not has_number(text):
        at = Span(row.number, row.column + match.end("number") - 1, 1)
        message = f'the keyword {quoted(name)} has a number, but its text has no "{NUMBER}"'
        way = f'write "{NUMBER}" where the number belongs in the text, or leave it out here'
        return Finding("RC019", message, at, "for what?", help=way)
    printed = PrintedLine(text, (Piece(0, row.number, row.column + start),))
    return OwnKeyword(name, span, printed, match["number"] is not None)


def _nameless(row: Row, text: str) -> Finding:
    """`keyword: Ambush: …` is a slip that is easily made."""
    named = _NAMED.match(text)
    start = row.text.index(":") if ":" in row.text else len(row.text)
    edits = (Edit(Span(row.number, row.column + start, 1), ""),) if named else ()
    message = "the header defines a keyword without a name"
    span = Span(row.number, row.column, max(start, 1))
    return Finding("RC019", message, span, "which keyword?", help=FORM, edits=edits)


def _wrong(name: str, span: Span, before: Iterable[OwnKeyword]) -> Finding | None:
    """What is wrong with a name, as far as it can be seen in the header."""
    if not NAME.fullmatch(name):
        message = f"a keyword cannot be called {quoted(name)}"
        way = "a name is one word or several, of letters"
        return Finding("RC019", message, span, "no name for a keyword", help=way)
    if not name[0].isupper():
        better = name[0].upper() + name[1:]
        message = f"the keyword {quoted(name)} has to begin with a capital letter"
        edit = Edit(span, better)
        return Finding("RC019", message, span, "", help=f"write `{better}`", edits=(edit,))
    for other in before:
        if other.name.casefold() == name.casefold():
            first = (Related(other.span, "first defined here"),)
            message = f"the keyword {quoted(name)} is defined twice"
            way = "keep one of the two, or give one of them another name"
            return Finding("RC019", message, span, "defined again here", help=way, related=first)
    return None
