"""Noun phrases: players, places, cards and amounts.

One module, because they speak of each other: a place belongs to a player, a player
may be picked out by the cards they have, cards lie in places, an amount counts cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rules_check.grammar.ast.base import Node, Question
from rules_check.grammar.ast.kinds import (
    AttributeKind,
    CardType,
    Comparison,
    DifferentKind,
    Edge,
    Keyword,
    ParityKind,
    PlayerKind,
    RefKind,
    Spread,
    Tense,
    Timing,
    Title,
    Window,
    Zone,
)
from rules_check.grammar.ast.verbs import Verb


class WhoTail(Node, symbol="who_tail", abstract=True):
    """What picks players out."""


class NounNode(Node, abstract=True):
    """What cards are called."""


class TestNode(Node, abstract=True):
    """What is said of cards beside their nouns."""


class AfterNoun(TestNode, symbol="post", abstract=True):
    """What is said of cards after their noun."""


class AfterWith(TestNode, symbol="attribute", abstract=True):
    """What is said of cards after "with"."""


class Having(
    WhoTail,
    says=[
        ("with <cards:theirs>", {"none": False}),
        ("who have <cards:theirs>", {"none": False}),
        ("without [a] <cards:theirs_core>", {"none": True}),
        ("with no <cards:theirs_core>", {"none": True}),
        ("who have no <cards:theirs_core>", {"none": True}),
    ],
):
    """Players who have such cards (`none`: who have no such card)."""

    cards: Cards
    none: bool = False


class DidSo(WhoTail, says="who did"):
    """Players who did what was said before ("each foe who does")."""


class DidNot(WhoTail, says="who did not"):
    """Players who did not do what was said before ("each foe who did not")."""


class HitByAttack(WhoTail, says="hit by this Attack"):
    """Players against whom this Attack worked."""


class DidTo(WhoTail, says="who <verbs:did> <cards> {this way}"):
    """Players who did that to such cards just now ("who gained a Weakness this way")."""

    verbs: tuple[Verb, ...]
    cards: Selection


class CostRank(
    WhoTail,
    says=[
        ("with the <highest:rank> total", {"zone": None, "total": True}),
        ("whose card has the <highest:rank> cost", {"zone": None, "total": False}),
        ("whose <zone:zone> has the <highest:rank> total cost", {"total": False}),
    ],
):
    """The player or players with the highest or lowest cost: of their cards in `zone`, of the
    total just told (`total`), or of the card just moved."""

    highest: bool
    zone: Zone | None = None
    total: bool = False


class CostCompared(
    WhoTail,
    says="whose <zone:zone> has {a} <higher:higher> total cost than <place:their_place>",
):
    """Players whose cards there have in total a higher or lower cost than `place`."""

    higher: bool
    zone: Zone
    place: Place


class HavingMore(Node):
    """Players who have more (or fewer) such cards than others."""

    cards: Cards
    than: Player
    more: bool = True


class HavingMost(Node):
    """The player or players who have the most (or fewest) such cards."""

    cards: Cards
    most: bool = True


class AvoidedAttack(WhoTail, says="who avoids (this|a|the) =Attack"):
    """Players who avoided this Attack."""


PlayerTest: TypeAlias = (
    "Having | DidSo | DidNot | HitByAttack | AvoidedAttack | DidTo | CostRank | CostCompared"
    " | HavingMore | HavingMost"
)


class Player(Node):
    """One or more players, perhaps only those who pass a test."""

    kind: PlayerKind
    test: PlayerTest | None = None


YOU = Player(PlayerKind.YOU)
THAT_PLAYER = Player(PlayerKind.THAT_PLAYER)


class Place(Node):
    """A zone, whose it is, which end of it, and for a stack the name of its cards."""

    zone: Zone
    owner: Player | None = None
    edge: Edge | None = None
    name: str | None = None
    face_down: bool = False


class Ref(Node):
    """Cards already spoken of. `place`: where the card has to be ("… from your hand")."""

    kind: RefKind
    place: Place | None = None


THIS = Ref(RefKind.THIS)
IT = Ref(RefKind.IT)
THEM = Ref(RefKind.THEM)


class TypeNoun(NounNode):
    """A card type as a noun: "Hero", or negated "non-Hero"."""

    type: CardType
    negated: bool = False


class TitleNoun(NounNode):
    """A title as a noun: "Super-Villain"."""

    title: Title
    negated: bool = False


class NameNoun(NounNode):
    """A card name as a noun; `part`: any card whose name contains these words."""

    name: str
    part: bool = False
    negated: bool = False


class KeywordNoun(NounNode):
    """Cards by keyword: "Defense card"."""

    keyword: Keyword
    negated: bool = False


Noun: TypeAlias = TypeNoun | TitleNoun | NameNoun | KeywordNoun


class Attribute(TestNode):
    """A printed number compared with a value: "with cost 4 or less"."""

    kind: AttributeKind
    comparison: Comparison
    value: Amount


class CostOneOf(TestNode):
    """One of several costs: "with cost 2 or 3"."""

    values: tuple[int, ...]


class Parity(AfterWith, says="{an} <kind:parity> cost"):
    """Odd or even cost."""

    kind: ParityKind


class Controlled(AfterNoun, says="[that] <who> ~control"):
    """Cards that a player controls."""

    who: Player


class Acted(TestNode):
    """Cards that a player did something to, in a stretch of time."""

    verbs: tuple[Verb, ...]
    who: Player
    tense: Tense = Tense.PAST
    window: Window | None = None


class ThisWay(TestNode):
    """Cards to which the verb was just done ("revealed this way", "a revealed card").

    `who`: only those to which that player did it ("he revealed this way").
    """

    verb: Verb
    window: Window | None = None
    who: Player | None = None


class Other(TestNode):
    """Not this card, and not the one spoken of."""


class Different(
    AfterWith,
    says=[
        ("different names", {"kind": DifferentKind.NAME}),
        ("different costs", {"kind": DifferentKind.COST}),
        ("different card types", {"kind": DifferentKind.TYPE}),
    ],
):
    """Cards that differ from each other ("with different names", "each different Hero")."""

    kind: DifferentKind


class SharesType(AfterNoun, says="of that card type"):
    """Cards of the same type as the one spoken of ("of that card type")."""


class Owned(AfterNoun, says="[that] <who> ~own"):
    """Cards that belong to a player's deck, wherever they are."""

    who: Player


class HasKeyword(AfterWith, says="<keyword>"):
    """Cards with a keyword in their text box ("with Ongoing")."""

    keyword: Keyword


class Extreme(AfterWith, says="the <highest:rank> cost"):
    """The card or cards with the highest or lowest cost among them."""

    highest: bool


class Chosen(
    AfterWith,
    says=[
        ("that cost", {"kind": DifferentKind.COST}),
        ("that name", {"kind": DifferentKind.NAME}),
        ("of the chosen card type", {"kind": DifferentKind.TYPE}, "post"),
    ],
):
    """Cards that have the value chosen before ("with that cost", "of the chosen card type")."""

    kind: DifferentKind


class OneType(AfterNoun, says="of (one|a) card type"):
    """Cards that are all of one type ("of one card type")."""


Test: TypeAlias = (
    Attribute
    | CostOneOf
    | Parity
    | Controlled
    | Acted
    | ThisWay
    | Other
    | Different
    | SharesType
    | OneType
    | Owned
    | HasKeyword
    | Extreme
    | Chosen
)


class Filter(Node):
    """Which cards: any of the nouns (none = any card), and all of the tests."""

    nouns: tuple[Noun, ...] = ()
    tests: tuple[Test, ...] = ()


ANY_CARD = Filter()


class Exactly(Node):
    """That many."""

    amount: Amount


class UpTo(Node):
    """At most that many, the chooser decides."""

    amount: Number


class AtLeast(Node):
    """That many or more."""

    amount: Number


class AnyNumber(Node):
    """As many as the chooser likes."""


class Every(Node):
    """All of them."""


class CostWorth(Node):
    """Cards whose costs add up to at most (`up_to`) or at least that number."""

    amount: int
    up_to: bool = True


Quantity: TypeAlias = Exactly | UpTo | AtLeast | AnyNumber | Every | CostWorth


class Cards(Node):
    """The noun phrase: how many, which, from where, chosen how.

    `places` empty means wherever the verb looks by default. `spread` says whether the
    quantity is for all places together or for each of them. `among` limits the choice
    to cards spoken of before ("one of them").
    """

    quantity: Quantity
    filter: Filter = ANY_CARD
    places: tuple[Place, ...] = ()
    spread: Spread = Spread.TOTAL
    random: bool = False
    among: Ref | None = None


class Whole(Node):
    """Every card of one place, spoken of as the place itself ("discard your hand")."""

    place: Place


class Both(Node):
    """Two selections together ("this card and any number of other cards")."""

    first: Selection
    second: Selection


class OneOf(Node):
    """One selection or the other, as the chooser likes."""

    first: Selection
    second: Selection


class CharacterOf(Node):
    """A player's oversized Character (or Super Hero) card."""

    owner: Player


Selection: TypeAlias = "Cards | Whole | Ref | Both | OneOf | CharacterOf | Question[Selection]"


class Number(Node):
    """A printed number."""

    value: int


class CountOf(Node):
    """How many such cards there are (or how many different ones; or one per `per`).

    `timing` and `itself` are set where a question about them has been answered.
    """

    cards: Cards
    different: DifferentKind | None = None
    per: int = 1
    timing: Timing | None = None
    itself: bool | None = None


class CountPlayers(Node):
    """How many such players there are."""

    who: Player


class AttributeOf(Node):
    """The printed number of a card, summed if there are several."""

    kind: AttributeKind
    of: Selection


class ThatMany(Node):
    """As many as were just moved, shown or paid."""


class Times(Node):
    """A number for each counted thing."""

    number: int
    each: Amount


class Plus(Node):
    """Two amounts added."""

    first: Amount
    second: Amount


Amount: TypeAlias = (
    "Number | CountOf | CountPlayers | AttributeOf | ThatMany | Times | Plus | Question[Amount]"
)

ONE = Number(1)

TEST_ORDER = (
    Other,
    Different,
    Parity,
    Attribute,
    CostOneOf,
    Extreme,
    HasKeyword,
    Chosen,
    SharesType,
    OneType,
    ThisWay,
    Acted,
    Owned,
    Controlled,
)


def make_filter(nouns: Iterable[Noun], tests: Iterable[Test]) -> Filter:
    """A filter with its tests in canonical order."""
    ordered = sorted(tests, key=lambda test: TEST_ORDER.index(type(test)))
    return Filter(tuple(nouns), tuple(ordered))
