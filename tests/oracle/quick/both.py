"""The quick engine held to the interpreter by the letter: one game on both, compared at every
decision.

The quick engine plays; the interpreter is told every answer, and what chance decided. Or both are
told the steps of a vector. Who decides, what can be answered, the whole position and everything
that happened this turn must be the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules_check.conform import letter, quick
from rules_check.conform.cores import NOT_FORESEEN
from rules_check.oracle.letter.playing import Playing as Plain
from rules_check.oracle.letter.playing import Refused
from rules_check.oracle.letter.protocol import position as plain_position
from rules_check.oracle.quick import protocol
from rules_check.oracle.quick.protocol import Playing, name, position, told
from rules_check.oracle.quick.state import NATURE, Fact, State

JSON = Any
OWN_FIRST = 0.75
"""How often an option with a text's own card is taken, if there is one."""


POINTS = ("give", "take", "pay")
"""What the quick engine notes only where a text asks for it; how many there are, the position
tells."""


class Differs(Exception):
    """The two do not agree: in what, with what the quick engine and what the letter has."""

    def __init__(self, what: str, one: JSON, other: JSON, steps: list[JSON]) -> None:
        self.what = what
        self.steps = steps
        super().__init__(f"{what}: quick {one!r:.300}, letter {other!r:.300}")


class Both:
    """A game that both play. Raises Differs, and NoCore if a text is refused. Without `rng` the
    set-up and each step tell what chance decided."""

    def __init__(
        self, message: Mapping[str, JSON], setup: Mapping[str, JSON], rng: Random | None
    ) -> None:
        self.rng = rng or Random(0)
        self.setup = {**setup, "nature": []} if rng else {**setup}
        self.steps: list[JSON] = []
        self.playing = Playing(quick.game_of(message, self.setup), self.setup)
        if rng:
            self._nature(self.setup["nature"])
        game = letter.game_of(message, self.setup)
        try:
            self.letter = Plain(game, self.setup)
        except (ValueError, *NOT_FORESEEN) as error:
            raise Differs("error", "", f"{type(error).__name__}: {error}", self.steps) from error
        self.compare()

    def play(self, most: int, own: str = "") -> int:
        """Answer at random until the game is over, at most so often; how often it was. `own`: a
        card by its name whose options are mostly taken, if there are any."""
        for number in range(most):
            choice = self.playing.state.choice
            if choice is None:
                return number
            options = list(choice.options)
            mine = [x for x in options if own and own in repr(told(self.playing.state.g, x))]
            if mine and self.rng.random() < OWN_FIRST:
                options = mine
            self.answer(options[int(self.rng.random() * len(options))])
        return most

    def answer(self, option: tuple[Any, ...]) -> None:
        """Take an answer on both, and compare."""
        s = self.playing.state
        assert s.choice is not None
        acts = s.owner(option[1]) if option[0] == "assist" else s.choice.player
        step: dict[str, Any] = {"actor": name(acts), "action": told(s.g, option), "nature": []}
        self.steps.append(step)
        self.playing.act(step["actor"], step["action"], [])
        self._nature(step["nature"])
        self._by_letter(step, refused=False)

    def take(self, step: Mapping[str, JSON]) -> None:
        """Take a step of a vector on both, and compare; both may refuse it."""
        self.steps.append(step)
        refused = False
        try:
            self.playing.act(step["actor"], step["action"], step["nature"])
        except protocol.Refused:
            refused = True
        self._by_letter(step, refused=refused)

    def _by_letter(self, step: Mapping[str, JSON], *, refused: bool) -> None:
        """The interpreter is told a step, which the quick engine has taken or refused."""
        by_letter = False
        try:
            self.letter.act(step["actor"], step["action"], step["nature"])
        except Refused:
            by_letter = True
        except (ValueError, *NOT_FORESEEN) as error:
            raise Differs("error", "", f"{type(error).__name__}: {error}", self.steps) from error
        if refused != by_letter:
            raise Differs("refused", refused, by_letter, self.steps)
        self.compare()

    def _nature(self, nature: list[JSON]) -> None:
        """Chance decides on the quick engine, and it is noted."""
        s = self.playing.state
        while s.choice is not None and s.choice.player == NATURE:
            cards = list(s.choice.cards)
            if s.choice.kind == "shuffle":
                self.rng.shuffle(cards)
            else:
                cards = [self.rng.choice(cards)]
            ids = s.g.ids if s.choice.kind != "first player" else [f"P{p + 1}" for p in cards]
            words = [ids[card] for card in cards] if s.choice.kind != "first player" else ids
            nature.append([s.choice.kind, *words])
            self.playing.nature_says(cards)

    def compare(self) -> None:
        """Whether both are at the same decision in the same position, by the same way."""
        one, other = plain(position(self.playing)), plain(plain_position(self.letter))
        for key, value in one.items():
            if value != other[key]:
                raise Differs(key, value, other[key], self.steps)
        self.compare_facts()

    def compare_facts(self) -> None:
        """Whether the same has happened this turn. What the rules let happen the quick engine only
        counts where no text can speak of it later, and what is chosen it need not note where none
        speaks of that."""
        s = self.playing.state
        found, at, counted = facts(s), 0, 0
        for fact in facts_by_letter(self.letter):
            if found[at : at + 1] == [fact]:
                at += 1
            elif fact[0] == "choose" and "choose" not in s.g.spoken_of:
                pass
            elif fact[0] not in s.g.recalled and fact[6] == "rules":
                counted += 1
            else:
                raise Differs("facts", found[at : at + 1], fact, self.steps)
        if at < len(found):
            raise Differs("facts", found[at], [], self.steps)
        if counted != s.unnoted:
            raise Differs("facts that are only counted", s.unnoted, counted, self.steps)


def plain(told_position: dict[str, JSON]) -> dict[str, JSON]:
    """A position in which the order of options does not matter."""
    choice = told_position["choice"]
    if choice is not None:
        choice = {**choice, "options": sorted(choice["options"], key=repr)}
    return {**told_position, "choice": choice}


def facts(s: State) -> list[tuple[Any, ...]]:
    """What has happened this turn on the quick engine, in the words of the contract."""
    g = s.g

    def zone(number: int | None) -> str | None:
        return None if number is None else g.zone_names[number]

    def card(number: int | None) -> str | None:
        return None if number is None else g.ids[number]

    def row(x: Fact) -> tuple[Any, ...]:
        places = (zone(x.from_), zone(x.to))
        whom = (name(x.whom), x.cause, card(x.source), x.amount)
        return (x.verb, name(x.by), card(x.card), *places, *whom)

    return [row(x) for x in s.facts if x.verb not in POINTS]


def facts_by_letter(playing: Plain) -> list[tuple[Any, ...]]:
    """The same by the letter."""
    return [
        (x.verb, x.by, x.card, x.from_, x.to, x.whom, x.cause, x.source, x.amount)
        for x in playing.table.pos.facts
        if x.verb not in POINTS
    ]
