"""Keywords that a set coins for itself: the header line, the reading of texts, the wording."""

from __future__ import annotations

import pytest

from rules_check.grammar import ast as a
from rules_check.grammar.cardfile import lay_out, read_card_text
from rules_check.grammar.cardwriter import format_card_file
from rules_check.grammar.codec import decode, encode
from rules_check.grammar.coined import Definition, fill
from rules_check.grammar.findings import Span
from rules_check.grammar.lexer import Vocabulary
from rules_check.grammar.parse import Parsed, parse_lines, vocabulary
from rules_check.grammar.questions import keywords_of
from rules_check.grammar.wording import explained, wording
from tests.together import all_of

KEYWORDS = (
    Definition("Ambush", "Attack: Each foe discards a card."),
    Definition("Stash", "Draw N cards. +N Power.", numbered=True),
    Definition("Guard", "Block (N)", numbered=True),
    Definition("Quick Hands", "Ambush. Draw a card."),
    Definition("Fearless", "If you control another Fearless card, draw a card."),
    Definition("Echo", "Draw a card. Echo."),
    Definition("Broken", "Draw a flumph."),
    Definition("Draw", "Draw a card."),
    Definition("Punch", "Draw a card."),
)
NAMES = vocabulary(["Punch", "Ambush Party"], KEYWORDS)
HEADER = "set: Night Watch\nruleset: confrontations\n"
CARD = "\nLamplighter\nHero, cost 3, 1 VP, x2\nAmbush\n"


def read(*lines: str, names: Vocabulary = NAMES) -> Parsed:
    return parse_lines(lines, names)


# ------------------------------------------------------------------------- on a card


@all_of(
    "lines, said",
    [
        (["Ambush"], ["Ambush"]),
        (["Ambush."], ["Ambush"]),
        (["ambush"], ["Ambush"]),
        (["Stash 2"], ["Stash 2"]),
        (["Stash (12)."], ["Stash 12"]),
        (["quick  hands"], ["Quick Hands"]),
        (["Draw a card. Ambush."], ["Draw a card.", "Ambush"]),
        (["Ambush. Stash 1. Draw a card."], ["Ambush", "Stash 1", "Draw a card."]),
        (["Attack: Each foe draws a card. Ambush."], ["Attack: Each foe draws a card.", "Ambush"]),
        (["Ongoing: Ambush"], ["Ongoing: Ambush"]),
        (["Ongoing: Ambush. Stash 1."], ["Ongoing: Ambush. Stash 1."]),
        (["Reveal two Ambush cards from your hand."], ["Reveal two Ambush cards from your hand."]),
        (["Destroy a card with Quick Hands."], ["Destroy a card with Quick Hands."]),
        (["Destroy all non-Ambush cards in the Line-Up."], None),
        (["Destroy any Fearless card you control."], ["Destroy a Fearless card you control."]),
        (["If it has Ambush, draw it."], None),
        (["Gain an Ambush Party."], None),
    ],
)  # fmt: skip
def test_it_is_read_written_and_read_again(lines: list[str], said: list[str] | None) -> None:
    parsed = read(*lines)
    assert parsed.troubles == parsed.remarks == ()
    assert wording(parsed.text) == (lines if said is None else said)
    for again in (wording(parsed.text), explained(parsed.text)):
        assert read(*again).text == parsed.text
        assert read(*again).remarks == ()
    assert decode(encode(parsed.text)) == parsed.text


def test_the_node_keeps_the_name_and_the_meaning() -> None:
    (ability,) = read("Stash 3").text.abilities
    meant = read("Draw three cards. +3 Power.").text.abilities
    assert ability == a.Coined("Stash", meant[0], 3)
    assert a.place_of(ability) == (0, 0, 7)
    assert {a.place_of(node) for node in a.walk(ability)} == {(0, 0, 7)}
    assert a.meant(a.CardText((ability,))) == a.CardText(meant)


def test_a_number_may_stand_wherever_the_text_has_it() -> None:
    assert a.meant(read("Guard 4").text) == read("Block (4)").text


def test_a_card_has_the_keywords_of_what_it_means() -> None:
    own = {a.OwnKeyword("Quick Hands"), a.OwnKeyword("Ambush")}
    assert keywords_of(read("Quick Hands").text) == {*own, a.Keyword.ATTACK}


def test_the_explained_wording_has_the_meaning_behind_the_name() -> None:
    said = explained(read("Stash 1", "Quick Hands").text)
    ambush = "Ambush (Attack: Each foe discards a card.)"
    assert said == ["Stash 1 (Draw a card. +1 Power.)", f"Quick Hands ({ambush} Draw a card.)"]


@all_of(
    "line, place, detail",
    [
        ("Stash", (0, 5), "number"),
        ("Ambush 2", (0, 8), "no number"),
        ("Ambush: Draw a card.", (0, 6), "colon"),
        ("Echo", (0, 4), "definition"),
        ("Draw a card. Broken.", (13, 19), "definition"),
        ("Draw", (0, 4), "definition"),
        ("Punch", (0, 5), "definition"),
        ("Ambush Ambush", (7, 13), "words"),
        ("Attack: Ambush", (14, 15), "words"),
        ("All Heroes have Ambush this turn.", (0, 32), "sense"),
    ],
)
def test_what_is_refused(line: str, place: tuple[int, int], detail: str) -> None:
    (trouble,) = read(line).troubles
    assert (trouble.code, trouble.detail) == ("RC101", detail)
    assert (trouble.start, trouble.end) == place


def test_without_a_definition_it_is_not_understood() -> None:
    assert read("Ambush", names=vocabulary([])).troubles
    assert read("Reveal a card with Ambush.", names=vocabulary([])).troubles


def test_a_keyword_that_looks_like_the_plural_of_another() -> None:
    names = vocabulary([], [Definition("Ward", "Draw a card."), Definition("Wards", "+1 Power.")])
    lines = ["Reveal a Wards card.", "Reveal a Ward card."]
    assert wording(read(*lines, names=names).text) == lines


# ------------------------------------------------------------------------- reminders


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("Ambush (Attack: Each foe discards a card.)", []),
        ("Ambush. (Attack: Each opponent discards 1 card.) Draw a card.", []),
        ("Stash 2 (Draw two cards. +2 Power.)", []),
        ("Stash 2 (Draw three cards. +2 Power.)", ["RC211"]),
        ("Ambush (Each foe discards a card.)", ["RC211"]),
        ("Ambush (Surprise!)", ["RC107"]),
        ("Ambush ()", []),
    ],
)
def test_reminders(line: str, codes: list[str]) -> None:
    parsed = read(line)
    assert [remark.code for remark in parsed.remarks] == codes
    assert parsed.understood
    assert not any(isinstance(ability, a.Reminder) for ability in parsed.text.abilities)


@pytest.mark.parametrize(
    "line",
    [
        "Draw a card. (Lucky you.)",
        "Attack: Each foe discards a card. (Ouch.)",
        "Block (2): (Ouch.)",
    ],
)
def test_parentheses_elsewhere_have_to_be_understood(line: str) -> None:
    assert [trouble.code for trouble in read(line).troubles] == ["RC101"]


def test_behind_a_price_parentheses_have_to_be_understood() -> None:
    assert read("Discard a Punch: Draw a card. (max once per card type)").understood
    assert not read("Discard a Punch: Draw a card. (max thrice)").understood


# ------------------------------------------------------------------------ the header


def test_the_header_defines_keywords() -> None:
    lines = "keyword Ambush: Each foe discards a card.\nKeyword  Big  Stash N : Draw N cards.\n"
    file = read_card_text(HEADER + lines + CARD, "cards.txt")
    assert file.findings == ()
    assert file.definitions == (
        Definition("Ambush", "Each foe discards a card."),
        Definition("Big Stash", "Draw N cards.", numbered=True),
    )
    stash = file.keywords[1]
    assert stash.span == Span(4, 10, 10)
    assert stash.text.span(5, 6) == Span(4, 30, 1)


def test_it_may_stand_in_a_further_part_of_the_header() -> None:
    file = read_card_text(HEADER + "\nkeyword Ambush: Draw a card.\n" + CARD, "cards.txt")
    assert [keyword.name for keyword in file.keywords] == ["Ambush"]
    assert len(file.cards) == 1


def test_quotes_may_be_curly() -> None:
    lines = "keyword Thief\u2019s Luck: Draw a card.\n"
    file = read_card_text(HEADER + lines + CARD, "cards.txt")
    assert file.findings == ()
    for line in ("Thief\u2019s Luck", "Thief's Luck", "Reveal a Thief\u2019s Luck card."):
        assert read(line, names=vocabulary([], file.definitions)).understood


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("keyword: Ambush: Draw a card.", (3, 1, 7)),
        ("keyword : Draw a card.", (3, 1, 8)),
        ("keyword Ambush:", (3, 9, 6)),
        ("keyword ambush: Draw a card.", (3, 9, 6)),
        ("keyword 2nd Wind: Draw a card.", (3, 9, 8)),
        ("keyword Ambush N: Draw a card.", (3, 16, 1)),
        ("keyword Over, There: Draw a card.", (3, 9, 11)),
    ],
)
def test_a_line_that_defines_nothing(line: str, place: tuple[int, int, int]) -> None:
    file = read_card_text(f"{HEADER}{line}\n{CARD}", "cards.txt")
    (finding,) = file.findings
    assert (finding.code, finding.span) == ("RC019", Span(*place))
    assert finding.help
    assert file.keywords == ()


def test_twice_the_same() -> None:
    lines = "keyword Ambush: Draw a card.\nkeyword AMBUSH: Draw two cards.\n"
    file = read_card_text(HEADER + lines + CARD, "cards.txt")
    (finding,) = file.findings
    assert (finding.code, finding.span) == ("RC019", Span(4, 9, 6))
    assert [related.span for related in finding.related] == [Span(3, 9, 6)]
    assert [keyword.text.text for keyword in file.keywords] == ["Draw a card."]


def test_the_tidy_form_keeps_definitions_and_their_order() -> None:
    untidy = (
        "KEYWORD  Stash   N :   Draw N  cards.  \nset: Night Watch\n"
        "keyword Ambush:Each foe discards a card.\nruleset: confrontations\n" + CARD
    )
    file, rows = lay_out(untidy, "cards.txt")
    tidy = format_card_file(file, rows)
    assert tidy.splitlines()[:5] == [
        "set: Night Watch",
        "ruleset: confrontations",
        "keyword Stash N: Draw N  cards.",
        "keyword Ambush: Each foe discards a card.",
        "",
    ]
    again, rows = lay_out(tidy, "cards.txt")
    assert again.definitions == file.definitions
    assert format_card_file(again, rows) == tidy


def test_only_the_word_n_is_the_number() -> None:
    assert fill("N cards, No card, N.", 3) == "3 cards, No card, 3."
