"""Which texts cannot be carried out, who says so, and why.

The core's judge (`grammar/core/judge.py`) refuses what nobody can carry out, the engine's list
(`oracle/playable.py`) what only the engine cannot yet, and the checks of words (RC201 and its
neighbours) what speaks of nothing. `python -m tests.grammar.core.refusals` asks all of them of
every text of the project, of every text of `tests/oracle/unplayed.txt`, and of random ones, and
groups what they say: to look at samples of each reason.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rules_check.checker import CardResult, Checker, FileResult
from rules_check.codes import CODES
from rules_check.grammar import ast as a
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.questions import readings
from rules_check.grammar.wording import wording
from rules_check.oracle.box.playset import CardDef, card_def
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.playable import unplayable
from rules_check.properties.random_cards import random_texts
from rules_check.properties.strategies import NAMES, card_texts, played_texts
from tests.meaning.scope_scenarios import scope_scenarios

ROOT: Final = Path(__file__).parents[3]
UNPLAYED: Final = ROOT / "tests/oracle/unplayed.txt"
RANDOM: Final = 5000
MOST_WORDS: Final = 60
LINE_END: Final = " / "
LISTS: Final = (
    "grammar/phrasebook.txt",
    "tests/meaning/paraphrases.txt",
    "tests/meaning/contrasts.txt",
)
WORDS: Final = ("RC201", "RC202", "RC203", "RC206", "RC209")
"""Errors of words in a text that is understood."""

KNOWN: Final = ("Punch", "Weakness", "Vulnerability", "Kick", "Word of Power", "Enhanced Strength")
GAME: Final = (
    (r"Kick|Super[- ]Hero|Super-Villain|First Appearance|Stack Ongoing", "heroes-unite"),
    (r"Words? of Power", "rivals-shazam-black-adam"),
    (r"", "confrontations"),
)
"""The game of a text that names none: the first whose words stand in it."""


class Verdict(NamedTuple):
    """Who refuses a text, and why; what the checks of words say of it besides."""

    by: str = "accepted"
    why: str = ""
    words: str = ""


ACCEPTED: Final = "accepted"
CORE: Final = "the core"
ENGINE: Final = "the engine, not yet"


class Judged(NamedTuple):
    """A text and what is said of it."""

    words: str
    verdict: Verdict


class Side(NamedTuple):
    """Texts of one source, as card files."""

    name: str
    files: Iterable[str]


def verdict(result: FileResult, one: CardResult, card: CardDef) -> Verdict:
    """What is said of a text that is understood."""
    errors = (x.code for x in result.diagnostics if x.place.card == one.card.name)
    words = next((f"{code} {CODES[code][0]}" for code in errors if code in WORDS), "")
    for problem in unplayable(card):
        return Verdict(ENGINE if problem.not_yet else CORE, problem.why, words)
    return Verdict(words=words)


@dataclass(slots=True)
class Judge:
    """Asks of the cards of files; counts the texts of which nothing can be asked."""

    checker: Checker = field(default_factory=lambda: Checker(Cache()))
    left_out: Counter[str] = field(default_factory=Counter)

    def judge(self, card_file: str) -> Iterator[Judged]:
        """The verdicts on the cards of a file."""
        result = self.checker.check(read_card_text(card_file, "judged"))
        for one in result.cards:
            words = LINE_END.join(line.text for line in one.card.printed)
            if not words:
                continue
            if not one.understood:
                self.left_out["not understood"] += 1
                continue
            card = self._card(result, one)
            if card is not None:
                yield Judged(words, verdict(result, one, card))

    def _card(self, result: FileResult, one: CardResult) -> CardDef | None:
        """The card as the engine has it: of several readings that of the book, or the first."""
        game = result.file.ruleset
        if game is None or one.card.line is None or one.card.line.type is None:
            self.left_out["no game, or no type"] += 1
            return None
        first = (reading.text for reading in readings(one.subject.text))
        for text in (one.subject.parsed.text, next(first)):
            try:
                return card_def(game, result.file.path, one.card, text)
            except PlaySetError:
                continue
        self.left_out["a question stays open"] += 1
        return None


# ----------------------------------------------------------------------- which texts


def project() -> Iterator[str]:
    """The texts of card files, scenarios, lists and pages."""
    for folder in ("cards", "examples", "tests"):
        for path in sorted((ROOT / folder).glob("**/*.txt")):
            written = path.read_text(encoding="utf-8", errors="replace")
            if re.match(r"(#.*\n|\s)*set:", written):
                yield written
    for path in sorted(ROOT.glob("tests/**/*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        yield from _of_scenarios(table, "confrontations")
    for game, cards in dict.fromkeys((one.game, one.cards) for one in scope_scenarios()):
        yield _of_game(game, cards)
    for name in LISTS:
        yield from _of_lines((ROOT / name).read_text(encoding="utf-8"))
    for path in sorted(ROOT.glob("docs/*.md")):
        page = path.read_text(encoding="utf-8")
        for block in re.findall(r"^```phrases\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            yield from _of_lines(block)


def _of_scenarios(value: Any, game: str) -> Iterator[str]:
    """The cards that scenarios bring with them."""
    if isinstance(value, list):
        for item in value:
            yield from _of_scenarios(item, game)
    if isinstance(value, dict):
        named = value.get("game", game)
        game = named if isinstance(named, str) else game
        for key, item in value.items():
            if key == "cards" and isinstance(item, str) and "\n" in item:
                yield _of_game(game, item)
            else:
                yield from _of_scenarios(item, game)


def _of_game(game: str, cards: str) -> str:
    return f"set: A\nruleset: {game}\n\n{cards.strip()}\n"


def _of_lines(lines: str) -> Iterator[str]:
    for line in dict.fromkeys(lines.splitlines()):
        if line.strip() and not line.startswith("#"):
            yield card_file(line)


def refused() -> Iterator[str]:
    """The texts of `unplayed.txt`: each that is refused, and the one beside it that is played."""
    for line in UNPLAYED.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith(("#", "=")):
            yield card_file(line.removeprefix("but "), "rivals-shazam-black-adam")


def made_up(number: int, seed: int) -> Iterator[str]:
    """Random texts: half of them as `fuzz --cards random` makes them, half as the tests do."""
    rng = Random(seed)
    halves = (_written(random_texts(rng, kind)) for kind in (played_texts, card_texts))
    for pair in islice(zip(*halves, strict=True), (number + 1) // 2):
        yield from pair


def _written(texts: Iterable[a.CardText]) -> Iterator[str]:
    for text in texts:
        lines = wording(text)
        if lines and all(len(line.split()) <= MOST_WORDS for line in lines):
            yield card_file(LINE_END.join(lines), known=NAMES)


def card_file(words: str, game: str = "", known: Sequence[str] = KNOWN) -> str:
    """A card file with one card that has this text."""
    game = game or next(name for said, name in GAME if re.search(said, words))
    said = set(re.findall(r"\w+", words.casefold()))
    names = [name for name in known if not said.isdisjoint(name.casefold().split())]
    head = ["set: A", f"ruleset: {game}", *([f"names: {', '.join(names)}"] if names else [])]
    card = ["", "Blue Bell", "Hero, cost 3, 1 VP, x2, source original"]
    return "\n".join([*head, *card, *words.split(LINE_END)]) + "\n"


# ----------------------------------------------------------------------- the table


def grouped(judged: Iterable[Judged]) -> dict[Verdict, list[str]]:
    """The texts of each verdict, each once; the largest groups first, those accepted last."""
    groups: dict[Verdict, dict[str, None]] = {}
    for one in judged:
        groups.setdefault(one.verdict, {})[one.words] = None
    order = sorted(groups.items(), key=lambda x: (x[0].by == ACCEPTED, -len(x[1]), x[0]))
    return {said: list(texts) for said, texts in order}


def table(groups: dict[Verdict, list[str]], examples: int = 1) -> Iterator[str]:
    """The groups in words, with the shortest texts of each."""
    for said, texts in groups.items():
        told = ": ".join(filter(None, (said.by, said.why)))
        yield f"{len(texts):5}  {told}{f'  ({said.words})' if said.words else ''}"
        if said != Verdict():
            for words in sorted(texts, key=lambda text: (len(text), text))[:examples]:
                yield f"         {words}"


def sides(number: int = RANDOM, seed: int = 1) -> list[Side]:
    """All texts that are judged."""
    return [
        Side("texts of the project", project()),
        Side("texts of unplayed.txt", refused()),
        Side(f"random texts (seed {seed})", made_up(number, seed)),
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Judge, and print the table."""
    parser = argparse.ArgumentParser(prog="tests.grammar.core.refusals", description=__doc__)
    parser.add_argument("--random", type=int, default=RANDOM, help="how many random texts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=1, help="texts shown of each group")
    parser.add_argument("text", nargs="*", help="judge these texts instead")
    args = parser.parse_args(words)
    chosen = [Side("given texts", map(card_file, args.text))] if args.text else []
    judge = Judge()
    for side in chosen or sides(args.random, args.seed):
        judge.left_out.clear()
        groups = grouped(chain.from_iterable(map(judge.judge, side.files)))
        total = sum(map(len, groups.values()))
        left = "".join(f"; {number} {why}" for why, number in sorted(judge.left_out.items()))
        print(f"== {side.name}: {total} judged{left}", *table(groups, args.examples), "", sep="\n")
    judge.checker.save()
    return 0


if __name__ == "__main__":
    sys.exit(main())
