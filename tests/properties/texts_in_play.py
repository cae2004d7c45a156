"""Cards with any text, played once in a position in which there is something to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.parse import Parser
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import CardDef, card_defs, load_play_set
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.game import Game
from rules_check.oracle.playable import unplayable
from rules_check.oracle.running.agenda import ANSWERS, TASKS
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import Order
from rules_check.oracle.values.state import State
from rules_check.properties.random_cards import random_texts

SET = load_play_set("confrontations")
PARSER = Parser()
HEAD = "set: Tried\nruleset: confrontations\n\nTried\nHero, cost 3, 1 VP\n"
MOST_WORDS = 40
MOST_ANSWERS = 80

POSITION: dict[str, Any] = {
    "P1": {
        "hand": ["Tried", "Superboy", "Vulnerability"],
        "deck": ["Punch x3", "Fearless Reporter", "Vulnerability x2"],
        "discard": ["Weakness", "Punch"],
    },
    "P2": {"hand": ["Punch x2", "Superboy"], "deck": ["Punch x4"], "discard": ["Weakness"]},
    "P3": {"hand": ["Punch", "Vulnerability"], "deck": ["Punch x3"]},
    "P4": {"hand": ["Punch", "Vulnerability x2"], "deck": ["Punch x3"], "discard": ["Punch"]},
    "phase": "play",
}


def card_of(lines: Sequence[str]) -> CardDef | None:
    """The card with these lines; None if it is not understood, or cannot be played."""
    file = read_card_text(HEAD + "\n".join(lines) + "\n", "tried")
    try:
        ((card, _),) = card_defs(file, parser=PARSER)
    except PlaySetError:
        return None
    return None if unplayable(card) else card


def random_cards(seed: int) -> Iterator[tuple[str, CardDef]]:
    """Cards with random texts that can be played, without end."""
    for text in random_texts(Random(seed)):
        lines = wording(text)
        if lines and all(len(line.split()) <= MOST_WORDS for line in lines):
            card = card_of(lines)
            if card is not None:
                yield " / ".join(lines), card


def begin(card: CardDef, position: dict[str, Any] = POSITION) -> tuple[Game, State]:
    """A game in which the card can be played."""
    game = Game(SET.replace_main_deck([*SET.main_deck, (card, 1)]))
    state = build_state(game, position)
    state.trace = []
    return game, state


def answer_all(game: Game, state: State, choose: Callable[[Choice], Option]) -> None:
    """Answer what is asked until the text is done."""
    for _ in range(MOST_ANSWERS):
        if not state.frames or state.choice is None:
            return
        choice = state.choice
        shuffle = choice.kind is ChoiceKind.SHUFFLE
        game.answer(state, Order(tuple(choice.cards)) if shuffle else choose(choice))


class Silence:
    """Runs texts, and notes effects that were carried out without a trace.

    An effect is done when what it has put on the agenda is. What only decides about other effects
    (if, may, for each …) may have nothing to say.
    """

    FLOW = (
        *(a.Seq, a.If, a.May, a.Tried, a.Unless, a.ChooseOne, a.ForEach, a.RepeatUntil, a.Within),
        *(a.Each, a.Instead, a.UseOnce, a.UseAnyNumber, a.ParityOf, a.EffectsRemain, a.Worth),
        *(a.PlayBefore, a.GoFirst, a.ReduceScore, a.StartsGame, a.NoFirstAppearance),
        a.Unavoidable,  # read when the Attack is aimed
    )

    def __init__(self) -> None:
        self.found: list[a.EffectNode] = []
        self.going: list[tuple[int, a.EffectNode, tuple[Any, ...]]] = []

    def run(self, game: Game, state: State) -> None:
        """Do what is on the agenda, as `oracle.running.agenda.run` does."""
        agenda = state.agenda
        while state.choice is None and state.result is None:
            self.settle(state)
            todo = agenda.pop()
            if isinstance(todo, a.EffectNode) and not isinstance(todo, self.FLOW):
                self.going.append((len(agenda), todo, self.seen(state)))
            TASKS[type(todo)](game, state, todo)
        self.settle(state)

    def settle(self, state: State) -> None:
        """Look at the effects that are done."""
        while self.going and state.choice is None and len(state.agenda) <= self.going[-1][0]:
            _, node, before = self.going.pop()
            game_end = isinstance(node, a.When) and isinstance(node.occasion, a.GameEnd)
            itself = isinstance(node, a.When) and isinstance(node.occasion, a.Trigger)
            if self.seen(state) == before and not game_end and not itself:
                self.found.append(node)

    @staticmethod
    def seen(state: State) -> tuple[Any, ...]:
        """What has been said, and what goes on."""
        return len(state.trace or ()), len(state.lasting), state.serial

    def play(self, card: CardDef, rng: Random) -> None:
        """Play a card with random answers."""
        game, state = begin(card)
        self.going.clear()
        self.answer(game, state, game.parse(state, "play Tried"))
        for _ in range(MOST_ANSWERS):
            choice = state.choice
            if not state.frames or choice is None:
                return
            shuffle = choice.kind is ChoiceKind.SHUFFLE
            option = Order(tuple(choice.cards)) if shuffle else rng.choice(choice.options)
            self.answer(game, state, option)

    def answer(self, game: Game, state: State, option: Option) -> None:
        """Go on with an answer, as `oracle.running.agenda.resume` does."""
        choice = state.choice
        assert choice is not None
        state.choice = None
        ANSWERS[type(choice.task)](game, state, choice.task, option)
        self.run(game, state)
