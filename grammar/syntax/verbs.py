"""What verbs stand for, and acts taken apart: several verbs of one object, what stands beside."""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Comparing,
    Draft,
    Joined,
    Nominal,
    Nonsense,
    NounPhrase,
    Prep,
    Said,
    Sentence,
    want,
)
from rules_check.grammar.syntax.nouns import ONE
from rules_check.grammar.syntax.times import ENDS_NOW, is_turn, turning, window_of

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
    "put place move bring send take slide shift add return give hand deposit retrieve get".split()
)
"""Verbs that say only that something goes where it is told to go."""
SHOWS: Final = {"reveal": V.REVEAL, "look at": V.LOOK, "look through": V.LOOK}
WAITS: Final = {
    **MOVES,
    "play": V.PLAY,
    "reveal": V.REVEAL,
    "defeat": V.DEFEAT,
    "receive": V.RECEIVE,
}
"""Verbs whose doing a text can wait for, count and ask about."""
IF_ABLE: Final = frozenset({"if able", "if possible"})
"""What has to be done is done as far as it can be."""
EMPTY: Final = (
    IF_ABLE
    | frozenset(
        "also then immediately now simply afterwards next already currently completely around ever"
        " straight".split()
    )
    | {"so far", "at all", "as a bonus"}
)
"""Adverbs that say what the order of the words says already."""


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


def taken_and_put(items: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """ "take a card from … and put it on …" is one move."""
    match items:
        case (
            Act() as first,
            Act(object=NounPhrase("", Said("it" | "them"), adverbs=())) as then,
            *rest,
        ):
            if first.verb == "choose" and _is_chosen_for(first, then):
                done = replace(
                    then, object=first.object, adjuncts=(*first.adjuncts, *then.adjuncts)
                )
                return (replace(done, modal=first.modal), *rest)
            if first.verb in ("lose", "part with") and then.verb in ("discard", "destroy"):
                # "give up a card and discard it": that is how
                how = Act(then.verb, object=then.object, to=then.to)
                want(then == how and isinstance(first.object, NounPhrase) and first.to is None)
                want(first == Act(first.verb, object=first.object, modal=first.modal))
                return (replace(first, verb=then.verb, to=then.to), *rest)
            took = first.verb in TAKES and isinstance(first.object, NounPhrase)
            plain = Act(first.verb, object=first.object, modal=first.modal, adjuncts=first.adjuncts)
            placed = (*first.adjuncts, *_details(first.object))
            took = took and any(isinstance(one, Prep) and one.word in FROM for one in placed)
            if took and first == plain and then.verb in PLACING and then.to is not None:
                several = isinstance(then.object, NounPhrase) and then.object.x == THEM
                want(not then.modal and several == is_plural(first.object))
                adjuncts = (*first.adjuncts, *then.adjuncts)
                one = replace(then, object=first.object, modal=first.modal, adjuncts=adjuncts)
                return (one, *rest)
    match items:
        case (Act(to=None) as first, *later) if first.verb in TAKES:
            # "take the top three cards, put one of them …": not into the hand, all of them
            want(not any(isinstance(x, Act) and x.to is not None and _points(x) for x in later))
    return items


def _points(act: Act) -> bool:
    """Whether something is done to what was spoken of, or to some of it."""
    obj = act.object
    if not isinstance(obj, NounPhrase):
        return False
    rest = isinstance(obj.x, Nominal) and obj.x.head in ("rest", "OTHER", "ONE")
    return rest or obj.part_of is not None or obj.x in (THEM, Said("it", "PRON"))


def _is_chosen_for(first: Act, then: Act) -> bool:
    """ "pick a card in your hand and pass it to your teammate": one act."""
    chosen = first.object
    if first != Act("choose", object=chosen, modal=first.modal, adjuncts=first.adjuncts):
        return False
    if not isinstance(chosen, NounPhrase) or chosen.x is None or is_plural(chosen):
        return False
    card = isinstance(chosen.x, Nominal) and chosen.x.sort == "card" and chosen.det == "a"
    it = NounPhrase("", Said("it", "PRON"))
    plain = Act(then.verb, object=it, to=then.to, whom=then.whom, adverb=then.adverb)
    return card and then == plain and then.verb in {*PLACING, *TAKES, "pass", "hand"}


FROM: Final = frozenset({"from", "in", "out of", "off", "of", "among", "from among"})
THEM: Final = Said("them", "PRON")


def _details(x: Draft | None) -> tuple[Draft, ...]:
    return x.x.details if isinstance(x, NounPhrase) and isinstance(x.x, Nominal) else ()


def is_plural(x: Draft | None) -> bool:
    """Whether a noun stands in the plural."""
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.plural


TAKES: Final = frozenset({"take", "pick up", "retrieve", "recover", "reclaim", "fetch"})
"""Verbs that say no more than that something goes elsewhere, where it is said where."""


class Adjuncts:
    """What is said of an act beside its objects, taken out one by one; none may be left."""

    def __init__(self, adjuncts: tuple[Draft, ...]) -> None:
        self.left = [one for one in adjuncts if not is_empty(one)]

    def window(self, *, past: bool = False) -> a.Window | None:
        """A stretch of time; what is past was not done for the rest of it."""
        for one in self.left:
            found = window_of(one)
            if isinstance(one, Clause) and one.word == "while":
                found = is_turn(one.x)
            if isinstance(one, Clause) and one.word in ("before", "until") and not past:
                found = W.THIS_TURN if turning(one.x) in ENDS_NOW else None
            want(found is None or not past or not isinstance(one, Prep) or one.word != "for")
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


def is_empty(one: Draft) -> bool:
    """Whether an adverb says what the order of the words says already."""
    return isinstance(one, Said) and one.meaning in EMPTY


def in_plain_words(act: Act) -> Act:
    """ "has got a Hero" as "has a Hero", "lacks a Hero" as "does not have a Hero"."""
    if act.verb == "get" and act.perfect:
        return replace(act, verb="have", form="base", perfect=False)
    if act.verb == "lack":
        want(not act.negated and isinstance(act.object, NounPhrase))
        assert isinstance(act.object, NounPhrase)
        want(act.object.det in ("a", "any"))
        return replace(act, verb="have", negated=True)
    return act


def of_a_card(act: Act) -> Act:
    """ "(each foe) draws": a card."""
    if act.verb in ("draw", "discard") and act.object is None and act.gap and not act.passive:
        want(act.to is None)
        return replace(act, object=NounPhrase("a", Nominal("card", "card")), gap=False)
    return act


def is_one(what: a.Cards) -> bool:
    """Whether it is just one card."""
    return what.quantity == a.Exactly(ONE)


def is_place(x: Draft) -> bool:
    """Whether a noun phrase names a place."""
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.sort == "place"


def head_of(x: NounPhrase) -> str:
    """The noun of a phrase without anything that describes it; else empty."""
    inner = x.x
    if x.adverbs or x.excepted is not None or x.part_of is not None or x.quantity is not None:
        return ""
    if not isinstance(inner, Nominal):
        return ""
    bare = Nominal(inner.sort, inner.head, inner.plural, inner.called)
    return inner.head if inner == bare else ""


def called_by(x: Draft) -> tuple[a.Noun, ...]:
    """What the cards of a phrase are called by."""
    return x.x.called if isinstance(x, NounPhrase) and isinstance(x.x, Nominal) else ()


def active(x: Draft) -> Draft:
    """ "A Hero is bought by you" as "you buy a Hero"; what has no passive stays as it is."""
    match x:
        case Sentence(subject, Act(passive=True, object=None, gap=True) as act, outer):
            row = Adjuncts((*outer, *act.adjuncts))
            by = row.prep("by")
            if by is None or subject is None or isinstance(by, Act):
                return x
            now = act.adverb in ("is", "are", "be") and not act.perfect
            done = replace(
                act, object=subject, gap=False, passive=False, adverb="", adjuncts=tuple(row.left)
            )
            return Sentence(by, replace(done, form="base" if now else "past"))
        case Sentence(subject, Joined("or", items, "" | "either") as says, outer):
            *before, last = items
            if not isinstance(last, Act) or subject is None:
                return x
            row = Adjuncts((*outer, *last.adjuncts))
            by = row.prep("by")
            alike = all(one == replace(last, verb=one.verb, adjuncts=()) for one in _acts(before))
            if by is None or not alike or len(_acts(before)) < len(before):
                return x
            each = [
                active(Sentence(subject, replace(one, adjuncts=(_by(by),)))) for one in _acts(items)
            ]
            made = [one.says for one in each if isinstance(one, Sentence)]
            if any(not isinstance(one, Act) or one.passive for one in made):
                return x
            return Sentence(by, replace(says, items=tuple(made)), tuple(row.left))
    return x


def _by(who: Draft) -> Prep:
    """ "by you"."""
    return Prep("by", "", who)


def _acts(items: Iterable[Draft]) -> list[Act]:
    return [one for one in items if isinstance(one, Act)]


def each_one(x: Draft) -> Draft:
    """ "Heroes" as what each of them is."""
    if isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.det == "" and x.x.plural:
        return replace(x, x=replace(x.x, plural=False))
    return x


def same_noun(before: Draft, x: Draft, verb: str = "") -> Draft:
    """ "one", "two", "another": of what the nearest noun says; of what is drawn nobody knows what
    it is."""
    if isinstance(before, NounPhrase) and before.x is None and before.part_of is not None:
        return same_noun(before.part_of, x, verb)
    if not isinstance(before, NounPhrase) or not isinstance(before.x, Nominal):
        return x
    if not isinstance(x, NounPhrase) or x.part_of is not None or x.owner is not None:
        return x
    if isinstance(x.x, Nominal) and (x.x.more or x.x.than is not None):
        return x
    noun = replace(before.x, details=(), quantity=None, adjectives=(), plural=False)
    if noun.sort != "card" or noun.head != "card" or (verb == "draw" and noun.called):
        return x
    if x.x is None and x.quantity is not None and x.det == "" and not x.adverbs:
        many = x.quantity.number != 1
        return replace(x, x=replace(noun, quantity=x.quantity, plural=many), quantity=None)
    plain = isinstance(x.x, Nominal) and x.x.adjectives in ((), ("different",), ("other",))
    if plain and isinstance(x.x, Nominal) and x.x.head == "ONE" and x.det in ("", "a", "another"):
        q = x.quantity
        many = q is not None and q.number != 1
        inner = replace(noun, quantity=q, plural=many, details=x.x.details)
        inner = replace(inner, adjectives=x.x.adjectives)
        det = x.det or ("" if q is not None else "a")
        return replace(x, det=det, x=inner, quantity=None)
    if x.x is None and x.det == "another" and x.quantity is None:
        return replace(x, x=noun)
    if x == NounPhrase("any", None):  # "draw a card if you do not have any"
        return replace(x, x=replace(noun, plural=True))
    return x


def short_objects(items: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Acts one after the other: "discard a card and draw one"."""
    made: list[Draft] = []
    before: Draft | None = None
    for item in items:
        if isinstance(item, Act):
            if before is not None:
                shown = _were_shown(made[-1], before)
                item = _one_of_them(item) if shown else of_same_noun(before, item)
            before = done_to(item) or before
        made.append(item)
    return tuple(made)


def counted_first(items: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """ "count the Heroes you control and get that much Power": Power equal to their number."""
    match items:
        case (
            Act(
                "count", object=NounPhrase("the" | "all" | "", Nominal() as of) as counted
            ) as first,
            Act() as then,
        ):
            want(first == Act("count", object=counted) and isinstance(then.object, NounPhrase))
            named = any(isinstance(one, a.NameNoun) for one in of.called)
            want(counted == NounPhrase(counted.det, of) and (of.plural or named))
            assert isinstance(then.object, NounPhrase)
            x = then.object.x
            want(isinstance(x, Nominal) and then.object == NounPhrase("", x))
            assert isinstance(x, Nominal)
            many = x.quantity
            want(
                many is not None and many.how == "word" and many.word in ("that many", "that much")
            )
            number = Nominal("num", "number", details=(Prep("of", "", NounPhrase("", of)),))
            equal = Comparing("equal to", object=NounPhrase("the", number))
            plain = replace(x, quantity=None, details=(*x.details, equal))
            return (replace(then, object=NounPhrase("", plain)),)
    return items


def _were_shown(act: Draft, x: Draft) -> bool:
    """Whether several cards were only looked at."""
    return isinstance(act, Act) and act.verb in SHOWS and act.object is x and is_plural(x)


def _one_of_them(act: Act) -> Act:
    """ "(look at the top two cards and) draw one": one of them."""
    x = act.object
    if not isinstance(x, NounPhrase):
        return act
    alone = x.quantity is not None and x == NounPhrase("", None, quantity=x.quantity)
    return replace(act, object=replace(x, part_of=NounPhrase("", THEM))) if alone else act


def done_to(act: Act) -> Draft | None:
    """What an act is done to; of "has to draw a card" the card."""
    return done_to(act.pred) if isinstance(act.pred, Act) and act.adverb == "to" else act.object


def of_same_noun(before: Draft, act: Act) -> Act:
    """The same act: "draw one", "has to draw one" after a card was discarded."""
    if isinstance(act.pred, Act) and act.adverb == "to":
        return replace(act, pred=of_same_noun(before, act.pred))
    if act.object is None:
        return act
    return replace(act, object=same_noun(before, act.object, act.verb))


def is_increased(act: Act) -> bool:
    """Whether a number goes up or down."""
    return act.verb in RAISES or act.verb in LOWERS


RAISES: Final = frozenset({"increase", "raise", "add"})
LOWERS: Final = frozenset({"reduce", "lower", "decrease", "subtract"})
