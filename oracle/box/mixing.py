"""Play sets mixed from two games, as a rulebook says (`[[mix]]` in rules/NAME.toml).

The rules, the starters and the Weakness are those of the game into which the other is mixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules_check.oracle.box.playset import CardDef, MixedIn, PlaySet
from rules_check.oracle.box.settings import GameError
from rules_check.rules.model import Mix, Ruleset
from rules_check.rules.topics import topics_of

Deck = tuple[tuple[CardDef, int], ...]


class MixError(GameError):
    """Two games cannot be mixed like this."""


def find_mix(ruleset: Ruleset, other: str, how: str) -> Mix:
    """The printed way to mix a game in. Raises MixError if the book knows none."""
    for mix in ruleset.mixes:
        if (mix.other, mix.how) == (other, how):
            return mix
    known = "; ".join(f"{mix.other}, {mix.how}" for mix in ruleset.mixes) or "none"
    raise MixError(f"{ruleset.name} is not mixed with {other}, {how}: there is {known}")


def mix_play_sets(
    own: PlaySet, other: PlaySet, mix: Mix, seats: Sequence[str], out: Sequence[str] = ()
) -> PlaySet:
    """The play set of a mixed game for the Characters in `seats`.

    `out` are the Characters whose cards are taken out, where cards are swapped. Raises MixError.
    """
    if bool(out) is not (mix.deck == "swapped"):
        said = "whose cards are taken out?" if not out else "no cards are taken out"
        raise MixError(f"{own.ruleset.name}, {mix.how}: {said}")
    both = (*own.main_deck, *other.main_deck)
    match mix.deck:
        case "symbols":
            _check_both_play(own, other, mix, seats)
            deck = tuple(entry for entry in both if entry[0].symbol in seats)
        case "both":
            deck = both
        case "swapped":
            deck = _swapped(own, other, seats, out)
    basics, extra = _stacks(own, other, mix)
    mixed = replace(
        own,
        characters={**own.characters, **other.characters},
        sides=_sides(own.sides, mix.sides),
        seats=tuple(seats),
        basics=basics,
        extra_stacks={**own.extra_stacks, **extra},
        mixed=(*own.mixed, MixedIn(other.ruleset, mix.how, tuple(out))),
    ).replace_main_deck(deck)
    _check_names(mixed)
    return replace(mixed, by_hand=own.by_hand or other.by_hand)


def _check_both_play(own: PlaySet, other: PlaySet, mix: Mix, seats: Sequence[str]) -> None:
    """Where the Characters that are played bring their cards, each game has to bring some."""
    for book in (own, other):
        if not any(seat in book.characters for seat in seats):
            message = f"no Character of {book.ruleset.name} is played, so nothing of it is mixed in"
            raise MixError(message, mix.rules)


def _swapped(own: PlaySet, other: PlaySet, seats: Sequence[str], out: Sequence[str]) -> Deck:
    """The own deck without the cards of `out`, and as many of the other game for them.

    Cards of Characters who are played come first, then those of like type and like cost.
    """
    rules = topics_of(own.ruleset.name)
    for name in out:
        if name not in own.characters:
            raise MixError(f"{name} is no Character of {own.ruleset.name}")
        if name in seats:
            message = f"{name} is played, so these cards stay in the main deck"
            raise MixError(message, rules.rules("refused.mix.played"))
    pool = [card for card, copies in other.main_deck for _ in range(copies)]
    gone = [card for card, copies in own.main_deck if card.symbol in out for _ in range(copies)]
    if len(gone) > len(pool):
        message = f"{len(gone)} cards are taken out, and only {len(pool)} can come in"
        raise MixError(message, rules.rules("refused.mix.too_few"))
    new: Counter[str] = Counter()
    for card in gone:
        best = min(pool, key=partial(_unlike, gone=card, seats=seats))
        pool.remove(best)
        new[best.name] += 1
    kept = tuple(entry for entry in own.main_deck if entry[0].symbol not in out)
    return (*kept, *((card, new[card.name]) for card, _ in other.main_deck if new[card.name]))


def _unlike(card: CardDef, gone: CardDef, seats: Sequence[str]) -> tuple[bool, bool, int]:
    """How badly a card takes the place of another: the lowest is the best."""
    return card.symbol not in seats, card.type is not gone.type, abs(card.cost - gone.cost)


def _stacks(
    own: PlaySet, other: PlaySet, mix: Mix
) -> tuple[Mapping[str, CardDef], Mapping[str, int]]:
    """The basic cards of the own game and the stacks for sale; stacks of the other, with sizes."""
    sold = {basic.name for basic in own.ruleset.basic("for sale")}
    sizes = {basic.name: basic.copies for basic in other.ruleset.basic("for sale")}
    basics = {
        name: card for name, card in own.basics.items() if name not in sold or name in mix.stacks
    }
    extra = {name: sizes[name] for name in mix.stacks if name in sizes and name not in sold}
    for name in mix.stacks:
        if name not in sold and name not in sizes:
            raise MixError(f"{own.ruleset.name}, {mix.how}: neither game sells {name}")
    return {**basics, **{name: other.basics[name] for name in extra}}, extra


def _sides(
    own: Mapping[str, tuple[str, ...]], more: Mapping[str, tuple[str, ...]]
) -> Mapping[str, tuple[str, ...]]:
    return {side: (*own.get(side, ()), *more.get(side, ())) for side in {**own, **more}}


def _check_names(mixed: PlaySet) -> None:
    """Two different cards of one name could not be told apart."""
    for (name, level), number in Counter((c.name, c.level) for c in mixed.cards()).items():
        if number > 1:
            raise MixError(f"both games have a card {name}{f' of Level {level}' if level else ''}")
