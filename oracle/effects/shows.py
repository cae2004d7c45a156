"""Looking at cards, choosing things to speak of, searching, playing cards by effect."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import select, with_player
from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.effects.subjects import for_each, note
from rules_check.oracle.meaning.find import amount, cards_at, total_cost
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import answers, ask, effect, task
from rules_check.oracle.running.drawing import reshuffle
from rules_check.oracle.running.moving import happen
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.state import Frame, Option, State, Task
from rules_check.oracle.values.zones import DECK, DISCARD, PER_PLAYER

V = a.Verb


@effect(a.Show)
def do_show(g: Table, s: State, node: a.Show) -> None:
    """Reveal cards to all, or look at them; they stay where they are."""
    for_each(g, s, s.frames[-1], node.who, "show", node)


@task("show")
def show_for(g: Table, s: State, todo: Task) -> None:
    """One player shows cards; a deck that is too small is reshuffled first."""
    _, node, player, at = todo
    f = s.frames[-1]
    if not fill_deck(g, s, f, node.what, player, todo):
        select(g, s, node.what, node.verb, player, ("shown", node, player, at))


def fill_deck(g: Table, s: State, f: Frame, what: a.Selection, player: int, todo: Task) -> bool:
    """Reshuffle if a text looks deeper than the deck is; tells whether `todo` waits for that."""
    if not isinstance(what, a.Cards):
        return False
    for place in what.places:
        if place.zone is a.Zone.DECK and place.edge is a.Edge.TOP:
            number = 1
            if isinstance(what.quantity, (a.Exactly, a.UpTo, a.AtLeast)):
                number = amount(g, s, f, what.quantity.amount)
            owners = (player,) if place.owner is None else players(g, s, f, place.owner)
            for owner in owners:
                base = owner * PER_PLAYER
                if len(s.zones[base + DECK]) < number and s.zones[base + DISCARD]:
                    s.agenda.append(todo)
                    reshuffle(g, s, owner)
                    return True
    return False


@task("shown")
def shown(g: Table, s: State, todo: Task) -> None:
    """The cards are shown."""
    _, node, player, at, chosen = todo
    f = s.frames[-1]
    f.it = chosen if at == 0 else f.it + chosen
    f.shown = chosen if at == 0 else f.shown + chosen
    f.way = (*f.way, *((node.verb, player, card) for card in chosen))
    f.many = f.many + len(chosen)
    whole = isinstance(node.what, a.Whole)
    note(s, player, bool(chosen) or whole)
    topic = "effect." + node.verb.value
    if any(what == "protects" for what, _, _ in f.value):
        topic += ".to_avoid"
    say(s, node.verb.value, player, topic, chosen)
    if node.verb is V.REVEAL:
        for card in chosen:
            happen(g, s, V.REVEAL, player, card, s.where[card], s.where[card])


@effect(a.Choose)
def do_choose(g: Table, s: State, node: a.Choose) -> None:
    """Choose cards for later sentences to speak of."""
    for_each(g, s, s.frames[-1], node.who, "choose", node)


@task("choose")
def choose_for(g: Table, s: State, todo: Task) -> None:
    """One player chooses."""
    _, node, player, at = todo
    if not fill_deck(g, s, s.frames[-1], node.what, player, todo):
        select(g, s, node.what, V.CHOOSE, player, ("chosen", player, at))


@task("chosen")
def chosen_cards(g: Table, s: State, todo: Task) -> None:
    """The cards are chosen."""
    _, player, at, chosen = todo
    f = s.frames[-1]
    f.it = chosen if at == 0 else f.it + chosen
    f.way = (*f.way, *((V.CHOOSE, player, card) for card in chosen))
    f.many = f.many + len(chosen)
    note(s, player, bool(chosen))


@effect(a.ChoosePlayer)
def do_choose_player(g: Table, s: State, node: a.ChoosePlayer) -> None:
    """Choose a player for later sentences to speak of."""
    for_each(g, s, s.frames[-1], node.who, "choose_player", node)


@task("choose_player")
def choose_player_for(g: Table, s: State, todo: Task) -> None:
    """One player chooses a player; during a Confrontation either foe may be chosen."""
    _, node, player, _ = todo
    f = s.frames[-1]
    found = players(g, s, f, node.player)
    if f.targets is not None and f.that in found:
        return  # chosen before the Attack was aimed
    if g.sw_confronted_foe_only and s.confronted in found:
        found = (s.confronted,)
    with_player(g, s, found, player, ("player_is",), f.source)


@task("player_is")
def player_is(g: Table, s: State, todo: Task) -> None:
    """The player is chosen."""
    f = s.frames[-1]
    f.that = todo[1]
    topic = "effect.choose_foe.confronting" if s.confronted >= 0 else "effect.choose_foe"
    say(s, "choose", f.you, topic, (f.source,), (todo[1],))


@effect(a.ChooseParity)
def do_choose_parity(g: Table, s: State, node: a.ChooseParity) -> None:
    """Choose odd or even."""
    f = s.frames[-1]
    options: list[Option] = [("parity", kind.value) for kind in a.ParityKind]
    ask(g, s, f.you, "parity", options, ("value", "parity", f.you), f.source)


@effect(a.ChooseValue)
def do_choose_value(g: Table, s: State, node: a.ChooseValue) -> None:
    """Choose a card type, a cost or a card name."""
    for_each(g, s, s.frames[-1], node.who, "choose_value", node)


@task("choose_value")
def choose_value_for(g: Table, s: State, todo: Task) -> None:
    """One player chooses a value."""
    _, node, player, _ = todo
    options: list[Option]
    match node.kind:
        case a.DifferentKind.TYPE:
            options = [("type", kind) for kind in g.ruleset.types]
        case a.DifferentKind.NAME:
            options = [("name", name) for name in g.card_names]
        case _:
            options = [("number", cost) for cost in g.printed_costs]
    source = s.frames[-1].source
    ask(g, s, player, "value", options, ("value", node.kind.value, player), source)


@answers("value")
def value_chosen(g: Table, s: State, todo: Task, option: Option) -> None:
    """The value is chosen."""
    f = s.frames[-1]
    f.value = (*f.value, (todo[1], todo[2], option[1]))
    say(s, "choose", todo[2], "effect.choose", (), (option[1],))


@effect(a.Search)
def do_search(g: Table, s: State, node: a.Search) -> None:
    """Look through a pile for cards."""
    for_each(g, s, s.frames[-1], node.who, "search", node)


@task("search")
def search_for(g: Table, s: State, todo: Task) -> None:
    """One player searches and finds what fits."""
    _, node, player, at = todo
    f = s.frames[-1]
    there = cards_at(g, s, f, node.where, None)
    f.it = tuple(there)
    what = a.Cards(node.what.quantity, node.what.filter, (), node.what.spread, False, a.THEM)
    say(s, "look at", player, "effect.look at", tuple(there))
    select(g, s, what, V.CHOOSE, player, ("chosen", player, at))


@effect(a.TotalCost)
def do_total_cost(g: Table, s: State, node: a.TotalCost) -> None:
    """Add up the costs of cards and say the total."""
    for_each(g, s, s.frames[-1], node.who, "total_cost", node)


@task("total_cost")
def total_cost_for(g: Table, s: State, todo: Task) -> None:
    """One player adds up."""
    _, node, player, _ = todo
    f = s.frames[-1]
    total = total_cost(g, s, f, node.what)
    f.value = (*f.value, ("total", player, total))
    say(s, "total", player, "effect.total", (), (total,))


# ----------------------------------------------------------------------------- playing


@effect(a.Play)
def do_play(g: Table, s: State, node: a.Play) -> None:
    """Play cards, or play them again; a stretch of time says when that may be done."""
    f = s.frames[-1]
    if node.window is not None and not g.in_window(s, f.you, node.window):
        f.did = False
        return
    for_each(g, s, f, node.who, "play_by_effect", node)


@task("play_by_effect")
def play_for(g: Table, s: State, todo: Task) -> None:
    """One player plays cards because a text says so."""
    _, node, player, _ = todo
    f = s.frames[-1]
    if not fill_deck(g, s, f, node.what, player, todo):
        select(g, s, node.what, V.PLAY, player, ("play_cards", node, player))


@task("play_cards")
def play_cards(g: Table, s: State, todo: Task) -> None:
    """The cards are chosen; each is played in turn."""
    _, node, player, chosen = todo
    f = s.frames[-1]
    f.it = chosen
    f.many = len(chosen)
    f.way = (*f.way, *((V.PLAY, player, card) for card in chosen))
    note(s, player, bool(chosen))
    for card in reversed(chosen):
        s.agenda.append(("play_one", card, player, node.again))


@task("play_one")
def play_one(g: Table, s: State, todo: Task) -> None:
    """Play one card by effect; its text is carried out before the rest of the other text."""
    _, card, player, again = todo
    if g.kinds[card].character:
        say(s, "forbidden", player, "effect.forbidden", (card,), (V.PLAY.value,))
        return  # a Character is not played
    depth = sum(1 for x in s.frames if x.source == card)
    if depth > 1:
        say(s, "stop", player, "play.again_stops", (card,))
        return  # a card that plays itself would never end
    play_card(g, s, player, card, again=again)
