"""Excerpts of a line with the caret under what is meant."""

from __future__ import annotations

import pytest

from rules_check.glyphs import LIMIT, excerpt
from tests.together import all_of


def marked(source: str, start: int, length: int) -> str:
    shown = excerpt(source, start, length)
    return f"{shown.text}\n{' ' * shown.offset}{'^' * shown.width}"


@all_of(
    "source, start, length, expected",
    [
        ("Draw a card.", 5, 1, "Draw a card.\n     ^"),
        ("Draw a card.", 12, 1, "Draw a card.\n            ^"),
        ("Draw a card.", 99, 7, "Draw a card.\n            ^"),
        ("", 0, 1, "\n^"),
        ("Draw.", 0, 0, "Draw.\n^"),
        ("\tDraw\ta", 6, 1, "    Draw    a\n            ^"),
        ("月光 Draw", 3, 4, "月光 Draw\n     ^^^^"),
        ("月光 Draw", 0, 2, "月光 Draw\n^^^^"),
        ("ｅ a", 2, 1, "ｅ a\n   ^"),
        ("cafe\u0301 a", 6, 1, "cafe\u0301 a\n     ^"),
        ("cafe\u0301 a", 4, 1, "cafe\u0301 a\n   ^"),
        ("\u0301a", 1, 1, "<U+0301>a\n        ^"),
        ("\u1112\u1161\u11ab a", 4, 1, "\u1112\u1161\u11ab a\n   ^"),
        ("a\ufffeb", 2, 1, "a<U+FFFE>b\n         ^"),
        ("🦇 a", 2, 1, "🦇 a\n   ^"),
        ("👍🏽 a", 3, 1, "👍🏽 a\n   ^"),
        ("❤\ufe0f a", 3, 1, "❤\ufe0f a\n   ^"),
        ("a\u200bb", 1, 1, "a<U+200B>b\n ^^^^^^^^"),
        ("a\u00a0b", 2, 1, "a<U+00A0>b\n         ^"),
        ("\x1b[31mred", 5, 3, "<U+001B>[31mred\n            ^^^"),
    ],
)
def test_the_caret_stands_under_its_text(source, start, length, expected):
    assert marked(source, start, length) == expected


def test_a_line_of_the_limit_is_shown_whole():
    line = "x" * LIMIT
    assert excerpt(line, 3, 1).text == line


@pytest.mark.parametrize("start", [0, 1, 100, 500, 998, 999])
def test_a_long_line_is_shown_around_the_caret(start):
    line = "".join(chr(ord("a") + n % 26) for n in range(1000))
    shown = excerpt(line, start, 1)
    assert len(shown.text) <= LIMIT
    assert shown.text[shown.offset] == line[start]
    assert shown.text.startswith("…") == (start > LIMIT // 2)
    assert shown.text.endswith("…") == (start < 1000 - LIMIT // 2)


def test_a_mark_wider_than_the_window_is_cut():
    shown = excerpt("x" * 5000, 1000, 3000)
    assert len(shown.text) == LIMIT
    assert (shown.offset, shown.width) == (1, LIMIT - 2)


def test_a_huge_line_costs_no_more():
    shown = excerpt("\u0301" * 3_000_000, 1_500_000, 10)
    assert len(shown.text) < 20 * LIMIT
