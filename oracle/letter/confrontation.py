"""Confrontations: announcing one, Blocks, comparing Power with cost, defeat."""

from __future__ import annotations

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter.acts import by_rules
from rules_check.oracle.letter.attack import pay_for_it
from rules_check.oracle.letter.leaving import leave_game
from rules_check.oracle.letter.position import Card, Ending, Fact, Frame, Player, zone_of
from rules_check.oracle.letter.standing import forbids
from rules_check.oracle.letter.table import Action, Table
from rules_check.oracle.letter.using import abilities, may_use, use
from rules_check.oracle.letter.values import (
    character_of,
    cost_of,
    cost_to_defeat,
    texts_of,
)

PASS: Action = ("pass",)
DECLINE: Action = ("decline",)


def announce(t: Table) -> None:
    """Before any card is played, a Confrontation may be announced.

    Rules: RBJ-CF01, CONF-CF02, RSB-T01.
    """
    pos = t.pos
    pos.phase = "announce"
    t.look_at_power()
    options: list[Action] = [("confront", player) for player in targets(t)]
    if not options:
        return
    taken = t.ask(pos.active, "announce", [*options, DECLINE])
    if taken == DECLINE:
        return
    target = taken[1]
    pos.confronted = target
    card = character_of(t, target)
    t.happen(Fact("announce", pos.active, card))
    t.happen(Fact("confront", pos.active, card, whom=target))
    t.resolve()


def targets(t: Table) -> list[Player]:
    """Who may be Confronted: the only foe, or the one whose Character costs least or has the lower
    Level, as the book says (`confront.target_rule`)."""
    active = t.pos.active
    foes = [p for p in t.pos.from_on(active) if p not in t.game.team(active)]
    foes = [p for p in foes if character_of(t, p) is not None]
    rule = t.game.says("confront.target_rule", "sole")
    if forbids(t, "announce", active, None):
        return []
    if len(foes) < 2 or rule == "sole":
        return foes
    ranks = {p: rank(t, rule, p) for p in foes}
    return [p for p in foes if ranks[p] == min(ranks.values())]


def rank(t: Table, rule: str, player: Player) -> int:
    """By what those are told apart who may be Confronted."""
    card = character_of(t, player)
    assert card is not None
    found: int = cost_of(t, card) if rule == "min_current_cost" else t.kind(card).level
    return found


# ------------------------------------------------------------------------- Blocks


def blockers(t: Table) -> list[Player]:
    """Who may Block: the Confronted player, and a teammate where the book says so."""
    target = t.pos.confronted
    assert target is not None
    if t.game.says("block.beneficiary") == "own_or_partner":
        return [p for p in t.pos.from_on(target) if p in t.game.team(target)]
    return [target]


def block(t: Table) -> None:
    """The Confronting side is done: now the cost may be raised, until everybody passes in a row.

    Rules: RBJ-B01, CONF-BL01, RSB-B02.
    """
    if t.pos.confronted is None:
        return
    t.pos.phase = "block"
    t.look_at_power()
    queue = blockers(t)
    while queue and t.pos.result is None:
        player = queue.pop(0)
        if asked_to_block(t, player):
            t.resolve()
            queue = still_asked(t)


def still_asked(t: Table) -> list[Player]:
    """Whenever a Block was used, everybody is asked again, unless the Confrontation is over."""
    return [] if t.pos.confronted is None else blockers(t)


def asked_to_block(t: Table, player: Player) -> bool:
    """A player uses a Block, another ability that raises the cost, or nothing; whether one did."""
    can = [card for card in t.pos.cards(zone_of(player, "hand")) if may_block(t, player, card)]
    options: list[Action] = [("block", card) for card in t.one_of_each(can)]
    others = {
        action: one
        for action, one in abilities(t)
        if one.frame.you == player and may_use(t, one, blocking=True)
    }
    if t.game.says("block.other_raisers", True):
        options += others
    if not options:
        return False
    taken = t.ask(player, "block", [*options, PASS], [("block", card) for card in can])
    if taken == PASS:
        return False
    if taken in others:
        use(t, others[taken])
    else:
        option = block_of(t, taken[1])
        assert option is not None
        pay_for_it(t, Frame(player, taken[1]), option)
    return True


def block_of(t: Table, card: Card) -> c.Option | None:
    """The Block of a card."""
    for text in texts_of(t, card):
        if "Block" in text.labels and text.home == "hand":
            for statement in text.body:
                if isinstance(statement, c.Option):
                    return statement
    return None


def may_block(t: Table, player: Player, card: Card) -> bool:
    """Whether a card can be used as a Block: what it asks for can be done, nothing forbids it."""
    option = block_of(t, card)
    if option is None or any(forbids(t, x, player, card) for x in ("discard", "block", "play")):
        return False
    frame = Frame(player, card)
    if option.where is not None and t.is_so(frame, option.where) is not True:
        return False
    return t.possible(frame, option.price or option.body)


# ------------------------------------------------------------------------- the outcome


def compare(t: Table) -> None:
    """Power at least as great as the cost defeats the Character; else it stands.

    Rules: RBJ-CF06, CONF-CF10, RSB-CF07.
    """
    pos = t.pos
    if pos.confronted is None:
        return
    pos.phase = "compare"
    t.look_at_power()
    target = pos.confronted
    card = character_of(t, target)
    assert card is not None
    most = t.game.says("confront.max_defeats_per_turn")
    if pos.power[pos.active] >= cost_to_defeat(t, card, pos.active) and pos.defeats < most:
        defeat(t, pos.active, target, card)
        if pos.result is not None:
            return
        t.resolve()
        compare_again(t, most)
    if pos.result is None:
        pos.confronted = None


def compare_again(t: Table, most: int) -> None:
    """Surplus Power beats the next version too, where more than one defeat is allowed."""
    pos = t.pos
    while pos.result is None and pos.confronted is not None and pos.defeats < most:
        card = character_of(t, pos.confronted)
        if card is None or pos.power[pos.active] < cost_of(t, card):
            return
        defeat(t, pos.active, pos.confronted, card)
        t.resolve()


def defeat(t: Table, winner: Player, loser: Player, card: Card) -> None:
    """The top Character leaves its stack and is kept by the side that defeated it."""
    t.pos.defeats += 1
    by_rules(t, "defeat", winner, card, zone_of(winner, "score"))
    t.happen(Fact("succeed", winner, card))
    if character_of(t, loser) is None:
        last_fell(t, winner, loser)


def last_fell(t: Table, winner: Player, loser: Player) -> None:
    """The last Character of a player has fallen: the game is over, or only for that player where
    more than two play alone."""
    pos = t.pos
    if not t.game.rules["teams"] and len(t.game.players) > 2:
        leave_game(t, loser)
        if len(pos.from_on(winner)) > 1:
            return
    if "last_character" in t.game.says("end.conditions"):
        winners = tuple(p for p in t.game.players if p in t.game.team(winner))
        pos.result = Ending("last_character", winners)
        pos.phase = "over"
