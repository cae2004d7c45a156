"""References are bound to what they speak of, once or once for each player."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import readings
from rules_check.grammar.subjects import unbound
from tests.effort import tries
from tests.together import pages, try_all

PARAPHRASES = Path(__file__).parents[1] / "meaning" / "paraphrases.txt"
TEXTS = [
    line
    for line in PARAPHRASES.read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]
OF_EACH = "Each foe draws a card if that player has a Hero in their hand."
HIGHEST = (
    "Each player reveals the top card of their deck. If one player revealed a card with cost "
    "greater than each other player, that player draws a card."
)
NAMES = vocabulary(["Punch", "Weakness", "Vulnerability"])


def bound(text: str) -> a.CardText:
    parsed = parse_lines([text], NAMES)
    assert not parsed.troubles
    (reading, *_) = readings(parsed.text)
    return bind(reading.text)


def nodes(text: str, kind: type[a.Node]) -> list[a.Node]:
    return [node for node in a.walk(bound(text)) if isinstance(node, kind)]


def verb_of(text: str, ref: a.Node) -> list[str]:
    """The verbs of what a reference is bound to."""
    marks = a.bound_to(ref)
    return [
        node.verb.value
        for node in a.walk(bound(text))
        if isinstance(node, (a.Move, a.Show)) and a.mark_of(node) in marks
    ]


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Draw a card. Discard it.", "draw"),
        ("Draw a card. Gain a card from the Line-Up. Put it into your hand.", "gain"),
        ("Reveal the top card of your deck. If it is a Hero, draw it.", "reveal"),
        ("Each foe gains a Weakness and puts it into their hand.", "gain"),
    ],
)
def test_it_is_the_card_that_was_named_last(text: str, verb: str) -> None:
    refs = [ref for ref in nodes(text, a.Ref) if isinstance(ref, a.Ref)]
    assert [verb_of(text, ref) for ref in refs] == [[verb]] * len(refs)


def test_a_sentence_about_that_player_is_carried_out_for_each() -> None:
    (each,) = bound("Each foe draws a card. If it is a Hero, they discard it.").abilities
    assert isinstance(each, a.Plain)
    assert isinstance(each.effect, a.Each)
    assert isinstance(each.effect.effect, a.Seq)


def test_a_sentence_about_what_all_did_is_carried_out_once() -> None:
    (ability,) = bound(
        "Each foe discards a card. +1 Power for each card discarded this way."
    ).abilities
    assert isinstance(ability, a.Plain)
    assert isinstance(ability.effect, a.Seq)
    assert [type(one) for one in ability.effect.effects] == [a.Each, a.Power]


def test_who_does_not_is_bound_to_what_the_players_were_to_do() -> None:
    text = "Each foe may discard a card. Each foe who does not gains a Weakness."
    first, second = nodes(text, a.Each)
    (test,) = nodes(text, a.DidNot)
    assert a.bound_to(test) == (a.mark_of(first),)
    assert a.mark_of(first) != a.mark_of(second)


def test_a_reference_to_nothing_is_bound_to_nothing() -> None:
    (ref,) = nodes("Put it into your hand.", a.Ref)
    assert a.bound_to(ref) == ()


def test_who_they_are_is_asked_once_for_all_clauses_of_a_sentence() -> None:
    text = "Each foe may discard a card. Each foe who does not gains a Weakness and draws a card."
    assert len(nodes(text, a.Each)) == 2
    assert len(nodes(text, a.DidNot)) == 1


def test_a_condition_about_that_player_is_asked_of_each() -> None:
    (each,) = nodes(OF_EACH, a.Each)
    assert isinstance(each, a.Each)
    assert isinstance(each.effect, a.If)
    text = "Choose a foe. If that player has a Hero in their hand, each foe draws a card."
    (each,) = nodes(text, a.Each)
    assert isinstance(each, a.Each)
    assert isinstance(each.effect, a.Move)


def test_a_comparison_of_all_players_is_made_when_all_have_done_it() -> None:
    (each,) = nodes(HIGHEST, a.Each)
    assert not any(isinstance(node, a.If) for node in a.walk(each))
    (condition,) = nodes(HIGHEST, a.If)
    (draw,) = nodes(HIGHEST, a.Move)
    assert isinstance(draw, a.Move)
    assert a.bound_to(draw.who) == (a.mark_of(condition),)


@pytest.mark.parametrize(
    "foe", ["When a foe plays a Villain, draw a card", "When you play a Hero, choose a foe"]
)
def test_that_foe_is_the_foe_of_the_trigger_before(foe: str) -> None:
    text = f"{foe}. That foe discards a card."
    (each,) = nodes(text, a.Each)
    (when,) = nodes(text, a.When)
    assert isinstance(each, a.Each)
    assert each in list(a.walk(when))
    assert a.bound_to(each.who)


@pytest.mark.parametrize("texts", [[OF_EACH, HIGHEST], *pages(TEXTS[:: tries(9, 1)], 60)])
def test_binding_adds_marks_and_nothing_else(texts: list[str]) -> None:
    """Without its marks and with its players in their places, a text says what it said."""

    def the_same(text: str) -> None:
        for reading in readings(parse_lines([text], NAMES).text):
            assert flat(unbound(bind(reading.text))) == flat(reading.text)

    try_all(texts, the_same)


def flat(node: a.Node) -> a.Node:
    """A text in which sequences in sequences are one, and ends of repetitions are alike."""
    new = a.rebuild(node, flat)
    match new:
        case a.Seq(effects):
            parts = [
                x for one in effects for x in (one.effects if isinstance(one, a.Seq) else [one])
            ]
            return a.Seq(tuple(parts))
        case a.RepeatUntil():
            return a.replace(
                new, until=a.There(a.CountOf(a.Cards(a.Every())), a.Comparison.EQUAL, a.ONE)
            )
        case _:
            return new  # type: ignore[no-any-return]


@pytest.mark.parametrize("kind", [a.PlayerKind.FOES_TEAMMATE, a.PlayerKind.THAT_FOE])
def test_a_word_about_a_player_is_not_bound_to_a_round(kind: a.PlayerKind) -> None:
    one = a.Cards(a.Exactly(a.ONE))
    discard = a.Move(a.Verb.DISCARD, one, who=a.Player(kind))
    heroes = a.CountOf(a.Cards(a.Every()))
    text = bind(a.CardText((a.Plain(a.ForEach(heroes, discard)),)))
    rounds = {a.mark_of(node) for node in a.walk(text) if isinstance(node, a.ForEach)}
    assert rounds != {0}
    assert all(rounds.isdisjoint(a.bound_to(node)) for node in a.walk(text))
