"""`rules-check meaning`: the meaning of cards as data, and the schema that describes it."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules_check.cli import main
from rules_check.grammar.core.codec import from_json, to_json
from rules_check.grammar.core.printer import printed
from rules_check.meaning.document import core_of
from rules_check.meaning.schema import schema
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.rules.load import load_ruleset
from tests.effort import tries

ROOT = Path(__file__).parents[2]
FILES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("cards/*.txt"))
VALIDATOR = jsonschema.Draft202012Validator(schema())


def meaning(capsys: pytest.CaptureFixture[str], *names: str, status: int = 0) -> Any:
    assert main(["meaning", "--format", "json", *names]) == status
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def file_of(tmp_path: Path):
    """A card file with these cards."""

    def write(*cards: str, ruleset: str = "confrontations") -> str:
        path = tmp_path / "cards.txt"
        path.write_text("\n\n".join([f"set: S\nruleset: {ruleset}", *cards]) + "\n")
        return str(path)

    return write


def test_the_schema_is_one_and_is_printed(capsys) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert main(["meaning", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema()


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """The cards that were validated, apart from where they begin."""
    return set()


@pytest.mark.parametrize("name", [*PLAY_SETS, *FILES][:: tries(3, 1)])
def test_every_card_is_what_the_schema_says(capsys, monkeypatch, seen, name: str) -> None:
    monkeypatch.chdir(ROOT)
    document = meaning(capsys, name)
    (source,) = document["sources"]
    assert source["cards"]
    assert source["problems"] == []
    new = [card for card in source["cards"] if json.dumps(card["core"]) not in seen]
    seen.update(json.dumps(card["core"]) for card in new)  # a game has the cards of its files
    source["cards"] = new[:: tries(9, 1)]
    VALIDATOR.validate(document)


def test_a_game_has_all_its_cards(capsys) -> None:
    (source,) = meaning(capsys, "heroes-unite")["sources"]
    box = load_ruleset("heroes-unite")
    piles = Counter[str]()
    for card in source["cards"]:
        piles[card["pile"]] += card["copies"]
    assert piles["main deck"] == box.components.main_deck
    assert piles["super-villain"] == box.components.super_villains
    assert piles["character"] == len(box.characters)
    cards = {card["name"]: card for card in source["cards"] if card["pile"] != "character"}
    assert (cards["Kick"]["pile"], cards["Kick"]["copies"]) == ("stack", 16)
    assert (cards["Punch"]["pile"], cards["Punch"]["each_player"]) == ("starter", 7)
    assert cards["Weakness"]["type"] is None


def spoilt(document: Any, change: Any) -> bool:
    """Whether the schema refuses a document with a change in it."""
    other = copy.deepcopy(document)
    change(other["sources"][0]["cards"][0])
    return not VALIDATOR.is_valid(other)


def test_the_schema_refuses_what_it_does_not_know(capsys, file_of) -> None:
    path = file_of("Guard\nHero, cost 3, 1 VP\nDraw a card.")
    document = meaning(capsys, path)
    VALIDATOR.validate(document)
    assert spoilt(document, lambda card: card.update(colour="red"))
    assert spoilt(document, lambda card: drawn(card).update(extra=1))
    assert spoilt(document, lambda card: drawn(card).pop("verb"))
    assert spoilt(document, lambda card: drawn(card).update(end="middle"))
    assert spoilt(document, lambda card: drawn(card).update(form="Fetch"))
    assert spoilt(document, lambda card: drawn(card).update(cards=drawn(card).copy()))


def drawn(card: Any) -> Any:
    """The only statement of a card."""
    ((statement,),) = (text["body"] for text in card["core"]["texts"])
    return statement


def test_references_are_bound_and_questions_answered(capsys, file_of) -> None:
    path = file_of(
        "Guard\nHero, cost 3, 1 VP\nReveal the top card of your deck. If it's a Hero, draw it.",
        "Crew\nHero, cost 3, 1 VP\nDestroy a card in your hand and/or your discard pile.",
    )
    (source,) = meaning(capsys, path)["sources"]
    first, second = (card["core"]["texts"][0]["body"] for card in source["cards"])
    named, _, asked = first
    assert named["form"] == "Let"
    assert asked["test"]["right"]["of"] == [{"form": "Var", "name": named["name"]}]
    assert asked["settings"][0]["answer"], "what the book leaves open is answered to play"
    assert second[0]["source"]["op"] == "+"


def test_own_keywords_are_replaced_by_what_they_mean(capsys, file_of) -> None:
    path = file_of("Guard\nHero, cost 3, 1 VP\nRally")
    text = Path(path).read_text().replace("ruleset:", "keyword Rally: Draw a card.\nruleset:")
    Path(path).write_text(text)
    (source,) = meaning(capsys, path)["sources"]
    (card,) = source["cards"]
    assert card["keywords"] == ["Rally"]
    meant, called = card["core"]["texts"]
    assert meant["body"][0]["verb"] == "draw"
    assert called["labels"] == ["Rally"]


def test_an_error_in_one_card_does_not_lose_the_others(capsys, file_of) -> None:
    good = "Guard\nHero, cost 3, 1 VP\nDraw a card."
    path = file_of("Bad\nHero, cost 3, 1 VP\nFetch a stick.", good)
    (source,) = meaning(capsys, path, status=1)["sources"]
    assert [card["name"] for card in source["cards"]] == ["Guard"]
    (problem,) = source["problems"]
    assert (problem["card"], problem["line"], problem["code"]) == ("Bad", 6, "RC101")


def test_what_cannot_be_used_is_said(capsys, file_of) -> None:
    assert main(["meaning", "no-such-file.txt"]) == 2
    assert "no-such-file.txt" in capsys.readouterr().err
    assert main(["meaning", "chess"]) == 2
    assert 'no file chess, and no game "chess"' in capsys.readouterr().err
    assert main(["meaning", "rivals-batman-joker", "-o", "no-such-folder/x.json"]) == 2
    assert "cannot write no-such-folder/x.json: No such file" in capsys.readouterr().err
    assert main(["meaning", file_of("Guard\nHero\nDraw a card.", ruleset="chess")]) == 2


@pytest.mark.parametrize("name", PLAY_SETS)
def test_nothing_of_a_core_is_lost(name: str) -> None:
    for card in load_play_set(name).cards():
        core = core_of(card)
        again = from_json(json.loads(json.dumps(to_json(core))))
        assert again == core
        assert printed(again) == printed(core)


def test_the_book_of_the_game_answers_for_a_card_of_another() -> None:
    """What a book settles is in the core: a card of a book that is not played goes by the game."""
    cards = [card for name in PLAY_SETS for card in load_play_set(name).cards()]
    differ = [x for x in cards if core_of(x, ["heroes-unite"]) != core_of(x, ["confrontations"])]
    assert differ
    for card in differ:
        assert core_of(card) == core_of(card, [card.book, "heroes-unite"])
