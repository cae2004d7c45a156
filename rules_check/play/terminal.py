"""A person at the terminal: sees what their seat may see, and answers by number or by name."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from rules_check.glyphs import shorten, visible
from rules_check.grammar.ast import CardText, Plain
from rules_check.grammar.subjects import unbound
from rules_check.grammar.wording import wording
from rules_check.oracle.effects.flow import OptionAsked
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import PASS, ChooseEffect
from rules_check.play.board import board
from rules_check.play.cardtext import card_lines
from rules_check.play.narrator import Narrator
from rules_check.play.paint import Paint
from rules_check.play.session import Quit
from rules_check.play.transcript import ending, printed

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.choices import Choice
    from rules_check.oracle.values.option_forms import Option
    from rules_check.oracle.values.state import State

PROMPT: Final = "> "
HELP: Final = """\
Answer with the number of an option, or with its words or how they begin.
  ?        this help
  ? CARD   what a card says
  table    show the table
  wait     pass, and do not ask again in this turn of somebody else
  quit     leave the game"""

QUESTIONS: Final[Mapping[ChoiceKind, str]] = {
    ChoiceKind.ANNOUNCE: "Do you announce a Confrontation?",
    ChoiceKind.DEFEND: "You can avoid an Attack.",
    ChoiceKind.BLOCK: "You can raise the cost.",
    ChoiceKind.CARD: "Choose a card.",
    ChoiceKind.ORDER: "Choose the card that comes first.",
    ChoiceKind.PLAYER: "Choose a player.",
    ChoiceKind.MAY: "You may. Do you?",
    ChoiceKind.UNLESS: "You may do the other thing. Do you?",
    ChoiceKind.OPTION: "Choose one.",
    ChoiceKind.NUMBER: "Choose a number.",
    ChoiceKind.PARITY: "Choose odd or even.",
    ChoiceKind.VALUE: "Choose.",
    ChoiceKind.TRIGGER: "Which text is first?",
}
"""What is asked, by the kind of the choice."""


class HumanPlayer:
    """Asks at the standard input and prints to the standard output."""

    def __init__(self, game: Game, seat: int, *, why: bool, colour: bool) -> None:
        self._game = game
        self._seat = seat
        self._why = why
        self._paint = Paint(colour)
        self._narrator = Narrator(game, seat)
        self._told = 0
        self._turn = 0
        self._waits = 0

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """Tell what has happened, show the options, and ask until one is meant."""
        if PASS in options and choice.kind is ChoiceKind.MAIN and state.turn == self._waits:
            return PASS
        if self._told == 0:
            print(f"You play {game.seats[self._seat]}. ? is for help.")
        self._tell(state)
        if state.turn != self._turn:
            self._turn = state.turn
            self._show_table(state)
        labels = [game.label(state, option) for option in options]
        texts = option_texts(choice, options)
        print()
        for line in self._question(state, choice):
            print(line)
        for number, label in enumerate(labels, 1):
            print(f"{number:4}. {label}{texts[number - 1]}")
        while True:
            words = self._read()
            if words.casefold() == "wait" and PASS in options:
                self._waits = state.turn
                return PASS
            found = self._answer(words, labels, state)
            if found is not None:
                return options[found]

    def farewell(self, state: State, ended: bool, saved: str | None) -> None:
        """The last words: how the game ended, or that it was left."""
        if ended:
            self._tell(state)
            print()
            print("\n".join(ending(self._game, state, why=self._why, paint=self._paint)))
            if saved is not None:
                print(f"The game is saved in {visible(saved)}.")
            return
        where = "" if saved is None else f" It is saved in {visible(saved)}."
        print(f"You have left the game in turn {state.turn}.{where}")

    # ---------------------------------------------------------------------- asking

    def _read(self) -> str:
        print(self._paint(PROMPT, "prompt"), end="", flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            print()
            raise Quit
        return line.strip()

    def _answer(self, words: str, labels: Sequence[str], state: State) -> int | None:
        """The place of the option that is meant; None if something else was said or asked."""
        folded = words.casefold()
        if folded in {"quit", "exit"}:
            raise Quit
        if folded == "table":
            self._show_table(state)
        elif folded in {"?", "help"}:
            print(HELP)
        elif words.startswith("?"):
            self._explain(words[1:].strip())
        elif words:
            return self._option(words, labels)
        return None

    def _option(self, words: str, labels: Sequence[str]) -> int | None:
        if words.isascii() and words.isdecimal():
            number = int(words[:9])
            if 1 <= number <= len(labels):
                return number - 1
            print(f"There are options 1 to {len(labels)}.")
            return None
        folded = words.casefold()
        found = [at for at, label in enumerate(labels) if label.casefold() == folded]
        if not found:
            found = [at for at, x in enumerate(labels) if x.casefold().startswith(folded)]
        if len(found) == 1:
            return found[0]
        if found:
            print(f"This can be: {', '.join(labels[at] for at in found)}.")
        else:
            print(f'There is no option "{_short(words)}"; ? is for help.')
        return None

    def _explain(self, words: str) -> None:
        """What the card of that name says."""
        kinds: dict[str, list[str]] = {}
        for kind in dict.fromkeys(self._game.kinds):
            kinds.setdefault(kind.name, []).extend(
                card_lines(kind, self._game.ruleset.character_word)
            )
        folded = {name.casefold(): name for name in kinds}
        wanted = words.casefold()
        found = [wanted] if wanted in folded else [x for x in folded if x.startswith(wanted)]
        found = found or get_close_matches(wanted, folded, 1, 0.7)
        if len(found) == 1:
            print("\n".join(kinds[folded[found[0]]]))
        elif found:
            print(f"This can be: {', '.join(folded[x] for x in found[:20])}.")
        else:
            print(f'No card is called "{_short(words)}".')

    # --------------------------------------------------------------------- showing

    def _question(self, state: State, choice: Choice) -> Sequence[str]:
        """What is asked, and the text of the card that asks."""
        game, seat = self._game, self._seat
        lines: list[str] = []
        if choice.kind is ChoiceKind.MAIN and choice.player != seat:
            question = f"It is the turn of {game.seats[choice.player]}. Do you act in it?"
        elif choice.kind is ChoiceKind.MAIN:
            question = f"Your turn, Power {state.power[seat]}."
        else:
            question = QUESTIONS[choice.kind]
        if state.confronted >= 0:
            cost = game.character_cost(state, state.confronted)
            confronted = game.seats[state.confronted]
            power = state.power[state.active]
            question += f" Confrontation: Power {power} against {confronted}, cost {cost}."
        lines.append(self._paint(question, "heading"))
        if choice.source >= 0 and choice.kind is not ChoiceKind.MAIN:
            lines.extend(f"  {line}" for line in card_lines(game.kinds[choice.source]))
        return lines

    def _tell(self, state: State) -> None:
        """What has happened since the last time, as far as this seat may know."""
        trace = state.trace or []
        lines = self._narrator.lines(trace[self._told :])
        for line in printed(self._game, lines, why=self._why, paint=self._paint):
            print(line)
        self._told = len(trace)

    def _show_table(self, state: State) -> None:
        print()
        print("\n".join(board(self._game, state, self._seat)))


def option_texts(choice: Choice, options: Sequence[Option]) -> list[str]:
    """What each option of a card says, where a card lists them; else nothing."""
    if not isinstance(choice.task, OptionAsked):
        return [""] * len(options)
    effects = choice.task.node.options
    return [
        f": {' / '.join(wording(CardText((Plain(unbound(effects[option.value])),))))}"
        for option in options
        if isinstance(option, ChooseEffect)
    ]


def _short(words: str) -> str:
    return shorten(visible(words), 60)
