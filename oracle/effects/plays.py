"""Playing cards because a text says so."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.choosing import each_kind, select
from rules_check.oracle.effects.playing import play_card
from rules_check.oracle.effects.shows import fill_deck
from rules_check.oracle.effects.subjects import for_each
from rules_check.oracle.running.agenda import (
    answers,
    ask,
    effect,
    for_each_player,
    task,
    with_cards,
)
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ChooseCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import TRIGGERS, Task

V = a.Verb


class PlayCards(Task):
    """Play the cards that are chosen."""

    tag = "play_cards"
    node: a.Play
    player: int


class PlayNext(Task):
    """Play these cards by effect, one after the other, in the order that the player chooses."""

    tag = "play_next"
    left: tuple[int, ...]
    player: int
    again: bool


class PlayOne(Task):
    """Play one card because a text says so."""

    tag = "play_one"
    card: int
    player: int
    again: bool


@effect(a.Play)
def do_play(g: Table, s: State, node: a.Play) -> None:
    """Play cards, or play them again; a stretch of time says when that may be done."""
    f = s.frames[-1]
    if node.window is not None and not g.in_window(s, f.you, node.window):
        f.now = a.mark_of(node)
        f.note(f.actor, False)
        return
    for_each(g, s, f, node.who, node)


@for_each_player(a.Play)
def play_for(g: Table, s: State, node: a.Play, player: int) -> None:
    """One player plays cards because a text says so."""
    f = s.frames[-1]
    if not fill_deck(g, s, f, node, player):
        select(g, s, node.what, V.PLAY, player, PlayCards(node, player))


@with_cards(PlayCards)
def play_cards(g: Table, s: State, todo: PlayCards, chosen: tuple[int, ...]) -> None:
    """The cards are chosen; each is played in turn."""
    node, player = todo.node, todo.player
    f = s.frames[-1]
    f.act(V.PLAY, player, chosen)
    f.note(player, bool(chosen), chosen)
    if isinstance(node.what, a.Cards) and not isinstance(node.what.quantity, a.Every):
        for card in reversed(chosen):  # in the order in which they were chosen
            s.agenda.append(PlayOne(card, player, node.again))
    elif chosen:
        s.agenda.append(PlayNext(chosen, player, node.again))


@task(PlayNext)
def play_next(g: Table, s: State, todo: PlayNext) -> None:
    """The player chooses which of the cards is played next."""
    options = each_kind(g, todo.left, ChooseCard)
    if len(options) > 1:
        ask(g, s, todo.player, ChoiceKind.ORDER, options, todo, s.frames[-1].source)
    else:
        next_played(g, s, todo, options[0])


@answers(PlayNext)
def next_played(g: Table, s: State, todo: PlayNext, option: Option) -> None:
    """It is played, then the others."""
    assert isinstance(option, ChooseCard)
    left = tuple(card for card in todo.left if card != option.card)
    if left:
        s.agenda.append(todo.but(left=left))
    s.agenda.append(PlayOne(option.card, todo.player, todo.again))


@task(PlayOne)
def play_one(g: Table, s: State, todo: PlayOne) -> None:
    """Play one card by effect; its text is carried out before the rest of the other text."""
    card, player = todo.card, todo.player
    if g.kinds[card].character:
        say(s, "forbidden", player, "effect.forbidden", (card,), (V.PLAY.value,))
        return  # a Character is not played
    depth = sum(1 for x in s.frames if x.source == card)
    if depth > 1:
        say(s, "stop", player, "play.again_stops", (card,))
        return  # a card that plays itself would never end
    if g.sw.nested_triggers == "after_inner":
        s.agenda.append(TRIGGERS)
    play_card(g, s, player, card, again=todo.again)
