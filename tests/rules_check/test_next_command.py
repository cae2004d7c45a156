"""`rules-check next TEXT`: for people and for editors."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_check import cli
from tests.effort import shared_cache

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> Run:
    """Runs the command; gives exit status, output, error output."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("RULES_CHECK_CACHE", str(shared_cache(tmp_path_factory)))

    def command(*words: str) -> tuple[int, str, str]:
        status = cli.main(["next", *words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return status, out, err

    return command


def test_words_and_sentences(run: Run) -> None:
    status, out, err = run("Each foe destroys ")
    assert (status, err) == (0, "")
    assert out.startswith("not a whole sentence yet: it goes on with\n  how many: a, ")
    assert "      Each foe destroys a card" in out


@pytest.mark.parametrize(
    ("text", "said", "status"),
    [
        ("Draw two cards", "understood as it is: it can end here, or go on with", 0),
        ("Draw two cards. ", "a sentence can begin with", 0),
        ("", "a sentence can begin with", 0),
        ("Draw two ca", 'words that begin with "ca"', 0),
        ("Draw a card sideways", "no standard sentence goes on like this: understanding ends", 1),
    ],
)
def test_what_the_first_line_says(run: Run, text: str, said: str, status: int) -> None:
    found = run(text)
    assert found[0] == status
    assert found[1].startswith(said)


def test_more_words_with_all(run: Run) -> None:
    assert "  perhaps: " in run("Draw a ", "--all")[1]
    assert "  perhaps: " not in run("Draw a ")[1]


def test_for_editors(run: Run) -> None:
    status, out, _ = run("--format", "json", "+2 Power / Each foe disc")
    found = json.loads(out)
    assert status == 0
    assert [*found] == [
        "version", "tool", "text", "begins", "ends", "line", "column", "letters", "groups",
    ]  # fmt: skip
    assert (found["version"], found["text"]) == (1, ["+2 Power", "Each foe disc"])
    assert (found["line"], found["column"], found["letters"]) == (2, 10, "disc")
    (verbs,) = [one for one in found["groups"] if one["name"] == "a verb"]
    assert [*verbs] == ["name", "words", "seldom", "perhaps", "examples"]
    assert "discards" in verbs["words"]
    assert verbs["examples"][0]["text"][0] == "+2 Power"
    assert verbs["examples"][0]["means"][0] == "+2 Power"


def test_names_and_keywords_of_a_set(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "set.txt"
    file.write_text(
        "set: Night Watch\nruleset: heroes-unite\nkeyword Ambush N: Draw N cards.\n\n"
        "Lamplighter\nHero, cost 3, 1 VP\nDraw a card.\n",
        encoding="utf-8",
    )
    out = run("--set", str(file), "Discard a ")[1]
    assert "Lamplighter" in out
    assert "Ambush" in out
    assert "Lamplighter" not in run("Discard a ")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ruleset", "nothing", "Draw"], "no ruleset 'nothing'; there are confrontations"),
        (["--set", "none.txt", "Draw"], "none.txt: the file cannot be read"),
        (["Draw " * 1000], "the text has 5000 letters; at most 4000 are looked at"),
    ],
)
def test_what_cannot_be_used(
    run: Run, words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert said in err


def test_no_text_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["next"]) == 2
    assert "TEXT" in capsys.readouterr().err


LONG = (
    "Each foe with fewer cards in their hand than you and each foe with a Villain in their discard"
    " pile discards two cards unless that player reveals a Weakness from their hand and a Hero from"
    " their hand, "
)


def test_a_long_sentence_takes_no_longer(run: Run) -> None:
    run("Draw ")  # from now on the grammar is there
    begin = time.process_time()
    run(LONG)
    assert time.process_time() - begin < 5  # a fraction of a second, on a machine with nothing else
    run("Draw a card and " * 60)
