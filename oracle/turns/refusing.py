"""Why an action cannot be taken now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import Pick
from rules_check.oracle.effects.defending import DefendBy, why_no_defense
from rules_check.oracle.trace.citing import rules_of
from rules_check.oracle.turns.confrontation import why_no_block, why_no_target
from rules_check.oracle.turns.hunting import why_no_hunt
from rules_check.oracle.turns.legal import (
    why_no_assist,
    why_no_buy,
    why_no_end,
    why_no_parking,
    why_no_play,
)
from rules_check.oracle.turns.super_villains import why_no_defeat
from rules_check.oracle.turns.using import find_use, why_no_payment, why_no_use
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import AbilityOption, CardOption, Option, PlayerOption
from rules_check.oracle.values.options import (
    AssistWith,
    BlockWith,
    BuyCard,
    ChooseCard,
    ChooseEffect,
    ChooseName,
    ChooseNumber,
    ChooseParity,
    ChoosePlayer,
    ChooseType,
    Confront,
    Decline,
    DefeatCard,
    DefendWith,
    Done,
    EndTurn,
    HuntCard,
    No,
    Nonsense,
    Order,
    ParkCard,
    Pass,
    PayFor,
    PlayCard,
    ResolveFirst,
    Stop,
    UseAbility,
    Yes,
)
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import PER_PLAYER, SCORE


class Refused(Exception):
    """An action that cannot be taken: a stable code, a sentence, and the rules that say so."""

    def __init__(self, code: str, message: str, rules: tuple[str, ...] = ()) -> None:
        self.code = code
        self.message = message
        self.rules = rules
        super().__init__(f"{code}: {message}")

    def __reduce__(self) -> tuple[type[Refused], tuple[str, str, tuple[str, ...]]]:
        return Refused, (self.code, self.message, self.rules)


MESSAGES = {
    "game.over": "the game is over",
    "choice.unknown": "this is not an answer to what is asked",
    "choice.order": "this is not an order of the cards to shuffle",
    "turn.other_choice": "something else has to be decided first",
    "play.not_your_turn": "it is not this player's turn",
    "play.not_now": "no card can be played now",
    "play.not_in_hand": "the card is not in this player's hand",
    "play.another_first": "another card has to be played first",
    "play.forbidden": "a card forbids it",
    "buy.not_your_turn": "it is not this player's turn",
    "buy.not_now": "nothing can be bought now",
    "confront.no_buy": "nothing can be bought in a turn with a Confrontation",
    "buy.not_for_sale": "the card is neither in the Line-Up nor on a stack",
    "buy.never_for_sale": "cards of this kind are never for sale",
    "buy.too_expensive": "it costs more than the Power left",
    "buy.forbidden": "a card forbids it",
    "buy.anothers": "only the player on whose Super Hero the card lies can buy it",
    "hunt.no_variant": "Super-Villains are not hunted in this game",
    "hunt.not_your_turn": "it is not this player's turn",
    "hunt.not_now": "no Super-Villain can be attacked now",
    "hunt.not_there": "it is no Super-Villain in the discard pile of another player",
    "hunt.avoided": "an Attack against a Super-Villain was avoided in this turn",
    "hunt.too_expensive": "it costs more than the Power left",
    "hunt.forbidden": "a card forbids it",
    "defeat.not_your_turn": "it is not this player's turn",
    "defeat.not_now": "no Super-Villain can be defeated now",
    "defeat.second": "no more Super-Villains can be defeated in this turn",
    "defeat.not_on_top": "the card is not on top of the Super-Villain stack",
    "defeat.face_down": "the top card of the Super-Villain stack is face down",
    "defeat.too_expensive": "it costs more than the Power left",
    "defeat.forbidden": "a card forbids it",
    "end.not_now": "the turn cannot be ended now",
    "end.another_first": "a card in hand has to be played before the turn ends",
    "end.parked": "the card on the Character card has to be played before the turn ends",
    "assist.not_teammate": "only the teammate of the active player can Assist",
    "assist.not_now": "no Assist card can be played now",
    "assist.not_in_hand": "the card is not in this player's hand",
    "assist.no_assist": "the card has no Assist",
    "confront.forbidden": "a card forbids it",
    "confront.no_foe": "only a foe can be Confronted",
    "confront.not_lowest": "another foe's Character costs less",
    "confront.not_lower_level": "the other foe's Character has a lower Level",
    "confront.too_late": "a Confrontation is announced before any card is played",
    "block.not_now": "Blocks wait until the Confronting side is done",
    "block.not_confronted": "neither this player nor the teammate is Confronted",
    "block.not_in_hand": "the card is not in this player's hand",
    "block.no_block": "the card has no Block",
    "block.forbidden": "a card forbids it",
    "block.cannot_pay": "what the Block asks for cannot be done",
    "defense.not_now": "there is no Attack to avoid",
    "defense.not_in_hand": "the card is not in this player's hand",
    "defense.not_in_play": "the card is not among this player's cards in play",
    "defense.no_defense": "the card has no Defense",
    "defense.used": "the card has been used against this Attack",
    "defense.second": "the player has used another Defense against this Attack",
    "defense.forbidden": "a card forbids it",
    "defense.cannot_pay": "what the Defense asks for cannot be done",
    "use.used": "the ability has been used",
    "use.not_now": "the ability cannot be used now",
    "use.impossible": "the ability can do nothing now",
    "use.unknown": "there is no such ability",
    "pay.not_your_turn": "a payment ability is used in its player's own turn",
    "pay.not_top": "only the top Character's ability can be used",
    "pay.used": "the ability has been used",
    "pay.cannot_pay": "the price cannot be paid",
    "park.not_now": "no card can be put on the Character card now",
    "park.not_in_hand": "the card is not in this player's hand",
    "park.no_assist": "only an Assist card can be put on the Character card",
    "park.used": "a card has been put there this turn",
    "park.occupied": "the card from the last turn has to be played first",
}
"""What each code says; the codes are topics that lead to rules, too."""


def refuse(g: Table, s: State, option: Option) -> Refused | None:
    """Why an option cannot be taken now; None if it can."""
    choice = s.choice
    if choice is None:
        return refused_by(g, s, option, "game.over")
    if option in choice.options:
        return None
    if not well_formed(g, option):
        return refused_by(g, s, NONSENSE, "choice.unknown")
    if choice.kind is ChoiceKind.SHUFFLE:
        if isinstance(option, Order) and sorted(option.cards) == sorted(choice.cards):
            return None
        return refused_by(g, s, option, "choice.order")
    if _alike(g, s, option, choice):
        return None
    code = WHY_NOT[type(option)](g, s, choice, option)
    return refused_by(g, s, option, code or "turn.other_choice")


NONSENSE: Final = Nonsense(())


def well_formed(g: Table, option: object) -> bool:
    """Whether an option names cards and players that there are."""
    if not isinstance(option, Option) or any(not _is_card(g, card) for card in option.named_cards):
        return False
    if isinstance(option, PlayerOption):
        return type(option.player) is int and 0 <= option.player < g.players
    if isinstance(option, AbilityOption):
        return type(option.at) is int and option.at >= 0
    return True


def _is_card(g: Table, card: object) -> bool:
    return type(card) is int and 0 <= card < len(g.kinds)


def _alike(g: Table, s: State, option: Option, choice: Choice) -> bool:
    """Whether the option means a card that is just like one that is offered."""
    if not isinstance(option, CardOption) or not option.alike:
        return False
    card = option.card
    if isinstance(option, ChooseCard):
        todo = choice.task
        if not isinstance(todo, Pick) or card not in todo.found:
            return False
    return any(
        isinstance(other, CardOption)
        and type(other) is type(option)
        and g.kind_index[other.card] == g.kind_index[card]
        and s.where[other.card] == s.where[card]
        and (not choice.cards or card in choice.cards)
        for other in choice.options
    )


def refused_by(g: Table, s: State, option: Option, code: str) -> Refused:
    """The refusal; its topic tells the phase too, since there it may have another reason."""
    cards = option.named_cards if isinstance(option, (CardOption, AbilityOption)) else ()
    event = Event("refused", s.active, cards, (), f"refused.{code}.{s.phase}")
    return Refused(code, MESSAGES[code], rules_of(g, event))


# ---------------------------------------------------------------- why not, option by option

Kind = TypeVar("Kind", bound=Option)
Why = Callable[[Table, State, Choice, Kind], str | None]
WHY_NOT: Final[dict[type[Option], Why[Any]]] = {}
"""Why an option of a kind cannot be taken; None: something else has to be decided first."""


def why_not(*kinds: type[Kind]) -> Callable[[Why[Kind]], Why[Kind]]:
    """Enter why options of these kinds cannot be taken."""

    def enter(function: Why[Kind]) -> Why[Kind]:
        for kind in kinds:
            WHY_NOT[kind] = function
        return function

    return enter


def _owner(g: Table, s: State, card: int, other: int) -> int:
    """The player in one of whose zones a card lies, or another."""
    zone = s.where[card]
    return zone // PER_PLAYER if zone < g.shared else other


@why_not(PlayCard)
def _play(g: Table, s: State, choice: Choice, option: PlayCard) -> str | None:
    return why_no_play(g, s, _owner(g, s, option.card, choice.player), option.card)


@why_not(BuyCard)
def _buy(g: Table, s: State, choice: Choice, option: BuyCard) -> str | None:
    return why_no_buy(g, s, s.active, option.card)


@why_not(DefeatCard)
def _defeat(g: Table, s: State, choice: Choice, option: DefeatCard) -> str | None:
    return why_no_defeat(g, s, s.active, option.card)


@why_not(HuntCard)
def _hunt(g: Table, s: State, choice: Choice, option: HuntCard) -> str | None:
    return why_no_hunt(g, s, s.active, option.card)


@why_not(AssistWith)
def _assist(g: Table, s: State, choice: Choice, option: AssistWith) -> str | None:
    return why_no_assist(g, s, s.where[option.card] // PER_PLAYER, option.card)


@why_not(EndTurn, Done)
def _end(g: Table, s: State, choice: Choice, option: Option) -> str | None:
    return why_no_end(g, s)


@why_not(Confront)
def _confront(g: Table, s: State, choice: Choice, option: Confront) -> str | None:
    if s.phase != "announce":
        return "confront.too_late"
    return why_no_target(g, s, option.player)


@why_not(BlockWith)
def _block(g: Table, s: State, choice: Choice, option: BlockWith) -> str | None:
    return why_no_block(g, s, _owner(g, s, option.card, choice.player), option.card)


@why_not(DefendWith)
def _defend(g: Table, s: State, choice: Choice, option: DefendWith) -> str | None:
    if choice.kind is not ChoiceKind.DEFEND:
        return "defense.not_now"
    assert isinstance(choice.task, DefendBy)
    target = choice.task.target
    return why_no_defense(g, s, s.frames[-1], choice.player, option.card, target)


@why_not(PayFor)
def _pay(g: Table, s: State, choice: Choice, option: PayFor) -> str | None:
    if option.at >= len(g.kinds[option.card].payments):
        return "use.unknown"
    zone = s.where[option.card]  # a defeated version lies with the foe who defeated it
    own = zone < g.shared and zone % PER_PLAYER != SCORE
    owner = zone // PER_PLAYER if own else choice.player
    return why_no_payment(g, s, owner, option.card, option.at)


@why_not(UseAbility)
def _use(g: Table, s: State, choice: Choice, option: UseAbility) -> str | None:
    try:
        return why_no_use(g, s, find_use(g, s, option), s.phase == "block")
    except IndexError:
        return "use.unknown"


@why_not(ParkCard)
def _park(g: Table, s: State, choice: Choice, option: ParkCard) -> str | None:
    return why_no_parking(g, s, choice.player, option.card)


@why_not(
    Decline,
    Pass,
    Yes,
    No,
    Stop,
    ChooseCard,
    ChoosePlayer,
    ChooseEffect,
    ResolveFirst,
    ChooseNumber,
    ChooseType,
    ChooseName,
    ChooseParity,
    Order,
    Nonsense,
)
def _answer(g: Table, s: State, choice: Choice, option: Option) -> str | None:
    return "choice.unknown"
