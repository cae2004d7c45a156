"""Card files and what the checker says about them, side by side.

`wordings/good` holds texts that are understood: beside each stands how every card was read
(`--echo`) and any findings. `wordings/bad` holds texts with something wrong: beside each stands
the exact report. `pytest --golden-record` writes the expected files anew; read the diff.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules_check import cli
from rules_check.codes import CODES
from tests.together import all_of

if TYPE_CHECKING:
    from tests.conftest import Golden

FOLDER = Path(__file__).parent / "wordings"
GOOD = sorted((FOLDER / "good").glob("*.txt"))
BAD = sorted((FOLDER / "bad").glob("*.txt"))

FOUND = re.compile(r"^\S.*:\d+:\d+  (error|warning|note) (RC\d{3})  ", re.MULTILINE)

# RC001 needs a file that is not there, RC105 a slow machine, RC602 and RC901 a fault of our own;
# RC210 is told by the engine, which these checks leave out (tests/rules_check shows it).
NOT_FROM_A_FILE = {"RC020", "RC021", "RC022", "RC023"}  # sheets and pasted pages: tests/sheets
NOT_FROM_A_FILE |= {"RC304", "RC001", "RC024", "RC105", "RC210", "RC602", "RC804", "RC901"}


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs the checker in the folder of a file; gives the exit status and what was printed."""
    monkeypatch.setenv("NO_COLOR", "1")

    def run(path: Path, *options: str) -> tuple[int, str]:
        monkeypatch.chdir(path.parent)
        proofs = () if path.name.startswith(("rc218", "rc6", "rc8")) else ("--no-proofs",)
        status = cli.main(["--no-cache", *proofs, *options, path.name])
        out, err = capsys.readouterr()
        assert err == ""
        return status, out

    return run


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_wording(path: Path, report, golden: Golden) -> None:
    status, said = report(path, "--echo")
    golden(path.with_suffix(".expected"), said)
    assert status == 0
    assert "(not understood)" not in said
    assert "error" not in {severity for severity, _ in FOUND.findall(said)}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_wording(path: Path, report, golden: Golden) -> None:
    status, said = report(path)
    golden(path.with_suffix(".expected"), said)
    found = FOUND.findall(said)
    assert found or said.endswith(" allowed)\n")
    codes = {code for _, code in found}
    errors = any(severity == "error" for severity, _ in found)
    assert status == (2 if codes & {"RC001", "RC002", "RC003"} else int(errors))


@all_of("path", [p for p in BAD if p.name.startswith("rc")])
def test_a_file_named_after_a_code_gives_it(path: Path) -> None:
    said = path.with_suffix(".expected").read_text(encoding="utf-8")
    assert path.name[:5].upper() in {code for _, code in FOUND.findall(said)}


def test_every_code_has_a_bad_wording() -> None:
    shown: set[str] = set()
    for path in BAD:
        said = path.with_suffix(".expected").read_text(encoding="utf-8")
        shown |= {code for _, code in FOUND.findall(said)}
    about_scenarios = {code for code in CODES if code.startswith("RC7")}
    assert shown == set(CODES) - NOT_FROM_A_FILE - about_scenarios


def test_every_expected_output_has_its_text() -> None:
    expected = {path.with_suffix("") for path in FOLDER.glob("*/*.expected")}
    assert expected == {path.with_suffix("") for path in (*GOOD, *BAD)}
