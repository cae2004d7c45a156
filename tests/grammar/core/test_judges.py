"""The core's checker refuses what today's judges refuse, or the difference is on a list."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rules_check.checker import Checker
from rules_check.codes import CODES
from tests.grammar.core.judges import (
    DECIDED,
    IN_A_REMINDER,
    KINDS,
    MODULES,
    REASONS,
    ROOT,
    UNPLAYED,
    Judged,
    Judges,
    Verdict,
    card_file,
    core_is_right,
    grouped,
    made_up,
    main,
    refused,
    table,
)

ONLY_TODAY = Path(__file__).with_name("only_today.txt")
CARDS = ("confrontations", "heroes-unite", "rivals-batman-joker", "rivals-shazam-black-adam")


@cache
def judges() -> Judges:
    return Judges(Checker())


def judged(words: str) -> Judged:
    (one,) = judges().judge(card_file(words))
    return one


@cache
def unplayed() -> dict[str, Judged]:
    return {one.words: one for file in refused() for one in judges().judge(file)}


def texts(mark: str) -> list[str]:
    """The texts of `unplayed.txt` behind a mark; without one, those that are refused."""
    lines = UNPLAYED.read_text(encoding="utf-8").splitlines()
    if mark:
        return [line.removeprefix(mark) for line in lines if line.startswith(mark)]
    return [line for line in lines if line and not line.startswith(("#", "=", "but "))]


def listed() -> list[str]:
    lines = ONLY_TODAY.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_a_text_that_only_today_is_refused_is_on_the_list_and_the_list_has_no_others() -> None:
    refused_today = {words for words in texts("") if words not in core_is_right()}
    accepted = {words for words in refused_today if unplayed()[words].core == Verdict()}
    assert accepted - set(listed()) == set(), "the core accepts these: they were refused before"
    assert set(listed()) - accepted == set(), "the core refuses these: take them off the list"


def test_what_is_decided_is_refused_today_and_accepted_by_the_core() -> None:
    reasons = {*REASONS, IN_A_REMINDER, *(row[0] for row in CODES.values())}
    left = core_is_right() - reasons
    assert left
    for words in sorted(left):
        one = unplayed().get(words) or judged(words)
        assert (one.today == Verdict(), one.core == Verdict()) == (False, True), words


def test_a_reminder_that_speaks_of_nothing_is_told_apart() -> None:
    assert judged("Draw a card. / (Replace it.)").today.why == IN_A_REMINDER
    assert judged("(Replace it.)").today.why == IN_A_REMINDER
    assert judged("Replace it. / (Draw a card.)").today.why != IN_A_REMINDER


@pytest.mark.parametrize("words", texts("but "))
def test_what_is_played_beside_it_has_a_core(words: str) -> None:
    assert unplayed()[words][1:] == (Verdict(), Verdict())


@pytest.mark.parametrize("name", CARDS)
def test_the_judges_agree_on_the_cards_of_the_books(name: str) -> None:
    file = (ROOT / "cards" / f"{name}.txt").read_text(encoding="utf-8")
    found = list(judges().judge(file))
    assert found
    assert [str(one) for one in found if one.today != one.core] == []


def test_a_verdict_names_who_refuses_and_why() -> None:
    assert judged("Draw a card.")[1:] == (Verdict(), Verdict())
    it = judged("Discard it.")
    assert it.today == Verdict("RC202 checks", "it-without-referent")
    assert it.core == Verdict("untranslated at Ref", "it speaks of no cards")
    two = judged("Draw up to 6 cost worth of cards.")
    assert two.today.by == "RC210 which_card"


def test_every_reason_is_of_one_module() -> None:
    given = Counter(
        value
        for module in MODULES
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str)
    )
    assert len(given) > 50
    assert given.most_common(1)[0][1] == 1


def test_groups_are_told_by_how_the_judges_differ() -> None:
    no = Verdict("RC210 unbound", "nothing was named")
    made = grouped(
        [
            Judged("A.", Verdict(), Verdict()),
            Judged("B.", no, Verdict()),
            Judged("C C.", no, Verdict()),
            Judged("B.", no, Verdict()),
            Judged("D.", Verdict("a reminder", IN_A_REMINDER), Verdict()),
        ]
    )
    assert [(one.kind, one.differs, list(one.texts)) for one in made] == [
        (KINDS[False, True], True, ["B.", "C C."]),
        (KINDS[True, True], False, ["A."]),
        (DECIDED, False, ["D."]),
    ]
    told = list(table(made))
    assert told[0] == "refused today, accepted by the core: 2"
    assert told[1] == "      2  today: RC210 unbound: nothing was named"
    assert told[3] == "           B."


def test_random_texts_are_the_same_for_the_same_seed() -> None:
    first = list(made_up(6, 3))
    assert len(set(first)) > 1
    assert first == list(made_up(6, 3))
    assert first != list(made_up(6, 4))


def test_the_command_says_whether_they_differ(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RULES_CHECK_CACHE", str(tmp_path))
    assert main(["Draw a card."]) == 0
    assert "given texts: 1 judged" in capsys.readouterr().out
    assert main(listed()[:1]) == 1
    assert listed()[0] in capsys.readouterr().out
