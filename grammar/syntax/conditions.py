"""Sentences as conditions and as events: "if you have a Hero", "when you play a card"."""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast.nouns import make_filter
from rules_check.grammar.phrases.of_each import of_each
from rules_check.grammar.syntax.constructions import CHEAPER, GOING_ON, LEFT
from rules_check.grammar.syntax.describing import (
    AN_ATTACK,
    card_tests,
    cost_is,
    does,
    held,
    how_many_more,
    is_attack,
    more_than,
    player_test,
    sizes,
    the_most,
)
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Comparing,
    Detail,
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
from rules_check.grammar.syntax.left_out import (
    SAID_BEFORE,
    compared_before,
    compares,
    costs_otherwise,
    has_more,
    held_there,
    in_its_hole,
    is_bare,
    lying_there,
    of_those,
    of_what_was_done,
    so_many,
)
from rules_check.grammar.syntax.mutual import Clauses, tell
from rules_check.grammar.syntax.nouns import (
    ALIKE,
    CALLED,
    COMPARED,
    COST,
    DIFFERENT,
    DONE,
    EACH,
    IN_IT,
    LIES,
    ONE,
    THAT_PLAYER,
    amount,
    compared,
    count,
    describe,
    done_to_all,
    one_phrase,
    one_place,
    only_filter,
    places,
    player,
    points,
    selection,
)
from rules_check.grammar.syntax.numbers_asked import (
    exceeding,
    half_are,
    kinds_asked,
    levels_compared,
    numbers_compared,
    piles_compared,
    told_kinds,
)
from rules_check.grammar.syntax.times import window_of
from rules_check.grammar.syntax.together import together, whose_card
from rules_check.grammar.syntax.verbs import (
    PLACING,
    WAITS,
    Adjuncts,
    active,
    acts_of,
    called_by,
    each_one,
    head_of,
    in_plain_words,
    is_empty,
    is_one,
    is_place,
    of_a_card,
    same_but_verb,
)

K, Z, V, W = a.PlayerKind, a.Zone, a.Verb, a.Window


def condition(x: Draft) -> a.Condition:
    """What can be so or not."""
    match x:
        case Joined(conj="and" | "or", items=items, pair="" | "both" | "either"):
            parts = [condition(item) for item in items]
            if x.conj == "and":
                parts = _of_what_was_counted(parts)
            found = parts[-1]
            kind = a.AllOf if x.conj == "and" else a.AnyOf
            for part in reversed(parts[:-1]):
                found = kind(part, found)
            return found
        case Sentence(subject, Sentence(None, says, more), adjuncts):
            return condition(Sentence(subject, says, (*adjuncts, *more)))
        case Sentence(subject, Joined() as says, adjuncts) if active(x) != x:
            return condition(active(x))
        case Sentence(subject, Joined() as says, adjuncts) if subject is not None:
            both = _either_tense(says)
            if both is not None:
                left = Adjuncts((*adjuncts, *both.adjuncts))
                return _condition(subject, both, (WAITS[both.verb],), left)
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
            act = replace(act, adjuncts=tuple(one for one in act.adjuncts if not is_empty(one)))
            return _condition(subject, act, verbs, Adjuncts((*adjuncts, *act.adjuncts)))
    raise Nonsense


def _of_what_was_counted(parts: list[a.Condition]) -> list[a.Condition]:
    """ "you have played two cards and all of those were Starters": there is none that is not."""
    match parts:
        case [a.There(count) as first, a.Is(what, a.Filter((noun,), ()))] if (
            what == a.THEM and count.cards.among is None and not noun.negated
        ):
            want(not count.cards.filter.nouns and count == a.CountOf(count.cards))
            other = make_filter((a.replace(noun, negated=True),), count.cards.filter.tests)
            none = a.CountOf(a.replace(count.cards, filter=other))
            return [first, a.There(none, a.Comparison.EQUAL, a.Number(0))]
    return parts


def _either_tense(says: Joined) -> Act | None:
    """ "play or have played a Hero this turn"."""
    match says:
        case Joined("or", (Act() as now, Act() as before), ""):
            plain = replace(before, perfect=False, form="base")
            here = replace(now, object=plain.object, gap=plain.gap, adjuncts=plain.adjuncts)
            if before.perfect and now.verb in WAITS and here == plain:
                want(not before.negated and not now.negated)
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
    if act.verb in LIES and isinstance(act.to, Prep) and act.verb != "be":
        want(not act.perfect and not act.passive and act.form == "base")
        act = replace(act, verb="be", pred=act.to, to=None, gap=False)
    if act.verb == "last" and is_confrontation(subject):  # "a Confrontation is going on"
        want(act in (Act("last", gap=True), Act("last", gap=True, negated=True)))
        adjuncts.done()
        return a.Not(DURING) if act.negated else DURING
    act = of_a_card(exceeding(in_plain_words(act)))
    either = _one_or_two(act)
    if either is not None:
        left = tuple(adjuncts.left)
        one, two = (condition(Sentence(subject, replace(it, adjuncts=left))) for it in either)
        return _either_number(one, two)
    levels = levels_compared(subject, replace(act, adjuncts=tuple(adjuncts.left)))
    if levels is not None:
        return levels
    half = half_are(subject, act)
    if half is not None:
        adjuncts.done()
        return half
    if isinstance(subject, Joined) and subject.pair == "neither":
        return _neither(subject, act, adjuncts)
    by = active(Sentence(subject, replace(act, adjuncts=tuple(adjuncts.left))))
    if (
        isinstance(by, Sentence)
        and isinstance(by.says, Act)
        and not by.says.passive
        and act.passive
    ):
        return condition(by)
    if act.to == Said("there", "PP") and act.verb in PLACING:
        return _put_there(subject, act, adjuncts)
    want(act.to is None and act.whom is None and act.with_ is None)
    if subject == NounPhrase("", Said("there", "PRON")):
        return _there(act, adjuncts)
    if subject == SAID_BEFORE:
        return _so_many_of_those(act, adjuncts)
    if subject == ITSELF and act == Act("be", pred=Said("empty", "A")):
        adjuncts.done()
        there = a.Cards(a.Every(), places=(a.SAME_PLACE,))
        return a.There(a.CountOf(there), a.Comparison.EQUAL, a.Number(0))
    if subject == ITSELF and act.verb in ("contain", "hold", "have"):
        return _it_contains(act, adjuncts)
    if isinstance(subject, NounPhrase) and is_place(subject) and _is_of_others(subject.owner):
        assert isinstance(subject.x, Nominal)
        sized = sizes(subject.x, replace(act, adjuncts=tuple(adjuncts.left)))
        if sized is not None:
            assert subject.owner is not None
            return condition(Sentence(subject.owner, sized))
    both = together(subject, replace(act, adjuncts=tuple(adjuncts.left)))
    if both is not None:
        return both
    if is_place(subject) and act == Act("run out", act.form, gap=True, perfect=True):
        act = Act("be", pred=Said("empty", "A"))  # "your deck has run out"
    if act.verb == "be" or act.passive:
        return _it_is(subject, act, adjuncts)
    if act == Act("differ", gap=True, negated=act.negated):
        adjuncts.done()
        return _they_differ(subject, act.negated)
    mine = whose_card(subject, replace(act, adjuncts=tuple(adjuncts.left)))
    if mine is not None:
        return mine
    if act.verb == "cost" and (cost := compares(act.object)) is not None:
        adjuncts.done()
        want(act == Act("cost", act.form, object=act.object) and selection(subject) == a.IT)
        return costs_otherwise(cost)
    if act.verb == "cost":
        adjuncts.done()
        want(not act.modal and not act.perfect and act.to is None)
        if isinstance(act.object, NounPhrase) and act.object.x == Said("the same", "PRON"):
            want(selection(subject) == a.THEM and not act.negated)
            return a.Is(a.THEM, make_filter((), [a.Alike(a.DifferentKind.COST)]))
        test = cost_is(_of_a_character_too(subject, act.object), a.YOU)
        want(not isinstance(test, a.Extreme))  # the highest cost of which cards?
        found = a.Is(selection(subject), make_filter((), [test]))
        return a.Not(found) if act.negated else found
    if act == Act("have", object=act.object) and (its := _its_cost(subject, act.object)):
        adjuncts.done()
        return condition(its)
    if act.verb == "have" and _has_a_cost(act.object) and not act.perfect and not act.modal:
        adjuncts.done()
        want(act.form == "base" and act.adverb == "" and isinstance(act.object, NounPhrase))
        assert isinstance(act.object, NounPhrase)
        inner = act.object.x
        assert isinstance(inner, Nominal)
        told_by = Comparing(inner.more, inner.than)
        want(
            act.object == NounPhrase("a", Nominal("num", "cost", more=inner.more, than=inner.than))
        )
        return _costs_so(subject, told_by, act.negated)
    if act.verb in ("contain", "hold", "include", "have") and is_place(subject):
        return _contains(subject, act, adjuncts)
    if act.verb in ("have", "hold") and compares(act.object) and adjuncts.word("both"):
        adjuncts.done()
        want(replace(act, adjuncts=()) == Act(act.verb, object=act.object))
        want(player(subject) == a.YOU)
        return has_more(a.Player(K.EACH_OF_THEM), a.Comparison.EQUAL)
    if act.verb in ("so", "do so") and _some_players(subject) is not None:
        return _players_are(subject, THAT_PLAYER, False, act, adjuncts)
    subject = _at_least_one(subject)
    if act == Act("have", object=act.object) and (kinds := told_kinds(subject, act.object)):
        adjuncts.done()
        return kinds
    if act.verb == "share":
        adjuncts.done()
        return _share(subject, act)
    who, none = asked(subject)
    if none and act.verb in ("hold", "have") and _in_hand(act.object):
        return _players_are(subject, who, none, act, adjuncts)
    if act.verb == "hold" and not act.perfect:
        act = replace(act, verb="have", adverb="held")
    if act.verb == "have" and isinstance(act.object, NounPhrase):
        act = _where_behind(act, adjuncts)
    if act.verb in ("have", "control", "own") and not act.perfect:
        want(act.object is not None and not act.modal and act.form == "base")
        adjuncts.done()
        assert act.object is not None
        return _has(who, none, act)
    if act == Act("confront", object=act.object, negated=act.negated, adverb=GOING_ON):
        adjuncts.done()
        want(who == a.YOU and not none and isinstance(act.object, NounPhrase))
        assert isinstance(act.object, NounPhrase)
        anybody = act.object.x in (Said("somebody", "PRON"), Said("someone", "PRON"))
        want(anybody or player(act.object) in ANY_OF_THEM)
        return a.Not(DURING) if act.negated else DURING
    if act.verb in ("announce", "confront"):
        window = adjuncts.window()
        adjuncts.done()
        want(who == a.YOU and not none and window is W.THIS_TURN and not act.modal)
        if act.verb == "announce":
            want(is_confrontation(act.object))
        else:
            want(isinstance(act.object, NounPhrase) and player(act.object).test is None)
            want(player(act.object).kind in (K.A_FOE, K.A_PLAYER))
        return a.AnnouncedConfrontation(negated=act.negated)
    if act.verb in ("avoid", "so", "do so") or (
        verbs
        and any(one == Said("this way", "ADV") for one in adjuncts.left)
        and who != a.YOU
        and so_many(act.object) is None
    ):
        return _players_are(subject, who, none, act, adjuncts)
    want(verbs and not act.modal and act.object is not None and act.to is None and not none)
    assert act.object is not None
    return _did(who, act, verbs, adjuncts)


DURING: Final = a.During(W.CONFRONTATION)
ANY_OF_THEM: Final = tuple(a.Player(kind) for kind in (K.A_FOE, K.YOUR_FOE, K.A_PLAYER))


def _one_or_two(act: Act) -> tuple[Act, Act] | None:
    """ "has one or two cards": just one, or just two."""
    obj = act.object if act.object is not None else act.pred
    if not isinstance(obj, Joined) or (obj.conj, obj.pair, len(obj.items)) != ("or", "", 2):
        return None
    few, many = obj.items
    if not isinstance(few, NounPhrase) or not isinstance(many, NounPhrase):
        return None
    if few != NounPhrase("", None, quantity=few.quantity) or few.quantity is None or many.det:
        return None
    so_many_ = many.x.quantity if isinstance(many.x, Nominal) else many.quantity
    if so_many_ is None or (few.quantity.how, so_many_.how) != ("=", "="):
        return None
    want((few.quantity.number or 0) < (so_many_.number or 0) and not act.negated)

    def just(number: int | None) -> Act:
        q = Quantity("exactly", number)
        if isinstance(many.x, Nominal):
            x = replace(many, x=replace(many.x, quantity=q))
        else:
            x = replace(many, quantity=q)
        return replace(act, object=x) if act.object is not None else replace(act, pred=x)

    return just(few.quantity.number), just(so_many_.number)


def _either_number(one: a.Condition, two: a.Condition) -> a.AnyOf:
    """ "you have played one or two": of the cards that a condition before counts."""

    def so(node: a.Condition) -> a.Condition:
        match node:
            case a.There(a.CountOf(a.Cards(filter=a.Filter((), (a.ThisWay(verb, None, None),))))):
                done = a.Acted((verb,), a.YOU, a.Tense.PAST)
                return of_what_was_done(node, done)
        return node

    return a.AnyOf(so(one), so(two))


def _put_there(subject: Draft, act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "(Put up to two cards under this card.) If you put none there"."""
    adjuncts.word("this way")
    adjuncts.done()
    want(player(subject) == a.YOU and not act.passive and not act.modal and act.adverb == "")
    want(act.form == "past" or act.perfect)
    obj = act.object
    if obj == NounPhrase("", Said("none", "PRON")):
        obj = NounPhrase("no", Nominal("card", "card", plural=True))
    elif isinstance(obj, NounPhrase) and obj == NounPhrase("", None, quantity=obj.quantity):
        obj = NounPhrase("", Nominal("card", "card", plural=True, quantity=obj.quantity))
    want(isinstance(obj, NounPhrase))
    assert obj is not None
    put: list[a.Test] = [a.Acted((V.PUT,), a.YOU, a.Tense.PRESENT)]
    return counting(obj, put, (a.SAME_PLACE,), a.YOU, act.negated)


def _is_of_others(owner: Draft | None) -> bool:
    """Whether something is another player's."""
    return isinstance(owner, NounPhrase) and owner != NounPhrase("", Said("you", "PRON"))


def _where_behind(act: Act, adjuncts: Adjuncts) -> Act:
    """ "have a Hero … in your hand": where, as a detail of what one has."""
    where = adjuncts.prep("in", "among")
    obj = act.object
    if where is None or not isinstance(obj, NounPhrase) or not isinstance(obj.x, Nominal):
        want(where is None)
        return act
    inner = replace(obj.x, details=(*obj.x.details, Prep("in", "", where)))
    return replace(act, object=replace(obj, x=inner))


def _contains(subject: Draft, act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "your discard pile contains a Hero"."""
    want(not act.modal and not act.perfect and act.form == "base" and act.object is not None)
    adjuncts.done()
    assert act.object is not None
    act = _without_in_it(act)
    assert act.object is not None
    where = places(subject)
    owner = where[0].owner
    if owner is not None and owner.kind in EACH | {K.A_FOE, K.ANY_PLAYER, K.ANOTHER_PLAYER}:
        raise Nonsense
    if _more_of(act.object) is not None and not act.negated:
        return _outnumber(act.object, where)
    if not act.negated and len(where) == 1:
        many = kinds_asked(act.object, where, []) or piles_compared(act.object, where[0])
        if many is not None:
            return many
    return counting(act.object, [], where, a.YOU, act.negated)


def _it_contains(act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "it contains only one", "it has fewer", "it has five or more cards": the pile spoken of."""
    obj = act.object
    adjuncts.done()
    want(act == Act(act.verb, object=obj) and obj is not None)
    how = compares(obj)
    if how is not None:
        return compared_before(how, [])
    alone = so_many(obj)
    if alone is not None:
        want(not is_bare(alone))
        return held_there(counting(alone, [], (), a.YOU, negative=False))
    act = _without_in_it(act)
    assert act.object is not None
    there = counting(act.object, [], (), a.YOU, negative=False)
    cards = there.count.cards
    want(not cards.places and cards.among is None)
    if cards.filter == a.ANY_CARD:
        want(act.verb != "contain" or there.value != ONE)
        return lying_there(there)
    among = a.replace(cards, among=a.IT)
    return a.replace(there, count=a.replace(there.count, cards=among))


def _so_many_of_those(act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "if two, …": so many of what the sentence before counts."""
    adjuncts.done()
    alone = so_many(act.pred)
    want(alone is not None and act == Act("be", pred=act.pred))
    assert alone is not None
    return of_those(counting(alone, [], (), a.YOU, negative=False), is_bare(alone))


def _again(x: Draft, tests: list[a.Test], default: tuple[a.Place, ...] = ()) -> a.There | None:
    """So many, without a noun: of the cards that a condition before counts; None: it has one."""
    alone = so_many(x)
    if alone is None:
        return None
    there = counting(alone, tests, default, a.YOU, negative=False)
    return in_its_hole(there, tests, is_bare(alone))


def _without_in_it(act: Act) -> Act:
    """ "(your hand) has no Heroes in it", "holds five"."""
    x = act.object
    if isinstance(x, NounPhrase) and x == NounPhrase("", None, quantity=x.quantity):
        cards = Nominal("card", "card", plural=True, quantity=x.quantity)
        return replace(act, object=NounPhrase("", cards))
    if isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.details[-1:] == (IN_IT,):
        return replace(act, object=replace(x, x=replace(x.x, details=x.x.details[:-1])))
    return act


def _share(subject: Draft, act: Act) -> a.Condition:
    """ "three or more cards in the Line-Up share a single type": so many cards of one type."""
    want(isinstance(subject, NounPhrase) and isinstance(subject.x, Nominal))
    assert isinstance(subject, NounPhrase)
    assert isinstance(subject.x, Nominal)
    want(subject == NounPhrase("", subject.x) and subject.x.quantity is not None)
    obj = act.object
    want(act == Act("share", object=obj) and isinstance(obj, NounPhrase))
    assert isinstance(obj, NounPhrase)
    kind = obj.x
    want(isinstance(kind, Nominal) and kind.head in DIFFERENT)
    assert isinstance(kind, Nominal)
    same = NounPhrase("the", Nominal(kind.sort, kind.head, more="same"))
    one = [
        NounPhrase("a", Nominal(kind.sort, kind.head, adjectives=words))
        for words in ((), ("single",), ("common",))
    ]
    want(obj in (same, *one))
    shared = DIFFERENT[kind.head]
    of_type = shared is a.DifferentKind.TYPE
    there = counting(
        subject, [a.OneType() if of_type else a.Alike(shared)], (), a.YOU, negative=False
    )
    want(there.count.cards.places and there.value not in (a.Number(0), ONE))
    return there


def _neither(subject: Joined, act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "neither you nor your teammate controls a Hero": it is so of none of the two."""
    want(len(subject.items) == 2 and not act.negated and not act.modal)
    left = tuple(adjuncts.left)
    denied = replace(act, negated=True, adjuncts=left)
    one, two = (condition(Sentence(who, denied)) for who in subject.items)
    want(one != two)
    return a.AllOf(one, two)


def is_confrontation(x: Draft | None) -> bool:
    """ "a Confrontation"."""
    return isinstance(x, NounPhrase) and x.det in ("a", "any") and head_of(x) == "confrontation"


def _of_a_character_too(subject: Draft, x: Draft | None) -> Draft | None:
    """ "(your Character costs more) than your foe's": than that one's Character."""
    match x:
        case NounPhrase(x=Nominal(than=Than(x=NounPhrase("'s", None) as other) as than) as inner):
            if isinstance(subject, NounPhrase) and subject.owner is not None:
                want(other == NounPhrase("'s", None, owner=other.owner))
                full = replace(than, x=replace(other, x=subject.x))
                return replace(x, x=replace(inner, than=full))
    return x


def _its_cost(subject: Draft, x: Draft | None) -> Sentence | None:
    """ "it has an even cost", "it has a cost of 3 or more", as what is said of its cost."""
    match x:
        case NounPhrase("a", Nominal("num", "cost", adjectives=("even" | "odd" as word,)) as cost):
            want(x == NounPhrase("a", cost) and cost == Nominal("num", "cost", adjectives=(word,)))
            want(isinstance(subject, NounPhrase))
            assert isinstance(subject, NounPhrase)
            whose = NounPhrase("'s", Nominal("num", "cost"), owner=subject)
            return Sentence(whose, Act("be", pred=Said(word, "A")))
        case NounPhrase("a", Nominal("num", "cost", details=(Prep("of", "", of, ""),)) as cost):
            want(x == NounPhrase("a", cost) and isinstance(of, NounPhrase))
            want(cost == Nominal("num", "cost", details=cost.details))
            return Sentence(subject, Act("cost", object=of))
    return None


def _has_a_cost(x: Draft | None) -> bool:
    """ "(has) a higher cost than …"."""
    return (
        isinstance(x, NounPhrase)
        and isinstance(x.x, Nominal)
        and x.x.head == "cost"
        and bool(x.x.more)
    )


def _they_differ(subject: Draft, negative: bool) -> a.Condition:
    """ "their card types differ", "their costs do not differ"."""
    want(isinstance(subject, NounPhrase) and isinstance(subject.x, Nominal))
    assert isinstance(subject, NounPhrase)
    assert isinstance(subject.x, Nominal)
    they = NounPhrase("", Said("they", "PRON"))
    want(subject == NounPhrase("'s", subject.x, owner=they) and subject.x.plural)
    want(subject.x == Nominal(subject.x.sort, subject.x.head, plural=True))
    want(subject.x.head in DIFFERENT)
    kind = DIFFERENT[subject.x.head]
    if kind is a.DifferentKind.TYPE:
        want(not negative)
        return a.DifferInType()
    found = a.Is(a.THEM, make_filter((), [a.Different(kind)]))
    return a.Not(found) if negative else found


def _in_hand(x: Draft | None) -> bool:
    """Whether it is not said where such cards are had: in hand."""
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and not x.x.details


def _at_least_one(subject: Draft) -> Draft:
    """ "at least one of your foes", "one or more foes": whether there is one who does."""
    if not isinstance(subject, NounPhrase):
        return subject
    one = Quantity(">=", 1)
    if subject == NounPhrase("", None, part_of=subject.part_of, quantity=one):
        of = subject.part_of
        if isinstance(of, NounPhrase) and isinstance(of.x, Nominal) and of.x.sort == "player":
            return NounPhrase("any", None, part_of=of) if of.owner is not None else subject
    inner = subject.x
    if isinstance(inner, Nominal) and inner.sort == "player" and inner.quantity == one:
        plain = replace(inner, quantity=None, plural=False)
        return replace(subject, det="a", x=plain) if subject == NounPhrase("", inner) else subject
    return subject


def asked(subject: Draft) -> tuple[a.Player, bool]:
    """Who is asked about, and whether none of them ("no foe")."""
    match subject:
        case NounPhrase(det="no" | "neither") if subject.x is not None:
            return player(replace(subject, det="each")), True
        case NounPhrase("", Said("none"), part_of=NounPhrase(x=Nominal(plural=True)) as of):
            want(subject == NounPhrase("", subject.x, part_of=of))
            return player(of), True
        case NounPhrase("", Said("nobody" | "no one")):
            return a.Player(K.EACH_PLAYER), True
    return player(subject), False


def _number_asked(x: NounPhrase, inner: Nominal) -> tuple[a.Comparison, a.Number, Nominal]:
    """How many a condition asks for, and the noun without it."""
    q = inner.quantity
    rest = replace(inner, quantity=None)
    only = x.adverbs in (("only",), ("just",))
    want(not x.adverbs or only)
    if ALIKE in inner.details and q is None:  # "no duplicates": no two of them
        want(not only and (x.det in ("no", "any") or (x.det == "" and inner.plural)))
        return a.Comparison.LESS if x.det == "no" else a.Comparison.AT_LEAST, TWO, rest
    want(q is None or not q.further)
    want(not only or q is None or q.how in ("=", "exactly"))
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


def counting(
    x: Draft,
    tests: list[a.Test],
    default: tuple[a.Place, ...],
    holder: a.Player,
    negative: bool,
) -> a.There:
    """So many such cards: as a condition."""
    match x:
        case Joined(
            conj="or", items=(NounPhrase() as one, NounPhrase() as two), pair="" | "either"
        ):
            both = one_phrase(x, one, two)
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
    described = describe(inner, holder, several=value.value > 1)
    want(not (described.extra or described.edge or described.random or described.number))
    want(not (described.different or described.chooser) and described.joined != "and")
    want(not described.single or x.det == "no" or (x.det == "a" and negative))  # or just one?
    found = make_filter(described.nouns, [*described.tests, *tests])
    where = described.places or default
    cards = a.Cards(a.Every(), found, where, among=described.among)
    there = a.There(a.CountOf(cards), comparison, value)
    if not negative:
        return there
    if (comparison, value) == (a.Comparison.AT_LEAST, TWO) and ALIKE in inner.details:
        return a.There(there.count, a.Comparison.LESS, TWO)
    want((comparison, value) == (a.Comparison.AT_LEAST, ONE))
    return a.There(there.count, a.Comparison.EQUAL, a.Number(0))


TWO: Final = a.Number(2)
ONGOING: Final = a.KeywordNoun(a.Keyword.ONGOING)


def _has(who: a.Player, none: bool, act: Act) -> a.Condition:
    obj = act.object
    assert obj is not None
    if isinstance(obj, Joined) and obj.pair == "neither":
        want(not none and not act.negated and obj.conj == "or")
        no = replace(act, negated=True)
        return _each_so(
            replace(obj, conj="and", pair=""), lambda one: _has(who, none, replace(no, object=one))
        )
    if isinstance(obj, Joined) and obj.conj == "and" and not act.negated:
        return _each_so(obj, lambda one: _has(who, none, replace(act, object=one)))
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "points":
        had = replace(obj.x, adjectives=_unspent(obj.x))
        obj = replace(obj, x=had)
        kind, number, comparison = points(obj)
        want(not none and not act.negated and act.verb == "have" and isinstance(number, a.Number))
        assert isinstance(number, a.Number)
        kinds = {"power": a.AttributeKind.POWER, "vp": a.AttributeKind.VP}
        said = a.Comparison(comparison)
        exact = isinstance(had.quantity, Quantity) and had.quantity.how == "="
        want(act.adverb == "")
        return a.HasPoints(who, kinds[kind], a.Comparison.AT_LEAST if exact else said, number)
    if isinstance(obj, NounPhrase) and _of_the_same(obj) != obj:
        want(who == a.YOU and not none and not act.negated and act.verb == "have")
        return _outnumber(obj, ())
    how = compares(obj)
    if how is not None:
        want(not none and not act.negated and who.test is None and act.verb != "own")
        if how is a.Comparison.EQUAL and who == THAT_PLAYER and act.verb == "have":
            return compared_before(how, [])  # they may be piles
        return has_more(who, how)
    if isinstance(obj, NounPhrase) and (most := the_most(obj, act.verb == "control")) is not None:
        want(not none and not act.negated and act.verb in ("have", "control") and act.adverb == "")
        want(who.kind in (K.YOU, K.TEAMMATE, K.THAT_PLAYER, K.THAT_FOE) and who.test is None)
        return a.PlayersAre(who, most)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.more:
        how, times = how_many_more(obj.x, act.verb == "control")
        if none:
            want(not act.negated)
            return a.PlayersAre(who, does(act), a.Comparison.EQUAL, 0)
        want(not act.negated and obj.det == "" and not obj.adverbs and not none)
        want(obj.x.quantity is None and act.verb != "own" and act.adverb in ("", "held"))
        than = obj.x.than
        assert than is not None
        rest = replace(obj.x, more="", than=None)
        cards = held(a.Every(), rest, act.verb == "control", who)
        return a.HasMore(who, cards, more_than(than.x), how, times)
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
    elif act.adverb == "held":
        pass
    elif ONGOING in called_by(obj) and not _has_details(obj):
        raise Nonsense  # it may lie in play or in hand
    elif called_by(obj) == (CALLED["location"],) and not _has_details(obj):
        tests, default = [a.Controlled(holder)], ()
    if who == a.YOU and not act.negated and not none and act.adverb == "":
        so_many = kinds_asked(obj, (), tests)
        if so_many is not None:
            return so_many
    again = _again(obj, tests, default)
    if again is not None:
        want(who == a.YOU and not none and not act.negated and act.verb != "own")
        return again
    there = counting(obj, tests, default, holder, act.negated)
    if there.count.cards.places == (a.Place(Z.PLAY, a.Player(K.EACH_PLAYER)),):
        want(act.verb == "have" and not act.adverb)  # what one has in play is what one controls
        return _has(who, none, replace(act, verb="control", object=_without_play(obj)))
    want(not none)
    if who in (a.YOU, THAT_PLAYER) and (who == a.YOU or tests):
        return there
    if tests and who.kind not in EACH:
        whose = a.Controlled(who) if act.verb != "own" else a.Owned(who)
        return counting(obj, [whose], default, holder, act.negated)
    return a.Has(who, there)


def _without_play(x: Draft) -> Draft:
    """ "a Location in play" without that it is in play."""
    want(isinstance(x, NounPhrase) and isinstance(x.x, Nominal))
    assert isinstance(x, NounPhrase)
    assert isinstance(x.x, Nominal)
    in_play = Prep("in", "", NounPhrase("", Nominal("place", "play")))
    want(in_play in x.x.details)
    return replace(x, x=replace(x.x, details=tuple(d for d in x.x.details if d != in_play)))


def _unspent(x: Nominal) -> tuple[str, ...]:
    """What is said of Power that one has, beside that it is not spent: only such Power is had."""
    want(x.head == "power" or not set(x.adjectives) & LEFT)
    return tuple(word for word in x.adjectives if word not in LEFT)


def _has_details(x: Draft) -> bool:
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and bool(x.x.details)


def _is_number(x: NounPhrase) -> bool:
    return isinstance(x.x, Nominal) and x.x.head in ("number", "amount")


def _each_so(x: Joined, so: Callable[[Draft], a.Condition]) -> a.Condition:
    """ "a Hero and a Villain": each of them; "or": one of them."""
    want(x.pair != "neither" and x.conj in ("and", "or") and len(x.items) == 2)
    first, second = map(so, x.items)
    return a.AllOf(first, second) if x.conj == "and" else a.AnyOf(first, second)


def _told(x: Draft) -> bool:
    """Whether a phrase speaks of certain cards, and does not ask whether there are any."""
    return isinstance(x, NounPhrase) and (
        x.det in ("the", "that", "this", "those", "each", "every", "all") or x.owner is not None
    )


def _did(who: a.Player, act: Act, verbs: tuple[a.Verb, ...], adjuncts: Adjuncts) -> a.Condition:
    """ "you played a Hero this turn", "you discarded a card this way"."""
    obj = act.object
    assert obj is not None
    obj = _any_character(obj) if verbs == (V.DEFEAT,) else obj
    if isinstance(obj, Joined) and obj.conj == "and" and not act.negated:
        left = tuple(adjuncts.left)
        return _each_so(obj, lambda one: _did(who, replace(act, object=one), verbs, Adjuncts(left)))
    this_way = adjuncts.word("this way")
    if act.form == "past" or act.perfect:
        adjuncts.word("earlier")
    if act.negated or (isinstance(obj, NounPhrase) and obj.det == "no"):
        adjuncts.word("yet")
    window = adjuncts.window(past=act.form == "past" or act.perfect)
    adjuncts.done()
    want(not (this_way and window))
    if this_way:
        want(len(verbs) == 1)
        if so_many(obj) is not None:
            want(not act.negated)
            return of_each(who, lambda they: _done_this_way(obj, verbs[0], they))
        if who == a.YOU:
            done: list[a.Test] = [a.ThisWay(verbs[0], None, who)]
            kinds = None if act.negated else kinds_asked(obj, (), done)
            return kinds or counting(obj, done, (), who, act.negated)
        raise Nonsense
    if window is None:
        return _just_did(who, act, verbs)
    past = act.form == "past" or act.perfect or act.negated
    want(who in (a.YOU, THAT_PLAYER, *ONE_OTHER))
    tense = a.Tense.PAST if past else a.Tense.PRESENT
    if act.adverb == "or have":
        tense = a.Tense.BOTH
    so: list[a.Test] = [a.Acted(verbs, who, tense, window)]
    how = compares(obj)
    if how is not None:
        want(who == a.YOU and not act.negated)
        return compared_before(how, so)
    again = _again(obj, so)
    if again is not None:
        want(who == a.YOU and not act.negated)
        return again
    return counting(obj, [a.Acted(verbs, who, tense, window)], (), who, act.negated)


def _any_character(x: Draft) -> Draft:
    """ "(you defeated) a foe's Character": nobody else's can be defeated."""
    match x:
        case NounPhrase(
            "'s", Nominal("card", "card", called=called) as character, NounPhrase() as of
        ):
            whose = (a.Player(K.A_FOE), a.Player(K.YOUR_FOE))
            want(called == (CALLED["character"],) and player(of) in whose)
            want(x == NounPhrase("'s", character, owner=of) and not character.plural)
            return NounPhrase("a", character)
    return x


def _done_this_way(x: Draft, verb: a.Verb, who: a.Player) -> a.There:
    found = _again(x, [a.ThisWay(verb, None, who)])
    want(found is not None)
    assert found is not None
    return found


def _just_did(who: a.Player, act: Act, verbs: tuple[a.Verb, ...]) -> a.Condition:
    """ "you destroyed two", "each foe discarded none": of what the sentence before tells to do."""
    want(len(verbs) == 1 and not act.negated and act.adverb == "")
    obj = act.object
    assert obj is not None
    alone = so_many(obj)
    want(not act.perfect or (alone is not None and not is_bare(alone)))  # whenever it was
    both = obj in (BOTH, BOTH_CARDS)
    x = NounPhrase("", Nominal("card", "card", True, quantity=Quantity(">=", 2)))

    def so(they: a.Player) -> a.There:
        done: list[a.Test] = [a.ThisWay(verbs[0], None, None if they == a.YOU else they)]
        found = _again(obj, done) if not both else counting(x, done, (), who, False)
        want(found is not None)
        assert found is not None
        return found

    return of_each(who, so)


BOTH: Final = NounPhrase("both", None)
BOTH_CARDS: Final = NounPhrase("both", Nominal("card", "card", plural=True))
ONE_OTHER: Final = (a.Player(K.TEAMMATE), a.Player(K.LEFT), a.Player(K.RIGHT))


def _more_of(x: Draft | None) -> Nominal | None:
    """ "more Heroes than Villains": cards compared with cards."""
    if not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal) or x.x.than is None:
        return None
    other = x.x.than.x
    cards = isinstance(other, NounPhrase) and isinstance(other.x, Nominal)
    if x.x.more in COUNTED and cards and isinstance(other, NounPhrase):
        return other.x if isinstance(other.x, Nominal) and other.x.sort == "card" else None
    return None


def _of_the_same(x: Draft | None) -> Draft | None:
    """ "more cards in the Line-Up than in your hand": than cards there."""
    match x:
        case NounPhrase(
            x=Nominal(
                than=Than(x=NounPhrase("", Nominal("card", "SAME") as there)) as than
            ) as inner
        ):
            where = [one for one in inner.details if isinstance(one, Prep) and one.word in WHERE]
            want(len(where) == 1)
            rest = tuple(one for one in inner.details if one not in where)
            other = replace(inner, more="", than=None, details=(*rest, *there.details))
            than = replace(than, x=NounPhrase("", other))
            return replace(x, x=replace(inner, than=than))
    return x


COUNTED: Final = frozenset(
    {"more", "fewer", "at least as many", "at most as many", "exactly as many"}
)
"""How many cards there are beside others; "as many" alone may be at least as many."""


def _outnumber(x: Draft | None, where: tuple[a.Place, ...]) -> a.Condition:
    """ "there are more Heroes than Villains in your discard pile": both lie there; "more cards in
    the Line-Up than in your hand"."""
    x = _of_the_same(x)
    assert isinstance(x, NounPhrase)
    inner, other = x.x, _more_of(x)
    assert isinstance(inner, Nominal)
    assert isinstance(inner.than, Than)
    assert other is not None
    want(x.det == "" and not x.adverbs and x.owner is None)
    want(isinstance(inner.than.x, NounPhrase) and inner.than.x.det == "")
    second = describe(other)
    first = describe(replace(inner, more="", than=None))
    want(not any(one.extra or one.edge or one.random or one.number for one in (first, second)))
    if where:
        want(not first.places and not second.places)
        first.places = second.places = where
    first.places = first.places or second.places
    want(first.places and second.places)
    counts = [a.CountOf(a.Cards(a.Every(), one.filter, one.places)) for one in (first, second)]
    return a.Compare(counts[0], how_many_more(inner)[0], counts[1])


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
    test = does(replace(act, adjuncts=tuple(adjuncts.left)))
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
    want(act.form == "base")
    if _more_of(act.pred) is not None and not act.negated:
        adjuncts.done()
        return _outnumber(act.pred, ())
    if (some := _some_player(act.pred)) is not None:
        adjuncts.done()
        want(not act.negated)
        return condition(some)
    if isinstance(act.pred, Joined) and act.pred.conj == "and" and not act.negated:
        adjuncts.done()
        return _each_so(act.pred, lambda one: _there(replace(act, pred=one), Adjuncts(())))
    where = adjuncts.prep("in", "among", "on")
    adjuncts.done()
    pred = act.pred
    assert pred is not None
    default = places(where) if where is not None else ()
    how = compares(pred)
    if how is not None:
        want(not default and not act.negated)
        return compared_before(how, [])
    again = _again(pred, [])
    if again is not None:
        want(not default and not act.negated)
        return again
    many = None if act.negated else kinds_asked(pred, default, [])
    if many is not None:
        return many
    found = counting(pred, [], default, a.YOU, act.negated)
    cards = found.count.cards
    told = any(isinstance(test, a.ThisWay | a.Controlled) for test in cards.filter.tests)
    want(cards.places or cards.among is not None or told)
    return found


def _some_player(x: Draft | None) -> Sentence | None:
    """ "(there is) a foe who …": what is said of such a player, as a sentence."""
    if not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal) or x.x.sort != "player":
        return None
    want(len(x.x.details) == 1 and x.det in ("a", "any", "no"))
    (detail,) = x.x.details
    who = replace(x, x=replace(x.x, details=(), plural=False))
    match detail:
        case Relative(Act() as act, gap=False, whose=None):
            return Sentence(who, replace(act, form="base") if act.form == "ing" else act)
        case Relative(Act() as act, gap=False, whose=Nominal(sort="place") as where):
            return Sentence(NounPhrase("'s", where, owner=who), act)
        case Prep("with" | "without" as word, adverb="", x=NounPhrase() as has):
            return Sentence(who, Act("have", object=has, negated=word == "without"))
    raise Nonsense


def _it_is(subject: Draft, act: Act, adjuncts: Adjuncts) -> a.Condition:
    """ "it is a Hero", "its cost is 3 or less", "a Hero was destroyed this way"."""
    want(not act.modal)
    if act.passive:
        want(act.verb in DONE and act.to is None and act.object is None)
        this_way = adjuncts.word("this way")
        attack = adjuncts.prep("because of")
        past = act.perfect or act.adverb in ("was", "were")
        if past:
            adjuncts.word("earlier")
        window = adjuncts.window(past=True) if past and not this_way else None
        adjuncts.done()
        verb = DONE[act.verb]
        done: a.Test = a.ThisWay(verb)
        if attack is not None:  # by those against whom it works
            want(is_attack(attack) and attack != ITSELF and not this_way and window is None)
            want(past and verb in (V.DISCARD, V.DESTROY, V.REVEAL))
            done = a.ThisWay(verb, None, a.Player(K.EACH_FOE))
        want(this_way or attack is not None or window is not None)
        if window is not None:  # it is not said by whom
            want(not act.negated)
            done = a.Acted((verb,), a.Player(K.ANY_PLAYER), a.Tense.PAST, window)
        so = counting(subject, [done], (), a.YOU, act.negated)
        if window is not None and (so.comparison, so.value) == (a.Comparison.EQUAL, a.Number(0)):
            return a.Not(a.replace(so, comparison=a.Comparison.AT_LEAST, value=ONE))
        return so
    adjuncts.done()
    pred = act.pred
    want(pred is not None and not act.perfect)
    assert pred is not None
    found: a.Condition
    if isinstance(pred, Prep) and (window_of(pred) is W.CONFRONTATION):
        want(player(subject) == a.YOU and act.form == "base")
        return a.Not(DURING) if act.negated else DURING
    if isinstance(subject, NounPhrase) and _is_number(subject):
        if not isinstance(pred, Said):
            want(act.form == "base")
            return numbers_compared(subject, pred, act.negated)
        want(pred.meaning in ("odd", "even"))
        parity = a.IsParity(amount(subject), a.ParityKind(pred.meaning))
        return a.Not(parity) if act.negated else parity
    if isinstance(subject, Joined):
        return _each_so(subject, lambda one: _it_is(one, act, Adjuncts(())))
    if isinstance(subject, NounPhrase) and isinstance(pred, Said) and pred.meaning in LEFT:
        want(subject == NounPhrase("", None, part_of=YOUR_POWER, quantity=subject.quantity))
        want(act.form == "base" and not act.negated and subject.quantity is not None)
        has = NounPhrase("", Nominal("points", "power", quantity=subject.quantity))
        return _has(a.YOU, False, Act("have", object=has))
    if isinstance(pred, Prep) and pred.word in WHERE and _is_some_card(subject):
        want(act.form == "base" and not pred.adverb)
        return counting(_lying(subject, pred), [], (), a.YOU, act.negated)
    if isinstance(pred, NounPhrase) and isinstance(pred.x, Nominal) and pred.x.more in THE_DEARER:
        want(pred.x.head == "ONE" and not act.negated)
        return _is_the_dearer(subject, pred, pred.x)
    if isinstance(pred, NounPhrase) and _is_only(pred):
        want(act.form == "base" and not act.negated)
        return _the_only(subject, pred)
    if _is_this(subject) and isinstance(pred, NounPhrase) and _is_nth(pred):
        want(act.form == "base")
        found = _nth_so_far(pred)
        return a.Not(found) if act.negated else found
    if isinstance(pred, Comparing) and pred.adjective.removeprefix("no ") in CHEAPER:
        want(act.form == "base" and pred.object is None)
        return _costs_so(subject, pred, act.negated)
    if is_place(subject) and isinstance(pred, Comparing) and pred.object is None:
        want(pred.adjective in SIZES and pred.than is not None and not act.negated)
        want(act.form == "base")
        assert pred.than is not None
        want(pred.than.how == "than")
        first, second = (_cards_there(one) for one in (subject, pred.than.x))
        return a.Compare(first, SIZES[pred.adjective], second)
    if is_place(subject):
        want(pred == Said("empty", "A") and act.form == "base")
        owner = places(subject)[0].owner
        want(owner is None or owner.kind not in EACH | {K.A_FOE, K.ANY_PLAYER})
        cards = a.Cards(a.Every(), places=places(subject))
        how = a.Comparison.AT_LEAST if act.negated else a.Comparison.EQUAL
        return a.There(a.CountOf(cards), how, a.Number(int(act.negated)))
    if isinstance(subject, NounPhrase) and _is_its_cost(subject):
        assert subject.owner is not None
        found = a.Is(selection(subject.owner), make_filter((), [cost_is(pred, a.YOU)]))
    elif isinstance(subject, NounPhrase) and _is_its_cost(subject, "vp value"):
        worth = cost_is(pred, a.YOU)
        want(isinstance(worth, a.Attribute) and isinstance(worth.value, a.Number))
        assert isinstance(worth, a.Attribute)
        assert subject.owner is not None
        vp = a.replace(worth, kind=a.AttributeKind.VP)
        found = a.Is(selection(subject.owner), make_filter((), [vp]))
    elif isinstance(subject, NounPhrase) and subject.part_of is not None:
        return _some_of(subject, only_filter(each_one(pred)), act.negated)
    elif isinstance(subject, NounPhrase) and subject.det in ("no", "any", "each", "all", "every"):
        raise Nonsense
    else:
        what = selection(subject)
        if isinstance(pred, Prep):
            want(not isinstance(what, a.Cards) or _told(subject))
            want(pred.word in ("in",) and not pred.adverb)
            place = one_place(pred.x)
            found = a.In(what, place, act.form == "past")
        elif what == a.THEM:
            raise Nonsense
        else:
            found = a.Is(what, only_filter(pred))
    return a.Not(found) if act.negated else found


ITSELF: Final = NounPhrase("", Said("it", "PRON"))
YOUR_POWER: Final = NounPhrase(
    "'s", Nominal("points", "power"), owner=NounPhrase("", Said("you", "PRON"))
)
WHERE: Final = frozenset({"in", "on", "among", "under"})
"""Prepositions with which something is said to be somewhere."""


def _is_some_card(x: Draft) -> bool:
    return (
        isinstance(x, NounPhrase)
        and isinstance(x.x, Nominal)
        and x.x.sort == "card"
        and x.part_of is None
        and not _told(x)
    )


def _lying(x: Draft, where: Prep) -> NounPhrase:
    """ "a Hero (is) in your discard pile"."""
    assert isinstance(x, NounPhrase)
    assert isinstance(x.x, Nominal)
    return replace(x, x=replace(x.x, details=(*x.x.details, where)))


def _is_this(x: Draft) -> bool:
    this = isinstance(x, NounPhrase) and (x.x == Said("this", "PRON") or x.det == "this")
    return this and selection(x) == a.THIS


THE_DEARER: Final = {"costlier": True, "more expensive": True, "cheaper": False}


def _is_the_dearer(subject: Draft, x: NounPhrase, inner: Nominal) -> a.Is:
    """ "it is the costlier of the two": than all others of them."""
    highest = THE_DEARER[inner.more]
    want(x == NounPhrase("the", Nominal("card", "ONE", more=inner.more, details=inner.details)))
    want(len(inner.details) == 1)
    (of,) = inner.details
    want(isinstance(of, Prep) and selection(of.x) == a.THEM)
    what = selection(subject)
    want(what != a.THEM and (not isinstance(what, a.Cards) or what.quantity == a.Exactly(ONE)))
    others = a.Cards(a.Every(), a.Filter((), (a.Other(),)), among=a.THEM)
    how = a.Comparison.MORE if highest else a.Comparison.LESS
    test = a.Attribute(COST, how, a.Highest(COST, others, highest))
    return a.Is(what, a.Filter((), (test,)))


def _is_only(x: NounPhrase) -> bool:
    return isinstance(x.x, Nominal) and x.det == "the" and x.x.adjectives == ("only",)


def _the_only(subject: Draft, x: NounPhrase) -> a.Condition:
    """ "this is the only Hero you have played this turn", "it is the only card in your hand", "you
    are the only player with a Location": it is one, and there is no other."""
    inner = x.x
    assert isinstance(inner, Nominal)
    want(x == NounPhrase("the", inner) and inner.quantity is None and not inner.plural)
    if inner.sort == "player":
        want(player(subject) == a.YOU and inner.head == "player" and len(inner.details) == 1)
        test = player_test(inner.details[0])
        others = a.Player(K.EACH_OTHER_PLAYER)
        alone = a.PlayersAre(others, test, a.Comparison.EQUAL, 0)
        return a.AllOf(a.PlayersAre(a.YOU, test), alone)
    described = describe(replace(inner, adjectives=()))
    want(not (described.extra or described.edge or described.random or described.number))
    want(not (described.different or described.single or described.chooser or described.among))
    what = selection(subject)
    such = make_filter(described.nouns, [*described.tests, a.Other()])
    others_there = a.CountOf(a.Cards(a.Every(), such, described.places))
    none = a.There(others_there, a.Comparison.EQUAL, a.Number(0))
    if what == a.THIS:
        done = [isinstance(one, a.Acted | a.Controlled) for one in described.tests]
        want(done == [True] and not described.places)
        return none
    want(what == a.IT and len(described.places) == 1 and not described.tests)
    lies = a.AllOf(a.In(a.IT, described.places[0]), none)
    called = described.filter
    return lies if called == a.ANY_CARD else a.AllOf(a.Is(a.IT, called), lies)


SO_FAR: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


def _is_nth(x: NounPhrase) -> bool:
    return isinstance(x.x, Nominal) and x.det == "the" and x.x.adjectives[:1] != ()


def _nth_so_far(x: NounPhrase) -> a.Condition:
    """ "(this is) the first card you have played this turn"."""
    inner = x.x
    want(isinstance(inner, Nominal) and len(inner.adjectives) == 1 and len(inner.details) == 1)
    assert isinstance(inner, Nominal)
    want(inner.adjectives[0] in SO_FAR and not inner.plural and x == NounPhrase("the", inner))
    described = describe(replace(inner, adjectives=()))
    played = described.tests[0] if described.tests else None
    want(isinstance(played, a.Acted))
    assert isinstance(played, a.Acted)
    want(played.verbs == (V.PLAY,) and played.who == a.YOU and played.window is W.THIS_TURN)
    want(described.tests == [played] and inner.quantity is None and not described.places)
    return a.CardsSoFar(SO_FAR[inner.adjectives[0]], make_filter(described.nouns, []))


def _costs_so(subject: Draft, pred: Comparing, negative: bool) -> a.Condition:
    """ "it is cheaper than this card", "your Character is cheaper than your teammate's"."""
    than = pred.than
    want(than is not None)
    assert than is not None
    if isinstance(subject, NounPhrase) and subject.owner is not None:
        other = than.x
        if isinstance(other, NounPhrase) and other.x is None and other.owner is not None:
            want(other == NounPhrase("'s", None, owner=other.owner))
            than = replace(than, x=replace(other, x=subject.x))
    what = selection(subject)
    test = cost_is(replace(pred, than=than), a.YOU)
    if isinstance(what, a.CharacterOf):
        want(isinstance(test, a.Attribute))
        assert isinstance(test, a.Attribute)
        so: a.Condition = a.Compare(a.AttributeOf(COST, what), test.comparison, test.value)
    else:
        want(isinstance(what, a.Ref) and what != a.THEM)
        so = a.Is(what, make_filter((), [test]))
    return a.Not(so) if negative else so


SIZES: Final = {"larger": a.Comparison.MORE, "smaller": a.Comparison.LESS}
"""How piles are compared."""


def _cards_there(x: Draft) -> a.CountOf:
    place = one_place(x)
    want(place.owner is None or place.owner.kind not in EACH | {K.A_FOE, K.ANY_PLAYER})
    return a.CountOf(a.Cards(a.Every(), places=(place,)))


def _some_of(subject: NounPhrase, found: a.Filter, negative: bool) -> a.Condition:
    """ "exactly one of them is a Hero": so many of some cards are such cards."""
    want(subject.x is None and not negative and not subject.adverbs)
    want(subject.excepted is None and subject.owner is None)
    among = selection(subject.part_of)
    done = done_to_all(among)
    want(among == a.THEM or (done is not None and subject.quantity != Quantity("=", 1)))
    cards = a.Cards(a.Every(), found, among=a.THEM)
    if done is not None:
        cards = a.Cards(a.Every(), make_filter(found.nouns, (*found.tests, done)))
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


def _is_its_cost(x: NounPhrase, what: str = "cost") -> bool:
    return x.owner is not None and head_of(x) == what and not x.adverbs


def event(x: Draft) -> a.Event:
    """ "you play a Hero"."""
    want(isinstance(x, Sentence) and x.subject is not None and not x.adjuncts)
    assert isinstance(x, Sentence)
    if x == Sentence(x.subject, Act("avoid", object=AN_ATTACK)):
        return a.Event((V.AVOID,), player(x.subject))
    acts = acts_of(x.says)
    match acts:
        case [Act(verb="confront", object=NounPhrase() as whom) as only]:
            want(only == Act("confront", object=whom))
            return _confronts(player(x.subject), player(whom))
        case [Act(verb="confront", passive=True) as only]:  # "each time you're Confronted"
            want(only == Act("confront", "past", gap=True, passive=True, adverb=only.adverb))
            want(only.adverb in ("is", "are") and player(x.subject) == a.YOU)
            return a.Event((V.CONFRONT,), a.YOU)
    first, verbs = same_but_verb([of_a_card(act) for act in acts])
    want(not (first.negated or first.modal or first.perfect or first.adjuncts))
    want((first.form == "base" or first.passive) and first.to is None and first.whom is None)
    want(first.with_ is None and (not first.adverb or first.passive) and first.pred is None)
    if first.passive:
        assert x.subject is not None
        return _is_defeated(x.subject, first)
    want(first.object is not None)
    who = player(x.subject)
    want(who.test is None)
    holder = who if who == a.YOU else THAT_PLAYER
    return a.Event(verbs, who, selection(first.object, holder))


def _is_defeated(subject: Draft, act: Act) -> a.Event:
    """ "your Character is defeated": it is not told by whom, and need not be."""
    want(act == Act("defeat", "past", gap=True, passive=True, adverb=act.adverb))
    want(act.adverb in ("is", "are"))
    whose = selection(subject)
    if whose == a.CharacterOf(a.Player(K.CONFRONTED)):  # by nobody else
        return a.Event((V.DEFEAT,), a.YOU, whose)
    want(isinstance(whose, a.CharacterOf) and whose.owner.kind in (K.YOU, K.TEAMMATE))
    return a.Event((V.DEFEAT,), None, whose)


def _confronts(who: a.Player, whom: a.Player) -> a.Event:
    """ "a foe Confronts you", "you Confront a foe": it is told of either player."""
    want(who.test is None and whom.test is None)
    if who == a.YOU:
        want(whom.kind is K.A_FOE)
        return a.Event((V.ANNOUNCE,), who)
    want(who.kind is K.A_FOE and whom == a.YOU)
    return a.Event((V.CONFRONT,), whom)


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
    says = active(x.x)
    want(isinstance(says, Sentence))
    assert isinstance(says, Sentence)
    act = says.says
    adjuncts = Adjuncts(says.adjuncts)
    if isinstance(act, Act):
        adjuncts = Adjuncts((*says.adjuncts, *act.adjuncts))
        act = replace(act, adjuncts=())
        if act.perfect and not act.negated:  # "whenever you have just gained a card"
            adjuncts.word("just")
            act = replace(act, perfect=False, form="base")
    elif isinstance(act, Joined):
        last = act.items[-1]
        if isinstance(last, Act) and last.adjuncts:
            adjuncts = Adjuncts((*says.adjuncts, *last.adjuncts))
            act = replace(act, items=(*act.items[:-1], replace(last, adjuncts=())))
    for one in adjuncts.left:
        if isinstance(one, Clause) and one.word == "for the time":  # "for the first time"
            want(often in (a.Often.WHEN, a.Often.EACH) and one.nth in NTH)
            often, nth = NTH[one.nth]
            want(often is a.Often.NTH)
            adjuncts.left.remove(one)
            break
    window = window_of(x.window) if x.window is not None else None
    want(x.window is None or window is not None)
    if isinstance(act, Act) and often in (a.Often.WHEN, a.Often.EACH):
        ranked = nth_of(act.object)
        if ranked is not None:
            nth, inside, one = ranked
            want(x.word != "time" and (inside is None or window is None))
            often, window, act = a.Often.NTH, inside or window, replace(act, object=one)
    if window is None:
        window = adjuncts.window()
    adjuncts.done()
    return a.Trigger(event(Sentence(says.subject, act)), often, nth, window)


def nth_of(x: Draft | None) -> tuple[int, a.Window | None, Draft] | None:
    """ "(when you play) the second Hero of your turn": which of them, in which stretch of time, and
    the card."""
    if not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal):
        return None
    inner = x.x
    yours = x.owner == NounPhrase("", Said("you", "PRON"))
    if not (x.det == "the" or yours) or inner.adjectives[:1] == () or inner.sort != "card":
        return None
    nth = SO_FAR.get(inner.adjectives[0], 0)
    if not nth or inner.plural or inner.quantity is not None:
        return None
    details: list[Detail] = []
    window: a.Window | None = None
    for one in inner.details:
        of = replace(one, word="during") if isinstance(one, Prep) and one.word == "of" else one
        found = window_of(of)
        want(found is None or window is None)
        window = window or found
        if found is None:
            details.append(one)
    bare = replace(inner, adjectives=inner.adjectives[1:], details=tuple(details))
    want(x == NounPhrase(x.det, inner, owner=x.owner))
    return nth, window, NounPhrase("a", bare)


def measured(x: Draft, holder: a.Player) -> a.Amount:
    """ "as you have Heroes", "as it costs", "as the number of …"."""
    match x:
        case Sentence(subject, Act("have" | "hold" | "control") as act, ()) if subject is not None:
            obj = act.object
            want(act == Act(act.verb, object=obj, to=act.to) and isinstance(obj, NounPhrase))
            assert isinstance(obj, NounPhrase)
            who = player(subject)
            want(who in (a.YOU, THAT_PLAYER) and obj.det == "" and act.to is None)
            if isinstance(obj.x, Nominal) and obj.x.sort == "player":  # "as you have foes"
                want(act.verb == "have" and who == a.YOU and obj.x.head in ("foe", "teammate"))
                want(obj == NounPhrase("", obj.x))
                return count(obj, holder)
            want(ONGOING not in called_by(obj) or _has_details(obj))
            played = called_by(obj) == (CALLED["location"],) and not _has_details(obj)
            controls = act.verb == "control" or (act.verb == "have" and played)
            where = () if controls else (a.Place(Z.HAND, who),)
            tests: list[a.Test] = [a.Controlled(who)] if controls else []
            there = counting(obj, tests, where, who, negative=False)
            want((there.comparison, there.value) == (a.Comparison.AT_LEAST, ONE))
            return there.count
        case Sentence(NounPhrase("", Said("there")), Act("be", pred=NounPhrase() as of) as act, ()):
            want(act == Act("be", pred=of, adjuncts=act.adjuncts) and isinstance(of.x, Nominal))
            assert isinstance(of.x, Nominal)
            if of.x.sort == "player":
                want(not act.adjuncts)
                return count(of, holder)
            beside = Adjuncts(act.adjuncts)
            place = beside.prep("in", "on")
            beside.done()
            if place is not None:
                inner = replace(of.x, details=(*of.x.details, Prep("in", "", place)))
                of = replace(of, x=inner)
            return count(of, holder)
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
        want(is_one(what) and len(extreme) <= 1)
        if extreme:
            others = tuple(test for test in what.filter.tests if test != extreme[0])
            filter_ = a.replace(what.filter, tests=others)
            cards = a.replace(what, quantity=a.Every(), filter=filter_)
            return a.Highest(COST, cards, extreme[0].highest)
    return a.AttributeOf(COST, what)


CONTRARY: Final = {
    a.Comparison.LESS: a.Comparison.AT_LEAST,
    a.Comparison.AT_LEAST: a.Comparison.LESS,
    a.Comparison.MORE: a.Comparison.AT_MOST,
    a.Comparison.AT_MOST: a.Comparison.MORE,
}


SINGLE: Final = frozenset({K.YOU, K.THAT_PLAYER, K.TEAMMATE, K.THAT_FOE})
"""Players who are one: of several, "no more than" is not the contrary of "more than"."""


def unless(so: a.Condition) -> a.Condition:
    """The contrary of a condition, where it is asked of a number by another comparison."""
    if isinstance(so, a.Has) and so.who in (a.YOU, THAT_PLAYER):
        there = unless(so.there)
        return a.Has(so.who, there) if isinstance(there, a.There) else a.Not(so)
    alone = isinstance(so, a.HasMore) and {so.who.kind, so.than.kind} <= SINGLE
    if isinstance(so, a.HasMore) and alone and so.times == 1 and so.how in CONTRARY:
        return a.replace(so, how=CONTRARY[so.how])
    if isinstance(so, a.There) and any(map(_by_anyone, so.count.cards.filter.tests)):
        return a.Not(so)  # "no player" does something has no words of its own
    if isinstance(so, a.There) and isinstance(so.value, a.Number):
        if (so.comparison, so.value) == (a.Comparison.AT_LEAST, ONE):
            return a.There(so.count, a.Comparison.EQUAL, a.Number(0))
        if so.comparison in CONTRARY:
            return a.There(so.count, CONTRARY[so.comparison], so.value)
        if (so.comparison, so.value) == (a.Comparison.EQUAL, a.Number(0)):
            return a.There(so.count, a.Comparison.AT_LEAST, ONE)
    return negated(so)


def _by_anyone(test: a.Test) -> bool:
    """Whether it is something that any player may have done."""
    return isinstance(test, a.Acted) and test.who == a.Player(K.ANY_PLAYER)


tell(Clauses(card_tests, player_test, measured))
