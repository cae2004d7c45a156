"""What sentences are to a game: one verb with what goes with it, as something that is done, as a
condition, as an event, and as what picks out cards or players.

A sentence that says more than is understood here is Nonsense: no word of it is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import sequence
from rules_check.grammar.ast.nouns import make_filter
from rules_check.grammar.syntax.cards import (
    CALLED,
    COMPARED,
    COST,
    DEAREST,
    DIFFERENT,
    DONE,
    EACH,
    LESS,
    MORE,
    ONE,
    RANKS,
    THAT_PLAYER,
    amount,
    bonus,
    compared,
    count,
    describe,
    goal,
    only_filter,
    places,
    player,
    points,
    selection,
    want,
)
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Comparing,
    Draft,
    Joined,
    Nominal,
    Nonsense,
    NounPhrase,
    Otherwise,
    Points,
    Prep,
    Purpose,
    Quantity,
    Relative,
    Said,
    Sentence,
    Than,
)

K, Z, V, W = a.PlayerKind, a.Zone, a.Verb, a.Window
MOVES: Final = {
    "draw": V.DRAW,
    "discard": V.DISCARD,
    "destroy": V.DESTROY,
    "gain": V.GAIN,
    "buy": V.BUY,
    "put": V.PUT,
    "return": V.RETURN,
    "pass": V.PASS,
    "remove": V.REMOVE,
}
TO_HAND: Final = frozenset({"take", "pick up", "retrieve", "recover", "reclaim", "fetch"})
"""Verbs that put cards into the hand of who does it, where nothing else is said."""
PLACING: Final = frozenset(
    "put place move bring send take slide shift add return give hand deposit retrieve".split()
)
"""Verbs that say only that something goes where it is told to go."""
SHOWS: Final = {"reveal": V.REVEAL, "look at": V.LOOK, "look through": V.LOOK}
WAITS: Final = {**MOVES, "play": V.PLAY, "reveal": V.REVEAL, "defeat": V.DEFEAT}
"""Verbs whose doing a text can wait for, count and ask about."""
EMPTY: Final = frozenset(
    "also then immediately now simply afterwards next already currently completely around ever"
    " straight".split()
) | {"so far", "at all"}
"""Adverbs that say what the order of the words says already."""


# ------------------------------------------------------------------------- times


def window_of(x: Draft) -> a.Window | None:
    """A stretch of time that has a name; None if it is none."""
    if isinstance(x, Said):
        return None
    if not isinstance(x, Prep) or not isinstance(x.x, NounPhrase) or x.adverb:
        return None
    return WINDOWS.get((x.word, _time(x.x)))


def _time(x: NounPhrase) -> str:
    """The words of a stretch of time, as they are."""
    inner = x.x
    if inner is None and isinstance(x.part_of, NounPhrase) and x.quantity is None:
        return f"{x.det} of {_time(x.part_of)}"
    if not isinstance(inner, Nominal) or inner.quantity or inner.mods:
        return ""
    if inner.called and inner.sort != "keyword":
        return ""
    words = [*inner.adjectives, inner.head + ("s" if inner.plural else "")]
    if x.owner is not None:
        words.insert(0, _whose(x.owner))
    elif x.part_of is not None or x.adverbs or x.excepted:
        return ""
    else:
        words.insert(0, x.det)
    for detail in inner.details:
        if isinstance(detail, Prep) and detail.word == "of" and isinstance(detail.x, NounPhrase):
            words += ["of", _time(detail.x)]
        else:
            return ""
    if isinstance(x.x, Nominal) and x.det == "each" and x.part_of is not None:
        return ""
    return " ".join(filter(None, words))


def _whose(owner: Draft) -> str:
    try:
        who = player(owner)
    except Nonsense:
        return "?"
    return {K.YOU: "your", K.THAT_PLAYER: "their"}.get(who.kind, f"{who.kind.value}'s")


WINDOWS: Final = {
    ("", "this turn"): W.THIS_TURN,
    ("during", "this turn"): W.THIS_TURN,
    ("for", "this turn"): W.THIS_TURN,
    ("in", "this turn"): W.THIS_TURN,
    ("for", "the rest of this turn"): W.THIS_TURN,
    ("for", "the rest of the turn"): W.THIS_TURN,
    ("for", "the rest of your turn"): W.THIS_TURN,
    ("until", "the end of this turn"): W.THIS_TURN,
    ("until", "the end of the turn"): W.THIS_TURN,
    ("until", "the end of your turn"): W.THIS_TURN,
    ("until", "end of turn"): W.THIS_TURN,
    ("during", "your turn"): W.YOUR_TURN,
    ("in", "your turn"): W.YOUR_TURN,
    ("on", "your turn"): W.YOUR_TURN,
    ("", "each turn"): W.EACH_TURN,
    ("during", "each turn"): W.EACH_TURN,
    ("during", "your turns"): W.EACH_OF_YOUR_TURNS,
    ("during", "each of your turns"): W.EACH_OF_YOUR_TURNS,
    ("on", "each of your turns"): W.EACH_OF_YOUR_TURNS,
    ("in", "each of your turns"): W.EACH_OF_YOUR_TURNS,
    ("", "every turn"): W.EACH_TURN,
    ("on", "each turn"): W.EACH_TURN,
    ("for", "the remainder of the turn"): W.THIS_TURN,
    ("for", "the remainder of this turn"): W.THIS_TURN,
    ("throughout", "this turn"): W.THIS_TURN,
    ("for", "that turn"): W.THIS_TURN,
    ("", "that turn"): W.THIS_TURN,
    ("for", "the remainder of the game"): W.REST_OF_GAME,
    ("during", "each foe's turn"): W.FOES_TURN,
    ("during", "another player's turn"): W.OTHER_TURN,
    ("during", "any player's turn"): W.ANY_TURN,
    ("during", "each player's turn"): W.ANY_TURN,
    ("for", "the rest of the game"): W.REST_OF_GAME,
    ("during", "a confrontation"): W.CONFRONTATION,
    ("in", "a confrontation"): W.CONFRONTATION,
}


def moment_of(x: Draft) -> a.Moment | a.GameEnd | None:
    """The start or the end of a turn, or of the game."""
    if not isinstance(x, Prep) or not isinstance(x.x, NounPhrase) or x.word not in ("at", "on"):
        return None
    return MOMENTS.get(_time(x.x))


START, END = a.Point.START, a.Point.END
MOMENTS: Final[dict[str, a.Moment | a.GameEnd]] = {
    "the end of your turn": a.Moment(END),
    "the end of your next turn": a.Moment(END, next=True),
    "the end of this turn": a.Moment(END, this=True),
    "the end of the turn": a.Moment(END, this=True),
    "the start of your turn": a.Moment(START),
    "the start of your next turn": a.Moment(START, next=True),
    "the start of their next turn": a.Moment(START, THAT_PLAYER, next=True),
    "the end of their next turn": a.Moment(END, THAT_PLAYER, next=True),
    "the end of the game": a.GameEnd(),
    "game end": a.GameEnd(),
    "the beginning of your next turn": a.Moment(START, next=True),
    "turn's end": a.Moment(END, this=True),
    "the start of each foe's turn": a.Moment(START, a.Player(K.EACH_FOE)),
    "the end of each foe's turn": a.Moment(END, a.Player(K.EACH_FOE)),
    "the start of each of your turns": a.Moment(START, each=True),
    "the end of each of your turns": a.Moment(END, each=True),
    "the start of your turns": a.Moment(START, each=True),
    "the end of your turns": a.Moment(END, each=True),
}


def until_of(x: Draft) -> a.Until | None:
    """What ends with a moment."""
    if not isinstance(x, Prep) or not isinstance(x.x, NounPhrase) or x.word != "until":
        return None
    said = _time(x.x)
    if said == "your next turn":
        return a.Until(a.Moment(START, next=True))
    moment = MOMENTS.get(said)
    if isinstance(moment, a.Moment) and moment.next:
        return a.Until(moment)
    return None


# ------------------------------------------------------------------------- acts taken apart


def acts_of(x: Draft) -> list[Act]:
    """The acts of "buy or gain a card", which share what they are done to."""
    match x:
        case Act():
            return [x]
        case Joined(conj="or", items=items, pair="" | "either"):
            return [act for item in items for act in acts_of(item)]
    raise Nonsense


def same_but_verb(acts: list[Act]) -> tuple[Act, tuple[a.Verb, ...]]:
    """Several verbs of one subject and one object."""
    first = acts[0]
    want(all(act.verb in WAITS and replace(act, verb=first.verb) == first for act in acts))
    return first, tuple(WAITS[act.verb] for act in acts)


class Adjuncts:
    """What is said of an act beside its objects, taken out one by one; none may be left."""

    def __init__(self, adjuncts: tuple[Draft, ...]) -> None:
        self.left = [one for one in adjuncts if not _is_empty(one)]

    def window(self) -> a.Window | None:
        """A stretch of time."""
        for one in self.left:
            found = window_of(one)
            if found is not None:
                self.left.remove(one)
                return found
        return None

    def word(self, *words: str) -> bool:
        """Whether one of these adverbs is there."""
        for one in self.left:
            if isinstance(one, Said) and one.meaning in words:
                self.left.remove(one)
                return True
        return False

    def prep(self, *words: str) -> Draft | None:
        """What stands with one of these prepositions."""
        for one in self.left:
            if isinstance(one, Prep) and one.word in words and not one.adverb:
                self.left.remove(one)
                return one.x
        return None

    def done(self) -> None:
        """Nothing may be left."""
        want(not self.left)


def _is_empty(one: Draft) -> bool:
    return isinstance(one, Said) and one.meaning in EMPTY


# ------------------------------------------------------------------------- tests of cards


def card_tests(
    one: Draft, holder: a.Player, several: bool = False
) -> tuple[list[a.Noun], list[a.Test]]:
    """What a detail says of the card, or the `several` cards, before it."""
    match one:
        case Prep("with", adverb=""):
            return [], [_with(one.x, holder, several)]
        case Relative(gap=True):
            return [], [_acted(one.x)]
        case Relative(whose=Nominal() as inner):
            return [], [_whose_is(inner, one.x, holder)]
        case Relative(x=Act() as act):
            return _who_is(act, holder)
        case Joined():
            raise Nonsense
    raise Nonsense


def _with(x: Draft, holder: a.Player, several: bool) -> a.Test:
    """ "with cost 3 or less", "with the highest cost", "with different names"."""
    want(isinstance(x, NounPhrase) and x.part_of is None and not x.adverbs and not x.excepted)
    assert isinstance(x, NounPhrase)
    inner = x.x
    want(isinstance(inner, Nominal))
    assert isinstance(inner, Nominal)
    want(x.owner is None and not inner.mods and not inner.called)
    if inner.sort in ("num", "kind") and inner.head in ("cost", "name", "type", "card type"):
        kind = DIFFERENT[inner.head]
        if inner.adjectives == ("different",):
            want(inner.plural and not inner.details and x.det == "" and inner.than is None)
            return a.Different(kind)
        if inner.more == "same" and inner.value is None:
            want(not inner.adjectives and not inner.details)
            if inner.than is None:
                want(x.det == "the")
                want(kind is not a.DifferentKind.TYPE)
                return a.Alike(kind) if several else a.Same(kind, a.IT)
            if inner.than.how == "as" and x.det == "the" and inner.quantity is None:
                return a.Same(kind, selection(inner.than.x, holder))
    want(inner.head == "cost")
    value = inner.value
    details = inner.details
    if value is None and len(details) == 1 and isinstance(details[0], Prep):
        of = details[0].x  # "a cost of 3"
        if details[0].word == "of" and isinstance(of, NounPhrase) and of.x is None and of.det == "":
            want(not of.adverbs and of.part_of is None)
            value, details = of.quantity, ()
    if value is not None:
        want(x.det in ("", "a") and not details)
        if inner.adjectives == ("total",):
            want(value.how in ("<=", ">=") and value.number is not None and several)
            assert value.number is not None
            if value.how == "<=":
                return a.TotalAtMost(value.number)
            return a.TotalAtLeast(value.number)
        want(not inner.adjectives)
        return a.Attribute(COST, *compared(value))
    if inner.adjectives and inner.adjectives[0] in RANKS:
        want(x.det == "the" and len(inner.adjectives) == 1 and not inner.details)
        return a.Extreme(RANKS[inner.adjectives[0]])
    want(x.det in ("", "a") and not inner.adjectives and not inner.details)
    return _cost_than(inner.more, inner.than, holder, inner.quantity)


def _cost_than(
    more: str, than: Than | None, holder: a.Player, by: Quantity | None = None
) -> a.Attribute:
    """ "less than its cost"."""
    want(than is not None)
    assert than is not None
    value = _cost_of(than.x, holder, more in MORE if than.how == "than" else None)
    if by is not None:
        want(than.how == "than" and more in MORE and by.how == "=" and not by.further)
        value = a.Plus(value, a.Number(by.number or 0))
        return a.Attribute(COST, a.Comparison.EQUAL, value)
    if than.how == "as":
        want(more in ("same", "equal to"))
        return a.Attribute(COST, a.Comparison.EQUAL, value)
    if than.how == "or":
        want(more in MORE | LESS)
        return a.Attribute(
            COST, a.Comparison.AT_LEAST if more in MORE else a.Comparison.AT_MOST, value
        )
    want(more in MORE | LESS)
    return a.Attribute(COST, a.Comparison.MORE if more in MORE else a.Comparison.LESS, value)


def _cost_of(x: Draft, holder: a.Player, highest: bool | None = None) -> a.Amount:
    """A number, or the cost of the card that is named in its place; `highest`: of every card, which
    of their costs counts."""
    try:
        return amount(x, holder)
    except Nonsense:
        what = selection(x, holder)
        if isinstance(what, a.Cards) and what.quantity == a.Every():
            want(isinstance(x, NounPhrase) and x.det in ("each", "every") and highest is not None)
            assert highest is not None
            return a.Highest(COST, what, highest)
        want(isinstance(what, a.Ref) or (isinstance(what, a.Cards) and _is_one(what)))
        want(what != a.THEM)
        return a.AttributeOf(COST, what)


def _is_one(what: a.Cards) -> bool:
    return what.quantity == a.Exactly(ONE)


def _acted(x: Draft) -> a.Test:
    """ "that you played this turn", "you control", "a foe discarded this way"."""
    want(isinstance(x, Sentence) and x.subject is not None)
    assert isinstance(x, Sentence)
    who = player(x.subject)
    want(who.test is None)
    acts = acts_of(x.says)
    first = acts[0]
    adjuncts = Adjuncts((*x.adjuncts, *first.adjuncts))
    want(first.gap and first.object is None and not first.negated and not first.modal)
    want(not first.passive and first.to is None and first.whom is None and not first.adverb)
    if len(acts) == 1 and first.verb in ("control", "own"):
        want(first.form == "base" and not first.perfect)
        adjuncts.done()
        return a.Controlled(who) if first.verb == "control" else a.Owned(who)
    acts = [replace(act, perfect=False) for act in acts]
    tenses = {act.form for act in acts}
    if tenses == {"base", "past"} and {act.verb for act in acts} == {acts[0].verb}:
        want(acts[0].verb in WAITS)
        verbs, tense = (WAITS[acts[0].verb],), a.Tense.BOTH
        adjuncts = Adjuncts((*x.adjuncts, *acts[-1].adjuncts))
    else:
        first, verbs = same_but_verb(acts)
        tense = a.Tense.PAST if first.form == "past" else a.Tense.PRESENT
    if adjuncts.word("this way"):
        want(len(verbs) == 1)
        window = adjuncts.window()
        adjuncts.done()
        return a.ThisWay(verbs[0], window, who)
    window = adjuncts.window()
    adjuncts.done()
    return a.Acted(verbs, who, tense, window)


def _whose_is(inner: Nominal, says: Draft, holder: a.Player) -> a.Test:
    """ "whose cost is 3 or less"."""
    want(isinstance(says, Act) and says.verb == "be" and not says.negated)
    assert isinstance(says, Act)
    want(not says.adjuncts and inner.head == "cost" and not inner.adjectives and not inner.details)
    return _cost_is(says.pred, holder)


def _cost_is(pred: Draft | None, holder: a.Player) -> a.Test:
    """What a cost is: "3 or less", "higher than …", "odd"."""
    match pred:
        case NounPhrase(x=None, quantity=Quantity() as q, part_of=None, det="", adverbs=()):
            return a.Attribute(COST, *compared(q))
        case Comparing(adjective, than, None):
            return _cost_than(adjective, than, holder)
        case Comparing("equal to", None, x) if x is not None:
            return a.Attribute(COST, a.Comparison.EQUAL, _cost_of(x, holder))
        case NounPhrase(x=Nominal(sort="num", head="", value=None) as inner):
            return _cost_than(inner.more, inner.than, holder, inner.quantity)
        case Said("odd" | "even" as word):
            return a.Parity(a.ParityKind(word))
        case NounPhrase(x=Said("odd" | "even" as word)):
            return a.Parity(a.ParityKind(word))
    raise Nonsense


def _who_is(act: Act, holder: a.Player) -> tuple[list[a.Noun], list[a.Test]]:
    """ "that costs 3 or less", "that is a Hero", "destroyed this way"."""
    want(not act.modal and not act.perfect or act.passive)
    adjuncts = Adjuncts(act.adjuncts)
    if act.verb == "cost" and not act.passive:
        want(not act.negated and act.form in ("base", "ing") and act.to is None)
        adjuncts.done()
        want(not act.gap)
        return [], [_cost_is(act.object, holder)]
    if act.verb == "be":
        adjuncts.done()
        assert act.pred is not None
        found = only_filter(act.pred, holder)
        if act.negated:
            want(not found.tests and all(not noun.negated for noun in found.nouns))
            return [a.replace(noun, negated=True) for noun in found.nouns], []
        return list(found.nouns), list(found.tests)
    want(act.passive and not act.negated and act.verb in DONE and act.to is None)
    adjuncts.word("this way")
    by = adjuncts.prep("by")
    who = player(by) if by is not None else None
    want(who is None or act.verb != "choose")
    window = adjuncts.window()
    adjuncts.done()
    if window is not None:
        want(who is not None)
        assert who is not None
        return [], [a.Acted((DONE[act.verb],), who, a.Tense.PAST, window)]
    return [], [a.ThisWay(DONE[act.verb], None, who)]


# ------------------------------------------------------------------------- tests of players


def player_test(one: Draft) -> a.PlayerTest:
    """What a detail says of the players before it."""
    match one:
        case Prep("with", adverb="", x=NounPhrase() as x):
            return _having(x)
        case Prep("without", adverb="", x=NounPhrase() as x):
            found = _having(replace(x, det="a") if x.det in ("", "any") else x)
            want(isinstance(found, a.Having) and not (found.none or found.just))
            return a.replace(found, none=True)
        case Relative(gap=False, whose=None, x=Act() as act):
            return _does(act)
        case Relative(gap=False, whose=Nominal(sort="place") as where, x=Act() as act):
            return _place_holds(where, act)
        case Relative(gap=True):
            raise Nonsense
    raise Nonsense


def _place_holds(where: Nominal, act: Act) -> a.PlayerTest:
    """ "whose discard pile contains a Hero", "whose hand is empty"."""
    want(not (where.details or where.adjectives or act.adjuncts or act.modal or act.passive))
    place = places(NounPhrase("'s", where, owner=NounPhrase("", Said("they", "PRON"))))[0]
    if act == Act("be", pred=Said("empty", "A")):
        return a.Having(a.Cards(a.Exactly(ONE), places=(place,)), none=True)
    if act.verb in ("run out", "run out of") and act.perfect:
        return a.Having(a.Cards(a.Exactly(ONE), places=(place,)), none=True)
    want(act.verb in ("contain", "hold", "have", "include") and not act.perfect)
    want(act.form == "base" and isinstance(act.object, NounPhrase) and act.to is None)
    found = _having(act.object)
    want(isinstance(found, a.Having) and isinstance(act.object, NounPhrase))
    assert isinstance(found, a.Having)
    hand = (a.Place(Z.HAND, THAT_PLAYER),)
    want(found.cards.places == hand)
    inner = act.object.x if isinstance(act.object, NounPhrase) else None
    want(isinstance(inner, Nominal) and not any(isinstance(d, Prep) for d in inner.details))
    found = a.replace(found, cards=a.replace(found.cards, places=(place,)))
    if act.negated:
        want(not (found.none or found.just))
        return a.replace(found, none=True)
    return found


def _having(x: Draft, *, controlled: bool = False) -> a.PlayerTest:
    """ "with a Hero in their hand", "with the most cards", "with more Heroes than you"."""
    want(isinstance(x, NounPhrase))
    assert isinstance(x, NounPhrase)
    inner = x.x
    want(isinstance(inner, Nominal) and inner.sort == "card" and x.owner is None)
    assert isinstance(inner, Nominal)
    want(x.part_of is None and x.excepted is None)
    rank = inner.adjectives[:1]
    if rank in (("most",), ("fewest",)) and x.det == "the":
        rest = replace(inner, adjectives=inner.adjectives[1:])
        return a.HavingMost(_held(a.Every(), rest, controlled), most=rank == ("most",))
    if inner.more:
        how, times = _more(inner)
        rest = replace(inner, more="", than=None)
        want(x.det == "")
        than = inner.than
        want(than is not None and not x.adverbs)
        assert than is not None
        who = player(than.x)
        return a.HavingMore(_held(a.Every(), rest, controlled), who, how, times)
    none = just = False
    how_many: a.Quantity = a.Exactly(ONE)
    q = inner.quantity
    rest = replace(inner, quantity=None)
    only = x.adverbs in (("only",), ("just",))
    want(not x.adverbs or only)
    if q is None:
        want(x.det in ("a", "no", "any") or (x.det == "" and inner.plural))
        none = x.det == "no"
        if x.det == "" or (x.det == "any" and inner.plural):
            raise Nonsense  # "with cards" says no number
    elif q.how == "exactly" or only:
        want(q.number == 1 and q.how in ("=", "exactly"))
        just = True
    elif q.how == ">=":
        how_many = a.AtLeast(a.Number(q.number or 0))
    else:
        raise Nonsense
    return a.Having(_held(how_many, rest, controlled), none, just)


def _more(inner: Nominal) -> tuple[a.Comparison, int]:
    """ "more", "fewer", "as many", "twice as many", "at least as many"."""
    than = inner.than
    want(than is not None)
    assert than is not None
    if than.how == "than":
        want(inner.more in ("more", "fewer"))
        return a.Comparison.MORE if inner.more == "more" else a.Comparison.LESS, 1
    want(than.how == "as")
    rows = {
        "as many": (a.Comparison.EQUAL, 1),
        "at least as many": (a.Comparison.AT_LEAST, 1),
        "twice as many": (a.Comparison.EQUAL, 2),
    }
    want(inner.more in rows)
    return rows[inner.more]


def _held(
    how: a.Quantity, inner: Nominal, controlled: bool, who: a.Player = THAT_PLAYER
) -> a.Cards:
    """Cards that a player has: in hand, unless it is said where; Locations are in play."""
    described = describe(inner, THAT_PLAYER)
    want(not (described.extra or described.edge or described.random))
    tests = list(described.tests)
    where = tuple(
        a.replace(one, owner=THAT_PLAYER) if one.owner == who else one for one in described.places
    )
    if controlled or (not where and described.nouns == [CALLED["location"]]):
        want(not where)
        tests.append(a.Controlled(THAT_PLAYER))
    elif not where:
        where = (a.Place(Z.HAND, THAT_PLAYER),)
    return a.Cards(how, make_filter(described.nouns, tests), where)


def _does(act: Act) -> a.PlayerTest:
    """ "who does", "who did not", "who has a Hero", "who discarded a card this way"."""
    adjuncts = Adjuncts(act.adjuncts)
    if act.verb == "so":
        adjuncts.done()
        if act.modal:
            return a.CouldNot()
        return a.DidNot() if act.negated else a.DidSo()
    if act.verb in ("do so", "do it", "do that", "do this"):
        adjuncts.done()
        want(not act.perfect)
        if act.modal == "can":
            want(act.negated)
            return a.CouldNot()
        want(not act.modal)
        return a.DidNot() if act.negated else a.DidSo()
    if act.verb in ("have", "control") and not act.perfect and act.object is not None:
        adjuncts.done()
        want(not act.modal and act.form == "base" and act.to is None)
        found = _having(act.object, controlled=act.verb == "control")
        if act.negated:
            want(isinstance(found, a.Having) and not (found.none or found.just))
            return a.replace(found, none=True)
        return found
    if act.verb == "avoid" and not act.passive:
        adjuncts.done()
        want(_is_attack(act.object) and not act.modal and not act.perfect)
        return a.HitByAttack() if act.negated else a.AvoidedAttack()
    if act.verb in WAITS and not act.passive:
        this_way = adjuncts.word("this way")
        adjuncts.done()
        want(not act.modal and act.object is not None and act.to is None)
        want(this_way or act.form == "past")
        negative = isinstance(act.object, NounPhrase) and act.object.det == "no"
        obj = act.object
        if negative:
            want(not act.negated and isinstance(obj, NounPhrase))
            assert isinstance(obj, NounPhrase)
            inner = obj.x
            want(isinstance(inner, Nominal))
            assert isinstance(inner, Nominal)
            obj = replace(obj, det="a", x=replace(inner, plural=False))
        cards = selection(obj, THAT_PLAYER)
        return a.DidTo((WAITS[act.verb],), cards, act.negated or negative)
    raise Nonsense


def _is_attack(x: Draft | None) -> bool:
    match x:
        case NounPhrase(det="this" | "the" | "a" | "that", x=Nominal(head="attack") as inner):
            return not (inner.details or inner.adjectives or inner.quantity)
        case NounPhrase(x=Said("it")):
            return True
    return False


# ------------------------------------------------------------------------- conditions


def condition(x: Draft) -> a.Condition:
    """What can be so or not."""
    match x:
        case Joined(conj="and" | "or", items=items, pair="" | "both" | "either"):
            parts = [condition(item) for item in items]
            found = parts[-1]
            kind = a.AllOf if x.conj == "and" else a.AnyOf
            for part in reversed(parts[:-1]):
                found = kind(part, found)
            return found
        case Sentence(subject, Joined() as says, adjuncts) if subject is not None:
            both = _either_tense(says)
            if both is not None:
                return _condition(
                    subject, both, (WAITS[both.verb],), Adjuncts((*adjuncts, *both.adjuncts))
                )
            shared = _shared_verbs(says)
            if shared is not None:
                return _condition(subject, *shared, Adjuncts((*adjuncts, *shared[0].adjuncts)))
            want(not adjuncts)
            return condition(
                replace(says, items=tuple(Sentence(subject, item) for item in says.items))
            )
        case Sentence(subject, Act() as act, adjuncts) if subject is not None:
            if act.pred is not None and act.verb == "have" and act.adverb == "to":
                raise Nonsense
            verbs = (WAITS[act.verb],) if act.verb in WAITS else ()
            return _condition(subject, act, verbs, Adjuncts((*adjuncts, *act.adjuncts)))
    raise Nonsense


def _either_tense(says: Joined) -> Act | None:
    """ "play or have played a Hero this turn"."""
    match says:
        case Joined("or", (Act() as now, Act() as before), ""):
            plain = replace(before, perfect=False, form="base")
            here = replace(now, object=plain.object, gap=plain.gap, adjuncts=plain.adjuncts)
            if before.perfect and now.verb in WAITS and here == plain:
                return replace(plain, adverb="or have")
    return None


def _shared_verbs(says: Joined) -> tuple[Act, tuple[a.Verb, ...]] | None:
    try:
        acts = [replace(act, perfect=False) for act in acts_of(says)]
        return same_but_verb(acts)
    except Nonsense:
        return None


def negated(found: a.Condition) -> a.Condition:
    """The contrary, as it is said."""
    if isinstance(found, a.There) and (found.comparison, found.value) == (
        a.Comparison.AT_LEAST,
        ONE,
    ):
        return a.There(found.count, a.Comparison.EQUAL, a.Number(0))
    if isinstance(found, a.AnnouncedConfrontation):
        return a.AnnouncedConfrontation(negated=not found.negated)
    return a.Not(found)


def _condition(
    subject: Draft, act: Act, verbs: tuple[a.Verb, ...], adjuncts: Adjuncts
) -> a.Condition:
    """One subject and one verb as a condition."""
    if subject == NounPhrase("", Said("there", "PRON")):
        return _there(act, adjuncts)
    if act.verb == "be" or act.passive:
        return _it_is(subject, act, adjuncts)
    if act.verb == "cost":
        adjuncts.done()
        want(not act.modal and not act.perfect and act.to is None)
        if isinstance(act.object, NounPhrase) and act.object.x == Said("the same", "PRON"):
            want(selection(subject) == a.THEM and not act.negated)
            return a.Is(a.THEM, make_filter((), [a.Alike(a.DifferentKind.COST)]))
        found = a.Is(selection(subject), make_filter((), [_cost_is(act.object, a.YOU)]))
        return a.Not(found) if act.negated else found
    if act.verb in ("contain", "hold", "include", "have") and _is_place(subject):
        return _contains(subject, act, adjuncts)
    if act.verb in ("so", "do so") and _some_players(subject) is not None:
        return _players_are(subject, THAT_PLAYER, False, act, adjuncts)
    who, none = _asked(subject)
    if act.verb == "hold" and not act.perfect:
        act = replace(act, verb="have", adverb="held")
    if act.verb == "have" and isinstance(act.object, NounPhrase):
        act = _where_behind(act, adjuncts)
    if act.verb in ("have", "control", "own") and not act.perfect:
        want(act.object is not None and not act.modal and act.form == "base")
        adjuncts.done()
        assert act.object is not None
        return _has(who, none, act)
    if act.verb in ("announce", "confront"):
        window = adjuncts.window()
        adjuncts.done()
        want(who == a.YOU and not none and window is W.THIS_TURN and not act.modal)
        if act.verb == "announce":
            want(_is_confrontation(act.object))
        else:
            want(isinstance(act.object, NounPhrase) and player(act.object).test is None)
            want(player(act.object).kind in (K.A_FOE, K.A_PLAYER))
        return a.AnnouncedConfrontation(negated=act.negated)
    if act.verb in ("avoid", "so", "do so") or (
        verbs and any(one == Said("this way", "ADV") for one in adjuncts.left) and who != a.YOU
    ):
        return _players_are(subject, who, none, act, adjuncts)
    want(verbs and not act.modal and act.object is not None and act.to is None and not none)
    assert act.object is not None
    return _did(who, act, verbs, adjuncts)


def _where_behind(act: Act, adjuncts: Adjuncts) -> Act:
    """ "have a Hero … in your hand": where, as a detail of what one has."""
    where = adjuncts.prep("in", "among")
    obj = act.object
    if where is None or not isinstance(obj, NounPhrase) or not isinstance(obj.x, Nominal):
        want(where is None)
        return act
    inner = replace(obj.x, details=(*obj.x.details, Prep("in", "", where)))
    return replace(act, object=replace(obj, x=inner))


def _is_place(x: Draft) -> bool:
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.sort == "place"


def _contains(subject: Draft, act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "your discard pile contains a Hero"."""
    want(not act.modal and not act.perfect and act.form == "base" and act.object is not None)
    adjuncts.done()
    assert act.object is not None
    where = places(subject)
    owner = where[0].owner
    if owner is not None and owner.kind in EACH | {K.A_FOE, K.ANY_PLAYER, K.ANOTHER_PLAYER}:
        raise Nonsense
    return _counting(act.object, [], where, a.YOU, act.negated)


def _is_confrontation(x: Draft | None) -> bool:
    return isinstance(x, NounPhrase) and x.det in ("a", "any") and _head(x) == "confrontation"


def _head(x: NounPhrase) -> str:
    inner = x.x
    plain = isinstance(inner, Nominal) and not (inner.details or inner.adjectives or inner.quantity)
    return inner.head if plain and isinstance(inner, Nominal) else ""


def _asked(subject: Draft) -> tuple[a.Player, bool]:
    """Who is asked about, and whether none of them ("no foe")."""
    match subject:
        case NounPhrase(det="no" | "neither") if subject.x is not None:
            return player(replace(subject, det="each")), True
        case NounPhrase("", Said("nobody" | "no one")):
            return a.Player(K.EACH_PLAYER), True
    return player(subject), False


def _number_asked(x: NounPhrase, inner: Nominal) -> tuple[a.Comparison, a.Number, Nominal]:
    """How many a condition asks for, and the noun without it."""
    q = inner.quantity
    rest = replace(inner, quantity=None)
    only = x.adverbs in (("only",), ("just",))
    want(not x.adverbs or only)
    if q is None:
        want(not only)
        if x.det == "no":
            return a.Comparison.EQUAL, a.Number(0), rest
        want(x.det in ("a", "another", "any", "any one") or (x.det == "" and inner.plural))
        if x.det == "another":
            rest = replace(rest, adjectives=("other", *rest.adjectives))
        return a.Comparison.AT_LEAST, ONE, rest
    want(x.det in ("", "a"))
    if q.how == "=" and not only:
        return a.Comparison.AT_LEAST, a.Number(q.number or 0), rest
    comparison, number = compared(q)
    return comparison, number, rest


def _counting(
    x: Draft,
    tests: list[a.Test],
    default: tuple[a.Place, ...],
    holder: a.Player,
    negative: bool,
) -> a.There:
    """So many such cards: as a condition."""
    match x:
        case Joined(conj="or", items=(NounPhrase() as one, NounPhrase() as two), pair="" | "either"):
            from rules_check.grammar.syntax.cards import _one_phrase

            both = _one_phrase(x, one, two)
            want(both is not None)
            assert both is not None
            x = both
    want(isinstance(x, NounPhrase) and x.owner is None and x.excepted is None)
    assert isinstance(x, NounPhrase)
    want(x.part_of is None)
    inner = x.x
    want(isinstance(inner, Nominal) and inner.sort == "card" and not inner.more)
    assert isinstance(inner, Nominal)
    comparison, value, inner = _number_asked(x, inner)
    described = describe(inner, holder)
    want(not (described.extra or described.edge or described.random))
    found = make_filter(described.nouns, [*described.tests, *tests])
    where = described.places or default
    there = a.There(a.CountOf(a.Cards(a.Every(), found, where)), comparison, value)
    if not negative:
        return there
    want((comparison, value) == (a.Comparison.AT_LEAST, ONE))
    return a.There(there.count, a.Comparison.EQUAL, a.Number(0))


def _has(who: a.Player, none: bool, act: Act) -> a.Condition:
    obj = act.object
    assert obj is not None
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "points":
        kind, number, comparison = points(obj)
        want(not none and not act.negated and act.verb == "have" and isinstance(number, a.Number))
        assert isinstance(number, a.Number)
        kinds = {"power": a.AttributeKind.POWER, "vp": a.AttributeKind.VP}
        said = a.Comparison(comparison)
        exact = isinstance(obj.x.quantity, Quantity) and obj.x.quantity.how == "="
        return a.HasPoints(who, kinds[kind], a.Comparison.AT_LEAST if exact else said, number)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.more:
        how, times = _more(obj.x)
        want(not act.negated and obj.det == "" and not obj.adverbs and not none)
        than = obj.x.than
        assert than is not None
        rest = replace(obj.x, more="", than=None)
        cards = _held(a.Every(), rest, act.verb == "control", who)
        return a.HasMore(who, cards, player(than.x), how, times)
    tests: list[a.Test] = []
    holder = who if who == a.YOU else THAT_PLAYER
    default: tuple[a.Place, ...] = (a.Place(Z.HAND, holder),)
    if act.verb == "control":
        tests, default = [a.Controlled(holder)], ()
    elif act.verb == "own":
        tests, default = [a.Owned(holder)], ()
    elif act.adverb == "held" and isinstance(obj, NounPhrase) and obj.x is None:
        want(obj.part_of is None and obj.det == "" and not obj.adverbs)
        many = Nominal("card", "card", plural=True, quantity=obj.quantity)
        obj = replace(obj, x=many, quantity=None)
    elif _nouns_of(obj) == (CALLED["location"],):
        if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and not obj.x.details:
            tests, default = [a.Controlled(holder)], ()
    there = _counting(obj, tests, default, holder, act.negated)
    want(not none)
    if who in (a.YOU, THAT_PLAYER) and (who == a.YOU or tests):
        return there
    if tests and who.kind not in EACH:
        return _counting(obj, [type(tests[0])(who)], default, holder, act.negated)
    return a.Has(who, there)


def _nouns_of(x: Draft) -> tuple[a.Noun, ...]:
    return x.x.called if isinstance(x, NounPhrase) and isinstance(x.x, Nominal) else ()


def _did(
    who: a.Player, act: Act, verbs: tuple[a.Verb, ...], adjuncts: Adjuncts
) -> a.Condition:
    """ "you played a Hero this turn", "you discarded a card this way"."""
    obj = act.object
    assert obj is not None
    this_way = adjuncts.word("this way")
    window = adjuncts.window()
    adjuncts.done()
    want(not (this_way and window))
    if this_way:
        want(len(verbs) == 1)
        if who == a.YOU:
            return _counting(obj, [a.ThisWay(verbs[0], None, who)], (), who, act.negated)
        raise Nonsense
    past = act.form == "past" or act.perfect or act.negated
    want(who in (a.YOU, THAT_PLAYER))
    tense = a.Tense.PAST if past else a.Tense.PRESENT
    if act.adverb == "or have":
        tense = a.Tense.BOTH
    want(window is not None)
    return _counting(obj, [a.Acted(verbs, who, tense, window)], (), who, act.negated)


def _some_players(subject: Draft) -> tuple[str, int] | None:
    """ "both", "neither of them", "exactly one": how many of those who were spoken of."""
    match subject:
        case NounPhrase("both", None, None, None | NounPhrase(x=Said("them")), None, (), None):
            return "each", 0
        case NounPhrase("either", None, None, None | NounPhrase(x=Said("them")), None, (), None):
            return ">=", 1
        case NounPhrase("neither", None, None, None | NounPhrase(x=Said("them")), None, (), None):
            return "=", 0
        case NounPhrase("", Said("none"), None, None | NounPhrase(x=Said("them"))):
            return "=", 0
        case NounPhrase("", None, None, None | NounPhrase(x=Said("them")), Quantity() as q, ()):
            want(q.number is not None and not q.further)
            return {"=": ">="}.get(q.how, q.how), q.number or 0
    return None


def _players_are(
    subject: Draft, who: a.Player, none: bool, act: Act, adjuncts: Adjuncts
) -> a.Condition:
    """ "no foe avoids this Attack", "a foe discarded a Hero this way"."""
    test = _does(replace(act, adjuncts=tuple(adjuncts.left)))
    among = _some_players(subject)
    if among is not None:
        want(not act.negated)
        how, number = among
        them = a.Player(K.EACH_OF_THEM)
        if how == "each":
            return a.PlayersAre(them, test)
        return a.PlayersAre(them, test, COMPARED[how], number)
    want(not (none and act.negated) and who.test is None)
    each = {K.A_FOE: K.EACH_FOE, K.A_PLAYER: K.EACH_PLAYER, K.ANY_PLAYER: K.EACH_PLAYER}
    if none:
        return a.PlayersAre(who, test, a.Comparison.EQUAL, 0)
    if who.kind in each:
        return a.PlayersAre(a.Player(each[who.kind]), test, a.Comparison.AT_LEAST, 1)
    want(who.kind in EACH or who.kind is K.EACH_OF_THEM)
    return a.PlayersAre(who, test)


def _there(act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "there is a Hero in the Line-Up"."""
    want(act.verb == "be" and not act.modal and not act.perfect and act.pred is not None)
    where = adjuncts.prep("in", "among", "on")
    adjuncts.done()
    pred = act.pred
    assert pred is not None
    default = places(where) if where is not None else ()
    found = _counting(pred, [], default, a.YOU, act.negated)
    want(found.count.cards.places)
    return found


def _it_is(subject: Draft, act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "it is a Hero", "its cost is 3 or less", "a Hero was destroyed this way"."""
    want(not act.modal)
    if act.passive:
        want(act.verb in DONE and act.to is None)
        by = adjuncts.prep("by")
        if by is not None:
            active = replace(act, passive=False, object=subject, gap=False, adverb="")
            return _did(player(by), active, (DONE[act.verb],), adjuncts)
        this_way = adjuncts.word("this way")
        adjuncts.done()
        want(this_way)
        return _counting(subject, [a.ThisWay(DONE[act.verb])], (), a.YOU, act.negated)
    adjuncts.done()
    pred = act.pred
    want(pred is not None and not act.perfect)
    assert pred is not None
    found: a.Condition
    if _is_place(subject) and isinstance(pred, Comparing) and pred.object is None:
        want(pred.adjective in SIZES and pred.than is not None and not act.negated)
        assert pred.than is not None
        want(pred.than.how == "than")
        first, second = (_cards_there(one) for one in (subject, pred.than.x))
        return a.Compare(first, SIZES[pred.adjective], second)
    if _is_place(subject):
        want(pred == Said("empty", "A"))
        owner = places(subject)[0].owner
        want(owner is None or owner.kind not in EACH | {K.A_FOE, K.ANY_PLAYER})
        cards = a.Cards(a.Every(), places=places(subject))
        how = a.Comparison.AT_LEAST if act.negated else a.Comparison.EQUAL
        return a.There(a.CountOf(cards), how, a.Number(int(act.negated)))
    if isinstance(subject, NounPhrase) and _is_its_cost(subject):
        assert subject.owner is not None
        found = a.Is(selection(subject.owner), make_filter((), [_cost_is(pred, a.YOU)]))
    elif isinstance(subject, NounPhrase) and subject.part_of is not None:
        return _some_of(subject, only_filter(_one(pred)), act.negated)
    elif isinstance(subject, NounPhrase) and subject.det in ("no", "any", "each", "all", "every"):
        raise Nonsense
    else:
        what = selection(subject)
        if isinstance(pred, Prep):
            want(pred.word in ("in",) and not pred.adverb)
            (place,) = places(pred.x)
            found = a.In(what, place, act.form == "past")
        elif what == a.THEM:
            raise Nonsense
        else:
            found = a.Is(what, only_filter(pred))
    return a.Not(found) if act.negated else found


SIZES: Final = {"larger": a.Comparison.MORE, "smaller": a.Comparison.LESS}
"""How piles are compared."""


def _cards_there(x: Draft) -> a.CountOf:
    (place,) = places(x)
    want(place.owner is None or place.owner.kind not in EACH | {K.A_FOE, K.ANY_PLAYER})
    return a.CountOf(a.Cards(a.Every(), places=(place,)))


def _one(x: Draft) -> Draft:
    """ "Heroes" as what each of them is."""
    if isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.det == "" and x.x.plural:
        return replace(x, x=replace(x.x, plural=False))
    return x


def _some_of(subject: NounPhrase, found: a.Filter, negative: bool) -> a.Condition:
    """ "exactly one of them is a Hero": so many of some cards are such cards."""
    want(subject.x is None and not negative and not subject.adverbs)
    among = selection(subject.part_of)
    want(among == a.THEM)
    cards = a.Cards(a.Every(), found, among=a.THEM)
    rows = {"any": (">=", 1), "no": ("=", 0), "both": (">=", 2)}
    if subject.quantity is not None:
        want(subject.det == "")
        if subject.quantity == Quantity("=", 1):
            return a.Is(a.Cards(a.Exactly(ONE), among=a.THEM), found)
        comparison, number = compared(subject.quantity)
        if subject.quantity.how == "=":
            comparison = a.Comparison.AT_LEAST
        return a.There(a.CountOf(cards), comparison, number)
    want(subject.det in rows)
    how, least = rows[subject.det]
    return a.There(a.CountOf(cards), COMPARED[how], a.Number(least))


def _is_its_cost(x: NounPhrase) -> bool:
    return x.owner is not None and _head(x) == "cost" and not x.adverbs


# ------------------------------------------------------------------------- events


def event(x: Draft) -> a.Event:
    """ "you play a Hero"."""
    want(isinstance(x, Sentence) and x.subject is not None and not x.adjuncts)
    assert isinstance(x, Sentence)
    acts = acts_of(x.says)
    first, verbs = same_but_verb(acts)
    want(not (first.negated or first.modal or first.perfect or first.adjuncts))
    want(first.form == "base" and first.to is None and first.whom is None)
    if first.passive:
        raise Nonsense
    want(first.object is not None)
    who = player(x.subject)
    want(who.test is None)
    holder = who if who == a.YOU else THAT_PLAYER
    return a.Event(verbs, who, selection(first.object, holder))


NTH: Final = {
    "each": (a.Often.EACH, 0),
    "every": (a.Often.EACH, 0),
    "the next": (a.Often.NEXT, 0),
    "the first": (a.Often.NTH, 1),
    "the second": (a.Often.NTH, 2),
    "the third": (a.Often.NTH, 3),
}


def trigger(x: Clause) -> a.Trigger:
    """ "when you play a Hero this turn", "the first time you do …"."""
    often, nth = a.Often.WHEN, 0
    if x.word == "time":
        want(x.nth in NTH)
        often, nth = NTH[x.nth]
    else:
        want(x.word in ("when", "whenever"))
        if x.word == "whenever":
            often = a.Often.EACH
    says = x.x
    want(isinstance(says, Sentence))
    assert isinstance(says, Sentence)
    act = says.says
    adjuncts = Adjuncts(says.adjuncts)
    if isinstance(act, Act):
        adjuncts = Adjuncts((*says.adjuncts, *act.adjuncts))
        act = replace(act, adjuncts=())
    elif isinstance(act, Joined):
        last = act.items[-1]
        if isinstance(last, Act) and last.adjuncts:
            adjuncts = Adjuncts((*says.adjuncts, *last.adjuncts))
            act = replace(act, items=(*act.items[:-1], replace(last, adjuncts=())))
    window = window_of(x.window) if x.window is not None else None
    want(x.window is None or window is not None)
    if window is None:
        window = adjuncts.window()
    adjuncts.done()
    return a.Trigger(event(Sentence(says.subject, act)), often, nth, window)


# ------------------------------------------------------------------------- what is done


def effect(x: Draft) -> a.Effect:
    """What a sentence has done."""
    match x:
        case Sentence():
            return _sentence(x)
        case Otherwise(main, instead, when):
            return a.If(condition(when.x), effect(_other_object(main, instead)), effect(main))
        case Joined(conj="and", items=items, pair="" | "both"):
            return sequence([effect(item) for item in items])
        case Joined(conj="or", items=items, pair="" | "either"):
            return _one_of(tuple(effect(item) for item in items), a.YOU)
    raise Nonsense


def _other_object(main: Draft, instead: Draft) -> Draft:
    """The same sentence with another object."""
    match main:
        case Sentence(says=Act() as act) if act.object is not None and not main.adjuncts:
            want(not act.modal and not act.adjuncts)
            return replace(main, says=replace(act, object=same_noun(act.object, instead)))
        case Sentence(says=Points() as before) if not main.adjuncts and not before.x.details:
            if isinstance(instead, NounPhrase) and instead.x is None and instead.quantity:
                want(not instead.part_of and not instead.adverbs)
                points = replace(before.x, quantity=instead.quantity)
                return replace(main, says=replace(before, x=points))
            want(isinstance(instead, Points))
            assert isinstance(instead, Points)
            if not instead.x.head:
                instead = replace(instead, x=replace(instead.x, head=before.x.head))
            return replace(main, says=instead)
    raise Nonsense


def _one_of(options: tuple[a.Effect, ...], who: a.Player) -> a.Effect:
    return a.ChooseOne(options, who)


def _sentence(x: Sentence) -> a.Effect:
    if x.adjuncts:
        waits = [one for one in _behind_of(x.says) if _is_moment(one)]
        want(not waits or not any(isinstance(one, Clause) for one in x.adjuncts))
        front = replace(x, adjuncts=())
        return _wrapped(x.adjuncts, lambda: effect(front), front)
    if isinstance(x.says, Points):
        return _bonus(x.says, a.YOU)
    if x.subject is None and isinstance(x.says, Sentence):
        return effect(x.says)
    if x.subject is None and isinstance(x.says, Joined) and _of_sentences(x.says):
        return effect(x.says)
    return predicate(x.says, x.subject)


def _behind_of(x: Draft) -> tuple[Draft, ...]:
    return x.adjuncts if isinstance(x, Act) else ()


def _is_moment(one: Draft) -> bool:
    if isinstance(one, Clause):
        return one.word in ("when", "as") and _turning(one.x) is not None
    return moment_of(one) is not None


def _of_sentences(x: Joined) -> bool:
    return all(isinstance(item, Sentence) for item in x.items)


def _wrapped(
    adjuncts: tuple[Draft, ...], inner: Callable[[], a.Effect], of: Draft
) -> a.Effect:
    """What is done, with what is said of it: the first adjunct is the outermost."""
    if not adjuncts:
        return inner()
    first, rest = adjuncts[0], adjuncts[1:]
    return _with_one(first, lambda: _wrapped(rest, inner, of))


def _with_one(one: Draft, inner: Callable[[], a.Effect]) -> a.Effect:
    if _is_empty(one):
        return inner()
    match one:
        case Said("instead"):
            return a.Instead(inner())
        case Said("otherwise"):
            raise Nonsense
        case Clause("if" | "provided" | "provided that" | "only if", says):
            return a.If(condition(says), inner())
        case Clause("unless", says):
            try:
                so = condition(says)
            except Nonsense:
                return a.Unless(inner(), effect(says))
            return a.If(_unless(so), inner())
        case Clause("when" | "whenever" | "time" | "as" | "after", says):
            turning = _turning(says)
            if turning is not None and one.word in ("when", "as"):
                return a.When(turning, inner())
            want(one.word not in ("as", "after"))
            return a.When(trigger(one), inner())
        case Clause("while", says):
            return a.While(condition(says), inner())
        case Prep("for", "", x) if isinstance(x, NounPhrase) and x.det in ("each", "every"):
            return _for_each(inner(), count(replace(x, det="")))
        case Prep(adverb="once"):
            window = window_of(replace(one, adverb=""))
            want(window is not None)
            assert window is not None
            return a.When(a.Once(window), inner())
        case Prep():
            until = until_of(one)
            if until is not None:
                return a.Lasting(inner(), until)
            moment = moment_of(one)
            if isinstance(moment, a.Moment) and one.role == "behind":
                return a.Delayed(moment, inner())
            if moment is not None:
                return a.When(moment, inner())
            window = window_of(one)
            want(window is not None)
            assert window is not None
            if window is W.CONFRONTATION and one.role == "behind":
                return a.Within(inner(), window)
            return _within(inner(), window)
        case Prep("at most", x=x) if isinstance(x, NounPhrase | Points):
            return _at_most(inner(), x)
        case Prep("by" | "in exchange for" | "in return for", "doing", x):
            return _by_doing(x, inner())
        case Joined(conj="and", items=items, pair="" | "both"):
            return _with_one(items[0], lambda: _with_one(items[1], inner) if items[1:] else inner())
    raise Nonsense


def _at_most(done: a.Effect, x: NounPhrase | Points) -> a.Effect:
    """ "to a maximum of three"."""
    if isinstance(x, Points):
        _, number, details = bonus(x)
        want(not details)
    else:
        q = x.quantity if x.x is None else x.x.quantity if isinstance(x.x, Nominal) else None
        want(q is not None and x.det == "" and not x.adverbs and x.part_of is None)
        want(x.x is None or not (isinstance(x.x, Nominal) and x.x.details))
        assert q is not None
        number = amount(q)
    want(isinstance(number, a.Number))
    assert isinstance(number, a.Number)
    most = number.value
    if isinstance(done, a.Power | a.GainVP | a.LoseVP):
        want(not isinstance(done.amount, a.Number | a.Bounded))
        return a.replace(done, amount=a.Bounded(done.amount, most=most))
    want(isinstance(done, a.ForEach) and isinstance(done.effect, a.Move))
    assert isinstance(done, a.ForEach)
    what = done.effect.what if isinstance(done.effect, a.Move) else None
    each = what.quantity.amount if isinstance(what, a.Cards) and isinstance(
        what.quantity, a.Exactly
    ) else None
    want(isinstance(each, a.Number) and not most % each.value)
    assert isinstance(each, a.Number)
    return a.replace(done, amount=a.Bounded(done.amount, most=most // each.value))


def _by_doing(x: Draft, done: a.Effect) -> a.Effect:
    """ "By discarding this card you may avoid an Attack"."""
    want(isinstance(x, Act) and x.form == "ing" and isinstance(done, a.May))
    assert isinstance(x, Act)
    assert isinstance(done, a.May)
    want(done.then is None and done.otherwise is None and done.who == a.YOU)
    first = predicate(replace(x, form="base"), None)
    if isinstance(done.effect, a.AvoidAttack):
        return a.May(sequence([first, done.effect]))
    return a.May(first, done.effect)


def measured(x: Draft, holder: a.Player) -> a.Amount:
    """ "as you have Heroes", "as it costs", "as the number of …"."""
    match x:
        case Sentence(subject, Act("have" | "hold" | "control") as act, ()) if subject is not None:
            obj = act.object
            want(act == Act(act.verb, object=obj, to=act.to) and isinstance(obj, NounPhrase))
            assert isinstance(obj, NounPhrase)
            who = player(subject)
            want(who in (a.YOU, THAT_PLAYER) and obj.det == "" and act.to is None)
            where = (a.Place(Z.HAND, who),) if act.verb != "control" else ()
            tests: list[a.Test] = [a.Controlled(who)] if act.verb == "control" else []
            there = _counting(obj, tests, where, who, negative=False)
            want((there.comparison, there.value) == (a.Comparison.AT_LEAST, ONE))
            return there.count
        case Sentence(subject, Act("cost", gap=True) as act, ()) if subject is not None:
            want(act == Act("cost", act.form, gap=True))
            what = selection(subject)
            want(isinstance(what, a.Ref | a.Cards) and what != a.THEM)
            return _cost_of_one(what)
        case NounPhrase():
            return amount(x, holder)
    raise Nonsense


def _cost_of_one(what: a.Selection) -> a.Amount:
    """The cost of a card; of the dearest ones, it is the highest cost."""
    if isinstance(what, a.Cards):
        extreme = [test for test in what.filter.tests if isinstance(test, a.Extreme)]
        want(_is_one(what) and len(extreme) <= 1)
        if extreme:
            others = tuple(test for test in what.filter.tests if test != extreme[0])
            filter_ = a.replace(what.filter, tests=others)
            cards = a.replace(what, quantity=a.Every(), filter=filter_)
            return a.Highest(COST, cards, extreme[0].highest)
    return a.AttributeOf(COST, what)


def _turning(says: Draft) -> a.Moment | None:
    """ "your next turn begins"."""
    match says:
        case Sentence(NounPhrase() as subject, Act("begin" | "start" | "end" as verb) as act, ()):
            plain = act == Act(verb, gap=True)
            said = _time(subject)
            point = "end" if verb == "end" else "start"
            moment = MOMENTS.get(f"the {point} of {said}")
            if plain and isinstance(moment, a.Moment):
                return moment
    return None


CONTRARY: Final = {
    a.Comparison.LESS: a.Comparison.AT_LEAST,
    a.Comparison.AT_LEAST: a.Comparison.LESS,
    a.Comparison.MORE: a.Comparison.AT_MOST,
    a.Comparison.AT_MOST: a.Comparison.MORE,
}


def _unless(so: a.Condition) -> a.Condition:
    if isinstance(so, a.Has) and so.who in (a.YOU, THAT_PLAYER):
        there = _unless(so.there)
        return a.Has(so.who, there) if isinstance(there, a.There) else a.Not(so)
    if isinstance(so, a.There) and isinstance(so.value, a.Number):
        if (so.comparison, so.value) == (a.Comparison.AT_LEAST, ONE):
            return a.There(so.count, a.Comparison.EQUAL, a.Number(0))
        if so.comparison in CONTRARY:
            return a.There(so.count, CONTRARY[so.comparison], so.value)
        if (so.comparison, so.value) == (a.Comparison.EQUAL, a.Number(0)):
            return a.There(so.count, a.Comparison.AT_LEAST, ONE)
    return negated(so)


def _for_each(done: a.Effect, number: a.Amount) -> a.Effect:
    if isinstance(done, a.Power | a.GainVP | a.LoseVP) and isinstance(done.amount, a.Number):
        return a.replace(done, amount=a.Times(done.amount.value, number))
    if isinstance(done, a.ChangeCost) and isinstance(done.amount, a.Number):
        return a.replace(done, amount=a.Times(done.amount.value, number))
    want(isinstance(done, a.Move))
    return a.ForEach(number, done)


def _within(done: a.Effect, window: a.Window) -> a.Effect:
    """Something that is done in a stretch of time."""
    match done:
        case a.Forbid(when=None):
            return a.replace(done, when=window)
        case a.ChangeCost(window=None) | a.Control(window=None) | a.Grant(window=None):
            return a.replace(done, window=window)
        case a.Power() if window is W.THIS_TURN:
            return done  # Power lasts no longer
        case a.When(occasion=a.Trigger(window=None) as waits):
            return a.replace(done, occasion=a.replace(waits, window=window))
        case _ if window is W.CONFRONTATION:
            return a.If(a.During(window), done)
    raise Nonsense


def _bonus(x: Points, who: a.Player) -> a.Effect:
    kind, number, details = bonus(x, who if who == a.YOU else THAT_PLAYER)
    found: a.Effect = a.Power(number, who) if kind == "power" else a.GainVP(number, who)
    for detail in details:
        found = _with_one(detail, lambda found=found: found)  # type: ignore[misc]
    return found


def predicate(says: Draft, subject: Draft | None) -> a.Effect:
    """What a subject does."""
    match says:
        case Joined(conj="and", items=items, pair="" | "both"):
            items = _short_objects(items)
            says = replace(says, items=items)
            first = items[0]
            modals = [item.modal if isinstance(item, Act) else "" for item in items]
            if isinstance(first, Act) and first.modal == "may" and not any(modals[1:]):
                who = player(subject)
                plain = replace(says, items=(replace(first, modal=""), *items[1:]))
                return a.May(predicate(plain, subject), who=who)
            if all(modal == "may" for modal in modals):
                who = player(subject)
                bare = tuple(replace(item, modal="") for item in items if isinstance(item, Act))
                return a.May(predicate(replace(says, items=bare), subject), who=who)
            want(not any(isinstance(item, Act) and item.whom and item.pred for item in items[:-1]))
            return sequence([predicate(item, _again(item, subject)) for item in items])
        case Joined(conj="or", items=items, pair="" | "either"):
            who = player(subject)
            modals = [item.modal if isinstance(item, Act) else "" for item in items]
            if all(modal == "may" for modal in modals):
                bare = tuple(replace(item, modal="") for item in items if isinstance(item, Act))
                options = tuple(predicate(item, subject) for item in bare)
                return a.May(_one_of(options, who), who=who)
            want(not any(modals))
            return _one_of(tuple(predicate(item, subject) for item in items), who)
        case Act() if says.adjuncts:
            return _adjuncts_of(says, subject)
        case Act():
            return _modal_act(says, subject)
        case Sentence(None):
            return _wrapped(says.adjuncts, lambda: predicate(says.says, subject), says)
    raise Nonsense


def _again(item: Draft, subject: Draft | None) -> Draft | None:
    """Who does one of several things that one subject does: where it depends on something, each of
    them by himself."""
    if subject is None or not isinstance(item, Act) or player(subject) == a.YOU:
        return subject
    if any(isinstance(one, Clause) for one in item.adjuncts):
        return NounPhrase("", Said("they", "PRON"))
    return subject


def same_noun(before: Draft, x: Draft) -> Draft:
    """ "one", "two", "another": of what the nearest noun says."""
    if isinstance(before, NounPhrase) and before.x is None and before.part_of is not None:
        return same_noun(before.part_of, x)
    if not isinstance(before, NounPhrase) or not isinstance(before.x, Nominal):
        return x
    if not isinstance(x, NounPhrase) or x.part_of is not None or x.owner is not None:
        return x
    noun = replace(before.x, details=(), quantity=None, adjectives=(), plural=False)
    if noun.sort != "card" or noun.head != "card":
        return x
    if x.x is None and x.quantity is not None and x.det == "" and not x.adverbs:
        many = x.quantity.number != 1
        return replace(x, x=replace(noun, quantity=x.quantity, plural=many), quantity=None)
    if isinstance(x.x, Nominal) and x.x.head == "ONE" and not x.x.adjectives and x.x.details:
        q = x.quantity
        many = q is not None and q.number != 1
        inner = replace(noun, quantity=q, plural=many, details=x.x.details)
        return replace(x, x=inner, quantity=None)
    if x.x is None and x.det == "another" and x.quantity is None:
        return replace(x, x=noun)
    return x


def _short_objects(items: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Acts one after the other: "discard a card and draw one"."""
    made: list[Draft] = []
    before: Draft | None = None
    for item in items:
        if isinstance(item, Act) and item.object is not None:
            if before is not None:
                item = replace(item, object=same_noun(before, item.object))
            before = item.object
        made.append(item)
    return tuple(made)


OWN: Final = frozenset({"for free", "at random", "in any order", "in a random order", "this way", "again"})
"""Adverbs that belong to the verb itself."""


def _adjuncts_of(says: Act, subject: Draft | None) -> a.Effect:
    own: list[Draft] = []
    outer: list[Draft] = []
    for one in says.adjuncts:
        belongs = isinstance(one, Said) and one.meaning in OWN
        belongs |= isinstance(one, Prep) and one.word in ("from", "in", "by", "against", "without")
        belongs &= window_of(one) is None
        belongs |= isinstance(one, Purpose)
        (own if belongs else outer).append(one)
    plain = replace(says, adjuncts=tuple(own))
    if not outer:
        return _modal_act(plain, subject)
    if says.modal == "may":
        bare = replace(plain, modal="")
        late = [one for one in outer if _is_time(one)]
        inside = [one for one in outer if not _is_time(one)]
        if inside and all(_of_act(one) for one in inside):
            who = player(subject)
            return _wrapped(
                tuple(late),
                lambda: a.May(
                    _wrapped(tuple(inside), lambda: _modal_act(bare, subject), bare), who=who
                ),
                says,
            )
    behind = sorted(reversed(outer), key=lambda one: moment_of(one) is None)
    return _wrapped(tuple(map(_behind, behind)), lambda: _modal_act(plain, subject), says)


def _behind(one: Draft) -> Draft:
    """A moment that stands behind what is done: it is waited for once."""
    moment = moment_of(one)
    if isinstance(one, Prep) and window_of(one) is W.CONFRONTATION:
        return replace(one, role="behind")
    if isinstance(one, Prep) and isinstance(moment, a.Moment) and not moment.each:
        return replace(one, role="behind")
    return one


def _is_time(one: Draft) -> bool:
    return isinstance(one, Prep) and (window_of(one) or until_of(one) or moment_of(one)) is not None


def _of_act(one: Draft) -> bool:
    """Whether something said of an act is said of what may be done, not of whether it may."""
    return isinstance(one, Prep) and one.word == "for" or one == Said("instead", "ADV")


def _modal_act(act: Act, subject: Draft | None) -> a.Effect:
    """An act that may, must or cannot be done."""
    if act.passive:
        return _passive(act, subject)
    if act.verb == "cost":
        return _costs(act, subject)
    want(not act.perfect and act.form in ("base",))
    if act.pred is not None and act.adverb == "to" and act.verb != "be":
        return _made_to(act, subject)
    who, none = _asked(subject) if subject is not None else (a.YOU, False)
    if none:
        want(act.modal in ("may", "can") and not act.negated)
        return _forbidden(replace(act, modal=""), subject, who)
    purpose = [one for one in act.adjuncts if isinstance(one, Purpose)]
    if purpose:
        want(len(purpose) == 1 and act.modal == "may" and not act.negated)
        rest = tuple(one for one in act.adjuncts if not isinstance(one, Purpose))
        first = plain_act(replace(act, modal="", adjuncts=rest), subject, who)
        then = predicate(purpose[0].x, subject)
        if isinstance(then, a.AvoidAttack):
            return a.May(sequence([first, then]), who=who)
        return a.May(first, then, who=who)
    match act.modal, act.negated:
        case "", False:
            return plain_act(act, subject, who)
        case "must" | "shall" | "will", False:
            return plain_act(replace(act, modal=""), subject, who)
        case "may", False:
            return a.May(plain_act(replace(act, modal=""), subject, who), who=who)
        case "can" | "may", True:
            return _forbidden(replace(act, modal="", negated=False), subject, who)
    raise Nonsense


def _passive(act: Act, subject: Draft | None) -> a.Effect:
    """ "A card is discarded by each foe": each foe discards a card."""
    want(subject is not None and act.gap and act.object is None and not act.perfect)
    want(act.adverb in ("is", "are", "be"))
    adjuncts = Adjuncts(act.adjuncts)
    by = adjuncts.prep("by")
    active = replace(
        act,
        object=subject,
        gap=False,
        passive=False,
        form="base",
        adverb="",
        adjuncts=tuple(adjuncts.left),
    )
    if act.negated:
        want(act.modal in ("can", "may"))
        if act.verb == "avoid" and _is_attack(subject):
            want(not adjuncts.left and by is None)
            return a.Unavoidable()
        if by is None:
            forbidden = _modal_act(active, NounPhrase("each", Nominal("player", "player")))
            return forbidden
        want(isinstance(by, NounPhrase))
        return _modal_act(active, by)
    want(isinstance(by, NounPhrase | Joined) or by is None)
    if by is None and isinstance(subject, NounPhrase) and _is_increased(act):
        return _changed_cost(subject, act)
    return _modal_act(active, by)


def _is_increased(act: Act) -> bool:
    return act.verb in RAISES or act.verb in LOWERS


RAISES: Final = frozenset({"increase", "raise", "add"})
LOWERS: Final = frozenset({"reduce", "lower", "decrease", "subtract"})


def _changed_cost(subject: NounPhrase, act: Act) -> a.Effect:
    """ "Your Character's cost is increased by 2"."""
    adjuncts = Adjuncts(act.adjuncts)
    by = adjuncts.prep("by")
    adjuncts.done()
    want(by is not None and act.verb not in ("add", "subtract") and not act.modal)
    assert by is not None
    return a.ChangeCost(_character_cost(subject), amount(by), act.verb in RAISES)


def _character_cost(x: Draft | None) -> a.CharacterCost:
    want(isinstance(x, NounPhrase) and _head(x) == "cost" and x.owner is not None)
    assert isinstance(x, NounPhrase)
    whose = x.owner
    if isinstance(whose, NounPhrase) and whose.det in ("a", "any") and _is_character(whose):
        return a.CharacterCost()
    what = selection(whose)
    want(isinstance(what, a.CharacterOf))
    assert isinstance(what, a.CharacterOf)
    return a.CharacterCost(what.owner)


def _is_character(x: NounPhrase) -> bool:
    inner = x.x
    return isinstance(inner, Nominal) and replace(inner, called=()) == Nominal("card", "card") and (
        inner.called == (CALLED["character"],)
    )


def _costs(act: Act, subject: Draft | None) -> a.Effect:
    """ "Heroes cost you 1 less to buy this turn", "your Character costs 2 more"."""
    want(isinstance(subject, NounPhrase) and act.form == "base")
    assert isinstance(subject, NounPhrase)
    want(not (act.modal or act.negated or act.perfect or act.to))
    by = act.object
    want(isinstance(by, NounPhrase) and by.x is None and by.quantity is not None)
    assert isinstance(by, NounPhrase)
    q = by.quantity
    assert q is not None
    want(q.how in ("more by", "less by") and not by.adverbs and by.part_of is None)
    payer = player(act.whom) if act.whom is not None else a.YOU
    to_defeat = False
    rest = []
    for one in act.adjuncts:
        if one == Purpose(Act("defeat", gap=True)):
            to_defeat = True
        elif one == Purpose(Act("buy", gap=True)):
            pass
        elif one == Prep("for", "", NounPhrase("", Said("you", "PRON"))):
            want(act.whom is None)
        else:
            rest.append(one)
    want(not rest)
    number, more = a.Number(q.number or 0), q.how == "more by"
    inner = subject.x
    want(isinstance(inner, Nominal) and inner.sort == "card")
    assert isinstance(inner, Nominal)
    if inner.called == (CALLED["character"],) and subject.owner is not None:
        what = selection(subject)
        want(isinstance(what, a.CharacterOf) and payer == a.YOU and not to_defeat)
        assert isinstance(what, a.CharacterOf)
        return a.ChangeCost(a.CharacterCost(what.owner), number, more)
    want(inner.quantity is None and subject.owner is None and subject.part_of is None)
    want(not subject.adverbs and subject.excepted is None)
    want((subject.det == "" and inner.plural) or subject.det in ("each", "every", "all"))
    described = describe(inner)
    want(not (described.extra or described.edge or described.random or described.number))
    in_line_up = described.places == (a.Place(Z.LINE_UP),)
    want(in_line_up or not described.places)
    cards = described.filter
    bought = a.Acted((V.BUY,), a.YOU, a.Tense.PRESENT)
    if bought in cards.tests:
        cards = a.replace(cards, tests=tuple(one for one in cards.tests if one != bought))
    want(not any(isinstance(one, a.Acted | a.ThisWay | a.Controlled) for one in cards.tests))
    of = a.CostOfCards(cards, to_defeat, in_line_up=in_line_up, payer=payer)
    return a.ChangeCost(of, number, more)


def _made_to(act: Act, subject: Draft | None) -> a.Effect:
    """ "has to discard", "chooses to", "makes each foe discard"."""
    want(not act.negated and not act.modal and not act.adjuncts and act.pred is not None)
    assert act.pred is not None
    if act.whom is not None:
        want(subject is None or player(subject) == a.YOU)
        want(act.verb in ("make", "let", "have", "force", "tell", "cause"))
        if act.verb == "let":
            who = player(act.whom)
            return a.May(predicate(act.pred, act.whom), who=who)
        return predicate(act.pred, act.whom)
    want(act.verb in ("have", "need"))
    return predicate(act.pred, subject)


def _forbidden(act: Act, subject: Draft | None, who: a.Player) -> a.Effect:
    obj = act.object
    want(not act.passive)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "card":
        q = obj.x.quantity
        if q is None and (obj.det in ("", "any") or (obj.det == "a" and not obj.x.plural)):
            many = replace(obj, det="any", x=replace(obj.x, plural=True))
            return a.Forbid(plain_act(replace(act, object=many), subject, who))
        if q is not None and q.how == ">" and q.number is not None:
            more = Quantity(">=", q.number + 1)
            plain = replace(obj, x=replace(obj.x, quantity=more))
            return a.Forbid(plain_act(replace(act, object=plain), subject, who))
    raise Nonsense


def plain_act(act: Act, subject: Draft | None, who: a.Player) -> a.Effect:
    """One verb that is done."""
    want(not (act.modal or act.negated or act.perfect or act.passive))
    holder = who if who == a.YOU else THAT_PLAYER
    adjuncts = Adjuncts(act.adjuncts)
    made = _plain(act, who, holder, adjuncts)
    adjuncts.done()
    return made


def _plain(act: Act, who: a.Player, holder: a.Player, adjuncts: Adjuncts) -> a.Effect:
    verb, obj = act.verb, act.object
    if verb == "be":
        return _becomes(act, who)
    if isinstance(obj, Points):
        want(verb in ("get", "gain", "have", "receive") and act.to is None and not act.gap)
        return _bonus(obj, who)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "points":
        return _points(act, who)
    if verb in ("choose", "select", "pick"):
        want(act.to is None and obj is not None)
        return _choice(obj, who, holder)
    if verb == "avoid":
        want(_is_attack(obj) and act.to is None)
        return a.AvoidAttack(who)
    if verb == "win" and (obj is None or (isinstance(obj, NounPhrase) and _head(obj) == "game")):
        return a.WinGame(who)
    want(obj is not None)
    assert obj is not None
    if verb in ("swap", "exchange", "trade"):
        want(isinstance(act.with_, Prep) and act.with_.word in ("with", "for") and act.to is None)
        assert isinstance(act.with_, Prep)
        first = selection(obj, holder)
        return a.Swap(first, selection(same_noun(obj, act.with_.x), holder), who)
    if verb == "search":
        want(isinstance(act.with_, Prep) and act.with_.word == "for" and act.to is None)
        assert isinstance(act.with_, Prep)
        (where,) = places(obj, holder)
        what = selection(act.with_.x, holder)
        want(isinstance(what, a.Cards) and not what.places)
        assert isinstance(what, a.Cards)
        return a.Search(where, what, who)
    if verb in ("refill", "fill") and isinstance(obj, NounPhrase) and _head(obj) == "line-up":
        want(act.to is None)
        return a.RefillLineUp()
    want(act.with_ is None)
    if _is_increased(act) and isinstance(obj, NounPhrase) and _head(obj) == "cost":
        by = adjuncts.prep("by")
        want(by is not None and act.to is None and act.verb not in ("add", "subtract"))
        assert by is not None
        return a.ChangeCost(_character_cost(obj), amount(by), act.verb in RAISES)
    if verb == "add" and isinstance(obj, NounPhrase) and obj.x is None and obj.quantity is not None:
        want(isinstance(act.to, Prep) and act.to.word == "to" and obj.part_of is None)
        assert isinstance(act.to, Prep)
        return a.ChangeCost(_character_cost(act.to.x), amount(obj), more=True)
    if verb in ("play", "gain"):
        adjuncts.word("for free")
    if verb == "play":
        want(act.to is None and act.whom is None)
        again = adjuncts.word("again")
        return a.Play(_from(selection(obj, holder), adjuncts, holder), again, who)
    if verb in SHOWS:
        want(act.to is None and act.whom is None)
        return a.Show(SHOWS[verb], _from(selection(obj, holder), adjuncts, holder), who)
    if verb in ("shuffle", "reshuffle"):
        want(act.to is None)
        return a.Shuffle(selection(obj, holder), who)
    if verb == "control":
        want(act.to is None)
        return a.Control(selection(obj, holder), who)
    return _move(act, obj, who, holder, adjuncts)


def _move(
    act: Act, obj: Draft, who: a.Player, holder: a.Player, adjuncts: Adjuncts
) -> a.Effect:
    verb = act.verb
    to: a.Place | None = None
    back = False
    if act.to is not None:
        if isinstance(act.to, Said):
            to, back = _where(act.to, verb)
        else:
            to, person = goal(act.to, verb)
            if person:
                want(verb in ("pass", "give", "hand"))
                want(verb == "pass" or not _is_from_stack(selection(obj, holder)))
                verb = "pass"
    if act.whom is not None:
        want(to is None and verb in ("pass", "give", "hand"))
        to, verb = a.Place(Z.HAND, player(act.whom)), "pass"
        want(not _is_from_stack(selection(obj, holder)))
    if verb in PLACING and verb != "return":
        want(to is not None or back)
        verb = "return" if back else "put"
    elif verb in TO_HAND:
        want(to is None)
        to, verb = a.Place(Z.HAND, holder), "put"
    want(verb in MOVES)
    what = _from(selection(obj, holder), adjuncts, holder)
    what = _by_default(what, MOVES[verb])
    if adjuncts.word("at random"):
        want(isinstance(what, a.Cards) and not what.random)
        what = a.replace(what, random=True)
    any_order = adjuncts.word("in any order")
    random_order = adjuncts.word("in a random order")
    want(act.adverb in ("", "back", "face down") and act.adverb != "face down")
    if verb == "return" and to is None:
        return a.Move(V.RETURN, what, None, who, any_order, random_order)
    if to is not None:
        want(MOVES[verb] not in (V.DRAW, V.BUY, V.DISCARD, V.DESTROY))
        want(verb != "gain" or (isinstance(act.to, Prep) and act.to.word not in ("in", "on")))
    return a.Move(MOVES[verb], what, to, who, any_order, random_order)


def _is_from_stack(what: a.Selection) -> bool:
    """Whether it is not said which card of this name is given: one's own, or one of the stack."""
    return isinstance(what, a.Cards) and not what.places and any(
        isinstance(noun, a.NameNoun) for noun in what.filter.nouns
    )


def _where(word: Said, verb: str) -> tuple[a.Place | None, bool]:
    """Where something goes, as one word: "back"."""
    want(word.meaning == "back" and verb in PLACING)
    return None, True


def _by_default(what: a.Selection, verb: a.Verb) -> a.Selection:
    """Where a verb looks by default, it need not be said: "draw a card from your deck"."""
    if not isinstance(what, a.Cards) or verb is not V.DRAW or what.filter != a.ANY_CARD:
        return what
    deck = a.Place(Z.DECK, a.YOU)
    return a.replace(what, places=()) if what.places == (deck,) else what


def _from(what: a.Selection, adjuncts: Adjuncts, holder: a.Player) -> a.Selection:
    """Where cards are taken from, said apart from them."""
    where = adjuncts.prep("from", "in", "out of")
    if where is None:
        return what
    found = places(where, holder)
    if isinstance(what, a.Cards) and not what.places and what.among is None:
        return a.replace(what, places=found)
    if isinstance(what, a.Ref) and what.place is None and len(found) == 1:
        return a.replace(what, place=found[0])
    raise Nonsense


def _points(act: Act, who: a.Player) -> a.Effect:
    """ "gets 2 Power", "loses 1 VP"."""
    obj = act.object
    assert obj is not None
    want(act.to is None and act.whom is None)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.details:
        want(act.verb in ("get", "gain", "receive", "have") and obj.det == "" and not obj.adverbs)
        return _bonus(Points(obj.x), who)
    kind, number, comparison = points(obj)
    want(comparison == a.Comparison.EQUAL.value)
    if act.verb in ("get", "gain", "receive", "earn"):
        return a.Power(number, who) if kind == "power" else a.GainVP(number, who)
    want(kind == "vp" or act.verb == "pay")
    if act.verb == "pay" and kind == "power":
        return a.PayPower(number, who)
    want(act.verb in ("lose", "pay"))
    return a.LoseVP(number, who)


def _choice(obj: Draft, who: a.Player, holder: a.Player) -> a.Effect:
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "player":
        picked = player(obj)
        want(picked.kind in (K.A_FOE, K.A_PLAYER, K.ANOTHER_PLAYER, K.ANY_PLAYER))
        return a.ChoosePlayer(picked, who)
    if isinstance(obj, NounPhrase) and _head(obj) in ("card type", "type"):
        want(obj.det in ("a", "any") and obj.owner is None)
        return a.ChooseValue(a.DifferentKind.TYPE, who)
    return a.Choose(selection(obj, holder), who)


def _becomes(act: Act, who: a.Player) -> a.Effect:
    raise Nonsense


__all__ = ["COMPARED", "DEAREST", "card_tests", "condition", "effect", "player_test"]
