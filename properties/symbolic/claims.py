"""What is claimed of every run: the invariants in a form that unknown numbers can break.

A claim looks at a run and yields what would break it: a sentence, and a condition over the
unknowns (or a plain truth value). Costs and Power are worked out from what is printed and from
the events of the run; only what standing texts add to a cost is asked of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules_check.grammar import ast as a
from rules_check.oracle.meaning.who import foes
from rules_check.oracle.turns.legal import why_no_buy
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.options import BuyCard, Confront
from rules_check.oracle.values.zones import CHARACTERS, DISCARD, PER_PLAYER, SCORE
from rules_check.properties.symbolic.numbers import SymBool
from rules_check.properties.symbolic.runs import ACTIVE, Run

Breach = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """An invariant: its name, how a run can break it, and whether a run is about it at all.

    `offered` looks at a choice before it is answered.
    """

    name: str
    breaches: Callable[[Run], Iterator[Breach]]
    speaks: Callable[[Run], bool]
    offered: Callable[[Run, Choice], Iterator[Breach]] | None = None


def always(run: Run) -> bool:
    """Every run is about it."""
    return True


def compares(run: Run) -> bool:
    """Only a run in which Power is compared with a cost is about it."""
    return any(event.kind == "compare" for event in events_of(run))


def counts_defeats(run: Run) -> bool:
    """A run of a card is about it if Power is compared; one of a rule always is."""
    return run.subject < 0 or compares(run)


def events_of(run: Run) -> list[Event]:
    """What happened."""
    return run.state.trace or []


def _not(condition: Any) -> Any:
    return condition.negated() if isinstance(condition, SymBool) else not condition


# ------------------------------------------------------------------- 1. card conservation


def conservation(run: Run) -> Iterator[Breach]:
    """Every card is in exactly one zone, and there are as many as before."""
    g, s = run.game, run.state
    zones = s.zones
    known = getattr(zones, "known", zones.__getitem__)
    seen: dict[int, int] = {}
    for zone in range(g.zone_count):
        for card in known(zone):
            if card in seen:
                yield f"{g.name(card)} is in two zones", True
            seen[card] = zone
            if s.where[card] != zone:
                yield f"{g.name(card)} is not where the engine looks for it", True
    for card in range(getattr(g, "real", 0), len(s.where)):
        if card not in seen:
            yield f"{g.name(card)} is in no zone", True


# --------------------------------------------------------------- 2. Block must exceed Power


def survival(run: Run) -> Iterator[Breach]:
    """A Confronted Character survives exactly if its final cost is greater than the Power."""
    g, s = run.game, run.state
    events = events_of(run)
    for look in run.looks:
        at = next((n for n in range(look.event, len(events)) if events[n].kind == "compare"), None)
        name = g.seats[look.target]
        if at is None:
            yield f"Power is not compared with the cost of {name}", True
            continue
        if s.defeats > run.defeats + 1 or run.defeats >= g.max_defeats:
            continue  # how many fall is another invariant
        before = events[: look.event]
        cost = printed_cost(run, look.target) + look.change + raised(run, look.target, before)
        survives = cost > power_after(run, ACTIVE, before) + look.owed
        stack, won = look.target * PER_PLAYER + CHARACTERS, ACTIVE * PER_PLAYER + SCORE
        fallen = [e for e in events[at:] if e.kind == "defeat" and e.detail[0] == stack]
        if fallen:
            yield f"{name} is defeated although the cost exceeds the Power", survives
            lost = fallen[0].detail[1] != won
            yield f"{name} is defeated and does not go to the score pile of P1", lost
        else:
            yield f"{name} stands although the cost does not exceed the Power", _not(survives)
        yield from wrong_ways(run, before)


def raised(run: Run, target: int, events: list[Event]) -> Any:
    """By how much the cost of a Character was changed: Block (N) as printed, else as told."""
    kinds = run.game.kinds
    total: Any = 0
    for event in events:
        if event.kind not in ("block", "cost"):
            continue
        printed = [kinds[card].block for card in event.cards if card >= 0]
        number = next((x[0].number for x in printed if x and isinstance(x[0], a.BlockValue)), None)
        if event.kind == "block" and number is not None and event.detail[0] == target:
            total = total + number
        elif event.kind == "cost" and event.player == target and number is None:
            total = total + event.detail[0]
    return total


def wrong_ways(run: Run, events: list[Event]) -> Iterator[Breach]:
    """A text that only raises costs has lowered one, or the other way round."""
    for event in events:
        if event.kind == "cost" and event.cards and event.cards[0] >= 0:
            nodes = list(a.walk(run.game.kinds[event.cards[0]].text))
            ways = {node.more for node in nodes if isinstance(node, a.ChangeCost)}
            if any(isinstance(node, a.AttributeOf) for node in nodes):
                continue  # VP can be negative
            if ways == {True}:
                yield "a text that raises costs lowers one", event.detail[0] < 0
            elif ways == {False}:
                yield "a text that lowers costs raises one", event.detail[0] > 0


def printed_cost(run: Run, player: int) -> Any:
    """The printed cost of the Character that a player had on top at the start."""
    return run.game.kinds[run.tops[player]].cost


def power_after(run: Run, player: int, events: list[Event]) -> Any:
    """The Power of a player after these events."""
    power = run.power[player]
    for event in events:
        if event.kind in ("turn", "lose power"):
            power = 0
        elif event.player == player and event.detail:
            if event.kind == "power":
                power = power + event.detail[0]
            elif event.kind == "pay":
                power = power - event.detail[0]
    return power


# ------------------------------------------------------------------ 3. one defeat per turn


def one_defeat(run: Run) -> Iterator[Breach]:
    """At most one Character is defeated in a turn, and only where Power is compared.

    This is the step of an induction over the turn, which begins with no defeat.
    """
    defeats, fallen, target, compared = run.defeats, 0, -1, False
    for event in events_of(run):
        if event.kind == "turn":
            defeats = 0
        elif event.kind == "compare":
            compared = True
            target = event.detail[0]
        elif event.kind == "defeat":
            defeats = defeats + 1
            yield "more than one Character is defeated in one turn", defeats > 1
            if not compared:
                yield "a Character is defeated where no Power is compared", True
            elif not fallen and event.cards != (run.tops[target],):
                yield "another Character than the one on top is defeated", True
            fallen += 1
            compared = False
    yield "the engine counts another number of defeats", run.state.defeats != defeats


# ------------------------------------------------- 4. no purchase, announced first, lowest


def purchases(run: Run) -> Iterator[Breach]:
    """Nothing is bought while a Confrontation is on."""
    on = run.confronting
    for event in events_of(run):
        if event.kind == "confront":
            on = True
        elif event.kind in ("cancel", "turn"):
            on = False
        elif event.kind == "compare" and not on:
            yield "Power is compared although no Confrontation is on", True
        elif event.kind == "buy":
            if on:
                yield "a card is bought while a Confrontation is on", True
            if event.detail[1] != event.player * PER_PLAYER + DISCARD:
                yield "a card is bought and does not go to the discard pile", True


def confrontation_offers(run: Run, choice: Choice) -> Iterator[Breach]:
    """Offered targets are exactly the lowest foes; no purchase and no late announcement."""
    g, s = run.game, run.state
    if choice.kind is ChoiceKind.ANNOUNCE:
        if any(before.kind is ChoiceKind.MAIN for before in run.choices):
            yield "a Confrontation can be announced after cards could be played", True
        offered = [option.player for option in choice.options if isinstance(option, Confront)]
        for foe in foes(g, s, ACTIVE):
            if is_lowest(run, foe) and foe not in offered:
                yield f"{g.seats[foe]} is lowest and cannot be Confronted", True
            elif foe in offered and not is_lowest(run, foe):
                yield f"{g.seats[foe]} can be Confronted and is not lowest", True
    elif choice.kind is ChoiceKind.MAIN:
        if s.confronted >= 0:
            if any(isinstance(option, BuyCard) for option in choice.options):
                yield "a card can be bought while a Confrontation is on", True
            for card in s.zones[g.line_up]:
                if why_no_buy(g, s, ACTIVE, card) is None:
                    yield "buying is not refused while a Confrontation is on", True
        for foe in foes(g, s, ACTIVE):
            if g.refuse(s, Confront(foe)) is None:
                yield "a Confrontation can be announced when cards are played", True


def is_lowest(run: Run, foe: int) -> bool:
    """Whether a foe may be Confronted by the rule of the book, as printed; forks the path."""
    g = run.game
    others = [other for other in foes(g, run.state, ACTIVE) if other != foe]
    match g.parameters.get("confront.target_rule", "sole"):
        case "min_current_cost":
            mine = printed_cost(run, foe)
            return all(mine <= printed_cost(run, other) for other in others)
        case "sole":
            return True
        case _:
            level = g.kinds[run.tops[foe]].level
            return all(level <= g.kinds[run.tops[other]].level for other in others)


def about_confrontations(run: Run) -> bool:
    """A Confrontation is on, announced, or could be."""
    asked = any(choice.kind in (ChoiceKind.ANNOUNCE, ChoiceKind.MAIN) for choice in run.choices)
    return run.confronting or asked or any(event.kind == "buy" for event in events_of(run))


# ------------------------------------------------------------------------ 5. Power


def power_balance(run: Run) -> Iterator[Breach]:
    """Power is never negative; what is there is what was gained less what was spent."""
    g, s = run.game, run.state
    events = events_of(run)
    for player in range(g.players):
        yield f"the Power of P{player + 1} is negative", s.power[player] < 0
        balance = power_after(run, player, events)
        yield (
            f"the Power of P{player + 1} is not what was gained less what was spent",
            (s.power[player] != balance),
        )
        spent = run.spent[player]
        for event in events:
            if event.kind == "turn":
                spent = 0
            elif event.kind == "pay" and event.player == player and event.detail:
                spent = spent + event.detail[0]
        yield f"the Power that P{player + 1} spent is not what was paid", s.spent[player] != spent


def affordable(run: Run, choice: Choice) -> Iterator[Breach]:
    """Whatever is offered for buying costs at most the Power."""
    g, s = run.game, run.state
    if choice.kind is not ChoiceKind.MAIN or g.watching(s).costs:
        return
    for option in choice.options:
        if isinstance(option, BuyCard) and not g.own_costs[g.kind_index[option.card]]:
            too_much = g.kinds[option.card].cost > s.power[ACTIVE]
            yield f"{g.name(option.card)} can be bought and costs more than the Power", too_much


# -------------------------------------------------------------------- 9. Weakness stack


def weakness_stack(run: Run) -> Iterator[Breach]:
    """The Weakness stack grows only where the book or a text returns Weaknesses."""
    g = run.game
    returning = g.parameters.get("destroy.returns_to_stack", ())
    for name in g.weakness_kinds:
        zone = g.stacks[name]
        for event in events_of(run):
            if len(event.cards) == 1 and event.detail[1:] == (zone,) and event.detail[0] != zone:
                card = event.cards[0]
                if g.name(card) != name:
                    yield f"{g.name(card)} comes to the {name} stack", True
                elif event.kind == "destroy" and name not in returning:
                    yield f"a destroyed {name} goes back to its stack", True


def for_sale(run: Run, choice: Choice) -> Iterator[Breach]:
    """No Weakness can be bought."""
    g, s = run.game, run.state
    zones = [g.stacks[name] for name in g.weakness_kinds]
    if choice.kind is ChoiceKind.MAIN:
        for option in choice.options:
            if isinstance(option, BuyCard) and s.where[option.card] in zones:
                yield f"{g.name(option.card)} can be bought", True


CLAIMS: tuple[Claim, ...] = (
    Claim("card-conservation", conservation, always),
    Claim("block-exceeds-power", survival, compares),
    Claim("one-defeat-per-turn", one_defeat, counts_defeats),
    Claim("no-purchase-in-confrontation", purchases, about_confrontations, confrontation_offers),
    Claim("power-balance", power_balance, always, affordable),
    Claim("weakness-stack", weakness_stack, always, for_sale),
)
"""The invariants that are proved, in the order in which they are told."""

HEADLINES = tuple(claim.name for claim in CLAIMS[:3])
"""The three invariants that are proved for every card."""
