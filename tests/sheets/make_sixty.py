"""Makes the spreadsheet of sixty cards that the tests check, fix and convert.

Run it as `python -m tests.sheets.make_sixty`, with openpyxl and LibreOffice installed. It writes
`sixty.txt` (cards of our own from `cards/`), `sixty.xlsx` (the same in cells that are wrapped, with
a few slips) and `sixty.csv` (as LibreOffice exports it: semicolons, texts in quotes).
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.cardmodel import Card
from rules_check.grammar.cardwriter import card_line_text

HERE = Path(__file__).parent
CARDS = HERE.parents[1] / "cards"
SIZE = 60
HEADINGS = ["Card Name", "Card Type", "Title", "Cost", "VP", "Qty", "Level", "Symbol"]
HEADINGS += ["Rules Text", "Source", "Notes", "Artist", "Expansion", "Ruleset"]
SLIPS = {"You may ": "You can ", "two cards": "2 cards", "'s ": "’s ", " three ": " 3 "}
"""What house style wants, and what stands in the sheet instead, in every third text."""

EXPORT = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true,false"


def cards() -> list[Card]:
    """Sixty cards that are made up here, none of them twice."""
    found: dict[tuple[str, int | None], Card] = {}
    for name in ("confrontations-play.txt", "confrontations.txt", "heroes-unite.txt"):
        for card in read_card_file(CARDS / name).cards:
            if card.line is not None and card.line.source == "original":
                found.setdefault((card.name, card.line.level), card)
    return list(found.values())[:SIZE]


def card_file() -> str:
    """The cards as a card file."""
    blocks = ["set: Sixty Cards\nruleset: confrontations\n"]
    for card in cards():
        assert card.line is not None
        lines = [card.name, card_line_text(card.line), *(line.text for line in card.printed)]
        blocks.append("".join(f"{line}\n" for line in lines))
    return "\n".join(blocks)


def rows() -> list[list[object]]:
    """The rows of the sheet, headings first."""
    made: list[list[object]] = [list(HEADINGS)]
    for number, card in enumerate(cards()):
        line = card.line
        assert line is not None
        text = "\n".join(printed.text for printed in card.printed)
        if number % 3 == 0:
            for good, slip in SLIPS.items():
                text = text.replace(good, slip)
        values: list[object] = [card.name, str(line.type), ", ".join(line.titles)]
        values += [_number(line.cost), _number(line.vp), line.copies, line.level, line.symbol]
        values += [text, line.source, "", "somebody", "Sixty Cards", "confrontations"]
        made.append(values)
    return made


def _number(value: object) -> object:
    return int(value) if type(value) is int else None if value is None else str(value)


def main() -> None:
    """Write the three files."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment

    (HERE / "sixty.txt").write_text(card_file(), encoding="utf-8")
    book = Workbook()
    sheet = book.active
    for row in rows():
        sheet.append(row)
    for row in sheet.iter_rows():
        for cell in row:
            cell.alignment = Alignment(wrap_text=True)
    book.save(HERE / "sixty.xlsx")
    command = ["soffice", "--headless", "--convert-to", EXPORT, "--outdir", str(HERE)]
    subprocess.run([*command, str(HERE / "sixty.xlsx")], check=True)


if __name__ == "__main__":
    main()
