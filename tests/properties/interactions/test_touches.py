"""What every form touches is declared, and is what the engine does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.game import Game
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import Order
from rules_check.properties.interactions.observing import Seen, take_observed
from rules_check.properties.interactions.parts import NOTHING, Part, Touch
from rules_check.properties.interactions.reading import abilities_of, touch_of
from rules_check.properties.interactions.search import options_of
from rules_check.properties.interactions.small import Small, meet
from rules_check.properties.interactions.touches import TOUCHES
from tests.properties.interactions.sets import cards, play_set

pytestmark = pytest.mark.xdist_group("touches")  # one worker: the games are played once

DECISIONS = 300
"""So many decisions are made in a game of each set."""

ANSWERS = 8
"""In so many positions every answer is given, for each card."""


def missing() -> set[str]:
    """The forms of the core without an entry."""
    return {name for name, kind in c.FORMS.items() if kind not in TOUCHES}


def test_every_form_has_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing() == set()
    monkeypatch.delitem(TOUCHES, c.Points)
    assert missing() == {"Points"}


class Done(NamedTuple):
    """What was seen of a card: verbs and parts."""

    card: CardDef
    verbs: frozenset[str]
    parts: frozenset[Part]


@cache
def played() -> tuple[Done, ...]:
    """What the texts of all play sets did: in a part of a game each, and each card in a small
    position, with every answer up to a number."""
    found: dict[Done, None] = {}
    for name in PLAY_SETS:
        by_name = {(card.name, card.level): card for card in play_set(name).cards()}
        game = Game(play_set(name))
        _at_random(game, partial(_tell, game, by_name, found))
        for card in by_name.values():
            for confronting in (False, True)[: 1 + play_set(name).ruleset.has_confrontations]:
                small = meet(play_set(name), [card], confronting=confronting)
                _every_way(
                    small, partial(_tell, small.game, {(card.name, card.level): card}, found)
                )
    return tuple(found)


def _tell(game: Game, known: dict[Any, CardDef], found: dict[Done, None], seen: Seen) -> None:
    if seen.source >= 0:
        kind = game.kinds[seen.source]
        if (kind.name, kind.level) in known:
            found[Done(known[kind.name, kind.level], seen.verbs, seen.parts)] = None


def _at_random(game: Game, tell: Callable[[Seen], None]) -> None:
    rng = Random(5)
    state = game.new()
    for _ in range(DECISIONS):
        choice = state.choice
        if choice is None:
            break
        if choice.kind is ChoiceKind.SHUFFLE:
            order = Order(tuple(rng.sample(choice.cards, len(choice.cards))))
            take_observed(game, state, order, tell)
        else:
            take_observed(game, state, rng.choice(choice.options), tell)


def _every_way(small: Small, tell: Callable[[Seen], None]) -> None:
    waiting = [small.state()]
    for _ in range(ANSWERS):
        if not waiting:
            return
        state = waiting.pop()
        for option in options_of(small, state) if state.choice is not None else ():
            new = state.copy()
            take_observed(small.game, new, option, tell)
            if new.turn == state.turn:
                waiting.append(new)


@cache
def by_card() -> dict[CardDef, tuple[set[str], set[Part]]]:
    """All that was seen of each card, but for those that have the text of another."""
    found: dict[CardDef, tuple[set[str], set[Part]]] = {}
    for done in played():
        if not any(isinstance(node, a.GainText) for node in a.walk(done.card.text)):
            verbs, parts = found.setdefault(done.card, (set(), set()))
            verbs |= done.verbs
            parts |= done.parts
    return found


def undeclared() -> set[tuple[str, str]]:
    """Cards that did something which their text does not declare, and what."""
    wrong = set()
    for card, (verbs, parts) in by_card().items():
        declared = touch_of([card])
        wrong |= {(card.name, verb) for verb in verbs - declared.causes}
        wrong |= {(card.name, part.value) for part in parts - declared.writes}
    return wrong


def test_the_engine_does_what_is_declared() -> None:
    assert len(by_card()) > 180
    assert undeclared() == set()


@pytest.mark.parametrize("kind", [c.Attack, c.Points, c.Do, c.Move, c.Show, c.Play])
def test_a_wrong_declaration_is_noticed(
    kind: type[c.Form], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TOUCHES, kind, NOTHING)
    assert undeclared()


def touch(text: str) -> Touch:
    """What a text touches."""
    (made,) = cards(f"Card\nHero, cost 4, 1 VP\n{text}\n")
    (ability,) = abilities_of(made)
    return ability.touch


def test_what_a_text_forbids_is_not_caused() -> None:
    found = touch("You cannot draw cards this turn.")
    assert found == Touch(bans=frozenset({"draw"}))


def test_a_place_that_is_counted_is_read_and_one_that_is_taken_from_is_not() -> None:
    assert Part.DISCARD in touch("+1 Power for each Hero in your discard pile.").reads
    taken = touch("Put a Hero from your discard pile into your hand.")
    assert taken.reads == {Part.QUALITY}
    assert taken.writes == {Part.DISCARD, Part.HAND}


def test_what_it_speaks_of_lies_where_the_sentence_before_put_it() -> None:
    found = touch("Gain a card with cost 5 or less from the Line-Up. Put it into your hand.")
    assert found.writes == {Part.LINE_UP, Part.DISCARD, Part.HAND}
    assert found.causes == {"gain", "put"}
