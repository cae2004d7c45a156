"""Engines that run the core of the cards, behind the protocol: the same messages as the reference
engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules_check.conform.checking import claims
from rules_check.conform.parsing import parsed_core
from rules_check.grammar.core.carried_out import not_carried_out
from rules_check.grammar.core.codec import BadCore, from_json
from rules_check.grammar.core.forms import Core
from rules_check.grammar.core.rereading import in_other_words
from rules_check.oracle.conformance.contract import REJECT_CODES, VERSION
from rules_check.version import VERSION as OWN_VERSION

JSON = Any
NOT_FORESEEN = (AssertionError, AttributeError, LookupError, TypeError, RecursionError)
"""Errors of an engine's own, which are told as such."""


NO_RULESET = {"errored": {"message": "no ruleset"}}


class ProtocolError(ValueError):
    """A message that the contract does not know."""


class Live(Protocol):
    """A game that is played."""

    def act(self, actor: str, action: Sequence[Any], nature: Sequence[Any]) -> None:
        """Somebody answers. Raises the engine's own `Refused`, and then nothing has changed."""


class Engine(NamedTuple):
    """An engine: its name, how a game begins, how a position and what a player sees of it are told,
    the errors by which it refuses an action and a card, and why it refuses an action, if it says
    so."""

    name: str
    begin: Callable[[Mapping[str, JSON], Mapping[str, JSON]], Any]
    position: Callable[[Any], dict[str, JSON]]
    view: Callable[[Any, str], dict[str, JSON]]
    refused: type[Exception]
    no_core: type[Exception]
    why: Callable[[Exception], str] | None = None

    def refusal(self, refused: Exception) -> dict[str, JSON]:
        """A refusal, with its code if the engine says why."""
        return {"refused": True, **({} if self.why is None else {"code": self.why(refused)})}


def core_of(data: Mapping[str, JSON], *, quick: bool) -> Core | str:
    """The core of a card that a message tells, in words that the engine carries out; or why it has
    none. `quick`: it is for the quick engine."""
    try:
        core = from_json(data["core"])
    except BadCore as why:
        return str(why)
    if not_carried_out(core, quick=quick):
        core = in_other_words(core)
    return not_carried_out(core, quick=quick) or core


def errored(error: Exception) -> dict[str, JSON]:
    """What went wrong, as an answer."""
    return {"errored": {"message": f"{type(error).__name__}: {error}"}}


def capabilities(engine: Engine) -> dict[str, JSON]:
    """What such an engine claims: everything, but to say why not only if it does."""
    all_there_is = claims()
    silent = engine.why is None
    return {
        "version": VERSION,
        "implementation": {"name": engine.name, "language": "python", "version": OWN_VERSION},
        "rulesets": all_there_is["rulesets"],
        "kinds": all_there_is["kinds"],
        "features": [x for x in all_there_is["features"] if x != REJECT_CODES or not silent],
    }


def tried_on(
    engine: Engine,
    is_a_game: Callable[[Mapping[str, JSON], Mapping[str, JSON]], bool],
    message: Mapping[str, JSON],
    vector: Mapping[str, JSON],
) -> dict[str, JSON]:
    """What an engine answers to a vector; one without steps asks whether its game can be played."""
    try:
        if vector["kind"] == "parse":
            return {"result": {"core": parsed_core(vector)}}
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
        except engine.refused as refused:
            if kind == "reject" and number == len(steps):
                return {**engine.refusal(refused), "position": engine.position(playing)}
            return {**engine.refusal(refused), "step": number}
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


class Answering(ABC):
    """Answers messages, one after the other."""

    def answer(self, message: Mapping[str, JSON]) -> dict[str, JSON] | None:
        """The answer to a message; None to `stop`. Raises ProtocolError."""
        try:
            match message["cmd"]:
                case "start":
                    return self._start()
                case "ruleset":
                    return self._ruleset(message)
                case "run":
                    return {"seq": message["seq"], **self._run(message["vector"])}
                case "new":
                    return {"seq": message["seq"], **self._new(message["setup"])}
                case "answer":
                    return {"seq": message["seq"], **self._act(message)}
                case "stop":
                    return None
                case other:
                    raise ProtocolError(f"no message {other!r:.60}")
        except (KeyError, TypeError) as error:
            raise ProtocolError(f"{type(error).__name__}: {error}") from error

    @abstractmethod
    def _start(self) -> dict[str, JSON]:
        """What the engine can do."""

    @abstractmethod
    def _ruleset(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        """The game that is meant from now on."""

    @abstractmethod
    def _run(self, vector: Mapping[str, JSON]) -> dict[str, JSON]:
        """What comes of a vector."""

    @abstractmethod
    def _new(self, setup: Mapping[str, JSON]) -> dict[str, JSON]:
        """A live game begins."""

    @abstractmethod
    def _act(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        """Somebody decides in it."""


class CoreReference(Answering):
    """An engine on the core. `tried` plays a vector."""

    def __init__(
        self,
        engine: Engine,
        tried: Callable[[Mapping[str, JSON], Mapping[str, JSON]], dict[str, JSON]],
    ) -> None:
        self.engine = engine
        self.tried = tried
        self.message: Mapping[str, JSON] | None = None
        self.live: Live | None = None

    def _start(self) -> dict[str, JSON]:
        return capabilities(self.engine)

    def _ruleset(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        self.message = message
        return {"ok": True}

    def _run(self, vector: Mapping[str, JSON]) -> dict[str, JSON]:
        if self.message is None:
            return NO_RULESET
        return self.tried(self.message, vector)

    def _new(self, setup: Mapping[str, JSON]) -> dict[str, JSON]:
        self.live = None
        if self.message is None:
            return NO_RULESET
        try:
            self.live = self.engine.begin(self.message, setup)
        except (ValueError, self.engine.no_core, *NOT_FORESEEN) as error:
            return errored(error)
        return {"position": self.engine.position(self.live)}

    def _act(self, message: Mapping[str, JSON]) -> dict[str, JSON]:
        if self.live is None:
            return {"errored": {"message": "no game"}}
        try:
            self.live.act(message["actor"], message["action"], message["nature"])
        except self.engine.refused as refused:
            return self.engine.refusal(refused)
        except (ValueError, self.engine.no_core, *NOT_FORESEEN) as error:
            return errored(error)
        return {"position": self.engine.position(self.live)}
