"""`rules-check FILE...`: what it prints, in which order, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules_check import cli
from tests.rules_check.reports import headlines, schema

HEADER = "set: Night Watch\nruleset: confrontations\n\n"
CLEAN = HEADER + "Lamplighter\nHero, cost 3, 1 VP, x2\nDraw a card.\n"
NOTE = HEADER + "Night Clerk\nHero, cost 3, 1 VP, x2\nDraw 2 cards.\n"
WARNING = HEADER + "Gambler\nHero, cost 3, 1 VP, x2\nDiscard a card. If you do, +2 Power.\n"
ERROR = HEADER + "Juggler\nHero, cost 3, 1 VP, x2\nDraw a card sideways.\n"
ALL = HEADER + "".join(text.removeprefix(HEADER) + "\n" for text in (CLEAN, NOTE, WARNING, ERROR))
ALLOWED = HEADER + (
    "Night Clerk\n# rules-check: allow RC501 because digits are short\nHero, cost 3, 1 VP, x2\n"
    "Draw 2 cards.\n"
)


class Folder:
    """A folder with card files, and the command run in it."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.err = ""

    def write(self, name: str, text: str) -> str:
        (self.path / name).write_text(text, encoding="utf-8")
        return name

    def run(self, *words: str) -> tuple[int, str]:
        status = cli.main(["check", "--no-proofs", *words])
        out, self.err = self.capsys.readouterr()
        assert "Traceback" not in out + self.err
        return status, out


pytestmark = pytest.mark.usefixtures("one_cache")


@pytest.fixture
def folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Folder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return Folder(tmp_path, capsys)


# ----------------------------------------------------------------------- exit status


@pytest.mark.parametrize(
    ("text", "status", "last"),
    [
        (CLEAN, 0, "no findings in 1 file"),
        (NOTE, 0, "1 note in 1 file"),
        (WARNING, 0, "1 warning in 1 file"),
        (ERROR, 1, "1 error in 1 file"),
        (ALL, 1, "1 error, 1 warning, 1 note in 1 file"),
        (ALLOWED, 0, "no findings in 1 file (1 allowed)"),
        (HEADER, 1, "1 error in 1 file"),
        ("", 1, "1 error in 1 file"),
    ],
    ids="clean note warning error all allowed header empty".split(),
)
def test_exit_status_and_last_line(folder: Folder, text: str, status: int, last: str) -> None:
    folder.write("cards.txt", text)
    found, out = folder.run("cards.txt")
    assert (found, out.splitlines()[-1]) == (status, last)
    assert folder.err == ""


@pytest.mark.parametrize(
    ("level", "statuses"),
    [("error", [0, 0, 0, 1]), ("warning", [0, 0, 1, 1]), ("note", [0, 1, 1, 1])],
)
def test_fail_on(folder: Folder, level: str, statuses: list[int]) -> None:
    found = []
    for text in (CLEAN, NOTE, WARNING, ERROR):
        folder.write("cards.txt", text)
        found.append(folder.run("--fail-on", level, "cards.txt")[0])
    assert found == statuses


def test_what_is_not_shown_still_counts_for_the_exit_status(folder: Folder) -> None:
    folder.write("cards.txt", NOTE)
    status, out = folder.run("--show", "error", "--fail-on", "note", "cards.txt")
    assert (status, headlines(out)) == (1, [])


def test_an_allowed_finding_does_not_fail(folder: Folder) -> None:
    folder.write("cards.txt", ALLOWED)
    assert folder.run("--fail-on", "note", "cards.txt")[0] == 0


@pytest.mark.parametrize(
    "words",
    [[], ["--fail-on", "never", "a.txt"], ["--format", "xml", "a.txt"], ["--no-such", "a.txt"]],
    ids=" ".join,
)
def test_wrong_usage(folder: Folder, words: list[str]) -> None:
    status, out = folder.run(*words)
    assert (status, out) == (2, "")
    assert "usage: rules-check check" in folder.err


# ----------------------------------------------------------------------------- input


def test_a_missing_file_does_not_keep_others_from_being_checked(folder: Folder) -> None:
    folder.write("cards.txt", ERROR)
    status, out = folder.run("no-such.txt", "cards.txt")
    assert status == 2
    assert headlines(out) == ["no-such.txt:1:1 RC001", "cards.txt:6:13 RC101"]


def test_a_directory(folder: Folder) -> None:
    (folder.path / "sets").mkdir()
    status, out = folder.run("sets")
    assert (status, headlines(out)) == (2, ["sets:1:1 RC001"])
    assert "it is a directory" in out
    assert "sets/*.txt" in out


def test_a_file_without_permission(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("cards.txt", CLEAN)
    folder.write("secret.txt", CLEAN)
    real = Path.open

    def guarded(self: Path, *args: Any, **kwargs: Any) -> Any:
        if self.name == "secret.txt":
            raise PermissionError(13, "Permission denied", str(self))
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", guarded)
    status, out = folder.run("secret.txt", "cards.txt")
    assert (status, headlines(out)) == (2, ["secret.txt:1:1 RC001"])
    assert "permission denied" in out


def test_several_files_in_the_order_given(folder: Folder) -> None:
    for name in ("b.txt", "a.txt", "c.txt"):
        folder.write(name, ALL)
    status, out = folder.run("b.txt", "c.txt", "a.txt")
    assert status == 1
    places = [headline.split(":")[0] for headline in headlines(out)]
    assert places == ["b.txt"] * 3 + ["c.txt"] * 3 + ["a.txt"] * 3
    assert out.splitlines()[-1] == "3 errors, 3 warnings, 3 notes in 3 files"


def test_findings_of_a_file_in_the_order_of_its_lines(folder: Folder) -> None:
    folder.write("cards.txt", ALL)
    assert headlines(folder.run("cards.txt")[1]) == [
        "cards.txt:10:6 RC501",
        "cards.txt:14:17 RC204",
        "cards.txt:18:13 RC101",
    ]


def stdin_of(data: bytes, errors: str = "strict") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors=errors)


def test_standard_input(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", stdin_of(ERROR.encode()))
    status, out = folder.run("-")
    assert (status, headlines(out)) == (1, ["<stdin>:6:13 RC101"])


def test_standard_input_beside_a_file(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write("cards.txt", ERROR)
    monkeypatch.setattr(sys, "stdin", stdin_of(b"\xef\xbb\xbf" + ERROR.encode()))
    status, out = folder.run("cards.txt", "-")
    assert status == 1
    assert headlines(out) == ["cards.txt:6:13 RC101", "<stdin>:6:13 RC101"]


def test_empty_standard_input(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", stdin_of(b""))
    status, out = folder.run("-")
    assert (status, headlines(out)) == (1, ["<stdin>:1:1 RC004"])


def test_standard_input_that_is_not_utf_8(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", stdin_of(CLEAN.replace("Lamp", "Lämp").encode("latin-1")))
    status, out = folder.run("-")
    assert (status, headlines(out)) == (2, ["<stdin>:4:2 RC002"])


def test_no_standard_input(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    status, out = folder.run("-")
    assert status == 2
    assert "RC901" not in out + folder.err


# ----------------------------------------------------------------- how much is printed


def test_quiet_prints_errors_and_the_last_line(folder: Folder) -> None:
    folder.write("cards.txt", ALL)
    status, out = folder.run("--quiet", "cards.txt")
    assert status == 1
    assert headlines(out) == ["cards.txt:18:13 RC101"]
    assert out.splitlines()[-1] == "1 error, 1 warning, 1 note in 1 file"


@pytest.mark.parametrize(
    ("level", "codes"),
    [("error", ["RC101"]), ("warning", ["RC204", "RC101"]), ("note", ["RC501", "RC204", "RC101"])],
)
def test_show(folder: Folder, level: str, codes: list[str]) -> None:
    folder.write("cards.txt", ALL)
    _, out = folder.run("--show", level, "cards.txt")
    assert [headline.split()[1] for headline in headlines(out)] == codes


def test_summary(folder: Folder) -> None:
    folder.write("one.txt", ALL)
    folder.write("two.txt", CLEAN)
    status, out = folder.run("--summary", "one.txt", "two.txt")
    assert status == 1
    assert headlines(out) == []
    assert out.splitlines()[-3:] == [
        "one.txt: understood 3 of 4 cards",
        "two.txt: understood 1 of 1 cards",
        "understood 4 of 5 cards",
    ]


def test_summary_groups_what_was_not_understood(folder: Folder) -> None:
    texts = ["Draw a card sideways."] * 3 + ["Draw a card upwards."]
    cards = "".join(f"Juggler {n}\nHero\n{text}\n\n" for n, text in enumerate(texts))
    folder.write("cards.txt", HEADER + cards)
    _, out = folder.run("--summary", "cards.txt")
    assert out.splitlines() == [
        "not understood, by first unknown phrase:",
        "     3  sideways",
        "     1  upwards",
        "cards.txt: understood 0 of 4 cards",
        "understood 0 of 4 cards",
    ]


def test_summary_tells_of_a_missing_file(folder: Folder) -> None:
    folder.write("cards.txt", CLEAN)
    status, out = folder.run("--summary", "no-such.txt", "cards.txt")
    assert status == 2
    assert "no such file" in out + folder.err


def test_summary_goes_into_json(folder: Folder) -> None:
    folder.write("cards.txt", ALL)
    _, out = folder.run("--summary", "--format", "json", "cards.txt")
    document = json.loads(out)
    jsonschema.validate(document, schema("report.schema.json"))
    assert document["summary"]["lines"][-1] == "understood 3 of 4 cards"
    assert len(document["diagnostics"]) == 3


def test_echo_comes_before_the_findings(folder: Folder) -> None:
    folder.write("cards.txt", ALL)
    _, out = folder.run("--echo", "cards.txt")
    assert out.startswith("Lamplighter\n  Draw a card.\n\nNight Clerk\n  Draw two cards.\n")
    assert "Juggler\n  (not understood)\n\ncards.txt:10:6  note RC501" in out


def test_no_colour_unless_on_a_terminal(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")
    folder.write("cards.txt", ALL)
    assert "\x1b" not in folder.run("cards.txt")[1]
    assert "\x1b" not in folder.run("--no-color", "cards.txt")[1]


# ------------------------------------------------------------------------- house style

OWN_STYLE = """
[[rule]]
id = "no-hero"
kind = "words"
swap = { "Hero(es)" = "Champion(s)" }
message = "say `{replacement}`, not `{found}`"
example_bad = "Draw two Heroes."
example_good = "Draw two Champions."
"""


def test_a_text_without_a_header_is_checked_as_the_command_line_says(folder: Folder) -> None:
    folder.write("cards.txt", "Magpie\nHero, cost 3, 1 VP\nBlock (2)\n")
    assert "RC005" in folder.run("--no-proofs", "cards.txt")[1]
    given = ("--ruleset", "rivals-shazam-black-adam", "--set", "Birds")
    assert folder.run("--no-proofs", *given, "cards.txt") == (0, "no findings in 1 file\n")
    assert folder.run("--no-proofs", *given[:2], "cards.txt")[0] == 0
    out = folder.run("--no-proofs", "--ruleset", "heroes-unite", "cards.txt")[1]
    assert headlines(out) == ["cards.txt:3:1 RC205"]
    folder.write("cards.txt", "set: Birds\n\nMagpie\nHero, cost 3, 1 VP\nBlock (2)\n")
    assert folder.run("--no-proofs", *given, "cards.txt")[0] == 0
    assert "RC005" in folder.run("--no-proofs", "--set", "Birds", "cards.txt")[1]


def test_a_style_of_your_own(folder: Folder) -> None:
    folder.write(
        "cards.txt", HEADER + "Magpie\nHero, cost 3\nDraw 2 cards. Destroy a Hero in your hand.\n"
    )
    folder.write("own.toml", OWN_STYLE)
    status, out = folder.run("--style", "own.toml", "cards.txt")
    assert (status, headlines(out)) == (0, ["cards.txt:6:25 RC501"])
    assert "say `Champion`, not `Hero`" in out


@pytest.mark.parametrize(
    "text",
    ["[[rule", "", "[[rule]]\n", OWN_STYLE + 'colour = "blue"\n', OWN_STYLE + OWN_STYLE, "\0"],
    ids=["not TOML", "empty", "a rule without keys", "unknown key", "one id twice", "binary"],
)
def test_a_bad_style_file_is_told(folder: Folder, text: str) -> None:
    folder.write("cards.txt", CLEAN)
    folder.write("own.toml", text)
    status, out = folder.run("--style", "own.toml", "cards.txt")
    if text:
        assert (status, out) == (2, "")
        assert folder.err.startswith("rules-check: own.toml")
        assert folder.err.count("\n") == 1
    else:
        assert status in (0, 2)


@pytest.mark.parametrize("name", ["no-such.toml", "."])
def test_a_style_file_that_cannot_be_read(folder: Folder, name: str) -> None:
    folder.write("cards.txt", CLEAN)
    status, out = folder.run("--style", name, "cards.txt")
    assert (status, out) == (2, "")
    assert folder.err.startswith(f"rules-check: {name}")
