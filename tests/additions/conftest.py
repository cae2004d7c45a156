"""The copies of the project that each kind of addition is made in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.additions.checkout import Checkout
from tests.effort import shared_cache


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """A copy of its own for each module."""
    made = Checkout(tmp_path_factory.mktemp("project"), shared_cache(tmp_path_factory))
    with closing(made):
        yield made


@pytest.fixture
def another(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    """A copy of its own for one test."""
    made = Checkout(tmp_path / "project", shared_cache(tmp_path_factory))
    with closing(made):
        yield made
