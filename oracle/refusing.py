"""Why an action cannot be taken now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_check.oracle.attack import why_no_defense
from rules_check.oracle.confrontation import why_no_block, why_no_target
from rules_check.oracle.labels import CARD_VERBS
from rules_check.oracle.main_phase import (
    why_no_assist,
    why_no_buy,
    why_no_end,
    why_no_parking,
    why_no_play,
)
from rules_check.oracle.state import Choice, Event, Option, State
from rules_check.oracle.using import find_use, why_no_payment, why_no_use
from rules_check.oracle.zones import PER_PLAYER, SCORE

if TYPE_CHECKING:
    from rules_check.oracle.game import Game


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
    "buy.never_for_sale": "cards of this stack are never for sale",
    "buy.too_dear": "it costs more than the Power left",
    "buy.forbidden": "a card forbids it",
    "end.not_now": "the turn cannot be ended now",
    "end.another_first": "a card in hand has to be played before the turn ends",
    "end.parked": "the card on the Character card has to be played before the turn ends",
    "assist.not_teammate": "only the teammate of the active player can Assist",
    "assist.not_now": "no Assist card can be played now",
    "assist.not_in_hand": "the card is not in this player's hand",
    "assist.no_assist": "the card has no Assist",
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


def refuse(g: Game, s: State, option: Option) -> Refused | None:
    """Why an option cannot be taken now; None if it can."""
    choice = s.choice
    if choice is None:
        return _refused(g, s, option, "game.over")
    if not well_formed(g, option):
        return _refused(g, s, ("?",), "choice.unknown")
    if option in choice.options:
        return None
    if choice.kind == "shuffle":
        if option[:1] == ("order",) and sorted(option[1:]) == sorted(choice.cards):
            return None
        return _refused(g, s, option, "choice.order")
    if _alike(g, s, option, choice):
        return None
    return _refused(g, s, option, _reason(g, s, choice, option))


def well_formed(g: Game, option: Option) -> bool:
    """Whether an option has the parts that its verb needs."""
    if not option or not isinstance(option[0], str):
        return False
    verb, rest = option[0], option[1:]
    if verb in ("use", "pay"):
        return len(rest) == 2 and _is_card(g, rest[0]) and type(rest[1]) is int and rest[1] >= 0
    if verb in CARDS:
        return len(rest) == 1 and _is_card(g, rest[0])
    if verb == "order":
        return all(_is_card(g, card) for card in rest)
    if verb in ("confront", "player"):
        return len(rest) == 1 and type(rest[0]) is int and 0 <= rest[0] < g.players
    return True


CARDS = frozenset({"play", "buy", "card", "block", "defend", "assist", "park"})
"""The verbs of options that name one card."""


def _is_card(g: Game, card: object) -> bool:
    return type(card) is int and 0 <= card < len(g.kinds)


def _alike(g: Game, s: State, option: Option, choice: Choice) -> bool:
    """Whether the option means a card that is just like one that is offered."""
    if len(option) < 2 or option[0] not in ("play", "buy", "card", "block", "defend", "assist"):
        return False
    card = option[1]
    if option[0] == "card" and (choice.task[0] != "pick" or card not in choice.task[2]):
        return False
    return any(
        other[0] == option[0]
        and g.kind_index[other[1]] == g.kind_index[card]
        and s.where[other[1]] == s.where[card]
        and (not choice.cards or card in choice.cards)
        for other in choice.options
        if len(other) > 1
    )


def _refused(g: Game, s: State, option: Option, code: str) -> Refused:
    """The refusal; its topic tells the phase too, since there it may have another reason."""
    cards = option[1:2] if option[0] in CARD_VERBS or option[0] in ("use", "pay") else ()
    event = Event("refused", s.active, cards, (), f"refused.{code}.{s.phase}")
    return Refused(code, MESSAGES[code], g.rules_of(event))


def _reason(g: Game, s: State, choice: Choice, option: Option) -> str:
    verb = option[0]
    player = choice.player
    found: str | None = None
    match verb:
        case "play":
            owner = s.where[option[1]] // PER_PLAYER if s.where[option[1]] < g.shared else player
            found = why_no_play(g, s, owner, option[1])
        case "buy":
            found = why_no_buy(g, s, s.active, option[1])
        case "assist":
            owner = s.where[option[1]] // PER_PLAYER
            found = why_no_assist(g, s, owner, option[1])
        case "end" | "done":
            found = why_no_end(g, s)
        case "confront":
            if s.phase != "announce":
                return "confront.too_late"
            found = why_no_target(g, s, option[1])
        case "block":
            owner = s.where[option[1]] // PER_PLAYER if s.where[option[1]] < g.shared else player
            found = why_no_block(g, s, owner, option[1])
        case "defend":
            if choice.kind != "defend":
                return "defense.not_now"
            found = why_no_defense(g, s, s.frames[-1], player, option[1])
        case "pay":
            if not g.kinds[option[1]].payments:
                return "use.unknown"
            zone = s.where[option[1]]  # a defeated version lies with the foe who defeated it
            own = zone < g.shared and zone % PER_PLAYER != SCORE
            owner = zone // PER_PLAYER if own else player
            found = why_no_payment(g, s, owner, option[1], option[2])
        case "use":
            try:
                found = why_no_use(g, s, find_use(g, s, option), s.phase == "block")
            except IndexError:
                return "use.unknown"
        case "park":
            found = why_no_parking(g, s, player, option[1])
        case _:
            return "choice.unknown"
    if found is not None:
        return found
    return "turn.other_choice"
