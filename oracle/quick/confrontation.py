"""Confrontations: announcing one, Blocks, comparing Power with cost, defeat."""

from __future__ import annotations

import sys
from typing import Any, Final

from rules_check.oracle.quick.acts import by_rules, carry_out, put
from rules_check.oracle.quick.attack import PASS, held_use, pay_for_it, with_held_use
from rules_check.oracle.quick.choosing import one_of_each
from rules_check.oracle.quick.standing import (
    ANNOUNCED,
    forbids,
    happen,
    is_as_printed,
    look_again,
    look_at_power,
    mention,
    set_lasting,
    watching,
)
from rules_check.oracle.quick.state import Active, Choice, Ending, Fact, Frame, Option, State, Use
from rules_check.oracle.quick.telling import of_cost, raised, say
from rules_check.oracle.quick.using import abilities, may_use, use
from rules_check.oracle.quick.values import character_of, cost_of, cost_to_defeat
from rules_check.oracle.quick.waiting import resolve
from rules_check.oracle.values.zones import (
    CHARACTERS,
    DISCARD,
    HAND,
    PARKED,
    PER_PLAYER,
    PLAY,
    SCORE,
)

DECLINE: Final[Option] = ("decline",)


def may_announce(s: State) -> Choice | None:
    """Before any card is played, a Confrontation may be announced.

    Rules: RBJ-CF01, CONF-CF02, RSB-T01.
    """
    s.phase = "announce"
    if (s.watch or watching(s)).power:
        look_at_power(s)
    options: list[Option] = [("confront", player) for player in targets(s)]
    return Choice(s.active, "announce", (*options, DECLINE)) if options else None


def announce(s: State) -> None:
    """A Confrontation is announced, or not."""
    s.choice = None
    taken = s.answers[s.at]
    s.at += 1
    if taken == DECLINE:
        if s.trace is not None:
            mine = s.zones[s.active * PER_PLAYER + CHARACTERS][:1]
            say(s, "decline", s.active, "confront.declined", mine)
        return
    target: int = taken[1]
    s.confronted = target
    card = character_of(s, target)
    assert card is not None
    note_announced(s, card)
    if s.trace is not None:
        topic = "confront.tie" if len(targets(s)) > 1 else "confront.announced"
        cost = (cost_to_defeat(s, card, s.active),) if s.g.explains else ()
        say(s, "confront", s.active, topic, (card,), (target, *cost))
    mention(s, "announce", s.active, card)
    mention(s, "confront", s.active, card, target)
    if s.pending:
        resolve(s)


def note_announced(s: State, card: int) -> None:
    """What has to be known of an announcement later in the turn, as this game reads the rules."""
    reads = s.g.reads
    if reads.cancelled_buy == "no" or reads.gains_confronting == "forbidden":
        s.used = (*s.used, ANNOUNCED)
    if reads.cost_read == "announced":
        note_cost(s, card)


def note_cost(s: State, card: int) -> None:
    """`cost_read`: the cost of the Confronted Character at this moment is remembered."""
    s.used = (*s.used, ("cost", cost_of(s, card)))


def raised_meanwhile(s: State) -> Any:
    """`cost_read`: what was added between the announcement and the Blocks does not count."""
    costs = [used[1] for used in s.used if used[0] == "cost"]
    return costs[-1] - costs[0] if costs else 0


def targets(s: State) -> list[int]:
    """Who may be Confronted: the only foe, or the one whose Character costs least or has the lower
    Level, as the book says (`confront.target_rule`)."""
    active = s.active
    team, zones = s.g.teams[active], s.zones
    foes = []
    for player in s.from_on(active):
        if player not in team and zones[player * PER_PLAYER + CHARACTERS]:
            foes.append(player)
    rule = s.g.target_rule
    forbidden = "announce" in (s.watch or watching(s)).forbidding
    if not foes or (forbidden and forbids(s, "announce", active, None)):
        return []
    return foes if rule == "sole" or not foes[1:] else lowest(s, rule, foes)


def lowest(s: State, rule: str, foes: list[int]) -> list[int]:
    """Those of some players whose Characters are the lowest."""
    tops = [s.zones[p * PER_PLAYER + CHARACTERS][0] for p in foes]
    if rule == "min_current_cost" and is_as_printed(s, "cost"):
        costs = s.g.printed["cost"]
        ranks = [costs[card] for card in tops]
    else:
        ranks = [rank(s, rule, card) for card in tops]
    least = min(ranks)
    return [p for p, of in zip(foes, ranks, strict=True) if of == least]


def rank(s: State, rule: str, card: int) -> Any:
    """By what those are told apart who may be Confronted: by their Characters."""
    if rule != "min_current_cost":
        return s.g.printed["level"][card]
    return s.g.printed["cost"][card] if s.g.reads.target_cost == "printed" else cost_of(s, card)


# ------------------------------------------------------------------------- Blocks


def blockers(s: State) -> list[int]:
    """Who may Block: the Confronted player, and a teammate where the book says so."""
    target = s.confronted
    assert target is not None
    if s.g.reads.blocks_by == "anyone":
        return [*s.from_on(target)]
    if s.g.shared_block:
        return [p for p in s.from_on(target) if p in s.g.teams[target]]
    return [target]


def block(s: State) -> None:
    """The Confronting side is done: now the cost may be raised, until everybody passes in a row.

    Rules: RBJ-B01, CONF-BL01, RSB-B02.
    """
    if s.confronted is None:
        return
    s.phase = "block"
    if (s.watch or watching(s)).power:
        look_at_power(s)
    if "reach" in s.g.spoken_of:
        reach(s)
    queue = blockers(s)
    note_before_blocks(s, queue)
    while queue and s.result is None:
        player, *queue = queue
        if asked_to_block(s, player):
            resolve(s)
            queue = still_asked(s)
    if s.pending:
        resolve(s)


def reach(s: State) -> None:
    """Power is enough before any Block, which is a success if it is read so."""
    card = None if s.confronted is None else character_of(s, s.confronted)
    if card is not None and s.power[s.active] >= cost_of(s, card):
        happen(s, Fact("reach", s.active))


def note_before_blocks(s: State, players: list[int]) -> None:
    """What has to be known of the moment at which the Confronting side is done, as this game reads
    the rules; `blocks_used`: only what is held now can be used as a Block."""
    reads, target = s.g.reads, s.confronted
    card = None if target is None else character_of(s, target)
    if reads.cost_read == "announced" and card is not None:
        note_cost(s, card)
    if reads.blocks_used == "together":
        held = [card for player in players for card in s.zones[player * PER_PLAYER + HAND]]
        s.used = (*s.used, *(("held", card) for card in held))


def still_asked(s: State) -> list[int]:
    """Whenever a Block was used, everybody is asked again, unless the Confrontation is over."""
    return [] if s.confronted is None else blockers(s)


def asked_to_block(s: State, player: int) -> bool:
    """A player uses a Block, another ability that raises the cost, or nothing; whether one did."""
    held = s.zones[player * PER_PLAYER + HAND]
    can = with_held_use(s, held, "Block")
    if s.g.reads.raisers == "blocks":
        can = [card for card in held if block_of(s, card) is not None]
    options: list[Option] = []
    if can:
        can = [card for card in can if may_block(s, player, card)]
        options += [("block", card) for card in one_of_each(s, can)]
    others: dict[Option, Active[Use]] = {}
    for action, one in abilities(s) if (s.watch or watching(s)).uses else ():
        if one.frame.you == player and may_use(s, one, blocking=True):
            others[action] = one
    if s.g.other_raisers:
        options += others
    if not options:
        return False
    taken = s.ask(player, "block", [*options, PASS], [("block", card) for card in can])
    if taken == PASS:
        say(s, "decline", player, "block.declined")
        return False
    if taken in others:
        say(s, "raise", player, "block.other_ability", (taken[1],))
        use(s, others[taken])
    else:
        use_block(s, player, taken[1])
    return True


def use_block(s: State, player: int, card: int) -> None:
    """A player uses a card as a Block. `used_block`: it counts as played then, or is played in
    full."""
    topic = "block.own" if player == s.confronted else "block.partner"
    say(s, "block", player, topic, (card,), (s.confronted,))
    option = block_of(s, card)
    assert option is not None
    reads, here = s.g.reads, s.where[card]
    if reads.used_block != "discarded":
        happen(s, Fact("play", player, card, here, here))
    pay_for_it(s, Frame(player, card), option)
    for text in s.g.kinds[card].played if reads.used_block == "played" else ():
        assert text.body is not None
        frame = Frame(player, card)
        frame.player = player
        carry_out(s, frame, text.body)


def block_of(s: State, card: int) -> Use | None:
    """The Block of a card; or what raises a cost and is used as one, where it is read so."""
    found = held_use(s, card, "Block", "hand")
    if found is None and s.g.reads.raisers == "blocks":
        texts = [text for _, text in s.g.kinds[card].at_home.get("hand", ()) if not text.labels]
        uses = (x for text in texts for x in text.stands if isinstance(x, Use))
        return next((x for x in uses if x.held), None)
    return found


def force_block(s: State, f: Frame, discarded: Fact) -> None:
    """A Block card that a foe makes a player discard Blocks, where it is read so."""
    card, from_ = discarded.card, discarded.from_
    if s.confronted is None or card is None or from_ not in s.g.in_hand:
        return
    owner = s.g.zone_player[from_]
    option = held_use(s, card, "Block", "hand")
    if option is not None and owner is not None and f.you not in s.g.teams[owner]:
        carry_out(s, Frame(owner, card), option.body)


def may_block(s: State, player: int, card: int) -> bool:
    """Whether a card can be used as a Block: what it asks for can be done, nothing forbids it."""
    option = block_of(s, card)
    if s.g.reads.blocks_used == "together" and ("held", card) not in s.used:
        return False
    if option is None or any(forbids(s, x, player, card) for x in ("discard", "block", "play")):
        return False
    frame = Frame(player, card)
    if option.where is not None and not option.where(s, frame):
        return False
    return bool(option.needs(s, frame))


# ------------------------------------------------------------------------- the outcome


def compare(s: State) -> None:
    """Power at least as great as the cost defeats the Character; else it stands.

    Rules: RBJ-CF06, CONF-CF10, RSB-CF07.
    """
    if s.confronted is None:
        return
    s.phase = "compare"
    reads = s.g.reads
    if (s.watch or watching(s)).power and reads.power_fixed != "done":
        look_at_power(s)
    target = s.confronted
    card = character_of(s, target)
    assert card is not None
    power, cost = s.power[s.active], cost_to_defeat(s, card, s.active)
    if reads.cost_read == "announced":
        cost -= raised_meanwhile(s)
    enough = power > cost if reads.equal == "saves" else power >= cost
    beaten = enough and s.defeats < most_defeats(s)
    if s.trace is not None:
        tell_compared(s, target, card, power, cost, beaten=beaten)
    if beaten:
        defeat(s, s.active, target, card)
        if s.result is not None:
            return
        resolve(s)
        compare_again(s)
    if s.result is None:
        if s.trace is not None:
            say(s, "confrontation over", s.active, "confront.over")
        s.confronted = None
        if s.g.goes_on_after:
            s.used = (*s.used, AFTER)


AFTER: Final = ("after",)
"""A Confrontation is over; the turn goes on then (`after_confrontation`, `leftover_power`)."""


def most_defeats(s: State) -> int:
    """How many Characters fall in a Confrontation at most; `overflow`: as many as the Power is
    enough for."""
    return sys.maxsize if s.g.reads.overflow == "many" else s.g.most_defeats


def compare_again(s: State) -> None:
    """Surplus Power beats the next version too, where more than one defeat is allowed."""
    for _ in range(1, most_defeats(s)):
        card = None if s.confronted is None else character_of(s, s.confronted)
        if s.result is not None or card is None or s.defeats >= most_defeats(s):
            return
        if s.power[s.active] < cost_of(s, card):
            return
        assert s.confronted is not None
        defeat(s, s.active, s.confronted, card)
        resolve(s)


def tell_compared(s: State, target: int, card: int, power: Any, cost: Any, *, beaten: bool) -> None:
    """What has changed the cost, whether the target would not be one any more, and what came of
    the comparison."""
    topic = "confront.succeeds" if beaten else "confront.fails"
    if s.g.explains:
        printed, changed = s.g.kinds[card].cost, raised(s, target)
        if reckoned := of_cost(printed, changed, cost):
            say(s, "reckon", target, reckoned, (card,), (printed, cost))
        if target not in targets(s):
            say(s, "reckon", target, "confront.target_kept", (card,))
        if beaten:
            topic = ("confront.equal" if power == cost else topic) + (".raised" if changed else "")
        elif changed:
            topic = "confront.blocked"
    say(s, "compare", s.active, topic, (), (target, power, cost))


def defeat(s: State, winner: int, loser: int, card: int) -> None:
    """The top Character leaves its stack and is kept by the side that defeated it."""
    s.defeats += 1
    by_rules(s, "defeat", winner, card, winner * PER_PLAYER + SCORE, "effect.defeat")
    happen(s, Fact("succeed", winner, card))
    if s.g.reads.weaknesses_return == "owned":
        return_weaknesses(s, loser)
    if s.g.reads.parked_falls != "stays":
        parked_goes(s, winner, loser)
    following = character_of(s, loser)
    if following is None:
        last_fell(s, winner, loser)
    else:
        say(s, "next version", loser, "character.next", (following,))


def return_weaknesses(s: State, player: int) -> None:
    """`weaknesses_return`: all Weaknesses of a defeated player go back to their stack."""
    base, stacks = player * PER_PLAYER, s.g.rules["stacks"]
    for zone in range(base, base + PLAY + 1):
        for card in s.zones[zone]:
            if stacks.get(s.g.kinds[card].name) == "weakness":
                by_rules(s, "destroy", player, card, s.g.where_destroyed(card), "destroy.returns")


def parked_goes(s: State, winner: int, loser: int) -> None:
    """`parked_falls`: what lies on a defeated Character is discarded, or goes with it."""
    discarded = s.g.reads.parked_falls == "discarded"
    goal = loser * PER_PLAYER + DISCARD if discarded else winner * PER_PLAYER + SCORE
    for card in s.zones[loser * PER_PLAYER + PARKED]:
        by_rules(s, "put", loser, card, goal, "variant.parked")


def last_fell(s: State, winner: int, loser: int) -> None:
    """The last Character of a player has fallen: the game is over, or only for that player where
    more than two play alone."""
    if not s.g.rules["teams"] and s.g.players > 2:
        leave_game(s, loser)
        if s.g.reads.last_trophy == "out":
            card = s.zones[winner * PER_PLAYER + SCORE][-1]
            by_rules(s, "remove", winner, card, s.g.removed, "variant.out.cards")
        if len(s.from_on(winner)) > 1:
            return
    if "last_character" in s.g.end_conditions:
        s.result = Ending("last_character", s.g.teams[winner])
        s.phase = "over"
        say(s, "over", winner, "end.last_character", (), s.g.teams[winner])


def leave_game(s: State, player: int) -> None:
    """What a player has goes out of the game; what they began to do, or is to come, is over."""
    base = player * PER_PLAYER
    zones = [*range(base, base + PER_PLAYER), *s.g.beside[player : player + 1]]
    s.pending = tuple(one for one in s.pending if one.player != player)
    set_lasting(s, tuple(one for one in s.lasting if one.frame.you != player))
    theirs = [card for zone in zones for card in s.zones[zone] if s.owner(card) == player]
    theirs += [card for card, owner in s.owners.items() if owner == player]
    s.out = (*s.out, player)
    say(s, "out", player, "variant.out")
    for card in theirs:
        way = (s.where[card], s.g.removed)
        put(s, card, s.g.removed)
        say(s, "remove", player, "variant.out.cards", (card,), way)
    for zone in zones:
        for card in s.zones[zone]:  # of others, who get it back
            owner = s.owner(card)
            goal = (player if owner is None else owner) * PER_PLAYER + DISCARD
            by_rules(s, "return", player, card, goal, "variant.out.returns")
    look_again(s)
