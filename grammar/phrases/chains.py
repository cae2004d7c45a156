"""Effects back to house-style text, one chain of clauses at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import say, writes
from rules_check.grammar.attach import WITH_YOU, Opener, doer
from rules_check.grammar.compose import Sentence, open_clause, takes_window, trailing
from rules_check.grammar.phrases.amounts import counted, neutral
from rules_check.grammar.phrases.cards import selection
from rules_check.grammar.phrases.players import bare_verb, player
from rules_check.grammar.phrases.side_by_side import apart
from rules_check.grammar.phrases.words import join, spell
from rules_check.grammar.subjects import PICKED_OUT

PREFIXES = frozenset(a.Window) - {*(a.Window.THIS_TURN, a.Window.EACH_TURN, a.Window.REST_OF_GAME)}
"""Stretches of time with which a sentence can begin."""


class Clauses:
    """Writes one chain, remembering who acts, in the way the builder does."""

    def __init__(self, base: a.Player = a.YOU, subject: a.Player | None = None) -> None:
        self.base = base
        self.subject = subject

    # ------------------------------------------------------------------- chains

    def chain(self, effect: a.Effect) -> str:
        """An effect as one chain of clauses, without a full stop."""
        match effect:
            case a.Seq((*before, clause, a.AvoidAttack() as avoid)) if _simple(clause):
                said = [self.link(part, last=False) for part in before]
                return join([*said, f"{self.clause(clause)} to {say(avoid, False)}"], "and")
            case a.Seq((a.ChooseOne(options, who, 1), a.AvoidAttack() as avoid)) if self._either(
                options, who
            ):
                said = [self.clause(option) for option in options]
                return f"{' or '.join(said)} to {say(avoid, False)}"
            case a.Seq(effects):
                last = len(effects) - 1
                said = [self.link(part, i == last) for i, part in enumerate(effects)]
                if all(isinstance(part, a.Power) for part in effects[-2:]) and _for_each(
                    effects[-1]
                ):
                    said[-1] = f"an additional {self.bare(effects[-1])}"
                return join(said, "and")
            case _:
                return self.link(effect, last=True, alone=True)

    def link(self, effect: a.Effect, last: bool, alone: bool = False) -> str:
        """One link; what would reach too far is put into brackets."""
        match effect:
            case a.ChooseOne(options, who, 1) if alone and self._either(options, who):
                return " or ".join(self.clause(option) for option in options)
            case a.May() | a.If() | a.Tried() if len(tails(effect)) > 1:
                return self.group(effect)
            case a.Seq():
                return self.group(effect)
            case a.RepeatUntil(inner, condition_, True) if alone:
                return f"{self.held(inner)} and repeat this until {say(condition_)}"
            case _ if not last and any(isinstance(node, a.RepeatUntil) for node in a.walk(effect)):
                return self.group(effect)  # an "and" after "until …" would go on with it
            case a.ChooseOne() if not last:
                return self.group(effect)
            case a.ChooseOne(options, who, 1) if self._either(options, who):
                return self.group(effect)
            case _ if _for_each(effect) and last and not alone:
                return self.group(effect)  # or it would be for each of them
            case a.ForEach(each, inner) if not _simple(inner) or isinstance(each, a.Bounded):
                return (
                    f"for each {counted(each)}, {self.chain(inner)}" if last else self.group(effect)
                )
            case a.May() | a.If() | a.When() | a.While():
                return self.scoped(effect) if last else self.group(effect)
            case a.Question("this-turn"):
                play = effect.option("effect")
                assert isinstance(play, a.Play)
                said = f"{selection(play.what)} {(play.window or a.Window.THIS_TURN).value}"
                return self.with_subject(play.who, f"play {said}", f"plays {said}")
            case a.Question("own-cost"):
                move_ = effect.option("other")
                assert isinstance(move_, a.Move)
                return self.link(_without_other(move_), last)
            case a.Question():
                return self.link(effect.options[0], last)
            case _:
                return self.clause(effect)

    def _either(self, options: tuple[a.Effect, ...], who: a.Player) -> bool:
        """Can the options be said as "A or B"?"""
        yours = all(_simple(o) and getattr(o, "who", a.YOU) == a.YOU for o in options)
        return who == a.YOU and len(options) > 1 and yours and not _for_each(options[-1])

    def group(self, effect: a.Effect) -> str:
        """In brackets, sentence by sentence."""
        if isinstance(effect, a.May | a.Tried | a.If) and len(tails(effect)) > 1:
            return "[" + "; ".join(sentence(opener, e, self) for opener, e in tails(effect)) + "]"
        return f"[{self.chain(effect)}]"

    def scoped(self, effect: a.May | a.If | a.When | a.While) -> str:
        """Something that reaches to the end of the sentence."""
        match effect:
            case a.May(inner, None, None, a.YOU) if _of_others(inner):
                return f"you may have {player(doer(inner))} {say(inner, False)}"
            case a.May(a.When(a.Trigger() as trigger, inner), None, None, who) if _simple(
                inner
            ) and _can_follow(inner, trigger):
                return f"{player(who)} may {self.by(who, inner, self.clause)} {say(trigger)}"
            case a.May(inner, None, None, who):
                said = self.allowed(who, inner)  # "you win the game" says who does
                return f"{player(who)} may {said.removeprefix('you ') if who == a.YOU else said}"
            case a.If(a.During(window), then, None) if window in PREFIXES:
                return f"{window.value}, {self.chain(then)}"
            case a.If(condition_, then, None):
                return f"if {say(condition_)}, {self.under(effect, then)}"
            case a.When(occasion_, inner):
                return f"{say(occasion_)}, {self.under(effect, inner)}"
            case a.While(condition_, inner):
                return f"while {say(condition_)}, {self.chain(inner)}"
            case _:
                return self.group(effect)

    def under(self, outer: a.If | a.When, effect: a.Effect) -> str:
        """What depends on something; a condition in it that would not is put into brackets."""
        if apart(outer) is outer or not isinstance(effect, a.Seq):
            return self.chain(effect)
        *before, last = effect.effects
        return join([*(self.link(part, last=False) for part in before), self.group(last)], "and")

    def allowed(self, who: a.Player, effect: a.Effect) -> str:
        """What a player may do, or have others do."""
        first: Any = effect
        while isinstance(first, a.Seq) or _suffixed(first):
            first = first.effects[0] if isinstance(first, a.Seq) else first.effect
        other: a.Player | None = getattr(first, "who", None)
        if other in {None, who} or isinstance(first, a.AvoidAttack) or not _simple(first):
            return self.by(who, effect, self.chain)
        mine = a.YOU in {who, other}  # "you may have each foe …", "each foe may have you …"
        if mine and first is effect and not isinstance(effect, a.Power):
            self.subject = who
            return f"have {player(other)} {say(effect, False)}"
        return self.by(who, effect, self.group)

    # ------------------------------------------------------------------ clauses

    def clause(self, effect: a.Effect) -> str:
        """A clause with what hangs on it."""
        match effect:
            case a.Delayed(a.Moment() as end, inner) | a.Lasting(inner, end):
                return f"{self.held(inner)} {say(end)}"
            case a.Delayed(a.Event() as when, inner):
                return self.group(a.When(a.Trigger(when), inner))
            case a.Unless(inner, other):
                who = getattr(other, "who", a.YOU)
                return f"{self.held(inner)} unless {player(who)} {say(other, who != a.YOU)}"
            case a.Instead(inner):
                return f"{self.held(inner)} instead"
            case a.RepeatUntil(_, _, True):
                return self.group(effect)
            case a.RepeatUntil(inner, condition_):
                return f"{self.held(inner)} until {say(condition_)}"
            case a.Within(inner, window):
                held = self.group(inner) if takes_window(inner) else self.held(inner)
                return f"{held} {window.value}"
            case a.ForEach(each, inner):
                return f"{self.held(inner)} for each {counted(each)}"
            case _:
                return self.bare(effect)

    def held(self, effect: a.Effect) -> str:
        """A clause on which something hangs: brackets unless it is simple."""
        return self.clause(effect) if _simple(effect) or _suffixed(effect) else self.group(effect)

    def bare(self, effect: a.Effect) -> str:
        """A subject and a predicate."""
        match effect:
            case a.Seq() | a.May() | a.If() | a.When() | a.While() | a.Tried():
                return self.group(effect)
            case a.ChooseOne(options, who, number):
                many = spell(number)
                head_ = self.with_subject(who, f"choose {many}", f"chooses {many}")
                return f"{head_}: " + "; or ".join(self.option(option, who) for option in options)
            case a.Forbid():
                return self.forbid(effect)
            case a.GoFirst():
                self.subject = a.YOU
                return f"you {say(effect, False)}"
            case a.AvoidAttack(a.YOU) if self.base != a.YOU:
                self.subject = a.YOU
                return f"you {say(effect, False)}"
            case _:
                actor = None if isinstance(effect, a.AvoidAttack) else getattr(effect, "who", None)
                if actor is None:
                    return say(effect, False)
                return self.with_subject(actor, say(effect, False), say(effect, True))

    def option(self, effect: a.Effect, who: a.Player) -> str:
        """One option of a choice; a choice within it is put into brackets."""
        nested = any(isinstance(node, a.ChooseOne) for node in a.walk(effect))
        return self.by(who, effect, self.group if nested else self.chain)

    def by(self, who: a.Player, effect: a.Effect, said: Callable[[a.Effect], str]) -> str:
        """An effect in which `who` does verbs in the base form, and is the subject."""
        self.subject = who
        outer, self.base = self.base, who
        text = said(effect)
        self.base = outer
        return text

    def with_subject(self, who: a.Player, base: str, third: str) -> str:
        """The predicate in the right form, with a subject where it needs one."""
        if who == self.base:
            spoken = self.subject not in {None, a.YOU}
            if self.base == a.YOU and spoken and base.startswith(("+", "-")):
                base = f"get {base}"
            if self.base == a.YOU and (spoken or base.startswith(("control ", "win "))):
                self.subject = a.YOU
                return f"you {base}"
            return base
        if base.startswith(("+", "-")):
            self.subject = who
            return f"{player(who)} {'get' if who == a.YOU else 'gets'} {base}"
        again = who.kind is not a.PlayerKind.YOU and who.kind not in PICKED_OUT
        if who == self.subject and again:
            return base if bare_verb(who) else third
        self.subject = who
        return f"{player(who)} {base if bare_verb(who) else third}"

    def forbid(self, effect: a.Forbid) -> str:
        """ "you cannot …", "you may buy only …"."""
        inner, when = effect.effect, effect.when
        who: a.Player = getattr(inner, "who", a.YOU)
        tail = ""
        if isinstance(when, a.Window):
            loose = open_clause(getattr(inner, "what", None))
            tail = f" {'at any time ' if loose else ''}{when.value}"
        elif when is not None:
            tail = f" {say(when)}"
        self.subject = who
        if isinstance(getattr(inner, "what", None), a.OneOf):
            inner = a.rebuild(inner, _one_card)
        if isinstance(inner, a.Undertake | a.UndertakeDefeat):
            inner = a.replace(inner, who=a.YOU)
        said = "avoid an Attack" if isinstance(inner, a.AvoidAttack) else say(inner, False)
        what = getattr(inner, "what", None)
        if isinstance(what, a.Cards) and what.quantity == a.AnyNumber() and what.among is None:
            said = said.replace("any number of ", "", 1)
        if effect.anew:
            said = said.replace(" or more ", " or more additional ", 1)
        if effect.others:
            verb, _, cards = said.partition(" ")
            return f"{player(who)} may {verb} only {cards}{tail}"
        return f"{player(who)} cannot {said}{tail}"


@writes(
    a.Seq, a.May, a.Tried, a.If, a.Unless, a.ChooseOne, a.ForEach, a.RepeatUntil, a.Within,
    a.Lasting, a.While, a.Instead, a.Delayed, a.When, a.Forbid,
)  # fmt: skip
def say_group(effect: a.Effect, _third: bool) -> str:
    """What is more than a verb with its objects: in brackets."""
    return Clauses().group(effect)


@writes(a.Question)
def say_question(question: a.Question[Any], *style: Any) -> str:
    """The wording that leaves a question open."""
    match question.options[0]:
        case a.EffectNode():
            return Clauses().group(question)
        case a.CountOf():
            return say(neutral(question), *style)
        case _:
            return selection(question, *style)


def _one_card(node: Any) -> Any:
    """ "you cannot play a Hero or a card with cost 3": each of them, said of one."""
    if isinstance(node, a.Cards) and node.quantity == a.AnyNumber():
        return a.replace(node, quantity=a.Exactly(a.ONE))
    return a.rebuild(node, _one_card)


def _without_other(effect: a.Move) -> a.Move:
    """ "discard another card" as "discard a card"."""
    what = effect.what
    assert isinstance(what, a.Cards)
    tests = tuple(test for test in what.filter.tests if test != a.Other())
    return a.replace(effect, what=a.replace(what, filter=a.Filter(what.filter.nouns, tests)))


def _of_others(effect: a.Effect) -> bool:
    """Is it one verb with its objects that somebody else than you does?"""
    return isinstance(effect, a.Move | a.Show | a.Choose | a.Search) and effect.who != a.YOU


def _can_follow(effect: a.Effect, trigger: a.Trigger) -> bool:
    """Can "when …" stand behind what happens?"""
    event = trigger.event
    plain = event.what != a.THIS and not event.would and trigger.often is not a.Often.NTH
    return plain and not open_clause(trailing(effect))


def _suffixed(effect: a.Effect) -> bool:
    kinds = (a.Delayed, a.Unless, a.Instead, a.RepeatUntil, a.Lasting, a.Within, a.ForEach)
    return isinstance(effect, kinds)


def _simple(effect: a.Effect) -> bool:
    """Is it one clause with a verb?"""
    composed = (a.Seq, a.May, a.Tried, a.If, a.ChooseOne, a.When, a.While, a.Question, a.Forbid)
    return not isinstance(effect, composed) and not _suffixed(effect)


def _for_each(effect: a.Effect) -> bool:
    """Does it end with "for each …"?"""
    return isinstance(effect, a.ForEach | a.Power) and (
        isinstance(effect, a.ForEach) or isinstance(effect.amount, a.Times)
    )


# ----------------------------------------------------------- sentences after each other


def opening(opener: Opener) -> str:
    """The words with which a sentence begins, in small letters."""
    return f"{opener[:1].lower()}{opener[1:]}, " if opener else ""


def sentence(opener: Opener, effect: a.Effect, clauses: Clauses | None = None) -> str:
    """One sentence, without capital and full stop."""
    return opening(opener) + (clauses or Clauses()).chain(effect)


def openers(who: a.Player) -> tuple[Opener, Opener, Opener]:
    """How sentences go on about what a player does, chooses not to do, or cannot do."""
    if who.kind in {a.PlayerKind.YOU, *WITH_YOU}:
        return Opener.IF_YOU_DO, Opener.IF_YOU_CHOOSE_NOT_TO, Opener.IF_YOU_CANNOT
    return Opener.IF_THEY_DO, Opener.IF_THEY_CHOOSE_NOT_TO, Opener.IF_THEY_CANNOT


def tails(effect: a.May | a.Tried | a.If) -> list[Sentence]:
    """The sentences of a choice or condition, none of them split further."""
    match effect:
        case a.May(inner, then, otherwise, who):
            row: list[Sentence] = [(Opener.NONE, a.May(inner, who=who))]
            do, last, _ = openers(who)
        case a.Tried(inner, then, otherwise):
            row = [(Opener.NONE, inner)]
            do, _, last = openers(doer(inner))
            if isinstance(inner, a.Seq) and not isinstance(inner.effects[-1], a.AvoidAttack):
                do = Opener[f"{do.name}_BOTH"]
        case a.If(condition, inner, otherwise):
            row, then = [(Opener.NONE, a.If(condition, inner))], None
            do, last = Opener.IF_YOU_DO, Opener.OTHERWISE
    if then is not None:
        row.append((do, then))
    if otherwise is not None:
        row.append((last, otherwise))
    return row
