"""Moving cards: draw, discard, destroy, gain, put, return, pass, remove."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import choose_player, each_kind, select
from rules_check.oracle.effects.destinations import default_destination, where_it_was
from rules_check.oracle.effects.draws import drawn
from rules_check.oracle.effects.filling import fill_first
from rules_check.oracle.effects.ordering import one_by_one, piled
from rules_check.oracle.effects.replacing import replaced
from rules_check.oracle.effects.staying import stays
from rules_check.oracle.effects.subjects import for_each, together
from rules_check.oracle.meaning.candidates import wanted_number
from rules_check.oracle.meaning.deck_tops import compared_with
from rules_check.oracle.meaning.find import fits, quantity_hint
from rules_check.oracle.meaning.places import COMMON_ZONES, OWN_ZONES
from rules_check.oracle.meaning.who import PICKED, players
from rules_check.oracle.running.agenda import (
    answers,
    ask,
    ask_shuffle,
    effect,
    for_each_player,
    perform,
    task,
    with_cards,
    with_player,
)
from rules_check.oracle.running.buying import can_pay_for, pay_for
from rules_check.oracle.running.drawing import reshuffle
from rules_check.oracle.running.moving import move_card, note_gained, owner_of
from rules_check.oracle.standing.bans import banned
from rules_check.oracle.trace.saying import say
from rules_check.oracle.trace.topics import end_of_pile, of_lack, of_move
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ChooseCard, Order
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import ForceBlock, ForPlayer, Shift, TakeTop, Task
from rules_check.oracle.values.zones import (
    DECK,
    DESTROYED,
    DISCARD,
    HAND,
    LINE_UP,
    MAIN_DECK,
    PER_PLAYER,
)

V = a.Verb


class Moved(Task):
    """Move the cards that are chosen."""

    tag = "moved"
    node: a.Move
    player: int


class CarryTo(Task):
    """Carry the chosen cards to a place of the player who is chosen."""

    tag = "carry_to"
    node: a.Move
    player: int
    chosen: tuple[int, ...]


class InOrder(Task):
    """Choose the order of the cards that are left, the top one first. `ordered` begins with those
    that go elsewhere."""

    tag = "in_order"
    node: a.Move
    player: int
    whose: int
    left: tuple[int, ...]
    ordered: tuple[int, ...]


class CarryRest(Task):
    """Move the cards that are left, one after the other; `way` is how much the text had done before
    the first of them."""

    tag = "carry_rest"
    node: a.Move
    player: int
    whose: int
    cards: tuple[int, ...]
    way: int


@effect(a.Move)
def do_move(g: Table, s: State, node: a.Move) -> None:
    """Cards change their place."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.Move)
def move_for(g: Table, s: State, node: a.Move, player: int) -> None:
    """One player does it."""
    f = s.frames[-1]
    what = node.what
    wanted = compared_with(what)
    if wanted is not None and fill_first(g, s, f, wanted, ForPlayer(node, player), player):
        return
    if isinstance(what, a.Cards):
        if fill_first(g, s, f, what.quantity, ForPlayer(node, player), player):
            return
        if node.verb is V.DRAW and drawn(g, s, f, node, player):
            return
        top = _top_of(what)
        if top is not None and isinstance(what.quantity, a.Exactly) and what.among is None:
            number = quantity_hint(g, s, f, what.quantity)
            s.agenda.append(TakeTop(node, player, top, number, number, 0))
            return
    by_foe = node.verb is V.PASS and f.targets and g.rules_for(f.source).sw.passer == "foe"
    chooser = f.targets[0] if by_foe and f.targets else player
    if node.chooser is not None:
        chooser = next(iter(players(g, s, f, node.chooser)), player)
    select(g, s, what, node.verb, player, Moved(node, player), chooser)


def _top_of(what: a.Cards) -> a.Place | None:
    if len(what.places) == 1 and what.places[0].edge is a.Edge.TOP:
        place = what.places[0]
        if place.zone in (a.Zone.DECK, a.Zone.MAIN_DECK):
            return place
    return None


@task(TakeTop)
def take_top(g: Table, s: State, todo: TakeTop) -> None:
    """Move cards from the top of a deck one after the other; an empty deck is reshuffled."""
    node, player, place, number = todo.node, todo.player, todo.place, todo.number
    f = s.frames[-1]
    f.now = a.mark_of(node)
    if place.zone is a.Zone.MAIN_DECK:
        pile, owner = g.shared + MAIN_DECK, -1
    else:
        owners = (player,) if place.owner is None else players(g, s, f, place.owner)
        if not owners:
            f.note(player, False)
            return
        owner = owners[0]
        pile = owner * PER_PLAYER + DECK
    if number > 0 and len(s.zones[pile]) <= todo.stayed:
        if owner >= 0 and not todo.stayed and s.zones[owner * PER_PLAYER + DISCARD]:
            s.agenda.append(todo)
            reshuffle(g, s, owner)
            return
        f.note(player, False)
        return
    if not number > 0:
        f.note(player, bool(todo.wanted > 0))
        return
    card = s.zones[pile][todo.stayed]
    assert isinstance(node.what, a.Cards)
    good = fits(g, s, f, card, node.what.filter)
    forbidden = good and banned(g, s, node.verb, player, card)
    if forbidden or (good and node.verb is V.BUY and not can_pay_for(g, s, player, card)):
        f.note(player, False, (card,))
        stays(g, s, f, node, player, card, forbidden=forbidden)
        return
    s.agenda.append(todo.but(number=number - 1, stayed=todo.stayed + (not good)))
    if good:
        f.note(player, True, (card,))
        carry(g, s, node, player, (card,))


@with_cards(Moved)
def moved(g: Table, s: State, todo: Moved, chosen: tuple[int, ...]) -> None:
    """The cards are chosen; now they go where the text says."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    f.now = a.mark_of(node)
    done = len(chosen) > 0 and bool(len(chosen) >= wanted_number(g, s, f, node.what))
    f.note(player, done, chosen)
    if not done and s.trace is not None:
        topic, wanted = of_lack(s, node, chosen)
        say(s, "nothing", player, topic, chosen, wanted)
    if not chosen:
        return
    to = node.to
    if to is not None and to.owner is not None and to.owner.kind in PICKED:
        found = players(g, s, f, to.owner)
        if len(found) > 1:
            choose_player(g, s, found, f.you, CarryTo(node, player, chosen), f.source)
            return
    carry(g, s, node, player, chosen)


@with_player(CarryTo)
def carry_to(g: Table, s: State, todo: CarryTo, whose: int) -> None:
    """The player whose place it is has been chosen."""
    carry(g, s, todo.node, todo.player, todo.chosen, whose)


def carry(
    g: Table, s: State, node: a.Move, player: int, chosen: tuple[int, ...], whose: int = -1
) -> None:
    """Move the chosen cards; where the order can matter, it is chosen first."""
    f = s.frames[-1]
    if len(chosen) == 1:
        carry_one(g, s, node, f, player, chosen[0], whose)
        return
    onto = piled(g, s, f, node, player, chosen)
    back = node.verb is V.RETURN and node.to is None
    if len(onto) > 1 and (node.random_order or node.any_order or back):
        others = tuple(card for card in chosen if card not in onto)
        todo = InOrder(node, player, whose, onto, others)
        if node.random_order:
            ask_shuffle(s, onto, todo)
        else:
            s.agenda.append(todo)
        return
    _carry_all(g, s, node, f, player, chosen, whose)


def _carry_all(
    g: Table, s: State, node: a.Move, f: Frame, player: int, cards: tuple[int, ...], whose: int
) -> None:
    ordered = tuple(one_by_one(g, s, f, node, player, cards))
    carry_rest(g, s, CarryRest(node, player, whose, ordered, len(f.way)))


@task(CarryRest)
def carry_rest(g: Table, s: State, todo: CarryRest) -> None:
    """Move cards one after the other; if all of them have to stay, nothing was done. A text that
    steps in before one of them is carried out before the next one moves."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    for number, card in enumerate(todo.cards, 1):
        agenda, frames = len(s.agenda), len(s.frames)
        carry_one(g, s, node, f, player, card, todo.whose)
        if len(s.frames) > frames:
            s.agenda.insert(agenda, todo.but(cards=todo.cards[number:]))
            return
    if len(f.way) == todo.way:
        f.all_stayed(a.mark_of(node), player)


@task(InOrder)
def in_order(g: Table, s: State, todo: InOrder) -> None:
    """Choose the order of cards, the top one first."""
    node, player, left = todo.node, todo.player, todo.left
    if len(left) <= 1:
        _carry_all(g, s, node, s.frames[-1], player, todo.ordered + left, todo.whose)
        return
    options = each_kind(g, left, ChooseCard)
    ask(g, s, player, ChoiceKind.ORDER, options, todo, s.frames[-1].source)


@answers(InOrder)
def next_in_order(g: Table, s: State, todo: InOrder, option: Option) -> None:
    """One more card has its place in the order; chance gives all of them theirs."""
    if isinstance(option, Order):
        in_order(g, s, todo.but(left=(), ordered=todo.ordered + option.cards))
        return
    assert isinstance(option, ChooseCard)
    rest = tuple(card for card in todo.left if card != option.card)
    in_order(g, s, todo.but(left=rest, ordered=(*todo.ordered, option.card)))


def carry_one(
    g: Table, s: State, node: a.Move, f: Frame, player: int, card: int, whose: int = -1
) -> None:
    """Move one card as the verb says; a Character stays in its stack or score pile."""
    watch = s.watch or g.refresh(s)
    forbidden = (watch.bans or g.kept_for) and banned(g, s, node.verb, player, card)
    if forbidden or g.kinds[card].character:
        stays(g, s, f, node, player, card, forbidden=True)
        return
    to, top = destination(g, s, f, node, player, card, whose)
    if to < 0 or (node.verb is V.BUY and not can_pay_for(g, s, player, card)):
        stays(g, s, f, node, player, card, forbidden=False)
        return
    f.now = a.mark_of(node)
    f.act(node.verb, player, (card,))
    if node.verb is V.PASS and 0 <= to < g.shared:
        f.received(to // PER_PLAYER, card)
    would = watch.would or g.has_own_trigger[card]
    if would and replaced(g, s, f, Shift(node.verb, player, card, to, top)):
        return
    if not (node.verb is V.PASS and together(s, node, Shift(V.PASS, player, card, to, top))):
        shift(g, s, node.verb, player, card, to, top)


def shift(
    g: Table, s: State, verb: a.Verb, player: int, card: int, to: int, top: bool = False
) -> None:
    """Move a card with all that follows from the verb."""
    topic = ""
    if s.trace is not None:
        returns = verb is V.DESTROY and to != g.shared + DESTROYED
        topic = of_move(s, verb, player, card, returns) + end_of_pile(g, to, top)
    before = s.where[card]
    forced = g.sw.forced_block == "works" and verb is V.DISCARD and before % PER_PLAYER == HAND
    if verb is V.BUY:
        pay_for(g, s, player, card)
    move_card(g, s, card, to, verb, player, topic, top)
    if g.kinds[card].gained and verb in (V.GAIN, V.RECEIVE, V.BUY):
        note_gained(g, s, player, card, verb)
    if forced and s.confronted >= 0 and g.kinds[card].block and _by_foe(g, s, before):
        perform(g, s, ForceBlock(before // PER_PLAYER, card))


def _by_foe(g: Table, s: State, before: int) -> bool:
    """`forced_block`: whether the text of a foe has taken a card from a zone."""
    if before >= g.shared or not s.frames:
        return False
    return g.team[s.frames[-1].you] != g.team[before // PER_PLAYER]


def destination(
    g: Table, s: State, f: Frame, node: a.Move, player: int, card: int, whose: int
) -> tuple[int, bool]:
    """The zone a card goes to, and whether on top of it; -1: it stays."""
    to = node.to
    if to is None:
        return default_destination(g, s, f, node.verb, player, card)
    if to.zone is a.Zone.STACK and to.name is None and to.edge is not None:
        return where_it_was(g, s, f, player, card), to.edge is a.Edge.TOP
    if to.zone is a.Zone.STACK:
        stack = g.stacks.get(to.name or g.kinds[card].name)
        return (stack if stack is not None else g.shared + DESTROYED), to.edge is not a.Edge.BOTTOM
    shared = COMMON_ZONES.get(to.zone)
    if shared is not None:
        top = shared == MAIN_DECK and to.edge is not a.Edge.BOTTOM
        stays = g.sw.played_location == "stays" and g.kinds[card].is_ongoing
        if shared in (LINE_UP, MAIN_DECK) and (stays or not g.may_enter(card, shared)):
            return -1, False
        return g.shared + shared, top
    if to.zone is a.Zone.SUPER_VILLAIN_STACK:
        return g.boss_stack, to.edge is not a.Edge.BOTTOM
    if whose < 0:
        owners = (player,) if to.owner is None else players(g, s, f, to.owner)
        if to.owner is not None and to.owner.kind is a.PlayerKind.OWNER:
            owners = tuple(p for p in (owner_of(g, s, card),) if p >= 0)
        if not owners:
            return -1, False
        whose = owners[0]
    own = OWN_ZONES[to.zone]
    return whose * PER_PLAYER + own, own == DECK and to.edge is not a.Edge.BOTTOM


@task(Shift)
def shift_later(g: Table, s: State, todo: Shift) -> None:
    """Move a card after no text has stepped in."""
    shift(g, s, todo.verb, todo.player, todo.card, todo.to, todo.top)
