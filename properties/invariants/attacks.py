"""8. Abilities once per turn; a Defense protects one player, once, as often as the book says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.options import DefendWith
from rules_check.oracle.values.zones import HAND, PLAY
from rules_check.properties.model import Property, Span, Step
from rules_check.properties.observed import side_of, zone_of
from rules_check.properties.shadow import Shadow


def check(step: Step) -> Iterator[str]:
    """Count uses and triggers of the turn, and follow every Attack."""
    kinds = step.kinds
    if "use" in kinds or "trigger" in kinds or paid(step):
        for span in step.spans:
            yield from used_up(step.game, span)
    if "defend" in kinds or "avoid" in kinds or "hit" in kinds:
        for span in step.spans:
            yield from attacks(step.game, span)
        yield from from_hand(step)


def paid(step: Step, shadow: Shadow | None = None) -> bool:  # noqa: ARG001 (of `Property.due`)
    """Something was paid for that is not bought with Power."""
    return "pay" in step.kinds and any(e.kind == "pay" and not e.detail for e in step.events)


# ---------------------------------------------------------------------- once per turn


@dataclass(frozen=True, slots=True)
class Limits:
    """How often a card can be used, triggered and paid for in one turn; None: any number.

    `later`: so many of its texts ask each time it is played for what may still come in the turn.
    """

    uses: int | None
    triggers: int | None
    payments: int | None
    later: int = 0


@lru_cache(maxsize=4096)
def limits(game: Game, index: int) -> Limits:
    """What the text of a card allows in one turn, as printed."""
    kind = game.kind_list[index]
    nodes = list(a.walk(kind.text))
    unlimited = any(isinstance(node, a.UseAnyNumber) for node in nodes)
    once = sum(isinstance(node, a.When) and isinstance(node.occasion, a.Once) for node in nodes)
    bare = sum(isinstance(piece.node, a.May) for piece in kind.standing)
    capped, free = 0, False
    standing = [piece for piece in kind.standing if isinstance(piece.node, a.When)]
    own_turn = game.parameters.get("ongoing.cap") in ("once_per_own_turn", "once_unless_each_time")
    for piece in standing:
        node = piece.node
        assert isinstance(node, a.When)
        match node.occasion:
            case a.Trigger(_, a.Often.NTH):
                capped += 1
            case a.Trigger(_, a.Often.WHEN) if piece.ongoing and own_turn:
                capped += 1
            case a.Once():
                pass
            case _:
                free = True
    waiting = sum(isinstance(node, (a.When, a.Delayed, a.WhenGained)) for node in nodes)
    waits = waiting > len(standing) or free or kind.own or kind.gained
    succeeds = any(isinstance(node, a.DefeatedInConfrontation) for node in nodes)
    borrows = game.has_gained_texts
    limits = {payment.once_per for payment, _ in kind.payments}
    use_once = any(isinstance(node, a.UseOnce) for node in nodes)
    paid = any(
        isinstance(x.node, a.May) and isinstance(x.node.effect, a.PayPower) for x in kind.standing
    )
    unlimited |= paid and not use_once and game.sw.pay_again == "any_number"
    payments = len(kind.payments) if use_once else None
    if len(kind.payments) == 1 and a.OncePer.CARD_TYPE in limits:
        payments = len(game.ruleset.types)
    if len(kind.payments) == 1 and a.OncePer.TURN in limits:
        payments = 1
    return Limits(
        uses=None if unlimited or borrows else once + bare,
        triggers=None if waits or succeeds or borrows else capped,
        payments=payments,
        later=sum(isinstance(node, a.If) and _looks_ahead(node.condition) for node in nodes),
    )


def _looks_ahead(condition: a.Condition) -> bool:
    """Whether it asks for what somebody does, and not only for what they have done."""
    tests = [node for node in a.walk(condition) if isinstance(node, a.Acted)]
    return any(test.tense is not a.Tense.PAST for test in tests)


def used_up(game: Game, span: Span) -> Iterator[str]:
    """Each ability of a card that lies there once is used as often as its text says.

    A card that was played again, or for the second time, has its abilities again.
    """
    counts: Counter[tuple[str, int]] = Counter()
    again: Counter[int] = Counter()
    for at, event in enumerate(span.events):
        kind = event.kind
        if kind in ("play", "play again"):
            again.update(event.cards)
        if kind not in ("use", "trigger", "pay") or (kind == "pay" and event.detail):
            continue
        card = event.cards[0] if event.cards else -1
        if card < 0:
            continue
        counts[kind, card] += 1
        if at < span.fresh:
            continue
        allowed = limits(game, game.kind_index[card])
        most = {"use": allowed.uses, "trigger": allowed.triggers, "pay": allowed.payments}[kind]
        if kind == "use" and most is not None and not game.kinds[card].is_ongoing:
            most *= max(1, again[card])
        if kind == "trigger" and most is not None:
            most += allowed.later * max(1, again[card])
        if most is not None and counts[kind, card] > most:
            yield f"{game.name(card)}: {kind} for the {counts[kind, card]}. time in one turn"


# ------------------------------------------------------------------------- Defenses


PROTECTED = "one_per_protected_player"
"""The word of the parameter where a player may use a Defense for each player who is attacked."""


@dataclass(slots=True)
class Fight:
    """An Attack that goes on: whom it is aimed at, what was used against it, who avoided it."""

    targets: tuple[int, ...]
    cards: list[int] = field(default_factory=list)
    users: list[int] = field(default_factory=list)
    protected: list[int] = field(default_factory=list)
    avoided: list[int] = field(default_factory=list)


def attacks(game: Game, span: Span) -> Iterator[str]:
    """Follow the Attacks of a turn; one can stand inside another."""
    going: list[Fight] = []
    for at, event in enumerate(span.events):
        kind = event.kind
        found: list[str] = []
        if kind == "attack" and event.detail:
            going.append(Fight(event.detail))
        elif not going:
            continue
        elif kind == "defend":
            found = defended(game, going[-1], event)
        elif kind == "avoid":
            found = avoided(game, going[-1], event)
        elif kind == "hit":
            found = struck(game, going.pop(), event)
        elif kind == "avoided" and event.topic.startswith("attack.avoided_by_all"):
            going.pop()
        if at >= span.fresh:
            yield from found


def defended(game: Game, fight: Fight, event: Event) -> list[str]:
    """A Defense is used: by whom, for whom, and how many times."""
    (card,), (target,), player = event.cards, event.detail, event.player
    name, who = game.name(card), game.seats[target]
    found = []
    if target not in fight.targets:
        found.append(f"{name} defends {who}, who is not attacked")
    if target in fight.protected and target in fight.avoided:
        found.append(f"{name} defends {who} a second time against one Attack")
    if card in fight.cards:
        found.append(f"{name} is used twice against one Attack")
    partner = game.parameters.get("defense.beneficiary") == "own_or_partner"
    others = game.kinds[card].guards or (partner and player in side_of(game, target))
    if player != target and not others:
        found.append(f"{name} defends {who}, whom {game.seats[player]} cannot defend")
    if game.parameters.get("defense.per_attack") != PROTECTED and player in fight.users:
        found.append(f"{game.seats[player]} uses a second Defense against one Attack")
    fight.cards.append(card)
    fight.users.append(player)
    fight.protected.append(target)
    return found


def avoided(game: Game, fight: Fight, event: Event) -> list[str]:
    """A player avoids the Attack: the one for whom the last Defense was used."""
    player = event.player
    fight.avoided.append(player)
    if fight.protected and player != fight.protected[-1] and player in fight.targets:
        return [f"{game.seats[player]} avoids the Attack by a Defense for another player"]
    return []


def struck(game: Game, fight: Fight, event: Event) -> list[str]:
    """Exactly those are hit who did not avoid the Attack."""
    wanted = tuple(p for p in fight.targets if p not in fight.avoided)
    if event.detail == wanted:
        return []
    names = ", ".join(game.seats[p] for p in event.detail)
    return [f"the Attack hits {names or 'nobody'}; others did not avoid it"]


def from_hand(step: Step) -> Iterator[str]:
    """A Defense is used from the hand of its player, or from play if its text says so."""
    if isinstance(step.option, DefendWith):
        card = step.option.card
        player = next((e.player for e in step.events if e.kind == "defend"), -1)
        played = any(map(_speaks_of_play, step.game.kinds[card].defense))
        if step.before.where[card] != zone_of(player, PLAY if played else HAND):
            where = "in play with" if played else "in the hand of"
            yield f"{step.game.name(card)} defends and is not {where} its player"


def _speaks_of_play(defense: a.Effect) -> bool:
    """Whether a Defense says of its own card that it is in play, or leaves from there."""
    for node in a.walk(defense):
        match node:
            case a.In(a.Ref(a.RefKind.THIS), a.Place(a.Zone.PLAY | a.Zone.FRONT)):
                return True
            case a.Ref(a.RefKind.THIS, a.Place(a.Zone.PLAY | a.Zone.FRONT)):
                return True
            case _:
                continue
    return False


PROPERTY = Property(
    "once-per-turn",
    "A once-per-turn ability works once in a turn; a Defense protects one player from one "
    "Attack, and is not shown twice against it.",
    check,
    kinds=frozenset({"use", "trigger", "defend", "avoid", "hit"}),
    due=paid,
)
