"""Whatever a file holds, checking it ends in a report with places, and in good time."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_check import cli
from rules_check.checker import Checker
from rules_check.echo import echo_card
from rules_check.output import FORMATS, Report, render
from tests.effort import any_text, tries

HEADER = "set: Night Watch\nruleset: confrontations\n\n"
NEIGHBOUR = "\nJuggler\nHero, cost 3, 1 VP, x2\nDraw a card sideways.\n"
GOOD = "Lamplighter\nHero, cost 3, 1 VP, x2\nDraw a card.\n"

Check = Callable[..., tuple[int, list[str], str]]
FOUND = re.compile(r"^cards\.txt:(\d+:\d+)  (?:error|warning|note) (RC\d{3})  ", re.MULTILINE)


@pytest.fixture
def check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Check:
    """Writes `cards.txt` and checks it; gives exit status, places with codes, and the output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def run(data: bytes | str, *options: str) -> tuple[int, list[str], str]:
        Path("cards.txt").write_bytes(data if isinstance(data, bytes) else data.encode())
        status = cli.main(["--no-cache", "--no-proofs", *options, "cards.txt"])
        out, err = capsys.readouterr()
        assert err == ""
        assert "Traceback" not in out
        assert "RC901" not in out
        return status, [f"{place} {code}" for place, code in FOUND.findall(out)], out

    return run


# --------------------------------------------------------------------- the whole file


def test_a_missing_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["cards.txt"]) == 2
    out = capsys.readouterr().out
    assert FOUND.findall(out) == [("1:1", "RC001")]
    assert "there is no such file" in out


def test_a_directory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cards.txt").mkdir()
    assert cli.main(["cards.txt"]) == 2
    assert "it is a directory" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b"# remark\n", HEADER.encode()])
def test_a_file_without_cards(check: Check, data: bytes) -> None:
    status, found, _ = check(data)
    assert status == 1
    assert [entry.split()[1] for entry in found] == ["RC004"]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(256)) * 40])
def test_a_binary_file(check: Check, data: bytes) -> None:
    status, found, out = check(data)
    assert (status, found) == (2, ["1:1 RC003"])
    assert len(out) < 1000


def test_a_file_that_is_not_utf_8(check: Check) -> None:
    data = (HEADER + "Café Owner\nHero, cost 3, 1 VP, x2\nDraw a card.\n" + NEIGHBOUR).encode(
        "latin-1"
    )
    status, found, out = check(data)
    assert (status, found) == (2, ["4:4 RC002", "10:13 RC101"])
    assert 'this byte would be "é"' in out


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b"\r"),
        lambda data: data.rstrip(b"\n"),
        lambda data: data.replace(b"a card", b"a\tcard"),
        lambda data: data.replace(b"\n", b"  \n"),
    ],
    ids=["BOM", "CRLF", "CR", "no last newline", "tabs", "white space at ends"],
)
def test_what_editors_do_to_files_changes_nothing(
    check: Check, change: Callable[[bytes], bytes]
) -> None:
    data = (HEADER + GOOD + NEIGHBOUR).encode()
    status, found, _ = check(change(data))
    assert (status, found) == (1, ["10:13 RC101"])


# ------------------------------------------------------------------ header and card line


def test_header_missing(check: Check) -> None:
    status, found, _ = check(GOOD + NEIGHBOUR)
    assert (status, found) == (1, ["1:1 RC005", "7:13 RC101"])


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ("Lamplighter\n", ["4:1 RC008"]),
        ("Lamplighter\nDraw a card.\n", ["4:1 RC008"]),
        ("Lamplighter\nHreo, cost 3\nDraw a card.\n", ["5:1 RC011"]),
        ("Lamplighter\nHero, cots 3, 1 PV\nDraw a card.\n", ["5:7 RC009", "5:15 RC009"]),
        ("Lamplighter\nHero, cost 1e9\nDraw a card.\n", ["5:12 RC010"]),
        ("Lamplighter\nHero,, cost 3\nDraw a card.\n", ["5:5 RC009"]),
        ("Lamplighter\n  Hero, cost 3\n", ["5:3 RC017"]),
    ],
    ids=["none", "text instead", "type", "fields", "number", "commas", "indented"],
)
def test_card_line_missing_or_garbled(check: Check, block: str, found: list[str]) -> None:
    """The place is told, and the next card is checked all the same."""
    status, said, _ = check(HEADER + block + NEIGHBOUR)
    last = 3 + block.count("\n") + 4
    assert (status, said) == (1, [*found, f"{last}:13 RC101"])


# ----------------------------------------------------------------------------- size


def test_a_line_of_one_megabyte(check: Check) -> None:
    long = "Draw a card. " * 80_000
    status, found, out = check(f"{HEADER}Lamplighter\nHero, cost 3\n{long}\n{NEIGHBOUR}")
    assert (status, found) == (1, ["6:1 RC014", "10:13 RC101"])
    assert len(out) < 3000


def test_a_card_with_a_line_that_was_not_read_is_not_understood(check: Check) -> None:
    long = "Draw a card. " * 400
    _, _, out = check(f"{HEADER}Lamplighter\nHero, cost 3\n{long}\n", "--summary")
    assert out.splitlines()[-1] == "understood 0 of 1 cards"


def test_thousands_of_cards(check: Check) -> None:
    number = tries(300, 10_000)
    wrong = number * 9 // 10
    texts = (
        "+1 Power",
        "Draw a card.",
        "Attack: Each foe discards a card.",
        "Draw a card sideways.",
    )
    cards = "\n".join(
        f"Lamplighter {n}\nHero, cost 3, 1 VP\n{texts[3 if n == wrong else n % 3]}\n"
        for n in range(number)
    )
    status, found, out = check(HEADER + cards)
    assert (status, found) == (1, [f"{4 + 4 * wrong + 2}:13 RC101"])
    assert out.splitlines()[-1] == "1 error in 1 file"


def calls_made(text: str) -> int:
    """How many functions, of Python and of C, are called while a text is checked."""
    checker = Checker()
    calls = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        checker.check_text(text, "cards.txt")
    finally:
        sys.setprofile(None)
    return calls


def many(count: int, text: str) -> str:
    return HEADER + "\n".join(
        f"Lamplighter {n}\nHero, cost 3, 1 VP\n{text}\n" for n in range(count)
    )


TWICE = [
    pytest.param("Draw a card.", id="sound"),
    pytest.param("Put a Lamplighter 9 from your discard pile into your hand.", id="names"),
    pytest.param("You may destroy a card in your hand and/or your discard pile.", id="questions"),
    pytest.param("Draw 2 cards.", id="style"),
]


@pytest.mark.parametrize("text", TWICE[:: tries(2, 1)])
def test_work_grows_in_step_with_the_number_of_cards(text: str) -> None:
    calls_made(many(3, text))
    assert calls_made(many(40, text)) < 2.3 * calls_made(many(20, text))


def test_parentheses_a_thousand_deep(check: Check) -> None:
    opening = "\n  ".join(["(" * 500] * 2)
    closing = "\n  ".join([")" * 500] * 2)
    text = f"Draw a card. {opening} draw a card {closing}\n"
    status, found, out = check(f"{HEADER}Lamplighter\nHero, cost 3\n{text}{NEIGHBOUR}")
    assert status == 1
    assert found == ["6:15 RC106", "12:13 RC101"]
    assert len(out) < 3000


@pytest.mark.parametrize("brackets", ["(", ")", "[", "]", "([" * 3], ids=repr)
def test_brackets_only(check: Check, brackets: str) -> None:
    status, found, _ = check(f"{HEADER}Lamplighter\nHero, cost 3\n{brackets * 200}\n{NEIGHBOUR}")
    assert status == 1
    assert len(found) >= 2


@pytest.mark.parametrize(
    "sentence",
    [
        "draw a card and " * 1249 + "draw a card",
        "card " * 5000,
        "frobnicate " * 5000,
        "Draw a card or a Hero and a Villain, " * 700,
    ],
    ids=["joined", "one word", "unknown word", "ambiguous"],
)
def test_a_sentence_of_five_thousand_words(check: Check, sentence: str) -> None:
    words = sentence.split()
    rows = "\n  ".join(" ".join(words[at : at + 100]) for at in range(0, len(words), 100))
    status, found, out = check(f"{HEADER}Lamplighter\nHero, cost 3\n{rows}.\n{NEIGHBOUR}")
    assert status == 1
    codes = [entry.split()[1] for entry in found]
    assert codes == ["RC024", "RC101"]
    assert len(out) < 4000


# --------------------------------------------------------------------- strange signs


def test_emoji(check: Check) -> None:
    card = "Night 🦇 Bat\nHero, cost 3\nIf you control another Night 🦇 Bat, draw a 🦇 card.\n"
    status, found, out = check(HEADER + card + NEIGHBOUR)
    assert (status, found) == (1, ["6:44 RC101", "10:13 RC101"])
    assert 'text not understood from "🦇" on' in out


@pytest.mark.parametrize("mark", ["\u202e", "\u200f", "\u2066", "\u200b", "\x1b"], ids=ascii)
def test_marks_that_cannot_be_seen(check: Check, mark: str) -> None:
    card = f"Lamp{mark}lighter\nHero, cost 3\nDraw a card.{mark}\n"
    status, found, out = check(HEADER + card + NEIGHBOUR)
    assert status == 1
    assert found[0] == "4:5 RC015"
    assert "6:13 RC015" in found
    assert found[-1] == "10:13 RC101"
    assert mark not in out
    assert f"<U+{ord(mark):04X}>" in out


def test_an_invisible_character_is_one_error(check: Check) -> None:
    _, found, _ = check(f"{HEADER}Lamplighter\nHero, cost 3\nDraw a \u200bcard.\n")
    assert found == ["6:8 RC015"]


# ------------------------------------------------------------------ names like keywords

NAMES = ["Attack", "Ongoing", "Draw", "Confrontation", "Power", "Card", "Hero", "If", "Otherwise"]


@pytest.mark.parametrize("name", NAMES)
def test_a_card_named_like_a_word_of_the_language(check: Check, name: str) -> None:
    """Its own text and those of other cards are understood as before."""
    texts = (
        "+1 Power\nDraw a card.",
        "Attack: Each foe discards a card.",
        "Ongoing: Once during each of your turns, you may draw a card.",
        "Confrontation: +2 Power\nOtherwise, draw a card.",
        "If you control a Hero, draw a card. Otherwise, +1 Power.",
    )
    rest = "\n".join(f"Card {n}\nHero, cost 3\n{text}\n" for n, text in enumerate(texts))
    plain = f"{HEADER}Somebody\nHero, cost 3\n{texts[0]}\n\n{rest}"
    status, found, out = check(plain.replace("Somebody", name), "--echo")
    assert (status, found) == (0, [])
    assert out == check(plain, "--echo")[2].replace("Somebody", name)


# -------------------------------------------------------------------------- anything

WORDS = (
    "Draw discard a the card cards Hero Villain your hand discard pile Line-Up foe each foe you may"
    " if you do otherwise Attack: Ongoing: Block (2) Defense: Confrontation: Assist +2 Power for"
    " each this turn and/or and or , . ; : ( ) [ ] OR Choose 1: it them that foe Lamplighter Punch"
    " 0 99999999999 🦇 … ' 's - / # WHEN YOU GAIN THIS:"
).split()


def plain_digits(text: str) -> bool:
    """Signs like "²" have a test of their own."""
    return all(sign.isdecimal() for sign in text if sign.isdigit())


printed = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
anything = any_text(30).filter(plain_digits)


@cache
def checker() -> Checker:
    return Checker()


def everything_said(text: str) -> str:
    """Report and echo of one card with a text."""
    result = checker().check_text(f"{HEADER}Lamplighter\nHero, cost 3\n{text}\n", "cards.txt")
    said = [line for card in result.cards for line in echo_card(card)]
    report = Report((result.checked(),), result.diagnostics, result.suppressed)
    return "\n".join([*said, *(render(report, format_) for format_ in FORMATS)])


@settings(max_examples=tries(4, 200))
@given(st.lists(printed | anything, max_size=3))
@example(["Choose 1: OR", "OR"])
@example(["Choose 1: +2 Power OR"])
@example(["Otherwise,", "If you do,", "Attack: Otherwise, draw a card."])
@example(["Discard a Punch:", ": draw a card.", ":"])
@example(["Block (0)", "Block ()", "Block (99999999999)"])
@example(["(max once per card type)", "Attack: (", "First Appearance - Attack:"])
def test_no_text_makes_the_checker_fail(lines: list[str]) -> None:
    assert everything_said("\n".join(line for line in lines if line.strip()))


@pytest.mark.parametrize("text", ["Draw ² cards.", "+① Power", "¹"])
def test_digits_that_are_not_decimal(text: str) -> None:
    assert "RC101" in everything_said(text)
