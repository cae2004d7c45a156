"""The canonical form of card files, and the command that writes it."""

import argparse
import os
import stat

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_check.commands import fmt
from rules_check.grammar.cardfile import lay_out, read_card_text
from rules_check.grammar.cardline import parse_card_line
from rules_check.grammar.cardmodel import COUNTED, UNKNOWN, CardFile, CardLine, CardType, Title
from rules_check.grammar.cardsource import MAX_LINE
from rules_check.grammar.cardwriter import card_line_text, format_card_file
from tests.effort import any_text

UNTIDY = (
    "\ufeff\r\n\r\n"
    "# Cards of the night\r\n"
    "names:Old Bell ,Fog\r\n"
    "Ruleset : confrontations  \r\n"
    "\r\n"
    "SET: Night Watch\r\n"
    "\r\n\r\n\r\n"
    "Lamplighter\t\r\n"
    "hero,x2 , 1 vps,COST 3\r\n"
    "+2 Power,  and \r\n"
    "\tdraw a card.  \r\n"
    "  # a remark \r\n"
    " \t \r\n"
    "Lady Dusk\r"
    "villain, source original, symbol  Moon  Gate, level 02, x1, * VP, cost ?, super villain\r"
    "Attack: Each foe discards a card."
)
TIDY = """\
# Cards of the night
set: Night Watch
ruleset: confrontations
names: Old Bell, Fog

Lamplighter
Hero, cost 3, 1 VP, x2
+2 Power,  and
  draw a card.
  # a remark

Lady Dusk
Villain, Super-Villain, cost ?, * VP, x1, level 2, symbol Moon Gate, source original
Attack: Each foe discards a card.
"""

values = st.integers(-99, 9999)
words = st.from_regex(r"[A-Za-zé'-]{1,8}", fullmatch=True)
card_lines = st.builds(
    CardLine,
    type=st.sampled_from(CardType),
    titles=st.sampled_from([(), (Title.SUPER_VILLAIN,)]),
    cost=st.none() | st.just(UNKNOWN) | st.integers(0, 9999),
    vp=st.none() | st.sampled_from([UNKNOWN, COUNTED]) | values,
    copies=st.none() | st.integers(1, 9999),
    level=st.none() | st.integers(1, 9999),
    symbol=st.none() | st.lists(words, min_size=1, max_size=3).map(" ".join),
    source=st.none() | words,
)

# Lines of every kind, sound and broken, in any order: most files made of them are a mess.
lines = st.one_of(
    st.sampled_from(
        [
            "",
            " \t",
            "set: Night Watch",
            "SET :Dusk  ",
            "set:",
            "ruleset: confrontations",
            "ruleset: chess",
            "ruelset: heroes-unite",
            "names: Fog , Old Bell,,",
            "names:",
            "colour: blue",
            "  set: Dusk",
            "# a remark ",
            " # rules-check: allow RC301 because it is late",
            "# rules-check: allow RC301",
            "Lamplighter",
            "lamplighter ",
            "Old Bell\u3000",
            "Ongoing:",
            "hero,cost 3,x2",
            "Hreo, cost 3",
            "character, level 1",
            "Hero, cost 3, cost 4,",
            "Hero, symbol " + "M" * (MAX_LINE - 14),
            "Hero,symbol " + "M" * (MAX_LINE - 12),
            "names:" + "N" * (MAX_LINE - 6),
            "+2 Power",
            "Draw a card,  then\u00a0discard it. ",
            " and so on",
            "\t \u2003and on",
            " " + "o" * MAX_LINE,
            "o" * (MAX_LINE + 1),
            "  " + "o" * (MAX_LINE + 1),
            "zero\u200bwidth",
            "\ufeffset: Dusk",
            "form\x0cfeed\x1f",
        ]
    ),
    card_lines.map(card_line_text),
    any_text(20),
)
texts = st.builds(
    lambda rows, end, last: end.join(rows) + last,
    st.lists(lines, max_size=24),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "\n", "\n\n"]),
)


def formatted(text: str) -> str:
    return format_card_file(*lay_out(text, "f"))


def meaning(file: CardFile) -> object:
    """Everything in a file but places."""
    return (
        dict(file.header),
        file.set_name,
        file.ruleset,
        file.names,
        [allowance.codes for allowance in file.allowances],
        [
            (
                card.name,
                card.line,
                [printed.text for printed in card.printed],
                [allowance.codes for allowance in card.allowances],
            )
            for card in file.cards
        ],
    )


def test_an_untidy_file_becomes_tidy():
    assert formatted(UNTIDY) == TIDY
    assert formatted(TIDY) == TIDY
    assert read_card_text(UNTIDY, "f").findings == ()


def test_lines_with_errors_are_left_as_they_are():
    text = (
        "ruelset: heroes-unite\nset:Dusk\n\nA\nhreo,x2\n+1 Power\n\n\nB\n  Hero,x2\n"
        "   +1 Power\n   and more\n\nC\nhero,cost three\n"
    )
    assert formatted(text) == (
        "ruelset: heroes-unite\nset: Dusk\n\nA\nhreo,x2\n+1 Power\n\nB\n  Hero,x2\n"
        "   +1 Power\n  and more\n\nC\nhero,cost three\n"
    )


@pytest.mark.parametrize("text", ["", "\ufeff", "\n\n", " \r\n\t"])
def test_nothing_stays_nothing(text):
    assert formatted(text) == ""


@given(card_lines)
@example(CardLine(CardType.HERO, symbol="VP", source="VPs"))
def test_the_canonical_card_line_is_read_back(line):
    again, findings = parse_card_line(card_line_text(line), 1, 1)
    assert (again, findings) == (line, [])


@given(texts)
@example("\n\ufeffset: Dusk")
def test_formatting_twice_changes_nothing_more(text):
    once = formatted(text)
    assert formatted(once) == once


@given(texts)
@example("\n\ufeffset: Dusk")
def test_formatting_keeps_the_cards(text):
    after = formatted(text)
    assert meaning(read_card_text(after, "f")) == meaning(read_card_text(text, "f"))


@given(texts)
def test_the_canonical_form_is_clean_text(text):
    after = formatted(text)
    assert "\r" not in after
    assert "\n\n\n" not in after
    assert not after.startswith(("\n", "\ufeff"))
    assert not after or after.endswith("\n")
    assert not after.endswith("\n\n")
    assert not any(line.endswith((" ", "\t")) for line in after.split("\n"))


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    fmt.configure(parser)
    return fmt.run(parser.parse_args(words))


def test_fmt_rewrites_in_place_and_keeps_the_mode(tmp_path, capsys):
    untidy, tidy = tmp_path / "untidy.txt", tmp_path / "tidy.txt"
    untidy.write_bytes(UNTIDY.encode())
    untidy.chmod(0o640)
    tidy.write_bytes(TIDY.encode())
    assert run(str(untidy), str(tidy)) == 0
    assert untidy.read_bytes() == TIDY.encode()
    assert stat.S_IMODE(untidy.stat().st_mode) == 0o640
    assert capsys.readouterr().out == f"changed {untidy}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tidy.txt", "untidy.txt"]


def test_fmt_follows_a_link(tmp_path):
    file, link = tmp_path / "file.txt", tmp_path / "link.txt"
    file.write_bytes(UNTIDY.encode())
    link.symlink_to(file)
    assert run(str(link)) == 0
    assert link.is_symlink()
    assert file.read_bytes() == TIDY.encode()


def test_fmt_check_writes_nothing(tmp_path, capsys):
    untidy, tidy = tmp_path / "untidy.txt", tmp_path / "tidy.txt"
    untidy.write_bytes(UNTIDY.encode())
    tidy.write_bytes(TIDY.encode())
    assert run("--check", str(tidy)) == 0
    assert capsys.readouterr().out == ""
    assert run("--check", str(tidy), str(untidy)) == 1
    assert capsys.readouterr().out == f"would change {untidy}\n"
    assert untidy.read_bytes() == UNTIDY.encode()


def test_fmt_diff_shows_what_would_change(tmp_path, capsys):
    file = tmp_path / "file.txt"
    file.write_bytes(TIDY.replace("Hero, cost 3", "hero,cost 3").encode())
    assert run("--diff", str(file)) == 1
    out = capsys.readouterr().out
    assert "-hero,cost 3, 1 VP, x2\n+Hero, cost 3, 1 VP, x2\n" in out
    assert run("--diff", "--check", str(file)) == 1
    assert b"hero,cost 3" in file.read_bytes()


def test_fmt_goes_on_after_a_file_that_it_cannot_read(tmp_path, capsys):
    missing, latin, untidy = (tmp_path / name for name in ("missing.txt", "latin.txt", "u.txt"))
    latin.write_bytes("set: Café\n".encode("latin-1"))
    untidy.write_bytes(UNTIDY.encode())
    assert run(str(missing), str(latin), str(untidy)) == 2
    captured = capsys.readouterr()
    assert f"{missing}: RC001: " in captured.err
    assert f"{latin}: RC002: " in captured.err
    assert captured.out == f"changed {untidy}\n"
    assert latin.read_bytes() == "set: Café\n".encode("latin-1")


def test_fmt_says_that_lines_with_errors_stay(tmp_path, capsys):
    file = tmp_path / "file.txt"
    file.write_text("set: Dusk\nruleset: chess\n\nA\nHero\n")
    assert run(str(file)) == 0
    assert "left as they are" in capsys.readouterr().err


def test_fmt_leaves_the_file_whole_when_writing_fails(tmp_path, capsys, monkeypatch):
    file = tmp_path / "file.txt"
    file.write_bytes(UNTIDY.encode())

    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert run(str(file)) == 2
    assert "RC001: the file cannot be written" in capsys.readouterr().err
    assert file.read_bytes() == UNTIDY.encode()
    assert list(tmp_path.iterdir()) == [file]
