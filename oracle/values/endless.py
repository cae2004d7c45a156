"""What does not come to an end."""

from __future__ import annotations


class RunsForever(Exception):
    """A resolution that does not come to its end."""

    def __init__(self, after: str) -> None:
        super().__init__(f"no decision after {after}")
