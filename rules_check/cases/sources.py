"""Where cards come from of which a case book is made: a file, or a text without one."""

from __future__ import annotations

import argparse
import re
from typing import Final, NamedTuple

from rules_check.cases.making import Maker
from rules_check.checker import Checker
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardmodel import CardType
from rules_check.play.table import Unusable, find_game
from rules_check.testing.cards import CardShelf, own_cards

TEXT: Final = "<text>"


class Source(NamedTuple):
    """The cards, and who makes books of them."""

    maker: Maker


def of_file(path: str) -> Source:
    """A card file, or a sheet. Raises Unusable."""
    shelf = CardShelf()
    own = shelf.at(path)
    (result,) = shelf.results()
    shelf.save()
    if result.readable and not own.problem:
        find_game(own.ruleset)
    return Source(Maker(own, result))


def of_text(args: argparse.Namespace) -> Source:
    """A card that says these lines. Raises Unusable."""
    find_game(args.ruleset)
    lines = [one.strip() for one in re.split(r"\s*\n\s*|\s+/\s+", " ".join(args.what))]
    types = [kind.value for kind in CardType if kind is not CardType.CHARACTER]
    if args.type not in types:
        raise Unusable(f"no card type {args.type!r} for a text; there are {', '.join(types)}")
    if not re.fullmatch(r"[^\s#][^\n\r]*", args.name):
        raise Unusable("the name has to be one line of text")
    if not any(re.search(r"\w", one) for one in lines):
        raise Unusable("there is no text")
    card = "".join(f"{one}\n" for one in (args.name, args.type, *filter(None, lines)))
    checker = Checker(Cache())
    result = checker.check_text(f"set: Text\nruleset: {args.ruleset}\n\n{card}", TEXT)
    checker.save()
    return Source(Maker(own_cards(result), result, card))
