"""What is played side by side: texts of the project and random texts in seeded situations, and
whole games of random players."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from random import Random
from typing import Any, Final

from rules_check.conform.games import Table, further_cards, game_of
from rules_check.conform.letter import kind_of
from rules_check.conform.live import random_cards
from rules_check.grammar.core.forms import Core
from rules_check.grammar.wording import wording
from rules_check.oracle.box.arranging import Wish, every_wish, with_seats_by
from rules_check.oracle.conformance.setups import dump_setup, unpacked
from rules_check.oracle.letter.box import NoCore
from rules_check.oracle.players.drive import EndlessGame, play_on
from rules_check.oracle.players.player import PLAYERS
from rules_check.oracle.scenarios.positions import laid_out
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.options import Order
from rules_check.properties.random_cards import MOST_WORDS, random_texts
from rules_check.properties.strategies import NAMES
from tests.freeze.seeing import ANSWERS, COPIES, play_game, play_set
from tests.freeze.texts import GAMES, NAME, Text, bare, collect
from tests.freeze.tree import NOT_PLAYED, ROOT, Played, Tree
from tests.oracle.letter.two_engines import Differs, NeitherIsWrong, TooSlow, TwoEngines, at_most

JSON = Any
MOST_ANSWERS: Final = 1500
"""So many answers of players and chance, and a whole game is left."""
SLOW: Final = "left: takes too long"
TYPES: Final = ("Hero", "Villain", "Equipment", "Super Power", "Location")


@dataclass(slots=True)
class Came:
    """What came of a case: `outcome` is same, differs, or why it was not played, or not to its
    end."""

    case: str
    outcome: str = "same"
    decisions: int = 0
    seconds: float = 0.0
    group: str = ""
    words: str = ""
    told: list[str] = field(default_factory=list)


def looked_at(case: str, seconds: float, play: Callable[[Came], None]) -> Came:
    """Play a case, and say what came of it."""
    came = Came(case)
    start = time.process_time()
    try:
        with at_most(seconds):
            play(came)
    except Differs as found:
        came.outcome = "differs"
        paths = sorted({_group(path, one, other) for path, one, other in found.found})
        came.group = f"{'; '.join(paths)} ({found.at})"
        came.told += [f"{path}: engine {one}, letter {other}" for path, one, other in found.found]
    except NoCore as why:
        came.outcome, came.group = "refused by the translation", str(why).partition(": ")[2]
    except NeitherIsWrong as why:
        came.outcome = f"left: {why}"
    except TooSlow:
        came.outcome = SLOW
    except (EndlessGame, RunsForever):
        came.outcome = "left: not over"
    came.seconds = time.process_time() - start
    return came


def _group(path: str, one: JSON, other: JSON) -> str:
    """A difference without the names of players and cards."""
    words = [x for x in path.replace(".", " ").split() if not (x[0] == "P" and x[1:].isdigit())]
    told = " ".join(words).partition(" from card")[0]
    if path == "choice.options":
        kinds = [
            sorted({x[0] for x in side}) if isinstance(side, list) else [] for side in (one, other)
        ]
        return f"options -{','.join(kinds[0])} +{','.join(kinds[1])}"
    if path in ("choice.kind", "choice.player", "phase"):
        return f"{told} {one}/{other}"
    if path == "events":
        verbs = [side[0][0] if side else "nothing" for side in (one, other)]
        return f"events {'/'.join(verbs)}"
    return told


def _steps(both: TwoEngines) -> list[str]:
    """What was done, for people."""
    return [json.dumps([x["actor"], x["action"], x["nature"]]) for x in both.steps]


# ------------------------------------------------------------------------- texts


class Beside(Played):
    """A seeded situation of a text that both engines play."""

    def __init__(self, played: Played, text: Text) -> None:
        super().__init__(played.game, played.card, played.level)
        self.text = text
        self.both: TwoEngines | None = None

    def lay(self, position: Mapping[str, Any]) -> None:
        """Begin in a position on both."""
        g = self.game
        begin = position["phase"]
        setup = dump_setup(g, laid_out(g, position), begin)
        table = Table(self.text.game, "")
        setup["cards"] = further_cards(g, table)
        self.both = TwoEngines(g, table, setup)
        super().lay(position)

    def answer(self, chosen: list[int]) -> None:
        """Take the answer with this number; for a shuffle all of them in order."""
        choice = self.state.choice
        assert choice is not None
        assert self.both is not None
        if choice.options:
            option: Any = choice.options[chosen[0]]
        else:
            option = Order(tuple(choice.cards[at] for at in chosen))
        self.both.take(self.state, option)


@cache
def the_tree() -> Tree:
    """The project as it is here."""
    return Tree()


@cache
def the_texts() -> dict[str, Text]:
    """All texts of the project."""
    return collect(ROOT)


def play_text(text: Text, case: str, seconds: float, numbers: tuple[int, ...]) -> Came:
    """Play a text in its situations."""
    tree = the_tree()
    looked = tree.look(text.card_file())
    if not looked.understood or looked.refused:
        outcome = "refused by the engine" if looked.understood else "not understood"
        return Came(case, outcome, group=" ".join(looked.refused)[:100], words=text.words)

    def play(came: Came) -> None:
        played = tree.begin(play_set(tree, text.game), COPIES)
        for number in numbers:
            beside = Beside(played, text)
            try:
                play_game(beside, text, number)
                assert beside.both is not None
                beside.both.compare(beside.state)
            except Differs:
                assert beside.both is not None
                came.told = [f"situation {number}", *_steps(beside.both)]
                raise
            finally:
                came.decisions += 0 if beside.both is None else len(beside.both.steps) + 1

    try:
        came = looked_at(case, seconds, play)
    except NOT_PLAYED as why:
        came = Came(case, "refused by the engine", group=str(why))
    came.words = text.words
    return came


def project_text(key: str, seconds: float) -> Came:
    """A text of the project by its key."""
    situations = tuple(range(len(ANSWERS)))
    return play_text(the_texts()[key], f"--texts --only {key}", seconds, situations)


def random_text(number: int, seconds: float) -> Came:
    """A random text by its number, on a card of one of the games, in one situation."""
    rng = Random(f"beside {number}")
    lines: list[str] = []
    for meant in random_texts(rng):
        lines = list(wording(meant))
        if lines and all(len(line.split()) <= MOST_WORDS for line in lines):
            break
    game = GAMES[number % len(GAMES)]
    words = " / ".join(lines)
    fitting = bare(words, "random")
    line = f"{rng.choice(TYPES)}, cost {rng.randint(0, 7)}, {rng.randint(0, 3)} VP, x2"
    if "Super-Villain" in fitting.line:
        game, line = fitting.game, fitting.line
    names = f"names: {', '.join(NAMES)}"
    text = Text(game, (names,), NAME, line, tuple(lines), "random")
    situation = rng.randrange(len(ANSWERS))
    return play_text(text, f"--random 1 --seed {number}", seconds, (situation,))


# ------------------------------------------------------------------------- whole games


@lru_cache(maxsize=1)
def wishes() -> tuple[Wish, ...]:
    """Every printed way to play, the four games in turn: those that take long are not together."""
    found = list(every_wish())
    Random("beside").shuffle(found)
    return tuple(found)


def whole_game(number: int, seconds: float, answers: int = MOST_ANSWERS) -> Came:
    """A game of random players by its number, to its end or for so many answers; every second one
    with random cards, as many of twelve as have a core."""

    def play(came: Came) -> None:
        wish = wishes()[number % len(wishes())]
        rng = Random(f"beside {wish.title} {number}")
        found = with_seats_by(rng, wish)
        mix = [{"with": x.other, "how": x.how, "out": list(x.out)} for x in found.mixed]
        table = Table(found.game, found.variant, json.dumps(mix), found.seats if mix else ())
        with_random = (number + number // len(wishes())) % 2
        made = random_cards(table, number, None) if with_random else []
        books = (found.game, *(x.other for x in found.mixed))
        cards = [x for x in made if isinstance(kind_of(x, found.game, books).core, Core)]
        kinds = [rng.choice(tuple(PLAYERS)) for _ in found.seats]
        came.words = f"{wish.title}, {len(cards)} random cards: {', '.join(found.seats)}"
        game = game_of(table, found.seats, cards)
        setup = dump_setup(game, unpacked(game), "set-up")
        setup["cards"] = cards
        both = TwoEngines(game, table, setup)
        players = [PLAYERS[kind](rng) for kind in kinds]
        state = game.new()
        try:
            play_on(game, state, players, rng, [], limit=answers, take=both.take)
            both.compare(state)
        except Differs:
            came.told = _steps(both)[-4:]
            raise
        finally:
            came.decisions = len(both.steps)

    return looked_at(f"--games 1 --seed {number}", seconds, play)
