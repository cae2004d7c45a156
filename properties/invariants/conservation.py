"""1. Every physical card is in exactly one zone, and no card comes or goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from rules_check.grammar.ast import Title
from rules_check.oracle.game import Game
from rules_check.oracle.trace.citing import MOVES
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import DECK, PER_PLAYER
from rules_check.properties.model import Ended, Property, Step
from rules_check.properties.passage import Breach, Passage, Statement, broken
from rules_check.properties.recount import returned
from rules_check.properties.shadow import Shadow, owned


def check(step: Step) -> Iterator[str]:
    """No card is lost or doubled, and the trace tells where each of them went."""
    if step.number == 1:
        yield from everywhere(step.game, step.before)
    yield from broken(one_place(step))
    yield from told_moves(step)


def due(step: Step, shadow: Shadow) -> bool:
    """A card does not lie where it was told to go: or the game has just begun."""
    return shadow.astray or step.number == 1


def check_end(game: Game, ended: Ended) -> Iterator[str]:
    """At the end all cards of the box are still there."""
    yield from everywhere(game, ended.state)


def everywhere(game: Game, state: State) -> Iterator[str]:
    """Count every card of the box, wherever it is."""
    lies: dict[int, int] = {}
    for zone, cards in enumerate(state.zones):
        for card in cards:
            if card in lies:
                other = game.zone_name(lies[card])
                yield f"{game.card_id(card)} is in two places: {other}, {game.zone_name(zone)}"
            lies[card] = zone
    for card, zone in enumerate(state.where):
        if card not in lies:
            yield f"{game.card_id(card)} is nowhere"
        elif lies[card] != zone:
            yield f"{game.card_id(card)} is looked for in another place than where it lies"
    found = Counter(game.card_id(card).partition("#")[0] for card in lies)
    for name, number in printed_numbers(game).items():
        if found[name] != number:
            yield f"there are {found[name]} {name}, not {number}"


@lru_cache(maxsize=32)
def printed_numbers(game: Game) -> Counter[str]:
    """How many of each card the box has, from the play set and the rulebook alone."""
    play_set = game.playset
    numbers: Counter[str] = Counter()
    for basic in game.ruleset.basics:
        if basic.name in play_set.basics:
            numbers[basic.name] += max(basic.copies, basic.each_player * game.players)
    for name in play_set.extra_stacks:
        numbers[name] += play_set.extra_stacks[name]
    others = {card.name for card in play_set.cards() if Title.CHARACTER not in card.titles}
    for seat in game.seats:
        for card in play_set.characters[seat]:
            name = f"{card.name} {card.level}" if card.level else card.name
            if name in others:
                name = f"{name} ({game.ruleset.character_word})"
            numbers[name] += 1
    for card in play_set.super_villains:
        numbers[card.name] += 1
    for card, copies in play_set.main_deck:
        numbers[card.name] += copies
    return numbers


def one_place(passage: Passage) -> Iterator[Breach]:
    """The zones that were touched hold each of their cards once, and all cards are somewhere."""
    game, where, call = passage.game, passage.after.where, passage.call
    lying = passage.resting()
    for zone, cards in passage.touched():
        if not cards:
            continue
        lying += len(cards)
        if len(set(cards)) < len(cards):
            double = next(card for card in cards if cards.count(card) > 1)
            yield f"{call(double)} is twice in {game.zone_name(zone)}", True
        for card in cards:
            if where[card] != zone:
                there, looked_for = game.zone_name(zone), game.zone_name(where[card])
                yield f"{call(card)} lies in {there} and is looked for in {looked_for}", True
    if lying != passage.existing:
        yield f"there are {lying} cards, not {passage.existing}", True


def told_moves(step: Step) -> Iterator[str]:
    """Every card that changed its place was told to go there, from where it was."""
    game, after = step.game, step.after.where
    lies = step.before.where[:]
    owners = dict(step.before.owners)
    for event in step.events:
        kind = event.kind
        if kind in MOVES and len(event.detail) == 2:
            source, to = event.detail
            for card in event.cards:
                if lies[card] != source:
                    yield f"{game.card_id(card)}: {kind} from a place where it does not lie"
                lies[card] = to
                yield from owned(game, event, card, owners)
        elif kind == "set aside":
            for card in event.cards:
                lies[card] = game.unused_bosses
        elif kind == "reshuffle":
            for card in event.cards:
                lies[card] = event.player * PER_PLAYER + DECK
        elif kind == "return":  # something that was moved for a while
            for card in event.cards:
                lies[card] = after[card]
        elif kind == "return to decks":
            back = returned(game)
            lies = [
                owners.get(card, zone // PER_PLAYER) * PER_PLAYER + DECK
                if zone < game.shared and zone % PER_PLAYER in back
                else zone
                for card, zone in enumerate(lies)
            ]
            owners = {}
    if owners != step.after.owners:
        names = ", ".join(game.card_id(card) for card in {**owners, **step.after.owners})
        yield f"the engine knows other owners of what is in play: {names}"
    if lies != after:
        for card, (told, found) in enumerate(zip(lies, after, strict=True)):
            if told != found:
                yield (
                    f"{game.card_id(card)} should lie in {game.zone_name(told)} "
                    f"and lies in {game.zone_name(found)}"
                )


PROPERTY = Property(
    "card-conservation",
    "Every physical card is in exactly one place, and no card comes or goes; what is played from "
    "another player's cards goes back to its owner.",
    check,
    check_end,
    statement=Statement(one_place),
    kinds=frozenset(),
    due=due,
)
