"""Whatever comes in, a run ends within its bounds: time, memory, input, and what it prints."""

from __future__ import annotations

import io
import os
import pickle
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from rules_check import cli
from rules_check.checker import Checker
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.cardsource import MAX_TEXT
from rules_check.oracle.box.arranging import Arrangement
from rules_check.oracle.box.playset import card_defs
from rules_check.processes import Processes
from rules_check.properties.symbolic.obligations import of_card
from rules_check.prove import clock
from rules_check.prove.clock import Clock
from rules_check.prove.games import QuickGames
from rules_check.prove.quick import QuickProofs
from rules_check.prove.work import Task, play_set, prove_task
from tests.effort import tries

ROOT = Path(__file__).parents[2]
HEADER = "set: Night Watch\nruleset: confrontations\n\n"
CARD = "Lamplighter\nHero, cost 3, 1 VP\n"
ENDLESS = Path("/dev/zero")
MEMORY = 1024 * 1024 * 1024

endless = pytest.mark.skipif(not ENDLESS.exists(), reason="no such device here")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, one_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder; the cache is that of all, unless a test is about what it keeps."""
    monkeypatch.setenv("RULES_CHECK_CACHE", str(one_cache))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def bounded(*words: str, endless_input: bool = False) -> tuple[int, str]:
    """Run a command in a process of little memory: its status, and what it says."""
    with (ENDLESS if endless_input else Path(os.devnull)).open("rb") as given:
        done = subprocess.run(
            [sys.executable, "-m", "rules_check", *words],
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            preexec_fn=limit_memory,
            timeout=120,
            check=False,
        )
    return done.returncode, done.stdout.decode()


# ------------------------------------------------------------------------------ input


@endless
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "-"), "the file is too large"),
        (("reference",), "a line of more than"),
        (("play", "rivals-batman-joker", "--human", "Batman"), "none of them is an answer"),
    ],
)
def test_standard_input_has_a_limit(words: tuple[str, ...], said: str) -> None:
    status, out = bounded(*words, endless_input=True)
    assert said in out[-500:]
    assert status in (0, 2)


@endless
@pytest.mark.parametrize(
    "words", [("play", "--replay"), ("play", "--resume"), ("fuzz", "--resume")]
)
def test_saved_games_and_campaigns_have_a_limit(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert cli.main([*words, str(ENDLESS)]) == 2
    assert capsys.readouterr().err.startswith("rules-check: /dev/zero: this is no ")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


def test_the_text_of_a_card_has_a_limit() -> None:
    line = "Draw a card and destroy this card."
    fits = MAX_TEXT // (len(line) + 1)
    for number, codes in ((fits, []), (fits + 1, ["RC024"]), (3 * fits, ["RC024"])):
        result = Checker().check_text(HEADER + CARD + f"{line}\n" * number, "cards.txt")
        assert [d.code for d in result.diagnostics] == codes
        assert result.cards[0].understood is not bool(codes)
        assert len(result.cards[0].card.printed) == min(number, fits)


# ------------------------------------------------------------------------------- time


def quick(text: str, time_: Clock) -> tuple[QuickProofs, list[str]]:
    """Check a text with proofs and games by this clock."""
    proofs = QuickProofs(clock=time_)
    result = Checker(None, None, (proofs,), QuickGames(clock=time_)).check_text(text, "cards.txt")
    return proofs, [note for d in result.diagnostics for note in d.notes]


def test_a_text_that_is_too_long_is_not_proved_in_a_check() -> None:
    text = HEADER + CARD + "You may destroy a card in your hand and/or your discard pile.\n" * 60
    started = time.process_time()
    proofs, notes = quick(text, Clock())
    assert "1 too long for a check" in proofs.line(["cards.txt"])
    assert "no game: the text is too long for a check" in notes
    assert time.process_time() - started < 20


def test_a_check_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "FILE_SECONDS", 0.0)
    text = HEADER + CARD + "You may destroy a card in your hand and/or your discard pile.\n"
    proofs, notes = quick(text, Clock())
    assert "1 too long for a check" in proofs.line(["cards.txt"])
    assert "no game: the time of a check is up" in notes


def test_what_took_too_long_is_not_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULES_CHECK_CACHE", str(here / "cache"))
    (here / "cards.txt").write_text(HEADER + CARD + "Draw a card.\n")
    monkeypatch.setattr(clock, "CARD_SECONDS", 1e-9)
    assert "1 too long for a check" in bounded_check()
    monkeypatch.undo()
    monkeypatch.chdir(here)
    monkeypatch.setenv("RULES_CHECK_CACHE", str(here / "cache"))
    assert "1 holds up to" in bounded_check()


def bounded_check() -> str:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        cli.main(["check", "cards.txt"])
    return out.getvalue()


def test_a_proof_looks_at_the_clock_between_decisions() -> None:
    """A path without a decision, with thousands of tasks, does not outlast --timeout."""
    file = read_card_text(HEADER + CARD + "Draw 200 cards.\n" * 300, "cards.txt")
    deck = tuple(card_defs(file))
    game = Arrangement("confrontations")
    found = of_card(play_set(game, deck), deck[0][0])
    proof = prove_task(Task(game, deck, found, bound=1, seconds=0.2))
    assert {verdict.why for verdict in proof.verdicts} == {"time is up"}
    assert proof.seconds < 10


WITH_PROCESSES = {
    "check": ("check", "cards.txt", "--jobs", "3"),
    "prove": ("prove", "cards.txt", "--jobs", "2", "--bound", "2", "--quiet"),
}

MUCH_TO_PROVE = HEADER + "\n".join(
    f"Lamplighter {name}\nHero, cost {cost}, 1 VP\n"
    + "You may destroy a card in your hand or your discard pile. If you do, draw two cards.\n" * 4
    for cost, name in enumerate(("One", "Two", "Three", "Four", "Five", "Six"), 1)
)


@pytest.fixture(scope="module")
def read_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which the sentences are kept, and no proof."""
    folder = tmp_path_factory.mktemp("read-before")
    cards = tmp_path_factory.mktemp("cards") / "cards.txt"
    cards.write_text(MUCH_TO_PROVE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_CHECK_CACHE", str(folder))
        patch.setattr(sys, "stdout", io.StringIO())
        cli.main(["check", "--no-proofs", str(cards)])
        cli.main(["check", "--no-proofs", str(ROOT / "cards" / "confrontations-play.txt")])
    return folder


@pytest.fixture
def command() -> str:
    """Of two commands that use the same processes the one that begins sooner."""
    return "prove"


each_command = pytest.mark.parametrize("command", ["prove", "check"][: tries(1, 2)])
together = pytest.mark.xdist_group("in processes")  # what they begin with is read once


@pytest.fixture
def in_processes(command: str, here: Path, read_before: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A command, once the other processes that it uses are at work."""
    shutil.copytree(read_before, here / "cache")
    (here / "cards.txt").write_text(MUCH_TO_PROVE)
    process = subprocess.Popen(
        [sys.executable, "-m", "rules_check", *WITH_PROCESSES[command]],
        env={**os.environ, "PYTHONPATH": str(ROOT), "RULES_CHECK_CACHE": str(here / "cache")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while len(members(process.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(0.2)
    yield process
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def over(group: int, seconds: float) -> bool:
    """Whether no process of a group is left after so many seconds."""
    end = time.monotonic() + seconds
    while members(group) and time.monotonic() < end:
        time.sleep(0.05)
    return not members(group)


@together
@each_command
def test_ctrl_c_ends_proofs_at_once_and_leaves_no_process(
    in_processes: subprocess.Popen[bytes],
) -> None:
    os.killpg(in_processes.pid, signal.SIGINT)
    sent = time.monotonic()
    _, err = in_processes.communicate(timeout=60)
    assert time.monotonic() - sent < 40, "a second, on a machine that does nothing else"
    assert (in_processes.returncode, err) == (130, b"")
    assert over(in_processes.pid, 20)


@together
def test_ctrl_c_again_and_again_ends_proofs_without_a_traceback(
    in_processes: subprocess.Popen[bytes],
) -> None:
    for seconds in (0.02, 0.05, 0.1, 0.2, 0.3):
        with suppress(ProcessLookupError):
            os.killpg(in_processes.pid, signal.SIGINT)
        time.sleep(seconds)
    _, err = in_processes.communicate(timeout=60)
    assert (in_processes.returncode in (130, -signal.SIGINT), err) == (True, b"")
    assert over(in_processes.pid, 20)


@together
def test_other_processes_end_with_the_one_that_started_them(
    in_processes: subprocess.Popen[bytes],
) -> None:
    in_processes.kill()
    in_processes.wait(60)
    assert over(in_processes.pid, 20)


def slowly(seconds: float, _: bytes) -> None:
    """Work for another process."""
    time.sleep(seconds)


def test_ending_processes_waits_for_no_work_that_was_handed_out() -> None:
    """More than a pipe holds: whoever is at writing it must not be waited for."""
    executor = Processes(2)
    waiting = [executor.submit(slowly, 60, bytes(1_000_000)) for _ in range(20)]
    time.sleep(0.3)
    begun = time.monotonic()
    executor.end_at_once()
    executor.shutdown()
    assert time.monotonic() - begun < 40
    assert sum(future.cancelled() for future in waiting) == 18
    with pytest.raises(RuntimeError):
        executor.submit(slowly, 0, b"")


def test_work_fails_when_a_process_is_lost() -> None:
    with Processes(2) as executor:
        futures = [executor.submit(os._exit, 1), executor.submit(slowly, 0.2, b"")]
        futures += [executor.submit(slowly, 0.2, b"") for _ in range(5)]
        with pytest.raises(BrokenExecutor):
            futures[0].result(10)
        with pytest.raises(BrokenExecutor):
            futures[-1].result(10)


def test_what_fails_in_another_process_is_raised_in_this_one() -> None:
    with Processes(1) as executor:
        with pytest.raises(ZeroDivisionError) as failed:
            executor.submit(divmod, 1, 0).result(10)
        assert "in another process" in failed.value.__notes__[0]
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            executor.submit(lambda: 1).result(10)  # cannot be sent
        with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
            executor.submit(iter, {}.keys()).result(10)
        assert executor.submit(divmod, 7, 2).result(10) == (3, 1)


def members(group: int) -> list[int]:
    """The processes of a group that are not over."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                found.append(int(entry.name))
    return found


# ----------------------------------------------------------------------------- output


@pytest.mark.parametrize(
    "words", [("check", "--no-proofs", "cards.txt"), ("meaning", "cards.txt"), ("play", "--help")]
)
def test_a_closed_standard_output_is_no_internal_error(
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str],
) -> None:
    (here / "cards.txt").write_text(HEADER + CARD + "Draw a card.\n")
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main(list(words)) == 0
    assert capsys.readouterr().err == ""


EVIL = "\x1b[31mX\x1b]0;T\x07\x9b2J"


@pytest.mark.parametrize(
    "words",
    [
        ("check", EVIL),
        ("fmt", EVIL),
        ("meaning", EVIL),
        ("graph", f"--{EVIL}"),
        ("check", "cards.txt", "--style", EVIL),
        ("play", "--replay", EVIL),
        ("fuzz", "--resume", EVIL),
        ("fuzz", "--executor", f"os:{EVIL}"),
        ("play", "confrontations", "--save", f"{EVIL}/a/b"),
        ("check", "--summary", f"{EVIL}.txt"),
        ("check", "--no-proofs", f"{EVIL}.txt", EVIL),
    ],
)
def test_no_escape_sequence_of_a_name_is_printed(
    here: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    for name in ("cards.txt", f"{EVIL}.txt"):
        (here / name).write_text(HEADER + CARD + "Draw a card.\n")
    cli.main(list(words))
    out, err = capsys.readouterr()
    assert not any(sign in out + err for sign in "\x1b\x07\x9b")
    assert "X" in out + err, "the name is told all the same"


def test_a_name_that_comes_from_a_folder(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "card\x1b]0;T\x07s.txt").write_text("")
    cli.main(["fmt", "cards.txt"])
    assert "\x1b" not in "".join(capsys.readouterr())


def test_colours_of_the_program_are_left(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    (here / "cards.txt").write_text(HEADER + CARD + "Draw a card sideways.\n")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    cli.main(["check", "--no-proofs", "cards.txt"])
    assert "\x1b[" in screen.getvalue()


# ------------------------------------------------------------------------------ games


def test_a_game_with_a_text_that_never_stops_names_the_text(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules_check.oracle.quick.statements.MOST_ACTS", 3)
    text = "Draw a card, then discard a card. Repeat this until you discard a Villain.\n"
    (here / "cards.txt").write_text(HEADER + CARD.replace("VP", "VP, x90") + text)
    assert cli.main(["play", "confrontations", "--cards", "cards.txt", "--quiet"]) == 2
    assert "the game cannot go on: " in capsys.readouterr().err


def test_texts_that_set_themselves_off_are_stopped_by_name(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules_check.oracle.quick.waiting.MOST_FACTS", 30)
    text = "When you play this card, play this card.\n"
    (here / "cards.txt").write_text(HEADER + CARD.replace("VP", "VP, x9") + text)
    cli.main(["play", "confrontations", "--cards", "cards.txt", "--seed", "1"])
    out = capsys.readouterr().out
    assert "not decided: cut off after 30 events; Lamplighter would go on without end" in out
