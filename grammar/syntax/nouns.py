"""What noun phrases are to a game: players, places, cards, numbers.

A phrase that says more than is understood here is Nonsense: no word of it is dropped.
"""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.ast.nouns import make_filter
from rules_check.grammar.counted import THE_REST, THEIR_OWN
from rules_check.grammar.syntax.drafts import (
    Act,
    Comparing,
    Detail,
    Draft,
    Joined,
    Measure,
    Nominal,
    Nonsense,
    NounPhrase,
    Points,
    Prep,
    Quantity,
    Relative,
    Said,
    Sentence,
    want,
)
from rules_check.grammar.syntax.mutual import clauses
from rules_check.grammar.yours import YOURS

K, Z, T = a.PlayerKind, a.Zone, a.CardType
Phrase: TypeAlias = NounPhrase | Joined

CALLED: Final[dict[str, a.Noun]] = {
    "hero": a.TypeNoun(T.HERO),
    "villain": a.TypeNoun(T.VILLAIN),
    "equipment": a.TypeNoun(T.EQUIPMENT),
    "super power": a.TypeNoun(T.SUPER_POWER),
    "location": a.TypeNoun(T.LOCATION),
    "starter": a.TypeNoun(T.STARTER),
    "super-villain": a.TitleNoun(a.Title.SUPER_VILLAIN),
    "character": a.TitleNoun(a.Title.CHARACTER),
    "super hero": a.TitleNoun(a.Title.SUPER_HERO),
    "defense": a.KeywordNoun(a.Keyword.DEFENSE),
    "attack": a.KeywordNoun(a.Keyword.ATTACK),
    "block": a.KeywordNoun(a.Keyword.BLOCK),
    "assist": a.KeywordNoun(a.Keyword.ASSIST),
    "ongoing": a.KeywordNoun(a.Keyword.ONGOING),
    "confrontation": a.KeywordNoun(a.Keyword.CONFRONTATION),
}
"""What cards are called by."""
KEYWORDS: Final = frozenset({"defense", "attack", "block", "assist", "ongoing", "confrontation"})
ZONES: Final = {
    "hand": Z.HAND,
    "deck": Z.DECK,
    "discard pile": Z.DISCARD_PILE,
    "play": Z.PLAY,
    "line-up": Z.LINE_UP,
    "main deck": Z.MAIN_DECK,
    "destroyed pile": Z.DESTROYED_PILE,
    "super-villain stack": Z.SUPER_VILLAIN_STACK,
    "table": Z.TABLE,
}
OWNED: Final = frozenset({Z.HAND, Z.DECK, Z.DISCARD_PILE})
"""Zones of which each player has one."""
PLAYERS: Final = frozenset("player foe teammate attacker owner LEFT RIGHT".split())
COST: Final = a.AttributeKind.COST
PRINTED: Final = {"cost": COST, "vp value": a.AttributeKind.VP}
"""Numbers that cards have."""
COMPARED: Final = {
    "=": a.Comparison.EQUAL,
    "exactly": a.Comparison.EQUAL,
    ">=": a.Comparison.AT_LEAST,
    "<=": a.Comparison.AT_MOST,
    ">": a.Comparison.MORE,
    "<": a.Comparison.LESS,
}
MORE: Final = frozenset({*"more greater higher larger above costlier".split(), "more expensive"})
LESS: Final = frozenset("less fewer lower smaller below cheaper lesser".split())
RANKS: Final = {
    "highest": True,
    "greatest": True,
    "most": True,
    "largest": True,
    "lowest": False,
    "least": False,
    "fewest": False,
    "smallest": False,
}
DEAREST: Final = {
    "costliest": True,
    "most expensive": True,
    "highest-cost": True,
    "cheapest": False,
    "least expensive": False,
    "lowest-cost": False,
}
DIFFERENT: Final = {
    "name": a.DifferentKind.NAME,
    "card name": a.DifferentKind.NAME,
    "cost": a.DifferentKind.COST,
    "card type": a.DifferentKind.TYPE,
    "type": a.DifferentKind.TYPE,
}
THAT_PLAYER: Final = a.Player(K.THAT_PLAYER)
ONE: Final = a.Number(1)


# ------------------------------------------------------------------------- nouns


ALIKE: Final = Comparing("alike")
"""What is said of several cards that have one name: "copies of the same Hero", "duplicates"."""


def noun_of(said: Said) -> Nominal:
    """A noun as it stands in the lexicon."""
    plural = said.form == "pl"
    kind, colon, name = said.meaning.partition(":")
    if colon:
        if kind == "KEYWORD":
            raise Nonsense
        return Nominal("card", "card", plural, (a.NameNoun(name, part=kind == "PART"),))
    word = said.meaning
    if word in KEYWORDS:
        return Nominal("keyword", word, plural, (CALLED[word],))
    if word in CALLED:
        return Nominal("card", "card", plural, (CALLED[word],))
    if word in ("weakness", "vulnerability", "punch", "kick", "power ring"):
        return Nominal("card", "card", plural, (a.NameNoun(word.title()),))
    if word in PLAYERS:
        return Nominal("player", word, plural)
    if word in ZONES or word in ("top", "bottom", "stack", "control"):
        return Nominal("place", word, plural)
    if word in ("cost", "vp value", "number", "total", "level", "amount", "sum"):
        return Nominal("num", word, plural)
    if word in ("power", "vp"):
        return Nominal("points", word, plural)
    if word in DIFFERENT:
        return Nominal("kind", word, plural)
    if word in ("turn", "game", "start", "end", "time", "whole"):
        return Nominal("time", word, plural)
    if word in ("card", "ONE", "OTHER", "rest", "copy"):
        return Nominal("card", word, plural)
    if word == "duplicate":
        return Nominal("card", "card", plural, details=(ALIKE,))
    if word in ("choice", "left", "right", "order", "effect", "following"):
        return Nominal("other", word, plural)
    raise Nonsense


def compounded(mod: Nominal, x: Nominal) -> Nominal:
    """ "Hero card", "Defense card", "Super-Villain stack", "Hero in play"."""
    want(not (mod.details or mod.quantity or mod.adjectives or mod.mods))
    if mod.sort in ("card", "keyword") and x.sort == "card" and x.head == "card" and not x.called:
        return replace(x, called=mod.called, head="card")
    if mod.sort == "card" and mod.called == (CALLED["super-villain"],) and x.head == "stack":
        return replace(x, head="super-villain stack")
    if mod.sort == "card" and x.sort == "place" and x.head == "stack":
        want(len(mod.called) == 1)
        (name,) = mod.called
        want(isinstance(name, a.NameNoun) and not name.part)
        return replace(x, mods=mod.called)
    if mod.head == "card" and not mod.called and x.sort == "kind":
        return x
    raise Nonsense


# ------------------------------------------------------------------------- players


def player(x: Draft | None) -> a.Player:
    """Who is spoken of."""
    match x:
        case None:
            return a.YOU
        case Joined():
            return _players(x)
        case NounPhrase(x=Said(meaning)) if not (x.part_of or x.owner or x.adverbs or x.excepted):
            return _pronoun(meaning)
        case NounPhrase(det="both" | "each" | "all", x=None, part_of=None, owner=None, adverbs=()):
            return a.Player(K.EACH_OF_THEM)
        case NounPhrase(
            x=None,
            det="each" | "all" | "both",
            part_of=NounPhrase(x=Said("them")),
            adverbs=(),
        ):
            return a.Player(K.EACH_OF_THEM)
        case NounPhrase(x=None, det="both", part_of=NounPhrase(x=Said("you"))):
            raise Nonsense
        case NounPhrase(
            x=None, det="any" | "any one" | "", part_of=NounPhrase() as of, adverbs=()
        ) if x.quantity == (None if x.det else Quantity("=", 1)):
            if isinstance(of.x, Nominal) and of.x.quantity == Quantity("=", 2):  # both of them
                want(of.x.plural and of.x.head == "foe" and _your_foes(of))
                of = replace(of, x=replace(of.x, quantity=None))
            each = player(of)
            want(_your_foes(of) and each.kind is K.EACH_FOE)
            if each.test is not None:  # "any of your foes who …" is each of them
                want(x.det == "any")
                return each
            return a.Player(K.A_FOE)
        case NounPhrase(x=None, det="each" | "all", part_of=NounPhrase() as of, adverbs=()):
            want(of != NounPhrase("", Said("you", "PRON")))  # these are two
            return player(replace(of, det="each", owner=None) if _your_foes(of) else of)
        case NounPhrase("the" | "all", Nominal("card", "OTHER") as inner):
            want(x == NounPhrase(x.det, Nominal("card", "OTHER", inner.plural)))
            return THE_REST  # "the others"
        case NounPhrase("the", Nominal("card", "ONE", details=(one,)) as inner) if _you_chose(one):
            want(x == NounPhrase("the", inner) and inner == Nominal("card", "ONE", details=(one,)))
            return a.Player(K.CHOSEN_FOE)  # "the one you picked"
        case NounPhrase(x=Nominal(sort="player") as inner) if not (x.adverbs or x.excepted):
            return _player(x, inner)
        case NounPhrase(x=Nominal(sort="player") as inner) if x.excepted is not None:
            who = _player(replace(x, excepted=None), inner)
            other = player(x.excepted.x)
            if who == a.Player(K.EACH_PLAYER) and other == a.YOU:
                return a.Player(K.EACH_OTHER_PLAYER)
            want(who.test is None)
            return a.Player(who.kind, a.Except(other))
    raise Nonsense


def _your_foes(x: NounPhrase) -> bool:
    return x.owner is not None and x.owner == NounPhrase("", Said("you", "PRON"))


def _players(x: Joined) -> a.Player:
    who = {one.kind for one in map(player, x.items) if one.test is None}
    want(len(who) == len(x.items) == 2)
    if who == {K.YOU, K.TEAMMATE} and x.pair != "neither":
        return a.Player(K.YOU_AND_TEAMMATE if x.conj == "and" else K.YOU_OR_TEAMMATE)
    raise Nonsense


PRONOUNS: Final = {
    "you": K.YOU,
    "yourself": K.YOU,
    "they": K.THAT_PLAYER,
    "he": K.THAT_PLAYER,
    "she": K.THAT_PLAYER,
    "them": K.THAT_PLAYER,
    "him": K.THAT_PLAYER,
    "her": K.THAT_PLAYER,
    "everyone": K.EACH_PLAYER,
    "everybody": K.EACH_PLAYER,
    "everyone else": K.EACH_OTHER_PLAYER,
    "everybody else": K.EACH_OTHER_PLAYER,
    "anyone": K.ANY_PLAYER,
    "anybody": K.ANY_PLAYER,
    "themselves": K.THAT_PLAYER,
}


def _pronoun(word: str) -> a.Player:
    want(word in PRONOUNS)
    return a.Player(PRONOUNS[word])


def _player(x: NounPhrase, inner: Nominal) -> a.Player:
    want(x.part_of is None and not inner.mods and inner.value is None)
    want(not inner.more and inner.than is None and not inner.called)
    tests: list[a.PlayerTest] = []
    side = ""
    chosen = False
    for detail in inner.details:
        if detail in AT_THE_TABLE:
            want(x.det in ("each", "every", "all", "any") and inner.head == "player")
            continue
        whoever = x.det == "each" and not inner.plural and detail != _sitting(detail)
        if whoever:  # "whoever sits on your left" is one player
            x = replace(x, det="the")
        detail = _sitting(detail)
        if isinstance(detail, Prep) and _side(detail):
            want(not side)
            side = _side(detail)
        elif x.det in ("the", "that", "each") and detail == _ATTACKED_YOU:
            want(len(inner.details) == 1 and not inner.adjectives and not inner.plural)
            return a.Player(K.ATTACKER)
        elif x.det in ("the", "each") and detail == _CONFRONTED:
            x = replace(x, det="the")  # "whoever you are Confronting"
            want(inner.adjectives == () and len(inner.details) == 1)
            inner = replace(inner, adjectives=("confront/done",), details=())
            break
        elif x.det == "the" and _you_chose(detail):
            want(not inner.adjectives)
            inner = replace(inner, adjectives=("choose/done",))
        elif detail == Prep("of choice", "", _YOU) or you_choose(detail):
            chosen = True
        else:
            tests.append(clauses().player_test(detail))
    want(len(tests) <= 1)
    for test in tests:  # "the foe with fewer": of each foe it is asked than whom
        compares = isinstance(test, a.HavingMost) and test.alone
        want(not compares or (x.det == "the" and inner.head == "foe"))  # of players: which two?
        several = x.det == "the" and inner.head == "player" and isinstance(test, a.Having)
        want(not (several and isinstance(inner.details[0], Relative)))  # "whoever has a Hero"
    adjectives = inner.adjectives
    kind = _kind(x, inner, side, chosen, adjectives)
    if tests and isinstance(tests[0], a.DidSo | a.DidNot | a.CouldNot | a.DidTo):
        kind = EVERY.get(kind, kind)
    if tests and x.det == "any":  # "any foe who …" is each of them
        kind = EVERY.get(kind, kind)
    return a.Player(kind, tests[0] if tests else None)


_TABLE: Final = NounPhrase("the", Nominal("place", "table"))
AT_THE_TABLE: Final = tuple(Prep(word, "", _TABLE) for word in ("at", "around"))
""" "everyone at the table": every player sits there."""


def you_choose(detail: Draft) -> bool:
    """ "a foe you choose", "a foe chosen by you"."""
    if detail == Relative(Act("choose", "past", gap=True, passive=True, adjuncts=(_BY_YOU,))):
        return True
    return detail == Relative(Sentence(_YOU, Act("choose", gap=True)), gap=True)


def _you_chose(detail: Draft) -> bool:
    """ "the foe you have chosen", "the foe that was chosen": the one that was chosen before."""
    match detail:
        case Relative(Sentence(NounPhrase() as by, Act("choose" | "name") as act, ()), gap=True):
            return by == _YOU and act == Act(act.verb, "past", gap=True, perfect=act.perfect)
        case Relative(Act("choose" | "name", "past", gap=True, passive=True) as act):
            plain = Act(act.verb, "past", gap=True, passive=True)
            return act == replace(plain, adverb=act.adverb, perfect=act.perfect)
    return False


_YOU: Final = NounPhrase("", Said("you", "PRON"))
_CONFRONTED: Final = Relative(
    Sentence(_YOU, Act("confront", gap=True, adverb="going on")), gap=True
)
""" "(the foe) you are Confronting"."""
_ATTACKED_YOU: Final = Relative(Act("attack", "past", object=_YOU))
_BY_YOU: Final = Prep("by", "", _YOU)


EVERY: Final = {
    K.A_FOE: K.EACH_FOE,
    K.A_PLAYER: K.EACH_PLAYER,
    K.ANY_PLAYER: K.EACH_PLAYER,
}


def _sitting(detail: Detail) -> Detail:
    """ "the player who sits on your left"."""
    if isinstance(detail, Relative) and isinstance(detail.x, Act) and not detail.gap:
        act = detail.x
        where = act.pred if act.verb == "be" else act.to
        plain = Act(act.verb, act.form, gap=act.gap, to=act.to, pred=act.pred)
        sits = act.verb in ("sit", "be") and act == plain and act.form != "past"
        if sits and isinstance(where, Prep) and detail.whose is None and _side(where):
            return where
    return detail


def _side(detail: Prep) -> str:
    """Whose left or right: "your" or "their" with the side."""
    x = detail.x
    if detail.word not in ("to", "on") or not isinstance(x, NounPhrase):
        return ""
    if not isinstance(x.x, Nominal) or x.x.head not in ("left", "right") or x.det != "'s":
        return ""
    want(x == NounPhrase("'s", Nominal("other", x.x.head), owner=x.owner))
    whose = player(x.owner).kind
    want(whose in (K.YOU, K.THAT_PLAYER))
    return f"{'your' if whose is K.YOU else 'their'} {x.x.head}"


SIDES: Final = {
    "your left": K.LEFT,
    "your right": K.RIGHT,
    "their left": K.THEIR_LEFT,
    "their right": K.THEIR_RIGHT,
}


def _kind(
    x: NounPhrase, inner: Nominal, side: str, chosen: bool, adjectives: tuple[str, ...]
) -> a.PlayerKind:
    det, head, plural = x.det, inner.head, inner.plural
    if inner.quantity == Quantity("=", 1) and not det and not plural:
        det, inner = "a", replace(inner, quantity=None)  # "one foe"
    want(inner.quantity is None)
    if side:
        want(head in ("player", "foe") and det == "the" and not adjectives and not plural)
        return SIDES[side]
    if x.owner is not None:
        want(not adjectives and not chosen)
        whose = player(x.owner)
        want(whose.test is None)
        if head == "teammate":
            kinds = {K.YOU: K.TEAMMATE, K.THAT_PLAYER: K.THEIR_TEAMMATE}
            kinds |= {K.THAT_FOE: K.FOES_TEAMMATE, K.ATTACKER: K.ATTACKERS_TEAMMATE}
            want(whose.kind in kinds and not plural)
            return kinds[whose.kind]
        if head in ("LEFT", "RIGHT"):
            want(whose.kind in (K.YOU, K.THAT_PLAYER) and not plural)
            return SIDES[f"{'your' if whose.kind is K.YOU else 'their'} {head.lower()}"]
        if head == "foe" and whose.kind is K.YOU:
            return K.EACH_FOE if plural else K.YOUR_FOE
        if head == "owner" and (_is_it(x.owner) or x.owner == _THEY):
            return K.OWNER
        raise Nonsense
    if head == "those":
        return K.EACH_OF_THEM
    if head == "attacker":
        want(det == "the" and not adjectives)
        return K.ATTACKER
    if head == "owner":
        raise Nonsense
    if head == "ONE" and det == "each" and not adjectives and not chosen:  # "each who does"
        want(len(inner.details) == 1 and clauses().player_test(inner.details[0]) in SO)
        return K.EACH_OF_THEM
    want(head in ("player", "foe"))
    foe = head == "foe"
    if adjectives == ("other",):
        if (
            det in ("each", "every")
            or (det == "the" and foe)
            or (det in ("all", "the", "") and plural)
        ):
            return K.OTHER_FOE if foe else K.EACH_OTHER_PLAYER
        want(det == "any" and not foe)
        return K.ANOTHER_PLAYER
    if adjectives in (("choose/done",), ("confront/done",)):
        want(det == "the" and not plural)
        if adjectives == ("choose/done",):
            want(foe)
            return K.CHOSEN_FOE
        return K.CONFRONTED
    want(not adjectives)
    if chosen:
        want(det in ("a", "any", "any one", "the") and not plural)
        return K.A_FOE if foe else K.A_PLAYER
    if det in ("each", "every", "all") or (plural and det in ("", "the", "all the")):
        return K.EACH_FOE if foe else K.EACH_PLAYER
    if plural:
        raise Nonsense
    if det in ("a", "any", "any one"):
        if det == "any":
            return K.A_FOE if foe else K.ANY_PLAYER
        return K.A_FOE if foe else K.A_PLAYER
    if det == "another" and not foe:
        return K.ANOTHER_PLAYER
    if det in ("that", "this"):
        return K.THAT_FOE if foe else K.THAT_PLAYER
    if det == "the":
        if inner.details:
            return K.EACH_FOE if foe else K.THE_PLAYER
        return K.THAT_FOE if foe else K.THAT_PLAYER
    raise Nonsense


SO: Final = (a.DidSo(), a.DidNot(), a.CouldNot())
"""What is said of players who were told to do something."""
_THEY: Final = NounPhrase("", Said("they", "PRON"))


def _is_it(x: Draft | None) -> bool:
    return x == NounPhrase("", Said("it", "PRON"))


# ------------------------------------------------------------------------- places


def places(x: Draft | None, holder: a.Player = a.YOU) -> tuple[a.Place, ...]:
    """Where: one place, or several."""
    match x:
        case Joined(conj, items, pair) if pair in ("", "either"):
            want(conj in ("or", "and", "and/or"))
            found: list[a.Place] = []
            owner: Phrase | None = None
            for item in items:
                if isinstance(item, NounPhrase):
                    if item.det == "" and item.owner is None and owner is not None:
                        item = replace(item, det="'s", owner=owner)  # "your hand or discard pile"
                    owner = item.owner or owner
                found += places(item, holder)
            return tuple(found)
        case NounPhrase():
            return (_place(x, holder),)
    raise Nonsense


def one_place(x: Draft | None, holder: a.Player = a.YOU) -> a.Place:
    """Where: just one place."""
    found = places(x, holder)
    want(len(found) == 1)
    return found[0]


def _place(x: NounPhrase, holder: a.Player) -> a.Place:
    inner = x.x
    if x == NounPhrase("'s", None, owner=NounPhrase("", Said("you", "PRON"))):
        return YOURS
    want(isinstance(inner, Nominal) and inner.sort == "place")
    assert isinstance(inner, Nominal)
    if inner.adjectives == ("entire",) and inner.head not in ("top", "bottom"):
        inner = replace(inner, adjectives=())
    want(not (x.adverbs or x.excepted or x.part_of or inner.adjectives or inner.quantity))
    want(not inner.more and inner.than is None and inner.value is None)
    if inner.head in ("top", "bottom"):
        want(x.det == "the" and len(inner.details) == 1)
        (of,) = inner.details
        want(isinstance(of, Prep) and of.word == "of")
        assert isinstance(of, Prep)
        whole = one_place(of.x, holder)
        want(whole.edge is None)
        return a.replace(whole, edge=a.Edge(inner.head))
    details = inner.details
    owner: a.Player | None = None
    if details:
        of = details[0]
        want(len(details) == 1 and x.owner is None and x.det == "the")
        want(isinstance(of, Prep) and of.word == "of")
        assert isinstance(of, Prep)
        owner = player(of.x)
    elif x.owner is not None:
        owner = player(x.owner)
    if inner.head == "stack":
        want(inner.mods and x.det == "the" and owner is None)
        name = inner.mods[0]
        assert isinstance(name, a.NameNoun)
        return a.Place(Z.STACK, name=name.name)
    want(inner.head in ZONES and not inner.mods)
    zone = ZONES[inner.head]
    if zone in OWNED:
        if owner is None and zone is Z.HAND and x.det == "":
            owner = holder
        if owner is None and x.det in ("any", "each", "every", "all"):
            owner = a.Player(K.ANY_PLAYER if x.det == "any" else K.EACH_PLAYER)
        want(owner is not None)
        return a.Place(zone, owner)
    want(owner is None)
    if zone is Z.PLAY:
        want(x.det == "")
        return a.Place(zone, a.Player(K.EACH_PLAYER))
    want(x.det == "the")
    return a.Place(zone)


def goal(x: Draft) -> tuple[a.Place, bool]:
    """Where something goes, and whether it is the player to whom it goes."""
    want(isinstance(x, Prep))
    assert isinstance(x, Prep)
    want(x.adverb in ("", "back", "straight", "directly", "immediately"))
    where = x.x
    edge = EDGES.get(x.word)
    if isinstance(where, NounPhrase | Joined) and x.word in ("to", "back to"):
        try:
            who = player(where)
        except Nonsense:
            pass
        else:
            return a.Place(Z.HAND, who), True
    place = one_place(where)
    if place.zone is Z.PLAY:
        place = a.Place(Z.PLAY)
    if x.word == "under":  # under a deck is at its bottom
        want(place.edge is None and place.zone in (Z.DECK, Z.MAIN_DECK))
        return a.replace(place, edge=a.Edge.BOTTOM), False
    if edge is not None:
        want(place.edge is None)
        return a.replace(place, edge=edge), False
    if x.word in ("on", "onto") and place.zone in (Z.DECK, Z.MAIN_DECK) and place.edge is None:
        return a.replace(place, edge=a.Edge.TOP), False
    want(x.word in ("in", "into", "to", "onto", "on", "back to", "back into", "inside"))
    if x.word in ("on", "onto"):
        want(place.edge is not None or place.zone is Z.DISCARD_PILE)
    return place, False


EDGES: Final = {
    "on top of": a.Edge.TOP,
    "back on top of": a.Edge.TOP,
    "to the top of": a.Edge.TOP,
    "on the bottom of": a.Edge.BOTTOM,
    "to the bottom of": a.Edge.BOTTOM,
}


# ------------------------------------------------------------------------- numbers


def quantity(q: Quantity) -> a.Quantity:
    """How many cards."""
    if q.further:
        raise Nonsense
    match q.how:
        case "=" | "exactly":
            return a.Exactly(_number(q))
        case "<=" | "up to":
            return a.UpTo(_number(q))
        case ">=":
            return a.AtLeast(_number(q))
        case "word":
            if q.word in ("any number of", "any amount of"):
                return a.AnyNumber()
            if q.word in ("that many", "as many", "that much"):
                return a.Exactly(a.ThatMany())
    raise Nonsense


def _number(q: Quantity) -> a.Number:
    want(q.number is not None)
    assert q.number is not None
    return a.Number(q.number)


def compared(q: Quantity) -> tuple[a.Comparison, a.Number]:
    """ "three or more": how something compares with a number."""
    want(not q.further and q.how in COMPARED)
    return COMPARED[q.how], _number(q)


def amount(x: Draft, holder: a.Player = a.YOU) -> a.Amount:
    """A number that is said by a phrase."""
    match x:
        case Quantity(how="=", further=False):
            return _number(x)
        case Measure(of, by):
            return _with_adverbs((by,) if by else (), clauses().measured(of, holder))
        case NounPhrase(x=None, quantity=Quantity() as q, part_of=None, excepted=None):
            return _with_adverbs(x.adverbs, _plain_amount(q))
        case NounPhrase(x=Nominal(sort="num") as inner, part_of=None, excepted=None):
            return _with_adverbs(x.adverbs, _measure(x, inner, holder))
    raise Nonsense


def _plain_amount(q: Quantity) -> a.Amount:
    if q.how == "word":
        want(q.word in ("that many", "that much", "as many"))
        return a.ThatMany()
    want(q.how == "=" and not q.further)
    return _number(q)


def _with_adverbs(adverbs: tuple[str, ...], found: a.Amount) -> a.Amount:
    rest = list(adverbs)
    up: bool | None = None
    if "rounded up" in rest:
        up = True
        rest.remove("rounded up")
    if "rounded down" in rest:
        want(up is None)
        up = False
        rest.remove("rounded down")
    if rest in (["half"], ["half of"]):
        return a.Half(found, up)
    want(up is None)
    if rest in (["twice"], ["double"]):
        return a.Times(2, found)
    want(not rest)
    return found


def _measure(x: NounPhrase, inner: Nominal, holder: a.Player) -> a.Amount:
    want(not inner.called and inner.value is None and inner.than is None and not inner.more)
    want(inner.quantity is None and not inner.mods)
    if inner.head in ("number", "amount"):
        want(x.det == "the" and not inner.adjectives and len(inner.details) == 1)
        (of,) = inner.details
        want(isinstance(of, Prep) and of.word == "of")
        assert isinstance(of, Prep)
        return count(of.x, holder)
    if inner.head == "level":
        return _level(x, inner)
    if inner.head in PRINTED:
        kind = PRINTED[inner.head]
        if x.owner is not None:  # "its cost"
            want(not inner.details and inner.adjectives in ((), ("printed",)))
            return a.AttributeOf(kind, selection(x.owner))
        want(x.det == "the" and len(inner.details) == 1)
        (of,) = inner.details
        if inner.adjectives and inner.adjectives[0] in RANKS:
            want(len(inner.adjectives) == 1 and isinstance(of, Prep))
            assert isinstance(of, Prep)
            return _highest(RANKS[inner.adjectives[0]], of, holder, kind)
        want(inner.adjectives in ((), ("total",)))
        want(isinstance(of, Prep) and of.word == "of")
        assert isinstance(of, Prep)
        return a.AttributeOf(kind, selection(of.x))
    raise Nonsense


def _level(x: NounPhrase, inner: Nominal) -> a.AttributeOf:
    """ "your Character's Level", "the Level of your foe's Character"."""
    owner: Draft | None = x.owner
    if inner.details:
        want(len(inner.details) == 1 and x.det == "the" and owner is None)
        (of,) = inner.details
        want(isinstance(of, Prep) and of.word == "of" and not of.adverb)
        assert isinstance(of, Prep)
        owner = of.x
    want(inner == Nominal("num", "level", details=inner.details) and not x.adverbs)
    whose = selection(owner) if owner is not None else None
    want(isinstance(whose, a.CharacterOf))
    assert isinstance(whose, a.CharacterOf)
    return a.AttributeOf(a.AttributeKind.LEVEL, whose)


def _highest(highest: bool, of: Prep, holder: a.Player, kind: a.AttributeKind = COST) -> a.Highest:
    """ "the highest cost among cards in your hand"."""
    if of.word in ("in", "on"):
        return a.Highest(kind, a.Cards(a.Every(), places=places(of.x, holder)), highest)
    want(of.word in ("among", "of"))
    cards = selection(of.x, holder)
    if cards == a.THEM:
        cards = a.Cards(a.Every(), among=a.THEM)
    want(isinstance(cards, a.Cards) and cards.quantity == a.Every())
    assert isinstance(cards, a.Cards)
    return a.Highest(kind, cards, highest)


SOMEWHERE: Final = (a.ThisWay, a.Acted, a.Controlled, a.Owned)
"""Tests that say which cards are looked at, wherever they lie."""


def count(x: Draft, holder: a.Player = a.YOU) -> a.CountOf | a.CountPlayers:
    """How many such cards, or players, there are."""
    match x:
        case NounPhrase(x=Nominal(sort="player")):
            who = player(replace(x, det="each") if x.det in ("", "a") else x)
            return a.CountPlayers(who)
        case NounPhrase(det="", x=None, part_of=NounPhrase(x=Nominal(sort="player")) as of):
            want(x == NounPhrase("", None, part_of=of))  # "for each of your foes"
            return a.CountPlayers(player(NounPhrase("each", None, part_of=of)))
        case NounPhrase(det="", x=None, part_of=NounPhrase() as of):  # "for each of them"
            want(x == NounPhrase("", None, part_of=of))
            return _count_of_all(of, holder)
        case NounPhrase(det="", x=Nominal("card", "OTHER" | "rest")) if x.part_of is None:
            return _count_of_all(replace(x, det="the"), holder)
        case NounPhrase(x=Nominal(sort="card" | "keyword" | "kind" | "num") as inner):
            want(not x.adverbs and x.excepted is None and x.owner is None and x.part_of is None)
            per, inner = _per(inner)
            kind, inner = _different(inner)
            described = describe(inner, holder)
            want(described.chooser is None)
            cards = a.Cards(a.Every(), described.filter, described.places, among=described.among)
            want(not described.edge and described.extra == () and described.number is None)
            want(not (described.different or described.single or described.random))
            want(
                described.places
                or described.among
                or any(isinstance(one, SOMEWHERE) for one in described.tests)
            )
            return a.CountOf(cards, kind, per)
    raise Nonsense


def _controlled(x: Phrase) -> Phrase:
    """ "(one of) your Locations": that you control."""
    if not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal):
        return x
    you = NounPhrase("", Said("you", "PRON"))
    if x.owner != you or not x.x.called or not x.x.plural or x.x.sort != "card":
        return x
    want(x == NounPhrase("'s", x.x, owner=you) and not any(one.negated for one in x.x.called))
    control = Relative(Sentence(you, Act("control", gap=True)), gap=True)
    return NounPhrase("the", replace(x.x, details=(*x.x.details, control)))


def _count_of_all(x: NounPhrase, holder: a.Player) -> a.CountOf:
    """ "(for each) of them", "of the others", "of the Heroes in your discard pile"."""
    whole = _controlled(x)
    want(isinstance(whole, NounPhrase))
    assert isinstance(whole, NounPhrase)
    x = whole
    inner = x.x if isinstance(x.x, Nominal) and not x.owner and x.det == "the" else None
    if inner is not None and inner.head not in ("OTHER", "rest") and inner.plural:
        want(inner.quantity is None)
        return only_count(count(replace(x, det=""), holder))
    cards = selection(x, holder)
    want(isinstance(cards, a.Ref) and cards.kind in (a.RefKind.THEM, a.RefKind.REST))
    assert isinstance(cards, a.Ref)
    return a.CountOf(a.Cards(a.Every(), among=cards))


def only_count(found: a.CountOf | a.CountPlayers) -> a.CountOf:
    """A number of cards."""
    want(isinstance(found, a.CountOf))
    assert isinstance(found, a.CountOf)
    return found


def _per(inner: Nominal) -> tuple[int, Nominal]:
    """ "for each two Heroes"."""
    q = inner.quantity
    if q is None:
        return 1, inner
    want(q.how == "=" and q.number is not None and not q.further)
    assert q.number is not None
    return q.number, replace(inner, quantity=None)


def _different(inner: Nominal) -> tuple[a.DifferentKind | None, Nominal]:
    """ "each different Hero", "each different card type among …"."""
    if "different" not in inner.adjectives:
        want(inner.sort == "card")
        return None, inner
    rest = tuple(word for word in inner.adjectives if word != "different")
    if inner.sort not in ("kind", "num"):
        return a.DifferentKind.NAME, replace(inner, adjectives=rest)
    want(inner.head in DIFFERENT)
    kind = DIFFERENT[inner.head]
    details = []
    for detail in inner.details:
        if isinstance(detail, Prep) and detail.word == "among" and isinstance(detail.x, NounPhrase):
            among = detail.x
            want(isinstance(among.x, Nominal))
            assert isinstance(among.x, Nominal)
            if among == NounPhrase("those", Nominal("card", "card", plural=True)):
                want(not inner.details[1:] and not rest)
                those = Prep("among", "", NounPhrase("", Said("those", "PRON")))
                return kind, Nominal("card", "card", True, details=(those,))
            done = any(word.endswith("/done") for word in among.x.adjectives)
            want(among.det in ("", "the") or (among.det == "those" and done))
            want(not inner.details[1:] and not rest)
            return kind, replace(among.x, quantity=None)
        details.append(detail)
    return kind, Nominal("card", "card", True, details=tuple(details), adjectives=rest)


# ------------------------------------------------------------------------- cards


class Described:
    """What a noun says of cards: which, where, and what else."""

    def __init__(self) -> None:
        self.nouns: list[a.Noun] = []
        self.tests: list[a.Test] = []
        self.places: tuple[a.Place, ...] = ()
        self.edge: a.Edge | None = None
        self.random = False
        self.single = self.different = False
        self.number: a.Amount | None = None
        """How many, told by another number ("cards equal to …")."""
        self.joined = ""
        """How several places are joined: "and", "or"."""
        self.among: a.Ref | None = None
        self.chooser: a.Player | None = None
        self.extra: tuple[str, ...] = ()
        """Adjectives that the determiner has to go with."""

    @property
    def filter(self) -> a.Filter:
        """Which cards."""
        return make_filter(self.nouns, self.tests)


def describe(inner: Nominal, holder: a.Player = a.YOU, several: bool | None = None) -> Described:
    """What a noun with its adjectives and details says of cards; `several`: are they more than
    one, where their number is told apart."""
    want(inner.sort in ("card", "keyword") and inner.value is None)
    want(inner.than is None and not inner.more)
    found = Described()
    want(inner.sort != "keyword")  # "a Defense" alone
    found.nouns += [*inner.called, *inner.mods]
    yours = False
    for word in inner.adjectives:
        _adjective(found, word)
    for detail in _in_play(inner.details):
        one: Draft
        for one in _all_of(detail):
            if one == _OF_YOURS:  # "of yours", where it is said where such cards lie
                want(
                    any(
                        isinstance(other, Prep | Relative)
                        for other in inner.details
                        if other != one
                    )
                )
                yours = True
            elif _you_hold(one, holder):
                want(not found.places)
                found.places = (a.Place(Z.HAND, holder),)
            elif (chooser := _chosen_by(one)) is not None:
                want(found.chooser is None)
                found.chooser = chooser
            elif (keeper := _held_by(one)) is not None:
                want(not found.places)
                found.places = (a.Place(Z.HAND, keeper),)
            elif isinstance(one, Prep) and one.word in ("among", "from among"):
                done = done_to_all(selection(one.x))
                if done is not None:
                    found.tests.append(done)
                    continue
                among = selection(one.x)
                if isinstance(among, a.Cards):  # "a Hero among the cards in your discard pile"
                    where = a.Cards(a.Every(), places=among.places)
                    if isinstance(one.x, NounPhrase) and among.filter.tests and not among.places:
                        done_so = among.filter.tests  # "the Heroes among the cards you played"
                        want(among == a.Cards(a.Every(), make_filter((), done_so)))
                        want(all(isinstance(test, SOMEWHERE) for test in done_so))
                        found.tests += done_so
                        continue
                    want(among == where and among.places and not found.places)
                    found.places = among.places
                    continue
                want(found.among is None and among == a.THEM and one.x != THE_CARDS)
                found.among = a.THEM
            elif one == IN_IT:
                want(found.among is None and not found.places)
                found.among = a.IT
            elif one == Said("there", "PP"):
                want(not found.places and found.among is None)
                found.places = (a.SAME_PLACE,)
            elif one == _AT_RANDOM:
                want(not found.random)
                found.random = True
            elif isinstance(one, Prep) and one.word == "of choice":
                want(found.chooser is None)
                found.chooser = player(one.x)
            elif isinstance(one, Prep) and one.word in ("on top of", "on the bottom of"):
                want(not found.places and found.edge is None)
                found.places = tuple(
                    a.replace(place, edge=EDGES[one.word]) for place in places(one.x, holder)
                )
                want(found.places[0].zone is not Z.HAND and len(found.places) == 1)
            elif isinstance(one, Prep) and one.word in PLACED and not _is_quality(one):
                want(not found.places and not one.adverb)
                found.places = places(one.x, holder)
                if isinstance(one.x, Joined):
                    found.joined = one.x.conj
            elif isinstance(one, Comparing) and one.adjective == "equal to":
                want(found.number is None and one.object is not None and one.than is None)
                assert one.object is not None
                found.number = amount(one.object, holder)
            else:
                if isinstance(one, Prep) and _is_quality(one):
                    one = replace(one, word="with")  # "a card of cost 6"
                many = inner.plural and inner.quantity is not None and inner.quantity.number != 1
                nouns, tests = clauses().card_tests(
                    one, holder, many if several is None else several
                )
                found.nouns += nouns
                found.tests += tests
    want(found.among is None or not found.places)
    want(not yours or (found.places and all(one.owner == a.YOU for one in found.places)))
    if found.edge is not None:
        want(len(found.places) == 1 and found.places[0].edge is None)
        found.places = (a.replace(found.places[0], edge=found.edge),)
    return found


def _in_play(details: tuple[Detail, ...]) -> tuple[Detail, ...]:
    """ "(each Location) you have in play": that you control."""
    play = Prep("in", "", NounPhrase("", Nominal("place", "play")))
    match details:
        case (Relative(Sentence(who, Act("have", gap=True) as act, ()), gap=True) as has, where):
            if where == play and act == Act("have", gap=True):
                return (replace(has, x=Sentence(who, Act("control", gap=True))),)
    return details


def done_to_all(them: a.Selection) -> a.ThisWay | None:
    """ "the revealed cards": what was done to all of them, if that is what they are called by."""
    match them:
        case a.Cards(a.Every(), a.Filter((), (a.ThisWay() as done,))):
            return done if them == a.Cards(a.Every(), a.Filter((), (done,))) else None
    return None


IN_IT: Final = Prep("in", "", NounPhrase("", Said("it", "PRON")))
"""In the hand or the pile spoken of."""
_AT_RANDOM: Final = Relative(
    Act("choose", "past", gap=True, passive=True, adjuncts=(Said("at random", "ADV"),))
)
"""A card "chosen at random"."""
PLACED: Final = frozenset({"in", "from", "of", "on", "at", "out of", "within", "inside", "off"})
"""Prepositions behind which a place of cards stands."""


_OF_YOURS: Final = Prep("of", "", NounPhrase("'s", None, owner=_YOU))


def _is_quality(one: Prep) -> bool:
    """ "(a card) of cost 3", "of a different type": what it is like."""
    x = one.x.x if isinstance(one.x, NounPhrase) else None
    return one.word == "of" and isinstance(x, Nominal) and x.sort in ("num", "kind")


def _you_hold(one: Draft, holder: a.Player) -> bool:
    """ "a card you hold": one in your hand."""
    match one:
        case Relative(Sentence(subject, Act("hold", gap=True) as act, ()), gap=True):
            return act == Act("hold", gap=True) and player(subject) == holder
    return False


def _chosen_by(one: Draft) -> a.Player | None:
    """ "a card chosen by you": one of your choice."""
    match one:
        case Relative(Act("choose", adjuncts=(Prep("by", adverb="", x=by),)) as act, gap=False):
            chosen = Act("choose", "past", gap=True, passive=True, adjuncts=act.adjuncts)
            return player(by) if act == chosen and one.whose is None else None
    return None


def _held_by(one: Draft) -> a.Player | None:
    """ "a card held by that foe": one in that foe's hand."""
    match one:
        case Relative(Act("hold", adjuncts=(Prep("by", adverb="", x=by),)) as act, gap=False):
            held = Act("hold", "past", gap=True, passive=True, adjuncts=act.adjuncts)
            want(act in (held, replace(held, adverb="is"), replace(held, adverb="are")))
            want(one.whose is None)
            return player(by)
    return None


LIES: Final = frozenset({"find", "lie", "sit", "stand", "be", "remain", "stay"})
"""Verbs that say only where something is."""
STATES: Final = LIES | {"cost", "have"}
"""Verbs that say what a card is, and not what is done with it."""


def _all_of(detail: Draft) -> tuple[Draft, ...]:
    if isinstance(detail, Relative) and isinstance(detail.x, Joined) and detail.x.conj == "and":
        each = detail.x.items  # "that costs 0 and lies in your discard pile"
        want(not detail.gap and detail.whose is None and detail.x.pair in ("", "both"))
        want(all(isinstance(one, Act) and not one.adjuncts for one in each[:-1]))
        want(all(isinstance(one, Act) and one.verb in STATES for one in each))
        return tuple(of for one in each for of in _all_of(Relative(one)))
    if isinstance(detail, Relative) and isinstance(detail.x, Act) and not detail.gap:
        if detail.whose is not None:
            return (detail,)
        act = detail.x
        where = act.pred if act.verb == "be" else act.to
        if act.verb == "find" and act.passive and len(act.adjuncts) == 1:
            (where,) = act.adjuncts
            act = replace(act, adjuncts=(), passive=False)
        plain = not (act.negated or act.modal or act.perfect or act.adjuncts or act.passive)
        plain = plain and (act.form != "past" or act.verb == "find")
        said = isinstance(where, Prep) and where.word in PLACED | {"under"}
        if plain and act.verb in LIES and said and where is not None:
            return (where,)
    if isinstance(detail, Joined) and detail.conj == "and" and not detail.pair:
        return detail.items
    return (detail,)


def _adjective(found: Described, word: str) -> None:
    if word in ("top", "bottom"):
        want(found.edge is None)
        found.edge = a.Edge(word)
    elif word == "other":
        found.tests.append(a.Other())
    elif word in DEAREST:
        found.tests.append(a.Extreme(DEAREST[word]))
    elif word.endswith("/done"):
        verb = DONE.get(word.removesuffix("/done"))
        want(verb)
        assert verb is not None
        found.tests.append(a.ThisWay(verb))
    elif word == "different":
        found.different = True
    elif word == "such":  # of those spoken of
        want(found.among is None)
        found.among = a.THEM
    elif word == "random":
        want(not found.random)
        found.random = True
    elif word in ("odd", "even") or word in ("chosen", "named"):
        raise Nonsense
    elif word == "single":
        found.single = True
    elif word in ("remaining", "first", "second", "last", "next", "additional", "extra"):
        found.extra = (*found.extra, word)
    else:
        raise Nonsense


V: Final = a.Verb
DONE: Final = {
    "destroy": V.DESTROY,
    "discard": V.DISCARD,
    "draw": V.DRAW,
    "reveal": V.REVEAL,
    "gain": V.GAIN,
    "play": V.PLAY,
    "choose": V.CHOOSE,
    "pass": V.PASS,
    "buy": V.BUY,
    "return": V.RETURN,
    "put": V.PUT,
    "defeat": V.DEFEAT,
}
"""Verbs that say which cards are meant."""


def selection(x: Draft | None, holder: a.Player = a.YOU) -> a.Selection:
    """Which cards."""
    match x:
        case Joined(conj="and", items=(first, second), pair="" | "both"):
            if isinstance(first, NounPhrase) and isinstance(second, NounPhrase):
                shared = one_phrase(x, first, second)
                if shared is not None:
                    return selection(shared, holder)
            return a.Both(*_same_place(selection(first, holder), selection(second, holder)))
        case Joined(conj="or", items=(_, _, *_, _), pair="" | "either"):
            return selection(folded(x), holder)
        case Joined(conj="or", items=(first, second), pair="" | "either"):
            if isinstance(first, NounPhrase) and isinstance(second, NounPhrase):
                shared = one_phrase(x, first, second)
                if shared is not None:
                    return selection(shared, holder)
            one, two = _same_place(selection(first, holder), selection(second, holder))
            if isinstance(one, a.Cards) and isinstance(two, a.Cards):
                want(one.filter != two.filter or one.places != two.places)
                want(a.Every() not in (one.quantity, two.quantity))
            return a.OneOf(one, two)
        case NounPhrase():
            return _selection(x, holder)
    raise Nonsense


def _same_place(first: a.Selection, second: a.Selection) -> tuple[a.Selection, a.Selection]:
    """ "a Hero and a Villain from your hand": both from there."""
    if not isinstance(first, a.Cards) or not isinstance(second, a.Cards):
        return first, second
    if second.places and not first.places and first.among is None:
        return a.replace(first, places=second.places), second
    return first, second


def folded(x: Joined) -> NounPhrase:
    """ "a Hero, a Villain, or an Equipment" is one card that is one of them."""
    found, *rest = x.items
    for one in rest:
        want(isinstance(found, NounPhrase) and isinstance(one, NounPhrase))
        assert isinstance(found, NounPhrase)
        assert isinstance(one, NounPhrase)
        both = one_phrase(x, found, one)
        want(both is not None)
        assert both is not None
        found = both
    assert isinstance(found, NounPhrase)
    return found


def one_phrase(x: Joined, first: NounPhrase, second: NounPhrase) -> NounPhrase | None:
    """ "a Hero or a Villain" is one card that is one of both; "Heroes and Villains"."""
    one, two = first.x, second.x
    if not (isinstance(one, Nominal) and isinstance(two, Nominal)):
        return None
    if not (one.sort == two.sort == "card" and one.called and two.called):
        return None
    if one.adjectives or one.quantity or one.mods:
        return None
    if first.det not in ("a", "") or second.det not in (first.det, ""):
        return None
    if x.conj == "and" and first.det == "a":
        return None
    if two.adjectives or two.quantity or two.mods or two.details != one.details:
        return None  # it is not sure what the rest belongs to
    return replace(first, x=replace(one, called=(*one.called, *two.called)))


def _selection(x: NounPhrase, holder: a.Player) -> a.Selection:
    inner = x.x
    if x.adverbs and {*x.adverbs} <= PART_OF_ALL:
        return _half_of(x, holder)
    want(not x.adverbs or x.adverbs == ("only",))
    want(x.excepted is None)
    if isinstance(inner, Said):
        want(x.part_of is None and x.owner is None and not x.adverbs)
        return _reference(inner)
    kind = one_of_each(x)
    if kind is not None:
        return _one_each(kind, holder)
    if x.part_of is not None:
        return _part(x, holder)
    if inner is None and x == NounPhrase("'s", None, owner=NounPhrase("", Said("they", "PRON"))):
        return a.Cards(a.Exactly(ONE), a.Filter((THEIR_OWN,)))  # "theirs"
    if inner is None:
        want(x.det == "both" and x.owner is None and x.quantity is None and not x.adverbs)
        return a.THEM
    if inner.sort == "place":
        place = one_place(x, holder)
        want(place.edge is None)
        return a.Whole(place)
    if inner.head == "those":  # "those with cost 3 or more"
        want(x == NounPhrase("", Nominal("player", "those", inner.plural, details=inner.details)))
        such = describe(Nominal("card", "card", plural=True, details=inner.details), holder)
        want(not (such.places or such.edge or such.random or such.among or such.chooser))
        return a.Cards(a.Every(), such.filter, among=a.THEM)
    if inner.called == (CALLED["character"],) and inner.details == (_CONFRONTED,):
        plain = Nominal("card", "card", called=inner.called, details=inner.details)
        want(x == NounPhrase("the", plain))
        return a.CharacterOf(a.Player(K.CONFRONTED))  # "the Character you are Confronting"
    if inner.called == (CALLED["character"],) and (x.owner is not None):
        want(not (inner.adjectives or inner.details or inner.quantity or inner.plural))
        want(not inner.more and inner.than is None and not x.adverbs)
        return a.CharacterOf(player(x.owner))
    want(x.owner is None)
    others = Nominal("card", "OTHER", inner.plural)
    if inner.head == "OTHER" and x in (NounPhrase("the", others), NounPhrase("all", others)):
        return a.Ref(a.RefKind.REST)
    if inner.head == "OTHER" and inner.quantity is not None and not x.det:  # "two others"
        others = replace(inner, head="card", adjectives=("other", *inner.adjectives))
        return _selection(replace(x, x=others), holder)
    if inner.head == "OTHER" or inner.head == "copy":
        raise Nonsense
    if inner.head == "rest" and len(inner.details) == 1 and x == NounPhrase("the", inner):
        of = inner.details[0]  # "the rest of your hand": all other cards there
        if isinstance(of, Prep) and isinstance(of.x, NounPhrase) and isinstance(of.x.x, Nominal):
            want(of == Prep("of", "", of.x) and inner == Nominal("card", "rest", details=(of,)))
            there = one_place(of.x, holder)
            want(there.edge is None)
            return a.Cards(a.Every(), make_filter((), [a.Other()]), (there,))
    if inner.head == "rest":
        of_them = (Prep("of", "", NounPhrase("", Said("them", "PRON"))),)
        want(x.det == "the" and inner.details in ((), of_them))
        return a.Ref(a.RefKind.REST)
    if inner.head == "ONE" and x.det == "the" and any(map(_was_done, inner.details)):
        return _selection(replace(x, x=replace(inner, head="card")), holder)  # "the one you played"
    if inner.head == "ONE":
        return _left_out(x, inner)
    described = describe(inner, holder)
    return _determined(x, inner, described, holder)


PART_OF_ALL: Final = frozenset({"half", "half of", "rounded up", "rounded down"})


def _half_of(x: NounPhrase, holder: a.Player) -> a.Selection:
    """ "half of the cards in your hand, rounded up", "half of your hand"."""
    whole = x.part_of if isinstance(x.part_of, NounPhrase) else replace(x, adverbs=())
    want(x.part_of is None or x == NounPhrase("", None, part_of=whole, adverbs=x.adverbs))
    inner = whole.x
    want(isinstance(inner, Nominal) and not whole.adverbs)
    assert isinstance(inner, Nominal)
    if inner.sort == "place":
        cards = a.Cards(a.Every(), places=(one_place(whole, holder),))
    else:
        want(whole == NounPhrase("the", inner) and inner.plural and inner.quantity is None)
        found = selection(replace(whole, det="all"), holder)
        want(isinstance(found, a.Cards) and found.quantity == a.Every())
        assert isinstance(found, a.Cards)
        cards = found
    return a.replace(cards, quantity=a.Exactly(_with_adverbs(x.adverbs, a.CountOf(cards))))


def _determined(
    x: NounPhrase, inner: Nominal, described: Described, holder: a.Player
) -> a.Selection:
    q = inner.quantity
    det = x.det
    extra = described.extra
    if det == "another":
        described.tests.append(a.Other())
        det = "a"
    if extra == ("remaining",) and described.places and det in ("the", "all", "all the"):
        want(inner.plural and not q and described.among is None)  # those of a place not spoken of
        described.tests.insert(0, a.Other())
        det, extra = "all", ()
    if extra == ("remaining",) and det == "the" and q is not None:  # "the remaining three cards"
        want(not (described.nouns or described.tests or described.places or described.among))
        return a.Cards(quantity(q), among=a.Ref(a.RefKind.REST))
    if extra == ("remaining",) and det in ("the", "all", "all the") and inner.plural:
        want(not (described.nouns or described.tests or described.places or q))
        return a.Ref(a.RefKind.REST)
    if extra in (("additional",), ("extra",)):
        want(det in ("a", "") or q)  # "an additional card" is a card
        extra = ()
    want(not extra)
    want(not x.adverbs)
    if described.different:  # "a different Hero" is another one
        want(not q or q.number != 1)
        many = inner.plural
        described.tests.append(a.Different(a.DifferentKind.NAME) if many else a.Other())
        want(many or det == "a")
    want(not described.single or (det in ("a", "each", "every") and not q))
    found: a.Quantity | None = None
    if det in ("this", "that", "these", "those", "the") and not q:
        plain = not (described.tests or described.places or described.among)
        want(not plain or not (described.random or described.edge or described.number))
        want(not plain or described.chooser is None)
        if det in ("this", "these"):
            want(plain and not described.nouns and det == "this" and not inner.plural)
            return a.THIS
        if plain:
            return _that(inner, described)
        want(det == "the" or (det == "those" and _just_done(inner, described)))
        found = a.Exactly(ONE) if not inner.plural else a.Every()
        if any(isinstance(test, a.Extreme) for test in described.tests):
            want(not inner.plural)
    elif det in ("a", "any", "any one", "one") and not q:
        want(not inner.plural or det == "any")
        found = a.AnyNumber() if inner.plural else a.Exactly(ONE)
    elif det in ("each", "every", "all", "all the", "all of the") and not q:
        found = a.Every()
    elif det == "" and not q:
        want(inner.plural)
        found = a.Every()
    elif q is not None and det in ("", "the", "any", "a"):
        if det == "the":
            at_edge = any(place.edge is not None for place in described.places)
            want(described.edge or described.tests or at_edge)
        want(det != "any" or q.how == "=")
        found = quantity(q)
        done = [isinstance(one, a.ThisWay) for one in described.tests]
        if det == "the" and done == [True] and not described.places and q.how == "=":
            found = a.Every()  # "the two destroyed cards" are all of them
    want(found is not None)
    assert found is not None
    if described.number is not None:
        want(found == a.Every() and det == "")
        found = a.Exactly(described.number)
    where = described.places
    one_of_all = isinstance(found, a.Exactly)
    want(not (described.joined == "and" and one_of_all))
    want(not (described.joined == "or" and found == a.Every()))
    want(not where or not any(isinstance(test, a.Controlled) for test in described.tests))
    spread = spread_over(found, where)
    if described.chooser is not None:
        want(described.chooser == holder)  # who does it chooses anyway
    return a.Cards(
        found, described.filter, where, spread, random=described.random, among=described.among
    )


def _just_done(inner: Nominal, described: Described) -> bool:
    """ "those revealed cards": the ones to which it was just done."""
    only = len(described.tests) == 1 and not described.places and described.among is None
    return only and inner.plural and any(isinstance(one, a.ThisWay) for one in described.tests)


def spread_over(many: a.Quantity, where: tuple[a.Place, ...]) -> a.Spread:
    """ "a card in each foe's hand" is one in each of them."""
    each = any(one.owner is not None and one.owner.kind in EACH for one in where)
    if each and where[0].zone in OWNED and many != a.Every():
        return a.Spread.EACH
    return a.Spread.TOTAL


EACH: Final = frozenset({K.EACH_FOE, K.EACH_PLAYER, K.EACH_OTHER_PLAYER, K.OTHER_FOE})
"""Several players, each of them."""


def _that(inner: Nominal, described: Described) -> a.Selection:
    """ "that card", "the Hero", "those cards"."""
    nouns = described.nouns
    if inner.plural:
        want(not nouns)
        return a.THEM
    if not nouns:
        return a.IT
    want(len(nouns) == 1 and isinstance(nouns[0], a.TypeNoun) and not nouns[0].negated)
    assert isinstance(nouns[0], a.TypeNoun)
    return a.Ref(a.RefKind.IT, called=nouns[0].type)


REFERENCES: Final = {
    "it": a.IT,
    "that": a.IT,
    "them": a.THEM,
    "they": a.THEM,
    "those": a.THEM,
    "these": a.THEM,
    "itself": a.IT,
    "this": a.THIS,
}


def _reference(word: Said) -> a.Selection:
    want(word.meaning in REFERENCES)
    return REFERENCES[word.meaning]


def _was_done(detail: Draft) -> bool:
    """ "(the one) you destroyed", "(the one) that was revealed"."""
    if not isinstance(detail, Relative) or detail.whose is not None:
        return False
    act = detail.x.says if isinstance(detail.x, Sentence) else detail.x
    return isinstance(act, Act) and (act.form == "past" or act.perfect) and act.verb in DONE


def _left_out(x: NounPhrase, inner: Nominal) -> a.Selection:
    """ "the other", "the first", "the revealed one", "the cheapest of them"."""
    want(x.det == "the" and x == NounPhrase("the", inner))
    (word, *rest) = inner.adjectives or ("",)
    if word in DEAREST and inner == Nominal(
        "card", "ONE", adjectives=(word,), details=inner.details
    ):
        want(len(inner.details) == 1)
        (of,) = inner.details
        want(isinstance(of, Prep) and of == Prep("of", "", of.x))
        assert isinstance(of, Prep)
        best = a.Extreme(DEAREST[word])
        such = selection(of.x)
        if isinstance(such, a.Cards):  # "the cheapest of the Heroes in the Line-Up"
            want(such == a.Cards(a.Every(), such.filter, such.places) and such.places)
            fits = make_filter(such.filter.nouns, (*such.filter.tests, best))
            return a.Cards(a.Exactly(ONE), fits, such.places)
        want(such == a.THEM)
        return a.Cards(a.Exactly(ONE), make_filter((), [best]), among=a.THEM)
    want(not inner.details)
    if word.endswith("/done") and not rest and inner == Nominal("card", "ONE", adjectives=(word,)):
        verb = DONE.get(word.removesuffix("/done"))
        want(verb is not None)
        assert verb is not None
        return a.Cards(a.Exactly(ONE), a.Filter((), (a.ThisWay(verb),)))
    if inner.quantity is not None and not inner.adjectives:  # "the two"
        return a.THEM
    if inner.quantity is not None:  # "the other two": of those that were not taken
        want(inner.adjectives in (("other",), ("remaining",)))
        return a.Cards(quantity(inner.quantity), among=a.Ref(a.RefKind.REST))
    refs: dict[tuple[str, ...], a.Ref] = {
        ("other",): a.Ref(a.RefKind.OTHER),
        ("first",): a.Ref(a.RefKind.FIRST),
        ("second",): a.Ref(a.RefKind.SECOND),
    }
    want(inner.adjectives in refs and not inner.plural)
    return refs[inner.adjectives]


PARTS: Final[dict[str, a.Quantity]] = {
    "each": a.Every(),
    "all": a.Every(),
    "both": a.Every(),
    "any": a.AnyNumber(),
    "either": a.Exactly(ONE),
}


def one_of_each(x: Draft | None) -> Nominal | None:
    """ "one of each type", "a card of each type": the kind of which there is one each."""
    if not isinstance(x, NounPhrase):
        return None
    of: Draft | None = x.part_of
    if isinstance(x.x, Nominal) and x.x.details and isinstance(x.x.details[0], Prep):
        of = x.x.details[0].x
    if not isinstance(of, NounPhrase) or not isinstance(of.x, Nominal):
        return None
    kind = of.x
    of_kind = of == NounPhrase("each", kind) and kind.head in DIFFERENT
    if not of_kind or kind != Nominal("kind", kind.head, details=kind.details):
        return None
    one = Quantity("=", 1)
    card = Nominal("card", "card", details=(Prep("of", "", of),))
    ways = (
        NounPhrase("", None, part_of=of, quantity=one),
        NounPhrase("a", card),
        NounPhrase("", replace(card, quantity=one)),
    )
    return kind if x in ways else None


THOSE: Final = NounPhrase("", Said("those", "PRON"))
THE_CARDS: Final = NounPhrase("the", Nominal("card", "card", plural=True))
""" "Among the cards": what stands behind tells which."""


def each_among(x: Draft, among: NounPhrase) -> Draft:
    """ "one of each type" of these, where it is not said of which."""
    kind = one_of_each(x)
    if kind is None or kind.details or not isinstance(x, NounPhrase):
        return x
    each = NounPhrase("each", replace(kind, details=(Prep("among", "", among),)))
    return NounPhrase("", None, part_of=each, quantity=Quantity("=", 1))


def _one_each(kind: Nominal, holder: a.Player) -> a.Cards:
    """As many cards as there are such kinds among some, no two of the same: one of each."""
    among = describe(Nominal("card", "card", plural=True, details=kind.details), holder)
    want(among.among is not None or any(isinstance(one, a.ThisWay) for one in among.tests))
    want(len(among.tests) + (among.among is not None) == 1 and not among.nouns)
    want(not (among.places or among.random or among.number or among.chooser))
    there = a.CountOf(a.Cards(a.Every(), among.filter, among=among.among), DIFFERENT[kind.head])
    no_two = make_filter((), (a.Different(DIFFERENT[kind.head]), *among.tests))
    return a.Cards(a.Exactly(there), no_two, among=among.among)


def _part(x: NounPhrase, holder: a.Player) -> a.Selection:
    """ "one of them", "two of the revealed cards", "any of those"."""
    whole = x.part_of if x.part_of is None else _controlled(x.part_of)
    want(x.owner is None and not x.adverbs)
    how: a.Quantity | None = None
    narrower: Described | None = None
    if isinstance(x.x, Nominal):  # "one of the cards there that is a Hero"
        want(x.x.head == "ONE" and x.x == Nominal("card", "ONE", details=x.x.details))
        one = x.quantity is not None and x.quantity.number == 1
        narrower = describe(replace(x.x, head="card"), holder, several=not one)
        want(not (narrower.places or narrower.edge or narrower.extra or narrower.among))
    if x.quantity is not None:
        want(x.det == "")
        how = quantity(x.quantity)
    else:
        how = PARTS.get(x.det)
    want(how is not None)
    assert how is not None
    want(not isinstance(whole, NounPhrase) or whole.det not in ("each", "every"))
    if isinstance(whole, NounPhrase) and isinstance(whole.x, Nominal) and whole.x.called:
        those = Nominal("card", whole.x.head, plural=True, called=whole.x.called)
        if whole in (NounPhrase("those", those), NounPhrase("these", those)) and narrower is None:
            return a.Cards(how, make_filter(those.called, ()), among=a.THEM)
    whole = _each_named(whole)
    among = selection(whole, holder)
    if narrower is not None:
        found = narrower.filter
        if isinstance(among, a.Ref):
            want(among.kind is a.RefKind.THEM)
            return a.Cards(how, found, among=among)
        want(isinstance(among, a.Cards) and among.quantity == a.Every())
        assert isinstance(among, a.Cards)
        want(not among.filter.nouns or not found.nouns)
        both = make_filter((*among.filter.nouns, *found.nouns), (*among.filter.tests, *found.tests))
        return a.replace(among, quantity=how, filter=both)
    if isinstance(among, a.Ref):
        want(among.kind is a.RefKind.THEM)
        if how == a.Every():
            return a.THEM
        return a.Cards(how, among=among)
    if isinstance(among, a.Cards) and among.among == a.Ref(a.RefKind.REST):
        want(isinstance(how, a.Exactly))  # "one of the other two"
        return a.replace(among, quantity=how)
    if isinstance(among, a.Cards) and among.quantity == a.Every():
        want(not any(isinstance(test, a.Other) for test in among.filter.tests))
        return a.replace(among, quantity=how)
    raise Nonsense


def _each_named(x: NounPhrase | Joined | None) -> NounPhrase | Joined | None:
    """ "(one of) the Kicks", "the Equipment": it is not seen whether it is one or several."""
    if isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.det == "the":
        named = any(isinstance(noun, a.NameNoun) for noun in x.x.called)
        if (named or x.x.called == (CALLED["equipment"],)) and x.x.quantity is None:
            return replace(x, det="all", x=replace(x.x, plural=True))
    return x


def only_filter(x: Draft, holder: a.Player = a.YOU) -> a.Filter:
    """What is said of a card by "is …": "a Hero", "a Hero or Villain with cost 3"."""
    nouns: list[a.Noun] = []
    tests: list[a.Test] = []
    match x:
        case Joined(conj="or", items=items, pair="" | "either"):
            for item in items:
                one = only_filter(item, holder)
                want(not one.tests)
                nouns += one.nouns
            return make_filter(nouns, tests)
        case NounPhrase(det="a" | "" | "another", x=Nominal(sort="keyword") as inner):
            raise Nonsense
        case NounPhrase("" | "a" as det, Nominal("card", "ONE") as inner) if (
            inner.details and x.quantity == (None if det else Quantity("=", 1))
        ):  # "one that costs 0"
            want(x == NounPhrase(det, inner, quantity=x.quantity))
            return only_filter(NounPhrase("a", replace(inner, head="card")), holder)
        case NounPhrase(det="a" | "", x=Nominal(sort="card") as inner) if (
            x.part_of is None and x.excepted is None and set(x.adverbs) <= {"also"}
        ):
            want(not x.adverbs)
            described = describe(inner, holder)
            want(not (described.places or described.extra or described.random))
            want(not (described.different or described.single or described.number))
            want(described.among is None and described.chooser is None)
            want(inner.quantity is None and inner.head == "card")
            want(described.nouns or described.tests)
            return described.filter
    raise Nonsense


def points(x: Draft) -> tuple[str, a.Amount, str]:
    """Power or VP: which, how much, and how it compares ("5 or more VP")."""
    match x:
        case NounPhrase(det="" | "a", x=Nominal(sort="points") as inner):
            inner = _plain_points(inner)
            want(inner.quantity is not None and inner.value is None and not inner.details)
            want(not x.adverbs and x.owner is None and x.part_of is None and x.excepted is None)
            assert inner.quantity is not None
            comparison, number = compared(inner.quantity)
            return inner.head, number, comparison.value
    raise Nonsense


def _plain_points(inner: Nominal) -> Nominal:
    rest = tuple(word for word in inner.adjectives if word not in ("additional", "extra"))
    want(not rest and not inner.called and not inner.mods and not inner.more)
    want(inner.value is None and inner.than is None and inner.head)
    return inner


def bonus(x: Points, holder: a.Player = a.YOU) -> tuple[str, a.Amount, tuple[Draft, ...]]:
    """ "+2 Power": which points, how many, and what is said behind."""
    inner = _plain_points(x.x)
    want(not x.adverbs and inner.sort == "points")
    q = inner.quantity
    first, *others = inner.details or (None,)
    if q is None and isinstance(first, Comparing) and first.adjective == "equal to":
        want(first.object is not None and first.than is None and not x.minus)
        assert first.object is not None
        return inner.head, amount(first.object, holder), tuple(others)
    want(q is not None and q.how == "=" and not q.further and q.number is not None)
    assert q is not None
    assert q.number is not None
    return inner.head, a.Number(-q.number if x.minus else q.number), inner.details
