"""Sentences that happen "instead" of what was said before, if something is so."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import doer, sequence, without_instead

K = a.PlayerKind

ONE_BY_ONE: Final = {
    K.EACH_FOE: frozenset({K.A_FOE}),
    K.EACH_PLAYER: frozenset({K.A_PLAYER, K.ANY_PLAYER}),
    K.EACH_OTHER_PLAYER: frozenset({K.ANOTHER_PLAYER}),
    K.OTHER_FOE: frozenset({K.A_FOE}),
    K.EACH_OF_THEM: frozenset[a.PlayerKind](),
    K.REMAINING: frozenset[a.PlayerKind](),
    K.TEAMMATE: frozenset[a.PlayerKind](),
}
"""Players for each of whom it is asked whether the other thing happens, and how one of them is
called there ("Each foe discards a card. If a foe controls a Location, that foe …")."""

THAT: Final = frozenset({K.THAT_PLAYER, K.THAT_FOE})
ONE_OF_THEM: Final = frozenset({K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER})
"""One of several players, who has to be chosen before anything is asked of "that player"."""


def instead(usual: a.Effect, exception: a.If) -> a.Effect:
    """What is usual, unless the condition of the exception holds ("If …, +5 Power instead")."""
    assert isinstance(exception.then, a.Instead)
    match usual:
        case a.Seq(effects):
            if _one_and_other(effects) and _all_of_them(exception.then.effect):
                return a.replace(exception, then=exception.then.effect, otherwise=usual)
            if _first_and_other(effects):
                return a.replace(exception, then=exception.then.effect, otherwise=usual)
            alike = [at for at, one in enumerate(effects) if _alike(one, exception.then.effect)]
            if not alike and all(any(map(_spoken_of, a.walk(one))) for one in effects):
                return a.replace(exception, then=exception.then.effect, otherwise=usual)
            at = alike[-1] if alike else len(effects) - 1
            new = instead(effects[at], exception)
            return sequence([*effects[:at], new, *effects[at + 1 :]])
        case a.When() | a.While() | a.Within() | a.Delayed():
            return a.replace(usual, effect=instead(usual.effect, exception))
        case a.May() | a.Tried() if _no_object(exception.condition, usual.effect):
            return a.replace(exception, then=exception.then.effect, otherwise=usual)
        case a.May() | a.Tried() if usual.otherwise is not None:
            return a.replace(usual, otherwise=instead(usual.otherwise, exception))
        case a.May() | a.Tried() if usual.then is not None:
            return a.replace(usual, then=instead(usual.then, exception))
        case _:
            condition, other = exception.condition, exception.then.effect
            who = getattr(usual, "who", a.YOU)
            if who.kind in ONE_OF_THEM and _speaks_of_that_player(exception):
                that = a.replace(usual, who=a.placed(a.THAT_PLAYER, a.place_of(who)))
                chosen = a.placed(a.ChoosePlayer(who), a.place_of(who))
                return sequence([chosen, instead(that, exception)])
            if doer(usual).kind in ONE_BY_ONE:
                condition, other = _of_that(condition, doer(usual)), _by(other, doer(usual))
            return a.replace(exception, condition=condition, then=other, otherwise=usual)


def _speaks_of_that_player(node: a.Node) -> bool:
    return any(isinstance(x, a.Player) and x.kind in THAT for x in a.walk(node))


def _no_object(condition: a.Condition, deed: a.Effect) -> bool:
    """Does the condition say that there is nothing to do the deed with ("You may destroy a Hero in
    your hand. If you do, … If you have no Hero in your hand, … instead")?"""
    match condition, deed:
        case (
            a.There(a.CountOf(a.Cards() as none), a.Comparison.EQUAL, a.Number(0)),
            a.Move(what=a.Cards() as some) | a.Show(what=a.Cards() as some),
        ):
            places = none.places in (some.places, ()) or not some.places
            return none.filter == some.filter and places
        case _:
            return False


def redirected(usual: a.Effect, effect: a.Effect) -> a.Effect | None:
    """A sentence that says where gained cards go "instead" ("If it is a Hero, put it into your
    hand instead"): they are gained, and put there; None: it is no such sentence."""
    last = usual.effects[-1] if isinstance(usual, a.Seq) else usual
    last = last.effect if isinstance(last, a.May) and last.then is None else last
    if not isinstance(last, a.Move) or last.verb is not a.Verb.GAIN or last.to is not None:
        return None
    match effect:
        case a.Instead(a.Move(a.Verb.PUT, a.Ref(a.RefKind.IT | a.RefKind.THEM)) as put):
            return put
        case a.If(_, then, None):
            there = redirected(last, then)
            return None if there is None else a.replace(effect, then=there)
        case _:
            return None


def one_after_the_other(effect: a.Effect) -> a.Effect:
    """A sentence that says of its own cards where they go "instead"."""
    if not isinstance(effect, a.Seq):
        return effect
    pairs = zip((None, *effect.effects), effect.effects, strict=False)
    new = [(one and redirected(one, two)) or two for one, two in pairs]
    return a.replace(effect, effects=tuple(new))


def _spoken_of(node: a.Node) -> bool:
    """Is it cards that an earlier sentence named?"""
    return isinstance(node, a.Ref) and node.kind is not a.RefKind.THIS


def _one_and_other(effects: tuple[a.Effect, ...]) -> bool:
    """Do they do something with one of two cards, and something with the other?"""
    one = any(isinstance(x, a.Cards) and x.among is not None for x in a.walk(effects[0]))
    return len(effects) == 2 and one and _of_the_other(effects[1])


def _first_and_other(effects: tuple[a.Effect, ...]) -> bool:
    """Do they tell what is done by whoever has the highest or most, and what by the others ("The
    foe who revealed the cheaper card discards it, and the other foe draws theirs")?"""
    if len(effects) != 2:
        return False
    one, two = (getattr(effect, "who", a.YOU) for effect in effects)
    others = two.kind in {K.OTHER_FOE, K.REMAINING, K.EACH_OTHER_PLAYER, K.OTHER_TWO, K.OTHER_THREE}
    return isinstance(one.test, a.CostRank | a.HavingMost) and others


def _of_the_other(effect: a.Effect) -> bool:
    return isinstance(effect, a.Move | a.Play) and effect.what == a.Ref(a.RefKind.OTHER)


def join_one_and_other(done: list[a.Effect], exception: a.If) -> None:
    """Make one of two sentences that say what happens to one of two cards and to the other, if
    something happens to both of them instead."""
    assert isinstance(exception.then, a.Instead)
    two = tuple(done[-2:])
    both = _one_and_other(two) and _all_of_them(exception.then.effect)
    if both or _first_and_other(two):
        done[-2:] = [sequence(done[-2:])]


def _all_of_them(effect: a.Effect) -> bool:
    """Is it something that happens to both of two cards ("put both of them into your hand")?"""
    first = effect.effects[0] if isinstance(effect, a.Seq) else effect
    return isinstance(first, a.Move | a.Play) and first.what == a.Ref(a.RefKind.THEM)


def _alike(one: a.Effect, other: a.Effect) -> bool:
    """Whether two effects do the same to something else, or another number of times."""
    return type(one) is type(other) and getattr(one, "verb", None) == getattr(other, "verb", None)


def other_number(usual: a.Effect, more: a.Effect) -> bool:
    """Is it the same thing in another number, so that one takes the place of the other ("+2 Power,
    or +4 Power if …")?"""
    match usual, more:
        case (a.Power(a.Number(), one), a.Power(a.Number(), two)):
            return one == two
        case (a.Move(what=a.Cards(a.Exactly(a.Number())) as first), a.Move(what=a.Cards() as two)):
            same = a.replace(first, quantity=two.quantity)
            return same == two and a.replace(usual, what=same) == more
        case _:
            return False


def _of_that(condition: Any, who: a.Player) -> Any:
    """A condition that is asked of "that player", where it names one of these players."""

    def of(node: Any) -> Any:
        if isinstance(node, a.Player) and node.test is None:
            one = node.kind in ONE_BY_ONE[who.kind] or node.kind is K.THAT_FOE
            return a.placed(a.THAT_PLAYER, a.place_of(node)) if one else node
        return a.rebuild(node, of)

    return of(condition)


def _by(effect: a.Effect, who: a.Player) -> a.Effect:
    """The same effect, done by these players where it is done by "that player"."""
    if isinstance(effect, a.Seq):
        return a.replace(effect, effects=tuple(_by(one, who) for one in effect.effects))
    doing: a.Player | None = getattr(effect, "who", None)
    if doing is None or doing.kind not in THAT:
        return effect
    them = a.placed(who, a.place_of(doing))
    if isinstance(effect, a.May):
        return a.replace(effect, effect=_by(effect.effect, who), who=them)
    return a.replace(effect, who=them)


def of_its_own(usual: a.Effect, other: a.Effect) -> bool:
    """Whether a sentence asks what the cards are that the one before moves, and lets them go
    elsewhere "instead" ("Discard a card. If it is a Hero, put it on top of your deck instead"): it
    would have to be asked before they are moved."""
    last = usual.effects[-1] if isinstance(usual, a.Seq) else usual
    if not isinstance(last, a.Move) or not isinstance(last.what, a.Cards):
        return False
    match other:
        case a.If(condition, then, None) if redirected(usual, other) is None:
            asked = any(isinstance(x, a.Ref) and x != a.THIS for x in a.walk(condition))
            moves = [x for x in a.walk(then) if isinstance(x, a.Move) and x.what in {a.IT, a.THEM}]
            return asked and bool(moves) and any(isinstance(x, a.Instead) for x in a.walk(then))
        case _:
            return False


def both_instead(usual: a.Effect, other: a.Effect) -> a.Effect | None:
    """ "Choose one: …. If you control a Hero, choose both instead": both of the two options; None:
    it is no such sentence."""
    match usual, other:
        case (
            a.ChooseOne((_, _) as options, a.Player(K.YOU), 1),
            a.If(_, a.Instead(a.Choose(a.Ref(a.RefKind.THEM), a.Player(K.YOU)) | a.DoBoth()), None),
        ):
            return a.replace(other, then=sequence(list(options)), otherwise=usual)
        case _:
            return None


def may_instead(usual: a.Effect, other: a.Effect) -> a.Effect | None:
    """What players may do instead of what was said ("Each foe gains a Weakness. They may discard a
    Location they control instead"); None: it is no such sentence, or more was said before."""
    match other:
        case a.May(inner, None, None, who) if without_instead(other) != other:
            new = without_instead(other)
        case _:
            return None
    if not isinstance(usual, a.Move | a.Power | a.GainVP | a.LoseVP | a.Show):
        return None
    usually = doer(usual)
    if who == usually == a.YOU:
        return a.replace(new, otherwise=usual)
    named = who.kind in THAT or who.kind is K.EACH_OF_THEM or who == usually
    if usually.kind not in ONE_BY_ONE or not named or usually.test is not None:
        return None
    assert isinstance(new, a.May)
    inner = _by_those(new.effect, who, usually)
    theirs = a.replace(usual, who=a.THAT_PLAYER)
    return a.replace(new, effect=inner, otherwise=theirs, who=a.placed(usually, a.place_of(who)))


def _by_those(effect: a.Effect, who: a.Player, usually: a.Player) -> a.Effect:
    """The same, done by those who would do what is usual."""
    if isinstance(effect, a.Seq):
        return a.replace(
            effect, effects=tuple(_by_those(one, who, usually) for one in effect.effects)
        )
    return a.replace(effect, who=usually) if getattr(effect, "who", None) == who else effect


def for_some(usual: a.Effect, exception: a.Instead) -> a.Effect | None:
    """What some of the players do instead ("Each foe with a Hero discards two cards instead");
    None: it is not about some of those before."""
    some = doer(exception.effect)
    usually = doer(usual).kind
    if some.test is not None and some.kind in ONE_BY_ONE.get(usually, ()):
        # "a foe with no cards in hand gains a Weakness instead": each foe of whom it is so
        each = a.placed(a.Player(usually, some.test), a.place_of(some))
        return for_some(usual, _said_of(exception, some, each))
    kinds = {x.who.kind for x in _all(exception.effect)}
    if some.test is None or doer(usual) != a.Player(some.kind) or len(kinds) != 1:
        return None
    if some.kind not in ONE_BY_ONE or isinstance(some.test, a.HavingMost | a.CostRank):
        return None  # who has the most is asked of all of them together
    who = a.Player(some.kind)
    if isinstance(some.test, a.CouldNot | a.DidNot):
        return _or_else(usual, _said_of(exception.effect, some, a.THAT_PLAYER))
    if isinstance(usual, a.Seq | a.May | a.Tried | a.If | a.When):
        return None
    done = _said_of(exception.effect, some, who)
    return a.If(a.PlayersAre(a.THAT_PLAYER, some.test), done, usual)


def for_some_if(usual: a.Effect, exception: a.If) -> a.Effect | None:
    """What some of the players do instead if something is so of them ("Each foe with a Hero
    discards two cards instead, unless they control a Location"); None: it is no such sentence."""
    assert isinstance(exception.then, a.Instead)
    found = for_some(usual, exception.then)
    if not isinstance(found, a.If) or found.otherwise != usual:
        return None
    so = _of_that(exception.condition, a.Player(doer(usual).kind))
    return a.replace(found, condition=a.AllOf(found.condition, so))


def unable_instead(usual: a.Effect, exception: a.Effect) -> a.Effect | None:
    """What happens "instead" of what cannot be done in full: then nothing of it is done; None: it
    is not said so, or there is nothing that could be done in part."""
    other = without_instead(exception)
    before = list(usual.effects[:-1]) if isinstance(usual, a.Seq) else []
    last = usual.effects[-1] if isinstance(usual, a.Seq) else usual
    if other is exception or not isinstance(last, a.Move | a.Show | a.Play):
        return None
    if isinstance(last.what, a.Cards) and last.what.quantity == a.Exactly(a.ONE):
        return None
    who = a.THAT_PLAYER if doer(last).kind in ONE_BY_ONE else last.who
    cannot = a.Cannot(a.replace(last, who=who))
    return sequence([*before, instead(last, a.If(cannot, a.Instead(other)))])


def _or_else(usual: a.Effect, other: a.Effect) -> a.Effect | None:
    """What those do who do not, or cannot, do what is usual."""
    match usual:
        case a.May(_, _, None) | a.Tried(_, _, None):
            return a.replace(usual, otherwise=other)
        case a.Move() | a.Show() | a.Play() | a.PayPower():
            return a.Tried(usual, None, other)
        case _:
            return None


def _said_of(node: Any, some: a.Player, who: a.Player) -> Any:
    """The same, said of other players."""
    return who if node == some else a.rebuild(node, lambda part: _said_of(part, some, who))


def _all(effect: a.Effect) -> list[Any]:
    effects = effect.effects if isinstance(effect, a.Seq) else (effect,)
    return [one for one in effects if hasattr(one, "who")]
