"""The one error of this layer."""

from __future__ import annotations


class RulesetError(ValueError):
    """A ruleset file is wrong: which file, which key, and what about it."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        super().__init__(": ".join(part for part in (file, key, problem) if part))

    def __reduce__(self) -> tuple[type[RulesetError], tuple[str, str, str]]:
        return RulesetError, (self.file, self.key, self.problem)
