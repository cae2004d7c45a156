"""Every format of the report: golden files, the schemas, and hostile texts."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_check import output
from rules_check.codes import CODES
from rules_check.diagnostics import Diagnostic, diagnose
from rules_check.glyphs import visible
from rules_check.grammar.findings import Edit, Finding, Related, Span
from rules_check.output import FORMATS, CheckedCard, CheckedFile, Report, render
from rules_check.output import sarif as sarif_output
from tests.effort import tries

GOLDEN = Path(__file__).parent / "golden"
SCHEMAS = Path(output.__file__).parents[1] / "schemas"

MAIN = "cards/night-watch.txt"
OTHER = "cards/more cards.txt"
AND_OR = "You may destroy a card in your hand and/or your discard pile."
BLOCK = "Block: You may discard this card during a Confrontation."
LONG = "+2 Power. " * 20 + "Draw a card sideways." + " +2 Power." * 20
LINES = {
    MAIN: (
        "set: Night Watch",
        "ruleset: confrontations",
        "",
        "Lamplighter",
        "Hero, cost 3, 1 VP, x2",
        LONG,
        "",
        "Chimney Sweep",
        "Hero, cost 4, 1 VP, x2",
        AND_OR,
        "",
        "Gatekeeper",
        "Hero, cost 4, 1 VP, x2",
        "\t" + BLOCK,
        "",
        "Lamplighter",
        "Hero, cost 4, 1 VP, x2",
        "月の光 e\u0301 \u202e Draw 2 cards.",
        "",
        "Trapdoor Thief",
        "Villain, cost 5, 1 VP, x1",
        "Do a strange thing.",
    ),
    OTHER: ("", "", "", "Brass Lantern"),
}
FINDINGS = (
    Finding("RC501", "number in digits", Span(18, 15, 1), card="Lamplighter",
            edits=(Edit(Span(18, 15, 1), "two"),), keeps_meaning=True),
    Finding("RC101", "text not understood", Span(6, 213, 8), label="not expected here",
            card="Lamplighter", help='the nearest wording is "Draw a card."',
            edits=(Edit(Span(6, 212, 9), ""),)),
    Finding("RC301", "open question", Span(10, 37, 6), label="one card in all, or one from each?",
            card="Chimney Sweep",
            notes=("read as A: destroy up to one card in each of the two places",
                   "read as B: destroy one card from one of the two places"),
            help="\"You may destroy a card in your hand. You may destroy a card in your discard"
            ' pile." has only reading A',
            rules=("CONF-K02", "CONF-DE01")),
    Finding("RC206", "the Block has no amount", Span(14, 2, 5), label="adds nothing",
            card="Gatekeeper", rules=("CONF-BL01",),
            edits=(Edit(Span(14, 58, 0), " If you do, add 2 to a Character's cost this turn."),
                   Edit(Span(13, 19, 4), ""))),
    Finding("RC012", "a second card is called \"Lamplighter\"", Span(16, 1, 11),
            card="Lamplighter",
            related=(Related(Span(4, 1, 11), "the first one"),
                     Related(Span(4, 1, 5), "and a name like it", OTHER),
                     Related(Span(9, 3, 1), "not at hand", "gone.txt"))),
    Finding("RC015", "invisible character U+202E", Span(18, 8, 1), label="cannot be seen",
            card="Lamplighter", edits=(Edit(Span(18, 8, 1), ""),)),
    Finding("RC401", "2 of 108 main-deck cards", Span(1, 1, 16)),
)  # fmt: skip
ALLOWED = Finding("RC101", "text not understood", Span(22, 1, 19), card="Trapdoor Thief")
UNREADABLE = Finding("RC001", "the file cannot be read: there is no such file", Span(1, 1))


def diagnostic(finding: Finding) -> Diagnostic:
    return diagnose(finding, MAIN, LINES[MAIN], LINES)


REPORT = Report(
    files=(
        CheckedFile("cards/gone,100%.txt"),
        CheckedFile(
            MAIN,
            "Night Watch",
            (
                CheckedCard("Lamplighter", 4, understood=False),
                CheckedCard("Chimney Sweep", 8),
                CheckedCard("Gatekeeper", 12),
                CheckedCard("Lamplighter", 16),
                CheckedCard("Trapdoor Thief", 20, understood=False),
            ),
        ),
    ),
    diagnostics=(
        *map(diagnostic, FINDINGS),
        diagnose(UNREADABLE, "cards/gone,100%.txt", ()),
    ),
    suppressed=((diagnostic(ALLOWED), "waiting for the author"),),
    summary=("3 of 5 cards understood",),
)


def load_schema(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    return content


@cache
def schema(name: str) -> jsonschema.Draft202012Validator:
    content = load_schema(name)
    jsonschema.Draft202012Validator.check_schema(content)
    return jsonschema.Draft202012Validator(content)


# --- golden files


def test_text(golden):
    golden(GOLDEN / "report.txt", render(REPORT))


def test_text_quiet(golden):
    golden(GOLDEN / "report-quiet.txt", render(REPORT, quiet=True))


def test_text_in_colour(golden):
    coloured = render(REPORT, colour=True)
    golden(GOLDEN / "report-colour.txt", coloured.replace("\x1b", "<ESC>"))


def test_json(golden):
    text = render(REPORT, "json", version="1.2.3")
    golden(GOLDEN / "report.json", text)
    schema("report.schema.json").validate(json.loads(text))


def test_sarif(golden):
    document = json.loads(render(REPORT, "sarif", version="1.2.3"))
    schema("sarif-2.1.0-subset.json").validate(document)
    # The rules are the catalogue, which has golden files of its own.
    del document["runs"][0]["tool"]["driver"]["rules"]
    golden(GOLDEN / "report.sarif", json.dumps(document, indent=2) + "\n")


def test_github(golden):
    golden(GOLDEN / "report-github.txt", render(REPORT, "github"))


def test_junit(golden):
    text = render(REPORT, "junit")
    golden(GOLDEN / "report-junit.xml", text)
    ElementTree.fromstring(text)


# --- the order, the counts and the last line


def test_the_order_of_findings_does_not_matter():
    turned = Report(REPORT.files, REPORT.diagnostics[::-1], REPORT.suppressed[::-1], REPORT.summary)
    for format in FORMATS:
        assert render(turned, format) == render(REPORT, format)


def test_findings_are_ordered_by_file_line_column_and_code():
    places = [("b", 2, 9, "RC101"), ("b", 9, 1, "RC101"), ("b", 9, 2, "RC001"),
              ("b", 9, 2, "RC501"), ("a", 1, 1, "RC101"), ("unlisted", 1, 1, "RC001")]  # fmt: skip
    found = [
        diagnose(Finding(code, "x", Span(line, column)), file, ())
        for file, line, column, code in reversed(places)
    ]
    report = Report((CheckedFile("b"), CheckedFile("a")), tuple(found))
    ordered = [(d.place.file, d.place.line, d.place.column, d.code) for d in report.ordered()]
    assert ordered == places


@pytest.mark.parametrize(
    ("codes", "files", "allowed", "line"),
    [
        ((), 0, 0, "no findings in 0 files"),
        ((), 1, 0, "no findings in 1 file"),
        ((), 2, 1, "no findings in 2 files (1 allowed)"),
        (("RC101",), 1, 0, "1 error in 1 file"),
        (("RC301",), 2, 0, "1 warning in 2 files"),
        (("RC501",), 1, 2, "1 note in 1 file (2 allowed)"),
        (("RC101",) * 2 + ("RC301",) + ("RC501",) * 3, 1, 0,
         "2 errors, 1 warning, 3 notes in 1 file"),
    ],
)  # fmt: skip
def test_the_last_line(codes, files, allowed, line):
    found = tuple(diagnostic(Finding(code, "x", Span(1, 1))) for code in codes)
    report = Report(
        tuple(CheckedFile(f"{n}.txt") for n in range(files)),
        found,
        ((diagnostic(ALLOWED), "why"),) * allowed,
    )
    for quiet in (False, True):
        assert render(report, quiet=quiet).splitlines()[-1] == line
    assert render(report, "github").splitlines()[-1] == line


def test_a_report_of_nothing():
    report = Report((CheckedFile(MAIN, "Night Watch"),))
    assert render(report) == "no findings in 1 file\n"
    schema("report.schema.json").validate(json.loads(render(report, "json")))
    schema("sarif-2.1.0-subset.json").validate(json.loads(render(report, "sarif")))
    assert ElementTree.fromstring(render(report, "junit")).attrib["failures"] == "0"


def test_equal_findings_get_different_fingerprints():
    report = Report((CheckedFile(MAIN),), (diagnostic(ALLOWED),) * 2)
    one, two = json.loads(render(report, "json"))["diagnostics"]
    assert one["fingerprint"].removesuffix(":1") == two["fingerprint"].removesuffix(":2")


# --- SARIF


def test_sarif_declares_every_code():
    run = sarif_output.document(REPORT, version="1")["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(CODES)
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_sarif_tells_of_an_internal_error_and_of_a_file_that_cannot_be_read():
    broken = Report((), (diagnostic(Finding("RC901", "internal error", Span(1, 1))),))
    for report, successful in ((Report(), True), (REPORT, False), (broken, False)):
        run = sarif_output.document(report, version="1")["runs"][0]
        assert [one["executionSuccessful"] for one in run["invocations"]] == [successful]


@pytest.fixture(scope="module")
def standard() -> dict[str, Any]:
    """The schema that OASIS publishes (sarif-schema-2.1.0.json), if there is a copy."""
    path = os.environ.get("SARIF_SCHEMA")
    if not path:
        pytest.skip("SARIF_SCHEMA does not name a copy of the standard's schema")
    content: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return content


def test_sarif_follows_the_standard(standard):
    validator = jsonschema.validators.validator_for(standard)(standard)
    for report in (REPORT, Report()):
        validator.validate(sarif_output.document(report, version="1"))


def test_our_part_of_sarif_follows_the_standard(standard):
    ours = load_schema("sarif-2.1.0-subset.json")["$defs"]
    theirs = standard["definitions"]
    for name, part in ours.items():
        if name == "level":
            assert part["enum"] == theirs["result"]["properties"]["level"]["enum"]
            continue
        known = theirs[name]["properties"]
        required = set(theirs[name].get("required", ()))
        assert required <= set(part["required"]), name
        if theirs[name]["additionalProperties"] is False:
            assert part["properties"].keys() <= known.keys(), name
        for key in part["properties"].keys() & known.keys():
            mine, real = part["properties"][key], known[key]
            assert mine.get("type") == real.get("type"), f"{name}.{key}"
            if "enum" in mine:
                assert set(mine["enum"]) <= set(real["enum"]), f"{name}.{key}"


# --- texts that try to break the output

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x00\x07\x1b\r\n\t\u200b\u202e\u2066\ufeff\ufffe\ud800%:,<>&\"']]>│^"),
    ),
    max_size=40,
)


@st.composite
def reports(draw: st.DrawFn) -> Report:
    line = draw(HOSTILE)
    span = Span(1, draw(st.integers(1, 50)), draw(st.integers(0, 50)))
    name, file = draw(HOSTILE), draw(HOSTILE.filter(bool))
    finding = Finding(
        draw(st.sampled_from(list(CODES))),
        draw(HOSTILE),
        span,
        label=draw(HOSTILE),
        card=draw(st.sampled_from(["", name, "Other"])),
        notes=(draw(HOSTILE),),
        help=draw(HOSTILE),
        edits=(Edit(span, draw(HOSTILE)),),
        rules=("CONF-BL01",),
        related=(Related(span, draw(HOSTILE), draw(HOSTILE)),),
    )
    one = diagnose(finding, file, [line])
    checked = CheckedFile(file, draw(HOSTILE), (CheckedCard(name, 1, draw(st.booleans())),))
    return Report((checked,), (one,), ((one, draw(HOSTILE)),), (draw(HOSTILE),))


@given(reports(), st.sampled_from([f for f in FORMATS if f != "json" and f != "sarif"]))
def test_nothing_dangerous_reaches_a_terminal(report, format):
    text = render(report, format)
    text.encode()
    assert visible(text.replace("\n", "")) == text.replace("\n", "")


@given(reports())
def test_json_is_always_valid(report):
    text = render(report, "json")
    assert text.isascii()
    schema("report.schema.json").validate(json.loads(text))


@settings(max_examples=tries(12, 100))
@given(reports())
def test_sarif_is_always_valid(report):
    text = render(report, "sarif")
    assert text.isascii()
    schema("sarif-2.1.0-subset.json").validate(json.loads(text))


@given(reports())
def test_junit_is_always_well_formed(report):
    root = ElementTree.fromstring(render(report, "junit"))
    (suite,) = root
    assert suite.attrib["tests"] == "2"
    assert suite.attrib["name"] == visible(report.files[0].path)


@given(reports())
def test_github_commands_take_one_line_each(report):
    lines = render(report, "github").split("\n")
    assert len(lines) == 3
    assert lines[0].startswith(("::error file=", "::warning file=", "::notice file="))
    fields = lines[0].split("::")[1].split(" ", 1)[1].split(",")
    assert [field.split("=")[0] for field in fields] == [
        "file",
        "line",
        "col",
        "endColumn",
        "title",
    ]
