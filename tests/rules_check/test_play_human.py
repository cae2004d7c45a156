"""`rules-check play --human`: a game at the terminal, without a look at hidden cards."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules_check import cli
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.choices import NATURE
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PASS, AssistWith, ChooseName
from rules_check.oracle.writing.json_ import load_option
from rules_check.play.board import board
from rules_check.play.narrator import Narrator
from rules_check.play.secrets import HIDDEN, sees, visible
from rules_check.play.terminal import HumanPlayer

pytest.importorskip("pty", reason="needs a pseudo-terminal")
from tests.effort import tries
from tests.rules_check.at_terminal import PROMPT, Terminal, whole_game

ROOT = Path(__file__).parents[2]
BATMAN = "rivals-batman-joker"
CONFRONTATIONS = "confrontations"


def test_an_interrupt_leaves_the_game_and_saves_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    terminal = Terminal(BATMAN, "--human", "Batman", "--save", str(path))
    assert terminal.read().endswith(PROMPT)
    assert "Traceback" not in terminal.interrupt()
    assert terminal.close() == 130
    assert json.loads(path.read_text(encoding="utf-8"))["result"] is None


def names_seen(game: Game, document: Any, seat: int) -> Iterator[set[str]]:
    """At each decision of the seat, the names of all cards that have lain open to it so far."""
    state = game.new(trace=True)
    assert state.trace is not None
    seen = {*game.playset.basics, *game.seats}
    for value in document["answers"]:
        for zone, cards in enumerate(state.zones):
            if sees(game, zone, seat):
                seen.update(map(game.name, cards))
        for event in state.trace:
            if event.kind == "reveal" or (event.kind == "look at" and event.player == seat):
                seen.update(map(game.name, event.cards))
        state.trace.clear()
        choice = state.choice
        assert choice is not None
        option = load_option(game, value)
        if choice.player != NATURE and game.actor(state, option) == seat:
            named = {x.value for x in choice.options if isinstance(x, ChooseName)}
            yield seen | named  # who is to choose a card name is told all of them
        game.take(state, option)


@pytest.mark.parametrize("seed", ["1", "2"][: tries(1, 2)])
def test_a_whole_game_at_the_terminal(tmp_path: Path, seed: str) -> None:
    path = tmp_path / "game.json"
    words = [BATMAN, "--human", "batman", "--players", "greedy", "--seed", seed]
    said = whole_game(*words, "--save", str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    assert said[0].startswith("You play Batman.")
    assert "The game is over: " in said[-1]
    assert f"The game is saved in {path}." in said[-1]
    assert document["players"] == ["human", "greedy"]
    assert document["result"] is not None

    game = Game(load_play_set(BATMAN))
    names = {kind.name for kind in game.kinds}
    known = list(names_seen(game, document, 0))
    asked = questions(said)
    assert len(known) == len(asked) - 1
    for text, seen in zip(asked, known, strict=False):
        leaked = {name for name in names - seen if re.search(rf"\b{re.escape(name)}\b", text)}
        assert not leaked, text

    told = "".join(said)
    drawn = re.findall(r"(?:The Joker draws|; draws|turn: draws) (.+?)(?:;|$)", joker(told), re.M)
    assert len(drawn) > 10
    assert all(re.fullmatch(r"a card|\d+ cards", cards) for cards in drawn), drawn


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("confrontations", "Lex Luthor"),
        ("heroes-unite", "Nightwing"),
        ("rivals-shazam-black-adam", "Shazam!"),
    ][:: tries(2, 1)],
)
def test_every_game_can_be_played_to_its_end_by_hand(name: str, person: str) -> None:
    said = whole_game(name, "--human", person, "--players", "greedy", "--seed", "2")
    assert said[0].startswith(f"You play {person}.")
    assert "The game is over: " in said[-1]
    assert re.search(r"(wins?|win together)( by .+)?\.$", said[-1].strip())
    told = "".join(said)
    assert re.search(r"^ +\d+\. buy .+ for \d+$", told, re.MULTILINE)
    assert "None" not in told


def questions(said: list[str]) -> list[str]:
    """What was printed before each decision; an end of turn that is only shown is none."""
    found, text = list[str](), ""
    for part in said:
        text += part
        if not part.endswith('Only "end turn" is left.\n   0. end turn\n> '):
            found.append(text)
            text = ""
    return found


def joker(told: str) -> str:
    """The turns of the Joker alone."""
    turns = re.split(r"\n(?=Turn \d+: )", told)
    return "\n".join(turn.partition("\n\n")[0] for turn in turns if ": The Joker (" in turn)


def test_the_same_game_without_secrets_has_names_where_the_person_sees_none() -> None:
    """The test above looks in the right place."""
    game, rng = Game(load_play_set(BATMAN)), Random(1)
    state = play_game(game, [RandomPlayer(rng) for _ in game.seats], rng, trace=True).state
    events = state.trace or []
    everything = "\n".join(line.text for line in Narrator(game).lines(events))
    hidden = "\n".join(line.text for line in Narrator(game, 0).lines(events))
    assert re.search(r"The Joker draws .*Punch", everything)
    assert re.search(r"The Joker draws 5 cards", hidden)
    assert re.search(r"Batman draws .*Punch", hidden)


@pytest.mark.parametrize("name", sorted(PLAY_SETS, key=BATMAN.__ne__)[: tries(1, 4)])
def test_no_seat_is_told_the_name_of_a_card_it_cannot_know(name: str) -> None:
    game, rng = Game(load_play_set(name)), Random(4)
    answers = play_game(game, [RandomPlayer(rng) for _ in game.seats], rng).answers
    state = game.new(trace=True)
    assert state.trace is not None
    narrators = [Narrator(game, seat) for seat in range(game.players)]
    unseen = [set(game.card_names) - {*game.playset.basics, *game.seats} for _ in narrators]
    first = [len(names) for names in unseen]
    for option in answers:
        game.take(state, option)
        for seat, narrator in enumerate(narrators):
            for event in state.trace:
                if event.kind == "reveal" or (
                    event.kind == "look at" and game.team[event.player] == game.team[seat]
                ):
                    unseen[seat].difference_update(map(game.name, event.cards))
            for zone, cards in enumerate(state.zones):
                if sees(game, zone, seat):
                    unseen[seat].difference_update(map(game.name, cards))
            told = "\n".join(line.text for line in narrator.lines(state.trace))
            if any(card in told for card in unseen[seat]):  # a name can be a part of another
                for card in sorted(set(game.card_names) - unseen[seat], key=len, reverse=True):
                    told = told.replace(card, "")
            assert not [card for card in unseen[seat] if card in told], told
        state.trace.clear()
    assert all(len(names) < number for names, number in zip(unseen, first, strict=True))


# ------------------------------------------------------------------------- what is said


class Person:
    """The command with a person who types given lines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, lines: list[str], *words: str, status: int = 0) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{x}\n" for x in lines)))
        assert cli.main(["play", *words]) == status
        out, err = self.capsys.readouterr()
        assert err == ""
        return str(out)


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Person:
    monkeypatch.setenv("NO_COLOR", "1")
    return Person(monkeypatch, capsys)


BATMANS = (BATMAN, "--human", "Batman", "--players", "greedy", "--seed", "1")


def test_bad_input_is_asked_again(person: Person) -> None:
    out = person(["", "0", "99", "-1", "٣", "nonsense", "\x1b[2J", "quit"], *BATMANS)
    assert out.count("There are options 1 to 2.") == 2
    assert out.count("There is no option") == 4
    assert "<U+001B>[2J" in out, "nothing typed is passed on as it is"
    assert out.count(PROMPT) == 8


def test_help_and_the_text_of_a_card(person: Person) -> None:
    out = person(["?", "? kick", "? Batm", "? s", "? ???", "?", "quit"], *BATMANS)
    assert out.count("? CARD   what a card says") == 2
    assert "Kick: Super Power, cost 3, 1 VP\n  +2 Power\n" in out
    assert out.count("Batman: Character") == 3, "all its levels"
    assert re.search(r"This can be: .+, .+\.", out)
    assert 'No card of this game is called "???".' in out


def test_options_are_taken_by_their_words_or_how_they_begin(person: Person) -> None:
    out = person(["NO CONFRONTATION", "play pu", "p", "quit"], *BATMANS)
    assert "  plays Punch: Power 1\n" in out
    assert "This can be: play " in out


def test_table_shows_what_lies_open(person: Person) -> None:
    out = person(["table", "quit"], *BATMANS)
    table = out[out.rindex("Line-Up: ") :]
    assert re.search(r"^  hand: 5 cards$", table, re.MULTILINE), "the Joker's"
    assert re.search(r"^  hand: .*Punch", table, re.MULTILINE), "Batman's"
    assert "Stacks: Kick (3) x8, Weakness x10." in table


@pytest.mark.parametrize("lines", [["quit"], ["exit"], []], ids=["quit", "exit", "end of input"])
def test_leaving_saves_what_was_played(person: Person, tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "game.json"
    out = person(["no conf", "play punch", *lines], *BATMANS, "--save", str(path))
    assert re.search(
        rf"You have left the game in turn \d+\.\nIt is saved in {path};.* --resume {path}\n$", out
    )
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["result"] is None
    assert document["answers"][-1][0] == "play"


def test_leaving_without_saving_says_so(person: Person) -> None:
    assert re.search(r"You have left the game in turn [12]\.\n$", person(["quit"], *BATMANS))


def test_rules_are_told_to_a_person_too(person: Person) -> None:
    assert re.search(r"^ *\[(RBJ-\w+ ?)+\]$", person(["quit"], *BATMANS, "--why"), re.MULTILINE)


def test_who_waits_is_not_asked_again_in_this_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(load_play_set(CONFRONTATIONS))
    hands = {"P1": {"hand": ["Punch x2"]}, "P3": {"hand": ["Enhanced Strength"]}}
    state = build_state(game, {**hands, "phase": "play", "confront": "P2"})
    player = HumanPlayer(game, 2, why=False, colour=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("wait\n1\n"))

    def asked() -> Option:
        choice = state.choice
        assert choice is not None
        assist = next(option for option in choice.options if isinstance(option, AssistWith))
        return player.decide(game, state, choice, (assist, PASS))

    assert asked() == PASS
    assert "It is the turn of Superman. Do you act in it?" in capsys.readouterr().out
    game.answer(state, game.parse(state, "play Punch"))
    assert asked() == PASS
    assert capsys.readouterr().out == ""
    state.turn += 1
    assert isinstance(asked(), AssistWith), "in another turn"


# ------------------------------------------------------------------------------ secrets


def event(kind: str, player: int, detail: tuple[int, ...], *, card: int = 5) -> Event:
    return Event(kind, player, (card,), detail, "topic")


def test_a_move_shows_a_card_if_either_place_lies_open() -> None:
    game = Game(load_play_set(CONFRONTATIONS))

    def number(name: str, seat: int = -1) -> int:
        return game.zone_number(name, seat)

    hand, deck, pile = (number(name, 1) for name in ("hand", "deck", "discard"))
    moves = {
        "draw": (event("draw", 1, (deck, hand)), [True, False]),
        "discard": (event("discard", 1, (hand, pile)), [True, True]),
        "put": (event("put", 1, (hand, deck)), [True, False]),
        "gain": (event("gain", 1, (number("line-up"), hand)), [True, True]),
        "pass": (event("pass", 1, (hand, number("hand", 3))), [True, False]),
        "look at": (event("look at", 1, ()), [True, False]),
        "reveal": (event("reveal", 1, ()), [True, True]),
        "shuffle": (event("shuffle", 1, ()), [False, False]),
        "main deck": (event("put", 1, (number("main-deck"), number("main-deck"))), [False, False]),
    }
    for name, (one, expected) in moves.items():
        for mate, foe in ((1, 0), (3, 2)):  # P2 and P4 are a team, P1 and P3 are the other
            found = [visible(game, one, seat).cards != (HIDDEN,) for seat in (mate, foe)]
            assert found == expected, name
        assert (visible(game, one, None).cards == (HIDDEN,)) == (name == "shuffle")


def test_a_teammates_hand_is_on_the_board_and_a_foes_is_not() -> None:
    game = Game(load_play_set(CONFRONTATIONS))
    hands = {"P1": "Orion", "P2": "Artemis", "P3": "Mera", "P4": "Klarion"}
    state = build_state(
        game,
        {
            seat: {"hand": [name], "deck": ["Steve Trevor"][: seat == "P1"]}
            for seat, name in hands.items()
        },
    )
    table = "\n".join(board(game, state, 0))
    assert "Orion" in table
    assert "Mera" in table
    assert not re.search(r"hand: .*(Artemis|Klarion)", table)
    assert "Steve Trevor" not in table
