"""`rules-check diff`: what has changed between two wordings, and the game that shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_check import cli
from tests.effort import LONG

HEAD = "set: Trials\nruleset: confrontations\n"
OWL = "\nNight Owl\nHero, cost 3, 1 VP, source original\nDraw a card.\n"
GATE = "\nIron Gate\nEquipment, cost 3, 1 VP, source original\n+2 Power\n"


class Diff:
    """The command, run in a folder of its own."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.err = ""

    def files(self, old: str, new: str, *words: str, status: int) -> str:
        (self.path / "old.txt").write_text(HEAD + old, encoding="utf-8")
        (self.path / "new.txt").write_text(HEAD + new, encoding="utf-8")
        return self("old.txt", "new.txt", *words, status=status)

    def __call__(self, *words: str, status: int) -> str:
        found = cli.main(["diff", *words])
        out, self.err = self.capsys.readouterr()
        assert found == status, out + self.err
        return out


@pytest.fixture
def diff(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Diff:
    monkeypatch.chdir(tmp_path)
    return Diff(tmp_path, capsys)


def test_a_difference_is_shown_by_a_game(diff: Diff) -> None:
    assert diff("--text", "Draw a card.", "You may draw a card.", status=1) == (
        "This card: differs\n"
        "  before: Draw a card.\n"
        "  after:  You may draw a card.\n"
        "  a game in which they differ:\n"
        "    P1 has 3 Power; P1 hand: This card; P1 deck: Card 1\n"
        "    Card 1: Starter, cost 0, 0 VP\n"
        "    P1: play This card\n"
        "    before: then P1 hand: Card 1, P1 deck: nothing\n"
        "    after:  P1: no; then P1 hand: nothing, P1 deck: Card 1\n"
        "\n"
        "1 card: 1 differs\n"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Discard your hand.", "Discard all cards in your hand."),
        ("Discard a card or +1 Power.", "+1 Power or discard a card."),
        ("Choose a foe. That foe discards a card.", "A foe of your choice discards a card."),
    ],
)
def test_what_ends_the_same_is_the_same(diff: Diff, old: str, new: str) -> None:
    out = diff("--text", old, new, "--bound", "1", status=0)
    assert "This card: the same in every game (up to 1 card per zone)" in out


def test_other_words_for_the_same_meaning(diff: Diff) -> None:
    out = diff.files(OWL, OWL.replace("Draw a card", "You draw one card"), status=0)
    assert out == "Night Owl: other words, the same meaning\n\n1 card: 1 reworded\n"


def test_values_cards_added_and_cards_removed(diff: Diff) -> None:
    out = diff.files(OWL + GATE, OWL.replace("cost 3, 1 VP", "cost 4, 1 VP, x2"), status=1)
    assert out == (
        "Night Owl: only its values have changed\n"
        "  cost: 3 before, 4 after\n"
        "  copies: 1 before, 2 after\n"
        "\n"
        "Iron Gate: removed\n"
        "\n"
        "2 cards: 1 unchanged, 1 removed\n"
    )
    assert "Iron Gate: added" in diff.files(OWL, OWL + GATE, status=1)


def test_nothing_has_changed(diff: Diff) -> None:
    assert diff.files(OWL, OWL, status=0) == "1 card: 1 unchanged\n"
    assert "Night Owl: unchanged" in diff.files(OWL, OWL, "--all", status=0)


def test_a_card_with_errors_is_told_and_the_others_are_compared(diff: Diff) -> None:
    bad = GATE.replace("+2 Power", "Juggle.")
    out = diff.files(OWL + GATE, OWL.replace("a card", "two cards") + bad, "--quiet", status=1)
    assert "new.txt:10:1  error RC101  Iron Gate" in out
    assert out.endswith("2 cards: 1 not compared, 1 differs\n")


def test_a_card_with_an_open_question_is_told_and_the_others_are_compared(diff: Diff) -> None:
    unclear = GATE.replace("+2 Power", "You may draw a card or gain a Weakness and discard a card.")
    out = diff.files(OWL + GATE, OWL.replace("a card", "two cards") + unclear, status=1)
    why = "it has an open question, reading: this can be read in more than one way"
    assert out.startswith(f"Iron Gate: not compared, {why}\n")
    assert out.endswith("2 cards: 1 not compared, 1 differs\n")


def test_json(diff: Diff) -> None:
    found = json.loads(diff("--text", "+1 Power", "+2 Power", "--format", "json", status=1))
    (card,) = found["cards"]
    assert (card["verdict"], card["before"], card["after"]) == ("differs", "+1 Power", "+2 Power")
    assert card["witness"]["differences"] == [{"what": "P1 Power", "before": "4", "after": "5"}]


def test_files_for_two_games(diff: Diff) -> None:
    (diff.path / "old.txt").write_text(HEAD + OWL, encoding="utf-8")
    other = (HEAD + OWL).replace("confrontations", "heroes-unite")
    (diff.path / "new.txt").write_text(other, encoding="utf-8")
    diff("old.txt", "new.txt", status=2)
    assert diff.err == "rules-check: old.txt is for confrontations, new.txt for heroes-unite\n"


def test_a_file_that_is_not_there(diff: Diff) -> None:
    assert "nowhere.txt" in diff("nowhere.txt", "nowhere.txt", status=2) + diff.err


EVERY = 1 if LONG else 22
"""`make long` tries all of them."""


def pairs(name: str) -> list[tuple[str, ...]]:
    text = (Path(__file__).parent / "edits" / name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(" => ")) for line in lines][::EVERY]


@pytest.mark.parametrize("edit", pairs("other.txt"), ids=lambda edit: edit[1])
def test_a_word_that_matters_is_noticed(diff: Diff, edit: tuple[str, str]) -> None:
    assert "a game in which they differ" in diff("--text", *edit, status=1)


@pytest.mark.parametrize("edit", pairs("same.txt"), ids=lambda edit: edit[1])
def test_words_that_do_not_matter_are_not(diff: Diff, edit: tuple[str, str]) -> None:
    diff("--text", *edit, "--bound", "1", "--timeout", "60", status=0)


def test_the_cases_of_a_card_that_go_another_way_are_listed(diff: Diff) -> None:
    new = GATE.replace("+2", "+3")
    out = " ".join(diff.files(OWL + GATE, OWL + new, status=1).split())
    assert "1 case changed, 1 new, 0 the same" in out
    assert "“+2 Power”: goes another way" in out
    assert "before You play Iron Gate. You get 2 Power. now You play Iron Gate. You get 3" in out
    assert "“+3 Power”: a new case" in out
    assert "Night Owl" not in out
    assert "goes another way" not in diff("old.txt", "new.txt", "--no-cases", status=1)
    (_, card) = json.loads(diff("old.txt", "new.txt", "--format", "json", status=1))["cards"]
    assert [one["title"] for one in card["cases"]["changed"]] == ["“+2 Power”"]


def test_each_level_of_a_character_keeps_its_own_cases(diff: Diff) -> None:
    line = "\nMoon Walker\nCharacter, cost {}, 5 VP, level {}, source original\n{}\n"
    levels = [line.format(6 + 3 * level, level, f"+{level} Power.") for level in (1, 2, 3)]
    head = "set: Trials\nruleset: rivals-batman-joker\n"
    (diff.path / "old.txt").write_text(head + "".join(levels), encoding="utf-8")
    levels[2] = levels[2].replace("+3", "+5")
    (diff.path / "new.txt").write_text(head + "".join(levels), encoding="utf-8")
    out = diff("old.txt", "new.txt", status=1)
    assert "Moon Walker 3: differs" in out
    assert "Moon Walker 1" not in out
    assert "“+3 Power”: goes another way" in out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Draw a card at the end of your turn.", "Draw two cards at the end of your turn."),
        (
            "Villains in the Line-Up cost 1 less this turn.",
            "Villains in the Line-Up cost 1 less until the start of your next turn.",
        ),
        (
            "If you control a Location, draw a card at the end of your turn.",
            "At the end of your turn, if you control a Location, draw a card.",
        ),
    ],
)
def test_what_only_longer_games_show_differs(diff: Diff, old: str, new: str) -> None:
    out = diff("--text", f"+2 Power / {old}", f"+2 Power / {new}", "--bound", "1", status=1)
    assert "This card: differs" in out


def test_a_dealt_game_names_what_it_needs(diff: Diff) -> None:
    old = "Villains in the Line-Up cost 1 less this turn."
    new = "Villains in the Line-Up cost 1 less until the start of your next turn."
    out = diff("--text", old, new, "--bound", "1", "--format", "json", status=1)
    (card,) = json.loads(out)["cards"]
    assert any("This card" in line for line in card["dealt"]["given"])
    assert "P1: play This card" in card["dealt"]["answers"]
