"""Where a card goes on to, and what happens to it in place of something: "…, which then goes into
your hand", "the next Weakness you would gain is gained by the player on your left instead", "a Hero
in your hand or, if you have none there, one in your discard pile"."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Part, Parts, only, read, refuse, table
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.sentences import Builder

TAKEN: Final = frozenset({a.Verb.GAIN, a.Verb.DRAW, a.Verb.BUY})


def _which_goes(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "gain a Hero from the Line-Up, which then goes into your hand"."""
    refuse(closed)
    last = effect.then if isinstance(effect, a.Tried) else effect
    moved = only(a.Move, last)
    refuse(moved.verb not in TAKEN or moved.to is not None)
    put = a.Move(a.Verb.PUT, w.pronoun(moved.what), None, attach.doer(moved))
    there = destinations_of(put, [part for part in c if not w.token(part)])
    refuse(isinstance(there, a.Move) and there.to is None)
    both = attach.sequence([moved, there])
    return a.replace(effect, then=both) if isinstance(effect, a.Tried) else both


def _next_would(c: Parts) -> a.Trigger:
    """ "the next Weakness you would gain"."""
    refuse(filters.added(w.first(c, "core")))
    found = only(a.Cards, filters.core(w.first(c, "core")).cards(a.Exactly(a.ONE)))
    refuse(found.places or found.among is not None)
    word: Part = w.first(c, "MOVE")
    event = a.Event((w.verb(word),), read(_doer(c)), found, would=True)
    return a.Trigger(event, a.Often.NEXT, 0, w.span(c))


def _doer(c: Parts) -> Part:
    return next(x for x in w.trees(c) if not w.is_tree(x, "core", "span"))


def _is_instead(c: Parts, _: Builder) -> a.When:
    """ "… is gained by the player on your left instead", "… is destroyed instead"."""
    trigger = _next_would(c)
    verb = w.verb(w.first(c, "PAST"))
    players = [x for x in w.trees(c) if not w.is_tree(x, "core", "span")]
    doing = players[-1] if len(players) > 1 else None
    who = a.YOU if doing is None else only(a.Player, read(doing))
    refuse(doing is None and verb not in {a.Verb.DESTROY, a.Verb.DISCARD})
    refuse(doing is not None and verb in trigger.event.verbs and who == trigger.event.who)
    refuse(who.kind not in _ONE)
    return a.When(trigger, a.Instead(a.Move(verb, a.IT, None, who)))


_ONE: Final = frozenset(
    {a.PlayerKind.YOU, a.PlayerKind.LEFT, a.PlayerKind.RIGHT, a.PlayerKind.TEAMMATE}
)


def _goes_instead(c: Parts, _: Builder) -> a.When:
    """ "the next card you would discard goes on top of your deck instead"."""
    trigger = _next_would(c)
    goal = [x for x in w.trees(c) if "destination" in x.data or x.data.startswith("to_")]
    put = destinations_of(a.Move(a.Verb.PUT, a.IT), goal)
    refuse(not isinstance(put, a.Move) or put.to is None)
    return a.When(trigger, a.Instead(put))


_NEXT: Final = '"the" NEXT core who_np "would" MOVE span?'


def _or_elsewhere(c: Parts, who: a.Player) -> a.Effect:
    """ "destroy a Hero in your hand or, if you have none there, one in your discard pile"."""
    what = only(a.Cards, read(c[1]))
    refuse(what.quantity != a.Exactly(a.ONE) or what.random or what.among is not None)
    refuse(not what.places or not what.filter.nouns or who != a.YOU)
    refuse(w.first(c, "NONE") != "none")
    number = w.first(c, "number")
    refuse(w.number(number) != 1)
    posts = w.trees(c)[w.trees(c).index(number) + 1 :]
    other = filters.with_posts(filters.Core(), posts)
    refuse(
        not other.places or other.tests or other.among is not None or other.places == what.places
    )
    one = a.Move(w.verb(c[0]), what, None, who)
    two = a.replace(one, what=a.replace(what, places=other.places))
    return a.Tried(one, None, two)


table(
    suffix={'"," "which" THEN? GO destination+': _which_goes},
    scoped={
        (
            f'{_NEXT} ("is" | "are") PAST INSTEAD',
            f'{_NEXT} ("is" | "are") INSTEAD PAST',
            f'{_NEXT} ("is" | "are") PAST "by" who_np INSTEAD',
            f'{_NEXT} ("is" | "are") INSTEAD PAST "by" who_np',
        ): _is_instead,
        f"{_NEXT} GO destination+ INSTEAD": _goes_instead,
    },
    predicate={
        (
            'MOVE cards "or" "," IF YOU HAVE NONE "there"? "," number post+',
            'MOVE cards "," "or" IF YOU HAVE NONE "there"? "," number post+',
            'MOVE cards "," "or" number post+ IF YOU HAVE NONE "there"?',
        ): _or_elsewhere,
    },
)
