"""Strategies follow from the nodes: every class can be drawn, also one that nobody listed."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rules_check.grammar import ast as a
from rules_check.grammar.ast import YOU, Effect, Player, Selection, Verb, Window
from rules_check.grammar.ast.base import SAYS
from rules_check.properties import strategies
from rules_check.properties.strategies.derive import of


@pytest.fixture
def new_nodes():
    """Nodes that a test defines are gone after it."""
    before = set(a.NODES)
    yield
    for name in set(a.NODES) - before:
        SAYS.pop(a.NODES.pop(name), None)


def undrawable(kinds: Iterable[type[a.Node]]) -> list[str]:
    """What is said of the classes for which there is no strategy."""
    found = []
    for kind in kinds:
        try:
            of(kind).validate()
        except TypeError as error:
            found.append(str(error))
    return found


def test_every_class_of_nodes_can_be_drawn():
    assert undrawable(a.NODES.values()) == []


@pytest.mark.usefixtures("new_nodes")
def test_a_field_that_cannot_be_drawn_is_named():
    class Weigh(a.EffectNode):
        """A field of a type that nothing is known of."""

        grams: float

    assert undrawable(a.NODES.values()) == ["no strategy for Weigh.grams: 'float' is not known"]


def drawn(strategy, number: int) -> list[Any]:
    """So many examples, the same ones each time.

    They are made of random bytes, as campaigns make cards: Hypothesis itself would try many
    variations of one example, and seldom come to what is one of many.
    """
    found: list[Any] = []

    @settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def keep(effect):
        found.append(effect)

    random = Random(0)
    while len(found) < number:
        keep.hypothesis.fuzz_one_input(random.randbytes(2048))
    return found


@pytest.mark.usefixtures("new_nodes")
def test_a_new_effect_is_drawn_without_being_listed():
    class Polish(
        a.EffectNode,
        says=[
            ("~polish <what> <window>", {"verb": Verb.REVEAL}),
            ("~hide <what:it_or_them>", {"verb": Verb.LOOK}),
        ],
    ):
        """An effect from outside: its phrase is all that is said of it."""

        verb: Verb
        what: Selection
        who: Player = YOU
        window: Window | None = None

    assert any(isinstance(effect, Polish) for effect in drawn(strategies.simple_effects, 300))
    found = drawn(of(Polish), 400)
    polished = [effect for effect in found if effect.verb is Verb.REVEAL]
    hidden = [effect for effect in found if effect.verb is Verb.LOOK]
    assert len(polished) + len(hidden) == len(found)
    assert any(isinstance(effect.what, a.Cards) for effect in polished)
    assert {effect.window for effect in polished} > {None, Window.EACH_TURN}
    assert any(effect.who != YOU for effect in found)
    assert {effect.what for effect in hidden} == {a.IT, a.THEM}
    assert {effect.window for effect in hidden} == {None}


@pytest.mark.usefixtures("new_nodes")
def test_an_effect_without_a_template_is_drawn_by_the_types_of_its_fields():
    class Quietly(a.EffectNode):
        """Nothing says how it is said."""

        effect: Effect
        often: tuple[Window, ...]
        loud: bool = False

    found = drawn(of(Quietly), 50)
    assert all(isinstance(effect.effect, a.EffectNode | a.Question) for effect in found)
    assert {len(effect.often) for effect in found} == {1, 2}
    assert {effect.loud for effect in found} == {False, True}
