"""The front door: which command is meant, and how it ends when something goes wrong."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rules_check import cli
from rules_check.version import VERSION

Run = Callable[[argparse.Namespace], int]
HEAVY = [
    "grammar",
    "rules",
    "oracle",
    "properties",
    "lark",
    "tomllib",
    "json",
    "rules_check.commands",
]


class FakeCommands:
    """Puts commands of our own in place of the real ones, and keeps what they were given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.calls: list[tuple[str, list[str]]] = []
        monkeypatch.setattr(cli, "COMMANDS", {})

    def add(self, name: str, run: Run | None = None) -> None:
        module = ModuleType(f"rules_check.commands.{name}")

        def configure(parser: argparse.ArgumentParser) -> None:
            parser.add_argument("words", nargs="*")
            parser.add_argument("--quiet", action="store_true")

        def record(args: argparse.Namespace) -> int:
            self.calls.append((name, args.words))
            return run(args) if run else 0

        self.monkeypatch.setattr(module, "configure", configure, raising=False)
        self.monkeypatch.setattr(module, "run", record, raising=False)
        self.monkeypatch.setitem(sys.modules, module.__name__, module)
        self.monkeypatch.setitem(cli.COMMANDS, name, f"the {name} command")


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> FakeCommands:
    fakes = FakeCommands(monkeypatch)
    fakes.add("check")
    fakes.add("explain", lambda _: 7)
    return fakes


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (["a.txt", "b.txt"], ("check", ["a.txt", "b.txt"])),
        (["check", "a.txt"], ("check", ["a.txt"])),
        (["check", "explain"], ("check", ["explain"])),
        (["explain", "a.txt"], ("explain", ["a.txt"])),
        (["--quiet", "a.txt"], ("check", ["a.txt"])),
        (["--", "explain"], ("check", ["explain"])),
        (["./explain"], ("check", ["./explain"])),
        (["-"], ("check", ["-"])),
    ],
    ids=str,
)
def test_command_is_the_first_word_or_check(
    fakes: FakeCommands, words: list[str], call: tuple[str, list[str]]
) -> None:
    cli.main(words)
    assert fakes.calls == [call]


def test_exit_status_is_that_of_the_command(fakes: FakeCommands) -> None:
    assert cli.main(["explain", "RC301"]) == 7
    assert fakes.calls


@pytest.fixture
def interrupts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Gives Ctrl-C back to the tests: a command that ends its process leaves it ignored, and so
    would every process that is started later."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_words_come_from_the_command_line_by_default(
    fakes: FakeCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["rules-check", "a.txt"])
    cli.main()
    assert fakes.calls == [("check", ["a.txt"])]


def test_no_words_shows_help_as_an_error(
    fakes: FakeCommands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: rules-check FILE...")
    assert not fakes.calls


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_every_command(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([option]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out and text in out for name, text in cli.COMMANDS.items())


def test_help_of_a_command_is_its_own(
    fakes: FakeCommands, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["explain", "--help"]) == 0
    assert "usage: rules-check explain" in capsys.readouterr().out
    assert not fakes.calls


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"rules-check {VERSION}\n"


@pytest.mark.parametrize("words", [["--no-such"], ["explain", "--qui"]], ids=" ".join)
def test_wrong_option_is_a_usage_error(
    fakes: FakeCommands, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    assert "unrecognized arguments" in capsys.readouterr().err
    assert not fakes.calls


def fail(error: BaseException) -> Run:
    def run(_: argparse.Namespace) -> int:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (SystemExit(), 0),
        (SystemExit(3), 3),
        (SystemExit("said why"), 1),
        (KeyboardInterrupt(), 130),
        (BrokenPipeError(), 141),
        (OSError(28, "No space left on device"), 2),
        (FileNotFoundError(2, "No such file or directory", "rules.toml"), 2),
        (ZeroDivisionError("x"), 2),
        (RecursionError(), 2),
    ],
    ids=repr,
)
def test_every_end_is_an_exit_status(
    fakes: FakeCommands, error: BaseException, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    fakes.add("check", fail(error))
    assert cli.main(["a.txt"]) == status
    assert "Traceback" not in capsys.readouterr().err


def test_defect_is_told_in_one_line(
    fakes: FakeCommands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("RULES_CHECK_DEBUG", raising=False)
    fakes.add("check", fail(KeyError("lost")))
    assert cli.main(["a.txt"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("rules-check: internal error RC901: KeyError: 'lost'; please report it")
    assert err.count("\n") == 1


def test_defect_has_a_traceback_on_demand(
    fakes: FakeCommands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RULES_CHECK_DEBUG", "1")
    fakes.add("check", fail(KeyError("lost")))
    assert cli.main(["a.txt"]) == 2
    err = capsys.readouterr().err
    assert "Traceback (most recent call last)" in err
    assert "internal error RC901" in err


# With real processes: what only shows at the border to the operating system.

COMMAND = """
import sys, types
from rules_check import cli
module = types.ModuleType("rules_check.commands.check")
module.configure = lambda parser: None
def run(args):
{body}
module.run = run
sys.modules[module.__name__] = module
sys.exit(cli.main(["check"]))
"""


def script(body: str) -> list[str]:
    """A process whose `check` command is `body`."""
    return [sys.executable, "-c", COMMAND.replace("{body}", f"    {body}\n    return 0")]


def test_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        script("print('line\\n' * 100_000)"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_short_output_to_a_closed_pipe_is_no_error() -> None:
    with subprocess.Popen(
        script("import time; time.sleep(0.3); print('short')"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            script("print('report')"), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert result.returncode == 2
    assert result.stderr == b"rules-check: cannot write the output: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_closed_output_is_no_error() -> None:
    command = ["sh", "-c", 'exec "$@" >&-', "sh", *script("print('report')")]
    result = subprocess.run(command, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_interrupt_ends_without_a_traceback() -> None:
    body = "print('ready', flush=True); import time; time.sleep(60)"
    with subprocess.Popen(script(body), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


def test_output_survives_a_narrow_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    result = subprocess.run(script("print('│ ^')"), capture_output=True, check=False)
    assert (result.returncode, result.stdout.split()) == (0, [b"\\u2502", b"^"])


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_nothing_heavy(option: str) -> None:
    body = f"import sys; from rules_check.cli import main; main(['{option}']); print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", body], capture_output=True, encoding="utf-8", check=True
    )
    assert not set(HEAVY) & set(result.stdout.splitlines()[-1].split())
