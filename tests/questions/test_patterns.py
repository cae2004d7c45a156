"""The patterns of doubt as data: complete, and joined to what looks for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules_check.checks.questions import SETTLED, echoes, finding
from rules_check.checks.raised import Raised, raised, settled
from rules_check.checks.subject import Subject
from rules_check.cli import main
from rules_check.codes import CODES, Severity
from rules_check.grammar.shapes import SHAPES
from rules_check.oracle.values.switches import readings
from rules_check.rules.folders import ruleset_names
from rules_check.rules.load import load_ruleset
from rules_check.rules.patterns import (
    BY_FORM,
    BY_READING,
    not_looked_for,
    patterns,
    questions,
    without_text,
)
from tests.questions.cards import PRINTED, checked, subjects
from tests.together import all_of

RULINGS = [ruling for name in ruleset_names() for ruling in load_ruleset(name).rulings]


def test_every_pattern_of_the_clarifications_has_questions() -> None:
    asked = {question.pattern for question in questions().values()}
    used = {pattern for ruling in RULINGS for pattern in ruling.patterns}
    assert used <= set(patterns())
    assert {one.id for one in patterns().values() if one.texts} == asked
    assert all(one.because for one in patterns().values() if not one.texts)


def test_what_is_not_looked_for_says_why() -> None:
    assert len(not_looked_for()) == 5
    assert all(one.pattern in patterns() and one.because for one in not_looked_for())


def test_every_shape_is_looked_for_and_every_function_is_used() -> None:
    named = {question.shape for question in questions().values()} - {BY_READING, BY_FORM}
    assert named == set(SHAPES)


@all_of("question", questions().values(), lambda one: one.id)
def test_a_switch_has_the_readings_of_the_engine(question: object) -> None:
    one = questions()[getattr(question, "id")]  # noqa: B009
    assert len(one.answers) > 1
    if one.switch:
        assert set(one.answers) == set(readings()[one.switch])
        assert next(iter(one.answers)) == readings()[one.switch][0], "the usual reading is A"


def test_what_settles_a_question_is_a_ruling_with_that_answer() -> None:
    known = {ruling.id for ruling in RULINGS}
    for one in questions().values():
        for ruling, answer in one.rulings:
            assert ruling in known
            assert answer in one.answers
    assert set(without_text()) <= known


def test_a_lesser_reading_is_never_a_warning_and_an_equal_one_is() -> None:
    """The rank decides: the same question, ranked the other way, is told in the other way."""
    for name in PRINTED:
        for subject in subjects(name):
            bare = replace(subject, ruleset=None)
            for one in raised(subject):
                assert finding(bare, replace(one, rank="lesser")).code == SETTLED
                if one.question.convention:  # settled for every book
                    continue
                equal = finding(bare, replace(one, rank="equal"))
                assert CODES[equal.code][1] is Severity.WARNING


def test_what_somebody_asked_is_a_note_that_names_the_answer() -> None:
    """Of this book, or else of another one; nothing where no book says it."""
    one, code = _found("Coin Flipper")["zero"]
    subject = next(one for one in checked("traps") if one.card.name == "Coin Flipper")
    assert code == "RC303"
    assert finding(subject, one).rules == ("HU-RU12",)
    assert finding(replace(subject, ruleset=None), one).code == SETTLED
    assert finding(subject, replace(one, rank="lesser")).code == SETTLED
    assert finding(subject, replace(one, rank="equal")).code == "RC302"
    assert settled(subject.ruleset, "", replace(one, rank="equal")).by == "nobody"


def test_every_question_that_was_asked_has_an_answer_in_a_book() -> None:
    for one in questions().values():
        if one.rank == "asked":
            switches = [ruling.switch[0] for ruling in RULINGS if ruling.switch]
            named = [ruling.language[0] for ruling in RULINGS if ruling.language]
            assert one.rulings or one.switch in switches or one.id in named, one.id


def test_what_is_said_of_all_cards_may_be_an_analogy() -> None:
    """CONF-RU19 speaks of what "you" get by an Assist, not of cards that "you" give up."""
    beyond, code = _found("Shared Burden")["assist-you"]
    assert beyond.beyond
    assert code == "RC303"
    plain = [one for one in subjects("confrontations") for _ in _assists(one)]
    assert plain
    for subject in plain:
        assert all(finding(subject, one).code == SETTLED for one in _assists(subject))


def _assists(subject: Subject) -> list[Raised]:
    return [one for one in raised(subject) if one.id == "assist-you"]


def _found(name: str) -> dict[str, tuple[Raised, str]]:
    """The questions of a trap card by id, each with the code that it has."""
    subject = next(one for one in checked("traps") if one.card.name == name)
    return {one.id: (one, finding(subject, one).code) for one in raised(subject)}


def test_settled_by_the_book_by_analogy_or_by_nobody() -> None:
    assert _found("Shock Trooper")["attack-scope"][1] == "RC303"
    assert _found("Shock Trooper")["avoiding"][1] == SETTLED
    assert _found("Latent Charge")["locked"][1] == "RC303"
    assert _found("Pocket Rat")["who-picks"][1] == "RC301"


def test_a_clarification_of_the_card_goes_before_one_of_the_book() -> None:
    ruleset = load_ruleset("rivals-batman-joker")
    subject = next(
        one for one in subjects("rivals-batman-joker") if one.card.name == "Straw Phantom"
    )
    one = next(one for one in raised(subject) if one.id == "attack-scope")
    answer = settled(ruleset, "Straw Phantom", one)
    assert answer.by == "card"
    assert answer.ruling is not None
    assert answer.ruling.id == "RBJ-RU13"
    assert settled(ruleset, "Somebody Else", one).by == "analogy"
    assert settled(ruleset, "Somebody Else", replace(one, beyond=False)).by == "book"
    assert settled(replace(ruleset, rulings=()), "Straw Phantom", one).by == "nobody"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("You may discard a card. If you do, +3 Power.", True),
        ("Draw a card, then put a card from your hand on top of your deck.", True),
        ("Reveal the top card of your deck. You may discard it.", False),
        ("Look at the top two cards of your deck. Draw one of them and discard the other.", False),
        ("You may destroy a card in your hand or discard pile.", False),
    ],
)
def test_who_is_you_in_an_assist_is_asked_only_where_cards_are_given_up(
    text: str, asked: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """CONF-AS03 to CONF-AS06: the active player gets all benefits, from the own deck and piles."""
    file = tmp_path / "cards.txt"
    head = "set: A\nruleset: confrontations\n\nBlue Bell\nHero, cost 3, 1 VP, x2\nAssist\n"
    file.write_text(head + text + "\n", encoding="utf-8")
    main([str(file), "--no-proofs"])
    assert ('who is "you"' in " ".join(capsys.readouterr().out.split())) is asked


def test_readings_that_are_worded_alike_are_told_by_what_they_mean() -> None:
    subject = next(one for one in checked("traps") if one.card.name == "Bridge Burner")
    one = next(one for one in raised(subject) if one.question.id == "discard-from")
    alike = replace(one, texts=one.texts[:1] * 2)
    first, second = echoes(alike)
    assert first.endswith("(from the hand)")
    assert second.endswith("(one that the player controls)")
    assert "one way only" not in str(finding(subject, alike))
    assert "one way only" in str(finding(subject, one))
