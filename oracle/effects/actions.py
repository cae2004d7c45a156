"""Effects of one verb that are about neither cards moving nor time."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.effects.subjects import for_each
from rules_check.oracle.meaning.find import amount, selected
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.agenda import effect, for_each_player
from rules_check.oracle.running.line_up import line_up_size, refill_line_up
from rules_check.oracle.running.moving import move_card
from rules_check.oracle.running.power import refresh_live
from rules_check.oracle.trace.saying import say
from rules_check.oracle.values.state import Result, State
from rules_check.oracle.values.zones import LINE_UP


@effect(a.PayPower)
def do_pay(g: Table, s: State, node: a.PayPower) -> None:
    """Spend Power."""
    for_each(g, s, s.frames[-1], node.who, node)


@for_each_player(a.PayPower)
def pay_for(g: Table, s: State, node: a.PayPower, player: int) -> None:
    """One player spends Power, if there is enough."""
    f = s.frames[-1]
    price = amount(g, s, f, node.amount)
    if s.power[player] >= price:
        s.power[player] = s.power[player] - price
        s.spent[player] = s.spent[player] + price
        say(s, "pay", player, "effect.pay", (f.source,), (price,))
        f.note(player, True, (), price)
    else:
        f.note(player, False)
        say(s, "nothing", player, "nothing.pay", (f.source,), (price,))


@effect(a.DoublePower)
def do_double(g: Table, s: State, node: a.DoublePower) -> None:
    """Double the Power you have this turn."""
    f = s.frames[-1]
    more = s.power[f.you]
    s.power[f.you] = s.power[f.you] + more
    say(s, "power", f.you, "effect.power", (f.source,), (more,))


@effect(a.GainVP)
def do_gain_vp(g: Table, s: State, node: a.GainVP) -> None:
    """Get Victory Points at once."""
    f = s.frames[-1]
    for player in players(g, s, f, node.who):
        number = amount(g, s, f, node.amount)
        f.now = a.mark_of(node)
        f.note(player, True, (), number)
        s.vp[player] = s.vp[player] + number
        say(s, "vp", player, "effect.vp", (f.source,), (number,))


@effect(a.LoseVP)
def do_lose_vp(g: Table, s: State, node: a.LoseVP) -> None:
    """Give up Victory Points: as many as told, or all that were gained, if these are fewer."""
    f = s.frames[-1]
    for player in players(g, s, f, node.who):
        number = amount(g, s, f, node.amount)
        has = s.vp[player]
        f.now = a.mark_of(node)
        if has < number and not has > 0:
            f.note(player, False, (), 0)
            say(s, "nothing", player, "nothing.vp", (f.source,), (number,))
            continue
        number = has if has < number else number
        f.note(player, True, (), number)
        s.vp[player] = has - number
        say(s, "vp", player, "effect.vp", (f.source,), (-number,))


@effect(a.RefillLineUp)
def do_refill(g: Table, s: State, node: a.RefillLineUp) -> None:
    """Fill the Line-Up from the main deck now."""
    if len(s.zones[g.line_up]) >= line_up_size(g, s):
        say(s, "nothing", s.frames[-1].you, "nothing.refill")
    refresh_live(g, s)  # what holds as long as cards are gone, holds now
    refill_line_up(g, s, "effect.refill")


@effect(a.Replace)
def do_replace(g: Table, s: State, node: a.Replace) -> None:
    """Fill the slots that these cards left empty."""
    f = s.frames[-1]
    refresh_live(g, s)
    for card in selected(g, s, f, node.what):
        main = s.zones[g.main_deck]
        if main and s.where[card] != g.line_up:
            top = main[0]
            move_card(g, s, top, g.shared + LINE_UP, a.Verb.PUT, -1, "effect.replace")


@effect(a.CancelConfrontation)
def do_cancel(g: Table, s: State, node: a.CancelConfrontation) -> None:
    """Call the Confrontation off; cards may be bought as usual."""
    f = s.frames[-1]
    f.now = a.mark_of(node)
    f.note(f.you, s.confronted >= 0)
    if s.confronted < 0:
        return
    say(s, "cancel", f.you, "confront.cancelled", (f.source,), (s.confronted,))
    s.confronted = -1


@effect(a.WinGame)
def do_win(g: Table, s: State, node: a.WinGame) -> None:
    """That player (with the teammate) wins the game."""
    f = s.frames[-1]
    found = players(g, s, f, node.who)
    if found:
        winners = tuple(p for p in range(g.players) if g.team[p] == g.team[found[0]])
        s.result = Result("card", winners)
        s.phase = "over"
        say(s, "over", found[0], "effect.win", (f.source,))


AT_ITS_OWN_TIME: Final = (
    a.PlayBefore,
    a.GoFirst,
    a.UseOnce,
    a.UseAnyNumber,
    a.Worth,
    a.ReduceScore,
    a.StartsGame,
    a.ParityOf,
    a.EffectsRemain,
    a.NoFirstAppearance,
)
"""Text that is read at its own time (options, set-up, scoring), or only explains."""


@effect(*AT_ITS_OWN_TIME)
def not_when_played(g: Table, s: State, node: a.Node) -> None:
    """Text that is read at its own time (options, set-up, scoring), or only explains."""


@effect(a.Question)
def open_question(g: Table, s: State, node: a.Question[a.Effect]) -> None:
    """A text with an open question cannot be run."""
    raise ValueError(f"the engine runs settled texts only: {node.id} is open")


@effect(a.Undertake)
def do_undertake(g: Table, s: State, node: a.Undertake) -> None:
    """Never told by a text, which can only forbid it (`oracle.standing.bans`)."""
