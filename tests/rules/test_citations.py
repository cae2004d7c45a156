"""Which rules are behind a check, a property or a step is said by the files of rules/ alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_check.checks.reasons import REASONS, require_reasons, rules_behind
from rules_check.properties import citations
from rules_check.properties.registry import PROPERTIES
from rules_check.rules import load, rulebooks
from rules_check.rules.folders import RULESETS
from rules_check.rules.load import load_rules, load_ruleset, parse_ruleset, parse_topics
from rules_check.rules.reader import RulesetError

ROOT = Path(__file__).parents[2]
CODE = [
    path
    for folder in ("bench", "grammar", "oracle", "properties", "rules", "rules_check")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
each = pytest.mark.parametrize("name", RULESETS)


# ------------------------------------------------------------- no names, no ids in the code


def named_in(text: str) -> list[str]:
    """The lines of a text that name a ruleset, the prefix of its ids, or a rule."""
    prefixes = "|".join(load_ruleset(name).prefix for name in RULESETS)
    names = "|".join(map(re.escape, RULESETS))
    found = re.compile(
        rf"""(?<![\w-])(?:{names})(?![\w-])|\b(?:{prefixes})-[A-Z]+\d|["'](?:{prefixes})["']"""
    )
    lines = enumerate(text.splitlines(), start=1)
    return [f"{number}: {line.strip()}" for number, line in lines if found.search(line)]


def test_no_ruleset_and_no_rule_is_named_in_the_code():
    assert len(CODE) > 200
    found = [f"{path.relative_to(ROOT)}:{place}" for path in CODE for place in named_in(code(path))]
    assert found == []


def code(path: Path) -> str:
    """What is looked through: of the core and what runs it, which are read beside the books and say
    on which of their rules a function rests, all but the docstrings."""
    text = path.read_text(encoding="utf-8")
    cites = {"letter", "quick", "core"} & set(path.parts)
    return re.sub(r'""".*?"""', "", text, flags=re.DOTALL) if cites else text


@pytest.mark.parametrize(
    "line",
    [
        'GAME = "confrontations"',
        '    """As rivals-batman-joker says."""',
        'RULES = ("CONF-BL04",)',
        "    # RSB-W16",
        'if ruleset.prefix == "HU":',
    ],
)
def test_a_name_or_an_id_would_be_found(line):
    assert named_in(f"x = 1\n{line}\n") == [f"2: {line.strip()}"]


def test_other_words_are_let_alone():
    assert named_in('def about_confrontations(): "RC201, no Confrontations, CONFRONT"') == []


# ------------------------------------------------------------------------ the tables


@each
def test_every_check_has_its_rules_in_every_book(name):
    ruleset = load_ruleset(name)
    assert list(ruleset.checks) == list(REASONS)
    for reason in REASONS:
        assert set(rules_behind(ruleset, reason)) <= set(load_rules(name).rules)


def test_every_reason_is_asked_for_by_a_check():
    checks = [path for path in CODE if path.parent.name == "checks" and path.stem != "reasons"]
    text = "".join(path.read_text(encoding="utf-8") for path in checks)
    assert [reason for reason in REASONS if f'rules_behind(ruleset, "{reason}")' not in text] == []


def source(file: str) -> str:
    return (ROOT / "rules" / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "key", "problem"),
    [
        ("RC206 = [", "RC266 = [", "checks.RC206", "is missing: what a Block does"),
        ("RC401 = [", "RC400 = []\nRC401 = [", "checks.RC400", "no check asks for it"),
        ("RC208.level", "RC208.height", "checks.RC208.level", "is missing: which Levels there are"),
    ],
)
def test_a_mistake_in_the_table_of_checks(old, new, key, problem):
    text = source("confrontations.toml")
    assert text.count(old) == 1
    ruleset = parse_ruleset(text.replace(old, new), "rules/confrontations.toml")
    with pytest.raises(RulesetError) as caught:
        require_reasons(ruleset)
    assert (caught.value.file, caught.value.key) == ("rules/confrontations.toml", key)
    assert caught.value.problem == problem


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "rule"),
    [
        ("confrontations.toml", "CONF-BL05", "CONF-BL99", "checks.RC206", "CONF-BL99"),
        ("confrontations.toml", '["CONF-ET01"]', '["CONF-E1"]', "steps.announce_end", "CONF-E1"),
        ("confrontations.toml", '"CONF-K17"', '"CONF-K99"', "ruling CONF-RU15.rules", "CONF-K99"),
        ("heroes-unite.toml", '"HU-SV08"', '"CONF-C01"', "checks.RC207.super_villains", "CONF-C01"),
    ],
)
def test_a_rule_that_does_not_exist_is_an_error(monkeypatch, file, old, new, key, rule):
    text = source(file)
    assert old in text
    change(monkeypatch, file, text.replace(old, new, 1))
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file.removesuffix(".toml"))
    assert str(caught.value) == f"rules/{file}: {key}: the book has no rule {rule}"


@pytest.mark.parametrize(
    ("old", "new", "key", "problem"),
    [
        ("power-balance = [", "power = [", "properties.power-balance", "no rules are named for it"),
        ("replay-and-json = [", "x = []\nreplay-and-json = [", "properties.x", "no such property"),
        ('"CONF-CF13"]', '"CONF-CF99"]', "properties.one-defeat-per-turn", "no rule CONF-CF99"),
        ("turn-ends = [", "turns = [", "properties.turn-ends", "no rules are named for it"),
    ],
)
def test_a_mistake_in_the_table_of_properties(monkeypatch, old, new, key, problem):
    file = "confrontations-topics.toml"
    before, title, table = source(file).partition("[properties]")
    assert old in table
    change(monkeypatch, file, before + title + table.replace(old, new, 1))
    with pytest.raises(RulesetError) as caught:
        citations.rules_behind(PROPERTIES[0], "confrontations")
    assert (caught.value.file, caught.value.key) == (f"rules/{file}", key)
    assert problem in caught.value.problem


def test_a_book_has_topics_and_properties_or_neither():
    with pytest.raises(RulesetError, match="a book has topics and properties, or neither"):
        parse_topics('[topics]\nplay = ["X-A01"]\n', "x-topics.toml")
    with pytest.raises(RulesetError, match="is not a key that is known here"):
        parse_topics("[topics]\n[propertys]\n", "x-topics.toml")


def change(monkeypatch: pytest.MonkeyPatch, file: str, text: str) -> None:
    """Let a file of rules/ be another one for this test; nothing is kept of it."""
    read = rulebooks.read_file

    def changed(path: Path) -> tuple[str, str]:
        return (text, f"rules/{file}") if path.name == file else read(path)

    monkeypatch.setattr(load, "read_file", changed)
    for module, name in ((load, "_ruleset"), (load, "_topics"), (citations, "_complete")):
        monkeypatch.setattr(module, name, getattr(module, name).__wrapped__)
