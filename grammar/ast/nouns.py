"""Noun phrases: players, places, cards and amounts. They speak of each other, so it is one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from rules_check.grammar.ast.base import Node, Question, walk
from rules_check.grammar.ast.kinds import (
    AttributeKind,
    CardType,
    Comparison,
    DifferentKind,
    Edge,
    PlayerKind,
    RefKind,
    Spread,
    Tense,
    Timing,
    Window,
    Zone,
)
from rules_check.grammar.ast.numbers import AnyNumber, AtLeast, CostWorth, Every, Number, ThatMany
from rules_check.grammar.ast.qualities import (
    TEST_ORDER,
    AfterNoun,
    AfterWith,
    AmountNode,
    Noun,
    PlainPlayerTest,
    PlainTest,
    WhoTail,
)
from rules_check.grammar.ast.verbs import Verb


class Having(
    WhoTail,
    says=[
        "with <cards:theirs>",
        "(who|that) have <cards:theirs>",
        ("without [a] <cards:theirs_core>", {"none": True}),
        ("with no <cards:theirs_core>", {"none": True}),
        ("(who|that) have no <cards:theirs_core>", {"none": True}),
        ("with exactly one <cards:theirs_one>", {"just": True}),
        ("(who|that) have exactly one <cards:theirs_one>", {"just": True}),
    ],
):
    """Players who have so many such cards (`none`: who have no such card; `just`: no more)."""

    cards: Cards
    none: bool = False
    just: bool = False


class DidTo(
    WhoTail,
    says=[
        "(who|that) <verbs:have_done> <cards:deed> {this way}",
        ("who did not <verbs:would_do> <cards:deed> {this way}", {"negated": True}),
        ("who <verbs:have_done> no <cards:told_core> {this way}", {"negated": True}),
    ],
):
    """Players who did that to so many such cards just now; `negated`: who did not."""

    verbs: tuple[Verb, ...]
    cards: Selection
    negated: bool = False


class CostCompared(
    WhoTail, says="whose <zone> has {a} <higher:higher> total cost than <place:their_place>"
):
    """Players whose cards there have in total a higher or lower cost than `place`."""

    higher: bool
    zone: Zone
    place: Place


class HavingMore(WhoTail):
    """Players who have more (fewer, as many) such cards than so many times what others have."""

    cards: Cards
    than: Player
    how: Comparison = Comparison.MORE
    times: int = 1


class HavingMost(WhoTail):
    """The player or players who have the most (or fewest) such cards; `alone`: one only."""

    cards: Cards
    most: bool = True
    alone: bool = False


class CardIs(WhoTail):
    """Players whose card, of those spoken of, is such a card ("whose card had cost 0")."""

    filter: Filter


class Except(WhoTail, says="other than <who>"):
    """Players who are none of these ("each player other than the attacker")."""

    who: Player


PlayerTest: TypeAlias = (
    "Having | DidTo | CostCompared | HavingMore | HavingMost | CardIs | Except | PlainPlayerTest"
)


class Player(Node):
    """One or more players, perhaps only those who pass a test."""

    kind: PlayerKind
    test: PlayerTest | None = None


YOU = Player(PlayerKind.YOU)
THAT_PLAYER = Player(PlayerKind.THAT_PLAYER)
CONFRONTED = Player(PlayerKind.CONFRONTED)


class Place(
    Node,
    symbol="shared_zone",
    says=[
        ("<owner:whose> <zone>", {}, "possessed_zone"),
        ("the <zone> of <owner>", {}, "owned_zone"),
        ("any <zone>", {"owner": Player(PlayerKind.ANY_PLAYER)}, "any_zone"),
        ("(all|each) <zone>", {"owner": Player(PlayerKind.EACH_PLAYER)}, "any_zone"),
        ("that <zone>", {"owner": Player(PlayerKind.OWNER)}, "any_zone"),
        ("the Line-Up", {"zone": Zone.LINE_UP}),
        ("the main deck", {"zone": Zone.MAIN_DECK}),
        ("the Super-Villain stack", {"zone": Zone.SUPER_VILLAIN_STACK}),
        ("the destroyed pile", {"zone": Zone.DESTROYED_PILE}),
        ("the table", {"zone": Zone.TABLE}),
        ("the <name:name> stack", {"zone": Zone.STACK}),
        ("(its|the) stack", {"zone": Zone.STACK}),
        ("into play [under your control]", {"zone": Zone.PLAY}, "destination"),
        ("from the game", {"zone": Zone.OUT_OF_GAME}, "destination"),
        ("on the table", {"zone": Zone.TABLE}, "destination"),
        ("in front of you", {"zone": Zone.FRONT, "owner": YOU}, "destination"),
        ("under this card", {"zone": Zone.UNDER_THIS}, "destination"),
        ("under <owner:whose> Character", {"zone": Zone.UNDER_CHARACTER}, "destination"),
    ],
):
    """A zone, whose it is, which end of it, and for a stack the name of its cards."""

    zone: Zone
    owner: Player | None = None
    edge: Edge | None = None
    name: str | None = None
    face_down: bool = False


class Ref(
    Node,
    says=[
        ("this card", {"kind": RefKind.THIS}, "this"),
        ("it", {"kind": RefKind.IT}, "it"),
        ("<called:that_kind>", {"kind": RefKind.IT}, "it"),
        ("them", {"kind": RefKind.THEM}, "them"),
        ("the rest", {"kind": RefKind.REST}, "rest"),
        ("the other", {"kind": RefKind.OTHER}, "other_one"),
        *((kind.value, {"kind": kind}, "") for kind in (RefKind.FIRST, RefKind.SECOND)),
        ("this card from play", {"kind": RefKind.THIS, "place": Place(Zone.PLAY)}, "this_from"),
        ("this card (from|in) <place>", {"kind": RefKind.THIS}, "this_from"),
        *((f"{k} from <place>", {"kind": k}, f"{k}_from") for k in (RefKind.IT, RefKind.THEM)),
    ],
):
    """Cards spoken of before, in that place; `called` where "it" would be another card."""

    kind: RefKind
    place: Place | None = None
    called: CardType | None = None


THIS, IT, THEM = Ref(RefKind.THIS), Ref(RefKind.IT), Ref(RefKind.THEM)
IN_PLAY = Place(Zone.PLAY)
COST: Final = AttributeKind.COST


class AttributeOf(
    Node,
    symbol="amount_plain",
    says=[
        ("its <kind:attribute>", {"of": IT}),
        "{the} <kind:attributes> of <of>",
        ("{the} (total|combined) cost of <of>", {"kind": COST}),
        "<of> 's <kind:attribute>",
    ],
):
    """The printed number of a card, summed if there are several."""

    kind: AttributeKind
    of: Selection


class Attribute(
    AfterWith,
    says=[
        ("[a] cost [of] <value:numeral>", {"kind": COST, "comparison": Comparison.EQUAL}),
        ("[a] cost [of] <value:numeral> <comparison:or_less>", {"kind": COST}),
        ("<value:numeral> VP", {"kind": AttributeKind.VP, "comparison": Comparison.EQUAL}),
        ("<value:numeral> VP <comparison:or_less>", {"kind": AttributeKind.VP}),
        (
            "the same cost as it",
            {"kind": COST, "comparison": Comparison.EQUAL, "value": AttributeOf(COST, IT)},
        ),
        ("<comparison:relative> cost", {"kind": COST, "value": AttributeOf(COST, IT)}),
        ("a <comparison:relative> cost", {"kind": COST, "value": AttributeOf(COST, IT)}),
        ("of <comparison:relative> cost", {"kind": COST, "value": AttributeOf(COST, IT)}, "post"),
        ("[a] cost <comparison:than> <value:compared>", {"kind": COST}),
        ("[a] cost <comparison:than> <value:cost_of>", {"kind": COST}),
        ("[a] cost [of] <comparison:at_least> <value:numeral>", {"kind": COST}),
        ("[a] <comparison:relative> cost than <value:cost_of>", {"kind": COST}),
        ("<comparison:than> <value:compared>", {"kind": COST}, "cost_is"),
        ("<comparison:than> <value:cost_of>", {"kind": COST}, "cost_is"),
        ("<value:numeral>", {"kind": COST, "comparison": Comparison.EQUAL}, "cost_value"),
        ("<value:numeral> <comparison:or_less>", {"kind": COST}, "cost_value"),
        ("<comparison:at_least> <value:numeral>", {"kind": COST}, "cost_value"),
    ],
):
    """A printed number compared with a value: "with cost 4 or less"."""

    kind: AttributeKind
    comparison: Comparison
    value: Amount


class ThisWay(
    AfterNoun,
    says=[
        "<verb> <window:window> this way",
        "<verb> this way <window:windows>",
        ("<who> <verb:just_did> this way <window:windows>", {}, ""),
        "[that] were <verb> this way <window:windows>",
        "<verb>",
        "<verb> to you",
        "that (was|were) <verb>",
        ("=passed to them", {"verb": Verb.RECEIVE, "who": THAT_PLAYER}),
        ("that (was|were) =passed to them", {"verb": Verb.RECEIVE, "who": THAT_PLAYER}),
    ],
):
    """Cards to which the verb was just done ("revealed this way", "a revealed card").

    `who`: only those to which that player did it ("he revealed this way").
    """

    verb: Verb
    window: Window | None = None
    who: Player | None = None


class Acted(
    AfterNoun,
    says=[
        ("[that] <who> <verbs:did> <window:windows>", {"tense": Tense.PAST}),
        ("[that] <who> <verbs:do> <window:windows>", {"tense": Tense.PRESENT}),
        ("[that] <who> <verbs:do_or_did> <window:windows>", {"tense": Tense.BOTH}),
    ],
):
    """Cards that a player did something to, in a stretch of time."""

    verbs: tuple[Verb, ...]
    who: Player
    tense: Tense = Tense.PAST
    window: Window | None = None


class Owned(AfterNoun, says="[that] <who> ~own"):
    """Cards that belong to a player's deck, wherever they are."""

    who: Player


class Controlled(AfterNoun, says="[that] <who> ~control"):
    """Cards that a player controls."""

    who: Player


class Same(AfterWith):
    """Cards that have the cost, name or type of another card ("the same name as this card");
    `negated`: that have not ("a different name than this card")."""

    kind: DifferentKind
    of: Selection
    negated: bool = False


Test: TypeAlias = "Attribute | ThisWay | Acted | Owned | Controlled | Same | PlainTest"


class Filter(Node):
    """Which cards: any of the nouns (none: any card), all negated ones, all of the tests."""

    nouns: tuple[Noun, ...] = ()
    tests: tuple[Test, ...] = ()


ANY_CARD = Filter()


class Exactly(Node):
    """That many."""

    amount: Amount


class UpTo(Node):
    """At most that many, the chooser decides."""

    amount: Amount


Quantity: TypeAlias = Exactly | UpTo | AtLeast | AnyNumber | Every | CostWorth


class Cards(Node):
    """The noun phrase: how many, which, from where, chosen how.

    `places` empty means wherever the verb looks by default. `spread` says whether the quantity is
    for all places together or for each. `among`: one of cards spoken of before ("one of them")."""

    quantity: Quantity
    filter: Filter = ANY_CARD
    places: tuple[Place, ...] = ()
    spread: Spread = Spread.TOTAL
    random: bool = False
    among: Ref | None = None


class Whole(Node, symbol="whole", says="<place:pile>"):
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


class CharacterOf(
    Node,
    symbol="owned_title",
    says=[("the Confronted Character", {"owner": CONFRONTED}), "<owner:whose> Character"],
):
    """A player's oversized Character (or Super Hero) card."""

    owner: Player


Selection: TypeAlias = "Cards | Whole | Ref | Both | OneOf | CharacterOf | Question[Selection]"


class CountOf(Node):
    """How many such cards there are (or how many different ones; or one per `per`).

    `timing` and `itself` are set where a question about them has been answered; `apart` is a
    card type that is not counted among the different ones.
    """

    cards: Cards
    different: DifferentKind | None = None
    per: int = 1
    timing: Timing | None = None
    itself: bool | None = None
    apart: CardType | None = None


class CountPlayers(Node):
    """How many such players there are."""

    who: Player


Amount: TypeAlias = (
    "Number | CountOf | CountPlayers | AttributeOf | ThatMany | AmountNode | Question[Amount]"
)


def make_filter(nouns: Iterable[Noun], tests: Iterable[Test]) -> Filter:
    """A filter with its nouns and tests in canonical order."""
    ordered = sorted(tests, key=lambda test: TEST_ORDER.index(type(test).__name__))
    return Filter(tuple(sorted(nouns, key=lambda noun: noun.negated)), tuple(ordered))


def follows_the_game(amount: Amount) -> bool:
    """Whether an amount on a card that is played goes on counting for the rest of the turn."""
    for node in walk(amount):
        if isinstance(node, CountOf):
            if node.timing is Timing.LIVE:
                return True
            if node.timing is None and any(
                isinstance(test, Acted) and test.tense is not Tense.PAST
                for test in node.cards.filter.tests
            ):
                return True
    return False
