"""Why an action cannot be taken now: the codes of the contract (docs/conformance.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.oracle.quick.attack import defense_of, held_use, is_used
from rules_check.oracle.quick.confrontation import block_of, blockers, may_block, targets
from rules_check.oracle.quick.other_turns import is_kept_back, is_not_for_sale
from rules_check.oracle.quick.standing import forbids, has_announced, watching, with_label, works
from rules_check.oracle.quick.state import Fact, Option, State
from rules_check.oracle.quick.super_villains import AVOIDED
from rules_check.oracle.quick.turn import may_end, parked_to_play, playable
from rules_check.oracle.quick.using import abilities, is_used_up, lent
from rules_check.oracle.quick.values import cost_to_defeat, price_of
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
    SCORE,
)

ELSE = "turn.other_choice"
"""Something else has to be decided first."""


def why_not(s: State, option: Option) -> str:
    """Why an action that is not offered cannot be taken."""
    if s.choice is None:
        return "game.over"
    tag, *named = option
    if tag not in ASKED or not ASKED[tag][0](s, named):
        return "choice.unknown"
    return ASKED[tag][1](s, option) or ELSE


def is_a_card(s: State, named: list[Any]) -> bool:
    """Whether an action names a card."""
    return len(named) == 1 and named[0] in range(len(s.where))


def is_a_player(s: State, named: list[Any]) -> bool:
    """Whether an action names a player."""
    return len(named) == 1 and named[0] in s.g.everybody


def is_an_ability(s: State, named: list[Any]) -> bool:
    """Whether an action names a card and the number of an ability."""
    return is_a_card(s, named[:1]) and len(named) == 2 and type(named[1]) is int


def is_alone(s: State, named: list[Any]) -> bool:
    """Whether an action names nothing."""
    return not named


def in_front_of(s: State, card: int) -> int:
    """The player in one of whose zones a card lies, or else who decides."""
    assert s.choice is not None
    zone = s.where[card]
    return zone // PER_PLAYER if zone < s.g.players * PER_PLAYER else s.choice.player


def why_no_play(s: State, player: int, card: int) -> str | None:
    """Why a player cannot play a card in their own turn."""
    reads = s.g.reads
    if player != s.active:
        return "play.not_your_turn"
    if s.phase != "play" and not (s.phase == "after" and reads.after_confrontation == "plays"):
        return "play.not_now"
    base = player * PER_PLAYER
    held = [*s.zones[base + HAND], *s.zones[base + PARKED], *(x for x, _ in lent(s, player))]
    if card not in held:
        return "play.not_in_hand"
    if card not in playable(s):
        return "play.another_first" if waits_for_another(s, card) else "play.forbidden"
    return None


def waits_for_another(s: State, card: int) -> bool:
    """Whether what forbids to play a card stands on another card in the same hand: that one has to
    be played first."""
    hand = s.zones[s.active * PER_PLAYER + HAND]
    fact = Fact("play", s.active, card, from_=s.where[card], whom=s.active)
    return any(
        one.frame.this in hand
        and one.frame.this != card
        and works(s, one)
        and one.stands.event.fits(s, one.frame, fact)
        for one in watching(s).forbidding.get("play", ())
    )


def why_no_buy(s: State, card: int) -> str | None:
    """Why the active player cannot buy a card."""
    g, player = s.g, s.active
    if s.phase != "play" and not (s.phase == "after" and g.reads.leftover_power == "buys"):
        return "buy.not_now"
    cancelled = g.reads.cancelled_buy == "no" and has_announced(s)
    if (s.confronted is not None or cancelled) and g.no_buying:
        return "confront.no_buy"
    if not g.sold[card]:
        return "buy.never_for_sale"
    if g.kept_for.get(card, player) != player:
        return "buy.anothers"
    beside = s.zones[g.beside[player]] if g.beside else ()
    if card not in s.zones[g.line_up] and card not in beside and s.where[card] not in g.for_sale:
        return "buy.not_for_sale"
    if price_of(s, card, player) > s.power[player]:
        return "buy.too_expensive"
    if forbids(s, "buy", player, card):
        return "buy.forbidden"
    return "defeat.second" if is_not_for_sale(s, card) else None


def why_no_defeat(s: State, card: int) -> str | None:
    """Why the active player cannot defeat a Super-Villain."""
    g, player = s.g, s.active
    if s.phase != "play":
        return "defeat.not_now"
    if s.defeats >= g.most_defeats:
        return "defeat.second"
    if g.boss < 0 or s.zones[g.boss][:1] != (card,):
        return "defeat.not_on_top"
    if s.face_up != card:
        return "defeat.face_down"
    if cost_to_defeat(s, card, player) > s.power[player]:
        return "defeat.too_expensive"
    forbidden = forbids(s, "defeat", player, card) or forbids(s, "buy", player, card)
    return "defeat.forbidden" if forbidden else None


def why_no_hunt(s: State, card: int) -> str | None:
    """Why the active player cannot attack a Super-Villain."""
    g, player = s.g, s.active
    if not g.hunting:
        return "hunt.no_variant"
    if s.phase != "play":
        return "hunt.not_now"
    foes = [p for p in s.from_on(player) if p not in g.teams[player]]
    piles = [p * PER_PLAYER + DISCARD for p in foes]
    if "Super-Villain" not in g.kinds[card].titles or s.where[card] not in piles:
        return "hunt.not_there"
    if AVOIDED in s.used:
        return "hunt.avoided"
    if cost_to_defeat(s, card, player) > s.power[player]:
        return "hunt.too_expensive"
    forbidden = any(forbids(s, verb, player, card) for verb in ("defeat", "buy", "gain"))
    return "hunt.forbidden" if forbidden else None


def why_no_end(s: State) -> str | None:
    """Why the active player cannot stop playing."""
    if s.phase not in ("play", "after"):
        return "end.not_now"
    if s.g.parking and parked_to_play(s):
        return "end.parked"
    return None if may_end(s) else "end.another_first"


def why_no_assist(s: State, player: int, card: int) -> str | None:
    """Why a player cannot play a card in the teammate's turn."""
    if player == s.active or player not in s.g.teams[s.active] or player in s.out:
        return "assist.not_teammate"
    if s.phase != "play":
        return "assist.not_now"
    if s.where[card] != player * PER_PLAYER + HAND:
        return "assist.not_in_hand"
    if not with_label(s, (card,), "Assist"):
        return "assist.no_assist"
    return "play.forbidden" if forbids(s, "play", player, card) else None


def why_no_parking(s: State, card: int) -> str | None:
    """Why an Assist card cannot be put on the Character card."""
    base = s.active * PER_PLAYER
    if s.phase != "play":
        return "park.not_now"
    if s.where[card] != base + HAND:
        return "park.not_in_hand"
    if not with_label(s, (card,), "Assist"):
        return "park.no_assist"
    if any(used[0] == "parked" for used in s.used):
        return "park.used"
    return "park.occupied" if s.zones[base + PARKED] else None


def why_no_target(s: State, target: int) -> str | None:
    """Why a player cannot be Confronted."""
    if s.phase != "announce":
        return "confront.too_late"
    if target in s.g.teams[s.active] or target not in s.from_on(s.active):
        return "confront.no_foe"
    if forbids(s, "announce", s.active, None):
        return "confront.forbidden"
    if target in targets(s):
        return None
    by_cost = s.g.target_rule == "min_current_cost"
    return "confront.not_lowest" if by_cost else "confront.not_lower_level"


def why_no_block(s: State, player: int, card: int) -> str | None:
    """Why a card cannot be used as a Block."""
    if s.phase != "block":
        return "block.not_now"
    if player not in blockers(s):
        return "block.not_confronted"
    if s.where[card] != player * PER_PLAYER + HAND:
        return "block.not_in_hand"
    if s.g.reads.blocks_used == "together" and ("held", card) not in s.used:
        return "block.not_now"
    if block_of(s, card) is None:
        return "block.no_block"
    if any(forbids(s, verb, player, card) for verb in ("discard", "block", "play")):
        return "block.forbidden"
    return None if may_block(s, player, card) else "block.cannot_pay"


def why_no_defense(s: State, card: int) -> str | None:
    """Why a card cannot be used as a Defense."""
    assert s.choice is not None
    if s.choice.kind != "defend":
        return "defense.not_now"
    player = s.choice.player
    aimed, base = s.attacks[-1], player * PER_PLAYER
    if s.where[card] not in (base + HAND, base + PLAY):
        return "defense.not_in_hand"
    option = defense_of(s, card, player)
    if option is None:
        elsewhere = "play" if s.where[card] == base + HAND else "hand"
        if held_use(s, card, "Defense", elsewhere) is None:
            return "defense.no_defense"
        return f"defense.not_in_{elsewhere}"
    if is_used(s, aimed, card):
        return "defense.used"
    if s.g.one_defense and any(player == other for _, other in aimed.used):
        return "defense.second"
    in_hand = s.where[card] == base + HAND
    if forbids(s, "avoid", player, card) or (in_hand and forbids(s, "play", player, card)):
        return "defense.forbidden"
    return "defense.cannot_pay"


def why_no_use(s: State, option: Option) -> str | None:
    """Why an ability cannot be used."""
    one = dict(abilities(s)).get(option)
    if one is None:
        return "use.unknown"
    if is_used_up(s, one):
        return "use.used"
    blocking = s.phase == "block"
    timely = one.stands.in_block is blocking and works(s, one)
    mine = blocking or one.frame.you == s.active or one.stands.for_others
    return "use.impossible" if timely and mine else "use.not_now"


def why_no_payment(s: State, option: Option) -> str | None:
    """Why an ability cannot be paid for."""
    card, one = option[1], dict(abilities(s)).get(option)
    lost = s.where[card] % PER_PLAYER == SCORE  # a defeated Character lies with the foe
    if not lost and in_front_of(s, card) != s.active:
        return "pay.not_your_turn"
    base = s.active * PER_PLAYER
    if card not in (*s.zones[base + CHARACTERS][:1], *s.zones[base + PLAY]):
        return "pay.not_top"
    if one is None:
        return "use.unknown"
    if is_kept_back(s, option):
        return "play.another_first"
    if is_used_up(s, one):
        return "pay.used"
    return "pay.cannot_pay" if works(s, one) else "use.not_now"


Why = Callable[[State, Option], str | None]
ASKED: Final[dict[str, tuple[Callable[[State, list[Any]], bool], Why]]] = {
    "play": (is_a_card, lambda s, x: why_no_play(s, in_front_of(s, x[1]), x[1])),
    "buy": (is_a_card, lambda s, x: why_no_buy(s, x[1])),
    "defeat": (is_a_card, lambda s, x: why_no_defeat(s, x[1])),
    "hunt": (is_a_card, lambda s, x: why_no_hunt(s, x[1])),
    "assist": (is_a_card, lambda s, x: why_no_assist(s, s.where[x[1]] // PER_PLAYER, x[1])),
    "park": (is_a_card, lambda s, x: why_no_parking(s, x[1])),
    "end": (is_alone, lambda s, _: why_no_end(s)),
    "done": (is_alone, lambda s, _: why_no_end(s)),
    "confront": (is_a_player, lambda s, x: why_no_target(s, x[1])),
    "block": (is_a_card, lambda s, x: why_no_block(s, in_front_of(s, x[1]), x[1])),
    "defend": (is_a_card, lambda s, x: why_no_defense(s, x[1])),
    "use": (is_an_ability, lambda s, x: why_no_use(s, x)),
    "pay": (is_an_ability, lambda s, x: why_no_payment(s, x)),
}
"""What an action names, and why it cannot be taken; of an answer to a question no more can be said
than that it is none."""
