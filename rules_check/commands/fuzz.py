"""`rules-check fuzz [GAME]`: many games, every step of which is checked."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rules_check.commands.arguments import positive
from rules_check.commands.deck_options import add_deck_options, deck_for
from rules_check.commands.game_options import OPTIONS, add_game_options

if TYPE_CHECKING:
    from rules_check.fuzz.plan import Cards, Plan
    from rules_check.fuzz.results import Results
    from rules_check.oracle.box.arranging import Wish

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2
EXIT_SIGNALLED = 128


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="one game only; a part of its name will do"
    )
    add_game_options(parser)
    parser.add_argument(
        "--every",
        action="store_true",
        default=None,
        help="every variant and every mix of the books, with each number of players",
    )
    parser.add_argument("--games", type=positive, metavar="N", help="how many (default: 100)")
    parser.add_argument("--seed", type=int, metavar="S", help="of the first game (default: 0)")
    parser.add_argument(
        "--jobs", type=positive, default=1, metavar="J", help="processes (default: 1)"
    )
    parser.add_argument(
        "--cards",
        metavar="random|FILE",
        help="random cards in the main deck, or the cards of a card file",
    )
    add_deck_options(parser)
    parser.add_argument(
        "--property",
        action="append",
        metavar="NAME",
        help="check this property only (may be repeated; default: all)",
    )
    parser.add_argument("--state", metavar="FILE", help="keep the results here, to go on later")
    parser.add_argument("--resume", metavar="FILE", help="go on with the campaign in this file")
    parser.add_argument(
        "--max-seconds", type=_seconds, metavar="T", help="begin no game after so long"
    )
    parser.add_argument(
        "--save", default=".", metavar="FOLDER", help="where failed games go (default: here)"
    )
    parser.add_argument(
        "--executor",
        metavar="MODULE:NAME",
        help="what makes an executor of concurrent.futures, given a number of jobs",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people (default), or for programs",
    )
    parser.add_argument("--quiet", action="store_true", help="no figures, no progress bar")
    parser.add_argument("--list", action="store_true", help="list the properties")


def _seconds(word: str) -> float:
    number = float(word)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"expected more than 0, found {word}")
    return number


def run(args: argparse.Namespace) -> int:
    """Play the games and print what they came to."""
    from rules_check.commands.game_options import list_variants
    from rules_check.oracle.box.playset_file import PlaySetError
    from rules_check.play.cards import BadCards
    from rules_check.play.deck import BadDeck
    from rules_check.play.table import Unusable

    try:
        if args.list_variants:
            return list_variants(args)
        return _list(args) if args.list else _fuzz(args)
    except BadCards as error:
        sys.stdout.write(error.report(sys.stdout))
        return EXIT_FINDINGS if error.readable else EXIT_UNUSABLE
    except BadDeck as error:
        sys.stderr.write(error.report())
        return EXIT_UNUSABLE
    except (Unusable, PlaySetError) as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE


def _fuzz(args: argparse.Namespace) -> int:
    from rules_check.fuzz.campaign import Stopped, find_executor, make_executor, run_campaign
    from rules_check.fuzz.campaign_report import render
    from rules_check.fuzz.progress import Progress

    make = find_executor(args.executor) if args.executor is not None else make_executor
    results = _results(args)
    progress = Progress(results.plan.count, len(results.games), quiet=args.quiet)
    status = 0
    try:
        run_campaign(
            results,
            jobs=args.jobs,
            make=make,
            folder=args.save,
            seconds=args.max_seconds,
            watch=progress.note,
        )
    except Stopped as stop:
        status = EXIT_SIGNALLED + stop.number
    finally:
        progress.close()
    if status:
        _stopped(results)
        return status
    sys.stdout.write(render(results, args.format, quiet=args.quiet))
    return EXIT_FINDINGS if any(r["violations"] for r in results.games.values()) else 0


def _results(args: argparse.Namespace) -> Results:
    """A new campaign, or one to go on with. Raises Unusable."""
    from rules_check.fuzz.results import Results, resume
    from rules_check.play.table import Unusable

    if args.resume is None:
        results = Results(_plan(args))
        if args.state is not None:
            results.keep_in(args.state)
        return results
    for name in ("game", "every", "seed", "cards", "deck", "property", "state", *OPTIONS):
        if getattr(args, name) is not None:
            word = "GAME" if name == "game" else f"--{name.replace('_', '-')}"
            raise Unusable(f"{word} and --resume: a campaign has its own; leave one of them out")
    results = resume(args.resume)
    if args.games is not None:
        from dataclasses import replace

        results.plan = replace(results.plan, count=args.games)
    return results


def _stopped(results: Results) -> None:
    """Keep the finished games, and tell how to go on."""
    from rules_check.play.table import Unusable

    done, total = len(results.games), results.plan.count
    if results.path is None:
        try:
            results.keep_beside(f"fuzz-{results.plan.seed}")
        except Unusable as error:
            print(f"rules-check: stopped after {done} of {total} games; {error}", file=sys.stderr)
            return
    print(
        f"rules-check: stopped after {done} of {total} games; "
        f"go on with: rules-check fuzz --resume {results.path}",
        file=sys.stderr,
    )


def _plan(args: argparse.Namespace) -> Plan:
    from rules_check.fuzz.plan import RANDOM, Plan
    from rules_check.play.table import Unusable, one_of
    from rules_check.properties.citations import applies
    from rules_check.properties.registry import PROPERTIES, find_property

    games = _games(args)
    cards: Cards = ()
    if args.cards is not None:
        games, cards = _cards(args.cards, games, named=len(games) == 1)
    known = [prop.name for prop in PROPERTIES]
    chosen = tuple(one_of(word, known, "property") for word in args.property or ())
    for word in chosen:
        if not any(applies(find_property(word), wish.game) for wish in games):
            raise Unusable(f"{word} has no place in {' and '.join(wish.title for wish in games)}")
    deck = deck_for(args)
    if deck is not None and cards == RANDOM:
        raise Unusable("--deck and --cards random: leave one of them out")
    return Plan(games, args.games or 100, args.seed or 0, cards, chosen, deck)


def _games(args: argparse.Namespace) -> tuple[Wish, ...]:
    """The games played in turn: the one that is named, else every book, or every way to play.
    Raises Unusable."""
    from rules_check.commands.game_options import arrangement_of, names_a_game
    from rules_check.oracle.box.arranging import Wish, every_wish
    from rules_check.oracle.box.names import play_set_names
    from rules_check.play.table import Unusable, find_game

    if args.every:
        for name in OPTIONS:
            if getattr(args, name) is not None:
                raise Unusable(f"--every and --{name.replace('_', '-')}: leave one of them out")
        only = find_game(args.game) if args.game is not None else ""
        return tuple(wish for wish in every_wish() if only in ("", wish.game))
    if not names_a_game(args):
        for name in ("seats", "characters", "take_out"):
            if getattr(args, name) is not None:
                raise Unusable(f"--{name.replace('_', '-')}: name a game")
        return tuple(Wish(name) for name in play_set_names())
    found = arrangement_of(args)
    out = tuple(name for mixed in found.mixed for name in mixed.out) if args.take_out else ()
    seats = found.seats if args.characters else ()
    others = tuple(mixed.other for mixed in found.mixed)
    number = args.seats or (len(found.seats) if others or found.variant else 0)
    return (Wish(found.game, found.variant, others, number, seats, out),)


def _cards(words: str, games: tuple[Wish, ...], *, named: bool) -> tuple[tuple[Wish, ...], Cards]:
    """The cards that come into the games, and the games that they are for."""
    from importlib.util import find_spec

    from rules_check.configuration import configuration_of
    from rules_check.fuzz.plan import RANDOM
    from rules_check.grammar.cardfile import read_card_file
    from rules_check.oracle.box.arranging import Wish
    from rules_check.play.cards import read_cards
    from rules_check.play.table import Unusable, find_game

    if words == RANDOM:
        if find_spec("hypothesis") is None:
            raise Unusable("--cards random needs the Python package hypothesis")
        return games, RANDOM
    if not named:
        ruleset = read_card_file(words, configuration_of(words).given).ruleset
        games = (Wish(find_game(ruleset)),) if ruleset is not None else games[:1]
    return games, read_cards((words,), games[0].game, *games[0].mix)


def _list(args: argparse.Namespace) -> int:
    from rules_check.oracle.box.names import play_set_names
    from rules_check.play.table import find_game
    from rules_check.properties.citations import rules_behind
    from rules_check.properties.registry import PROPERTIES

    name = None if args.game is None else find_game(args.game)
    for prop in PROPERTIES:
        print(f"{prop.name}\n  {prop.sentence}")
        for book in play_set_names():
            if name in (None, book):
                rules = rules_behind(prop, book)
                print(f"  {book}: {' '.join(rules) if rules else 'has no place in this game'}")
    return 0
