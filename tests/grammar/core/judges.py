"""Today's judges of what can be carried out, and the core's: who refuses which text, and why.

Today five modules of `oracle/` refuse texts (RC210), and the checks of references tell words that
speak of nothing (RC201 and its neighbours). The translation into the core and the core's checker
are to take their place. `python -m tests.grammar.core.judges` asks both of every text of the
project, of every text of `tests/oracle/unplayed.txt`, and of random ones, and groups what they say.
`core_is_right.txt` has the groups and texts of which it is decided that they need not be refused.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.translate import Untranslated, translate
from rules_check.grammar.questions import readings
from rules_check.grammar.wording import wording
from rules_check.oracle import of_whom, out_of_place, playable, unbound, which_card
from rules_check.oracle.box.card_kinds import kind_of
from rules_check.oracle.box.playset import CardDef, card_def
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.properties.random_cards import random_texts
from rules_check.properties.strategies import NAMES, card_texts, played_texts
from tests.meaning.scope_scenarios import scope_scenarios

ROOT: Final = Path(__file__).parents[3]
UNPLAYED: Final = ROOT / "tests/oracle/unplayed.txt"
CORE_IS_RIGHT: Final = Path(__file__).with_name("core_is_right.txt")
RANDOM: Final = 5000
MOST_WORDS: Final = 60
LINE_END: Final = " / "
LISTS: Final = (
    "grammar/phrasebook.txt",
    "tests/meaning/paraphrases.txt",
    "tests/meaning/contrasts.txt",
)
REFUSES: Final = ("RC201", "RC202", "RC203", "RC206", "RC209")
"""Errors that say that a text which is understood cannot be carried out."""

MODULES: Final = (unbound, of_whom, which_card, out_of_place, playable)
REASONS: Final[Mapping[str, str]] = {
    value: module.__name__.rpartition(".")[2]
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, str) and not value.startswith("rules_check") and "\n" not in value
}
"""Every reason of an RC210, and the module that gives it."""

ACCEPTED: Final = "accepted"
IN_A_REMINDER: Final = "only a reminder says it"
REMINDER: Final = r"(\w+( \w+)?: )*\(.*\)"
KNOWN: Final = ("Punch", "Weakness", "Vulnerability", "Kick", "Word of Power", "Enhanced Strength")
GAME: Final = (
    (r"Kick|Super[- ]Hero|Super-Villain|First Appearance|Stack Ongoing", "heroes-unite"),
    (r"Words? of Power", "rivals-shazam-black-adam"),
    (r"", "confrontations"),
)
"""The game of a text that names none: the first whose words stand in it."""


class Verdict(NamedTuple):
    """What one judge says: `accepted`, or who refuses it and why."""

    by: str = ACCEPTED
    why: str = ""

    def __str__(self) -> str:
        return f"{self.by}: {self.why}" if self.why else self.by


class Judged(NamedTuple):
    """A text and both verdicts."""

    words: str
    today: Verdict
    core: Verdict


class Side(NamedTuple):
    """Texts of one source, as card files."""

    name: str
    files: Iterable[str]


# ----------------------------------------------------------------------- the two judges


def today(result: FileResult, one: CardResult, card: CardDef) -> Verdict:
    """What is said today of a text that is understood."""
    for found in result.diagnostics:
        if found.code in REFUSES and found.place.card == one.card.name:
            return Verdict(f"{found.code} checks", CODES[found.code][0])
    for problem in playable.unplayable(card):
        return Verdict(f"RC210 {REASONS[problem.why]}", problem.why)
    return Verdict()


def core(card: CardDef) -> Verdict:
    """What the translation and the checker of the core say of the same text."""
    kind = kind_of(card, 0)
    try:
        made = translate(kind.text, character=kind.character)
    except Untranslated as problem:
        return Verdict(f"untranslated at {type(problem.node).__name__}", _plain(problem.why))
    except Exception as error:  # noqa: BLE001 (a fault of the translation is a verdict, too)
        return Verdict(f"the translation fails with {type(error).__name__}", _plain(str(error)))
    for fault in check(made):
        return Verdict(f"fault at {type(fault.at).__name__}", _plain(fault.problem))
    return Verdict()


def _plain(problem: str) -> str:
    """A problem without the names and numbers that differ from text to text."""
    problem = re.sub(r", .* is (?=[A-Z]\w*$)", ", found is ", problem)
    return re.sub(r"\b[a-z]{1,2}\d*(?= is (not )?bound)", "a name", problem)


# ----------------------------------------------------------------------- judging


@dataclass(slots=True)
class Judges:
    """Asks both judges; counts the texts that they cannot be asked of."""

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
                judged = Judged(words, today(result, one, card), core(card))
                yield judged._replace(today=self._besides_reminders(card_file, judged))

    def _besides_reminders(self, card_file: str, judged: Judged) -> Verdict:
        """What is said today, if it is not said of a reminder alone, which does nothing."""
        lines = judged.words.split(LINE_END)
        rest = [line for line in lines if not re.fullmatch(REMINDER, line)]
        if Verdict() == judged.today or Verdict() != judged.core or len(rest) == len(lines):
            return judged.today
        reminder = Verdict("a reminder", IN_A_REMINDER)
        if not rest:
            return reminder
        head, name, _ = card_file.partition("\nBlue Bell\n")
        if not name:
            return judged.today
        line = card_file.partition(name)[2].partition("\n")[0]
        again = "\n".join([head + name + line, *rest]) + "\n"
        plain = [one.today for one in self.judge(again)]
        return reminder if plain == [Verdict()] else judged.today

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


@dataclass(slots=True)
class Group:
    """Texts of which both judges say the same."""

    today: Verdict
    core: Verdict
    texts: dict[str, None] = field(default_factory=dict)

    decided: bool = False

    @property
    def differs(self) -> bool:
        """Whether one of the judges accepts what the other refuses, and it is not decided."""
        return self.kind in (KINDS[False, True], KINDS[True, False])

    @property
    def kind(self) -> str:
        """How the two judges differ, or that they do not."""
        if self.decided:
            return DECIDED
        return KINDS[self.today == Verdict(), self.core == Verdict()]


DECIDED: Final = "refused today, rightly accepted by the core"
KINDS: Final = {
    (False, True): "refused today, accepted by the core",
    (True, False): "accepted today, refused by the core",
    (False, False): "refused by both",
    (True, True): "accepted by both",
}


def core_is_right() -> frozenset[str]:
    """The reasons of today, and the texts, of which it is decided that the core is right."""
    lines = CORE_IS_RIGHT.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def grouped(judged: Iterable[Judged]) -> list[Group]:
    """The groups, those in which the judges differ first, the largest first; each text once."""
    groups: dict[tuple[Verdict, Verdict, bool], Group] = {}
    right = core_is_right()
    for one in judged:
        known = one.words in right or one.today.why in right
        decided = known and one.today != Verdict() and one.core == Verdict()
        key = (one.today, one.core, decided)
        group = groups.setdefault(key, Group(one.today, one.core, decided=decided))
        group.texts[one.words] = None
    kinds = [*KINDS.values(), DECIDED]
    return sorted(groups.values(), key=lambda x: (kinds.index(x.kind), -len(x.texts), x.today))


def table(groups: Sequence[Group], examples: int = 1) -> Iterator[str]:
    """The groups in words, with the shortest texts of each."""
    for kind in (*KINDS.values(), DECIDED):
        mine = [group for group in groups if group.kind == kind]
        yield f"{kind}: {sum(len(group.texts) for group in mine)}"
        for group in mine if kind != KINDS[True, True] else ():
            yield f"  {len(group.texts):5}  today: {group.today}"
            yield f"         core:  {group.core}"
            for words in sorted(group.texts, key=lambda text: (len(text), text))[:examples]:
                yield f"           {words}"


def sides(number: int = RANDOM, seed: int = 1) -> list[Side]:
    """All texts that are judged."""
    return [
        Side("texts of the project", project()),
        Side("texts of unplayed.txt", refused()),
        Side(f"random texts (seed {seed})", made_up(number, seed)),
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Judge, and print the table. Exit status 1 if the judges differ."""
    parser = argparse.ArgumentParser(prog="tests.grammar.core.judges", description=__doc__)
    parser.add_argument("--random", type=int, default=RANDOM, help="how many random texts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, default=1, help="texts shown of each group")
    parser.add_argument("text", nargs="*", help="judge these texts instead")
    args = parser.parse_args(words)
    chosen = [Side("given texts", map(card_file, args.text))] if args.text else []
    judges = Judges()
    differ = False
    for side in chosen or sides(args.random, args.seed):
        judges.left_out.clear()
        groups = grouped(chain.from_iterable(map(judges.judge, side.files)))
        total = sum(len(group.texts) for group in groups)
        left = "".join(f"; {number} {why}" for why, number in sorted(judges.left_out.items()))
        print(f"== {side.name}: {total} judged{left}", *table(groups, args.examples), "", sep="\n")
        differ = differ or any(one.differs for one in groups)
    judges.checker.save()
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
