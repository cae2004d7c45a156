"""The part of a turn in which cards are played and bought.

What can be done is decided by the `why_no_…` functions: each says why something cannot be
done, or None. The options offered are those with None; an action that is refused is told why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.meaning.find import fits
from rules_check.oracle.meaning.who import partner
from rules_check.oracle.running.agenda import answers, task
from rules_check.oracle.running.moving import move_card, note_gained
from rules_check.oracle.running.power import refresh_live
from rules_check.oracle.standing.bans import banned
from rules_check.oracle.standing.costs import cost_to_buy, price, price_changes
from rules_check.oracle.standing.qualities import granted_in
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_buy, of_price
from rules_check.oracle.turns.other_readings import count_as_played_by
from rules_check.oracle.turns.using import (
    find_use,
    payments,
    start_payment,
    start_use,
    uses,
    why_no_use,
)
from rules_check.oracle.values.choices import ChoiceKind, choice_of
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.listeners import Watch
from rules_check.oracle.values.options import (
    DONE,
    END,
    AssistWith,
    BuyCard,
    Done,
    EndTurn,
    Option,
    ParkCard,
    PayFor,
    PlainOption,
    PlayCard,
    UseAbility,
)
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import MAIN, TRIGGERS, Main, PlayAndBuy
from rules_check.oracle.values.zones import CHARACTERS, DISCARD, HAND, PARKED, PER_PLAYER


@task(PlayAndBuy)
def play_and_buy(g: Table, s: State, todo: PlayAndBuy) -> None:
    """Cards are played and bought until the player has done enough."""
    s.phase = "play"
    s.agenda.append(MAIN)


@task(Main)
def main(g: Table, s: State, todo: Main) -> None:
    """Offer everything that can be done now."""
    watch = s.watch or g.refresh(s)
    if watch.live:
        refresh_live(g, s)
        watch = s.watch or g.refresh(s)
    active = s.active
    options = plays(g, s, watch)
    if s.confronted < 0 and (not s.defeats or g.sw_buy_after):
        buys(g, s, watch, options)
    if watch.once:
        for listener, option in uses(watch):
            if why_no_use(g, s, listener, raising=False) is None:
                options.append(option)
    if g.has_payments:
        options += payments(g, s, active)
    if g.has_assist:
        options += assists(g, s, watch)
    if g.parking:
        options += parking(g, s)
    if why_no_end(g, s) is None:
        options.append(DONE if s.confronted >= 0 else END)
    if len(options) == 1:
        ACTS[type(options[0])](g, s, options[0])
    else:
        s.choice = choice_of((active, OFFER, tuple(options), MAIN, (), -1))


ASSIST: Final = a.Keyword.ASSIST
OFFER: Final = ChoiceKind.MAIN


def plays(g: Table, s: State, watch: Watch) -> list[Option]:
    """The cards in hand that the active player can play, each kind once."""
    index, option = g.kind_index, g.play_options
    active = s.active
    hand = s.zones[active * PER_PLAYER]
    seen: dict[int, Option] = {}
    first = g.has_first
    if watch.bans or s.phase != "play" or (g.must_play_first and any([first[c] for c in hand])):  # noqa: C419
        for card in hand:
            if index[card] not in seen and why_no_play(g, s, active, card) is None:
                seen[index[card]] = option[card]
    else:
        for card in hand:
            kind = index[card]
            if kind not in seen:
                seen[kind] = option[card]
    return list(seen.values())


def buys(g: Table, s: State, watch: Watch, options: list[Option]) -> None:
    """Add the cards that the active player can buy, each kind once."""
    index, option, zones = g.kind_index, g.buy_options, s.zones
    active = s.active
    power = s.power[active]
    seen: set[int] = set()
    if watch.bans or s.phase != "play":
        for card in (*zones[g.line_up], *(c for stack in g.for_sale for c in zones[stack][:1])):
            if index[card] not in seen and why_no_buy(g, s, active, card) is None:
                seen.add(index[card])
                options.append(option[card])
        return
    if watch.costs:
        changes = price_changes(g, s, active)
        for card in (*zones[g.line_up], *(c for stack in g.for_sale for c in zones[stack][:1])):
            if index[card] not in seen and price(g, s, card, active, changes) <= power:
                seen.add(index[card])
                options.append(option[card])
        return
    printed, special = g.printed_cost, g.has_own_cost
    for card in zones[g.line_up]:
        if special[card]:
            affordable = cost_to_buy(g, s, card, active) <= power
        else:
            affordable = printed[card] <= power
        if affordable and index[card] not in seen:
            seen.add(index[card])
            options.append(option[card])
    for stack in g.for_sale:
        pile = zones[stack]
        if pile and printed[pile[0]] <= power:
            options.append(option[pile[0]])


# ------------------------------------------------------------------------- what is legal


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


def why_no_play(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a player cannot play a card from hand in their own turn; None if they can."""
    if player != s.active:
        return "play.not_your_turn"
    if s.phase != "play" and not (s.phase == "after" and g.sw_play_after):
        return "play.not_now"
    where = s.where[card]
    if where != player * PER_PLAYER + HAND and not (
        g.parking and where == player * PER_PLAYER + PARKED
    ):
        return "play.not_in_hand"
    if g.must_play_first:
        for first in must_come_first(g, s, player):
            if comes_before(g, s, player, first, card):
                return "play.another_first"
    if banned(g, s, a.Verb.PLAY, player, card):
        return "play.forbidden"
    return None


def why_no_buy(g: Table, s: State, player: int, card: int) -> str | None:
    """Why a player cannot buy a card now; None if they can."""
    if player != s.active:
        return "buy.not_your_turn"
    if s.phase != "play" and not (s.phase == "after" and g.sw_buy_after):
        return "buy.not_now"
    if s.confronted >= 0 and g.forbids_buy:
        return "confront.no_buy"
    where = s.where[card]
    if where != g.line_up:
        if where not in g.stacks.values():
            return "buy.not_for_sale"
        if where not in g.for_sale:
            return "buy.never_for_sale"
    if cost_to_buy(g, s, card, player) > s.power[player]:
        return "buy.too_dear"
    if banned(g, s, a.Verb.BUY, player, card):
        return "buy.forbidden"
    return None


def why_no_end(g: Table, s: State) -> str | None:
    """Why the active player cannot stop playing now; None if they can.

    A card that cannot be played need not be.
    """
    if s.phase not in ("play", "after"):
        return "end.not_now"
    if g.must_play_first:
        for card in must_come_first(g, s, s.active):
            if (
                any(x.end_of_turn for x in g.kinds[card].first)
                and why_no_play(g, s, s.active, card) is None
            ):
                return "end.another_first"
    if g.parking and parked_to_play(g, s):
        return "end.parked"
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


def assists(g: Table, s: State, watch: Watch) -> list[Option]:
    """The Assist cards that the teammate of the active player can play, each kind once."""
    friend = partner(g, s.active)
    if friend < 0 or s.phase != "play":
        return []
    seen: dict[int, Option] = {}
    can, index = g.can_assist, g.kind_index
    hand = s.zones[friend * PER_PLAYER + HAND]
    granted: tuple[int, ...] = ()
    if ASSIST in watch.granted:
        granted = tuple([card for card in hand if ASSIST in g.kinds[card].keywords])
        granted += tuple(granted_in(g, s, friend * PER_PLAYER + HAND, ASSIST))
    certain = not (watch.bans or s.out)
    for card in hand:
        if (
            (can[card] or card in granted)
            and index[card] not in seen
            and (certain or why_no_assist(g, s, friend, card) is None)
        ):
            seen[index[card]] = AssistWith(card)
    return list(seen.values())


# ------------------------------------------------------------------------------- acting


Kind = TypeVar("Kind", bound=Option)
Act = Callable[[Table, State, Kind], None]
ACTS: Final[dict[type[Option], Act[Any]]] = {}
"""What is done when somebody acts, by the kind of the option."""


def acts(*kinds: type[Kind]) -> Callable[[Act[Kind]], Act[Kind]]:
    """Enter what is done when somebody acts by an option of these kinds."""

    def enter(function: Act[Kind]) -> Act[Kind]:
        for kind in kinds:
            ACTS[kind] = function
        return function

    return enter


@answers(Main)
def acted(g: Table, s: State, todo: Main, option: Option) -> None:
    """Somebody acts; afterwards everything is offered anew."""
    ACTS[type(option)](g, s, option)


@acts(PlayCard)
def act_play(g: Table, s: State, option: PlayCard) -> None:
    """Play a card; what it triggers is resolved after its text."""
    agenda, card = s.agenda, option.card
    agenda.append(MAIN)
    if g.plain_power[card] is None:
        agenda.append(TRIGGERS)
        play_card(g, s, s.active, card)
    else:
        play_card(g, s, s.active, card)
        if s.pending:
            agenda.append(TRIGGERS)


@acts(BuyCard)
def act_buy(g: Table, s: State, option: BuyCard) -> None:
    """Buy a card."""
    s.agenda += AND_THEN
    buy_card(g, s, option.card)


@acts(AssistWith)
def act_assist(g: Table, s: State, option: AssistWith) -> None:
    """The teammate plays an Assist card."""
    s.agenda += AND_THEN
    assist(g, s, option.card)


@acts(UseAbility)
def act_use(g: Table, s: State, option: UseAbility) -> None:
    """Use a once-a-turn ability."""
    s.agenda += AND_THEN
    start_use(g, s, find_use(g, s, option))


@acts(PayFor)
def act_pay(g: Table, s: State, option: PayFor) -> None:
    """Use an ability that has a price."""
    s.agenda += AND_THEN
    start_payment(g, s, s.active, option.card, option.at)


@acts(ParkCard)
def act_park(g: Table, s: State, option: ParkCard) -> None:
    """Put an Assist card on the Character card."""
    s.agenda += AND_THEN
    park(g, s, option.card)


@acts(EndTurn, Done)
def act_stop(g: Table, s: State, option: PlainOption) -> None:
    """No more is played or bought."""
    if s.trace is not None:
        kept = g.has_assist and assists(g, s, g.watching(s))
        topic = "turn." + option.tag + (".assist_kept" if kept else "")
        s.trace.append(Event(option.tag, s.active, (), (), topic))
    s.phase = "done"


AND_THEN: Final = (MAIN, TRIGGERS)
"""After an action: what it triggers, then everything is offered anew."""


def buy_card(g: Table, s: State, card: int) -> None:
    """Pay the cost; the card goes to the buyer's discard pile at once."""
    player = s.active
    price = cost_to_buy(g, s, card, player)
    s.power[player] = s.power[player] - price
    s.spent[player] = s.spent[player] + price
    say(s, "pay", player, of_price(g, s, player), (card,), (price,))
    to = player * PER_PLAYER + DISCARD
    move_card(g, s, card, to, a.Verb.BUY, player, of_buy(g, s, card))
    note_gained(g, s, player, card, a.Verb.BUY)


def assist(g: Table, s: State, card: int) -> None:
    """The teammate plays an Assist card: its text speaks to the active player."""
    player = s.where[card] // PER_PLAYER
    helped = s.zones[s.active * PER_PLAYER + CHARACTERS][0]
    topic = "assist.played" if g.kinds[card].assist else "assist.played.granted"
    say(s, "assist", player, topic, (card, helped), (s.active,))
    s.used.append(("assisted", card))
    if g.sw_assist_counts_for_active:
        count_as_played_by(g, s, s.active, card)
    play_card(g, s, player, card, player if g.sw_assist_speaks_to_player else s.active)


# ------------------------------------------------------- Assist cards on the Character card


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
        if ("parked", card) not in s.used and why_no_play(g, s, s.active, card) is None
    ]


def parking(g: Table, s: State) -> list[Option]:
    """Play the Assist card from the Character card, or put one there."""
    found: list[Option] = [PlayCard(card) for card in parked_to_play(g, s)]
    seen: set[int] = set()
    for card in s.zones[s.active * PER_PLAYER + HAND]:
        if g.kind_index[card] not in seen and why_no_parking(g, s, s.active, card) is None:
            seen.add(g.kind_index[card])
            found.append(ParkCard(card))
    return found


def park(g: Table, s: State, card: int) -> None:
    """Put an Assist card on the Character card: neither played nor discarded."""
    to = s.active * PER_PLAYER + PARKED
    s.used.append(("parked", card))
    move_card(g, s, card, to, a.Verb.PUT, s.active, "variant.parked")
