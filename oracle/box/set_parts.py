"""The parts of a play set, checked against what the rulebook says about the box."""

from __future__ import annotations

from collections.abc import Mapping

from rules_check.oracle.box.playset_file import Plan
from rules_check.oracle.box.set_model import CardDef


def basics_of(
    plan: Plan, cards: Mapping[str, CardDef], copies: Mapping[str, int | None]
) -> Mapping[str, CardDef]:
    """The basic cards, with as many copies as the book says."""
    found: dict[str, CardDef] = {}
    for basic in plan.ruleset.basics:
        if basic.name not in cards:
            raise plan.error("files", f"no file has the basic card {basic.name}")
        if copies[basic.name] not in (None, basic.copies):
            message = f"{basic.name}: the rulebook has {basic.copies}, not {copies[basic.name]}"
            raise plan.error("files", message)
        found[basic.name] = cards[basic.name]
    return found


def main_deck_of(
    plan: Plan, cards: Mapping[str, CardDef], copies: Mapping[str, int | None]
) -> tuple[tuple[CardDef, int], ...]:
    """The listed cards; every card of the files has to be listed, with 0 if it is left out."""
    _check_listed(plan, "main_deck", plan.main_deck, cards, copies)
    for name, card in cards.items():
        if plan.ruleset.symbols and card.symbol not in plan.ruleset.characters:
            said = f"no Character of the game: {card.symbol}" if card.symbol else "missing"
            raise plan.error(f"values.{name}.symbol", said)
    size, expected = sum(plan.main_deck.values()), plan.ruleset.components.main_deck
    if size != expected:
        raise plan.error("main_deck", f"expected {expected} cards, found {size}")
    return tuple((cards[name], number) for name, number in plan.main_deck.items() if number)


def _check_listed(
    plan: Plan,
    key: str,
    listed: Mapping[str, int],
    cards: Mapping[str, CardDef],
    copies: Mapping[str, int | None],
) -> None:
    """What is listed are cards of the files, with their copies, and no card is missing."""
    for name, number in listed.items():
        if name not in cards:
            what = key.replace("_", "-")
            raise plan.error(f"{key}.{name}", f"no {what} card of the files has this name")
        if number < 0 or (number and copies[name] not in (None, number)):
            message = f"expected {copies[name] or 'a number'}, or 0 to leave it out"
            raise plan.error(f"{key}.{name}", f"{message}; found {number}")
    for name in cards:
        if name not in listed:
            raise plan.error(f"{key}.{name}", "is not listed; 0 leaves a card out")


def super_villains_of(
    plan: Plan, cards: Mapping[str, CardDef], copies: Mapping[str, int | None]
) -> tuple[CardDef, ...]:
    """The listed Super-Villains, one of each; the one that lies on top is among them."""
    _check_listed(plan, "super_villains", plan.super_villains, cards, copies)
    found = tuple(cards[name] for name, number in plan.super_villains.items() if number)
    expected = plan.ruleset.components.super_villains
    if sum(plan.super_villains.values()) != len(found) or len(found) != expected:
        message = f"expected {expected} different Super-Villains, found {len(found)}"
        raise plan.error("super_villains", message)
    top = plan.ruleset.parameters.get("boss.top")
    if expected and top is not None and top not in [card.name for card in found]:
        raise plan.error(f"super_villains.{top}", "lies on top of the stack, and is not there")
    return found


def characters_of(
    plan: Plan, found: Mapping[str, Mapping[int, CardDef]]
) -> Mapping[str, tuple[CardDef, ...]]:
    """The Characters with all their levels; in some games they have none, and no cost."""
    costs, word = plan.ruleset.ranges.character_costs, plan.ruleset.character_word
    wanted = tuple(range(1, len(costs) + 1)) or (0,)
    stacks: dict[str, tuple[CardDef, ...]] = {}
    for name in plan.ruleset.characters:
        levels = found.get(name, {})
        stack = tuple(levels[level] for level in sorted(levels))
        if tuple(sorted(levels)) != wanted and not costs:
            raise plan.error("files", f"no file has the {word} {name}, without a level")
        if tuple(sorted(levels)) != wanted:
            has = ", ".join(map(str, sorted(levels))) or "none"
            raise plan.error("files", f"{name}: expected levels 1 to {len(costs)}, found {has}")
        for card, cost in zip(stack, costs, strict=bool(costs)):
            if card.cost != cost:
                raise plan.error("files", f"{name}: level {card.level} costs {cost}")
        stacks[name] = stack
    for name in found:
        if name not in stacks:
            raise plan.error("levels", f"{name} is no {word} of the game, and no level of one")
    return stacks
