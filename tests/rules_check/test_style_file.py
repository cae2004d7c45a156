"""Style files of one's own: what they can say, and how a mistake in one is told."""

from __future__ import annotations

import contextlib
import pickle
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from rules_check.checks import style
from rules_check.checks.style import StyleFileError, load_style
from rules_check.checks.subject import Subject
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.findings import Finding
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import Nature
from rules_check.rules.reader import RulesetError, Table
from rules_check.style.load import HOUSE, KINDS, parse_style
from rules_check.style.rule_kinds import Line
from tests.effort import any_text
from tests.together import all_of

ROOT = Path(__file__).parents[2]

OWN = """
[[rule]]
id = "no-hero"
kind = "words"
swap = { "Hero(es)" = "Villain(s)" }
message = "say `{replacement}`, not `{found}`"
suggestion = "{found} is out"
example_bad = "Draw two Heroes."
example_good = "Draw two Villains."
"""


def notes(text: str, own: str) -> list[Finding]:
    """The findings about a card with this text, by a style of one's own."""
    head = "set: Night Watch\nruleset: confrontations\n\nLamplighter\nHero, cost 3, 1 VP\n"
    file = read_card_text(f"{head}{text}\n", "cards.txt")
    parsed = parse_lines([text], vocabulary(["Lamplighter"]))
    subject = Subject(file, file.cards[0], None, parsed, parsed.text, Nature("Lamplighter"))
    return list(style.check(subject, parse_style(own, "own.toml")))


def test_a_replacement_with_another_meaning_comes_without_a_repair():
    (one,) = notes("Draw a Hero", OWN)
    assert one.message == "say `Villain`, not `Hero`"
    assert one.help == "Hero is out"
    assert one.edits == ()
    assert not one.keeps_meaning
    assert one.notes[1] == "with these words the text would not be read in the same way"


def test_a_file_of_your_own(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8-sig")
    assert [rule.id for rule in load_style(str(path)).rules] == ["no-hero"]
    off = 'extends = "house"\n[[rule]]\nid = "final-stop"\nlevel = "off"\n'
    path.write_text(off + OWN, encoding="utf-8")
    mine = load_style(str(path))
    assert mine.active[0].id == "no-hero"
    assert len(mine.active) == len(load_style().rules)
    assert len(notes("Draw 2 cards", off)) == 1
    path.write_text("", encoding="utf-8")
    assert load_style(str(path)).rules == ()


def test_a_rule_of_your_own_takes_the_place_of_a_house_rule():
    own = 'extends = "house"\n' + OWN.replace("no-hero", "foe-not-opponent")
    ids = [rule.id for rule in parse_style(own, "own.toml").rules]
    assert ids.count("foe-not-opponent") == 1
    assert ids[0] == "foe-not-opponent"


def rule_text(**changes: str | None) -> str:
    keys = {
        "id": '"a-rule"',
        "kind": '"words"',
        "swap": '{ "Hero" = "Villain" }',
        "message": '"a message"',
        "example_bad": '"Draw a Hero."',
        "example_good": '"Draw a Villain."',
    }
    keys |= {key: value for key, value in changes.items() if value is not None}
    kept = {key: value for key, value in keys.items() if changes.get(key, "") is not None}
    return "[[rule]]\n" + "\n".join(f"{key} = {value}" for key, value in kept.items())


@all_of(
    "text, key, problem",
    [
        ("[[rule]", "", "not valid TOML"),
        ("a = " + "[" * 5000, "", "not valid TOML"),
        ("rule = 3", "rule", "expected a list"),
        ('extends = "mine"', "extends", "expected one of house"),
        ("colour = 3", "colour", "is not a key that is known here"),
        (rule_text(id='"A Rule"'), "rule A Rule.id", "small letters with hyphens"),
        (rule_text(id=None), "rule 1.id", "is missing"),
        (rule_text() + "\n" + rule_text(), "rule a-rule.id", "is used for two rules"),
        (rule_text(kind='"wrods"'), "rule a-rule.kind", "expected one of words, pattern"),
        (rule_text(kind=None), "rule a-rule.kind", "is missing"),
        (rule_text(level='"error"'), "rule a-rule.level", "expected one of note, off"),
        (rule_text(message=None), "rule a-rule.message", "is missing"),
        (rule_text(message='"{this}"'), "rule a-rule.message", "has {this}; there are {found}"),
        (rule_text(mesage='"x"'), "rule a-rule.mesage", "is not a key that is known here"),
        (rule_text(swap='["Hero"]'), "rule a-rule.swap", "expected a table"),
        (rule_text(swap='{ "Hero" = 3 }'), "rule a-rule.swap.Hero", "expected a text"),
        (rule_text(swap="{}"), "rule a-rule.swap", "has nothing to look for"),
        (rule_text(swap='{ "" = "x" }'), "rule a-rule.swap", "has nothing to look for"),
        (rule_text(swap='{ "Hero" = "# Hero" }'), "rule a-rule.swap.Hero", "has more #"),
        (rule_text(unless='""'), "rule a-rule.unless", "expected a list"),
        (rule_text(unless='[""]'), "rule a-rule.unless", "has an empty text in it"),
        (rule_text(example_bad=None), "rule a-rule.example_bad", "is missing"),
        (rule_text(example_bad='"Draw."'), "rule a-rule.example_bad", "the rule finds nothing"),
        (rule_text(example_good='"Draw."'), "rule a-rule.example_bad", "makes 'Draw a Villain.'"),
        (rule_text(swap='{ "Hero" = "Hero Hero" }', example_good='"Draw a Hero Hero."'),
         "rule a-rule.example_good", "still finds something in it"),
        (rule_text(kind='"pattern"', swap=None, find='"("'), "rule a-rule.find",
         "not a regular expression: missing )"),
        (rule_text(kind='"pattern"', swap=None, find='"Hero"', replace="'\\3'"),
         "rule a-rule.replace", "does not fit `find`: invalid group reference 3"),
        (rule_text(kind='"number-words"', swap=None, digits='["Power"]'), "rule a-rule.digits",
         "'Power' has no # for the number"),
        (rule_text(kind='"capitals"', swap=None, terms="[]"), "rule a-rule.terms", "is empty"),
        (rule_text(kind='"dashes"', swap=None, terms='["LineUp"]'), "rule a-rule.terms",
         "'LineUp' has no dash, or more than one"),
        ('[[rule]]\nid = "nothing"\nlevel = "off"', "rule nothing.level",
         "there is no such rule to switch off"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_told_with_file_and_key(text, key, problem):
    with pytest.raises(StyleFileError) as caught:
        parse_style(text, "own.toml", try_examples=True)
    assert caught.value.file == "own.toml"
    assert caught.value.key == key
    assert problem in caught.value.problem
    assert str(caught.value).startswith("own.toml: ")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda _: None, "cannot be read: No such file or directory"),
        (lambda path: path.mkdir(), "cannot be read: "),
        (lambda path: path.write_bytes(b"\xff\xfe"), "is not UTF-8 text"),
        (lambda path: path.write_bytes(b"#" * 1_100_000), "is too large for a style file"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path, make, problem):
    path = tmp_path / "own.toml"
    make(path)
    with pytest.raises(StyleFileError) as caught:
        load_style(str(path))
    assert caught.value.file == str(path)
    assert caught.value.problem.startswith(problem)


def test_a_path_that_no_file_can_have():
    with pytest.raises(StyleFileError):
        load_style("a\0b")


@given(any_text(60))
def test_no_text_and_no_words_of_a_rule_make_it_fail(text: str) -> None:
    load_style().find(Line(text))
    said = text.replace("\0", "") or "a"
    cases: list[tuple[str, dict[str, Any]]] = [
        ("words", {"swap": {said: "b"}}),
        ("pattern", {"find": re.escape(said)}),
        ("capitals", {"terms": [said]}),
        ("number-words", {"digits": [f"{said}#"], "either": [f"#{said}"]}),
        ("final-stop", {"without": [said], "ends": [said]}),
        ("sentence-start", {"after": [said]}),
        ("dashes", {"terms": [said]}),
    ]
    for kind, data in cases:
        with contextlib.suppress(RulesetError):  # told with file and key
            made = KINDS[kind](Table(data, "own.toml"))
            list(replace(load_style().rules[0], kind=made).find(Line(f"Draw {text} card.")))


def test_every_kind_is_used_and_described():
    used = {rule["kind"] for rule in tomllib.loads(HOUSE.read_text(encoding="utf-8"))["rule"]}
    assert used == set(KINDS)
    manual = (ROOT / "docs" / "house-style.md").read_text(encoding="utf-8")
    head = HOUSE.read_text(encoding="utf-8").partition("[[rule]]\nid")[0]
    for kind in KINDS:
        assert f"**`{kind}`**" in manual
        assert f"#   {kind} " in head


def test_styles_in_the_manual_can_be_used(tmp_path):
    manual = (ROOT / "docs" / "house-style.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)
    assert len(blocks) == 2
    for number, block in enumerate(blocks):
        path = tmp_path / f"{number}.toml"
        path.write_text(block, encoding="utf-8")
        assert load_style(str(path)).rules
