"""Games that show what cards do together, as documents that are played again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules_check.oracle.box.playset import CardDef
from rules_check.oracle.game import Game
from rules_check.properties.interactions.games import Shown, Side, play
from rules_check.properties.interactions.search import end_of
from rules_check.properties.interactions.small import Small
from rules_check.properties.interactions.together import replayed
from rules_check.properties.kept_cards import dump_set, load_set
from rules_check.properties.registry import PROPERTIES

VERSION: Final = 1
KIND: Final = "interaction"

End = tuple[tuple[str, str], ...]


class Bad(Exception):
    """A document that no game can be made of; says what is wrong."""


class Again(NamedTuple):
    """A kept game, played again: the end, and whether that is the end that was reported."""

    end: End
    same: bool


def documents(shown: Shown) -> list[dict[str, Any]]:
    """The games of a finding; two where two games are compared."""
    return [*shown.documents, *(_keep(shown, side) for side in shown.sides)]


def _keep(shown: Shown, side: Side) -> dict[str, Any]:
    game = side.small.game
    found = _end(side.small, side.acts, side.breaks)
    assert found is not None, "the game was played when it was found"
    return {
        "version": VERSION,
        "kind": KIND,
        "game": game.ruleset.name,
        "finding": shown.kind,
        "reading": side.says,
        "says": shown.message,
        "seats": list(game.seats),
        **dump_set(game.playset),
        "given": side.small.position,
        "position": list(side.small.told()),
        "cards": list(shown.others),
        "actions": list(side.acts),
        "breaks": side.breaks,
        "end": [list(part) for part in found],
    }


def _end(small: Small, acts: tuple[str, ...], breaks: str) -> End | None:
    """What these actions change, or what they break; None if they cannot be done."""
    if breaks:
        found = replayed(small, acts, [prop for prop in PROPERTIES if prop.name == breaks])
        if found is not None:
            return (("broken", found.property),)
    s = play(small, acts)
    if s is None:
        return None
    if breaks:
        return (("broken", "nothing"),)
    began = dict(end_of(small, small.state()))
    return tuple((name, _said(value)) for name, value in end_of(small, s) if value != began[name])


def _said(value: object) -> str:
    return ", ".join(map(str, value)) or "nothing" if isinstance(value, tuple) else str(value)


def play_again(document: Mapping[str, Any]) -> Again:
    """Play a kept game again on the plain engine. Raises Bad."""
    if document.get("version") != VERSION:
        raise Bad(f"expected version {VERSION}, found {document.get('version')!r:.20}")
    try:
        playset = load_set(document["game"], document)
        game = Game(playset, tuple(document["seats"]))
        none: tuple[CardDef, ...] = ()
        small = Small(none, game, dict(document["given"]), frozenset(), False, none)
        end = _end(small, tuple(document["actions"]), document["breaks"])
        told = tuple((str(name), str(what)) for name, what in document["end"])
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise Bad(f"no game can be made of it: {error!r:.80}") from error
    if end is None:
        raise Bad("the engine does not offer what is done in it")
    return Again(end, end == told)
