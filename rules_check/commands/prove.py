"""`rules-check prove [PROPERTY] [FILE...]`: the invariants, proved or refuted."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rules_check.commands.arguments import positive
from rules_check.commands.game_options import add_game_options, arrangement_of, list_variants
from rules_check.extras import lacks
from rules_check.oracle.box.names import play_set_names

if TYPE_CHECKING:
    from rules_check.oracle.box.arranging import Arrangement
    from rules_check.properties.model import Property
    from rules_check.prove.work import Deck

EXIT_FINDINGS = 1
EXIT_UNUSABLE = 2


def default_game() -> str:
    """The game whose cards are proved if none is named: the first one."""
    return play_set_names()[0]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="PROPERTY|FILE",
        help="properties to prove (default: all that can be), and card files whose cards are "
        "proved (default: all cards of the game)",
    )
    parser.add_argument(
        "--game", metavar="NAME", help=f"a part of the name will do (default: {default_game()})"
    )
    add_game_options(parser)
    parser.add_argument(
        "--bound", type=positive, default=1, metavar="N", help="cards per zone (default: 1)"
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=60.0,
        metavar="S",
        help="seconds of computing for each card or rule (default: 60)",
    )
    parser.add_argument(
        "--jobs", type=positive, default=1, metavar="J", help="processes (default: 1)"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people (default), or for programs",
    )
    parser.add_argument("--times", action="store_true", help="also tell how long each proof took")
    parser.add_argument(
        "--quiet", action="store_true", help="only what is not proved, and the last line"
    )
    parser.add_argument("--list", action="store_true", help="list the properties")
    parser.add_argument(
        "--pairs",
        action="store_true",
        help="pairs of cards that touch the same, each tried in the company of the other",
    )
    parser.add_argument(
        "--random",
        type=positive,
        metavar="N",
        help="so many random cards instead of those of a game; tells what is refuted",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="with --random: the seed of the first cards (default: 1)",
    )


def _seconds(word: str) -> float:
    number = float(word)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"expected more than 0, found {word}")
    return number


def run(args: argparse.Namespace) -> int:
    """Do the proofs and print what they show."""
    if lacks("z3", "proofs need"):
        return EXIT_UNUSABLE
    from rules_check.oracle.box.playset_file import PlaySetError
    from rules_check.play.cards import BadCards
    from rules_check.play.table import Unusable

    try:
        if args.list_variants:
            return list_variants(args)
        if args.list:
            return _list()
        if args.random:
            return _random(args)
        return _pairs(args) if args.pairs else _prove(args)
    except BadCards as error:
        sys.stdout.write(error.report(sys.stdout))
        return EXIT_FINDINGS if error.readable else EXIT_UNUSABLE
    except (Unusable, PlaySetError) as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE


def _list() -> int:
    from rules_check.properties.registry import PROVED

    for prop in PROVED:
        print(f"{prop.name}: {prop.sentence}")
    return 0


def _prove(args: argparse.Namespace) -> int:
    from rules_check.fuzz.campaign import ending_at_once, make_executor
    from rules_check.play.table import Unusable
    from rules_check.properties.citations import applies
    from rules_check.properties.symbolic.obligations import obligations
    from rules_check.prove.progress import Progress
    from rules_check.prove.proof_report import ProofReport, render
    from rules_check.prove.support import support_of
    from rules_check.prove.work import Task, play_set, prove_all

    properties, files = _sorted(args.words)
    game, more = _cards(files, args)
    cards = play_set(game, more)
    for prop in properties if args.words else ():
        if not applies(prop, game.game) and prop.name in args.words:
            raise Unusable(f"{prop.name} has no place in {game.game}")
    found = obligations(cards, [card for card, _ in more] if files else None, properties)
    tasks = [Task(game, more, one, args.bound, args.timeout) for one in found]
    progress = Progress(len(tasks), quiet=args.quiet)
    with make_executor(min(args.jobs, len(tasks))) as executor, ending_at_once(executor):
        try:
            proofs = prove_all(tasks, executor, lambda proof: progress.note(proof.paths))
        finally:
            progress.close()
    told = tuple(prop for prop in properties if any(prop in one.properties for one in found))
    support = support_of(cards, proofs)
    report = ProofReport(cards.ruleset, args.bound, proofs, support, told, args.times)
    sys.stdout.write(render(report, args.format, quiet=args.quiet))
    return EXIT_FINDINGS if report.failed else 0


def _pairs(args: argparse.Namespace) -> int:
    from rules_check.fuzz.campaign import ending_at_once, make_executor
    from rules_check.prove.pairs import PairReport, PairTask, prove_pairs, render, touching
    from rules_check.prove.progress import Progress
    from rules_check.prove.work import play_set

    properties, files = _sorted(args.words)
    game, more = _cards(files, args)
    cards = play_set(game, more)
    chosen = [card for card, _ in (more if files else cards.main_deck)]
    pairs = tuple(touching(chosen))
    task = PairTask(game, more, pairs, properties, args.bound, args.timeout)
    progress = Progress(len(pairs), quiet=args.quiet)
    with make_executor(args.jobs) as executor, ending_at_once(executor):
        try:
            found = prove_pairs(task, executor, lambda pair: progress.note(pair.paths))
        finally:
            progress.close()
    report = PairReport(cards.ruleset.title, len(chosen), args.bound, found)
    sys.stdout.write(render(report, args.format))
    return EXIT_FINDINGS if report.failed else 0


def _random(args: argparse.Namespace) -> int:
    from rules_check.fuzz.campaign import ending_at_once, make_executor
    from rules_check.oracle.box.arranging import Arrangement
    from rules_check.play.table import Unusable
    from rules_check.prove.progress import Progress

    if find_spec("hypothesis") is None:
        raise Unusable("--random needs the Python package hypothesis")
    from rules_check.prove.random_cards import failed, prove_random, render, tasks_of

    properties, files = _sorted(args.words)
    game = arrangement_of(args) if args.game else Arrangement(default_game())
    if files or args.pairs:
        raise Unusable("--random makes its own cards: it takes no file, and no --pairs")
    if game.variant or game.mixed:
        raise Unusable("--random is for a game as it is: leave the variant and the mix out")
    limits = (args.bound, args.timeout)
    tasks = [*tasks_of(args.random, args.seed, game.game, properties, *limits)]
    progress = Progress(args.random, quiet=args.quiet)
    with make_executor(args.jobs) as executor, ending_at_once(executor):
        try:
            found = prove_random(tasks, executor, lambda card: progress.note(card.paths))
        finally:
            progress.close()
    sys.stdout.write(render(found, args.format))
    return EXIT_FINDINGS if failed(found) else 0


def _sorted(words: Sequence[str]) -> tuple[tuple[Property, ...], list[str]]:
    """The properties and the files that are meant; no property means all of them."""
    from rules_check.play.table import Unusable, one_of
    from rules_check.properties.registry import PROPERTIES, PROVED

    known = [prop.name for prop in PROVED]
    played = [prop.name for prop in PROPERTIES]
    names: list[str] = []
    files: list[str] = []
    for word in words:
        if word in played and word not in known:
            raise Unusable(f"{word} is not proved, only played: rules-check fuzz --property {word}")
        if word in known:
            names.append(word)
        elif os.path.lexists(word) or os.sep in word or "." in word:
            files.append(word)
        else:
            names.append(one_of(word, known, "property or file"))
    return tuple(prop for prop in PROVED if prop.name in names) or PROVED, files


def _cards(files: Sequence[str], args: argparse.Namespace) -> tuple[Arrangement, Deck]:
    """The game, and the cards of the files."""
    from rules_check.commands.game_options import names_a_game
    from rules_check.configuration import configuration_of
    from rules_check.grammar.cardfile import read_card_file, read_card_text
    from rules_check.oracle.box.playset import card_defs
    from rules_check.play.cards import read_cards

    if not names_a_game(args):
        read = [read_card_file(path, configuration_of(path).given) for path in files]
        rulesets = [file.ruleset for file in read if file.ruleset]
        args.game = rulesets[0] if rulesets else default_game()
    game = arrangement_of(args)
    sources = read_cards(files, *game.books)
    defs = [
        pair for source in sources for pair in card_defs(read_card_text(source.text, source.file))
    ]
    return game, tuple(defs)
