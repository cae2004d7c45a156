"""Which game is played: a book, a variant of it, other books mixed in, and who sits where.

A person says some of this; the books say the rest. `arrange` finds what is meant, or says which
rule is in the way; `play_set_of` makes the cards of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import NamedTuple

from rules_check.oracle.box.joining import with_cards
from rules_check.oracle.box.mixing import MixError, find_mix, mix_play_sets
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.playset import CardSource, PlaySet, load_play_set
from rules_check.oracle.box.settings import GameError
from rules_check.rules.load import load_ruleset
from rules_check.rules.model import Mix, Ruleset
from rules_check.rules.topics import topics_of


class Mixed(NamedTuple):
    """Another game that is mixed in, how, and the Characters whose cards are taken out."""

    other: str
    how: str
    out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A game, ready to be played: its book, variant ("" for none), mixed-in games and seats."""

    game: str
    variant: str = ""
    mixed: tuple[Mixed, ...] = ()
    seats: tuple[str, ...] = ()

    @property
    def books(self) -> tuple[str, ...]:
        """The book whose rules hold, then those that are mixed in."""
        return (self.game, *(mixed.other for mixed in self.mixed))


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks for; what is left open is found by `arrange`."""

    game: str = ""
    variant: str = ""
    mix: tuple[str, ...] = ()
    players: int = 0
    characters: tuple[str, ...] = ()
    out: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """How many play; 0 if that is open."""
        return self.players or len(self.characters)

    @property
    def title(self) -> str:
        """A short name: the books, the variant, how many play, as far as they are named."""
        books = "+".join((*([self.game] if self.game else []), *self.mix))
        number = str(self.number) if self.number else ""
        return " ".join(part for part in (books, self.variant, number) if part)


class _Way(NamedTuple):
    """One printed way to play some books together."""

    book: Ruleset
    variant: str
    mixes: tuple[Mix, ...]

    @property
    def allowed(self) -> tuple[int, ...]:
        """How many can play like this."""
        return allowed_players(self.book, self.variant)


def allowed_players(book: Ruleset, variant: str) -> tuple[int, ...]:
    """How many can play a book, or a variant of it."""
    changed: Mapping[str, object] = {}
    for known in book.variants:
        if known.name == variant:
            changed = known.parameters
    allowed = changed.get("players.allowed", book.parameters["players.allowed"])
    assert isinstance(allowed, tuple)
    return tuple(int(number) for number in allowed)


def arrange(wish: Wish) -> Arrangement:
    """The game that is meant. Raises GameError where no book prints it, or a rule forbids it."""
    if wish.players and wish.characters and wish.players != len(wish.characters):
        said = ", ".join(wish.characters)
        raise GameError(f"{wish.players} players, but {len(wish.characters)} Characters: {said}")
    way = _find(_books(wish), wish)
    number = wish.number or _usual(way)
    seats = wish.characters or default_seats(way.book, way.mixes, number)
    mixed: list[Mixed] = []
    left = list(wish.out)
    for mix in way.mixes:
        out = _taken_out(way.book, mix, seats, mixed, left) if mix.deck == "swapped" else ()
        mixed.append(Mixed(mix.other, mix.how, out))
    if left:
        raise MixError(f"{', '.join(left)}: no cards are taken out in this game")
    return Arrangement(way.book.name, way.variant, tuple(mixed), seats)


def play_set_of(
    arrangement: Arrangement,
    cards: Sequence[CardSource] = (),
    *,
    rulings: Mapping[str, int] | None = None,
) -> PlaySet:
    """The cards of a game. `rulings` gives rulings of its books another reading."""
    flipped = rulings or {}

    def loaded(name: str) -> PlaySet:
        known = {ruling.id for ruling in load_ruleset(name).rulings}
        return load_play_set(name, rulings={id_: r for id_, r in flipped.items() if id_ in known})

    play_set = loaded(arrangement.game)
    seats = arrangement.seats or play_set.seats
    for mixed in arrangement.mixed:
        mix = find_mix(play_set.ruleset, mixed.other, mixed.how)
        play_set = mix_play_sets(play_set, loaded(mixed.other), mix, seats, mixed.out)
    return replace(with_cards(play_set, cards), seats=seats, variant=arrangement.variant)


def every_wish() -> Iterator[Wish]:
    """Every printed way to play: each book, each variant, each mix, with each number of players."""
    names = play_set_names()
    for name in names:
        yield from _each(load_ruleset(name), ())
    for name in names:
        book = load_ruleset(name)
        others = list(dict.fromkeys(mix.other for mix in book.mixes if mix.other in names))
        for other in others:
            yield from _each(book, (other,))
        if len(others) > 1:
            yield from _each(book, tuple(others))


def _each(book: Ruleset, others: tuple[str, ...]) -> Iterator[Wish]:
    for way in _ways(book, others):
        for number in way.allowed:
            yield Wish(book.name, way.variant, others, number)


# ------------------------------------------------------------------- the book and the way


def _books(wish: Wish) -> tuple[str, ...]:
    """The books that are named; if none is, the one that prints the variant."""
    named = tuple(dict.fromkeys((*([wish.game] if wish.game else []), *wish.mix)))
    if not named and wish.variant:
        named = tuple(name for name in play_set_names() if wish.variant in variant_names(name))
    if not named:
        raise GameError(f"name a game to play; there are {', '.join(play_set_names())}")
    if wish.mix and len(named) == 1:
        raise MixError(f"name another game to mix {named[0]} with")
    if len(named) == 1 and wish.variant:
        mixes = [m for m in load_ruleset(named[0]).mixes if m.variant == wish.variant]
        if mixes:  # a variant of mixed games only
            return (named[0], mixes[0].other)
    return named


def variant_names(name: str) -> tuple[str, ...]:
    """The variants that a book prints."""
    return tuple(variant.name for variant in load_ruleset(name).variants)


def _find(books: tuple[str, ...], wish: Wish) -> _Way:
    """The way to play these books; the one that is named first goes before others."""
    ways = [
        way
        for host in books
        for way in _ways(load_ruleset(host), tuple(book for book in books if book != host))
    ]
    if not ways:
        raise MixError(_no_way(books))
    book = ways[0].book
    if wish.variant:
        known = list(dict.fromkeys(way.variant for way in ways if way.variant))
        ways = [way for way in ways if way.variant == wish.variant]
        if not ways:
            there = f"there is {', '.join(known)}" if known else "there is none"
            raise GameError(f"{' and '.join(books)}: no variant {wish.variant!r}; {there}")
    if wish.number:
        numbers = sorted({number for way in ways for number in way.allowed})
        ways = [way for way in ways if wish.number in way.allowed]
        if not ways:
            said = " or ".join(map(str, numbers))
            name = f"{book.title}, {wish.variant}," if wish.variant else book.title
            rules = topics_of(book.name).rules("refused.setup.players")
            raise GameError(f"{name} is for {said} players, not {wish.number}", rules)
    return ways[0]


def _ways(book: Ruleset, others: tuple[str, ...]) -> Iterator[_Way]:
    """The ways in which a book mixes these games in; a variant that a mix names is for it only."""
    own = {mix.variant for mix in book.mixes if mix.variant}
    choices = [[mix for mix in book.mixes if mix.other == other] for other in others]
    for mixes in product(*choices):
        named = {mix.variant for mix in mixes if mix.variant}
        if len(named) > 1 or (named and any(not mix.variant for mix in mixes)):
            continue
        if named:
            yield _Way(book, named.pop(), mixes)
            continue
        yield _Way(book, "", mixes)
        for variant in book.variants:
            if variant.name not in own:
                yield _Way(book, variant.name, mixes)


def _no_way(books: tuple[str, ...]) -> str:
    """Why these books cannot be mixed."""
    known = [
        f"{name} with {mix.other}" for name in play_set_names() for mix in load_ruleset(name).mixes
    ]
    there = "; ".join(dict.fromkeys(known)) or "no mix at all"
    return f"no book says how to mix {' and '.join(books)}; there is {there}"


def _usual(way: _Way) -> int:
    """How many play if nobody says."""
    usual = len(load_play_set(way.book.name).seats)
    return usual if usual in way.allowed else max(way.allowed)


# ------------------------------------------------------------------------------- the seats


def with_seats_by(rng: Random, wish: Wish) -> Arrangement:
    """The game that is meant, with Characters by chance: of each side as many where there are
    teams, of each book some where only cards of Characters that are played come in."""
    usual = arrange(wish)
    if wish.characters:
        return usual
    book = load_ruleset(usual.game)
    mixes = [find_mix(book, mixed.other, mixed.how) for mixed in usual.mixed]
    own, number = load_play_set(usual.game), len(usual.seats)
    sides = {
        side: [name for name in names if name not in wish.out]
        for side, names in _all_sides(own, mixes).items()
    }
    if not mixes and number == len(own.characters):
        return usual
    if has_teams(book, usual.variant):
        each = number // len(sides)
        chosen = [rng.sample(members, each) for members in sides.values()]
        rng.shuffle(chosen)
        seats = [side[place] for place in range(each) for side in chosen]
    elif any(mix.deck == "symbols" for mix in mixes):
        seats = [rng.choice(tuple(load_play_set(name).characters)) for name in usual.books]
        rng.shuffle(seats)
    else:
        every = [name for book in usual.books for name in load_play_set(book).characters]
        seats = rng.sample([name for name in every if name not in wish.out], number)
    return arrange(replace(wish, characters=tuple(seats)))


def has_teams(book: Ruleset, variant: str) -> bool:
    """Whether players are partners, in a book or a variant of it."""
    return next((known.teams for known in book.variants if known.name == variant), book.teams)


def default_seats(book: Ruleset, mixes: Sequence[Mix], number: int) -> tuple[str, ...]:
    """Who plays if nobody says: Characters of the mixed-in games take the last places, on their
    side where there are sides; the first place stays with the book's own Character."""
    own = load_play_set(book.name)
    seats = list(own.seats[:number])
    guests = [name for mix in mixes for name in load_play_set(mix.other).seats]
    if len(seats) < number:
        others = [name for name in own.characters if name not in seats]
        return (*seats, *(*guests, *others)[: number - len(seats)])
    side = {name: key for key, names in _all_sides(own, mixes).items() for name in names}
    for at in range(number - 1, 0, -1):
        wanted = side.get(seats[at])
        fits = [name for name in guests if wanted is None or side.get(name) == wanted]
        if fits:
            seats[at] = fits[-1]
            guests.remove(fits[-1])
    return tuple(seats)


def _all_sides(own: PlaySet, mixes: Sequence[Mix]) -> Mapping[str, tuple[str, ...]]:
    sides = dict(own.sides)
    for mix in mixes:
        for side, names in mix.sides.items():
            sides[side] = (*sides.get(side, ()), *names)
    return sides


def _taken_out(
    book: Ruleset, mix: Mix, seats: Sequence[str], before: Sequence[Mixed], named: list[str]
) -> tuple[str, ...]:
    """Whose cards make place: those named, which are used up, or as many Characters as come in,
    of their side if there is one, and none whose cards the book advises to leave in."""
    if named:
        out = tuple(named)
        named.clear()
        return out
    own = load_play_set(book.name)
    sides = _all_sides(own, (mix,))
    gone = {name for mixed in before for name in mixed.out}
    free = [
        name
        for name in own.characters
        if name not in seats and name not in gone and name not in mix.keep
    ]
    other = load_play_set(mix.other)
    found: list[str] = []
    for guest in [name for name in seats if name in other.characters] or [other.seats[0]]:
        mates = next((names for names in sides.values() if guest in names), ())
        best = sorted((name for name in free if name not in found), key=lambda x: x not in mates)
        found += best[:1]
    return tuple(found)
