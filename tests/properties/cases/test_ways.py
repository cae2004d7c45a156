"""Which ways the forms of a core can go."""

from __future__ import annotations

from pathlib import Path

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.reader import read_core
from rules_check.oracle.values.ways import Way
from rules_check.properties.cases.ways import Ways
from tests.properties.cases.shared import maker

W = Way


def goes(*lines: str) -> list[tuple[str, Way]]:
    """The forms of a text that is played, with their ways."""
    core = read_core("\n".join(["text played:", *(f"  {line}" for line in lines)]) + "\n")
    ways = Ways(core.texts)
    return [(type(ways.forms[goal.form]).__name__, goal.way) for goal in ways.goals]


def test_what_just_comes_goes_one_way() -> None:
    assert goes("give 2 Power to you") == [("Points", W.RUN)]


def test_a_deck_may_be_too_short() -> None:
    drawn = goes("move top(1, deck(you)) to hand(you) as draw by you")
    assert drawn == [("Move", W.RUN), ("Move", W.SHORT)]


def test_a_condition_holds_or_does_not() -> None:
    told = goes("if count(hand(you)) = 0:", "  give 2 Power to you")
    assert told == [("If", W.HOLDS), ("If", W.FAILS), ("Points", W.RUN)]


def test_an_offer_is_taken_declined_or_cannot_be_taken() -> None:
    told = goes(
        "may you:",
        "  choose c: Card from hand(you), 1 by you",
        "  move c to destroyed as destroy by you",
    )
    assert told[:3] == [("Offer", W.TAKEN), ("Offer", W.DECLINED), ("Offer", W.IMPOSSIBLE)]
    assert ("Choose", W.NOTHING) not in told  # then it is not offered


def test_of_several_ways_each_is_one() -> None:
    told = goes("pick 1 by you:", "  give 1 Power to you", "or:", "  give 2 Power to you")
    assert told == [("Points", W.RUN), ("Points", W.RUN)]


def test_a_choice_may_find_nothing_and_up_to_may_be_none() -> None:
    must = goes("choose c: Card from hand(you), 1 by you")
    assert must == [("Choose", W.RUN), ("Choose", W.NOTHING)]
    may = goes("choose c: Cards from hand(you), 0..2 by you")
    some = [("Choose", W.RUN), ("Choose", W.FULL)]
    assert may == [*some, ("Choose", W.DECLINED), ("Choose", W.NOTHING)]


def test_an_attack_hits_or_is_avoided() -> None:
    told = goes("attack a at foes(you):", "  for p in hit(a):", "    give 1 Power to p")
    assert told[:2] == [("Attack", W.HIT), ("Attack", W.AVOIDED)]
    assert ("ForEach", W.NOTHING) not in told  # there are always foes


def test_the_same_statement_twice_is_two() -> None:
    ways = Ways(read_core("text played:\n  give 1 Power to you\n  give 1 Power to you\n").texts)
    assert len({goal.form for goal in ways.goals}) == 2
    one, other = (form for form in ways.forms if isinstance(form, c.Points))
    assert one == other
    assert ways.number(one) != ways.number(other)


def test_of_whom_an_attack_hits_it_need_not_count_nobody() -> None:
    told = goes(
        "attack a at foes(you):", "  give 1 Power to you", "give count(hit(a)) Power to you"
    )
    assert told[-2:] == [("Points", W.RUN), ("Points", W.MANY)]
    told = goes("give count(hand(you)) Power to you")
    assert told == [("Points", W.RUN), ("Points", W.NOTHING), ("Points", W.MANY)]


def test_what_comes_so_often_in_a_turn_may_come_once_more() -> None:
    event = "play x where by(x) = you"
    core = read_core(
        "\n".join(
            (
                "text play [Ongoing]:",
                f"  on {event} within each_turn nth 1:",
                "    give 1 Power to you",
                f"  on {event} within turn:",
                "    give 1 Power to you",
            )
        )
        + "\n"
    )
    ways = Ways(core.texts)
    assert [goal.form for goal in ways.goals if goal.way is W.AGAIN] == [1]
    assert ways.limited == {1}


def test_of_cards_that_are_shown_there_may_be_too_few() -> None:
    assert goes("show top(2, deck(you)) to everyone") == [("Show", W.RUN), ("Show", W.SHORT)]
    named = goes("let c = top(3, deck(you))", "move c to hand(you) as draw by you")
    assert named[:2] == [("Let", W.RUN), ("Let", W.SHORT)]


def test_the_schema_knows_every_way() -> None:
    text = (Path(__file__).parents[3] / "rules_check/schemas/cases.schema.json").read_text("utf-8")
    assert all(f'"{way}"' in text for way in W)


def test_acts_that_no_words_say_are_no_ways() -> None:
    """ "WHEN YOU GAIN THIS" is for buying, too, and nobody says so."""
    statue = """\
Harbour Statue
Villain, cost 3, 1 VP, source original
WHEN YOU GAIN THIS: Gain a Weakness.
+2 Power
"""
    (book,) = maker(statue).books()
    assert not any(x.endswith(": only") for x in (*book.missed, *(y.title for y in book.cases)))
