"""A whole game as text: a heading for each turn, what was done in it, and the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rules_check.output.paint import Paint
from rules_check.play.acts import Line
from rules_check.play.narrator import ENDS, Narrator
from rules_check.play.phrases import listed
from rules_check.rules.load import load_ruleset

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.events import Event
    from rules_check.oracle.values.state import State
    from rules_check.play.session import Session
    from rules_check.play.table import Table

REASONS: Final = {
    "last_character": "the last Character of a player is defeated",
    "refill_fail": "the Line-Up cannot be filled",
    "main_deck_empty": "the main deck is empty",
    "villain_flip_fail": "no Super-Villain is left to be turned up",
    "card": "a card says so",
}
TIE_BREAKS: Final = {
    "opposing_characters": "more defeated Characters",
    "deck_size": "the larger deck",
    "super_villains": "more Super-Villains",
}


def title_of(game: Game) -> str:
    """The game, with its variant."""
    variant = "" if game.variant is None else f", {game.variant.title}"
    return f"{game.ruleset.title}{variant}"


def mixed_in(table: Table) -> Iterator[str]:
    """The games that are mixed in, and whose cards make place for theirs."""
    for mixed in table.mixed:
        out = f"; the cards of {listed(mixed.out)} are taken out" if mixed.out else ""
        yield f"mixed with {load_ruleset(mixed.other).title}{out}"


def read_otherwise(table: Table) -> Iterator[str]:
    """What is not as the books say, and whether the game begins in the middle."""
    for what, value in table.reading.to_json().items():
        named = value.items() if isinstance(value, dict) else ((what, value),)
        for name, said in named:
            yield f"read otherwise: {name} = {said}"
    if table.given and not table.given.get("new"):
        yield "begins with a given position"


def transcript(session: Session, *, why: bool, quiet: bool, colour: bool) -> str:
    """The game in lines, ending with a newline."""
    game, state, paint = session.game, session.state, Paint(colour)
    lines: list[str] = []
    if not quiet:
        table = session.table
        lines.append(paint(f"{title_of(game)}, seed {table.seed}", "heading"))
        lines.extend(f"  {line}" for line in mixed_in(table))
        lines.extend(
            f"  {seat}: {kind}" for seat, kind in zip(table.seats, table.players, strict=True)
        )
        lines.extend(f"  cards of {source.file}" for source in table.cards)
        lines.extend(f"  {note}" for note in table.notes())
        lines.extend(f"  {line}" for line in read_otherwise(table))
        told = Narrator(game).lines(state.trace or ())
        lines.extend(printed(game, told, why=why, paint=paint))
        lines.append("")
    lines.extend(ending(game, state, why=why, paint=paint))
    return "\n".join(lines) + "\n"


def printed(game: Game, lines: Iterable[Line], *, why: bool, paint: Paint) -> Iterator[str]:
    """The lines as they are printed, each followed by its rules if they are asked for."""
    for line in lines:
        indent = "  " * line.depth
        if line.depth == 0:
            yield ""
        yield indent + paint(line.text, "heading" if line.depth == 0 else "line")
        if why:
            yield from rules_line(game, line.events, indent, paint)


def rules_line(game: Game, events: Iterable[Event], indent: str, paint: Paint) -> Iterator[str]:
    """The rules behind a line, if there are any."""
    rules = dict.fromkeys(rule for event in events for rule in game.rules_of(event))
    if rules:
        yield paint(f"{indent}  [{' '.join(rules)}]", "rules")


def ending(
    game: Game, state: State, *, why: bool = False, paint: Paint | None = None
) -> Iterator[str]:
    """How the game ended: the reason, the scores, the winners."""
    paint = paint or Paint(False)
    result = state.result
    if result is None:
        yield f"The game was left in turn {state.turn}."
        return
    yield f"The game is over: {REASONS.get(result.reason, result.reason)}."
    if result.scores:
        rows = list(zip(game.seats, result.scores, strict=True))
        if game.teams:
            for team, seats in sides(game).items():
                rows.append((team, sum(result.scores[seat] for seat in seats)))
        width = max(len(name) for name, _ in rows)
        for name, score in rows:
            yield f"  {name:{width}}  {score:4} VP"
    yield paint(_winners(game, state), "result")
    if why:
        events = (event for event in state.trace or () if event.kind in ENDS)
        yield from rules_line(game, events, "", paint)


def sides(game: Game) -> dict[str, tuple[int, ...]]:
    """The teams by the names of their members, with their seats."""
    found: dict[int, list[int]] = {}
    for seat in range(len(game.seats)):
        found.setdefault(game.team[seat], []).append(seat)
    return {listed([game.seats[seat] for seat in seats]): tuple(seats) for seats in found.values()}


def _winners(game: Game, state: State) -> str:
    result = state.result
    assert result is not None
    names = listed([game.seats[seat] for seat in result.winners])
    if len(result.winners) == len(game.seats) and len(sides(game)) > 1:
        return f"A tie: {names} win together."
    by = f" by {TIE_BREAKS.get(result.tie_break, result.tie_break)}" if result.tie_break else ""
    return f"{names} {'wins' if len(result.winners) == 1 else 'win'}{by}."
