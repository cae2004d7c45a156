"""Loading play sets: what is in them, which values hold, and what is refused."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.ast import CardType, Title
from rules_check.grammar.cardfile import read_card_file, read_card_text
from rules_check.grammar.cardmodel import UNKNOWN, CardFile
from rules_check.grammar.questions import open_questions
from rules_check.grammar.wording import wording
from rules_check.oracle.box import playset
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import (
    CardDef,
    PlaySet,
    card_defs,
    load_play_set,
    parse_play_set,
)
from rules_check.oracle.box.playset_file import PlaySetError, read_plan
from rules_check.oracle.box.set_parts import super_villains_of
from tests.together import all_of

if TYPE_CHECKING:
    from collections.abc import Iterator

CARDS = Path(__file__).parents[2] / "cards"
each_play_set = pytest.mark.parametrize("name", PLAY_SETS)


def written(name: str) -> str:
    """The text of a play set's file."""
    return (CARDS / "play" / f"{name}.toml").read_text(encoding="utf-8")


def files(name: str) -> Iterator[CardFile]:
    for file in (f"{name}.txt", f"{name}-play.txt"):
        yield read_card_file(str(CARDS / file))


def lines(name: str, card: str, level: int = 0, **rulings: int) -> list[str]:
    """The wording of a card, with other readings of rulings (`RU03=2`)."""
    prefix = load_play_set(name).ruleset.prefix
    readings = {f"{prefix}-{key}": reading for key, reading in rulings.items()}
    return wording(load_play_set(name, rulings=readings).card(card, level).text)


# ---------------------------------------------------------------------- contents


@each_play_set
def test_it_has_the_cards_that_the_rulebook_counts(name: str) -> None:
    play_set = load_play_set(name)
    box = play_set.ruleset.components
    assert sum(copies for _, copies in play_set.main_deck) == box.main_deck
    assert sum(len(levels) for levels in play_set.characters.values()) == box.characters
    assert set(play_set.basics) == {basic.name for basic in play_set.ruleset.basics}
    assert tuple(play_set.characters) == play_set.ruleset.characters


@each_play_set
def test_characters_rise_in_level_and_cost(name: str) -> None:
    """Super Heroes have no levels, no cost and no VP."""
    play_set = load_play_set(name)
    for character, levels in play_set.characters.items():
        assert {card.name for card in levels} == {character}
        assert all(card.titles == (Title.CHARACTER,) and card.type is None for card in levels)
        if name == "heroes-unite":
            assert [(card.level, card.cost, card.vp) for card in levels] == [(0, 0, 0)]
            continue
        assert [card.level for card in levels] == [1, 2, 3]
        assert tuple(card.cost for card in levels) == play_set.ruleset.ranges.character_costs
        assert [card.vp for card in levels] == [5, 7, 9]


@each_play_set
def test_texts_are_settled(name: str) -> None:
    for card in load_play_set(name).cards():
        assert open_questions(card.text) == []


@each_play_set
def test_printed_values_hold_and_every_question_mark_has_one(name: str) -> None:
    made = {(card.name, card.level): card for card in load_play_set(name).cards()}
    unknown = 0
    for file in files(name):
        for card in file.cards:
            line = card.line
            assert line is not None
            unknown += (line.cost is UNKNOWN) + (line.vp is UNKNOWN)
            found = made.get((card.name, line.level or 0))
            if found is None:  # a Character under another name
                assert card.name.startswith("Unnamed") or line.source == "original"
                continue
            assert (line.cost or 0) in (found.cost, UNKNOWN)
            if isinstance(line.vp, int):
                assert line.vp == found.vp
            assert found.symbol == (line.symbol or found.symbol)
            assert found.source == line.source
    assert unknown > 0


def test_values_that_a_rulebook_bounds() -> None:
    """CONF-SM01 and the sample turns: these can be bought with four Punches."""
    bought = [("confrontations", "Superboy"), ("rivals-batman-joker", "Crossbow Teacher")]
    for name, card in [*bought, ("rivals-shazam-black-adam", "Lightning Sister")]:
        assert load_play_set(name).card(card).cost <= 4
    for name in PLAY_SETS:
        basics = load_play_set(name).basics
        assert [basics[card].cost for card in ("Punch", "Vulnerability", "Weakness")] == [0, 0, 0]
        assert [basics[card].vp for card in ("Punch", "Vulnerability", "Weakness")] == [0, 0, -1]
        assert basics["Weakness"].type is None
        assert basics["Punch"].type is CardType.STARTER


def test_a_value_that_the_text_counts_is_0() -> None:
    decree = load_play_set("confrontations").card("Royal Decree")
    assert decree.vp == 0
    assert any(isinstance(node, a.Worth) for node in a.walk(decree.text))


def test_printed_characters_without_a_name_are_levels_of_others() -> None:
    """Boxes 1 to 3 of the book are played as Wonder Woman."""
    file = next(files("confrontations"))
    boxes = [card for card in file.cards if card.name in ("Unnamed 1", "Unnamed 2", "Unnamed 3")]
    levels = load_play_set("confrontations").characters["Wonder Woman"]
    assert [card.source for card in levels] == ["rulebook"] * 3
    made = [wording(card.text)[0].split()[:2] for card in levels]
    assert made == [box.printed[0].text.split()[:2] for box in boxes]


def test_sides_and_seats() -> None:
    play_set = load_play_set("confrontations")
    side_of = {name: side for side, names in play_set.sides.items() for name in names}
    assert set(side_of) == set(play_set.characters)
    sides = [side_of[name] for name in play_set.seats]
    assert sides[0] == sides[2] != sides[1] == sides[3]
    for name in PLAY_SETS[1:]:
        others = load_play_set(name)
        assert others.sides == {}
        expected = set(others.ruleset.characters)
        assert (
            set(others.seats) <= expected
            if name == "heroes-unite"
            else set(others.seats) == expected
        )


def test_a_play_set_is_loaded_once_and_can_be_sent_to_another_process() -> None:
    play_set = load_play_set("rivals-batman-joker")
    assert load_play_set("rivals-batman-joker") is play_set
    assert pickle.loads(pickle.dumps(play_set)) == play_set


# ----------------------------------------------------------------------- rulings


def test_a_ruling_on_the_card_answers_first() -> None:
    """CONF-RU03, RBJ-RU01: against what the play set would answer."""
    assert lines("confrontations", "Orion")[-1].endswith("including this card.")
    assert lines("rivals-batman-joker", "Alley Songbird")[-1].startswith("While there are no")


def test_a_general_ruling_answers_next() -> None:
    """CONF-RU23: the second sentence is not part of the Attack."""
    _, confrontation = load_play_set("confrontations").card("Backward Spell").text.abilities
    assert isinstance(confrontation, a.Confrontation)
    assert isinstance(confrontation.ability, a.Abilities)
    flipped = load_play_set("confrontations", rulings={"CONF-RU23": 1})
    _, confrontation = flipped.card("Backward Spell").text.abilities
    assert isinstance(confrontation, a.Confrontation)
    assert isinstance(confrontation.ability, a.Attack)


def test_the_play_set_answers_last() -> None:
    assert lines("confrontations", "Coral Shield")[-1].endswith("including this card.")
    assert "another card" in lines("rivals-batman-joker", "Quick Reflexes")[-1]


def test_another_reading_of_a_ruling() -> None:
    """CONF-RU03, RBJ-RU01, RBJ-RU11 the other way round."""
    assert lines("confrontations", "Orion", RU03=2)[-1].endswith(
        "for each other Hero in your discard pile."
    )
    assert lines("rivals-batman-joker", "Alley Songbird", RU01=1)[-1].startswith("If there are no")
    assert "in each of" in lines("rivals-batman-joker", "Returned Ward", RU11=1)[-1]
    assert lines("confrontations", "Orion", RU03=1) == lines("confrontations", "Orion")


def test_a_ruling_that_is_not_about_wording_changes_no_text() -> None:
    plain = load_play_set("confrontations")
    assert load_play_set("confrontations", rulings={"CONF-RU01": 1}) == plain


@pytest.mark.parametrize(
    ("rulings", "message"),
    [
        ({"CONF-RU99": 1}, "CONF-RU99: there is no such ruling"),
        ({"CONF-RU03": 3}, "CONF-RU03: expected reading 1 to 2, found 3"),
    ],
)
def test_rulings_that_there_are_not(rulings: dict[str, int], message: str) -> None:
    with pytest.raises(PlaySetError, match=message):
        load_play_set("confrontations", rulings=rulings)


# ------------------------------------------------------------------ cards of others

OTHER = """\
set: Others
ruleset: confrontations

Artemis
Villain, cost 7, x4
+2 Power

Night Bell
Hero
+1 Power for each Hero in your discard pile.

Felix Faust
Character, level 2
+1 Power
"""


def test_definitions_of_any_card_file() -> None:
    defs = {card.name: (card, copies) for card, copies in card_defs(read_card_text(OTHER, "o.txt"))}
    artemis, copies = defs["Artemis"]
    assert (artemis.cost, artemis.vp, artemis.symbol, copies) == (7, 1, "Circe", 4)
    bell, copies = defs["Night Bell"]
    assert (bell.type, bell.cost, bell.vp, copies) == (CardType.HERO, 4, 1, 1)
    assert wording(bell.text)[0].endswith("when you play this card.")
    faust, _ = defs["Felix Faust"]
    assert (faust.cost, faust.vp, faust.level) == (12, 7, 2)


def test_another_main_deck() -> None:
    play_set = load_play_set("confrontations")
    defs = [(card, n) for card, n in card_defs(read_card_text(OTHER, "o.txt")) if card.type]
    other = play_set.replace_main_deck(defs)
    assert [card.name for card, _ in other.main_deck] == ["Artemis", "Night Bell"]
    assert (other.characters, other.basics) == (play_set.characters, play_set.basics)
    with pytest.raises(PlaySetError, match="Weakness: x2 cannot be in a main deck"):
        play_set.replace_main_deck([(play_set.basics["Weakness"], 2)])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("+2 Power", "+2 Powder", "o.txt: Artemis: not understood: \\+2 Powder"),
        ("ruleset: confrontations", "ruleset: chess", "o.txt: "),
        ("Villain, cost 7", "Villain, cost seven", "o.txt: Artemis: "),
        (
            "+2 Power",
            "Draw a card or discard a card and gain a Weakness.",
            "o.txt: Artemis: it has an open question, reading",
        ),
    ],
)
def test_card_files_that_cannot_be_played(old: str, new: str, message: str) -> None:
    assert old in OTHER
    with pytest.raises(PlaySetError, match=message):
        card_defs(read_card_text(OTHER.replace(old, new, 1), "o.txt"))


# ------------------------------------------------------------------------ refused


@all_of(
    "old, new, key, message",
    [
        ('"Royal Trident" = 3', '"Royal Trident" = 4', "main_deck.Royal Trident", "expected 3"),
        (
            '"Royal Trident" = 3',
            '"Royal Trident" = 0',
            "main_deck",
            "expected 108 cards, found 105",
        ),
        ('"Royal Trident" = 3\n', "", "main_deck.Royal Trident", "is not listed"),
        ("Artemis = 2", "Artemis = -1", "main_deck.Artemis", "or 0 to leave it out"),
        ("Artemis = 2", "Diana = 2", "main_deck.Diana", "no main-deck card"),
        ("Artemis = 2", "Punch = 2", "main_deck.Punch", "no main-deck card"),
        ("Artemis = {", "Diana = {", "values.Diana", "no card of the files has this name"),
        ("Weakness = { cost", "Weakness = { vp", "values.Weakness.vp", "the card file has a value"),
        (', symbol = "Circe" }', "}", "values.Artemis.symbol", "missing"),
        (', symbol = "Circe" }', ', symbol = "Ares" }', "values.Artemis.symbol", "no Character"),
        ("Artemis = { cost", "Artemis = { price", "values.Artemis.price", "not a key"),
        ("level = 3 }", "level = 4 }", "files", "Wonder Woman: expected levels 1 to 3, found 1, 2"),
        (
            '"Unnamed 6" = { character = "Felix Faust"',
            '"Unnamed 6" = { character = "Faust"',
            "files",
            "Felix Faust",
        ),
        ('locked = "locked"', 'locked = "maybe"', "answers.locked", "expected one of locked, live"),
        ('locked = "locked"', 'colour = "red"', "answers.colour", "expected one of nothing"),
        ('self = "included"\n', "", "Coral Shield", "it has an open question, self"),
        ("cost = 4\n", "", "defaults.cost", "is missing"),
        ('"confrontations.txt", ', "", "values.Punch", "no card of the files has this name"),
        ('"confrontations.txt"', '"chess.txt"', "", "there is no such file"),
        ('"confrontations.txt"', '"heroes-unite.txt"', "ruleset", "expected confrontations"),
        ('ruleset = "confrontations"', 'ruleset = "chess"', "chess", "no such ruleset"),
        ('"Zatanna Zatara", "Circe"]\n', '"Circe"]\n', "seats", "expected 4 players, found 3"),
        ('"Lex Luthor", "Zatanna', '"Aquaman", "Zatanna', "seats", "sits next to a member"),
        ('["Superman", "Lex', '["Batman", "Lex', "seats", "Batman is no Character"),
        ('"Aquaman", "Zatanna Zatara"]', '"Zatanna Zatara"]', "sides", "belongs to one side"),
        ("[sides]", "[teams]", "teams", "not a key"),
        ("[defaults]", "[defaults", "", "not valid TOML"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key(
    old: str, new: str, key: str, message: str
) -> None:
    text = written("confrontations")
    assert old in text
    with pytest.raises(PlaySetError) as caught:
        parse_play_set(text.replace(old, new, 1), "play.toml")
    assert caught.value.key == key
    assert message in str(caught.value)


def test_basic_cards_are_needed() -> None:
    text = written("rivals-batman-joker").replace('"rivals-batman-joker.txt", ', "")
    without_values = "".join(line for line in text.splitlines(True) if " = { " not in line)
    with pytest.raises(PlaySetError, match="files: no file has the basic card Punch"):
        parse_play_set(without_values, "play.toml")


def test_basic_cards_have_the_copies_of_the_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    file, texts = playset._card_file(*playset._data("rivals-batman-joker.txt"))
    (punch, said), *others = texts
    assert punch.line is not None
    fewer = replace(punch, line=replace(punch.line, copies=13))
    monkeypatch.setattr(playset, "_card_file", lambda *_: (file, ((fewer, said), *others)))
    with pytest.raises(PlaySetError, match="Punch: the rulebook has 14, not 13"):
        parse_play_set(
            written("rivals-batman-joker").replace(', "rivals-batman-joker-play.txt"', ""), "p.toml"
        )


def test_the_super_villain_on_top_of_the_stack_is_in_the_box() -> None:
    plan = read_plan(written("heroes-unite"), "x.toml")
    cards = {card.name: card for card in load_play_set("heroes-unite").super_villains}
    copies = dict.fromkeys(cards)
    assert super_villains_of(plan, cards, copies) == tuple(cards.values())
    parameters = {**plan.ruleset.parameters, "boss.top": "Nobody"}
    changed = replace(plan, ruleset=replace(plan.ruleset, parameters=parameters))
    with pytest.raises(PlaySetError, match=r"super_villains\.Nobody: lies on top of the stack"):
        super_villains_of(changed, cards, copies)


def test_names_of_play_sets() -> None:
    with pytest.raises(PlaySetError, match="chess: no such play set; there are confrontations"):
        load_play_set("chess")


def test_errors_survive_being_sent_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(PlaySetError("play.toml", "seats", "too few")))
    assert (error.file, error.key, error.message) == ("play.toml", "seats", "too few")


def test_cards_are_found_by_name_and_level() -> None:
    play_set: PlaySet = load_play_set("rivals-shazam-black-adam")
    found: CardDef = play_set.card("Black Adam", 2)
    assert found.cost == 12
    with pytest.raises(KeyError):
        play_set.card("Black Adam")
