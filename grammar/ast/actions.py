"""What happens: effects of one verb, each with the phrase that says it.

The irregular ones (moves, Power, plays, costs) are read and written in `grammar/phrases/`.
"""

from __future__ import annotations

from typing import TypeAlias

from rules_check.grammar.ast.base import EffectNode, Node
from rules_check.grammar.ast.kinds import (
    CardType,
    DifferentKind,
    ParityKind,
    PlayerKind,
    Quality,
    Window,
    Zone,
)
from rules_check.grammar.ast.nouns import (
    IN_PLAY,
    THIS,
    YOU,
    Amount,
    Cards,
    CharacterOf,
    Filter,
    Place,
    Player,
    Ref,
    Selection,
)
from rules_check.grammar.ast.verbs import Verb

ANY_PLAYERS = Player(PlayerKind.ANY_PLAYERS)
OTHER_PLAYERS = Player(PlayerKind.ANY_OTHER_PLAYERS)
FOES = Player(PlayerKind.ANY_FOES)


class Power(EffectNode):
    """Get Power for this turn."""

    amount: Amount
    who: Player = YOU


class PayPower(EffectNode, says=["~pay <amount:numeral> Power", "~pay Power equal to <amount>"]):
    """Spend Power."""

    amount: Amount
    who: Player = YOU


class DoublePower(
    EffectNode, says=["~double your Power {this turn}", "~double the Power you have [this turn]"]
):
    """Double the Power you have this turn."""


class GainVP(EffectNode, says=["~gain <amount:numeral> VP", "~gain VP equal to <amount>"]):
    """Get Victory Points at once."""

    amount: Amount
    who: Player = YOU


class LoseVP(EffectNode, says=["~lose|pay <amount:numeral> VP", "~lose VP equal to <amount>"]):
    """Give up Victory Points."""

    amount: Amount
    who: Player = YOU


class Move(EffectNode):
    """Cards change their place: draw, discard, destroy, gain, put, return, pass …

    `to` None: where the verb puts cards by default (for "return": where they came from).
    `any_order`: the mover chooses their order; `random_order`: nobody does. `chooser`: who chooses
    the cards, if somebody else does."""

    verb: Verb
    what: Selection
    to: Place | None = None
    who: Player = YOU
    any_order: bool = False
    random_order: bool = False
    chooser: Player | None = None


class Show(
    EffectNode,
    says=[
        ("~reveal <what>", {"verb": Verb.REVEAL}),
        ("~look at <what>", {"verb": Verb.LOOK}),
    ],
):
    """Reveal cards to all, or look at them."""

    verb: Verb
    what: Selection
    who: Player = YOU


class Choose(EffectNode, says="~choose <what>"):
    """Choose cards for later sentences to speak of."""

    what: Selection
    who: Player = YOU


class ChoosePlayer(
    EffectNode,
    says=[
        "~choose|name <player:choosable>",
        ("~choose up to <most:several> foes", {"player": FOES}),
        ("~choose up to <most:several> players", {"player": ANY_PLAYERS}),
        ("~choose up to <most:several> other players", {"player": OTHER_PLAYERS}),
        ("~choose [any] <most:several> foes", {"player": FOES, "exact": True}),
        ("~choose [any] <most:several> players", {"player": ANY_PLAYERS, "exact": True}),
        ("~choose [any] <most:several> other players", {"player": OTHER_PLAYERS, "exact": True}),
    ],
):
    """Choose a player, or several, for later sentences to speak of; `most`: at most so many, or
    just so many (`exact`)."""

    player: Player
    who: Player = YOU
    most: int | None = None
    exact: bool = False


class ChooseParity(EffectNode, says="~choose even or odd"):
    """Choose odd or even."""

    who: Player = YOU


class ChooseValue(
    EffectNode,
    says=[
        ("~choose|name a card type", {"kind": DifferentKind.TYPE}),
        ("~choose|name a (cost|number)", {"kind": DifferentKind.COST}),
        ("~choose|name a {card} name", {"kind": DifferentKind.NAME}),
        ("(name|names) a card", {"kind": DifferentKind.NAME}),
        ("~choose|name [either] <types:some_types>", {"kind": DifferentKind.TYPE}),
    ],
):
    """Choose a card type (one of `types`, if there are any), a cost or a card name."""

    kind: DifferentKind
    who: Player = YOU
    types: tuple[CardType, ...] = ()


class Search(EffectNode, says="~search <where> for <what>"):
    """Look through a pile for cards."""

    where: Place
    what: Cards
    who: Player = YOU


class RefillLineUp(EffectNode, says="~refill the Line-Up"):
    """Fill the Line-Up from the main deck now."""


class Play(EffectNode):
    """Play cards (again). `window`: when that may be done, if not at once."""

    what: Selection
    again: bool = False
    who: Player = YOU
    window: Window | None = None


class Shuffle(EffectNode, says="~shuffle|reshuffle <what>"):
    """Shuffle cards or a pile."""

    what: Selection
    who: Player = YOU


class Swap(EffectNode, says="~swap <first> (with|for) <second>"):
    """Two selections change places."""

    first: Selection
    second: Selection
    who: Player = YOU


class Deal(EffectNode, says="~deal <number:spelled> [back] to <to> {at random}"):
    """Give out that many of the cards just shuffled to each of the players, unseen."""

    number: int
    to: Player


class TotalCost(EffectNode, says="~total {the} (cost|costs) of <what:selection_in>"):
    """Add up the costs of cards and say the total."""

    what: Selection
    who: Player = YOU


class CharacterCost(Node):
    """The cost of a Character: of any one (`owner` None) or of that player's."""

    owner: Player | None = None


class CostOfCards(Node):
    """What cards cost you (or another `payer`), to buy them or to defeat them.

    `nth`: only the n-th of them that you buy (or defeat); `next`: counted from now on.
    `in_line_up`: only those in the Line-Up; `beyond`: those after the n-th.
    """

    cards: Filter
    to_defeat: bool = False
    nth: int = 0
    next: bool = False
    in_line_up: bool = False
    beyond: bool = False
    payer: Player = YOU


class CostOfThis(Node):
    """What this card costs."""


CostOf: TypeAlias = CharacterCost | CostOfCards | CostOfThis


class ChangeCost(EffectNode):
    """A cost goes up (`more`) or down; not below `least`, if it was not below it before."""

    of: CostOf
    amount: Amount
    more: bool = True
    window: Window | None = None
    least: int | None = None


class CancelConfrontation(EffectNode):
    """Call the Confrontation off; cards may be bought as usual."""

    now: bool = False


class Replace(
    EffectNode,
    says=[
        "~replace <what:it_or_them>",
        "~replace <what:it_or_them> with the top card of the main deck",
    ],
):
    """Fill the emptied Line-Up slots of these cards from the main deck."""

    what: Ref


class Flip(EffectNode, says="~flip <what:character> face down"):
    """Turn a Character face down."""

    what: CharacterOf
    who: Player = YOU


class Control(EffectNode, says=["~control <what> <window>", "~gain control of <what> <window>"]):
    """Control cards that another player has in play."""

    what: Selection
    who: Player = YOU
    window: Window | None = None


class GainText(EffectNode, says="<what:itself> (has|gain) the [game] text of <source> <window>"):
    """A card has the text of another."""

    what: Selection
    source: Selection
    window: Window | None = None


class Grant(EffectNode):
    """Cards are also of a type, or have a keyword."""

    what: Selection
    quality: Quality
    window: Window | None = None


class AvoidAttack(
    EffectNode,
    symbol="avoid",
    says=[
        "~avoid (an|the|that|this|your) =Attack",
        "~avoid (an|the|that|this|your) =Attack against <who>",
        "~avoid it",
    ],
):
    """An Attack does not work against that player."""

    who: Player = YOU


class WinGame(EffectNode, says="~win {the game}"):
    """You win the game."""

    who: Player = YOU


class Stays(
    EffectNode,
    says=[
        ("~leave <what:pronoun> in front of you <window:game>", {"place": Place(Zone.FRONT, YOU)}),
        ("<what:pronoun> stays in play <window>", {"place": IN_PLAY}),
        "<what:pronoun> stays in <place> <window>",
    ],
):
    """A card stays where it is instead of leaving ("leave it in front of you …")."""

    what: Selection
    place: Place
    window: Window | None = None


class RefillTo(EffectNode, says="the Line-Up only refills to <number> cards"):
    """The Line-Up is only filled up to so many cards."""

    number: int


class NewHand(
    EffectNode,
    says=[
        ("your new hand has one more card", {"number": 1, "more": True}),
        ("your new hand has one fewer card", {"number": 1, "more": False}),
        ("your new hand has <number:spelled> more cards", {"more": True}),
        ("your new hand has <number:spelled> fewer cards", {"more": False}),
    ],
):
    """So many cards more or fewer are drawn for your new hand."""

    number: int
    more: bool


class PlayBefore(
    EffectNode,
    says=[
        ("~play this card before <before>", {"what": THIS, "end_of_turn": False}),
        (
            "~play this card before <before> or ending your turn",
            {"what": THIS, "end_of_turn": True},
        ),
    ],
):
    """The card has to be played before such cards, and before the turn ends."""

    what: Selection
    before: Cards
    end_of_turn: bool = False


class GoFirst(EffectNode, says="go =first"):
    """You take the first turn of the game."""


class UseOnce(EffectNode, says=["~use this ability only once <window>", "only once <window>"]):
    """The ability before may be used only once in that stretch of time."""

    window: Window


class UseAnyNumber(EffectNode, says="~use this ability any number of times <window>"):
    """The ability before may be used as often as you like."""

    window: Window | None = None


class Worth(EffectNode):
    """This card is worth that many VP (`additional`: on top of what it is worth otherwise)."""

    amount: Amount
    additional: bool = False


class ReduceScore(EffectNode, says="<cards:kinds> reduce your score {at the end of the game}"):
    """Such cards reduce your score at the end of the game."""

    cards: Filter


class StartsGame(EffectNode, says="this card starts the game <place:destination>"):
    """This card is there when the game starts."""

    place: Place


class ParityOf(EffectNode, says="<number:digits> is <kind:parity>"):
    """A number is odd or even (reminder)."""

    number: int
    kind: ParityKind


class EffectsRemain(
    EffectNode, says="effects and Power generated the first time you played it remain"
):
    """What the first play gave is kept (reminder)."""


class NoFirstAppearance(EffectNode, says="{the} First Appearance {-} Attack does not happen"):
    """The First Appearance Attack does not happen (reminder)."""
