"""What stands: which texts work now, what they change and forbid, and what sets them off.

`Watch` is an index of what stands. It is made anew when it is asked for after something that it
rests on has changed (`State.watch` is None then); it keeps nothing that a text works out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.rows import ORDER_OF_CHANGES
from rules_check.oracle.quick.box import Text
from rules_check.oracle.quick.state import (
    Act,
    Fact,
    Frame,
    Outcome,
    Pending,
    Run,
    State,
    Zones,
    fact_of,
)
from rules_check.oracle.values.zones import CHARACTERS, HAND, PER_PLAYER, PLAY

Within: TypeAlias = Callable[[State, Frame, int], bool]
"""Whether it is the time of something, for what began in a turn."""
MISSING: Final = object()
RANK: Final = {row: rank for rank, row in enumerate(ORDER_OF_CHANGES)}
SHIFTING: Final = frozenset(RANK[row] for row in ("face", "text", "controllers"))
"""What decides which texts stand: while it is worked out they are not known yet."""


def items(s: State, found: Any) -> list[Any]:
    """A value as a list: of a place the cards in it, of a result what happened, nothing of what is
    not there, one of a single one."""
    kind = type(found)
    if kind is list:
        return found  # type: ignore[no-any-return]
    if found is None:
        return []
    if kind is Zones:
        zones = s.zones
        if len(found) == 1:
            return list(zones[found[0]])
        return [card for zone in found for card in zones[zone]]
    if kind is Outcome:
        return list(found.facts)
    if kind is tuple:
        return list(found)
    return [found]


# ------------------------------------------------------------------------- what can stand


@dataclass(slots=True, eq=False)
class Pattern:
    """Which facts an event means: its verbs with those that the book counts as them."""

    verbs: frozenset[str]
    receives: bool
    name: str
    whole: bool
    where: Run | None

    def told(self, fact: Fact) -> Fact | None:
        """A fact as the text speaks of it; None if it does not. What one player passes another
        receives (RSB-GN01)."""
        if fact.verb in self.verbs:
            return fact
        if self.receives and fact.verb == "pass":
            return fact._replace(verb="receive", by=fact.whom)
        return None

    def fits(self, s: State, f: Frame, fact: Fact) -> bool:
        """Whether it is one of them."""
        told = self.told(fact)
        if told is None:
            return False
        if self.where is None:
            return True
        before, s.moment = s.moment, fact
        name, names = self.name, f.names
        known = names.get(name, MISSING)
        names[name] = told
        held = self.where(s, f)
        if known is MISSING:
            del names[name]
        else:
            names[name] = known
        s.moment = before
        return held is True


def bound(s: State, f: Frame, name: str, value: Any, run: Run) -> Any:
    """What a value is where a name is known."""
    names = f.names
    before = names.get(name, MISSING)
    names[name] = value
    found = run(s, f)
    if before is MISSING:
        del names[name]
    else:
        names[name] = before
    return found


@dataclass(slots=True, eq=False)
class Becomes:
    """The moment at which a condition turns true."""

    test: Run


@dataclass(slots=True, eq=False)
class On:
    """After an event, or in its place."""

    form: c.On
    event: Pattern | Becomes
    body: Run
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within
    nth: Run | None
    of_turns: bool
    """Whether it waits for a turn to begin or end."""
    says_you: bool
    """Whether its event is one that you do."""
    only_moves_on: bool
    goes_back: bool
    avoids: bool
    banner: str
    """Of a banner: whether any gain sets it off, or only buying."""
    first_only: bool
    limited: bool

    @property
    def before(self) -> bool:
        """Whether it steps in."""
        return self.form.before


@dataclass(slots=True, eq=False)
class Change:
    """An attribute is changed."""

    form: c.Change
    row: str
    op: c.ChangeOp
    applies: Callable[[State, Active, tuple[Any, ...]], bool]
    of: tuple[Run, ...]
    amount: Run
    at_least: Run | None
    source: Run | None
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within
    fixed: bool
    """Whether its amount is worked out when it begins."""
    now: bool
    """Whether those that fit when it begins are meant."""


@dataclass(slots=True, eq=False)
class Forbid:
    """It cannot be done."""

    form: c.Forbid
    event: Pattern
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within


@dataclass(slots=True, eq=False)
class Use:
    """What players may do at their time (`Option` of the core)."""

    form: c.Option
    body: Run
    price: Run | None
    needs: Run
    """Whether its price can be paid, or it can be done."""
    where: Run | None
    limit: Run | None
    key: Run | None
    within: Within | None
    over: Pattern | Becomes | None
    is_over: Within
    held: bool
    """Whether it is a Defense, a Block or an Assist, used from the hand."""
    pays: bool
    """Whether it is used by paying its price."""
    in_block: bool
    for_others: bool
    for_whom: bool
    """Whether it says for whom it is used."""
    lends: Run | None
    """The cards that may be played later, if that is all that it says."""
    any_number: bool
    paid: str
    must: bool


Standing: TypeAlias = On | Change | Forbid | Use


@dataclass(slots=True, eq=False)
class Several:
    """Statements that stand for each of several, or depending on something."""

    said: Callable[[State, Frame], Iterator[tuple[Standing, Frame]]]


Stands: TypeAlias = Standing | Several


@dataclass(slots=True, eq=False)
class Active:
    """A statement that stands: by which text of which card, for whom, since when. `lasts`: it was
    begun by a text that was carried out; `found` and `amount` are what it fixed then."""

    stands: Standing
    frame: Frame
    key: tuple[Any, ...]
    turn: int
    since: int = 0
    lasts: bool = False
    ongoing: bool = False
    found: tuple[Any, ...] | None = None
    amount: Any = None


@dataclass(slots=True, eq=False)
class Watch:
    """Everything that stands, by what is asked."""

    all: list[Active]
    changes: dict[str, list[Active]] = field(default_factory=dict)
    forbids: list[Active] = field(default_factory=list)
    uses: list[Active] = field(default_factory=list)
    ons: list[Active] = field(default_factory=list)
    befores: list[Active] = field(default_factory=list)
    ends: list[Active] = field(default_factory=list)
    """What lasts until something happens."""
    waiting: dict[str, list[Active]] = field(default_factory=dict)
    """What may be set off by a fact with a verb."""
    becoming: list[Active] = field(default_factory=list)
    """What may be set off by any fact."""
    forbidding: dict[str, list[Active]] = field(default_factory=dict)
    """What may forbid to do something."""
    power: list[Active] = field(default_factory=list)
    """Power that follows the game."""
    musts: bool = False
    """Whether something has to be used before a turn ends."""
    stamp: tuple[Any, ...] | None = None
    """For which position it was made, if it does not stay until something moves."""
    stages: dict[str, Watch] | None = None
    """What stood as far as it was known, for each attribute that decides what stands."""


# ------------------------------------------------------------------------- which texts work


def watching(s: State) -> Watch:
    """What stands now. As long as nothing moves it is kept, if it depends on nothing else."""
    watch = s.watch
    if watch is not None:
        return watch
    watch = s.passing
    if watch is not None and watch.stamp == stamp(s):
        return watch
    if s.g.shifting and is_shifting(s):
        return look_in_order(s)
    found, steady = listed(s, Known())
    watch = indexed(found)
    if steady:
        s.watch = watch
    else:
        watch.stamp, s.passing = stamp(s), watch
    return watch


def stamp(s: State) -> tuple[Any, ...]:
    """What changes whenever the position does."""
    return s.count, s.turn, s.phase, s.active, s.confronted, len(s.attacks)


def is_shifting(s: State) -> bool:
    """Whether something stands that decides itself which texts stand: who controls a card, what
    texts a card has."""
    kinds, zones = s.g.kinds, s.zones
    if any(isinstance(x.stands, Change) and RANK[x.stands.row] in SHIFTING for x in s.lasting):
        return True
    for player in s.g.everybody:
        base = player * PER_PLAYER
        for card in (*zones[base + CHARACTERS][:1], *zones[base + PLAY], *zones[base + HAND]):
            if kinds[card].shifts:
                return True
    return any(kinds[card].shifts for card in turned_up(s))


@dataclass(slots=True, eq=False)
class Known:
    """What is known so far of what decides which texts stand; None: it is as printed."""

    down: tuple[int, ...] = ()
    texts: dict[int, tuple[Text, ...]] | None = None
    whose: dict[int, list[int]] | None = None


def look_in_order(s: State) -> Watch:
    """What stands where something decides which texts stand: first faces, then texts, then who
    controls a card, each by what stands as far as it is known (decision 017)."""
    known = Known()
    now = stamp(s)
    stages: dict[str, Watch] = {}

    def look(row: str) -> Watch:
        watch = indexed(listed(s, known)[0])
        stages[row] = watch
        watch.stages, watch.stamp, s.passing = stages, now, watch
        return watch

    zones = s.zones
    bases = [player * PER_PLAYER for player in s.g.everybody]
    if "face" in look("face").changes:
        tops = [card for base in bases for card in zones[base + CHARACTERS][:1]]
        known.down = tuple(x for x in tops if changed(s, "face", (x,), "up") != "up")
    if "text" in look("text").changes:
        there = [x for base in bases for x in zones[base + CHARACTERS][:1]]
        there += [x for base in bases for at in (PLAY, HAND) for x in zones[base + at]]
        known.texts = {card: texts_of(s, card) for card in (*there, *turned_up(s))}
    if "controllers" in look("controllers").changes:
        known.whose = controllers(s)
    return look("")


def indexed(found: list[Active]) -> Watch:
    """What stands, by what is asked."""
    watch = Watch(found)
    for one in found:
        sort_in(watch, one)
    if watch.ons:
        sort_by_verb(watch)
    return watch


def listed(s: State, known: Known) -> tuple[list[Active], bool]:
    """Everything that stands, and whether that is so until something moves: the texts of Characters
    and of cards in play, player by player, then what was begun by texts that were carried out."""
    found: list[Active] = []
    steady = True
    kinds, zones, texts, whose = s.g.kinds, s.zones, known.texts, known.whose
    for player in s.from_on(s.active):
        base = player * PER_PLAYER
        for card in zones[base + CHARACTERS][:1]:
            if card not in known.down:
                steady = of_texts(s, card, player, "character", found, texts) and steady
        for card in zones[base + PLAY] if whose is None else controlled_by(s, player, whose):
            steady = of_texts(s, card, player, "play", found, texts) and steady
        for card in zones[base + HAND]:
            if "hand" in kinds[card].listens:
                steady = of_texts(s, card, player, "hand", found, texts) and steady
    for card in turned_up(s):
        steady = of_texts(s, card, None, "stack", found, texts) and steady
    found += s.lasting
    return found, steady


def sort_in(watch: Watch, one: Active) -> None:
    """Enter what stands under what it is."""
    stands = one.stands
    match stands:
        case On():
            (watch.befores if stands.form.before else watch.ons).append(one)
        case Change():
            watch.changes.setdefault(stands.row, []).append(one)
            if stands.row == "power":
                watch.power.append(one)
        case Forbid():
            watch.forbids.append(one)
            for verb in verbs_of(stands.event):
                watch.forbidding.setdefault(verb, []).append(one)
        case Use():
            watch.uses.append(one)
            watch.musts = watch.musts or stands.must
        case _:
            assert_never(stands)
    if one.lasts and stands.over is not None:
        watch.ends.append(one)


def sort_by_verb(watch: Watch) -> None:
    """What waits for events, by their verbs, in order; what waits for something to become so may be
    set off by any."""
    patterns = [(one, event_of(one)) for one in watch.ons]
    watch.becoming = [one for one, event in patterns if isinstance(event, Becomes)]
    verbs = {v for _, event in patterns if isinstance(event, Pattern) for v in verbs_of(event)}
    for verb in verbs:
        watch.waiting[verb] = [
            one for one, event in patterns if isinstance(event, Becomes) or verb in verbs_of(event)
        ]


def event_of(one: Active) -> Pattern | Becomes:
    """For what something waits."""
    assert isinstance(one.stands, On)
    return one.stands.event


def verbs_of(event: Pattern) -> frozenset[str]:
    """The verbs of the facts that an event may mean."""
    return event.verbs | {"pass"} if event.receives else event.verbs


def turned_up(s: State) -> tuple[int, ...]:
    """The Super-Villain that lies face up on its stack."""
    boss = s.g.boss
    if boss < 0:
        return ()
    top = s.zones[boss][:1]
    return top if top and top[0] == s.face_up else ()


def of_texts(
    s: State,
    card: int,
    player: int | None,
    home: str,
    found: list[Active],
    texts: dict[int, tuple[Text, ...]] | None = None,
) -> bool:
    """Add what the texts of a card say that work in a place; whether it is always the same. `texts`
    are those that cards have now, if not the printed ones."""
    kind = s.g.kinds[card]
    here: Iterable[tuple[int, Text]]
    if texts is None:
        if home not in kind.at_home:
            return True
        always = s.g.actives.get((card, player, home))
        if always is not None:
            found += always
            return True
        here = kind.at_home[home]
    else:
        here = [(n, x) for n, x in enumerate(texts[card]) if x.home == home and x.stands]
    begun, steady = len(found), True
    for number, text in here:
        frame = Frame(player, card)
        at = 0
        for stands in text.stands:
            if isinstance(stands, Several):
                steady = False
                for one, known in stands.said(s, frame):
                    found.append(Active(one, known, (card, number, at), -1, ongoing=kind.ongoing))
                    at += 1
            else:
                found.append(Active(stands, frame, (card, number, at), -1, ongoing=kind.ongoing))
                at += 1
    if steady and texts is None:
        s.g.actives[card, player, home] = found[begun:]
    return steady


def works(s: State, one: Active) -> bool:
    """Whether it is the time of something that stands."""
    within = one.stands.within
    return within is None or within(s, one.frame, one.turn if one.lasts else s.turn)


def controllers(s: State) -> dict[int, list[int]]:
    """Who controls each card in play: the one before whom it lies, unless a text says otherwise."""
    there = {x: [p] for p in s.g.everybody for x in s.zones[p * PER_PLAYER + PLAY]}
    return {card: changed(s, "controllers", (card,), whose) for card, whose in there.items()}


def controlled_by(s: State, player: int, whose: dict[int, list[int]]) -> list[int]:
    """Those of the cards that a player controls, the player's own first."""
    mine = s.zones[player * PER_PLAYER + PLAY]
    return sorted((x for x in whose if player in whose[x]), key=lambda card: card not in mine)


def controlled(s: State, player: int) -> list[int]:
    """The cards that a player controls."""
    if "controllers" not in s.g.changeable:
        return list(s.zones[player * PER_PLAYER + PLAY])
    return controlled_by(s, player, controllers(s))


def texts_of(s: State, card: int) -> tuple[Text, ...]:
    """The texts that a card has now: its own, then those that it has got from others."""
    own = s.g.kinds[card].texts
    if "text" not in s.g.changeable:
        return own
    found: list[Text] = changed(s, "text", (card,), list(own))
    return tuple(found)


# ------------------------------------------------------------------------- changes


def changed(s: State, row: str, of: tuple[Any, ...], printed: Any) -> Any:
    """An attribute with what stands makes of it: what sets it, then what adds and takes away, then
    bounds below which that does not bring it. While one attribute is worked out, those behind it
    are as printed (decision 017). Power is not worked out but given (`look_at_power`)."""
    if row not in s.g.changeable:
        return printed
    rank = RANK[row]
    for other in s.changing:
        if other <= rank:
            return printed
    own = own_changes(s, of) if row == "price" and s.g.kinds[of[0]].own_price else []
    watch = s.watch or watching(s)
    if rank in SHIFTING:
        if watch.stages is None or row not in watch.stages:
            return printed
        watch = watch.stages[row]
    there = watch.changes.get(row)
    if there is None and not own:
        return printed
    s.changing.append(rank)
    found = made_by(s, [*(there or ()), *own], of, printed)
    s.changing.pop()
    return found


def own_changes(s: State, of: tuple[Any, ...]) -> list[Active]:
    """What a card says itself of its price."""
    found: list[Active] = []
    of_texts(s, of[0], of[1], "anywhere", found)
    return [x for x in found if isinstance(x.stands, Change) and x.stands.row == "price"]


def made_by(s: State, there: list[Active], of: tuple[Any, ...], printed: Any) -> Any:
    """An attribute of one with the changes made that are about it."""
    found = [one for one in there if works(s, one) and change_of(one).applies(s, one, of)]
    if not found:
        return printed
    for op in (c.ChangeOp.BECOMES, c.ChangeOp.MORE):
        for one in found:
            if change_of(one).op is op:
                printed = made_of(s, one, of, printed)
    less = printed
    for one in found:
        if change_of(one).op is c.ChangeOp.LESS:
            less = made_of(s, one, of, less)
    bounds = [least for one in found if (least := bound_of(s, one, of)) is not None]
    return max(less, min(printed, max(bounds))) if bounds else less


def change_of(one: Active) -> Change:
    """What it changes."""
    assert isinstance(one.stands, Change)
    return one.stands


def known_to(s: State, one: Active, of: tuple[Any, ...], run: Run) -> Any:
    """A value of a change, where the one of whom it speaks is known."""
    name = change_of(one).form.name
    return bound(s, one.frame, name, of[0], run) if name and of else run(s, one.frame)


def made_of(s: State, one: Active, of: tuple[Any, ...], before: Any) -> Any:
    """An attribute with one change made."""
    change = change_of(one)
    amount = one.amount if one.amount is not None else known_to(s, one, of, change.amount)
    match change.op:
        case c.ChangeOp.BECOMES:
            return items(s, amount) if isinstance(before, list) else amount
        case c.ChangeOp.MORE:
            if isinstance(before, list):
                return [*before, *(x for x in items(s, amount) if x not in before)]
            return before + amount
        case c.ChangeOp.LESS:
            return before - amount
        case _:
            assert_never(change.op)


def bound_of(s: State, one: Active, of: tuple[Any, ...]) -> Any:
    """Below what a change does not bring an attribute; None: it says nothing of that."""
    least = change_of(one).at_least
    return None if least is None else known_to(s, one, of, least)


# ------------------------------------------------------------------------- bans


def is_forbidden(s: State, fact: Fact) -> bool:
    """Whether a text forbids what somebody is about to do."""
    for one in (s.watch or watching(s)).forbidding.get(fact.verb, ()):
        if works(s, one):
            forbid = one.stands
            assert isinstance(forbid, Forbid)
            if forbid.event.fits(s, one.frame, fact) and not waits_for_it(s, one, fact):
                return True
    return False


def waits_for_it(s: State, one: Active, fact: Fact) -> bool:
    """Of two cards in hand that both have to be played before the other, neither waits."""
    first, card = one.frame.this, fact.card
    if first is None or card is None or fact.verb != "play" or fact.by is None or first == card:
        return False
    held = s.zones[fact.by * PER_PLAYER + HAND]
    if first not in held or card not in held:
        return False
    other = fact._replace(card=first)
    found: list[Active] = []
    of_texts(s, card, fact.by, "hand", found)
    return any(
        isinstance(x.stands, Forbid) and x.stands.event.fits(s, x.frame, other) for x in found
    )


def forbids(s: State, verb: str, player: int | None, card: int | None) -> bool:
    """Whether a text forbids a player to do that to a card; one that began beside a Super Hero is
    that player's."""
    g = s.g
    kept = g.kept_for and card is not None and verb in ("buy", "gain")
    if kept and card is not None and g.kept_for.get(card, player) != player:
        return True
    if verb not in (s.watch or watching(s)).forbidding:
        return False
    zone = None if card is None else s.where[card]
    return is_forbidden(
        s, fact_of((verb, player, card, zone, None, player, "card", None, 1, 0, 0, 0))
    )


# ------------------------------------------------------------------------- what is set off

BECOMES_YOURS: Final = ("gain", "receive", "buy", "defeat", "pass")
"""What makes a card the player's who does it."""


def happen(s: State, fact: Fact) -> Fact:
    """Note a fact of this turn; texts that wait for it become pending, and what lasted until it is
    over."""
    verb, by, card, from_, to, whom, cause, source, amount, _, _, act = fact
    return noted(s, verb, by, card, from_, to, whom, cause, source, amount, act)


def noted(
    s: State,
    verb: str,
    by: int | None,
    card: int | None,
    from_: int | None,
    to: int | None,
    whom: int | None,
    cause: str,
    source: int | None,
    amount: Any = 1,
    act: int = 0,
) -> Fact:
    """The same of what a fact is made of."""
    s.count = number = s.count + 1
    watch = s.watch or watching(s)
    fact = _NEW(
        Fact,
        (verb, by, card, from_, to, whom, cause, source, amount, s.turn, number, act or number),
    )
    s.facts.append(fact)
    listening = watch.waiting.get(verb, watch.becoming)
    if listening:
        for one in listening:
            set_off(s, one, fact)
    if card is not None:
        for at, text in s.g.kinds[card].about_itself:
            for one in speaking_of_itself(s, fact, at, text):
                set_off(s, one, fact)
    if watch.ends and verb not in ("turn_begin", "turn_end"):
        end_with(s, fact)
    return fact


_NEW: Final = tuple.__new__


def set_lasting(s: State, lasting: tuple[Active, ...]) -> None:
    """What lasts has changed."""
    s.lasting = lasting
    s.watch = s.passing = None


def end_with(s: State, fact: Fact) -> None:
    """What lasted until an event is over. What lasts until a turn begins is over just before it
    does, and until a turn ends when the whole turn is over."""
    left = tuple(
        one
        for one in s.lasting
        if (event := one.stands.over) is None or not event_fits(s, one, event, fact)
    )
    if len(left) < len(s.lasting):
        set_lasting(s, left)


def about_itself(s: State, fact: Fact) -> Iterator[Active]:
    """The texts of the card to which something happens that work wherever it is."""
    if fact.card is not None:
        for number, text in s.g.kinds[fact.card].about_itself:
            yield from speaking_of_itself(s, fact, number, text)


def speaking_of_itself(s: State, fact: Fact, number: int, text: Text) -> Iterator[Active]:
    """What a text says of its own card. It speaks to who did it if it says "you", else to whoever
    had the card."""
    for at, on in enumerate(text.stands):
        if isinstance(on, On):
            you = spoken_to(s, fact, on)
            yield Active(on, Frame(you, fact.card), (fact.card, number, at), -1)


def about_itself_before(s: State, fact: Fact) -> Iterator[Active]:
    """Those of them that step in; of a card that nobody has only if it becomes somebody's, or if
    they only say where it goes."""
    for one in about_itself(s, fact):
        on = one.stands
        if not isinstance(on, On) or not on.form.before or not isinstance(on.event, Pattern):
            continue
        told = on.event.where is not None and on.says_you
        assert fact.card is not None
        owned = s.owner(fact.card) is not None
        if told or on.only_moves_on or fact.verb in BECOMES_YOURS or owned:
            yield one


def spoken_to(s: State, fact: Fact, on: On) -> int | None:
    """To whom a text about the card itself speaks."""
    assert isinstance(on.event, Pattern)
    if on.says_you:
        return (on.event.told(fact) or fact).by
    if fact.from_ is not None:
        had = s.g.zone_player[fact.from_]
        if had is not None:
            return had
    return fact.by


def set_off(s: State, one: Active, fact: Fact) -> None:
    """A text that waits for it becomes pending, if it is the time and the number that it says. It
    is carried out when the card that is being played is done (`resolve`; CONF-RE03)."""
    on = one.stands
    assert isinstance(on, On)
    you = one.frame.you
    if on.form.before or (s.out and you in s.out) or not works(s, one):
        return
    banner = on.banner
    if banner and (fact.verb == "pass" or (banner == "bought" and fact.verb != "buy")):
        return  # a card that is passed is received, and not gained
    if not is_due(s, one, on, fact):
        return
    if on.limited and one.lasts:
        set_lasting(s, tuple(x for x in s.lasting if x.key != one.key))
    frame = knowing(s, one.frame, on, fact)
    s.pending.append(Pending(s.active if you is None else you, one.frame.this, one, frame, fact))


def knowing(s: State, f: Frame, on: On, fact: Fact) -> Frame:
    """The frame of a text that was set off: it knows what set it off, and the foe who did it."""
    frame = f.copy()
    event = on.event
    if isinstance(event, Pattern):
        told = event.told(fact) or fact
        if event.name:
            frame.names[event.name] = told
        doer = told.whom if told.verb in ("attack", "confront") else told.by
        if f.you is not None and doer is not None and doer not in s.g.teams[f.you]:
            frame.that = doer
    return frame


def is_due(s: State, one: Active, on: On, fact: Fact) -> bool:
    """Whether an event is the one that a text waits for: it fits, and it is the n-th (counted from
    the beginning of its window, or from when the text began to wait) or has not come yet as often
    as it may."""
    if not in_own_turn(s, one, on):
        return False
    event = on.event
    if isinstance(event, Becomes):
        if not has_become(s, one, event):
            return False
    elif not event.fits(s, one.frame, fact):
        return False
    if on.nth is not None:
        since = 0 if on.within is not None else one.since
        seen = sum(x.number > since and event_fits(s, one, event, x) for x in s.facts)
        return bool(seen == on.nth(s, one.frame))
    if once_a_turn(s, one, on):
        came = ("came", *one.key)
        if came in s.used:
            return False
        s.used = (*s.used, came)
    return True


def event_fits(s: State, one: Active, event: Pattern | Becomes, fact: Fact) -> bool:
    """Whether a fact is one that a text speaks of."""
    if isinstance(event, Becomes):
        return event.test(s, one.frame) is True
    return event.fits(s, one.frame, fact)


def has_become(s: State, one: Active, event: Becomes) -> bool:
    """Whether something is so that was not so when it was looked at last: when the waiting began,
    or at the event before. A text that stands looks anew in each turn."""
    was = s.so.get(one.key, False)
    now = event.test(s, one.frame) is True
    s.so[one.key] = now
    return now and not was


def is_capped(s: State, one: Active) -> bool:
    """Whether a Location works once in each turn of its player, as some books say of all of them
    (RBJ and HU: `ongoing.cap`)."""
    card = one.frame.this
    return card is not None and not one.lasts and one.ongoing and s.g.capped[card]


def in_own_turn(s: State, one: Active, on: On) -> bool:
    """Whether a Location that says no time works now: in the turns of its player only."""
    if on.form.within is not None or not is_capped(s, one) or on.of_turns:
        return True
    return s.active == one.frame.you and s.phase != "appearance"


def once_a_turn(s: State, one: Active, on: On) -> bool:
    """Whether a text comes at most once in a turn."""
    if on.of_turns:
        return False
    return on.first_only or is_capped(s, one) or (on.limited and not one.lasts)


# ------------------------------------------------------------------------- what begins and ends


def begin(s: State, f: Frame, stands: Standing) -> None:
    """What stands from now on, by a text that is carried out. What it says of a set or a number
    "now" is worked out once."""
    found: tuple[Any, ...] | None = None
    amount: Any = None
    if isinstance(stands, Change):
        if stands.now and stands.source is not None:
            found = tuple(items(s, stands.source(s, f)))
        if stands.fixed:
            amount = stands.amount(s, f)
    key = ("lasts", s.next_number())
    frame = f.copy()
    frame.turn = s.turn
    one = Active(stands, frame, key, s.turn, s.count, True, False, found, amount)
    set_lasting(s, (*s.lasting, one))
    if isinstance(stands, On) and isinstance(stands.event, Becomes):
        s.so[key] = stands.event.test(s, frame) is True


def expire(s: State) -> None:
    """What held for the turn that is over is over."""
    left = tuple(one for one in s.lasting if not one.stands.is_over(s, one.frame, one.turn))
    if len(left) < len(s.lasting):
        set_lasting(s, left)


def look_at_power(s: State) -> None:
    """Power that follows the game is looked at: what is more than it has given is given."""
    changes = (s.watch or watching(s)).power
    if not changes or s.phase in ("setup", "appearance"):
        return
    for one in changes:
        if not works(s, one):
            continue
        change = change_of(one)
        for player in items(s, change.of[0](s, one.frame)):
            amount = change.amount(s, one.frame)
            key = (*one.key, player)
            given = s.given.get(key, 0)
            if player == s.active and amount > given:
                s.given[key] = amount
                s.power[player] += amount - given
                s.next_number()


__all__ = ["Act", "Active", "Watch", "begin", "changed", "forbids", "happen", "items", "watching"]
