"""The core: every form is checked, printed, read, told as JSON, and has an example."""

from __future__ import annotations

import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules_check.grammar.core import checker, printer, rows
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.codec import BadCore, from_json, schema, to_json
from rules_check.grammar.core.equality import same
from rules_check.grammar.core.forms import FORMS, Core, Form, Let, Quote, Text, parts
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.reader import CoreSyntaxError, read_core
from tests.together import all_of

EXAMPLES = {
    title: notation
    for title, _, notation in (
        block.partition("\n")
        for block in Path(__file__).with_name("examples.core").read_text("utf-8").split("== ")[1:]
    )
}
each_example = pytest.mark.parametrize("title", EXAMPLES)


@cache
def example(title: str) -> Core:
    return read_core(EXAMPLES[title])


@cache
def shown() -> set[str]:
    return set().union(*(forms_in(example(title)) for title in EXAMPLES))


def forms_in(form: Form) -> set[str]:
    return {type(form).__name__}.union(*map(forms_in, parts(form)))


@each_example
def test_an_example_can_be_carried_out(title: str) -> None:
    assert check(example(title)) == []


@each_example
def test_what_is_printed_is_read_again(title: str) -> None:
    core = example(title)
    assert read_core(printed(core)) == core


@each_example
def test_json_comes_back_and_fits_the_schema(title: str) -> None:
    core = example(title)
    told = json.loads(json.dumps(to_json(core)))
    Draft202012Validator(schema()).validate(told)
    assert from_json(told) == core


@pytest.mark.parametrize("wrong", ["Yodel", "Text", 3])
def test_a_form_that_cannot_stand_there_does_not_fit_the_schema(wrong: Any) -> None:
    told = json.loads(json.dumps(to_json(example("Power equal to your VP"))))
    validator = Draft202012Validator(schema())
    assert validator.is_valid(told)
    told["texts"][0]["body"][0]["form"] = wrong
    assert not validator.is_valid(told)


@all_of("name", sorted(FORMS.keys() - {"Core", "Text", "Quote"}))
def test_every_form_is_checked_printed_described_and_shown(name: str) -> None:
    assert name in shown(), "it has no example"
    assert f"c.{name}(" in inspect.getsource(checker), "it has no rule in the checker"
    assert name in schema()["$defs"], "it has no JSON"
    assert f"c.{name}(" in inspect.getsource(printer), "it is not printed"


def test_no_match_over_the_forms_has_a_rest() -> None:
    for module in (checker, printer):
        source = inspect.getsource(module)
        assert source.count("case _:") == source.count("case _:\n            assert_never(it)")


@all_of(
    "line, problem",
    [
        ("give 1 Power to them", "them is not bound here"),
        ("give hand(you) Power to you", "Num is wanted"),
        ("let you = 3", "you is bound already"),
        ("move hand(you) to discard(you) as ponder by you", "no cards are moved by the verb"),
        ("if cost(you) = 3:\n    do refill()", "Player has no cost"),
        ("choose c: Card from everyone, 1 by you", "Card is chosen from Player"),
        ("change owner(this) := you within turn", "owner cannot be changed"),
        ("if count(top(2, deck(you))) = 2:\n    do refill()", "may shuffle"),
        ("show this to everyone @tie=all", "Show has no setting"),
        ("for p in foes(you):\n    give 1 Power to p\n  give 1 Power to p", "p is Players"),
        ("choose c: Card from hand(you), 2 by you", "c is one Card"),
        ("choose c: Card from hand(you), 1..any by you", "c is one Card"),
        ("move hand(you) to discard(you) as draw by you", "by draw cards go to hand"),
        ("move hand(you) to out as destroy by you", "by destroy cards go to destroyed"),
        ("give then(cost(this)) Power to you", "it is remembered where it lay"),
        ("before draw e:\n    proceed e with amount := 2", "only where a card goes can be changed"),
        ("give 1 Power to everyone", "Player is wanted"),
        ("let p = most [cost(the(top(1, deck(q)))) : q in everyone]", "may shuffle"),
        ("do end_turn()", "there is no act"),
    ],
)
def test_what_is_not_well_made_is_told(line: str, problem: str) -> None:
    faults = check(read_core(f"text played:\n  {line}\n"))
    assert [fault for fault in faults if problem in fault.problem and not fault.said], faults


CHOSEN = "choose c: Card from hand(you), 1 by you\n  "
SEVERAL = "choose c: Cards from lineup, 2 by you\n  "
KEYED = "limit 1 per turn by types(this):\n    price:\n      "


@all_of(
    "line, problem, instead",
    [
        (
            f"{CHOSEN}move c to deck(you) as put by you",
            "on top of the deck, at its bottom",
            f"{CHOSEN}move c to deck(you).top as put by you",
        ),
        (
            f"{CHOSEN}move c to main as put by you",
            "on top of the deck, at its bottom",
            f"{CHOSEN}move c to main as put by you\n  do shuffle(main)",
        ),
        (
            f"{SEVERAL}move c to main as put by you order random",
            "on top of the deck, at its bottom",
            f"{SEVERAL}move c to main.bottom as put by you order random",
        ),
        (
            f"{CHOSEN}for p in foes(you):\n    may p:\n      move c to hand(p) as put by p",
            "cannot go to each of several players",
            (
                "for p in foes(you):\n    choose c: Card from lineup, 1 by p\n"
                "    may p:\n      move c to hand(p) as put by p"
            ),
        ),
        (
            (
                "r <- may you:\n    choose c: Card from hand(you), 1 by you\n"
                "    move c to destroyed as destroy by you\n"
                "  if not done(r):\n    move c to discard(you) as discard by you"
            ),
            "nothing was done in this case",
            (
                "r <- may you:\n    choose c: Card from hand(you), 1 by you\n"
                "    move c to destroyed as destroy by you\n"
                "  if done(r):\n    show c to everyone"
            ),
        ),
        (
            (
                "for p in foes(you):\n    let c = the(top(1, deck(p)))\n"
                "    move c to hand(p) as draw by p\n"
                "    choose d: Card from {x in c : cost(x) = 1}, 1 by you\n"
                "    move d to hand(you) as draw by you"
            ),
            "drawn already",
            (
                "for p in foes(you):\n    let c = the(top(1, deck(p)))\n    show c to everyone\n"
                "    move c to hand(you) as draw by you"
            ),
        ),
        (
            (
                "for p in foes(you):\n    move top(1, deck(p)) to discard(p) as discard by p\n"
                "  give count(did(discard e where by(e) = you, text)) Power to you"
            ),
            "lets you do that",
            (
                "for p in everyone:\n    move top(1, deck(p)) to discard(p) as discard by p\n"
                "  give count(did(discard e where by(e) = you, text)) Power to you"
            ),
        ),
        (
            "on turn_begin e within game limit 1:\n    give count(did(buy, turn)) Power to you",
            "this turn is over",
            "on turn_begin e within game limit 1:\n    give count(did(buy, game)) Power to you",
        ),
        (
            f"{SEVERAL}move c to discard(you) as buy by you",
            "pays for each",
            f"{SEVERAL}for b in c:\n    move b to discard(you) as buy by you",
        ),
        (
            f"{CHOSEN}move c to hand(foes(you)) as put by you",
            "to each of several players",
            f"{CHOSEN}move c to hand(the(foes(you))) as put by you",
        ),
        (
            "move top(1, deck(foes(you))) to hand(you) as draw by you",
            "from the top of several decks",
            "move top(1, deck(left(you))) to hand(you) as draw by you",
        ),
        (
            "choose c: Cards from hand(you), 1..2 by you random",
            "nobody says how many",
            "choose c: Cards from hand(you), 2 by you random",
        ),
        (
            "choose c: Cards from hand(you), 2 by you such that count(c) = 2 random",
            "go together",
            "choose c: Cards from hand(you), 2 by you such that count(c) = 2",
        ),
        (
            "if during(nextturn(you)):\n    do refill()",
            "it is never nextturn now",
            "if during(turns(you)):\n    do refill()",
        ),
        (
            "if during(until(turn_end e)):\n    do refill()",
            "is always now",
            "if during(turn):\n    do refill()",
        ),
        (
            "on draw e acts within turn:\n    do refill()",
            "when it is over",
            "on draw e within turn:\n    do refill()",
        ),
        (
            f"{CHOSEN}do replace(c)",
            "only cards that were in the Line-Up",
            "choose c: Card from lineup, 1 by you\n  let d = c\n  do replace(d)",
        ),
        (
            (
                f"{CHOSEN}r <- move c to discard(you) as discard by you\n"
                "  give count(did(destroy, r)) Power to you"
            ),
            "nothing in this text does that",
            (
                f"{CHOSEN}r <- move c to discard(you) as discard by you\n"
                "  give count(did(discard, r)) Power to you"
            ),
        ),
        (
            "give count(did(gain, text)) Power to you",
            "nothing in this text does that",
            (
                "for c in lineup:\n    move c to discard(you) as buy by you\n"
                "  give count(did(gain, text)) Power to you"
            ),
        ),
        (
            (
                "for p in everyone:\n    r <- give 1 VP to p\n"
                "  for q in everyone:\n    give count(did(reveal, theirs(r, q))) Power to q"
            ),
            "nothing in this text does that",
            (
                "for p in everyone:\n    r <- show hand(p) to everyone\n"
                "  for q in everyone:\n    give count(did(reveal, theirs(r, q))) Power to q"
            ),
        ),
        (
            "on turn_end e:\n    show card(e) to everyone",
            "happens to no card",
            "on play e:\n    show card(e) to everyone",
        ),
        (
            "on play e:\n    give amount(e) Power to you",
            "has no number",
            "on pay e:\n    give amount(e) Power to you",
        ),
        (
            "forbid turn_end e where card(e) = this",
            "happens to no card",
            "forbid play e where card(e) = this",
        ),
        (
            (
                f"option you {KEYED}move top(2, deck(you)) to discard(you) as discard by you\n"
                "    do refill()"
            ),
            "one card that you yourself pay with",
            (
                f"option you {KEYED}move top(1, deck(you)) to discard(you) as discard by you\n"
                "    do refill()"
            ),
        ),
        (
            f"option you {KEYED}pay 1 Power by you\n    do refill()",
            "one card that you yourself pay with",
            f"option you {KEYED}move this to discard(you) as discard by you\n    do refill()",
        ),
    ],
)
def test_what_nobody_can_do_is_told(line: str, problem: str, instead: str) -> None:
    faults = check(read_core(f"text played:\n  {line}\n"))
    assert [fault for fault in faults if problem in fault.problem and fault.said], faults
    assert check(read_core(f"text played:\n  {instead}\n")) == []


@pytest.mark.parametrize("within", ["turn", "game"])
def test_a_text_that_stands_has_no_turn_of_its_own(within: str) -> None:
    waits = f"  on turn_end e within {within}:\n    give 1 Power to you\n"
    assert check(read_core(f"text played:\n{waits}")) == []
    faults = check(read_core(f"text play:\n{waits}"))
    assert ["comes in each turn" in fault.problem for fault in faults] == (
        [True] if within == "turn" else []
    )
    later = "  on turn_end e where during(later):\n    give 1 Power to you\n"
    assert check(read_core(f"text play:\n{later}")) != []
    used = "  option you within turns(you):\n  " + waits.replace("\n    ", "\n      ")
    assert check(read_core(f"text play:\n{used}")) == []


def test_a_quoted_text_is_judged_as_well() -> None:
    (text,) = read_core("text played:\n  move this to main as put by you\n").texts
    quoted = Core((Text("played", (), (Let("t", Quote(text)),)),))
    assert [fault.said for fault in check(quoted)] == [True]


def test_a_line_that_is_none_is_told_with_its_number() -> None:
    with pytest.raises(CoreSyntaxError, match="line 2: not understood"):
        read_core("text played:\n  frobnicate the deck\n")
    with pytest.raises(CoreSyntaxError, match="a block is missing"):
        read_core("text played:\n  if 1 = 1:\n")


@pytest.mark.parametrize(
    ("notation", "line"),
    [
        ("price:\n    pay 1 Power by you\n  option you:\n    do refill()", 2),
        ("may you:\n    price:\n      pay 1 Power by you\n    do refill()", 3),
        ("option you:\n    do refill()\n    price:\n      pay 1 Power by you", 4),
    ],
)
def test_a_price_stands_first_in_an_option(notation: str, line: int) -> None:
    with pytest.raises(CoreSyntaxError, match=f"line {line}: `price` stands first in an option"):
        read_core(f"text played:\n  {notation}\n")


def test_all_at_one_time_with_a_setting_is_read() -> None:
    core = read_core("text played:\n  for p in everyone together @mode=open:\n    do refill()\n")
    assert read_core(printed(core)) == core


def test_other_names_and_another_order_are_the_same() -> None:
    first = read_core(
        "text played:\n  let a = 1\n  if a = 1 and during(turn):\n    give a Power to you\n"
    )
    second = read_core(
        "text played:\n  let b = 1\n  if during(turn) and b = 1:\n    give b Power to you\n"
    )
    third = read_core(
        "text played:\n  let b = 2\n  if during(turn) and b = 1:\n    give b Power to you\n"
    )
    assert first != second
    assert same(first, second)
    assert not same(first, third)


def test_json_with_an_unknown_field_is_refused() -> None:
    told = to_json(Core(()))
    with pytest.raises(BadCore, match="no field 'more'"):
        from_json({**told, "more": 1})


def test_changes_have_an_order_and_settings_belong_to_forms() -> None:
    assert set(rows.ORDER_OF_CHANGES) <= rows.ATTRIBUTES.keys()
    assert {row.form for row in rows.SETTINGS.values()} <= FORMS.keys()
