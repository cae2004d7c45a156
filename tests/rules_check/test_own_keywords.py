"""Keywords of a set: how they are checked, explained, shown at the table, and proved."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.checker import Checker, FileResult
from rules_check.echo import echo_card
from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.codec import decode
from rules_check.grammar.wording import wording
from rules_check.oracle.box.card_kinds import Kind
from rules_check.oracle.box.playset import PlaySetError, card_defs
from rules_check.play.cardtext import card_lines

HEADER = "set: Night Watch\nruleset: confrontations\n"


def check(definitions: str, *cards: str, line: str = "Hero, cost 3, 1 VP, x2") -> FileResult:
    """Check cards with these texts, called One, Two …"""
    names = ("One", "Two", "Three")
    blocks = [f"\n{name} Card\n{line}\n{text}\n" for name, text in zip(names, cards, strict=False)]
    return Checker().check_text(f"{HEADER}{definitions}\n{''.join(blocks)}", "cards.txt")


def found(result: FileResult) -> list[tuple[str, int, int, str]]:
    return [(d.code, d.place.line, d.place.column, d.place.card) for d in result.diagnostics]


def test_a_finding_in_a_definition_is_told_there_and_once() -> None:
    result = check("keyword Snare: That foe discards a card. Draw 2 cards.", "Snare", "Snare")
    assert found(result) == [("RC201", 3, 16, ""), ("RC501", 3, 47, "")]


def test_what_is_not_understood_is_told_there_and_the_cards_are_not_understood() -> None:
    result = check("keyword Snare: Draw a crad.", "Snare", "Draw a card. Snare.", "Draw a card.")
    assert found(result) == [("RC101", 3, 23, "")]
    assert [card.understood for card in result.cards] == [False, False, True]
    assert list(result.unknown) == []


def test_a_definition_with_a_number_is_checked_in_its_words() -> None:
    result = check("keyword Stash N: Draw N cards, then that foe discards N cards.", "Stash 3")
    assert found(result) == [("RC201", 3, 37, "")]


def test_an_open_question_in_a_definition_is_told_once() -> None:
    text = "+1 Power for each Hero in your discard pile."
    alone = {code for code, *_ in found(check("", text))}
    result = check(f"keyword Pride: {text}", "Pride", "Pride")
    assert {code for code, *_ in found(result)} == alone
    assert {line for _, line, *_ in found(result)} <= {3}


def test_what_the_book_does_not_know_is_told_in_the_definition() -> None:
    result = check("keyword Fee: Discard a Punch: Draw a card.", "Fee", "Fee")
    assert found(result) == [("RC205", 3, 14, ""), ("RC303", 3, 14, "")]


def test_what_only_the_card_makes_wrong_is_told_on_the_card() -> None:
    heroes = "set: Night Watch\nruleset: heroes-unite\n"
    text = (
        f"{heroes}keyword Arrival: First Appearance - Attack: Each player discards a card.\n"
        "\nOne Card\nVillain, Super-Villain, cost 9, 5 VP\nArrival\n"
        "\nTwo Card\nHero, cost 3, 1 VP, x2\nArrival\n"
    )
    result = Checker().check_text(text, "cards.txt")
    assert found(result) == [("RC207", 11, 1, "Two Card")]


def test_an_attack_of_a_keyword_is_an_attack_of_the_card() -> None:
    attack = "keyword Ambush: Attack: Each foe discards a card."
    told = "For each foe hit by this Attack, draw a card."
    assert "RC207" not in {code for code, *_ in found(check(attack, f"{told}\nAmbush"))}
    assert "RC207" in {code for code, *_ in found(check(attack, told, "Ambush"))}


def test_names_that_are_taken_are_told_and_not_understood() -> None:
    lines = (
        "keyword Weakness: Draw a card.\nkeyword One Card: Draw a card.\nkeyword If: Draw a card."
    )
    assert found(check(lines, "+1 Power")) == [
        ("RC019", 3, 9, ""), ("RC019", 4, 9, ""), ("RC019", 5, 9, ""),
    ]  # fmt: skip


def test_an_allowance_in_the_header_speaks_for_definitions() -> None:
    reason = "# rules-check: allow RC201 because the foe is pointed at\n"
    result = check(reason + "keyword Snare: That foe discards a card.", "Snare")
    assert found(result) == []
    assert len(result.suppressed) == 1


def test_the_echo_shows_the_keyword_and_what_it_means() -> None:
    result = check("keyword Stash N: Draw N cards.", "Stash 2 (Draw two cards.)")
    assert echo_card(result.cards[0]) == ["One Card", "  Stash 2 (Draw two cards.)"]


def test_house_style_leaves_keywords_alone() -> None:
    lines = "keyword Quick Hands N: Draw N cards."
    result = check(lines, "Quick Hands 2\nReveal a Quick Hands card from your hand.")
    assert found(result) == []


# ---------------------------------------------------------------------------- explain


def explain(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = cli.main(["explain", "--no-color", *words])
    return status, capsys.readouterr().out


def test_explain_takes_definitions_before_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = "keyword Ambush: Each foe discards a card. / Ambush / Reveal a card with Ambush."
    assert explain(capsys, text) == (
        0,
        "1. Ambush (Each foe discards a card.)\n   Reveal a card with Ambush.\n1 reading\n",
    )
    _, out = explain(capsys, "--format", "json", text)
    (reading,) = json.loads(out)["readings"]
    assert reading["wording"] == ["Ambush", "Reveal a card with Ambush."]
    meaning = decode(reading["ast"])
    assert isinstance(meaning.abilities[0], a.Coined)
    assert wording(meaning) == reading["wording"]


def test_explain_counts_the_lines_of_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = explain(capsys, "keyword Ambush: Draw a crad. / Ambush / Draw a crad.")
    assert status == 1
    assert "<text>:1:24  error RC101" in out
    assert "<text>:3:8  error RC101" in out
    assert explain(capsys, "keyword Ambush: Draw a card.") == (2, "")


# --------------------------------------------------------------------------- the game


def kind(definitions: str, text: str) -> Kind:
    file = read_card_text(
        f"{HEADER}{definitions}\n\nOne Card\nHero, cost 3, 1 VP\n{text}\n", "x.txt"
    )
    ((card, _),) = card_defs(file)
    return Kind(card, 0)


def test_the_engine_plays_the_meaning_and_shows_the_keyword() -> None:
    made = kind("keyword Ambush: Attack: Each foe discards a card.", "+1 Power\nAmbush")
    assert [type(ability) for ability in made.text.abilities] == [a.Plain, a.Attack]
    assert made.keywords == {a.Keyword.ATTACK, a.OwnKeyword("Ambush")}
    assert list(card_lines(made))[1:] == [
        "  +1 Power",
        "  Ambush (Attack: Each foe discards a card.)",
    ]


def test_ongoing_and_assist_work_through_a_keyword() -> None:
    assert kind("keyword Watch: Ongoing: When you play a Hero, +1 Power.", "Watch").is_ongoing
    assert kind("keyword Helper: Assist", "Helper").assist


def test_a_file_with_a_definition_that_cannot_be_used_is_not_played() -> None:
    for definition in (
        "keyword Ambush: Draw a crad.",
        "keyword Ambush: Ambush.",
        "keyword Draw: Draw.",
    ):
        with pytest.raises(PlaySetError):
            kind(definition, definition.split()[1].rstrip(":"))


def test_play_with_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cards.txt"
    path.write_text(f"{HEADER}keyword Ambush: +1 Power.\n\nOne Card\nHero, cost 3, 1 VP\nAmbush\n")
    status = cli.main(
        ["play", "confrontations", "--cards", str(path), "--players", "greedy", "--quiet"]
    )
    assert status == 0
    assert "win" in capsys.readouterr().out


# --------------------------------------------------------- keywords that use each other very often


def _file(number: int, text: str, first: str = "Draw a card.") -> str:
    """A set in which each keyword uses the one before: `text` says how."""
    names = [f"K{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(number)]
    lines = [f"keyword {names[0]}: {first.format(names[-1])}"]
    lines += [f"keyword {name}: {text.format(before)}" for before, name in pairwise(names)]
    head = "\n".join(["set: T", "ruleset: confrontations", *lines])
    return f"{head}\n\nLamplighter\nHero, cost 3, 1 VP, x2\n{names[-1]}\n"


@pytest.mark.parametrize(
    ("number", "text", "name"),
    [(16, "{0}. {0}.", "Kaf"), (200, "{0}.", "Kbh"), (60, "{0}. {0}. {0}.", "Kad")],
    ids=["each twice", "a long chain", "each three times"],
)
def test_keywords_that_stand_for_too_much_are_refused_at_once(
    number: int, text: str, name: str
) -> None:
    began = time.process_time()
    found = Checker().check_text(_file(number, text), "t.txt").diagnostics
    told = f'the keyword "{name}" stands for more than 32 other keywords'
    assert [(f.code, f.message) for f in found] == [("RC019", told)]
    assert time.process_time() - began < 20


def test_a_chain_that_is_not_too_long_is_understood() -> None:
    assert not Checker().check_text(_file(33, "{0}."), "t.txt").diagnostics


def test_a_circle_of_keywords_that_use_each_other_twice() -> None:
    found = Checker().check_text(_file(16, "{0}. {0}.", "{0}. {0}."), "t.txt").diagnostics
    assert {f.code for f in found} == {"RC019"}
    assert all("defined by itself" in f.message for f in found)
