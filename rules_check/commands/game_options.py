"""Which game: options that every command takes that plays, fuzzes or proves one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules_check.commands.arguments import positive

if TYPE_CHECKING:
    from rules_check.oracle.box.arranging import Arrangement

OPTIONS = ("variant", "mix", "seats", "characters", "take_out")
"""The names of the options, as attributes of the arguments."""


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options; GAME itself is an argument of each command."""
    group = parser.add_argument_group("which game")
    group.add_argument("--variant", metavar="V", help="a variant that the book prints")
    group.add_argument(
        "--mix", metavar="GAME,...", help="games that are mixed in; a part of each name will do"
    )
    group.add_argument("--seats", type=positive, metavar="N", help="how many play")
    group.add_argument(
        "--characters", metavar="NAME,...", help="who plays, in the order of the seats"
    )
    group.add_argument(
        "--take-out",
        metavar="NAME,...",
        help="the Characters whose cards make place for those that are mixed in",
    )
    group.add_argument(
        "--list-variants", action="store_true", help="list the variants, a name a line"
    )


def names_a_game(args: argparse.Namespace) -> bool:
    """Whether one game is meant: by its name, a variant or what is mixed in."""
    return args.game is not None or bool(args.variant or args.mix)


def arrangement_of(args: argparse.Namespace, more: Sequence[str] = ()) -> Arrangement:
    """The game that is meant; `more` are further Characters that can be named. Raises Unusable."""
    from rules_check.oracle.box.arranging import Wish, arrange, variant_names
    from rules_check.oracle.box.names import play_set_names
    from rules_check.oracle.box.playset import load_play_set
    from rules_check.oracle.box.settings import GameError
    from rules_check.play.table import Unusable, find_game, one_of, said

    books = tuple(find_game(word) for word in _words(args.mix))
    game = find_game(args.game) if args.game is not None else ""
    named = (*([game] if game else []), *books) or play_set_names()
    known = tuple(dict.fromkeys(name for book in named for name in variant_names(book)))
    if args.variant and not known:
        raise Unusable(f"{' and '.join(named)}: the book prints no variant")
    variant = one_of(args.variant, known, "variant") if args.variant else ""
    try:
        wish = Wish(game, variant, books, args.seats or 0)
        if not args.characters and not args.take_out:
            return _playable(arrange(wish))
        usual = arrange(replace(wish, players=0))
        own = tuple(name for book in usual.books for name in load_play_set(book).characters)
        own = (*more, *own)
        people = tuple(one_of(word, own, "Character") for word in _words(args.characters))
        out = tuple(one_of(word, own, "Character") for word in _words(args.take_out))
        if any(name in more for name in people):  # the game itself says who may sit where
            return replace(arrange(replace(wish, players=len(people), out=out)), seats=people)
        return _playable(arrange(replace(wish, characters=people, out=out)))
    except GameError as error:
        raise Unusable(said(error)) from error


def _playable(found: Arrangement) -> Arrangement:
    """The same game, which can be set up. Raises GameError."""
    from rules_check.oracle.box.arranging import play_set_of
    from rules_check.oracle.game import Game

    Game(play_set_of(found))
    return found


def _words(text: str | None) -> list[str]:
    return text.split(",") if text else []


def list_variants(args: argparse.Namespace) -> int:
    """Print the variants of the game, or of all games, a name a line."""
    from rules_check.oracle.box.arranging import variant_names
    from rules_check.oracle.box.names import play_set_names
    from rules_check.play.table import find_game

    for book in play_set_names() if not args.game else (find_game(args.game),):
        for name in variant_names(book):
            print(name)
    return 0
