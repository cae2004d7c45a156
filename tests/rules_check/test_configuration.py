"""Folders, patterns, `rules-check.toml` and `pyproject.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_check import cli

Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parents[2]
SHEET = "Name,Type,Cost,Text,Artist\nPorter,Hero,3,You can draw a card.,A\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a check in a folder with a sheet in cards/; gives status, output, error output."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "set.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "cards" / "notes.md").write_text("# Notes\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def command(*words: str) -> tuple[int, str, str]:
        status = cli.main(["check", *words, "--no-proofs", "--no-cache"])
        out, err = capsys.readouterr()
        return status, out, err

    return command


def configure(text: str, name: str = "rules-check.toml") -> None:
    Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", ["rules-check.toml", "pyproject.toml"])
def test_what_a_project_has_settled_holds(run: Run, name: str) -> None:
    head, codes = (
        ("", "codes")
        if name == "rules-check.toml"
        else ("[tool.rules-check]\n", "tool.rules-check.codes")
    )
    configure(
        f'{head}ruleset = "confrontations"\npaths = ["cards"]\n[{codes}]\n'
        'RC020 = "off"\nRC501 = "error"\n',
        name,
    )
    status, out, err = run()
    assert (status, err) == (1, "")
    assert "set.csv:2 column Text  error RC501" in out
    assert "RC020" not in out
    assert out.endswith("1 error in 1 file\n")


def test_the_command_line_goes_first_and_the_nearest_file_holds(run: Run) -> None:
    configure('ruleset = "heroes-unite"\nset = "Far"\n')
    configure('set = "Near"\n', "cards/rules-check.toml")
    assert "the sheet has no ruleset" in run("cards")[1]
    _, out, _ = run("cards", "--ruleset", "confrontations", "--set", "Said", "--format", "json")
    assert '"set": "Said"' in out


def test_folders_and_patterns(run: Run) -> None:
    configure('ruleset = "confrontations"\n')
    assert "in 1 file\n" in run("cards")[1]
    assert "in 1 file\n" in run("**/*.csv")[1]
    assert "there is no such file" in run("*.none")[1]
    Path("empty").mkdir()
    status, out, _ = run("empty")
    assert status == 2
    assert "it is a directory" in out
    assert run()[0] == 2


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('\nrulset = "confrontations"\n', 2, 'unknown key "rulset"; did you mean ruleset?'),
        ('ruleset = "chess"\n', 1, 'no ruleset "chess"; there are confrontations'),
        ('set = "A"\n[codes]\nRC999 = "off"\n', 3, 'unknown code "RC999"'),
        ('[codes]\nRC501 = "loud"\n', 2, "RC501 has to be one of error, warning, note, off"),
        ('[codes]\nRC001 = "off"\n', 2, "RC001 says that a file cannot be read"),
        ("paths = 3\n", 1, "paths has to be a list"),
        ("style = 3\n", 1, "style has to be a text"),
        ("codes = 3\n", 1, "codes has to be a table"),
        ("set = \n", 1, "not TOML"),
    ],
)
def test_a_wrong_configuration_is_told_with_its_line(
    run: Run, text: str, line: int, words: str
) -> None:
    configure(text)
    status, out, err = run("cards")
    assert (status, out) == (2, "")
    assert err.startswith(f"rules-check: rules-check.toml:{line}: ")
    assert words in err


def test_the_hooks_of_pre_commit_run(run: Run) -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"entry: rules-check ?(.*)", text)
    patterns = re.findall(r"files: (.*)", text)
    assert entries == ["", "fmt --check"]
    assert [bool(re.search(one, "cards/set.csv")) for one in patterns] == [True, False]
    assert all(re.search(one, "my/cards/set.txt") for one in patterns)
    assert cli.main(["fmt", "--check", str(ROOT / "examples" / "harbour-watch.txt")]) == 0
    assert run("cards/set.csv", "--ruleset", "confrontations")[0] == 0
