"""Where a report goes: names of files in it, and colour."""

from __future__ import annotations

import io
import os

import pytest

from rules_check.output import wants_colour
from rules_check.output.paths import relative, uri


@pytest.mark.parametrize(
    ("path", "name", "address"),
    [
        ("cards/a b.txt", "cards/a b.txt", "cards/a%20b.txt"),
        ("/root/cards/a.txt", "cards/a.txt", "cards/a.txt"),
        ("/root/x/../cards/a.txt", "cards/a.txt", "cards/a.txt"),
        ("/elsewhere/a.txt", "/elsewhere/a.txt", "file:///elsewhere/a.txt"),
        ("../a.txt", "../a.txt", "../a.txt"),
        ("a:b.txt", "a:b.txt", "a%3Ab.txt"),
        ("\udcff.txt", "\udcff.txt", "%FF.txt"),
    ],
)
@pytest.mark.skipif(os.sep != "/", reason="paths of POSIX")
def test_paths_are_relative_where_possible(path, name, address):
    assert relative(path, "/root") == name
    assert uri(path, "/root") == address


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "no_color", "environ", "wanted"),
    [
        (Terminal(), False, {"TERM": "xterm"}, True),
        (Terminal(), False, {"NO_COLOR": ""}, True),
        (Terminal(), False, {"NO_COLOR": "1"}, False),
        (Terminal(), False, {"TERM": "dumb"}, False),
        (Terminal(), True, {}, False),
        (io.StringIO(), False, {}, False),
    ],
)
def test_colour_only_for_a_terminal(stream, no_color, environ, wanted):
    assert wants_colour(stream, no_color=no_color, environ=environ) is wanted
