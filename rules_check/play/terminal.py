"""A person at the terminal: sees what their seat may see, and answers by number or by name."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from rules_check.glyphs import shorten, visible
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import PASS
from rules_check.oracle.values.zones import HAND, PER_PLAYER
from rules_check.output.paint import Paint
from rules_check.play.asking import question
from rules_check.play.board import board, names_of
from rules_check.play.cardtext import card_lines
from rules_check.play.narrator import Narrator
from rules_check.play.offers import STOPS, Numbers, Offer, safe_to_play
from rules_check.play.session import Quit
from rules_check.play.transcript import ending, printed

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.choices import Choice
    from rules_check.oracle.values.events import Event
    from rules_check.oracle.values.option_forms import Option
    from rules_check.oracle.values.state import State
    from rules_check.play.acts import Line

PROMPT: Final = "> "
HELP: Final = """\
Answer with the number of an option, or with its words or how they begin.
  ?        this help
  ? CARD   what a card says
  play all play every card that gives Power or does nothing, and leaves nothing to decide
  table    show the table
  wait     pass, and do not ask again in this turn of somebody else
  quit     leave the game"""

ALL: Final = ("all", "play all")
END_WORDS: Final = ("", "0", "end", "end turn", "done")
ONLY_END: Final = 'Only "end turn" is left.'


LONGEST_LINE: Final = 1_000
"""So many characters of one line are read; what comes behind is the next line."""

MOST_LINES: Final = 200
"""Whoever types so many without an answer is no person."""


class HumanPlayer:
    """Asks at the standard input and prints to the standard output.

    `begun`: so many events were there before; of a game that goes on, only the last turn is told.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        *,
        why: bool,
        colour: bool,
        begun: int = 0,
        notes: Sequence[str] = (),
    ) -> None:
        self._game = game
        self._notes = notes
        self._seat = seat
        self._why = why
        self._paint = Paint(colour)
        self._narrator = Narrator(game, seat)
        self._numbers = Numbers()
        self._begun = begun
        self._told = 0
        self._turn = 0
        self._waits = 0
        self._plays_all = 0
        self._stopped = False
        self._lines = 0
        self.interrupted = False

    def decide(self, game: Game, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        """Tell what has happened, show the options, and ask until one is meant."""
        if PASS in options and choice.kind is ChoiceKind.MAIN and state.turn == self._waits:
            return PASS
        if self._plays_all == state.turn and choice.player == self._seat:
            safe = safe_to_play(game, state, choice, options)
            if safe:
                return safe[0]
        self._plays_all = 0
        self._lines = 0
        self._greet(state)
        self._ask_for_ends(state)
        self._tell(state)
        if state.turn != self._turn:
            self._turn = state.turn
            self._show_table(state)
        option = self._ask(state, choice, options)
        self._stopped = isinstance(option, STOPS)
        return option

    def farewell(self, state: State, ended: bool, saved: str | None) -> None:
        """The last words: how the game ended, or that it was left."""
        if ended:
            self._tell(state)
            print("")
            for line in ending(self._game, state, why=self._why, paint=self._paint):
                print(line)
            if saved is not None:
                print(f"The game is saved in {visible(saved)}.")
            return
        print(f"You have left the game in turn {state.turn}.")
        if saved is not None:
            name = visible(saved)
            print(f"It is saved in {name}; go on with: rules-check play --resume {name}")

    # ---------------------------------------------------------------------- asking

    def _ask(self, state: State, choice: Choice, options: Sequence[Option]) -> Option:
        game = self._game
        offers = self._numbers.offers(game, state, choice, options)
        safe = safe_to_play(game, state, choice, options) if choice.player == self._seat else []
        print()
        for line in self._question(state, choice):
            print(line)
        for offer in offers:
            print(f"{offer.number:4}. {offer.shown}")
        if safe:
            names = {game.name(option.card) for option in safe}
            hand = state.zones[self._seat * PER_PLAYER + HAND]
            print(
                f"      play all: {names_of(game.name(c) for c in hand if game.name(c) in names)}"
            )
        while True:
            words = self._read()
            folded = words.casefold()
            if folded == "wait" and PASS in options:
                self._waits = state.turn
                return PASS
            if folded in ALL and choice.kind is ChoiceKind.MAIN:
                if safe:
                    self._plays_all = state.turn
                    return safe[0]
                print("No card can be played without something to decide.")
                continue
            found = self._answer(words, offers, state)
            if found is not None:
                return found

    def _ask_for_ends(self, state: State) -> None:
        """The engine does not ask where only one thing can be done; the end of a turn is shown
        all the same, so that nothing that was typed ahead is taken for the next question."""
        trace = state.trace or []
        asked = self._stopped
        self._stopped = False
        for at in range(max(self._told, self._begun), len(trace)):
            event = trace[at]
            if event.kind in ("end", "done") and event.player == self._seat:
                if not asked:
                    self._tell_up_to(trace, at)
                    self._confirm_end()
                asked = False

    def _confirm_end(self) -> None:
        print()
        print(self._paint(ONLY_END, "heading"))
        print("   0. end turn")
        while True:
            words = self._read().casefold()
            if words in END_WORDS:
                return
            if words in {"quit", "exit"}:
                raise Quit
            if words.startswith("?"):
                self._answer(words, (), None)
            else:
                print(ONLY_END)

    def _read(self) -> str:
        print(self._paint(PROMPT, "prompt"), end="", flush=True)
        try:
            line = sys.stdin.readline(LONGEST_LINE) if sys.stdin is not None else ""
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: the game is saved now
            self.interrupted = True
            line = ""
        self._lines += 1
        if self._lines > MOST_LINES:
            print(f"\n{MOST_LINES:,} lines, and none of them is an answer.")
            line = ""
        if not line:
            print()
            raise Quit
        return line.strip()

    def _answer(self, words: str, offers: Sequence[Offer], state: State | None) -> Option | None:
        """The option that is meant; None if something else was said or asked."""
        folded = words.casefold()
        if folded in {"quit", "exit"}:
            raise Quit
        if folded == "table" and state is not None:
            self._show_table(state)
        elif folded in {"?", "help"}:
            print(HELP)
        elif words.startswith("?"):
            self._explain(words[1:].strip())
        elif words:
            return self._option(words, offers)
        return None

    def _option(self, words: str, offers: Sequence[Offer]) -> Option | None:
        if words.isascii() and words.isdecimal():
            number = int(words[:9])
            for offer in offers:
                if offer.number == number:
                    return offer.option
            print(_numbers_of(offers))
            return None
        folded = words.casefold()
        found = [offer for offer in offers if folded in offer.words()]
        if not found:
            found = [offer for offer in offers if offer.words()[-1].startswith(folded)]
        if len(found) == 1:
            return found[0].option
        if found:
            print(f"This can be: {', '.join(offer.label for offer in found)}.")
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
        near = [] if found else get_close_matches(wanted, folded, 3, 0.7)
        if near:
            names = ", ".join(folded[x] for x in near)
            print(f'No card of this game is called "{_short(words)}". Do you mean {names}?')
        elif len(found) == 1:
            print("\n".join(kinds[folded[found[0]]]))
        elif found:
            print(f"This can be: {', '.join(folded[x] for x in found[:20])}.")
        else:
            print(f'No card of this game is called "{_short(words)}".')

    # --------------------------------------------------------------------- showing

    def _question(self, state: State, choice: Choice) -> Sequence[str]:
        """What is asked, and the text of the card that asks."""
        game = self._game
        lines = [self._paint(question(game, state, choice, self._seat), "heading")]
        if choice.source >= 0 and choice.kind is not ChoiceKind.MAIN:
            lines.extend(f"  {line}" for line in card_lines(game.kinds[choice.source]))
        return lines

    def _greet(self, state: State) -> None:
        """The first words; of a game that goes on, the turn in which it was left."""
        if self._told:
            return
        name = self._game.seats[self._seat]
        if not self._begun:
            print(f"You play {name}. ? is for help.")
            for note in self._notes:
                print(f"  {note}")
            return
        trace = state.trace or []
        lines = list(self._narrator.lines(trace[: self._begun]))
        self._told = self._begun
        heads = [at for at, line in enumerate(lines) if line.depth == 0]
        print(f"You go on as {name}. ? is for help.")
        self._print_lines(lines[heads[-1] if heads else 0 :])

    def _tell(self, state: State) -> None:
        """What has happened since the last time, as far as this seat may know."""
        trace = state.trace or []
        settled = state.choice is None or state.choice.kind is ChoiceKind.MAIN
        self._tell_up_to(trace, len(trace), settled)

    def _tell_up_to(self, trace: Sequence[Event], end: int, settled: bool = False) -> None:
        self._print_lines(self._narrator.lines(trace[self._told : end], settled=settled))
        self._told = end

    def _print_lines(self, lines: Iterable[Line]) -> None:
        for line in printed(self._game, lines, why=self._why, paint=self._paint):
            print(line)

    def _show_table(self, state: State) -> None:
        print()
        for line in board(self._game, state, self._seat):
            print(line)


def _numbers_of(offers: Sequence[Offer]) -> str:
    numbers = [offer.number for offer in offers]
    if numbers == list(range(1, len(numbers) + 1)):
        return f"There are options 1 to {len(numbers)}."
    return f"There are options {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}."


def _short(words: str) -> str:
    return shorten(visible(words), 60)
