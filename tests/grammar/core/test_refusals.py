"""The core's judge: what it refuses, with which words, and what it accepts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules_check.checker import Checker
from rules_check.grammar import ast as a
from rules_check.grammar.core import carried_out, judge
from rules_check.grammar.core.forms import Core, Number, Points, Text, Var
from rules_check.grammar.core.translation.either import DID_WHICH
from tests.grammar.core.refusals import (
    CORE,
    ENGINE,
    ROOT,
    UNPLAYED,
    Judge,
    Judged,
    Verdict,
    card_file,
    grouped,
    made_up,
    main,
    refused,
    table,
)
from tests.together import all_of

CARDS = ("confrontations", "heroes-unite", "rivals-batman-joker", "rivals-shazam-black-adam")


@cache
def asked() -> Judge:
    return Judge(Checker())


def judged(words: str) -> Verdict:
    (one,) = asked().judge(card_file(words))
    return one.verdict


@cache
def unplayed() -> dict[str, Verdict]:
    return {one.words: one.verdict for file in refused() for one in asked().judge(file)}


def texts(mark: str) -> list[str]:
    """The texts of `unplayed.txt` behind a mark; without one, those that are refused."""
    lines = UNPLAYED.read_text(encoding="utf-8").splitlines()
    if mark:
        return [line.removeprefix(mark) for line in lines if line.startswith(mark)]
    return [line for line in lines if line and not line.startswith(("#", "=", "~", "but "))]


@all_of("words", texts("but "))
def test_what_is_played_beside_it_is_accepted(words: str) -> None:
    assert unplayed()[words] == Verdict()


@all_of("words", texts(""))
def test_what_is_refused_is_refused_by_one_of_them(words: str) -> None:
    assert unplayed()[words].by in (CORE, ENGINE)


@pytest.mark.parametrize("name", CARDS)
def test_the_cards_of_the_books_are_accepted(name: str) -> None:
    file = (ROOT / "cards" / f"{name}.txt").read_text(encoding="utf-8")
    found = list(asked().judge(file))
    assert found
    assert [one for one in found if one.verdict != Verdict()] == []


def test_a_verdict_names_who_refuses_and_why() -> None:
    assert judged("Draw a card.") == Verdict()
    why = "nothing was named before that it could speak of"
    assert judged("Discard it.") == Verdict(CORE, why, "RC202 it-without-referent")
    assert judged("At the end of the game, draw a card.").by == ENGINE


def test_what_several_players_did_is_refused_where_it_may_be_one_thing_or_another() -> None:
    first = "Each foe reveals the top card of their deck."
    by_card = "If it is a Hero, that foe draws it."
    assert judged(f"{first} {by_card} If none do, +2 Power.").why == DID_WHICH
    assert judged(f"{first} Each foe may discard a card. If none do, +2 Power.") == Verdict()


def test_a_reminder_says_nothing_that_has_to_be_carried_out() -> None:
    assert judged("Draw a card. / (Replace it.)").by == "accepted"
    assert judged("Replace it. / (Draw a card.)").by == CORE


def test_a_form_that_is_not_well_made_is_told_in_plain_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No text has such a core; if one had, its reader would not be told of names and sorts."""
    step = Points("give", Var("nobody"), Number(1), "Power", at=(0, 3, 7))
    made = Core((Text("played", (), (step,)),))
    monkeypatch.setattr(carried_out, "translated", lambda *_said: made)
    assert judge.judged(a.CardText(())) == [judge.Refusal((0, 3, 7), judge.NO_SENSE)]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("Draw a card. +1 Power for each card destroyed this way.", "destroyed this way"),
        ("You may destroy a card in your hand. If you do not, draw it.", "it"),
        ("Draw a card. / Put a card from your hand into your deck.", "Put a card from your hand"),
        ("Choose a Hero in the Line-Up. Each foe may gain it.", "gain it"),
    ],
)
def test_the_words_that_are_refused_are_named(words: str, named: str) -> None:
    from rules_check.oracle.playable import unplayable
    from tests.properties.test_nothing_silent import read

    card = read(words.replace(" / ", "\n"))
    assert named in unplayable(card)[0].words(card.printed)


def test_groups_are_told_by_who_refuses_and_why() -> None:
    no = Verdict(CORE, "nothing was named")
    judged = [Judged("A.", Verdict()), Judged("B B.", no), Judged("C.", no), Judged("C.", no)]
    made = grouped(judged)
    assert made == {no: ["B B.", "C."], Verdict(): ["A."]}
    assert list(table(made)) == [
        "    2  the core: nothing was named",
        "         C.",
        "    1  accepted",
    ]


def test_random_texts_are_the_same_for_the_same_seed() -> None:
    first = list(made_up(6, 3))
    assert len(set(first)) > 1
    assert first == list(made_up(6, 3))
    assert first != list(made_up(6, 4))


def test_the_command_shows_texts_of_each_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RULES_CHECK_CACHE", str(tmp_path))
    main(["Draw a card.", "Discard it."])
    out = capsys.readouterr().out
    assert "given texts: 2 judged" in out
    assert "Discard it." in out
