"""Cards with any text, played once in a position in which there is something to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.core import forms as c
from rules_check.grammar.parse import Parser
from rules_check.grammar.wording import wording
from rules_check.oracle import game as face
from rules_check.oracle.box.playset import CardDef, card_defs, load_play_set
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.game import Game
from rules_check.oracle.playable import unplayable
from rules_check.oracle.quick import state as quick
from rules_check.oracle.quick import statements
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


SAYS_NOTHING = (c.Let, c.Result, c.If, c.ForEach, c.Repeat, c.Choose, c.Offer, c.Proceed)
"""Statements that only decide about others, or choose."""


class Silence:
    """Runs texts, and notes statements that were carried out without a trace: nothing was told, and
    nothing lasts that did not before."""

    def __init__(self) -> None:
        self.found: list[c.Statement] = []

    def play(self, card: CardDef, rng: Random) -> None:
        """Play a card with random answers."""
        with self._listening():
            game, state = begin(card)
            game.answer(state, game.parse(state, "play Tried"))
            answer_all(game, state, lambda choice: rng.choice(choice.options))

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Statements are looked at while texts are made into functions."""
        made = statements.statement

        def statement(form: c.Statement, rest: c.Block, scope: Any) -> Any:
            run = made(form, rest, scope)
            return run if isinstance(form, SAYS_NOTHING) else self._noted(form, run)

        with (
            mock.patch.object(statements, "statement", statement),
            mock.patch.object(face, "kind_made", face.kind_made.__wrapped__),
            mock.patch.object(face, "kind_with", face.kind_with.__wrapped__),
        ):
            yield

    def _noted(self, form: c.Statement, run: Any) -> Any:
        def noted(s: quick.State, f: quick.Frame) -> Any:
            before = self.seen(s)
            came_of_it = run(s, f)
            last = s.trace[-1].kind if s.trace else ""
            said_before = last == "nothing"  # when no cards were found
            if self.seen(s) == before and not said_before:
                self.found.append(form)
            return came_of_it

        return noted

    @staticmethod
    def seen(s: quick.State) -> tuple[Any, ...]:
        """What has been said, and what goes on."""
        return len(s.trace or ()), len(s.lasting)
