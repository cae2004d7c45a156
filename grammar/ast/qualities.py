"""What is said of cards and players without naming others: nouns of cards, and plain tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from rules_check.grammar.ast.base import Node
from rules_check.grammar.ast.kinds import (
    CardType,
    Comparison,
    DifferentKind,
    Keyword,
    ParityKind,
    Title,
    Zone,
)


class NounNode(Node, abstract=True):
    """What cards are called."""


class TestNode(Node, abstract=True):
    """What is said of cards beside their nouns."""


class AfterNoun(TestNode, symbol="post", abstract=True):
    """What is said of cards after their noun."""


class AfterWith(TestNode, symbol="attribute", abstract=True):
    """What is said of cards after "with"."""


class WhoTail(Node, symbol="who_tail", abstract=True):
    """What picks players out."""


class AmountNode(Node, abstract=True):
    """How many: an amount that is worked out of others (`grammar.ast.sums`)."""


# ------------------------------------------------------------------------- nouns


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


class OwnKeyword(Node):
    """A keyword that the set coins for itself."""

    value: str

    def __str__(self) -> str:
        return self.value


AnyKeyword: TypeAlias = Keyword | OwnKeyword


class KeywordNoun(NounNode):
    """Cards by keyword: "Defense card"."""

    keyword: AnyKeyword
    negated: bool = False


Noun: TypeAlias = TypeNoun | TitleNoun | NameNoun | KeywordNoun


def is_called(nouns: Iterable[Noun], so: Callable[[Noun], bool]) -> bool:
    """Whether a card is called by one of the nouns, and is none of what it must not be ("a Villain
    that is not a Super-Villain", "a non-Hero, non-Starter card"); `so`: is it as one noun says?"""
    one_of = False
    wanted = False
    for noun in nouns:
        if noun.negated:
            if not so(noun):
                return False
        else:
            wanted = True
            one_of = one_of or so(noun)
    return one_of or not wanted


# ------------------------------------------------------------------------- tests of cards


class Other(AfterNoun, says="other than this"):
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


class Parity(
    AfterWith,
    says=[
        "{an} <kind:parity> cost",
        ("<kind:parity>", {}, "cost_value"),
        ("a <kind:parity> number", {}, "cost_value"),
    ],
):
    """Odd or even cost."""

    kind: ParityKind


class CostOneOf(AfterWith, says="cost <values:costs>"):
    """One of several costs: "with cost 2 or 3"."""

    values: tuple[int, ...]


class Extreme(AfterWith, says=["the <highest:rank> cost", "the <highest:rank> costs"]):
    """The card or cards with the highest or lowest cost among them."""

    highest: bool


class HasKeyword(AfterWith, says="<keyword>"):
    """Cards with a keyword in their text box ("with Ongoing")."""

    keyword: AnyKeyword


class NameHas(
    AfterWith,
    says=[
        ("<part:quoted> in its name", {"whole": False}),
        ("the name <part:quoted>", {"whole": True}),
    ],
):
    """Cards with these words in their name ("with “Arrow” in its name"), or as their name."""

    part: str
    whole: bool = False

    def fits(self, name: str) -> bool:
        """Whether a card of this name is meant; case does not matter."""
        part, name = self.part.casefold(), name.casefold()
        return part == name if self.whole else part in name


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


class SharesType(AfterNoun, says="of that card type"):
    """Cards of the same type as the one spoken of ("of that card type")."""


class OneType(AfterNoun, says="of (one|a) card type"):
    """Cards that are all of one type ("of one card type")."""


class Alike(
    AfterWith,
    says=[
        ("the same cost", {"kind": DifferentKind.COST}, ""),
        ("the same name", {"kind": DifferentKind.NAME}, ""),
    ],
):
    """Cards that all have one cost, or one name ("two cards with the same name")."""

    kind: DifferentKind


class TotalAtMost(
    AfterWith,
    says=[
        "a (total|combined) cost of <most> or less",
        "(total|combined) cost [of] <most> or less",
        "[a] (total|combined) cost of at most <most>",
    ],
):
    """Cards whose costs add up to no more than that."""

    most: int


class TotalAtLeast(
    AfterWith,
    says=[
        "a (total|combined) cost of <least> or greater",
        "(total|combined) cost [of] <least> or greater",
        "[a] (total|combined) cost of at least <least>",
    ],
):
    """Cards whose costs add up to that or more."""

    least: int


PlainTest: TypeAlias = (
    "Other | Different | Parity | CostOneOf | Extreme | HasKeyword | NameHas | Chosen | SharesType"
    " | OneType | Alike | TotalAtMost | TotalAtLeast"
)


TEST_ORDER: Final = (
    "Other Different Parity Attribute CostOneOf Extreme HasKeyword NameHas Chosen SharesType"
    " OneType Alike TotalAtMost TotalAtLeast Same ThisWay Acted Owned Controlled"
).split()
"""The order in which tests are said."""


# ------------------------------------------------------------------------- tests of players


class DidSo(WhoTail, says="who did"):
    """Players who did what was said before ("each foe who does")."""


class DidNot(WhoTail, says="who did not"):
    """Players who did not do what was said before ("each foe who did not")."""


class CouldNot(WhoTail, says="who cannot"):
    """Players who could not do what was said before ("each foe who cannot")."""


class HitByAttack(
    WhoTail,
    says=[
        "hit by this Attack",
        "who ~do not avoid (this|the|that) =Attack",
        "who ~do not avoid it",
    ],
):
    """Players against whom this Attack worked."""


class Picked(
    WhoTail,
    says=[
        "=chosen",
        ("not =chosen", {"negated": True}),
        ("you did not =choose", {"negated": True}),
    ],
):
    """Players whom you chose before (`negated`: whom you did not choose)."""

    negated: bool = False


class AvoidedAttack(WhoTail, says="(who|that) (avoids|avoided) (this|a|the|that) =Attack"):
    """Players who avoided this Attack."""


_AT_LEAST, _AT_MOST = Comparison.AT_LEAST, Comparison.AT_MOST


class CostRank(
    WhoTail,
    says=[
        ("with the <highest:rank> total", {"total": True}),
        "whose card has the <highest:rank> cost",
        ("whose card has the <highest:higher> cost", {"alone": True}),
        "whose <zone> has the <highest:rank> total cost",
        ("whose Character has the <highest:rank> cost", {"character": True}),
        ("whose Character has the <highest:higher> cost", {"character": True, "alone": True}),
    ],
):
    """The player or players with the highest or lowest cost: of their cards in `zone`, of the
    total just told (`total`), of their Character (`character`), or of the card just moved
    (`alone`: higher or lower than the others')."""

    highest: bool
    zone: Zone | None = None
    total: bool = False
    alone: bool = False
    character: bool = False


class LevelIs(
    WhoTail,
    says=[
        ("whose Character is [at] Level <level:digits>", {"comparison": Comparison.EQUAL}),
        ("whose Character is [at] Level <level:digits> or higher", {"comparison": _AT_LEAST}),
        ("whose Character is [at] Level <level:digits> or lower", {"comparison": _AT_MOST}),
        ("whose Character is [at] at least Level <level:digits>", {"comparison": _AT_LEAST}),
        ("with a Level <level:digits> Character", {"comparison": Comparison.EQUAL}),
    ],
):
    """Players whose Character on top is of such a Level."""

    comparison: Comparison
    level: int


PlainPlayerTest: TypeAlias = (
    DidSo | DidNot | CouldNot | HitByAttack | Picked | AvoidedAttack | CostRank | LevelIs
)
