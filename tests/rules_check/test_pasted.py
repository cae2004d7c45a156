"""Text that was copied from a page: told by a check, mended by `--fix` and `convert`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.checker import Checker
from rules_check.fixing.apply import PAGE, fix_text
from rules_check.grammar.pasted import card_line, laid_out

ROOT = Path(__file__).parents[2]
HEAD = "set: Night Watch\nruleset: confrontations\n\nPorter\nHero, cost 3, 1 VP\n"


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker()


def mended(checker: Checker, text: str) -> str:
    fixed = fix_text(HEAD + text, lambda one: checker.check_text(one, "set.txt"), only=PAGE)
    return fixed.text.removeprefix(HEAD)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Attack: Each foe\ndiscards a card.\n", "Attack: Each foe\n  discards a card.\n"),
        ("Each foe dis-\ncards a card.\n", "Each foe\n  discards a card.\n"),
        (
            "Gain a Super-\nVillain from the Line-Up.\n",
            "Gain a\n  Super-Villain from the Line-Up.\n",
        ),
        (
            "Draw a card for each\nHero you control.\n+1 Power\n",
            "Draw a card for each\n  Hero you control.\n+1 Power\n",
        ),
        ("• +1 Power\n", "+1 Power\n"),
        ("Gain the ﬁrst card of your deck.\n", "Gain the first card of your deck.\n"),
        ("Draw a\u00a0card.\n", "Draw a card.\n"),
    ],
)
def test_what_a_page_did_is_mended(checker: Checker, text: str, after: str) -> None:
    assert mended(checker, text) == after


@pytest.mark.parametrize(
    "text",
    [
        "+1 Power\nDraw a card.\n",
        "Attack: Each foe discards a card.\nDraw a card.\n",
        "Attack: Each foe discards a card.\ndraw a card.\nFrobnicate.\n",
        "- 2 Power\n",
        "Draw a card.\nFrobnicate.\n",
    ],
)
def test_what_may_be_meant_stays(checker: Checker, text: str) -> None:
    assert mended(checker, text) == text


def test_a_finding_says_where_the_line_goes_on(checker: Checker) -> None:
    found = checker.check_text(HEAD + "Attack: Each foe\ndiscards a card.\n", "set.txt").diagnostics
    (one,) = [d for d in found if d.code == "RC023"]
    assert (one.place.line, one.place.text) == (7, "discards")
    assert one.help == "indent it, so that it continues line 6"


@pytest.mark.parametrize(
    ("line", "better"),
    [
        ("Hero · Cost 3 · 1 VP · ×2", "Hero, Cost 3, 1 VP, x2"),
        ("Villain | cost 4 | VP: 2", "Villain, cost 4, 2 VP"),
        ("Draw a card.", None),
        ("Hero", None),
    ],
)
def test_card_lines_of_a_page(line: str, better: str | None) -> None:
    assert card_line(line) == better


@pytest.mark.parametrize(
    "path",
    sorted([*ROOT.glob("cards/*.txt"), *ROOT.glob("examples/*.txt")]),
    ids=lambda path: path.name,
)
def test_a_card_file_is_no_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert laid_out(text, "A", "confrontations") == (text, [])


def test_parts_of_a_header_stay() -> None:
    text = "set: A\n\nruleset: b\n\nkeyword Ambush: Draw a card.\n\nPorter\nHero, cost 2\n"
    assert laid_out(text) == (text, [])
