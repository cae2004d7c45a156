"""Card files that are tried out in a game: checked first, as `rules-check FILE` would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rules_check.checker import Checker, FileResult
from rules_check.codes import Severity
from rules_check.fitting import width_of
from rules_check.grammar.cache import Cache
from rules_check.output import Report, render, wants_colour
from rules_check.play.deck import BadDeck, DeckSource, deck_of
from rules_check.play.table import CardSource, Unusable


class BadCards(Exception):
    """Card files with errors in them."""

    def __init__(self, results: Sequence[FileResult]) -> None:
        self.results = results
        self.readable = all(result.readable for result in results)
        super().__init__("errors in the card files")

    def report(self, stream: TextIO, *, no_color: bool = False) -> str:
        """The errors, as a check of the files prints them on a stream."""
        colour, width = wants_colour(stream, no_color=no_color), width_of(stream)
        found = (d for result in self.results for d in result.diagnostics)
        errors = tuple(d for d in found if d.severity is Severity.ERROR)
        checked = tuple(result.checked() for result in self.results)
        return render(Report(checked, errors), "text", colour=colour, width=width)


def read_cards(paths: Sequence[str], *rulesets: str) -> tuple[CardSource, ...]:
    """The files with their texts, for a game and those that are mixed in. Raises BadCards, or
    Unusable if they are for another game."""
    checker = Checker(Cache())
    results = []
    for path in paths:
        results.append(checker.check_path(path))
    checker.save()
    if any(d.severity is Severity.ERROR for result in results for d in result.diagnostics):
        raise BadCards(results)
    for result in results:
        file = result.file
        if file.ruleset not in rulesets:
            known = " or ".join(rulesets)
            raise Unusable(f"{file.path}: these are cards for {file.ruleset}, not for {known}")
    return tuple(CardSource(r.file.path, "\n".join(r.file.lines) + "\n") for r in results)


def read_deck(path: str, game: str, *, skip: bool) -> DeckSource:
    """The set at a path. Raises BadDeck, and BadCards for what no card is to blame for."""
    result = Checker(Cache()).check_path(path)
    named = {card.name for card in result.file.cards}
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]
    if not result.readable or any(d.place.card not in named for d in errors):
        raise BadCards([result])
    source = DeckSource(path, "\n".join(result.file.lines) + "\n", skip)
    deck = deck_of(source, game)
    if deck.refused and not skip:
        refused = [one._replace(line=result.file.row(one.line)) for one in deck.refused]
        raise BadDeck(path, refused)
    return source
