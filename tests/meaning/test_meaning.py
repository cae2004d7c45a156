"""What texts mean: wordings that mean the same, and pairs that do not. README.md has the format."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.wording import wording
from tests.effort import tries
from tests.together import pages, try_all

FOLDER = Path(__file__).parent
LINE_END = " / "
UNDERSTOOD_ALREADY = "= "
NAMES = vocabulary(
    ["Punch", "Weakness", "Vulnerability", "Kick", "Word of Power", "Enhanced Strength"]
)


def groups(text: str) -> list[list[str]]:
    """The groups of lines between empty lines, without the comments."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if line.strip():
            found[-1].append(line.strip())
        else:
            found.append([])
    return [group for group in found if group]


def groups_of(file: str) -> list[list[str]]:
    return groups((FOLDER / file).read_text(encoding="utf-8"))


PARAPHRASES = groups_of("paraphrases.txt")
CONTRASTS = groups_of("contrasts.txt")
NOT_YET = groups_of("not_yet.txt")


def each_page_of(groups):
    """A test for every page of a list: its name is that of the first group on it."""
    return pytest.mark.parametrize("page", pages(groups, 25), ids=lambda page: page[0][0])


def meaning_if_understood(text: str) -> a.CardText | None:
    parsed = parse_lines(text.split(LINE_END), NAMES)
    return parsed.text if parsed.understood else None


@lru_cache(maxsize=64)  # the texts of a group are looked at in several ways, one group at a time
def meaning(text: str) -> a.CardText:
    found = meaning_if_understood(text)
    if found is None:
        pytest.fail(f"not understood: {text}", pytrace=False)
    return found


def standard(text: str) -> str:
    """The standard wording of a text, on one line."""
    return LINE_END.join(wording(meaning(text)))


READ_BACK = tries(9, 1)
"""Of every ninth group on a page the standard wordings are read; `tests/grammar/test_roundtrip.py`
has every form of a text."""


def standards(texts: list[str]) -> list[str]:
    """The standard wordings of some texts, once each."""
    return [*dict.fromkeys(map(standard, texts))]


def side_by_side(one: str, other: str) -> str:
    return "".join(f"\n  {text}\n    is read as: {standard(text)}" for text in (one, other))


def check_same(group: list[str]) -> None:
    for other in group[1:]:
        if meaning(group[0]) != meaning(other):
            both = side_by_side(group[0], other)
            pytest.fail(f"these should mean the same:{both}", pytrace=False)


def check_different(one: str, other: str) -> None:
    if meaning(one) == meaning(other):
        pytest.fail(f"these should not mean the same:{side_by_side(one, other)}", pytrace=False)


def check_not_understood(text: str) -> None:
    if meaning_if_understood(text) is not None:
        pytest.fail(
            f"understood now: {text}\n    is read as: {standard(text)}\n"
            "Move it from not_yet.txt to paraphrases.txt or contrasts.txt.",
            pytrace=False,
        )


@each_page_of(PARAPHRASES)
def test_wordings_of_a_group_and_their_standard_wordings_mean_the_same(page):
    def the_same(group):
        assert 2 <= len(group) <= 5, f"a group has two to five wordings, this one {len(group)}"
        check_same([*group, *standards(group)] if group in page[::READ_BACK] else group)

    try_all(page, the_same, LINE_END.join)


@each_page_of(CONTRASTS)
def test_texts_of_a_pair_mean_something_else_and_each_what_its_standard_wording_does(page):
    def different(pair):
        assert len(pair) == 2, f"a pair has two texts, this one {len(pair)}"
        check_different(*pair)
        for text in pair if pair in page[::READ_BACK] else ():
            check_same([text, *standards([text])])

    try_all(page, different, LINE_END.join)


@each_page_of(NOT_YET)
def test_what_is_not_understood_yet_is_still_not_understood(page):
    def not_yet(group):
        for text in group:
            if text.startswith(UNDERSTOOD_ALREADY):
                meaning(text.removeprefix(UNDERSTOOD_ALREADY))
            else:
                check_not_understood(text)

    try_all(page, not_yet, LINE_END.join)


def test_no_text_stands_in_two_groups():
    """Groups that share a text are one group."""
    texts = [text for group in PARAPHRASES for text in group]
    assert sorted(texts) == sorted(set(texts))


def test_a_failure_shows_both_standard_wordings():
    with pytest.raises(pytest.fail.Exception) as same:
        check_same(["Draw a card.", "Draw 1 card.", "Draw 2 cards."])
    assert str(same.value).splitlines() == [
        "these should mean the same:",
        "  Draw a card.",
        "    is read as: Draw a card.",
        "  Draw 2 cards.",
        "    is read as: Draw two cards.",
    ]
    with pytest.raises(pytest.fail.Exception, match="not mean the same") as different:
        check_different("Draw a card.", "Draw 1 card.")
    assert str(different.value).count("is read as: Draw a card.") == 2


def test_what_is_understood_or_not_is_told():
    with pytest.raises(pytest.fail.Exception, match="not understood: Mumble"):
        check_same(["Draw a card.", "Mumble mumble."])
    with pytest.raises(pytest.fail.Exception, match=r"Move it from not_yet\.txt"):
        check_not_understood("Draw a card.")
