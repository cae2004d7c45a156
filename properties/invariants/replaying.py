"""14. Replaying the answers gives the same states; JSON there and back is the identity."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rules_check.oracle.game import Game
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State
from rules_check.oracle.writing.json_ import dump_option, load_option
from rules_check.properties.model import Ended, Property, Step


def check(step: Step) -> Iterator[str]:
    """Write the position down, read it again, and go on from there."""
    game, before, after = step.game, step.before, step.after
    text = json.dumps(game.dump(before))
    loaded = game.load(json.loads(text))
    if loaded != before or hash(loaded) != hash(before):
        yield f"the state is another one after JSON: {difference(game, before, loaded)}"
        return
    if json.dumps(game.dump(loaded)) != text:
        yield "the same state is written in another way"
    option = load_option(game, json.loads(json.dumps(dump_option(game, step.option))))
    if option != step.option:
        yield f"{step.option} is {option} after JSON"
        return
    loaded.trace = []
    game.take(loaded, option)
    if loaded != after:
        yield f"the same answer leads to another state: {difference(game, after, loaded)}"
    if loaded.trace != step.events:
        yield "the same answer leads to other events"
    if step.since is not None:
        start = game.load(json.loads(json.dumps(game.dump(step.since.start))))
        yield from again(game, start, step.since.answers, after)


def again(game: Game, state: State, answers: list[Option], end: State) -> Iterator[str]:
    """The answers alone give the same stretch of a game again."""
    for number, option in enumerate(answers, 1):
        if state.choice is None:
            yield f"answer {number} of the last {len(answers)} comes after the end in a replay"
            return
        game.take(state, option)
    if state != end:
        yield f"a replay ends in another state: {difference(game, end, state)}"


def difference(game: Game, one: object, other: object) -> str:
    """The parts in which two states differ."""
    names = [
        name
        for name in type(one).__slots__  # type: ignore[attr-defined]
        if name not in ("watch", "trace") and getattr(one, name) != getattr(other, name)
    ]
    return ", ".join(names) or f"equal parts ({game.ruleset.name})"


def check_end(game: Game, ended: Ended) -> Iterator[str]:
    """The answers of the last stretch lead to the end again."""
    yield from again(game, ended.since.start.copy(), ended.since.answers, ended.state)


PROPERTY = Property(
    "replay-and-json",
    "The same answers give the same game, and a position that is written down and read again is "
    "the same position.",
    check,
    check_end,
    expensive=True,
)
