"""Choosing: cards one after the other, players, kinds and numbers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import purposes, speaks_of
from rules_check.oracle.letter.position import Card, Fact, Frame, Outcome, Player
from rules_check.oracle.letter.standing import forbids
from rules_check.oracle.letter.table import Action, Table
from rules_check.oracle.letter.values import items, price_of, value

STOP: Action = ("stop",)
SHOWN = ("reveal", "look", "choose")


def choose(t: Table, f: Frame, s: c.Choose, rest: c.Block) -> Outcome:
    """Somebody chooses from a list; `rest` is what follows, which tells what it is for. It is done
    if as many were taken as have to be; `none`: or if there was nothing to take."""
    player = chooser(t, f, s.by)
    least = max(value(t, f, s.least) or 0, 0)
    match s.sort:
        case "Card" | "Cards":
            found = candidates(t, f, s, rest)
            chosen: list[Any] = choose_cards(t, f, s, player, found)
        case "Player" | "Players":
            found = [] if is_for_nothing(t, f, s, rest) else items(t, value(t, f, s.source))
            chosen = choose_players(t, f, s, player, found)
        case _:
            found = items(t, value(t, f, s.source))
            chosen = choose_value(t, s, player, found)
    f.chosen.add(s.name)
    f.taken.setdefault(s, []).extend(chosen)
    for one in chosen:
        card = one if s.sort in ("Card", "Cards") else None
        whom = one if s.sort in ("Player", "Players") else None
        here = None if card is None else t.pos.where(card)
        f.note(t.happen(Fact("choose", player, card, here, here, whom, "card", f.this)))
    single = s.sort in ("Card", "Player", "Kind", "Num", "Text", "Place")
    f.names[s.name] = next(iter(chosen), None) if single else chosen
    enough = len(chosen) >= least if s.sort in ("Card", "Cards") else bool(chosen) or least == 0
    return Outcome(done=enough or (not found and s.answer("none") == "done"))


def is_for_nothing(t: Table, f: Frame, s: c.Choose, rest: c.Block) -> bool:
    """Whether a player would only be chosen to get cards of which there are none."""
    following = rest[0] if rest else None
    if not isinstance(following, c.Move) or not speaks_of(following.to, s.name):
        return False
    if speaks_of(following.cards, s.name):
        return False
    return not items(t, value(t, f, following.cards))


def chooser(t: Table, f: Frame, by: c.Value | None) -> Player:
    """Who does it: the first of those who are meant."""
    found = [] if by is None else items(t, value(t, f, by))
    return next(iter(found), None) or f.you or t.pos.active


# ------------------------------------------------------------------------- cards


def candidates(t: Table, f: Frame, s: c.Choose, rest: c.Block) -> list[Card]:
    """The cards that could be chosen: those of the list that what follows can be done to. If they
    are only looked at or asked something, all of them."""
    found = list(dict.fromkeys(items(t, value(t, f, s.source))))
    if f.key is not None:
        found = [card for card in found if any(x not in f.spent for x in key_of(t, f, card))]
    purpose = next(purposes(s.name, rest), None)
    if purpose is None:
        return found
    player = chooser(t, f, purpose.by)
    verb = purpose.verb if isinstance(purpose, c.Move) else "play"
    return [card for card in found if may_be_done(t, player, verb, card)]


def key_of(t: Table, f: Frame, card: Card) -> list[str]:
    """What a card would pay with, where the same may be paid only once."""
    assert f.key is not None
    paid = Outcome(facts=[Fact("discard", f.you, card)])
    return items(t, value(t, f.knowing("paid", paid), f.key))


def may_be_done(t: Table, player: Player, verb: str, card: Card) -> bool:
    """Whether a player may do that to a card at all."""
    if verb == "buy" and price_of(t, card, player) > t.pos.power[player]:
        return False
    if verb not in ("play", *SHOWN) and t.kind(card).is_character:
        return False
    return not forbids(t, verb, player, card)


def choose_cards(t: Table, f: Frame, s: c.Choose, player: Player, found: list[Card]) -> list[Card]:
    """Cards are taken one after the other; where all have to be taken, nothing is asked."""
    least, most = bounds(t, f, s, found)
    if s.manner is c.Manner.RANDOM and least < len(found):
        return at_random(t, found, least)
    chosen: list[Card] = []
    while len(chosen) < most:
        offered = [x for x in found if x not in chosen and reaches(t, f, s, found, [*chosen, x])]
        needed = least - len(chosen)
        if not offered:
            break
        if needed == len(offered) == most - len(chosen) and fits(t, f, s, [*chosen, *offered]):
            return [*chosen, *offered]
        options = [("card", card) for card in t.one_of_each(offered)]
        if needed <= 0 and fits(t, f, s, chosen):
            options.append(STOP)
        taken = t.ask(player, "card", options, [("card", card) for card in offered])
        if taken == STOP:
            break
        chosen.append(taken[1])
    return chosen


def bounds(t: Table, f: Frame, s: c.Choose, found: list[Card]) -> tuple[int, int]:
    """How many have to and may be taken: as many as there are that fit together, if fewer."""
    least = max(value(t, f, s.least) or 0, 0)
    most = len(found) if s.most is None else max(value(t, f, s.most) or 0, 0)
    if s.answer("fewer") == "none" and least > len(found):
        return 0, 0
    least, most = min(least, len(found)), min(most, len(found))
    if s.such_that is None or any_that_fit(t, f, s, found, [], least, most):
        return least, most
    if s.answer("fewer") == "none":
        return 0, 0
    sizes = (k for k in range(least, -1, -1) if any_that_fit(t, f, s, found, [], k, k))
    reached = next(sizes, 0)
    return reached, min(most, reached)


def reaches(t: Table, f: Frame, s: c.Choose, found: list[Card], part: list[Card]) -> bool:
    """Whether the cards taken so far can still become a choice that fits (decision 014)."""
    if s.such_that is None:
        return True
    least, most = bounds(t, f, s, found)
    return any_that_fit(t, f, s, found, part, least, most)


def any_that_fit(
    t: Table, f: Frame, s: c.Choose, found: list[Card], part: list[Card], least: int, most: int
) -> bool:
    """Whether cards can be added so that there are enough, and they fit together."""
    rest = [card for card in found if card not in part]
    for more in range(max(least - len(part), 0), most - len(part) + 1):
        if any(fits(t, f, s, [*part, *added]) for added in combinations(rest, more)):
            return True
    return False


def fits(t: Table, f: Frame, s: c.Choose, cards: list[Card]) -> bool:
    """Whether cards may be taken together."""
    if s.such_that is None:
        return True
    return t.is_so(f.knowing(s.name, cards), s.such_that) is not False


def at_random(t: Table, found: list[Card], number: int) -> list[Card]:
    """Chance picks cards, one after the other."""
    chosen: list[Card] = []
    for _ in range(number):
        left = [card for card in found if card not in chosen]
        chosen.append(t.chance("random", left)[1])
    return chosen


# ------------------------------------------------------------------------- players and values


def choose_players(
    t: Table, f: Frame, s: c.Choose, player: Player, found: list[Player]
) -> list[Player]:
    """One player, or one after the other until somebody stops."""
    least = min(value(t, f, s.least) or 0, len(found))
    most = len(found) if s.most is None else min(value(t, f, s.most), len(found))
    chosen: list[Player] = []
    while len(chosen) < most:
        left = [p for p in found if p not in chosen]
        if least - len(chosen) == len(left):
            return [*chosen, *left]
        options: list[Action] = [("player", p) for p in left]
        if len(chosen) >= least:
            options.append(STOP)
        taken = t.ask(player, "player", options)
        if taken == STOP:
            break
        chosen.append(taken[1])
    return [p for p in found if p in chosen] if s.sort == "Players" else chosen


def choose_value(t: Table, s: c.Choose, player: Player, found: list[Any]) -> list[Any]:
    """A kind or a number."""
    if not found:
        return []
    kind, tag = asked_as(t, s, found)
    return [t.ask(player, kind, [(tag, one) for one in found])[1]]


def asked_as(t: Table, s: c.Choose, found: list[Any]) -> tuple[str, str]:
    """What the contract calls such a choice, and its answers."""
    if s.sort == "Num":
        costs = isinstance(s.source, c.Attribute) and s.source.row == "all_costs"
        return ("value", "number") if costs else ("number", "number")
    if set(found) <= {"odd", "even"}:
        return "parity", "parity"
    return "value", "type" if set(found) <= set(t.game.rules["types"]) else "name"
