"""How sentences hang together: "If you do", "Otherwise", and what "it" pulls in.

`compose` makes one effect of a row of sentences. The canonical wording uses the same
function to make sure that what it writes comes back as it was.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace


class Opener(StrEnum):
    """How a sentence begins with respect to the one before it."""

    NONE = ""
    IF_DO = "If you do"
    OTHERWISE = "Otherwise"
    IF_CHOOSE_NOT = "If you choose not to"
    IF_CANNOT = "If you cannot"
    AFTER_ATTACK = "After the Attack"
    IF_THEY_DO = "If they do"
    IF_THEY_CHOOSE_NOT = "If they choose not to"
    IF_THEY_CANNOT = "If they cannot"


SAME = {
    Opener.IF_THEY_DO: Opener.IF_DO,
    Opener.IF_THEY_CHOOSE_NOT: Opener.IF_CHOOSE_NOT,
    Opener.IF_THEY_CANNOT: Opener.IF_CANNOT,
}
"""Openers about somebody else, and those about you that work in the same way."""


OPENERS = {
    "IF_YOU_DO": Opener.IF_DO,
    "IF_THEY_DO": Opener.IF_THEY_DO,
    "OTHERWISE": Opener.OTHERWISE,
    "IF_NOT": Opener.OTHERWISE,
    "IF_YOU_CANNOT": Opener.IF_CANNOT,
    "IF_THEY_CANNOT": Opener.IF_THEY_CANNOT,
    "IF_YOU_CHOOSE_NOT_TO": Opener.IF_CHOOSE_NOT,
    "IF_THEY_CHOOSE_NOT_TO": Opener.IF_THEY_CHOOSE_NOT,
    "AFTER_ATTACK": Opener.AFTER_ATTACK,
    "THEN": Opener.NONE,
    "IN_ADDITION": Opener.NONE,
}

Sentence: TypeAlias = tuple[Opener, a.Effect]


class NoCondition(Exception):
    """A sentence begins with "Otherwise" or the like, and there is nothing it belongs to."""

    def __init__(self, opener: Opener, index: int) -> None:
        super().__init__(opener)
        self.opener = opener
        self.index = index


def sequence(effects: list[a.Effect]) -> a.Effect:
    """Several effects after each other, flat."""
    if len(effects) == 1:
        return effects[0]
    flat: list[a.Effect] = []
    for effect in effects:
        flat.extend(effect.effects if isinstance(effect, a.Seq) else [effect])
    return a.Seq(tuple(flat))


def compose(sentences: list[Sentence]) -> a.Effect:
    """The effect of several sentences; raises `NoCondition`."""
    done: list[a.Effect] = []
    for index, (said, effect) in enumerate(sentences):
        opener = SAME.get(said, said)
        if opener in {Opener.NONE, Opener.AFTER_ATTACK}:
            _append(done, effect)
            continue
        if not done:
            raise NoCondition(opener, index)
        for at in _candidates(done, opener):
            attached = attach(done[at], opener, effect)
            if attached is not None:
                done[at] = attached
                break
        else:
            raise NoCondition(opener, index)
    return sequence(done)


def _candidates(done: list[a.Effect], opener: Opener) -> list[int]:
    """Which of the sentences before this one may belong to, nearest first.

    "If you choose not to" looks back for a choice; the others hang on the last sentence.
    """
    if opener is Opener.IF_CHOOSE_NOT:
        return list(range(len(done) - 1, -1, -1))
    return [len(done) - 1]


def _append(done: list[a.Effect], effect: a.Effect) -> None:
    """A further sentence; one that speaks of "it" belongs to the trigger before it."""
    if done and isinstance(done[-1], a.When) and anaphoric(effect):
        when = done[-1]
        done[-1] = a.When(when.occasion, sequence([when.effect, effect]))
        return
    done.append(effect)


def attach(effect: a.Effect, opener: Opener, more: a.Effect) -> a.Effect | None:
    """Hang `more` on the outermost open place at the end of `effect`; None: there is none."""
    match opener:
        case Opener.IF_DO:
            return _fill(effect, opener, more) or _tried(effect, opener, more)
        case Opener.IF_CANNOT:
            return _tried(effect, opener, more)
        case _:
            more = more.effect if isinstance(more, a.Instead) else more
            filled = _fill(effect, opener, more)
            if filled is None and opener is Opener.OTHERWISE:
                filled = _fill(effect, Opener.IF_CHOOSE_NOT, more)
            return filled


def _fill(effect: a.Effect, opener: Opener, more: a.Effect) -> a.Effect | None:
    """Look for the open slot from the outside in, along the end of the effect."""
    match effect:
        case a.May() if opener is Opener.IF_DO and effect.then is None and effect.otherwise is None:
            return replace(effect, then=more)
        case a.May() if opener is Opener.IF_CHOOSE_NOT and effect.otherwise is None:
            return replace(effect, otherwise=more)
        case a.If() if opener is Opener.OTHERWISE and effect.otherwise is None:
            return replace(effect, otherwise=more)
        case a.Seq():
            last = _fill(effect.effects[-1], opener, more)
            return None if last is None else sequence([*effect.effects[:-1], last])
        case a.May() | a.If() | a.Tried() if effect.otherwise is not None:
            inner = _fill(effect.otherwise, opener, more)
            return None if inner is None else replace(effect, otherwise=inner)
        case a.If():
            inner = _fill(effect.then, opener, more)
            return None if inner is None else replace(effect, then=inner)
        case a.May() | a.Tried() if effect.then is not None:
            inner = _fill(effect.then, opener, more)
            return None if inner is None else replace(effect, then=inner)
        case a.When() | a.While() | a.ForEach():
            inner = _fill(effect.effect, opener, more)
            return None if inner is None else replace(effect, effect=inner)
        case _:
            pass
    return None


def _tried(effect: a.Effect, opener: Opener, more: a.Effect) -> a.Effect | None:
    """ "If you do" or "If you cannot" after something that is not a "may"."""
    match effect:
        case a.Tried() if (
            opener is Opener.IF_DO and effect.then is None and effect.otherwise is None
        ):
            return replace(effect, then=more)
        case a.Tried() if opener is Opener.IF_CANNOT and effect.otherwise is None:
            return replace(effect, otherwise=more)
        case a.Seq((*_, a.AvoidAttack())) if opener is Opener.IF_DO:
            return a.Tried(effect, more)
        case a.Seq():
            last = _tried(effect.effects[-1], opener, more)
            return None if last is None else sequence([*effect.effects[:-1], last])
        case a.When() | a.While():
            inner = _tried(effect.effect, opener, more)
            return None if inner is None else replace(effect, effect=inner)
        case a.If() if effect.otherwise is None:
            inner = _tried(effect.then, opener, more)
            return None if inner is None else replace(effect, then=inner)
        case a.Move() | a.Show() | a.Play() | a.PayPower() | a.ForEach() | a.Choose() | a.Within():
            if opener is Opener.IF_DO:
                return a.Tried(effect, more)
            return a.Tried(effect, None, more)
        case _:
            pass
    return None


POINTING = frozenset({a.RefKind.IT, a.RefKind.THEM, a.RefKind.REST, a.RefKind.OTHER})


POINTERS = (
    a.ThisWay,
    a.DidSo,
    a.DidNot,
    a.ThatMany,
    a.Chosen,
    a.MatchesChoice,
    a.ShareType,
    a.DifferInType,
    a.HitByAttack,
    a.AvoidedAttack,
    a.DidTo,
    a.PlayersDid,
    a.HighestCost,
)


NAMING = frozenset(
    {
        a.PlayerKind.TEAMMATE,
        a.PlayerKind.EACH_FOE,
        a.PlayerKind.A_FOE,
        a.PlayerKind.THAT_FOE,
        a.PlayerKind.CHOSEN_FOE,
        a.PlayerKind.YOUR_FOE,
        a.PlayerKind.EACH_PLAYER,
        a.PlayerKind.EACH_OTHER_PLAYER,
        a.PlayerKind.A_PLAYER,
        a.PlayerKind.ANY_PLAYER,
        a.PlayerKind.ANOTHER_PLAYER,
    }
)
"""Players whom a sentence can name for its own "they" and "their"."""


def anaphoric(node: a.Node) -> bool:
    """Does it speak of something that another sentence said ("it", "this way", "they")?

    What the sentence itself has named before does not count.
    """
    named = any(isinstance(part, a.Player) and part.kind in NAMING for part in a.walk(node))
    cards = False
    for part in a.walk(node):
        match part:
            case a.Ref(kind) if kind in POINTING and not cards:
                return True
            case a.Cards(among=a.Ref()) if not cards:
                return True
            case a.Cards() | a.Whole():
                cards = True
            case _ if isinstance(part, POINTERS):
                return True
            case a.CostRank(zone=None):
                return True
            case a.Player(a.PlayerKind.THAT_PLAYER) if not named:
                return True
            case _:
                pass
    return False


# ------------------------------------------------- what happens several times


def repeat_until(effect: a.Effect, end: a.Condition) -> a.Effect:
    """ "Destroy cards in the Line-Up until there are four": one by one, and counted there."""
    first = effect.effects[0] if isinstance(effect, a.Seq) else effect
    what = getattr(first, "what", None)
    if isinstance(what, a.Cards) and isinstance(what.quantity, a.Every):
        single = _with(first, replace(what, quantity=a.Exactly(a.ONE)))
        if isinstance(effect, a.Seq):
            more = effect.effects[1:]
            again = [_with(e, a.IT) if getattr(e, "what", None) == a.THEM else e for e in more]
            effect = a.Seq((single, *again))
        else:
            effect = single
        if isinstance(end, a.There) and end.count.cards == a.Cards(a.Every()):
            end = replace(end, count=a.CountOf(a.Cards(a.Every(), places=what.places)))
    return a.RepeatUntil(effect, end)


def _with(effect: Any, what: a.Selection) -> Any:
    return replace(effect, what=what)


def for_each(each: a.Amount, effect: a.Effect) -> a.Effect:
    """Something for each counted thing; Power, costs and VP take it into their amount."""
    match effect:
        case (
            a.Power(a.Number() as one)
            | a.Worth(a.Number() as one)
            | a.ChangeCost(_, a.Number() as one)
        ):
            return replace(effect, amount=a.placed(a.Times(one.value, each), a.place_of(one)))
        case _:
            return a.ForEach(each, effect)
