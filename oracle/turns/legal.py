"""What can be done in the part of a turn in which cards are played and bought.

Each function says why something cannot be done, or None. The options offered are those with
None (`oracle.turns.main_phase`); an action that is refused is told why.
"""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.find import fits
from rules_check.oracle.meaning.seats import partner
from rules_check.oracle.standing.bans import banned
from rules_check.oracle.standing.costs import cost_to_buy
from rules_check.oracle.standing.lasts import lent_to_play
from rules_check.oracle.turns.other_readings import removed_for_a_while
from rules_check.oracle.turns.using import owed
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import HAND, PARKED, PER_PLAYER


def must_come_first(g: Table, s: State, player: int) -> list[int]:
    """The cards in hand that have to be played before others."""
    first = g.has_first
    return [card for card in s.zones[player * PER_PLAYER + HAND] if first[card]]


def comes_before(g: Table, s: State, player: int, first: int, card: int) -> bool:
    """Whether one card has to be played before another. Two that both say so do not wait."""
    return _says_before(g, s, player, first, card) and not _says_before(g, s, player, card, first)


def _says_before(g: Table, s: State, player: int, first: int, card: int) -> bool:
    if first == card:
        return False
    frame = g.asking(player, first)
    return any(fits(g, s, frame, card, x.before.filter) for x in g.kinds[first].first)


def why_no_playing(g: Table, s: State, player: int) -> str | None:
    """Why a player can play no card at all in their own turn; None if that is possible."""
    if player != s.active:
        return "play.not_your_turn"
    if s.phase != "play" and not (s.phase == "after" and g.sw.after_confrontation == "plays"):
        return "play.not_now"
    return None


def why_no_play(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a player cannot play a card from hand in their own turn; None if they can."""
    reason = why_no_playing(g, s, player)
    if reason is not None:
        return reason
    where = s.where[card]
    if where != player * PER_PLAYER + HAND and not (
        (g.parking and where == player * PER_PLAYER + PARKED) or card in lent_to_play(s, player)
    ):
        return "play.not_in_hand"
    if g.must_play_first:
        for first in must_come_first(g, s, player):
            if comes_before(g, s, player, first, card):
                return "play.another_first"
    if banned(g, s, a.Verb.PLAY, player, card):
        return "play.forbidden"
    return None


def why_no_buying(g: Table, s: State, player: int) -> str | None:
    """Why a player can buy nothing at all; None if that is possible."""
    if player != s.active:
        return "buy.not_your_turn"
    if s.phase != "play" and not (s.phase == "after" and g.sw.leftover_power == "buys"):
        return "buy.not_now"
    if g.sw.cancelled_buy == "no" and s.announced and g.forbids_buy:
        return "confront.no_buy"
    if s.confronted >= 0 and g.forbids_buy:
        return "confront.no_buy"
    return None


def why_no_buy(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a player cannot buy a card now; None if they can."""
    reason = why_no_buying(g, s, player)
    if reason is not None:
        return reason
    where = s.where[card]
    if g.kind_index[card] in g.never_sold:
        return "buy.never_for_sale"
    kept = g.sw.removed_card == "for_sale" and card in removed_for_a_while(g, s)
    if g.kept_for.get(card, player) != player:
        return "buy.anothers"
    if not g.in_line_up(s, card) and not kept and where not in g.stacks.values():
        return "buy.not_for_sale"
    if cost_to_buy(g, s, card, player) > s.power[player]:
        return "buy.too_expensive"
    if banned(g, s, a.Verb.BUY, player, card):
        return "buy.forbidden"
    if g.sw.hidden_defeats == "one" and g.villains_hide and _defeated_one(g, s, player, card):
        return "defeat.second"
    return None


def _defeated_one(g: Table, s: State, player: int, card: int) -> bool:
    """`hidden_defeats`: whether a player would defeat a second Super-Villain in a turn."""
    fell = any(fact[0] is a.Verb.DEFEAT and fact[1] == player for fact in s.facts)
    return fell and a.Title.SUPER_VILLAIN in g.kinds[card].titles


def why_no_end(g: Table, s: State) -> str | None:
    """Why the active player cannot stop playing now; None if they can.

    A card that cannot be played need not be.
    """
    if s.phase not in ("play", "after"):
        return "end.not_now"
    if g.must_play_first and not (g.sw.done_with == "weakness" and s.confronted >= 0):
        for card in must_come_first(g, s, s.active):
            if (
                any(x.end_of_turn for x in g.kinds[card].first)
                and why_no_play(g, s, s.active, card) is None
            ):
                return "end.another_first"
    if g.watching(s).once and owed(g, s, s.active):
        return "end.another_first"
    if g.parking and parked_to_play(g, s):
        return "end.parked"
    if g.sw.whole_hand == "yes" and s.confronted >= 0:
        hand = s.zones[s.active * PER_PLAYER + HAND]
        if any(why_no_play(g, s, s.active, card) is None for card in hand):
            return "end.another_first"
    bound = g.sw.kept_power == "bound" and ("hunt",) in s.used
    if bound and any(why_no_buy(g, s, s.active, card) is None for card in s.zones[g.line_up]):
        return "end.another_first"
    return None


def why_no_assist(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a player cannot play a card in the teammate's turn; None if they can."""
    if player != partner(g, s.active) or player in s.out:
        return "assist.not_teammate"
    if s.phase != "play":
        return "assist.not_now"
    if s.where[card] != player * PER_PLAYER + HAND:
        return "assist.not_in_hand"
    if not g.has_keyword(s, card, a.Keyword.ASSIST):
        return "assist.no_assist"
    if banned(g, s, a.Verb.PLAY, player, card):
        return "play.forbidden"
    return None


def why_no_parking(g: Table, s: State, player: int, card: int) -> str | None:
    """Why an Assist card cannot be put on the Character card now; None if it can."""
    if player != s.active or s.phase != "play":
        return "park.not_now"
    if s.where[card] != player * PER_PLAYER + HAND:
        return "park.not_in_hand"
    if not g.has_keyword(s, card, a.Keyword.ASSIST):
        return "park.no_assist"
    if any(x[0] == "parked" for x in s.used):
        return "park.used"
    if s.zones[player * PER_PLAYER + PARKED]:
        return "park.occupied"
    return None


def parked_to_play(g: Table, s: State) -> list[int]:
    """The cards on the Character card that can be played; they also have to be, this turn."""
    return [
        card
        for card in s.zones[s.active * PER_PLAYER + PARKED]
        if (g.sw.parked_play == "at_once" or ("parked", card) not in s.used)
        and why_no_play(g, s, s.active, card) is None
    ]
