"""No word is lost on the way to the core: another value in a field of a node gives another core.

In texts of the project, each field of each kind of node gets another value: another number, verb,
player, place, word of a closed list, a flag turned round, something left out. Where the core stays
the same (up to names) the field has been dropped, unless it stands in a list here with a reason.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import Enum
from functools import cache
from random import Random
from typing import Any

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.core.equality import standard
from rules_check.grammar.core.forms import Core
from rules_check.grammar.core.translate import Untranslated, translate
from rules_check.grammar.questions import readings
from tests.effort import only_long, tries
from tests.grammar.core.project_texts import project_texts

pytestmark = pytest.mark.xdist_group("project texts")  # one worker reads them

TRIES = tries(2, 40)
"""How often each field is tried."""
RARE = 25
"""Where a field changes nothing in some places, it is tried so many times as often."""

SAYS_NOTHING = {
    "CancelConfrontation.now": "it is played alike",
    "ParityOf.number": "a reminder",
    "ParityOf.kind": "a reminder",
    "LeaveThere.what": "nothing is done to these cards",
    "LeaveThere.who": "nothing is done to these cards",
    "Moment.each": "a moment of a text that stands comes each turn anyway",
    "DefeatedInConfrontation.window": "a Confrontation is of one turn",
    "Flip.who": "whose Character it is says its owner",
}
"""Fields of which meaning.md says that they change nothing."""

SOMETIMES = {
    "Acted.tense": "it matters only where what comes later is waited for or counted",
    "Acted.window": "nothing said is: this turn",
    "CardText.abilities": "a reminder that was left out",
    "Cards.random": "where all are taken, or looked at, nothing is chosen",
    "Cards.spread": "of one place each and all are the same",
    "Cards.quantity": "what is counted or forbidden has no number of its own",
    "ChangeCost.window": "nothing said is: this turn",
    "CharacterCost.owner": "in a Block your Character is the one that you may Block for",
    "Control.window": "nothing said is: this turn",
    "GainText.window": "nothing said is: this turn",
    "Grant.window": "nothing said is: this turn",
    "Forbid.when": "nothing said is: this turn",
    "Stays.window": "nothing said is: for the rest of the game",
    "UseAnyNumber.window": "an ability is used in your turns anyway",
    "ChoosePlayer.exact": "of one player, or any number, nothing is exact",
    "ChoosePlayer.most": "of one player there is no number",
    "ChooseValue.kind": "the card types to choose from are told",
    "CostOfCards.beyond": "only if a number is told",
    "CostOfCards.next": "only if a number is told",
    "CostRank.total": "of a Character or a zone it is the total anyway",
    "CountOf.itself": "a card counts itself unless it is said that it does not",
    "CountOf.timing": "counted once is what is done if nothing is said",
    "Event.anywhere": "only if a place is named",
    "Event.what": "any card is any card",
    "Filter.tests": "the cards that you control are what is looked at anyway",
    "Forbid.anew": 'only of "two or more"',
    "Forbid.others": "of any card there are no others",
    "Having.just": "only of one card",
    "HasMore.how": '"until you have as many" is reached as well where there are more',
    "Half.up": "nothing said is: rounded up",
    "Moment.next": "the start of your turn is always that of the next one",
    "Move.any_order": "what is forbidden has no order",
    "Move.random_order": "what is forbidden has no order",
    "Move.to": "nothing said is: where the verb puts cards",
    "Once.window": '"your turn" and "each of your turns" are alike',
    "Place.edge": "of a stack only the top can be reached",
    "Place.face_down": "where cards come from it changes nothing",
    "Place.owner": "nothing said is: of whoever acts",
    "Play.again": "what is forbidden is any play",
    "Player.kind": "some kinds are alike where no one else is meant",
    "PlayersAre.value": "of all of them there is no number",
    "Ref.kind": '"it" and "them" are told apart by what they are bound to',
    "Show.verb": "only reveal and look at are verbs of it",
    "Trigger.nth": "only of the n-th time",
    "Trigger.window": '"your turn" and "each of your turns" are alike; nothing said is: this turn',
    "Unavoidable.whom": "all foes are everybody at whom it is aimed",
    "Within.window": '"your turn" and "each of your turns" are alike',
    "UseOnce.window": '"your turn" and "each of your turns" are alike',
    "During.window": '"your turn" and "each of your turns" are alike',
}
"""Fields that change nothing in some places, with the reason."""


def others(node: a.Node, name: str, chance: Random) -> Iterator[Any]:
    """Other values for a field."""
    value = getattr(node, name)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, Enum):
        found = [one for one in type(value) if one is not value]
        if found:
            yield chance.choice(found)
    elif isinstance(value, tuple) and len(value) > 1:
        yield value[:-1]
    elif isinstance(value, str):
        yield f"{value} Again"
    if value is not None and name in node.node_defaults and node.node_defaults[name] is None:
        yield None


def changed(root: Any, old: a.Node, new: a.Node) -> Any:
    """A text with another node in the place of one."""
    if root is old:
        return new

    def change(part: a.Node) -> a.Node:
        found: a.Node = changed(part, old, new)
        return found

    made: a.Node = a.rebuild(root, change)
    return root if made is root else a.tied(made, a.mark_of(root), a.bound_to(root))


def tried() -> Iterator[tuple[str, bool, str]]:
    """Each field with another value: whether the core is another, and in which text."""
    chance = Random(0)
    often: Counter[str] = Counter()
    seen: set[str] = set()
    for one in project_texts():
        text = bind(a.meant(next(iter(readings(one.text))).text))
        before = core(text, one.character)
        if before is None:
            continue
        for node in a.walk(text):
            for name in a.field_names(type(node)):
                field = f"{type(node).__name__}.{name}"
                for value in others(node, name, chance):
                    rare = field in SOMETIMES and field not in seen
                    if often[field] >= TRIES * (RARE if rare else 1):
                        continue
                    often[field] += 1
                    new = a.tied(
                        a.replace(node, **{name: value}), a.mark_of(node), a.bound_to(node)
                    )
                    after = core(changed(text, node, new), one.character)
                    seen |= {field} if after != before else set()
                    said = f"{one.words} [{getattr(node, name)} -> {value}]"
                    yield field, after != before, said


def core(text: a.CardText, character: bool) -> Core | None:
    try:
        return standard(translate(text, character=character))
    except Untranslated:
        return None


@cache
def looked_at() -> dict[str, list[tuple[bool, str]]]:
    found: dict[str, list[tuple[bool, str]]] = defaultdict(list)
    for field, another, said in tried():
        found[field].append((another, said))
    return found


def test_another_value_gives_another_core() -> None:
    lost = {
        field: [said for another, said in found if not another]
        for field, found in looked_at().items()
        if field not in SAYS_NOTHING and field not in SOMETIMES
    }
    assert {field: texts for field, texts in lost.items() if texts} == {}
    assert len(looked_at()) > 90


def test_what_says_nothing_changes_nothing() -> None:
    """Else the list is out of date."""
    for field in SAYS_NOTHING.keys() & looked_at().keys():
        assert not any(another for another, _ in looked_at()[field]), field


@only_long
def test_what_changes_nothing_in_some_places_does_in_others() -> None:
    never = {
        field
        for field in SOMETIMES.keys() & looked_at().keys()
        if not any(another for another, _ in looked_at()[field])
    }
    assert never == set()


def test_the_lists_name_fields_that_there_are() -> None:
    known = {f"{n}.{f}" for n, kind in a.NODES.items() for f in a.field_names(kind)} | {
        f"Each.{name}" for name in a.field_names(a.Each)
    }
    assert SAYS_NOTHING.keys() | SOMETIMES.keys() <= known
    assert not SAYS_NOTHING.keys() & SOMETIMES.keys()
