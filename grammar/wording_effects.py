"""Effects and conditions back to house-style text, one chain of clauses at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from grammar import ast as a
from grammar.build_words import open_clause, takes_window
from grammar.wording_nouns import (
    ORDINALS,
    PAST,
    a_or_an,
    acted,
    amount,
    attribute,
    cards,
    core,
    counted,
    destination,
    filter_phrase,
    head,
    place,
    places,
    player,
    plural_phrase,
    possessive,
    selection,
    spell,
    tests_after,
    tests_before,
    with_s,
)

SCOPED = (a.May, a.If, a.When, a.While)
"""Effects whose words reach to the end of the sentence."""


PREFIXES = frozenset(
    {
        a.Window.CONFRONTATION,
        a.Window.YOUR_TURN,
        a.Window.FOES_TURN,
        a.Window.OTHER_TURN,
        a.Window.ANY_TURN,
    }
)
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
            case a.Seq((*before, clause, a.AvoidAttack())) if _simple(clause):
                said = [self.link(part, last=False) for part in before]
                return _and([*said, f"{self.clause(clause)} to avoid an Attack"])
            case a.Seq(effects):
                last = len(effects) - 1
                return _and([self.link(part, i == last) for i, part in enumerate(effects)])
            case _:
                return self.link(effect, last=True)

    def link(self, effect: a.Effect, last: bool) -> str:
        """One link; what would reach too far is put into brackets."""
        match effect:
            case a.ChooseOne(options, who) if self._either(options, who):
                return " or ".join(self.clause(option) for option in options)
            case a.May() | a.If() | a.Tried() if effect.otherwise is not None:
                return self.group(effect)
            case a.May() | a.Tried() if effect.then is not None:
                return self.group(effect)
            case a.Seq():
                return self.group(effect)
            case _ if not last and any(isinstance(node, a.RepeatUntil) for node in a.walk(effect)):
                return self.group(effect)  # an "and" after "until …" would go on with it
            case a.ChooseOne() if not last:
                return self.group(effect)
            case a.ForEach(each, inner) if not _simple(inner):
                return f"for each {counted(each)}, {self.chain(inner)}" if last else self.group(effect)
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
        return who == a.YOU and len(options) > 1 and all(_choosable(o) for o in options)

    def group(self, effect: a.Effect) -> str:
        """In brackets, sentence by sentence."""
        from grammar.wording import sentence, tails

        if isinstance(effect, a.May | a.Tried | a.If) and len(tails(effect)) > 1:
            return "[" + "; ".join(sentence(opener, e, self) for opener, e in tails(effect)) + "]"
        return f"[{self.chain(effect)}]"

    def scoped(self, effect: a.May | a.If | a.When | a.While) -> str:
        """Something that reaches to the end of the sentence."""
        match effect:
            case a.May(inner, None, None, who):
                self.subject = who
                outer, self.base = self.base, who
                said = f"{player(who)} may {self.chain(inner)}"
                self.base = outer
                return said
            case a.If(a.During(window), then, None) if window in PREFIXES:
                return f"{window.value}, {self.chain(then)}"
            case a.If(condition_, then, None):
                return f"if {self.condition(condition_)}, {self.chain(then)}"
            case a.When(occasion_, inner):
                return f"{occasion(occasion_)}, {self.chain(inner)}"
            case a.While(condition_, inner):
                return f"while {self.condition(condition_)}, {self.chain(inner)}"
            case _:
                return self.group(effect)

    # ------------------------------------------------------------------ clauses

    def clause(self, effect: a.Effect) -> str:
        """A clause with what hangs on it."""
        match effect:
            case a.Delayed(a.Moment() as when, inner):
                return f"{self.held(inner)} {moment(when)}"
            case a.Delayed(a.Event() as when, inner):
                return self.group(a.When(a.Trigger(when), inner))
            case a.Unless(inner, other):
                who = getattr(other, "who", a.YOU)
                return f"{self.held(inner)} unless {player(who)} {predicate(other, who != a.YOU)}"
            case a.Instead(inner):
                return f"{self.held(inner)} instead"
            case a.RepeatUntil(inner, condition_):
                return f"{self.held(inner)} until {self.condition(condition_)}"
            case a.Lasting(inner, until_):
                return f"{self.held(inner)} {until(until_)}"
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
            case a.ChooseOne(options, who):
                head_ = self.with_subject(who, "choose one", "chooses one")
                return f"{head_}: " + "; or ".join(self.option(option, who) for option in options)
            case a.Forbid(inner, when):
                return self.forbid(inner, when)
            case a.GoFirst():
                self.subject = a.YOU
                return predicate(effect, False)
            case _:
                who = getattr(effect, "who", None)
                if who is None:
                    return predicate(effect, False)
                return self.with_subject(who, predicate(effect, False), predicate(effect, True))

    def option(self, effect: a.Effect, who: a.Player) -> str:
        """One option of a choice; a choice within it is put into brackets."""
        self.subject = who
        nested = any(isinstance(node, a.ChooseOne) for node in a.walk(effect))
        return self.group(effect) if nested else self.chain(effect)

    def with_subject(self, who: a.Player, base: str, third: str) -> str:
        """The predicate in the right form, with a subject where it needs one."""
        if who == self.base:
            spoken = self.subject not in {None, a.YOU} and not base.startswith("+")
            if self.base == a.YOU and (spoken or base.startswith(("control ", "win "))):
                self.subject = a.YOU
                return f"you {base}"
            return base
        if base.startswith("+"):
            self.subject = who
            return f"{player(who)} gets {base}"
        if who == self.subject and who.kind is not a.PlayerKind.YOU:
            return third
        self.subject = who
        return f"{player(who)} {base if who.kind is a.PlayerKind.YOU else third}"

    def forbid(self, inner: a.Effect, when: a.Window | a.Moment | None) -> str:
        """ "you cannot …"."""
        who: a.Player = getattr(inner, "who", a.YOU)
        tail = ""
        if isinstance(when, a.Window):
            loose = open_clause(getattr(inner, "what", None))
            tail = f" {'at any time ' if loose else ''}{when.value}"
        elif when is not None:
            tail = f" {moment(when)}"
        self.subject = who
        return f"{player(who)} cannot {predicate(inner, False)}{tail}"

    # --------------------------------------------------------------- conditions

    def condition(self, what: a.Condition) -> str:
        """A condition, without "if"."""
        match what:
            case a.AllOf(first, second):
                return f"{self.condition(first)} and {self.condition(second)}"
            case a.AnyOf(first, second):
                return f"{self.condition(first)} or {self.condition(second)}"
            case _:
                return condition(what)


def _without_other(effect: a.Move) -> a.Move:
    """ "discard another card" as "discard a card"."""
    what = effect.what
    assert isinstance(what, a.Cards)
    tests = tuple(test for test in what.filter.tests if test != a.Other())
    return replace(effect, what=replace(what, filter=a.Filter(what.filter.nouns, tests)))


def _and(said: list[str]) -> str:
    if len(said) == 1:
        return said[0]
    return " and ".join(said) if len(said) == 2 else ", ".join(said[:-1]) + ", and " + said[-1]


def _suffixed(effect: a.Effect) -> bool:
    kinds = (a.Delayed, a.Unless, a.Instead, a.RepeatUntil, a.Lasting, a.Within, a.ForEach)
    return isinstance(effect, kinds)


def _simple(effect: a.Effect) -> bool:
    """Is it one clause with a verb?"""
    composed = (a.Seq, a.May, a.Tried, a.If, a.ChooseOne, a.When, a.While, a.Question, a.Forbid)
    return not isinstance(effect, composed) and not _suffixed(effect)


def _choosable(effect: a.Effect) -> bool:
    return _simple(effect) and getattr(effect, "who", a.YOU) == a.YOU


def span(window: a.Window | None, what: a.Selection | None = None, again: bool = False) -> str:
    """Words of time after an effect, marked where they could be read into the cards."""
    if window is None:
        return ""
    loose = not again and open_clause(what)
    return f" {'at any time ' if loose else ''}{window.value}"


def predicate(effect: a.Effect, third: bool) -> str:
    """A verb and its objects, in the base or the "-s" form."""

    def verb(word: str) -> str:
        return with_s(word) if third else word

    match effect:
        case a.Power(a.Number(n)):
            return f"+{n} Power"
        case a.Power(a.Times(n, each)):
            return f"+{n} Power for each {counted(each)}"
        case a.Power(value):
            return f"+Power equal to {amount(value)}"
        case a.PayPower(value):
            return f"{verb('pay')} {amount(value)} Power"
        case a.DoublePower():
            return f"{verb('double')} your Power this turn"
        case a.GainVP(value):
            return f"{verb('gain')} {amount(value)} VP"
        case a.LoseVP(value):
            return f"{verb('lose')} {amount(value)} VP"
        case a.ChooseValue(kind):
            thing = {"name": "a card name", "cost": "a cost", "card type": "a card type"}[kind.value]
            return f"{verb('choose')} {thing}"
        case a.Search(where, what):
            return f"{verb('search')} {place(where)} for {cards(what)}"
        case a.RefillLineUp():
            return f"{verb('refill')} the Line-Up"
        case a.Move():
            return move(effect, verb(effect.verb.value))
        case a.Show(kind, what):
            return f"{verb(kind.value)} {selection(what)}"
        case a.Choose(what):
            return f"{verb('choose')} {selection(what)}"
        case a.ChoosePlayer(who):
            return f"{verb('choose')} {player(who)}"
        case a.ChooseParity():
            return f"{verb('choose')} even or odd"
        case a.Play(what, again, _, window):
            often = " again" if again else ""
            return f"{verb('play')} {selection(what)}{often}{span(window, what, again)}"
        case a.Shuffle(what):
            return f"{verb('shuffle')} {selection(what)}"
        case a.Swap(first, second):
            return f"{verb('swap')} {selection(first)} with {selection(second)}"
        case a.Deal(number, to):
            return f"{verb('deal')} {spell(number)} to {player(to)} at random"
        case a.TotalCost(what):
            return f"{verb('total')} the cost of {selection(what, 'in')}"
        case a.ChangeCost():
            return change_cost(effect, third)
        case a.CancelConfrontation(now):
            start = "immediately " if now else ""
            return f"{start}{verb('cancel')} this Confrontation and buy cards as usual"
        case a.Replace(what):
            return f"{verb('replace')} {selection(what)}"
        case a.Flip(what):
            return f"{verb('flip')} {selection(what)} face down"
        case a.Control(what, _, window):
            return f"{verb('control')} {selection(what)}{span(window, what)}"
        case a.GainText(what, source, window):
            return f"{selection(what)} has the text of {selection(source)}{span(window, source)}"
        case a.Grant(what, quality, window):
            many = isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE)
            if isinstance(quality, a.Keyword):
                have = "have" if many else "has"
                return f"{selection(what, 'in')} {have} {quality.value}{span(window)}"
            also = "are also" if many else "is also"
            return f"{selection(what, 'in')} {also} {a_or_an(quality.value)}{span(window)}"
        case a.AvoidAttack():
            return f"{verb('avoid')} an Attack"
        case a.WinGame():
            return f"{verb('win')} the game"
        case a.Stays(what, a.Place(a.Zone.FRONT), window):
            return f"{verb('leave')} {selection(what)} in front of you{span(window)}"
        case a.Stays(what, a.Place(a.Zone.PLAY), window):
            return f"{selection(what)} stays in play{span(window)}"
        case a.Stays(what, where, window):
            return f"{selection(what)} stays in {place(where)}{span(window)}"
        case a.RefillTo(number):
            return f"the Line-Up only refills to {number} cards"
        case a.PlayBefore(what, before, end):
            tail = " or ending your turn" if end else ""
            return f"{verb('play')} {selection(what)} before {cards(before)}{tail}"
        case a.GoFirst():
            return "you go first"
        case a.UseAnyNumber(window):
            return f"{verb('use')} this ability any number of times{span(window)}"
        case a.Worth(a.Number(n)):
            return f"this card is worth {_vp(n)}"
        case a.Worth(a.Times(n, each)):
            return f"this card is worth {_vp(n)} for each {counted(each)}"
        case a.Worth(value):
            return f"this card is worth VP equal to {amount(value)}"
        case a.ReduceScore(found):
            return f"{plural_phrase(found)} reduce your score at the end of the game"
        case a.StartsGame(where):
            return f"this card starts the game {destination(where)}"
        case a.ParityOf(number, kind):
            return f"{number} is {kind.value}"
        case a.EffectsRemain():
            return "effects and Power generated the first time you played it remain"
        case a.NoFirstAppearance():
            return "the First Appearance - Attack does not happen"
        case _:
            return Clauses().group(effect)


def _vp(number: int) -> str:
    return f"{number} VP" if number == 1 else f"{number} VPs"


def move(effect: a.Move, verb: str) -> str:
    """A move with its destination."""
    said = f"{verb} {selection(effect.what, 'in' if effect.verb is a.Verb.DESTROY else 'from')}"
    if effect.to is not None:
        if effect.verb is a.Verb.PASS:
            said += f" {_passed(effect.to)}"
        elif effect.verb is a.Verb.RETURN and effect.to.edge is not None:
            said += f" to {place(effect.to)}"
        else:
            said += f" {destination(effect.to, effect.verb is a.Verb.RETURN)}"
    return f"{said} in any order" if effect.any_order else said


def _passed(to: a.Place) -> str:
    if to == a.Place(a.Zone.HAND, a.Player(a.PlayerKind.THEIR_LEFT)):
        return "to the left"
    if to == a.Place(a.Zone.HAND, a.Player(a.PlayerKind.THEIR_RIGHT)):
        return "to the right"
    return f"to {place(to)}"


def change_cost(effect: a.ChangeCost, third: bool) -> str:
    """ "add 2 to a Character's cost this turn"."""
    each = ""
    value = effect.amount
    if isinstance(value, a.Times):
        each = f" for each {counted(value.each)}"
        value = a.Number(value.number)
    match effect.of:
        case a.CharacterCost(owner):
            whose = "a Character's cost" if owner is None else f"{possessive(owner)} Character's cost"
            verb, word = ("add", "to") if effect.more else ("subtract", "from")
            verb = with_s(verb) if third else verb
            return f"{verb} {amount(value)} {word} {whose}{span(effect.window)}{each}"
        case a.CostOfCards(found, to_defeat):
            more = "more" if effect.more else "less"
            tail = " to defeat" if to_defeat else ""
            subject = plural_phrase(found)
            return f"{subject} cost you {amount(value)} {more}{tail}{span(effect.window)}{each}"
        case _:
            assert_never(effect.of)


# ------------------------------------------------------------------ conditions


def condition(what: a.Condition) -> str:
    """A condition, without "if"."""
    match what:
        case a.There():
            return there(what)
        case a.Is(of, a.Filter((), (a.HasKeyword(key),))):
            return f"{selection(of)} has {key.value}"
        case a.Is(a.Ref(a.RefKind.IT), a.Filter((), (a.Chosen(a.DifferentKind.TYPE),))):
            return "it is the chosen card type"
        case a.Is(of, a.Filter((), (a.Attribute() | a.Parity() | a.CostOneOf() as test,))):
            if of == a.IT and isinstance(test, a.Parity):
                return f"its cost is {test.kind.value}"
            if isinstance(test, a.Attribute):
                if of == a.IT and test.kind is a.AttributeKind.COST and _plain_number(test):
                    return f"its cost is {attribute(test).removeprefix('cost ')}"
                return f"{selection(of)} has {attribute(test)}"
            return f"{selection(of)} is {filter_phrase(a.Filter((), (test,)))}"
        case a.Is(a.Ref(a.RefKind.IT), found):
            return f"it is {filter_phrase(found)}"
        case a.Is(of, found):
            return f"{selection(of)} is {filter_phrase(found)}"
        case a.ShareType():
            return "they share a card type"
        case a.DifferInType():
            return "they have different card types"
        case a.In(of, a.Place(a.Zone.PLAY)):
            return f"{selection(of)} is in play"
        case a.In(of, where):
            return f"{selection(of)} is in {place(where)}"
        case a.OwnsOrPlays(of):
            return f"you own or are playing {selection(of)}"
        case a.CardsSoFar(nth):
            return f"this is the {ORDINALS[nth]} card you play this turn"
        case a.MatchesChoice():
            return "its cost matches your choice"
        case a.During(window):
            return "you are " + ("in a Confrontation" if window is a.Window.CONFRONTATION else window.value)
        case a.PlayersDid(who, at_least, effect, negated):
            kind = "foes" if who.kind is a.PlayerKind.EACH_FOE else "players"
            return f"{spell(at_least)} or more {kind}{' do not' if negated else ''} {predicate(effect, False)}"
        case a.HighestCost(verb):
            return f"one player {PAST[verb]} a card with cost higher than each other player"
        case a.DefeatedInConfrontation(window):
            return f"you succeed in a Confrontation {window.value}"
        case a.Not(a.Is(a.Ref(a.RefKind.IT), found)):
            return f"it is not {filter_phrase(found)}"
        case a.Not(inner):
            return f"not {condition(inner)}"
        case a.AllOf(first, second):
            return f"{condition(first)} and {condition(second)}"
        case a.AnyOf(first, second):
            return f"{condition(first)} or {condition(second)}"
        case _:
            assert_never(what)


def _plain_number(test: a.Attribute) -> bool:
    known = {a.Comparison.EQUAL, a.Comparison.AT_MOST, a.Comparison.AT_LEAST}
    return isinstance(test.value, a.Number) and test.comparison in known


def there(what: a.There) -> str:
    """A count compared with a number."""
    found = what.count.cards
    value = what.value
    assert isinstance(value, a.Number)
    if isinstance(found.quantity, a.CostWorth):
        subject = next(t for t in found.filter.tests if isinstance(t, a.Acted))
        return f"{acted(subject)} {found.quantity.amount} or greater cost worth of cards"
    one = value.value == 1 and what.comparison in {a.Comparison.AT_LEAST, a.Comparison.EQUAL}
    number = {
        a.Comparison.AT_LEAST: f"{spell(value.value)} or more",
        a.Comparison.AT_MOST: f"{spell(value.value)} or fewer",
        a.Comparison.LESS: f"fewer than {spell(value.value)}",
        a.Comparison.MORE: f"more than {spell(value.value)}",
        a.Comparison.EQUAL: "no" if value.value == 0 else f"exactly {spell(value.value)}",
    }[what.comparison]
    if what.count.different is a.DifferentKind.TYPE:
        tail = tests_after(found.filter) + places(found, "in")
        return f"there are {number} different card types{tail}"
    rest, subject_ = _subject(found, what.count.different)
    different = "different " if what.count.different is a.DifferentKind.NAME else ""
    plural = not (one and what.comparison is a.Comparison.AT_LEAST)
    body = different + core(rest, plural, "or") + places(rest, "in")
    body = f"{number} {body}" if plural else a_or_an(body)
    if subject_ is None:
        return f"there {'are' if plural else 'is'} {body}"
    match subject_:
        case a.Controlled(who):
            return f"{player(who)} {'control' if who.kind is a.PlayerKind.YOU else 'controls'} {body}"
        case a.Acted():
            said = acted(a.Acted(subject_.verbs, subject_.who, subject_.tense))
            return f"{said} {body}" + (f" {subject_.window.value}" if subject_.window else "")


def _subject(
    found: a.Cards, different: a.DifferentKind | None
) -> tuple[a.Cards, a.Controlled | a.Acted | None]:
    """Take "you control" or "you played" out of the cards, where it can lead the sentence."""
    tests = found.filter.tests
    leading = [t for t in tests if isinstance(t, a.Controlled | a.Acted)]
    plain = (a.Other, a.Attribute, a.CostOneOf, a.Parity, a.Different)
    rest = tuple(t for t in tests if t not in leading)
    if len(leading) != 1 or not all(isinstance(t, plain) for t in rest):
        return found, None
    if isinstance(leading[0], a.Acted) and found.places:
        return found, None
    trimmed = a.Cards(
        found.quantity, a.Filter(found.filter.nouns, rest), found.places, found.spread, found.random
    )
    return trimmed, leading[0]


# ------------------------------------------------------------------- occasions


def moment(when: a.Moment) -> str:
    """ "at the end of your turn"."""
    if when.each:
        return f"at the {when.point.value} of each of your turns"
    turn = "next turn" if when.next else "turn"
    return f"at the {when.point.value} of {possessive(when.whose)} {turn}"


def occasion(what: a.Occasion) -> str:
    """When it happens."""
    match what:
        case a.Moment():
            return moment(what)
        case a.GameEnd():
            return "at the end of the game"
        case a.Once(window):
            return f"once {window.value}"
        case a.Trigger(event_, often, nth, window):
            head_ = {
                a.Often.WHEN: "when",
                a.Often.EACH: "each time",
                a.Often.NTH: f"the {ORDINALS[nth]} time",
            }[often]
            loose = window is not None and open_clause(event_.what)
            tail = f" {'at any time ' if loose else ''}{window.value}" if window else ""
            return f"{head_} {event(event_)}{tail}"
        case _:
            assert_never(what)


def event(what: a.Event) -> str:
    """Something that happens."""
    if what.told:
        assert what.what is not None
        return f"a card tells you to {what.verbs[0].value} {selection(what.what)}"
    if what.who is None:
        assert what.what is not None
        be = "would be" if what.would else "is"
        return f"{selection(what.what)} {be} {PAST[what.verbs[0]]}"
    base = what.who.kind is a.PlayerKind.YOU
    if what.verbs[0] in {a.Verb.ATTACK, a.Verb.CONFRONT}:
        return f"{player(what.who)} {'are' if base else 'is'} {what.verbs[0].value}ed"
    if what.would:
        said = " or ".join(v.value for v in what.verbs)
        assert what.what is not None
        return f"{player(what.who)} would {said} {selection(what.what)}"
    said = " or ".join(v.value if base else with_s(v.value) for v in what.verbs)
    if what.what is None:
        return f"{player(what.who)} {said} an Attack"
    return f"{player(what.who)} {said} {selection(what.what)}"


def until(what: a.Until) -> str:
    """Until an event or the end of a turn."""
    match what.end:
        case a.Moment(point, whose, _, following):
            turn = "next turn" if following else "turn"
            return f"until the {point.value} of {possessive(whose)} {turn}"
        case a.Event():
            return f"until {event(what.end)}"


__all__ = ["Clauses", "head", "tests_before"]
