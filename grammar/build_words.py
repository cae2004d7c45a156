"""What builder and wording both have to know about words of time."""

from __future__ import annotations

from grammar import ast as a


def open_clause(what: a.Selection | None, *kinds_: type[a.Node]) -> bool:
    """Does the phrase end with a clause that could still take words of time?"""
    match what:
        case a.Cards(places=(), among=None, filter=a.Filter(tests=(*_, last))):
            return isinstance(last, kinds_ or (a.Acted, a.ThisWay)) and last.window is None
        case a.Both(_, second) | a.OneOf(_, second):
            return open_clause(second, *kinds_)
        case a.Question():
            return any(open_clause(option, *kinds_) for option in what.options)
    return False


def takes_window(effect: a.Effect) -> bool:
    """Would words of time after this effect rather be its own?"""
    if getattr(effect, "window", "none") is None:
        return True
    return open_clause(getattr(effect, "what", None))
