"""What stands behind a noun, as what picks out cards and players: "that you played this turn",
"with cost 3 or less", "who has more cards than you".
"""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.nouns import make_filter
from rules_check.grammar.syntax.constructions import CHEAPER
from rules_check.grammar.syntax.drafts import (
    Act,
    Comparing,
    Draft,
    Joined,
    Nominal,
    Nonsense,
    NounPhrase,
    Prep,
    Quantity,
    Relative,
    Said,
    Sentence,
    Than,
    want,
)
from rules_check.grammar.syntax.left_out import told_apart
from rules_check.grammar.syntax.nouns import (
    CALLED,
    COST,
    DIFFERENT,
    DONE,
    IN_IT,
    LESS,
    MORE,
    ONE,
    RANKS,
    THAT_PLAYER,
    amount,
    compared,
    describe,
    folded,
    noun_of,
    only_filter,
    places,
    player,
    selection,
)
from rules_check.grammar.syntax.verbs import (
    WAITS,
    Adjuncts,
    acts_of,
    in_plain_words,
    is_one,
    same_but_verb,
)

K, Z, V, W = a.PlayerKind, a.Zone, a.Verb, a.Window


def card_tests(
    one: Draft, holder: a.Player, several: bool = False
) -> tuple[list[a.Noun], list[a.Test]]:
    """What a detail says of the card, or the `several` cards, before it."""
    match one:
        case Prep("with", adverb=""):
            return [], [_with(one.x, holder, several)]
        case Prep("under", "", NounPhrase("'s", Nominal("place", "control") as x) as under, ""):
            want(under == NounPhrase("'s", x, owner=under.owner))
            want(x == Nominal("place", "control"))
            return [], [a.Controlled(player(under.owner))]
        case Comparing("alike", None, None):
            want(several)  # of one card it says nothing
            return [], [a.Alike(a.DifferentKind.NAME)]
        case Comparing(adjective, Than(), None) if adjective.removeprefix("no ") in CHEAPER:
            return [], [cost_is(one, holder)]
        case Relative(gap=True):
            return [], [_acted(one.x)]
        case Relative(whose=Nominal() as inner):
            return [], [_whose_is(inner, one.x, holder)]
        case Relative(x=Act("share", object=NounPhrase("a", Nominal() as kind)) as act) if several:
            want(act == Act("share", object=act.object) and kind.head in DIFFERENT)
            want(act.object == NounPhrase("a", Nominal(kind.sort, kind.head)))
            of_type = DIFFERENT[kind.head] is a.DifferentKind.TYPE
            return [], [a.OneType() if of_type else a.Alike(DIFFERENT[kind.head])]
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
    if inner.sort == "keyword":
        want(x.det in ("", "the") and inner == Nominal("keyword", inner.head, called=inner.called))
        noun = inner.called[0]
        want(isinstance(noun, a.KeywordNoun) and x.owner is None)
        assert isinstance(noun, a.KeywordNoun)
        return a.HasKeyword(noun.keyword)
    if x == NounPhrase("this", Nominal("kind", "name")):
        return a.Same(a.DifferentKind.NAME, a.THIS)
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
    if inner.adjectives in (("odd",), ("even",)):
        want(x.det in ("", "a") and not details and inner.than is None)
        return a.Parity(a.ParityKind(inner.adjectives[0]))
    if inner.adjectives and inner.adjectives[0] in RANKS:
        want(x.det == "the" and len(inner.adjectives) == 1 and not inner.details)
        want(not inner.more and inner.than is None and inner.quantity is None)
        return a.Extreme(RANKS[inner.adjectives[0]])
    want(x.det in ("", "a") and not inner.adjectives and not inner.details)
    return _cost_than(inner.more, inner.than, holder, inner.quantity)


def _cost_than(
    more: str, than: Than | None, holder: a.Player, by: Quantity | None = None
) -> a.Attribute:
    """ "less than its cost"."""
    want(than is not None)
    assert than is not None
    if more.startswith("no "):
        word = more.removeprefix("no ")
        want(than.how == "than" and by is None and word in MORE | LESS)
        value = _cost_of(than.x, holder, word in MORE)
        how = a.Comparison.AT_MOST if word in MORE else a.Comparison.AT_LEAST
        return a.Attribute(COST, how, value)
    value = _cost_of(than.x, holder, more in MORE if than.how == "than" else None)
    if by is not None:
        want(than.how == "than" and more in MORE and by.how in MORE_BY and not by.further)
        value = a.Plus(value, a.Number(by.number or 0))
        return a.Attribute(COST, MORE_BY[by.how], value)
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


MORE_BY: Final = {
    "=": a.Comparison.EQUAL,
    "exactly": a.Comparison.EQUAL,
    "up to": a.Comparison.AT_MOST,
    "<=": a.Comparison.AT_MOST,
    ">=": a.Comparison.AT_LEAST,
}
"""How a cost compares that is so much more than another."""


def _cost_of(x: Draft, holder: a.Player, highest: bool | None = None) -> a.Amount:
    """A number, or the cost of the card that is named in its place; `highest`: of every card, which
    of their costs counts."""
    try:
        return amount(x, holder)
    except Nonsense:
        if isinstance(x, NounPhrase) and x.x == Said("that", "PRON") and x.part_of is not None:
            want(x == NounPhrase("", x.x, part_of=x.part_of))
            return _cost_of(x.part_of, holder, highest)  # "that of this card"
        what = selection(x, holder)
        if isinstance(what, a.CharacterOf):
            return a.AttributeOf(COST, what)
        if isinstance(what, a.Cards) and what.quantity == a.Every():
            want(isinstance(x, NounPhrase) and x.det in ("each", "every") and highest is not None)
            assert highest is not None
            return a.Highest(COST, what, highest)
        want(isinstance(what, a.Ref) or (isinstance(what, a.Cards) and is_one(what)))
        want(what != a.THEM)
        return a.AttributeOf(COST, what)


def _acted(x: Draft) -> a.Test:
    """ "that you played this turn", "you control", "a foe discarded this way"."""
    want(isinstance(x, Sentence) and x.subject is not None)
    assert isinstance(x, Sentence)
    who = player(x.subject)
    want(who.test is None)
    acts = acts_of(x.says)
    first = acts[0]
    adjuncts = Adjuncts((*x.adjuncts, *first.adjuncts))
    want(first.gap and first.object is None)
    want(not any(act.negated or act.modal for act in acts))
    want(not first.passive and first.to is None and first.whom is None and not first.adverb)
    want(first.with_ is None and first.pred is None)
    if len(acts) == 1 and first.verb in ("control", "own"):
        want(first.form == "base" and not first.perfect)
        adjuncts.done()
        return a.Controlled(who) if first.verb == "control" else a.Owned(who)
    acts = [replace(act, perfect=False) for act in acts]
    tenses = {act.form for act in acts}
    if tenses == {"base", "past"} and {act.verb for act in acts} == {acts[0].verb}:
        want(acts[0].verb in WAITS)
        verbs, tense = _one_verb(acts[0]), a.Tense.BOTH
        adjuncts = Adjuncts((*x.adjuncts, *acts[-1].adjuncts))
    else:
        first, verbs = same_but_verb(acts)
        tense = a.Tense.PAST if first.form == "past" else a.Tense.PRESENT
    just = tense is a.Tense.PAST and adjuncts.word("just")
    if just or adjuncts.word("this way"):
        want(len(verbs) == 1)
        window = None if just else adjuncts.window()
        adjuncts.done()
        return a.ThisWay(verbs[0], window, who)
    if tense is a.Tense.PAST:
        adjuncts.word("earlier")
    window = adjuncts.window(past=tense is a.Tense.PAST)
    adjuncts.done()
    return a.Acted(verbs, who, tense, window)


def _one_verb(act: Act) -> tuple[a.Verb, ...]:
    return (WAITS[act.verb],)


def _whose_is(inner: Nominal, says: Draft, holder: a.Player) -> a.Test:
    """ "whose cost is 3 or less"."""
    want(isinstance(says, Act))
    assert isinstance(says, Act)
    want(inner.quantity is None and not inner.more and inner.than is None and inner.value is None)
    want(not says.adjuncts and inner.head == "cost" and not inner.adjectives and not inner.details)
    if says.verb == "exceed":
        want(says == Act("exceed", object=says.object, negated=says.negated))
        return _cost_than("no more" if says.negated else "more", _than(says.object), holder)
    want(says == Act("be", pred=says.pred))
    return cost_is(says.pred, holder)


def _than(x: Draft | None) -> Than:
    want(isinstance(x, NounPhrase | Joined))
    assert isinstance(x, NounPhrase | Joined)
    return Than("than", x)


def cost_is(pred: Draft | None, holder: a.Player) -> a.Test:
    """What a cost is: "3 or less", "higher than …", "odd"."""
    match pred:
        case NounPhrase(x=None, quantity=Quantity() as q, part_of=None, det="", adverbs=()):
            return a.Attribute(COST, *compared(q))
        case NounPhrase(adverbs=(word,)) if word in AS_MUCH_AS:
            than_it = replace(pred, adverbs=())
            return a.Attribute(COST, AS_MUCH_AS[word], _cost_of(than_it, holder))
        case Comparing(adjective, than, None):
            return _cost_than(adjective, than, holder)
        case Comparing("equal to", None, x) if x is not None:
            return a.Attribute(COST, a.Comparison.EQUAL, _cost_of(x, holder))
        case NounPhrase(x=Nominal(sort="num", head="", value=None) as inner, adverbs=()):
            return _cost_than(inner.more, inner.than, holder, inner.quantity)
        case NounPhrase("", Said("most" | "least" as rank, "PRON")):
            want(pred == NounPhrase("", pred.x))
            return a.Extreme(RANKS[rank])
        case NounPhrase("no", Nominal("card", "card", True)) if pred == _NOTHING:
            return a.Attribute(COST, a.Comparison.EQUAL, a.Number(0))
        case Said("odd" | "even" as word):
            return a.Parity(a.ParityKind(word))
        case NounPhrase("a", Nominal("num", "amount" | "number", adjectives=(word,)) as inner):
            want(
                inner == Nominal("num", inner.head, adjectives=(word,)) and word in ("odd", "even")
            )
            want(pred == NounPhrase("a", inner))
            return a.Parity(a.ParityKind(word))
        case NounPhrase(
            "the", Nominal("card", "ONE", adjectives=("most" | "least" as rank,)) as inner
        ):
            want(inner == Nominal("card", "ONE", adjectives=(rank,)))
            want(pred == NounPhrase("the", inner))
            return a.Extreme(RANKS[rank])
        case NounPhrase(x=Said("odd" | "even" as word)):
            return a.Parity(a.ParityKind(word))
    raise Nonsense


_NOTHING: Final = NounPhrase("no", Nominal("card", "card", plural=True))
AS_MUCH_AS: Final = {
    "as much as": a.Comparison.EQUAL,
    "exactly as much as": a.Comparison.EQUAL,
    "at least as much as": a.Comparison.AT_LEAST,
    "at most as much as": a.Comparison.AT_MOST,
}


def _who_is(act: Act, holder: a.Player) -> tuple[list[a.Noun], list[a.Test]]:
    """ "that costs 3 or less", "that is a Hero", "destroyed this way"."""
    want(not act.modal and (act.passive or not act.perfect))
    adjuncts = Adjuncts(act.adjuncts)
    if act.verb == "cost" and not act.passive:
        want(act.form in ("base", "ing") and act.to is None)
        adjuncts.done()
        want(not act.gap and (act.whom is None or act.whom == NounPhrase("", Said("you", "PRON"))))
        found_cost = cost_is(act.object, holder)
        return [], [contrary(found_cost) if act.negated else found_cost]
    if act.verb == "have" and not act.passive:
        adjuncts.done()
        want(act == Act("have", act.form, act.object) and act.form in ("base", "ing"))
        want(isinstance(act.object, NounPhrase) and isinstance(act.object.x, Nominal))
        assert isinstance(act.object, NounPhrase)
        assert isinstance(act.object.x, Nominal)
        want(act.object.x.head == "cost")
        return [], [_with(act.object, holder, several=False)]
    if act.verb == "be":
        adjuncts.done()
        want(act.form == "base" or isinstance(act.pred, NounPhrase))
        assert act.pred is not None
        found = only_filter(act.pred, holder)
        if act.negated:
            want(not found.tests and all(not noun.negated for noun in found.nouns))
            return [a.replace(noun, negated=True) for noun in found.nouns], []
        return list(found.nouns), list(found.tests)
    want(act.passive and not act.negated and act.to is None)
    want(act.object is None)
    if act.verb in ("control", "own"):  # "controlled by your teammate"
        whose = adjuncts.prep("by")
        adjuncts.done()
        want(whose is not None and act.adverb in ("", "is", "are") and not act.perfect)
        assert whose is not None
        keeper = player(whose)
        want(keeper.test is None)
        return [], [a.Controlled(keeper) if act.verb == "control" else a.Owned(keeper)]
    want(act.verb in DONE)
    this_way = adjuncts.word("this way")
    by = adjuncts.prep("by")
    who = player(by) if by is not None else None
    want(who is None or act.verb != "choose")
    now = act.adverb in ("is", "are", "be")
    if not now:
        adjuncts.word("earlier")
    window = adjuncts.window(past=not now)
    adjuncts.done()
    if window is not None:
        want(not this_way)
        who = who or a.Player(K.ANY_PLAYER)  # it is not said by whom
        tense = a.Tense.PRESENT if now and not act.perfect else a.Tense.PAST
        return [], [a.Acted((DONE[act.verb],), who, tense, window)]
    return [], [a.ThisWay(DONE[act.verb], None, who)]


OTHER_WAY: Final = {
    a.Comparison.MORE: a.Comparison.AT_MOST,
    a.Comparison.AT_MOST: a.Comparison.MORE,
    a.Comparison.LESS: a.Comparison.AT_LEAST,
    a.Comparison.AT_LEAST: a.Comparison.LESS,
}


def contrary(test: a.Test) -> a.Test:
    """ "not costing more than 3" as "costing 3 or less"."""
    want(isinstance(test, a.Attribute) and test.comparison in OTHER_WAY)
    assert isinstance(test, a.Attribute)
    return a.replace(test, comparison=OTHER_WAY[test.comparison])


def player_test(one: Draft) -> a.PlayerTest:
    """What a detail says of the players before it."""
    match one:
        case Prep("with", adverb="", x=NounPhrase() | Joined() as x):
            return _having(x)
        case Prep("without", adverb="", x=NounPhrase() as x):
            found = _having(replace(x, det="a") if x.det in ("", "any") else x)
            want(isinstance(found, a.Having) and not (found.none or found.just))
            return a.replace(found, none=True)
        case Relative(gap=False, whose=None, x=Act() as act):
            if act.form == "ing":  # "controlling a Hero" is "who controls a Hero"
                want(not act.perfect and not act.modal)
                act = replace(act, form="base")
            return does(in_plain_words(act))
        case Relative(gap=False, whose=Nominal(sort="place") as where, x=Act() as act):
            return _place_holds(where, act)
        case Relative(gap=False, whose=Nominal("card", "card") as card, x=Act("cost") as act):
            best = Nominal("card", "ONE", adjectives=("most",))
            worst = Nominal("card", "ONE", adjectives=("least",))
            ranks = {NounPhrase("the", best): True, NounPhrase("the", worst): False}
            want(card == Nominal("card", "card") and act == Act("cost", act.form, act.object))
            want(isinstance(act.object, NounPhrase) and act.object in ranks)
            assert isinstance(act.object, NounPhrase)
            return a.CostRank(ranks[act.object])
        case Relative(gap=True):
            raise Nonsense
    raise Nonsense


def sizes(where: Nominal, act: Act) -> Act | None:
    """ "(whose) deck is smaller than yours", "(whose) deck holds fewer cards than yours": who has
    fewer cards in it than you."""
    match act:
        case Act("be", pred=Comparing(("smaller" | "larger") as size, Than("than") as than)):
            want(act == Act("be", pred=act.pred) and act.pred == Comparing(size, than))
            more = {"smaller": "fewer", "larger": "more"}[size]
            cards = Nominal("card", "card", plural=True)
        case Act("contain" | "hold" | "have" | "include", object=NounPhrase("") as obj):
            if not isinstance(obj.x, Nominal) or obj.x.than is None:
                return None
            want(act == Act(act.verb, object=obj) and obj == NounPhrase("", obj.x))
            than, more, cards = obj.x.than, obj.x.more, replace(obj.x, more="", than=None)
            rest = tuple(one for one in cards.details if one != IN_IT)
            cards = replace(cards, details=rest)
        case _:
            return None
    want(where == Nominal("place", where.head))
    whose = than.x.owner if isinstance(than.x, NounPhrase) else None
    want(whose is not None and than.x in (_of(whose, None), _of(whose, where)))
    assert whose is not None
    there = Prep("in", "", _of(NounPhrase("", Said("they", "PRON")), where))
    held_there = replace(cards, details=(*cards.details, there), more=more)
    return Act("have", object=NounPhrase("", replace(held_there, than=replace(than, x=whose))))


def _of(owner: NounPhrase | Joined, what: Nominal | None) -> NounPhrase:
    return NounPhrase("'s", what, owner=owner)


def _place_holds(where: Nominal, act: Act) -> a.PlayerTest:
    """ "whose discard pile contains a Hero", "whose hand is empty"."""
    compared_with = sizes(where, act)
    if compared_with is not None:
        return does(compared_with)
    want(not (where.details or where.adjectives or act.modal or act.passive))
    cards = Prep("of", "", NounPhrase("", Nominal("card", "card", plural=True)))
    if act.verb == "run out" and act.adjuncts == (cards,):
        act = replace(act, adjuncts=())
    want(not act.adjuncts)
    place = places(NounPhrase("'s", where, owner=NounPhrase("", Said("they", "PRON"))))[0]
    if act == Act("be", pred=Said("empty", "A")):
        return a.Having(a.Cards(a.Exactly(ONE), places=(place,)), none=True)
    if act in (Act("be", pred=Said("smaller", "A")), Act("be", pred=Said("larger", "A"))):
        larger = act.pred == Said("larger", "A")  # than that of each of the others
        return a.HavingMost(a.Cards(a.Every(), places=(place,)), larger, alone=True)
    want(not where.quantity and not where.more and where.than is None)
    if act.verb in ("run out", "run out of") and act.perfect and not act.negated:
        return a.Having(a.Cards(a.Exactly(ONE), places=(place,)), none=True)
    want(act.verb in ("contain", "hold", "have", "include") and not act.perfect)
    want(act.form == "base" and isinstance(act.object, NounPhrase) and act.to is None)
    assert isinstance(act.object, NounPhrase)
    if act.object == NounPhrase("", None, quantity=act.object.quantity):  # "fewer than five"
        many = Nominal("card", "card", plural=True, quantity=act.object.quantity)
        act = replace(act, object=NounPhrase("", many))
    obj = act.object
    assert isinstance(obj, NounPhrase)
    found = _having(obj)
    want(isinstance(found, a.Having))
    assert isinstance(found, a.Having)
    hand = (a.Place(Z.HAND, THAT_PLAYER),)
    want(found.cards.places == hand)
    inner = obj.x
    want(isinstance(inner, Nominal) and not any(isinstance(d, Prep) for d in inner.details))
    found = a.replace(found, cards=a.replace(found.cards, places=(place,)))
    if act.negated:
        want(not (found.none or found.just))
        return a.replace(found, none=True)
    return found


def _having(x: Draft, *, controlled: bool = False) -> a.PlayerTest:
    """ "with a Hero in their hand", "with the most cards", "with more Heroes than you"."""
    if isinstance(x, Joined):  # "a Hero or a Villain"
        want(x.conj == "or" and x.pair in ("", "either"))
        x = folded(x)
        want(isinstance(x.x, Nominal) and not x.x.details)  # of both, or of the last?
        called = x.x.called if isinstance(x.x, Nominal) else ()
        want(controlled or CALLED["location"] not in called)  # a Location is had elsewhere
    want(isinstance(x, NounPhrase))
    assert isinstance(x, NounPhrase)
    most = the_most(x, controlled)
    if most is not None:
        return most
    again = told_apart(x)
    if again is not None:
        tests = (a.Controlled(THAT_PLAYER),) if controlled else ()
        again = a.replace(again, filter=a.Filter(again.filter.nouns, tests))
        return a.Having(again, just=again.quantity == a.Exactly(ONE))
    inner = x.x
    if isinstance(inner, Nominal) and inner.sort == "place" and not controlled:
        return _having_pile(x, inner)
    want(isinstance(inner, Nominal) and inner.sort == "card" and x.owner is None)
    assert isinstance(inner, Nominal)
    want(x.part_of is None and x.excepted is None)
    if inner.more in ("more", "fewer") and inner.than is None:  # than each of the others
        want(x == NounPhrase("", inner) and inner.quantity is None and inner.plural)
        cards = held(a.Every(), replace(inner, more=""), controlled)
        return a.HavingMost(cards, inner.more == "more", alone=True)
    if inner.more:
        want(inner.quantity is None)
        how, times = how_many_more(inner, controlled)
        rest = replace(inner, more="", than=None)
        want(x.det == "")
        than = inner.than
        want(than is not None and not x.adverbs)
        assert than is not None
        who = more_than(than.x)
        return a.HavingMore(held(a.Every(), rest, controlled), who, how, times)
    none = just = False
    how_many: a.Quantity = a.Exactly(ONE)
    q = inner.quantity
    rest = replace(inner, quantity=None)
    only = x.adverbs in (("only",), ("just",))
    want(not x.adverbs or only)
    if q is None:
        want(not only)
        want(x.det in ("a", "no", "any") or (x.det == "" and inner.plural))
        none = x.det == "no"
        if x.det == "" or (x.det == "any" and inner.plural):
            raise Nonsense  # "with cards" says no number
    elif q.how == "exactly" or only:
        want(q.number == 1 and q.how in ("=", "exactly"))
        just = True
    elif q.how in (">=", ">"):
        how_many = a.AtLeast(a.Number((q.number or 0) + (q.how == ">")))
    elif q.how == "<=" or (q.how == "<" and (q.number or 0) > 1):
        how_many = a.UpTo(a.Number((q.number or 0) - (q.how == "<")))
    else:
        raise Nonsense
    return a.Having(held(how_many, rest, controlled), none, just)


def _having_pile(x: NounPhrase, inner: Nominal) -> a.PlayerTest:
    """ "with an empty hand", "with the smaller deck", "with a larger hand than yours"."""
    want(inner.head in PILES)
    size = Act("be", pred=Said("empty", "A"))
    if inner.more:
        size = Act("be", pred=Comparing(inner.more, inner.than))
    if inner.more and inner.than is None:
        want(x.det == "the")
        size = Act("be", pred=Said(inner.more, "A"))
    else:
        want(x.det == "a")
    adjectives = () if inner.more else ("empty",)
    want(
        inner
        == Nominal("place", inner.head, adjectives=adjectives, more=inner.more, than=inner.than)
    )
    want(x == NounPhrase(x.det, inner))
    return _place_holds(Nominal("place", inner.head), size)


def the_most(x: NounPhrase, controlled: bool = False) -> a.HavingMost | None:
    """ "the most cards", "the largest hand", "the fewest cards in hand among all players": who has
    it; None if something else is had."""
    inner = x.x
    alone = x.det == "" and isinstance(inner, Nominal) and inner.sort == "card"  # "has fewest"
    if not isinstance(inner, Nominal) or (x.det != "the" and not alone):
        return None
    rest = tuple(one for one in inner.details if not _of_all_players(one))
    if inner.sort == "place" and inner.adjectives in LARGEST:
        want(x == NounPhrase("the", inner) and not rest and inner.head in PILES)
        bare = Nominal("place", inner.head, adjectives=inner.adjectives, details=inner.details)
        want(inner == bare)
        place = a.Place(PILES[inner.head], THAT_PLAYER)
        return a.HavingMost(a.Cards(a.Every(), places=(place,)), LARGEST[inner.adjectives])
    if inner.sort == "card" and inner.adjectives[:1] in MOST:
        want(x.owner is None and x.part_of is None and x.excepted is None)
        cards = replace(inner, adjectives=inner.adjectives[1:], details=rest)
        return a.HavingMost(held(a.Every(), cards, controlled), MOST[inner.adjectives[:1]])
    return None


def _showed_dearer(act: Act) -> a.CostRank | None:
    """ "who revealed the cheaper card"."""
    rows = {"cheaper": False, "costlier": True, "more expensive": True}
    match act.object:
        case NounPhrase("the", Nominal("card", "card", more=more)) if more in rows:
            want(act == Act(act.verb, "past", object=act.object) and act.verb in SHOWN)
            want(act.object == NounPhrase("the", Nominal("card", "card", more=more)))
            return a.CostRank(rows[more], alone=True)
    return None


SHOWN: Final = frozenset({"reveal", "discard", "choose"})


def _did_most(act: Act) -> a.HavingMost | None:
    """ "who discards the most Starters": of what each of them was told to do."""
    x = act.object
    if act.negated or not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal):
        return None
    if x.det != "the" or x.x.adjectives[:1] not in MOST or x.x.sort != "card":
        return None
    want(x == NounPhrase("the", x.x) and act.whom is None)
    described = describe(replace(x.x, adjectives=x.x.adjectives[1:]), THAT_PLAYER)
    want(not (described.places or described.extra or described.edge or described.among))
    done = a.ThisWay(WAITS[act.verb], None, THAT_PLAYER)
    such = make_filter(described.nouns, [*described.tests, done])
    return a.HavingMost(a.Cards(a.Every(), such), MOST[x.x.adjectives[:1]])


LARGEST: Final[dict[tuple[str, ...], bool]] = {("largest",): True, ("smallest",): False}
MOST: Final[dict[tuple[str, ...], bool]] = {("most",): True, ("fewest",): False}
PILES: Final = {"hand": Z.HAND, "deck": Z.DECK, "discard pile": Z.DISCARD_PILE}


def _of_all_players(one: Draft) -> bool:
    """ "among all players", "of all players": with whom one is compared."""
    all_ = NounPhrase("all", Nominal("player", "player", plural=True))
    return one in (Prep("among", "", all_), Prep("of", "", all_))


def how_many_more(inner: Nominal, controlled: bool = False) -> tuple[a.Comparison, int]:
    """ "more", "fewer", "as many", "twice as many", "at least as many"."""
    than = inner.than
    want(than is not None)
    assert than is not None
    played = inner.called == (CALLED["location"],)  # what one "has" of them one controls
    want(than.verb in ("", "control") or (played and than.verb == "have") or not controlled)
    want(controlled or than.verb != "control")
    if than.how == "than":
        want(inner.more in ("more", "fewer"))
        return a.Comparison.MORE if inner.more == "more" else a.Comparison.LESS, 1
    want(than.how == "as")
    rows = {
        "as many": (a.Comparison.EQUAL, 1),
        "at least as many": (a.Comparison.AT_LEAST, 1),
        "at most as many": (a.Comparison.AT_MOST, 1),
        "exactly as many": (a.Comparison.EQUAL, 1),
        "twice as many": (a.Comparison.EQUAL, 2),
    }
    want(inner.more in rows)
    return rows[inner.more]


def more_than(x: Draft) -> a.Player:
    """ "than you", "than any foe": than each of them."""
    who = player(x)
    want(not isinstance(who.test, a.Picked) and who.kind is not K.OTHER_FOE)  # others than whom?
    each = {K.A_FOE: K.EACH_FOE, K.ANY_PLAYER: K.EACH_PLAYER, K.A_PLAYER: K.EACH_PLAYER}
    if isinstance(x, NounPhrase) and x.det == "any" and who.kind in each:
        return a.Player(each[who.kind], who.test)
    return who


def held(how: a.Quantity, inner: Nominal, controlled: bool, who: a.Player = THAT_PLAYER) -> a.Cards:
    """Cards that a player has: in hand, unless it is said where; Locations are in play."""
    described = describe(inner, THAT_PLAYER)
    want(not (described.extra or described.edge or described.random or described.number))
    want(not (described.single or described.different or described.among or described.chooser))
    want(described.joined != "and" or how == a.Every())
    tests = list(described.tests)
    where = tuple(
        a.replace(one, owner=THAT_PLAYER) if one.owner == who else one for one in described.places
    )
    in_play = where == (a.Place(Z.PLAY, a.Player(K.EACH_PLAYER)),)
    if controlled or in_play or (not where and described.nouns == [CALLED["location"]]):
        want(not where or in_play)
        where = ()
        if a.Controlled(THAT_PLAYER) not in tests:  # "a Location under their control"
            tests.append(a.Controlled(THAT_PLAYER))
    elif not where:
        where = (a.Place(Z.HAND, THAT_PLAYER),)
    return a.Cards(how, make_filter(described.nouns, tests), where)


def does(act: Act) -> a.PlayerTest:
    """ "who does", "who did not", "who has a Hero", "who discarded a card this way"."""
    if (
        act.verb == "reveal"
        and act.modal == "can"
        and act.whom == NounPhrase("", Said("you", "PRON"))
    ):
        act = replace(act, whom=None)  # "who can't show you a Hero"
    want(act.to is None and act.whom is None and act.with_ is None)
    adjuncts = Adjuncts(act.adjuncts)
    if act.verb == "so":
        adjuncts.done()
        if act.modal:
            want(act.negated)
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
    if act.verb == "hold" and isinstance(act.object, NounPhrase) and act.object.x is not None:
        kept = act.object.x  # in hand
        plain = isinstance(kept, Nominal) and not any(isinstance(d, Prep) for d in kept.details)
        want(plain and not act.perfect)
        act = replace(act, verb="have")
    if act.verb == "hold" and isinstance(act.object, Joined):
        act = replace(act, verb="have")
    if act.verb in ("have", "control") and not act.perfect and act.object is not None:
        adjuncts.done()
        want(not act.modal and act.form == "base" and act.to is None)
        found = _having(act.object, controlled=act.verb == "control")
        if act.negated:
            want(isinstance(found, a.Having) and not (found.none or found.just))
            return a.replace(found, none=True)
        return found
    if act.verb == "hit" and act.passive:
        by = adjuncts.prep("by")
        adjuncts.done()
        want(by is not None and is_attack(by) and by != AN_ATTACK)
        want(not (act.modal or act.negated))
        return a.HitByAttack()
    if act.verb == "avoid" and not act.passive:
        adjuncts.done()
        want(is_attack(act.object) and not act.modal)
        return a.HitByAttack() if act.negated else a.AvoidedAttack()
    if act.verb in ("reveal", "discard") and act.modal == "can" and act.negated:
        adjuncts.done()
        want(act == Act(act.verb, object=act.object, negated=True, modal="can"))
        want(isinstance(act.object, NounPhrase))
        assert isinstance(act.object, NounPhrase)
        found = _having(act.object)
        want(isinstance(found, a.Having) and not (found.none or found.just))
        assert isinstance(found, a.Having)
        want(found.cards.places == (a.Place(Z.HAND, THAT_PLAYER),))
        return a.replace(found, none=True)
    if act.verb in WAITS and not act.passive:
        this_way = adjuncts.word("this way")
        adjuncts.done()
        want(not act.modal and act.object is not None and act.to is None and not act.gap)
        so_many = told_apart(act.object)
        if so_many is not None and not act.negated:
            want(so_many.quantity != a.Exactly(ONE) and not this_way and act.whom is None)
            return a.DidTo((WAITS[act.verb],), so_many)
        if (most := _did_most(act)) is not None:
            return most
        if (rank := _showed_dearer(act)) is not None:
            return rank
        want(this_way or act.form == "past" or act.negated)
        want(act.whom is None and act.with_ is None)
        negative = isinstance(act.object, NounPhrase) and act.object.det == "no"
        obj = act.object
        if isinstance(obj, NounPhrase) and obj == NounPhrase("", None, quantity=obj.quantity):
            want(act.negated)  # "who fails to discard one": of what there was to discard
            obj = replace(obj, part_of=NounPhrase("", Said("them", "PRON")))
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


AN_ATTACK: Final = NounPhrase("a", noun_of(Said("attack", "N", "sg")))


def is_attack(x: Draft | None) -> bool:
    """ "this Attack", "it"."""
    match x:
        case NounPhrase(det="this" | "the" | "a" | "that", x=Nominal(head="attack") as inner):
            plain = x == NounPhrase(x.det, inner)
            bare = Nominal(inner.sort, "attack", inner.plural, inner.called)
            return plain and inner == bare
        case NounPhrase(x=Said("it")):
            return x == NounPhrase("", Said("it", "PRON"))
    return False
