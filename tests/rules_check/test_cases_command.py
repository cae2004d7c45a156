"""`rules-check cases`: the formats, what is written passes, and bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rules_check import cli

SCHEMA = Path(cli.__file__).parent / "schemas" / "cases.schema.json"
CARDS = """\
set: Harbour Watch
ruleset: heroes-unite

Lighthouse Keeper
Hero, cost 3, 1 VP, x2, source original
Draw a card & smile.

Rope Thrower
Villain, cost 4, 1 VP, x2, source original
+2 Power
Attack: Each foe discards a card.
"""
GOOD = CARDS.replace(" & smile", "")


class Folder:
    """A folder with cards, and the command run in it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.err = ""

    def __call__(self, *words: str, command: str = "cases", status: int = 0) -> str:
        found = cli.main([command, *words])
        out, self.err = self.capsys.readouterr()
        assert found == status, out + self.err
        assert "Traceback" not in out + self.err
        return out


@pytest.fixture
def folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Folder:
    monkeypatch.chdir(tmp_path)
    Path("cards.txt").write_text(GOOD, encoding="utf-8")
    Path("bad.txt").write_text(CARDS, encoding="utf-8")
    return Folder(capsys)


def test_text_and_data_tell_the_same(folder: Folder) -> None:
    text = folder("cards.txt")
    data = json.loads(folder("cards.txt", "--format", "json"))
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(data)
    flat = " ".join(text.split())
    for card in data["cards"]:
        for case in card["cases"]:
            assert case["title"] in flat
            for said in (*case["given"], *(y for x in case["acts"] for y in x["comes"])):
                assert said in flat
            for words in case["words"]:
                assert card["text"][words["line"]][words["start"] : words["end"]] == words["text"]
    assert data["summary"]["cases"] == sum(len(card["cases"]) for card in data["cards"]) > 4


def test_scenarios_pass_and_notice_a_change(folder: Folder) -> None:
    Path("sub").mkdir()
    folder("cards.txt", "--format", "toml", "--approved", "-o", "sub/cases.toml")
    assert 'cards = ["../cards.txt"]' in Path("sub/cases.toml").read_text(encoding="utf-8")
    said = folder("sub/cases.toml", command="test")
    assert re.search(r"(\d+) scenarios in 1 file: \1 passed$", said.strip())
    Path("cards.txt").write_text(GOOD.replace("+2 Power", "+1 Power"), encoding="utf-8")
    said = folder("sub/cases.toml", command="test", status=1)
    assert "expected 2, found 1" in said
    assert "lighthouse-keeper" not in said


def test_drafts_are_marked_until_somebody_has_read_them(folder: Folder) -> None:
    drafts = folder("cards.txt", "--card", "Lighthouse Keeper", "--format", "toml")
    read = folder("cards.txt", "--card", "Lighthouse Keeper", "--format", "toml", "--approved")
    assert drafts.count("draft = true  #") == drafts.count("[[scenario]]") == 2
    assert "draft" not in read


def test_pages_stand_alone_and_take_no_sign_for_more(folder: Folder) -> None:
    page = folder("cards.txt", "--format", "html", "--card", "Rope Thrower")
    assert page.startswith("<!DOCTYPE html>")
    assert "http" not in page
    assert page.count("<article") == page.count("</article>") >= 3
    told = folder("--name", "<b>", "--format", "html", "Draw a card.")
    assert "<b>" not in told
    assert "&lt;b&gt;" in told
    assert "\\<b\\>" in folder("--name", "<b>", "--format", "markdown", "Draw a card.")


def test_a_text_without_a_file_is_played_too(folder: Folder) -> None:
    written = folder("Draw a card. / +1 Power", "--format", "toml", "--ruleset", "heroes-unite")
    Path("mine.toml").write_text(written, encoding="utf-8")
    assert "given.cards" in written
    folder("mine.toml", command="test")


def test_an_open_question_is_told_with_what_was_played(folder: Folder) -> None:
    said = folder("Attack: Each foe discards a card. Draw a card.")
    assert "open question: part of the Attack, or not? Played: not part of the Attack" in said


def test_a_card_that_is_not_understood_is_named_and_others_have_their_book(
    folder: Folder,
) -> None:
    said = folder("bad.txt", status=1)
    assert "RC101" in said
    assert "no case book: its text is not understood" in said
    assert "Each foe discards a card”: there is none" in " ".join(said.split())
    data = json.loads(folder("bad.txt", "--format", "json", status=1))
    assert "RC101" in folder.err
    assert [card["why_none"] for card in data["cards"]] == ["its text is not understood", ""]
    assert data["errors"][0]["code"] == "RC101"


def test_what_is_not_reached_is_told(folder: Folder) -> None:
    said = folder("--ruleset", "heroes-unite", "+1 Power for each card in your hand or in play.")
    assert re.search(r"not reached within [\d,]+ games|it counts nothing", " ".join(said.split()))


def test_cases_that_go_another_way_than_before_are_told(folder: Folder) -> None:
    Path("new.txt").write_text(GOOD.replace("+2 Power", "+1 Power"), encoding="utf-8")
    said = " ".join(folder("new.txt", "--against", "cards.txt", status=1).split())
    assert "before You play Rope Thrower. You get 2 Power." in said
    assert "now You play Rope Thrower. You get 1 Power." in said
    assert "Lighthouse Keeper" not in said
    Path("new.txt").write_text(GOOD.replace("x2", "x3"), encoding="utf-8")
    assert "0 cases changed, 0 new" in folder("new.txt", "--against", "cards.txt")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such.txt"], "no-such.txt"),
        (["cards.txt", "--card", "Nobody"], "Nobody"),
        (["cards.txt", "-o", "bad.txt"], "is there already"),
        (["cards.txt", "-o", "no/such/folder.txt"], "cannot be written"),
        (["cards.txt", "--approved"], "--approved goes with"),
        (["cards.txt", "--against", "no-such.txt"], "no-such.txt"),
        (["cards.txt", "--against", "bad.txt", "--format", "json"], "as text only"),
        (["--type", "Dragon", "Draw a card."], "no card type"),
        (["--ruleset", "chess", "Draw a card."], "chess"),
        (["..."], "there is no text"),
    ],
)
def test_wrong_usage(folder: Folder, words: list[str], said: str) -> None:
    out = folder(*words, status=2)
    assert said in out + folder.err
