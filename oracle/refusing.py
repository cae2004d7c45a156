"""Why an action cannot be taken now: a stable code, a sentence, and the rules that say so."""

from __future__ import annotations

from typing import Final

from rules_check.oracle.box.cards import Box
from rules_check.oracle.trace.citing import rules_of
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.option_forms import AbilityOption, CardOption, Option, PlayerOption
from rules_check.oracle.values.options import Nonsense
from rules_check.oracle.values.state import State


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


NONSENSE: Final = Nonsense(())


def well_formed(g: Box, option: object) -> bool:
    """Whether an option names cards and players that there are."""
    if not isinstance(option, Option) or any(not _is_card(g, card) for card in option.named_cards):
        return False
    if isinstance(option, PlayerOption):
        return type(option.player) is int and 0 <= option.player < g.players
    if isinstance(option, AbilityOption):
        return type(option.at) is int and option.at >= 0
    return True


def _is_card(g: Box, card: object) -> bool:
    return type(card) is int and 0 <= card < len(g.kinds)


def refused_by(g: Box, s: State, option: Option, code: str) -> Refused:
    """The refusal; its topic tells the phase too, since there it may have another reason."""
    cards = option.named_cards if isinstance(option, (CardOption, AbilityOption)) else ()
    event = Event("refused", s.active, cards, (), f"refused.{code}.{s.phase}")
    return Refused(code, MESSAGES[code], rules_of(g, event))
