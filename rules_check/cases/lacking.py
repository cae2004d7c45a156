"""What a case lacks: places that are empty where the text of the card needs something in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rules_check.cases.deciding import NO_EMPTY
from rules_check.cases.endings import at_ends
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.oracle.values.ways import Way
from rules_check.play.phrases import listed
from rules_check.properties.cases.places import looked_at

if TYPE_CHECKING:
    from rules_check.cases.deciding import Empty
    from rules_check.oracle.game import Game
    from rules_check.properties.cases.trying import Trial

Goes = Sequence[tuple[c.Form, Way]]
"""The forms of a text, and which way each goes."""
LACKS: Final = frozenset({Way.FAILS, Way.IMPOSSIBLE, Way.NOTHING, Way.SHORT, Way.UNUSABLE})
"""The ways of a text that finds too little."""
TAKES: Final = frozenset({"draw", "reveal", "look at", "reshuffle"})
"""What happens to the cards of a deck."""
ENDS_GAME: Final = frozenset({"over", "winner"})
NOTHING_TO_TAKE: Final = "nothing.choose"
"""Somebody has nothing that could be chosen."""
YOU: Final = 0


def lacking(game: Game, trial: Trial, goes: Goes, known: Empty = NO_EMPTY) -> Iterator[str]:
    """The empty places that matter, a sentence for all of a kind: those in which a card would make
    a difference, and in a game of several turns those of which is told that there is nothing."""
    position = trial.position
    wanted = set(known.places)
    later = _goes_on_later(trial)
    if later:
        wanted |= set(_of_events(trial))
    if later or (goes and goes[0][1] is Way.UNUSABLE):
        wanted |= set(_of_forms(trial, goes))
        wanted |= {(player, "discard") for player in _short_of_cards(game, trial, wanted)}
    others: dict[tuple[str, ...], list[str]] = {}
    for player in range(game.players):
        there: Any = position.get(game.seat(player), {})
        empty = tuple(
            place
            for place in ("hand", "deck", "discard")
            if (player, place) in wanted and not there.get(place)
        )
        if player == YOU:
            yield from _yours(empty)
        elif empty:
            others.setdefault(empty, []).append(game.seat(player))
    for places, seats in others.items():
        yield from _theirs(places, seats)
    over = any(event.kind in ENDS_GAME for event in trial.events)  # a slot could not be filled
    if not position.get("line_up") and (
        known.line_up or over or _looks_at_line_up(game, trial, goes)
    ):
        yield "The Line-Up is empty."


def _goes_on_later(trial: Trial) -> bool:
    """Whether something is done after the end of a turn."""
    ends = [at for at, event in enumerate(trial.events) if event.kind == "end of turn"]
    return bool(ends) and any(step.told > ends[0] for step in trial.steps)


def _short_of_cards(game: Game, trial: Trial, wanted: set[tuple[int, str]]) -> Iterator[int]:
    """Whose discard pile matters: it is shuffled, or would be if there were cards in it."""
    ends = at_ends(trial.events)
    for number, event in enumerate(trial.events):
        short = event.kind == "nothing" and event.topic.endswith(".draw")
        if event.player >= YOU and number not in ends and (short or event.kind == "reshuffle"):
            yield event.player
    for player, place in wanted:
        there: Any = trial.position.get(game.seat(player), {})
        if place == "deck" and not there.get("deck"):
            yield player


def _looks_at_line_up(game: Game, trial: Trial, goes: Goes) -> bool:
    """Whether a text looks for something in the Line-Up: the one that is shown, or one that finds
    nothing."""
    vain = {card for x in trial.events if x.topic == NOTHING_TO_TAKE for card in x.cards}
    other = (
        x
        for card in vain
        for text in game.core.kinds[card].texts
        for x in walk(text.form)
        if isinstance(x, c.Choose)
    )
    forms = (*(form for form, _ in goes), *other)
    return any(place.row == "lineup" for form in forms for place in looked_at(form))


def nouns(goes: Goes, forms: Sequence[c.Form]) -> Iterator[tuple[str, str]]:
    """What there is none of, by the verb of what would be done with it."""
    for form, way in goes:
        if way is not Way.NOTHING or not isinstance(form, c.Choose):
            continue
        if isinstance(form.source, c.Filter):
            for move in forms:
                if isinstance(move, c.Move) and move.cards == c.Var(form.name):
                    yield move.verb, noun(form.source.test)


def noun(test: c.Form) -> str:
    """A card of which that holds: of a type, or such a card."""
    match test:
        case c.Compare("in", c.Kind(name), c.Attribute("types")):
            return name
        case c.Compare("=", c.Attribute("name"), c.Kind(name)):
            return name
        case _:
            return "such card"


def _of_events(trial: Trial) -> Iterator[tuple[int, str]]:
    """The decks of which cards are taken, and the discard piles that would be shuffled."""
    ends = at_ends(trial.events)
    for number, event in enumerate(trial.events):
        if number in ends or event.player < YOU:
            continue
        short = event.kind == "nothing" and event.topic.endswith(".draw")
        if short or event.kind == "reshuffle" or (event.kind in TAKES and event.player == YOU):
            yield event.player, "deck"
        if event.kind == "nothing" and event.topic == NOTHING_TO_TAKE and event.player != YOU:
            yield event.player, "hand"


def _of_forms(trial: Trial, goes: Goes) -> Iterator[tuple[int, str]]:
    """The places of players in which a text finds too little."""
    lack = [x for x in trial.events if x.kind == "nothing" and x.player > YOU]
    for form, way in goes:
        if way not in LACKS:
            continue
        for place in looked_at(form):
            if place.row not in ("hand", "deck", "discard"):
                continue
            if place.of == c.Var("you"):
                if place.row != "hand":
                    yield YOU, place.row
                continue
            yield from ((event.player, place.row) for event in lack)


def _yours(places: Sequence[str]) -> Iterator[str]:
    named = [{"deck": "your deck", "discard": "your discard pile"}[x] for x in places]
    if named:
        said = listed(named)
        yield f"{said[:1].upper()}{said[1:]} {'are' if len(named) > 1 else 'is'} empty."


def _theirs(places: Sequence[str], seats: Sequence[str]) -> Iterator[str]:
    if "hand" in places:
        yield f"{listed(seats)} {'have' if len(seats) > 1 else 'has'} no card in hand."
    piles = {"deck": "deck", "discard": "discard pile"}
    named = [f"the {piles[x]}" for x in places if x in piles]
    if named:
        said = f"{listed(named)} of {listed(seats)}"
        many = len(named) > 1
        yield f"{said[:1].upper()}{said[1:]} {'are' if many else 'is'} empty."
