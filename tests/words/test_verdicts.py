"""Which words matter, on the engine as it is and on engines that make words void."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.edits import ALWAYS
from rules_check.meaning.document import core_of
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.quick import statements, values
from rules_check.oracle.quick.values import Scope
from rules_check.properties.symbolic import apart
from rules_check.properties.symbolic.apart import Apart
from rules_check.properties.words.judging import QUICK, Effort, Judged, Verdict, Words
from rules_check.properties.words.plain_games import Table
from tests.words.cards import HERO, card

GAMES = QUICK._replace(paths=0)
"""Dealt games only."""
NO_GAMES = QUICK._replace(games=0, more_games=0)
"""The solver only."""


def judged(
    *lines: str, line: str = HERO, game: str = "confrontations", effort: Effort = GAMES
) -> dict[str, Judged]:
    """What is known of the pieces of a text, by their words."""
    made = card(*lines, line=line, game=game)
    words = Words(load_play_set(game), made, core_of(made))
    return {
        f"{x.piece.what}: {made.printed[x.piece.at[0]][x.piece.at[1] : x.piece.at[2]]}": x
        for x in words.judged(effort)
    }


@pytest.mark.parametrize(
    "text",
    [
        "Draw two cards.",
        "+1 Power for each Hero in your discard pile.",
        "If you control a Location, draw a card. Otherwise, +2 Power.",
        "You may destroy a card in your hand or discard pile.",
        "Attack: Each foe discards a card with cost 3 or less.",
        "Cards in the Line-Up cost you 1 less this turn.",
        "Reveal the top card of your deck. If it is a Hero, draw it.",
    ],
)
def test_every_word_of_a_plain_text_changes_something(text: str) -> None:
    found = judged(text)
    assert found
    assert {x.verdict for x in found.values()} == {Verdict.SOMETHING}


@pytest.mark.parametrize(
    "text",
    [
        "Until the start of your next turn, each time you avoid an Attack, draw two cards.",
    ],
)
def test_attacks_and_defenses_come_where_a_text_waits_for_them(text: str) -> None:
    found = judged(text, game="heroes-unite", effort=QUICK._replace(paths=0))
    assert {x.verdict for x in found.values()} == {Verdict.SOMETHING}


def test_a_game_that_shows_it_can_be_told() -> None:
    made = card("Draw two cards.")
    words = Words(load_play_set("confrontations"), made, core_of(made))
    (number,) = (x for x in words.judged(GAMES) if x.piece.what == "a number")
    assert number.played is not None
    assert f"P1: play {made.name}" in words.table.told(number.played)


def test_what_a_rule_says_already_changes_nothing() -> None:
    found = judged(
        "Ongoing: This card stays in play.",
        "Defense: You may discard this card from play to avoid an Attack.",
        line="Equipment, cost 4, 1 VP, x2",
        game="heroes-unite",
        effort=QUICK,
    )
    nothing = {name for name, x in found.items() if x.verdict is Verdict.NOTHING}
    assert nothing == {"a statement: This card stays in play"}


def test_without_the_solver_nothing_is_said_to_change_nothing() -> None:
    found = judged("If you have less than 0 Power, draw a card.")
    assert found["a statement: draw a card"].verdict is Verdict.UNDECIDED


def test_a_text_that_counts_further_than_was_looked_is_not_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(apart, "tell_apart", lambda *_, **__: Apart("same up to", 2))
    text = "If you have nine or more Villains in your discard pile, draw a card."
    drawn = judged(text, effort=NO_GAMES)["a statement: draw a card"]
    assert drawn.verdict is Verdict.UNDECIDED
    assert "counts up to 9" in drawn.why


def test_words_are_void_only_if_dealt_games_do_not_show_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(apart, "tell_apart", lambda *_, **__: Apart("same up to", 2))
    name = "a statement: Draw two cards"
    assert judged("Draw two cards.", effort=NO_GAMES)[name].verdict is Verdict.NOTHING
    more = NO_GAMES._replace(more_games=4)
    assert judged("Draw two cards.", effort=more)[name].verdict is Verdict.SOMETHING


# ------------------------------------------------------------------------- broken engines


def always(form: c.If, scope: Scope, run: Any) -> Any:
    return run(replace(form, test=ALWAYS), scope)


def all_of_them(form: c.Filter, scope: Scope, _: Any) -> Any:
    return values.value(form.source, scope)


def must(form: c.Offer, scope: Scope, run: Any) -> Any:
    return run(replace(form, least=form.most), scope)


def for_ever(form: c.Change, scope: Scope, run: Any) -> Any:
    return run(replace(form, within=c.Span("game")), scope)


def not_at_all(_: c.Form, scope: Scope, _run: Any) -> Any:
    return statements.block((), scope)


@pytest.mark.parametrize(
    ("module", "name", "fault", "text", "void"),
    [
        pytest.param(
            *(statements, "if_so", always),
            "If there are two or more Heroes in the Line-Up, draw a card.",
            "a condition: there are two or more Heroes in the Line-Up",
            id="a condition that always holds",
        ),
        pytest.param(
            *(values, "filtered", all_of_them),
            "Destroy an Equipment in the Line-Up.",
            "which ones: Equipment",
            id="a filter that takes all",
        ),
        pytest.param(
            *(statements, "offer", must),
            "You may draw three cards. If you do, discard a card.",
            "may: You may draw three cards",
            id="may that is must",
        ),
        pytest.param(
            *(statements, "change", for_ever),
            "Cards in the Line-Up cost you 2 less this turn.",
            "a time: Cards in the Line-Up cost you 2 less this turn",
            id="a duration that never ends",
        ),
        pytest.param(
            *(statements, "beginning", not_at_all),
            "Foes cannot draw cards until your next turn.",
            "a statement: Foes cannot draw cards until your next turn",
            id="a ban that bans nothing",
        ),
    ],
)
def test_words_that_an_engine_makes_void_are_noticed(
    module: Any, name: str, fault: Any, text: str, void: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Right, every word matters; with the fault these do not. The card is another one then: what a
    text was made into is kept."""
    assert judged(text)[void].verdict is Verdict.SOMETHING
    run = getattr(module, name)
    monkeypatch.setattr(module, name, lambda form, scope: fault(form, scope, run))
    assert judged(text, line="Hero, cost 4, 1 VP, x2")[void].verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "text",
    [
        "If a card with the same name as this card is in your discard pile, draw a card.",
        "You may destroy two cards with the same name in your hand. If you do, draw a card.",
        "If you have two cards with the same name in your discard pile, draw a card.",
    ],
)
def test_the_solver_finds_two_cards_of_the_same_name(text: str) -> None:
    found = judged(text, effort=NO_GAMES)
    assert found["a statement: draw a card"].verdict is Verdict.SOMETHING


def test_a_ban_on_buying_the_card_itself_also_holds_where_it_is_the_other_meaning() -> None:
    plain = card("+2 Power", line="Equipment, cost 2, 1 VP, x2")
    table = Table(load_play_set("confrontations"), plain, core_of(plain))
    banned = card("+2 Power", "This card cannot be bought.", line="Equipment, cost 2, 1 VP, x2")
    assert table.difference(core_of(banned), 24) is not None
