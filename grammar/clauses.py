"""What reading and wording both have to know about clauses and words of time."""

from __future__ import annotations

from rules_check.grammar import ast as a


def open_clause(what: a.Selection | a.Event | None, *kinds_: type[a.Node]) -> bool:
    """Does the phrase end with a clause that could still take words of time?"""
    match what:
        case a.Event():
            return open_clause(what.what, *kinds_)
        case a.Cards(places=(), among=None, filter=a.Filter(tests=(*_, last))):
            wanted = isinstance(last, kinds_ or (a.Acted, a.ThisWay))
            return wanted and isinstance(last, a.Acted | a.ThisWay) and last.window is None
        case a.Both(_, second) | a.OneOf(_, second):
            return open_clause(second, *kinds_)
        case a.Question():
            return any(open_clause(option, *kinds_) for option in what.options)
        case _:
            return False


def nested_value(test: a.Test) -> bool:
    """Is it a comparison with something counted, whose own words go on to its end?"""
    return isinstance(test, a.Attribute) and not (
        isinstance(test.value, a.Number) or test.value == a.AttributeOf(test.kind, a.IT)
    )


def takes_window(effect: a.Effect) -> bool:
    """Would words of time after this effect rather be its own?"""
    if isinstance(effect, a.DoublePower) or (isinstance(effect, a.Forbid) and effect.when is None):
        return True
    if getattr(effect, "window", "none") is None:
        return True
    return open_clause(trailing(effect))


def trailing(effect: a.Effect) -> a.Selection | None:
    """The cards with which the wording of an effect ends, if it ends with cards."""
    match effect:
        case a.Power(a.Times(_, each)) | a.Worth(a.Times(_, each)) | a.ForEach(each, _):
            return _counted(each)
        case a.Power(value) | a.Worth(value) | a.ChangeCost(amount=a.Times(_, value)):
            return _counted(value)
        case a.Move(what=a.Cards(a.Exactly(a.CountOf() as many)), to=None):
            return _counted(many)
        case a.Move(to=None, any_order=False):
            return effect.what
        case a.Show() | a.Choose() | a.Shuffle() | a.TotalCost() | a.Search():
            return effect.what
        case a.Swap():
            return effect.second
        case a.Unless(_, other):
            return trailing(other)
        case a.RepeatUntil(_, a.There(count)):
            return count.cards
        case a.Lasting(_, a.Until(a.Event(what=what))):
            return what
        case a.PlayBefore(before=before, end_of_turn=False):
            return before
        case _:
            return None


def _counted(value: a.Amount) -> a.Selection | None:
    match value:
        case a.CountOf(cards, timing=None, itself=None):
            return cards
        case a.AttributeOf(of=of):
            return of
        case a.Plus(_, second):
            return _counted(second)
        case a.Question():
            return _counted(value.options[0])
        case a.CountPlayers(a.Player(test=a.Having(cards))):
            return cards
        case _:
            return None
