"""A verb and its objects back to house-style text."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.clauses import open_clause
from rules_check.grammar.wording.cards import (
    amount,
    cards,
    counted,
    head,
    plural_phrase,
    selection,
    tests_after,
    tests_before,
)
from rules_check.grammar.wording.players import (
    ORDINALS,
    a_or_an,
    destination,
    place,
    player,
    possessive,
    spell,
    with_s,
)


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
            return f"+{n} Power" if n >= 0 else f"-{-n} Power"
        case a.Power(a.Times(n, each)):
            return f"+{n} Power for each {counted(each)}"
        case a.Power(value):
            return f"+Power equal to {amount(value)}"
        case a.PayPower(value):
            return f"{verb('pay')} {amount(value)} Power"
        case a.DoublePower():
            return f"{verb('double')} your Power this turn"
        case a.GainVP(a.Number(n)):
            return f"{verb('gain')} {n} VP"
        case a.GainVP(value):
            return f"{verb('gain')} VP equal to {amount(value)}"
        case a.LoseVP(value):
            return f"{verb('lose')} {amount(value)} VP"
        case a.ChooseValue(kind):
            thing = {"name": "a card name", "cost": "a cost", "card type": "a card type"}[
                kind.value
            ]
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
            return f"{verb('avoid')} {avoided(effect)}"
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
        case a.UseOnce(window):
            return f"{verb('use')} this ability only once{span(window)}"
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
            from rules_check.grammar.wording.chains import Clauses

            return Clauses().group(effect)


def avoided(effect: a.AvoidAttack) -> str:
    """ "an Attack", with whom it is against if that is not you."""
    return "an Attack" if effect.who == a.YOU else f"an Attack against {player(effect.who)}"


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
            whose = (
                "a Character's cost" if owner is None else f"{possessive(owner)} Character's cost"
            )
            verb, word = ("add", "to") if effect.more else ("subtract", "from")
            verb = with_s(verb) if third else verb
            return f"{verb} {amount(value)} {word} {whose}{span(effect.window)}{each}"
        case a.CostOfThis():
            more = "more" if effect.more else "less"
            return f"this card costs {amount(value)} {more}{span(effect.window)}{each}"
        case a.CostOfCards(found, to_defeat, nth, after) if nth:
            more = "more" if effect.more else "less"
            which = "next" if after else ORDINALS[nth]
            bought = "you defeat" if to_defeat else "you buy"
            subject = f"the {which} {tests_before(found)}{head(found, False, 'or')}"
            subject += f"{tests_after(found)} {bought}{span(effect.window)}"
            return f"{subject} costs you {amount(value)} {more}{each}"
        case a.CostOfCards(found, to_defeat):
            more = "more" if effect.more else "less"
            tail = " to defeat" if to_defeat else ""
            subject = plural_phrase(found)
            return f"{subject} cost you {amount(value)} {more}{tail}{span(effect.window)}{each}"
        case _:
            assert_never(effect.of)
