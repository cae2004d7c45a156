"""Parse trees of sentences to effects.

A verb without a subject is done by you if it is in the base form ("draw"), and by the
subject before it if it is in the "-s" form ("Each foe reveals his hand and discards …").
"""

from __future__ import annotations

from collections.abc import Callable

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import Misfit, Part, put, read
from rules_check.grammar.clauses import open_clause, takes_window
from rules_check.grammar.compose import (
    OPENERS,
    Opener,
    Sentence,
    compose,
    for_each,
    repeat_until,
    sequence,
)
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.conditions import exact, negated
from rules_check.grammar.phrases.occasions import trigger_after
from rules_check.grammar.phrases.players import PLAYERS

NEEDS_COMMA = frozenset(
    {"IF_YOU_CHOOSE_NOT_TO", "IF_THEY_CHOOSE_NOT_TO", "IF_YOU_CANNOT", "IF_THEY_CANNOT"}
)
"""Openers that go on as a condition where no comma follows."""


class Nobody(Exception):
    """A verb in the "-s" form with nobody to do it; carries the place of the verb."""

    def __init__(self, word: Part) -> None:
        super().__init__(str(word))
        self.at = int(word.line or 0)


class Builder:
    """Builds the effects of one sentence, remembering who acts."""

    def __init__(self, subject: a.Player | None = None) -> None:
        self.subject = subject
        self.base = a.YOU
        """Who does verbs in the base form."""
        self.both: a.Player | None = None
        """The other one, after "you and that foe": verbs in the base form are done by both."""

    # ---------------------------------------------------------------- sentences

    def sentence(self, tree: Part) -> Sentence:
        """A sentence: how it hangs on the one before, and its effect."""
        if w.is_tree(tree, "opened", "opened_at_once"):
            if (
                w.is_tree(tree, "opened_at_once")
                and tree.children[0].children[0].type in NEEDS_COMMA
            ):
                raise Misfit  # "if you do not control …" is a condition
            opener = OPENERS[tree.children[0].children[0].type]
            return opener, self.chain(tree.children[-1])
        return Opener.NONE, self.chain(tree)

    def chain(self, tree: Part) -> a.Effect:
        """A chain of clauses: one effect, or several after each other."""
        if not w.is_tree(tree, "chain"):
            return self.effect(tree)
        parts = [part for part in tree.children if not w.token(part)]
        return sequence([self.effect(part) for part in parts])

    def effect(self, tree: Part) -> a.Effect:
        """One link of a chain: the method of its name reads it."""
        link: Callable[[Part], a.Effect] = getattr(self, f"_{tree.data}")
        effect: a.Effect = put(link(tree), tree)
        return effect

    _chain = chain

    def _clause(self, tree: Part) -> a.Effect:
        return self.clause(tree)

    def _either_and(self, tree: Part) -> a.Effect:
        one, two, three = (self.effect(part) for part in tree.children if not w.token(part))
        return a.ChooseOne((one, sequence([two, three])), _doer(one, two, three))

    def _both_or(self, tree: Part) -> a.Effect:
        one, two, three = (self.effect(part) for part in tree.children if not w.token(part))
        return a.ChooseOne((sequence([one, two]), three), _doer(one, two, three))

    def _either(self, tree: Part) -> a.Effect:
        choices = tuple(self.effect(part) for part in tree.children)
        return a.ChooseOne(choices, _doer(*choices))

    def _group(self, tree: Part) -> a.Effect:
        return compose([self.sentence(part) for part in tree.children])

    def _may(self, tree: Part) -> a.Effect:
        who, *_, inner = tree.children
        who = self.subject = read(who)
        outer, self.base = self.base, who
        effect = self.chain(inner)
        self.base = outer
        if isinstance(effect, a.When) and _said_by(inner, "put_next"):
            return replace(effect, effect=a.May(effect.effect, who=who))
        if isinstance(effect, a.Tried) and _said_by(inner, "suffix_to"):
            return a.May(effect.effect, effect.then, who=who)
        return a.May(effect, who=who)

    def _inverted_may(self, tree: Part) -> a.Effect:
        effect = self.effect(tree.children[0])
        return a.May(effect, self.chain(tree.children[-1]))

    def _if(self, tree: Part) -> a.Effect:
        first_, *middle, last = tree.children
        if w.is_tree(first_, "negated"):
            return a.If(self.negated(first_), self.chain(last))
        condition, *moment = middle
        found = a.If(read(condition), self.chain(last))
        return a.When(read(moment[0]), found) if moment else found

    def _in_order(self, tree: Part) -> a.Effect:
        return self.chain(tree.children[-1])  # the order in which players act anyway

    def _while(self, tree: Part) -> a.Effect:
        return a.While(read(tree.children[1]), self.chain(tree.children[-1]))

    def _when(self, tree: Part) -> a.Effect:
        when = read(tree.children[0])
        effect = self.chain(tree.children[-1])
        if when is a.Window.THIS_TURN:
            return _this_turn(effect)
        return a.If(a.During(when), effect) if isinstance(when, a.Window) else a.When(when, effect)

    def _choose_one(self, tree: Part) -> a.Effect:
        said = w.first(tree, *PLAYERS)
        word = w.first(tree, "CHOOSE")
        who = read(said) if said is not None else self.actor(word, None)
        found: list[a.Effect] = []
        outer, self.base = self.base, who
        for option in tree.children:
            if w.is_tree(option, "chain"):
                self.subject = who
                found.append(self.chain(option))
        self.base = outer
        many = w.first(tree, "number")
        chosen = w.number(many) if many is not None else 1
        if chosen >= len(found):
            raise Misfit
        return a.ChooseOne(tuple(found), who, chosen)

    def _until_first(self, tree: Part) -> a.Effect:
        return a.Lasting(self.chain(tree.children[-1]), read(tree.children[0]))

    def _for_each_first(self, tree: Part) -> a.Effect:
        return for_each(countable(tree.children[1]), self.chain(tree.children[-1]))

    def negated(self, tree: Part) -> a.Condition:
        """ "if you do not control a Location", "if that player cannot discard a card"."""
        word, *parts = tree.children
        said = str(word)
        who = a.YOU
        if word.type.startswith("IF_THEY"):
            foe = said.startswith("if that foe")
            who = a.Player(a.PlayerKind.THAT_FOE) if foe else a.THAT_PLAYER
        if word.type in {"IF_YOU_CANNOT", "IF_THEY_CANNOT"}:
            return a.Cannot(self.predicate(parts[0], who))
        if "choose" in said:
            raise Misfit  # "if you choose not to draw a card"
        within = w.span(tree)
        if within is not None and w.token(parts[0], "CONTROL", "HAVE"):
            raise Misfit
        return negated(who, parts[0], parts[1], within)

    # ------------------------------------------------------------------ clauses

    def clause(self, tree: Part) -> a.Effect:
        """A subject, a predicate and what hangs on it."""
        parts = [part for part in tree.children if not w.token(part)]
        who: a.Player | None = None
        if w.is_tree(parts[0], "you_and"):
            self.both = read(w.first(parts.pop(0), *PLAYERS))
            self.subject = None
            if self.both.kind in {a.PlayerKind.YOU, a.PlayerKind.TEAMMATE}:
                raise Misfit  # "you and your teammate" are players of their own
        elif w.is_tree(parts[0], *PLAYERS):
            who = read(parts.pop(0))
            self.subject = who
            self.both = None
        if self.both is None or w.is_tree(parts[0], "group"):
            return self.said(parts, who)
        if w.is_tree(parts[0], "power", "power_equal"):
            raise Misfit  # who gets it?
        return sequence([self.said(parts, a.YOU), self.said(parts, self.both)])

    def said(self, parts: list[Part], who: a.Player | None) -> a.Effect:
        """A predicate and what hangs on it."""
        head, *suffixes = parts
        if w.is_tree(head, "group"):
            effect = self.effect(head)
        elif w.is_tree(head, "forbid"):
            effect = self.forbid(head, who or a.YOU)
        else:
            effect = self.predicate(head, who)
        closed = w.is_tree(head, "group")
        for suffix in suffixes:
            effect = self.suffix(effect, suffix, closed)
            closed = False
        return effect

    def forbid(self, tree: Part, who: a.Player) -> a.Effect:
        """ "cannot …", "do not …": the words of time say how long it is forbidden."""
        inner = self.predicate(tree.children[1], who)
        if getattr(inner, "window", None) is not None:
            raise Misfit
        return a.Forbid(inner, w.span(tree, getattr(inner, "what", None)))

    def suffix(self, effect: a.Effect, tree: Part, closed: bool) -> a.Effect:
        """What is said after a clause about that clause (`closed`: it stands in brackets)."""
        add: Callable[[a.Effect, Part, bool], a.Effect] = getattr(self, f"_{tree.data}")
        return add(effect, tree, closed)

    def _suffix_each(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        return for_each(countable(tree.children[1]), effect)

    def _suffix_moment(self, effect: a.Effect, tree: Part, closed: bool) -> a.Effect:
        when = read(tree.children[0])
        if isinstance(effect, a.Forbid) and effect.when is None and not closed:
            return a.Forbid(effect.effect, when)
        return a.Delayed(when, effect)

    def _suffix_if(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        return a.If(read(tree.children[1]), effect)

    def _suffix_if_done(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        return a.When(a.Trigger(a.Event((w.verb(tree.children[1]),), None, a.THIS)), effect)

    def _suffix_unless(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        return a.Unless(effect, self.predicate(tree.children[2], read(tree.children[1])))

    def _suffix_instead(self, effect: a.Effect, _tree: Part, _closed: bool) -> a.Effect:
        return a.Instead(effect)

    def _suffix_until(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        return repeat_until(effect, exact(tree.children[1], read(tree.children[1])))

    def _suffix_lasting(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        return a.Lasting(effect, read(tree.children[0]))

    def _suffix_if_able(self, effect: a.Effect, _tree: Part, _closed: bool) -> a.Effect:
        return effect  # everything is done as far as it can be

    _suffix_before_draw = _suffix_if_able

    def _suffix_when(self, effect: a.Effect, tree: Part, closed: bool) -> a.Effect:
        if isinstance(effect, a.When) and not closed:
            raise Misfit
        return a.When(trigger_after(tree.children[0]), effect)

    def _suffix_window(self, effect: a.Effect, tree: Part, closed: bool) -> a.Effect:
        if not closed:
            if isinstance(effect, a.When):
                raise Misfit  # the words of time are the trigger's own
            if isinstance(effect, a.If) and _open(effect.condition):
                raise Misfit  # and here the condition's
            if takes_window(effect):
                raise Misfit
        return a.Within(effect, w.WINDOWS[tree.children[0].children[-1].children[0].type])

    def _suffix_to(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        if isinstance(effect, a.ChoosePlayer):  # "choose a foe to discard a card"
            return sequence([effect, self.predicate(tree.children[0], a.THAT_PLAYER)])
        if isinstance(effect, a.Tried | a.Within) or _is_avoid(tree.children[0]):
            raise Misfit
        return a.Tried(effect, self.predicate(tree.children[0], None))

    def _suffix_avoid(self, effect: a.Effect, tree: Part, _closed: bool) -> a.Effect:
        return sequence([effect, read(tree.children[0], a.YOU)])

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
        effect: a.Effect = read(tree, self.actor(word, who))
        return effect


def _is_avoid(tree: Part) -> bool:
    """Is it the phrase for avoiding an Attack?"""
    return str(tree.data).startswith("avoid_attack")


def _open(condition: a.Condition) -> bool:
    """Does a condition speak of a deed without saying when?"""
    return any(isinstance(node, a.Acted) and node.window is None for node in a.walk(condition))


def _this_turn(effect: a.Effect) -> a.Effect:
    """ "This turn, when …": the words of time are those of the trigger."""
    match effect:
        case a.When(a.Trigger(event, often, nth, None), inner) if not open_clause(event.what):
            return a.When(a.Trigger(event, often, nth, a.Window.THIS_TURN), inner)
        case _:
            return a.Within(effect, a.Window.THIS_TURN)


def _doer(*effects: a.Effect) -> a.Player:
    """Whoever does all of it chooses; if there are several, you do."""
    doers = {getattr(effect, "who", a.YOU) for effect in effects}
    return doers.pop() if len(doers) == 1 else a.YOU


def _said_by(chain: Part, name: str) -> bool:
    """Is it one clause with such a phrase ("pay 2 Power to draw a card")?"""
    match chain.children:
        case [clause] if w.is_tree(clause, "clause"):
            return w.first(clause, name) is not None
        case _:
            return False
