"""The freeze notices what changes, names it, and outlives whatever a text does."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_check import echo
from rules_check.checks import raised
from rules_check.grammar import parse
from rules_check.grammar.reading import Unread
from rules_check.grammar.wording import explained
from rules_check.oracle import game as face
from rules_check.oracle.quick import statements
from rules_check.oracle.quick.state import NOT_DONE
from tests.freeze import __main__ as command
from tests.freeze import comparing, trees, worker
from tests.freeze.comparing import Difference, differences
from tests.freeze.reporting import Defended, read_defended, report, undefended
from tests.freeze.runner import (
    KEPT,
    Store,
    ToolError,
    command_of,
    is_error,
    look_at,
    pack,
    results,
    unpack,
)
from tests.freeze.seeing import Seen, see
from tests.freeze.texts import Text, bare, collect, of_card_file, of_list, of_page, of_python
from tests.freeze.tree import Tree

POWER = bare("+2 Power.", "test")
OFFER = bare("You may discard a card. If you do, draw a card.", "test")
ASKED = bare("Destroy up to two cards in your hand and/or your discard pile.", "test")

Looking = Callable[[Text], Seen]


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Looking:
    """Looks at a text with the code as it is, whatever was understood before."""
    monkeypatch.setattr(parse, "_LEXERS", dict(parse._LEXERS))
    folders = iter(range(100))

    def looked(text: Text) -> Seen:
        monkeypatch.setenv("RULES_CHECK_CACHE", str(tmp_path / str(next(folders))))
        seen: Seen = json.loads(json.dumps(see(Tree(), text)))
        return seen

    return looked


def told(text: Text, old: Seen, new: Seen) -> list[tuple[str, str]]:
    return [(one.kind, one.group) for one in differences(text, old, new)]


# ----------------------------------------------------------------- what is noticed


def test_a_text_is_seen_twice_in_the_same_way(look: Looking) -> None:
    for text in (POWER, OFFER, ASKED):
        seen = look(text)
        assert pack(seen) == pack(look(text))
        assert seen["understood"]
        assert [len(game["steps"]) for game in seen["games"]] == [13, 13, 25]
        played = {step[3] for game in seen["games"] for step in game["steps"]}
        assert "play Sample Card" in played


def test_a_text_that_is_no_longer_understood(
    look: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = look(OFFER)
    monkeypatch.setattr(parse, "read_sentence", lambda words, _cache: Unread(len(words) - 1))
    after = look(OFFER)
    assert told(OFFER, before, after) == [("understood", "no longer understood (RC101)")]
    assert told(OFFER, after, before) == [("understood", "understood now (RC101)")]


def test_a_changed_echo(look: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    before = look(OFFER)
    monkeypatch.setattr(
        echo, "explained", lambda text: [x.replace("draw", "take") for x in explained(text)]
    )
    assert told(OFFER, before, look(OFFER)) == [("echo", "draw -> take")]


def test_a_lost_question(look: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    before = look(ASKED)
    assert before["asked"]
    monkeypatch.setattr(raised, "questions", dict)
    monkeypatch.setattr(raised, "BY_READING", "nothing")
    found = dict(told(ASKED, before, look(ASKED)))
    assert found["questions"] == ", ".join(f"- {one}" for one in sorted(before["asked"]))


def without(monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    """Such statements do nothing any more."""
    monkeypatch.setattr(statements, statement, lambda *_: lambda _s, _f: NOT_DONE)
    for kept in ("kind_made", "kind_with"):  # they keep what a text was made into
        monkeypatch.setattr(face, kept, getattr(face, kept).__wrapped__)


def test_a_changed_choice(look: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    before = look(OFFER)
    without(monkeypatch, "offer")
    found = told(OFFER, before, look(OFFER))
    assert found == [("choices", "P1 may -> P1 main")]


def test_a_changed_event(look: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
    before = look(POWER)
    without(monkeypatch, "points")
    ((kind, group),) = told(POWER, before, look(POWER))
    assert kind == "events"
    assert group.startswith("power -> ")


def test_a_changed_reading_or_refusal(look: Looking) -> None:
    before = look(ASKED)
    fewer = {**before, "readings": before["readings"][:1]}
    assert told(ASKED, before, fewer) == [("readings", f"{len(before['readings'])} before, 1 now")]
    refused = {**before, "refused": ['"a card": nothing carries it out'], "games": []}
    why = [("refused by the engine", "refused now: nothing carries it out")]
    assert told(ASKED, before, refused) == why


def test_options_in_another_order_are_a_kind_of_their_own(look: Looking) -> None:
    before = look(POWER)
    after = copy.deepcopy(before)
    step = next(step for step in after["games"][0]["steps"] if len(step[2]) > 1)
    step[2].reverse()
    assert told(POWER, before, after) == [("order of options", step[1])]


def test_a_changed_position(look: Looking) -> None:
    before = look(POWER)
    after = copy.deepcopy(before)
    after["games"][2]["end"][0] += " moved"
    ((kind, group),) = told(POWER, before, after)
    assert kind == "positions"
    assert group.startswith("zones ")


def test_cores_are_compared_where_both_sides_have_them(look: Looking) -> None:
    seen = look(POWER)
    assert any(line.startswith("  give ") for line in seen["core"])
    before = {key: value for key, value in seen.items() if key != "core"}
    one, other = {**before, "core": ["power(2)"]}, {**before, "core": ["power(3)"]}
    assert told(POWER, before, one) == []
    assert told(POWER, one, other) == [("core", "power(2) -> power(3)")]


# ------------------------------------------------------------- what outlives a text


def test_a_text_that_goes_wrong_is_a_result() -> None:
    def raises() -> Seen:
        raise ValueError(f"no such thing: {object()}")

    def hangs() -> Seen:
        while True:
            pass

    def fills() -> Seen:
        raise MemoryError

    assert worker.answer(raises)["error"].startswith("ValueError: no such thing: <object object at")
    assert "0x…" in worker.answer(raises)["error"]
    late = worker.answer(hangs, 0.05)
    assert late == {"error": "takes more than 0.05 seconds", "last": True}
    assert worker.answer(fills) == {"error": "takes too much memory", "last": True}
    assert worker.answer(lambda: {"understood": True}) == {"understood": True}
    error = {"error": "ValueError: it"}
    group = "now: internal error: ValueError: it"
    assert told(POWER, {"understood": True}, error) == [("internal error", group)]
    assert is_error(pack(error))


FAKE = """
import json, sys, time
print(json.dumps({"root": sys.argv[1]}), flush=True)
for line in sys.stdin:
    words = json.loads(line)["lines"][0]
    if words == "die":
        sys.exit(3)
    if words == "hang":
        time.sleep(60)
    print(json.dumps({"said": words, **({"last": True} if words == "last" else {})}), flush=True)
    if words == "last":
        break
"""


def test_a_process_that_ends_or_hangs_is_begun_anew(tmp_path: Path) -> None:
    script = tmp_path / "fake.py"
    script.write_text(FAKE, encoding="utf-8")
    texts = [
        bare(words, "test") for words in ("one", "die", "two", "hang", "three", "last", "four")
    ]
    process = [sys.executable, str(script), str(tmp_path)]
    found = {text.words: seen for text, seen in look_at(process, texts, 1, seconds=8)}
    assert found.pop("die") == {"error": "the process ended (3)"}
    assert found.pop("hang") == {"error": "no answer within 8 seconds"}
    assert found == {words: {"said": words} for words in ("one", "two", "three", "last", "four")}


def test_a_tree_whose_code_cannot_be_loaded_is_an_error_of_the_tool(tmp_path: Path) -> None:
    """Nor is the freeze of that tree taken for this one."""
    (tmp_path / "rules_check").mkdir()
    (tmp_path / "rules_check" / "__init__.py").touch()
    theirs = tmp_path / "tests" / "freeze"
    theirs.mkdir(parents=True)
    (theirs / "worker.py").write_text("raise ImportError('theirs')", encoding="utf-8")
    with pytest.raises(ToolError, match=r"No module named 'rules_check\.") as caught:
        list(look_at(command_of(tmp_path), [POWER]))
    assert "theirs" not in str(caught.value)


def test_a_process_sees_what_this_one_sees(look: Looking, tmp_path: Path) -> None:
    """Whatever the order of sets is in each of them. What was seen is kept, an error is not."""
    store = Store(tmp_path / "kept" / "results.sqlite")
    found = results(lambda: trees.HERE, [OFFER], store, 1)
    assert unpack(found[OFFER.key]) == look(OFFER)

    def no_tree() -> Path:
        raise AssertionError("nothing is looked at again")

    assert results(no_tree, [OFFER], store, 1) == found
    store.forget()
    assert store.get([OFFER.key]) == {}


def test_only_the_files_that_were_used_last_are_kept(tmp_path: Path) -> None:
    for number in range(KEPT + 2):
        Store(tmp_path / f"{number}.sqlite")
        os.utime(tmp_path / f"{number}.sqlite", (number, number))
    Store(tmp_path / "2.sqlite")
    (tmp_path / "texts.json").touch()
    kept = {path.stem for path in tmp_path.glob("*.sqlite")}
    assert kept == {str(number) for number in range(2, KEPT + 2)}


# --------------------------------------------------------------------- texts and trees


def test_texts_are_found_by_the_shape_of_their_file() -> None:
    file = "# Ours.\nset: A\nruleset: heroes-unite\nkeyword Zap: Draw a card.\n\nBlue Bell\nHero\n"
    (card,) = of_card_file(f"{file}Discard a Red Bell.\n  Zap\n\nRed Bell\nVillain\n", "f")
    assert card.card_file() == (
        "set: Frozen\nruleset: heroes-unite\nkeyword Zap: Draw a card.\nnames: Red Bell\n\n"
        "Blue Bell\nHero\nDiscard a Red Bell.\n  Zap\n"
    )
    assert list(of_card_file("Draw a card.\n\nDraw two cards.\n", "f")) == []
    listed = "# Draw.\nDraw a card. / +1 Power\n= nothing draws\nbut Draw.\n\n= Draw two cards.\n"
    found = [text.lines for text in of_list(listed, "f")]
    assert found == [("Draw a card.", "+1 Power"), ("Draw.",), ("Draw two cards.",)]
    page = '```phrases\nDraw a card.\n```\n\n```\n$ rules-check explain "Draw two cards."\n```\n'
    assert [text.words for text in of_page(page, "p")] == ["Draw a card.", "Draw two cards."]
    code = 'def f():\n    """Draws a card."""\n    return "Draw a card.", "no text", "a {b} c."\n'
    assert [text.words for text in of_python(code, "c")] == ["Draw a card."]


def test_a_text_is_put_on_a_card_that_fits() -> None:
    villain = bare("First Appearance - Attack: Each player discards a card.", "test")
    assert (villain.game, villain.line.split(",")[1]) == ("heroes-unite", " Super-Villain")
    assert bare("Ongoing: +1 Power", "test").line.startswith("Location")
    assert bare("Destroy a Punch.", "test").header == ("names: Punch",)
    assert Text.from_json(json.loads(json.dumps(villain.to_json()))) == villain


def test_all_kinds_of_files_of_the_project_are_looked_at(tmp_path: Path) -> None:
    files = (
        "cards/confrontations.txt",
        "docs/card-language.md",
        "grammar/phrasebook.txt",
        "rules/games/confrontations.toml",
        "rules_check/catalogue.toml",
        "tests/meaning/contrasts.txt",
        "tests/meaning/paraphrases.txt",
        "tests/meaning/scopes/effects.toml",
        "tests/oracle/unplayed.txt",
        "tests/questions/traps.txt",
        "tests/scenarios/texts-1.toml",
        "tests/rules_check/test_checks_references.py",
        "tests/wordings/good/players.txt",
    )
    for file in (*files, "tests/meaning/scopes/scopes.toml", "tests/freeze/test_freeze.py"):
        copied = tmp_path / file
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes((trees.HERE / file).read_bytes())
    found = collect(tmp_path)
    assert {text.source for text in found.values()} == {*files, "pairs of texts"}
    assert len(found) > 4000


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project under git."""
    (tmp_path / "grammar").mkdir()
    (tmp_path / "grammar" / "one.py").write_text("1\n", encoding="utf-8")
    (tmp_path / "rules_check").mkdir()
    (tmp_path / "rules_check" / "grammar").symlink_to("../grammar")
    user = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for arguments in (["init", "-q"], ["add", "."], [*user, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    return tmp_path


def test_a_tree_is_known_by_its_code(project: Path) -> None:
    code = trees.code_of_commit(trees.commit_of("HEAD", project), project)
    assert trees.code_of_tree(project) == code
    (project / "notes.txt").write_text("no code\n", encoding="utf-8")
    assert trees.code_of_tree(project) == code
    (project / "grammar" / "two.py").write_text("2\n", encoding="utf-8")
    assert trees.code_of_tree(project) != code
    assert trees.results_key(code) != trees.results_key(trees.code_of_tree(project))


def test_a_commit_is_checked_out_for_a_while(project: Path) -> None:
    (project / "grammar" / "one.py").write_text("changed\n", encoding="utf-8")
    with trees.checked_out(trees.commit_of("HEAD", project), project) as tree:
        assert (tree / "grammar" / "one.py").read_text(encoding="utf-8") == "1\n"
        assert project not in tree.parents
    assert not tree.exists()
    assert len(trees.git("worktree", "list", root=project).splitlines()) == 1
    with pytest.raises(ToolError, match="there is no commit 'nowhere'"):
        trees.commit_of("nowhere", project)


# --------------------------------------------------------------------- the report


def _some(kind: str, group: str, *words: str) -> list[Difference]:
    return [Difference(bare(one, "test"), kind, group, "old", "new") for one in words]


def test_differences_are_told_in_groups() -> None:
    found = [
        *_some(comparing.EVENTS, "draw -> discard", "Draw a card."),
        *_some(comparing.ECHO, "a -> b", "One.", "Two.", "Three."),
        *_some(comparing.ECHO, "c -> d", "Four."),
    ]
    assert list(report(found, [], 1)) == [
        "echo: 4 texts in 2 groups",
        "       3  a -> b",
        "          One.  (test)",
        "            before: old",
        "            now:    new",
        "       1  c -> d",
        "          Four.  (test)",
        "            before: old",
        "            now:    new",
        "events: 1 text in 1 group",
        "       1  draw -> discard",
        "          Draw a card.  (test)",
        "            before: old",
        "            now:    new",
        "5 differences of 5 texts",
    ]
    assert list(report([], [], 1)) == ["no difference"]


def test_what_is_listed_is_defended(tmp_path: Path) -> None:
    file = tmp_path / "defended.toml"
    file.write_text(
        '[[defended]]\nkind = "echo"\nwords = "^One"\nreason = "better English"\n', encoding="utf-8"
    )
    (row,) = read_defended(file)
    found = _some(comparing.ECHO, "a -> b", "One.", "Two.")
    assert [one.text.words for one in undefended(found, [row])] == ["Two."]
    assert row.number == 1
    assert not Defended("why", group="c -> d").defends(found[0])
    (line, *_) = report([], [row], 1)
    assert line == "defended: 1 difference: ^One: better English"


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ('[[defended]]\nkind = "echo"', "no reason is given"),
        ('[[defended]]\nreason = "all"', "would defend all"),
        ('[[defended]]\nkind = "ecco"\nreason = "x"', "no kind 'ecco'"),
        ('[[defended]]\nkinds = "echo"\nreason = "x"', "kinds is not known"),
        ('[[defended]]\nwords = "("\nreason = "x"', "words: "),
        ("[[", "at end of document"),
    ],
)
def test_a_bad_list_is_an_error_of_the_tool(tmp_path: Path, rows: str, problem: str) -> None:
    file = tmp_path / "defended.toml"
    file.write_text(rows, encoding="utf-8")
    with pytest.raises(ToolError, match=r"defended\.toml") as caught:
        read_defended(file)
    assert problem in str(caught.value)


def test_the_exit_status_says_whether_anything_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: Seen = {"understood": True, "found": [], "refused": [], "echo": ["Draw a card."]}
    seen |= {"readings": [], "asked": [], "games": []}
    sides = {"base": seen, "here": seen}
    lists = {"base": {OFFER.key: OFFER, ASKED.key: ASKED}, "here": {OFFER.key: OFFER}}

    def canned(tree: Callable[[], Path], texts: list[Text], *_: object) -> dict[str, bytes]:
        side = "here" if tree() == trees.HERE else "base"
        return {text.key: pack(sides[side]) for text in texts}

    class Out:
        def __enter__(self) -> Path:
            return tmp_path

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(command, "KEPT_IN", tmp_path / "kept")
    monkeypatch.setattr(command, "commit_of", lambda _name: "0123456789abcdef")
    monkeypatch.setattr(command, "code_of_commit", lambda _commit: "one")
    monkeypatch.setattr(command, "code_of_tree", lambda: "other")
    monkeypatch.setattr(command, "checked_out", lambda _commit: Out())
    monkeypatch.setattr(
        command, "collect", lambda root: lists["here" if root == trees.HERE else "base"]
    )
    monkeypatch.setattr(command, "results", canned)
    monkeypatch.setattr("signal.signal", lambda *_: None)

    assert command.main(["BASE"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["2 texts: 0 only here, 1 only in BASE (0123456789)", "no difference"]
    sides["here"] = {**seen, "echo": ["Draw two cards."]}
    assert command.main(["BASE"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[1:3] == ["echo: 2 texts in 1 group", "       2  a -> two"]
    assert out[3].endswith("  (test)")
    assert out[6].endswith("  (test, only in BASE)")
    assert command.main(["BASE", "--only", "nothing has these"]) == 2
    assert "no text has the words" in capsys.readouterr().err
    file = tmp_path / "defended.toml"
    file.write_text('[[defended]]\ngroup = "a -> two"\nreason = "so it is"\n', encoding="utf-8")
    assert command.main(["BASE", "--list-defended", str(file)]) == 0
    assert "no difference that is not defended" in capsys.readouterr().out
