"""What a text speaks of where there is nothing of the kind: a stack that the game does not have, an
Attack outside a Defense, something done that nobody is told to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from rules_check.grammar import ast as a
from rules_check.rules.load import load_ruleset

Found: TypeAlias = Iterator[tuple[a.Node, str]]
"""Pieces of a text that cannot be played, each with the reason."""

TO_EACH: Final = "the same cards cannot go to each of several players"
NO_STACK: Final = "this game has no stack of that name"
NOT_TOLD: Final = "nothing before it lets anybody do that"
NO_ATTACK: Final = "only a Defense is used against an Attack"
SECOND: Final = "a card has one such text, and this is a second one: only the first would be used"
NO_APPEARANCE: Final = "a First Appearance is no text for a Confrontation"
BY_CHANCE: Final = "chance takes cards one by one, and does not look whether they go together"
HOW_MANY: Final = "chance takes cards, and nobody says how many"
NOT_IN_LINE_UP: Final = "only cards that were in the Line-Up are replaced"

EVERYONE: Final = frozenset(
    {a.PlayerKind.EACH_FOE, a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER}
)


TOGETHER: Final = (a.OneType, a.Different, a.Same, a.TotalAtMost, a.TotalAtLeast)
"""What is said of several cards together."""


def out_of_place(text: a.CardText, book: str) -> Found:
    """What of a text is out of place; `book` is the ruleset of its card, if it is known."""
    defenses = (x for x in a.walk(text) if isinstance(x, a.Defense))
    defending = {id(part) for one in defenses for part in a.walk(one)}
    for node in a.walk(text):
        match node:
            case a.Move(to=a.Place(owner=a.Player(kind))) if kind in EVERYONE:
                yield node, TO_EACH
            case a.Move(to=a.Place(a.Zone.STACK, name=str(name)) as to) if book:
                if name not in _stacks(book):
                    yield to, NO_STACK
            case a.Replace(what) if not _from_line_up(text, a.bound_to(what)):
                yield node, NOT_IN_LINE_UP
            case a.AttackIs() if id(node) not in defending:
                yield node, NO_ATTACK
            case a.Confrontation(ability) if any(
                isinstance(part, a.FirstAppearance) for part in a.walk(ability)
            ):
                yield node, NO_APPEARANCE
            case a.Cards(random=True, filter=a.Filter(tests=tests)) if any(
                isinstance(test, TOGETHER) for test in tests
            ):
                yield node, BY_CHANCE
            case a.Cards(a.UpTo() | a.AnyNumber() | a.AtLeast(), random=True):
                yield node, HOW_MANY
            case _:
                pass
    yield from _not_told(text)
    for kinds in ((a.Block, a.BlockValue), (a.Defense,)):
        yield from ((one, SECOND) for one in _such(text, kinds)[1:])


def _such(text: a.CardText, kinds: tuple[type[a.Node], ...]) -> list[a.Node]:
    """The abilities of a text that are used in the same way."""
    return [one for one in text.abilities if isinstance(one, kinds)]


def _stacks(book: str) -> set[str]:
    rules = load_ruleset(book)
    return {basic.name for basic in (*rules.basic("for sale"), *rules.basic("weakness"))}


def _from_line_up(text: a.CardText, marks: tuple[int, ...]) -> bool:
    """Whether the cards that a text names are taken from the Line-Up; some, if they are said so."""
    named = [x for x in a.walk(text) if a.mark_of(x) in marks and hasattr(x, "what")]
    return any(
        isinstance(x, a.Place) and x.zone is a.Zone.LINE_UP for one in named for x in a.walk(one)
    )


AT_ONCE: Final = (a.Plain, a.Attack, a.Block, a.Defense, a.Confrontation)
"""Abilities that do not wait for anything."""


def _not_told(text: a.CardText) -> Found:
    """Conditions that ask whether something is done ("if you discard a Hero") in a text that tells
    nobody to do it, and does not wait for it either."""
    told = {getattr(x, "verb", None) for x in a.walk(text)}
    told |= {a.Verb.PLAY for x in a.walk(text) if isinstance(x, a.Play)}
    for ability in text.abilities:
        for node in a.walk(ability) if isinstance(ability, AT_ONCE) else ():
            match node:
                case a.If(a.There(a.CountOf(a.Cards(filter=a.Filter(_, tests)))) as condition):
                    deeds = [x for x in tests if isinstance(x, a.Acted)]
                    now = [x for x in deeds if x.tense is a.Tense.PRESENT and x.window is None]
                    if any(told.isdisjoint(deed.verbs) for deed in now):
                        yield condition, NOT_TOLD
                case _:
                    pass
