"""A first scenario for a card: it is played from the hand, and what happens is written down.

What the engine does is not what the card should do: a draft says so, and whoever wants the
scenario has to read and confirm it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.scenarios.checks import parse_check
from rules_check.oracle.scenarios.model import BadPosition, Scenario
from rules_check.oracle.scenarios.moments import (
    Moment,
    UnreadableLine,
    card_name,
    cards_text,
    offer,
    open_decision,
    seat_text,
)
from rules_check.oracle.scenarios.own_cards import OwnCards
from rules_check.oracle.scenarios.runner import as_it_lies
from rules_check.oracle.scenarios.tables import begin
from rules_check.oracle.scenarios.zones import STACK, Zone, zones_of
from rules_check.oracle.values.choices import NATURE, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.state import State

MOST_ANSWERS: Final = 30
"""A draft ends after so many answers."""

MOST_CARDS: Final = 12
"""Of a place with more cards, only their number is written."""

OTHERS: Final = 4
"""So many other answers are named beside the one that is taken."""

HEAD: Final = """\
# A first scenario for {name}.
{text}#
# The lines under `then` are what the engine does now. Whether that is what the card should do,
# only you can say: read each line, correct what is wrong, add what matters. Then delete the
# line `draft = true`.

cards = [{file}]
"""


class CannotPlay(ValueError):
    """The card cannot be played from the hand, so there is nothing to write down."""


class _Step(NamedTuple):
    """An action, and others that were possible."""

    action: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Draft:
    """A game in which a card is played: the position, what was done, and what came of it."""

    position: dict[str, Any]
    steps: tuple[_Step, ...]
    then: tuple[str, ...]


def draft(own: OwnCards, name: str, text: Sequence[str], file: str) -> str:
    """A scenario file in which the card `name` is played, and once more in a Confrontation if
    that makes a difference. `text` are its printed lines; `file` is what the scenarios call the
    card file. Raises CannotPlay and ScenarioError."""
    alone = _played(own, name, confront=False)
    drafts = [(slug(name), f"{name} is played", alone)]
    try:
        confronting = _played(own, name, confront=True)
    except (CannotPlay, BadPosition):
        confronting = alone
    if (confronting.steps, confronting.then) != (alone.steps, alone.then):
        title = f"{name} is played in a Confrontation"
        drafts.append((f"{slug(name)}-confrontation", title, confronting))
    printed = "".join(f"#   {one_line(line)}\n" for line in text)
    head = HEAD.format(name=one_line(name), text=printed, file=quoted(file))
    return head + "".join(_written(*one) for one in drafts)


# ------------------------------------------------------------------------- playing


def _played(own: OwnCards, name: str, *, confront: bool) -> _Draft:
    """The card is played, in a Confrontation or outside of one."""
    position = _position(own, name)
    if confront:
        position["confront"] = _foe(own)
    scenario = Scenario(own.path, name, own.ruleset, (), "", (), position, own=(own,))
    game, state = begin(scenario)
    first = {zone: zone.names(moment_of(game, state)) for zone in zones_of(game)}
    numbers = list(numbers_told(moment_of(game, state)))
    steps = [_Step(f"P1: play {name}")]
    game.answer(state, _option(game, state, steps[0].action))
    while (choice := state.choice) is not None and len(steps) <= MOST_ANSWERS:
        if choice.player == NATURE:
            game.answer(state, as_it_lies(choice))
        elif choice.kind is ChoiceKind.MAIN or state.active != 0:
            break
        else:
            option = choice.options[0]
            said = dict.fromkeys(offer(game, state, other) for other in choice.options)
            action, *others = said
            steps.append(_Step(action, tuple(others)))
            game.answer(state, option)
    at = moment_of(game, state)
    lines = [*changed_zones(at, first), *changed_numbers(at, numbers)]
    if waiting := open_decision(state):
        lines.append(f"choice: {waiting}")
    return _Draft(position, tuple(steps), tuple(line for line in lines if holds(line, at)))


def _position(own: OwnCards, name: str) -> dict[str, Any]:
    """The card in P1's hand, and starting cards where a text may look for cards."""
    play_set = load_play_set(own.ruleset)
    starters = [basic.name for basic in play_set.ruleset.basics if basic.role == "starter"]
    starter = starters[0]
    others = {f"P{n}": {"hand": [f"{starter} x2"]} for n in range(2, 1 + len(play_set.seats))}
    mine = {"hand": [name, f"{starter} x2"], "deck": [f"{starter} x5"]}
    return {"phase": "play", "P1": mine, **others}


def _foe(own: OwnCards) -> str:
    game, _ = begin(Scenario(own.path, "", own.ruleset, (), "", (), {"phase": "play"}, own=(own,)))
    return next(seat_text(p) for p in range(game.players) if game.team[p] != game.team[0])


def _option(game: Game, state: State, action: str) -> Option:
    offered = {offer(game, state, option): option for option in _options(state)}
    if action not in offered:
        can = "; ".join(offered) or "nothing"
        raise CannotPlay(f"{action.removeprefix('P1: ')} is not possible; possible are: {can}")
    return offered[action]


def _options(state: State) -> Sequence[Option]:
    return state.choice.options if state.choice else ()


def moment_of(game: Game, state: State) -> Moment:
    """What a scenario sees of a position."""
    known = frozenset(card_name(game, card) for card in range(len(game.kinds)))
    return Moment(game, state, frozenset(), known)


# ------------------------------------------------------------------- what has come of it


def changed_zones(at: Moment, first: dict[Zone, list[str]]) -> Iterator[str]:
    """The zones in which other cards lie than before, as checks."""
    for zone, before in first.items():
        now = zone.names(at)
        if now == before:
            continue
        if zone.key.startswith(STACK):
            yield f"{zone.words}: {len(now)}"
        elif len(now) > MOST_CARDS:
            yield f"{zone.words} size: {len(now)}"
        else:
            yield f"{zone.words}: {cards_text(now)}"


def numbers_told(at: Moment) -> Iterator[str]:
    """Everything else that a check can ask for and a card may change."""
    game, state = at.game, at.state
    for seat in range(game.players):
        yield f"{seat_text(seat)} power: {state.power[seat]}"
        if game.zone(state, "characters", seat):
            yield f"{seat_text(seat)} cost: {game.character_cost(state, seat)}"
    yield f"active: {seat_text(state.active)}"
    yield f"confronted: {seat_text(state.confronted) if state.confronted >= 0 else 'nobody'}"
    yield f"over: {state.result.reason if state.result else 'no'}"


def changed_numbers(at: Moment, first: Sequence[str]) -> Iterator[str]:
    """What has changed; the Power of P1 always, because most cards are about it."""
    for line in numbers_told(at):
        if line not in first or line.startswith("P1 power"):
            yield line


def holds(line: str, at: Moment) -> bool:
    """Whether the line says what it should: a name with a comma in it cannot be listed."""
    try:
        return not parse_check(line).problem(at)
    except UnreadableLine:
        return False


# ------------------------------------------------------------------------- writing


def _written(id_: str, title: str, made: _Draft) -> str:
    given = "".join(f"given.{key} = {value}\n" for key, value in given_keys(made.position))
    when = "".join(f"    {quoted(step.action)},{_or(step.others)}\n" for step in made.steps)
    then = "".join(f"    {quoted(line)},\n" for line in made.then)
    return (
        f"\n[[scenario]]\nid = {quoted(id_)}\ntitle = {quoted(title)}\n"
        "draft = true  # nobody has confirmed what is expected here\n"
        f"{given}when = [\n{when}]\nthen = [\n{then}]\n"
    )


def given_keys(position: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of a position below `given`, with their values as TOML writes them."""
    for key, value in position.items():
        if isinstance(value, dict):
            for zone, inner in value.items():
                yield f"{key}.{bare(zone)}", _value(inner)
        else:
            yield key, _value(value)


def bare(key: str) -> str:
    """A key as TOML writes it."""
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else quoted(key)


def _value(value: Any) -> str:
    """A value of a position as TOML writes it: a list of cards, a number, yes or no, a text."""
    if isinstance(value, list):
        return f"[{', '.join(map(quoted, value))}]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


def _or(others: Sequence[str]) -> str:
    more = " or …" if len(others) > OTHERS else ""
    return f"  # or: {one_line(' or '.join(others[:OTHERS]))}{more}" if others else ""


def slug(name: str) -> str:
    """A name as part of an id."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-") or "card"


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def one_line(text: str) -> str:
    """A text that may stand in a comment."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
