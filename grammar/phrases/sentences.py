"""Parse trees of sentences to effects.

A verb without a subject is done by you if it is in the base form ("draw"), and by the
subject before it if it is in the "-s" form ("Each foe reveals his hand and discards …").
"""

from __future__ import annotations

from typing import Any

from rules_check.grammar import again, attach, compose
from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import (
    Part,
    Parts,
    read,
    reads,
    refuse,
    rule,
    table,
)
from rules_check.grammar.compose import open_clause, points_back
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.cards import any_number
from rules_check.grammar.phrases.conditions import denied, negated
from rules_check.grammar.phrases.costs import at_most, ban
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.sums import bounded, with_x

PLURAL = frozenset(
    {
        *(a.PlayerKind.YOU_AND_TEAMMATE, a.PlayerKind.EACH_OF_THEM, a.PlayerKind.EACH_FOE),
        *(a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER, a.PlayerKind.REMAINING),
    }
)
"""Players that can be said in the plural ("players may each …")."""

NOW = a.Window.THIS_TURN

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
        self.x: a.Amount | None = None
        """What X stands for, where the sentence says it."""

    def sentence(self, tree: Part) -> compose.Sentence:
        """A sentence: how it hangs on the one before, and its effect."""
        refuse(w.is_tree(tree, "max_once_per_type"))  # it stands alone
        opener, effect = self._sentence(tree)
        # of any other sentence "it" is not this card
        refuse(opener is not attach.Opener.OTHERWISE and any(tree.find_data("its_worth")))
        refuse(_says(tree, "THAT_TURN") and not any(map(_of_a_turn, a.walk(effect))))
        return opener, with_x(effect, self.x)

    def _sentence(self, tree: Part) -> compose.Sentence:
        if w.is_tree(tree, "opened_tied"):  # "If they have the same number, …"
            refuse(w.first(tree.children[0], "HE") not in {None, "they"})
            return attach.Opener.IF_TIED, self.effect(tree.children[-1])
        if not w.is_tree(tree, "opened", "opened_at_once", "opened_if"):
            return attach.Opener.NONE, self.effect(tree)
        word = tree.children[0].children[0].type
        if w.is_tree(tree, "opened_if"):  # "If you do and it is a Hero, …"
            refuse(not word.startswith(("IF_YOU_DO", "IF_THEY_DO")))
            held = read(tree.children[1])
            opener = attach.opener_of(word, str(tree.children[0].children[0]))
            return opener, a.If(held, self.effect(tree.children[-1]))
        # "if you do not control …" is a condition
        refuse(w.is_tree(tree, "opened_at_once") and word.endswith(NEED_COMMA))
        opener = attach.opener_of(word, str(tree.children[0].children[0]))
        return opener, self.effect(tree.children[-1])

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
                first = attach.sequence(again.made_out(effect, before))
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
        return attach.sequence([self.said(parts, a.YOU), self.said(parts, self.both)])

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
        within = w.span(tree, getattr(inner, "what", None))
        return ban(inner, tree.children[1], within)

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
        found = w.effect(tree, self.actor(word, who))
        if w.is_tree(tree, "have_do"):  # "have each foe discard a card and draw a card"
            self.base = read(tree.children[1])
        return found

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


def _says(tree: Part, kind: str) -> bool:
    """Does a sentence say such a word?"""
    return any(tree.scan_values(lambda leaf: w.token(leaf, kind)))


def _of_a_turn(node: a.Node) -> bool:
    """Does it bring up a turn, of which "that turn" can speak?"""
    turns = {a.Window.EACH_OF_YOUR_TURNS, a.Window.YOUR_TURN, a.Window.FOES_TURN}
    turns |= {a.Window.OTHER_TURN, a.Window.ANY_TURN, a.Window.EACH_TURN}
    return isinstance(node, a.Moment) or getattr(node, "window", None) in turns


def _clauses(effect: a.Effect) -> list[a.Effect]:
    return list(effect.effects) if isinstance(effect, a.Seq) else [effect]


# ------------------------------------------------------------------- links of a chain


def _either(c: Parts, b: Builder, split: int = 0) -> a.Effect:
    """A choice; with `split`, between what stands before that clause and what stands after."""
    found = [b.effect(part) for part in w.trees(c)]
    if split == 2:  # "…, then A or B" is a choice of these two, and so is "… and draw it or …"
        refuse("THEN" in w.kinds(c) or points_back(found[-1]))
    match found:
        case [*before, a.Seq((last, a.AvoidAttack() as avoid))] if not split:
            return attach.sequence([_choice(_these([*before, last])), avoid])
        case _:
            return _choice(_these(found), split)


def _these(found: list[a.Effect]) -> list[a.Effect]:
    """In "discard this card or reveal it", "it" is the card that was named first."""
    if getattr(found[0], "what", None) != a.THIS:
        return found
    same = (a.replace(e, what=a.THIS) if getattr(e, "what", None) == a.IT else e for e in found)
    return list(same)


def _choice(found: list[a.Effect], split: int = 0) -> a.Effect:
    doers = {getattr(effect, "who", a.YOU) for effect in found}
    who = doers.pop() if len(doers) == 1 else a.YOU  # whoever does all of it; or else you
    if split:
        found = [attach.sequence(found[:split]), attach.sequence(found[split:])]
    return a.ChooseOne(tuple(found), who)


def _may(c: Parts, b: Builder) -> a.Effect:
    who = read(c[0])
    # "you and your teammate may each …", and not "each foe may each …"
    refuse("EACH" in w.kinds(c) and ("EACH" in w.kinds(c[0]) or who.kind not in PLURAL))
    clause = c[-1].children[0]
    # "you may they discard a card": that is "you may have them discard a card"
    refuse(w.is_tree(clause, "clause") and w.is_tree(clause.children[0], "you_and", *PLAYERS))
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
    return attach.sequence([a.May(b.by(who, c[-1])[0], who=who) for who in (a.YOU, them)])


def _only(c: Parts, _b: Builder) -> a.Effect:
    """ "you may buy only Villains this turn"."""
    tree = c[-1 - (w.span(c) is not None)]
    who, word, what = read(c[0]), w.first(c, "MOVE", "PLAY"), any_number(tree)
    plays = w.token(word, "PLAY")
    refuse(not plays and w.verb(word) not in {a.Verb.BUY, a.Verb.GAIN})
    deed: Any = a.Play(what, False, who) if plays else a.Move(w.verb(word), what, None, who)
    if isinstance(what, a.Cards) and isinstance(what.quantity, a.Exactly):
        return at_most(deed, tree, w.span(c, what))
    refuse(not isinstance(what, a.Cards) or what.quantity != a.AnyNumber() or what.places)
    return a.Forbid(deed, w.span(c, what), others=True)


def _nobody_may(c: Parts, b: Builder) -> a.Effect:
    """ "no player may buy Villains this turn"."""
    kind = a.PlayerKind.EACH_FOE if "FOE" in w.kinds(c) else a.PlayerKind.EACH_PLAYER
    kind = a.PlayerKind.EACH_OTHER_PLAYER if "OTHER" in w.kinds(c) else kind
    inner = b.predicate(w.trees(c)[0], a.Player(kind))
    refuse(getattr(inner, "window", None) is not None)
    within = w.span(c, getattr(inner, "what", None))
    return ban(inner, w.trees(c)[0], within)


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
        case a.Forbid(inner, None) if when is NOW and not open_clause(getattr(inner, "what", None)):
            return a.replace(effect, when=when)
        case _ if when is NOW:
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
        'FOR_EACH countable "," MAXIMUM number "," chain': lambda c, b: a.ForEach(
            bounded(countable(c[1]), None, w.number(c[3])), b.effect(c[-1])
        ),
        'WHILE condition "," chain': lambda c, b: a.While(read(c[1]), b.effect(c[-1])),
        'until "," chain': lambda c, b: a.Lasting(b.effect(c[-1]), read(c[0])),
    },
)
