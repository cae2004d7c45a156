"""What happens: effects of one verb, each with the phrase that says it.

The irregular ones (moves, Power, plays, costs, grants) are read and written by functions in
`grammar/phrases/`.
"""

from __future__ import annotations

from typing import TypeAlias

from rules_check.grammar.ast.base import EffectNode, Node, node
from rules_check.grammar.ast.kinds import (
    CardType,
    DifferentKind,
    Keyword,
    ParityKind,
    Title,
    Window,
    Zone,
)
from rules_check.grammar.ast.nouns import (
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
from rules_check.grammar.ast.phrase import phrase
from rules_check.grammar.ast.verbs import Verb


@node
class Power(EffectNode):
    """Get Power for this turn."""

    amount: Amount
    who: Player = YOU


@phrase("~pay <amount:numeral> Power")
@node
class PayPower(EffectNode):
    """Spend Power."""

    amount: Amount
    who: Player = YOU


@phrase("~double your Power {this turn}")
@node
class DoublePower(EffectNode):
    """Double the Power you have this turn."""


@phrase("~gain <amount:numeral> VP", "~gain VP equal to <amount>")
@node
class GainVP(EffectNode):
    """Get Victory Points at once."""

    amount: Amount
    who: Player = YOU


@phrase("~lose|pay <amount:numeral> VP")
@node
class LoseVP(EffectNode):
    """Give up Victory Points."""

    amount: Amount
    who: Player = YOU


@node
class Move(EffectNode):
    """Cards change their place: draw, discard, destroy, gain, put, return, pass …

    `to` None: where the verb puts cards by default (for "return": where they came from).
    `any_order`: the mover chooses their order.
    """

    verb: Verb
    what: Selection
    to: Place | None = None
    who: Player = YOU
    any_order: bool = False


@phrase(("~reveal <what>", {"verb": Verb.REVEAL}), ("~look at <what>", {"verb": Verb.LOOK}))
@node
class Show(EffectNode):
    """Reveal cards to all, or look at them."""

    verb: Verb
    what: Selection
    who: Player = YOU


@phrase("~choose <what>")
@node
class Choose(EffectNode):
    """Choose cards for later sentences to speak of."""

    what: Selection
    who: Player = YOU


@phrase("~choose <player>")
@node
class ChoosePlayer(EffectNode):
    """Choose a player for later sentences to speak of."""

    player: Player
    who: Player = YOU


@phrase("~choose even or odd")
@node
class ChooseParity(EffectNode):
    """Choose odd or even."""


@phrase(
    ("~choose|name a card type", {"kind": DifferentKind.TYPE}),
    ("~choose|name a (cost|number)", {"kind": DifferentKind.COST}),
    ("~choose|name a {card} name", {"kind": DifferentKind.NAME}),
    ("~name a card", {"kind": DifferentKind.NAME}),
)
@node
class ChooseValue(EffectNode):
    """Choose a card type, a cost or a card name."""

    kind: DifferentKind
    who: Player = YOU


@phrase("~search <where> for <what>")
@node
class Search(EffectNode):
    """Look through a pile for cards."""

    where: Place
    what: Cards
    who: Player = YOU


@phrase("~refill the Line-Up")
@node
class RefillLineUp(EffectNode):
    """Fill the Line-Up from the main deck now."""


@node
class Play(EffectNode):
    """Play cards (again). `window`: when that may be done, if not at once."""

    what: Selection
    again: bool = False
    who: Player = YOU
    window: Window | None = None


@phrase("~shuffle <what>")
@node
class Shuffle(EffectNode):
    """Shuffle cards or a pile."""

    what: Selection
    who: Player = YOU


@phrase("~swap <first> with <second>")
@node
class Swap(EffectNode):
    """Two selections change places."""

    first: Selection
    second: Selection
    who: Player = YOU


@phrase("~deal <number:spelled> [back] to <to> {at random}")
@node
class Deal(EffectNode):
    """Give out that many of the cards just shuffled to each of the players, unseen."""

    number: int
    to: Player


@phrase("~total {the} (cost|costs) of <what:selection_in>")
@node
class TotalCost(EffectNode):
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
class ChangeCost(EffectNode):
    """A cost goes up (`more`) or down."""

    of: CostOf
    amount: Amount
    more: bool = True
    window: Window | None = None


@node
class CancelConfrontation(EffectNode):
    """Call the Confrontation off; cards may be bought as usual."""

    now: bool = False


@phrase("~replace <what:it_or_them>")
@node
class Replace(EffectNode):
    """Fill the emptied Line-Up slots of these cards from the main deck."""

    what: Ref


@phrase("~flip <what:character> face down")
@node
class Flip(EffectNode):
    """Turn a Character face down."""

    what: CharacterOf
    who: Player = YOU


@phrase("~control <what> <window>", "~gain control of <what> <window>")
@node
class Control(EffectNode):
    """Control cards that another player has in play."""

    what: Selection
    who: Player = YOU
    window: Window | None = None


@phrase("<what:itself> (has|gain) the [game] text of <source> <window>")
@node
class GainText(EffectNode):
    """A card has the text of another."""

    what: Selection
    source: Selection
    window: Window | None = None


@node
class Grant(EffectNode):
    """Cards are also of a type, or have a keyword."""

    what: Selection
    quality: CardType | Title | Keyword
    window: Window | None = None


@node
class AvoidAttack(EffectNode):
    """An Attack does not work against that player."""

    who: Player = YOU


@phrase("~win the game")
@node
class WinGame(EffectNode):
    """You win the game."""

    who: Player = YOU


@phrase(
    ("~leave <what:pronoun> in front of you <window:game>", {"place": Place(Zone.FRONT, YOU)}),
    ("<what:pronoun> stays in play <window>", {"place": Place(Zone.PLAY)}),
    "<what:pronoun> stays in <place> <window>",
)
@node
class Stays(EffectNode):
    """A card stays where it is instead of leaving ("leave it in front of you …")."""

    what: Selection
    place: Place
    window: Window | None = None


@phrase("the Line-Up only refills to <number> cards")
@node
class RefillTo(EffectNode):
    """The Line-Up is only filled up to so many cards."""

    number: int


@phrase(
    ("~play this card before <before>", {"what": THIS, "end_of_turn": False}),
    ("~play this card before <before> or ending your turn", {"what": THIS, "end_of_turn": True}),
)
@node
class PlayBefore(EffectNode):
    """The card has to be played before such cards, and before the turn ends."""

    what: Selection
    before: Cards
    end_of_turn: bool = False


@phrase("go =first")
@node
class GoFirst(EffectNode):
    """You take the first turn of the game."""


@phrase("~use this ability only once <window>", "only once <window>")
@node
class UseOnce(EffectNode):
    """The ability before may be used only once in that stretch of time."""

    window: Window


@phrase("~use this ability any number of times <window>")
@node
class UseAnyNumber(EffectNode):
    """The ability before may be used as often as you like."""

    window: Window | None = None


@node
class Worth(EffectNode):
    """This card is worth that many VP."""

    amount: Amount


@phrase("<cards:kinds> reduce your score {at the end of the game}")
@node
class ReduceScore(EffectNode):
    """Such cards reduce your score at the end of the game."""

    cards: Filter


@phrase("this card starts the game <place:destination>")
@node
class StartsGame(EffectNode):
    """This card is there when the game starts."""

    place: Place


@phrase("<number:digits> is <kind:parity>")
@node
class ParityOf(EffectNode):
    """A number is odd or even (reminder)."""

    number: int
    kind: ParityKind


@phrase("effects and Power generated the first time you played it remain")
@node
class EffectsRemain(EffectNode):
    """What the first play gave is kept (reminder)."""


@phrase("{the} First Appearance {-} Attack does not happen")
@node
class NoFirstAppearance(EffectNode):
    """The First Appearance Attack does not happen (reminder)."""
