"""Sentences kept on disk: found again, and never in the way."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from rules_check import cli
from rules_check.grammar import cache as cache_module
from rules_check.grammar import database as database_module
from rules_check.grammar import parse as parse_module
from rules_check.grammar.cache import Cache, grammar_hash
from rules_check.grammar.database import cache_folder
from rules_check.grammar.parse import Parsed, Parser, vocabulary
from rules_check.grammar.reading import Read, Unread
from tests.effort import tries

ROOT = Path(__file__).parents[2]
NAMES = vocabulary(["Punch", "Lamplighter"])
LINES = (
    "+2 Power",
    "Attack: Each foe discards a card. Draw a card.",
    "You may destroy a card in your hand and/or your discard pile.",
    "Put a Punch from your discard pile into your hand.",
    "Draw a card sideways.",
    "Discard a Punch: Draw two cards. (max once per card type)",
    "Discards a card.",
)


def parse(folder: Path | None) -> Parsed:
    """Parse the lines as another run of the program does, with a cache in this folder."""
    parse_module._LEXERS.clear()
    parser = Parser(Cache(folder) if folder is not None else None)
    parsed = parser.parse(LINES, NAMES)
    parser.save()
    return parsed


def database(folder: Path) -> Path:
    (path,) = folder.glob("*.sqlite")
    return path


def rows(folder: Path) -> dict[str, str]:
    connection = sqlite3.connect(database(folder))
    try:
        return dict(connection.execute("select key, value from sentence"))
    finally:
        connection.close()


@pytest.fixture
def no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on every sentence must come from the cache."""

    def refuse(*_: object) -> None:
        raise AssertionError("a sentence was read anew")

    monkeypatch.setattr("rules_check.grammar.parse.read_sentence", refuse)
    monkeypatch.setattr("rules_check.grammar.earley.sentence_parser", refuse)


def test_without_a_cache_the_result_is_the_same(tmp_path: Path) -> None:
    assert parse(tmp_path) == parse(None)


def test_a_hit_gives_the_same_result(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    first = parse(tmp_path)
    request.getfixturevalue("no_reading")
    assert parse(tmp_path) == first


def test_the_words_of_the_grammar_are_kept_though_the_process_knows_them(tmp_path: Path) -> None:
    first = parse(tmp_path / "one")
    parser = Parser(Cache(tmp_path / "other"))
    assert parser.parse(LINES, NAMES) == first
    parser.save()
    assert Cache(tmp_path / "other").lexicon() == Cache(tmp_path / "one").lexicon()


def test_each_kind_of_result_is_kept(tmp_path: Path) -> None:
    parser = Parser(Cache(tmp_path))
    results = {}
    for text in (
        "draw a card",
        "draw a card sideways",
        "if you do, draw a card",
        "discards a card",
    ):
        words = parser.lexer.split(text, NAMES)
        results[tuple((word.kind, word.value) for word in words)] = parser.read(words)
    limit = parser.lexer.split("max once per card type", NAMES)
    results[tuple((word.kind, word.value) for word in limit)] = parser.read(limit)
    assert {type(result) for result in results.values()} == {Read, Unread}
    parser.save()
    again = Cache(tmp_path)
    assert {key: again.get(key) for key in results} == results


def test_nothing_is_known_before_it_is_saved(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    key = (("MOVE", "draw"),)
    cache.put(key, Unread(1))
    assert Cache(tmp_path).get(key) is None
    cache.save()
    assert Cache(tmp_path).get(key) == Unread(1)


def test_another_grammar_does_not_find_old_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse(tmp_path)
    key = (("MOVE", "draw"),)
    cache = Cache(tmp_path)
    cache.put(key, Unread(1))
    cache.save()
    assert Cache(tmp_path).get(key) == Unread(1)
    assert Cache(tmp_path).lexicon()
    monkeypatch.setattr(cache_module, "grammar_hash", lambda: "another")
    assert Cache(tmp_path).get(key) is None
    assert Cache(tmp_path).lexicon() is None


def test_the_hash_speaks_of_what_decides_the_meaning(tmp_path: Path) -> None:
    """A change in a grammar file, the builder or the AST gives another hash."""
    program = "from rules_check.grammar.cache import grammar_hash; print(grammar_hash())"
    sources = [
        path
        for path in (ROOT / "grammar").rglob("*")
        if path.suffix in {".py", ".lark"} and path.is_file()
    ]
    (tmp_path / "rules_check").mkdir()
    (tmp_path / "rules_check" / "__init__.py").touch()
    for path in sources:
        copy = tmp_path / "rules_check" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    seen = {grammar_hash()}
    grammar = ROOT / "grammar"
    changed = [*sorted(grammar.glob("build/*.py"))[:2], *sorted(grammar.glob("ast/*.py"))[-1:]]
    for path in [*changed, grammar / "words.lark", grammar / "reading.py"]:
        copy = tmp_path / "rules_check" / path.relative_to(ROOT)
        before = copy.read_bytes()
        copy.write_bytes(before + (b"\n// \n" if path.suffix == ".lark" else b"\n# \n"))
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        copy.write_bytes(before)
        assert done.stdout.strip() not in seen, path
        seen.add(done.stdout.strip())


# ------------------------------------------------------------------------- damage


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 100, b"SQLite format 3\0" * 9])
def test_a_damaged_database_only_costs_time(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sentences.sqlite").write_bytes(content)
    assert parse(tmp_path) == parse(None)
    assert parse(tmp_path) == parse(None)


@pytest.mark.parametrize(
    "value", ["", "{", "[]", "null", "5", '["read"]', '["read", "", ["NoSuchNode"], false]', "[[["]
)
def test_damaged_rows_are_read_anew(tmp_path: Path, value: str) -> None:
    first = parse(tmp_path)
    connection = sqlite3.connect(database(tmp_path))
    with connection:
        connection.execute("update sentence set value = ?", (value,))
    connection.close()
    assert parse(tmp_path) == first


def test_damaged_rows_are_repaired(tmp_path: Path) -> None:
    parse(tmp_path)
    before = rows(tmp_path)
    connection = sqlite3.connect(database(tmp_path))
    with connection:
        connection.execute("update sentence set value = 'x'")
    connection.close()
    parse(tmp_path)
    assert rows(tmp_path) == before


def kept_values(folder: Path, number: int) -> dict[str, list[object]]:
    """Write so many entries, and tell them."""
    values: dict[str, list[object]] = {
        f"proof {at}": ["holds up to", at, {"card-conservation": "proved", "paths": 7 * at}]
        for at in range(number)
    }
    cache = Cache(folder)
    for key, value in values.items():
        cache.keep(key, value)
    cache.save()
    return values


def whole_database(folder: Path) -> bytes:
    """The file, with what is still in its log."""
    connection = sqlite3.connect(database(folder))
    connection.execute("vacuum into ?", (str(folder / "whole"),))
    connection.close()
    return (folder / "whole").read_bytes()


def test_an_entry_is_what_was_written_or_none_whatever_bytes_are_damaged(tmp_path: Path) -> None:
    values = kept_values(tmp_path / "sound", 200)
    sound = whole_database(tmp_path / "sound")
    lost = 0
    for number in range(tries(100, 2_000)):
        chance = Random(number)
        data = bytearray(sound)
        for _ in range(chance.choice((1, 5, 50, 500))):
            data[chance.randrange(len(data))] = chance.choice((chance.randrange(256), 0x31))
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "sentences.sqlite").write_bytes(data)
        cache = Cache(folder)
        found = {key: cache.kept(key) for key in values}
        assert all(found[key] in (None, values[key]) for key in values), number
        lost += any(value is None for value in found.values())
        cache.keep("proof 0", values["proof 0"])
        cache.save()  # never in the way
    assert lost > 50, "the damage has to do something"


def test_the_value_of_another_key_is_no_entry(tmp_path: Path) -> None:
    kept_values(tmp_path, 2)
    connection = sqlite3.connect(database(tmp_path))
    with connection:
        connection.execute(
            "update sentence set value = (select value from sentence where key = 'proof 1')"
        )
    connection.close()
    cache = Cache(tmp_path)
    assert cache.kept("proof 0") is None
    assert cache.kept("proof 1") is not None


def test_a_damaged_file_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / "sentences.sqlite").write_bytes(b"not a database at all" * 100)
    cache = Cache(tmp_path)
    cache.keep("proof 1", [1])
    cache.save()
    assert Cache(tmp_path).kept("proof 1") == [1]


def test_a_table_of_another_shape(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "sentences.sqlite")
    with connection:
        connection.execute("create table sentence (other integer)")
    connection.close()
    assert parse(tmp_path) == parse(None)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert parse(tmp_path / "file" / "cache") == parse(None)


def test_a_database_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "sentences.sqlite").mkdir()
    assert parse(tmp_path) == parse(None)


def test_a_database_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only disk: what is there is used, what is new is forgotten."""
    parse(tmp_path)
    before = rows(tmp_path)
    real = sqlite3.connect

    def read_only(path: Path, timeout: float = 5.0) -> sqlite3.Connection:
        return real(f"file:{path}?mode=ro", timeout=timeout, uri=True)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    parser = Parser(Cache(tmp_path))
    assert parser.parse(["Draw three cards."], NAMES).understood
    parser.save()
    monkeypatch.undo()
    assert rows(tmp_path) == before


def test_a_locked_database_does_not_stop_anybody(tmp_path: Path) -> None:
    first = parse(tmp_path)
    other = sqlite3.connect(database(tmp_path), isolation_level=None)
    try:
        other.execute("begin exclusive")
        parser = Parser(Cache(tmp_path))
        assert parser.parse([*LINES, "Draw three cards."], NAMES).troubles == first.troubles
        parser.save()
    finally:
        other.close()


def test_it_stays_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "MOST_ROWS", 20)
    for start in range(0, 100, 10):
        cache = Cache(tmp_path)
        for number in range(start, start + 10):
            cache.put((("NUMBER", str(number)),), Unread(number))
        cache.save()
        assert len(rows(tmp_path)) <= 20
    assert Cache(tmp_path).get((("NUMBER", "99"),)) == Unread(99)


# -------------------------------------------------------------------- two processes

CHECK = (
    "import sys; from rules_check.cli import main;"
    "main(['check', '--no-proofs', '--echo', *sys.argv[1:]]); print('lark' in sys.modules)"
)


def start(folder: Path, name: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", CHECK, f"tests/wordings/good/{name}.txt"],
        cwd=ROOT,
        env={**os.environ, "RULES_CHECK_CACHE": str(folder), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_two_processes_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both finish with the same report, and the next one need not load Lark; one that meets other
    sentences reads them with the rules that were kept."""
    name, other = "power-plain", "moves-draw-and-discard"
    outputs = []
    for process in [start(tmp_path, name), start(tmp_path, name)]:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, b"")
        outputs.append(out)
    assert outputs[0] == outputs[1]
    report, _, loaded = outputs[0].decode().rstrip().rpartition("\n")
    assert loaded == "True"
    out, _ = start(tmp_path, name).communicate(timeout=60)
    assert out.decode() == f"{report}\nFalse\n"
    out, err = start(tmp_path, other).communicate(timeout=60)
    with contextlib.chdir(ROOT):
        cli.main(
            ["check", "--no-proofs", "--echo", "--no-cache", f"tests/wordings/good/{other}.txt"]
        )
    assert (out.decode(), err) == (f"{capsys.readouterr().out}True\n", b"")


# ------------------------------------------------------------------------- the place


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("RULES_CHECK_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.delenv("RULES_CHECK_CACHE")
    assert cache_folder() == tmp_path / "xdg" / "rules-check"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == tmp_path / "home" / ".cache" / "rules-check"


def test_no_home_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "RULES_CHECK_CACHE"):
        monkeypatch.delenv(name, raising=False)

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert Cache().get((("MOVE", "draw"),)) is None
