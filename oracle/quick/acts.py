"""Acts: cards move, are shown and played, points are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules_check.grammar.core import forms as c
from rules_check.oracle.quick.choosing import by_you, chooser, one_of_each
from rules_check.oracle.quick.standing import (
    BOUGHT,
    about_itself_before,
    changed,
    forbids,
    happen,
    is_noticed,
    items,
    look_again,
    look_at_power,
    new_fact,
    noted,
    notice,
    set_lasting,
    tally,
    texts_of,
    waiting_for,
    watching,
    works,
)
from rules_check.oracle.quick.state import (
    DONE,
    NOT_DONE,
    UNKNOWN,
    Active,
    CardAvoided,
    Ending,
    Fact,
    Frame,
    NoCore,
    On,
    Pattern,
    Proposed,
    Run,
    State,
    Text,
    Zones,
    bound,
    fact_of,
)
from rules_check.oracle.quick.telling import (
    by_assist,
    counted,
    of_play,
    of_price,
    of_reshuffle,
    say,
    tell_lack,
    tell_move,
)
from rules_check.oracle.quick.values import Scope, price_of, value
from rules_check.oracle.quick.waiting import resolve
from rules_check.oracle.values.zones import DECK, DISCARD, HAND, PARKED, PER_PLAYER, PLAY

OWNING: Final = ("gain", "receive", "buy", "defeat", "pass")
"""What makes a card the player's who does it."""


def carry_out(s: State, f: Frame, run: Run) -> int:
    """Carry out a text."""
    outer = s.frames
    s.frames = (*outer, f)
    bits: int
    try:
        bits = run(s, f)
    except CardAvoided:
        bits = NOT_DONE
    s.frames = outer
    return bits


# ------------------------------------------------------------------------- moving


@dataclass(slots=True, eq=False)
class Moving:
    """A move as functions."""

    form: c.Move
    verb: str
    by: Run
    to: Run
    order: Run | None
    remembers: bool = False
    """Whether the text asks what it has done so far."""
    below: bool = False
    """Whether cards come below a pile."""
    to_pile: bool = False
    """Whether it says to which end of a pile cards go."""


def move(form: c.Move, scope: Scope) -> Run:
    """Cards go to a place, as the verb says. It was done if a card moved; whether there were as
    many as had to be, the choice tells (decision 019)."""
    cards, fill = value(form.cards, scope), filling(form.cards, scope)
    by = chooser(form.by, scope)
    it, yours = moving(form, by, scope), by_you(form.by)
    name = form.cards.name if isinstance(form.cards, c.Var) else ""
    match form.cards:
        case c.Ends(c.End.TOP, number, c.Place("deck" | "main") as pile):
            many, zones, before = value(number, scope), value(pile, scope), filling(number, scope)

            def tops(s: State, f: Frame) -> int:
                player = by(s, f)
                s.count = act = s.count + 1
                if before is not None:
                    before(s, f)
                return move_tops(s, f, it, player, many(s, f) or 0, zones(s, f), act)

            return tops
        case c.Ends(c.End.TOP, number, c.Place("superstack")):
            some = value(number, scope)

            def top_villain(s: State, f: Frame) -> int:
                player = by(s, f)
                act = s.next_number()
                there = pick_some(s, player, items(s, cards(s, f)), some(s, f))
                return move_each(s, f, it, player, there, act)

            return top_villain
        case _:

            def run(s: State, f: Frame) -> int:
                player = f.you if yours and f.you is not None else by(s, f)
                s.count = act = s.count + 1
                if fill is not None:
                    fill(s, f)
                found = cards(s, f)
                if type(found) is int:
                    goal = destination(s, f, it, player, found)
                    return DONE if carry(s, f, it, player, found, goal, act) else NOT_DONE
                there = list(items(s, found))
                if not there and s.trace is not None and name not in f.chosen:
                    tell_lack(s, f, player, it.verb, form.cards, there)
                return move_each(s, f, it, player, there, act)

            return run


def moving(form: c.Move, by: Run, scope: Scope) -> Moving:
    """A move as functions."""
    if form.name:
        scope.bind(form.name, scope.member(form.cards))
    to = value(form.to, scope)
    below = form.end is c.End.BOTTOM or (form.end is None and form.verb == "destroy")
    to_pile = form.end is not None and form.verb != "return"
    order = ordering(form, scope)
    return Moving(form, form.verb, by, to, order, scope.remembers, below, to_pile)


def ordering(form: c.Move, scope: Scope) -> Run | None:
    """Who says in which order cards come upon a pile; None: nobody."""
    if form.order is not None:
        return chooser(form.order, scope)
    back = form.verb == "return" and isinstance(form.to, c.Place) and form.to.row == "origin"
    return chooser(form.by, scope) if back and form.by is not None else None


def move_each(s: State, f: Frame, it: Moving, player: int, cards: list[int], act: int) -> int:
    """Cards move one after the other; where to is told of all before the first does."""
    if len(cards) == 1:
        goal = destination(s, f, it, player, cards[0])
        return DONE if carry(s, f, it, player, cards[0], goal, act) else NOT_DONE
    goals = {card: destination(s, f, it, player, card) for card in cards}
    moved = False
    for card in in_order(s, f, it, cards, goals):
        moved = carry(s, f, it, player, card, goals[card], act) or moved
    return DONE if moved else NOT_DONE


def pick_some(s: State, player: int, cards: list[int], number: int) -> list[int]:
    """Where the Super-Villains have no stack, which of those in the Line-Up is on top is chosen."""
    found: list[int] = []
    options = s.g.card_options
    while len(found) < number and (left := [card for card in cards if card not in found]):
        offered = [options[card] for card in one_of_each(s, left)]
        found.append(s.ask(player, "card", offered, [options[card] for card in left])[1])
    return found


def move_tops(
    s: State,
    f: Frame,
    it: Moving,
    player: int,
    number: int,
    pile: Zones,
    act: int,
    topic: str = "",
) -> int:
    """Cards from the top of a deck, one after the other; an empty deck is shuffled first. `topic`:
    see `shifted`."""
    if number <= 0:
        return UNKNOWN
    moved = False
    there = None if it.form.name else it.to(s, f)  # the same for all of them
    for zone in pile:
        for at in range(number):
            cards = s.zones[zone]
            if not cards:
                if none_may(s, it.verb, player, zone):
                    break
                reshuffle(s, zone, purpose=it.verb, number=number - at)
                cards = s.zones[zone]
            if not cards:
                break
            card = cards[0]
            if there is None:
                goal = destination(s, f, it, player, card)
            else:
                goal = goal_of(s, it, player, card, there)
            if not carry(s, f, it, player, card, goal, act, topic):
                break
            moved = True
        else:
            at = number
        if it.verb == "draw":
            if s.g.reads.reshuffle == "at_once" and not s.zones[zone]:
                reshuffle(s, zone)
            if s.trace is not None:
                tell_drawn(s, player, zone, short=at < number)
    return DONE if moved else NOT_DONE


def tell_drawn(s: State, player: int, deck: int, *, short: bool) -> None:
    """Fewer cards were drawn than had to be; a deck that is empty now is not shuffled yet."""
    if short:
        say(s, "nothing", player, "partly.draw")
    owner = s.g.zone_player[deck]
    empty = owner is not None and s.g.explains and not s.zones[deck]
    if owner is not None and empty and s.zones[owner * PER_PLAYER + DISCARD]:
        say(s, "empty deck", owner, "shuffle.not_yet")


def none_may(s: State, verb: str, player: int, deck: int) -> bool:
    """Whether every card that would come into an empty deck is forbidden: then none is needed, and
    nothing is shuffled."""
    owner = s.g.zone_player[deck]
    pile = () if owner is None else s.zones[owner * PER_PLAYER + DISCARD]
    return all(forbids(s, verb, player, card) for card in pile)


def reshuffle(
    s: State, deck: int, end: c.End = c.End.TOP, *, purpose: str = "", number: int = 0
) -> None:
    """The discard pile is shuffled and becomes the deck; the cards that are left come first, from
    whichever end they are taken. The main deck has no discard pile. `purpose` and `number` tell
    what cards are needed for, and how many.

    Rules: CONF-SH02, CONF-SH03, HU-SH02, RBJ-SH02, RBJ-SH05, RSB-SH02, RSB-SH04.
    """
    player = s.g.zone_player[deck]
    if player is None:
        return
    pile = player * PER_PLAYER + DISCARD
    if not s.zones[pile]:
        return
    new = s.chance("shuffle", s.zones[pile])
    left = s.zones[deck]
    s.zones[deck] = left + new if end is c.End.TOP else new + left
    s.zones[pile] = ()
    where = s.where
    for card in new:
        where[card] = deck
    if s.trace is not None:
        say(s, "reshuffle", player, of_reshuffle(s, purpose, number), new)


def filling(form: c.Form, scope: Scope, purpose: str = "") -> Run | None:
    """Where a text takes or shows more cards from an end of a deck than there are, the discard pile
    is shuffled first and put behind those that are left."""
    match form:
        case c.Ends(end, number, c.Place("deck") as deck):
            zones, many = value(deck, scope), value(number, scope)
            return lambda s, f: short(s, zones(s, f), many(s, f) or 0, end, purpose)
        case c.Ends(end, number, c.Join(c.SetOp.WITHOUT, c.Place("deck") as deck, without)):
            return filling_without(end, number, deck, without, scope, purpose)
        case _:
            found = [filling(part, scope, purpose) for part in c.parts(form)]
            fills: list[Run] = [one for one in found if one is not None]
            if not fills:
                return None

            def run(s: State, f: Frame) -> None:
                for one in fills:
                    one(s, f)

            return run


def filling_without(
    end: c.End, number: c.Value, deck: c.Place, without: c.Value, scope: Scope, purpose: str
) -> Run:
    """The same where some cards of the deck do not count."""
    zones, many, gone = value(deck, scope), value(number, scope), value(without, scope)

    def run(s: State, f: Frame) -> None:
        decks = zones(s, f)
        there = items(s, decks)
        shown = [x for x in items(s, gone(s, f)) if x in there]
        short(s, decks, (many(s, f) or 0) + len(shown), end, purpose)

    return run


def short(s: State, decks: Zones, number: int, end: c.End, purpose: str) -> None:
    """Fill a deck that has fewer cards."""
    for deck in decks:
        if len(s.zones[deck]) < number:
            reshuffle(s, deck, end, purpose=purpose, number=number)


Goal = tuple[int, bool]
"""Where a card goes, and whether on top; -1: it stays."""
STAYS: Final[Goal] = (-1, False)


def destination(s: State, f: Frame, it: Moving, player: int, card: int) -> Goal:
    """Where a card goes: where the text says; its stack, if the book says so of destroyed cards."""
    name = it.form.name
    found = bound(s, f, name, card, it.to) if name else it.to(s, f)
    return goal_of(s, it, player, card, found)


def goal_of(s: State, it: Moving, player: int, card: int, found: Any) -> Goal:
    """Where a card goes that a text sends to a place; a Character stays where it is."""
    g = s.g
    if g.is_character[card]:
        return STAYS
    if type(found) is Zones and found:
        zone = found[0]
        if zone in g.entered_with_care:
            zone = entered(s, it, card, zone)
    elif it.verb == "discard":
        zone = player * PER_PLAYER + DISCARD
    else:
        return STAYS
    if it.to_pile and zone in g.in_hand:
        zone += DECK - HAND  # what comes from no pile goes to one of its owner's
    return zone, not it.below and zone in g.is_pile


def entered(s: State, it: Moving, card: int, zone: int) -> int:
    """Where a card goes that a text sends to the destroyed cards, to its stack (-1: there is none)
    or into the main deck; -1: it stays."""
    g = s.g
    if zone == g.destroyed and it.verb == "destroy":
        zone = g.where_destroyed(card)
    if zone == -1:
        return g.destroyed
    kept = g.reads.played_location == "stays" and g.kinds[card].ongoing
    if kept and zone in (g.main_deck, g.line_up):
        return -1
    return -1 if zone == g.main_deck and not may_enter(s, card) else zone


def may_enter(s: State, card: int) -> bool:
    """Whether a text can put a card into the main deck: basic cards and Super-Villains that have a
    stack do not go there (HU-SU07, HU-VX01)."""
    g = s.g
    kind = g.kinds[card]
    stacked = g.boss >= 0 and "Super-Villain" in kind.titles
    return kind.pile not in ("starter", "stack") and (not stacked or g.lies_hidden[card])


def in_order(s: State, f: Frame, it: Moving, cards: list[int], goals: dict[int, Goal]) -> list[int]:
    """In which order cards move. On piles "in any order", and where they are returned, the player
    says which is next, the top one first; those that go elsewhere move first."""
    piles = s.g.is_pile
    piled = [card for card in cards if goals[card][0] in piles]
    if len(piled) < 2:
        return cards
    others = [card for card in cards if card not in piled]
    if it.form.random:
        piled = list(s.chance("shuffle", tuple(piled)))
    elif it.order is not None:
        piled = ordered(s, it.order(s, f), piled)
    on_top = [card for card in piled if goals[card][1]]
    return [*others, *(card for card in piled if card not in on_top), *reversed(on_top)]


def ordered(s: State, player: int, cards: list[int]) -> list[int]:
    """A player says in which order cards come; copies are one option wherever they lie."""
    found: list[int] = []
    left = list(cards)
    while len(left) > 1:
        found.append(next_of(s, player, left))
        left.remove(found[-1])
    return [*found, *left]


def next_of(s: State, player: int, cards: list[int]) -> int:
    """Which card is next."""
    keys, of = s.g.keys, s.g.card_options
    first = {keys[card]: card for card in reversed(cards)}
    options = [of[card] for card in cards if first[keys[card]] == card]
    taken: int = s.ask(player, "order", options, [of[card] for card in cards])[1]
    return taken


def carry(
    s: State, f: Frame, it: Moving, player: int, card: int, goal: Goal, act: int, topic: str = ""
) -> bool:
    """Move one card by a text; whether it moved. What is forbidden or cannot be paid for stays, and
    a text may step in. Each card is an event of its own; those of one statement are one act."""
    zone, top = goal
    verb = it.verb
    if zone < 0 or s.result is not None:
        if s.trace is not None:
            kept = s.g.is_character[card]
            tell_stays(s, player, verb, card, forbidden=kept or forbids(s, verb, player, card))
        return False
    watch = s.watch or watching(s)
    if verb in BOUGHT or verb in watch.forbidding:
        if forbids(s, verb, player, card):
            tell_stays(s, player, verb, card, forbidden=True)
            return False
        if verb == "buy" and price_of(s, card, player) > s.power[player]:
            tell_stays(s, player, verb, card, forbidden=False)
            return False
    cause = "Attack" if f.attack is not None else "rules" if f.this is None else "card"
    whom = s.g.zone_player[zone] if verb == "pass" else None
    if not watch.befores and card not in s.g.speaking:
        fact = shifted(s, verb, player, card, zone, top, whom, cause, f.this, act, topic)
        if it.remembers or f.results:
            f.note(fact)
        if s.trace is not None:
            f.deeds = (*f.deeds, fact)
        if verb in s.g.followed:
            s.g.followed[verb](s, f, fact)
        return True
    fact = fact_of((verb, player, card, s.where[card], zone, whom, cause, f.this, 1, 0, 0, act))
    proposed = Proposed(fact, top, topic)
    replaced = stepped_in(s, proposed)
    if not replaced:
        shift(s, proposed)
    if proposed.happened:
        last = s.facts[-1]
        f.note(last if last.card == card else fact)
        f.deeds = (*f.deeds, fact)
        if verb in s.g.followed:
            s.g.followed[verb](s, f, fact)
        return True
    if replaced and s.g.reads.replaced_act == "done":
        return True
    return verb in OWNING and s.owner(card) == player


def gained_by_passing(s: State, f: Frame, passed: Fact) -> None:
    """A card that is passed to a player is gained by that player, where it is read so."""
    _, _, card, from_, to, whom, cause, source, *_ = passed
    noted(s, "gain", whom, card, from_, to, None, cause, source)


def gained_by_putting(s: State, f: Frame, put: Fact) -> None:
    """So is a card of one player that is put among the cards of another."""
    _, _, card, from_, to, _, cause, source, *_ = put
    last = s.g.players * PER_PLAYER
    if from_ is None or to is None or from_ >= last or to >= last:
        return
    if from_ // PER_PLAYER != to // PER_PLAYER:
        noted(s, "gain", to // PER_PLAYER, card, from_, to, None, cause, source)


def tell_stays(s: State, player: int, verb: str, card: int, *, forbidden: bool) -> None:
    """A card stays where it is although a text would move it; which one is not drawn nobody
    sees."""
    if forbidden:
        cards = () if verb == "draw" else (card,)
        say(s, "forbidden", player, "effect.forbidden", cards, (verb,))
    else:
        say(s, "nothing", player, "nothing.stays", (card,))


def stepped_in(s: State, proposed: Proposed) -> bool:
    """Before a text moves a card, the first text that waits for that steps in; whether one did. If
    that lets the act proceed, no other steps in for it."""
    fact = proposed.fact
    for one in [*watching(s).befores, *about_itself_before(s, fact)]:
        on = one.stands
        key = (*one.key, fact.card)
        if key in s.replacing or not works(s, one):
            continue
        assert isinstance(on.event, Pattern)
        if not on.event.fits(s, one.frame, fact) or not is_next(s, one, on):
            continue
        frame = one.frame.copy()
        frame.names[on.event.name] = fact
        if not on.only_moves_on:
            say(s, "replace", one.frame.you, "effect.instead", (one.frame.this, fact.card))
        s.replacing = (*s.replacing, key)
        s.proposed = (*s.proposed, proposed)
        carry_out(s, frame, on.body)
        s.proposed = s.proposed[:-1]
        s.replacing = s.replacing[:-1]
        return True
    return False


def is_next(s: State, one: Active[On], on: On) -> bool:
    """Whether a text steps in this time: the n-th, or as often as it may."""
    would = ("would", *one.key)
    times = sum(used == would for used in s.used) + 1
    s.used = (*s.used, would)
    if on.limited and one.lasts:
        set_lasting(s, tuple(x for x in s.lasting if x.key != one.key))
    return on.nth is None or times == on.nth(s, one.frame)


def proceed(form: c.Proceed, scope: Scope) -> Run:
    """What would have happened happens after all, perhaps elsewhere: on top of a deck, but what is
    destroyed goes below its stack, or to the destroyed cards if it has none (RSB-W14)."""
    for name, _ in form.changed:
        if name != "to":
            raise ValueError(f"an act that proceeds cannot have another {name}")
    goals = [value(to, scope) for _, to in form.changed]

    def run(s: State, f: Frame) -> int:
        proposed = s.proposed[-1]
        for goal in goals:
            found = goal(s, f)
            if type(found) is Zones and found:
                zone = s.g.destroyed if found[0] == -1 else found[0]
                proposed.fact = proposed.fact._replace(to=zone)
                proposed.top = zone in s.g.is_pile and proposed.fact.verb != "destroy"
        shift(s, proposed)
        return DONE

    return run


def shift(s: State, proposed: Proposed) -> None:
    """What was proposed happens."""
    verb, by, card, _, to, whom, cause, source, _, _, _, act = proposed.fact
    assert card is not None
    assert to is not None
    proposed.happened = True
    shifted(s, verb, by, card, to, proposed.top, whom, cause, source, act, proposed.topic)


def shifted(
    s: State,
    verb: str,
    by: int | None,
    card: int,
    to: int,
    top: bool,
    whom: int | None = None,
    cause: str = "rules",
    source: int | None = None,
    act: int = 0,
    topic: str = "",
) -> Fact:
    """Move a card with all that follows: it is paid for, it may change its owner, texts notice.
    `topic` is for the trace: a text moves the card if there is none."""
    g = s.g
    if verb == "buy" and by is not None:
        pay_for(s, by, card)
    zones, where = s.zones, s.where
    here = where[card]
    cards = zones[here]
    if cards[0] == card:
        zones[here] = cards[1:]
    else:
        at = cards.index(card)
        zones[here] = cards[:at] + cards[at + 1 :]
    one = (card,)
    zones[to] = one + zones[to] if top else zones[to] + one
    where[card] = to
    s.passing = None
    watch, heard = s.watch, g.heard[card]
    if watch is None or here in heard or to in heard or watch.stages is not None:
        look_after(s, card, here, to)
        watch = None
    if s.owners or (to in g.in_play and g.zone_player[here] != g.zone_player[to]):
        note_owner(s, verb, card, here, to)
    if s.trace is not None:
        tell_move(s, verb, by, card, here, to, top, topic)
    s.count = number = s.count + 1
    fact = new_fact(
        Fact, (verb, by, card, here, to, whom, cause, source, 1, s.turn, number, act or number)
    )
    s.facts.append(fact)
    if watch is None:
        watch = s.watch or watching(s)
    loud = card in g.speaking or watch.heeds_all
    if loud or (verb in watch.waiting and waiting_for(s, watch, verb, by, card)):
        notice(s, watch, fact)
    if to == g.line_up and here != to:
        if verb != "return" and g.lies_hidden[card]:
            s.arrived = (*s.arrived, card)
        if g.kept_out:
            keep_out(s, card, topic)
    return fact


def look_after(s: State, card: int, here: int, to: int) -> None:
    """A card has moved: something else stands if it stood by it, or if it depends on any move."""
    stood, heard = s.watch, s.g.heard[card]
    if s.watches and (
        here in heard
        or to in heard
        or (
            stood is not None
            and stood.stages is not None
            and (stood.rests_on is None or card in stood.rests_on)
        )
    ):
        s.watch = None
        s.watches = {}


def pay_for(s: State, player: int, card: int) -> None:
    """The Power that a card costs a player now is spent."""
    price = price_of(s, card, player)
    s.power[player] -= price
    if s.trace is not None:
        say(s, "pay", player, of_price(s, player), (card,), (price,))


def shifted_all(
    s: State,
    verb: str,
    by: int,
    cards: Sequence[int],
    to: int,
    topic: str,
    act: int = 0,
) -> None:
    """At the end of a turn the rules move several cards of one zone, in the order in which they lie
    there, to the end of another, as one after the other. If nobody can ask for that later, it is
    only counted."""
    watch, g = s.watch or watching(s), s.g
    if (
        not g.stirring[verb].isdisjoint(cards)
        or watch.heeds_all
        or (watch.stages and (watch.rests_on is None or not watch.rests_on.isdisjoint(cards)))
        or s.owners
        or (verb in watch.waiting and waiting_for(s, watch, verb, by))
    ):
        for card in cards:
            shifted(s, verb, by, card, to, False, None, "rules", None, act, topic)
        return
    where, zones, many = s.where, s.zones, len(cards)
    here = where[cards[0]]
    for card in cards:
        where[card] = to
    if verb in g.recalled:
        turn, facts, number = s.turn, s.facts, s.count
        for card in cards:
            number += 1
            told = (verb, by, card, here, to, None, "rules", None, 1, turn, number, act or number)
            facts.append(new_fact(Fact, told))
    else:
        s.unnoted += many
    s.count += many
    if s.trace is not None:
        for card in cards:
            tell_move(s, verb, by, card, here, to, False, topic)
    there = zones[here]
    if many == len(there):
        zones[here] = ()
    elif there[many - 1] == cards[-1]:
        zones[here] = there[many:]
    else:
        zones[here] = without(there, {*cards})
    zones[to] += (*cards,)
    s.passing = None
    if not g.listening.isdisjoint(cards) and s.watches:
        for card in cards:
            if here in g.heard[card] or to in g.heard[card]:
                s.watch = None
                s.watches = {}


def without(cards: tuple[int, ...], gone: set[int]) -> tuple[int, ...]:
    """The cards that are left."""
    return tuple([card for card in cards if card not in gone])


def keep_out(s: State, card: int, topic: str) -> None:
    """A card that a variant keeps out of the Line-Up leaves the game, and the next one comes."""
    g = s.g
    if g.kinds[card].name in g.kept_out:
        by_rules(s, "remove", None, card, g.removed, "line_up.removed")
        following = s.zones[g.main_deck][:1]
        if following and g.reads.kept_out_slot != "filled":
            by_rules(s, "put", None, following[0], g.line_up, topic)


def put(s: State, card: int, to: int) -> None:
    """A card lies in another zone, and nobody notices."""
    zones = s.zones
    here = s.where[card]
    zones[here] = (*[x for x in zones[here] if x != card],)
    zones[to] += (card,)
    s.where[card] = to
    if to not in s.g.in_play:
        s.owners = {x: owner for x, owner in s.owners.items() if x != card}
    look_again(s)


def note_owner(s: State, verb: str, card: int, here: int, to: int) -> None:
    """A card of another player that comes into play still belongs to that player, unless the one
    before whom it lies has got it; elsewhere it belongs to whom the zone belongs."""
    owners, g = s.owners, s.g
    if to not in g.in_play:
        if card in owners:
            s.owners = {x: owner for x, owner in owners.items() if x != card}
        return
    if verb in OWNING:
        return
    was, now = g.zone_player[here], g.zone_player[to]
    if was is not None and was != now and card not in owners:
        s.owners = owners = {**owners, card: was}
    if owners and owners.get(card) == now:
        s.owners = {x: owner for x, owner in owners.items() if x != card}


def by_rules(s: State, verb: str, player: int | None, card: int, to: int, topic: str) -> None:
    """The rules move a card."""
    shifted(s, verb, player, card, to, False, None, "rules", None, 0, topic)


# ------------------------------------------------------------------------- showing, points


def show(form: c.Show, scope: Scope) -> Run:
    """Cards are shown: to everybody they are revealed, else those players look at them."""
    cards, to_whom, fill = (
        value(form.cards, scope),
        value(form.to, scope),
        filling(form.cards, scope, "reveal"),
    )
    by_whom = None if form.by is None else value(form.by, scope)
    whole, remembers = isinstance(form.cards, c.Place), scope.remembers

    def run(s: State, f: Frame) -> int:
        if fill is not None:
            fill(s, f)
        found = [card for card in items(s, cards(s, f)) if card is not None]
        to = tuple(items(s, to_whom(s, f)))
        to_all = {*s.from_on(s.active)} <= {*to}
        verb = "reveal" if to_all else "look"
        by = f.you if by_whom is None else by_whom(s, f)
        cause = "card" if f.attack is None else "Attack"
        s.count = act = s.count + 1
        told = [
            noted(s, verb, player, card, s.where[card], s.where[card], None, cause, f.this, 1, act)
            for card in found
            for player in ((by,) if to_all else to)
        ]
        if told and (remembers or f.results):
            f.note(*told)
        if s.trace is not None:
            kind = "reveal" if to_all else "look at"
            topic = f"effect.{kind}" + (".to_avoid" if f.attacked is not None else "")
            say(s, kind, by if to_all else next(iter(to), None), topic, found)
        f.shown = [*(f.shown or ()), *[(card, to) for card in found]]
        return DONE if found or whole else NOT_DONE

    return run


def points(form: c.Points, scope: Scope) -> Run:
    """Power or Victory Points are given to a player, taken, or paid. Nobody has less than nothing:
    whoever has fewer than are taken loses all (`below`: or owes the rest), and who cannot pay it
    all pays nothing. Less than nothing can be given, but is not taken or paid."""
    who, amount_of = value(form.who, scope), value(form.amount, scope)
    owes = form.answer("below") == "debt"
    row, of_power, remembers = form.row, form.kind == "Power", scope.remembers
    match form:
        case c.Points("give", c.Var("you"), c.Number(number)) if number >= 0:
            return given(form, number, remembers)
        case _:
            pass

    def run(s: State, f: Frame) -> int:
        has = s.power if of_power else s.vp
        bits = UNKNOWN
        whom = who(s, f)
        for player in (whom,) if type(whom) is int else items(s, whom):
            amount = amount_of(s, f) or 0
            if row == "give":
                amount = amount if owes else max(amount, -has[player])
                bits = UNKNOWN if of_power else DONE
            elif row == "take":
                amount = -max(amount if owes else min(amount, has[player]), 0)
                bits = DONE if amount < 0 else NOT_DONE
            elif has[player] >= amount:
                amount, bits = -max(amount, 0), DONE
            else:
                amount, bits = 0, NOT_DONE
            has[player] += amount
            if s.trace is not None:
                wanted = amount if bits != NOT_DONE else amount_of(s, f) or 0
                tell_points(s, f, form, player, wanted, done=bits != NOT_DONE)
            if bits != NOT_DONE and (remembers or f.results or is_noticed(s, row)):
                cause = "card" if f.attack is None else "Attack"
                size = abs(amount)
                f.note(noted(s, row, player, None, None, None, player, cause, f.this, size))
                if s.g.tallies and of_power and row == "give":
                    tally(s, f.this, player, amount)
        return bits

    return run


def given(form: c.Points, number: Any, remembers: bool) -> Run:
    """You get so many points."""
    of_power = form.kind == "Power"
    done = UNKNOWN if of_power else DONE

    def run(s: State, f: Frame) -> int:
        you = f.you
        if you is None:
            return UNKNOWN
        if of_power:
            s.power[you] += number
        else:
            s.vp[you] += number
        if s.trace is not None:
            tell_points(s, f, form, you, number, done=True)
        if remembers or f.results or is_noticed(s, "give"):
            cause = "card" if f.attack is None else "Attack"
            f.note(noted(s, "give", you, None, None, None, you, cause, f.this, number))
            if s.g.tallies and of_power:
                tally(s, f.this, you, number)
        return done

    return run


def take_back(s: State, card: int | None) -> None:
    """The Power that a card has given this turn is lost."""
    gave = {key: number for key, number in s.given.items() if key[:2] == ("gave", card) and number}
    for (*_, player), number in gave.items():
        s.power[player] -= number
        say(s, "power", player, "effect.power", (), (-number,))
    s.given = {key: number if key not in gave else 0 for key, number in s.given.items()}


def tell_points(
    s: State, f: Frame, form: c.Points, player: int, amount: Any, *, done: bool
) -> None:
    """Power or Victory Points were given, taken or paid, or could not be."""
    if form.row == "pay":
        topic = "effect.pay" if done else "nothing.pay"
        price = -amount if done else amount
        say(s, "pay" if done else "nothing", player, topic, (f.this,), (price,))
    elif form.kind != "Power":
        topic = "effect.vp" if done else "nothing.vp"
        if done:
            say(s, "vp", player, topic, (f.this,), (amount,))
        else:
            say(s, "nothing", player, topic, (f.this,), (amount,))
    else:
        topic = by_assist(f, "effect.power") + counted(form.amount)
        say(s, "power", player, topic, (f.this,), (amount,))


# ------------------------------------------------------------------------- playing


MOST_WITHIN: Final = 2
"""So many plays of a card go on at a time, each inside the text of the one before."""


def play(form: c.Play, scope: Scope) -> Run:
    """Cards are played, one after the other; of several that were not chosen, the player says each
    time which is next. A card that is played `MOST_WITHIN` times inside its own text is not played
    once more: it would never end, and no rule says what happens then.

    Rules: CONF-K13, HU-K01.
    """
    by, cards_of, fill = chooser(form.by, scope), value(form.card, scope), filling(form.card, scope)
    again, replaces = form.answer("counts_again") == "again", form.answer("again") == "replaces"
    name = form.card.name if isinstance(form.card, c.Var) else None

    def run(s: State, f: Frame) -> int:
        player = by(s, f)
        if fill is not None:
            fill(s, f)
        cards = [card for card in items(s, cards_of(s, f)) if card is not None]
        chosen = name is not None and name in f.chosen
        bits = NOT_DONE
        while cards:
            card = cards[0] if chosen else next_of(s, player, cards)
            cards.remove(card)
            if forbids(s, "play", player, card) or s.g.kinds[card].is_character:
                say(s, "forbidden", player, "effect.forbidden", (card,), ("play",))
            else:
                cause = "card" if f.attack is None else "Attack"
                here = s.where[card]
                told = ("play", player, card, here, None, None, cause, f.this, 1, 0, 0, 0)
                f.note(fact_of(told))
                if len({id(one) for one in s.frames if one.this == card}) < MOST_WITHIN:
                    play_card(s, player, card, player, again=again, replaces=replaces)
                    if s.g.reads.nested_triggers == "after_inner":
                        resolve(s)
                else:
                    say(s, "stop", player, "undecided.play_again", (card,), (MOST_WITHIN,))
                bits = DONE
        return bits

    return run


def play_card(
    s: State, player: int, card: int, you: int, *, again: bool = False, replaces: bool = False
) -> None:
    """A card comes into play unless it is there, then its text is carried out from the first to the
    last line, and after it those that it had got from others. It speaks to `you`. Played again, it
    is played: what waits for that is set off (D-27); `replaces`: what it gave before is lost."""
    g = s.g
    here = s.where[card]
    base = player * PER_PLAYER
    if again:
        say(s, "play again", player, "play.again", (card,))
        if replaces:
            take_back(s, card)
        if g.reads.again_triggers == "yes":
            happen(s, fact_of(("play", player, card, here, here, None, "rules", None, 1, 0, 0, 0)))
    else:
        topic = "" if s.trace is None else of_play(s, player, here == base + PARKED)
        shifted(s, "play", player, card, base + PLAY, False, None, "rules", None, 0, topic)
    kind = g.kinds[card]
    if here == base + PARKED:
        power = g.variant.get("parked_power", {})
        if kind.name in power:
            s.power[you] += power[kind.name]
            say(s, "power", you, "effect.power.parked", (card,), (power[kind.name],))
            return
    if kind.why_none:
        raise NoCore(f"{kind.key}: {kind.why_none}")
    if g.early and any(x.active.stands.form.answer("order") == "before_card" for x in s.pending):
        resolve(s)
    others: tuple[Text, ...] = ()
    watch = s.watch or watching(s)
    if watch.stages is not None and "text" in g.changeable:
        others = texts_of(s, card)[len(kind.texts) :]
    if kind.just_gives and "give" not in g.spoken_of and not watch.heeds_all:
        s.power[you] += kind.gives  # it does nothing else
        if s.trace is not None:
            topic = "effect.power.parked" if here == base + PARKED else "effect.power"
            topic = topic if you == player else "effect.power.assist"
            say(s, "power", you, topic, (card,), (kind.gives,))
    elif kind.played:
        frame = Frame(you, card)
        frame.player = player
        outer = s.frames
        s.frames = (*outer, frame)
        try:
            for text in kind.played:
                assert text.body is not None
                text.body(s, frame)
        except CardAvoided:
            others = ()
        s.frames = outer
    for text in others:
        if text.body is not None:
            frame = Frame(you, card)
            frame.player = player
            carry_out(s, frame, text.body)


# ------------------------------------------------------------------------- acts of the rules


def deed(form: c.Deed, scope: Scope, block: Callable[[c.Block, Scope], Run]) -> Run:
    """Something that only a set has a verb for: what it does, and if it was done, that it was."""
    on_what = None if form.on is None else value(form.on, scope)
    body, by, verb = block(form.body, scope), chooser(form.by, scope), form.verb

    def run(s: State, f: Frame) -> int:
        on = [None] if on_what is None else list(items(s, on_what(s, f)))
        bits: int = body(s, f)
        if not bits & NOT_DONE:
            cause = "card" if f.attack is None else "Attack"
            for card in on:
                f.note(happen(s, Fact(verb, by(s, f), card, cause=cause, source=f.this)))
        return bits

    return run


def do(form: c.Do, scope: Scope) -> Run:
    """An act of the rules."""
    of = [value(one, scope) for one in form.of]
    act = ACTS[form.row]
    return lambda s, f: act(s, f, *(list(items(s, one(s, f))) for one in of))


def avoid(s: State, f: Frame, players: list[int]) -> int:
    """The Attack does not work against these players."""
    if not s.attacks:
        say(s, "nothing", f.you, "nothing.avoid", (f.this,))
        return NOT_DONE
    attack = s.attacks[-1]
    bits = DONE
    for player in players:
        if forbids(s, "avoid", player, None):
            bits = NOT_DONE
        elif player not in attack.avoided:
            attack.avoided.append(player)
            say(s, "avoid", player, "attack.avoided", (attack.card,))
            happen(s, Fact("avoid", f.you, attack.card, whom=player, cause="card", source=f.this))
    return bits


def cancel(s: State, f: Frame) -> int:
    """The Confrontation is over, and cards are bought as usual."""
    there = s.confronted is not None
    if there:
        say(s, "cancel", f.you, "confront.cancelled", (f.this,), (s.confronted,))
    else:
        say(s, "nothing", f.you, "nothing.cancel", (f.this,))
    s.confronted = None
    return DONE if there else NOT_DONE


def win(s: State, f: Frame, players: list[int]) -> int:
    """A text says who wins: that player's side."""
    for player in players:
        s.result = Ending("card", s.g.teams[player])
        s.phase = "over"
        say(s, "over", player, "effect.win", (f.this,))
    return DONE if players else NOT_DONE


def refill(s: State, f: Frame) -> int:
    """The Line-Up is filled."""
    look_at_power(s)
    if len(s.zones[s.g.line_up]) >= line_up_size(s):
        say(s, "nothing", f.you, "nothing.refill")
    refill_line_up(s, "effect.refill")
    return UNKNOWN


def line_up_size(s: State) -> Any:
    """Up to how many cards the Line-Up is filled."""
    size = s.g.line_up_size
    return changed(s, "lineup_size", (), size) if "lineup_size" in s.g.changeable else size


def refill_line_up(s: State, topic: str) -> bool:
    """Cards come from the top of the main deck until the Line-Up is full; whether there were
    enough."""
    g = s.g
    size = line_up_size(s)
    reads, held = g.reads, size != g.line_up_size
    if s.trace is not None and g.explains and held:
        topic += ".held"
    beside = beside_the_places(s, size) if reads.slots == "places" else ()
    while len(s.zones[g.line_up]) - len(beside) < size:
        following = s.zones[g.main_deck][:2]
        if not following:
            return False
        last = "" if following[1:] else ".last"
        card = following[0]
        if g.kept_out and g.kinds[card].name in g.kept_out:
            by_rules(s, "remove", None, card, g.removed, "line_up.removed")
            size -= reads.kept_out_slot == "filled"
            continue
        shifted(s, "put", None, card, g.line_up, False, None, "rules", None, 0, topic + last)
        if beside:
            s.zones[g.line_up] = (*without(s.zones[g.line_up], {*beside}), *beside)
        if g.lies_hidden[card] and reads.appearances == "each":
            break
    return reads.held_line_up != "fails" or not held


def beside_the_places(s: State, size: int) -> tuple[int, ...]:
    """`slots`: the cards that came to the Line-Up when all its places were taken. They lie behind
    the others. At the start of a turn all places are filled, so those that are too many then lie
    beside them."""
    line_up = s.g.line_up
    moves = [fact for fact in s.facts if fact.from_ != fact.to]
    entered = [fact.card for fact in moves if fact.to == line_up and fact.card is not None]
    left = [x.card for x in moves if x.from_ == line_up and x.card not in entered]
    before = [card for card in s.zones[line_up] if card not in entered]
    taken = len(before) + len(left)
    beside = before[len(before) - max(taken - size, 0) :] if taken > size else []
    late = [card for card in entered if s.where[card] == line_up]
    return (*beside, *late[max(size - taken, 0) :])


def replace_cards(s: State, f: Frame, cards: list[int]) -> int:
    """As many cards come into the Line-Up as have left it."""
    look_at_power(s)
    g = s.g
    for _ in [card for card in cards if s.where[card] != g.line_up]:
        following = s.zones[g.main_deck][:1]
        if following:
            by_rules(s, "put", None, following[0], g.line_up, "effect.replace")
    return UNKNOWN


def shuffle(s: State, f: Frame, cards: list[int]) -> int:
    """Cards are shuffled where they lie; one card or none needs no chance."""
    for zone in dict.fromkeys(s.where[card] for card in cards):
        if len(s.zones[zone]) > 1:
            s.zones[zone] = s.chance("shuffle", s.zones[zone])
            whose = zone // PER_PLAYER if zone < s.g.players * PER_PLAYER else f.you
            say(s, "shuffle", whose, "effect.shuffle", s.zones[zone])
    return UNKNOWN


def deal(s: State, f: Frame, cards: list[int], numbers: list[int], players: list[int]) -> int:
    """Cards are dealt out, so many to each in turn, as they lie."""
    number = sum(numbers)
    left = sorted(cards, key=lambda card: s.zones[s.where[card]].index(card))
    cause = "card" if f.attack is None else "Attack"
    for player in players:
        for card in left[:number]:
            goal = player * PER_PLAYER + HAND
            shifted(s, "deal", player, card, goal, False, None, cause, f.this, 0, "effect.deal")
        left = left[number:]
    return UNKNOWN


ACTS: Final[dict[str, Callable[..., int]]] = {
    "avoid": avoid,
    "cancel": cancel,
    "win": win,
    "refill": refill,
    "replace": replace_cards,
    "shuffle": shuffle,
    "deal": deal,
}
"""The acts of the rules that a text can call for."""
