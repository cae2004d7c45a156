"""A game that shows a difference, as a document that is played again on the plain engine.

The document has everything the game is made of: the cards with their texts in one reading, where
they lie, what is tried, and every answer. It also has the end that was reported, so that whoever
plays it again learns whether it still ends so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

from rules_check.grammar import ast as a
from rules_check.oracle.game import CoreState, Game
from rules_check.oracle.values.choices import Choice, ChoiceKind
from rules_check.oracle.values.option_forms import Option
from rules_check.oracle.values.options import ChooseCard
from rules_check.oracle.values.state import State
from rules_check.oracle.values.switches import ASKED, asking
from rules_check.oracle.values.zones import REMOVED
from rules_check.oracle.writing.json_ import dump_option, load_option
from rules_check.properties.kept_cards import dump_set, load_set
from rules_check.properties.symbolic.endings import (
    DECIDES,
    NOT_ALLOWED,
    Ending,
    end_of,
    tell_deciders,
)
from rules_check.properties.symbolic.explore import Infeasible
from rules_check.properties.symbolic.game import Asked, begin_turn_of_first, without_scoring
from rules_check.properties.symbolic.runs import Helper, Run, Situation
from rules_check.properties.symbolic.situations import AFTER_ANOTHER, situations

VERSION: Final = 2


class Bad(Exception):
    """A document that no game can be made of; says what is wrong."""


class Again(NamedTuple):
    """A kept game, played again: the position, what is done and the end in words, and whether
    that is the end that was reported."""

    position: tuple[str, ...]
    cards: tuple[str, ...]
    actions: tuple[str, ...]
    end: tuple[tuple[str, str], ...]
    same: bool


class Made(Protocol):
    """A numbered card for each card of the path."""

    numbers: dict[int, int]
    described: list[str]


class Played(Protocol):
    """A side of a witness: the plain game, the run that it follows, and where it begins."""

    @property
    def game(self) -> Game:
        """The plain game."""

    @property
    def script(self) -> Run:
        """The run whose acts are tried."""

    @property
    def maker(self) -> Made:
        """What made the cards."""

    def state(self) -> State:
        """The position at the start."""

    def told(self) -> tuple[str, ...]:
        """The position in words."""


def keep(table: Played, ending: Ending, reading: str) -> dict[str, Any]:
    """One side of a witness as a document; `reading` says in words which one."""
    g, s, script = table.game, table.state(), table.script
    switch = next((one.switch for one in g.ruleset.rulings if one.id == ASKED), None)
    numbers = table.maker.numbers
    return {
        "version": VERSION,
        "kind": "witness",
        "game": g.ruleset.name,
        "reading": reading,
        "switch": None if switch is None else [switch[0], g.rulings[ASKED]],
        "seats": list(g.seats),
        **dump_set(g.playset),
        "zones": {str(at): list(cards) for at, cards in enumerate(s.zones) if cards},
        "power": s.power,
        "vp": s.vp,
        "defeats": s.defeats,
        "face_up": s.face_up,
        "situation": [script.situation.name, script.situation.zone],
        "subject": numbers.get(script.subject, -1),
        "confronted": script.target,
        "history": [[v.value, p, numbers[c], z, to] for v, p, c, z, to in script.history],
        "acts": [list(act) for act in script.acted],
        "tries": script.tries,
        "answers": [None if _none(x) else dump_option(g, x) for x in ending.answers],
        "position": list(table.told()),
        "cards": list(table.maker.described),
        "actions": list(ending.actions),
        "end": [list(part) for part in ending.end],
    }


def _none(option: Option) -> bool:
    return isinstance(option, ChooseCard) and option.card < 0


# ------------------------------------------------------------------------------- back


def play_again(document: Mapping[str, Any]) -> Again:
    """Play a kept game again on the plain engine. Raises Bad."""
    try:
        return _play_again(document)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise Bad(f"no game can be made of it: {error!r:.80}") from error


def _play_again(document: Mapping[str, Any]) -> Again:
    if document.get("version") != VERSION:
        raise Bad(f"expected version {VERSION}, found {document.get('version')!r:.20}")
    game = _game(document)
    state = _state(game, document)
    placed = {card for zone in state.zones for card in zone}
    placed -= set(state.zones[game.shared + REMOVED])
    answers = list(document["answers"])

    deciders: set[int] = set()

    def answer(_run: Run, choice: Choice) -> Option:
        shuffles = choice.kind is ChoiceKind.SHUFFLE
        if len(choice.options) > 1 and not shuffles and not isinstance(choice.asked_by, Helper):
            deciders.add(choice.player)
        if not answers:
            raise Bad("the engine asks for more answers than there are")
        said = answers.pop(0)
        option = ChooseCard(-1) if said is None else load_option(game, said)
        if choice.options and option not in choice.options and choice.player >= 0:
            raise Bad(f"the engine does not offer {said!r:.60}")
        return option

    history = [(_verb(v), p, c, z, to) for v, p, c, z, to in document["history"]]
    run = Run(
        game,
        state,
        _situation(game, document),
        answer,
        document["subject"],
        document["confronted"],
        history=tuple(history),
        script=[(name, player) for name, player in document["acts"]],
        tries=document["tries"],
    )
    try:
        run.play_out()
        end = end_of(game, run.state, placed)
    except Infeasible:
        end = NOT_ALLOWED
    told = tuple(tuple(part) for part in document["end"])
    if any(part[0] == DECIDES for part in told):
        end = (*end, tell_deciders(deciders))
    texts = [tuple(map(str, document[key])) for key in ("position", "cards", "actions")]
    return Again(texts[0], texts[1], texts[2], end, end == told)


def _verb(word: str) -> a.Verb:
    return next(verb for verb in a.Verb if verb.value == word)


def _game(document: Mapping[str, Any]) -> Game:
    made = load_set(document["game"], document)
    rulings: dict[str, int] = {}
    if document["switch"] is not None:
        name, reading = document["switch"]
        made = replace(made, ruleset=asking(made.ruleset, name))
        rulings[ASKED] = reading
    game = Game(made, tuple(document["seats"]), rulings=rulings)
    without_scoring(game)
    return game


def _state(game: Game, document: Mapping[str, Any]) -> CoreState:
    s = Asked(game.core)
    for zone, cards in document["zones"].items():
        s.zones[int(zone)] = tuple(cards)
        for card in cards:
            s.where[card] = int(zone)
    begin_turn_of_first(s)
    s.power, s.vp = list(document["power"]), list(document["vp"])
    s.defeats = document["defeats"]
    s.face_up = None if document["face_up"] < 0 else document["face_up"]
    return CoreState(game, s)


def _situation(game: Any, document: Mapping[str, Any]) -> Situation:
    name, zone = document["situation"]
    subject = document["subject"]
    known: list[Situation] = [AFTER_ANOTHER]
    if subject >= 0:
        known.extend(situations(game, game.core.kinds[subject]))
    for one in known:
        if one.name == name and one.zone == zone:
            return one
    raise Bad(f"nothing is known of the situation {name!r:.40}")
