"""What happens: effects of one verb."""

from __future__ import annotations

from typing import TypeAlias

from rules_check.grammar.ast.base import Node, node
from rules_check.grammar.ast.kinds import (
    CardType,
    DifferentKind,
    Keyword,
    ParityKind,
    Title,
    Verb,
    Window,
)
from rules_check.grammar.ast.nouns import (
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


@node
class Power(Node):
    """Get Power for this turn."""

    amount: Amount
    who: Player = YOU


@node
class PayPower(Node):
    """Spend Power."""

    amount: Amount
    who: Player = YOU


@node
class DoublePower(Node):
    """Double the Power you have this turn."""


@node
class GainVP(Node):
    """Get Victory Points at once."""

    amount: Amount
    who: Player = YOU


@node
class LoseVP(Node):
    """Give up Victory Points."""

    amount: Amount
    who: Player = YOU


@node
class Move(Node):
    """Cards change their place: draw, discard, destroy, gain, put, return, pass …

    `to` None: where the verb puts cards by default (for "return": where they came from).
    `any_order`: the mover chooses their order.
    """

    verb: Verb
    what: Selection
    to: Place | None = None
    who: Player = YOU
    any_order: bool = False


@node
class Show(Node):
    """Reveal cards to all, or look at them."""

    verb: Verb
    what: Selection
    who: Player = YOU


@node
class Choose(Node):
    """Choose cards for later sentences to speak of."""

    what: Selection
    who: Player = YOU


@node
class ChoosePlayer(Node):
    """Choose a player for later sentences to speak of."""

    player: Player
    who: Player = YOU


@node
class ChooseParity(Node):
    """Choose odd or even."""


@node
class ChooseValue(Node):
    """Choose a card type, a cost or a card name."""

    kind: DifferentKind
    who: Player = YOU


@node
class Search(Node):
    """Look through a pile for cards."""

    where: Place
    what: Cards
    who: Player = YOU


@node
class RefillLineUp(Node):
    """Fill the Line-Up from the main deck now."""


@node
class Play(Node):
    """Play cards (again). `window`: when that may be done, if not at once."""

    what: Selection
    again: bool = False
    who: Player = YOU
    window: Window | None = None


@node
class Shuffle(Node):
    """Shuffle cards or a pile."""

    what: Selection
    who: Player = YOU


@node
class Swap(Node):
    """Two selections change places."""

    first: Selection
    second: Selection
    who: Player = YOU


@node
class Deal(Node):
    """Give out that many of the cards just shuffled to each of the players, unseen."""

    number: int
    to: Player


@node
class TotalCost(Node):
    """Add up the costs of cards and say the total."""

    what: Selection
    who: Player = YOU


@node
class CharacterCost(Node):
    """The cost of a Character: of any one (`owner` None) or of that player's."""

    owner: Player | None = None


@node
class CostOfCards(Node):
    """What cards cost you, to buy them or to defeat them.

    `nth`: only the n-th of them that you buy (or defeat); `next`: counted from now on.
    """

    cards: Filter
    to_defeat: bool = False
    nth: int = 0
    next: bool = False


@node
class CostOfThis(Node):
    """What this card costs."""


CostOf: TypeAlias = CharacterCost | CostOfCards | CostOfThis


@node
class ChangeCost(Node):
    """A cost goes up (`more`) or down."""

    of: CostOf
    amount: Amount
    more: bool = True
    window: Window | None = None


@node
class CancelConfrontation(Node):
    """Call the Confrontation off; cards may be bought as usual."""

    now: bool = False


@node
class Replace(Node):
    """Fill the emptied Line-Up slots of these cards from the main deck."""

    what: Ref


@node
class Flip(Node):
    """Turn a Character face down."""

    what: CharacterOf
    who: Player = YOU


@node
class Control(Node):
    """Control cards that another player has in play."""

    what: Selection
    who: Player = YOU
    window: Window | None = None


@node
class GainText(Node):
    """A card has the text of another."""

    what: Selection
    source: Selection
    window: Window | None = None


@node
class Grant(Node):
    """Cards are also of a type, or have a keyword."""

    what: Selection
    quality: CardType | Title | Keyword
    window: Window | None = None


@node
class AvoidAttack(Node):
    """An Attack does not work against that player."""

    who: Player = YOU


@node
class WinGame(Node):
    """You win the game."""

    who: Player = YOU


@node
class Stays(Node):
    """A card stays where it is instead of leaving ("leave it in front of you …")."""

    what: Selection
    place: Place
    window: Window | None = None


@node
class RefillTo(Node):
    """The Line-Up is only filled up to so many cards."""

    number: int


@node
class PlayBefore(Node):
    """The card has to be played before such cards, and before the turn ends."""

    what: Selection
    before: Cards
    end_of_turn: bool = False


@node
class GoFirst(Node):
    """You take the first turn of the game."""


@node
class UseOnce(Node):
    """The ability before may be used only once in that stretch of time."""

    window: Window


@node
class UseAnyNumber(Node):
    """The ability before may be used as often as you like."""

    window: Window | None = None


@node
class Worth(Node):
    """This card is worth that many VP."""

    amount: Amount


@node
class ReduceScore(Node):
    """Such cards reduce your score at the end of the game."""

    cards: Filter


@node
class StartsGame(Node):
    """This card is there when the game starts."""

    place: Place


@node
class ParityOf(Node):
    """A number is odd or even (reminder)."""

    number: int
    kind: ParityKind


@node
class EffectsRemain(Node):
    """What the first play gave is kept (reminder)."""


@node
class NoFirstAppearance(Node):
    """The First Appearance Attack does not happen (reminder)."""
