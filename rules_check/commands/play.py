"""`rules-check play GAME`: one game, told as text or as JSON, or played at the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules_check.commands.arguments import either
from rules_check.commands.deck_options import add_deck_options
from rules_check.commands.game_options import OPTIONS, add_game_options
from rules_check.oracle.box.names import play_set_names
from rules_check.output import wants_colour

if TYPE_CHECKING:
    from rules_check.play.session import Session
    from rules_check.play.table import Table

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2
EXIT_INTERRUPTED = 130
TAKEN_FROM_FILE = ("game", "seed", "cards", "deck", *OPTIONS)
"""What --replay and --resume take from the saved game."""


class Once(argparse.Action):
    """An option that is given once: one person plays at a terminal."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Take the value, or refuse a second one."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option_string}: only one seat is played at the terminal")
        setattr(namespace, self.dest, values)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help=f"{either(play_set_names())}; a part of the name will do",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="another number is another game (default: 0)"
    )
    parser.add_argument(
        "--players",
        metavar="KIND,...",
        help="random or greedy, for all seats or one for each (default: random)",
    )
    add_game_options(parser)
    parser.add_argument(
        "--cards",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="card files whose main-deck cards come into the game",
    )
    add_deck_options(parser)
    parser.add_argument(
        "--human", action=Once, metavar="CHARACTER", help="play this seat at the terminal"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print the game"
    )
    parser.add_argument(
        "--save", metavar="FILE", help="also save the game, for --replay or --resume"
    )
    parser.add_argument("--replay", metavar="FILE", help="print a saved game again")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game that was left")
    parser.add_argument(
        "--why", action="store_true", help="below each line, the rules that made it happen"
    )
    parser.add_argument("--quiet", action="store_true", help="print the result only")


def run(args: argparse.Namespace) -> int:
    """Play or replay the game and print it."""
    from rules_check.commands.game_options import list_variants
    from rules_check.oracle.box.playset_file import PlaySetError
    from rules_check.oracle.players.drive import EndlessGame
    from rules_check.play.cards import BadCards
    from rules_check.play.deck import BadDeck
    from rules_check.play.table import Unusable

    try:
        if args.list_variants:
            return list_variants(args)
        if args.replay is not None:
            return _replay(args)
        if args.resume is not None:
            return _resume(args)
        return _play(args)
    except BadCards as error:
        sys.stdout.write(error.report(sys.stdout, no_color=args.no_color))
        return EXIT_FINDINGS if error.readable else EXIT_UNUSABLE
    except BadDeck as error:
        sys.stderr.write(error.report())
        return EXIT_UNUSABLE
    except (Unusable, PlaySetError, EndlessGame) as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE


def _replay(args: argparse.Namespace) -> int:
    import json

    from rules_check.play.document import parse
    from rules_check.play.session import replay
    from rules_check.play.witness import is_witness, lines

    _refuse(args, "--replay", (*TAKEN_FROM_FILE, "players", "human", "resume"))
    value = parse(args.replay)
    if is_witness(value):
        assert isinstance(value, dict)
        told, same = lines(args.replay, value)
        if args.format == "json":
            print(json.dumps(value, ensure_ascii=False, indent=1))
        else:
            print("\n".join(told[-1:] if args.quiet else told))
        return 0 if same else EXIT_FINDINGS
    session = replay(args.replay)
    status = _print(args, session)
    if session.parted:
        sys.stdout.flush()
        parted = f"{args.replay}: the saved game is not the one that was played: {session.parted}"
        print(f"rules-check: {parted}", file=sys.stderr)
        return EXIT_FINDINGS
    return status


def _refuse(args: argparse.Namespace, option: str, names: Sequence[str]) -> None:
    """Raise Unusable for what a saved game has already."""
    from rules_check.play.table import Unusable

    for name in names:
        if getattr(args, name) is not None:
            word = "GAME" if name == "game" else f"--{name.replace('_', '-')}"
            raise Unusable(f"{word} and {option}: a saved game has its own; leave one of them out")


def _resume(args: argparse.Namespace) -> int:
    from rules_check.play.session import replay
    from rules_check.play.table import Unusable

    _refuse(args, "--resume", TAKEN_FROM_FILE)
    session = replay(args.resume, lambda table: _seated(args, table))
    if session.parted:
        raise Unusable(f"{args.resume}: not the game that its answers give: {session.parted}")
    if session.over:
        raise Unusable(f"{args.resume}: this game is over; --replay prints it")
    return _play_on(args, session)


def _seated(args: argparse.Namespace, table: Table) -> Table:
    """The table with the players that the command line names, and the person at the terminal."""
    from rules_check.play.table import HUMAN, Unusable, find_players, one_of
    from rules_check.rules.load import load_ruleset

    kinds = table.players
    if args.players is not None:
        kinds = find_players(args.players, table.seats)
    if args.human is not None:
        what = f"{load_ruleset(table.game).character_word} at the table"
        human = table.seats.index(one_of(args.human, table.seats, what))
        kinds = (*kinds[:human], HUMAN, *kinds[human + 1 :])
    people = [seat for seat, kind in zip(table.seats, kinds, strict=True) if kind == HUMAN]
    if len(people) > 1:
        others = " and ".join(seat for seat in people if seat != table.seats[human])
        raise Unusable(f"who plays {others} now? --players says it")
    if people and args.format == "json":
        raise Unusable("--human speaks with a person; --format json is for programs")
    return replace(table, players=kinds)


def _play(args: argparse.Namespace) -> int:
    from rules_check.commands.deck_options import deck_for
    from rules_check.commands.game_options import arrangement_of, names_a_game
    from rules_check.oracle.box.playset import load_play_set
    from rules_check.play.cards import read_cards
    from rules_check.play.deck import deck_of, seated
    from rules_check.play.session import Session
    from rules_check.play.table import Table, Unusable, find_game, find_players

    if not names_a_game(args):
        raise Unusable(f"name a game to play; there are {', '.join(play_set_names())}")
    deck = deck_for(args)
    own = () if deck is None else deck_of(deck, find_game(args.game)).own
    found = arrangement_of(args, own)
    seats = found.seats
    if own and not args.characters:
        seats = seated(own, seats, load_play_set(found.game).sides)
    cards = read_cards(args.cards or (), *found.books)
    kinds = find_players(args.players or "random", seats)
    table = Table(found.game, seats, args.seed or 0, kinds, cards, found.variant, found.mixed, deck)
    return _play_on(args, Session(_seated(args, table)))


def _play_on(args: argparse.Namespace, session: Session) -> int:
    """Play to the end, at the terminal if one of the players is a person. Where the game is to be
    saved is looked at first."""
    from rules_check.oracle.players.drive import EndlessGame
    from rules_check.play.table import HUMAN

    if args.save is not None:
        session.check_place(args.save)
    if HUMAN in session.table.players:
        return _at_terminal(args, session, session.table.players.index(HUMAN))
    try:
        session.play()
    except (EndlessGame, KeyboardInterrupt):
        _save(args, session)  # so that one can look at it, or go on
        raise
    return _print(args, session)


def _at_terminal(args: argparse.Namespace, session: Session, human: int) -> int:
    from rules_check.play.terminal import HumanPlayer

    colour = wants_colour(sys.stdout, no_color=args.no_color)
    begun = len(session.state.trace or ()) if session.answers else 0
    player = HumanPlayer(
        session.game, human, why=args.why, colour=colour, begun=begun, notes=session.table.notes()
    )
    ended = False
    try:
        ended = session.play({human: player})
    except KeyboardInterrupt:
        player.interrupted = True
    finally:
        _save(args, session)
    player.farewell(session.state, ended, args.save)
    return EXIT_INTERRUPTED if player.interrupted else 0


def _print(args: argparse.Namespace, session: Session) -> int:
    _save(args, session)
    if args.format == "json" or args.quiet:
        for note in session.table.notes():
            print(f"rules-check: {note}", file=sys.stderr)
    if args.format == "json":
        sys.stdout.write(session.document())
        return 0
    from rules_check.play.transcript import transcript

    colour = wants_colour(sys.stdout, no_color=args.no_color)
    sys.stdout.write(transcript(session, why=args.why, quiet=args.quiet, colour=colour))
    return 0


def _save(args: argparse.Namespace, session: Session) -> None:
    if args.save is not None:
        session.save(args.save)
