"""The catalogue: complete, readable, and the same as the documentation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules_check import catalogue, codes
from rules_check.codes import CODES, Severity, UnknownCode
from rules_check.grammar.cardfile import read_card_text
from tests.together import all_of

ROOT = Path(__file__).parents[2]
ENTRIES = list(catalogue.load().values())


def code_of(entry: catalogue.Entry) -> str:
    return str(entry.code)


each_entry = all_of("entry", ENTRIES, code_of)
each_about_cards = all_of(
    "entry", [entry for entry in ENTRIES if not entry.code.startswith("RC7")], code_of
)

# These speak of more than one block of one file.
NOT_FROM_READING = {
    "RC001",
    "RC002",
    "RC003",
    "RC014",
    "RC018",
    "RC025",
    "RC020",
    "RC021",
    "RC022",
    "RC023",
} | {"RC024"}


def test_codes_are_in_order_and_names_are_unique():
    assert list(CODES) == sorted(CODES)
    names = [name for name, _ in CODES.values()]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in names)


@each_entry
def test_has_explanation_and_both_examples(entry):
    assert entry.summary.endswith(".")
    assert "\n" not in entry.summary
    assert len(entry.explanation.split()) >= 20
    assert entry.bad or entry.bad_how
    assert entry.good or entry.good_how
    assert entry.bad != entry.good or entry.bad_how


@each_entry
def test_examples_are_whole_files(entry):
    for example in filter(None, (entry.bad, entry.good)):
        assert example.startswith("game = " if entry.code.startswith("RC7") else "set: ")
        assert example.endswith("\n")


@each_about_cards
def test_examples_about_the_file_do_what_they_say(entry):
    found = [
        {finding.code for finding in read_card_text(example, "cards.txt").findings}
        for example in (entry.bad, entry.good)
        if example
    ]
    if entry.code.startswith("RC0") and entry.code not in NOT_FROM_READING:
        assert found == [{entry.code}, set()]
    else:
        assert not any(found)


@each_entry
def test_page_is_plain_text_for_a_terminal(entry):
    page = catalogue.page(entry.code)
    assert page.startswith(f"{entry.code}  {entry.name}  ({entry.severity})\n")
    assert all(ch == "\n" or ch.isprintable() for ch in page)
    prose = [line for line in page.split("\n") if not line.startswith("    ")]
    assert max(map(len, prose)) <= 78


def test_page_of_a_code(golden):
    golden(Path(__file__).parent / "golden" / "page-RC201.txt", catalogue.page("RC201"))


def test_a_code_is_found_in_small_letters_and_by_name():
    assert catalogue.entry("rc101") is catalogue.entry("text-not-understood")
    assert catalogue.entry(" RC101 ").code == "RC101"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("rc409", "there is no diagnostic code 'rc409'; there are RC401, RC402, RC403"),
        (
            "house-stile",
            "there is no diagnostic code 'house-stile'; did you mean house-style (RC501)?",
        ),
        ("", "there is no diagnostic code ''"),
    ],
)
def test_an_unknown_code_is_told(asked, message):
    with pytest.raises(UnknownCode) as caught:
        catalogue.page(asked)
    assert str(caught.value) == message


def test_severity_of_a_code():
    assert codes.severity("RC101") is Severity.ERROR
    assert codes.severity("RC301") is Severity.WARNING
    assert codes.severity("RC501") is Severity.NOTE
    with pytest.raises(UnknownCode):
        codes.severity("RC999")


def test_severities_are_ordered():
    reached = [[level.value for level in Severity if s.reaches(level)] for s in Severity]
    assert reached == [["error", "warning", "note"], ["warning", "note"], ["note"]]


def test_every_code_has_a_place_in_the_documentation():
    page = catalogue.markdown()
    for code in CODES:
        assert page.count(f'<a id="{code.lower()}"></a>') == 1
        assert page.count(f"| [{code}](#{code.lower()})") == 1


def test_documentation_is_not_stale():
    written = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")
    assert written == catalogue.markdown(), "run: python -m rules_check.catalogue > docs/codes.md"


def test_the_module_writes_the_documentation():
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "rules_check.catalogue"],
        capture_output=True,
        check=True,
        cwd=ROOT,
    )
    assert run.stdout.decode().replace("\r\n", "\n") == catalogue.markdown()


def test_diagnosing_does_not_read_the_catalogue():
    program = (
        "import sys, rules_check.diagnostics, rules_check.output, rules_check.output.text;"
        "sys.exit(any(m in sys.modules for m in ('tomllib', 'rules_check.catalogue', 'json')))"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
