"""From a finding to the record that every report shows."""

from __future__ import annotations

import dataclasses

import pytest

from rules_check.codes import Severity, UnknownCode
from rules_check.diagnostics import Fix, Place, TextEdit, diagnose
from rules_check.grammar.findings import Edit, Finding, Related, Span

LINES = ("Lamplighter\n", "Hero, cost 3\n", "Draw a card sideways.\r\n")
FINDING = Finding(
    "RC101",
    "text not understood",
    Span(3, 13, 8),
    label="here",
    card="Lamplighter",
    notes=("read up to here",),
    help="remove it",
    edits=(Edit(Span(3, 12, 9), ""),),
    keeps_meaning=True,
    rules=("CONF-PL02",),
    related=(Related(Span(1, 1, 11), "this card"), Related(Span(7, 1), "there", "other.txt")),
)


def test_everything_of_the_finding_is_kept():
    d = diagnose(FINDING, "cards.txt", LINES)
    assert (d.code, d.severity, d.message) == ("RC101", Severity.ERROR, "text not understood")
    source = "Draw a card sideways."
    assert d.place == Place("cards.txt", 3, 13, 8, "here", "Lamplighter", source)
    assert d.place.text == "sideways"
    assert d.place.end_column == 21
    assert d.headline == "Lamplighter: text not understood"
    assert (d.notes, d.help, d.rules) == (FINDING.notes, FINDING.help, FINDING.rules)
    assert d.fix == Fix((TextEdit(3, 12, 9, "", " sideways"),), keeps_meaning=True)
    assert d.docs == "docs/codes.md#rc101"
    assert d.witness is None


def test_related_places_have_their_own_text():
    same, other = diagnose(FINDING, "cards.txt", LINES).related
    assert (same.file, same.text) == ("cards.txt", "Lamplighter")
    assert (other.file, other.source) == ("other.txt", None)


def test_lines_of_other_files_may_be_given():
    lines = ["", "", "", "", "", "", "Word"]
    other = diagnose(FINDING, "cards.txt", LINES, {"other.txt": lines}).related[1]
    assert other.source == "Word"


def test_a_place_outside_the_file_has_no_text():
    d = diagnose(Finding("RC001", "gone", Span(1, 1)), "cards.txt", ())
    assert d.place.source is None
    assert d.place.text == ""
    assert d.headline == "gone"


def test_the_record_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        diagnose(FINDING, "cards.txt", LINES).code = "RC999"  # type: ignore[misc]


def test_an_unknown_code_is_refused():
    with pytest.raises(UnknownCode):
        diagnose(Finding("RC999", "what", Span(1, 1)), "cards.txt", ())


def test_the_fingerprint_does_not_change_when_lines_move():
    moved = dataclasses.replace(FINDING, span=Span(5, 13, 8))
    before = diagnose(FINDING, "cards.txt", LINES)
    after = diagnose(moved, "moved.txt", ["", "", *LINES])
    assert before.fingerprint == after.fingerprint

    def said_at(line: int) -> str:
        finding = Finding("RC012", f"also the name of the card in line {line}", Span(1, 1, 11))
        return diagnose(finding, "cards.txt", LINES).fingerprint

    assert said_at(3) == said_at(1_234)


@pytest.mark.parametrize(
    "change",
    [
        {"code": "RC102"},
        {"card": "Gatekeeper"},
        {"message": "another message"},
        {"span": Span(3, 1, 4)},
    ],
)
def test_the_fingerprint_tells_findings_apart(change):
    other = dataclasses.replace(FINDING, **change)
    fingerprints = {diagnose(f, "cards.txt", LINES).fingerprint for f in (FINDING, other)}
    assert len(fingerprints) == 2
