"""The copies of the project that each kind of addition is made in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.additions.checkout import Checkout
from tests.effort import shared_cache


@contextmanager
def copy_in(folder: Path, folders: pytest.TempPathFactory) -> Iterator[Checkout]:
    """A copy that is there for a while."""
    made = Checkout(folder, shared_cache(folders))
    try:
        yield made
    finally:
        made.clear()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """A copy of its own for each module."""
    with copy_in(tmp_path_factory.mktemp("project"), tmp_path_factory) as made:
        yield made


@pytest.fixture
def another(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """A copy of its own for one test."""
    with copy_in(tmp_path / "project", tmp_path_factory) as made:
        yield made
