"""The table as one player sees it, in lines of text; made from the player's view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rules_check.oracle.seen import view

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.state import State


def board(game: Game, state: State, seat: int) -> Iterator[str]:
    """Line-Up and stacks, the others, and last the player's own cards."""
    seen = view(game, state, seat)
    line_up = ", ".join(_price(game, state, card, seat) for card in state.zones[game.line_up])
    yield f"Line-Up: {line_up or 'empty'}"
    stacks = [
        f"{_price(game, state, state.zones[zone][0], seat)} x{seen['stacks'][name]}"
        if state.zones[zone] and zone in game.for_sale
        else f"{name} x{seen['stacks'][name]}"
        for name, zone in game.stacks.items()
    ]
    yield f"Stacks: {', '.join(stacks)}. Main deck: {_cards(seen['main-deck'])}."
    if "super-villains" in seen:
        top, number = seen["super-villains"]["top"], seen["super-villains"]["cards"]
        shown = "face down" if number else "none"
        if top is not None:
            shown = f"{top} ({game.cost_to_take(state, state.face_up, seat)})"
        yield f"Super-Villain: {shown}; {_cards(number)} in the stack."
    if seen["destroyed"]:
        yield f"Destroyed: {names_of(seen['destroyed'])}"
    others = [player for player in seen["players"] if player["seat"] != seen["seat"]]
    own = [player for player in seen["players"] if player["seat"] == seen["seat"]]
    for player in [*others, *own]:
        yield from _player(player, game.ruleset.character_word, own=player in own)
    if seen["shown"]:
        yield f"You see: {names_of(seen['shown'])}"


def _price(game: Game, state: State, card: int, seat: int) -> str:
    """A card for sale, with what it costs this player now."""
    return f"{game.name(card)} ({game.cost_to_buy(state, card, seat)})"


def _player(player: dict[str, Any], word: str, *, own: bool) -> Iterator[str]:
    level = f"Level {player['level']}, " if player["level"] else ""
    cost = "" if player["cost"] is None else f" ({level}cost {player['cost']})"
    yield f"{player['character']}{cost}{', you' if own else ''}"
    hand = player["hand"]
    yield f"  hand: {_cards(hand) if isinstance(hand, int) else names_of(hand)}"
    yield f"  deck: {_cards(player['deck'])}; discard pile: {names_of(player['discard'])}"
    for key, words in (("play", "in play"), ("parked", f"with the {word}")):
        if player[key]:
            yield f"  {words}: {names_of(player[key])}"
    if player["score"]:
        yield f"  defeated: {', '.join(player['score'])}"


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def names_of(names: Iterable[str]) -> str:
    """Names, equal ones together."""
    counts = Counter(names)
    return ", ".join(n if k == 1 else f"{n} x{k}" for n, k in counts.items()) or "empty"
