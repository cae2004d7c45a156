"""`rules-check search` and `rules-check stats`: cards by what they do, and a set in numbers."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.finding.query import CARD, PIECES

Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parents[2]
CARDS = """set: Harbour
ruleset: confrontations
keyword Ambush: Each foe discards a card.

Night Tide
Hero, cost 4, 1 VP, x3, source original
When you discard a card, draw a card.

Press Gang
Villain, cost 3, 1 VP, x2, source original
Attack: Each foe discards a card.
+2 Power.

Old Net
Equipment, cost 1, * VP, source original
Draw a card. If you control a Hero, put a card from your discard pile into your hand.

Fog Bank
Super Power, cost 2, 1 VP, source original
Ambush

Broken Oar
Equipment, cost 2, 1 VP, source original
Rows a boat.
"""

pytestmark = pytest.mark.usefixtures("one_cache")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in a folder with the cards above; gives status, output, error output."""
    (tmp_path / "set.txt").write_text(CARDS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str, str]:
        status = cli.main(list(words))
        out, err = capsys.readouterr()
        return status, out, err

    return command


FITS = {
    "type:Hero": ["Night Tide"],
    "type:equipment": ["Old Net", "Broken Oar"],
    "cost:3": ["Press Gang"],
    "cost:<=2": ["Old Net", "Fog Bank", "Broken Oar"],
    "cost:3-4 -cost:>3": ["Press Gang"],
    "copies:>=2": ["Night Tide", "Press Gang"],
    "name:ig": ["Night Tide"],
    "boat": ["Broken Oar"],
    "text:POWER": ["Press Gang"],
    "does:draw": ["Night Tide", "Old Net"],
    "does:power": ["Press Gang"],
    "when:discard": ["Night Tide"],
    "when:discard>does:draw": ["Night Tide"],
    "when:draw": [],
    "node:If>does:draw": [],
    "node:If>does:put": ["Old Net"],
    "keyword:Attack": ["Press Gang"],
    "keyword:ambush": ["Fog Bank"],
    "keyword:ambush>who:'each foe'": ["Fog Bank"],
    "keyword:Attack>does:discard": ["Press Gang"],
    "keyword:Attack>does:power": [],
    "who:'each foe'": ["Press Gang", "Fog Bank"],
    "zone:'discard pile'": ["Old Net"],
    "about:hero": ["Old Net"],
    "says:'Draw a card.'": ["Night Tide", "Old Net"],
    "says:'Each opponent discards 1 card.'": ["Press Gang", "Fog Bank"],
    "does:discard -keyword:Attack": ["Fog Bank"],
    "type:Equipment -boat": ["Old Net"],
}


@pytest.mark.parametrize("query", FITS)
def test_what_fits(run: Run, query: str) -> None:
    status, out, err = run("search", query, "set.txt", "--quiet")
    assert out.splitlines() == FITS[query]
    assert (status, err) == (0 if FITS[query] else 1, "")


def test_every_kind_of_term_is_tried() -> None:
    tried = " ".join(FITS)
    page = (ROOT / "docs" / "finding.md").read_text(encoding="utf-8")
    for key in {*CARD, *PIECES} - {"vp", "level"}:
        assert f"{key}:" in tried
        assert f"`{key}:" in page


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "there is no term; terms are type:…"),
        ("dos:draw", "no term is called dos (did you mean does?)"),
        ("does:sing", 'does: nothing is called "sing"; there are announce, '),
        ("does:", "does: what is missing behind the colon"),
        ("cost:four", "cost: write a number, <=3, >=3, <3, >3 or 2-4, not 'four'"),
        ("type:Heroe", 'type: nothing is called "Heroe"'),
        ("keyword:Attak", 'keyword: nothing is called "Attak"; there are Ambush, Assist, '),
        ("says:'Draw a crad.'", 'says: "Draw a crad." is not understood'),
        ("who:'each foe", "a quotation mark is not closed"),
    ],
)
def test_a_query_that_cannot_be_asked(run: Run, query: str, said: str) -> None:
    status, out, err = run("search", query, "set.txt")
    assert (status, out) == (2, "")
    assert said in err


def test_what_is_printed(run: Run) -> None:
    _, out, _ = run("search", "cost:3", "set.txt")
    assert out == (
        "set.txt:9  Press Gang: Villain, cost 3, 1 VP, x2, source original\n"
        "    Attack: Each foe discards a card.\n    +2 Power.\n"
        "1 of 5 cards, 1 of them not understood\n"
    )
    _, out, _ = run("search", "cost:3", "set.txt", "--format", "json")
    (card,) = json.loads(out)["cards"]
    assert (card["file"], card["line"], card["name"]) == ("set.txt", 9, "Press Gang")
    status, out, err = run("search", "cost:3", "none.txt")
    assert status == 2
    assert "none.txt" in err


def test_a_set_in_numbers(run: Run) -> None:
    status, out, _ = run("stats", "set.txt", "--format", "json")
    told = json.loads(out)
    assert status == 0
    assert (told["cards"], told["copies"], told["understood"]) == (5, 8, 4)
    assert told["types"]["Equipment"] == {"cards": 2, "copies": 2}
    assert told["costs"] == {
        "1": {"Equipment": 1},
        "2": {"Super Power": 1, "Equipment": 1},
        "3": {"Villain": 2},
        "4": {"Hero": 3},
    }
    assert told["vp"] == {"1": 7, "*": 1}
    assert told["keywords"] == {
        "Attack": {"cards": 1, "copies": 2},
        "Ambush": {"cards": 1, "copies": 1},
    }
    assert told["does"]["discard"] == 2
    _, out, _ = run("stats", "set.txt")
    assert "5 cards, 8 with their copies, 4 understood" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_picture_is_sound(run: Run, tmp_path: Path) -> None:
    strange = CARDS.replace("set: Harbour", "set: <Harbour> & Co")
    (tmp_path / "strange.txt").write_text(strange, encoding="utf-8")
    assert run("stats", "strange.txt", "--format", "svg", "-o", "curve.svg")[0] == 0
    picture = ET.fromstring((tmp_path / "curve.svg").read_text(encoding="utf-8"))
    words = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "<Harbour> & Co" in words
    assert {"Hero (3)", "Villain (2)"} <= set(words)
    bars = list(picture.iter("{http://www.w3.org/2000/svg}rect"))
    assert sum(bar.get("width") == "24" for bar in bars) == 5
    status, out, err = run("stats", "set.txt", "-o", "no/such/folder")
    assert (status, out) == (2, "")
    assert "cannot write" in err
    assert run("stats", "none.txt")[0] == 2
