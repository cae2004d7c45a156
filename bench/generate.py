"""Card sets made from a seed: as many different sentences as are wanted, all of our own.

Card number N depends on the seed and on N only, so a small set is the beginning of a
large one with the same seed. The words are joined by the phrase rules below, which know
the language of the cards but no card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from rules_check.rules.folders import RULESETS

SEED = 20_260_101

FIRST_NAMES = (
    "Amber Ashen Azure Brass Bronze Cinder Cobalt Copper Coral Crimson Dusty Ebony Emerald"
    " Fallow Gilded Granite Hazel Hollow Indigo Ivory Jade Lunar Marble Misty Mossy Oaken Ochre"
    " Onyx Opal Pearl Quartz Rusty Saffron Sable Salty Sandy Scarlet Silken Smoky Solar Stormy"
    " Teal Thorny Topaz Umber Velvet Violet Wicker Willow Winter"
).split()
MIDDLE_NAMES = ("", "Far ", "Near ", "Old ", "Young ", "High ", "Low ", "North ", "South ", "East ")
LAST_NAMES = (
    "Badger Beacon Bramble Buckler Candle Cavern Comet Dragoon Falcon Ferret Fiddler Garnet"
    " Glacier Harbour Heron Hornet Jackal Juggler Kestrel Lantern Lizard Magpie Marten Meadow"
    " Miller Orchid Osprey Otter Panther Pilgrim Plover Quarry Ranger Raven Rigger Saddler"
    " Sexton Sparrow Spinner Starling Tanner Thistle Tinker Vixen Walnut Warden Weasel Weaver"
    " Wren Yeoman"
).split()
MOST_CARDS = len(FIRST_NAMES) * len(MIDDLE_NAMES) * len(LAST_NAMES)

TYPES = ("Hero", "Villain", "Equipment", "Location", "Super Power")
PLURALS = {"Hero": "Heroes", "Villain": "Villains", "Location": "Locations"}
NUMBERS = ("two", "three", "four", "five", "six", "seven")
OWN_PLACES = ("your hand", "your discard pile", "your deck")
PLACES = (*OWN_PLACES, "the Line-Up", "the destroyed pile")
DESTINATIONS = (
    "into your hand",
    "into your discard pile",
    "on top of your deck",
    "on the bottom of your deck",
)
PAST = ("played", "bought", "gained", "discarded", "destroyed", "revealed")
EVENTS = ("play", "buy", "gain", "discard", "destroy", "reveal")


@dataclass(frozen=True, slots=True)
class Made:
    """One card that was made: its name, its card line and its printed lines of sentences."""

    name: str
    line: str
    lines: tuple[tuple[str, ...], ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences, without the keyword before them."""
        return tuple(sentence for line in self.lines for sentence in line[1:])

    @property
    def text(self) -> str:
        """The card as a card file has it."""
        printed = (line[0] + " ".join(line[1:]) for line in self.lines)
        return "\n".join((self.name, self.line, *printed))


def cards(number: int, seed: int = SEED) -> list[Made]:
    """The first cards of the endless set that a seed stands for."""
    return [card(index, seed) for index in range(number)]


def card(index: int, seed: int = SEED) -> Made:
    """One card, with one to three printed lines."""
    phrases = Phrases(Random(f"{seed} {index}"))
    return Made(name(index), phrases.card_line(), phrases.lines())


def card_of_words(index: int, words: int, seed: int = SEED) -> Made:
    """One card whose text has just so many words, in at most three printed lines."""
    phrases = Phrases(Random(f"{seed} {index} {words}"))
    while True:
        lines = tuple(("", phrases.sentence()) for _ in range(3))
        for size in (1, 2, 3):
            if sum(len(line[1].split()) for line in lines[:size]) == words:
                return Made(name(index), phrases.card_line(), lines[:size])


def misspelt(made: Made, seed: int = SEED) -> Made:
    """The same card with a letter missing in one word (no name or type) of its longest line."""
    random = Random(f"{seed} {made.name}")
    line = max(range(len(made.lines)), key=lambda at: len(made.lines[at][1]))
    head, first, *more = made.lines[line]
    words = first.split()
    at = random.choice([at for at, word in enumerate(words) if word.islower() and len(word) > 3])
    words[at] = words[at][0] + words[at][2:]
    changed = (head, " ".join(words), *more)
    return Made(made.name, made.line, (*made.lines[:line], changed, *made.lines[line + 1 :]))


def file_text(made: Iterable[Made], set_name: str = "Generated") -> str:
    """A card file with these cards."""
    header = f"set: {set_name}\nruleset: {RULESETS[0]}\n"
    return "\n".join((header, *(f"{one.text}\n" for one in made)))


def distinct(made: Iterable[Made]) -> int:
    """How many different sentences the cards have."""
    return len({sentence for one in made for sentence in one.sentences})


def name(index: int) -> str:
    """A name for each number below `MOST_CARDS`; neighbours share no word."""
    first = FIRST_NAMES[index % len(FIRST_NAMES)]
    rest = index // len(FIRST_NAMES)
    last = LAST_NAMES[(index + rest) % len(LAST_NAMES)]
    return f"{first} {MIDDLE_NAMES[rest // len(LAST_NAMES) % len(MIDDLE_NAMES)]}{last}"


class Phrases:
    """Phrase rules: each method says one kind of phrase, chosen at random."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.pick = random.choice
        self.type = random.choice(TYPES)

    def card_line(self) -> str:
        """What the card is."""
        cost = self.random.randrange(1, 9)
        copies = self.random.randrange(1, 4)
        return f"{self.type}, cost {cost}, {max(1, cost // 3)} VP, x{copies}, source original"

    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Printed lines: each a keyword (or nothing) and its sentences."""
        rows: list[tuple[str, ...]] = []
        if self.random.random() < 0.4:
            stop = "." if self.random.random() < 0.1 else ""  # house style has none here
            rows.append(("", f"+{self.random.randrange(1, 6)} Power{stop}"))
        if self.type == "Location":
            return (*rows, ("Ongoing: ", self.triggered()))
        rows.append(("", *self.passage()))
        if self.random.random() < 0.25:
            rows.append(("Attack: ", self.foe_sentence()))
        elif self.random.random() < 0.1:
            rows.append(("Confrontation: ", self.sentence()))
        return tuple(rows)

    def passage(self) -> tuple[str, ...]:
        """One sentence, or two that hang together."""
        match self.random.randrange(5):
            case 0:
                may = f"You may {self.action()}."
                return may, f"If you do, {self.action()}."
            case 1:
                return f"If {self.condition()}, {self.action()}.", f"Otherwise, {self.action()}."
            case _:
                return (self.sentence(),)

    def sentence(self) -> str:
        """A sentence that stands alone."""
        match self.random.randrange(7):
            case 0:
                return self.triggered()
            case 1:
                return f"If {self.condition()}, {self.action()}."
            case 2:
                return f"You may {self.action()}."
            case 3:
                return f"+{self.number()} Power for each {self.countable()}."
            case 4:
                return _capital(f"{self.action()}, and then {self.action()}.")
            case 5:
                return f"If {self.condition()}, you may {self.action()}."
            case _:
                return _capital(f"{self.action(7)}.")

    def triggered(self) -> str:
        """A sentence that waits for something to happen."""
        return f"{self.occasion()}, {self.pick(('', 'you may '))}{self.action()}."

    def foe_sentence(self) -> str:
        """What an Attack does."""
        match self.random.randrange(5):
            case 0:
                does = f"discards {self.few()} cards"
            case 1:
                does = f"discards a {self.kind()} with cost {self.number()} or less"
            case 2:
                does = f"puts a {self.kind()} from their hand on top of their deck"
            case 3:
                does = f"gains {self.few()} Weakness cards"
            case _:
                does = f"destroys a {self.kind()} in their discard pile"
        who = self.pick(
            ("Each foe", f"Each foe with {self.few()} or more {self.kinds()} in their hand")
        )
        return f"{who} {does}."

    def action(self, forms: int = 8) -> str:
        """Something that you do; the eighth form does not stand alone."""
        match self.random.randrange(forms):
            case 0:
                return f"draw {self.few()} cards"
            case 1:
                return f"destroy {self.some_cards()} in {self.pick(PLACES)}"
            case 2:
                return f"discard {self.some_cards()}"
            case 3:
                return (
                    f"gain {self.a_card()} from {self.pick(('the Line-Up', 'the destroyed pile'))}"
                )
            case 4:
                origin = self.pick(("your discard pile", "the Line-Up"))
                return f"put {self.a_card()} from {origin} {self.pick(DESTINATIONS)}"
            case 5:
                deck = self.pick(("your deck", "the main deck"))
                return f"reveal the top {self.few()} cards of {deck}"
            case 6:
                return f"put {self.some_cards()} from your hand {self.pick(DESTINATIONS[1:])}"
            case _:
                return f"+{self.number()} Power"

    def condition(self) -> str:
        """Something that may be so."""
        match self.random.randrange(5):
            case 0:
                return f"you control {self.few()} or more {self.kinds()}"
            case 1:
                return f"you have {self.pick(PAST)} {self.few()} or more {self.kinds()} this turn"
            case 2:
                return f"there are {self.few()} or more {self.kinds()} in {self.pick(PLACES[1:])}"
            case 3:
                return (
                    f"you have {self.few()} or more {self.kinds()} in {self.pick(OWN_PLACES[:2])}"
                )
            case _:
                return f"you control {self.other_name()}"

    def occasion(self) -> str:
        """A moment at which something happens."""
        event = self.pick(EVENTS)
        match self.random.randrange(4):
            case 0:
                nth = self.pick(("first", "second", "third"))
                return f"The {nth} time you {event} a {self.kind()} during each of your turns"
            case 1:
                return f"Each time you {event} a {self.kind()} with cost {self.number()} or greater"
            case 2:
                return f"When you {event} a {self.either()}"
            case _:
                return f"At the end of your turn, if {self.condition()}"

    def a_card(self) -> str:
        """One card, described."""
        cost = self.number()
        match self.random.randrange(4):
            case 0:
                return f"a {self.kind()}"
            case 1:
                return f"a {self.kind()} with cost {cost} or less"
            case 2:
                return f"a card with cost {cost} or greater"
            case _:
                return f"a {self.either()}"

    def some_cards(self) -> str:
        """One or several cards."""
        match self.random.randrange(4):
            case 0:
                return f"up to {self.few()} {self.kinds()}"
            case 1:
                return f"{self.few()} cards"
            case _:
                return self.a_card()

    def countable(self) -> str:
        """What "for each" counts."""
        match self.random.randrange(4):
            case 0:
                return f"{self.kind()} you control"
            case 1:
                return f"other {self.kind()} you have {self.pick(PAST)} this turn"
            case 2:
                return f"{self.kind()} with cost {self.number()} or less in {self.pick(PLACES[1:])}"
            case _:
                return f"{self.kind()} in {self.pick(PLACES[1:])}"

    def kind(self) -> str:
        """A type or keyword, to follow "a"."""
        return self.pick(("Hero", "Villain", "Location", "Super Power", "Defense card"))

    def kinds(self) -> str:
        """The same in the plural."""
        kind = self.kind()
        return PLURALS.get(kind, f"{kind}s")

    def either(self) -> str:
        """Two different types."""
        return " or ".join(self.random.sample(("Hero", "Villain", "Location", "Super Power"), 2))

    def few(self) -> str:
        """A small number in words."""
        return self.pick(NUMBERS)

    def number(self) -> int:
        """A small number in digits."""
        return self.random.randrange(1, 10)

    def other_name(self) -> str:
        """A card of the same set; the first hundred are in every set."""
        return name(self.random.randrange(100))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
