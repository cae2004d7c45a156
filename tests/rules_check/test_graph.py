"""The graph of a set: in every format, with what was found, and what is said when it cannot be."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rules_check.checker import Checker
from rules_check.cli import main
from rules_check.diagnostics import Diagnostic
from rules_check.grammar.cache import Cache
from rules_check.graph.layout import Picture, lay_out
from rules_check.graph.quick import QuickInteractions
from rules_check.oracle.box.playset import load_play_set
from rules_check.properties.interactions import examine
from rules_check.properties.interactions.links import links_of
from tests.effort import tries

SET = """\
set: Trial
ruleset: confrontations

Day Guard
Hero, cost 4, 1 VP
+1 Power
Return a Villain you control to your hand.

Night Guard
Villain, cost 4, 1 VP
+1 Power
Return a Hero you control to your hand.

Old Well
Location, cost 4, 1 VP
Ongoing: Each time you play a Hero, draw a card.

Dark Pit
Location, cost 4, 1 VP
Ongoing: Each time you play a Hero, discard the top card of your deck.
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "trial.txt").write_text(SET, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "trial.txt"


@cache
def picture() -> Picture:
    """The picture of the Confrontations play set."""
    return lay_out(links_of(load_play_set("confrontations").cards()))


def test_text_tells_findings_with_their_games(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["graph", file]) == 1
    told = capsys.readouterr().out
    assert "4 cards, 6 abilities" in told
    assert "make a loop that goes on as long as the player likes" in told
    assert "    P1 hand: Day Guard, Night Guard" in told
    assert "their order changes what comes of it" in told
    assert told.endswith("2 findings\n")


def test_a_set_without_findings(
    tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other = SET.replace("a Villain you", "a Location you").replace("Hero, disc", "Villain, disc")
    (tmp_path / file).write_text(other, encoding="utf-8")
    assert main(["graph", file]) == 0
    assert capsys.readouterr().out.endswith("no findings\n")


def test_svg_is_a_picture_with_every_linked_ability(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["graph", file, "-o", "trial.svg"])
    assert capsys.readouterr().out == ""
    text = (tmp_path / "trial.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    titles = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
    assert "Old Well: Ongoing: Each time you play a Hero, draw a card." in titles
    assert 'class="box marked"' in text
    assert "make a loop" in text


def test_html_is_one_page_that_loads_nothing(file: str, tmp_path: Path) -> None:
    main(["graph", file, "-o", "trial.html"])
    text = (tmp_path / "trial.html").read_text(encoding="utf-8")
    outside = re.findall(r"""(?:src|href|url|import)\s*[=(]\s*["']?[a-z]+:""", text)
    assert outside == []
    assert text.count("http") == 1  # the name of SVG
    assert "<script>" in text
    assert "make a loop" in text


def test_json_has_the_graph_the_findings_and_the_pairs(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["graph", file, "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    ids = {node["id"] for node in found["graph"]["nodes"]}
    assert "Old Well #1" in ids
    assert {link["source"] for link in found["graph"]["links"]} <= ids
    assert [shown["kind"] for shown in found["findings"]] == ["loop", "order"]
    assert found["findings"][0]["given"]["P1"]["hand"] == ["Day Guard", "Night Guard"]
    assert found["pairs"]["all"] == 6


def test_dot_has_a_cluster_for_each_type(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["graph", file, "--format", "dot"])
    text = capsys.readouterr().out
    assert text.startswith("digraph")
    assert 'label="Location"' in text
    assert '"Dark Pit #1" -> "Old Well #1"' in text or '"Old Well #1" -> "Dark Pit #1"' in text


def test_without_a_search_there_are_no_findings(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["graph", file, "--no-search"]) == 0
    assert "loop" not in capsys.readouterr().out


def test_nothing_lies_on_anything_else_in_the_picture_of_a_whole_set() -> None:
    boxes = list(picture().boxes.values())
    assert len(boxes) > 120
    for one, other in combinations(boxes, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        below = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert beside or below, (one.id, other.id)
    for box in boxes:
        assert box.x >= 0
        assert box.x + box.width <= picture().width
        assert box.y + box.height <= picture().height


def test_every_line_joins_two_boxes() -> None:
    for line in picture().lines:
        assert line.source in picture().boxes
        assert line.target in picture().boxes


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["graph"], "name card files, or a play set with --game"),
        (["graph", "missing.txt"], "RC001"),
        (["graph", "--game", "nonsense"], "nonsense"),
    ],
)
def test_what_cannot_be_made_is_told(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_without_networkx(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert main(["graph", file]) == 2
    assert "python -m pip install 'networkx>=3.2,<4'" in capsys.readouterr().err


def checked(together: QuickInteractions, text: str = SET) -> list[Diagnostic]:
    """What a check says of the cards of the set together."""
    found = Checker(provers=[together]).check_text(text, "trial.txt").diagnostics
    return [one for one in found if one.code.startswith("RC8")]


def test_a_check_tells_the_same_findings() -> None:
    loop, order = checked(QuickInteractions())
    assert (loop.code, loop.place.line, loop.place.card) == ("RC801", 4, "Day Guard")
    assert loop.notes[0] == "a game: P1 hand: Day Guard, Night Guard"
    assert loop.witness is not None
    assert loop.witness.position == ("P1 hand: Day Guard, Night Guard",)
    assert (order.code, order.place.card) == ("RC802", "Dark Pit")


def test_a_check_says_what_it_has_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    together = QuickInteractions()
    checked(together)
    assert together.line() == ""
    monkeypatch.setattr("rules_check.graph.quick.ANSWERS", 10)
    checked(together)
    assert together.line().startswith("interactions: ")
    assert together.line().endswith("(rules-check graph trial.txt)")


def test_when_the_time_is_up_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even what is to be looked at: of many cards alike there are too many circles."""
    monkeypatch.setattr("rules_check.prove.clock.FILE_SECONDS", 0.0)
    monkeypatch.setattr("rules_check.properties.interactions.examine.examine", None)
    together = QuickInteractions()
    assert checked(together) == []
    assert together.line() == (
        "interactions: left out, the time is up (rules-check graph trial.txt)"
    )


def test_what_was_found_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path)
    first = checked(QuickInteractions(cache))
    monkeypatch.setattr("rules_check.properties.interactions.examine.examine", None)
    assert checked(QuickInteractions(cache)) == first


WELL = "Location, cost 2, 1 VP\nOngoing: Each time you play a Hero, +1 Power.\n\nOld Well\n"
EDITS = {
    "nothing": ("", ""),
    "a card between": ("Old Well\n", "New Well\n" + WELL),
    "one of a loop": ("Return a Villain", "Draw a card. Return a Villain"),
    "no loop any more": ("Return a Villain", "Return a Location"),
    "one of an order": ("draw a card.", "draw two cards."),
    "a line more": ("Old Well\n", "# a comment\n\nOld Well\n"),
    "the cost": ("Hero, cost 4", "Hero, cost 5"),
    "the last card goes": (SET[SET.index("Dark Pit") :], ""),
}


@pytest.mark.parametrize("answers", [5_000, 90, 700, 40][: tries(2, 4)])
def test_only_searches_with_an_edited_card_run_again(
    tmp_path: Path, answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what comes of it is the same, also where the answers do not do for all."""
    monkeypatch.setattr("rules_check.graph.quick.ANSWERS", answers)
    searched: list[set[str]] = []
    real = examine._search

    def watched(playset: Any, properties: Any, kind: str, cards: Any, budget: Any) -> Any:
        searched.append({card.name for card in cards})
        return real(playset, properties, kind, cards, budget)

    monkeypatch.setattr(examine, "_search", watched)
    cache = Cache(tmp_path)
    checked(QuickInteractions(cache))
    assert searched
    some = EDITS if answers == 5_000 else [*EDITS][:: tries(2, 1)]
    for name in some:
        old, new = EDITS[name]
        text = SET.replace(old, new, 1)
        without, with_cache = QuickInteractions(), QuickInteractions(cache)
        expected = checked(without, text)
        searched.clear()
        assert checked(with_cache, text) == expected, name
        told = [(one.pairs, one.left, one.loops_left) for one in (without, with_cache)]
        assert told[0] == told[1], name
        if answers == 5_000:
            edited = {"one of an order": "Old Well", "no loop any more": "Day Guard"}.get(name)
            assert edited is None or all(edited in names for names in searched)
            none = {"nothing", "a line more", "the last card goes", "no loop any more"}
            assert bool(searched) is (name not in none)


def test_games_of_searches_that_are_known_can_be_saved(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    saved: list[list[Any]] = [[], [], []]
    other = SET.replace("draw a card.", "draw two cards.")
    checked(QuickInteractions(cache, save=lambda _, games: saved[0].extend(games)))
    checked(QuickInteractions(cache, save=lambda _, games: saved[1].extend(games)), other)
    checked(QuickInteractions(save=lambda _, games: saved[2].extend(games)), other)
    assert len(saved[0]) == 3
    assert json.loads(json.dumps(saved[1])) == json.loads(json.dumps(saved[2]))


def test_the_command_leaves_it_out_on_request(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file, "--no-cache", "--no-proofs"]) == 0
    assert "RC801" not in capsys.readouterr().out


def test_only_the_graph_loads_networkx(file: str) -> None:
    program = (
        "import sys; from rules_check.cli import main; main(sys.argv[1:]);"
        "sys.exit(3 if 'networkx' in sys.modules else 0)"
    )
    for words, status in (([file, "--no-proofs"], 0), (["graph", file, "--no-search"], 3)):
        done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True)
        assert done.returncode == status


def test_the_games_are_saved_as_by_a_check(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", file, "--quiet", "--save", "games"]) == 1
    out = capsys.readouterr().out
    assert "3 games saved in games; play one with: rules-check play --replay games/" in out
    saved = sorted(Path("games").iterdir())
    assert [path.name for path in saved] == [
        "dark-pit-rc802-A.json",
        "dark-pit-rc802-B.json",
        "day-guard-rc801-A.json",
    ]
    for path in saved:
        assert main(["play", "--replay", str(path)]) == 0
    assert "P1 hand: Plain Villain" in capsys.readouterr().out
    document = json.loads(saved[0].read_text(encoding="utf-8"))
    document["end"][0] = ["P1 hand", ["something else"]]
    saved[0].write_text(json.dumps(document), encoding="utf-8")
    assert main(["play", "--replay", str(saved[0])]) == 1


def test_games_that_cannot_be_saved_are_told(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", file, "--save", f"{file}/below"]) == 2
    assert "the games cannot be saved" in capsys.readouterr().err
    assert main(["graph", file, "--no-search", "--save", "games"]) == 2
    assert "--save needs the games that --no-search leaves out" in capsys.readouterr().err
    assert (
        main(["graph", file, "--quiet", "--answers", "300", "--format", "json", "--save", "games"])
        == 1
    )
    out, err = capsys.readouterr()
    assert json.loads(out)
    assert "games saved in games" in err
