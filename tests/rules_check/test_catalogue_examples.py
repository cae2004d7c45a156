"""The examples of the catalogue, checked as a rules editor would check them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rules_check import catalogue
from rules_check.checker import Checker, FileResult
from rules_check.codes import CODES
from rules_check.graph.quick import QuickInteractions
from rules_check.prove.quick import QuickProofs
from rules_check.prove.refusals import Refusals
from rules_check.testing.runs import PlayedFile, ScenarioRun
from rules_check.words.quick import QuickWords
from tests.together import all_of

pytestmark = pytest.mark.xdist_group("catalogue examples")  # one worker: each is checked once

ENTRIES = catalogue.load()
WITH_BAD = [code for code, entry in ENTRIES.items() if entry.bad]
WITH_GOOD = [code for code, entry in ENTRIES.items() if entry.good]

# A file cannot show these, or not one short enough to print.
WITHOUT_BAD = {
    "RC001",
    "RC002",
    "RC003",
    "RC014",
    "RC024",
    "RC105",
    "RC304",
    "RC602",
    "RC707",
    "RC804",
}
WITHOUT_BAD |= {"RC020", "RC021", "RC022", "RC901"}

# An invisible character counts as a space, and then there is a space too many; a text in pieces is
# not understood.
ALSO = {"RC015": {"RC501"}, "RC023": {"RC101"}}


@cache
def checked(code: str, text: str) -> FileResult | PlayedFile:
    """An example as it is checked, with proofs if the code is about them; or as it is played."""
    if code.startswith("RC7"):
        with TemporaryDirectory() as folder:
            file = Path(folder) / "scenarios.toml"
            file.write_text(text, encoding="utf-8")
            (played,) = ScenarioRun([str(file)]).run()
            return played
    return checker(code if code == "RC218" else code[:3]).check_text(text, "cards.txt")


@cache
def checker(codes: str) -> Checker:
    """What finds such codes."""
    more = {"RC6": QuickProofs, "RC8": QuickInteractions, "RC218": QuickWords}
    return Checker(provers=[Refusals(), *(made() for name, made in more.items() if name == codes)])


def found(code: str, text: str) -> set[str]:
    return {diagnostic.code for diagnostic in checked(code, text).diagnostics}


def test_every_other_code_has_a_bad_example() -> None:
    assert set(WITH_BAD) == set(CODES) - WITHOUT_BAD


@all_of("code", WITH_BAD)
def test_bad_example_gives_its_code_and_nothing_else(code: str) -> None:
    assert found(code, ENTRIES[code].bad) - ALSO.get(code, set()) == {code}


@all_of("code", WITH_GOOD)
def test_good_example_has_no_finding(code: str) -> None:
    assert found(code, ENTRIES[code].good) == set()


@all_of("code", WITH_BAD)
def test_severity_is_that_of_the_catalogue(code: str) -> None:
    diagnostics = checked(code, ENTRIES[code].bad).diagnostics
    severities = {d.severity for d in diagnostics if d.code == code}
    assert severities == {ENTRIES[code].severity}


@all_of("code", WITH_BAD)
def test_the_place_is_in_the_file(code: str) -> None:
    text = ENTRIES[code].bad
    lines = text.split("\n")
    for diagnostic in checked(code, text).diagnostics:
        place = diagnostic.place
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1
