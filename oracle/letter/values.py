"""Values: what each form of a value is now, a function a form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, assert_never

from rules_check.grammar.core import forms as c
from rules_check.oracle.letter.box import Kind
from rules_check.oracle.letter.position import (
    DESTROYED,
    LINE_UP,
    MAIN_DECK,
    ON_TABLE,
    REMOVED,
    SUPER_VILLAINS,
    Act,
    Aimed,
    Card,
    Fact,
    Frame,
    Outcome,
    Player,
    Zones,
    is_stack,
    player_of,
    zone_of,
)
from rules_check.oracle.letter.table import Table


def value(t: Table, f: Frame, form: c.Value) -> Any:
    """What a value is now. A list is a list, a card that is not there is None."""
    match form:
        case c.Var(name):
            return named(f, name)
        case c.Number(number):
            return number
        case c.Kind(name):
            return name
        case c.Several(several):
            return [value(t, f, one) for one in several]
        case c.Place(row, of):
            return place(t, f, row, of)
        case c.Attribute():
            return attribute(t, f, form)
        case c.Group(row, of):
            return group(t, f, row, of)
        case c.Filter(name, source, test):
            found = items(t, value(t, f, source))
            return [x for x in found if t.is_so(f.knowing(name, x), test)]
        case c.Collect(each, name, source):
            found = items(t, value(t, f, source))
            return [x for one in found for x in items(t, value(t, f.knowing(name, one), each))]
        case c.Fold(row, of):
            return FOLDS[row](items(t, value(t, f, of)))
        case c.Best():
            return best(t, f, form)
        case c.Join(op, left, right):
            return joined(op, items(t, value(t, f, left)), items(t, value(t, f, right)))
        case c.Ends(end, number, of):
            return ends(t, f, end, number, of)
        case c.The():
            return the_only(form, items(t, value(t, f, form.of)))
        case c.Arithmetic(row, of):
            return reckoned(row, [value(t, f, one) for one in of])
        case c.Conditional(test, then, otherwise):
            return value(t, f, then if t.is_so(f, test) else otherwise)
        case c.Quote(text):
            return text
        case c.Did() | c.Compare() | c.Logic() | c.Quantified() | c.Status() | c.During():
            return t.value(f, form)
        case c.Event() | c.Becomes() | c.Span() | c.Until() | c.After() | c.While() | c.Overlap():
            return form
        case _:
            assert_never(form)


def items(t: Table, found: Any) -> list[Any]:
    """A value as a list: of a place the cards in it, of a result what happened, nothing of what is
    not there, one of a single one."""
    match found:
        case None:
            return []
        case Zones():
            return [card for zone in found for card in t.pos.cards(zone)]
        case Outcome():
            return list(found.facts)
        case Act():
            return [found]
        case list() | tuple():
            return list(found)
        case _:
            return [found]


# ------------------------------------------------------------------------- names


def named(f: Frame, name: str) -> Any:
    """What a name stands for; behind its block all values that it had there."""
    if name == "you":
        return f.you
    if name == "this":
        return f.this
    if name in f.names:
        return f.names[name]
    return together(found for rounds, found in f.behind.get(name, ()) if agree(rounds, f.rounds))


def agree(one: Iterable[Any], other: Iterable[Any]) -> bool:
    """Whether two places in a text belong together: no repetition is in both in another round."""
    now = {loop: time for loop, time, _ in other}
    return all(now.get(loop, time) == time for loop, time, _ in one)


def together(values: Iterable[Any]) -> Any:
    """All values that a name had."""
    found = [x for x in values if x is not None]
    if found and isinstance(found[0], Aimed):
        return found[-1]
    if found and isinstance(found[0], Outcome):
        facts = [fact for one in found for fact in one.facts]
        done = [one.done for one in found if one.done is not None]
        declined = any(one.declined for one in found)
        possible = any(one.possible for one in found)
        rounds = {p: x for one in found for p, x in one.rounds.items()}
        return Outcome(any(done) if done else None, declined, possible, facts, rounds)
    return [x for one in found for x in (one if isinstance(one, list) else [one])]


def theirs(f: Frame, name: str, player: Player) -> Any:
    """What a name was in the rounds of a player."""
    return together(
        found
        for rounds, found in f.behind.get(name, ())
        if any(who == player for _, _, who in rounds)
    )


# ------------------------------------------------------------------------- places

SHOWING: Final = ("reveal", "look", "choose")
"""What leaves a card where it is."""

SHARED: Final = {
    "lineup": LINE_UP,
    "main": MAIN_DECK,
    "superstack": SUPER_VILLAINS,
    "destroyed": DESTROYED,
    "table": ON_TABLE,
    "out": REMOVED,
}
OWN: Final = {"inplay": "play"} | {
    row: row for row in ("hand", "deck", "discard", "score", "characters")
}


IN_NO_TURN: Final = ("setup", "appearance", "end", "over")
"""Phases that are in nobody's turn."""


def place(t: Table, f: Frame, row: str, of: c.Value | None) -> Any:
    """A place; of several players, all of theirs. Where Super-Villains have no stack, a text looks
    for them in the Line-Up (HU-VX06 says so of one card). The card beside a Super Hero counts as a
    card in the Line-Up in the turn of its player (HU-VS05)."""
    if row == "superstack" and no_stack(t):
        return [x for x in t.pos.cards(LINE_UP) if "Super-Villain" in t.kind(x).titles]
    if row in SHARED:
        if row == "lineup" and t.pos.phase not in IN_NO_TURN:
            return Zones((LINE_UP, zone_of(t.pos.active, "beside")))
        return Zones((SHARED[row],))
    if row == "stacks":
        return Zones(zone for zone in t.pos.zones if is_stack(zone))
    if row == "anywhere":
        return [card for cards in t.pos.zones.values() for card in cards]
    assert of is not None
    whose = items(t, value(t, f, of))
    if row in OWN:
        return Zones(zone_of(player, OWN[row]) for player in whose)
    match row:
        case "controlled":
            return [card for player in whose for card in controlled(t, player)]
        case "owned":
            return [card for player in whose for card in owned(t, player)]
        case "under":
            return Zones(zone for card in whose for zone in under(t, card))
        case "stack":
            return Zones(f"stack:{name}" for name in whose)
        case "lay":
            return Zones(t.pos.where(card) for card in whose[:1])
        case "origin":
            return Zones(origin(t, f, card) for card in whose[:1])
        case _:
            raise ValueError(f"no place {row}")


def controllers(t: Table) -> dict[Card, list[Player]]:
    """Who controls each card in play: the one before whom it lies, unless a text says otherwise;
    and nobody those in the Line-Up, unless a text says so."""
    there: dict[Card, list[Player]] = {
        card: [player] for player in t.game.players for card in t.pos.cards(zone_of(player, "play"))
    }
    there |= {card: [] for card in t.pos.cards(LINE_UP)}
    found = t.changed_each("controllers", [((card,), whose) for card, whose in there.items()])
    return dict(zip(there, found, strict=True))


def no_stack(t: Table) -> bool:
    """Whether the Super-Villains lie in the main deck, as in one variant (HU-VX01)."""
    return bool(t.game.says("opponent.kind") == "main_deck")


def under(t: Table, card: Card) -> Zones:
    """Where cards lie on or under a Character card; other cards have no such place."""
    owner = t.pos.owner(card)
    if owner is None or not t.kind(card).is_character:
        return Zones()
    return Zones((zone_of(owner, "parked"),))


def controlled(t: Table, player: Player) -> list[Card]:
    """The cards that a player controls."""
    return controlled_by(t, player, controllers(t))


def controlled_by(t: Table, player: Player, whose: dict[Card, list[Player]]) -> list[Card]:
    """Those of the cards that a player controls, the player's own first."""
    mine = t.pos.cards(zone_of(player, "play"))
    return sorted((x for x in whose if player in whose[x]), key=lambda card: card not in mine)


def owned(t: Table, player: Player) -> list[Card]:
    """The cards that are a player's, wherever they are."""
    zones = ("hand", "deck", "discard", "play", "parked")
    here = [card for name in zones for card in t.pos.cards(zone_of(player, name))]
    lent = [card for card, owner in t.pos.owners.items() if owner == player]
    return [card for card in (*here, *lent) if t.pos.owner(card) == player]


def origin(t: Table, f: Frame, card: Card) -> str:
    """Where a card goes back to: from where this text took it; where it was shown; its stack;
    its owner's hand."""
    here = t.pos.where(card)
    moved = [x for x in f.acts if x.card == card and x.verb not in SHOWING]
    if moved:
        came = [x for x in t.pos.facts if x.card == card and x.to == here and x.from_ != here]
        if came and came[-1].from_ is not None:
            return came[-1].from_
    if any(card == one for one, _ in f.shown):
        return here
    if any(x.card == card and x.from_ == SUPER_VILLAINS for x in t.pos.facts):
        return SUPER_VILLAINS
    stack = f"stack:{t.kind(card).name}"
    if stack in t.pos.zones:
        return stack
    return zone_of(t.pos.owner(card) or f.you or t.pos.active, "hand")


# ------------------------------------------------------------------------- players


def group(t: Table, f: Frame, row: str, of: c.Value | None) -> Any:
    """Players by how they sit to one."""
    pos = t.pos
    match row:
        case "everyone":
            first = f.player or f.you
            return list(pos.from_on(first if first in pos.order else pos.active))
        case "nobody":
            return []
        case "active":
            return pos.active
        case "attacker":
            return t.attacks[-1].attacker if t.attacks else pos.active
        case "attacked":
            return f.attacked
        case "confronted":
            return [] if pos.confronted is None else [pos.confronted]
        case _ if of is None:
            raise ValueError(f"no group {row}")
        case _:
            pass
    found = items(t, value(t, f, of))
    if row in ("left", "right"):
        return next((p for player in found[:1] for p in sat(t, f, row, player)), None)
    return list(dict.fromkeys(p for player in found for p in sat(t, f, row, player)))


def sat(t: Table, f: Frame, row: str, player: Player) -> list[Player]:
    """Who sits so to one player, in turn order beginning there; of foes and others beginning with
    who plays the card (CONF-RE01, HU-RE01). The next in turn order sits to the left."""
    first = f.player if f.player is not None and player == f.you else player
    after = t.pos.from_on(first if row in ("foes", "others") else player)
    team = t.game.team(player)
    match row:
        case "foes":
            return [p for p in after if p not in team]
        case "team":
            return [p for p in after if p in team]
        case "mates":
            return [p for p in after if p in team and p != player]
        case "others":
            return [p for p in after if p != player]
        case "guarded":
            own = t.game.says("block.beneficiary") != "own_or_partner"
            return [player] if own else [p for p in after if p in team]
        case "left":
            return list(after[1:2])
        case "right":
            return list(after[-1:]) if len(after) > 1 else []
        case "facing":
            return facing(t, f, player)
        case _:
            raise ValueError(f"no group {row}")


def facing(t: Table, f: Frame, player: Player) -> list[Player]:
    """The foe whom the situation gives: of this text, else who is Confronted, else the only one."""
    foes = sat(t, f, "foes", player)
    if f.that is not None:
        return [f.that] if f.that not in t.pos.out else []
    if t.pos.confronted is not None and t.pos.confronted not in t.game.team(player):
        return [p for p in foes if p == t.pos.confronted]
    return foes if len(foes) == 1 else []


# ------------------------------------------------------------------------- lists and numbers


def _sum(found: list[Any]) -> Any:
    return sum(found)


FOLDS: Final[dict[str, Callable[[list[Any]], Any]]] = {
    "count": len,
    "sum": _sum,
    "max": lambda found: max(found, default=0),
    "min": lambda found: min(found, default=0),
    "distinct": lambda found: list(dict.fromkeys(found)),
}


def best(t: Table, f: Frame, form: c.Best) -> list[Any]:
    """Those with the most, or the least: all that are tied."""
    found = items(t, value(t, f, form.source))
    ranked = [(value(t, f.knowing(form.name, one), form.value), one) for one in found]
    known = [(rank, one) for rank, one in ranked if rank is not None]
    if not known:
        return []
    top = (max if form.most else min)(rank for rank, _ in known)
    return [one for rank, one in known if rank == top]


def joined(op: c.SetOp, left: list[Any], right: list[Any]) -> list[Any]:
    """Both lists: a card, player or kind of both is there once, numbers are as often as they come;
    or the one without the other."""
    match op:
        case c.SetOp.WITH:
            return left + [x for x in right if isinstance(x, int) or x not in left]
        case c.SetOp.WITHOUT:
            return [x for x in left if x not in right]
        case _:
            assert_never(op)


def ends(t: Table, f: Frame, end: c.End, number: c.Value, of: c.Value) -> list[Any]:
    """So many cards from one end; on top of the Super-Villain stack is only what lies face up
    (HU-SV03), and where there is no stack any of those in the Line-Up."""
    many = max(value(t, f, number) or 0, 0)
    cards = items(t, value(t, f, of))
    if of == c.Place("superstack") and no_stack(t):
        return cards if many else []
    match end:
        case c.End.TOP if of == c.Place("superstack"):
            return [card for card in cards[: min(many, 1)] if card == t.pos.face_up]
        case c.End.TOP:
            return cards[:many]
        case c.End.BOTTOM:
            return cards[len(cards) - many :] if many < len(cards) else cards
        case _:
            assert_never(end)


def the_only(form: c.The, found: list[Any]) -> Any:
    """The only one; if several are tied, what the setting says (open: all of them; HU-K13 says
    nobody)."""
    if len(found) <= 1:
        return next(iter(found), None)
    match form.answer("tie"):
        case "nobody":
            return []
        case "first":
            return found[0]
        case _:
            return found


def reckoned(row: str, of: list[Any]) -> Any:
    """Numbers of numbers; of what is not there, nothing is known."""
    if None in of:
        return None
    return RECKONED[row](*of)


RECKONED: Final[dict[str, Callable[..., Any]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "half_up": lambda a: (a + 1) // 2,
    "half_down": lambda a: a // 2,
    "atleast": max,
    "atmost": min,
    "odd": lambda a: a % 2 == 1,
    "even": lambda a: a % 2 == 0,
}


# ------------------------------------------------------------------------- attributes


def attribute(t: Table, f: Frame, form: c.Attribute) -> Any:
    """What a card, player, event, result or the table has. Of several cards it is what all of them
    have; where they differ, it is not there."""
    row = form.row
    if row == "theirs":
        name, whose = form.of
        player = value(t, f, whose)
        assert isinstance(name, c.Var)
        return theirs(f, name.name, player)
    if row == "untaken":
        return untaken(t, f, form)
    of = [value(t, f, one) for one in form.of]
    if row in OF_EVENTS:
        return OF_EVENTS[row](t, of[0])
    if of and of[0] is None:
        return None
    if row not in OF_ONE:
        return OF_TABLE[row](t, *of)
    several = items(t, of[0]) if isinstance(of[0], (list, Zones)) else [of[0]]
    found = [of_one(t, f, form, (one, *of[1:])) for one in several]
    return found[0] if found and all(one == found[0] for one in found) else None


def of_one(t: Table, f: Frame, form: c.Attribute, of: tuple[Any, ...]) -> Any:
    """What one card or player has: now, as printed, or as it was."""
    match form.as_of:
        case c.AsOf.NOW:
            return of_card(t, form.row, of)
        case c.AsOf.PRINTED:
            return of_card(t, form.row, of, printed=True)
        case c.AsOf.THEN if form.row == "place":
            return came_from(t, f, of[0])
        case c.AsOf.THEN:
            raise ValueError(f"nobody remembers the {form.row} of a card")
        case _:
            assert_never(form.as_of)


def came_from(t: Table, f: Frame, card: Card) -> str:
    """Where a card lay before this text moved it."""
    moves = (x.from_ for x in f.acts if x.card == card and x.verb not in SHOWING)
    return next(moves, None) or t.pos.where(card)


def untaken(t: Table, f: Frame, form: c.Attribute) -> list[Card]:
    """Those of the cards that this statement has not taken yet, in another round."""
    taken = [] if f.at is None else f.taken.get(f.at, [])
    return [card for card in items(t, value(t, f, form.of[0])) if card not in taken]


def of_card(t: Table, row: str, of: tuple[Any, ...], *, printed: bool = False) -> Any:
    """An attribute that texts can change: as printed, and what stands makes of it."""
    plain = PRINTED[row](t, *of)
    return plain if printed else t.changed(row, of, plain)


def cost_of(t: Table, card: Card) -> Any:
    """The cost of a card as texts see it."""
    return of_card(t, "cost", (card,))


def types_of(t: Table, card: Card) -> list[str]:
    """The card types of a card now."""
    found: list[str] = of_card(t, "types", (card,))
    return found


def keywords_of(t: Table, card: Card) -> list[str]:
    """The keywords of a card now."""
    found: list[str] = of_card(t, "keywords", (card,))
    return found


def texts_of(t: Table, card: Card) -> tuple[c.Text, ...]:
    """The texts that a card has now: its own, then those that it has got from others."""
    found: list[c.Text] = t.changed("text", (card,), list(t.kind(card).texts))
    return tuple(found)


def price_of(t: Table, card: Card, player: Player) -> int:
    """What a player pays to buy a card: never less than nothing."""
    found: int = of_card(t, "price", (card, player))
    return max(found, 0)


def cost_to_defeat(t: Table, card: Card, player: Player) -> int:
    """The Power that a player needs to defeat a Character or a Super-Villain."""
    row, of = ("cost", (card,)) if t.kind(card).is_character else ("price", (card, player))
    found: int = of_card(t, row, of) + of_card(t, "toll", (card, player))
    return found if t.kind(card).is_character else max(found, 0)


def character_of(t: Table, player: Player) -> Card | None:
    """The Character card on top of a player's stack; while an event is looked at that took it
    away, it is still that one."""
    stack = zone_of(player, "characters")
    if t.moment is not None and t.moment.from_ == stack:
        return t.moment.card
    return next(iter(t.pos.cards(stack)), None)


def _printed_types(t: Table, card: Card) -> list[str]:
    kind = t.kind(card)
    return [] if kind.type is None else [kind.type]


def _labels(t: Table, card: Card) -> list[str]:
    return list(dict.fromkeys(label for text in texts_of(t, card) for label in text.labels))


def _gives(t: Table, card: Card) -> int:
    """The fixed Power of a card that does nothing but give it."""
    power = 0
    for text in t.kind(card).texts:
        for step in text.body if text.home == "played" else ():
            match step:
                case c.Points("give", c.Var("you"), c.Number(number), "Power"):
                    power += number
                case _:
                    return 0
    return power


def _newhand(t: Table, player: Player) -> Any:
    return t.game.says("hand_size")


def _vp(t: Table, it: str) -> int:
    return t.pos.vp[it] if it in t.pos.vp else t.kind(it).vp


def _face(t: Table, card: Card) -> str:
    return "up"


def _cost_to_buy(t: Table, card: Card, _player: Player) -> int:
    return t.kind(card).cost


def _owner(t: Table, card: Card) -> Player | None:
    """To whom a card belongs, or belonged before it went to a place of nobody's."""
    had = [p for x in t.pos.facts if x.card == card and (p := player_of(x.from_))]
    return t.pos.owner(card) or (had[-1] if had else None)


def _nothing(t: Table, *of: Any) -> int:
    return 0


def _none(t: Table, *of: Any) -> list[str]:
    return []


def _name(t: Table, card: Card) -> str:
    return t.kind(card).name


PRINTED: Final[dict[str, Callable[..., Any]]] = {
    "cost": lambda t, card: t.kind(card).cost,
    "price": _cost_to_buy,
    "toll": _nothing,
    "vp": _vp,
    "gives": _gives,
    "level": lambda t, card: t.kind(card).level,
    "types": _printed_types,
    "titles": lambda t, card: list(t.kind(card).titles),
    "keywords": _labels,
    "name": _name,
    "namewords": lambda t, card: [t.kind(card).name],
    "face": _face,
    "owner": _owner,
    "controllers": lambda t, card: [p] if (p := player_of(t.pos.where(card))) else [],
    "place": lambda t, card: t.pos.where(card),
    "text": lambda t, card: list(t.kind(card).texts),
    "power": lambda t, player: t.pos.power[player],
    "newhand": _newhand,
    "character": character_of,
}
"""Attributes of one card or player, before any text changes them."""
OF_ONE: Final = frozenset(PRINTED)


def _all_costs(t: Table) -> list[int]:
    return sorted({kind.cost for kind in _there(t)})


def _all_names(t: Table) -> list[str]:
    return list(dict.fromkeys(kind.name for kind in _there(t)))


def _there(t: Table) -> list[Kind]:
    """The kinds of the cards in the zones of this game."""
    return [t.kind(card) for cards in t.pos.zones.values() for card in cards]


def _apart(t: Table, cards: Any) -> list[Card]:
    """As many cards as can be that have a card type, no two the same."""
    found: list[Card] = []
    taken: set[str] = set()
    for card in sorted(items(t, cards), key=lambda card: len(types_of(t, card))):
        own = set(types_of(t, card))
        if own and not own & taken:
            found.append(card)
            taken |= own
    return found


def _labels_of(t: Table, text: c.Text) -> list[str]:
    return list(text.labels)


def _hit(t: Table, attack: Aimed) -> list[Player]:
    return attack.hit


def _avoided(t: Table, attack: Aimed) -> list[Player]:
    return list(attack.avoided)


def _targets(t: Table, attack: Aimed) -> list[Player]:
    return list(attack.targets)


def _numbers(t: Table, first: int, last: int) -> list[int]:
    return list(range(first, last + 1))


OF_TABLE: Final[dict[str, Callable[..., Any]]] = {
    "lineup_size": lambda t: t.changed("lineup_size", (), t.game.says("lineup.size")),
    "first_player": lambda t: t.pos.order[0],
    "labels": _labels_of,
    "hit": _hit,
    "avoided": _avoided,
    "targets": _targets,
    "apart": _apart,
    "numbers": _numbers,
    "stacked": lambda t, name: f"stack:{name}" in t.pos.zones,
    "all_types": lambda t: list(t.game.rules["types"]),
    "all_names": _all_names,
    "all_costs": _all_costs,
    "attack_now": lambda t: t.attacks[-1] if t.attacks else Aimed(None, None, []),
    "attack_card": lambda t: t.attacks[-1].card if t.attacks else None,
    "colors": _none,
    "marks": _none,
}
"""Attributes of the table, and of what has come about."""


def _facts(t: Table, it: Any) -> list[Fact]:
    """What happened: of whole acts, all that they are made of."""
    found: list[Fact] = []
    for one in items(t, it):
        found += one if isinstance(one, Act) else [one]
    return found


def _amount(t: Table, it: Any) -> int:
    return sum(fact.amount for fact in _facts(t, it))


def _cards(t: Table, it: Any) -> list[Card]:
    return [fact.card for fact in _facts(t, it) if fact.card is not None]


def _whos(t: Table, it: Any) -> list[Player]:
    return list(dict.fromkeys(fact.by for fact in _facts(t, it) if fact.by is not None))


def _of_fact(name: str) -> Callable[[Table, Any], Any]:
    def read(t: Table, it: Any) -> Any:
        found = _facts(t, it)
        return getattr(found[0], name) if found and isinstance(found[0], Fact) else None

    return read


def _whose(t: Table, it: Any) -> Player | None:
    found = items(t, it)
    return player_of(found[0].from_) or found[0].by if found else None


OF_EVENTS: Final[dict[str, Callable[[Table, Any], Any]]] = {
    **{row: _of_fact(row) for row in ("by", "whom", "card", "source", "to", "cause")},
    "from": _of_fact("from_"),
    "whose": _whose,
    "amount": _amount,
    "cards": _cards,
    "whos": _whos,
}
"""Attributes of what happened."""
