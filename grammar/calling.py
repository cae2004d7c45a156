"""What a card is called when it is spoken of again: "that Hero", or only "it"."""

from __future__ import annotations

from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.questions import readings


def needed_names(text: a.CardText) -> a.CardText:
    """The same text, with "it" for "that Hero" wherever both speak of the same card."""
    called = [x for x in a.walk(text) if isinstance(x, a.Ref) and x.called is not None]
    if any(map(_of_several_types, a.walk(text))):
        return text  # "a Hero and a Villain … that Hero": not all of what was named
    for ref in called:
        plain = _without(text, ref)
        if _spoken_of(plain) == _spoken_of(text):
            text = plain
    return text


def _of_several_types(node: a.Node) -> bool:
    """Whether a phrase names cards of more than one type."""
    both = isinstance(node, a.Both | a.OneOf)
    return both or (isinstance(node, a.Cards) and len(node.filter.nouns) > 1)


def _without(node: Any, ref: a.Ref) -> Any:
    """A tree in which this very reference does not say what the card is called."""
    if node is ref:
        return a.placed(a.replace(node, called=None), a.place_of(node))
    return a.rebuild(node, lambda part: _without(part, ref))


def _spoken_of(text: a.CardText) -> list[tuple[int, ...]]:
    """What each word of a text is bound to, in every reading of it."""
    return [a.bound_to(x) for way in readings(text) for x in a.walk(bind(way.text))]
