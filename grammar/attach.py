"""How a sentence hangs on the one before: "If you do", "Otherwise", "If they cannot"."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial, reduce
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.again import are_two, goes_on, needs_cards, none_there, tied
from rules_check.grammar.ast.phrase import refuse


class Opener(StrEnum):
    """How a sentence begins with respect to the one before it; named after its terminal."""

    NONE = ""
    IF_YOU_DO = "If you do"
    OTHERWISE = "Otherwise"
    IF_YOU_CHOOSE_NOT_TO = "If you choose not to"
    IF_YOU_CANNOT = "If you cannot"
    AFTER_ATTACK = "After the Attack"
    IF_THEY_DO = "If they do"
    IF_THEY_CHOOSE_NOT_TO = "If they choose not to"
    IF_THEY_CANNOT = "If they cannot"
    IF_THERE_IS_NONE = "If there is none"
    IF_YOU_DO_BOTH = "If you do both"
    IF_THEY_DO_BOTH = "If they do both"
    IF_FOE_DO = "If that foe does"
    IF_FOE_DO_BOTH = "If that foe does both"
    IF_FOE_CHOOSE_NOT_TO = "If that foe chooses not to"
    IF_FOE_CANNOT = "If that foe cannot"
    IF_YOU_DO_NOT = "If you do not"
    IF_THEY_DO_NOT = "If they do not"
    IF_FOE_DO_NOT = "If that foe does not"
    IF_IT_IS_NOT = "If it is not"
    IF_YOU_ARE_NOT = "If you are not"
    THEN = "Then"
    IF_TIED = "If they are tied"
    IF_ANYTHING_ELSE = "If it is anything else"
    EITHER_WAY = "Either way"
    IN_RETURN = "In return"
    IF_YOU_LEAVE_IT = "If you leave it where it is"
    IF_IT_IS = "If it is"
    IF_NONE_IS_HAD = "If they have none"
    IF_YOU_HAVE = "If you have"


_LIKE = (("THEY", "YOU"), ("FOE", "YOU"), ("YOU_DO_NOT", "YOU_CHOOSE_NOT_TO"))
SAME = {
    opener: Opener[reduce(lambda name, pair: name.replace(*pair), _LIKE, opener.name)]
    for opener in Opener
}
"""For each opener the one about you that works in the same way."""

LOOSE = frozenset({Opener.NONE, Opener.THEN})
"""Openers that do not say what the sentence belongs to."""

OPENERS = {**Opener.__members__, "IF_NOT": Opener.OTHERWISE, "IN_ADDITION": Opener.NONE}
OPENERS["NEXT"] = Opener.THEN
"""The opener that each terminal says."""


CHOSEN = ("choose", "refuse", "decline")
"""Words that say that something could be done, and is not."""


def opener_of(kind: str, words: str) -> Opener:
    """The opener that the words of a terminal say."""
    name = kind.replace("THEY", "FOE") if words.startswith("if that foe") else kind
    if kind.endswith("CHOOSE_NOT_TO") and not any(one in words for one in CHOSEN):
        name = name.replace("CHOOSE_NOT_TO", "DO_NOT")
    return OPENERS[name]


def not_so(words: set[str], named: str) -> Opener:
    """ "If it is not", "If you are not", "If it is neither", "If it is", "If you have" …"""
    if named == "opened_so":
        had = Opener.IF_NONE_IS_HAD if "HE" in words else Opener.IF_YOU_HAVE
        return had if words & {"HE", "YOU"} else Opener.IF_IT_IS
    if "NONE" in words:
        return Opener.IF_ANYTHING_ELSE
    return Opener.IF_YOU_ARE_NOT if "YOU" in words else Opener.IF_IT_IS_NOT


def sequence(effects: list[a.Effect]) -> a.Effect:
    """Several effects after each other, flat."""
    if len(effects) == 1:
        return effects[0]
    flat: list[a.Effect] = []
    for effect in effects:
        flat.extend(effect.effects if isinstance(effect, a.Seq) else [effect])
    return a.Seq(tuple(flat))


def or_else(effect: a.Effect, other: a.Effect) -> a.Effect:
    """An effect whose last part has a condition, with what happens if that does not hold ("puts it
    into their hand if it is a Hero, and discards it otherwise")."""
    *before, last = effect.effects if isinstance(effect, a.Seq) else [effect]
    refuse(not isinstance(last, a.If) or last.otherwise is not None)
    return sequence([*before, a.replace(last, otherwise=other)])


def attach(effect: a.Effect, opener: Opener, more: a.Effect) -> a.Effect | None:
    """Hang `more` on the outermost open place at the end of `effect`; None: there is none."""
    if SAME[opener] not in {Opener.IF_YOU_DO, Opener.IF_YOU_DO_BOTH}:
        more = without_instead(more)
    match SAME[opener]:
        case Opener.IF_YOU_DO:
            return _fill(effect, opener, more) or _tried(effect, opener, more)
        case Opener.IF_YOU_CANNOT:
            return _tried(effect, opener, more)
        case Opener.IF_YOU_DO_BOTH:
            all_ = a.Tried(effect)
            return _with(all_, "then", doer(effect), opener, more) if are_two(effect) else None
        case Opener.IF_TIED:
            return tied(effect, more)
        case Opener.IF_THERE_IS_NONE:
            first = _with_more(effect) if goes_on(effect) else effect
            tried = _tried(first, opener, more) if needs_cards(effect) else None
            return denied(effect, opener, more) or tried
        case _:
            filled = _fill(effect, opener, more)
            if filled is None and opener.name.endswith("DO_NOT"):
                filled = _not_done(effect, opener, more)
            if filled is None and opener is Opener.OTHERWISE:
                filled = _fill(effect, opener, more, choices=True) or _other_case(effect, more)
            return filled


def _not_done(effect: a.Effect, opener: Opener, more: a.Effect) -> a.Effect | None:
    """ "If you do not" after "If you do": if what had to be done could not be done."""
    match effect:
        case a.Tried(_, a.EffectNode(), None):
            return _with(effect, "otherwise", doer(effect), opener, more)
        case a.Seq():
            return _at_end(effect, lambda last: _not_done(last, opener, more))
        case _:
            return None


def _other_case(effect: a.Effect, more: a.Effect) -> a.Effect | None:
    """ "Otherwise" after "If you do" or "If you cannot"; after "repeat this": the last time."""
    other = partial(_other_case, more=more)
    match effect:
        case a.Tried(_, a.EffectNode(), None):
            return a.replace(effect, otherwise=more)
        case a.Tried(_, None, a.EffectNode()):
            return a.replace(effect, then=more)
        case a.Seq():
            return _at_end(effect, other)
        case a.When() | a.While():
            return _inside(effect, "effect", other)
        case a.RepeatUntil(a.Seq((*first, a.If(asked, _, None) as last)), a.Not(end), True) if (
            asked == end and isinstance(asked, a.Is)
        ):
            once = a.Seq((*first, a.replace(last, otherwise=more)))
            return a.replace(effect, effect=once)
        case a.RepeatUntil(once, a.Not(a.Is() as end), True):
            return a.replace(effect, effect=sequence([once, a.If(a.Not(end), more)]))
        case _:
            return None


def _with_more(effect: a.Effect) -> a.Effect:
    """ "gain a Hero and put it into your hand": if a Hero is gained, it is put there."""
    assert isinstance(effect, a.Seq)
    first, *more = effect.effects
    return a.Tried(first, sequence(list(more)))


def averted(before: a.Effect, effect: a.Effect) -> a.Effect | None:
    """ "gain a Weakness and put it on your deck unless you discard a card": both are averted, as
    what is put there is what is gained; None: they are two things."""
    *first, gained = before.effects if isinstance(before, a.Seq) else [before]
    if not isinstance(effect, a.Unless) or getattr(gained, "verb", None) is not a.Verb.GAIN:
        return None
    both = a.Seq((gained, effect.effect))
    if not goes_on(both) or doer(gained) != doer(effect.effect):
        return None
    return sequence([*first, a.replace(effect, effect=both)])


def without_instead(more: a.Effect) -> a.Effect:
    """What happens in place of something, all of it, where it is clear of what: "If you cannot,
    discard your hand and draw a card instead"."""
    match more:
        case a.Instead(inner):
            return inner
        case a.May(a.Instead(inner), None, None):
            return a.replace(more, effect=inner)
        case a.Seq((*before, a.Instead(last))):
            return a.replace(more, effects=(*before, last))
        case a.Seq((a.Instead(first), *after)):  # "gain a Kick instead and put it into your hand"
            return a.replace(more, effects=(first, *after))
        case a.May(a.Seq((a.Instead(), *_)) as inner, None, None):
            return a.replace(more, effect=without_instead(inner))
        case _:
            return more


def denied(effect: a.Effect, opener: Opener, more: a.Effect) -> a.Effect | None:
    """Hang `more` on a condition that is denied with its own verb ("If it is a Hero, …. If it is
    not, …"); None: there is no such condition."""
    more = without_instead(more)
    filled = _fill(effect, Opener.OTHERWISE, more) or _other_case(effect, more)
    parts = () if filled is None else a.walk(filled)
    asked = [x for x in parts if isinstance(x, a.If) and x.otherwise is more]
    return filled if asked and is_denied(asked[0].condition, opener) else None


def is_denied(condition: a.Condition, opener: Opener) -> bool:
    """Does a condition say what the opener denies?"""
    match condition:
        case a.AllOf(a.During(a.Window.CONFRONTATION), a.Is(a.CharacterOf())):
            return opener is Opener.IF_YOU_ARE_NOT  # "you are Confronting a Character of …"
        case a.AllOf(one, two) | a.AnyOf(one, two):
            return is_denied(one, opener) and is_denied(two, opener)
        case a.Is() | a.In() | a.Compare():
            return opener is Opener.IF_IT_IS_NOT
        case a.During(a.Window.CONFRONTATION):
            return opener is Opener.IF_YOU_ARE_NOT
        case a.There(count, a.Comparison.EQUAL, a.Number(0)) if count.cards.filter == a.ANY_CARD:
            # "your hand is empty": it is not
            return opener is Opener.IF_IT_IS_NOT and len(count.cards.places) == 1
        case a.There(_, a.Comparison.EQUAL, a.Number(0)) | a.Not() | a.Cannot():
            return False
        case a.There(count) if opener is Opener.IF_IT_IS_NOT:
            return _of_pile(count.cards)  # "your discard pile contains a Hero": it does not
        case a.HasMore(cards=cards) if opener is Opener.IF_IT_IS_NOT:
            return _of_pile(cards)
        case a.There(count) if opener is Opener.IF_THERE_IS_NONE:
            return _whose(count.cards) is None
        case a.There(count):
            who = _whose(count.cards)
        case a.Has(who=who) | a.HasMore(who=who) | a.HasPoints(who=who):
            pass
        case a.PlayersAre(who, a.AvoidedAttack(), None):  # "If they avoid this Attack, …"
            pass
        case _:
            return False
    if who is None or not opener.name.endswith("DO_NOT"):
        return False
    if opener is Opener.IF_FOE_DO_NOT:
        return who.kind in FOES
    return (who == a.YOU) is (opener is Opener.IF_YOU_DO_NOT)


def _of_pile(cards: a.Cards) -> bool:
    """Are these cards told by the one place where they are?"""
    done = any(isinstance(x, a.Controlled | a.Acted) for x in cards.filter.tests)
    return len(cards.places) == 1 and cards.places != (a.IN_PLAY,) and not done


def _whose(cards: a.Cards) -> a.Player | None:
    """Who controls, did or has what a condition counts."""
    tests = (test for test in cards.filter.tests if isinstance(test, a.Controlled | a.Acted))
    owners = (place.owner for place in cards.places)
    return next((test.who for test in tests), next(owners, None))


def doer(effect: a.Effect) -> a.Player:
    """Who does it."""
    match effect:
        case a.ForEach() | a.Within() | a.Tried() | a.RepeatUntil():
            return doer(effect.effect)
        case a.Seq((*_, last)):
            return doer(last)
        case _:
            who: a.Player = getattr(effect, "who", a.YOU)
            return who


WITH_YOU = frozenset({a.PlayerKind.YOU_OR_TEAMMATE, a.PlayerKind.YOU_AND_TEAMMATE})
"""Players of whom a text can say "you" and "they"."""

FOES = frozenset(
    {
        *(a.PlayerKind.EACH_FOE, a.PlayerKind.A_FOE, a.PlayerKind.THAT_FOE),
        *(a.PlayerKind.CHOSEN_FOE, a.PlayerKind.YOUR_FOE, a.PlayerKind.THAT_PLAYER),
    }
)
"""Players of whom a text can say "that foe"."""

ANYONE = frozenset({a.PlayerKind.EACH_PLAYER, a.PlayerKind.ANY_PLAYER})
"""Players whom a text calls "you", one by one ("Each player may …. If you do, …")."""


def _if_so(who: a.Player, opener: Opener, more: a.Effect) -> a.Effect | None:
    """What follows if (or if not) these players do it; None: it is said of somebody else."""
    if opener.name.startswith("IF_FOE"):
        return more if who.kind in FOES else None
    if opener in {Opener.OTHERWISE, Opener.IF_THERE_IS_NONE} or who.kind in WITH_YOU:
        return more
    if opener.name.startswith("IF_THEY"):
        return None if who.kind is a.PlayerKind.YOU else more
    if who.kind in ANYONE:
        theirs: a.Effect = _as_that_player(more)
        return theirs
    return more if who.kind is a.PlayerKind.YOU else None


def _as_that_player(node: Any) -> Any:
    """The same, said of "that player" and not of "you"."""
    return a.THAT_PLAYER if node == a.YOU else a.rebuild(node, _as_that_player)


def _inside(effect: a.Effect, name: str, change: Callable[[a.Effect], Any]) -> a.Effect | None:
    """The effect with one of its parts changed; None if that part cannot be."""
    inner = change(getattr(effect, name))
    return None if inner is None else a.replace(effect, **{name: inner})


def _with(
    effect: a.Effect, name: str, who: a.Player, opener: Opener, more: a.Effect
) -> a.Effect | None:
    """The effect with what follows it in one of its places."""
    return _inside(effect, name, lambda _: _if_so(who, opener, more))


def _at_end(effect: a.Seq, change: Callable[[a.Effect], Any]) -> a.Effect | None:
    last = change(effect.effects[-1])
    return None if last is None else sequence([*effect.effects[:-1], last])


def _fill(
    effect: a.Effect, opener: Opener, more: a.Effect, choices: bool = False
) -> a.Effect | None:
    """Look for the open slot from the outside in, along the end of the effect; `choices`: where
    something can be chosen, not where a condition can fail."""
    fill = partial(_fill, opener=opener, more=more, choices=choices)
    means = Opener.IF_YOU_CHOOSE_NOT_TO if choices else SAME[opener]
    match effect:
        case a.May(_, None, None) if means is Opener.IF_YOU_DO:
            return _with(effect, "then", effect.who, opener, more)
        case a.May(_, _, None) if means is Opener.IF_YOU_CHOOSE_NOT_TO:
            return _with(effect, "otherwise", effect.who, opener, more)
        case a.If(_, _, None) if means is Opener.OTHERWISE:
            return a.replace(effect, otherwise=more)
        case a.If(a.Cannot()) if choices:
            return None  # "You may …. If you cannot, …. Otherwise": if you can, or if you do?
        case a.Seq():
            return _at_end(effect, fill)
        case a.May() | a.If() | a.Tried() if effect.otherwise is not None:
            return _inside(effect, "otherwise", fill)
        case a.May() | a.If() | a.Tried() if effect.then is not None:
            return _inside(effect, "then", fill)
        case a.When() | a.While() | a.ForEach():
            return _inside(effect, "effect", fill)
        case _:
            return None


EACH = frozenset({a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER})
"""Players each of whom does something or cannot do it."""


def _unable(effect: a.May, opener: Opener, more: a.Effect) -> a.Effect | None:
    """What follows if something that may be done cannot be done; it is then not asked for."""
    so = _if_so(effect.who, opener, more)
    if so is None:
        return None
    if effect.who.kind not in EACH:
        return a.If(a.Cannot(effect.effect), so, effect)
    if doer(so) != a.THAT_PLAYER or isinstance(so, a.Seq):
        return None
    return sequence([effect, a.replace(so, who=a.Player(effect.who.kind, a.CouldNot()))])


def _tried(effect: a.Effect, opener: Opener, more: a.Effect) -> a.Effect | None:
    """ "If you do" or "If you cannot" after something that is not a "may"."""
    tried = partial(_tried, opener=opener, more=more)
    do = SAME[opener] is Opener.IF_YOU_DO
    match effect:
        case a.Tried(_, None, None) if do:
            return _with(effect, "then", doer(effect), opener, more)
        case a.Tried(_, None, a.EffectNode()) if not do:  # "If you cannot, …. If you cannot, …"
            return _inside(effect, "otherwise", tried)
        case a.Tried(_, _, None) if not do:
            return _with(effect, "otherwise", doer(effect), opener, more)
        case a.Seq((*_, a.AvoidAttack())) if do:
            return _with(a.Tried(effect), "then", doer(effect), opener, more)
        case a.Seq():
            return _at_end(effect, tried)
        case a.When() | a.While():
            return _inside(effect, "effect", tried)
        case a.If(_, _, None):
            return _inside(effect, "then", tried)
        case a.May(_, then, None) if not do and opener is not Opener.IF_THERE_IS_NONE:
            # "You may …. If you do, …. If you cannot": the last that can fail
            inner = None if then is None else _inside(effect, "then", tried)
            return inner or _unable(effect, opener, more)
        case a.If(condition) if opener is Opener.IF_THERE_IS_NONE and none_there(condition):
            return _inside(effect, "then", tried)
        case a.Move() | a.Show() | a.Play() | a.PayPower() | a.ForEach() | a.Choose() | a.Within():
            slot = "then" if do else "otherwise"
            return _with(a.Tried(effect), slot, doer(effect), opener, more)
        case _:
            return None
