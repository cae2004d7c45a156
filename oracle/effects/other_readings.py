"""What effects would do under readings of rulings that no book chooses.

Each function is called at one place, behind its switch (`oracle.values.switches`).
"""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.oracle.box.table import Table
from rules_check.oracle.meaning.candidates import bounds
from rules_check.oracle.meaning.who import players
from rules_check.oracle.running.moving import happen, move_card, owner_of
from rules_check.oracle.running.power import gain_power
from rules_check.oracle.standing.lasts import last
from rules_check.oracle.values.frames import Frame
from rules_check.oracle.values.state import State
from rules_check.oracle.values.tasks import POP_PLAYED, AtOtherTime, Todo


def take_back(g: Table, s: State, card: int) -> None:
    """`play_again`: a card that is played again first loses the Power that it gave this turn."""
    for fact in s.facts:
        if fact[0] == "power" and fact[2] == card:
            gain_power(g, s, fact[1], -fact[3], -1, "effect.power")
    s.facts = [x for x in s.facts if not (x[0] == "power" and x[2] == card)]


def cancel_card(g: Table, s: State) -> None:
    """`avoiding`: nothing of a card holds whose Attack was avoided."""
    take_back(g, s, s.frames[-1].source)
    while s.agenda[-1] != POP_PLAYED:
        s.agenda.pop()


def clear_looked_at(g: Table, s: State, frame: Frame) -> None:
    """`looked_at`: cards of the main deck that a text has shown do not go back there."""
    for card in frame.shown:
        if s.where[card] == g.main_deck:
            to = g.destroyed_to(card)
            move_card(g, s, card, to, a.Verb.DESTROY, frame.you, "effect.destroy")


def keep_for_later(s: State, f: Frame, node: a.May | a.ChooseOne) -> None:
    """`cancel`, `option_timing`: what could be decided now may be used later in the turn."""
    last(s, "when", a.When(a.Once(a.Window.THIS_TURN), node), f, number=len(s.facts))


def is_kept(s: State, node: a.ChooseOne) -> bool:
    """`option_timing`: whether a choice was kept before, and is made now."""
    return any(x.what == "when" and x.node.effect == node for x in s.lasting)


def wants_main_deck(g: Table, s: State, effect: a.Effect) -> bool:
    """`empty_main_deck`: whether an effect wants a card of the main deck, which is empty."""
    return not s.zones[g.main_deck] and any(
        isinstance(node, a.Place) and node.zone is a.Zone.MAIN_DECK for node in a.walk(effect)
    )


def with_assists(s: State, effects: tuple[a.Effect, ...]) -> list[Todo]:
    """`assist_time`: the teammate may Assist between the parts of a text."""
    found: list[Todo] = []
    for effect in effects:
        found += (effect, AtOtherTime("assists", s.phase))
    return found[:-1]


def first_in_line_up(g: Table, s: State, f: Frame, what: a.Cards, found: list[int]) -> list[int]:
    """`gained_card`: of the cards of the Line-Up only the first ones, in its order."""
    if any(s.where[card] != g.line_up for card in found):
        return found
    most = bounds(g, s, f, what.quantity, len(found))[1]
    return sorted(found, key=s.zones[g.line_up].index)[:most]


def decider(g: Table, s: State, f: Frame, player: int) -> int:
    """`assist_decider`: the player of an Assist card decides for the active player."""
    if player == f.you and f.source >= 0:
        owner = owner_of(g, s, f.source)
        if owner >= 0 and g.team[owner] == g.team[player]:
            return owner
    return player


def counting_for(g: Table, s: State, f: Frame) -> Frame:
    """`block_speaks_of`: a Block counts the things of another player than the blocker."""
    if s.confronted < 0 or not g.kinds[f.source].block:
        return f
    new = f.copy()
    new.you = s.confronted if g.sw.block_speaks_of == "character_owner" else s.active
    new.actor = new.you
    return new


def told_first(
    g: Table, s: State, f: Frame, node: a.Effect, targets: tuple[int, ...]
) -> tuple[int, ...]:
    """`totals`: whom a comparison of costs picks out is told before anybody defends."""
    for who in a.walk(node):
        if isinstance(who, a.Player) and isinstance(who.test, (a.CostRank, a.CostCompared)):
            targets = tuple(p for p in targets if p in players(g, s, f, who))
    return targets


def avoid_by_luck(g: Table, s: State, f: Frame) -> None:
    """`avoided`: who was attacked and to whom nothing happened has avoided the Attack."""
    for player in f.targets or ():
        if player not in f.avoided and not any(x.player == player and x.did for x in f.log):
            happen(g, s, a.Verb.AVOID, player, f.source, -1, -1)


def asks_of_no_card(g: Table, s: State, f: Frame, condition: a.Condition) -> bool:
    """`no_card`: whether something is asked of a card that is not there."""
    match condition:
        case a.Is(what) | a.Not(a.Is(what)):
            return isinstance(what, a.Ref) and not g.selected(s, f, what)
        case _:
            return False
