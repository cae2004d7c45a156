"""The part of a turn in which cards are played and bought.

What can be done is decided by the `why_no_…` functions: each says why something cannot be
done, or None. The options offered are those with None; an action that is refused is told why.
What is offered is entered with `offers`, what is done by it with `acts`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.playing import play_card, power_alone
from rules_check.oracle.meaning.seats import partner
from rules_check.oracle.running.agenda import answers, task
from rules_check.oracle.running.buying import pay_for
from rules_check.oracle.running.moving import move_card, note_gained
from rules_check.oracle.running.power import refresh_live
from rules_check.oracle.standing.costs import price, price_changes
from rules_check.oracle.standing.lasts import lent_to_play
from rules_check.oracle.standing.qualities import granted_in
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import of_buy
from rules_check.oracle.turns.legal import (
    parked_to_play,
    why_no_assist,
    why_no_buy,
    why_no_buying,
    why_no_end,
    why_no_parking,
    why_no_play,
    why_no_playing,
)
from rules_check.oracle.turns.other_readings import (
    count_as_played_by,
    ended_by_empty_deck,
    removed_for_a_while,
)
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
from rules_check.oracle.values.option_forms import Option, PlainOption
from rules_check.oracle.values.options import (
    DONE,
    END,
    AssistWith,
    BuyCard,
    Done,
    EndTurn,
    ParkCard,
    PayFor,
    PlayCard,
    UseAbility,
)
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import MAIN, TRIGGERS, Main, PlayAndBuy
from rules_check.oracle.values.zones import CHARACTERS, DISCARD, HAND, PARKED, PER_PLAYER

Offer = Callable[[Table, State, Watch], list[Option]]
OFFERS: Final[list[Offer]] = []
"""What can be done now, in the order in which it is offered."""


def offers(function: Offer) -> Offer:
    """Enter a function that tells what can be done now; it has the texts that stand at hand."""
    OFFERS.append(function)
    return function


@task(PlayAndBuy)
def play_and_buy(g: Table, s: State, todo: PlayAndBuy) -> None:
    """Cards are played and bought until the player has done enough."""
    s.phase = "play"
    s.agenda.append(MAIN)


@task(Main)
def main(g: Table, s: State, todo: Main) -> None:
    """Offer everything that can be done now. If nobody has a card, and nobody is asked anything
    else in a turn, somebody has to say that the turn ends: turns would go round for ever. What is
    the only thing to do otherwise is done."""
    if g.sw.hidden_end == "at_once" and ended_by_empty_deck(g, s):
        return
    watch = s.watch or g.refresh(s)
    if watch.live:
        refresh_live(g, s)
        watch = s.watch or g.refresh(s)
    options: list[Option] = []
    for offer in OFFERS:
        options += offer(g, s, watch)
    if why_no_end(g, s) is None:
        options.append(DONE if s.confronted >= 0 else END)
    goes_on = g.announces or options != [END] or any(s.zones[p * PER_PLAYER] for p in s.order)
    if len(options) == 1 and goes_on:
        ACTS[type(options[0])](g, s, options[0])
    else:
        s.choice = choice_of((s.active, OFFER, tuple(options), MAIN, (), -1))


ASSIST: Final = a.Keyword.ASSIST
SUPER_VILLAIN: Final = a.Title.SUPER_VILLAIN
OFFER: Final = ChoiceKind.MAIN


@offers
def plays(g: Table, s: State, watch: Watch) -> list[Option]:
    """The cards that the active player can play from the hand, or from where a text lets them:
    each kind once."""
    active = s.active
    if why_no_playing(g, s, active) is not None:
        return []
    index, option, first = g.kind_index, g.play_options, g.has_first
    hand = s.zones[active * PER_PLAYER]
    certain = not watch.bans and not (g.must_play_first and any([first[c] for c in hand]))  # noqa: C419
    seen: dict[int, Option] = {}
    for card in (*hand, *lent_to_play(s, active)) if s.lasting else hand:
        kind = index[card]
        if kind not in seen and (certain or why_no_play(g, s, active, card) is None):
            seen[kind] = option[card]
    return list(seen.values())


@offers
def buys(g: Table, s: State, watch: Watch) -> list[Option]:
    """The cards that the active player can buy: each kind in the Line-Up once, and the stacks."""
    active = s.active
    if why_no_buying(g, s, active) is not None:
        return []
    index, option, zones, where = g.kind_index, g.buy_options, s.zones, s.where
    printed, special, line_up = g.printed_cost, g.has_own_cost, g.line_up
    power, certain = (
        s.power[active],
        not (watch.bans or g.kept_for) and g.sw.hidden_defeats != "one",
    )
    changes = price_changes(g, s, active) if watch.costs else None
    found: list[Option] = []
    seen: set[int] = set(g.never_sold)
    sale = zones[line_up]
    if g.beside:
        sale = sale + zones[g.beside[active]]
    for stack in g.for_sale:
        sale = sale + zones[stack][:1]
    if g.sw.removed_card == "for_sale":
        sale = sale + removed_for_a_while(g, s)
    for card in sale:
        if changes is None and not special[card]:
            cost = printed[card]
        else:
            cost = price(g, s, card, active, changes or ())
        if cost <= power:
            kind = index[card]
            if kind in seen and where[card] == line_up:
                continue
            if certain or why_no_buy(g, s, active, card) is None:
                seen.add(kind)
                found.append(option[card])
    return found


@offers
def once_a_turn(g: Table, s: State, watch: Watch) -> list[Option]:
    """The once-a-turn abilities that can be used."""
    if not watch.once:
        return []
    can_use = [(why_no_use(g, s, used, raising=False), option) for used, option in uses(watch)]
    return [option for why_not, option in can_use if why_not is None]


@offers
def payable(g: Table, s: State, watch: Watch) -> list[Option]:
    """The payment abilities that the active player can use."""
    return payments(g, s, s.active) if g.has_payments else []


@offers
def assists(g: Table, s: State, watch: Watch) -> list[Option]:
    """The Assist cards that the teammate of the active player can play, each kind once."""
    if not g.has_assist:
        return []
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
            seen[index[card]] = g.assist_options[card]
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
    if power_alone(g, s, card) is None:
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
        kept = assists(g, s, g.watching(s))
        topic = "turn." + option.tag + (".assist_kept" if kept else "")
        s.trace.append(Event(option.tag, s.active, (), (), topic))
    s.phase = "done"


AND_THEN: Final = (MAIN, TRIGGERS)
"""After an action: what it triggers, then everything is offered anew."""


def buy_card(g: Table, s: State, card: int) -> None:
    """Pay the cost; the card goes to the buyer's discard pile at once. A Super-Villain that has no
    stack is defeated by it."""
    player = s.active
    hidden = g.villains_hide and SUPER_VILLAIN in g.kinds[card].titles
    verb = a.Verb.DEFEAT if hidden else a.Verb.BUY
    pay_for(g, s, player, card)
    to = player * PER_PLAYER + DISCARD
    move_card(g, s, card, to, verb, player, "defeat.hidden" if hidden else of_buy(g, s, card))
    note_gained(g, s, player, card, verb)


def assist(g: Table, s: State, card: int) -> None:
    """The teammate plays an Assist card: its text speaks to the active player."""
    player = s.where[card] // PER_PLAYER
    helped = s.zones[s.active * PER_PLAYER + CHARACTERS][0]
    topic = "assist.played" if g.kinds[card].assist else "assist.played.granted"
    say(s, "assist", player, topic, (card, helped), (s.active,))
    s.used.append(("assisted", card))
    if g.sw.assist_played_by == "active_too":
        count_as_played_by(g, s, s.active, card)
    play_card(g, s, player, card, player if g.sw.assist_you == "player" else s.active)


# ------------------------------------------------------- Assist cards on the Character card


@offers
def parking(g: Table, s: State, watch: Watch) -> list[Option]:
    """Play the Assist card from the Character card, or put one there."""
    if not g.parking:
        return []
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
