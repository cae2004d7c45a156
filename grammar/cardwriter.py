"""The canonical form of a card file: tidy around the texts, the texts as typed.

Header keys and card lines get one order and one spelling, blocks are one empty line
apart, lines end in LF without white space before it, and continuation lines start with
two spaces. Lines with something wrong in them are left as they are.
"""

from __future__ import annotations

from rules_check.grammar.cardfile import Layout, Role, lay_out
from rules_check.grammar.cardheader import KEYS, key_of, names_in
from rules_check.grammar.cardmodel import CardLine, Mark, Value
from rules_check.grammar.cardsource import MAX_LINE, WHITE, Row

_INDENT = "  "


def format_card_file(text: str, path: str) -> str:
    """The text of a card file in canonical form; formatting it again changes nothing.

    The cards in it stay the same. A text that is no text (it has NULs) is returned as is.
    """
    return text if "\0" in text else format_layout(lay_out(text, path))


def format_layout(layout: Layout) -> str:
    """The canonical form of a card file that has been read already."""
    header = _header_lines(layout)
    card_lines = {
        card.line.spans["type"].line: card.line
        for card in layout.file.cards
        if card.line and "type" in card.line.spans
    }
    out: list[str] = []
    last = Role.BLANK
    gap = False
    for row, role in zip(layout.rows, layout.roles, strict=True):
        if role is Role.BLANK:
            gap = True
            continue
        inside_header = last is Role.KEY and role is Role.KEY
        if gap and out and not inside_header:
            out.append("")
        gap = False
        last = role
        match role:
            case Role.KEY:
                out.append(header[row.number])
            case Role.CARD_LINE:
                out.append(_fitting(card_line_text(card_lines[row.number]), row))
            case Role.CONTINUATION:
                out.append(_INDENT + row.raw.strip(WHITE))
            case _:
                out.append(row.raw.rstrip(WHITE))
    return "".join(f"{line}\n" for line in out)


def card_line_text(line: CardLine) -> str:
    """The canonical spelling of a card line."""
    fields = [line.type or "", *line.titles]
    if line.cost is not None:
        fields.append(f"cost {value_text(line.cost)}")
    if line.vp is not None:
        fields.append(f"{value_text(line.vp)} VP")
    if line.copies is not None:
        fields.append(f"x{line.copies}")
    if line.level is not None:
        fields.append(f"level {line.level}")
    if line.symbol is not None:
        fields.append(f"symbol {line.symbol}")
    if line.source is not None:
        fields.append(f"source {line.source}")
    return ", ".join(fields)


def value_text(value: Value) -> str:
    """A number of a card line as it is written: `3`, `?` or `*`."""
    return value.value if isinstance(value, Mark) else str(value)


def _header_lines(layout: Layout) -> dict[int, str]:
    """What to write on each sound line of the header, by line number.

    Comments keep their places and the keys are put in order around them; but with a
    broken line among them the order may carry meaning, and stays.
    """
    written: dict[int, tuple[str, str]] = {}
    for row, role in zip(layout.rows, layout.roles, strict=True):
        if role is Role.KEY and (pair := key_of(row)):
            key, value = pair
            if key == "names":
                value = ", ".join(names_in(value))
            written[row.number] = (key, _fitting(f"{key}: {value}".rstrip(WHITE), row))
    lines = list(written.values())
    if not _header_is_broken(layout):
        lines.sort(key=lambda line: KEYS.index(line[0]))
    return {number: line for number, (_, line) in zip(written, lines, strict=True)}


def _header_is_broken(layout: Layout) -> bool:
    for role in layout.roles:
        if role is Role.BROKEN:
            return True
        if role is Role.NAME:
            return False
    return False


def _fitting(line: str, row: Row) -> str:
    """The canonical line, unless it would be too long to be read again."""
    return line if len(line) <= MAX_LINE else row.raw.rstrip(WHITE)
