"""Players and places: who is spoken of, and where cards are."""

from __future__ import annotations

from functools import partial
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.counted import THE_REST
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.held import ALL_PLAY
from rules_check.grammar.phrases.no_players import refuse_cards
from rules_check.grammar.phrases.quantities import so_many

# -------------------------------------------------------------------- reading players

_NAMES: Final = {
    a.PlayerKind.YOU: "YOU",
    a.PlayerKind.TEAMMATE: "TEAMMATE",
    a.PlayerKind.YOU_OR_TEAMMATE: 'YOU "or" TEAMMATE | TEAMMATE "or" YOU',
    a.PlayerKind.YOU_AND_TEAMMATE: (
        '(YOU "and" TEAMMATE | TEAMMATE "and" YOU) (EACH | THEM)? | TEAMMATE "and" BOTH_OF_YOU'
        ' | BOTH_YOU "and" TEAMMATE | TEAM'
        ' | "the" NUMBER "of" (YOU | YOU "and" TEAMMATE) who_tail'
    ),
    a.PlayerKind.EACH_FOE: (
        'EACH FOE who_tail? | ANY FOE who_tail | "the" FOE who_tail | ALL? FOE who_tail?'
        ' | BOTH_FOES | EACH "of" YOUR FOE who_tail? | ALL YOUR FOE who_tail? | YOUR FOE who_tail'
        " | EACH PAST FOE | YOUR FOE (EACH | THEM)"
    ),
    a.PlayerKind.OTHER_FOE: (
        "OTHER_ONE FOE | EACH OTHER FOE who_tail? | ALL? OTHER FOE | ANY OTHER FOE"
        ' | (EACH "of"? | ALL)? REMAINING FOE | EACH "of" OTHER_ONE FOE'
    ),
    a.PlayerKind.A_FOE: (
        "A FOE who_tail? | (A | ANY) FOE OF_CHOICE | ANY NUMBER? FOE | TARGET FOE"
        ' | NUMBER "of" YOUR FOE'
    ),
    a.PlayerKind.YOUR_FOE: "YOUR FOE",
    a.PlayerKind.THAT_FOE: '"that" FOE',
    a.PlayerKind.CHOSEN_FOE: '"the" PAST FOE',
    a.PlayerKind.EACH_PLAYER: (
        "ANY PLAYER who_tail | BOTH_PLAYERS | EACH PLAYER who_tail?"
        " | ALL PLAYER | ALL? PLAYER who_tail | PLAYER | EACH PAST PLAYER"
    ),
    a.PlayerKind.EACH_OTHER_PLAYER: (
        "EACH OTHER PLAYER who_tail? | ALL? OTHER PLAYER | OTHER_ONE PLAYER"
        ' | EACH "of" OTHER_ONE PLAYER'
    ),
    a.PlayerKind.REMAINING: '(EACH "of"? | ALL)? REMAINING PLAYER | REST EACH? | ALL OTHER',
    a.PlayerKind.OTHER_TWO: "(OTHER_ONE | REMAINING) NUMBER PLAYER",
    a.PlayerKind.EACH_OF_THEM: (
        'EACH "of" THEM who_tail? | EACH? "of"? THOSE_PLAYERS | (HE | THOSE_PLAYERS) (EACH | THEM)'
        ' | (EACH "of")? THEM NUMBER EACH? | (EACH | "the")? TIED (FOE | PLAYER)'
    ),
    a.PlayerKind.A_PLAYER: "(A | ANY) PLAYER OF_CHOICE | TARGET PLAYER | A PLAYER who_tail?",
    a.PlayerKind.ANY_PLAYER: "ANY NUMBER? PLAYER",
    a.PlayerKind.ANOTHER_PLAYER: "ANOTHER PLAYER OF_CHOICE? | ANY OTHER PLAYER OF_CHOICE?",
    a.PlayerKind.THAT_PLAYER: '"that" PLAYER | "the" PAST PLAYER | HE',
    a.PlayerKind.LEFT: "LEFT_OF_YOU",
    a.PlayerKind.RIGHT: "RIGHT_OF_YOU",
    a.PlayerKind.THEIR_LEFT: "LEFT_OF_THEM",
    a.PlayerKind.THEIR_RIGHT: "RIGHT_OF_THEM",
    a.PlayerKind.THEIR_TEAMMATE: 'THEIR_TEAMMATE | "that" PLAYER _teammate',
    a.PlayerKind.FOES_TEAMMATE: '"that" FOE _teammate | "the" PAST FOE _teammate',
    a.PlayerKind.ATTACKERS_TEAMMATE: "ATTACKER _teammate",
    a.PlayerKind.ATTACKER: "ATTACKER",
    a.PlayerKind.CONFRONTED: (
        '"the" CONFRONTED (PLAYER | FOE) | "the" (PLAYER | FOE) YOU "are" "confronting"'
    ),
    a.PlayerKind.OWNER: "OWNER",
    a.PlayerKind.THE_PLAYER: '"the" PLAYER who_tail',
}
"""How players are called; the house wording is the value of the kind."""

PLAYERS: Final = (
    *(kind.name.lower() for kind in _NAMES),
    *("each_who", "each_in_turn", "those_with", "both_of_them", "not_confronted"),
)
"""The trees that stand for players."""

PICKS: Final = {
    a.PlayerKind.ANY_FOES: "ANY_NUMBER_OF FOE",
    a.PlayerKind.ANY_PLAYERS: "ANY_NUMBER_OF PLAYER",
    a.PlayerKind.ANY_OTHER_PLAYERS: "ANY_NUMBER_OF OTHER PLAYER",
}
"""How several players are called of whom one chooses as many as one likes."""

DEEDS: Final[dict[str, a.DidSo | a.DidNot | a.CouldNot]] = {
    "WHO_DID": a.DidSo(),
    "WHO_DID_NOT": a.DidNot(),
    "WHO_CANNOT": a.CouldNot(),
}


@phrase.reads(
    "who_np",
    *(f"EACH NUMBER? {word}" for word in DEEDS),
    *(f"THOSE_{word}" for word in DEEDS),
)
def each_who(c: Parts) -> a.Player:
    """ "each who does", "each one who cannot", "those who do not": of those spoken of."""
    refuse(w.first(c, "NUMBER") not in {None, "1"})
    return a.Player(a.PlayerKind.EACH_OF_THEM, DEEDS[c[-1].type.removeprefix("THOSE_")])


def _player(kind: a.PlayerKind, c: Parts) -> a.Player:
    refuse_cards(kind, c)
    # "each of your foe"
    refuse("YOUR" in w.kinds(c) and kind is not a.PlayerKind.YOUR_FOE and not _many(c))
    chosen = w.first(c, "PAST")
    refuse(chosen is not None and chosen != "chosen")  # "each destroyed foe"
    for part in c:
        if not w.token(part):
            # "each foe with more cards in hand": than whom?
            many = w.kinds(c) & {"EACH", "ANY", "ALL", "A"} or str(c[0]).endswith("s")
            refuse(many and w.is_tree(part, "with_more", "who_with_lower"))
            refuse(many and w.is_tree(part, "who_dearer") and kind is not a.PlayerKind.EACH_PLAYER)
            refuse(not many and _lower(part, read(part)))
            refuse(kind is a.PlayerKind.YOU_AND_TEAMMATE and w.first(c, "NUMBER") != "1")
            return a.Player(kind, _than_others(kind, read(part)))
    if chosen is not None and w.token(c[0], "EACH"):
        return a.Player(kind, a.Picked())
    words = [str(word) for word in c]
    if w.token(c[0], "REST") or words[-1] == "others":  # see `counted.not_chosen`
        refuse(words[0] not in {"the rest", "the others", "all"})
        return THE_REST
    if w.first(c, "THEM") is not None and w.first(c, "NUMBER") is not None:  # "those two"
        refuse(w.first(c, "THEM") != "those" or w.first(c, "NUMBER") not in {"2", "3"})
        return a.Player(kind)
    if kind is a.PlayerKind.OTHER_TWO:
        return a.Player(_so_many_others(c))
    refuse(any(w.token(word, "NUMBER") and word != "1" for word in c))  # "any one foe"
    refuse(kind is a.PlayerKind.EACH_PLAYER and words == ["player"])  # one player: which?
    if kind is a.PlayerKind.EACH_FOE and not w.token(c[0], "EACH"):
        refuse("FOE" in w.kinds(c) and not _many(c))  # "foe" without "a" or "each"
    if kind is a.PlayerKind.YOUR_FOE and words[-1].endswith("s"):
        return a.Player(a.PlayerKind.EACH_FOE)  # "your foes"
    return a.Player(kind)


def _lower(tail: Part, test: a.PlayerTest) -> bool:
    """ "the foe who reveals the card with the lower cost": than the other's (`who_with_lower`)."""
    words = tail.scan_values(lambda leaf: leaf.type in {"LOWER", "GREATER"})
    tests = (x for x in a.walk(test) if isinstance(x, a.Extreme))
    return isinstance(test, a.DidTo) and any(tests) and any(words)


def _than_others(kind: a.PlayerKind, test: a.PlayerTest) -> a.PlayerTest:
    """ "the foe with more cards than the other foe": than the others of these players."""
    others = {
        a.PlayerKind.EACH_FOE: a.PlayerKind.OTHER_FOE,
        a.PlayerKind.EACH_PLAYER: a.PlayerKind.EACH_OTHER_PLAYER,
        a.PlayerKind.THE_PLAYER: a.PlayerKind.EACH_OTHER_PLAYER,
    }
    match test:
        case a.HavingMore(cards, a.Player(than, None), a.Comparison.MORE | a.Comparison.LESS, 1):
            if others.get(kind) is than:
                return a.HavingMost(cards, test.how is a.Comparison.MORE, alone=True)
        case _:
            pass
    return test


def _so_many_others(c: Parts) -> a.PlayerKind:
    """ "the other two players", "the remaining three players"."""
    refuse(c[0] not in {"the other", "the remaining"})
    said = {"2": a.PlayerKind.OTHER_TWO, "3": a.PlayerKind.OTHER_THREE}
    refuse(str(c[1]) not in said)
    return said[str(c[1])]


def _many(c: Parts) -> bool:
    return str(w.first(c, "FOE")).endswith("s")  # "foes"


rule("?who", "who_np")
rule("_teammate", '"\'s" ("teammate" | "partner")')
rule("?choosable", "who_np")
rule("choosable", "NUMBER FOE -> a_foe", "NUMBER PLAYER -> a_player")
for _kind, _said in PICKS.items():
    rule("choosable", f"{_said} -> {_kind.name.lower()}")
    phrase.READERS[_kind.name.lower()] = partial(_player, _kind)
for _kind, _said in _NAMES.items():
    rule("who_np", f"({_said}) -> {_kind.name.lower()}")
    phrase.READERS[_kind.name.lower()] = partial(_player, _kind)


def _controls(c: Parts) -> a.Having:
    found = so_many(only(a.Cards, read(c[-1])), c[-1])
    tests = (*found.filter.tests, a.Controlled(a.THAT_PLAYER))
    return a.Having(a.replace(found, filter=a.make_filter(found.filter.nouns, tests)))


rule("_who", '"who"', '"that"')
table(who_tail={"_who CONTROL cards": _controls})


def in_hand_of_theirs(tree: Part, found: a.Cards) -> a.Cards:
    """ "each foe with two cards in hand": in that foe's hand."""
    if any(part.data == "in_hand" for part in tree.iter_subtrees()):
        return a.replace(found, places=(a.Place(a.Zone.HAND, a.THAT_PLAYER),))
    return found


table(
    possessive={
        "YOUR": lambda _: a.YOU,
        "THEIR": lambda _: a.THAT_PLAYER,
        'who_np ("\'s" | "\'")': lambda c: read(c[0]),
    },
)

# --------------------------------------------------------------------- reading places

ZONES: Final = {name: a.Zone[name] for name in ("HAND", "DECK", "DISCARD_PILE", "SCORE_PILE")}
"""Zones that every player has."""

rule("zone", *ZONES)
rule(
    "places",
    "place",
    'place ("," _in? place_more)* ","? (OR | AND | AND_OR) _in? place_more',
    'EACH "of" place ("," place)* ","? AND place_more -> places_each',
    "possessive AND possessive zone -> places_of_two",
    'possessive AND possessive zone ("combined" | "together") -> places_of_two',
    'place AND place_more ("combined" | "together") -> places',
)
rule("_in", '"in"', '"from"')
rule("?place_more", "place", "bare_zone")
rule("bare_zone", "zone")
rule("?place", "owned_zone", "any_zone", "shared_zone", "edge_place", "possessive_pair")
rule("?owned_zone", "possessed_zone")
_PILE: Final = "(owned_zone | any_zone | shared_zone)"
table(
    edge_place={
        f'EDGE "of" {_PILE}': lambda c: a.replace(one_place(c[1]), edge=edge(c[0])),
    },
    possessive_pair={
        "possessive OR possessive zone": lambda c: tuple(
            a.Place(zone(c[-1]), read(owner)) for owner in c[:-1:2]
        )
    },
)


def zone(tree: Part) -> a.Zone:
    """A zone word."""
    return ZONES[tree.children[0].type]


def is_owned(zone: a.Zone) -> bool:
    """Does every player have one?"""
    return zone in ZONES.values()


def all_places(tree: Part) -> tuple[a.Place, ...]:
    """A phrase for one place, or for the same zone of two players."""
    found: a.Place | tuple[a.Place, ...] = read(tree)
    return found if isinstance(found, tuple) else (found,)


def one_place(tree: Part) -> a.Place:
    """A phrase that has to be one place."""
    found = all_places(tree)
    refuse(len(found) != 1)
    return found[0]


def edge(word: Part) -> a.Edge:
    """Top or bottom."""
    return a.Edge.TOP if word.endswith("top") else a.Edge.BOTTOM


def places(tree: Part) -> tuple[tuple[a.Place, ...], str]:
    """A list of places and how they are joined: "or", "and", "and/or" or "each"."""
    if tree.data == "places_of_two":  # "in your and your teammate's discard piles"
        *owners, where = w.trees(tree)
        return tuple(a.Place(zone(where), read(owner)) for owner in owners), "and"
    found: list[a.Place] = []
    join_ = "each" if tree.data == "places_each" else "or"
    for part in tree.children:
        if w.token(part, "AND_OR"):
            join_ = "and/or"
        elif w.token(part, "AND") and join_ == "or":
            join_ = "and"
        elif w.is_tree(part, "bare_zone"):
            refuse(not found or found[-1].owner is None)  # "the Line-Up and discard pile": whose?
            found.append(a.Place(zone(part.children[0]), found[-1].owner))
        elif not w.token(part):
            found.extend(all_places(part))
    if len(found) == 1 and of_each_player(found[0]):
        join_ = "each" if any(tree.scan_values(lambda leaf: leaf.type == "EACH")) else join_
    return tuple(found), join_


OF_SEVERAL: Final = {
    a.PlayerKind.EACH_FOE: "all foes'",
    a.PlayerKind.EACH_PLAYER: "all players'",
    a.PlayerKind.EACH_OTHER_PLAYER: "all other players'",
}
"""Players each of whom has such a place, and how the places are called together."""


def of_each_player(where: a.Place) -> bool:
    """Is it a place that each of several players has?"""
    return where.owner is not None and where.owner.kind in OF_SEVERAL


# -------------------------------------------------------------------- writing players


def bare_verb(who: a.Player) -> bool:
    """Does a verb after this player stand in the base form?"""
    return who.kind in {a.PlayerKind.YOU, a.PlayerKind.YOU_AND_TEAMMATE}


@writes(a.Player)
def player(who: a.Player) -> str:
    """A player phrase."""
    if who.test is None:
        return who.kind.value
    one_of = "the one of " if who.kind is a.PlayerKind.YOU_AND_TEAMMATE else ""
    return f"{one_of}{who.kind.value} {say(who.test)}"


def doing(verbs: tuple[a.Verb, ...], who: a.Player = a.YOU) -> str:
    """ "buy or gain", "buys or gains": what a player does."""
    return " or ".join(verb.value if bare_verb(who) else a.with_s(verb.value) for verb in verbs)


def has(who: a.Player, verb: str = "have") -> str:
    """A player with "have", or another verb, in the right form."""
    return f"{player(who)} {verb if bare_verb(who) else a.with_s(verb)}"


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
    bare = a.Place(where.zone, where.owner, name=where.name)
    if where.owner is None and is_owned(where.zone):
        bare = a.replace(bare, owner=a.YOU)
    return phrase.say_as(bare, "possessed_zone", "shared_zone") or where.zone.value


def destination(where: a.Place, back: bool = False) -> str:
    """A place with the preposition of a move that ends there (`back`: of a return)."""
    text = phrase.say_as(a.replace(where, face_down=False), "destination")
    if text is None and where.edge is not None:
        text = "on top" if where.edge is a.Edge.TOP else "on the bottom"
        if where.zone is not a.Zone.STACK or where.name is not None:
            text += f" of {zone_name(where)}"
    text = text or f"{'to' if back else 'into'} {zone_name(where)}"
    return f"{text} face down" if where.face_down else text


def _of_all(where: a.Place, name: str) -> str:
    """ "all foes' hands", and not "each foe's hand"."""
    who = where.owner
    if who is None or who.test is not None:
        return name
    return name.replace(f"{player(who)}'s", OF_SEVERAL[who.kind])


def say_places(found: a.Cards, preposition: str, word: str = "or") -> str:
    """Where the cards are, with a leading space, or nothing."""
    if not found.places:
        return ""
    if found.places in {(a.IN_PLAY,), (ALL_PLAY,)}:
        return " from play" if found.places == (a.IN_PLAY,) else " in play"
    if found.places == (a.Place(a.Zone.UNDER_THIS),):
        return " under this card"
    if found.places == (a.SAME_PLACE,):
        return " there"
    if len(found.places) == 1 and found.places[0].zone is a.Zone.UNDER_CHARACTER:
        return f" under {possessive(found.places[0].owner or a.YOU)} Character"
    names = [place(where) for where in found.places]
    if len(names) == 1 and of_each_player(found.places[0]):
        if found.spread is a.Spread.TOTAL and isinstance(found.quantity, a.Exactly | a.UpTo):
            names = [_of_all(found.places[0], names[0])]
        return f" {preposition} {names[0]}"
    if found.spread is a.Spread.EACH:
        return f" {preposition} each of {w.join(names, 'and')}"
    return f" {preposition} {w.join(names, word)}"
