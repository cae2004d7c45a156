"""One sentence: words in, effect out, every reading kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import Opener
from rules_check.grammar.compose import NoCondition
from rules_check.grammar.lexer import Word

if TYPE_CHECKING:
    from lark import Token, Tree

    from rules_check.grammar.grammar_rules import Store

MOST_WORDS = 120
"""Words that a sentence may have."""

NO_QUESTIONS = (
    *(a.Filter, a.Player, a.Place, a.Event, a.Trigger, a.Moment, a.Until, a.CountOf),
    *(a.TestNode, a.NounNode, a.ConditionNode),
)
"""Nodes in whose place no question may stand: it goes to the node around them."""

MOST_READINGS = 64
"""Derivations of one sentence that are looked at."""


LIMITS: Final = {
    "max_once_per_type": a.OncePer.CARD_TYPE,
    "max_once_per_turn": a.OncePer.TURN,
}
"""Sentences that say how often the ability before them works."""


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence understood: how it hangs on the one before, and what it says.

    `limit`: how often it says that the ability before works. `free`: it is not in the
    words of the phrases, and was read by the grammar of `syntax`.
    """

    opener: Opener
    effect: a.Effect | None
    limit: a.OncePer | None = None
    free: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """A sentence not understood: the word where understanding ended, and why.

    `expected` are the terminals that could have come there.
    """

    at: int
    expected: tuple[str, ...] = ()
    why: str = "words"


def read_phrases(words: Sequence[Word], store: Store | None = None) -> Read | Unread:
    """Understand one sentence in the words of the phrases."""
    from rules_check.grammar.ast.phrase import Misfit
    from rules_check.grammar.earley import OutOfTime, sentence_parser
    from rules_check.grammar.phrases.sentences import Builder, Nobody

    if len(words) > MOST_WORDS:
        return Unread(MOST_WORDS, why="long")
    parser = sentence_parser(store)
    try:
        tree = parser.parse(words)
    except OutOfTime:
        return Unread(len(words) - 1, why="time")
    if tree is None:
        failed = parser.failure(words)
        return Unread(failed.at, failed.expected)
    if tree.data in LIMITS:
        return Read(Opener.NONE, None, limit=LIMITS[tree.data])
    readings: list[tuple[Opener, a.Effect]] = []
    nobody: Nobody | None = None
    for plain in islice(derivations(tree), MOST_READINGS):
        try:
            reading = Builder().sentence(plain)
        except Nobody as error:
            nobody = error
        except (Misfit, NoCondition):
            continue
        else:
            if reading not in readings:
                readings.append(reading)
    if not readings:
        if nobody is not None:
            return Unread(nobody.at, why="nobody")
        return Unread(len(words), why="sense")
    return Read(readings[0][0], merge([effect for _, effect in readings]))


def derivations(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """The trees without ambiguity that an ambiguous tree stands for."""
    from lark import Tree

    if not any(sub.data == "_ambig" for sub in tree.iter_subtrees()):
        yield tree
        return

    def expand(part: Any) -> Iterator[Any]:
        if not isinstance(part, Tree):
            yield part
        elif part.data == "_ambig":
            for child in part.children:
                yield from expand(child)
        else:
            for children in product(
                *(list(islice(expand(c), MOST_READINGS)) for c in part.children)
            ):
                yield Tree(part.data, list(children), part.meta)

    yield from expand(tree)


def merge(readings: list[Any]) -> Any:
    """One node for several readings: a question at the smallest place where they differ."""
    head = readings[0]
    if len(readings) == 1:
        return head
    if all(type(other) is type(head) for other in readings) and not isinstance(head, a.Question):
        names = a.field_names(type(head))
        differing = [n for n in names if any(getattr(o, n) != getattr(head, n) for o in readings)]
        if len(differing) == 1:
            merged = _merge_field([getattr(o, differing[0]) for o in readings])
            if merged is not None and not _misplaced(type(head), differing[0], merged):
                return a.replace(head, **{differing[0]: merged})
    return _question(readings)


ASKED = ("Selection", "Amount", "Effect", "Ability", "Question")
"""Types of fields in which a question may stand."""


def _misplaced(kind: type[a.Node], name: str, merged: Any) -> bool:
    """Is it a question in a place where the AST has none (a filter, a player, a place …)?"""
    parts = merged if isinstance(merged, tuple) else (merged,)
    asked = [part.options[0] for part in parts if isinstance(part, a.Question)]
    said = str(a.field_type(kind, name))
    closed = not any(type_ in said for type_ in ASKED)
    return (bool(asked) and closed) or any(isinstance(option, NO_QUESTIONS) for option in asked)


def _merge_field(values: list[Any]) -> Any:
    if all(isinstance(value, a.Node) for value in values):
        return merge(values)
    if all(isinstance(value, tuple) and len(value) == len(values[0]) for value in values):
        differing = [i for i in range(len(values[0])) if any(v[i] != values[0][i] for v in values)]
        if len(differing) == 1:
            at = differing[0]
            if all(isinstance(value[at], a.Node) for value in values):
                items = list(values[0])
                items[at] = merge([value[at] for value in values])
                return tuple(items)
    return None


def _question(readings: list[Any]) -> a.Question[Any]:
    """Name the question: do the readings differ only in what "this turn" belongs to?"""
    if len(readings) == 2 and all(isinstance(r, a.Play) for r in readings):
        effect = [r for r in readings if r.window is not None]
        clause = [r for r in readings if r.window is None]
        if len(effect) == 1 and len(clause) == 1:
            asked = a.Question("this-turn", ("effect", "clause"), (effect[0], clause[0]))
            at = a.place_of(effect[0])  # it ends with the words in question, which are one group
            return asked if at is None else a.placed(asked, (-1, at[2] - 1, at[2]))
    keys = tuple(f"reading {number}" for number in range(1, len(readings) + 1))
    return a.Question("reading", keys, tuple(readings))
