"""A user's own set as the cards of a game: what it brings, what stands in, what is refused.

The rules are those of the game that is named, and so are the rulings by which the texts are
read. Whatever the file does not have comes from the game's own play set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rules_check.checker import Checker, FileResult
from rules_check.codes import Severity
from rules_check.grammar.ast import CardType, Title
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.cardmodel import Card, CardLine, Mark
from rules_check.oracle.box.playset import CardDef, PlaySet, card_def, load_play_set
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.playable import why_unplayable
from rules_check.output.report import plural


@dataclass(frozen=True, slots=True)
class DeckSource:
    """The file of a set: its name, its text as it was then, and whether cards that cannot be
    played are left out."""

    file: str
    text: str
    skip: bool = False


class Refusal(NamedTuple):
    """A card that cannot be played: where it begins, and why."""

    card: str
    line: int
    why: str


def _grouped(refused: Sequence[Refusal]) -> Iterator[str]:
    """The cards by name, those with the same reason together."""
    reasons: dict[str, list[Refusal]] = {}
    for refusal in sorted(refused, key=lambda one: one.line):
        reasons.setdefault(refusal.why, []).append(refusal)
    for why, cards in reasons.items():
        yield f"{', '.join(f'{card.card} (line {card.line})' for card in cards)}: {why}"


class BadDeck(Exception):
    """Cards of a set that cannot be played."""

    def __init__(self, file: str, refused: Sequence[Refusal]) -> None:
        self.file = file
        self.refused = tuple(refused)
        super().__init__(f"{file}: {plural(len(refused), 'card')} cannot be played")

    def report(self) -> str:
        """The cards by name, with the reasons."""
        lines = [f"rules-check: {self}", *(f"  {said}" for said in _grouped(self.refused))]
        return "\n".join([*lines, "--skip-unknown leaves them out"]) + "\n"


@dataclass(frozen=True, slots=True)
class Deck:
    """A set made ready for a game. `own` are its Characters, `notes` what there is to say."""

    play_set: PlaySet
    own: tuple[str, ...]
    notes: tuple[str, ...]
    refused: tuple[Refusal, ...]


def read_deck(path: str, game: str, *, skip: bool) -> DeckSource:
    """The set at a path. Raises BadDeck, BadCards for what no card is to blame for."""
    source = DeckSource(path, "\n".join(read_card_file(path).lines) + "\n", skip)
    result = Checker(Cache()).check_path(path)
    _check_file(result)
    deck = deck_of(source, game)
    if deck.refused and not skip:
        raise BadDeck(path, deck.refused)
    return source


def _check_file(result: FileResult) -> None:
    """Raise BadCards for errors outside of all cards."""
    from rules_check.play.cards import BadCards

    named = {card.name for card in result.file.cards}
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]
    if not result.readable or any(d.place.card not in named for d in errors):
        raise BadCards([result])


@lru_cache(maxsize=16)
def deck_of(source: DeckSource, game: str) -> Deck:
    """The set as the cards of a game; what cannot be played is left out, and told."""
    checker = Checker(Cache())
    result = checker.check_text(source.text, source.file)
    checker.save()
    maker = _Maker(load_play_set(game), source.file)
    for card, why in _sorted(result, game, source.file):
        if isinstance(why, str):
            maker.refuse(card, why)
        else:
            maker.add(card, why)
    return maker.made(result.file.ruleset)


def _sorted(result: FileResult, game: str, path: str) -> Iterator[tuple[Card, CardDef | str]]:
    """Each card of a file ready to be played, or why it cannot be."""
    errors: dict[int, str] = {}
    for found in result.diagnostics:
        if found.severity is Severity.ERROR:
            lines = [
                card.name_span.line
                for card in result.file.cards
                if card.name == found.place.card and card.name_span.line <= found.place.line
            ]
            errors.setdefault(lines[-1] if lines else 0, found.message)
    for one in result.cards:
        card = one.card
        line = card.name_span.line
        if line in errors:
            yield card, errors[line]
        elif not one.understood:
            yield card, "the text is not understood"
        else:
            try:
                made = card_def(game, path, card, one.subject.parsed.text)
            except PlaySetError as error:
                yield card, error.message
            else:
                yield card, why_unplayable(made) or made


class _Maker:
    """Puts the cards of a set in their places."""

    def __init__(self, game: PlaySet, path: str) -> None:
        self._game = game
        self._path = path
        self._deck: dict[str, tuple[CardDef, int]] = {}
        self._basics: dict[str, CardDef] = {}
        self._villains: dict[str, CardDef] = {}
        self._levels: dict[str, dict[int, tuple[Card, CardDef]]] = {}
        self._unknown: dict[str, list[str]] = {}
        self._notes: list[str] = []
        self._refused: list[Refusal] = []

    def refuse(self, card: Card, why: str) -> None:
        """A card that cannot be played."""
        self._refused.append(Refusal(card.name, card.name_span.line, why))

    def add(self, card: Card, made: CardDef) -> None:
        """A card that can be played, if the game has a place for it."""
        line = card.line
        assert line is not None
        why = self._no_place(made)
        if why:
            self.refuse(card, why)
            return
        if Title.CHARACTER in made.titles:
            self._levels.setdefault(made.name, {})[made.level] = card, made
            return
        self._note_values(line, made)
        if made.name in self._game.basics:
            self._basics[made.name] = made
            self._note_copies(made.name, line)
        elif self._game.is_super_villain(made):
            self._villains[made.name] = made
        else:
            known = {own.name: copies for own, copies in self._game.main_deck}
            self._deck[made.name] = made, line.copies or known.get(made.name, 1)

    def _no_place(self, made: CardDef) -> str:
        """Why the game has no place for a card, or an empty text."""
        if Title.CHARACTER in made.titles:
            twice = made.level in self._levels.get(made.name, {})
            word = self._game.ruleset.character_word
            return f"there is another {word} of this name and Level" if twice else ""
        if any(made.name in known for known in (self._deck, self._basics, self._villains)):
            return "there is another card of this name"
        if Title.SUPER_VILLAIN in made.titles and not self._game.super_villains:
            return "a Super-Villain has no place in this game"
        if made.name in self._game.basics:
            return ""
        if made.type is None:
            return "the game has no such Weakness"
        if made.type is CardType.STARTER:
            return "the game has no such Starter"
        return ""

    def _note_values(self, line: CardLine, made: CardDef) -> None:
        for what, value, used in (("cost", line.cost, made.cost), ("VP", line.vp, made.vp)):
            if value is None or value is Mark.UNKNOWN:
                self._unknown.setdefault(f"{what} {used}", []).append(made.name)

    def _note_copies(self, name: str, line: CardLine) -> None:
        (copies,) = [basic.copies for basic in self._game.ruleset.basics if basic.name == name]
        if line.copies not in (None, copies):
            self._notes.append(f"{name}: {copies} as the rulebook says, not {line.copies}")

    # ------------------------------------------------------------------------- the whole set

    def made(self, ruleset: str | None) -> Deck:
        """The set with whatever stands in for what it does not have."""
        game = self._game
        own = self._characters()
        new = tuple(name for name in own if name not in game.characters)
        changed = replace(
            game,
            basics={**game.basics, **self._basics},
            characters={**game.characters, **own},
            sides={side: (*names, *new) for side, names in game.sides.items()},
            seats=seated(tuple(own), game.seats, game.sides),
            super_villains=tuple(self._villains.values()) or game.super_villains,
        )
        if self._deck:
            changed = changed.replace_main_deck(self._deck.values())
        if ruleset != game.ruleset.name:
            self._notes.insert(0, f"written for {ruleset}, read with the rulings of this game")
        notes = (self._size(changed), *self._notes, *self._few(), *self._stand_ins(own))
        left = tuple(f"left out: {said}" for said in _grouped(self._refused))
        return Deck(changed, tuple(own), (*notes, *left), tuple(self._refused))

    def _characters(self) -> Mapping[str, tuple[CardDef, ...]]:
        """The Characters of the set that have all levels; those of the game stand in for some."""
        found: dict[str, tuple[CardDef, ...]] = {}
        wanted = range(1, 1 + len(self._game.ruleset.ranges.character_costs)) or range(1)
        word = self._game.ruleset.character_word
        for name, levels in self._levels.items():
            stack = {card.level: card for card in self._game.characters.get(name, ())}
            missing = [level for level in wanted if level not in levels]
            stack.update({level: made for level, (_, made) in levels.items()})
            if tuple(sorted(stack)) != tuple(wanted):
                has = ", ".join(str(level) for level in sorted(levels) if level) or "none"
                needs = f"the Levels 1 to {wanted[-1]}" if wanted[-1] else "no Level"
                why = f"a {word} of this game has {needs}, this one {has}"
                self.refuse(next(iter(levels.values()))[0], why)
                continue
            for card, made in levels.values():
                assert card.line is not None
                if made.level:  # without a level there is no cost and no VP either
                    self._note_values(card.line, made)
            if missing:
                said = ", ".join(map(str, missing))
                self._notes.append(f"{name}: Level {said} of the game stands in")
            found[name] = tuple(stack[level] for level in wanted)
        return found

    def _size(self, changed: PlaySet) -> str:
        if not self._deck:
            return f"{self._path}: no card for the main deck"
        number = sum(copies for _, copies in changed.main_deck)
        expected = changed.ruleset.components.main_deck
        usual = "" if number == expected else f" (the rulebook has {expected})"
        return f"main deck of {self._path}: {plural(number, 'card')}{usual}"

    def _few(self) -> Iterator[str]:
        size = self._game.ruleset.parameters.get("boss.size", 0)
        assert isinstance(size, int)
        if 0 < len(self._villains) < size:
            yield f"{plural(len(self._villains), 'Super-Villain')} in the stack, not {size}"

    def _stand_ins(self, own: Mapping[str, object]) -> Iterator[str]:
        """What the file does not have, and the game's own cards are used for."""
        game = self._game
        missing = [name for name in game.basics if name not in self._basics]
        if not self._deck:
            missing.insert(0, "main deck")
        if game.super_villains and not self._villains:
            missing.insert(0, "Super-Villains")
        words = f"{game.ruleset.character_word}{_plural(game.ruleset.character_word)}"
        if not own:
            missing.insert(0, words)
        elif len(own) < len(game.seats):
            missing.insert(0, f"further {words}")
        if missing:
            yield f"the game's own stand in: {', '.join(missing)}"
        for said, names in self._unknown.items():
            yield f"{said} where the file has none: {', '.join(dict.fromkeys(names))}"


def _plural(word: str) -> str:
    return "es" if word.endswith("o") else "s"


def seated(
    own: Sequence[str], seats: Sequence[str], sides: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """The seats with Characters of the set in them: each on its side, a new one on any."""
    side = {name: key for key, names in sides.items() for name in names}
    found: list[str] = list(seats)
    free = [at for at, name in enumerate(seats) if name not in own]
    for name in own:
        if name in found:
            continue
        fits = [at for at in free if name not in side or side[seats[at]] == side[name]]
        if fits:
            found[fits[0]] = name
            free.remove(fits[0])
    return tuple(found)
