"""Sheets: columns by their headings, cells with line breaks, and a card file there and back."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from rules_check.grammar.cardfile import file_of, read_card_file
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.sheets import workbook
from rules_check.grammar.sheets.changing import CannotChange, changed_sheet
from rules_check.grammar.sheets.making import Defaults
from rules_check.grammar.sheets.reading import Sheet, read_sheet
from rules_check.grammar.sheets.writing import as_objects, as_separated, rows_of_sheet, tidy
from tests.together import all_of

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("cards/*.txt"), *ROOT.glob("examples/*.txt")])
GIVEN = Defaults("Night Watch", "confrontations")
HEAD = "set: Night Watch\nruleset: confrontations\n\n"


def sheet(text: str, name: str = "set.csv", given: Defaults = GIVEN) -> Sheet:
    return read_sheet(text.encode(), name, given)


def file(text: str, name: str = "set.csv", given: Defaults = GIVEN) -> CardFile:
    return file_of(sheet(text, name, given), name)


def said(read: CardFile) -> list[tuple[str, int, str]]:
    """The findings: code, row, and the text of the cell."""
    assert read.cells is not None
    return [
        (f.code, read.row(f.span.line), read.cells[f.span.line][0].cell.text) for f in read.findings
    ]


@pytest.mark.parametrize("kind", ["csv", "tsv", "json"])
@all_of("path", FILES)
def test_there_and_back(path: Path, kind: str) -> None:
    text = tidy(path.read_text(encoding="utf-8"))
    rows = rows_of_sheet(text)
    made = (
        as_objects(rows) if kind == "json" else as_separated(rows, {"csv": ",", "tsv": "\t"}[kind])
    )
    back = sheet(made, f"set.{kind}", Defaults())
    assert back.problem is None
    assert tidy(back.made.text) == text


def test_comments_wherever_they_stand_and_further_header_lines_come_back() -> None:
    text = (
        "# above\n\nset: Night Watch\n# on the set\nruleset: confrontations\nnames: Robin, Nana\n"
        "names: Tik\n\n#loose, without a space\n#\n\n# about it\nPorter\n# below its name\n"
        "Hero, cost ?, * VP\n# below its card line\n+1 Power\n# between\nDraw a card.\n"
        "  Then stop.\n# at the end\n\nSilent\nHero\n"
    )
    text = tidy(text)
    for made, name in (
        (as_separated(rows_of_sheet(text), ","), "a.csv"),
        (as_objects(rows_of_sheet(text)), "a.json"),
    ):
        assert sheet(made, name, Defaults()).made.text == text


def test_headings_numbers_and_empty_cells() -> None:
    read = sheet(
        "\ufeffcard_name;TYPE;Price;Victory Points;QTY;rules text\r\n"
        'Porter;Hero;3.0;-;2,0;"+1 Power\r\n\r\nDraw a card."\r\n;;;;;\r\n\r\n'
        "Lamp;Equipment;cost 2;1 VP;x3;\r\n"
    )
    assert read.made.text == (
        HEAD + "Porter\nHero, cost 3, x2\n+1 Power\nDraw a card.\n\n"
        "Lamp\nEquipment, cost 2, 1 VP, x3\n"
    )
    assert [finding.code for finding in read.made.findings] == []


def test_a_place_is_a_row_a_column_and_a_line_of_the_cell() -> None:
    read = file('Name,Type,Cost,Text\nPorter,Hero,3,"Draw a card.\nDraw two"\nLamp,Heroo,four,\n')
    lines = {
        read.lines[number - 1]: read.row(number) for number in (read.cells or {}) if number > 0
    }
    assert lines["Draw two"] == 2
    assert lines["Lamp"] == 3
    assert [finding.code for finding in read.findings] == ["RC011", "RC010"]


def test_what_is_wrong_with_a_sheet() -> None:
    assert said(file("Name,Type,Artist,Shop\nA,Hero,x,y\n")) == [("RC020", 1, "Artist")]
    assert said(file("Name,Type,Card\nA,Hero,B\n")) == [("RC013", 1, "Card")]
    assert said(file("Name,Type,Text\n,Hero,Draw a card.\n"))[0] == ("RC021", 2, "Hero")
    assert said(file("Name,Type\n#A,Hero\n"))[0] == ("RC021", 2, "#A")
    two = "Name,Type,Ruleset\nA,Hero,confrontations\nB,Hero,heroes-unite\n"
    assert said(file(two)) == [("RC021", 3, "heroes-unite")]
    assert [f.code for f in file("Name,Type\nA,Hero\n", given=Defaults()).findings] == ["RC005"]


@all_of(
    "name, text, row",
    [
        ("a.csv", "just words\n", 1),
        ("a.csv", 'Name,Type\nA,"Hero\n', 2),
        ("a.csv", 'Name,Type\nA,"He"ro\n', 2),
        ("a.csv", "Name,Type\nA,Hero,3\n", 2),
        ("a.csv", "", 1),
        ("a.json", '{\n"cards": [\n{"name": }]}', 3),
        ("a.json", '[{"name": "A", "name": "B"}]', 1),
        ("a.json", '{"set": "A"}', 1),
        ("a.json", "[1]", 1),
        ("a.json", "[" * 500, 1),
        ("a.md", "# Nothing\n\nwords\n", 1),
        ("a.xlsx", "no workbook", 1),
    ],
)
def test_no_table(name: str, text: str, row: int) -> None:
    read = file(text, name)
    assert [finding.code for finding in read.findings] == ["RC022"]
    assert read.row(read.findings[0].span.line) == row


def test_json_with_lists_of_lines_numbers_and_null() -> None:
    data = [{"name": "Porter", "type": "Hero", "cost": 3.0, "vp": None, "text": ["+1 Power", "A"]}]
    made = sheet(json.dumps(data), "a.json").made
    assert made.text == HEAD + "Porter\nHero, cost 3\n+1 Power\nA\n"


def test_markdown_table_list_and_headings() -> None:
    cards = "Porter\nHero, cost 3, 1 VP\n+1 Power\nDraw a card.\n\nLamp\nEquipment, cost 2\n"
    table = (
        "# My set\n\n| Name | Type | Cost | VP | Text |\n|---|---|--:|---|---|\n"
        "| **Porter** | Hero | 3 | 1 | +1 Power<br>Draw a card. |\n| Lamp | Equipment | 2 | | |\n"
    )
    listed = (
        "# My set\n\n- **Porter** (Hero, cost 3, 1 VP): +1 Power\n  - Draw a card.\n"
        "- **Lamp** (Equipment, cost 2)\n"
    )
    under = (
        "ruleset: confrontations\n\n## Porter\n\nHero, cost 3, 1 VP\n\n+1 Power\n\nDraw a card.\n\n"
        "## Lamp\nEquipment, cost 2\n"
    )
    assert [sheet(text, "a.md").made.text for text in (table, listed, under)] == [HEAD + cards] * 3


def test_a_change_is_made_in_its_cell_and_nowhere_else() -> None:
    text = '\ufeffName;Type;Text;Shop\r\nPorter;Hero;"+1 Power\r\nSay ""A""";b \r\nLamp;Hero;A;\r\n'
    read = sheet(text)
    new = read.made.text.replace('Say "A"', 'Say "B"; now').replace("\nA\n", "\nA;B\n")
    after = text.replace('Say ""A""', 'Say ""B""; now').replace(";A;", ';"A;B";')
    assert changed_sheet(read, new) == after
    made = '[{"name": "A",\n  "text": ["x",\n   "y"], "cost" : 3}]\n'
    new = sheet(made, "a.json").made.text.replace("\ny", '\n"z"').replace("cost 3", "cost 4")
    after = made.replace('"y"', '"\\"z\\""').replace(": 3}", ': "4"}')
    assert changed_sheet(sheet(made, "a.json"), new) == after


def test_what_no_cell_can_take_is_refused() -> None:
    read = sheet("Name,Type\nA,Hero\n")
    with pytest.raises(CannotChange, match="adds or takes away lines"):
        changed_sheet(read, read.made.text + "more\n")
    listed = sheet("- **A** (Hero): x\n", "a.md")
    with pytest.raises(CannotChange, match="Markdown list"):
        changed_sheet(listed, listed.made.text.replace("\nx", "\ny"))


def test_a_workbook_is_read_like_its_export() -> None:
    folder = ROOT / "tests" / "sheets"
    book, export = (read_card_file(folder / f"sixty.{kind}") for kind in ("xlsx", "csv"))
    assert (book.lines, len(book.cards)) == (export.lines, 60)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n\x00", "a PDF"),
        (b"PK\x03\x04....word/document.xml", "a Word document"),
        (b"PK\x03\x04....", "an archive (ZIP)"),
        (b"\x89PNG\r\n\x1a\n\x00", "a picture (PNG)"),
        (b"<!DOCTYPE html>\n<html>", "a web page (HTML)"),
        (b"{\\rtf1", "an RTF document"),
    ],
)
def test_a_file_of_another_kind_is_told_what_it_is(tmp_path: Path, data: bytes, what: str) -> None:
    for name in ("set.txt", "set.csv"):
        (tmp_path / name).write_bytes(data)
        found = read_card_file(tmp_path / name).findings
        assert [(f.code, f.message) for f in found] == [
            ("RC003", f"the file is {what}, not a card file")
        ]


def test_further_sheets_of_a_workbook_are_told(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Heroes"
    for title, rows in {
        "Heroes": [["Name", "Type", "Text"], ["Lamp", "Equipment", "Draw a card."]],
        "Villains": [["Name", "Type", "Text"], ["Crook", "Villain", "+1 Power"]],
        "Notes": [["ask Ann about the Lamp"]],
        "Empty": [],
    }.items():
        sheet = book[title] if title == "Heroes" else book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "cards.xlsx")
    file = read_card_file(tmp_path / "cards.xlsx", Defaults("A", "confrontations"))
    assert [card.name for card in file.cards] == ["Lamp"]
    told = [(one.code, one.message) for one in file.findings]
    assert told == [
        ("RC021", 'a further sheet with cards is not read: "Villains"'),
        ("RC020", 'a sheet of the workbook that is not read: "Notes"'),
    ]


def test_a_formula_without_a_value_is_told(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["Name", "Type", "Cost", "Text"])
    book.active.append(["Lamp", "Equipment", "=1+2", "Draw a card."])
    book.active.append(["Oil", "Equipment", 3, '="+2 "&"Power"'])
    book.save(tmp_path / "cards.xlsx")
    file = read_card_file(tmp_path / "cards.xlsx", Defaults("A", "confrontations"))
    told = [(one.code, one.message) for one in file.findings]
    assert told == [
        ("RC021", 'the workbook has no value for a formula: "=1+2"'),
        ("RC021", 'the workbook has no value for a formula: "="+2 "&"Power""'),
    ]


def test_without_openpyxl_the_command_that_installs_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "find_spec", lambda _: None)
    (tmp_path / "a.xlsx").write_bytes(b"PK")
    (told,) = read_card_file(tmp_path / "a.xlsx").findings
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = project["optional-dependencies"]["xlsx"]
    assert f"python -m pip install '{wanted}'" in told.help
