"""11. The game ends exactly when a book says so, and its score can be counted again."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.oracle.game import Game
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import DECLINE, DONE, END, PASS, YES, PlayCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, PER_PLAYER
from rules_check.properties.model import Ended, Property, Step
from rules_check.properties.observed import moves, side_of, texts_of, zone_of
from rules_check.properties.recount import recount, winners
from rules_check.properties.shadow import Shadow

NOTHING_MORE: tuple[Option, ...] = (END, DONE, PASS, YES, DECLINE)


def check(step: Step) -> Iterator[str]:
    """A step ends the game if, and only if, an ending of the book has come about."""
    game, after = step.game, step.after
    yield from points(step)
    if after.out:
        yield from nothing_left(game, after)
    fallen = [p for p in range(game.players) if not after.zones[zone_of(p, CHARACTERS)]]
    if after.result is None:
        if after.choice is None:
            yield "nobody can decide anything, and the game is not over"
        alive = {game.team[p] for p in range(game.players) if p not in fallen}
        if fallen and (not game.last_standing or len(alive) < 2):
            yield f"the last Character of {game.seats[fallen[0]]} has fallen, and the game goes on"
        if step.ended and game.boss_stack >= 0 and not after.zones[game.boss_stack]:
            yield "no Super-Villain is left to be turned up, and the game goes on"
        if "over" in step.kinds:
            yield "the game was told to be over, and goes on"
        return
    if after.choice is not None:
        yield "the game is over, and something is to be decided"
    yield from reason(step, fallen)


def due(step: Step, shadow: Shadow) -> bool:
    """Points or somebody's Characters have changed, somebody is out, or nothing can go on."""
    after = step.after
    return (
        step.number == 1
        or after.choice is None
        or after.result is not None
        or bool(after.out)
        or after.vp != shadow.vp
        or not shadow.touched.isdisjoint(shadow.table.characters)
        or (shadow.table.bosses >= 0 and not after.zones[shadow.table.bosses])
    )


def nothing_left(game: Game, state: State) -> Iterator[str]:
    """Who is out of the game has no cards in it, has nothing that works on, and decides nothing."""
    for player in state.out:
        name = game.seats[player]
        if any(state.zones[zone_of(player, zone)] for zone in range(PER_PLAYER)):
            yield f"{name} is out of the game, and still has cards"
        if state.choice is not None and state.choice.player == player:
            yield f"{name} is out of the game, and is asked"
        if any(lasting.you == player for lasting in state.lasting):
            yield f"{name} is out of the game, and a text of theirs works on"


def reason(step: Step, fallen: list[int]) -> Iterator[str]:
    """Why the game ended, and who won by it."""
    game, after, result = step.game, step.after, step.after.result
    assert result is not None
    match result.reason:
        case "last_character":
            if not any(m.event.kind == "defeat" for m in moves(step.events)) or not fallen:
                yield "the game ended by a last Character, and none has fallen"
            if result.winners != side_of(game, after.active):
                yield "another side won than the one that defeated the last Character"
        case "refill_fail":
            size = min(
                [game.parameters["lineup.size"]]
                + [x.node.number for x in after.lasting if x.what == "refill"]
            )
            if after.zones[game.main_deck] or len(after.zones[game.line_up]) >= size:
                yield "the game ended because cards were lacking, and there are enough"
            if "lose power" not in {e.kind for e in step.spans[-1].events}:
                yield "the game ended because cards were lacking, before the refill step"
            yield from counted(game, after)
        case "villain_flip_fail":
            if after.zones[game.boss_stack]:
                yield "the game ended because no Super-Villain was left, and there is one"
            if "lose power" not in {e.kind for e in step.spans[-1].events}:
                yield "the game ended because no Super-Villain was left, before the flip step"
            yield from counted(game, after)
        case "main_deck_empty":
            if after.zones[game.main_deck]:
                yield "the game ended because the main deck was empty, and it is not"
            yield from counted(game, after)
        case "card":
            if not texts_of(game).wins:
                yield "a card ended the game, and no text says so"
        case other:
            yield f"the game ended by {other}, which no book knows"
    if result.reason not in (*game.parameters["end.conditions"], "card"):
        yield f"the game ended by {result.reason}, which this book does not know"


def counted(game: Game, state: State) -> Iterator[str]:
    """The points, counted again, and the winners by them."""
    result = state.result
    assert result is not None
    scores = tuple(recount(game, state, p) for p in range(game.players))
    if result.scores != scores:
        yield f"the scores are {result.scores}; counted again they are {scores}"
    won, tie_break = winners(game, state, scores)
    if (result.winners, result.tie_break) != (won, tie_break):
        names = " and ".join(game.seats[p] for p in won)
        yield f"{names} should have won{f' by {tie_break}' if tie_break else ''}"


def points(step: Step) -> Iterator[str]:
    """Victory Points are given only by events that say so."""
    if step.before.vp != step.after.vp or "vp" in step.kinds:
        expected = list(step.before.vp)
        for event in step.events:
            if event.kind == "vp":
                expected[event.player] = expected[event.player] + event.detail[0]
        if expected != step.after.vp:
            yield f"players have {step.after.vp} points of their own; the events give {expected}"


def check_end(game: Game, ended: Ended) -> Iterator[str]:
    """After the end nothing can be done."""
    state = ended.state
    if state.result is None:
        return
    copy = state.copy()
    hand = state.zones[state.active * PER_PLAYER]
    for option in (*NOTHING_MORE, *(PlayCard(card) for card in range(len(game.kinds))[:3] or hand)):
        refused = game.refuse(copy, option)
        if refused is None or refused.code != "game.over":
            yield f"{option.tag} is possible after the end of the game"
    if copy != state:
        yield "an action that was refused has changed the end of the game"


PROPERTY = Property(
    "end-and-score",
    "The game ends exactly when the book says so, nothing can be done afterwards, and the score "
    "is right.",
    check,
    check_end,
    kinds=frozenset({"over"}),
    due=due,
)
