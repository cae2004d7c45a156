"""What stands: which texts work now, what they change and forbid, and what sets them off.

`Watch` is an index of what stands. It is made anew when it is asked for after something that it
rests on has changed (`State.watch` is None then); it keeps nothing that a text works out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.rows import ORDER_OF_CHANGES
from rules_check.oracle.quick.state import (
    Act,
    Active,
    AnyActive,
    Becomes,
    Change,
    Fact,
    Forbid,
    Frame,
    Game,
    On,
    Outcome,
    Pattern,
    Pending,
    Run,
    Several,
    Standing,
    State,
    Text,
    Use,
    Watch,
    Zones,
    bound,
    fact_of,
)
from rules_check.oracle.quick.telling import raised, say
from rules_check.oracle.values.zones import CHARACTERS, HAND, PER_PLAYER, PLAY

RANK: Final = {row: rank for rank, row in enumerate(ORDER_OF_CHANGES)}
MOST_KEPT: Final = 10_000
NO_TEXTS: Final[dict[int, tuple[Text, ...]]] = {}
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
        if len(found) == 1:
            return list(s.zones[found[0]])
        return cards_in(s, found)
    if kind is int:
        return [found]
    if kind is Outcome:
        return list(found.facts)
    if kind is tuple:
        return list(found)
    return found if isinstance(found, list) else [found]


def cards_in(s: State, zones: Zones) -> list[int]:
    """The cards in several zones."""
    there = s.zones
    return [card for zone in zones for card in there[zone]]


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
        watch, known = look_in_order(s)
        if not s.g.shifters and all(one.stands.settled for one in shifting(s)):
            if known.whose is None:
                watch.rests_on = frozenset(known.texts)
            s.watch = watch
            s.watches = {**s.watches, s.active: watch}
        return watch
    table = None if s.lasting else table_of(s)
    watch, steady = (table, True) if table is not None else listed(s, Known())
    if steady:
        s.watch = watch
        s.watches = {**s.watches, s.active: watch}
    else:
        watch.stamp, s.passing = stamp(s), watch
    return watch


def stamp(s: State) -> tuple[Any, ...]:
    """What changes whenever the position does."""
    return s.count, s.turn, s.phase, s.active, s.confronted, len(s.attacks)


def is_shifting(s: State) -> bool:
    """Whether something stands that decides itself which texts stand: who controls a card, what
    texts a card has."""
    if s.lasting and shifting(s):
        return True
    if not s.g.shifters:
        return False
    kinds, zones = s.g.kinds, s.zones
    for player in s.g.everybody:
        base = player * PER_PLAYER
        laid, held = s.g.known(zones[base + PLAY]), s.g.known(zones[base + HAND])
        for card in (*zones[base + CHARACTERS][:1], *laid, *held):
            if kinds[card].shifts:
                return True
    return any(kinds[card].shifts for card in turned_up(s))


def shifting(s: State) -> list[Active[Change]]:
    """What lasts and decides which texts stand."""
    found: list[Any] = []
    for one in s.lasting:
        if isinstance(one.stands, Change) and RANK[one.stands.row] in SHIFTING:
            found.append(one)
    return found


@dataclass(slots=True, eq=False)
class Known:
    """What is known so far of what decides which texts stand: the texts of cards that have not only
    the printed ones, and who controls which card (None: who has it before them)."""

    down: tuple[int, ...] = ()
    texts: dict[int, tuple[Text, ...]] = field(default_factory=dict)
    whose: dict[int, list[int]] | None = None


def look_in_order(s: State) -> tuple[Watch, Known]:
    """What stands where something decides which texts stand: first faces, then texts, then who
    controls a card, each by what stands as far as it is known (decision 017)."""
    known = Known()
    stages: dict[str, Watch] = {}

    def look() -> Watch:
        watch = listed(s, known)[0]
        watch.stages, watch.stamp, s.passing = stages, stamp(s), watch
        return watch

    zones = s.zones
    bases = [player * PER_PLAYER for player in s.g.everybody]
    watch = stages["face"] = look()
    if "face" in watch.changes:
        tops = [card for base in bases for card in zones[base + CHARACTERS][:1]]
        known.down = tuple(x for x in tops if changed(s, "face", (x,), "up") != "up")
        watch = look()
    stages["text"] = watch
    if "text" in watch.changes:
        for card in perhaps_changed(s, watch.changes["text"]):
            texts = texts_of(s, card)
            if texts != s.g.kinds[card].texts:
                known.texts[card] = texts
        watch = look()
    stages["controllers"] = watch
    if "controllers" in watch.changes:
        known.whose = controllers(s)
        watch = look()
    return watch, known


def perhaps_changed(s: State, changes: list[Active[Change]]) -> list[int]:
    """The cards at work of which the texts may be changed."""
    own = [one.frame.this for one in changes if one.stands.of_this]
    if len(own) == len(changes):
        return [card for card in own if card is not None]
    bases, zones = [player * PER_PLAYER for player in s.g.everybody], s.zones
    there = [x for base in bases for x in zones[base + CHARACTERS][:1]]
    there += [x for base in bases for at in (PLAY, HAND) for x in s.g.known(zones[base + at])]
    return [*there, *turned_up(s)]


def listed(s: State, known: Known) -> tuple[Watch, bool]:
    """Everything that stands, and whether that is so until something moves: the texts of Characters
    and of cards in play, player by player, then what was begun by texts that were carried out."""
    watch = Watch()
    if known.down or known.texts or known.whose is not None:
        steady = on_table(s, known, watch)
    else:
        table = table_of(s)
        if table is not None:
            join(watch, table)
        steady = table is not None or on_table(s, known, watch)
    for one in s.lasting:
        sort_in(watch, one)
    if watch.becoming:
        wait_in_order(watch)
    return watch, steady


def wait_in_order(watch: Watch) -> None:
    """What any fact may set off is among what may be set off by one with a verb, in its order."""
    for verb in watch.waiting:
        watch.waiting[verb] = [
            one for one in watch.ons if not one.stands.verbs or verb in one.stands.verbs
        ]


def on_table(s: State, known: Known, watch: Watch) -> bool:
    """Add what stands by the cards on the table; whether it is always the same."""
    steady = True
    for player in s.from_on(s.active):
        steady = of_player(s, known, player, watch) and steady
    for card in turned_up(s):
        steady = of_texts(s, card, None, "stack", watch, known.texts) and steady
    return steady


def table_of(s: State) -> Watch | None:
    """What always stands by the cards on the table as they are printed; None if it is not always
    the same. It is kept with the game, by those of the cards by which something can stand."""
    g, order = s.g, s.from_on(s.active)
    key = (order, turned_up(s), *[standing_cards(s, player) for player in order])
    if key in g.tables:
        return g.tables[key]
    watch = Watch()
    steady = on_table(s, Known(), watch)
    if watch.becoming:
        wait_in_order(watch)
    if len(g.tables) > MOST_KEPT:
        g.tables.clear()
    g.tables[key] = watch if steady else None
    return g.tables[key]


def standing_cards(s: State, player: int) -> tuple[int, ...]:
    """The Character, and those of the cards in play and in the hand of a player by which something
    stands there."""
    g, zones, base = s.g, s.zones, player * PER_PLAYER
    there, held = zones[base + PLAY], zones[base + HAND]
    found: tuple[int, ...] = zones[base + CHARACTERS][:1]
    if not g.standing_in_play.isdisjoint(there):
        found += among(g.known(there), g.standing_in_play)
    if not g.standing_in_hand.isdisjoint(held):
        found += (-1, *among(g.known(held), g.standing_in_hand))
    return found


def among(cards: Sequence[int], some: frozenset[int]) -> tuple[int, ...]:
    """Those of the cards that are some of them, as they lie."""
    return tuple([card for card in cards if card in some])


def of_player(s: State, known: Known, player: int, watch: Watch) -> bool:
    """Add what stands by the Character, the cards in play and in the hand of a player; whether it
    is always the same."""
    g, zones, base = s.g, s.zones, player * PER_PLAYER
    texts, whose = known.texts, known.whose
    steady = True
    for card in zones[base + CHARACTERS][:1]:
        if card not in known.down:
            steady = of_texts(s, card, player, "character", watch, texts) and steady
    for card in g.known(zones[base + PLAY]) if whose is None else controlled_by(s, player, whose):
        if g.stands_in_play[card] or card in texts:
            steady = of_texts(s, card, player, "play", watch, texts) and steady
    for card in g.known(zones[base + HAND]):
        if g.stands_in_hand[card]:
            steady = of_texts(s, card, player, "hand", watch, texts) and steady
    return steady


def sort_in(watch: Watch, one: AnyActive) -> None:
    """Enter what stands under what it is."""
    stands = one.stands
    it: Any = one
    match stands:
        case On() if stands.form.before:
            watch.befores.append(it)
        case On():
            watch.ons.append(it)
            for verb in stands.verbs:
                watch.waiting.setdefault(verb, []).append(it)
            if not stands.verbs:
                watch.becoming.append(it)
                watch.heeds_all = True
        case Change():
            watch.changes.setdefault(stands.row, []).append(it)
            if stands.row == "power":
                watch.power.append(it)
        case Forbid():
            for verb in verbs_of(stands.event):
                watch.forbidding.setdefault(verb, []).append(it)
        case Use():
            watch.uses.append(it)
            if stands.lends is not None and not stands.held:
                watch.lending.append(it)
            watch.musts = watch.musts or stands.must
        case _:
            assert_never(stands)
    if one.lasts and stands.over is not None:
        watch.ends.append(one)
        watch.heeds_all = True


def join(watch: Watch, more: Watch) -> None:
    """Add what stands by the texts of one more card."""
    if more.ons:
        watch.ons += more.ons
        watch.becoming += more.becoming
        watch.heeds_all = watch.heeds_all or more.heeds_all
        waiting, added = watch.waiting, more.waiting
        for verb in added:
            if verb in waiting:
                waiting[verb] += added[verb]
            else:
                waiting[verb] = added[verb][:]
    if more.befores:
        watch.befores += more.befores
    if more.changes:
        changes, others = watch.changes, more.changes
        for row in others:
            if row in changes:
                changes[row] += others[row]
            else:
                changes[row] = others[row][:]
        watch.power += more.power
    if more.forbidding:
        forbidding, against = watch.forbidding, more.forbidding
        for verb in against:
            if verb in forbidding:
                forbidding[verb] += against[verb]
            else:
                forbidding[verb] = against[verb][:]
    if more.uses:
        watch.uses += more.uses
        watch.lending += more.lending
        watch.musts = watch.musts or more.musts


def verbs_of(event: Pattern) -> frozenset[str]:
    """The verbs of the facts that an event may mean."""
    return event.verbs | {"pass"} if event.receives else event.verbs


def turned_up(s: State) -> tuple[int, ...]:
    """The Super-Villain that lies face up on its stack."""
    boss, face_up = s.g.boss, s.face_up
    if boss < 0 or face_up is None or s.where[face_up] != boss:
        return ()
    top = s.zones[boss][:1]
    return top if top[0] == face_up else ()


def of_texts(
    s: State,
    card: int,
    player: int | None,
    home: str,
    watch: Watch,
    texts: Mapping[int, tuple[Text, ...]] = NO_TEXTS,
) -> bool:
    """Add what the texts of a card say that work in a place; whether it is always the same. `texts`
    are those that cards have now, if not the printed ones."""
    kind = s.g.kinds[card]
    if card in texts:
        return said_by(s, card, player, at_home(texts[card], home), watch)
    if home not in kind.at_home:
        return True
    key = card, player, home
    if key in s.g.actives:
        join(watch, s.g.actives[key])
        return True
    always = Watch()
    steady = said_by(s, card, player, kind.at_home[home], always)
    if steady:
        s.g.actives[key] = always
    join(watch, always)
    return steady


def at_home(texts: tuple[Text, ...], home: str) -> list[tuple[int, Text]]:
    """Those of some texts with something that stands that work in a place, each with its number."""
    return [(n, x) for n, x in enumerate(texts) if x.home == home and x.stands]


def said_by(
    s: State,
    card: int,
    player: int | None,
    texts: Iterable[tuple[int, Text]],
    watch: Watch,
) -> bool:
    """Add what some texts of a card say, each with its number; whether it is always the same."""
    capped, steady = s.g.capped[card], True
    for number, text in texts:
        frame = Frame(player, card)
        at = 0
        for stands in text.stands:
            several: Iterable[tuple[Standing, Frame]] = ((stands, frame),)  # type: ignore[assignment]
            if isinstance(stands, Several):
                steady = False
                several = stands.said(s, frame)
            for one, known in several:
                sort_in(watch, Active(one, known, (card, number, at), -1, capped=capped))
                at += 1
    return steady


def those_called_now(s: State, cards: Iterable[int], label: str) -> list[int]:
    """Those of some cards that are called by a keyword, whatever they are called by because of."""
    return [card for card in cards if label in keywords_of(s, card)]


def with_label(s: State, cards: Sequence[int], label: str) -> list[int]:
    """Those of the cards of a zone that are called by a keyword now."""
    if not cards:
        return []
    watch = s.watch or watching(s)
    given = False
    if "keywords" in watch.changes:
        here = s.where[cards[0]]
        for one in watch.changes["keywords"]:
            own, you = one.stands.own_zone, one.frame.you
            elsewhere = own is not None and you is not None and here != you * PER_PLAYER + own
            if one.stands.kind in ("", label) and not elsewhere:
                given = True
    if not given and watch.stages is None:
        called = s.g.called[label]
        return [] if called.isdisjoint(cards) else [*among(cards, called)]
    return those_called_now(s, cards, label)


def labels_of(s: State, card: int) -> list[str]:
    """What a card is called by because of its texts."""
    watch = s.watch
    if (watch is not None and watch.stages is None) or "text" not in s.g.changeable:
        return s.g.labels[card]
    return list(dict.fromkeys(x for text in texts_of(s, card) for x in text.labels))


def keywords_of(s: State, card: int) -> list[str]:
    """The keywords of a card now."""
    found: list[str] = changed(s, "keywords", (card,), labels_of(s, card))
    return found


def works(s: State, one: AnyActive) -> bool:
    """Whether it is the time of something that stands."""
    within = one.stands.within
    return within is None or within(s, one.frame, one.turn if one.lasts else s.turn)


def controllers(s: State) -> dict[int, list[int]]:
    """Who controls each card in play: the one before whom it lies, unless a text says otherwise;
    and nobody those in the Line-Up, unless a text says so."""
    there = {x: [p] for p in s.g.everybody for x in s.zones[p * PER_PLAYER + PLAY]}
    there |= {x: [] for x in s.zones[s.g.line_up]}
    return {card: changed(s, "controllers", (card,), whose) for card, whose in there.items()}


def controlled_by(s: State, player: int, whose: dict[int, list[int]]) -> list[int]:
    """Those of the cards that a player controls, the player's own first."""
    mine = s.zones[player * PER_PLAYER + PLAY]
    return sorted((x for x in whose if player in whose[x]), key=lambda card: card not in mine)


def controlled(s: State, player: int) -> list[int]:
    """The cards that a player controls."""
    watch = s.watch
    plain = watch is not None and "controllers" not in watch.changes
    if plain or "controllers" not in s.g.changeable:
        return list(s.zones[player * PER_PLAYER + PLAY])
    return controlled_by(s, player, controllers(s))


def texts_of(s: State, card: int) -> tuple[Text, ...]:
    """The texts that a card has now: its own, then those that it has got from others."""
    own = s.g.kinds[card].texts
    watch = s.watch
    if (watch is not None and watch.stages is None) or "text" not in s.g.changeable:
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
    watch = s.watch
    own: Sequence[Active[Change]] = ()
    if row == "price" and s.g.kinds[of[0]].own_price:
        own = own_changes(s, of)
    if watch is not None and not own and row not in watch.changes:
        return printed
    rank = RANK[row]
    for other in s.changing:
        if other <= rank:
            return printed
    watch = watch or watching(s)
    if rank in SHIFTING:
        if watch.stages is None or row not in watch.stages:
            return printed
        watch = watch.stages[row]
    there = concerning(s, watch, row, of[0]) if of else watch.changes.get(row, ())
    if own:
        there = (*there, *own)
    if not there:
        return printed
    outer = s.changing
    s.changing = (*outer, rank)
    found = made_by(s, there, of, printed)
    s.changing = outer
    if s.g.no_cost_below_zero and row == "cost" and s.g.is_character[of[0]]:
        return at_least_raised(s, of[0], found)
    return found


def is_as_printed(s: State, row: str) -> bool:
    """Whether nothing that stands changes an attribute of any card, but a card its own price."""
    return row not in s.g.changeable or row not in (s.watch or watching(s)).changes


def at_least_raised(s: State, card: int, cost: Any) -> Any:
    """`least_cost`: the cost of a Character with all that lowers it is not less than 0, to which
    comes by how much it was raised."""
    player = s.g.zone_player[s.where[card]]
    more = 0 if player is None else raised(s, player)
    return cost if cost >= more else more


def concerning(s: State, watch: Watch, row: str, whom: Any) -> Sequence[Active[Change]]:
    """The changes of an attribute that may be about a card or player, seen from outside: many are
    about their own card, or about the Character of their player. It is kept until something else
    stands, unless an event is looked at that took a Character away."""
    if row not in watch.changes:
        return ()
    if s.moment is not None:
        return those_concerning(s, watch.changes[row], whom)
    key = row, whom
    if key not in watch.concerned:
        watch.concerned[key] = those_concerning(s, watch.changes[row], whom)
    return watch.concerned[key]


def those_concerning(
    s: State, there: list[Active[Change]], whom: Any
) -> tuple[Active[Change], ...]:
    """Those of some changes that may be about a card or player."""
    return tuple(one for one in there if may_concern(s, one, whom))


def may_concern(s: State, one: Active[Change], whom: Any) -> bool:
    """Whether a change may be about a card or player."""
    change, you = one.stands, one.frame.you
    if change.of_this and one.frame.this != whom:
        return False
    if change.of_character and s.moment is None and you is not None:
        tops = s.zones[you * PER_PLAYER + CHARACTERS]
        return bool(tops) and tops[0] == whom
    return True


def own_changes(s: State, of: tuple[Any, ...]) -> Sequence[Active[Change]]:
    """What a card says itself of its price."""
    found = Watch()
    of_texts(s, of[0], of[1], "anywhere", found)
    return found.changes.get("price", ())


def made_by(s: State, there: Sequence[Active[Change]], of: tuple[Any, ...], printed: Any) -> Any:
    """An attribute of one with the changes made that are about it."""
    found: list[Active[Change]] = []
    for one in there:
        change = one.stands
        own, you = change.own_zone, one.frame.you
        if own is not None and you is not None and s.where[of[0]] != you * PER_PLAYER + own:
            continue
        if (change.within is None or works(s, one)) and change.applies(s, one, of):
            found.append(one)
    if not found:
        return printed
    for op in (c.ChangeOp.BECOMES, c.ChangeOp.MORE):
        for one in found:
            if one.stands.op is op:
                printed = made_of(s, one, of, printed)
    less = printed
    bounds = []
    for one in found:
        if one.stands.op is c.ChangeOp.LESS:
            less = made_of(s, one, of, less)
        if one.stands.at_least is not None:
            bounds.append(known_to(s, one, of, one.stands.at_least))
    bounds = [least for least in bounds if least is not None] if bounds else bounds
    return max(less, min(printed, max(bounds))) if bounds else less


def known_to(s: State, one: Active[Change], of: tuple[Any, ...], run: Run) -> Any:
    """A value of a change, where the one of whom it speaks is known."""
    name = one.stands.form.name
    return bound(s, one.frame, name, of[0], run) if name and of else run(s, one.frame)


def made_of(s: State, one: Active[Change], of: tuple[Any, ...], before: Any) -> Any:
    """An attribute with one change made."""
    change = one.stands
    amount = one.amount if one.amount is not None else known_to(s, one, of, change.amount)
    match change.op:
        case c.ChangeOp.BECOMES:
            return items(s, amount) if isinstance(before, list) else amount
        case c.ChangeOp.MORE:
            if isinstance(before, list):
                return before + [x for x in items(s, amount) if x not in before]
            return before + amount
        case c.ChangeOp.LESS:
            return before - amount
        case _:
            assert_never(change.op)


# ------------------------------------------------------------------------- bans


BOUGHT: Final = ("buy", "gain")


def is_forbidden(s: State, fact: Fact) -> bool:
    """Whether a text forbids what somebody is about to do."""
    forbidding = (s.watch or watching(s)).forbidding
    if fact.verb not in forbidding:
        return False
    for one in forbidding[fact.verb]:
        stands = one.stands
        if stands.event.of_this and fact.card != one.frame.this:
            continue
        if stands.event.you_do_it and fact.by != one.frame.you:
            continue
        now = stands.within is None or works(s, one)
        if now and stands.event.fits(s, one.frame, fact) and not waits_for_it(s, one, fact):
            return True
    return False


def waits_for_it(s: State, one: Active[Forbid], fact: Fact) -> bool:
    """Of two cards in hand that both have to be played before the other, neither waits."""
    first, card = one.frame.this, fact.card
    if first is None or card is None or fact.verb != "play" or fact.by is None or first == card:
        return False
    held = s.zones[fact.by * PER_PLAYER + HAND]
    if first not in held or card not in held:
        return False
    other = fact._replace(card=first)
    found = Watch()
    of_texts(s, card, fact.by, "hand", found)
    return any(x.stands.event.fits(s, x.frame, other) for x in found.forbidding.get("play", ()))


def forbids(s: State, verb: str, player: int | None, card: int | None) -> bool:
    """Whether a text forbids a player to do that to a card; one that began beside a Super Hero is
    that player's."""
    g = s.g
    if g.keeps_cards and verb in BOUGHT and is_kept(s, verb, player, card):
        return True
    if verb not in (s.watch or watching(s)).forbidding:
        return False
    zone = None if card is None else s.where[card]
    return is_forbidden(
        s, fact_of((verb, player, card, zone, None, player, "card", None, 1, 0, 0, 0))
    )


def is_kept(s: State, verb: str, player: int | None, card: int | None) -> bool:
    """Whether the rules keep a card from a player: it began beside another Super Hero, or nothing
    can be gained in a turn with a Confrontation (`gains_confronting`); or the card itself does."""
    g = s.g
    if g.reads.gains_confronting == "forbidden" and verb == "gain" and has_announced(s):
        return True
    if card is None:
        return False
    return g.kept_for.get(card, player) != player or bans_itself(s, verb, player, card)


def bans_itself(s: State, verb: str, player: int | None, card: int) -> bool:
    """Whether a card says of itself that this player cannot get it so, wherever it is."""
    if not s.g.kinds[card].own_ban:
        return False
    fact = Fact(verb, player, card, s.where[card], whom=player, cause="card")
    found = Watch()
    of_texts(s, card, player, "anywhere", found)
    return any(
        (one.stands.within is None or works(s, one)) and one.stands.event.fits(s, one.frame, fact)
        for one in found.forbidding.get(verb, ())
    )


ANNOUNCED: Final = ("announced",)
"""A Confrontation was announced in this turn, where that matters when it is over."""


def has_announced(s: State) -> bool:
    """Whether a Confrontation was announced in this turn."""
    if s.confronted is not None or ANNOUNCED in s.used:
        return True
    return any(fact.verb == "announce" for fact in s.facts)


# ------------------------------------------------------------------------- what is set off

BECOMES_YOURS: Final = ("gain", "receive", "buy", "defeat", "pass")
"""What makes a card the player's who does it."""


def mention(s: State, verb: str, by: int, card: int | None = None, whom: int | None = None) -> None:
    """The rules let something happen that is noted only if somebody can notice it."""
    watch = s.watch or watching(s)
    loud = verb in watch.waiting or watch.heeds_all or verb in s.g.recalled
    if loud or (card is not None and card in s.g.speaking):
        noted(s, verb, by, card, None, None, whom, "rules", None)
    else:
        s.count += 1
        s.unnoted += 1


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
    fact = new_fact(
        Fact,
        (verb, by, card, from_, to, whom, cause, source, amount, s.turn, number, act or number),
    )
    s.facts.append(fact)
    if verb in watch.waiting or card in s.g.speaking or watch.heeds_all:
        notice(s, watch, fact)
    return fact


def notice(s: State, watch: Watch, fact: Fact) -> None:
    """Texts that wait for what has just happened become pending, and what lasted until it is
    over."""
    verb, by, card = fact[:3]
    if verb in watch.waiting:
        for one in waiting_for(s, watch, verb, by, card):
            set_off(s, one, fact)
    else:
        for one in watch.becoming:
            set_off(s, one, fact)
    if card is not None and card in s.g.speaking:
        for at, text in s.g.kinds[card].about_itself:
            for one in speaking_of_itself(s, fact, at, text):
                set_off(s, one, fact)
    if watch.ends and verb not in ("turn_begin", "turn_end"):
        end_with(s, fact)


def waiting_for(
    s: State, watch: Watch, verb: str, by: int | None, card: int | None = None
) -> tuple[Active[On], ...]:
    """The texts that may wait for what somebody does now, seen from outside: most wait only in
    their player's turns, or for what that player does; where it is told to which card, some only
    for cards of another type."""
    active = -1 if s.phase in ("end", "appearance") else s.active
    g = s.g
    if card is None or not g.sifts:
        key, card = (verb, by, active, ""), None
    else:
        key = verb, by, active, g.keys[card]
    if key not in watch.heeding:
        watch.heeding[key] = heeding(g, watch, verb, by, active, card)
    return watch.heeding[key]


def heeding(
    g: Game, watch: Watch, verb: str, by: int | None, active: int, card: int | None
) -> tuple[Active[On], ...]:
    """Those of the texts that wait for it that may be set off by what somebody does in a turn of
    somebody, to any card or this one."""
    return tuple(
        one
        for one in watch.waiting[verb]
        if not one.stands.in_your_turns or one.frame.you == active
        if not one.stands.event.you_do_it or one.frame.you == by
        if card is None or one.stands.event.may_be_of(g, watch, card)
    )


new_fact: Final = tuple.__new__
"""`new_fact(Fact, …)`: a Fact from all of its values in order, in half the time."""


def is_noticed(s: State, verb: str) -> bool:
    """Whether anybody, now or later, can notice that something like that has happened. If not it
    need not be noted; it makes no difference how often it has happened (`waiting.UNCOUNTED`)."""
    watch = s.watch or watching(s)
    return verb in s.g.spoken_of or watch.heeds_all


def set_lasting(s: State, lasting: tuple[AnyActive, ...]) -> None:
    """What lasts has changed."""
    s.lasting = lasting
    look_again(s)


def look_again(s: State) -> None:
    """Something else stands now."""
    s.watch = s.passing = None
    s.watches = {}


def end_with(s: State, fact: Fact) -> None:
    """What lasted until an event is over. What lasts until a turn begins is over just before it
    does, and until a turn ends when the whole turn is over."""
    left = tuple(
        one
        for one in s.lasting
        if (event := one.stands.over) is None or not event.fits(s, one.frame, fact)
    )
    if len(left) < len(s.lasting):
        set_lasting(s, left)


def about_itself(s: State, fact: Fact) -> Iterator[Active[On]]:
    """The texts of the card to which something happens that work wherever it is."""
    if fact.card is not None:
        for number, text in s.g.kinds[fact.card].about_itself:
            yield from speaking_of_itself(s, fact, number, text)


def speaking_of_itself(s: State, fact: Fact, number: int, text: Text) -> Iterator[Active[On]]:
    """What a text says of its own card. It speaks to who did it if it says "you", else to whoever
    had the card."""
    for at, on in enumerate(text.stands):
        if isinstance(on, On) and (not on.verbs or fact.verb in on.verbs):
            you = spoken_to(s, fact, on)
            yield Active(on, Frame(you, fact.card), (fact.card, number, at), -1)


def about_itself_before(s: State, fact: Fact) -> Iterator[Active[On]]:
    """Those of them that step in; of a card that nobody has only if it becomes somebody's, or if
    they only say where it goes."""
    for one in about_itself(s, fact):
        on = one.stands
        if not on.form.before or not isinstance(on.event, Pattern):
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


def set_off(s: State, one: Active[On], fact: Fact) -> None:
    """A text that waits for it becomes pending, if it is the time and the number that it says. It
    is carried out when the card that is being played is done (`resolve`; CONF-RE03)."""
    on = one.stands
    you = one.frame.you
    if on.form.before or (s.out and you in s.out):
        return
    if on.your_turns:
        if you != s.active or s.phase in ("end", "appearance"):
            return
    elif on.within is not None and not works(s, one):
        return
    banner = on.banner
    passed = banner is not None and fact.verb == "pass"
    if passed or (banner == "bought" and fact.verb != "buy"):
        return  # a card that is passed is received, and not gained
    if not is_due(s, one, on, fact):
        return
    if on.limited and one.lasts:
        use_up(s, one)
    frame = knowing(s, one.frame, on, fact)
    waits = Pending(s.active if you is None else you, one.frame.this, one, frame, fact)
    s.pending = (*s.pending, waits)


def use_up(s: State, one: AnyActive) -> None:
    """What lasted until it was set off is over."""
    set_lasting(s, tuple(x for x in s.lasting if x.key != one.key))


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


def is_due(s: State, one: Active[On], on: On, fact: Fact) -> bool:
    """Whether an event is the one that a text waits for: it fits, and it is the n-th (counted from
    the beginning of its window, or from when the text began to wait) or has not come yet as often
    as it may."""
    if one.capped and not in_own_turn(s, one, on):
        return False
    event = on.event
    came: tuple[Any, ...] = ()
    if on.nth is None and once_a_turn(s, one, on):
        came = ("came", *one.key)
        if on.verbs and came in s.used:
            return False
    if not on.verbs:
        if not has_become(s, one, fact):
            return False
    elif not event.fits(s, one.frame, fact):
        return False
    if on.nth is not None:
        since = 0 if on.form.within is not None else one.since
        seen = 0
        for x in s.facts:
            may_be = not on.verbs or x.verb in on.verbs
            if may_be and x.number > since and event.fits(s, one.frame, x):
                seen += 1
        return bool(seen == on.nth(s, one.frame))
    if came:
        if came in s.used:
            return False
        s.used = (*s.used, came)
    return True


def has_become(s: State, one: Active[On], fact: Fact) -> bool:
    """Whether something is so that was not so when it was looked at last: when the waiting began,
    or at the event before. A text that stands looks anew in each turn."""
    was = s.so.get(one.key, False)
    now = one.stands.event.fits(s, one.frame, fact)
    s.so = {**s.so, one.key: now}
    return now and not was


def in_own_turn(s: State, one: Active[On], on: On) -> bool:
    """Whether a capped Location that says no time works now: in the turns of its player only."""
    if on.form.within is not None or on.of_turns:
        return True
    return s.active == one.frame.you and s.phase != "appearance"


def once_a_turn(s: State, one: Active[On], on: On) -> bool:
    """Whether a text comes at most once in a turn."""
    if on.of_turns:
        return False
    return on.first_only or one.capped or (on.limited and not one.lasts)


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
    one: AnyActive = Active(stands, frame, key, s.turn, s.count, True, False, found, amount)
    set_lasting(s, (*s.lasting, one))
    if isinstance(stands, On) and isinstance(stands.event, Becomes):
        s.so = {**s.so, key: bool(stands.event.test(s, frame))}


def expire(s: State) -> None:
    """What held for the turn that is over is over."""
    left = tuple(one for one in s.lasting if not one.stands.is_over(s, one.frame, one.turn))
    if len(left) < len(s.lasting):
        set_lasting(s, left)


def tally(s: State, card: int | None, player: int, number: Any) -> None:
    """It is noted which card has given how much Power."""
    s.given = {**s.given, ("gave", card, len(s.given), player): number}


def follows_condition(window: c.Value | None) -> bool:
    """Whether something stands only while a condition holds."""
    if isinstance(window, c.Overlap):
        return follows_condition(window.left) or follows_condition(window.right)
    return isinstance(window, c.While)


def is_left(s: State, one: Active[Change], *, begun: bool) -> bool:
    """Whether Power that comes with a condition is not looked at now: a count of the Line-Up may
    follow bought cards only, if it is read so. Or it goes when the condition fails."""
    if not follows_condition(one.stands.form.within):
        return False
    if s.g.reads.leaving_line_up == "bought" and not begun:
        return not s.facts or s.facts[-1].verb != "buy"
    if s.g.reads.bonus == "goes" and not works(s, one):
        for key in [key for key in s.given if key[:-1] == one.key and s.given[key]]:
            lost, player = s.given[key], key[-1]
            s.given = {**s.given, key: 0}
            s.power[player] -= lost
            tell_live(s, one, player, -lost)
    return False


def look_at_power(s: State, *, begun: bool = False) -> None:
    """Power that follows the game is looked at: what is more than it has given is given. `begun`:
    some of it has just begun to."""
    changes = (s.watch or watching(s)).power
    if not changes or s.phase in ("setup", "appearance"):
        return
    reads = s.g.reads
    also = reads.bonus != "stays" or reads.leaving_line_up != "any"
    for one in changes:
        if also and is_left(s, one, begun=begun):
            continue
        if not works(s, one):
            continue
        change = one.stands
        for player in items(s, change.of[0](s, one.frame)):
            amount = change.amount(s, one.frame)
            key = (*one.key, player)
            given = s.given.get(key, 0)
            if player == s.active and amount > given:
                s.given = {**s.given, key: amount}
                s.power[player] += amount - given
                if s.g.tallies:
                    tally(s, one.frame.this, player, amount - given)
                if s.trace is not None:
                    tell_live(s, one, player, amount - given)
                s.next_number()


def tell_live(s: State, one: Active[Change], player: int, more: Any) -> None:
    """Power that follows the game has grown."""
    card = one.frame.this
    ongoing = card is not None and s.g.kinds[card].ongoing and not one.lasts
    topic = "power.live.ongoing" if ongoing else "power.live"
    say(s, "power", player, topic, (card,), (more,))


__all__ = ["Act", "Active", "Watch", "begin", "changed", "forbids", "happen", "items", "watching"]
