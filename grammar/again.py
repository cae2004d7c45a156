"""Sentences that speak of the sentence before as a whole: "does the same", "repeat this until".

They are made out while sentences are put together, so that no text keeps one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeGuard

from rules_check.grammar import ast as a


class NothingBefore(Exception):
    """There is nothing before it that could be done again; carries the words."""


def there(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """An effect in which "there" is where the cards named before it are looked for: in the same
    sentence, or in the sentence before."""
    if a.SAME_PLACE not in a.walk(effect) or without(effect) is not None:
        return effect
    if any(_put_there(x) for x in a.walk(effect)):
        put = {x.to for one in before for x in a.walk(one) if _puts(x)}
        if len(put) != 1 or None in put:
            raise NothingBefore("there")
        put_there: a.Effect = _this_way(effect)
        return there(put_there, before)
    if isinstance(effect, a.May) and effect.then is None and effect.otherwise is None:
        return a.replace(effect, effect=there(effect.effect, before))
    if isinstance(effect, a.Seq):
        parts: list[a.Effect] = []
        for one in effect.effects:
            parts.append(there(one, parts if any(map(_where, parts)) else before))
        return a.replace(effect, effects=tuple(parts))
    named = [where for one in before for where in _where(one)]
    if isinstance(effect, a.Power | a.GainVP | a.LoseVP):
        # "the highest cost in your discard pile minus the lowest cost there"
        named += [where for where in _where(effect) if where != (a.SAME_PLACE,)][:1]
    if any(isinstance(x, a.Cards) and _others_there(x) for x in a.walk(effect)):
        moves = [x for one in before for x in a.walk(one) if isinstance(x, a.Move)]
        named += [(x.to,) for x in moves[-1:] if x.to is not None]
    if not named:  # "the most expensive Hero in the Line-Up that costs less than … there"
        own = [where for where in _where(effect) if where != (a.SAME_PLACE,)]
        named = own[:1] if isinstance(effect, a.Move | a.Show | a.Play | a.Choose) else []
    if not named:
        raise NothingBefore("there")
    found: a.Effect = _placed(effect, tuple(map(_of_that_one, named[-1])))
    return found


_THAT_ONE: Final = {
    a.PlayerKind.A_FOE: a.PlayerKind.THAT_FOE,
    **dict.fromkeys(
        [a.PlayerKind.A_PLAYER, a.PlayerKind.ANY_PLAYER, a.PlayerKind.ANOTHER_PLAYER],
        a.PlayerKind.THAT_PLAYER,
    ),
}


def _of_that_one(where: a.Place) -> a.Place:
    """ "Look at a foe's hand and choose a card there": in the hand of that foe."""
    kind = _THAT_ONE.get(where.owner.kind) if where.owner is not None else None
    return where if kind is None else a.replace(where, owner=a.Player(kind))


def of_those_asked(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """An effect in which "each player who does not" is one of those of whom the sentence before
    speaks ("Each other player may …"): nobody else was asked."""
    told = (one for one in reversed(before) if not _of_those(one))  # "whoever does draws a card"
    last = next(told, None)
    who = getattr(last, "who", None) if isinstance(last, a.May | a.Move | a.Show) else None
    if who is None or who.test is not None or who.kind not in _ALL_BUT_SOME:
        return effect

    def asked(node: Any) -> Any:
        if isinstance(node, a.Player) and node in _WHOEVER:
            return a.replace(node, kind=who.kind)
        return a.rebuild(node, asked)

    found: a.Effect = asked(effect)
    return found


def _of_those(effect: a.Effect) -> bool:
    """Whether it is about those who did, or did not do, what was said before."""
    who = getattr(effect, "who", None)
    return isinstance(who, a.Player) and isinstance(who.test, a.DidSo | a.DidNot)


_WHOEVER = tuple(a.Player(a.PlayerKind.EACH_PLAYER, test) for test in (a.DidSo(), a.DidNot()))
_ALL_BUT_SOME = frozenset({a.PlayerKind.EACH_OTHER_PLAYER, a.PlayerKind.EACH_FOE})


def _where(effect: a.Effect) -> list[tuple[a.Place, ...]]:
    """Where an effect looks for cards."""
    found = [x for x in a.walk(effect) if isinstance(x, a.Cards | a.Whole)]
    places = [x.places if isinstance(x, a.Cards) else (x.place,) for x in found]
    return [where for where in places if where]


def _others_there(cards: a.Cards) -> bool:
    """ "each other card there": where the card itself is now."""
    return cards.places == (a.SAME_PLACE,) and a.Other() in cards.filter.tests


def _puts(node: a.Node) -> TypeGuard[a.Move]:
    return isinstance(node, a.Move) and node.verb in PUTTING


PUTTING: Final = frozenset({a.Verb.PUT, a.Verb.RETURN})


def _put_there(node: Any) -> bool:
    """ "(Put up to two cards under this card.) If you put no cards there": where they were put, not
    where they were looked for; it is asked of what was just done, at whatever time that was."""
    if not isinstance(node, a.Cards) or node.places != (a.SAME_PLACE,):
        return False
    put = [x.verbs for x in node.filter.tests if isinstance(x, a.Acted) and x.window is None]
    return any(PUTTING.issuperset(verbs) and len(verbs) == 1 for verbs in put)


def _this_way(node: Any) -> Any:
    if _put_there(node):
        tests = tuple(
            a.ThisWay(x.verbs[0], None, x.who) if isinstance(x, a.Acted) and x.window is None else x
            for x in node.filter.tests
        )
        node = a.replace(node, filter=a.replace(node.filter, tests=tests), places=())
    return a.rebuild(node, _this_way)


def _placed(node: Any, where: tuple[a.Place, ...], among: a.Ref | None = None) -> Any:
    if isinstance(node, a.Cards) and node.places == (a.SAME_PLACE,):
        node = a.replace(node, places=where, among=among or node.among)
    return a.rebuild(node, lambda part: _placed(part, where, among))


def without(effect: a.Effect) -> tuple[a.Move | a.Play, a.Effect] | None:
    """What cannot be done for want of cards, and what happens then ("If you have no card to
    destroy, …"): it is said of a sentence before, and no text keeps it."""
    match effect:
        case a.If(a.Cannot(a.Move() | a.Play() as deed), then, None):
            what = deed.what
            return (deed, then) if getattr(what, "places", ()) == (a.SAME_PLACE,) else None
        case _:
            return None


def is_deed(effect: a.Effect, deed: a.Move | a.Play) -> bool:
    """Whether an effect is the one for which there are no cards."""
    if type(effect) is not type(deed) or not isinstance(effect, a.Move | a.Play):
        return False
    if effect.who != a.YOU or getattr(effect, "verb", None) != getattr(deed, "verb", None):
        return False
    wanted, what = getattr(deed.what, "filter", None), effect.what
    return isinstance(what, a.Cards) and wanted in {what.filter, a.ANY_CARD}


SUCH = a.Filter((a.NameNoun("such"),))
"""Cards as the sentence before wants them. No text keeps it: `none_in` makes it out."""


def none_in(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect | None:
    """What happens if there are none where the sentence before looks for cards ("If there are none
    in the Line-Up, …"); None: it does not begin so."""
    match effect:
        case a.If(a.There(a.CountOf(a.Cards(filter=wanted, places=places))), then) if (
            wanted == SUCH
        ):
            parts = [x for one in before for x in a.walk(one)]
            if not any(isinstance(x, a.Cards) and x.places == places for x in parts):
                raise NothingBefore("there")
            return then
        case _:
            return None


def whole(effect: a.Effect) -> bool:
    """Does it speak of the sentence before as a whole?"""
    return any(isinstance(part, a.RepeatThis | a.DoSame) for part in a.walk(effect))


def worth_instead(effect: a.Effect) -> bool:
    """Is it said that this card is worth something else, if something is so?"""
    match effect:
        case a.If(_, a.Instead(a.Worth()), None):
            return True
        case _:
            return False


def asks_for_same(effect: a.Effect) -> bool:
    """Is "does the same" asked or forbidden, and not told ("unless a foe does")?"""
    asking = (x for x in a.walk(effect) if isinstance(x, a.ConditionNode | a.Unless | a.Forbid))
    return any(isinstance(part, a.DoSame) for one in asking for part in a.walk(one))


def made_out(effect: a.Effect, before: Sequence[a.Effect]) -> list[a.Effect]:
    """The sentences before (or the clauses), and one more, in which nothing is left to make out."""
    match effect:
        case a.May(a.ForEach(a.Number(times), a.RepeatThis(None)), None, None):
            # "You may pay 2 Power to draw a card. You may do this up to three times."
            last = before[-1] if before else None
            if not isinstance(last, a.May) or {a.IT, a.THEM} & set(a.walk(last.effect)):
                raise NothingBefore("do this")
            return [*before[:-1], *[last] * times]
        case a.RepeatThis(until):
            if not before or until is None:
                raise NothingBefore("Repeat this")
            return [*before[:-1], a.RepeatUntil(before[-1], until, at_least_once=True)]
        case a.If(condition, then, None) if (inner := _without_repeat(then)) is not None:
            if not before:
                raise NothingBefore("Repeat this")
            done = [before[-1], *([a.If(condition, inner[0])] if inner else [])]
            once = a.Seq(tuple(_flat(done))) if len(done) > 1 else done[0]
            again = a.RepeatUntil(once, a.Not(condition), at_least_once=True)
            return [*before[:-1], again]
        case _ if any(isinstance(part, a.RepeatThis) for part in a.walk(effect)):
            raise NothingBefore("Repeat this")
        case _ if any(isinstance(part, a.DoSame) for part in a.walk(effect)):
            if not before:
                raise NothingBefore("does the same")
            return [*before, _with(effect, before[-1])]
        case _:
            return [*before, effect]


def otherwise_same(effect: a.Effect, before: Sequence[a.Effect]) -> a.Effect:
    """What happens "otherwise", where that is what happens if it is so, done by somebody else
    ("If it is a Hero, draw a card. Otherwise, your teammate does")."""
    if not any(isinstance(part, a.DoSame) for part in a.walk(effect)):
        return effect
    match before[-1:]:
        case [a.If(_, then, None)] | [a.Seq((*_, a.If(_, then, None)))]:
            found: a.Effect = _with(effect, then)
            return found
        case _:
            raise NothingBefore("does the same")


def same_as_done(effect: a.Effect, before: Sequence[a.Effect], tie: bool) -> a.Effect:
    """What happens if the sentence before was, or was not, carried out, where that is the same done
    by somebody else ("You may discard a card. If you do, each foe does the same"). In a tie it is
    what the one who is ahead would do, or may do."""
    if not any(isinstance(part, a.DoSame) for part in a.walk(effect)):
        return effect
    match before[-1:]:
        case [a.May(model) | a.Tried(model)] if not tie:
            found: a.Effect = _with(effect, model)
        case [model]:
            found = _with(effect, model)
        case _:
            raise NothingBefore("does the same")
    return found


def _without_repeat(effect: a.Effect) -> list[a.Effect] | None:
    """What happens before "repeat this", where that stands last; None: it does not."""
    match effect:
        case a.RepeatThis(None):
            return []
        case a.Seq((*first, a.RepeatThis(None))):
            return [first[0] if len(first) == 1 else a.Seq(tuple(first))]
        case _:
            return None


def _flat(effects: Sequence[a.Effect]) -> list[a.Effect]:
    return [x for one in effects for x in (one.effects if isinstance(one, a.Seq) else [one])]


def _with(effect: Any, model: a.Effect) -> Any:
    """An effect with what "the same" means in it."""
    match effect:
        case a.DoSame(who):
            return done_by(model, who)
        case a.May(a.DoSame(), _, _, who) if isinstance(model, a.May):
            return done_by(model, who)
        case a.May(_, a.DoSame(doer), None, who) if doer == who != a.YOU:
            # "each foe may discard a card to do the same": whoever does that
            return a.replace(effect, then=done_by(model, a.THAT_PLAYER))
        case a.If() if isinstance(model, a.If) and model.otherwise is None:
            return a.rebuild(effect, lambda part: _with(part, model.then))
        case a.May() | a.If():
            return a.rebuild(effect, lambda part: _with(part, model))
        case a.EffectNode() if whole(effect):
            raise NothingBefore("does the same")
        case _:
            return effect


def done_by(effect: a.Effect, who: a.Player) -> a.Effect:
    """The same effect, done by somebody else, to what is theirs."""
    match effect:
        case a.Seq(effects):
            return a.Seq(tuple(done_by(one, who) for one in effects))
        case a.Tried(inner, then, otherwise):
            return a.Tried(done_by(inner, who), _done_by(then, who), _done_by(otherwise, who))
        case a.May(inner, then, otherwise):
            return a.May(done_by(inner, who), _done_by(then, who), _done_by(otherwise, who), who)
        case _ if isinstance(effect, DONE):
            doer = effect.who
            theirs = a.THAT_PLAYER if who != a.YOU else a.YOU
            same: a.Effect = a.replace(_of(effect, doer, theirs), who=who)
            return same
        case _:
            raise NothingBefore("does the same")


def _done_by(effect: a.Effect | None, who: a.Player) -> a.Effect | None:
    return None if effect is None else done_by(effect, who)


DONE = (
    *(a.Move, a.Show, a.Choose, a.Play, a.Shuffle, a.Power, a.PayPower, a.GainVP, a.LoseVP),
    *(a.ChooseValue, a.Search),
)
"""What somebody else can do in the same way."""


def _of(node: Any, doer: a.Player, theirs: a.Player) -> Any:
    """A node in which what was of the one who did it is of another."""
    if isinstance(node, a.Player):
        return theirs if node in {doer, a.THAT_PLAYER} else node
    return a.rebuild(node, lambda part: _of(part, doer, theirs))


def are_two(effect: a.Effect) -> bool:
    """Whether it is two things: one thing done to two selections, or two of them."""
    match effect:
        case a.Seq((one, two)):
            return not isinstance(one, _CHOICES) and not isinstance(two, _CHOICES)
        case a.Move() | a.Show() | a.Play() | a.Choose():
            return isinstance(effect.what, a.Both)
        case _:
            return False


_CHOICES = (a.May, a.If, a.Tried, a.When, a.While)


def tied(effect: a.Effect, more: a.Effect) -> a.Effect | None:
    """What happens if nobody has more than the others of whom a sentence speaks ("the foe with more
    cards in hand …. If they have the same number, …"); None: it compares nobody."""
    for who in a.walk(effect):
        if isinstance(who, a.Player) and isinstance(who.test, a.HavingMost | a.CostRank):
            alone = a.replace(who.test, alone=True)
            kind = who.kind
            if kind is a.PlayerKind.THE_PLAYER:
                kind = a.PlayerKind.EACH_PLAYER
            nobody = a.PlayersAre(a.Player(kind), alone, a.Comparison.EQUAL, 0)
            best = a.Player(kind, a.replace(who.test, alone=False))
            return a.If(nobody, _by_those(more, best), effect)
    match effect:
        case a.If(a.HasMore(_, _, _, _, 1) as asked, _, None):
            same = a.replace(asked, how=a.Comparison.EQUAL)
            return a.replace(effect, otherwise=a.If(same, more))
        case a.If(a.HasMore(), _, a.If() as other):
            last = tied(other, more)
            return None if last is None else a.replace(effect, otherwise=last)
        case _:
            return a.If(SAME_COST, more, effect) if takes_dearer(effect) else None


def _by_those(node: Any, who: a.Player) -> Any:
    """The same, where "each of them" are those who are tied."""
    if node == a.Player(a.PlayerKind.EACH_OF_THEM):
        return a.placed(who, a.place_of(node))
    return a.rebuild(node, lambda part: _by_those(part, who))


SAME_COST = a.Is(a.THEM, a.Filter((), (a.Alike(a.DifferentKind.COST),)))


def takes_dearer(effect: a.Effect) -> bool:
    """Whether it is about the dearer or cheaper of the cards spoken of, and the other."""
    parts = list(a.walk(effect))
    best = (
        x.among == a.THEM and any(isinstance(test, a.Extreme) for test in x.filter.tests)
        for x in parts
        if isinstance(x, a.Cards)
    )
    return any(best) and a.Ref(a.RefKind.OTHER) in parts


def none_there(condition: a.Condition) -> bool:
    """Is it that there are none of some cards?"""
    return isinstance(condition, a.There) and (condition.comparison, condition.value) == (
        a.Comparison.EQUAL,
        a.Number(0),
    )


def needs_cards(effect: a.Effect) -> bool:
    """Whether it is about so many cards of a kind that may not be there."""
    last = effect.effects[0 if goes_on(effect) else -1] if isinstance(effect, a.Seq) else effect
    match last:
        case a.When() | a.While():
            return needs_cards(last.effect)
        case a.If(_, then, None):
            return needs_cards(then)
        case a.If(condition, then, _) if none_there(condition):
            return needs_cards(then)
        case a.Tried(otherwise=a.EffectNode() as otherwise):
            return needs_cards(otherwise)
        case a.Move(what=a.Cards(quantity)) | a.Play(what=a.Cards(quantity)):
            return isinstance(quantity, a.Exactly | a.AtLeast | a.Every)
        case _:
            return False


def goes_on(effect: a.Effect) -> bool:
    """Whether it is one thing done to cards, and more that is done to the same cards ("gain a Hero
    and put it into your hand")."""
    if not isinstance(effect, a.Seq) or not isinstance(effect.effects[0], a.Move | a.Play):
        return False
    refs = (getattr(more, "what", None) for more in effect.effects[1:])
    return all(ref in {a.IT, a.THEM} for ref in refs)
