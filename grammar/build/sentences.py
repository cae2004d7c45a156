"""Parse trees of sentences to effects.

A verb without a subject is done by you if it is in the base form ("draw"), and by the
subject before it if it is in the "-s" form ("Each foe reveals his hand and discards …").
"""

from __future__ import annotations

from lark import Token, Tree

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.ast.phrase import Misfit, Part, read
from rules_check.grammar.build.amounts import countable
from rules_check.grammar.build.conditions import condition, exact, negated
from rules_check.grammar.build.occasions import moment, occasion, trigger_after, until
from rules_check.grammar.build.players import player
from rules_check.grammar.build.repetition import for_each, repeat_until
from rules_check.grammar.build.words import (
    PLAYERS,
    VERB_KINDS,
    WINDOWS,
    first,
    is_tree,
    number,
    span,
    third_person,
    token,
    verb,
    window,
)
from rules_check.grammar.clauses import open_clause, takes_window
from rules_check.grammar.compose import OPENERS, Opener, Sentence, compose, sequence

NEEDS_COMMA = frozenset(
    {"IF_YOU_CHOOSE_NOT_TO", "IF_THEY_CHOOSE_NOT_TO", "IF_YOU_CANNOT", "IF_THEY_CANNOT"}
)
"""Openers that go on as a condition where no comma follows."""


class Nobody(Exception):
    """A verb in the "-s" form with nobody to do it; carries the place of the verb."""

    def __init__(self, word: Token) -> None:
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
        if is_tree(tree, "opened", "opened_at_once"):
            if is_tree(tree, "opened_at_once") and tree.children[0].children[0].type in NEEDS_COMMA:
                raise Misfit  # "if you do not control …" is a condition
            opener = OPENERS[tree.children[0].children[0].type]
            return opener, self.chain(tree.children[-1])
        return Opener.NONE, self.chain(tree)

    def chain(self, tree: Part) -> a.Effect:
        """A chain of clauses: one effect, or several after each other."""
        if not is_tree(tree, "chain"):
            return self.effect(tree)
        parts = [part for part in tree.children if isinstance(part, Tree)]
        return sequence([self.effect(part) for part in parts])

    def effect(self, tree: Part) -> a.Effect:
        """One link of a chain."""
        parts = tree.children
        match str(tree.data):
            case "chain":
                return self.chain(tree)
            case "clause":
                return self.clause(tree)
            case "either_and":
                one, two, three = (self.effect(part) for part in parts if isinstance(part, Tree))
                return a.ChooseOne((one, sequence([two, three])), _doer(one, two, three))
            case "both_or":
                one, two, three = (self.effect(part) for part in parts if isinstance(part, Tree))
                return a.ChooseOne((sequence([one, two]), three), _doer(one, two, three))
            case "either":
                choices = tuple(self.effect(part) for part in parts)
                return a.ChooseOne(choices, _doer(*choices))
            case "group":
                return compose([self.sentence(part) for part in parts])
            case "may":
                who = player(parts[0])
                self.subject = who
                outer, self.base = self.base, who
                effect = self.chain(parts[-1])
                self.base = outer
                if isinstance(effect, a.When) and _said_of_the_next(parts[-1]):
                    return replace(effect, effect=a.May(effect.effect, who=who))
                if isinstance(effect, a.Tried) and _said_with_to(parts[-1]):
                    return a.May(effect.effect, effect.then, who=who)
                return a.May(effect, who=who)
            case "inverted_may":
                effect = self.effect(parts[0])
                return a.May(effect, self.chain(parts[-1]))
            case "if" if is_tree(parts[0], "negated"):
                return a.If(self.negated(parts[0]), self.chain(parts[-1]))
            case "if" if len(parts) == 4:  # "if … at the start of your turn, …"
                return a.When(
                    moment(parts[2]), a.If(self.condition(parts[1]), self.chain(parts[-1]))
                )
            case "if":
                return a.If(self.condition(parts[1]), self.chain(parts[-1]))
            case "in_order":
                return self.chain(parts[-1])  # the order in which players act anyway
            case "while":
                return a.While(self.condition(parts[1]), self.chain(parts[-1]))
            case "when":
                when = occasion(parts[0])
                effect = self.chain(parts[-1])
                if when is a.Window.THIS_TURN:
                    return _this_turn(effect)
                if isinstance(when, a.Window):
                    return a.If(a.During(when), effect)
                return a.When(when, effect)
            case "choose_one":
                options = [part for part in parts if is_tree(part, "chain")]
                said = next((part for part in parts if is_tree(part, *PLAYERS)), None)
                word = next(part for part in parts if token(part, "CHOOSE"))
                who = player(said) if said is not None else self.actor(Tree("", [word]), None)
                found: list[a.Effect] = []
                outer, self.base = self.base, who
                for option in options:
                    self.subject = who
                    found.append(self.chain(option))
                self.base = outer
                many = next((number(part) for part in parts if is_tree(part, "number")), 1)
                if many >= len(found):
                    raise Misfit
                return a.ChooseOne(tuple(found), who, many)
            case "until_first":
                return a.Lasting(self.chain(parts[-1]), until(parts[0]))
            case "once":
                within = window(tree)
                assert within is not None
                return a.When(a.Once(within), self.chain(parts[-1]))
            case "for_each_first":
                return for_each(countable(parts[1]), self.chain(parts[-1]))
        raise Misfit(tree.data)

    def condition(self, tree: Part) -> a.Condition:
        """A condition."""
        return condition(tree, self.predicate)

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
        within = span(tree)
        if within is not None and token(parts[0], "CONTROL", "HAVE"):
            raise Misfit
        return negated(who, parts[0], parts[1], within)

    # ------------------------------------------------------------------ clauses

    def clause(self, tree: Part) -> a.Effect:
        """A subject, a predicate and what hangs on it."""
        parts = [part for part in tree.children if isinstance(part, Tree)]
        who: a.Player | None = None
        if is_tree(parts[0], "you_and"):
            self.both = player(first(parts.pop(0), *PLAYERS))
            self.subject = None
            if self.both.kind in {a.PlayerKind.YOU, a.PlayerKind.TEAMMATE}:
                raise Misfit  # "you and your teammate" are players of their own
        elif is_tree(parts[0], *PLAYERS, "each_who_did"):
            who = player(parts.pop(0))
            self.subject = who
            self.both = None
        if self.both is None or is_tree(parts[0], "group"):
            return self.said(parts, who)
        if is_tree(parts[0], "power", "power_equal"):
            raise Misfit  # who gets it?
        return sequence([self.said(parts, a.YOU), self.said(parts, self.both)])

    def said(self, parts: list[Part], who: a.Player | None) -> a.Effect:
        """A predicate and what hangs on it."""
        head, *suffixes = parts
        if is_tree(head, "group"):
            effect = self.effect(head)
        elif is_tree(head, "forbid"):
            effect = self.forbid(head, who or a.YOU)
        else:
            effect = self.predicate(head, who)
        closed = is_tree(head, "group")
        for suffix in suffixes:
            effect = self.suffix(effect, suffix, closed)
            closed = False
        return effect

    def forbid(self, tree: Part, who: a.Player) -> a.Effect:
        """ "cannot …", "do not …": the words of time say how long it is forbidden."""
        inner = self.predicate(tree.children[1], who)
        if getattr(inner, "window", None) is not None:
            raise Misfit
        return a.Forbid(inner, span(tree, getattr(inner, "what", None)))

    def suffix(self, effect: a.Effect, tree: Part, closed: bool) -> a.Effect:
        """What is said after a clause about that clause (`closed`: it stands in brackets)."""
        parts = tree.children
        match str(tree.data):
            case "suffix_each":
                return for_each(countable(parts[1]), effect)
            case "suffix_moment":
                when = moment(parts[0])
                if isinstance(effect, a.Forbid) and effect.when is None and not closed:
                    return a.Forbid(effect.effect, when)
                return a.Delayed(when, effect)
            case "suffix_if":
                return a.If(self.condition(parts[1]), effect)
            case "suffix_if_done":
                event = a.Event((verb(parts[1]),), None, a.THIS)
                return a.When(a.Trigger(event), effect)
            case "suffix_unless":
                who = player(parts[1])
                return a.Unless(effect, self.predicate(parts[2], who))
            case "suffix_instead":
                return a.Instead(effect)
            case "suffix_until":
                return repeat_until(effect, exact(parts[1], self.condition(parts[1])))
            case "suffix_lasting":
                return a.Lasting(effect, until(parts[0]))
            case "suffix_if_able":
                return effect  # everything is done as far as it can be
            case "suffix_when":
                if isinstance(effect, a.When) and not closed:
                    raise Misfit
                return a.When(trigger_after(tree), effect)
            case "suffix_window":
                if isinstance(effect, a.When) and not closed:
                    raise Misfit  # the words of time are the trigger's own
                if isinstance(effect, a.If) and not closed and _open(effect.condition):
                    raise Misfit  # and here the condition's
                if takes_window(effect) and not closed:
                    raise Misfit
                within = WINDOWS[parts[0].children[-1].children[0].type]
                return a.Within(effect, within)
            case "suffix_to":
                if isinstance(effect, a.ChoosePlayer):  # "choose a foe to discard a card"
                    return sequence([effect, self.predicate(parts[0], a.THAT_PLAYER)])
                if isinstance(effect, a.Tried | a.Within) or is_tree(parts[0], "avoid"):
                    raise Misfit
                return a.Tried(effect, self.predicate(parts[0], None))
            case "suffix_avoid":
                return sequence([effect, read(parts[0], a.YOU)])
            case "suffix_before_draw":
                return effect
        raise Misfit(tree.data)

    def actor(self, tree: Part, who: a.Player | None) -> a.Player:
        """Who does it: the subject said, or the one before for an "-s" form, or you."""
        if who is not None:
            return who
        word = tree.children[0] if tree.children else None
        if isinstance(word, Token) and word.type in VERB_KINDS and third_person(word):
            if self.subject is None:
                raise Nobody(word)
            return self.subject
        return self.base

    def predicate(self, tree: Part, who: a.Player | None) -> a.Effect:
        """A verb and its objects."""
        effect: a.Effect = read(tree, self.actor(tree, who))
        return effect


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


def _said_of_the_next(chain: Part) -> bool:
    """Is it one clause of the form "put the next card you gain this turn into your hand"?"""
    match chain.children:
        case [Tree(data="clause", children=children)]:
            return any(is_tree(part, "put_next") for part in children)
    return False


def _said_with_to(chain: Part) -> bool:
    """Is it one clause of the form "pay 2 Power to draw a card"?"""
    match chain.children:
        case [Tree(data="clause", children=children)]:
            return any(is_tree(part, "suffix_to") for part in children)
    return False
