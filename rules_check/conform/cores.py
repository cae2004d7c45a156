"""Engines that run the core of the cards, behind the protocol: the same messages as the reference
engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules_check.conform.checking import claims
from rules_check.oracle.conformance.contract import REJECT_CODES, VERSION
from rules_check.version import VERSION as OWN_VERSION

JSON = Any
NOT_FORESEEN = (AssertionError, AttributeError, LookupError, TypeError, RecursionError)
"""Errors of an engine's own, which are told as such."""


class Live(Protocol):
    """A game that is played."""

    def act(self, actor: str, action: Sequence[Any], nature: Sequence[Any]) -> None:
        """Somebody answers. Raises the engine's own `Refused`, and then nothing has changed."""


class Engine(NamedTuple):
    """An engine: its name, how a game begins, and how a position is told."""

    name: str
    begin: Callable[[Mapping[str, JSON], Mapping[str, JSON]], Any]
    position: Callable[[Any], dict[str, JSON]]


def errored(error: Exception) -> dict[str, JSON]:
    """What went wrong, as an answer."""
    return {"errored": {"message": f"{type(error).__name__}: {error}"}}


def capabilities(name: str) -> dict[str, JSON]:
    """What such an engine claims: everything but to read card texts and to say why not."""
    all_there_is = claims()
    return {
        "version": VERSION,
        "implementation": {"name": name, "language": "python", "version": OWN_VERSION},
        "rulesets": all_there_is["rulesets"],
        "kinds": [kind for kind in all_there_is["kinds"] if kind != "parse"],
        "features": [one for one in all_there_is["features"] if one != REJECT_CODES],
    }


class CoreReference:
    """Answers messages, one after the other. `tried` plays a vector, `refused` and `no_core` are
    the errors by which an engine refuses an action and a card."""

    def __init__(
        self,
        engine: Engine,
        tried: Callable[[Mapping[str, JSON], Mapping[str, JSON]], dict[str, JSON]],
        refused: type[Exception],
        no_core: type[Exception],
    ) -> None:
        self.engine = engine
        self.tried = tried
        self.refused = refused
        self.no_core = no_core
        self.message: Mapping[str, JSON] | None = None
        self.live: Live | None = None

    def answer(self, message: Mapping[str, JSON]) -> dict[str, JSON] | None:
        """The answer to a message; None to `stop`."""
        match message["cmd"]:
            case "start":
                return capabilities(self.engine.name)
            case "ruleset":
                self.message = message
                return {"ok": True}
            case "run":
                assert self.message is not None
                return {"seq": message["seq"], **self.tried(self.message, message["vector"])}
            case "new":
                return {"seq": message["seq"], **self._new(message["setup"])}
            case "answer":
                return {"seq": message["seq"], **self._act(message)}
            case _:
                return None

    def _new(self, setup: Mapping[str, JSON]) -> dict[str, JSON]:
        assert self.message is not None
        try:
            self.live = self.engine.begin(self.message, setup)
        except (ValueError, self.no_core, *NOT_FORESEEN) as error:
            return errored(error)
        return {"position": self.engine.position(self.live)}

    def _act(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        assert self.live is not None
        try:
            self.live.act(message["actor"], message["action"], message["nature"])
        except self.refused:
            return {"refused": True}
        except (ValueError, self.no_core, *NOT_FORESEEN) as error:
            return errored(error)
        return {"position": self.engine.position(self.live)}
