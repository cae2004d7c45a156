"""What of the cards of the games scenarios carry out: `python -m tests.meaning.coverage`.

It lists the cards that are in no scenario, and the statements of cards that none runs, or of which
none takes the other branch, but for those that `gaps.toml` gives a reason for.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from itertools import chain
from pathlib import Path

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import said_by, walk
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.quick.state import Kind
from rules_check.oracle.scenarios.files import load_scenarios
from rules_check.oracle.writing.chosen import printed_words
from tests.meaning.carried_out import Record, is_run, record_scenarios
from tests.meaning.scope_scenarios import scope_scenarios

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAPS = Path(__file__).with_name("gaps.toml")


@cache
def record() -> Record:
    """What all scenarios carry out."""
    return record_scenarios(chain(load_scenarios(SCENARIOS), scope_scenarios()))


@cache
def gaps() -> dict[str, str]:
    """What is not carried out on purpose, and why."""
    table = tomllib.loads(GAPS.read_text(encoding="utf-8"))
    return {line: gap["why"] for gap in table["gap"] for line in gap["lines"]}


@cache
def cards() -> tuple[tuple[Game, int, Kind], ...]:
    """Every kind of card of the play sets, with one of its cards."""
    found: dict[tuple[str, str], tuple[Game, int, Kind]] = {}
    for name in PLAY_SETS:
        game = Game(load_play_set(name))
        for card, kind in enumerate(game.core.kinds):
            found.setdefault((kind.book, kind.key), (game, card, kind))
    return tuple(found.values())


def unnamed() -> list[str]:
    """The cards of the play sets that are in no scenario."""
    there = record().cards
    return [kind.key for _, _, kind in cards() if (kind.book, kind.key) not in there]


def not_done() -> list[str]:
    """The statements of cards that no scenario runs, and of which none takes the other branch."""
    done = record().deeds
    found = []
    for game, card, kind in cards():
        if kind.just_gives:
            continue  # such a card is played without its text being run
        for form in (x for text in kind.texts for x in walk(text.form) if is_run(x)):
            words = words_of(game, card, form)
            own = kind.book, kind.key
            if (own, form, True) not in done:
                found.append(f"{kind.key}: {type(form).__name__} {words}")
            elif may_be_left(form) and (own, form, False) not in done:
                found.append(f"{kind.key}: not {type(form).__name__} {words}")
    return list(dict.fromkeys(found))


def may_be_left(form: c.Form) -> bool:
    """Whether what depends on something may not come; of several things one has to be taken."""
    if isinstance(form, c.Offer):
        return len(form.ways) == 1
    return isinstance(form, c.If) and bool(form.then)


def words_of(game: Game, card: int, form: c.Form) -> str:
    """The words of a card that say a statement."""
    place = said_by((form,))
    return "" if place is None else printed_words(game, card, *place)


def missing() -> list[str]:
    """What is not carried out, and not on purpose."""
    return [line for line in not_done() if line not in gaps()]


def needless() -> list[str]:
    """What is carried out, and has a reason why it is not."""
    left = set(not_done())
    return [line for line in gaps() if line not in left]


def main() -> int:
    """List what is missing."""
    found = [*unnamed(), *missing(), *needless()]
    print(*found, sep="\n")
    print(f"{len(record().deeds)} statements and branches are carried out, {len(gaps())} are not")
    return 1 if found or record().failed else 0


if __name__ == "__main__":
    sys.exit(main())
