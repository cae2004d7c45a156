"""Whatever a file holds, reading it ends in findings and cards, never in an exception."""

import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_check.grammar.cardfile import UNREADABLE, lay_out, read_card_file, read_card_text
from rules_check.grammar.cardmodel import CardFile, CardType
from rules_check.grammar.cardsource import MAX_BYTES, MAX_LINE
from rules_check.grammar.cardwriter import format_card_file
from rules_check.grammar.findings import Span
from tests.effort import any_text, tries
from tests.together import all_of

HEADER = "set: Night Watch\nruleset: confrontations\n\n"
CARD = "Lamplighter\nHero, cost 3, 1 VP, x2\n+2 Power\n"
GOOD = HEADER + CARD


@pytest.fixture
def read(tmp_path):
    def read_bytes(data: bytes) -> CardFile:
        path = tmp_path / "cards.txt"
        path.write_bytes(data)
        return read_card_file(path)

    return read_bytes


def codes(file: CardFile) -> list[str]:
    return [finding.code for finding in file.findings]


def test_a_missing_file(tmp_path):
    file = read_card_file(tmp_path / "cards.txt")
    assert codes(file) == ["RC001"]
    assert "no such file" in file.findings[0].message
    assert (file.cards, file.path) == ((), str(tmp_path / "cards.txt"))


def test_a_missing_file_with_a_near_neighbour(tmp_path):
    (tmp_path / "confrontations.txt").write_text(GOOD)
    file = read_card_file(tmp_path / "confrontation.txt")
    assert "confrontations.txt" in file.findings[0].help


def test_a_missing_folder(tmp_path):
    file = read_card_file(tmp_path / "no" / "cards.txt")
    assert codes(file) == ["RC001"]
    assert "no folder" in file.findings[0].help


def test_a_directory(tmp_path):
    file = read_card_file(tmp_path)
    assert codes(file) == ["RC001"]
    assert "directory" in file.findings[0].message
    assert "*.txt" in file.findings[0].help


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (PermissionError(13, "Permission denied"), "permission denied"),
        (OSError(5, "Input/output error"), "input/output error"),
    ],
)
def test_errors_of_the_system_become_findings(monkeypatch, error, why):
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("pathlib.Path.open", fail)
    file = read_card_file("cards.txt")
    assert codes(file) == ["RC001"]
    assert file.findings[0].message == f"the file cannot be read: {why}"


def test_a_path_that_no_system_takes():
    assert codes(read_card_file("a\0b")) == ["RC001"]
    assert codes(read_card_file("x" * 5000)) == ["RC001"]


@pytest.mark.parametrize("data", [b"", b"\n\n \n", b"\xef\xbb\xbf", b"# only a remark\n"])
def test_an_empty_file(read, data):
    assert codes(read(data)) == ["RC004"]


def test_a_header_without_cards(read):
    assert codes(read(HEADER.encode())) == ["RC004"]


def test_a_binary_file(read):
    file = read(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    assert codes(file) == ["RC003"]
    assert "a picture (PNG)" in file.findings[0].message
    assert file.cards == ()
    assert "offset 3" in read(b"abc\x00").findings[0].message


def test_a_nul_in_a_text():
    assert codes(read_card_text(GOOD + "\0", "f")) == ["RC003"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_utf_16(read, encoding):
    file = read(GOOD.encode(encoding))
    assert len(file.findings) == 1
    assert file.findings[0].code in UNREADABLE
    assert "UTF-8" in file.findings[0].help


def test_a_byte_that_is_not_utf_8_is_located_and_the_rest_is_read(read):
    data = (HEADER + "Caf\u00e9\nHero\n\n" + CARD).encode("latin-1")
    file = read(data)
    assert codes(file) == ["RC002"]
    finding = file.findings[0]
    assert f"byte 0xE9 at offset {data.index(0xE9)}, line 4" in finding.message
    assert finding.span == Span(4, 4, 1)
    assert finding.notes == ('as Windows-1252 or Latin-1, this byte would be "é"',)
    assert file.cards[1].name == "Lamplighter"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        GOOD.rstrip("\n").encode(),
        GOOD.replace(" Power", "\tPower").encode(),
        b"\n\n" + GOOD.encode() + b"\n\n\n",
    ],
)
def test_what_editors_do_to_files_is_accepted(read, data):
    file = read(data)
    assert file.findings == ()
    assert [card.name for card in file.cards] == ["Lamplighter"]
    assert [line.text for line in file.cards[0].printed] == ["+2 Power"]


def test_a_byte_order_mark_does_not_move_columns(read):
    file = read(b"\xef\xbb\xbfruelset: heroes-unite\nset: A\n\n" + CARD.encode())
    assert file.findings[0].span == Span(1, 1, 7)


def test_a_line_of_one_megabyte(read):
    file = read((GOOD + "o" * 1_000_000 + "\n  and on\nDraw a card.\n\nB\nHero\n").encode())
    assert codes(file) == ["RC014"]
    finding = file.findings[0]
    assert (finding.span, finding.card) == (Span(7, 1, 1), "Lamplighter")
    assert "1,000,000" in finding.message
    assert len(repr(finding)) < 1000
    assert max(map(len, file.lines)) < 200
    assert [line.text for line in file.cards[0].printed] == ["+2 Power", "Draw a card."]
    assert file.cards[1].name == "B"


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "N" * 3000 + "\nHero\n+1 Power\n",
        HEADER + "A\nHero, symbol " + "M" * 3000 + "\n+1 Power\n",
        HEADER + "# " + "c" * 3000 + "\nA\nHero\n+1 Power\n",
        "names: " + "N" * 3000 + "\n" + HEADER + "A\nHero\n+1 Power\n",
        "set: " + "N" * 3000 + "\nruleset: confrontations\n\nA\nHero\n+1 Power\n",
    ],
)
def test_any_line_may_be_too_long(text):
    file = read_card_text(text, "f")
    assert codes(file) == ["RC014"]
    assert [line.text for line in file.cards[0].printed] == ["+1 Power"]
    assert len(file.cards[0].name) < 100


def test_a_line_of_just_the_allowed_length():
    for length, expected in ((MAX_LINE, []), (MAX_LINE + 1, ["RC014"])):
        assert codes(read_card_text(f"{GOOD}{'o' * length}  \n", "f")) == expected


def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "cards.txt"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    found = read_card_file(path)
    assert codes(found) == ["RC001"]
    assert "too large" in found.findings[0].message


def many(count: int, line: str = "Hero, cost 3, 1 VP, x2") -> str:
    text = "Attack: Each foe discards a card.\nDraw a card, and if it is a Villain,\n  +2 Power.\n"
    return HEADER + "\n".join(f"Lamplighter {number}\n{line}\n{text}" for number in range(count))


def test_ten_thousand_cards(read):
    file = read(many(10_000).encode())
    assert file.findings == ()
    assert len(file.cards) == 10_000
    assert file.cards[-1].name == "Lamplighter 9999"


def test_thousands_of_broken_cards(read):
    number = tries(2_000, 10_000)
    file = read(many(number, "hello, world").encode())
    assert set(codes(file)) == {"RC008"}
    assert len(file.findings) == len(file.cards) == number


def calls_made(text: str) -> int:
    """How many functions, of Python and of C, are called while a text is read."""
    calls = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read_card_text(text, "f")
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "make",
    [
        many,
        lambda count: many(count, "Hreo, cots 3"),
        lambda count: HEADER + "A\nHero\n\n" * count,
        lambda count: HEADER + "".join(f"A\nCharacter, level {n + 1}\n\n" for n in range(count)),
        lambda count: GOOD + "  and so on\n" * count,
        lambda count: "names: A\n" * count + GOOD,
    ],
    ids=["sound", "broken", "one-name", "levels", "one-text", "header"],
)
def test_work_grows_in_step_with_the_size_of_the_file(make):
    calls_made(make(10))
    number = tries(200, 400)
    assert calls_made(make(2 * number)) < 2.2 * calls_made(make(number))


def test_the_reader_does_not_care_for_parentheses():
    text = "(" * 900 + "+1 Power" + ")" * 900
    deep = "\n  ".join("(" * 500 for _ in range(2)) + " x " + "\n  ".join([")" * 500] * 2)
    file = read_card_text(f"{GOOD}{text}\n{deep}\n", "f")
    assert file.findings == ()
    assert file.cards[0].printed[1].text == text
    assert file.cards[0].printed[2].text.count("(") == 1000


@pytest.mark.parametrize(
    "name",
    [
        "Night 🦇 Bat",
        "👩‍🚀 Astronaut",
        "❤️‍🔥",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "Éowyn",
        "夜警",
    ],
)
def test_names_in_any_writing_are_legal(name):
    file = read_card_text(f"{HEADER}{name}\nHero\nDraw {name}.\n", "f")
    assert file.findings == ()
    assert file.cards[0].name == name


@all_of(
    "character",
    [
        "\u202e",
        "\u200f",
        "\u200b",
        "\u200d",
        "\u00ad",
        "\ufeff",
        "\u2066",
        "\x1b",
        "\x0c",
        "\x85",
        "\u2028",
        "\ud800",
        "\U000e0041",
        "\x7f",
    ],
)
def test_invisible_characters_are_shown(character):
    for body in (f"Lamp{character}lighter\nHero\n+2 Power\n", f"A\nHero\n+2{character} Power\n"):
        file = read_card_text(HEADER + body, "f")
        assert codes(file) == ["RC015"]
        finding = file.findings[0]
        assert f"U+{ord(character):04X}" in finding.message
        assert character not in finding.message
        edit = finding.edits[0]
        assert file.lines[edit.span.line - 1][edit.span.column - 1] == character


def test_invisible_characters_of_one_line_are_one_finding():
    file = read_card_text(f"{GOOD}a\u200bb\u200b\u200bc\n# \u202eremark\n", "f")
    assert codes(file) == ["RC015", "RC015"]
    assert [edit.span.length for edit in file.findings[0].edits] == [1, 2]


@pytest.mark.parametrize(
    "name",
    [
        "Attack",
        "Ongoing:",
        "+2 Power",
        "Hero",
        "Set: a Trap",
        "Names: unknown",
        "x2",
        "cost 3",
        "Villain, Super-Villain",
    ],
)
def test_a_card_named_like_a_keyword(name):
    for header in (HEADER, f"{GOOD}\n"):
        file = read_card_text(f"{header}{name}\nHero, cost 3, 1 VP\n+1 Power\n", "f")
        assert file.findings == ()
        assert file.cards[-1].name == name
        assert file.cards[-1].line is not None
        assert file.cards[-1].line.type is CardType.HERO


@pytest.mark.parametrize("name", ["Attack", "Ongoing:", "+2 Power"])
def test_a_card_named_like_a_keyword_where_the_header_is_missing(name):
    file = read_card_text(f"{name}\nHero, cost 3, 1 VP\n+1 Power\n", "f")
    assert codes(file) == ["RC005"]
    assert [card.name for card in file.cards] == [name]


def test_every_finding_says_what_to_do():
    text = (
        "ruelset: x\ncolour: y\n\n A\nHreo, cots 3, x0,\n  text\n# rules-check: allow\n\nA\n\nB\n"
    )
    file = read_card_text(text + "Hero, Hero\nzero\u200bwidth\n" + "o" * 3000, "f")
    assert len(set(codes(file))) >= 9
    assert all(finding.message and finding.help for finding in file.findings)


fragments = st.lists(
    st.sampled_from(
        [
            b"set: A",
            b"ruleset:",
            b"\n",
            b"\n\n",
            b"\r",
            b" ",
            b"Hero",
            b", ",
            b"cost ",
            b"9" * 30,
            b"VP",
            b"x",
            b"# rules-check: allow",
            b"\xff",
            b"\xef\xbb\xbf",
            b"\xe2\x80\x8f",
            b":",
            b"level 1",
            b"symbol",
            b"?",
            b"*",
            b"-",
            b"names:",
            b"Character",
            b"\xc2\xb2",
        ]
    ),
    max_size=60,
).map(b"".join)


@given(st.binary(max_size=300) | fragments)
@example(b"\xff\xfe")
@example(b"x" * 2001)
def test_no_bytes_make_the_reader_fail(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "bytes.txt"
    path.write_bytes(data)
    file = read_card_file(path)
    assert file.cards or file.findings
    for finding in file.findings:
        assert finding.help
        assert 1 <= finding.span.line <= max(1, len(file.lines))
        assert finding.span.column >= 1
        for edit in finding.edits:
            row = file.lines[edit.span.line - 1]
            assert edit.span.column - 1 + edit.span.length <= len(row)


@given(any_text(300))
def test_no_text_makes_the_reader_or_the_writer_fail(text):
    file = read_card_text(text, "f")
    assert file.cards or file.findings
    format_card_file(*lay_out(text, "f"))
