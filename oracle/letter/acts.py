"""Acts: cards move, are shown and played, points are given; a function a form."""

from __future__ import annotations

from dataclasses import replace

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter.choosing import chooser
from rules_check.oracle.letter.events import fits
from rules_check.oracle.letter.position import (
    DESTROYED,
    LINE_UP,
    MAIN_DECK,
    REMOVED,
    SUPER_VILLAINS,
    Card,
    Ending,
    Fact,
    Frame,
    Outcome,
    Player,
    Standing,
    Zone,
    Zones,
    is_pile,
    is_stack,
    player_of,
    zone_of,
)
from rules_check.oracle.letter.standing import about_itself_before, forbids, works
from rules_check.oracle.letter.table import Proposed, Table
from rules_check.oracle.letter.values import items, price_of, texts_of, value

OWNING = ("gain", "receive", "buy", "defeat", "pass")
"""What makes a card the player's who does it."""

# ------------------------------------------------------------------------- moving


def move(t: Table, f: Frame, s: c.Move) -> Outcome:
    """Cards go to a place, as the verb says. It was done if a card moved; whether there were as
    many as had to be, the choice tells (decision 019)."""
    player = chooser(t, f, s.by)
    act = t.pos.next_number()
    match s.cards:
        case c.Ends(c.End.TOP, number, c.Place("deck" | "main") as pile):
            fill_decks(t, f, number)
            return move_tops(t, f, s, player, value(t, f, number) or 0, value(t, f, pile), act)
        case c.Ends(c.End.TOP, number, c.Place("superstack")):
            found = items(t, value(t, f, s.cards))
            cards = pick_some(t, player, found, value(t, f, number))
        case _:
            fill_decks(t, f, s.cards)
            cards = items(t, value(t, f, s.cards))
    there: list[Card] = list(cards)
    f.taken.setdefault(s, []).extend(there)
    goals = {card: destination(t, f, s, player, card) for card in there}
    moved = 0
    for card in in_order(t, f, s, player, there, goals):
        moved += carry(t, f, s, player, card, goals[card], act)
    return Outcome(done=moved > 0)


def pick_some(t: Table, player: Player, cards: list[Card], number: int) -> list[Card]:
    """Where the Super-Villains have no stack, which of those in the Line-Up is on top is chosen."""
    found: list[Card] = []
    while len(found) < number and (left := [card for card in cards if card not in found]):
        options = [("card", card) for card in t.one_of_each(left)]
        found.append(t.ask(player, "card", options, [("card", card) for card in left])[1])
    return found


def move_tops(
    t: Table, f: Frame, s: c.Move, player: Player, number: int, pile: Zones, act: int
) -> Outcome:
    """Cards from the top of a deck, one after the other; an empty deck is shuffled first."""
    if number <= 0:
        return Outcome()
    moved = 0
    for zone in pile:
        for _ in range(number):
            if not t.pos.cards(zone):
                if none_may(t, s.verb, player, zone):
                    break
                reshuffle(t, zone)
            card = next(iter(t.pos.cards(zone)), None)
            if card is None:
                break
            if not carry(t, f, s, player, card, destination(t, f, s, player, card), act):
                break
            moved += 1
    return Outcome(done=moved > 0)


def none_may(t: Table, verb: str, player: Player, deck: Zone) -> bool:
    """Whether every card that would come into an empty deck is forbidden: then none is needed, and
    nothing is shuffled."""
    pile = t.pos.cards(zone_of(player_of(deck) or "", "discard"))
    return all(forbids(t, verb, player, card) for card in pile)


def reshuffle(t: Table, deck: Zone, end: c.End = c.End.TOP) -> None:
    """The discard pile is shuffled and becomes the deck; the cards that are left come first, from
    whichever end they are taken. The main deck has no discard pile.

    Rules: CONF-SH02, CONF-SH03, HU-SH02, RBJ-SH02, RBJ-SH05, RSB-SH02, RSB-SH04.
    """
    player = player_of(deck)
    if player is None or not t.pos.cards(zone_of(player, "discard")):
        return
    pile = zone_of(player, "discard")
    t.shuffle(pile)
    left, new = t.pos.cards(deck), t.pos.cards(pile)
    t.pos.zones[deck] = left + new if end is c.End.TOP else new + left
    t.pos.zones[pile] = ()


def fill_decks(t: Table, f: Frame, form: c.Form) -> None:
    """Where a text takes or shows more cards from an end of a deck than there are, the discard pile
    is shuffled first and put behind those that are left."""
    match form:
        case c.Ends(end, number, c.Place("deck") as deck):
            short(t, value(t, f, deck), value(t, f, number) or 0, end)
        case c.Ends(end, number, c.Join(c.SetOp.WITHOUT, c.Place("deck") as deck, without)):
            zones = value(t, f, deck)
            shown = [x for x in items(t, value(t, f, without)) if x in items(t, zones)]
            short(t, zones, (value(t, f, number) or 0) + len(shown), end)
        case _:
            for part in c.parts(form):
                fill_decks(t, f, part)


def short(t: Table, decks: Zones, number: int, end: c.End) -> None:
    """Fill a deck that has fewer cards."""
    for deck in decks:
        if len(t.pos.cards(deck)) < number:
            reshuffle(t, deck, end)


Goal = tuple[Zone | None, bool]
"""Where a card goes, and whether on top; None: it stays."""


def destination(t: Table, f: Frame, s: c.Move, player: Player, card: Card) -> Goal:
    """Where a card goes: where the text says; its stack, if the book says so of destroyed cards."""
    known = f.knowing(s.name, card) if s.name else f
    found = value(t, known, s.to)
    zone = next(iter(found), None) if isinstance(found, Zones) else None
    if zone is None and s.verb == "discard":
        zone = zone_of(player, "discard")
    if s.verb == "destroy" and zone == DESTROYED:
        zone = where_destroyed(t, card)
    if zone is not None and is_stack(zone) and zone not in t.pos.zones:
        zone = DESTROYED
    if zone is None or not may_enter(t, card, zone):
        return None, False
    if s.end is not None and s.verb != "return" and zone.endswith(" hand"):
        zone = zone.replace(" hand", " deck")  # what comes from no pile goes to one of its owner's
    bottom = s.end is c.End.BOTTOM or (s.end is None and s.verb == "destroy")
    return zone, is_pile(zone) and not bottom


def where_destroyed(t: Table, card: Card) -> Zone:
    """Where a destroyed card goes (`destroy.returns_to_stack`)."""
    name = t.kind(card).name
    returns = name in t.game.book(card, "destroy.returns_to_stack", ())
    return f"stack:{name}" if returns and f"stack:{name}" in t.pos.zones else DESTROYED


def may_enter(t: Table, card: Card, zone: Zone) -> bool:
    """Whether a text can put a card there: a Character stays where it is, basic cards and
    Super-Villains that have a stack do not go into the main deck (HU-SU07, HU-VX01), and without
    Super-Villains there is no stack of them."""
    kind = t.kind(card)
    if kind.is_character:
        return False
    if zone == MAIN_DECK:
        stacked = "Super-Villain" in kind.titles and SUPER_VILLAINS in t.pos.zones
        return kind.pile not in ("starter", "stack") and (not stacked or hides(t, card))
    return zone != SUPER_VILLAINS or zone in t.pos.zones


def in_order(
    t: Table, f: Frame, s: c.Move, player: Player, cards: list[Card], goals: dict[Card, Goal]
) -> list[Card]:
    """In which order cards move. On piles "in any order", and where they are returned, the player
    says which is next, the top one first; those that go elsewhere move first."""
    piled = [card for card in cards if (zone := goals[card][0]) is not None and is_pile(zone)]
    others = [card for card in cards if card not in piled]
    back = s.verb == "return" and isinstance(s.to, c.Place) and s.to.row == "origin"
    if len(piled) > 1 and s.random:
        piled = list(t.chance("shuffle", piled)[1:])
    elif len(piled) > 1 and (s.order is not None or (back and s.by is not None)):
        piled = ordered(t, chooser(t, f, s.order or s.by), piled)
    elif len(piled) < 2:
        return cards
    on_top = [card for card in piled if goals[card][1]]
    return [*others, *(card for card in piled if card not in on_top), *reversed(on_top)]


def ordered(t: Table, player: Player, cards: list[Card]) -> list[Card]:
    """A player says in which order cards come; copies are one option wherever they lie."""
    found: list[Card] = []
    left = list(cards)
    while len(left) > 1:
        found.append(next_of(t, player, left))
        left.remove(found[-1])
    return [*found, *left]


def next_of(t: Table, player: Player, cards: list[Card]) -> Card:
    """Which card is next."""
    first = {t.kind(card).key: card for card in reversed(cards)}
    options = [("card", card) for card in cards if first[t.kind(card).key] == card]
    taken: Card = t.ask(player, "order", options, [("card", card) for card in cards])[1]
    return taken


def carry(t: Table, f: Frame, s: c.Move, player: Player, card: Card, goal: Goal, act: int) -> bool:
    """Move one card by a text; whether it moved. What is forbidden or cannot be paid for stays, and
    a text may step in. Each card is an event of its own; those of one statement are one act."""
    zone, top = goal
    if zone is None or t.pos.result is not None or forbids(t, s.verb, player, card):
        return False
    if s.verb == "buy" and price_of(t, card, player) > t.pos.power[player]:
        return False
    here = t.pos.where(card)
    fact = Fact(s.verb, player, card, here, zone, None, cause(t, f), f.this, act=act)
    if s.verb == "pass":
        fact = replace(fact, whom=player_of(zone))
    proposed = Proposed(fact, top)
    if not stepped_in(t, proposed):
        shift(t, proposed)
    if proposed.happened:
        f.note(t.pos.facts[-1] if t.pos.facts[-1].card == card else fact)
    mine = s.verb in OWNING and t.pos.owner(card) == player
    return proposed.happened or mine


def cause(t: Table, f: Frame) -> str:
    """Why something happens: an Attack, the text of a card, or else the rules."""
    if f.attack is not None:
        return "Attack"
    return "rules" if f.this is None else "card"


def stepped_in(t: Table, proposed: Proposed) -> bool:
    """Before a text moves a card, the first text that waits for that steps in; whether one did. If
    that lets the act proceed, no other steps in for it."""
    fact = proposed.fact
    for one in [*t.standing("on"), *about_itself_before(t, fact)]:
        on = one.statement
        assert isinstance(on, c.On)
        key = (*one.key, fact.card)
        if not on.before or key in t.replacing or not works(t, one):
            continue
        if not fits(t, one.frame, on.event, fact) or not is_next(t, one, on):
            continue
        frame = one.frame.copy()
        assert isinstance(on.event, c.Event)
        frame.names[on.event.name] = fact
        t.replacing.append(key)
        t.proposed.append(proposed)
        t.carry_out(frame, on.body)
        t.proposed.pop()
        t.replacing.pop()
        return True
    return False


def is_next(t: Table, one: Standing, on: c.On) -> bool:
    """Whether a text steps in this time: the n-th, or as often as it may."""
    times = sum(1 for used in t.pos.used if used == ("would", *one.key)) + 1
    t.pos.used = (*t.pos.used, ("would", *one.key))
    if on.limit is not None and one.lasts:
        t.pos.lasting = tuple(x for x in t.pos.lasting if x.key != one.key)
    return on.nth is None or times == value(t, one.frame, on.nth)


def proceed(t: Table, f: Frame, s: c.Proceed) -> Outcome:
    """What would have happened happens after all, perhaps elsewhere: on top of a deck, but what is
    destroyed goes below its stack, or to the destroyed cards if it has none (RSB-W14)."""
    proposed = t.proposed[-1]
    for name, form in s.changed:
        found = value(t, f, form)
        if name != "to":
            raise ValueError(f"an act that proceeds cannot have another {name}")
        if isinstance(found, Zones) and found:
            zone = found[0] if not is_stack(found[0]) or found[0] in t.pos.zones else DESTROYED
            destroyed = proposed.fact.verb == "destroy"
            proposed.fact = replace(proposed.fact, to=zone)
            proposed.top = is_pile(zone) and not destroyed
    shift(t, proposed)
    return Outcome(done=True)


def shift(t: Table, proposed: Proposed) -> None:
    """Move a card with all that follows: it is paid for, it may change its owner, texts notice."""
    fact = proposed.fact
    assert fact.card is not None
    assert fact.to is not None
    if fact.verb == "buy" and fact.by is not None:
        t.pos.power[fact.by] -= price_of(t, fact.card, fact.by)
    put(t, fact.card, fact.to, top=proposed.top)
    note_owner(t, fact)
    proposed.happened = True
    t.happen(fact)
    if fact.to == LINE_UP != fact.from_:
        if fact.verb != "return" and hides(t, fact.card):
            t.pos.arrived = (*t.pos.arrived, fact.card)
        keep_out(t, fact.card)


def hides(t: Table, card: Card) -> bool:
    """Whether it is a Super-Villain that lies in the main deck, as in one variant."""
    hidden = t.game.says("opponent.kind") == "main_deck"
    return hidden and "Super-Villain" in t.kind(card).titles


def keep_out(t: Table, card: Card) -> None:
    """A card that a variant keeps out of the Line-Up leaves the game, and the next one comes."""
    variant = t.game.rules["variant"] or {}
    few = len(t.game.players) == variant.get("kept_out_players")
    if few and t.kind(card).name in variant.get("kept_out", ()):
        by_rules(t, "remove", None, card, REMOVED)
        following = next(iter(t.pos.cards(MAIN_DECK)), None)
        if following is not None:
            by_rules(t, "put", None, following, LINE_UP)


def put(t: Table, card: Card, to: Zone, *, top: bool = False) -> None:
    """A card lies in another zone."""
    zones = t.pos.zones
    here = t.pos.where(card)
    zones[here] = tuple(x for x in zones[here] if x != card)
    there = zones.get(to, ())
    zones[to] = (card, *there) if top else (*there, card)
    if not to.endswith(" play"):
        t.pos.owners.pop(card, None)


def note_owner(t: Table, fact: Fact) -> None:
    """A card of another player that comes into play still belongs to that player, unless the one
    before whom it lies has got it."""
    assert fact.card is not None
    assert fact.to is not None
    was, now = player_of(fact.from_), player_of(fact.to)
    if not fact.to.endswith(" play") or fact.verb in OWNING:
        return
    if was is not None and now is not None and was != now:
        t.pos.owners.setdefault(fact.card, was)
    if t.pos.owners.get(fact.card) == now:
        del t.pos.owners[fact.card]


def by_rules(
    t: Table, verb: str, player: Player | None, card: Card, to: Zone, *, top: bool = False
) -> None:
    """The rules move a card."""
    shift(t, Proposed(Fact(verb, player, card, t.pos.where(card), to), top))


# ------------------------------------------------------------------------- showing, points


def show(t: Table, f: Frame, s: c.Show) -> Outcome:
    """Cards are shown: to everybody they are revealed, else those players look at them."""
    fill_decks(t, f, s.cards)
    cards = [card for card in items(t, value(t, f, s.cards)) if isinstance(card, str)]
    to = tuple(items(t, value(t, f, s.to)))
    to_all = set(t.pos.from_on(t.pos.active)) <= set(to)
    verb = "reveal" if to_all else "look"
    by = f.you if s.by is None else value(t, f, s.by)
    act = t.pos.next_number()
    for card in cards:
        here = t.pos.where(card)
        for player in [by] if to_all else to:
            fact = Fact(verb, player, card, here, here, None, cause(t, f), f.this, act=act)
            f.note(t.happen(fact))
        f.shown.append((card, to))
    return Outcome(done=bool(cards) or isinstance(s.cards, c.Place))


def points(t: Table, f: Frame, s: c.Points) -> Outcome:
    """Power or Victory Points are given to a player, taken, or paid. Nobody has less than nothing:
    whoever has fewer than are taken loses all (`below`: or owes the rest), and who cannot pay it
    all pays nothing. Less than nothing can be given, but is not taken or paid."""
    has = t.pos.power if s.kind == "Power" else t.pos.vp
    owes = s.answer("below") == "debt"
    done: bool | None = None
    for player in items(t, value(t, f, s.who)):
        amount = value(t, f, s.amount) or 0
        match s.row:
            case "give":
                amount = amount if owes else max(amount, -has[player])
                done = True if s.kind == "VP" else None
            case "take":
                amount = -max(amount if owes else min(amount, has[player]), 0)
                done = amount < 0
            case _:
                done = has[player] >= amount
                amount = -max(amount, 0) if done else 0
        has[player] += amount
        if done is not False:
            fact = Fact(s.row, player, whom=player, cause=cause(t, f), source=f.this)
            f.note(t.happen(replace(fact, amount=abs(amount))))
    return Outcome(done=done)


# ------------------------------------------------------------------------- playing


MOST_WITHIN = 2
"""So many plays of a card go on at a time, each inside the text of the one before."""


def play(t: Table, f: Frame, s: c.Play) -> Outcome:
    """Cards are played, one after the other; of several that were not chosen, the player says each
    time which is next. A card that is played `MOST_WITHIN` times inside its own text is not played
    once more: it would never end, and no rule says what happens then.

    Rules: CONF-K13, HU-K01.
    """
    player = chooser(t, f, s.by)
    fill_decks(t, f, s.card)
    cards = [card for card in items(t, value(t, f, s.card)) if isinstance(card, str)]
    again = s.answer("counts_again") == "again"
    chosen = isinstance(s.card, c.Var) and s.card.name in f.chosen
    played = 0
    while cards:
        card = cards[0] if chosen else next_of(t, player, cards)
        cards.remove(card)
        if not forbids(t, "play", player, card) and not t.kind(card).is_character:
            f.note(Fact("play", player, card, t.pos.where(card), None, None, cause(t, f), f.this))
            if len({id(one) for one in t.frames if one.this == card}) < MOST_WITHIN:
                play_card(t, player, card, player, again=again)
            played += 1
    return Outcome(done=played > 0)


def play_card(t: Table, player: Player, card: Card, you: Player, *, again: bool = False) -> None:
    """A card comes into play unless it is there, then its text is carried out from the first to the
    last line, and after it those that it had got from others. It speaks to `you`. Played again, it
    is played: what waits for that is set off (D-27)."""
    here = t.pos.where(card)
    parked = here == zone_of(player, "parked")
    if again:
        t.happen(Fact("play", player, card, here, here))
    else:
        by_rules(t, "play", player, card, zone_of(player, "play"))
    if parked and t.kind(card).name in (t.game.rules["variant"] or {}).get("parked_power", {}):
        t.pos.power[you] += t.game.rules["variant"]["parked_power"][t.kind(card).name]
        return
    if any(x.statement.answer("order") == "before_card" for x in t.pos.pending):
        t.resolve()
    frame = Frame(you, card, player=player)
    own = t.kind(card).texts
    others = texts_of(t, card)[len(own) :]
    for text in own:
        if text.home == "played":
            t.carry_out(frame, text.body)
    for text in others:
        if text.home == "played":
            t.carry_out(Frame(you, card, player=player), text.body)


# ------------------------------------------------------------------------- acts of the rules


def deed(t: Table, f: Frame, s: c.Deed) -> Outcome:
    """Something that only a set has a verb for: what it does, and if it was done, that it was."""
    on = [None] if s.on is None else items(t, value(t, f, s.on))
    outcome = t.carry_out(f, s.body)
    for card in on if outcome.was_done else ():
        fact = Fact(s.verb, chooser(t, f, s.by), card, cause=cause(t, f), source=f.this)
        f.note(t.happen(fact))
    return outcome


def do(t: Table, f: Frame, s: c.Do) -> Outcome:
    """An act of the rules."""
    of = [items(t, value(t, f, one)) for one in s.of]
    match s.row:
        case "avoid":
            return avoid(t, f, of[0])
        case "cancel":
            return cancel(t)
        case "win":
            return win(t, of[0])
        case "refill":
            t.look_at_power()
            t.refill()
            return Outcome()
        case "replace":
            t.look_at_power()
            return replace_cards(t, of[0])
        case "shuffle":
            return shuffle(t, of[0])
        case "deal":
            return deal(t, f, of[0], sum(of[1]), of[2])
        case _:
            raise ValueError(f"no act of the rules {s.row}")


def avoid(t: Table, f: Frame, players: list[Player]) -> Outcome:
    """The Attack does not work against these players."""
    if not t.attacks:
        return Outcome(done=False)
    attack = t.attacks[-1]
    done = True
    for player in players:
        if forbids(t, "avoid", player, None):
            done = False
        elif player not in attack.avoided:
            attack.avoided.append(player)
            t.happen(Fact("avoid", f.you, attack.card, whom=player, cause="card", source=f.this))
    return Outcome(done=done)


def cancel(t: Table) -> Outcome:
    """The Confrontation is over, and cards are bought as usual."""
    there = t.pos.confronted is not None
    t.pos.confronted = None
    return Outcome(done=there)


def win(t: Table, players: list[Player]) -> Outcome:
    """A text says who wins: that player's side."""
    for player in players:
        team = tuple(p for p in t.game.players if p in t.game.team(player))
        t.pos.result = Ending("card", team)
        t.pos.phase = "over"
    return Outcome(done=bool(players))


def replace_cards(t: Table, cards: list[Card]) -> Outcome:
    """As many cards come into the Line-Up as have left it."""
    for _ in [card for card in cards if t.pos.where(card) != LINE_UP]:
        following = next(iter(t.pos.cards(MAIN_DECK)), None)
        if following is not None:
            by_rules(t, "put", None, following, LINE_UP)
    return Outcome()


def shuffle(t: Table, cards: list[Card]) -> Outcome:
    """Cards are shuffled where they lie; one card or none needs no chance."""
    for zone in dict.fromkeys(t.pos.where(card) for card in cards):
        if len(t.pos.cards(zone)) > 1:
            t.shuffle(zone)
    return Outcome()


def deal(t: Table, f: Frame, cards: list[Card], number: int, players: list[Player]) -> Outcome:
    """Cards are dealt out, so many to each in turn, as they lie."""
    left = sorted(cards, key=lambda card: t.pos.cards(t.pos.where(card)).index(card))
    for player in players:
        for card in left[:number]:
            fact = Fact("deal", player, card, t.pos.where(card), zone_of(player, "hand"))
            shift(t, Proposed(replace(fact, cause=cause(t, f), source=f.this), False))
        left = left[number:]
    return Outcome()
