"""Conditions that compare numbers: costs that exceed something, how many kinds of cards lie
somewhere, which pile holds more."""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.nouns import make_filter
from rules_check.grammar.syntax.describing import cost_is, how_many_more, more_than
from rules_check.grammar.syntax.drafts import (
    Act,
    Comparing,
    Draft,
    Joined,
    Nominal,
    Nonsense,
    NounPhrase,
    Prep,
    Said,
    Than,
    want,
)
from rules_check.grammar.syntax.nouns import (
    DIFFERENT,
    EACH,
    IN_IT,
    LESS,
    MORE,
    THAT_PLAYER,
    amount,
    compared,
    describe,
    one_place,
    only_filter,
    selection,
)
from rules_check.grammar.syntax.verbs import WAITS, each_one

K = a.PlayerKind
How = a.Comparison

# ------------------------------------------------------------------- one number and another


def exceeding(act: Act) -> Act:
    """ "(its cost) exceeds 3" as "(its cost) is greater than 3"."""
    if act.verb != "exceed":
        return act
    want(isinstance(act.object, NounPhrase | Joined))
    want(act == Act("exceed", object=act.object, negated=act.negated))
    assert isinstance(act.object, NounPhrase | Joined)
    greater = "no greater" if act.negated else "greater"
    return Act("be", pred=Comparing(greater, Than("than", act.object)))


def numbers_compared(subject: NounPhrase, pred: Draft, negative: bool) -> a.Condition:
    """ "the number of Heroes you control is greater than the number of cards in your hand"."""
    how, value = _compared_with(pred)
    first, second = amount(subject), amount(value)
    want(isinstance(first, a.CountOf) and not negative)
    want(isinstance(second, a.CountOf | a.Number))
    return a.Compare(first, how, second)


def _compared_with(pred: Draft) -> tuple[a.Comparison, Draft]:
    match pred:
        case Comparing("equal to", None, other) if other is not None:
            return How.EQUAL, other
        case Comparing(word, Than("than", other), None):
            return _word(word), other
        case NounPhrase("", Nominal("num", "", quantity=None, than=Than("than", other)) as inner):
            want(pred == NounPhrase("", inner) and inner.than is not None)
            want(inner == Nominal("num", "", more=inner.more, than=inner.than))
            return _word(inner.more), other
    raise Nonsense


def levels_compared(subject: Draft, act: Act) -> a.Compare | None:
    """ "your Character is a higher Level than your foe's", "your Character's Level is lower than
    that of your foe's Character", "your foe's Character outranks yours"."""
    if not isinstance(subject, NounPhrase) or act.adjuncts:
        return None
    level = Nominal("num", "level")
    said: Draft | None = act.object if act.verb in ("have", "outrank") else act.pred
    if isinstance(said, Prep) and said == Prep("of", "", said.x):  # "is of a higher Level than"
        said = said.x
    match act.verb, said:
        case "outrank", NounPhrase() as other:
            plain, word = Act("outrank", object=other), "higher"
        case "have" | "be", NounPhrase("a", Nominal("num", "level", than=Than(x=other)) as so):
            want(so.than == Than("than", other))
            want(said == NounPhrase("a", replace(level, more=so.more, than=so.than)))
            plain = Act(act.verb, object=said) if act.verb == "have" else Act("be", pred=act.pred)
            word = so.more
        case "be", Comparing(word, Than("than", other), None) if _is_level(subject):
            plain = Act("be", pred=said)
            want(subject.owner is not None)
            assert subject.owner is not None
            return _levels(subject.owner, word, _whose_level(other), act == plain)
        case _:
            return None
    return _levels(subject, word, other, act == plain)


def _is_level(x: NounPhrase) -> bool:
    return isinstance(x.x, Nominal) and x == NounPhrase(
        "'s", Nominal("num", "level"), owner=x.owner
    )


def _whose_level(x: Draft) -> Draft:
    """ "(than) that of your foe's Character", "(than) your foe's Character's": whose Character."""
    match x:
        case NounPhrase("", Said("that"), None, NounPhrase() as whose):
            return whose if x == NounPhrase("", x.x, part_of=whose) else x
        case NounPhrase("'s", None | Nominal("num", "level") as noun, NounPhrase() as whose):
            full = isinstance(whose.x, Nominal) and whose.x.sort == "card"
            return whose if full and x == NounPhrase("'s", noun, owner=whose) else x
    return x


def _levels(first: Draft, word: str, second: Draft, plain: bool) -> a.Compare:
    want(plain and isinstance(first, NounPhrase) and isinstance(second, NounPhrase))
    assert isinstance(first, NounPhrase)
    assert isinstance(second, NounPhrase)
    if second.x is None:  # "than your foe's": Character
        second = replace(second, x=first.x)
    one, two = (selection(each) for each in (first, second))
    want(isinstance(one, a.CharacterOf) and isinstance(two, a.CharacterOf) and one != two)
    level = a.AttributeKind.LEVEL
    return a.Compare(a.AttributeOf(level, one), _word(word), a.AttributeOf(level, two))


def _word(word: str) -> a.Comparison:
    bare = word.removeprefix("no ")
    want(bare in MORE | LESS)
    if bare == word:
        return How.MORE if word in MORE else How.LESS
    return How.AT_MOST if bare in MORE else How.AT_LEAST


# ------------------------------------------------------------------------ kinds of cards


def kinds_asked(x: Draft, where: tuple[a.Place, ...], tests: list[a.Test]) -> a.Condition | None:
    """ "three or more different card types", "cards with two or more different costs": how many
    kinds of cards there are; None if something else is asked."""
    if not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal):
        return None
    inner, among = x.x, Nominal("card", "card", plural=True)
    if inner.sort == "card":  # "cards of three different types"
        at = next((one for one in inner.details if _tells_kinds(one)), None)
        if not isinstance(at, Prep) or not isinstance(at.x, NounPhrase):
            return None
        rest = tuple(one for one in inner.details if one is not at)
        want(x == NounPhrase("", inner) and inner.plural)
        among, x = replace(inner, details=rest), at.x
        inner = at.x.x if isinstance(at.x.x, Nominal) else inner
    elif not _are_kinds(x):
        return None
    else:
        among, inner = _cards_of(among, inner)
    want(x == NounPhrase("", x.x) and inner.quantity is not None)
    want(inner == Nominal(inner.sort, inner.head, True, (), ("different",), (), inner.quantity))
    assert inner.quantity is not None
    how, number = compared(inner.quantity)
    if inner.quantity.how == "=":
        how = How.AT_LEAST
    found = describe(among)
    want(not (found.extra or found.edge or found.random or found.number or found.different))
    want(not (found.single or found.chooser) and found.joined != "and")
    want(not (found.places and where))
    if tests or where:
        found.tests.extend(tests)
    cards = a.Cards(a.Every(), found.filter, found.places or where, among=found.among)
    done = any(isinstance(one, a.ThisWay | a.Controlled) for one in found.tests)
    want(cards.places or cards.among is not None or done)
    kind = DIFFERENT[inner.head]
    many = a.CountOf(cards, kind)
    if kind is a.DifferentKind.COST:
        return a.Compare(many, how, number)
    return a.There(many, how, number)


def told_kinds(subject: Draft, x: Draft | None) -> a.Condition | None:
    """ "(the cards in your hand have) three or more different costs"."""
    told = subject.x if isinstance(subject, NounPhrase) else None
    if not _are_kinds(x) or not isinstance(told, Nominal) or not isinstance(x, NounPhrase):
        return None
    want(subject == NounPhrase("the", told) and told.sort == "card" and isinstance(x.x, Nominal))
    assert isinstance(subject, NounPhrase)
    assert isinstance(x.x, Nominal)
    among = Prep("among", "", subject)
    return kinds_asked(replace(x, x=replace(x.x, details=(*x.x.details, among))), (), [])


def _are_kinds(x: Draft | None) -> bool:
    inner = x.x if isinstance(x, NounPhrase) else None
    return (
        isinstance(inner, Nominal)
        and inner.sort in ("kind", "num")
        and inner.adjectives == ("different",)
        and inner.head in DIFFERENT
        and inner.quantity is not None
    )


def _tells_kinds(one: Draft) -> bool:
    return (
        isinstance(one, Prep)
        and one == Prep(one.word, "", one.x)
        and (one.word in ("of", "with") and _are_kinds(one.x))
    )


def _cards_of(cards: Nominal, inner: Nominal) -> tuple[Nominal, Nominal]:
    """ "three different card types (in your hand, among cards in your hand)": of which cards."""
    bare = replace(inner, details=())
    match inner.details:
        case ():
            return cards, bare
        case (Prep("among", "", NounPhrase("" | "the", Nominal("card") as those) as x),):
            want(x == NounPhrase(x.det, those) and those.plural and those.quantity is None)
            return those, bare
    return replace(cards, details=inner.details), bare


# ------------------------------------------------------------------------- two piles


def piles_compared(x: Draft, where: a.Place) -> a.Condition | None:
    """ "(your deck contains) more Heroes than your teammate's (does)"; None if it holds no more
    than something."""
    inner = x.x if isinstance(x, NounPhrase) else None
    if not isinstance(inner, Nominal) or inner.than is None or _is_cards(inner.than.x):
        return None
    how, times = how_many_more(inner)
    other = _other_pile(inner.than.x, where)
    want(x == NounPhrase("", inner) and inner.quantity is None)
    want(times == 1 and inner.more != "as many")  # which may be at least as many
    rest = tuple(one for one in inner.details if one != IN_IT)
    found = describe(replace(inner, more="", than=None, details=rest))
    want(not (found.extra or found.edge or found.random or found.number or found.different))
    want(not (found.places or found.among or found.single or found.chooser))
    want(found.joined != "and" and other != where)

    def there(place: a.Place) -> a.Cards:
        return a.Cards(a.Every(), found.filter, (place,))

    if where.owner is None or other.owner is None or where.zone is not other.zone:
        want(_of_one(where) and _of_one(other))
        return a.Compare(a.CountOf(there(where)), how, a.CountOf(there(other)))
    return a.HasMore(where.owner, there(a.replace(where, owner=THAT_PLAYER)), other.owner, how)


def _of_one(where: a.Place) -> bool:
    return where.owner is None or (
        where.owner.test is None and where.owner.kind not in EACH | {K.A_FOE, K.ANY_PLAYER}
    )


def _other_pile(x: Draft, where: a.Place) -> a.Place:
    match x:
        case NounPhrase("", Said("yours" | "theirs" as word)):
            want(where.owner is not None and x == NounPhrase("", x.x))
            return a.replace(where, owner=a.YOU if word == "yours" else THAT_PLAYER)
        case NounPhrase("'s", None, owner=owner) if owner is not None:  # "than your teammate's"
            want(where.owner is not None and x == NounPhrase("'s", None, owner=owner))
            return a.replace(where, owner=more_than(owner))
        case NounPhrase():
            place = one_place(x)
            want(place.edge is None)
            return place
    raise Nonsense


def _is_cards(x: Draft) -> bool:
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.sort == "card"


# ----------------------------------------------------------------------------- half of all


HALVES: Final = {
    ("more than half",): (How.MORE, False),
    ("at least half",): (How.AT_LEAST, True),
    ("fewer than half",): (How.LESS, True),
    ("less than half",): (How.LESS, True),
    ("at most half",): (How.AT_MOST, False),
}
"""How a count compares with half of all, and how the half is rounded so that it does."""


def half_are(subject: Draft, act: Act) -> a.Condition | None:
    """ "at least half of the cards in your hand are Heroes", "most of the cards … cost 5 or more";
    None if it is not said of a half."""
    if not isinstance(subject, NounPhrase) or subject.adverbs not in HALVES:
        return None
    whole = subject.part_of
    want(subject == NounPhrase("", None, part_of=whole, adverbs=subject.adverbs))
    want(isinstance(whole, NounPhrase) and isinstance(whole.x, Nominal))
    assert isinstance(whole, NounPhrase)
    assert isinstance(whole.x, Nominal)
    want(whole == NounPhrase("the", whole.x) and whole.x.plural and whole.x.quantity is None)
    all_ = describe(whole.x)
    want(not (all_.extra or all_.edge or all_.random or all_.number or all_.different))
    want(not (all_.single or all_.chooser or all_.among) and all_.joined != "and")
    want(all_.places)
    nouns: tuple[a.Noun, ...] = ()
    tests: tuple[a.Test, ...] = ()
    if act.verb == "cost":
        want(act == Act("cost", object=act.object))
        tests = (cost_is(act.object, a.YOU),)
    else:
        want(act == Act("be", pred=act.pred) and act.pred is not None)
        assert act.pred is not None
        so = only_filter(each_one(act.pred))
        nouns, tests = so.nouns, so.tests
    want(not (all_.nouns and nouns))
    such = make_filter((*all_.nouns, *nouns), (*all_.tests, *tests))
    how, up = HALVES[subject.adverbs]
    one, every = (a.CountOf(a.Cards(a.Every(), fits, all_.places)) for fits in (such, all_.filter))
    return a.Compare(one, how, a.Half(every, up))


# ---------------------------------------------------------------------- as many as you did


DONE_TO: Final = frozenset({a.Verb.DRAW, a.Verb.DISCARD, a.Verb.DESTROY, a.Verb.GAIN})


def as_many_as(act: Act, who: a.Player) -> a.Move | None:
    """ "discards as many cards as you did", "discards one card fewer than you": as you have done
    this way; "draw one card more than the number of Heroes you control"."""
    obj = act.object
    inner = obj.x if isinstance(obj, NounPhrase) else None
    if not isinstance(inner, Nominal) or inner.than is None or inner.sort != "card":
        return None
    verb = WAITS.get(act.verb)
    want(verb in DONE_TO and obj == NounPhrase("", inner) and inner.than.x != obj)
    assert verb is not None
    want(act == Act(act.verb, act.form, obj))
    than, q = inner.than, inner.quantity
    value: a.Amount
    you = NounPhrase("", Said("you", "PRON"))
    if than.verb:  # "than you hold"; "than you have" may be what you have done
        want(than.x == you and than.verb == "hold")
        want(not (inner.called or inner.details or inner.adjectives or inner.mods))
        value = a.CountOf(a.Cards(a.Every(), places=(a.Place(a.Zone.HAND, a.YOU),)))
    elif than.x == you:
        want(who != a.YOU)  # nobody is compared with what they do themselves
        done = a.Filter((), (a.ThisWay(verb, None, a.YOU),))
        value = a.CountOf(a.Cards(a.Every(), done))
    else:
        want(isinstance(than.x, NounPhrase) and isinstance(than.x.x, Nominal) and q is not None)
        value = amount(than.x, who if who == a.YOU else THAT_PLAYER)
    if q is None:
        want((than.how, inner.more) == ("as", "as many"))
    else:
        want(than.how == "than" and q.how == "=" and not q.further and q.number is not None)
        want(inner.more in ("more", "fewer"))
        step = a.Number(q.number or 0)
        theirs = than.x == you
        less = a.Bounded(a.Minus(value, step), 0) if theirs else a.Minus(value, step)
        value = a.Plus(value, step) if inner.more == "more" else less
    found = describe(replace(inner, more="", than=None, quantity=None, plural=True))
    want(not (found.extra or found.edge or found.random or found.number or found.different))
    want(not (found.single or found.chooser or found.among) and found.joined != "and")
    return a.Move(verb, a.Cards(a.Exactly(value), found.filter, found.places), None, who)
