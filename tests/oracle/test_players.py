"""Players decide within their options, and the greedy one has some sense."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules_check import oracle
from rules_check.grammar.ast import Title
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.appraise import Appraisal, Gain, appraise
from rules_check.oracle.players.drive import play_game
from rules_check.oracle.players.greedy import GreedyPlayer
from rules_check.oracle.players.player import (
    PLAYERS,
    Player,
    RandomPlayer,
    ScriptedPlayer,
    ScriptEnded,
)
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.choices import Choice
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PASS, YES, AssistWith
from rules_check.oracle.values.state import State
from tests.effort import tries
from tests.together import all_of

each_play_set = pytest.mark.parametrize("name", PLAY_SETS)
some_play_sets = pytest.mark.parametrize("name", PLAY_SETS[:: tries(2, 1)])


@cache
def game_of(name: str) -> Game:
    return Game(load_play_set(name))


CONFRONTATIONS = "confrontations"


def asked(position: Mapping[str, Any], name: str = CONFRONTATIONS) -> tuple[Game, State, Choice]:
    """A position, and what is asked in it."""
    game = game_of(name)
    state = build_state(game, position)
    assert state.choice is not None
    return game, state, state.choice


def greedy(position: Mapping[str, Any], name: str = CONFRONTATIONS) -> str:
    """What the greedy player does in a position."""
    game, state, choice = asked(position, name)
    return game.label(state, GreedyPlayer(Random(0)).decide(game, state, choice, choice.options))


class Watched:
    """Another player, whose answers are looked at."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.decisions = 0

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        before = state.copy()
        answer = self.player.decide(game, state, choice, options)
        assert answer in options
        assert state == before, "deciding changes nothing"
        self.decisions += 1
        return answer


# ------------------------------------------------------------------------ all of them


@some_play_sets
@pytest.mark.parametrize("kind", PLAYERS)
def test_answers_are_offered_and_deciding_changes_nothing(name: str, kind: str) -> None:
    game, rng = game_of(name), Random(3)
    players = [Watched(PLAYERS[kind](rng)) for _ in game.seats]
    played = play_game(game, players, rng)
    assert played.state.result is not None
    assert played.decisions <= sum(player.decisions for player in players)


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_seed_is_a_game(kind: str) -> None:
    game = game_of("rivals-batman-joker")

    def played(seed: int) -> list[Option]:
        rng = Random(seed)
        return play_game(game, [PLAYERS[kind](rng) for _ in game.seats], rng).answers

    assert played(1) == played(1)
    assert played(1) != played(2)


# ----------------------------------------------------------------- random and scripted


def test_random_player_takes_every_option_about_equally_often() -> None:
    game, state, choice = asked({"P1": {"hand": ["Punch", "Vulnerability"]}, "phase": "play"})
    assert len(choice.options) == 3
    player = RandomPlayer(Random(0))
    counts = Counter(player.decide(game, state, choice, choice.options) for _ in range(3000))
    assert set(counts) == set(choice.options)
    assert min(counts.values()) > 900


def test_scripted_player_gives_its_answers_in_order() -> None:
    game, state, choice = asked({"P1": {"hand": ["Punch", "Vulnerability"]}, "phase": "play"})
    first, second, *_ = choice.options
    player = ScriptedPlayer([second, first])
    assert player.decide(game, state, choice, choice.options) == second
    assert player.decide(game, state, choice, choice.options) == first
    with pytest.raises(ScriptEnded, match="no answer is left for main"):
        player.decide(game, state, choice, choice.options)


def test_scripted_player_says_what_is_offered_instead() -> None:
    game, state, choice = asked({"P1": {"hand": ["Punch"]}, "phase": "play"})
    with pytest.raises(ScriptEnded, match="yes is not offered; there are play Punch, end turn"):
        ScriptedPlayer([YES]).decide(game, state, choice, choice.options)


# -------------------------------------------------------------------- what cards give


BLOCK = (
    "Block: You may discard this card during a Confrontation. "
    "If you do, add 2 to a Character's cost this turn."
)


@all_of(
    "lines, expected",
    [
        (["+2 Power"], Appraisal(Gain(2), Gain(2))),
        (["+2 Power and draw a card."], Appraisal(Gain(2, 1), Gain(2, 1))),
        (["Draw two cards."], Appraisal(Gain(0, 2), Gain(0, 2))),
        (
            ["+1 Power", "+1 Power for each Punch in your discard pile."],
            Appraisal(Gain(2), Gain(2)),
        ),
        (["Each foe draws a card."], Appraisal()),
        (["Confrontation: +5 Power", "Otherwise, +2 Power."], Appraisal(Gain(2), Gain(5))),
        (["You may discard a card. If you do, draw two cards."], Appraisal(Gain(0, 1), Gain(0, 1))),
        (["Choose one: +3 Power; or draw a card."], Appraisal(Gain(3), Gain(3))),
        (["Ongoing: At the start of each of your turns, draw a card."], Appraisal(stays=True)),
        (["Defense: You may discard this card to avoid an Attack."], Appraisal(guards=True)),
        (
            [
                "+1 Power",
                BLOCK,
            ],
            Appraisal(Gain(1), Gain(1), guards=True),
        ),
    ],
)
def test_what_a_text_gives_is_read_off_it(lines: list[str], expected: Appraisal) -> None:
    parsed = parse_lines(lines, vocabulary(["Punch"]))
    assert parsed.understood
    found = appraise(parsed.text, cost=0, vp=0)
    assert found._replace(worth=0.0) == expected


@each_play_set
def test_starters_and_weaknesses_are_worth_less_than_nothing(name: str) -> None:
    play_set = load_play_set(name)
    roles = {basic.name: basic.role for basic in play_set.ruleset.basics}
    for card in play_set.cards():
        if Title.CHARACTER in card.titles and not card.level:
            continue  # it is nobody's to get or to lose
        worth = appraise(card.text, cost=card.cost, vp=card.vp).worth
        assert (worth < 0) == (roles.get(card.name) in {"starter", "weakness"}), card.name


def test_no_player_knows_a_card_by_its_name() -> None:
    folder = Path(oracle.__path__[0]) / "players"
    modules = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    assert {"player", "greedy", "appraise", "drive", "campaign"} <= set(modules)
    code = "\n".join(modules.values())
    names = {card.name for name in PLAY_SETS for card in load_play_set(name).cards()}
    found = [name for name in names if re.search(rf"\b{re.escape(name)}\b", code)]
    assert found == ["Weakness"] or not found  # the kind of card, in a docstring


# --------------------------------------------------------------------- the greedy one

STRONG = ["Sunlit Strength x2", "Enhanced Strength"]  # 4 + 4 + 2 Power
WEAK = ["Punch x3", "Vulnerability x2"]


def test_it_confronts_when_its_hand_is_enough() -> None:
    assert greedy({"P1": {"hand": STRONG}}).startswith("confront ")
    assert greedy({"P1": {"hand": WEAK}}) == "no Confrontation"


def test_it_draws_first_then_plays_then_buys_what_costs_most() -> None:
    hand = ["Punch", "Morning Patrol", "Enhanced Strength"]
    shop = {"line_up": ["Bronze Bracers", "Royal Trident", "Hired Muscle", "Stage Assistant"]}
    assert greedy({"P1": {"hand": hand}, "phase": "play", **shop}) == "play Morning Patrol"
    assert greedy({"P1": {"hand": hand[:1]}, "phase": "play", **shop}) == "play Punch"
    # 5 Power buys either card of cost 5; the one with more VP is better.
    assert greedy({"power": {"P1": 5}, "phase": "play", **shop}) == "buy Royal Trident"
    assert greedy({"power": {"P1": 4}, "phase": "play", **shop}) == "buy Bronze Bracers"
    assert greedy({"power": {"P1": 2}, "phase": "play", "P1": {"hand": ["Punch"]}}) == "play Punch"


def test_late_in_the_game_it_buys_victory_points() -> None:
    shop = {"line_up": ["Unnamed 18", "Royal Trident"], "power": {"P1": 6}, "phase": "play"}
    assert greedy(shop) == "buy Unnamed 18"  # cost 6, 1 VP
    assert greedy({**shop, "main_deck_size": 5}) == "buy Royal Trident"  # cost 5, 2 VP


def answers(position: Mapping[str, Any], number: int, *first: str) -> list[str]:
    """What the greedy player answers after these answers of its own."""
    game, state, _ = asked(position)
    for label in first:
        game.answer(state, game.parse(state, label))
    player, said = GreedyPlayer(Random(0)), []
    for _ in range(number):
        choice = state.choice
        assert choice is not None
        option = player.decide(game, state, choice, choice.options)
        said.append(game.label(state, option))
        game.answer(state, option)
    return said


def test_it_destroys_a_weakness_rather_than_anything_else() -> None:
    piles = {"discard": ["Royal Trident", "Weakness", "Punch"], "hand": ["Unnamed 16"]}
    position = {"P1": piles, "phase": "play"}
    assert answers(position, 2, "play Unnamed 16") == ["yes", "choose Weakness"]


def test_it_does_not_destroy_what_is_good() -> None:
    piles = {"discard": ["Royal Trident"], "hand": ["Unnamed 16", "Punch"]}
    position = {"P1": piles, "phase": "play"}
    assert answers(position, 1, "play Unnamed 16") == ["no"]


def test_it_discards_the_poorest_card() -> None:
    position = {
        "P1": {"hand": ["Twin Strike", "Punch"]},
        "P2": {"hand": ["Royal Trident", "Punch", "Vulnerability", "Hired Muscle"]},
        "phase": "play",
    }
    assert answers(position, 1, "play Twin Strike") == ["choose Vulnerability"]


def test_it_blocks_only_if_that_saves_the_character() -> None:
    def blocks(power: int) -> list[str]:
        position = {
            "active": "P1",
            "phase": "play",
            "confront": "P2",
            "power": {"P1": power},
            "P1": {"hand": ["Punch"]},
            "P2": {"hand": ["Unnamed 10", "Punch"]},  # adds 2
        }
        return answers(position, 1, "done")

    assert blocks(10) == ["block with Unnamed 10"]
    assert blocks(11) == ["pass"], "it would not be enough"
    assert blocks(8) == ["pass"], "it stands as it is"


def test_it_uses_an_ability_only_if_that_is_worth_its_price() -> None:
    def uses(power: int) -> str:
        position = {
            "phase": "play",
            "confront": "P2",
            "power": {"P1": power},
            "P1": {"play": ["Pawn Shop"], "deck": ["Punch x5"]},  # pay 3 Power, draw a card
        }
        return greedy(position, "rivals-batman-joker")

    assert uses(10) == "done", "10 Power beat 9, 7 and a card do not"
    locations = {"play": ["Lighthouse Cove"], "deck": ["Punch x5"]}  # discard a card, +1 Power
    assert greedy({"phase": "play", "P1": locations}) == "use Lighthouse Cove"


def test_it_assists_in_a_confrontation_only() -> None:
    hands = {"P1": {"hand": ["Punch"]}, "P3": {"hand": ["Enhanced Strength"]}, "phase": "play"}
    for position, expected in (
        (hands, PASS),
        ({**hands, "confront": "P2"}, "assist with Enhanced Strength"),
    ):
        game, state, choice = asked(position)
        assist = next(option for option in choice.options if isinstance(option, AssistWith))
        answer = GreedyPlayer(Random(0)).decide(game, state, choice, (assist, PASS))
        assert answer == (PASS if expected == PASS else game.parse(state, str(expected)))


@some_play_sets
def test_it_plays_better_than_chance(name: str) -> None:
    game = game_of(name)
    wins = 0
    games = tries(5, 10)
    for seed in range(games):
        rng = Random(seed)
        kinds = [
            "greedy" if game.team[seat] == game.team[0] else "random"
            for seat in range(game.players)
        ]
        result = play_game(game, [PLAYERS[kind](rng) for kind in kinds], rng).state.result
        assert result is not None
        wins += 0 in result.winners
    assert wins >= games * 0.9
