"""What happens several times, for a while, or as often as something is counted."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import refuse
from rules_check.grammar.attach import sequence


def repeat_until(effect: a.Effect, end: a.Condition) -> a.Effect:
    """ "Destroy cards in the Line-Up until there are four": one by one, and counted there."""
    first, *more = effect.effects if isinstance(effect, a.Seq) else [effect]
    what = getattr(first, "what", None)
    if isinstance(what, a.Cards) and isinstance(what.quantity, a.Every):
        single = a.replace(first, what=a.replace(what, quantity=a.Exactly(a.ONE)))
        again = [a.replace(e, what=a.IT) if getattr(e, "what", None) == a.THEM else e for e in more]
        effect = sequence([single, *again])
        if isinstance(end, a.There) and end.count.cards == a.Cards(a.Every()):
            end = a.replace(end, count=a.CountOf(a.Cards(a.Every(), places=what.places)))
    done = _done_once(end)
    if done is not None and isinstance(effect, a.Forbid | a.ChangeCost):
        return lasting(effect, a.Until(done))
    return a.RepeatUntil(effect, end)


def _done_once(end: a.Condition) -> a.Event | None:
    """ "(Heroes cost you 1 less) until you buy one": what lasts ends with that event; it is not
    done again and again, so nothing is counted."""
    match end:
        case a.There(a.CountOf(a.Cards(a.Every(), fits, (), among=None)), how, a.Number(1)):
            tests = [test for test in fits.tests if isinstance(test, a.Acted)]
            if how is not a.Comparison.AT_LEAST or len(tests) != 1:
                return None
            (done,) = tests
            if done.window is not None or done.tense is not a.Tense.PRESENT:
                return None
            rest = tuple(test for test in fits.tests if test != done)
            card = a.Cards(a.Exactly(a.ONE), a.replace(fits, tests=rest))
            return a.Event(done.verbs, done.who, card)
        case _:
            return None


def lasting(effect: a.Effect, until: a.Until) -> a.Effect:
    """What lasts until then; of several things of the same kind, each does."""
    told = getattr(getattr(effect, "who", None), "test", None)
    refuse(isinstance(told, a.DidTo))  # "each foe who plays a Hero …": each time, see `phrases`
    match effect:
        case a.Seq(effects) if all(isinstance(one, a.ChangeCost | a.Forbid) for one in effects):
            return a.Seq(tuple(a.Lasting(one, until) for one in effects))
        case _:
            return a.Lasting(effect, until)


def while_so(condition: a.Condition, effect: a.Effect) -> a.Effect:
    """What holds as long as something is so; of what happens at one moment (an Attack is aimed, a
    card is played) it is asked then."""
    match effect:
        case a.Unavoidable():
            return a.If(condition, effect)
        case a.When(a.Trigger(often=a.Often.WHEN | a.Often.EACH), then):
            return a.replace(effect, effect=a.If(condition, then))
        case _:
            return a.While(condition, effect)


def for_each(each: a.Amount, effect: a.Effect) -> a.Effect:
    """Something for each counted thing; Power, costs and VP take it into their amount."""
    match effect:
        case (
            a.Power(a.Number() as one)
            | a.Worth(a.Number() as one)
            | a.ChangeCost(_, a.Number() as one)
        ):
            return a.replace(effect, amount=a.placed(a.Times(one.value, each), a.place_of(one)))
        case a.Delayed(a.Moment(), later) if _of_whole_turn(each):
            return a.replace(effect, effect=for_each(each, later))
        case _:
            return a.ForEach(each, effect)


def for_each_of(said: a.ForEach, effect: a.Effect) -> a.Effect | None:
    """A sentence that goes on with what is done for each player ("For each foe, reveal the top card
    of that foe's deck. Discard it or put it back"); None: it speaks of something else."""
    match said:
        case a.ForEach(a.CountPlayers(a.Player(test=None)), inner):
            pass
        case _:
            return None
    theirs = {a.PlayerKind.THAT_FOE, a.PlayerKind.THAT_PLAYER}
    parts = list(a.walk(inner))
    if not any(isinstance(x, a.Player) and x.kind in theirs for x in parts):
        return None
    first = next((x for x in a.walk(effect) if isinstance(x, a.Ref | a.Player | a.Cards)), None)
    it = isinstance(first, a.Ref) and first.kind is a.RefKind.IT
    who = isinstance(first, a.Player) and first.kind in theirs
    return a.replace(said, effect=sequence([inner, effect])) if it or who else None


def _of_whole_turn(each: a.Amount) -> bool:
    """Is something counted that is done in the whole turn ("for each Hero you play this turn")?"""
    tests = (node for node in a.walk(each) if isinstance(node, a.Acted))
    return any(test.tense is not a.Tense.PAST for test in tests)
