"""One function a construction: from the drafts of its parts to the draft of the whole.

Each is called by the name of its rules in `rules.txt`.
"""

# The parts of a construction come by the names that its rules give them.
# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`,
# or that it is none.
# mypy: disable-error-code="no-any-return, exhaustive-match"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Comparing,
    Draft,
    Joined,
    Measure,
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
from rules_check.grammar.syntax.left_out import SAID_BEFORE
from rules_check.grammar.syntax.nouns import ALIKE, compounded, noun_of, player
from rules_check.grammar.syntax.verbs import TAKES

Parts = dict[str, Any]
CONSTRUCTIONS: Final[dict[str, Callable[[Parts], Draft]]] = {}


def construction(function: Callable[[Parts], Draft]) -> Callable[[Parts], Draft]:
    """A construction by its name."""
    CONSTRUCTIONS[function.__name__] = function
    return function


@construction
def same(p: Parts) -> Draft:
    """A phrase that is another already."""
    return p["x"]


# ------------------------------------------------------------------------- sentences


@construction
def clause(p: Parts) -> Draft:
    """ "Each foe discards a card"."""
    return Sentence(p["subj"], p["pred"])


@construction
def parenthesis(p: Parts) -> Draft:
    """ "Your teammate, if able, draws a card"."""
    return Sentence(p["subj"], p["pred"], (p["adj"],))


@construction
def topic(p: Parts) -> Draft:
    """ "The rest you discard": what it is done to stands first."""
    obj, pred = p["obj"], p["pred"]
    want(isinstance(pred, Act) and pred.gap and pred.object is None)
    want(isinstance(obj, NounPhrase) and obj.det in ("the", "that", "those", "all the"))
    return Sentence(p["subj"], replace(pred, object=obj, gap=False))


@construction
def which_then(p: Parts) -> Draft:
    """ "Draw a card, which you then discard": something more of what was spoken of last."""
    main = p["main"]
    want(isinstance(main, Sentence) and isinstance(main.says, Act))
    if "rel" in p and p["rel"].meaning == "who" and main.says.passive:
        return _who_then(main, p["pred"])
    spoken_of = _spoken_of(main)
    if "pred" in p:
        pred = p["pred"]
        want("part" not in p or not main.says.modal)
        if isinstance(pred, Act) and pred.passive:  # it is not told who does it
            want(not _of_another(main) and pred.verb not in ("shuffle", "reshuffle"))
        if main.says.modal:
            want(isinstance(pred, Act) and pred.passive and not (pred.modal or pred.negated))
            want(pred.adverb and not pred.perfect and pred.object is None)
            then = replace(pred, object=spoken_of, gap=False, passive=False, form="base", adverb="")
            then = replace(then, modal=main.says.modal)  # it is done only with what was done before
            return replace(main, says=Joined("and", (main.says, then)))
        if "part" in p:  # "one of which is put into your hand"
            want(spoken_of == NounPhrase("", Said("them", "PRON")) and p["part"].part_of is None)
            return Joined("and", (main, Sentence(replace(p["part"], part_of=spoken_of), pred)))
        return Joined("and", (main, Sentence(spoken_of, pred)))
    s = p["s"] if "s" in p else p["of"]
    want(isinstance(s, Sentence) and isinstance(s.says, Act))
    if "part" in p:  # "one of which you then discard"
        want(spoken_of == NounPhrase("", Said("them", "PRON")) and p["part"].part_of is None)
        want(s.says.gap and s.says.object is None and not main.says.modal)
        part = replace(p["part"], part_of=spoken_of)
        return Joined("and", (main, replace(s, says=replace(s.says, object=part, gap=False))))
    if "of" in p:  # "of which you discard one"
        part = s.says.object
        want(isinstance(part, NounPhrase) and part.x is None and part.part_of is None)
        want(spoken_of == NounPhrase("", Said("them", "PRON")) and not main.says.modal)
        says = replace(s.says, object=replace(part, part_of=spoken_of))
        return Joined("and", (main, replace(s, says=says)))
    want(s.says.gap and s.says.object is None and s.says.verb not in ("shuffle", "reshuffle"))
    want(not main.says.modal)
    so = replace(s, says=replace(s.says, object=spoken_of, gap=False))
    return Joined("and", (main, so))


def _who_then(main: Sentence, pred: Draft) -> Draft:
    """ "A card is drawn by your teammate, who then discards one"."""
    act = main.says
    assert isinstance(act, Act)
    by = next((one.x for one in act.adjuncts if isinstance(one, Prep) and one.word == "by"), None)
    want(by is not None and act.to is None)
    you = NounPhrase("", Said("you", "PRON"))
    if by != you:  # nobody else may be there who "they" could be
        said = main.subject
        want(isinstance(said, NounPhrase) and isinstance(said.x, Nominal) and said.owner is None)
        assert isinstance(said, NounPhrase)
        assert isinstance(said.x, Nominal)
        want(not said.x.details and len(act.adjuncts) == 1)
    then = Sentence(you if by == you else NounPhrase("", Said("they", "PRON")), pred)
    return Joined("and", (main, replace(then, adjuncts=(IF_SO,)) if act.modal else then))


def _spoken_of(main: Sentence) -> NounPhrase:
    """What something is done to in a sentence, as a word that points back at it."""
    act = main.says
    assert isinstance(act, Act)
    if isinstance(act.pred, Act) and act.adverb == "to" and act.object is None:
        act = act.pred  # "has to gain a Hero"
    obj = main.subject if act.passive and act.object is None else act.object
    want(isinstance(obj, NounPhrase) and isinstance(obj.x, Nominal) and act.to is None)
    assert isinstance(obj, NounPhrase)
    assert isinstance(obj.x, Nominal)
    if obj.x.sort == "player":
        want(act.verb == "choose" and obj.det == "a" and not obj.x.plural)
        return NounPhrase("that", Nominal("player", obj.x.head))
    want(obj.x.sort == "card")
    return NounPhrase("", Said("them" if obj.x.plural else "it", "PRON"))


@construction
def gerund(p: Parts) -> Draft:
    """ "doing so gives you 1 Power", "buying your first Hero lets you draw a card"."""
    doing, pred = p["doing"], p["pred"]
    want(isinstance(doing, Act) and doing.form == "ing" and isinstance(pred, Act))
    want(pred.form == "base" and not (pred.negated or pred.modal or pred.passive))
    if is_playing_this(doing):  # as it is done anyway when its text is carried out
        want(pred.verb in ("give", "be"))
        return Sentence(NounPhrase("", Said("this", "PRON")), pred)
    when: Draft = Clause("doing", Sentence(_YOU, replace(doing, form="base")))
    if doing == Act("do so", "ing", gap=True):
        when = IF_SO
    if pred.verb in ("give", "get", "net") and pred.object is not None:
        want(pred.whom in (None, _YOU) and pred.to is None)
        return Sentence(_YOU, replace(pred, verb="get", whom=None), (when,))
    want(pred.verb in LETS and isinstance(pred.whom, NounPhrase) and pred.adverb == "to")
    return Sentence(_YOU, pred, (when,))


_THIS: Final = (NounPhrase("", Said("this", "PRON")), NounPhrase("this", Nominal("card", "card")))


def is_playing_this(x: Draft) -> bool:
    """ "playing this card"."""
    return isinstance(x, Act) and any(x == Act("play", "ing", object=one) for one in _THIS)


LETS: Final = frozenset({"let", "allow", "permit", "make", "cause", "have"})
"""Verbs that say that somebody else may or has to do something."""


@construction
def order(p: Parts) -> Draft:
    """ "Draw a card"."""
    return Sentence(None, p["pred"])


@construction
def bonus(p: Parts) -> Draft:
    """ "+2 Power", "another 2 Power"."""
    x = p["points"]
    if isinstance(x, NounPhrase):
        want(isinstance(x.x, Nominal))
        assert isinstance(x.x, Nominal)
        more = x.det == "another" or (x.det == "a" and x.x.adjectives == ("additional",))
        want(more and x == NounPhrase(x.det, x.x))
        return Sentence(None, Points(x.x))
    return Sentence(None, x)


@construction
def there_for_you(p: Parts) -> Draft:
    """ "2 Power for you", "that's 2 Power for you", "it's 2 Power when you play it"."""
    want(_now(p) and ("who" not in p or p["who"].meaning == "you"))
    want("it" not in p or p["it"].meaning in ("it", "this", "that"))
    if "played" in p:  # "it's 2 Power when you play it": as it is when its text is carried out
        it = NounPhrase("", p["it"]) if p["it"].meaning == "it" else None
        said = p["played"]
        want(isinstance(said, Clause) and said.word == "when" and not said.nth)
        want(said.x in [Sentence(_YOU, Act("play", object=one)) for one in (it, *_THIS) if one])
    points = p["points"]
    want(isinstance(points, NounPhrase) and points.owner is None)
    if "it" in p and "played" not in p:
        return Sentence(NounPhrase("", p["it"]), Act("give", object=points, whom=_YOU))
    return Sentence(_YOU, Act("get", object=points))


def _now(p: Parts) -> bool:
    """ "is", not "was": where it is said at all."""
    return "be" not in p or p["be"].meaning in ("is", "are")


@construction
def this_left_out(p: Parts) -> Draft:
    """ "Gives you 2 Power", "worth 2 Power": this card."""
    pred = p["pred"] if "pred" in p else Act("be", pred=p["worth"])
    want(isinstance(pred, Act) and pred.form == "base")
    given = pred.verb == "give" and pred.object is not None
    worth = isinstance(pred.pred, Comparing) and pred.pred.adjective == "worth"
    want(given or (worth and pred.verb == "be"))
    want(not pred.adjuncts or not worth)
    return Sentence(NounPhrase("", Said("this", "PRON")), pred)


@construction
def cleft(p: Parts) -> Draft:
    """ "2 Power is what you get", "what each foe does is discard a card"."""
    s = p["s"]
    want(isinstance(s, Sentence) and isinstance(s.says, Act) and _now(p))
    act: Act = s.says
    want(act.gap and act.object is None and not act.passive)
    if "done" in p:
        want(act == Act("do", gap=True) and isinstance(p["done"], Act) and not p["done"].modal)
        return replace(s, says=p["done"])
    want(act.verb not in ("cost", "do") and who_wishes(s) is None)
    want(not isinstance(p["obj"], NounPhrase) or p["obj"].det not in ("each", "all"))
    return replace(s, says=replace(act, object=p["obj"], gap=False))


@construction
def that_much(p: Parts) -> Draft:
    """ "that's how much Power you get", "this is how many cards you draw": so much, so many."""
    x, s = nominal(p["x"]), p["s"]
    want(x == Nominal(x.sort, x.head, x.plural, x.called) and _now(p))
    want(isinstance(s, Sentence) and isinstance(s.says, Act))
    act: Act = s.says
    want(act.gap and act.object is None and not (act.passive or act.negated))
    if "of" in p:  # "its cost is how much Power you get"
        as_much = replace(x, details=(Comparing("equal to", object=p["of"]),))
        return replace(s, says=replace(act, object=NounPhrase("", as_much), gap=False))
    word = "that much" if x.sort == "points" else "that many"
    so_many = NounPhrase("", replace(x, quantity=Quantity("word", word=word)))
    return replace(s, says=replace(act, object=so_many, gap=False))


@construction
def counted_then(p: Parts) -> Draft:
    """ "Count your foes: that's how many cards you draw"."""
    left, right = p["l"], p["r"]
    want(isinstance(left, Sentence) and isinstance(left.says, Act) and left.says.verb in PREPARES)
    want(left.subject in (None, _YOU) and not left.says.gap)
    return Joined("and", (left, right))


PREPARES: Final = frozenset({"count", "choose", "name", "look at", "look through"})
"""Verbs that say what is done before the rest, and are no price: "choose a foe: …"."""


@construction
def with_adjunct(p: Parts) -> Draft:
    """Something said of a whole act: when, whether, how often."""
    adj = p["adj"]
    if isinstance(adj, Purpose) and isinstance(adj.x, Act) and adj.x.adverb == "be":
        want("comma" in p and adj.x.passive)
        return _then_done(p["main"], adj.x)
    if "comma" in p and isinstance(adj, Clause) and not adj.but:
        adj = replace(adj, after_comma=True)
    return _adding(p["main"], adj)


@construction
def fronted(p: Parts) -> Draft:
    """The same before the sentence."""
    main = p["main"]
    if isinstance(main, Joined):
        return Sentence(None, main, (p["adj"],))
    want(isinstance(main, Sentence))
    adj = p["adj"]
    if "comma" not in p and isinstance(adj, Prep | Clause):
        want(not main.adjuncts)  # else the next belongs to what stands in this one
    if isinstance(adj, Purpose):
        want(isinstance(main.says, Act) and not main.adjuncts)
        return replace(main, says=replace(main.says, adjuncts=(*main.says.adjuncts, adj)))
    if isinstance(adj, Prep) and adj.word in ("from", "out of"):  # where the act takes it from
        want(isinstance(main.says, Act) and not main.adjuncts)
        return replace(main, says=replace(main.says, adjuncts=(adj, *main.says.adjuncts)))
    return replace(main, adjuncts=(adj, *main.adjuncts))


def _then_done(main: Draft, then: Act) -> Draft:
    """ "(take a card from your discard pile,) to be shuffled into your deck": what is done next."""
    want(isinstance(main, Act) and not then.modal and not then.negated)
    assert isinstance(main, Act)
    if main.verb in TAKES and main.to is None and main.passive:  # it is one move
        adjuncts = (*main.adjuncts, *then.adjuncts)
        return replace(then, adverb=main.adverb, modal=main.modal, adjuncts=adjuncts)
    if main.passive and main.object is None:
        return Joined("and", (main, replace(then, adverb="")))
    it = _spoken_of(Sentence(None, main))
    active = replace(then, object=it, gap=False, passive=False, form=main.form, adverb="")
    return Joined("and", (main, active))


def _limits(x: Draft) -> bool:
    """ "to a maximum of three", "but at least 1 and at most 4"."""
    return (isinstance(x, Prep) and x.word in ("at most", "at least")) or (
        isinstance(x, Joined) and all(map(_limits, x.items))
    )


def _adding(main: Draft, adjunct: Draft) -> Draft:
    match main:
        case Sentence(says=Points()) if isinstance(adjunct, Prep) and adjunct.role == "time":
            raise Nonsense  # Power lasts for the turn anyway: it belongs to what was counted
        case Sentence(says=Points()) if _limits(adjunct):  # all that was counted
            return replace(main, adjuncts=(adjunct, *main.adjuncts))
        case Joined(conj="or") if isinstance(adjunct, Clause):
            raise Nonsense  # does it belong to the last way only?
        case Act(gap=True, object=None) if _limits(adjunct) and main.verb in HOLDS:
            raise Nonsense  # "(each Hero) you control at most": it belongs to all that was counted
        case Act():
            return replace(main, adjuncts=(*main.adjuncts, adjunct))
        case Sentence():
            return replace(main, adjuncts=(*main.adjuncts, adjunct))
        case Joined():
            return Sentence(None, main, (adjunct,))
        case _:
            raise Nonsense


@construction
def only_then(p: Parts) -> Draft:
    """ "Only if you control a Hero do you draw a card", "it's only if … that you draw a card"."""
    if "s" in p:
        return fronted({"adj": only_sub({"x": p["adj"]}), "main": p["s"], "comma": ""})
    return Sentence(p["subj"], modal(p), (only_sub({"x": p["adj"]}),))


IT: Final = NounPhrase("", Said("it", "PRON"))


@construction
def of_these(p: Parts) -> Draft:
    """ "Of the top three cards of your deck, draw one and discard the rest"."""
    whole, main = p["whole"], p["main"]
    want(isinstance(main, Sentence) and isinstance(whole, NounPhrase))
    want(whole.det == "the" or (whole.det == "all" and whole.owner is None))
    if isinstance(main.says, Act) and main.says.passive:  # "of these, one is discarded"
        return replace(main, subject=_some_of(main.subject, whole))
    return replace(main, says=_part_of(main.says, whole))


def _part_of(x: Draft, whole: NounPhrase) -> Draft:
    """The first act with a part of these."""
    if isinstance(x, Joined):
        want(x.conj == "and" and not x.pair)
        first, *rest = x.items
        return replace(x, items=(_part_of(first, whole), *rest))
    want(isinstance(x, Act))
    assert isinstance(x, Act)
    if isinstance(x.pred, Act) and x.adverb == "to":
        return replace(x, pred=_part_of(x.pred, whole))
    return replace(x, object=_some_of(x.object, whole))


def _some_of(some: Draft | None, whole: NounPhrase) -> NounPhrase:
    """ "one", "two that cost 2 or less": of these."""
    want(isinstance(some, NounPhrase))
    assert isinstance(some, NounPhrase)
    such = some.x
    if isinstance(such, Nominal) and such.adjectives and some == NounPhrase("the", such):
        want(such == Nominal("card", "ONE", adjectives=such.adjectives))  # "the cheapest"
        return replace(some, x=replace(such, details=(Prep("of", "", whole),)))
    want(such is None or (isinstance(such, Nominal) and such.head == "ONE" and such.details))
    want(some == NounPhrase("", such, quantity=some.quantity) and some.quantity is not None)
    return replace(some, part_of=whole)


@construction
def anything(p: Parts) -> Draft:
    """ "Anything else is discarded", "anything that costs 0 is destroyed": of the card before."""
    if "mod" not in p:
        return Sentence(IT, p["pred"], (Said("otherwise", "ADV"),))
    want(isinstance(p["mod"], Relative))
    such = NounPhrase("a", Nominal("card", "card", details=(p["mod"],)))
    so = Clause("if", Sentence(IT, Act("be", pred=such)))
    return Sentence(IT, p["pred"], (so,))


@construction
def something_done(p: Parts) -> Draft:
    """ "Destroying a card is something you may do"."""
    doing, s = p["doing"], p["s"]
    want(isinstance(doing, Act) and doing.form == "ing" and isinstance(s, Sentence))
    act = s.says
    want(isinstance(act, Act) and act.modal in ("may", "can", "must"))
    want(act == Act("do", gap=True, modal=act.modal, adjuncts=act.adjuncts))
    done = replace(doing, form="base", modal=act.modal)
    return replace(s, says=replace(done, adjuncts=(*doing.adjuncts, *act.adjuncts)))


@construction
def up_to(p: Parts) -> Draft:
    """ "It is up to each foe whether to discard a card", "it's your choice whether you draw"."""
    if "whose" in p:
        whose = p["whose"]
        want(isinstance(whose, NounPhrase) and whose.owner is not None)
        want(whose == replace(_CHOICE, det="'s", owner=whose.owner))
        p = {**p, "who": whose.owner}
    want(_now(p))
    want("verb" not in p or p["verb"] == Said(p["verb"].meaning, "V", "base"))
    want("verb" not in p or p["verb"].meaning in ("choose", "decide"))
    who, x = p["who"], p.get("x")
    if x is None:
        s = p["s"]
        ways: list[Any] = list(s.items if isinstance(s, Joined) else (s,))
        they = _YOU if who == _YOU else NounPhrase("", Said("they", "PRON"))
        want(not isinstance(s, Joined) or s.pair in ("", "either"))
        want(all(isinstance(one, Sentence) for one in ways) and isinstance(who, NounPhrase))
        want(all(one.subject in (they, None) and not one.adjuncts for one in ways))
        want(ways[0].subject == they)
        x = replace(s, items=tuple(one.says for one in ways), pair="") if len(ways) > 1 else s.says
    return Sentence(who, _chosen_between(x))


@construction
def but_not_both(p: Parts) -> Draft:
    """ "either draw a card or gain a Hero, but not both": it says again that it is one of them."""
    x = p["x"]
    says = x.says if isinstance(x, Sentence) and x.subject in (None, _YOU) else x
    want(p["not"].meaning == "not" and isinstance(says, Joined))
    assert isinstance(says, Joined)
    want(len(says.items) == 2 and says.conj == "or" and says.pair in ("", "either"))
    return x


@construction
def both_said(p: Parts) -> Draft:
    """Two sentences. What stands before the first goes with both, unless the second has its own."""
    left, right = p["l"], p["r"]
    want(not (_of_another(left) and isinstance(right, Sentence) and _is_order(right)))
    if "conj" not in p or p["conj"] is None:
        return Joined("and", (left, right))
    want(p["conj"].meaning != "whereupon" or not _is_offered(left))  # only if it is done?
    if isinstance(left, Sentence) and _is_fronted(left):
        want(isinstance(right, Sentence) and _is_fronted(right))
    if p["conj"].meaning == "but" and isinstance(right, Sentence) and _is_offered(left):
        if is_not_bound(right):  # "you may …, but you don't have to"
            return replace(left, adjuncts=(*left.adjuncts, Clause("though", right)))
        then = Said("then", "ADV")
        if then in right.adjuncts:  # "you may …, but then you have to …": if you do
            so = tuple(IF_SO if one == then else one for one in right.adjuncts)
            return Joined("and", (left, replace(right, adjuncts=so)))
    return joined(p)


IF_SO: Final = Said("if so", "ADV")


def is_not_bound(x: Draft) -> bool:
    """ "you don't have to", "they needn't", "nobody has to"."""
    return isinstance(x, Sentence) and x == Sentence(x.subject, Act("have to", negated=True))


def _is_offered(x: Draft) -> bool:
    return isinstance(x, Sentence) and isinstance(x.says, Act) and x.says.modal in ("may", "can")


@construction
def one_of_these(p: Parts) -> Draft:
    """ "Do one of the following: draw a card; or +2 Power"."""
    main, x = p.get("main"), p["x"]
    if isinstance(main, Sentence) and main.subject not in (None, _YOU):
        return _each_one_of(main, x)
    want(_now(p) and (main is None or main in CHOOSING))
    want("who" not in p or p["who"] == _YOU)
    says = x.says if isinstance(x, Sentence) and x.subject in (None, _YOU) else x
    want(isinstance(says, Joined) and says.conj == "or" and says.pair in ("", "either"))
    want(says is x or not x.adjuncts)
    return x


_YOU: Final = NounPhrase("", Said("you", "PRON"))
_ONE: Final = NounPhrase("", None, quantity=Quantity("=", 1))


def _each_one_of(main: Sentence, x: Draft) -> Sentence:
    """ "Each foe has to choose: discard a card or gain a Weakness"."""
    act = main.says
    if isinstance(act, Act) and isinstance(act.pred, Act):
        want(act == Act("have", pred=act.pred, adverb="to"))
        act = act.pred
    want(act in [Act("choose", gap=True), *(Act("choose", object=one) for one in _OF_THESE)])
    want(isinstance(x, Sentence) and x.subject is None and not (x.adjuncts or main.adjuncts))
    assert isinstance(x, Sentence)
    want(isinstance(x.says, Joined) and x.says.conj == "or" and x.says.pair in ("", "either"))
    return replace(main, says=x.says)


_OF_THESE: Final = (
    _ONE,
    *(
        replace(_ONE, part_of=these)
        for these in (
            NounPhrase("the", Nominal("other", "following")),
            NounPhrase("", Said("these", "PRON")),
        )
    ),
)
_CHOICE: Final = NounPhrase("a", Nominal("other", "choice"))
_YOUR_CHOICE: Final = replace(_CHOICE, det="'s", owner=_YOU)
CHOOSING: Final = (
    *(Sentence(None, Act("do", object=one)) for one in _OF_THESE),
    *(Sentence(who, Act("choose", object=one)) for one in _OF_THESE for who in (None, _YOU)),
    *(Sentence(who, Act(word, gap=True)) for word in ("choose", "decide") for who in (None, _YOU)),
    Sentence(_YOU, Act("have", object=_CHOICE)),
    Sentence(NounPhrase("the", _CHOICE.x), Act("be", pred=Said("yours", "A"))),
    *(
        Sentence(NounPhrase("", Said(it, "PRON")), Act("be", pred=_YOUR_CHOICE))
        for it in ("it", "this")
    ),
    Sentence(None, Act("take", object=_YOUR_CHOICE)),
)
"""What is said before several ways, of which one is chosen: "it's your choice: …"."""


@construction
def in_which_case(p: Parts) -> Draft:
    """ "draw a card, unless you have a Hero, in which case discard one": if you have one, that; if
    not, this."""
    main, other = p["main"], p["s"]
    if "adj" not in p:  # "you may discard a card, in which case you draw one"
        want(_is_offered(main) and isinstance(other, Sentence) and not other.adjuncts)
        return Joined("and", (main, replace(other, adjuncts=(IF_SO,))))
    cond = p["adj"]
    want(isinstance(cond, Clause) and cond.word == "unless")
    want(isinstance(main, Sentence) and isinstance(other, Sentence))
    want(not main.adjuncts and not other.adjuncts)
    instead = Said("instead", "ADV")
    if isinstance(other.says, Act):
        rest = tuple(one for one in other.says.adjuncts if one != instead)
        other = replace(other, says=replace(other.says, adjuncts=rest))
        if isinstance(main.says, Act):
            other = replace(other, says=of_same_points(main.says, other.says))
    first = replace(other, adjuncts=(replace(cond, word="if"),))
    return Joined("and", (first, replace(main, adjuncts=(Said("otherwise", "ADV"),))))


def of_same_points(before: Act, act: Act) -> Act:
    """ "you get 3": of the points that were got before."""
    had, has = before.object, act.object
    if not isinstance(had, NounPhrase) or not isinstance(has, NounPhrase):
        return act
    alone = has == NounPhrase(has.det, None, quantity=has.quantity) and has.det in ("", "another")
    counted = alone and has.quantity is not None and has.quantity.how == "="
    if counted and isinstance(had.x, Nominal) and had.x.sort == "points":
        points = replace(had.x, quantity=has.quantity, details=())
        return replace(act, object=NounPhrase("", points))
    return act


@construction
def gapping(p: Parts) -> Draft:
    """ "Your teammate draws two cards, and you one": what is done is said once."""
    left, obj = p["l"], p["obj"]
    want(isinstance(left, Sentence) and isinstance(left.says, Act) and isinstance(obj, NounPhrase))
    act: Act = left.says
    want(left.subject is not None and not left.adjuncts and act.object is not None)
    want(act == Act(act.verb, act.form, act.object, modal=act.modal) and act.verb not in HOLDS)
    want(p["subj"] != left.subject)
    want(isinstance(act.object, NounPhrase) and act.object.x != Said("them", "PRON"))
    want(not obj.adverbs or obj.adverbs in (("only",), ("just",)))  # what is told, and no more
    other = replace(act, object=replace(obj, adverbs=()))
    return Joined("and", (left, Sentence(p["subj"], other)))


@construction
def as_chosen(p: Parts) -> Draft:
    """ "either draw a card or gain a Hero; the choice is yours": it says again who chooses."""
    choice = Sentence(
        NounPhrase("the", Nominal("other", "choice")), Act("be", pred=Said("yours", "A"))
    )
    want(p["said"] == choice)
    main = p["main"]
    says = main.says if isinstance(main, Sentence) and main.subject in (None, _YOU) else main
    want(isinstance(says, Joined) and says.conj == "or")
    return main


@construction
def or_if(p: Parts) -> Draft:
    """ "draw a card, or two if you have a Hero": the same with another object."""
    want("adv" not in p or p["adv"].meaning == "instead")
    cond = p["cond"]
    want(isinstance(cond, Clause) and cond.word == "if")
    return Otherwise(p["main"], p["alt"], cond)


@construction
def or_if_not(p: Parts) -> Draft:
    """ "draw two cards if you have a Hero, or one if you do not": the number if it is not so."""
    want(isinstance(p["not_so"], Clause) or p["not_so"] == Said("otherwise", "ADV"))
    return Otherwise(p["main"], p["alt"], p["not_so"])


@construction
def sub_not(p: Parts) -> Draft:
    """ "if it is not"."""
    want(p["it"].meaning == "it")
    return Clause("if", Sentence(NounPhrase("", Said("it", "PRON")), Act("so", negated=True)))


@construction
def as_much(p: Parts) -> Draft:
    """ "as much Power as you have Heroes", "twice as much Power as it costs"."""
    x = nominal(p["x"])
    want(x.sort == "points" and not (x.details or x.quantity or x.adjectives))
    by = p["mult"].meaning if "mult" in p else ""
    want(by in ("", "twice", "double", "half", "three times"))
    measure = Measure(p["s"] if "s" in p else p["than"], by)
    return NounPhrase("", replace(x, details=(Comparing("equal to", object=measure),)))


@construction
def as_many_of(p: Parts) -> Draft:
    """ "as many of them as you like"."""
    who = who_wishes(p["s"])
    want(who == NounPhrase("", Said("you", "PRON")))
    return NounPhrase("any", None, part_of=p["whole"])


@construction
def what_it_costs(p: Parts) -> Draft:
    """ "what it costs"."""
    s = p["s"]
    want(isinstance(s, Sentence) and isinstance(s.says, Act))
    want(s.says.verb == "cost" or who_wishes(s) is not None)
    return Measure(s)


@construction
def what_lies(p: Parts) -> Draft:
    """ "what is on top of your deck", "what is in your hand"."""
    where = p["x"]
    want(isinstance(where, Prep) and not where.adverb)
    if where.word in EDGE_OF:
        of = Prep("of", "", where.x)
        return NounPhrase(
            "the", Nominal("card", "card", adjectives=EDGE_OF[where.word], details=(of,))
        )
    want(where.word in ("in", "under"))
    return NounPhrase("all", Nominal("card", "card", plural=True, details=(where,)))


EDGE_OF: Final = {"on top of": ("top",), "on the bottom of": ("bottom",)}


@construction
def as_many(p: Parts) -> Draft:
    """ "as many cards as you like"."""
    x, s = p["x"], p["s"]
    who = who_wishes(s)
    if who is None and isinstance(x, Nominal):
        return NounPhrase("", replace(x, details=(*x.details, _as_many_as(x, s))))
    want(isinstance(x, Nominal) and x.quantity is None and who is not None)
    assert who is not None
    choice = Prep("of choice", "", who)
    many = Quantity("word", word="any number of")
    return NounPhrase("", replace(x, quantity=many, details=(*x.details, choice)))


WISHES: Final = frozenset({"like", "want", "wish", "choose", "please", "care"})
"""Verbs that leave something to whoever is named."""


def _as_many_as(x: Nominal, s: Draft) -> Comparing:
    """ "(as many cards) as you have foes", "as there are Heroes in your discard pile"."""
    match s:
        case (
            Sentence(says=Act(object=NounPhrase() as of))
            | Sentence(says=Act("be", pred=NounPhrase() as of))
        ):
            want(x.quantity is None and of.det == "" and of.quantity is None)
            return Comparing("equal to", object=Measure(s))
    return _as_was_done(x, s)


def _as_was_done(x: Nominal, s: Draft) -> Comparing:
    """ "(as many cards) as you discarded": their number."""
    want(x == Nominal("card", "card", plural=True) and isinstance(s, Sentence))
    assert isinstance(s, Sentence)
    act = s.says
    want(s.subject == NounPhrase("", Said("you", "PRON")) and isinstance(act, Act))
    assert isinstance(act, Act)
    want(s == Sentence(s.subject, Act(act.verb, "past", gap=True, perfect=act.perfect)))
    done = replace(act, passive=True, perfect=False, adjuncts=(Said("this way", "ADV"),))
    cards = NounPhrase("", replace(x, details=(Relative(done),)))
    number = NounPhrase("the", Nominal("num", "number", details=(Prep("of", "", cards),)))
    return Comparing("equal to", object=number)


def who_wishes(x: Draft) -> NounPhrase | None:
    """ "you like", "they wish", "that is what you want": who; None: it says something else."""
    match x:
        case Sentence(NounPhrase("", Said("that" | "this")), Act("be", pred=Measure() as what), ()):
            return who_wishes(what.x) if x.says == Act("be", pred=what) and not what.by else None
        case Sentence(NounPhrase("", Said("you" | "they")) as who, Act(verb) as act, ()):
            plain = Act(verb, gap=act.gap, modal="would" if act.modal == "would" else "")
            return who if verb in WISHES and act == plain else None
    return None


_WHO_CHOOSES: Final = (
    NounPhrase("", Said("you", "PRON")),
    NounPhrase("", Said("them", "PRON")),
)


@construction
def in_order(p: Parts) -> Draft:
    """ "in an order of your choice", "in whichever order you like": who chooses it."""
    want(isinstance(p["order"], NounPhrase))
    want(not p["order"].adverbs and p["order"].excepted is None)
    match p["order"]:
        case NounPhrase("any" | "a" | "the", Nominal(head="order", details=(Prep() as of,)) as x):
            want(of.word == "of choice" and x == Nominal("other", "order", details=(of,)))
            return Prep("in order", "", of.x)
        case NounPhrase("any" | "whichever" | "whatever" | "a" | "the", Nominal(head="order") as x):
            want(len(x.details) == 1 and x == Nominal("other", "order", details=x.details))
            (wish,) = x.details
            who = who_wishes(wish.x) if isinstance(wish, Relative) and wish.gap else None
            if isinstance(wish, Relative) and not wish.gap and wish.whose is None:
                suits = [one for one in _WHO_CHOOSES if wish.x == Act("like", object=one)]
                who = suits[0] if suits else None  # "the order that suits you"
            want(who is not None)
            assert who is not None
            return Prep("in order", "", who)
    raise Nonsense


@construction
def same_many(p: Parts) -> Draft:
    """ "the same number of cards"."""
    cards = nominal(p["x"]) if "x" in p else Nominal("card", "card", plural=True)
    want(cards.sort == "card" and cards.quantity is None)
    return NounPhrase("", replace(cards, quantity=Quantity("word", word="that many")))


@construction
def at_most(p: Parts) -> Draft:
    """ "up to +3 Power": of what is got in all."""
    return Prep("at most", "", p["x"])


@construction
def plus_or_minus(p: Parts) -> Draft:
    """ "plus 1 for each Hero", "minus 1 more Power for every Weakness", "plus 1 if …"."""
    sign = "plus" if p["sign"].meaning == "plus" else "minus"
    return Prep(sign, "added", Joined("and", (p["x"], p["each"] if "each" in p else p["cond"])))


@construction
def the_lower(p: Parts) -> Draft:
    """ "the lower of their two costs"."""
    best = {"lower": "lowest", "higher": "highest", "greater": "highest"}
    word, of = p["adj"].meaning, p["whole"]
    they = NounPhrase("", Said("they", "PRON"))
    costs = Nominal("num", "cost", True)
    two = [replace(costs, quantity=many) for many in (None, Quantity("=", 2))]
    want(word in best and of in [NounPhrase("'s", one, owner=they) for one in two])
    among = Prep("among", "", NounPhrase("", Said("them", "PRON")))
    return NounPhrase("the", Nominal("num", "cost", adjectives=(best[word],), details=(among,)))


@construction
def within_limits(p: Parts) -> Draft:
    """ "but never less than 1 or more than 4"."""
    return Joined("and", (Prep("at least", "", p["least"]), Prep("at most", "", p["most"])))


@construction
def plus_number(p: Parts) -> Draft:
    """ "+3", where it has been said of what."""
    return Points(Nominal("points", "", quantity=p["qty"]))


@construction
def of_choice(p: Parts) -> Draft:
    """ "of your choice"."""
    det = p["det"]
    want(isinstance(det, Said) and det.meaning in POSSESSIVE)
    return Prep("of choice", "", NounPhrase("", Said(POSSESSIVE[det.meaning], "PRON")))


@construction
def asked(p: Parts) -> Draft:
    """ "A Hero? Draw it", "Is it a Hero? Then draw it"."""
    s = p["s"]
    want(isinstance(s, Sentence))
    if "cond" in p:
        want(isinstance(p["cond"], Clause) and p["cond"].word == "if")
        return replace(s, adjuncts=(p["cond"], *s.adjuncts))
    x = p["x"]
    want(isinstance(x, NounPhrase) and x.det == "a")
    so = Sentence(NounPhrase("", Said("it", "PRON")), Act("be", pred=x))
    return replace(s, adjuncts=(Clause("if", so), *s.adjuncts))


@construction
def asked_else(p: Parts) -> Draft:
    """ "Anything else? Discard it"."""
    s = p["s"]
    want(isinstance(s, Sentence))
    return replace(s, adjuncts=(Said("otherwise", "ADV"), *s.adjuncts))


@construction
def and_doing(p: Parts) -> Draft:
    """ "discard a card, drawing two …": one thing and then the other."""
    main, pred = p["main"], p["pred"]
    rest = pred.items if isinstance(pred, Joined) and pred.conj == "and" else (pred,)
    want(isinstance(main, Act) and not (isinstance(pred, Joined) and pred.pair))
    form = (
        "ing"
        if main.form != "ing" and isinstance(rest[0], Act) and rest[0].form == "ing"
        else "base"
    )
    want(all(isinstance(one, Act) and one.form == form for one in rest))
    return Joined("and", (main, *(replace(one, form="base") for one in rest)))


@construction
def if_within(p: Parts) -> Draft:
    """ "discards a card and, if it is a Hero, draws one", "or, if …, loses 1 VP"."""
    right, clause = p["r"], p["adj"]
    want(isinstance(right, Act) and isinstance(p["l"], Act) and isinstance(clause, Clause))
    either = p["conj"].meaning == "or"
    want(either or p["conj"].meaning in ("and", "then", "and then", "but"))
    here = replace(clause, before_act=True)
    last = replace(right, adjuncts=(*right.adjuncts, here))
    return Joined("or" if either else "and", (p["l"], last))


WHOEVER_DOES: Final = NounPhrase("", Said("whoever does it", "PRON"))
"""The subject of "if holding a Hero": that of the sentence with which it goes."""


@construction
def sub_short(p: Parts) -> Draft:
    """ "if holding six or more": whoever does what the clause goes with."""
    pred = p["pred"]
    want(isinstance(pred, Act) and pred.form == "ing")
    want("sub" in p or pred.verb in HOLDS)  # "having no cards in hand, …"
    word = p["sub"] if "sub" in p else Said("if", "SUB")
    want(isinstance(word, Said))
    plain = _going_on(pred, "base", negated=False)
    return Clause(word.meaning, Sentence(WHOEVER_DOES, plain))


@construction
def sub_in(p: Parts) -> Draft:
    """ "while in a Confrontation": whoever does what the clause goes with."""
    want(isinstance(p["sub"], Said) and isinstance(p["x"], Prep))
    return Clause(p["sub"].meaning, Sentence(WHOEVER_DOES, Act("be", pred=p["x"])))


@construction
def having_done(p: Parts) -> Draft:
    """ "having done so": where whoever does the rest has done it."""
    want(p["aux"].meaning == "having")
    return Clause("if", Sentence(WHOEVER_DOES, perfect({**p, "aux": Said("have", "AUX")})))


def _of_another(x: Draft) -> bool:
    """Whether a sentence says what somebody else does."""
    you = NounPhrase("", Said("you", "PRON"))
    if isinstance(x, Sentence) and isinstance(x.says, Act) and x.says.passive:
        return any(isinstance(one, Prep) and one.word == "by" for one in x.says.adjuncts)
    return isinstance(x, Sentence) and x.subject is not None and x.subject != you


def _is_order(x: Sentence) -> bool:
    return x.subject is None and isinstance(x.says, Act)


def _is_fronted(x: Sentence) -> bool:
    return any(isinstance(one, Clause | Prep) for one in x.adjuncts)


# ------------------------------------------------------------------------- coordination


CONJUNCTIONS: Final = {
    "then": "and",
    "and then": "and",
    "whereupon": "and",
    "but": "and",
    "as well as": "and",
    "and also": "and",
    "but also": "and",
    "and afterwards": "and",
    "nor": "or",
    "or else": "or",
    "or instead": "or",
}


def _is_he(x: Draft) -> bool:
    return isinstance(x, NounPhrase) and x in (
        NounPhrase("", Said("he", "PRON")),
        NounPhrase("", Said("she", "PRON")),
    )


def _one_noun(left: Nominal, right: Nominal) -> Nominal | None:
    """ "Hero or Villain": cards that are called by one of them."""
    if not (left.sort == right.sort and left.called and right.called):
        return None
    if replace(left, called=()) != replace(right, called=()):
        return None
    return replace(left, called=(*left.called, *right.called))


@construction
def joined(p: Parts) -> Draft:
    """ "A and B"."""
    conj = CONJUNCTIONS.get(p["conj"].meaning, p["conj"].meaning)
    right = p["r"]
    if "pair" in p:  # "a Hero and either a Villain or a Location"
        want(p["pair"].meaning == "either")
        return Joined(conj, (p["l"], paired({"pair": p["pair"], "x": right})))
    want(not _set_apart(right))
    left = p["l"]
    if isinstance(left, Said) and isinstance(right, Said) and left.category == "DET":
        want(POSSESSIVE.get(left.meaning) != POSSESSIVE.get(right.meaning))
    if _is_he(left) and _is_he(right):
        return NounPhrase("", Said("they", "PRON"))
    if isinstance(left, Nominal) and isinstance(right, Nominal):
        want(left.details or not right.details)  # what stands behind belongs to all of them
        merged = _one_noun(left, right) if conj == "or" else None
        if merged is not None:
            return merged
    want(p["conj"].meaning != "but" or not isinstance(left, NounPhrase | Nominal))
    if isinstance(left, Act) and isinstance(right, Act) and left.gap and not right.gap:
        # "discard and destroy a Hero": is it one card?
        want(left.verb not in ("draw", "discard") or p["conj"].meaning not in ("and", "or"))
    if isinstance(left, Act) and isinstance(right, Act):  # either of both is not "did not A or B"
        alone = left.verb == right.verb == "so"
        want(conj != "or" or alone or not (left.negated and right.negated))
    somewhere = _one_place(conj, left, right)
    if somewhere is not None:
        return somewhere
    same_word = isinstance(right, Joined) and right.conj == conj and not right.pair
    return Joined(conj, (p["l"], *(right.items if same_word else (right,))))


def _set_apart(x: Draft) -> bool:
    """Whether a comma stands before a clause behind it: behind "A and B" it is said of both."""
    match x:
        case Act(adjuncts=adjuncts) | Sentence(adjuncts=adjuncts) if any(
            isinstance(one, Clause) and one.after_comma for one in adjuncts
        ):
            return True
        case Sentence():
            return _set_apart(x.says)
    return False


@construction
def listed(p: Parts) -> Draft:
    """ "A, B, and C"."""
    right = p["r"]
    if isinstance(right, Nominal) and isinstance(p["l"], Nominal):
        merged = _one_noun(p["l"], right)
        want(merged is not None and len(right.called) > 1)
        assert merged is not None
        return merged
    want(isinstance(right, Joined) and not right.pair)
    return Joined(right.conj, (p["l"], *right.items))


@construction
def paired(p: Parts) -> Draft:
    """ "both A and B", "either A or B", "neither A nor B"."""
    pair, x = p["pair"].meaning, p["x"]
    if isinstance(x, Prep):
        return replace(x, x=paired({"pair": p["pair"], "x": x.x}))
    want(isinstance(x, Joined) and not x.pair)
    fits = {"both": ("and",), "either": ("or",), "neither": ("nor", "or")}
    want(x.conj in fits[pair])
    return replace(x, pair=pair)


def _one_place(conj: str, left: Draft, right: Draft) -> Prep | None:
    """ "in your hand or in your discard pile" as "in your hand or your discard pile"."""
    if not isinstance(left, Prep) or not isinstance(right, Prep):
        return None
    if left.word not in ("in", "from") or replace(right, x=left.x) != left:
        return None
    return replace(left, x=Joined(conj, (left.x, right.x)))


# ------------------------------------------------------------------------- verbs


@construction
def does(p: Parts) -> Draft:
    """A verb with its objects."""
    verb = p["verb"]
    args = p.get("args")
    if isinstance(args, Joined):
        want(args.conj == "and" and not args.pair)
        return Joined("and", tuple(_does(verb, {**p, "args": one}) for one in args.items))
    return _does(verb, p)


def _does(verb: Said, p: Parts) -> Act:
    args = p.get("args")
    given = args.items if isinstance(args, Joined) else ()
    obj = p.get("obj")
    to, adverb = p.get("to"), ""
    source: tuple[Draft, ...] = ()
    if isinstance(args, Act):
        obj, to, adverb, source = args.object, args.to, args.adverb, args.adjuncts
    want(not given)
    if verb.meaning == "be as well":  # "counts as a Hero"
        return Act("be", verb.form or "base", pred=obj, adverb="as well")
    if isinstance(to, Prep) and to.word in ("from", "out of", "off"):
        source = (to, *source)
        to = None
    want(not isinstance(obj, NounPhrase) or not isinstance(obj.x, Nominal) or obj.x.sort != "time")
    if "src" in p:
        source = (p["src"], *source)
    gap = obj is None and args is None
    return Act(
        verb.meaning,
        verb.form or "base",
        obj,
        gap=gap,
        to=to,
        whom=p.get("whom"),
        with_=p.get("with"),
        adverb=adverb,
        adjuncts=source,
    )


@construction
def goes_to(p: Parts) -> Draft:
    """An object and where it goes."""
    adverb = p["adv"].meaning if "adv" in p else ""
    source = (p["src"],) if "src" in p else ()
    return Act("", object=p["obj"], to=p["to"], adverb=adverb, adjuncts=source)


@construction
def has_to(p: Parts) -> Draft:
    """ "has to discard", "chooses to draw", "fails to reveal"."""
    verb = p["verb"]
    if verb.meaning == "turn out":  # "turns out to be a Hero" is "is a Hero"
        want(isinstance(p["pred"], Act) and "neg" not in p)
        want(p["pred"].verb in ("be", "have", "cost") and not p["pred"].modal)
        return replace(p["pred"], form=verb.form)
    if verb.meaning in COMES_OFF:  # who manages to do something does it, who fails to does not
        want("neg" not in p)
        negated = not COMES_OFF[verb.meaning]
        return _each(p["pred"], lambda act: _managing(act, verb.form, negated))
    return Act(verb.meaning, verb.form, pred=p["pred"], negated="neg" in p, adverb="to")


COMES_OFF: Final = {"manage": True, "fail": False}
"""Verbs that say only whether what stands behind them is done."""


def _managing(act: Act, form: str, negated: bool) -> Act:
    want(act.form == "base" and not (act.modal or act.negated or act.perfect))
    return replace(act, form=form, negated=negated)


@construction
def so_to(p: Parts) -> Draft:
    """ "who fails to": what is done, or not, has been said."""
    verb = p["verb"]
    if verb.meaning in WISHES and verb.form == "base":  # "if you want to"
        return Act(verb.meaning)
    if verb.meaning in ("have", "need"):  # "(though) you don't have to"
        want(verb.form == "base")
        return Act("have to")
    want(verb.meaning in COMES_OFF and verb.form != "ing")
    form = "past" if verb.form == "past" else "base"
    return Act("so", form, negated=not COMES_OFF[verb.meaning])


@construction
def choose_between(p: Parts) -> Draft:
    """ "decides between drawing and discarding", "chooses whether to draw or discard"."""
    want(p["verb"].meaning in ("choose", "decide") and p["verb"].form == "base")
    return _chosen_between(p["x"])


def _chosen_between(x: Draft) -> Draft:
    """One of several acts; a single one may be done or not."""
    acts = x.items if isinstance(x, Joined) else (x,)
    want(not isinstance(x, Joined) or not x.pair)
    plain: list[Act] = []
    for one in acts:
        want(isinstance(one, Act))
        assert isinstance(one, Act)
        want(not (one.negated or one.modal or one.perfect or one.passive))
        plain.append(replace(one, form="base"))
    return Joined("or", tuple(plain)) if len(plain) > 1 else replace(plain[0], modal="may")


@construction
def forced(p: Parts) -> Draft:
    """ "is forced to discard a card"."""
    word = p["verb"].meaning
    if word in ("allow", "permit"):
        want("all" not in p)
        return _each(p["pred"], lambda act: _modal(act, "may", "neg" in p, past=False))
    want(word in ("force", "require", "make", "cause", "oblige", "compel") and "neg" not in p)
    every = (p["all"],) if "all" in p else ()
    want(all(one.meaning in ("all", "each", "both") for one in every))
    return Act("have", pred=p["pred"], adverb="to", adjuncts=every)


@construction
def considered(p: Parts) -> Draft:
    """ "is considered to be a Hero": it is one as well."""
    return Act("be", pred=p["pred"], adverb="as well")


ABLE: Final = {
    "able": "can",
    "unable": "can",
    "free": "may",
    "welcome": "may",
    "entitled": "may",
    "willing": "willing",
}
"""What one can or may do."""


@construction
def able_to(p: Parts) -> Draft:
    """ "is able to reveal a Hero", "is free to draw a card"."""
    word = p["adj"].meaning if isinstance(p["adj"], Said) else ""
    want(word in ABLE and not (word == "unable" and "neg" in p))
    negated = "neg" in p or word == "unable"
    return _each(p["pred"], lambda act: _modal(act, ABLE[word], negated, past=False))


@construction
def is_to(p: Parts) -> Draft:
    """ "is to be discarded"."""
    return _each(p["pred"], lambda act: _modal(act, "must", negated=False, past=False))


@construction
def makes_do(p: Parts) -> Draft:
    """ "makes each foe discard a card"."""
    return Act(p["verb"].meaning, p["verb"].form, whom=p["whom"], pred=p["pred"], adverb="to")


@construction
def modal(p: Parts) -> Draft:
    """ "may draw", "does not draw"."""
    pred = p["pred"]
    word = p["aux"].meaning
    negated = "neg" in p
    if word in ("do not", "cannot"):
        want(not negated)
        word, negated = word.partition(" ")[0].replace("cannot", "can"), True
    past = word == "did"
    word = "" if word in ("do", "does", "did") else word
    return _each(pred, lambda act: _modal(act, word, negated, past))


@construction
def modal_aside(p: Parts) -> Draft:
    """ "may, if able, draw a card"."""
    said = modal(p)
    want(isinstance(said, Act) and not isinstance(p["adj"], Purpose))
    assert isinstance(said, Act)
    return replace(said, adjuncts=(*said.adjuncts, p["adj"]))


def _modal(act: Act, word: str, negated: bool, past: bool) -> Act:
    want(not (act.modal or act.negated or act.perfect))
    return replace(act, modal=word, negated=negated, form="past" if past else act.form)


def _each(x: Draft, change: Callable[[Act], Draft]) -> Draft:
    """The same done to each of several acts."""
    match x:
        case Act():
            return change(x)
        case Joined():
            return replace(x, items=tuple(_each(item, change) for item in x.items))
        case Sentence() if x.subject is None:
            return replace(x, says=_each(x.says, change))
        case _:
            raise Nonsense


@construction
def perfect(p: Parts) -> Draft:
    """ "has played"."""
    want(p["aux"].meaning in ("have", "has", "had"))
    negated = "neg" in p
    return _each(p["pred"], lambda act: _perfect(act, negated))


def _perfect(act: Act, negated: bool) -> Act:
    want(not (act.negated or act.modal or act.perfect))
    return replace(act, perfect=True, negated=negated, form="past")


@construction
def so(p: Parts) -> Draft:
    """ "who does", "if you do not", "who cannot"."""
    word = p["aux"].meaning
    negated = "neg" in p or word in ("do not", "cannot")
    if word in ("do", "does", "did", "do not"):
        return Act("so", "past" if word == "did" else "base", negated=negated)
    if word in ("have", "has", "had"):  # "once you have"
        return Act("so", "past", negated=negated, perfect=True)
    if word == "need":  # "(though) you needn't"
        want(negated)
        return Act("have to", negated=True)
    want(word in ("can", "cannot", "could"))
    return Act("so", modal="can", negated=negated)


@construction
def passive(p: Parts) -> Draft:
    """ "destroyed this way"; nothing is "cost"."""

    def passively(act: Act) -> Act:
        want(act.verb != "cost")
        return replace(act, passive=True, form="past")

    return _each(p["pred"], passively)


@construction
def has_done(p: Parts) -> Draft:
    """ "has a card destroyed": has it done, by whoever is named, or does it."""
    pred, verb = p["pred"], p["verb"]
    want(verb.meaning == "have" and isinstance(pred, Act) and pred.passive and pred.object is None)
    want(not (pred.negated or pred.modal or pred.perfect or pred.adverb) and pred.to is None)
    by = [one for one in pred.adjuncts if isinstance(one, Prep) and one.word == "by"]
    rest = tuple(one for one in pred.adjuncts if one not in by)
    want(len(by) <= 1 and all(isinstance(one.x, NounPhrase) for one in by))
    done = Act(pred.verb, object=p["obj"], adjuncts=rest)
    return Act("have", verb.form, pred=done, adverb="to", whom=by[0].x if by else None)


@construction
def gets_done(p: Parts) -> Draft:
    """ "gets discarded"."""
    verb = p["verb"]
    want(verb.meaning == "get" and isinstance(p["pred"], Act | Joined))
    be = "was" if verb.form == "past" else "is"
    return _each(p["pred"], lambda act: _being(act, be, negated=False))


@construction
def passive_of_giving(p: Parts) -> Draft:
    """ "(is) given a card": the subject is whom it is given."""
    verb = p["verb"]
    want(verb.meaning != "cost")
    return Act(verb.meaning, "past", p["obj"], gap=True, passive=True)


@construction
def is_(p: Parts) -> Draft:
    """ "is a Hero", "was destroyed"."""
    pred, be = p["pred"], p["be"].meaning
    past = be in ("was", "were", "been")
    if isinstance(pred, Act | Joined | Sentence) and _all_acts(pred):
        return _each(pred, lambda act: _being(act, be, negated="neg" in p))
    form = "ing" if be == "being" else "past" if past else "base"
    return Act("be", form, pred=pred, negated="neg" in p)


CONSTRUCTIONS["is"] = is_


@construction
def progressive(p: Parts) -> Draft:
    """ "is holding"."""
    want(p["be"].meaning in ("is", "are", "be", "was", "were"))
    past = p["be"].meaning in ("was", "were")
    negated = "neg" in p
    form = "past" if past else "base"
    return _each(p["pred"], lambda act: _going_on(act, form, negated))


@construction
def keeps_doing(p: Parts) -> Draft:
    """ "keeps discarding cards until …": until then, one after the other."""
    pred = p["pred"]
    want(isinstance(pred, Act) and pred.form == "ing")
    want(any(isinstance(one, Clause) and one.word == "until" for one in pred.adjuncts))
    return replace(pred, form="base")


@construction
def left_doing(p: Parts) -> Draft:
    """ "is left holding a Hero", "are left with no cards"."""
    if "pred" in p:
        pred = p["pred"]
        want(isinstance(pred, Act) and pred.verb in ("hold", "control"))
        return progressive(p)
    want(p["be"].meaning in ("is", "are", "be") and p["prep"].meaning == "with")
    return Act("have", object=p["obj"], negated="neg" in p)


def _going_on(act: Act, form: str, negated: bool) -> Act:
    want(act.form == "ing" and not (act.negated or act.modal or act.perfect))
    going_on = GOING_ON if act.verb == "confront" and form == "base" else act.adverb
    return replace(act, form=form, negated=negated, adverb=going_on)


GOING_ON: Final = "going on"
"""How somebody Confronts who "is Confronting": it is not announced now."""


def _being(act: Act, be: str, negated: bool) -> Act:
    want(not (act.negated or act.modal or act.adverb))
    return replace(act, negated=negated, adverb=be)


def _all_acts(x: Draft) -> bool:
    match x:
        case Act():
            return x.passive
        case Joined():
            return all(map(_all_acts, x.items))
        case Sentence():
            return x.subject is None and _all_acts(x.says)
        case _:
            return False


@construction
def advised(p: Parts) -> Draft:
    """ "also a Hero", "only from your hand"."""
    x = p["x"]
    match x:
        case Prep() if p["adv"].meaning in ("completely", "currently", "already"):
            return x
        case Prep():
            want(p["adv"].meaning in ("back", "straight", "directly", "immediately"))
            return replace(x, adverb=p["adv"].meaning)
        case NounPhrase():
            return replace(x, adverbs=(*x.adverbs, p["adv"].meaning))
        case Act():
            return replace(x, adjuncts=(*x.adjuncts, p["adv"]))
        case Said() | Comparing() if p["adv"].meaning in ("completely", "currently", "already"):
            return x
        case _:
            raise Nonsense


@construction
def share_object(p: Parts) -> Draft:
    """ "buy or gain a card"; of "discard and destroy a card" it is not said whether it is one."""
    want(isinstance(p["x"], Joined) and p["x"].conj == "or")
    return _each(p["x"], lambda act: replace(act, object=p["obj"], gap=False))


@construction
def share_args(p: Parts) -> Draft:
    """The same with a place."""
    args = p["args"]
    want(isinstance(args, Act) and isinstance(p["x"], Joined) and p["x"].conj == "or")
    return _each(p["x"], lambda act: replace(act, object=args.object, to=args.to, gap=False))


# ------------------------------------------------------------------------- adjuncts


@construction
def at_time(p: Parts) -> Draft:
    """ "this turn"."""
    return Prep("", "time", p["x"])


@construction
def because_of(p: Parts) -> Draft:
    """ "(discarded) to this Attack": because of it."""
    return Prep("because of", "", p["x"])


@construction
def often(p: Parts) -> Draft:
    """ "once during your turn"."""
    when = p["x"] if "x" in p else Prep("", "", p["time"])
    want(isinstance(when, Prep) and not when.adverb and p["adv"].meaning == "once")
    return replace(when, adverb="once")


@construction
def per_turn(p: Parts) -> Draft:
    """ "once per turn", "but no more than once per turn"."""
    want(p["adv"].meaning == "once")
    return Prep("", "time", NounPhrase("each", Nominal("time", "turn")), adverb="once")


@construction
def purpose(p: Parts) -> Draft:
    """ "to avoid an Attack"."""
    return Purpose(p["pred"])


@construction
def without(p: Parts) -> Draft:
    """ "without paying its cost"."""
    return Prep(p["prep"].meaning, "doing", p["pred"])


@construction
def doing(p: Parts) -> Draft:
    """ "by discarding a card", "upon playing a Hero"."""
    pred = p["pred"]
    if p["prep"].meaning == "upon" and isinstance(pred, Act) and pred.verb != "do so":
        return Clause("when", Sentence(WHOEVER_DOES, replace(pred, form="base")))
    return Prep(p["prep"].meaning, "doing", p["pred"])


@construction
def sub(p: Parts) -> Draft:
    """ "if you have a Hero"."""
    word, s = p["sub"], p["s"]
    if isinstance(s, Sentence):  # "when next you play a Hero" is not each time
        want(Said("then", "ADV") not in s.adjuncts)
    if isinstance(word, Clause):
        return replace(word, x=p["s"])
    return Clause(word.meaning, p["s"])


@construction
def inverted(p: Parts) -> Draft:
    """ "should you have a Hero", "had you discarded a card", "is it a Hero"."""
    if "be" in p:
        want(p["be"].meaning in ("is", "are", "was", "were"))
        now = Said("are" if p["be"].meaning in ("are", "were") else "is", "BE")
        return Clause("if", Sentence(p["subj"], is_({**p, "be": now})))
    word = p["aux"].meaning
    want(word in ("should", "do", "does", "did", "have", "has", "had"))
    if word in ("have", "has", "had"):
        return Clause("if", Sentence(p["subj"], perfect(p)))
    plain = Said("do" if word == "should" else word, "AUX")
    return Clause("if", Sentence(p["subj"], modal({**p, "aux": plain})))


HOLDS: Final = frozenset({"be", "have", "hold", "control", "cost", "lie"})
"""Verbs of what is so, and not of what is done."""


@construction
def with_so(p: Parts) -> Draft:
    """ "with no foe controlling a Location": where that is so."""
    if "be" in p:  # "with your hand empty"
        want(p["prep"].meaning == "with")
        return Clause("if", Sentence(p["subj"], Act("be", pred=p["be"])))
    pred = p["pred"]
    want("prep" not in p or p["prep"].meaning == "with")
    want(isinstance(pred, Act) and pred.form == "ing")
    want("prep" in p or pred.verb in HOLDS)  # "your hand being empty"
    return Clause("if", Sentence(p["subj"], replace(pred, form="base")))


def _each_done(x: Draft) -> Sentence | None:
    """ "every Hero you play": that you play one."""
    match x:
        case NounPhrase(
            "each" | "every", Nominal("card", details=(*rest, Relative() as last)) as one
        ):
            does = last.x if last.gap and isinstance(last.x, Sentence) else None
            act = does.says if does is not None else None
            if does is None or not isinstance(act, Act) or act.form != "base" or act.perfect:
                return None
            want(x == NounPhrase(x.det, one) and act.gap and act.object is None)
            card = NounPhrase("a", replace(one, details=tuple(rest)))
            return replace(does, says=replace(act, object=card, gap=False))
    return None


@construction
def with_there(p: Parts) -> Draft:
    """ "(but only) with a Hero in your discard pile": where there is one."""
    each = _each_done(p["x"])
    if each is not None:  # "with every Hero you play, …"
        want("adj" not in p and p["prep"].meaning == "with")
        return Clause("time", each, nth="each")
    if p["x"] in _THIS:  # "with this card, you get 2 Power": by means of it
        want("adj" not in p and p["prep"].meaning == "with")
        return Prep("with", "", p["x"])
    there = NounPhrase("", Said("there", "PRON"))
    word = {"with": "if", "without": "unless"}[p["prep"].meaning]
    return Clause(word, Sentence(there, Act("be", pred=p["x"])))


@construction
def sub_is(p: Parts) -> Draft:
    """ "if a Hero": if it is one."""
    word, x = p["sub"], p["x"]
    want(isinstance(word, Said) and word.meaning in ("if", "unless"))
    want(isinstance(x, NounPhrase) and x.det == "a")
    return Clause(word.meaning, Sentence(NounPhrase("", Said("it", "PRON")), Act("be", pred=x)))


@construction
def sub_number(p: Parts) -> Draft:
    """ "if two", "if three or more": of what the sentence before counts."""
    x = p["x"]
    if "only" in p:
        want(isinstance(x, NounPhrase) and not x.adverbs)
        x = replace(x, adverbs=("only",))
    return Clause("if", Sentence(SAID_BEFORE, Act("be", pred=x)))


@construction
def counted_alone(p: Parts) -> Draft:
    """ "the two", "the other three"."""
    adjectives = (p["adj"].meaning,) if "adj" in p else ()
    two = Quantity("=", int(p["num"].meaning))
    return NounPhrase("the", Nominal("card", "ONE", True, adjectives=adjectives, quantity=two))


@construction
def than_there(p: Parts) -> Draft:
    """ "(more cards in your hand) than in your deck": than such cards there."""
    return Than("than", NounPhrase("", Nominal("card", "SAME", True, details=(p["x"],))))


@construction
def the_costlier(p: Parts) -> Draft:
    """ "the costlier of the two"."""
    two = Prep("of", "", p["whole"])
    return NounPhrase("the", Nominal("card", "ONE", more=p["adj"].meaning, details=(two,)))


@construction
def no_two_alone(p: Parts) -> Draft:
    """ "no two (of them)"."""
    return NounPhrase("no", None, quantity=Quantity("=", int(p["num"].meaning)))


@construction
def so_is(p: Parts) -> Draft:
    """ "(if both) are": what was said before."""
    word = p["be"].meaning
    want(word in ("is", "are", "was", "were"))
    return Act("so be", "past" if word in ("was", "were") else "base")


@construction
def as_many_as(p: Parts) -> Draft:
    """ "(until they have) as many as you": cards."""
    want(isinstance(p["than"], Than) and p["than"].how == "as")
    return NounPhrase("", Nominal("card", "card", True, more="as many", than=p["than"]))


@construction
def compared_alone(p: Parts) -> Draft:
    """ "(if it has) fewer": than was said before."""
    return NounPhrase("", Nominal("card", "ONE", plural=True, more=p["how"].meaning))


@construction
def nth_time(p: Parts) -> Draft:
    """ "each time", "the first time", "the next time"."""
    return Clause("time", Said("", ""), nth=_which_time(p))


@construction
def for_the_nth(p: Parts) -> Draft:
    """ "(when you draw a card) for the first time"."""
    return Clause("for the time", Said("", ""), nth=_which_time(p))


def _which_time(p: Parts) -> str:
    det = p["det"]
    want(isinstance(det, Said))
    adjective = p["adj"].meaning if "adj" in p and isinstance(p["adj"], Said) else ""
    return f"{det.meaning} {adjective}".strip()


@construction
def nth_time_of(p: Parts) -> Draft:
    """ "the first time each turn that you play a Hero"."""
    return Clause("time", p["s"], nth=_which_time(p), window=p["window"])


@construction
def only_sub(p: Parts) -> Draft:
    """ "only if"."""
    x = p["x"]
    want(isinstance(x, Clause) and x.word in ("if", "when", "while", "time"))
    return x


@construction
def even_sub(p: Parts) -> Draft:
    """ "but only if"."""
    x = only_sub(p)
    assert isinstance(x, Clause)
    return replace(x, but=True)


@construction
def pp(p: Parts) -> Draft:
    """A preposition and a noun phrase."""
    return Prep(p["prep"].meaning, "", p["obj"])


@construction
def not_there(p: Parts) -> Draft:
    """ "on top of your deck rather than into your discard pile": not where it would go else."""
    x, other = p["x"], p["not"]
    want(isinstance(x, Prep) and isinstance(other, Prep) and not other.adverb)
    where = other.x
    want(isinstance(where, NounPhrase) and isinstance(where.x, Nominal))
    want(
        where.x == Nominal("place", "discard pile")
        and other.word in ("in", "into", "to", "onto", "on")
    )
    return x


@construction
def not_there_but(p: Parts) -> Draft:
    """ "(which) does not go to their discard pile as usual but onto the top of their deck"."""
    want(p["aux"].meaning in ("do", "does"))
    want("usual" not in p or p["usual"].meaning == "as usual")
    return Act(p["verb"].meaning, gap=True, to=not_there({"x": p["x"], "not": p["not"]}))


@construction
def per(p: Parts) -> Draft:
    """ "per Hero"."""
    return Prep("for", "", NounPhrase("each", p["obj"]))


# ------------------------------------------------------------------------- noun phrases


@construction
def pronoun(p: Parts) -> Draft:
    """ "you", "it", "those"; "nothing" is no cards."""
    word = p["x"]
    if isinstance(word, Said) and word.meaning in THINGS:
        det, plural = THINGS[word.meaning]
        return NounPhrase(det, Nominal("card", "card", plural))
    if isinstance(word, Said) and word.meaning in THEIRS:
        return NounPhrase("'s", None, owner=NounPhrase("", Said(THEIRS[word.meaning], "PRON")))
    return NounPhrase("", word)


THEIRS: Final = {"yours": "you", "theirs": "they"}
"""Words for what somebody has, where it has been said what."""


THINGS: Final = {
    "nothing": ("no", True),
    "anything": ("any", False),
    "something": ("a", False),
    "everything": ("all", True),
}
"""Words for cards: their determiner, and whether they are several."""


POSSESSIVE: Final = {
    "your": "you",
    "their": "they",
    "his": "they",
    "her": "they",
    "his or her": "they",
    "its": "it",
}


@construction
def noun(p: Parts) -> Draft:
    """A noun as it stands in the lexicon."""
    return nominal(p["x"])


def _opposing(x: Draft) -> Nominal | None:
    """ "opposing Character": a foe's."""
    match x:
        case Nominal("card", "card", adjectives=("opposing",), called=(a.TitleNoun() as title,)):
            want(title == a.TitleNoun(a.Title.CHARACTER))
            want(x == Nominal("card", "card", x.plural, x.called, ("opposing",)))
            return Nominal("card", "card", x.plural, x.called)
    return None


@construction
def determined(p: Parts) -> Draft:
    """ "the card", "your hand"."""
    det, x = p["det"], p["x"]
    character = _opposing(x)
    if character is not None:  # "each opposing Character"
        want(isinstance(det, Said) and det.meaning in ("each", "every", "a", "any", "all", "that"))
        foe = NounPhrase(det.meaning, Nominal("player", "foe", character.plural))
        return NounPhrase("'s", replace(character, plural=False), owner=foe)
    if isinstance(det, Said) and det.meaning == "whatever" and isinstance(x, Nominal) and x.plural:
        want(x.details)
        return NounPhrase("all", x)
    if isinstance(det, Said) and det.meaning in POSSESSIVE:
        owner = NounPhrase("", Said(POSSESSIVE[det.meaning], "PRON"))
        return determined({"det": NounPhrase("'s", None, owner=owner), "x": x})
    if isinstance(det, NounPhrase) and _is_place(det.owner):  # "the Line-Up's cheapest card"
        want(isinstance(x, Nominal) and x.sort == "card" and det.owner is not None)
        of = Prep("of", "", det.owner or det)
        return NounPhrase("the", replace(x, details=(*x.details, of)))
    if isinstance(det, NounPhrase):  # whose
        if isinstance(x, Joined):
            return replace(x, items=tuple(determined({"det": det, "x": one}) for one in x.items))
        return replace(det, x=x)
    if isinstance(det, Joined):
        return replace(det, items=tuple(determined({"det": one, "x": x}) for one in det.items))
    if isinstance(x, Joined):
        return _each_noun(det.meaning, x)
    return NounPhrase(det.meaning, x)


def _is_place(x: Draft | None) -> bool:
    return isinstance(x, NounPhrase) and isinstance(x.x, Nominal) and x.x.sort == "place"


def _each_noun(det: str, x: Joined) -> Joined | NounPhrase:
    """ "a Hero and Villain" as "a Hero and a Villain"; "all Heroes and Villains" are of both."""
    if x.conj == "and" and det in ("", "all", "each", "every", "any") and not x.pair:
        nouns = [one for one in x.items if isinstance(one, Nominal)]
        merged = nouns[0]
        for one in nouns[1:]:
            both = _one_noun(merged, one)
            want(both is not None and merged.plural == (det not in ("each", "every")))
            assert both is not None
            merged = both
        want(len(nouns) == len(x.items))
        return NounPhrase(det, merged)
    found = tuple(NounPhrase(det, one) for one in x.items if isinstance(one, Nominal))
    want(len(found) == len(x.items))
    return Joined(x.conj, found, x.pair)


@construction
def plain(p: Parts) -> Draft:
    """ "cards", "three Heroes"."""
    x = p["x"]
    if isinstance(x, Joined):
        return _each_noun("", x)
    return NounPhrase("", x)


@construction
def alone(p: Parts) -> Draft:
    """ "each", "two"."""
    if "qty" in p:
        return NounPhrase("", None, quantity=p["qty"])
    det = p["det"]
    want(isinstance(det, Said))
    return NounPhrase(det.meaning, None)


@construction
def another_two(p: Parts) -> Draft:
    """ "another 2", where it has been said of what."""
    return NounPhrase("another", None, quantity=Quantity("=", int(p["num"].meaning)))


@construction
def how_many(p: Parts) -> Draft:
    """ "(count) how many Heroes there are in your deck": these Heroes."""
    x = nominal(p["x"])
    want(_now(p))
    if "s" in p:
        return NounPhrase("", replace(x, details=(*x.details, Relative(p["s"], gap=True))))
    where = (p["where"],) if "where" in p else ()
    return NounPhrase("", replace(x, details=(*x.details, *where)))


@construction
def one_of(p: Parts) -> Draft:
    """ "one of them", "each of your foes"."""
    part = p.get("part") or NounPhrase("all", None)
    want(isinstance(part, NounPhrase) and part.part_of is None)
    return replace(part, part_of=p.get("whole", NounPhrase("", Said("them", "PRON"))))


@construction
def share_of(p: Parts) -> Draft:
    """ "more than half of the cards in your hand", "most of them"."""
    bound = p["bound"].meaning if "bound" in p else "more than"
    if "cmp" in p:
        bound = "at least" if p["cmp"].meaning in AT_LEAST else "at most"
    want(bound in ("more than", "at least", "fewer than", "less than", "at most"))
    return NounPhrase("", None, part_of=p["whole"], adverbs=(f"{bound} half",))


@construction
def half_of(p: Parts) -> Draft:
    """ "half of them"."""
    return NounPhrase("", None, part_of=p["whole"], adverbs=("half",))


@construction
def described(p: Parts) -> Draft:
    """A noun with something behind it."""
    x, mod = p["x"], p["mod"]
    match x:
        case Nominal():
            want(_goes_with(mod, x.sort))
            return replace(x, details=(*x.details, mod))
        case NounPhrase() if x.x is None or isinstance(x.x, Said):
            inner = Nominal("card", "ONE", details=(mod,))
            if x == NounPhrase("each", None) and _so_said(mod):  # "each who does"
                inner = Nominal("player", "those", details=(mod,))
            return replace(x, x=inner) if x.x is None else _those(x, mod)
        case Joined():
            return replace(x, items=tuple(described({"x": one, "mod": mod}) for one in x.items))
        case NounPhrase(x=Nominal() as inner):
            return replace(x, x=replace(inner, details=(*inner.details, mod)))
        case _:
            raise Nonsense


def _so_said(mod: Draft) -> bool:
    """ "who does", "who cannot"."""
    return isinstance(mod, Relative) and isinstance(mod.x, Act) and mod.x.verb in ("so", "do so")


def _goes_with(mod: Draft, sort: str) -> bool:
    """Whether such a thing can be described in this way: a place is no Hero."""
    if isinstance(mod, Joined):
        return all(_goes_with(one, sort) for one in mod.items)
    match sort:
        case "place":
            return isinstance(mod, Prep) and mod.word == "of"
        case "num" | "kind" | "points":
            return (
                isinstance(mod, Comparing)
                or (isinstance(mod, Prep) and mod.word in ("of", "for", "among", "in"))
                or (sort == "points" and isinstance(mod, Prep) and mod.word in ("from", "out of"))
            )
        case "player":
            return not isinstance(mod, Comparing)
        case _:
            return True


def _those(x: NounPhrase, mod: Draft) -> NounPhrase:
    """ "those who do", "anyone with a Hero"."""
    word = x.x
    want(isinstance(word, Said))
    assert isinstance(word, Said)
    of = x.part_of
    if of is not None:  # "those of your foes who control a Hero": each foe who does
        want(word.meaning == "those" and isinstance(of, NounPhrase) and isinstance(of.x, Nominal))
        assert isinstance(of, NounPhrase)
        assert isinstance(of.x, Nominal)
        want(x == NounPhrase("", word, part_of=of) and of.x.sort == "player" and not of.x.details)
        return replace(of, x=replace(of.x, details=(mod,)))  # type: ignore[arg-type]
    heads = {
        "those": ("player", "those", ""),
        "everyone": ("player", "player", "each"),
        "everybody": ("player", "player", "each"),
        "anyone": ("player", "player", "each"),
        "anybody": ("player", "player", "each"),
        "nobody": ("player", "player", "no"),
        "no one": ("player", "player", "no"),
        "someone": ("player", "player", "a"),
    }
    want(word.meaning in heads)
    sort, head, det = heads[word.meaning]
    return NounPhrase(det, Nominal(sort, head, details=(mod,)))  # type: ignore[arg-type]


@construction
def times(p: Parts) -> Draft:
    """ "twice that many", "only one"."""
    x = p["x"]
    want(isinstance(x, NounPhrase))
    return replace(x, adverbs=(*x.adverbs, p["mult"].meaning))


@construction
def rounded(p: Parts) -> Draft:
    """ "rounded up"."""
    x = p["x"]
    want(isinstance(x, NounPhrase))
    return replace(x, adverbs=(*x.adverbs, f"rounded {p['adv'].meaning}"))


@construction
def not_but(p: Parts) -> Draft:
    """ "not the first but the second Hero"."""
    x, other = p["x"], p["not"]
    want(isinstance(x, NounPhrase) and isinstance(other, NounPhrase) and x != other)
    want(x.det == other.det)
    if isinstance(x.x, Nominal) and isinstance(other.x, Nominal):
        want(x.x.adjectives != other.x.adjectives or x.x.called != other.x.called)
        want(other.x.head != "ONE" or x.x.adjectives[:1] != other.x.adjectives[:1])
    return x


@construction
def but_for(p: Parts) -> Draft:
    """ "all cards except Heroes"."""
    x = p["x"]
    want(isinstance(x, NounPhrase) and x.excepted is None)
    if p["mod"].word == "including":  # of each player you are one anyway
        yourself = p["mod"].x in (NounPhrase("", Said(you, "PRON")) for you in ("you", "yourself"))
        want(yourself and player(x).kind is a.PlayerKind.EACH_PLAYER)
        return x
    want(
        p["mod"].word
        in ("except", "except for", "other than", "but", "besides", "excluding", "apart from")
    )
    return replace(x, excepted=p["mod"])


@construction
def plus(p: Parts) -> Draft:
    """ "+2 Power"."""
    want(isinstance(p["x"], Nominal))
    return Points(p["x"])


@construction
def minus(p: Parts) -> Draft:
    """ "-2 Power"."""
    want(isinstance(p["x"], Nominal))
    return Points(p["x"], minus=True)


@construction
def plus_more(p: Parts) -> Draft:
    """ "an additional +1 Power"."""
    x = p["x"]
    want(isinstance(p["adj"], Said) and p["adj"].meaning == "additional")
    want("det" not in p or p["det"].meaning == "a")
    return x


@construction
def whichever(p: Parts) -> Draft:
    """ "whichever foe has the most cards"."""
    x = p["x"]
    want(isinstance(x, Nominal))
    if x.plural:  # "whichever foes have the most cards": each of them
        want(x.sort == "player" and "next" not in p)
        return NounPhrase(
            "each", replace(x, plural=False, details=(*x.details, Relative(p["pred"])))
        )
    if "next" in p:  # "whichever card you buy next"
        s, after = p["next"], Said("the next time", "ADV")
        want(isinstance(s, Sentence) and isinstance(s.says, Act))
        act: Act = s.says
        want(after in act.adjuncts and not s.adjuncts)
        rest = tuple(one for one in act.adjuncts if one != after)
        acted = Relative(replace(s, says=replace(act, adjuncts=rest)), gap=True)
        first = replace(x, adjectives=("next", *x.adjectives), details=(*x.details, acted))
        return NounPhrase("the", first)
    return NounPhrase("the", replace(x, details=(*x.details, Relative(p["pred"]))))


@construction
def as_they_like(p: Parts) -> Draft:
    """ "two cards, whichever two they like": it says again who chooses them."""
    x, who = p["x"], who_wishes(p["s"])
    want(who is not None and isinstance(x, NounPhrase) and isinstance(x.x, Nominal))
    assert who is not None
    q = x.x.quantity
    number = 1 if q is None else q.number
    want((q is None or q.how in ("=", "up to")) and (x.det == "a" or q is not None))
    want("num" not in p or int(p["num"].meaning) == number)
    return replace(x, x=replace(x.x, details=(*x.x.details, Prep("of choice", "", who))))


@construction
def which_may_be(p: Parts) -> Draft:
    """ "a card, which may come from your hand or from your discard pile": where it is."""
    x, where = p["x"], p["where"]
    want(p["aux"].meaning in ("may", "can", "must", "will") and isinstance(where, Prep))
    comes = p.get("verb")
    want(comes is None or comes.meaning in ("come", "be", "lie", "stay", "remain"))
    want(
        where.word in (("from", "out of") if comes and comes.meaning == "come" else ("in", "from"))
    )
    return described({"x": x, "mod": where})


@construction
def whatever(p: Parts) -> Draft:
    """ "whatever card is on top of your deck", "whatever lies there": the card there."""
    x = p.get("x", Nominal("card", "card"))
    want(x == Nominal("card", "card"))
    if "s" in p:  # "whatever you discard", "what you buy this turn"
        s = p["s"]
        want(isinstance(s, Sentence) and who_wishes(s) is None and isinstance(s.says, Act))
        want(s.says.verb not in ("cost", "do", "get", "have"))
        return NounPhrase("each", replace(x, details=(Relative(s, gap=True),)))
    if isinstance(p["pred"], Act) and p["pred"].verb == "cost":  # "what costs 3 or less there"
        so_much: Any = p["pred"].object
        want(isinstance(so_much, NounPhrase) and isinstance(so_much.x, Nominal))
        want(so_much.x == Nominal("card", "ONE", details=so_much.x.details))
        costs = Relative(replace(p["pred"], object=replace(so_much, x=None)))
        details = (*so_much.x.details, costs)
        return NounPhrase("all", replace(x, plural=True, details=details))
    where = _lies(p["pred"])
    want(isinstance(where, Prep) and not where.adverb)
    return what_lies({"x": where})


@construction
def the_rest(p: Parts) -> Draft:
    """ "whatever is left"."""
    want(_now(p))
    return NounPhrase("the", Nominal("card", "rest"))


def _lies(x: Draft) -> Draft | None:
    match x:
        case Act("be", pred=Prep() as where) if x == Act("be", pred=where):
            return where
        case Act("lie" | "sit" | "stand" as verb, to=Prep() as where):
            return where if x in (Act(verb, to=where), Act(verb, to=where, gap=True)) else None
    return None


@construction
def whoever(p: Parts) -> Draft:
    """ "whoever has the most cards", "whoever (it is that) you are Confronting"."""
    if "s" in p:
        by_you = Nominal("player", "player", details=(Relative(p["s"], gap=True),))
        return NounPhrase("the", by_you)
    return NounPhrase("the", Nominal("player", "player", details=(Relative(p["pred"]),)))


@construction
def owners(p: Parts) -> Draft:
    """ "each foe's", "turn's"."""
    if "moment" in p:
        return NounPhrase("'s", None, owner=NounPhrase("", noun_of(p["moment"])))
    return NounPhrase("'s", None, owner=p["owner"])


@construction
def owned(p: Parts) -> Draft:
    """ "your teammate's", where it has been said what of theirs."""
    return NounPhrase("'s", None, owner=p["owner"])


@construction
def their_own(p: Parts) -> Draft:
    """ "your own"."""
    return p["x"]


@construction
def predetermined(p: Parts) -> Draft:
    """ "all your", "both those"."""
    left, right = p["l"], p["r"]
    want(isinstance(left, Said) and left.meaning in ("all", "both"))
    if isinstance(right, Said) and right.category == "DET" and right.meaning not in POSSESSIVE:
        return replace(right, meaning=f"all {right.meaning}")
    raise Nonsense


# ------------------------------------------------------------------------- nouns


@construction
def copies(p: Parts) -> Draft:
    """ "(two) copies of the same Equipment": so many that have one name."""
    x = nominal(p["x"])
    want(x == Nominal("card", "card", called=x.called))
    return replace(x, plural=True, details=(ALIKE,))


@construction
def modified(p: Parts) -> Draft:
    """ "other Heroes"."""
    mod, x = p["mod"], p["x"]
    if isinstance(x, Joined):
        return replace(x, items=tuple(modified({"mod": mod, "x": one}) for one in x.items))
    x = nominal(x)
    if isinstance(mod, Nominal):  # "non-Hero"
        return replace(x, mods=(*x.mods, *mod.called))
    if isinstance(mod, Joined):
        items = mod.items
        if all(isinstance(one, Nominal) for one in items):
            called = [noun for one in items if isinstance(one, Nominal) for noun in one.called]
            want(mod.conj in ("and", "or"))
            return replace(x, mods=(*x.mods, *called))
        raise Nonsense
    want(isinstance(mod, Said))
    if mod.meaning in ("identical", "duplicate"):  # "two identical Heroes"
        want(x.sort == "card" and x.quantity is None and not x.details)
        return replace(x, plural=True, details=(ALIKE,))
    said = f"{mod.meaning}/done" if mod.form == "done" else mod.meaning
    return replace(x, adjectives=(said, *x.adjectives))


def nominal(x: Draft) -> Nominal:
    """A noun as a nominal."""
    if isinstance(x, Nominal):
        return x
    want(isinstance(x, Said) and x.category == "N")
    assert isinstance(x, Said)
    return noun_of(x)


@construction
def compared_noun(p: Parts) -> Draft:
    """ "more Heroes", "the same name"."""
    want(isinstance(p["mod"], Said) and not nominal(p["x"]).more)
    want(nominal(p["x"]).quantity is None)
    return replace(nominal(p["x"]), more=p["mod"].meaning)


@construction
def compound(p: Parts) -> Draft:
    """ "Hero cards", "Defense card", "card type"."""
    return compounded(nominal(p["mod"]), nominal(p["x"]))


@construction
def counted(p: Parts) -> Draft:
    """ "two Heroes"."""
    x = p["x"]
    if isinstance(x, Joined):
        first, *rest = x.items
        return replace(x, items=(counted({"qty": p["qty"], "x": first}), *rest))
    x = nominal(x)
    want(x.quantity is None)
    return replace(x, quantity=p["qty"])


@construction
def noun_left_out(p: Parts) -> Draft:
    """ "the other", "the first"."""
    adj = p["adj"]
    want(isinstance(adj, Said))
    return Nominal("card", "ONE", adjectives=(adj.meaning,))


@construction
def num_than(p: Parts) -> Draft:
    """ "less than its cost", "1 more than it"."""
    return NounPhrase("", _more_than(Nominal("num", ""), p))


def _more_than(x: Nominal, p: Parts) -> Nominal:
    """A number and what it is compared with: "2 more than …", "above …"."""
    than = p["than"] if "than" in p else Than("than", p["over"])
    word = p["cmp"].meaning if "cmp" in p else p["side"].meaning
    by = p.get("qty")
    if by is None:
        return replace(x, more=word, than=than)
    want(isinstance(by, Quantity) and not by.further)
    return replace(x, more=word, than=than, quantity=by)


@construction
def measured(p: Parts) -> Draft:
    """ "cost 3 or less"."""
    return replace(nominal(p["x"]), value=p["qty"])


@construction
def measured_than(p: Parts) -> Draft:
    """ "cost less than that of this card"; "a Level higher" is one higher."""
    want(nominal(p["x"]).head != "level")
    return _more_than(nominal(p["x"]), p)


@construction
def measured_as(p: Parts) -> Draft:
    """ "cost equal to the number of Heroes you control"."""
    return replace(nominal(p["x"]), more="same", than=Than("as", p["than"]))


@construction
def more_than(p: Parts) -> Draft:
    """ "more Heroes than you"."""
    x = p["x"]
    want(isinstance(x, Nominal) and x.more)
    return replace(x, than=p["than"])


LEFT: Final = frozenset({"left", "unspent", "unused", "remaining"})


@construction
def left_over(p: Parts) -> Draft:
    """ "3 Power left"."""
    x, word = p["x"], p["mod"]
    want(isinstance(x, Nominal) and isinstance(word, Said) and word.meaning in LEFT)
    return replace(x, adjectives=(*x.adjectives, word.meaning))


@construction
def non(p: Parts) -> Draft:
    """ "non-Hero"."""
    x = nominal(p["x"])
    want(x.sort in ("card", "keyword") and len(x.called) == 1)
    return replace(x, called=(a.replace(x.called[0], negated=True),))


# ------------------------------------------------------------------------- behind nouns


@construction
def who(p: Parts) -> Draft:
    """ "who has a Hero"."""
    return Relative(p["pred"])


@construction
def who_did_not(p: Parts) -> Draft:
    """ "who does not or cannot", "who chooses not to, or who has no Hero to discard": whoever did
    not do it, for whatever reason."""
    if "verb" in p:
        want(p["verb"].meaning == "choose" and p["verb"].form == "base")
    said = [p[one] for one in ("one", "other") if one in p]
    want("verb" in p or any(isinstance(one, Act) and one.verb == "so" for one in said))
    want(all(map(_not_done, said)))
    return Relative(Act("so", negated=True))


def _not_done(x: Draft) -> bool:
    """ "(who) cannot", "(who) has no Hero to discard"."""
    match x:
        case Act("so", form="base", negated=True):
            return x in (Act("so", negated=True), Act("so", negated=True, modal="can"))
        case Act("have", object=NounPhrase("no", Nominal("card")) as none, adjuncts=(to,)):
            bare = x == Act("have", object=none, adjuncts=(to,))
            done = to.x if isinstance(to, Purpose) else None
            return bare and isinstance(done, Act) and done == Act(done.verb, gap=True)
    return False


@construction
def no_two(p: Parts) -> Draft:
    """ "(two cards,) no two of them with the same name": with different names."""
    want(p["num"].meaning == "2")
    if "them" in p:
        want(p["them"] == Prep("of", "", NounPhrase("", Said("them", "PRON"))))
    x = p["x"]
    want(isinstance(x, Prep) and x == Prep(x.word, "", x.x) and isinstance(x.x, NounPhrase))
    kind = x.x.x
    want(isinstance(kind, Nominal) and x.x == NounPhrase("the", kind) and kind.more == "same")
    want(kind == Nominal(kind.sort, kind.head, more="same") and kind.head in KINDS)
    different = Nominal(kind.sort, kind.head, plural=True, adjectives=("different",))
    return Prep("with", "", NounPhrase("", different))


KINDS: Final = frozenset({"name", "card name", "cost", "type", "card type"})
"""What cards can have in common."""


@construction
def that(p: Parts) -> Draft:
    """ "that you played this turn"."""
    return Relative(p["s"], gap=True)


@construction
def in_which(p: Parts) -> Draft:
    """ "(a turn) in which you bought no cards": what has to be so of it."""
    want(p["prep"].meaning in ("in", "on", "during"))
    return Clause("which", p["s"])


@construction
def whose(p: Parts) -> Draft:
    """ "whose cost is 3 or less"."""
    return Relative(p["pred"], whose=nominal(p["x"]))


@construction
def able(p: Parts) -> Draft:
    """ "(a foe) unable to discard a Hero"."""
    return Relative(able_to(p))


@construction
def participle(p: Parts) -> Draft:
    """ "destroyed this way", "costing 3 or less", "not costing more than 3"."""
    pred = p["pred"]
    if "neg" in p:
        want(isinstance(pred, Act) and not pred.negated)
        return Relative(replace(pred, negated=True))
    return Relative(pred)


# ------------------------------------------------------------------------- comparisons


@construction
def adj_than(p: Parts) -> Draft:
    """ "higher than the number of cards in your hand"."""
    want(isinstance(p["adj"], Said))
    word = p["adj"].meaning
    if "neg" in p:
        want(p["than"].how == "than")
        return Comparing(f"no {word}", than=p["than"])
    return Comparing(word, than=p["than"])


@construction
def cheaper_by(p: Parts) -> Draft:
    """ "2 cheaper"."""
    want(isinstance(p["adj"], Said))
    q, word = p["qty"], p["adj"].meaning
    want(word in CHEAPER and isinstance(q, Quantity) and q.how == "=" and not q.further)
    return Comparing("cost", object=replace(q, how="less by" if CHEAPER[word] else "more by"))


CHEAPER: Final = {"cheaper": True, "costlier": False, "more expensive": False}
"""Adjectives that compare costs: whether it is less."""


@construction
def adj_of(p: Parts) -> Draft:
    """ "worth 2 VP", "worth 2 VP to you", "equal to its cost"."""
    if "who" in p:
        want(p["who"].meaning == "you" and p["adj"].meaning == "worth")
    return Comparing(p["adj"].meaning, object=p["obj"])


@construction
def than(p: Parts) -> Draft:
    """ "than you", "than you have"."""
    want("aux" not in p or p["aux"].meaning in ("do", "does", "did", "have", "has", "had"))
    want(_now(p))
    return Than("than", p["x"], _done_with_it(p))


@construction
def than_or(p: Parts) -> Draft:
    """ "than or equal to its cost"."""
    return Than("or", p["x"])


@construction
def as_(p: Parts) -> Draft:
    """ "as you", "as you have"."""
    want("aux" not in p or p["aux"].meaning in ("do", "does", "did", "have", "has", "had"))
    return Than("as", p["x"], _done_with_it(p))


CONSTRUCTIONS["as"] = as_


def _done_with_it(p: Parts) -> str:
    """ "(than you) control": what is done with what is compared."""
    if "verb" not in p:
        return "have" if "aux" in p and p["aux"].meaning in ("have", "has", "had") else ""
    want(p["verb"] == Said(p["verb"].meaning, "V", "base") and p["verb"].meaning in KEEPS)
    return str(p["verb"].meaning)


KEEPS: Final = frozenset({"have", "hold", "control"})
"""Verbs that say that a player has cards."""


@construction
def number(p: Parts) -> Draft:
    """ "three"."""
    x = p["x"]
    if isinstance(x, Joined):
        raise Nonsense
    return Quantity("=", int(x.meaning))


AT_LEAST: Final = frozenset({"more", "greater", "higher", "up"})
AT_MOST: Final = frozenset({"less", "fewer", "lower"})


@construction
def or_more(p: Parts) -> Draft:
    """ "three or more"."""
    word = p["cmp"].meaning
    want(word in AT_LEAST | AT_MOST and isinstance(p["num"], Said))
    return Quantity(">=" if word in AT_LEAST else "<=", int(p["num"].meaning))


@construction
def or_more_of(p: Parts) -> Draft:
    """ "three cards or more"."""
    x, word = p["x"], p["cmp"].meaning
    want(isinstance(x, Nominal) and word in AT_LEAST | AT_MOST and x.quantity is not None)
    q = x.quantity
    want(q.how == "=" and not q.further)
    return replace(x, quantity=replace(q, how=">=" if word in AT_LEAST else "<="))


BOUNDS: Final = {
    "up to": "up to",
    "as many as": "up to",
    "at least": ">=",
    "no fewer than": ">=",
    "at most": "<=",
    "no more than": "<=",
    "not more than": "<=",
    "exactly": "exactly",
    "more than": ">",
    "over": ">",
    "fewer than": "<",
    "less than": "<",
    "under": "<",
}


@construction
def bounded(p: Parts) -> Draft:
    """ "up to three"."""
    bound = p["bound"].meaning
    want(bound in BOUNDS and isinstance(p["num"], Said))
    return Quantity(BOUNDS[bound], int(p["num"].meaning))


@construction
def quantity(p: Parts) -> Draft:
    """ "any number of", "that many"."""
    return Quantity("word", word=p["x"].meaning)


@construction
def further(p: Parts) -> Draft:
    """ "two more"."""
    want(isinstance(p["num"], Said))
    return Quantity("=", int(p["num"].meaning), further=True)


@construction
def differs(p: Parts) -> Draft:
    """ "2 less"."""
    word = p["cmp"].meaning
    want(word in AT_LEAST | AT_MOST and isinstance(p["num"], Said))
    return Quantity("more by" if word in AT_LEAST else "less by", int(p["num"].meaning))
