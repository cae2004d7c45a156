"""Players and places: who is spoken of, and where cards are."""

from __future__ import annotations

from functools import partial
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import (
    READERS,
    Misfit,
    Part,
    Parts,
    Reader,
    read,
    rule,
    say,
    table,
    writes,
)
from rules_check.grammar.phrases.words import ZONES, is_tree, join, over, token

# -------------------------------------------------------------------- reading players

_NAMES: Final[dict[a.PlayerKind, tuple[str, ...]]] = {
    a.PlayerKind.YOU: ("YOU",),
    a.PlayerKind.TEAMMATE: ("TEAMMATE",),
    a.PlayerKind.YOU_OR_TEAMMATE: ('YOU "or" TEAMMATE',),
    a.PlayerKind.YOU_AND_TEAMMATE: ('YOU "and" TEAMMATE EACH?',),
    a.PlayerKind.EACH_FOE: (
        "EACH FOE who_tail?",
        "ANY FOE who_tail",
        '"the" FOE who_tail',
        "ALL? FOE who_tail?",
    ),
    a.PlayerKind.A_FOE: ("A FOE who_tail?", "(A | ANY) FOE OF_CHOICE", "ANY FOE", "TARGET FOE"),
    a.PlayerKind.YOUR_FOE: ("YOUR FOE",),
    a.PlayerKind.THAT_FOE: ('"that" FOE',),
    a.PlayerKind.CHOSEN_FOE: ('"the" PAST FOE',),
    a.PlayerKind.EACH_PLAYER: (
        "ANY PLAYER who_tail",
        "BOTH_PLAYERS",
        "EACH PLAYER who_tail?",
        "ALL PLAYER",
        "ALL? PLAYER who_tail",
        "PLAYER",
    ),
    a.PlayerKind.EACH_OTHER_PLAYER: ("EACH OTHER PLAYER who_tail?", "ALL? OTHER PLAYER"),
    a.PlayerKind.A_PLAYER: ("(A | ANY) PLAYER OF_CHOICE", "TARGET PLAYER", "A PLAYER"),
    a.PlayerKind.ANY_PLAYER: ("ANY PLAYER",),
    a.PlayerKind.ANOTHER_PLAYER: ("ANOTHER PLAYER", "ANY OTHER PLAYER"),
    a.PlayerKind.THAT_PLAYER: ('"that" PLAYER', '"the" PAST PLAYER', "HE"),
    a.PlayerKind.LEFT: ("LEFT_OF_YOU",),
    a.PlayerKind.RIGHT: ("RIGHT_OF_YOU",),
    a.PlayerKind.THEIR_LEFT: ("LEFT_OF_THEM",),
    a.PlayerKind.THEIR_RIGHT: ("RIGHT_OF_THEM",),
    a.PlayerKind.ATTACKER: ("ATTACKER",),
    a.PlayerKind.OWNER: ("OWNER",),
    a.PlayerKind.THE_PLAYER: ('"the" PLAYER who_tail',),
}
"""How players are called; the house wording is the value of the kind."""

PLAYERS: Final = tuple(kind.name.lower() for kind in _NAMES)
"""The trees that stand for players."""


def _player(kind: a.PlayerKind, c: Parts) -> a.Player:
    for part in c:
        if not token(part):
            return a.Player(kind, read(part))
    words = [str(word) for word in c]
    if kind is a.PlayerKind.EACH_PLAYER and words == ["player"]:
        raise Misfit  # one player: which?
    if kind is a.PlayerKind.YOUR_FOE and words[-1].endswith("s"):
        return a.Player(a.PlayerKind.EACH_FOE)  # "your foes"
    return a.Player(kind)


rule("?who", "who_np")
for _kind, _rows in _NAMES.items():
    rule("who_np", *(f"{row} -> {_kind.name.lower()}" for row in _rows))
    READERS[_kind.name.lower()] = partial(_player, _kind)


def _controls(c: Parts) -> a.Having:
    found = read(c[-1])
    if not isinstance(found, a.Cards):
        raise Misfit
    tests = (*found.filter.tests, a.Controlled(a.THAT_PLAYER))
    return a.Having(replace(found, filter=a.make_filter(found.filter.nouns, tests)))


table(
    "who_np",
    {
        "EACH WHO_DID": lambda _: a.Player(a.PlayerKind.EACH_PLAYER, a.DidSo()),
        "EACH WHO_DID_NOT": lambda _: a.Player(a.PlayerKind.EACH_PLAYER, a.DidNot()),
    },
)
table(
    "who_tail",
    {
        '"who" CONTROL cards': _controls,
    },
)


def in_hand_of_theirs(tree: Part, found: a.Cards) -> a.Cards:
    """ "each foe with two cards in hand": in that foe's hand."""
    if any(part.data == "post_in_hand" for part in tree.iter_subtrees()):
        return replace(found, places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))
    return found


rule("rank", "HIGHEST", "LOWEST")


def highest(tree: Part) -> bool:
    """Does it say "highest" rather than "lowest"?"""
    return bool(tree.children[0].type == "HIGHEST")


table(
    "possessive",
    {
        "YOUR": lambda _: a.YOU,
        "THEIR": lambda _: a.THAT_PLAYER,
        'who_np ("\'s" | "\'")': lambda c: read(c[0]),
    },
)

# --------------------------------------------------------------------- reading places

rule("zone", "HAND", "DECK", "DISCARD_PILE", "SCORE_PILE")
rule(
    "places",
    "place",
    'place ("," _in? place)* ","? (OR | AND | AND_OR) _in? place_more',
    'EACH "of" place ("," place)* ","? AND place_more -> places_each',
)
rule("_in", '"in"', '"from"')
rule("?place_more", "place", "bare_zone")
rule("bare_zone", "zone")
rule("?place", "owned_zone", "any_zone", "shared_zone", "edge_place", "possessive_pair")


def zone(tree: Part) -> a.Zone:
    """A zone word."""
    return ZONES[tree.children[0].type]


def one_place(tree: Part) -> a.Place:
    """A phrase that has to be one place."""
    found: tuple[a.Place, ...] = read(tree)
    if len(found) != 1:
        raise Misfit
    return found[0]


def _owned_zone(c: Parts) -> tuple[a.Place, ...]:
    one, two = (part for part in c if not token(part))
    return (
        a.Place(zone(one), read(two)) if is_tree(one, "zone") else a.Place(zone(two), read(one)),
    )


def _zone_of(kind: a.PlayerKind) -> Reader:
    return lambda c: (a.Place(zone(c[-1]), a.Player(kind)),)


rule("?owned_zone", "possessed_zone")
table("possessed_zone", {"possessive zone": _owned_zone})
table("owned_zone", {'"the" zone "of" who_np': _owned_zone})
table(
    "any_zone",
    {
        "ANY zone": _zone_of(a.PlayerKind.ANY_PLAYER),
        "(ALL | EACH) zone": _zone_of(a.PlayerKind.EACH_PLAYER),
        '"that" zone': _zone_of(a.PlayerKind.OWNER),
    },
)
table(
    "shared_zone",
    {
        ("LINE_UP", "MAIN_DECK", "SV_STACK", "DESTROYED_PILE", "TABLE"): lambda c: (
            a.Place(ZONES[c[0].type]),
        ),
        '"the" (NAME | PART | UNKNOWN_NAME) STACK': lambda c: (
            over(a.Place(a.Zone.STACK, name=str(c[0])), *c),
        ),
        ("ITS STACK", '"the" STACK'): lambda _: (a.Place(a.Zone.STACK),),
    },
)
table(
    "edge_place",
    {
        'EDGE "of" (owned_zone | any_zone | shared_zone)': lambda c: (
            replace(one_place(c[1]), edge=edge(c[0])),
        )
    },
)
table(
    "possessive_pair",
    {
        "possessive OR possessive zone": lambda c: tuple(
            a.Place(zone(c[-1]), read(owner)) for owner in c[:-1:2]
        )
    },
)


def edge(word: Part) -> a.Edge:
    """Top or bottom."""
    return a.Edge.TOP if word.endswith("top") else a.Edge.BOTTOM


def places(tree: Part) -> tuple[tuple[a.Place, ...], str]:
    """A list of places and how they are joined: "or", "and", "and/or" or "each"."""
    found: list[a.Place] = []
    join_ = "each" if tree.data == "places_each" else "or"
    for part in tree.children:
        if token(part, "AND_OR"):
            join_ = "and/or"
        elif token(part, "AND") and join_ == "or":
            join_ = "and"
        elif is_tree(part, "bare_zone"):
            if not found:
                raise Misfit
            found.append(a.Place(zone(part.children[0]), found[-1].owner))
        elif not token(part):
            found.extend(read(part))
    return tuple(found), join_


# -------------------------------------------------------------------- writing players


def is_you(who: a.Player) -> bool:
    """Does a verb after this player stand in the base form?"""
    return who.kind is a.PlayerKind.YOU


@writes(a.Player)
def player(who: a.Player) -> str:
    """A player phrase."""
    return who.kind.value if who.test is None else f"{who.kind.value} {say(who.test)}"


def rank(is_highest: bool) -> str:
    """ "highest" or "lowest"."""
    return "highest" if is_highest else "lowest"


def possessive(who: a.Player) -> str:
    """Whose."""
    if who == a.YOU:
        return "your"
    return "their" if who == a.THAT_PLAYER else f"{player(who)}'s"


# --------------------------------------------------------------------- writing places


@writes(a.Place)
def place(where: a.Place) -> str:
    """A place, as it stands after a preposition."""
    name = zone_name(where)
    return name if where.edge is None else f"the {where.edge.value} of {name}"


def zone_name(where: a.Place) -> str:
    """A zone with its owner, without top or bottom."""
    match where.zone:
        case a.Zone.STACK:
            return f"the {where.name} stack" if where.name else "its stack"
        case a.Zone.HAND | a.Zone.DECK | a.Zone.DISCARD_PILE | a.Zone.SCORE_PILE:
            return f"{possessive(where.owner or a.YOU)} {where.zone.value}"
        case a.Zone.UNDER_CHARACTER:
            return f"{possessive(where.owner or a.YOU)} Character"
        case a.Zone.FRONT:
            return "you"
        case _:
            return where.zone.value


_INTO: Final = {
    a.Zone.PLAY: "into play",
    a.Zone.FRONT: "in front of you",
    a.Zone.OUT_OF_GAME: "from the game",
    a.Zone.UNDER_THIS: "under this card",
    a.Zone.TABLE: "on the table",
}


def destination(where: a.Place, back: bool = False) -> str:
    """A place with the preposition of a move that ends there (`back`: of a return)."""
    if where.zone in _INTO:
        text = _INTO[where.zone]
    elif where.zone is a.Zone.UNDER_CHARACTER:
        text = f"under {zone_name(where)}"
    elif where.edge is not None:
        text = "on top" if where.edge is a.Edge.TOP else "on the bottom"
        if where.zone is not a.Zone.STACK or where.name is not None:
            text += f" of {zone_name(where)}"
    else:
        text = f"{'to' if back else 'into'} {zone_name(where)}"
    return f"{text} face down" if where.face_down else text


def say_places(found: a.Cards, preposition: str) -> str:
    """Where the cards are, with a leading space, or nothing."""
    if not found.places:
        return ""
    if found.places == (a.Place(a.Zone.PLAY),):
        return " in play"
    if found.places == (a.Place(a.Zone.UNDER_THIS),):
        return " under this card"
    names = [place(where) for where in found.places]
    if found.spread is a.Spread.EACH:
        return f" {preposition} each of {join(names, 'and')}"
    return f" {preposition} {join(names, 'or')}"
