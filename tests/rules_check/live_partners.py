"""Other engines for live games, without a process: the reference engine with a fault in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules_check.conform import quick
from rules_check.conform.cases import Partner
from rules_check.conform.cores import CoreReference, capabilities
from rules_check.conform.process import Engine
from rules_check.conform.runner import Lane, Options, Shared

JSON = Any
Fault = Callable[[Mapping[str, JSON], JSON], JSON]
"""Gets a message and the right answer, and gives the answer of the engine (or raises)."""


def no_fault(_message: Mapping[str, JSON], answer: JSON) -> JSON:
    return answer


class FaultyEngine(Engine):
    """Answers in this process."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault
        self._reference = CoreReference(quick.QUICK, quick.tried)

    def ask(self, message: Mapping[str, JSON], timeout: float) -> JSON:  # noqa: ARG002
        return self._fault(message, self._reference.answer(message))

    def stderr(self) -> str:
        return "what it said"

    def kill(self) -> None:
        pass


class FaultyLane(Lane):
    """Starts such engines, and counts them."""

    def __init__(self, fault: Fault = no_fault, **claims: JSON) -> None:
        super().__init__(["faulty"], Options(), Shared())
        self._fault = fault
        self.capabilities = {**capabilities(quick.QUICK), **claims}
        self.started = 0

    def start(self) -> Mapping[str, JSON]:
        self.table = None
        self.engine = FaultyEngine(self._fault)
        self.started += 1
        return self.capabilities


def partner(fault: Fault = no_fault, **claims: JSON) -> Partner:
    return Partner(FaultyLane(fault, **claims))
