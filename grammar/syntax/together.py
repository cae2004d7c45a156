"""What is asked of several cards at once: "neither is a Hero", "the two cards cost the same",
"no two cards in your hand share a type".

The subject says which cards and how many of them; the verb says what they are each, or what they
have in common. Either goes with any of the other.
"""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.as_said import AS_SAID
from rules_check.grammar.ast.nouns import make_filter
from rules_check.grammar.syntax.describing import cost_is
from rules_check.grammar.syntax.drafts import (
    Act,
    Draft,
    Nominal,
    NounPhrase,
    Prep,
    Quantity,
    Relative,
    Said,
    want,
)
from rules_check.grammar.syntax.nouns import COMPARED, DIFFERENT, DONE, describe, only_filter
from rules_check.grammar.syntax.verbs import each_one

D = a.DifferentKind
THEY: Final = frozenset({"they", "them", "those", "these"})
CARDS: Final = frozenset({"card", "ONE"})


@dataclass(frozen=True, slots=True)
class Several:
    """Which cards: of those spoken of, or `cards` if they are told. `how` and `number`: so many of
    them; `each`: all of them, however many they are."""

    how: a.Comparison = a.Comparison.AT_LEAST
    number: int = 2
    each: bool = False
    cards: a.Cards | None = None
    pairs: bool = False
    """ "no two of them": any two are compared."""


_WORDS: Final = {
    "both": Several(),
    "either": Several(number=1),
    "any": Several(number=1),
    "neither": Several(a.Comparison.EQUAL, 0),
    "no": Several(a.Comparison.EQUAL, 0),
    "all": Several(each=True),
}


def together(subject: Draft, act: Act) -> a.Condition | None:
    """What is asked of several cards; None: it is asked of one, or of players."""
    cards = _several(subject)
    if cards is None or act.negated or act.modal or act.perfect or act.to is not None:
        return None
    like = _alike(act)
    if like is not None:
        return _have_in_common(cards, *like)
    if cards.pairs or (cards.each and cards.cards is None and _is_they(subject)):
        return None
    found = _said_of_each(act)
    return None if found is None else _so_many_are(cards, found)


def _is_they(x: Draft) -> bool:
    if not isinstance(x, NounPhrase):
        return False
    if isinstance(x.x, Said):
        return x == NounPhrase("", x.x) and x.x.meaning in THEY
    return x.det in ("those", "these") and x == NounPhrase(x.det, Nominal("card", "card", True))


def _several(x: Draft) -> Several | None:
    if not isinstance(x, NounPhrase) or x.owner is not None or x.excepted is not None:
        return None
    if x.part_of is not None and not _is_they(x.part_of):
        return _some_of_such(x)
    only = x.adverbs in (("only",), ("just",))
    if x.adverbs and not only:
        return None
    inner = x.x
    match inner:
        case Said("none"):
            return _WORDS["neither"]
        case Said() if _is_they(x) and x.part_of is None:
            return Several(each=True)
        case None if x.det == "no" and x.part_of is not None and x.quantity == TWO:
            return Several(a.Comparison.LESS, 2, cards=a.Cards(a.Every(), among=a.THEM), pairs=True)
        case None if x.det in _WORDS and not only and x.quantity is None:
            return _WORDS[x.det]
        case None if x.quantity is not None and x.part_of is not None and not x.det:
            return _so_many(x.quantity, only)
        case Nominal("card", head) if head in CARDS and not (inner.more or inner.mods):
            return None if only or x.part_of is not None else _told(x, inner)
    return None


def _so_many(q: Quantity, only: bool) -> Several | None:
    if q.further or q.how not in COMPARED or q.number is None:
        return None
    if q == Quantity("=", 1) and not only:
        return None
    how = a.Comparison.AT_LEAST if q.how == "=" else COMPARED[q.how]
    return Several(a.Comparison.EQUAL if only else how, q.number)


TWO: Final = Quantity("=", 2)


def _some_of_such(x: NounPhrase) -> Several | None:
    """ "none of the cards in your hand", "at least two of the Heroes you control"."""
    of = x.part_of
    if not isinstance(of, NounPhrase) or not isinstance(of.x, Nominal) or of.x.sort != "card":
        return None
    if of != NounPhrase("the", of.x) or of.x.quantity is not None:
        return None
    them = _several(replace(x, part_of=NounPhrase("", Said("them", "PRON"))))
    return None if them is None else replace(them, cards=_such(of.x))


def _such(inner: Nominal) -> a.Cards:
    """Cards that are told by where they are, or by what was done with them."""
    described = describe(replace(inner, quantity=None, head="card"), several=True)
    want(not (described.extra or described.edge or described.random or described.number))
    want(described.places or described.among or described.tests)
    want(not (described.chooser or described.different or described.single))
    return a.Cards(a.Every(), described.filter, described.places, among=described.among)


def _told(x: NounPhrase, inner: Nominal) -> Several | None:
    """ "both cards", "the two discarded cards", "no two cards in your hand"."""
    two = inner.quantity == TWO
    if x.det == "no" and two:
        return Several(a.Comparison.LESS, 2, cards=_such(inner), pairs=True)
    if x.det in ("no", "all") and inner.quantity is None and (inner.details or inner.adjectives):
        return replace(_WORDS[x.det], cards=_such(inner))
    if not (x.det in ("both", "neither", "either") or (x.det == "the" and two)):
        return None
    plain = Nominal("card", inner.head, inner.plural, quantity=inner.quantity)
    if inner == plain:
        return _WORDS["both"] if two else _WORDS[x.det]
    if x.det == "the" and inner.details and not inner.adjectives:
        return Several(cards=_such(inner))
    done = inner.adjectives[0].removesuffix("/done") if len(inner.adjectives) == 1 else ""
    if done in DONE and inner == replace(plain, adjectives=inner.adjectives):
        want(x.det in ("both", "the") and inner.plural)
        test = a.ThisWay(DONE[done])
        return Several(cards=a.Cards(a.Every(), a.Filter((), (test,))))
    return None


def _alike(act: Act) -> tuple[bool, a.DifferentKind] | None:
    """Whether several cards have something in common, or differ, and in what."""
    if act.adjuncts:
        return None
    match act:
        case Act("cost", object=NounPhrase(x=Said("the same", "PRON")) as obj):
            return (True, D.COST) if act == Act("cost", act.form, object=obj) else None
        case Act("share", object=NounPhrase(x=Nominal(head=head) as kind) as obj):
            want(act == Act("share", act.form, object=obj) and head in DIFFERENT)
            shared = Nominal(kind.sort, head)
            one = [NounPhrase("a", replace(shared, adjectives=w)) for w in ((), ("common",))]
            want(obj in (*one, NounPhrase("the", replace(shared, more="same"))))
            return True, DIFFERENT[head]
        case Act("have", object=NounPhrase() as obj):
            return _in_kind(obj) if act == Act("have", act.form, object=obj) else None
        case Act("be", pred=Prep("of", "", NounPhrase() as obj)):
            return _in_kind(obj)
    return None


def _in_kind(x: NounPhrase) -> tuple[bool, a.DifferentKind] | None:
    """ "the same cost", "different card types"."""
    kind = x.x
    if not isinstance(kind, Nominal) or kind.head not in DIFFERENT:
        return None
    if x == NounPhrase("the", Nominal(kind.sort, kind.head, more="same")):
        return True, DIFFERENT[kind.head]
    if x == NounPhrase("", Nominal(kind.sort, kind.head, True, adjectives=("different",))):
        return False, DIFFERENT[kind.head]
    return None


def _have_in_common(cards: Several, same: bool, kind: a.DifferentKind) -> a.Condition:
    of_type = kind is D.TYPE
    if cards.cards is None and not cards.pairs:
        want(cards.each or cards == _WORDS["both"])
        if of_type:
            return a.ShareType() if same else a.DifferInType()
        alike = a.Alike(kind) if same else a.Different(kind)
        return a.Is(a.THEM, a.Filter((), (alike,)))
    want(same and cards.cards is not None)
    assert cards.cards is not None
    test: a.Test = a.OneType() if of_type else a.Alike(kind)
    wanted = cards.cards.filter
    such = make_filter(wanted.nouns, (*wanted.tests, test))
    count = a.CountOf(a.replace(cards.cards, filter=such))
    return a.There(count, cards.how, a.Number(cards.number))


def _said_of_each(act: Act) -> a.Filter | None:
    """What each of them is: "a Hero", "cost 3 or more"."""
    if act.adjuncts and act.adjuncts != (Said("both", "ADV"),):
        return None
    match act:
        case Act("so be"):
            return a.Filter((AS_SAID,))
        case Act("be", pred=NounPhrase() as pred, passive=False):
            return only_filter(each_one(pred))
        case Act("cost", object=NounPhrase() as obj):
            return make_filter((), [cost_is(obj, a.YOU)])
        case Act("have", object=NounPhrase("", Nominal("num", "cost") as kind) as obj) if (
            kind.value is not None
        ):
            want(obj == NounPhrase("", Nominal("num", "cost", value=kind.value)))
            return make_filter((), [cost_is(obj, a.YOU)])
    return None


def _so_many_are(cards: Several, found: a.Filter) -> a.Condition:
    if cards.each:
        return a.Is(cards.cards or a.THEM, found)
    if cards.cards is not None:
        wanted = cards.cards.filter
        found = make_filter(found.nouns, (*found.tests, *wanted.tests))
        count = a.CountOf(a.replace(cards.cards, filter=found))
    else:
        count = a.CountOf(a.Cards(a.Every(), found, among=a.THEM))
    return a.There(count, cards.how, a.Number(cards.number))


# --------------------------------------------------------------------- whose card costs more

MORE: Final = {"more": True, "higher": True, "greater": True, "less": False, "lower": False}
HIGHEST: Final = {"highest": True, "lowest": False}


def whose_card(subject: Draft, act: Act) -> a.PlayersAre | None:
    """ "yours costs more", "your card has the highest cost", "theirs has the lower cost": than the
    cards of the others, of those that players showed; None: it is not said whose card."""
    match subject:
        case NounPhrase("'s", None | Nominal("card", "card"), NounPhrase("", Said(word))) if (
            word in ("you", "they")
        ):
            card = None if subject.x is None else Nominal("card", "card")
            if subject != NounPhrase("'s", card, owner=subject.owner):
                return None
        case _:
            return None
    who = a.YOU if word == "you" else a.Player(a.PlayerKind.THAT_PLAYER)
    rank = _rank(act)
    return None if rank is None else a.PlayersAre(who, rank)


def _rank(act: Act) -> a.CostRank | None:
    if act.adjuncts or act.negated or act.modal or act.perfect:
        return None
    obj = act.object
    match act:
        case Act("cost", object=NounPhrase("", Nominal("card", "ONE", more=word))) if word in MORE:
            return a.CostRank(MORE[word], alone=True)
        case Act("cost", object=NounPhrase("", Nominal("num", "", more=word, than=than))) if (
            word in MORE and than is not None and _all_others(than.x)
        ):
            return a.CostRank(MORE[word], alone=True)
        case Act("have", object=NounPhrase("the" | "a", Nominal("num", "cost") as cost)):
            want(obj == NounPhrase(obj.det, cost) if isinstance(obj, NounPhrase) else False)
            if cost.more in MORE and cost == Nominal("num", "cost", more=cost.more):
                return a.CostRank(MORE[cost.more], alone=True)
            (word, *rest) = cost.adjectives or ("",)
            if word in HIGHEST and not rest and cost == Nominal("num", "cost", adjectives=(word,)):
                return a.CostRank(HIGHEST[word])
    return None


_YOU: Final = NounPhrase("", Said("you", "PRON"))


def _all_others(x: Draft) -> bool:
    """ "(than) every other card revealed", "(than) the rest"."""
    match x:
        case NounPhrase("the", Nominal("card", "rest", details=())):
            return True
        case NounPhrase("'s", None | Nominal("card", "card", False) as card, NounPhrase() as whose):
            alone = card is None or card == Nominal("card", "card")  # your only opponent's card
            foes = whose == NounPhrase("'s", Nominal("player", "foe"), owner=_YOU)
            return alone and foes and x == NounPhrase("'s", card, owner=whose)
        case NounPhrase("each" | "every" | "any", Nominal("card", "card") as inner):
            plain = replace(inner, details=())
            shown = all(isinstance(one, Relative) and _shown(one.x) for one in inner.details)
            return shown and plain == Nominal("card", "card", adjectives=("other",))
    return False


def _shown(x: Draft) -> bool:
    return isinstance(x, Act) and x.passive and x.verb in ("reveal", "discard", "show", "choose")
