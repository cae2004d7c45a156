"""The machine below the rules: tasks, choices, moving cards, saying what happened.

A task is a tuple whose first item names a function of `TASKS`; an answered choice goes on
with a function of `ANSWERS`; an effect of the card language is carried out by a function of
`EFFECTS`. The tables are filled by the modules that hold the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rules_check.grammar.ast import Verb
from rules_check.oracle.state import (
    NATURE,
    Choice,
    Event,
    Frame,
    Option,
    State,
    Task,
    choice_of,
    event_of,
)
from rules_check.oracle.topics import by_assist, of_reshuffle
from rules_check.oracle.watch import notice, notice_own
from rules_check.oracle.zones import DECK, DISCARD, HAND, PER_PLAYER, PLAY

if TYPE_CHECKING:
    from rules_check.oracle.game import Game
    from rules_check.oracle.listeners import Listener

TaskFunction = Callable[["Game", State, Task], None]
AnswerFunction = Callable[["Game", State, Task, Option], None]
EffectFunction = Callable[["Game", State, Any], None]

TASKS: Final[dict[str, TaskFunction]] = {}
ANSWERS: Final[dict[str, AnswerFunction]] = {}
EFFECTS: Final[dict[type[Any], EffectFunction]] = {}

DRAW: Final = Verb.DRAW
KIND: Final[dict[Verb, str]] = {verb: verb.value for verb in Verb}
"""What the event of a verb is called."""

F = TypeVar("F", bound=Callable[..., None])


def task(name: str) -> Callable[[F], F]:
    """Enter a function into the table of tasks."""

    def enter(function: F) -> F:
        TASKS[name] = function
        return function

    return enter


def answers(name: str) -> Callable[[F], F]:
    """Enter a function into the table of what goes on after an answer."""

    def enter(function: F) -> F:
        ANSWERS[name] = function
        return function

    return enter


def effect(*kinds: type[Any]) -> Callable[[F], F]:
    """Enter a function into the table of effects."""

    def enter(function: F) -> F:
        for kind in kinds:
            EFFECTS[kind] = function
        return function

    return enter


def run(g: Game, s: State) -> None:
    """Do what is on the agenda until somebody has to decide or the game is over."""
    agenda = s.agenda
    tasks = TASKS
    while s.choice is None and s.result is None:
        todo = agenda.pop()
        tasks[todo[0]](g, s, todo)


@task("do")
def do(g: Game, s: State, todo: Task) -> None:
    """Carry out one effect."""
    node = todo[1]
    EFFECTS[type(node)](g, s, node)


@task("pop")
def pop_frame(g: Game, s: State, todo: Task) -> None:
    """The text is done: forget what its words referred to."""
    s.frames.pop()


def push_text(s: State, frame: Frame, *effects: Any) -> None:
    """Carry out effects in a frame of their own."""
    s.frames.append(frame)
    agenda = s.agenda
    agenda.append(("pop",))
    for node in reversed(effects):
        agenda.append(("do", node))


# ------------------------------------------------------------------------- choices


def ask(
    g: Game,
    s: State,
    player: int,
    kind: str,
    options: list[Option] | tuple[Option, ...],
    todo: Task,
    source: int = -1,
) -> None:
    """Let a player decide; what has only one answer is not asked."""
    if len(options) == 1:
        ANSWERS[todo[0]](g, s, todo, options[0])
    else:
        s.choice = choice_of((player, kind, tuple(options), todo, (), source))


def ask_shuffle(s: State, cards: tuple[int, ...], todo: Task) -> None:
    """Let nature put cards in order; the answer is ("order", card, card …)."""
    s.choice = Choice(NATURE, "shuffle", (), todo, cards)


def resume(g: Game, s: State, option: Option) -> None:
    """Go on with the answer to the choice that waits."""
    choice = s.choice
    assert choice is not None
    s.choice = None
    ANSWERS[choice.task[0]](g, s, choice.task, option)
    run(g, s)


# -------------------------------------------------------------------------- moving


def place_card(g: Game, s: State, card: int, to: int, top: bool = False) -> int:
    """Put a card into another zone and tell from which one it came."""
    zones = s.zones
    source = s.where[card]
    old = zones[source]
    if old[0] == card:
        zones[source] = old[1:]
    else:
        at = old.index(card)
        zones[source] = old[:at] + old[at + 1 :]
    one = (card,)
    zones[to] = one + zones[to] if top else zones[to] + one
    s.where[card] = to
    if g.has_standing[card] and s.watch is not None and g.listens(card, source, to):
        s.watch = None
    return source


def move_card(
    g: Game, s: State, card: int, to: int, verb: Verb, player: int, topic: str, top: bool = False
) -> None:
    """Move a card, say so, and let every text that waits for this notice it."""
    source = place_card(g, s, card, to, top)
    if s.trace is not None:
        s.trace.append(event_of((KIND[verb], player, (card,), (source, to), topic)))
    happen(g, s, verb, player, card, source, to)


def move_cards(
    g: Game, s: State, cards: tuple[int, ...], to: int, verb: Verb, player: int, topic: str
) -> None:
    """Move cards of one zone, just as `move_card` would one after the other."""
    if not cards:
        return
    watch = s.watch or g.refresh(s)
    stands = g.has_standing
    awake: list[Listener] = []
    if verb in watch.verbs:
        awake = [x for x in watch.who_waits(verb, player) if x.is_awake(s, g.team)]
    for card in cards:
        if stands[card] or any([watch.can_hear(x, g.kind_index[card]) for x in awake]):  # noqa: C419
            for each in cards:
                move_card(g, s, each, to, verb, player, topic)
            return
    zones, where = s.zones, s.where
    source = where[cards[0]]
    old = zones[source]
    count = len(cards)
    if len(old) == count:
        zones[source] = ()
    elif old[:count] == cards:
        zones[source] = old[count:]
    else:
        zones[source] = tuple([card for card in old if card not in cards])
    zones[to] = zones[to] + cards
    for card in cards:
        where[card] = to
    s.facts += [(verb, player, card, source, to) for card in cards]
    if s.trace is not None:
        kind = KIND[verb]
        way = (source, to)
        s.trace += [event_of((kind, player, (card,), way, topic)) for card in cards]


def happen(g: Game, s: State, verb: Verb, player: int, card: int, source: int, to: int) -> None:
    """Note a fact of this turn; texts that wait for it are put among the pending ones."""
    fact = (verb, player, card, source, to)
    s.facts.append(fact)
    watch = s.watch or g.refresh(s)
    if verb in watch.verbs:
        listeners = watch.who_waits(verb, player)
        if listeners:
            notice(g, s, listeners, fact)
    if card >= 0 and g.has_own_trigger[card]:
        notice_own(g, s, fact)


def say(
    s: State,
    kind: str,
    player: int,
    topic: str,
    cards: tuple[int, ...] = (),
    detail: tuple[Any, ...] = (),
) -> None:
    """Write an event into the trace, if anyone reads it."""
    if s.trace is not None:
        s.trace.append(event_of((kind, player, cards, detail, topic)))


def owner_of(g: Game, s: State, card: int) -> int:
    """The player in one of whose zones the card lies, or -1."""
    zone = s.where[card]
    return zone // PER_PLAYER if zone < g.shared else -1


# ------------------------------------------------------------------ decks and draws


@task("draw")
def draw(g: Game, s: State, todo: Task) -> None:
    """Draw cards one after the other; `todo`: player, how many, topic, to note in the frame."""
    _, player, number, topic, noted = todo
    base = player * PER_PLAYER
    zones = s.zones
    drawn: list[int] = []
    said = by_assist(s, topic) if noted else topic
    if g.sw_draws_from_you and s.frames:
        _draw_from_you(g, s, player, number, topic)
        return
    while number > 0:
        deck = zones[base + DECK]
        if not deck:
            if zones[base + DISCARD]:
                if noted:
                    note_drawn(s, player, drawn)
                s.agenda.append(("draw", player, number, topic, noted))
                reshuffle(g, s, player)
                return
            break
        cards = deck[:number]
        number = number - len(cards)
        move_cards(g, s, cards, base + HAND, DRAW, player, said)
        if noted:
            drawn.extend(cards)
    if number > 0:
        say(s, "nothing", player, "partly.draw")
    if noted:
        note_drawn(s, player, drawn)
        frame = s.frames[-1]
        frame.did = not number > 0
        if not frame.did:
            frame.missed = (*frame.missed, player)
        else:
            frame.doers = (*frame.doers, player)
    if not g.sw_eager_reshuffle and not g.explains:
        return
    if not zones[base + DECK] and zones[base + DISCARD]:
        if g.sw_eager_reshuffle:
            reshuffle(g, s, player)
        else:
            say(s, "empty deck", player, "shuffle.not_yet")


def _draw_from_you(g: Game, s: State, player: int, number: int, topic: str) -> None:
    """Draw from the deck of the player of the card (a reading no book chooses)."""
    source = s.frames[-1].you * PER_PLAYER + DECK
    cards = s.zones[source][:number]
    move_cards(g, s, cards, player * PER_PLAYER + HAND, Verb.DRAW, player, topic)
    note_drawn(s, player, list(cards))


def note_drawn(s: State, player: int, drawn: list[int]) -> None:
    """Remember what was drawn for later sentences of the text."""
    frame = s.frames[-1]
    frame.it = (*frame.it, *drawn)
    frame.way = (*frame.way, *((Verb.DRAW, player, card) for card in drawn))
    frame.many = frame.many + len(drawn)


def reshuffle(g: Game, s: State, player: int) -> None:
    """The discard pile is shuffled and becomes the deck (its cards come below what is left)."""
    cards = s.zones[player * PER_PLAYER + DISCARD]
    ask_shuffle(s, cards, ("reshuffled", player))


@answers("reshuffled")
def reshuffled(g: Game, s: State, todo: Task, option: Option) -> None:
    """Nature has put the discard pile in order."""
    base = todo[1] * PER_PLAYER
    order = option[1:]
    s.zones[base + DISCARD] = ()
    s.zones[base + DECK] = s.zones[base + DECK] + order
    for card in order:
        s.where[card] = base + DECK
    if s.trace is not None:
        s.trace.append(Event("reshuffle", todo[1], order, (), of_reshuffle(g, s)))


def in_play(s: State, player: int) -> tuple[int, ...]:
    """The cards in a player's play zone."""
    return s.zones[player * PER_PLAYER + PLAY]


def gain_power(g: Game, s: State, player: int, amount: Any, source: int, topic: str) -> None:
    """A player gets Power for this turn."""
    s.power[player] = s.power[player] + amount
    if s.trace is not None:
        s.trace.append(Event("power", player, (source,) if source >= 0 else (), (amount,), topic))
    if g.tallies_power:
        s.facts.append(("power", player, source, amount, -1))
