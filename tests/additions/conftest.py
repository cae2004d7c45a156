"""The copy of the project that each kind of addition is made in."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A copy of its own for each module."""
    return Checkout(tmp_path_factory.mktemp("project"))
