"""A first scenario for a card of a file (`rules-check test --init`)."""

from __future__ import annotations

import os
from pathlib import Path

from rules_check.grammar.cardmodel import CardType
from rules_check.oracle.scenarios.drafts import CannotPlay, draft
from rules_check.oracle.scenarios.model import ScenarioError
from rules_check.play.cards import BadCards
from rules_check.play.table import Unusable, find_game, one_of
from rules_check.testing.cards import CardShelf


def first_scenario(card_file: str, name: str | None, output: str | None) -> str:
    """The text of a scenario file for a card, the first that can be played if none is named.

    Raises Unusable, and BadCards if the card has errors.
    """
    shelf = CardShelf()
    own = shelf.at(card_file)
    (result,) = shelf.results()
    shelf.save()
    cards = {
        card.name: card
        for card in result.file.cards
        if card.line is None or card.line.type is not CardType.CHARACTER
    }
    broken = {card.name: card.why for card in own.broken}
    if name is None:
        wanted = next((card for card in cards if card not in broken), "")
    else:
        every = sorted({card.name for card in result.file.cards})
        wanted = one_of(name, every, f"card of {card_file}") if every else ""
    refused = broken.get(wanted, "")
    if (own.problem or not wanted or (wanted in broken and not refused)) and shelf.errors():
        raise BadCards([result])
    if wanted in broken and not refused:
        raise Unusable(f"{wanted}: its text is not understood, which a comment allows")
    if not wanted:
        raise Unusable(f"{card_file}: there is no card that is played from the hand")
    if wanted not in cards:
        raise Unusable(f"{wanted} is a Character, and is not played from the hand")
    if refused:
        raise Unusable(f"{wanted}: {refused}")
    find_game(own.ruleset)
    folder = Path(output).parent if output else Path()
    beside = os.path.relpath(card_file, folder).replace(os.sep, "/")
    text = [line.text for line in cards[wanted].printed]
    try:
        return draft(own, wanted, text, beside)
    except (CannotPlay, ScenarioError) as error:
        raise Unusable(f"{wanted}: {getattr(error, 'problem', error)}") from error
