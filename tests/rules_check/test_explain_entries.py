"""`rules-check explain FILE CARD` and `rules-check explain RULE`: one card, one id of the books."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.rulebook.entries import entry
from rules_check.rules.load import RULESETS, load_ruleset
from tests.effort import tries
from tests.rules_check.conftest import Explain

# ------------------------------------------------------------------------- ids of the books


@pytest.mark.parametrize("name", RULESETS)
def test_every_id_of_a_book_is_told(name: str) -> None:
    book = load_ruleset(name)
    for id_, rule in list(book.rules.items())[:: tries(10, 1)]:
        first, *rest = entry(id_)
        assert first.startswith(f"{id_}  rule of {book.title}")
        assert " ".join(" ".join(rest).split()).startswith(" ".join(rule.text.split()))
    for ruling in book.rulings:
        said = " ".join(" ".join(entry(ruling.id)).split())
        assert f"{' '.join(ruling.reading.split())} (so ruled)" in said


def test_what_hangs_on_a_rule(explain: Explain) -> None:
    status, out, _ = explain("conf-cf13")
    assert status == 0
    assert "properties that rest on it: one-defeat-per-turn" in out
    assert "tested by the vectors: CONF-CF13" in out
    _, out, _ = explain("CONF-CF23")
    assert "clarified by CONF-RU25: " in out
    assert "question D-46: " in out


def test_a_question_of_the_books(explain: Explain) -> None:
    status, out, _ = explain("A-11")
    assert status == 0
    assert out.startswith("A-11  ")
    assert "reading 2: => " in out


def test_an_id_that_nothing_has(explain: Explain) -> None:
    status, out, err = explain("CONF-CF99")
    assert (status, out) == (2, "")
    assert "did you mean CONF-CF" in err


# ------------------------------------------------------------------------ a card of a file

TWO = """set: Two
ruleset: confrontations

Night Tide
Hero, cost 4, 1 VP, source original
You may destroy a card in your hand and/or your discard pile.

Night Watch
Villain, cost 3, 1 VP, source original
Draw a crad.
"""


def test_a_card_of_a_file(explain: Explain, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(TWO, encoding="utf-8")
    status, out, _ = explain(str(path), "tide")
    assert status == 0
    assert "read as\n  You may destroy a card in your hand" in out
    assert "one-defeat-per-turn" in out
    assert "CONF-RU02" in out
    assert "Night Watch" not in out
    status, out, _ = explain(str(path), "Night", "Watch")
    assert status == 1
    assert "(not understood)" in out
    assert "error RC101  Night Watch" in out
    for words, said in (
        (["night"], "can be Night Tide or Night Watch"),
        (["day"], "there are Night Tide, Night Watch"),
        ([], "which card? There are Night Tide, Night Watch"),
    ):
        status, out, err = explain(str(path), *words)
        assert (status, out) == (2, "")
        assert said in err
    assert explain(str(path), "tide", "--format", "json")[0] == 2
