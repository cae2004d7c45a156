"""Reading card files: the model, the places, and what is said about mistakes."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.cardmodel import (
    COUNTED,
    UNKNOWN,
    Allowance,
    CardFile,
    CardLine,
    CardType,
    Piece,
    Title,
)
from rules_check.grammar.findings import Edit, Finding, Span
from tests.together import all_of

HEADER = "set: Night Watch\nruleset: confrontations\n\n"


def read(body: str) -> CardFile:
    return read_card_text(HEADER + body, "night-watch.txt")


def only(file: CardFile) -> Finding:
    assert len(file.findings) == 1, file.findings
    return file.findings[0]


def under(file: CardFile, span: Span) -> str:
    return file.lines[span.line - 1][span.column - 1 : span.column - 1 + span.length]


def card_line(text: str) -> tuple[CardLine, CardFile]:
    file = read(f"Lamplighter\n{text}\n+1 Power\n")
    line = file.cards[0].line
    assert line is not None
    assert [printed.text for printed in file.cards[0].printed] == ["+1 Power"]
    return line, file


def test_a_sound_file_has_no_findings():
    file = read("Lamplighter\nHero, cost 3, 1 VP, x2\n+2 Power.\nDraw a card.\n")
    assert file.findings == ()
    assert (file.set_name, file.ruleset, file.names) == ("Night Watch", "confrontations", ())
    (card,) = file.cards
    assert card.name == "Lamplighter"
    assert card.name_span == Span(4, 1, 11)
    assert card.line == CardLine(CardType.HERO, cost=3, vp=1, copies=2)
    assert [line.text for line in card.printed] == ["+2 Power.", "Draw a card."]


def test_every_field_of_a_card_line_is_read_with_its_place():
    line, file = card_line(
        "Villain, level 2, symbol Lady Dusk, x4, source original, Super-Villain, -3 VP, cost 11"
    )
    assert file.findings == ()
    assert line == CardLine(
        CardType.VILLAIN, (Title.SUPER_VILLAIN,), 11, -3, 4, 2, "Lady Dusk", "original"
    )
    assert {name: under(file, span) for name, span in line.spans.items()} == {
        "type": "Villain",
        "titles": "Super-Villain",
        "cost": "cost 11",
        "vp": "-3 VP",
        "copies": "x4",
        "level": "level 2",
        "symbol": "symbol Lady Dusk",
        "source": "source original",
    }


def test_numbers_may_be_unknown_or_counted():
    assert card_line("Hero, cost ?, ? VP")[0] == CardLine(CardType.HERO, cost=UNKNOWN, vp=UNKNOWN)
    assert card_line("Hero, cost 0, * VP")[0] == CardLine(CardType.HERO, cost=0, vp=COUNTED)


@pytest.mark.parametrize("kind", CardType)
def test_every_card_type_is_known_in_any_case_and_spacing(kind):
    for spelling in (kind, kind.upper(), f"  {kind.lower()} ".strip(), kind.replace(" ", "  ")):
        line, file = card_line(f"{spelling}, 2 VPs")
        assert (line.type, line.vp, file.findings) == (kind, 2, ())


@all_of(
    "line, code, at, mended",
    [
        ("Vilain, cost 3", "RC011", "Vilain", "Villain"),
        ("Sidekick, cost 3", "RC011", "Sidekick", None),
        ("cost 3, 1 VP", "RC011", "c", None),
        ("cost 9, Super-Villain", "RC011", "Super-Villain", "Villain, "),
        ("cost 3, Hero", "RC009", "Hero", None),
        ("Hero, cots 3", "RC009", "cots 3", "cost 3"),
        ("Hero, price 3", "RC009", "price 3", None),
        ("Hero, VP 3", "RC009", "VP 3", "3 VP"),
        ("Hero, 2x", "RC009", "2x", "x2"),
        ("Hero, cost: 3", "RC009", "cost: 3", "cost 3"),
        ("Hero, cost 3 1 VP", "RC009", "cost 3 1 VP", "cost 3, 1 VP"),
        ("Hero cost 3 1 VP x2", "RC009", "Hero cost 3 1 VP x2", "Hero, cost 3, 1 VP, x2"),
        ("Hero, Super-Vilian", "RC009", "Super-Vilian", "Super-Villain"),
        ("Hero, source two words", "RC009", "source two words", None),
        ("Hero, symbol", "RC009", "symbol", None),
        ("Hero, cost 3,", "RC009", ",", ""),
        ("Hero,, cost 3", "RC009", ",", ""),
        ("Hero, cost three", "RC010", "three", "3"),
        ("Hero, cost c", "RC010", "c", None),
        ("Hero, cost -1", "RC010", "-1", None),
        ("Hero, cost 3**", "RC010", "3**", None),
        ("Hero, cost", "RC010", "cost", None),
        ("Hero, +3 VP", "RC010", "+3", "3"),
        ("Hero, \u22122 VP", "RC010", "\u22122", "-2"),
        ("Hero, ² VP", "RC010", "²", None),
        ("Hero, x0", "RC010", "0", None),
        ("Hero, x?", "RC010", "?", None),
        ("Hero, level 0", "RC010", "0", None),
        ("Hero, cost 12345", "RC010", "12345", None),
        ("Hero, cost 3, cost 4", "RC013", "cost 4", None),
        ("Hero, Villain", "RC013", "Villain", None),
    ],
)
def test_a_mistake_on_the_card_line_is_shown_where_it_is(line, code, at, mended):
    _, file = card_line(line)
    finding = only(file)
    assert (finding.code, under(file, finding.span)) == (code, at)
    assert finding.card == "Lamplighter"
    assert finding.message
    assert finding.help
    assert [edit.replacement for edit in finding.edits] == ([] if mended is None else [mended])
    assert file.cards[0].findings == (finding,)


@pytest.mark.parametrize(
    "line", ["Vilain, cost 3", "Hero, 2x", "Hero, cost three", "cost 9, Super-Villain", "Hero, x2,"]
)
def test_a_suggested_edit_mends_the_card_line(line):
    file = card_line(line)[1]
    (edit,) = only(file).edits
    row = file.lines[edit.span.line - 1]
    start = edit.span.column - 1
    assert (
        card_line(row[:start] + edit.replacement + row[start + edit.span.length :])[1].findings
        == ()
    )


def test_the_other_fields_are_read_beside_a_broken_one():
    line, file = card_line("Hero, price 3, 2 VP, x2")
    assert line == CardLine(CardType.HERO, vp=2, copies=2)
    assert len(file.findings) == 1


def test_a_field_given_twice_tells_where_it_was_given_first():
    finding = only(card_line("Hero, 1 VP, 2 VP")[1])
    assert finding.related[0].span == Span(5, 7, 4)


@pytest.mark.parametrize("text", ["+2 Power", "Draw a card, then discard a card.", "Attack: Go."])
def test_a_missing_card_line_leaves_the_text_to_be_checked(text):
    file = read(f"Lamplighter\n{text}\n")
    assert only(file).code == "RC008"
    assert file.cards[0].line is None
    assert [line.text for line in file.cards[0].printed] == [text]


def test_a_name_alone_has_no_card_line():
    file = read("Lamplighter\n\nNight Porter\nHero\n")
    assert only(file).code == "RC008"
    assert only(file).span == Span(4, 1, 11)
    assert [card.name for card in file.cards] == ["Lamplighter", "Night Porter"]


def test_a_card_without_a_name_is_told_so():
    file = read("Lamplighter\nHero\n\nHero, cost 3, 1 VP\n+2 Power\n")
    finding = only(file)
    assert finding.code == "RC008"
    assert "no name" in finding.message
    assert "Lamplighter" in finding.help
    assert file.cards[1].line == CardLine(CardType.HERO, cost=3, vp=1)
    assert [line.text for line in file.cards[1].printed] == ["+2 Power"]


def test_continuation_lines_are_joined_by_one_space_and_keep_their_places():
    file = read("Lamplighter\nHero\n+2\u00a0Power, and \n\t draw\n# a remark\n  a card.\nThen.\n")
    first, second = file.cards[0].printed
    assert first.text == "+2 Power, and draw a card."
    assert first.pieces == (Piece(0, 6, 1), Piece(14, 7, 3), Piece(19, 9, 3))
    assert first.span(14, 18) == Span(7, 3, 4)
    assert first.span(10, 26) == Span(6, 11, 3)
    assert first.span(13, 18) == Span(6, 14, 1)
    assert first.span(21, 25) == Span(9, 5, 4)
    assert first.span(26, 26) == Span(9, 10, 0)
    assert second.pieces == (Piece(0, 10, 1),)


@given(
    st.lists(
        st.tuples(
            st.text(alphabet=" \t\u3000", max_size=3),
            st.text(alphabet="abc +é🦇", min_size=1).filter(lambda text: text == text.strip()),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_every_offset_leads_back_to_the_character_as_typed(parts):
    text = "\n".join(
        (indent or " ") + part if index else part for index, (indent, part) in enumerate(parts)
    )
    file = read(f"Lamplighter\nHero\n{text}\n")
    (printed,) = file.cards[0].printed
    starts = {piece.offset - 1 for piece in printed.pieces}
    for offset, character in enumerate(printed.text):
        span = printed.span(offset, offset + 1)
        if offset in starts:
            assert character == " "
        else:
            assert under(file, span) == character
        assert printed.span(offset, len(printed.text)).length >= 1


@pytest.mark.parametrize(
    "body",
    [
        "  Lamplighter\nHero\n+2 Power\n",
        "Lamplighter\n  Hero\n+2 Power\n",
        "Lamplighter\nHero\n  +2 Power\n",
    ],
)
def test_an_indented_line_with_nothing_to_continue_is_still_read(body):
    file = read(body)
    finding = only(file)
    assert finding.code == "RC017"
    assert [edit.replacement for edit in finding.edits] == [""]
    (card,) = file.cards
    assert (card.name, card.line) == ("Lamplighter", CardLine(CardType.HERO))
    assert [line.text for line in card.printed] == ["+2 Power"]


def test_comments_end_nothing_and_a_hash_inside_a_line_is_text():
    file = read("# one\nLamplighter\n  # two\nHero\n# three\nDraw card #1.\n#four\n")
    assert file.findings == ()
    assert [line.text for line in file.cards[0].printed] == ["Draw card #1."]


def test_header_values_and_names_of_cards_elsewhere():
    file = read_card_text(
        "Names: Night Porter,  Old Bell\nSET : Dusk\nruleset:heroes-unite\nnames: Fog\n\nA\nHero\n",
        "f",
    )
    assert file.findings == ()
    assert (file.set_name, file.ruleset) == ("Dusk", "heroes-unite")
    assert file.names == ("Night Porter", "Old Bell", "Fog")
    assert file.header["names"] == "Night Porter, Old Bell, Fog"


def test_a_header_may_have_empty_lines_in_it():
    file = read_card_text("set: Dusk\n\nruleset: heroes-unite\n\nA\nHero\n", "f")
    assert file.findings == ()
    assert file.ruleset == "heroes-unite"


@all_of(
    "header, code, at, mended",
    [
        ("set: Dusk", "RC005", "set: Dusk", None),
        ("ruleset: heroes-unite", "RC005", "ruleset: heroes-unite", None),
        ("set:\nruleset: heroes-unite", "RC005", "set:", None),
        ("set: Dusk\nhello there\nruleset: heroes-unite", "RC005", "hello there", None),
        ("set: Dusk\nruelset: heroes-unite", "RC006", "ruelset", "ruleset"),
        ("set: Dusk\nruleset: heroes-unite\ncolour: blue", "RC006", "colour", None),
        ("colour: blue\nset: Dusk\nruleset: heroes-unite", "RC006", "colour", None),
        ("set: Dusk\nruleset:  Heroes Unite", "RC007", "Heroes Unite", "heroes-unite"),
        ("set: Dusk\nruleset: rivals-joker", "RC007", "rivals-joker", "rivals-batman-joker"),
        ("set: Dusk\nruleset: chess", "RC007", "chess", None),
        ("set: Dusk\nset: Dawn\nruleset: heroes-unite", "RC013", "set: Dawn", None),
        ("set: Dusk\n  ruleset: heroes-unite", "RC017", "ruleset: heroes-unite", ""),
    ],
)
def test_a_mistake_in_the_header_is_shown_where_it_is(header, code, at, mended):
    file = read_card_text(f"{header}\n\nLamplighter\nHero\n+1 Power\n", "f")
    finding = only(file)
    assert (finding.code, under(file, finding.span)) == (code, at)
    assert [edit.replacement for edit in finding.edits] == ([] if mended is None else [mended])
    assert [card.name for card in file.cards] == ["Lamplighter"]


def test_a_missing_header_is_one_finding_and_the_cards_are_read():
    file = read_card_text("\nLamplighter\nHero\n+1 Power\n", "f")
    assert (only(file).code, only(file).span) == ("RC005", Span(2, 1, 1))
    assert len(file.cards) == 1


def test_a_header_that_runs_into_the_first_card():
    file = read_card_text("set: Dusk\nruleset: heroes-unite\nLamplighter\nHero\n+1 Power\n", "f")
    assert only(file).code == "RC005"
    assert only(file).edits == (Edit(Span(3, 1, 0), "\n"),)
    assert [card.name for card in file.cards] == ["Lamplighter"]


def test_a_header_between_the_cards_is_not_taken_for_a_card():
    file = read(f"Lamplighter\nHero\n\n{HEADER}Night Porter\nHero\n")
    assert only(file).code == "RC005"
    assert [card.name for card in file.cards] == ["Lamplighter", "Night Porter"]
    assert file.set_name == "Night Watch"


def test_two_cards_of_one_name():
    file = read("Lamplighter\nHero\n\nlamplighter\nVillain\n")
    finding = only(file)
    assert (finding.code, finding.span) == ("RC012", Span(7, 1, 11))
    assert finding.related[0].span == Span(4, 1, 11)
    assert len(file.cards) == 2


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (("Character, level 1", "Character, level 2", "Character, level 3"), []),
        (("Character, level 1", "Character, level 2", "Character, level 1"), ["RC012"]),
        (("Character", "Character, level 2"), ["RC012"]),
        (("Character, level 1", "Character"), ["RC012"]),
        (("Character, level 1", "Hero"), ["RC012"]),
        (("Hero", "Character, level 1"), ["RC012"]),
        (("Hero, level 1", "Hero, level 2"), ["RC012"]),
        (("Character, level 1", "Charcter, level 2"), ["RC011"]),
    ],
)
def test_only_levels_of_a_character_share_a_name(lines, codes):
    file = read("\n".join(f"Lamplighter\n{line}\n" for line in lines))
    assert [finding.code for finding in file.findings] == codes


def test_allowances_of_a_card_and_of_the_file():
    file = read_card_text(
        "# rules-check: allow RC401 because this set is a draft\n"
        f"{HEADER}"
        "# Rules-Check: allow rc301, RC302 RC301 because the printed card says so\n"
        "Lamplighter\nHero\n+2 Power\n  # rules-check: allow RC204 because of history\n\n"
        "# rules-check is a fine program\nNight Porter\nHero\n",
        "f",
    )
    assert file.findings == ()
    assert file.allowances == (Allowance(("RC401",), "this set is a draft", Span(1, 1, 54)),)
    assert [allowance.codes for allowance in file.cards[0].allowances] == [
        ("RC301", "RC302"),
        ("RC204",),
    ]
    assert file.cards[0].allowances[1].span == Span(9, 3, 45)
    assert file.cards[1].allowances == ()


@pytest.mark.parametrize(
    "comment",
    [
        "# rules-check: allow RC301",
        "# rules-check: allow RC301 because",
        "# rules-check: allow because I say so",
        "# rules-check: alow RC301 because I say so",
        "# rules-check allow RC301 because I say so",
        "# rules-check: allow RC3 because I say so",
    ],
)
def test_a_malformed_allowance_allows_nothing(comment):
    for body in (f"Lamplighter\nHero\n{comment}\n", f"{comment}\n\nLamplighter\nHero\n"):
        file = read(body)
        assert only(file).code == "RC016"
        assert only(file).help
        assert file.cards[0].allowances == file.allowances == ()


def test_an_allowance_that_belongs_to_no_card():
    file = read("A\nHero\n\n# rules-check: allow RC301 because I say so\n\nB\nHero\n")
    assert only(file).code == "RC016"
    assert "no card" in only(file).message


def test_findings_come_in_the_order_of_the_file():
    file = read_card_text("A\nHreo\n\n\nB\nHero, cost x\n\nA\nHero, x0, x1\n", "f")
    places = [finding.span for finding in file.findings]
    assert places == sorted(places)
    assert [finding.code for finding in file.findings] == [
        "RC005",
        "RC011",
        "RC010",
        "RC012",
        "RC010",
        "RC013",
    ]


def test_what_was_read_can_be_sent_to_another_process():
    file = read("Lamplighter\nHero, cost ?\n+2 Power\n")
    assert pickle.loads(pickle.dumps(file)) == file
