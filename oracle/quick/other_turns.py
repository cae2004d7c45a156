"""Steps of a turn under readings of the rules that no book chooses.

They take the place of the printed steps, or come beside them, in the table of a game that reads the
rules so (`steps_as_read`); nothing else knows them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules_check.oracle.quick.acts import by_rules, shifted_all, without
from rules_check.oracle.quick.attack import PASS
from rules_check.oracle.quick.confrontation import AFTER, block
from rules_check.oracle.quick.scoring import finish
from rules_check.oracle.quick.standing import (
    among,
    end_with,
    expire,
    has_announced,
    is_forbidden,
    look_at_power,
)
from rules_check.oracle.quick.state import Active, Choice, Fact, Forbid, Game, Option, State, Use
from rules_check.oracle.quick.turn import (
    END,
    OFFERS,
    STEPS,
    act,
    announce_end,
    assists,
    begin_turn,
    draw_cards,
    may_end,
    new_hand_size,
    offer,
    offered,
    play_and_buy,
    staying_in_play,
    sweep_to_owners,
    tell_staying,
)
from rules_check.oracle.quick.using import abilities, may_use, use
from rules_check.oracle.quick.values import types_of
from rules_check.oracle.quick.waiting import resolve
from rules_check.oracle.values.zones import DISCARD, HAND, PER_PLAYER, PLAY

Step: TypeAlias = Callable[[State], bool | None]
Offer: TypeAlias = Callable[[State], Choice | None]


def steps_as_read(g: Game) -> tuple[dict[str, Step], dict[str, Offer]]:
    """The steps of a turn by their names as a game reads the rules, and what is offered in them."""
    steps: dict[str, Step] = {**STEPS, "begin_turn": begin_turn}
    offers: dict[str, Offer] = {**OFFERS}
    reads = g.reads
    if reads.hand_filled == "any_turn":
        steps["begin_turn"] = begin_with_full_hand
    if reads.beforehand != "nothing":
        steps["beforehand"] = beforehand
    if reads.after_done != "nothing":
        steps["block"] = block_and_answer
    if g.goes_on_after:
        steps["after_confrontation"] = play_and_buy
        offers["after_confrontation"] = offer_after
    if is_offered_otherwise(g):
        offers["play_and_buy"] = offer_as_read
    if reads.turn_over == "announced" or reads.assist_leaves == "announced":
        steps["announce_end"] = announce_end_as_read
    stays = reads.ongoing_stays, reads.assist_ongoing, reads.assist_leaves
    if stays != ("ongoing", "stays", "swept"):
        steps["sweep"] = sweep_as_read
    if reads.new_hand == "up_to":
        steps["draw"] = draw_up_to
    if reads.raise_time == "any_time":
        g.answered = raise_at_once
    if reads.assist_time == "any_time" and g.can_assist:
        g.between = assist_between
    return steps, offers


# ------------------------------------------------------------------------- windows


def window(s: State, what: str, phase: str) -> None:
    """Offer what this window is for, until nobody wants any more of it."""
    while s.result is None:
        s.phase = "play"
        options = [("assist", x) for x in assists(s)] if what == "assists" else usable(s)
        taken = s.ask(s.active, "main", [*options, PASS])
        if taken == PASS:
            s.phase = phase
            return
        act(s, taken)
        resolve(s)


def usable(s: State) -> list[Option]:
    """The abilities that can be used now."""
    s.offers = {
        action: one
        for action, one in abilities(s)
        if (one.frame.you == s.active or one.stands.for_others) and may_use(s, one)
    }
    return [*s.offers]


def beforehand(s: State) -> None:
    """`beforehand`: before the announcement teammates Assist, or abilities are used."""
    window(s, s.g.reads.beforehand, "announce")


def block_and_answer(s: State) -> None:
    """`after_done`: when there are no more Blocks, the teammate still Assists, or abilities are
    used."""
    block(s)
    if s.confronted is not None and s.result is None:
        window(s, s.g.reads.after_done, "block")


def assist_between(s: State) -> None:
    """`assist_time`: the teammate may Assist in the middle of a text."""
    window(s, "assists", s.phase)


def raise_at_once(s: State, targets: list[int]) -> None:
    """`raise_time`: in answer to an Attack, a Confronted player raises the cost."""
    player = s.confronted
    if player is None or player not in targets:
        return
    while s.result is None:
        others: dict[Option, Active[Use]] = {
            action: one
            for action, one in abilities(s)
            if one.stands.in_block and one.frame.you == player and may_use(s, one, blocking=True)
        }
        taken = s.ask(player, "block", [*others, PASS])
        if taken == PASS:
            return
        use(s, others[taken])
        resolve(s)


# ------------------------------------------------------------------------- playing and buying


def offer_after(s: State) -> Choice | None:
    """`after_confrontation`, `leftover_power`: when a Confrontation is over cards are played, or
    leftover Power buys."""
    if AFTER not in s.used:
        return None
    s.phase = "after"
    look_at_power(s)
    reads = s.g.reads
    tags = ["use", "pay"]
    tags += ["play"] if reads.after_confrontation == "plays" else []
    tags += ["buy"] if reads.leftover_power == "buys" else []
    options = [x for x in offered(s) if x[0] in tags and not is_kept_back(s, x)]
    return Choice(s.active, "main", (*options, END) if may_end(s) else (*options,))


def is_offered_otherwise(g: Game) -> bool:
    """Whether a game does not offer all that can be done as printed."""
    reads = g.reads
    return (
        reads.hidden_end == "at_once"
        or reads.hidden_defeats == "one"
        or reads.cancelled_buy == "no"
        or reads.first_cards == "anything"
    )


def offer_as_read(s: State) -> Choice | None:
    """Everything that can be done now, but what this game keeps back. `hidden_end`: a text has
    emptied the main deck, and the game is over in mid-turn."""
    g = s.g
    empty = not s.zones[g.main_deck] and "main_deck_empty" in g.end_conditions
    if g.reads.hidden_end == "at_once" and empty:
        finish(s, "main_deck_empty")
        return None
    choice = offer(s)
    return choice._replace(options=tuple(x for x in choice.options if not is_kept_back(s, x)))


def is_kept_back(s: State, option: Option) -> bool:
    """Whether this game does not offer something that could be done as printed."""
    if option[0] == "buy":
        return is_not_for_sale(s, option[1])
    waits = option[0] == "pay" and s.g.reads.first_cards == "anything"
    hand = s.zones[s.active * PER_PLAYER + HAND]
    return waits and any(has_to_come_first(s, card) for card in hand)


def is_not_for_sale(s: State, card: int) -> bool:
    """`cancelled_buy`: nothing is for sale after a cancelled Confrontation; `hidden_defeats`: nor
    is a second Super-Villain in one turn."""
    reads = s.g.reads
    if reads.cancelled_buy == "no" and s.g.no_buying and has_announced(s):
        return True
    fell = any(x.verb == "defeat" and x.by == s.active for x in s.facts)
    return fell and s.g.lies_hidden[card] and reads.hidden_defeats == "one"


def has_to_come_first(s: State, card: int) -> bool:
    """Whether a card in hand says that it comes before something else (`first_cards`)."""
    held = s.g.kinds[card].at_home.get("hand", ())
    return any(isinstance(one, Forbid) for _, text in held for one in text.stands)


# ------------------------------------------------------------------------- the ends of a turn


def begin_with_full_hand(s: State) -> None:
    """`hand_filled`: a hand is filled before the turn too."""
    begin_turn(s)
    missing = s.g.hand_size - len(s.zones[s.active * PER_PLAYER + HAND])
    draw_cards(s, s.active, missing, "end.draw")


def announce_end_as_read(s: State) -> None:
    """`turn_over`: what holds for the turn is over when its end is announced; `assist_leaves`: the
    Assist cards are put away then."""
    announce_end(s)
    reads = s.g.reads
    if reads.turn_over == "announced" and s.lasting:
        expire(s)
        end_with(s, Fact("turn_end", s.active))
    if reads.assist_leaves == "announced":
        for card in [used[1] for used in s.used if used[0] == "assisted"]:
            zone = s.where[card]
            if zone in s.g.in_play:
                by_rules(s, "put", s.active, card, zone - PLAY + DISCARD, "end.sweep_assist")


def sweep_as_read(s: State) -> None:
    """What was played is swept as usual, but other Ongoing cards stay (`ongoing_stays`,
    `assist_ongoing`), or the teammate's cards do until that player's own turn (`assist_leaves`)."""
    later = s.g.reads.assist_leaves == "own_turn"
    for player in (s.active,) if later else s.from_on(s.active):
        there = s.zones[player * PER_PLAYER + PLAY]
        stays = {x for x in staying_in_play(s, player, there) if stays_as_read(s, player, x)}
        going = without(there, stays)
        if stays and player == s.active:
            tell_staying(s, player, among(there, frozenset(stays)))
        topic = "end.sweep" if player == s.active else "end.sweep_assist"
        if s.owners:
            sweep_to_owners(s, player, going, topic)
        elif going:
            shifted_all(s, "put", player, going, player * PER_PLAYER + DISCARD, topic)


def stays_as_read(s: State, player: int, card: int) -> bool:
    """Whether a card that stays in play as printed does so as this game reads the rules; one that a
    text holds there does."""
    reads = s.g.reads
    if not s.g.kinds[card].ongoing or is_forbidden(s, Fact("sweep", player, card, s.where[card])):
        return True
    if reads.ongoing_stays == "nothing":
        return False
    if reads.ongoing_stays == "locations" and "Location" not in types_of(s, card):
        return False
    return reads.assist_ongoing != "swept" or ("assisted", card) not in s.used


def draw_up_to(s: State) -> None:
    """`new_hand`: cards that are in the hand already count."""
    held = len(s.zones[s.active * PER_PLAYER + HAND])
    draw_cards(s, s.active, max(new_hand_size(s) - held, 0), "end.draw")
    resolve(s)
