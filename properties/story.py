"""A short game as text: where it began, what was answered, and what did not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rules_check.oracle.game import Game
from rules_check.oracle.state import NATURE, Option, State
from rules_check.oracle.zones import DISCARD, HAND, PLAY
from rules_check.properties.citations import rules_behind
from rules_check.properties.model import Violation
from rules_check.properties.observed import top_character, zone_of
from rules_check.properties.registry import find_property

TOLD = (("hand", HAND), ("discard pile", DISCARD), ("in play", PLAY))


def describe(
    game: Game, start: State, answers: Sequence[Option], violations: Iterable[Violation]
) -> str:
    """What did not hold, why it should, and the game in which it did not."""
    lines: list[str] = []
    for violation in violations:
        prop = find_property(violation.property)
        rules = " ".join(rules_behind(prop, game.ruleset.name))
        lines += [str(violation), f"  {prop.sentence} [{rules}]"]
    lines += [f"the game ({game.ruleset.name}, {len(answers)} answers):", *story(game, start)]
    lines += (f"  {line}" for line in acts(game, start, answers))
    return "\n".join(lines)


def story(game: Game, start: State) -> Iterator[str]:
    """Where a game begins: what each player has, and the Line-Up."""
    for player, name in enumerate(game.seats):
        parts = [f"Level {game.kinds[top_character(start, player)].level}"]
        for called, zone in TOLD:
            cards = start.zones[zone_of(player, zone)]
            if cards:
                parts.append(f"{called}: {listed(game, cards)}")
        yield f"  {name}: {'; '.join(parts)}"
    yield f"  Line-Up: {listed(game, start.zones[game.line_up]) or 'empty'}"
    yield f"  main deck: {len(start.zones[game.main_deck])} cards"


def listed(game: Game, cards: Iterable[int]) -> str:
    """Cards by name, with how many there are of each."""
    names = Counter(game.name(card) for card in cards)
    return ", ".join(name if number == 1 else f"{name} x{number}" for name, number in names.items())


def acts(game: Game, start: State, answers: Sequence[Option]) -> Iterator[str]:
    """What was answered, with the turn and whose answer it is; shuffles are left out."""
    state = start.copy()
    for number, option in enumerate(answers, 1):
        choice = state.choice
        if choice is None:
            return
        if choice.kind != "shuffle":
            who = "nature" if choice.player == NATURE else game.seats[game.actor(state, option)]
            yield f"turn {state.turn}, {who}: {game.label(state, option)}"
        if number < len(answers):
            game.take(state, option)
