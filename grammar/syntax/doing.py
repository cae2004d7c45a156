"""Sentences as what is done: one function a kind of act, and what is said of it beside.

A sentence that says more than is understood here is Nonsense: no word of it is dropped.
"""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.again import NothingBefore
from rules_check.grammar.attach import Opener, doer, is_denied, sequence
from rules_check.grammar.compose import NoCondition, compose, lasting
from rules_check.grammar.counted import not_chosen
from rules_check.grammar.several_times import repeat_until
from rules_check.grammar.syntax.added import added, more_if, taken_off
from rules_check.grammar.syntax.conditions import (
    YOUR_POWER,
    asked,
    condition,
    counting,
    is_confrontation,
    trigger,
    unless,
)
from rules_check.grammar.syntax.constructions import (
    WHOEVER_DOES,
    WISHES,
    is_not_bound,
    is_playing_this,
    of_same_points,
    who_wishes,
)
from rules_check.grammar.syntax.describing import is_attack
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
    want,
)
from rules_check.grammar.syntax.left_out import is_alone, said_alone, some_of_them
from rules_check.grammar.syntax.next_turn import DURING, in_next_turn, next_turn, split
from rules_check.grammar.syntax.nouns import (
    EACH,
    THAT_PLAYER,
    THOSE,
    amount,
    bonus,
    count,
    describe,
    each_among,
    folded,
    goal,
    one_place,
    places,
    player,
    points,
    selection,
    spread_over,
)
from rules_check.grammar.syntax.numbers_asked import as_many_as
from rules_check.grammar.syntax.prices import (
    cost_goes,
    costs,
    is_cost,
    new_cost,
)
from rules_check.grammar.syntax.times import (
    ENDS_NOW,
    asked_of_it,
    is_moment,
    is_time,
    is_turn,
    moment_of,
    set_behind,
    turning,
    until_of,
    window_of,
)
from rules_check.grammar.syntax.verbs import (
    MOVES,
    PLACING,
    RAISES,
    SHOWS,
    TO_HAND,
    WAITS,
    Adjuncts,
    counted_first,
    done_to,
    head_of,
    is_empty,
    is_increased,
    is_place,
    is_plural,
    of_a_card,
    of_same_noun,
    same_noun,
    short_objects,
    taken_and_put,
)
from rules_check.grammar.syntax.waiting import waiting_for
from rules_check.grammar.worth import OWN_VP, down_to

K, Z, V, W = a.PlayerKind, a.Zone, a.Verb, a.Window


DID: Final[dict[tuple[str, bool | None], Opener]] = {
    ("you", None): Opener.IF_YOU_CANNOT,
    ("they", None): Opener.IF_THEY_CANNOT,
    ("you", False): Opener.IF_YOU_DO,
    ("you", True): Opener.IF_YOU_DO_NOT,
    ("they", False): Opener.IF_THEY_DO,
    ("they", True): Opener.IF_THEY_DO_NOT,
    ("it", True): Opener.IF_IT_IS_NOT,
}
"""How "if you do" and the like speak of the sentence before."""


def opened(x: Draft) -> tuple[Opener, Draft]:
    """How a sentence begins with respect to the one before it, and what it says beside that."""
    if isinstance(x, Sentence) and not x.adjuncts and isinstance(x.says, Act):
        inside, says = opened(x.says)
        return inside, replace(x, says=says)
    if isinstance(x, Sentence | Act) and x.adjuncts:
        first, *others = x.adjuncts
        rest = replace(x, adjuncts=tuple(others))
        if first == Said("otherwise", "ADV"):
            return Opener.OTHERWISE, rest
        if first in IT_IS_NOT:
            return Opener.IF_IT_IS_NOT, rest
        if (both := _doing_so_and(first)) is not None:  # "if you do and no two of them …"
            so, more = both
            inside, says = opened(replace(x, adjuncts=(so,)))
            if inside is not Opener.NONE and isinstance(says, Sentence | Act):
                return inside, replace(says, adjuncts=(more, *others))
        did = _doing_so(first)
        if did is not None:
            doer, negative = did
            if doer == WHOEVER_DOES.x:
                card = not isinstance(x, Act) and _is_card(x.subject) and x.subject != THEY
                yours = isinstance(x, Act) or x.subject in (None, YOU) or card
                doer = Said("you" if yours else "they", "PRON")
            if isinstance(doer, Said) and (doer.meaning, negative) in DID:
                return DID[doer.meaning, negative], rest
    return Opener.NONE, x


def _doing_so_and(x: Draft) -> tuple[Clause, Clause] | None:
    """A condition that is two: that it was done, and something else."""
    match x:
        case Clause("if", Joined("and", (Sentence(_, Act("so")) as so, more), "")):
            return replace(x, x=so), replace(x, x=more)
    return None


CAN_BE: Final = {"possible": True, "impossible": False}
"""What is said of an act, and whether it could be done."""


def _doing_so(one: Draft) -> tuple[Draft | None, bool | None] | None:
    """ "if you do", "when they have done so", "having done so", "if this is done": who did it, and
    whether they did not; None: whether they could not."""
    match one:
        case Said("if so" | "in that case"):
            return WHOEVER_DOES.x, False
        case Clause(
            "if", Sentence(NounPhrase("", Said("this" | "that" | "it")), Act() as be, ())
        ) if be.verb == "be" and isinstance(be.pred, Said) and be.pred.meaning in CAN_BE:
            could = be.negated != CAN_BE[be.pred.meaning]
            if could or be != Act("be", pred=be.pred, negated=be.negated):
                return None
            return WHOEVER_DOES.x, None
        case Prep("upon" | "after", "doing", Act("do so", "ing") as act, ""):
            return (WHOEVER_DOES.x, False) if act == Act("do so", "ing", gap=True) else None
        case Clause("if", Sentence(NounPhrase("", Said("this" | "that" | "it")), done, ())) if (
            done == Act("do", "past", gap=True, passive=True, adverb="is")
        ):
            return WHOEVER_DOES.x, False
        case Clause("if" | "when", Sentence(NounPhrase("", who) as by, Act() as act, ()), nth=""):
            plain = Act(act.verb, act.form, gap=act.gap, negated=act.negated, perfect=act.perfect)
            said = act.verb in ("so", "do so", "do that", "do this") and by == NounPhrase("", who)
            done_once = act.perfect and not act.negated  # "when you do" may be each time
            if act == plain and said and (one.word == "if" or done_once):
                return who, act.negated
    return None


YOU: Final = NounPhrase("", Said("you", "PRON"))
_IT: Final = NounPhrase("", Said("it", "PRON"))
IT_IS_NOT: Final = tuple(
    Clause("if", Sentence(_IT, Act("so", form, negated=True))) for form in ("base", "past")
)
""" "If it does not": what was asked of it is not so."""


def in_a_row(parts: list[tuple[Opener, Callable[[], a.Effect]]]) -> a.Effect:
    """One thing after the other, with what each says of the one before, as "if you do"."""
    row: list[tuple[Opener, a.Effect]] = []
    for begins, made in parts:
        done = made()
        with suppress(NothingBefore):  # "…, and the others …": whom the part before leaves out
            done = not_chosen(done, [before for _, before in row])
        row.append((begins, done))
    if all(begins is Opener.NONE for begins, _ in row):
        return sequence([done for _, done in row])
    want(row[0][0] is Opener.NONE)
    try:
        return compose(row)
    except NoCondition:
        raise Nonsense from None


def effect(x: Draft) -> a.Effect:
    """What a sentence has done."""
    match x:
        case Sentence():
            return _sentence(_cleft(x))
        case Otherwise(Sentence() as main, instead, when) if _denial(when) is not None:
            return _or_if_not(main, instead, when)
        case Otherwise(main, instead, when):
            subject = main.subject if isinstance(main, Sentence) else None
            obj = (
                main.says.object
                if isinstance(main, Sentence) and isinstance(main.says, Act)
                else None
            )
            so = _with_its_noun(when, obj, subject)
            want(isinstance(so, Clause))
            assert isinstance(so, Clause)
            return a.If(condition(so.x), effect(_other_object(main, instead)), effect(main))
        case Joined(conj="and", items=items, pair="" | "both"):
            items = _counted_first(items)
            if len(items) == 1:
                return effect(items[0])
            row = [opened(item) for item in _short_sentences(items)]
            for at, (begins, said) in enumerate(row):
                if begins is Opener.NONE and _given_for_it(said):
                    want(not any(_is_offered(before) for _, before in row[:at]))
            return in_a_row([(begins, partial(effect, said)) for begins, said in row])
        case Joined(conj="or", items=items, pair="" | "either"):
            want(not any(map(_depends, items)))
            return _one_of(tuple(effect(item) for item in items), a.YOU)
    raise Nonsense


def _cleft(x: Sentence) -> Sentence:
    """ "It is each foe who discards a card": each foe discards one."""
    match x:
        case Sentence(
            NounPhrase("", Said("it")),
            Act("be", pred=NounPhrase(x=Nominal("player", details=(*others, last)) as one) as who),
        ) if x.says == Act("be", pred=who):
            want(isinstance(last, Relative) and not last.gap and last.whose is None)
            assert isinstance(last, Relative)
            subject = replace(who, x=replace(one, details=tuple(others)))
            return replace(x, subject=subject, says=last.x)
    return x


def _given_for_it(x: Draft) -> bool:
    """ "(you may discard a card, and) that gives you 2 Power": only if it is done, perhaps."""
    subject = x.subject if isinstance(x, Sentence) else None
    return isinstance(subject, NounPhrase) and subject.x in (
        Said("it", "PRON"),
        Said("that", "PRON"),
    )


def _is_offered(x: Draft) -> bool:
    return isinstance(x, Sentence) and _is_modal(x.says)


def _counted_first(items: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """ "Count the Heroes you control; that's how much Power you get": so much."""
    match items:
        case (Sentence(None | NounPhrase("", Said("you")), Act("count") as first, ()), *rest):
            want(len(rest) == 1)
            (then,) = rest
            want(isinstance(then, Sentence) and not then.adjuncts and isinstance(then.says, Act))
            assert isinstance(then, Sentence)
            assert isinstance(then.says, Act)
            if isinstance(then.says.pred, Comparing):  # "this card is worth that many VP"
                vp = then.says.pred.object
                want(then.says == Act("be", pred=Comparing("worth", object=vp)))
                worth = counted_first((first, Act("get", object=vp)))
                want(len(worth) == 1 and isinstance(worth[0], Act))
                assert isinstance(worth[0], Act)
                return (replace(then, says=replace(then.says, pred=_worth_as(worth[0].object))),)
            want(then.subject in (None, YOU))
            made = counted_first((first, then.says))
            want(len(made) == 1)
            return (replace(then, says=made[0]),)
    return items


def _worth_as(x: Draft | None) -> Comparing:
    """ "(worth) VP equal to the number of …"."""
    want(isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.details)
    assert isinstance(x, NounPhrase)
    assert isinstance(x.x, Nominal)
    *_, equal = x.x.details
    want(isinstance(equal, Comparing) and isinstance(equal.object, NounPhrase))
    assert isinstance(equal, Comparing)
    assert isinstance(equal.object, NounPhrase)
    than = Than("as", equal.object)
    vp = Nominal("points", x.x.head, plural=x.x.plural, more="as many", than=than)
    return Comparing("worth", object=NounPhrase("", vp))


def _short_sentences(items: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Sentences one after the other: "gain a Hero; then discard a different one"."""
    made: list[Draft] = []
    before: Draft | None = None
    for item in items:
        if isinstance(item, Sentence) and isinstance(item.says, Act):
            act = item.says if before is None else of_same_noun(before, item.says)
            if before is not None and isinstance(act.object, NounPhrase):
                more = act.object.det == "another"  # "you get 2" might be all that you get
                act = of_same_points(Act("", object=before), act) if more else act
            item = replace(item, says=act)
            before = (item.subject if act.passive and act.gap else done_to(act)) or before
        made.append(item)
    return tuple(made)


def _other_object(main: Draft, instead: Draft) -> Draft:
    """The same sentence with another object."""
    match main:
        case Sentence(says=Act(object=Points() as before) as act) if not main.adjuncts:
            want(not act.modal and not act.adjuncts and isinstance(instead, Points))
            assert isinstance(instead, Points)
            if not instead.x.head:
                instead = replace(instead, x=replace(instead.x, head=before.x.head))
            return replace(main, says=replace(act, object=instead))
        case Sentence(says=Act() as act) if act.object is not None and not main.adjuncts:
            want(not act.modal and not act.adjuncts)
            if _is_points(act.object) and isinstance(instead, NounPhrase):  # "otherwise just 1"
                want(instead.adverbs in ((), ("only",), ("just",)))
                other = Act("", object=replace(instead, adverbs=()))
                instead = of_same_points(Act("", object=act.object), other).object or instead
            return replace(main, says=replace(act, object=same_noun(act.object, instead)))
        case Sentence(says=Act("be", pred=Comparing("worth", object=NounPhrase())) as act):
            want(isinstance(instead, NounPhrase) and not main.adjuncts and not act.adjuncts)
            return replace(main, says=replace(act, pred=Comparing("worth", object=instead)))
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


DENIALS: Final = {
    "you": Opener.IF_YOU_DO_NOT,
    "they": Opener.IF_THEY_DO_NOT,
    "it": Opener.IF_IT_IS_NOT,
}


def _denial(when: Draft) -> Opener | None:
    """ "otherwise", "if you do not", "if anyone does": how it is said that something is not so."""
    if when == Said("otherwise", "ADV"):
        return Opener.OTHERWISE
    match when:
        case Clause("if", Sentence(NounPhrase() as who, Act("so", negated=negative) as so, ())):
            if not negative:
                anyone = isinstance(who.x, Nominal) or who.x == Said("anyone", "PRON")
                return Opener.NONE if anyone and so == Act("so", so.form) else None
            plain = when == Clause("if", Sentence(who, Act("so", so.form, negated=True)))
            said = isinstance(who.x, Said) and who == NounPhrase("", who.x) and plain
            return DENIALS.get(who.x.meaning) if said and isinstance(who.x, Said) else None
    return None


def _or_if_not(main: Sentence, instead: Draft, when: Draft) -> a.Effect:
    """ "draw two cards if you control a Location, or one if you do not"."""
    says = main.says
    inside = says.adjuncts if isinstance(says, Act) else ()
    clauses = [one for one in (*main.adjuncts, *inside) if isinstance(one, Clause)]
    want(len(clauses) == 1 and clauses[0].word == "if")
    (asked_if,) = clauses
    outer = tuple(one for one in main.adjuncts if one is not asked_if)
    if isinstance(says, Act):
        says = replace(says, adjuncts=tuple(one for one in inside if one is not asked_if))
    bare = Sentence(main.subject, says)
    obj = says.object if isinstance(says, Act) else None
    asked_for = _with_its_noun(asked_if, obj, main.subject)
    want(isinstance(asked_for, Clause))
    assert isinstance(asked_for, Clause)
    so = condition(asked_for.x)
    want(_denies(when, so))
    less = instead if isinstance(instead, Points) and instead.minus else None
    if less is not None:  # "and -1 VP otherwise"
        instead = NounPhrase("", less.x)
    done, other = effect(bare), effect(_other_object(bare, instead))
    if less is not None:
        want(isinstance(other, a.Worth) and isinstance(other.amount, a.Number))
        assert isinstance(other, a.Worth)
        assert isinstance(other.amount, a.Number)
        other = a.replace(other, amount=a.Number(-other.amount.value))
    return _wrapped(outer, lambda: a.If(so, done, other), bare)


def _denies(when: Draft, so: a.Condition) -> bool:
    """Whether it is said that a condition does not hold."""
    opener = _denial(when)
    if opener is Opener.OTHERWISE:
        return True
    if opener is Opener.NONE:  # "if no other player has more …, and 2 VP if anyone does"
        return isinstance(so, a.PlayersAre) and (so.comparison, so.value) == (
            a.Comparison.EQUAL,
            0,
        )
    if isinstance(so, a.PlayersAre) and so.who == a.YOU and so.comparison is None:
        return opener is Opener.IF_YOU_DO_NOT
    return opener is not None and is_denied(so, opener)


def _depends(x: Draft) -> bool:
    """Whether something stands behind one of several ways that may belong to all of them."""
    match x:
        case Act(adjuncts=adjuncts) | Sentence(adjuncts=adjuncts) if any(
            isinstance(one, Clause) and not one.before_act for one in adjuncts
        ):
            return True
        case Sentence():
            return _depends(x.says)
        case Joined():
            return any(map(_depends, x.items))
    return False


def _is_modal(x: Draft) -> bool:
    match x:
        case Act():
            return bool(x.modal)
        case Joined():
            return any(map(_is_modal, x.items))
    return False


def _one_of(options: tuple[a.Effect, ...], who: a.Player) -> a.Effect:
    return a.ChooseOne(options, who)


def _sentence(x: Sentence) -> a.Effect:
    x = _turn_named(_new_hand_behind(_at_will(x)))
    if any(isinstance(moment_of(one), a.GameEnd) for one in x.adjuncts):
        x = replace(x, says=_scored(x.says))
    if isinstance(x.says, Act) and _is_points(x.says.object) and x.says.verb in GOT:
        x = replace(x, adjuncts=tuple(one for one in x.adjuncts if not _by_this_card(one)))
    spoken_of = x.subject if isinstance(x.says, Act) and x.says.passive else None
    x = replace(x, adjuncts=tuple(_with_its_noun(one, spoken_of, x.subject) for one in x.adjuncts))
    if x.adjuncts:
        waits = [one for one in _behind_of(x.says) if is_moment(one)]
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


THIS_TURN: Final = Prep("", "time", NounPhrase("this", Nominal("time", "turn")))
IN_IT: Final = tuple(
    Prep(word, "", NounPhrase("", Said("it", "PRON"))) for word in ("in the course of", "during")
)


def _turn_named(x: Sentence) -> Sentence:
    """ "(at the end of your turn, if you gained a card) in the course of it": of that turn."""
    inside = x.says.adjuncts if isinstance(x.says, Act) else ()
    if not any(_ends_turn(one) for one in (*x.adjuncts, *inside)):
        return x
    says = x.says
    if isinstance(says, Act):
        says = replace(says, adjuncts=tuple(map(_of_that_turn, inside)))
    return replace(x, says=says, adjuncts=tuple(map(_of_that_turn, x.adjuncts)))


def _ends_turn(one: Draft) -> bool:
    if isinstance(one, Clause):
        return one.word in ("when", "as") and turning(one.x) in ENDS_NOW
    return moment_of(one) in ENDS_NOW


def _of_that_turn(one: Draft) -> Draft:
    """A condition with "this turn" in place of "in the course of it"."""
    match one:
        case Clause(
            "if" | "provided" | "provided that" | "unless", Sentence(_, Act() as act) as so
        ):
            said = tuple(THIS_TURN if it in IN_IT else it for it in act.adjuncts)
            outer = tuple(THIS_TURN if it in IN_IT else it for it in so.adjuncts)
            if act.perfect and act.verb in WAITS and not any(map(is_time, (*said, *outer))):
                said = (*said, THIS_TURN)  # "if you have not bought a card"
            return replace(one, x=replace(so, says=replace(act, adjuncts=said), adjuncts=outer))
    return one


YOUR_NEW_HAND: Final = NounPhrase(
    "'s",
    Nominal("place", "hand", adjectives=("new",)),
    owner=NounPhrase("", Said("you", "PRON")),
)
FOR_NEW_HAND: Final = Prep("for", "", YOUR_NEW_HAND)


def _new_hand_behind(x: Sentence) -> Sentence:
    """ "When you draw cards for your new hand, draw two more cards": draw them for it."""
    for one in x.adjuncts:
        match one:
            case Clause("when", Sentence(NounPhrase("", Said("you")), Act("draw") as act, ())):
                many = NounPhrase("", Nominal("card", "card", plural=True))
                draws = act in (
                    Act("draw", object=YOUR_NEW_HAND),
                    Act("draw", object=many, adjuncts=(FOR_NEW_HAND,)),
                )
                if draws:
                    want(isinstance(x.says, Act) and x.says.verb == "draw" and not one.nth)
                    assert isinstance(x.says, Act)
                    says = replace(x.says, adjuncts=(*x.says.adjuncts, FOR_NEW_HAND))
                    rest = tuple(other for other in x.adjuncts if other is not one)
                    return replace(x, says=says, adjuncts=rest)
            case _:
                pass
    return x


def _new_hand(act: Act, who: a.Player) -> a.Effect:
    """ "draw an additional card for your new hand", "draw one fewer card for your new hand"."""
    obj = act.object
    want(who == a.YOU and act == Act("draw", object=obj, adjuncts=act.adjuncts))
    want(isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal))
    assert isinstance(obj, NounPhrase)
    inner = obj.x
    assert isinstance(inner, Nominal)
    want(obj == NounPhrase(obj.det, inner) and obj.det in ("", "a", "another"))
    q = inner.quantity
    want(replace(inner, quantity=None, adjectives=(), plural=False) == Nominal("card", "card"))
    more = inner.adjectives == ("additional",) or obj.det == "another"
    want(more or inner.adjectives == ())
    if q is None:
        want(more and not inner.plural)
        return a.NewHand(1, more=True)
    want(q.number is not None and not (obj.det or (more and (q.further or q.how != "="))))
    assert q.number is not None
    if more or (q.how == "=" and q.further) or q == Quantity("more by", q.number):
        return a.NewHand(q.number, more=True)
    want(q == Quantity("less by", q.number))
    return a.NewHand(q.number, more=False)


def _scored(says: Draft) -> Draft:
    """ "(at the end of the game this card) scores 2 VP": it is worth them."""
    match says:
        case Act("earn", object=NounPhrase() as vp, adjuncts=adjuncts) as act:
            want(act == Act("earn", object=vp, adjuncts=adjuncts))
            return Act("be", pred=Comparing("worth", object=vp), adjuncts=adjuncts)
    return says


def _at_will(x: Sentence) -> Sentence:
    """ "draw a card if you like" as "you may draw a card"."""
    left = tuple(one for one in x.adjuncts if not _is_will(one, x.subject))
    if len(left) == len(x.adjuncts):
        return x
    want(len(left) == len(x.adjuncts) - 1)
    return replace(x, says=_may(x.says), adjuncts=left)


def _may(x: Draft) -> Draft:
    match x:
        case Act(modal="" | "may" | "can", negated=False):
            want(not x.passive or all(not _by_another(one) for one in x.adjuncts))
            return replace(x, modal="may")
        case Joined(conj="and" | "or"):
            return replace(x, items=tuple(map(_may, x.items)))
        case Sentence(adjuncts=()):
            return replace(x, says=_may(x.says))
    raise Nonsense


def _by_another(one: Draft) -> bool:
    return isinstance(one, Prep) and one.word == "by" and one.x != YOU


def _is_will(one: Draft, subject: Draft | None) -> bool:
    """ "if you like": whoever does it says whether."""
    if one == Said("optionally", "ADV"):
        return True
    if isinstance(one, Clause) and one.word in ("though", "although", "even though"):
        want(is_not_bound(one.x) and isinstance(one.x, Sentence))
        you = subject in (None, YOU) or _is_card(subject)
        return isinstance(one.x, Sentence) and one.x.subject == (YOU if you else THEY)
    who = who_wishes(_without_so(one.x)) if isinstance(one, Clause) and one.word == "if" else None
    if who is None:
        return False
    you = subject in (None, YOU) or _is_card(subject) or _is_points(subject)
    want(who == NounPhrase("", Said("you" if you else "they", "PRON")))
    return True


def _without_so(x: Draft) -> Draft:
    """ "you wish to do so" as "you wish"."""
    match x:
        case Sentence(says=Act(verb, pred=Act("do so", "base") as so) as act) if verb in WISHES:
            if so == Act("do so", gap=True) and act.adverb == "to":
                return replace(x, says=replace(act, pred=None, adverb=""))
    return x


def _with_its_noun(one: Draft, obj: Draft | None, subject: Draft | None) -> Draft:
    """ "discard a Villain if you have one", "discard a card if holding six or more"."""
    if isinstance(one, Clause) and isinstance(one.x, Sentence) and one.x.subject == WHOEVER_DOES:
        you = subject is None or player(subject) == a.YOU
        want(you or one.word != "when")  # "upon playing a Hero, each foe …": who plays it?
        word = Said("you" if you else "they", "PRON")
        one = replace(one, x=replace(one.x, subject=NounPhrase("", word)))
    match one:
        case Purpose(Act(object=NounPhrase() as another) as act) if obj is not None:
            return replace(one, x=replace(act, object=same_noun(obj, another, act.verb)))
        case Prep(_, "doing", Act(object=NounPhrase() as another) as act) if obj is not None:
            return replace(one, x=replace(act, object=same_noun(obj, another, act.verb)))
        case Clause(x=Sentence(says=Act(object=NounPhrase() as asked_for) as act) as so):
            if obj is not None and act.verb in ("have", "hold", "control", *WAITS):
                full = same_noun(obj, asked_for, act.verb)
                return replace(one, x=replace(so, says=replace(act, object=full)))
    return one


def _behind_of(x: Draft) -> tuple[Draft, ...]:
    return x.adjuncts if isinstance(x, Act) else ()


def _of_sentences(x: Joined) -> bool:
    return all(isinstance(item, Sentence) for item in x.items)


def _wrapped(adjuncts: tuple[Draft, ...], inner: Callable[[], a.Effect], of: Draft) -> a.Effect:
    """What is done, with what is said of it: the first adjunct is the outermost."""
    if not adjuncts:
        return inner()
    more = [one for one in adjuncts if isinstance(one, Prep) and one.role == "added"]
    if (
        more and isinstance(adjuncts[0], Prep) and adjuncts[0].word == "for"
    ):  # to all that is counted
        adjuncts = (*more, *(one for one in adjuncts if one not in more))
    first, rest = adjuncts[0], adjuncts[1:]
    if first == Said("at any time", "ADV") and rest and window_of(rest[0]) is not None:
        match _wrapped(rest[1:], inner, of):
            case a.May(a.Play(window=None) as play) as may:
                return a.replace(may, effect=a.replace(play, window=window_of(rest[0])))
        raise Nonsense
    return _with_one(first, lambda: _wrapped(rest, inner, of), _says_you(of))


def _says_you(x: Draft) -> bool:
    """Whether it is said whom cards cost so much: "Heroes cost you 1 less"."""
    match x:
        case Act(verb, whom=whom):
            return whom is not None or verb == "pay"
        case Sentence(says=says):
            return _says_you(says)
    return False


def _with_one(one: Draft, inner: Callable[[], a.Effect], said_to_you: bool = False) -> a.Effect:
    if is_empty(one):
        return inner()
    match one:
        case Said("you included") | Prep("including", x=NounPhrase("", Said("you" | "yourself"))):
            done = inner()
            want(doer(done).kind is K.EACH_PLAYER)
            return done
        case Prep("starting with" | "beginning with", "", x, "") if isinstance(x, NounPhrase):
            done = inner()  # in turn order, as players act anyway
            opening = {K.EACH_PLAYER: K.YOU, K.EACH_OTHER_PLAYER: K.LEFT}
            want(opening.get(doer(done).kind) is player(x).kind and player(x).test is None)
            return done
        case Said("one at a time" | "one by one"):  # what is done with them is told later
            done = inner()
            want(isinstance(done, a.Show))
            return done
        case Said("in turn order"):  # as players act anyway
            done = inner()
            want(doer(done).kind in EACH)
            return done
        case Said("instead"):
            return a.Instead(inner())
        case Said("otherwise"):
            raise Nonsense
        case Said("any more" | "anymore"):
            forbidden = inner()
            want(isinstance(forbidden, a.Forbid))
            return forbidden
        case Clause("if", Sentence(NounPhrase("", Said("you")), Act("so", modal="can") as can, ())):
            want(not can.negated)
            return inner()
        case Clause("if" | "when" | "whenever" | "while", says) if (
            turn_of := is_turn(says)
        ) is not None:
            done = inner()
            standing = isinstance(done, a.ChangeCost | a.Forbid)
            want(standing or one.word in ("if", "while"))  # "when it is your turn": as it starts?
            return a.If(a.During(turn_of), done)
        case Clause("when" | "whenever" | "if", says) if says in ATTACKED:
            done = inner()
            want(any(isinstance(one, a.AvoidAttack) for one in a.walk(done)))
            return done  # else there is nothing to avoid
        case Clause("doing", Sentence(says=Act(verb)) as says):
            if verb in ("have", "hold", "control", "own"):
                return a.If(condition(says), inner())
            offered_by = inner()
            if isinstance(offered_by, a.May) and isinstance(offered_by.effect, a.AvoidAttack):
                assert isinstance(says, Sentence)
                assert isinstance(says.says, Act)
                return _by_doing(replace(says.says, form="ing"), offered_by)
            done_then = trigger(Clause("when", says))
            want(done_then.nth or done_then.window)  # else it might be an offer
            return a.When(done_then, inner())
        case Clause(
            "when" | "whenever", Sentence(says=Act(adjuncts=(Clause("if") as so_then,)))
        ) if turning(begins := _without_adjuncts(one.x)) is not None:
            at = replace(one, x=begins)
            return _with_one(at, lambda: _with_one(so_then, inner), said_to_you)
        case Clause("until", says):
            few = _until_so_few(says)
            if few is not None:
                return repeat_until(inner(), few)
            left = _left_then(says)
            if left is not None:
                return _until_left(inner(), left)
            when = turning(says)
            if when in ENDS_NOW:
                return _within(inner(), W.THIS_TURN)
            if is_turn(says) is not None:  # "until it's your turn again"
                return _lasting(inner(), a.Until(a.Moment(a.Point.START, next=True)), said_to_you)
            if when is None:
                again = inner()
                if isinstance(again, a.Move) or (isinstance(again, a.Show) and _reveals(again)):
                    return _one_by_one(again, says)
                return _lasting(again, a.Until(_ending(says)), said_to_you)
            want(isinstance(when, a.Moment) and when.next)
            assert isinstance(when, a.Moment)
            return _lasting(inner(), a.Until(when), said_to_you)
        case Clause("before", says) if turning(says) in ENDS_NOW:
            return _within(inner(), W.THIS_TURN)
        case Clause("if", Sentence(NounPhrase("", Said("you")), Act() as act, ())) if (
            price := _willing(act)
        ) is not None:
            return a.May(predicate(price, None), inner())
        case Clause("if", Sentence(NounPhrase("", Said("you")), Act() as act, ())) if _is_offer(
            act
        ) and isinstance((offered := inner()), a.May):
            want(offered.then is None and offered.otherwise is None and offered.who == a.YOU)
            first = predicate(act, None)
            if isinstance(offered.effect, a.AvoidAttack):
                return a.May(sequence([first, offered.effect]))
            return a.May(first, offered.effect)
        case Clause("if" | "provided" | "provided that" | "only if", says):
            so, then = condition(says), inner()
            then = _done_to_those(says, so, then)
            sure = _is_sure_who(says, so, then)
            want(sure or not (_some_of_them(so) and _speaks_of_them(then)))
            return a.If(so, then)
        case Clause("unless", says):
            try:
                so = condition(says)
            except Nonsense:
                return a.Unless(inner(), effect(says))
            return a.If(unless(so), inner())
        case Clause("when" | "after", Sentence(NounPhrase("", Said("you")), Act() as act, ())) if (
            act.perfect and not act.negated and act.verb in NOT_WAITED_FOR
        ):
            first = predicate(replace(act, perfect=False, form="base"), None)
            return sequence([first, inner()])
        case Clause("when" | "whenever" | "time") if (turned := split(one, *DURING)) is not None:
            start, when_so = turned
            return in_next_turn(start, a.When(trigger(when_so), inner()))
        case Clause("time") if (ended := split(one, "before")) is not None:
            start, when_so = ended
            want(start.whose == a.YOU)
            return lasting(a.When(trigger(when_so), inner()), a.Until(start))
        case Clause("when" | "whenever" | "time" | "as" | "after", says):
            turn = turning(says)
            if isinstance(turn, a.GameEnd) and one.word in ("when", "as"):
                return _at_game_end(turn, inner())
            if isinstance(turn, a.Moment) and one.word in ("when", "as", "whenever"):
                if one.word == "whenever" and turn == a.Moment(turn.point):
                    turn = a.replace(turn, each=True)  # "whenever your turn begins"
                want(one.word != "whenever" or turn.each)
                return a.When(turn, inner())
            want(one.word not in ("as", "after"))
            return a.When(trigger(one), inner())
        case Clause("while", says):
            so = condition(says)
            if so == a.During(W.CONFRONTATION):
                return a.If(so, inner())
            return a.While(so, inner())
        case Prep("for" | "in exchange for" | "in return for", "", x) if isinstance(
            x, NounPhrase | Points
        ) and _is_given(x):
            may = inner()
            want(isinstance(may, a.May) and may.then is None and may.otherwise is None)
            assert isinstance(may, a.May)
            want(may.who == a.YOU)
            return a.replace(may, then=predicate(Act("get", object=x), YOU))
        case Prep("for", "", x) if isinstance(x, NounPhrase) and x.det in ("each", "every"):
            return _for_each(inner(), count(replace(x, det="")))
        case Prep("plus" | "minus" as sign, "added", Joined("and", (much, Prep() as of))):
            want(of == Prep("for", "", of.x) and isinstance(of.x, NounPhrase))
            assert isinstance(of.x, NounPhrase)
            want(of.x.det in ("each", "every"))
            each = count(replace(of.x, det=""))
            return (added if sign == "plus" else taken_off)(inner(), much, each)
        case Prep("plus", "added", Joined("and", (much, Clause("if", so)))):
            return more_if(inner(), much, condition(so))
        case Prep("at most", x=x) if isinstance(x, NounPhrase | Points):
            return _at_most(inner(), x)
        case Prep("at least", x=x) if isinstance(x, NounPhrase | Points):
            return _at_least(inner(), _bound(x))
        case Prep(word, "doing", x) if word in IN_EXCHANGE:
            done = inner()
            if word not in FOR_SURE:  # which of both is the price?
                want(isinstance(done, a.May) and not isinstance(done.effect, a.Seq | a.PayPower))
                assert isinstance(done, a.May)
                want(not isinstance(done.effect, a.Move) or done.effect.verb in (V.DRAW, V.GAIN))
                want(isinstance(x, Act) and x.verb in OFFERED)
            return _by_doing(x, done)
        case Prep("without", "doing", Act("reveal", "ing") as seen) if _to_anybody(seen):
            done = inner()
            want(isinstance(done, a.Show) and done.verb is V.LOOK)
            return done  # nobody else sees what one looks at
        case Prep("before", "doing", Act(form="ing") as next_):
            first = inner()
            want(doer(first) == a.YOU and isinstance(first, a.Move | a.Show | a.Choose))
            return sequence([first, predicate(replace(next_, form="base"), None)])
        case Prep() if (asked_of := asked_of_it(one)) is not None:
            moment_at, asked_then = asked_of
            so = condition(asked_then)
            want(not moment_at.adverb or _once_so_always(so))
            return _with_one(moment_at, lambda: a.If(so, inner()), said_to_you)
        case Prep(adverb="once"):
            window = window_of(replace(one, adverb=""))
            want(window is not None)
            assert window is not None
            return a.When(a.Once(window), inner())
        case Prep() if (start_of := next_turn(one, *DURING)) is not None:
            return in_next_turn(start_of, inner())
        case Prep():
            until = until_of(one)
            if until is None and one.word == "before":  # what holds until then
                until = until_of(replace(one, word="until"))
                want(until is not None and isinstance(inner(), a.Forbid | a.ChangeCost))
            if until is not None:
                return _lasting(inner(), until, said_to_you)
            moment = moment_of(one)
            if isinstance(moment, a.Moment) and one.role == "behind":
                return a.Delayed(moment, inner())
            if isinstance(moment, a.GameEnd):
                return _at_game_end(moment, inner())
            if moment is not None:
                return a.When(moment, inner())
            window = window_of(one)
            want(window is not None)
            assert window is not None
            if window is W.CONFRONTATION and one.role == "behind":
                done = inner()
                if isinstance(done, a.May) and done.then is None and done.otherwise is None:
                    return a.replace(done, effect=a.Within(done.effect, window))
                return a.Within(done, window)
            return _within(inner(), window)
        case Joined("or", items, "") if all(_is_if(item) for item in items):
            conditions = tuple(item.x for item in items if isinstance(item, Clause))
            return _with_one(Clause("if", Joined("or", conditions)), inner, said_to_you)
        case Joined(conj="and", items=items, pair="" | "both"):
            counted = [_counted_each(item) for item in items]
            if any(counted):  # for each Hero and for each Villain: as many as both
                counts = [count(replace(of, det="")) for of in counted if of is not None]
                want(len(counts) == len(items) == 2)
                return _for_each(inner(), a.Plus(*counts))
            want(len(items) == 2)
            return _with_one(items[0], lambda: _with_one(items[1], inner))
    raise Nonsense


def _counted_each(one: Draft) -> NounPhrase | None:
    """ "for each Hero": what is counted."""
    match one:
        case Prep("for", "", NounPhrase(det="each" | "every") as of, "") if one.role == "":
            return of
    return None


def _to_anybody(act: Act) -> bool:
    """ "(without) showing it to anybody"."""
    words = ("anyone", "anybody", "anyone else", "anybody else")
    anybody = [NounPhrase("", Said(word, "PRON")) for word in words]
    anybody += [NounPhrase("any", Nominal("player", word)) for word in ("player", "foe")]
    anybody += [NounPhrase("any", Nominal("player", "player", adjectives=("other",)))]
    whom = act.to.x if isinstance(act.to, Prep) and act.to.word == "to" else act.whom
    plain = Act("reveal", "ing", act.object, to=act.to, whom=act.whom)
    return act == plain and whom in anybody and _points_at_it(act)


_SOMEONE: Final = (
    *(NounPhrase(det, Nominal("player", who)) for det in ("a", "any") for who in ("foe", "player")),
    *(NounPhrase("", Said(who, "PRON")) for who in ("someone", "anyone", "somebody", "anybody")),
)
_IS_ATTACKED: Final = Act("attack", "past", gap=True, passive=True)
ATTACKED: Final = (
    *(Sentence(YOU, replace(_IS_ATTACKED, adverb=be)) for be in ("are", "is")),
    *(Sentence(who, Act("attack", object=YOU)) for who in _SOMEONE),
)
""" "You are attacked", "a foe attacks you"."""


def _without_adjuncts(x: Draft) -> Draft:
    """ "(when) your turn begins" of "(when) your turn begins with each foe holding a Hero"."""
    assert isinstance(x, Sentence)
    assert isinstance(x.says, Act)
    return replace(x, says=replace(x.says, adjuncts=()))


def _is_if(x: Draft) -> bool:
    return isinstance(x, Clause) and x.word == "if" and isinstance(x.x, Sentence)


def _is_offer(act: Act) -> bool:
    """ "(you may draw a card) if you discard one": what is done now, for it."""
    plain = replace(act, object=None, to=None, adjuncts=())
    if act.verb not in OFFERED or act.object is None or plain != Act(act.verb):
        return False
    return all(isinstance(one, Prep) and one.word in BELONGS for one in act.adjuncts)


OFFERED: Final = frozenset({"discard", "destroy", "reveal", "remove", "pay", "put", "return"})
"""Verbs that say what is done so that something else may be."""
NOT_WAITED_FOR: Final = frozenset({"look at", "look through", "search", "choose"})
"""What texts only tell to do: "once you have looked at the top card" is done first."""


def _willing(act: Act) -> Act | None:
    """ "(if you) are willing to discard a card", "choose to discard a card": what is offered."""
    if act.modal == "willing" and not act.negated:
        on_it = tuple(one for one in act.adjuncts if one != _ON_IT)
        return replace(act, modal="", adjuncts=on_it if act.verb == "pay" else act.adjuncts)
    if (
        act.modal == ""
        and act.verb in {*WISHES, "decide"}
        and isinstance(act.pred, Act)
        and act.adverb == "to"
    ):
        return act.pred if act == Act(act.verb, pred=act.pred, adverb="to") else None
    return None


_ON_IT: Final = Prep("on", "", NounPhrase("", Said("it", "PRON")))
IN_EXCHANGE: Final = frozenset(
    {"by", "at the cost of", "at the price of", "in exchange for", "in return for"}
)
"""Prepositions before what is done so that something else may be."""
FOR_SURE: Final = frozenset({"by", "at the cost of", "at the price of"})
"""Those behind which the price stands, whatever is paid for."""


def _is_given(x: Draft) -> bool:
    """ "(discard a card for) 2 Power", "(for) an additional 1 Power": what is got for it."""
    if isinstance(x, NounPhrase):
        return _is_points(x) and x.det not in ("each", "every") and x.owner is None
    return isinstance(x, Points) and not x.minus


def _once_so_always(so: a.Condition) -> bool:
    """Whether what is so of a turn before its end is so at its end: "you bought a card"."""
    if isinstance(so, a.There):
        return so.comparison is a.Comparison.AT_LEAST
    return so == a.AnnouncedConfrontation()


def _at_game_end(end: a.GameEnd, done: a.Effect) -> a.Effect:
    """Nobody has a hand then, nor controls anything: what one "has" is what one owns."""
    want(not any(isinstance(one, a.Place) and one.zone is Z.HAND for one in a.walk(done)))
    want(not any(isinstance(one, a.Controlled) for one in a.walk(done)))
    return a.When(end, done)


def _lasting(lasts: a.Effect, until: a.Until, said_to_you: bool) -> a.Effect:
    if isinstance(lasts, a.ChangeCost) and isinstance(lasts.of, a.CostOfCards):
        of = lasts.of
        if not said_to_you and of.payer == a.YOU:  # whoever buys them until then
            lasts = a.replace(lasts, of=a.replace(of, payer=a.Player(K.EACH_PLAYER)))
    return a.Lasting(lasts, until)


def _one_by_one(done: a.Move | a.Show, says: Draft) -> a.Effect:
    """ "Draw cards until you hold five": one after the other."""
    shown = isinstance(done, a.Show) and done.verb is V.REVEAL
    want((shown or done.verb in (V.DRAW, V.DISCARD)) and isinstance(done.what, a.Cards))
    assert isinstance(done.what, a.Cards)
    want(done.what == a.Cards(a.Every(), places=done.what.places))
    if isinstance(says, Sentence) and isinstance(says.says, Joined):
        return _until_either(done, says)
    one = a.replace(done.what, quantity=a.Exactly(a.Number(1)))
    if shown:
        return a.RepeatUntil(a.replace(done, what=one), _until_revealed(says, done.who))
    so = condition(says)
    if isinstance(so, a.HasMore):  # "until they have as many as you"
        want(so.how is a.Comparison.EQUAL)
        return a.RepeatUntil(a.replace(done, what=one), so)
    there = so.there if isinstance(so, a.Has) else so
    want(done.verb is not V.DISCARD or not _or_more(says))  # "discard until you have three or more"
    want(isinstance(there, a.There) and there.comparison is a.Comparison.AT_LEAST)
    assert isinstance(there, a.There)
    so_many = a.replace(there, comparison=a.Comparison.EQUAL)
    until = a.replace(so, there=so_many) if isinstance(so, a.Has) else so_many
    return a.RepeatUntil(a.replace(done, what=one), until)


def _or_more(says: Draft) -> bool:
    """Whether a sentence counts "three or more" of what somebody has."""
    match says:
        case Sentence(says=Act(object=NounPhrase(x=Nominal(quantity=Quantity(how=how))))):
            return how != "="
        case _:
            return True


def _until_either(done: a.Move | a.Show, says: Sentence) -> a.Effect:
    """ "draw cards until you draw a Hero or have five cards in hand"."""
    want(isinstance(done, a.Move) and isinstance(says.says, Joined) and not says.adjuncts)
    assert isinstance(done.what, a.Cards)
    assert isinstance(says.says, Joined)
    want(says.says.conj == "or" and says.subject is not None and not says.says.pair)
    who = player(says.subject)
    want(who == (a.YOU if done.who == a.YOU else THAT_PLAYER))

    def ends(act: Draft) -> a.Condition:
        want(isinstance(act, Act))
        assert isinstance(act, Act)
        if MOVES.get(act.verb) is done.verb and act.object is not None:
            want(act == Act(act.verb, object=act.object))
            drawn = a.Acted((done.verb,), who, a.Tense.PRESENT)
            return counting(act.object, [drawn], (), who, negative=False)
        again = _one_by_one(done, replace(says, says=act))
        want(isinstance(again, a.RepeatUntil))
        assert isinstance(again, a.RepeatUntil)
        return again.until

    first, second = map(ends, says.says.items)
    one = a.replace(done.what, quantity=a.Exactly(a.Number(1)))
    return a.RepeatUntil(a.replace(done, what=one), a.AnyOf(first, second))


def _reveals(done: a.Show) -> bool:
    """Whether it reveals cards from somewhere, as many as come."""
    return done.what == a.Cards(a.Every(), places=getattr(done.what, "places", ()))


def _until_revealed(says: Draft, who: a.Player) -> a.Condition:
    """ "(reveal cards until) a Hero appears", "you reveal one with cost 3 or greater"."""
    want(who == a.YOU)
    match says:
        case Sentence(NounPhrase() as card, Act("appear", gap=True) as act, ()):
            want(act == Act("appear", gap=True))
        case Sentence(NounPhrase() as card, Act("reveal", "past", passive=True) as act, ()):
            been = Act("reveal", "past", gap=True, adverb="been", perfect=True, passive=True)
            want(act == been)
        case Sentence(whoever, Act("reveal", object=NounPhrase() as card) as act, ()):
            want(act == Act("reveal", object=card) and player(whoever) == who)
        case _:
            raise Nonsense
    one = Quantity("=", 1)
    if isinstance(card.x, Nominal) and card == NounPhrase("", card.x, quantity=one):
        want(card.x == Nominal("card", "ONE", details=card.x.details))
        card = NounPhrase("a", replace(card.x, head="card"))
    shown = a.Acted((V.REVEAL,), who, a.Tense.PRESENT)
    return counting(card, [shown], (), who, negative=False)


def _until_so_few(says: Draft) -> a.Condition | None:
    """ "(discard cards until) you have three left", "they have only two cards in their hand": how
    many a hand then has; None if something else ends it."""
    match says:
        case Sentence(NounPhrase("", Said("you" | "they" as word)), Act("have") as act, ()):
            obj = act.object
            if act != Act("have", object=obj) or not isinstance(obj, NounPhrase):
                return None
            inner = obj.x
            hand = a.Place(Z.HAND, a.YOU if word == "you" else THAT_PLAYER)
            many = obj.quantity
            if isinstance(inner, Nominal) and inner.sort == "card":
                plain = replace(inner, quantity=None, plural=True, details=())
                if plain != Nominal("card", "card", plural=True):
                    return None
                in_hand = describe(replace(inner, quantity=None), hand.owner or a.YOU)
                want(in_hand.places in ((), (hand,)) and not in_hand.tests)
                many = inner.quantity
            elif inner is not None:
                return None
            if many is None or many.how not in ("=", "exactly") or many.further:
                return None
            want(obj.det == "" and obj.adverbs in ((), ("only",), ("just",)))
            cards = a.CountOf(a.Cards(a.Every(), places=(hand,)))
            there = a.There(cards, a.Comparison.EQUAL, amount(replace(many, how="=")))
            return there if word == "you" else a.Has(THAT_PLAYER, there)
    return None


IN_HAND: Final = frozenset(
    Prep("in", "", one)
    for one in (
        NounPhrase("", Nominal("place", "hand")),
        NounPhrase("'s", Nominal("place", "hand"), owner=NounPhrase("", Said("they", "PRON"))),
        NounPhrase("'s", Nominal("place", "hand"), owner=NounPhrase("", Said("you", "PRON"))),
    )
)


def _left_then(says: Draft) -> int | None:
    """ "(until) only two remain in their hand", "you have three left": how many; None if something
    else is said."""
    match says:
        case Sentence(NounPhrase("", Said("you" | "they")), Act("have", object=NounPhrase() as x)):
            inner = x.x
            if not isinstance(inner, Nominal) or inner.head != "left":
                return None
            want(says == Sentence(says.subject, Act("have", object=x)) and x.part_of is None)
            want(inner == Nominal("other", "left", quantity=inner.quantity))
            many = inner.quantity
        case Sentence(NounPhrase() as x, Act("remain" | "be") as act, adjuncts):
            if act.verb == "be" and act.pred != Said("left", "A"):
                return None
            where = (*act.adjuncts, *adjuncts, *((act.to,) if act.to is not None else ()))
            stays = Act("remain", gap=True, to=act.to, adjuncts=act.adjuncts)
            want(act in (stays, Act("be", pred=act.pred, adjuncts=act.adjuncts)))
            want(all(one in IN_HAND for one in where) and len(where) <= 1)
            inner = x.x
            if isinstance(inner, Nominal):
                want(replace(inner, quantity=None) == MANY_CARDS)
                many = inner.quantity
            else:
                want(inner is None)
                many = x.quantity
        case _:
            return None
    want(x.det == "" and x.adverbs in ((), ("only",), ("just",)) and many is not None)
    want(many is not None and many.how in ("=", "exactly") and not many.further)
    return None if many is None else many.number


MANY_CARDS: Final = Nominal("card", "card", plural=True)


def _until_left(done: a.Effect, number: int) -> a.Effect:
    """Cards are discarded until a hand has only so many."""
    want(isinstance(done, a.Move) and done.verb is V.DISCARD)
    assert isinstance(done, a.Move)
    want(isinstance(done.what, a.Cards) and done.what.filter == a.ANY_CARD)
    you = done.who == a.YOU
    hand = a.Place(Z.HAND, a.YOU if you else THAT_PLAYER)
    cards = a.CountOf(a.Cards(a.Every(), places=(hand,)))
    there = a.There(cards, a.Comparison.EQUAL, a.Number(number))
    return repeat_until(done, there if you else a.Has(THAT_PLAYER, there))


def _ending(says: Draft) -> a.Event:
    """ "(until) a player defeats a Super-Villain"."""
    ends = trigger(Clause("when", says))
    want(ends.window is None and ends.often is a.Often.WHEN)
    return ends.event


def _some_of_them(so: a.Condition) -> bool:
    """ "any of them is a Hero": who "they" are then is not sure."""
    return any(isinstance(one, a.Cards) and one.among is not None for one in a.walk(so))


def _done_to_those(says: Draft, so: a.Condition, then: a.Effect) -> a.Effect:
    """ "if any of them are Heroes, draw them": those that are."""
    subject = says.subject if isinstance(says, Sentence) else None
    any_ = isinstance(subject, NounPhrase) and subject.det == "any" and subject.part_of is not None
    act = says.says if isinstance(says, Sentence) else None
    pred = act.pred if isinstance(act, Act) else None
    if not any_ or not isinstance(pred, NounPhrase) or not isinstance(pred.x, Nominal):
        return then
    match so, then:
        case a.There(a.CountOf(cards)), a.Move(what=what) if what == a.THEM and pred.x.plural:
            want(cards.among == a.THEM and cards.quantity == a.Every())
            return a.replace(then, what=cards)
    return then


def _is_sure_who(says: Draft, so: a.Condition, then: a.Effect) -> bool:
    """ "if both are Heroes, draw them", "if exactly one of them costs 0, put it …"."""
    subject = says.subject if isinstance(says, Sentence) else None
    refs = {one for one in a.walk(then) if isinstance(one, a.Ref) and one.kind in REFERS}
    if isinstance(subject, NounPhrase) and subject.det == "both":
        return refs == {a.THEM}
    if isinstance(so, a.Is) and so.what != a.THEM:  # "if it is the costlier of the two, draw it"
        return refs == {a.IT}
    just_one = isinstance(so, a.There) and so.comparison is a.Comparison.EQUAL
    return just_one and getattr(so, "value", None) == a.ONE and refs == {a.IT}


def _speaks_of_them(then: a.Node) -> bool:
    """Whether it does something to "it" or to "them"; a number alone may be others like them."""
    if is_alone(then):
        return False
    if isinstance(then, a.Ref):
        return then.kind in REFERS
    if isinstance(then, a.Cards) and then.among == a.THEM and then.filter.nouns:
        return False
    return any(map(_speaks_of_them, a.children(then)))


REFERS: Final = frozenset({a.RefKind.IT, a.RefKind.THEM})


def _at_most(done: a.Effect, x: NounPhrase | Points) -> a.Effect:
    """ "to a maximum of three"."""
    most = _bound(x)
    if isinstance(done, a.Power | a.GainVP | a.LoseVP):
        if isinstance(done.amount, a.Bounded) and done.amount.most is None:
            want(done.amount.least is not None and done.amount.least < most)
            return a.replace(done, amount=a.replace(done.amount, most=most))
        want(not isinstance(done.amount, a.Number | a.Bounded))
        return a.replace(done, amount=a.Bounded(done.amount, most=most))
    want(isinstance(done, a.ForEach) and isinstance(done.effect, a.Move))
    assert isinstance(done, a.ForEach)
    what = done.effect.what if isinstance(done.effect, a.Move) else None
    each = (
        what.quantity.amount
        if isinstance(what, a.Cards) and isinstance(what.quantity, a.Exactly)
        else None
    )
    want(isinstance(each, a.Number) and not most % each.value)
    assert isinstance(each, a.Number)
    return a.replace(done, amount=a.Bounded(done.amount, most=most // each.value))


def _at_least(done: a.Effect, least: int) -> a.Effect:
    """ "to a minimum of 0"."""
    match done:
        case a.Power(amount) | a.GainVP(amount):
            if isinstance(amount, a.Bounded) and amount.least is None:
                want(amount.most is not None and least < amount.most)
                return a.replace(done, amount=a.replace(amount, least=least))
            want(not isinstance(amount, a.Number | a.Bounded))
            return a.replace(done, amount=a.Bounded(amount, least=least))
        case a.Worth(a.Times(number), additional) if number < 0 or not additional:
            worth = down_to(done, least)
            want(worth is not None)
            assert worth is not None
            return worth
        case a.ChangeCost(more=False, least=None):
            return a.replace(done, least=least)
    raise Nonsense


def _bound(x: NounPhrase | Points) -> int:
    """The number that is not passed."""
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
    return number.value


def _by_doing(x: Draft, done: a.Effect) -> a.Effect:
    """ "By discarding this card you may avoid an Attack"."""
    want(isinstance(x, Act) and x.form == "ing" and not _points_at_it(x))
    assert isinstance(x, Act)
    if not isinstance(done, a.May):  # "you avoid an Attack by discarding this card"
        row = done.effects if isinstance(done, a.Seq) else (done,)
        want(isinstance(row[0], a.AvoidAttack) and row[0].who == a.YOU)
        return sequence([predicate(replace(x, form="base"), None), *row])
    want(done.then is None and done.otherwise is None and done.who == a.YOU)
    first = predicate(replace(x, form="base"), None)
    if isinstance(done.effect, a.AvoidAttack):
        return a.May(sequence([first, done.effect]))
    return a.May(first, done.effect)


def _for_each(done: a.Effect, number: a.Amount) -> a.Effect:
    if isinstance(done, a.Power | a.GainVP | a.LoseVP) and isinstance(done.amount, a.Number):
        return a.replace(done, amount=a.Times(done.amount.value, number))
    if isinstance(done, a.Worth) and isinstance(done.amount, a.Number):
        return a.replace(done, amount=a.Times(done.amount.value, number))
    if isinstance(done, a.ChangeCost) and isinstance(done.amount, a.Number):
        return a.replace(done, amount=a.Times(done.amount.value, number))
    acts = done.effects if isinstance(done, a.Seq) else (done,)
    want(all(isinstance(one, a.Move | a.Power | a.GainVP) for one in acts))
    counted = (one for one in acts if isinstance(one, a.Power | a.GainVP))
    want(all(isinstance(one.amount, a.Number) for one in counted))  # not so many times so many
    return a.ForEach(number, done)


def _within(done: a.Effect, window: a.Window) -> a.Effect:
    """Something that is done in a stretch of time."""
    match done:
        case a.Forbid(when=None):
            return a.replace(done, when=window)
        case a.ChangeCost(window=None) | a.Control(window=None) | a.Grant(window=None):
            return a.replace(done, window=window)
        case a.Power() if window is W.THIS_TURN:
            acted = [one for one in a.walk(done) if isinstance(one, a.Acted)]
            want(all(one.window is not None for one in acted))  # it says when that was done
            return done  # Power lasts no longer
        case a.When(a.Once(W.EACH_TURN)) if window is W.EACH_OF_YOUR_TURNS:
            return a.replace(done, occasion=a.Once(window))
        case a.When(occasion=a.Trigger(window=None) as waits):
            return a.replace(done, occasion=a.replace(waits, window=window))
        case _ if window is W.CONFRONTATION:
            return a.If(a.During(window), done)
    raise Nonsense


def _bonus(x: Points, who: a.Player) -> a.Effect:
    kind, number, details = bonus(x, who if who == a.YOU else THAT_PLAYER)
    want(kind in ("power", "vp"))
    found: a.Effect = a.Power(number, who) if kind == "power" else a.GainVP(number, who)
    for detail in details:
        found = _with_one(detail, lambda found=found: found)  # type: ignore[misc]
    return found


def predicate(says: Draft, subject: Draft | None) -> a.Effect:
    """What a subject does."""
    says = _one_of_these(says, subject)
    each = Said("each", "ADV")
    if subject == YOU and isinstance(says, Act) and each in says.adjuncts and not says.modal:
        subject = TWO_OF_YOU  # "you each draw a card"
    if subject is not None and subject in EACH_OF_YOU:
        subject = TWO_OF_YOU
    if subject == TWO_OF_YOU:  # you, and who was spoken of
        want(isinstance(says, Act))
        assert isinstance(says, Act)
        alone = replace(says, adjuncts=tuple(x for x in says.adjuncts if x != each))
        return sequence([predicate(alone, one) for one in (YOU, THEY)])
    match says:
        case Joined(conj="and", items=items, pair="" | "both"):
            items = taken_and_put(short_objects(counted_first(items)))
            if len(items) == 1:
                return predicate(items[0], subject)
            at = next((at for at, item in enumerate(items) if at and opened(item)[0]), 0)
            if at:
                before, (begins, then) = items[:at], opened(items[at])
                rest = (then, *items[at + 1 :])
                first = Joined("and", before) if at > 1 else before[0]
                last = Joined("and", rest) if items[at + 1 :] else then
                whose = _again(then, subject, first=False)
                if begins in NOT_SO and subject is not None and player(subject) != a.YOU:
                    whose = NounPhrase("", Said("they", "PRON"))  # each of them by himself
                made = [(Opener.NONE, partial(predicate, first, subject))]
                return in_a_row([*made, (begins, partial(predicate, last, whose))])
            items = _of_one_subject(items)
            says = replace(says, items=items)
            modals = [item.modal if isinstance(item, Act) else "" for item in items]
            # "may discard a card and loses 1 VP": is the second allowed, or done?
            want(modals[0] != "may" or all(modal == "may" for modal in modals))
            if all(modal == "may" for modal in modals):
                passive = any(isinstance(item, Act) and item.passive for item in items)
                who = a.YOU if passive and _is_card(subject) else player(subject)
                bare = tuple(replace(item, modal="") for item in items if isinstance(item, Act))
                return a.May(predicate(replace(says, items=bare), subject), who=who)
            want(not any(isinstance(item, Act) and item.whom and item.pred for item in items[:-1]))
            again = [_again(item, subject, not number) for number, item in enumerate(items)]
            return sequence([predicate(*one) for one in zip(items, again, strict=True)])
        case Joined("or", (_, other), "") if opened(other)[0] in NOT_SO:
            return predicate(replace(says, conj="and"), subject)
        case Joined(conj="or", items=items, pair="" | "either"):
            who = player(subject)
            want(not any(map(_depends, items)))
            want(all(isinstance(item, Act) for item in items) or not any(map(_is_modal, items)))
            modals = [item.modal if isinstance(item, Act) else "" for item in items]
            if all(modal == "may" for modal in modals):
                bare = tuple(replace(item, modal="") for item in items if isinstance(item, Act))
                options = tuple(predicate(item, subject) for item in bare)
                return a.May(_one_of(options, who), who=who)
            want(not any(modals))
            return _one_of(tuple(predicate(item, subject) for item in items), who)
        case Act(modal="can", negated=False):
            return predicate(replace(says, modal="may"), subject)
        case Act() if says.adjuncts:
            return _adjuncts_of(says, subject)
        case Act():
            return _modal_act(says, subject)
        case Sentence(None):
            return _wrapped(says.adjuncts, lambda: predicate(says.says, subject), says)
    raise Nonsense


def _one_of_these(says: Draft, subject: Draft | None) -> Draft:
    """ "Each foe holding a Hero has to discard one": a Hero."""
    if isinstance(says, Act) and isinstance(says.pred, Act) and says.adverb == "to":
        return replace(says, pred=_one_of_these(says.pred, subject))
    if not isinstance(says, Act) or not isinstance(subject, NounPhrase):
        return says
    one = NounPhrase("", None, quantity=Quantity("=", 1))
    if says.object != one or says.verb not in ("discard", "destroy", "reveal"):
        return says
    inner = subject.x
    if not isinstance(inner, Nominal) or inner.sort != "player" or len(inner.details) != 1:
        return says
    match inner.details[0]:
        case Prep("with", x=NounPhrase(x=Nominal("card", than=None)) as has):
            return replace(says, object=same_noun(has, one))
        case Relative(
            Act("have" | "hold" | "control", object=NounPhrase() as has) as act, gap=False
        ):
            plain = not (act.negated or act.modal or act.perfect)
            same = isinstance(has.x, Nominal) and has.x.than is None
            return replace(says, object=same_noun(has, one)) if plain and same else says
    return says


NOT_SO: Final = frozenset({Opener.OTHERWISE, Opener.IF_IT_IS_NOT})
EACH_OF_YOU: Final[list[Draft]] = [
    NounPhrase(word, None, part_of=NounPhrase("", Said("you", "PRON"))) for word in ("each", "both")
]
TWO_OF_YOU: Final = NounPhrase("", Said("the two of you", "PRON"))
THEY: Final = NounPhrase("", Said("they", "PRON"))


def _of_one_subject(items: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """ "a card is revealed and put into your hand": the same card."""
    acts = [item for item in items if isinstance(item, Act)]
    if not all(act.passive for act in acts) or len(acts) < len(items):
        want(not any(act.passive for act in acts))
        return items
    first = acts[0]
    said = {(act.adverb, act.modal, act.negated) for act in acts}
    want(len(said) == 1 or all(act.adverb == "" and not act.modal for act in acts[1:]))
    want(not first.negated)
    return tuple(replace(act, adverb=first.adverb) for act in acts)


def _again(item: Draft, subject: Draft | None, first: bool) -> Draft | None:
    """Who does one of several things that one subject does: where it depends on something, each of
    them by himself. What several things are done to is "it" from the second on."""
    if isinstance(item, Act) and item.passive and isinstance(subject, NounPhrase):
        if first:
            return subject
        want(isinstance(subject.x, Nominal))
        assert isinstance(subject.x, Nominal)
        return NounPhrase("", Said("them" if subject.x.plural else "it", "PRON"))
    if subject is None or not isinstance(item, Act) or player(subject) == a.YOU:
        return subject
    one_of_them = player(subject).kind in (K.A_FOE, K.A_PLAYER, K.ANOTHER_PLAYER)
    if (one_of_them and not first) or any(isinstance(one, Clause) for one in item.adjuncts):
        return NounPhrase("", Said("they", "PRON"))
    return subject


OWN: Final = frozenset(
    "for free,at random,in any order,in a random order,this way,again,from there,for all to see"
    "".split(",")
)
"""Adverbs that belong to the verb itself."""


BELONGS: Final = frozenset({"from", "out of", "off", "in", "by", "against", "without"})
"""Prepositions that belong to the verb itself."""


def _adjuncts_of(says: Act, subject: Draft | None) -> a.Effect:
    wishes = [one for one in says.adjuncts if _is_will(one, subject)]
    if wishes:
        want(len(wishes) == 1)
        rest = tuple(one for one in says.adjuncts if one not in wishes)
        return predicate(_may(replace(says, adjuncts=rest)), subject)
    says = _in_that_manner(says)
    if _is_points(says.object) and says.verb in GOT:
        left = tuple(one for one in says.adjuncts if not _by_this_card(one))
        if len(left) < len(says.adjuncts):
            return predicate(replace(says, adjuncts=left), subject)
    own: list[Draft] = []
    outer: list[Draft] = []
    done = subject if says.passive and says.object is None else says.object
    for one in (_with_its_noun(one, done, subject) for one in says.adjuncts):
        belongs = isinstance(one, Said) and one.meaning in OWN
        belongs |= isinstance(one, Prep) and one.word in BELONGS
        belongs &= window_of(one) is None and not (isinstance(one, Prep) and one.role == "doing")
        belongs |= isinstance(one, Prep) and one.word == "in order"
        belongs |= one in (Said("each", "ADV"), Said("all", "ADV")) or one == FOR_NEW_HAND
        belongs |= isinstance(one, Purpose)
        belongs |= says.verb in ("cost", "pay") and isinstance(one, Prep) and one.word == "for"
        (own if belongs else outer).append(one)
    want(FOR_NEW_HAND not in own or not says.modal)  # it is not said when that is chosen
    plain = replace(says, adjuncts=tuple(own))
    if not outer:
        return _modal_act(plain, subject)
    if says.modal == "may":
        bare = replace(plain, modal="")
        late = [one for one in outer if is_time(one)]
        inside = [one for one in outer if not is_time(one)]
        if inside and all(_of_act(one) for one in inside):
            who = player(subject)
            return _wrapped(
                tuple(late),
                lambda: a.May(
                    _wrapped(tuple(inside), lambda: _modal_act(bare, subject), bare), who=who
                ),
                says,
            )
    behind = list(reversed(outer))
    behind.sort(key=lambda one: moment_of(one) is None)
    return _wrapped(tuple(map(set_behind, behind)), lambda: _modal_act(plain, subject), says)


GOT: Final = frozenset({"get", "gain", "receive", "earn", "take", "give"})
"""Verbs that say that somebody gets points."""


def _by_this_card(one: Draft) -> bool:
    """ "(you get 2 Power) from this card", "for playing this": whose text gives them anyway."""
    match one:
        case Prep("from" | "out of" | "with" | "thanks to" | "for", "", NounPhrase() as x, ""):
            return x == NounPhrase("", Said("this", "PRON")) or x == THIS_CARD
        case Prep("for" | "by" | "upon", "doing", x, ""):
            return is_playing_this(x)
    return False


THIS_CARD: Final = NounPhrase("this", Nominal("card", "card"))


def _points_at_it(x: Act) -> bool:
    """Whether something is done to what was spoken of just before."""
    return isinstance(x.object, NounPhrase) and x.object.x in (Said("it", "PRON"), THEM)


THEM: Final = Said("them", "PRON")
GENERAL: Final = frozenset({"get rid of", "remove", "part with", "dispose of"})
"""Verbs that do not say what becomes of a card."""


def _in_that_manner(act: Act) -> Act:
    """ "get rid of a card by discarding it": discard it."""
    if act.verb not in GENERAL or act.to is not None:
        return act
    obj = act.object
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and act.verb == "remove":
        rest_of = tuple(one for one in obj.x.details if one != FROM_THE_GAME)
        if len(rest_of) < len(obj.x.details):  # it says where it goes, not which card
            plain = replace(obj, x=replace(obj.x, details=rest_of))
            moved = replace(act, object=plain, adjuncts=(FROM_THE_GAME, *act.adjuncts))
            return _in_that_manner(moved)
    for one in act.adjuncts:
        match one:
            case Prep("by", "doing", Act("discard" | "destroy" | "put" | "pass", "ing") as how):
                want(how == Act(how.verb, "ing", object=how.object, to=how.to, adverb=how.adverb))
                want(_points_at_it(how))
                rest = tuple(other for other in act.adjuncts if other not in (one, FROM_THE_GAME))
                want(FROM_THE_GAME not in act.adjuncts or how.verb == "destroy")
                return replace(act, verb=how.verb, to=how.to, adverb=how.adverb, adjuncts=rest)
    return act


def _of_act(one: Draft) -> bool:
    """Whether something said of an act is said of what may be done, not of whether it may."""
    if isinstance(one, Prep) and one.word == "for":
        return not (isinstance(one.x, NounPhrase | Points) and _is_given(one.x))
    return one == Said("instead", "ADV")


def _modal_act(act: Act, subject: Draft | None) -> a.Effect:
    """An act that may, must or cannot be done."""
    if isinstance(act.object, Joined) and act.object.pair == "neither":
        want(act.modal in ("may", "can") and not act.negated and act.object.conj == "or")
        none_of = folded(replace(act.object, pair=""))
        return _modal_act(replace(act, object=none_of, negated=True), subject)
    if act.verb == "have" and _as_many_points(act.object) is not None and subject is not None:
        want(act == Act("have", object=act.object) and selection(subject) == a.THIS)
        return _is_worth(Act("be", pred=Comparing("worth", object=act.object)), subject)
    price = act.verb == "be" and isinstance(act.pred, Comparing) and act.pred.adjective == "cost"
    if act.verb == "have" and isinstance(subject, NounPhrase) and _is_keyword(act.object):
        return _has_keyword(act, subject)
    waits = None if act.verb == "cost" or price else waiting_for(subject)
    if waits is not None:
        made = act.whom is not None and act.pred is not None  # "has you draw a card"
        it = None if made else NounPhrase("", Said("it", "PRON"))
        return a.When(waits, _modal_act(act, it))
    if act.verb in JOINS and isinstance(act.object, NounPhrase) and _is_card(subject):
        into = Prep("into", "", act.object)  # "rejoins your hand"
        return _modal_act(replace(act, verb="put", object=subject, to=into), None)
    if act.verb in GOES or act.passive:
        subject = _whichever_there_are(act, subject)
    goes = act.verb in GOES and act.object is None and act.to is not None and not act.passive
    if goes and isinstance(subject, NounPhrase) and is_place(subject):  # "your hand goes into …"
        return _modal_act(replace(act, verb="put", object=subject, gap=False), None)
    if goes and _is_card(subject):
        want(not _is_left_out(subject))
        return _modal_act(replace(act, verb="put", object=subject, gap=False), None)
    act = _added_to_power(act)
    worth = act.verb == "be" and isinstance(act.pred, Comparing) and act.pred.adjective == "worth"
    if worth and act.adjuncts == (Said("each", "ADV"),) and is_plural(subject):
        act = replace(act, adjuncts=())  # "Villains you control are worth 1 Power apiece"
    if act.verb == "turn" and act.to == Said("face up", "PP"):
        act = replace(act, verb="reveal", to=None)
    act = _as_giving(act)
    if act.verb == "give" and isinstance(subject, Joined) and _is_points(act.object):
        return _given_by_both(act, subject)
    gives = _is_card(subject) or subject == NounPhrase("", Said("that", "PRON"))
    if act.verb == "give" and _is_points(act.object) and gives:
        return _given_by(act, subject)
    if act.verb == "give" and _is_points(act.object) and subject is None and act.whom == YOU:
        return _modal_act(replace(act, verb="get", whom=None), None)
    if isinstance(subject, NounPhrase) and is_cost(subject):
        return cost_goes(act, subject)
    so_many = _so_many(act, subject)
    if so_many is not None:
        return effect(so_many)
    if act == Act("be", pred=Said("yours", "A"), modal=act.modal) and _is_points(subject):
        return predicate(Act("get", object=subject, modal=act.modal), YOU)
    if act == Act("become", object=_YOURS):
        act = Act("be", pred=Said("yours", "A"))
        want(_lies_in_line_up(subject))
    if act == Act("be", pred=Said("yours", "A"), modal=act.modal) and _lies_in_line_up(subject):
        return predicate(Act("gain", object=subject, modal=act.modal), YOU)
    if isinstance(subject, NounPhrase) and _is_points(subject) and subject.owner is not None:
        return _points_go(act, subject)
    if isinstance(subject, NounPhrase) and is_vp_value(subject):
        return _vp_value_is(act, subject)
    if act.passive:
        return _passive(act, subject)
    if act.verb == "be" and act.adverb == "as well":
        return _is_as_well(act, subject)
    if act.verb == "be" and isinstance(act.pred, Comparing):
        return _is_worth(act, subject)
    if act == Act("be", pred=UNDER_YOUR_CONTROL):
        return _modal_act(Act("control", object=subject), YOU)
    if act.verb == "cost":
        return costs(act, subject)
    want(not act.perfect and act.form in ("base",))
    if act.pred is not None and act.adverb == "to" and act.verb != "be":
        return _made_to(act, subject)
    who, none = asked(subject) if subject is not None else (a.YOU, False)
    if none:
        want(act.modal in ("may", "can") and not act.negated)
        return _forbidden(replace(act, modal=""), who)
    purpose = [one for one in act.adjuncts if isinstance(one, Purpose)]
    if purpose:
        want(len(purpose) == 1 and act.modal in ("may", "") and not act.negated)
        rest = tuple(one for one in act.adjuncts if not isinstance(one, Purpose))
        first = plain_act(replace(act, modal="", adjuncts=rest), who)
        then = predicate(purpose[0].x, subject)
        if not act.modal:
            want(isinstance(then, a.AvoidAttack))
            return sequence([first, then])
        if isinstance(then, a.AvoidAttack):
            return a.May(sequence([first, then]), who=who)
        return a.May(first, then, who=who)
    match act.modal, act.negated:
        case "", False:
            return plain_act(act, who)
        case "must" | "shall" | "will", False:
            return plain_act(replace(act, modal=""), who)
        case "may", False:
            return a.May(plain_act(replace(act, modal=""), who), who=who)
        case "can" | "may", True:
            return _forbidden(replace(act, modal="", negated=False), who)
    raise Nonsense


def _whichever_there_are(act: Act, subject: Draft | None) -> Draft | None:
    """ "Any Heroes revealed this way go to your hand": all of them, if there are some."""
    if act.modal or act.negated or not isinstance(subject, NounPhrase) or subject.det != "any":
        return subject
    inner = subject.x
    some = isinstance(inner, Nominal) and inner.plural and inner.quantity is None
    if some and subject == NounPhrase("any", inner):
        return replace(subject, det="all")
    if isinstance(inner, Nominal) and any(isinstance(one, Relative) for one in inner.details):
        return replace(subject, det="each") if inner.sort == "card" else subject
    return subject


def _is_keyword(x: Draft | None) -> bool:
    """ "(have) Assist"."""
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.sort == "keyword"


def _has_keyword(act: Act, subject: NounPhrase) -> a.Effect:
    """ "Heroes in your hand have Assist": they are such cards as well."""
    want(act == Act("have", object=act.object) and isinstance(act.object, NounPhrase))
    assert isinstance(act.object, NounPhrase)
    word = act.object.x
    assert isinstance(word, Nominal)
    want(act.object == NounPhrase("", word))
    want(word == Nominal("keyword", word.head, called=word.called) and len(word.called) == 1)
    want(word.called == (a.KeywordNoun(a.Keyword.ASSIST),))
    many = selection(subject)
    want(isinstance(many, a.Cards) and many.quantity == a.Every())
    return a.Grant(many, a.Keyword.ASSIST)


JOINS: Final = frozenset({"join", "rejoin", "enter"})
"""Verbs that say of a card itself into which place it goes."""
UNDER_YOUR_CONTROL: Final = Prep(
    "under", "", NounPhrase("'s", Nominal("place", "control"), owner=YOU)
)
GOES: Final = frozenset({"go", "come", "move", "slide", "shift", "return", "land"})
"""Verbs that say of a card itself where it goes."""


def _so_many(act: Act, subject: Draft | None) -> Sentence | None:
    """ "The number of cards you draw equals the number of Heroes you control": draw so many."""
    match act:
        case Act("equal", object=NounPhrase() as as_many):
            want(act == Act("equal", object=as_many))
        case Act("be", pred=Comparing("equal to", None, as_many)) if as_many is not None:
            want(act == Act("be", pred=act.pred))
            that = Said("that", "PRON")
            if (
                isinstance(as_many, NounPhrase)
                and as_many.x == that
                and as_many.part_of is not None
            ):
                want(as_many == NounPhrase("", that, part_of=as_many.part_of))
                number = Nominal("num", "number", details=(Prep("of", "", as_many.part_of),))
                as_many = NounPhrase("the", number)
        case _:
            return None
    match subject:
        case NounPhrase("the", Nominal("num", "number", details=(Prep("of", "", x=of), *_)) as x):
            want(subject == NounPhrase("the", x) and isinstance(of, NounPhrase))
            assert isinstance(of, NounPhrase)
            want(isinstance(of.x, Nominal))
            assert isinstance(of.x, Nominal)
            cards = of.x
            want(x == Nominal("num", "number", details=x.details) and cards.quantity is None)
            want(of == NounPhrase("", cards))
            said = (*cards.details, *x.details[1:])
            want(said)
            details, last = said[:-1], said[-1]
        case _:
            return None
    match last:
        case Relative(Sentence(who, Act(gap=True, object=None) as done, ()), gap=True):
            want(done.form == "base" and not (done.modal or done.negated or done.perfect))
            want(done.verb in MOVES)
            equal = Comparing("equal to", object=as_many)
            many = NounPhrase("", replace(cards, details=(*details, equal)))
            return Sentence(who, replace(done, object=many, gap=False))
    return None


def _is_card(x: Draft | None) -> bool:
    """Whether a phrase speaks of cards."""
    if not isinstance(x, NounPhrase):
        return False
    if x.x is None and x.part_of is not None:  # "two of the cards in your discard pile"
        return _is_card(x.part_of) and x.part_of not in (THEY, NounPhrase("", THEM))
    if isinstance(x.x, Said):
        return x.x.meaning in ("it", "this", "them", "they", "those")
    if isinstance(x.x, Nominal) and x.x.head == "those":
        with suppress(Nonsense):
            return isinstance(selection(x), a.Cards)
    return isinstance(x.x, Nominal) and x.x.sort == "card"


_YOURS: Final = NounPhrase("'s", None, owner=YOU)


def _lies_in_line_up(x: Draft | None) -> bool:
    """ "a card in the Line-Up (is yours)"."""
    if not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal) or x.det != "a":
        return False
    line_up = NounPhrase("the", Nominal("place", "line-up"))
    return any(isinstance(one, Prep) and one.x == line_up for one in x.x.details)


def _is_left_out(x: Draft | None) -> bool:
    """ "the second", of something that was spoken of."""
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.head == "ONE"


def _added_to_power(act: Act) -> Act:
    """ "add 2 to your Power" as "give you 2 Power"."""
    number, to = act.object, act.to
    if act.verb != "add" or not isinstance(to, Prep) or not isinstance(number, NounPhrase):
        return act
    power = NounPhrase("'s", Nominal("points", "power"), owner=YOU)
    if to != Prep("to", "", power) or not is_number_alone(number):
        return act
    given = NounPhrase("", Nominal("points", "power", quantity=number.quantity))
    each = tuple(one for one in act.adjuncts if one != Said("each", "ADV"))
    return replace(act, verb="give", object=given, whom=YOU, to=None, adjuncts=each)


def _is_points(x: Draft | None) -> bool:
    return isinstance(x, Points) or (
        isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.sort == "points"
    )


def _points_go(act: Act, subject: NounPhrase) -> a.Effect:
    """ "Your Power rises by 2"."""
    inner = subject.x
    want(isinstance(inner, Nominal) and subject == NounPhrase("'s", inner, owner=subject.owner))
    assert isinstance(inner, Nominal)
    want(inner == Nominal("points", inner.head) and inner.head == "power")
    adjuncts = Adjuncts((*act.adjuncts, *((act.to,) if act.to is not None else ())))
    by = adjuncts.prep("by")
    adjuncts.done()
    plain = Act(act.verb, act.form, gap=True, to=act.to, adjuncts=act.adjuncts)
    grows = act == replace(plain, form="base") and act.verb in GROWS
    raised = act == replace(plain, form="past", passive=True, adverb="is") and act.verb in RAISES
    want((grows or raised) and by is not None)
    assert by is not None
    return a.Power(amount(by), player(subject.owner))


GROWS: Final = frozenset({"rise", "increase"})
"""Verbs that say of a number itself that it gets larger."""


def _as_giving(act: Act) -> Act:
    """ "is worth 2 Power", "provides you with 2 Power" as "gives you 2 Power"."""
    match act:
        case Act("be", pred=Comparing("worth", None, NounPhrase() as worth)) if _is_power(worth):
            want(act == Act("be", pred=act.pred))
            return Act("give", object=worth, whom=YOU)
        case Act("give", object=NounPhrase() as whom, with_=Prep("with", "", x, "")):
            want(act == Act("give", act.form, whom, with_=act.with_))
            return replace(act, object=x, whom=whom, with_=None)
    return act


def _is_power(x: Draft | None) -> bool:
    return _is_points(x) and isinstance(x, NounPhrase) and _head(x) == "power"


def _head(x: NounPhrase) -> str:
    return x.x.head if isinstance(x.x, Nominal) else ""


def _given_by(act: Act, subject: Draft | None) -> a.Effect:
    """ "this card gives you 2 Power", "each Hero you control gives you 1 Power"."""
    want(isinstance(subject, NounPhrase) and not (act.modal or act.negated or act.perfect))
    assert isinstance(subject, NounPhrase)
    want(act.form == "base" and not act.adjuncts and act.to is None and not act.passive)
    whom = act.whom or NounPhrase("", Said("you", "PRON"))
    done = predicate(Act("get", object=act.object), whom)
    plural = isinstance(subject.x, Nominal) and is_plural(subject)
    plural = plural and subject.det in ("all", "the", "")
    if isinstance(subject.x, Nominal) and (subject.det in ("each", "every") or plural):
        want(not subject.adverbs and subject.owner is None and subject.part_of is None)
        want(not plural or subject.x.details)
        return _for_each(done, count(replace(subject, det="")))
    this_one = subject == NounPhrase("this", Nominal("card", "ONE"))
    want(this_one or selection(subject) in (a.THIS, a.IT))
    return done


def _given_by_both(act: Act, x: Joined) -> a.Effect:
    """ "Each Hero and each Villain you control gives you 1 Power"."""
    want(x.conj == "and" and not x.pair and len(x.items) == 2)
    want(act == Act("give", object=act.object, whom=act.whom) and act.whom in (None, YOU))
    first, second = x.items
    want(isinstance(first, NounPhrase) and isinstance(second, NounPhrase))
    assert isinstance(first, NounPhrase)
    assert isinstance(second, NounPhrase)
    want(first.det in ("each", "every") and second.det == first.det)
    left, right = (replace(one, det="") for one in (first, second))
    if isinstance(left.x, Nominal) and isinstance(right.x, Nominal) and not left.x.details:
        left = replace(left, x=replace(left.x, details=right.x.details))  # "… under your control"
    done = predicate(Act("get", object=act.object), YOU)
    return _for_each(done, a.Plus(count(left), count(right)))


def _is_worth(act: Act, subject: Draft | None) -> a.Effect:
    """ "this card is worth 2 VP", "Heroes are 1 cheaper"."""
    pred = act.pred
    want(isinstance(pred, Comparing) and pred.than is None)
    assert isinstance(pred, Comparing)
    want(act == Act("be", pred=pred, adjuncts=act.adjuncts))
    if pred.adjective == "cost":
        by = NounPhrase("", None, quantity=pred.object)  # type: ignore[arg-type]
        return costs(Act("cost", object=by, adjuncts=act.adjuncts), subject)
    want(pred.adjective == "worth" and pred.object is not None and not act.adjuncts)
    assert pred.object is not None
    vp = pred.object
    if isinstance(vp, NounPhrase) and isinstance(vp.x, Nominal) and vp.x.sort == "num":
        want(subject is not None and selection(subject) == a.THIS)
        return a.Worth(amount(vp))  # "worth half the number of Heroes in your deck, rounded up"
    if isinstance(vp, NounPhrase) and (many := _as_many_points(vp)) is not None:
        want(subject is not None and selection(subject) == a.THIS)
        return a.Worth(amount(many))
    want(isinstance(vp, NounPhrase) and isinstance(vp.x, Nominal))
    assert isinstance(vp, NounPhrase)
    assert isinstance(vp.x, Nominal)
    further = vp.x.adjectives in MORE_OF or (vp.x.quantity is not None and vp.x.quantity.further)
    want(further or not vp.x.adjectives)
    inner = vp.x
    if further:
        want(inner.quantity is not None and not inner.more)
        assert inner.quantity is not None
        inner = replace(inner, quantity=replace(inner.quantity, further=False))
    fewer = inner.more in ("fewer", "less") and inner.than is None
    want(isinstance(subject, NounPhrase))
    # nothing else is worth more or less than what is printed on it
    want(selection(subject) == a.THIS or (fewer and subject == NounPhrase("", Said("it", "PRON"))))
    inner = replace(inner, more="") if fewer else inner
    kind, number, comparison = points(replace(vp, x=inner))
    want(kind == "vp" and comparison == a.Comparison.EQUAL.value and isinstance(number, a.Number))
    assert isinstance(number, a.Number)
    if fewer:
        return a.Worth(a.Number(-number.value), additional=True)
    return a.Worth(number, additional=further)


def _as_many_points(x: Draft | None) -> Draft | None:
    """ "as many VP as the number of …", "VP equal to the number of …": what they are as many as."""
    match x:
        case NounPhrase("", Nominal("points", "vp", than=Than("as", other)) as vp):
            plain = NounPhrase("", replace(AS_MANY_VP, more=vp.more, than=vp.than))
            return other if x == plain and vp.more in ("as many", "same") else None
    return None


AS_MANY_VP: Final = Nominal("points", "vp")
MORE_OF: Final = (("additional",), ("extra",))


def _is_as_well(act: Act, subject: Draft | None) -> a.Effect:
    """ "is considered to be a Hero": several kinds are each said of it."""
    pred = act.pred
    want(act == Act("be", pred=pred, adverb="as well") and subject is not None)
    assert subject is not None
    if isinstance(subject, NounPhrase) and subject.det == "" and isinstance(subject.x, Nominal):
        want(subject.x.plural and subject.owner is None and subject.x.quantity is None)
        subject = replace(subject, det="all")
    many = selection(subject)
    if isinstance(pred, Joined):
        want(pred.conj == "and" and pred.pair in ("", "both"))
        return sequence([_is_as_well(replace(act, pred=one), subject) for one in pred.items])
    want(isinstance(pred, NounPhrase) and pred.det in ("a", "") and pred.owner is None)
    assert isinstance(pred, NounPhrase)
    inner = pred.x
    want(isinstance(inner, Nominal) and pred == NounPhrase(pred.det, inner))
    assert isinstance(inner, Nominal)
    want(inner == Nominal("card", "card", inner.plural, inner.called) and len(inner.called) == 1)
    noun = inner.called[0]
    match noun:
        case a.TypeNoun(type=quality, negated=False) | a.TitleNoun(title=quality, negated=False):
            return a.Grant(many, quality)
        case _:
            raise Nonsense


def is_vp_value(x: NounPhrase) -> bool:
    """Whether a phrase speaks of the VP that a card is worth."""
    return isinstance(x.x, Nominal) and x.x.head == "vp value"


def _vp_value_is(act: Act, subject: NounPhrase) -> a.Effect:
    """ "This card's VP value is 3", "… is equal to the number of Heroes in your deck"."""
    pred = act.pred
    want(act == Act("be", pred=pred) and amount(subject) == OWN_VP)  # of no other card
    if isinstance(pred, Comparing):
        want(pred == Comparing("equal to", object=pred.object) and pred.object is not None)
        pred = pred.object
    want(isinstance(pred, NounPhrase) and not (pred.x is None and pred.quantity is None))
    assert isinstance(pred, NounPhrase)
    number = amount(pred)
    want(not isinstance(number, a.ThatMany))
    return a.Worth(number)


def _passive(act: Act, subject: Draft | None) -> a.Effect:
    """ "A card is discarded by each foe": each foe discards a card."""
    if act.object is not None:
        return _given_to(act, subject)
    want(subject is not None and act.gap and not act.perfect)
    want(act.adverb in ("is", "are", "be"))
    want(not isinstance(subject, NounPhrase) or not is_number_alone(subject))  # of them, or others?
    adjuncts = Adjuncts(act.adjuncts)
    by = adjuncts.prep("by")
    want(not isinstance(by, NounPhrase) or not isinstance(by.x, Said) or by.x.meaning != "them")
    if isinstance(subject, NounPhrase) and subject.det == "no":
        want(act.modal in ("can", "may") and not act.negated)
        subject, act = replace(subject, det="any"), replace(act, negated=True)
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
        if act.verb == "avoid" and is_attack(subject):
            want(not adjuncts.left and by is None)
            return a.Unavoidable()
        if by is None:
            return _modal_act(active, NounPhrase("each", Nominal("player", "player")))
        want(isinstance(by, NounPhrase))
        assert isinstance(by, NounPhrase)
        if by.det == "any" and by.part_of is None:  # not by any foe is by none of them
            by = replace(by, det="each")
        elif by.x in (Said("anyone", "PRON"), Said("anybody", "PRON")):
            by = replace(by, x=Said("everyone", "PRON"))
        return _modal_act(active, by)
    want(isinstance(by, NounPhrase | Joined) or by is None)
    return _modal_act(active, by)


def _given_to(act: Act, subject: Draft | None) -> a.Effect:
    """ "Each foe is dealt a Weakness"."""
    want(act.adverb in ("is", "are", "be") and not act.perfect and subject is not None)
    adjuncts = Adjuncts(act.adjuncts)
    by = adjuncts.prep("by")
    adjuncts.done()
    want(by is None or isinstance(by, NounPhrase))
    if _is_points(act.object) and by is None:
        return _modal_act(Act("get", object=act.object, modal=act.modal), subject)
    given = replace(act, whom=subject, gap=False, passive=False, form="base", adverb="")
    return _modal_act(replace(given, adjuncts=()), by)


def _made_to(act: Act, subject: Draft | None) -> a.Effect:
    """ "has to discard", "chooses to", "makes each foe discard"."""
    each = tuple(one for one in act.adjuncts if one in (Said("each", "ADV"), Said("all", "ADV")))
    if each and subject is not None:  # "your foes each have to discard a card"
        want(player(subject).kind in EACH)
        act = replace(act, adjuncts=tuple(one for one in act.adjuncts if one not in each))
    want(not act.negated and not act.adjuncts and act.pred is not None)
    assert act.pred is not None
    if act.modal == "may":  # "you may have a card destroyed"
        who = player(subject)
        if act.verb == "let" and act.whom is not None and player(act.whom) == a.YOU != who:
            return a.May(predicate(act.pred, act.whom), who=who)
        want(act.verb != "let")  # who says yes first?
        return a.May(_made_to(replace(act, modal=""), subject), who=who)
    want(act.modal in ("", "must", "will", "shall"))
    if act.whom is not None:
        want(subject is None or player(subject) == a.YOU)
        want(act.verb in ("make", "let", "have", "force", "tell", "cause", "allow", "permit"))
        if act.verb in ("let", "allow", "permit"):
            who = player(act.whom)
            return a.May(predicate(act.pred, act.whom), who=who)
        return predicate(act.pred, act.whom)
    want(act.verb in ("have", "need"))
    return predicate(act.pred, subject)


def _forbidden(act: Act, who: a.Player) -> a.Effect:
    obj = act.object
    want(not act.passive)
    if who.kind in (K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER):
        raise Nonsense  # "a foe cannot" may be each of them
    if act.verb in ("announce", "confront"):
        bare = act == Act(act.verb, act.form, obj, gap=act.gap)
        a_foe = act.verb == "confront" and player(obj) == a.Player(K.A_FOE)
        want(bare and (a_foe or is_confrontation(obj)))
        return a.Forbid(a.Undertake(V.ANNOUNCE, who))
    if act.verb == "defeat":
        want(obj is not None and act == Act("defeat", act.form, obj, gap=act.gap))
        assert obj is not None
        return a.Forbid(_defeat(obj, who))
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "card":
        q = obj.x.quantity
        want("additional" not in obj.x.adjectives)
        if q is None and (obj.det in ("", "any") or (obj.det == "a" and not obj.x.plural)):
            many = replace(obj, det="any", x=replace(obj.x, plural=True))
            return a.Forbid(plain_act(replace(act, object=many), who))
        if q is not None and q.how == ">" and q.number is not None:
            more = Quantity(">=", q.number + 1)
            plain = replace(obj, x=replace(obj.x, quantity=more))
            return a.Forbid(plain_act(replace(act, object=plain), who))
    raise Nonsense


def _defeat(obj: Draft, who: a.Player) -> a.Effect:
    """What cannot be defeated: this card, or any such card."""
    want(isinstance(obj, NounPhrase))
    assert isinstance(obj, NounPhrase)
    if obj.det == "this" or obj.x == Said("this", "PRON"):
        want(selection(obj) == a.THIS)
        return a.UndertakeDefeat(who=who, this=True)
    want(isinstance(obj.x, Nominal) and obj.x.quantity is None)
    assert isinstance(obj.x, Nominal)
    one = obj.det == "a" and not obj.x.plural
    want(one or obj.det == "any" or (obj.det == "" and obj.x.plural))
    cards = selection(replace(obj, det="any", x=replace(obj.x, plural=True)))
    want(isinstance(cards, a.Cards) and not (cards.places or cards.among or cards.random))
    assert isinstance(cards, a.Cards)
    return a.UndertakeDefeat(cards.filter, who)


def plain_act(act: Act, who: a.Player) -> a.Effect:
    """One verb that is done."""
    want(not (act.modal or act.negated or act.perfect or act.passive))
    holder = who if who == a.YOU else THAT_PLAYER
    adjuncts = Adjuncts(act.adjuncts)
    made = _plain(act, who, holder, adjuncts)
    adjuncts.done()
    return made


def _plain(act: Act, who: a.Player, holder: a.Player, adjuncts: Adjuncts) -> a.Effect:
    act = of_a_card(act)
    verb, obj = act.verb, act.object
    want(verb != "be")
    if isinstance(obj, Joined) and len(obj.items) == 2:
        obj = _one_elsewhere(obj, verb)
        act = replace(act, object=obj)
    so_many = as_many_as(replace(act, adjuncts=()), who)
    if so_many is not None:
        return so_many
    match obj:
        case NounPhrase("this", Nominal("card", "card", details=(Prep("from") as taken,)) as inner):
            want(not any(isinstance(one, Prep) for one in adjuncts.left))
            adjuncts.left.append(taken)  # "reveal this card from your hand"
            obj = replace(obj, x=replace(inner, details=()))
            act = replace(act, object=obj)
    if who.kind in EACH or who.kind is K.YOU_AND_TEAMMATE:  # "your foes all draw a card each"
        adjuncts.word("all")
        adjuncts.word("each")
    if FOR_NEW_HAND in adjuncts.left:
        adjuncts.left.remove(FOR_NEW_HAND)
        want(not adjuncts.left)
        return _new_hand(replace(act, adjuncts=()), who)
    if verb == "deal":
        want(act.whom is not None and who == a.YOU and not adjuncts.left)
        return plain_act(replace(act, verb="gain", whom=None), player(act.whom))
    if verb == "pay" and isinstance(obj, NounPhrase) and obj.part_of == YOUR_POWER:
        want(obj == NounPhrase("", None, part_of=YOUR_POWER, quantity=obj.quantity))
        obj = NounPhrase("", Nominal("points", "power", quantity=obj.quantity))
        return plain_act(replace(act, object=obj), who)  # "3 of your Power"
    if verb == "pay" and isinstance(obj, NounPhrase) and obj.x is None:
        each = adjuncts.prep("for")
        want(each is not None and obj.quantity is not None and act.whom is None)
        want(act.to is None and not adjuncts.left)
        return costs(Act("cost", object=obj), each, who)
    if isinstance(obj, Points):
        want(verb in ("get", "gain", "have", "receive") and act.to is None and not act.gap)
        return _bonus(obj, who)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "points":
        return _points(act, who)
    kind = isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "kind"
    if verb in ("choose", "select", "pick") or (verb == "name" and (kind or _names_player(obj))):
        want(act.to is None and obj is not None)
        assert obj is not None
        return _choice(obj, who, holder)
    if verb == "do" and obj == NounPhrase("both", None):  # of what was to be chosen from
        want(who == a.YOU and act.to is None and not adjuncts.left)
        return a.DoBoth()
    if verb == "avoid":
        want(is_attack(obj) and act.to is None)
        return a.AvoidAttack(who)
    if verb == "win" and (obj is None or (isinstance(obj, NounPhrase) and head_of(obj) == "game")):
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
        where = one_place(obj, holder)
        what = selection(act.with_.x, holder)
        want(isinstance(what, a.Cards) and not what.places)
        assert isinstance(what, a.Cards)
        return a.Search(where, what, who)
    if verb in ("refill", "fill") and isinstance(obj, NounPhrase) and head_of(obj) == "line-up":
        want(act.to is None and obj.det == "the" and obj.owner is None)
        return a.RefillLineUp()
    want(act.with_ is None)
    if is_increased(act) and isinstance(obj, NounPhrase) and is_cost(obj):
        by = adjuncts.prep("by")
        want(by is not None and act.to is None and act.verb not in ("add", "subtract"))
        assert by is not None
        return new_cost(obj, by, act.verb in RAISES)
    if verb == "add" and isinstance(obj, NounPhrase) and obj.x is None and obj.quantity is not None:
        want(isinstance(act.to, Prep) and act.to.word == "to" and obj.part_of is None)
        want(not act.adverb)
        assert isinstance(act.to, Prep)
        want(isinstance(act.to.x, NounPhrase))
        assert isinstance(act.to.x, NounPhrase)
        return new_cost(act.to.x, obj, more=True)
    if verb in ("play", "gain"):
        adjuncts.word("for free")
    if verb == "play":
        want(act.to is None and act.whom is None)
        again = adjuncts.word("again")
        return a.Play(_from(selection(obj, holder), adjuncts, holder), again, who)
    if verb in SHOWS:
        if verb == "reveal":
            adjuncts.word("for all to see")
        if verb == "reveal" and _is_everybody(act):
            act = replace(act, to=None, whom=None)
        want(act.to is None and act.whom is None)
        return a.Show(SHOWS[verb], _from(selection(obj, holder), adjuncts, holder), who)
    if verb in ("shuffle", "reshuffle"):
        if act.to is not None:
            return _shuffled_into(act, obj, who, holder, adjuncts)
        return a.Shuffle(selection(obj, holder), who)
    if verb == "control":
        want(act.to is None)
        return a.Control(selection(obj, holder), who)
    return _move(act, obj, who, holder, adjuncts)


def _one_elsewhere(x: Joined, verb: str) -> Joined:
    """ "a Hero in your hand or one in your discard pile"."""
    first, second = x.items
    match second:
        case NounPhrase(x=Nominal("card", "ONE", details=details)) if details:
            return replace(x, items=(first, same_noun(first, second, verb)))
    return x


def _is_everybody(act: Act) -> bool:
    """ "(show it) to all players", "(show) everybody (a card)": what is revealed, all see."""
    to = act.to
    shown = to.x if isinstance(to, Prep) and (to.word, to.adverb) == ("to", "") else None
    if act.whom is not None:
        want(to is None)
        shown = act.whom
    if shown == NounPhrase("all", None):
        return True
    everybody = isinstance(shown, NounPhrase | Joined) and player(shown)
    return everybody in (a.Player(K.EACH_PLAYER), a.Player(K.EACH_OTHER_PLAYER))


def _shuffled_into(
    act: Act, obj: Draft, who: a.Player, holder: a.Player, adjuncts: Adjuncts
) -> a.Effect:
    """ "shuffle a card into your deck": put there, and then the deck is shuffled."""
    what = _from(selection(obj, holder), adjuncts, holder)
    want(act.to is not None)
    assert act.to is not None
    to, person = goal(act.to)
    want(not person and to.zone in (Z.DECK, Z.MAIN_DECK) and to.edge is None)
    want(act.adverb in ("", "back"))
    moved = a.Move(V.PUT, what, to, who)
    return a.Seq((moved, a.Shuffle(a.Whole(to), who)))


def _move(act: Act, obj: Draft, who: a.Player, holder: a.Player, adjuncts: Adjuncts) -> a.Effect:
    verb = act.verb
    if verb == "discard":
        obj = _of_own_hand(obj, holder)
    if verb in ("gain", "receive", "take", "get"):
        obj = _not_from_stack(obj)
    if verb == "draw" and isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal):
        fresh = tuple(word for word in obj.x.adjectives if word != "new")
        if len(fresh) < len(obj.x.adjectives):  # "draw two new ones": what is drawn is new
            want(obj.x.head in ("card", "ONE") and not obj.x.details and obj.det in ("", "a"))
            obj = replace(obj, x=replace(obj.x, head="card", adjectives=fresh))
    to: a.Place | None = None
    back = False
    word = obj.quantity.how == "word" if isinstance(obj, NounPhrase) and obj.quantity else False
    if verb == "draw" and word and isinstance(obj, NounPhrase) and is_number_alone(obj):
        many = Nominal("card", "card", plural=True, quantity=obj.quantity)
        obj = NounPhrase("", many)  # what is drawn is cards
    if verb == "draw" and isinstance(obj, NounPhrase) and is_number_alone(obj):
        q = obj.quantity
        if q is not None and q.how == "=" and q.further:  # "draw two more"
            more = Nominal("card", "card", plural=True, quantity=replace(q, further=False))
            obj = NounPhrase("", more)
    obj, alone = some_of_them(obj)
    if verb == "throw":
        want(act.to == Said("away", "PP"))
        act, verb = replace(act, to=None), "discard"
    if act.to is not None:
        if isinstance(act.to, Said):
            to, back = _where(act.to, verb)
            back |= act.adverb == "back"
        elif _is_its_stack(act.to):
            want(verb in PLACING)
            to, back = a.Place(Z.STACK), True
        else:
            to, person = goal(act.to)
            if to.zone is Z.HAND:  # what goes there is not taken from there
                obj = each_among(obj, THOSE)
            if person:
                want(verb in ("pass", "give", "hand"))
                want(verb == "pass" or not is_from_stack(selection(obj, holder)))
                verb = "pass"
    if act.whom is not None:
        want(to is None and verb in ("pass", "give", "hand"))
        to, verb = a.Place(Z.HAND, player(act.whom)), "pass"
        want(not is_from_stack(selection(obj, holder)))
    if verb in PLACING and verb != "return" and (to is not None or back):
        verb = "return" if back else "put"
        back = False
    elif verb == "pick up" and to is None and _from_own_deck(obj, adjuncts, holder):
        verb = "draw"
    elif verb in TO_HAND and not is_from_stack(selection(obj, holder)):
        want(to is None)
        to, verb = a.Place(Z.HAND, holder), "put"
    if verb in ("receive", "take", "get", "pick up") and to is None:
        want(is_from_stack(selection(obj, holder)))
        verb = "gain"
    if verb == "get rid of":
        verb = "destroy"
    want(verb in MOVES)
    if verb == "remove" and FROM_THE_GAME in adjuncts.left:
        adjuncts.left.remove(FROM_THE_GAME)
        to = a.Place(Z.OUT_OF_GAME)
    what = _from(selection(obj, holder), adjuncts, holder)
    what = _by_default(what, MOVES[verb], holder)
    what = said_alone(what) if alone else what
    if adjuncts.word("at random"):
        want(isinstance(what, a.Cards) and not what.random)
        assert isinstance(what, a.Cards)
        chosen = [one for one in what.filter.tests if isinstance(one, a.ThisWay)]
        want(all(one.verb is not V.CHOOSE for one in chosen))  # it was chosen at random
        what = a.replace(what, random=True)
    any_order = adjuncts.word("in any order")
    chooser = adjuncts.prep("in order")
    if chooser is not None:
        want(not any_order and player(chooser) == holder)
        any_order = True
    random_order = adjuncts.word("in a random order")
    want(act.adverb in ("", "back", "face down") and act.adverb != "face down")
    if verb == "return" and to is None:
        return a.Move(V.RETURN, what, None, who, any_order, random_order)
    if to is not None:
        want(MOVES[verb] not in (V.DRAW, V.BUY, V.DISCARD, V.DESTROY))
        want(verb != "gain" or (isinstance(act.to, Prep) and act.to.word not in ("in", "on")))
    return a.Move(MOVES[verb], what, to, who, any_order, random_order)


def _from_own_deck(obj: Draft, adjuncts: Adjuncts, holder: a.Player) -> bool:
    """Whether any cards are picked up from the deck of who does it: they are drawn."""
    deck = (a.Place(Z.DECK, holder),)
    what = selection(obj, holder)
    if not isinstance(what, a.Cards) or what.filter != a.ANY_CARD:
        return False
    where = [one for one in adjuncts.left if isinstance(one, Prep) and one.word in FROM_DECK]
    if not what.places and len(where) == 1 and places(where[0].x, holder) == deck:
        adjuncts.left.remove(where[0])
        return True
    return what.places == deck


def _of_own_hand(x: Draft, holder: a.Player) -> Draft:
    """ "(discard) one of your cards": what is discarded comes from the hand."""
    match x:
        case NounPhrase("", None, None, NounPhrase("'s", Nominal() as of) as whole, q, (), None):
            cards = Nominal("card", "card", plural=True)
            plain = of == cards and whole == NounPhrase("'s", cards, owner=whole.owner)
            if plain and q is not None and player(whole.owner) == holder:
                return NounPhrase("", replace(cards, plural=q.number != 1, quantity=q))
    return x


FROM_STACK: Final = Prep("from", "", NounPhrase("the", Nominal("place", "stack")))


def _not_from_stack(x: Draft) -> Draft:
    """ "(gain) a Weakness from the stack": such cards come from there."""
    if not isinstance(x, NounPhrase) or not isinstance(x.x, Nominal) or not x.x.called:
        return x
    named = all(isinstance(one, a.NameNoun) and not one.part for one in x.x.called)
    if not named or x.x.details != (FROM_STACK,):
        return x
    return replace(x, x=replace(x.x, details=()))


FROM_THE_GAME: Final = Prep("from", "", NounPhrase("the", Nominal("time", "game")))
FROM_DECK: Final = frozenset({"from", "off", "out of"})


def is_number_alone(x: NounPhrase) -> bool:
    """ "two", of which it has been said what they are."""
    return x.quantity is not None and x == NounPhrase("", None, quantity=x.quantity)


def _is_its_stack(to: Draft) -> bool:
    """ "(back) onto its stack": what it was taken from at first."""
    match to:
        case Prep("on" | "onto" | "to" | "into" | "back to" | "back into" | "back on", x=where):
            bare = Nominal("place", "stack")
            owners = [NounPhrase("", Said(word, "PRON")) for word in ("it", "they")]
            return any(where == NounPhrase("'s", bare, owner=owner) for owner in owners)
    return False


def is_from_stack(what: a.Selection) -> bool:
    """Whether it is not said which card of this name is given: one's own, or one of the stack."""
    return (
        isinstance(what, a.Cards)
        and not what.places
        and any(isinstance(noun, a.NameNoun) for noun in what.filter.nouns)
    )


def _where(word: Said, verb: str) -> tuple[a.Place | None, bool]:
    """Where something goes, as one word: "back"."""
    want(verb in PLACING)
    if word.meaning in ENDS:
        edge, back = ENDS[word.meaning]
        return a.Place(Z.STACK, edge=edge), back or verb == "return"
    want(word.meaning == "back")
    return None, True


ENDS: Final = {
    "on top": (a.Edge.TOP, False),
    "to the top": (a.Edge.TOP, False),
    "back on top": (a.Edge.TOP, True),
    "on the bottom": (a.Edge.BOTTOM, False),
    "to the bottom": (a.Edge.BOTTOM, False),
}
"""Ends of a pile that need not be named, and whether something returns there."""


def _by_default(what: a.Selection, verb: a.Verb, holder: a.Player) -> a.Selection:
    """Where a verb looks by default, it need not be said: "draw a card from your deck"."""
    if not isinstance(what, a.Cards) or verb is not V.DRAW or what.filter != a.ANY_CARD:
        return what
    deck = a.Place(Z.DECK, holder)
    return a.replace(what, places=()) if what.places == (deck,) else what


def _from(what: a.Selection, adjuncts: Adjuncts, holder: a.Player) -> a.Selection:
    """Where cards are taken from, said apart from them."""
    where = adjuncts.prep("from", "in", "out of", "off")
    if adjuncts.word("from there"):
        want(where is not None or (isinstance(what, a.Cards) and bool(what.places)))
    if where is None:
        return what
    return _taken_from(what, places(where, holder))


def _taken_from(what: a.Selection, found: tuple[a.Place, ...]) -> a.Selection:
    if isinstance(what, a.OneOf):  # "a Hero or an Equipment with cost 3 or less from …"
        return a.OneOf(_taken_from(what.first, found), _taken_from(what.second, found))
    if isinstance(what, a.Cards) and not what.places and what.among is None:
        return a.replace(what, places=found, spread=spread_over(what.quantity, found))
    if isinstance(what, a.Ref) and what.place is None and len(found) == 1:
        return a.replace(what, place=found[0])
    raise Nonsense


def _points(act: Act, who: a.Player) -> a.Effect:
    """ "gets 2 Power", "loses 1 VP"."""
    obj = act.object
    assert obj is not None
    want(act.to is None and act.whom is None)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and act.verb in GOT:
        of_others = tuple(one for one in obj.x.details if not _by_this_card(one))
        obj = replace(obj, x=replace(obj.x, details=of_others))
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.details:
        want(act.verb in ("get", "gain", "receive", "have") and obj.det == "" and not obj.adverbs)
        return _bonus(Points(obj.x), who)
    if isinstance(obj, NounPhrase) and obj.det == "another":  # "another 1 Power" is 1 Power
        want(act.verb in GOT)
        obj = replace(obj, det="")
    if isinstance(obj, NounPhrase) and obj.adverbs in (("only",), ("just",)):
        obj = replace(obj, adverbs=())  # nobody gets more than is told
    kind, number, comparison = points(obj)
    want(comparison == a.Comparison.EQUAL.value)
    more = isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.adjectives
    if act.verb in GOT or (act.verb == "have" and more):
        return a.Power(number, who) if kind == "power" else a.GainVP(number, who)
    want(kind == "vp" or act.verb == "pay")
    if act.verb == "pay" and kind == "power":
        return a.PayPower(number, who)
    want(act.verb in ("lose", "pay"))
    return a.LoseVP(number, who)


def _names_player(obj: Draft | None) -> bool:
    """ "(name) a foe", "(name) one of your foes"."""
    of = obj.part_of or obj if isinstance(obj, NounPhrase) else None
    return isinstance(of, NounPhrase) and isinstance(of.x, Nominal) and of.x.sort == "player"


def _choice(obj: Draft, who: a.Player, holder: a.Player) -> a.Effect:
    of = obj.part_of if isinstance(obj, NounPhrase) else None
    if isinstance(of, NounPhrase) and isinstance(of.x, Nominal) and of.x.sort == "player":
        return a.ChoosePlayer(player(obj), who)
    if isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and obj.x.sort == "player":
        picked = player(obj)
        want(picked.kind in (K.A_FOE, K.A_PLAYER, K.ANOTHER_PLAYER, K.ANY_PLAYER))
        return a.ChoosePlayer(picked, who)
    if isinstance(obj, NounPhrase) and head_of(obj) in ("card type", "type"):
        want(obj.det in ("a", "any") and obj.owner is None)
        return a.ChooseValue(a.DifferentKind.TYPE, who)
    return a.Choose(selection(obj, holder), who)
