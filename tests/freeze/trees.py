"""The two trees: the one that is worked on, and a commit that is checked out for a while."""

from __future__ import annotations

import hashlib
import importlib.metadata
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.freeze.runner import ToolError

HERE: Final = Path(__file__).resolve().parents[2]
KEPT_IN: Final = HERE / ".freeze"
"""What was seen, and the texts of other commits. Git does not know it; it may be removed."""

CODE: Final = ("cards", "grammar", "oracle", "properties", "rules", "rules_check")
"""The folders that decide what is seen of a text."""

TOOL: Final = ("fitting.toml", "seeing.py", "side.py", "texts.py", "tree.py", "worker.py")
"""The files of the freeze that decide it, too."""


def git(*arguments: str, root: Path = HERE) -> str:
    """What git prints. Raises ToolError."""
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise ToolError(done.stderr.strip() or f"git {arguments[0]} failed")
    return done.stdout


def commit_of(name: str, root: Path = HERE) -> str:
    """The commit that a name stands for."""
    try:
        said = git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", root=root)
    except ToolError:
        raise ToolError(f"there is no commit {name!r}") from None
    return said.strip()


@contextmanager
def checked_out(commit: str, root: Path = HERE) -> Iterator[Path]:
    """A folder with the files of a commit, outside of the project; it is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="freeze-") as folder:
        tree = Path(folder).resolve() / "base"
        git("worktree", "add", "--quiet", "--detach", str(tree), commit, root=root)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree), root=root)


# ------------------------------------------------------------------- what decides results


def code_of_commit(commit: str, root: Path = HERE) -> str:
    """A hash of the code of a commit; that of a tree with the same files is the same."""
    listed = git("ls-tree", "-r", "-z", "--full-tree", commit, "--", *CODE, root=root)
    entries = [entry.split("\t", 1) for entry in listed.split("\0") if entry]
    return _hash(f"{path} {what.split()[2]}" for what, path in entries)


def code_of_tree(root: Path = HERE) -> str:
    """A hash of the code of a tree as it lies there, whether git has it or not."""
    options = ("--cached", "--others", "--exclude-standard", "-z")
    listed = git("ls-files", *options, "--", *CODE, root=root)
    paths = {path for path in listed.split("\0") if path}
    there = [path for path in paths if (root / path).is_symlink() or (root / path).is_file()]
    return _hash(f"{path} {_blob(root / path)}" for path in there)


def _blob(path: Path) -> str:
    """The name that git gives to what a file holds."""
    held = path.readlink().as_posix().encode() if path.is_symlink() else path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(held) + held, usedforsecurity=False).hexdigest()


def results_key(code: str) -> str:
    """A name for results: it changes with whatever decides them."""
    own = Path(__file__).parent
    tool = [f"{name} {_blob(own / name)}" for name in TOOL]
    python = [sys.version, importlib.metadata.version("lark")]
    return _hash([code, *tool, *python])[:24]


def texts_key(commit: str) -> str:
    """A name for the texts of a commit."""
    own = Path(__file__).parent
    return _hash([commit, *(_blob(own / name) for name in ("texts.py", "fitting.toml"))])[:24]


def _hash(lines: Iterator[str] | list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
