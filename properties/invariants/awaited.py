"""15. What may be done is offered, a text that waits is set off, and what lasts comes to its end.

The other properties notice what should not have happened; this one what should have. All of it is
read off zones, printed texts and events; where a text has a say that is not read here, nothing is
said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.frames import TURN
from rules_check.oracle.values.options import BuyCard, PlayCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, HAND, PLAY
from rules_check.properties.model import Property, Span, Step
from rules_check.properties.observed import printed_price, weakness_names, zone_of

V = a.Verb

WAITED_FOR: Final = frozenset({V.DRAW, V.DISCARD, V.PLAY, V.GAIN, V.DESTROY})
"""What texts wait for that is looked at here."""


def check(step: Step) -> Iterator[str]:
    """Look at what is offered, at the texts that wait, and at what is over."""
    if "turn" in step.kinds:
        yield from over(step)
    if "compare" in step.kinds:
        yield from could_block(step)
    if "put" in step.kinds and any(e.topic.startswith("end.sweep") for e in step.events):
        yield from swept(step)
    choice = step.after.choice
    if choice is not None and choice.kind is ChoiceKind.MAIN:
        yield from offered(step)
        yield from set_off(step)


def offered(step: Step) -> Iterator[str]:
    """Every card in the hand can be played, and every card that is affordable can be bought."""
    game, state = step.game, step.after
    choice, player = state.choice, state.active
    watch = game.watching(state)
    if choice is None or choice.player != player or watch.bans or watch.lent:
        return
    index = game.kind_index
    hand = state.zones[zone_of(player, HAND)]
    if not any(game.has_first[card] for card in hand):
        plays = {index[o.card] for o in choice.options if isinstance(o, PlayCard)}
        for card in hand:
            if index[card] not in plays:
                yield f"{game.name(card)} is in the hand and cannot be played"
                break
    if (
        state.confronted >= 0
        or state.announced
        or not any(isinstance(option, BuyCard) for option in choice.options)
    ):
        return
    buys = {index[o.card] for o in choice.options if isinstance(o, BuyCard)}
    for card in state.zones[game.line_up]:
        price = printed_price(game, state, card)
        if price is None or game.kinds[card].titles or game.own_costs[index[card]]:
            continue
        if game.name(card) in weakness_names(game.ruleset):
            continue  # they are never bought
        if price <= state.power[player] and index[card] not in buys:
            yield f"{game.name(card)} costs {price} and cannot be bought"


def could_block(step: Step) -> Iterator[str]:
    """Whoever holds a Block when Power is compared has declined to use it."""
    game, events = step.game, [event for span in step.spans for event in span.events]
    for event in step.events:
        if event.kind != "compare" or game.watching(step.before).bans:
            continue
        target = event.detail[0]
        hand = zone_of(target, HAND)
        held = [card for card in step.before.zones[hand] if step.after.where[card] == hand]
        kinds = game.kinds  # of two Block texts on a card only the first is looked at
        blocks = [card for card in held if any(map(_only_itself, kinds[card].block[:1]))]
        mine = [e.kind for e in events if e.player == target and e.kind in ("block", "decline")]
        if blocks and (not mine or mine[-1] != "decline"):
            yield f"{game.name(blocks[0])} could Block, and {game.seats[target]} was not asked"


def _only_itself(block: a.Node) -> bool:
    """Whether a Block costs nothing but its own card."""
    match block:
        case a.BlockValue():
            return True
        case a.Block(a.May(a.Move(a.Verb.DISCARD, what))):
            return what == a.THIS
        case a.Block(a.May(a.Within(a.Move(a.Verb.DISCARD, what), a.Window.CONFRONTATION))):
            return what == a.THIS
        case _:
            return False


def swept(step: Step) -> Iterator[str]:
    """Ongoing cards stay in play at the end of a turn, whoever's turn it was."""
    for event in step.events:
        for card in event.cards if event.topic.startswith("end.sweep") else ():
            if step.game.kinds[card].is_ongoing:
                yield f"{step.game.name(card)} is Ongoing and was swept"


# --------------------------------------------------------------------------- texts that wait


def set_off(step: Step) -> Iterator[str]:
    """A text in play that waits for each time somebody does something was set off each time."""
    game, state = step.game, step.after
    if state.pending or any(x.what in ("control", "text") for x in state.lasting):
        return
    span = step.spans[-1]
    down = {x.number for x in state.lasting if x.what == "flipped"}
    for player in range(game.players):
        for card in (*state.zones[zone_of(player, CHARACTERS)][:1], *ongoing(game, state, player)):
            if card in down or _came(span, card):
                continue
            kind = game.kinds[card]
            for node in waiting(kind.text, bool(kind.character)):
                yield from _times(step, span, card, player, node)


def ongoing(game: Game, state: State, player: int) -> list[int]:
    """The cards in play before a player whose texts stand."""
    return [card for card in state.zones[zone_of(player, PLAY)] if game.kinds[card].is_ongoing]


def _came(span: Span, card: int) -> bool:
    """Whether a card was moved, turned or played in this turn: it did not wait all the time."""
    return any(card in event.cards and event.kind not in STILL for event in span.events)


STILL: Final = frozenset({"trigger", "turn", "power", "use", "speaks of", "confrontation text"})
"""Events that tell of a card which stays where it is."""


@lru_cache(maxsize=4096)
def waiting(text: a.CardText, of_character: bool) -> list[a.When]:
    """The texts of a card that wait for a plain event, each time; others are not looked at."""
    found = []
    abilities = text.abilities
    for ability in abilities:
        match ability:
            case a.Ongoing(a.When() as node) | a.Ongoing(a.Plain(a.When() as node)):
                found.append(node)
            case a.Plain(a.When() as node) if of_character:
                found.append(node)
            case _:
                pass
    alone = len([node for ability in abilities for node in a.walk(ability) if _waits(node)])
    return [node for node in found if alone == 1 and is_plain(node)]


def _waits(node: a.Node) -> bool:
    return isinstance(node, a.When | a.Delayed | a.If)


def is_plain(node: a.When) -> bool:
    """Each time (or the first time) you do something to a card, of whatever sort."""
    match node.occasion:
        case a.Trigger(a.Event((verb,), who, a.Cards(a.Exactly(a.Number(1)), wanted, ())), often):
            event = node.occasion.event
            plain = not (event.told or event.would or event.attack or event.to is not None)
            usual = often is a.Often.EACH or (often is a.Often.NTH and node.occasion.nth == 1)
            typed = not wanted.tests and all(isinstance(n, a.TypeNoun) for n in wanted.nouns)
            return plain and usual and typed and who == a.YOU and verb in WAITED_FOR
        case _:
            return False


def _times(step: Step, span: Span, card: int, player: int, node: a.When) -> Iterator[str]:
    game, state = step.game, step.after
    trigger = node.occasion
    assert isinstance(trigger, a.Trigger)
    if trigger.often is a.Often.NTH and span.events[0].kind != "turn":
        return  # what happened before is not known
    own_turn = trigger.window in (a.Window.YOUR_TURN, a.Window.EACH_OF_YOUR_TURNS)
    if own_turn and state.active != player:
        return
    if trigger.window not in (None, *TURNS) or game.watching(state).grants:
        return
    (verb,) = trigger.event.verbs
    assert isinstance(trigger.event.what, a.Cards)
    nouns = trigger.event.what.filter.nouns
    happened = sum(_is_it(game, event, verb, player, nouns) for event in span.events)
    times = sum(event.kind == "trigger" and event.cards == (card,) for event in span.events)
    wanted = min(1, happened) if trigger.often is a.Often.NTH else happened
    if times < wanted:
        yield f"{game.name(card)} waited for {verb.value} and was set off {times} times of {wanted}"
    again = any(event.kind == "play again" for event in span.events)
    if times > wanted and verb is not V.GAIN and not again:
        yield f"{game.name(card)} was set off {times} times, and it happened {wanted} times"


TURNS: Final = (
    a.Window.YOUR_TURN,
    a.Window.EACH_OF_YOUR_TURNS,
    a.Window.EACH_TURN,
    a.Window.THIS_TURN,
)


def _is_it(game: Game, event: Event, verb: a.Verb, player: int, nouns: tuple[Any, ...]) -> int:
    """How often an event is what a text waits for."""
    if event.kind != verb.value or event.player != player or len(event.detail) != 2:
        return 0
    kinds = [game.kinds[card] for card in event.cards]
    return sum(
        not nouns or any((kind.type is noun.type) is not noun.negated for noun in nouns)
        for kind in kinds
    )


# ------------------------------------------------------------------------------ what is over


def over(step: Step) -> Iterator[str]:
    """When a turn begins, what was for the last one is forgotten."""
    before, after = step.before, step.after
    fresh = step.spans[-1].events
    told = {(event.kind, card) for event in fresh for card in event.cards}
    for fact in after.facts:
        verb, card = fact[0], fact[2]
        if verb in WAITED_FOR and (verb.value, card) not in told:
            yield f"a new turn remembers what was done in the last one: {verb.value}"
            break
    quiet = not any(e.kind in ("use", "trigger", "assist") for e in fresh)
    if quiet and any(one in before.used for one in after.used):
        yield "what was used in the last turn counts as used in the new one"
    gone = [lasting for lasting in before.lasting if lasting.until == TURN]
    for lasting in after.lasting:
        if lasting in gone:
            yield f"what was for the last turn goes on: {lasting.what}"
    for name in ("power", "spent"):
        was, now = getattr(before, name), getattr(after, name)
        if any(now) and was == now and not any(e.kind in ("power", "pay") for e in fresh):
            yield f"a new turn begins with {name} of the last one"


PROPERTY = Property(
    "nothing-forgotten",
    "What may be done is offered, a text that waits is set off each time, and what is for one "
    "turn ends with it.",
    check,
)
