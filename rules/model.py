"""What a rulebook says, as values: a `Ruleset`, its rulings, its rules and its questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

Value: TypeAlias = bool | int | str | tuple[int, ...] | tuple[str, ...]
"""A parameter's value."""

Cited: TypeAlias = Mapping[str, tuple[str, ...]]
"""The ids of rules, by what they are behind."""

Role: TypeAlias = Literal["starter", "for sale", "weakness"]
Status: TypeAlias = Literal["executable", "not executable", "not played"]
Basis: TypeAlias = Literal["stated", "derived", "inferred", "advice", "damaged"]
Kind: TypeAlias = Literal["DIFFER", "DIFFER*", "TRACE", "SAME"]
About: TypeAlias = Literal["contradiction", "between", "silence"]
MixedDeck: TypeAlias = Literal["symbols", "both", "swapped"]

TURN_STEPS: Final = ("start_effects", "announce", "play_and_buy", "block", "compare")
"""The steps of a turn; `block` and `compare` are for turns with a Confrontation."""

END_STEPS: Final = (
    "announce_end",
    "clear_hand",
    "end_effects",
    "sweep",
    "lose_power",
    "draw",
    "refill",
    "flip",
    "next_player",
)
"""The steps of the end of a turn; `flip` turns up the next Super-Villain."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule in our own words.

    `kind` is the section code inside the id, `section` where the book says it. `basis` tells
    whether the book states the rule or it follows from what is stated. A rule that no engine
    and no card check can get wrong is "not executable", for a `reason`; one of a variant that this
    engine does not play yet is "not played".
    """

    id: str
    kind: str
    text: str
    section: str
    status: Status
    basis: Basis = "stated"
    reason: str = ""

    @property
    def executable(self) -> bool:
        """Whether this engine or a card check can get this rule wrong."""
        return self.status == "executable"


class LanguageAnswer(NamedTuple):
    """The answer to one language question, and the id of the ruling that gives it."""

    answer: str
    ruling: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A clarification: a question about some cards, its readings, and the book's answer.

    Without `cards` it holds for the whole book. `stand_ins` are cards of ours that stand in for
    cards whose texts no book prints. `version` tells which card of that name is
    meant ("Level 2"). `answer` counts the readings from 1. `language` names the language
    question the ruling decides, with the option chosen. `switch` names what it decides about
    the engine, with the value for each reading.
    """

    id: str
    cards: tuple[str, ...]
    question: str
    readings: tuple[str, ...]
    answer: int
    patterns: tuple[str, ...]
    rules: tuple[str, ...]
    version: str = ""
    language: tuple[str, str] | None = None
    switch: tuple[str, tuple[str, ...]] | None = None
    stand_ins: tuple[str, ...] = ()

    @property
    def reading(self) -> str:
        """The reading that the book chooses."""
        return self.readings[self.answer - 1]

    def names(self, card: str) -> bool:
        """Whether the ruling is about this card, or one that it stands in for, in any case."""
        folded = card.casefold()
        return any(folded == name.casefold() for name in (*self.cards, *self.stand_ins))


@dataclass(frozen=True, slots=True)
class Question:
    """What the books contradict each other about or leave open.

    `kind`: DIFFER, some game with printed cards ends differently; DIFFER*, only with cards the
    books do not print; TRACE, only the order of events or the legal moves differ; SAME, nothing
    does. `default` is our proposal, a reading counted from 1, or 0 for none; `note` says why.
    """

    id: str
    title: str
    kind: Kind
    about: About
    books: tuple[str, ...]
    readings: tuple[str, ...]
    default: int
    situation: str
    rules: tuple[str, ...]
    note: str = ""
    see: tuple[str, ...] = ()

    @property
    def proposal(self) -> str | None:
        """The reading we propose, if any."""
        return self.readings[self.default - 1] if self.default else None


@dataclass(frozen=True, slots=True)
class Order:
    """One printed order of steps; with the questions asked, and which reading it is (0: none)."""

    name: str
    steps: tuple[str, ...]
    questions: tuple[str, ...] = ()
    reading: int = 0


@dataclass(frozen=True, slots=True)
class Basic:
    """A basic card: copies in the box, and copies in each player's starting deck."""

    name: str
    role: Role
    copies: int
    each_player: int = 0


@dataclass(frozen=True, slots=True)
class Components:
    """The contents of the box; the basic cards are counted in `Ruleset.basics`."""

    game_cards: int
    main_deck: int
    characters: int
    super_villains: int = 0


@dataclass(frozen=True, slots=True)
class Ranges:
    """What numbers a card line may hold, ends included; `ours` names those no book prints.

    `character_costs` are the costs of Levels 1, 2, 3. A None or empty field has no place in
    the game.
    """

    cost: tuple[int, int]
    copies: tuple[int, int]
    level: tuple[int, int] | None = None
    character_costs: tuple[int, ...] = ()
    super_villain_cost: tuple[int, int] | None = None
    ours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """A printed variant: the parameters it changes and the rules that say so.

    `parking`: Assist cards may be put on the Character card; `parked_power` is what some cards
    give from there. `kept_out` are cards that leave the Line-Up with `kept_out_players`. `beside`
    names the card of the main deck that lies on each Super Hero, for this player only. `hunting`:
    Super-Villains in the discard piles of others can be taken.
    """

    name: str
    title: str
    teams: bool
    rules: tuple[str, ...]
    parameters: Mapping[str, Value]
    parking: bool = False
    parked_power: Mapping[str, int] = field(default_factory=dict)
    kept_out: tuple[str, ...] = ()
    kept_out_players: int = 0
    beside: Mapping[str, str] = field(default_factory=dict)
    hunting: bool = False


@dataclass(frozen=True, slots=True)
class Mix:
    """A printed way to mix another game in. Starters, Weakness and rules stay those of this game.

    `deck`: "symbols", only cards with the symbol of a Character that is played; "both", the two
    main decks together; "swapped", the cards of some Characters who are not played are replaced
    by as many of the other game. `stacks` are the stacks for sale, from either game. `sides` are
    those of Characters that have none of their own. `keep` are the Characters whose cards the
    book advises to leave in.
    """

    other: str
    how: str
    deck: MixedDeck
    stacks: tuple[str, ...]
    rules: tuple[str, ...]
    variant: str = ""
    sides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keep: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The long part of a ruleset: section titles by code, rules and questions by id."""

    name: str
    sections: Mapping[str, str]
    rules: Mapping[str, Rule]
    questions: Mapping[str, Question]


class Unread(NamedTuple):
    """Parameters that neither the engine nor a check reads, and why."""

    reason: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game: what checking a card or starting a game has to know.

    `file` is where it is written, for messages. `parameters` has every key of
    `rules.parameters.PARAMETERS` that is neither `not_stated` nor `not_applicable`; `open` names
    the question behind a value the book leaves open, `unread` the parameters that nothing reads
    yet. The first order of `turn` and of
    `end_of_turn` is the default. `steps` and `checks` name the rules behind each step and behind
    each check of a card. `rules` and `questions` are read from their own file when first asked
    for. `character_word` is what the book calls a card that a player plays as, and `symbols` says
    whether each card of the main deck belongs to one of these.
    """

    file: str
    name: str
    title: str
    prefix: str
    teams: bool
    types: tuple[str, ...]
    keywords: tuple[str, ...]
    characters: tuple[str, ...]
    components: Components
    basics: tuple[Basic, ...]
    ranges: Ranges
    parameters: Mapping[str, Value]
    not_stated: tuple[str, ...]
    not_applicable: tuple[str, ...]
    open: Mapping[str, str]
    unread: Unread
    variants: tuple[Variant, ...]
    turn: tuple[Order, ...]
    end_of_turn: tuple[Order, ...]
    steps: Cited
    checks: Cited
    rulings: tuple[Ruling, ...]
    rulebook: Callable[[], Rulebook] = field(repr=False, compare=False)
    mixes: tuple[Mix, ...] = ()
    character_word: str = "Character"
    symbols: bool = True
    stand_ins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule of the book by id."""
        return self.rulebook().rules

    @property
    def questions(self) -> Mapping[str, Question]:
        """Every question that concerns the book by id, those between books included."""
        return self.rulebook().questions

    @property
    def turn_steps(self) -> tuple[str, ...]:
        """The steps of a turn, in the default order."""
        return self.turn[0].steps

    @property
    def end_of_turn_steps(self) -> tuple[str, ...]:
        """The steps of the end of a turn, in the default order."""
        return self.end_of_turn[0].steps

    @property
    def has_confrontations(self) -> bool:
        """Whether players Confront each other's Characters."""
        return self.parameters.get("opponent.kind") == "characters"

    @property
    def says_during_a_confrontation(self) -> bool:
        """Whether texts about Confrontations begin with these words, for lack of a keyword."""
        return self.has_confrontations and "Confrontation" not in self.keywords

    def basic(self, role: Role) -> tuple[Basic, ...]:
        """The basic cards of one role."""
        return tuple(basic for basic in self.basics if basic.role == role)

    def rulings_on(self, card: str | None) -> Iterator[Ruling]:
        """The general rulings, then those that name the card."""
        yield from (ruling for ruling in self.rulings if not ruling.cards)
        if card is not None:
            yield from (ruling for ruling in self.rulings if ruling.names(card))

    def language_rulings(self, card_name: str | None) -> Mapping[str, LanguageAnswer]:
        """Answers to language questions by question id; a ruling on the card beats a general one.

        With None only the general rulings of the book answer.
        """
        answers: dict[str, LanguageAnswer] = {}
        for ruling in self.rulings_on(card_name):
            if ruling.language is not None:
                question, answer = ruling.language
                answers[question] = LanguageAnswer(answer, ruling.id)
        return answers
