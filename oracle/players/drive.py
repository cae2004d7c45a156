"""The driver: asks players and nature until the game is over, and writes down every answer.

What nature does comes from one `random.Random`, and only from its method `random`, whose
sequence is promised to stay the same: a seed gives one game, with any Python, anywhere.
The answers alone, nature's included, give the same game again without a generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from rules_check.oracle.game import Game
from rules_check.oracle.players.player import Player
from rules_check.oracle.values.choices import NATURE, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import PASS, AssistWith, Order, UseAbility
from rules_check.oracle.values.state import State

Take: TypeAlias = Callable[[State, Option], None]
"""Takes an answer and runs on to the next decision, as `Game.take` does."""

SHUFFLE: Final = ChoiceKind.SHUFFLE
MAIN: Final = ChoiceKind.MAIN

LIMIT = 50_000
"""So many answers are no game any more; long games have some thousand."""


OTHERS_MAY: Final = frozenset({AssistWith, UseAbility})
"""What can be offered to others than the player whose turn it is."""


class Played(NamedTuple):
    """A game that is over: its last state, every answer, and how many the players gave."""

    state: State
    answers: list[Option]
    decisions: int


class EndlessGame(Exception):
    """A game that does not come to its end. Either nobody can bring it about any more, which
    the rules allow (turns go on), or something never stops within a turn, which is a defect."""

    def __init__(self, limit: int, turn: int, texts: tuple[str, ...] = ()) -> None:
        self.limit = limit
        self.turn = turn
        self.texts = texts
        why = f", in the text of {' and '.join(texts)}" if texts else ""
        super().__init__(f"the game is not over after {limit} answers, in turn {turn}{why}")

    def __reduce__(self) -> tuple[type[EndlessGame], tuple[int, int, tuple[str, ...]]]:
        return EndlessGame, (self.limit, self.turn, self.texts)


class BadReplay(Exception):
    """An answer that does not fit the game: its number, counted from 1, and why."""

    def __init__(self, number: int, code: str, message: str, rules: tuple[str, ...] = ()) -> None:
        self.number = number
        self.code = code
        self.message = message
        self.rules = rules
        super().__init__(f"answer {number}: {code}: {message}")


def play_game(
    game: Game, players: Sequence[Player], rng: Random, *, trace: bool = False, limit: int = LIMIT
) -> Played:
    """A whole game with a player for each seat. Raises EndlessGame."""
    state = game.new(trace=trace)
    answers: list[Option] = []
    decisions = play_on(game, state, players, rng, answers, limit=limit)
    return Played(state, answers, decisions)


def play_on(
    game: Game,
    state: State,
    players: Sequence[Player],
    rng: Random,
    answers: list[Option],
    *,
    limit: int = LIMIT,
    take: Take | None = None,
) -> int:
    """Play `state` to its end and add to `answers`; tells how many of them the players gave.

    When a player raises, `state` and `answers` stay as they are at that moment. Some options
    belong to another player than the one whose turn it is (`Game.actor`): an Assist, an ability
    that works in the turns of others. These players are asked first, and may pass. Whoever wants
    to look at every step gives `take`, which is called in place of `Game.take`.
    """
    take, random, record = take or game.take, rng.random, answers.append
    deciders = [player.decide for player in players]
    decisions = 0
    option: Option | None
    for _ in range(limit):
        choice = state.choice
        if choice is None:
            return decisions
        seat = choice.player
        if seat == NATURE:
            if choice.kind is SHUFFLE:
                cards = list(choice.cards)
                for last in range(len(cards) - 1, 0, -1):
                    other = int(random() * (last + 1))
                    cards[last], cards[other] = cards[other], cards[last]
                option = Order(tuple(cards))
            else:
                options = choice.options
                option = options[int(random() * len(options))]
        else:
            decisions += 1
            options, option = choice.options, None
            if choice.kind is MAIN and (game.has_assist or game.watching(state).once):
                for offered in options:
                    if type(offered) in OTHERS_MAY:
                        option, options = _ask_others(game, state, players)
                        break
            if option is None:
                option = deciders[seat](game, state, choice, options)
        take(state, option)
        record(option)
    raise EndlessGame(limit, state.turn, tuple(texts_going_on(game, state)))


def _ask_others(
    game: Game, state: State, players: Sequence[Player]
) -> tuple[Option | None, tuple[Option, ...]]:
    """What another player does, None if all pass; and the options of the choice's own player."""
    choice = state.choice
    assert choice is not None
    mine: list[Option] = []
    options: dict[int, list[Option]] = {choice.player: mine}
    for option in choice.options:
        if type(option) in OTHERS_MAY:
            options.setdefault(game.actor(state, option), []).append(option)
        else:
            mine.append(option)
    own = tuple(options.pop(choice.player))
    for seat in sorted(options):
        answer = players[seat].decide(game, state, choice, (*options[seat], PASS))
        if answer != PASS:
            return answer, own
    return None, own


def texts_going_on(game: Game, state: State) -> list[str]:
    """The cards whose texts are being carried out, the innermost last."""
    sources = [frame.source for frame in state.frames if frame.source >= 0]
    return list(dict.fromkeys(game.name(card) for card in sources))


def replay_answers(
    game: Game, state: State, answers: Iterable[Option], take: Take | None = None
) -> None:
    """Go on from `state` with these answers, each of them checked. Raises BadReplay."""
    take = take or game.take
    for number, option in enumerate(answers, 1):
        if state.choice is None:
            raise BadReplay(number, "game.over", "the game is over before this answer")
        refused = game.refuse(state, option)
        if refused is not None:
            raise BadReplay(number, refused.code, refused.message, refused.rules)
        take(state, option)
