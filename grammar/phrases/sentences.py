"""Parse trees of sentences to effects.

A verb without a subject is done by you if it is in the base form ("draw"), and by the
subject before it if it is in the "-s" form ("Each foe reveals his hand and discards …").
"""

from __future__ import annotations

from typing import Any

from rules_check.grammar import again, compose
from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import (
    Part,
    Parts,
    only,
    read,
    reads,
    refuse,
    rule,
    table,
)
from rules_check.grammar.compose import open_clause, takes_window
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.cards import any_number
from rules_check.grammar.phrases.comparisons import has_more
from rules_check.grammar.phrases.conditions import denied, exact, negated
from rules_check.grammar.phrases.moves import destinations_of
from rules_check.grammar.phrases.players import PLAYERS

PLURAL = frozenset(
    {
        *(a.PlayerKind.YOU_AND_TEAMMATE, a.PlayerKind.EACH_OF_THEM, a.PlayerKind.EACH_FOE),
        *(a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER),
    }
)
"""Players that can be said in the plural ("players may each …")."""

NEED_COMMA = ("_CHOOSE_NOT_TO", "_CANNOT")
"""How openers end that go on as a condition where no comma follows."""


class Nobody(Exception):
    """A verb in the "-s" form with nobody to do it; carries the place of the verb."""

    def __init__(self, word: Part) -> None:
        super().__init__(str(word))
        self.at = int(word.line or 0)


class Builder:
    """Builds the effects of one sentence, remembering who acts."""

    def __init__(self) -> None:
        self.subject: a.Player | None = None
        self.base = a.YOU
        """Who does verbs in the base form."""
        self.both: a.Player | None = None
        """The other one, after "you and that foe": verbs in the base form are done by both."""

    def sentence(self, tree: Part) -> compose.Sentence:
        """A sentence: how it hangs on the one before, and its effect."""
        refuse(w.is_tree(tree, "max_once_per_type"))  # it stands alone
        if not w.is_tree(tree, "opened", "opened_at_once", "opened_if"):
            return compose.Opener.NONE, self.effect(tree)
        word = tree.children[0].children[0].type
        # "if you do not control …" is a condition
        refuse(w.is_tree(tree, "opened_at_once") and word.endswith(NEED_COMMA))
        effect = self.effect(tree.children[-1])
        if w.is_tree(tree, "opened_if"):
            refuse(not word.startswith(("IF_YOU_DO", "IF_THEY_DO")))
            effect = a.If(read(tree.children[1]), effect)
        return compose.OPENERS[word], effect

    def effect(self, tree: Part) -> a.Effect:
        """A chain of clauses, or a link of one."""
        if w.is_tree(tree, "chain"):
            return self.chain([self.effect(part) for part in w.trees(tree)])
        if w.is_tree(tree, "clause"):
            found: a.Effect = phrase.put(self.clause(tree), tree)
        else:
            found = read(tree, self)
        return found

    def chain(self, effects: list[a.Effect]) -> a.Effect:
        """Clauses after each other; one that repeats them repeats all before it."""
        first, *more = effects
        for effect in more:
            repeats = isinstance(effect, a.RepeatThis)
            before = [first] if repeats or not again.whole(effect) else _clauses(first)
            try:
                first = compose.sequence(again.made_out(effect, before))
            except again.NothingBefore:
                refuse(True)
        return first

    def by(self, who: a.Player, *trees: Part) -> list[a.Effect]:
        """Effects in which `who` does verbs in the base form, and is the subject of each."""
        outer, self.base = self.base, who
        found: list[a.Effect] = []
        for tree in trees:
            self.subject = who
            found.append(self.effect(tree))
        self.base = outer
        return found

    # ------------------------------------------------------------------ clauses

    def clause(self, tree: Part) -> a.Effect:
        """A subject, a predicate and what hangs on it."""
        parts = w.trees(tree)
        who: a.Player | None = None
        if w.is_tree(parts[0], "you_and"):
            other = w.first(parts.pop(0), *PLAYERS)
            self.both = a.THAT_PLAYER if other is None else read(other)
            self.subject = None
            # "you and your teammate" are players of their own
            refuse(self.both.kind in {a.PlayerKind.YOU, a.PlayerKind.TEAMMATE})
        elif w.is_tree(parts[0], *PLAYERS):
            who = self.subject = read(parts.pop(0))
            self.both = None
        if self.both is None or w.is_tree(parts[0], "group"):
            return self.said(parts, who)
        refuse(w.is_tree(parts[0], "power", "power_equal"))  # who gets it?
        return compose.sequence([self.said(parts, a.YOU), self.said(parts, self.both)])

    def said(self, parts: list[Part], who: a.Player | None) -> a.Effect:
        """A predicate and what hangs on it."""
        head, *suffixes = parts
        closed = w.is_tree(head, "group")
        if closed:
            effect = self.effect(head)
        elif w.is_tree(head, "forbid"):
            effect = self.forbid(head, who or a.YOU)
        else:
            effect = self.predicate(head, who)
        for suffix in suffixes:
            effect = phrase.READERS[suffix.data](suffix.children, effect, self, closed)
            closed = False
        return effect

    def forbid(self, tree: Part, who: a.Player) -> a.Effect:
        """ "cannot …", "do not …": the words of time say how long it is forbidden."""
        said = tree.children[1]
        if w.is_tree(said, "use_defense"):
            refuse(w.keyword(str(w.first(said, "KEYWORD"))) is not a.Keyword.DEFENSE)
            return a.Forbid(a.AvoidAttack(who), w.span(tree))
        inner = self.predicate(said, who)
        foes = who == a.Player(a.PlayerKind.EACH_FOE)
        if foes and isinstance(inner, a.AvoidAttack) and "THIS_CARD" in w.kinds(said):
            refuse(w.span(tree) is not None)
            return a.Unavoidable()  # "foes cannot avoid this Attack"
        refuse(getattr(inner, "window", None) is not None)
        return a.Forbid(inner, w.span(tree, getattr(inner, "what", None)))

    def actor(self, word: Part | None, who: a.Player | None) -> a.Player:
        """Who does it: the subject said, or the one before for an "-s" form, or you."""
        if who is not None:
            return who
        if w.token(word, *w.VERB_KINDS) and w.third_person(word):
            if self.subject is None:
                raise Nobody(word)
            return self.subject
        return self.base

    def predicate(self, tree: Part, who: a.Player | None) -> a.Effect:
        """A verb and its objects."""
        word = tree.children[0] if tree.children else None
        return w.effect(tree, self.actor(word, who))

    def negated(self, tree: Part) -> a.Condition:
        """ "if you do not control a Location", "if that player cannot discard a card"."""
        word, *parts = tree.children
        who = a.YOU
        if word.type.startswith("IF_THEY"):
            foe = word.startswith("if that foe")
            who = a.Player(a.PlayerKind.THAT_FOE) if foe else a.THAT_PLAYER
        if word.type in {"IF_YOU_CANNOT", "IF_THEY_CANNOT"}:
            return a.Cannot(self.predicate(parts[0], who))
        refuse("choose" in word)  # "if you choose not to draw a card"
        within = w.span(tree)
        refuse(within is not None and w.token(parts[0], "CONTROL", "HAVE", "HOLD"))
        return negated(who, parts[0], parts[1], within)


def _clauses(effect: a.Effect) -> list[a.Effect]:
    return list(effect.effects) if isinstance(effect, a.Seq) else [effect]


# ------------------------------------------------------------------- links of a chain


def _either(c: Parts, b: Builder, split: int = 0) -> a.Effect:
    """A choice; with `split`, between what stands before that clause and what stands after."""
    found = [b.effect(part) for part in w.trees(c)]
    doers = {getattr(effect, "who", a.YOU) for effect in found}
    who = doers.pop() if len(doers) == 1 else a.YOU  # whoever does all of it; or else you
    if split:
        found = [compose.sequence(found[:split]), compose.sequence(found[split:])]
    return a.ChooseOne(tuple(found), who)


def _may(c: Parts, b: Builder) -> a.Effect:
    who = read(c[0])
    # "you and your teammate may each …", and not "each foe may each …"
    refuse("EACH" in w.kinds(c) and ("EACH" in w.kinds(c[0]) or who.kind not in PLURAL))
    effect = b.by(who, c[-1])[0]
    if isinstance(effect, a.When) and _said_by(c[-1], "put_next"):
        return a.replace(effect, effect=a.May(effect.effect, who=who))
    if isinstance(effect, a.Tried) and _said_by(c[-1], "suffix_to"):
        return a.May(effect.effect, effect.then, who=who)
    return a.May(effect, who=who)


def _both_may(c: Parts, b: Builder) -> a.Effect:
    """ "you and that foe may each draw a card", "both of you may draw a card"."""
    other = w.first(c[0], *PLAYERS)
    them = a.THAT_PLAYER if other is None else read(other)
    refuse(them.kind in {a.PlayerKind.YOU, a.PlayerKind.TEAMMATE})  # players of their own
    return compose.sequence([a.May(b.by(who, c[-1])[0], who=who) for who in (a.YOU, them)])


def _only(c: Parts, _b: Builder) -> a.Effect:
    """ "you may buy only Villains this turn"."""
    who, word, what = (
        read(c[0]),
        w.first(c, "MOVE", "PLAY"),
        any_number(c[-1 - (w.span(c) is not None)]),
    )
    refuse(not isinstance(what, a.Cards) or what.quantity != a.AnyNumber() or what.places)
    if w.token(word, "PLAY"):
        return a.Forbid(a.Play(what, False, who), w.span(c, what), others=True)
    refuse(w.verb(word) not in {a.Verb.BUY, a.Verb.GAIN})
    return a.Forbid(a.Move(w.verb(word), what, None, who), w.span(c, what), others=True)


def _nobody_may(c: Parts, b: Builder) -> a.Effect:
    """ "no player may buy Villains this turn"."""
    kind = a.PlayerKind.EACH_FOE if "FOE" in w.kinds(c) else a.PlayerKind.EACH_PLAYER
    kind = a.PlayerKind.EACH_OTHER_PLAYER if "OTHER" in w.kinds(c) else kind
    inner = b.predicate(w.trees(c)[0], a.Player(kind))
    refuse(getattr(inner, "window", None) is not None)
    return a.Forbid(inner, w.span(c, getattr(inner, "what", None)))


def _said_by(chain: Part, name: str) -> bool:
    """Is it one clause with such a phrase ("pay 2 Power to draw a card")?"""
    clause, *more = chain.children
    return not more and w.is_tree(clause, "clause") and w.first(clause, name) is not None


def _choose_one(c: Parts, b: Builder) -> a.Effect:
    said = w.first(c, *PLAYERS)
    who = read(said) if said is not None else b.actor(w.first(c, "CHOOSE"), None)
    options = b.by(who, *(part for part in c if w.is_tree(part, "chain")))
    chosen = w.numeral(c).value if w.first(c, "number") is not None else 1
    refuse(chosen >= len(options))
    return a.ChooseOne(tuple(options), who, chosen)


def _if(c: Parts, b: Builder) -> a.Effect:
    _, condition, *moment, last = c
    found = a.If(read(condition), b.effect(last))
    return a.When(read(moment[0]), found) if moment else found


def _when(c: Parts, b: Builder) -> a.Effect:
    when, effect = read(c[0]), b.effect(c[-1])
    if not isinstance(when, a.Window):
        return a.When(when, effect)
    match effect:  # "This turn, when …": the words of time are those of the trigger
        case a.When(a.Trigger(event, often, nth, None), inner) if not open_clause(event.what):
            return a.When(a.Trigger(event, often, nth, when), inner)
        case _ if when is a.Window.THIS_TURN:
            return a.Within(effect, when)
        case _:
            return a.If(a.During(when), effect)


@reads("group", '"[" sentence (";" sentence)* "]"')
def group(c: Parts, b: Builder) -> a.Effect:
    """Sentences in brackets."""
    return compose.compose([b.sentence(part) for part in c])


rule("?unit", "clause")
table(
    unit={
        ('clause (","? "or" clause)+', '"either" clause (","? "or" clause)+'): _either,
        'clause "or" clause _joiner clause': lambda c, b: _either(c, b, 1),
        'clause _joiner clause "or" clause': lambda c, b: _either(c, b, 2),
    },
    scoped={
        'IN_TURN_ORDER "," chain': lambda c, b: b.effect(c[-1]),  # as players act anyway
        'who "may" EACH? chain': _may,
        'you_and "may" EACH? chain': _both_may,
        (
            'who ("may" | "can")? (MOVE | PLAY) "only" cards span?',
            'who ("may" | "can") "only" (MOVE | PLAY) cards span?',
        ): _only,
        'who? CHOOSE number? ":" chain ((";" | ";" "or" | "," "or") chain)+': _choose_one,
        'clause YOU "may" "," chain': lambda c, b: a.May(b.effect(c[0]), b.effect(c[-1])),
        'IF condition moment? "," chain': _if,
        '"unless" condition "," chain': lambda c, b: a.If(denied(read(c[0])), b.effect(c[-1])),
        'NO (FOE | PLAYER | OTHER PLAYER) ("may" | "can") predicate span?': _nobody_may,
        'negated "," chain': lambda c, b: a.If(b.negated(c[0]), b.effect(c[-1])),
        'occasion "," chain': _when,
        'FOR_EACH countable "," chain': lambda c, b: compose.for_each(
            countable(c[1]), b.effect(c[-1])
        ),
        'WHILE condition "," chain': lambda c, b: a.While(read(c[1]), b.effect(c[-1])),
        'until "," chain': lambda c, b: a.Lasting(b.effect(c[-1]), read(c[0])),
    },
)

# ---------------------------------------------------------- what hangs on a clause


def _at_moment(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    if isinstance(effect, a.Forbid) and effect.when is None and not closed:
        return a.Forbid(effect.effect, read(c[0]))
    return a.Delayed(read(c[0]), effect)


def _each_time(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "draw a card each time you buy a card"."""
    trigger = read(c[0])
    # "when you play this card" says when something is counted
    refuse(trigger.event.what == a.THIS or trigger.event.would)
    refuse(isinstance(effect, a.When) and not closed)
    return a.When(trigger, effect)


def _unless(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "discard two cards unless you reveal a Hero"."""
    other = b.predicate(c[1], read(c[0]))
    refuse(isinstance(other, a.Control))  # "unless you control a Location" is a condition
    return a.Unless(effect, other)


def _not_there(c: Parts, effect: a.Effect, *_: Any) -> a.Effect:
    """ "into your hand instead of into your discard pile": where it would have gone anyway."""
    last = effect.effect if isinstance(effect, a.When) else effect
    moved = only(a.Move, last)
    refuse(moved.to is None)
    usual = destinations_of(a.Move(a.Verb.PUT, a.IT), [c[0]])
    refuse(not isinstance(usual, a.Move) or usual.to is None)
    there = getattr(usual, "to", None)
    refuse(there not in {a.Place(a.Zone.DISCARD_PILE, who) for who in (a.YOU, a.THAT_PLAYER)})
    refuse(moved.verb is not a.Verb.GAIN and not isinstance(effect, a.When))
    return effect


def _in_time(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    if not closed:
        refuse(isinstance(effect, a.When))  # the words of time are the trigger's own
        refuse(isinstance(effect, a.If) and _open(effect.condition))  # and here the condition's
        refuse(takes_window(effect))
    return a.Within(effect, w.window_word(c[0].children[-1]))


def _open(condition: a.Condition) -> bool:
    """Does a condition speak of a deed without saying when?"""
    return any(isinstance(node, a.Acted) and node.window is None for node in a.walk(condition))


table(
    suffix={
        "FOR_EACH countable": lambda c, e, *_: compose.for_each(countable(c[1]), e),
        "moment": _at_moment,
        "IF condition": lambda c, e, *_: a.If(read(c[1]), e),
        '"unless" who predicate': _unless,
        '"unless" condition': lambda c, e, *_: a.If(denied(read(c[0])), e),
        '"instead" ("of" GERUND (it | them | this))?': lambda _, e, *__: a.Instead(e),
        "UNTIL condition": lambda c, e, *_: compose.repeat_until(e, exact(c[1], read(c[1]))),
        "UNTIL who_np _has as_many": lambda c, e, *_: compose.repeat_until(
            e, has_more(c[1:], True)
        ),
        "until": lambda c, e, *_: a.Lasting(e, read(c[0])),
        '"instead" "of" destination': _not_there,
        "IF PAST": lambda c, e, *_: a.When(a.Trigger(a.Event((w.verb(c[1]),), None, a.THIS)), e),
        # everything is done as far as it can be, and cards are drawn last
        ('","? IF_ABLE', '"before" GERUND A "new" HAND'): lambda _, e, *__: e,
        "trigger": _each_time,
        "span": _in_time,
        '"to" avoid': lambda c, e, *_: compose.sequence([e, read(c[0], a.YOU)]),
    },
)


@reads("suffix", '"to" predicate')
def suffix_to(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "pay 2 Power to draw a card", "choose a foe to discard a card"."""
    if isinstance(effect, a.ChoosePlayer):
        return compose.sequence([effect, b.predicate(c[0], a.THAT_PLAYER)])
    refuse(isinstance(effect, a.Tried | a.Within) or c[0].data.startswith("avoid_attack"))
    return a.Tried(effect, b.predicate(c[0], None))
