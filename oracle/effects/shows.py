"""Looking at cards, choosing things to speak of, searching."""

from __future__ import annotations

from collections.abc import Sequence

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import (
    choose_player,
    choose_players,
    finish,
    pick_from,
    select,
)
from rules_check.oracle.effects.filling import fill_first
from rules_check.oracle.effects.subjects import for_each
from rules_check.oracle.meaning.find import cards_at, fits, quantity_hint
from rules_check.oracle.meaning.places import zones_of
from rules_check.oracle.meaning.who import PICKED, SOME, everyone_meant, players
from rules_check.oracle.running.agenda import (
    answers,
    ask,
    effect,
    for_each_player,
    with_cards,
    with_player,
)
from rules_check.oracle.running.moving import happen
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.option_forms import Option, ValueOption
from rules_check.oracle.values.options import ChooseName, ChooseNumber, ChooseParity, ChooseType
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import ForPlayer, Task

V = a.Verb


class Shown(Task):
    """Show the cards that are chosen."""

    tag = "shown"
    node: a.Show
    player: int


class Searched(Task):
    """Later sentences speak of the cards that are found."""

    tag = "searched"
    player: int


class Chosen(Task):
    """Later sentences speak of the cards that are chosen."""

    tag = "chosen"
    player: int


class PlayerIs(Task):
    """Later sentences speak of the player who is chosen."""

    tag = "player_is"


class PlayersAre(Task):
    """Later sentences speak of the players who are chosen."""

    tag = "players_are"


class ValueAsked(Task):
    """A player chooses a type, a name, a cost, or odd or even."""

    tag = "value"
    kind: str
    player: int


@effect(a.Show)
def do_show(g: Table, s: State, node: a.Show) -> None:
    """Reveal cards to all, or look at them; they stay where they are."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.Show)
def show_for(g: Table, s: State, node: a.Show, player: int) -> None:
    """One player shows cards; a deck that is too small is reshuffled first."""
    f = s.frames[-1]
    before = _shown_before(g, s, f, node)
    if fill_deck(g, s, f, node, player, len(before)):
        return
    if before:
        found = _below(g, s, f, node, len(before))
        finish(g, s, Shown(node, player), tuple(card for card in found if card not in before))
        return
    chosen = tuple(x for what, p, x in f.value if what == "committed" and p == player)
    if chosen and node.verb is V.REVEAL:
        f.value = tuple(x for x in f.value if x[:2] != ("committed", player))
        finish(g, s, Shown(node, player), chosen)
        return
    select(g, s, node.what, node.verb, player, Shown(node, player))


def _shown_before(g: Table, s: State, f: Frame, node: a.Show) -> list[int]:
    """The cards on top of a deck that earlier rounds of a repetition have shown."""
    if not (isinstance(node.what, a.Cards) and len(node.what.places) == 1 and f.scopes):
        return []
    if node.what.places[0].edge is not a.Edge.TOP:
        return []
    around = f.scopes[:-1]
    seen = [x for x in f.way if x.mark == a.mark_of(node) and x.scopes[:-1] == around]
    zones = zones_of(g, s, f, node.what.places[0])
    return [x.card for x in seen if s.where[x.card] in zones]


def _below(g: Table, s: State, f: Frame, node: a.Show, depth: int) -> list[int]:
    """The cards on top of a deck, and so many more."""
    assert isinstance(node.what, a.Cards)
    quantity = node.what.quantity
    assert isinstance(quantity, (a.Exactly, a.UpTo, a.AtLeast))
    number = (quantity_hint(g, s, f, quantity) or 0) + depth
    return cards_at(g, s, f, node.what.places[0], a.Exactly(a.Number(number)))


def fill_deck(
    g: Table, s: State, f: Frame, node: a.Show | a.Choose | a.Play, player: int, more: int = 0
) -> bool:
    """Reshuffle if a text looks deeper than the deck is; tells whether the text waits for it."""
    return fill_first(g, s, f, node.what, ForPlayer(node, player), player, more)


@with_cards(Shown)
def shown(g: Table, s: State, todo: Shown, chosen: tuple[int, ...]) -> None:
    """The cards are shown."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    f.now = a.mark_of(node)
    f.act(node.verb, player, chosen)
    whole = isinstance(node.what, a.Whole)
    f.note(player, bool(chosen) or whole, chosen)
    topic = "effect." + node.verb.value
    if any(what == "protects" for what, _, _ in f.value):
        topic += ".to_avoid"
    say(s, node.verb.value, player, topic, chosen)
    if node.verb is V.REVEAL:
        for card in chosen:
            happen(g, s, V.REVEAL, player, card, s.where[card], s.where[card])


@effect(a.LeaveThere)
def do_leave(g: Table, s: State, node: a.LeaveThere) -> None:
    """The cards stay where they are."""


@effect(a.Choose)
def do_choose(g: Table, s: State, node: a.Choose) -> None:
    """Choose cards for later sentences to speak of."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.Choose)
def choose_for(g: Table, s: State, node: a.Choose, player: int) -> None:
    """One player chooses."""
    if not fill_deck(g, s, s.frames[-1], node, player):
        select(g, s, node.what, V.CHOOSE, player, Chosen(player))


@with_cards(Chosen)
def chosen_cards(g: Table, s: State, todo: Chosen, chosen: tuple[int, ...]) -> None:
    """The cards are chosen."""
    f = s.frames[-1]
    f.act(V.CHOOSE, todo.player, chosen)
    f.note(todo.player, bool(chosen), chosen)


@effect(a.ChoosePlayer)
def do_choose_player(g: Table, s: State, node: a.ChoosePlayer) -> None:
    """Choose a player for later sentences to speak of."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.ChoosePlayer)
def choose_player_for(g: Table, s: State, node: a.ChoosePlayer, player: int) -> None:
    """One player chooses a player; during a Confrontation either foe may be chosen."""
    f = s.frames[-1]
    found = players(g, s, f, node.player)
    aimed = f.targets is not None and node.who == a.YOU  # those attacked choose for themselves
    if aimed and f.that in everyone_meant(g, s, f, node.player):
        f.note(f.that, True)  # chosen before the Attack was aimed
        return
    if aimed and node.player.kind in SOME and f.targets is not None:
        players_are(g, s, PlayersAre(), f.targets)  # chosen before the Attack was aimed
        return
    if not found:
        f.note(player, False)
        say(s, "nothing", player, "nothing.choose", (f.source,))
        return
    if node.player.kind in SOME:
        choose_players(g, s, found, player, PlayersAre(), node, f.source)
        return
    if node.player.kind not in PICKED:
        for one in found:
            f.note(one, True)
        say(s, "choose", player, "effect.choose_foe", (f.source,), found)
        return
    if g.sw.chosen_foe == "confronted" and s.confronted in found:
        found = (s.confronted,)
    choose_player(g, s, found, player, PlayerIs(), f.source)


@with_player(PlayerIs)
def player_is(g: Table, s: State, todo: PlayerIs, player: int) -> None:
    """The player is chosen."""
    f = s.frames[-1]
    f.note(player, True)
    topic = "effect.choose_foe.confronting" if s.confronted >= 0 else "effect.choose_foe"
    say(s, "choose", f.you, topic, (f.source,), (player,))


@with_cards(PlayersAre)
def players_are(g: Table, s: State, todo: PlayersAre, chosen: tuple[int, ...]) -> None:
    """The players are chosen."""
    f = s.frames[-1]
    for player in chosen:
        f.note(player, True)
    say(s, "choose", f.you, "effect.choose_foe", (f.source,), chosen)


@effect(a.ChooseParity)
def do_choose_parity(g: Table, s: State, node: a.ChooseParity) -> None:
    """Choose odd or even."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.ChooseParity)
def choose_parity_for(g: Table, s: State, node: a.ChooseParity, player: int) -> None:
    """One player chooses odd or even."""
    options = [ChooseParity(kind.value) for kind in a.ParityKind]
    source = s.frames[-1].source
    ask(g, s, player, ChoiceKind.PARITY, options, ValueAsked("parity", player), source)


@effect(a.ChooseValue)
def do_choose_value(g: Table, s: State, node: a.ChooseValue) -> None:
    """Choose a card type, a cost or a card name."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.ChooseValue)
def choose_value_for(g: Table, s: State, node: a.ChooseValue, player: int) -> None:
    """One player chooses a value."""
    options: Sequence[Option]
    match node.kind:
        case a.DifferentKind.TYPE:
            options = [ChooseType(kind) for kind in node.types or g.ruleset.types]
        case a.DifferentKind.NAME:
            options = [ChooseName(name) for name in g.card_names]
        case _:
            options = [ChooseNumber(cost) for cost in g.printed_costs]
    source = s.frames[-1].source
    ask(g, s, player, ChoiceKind.VALUE, options, ValueAsked(node.kind.value, player), source)


@answers(ValueAsked)
def value_chosen(g: Table, s: State, todo: ValueAsked, option: Option) -> None:
    """The value is chosen."""
    f = s.frames[-1]
    assert isinstance(option, ValueOption)
    f.note(todo.player, True, (), option.value)
    say(s, "choose", todo.player, "effect.choose", (), (option.value,))


@effect(a.Search)
def do_search(g: Table, s: State, node: a.Search) -> None:
    """Look through a pile for cards."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.Search)
def search_for(g: Table, s: State, node: a.Search, player: int) -> None:
    """One player searches and finds what fits."""
    f = s.frames[-1]
    there = cards_at(g, s, f, node.where, None)
    what = node.what
    say(s, "look at", player, "effect.look at", tuple(there))
    found = [card for card in there if fits(g, s, f, card, what.filter)]
    pick_from(g, s, what, found, player, Searched(player), f)


@with_cards(Searched)
def searched(g: Table, s: State, todo: Searched, chosen: tuple[int, ...]) -> None:
    """Whoever has searched has done so, also if nothing was found: the pile was seen."""
    f = s.frames[-1]
    f.act(V.CHOOSE, todo.player, chosen)
    f.note(todo.player, True, chosen)


@effect(a.TotalCost)
def do_total_cost(g: Table, s: State, node: a.TotalCost) -> None:
    """Add up the costs of cards and say the total."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.TotalCost)
def total_cost_for(g: Table, s: State, node: a.TotalCost, player: int) -> None:
    """One player adds up."""
    f = s.frames[-1]
    total = g.total_cost(s, f, node.what)
    f.note(player, True, (), total)
    say(s, "total", player, "effect.total", (), (total,))


# ----------------------------------------------------------------------------- playing
