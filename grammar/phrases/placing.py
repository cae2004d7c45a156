"""Where cards go, said in other ways: "take a card … and put it …", "the cheaper of them goes on
top of your deck, and the other into your hand", "chooses one of them to go into your hand"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.sentences import Builder

# -------------------------------------------------------------------------- take and put


def take_and_put(c: Parts, who: a.Player) -> a.Effect:
    """ "take a card at random from that foe's hand and put it into your discard pile": one move."""
    take, what, put, it, goal = c
    refuse(not str(take).startswith("take") or not str(put).startswith(("put", "place")))
    refuse(w.third_person(take) is not w.third_person(put))
    taken: a.Selection = read(what)
    if isinstance(taken, a.Ref):  # "take it from your discard pile"
        refuse(taken.place is None or read(it).kind is not taken.kind)
    else:
        refuse(only(a.Cards, taken).among is None and not only(a.Cards, taken).places)  # where?
        one = only(a.Cards, taken).quantity == a.Exactly(a.ONE)
        refuse(read(it) != (a.IT if one else a.THEM))
    if w.is_tree(goal, "in_place"):
        return a.Move(a.Verb.PUT, taken, players.one_place(goal.children[0]), who)
    done = destinations_of(a.Move(a.Verb.PUT, taken, None, who), goal.children)
    refuse(isinstance(done, a.Move) and done.to is None)
    return done


# ---------------------------------------------------------------------------------- goes


def _known(what: a.Selection) -> bool:
    """Is it cards that were spoken of before, or some of these?"""
    if isinstance(what, a.Ref):  # of "the second" see `moves`
        return what.kind not in {a.RefKind.FIRST, a.RefKind.SECOND, a.RefKind.THIS}
    return isinstance(what, a.Cards) and what.among is not None


def _put(what: Part, there: list[Part]) -> a.Effect:
    chosen = read(what)
    refuse(not _known(chosen))
    moved = destinations_of(a.Move(a.Verb.PUT, chosen), there)
    back = isinstance(moved, a.Move) and moved.verb is a.Verb.RETURN  # "are put back"
    refuse(isinstance(moved, a.Move) and moved.to is None and not back)
    return moved


def _go_each(c: Parts, who: a.Player) -> a.Effect:
    """ "the cheaper of them goes on top of your deck, and the other into your hand"."""
    refuse(who != a.YOU)
    parts = w.trees(c)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    done = [_put(what, there.children) for what, there in pairs]
    refuse(len(done) == 1 and getattr(done[0], "what", None) in {a.IT, a.THEM})  # see `moves`
    return attach.sequence(done)


def _to_go(c: Parts, who: a.Player) -> a.Effect:
    """ "your teammate chooses one of them to go into your hand": the text puts it there."""
    what = read(c[1])
    refuse(not isinstance(what, a.Cards) or what.random or not (what.among or what.places))
    done = destinations_of(a.Move(a.Verb.PUT, w.pronoun(what)), c[-1].children)
    refuse(isinstance(done, a.Move) and done.to is None)
    return attach.sequence([a.Choose(what, who), done])


def _to_be(c: Parts, who: a.Player) -> a.Effect:
    """ "the player on your left chooses one of them to be discarded"."""
    what = read(c[1])
    verb = w.verb(c[-1])
    refuse(not isinstance(what, a.Cards) or what.random or not (what.among or what.places))
    refuse(verb not in {a.Verb.DISCARD, a.Verb.DESTROY})
    return attach.sequence([a.Choose(what, who), a.Move(verb, w.pronoun(what))])


# ------------------------------------------------------------- what a card costs, and where it goes


def _costs_and_goes(c: Parts, b: Builder) -> a.Effect:
    """ "the next Hero you buy this turn costs 2 less and goes on top of your deck"."""
    effect = only(a.ChangeCost, b.effect(c[0]))
    of = only(a.CostOfCards, effect.of)
    refuse(of.to_defeat or of.in_line_up or of.beyond or of.payer != a.YOU or not of.nth)
    moved = destinations_of(a.Move(a.Verb.PUT, a.IT), w.trees(c)[1:])
    refuse(isinstance(moved, a.Move) and moved.to is None)
    bought = a.Event((a.Verb.BUY,), a.YOU, a.Cards(a.Exactly(a.ONE), of.cards))
    often, nth = (a.Often.NEXT, 0) if of.next else (a.Often.NTH, of.nth)
    refuse(of.next and of.nth != 1)
    return a.Seq((effect, a.When(a.Trigger(bought, often, nth, effect.window), moved)))


# ------------------------------------------------------------------------- those that remain


def _of_those_left(c: Parts) -> a.Selection:
    """ "the cheapest of those that remain", "the cheapest remaining card": there."""
    word = w.first(c, "EXTREME")
    refuse(w.first(c, "THEM") not in {None, "those", "those cards", "them"})
    refuse(w.first(c, "REMAINING") not in {None, "remaining"})
    refuse(str(word).startswith(filters.COMPARATIVE))
    found = filters.Core(places=(a.SAME_PLACE,))
    said = w.first(c, "REST")
    refuse(said is not None and "remaining" not in str(said))
    found.tests.append(a.Extreme(filters.is_highest(str(word))))
    return found.cards(a.Exactly(a.ONE))


_GO: Final = '(GO | "go")'
table(
    predicate={
        'MOVE selection "and" MOVE (it | them) (destinations | in_place)': take_and_put,
        f"one_selection {_GO} destinations (_joiner one_selection {_GO}? destinations)*": _go_each,
        'CHOOSE selection "to" (GO | "go") destinations': _to_go,
        'CHOOSE selection "to" "be" PAST': _to_be,
    },
    unit={'clause "and" (GO | "go") destination+': _costs_and_goes},
    cards={
        (
            'THE EXTREME "of" THEM "that" STAY',
            "THE EXTREME REMAINING CARD",
            'THE EXTREME "of" REST',
        ): _of_those_left,
    },
)
