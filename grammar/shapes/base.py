"""What a shape is, the table of shapes, and what the functions share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.questions import Nature


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that is looked at: its meaning, what card it is on, and its printed lines.

    `names` are the names of cards that may be in the game. Without printed lines (a meaning that
    nobody wrote) what only the words can tell is not found.
    """

    text: a.CardText
    nature: Nature
    printed: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()

    def words(self, node: a.Node) -> str:
        """The printed words that say a node; empty where that is not known."""
        at = a.hull(node)
        if at is None or not 0 <= at[0] < len(self.printed):
            return ""
        return self.printed[at[0]][at[1] : at[2]]

    def before(self, node: a.Node) -> str:
        """The printed words before a node in its line, without a quotation mark at their end."""
        at = a.hull(node)
        if at is None or not 0 <= at[0] < len(self.printed):
            return ""
        return self.printed[at[0]][: at[1]].rstrip(' "“')

    def between(self, first: a.Node, second: a.Node) -> str:
        """The printed words from the end of one node to the start of another in its line."""
        one, other = a.hull(first), a.hull(second)
        if one is None or other is None or one[0] != other[0] or one[0] >= len(self.printed):
            return ""
        parts = (at for at in map(a.place_of, a.walk(first)) if at is not None)
        end = max([one[2], *(at[2] for at in parts if at[0] == one[0] and at[2] <= other[1])])
        return self.printed[one[0]][end : other[1]]

    def but(self, old: a.Node, new: a.Node) -> a.CardText:
        """The text with another node in the place of this one."""
        changed: a.CardText = swapped(self.text, old, new)
        return changed


class Found(NamedTuple):
    """Where a question comes up, and the whole text in each reading (none: the rules decide)."""

    node: a.Node
    texts: tuple[a.CardText, ...] = ()
    lesser: bool = False
    """Here one reading is usual, however the question ranks elsewhere."""
    beyond: bool = False
    """What a book says of it for all cards does not speak of such a text: it is an analogy."""


Shape: TypeAlias = Callable[[Asked], Iterator[Found]]
SHAPES: Final[dict[str, Shape]] = {}
"""What looks for each shape, by name."""


def shape(function: Shape) -> Shape:
    """Enter a function that looks for a shape; its name is that in the data."""
    SHAPES[function.__name__] = function
    return function


def swapped(root: Any, old: a.Node, new: a.Node) -> Any:
    """A tree with another node in the place of this very one."""
    if root is old:
        return new
    return a.rebuild(root, lambda node: swapped(node, old, new))


def within(text: a.CardText, stands: bool = False) -> Iterator[tuple[a.Ability, bool]]:
    """Each ability with a keyword or none, those in others too; True: it goes on working (Ongoing,
    or all of them where the whole text `stands`)."""
    waiting: list[tuple[Any, bool]] = [(one, stands) for one in reversed(text.abilities)]
    while waiting:
        ability, ongoing = waiting.pop()
        match ability:
            case a.Ongoing(inner):
                waiting.append((inner, True))
            case a.Confrontation(inner):
                yield ability, ongoing
                waiting.append((inner, ongoing))
            case a.Abilities(several):
                waiting.extend((one, ongoing) for one in reversed(several))
            case a.Question():
                waiting.append((ability.options[-1], ongoing))
            case _:
                yield ability, ongoing


def abilities_of(asked: Asked, *kinds: type[a.Node]) -> Iterator[a.Ability]:
    """The abilities of these kinds, those in others too."""
    return (ability for ability, _ in within(asked.text) if isinstance(ability, kinds))


def all_of(node: a.Node, *kinds: type[a.Node]) -> Iterator[Any]:
    """Every node of these kinds."""
    return (one for one in a.walk(node) if isinstance(one, kinds))


def this(what: object) -> bool:
    """Is it the card itself, alone or with others?"""
    if isinstance(what, a.Both):
        return this(what.first) or this(what.second)
    return isinstance(what, a.Ref) and what.kind is a.RefKind.THIS


def any_number(when: a.When) -> a.Seq:
    """An Ongoing text that says that it works each time, though a Location works once in a turn."""
    return a.Seq((when, a.UseAnyNumber(a.Window.EACH_TURN)))


def other(found: a.Filter) -> a.Filter:
    """The same cards without this one."""
    return a.make_filter(found.nouns, (*found.tests, a.Other()))
