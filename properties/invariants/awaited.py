"""15. What may be done is offered, a text that waits is set off, and what lasts comes to its end.

The other properties notice what should not have happened; this one what should have. All of it is
read off zones, printed texts and events; where a text has a say that is not read here, nothing is
said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from rules_check.grammar import ast as a
from rules_check.oracle.game import TURN, Game
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import BuyCard, PlayCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.zones import CHARACTERS, HAND, PER_PLAYER, PLAY
from rules_check.properties.model import Property, Step
from rules_check.properties.observed import printed_price, weakness_names, zone_of
from rules_check.properties.shadow import Shadow, Tally

V = a.Verb

Said: TypeAlias = tuple[str, int]
"""What is wrong, and with which card."""

WAITED_FOR: Final = frozenset({V.DRAW, V.DISCARD, V.PLAY, V.GAIN, V.DESTROY})
"""What texts wait for that is looked at here."""


def check(step: Step) -> Iterator[str]:
    """Look at what is offered, at the texts that wait, and at what is over."""
    if "turn" in step.kinds:
        yield from over(step)
    if "compare" in step.kinds:
        yield from could_block(step)
    if "put" in step.kinds:
        yield from swept(step)
    choice = step.after.choice
    if choice is not None and choice.kind is ChoiceKind.MAIN:
        yield from offered(step)
        yield from set_off(step)


def due(step: Step, shadow: Shadow) -> bool:  # noqa: ARG001 (the signature of `Property.due`)
    """Cards can be played."""
    choice = step.after.choice
    return choice is not None and choice.kind is ChoiceKind.MAIN


def offered(step: Step) -> Iterator[str]:
    """Every card in the hand can be played, and every card that is affordable can be bought."""
    game, state = step.game, step.after
    choice, player = state.choice, state.active
    if choice is None or choice.player != player:
        return
    index, hand = game.kind_index, state.zones[zone_of(player, HAND)]
    plays, buys = set(), set()
    for option in choice.options:
        kind = type(option)
        if kind is PlayCard:
            plays.add(index[option[1]])
        elif kind is BuyCard:
            buys.add(index[option[1]])
    held = [card for card in hand if index[card] not in plays]
    sold: list[int] = []
    if buys and state.confronted < 0 and not state.announced:
        kinds, power = game.kinds, state.power[player]
        sold = [
            card
            for card in state.zones[game.line_up]
            if index[card] not in buys
            and kinds[card].cost <= power
            and game.kept_for.get(card, player) == player  # else it is another player's alone
        ]
    if not held and not sold:
        return
    watch = game.watching(state)
    if watch.bans or watch.lent:
        return
    if held and not any(game.has_first[card] for card in hand):
        yield f"{game.name(held[0])} is in the hand and cannot be played"
    for card in sold:
        price = printed_price(game, state, card)
        if price is None or game.kinds[card].titles or game.own_costs[index[card]]:
            continue
        if game.name(card) not in weakness_names(game.ruleset):  # they are never bought
            yield f"{game.name(card)} costs {price} and cannot be bought"


def could_block(step: Step) -> Iterator[str]:
    """Whoever holds a Block when Power is compared has declined to use it."""
    game = step.game
    for event in step.events:
        if event.kind != "compare":
            continue
        target = event.detail[0]
        hand = zone_of(target, HAND)
        known = printed(game)
        held = [card for card in step.after.zones[hand] if card in known.blocking]
        if not held:
            continue
        blocks = [card for card in held if step.before.where[card] == hand]
        events = [event for span in step.spans for event in span.events]
        mine = [e.kind for e in events if e.player == target and e.kind in ("block", "decline")]
        asked = bool(mine) and mine[-1] == "decline"
        played = [card for e in events if e.kind == "play" for card in e.cards]
        banned = game.watching(step.before).bans or not known.forbidding.isdisjoint(played)
        if blocks and not asked and not banned:
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
    ongoing = printed(step.game).ongoing
    for event in step.events:
        if not ongoing.isdisjoint(event.cards) and event.topic.startswith("end.sweep"):
            for card in ongoing.intersection(event.cards):
                yield f"{step.game.name(card)} is Ongoing and was swept"


# --------------------------------------------------------------------------- texts that wait


def set_off(step: Step) -> Iterator[str]:
    """A text in play that waits for each time somebody does something was set off each time."""
    game, state, events = step.game, step.after, step.spans[-1].events
    found = standing(game, state)
    if not found:
        return
    tally = (Tally(events) if step.shadow is None else step.shadow.tally).of(events)
    waits, done, triggers = printed(game).waits, tally.done, tally.triggers
    wrong: list[Said] = []
    for player, card in found:
        times = triggers.get(card, 0)
        for wait in waits[card]:
            moved = done.get((wait.verb.value, player), ())
            if (moved or times) and not excused(step, player, card, wait, tally):
                wrong += counted(game, card, wait, moved, times, tally)
    if wrong and not state.pending and not game.watching(state).grants:
        lasting = state.lasting
        if not any(x.what in ("control", "text") for x in lasting):
            down = {x.number for x in lasting if x.what == "flipped"}
            yield from (said for said, card in wrong if card not in down)


def standing(game: Game, state: State) -> list[tuple[int, int]]:
    """The cards whose texts stand and wait, each with its player: Characters on top, and Ongoing
    cards in play."""
    waits, zones = printed(game).waits, state.zones
    found = []
    for player in range(game.players):
        base = player * PER_PLAYER
        characters, play = zones[base + CHARACTERS], zones[base + PLAY]
        if characters and characters[0] in waits:
            found.append((player, characters[0]))
        if play:
            found += [(player, card) for card in play if card in waits]
    return found


def excused(step: Step, player: int, card: int, wait: Wait, tally: Tally) -> bool:
    """Whether a text did not wait all the time, or for something else than what is counted here."""
    if wait.own_turn and step.after.active != player:
        return True
    if card in tally.came:
        return True
    return wait.first and step.spans[-1].events[0].kind != "turn"  # what was before is not known


def counted(
    game: Game, card: int, wait: Wait, moved: Sequence[int], times: int, tally: Tally
) -> Iterator[Said]:
    """How often a text was set off, and how often what it waits for happened, if not as often."""
    happened = sum(_is_it(game, one, wait.nouns) for one in moved) if wait.nouns else len(moved)
    wanted = min(1, happened) if wait.first else happened
    what = wait.verb.value
    if times < wanted:
        yield f"{game.name(card)} waited for {what} and was set off {times} times of {wanted}", card
    elif times > wanted and wait.verb is not V.GAIN and not tally.again:
        yield f"{game.name(card)} was set off {times} times, and it happened {wanted} times", card


class Wait(NamedTuple):
    """What a text waits for: what is done to which cards; only in the turns of its player, and only
    the first time."""

    verb: a.Verb
    nouns: tuple[Any, ...]
    own_turn: bool
    first: bool


class Printed(NamedTuple):
    """What is printed on the cards of a game."""

    waits: dict[int, tuple[Wait, ...]]
    """The cards with a text that waits for a plain event as long as it stands, and for what."""
    ongoing: frozenset[int]
    blocking: frozenset[int]
    """The cards with a Block that costs nothing else."""
    forbidding: frozenset[int]
    """The cards that say what cannot be done."""


@lru_cache(maxsize=64)
def printed(game: Game) -> Printed:
    """The cards of a game by what is printed on them."""
    cards = list(enumerate(game.kinds))
    waits = {}
    for card, kind in cards:
        if kind.character or kind.is_ongoing:
            nodes = waiting(kind.text, bool(kind.character))
            found = tuple(wait for node in nodes for wait in _wait(node))
            if game.core.capped[card]:  # a Location works once in each turn of its player
                found = tuple(wait._replace(own_turn=True, first=True) for wait in found)
            if found:
                waits[card] = found
    return Printed(
        waits,
        frozenset(card for card, kind in cards if kind.is_ongoing),
        # of two Block texts on a card only the first is looked at
        frozenset(card for card, kind in cards if any(map(_only_itself, kind.block[:1]))),
        frozenset(card for card, kind in cards if any(map(_forbids, a.walk(kind.text)))),
    )


def _forbids(node: a.Node) -> bool:
    return isinstance(node, a.Forbid)


def _wait(node: a.When) -> Iterator[Wait]:
    """What a plain text waits for, if it is in a turn."""
    trigger = node.occasion
    assert isinstance(trigger, a.Trigger)
    if trigger.window in (None, *TURNS):
        (verb,) = trigger.event.verbs
        assert isinstance(trigger.event.what, a.Cards)
        own_turn = trigger.window in (a.Window.YOUR_TURN, a.Window.EACH_OF_YOUR_TURNS)
        nouns = trigger.event.what.filter.nouns
        yield Wait(verb, nouns, own_turn, trigger.often is a.Often.NTH)


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


TURNS: Final = (
    a.Window.YOUR_TURN,
    a.Window.EACH_OF_YOUR_TURNS,
    a.Window.EACH_TURN,
    a.Window.THIS_TURN,
)


def _is_it(game: Game, card: int, nouns: tuple[Any, ...]) -> bool:
    """Whether a card is what a text waits for."""
    kind = game.kinds[card].type
    return any((kind is noun.type) is not noun.negated for noun in nouns)


# ------------------------------------------------------------------------------ what is over


def over(step: Step) -> Iterator[str]:
    """When a turn begins, what was for the last one is forgotten."""
    after, fresh = step.after, step.spans[-1].events
    if facts := after.facts:
        told = {(event.kind, card) for event in fresh for card in event.cards}
        for fact in facts:
            verb, card = fact[0], fact[2]
            if verb in WAITED_FOR and (verb.value, card) not in told:
                yield f"a new turn remembers what was done in the last one: {verb.value}"
                break
    if used := after.used:
        quiet = not any(e.kind in ("use", "trigger", "assist") for e in fresh)
        if quiet and any(one in step.before.used for one in used):
            yield "what was used in the last turn counts as used in the new one"
    if lasts := [lasting for lasting in after.lasting if lasting.until == TURN]:
        gone = step.before.lasting
        for lasting in lasts:
            if lasting in gone:
                yield f"what was for the last turn goes on: {lasting.what}"
    for name in ("power", "spent"):
        now = getattr(after, name)
        if not any(now) or any(e.kind in ("power", "pay") for e in fresh):
            continue
        if now == getattr(step.before, name):
            yield f"a new turn begins with {name} of the last one"


PROPERTY = Property(
    "nothing-forgotten",
    "What may be done is offered, a text that waits is set off each time, and what is for one "
    "turn ends with it.",
    check,
    kinds=frozenset({"turn", "compare", "put"}),
    due=due,
)
