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
    """An engine: its name, how a game begins, how a position and what a player sees of it are told,
    and the errors by which it refuses an action and a card."""

    name: str
    begin: Callable[[Mapping[str, JSON], Mapping[str, JSON]], Any]
    position: Callable[[Any], dict[str, JSON]]
    view: Callable[[Any, str], dict[str, JSON]]
    refused: type[Exception]
    no_core: type[Exception]


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


def tried_on(
    engine: Engine,
    is_a_game: Callable[[Mapping[str, JSON], Mapping[str, JSON]], bool],
    message: Mapping[str, JSON],
    vector: Mapping[str, JSON],
) -> dict[str, JSON]:
    """What an engine answers to a vector; one without steps asks whether its game can be played."""
    try:
        if vector["kind"] == "reject" and not vector["steps"]:
            return {"result": {"refused": not is_a_game(message, vector)}}
        playing = engine.begin(message, vector["setup"])
        return {"result": result_of(engine, playing, vector)}
    except engine.no_core as why:
        return {"skipped": {"reason": str(why)}}
    except (ValueError, *NOT_FORESEEN) as error:
        return errored(error)


def result_of(engine: Engine, playing: Live, vector: Mapping[str, JSON]) -> dict[str, JSON]:
    """What comes of the steps of a vector. Raises ValueError."""
    kind, steps = vector["kind"], vector["steps"]
    positions = [engine.position(playing)]
    for number, step in enumerate(steps, 1):
        try:
            playing.act(step["actor"], step["action"], step["nature"])
        except engine.refused:
            if kind == "reject" and number == len(steps):
                return {"refused": True, "position": engine.position(playing)}
            return {"refused": True, "step": number}
        positions.append(engine.position(playing))
    match kind:
        case "transition":
            return {"positions": positions}
        case "legal-actions":
            return {"choice": positions[-1]["choice"]}
        case "score":
            return {"result": positions[-1]["result"]}
        case "view":
            return {"view": engine.view(playing, vector["ask"]["seat"])}
        case "reject":
            return {"refused": False, "position": positions[-1]}
        case _:
            raise ValueError(f"no kind {kind!r:.60}")


class CoreReference:
    """Answers messages, one after the other. `tried` plays a vector."""

    def __init__(
        self,
        engine: Engine,
        tried: Callable[[Mapping[str, JSON], Mapping[str, JSON]], dict[str, JSON]],
    ) -> None:
        self.engine = engine
        self.tried = tried
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
        except (ValueError, self.engine.no_core, *NOT_FORESEEN) as error:
            return errored(error)
        return {"position": self.engine.position(self.live)}

    def _act(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        assert self.live is not None
        try:
            self.live.act(message["actor"], message["action"], message["nature"])
        except self.engine.refused:
            return {"refused": True}
        except (ValueError, self.engine.no_core, *NOT_FORESEEN) as error:
            return errored(error)
        return {"position": self.engine.position(self.live)}
