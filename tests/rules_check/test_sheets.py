"""Sheets at the front door: checked, fixed, converted, searched and played by row and column."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from rules_check import cli
from tests.effort import only_long

Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parents[2]
SIXTY = ROOT / "tests" / "sheets"
SCHEMA = json.loads((ROOT / "rules_check/schemas/report.schema.json").read_text(encoding="utf-8"))
SHEET = """Name,Type,Cost,VP,Text
Lamplighter,Hero,3,1,"+1 Power
You can draw 2 cards."
Night Porter,Hero,four,1,If you control a Hero draw a card.
"""

pytestmark = pytest.mark.usefixtures("one_cache")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in a folder with a sheet; gives status, output, error output."""
    (tmp_path / "set.csv").write_bytes(SHEET.encode())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def command(*words: str) -> tuple[int, str, str]:
        status = cli.main(list(words))
        out, err = capsys.readouterr()
        return status, out, err

    return command


GAME = ("--ruleset", "confrontations", "--no-proofs")


def test_findings_are_named_by_row_and_column(run: Run) -> None:
    status, out, _ = run("set.csv", *GAME)
    assert status == 1
    assert "set.csv:2 column Text  note RC501  Lamplighter: quantities are" in out
    assert "    2 │ You can draw 2 cards.\n      │              ^ house style: `two`\n" in out
    assert "set.csv:3 column Cost  error RC010  Night Porter: the cost is not" in out
    assert "    3 │ four\n      │ ^^^^ did you mean" in out


def test_other_formats_have_the_row_as_line(run: Run) -> None:
    report = json.loads(run("set.csv", *GAME, "--format", "json")[1])
    jsonschema.validate(report, SCHEMA)
    places = [(d["code"], d["place"]) for d in report["diagnostics"]]
    code, place = places[0]
    assert (code, place["line"], place["column"], place["text"]) == ("RC501", 2, 1, "You can")
    assert place["cell"] == {"heading": "Text", "line": 2}
    assert [card["line"] for card in report["files"][0]["cards"]] == [2, 3]
    assert (
        "file=set.csv,line=3,col=1,endColumn=5,title=RC010::"
        in run("set.csv", *GAME, "--format", "github")[1]
    )
    sarif = json.loads(run("set.csv", *GAME, "--format", "sarif")[1])
    regions = [
        result["locations"][0]["physicalLocation"]["region"]["startLine"]
        for result in sarif["runs"][0]["results"]
    ]
    assert sorted(set(regions)) == [2, 3]


def test_fixes_change_their_cells_only(run: Run, tmp_path: Path) -> None:
    _, out, _ = run("set.csv", *GAME, "--fix", "--unsafe")
    assert 'set.csv:3  fixed RC010  Night Porter: "four" is now "4"' in out
    after = SHEET.replace("You can draw 2", "You may draw two").replace("four", "4")
    after = after.replace(
        "If you control a Hero draw a card.", '"If you control a Hero, draw a card."'
    )
    assert (tmp_path / "set.csv").read_text(encoding="utf-8") == after
    assert run("set.csv", *GAME, "--diff", "--unsafe") == (0, "", "")


def test_a_workbook_is_not_fixed(run: Run, tmp_path: Path) -> None:
    shutil.copy(SIXTY / "sixty.xlsx", tmp_path)
    status, _, err = run("sixty.xlsx", "--fix", "--no-proofs")
    assert status == 2
    assert "a cell of a workbook cannot be changed alone: save it as CSV" in err


def test_a_sheet_without_a_ruleset(run: Run) -> None:
    status, out, _ = run("set.csv", "--no-proofs")
    assert status == 1
    assert "set.csv:1  error RC005  the sheet has no ruleset" in out
    assert "--ruleset NAME" in out


def test_sixty_cards_from_a_spreadsheet_and_back(run: Run, tmp_path: Path) -> None:
    for name in ("sixty.csv", "sixty.txt"):
        shutil.copy(SIXTY / name, tmp_path)
    status, out, _ = run("sixty.csv", "--no-proofs", "--fix")
    assert (status, out.count(" fixed RC501  ")) == (0, 6)
    before, after = (folder / "sixty.csv" for folder in (SIXTY, tmp_path))
    rows = zip(before.read_bytes().split(b"\n"), after.read_bytes().split(b"\n"), strict=True)
    assert sum(old != new for old, new in rows) == 6
    assert run("convert", "sixty.csv", "back.txt")[0] == 0
    clean = (tmp_path / "sixty.txt").read_bytes()
    assert (tmp_path / "back.txt").read_bytes() == clean
    for kind in ("csv", "tsv", "json"):
        assert run("convert", "sixty.txt", f"again.{kind}")[0] == 0
        assert run("convert", f"again.{kind}", "-")[1].encode() == clean


@pytest.mark.parametrize(
    ("sign", "mark"),
    [
        (";", "\ufeff"),
        pytest.param("\t", "", marks=only_long),
        pytest.param(";", "", marks=only_long),
        pytest.param("\t", "\ufeff", marks=only_long),
        pytest.param(",", "", marks=only_long),
        pytest.param(",", "\ufeff", marks=only_long),
    ],
)
def test_sixty_cards_with_every_text_in_quotes(
    run: Run, tmp_path: Path, sign: str, mark: str
) -> None:
    """As LibreOffice writes them with "Quote all text cells"."""
    with (SIXTY / "sixty.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter=";"))
    with (tmp_path / "quoted.csv").open("w", encoding="utf-8", newline="") as file:
        file.write(mark)
        quoted = csv.writer(file, delimiter=sign, quoting=csv.QUOTE_ALL, lineterminator="\n")
        quoted.writerows(rows)
    assert run("quoted.csv", "--no-proofs", "--fix")[0] == 0
    assert run("convert", "quoted.csv", "-")[1] == (SIXTY / "sixty.txt").read_text(encoding="utf-8")


def test_convert_refuses(run: Run, tmp_path: Path) -> None:
    assert "is there already; --force" in run("convert", "set.csv", "set.csv")[2]
    assert "name the kind of file to write" in run("convert", "set.csv", "set.doc")[2]
    assert "there is no such file" in run("convert", "no.csv", "set.txt")[2]
    (tmp_path / "bad.csv").write_text("Name,Type,Text\n,Hero,A\n", encoding="utf-8")
    assert "bad.csv:2: the row has no name" in run("convert", "bad.csv", "out.txt")[2]
    (tmp_path / "bad.txt").write_text("set: A\nruleset: b\nB\nHero\n", encoding="utf-8")
    status, _, err = run("convert", "bad.txt", "out.csv")
    assert status == 2
    assert 'a sheet could not hold this line: "ruleset: b"' in err
    assert not list(tmp_path.glob("out.*"))


def test_other_commands_take_sheets(run: Run, tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_text(
        "Name,Type,Cost,VP,Copies,Text,Ruleset\n"
        'Lamplighter,Hero,3,1,2,"+1 Power\nDraw a card.",confrontations\n',
        encoding="utf-8",
    )
    assert "set.csv:2  Lamplighter: Hero, cost 3, 1 VP, x2" in run("search", "draw", "set.csv")[1]
    assert "set.csv:2  Lamplighter" in run("explain", "set.csv", "Lamplighter")[1]
    assert run("stats", "set.csv")[0] == 0
    assert run("meaning", "set.csv")[0] == 0
    status, out, _ = run("play", "confrontations", "--cards", "set.csv", "--players", "random")
    assert status == 0
    assert "Lamplighter" in out
