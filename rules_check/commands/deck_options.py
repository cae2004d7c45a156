"""A set of one's own as the cards of a game: options of every command that plays."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_check.play.deck import DeckSource


def add_deck_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--deck", metavar="FILE", help="a set of your own in place of the cards of the game"
    )
    parser.add_argument(
        "--skip-unknown",
        action="store_true",
        help="leave out what cannot be played of --deck",
    )


def deck_for(args: argparse.Namespace) -> DeckSource | None:
    """The set that is named, for the game. Raises Unusable, BadDeck and BadCards."""
    from rules_check.play.deck import read_deck
    from rules_check.play.table import Unusable, find_game

    if args.deck is None:
        if args.skip_unknown:
            raise Unusable("--skip-unknown says what to do with --deck FILE, which is missing")
        return None
    if args.game is None:
        raise Unusable("--deck FILE: name the game whose rules hold")
    if getattr(args, "mix", None):
        raise Unusable("--deck and --mix: a set of your own is not mixed; leave one of them out")
    return read_deck(args.deck, find_game(args.game), skip=args.skip_unknown)
