"""The cards of which a graph is made: those of files, or of a whole play set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_check.checker import Checker, FileResult
from rules_check.grammar.cache import Cache
from rules_check.meaning.cards import made_of
from rules_check.oracle.box.arranging import Arrangement
from rules_check.oracle.box.names import play_set_names
from rules_check.oracle.box.playset import CardDef, PlaySet, load_play_set
from rules_check.prove.decks import play_set


class NoSet(Exception):
    """The files cannot be one set; says why."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards of a graph, the play set that they are played in, and what it is called.

    `left_out` names cards with errors, and cards of which a question is open.
    """

    title: str
    playset: PlaySet
    cards: tuple[CardDef, ...]
    left_out: tuple[str, ...] = ()


def of_game(name: str) -> CardSet:
    """All cards of a play set."""
    playset = load_play_set(name)
    return CardSet(playset.ruleset.title, playset, tuple(playset.cards()))


def of_files(paths: Sequence[str]) -> tuple[CardSet | None, list[FileResult]]:
    """The cards of card files that have no errors; None if a file cannot be read. Raises NoSet."""
    checker = Checker(Cache())
    results = [checker.check_path(path) for path in paths]
    checker.save()
    if not all(result.readable for result in results):
        return None, results
    rulesets = sorted({result.file.ruleset or "none" for result in results})
    if len(rulesets) > 1:
        raise NoSet(f"the files are for different games: {', '.join(rulesets)}")
    if rulesets[0] not in play_set_names():
        known = ", ".join(play_set_names())
        raise NoSet(f"{rulesets[0]} is not played yet; there are {known}")
    cards, left_out = defined(results)
    playset = play_set(Arrangement(rulesets[0]), tuple((card, 1) for card in cards))
    title = " and ".join(dict.fromkeys(result.file.set_name or "" for result in results))
    return CardSet(title, playset, tuple(cards), tuple(left_out)), results


def defined(results: Sequence[FileResult]) -> tuple[list[CardDef], list[str]]:
    """The cards of files as games use them, and the names of those that cannot be."""
    made = [one for result in results for one in made_of(result)]
    left_out = [one.result.card.name for one in made if one.card is None]
    return [one.card for one in made if one.card is not None], left_out
