"""10. Every offered action can be taken; every other is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.oracle.game import Game, Refused
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.endless import RunsForever
from rules_check.oracle.values.option_forms import CardOption, Option
from rules_check.oracle.values.options import (
    DECLINE,
    DONE,
    END,
    NO,
    PASS,
    STOP,
    YES,
    AssistWith,
    BlockWith,
    BuyCard,
    ChooseCard,
    ChooseEffect,
    ChooseNumber,
    ChoosePlayer,
    Confront,
    DefeatCard,
    DefendWith,
    HuntCard,
    Order,
    ParkCard,
    PayFor,
    PlayCard,
    ResolveFirst,
    UseAbility,
)
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, DISCARD, HAND, PER_PLAYER, PLAY
from rules_check.properties.model import Property, Step

WITH_CARD = (
    PlayCard,
    BuyCard,
    DefeatCard,
    HuntCard,
    AssistWith,
    BlockWith,
    DefendWith,
    ParkCard,
    ChooseCard,
)
PLAIN = (END, DONE, PASS, YES, NO, STOP, DECLINE)
MOST_TRIED = 24
"""So many offered options are tried out at a step, spread over all of them."""
THINNED = 3
"""Of the options that are not offered, one in so many is tried at a step."""


def check(step: Step) -> Iterator[str]:
    """Try what was offered on copies, and what was not on another."""
    game, before = step.game, step.before
    choice = before.choice
    if choice is None:
        return
    for option in spread(choice.options):
        yield from taken(game, before, option)
    yield from labelled(game, before, choice)
    copy = before.copy()
    for at, option in enumerate(others(game, before, choice)):
        if at % THINNED != step.number % THINNED:
            continue
        try:
            game.answer(copy, option)
        except Refused:
            continue
        except Exception as error:  # noqa: BLE001 (whatever it is, it is no refusal)
            yield f"{option}: {type(error).__name__} instead of a refusal: {error}"
        else:
            yield f"{' '.join(map(str, option))} is not offered and can be done"
        copy = before.copy()
    if copy != before:
        yield "an action that was refused has changed the game"


def spread(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Some of the options, from everywhere in the list."""
    if len(options) <= MOST_TRIED:
        return options
    return options[:: len(options) // MOST_TRIED + 1]


def taken(game: Game, before: State, option: Option) -> Iterator[str]:
    """An offered option is accepted, and the game goes on."""
    copy = before.copy()
    try:
        game.answer(copy, option)
    except (Exception, RunsForever) as error:  # noqa: BLE001 (a defect of the engine, or of a card)
        yield f"{game.label(before, option)} is offered: {type(error).__name__}: {error}"


def labelled(game: Game, before: State, choice: Choice) -> Iterator[str]:
    """Each offered option has a name of its own, by which it can be found."""
    seen: dict[str, Option] = {}
    for option in choice.options:
        label = game.label(before, option)
        if label in seen:
            yield f"two options are called {label!r}: {seen[label]} and {option}"
        elif game.parse(before, label) != option:
            yield f"{label!r} is the name of {option} and means {game.parse(before, label)}"
        seen[label] = option


def others(game: Game, before: State, choice: Choice) -> Iterator[Option]:
    """Actions that somebody might try, and that are not offered."""
    offered = set(choice.options)
    kinds = {sort for option in choice.options if (sort := sort_of(game, before, option))}
    for option in imaginable(game, before):
        if option in offered:
            continue
        if sort_of(game, before, option) in kinds:
            continue  # another copy of a card that is offered
        yield option
    if choice.kind is ChoiceKind.SHUFFLE and len(choice.cards) > 1:
        yield Order(choice.cards[1:])
        yield Order((*choice.cards[1:], choice.cards[1]))


def sort_of(game: Game, state: State, option: Option) -> tuple[type[Option], int, int] | None:
    """What an option does, with which kind of card, from where; None if it names no card."""
    if not isinstance(option, CardOption):
        return None
    return type(option), game.kind_index[option.card], state.where[option.card]


def imaginable(game: Game, state: State) -> Iterator[Option]:
    """What players may think of: cards in sight, words that end something, any foe."""
    yield from PLAIN
    for player in range(game.players):
        yield Confront(player)
        yield ChoosePlayer(player)
    cards: list[int] = []
    for player in range(game.players):
        base = player * PER_PLAYER
        cards += state.zones[base + HAND]
        cards += state.zones[base + DISCARD][:2]
        for card in (*state.zones[base + CHARACTERS], *state.zones[base + PLAY][:2]):
            yield UseAbility(card, 0)
            yield PayFor(card, 0)
    cards += state.zones[game.line_up]
    cards += state.zones[game.main_deck][:1]
    for zone in game.stacks.values():
        cards += state.zones[zone][:1]
    if game.boss_stack >= 0:
        cards += state.zones[game.boss_stack][:2]
    for card in cards:
        for kind in WITH_CARD:
            yield kind(card)
    yield ChooseEffect(9)
    yield ChooseNumber(99)
    yield ResolveFirst(99)


PROPERTY = Property(
    "offered-or-refused",
    "Whatever is offered can be done; whatever is not offered is refused, and changes nothing.",
    check,
    expensive=True,
)
