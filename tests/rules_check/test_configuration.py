"""Folders, patterns, `rules-check.toml` and `pyproject.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_check import cli

Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parents[2]
CARDS = "set: T\nruleset: confrontations\n\nPorter\nHero, cost 3, 1 VP\n+1 Power\n"
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


# ------------------------------------------------------------- links and folders in the wrong place


def test_a_configuration_that_is_a_folder_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rules-check.toml").mkdir()
    (tmp_path / "cards.txt").write_text(CARDS, encoding="utf-8")
    status, _, said = run("cards.txt")
    assert status == 2
    assert said == "rules-check: rules-check.toml:1: this is a folder, not a configuration\n"


@pytest.mark.parametrize("command", [[], ["stats"], ["graph"], ["meaning"], ["prove"], ["diff"]])
def test_a_link_to_itself_is_told_as_a_file_that_cannot_be_read(
    command: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("self").symlink_to("self")
    words = ["self"] * (2 if command == ["diff"] else 1)
    assert cli.main([*command, *words]) == 2
    out, said = capsys.readouterr()
    assert "internal error" not in said
    assert "symbolic links" in out + said


def test_folders_whose_links_lead_back_are_looked_at_once(run: Run, tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (below / "loop").symlink_to("..")
    (tmp_path / "a" / "again").symlink_to("../a")
    (below / "cards.txt").write_text(CARDS, encoding="utf-8")
    for pattern in ("a/**/*.txt", "**/*.txt", f"{tmp_path}/**/*.txt"):
        status, out, _ = run(pattern)
        assert out.endswith(" in 1 file\n"), pattern
        assert status == 0


def test_a_link_in_a_folder_that_leads_nowhere_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "cards.txt").symlink_to("gone.txt")
    status, out, _ = run("a")
    assert status == 2
    assert "a/cards.txt:1:1  error RC001" in out


def test_a_graph_that_cannot_be_written_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cards.txt").write_text(CARDS, encoding="utf-8")
    assert cli.main(["graph", "cards.txt", "--no-search", "-o", "gone/set.html"]) == 2
    said = capsys.readouterr().err
    assert said == "rules-check: cannot write gone/set.html: No such file or directory\n"
