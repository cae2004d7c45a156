"""What stands: which texts work now, what they change and forbid, and what sets them off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, assert_never

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import says_you_do_it, speaks_of
from rules_check.grammar.core.rows import ORDER_OF_CHANGES
from rules_check.oracle.letter.box import sort_of
from rules_check.oracle.letter.events import as_told, fits, is_over, over_with
from rules_check.oracle.letter.position import (
    SUPER_VILLAINS,
    Card,
    Fact,
    Frame,
    Pending,
    Player,
    Standing,
    player_of,
    zone_of,
)
from rules_check.oracle.letter.table import Table
from rules_check.oracle.letter.values import (
    controlled_by,
    controllers,
    items,
    of_card,
    texts_of,
    value,
)

# ------------------------------------------------------------------------- which texts work


At = tuple[Card, Player | None, str]
"""A card whose texts may stand, for whom, and the home of those that do."""


def standing(t: Table, sort: str) -> list[Standing]:
    """Everything of a sort (`sort_of`) that stands now: the texts of Characters and of cards in
    play, player by player, then what was begun by texts that were carried out. It is looked for
    anew each time, so that a text works from the moment at which its card is there to that at which
    it leaves."""
    if not is_said(t, sort):
        return []
    whose = controllers(t)
    players = t.pos.from_on(t.pos.active)
    there = [one for p in players for one in of_player(t, p, controlled_by(t, p, whose))]
    there += [(card, None, "stack") for card in turned_up(t)]
    if not is_said(t, "text"):
        there = [at for at in there if (at[2], sort) in t.kind(at[0]).stands]
    there = [at for at in there if at[2] != "character" or of_card(t, "face", at[:1]) == "up"]
    texts = t.changed_each("text", [((card,), list(t.kind(card).texts)) for card, _, _ in there])
    found = [one for at, own in zip(there, texts, strict=True) for one in of_texts(t, at, own)]
    return [one for one in (*found, *t.pos.lasting) if sort_of(one.statement) == sort]


def is_said(t: Table, sort: str) -> bool:
    """Whether anything on the table says something of a sort; or it may, as a card may have got a
    text."""
    if any(sort_of(one.statement) in (sort, "text") for one in t.pos.lasting):
        return True
    game, zones = t.game, t.pos.zones
    for one in (sort, "text"):
        if one in game.sorts:
            for zone, home in game.where_texts_stand:
                wanted = (home, one)
                for card in zones.get(zone, ()):
                    if wanted in game.kind(card).stands:
                        return True
            if any(("stack", one) in game.kind(card).stands for card in turned_up(t)):
                return True
    return False


def turned_up(t: Table) -> tuple[Card, ...]:
    """The Super-Villain that lies face up on its stack."""
    return tuple(x for x in t.pos.cards(SUPER_VILLAINS)[:1] if x == t.pos.face_up)


def of_player(t: Table, player: Player, controlled: list[Card]) -> Iterator[At]:
    """The cards whose texts stand for a player, who is `you` in them: the Character on top, which
    has to be face up, the cards that the player controls now, and those in hand."""
    for card in t.pos.cards(zone_of(player, "characters"))[:1]:
        yield card, player, "character"
    for card in controlled:
        yield card, player, "play"
    for card in t.pos.cards(zone_of(player, "hand")):
        yield card, player, "hand"


def of_texts(t: Table, at: At, texts: Sequence[c.Text]) -> Iterator[Standing]:
    """What the texts that a card has now say, of those that work where it is."""
    card, player, home = at
    for number, text in enumerate(texts):
        if text.home != home:
            continue
        ongoing = any("Ongoing" in one.labels for one in t.kind(card).texts)
        frame = Frame(player, card)
        for line, (statement, known) in enumerate(said(t, frame, text.body)):
            key = (card, number, line)
            yield Standing(statement, known, key, t.pos.turn, 0, ongoing=ongoing)


def said(t: Table, f: Frame, block: c.Block) -> Iterator[tuple[c.Standing, Frame]]:
    """The statements of a text that stand, each with the names that it knows."""
    for statement in block:
        match statement:
            case c.On() | c.Option() | c.Change() | c.Forbid():
                yield statement, f
            case c.ForEach(name, source, body):
                for one in items(t, value(t, f, source)):
                    yield from said(t, f.knowing(name, one), body)
            case c.Let(name, of):
                f = f.knowing(name, value(t, f, of))
            case c.If(test, then, otherwise):
                yield from said(t, f, then if t.is_so(f, test) else otherwise)
            case _:
                pass


def works(t: Table, one: Standing) -> bool:
    """Whether it is the time of something that stands."""
    return t.within(one.frame, one.statement.within, one.turn)


# ------------------------------------------------------------------------- changes


Printed = tuple[tuple[Any, ...], Any]
"""Of which cards or players an attribute is, and what it is before any text changes it."""


def changed(t: Table, row: str, several: list[Printed]) -> list[Any]:
    """An attribute of each of several with what stands makes of it: what sets it, then what adds
    and takes away, then bounds below which that does not bring it. While one attribute is worked
    out, those behind it are as printed (decision 017). Power is not worked out but given
    (`look_at_power`)."""
    as_printed = [printed for _, printed in several]
    if row not in ORDER_OF_CHANGES or row == "power" or not may_be_changed(t, row):
        return as_printed
    rank = ORDER_OF_CHANGES.index(row)
    if any(ORDER_OF_CHANGES.index(other) <= rank for other in t.changing):
        return as_printed
    t.changing.append(row)
    try:
        there = [one for one in t.standing(row) if works(t, one)]
        return [
            made_by(t, [*there, *own_changes(t, row, of)], of, printed) for of, printed in several
        ]
    finally:
        t.changing.pop()


def made_by(t: Table, there: list[Standing], of: tuple[Any, ...], printed: Any) -> Any:
    """An attribute of one with the changes made that are about it."""
    found = [one for one in there if applies(t, one, of)]
    for op in (c.ChangeOp.BECOMES, c.ChangeOp.MORE):
        for one in found:
            printed = made_of(t, one, op, of, printed)
    less = printed
    for one in found:
        less = made_of(t, one, c.ChangeOp.LESS, of, less)
    bounds = [least for one in found if (least := bound_of(t, one, of)) is not None]
    return max(less, min(printed, max(bounds))) if bounds else less


def may_be_changed(t: Table, row: str) -> bool:
    """Whether anything that stands changes an attribute, or a card may do so itself."""
    return row == "price" or is_said(t, row)


def own_changes(t: Table, row: str, of: tuple[Any, ...]) -> list[Standing]:
    """What a card says itself of its price."""
    if row != "price":
        return []
    card, payer = of
    own = of_texts(t, (card, payer, "anywhere"), texts_of(t, card))
    return [one for one in own if sort_of(one.statement) == row and works(t, one)]


def applies(t: Table, one: Standing, of: tuple[Any, ...]) -> bool:
    """Whether a change is about these: directly, or as one of those of whom it speaks."""
    change = one.statement
    assert isinstance(change, c.Change)
    attribute = change.attribute
    assert isinstance(attribute, c.Attribute)
    if change.source is None:
        return same(t, one.frame, attribute, of)
    if one.found is not None:
        return any(same(t, one.frame.knowing(change.name, x), attribute, of) for x in one.found)
    if attribute.of[:1] == (c.Var(change.name),):
        known = one.frame.knowing(change.name, of[0])
        return is_among(t, one.frame, of[0], change.source) and same(t, known, attribute, of)
    there = items(t, value(t, one.frame, change.source))
    return any(same(t, one.frame.knowing(change.name, x), attribute, of) for x in there)


def same(t: Table, f: Frame, attribute: c.Attribute, of: tuple[Any, ...]) -> bool:
    """Whether an attribute is that of these."""
    found = [value(t, f, one) for one in attribute.of]
    return all(x == y or items(t, x) == [y] for x, y in zip(found, of, strict=True))


def is_among(t: Table, f: Frame, it: Any, source: c.Value) -> bool:
    """Whether something is one of those that a value means."""
    match source:
        case c.Place("anywhere"):
            return True
        case c.Filter(name, inner, test):
            return is_among(t, f, it, inner) and t.is_so(f.knowing(name, it), test) is True
        case _:
            return it in items(t, value(t, f, source))


def made_of(t: Table, one: Standing, op: c.ChangeOp, of: tuple[Any, ...], before: Any) -> Any:
    """An attribute with one change made."""
    change = one.statement
    assert isinstance(change, c.Change)
    if change.op is not op:
        return before
    known = one.frame.knowing(change.name, of[0]) if change.name and of else one.frame
    amount = one.amount if one.amount is not None else value(t, known, change.value)
    match op:
        case c.ChangeOp.BECOMES:
            return items(t, amount) if isinstance(before, list) else amount
        case c.ChangeOp.MORE:
            if isinstance(before, list):
                return [*before, *(one for one in items(t, amount) if one not in before)]
            return before + amount
        case c.ChangeOp.LESS:
            return before - amount
        case _:
            assert_never(op)


def bound_of(t: Table, one: Standing, of: tuple[Any, ...]) -> int | None:
    """Below what a change does not bring an attribute; None: it says nothing of that."""
    change = one.statement
    assert isinstance(change, c.Change)
    if change.at_least is None:
        return None
    known = one.frame.knowing(change.name, of[0]) if change.name and of else one.frame
    least: int | None = value(t, known, change.at_least)
    return least


# ------------------------------------------------------------------------- bans


def is_forbidden(t: Table, fact: Fact) -> bool:
    """Whether a text forbids what somebody is about to do. It is asked before a card is moved,
    chosen, played, bought, used as a Defense or Block, and of what is done to end a turn. What a
    card says of buying or gaining it holds wherever it is, and speaks to whoever would do it."""
    own: list[Standing] = []
    if fact.card is not None and fact.verb in ("buy", "gain"):
        own = list(of_texts(t, (fact.card, fact.by, "anywhere"), texts_of(t, fact.card)))
    return any(
        isinstance(one.statement, c.Forbid)
        and works(t, one)
        and fits(t, one.frame, one.statement.event, fact)
        and not waits_for_it(t, one, fact)
        for one in (*t.standing("forbid"), *own)
    )


def waits_for_it(t: Table, one: Standing, fact: Fact) -> bool:
    """Of two cards in hand that both have to be played before the other, neither waits."""
    first, card = one.frame.this, fact.card
    if first is None or card is None or fact.verb != "play":
        return False
    held = t.pos.cards(zone_of(fact.by or "", "hand"))
    if first == card or first not in held or card not in held:
        return False
    other = replace(fact, card=first)
    return any(
        isinstance(x.statement, c.Forbid) and fits(t, x.frame, x.statement.event, other)
        for x in of_texts(t, (card, fact.by, "hand"), texts_of(t, card))
    )


def forbids(t: Table, verb: str, player: Player | None, card: Card | None) -> bool:
    """Whether a text forbids a player to do that to a card."""
    zone = None if card is None else t.pos.where(card)
    if verb in ("buy", "gain") and card is not None and not may_have(t, player, card):
        return True
    return is_forbidden(t, Fact(verb, player, card, zone, whom=player, cause="card"))


def may_have(t: Table, player: Player | None, card: Card) -> bool:
    """Whether a player may get a card: one that began beside a Super Hero is that player's."""
    return t.pos.kept_for.get(card, player) == player


# ------------------------------------------------------------------------- what is set off

BECOMES_YOURS = ("gain", "receive", "buy", "defeat", "pass")
"""What makes a card the player's who does it."""


def happen(t: Table, fact: Fact) -> Fact:
    """Note a fact of this turn; texts that wait for it become pending, and what lasted until it is
    over."""
    pos = t.pos
    told = replace(fact, turn=pos.turn, number=pos.next_number(), act=fact.act or pos.count)
    listening = [one for one in t.standing("on") if waits(one)]
    pos.facts = (*pos.facts, told)
    for one in [*listening, *about_itself(t, told)]:
        set_off(t, one, told)
    if told.verb not in ("turn_begin", "turn_end"):
        end_with(t, told)
    return told


def end_with(t: Table, fact: Fact) -> None:
    """What lasted until an event is over. What lasts until a turn begins is over just before it
    does, and until a turn ends when the whole turn is over."""
    t.pos.lasting = tuple(
        one
        for one in t.pos.lasting
        if not ((event := over_with(one.statement.within)) and fits(t, one.frame, event, fact))
    )


def waits(one: Standing) -> bool:
    """Whether something that stands waits for events."""
    return isinstance(one.statement, c.On) and not one.statement.before


def about_itself(t: Table, fact: Fact) -> Iterator[Standing]:
    """The texts of the card to which something happens that work wherever it is. They speak to who
    did it if they say "you", else to whoever had the card."""
    if fact.card is None:
        return
    for number, text in enumerate(t.kind(fact.card).texts):
        if text.home != "anywhere":
            continue
        for at, statement in enumerate(text.body):
            if isinstance(statement, c.On):
                you = spoken_to(t, fact, statement)
                frame = Frame(you, fact.card)
                yield Standing(statement, frame, (fact.card, number, at), t.pos.turn, 0)


def about_itself_before(t: Table, fact: Fact) -> Iterator[Standing]:
    """Those of them that step in; of a card that nobody has only if it becomes somebody's, or if
    they only say where it goes."""
    for one in about_itself(t, fact):
        on = one.statement
        if not isinstance(on, c.On) or not on.before or not isinstance(on.event, c.Event):
            continue
        told = on.event.where is not None and says_you_do_it(on.event.where)
        moves_on = all(isinstance(step, c.Proceed) for step in on.body)
        if told or moves_on or fact.verb in BECOMES_YOURS or t.pos.owner(fact.card or ""):
            yield one


def spoken_to(t: Table, fact: Fact, on: c.On) -> Player | None:
    """To whom a text about the card itself speaks."""
    assert isinstance(on.event, c.Event)
    told = as_told(t, fact.card, on.event.verbs, fact) or fact
    if on.event.where is not None and says_you_do_it(on.event.where):
        return told.by
    return player_of(fact.from_) or fact.by


def set_off(t: Table, one: Standing, fact: Fact) -> None:
    """A text that waits for it becomes pending, if it is the time and the number that it says. It
    is carried out when the card that is being played is done (`resolve`; CONF-RE03)."""
    on = one.statement
    assert isinstance(on, c.On)
    if on.before or one.frame.you in t.pos.out or not works(t, one):
        return
    is_banner = any(one.name == "banner" for one in on.settings)
    if is_banner and fact.verb == "pass":
        return  # a card that is passed is received, and not gained
    if on.answer("banner") == "bought" and fact.verb != "buy":
        return
    if not is_due(t, one, on, fact):
        return
    pos = t.pos
    if on.limit is not None and one.lasts:
        left = [x for x in pos.lasting if x.key != one.key]
        pos.lasting = tuple(left)
    pos.pending = (
        *pos.pending,
        Pending(
            one.frame.you or pos.active, one.frame.this, on, knowing(t, one.frame, on, fact), fact
        ),
    )


def knowing(t: Table, f: Frame, on: c.On, fact: Fact) -> Frame:
    """The frame of a text that was set off: it knows what set it off, and the foe who did it."""
    frame = f.copy()
    if isinstance(on.event, c.Event):
        told = as_told(t, f.this, on.event.verbs, fact) or fact
        if on.event.name:
            frame.names[on.event.name] = told
        doer = told.whom if told.verb in ("attack", "confront") else told.by
        if f.you is not None and doer is not None and doer not in t.game.team(f.you):
            frame.that = doer
    return frame


def is_due(t: Table, one: Standing, on: c.On, fact: Fact) -> bool:
    """Whether an event is the one that a text waits for: it fits, and it is the n-th (counted from
    the beginning of its window, or from when the text began to wait) or has not come yet as often
    as it may."""
    if not in_own_turn(t, one, on):
        return False
    if isinstance(on.event, c.Becomes):
        if not has_become(t, one, on.event):
            return False
    elif not fits(t, one.frame, on.event, fact):
        return False
    if on.nth is not None:
        since = 0 if on.within is not None else one.since
        seen = [x for x in t.pos.facts if x.number > since and fits(t, one.frame, on.event, x)]
        return len(seen) == int(value(t, one.frame, on.nth))
    if once_a_turn(t, one, on):
        if ("came", *one.key) in t.pos.used:
            return False
        t.pos.used = (*t.pos.used, ("came", *one.key))
    return True


def has_become(t: Table, one: Standing, event: c.Becomes) -> bool:
    """Whether something is so that was not so when it was looked at last: when the waiting began,
    or at the event before. A text that stands looks anew in each turn."""
    was = t.pos.so.get(one.key, False)
    now = fits(t, one.frame, event, t.pos.facts[-1])
    t.pos.so[one.key] = now
    return now and not was


def is_capped_location(t: Table, one: Standing) -> bool:
    """Whether a Location works once in each turn of its player, as some books say of all of them
    (RBJ and HU: `ongoing.cap`)."""
    card = one.frame.this
    if card is None or one.lasts or not one.ongoing:
        return False
    return (
        t.game.book(card, "ongoing.cap") == "once_per_own_turn" and t.kind(card).type == "Location"
    )


def in_own_turn(t: Table, one: Standing, on: c.On) -> bool:
    """Whether a Location that says no time works now: in the turns of its player only."""
    if on.within is not None or not is_capped_location(t, one):
        return True
    if isinstance(on.event, c.Event) and set(on.event.verbs) & {"turn_begin", "turn_end"}:
        return True
    return t.pos.active == one.frame.you and t.pos.phase != "appearance"


def once_a_turn(t: Table, one: Standing, on: c.On) -> bool:
    """Whether a text comes at most once in a turn."""
    if isinstance(on.event, c.Event) and set(on.event.verbs) & {"turn_begin", "turn_end"}:
        return False
    capped = on.answer("often") == "first" or is_capped_location(t, one)
    return capped or (on.limit is not None and not one.lasts)


# ------------------------------------------------------------------------- what begins and ends


def begin(t: Table, f: Frame, statement: c.Standing) -> Standing:
    """What stands from now on, by a text that is carried out. What it says of a set or a number
    "now" is worked out once."""
    found: tuple[Any, ...] | None = None
    amount: Any = None
    match statement:
        case c.Change():
            if statement.source is not None and statement.answer("set") == "now":
                found = tuple(items(t, value(t, f, statement.source)))
            live = statement.answer("counted") == "live" or sort_of(statement) == "text"
            if not live and not speaks_of(statement.value, statement.name or " "):
                amount = value(t, f, statement.value)
        case c.On() | c.Option() | c.Forbid():
            pass
        case _:
            assert_never(statement)
    pos = t.pos
    key = ("lasts", pos.next_number())
    frame = replace(f.copy(), turn=pos.turn)
    one = Standing(
        statement,
        frame,
        key,
        pos.turn,
        pos.count,
        lasts=True,
        found=found,
        amount=amount,
    )
    pos.lasting = (*pos.lasting, one)
    if isinstance(statement, c.On) and isinstance(statement.event, c.Becomes):
        pos.so[key] = t.is_so(frame, statement.event.test) is True
    return one


def expire(t: Table) -> None:
    """What held for the turn that is over is over."""
    t.pos.lasting = tuple(
        one for one in t.pos.lasting if not is_over(t, one.frame, one.statement.within, one.turn)
    )


def look_at_power(t: Table) -> None:
    """Power that follows the game is looked at: what is more than it has given is given."""
    pos = t.pos
    if pos.phase in ("setup", "appearance"):
        return
    for one in t.standing("power"):
        change = one.statement
        if not works(t, one):
            continue
        assert isinstance(change, c.Change)
        assert isinstance(change.attribute, c.Attribute)
        for player in items(t, value(t, one.frame, change.attribute.of[0])):
            amount = value(t, one.frame, change.value)
            given = pos.given.get((*one.key, player), 0)
            if player == pos.active and amount > given:
                pos.given[*one.key, player] = amount
                pos.power[player] += amount - given
