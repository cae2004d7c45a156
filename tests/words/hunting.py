"""What each piece of one text of the project changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from rules_check.checks.large_numbers import LARGEST
from rules_check.grammar.cardfile import read_card_text
from rules_check.grammar.core.edits import pieces
from rules_check.grammar.core.equality import standard
from rules_check.grammar.core.printer import printed
from rules_check.grammar.parse import Parser
from rules_check.meaning.document import Untold, core_of
from rules_check.oracle.box.playset import card_defs, load_play_set
from rules_check.oracle.box.playset_file import PlaySetError
from rules_check.oracle.playable import unplayable
from rules_check.properties.words.judging import Effort, Judged, Verdict, Words
from rules_check.prove.keys import fingerprint
from tests.freeze.seeing import ANSWERS
from tests.freeze.texts import NAME, Text
from tests.oracle.letter.situations import play_text

GAMES: Final = Effort(games=16, more_games=60, bound=2, paths=0)
SOLVER: Final = GAMES._replace(paths=300, seconds=5.0)
SITUATIONS: Final = tuple(range(len(ANSWERS)))
SECONDS_BESIDE: Final = 20.0
ANOTHER_CARD: Final = "Equipment, cost 4"


@cache
def _parser() -> Parser:
    return Parser()


@cache
def _seen() -> set[str]:
    """The cores that this process has looked at."""
    return set()


def hunted(task: tuple[Mapping[str, Any], bool, bool]) -> dict[str, Any]:
    """The pieces of a text with their verdicts, and where the engine does not go by the letter,
    once for each core."""
    told, solver, each = task
    text = Text.from_json(told)
    found = looked_at(text, SOLVER if solver else GAMES, _seen(), each=each)
    return found | {"beside": beside_the_letter(text) if found["core"] else ""}


def beside_the_letter(text: Text) -> str:
    """Where the engine parts from the interpreter in seeded situations of a text; empty: nowhere.
    Both have the same core: words that the engine carries out in part do something, and change
    something, but not what they mean."""
    came = play_text(text, "", SECONDS_BESIDE, SITUATIONS)
    return came.group if came.outcome == "differs" else ""


def _on_another_card(text: Text, judged: list[Judged], effort: Effort) -> list[Judged]:
    """The same, with what matters on a card of another type: that the card of a text without one
    is a Hero for 3 is nobody's word, and makes "if you played a Hero" hold always."""
    if text.name != NAME or "Hero, cost 3" not in text.line:
        return judged
    left = [number for number, one in enumerate(judged) if _may_matter(one)]
    if left:
        line = text.line.replace("Hero, cost 3", ANOTHER_CARD)
        ((card, _),) = card_defs(
            read_card_text(replace(text, line=line).card_file(), "text"), parser=_parser()
        )
        if unplayable(card):
            return judged
        words = Words(load_play_set(text.game), card, core_of(card))
        for number in left:
            again = words.judge(judged[number].piece, effort)
            if again.verdict is Verdict.SOMETHING:
                judged[number] = again
    return judged


def _may_matter(one: Judged) -> bool:
    """Whether words may change something in other games than those that were played."""
    return one.verdict is not Verdict.SOMETHING and not one.unsaid


def looked_at(
    text: Text, effort: Effort | None, known: set[str], *, each: bool = False
) -> dict[str, Any]:
    """The pieces of a text with their verdicts (without an effort: undecided, each of them); none
    if it is not played. If its core is known, only the words that the core has nothing of: another
    text may say the same without them. `each`: each way to change a piece by itself."""
    found: dict[str, Any] = {"key": text.key, "game": text.game, "text": text.words}
    found |= {"core": "", "pieces": [], "why": ""}
    if any(int(number) > LARGEST for number in re.findall(r"\d+", text.words)):
        return {**found, "why": "an error: RC212"}
    try:
        ((card, _),) = card_defs(read_card_text(text.card_file(), "text"), parser=_parser())
        if unplayable(card):
            return {**found, "why": "not played"}
        core = core_of(card)
        found["core"] = fingerprint([text.game, text.line, printed(standard(core))])
        words = Words(load_play_set(text.game), card, core)
        if effort is None:
            judged = [Judged(piece, Verdict.UNDECIDED) for piece in pieces(core)]
        elif found["core"] in known:
            judged = list(words.dropped(each=each))
        else:
            judged = _on_another_card(text, list(words.judged(effort, each=each)), effort)
        if found["core"] in known:
            found["core"] = ""
        known.add(found["core"])
    except (PlaySetError, Untold, ValueError) as error:
        return {**found, "core": "", "why": str(error)[:200]}
    except Exception as error:  # noqa: BLE001 (a fault is told, and the hunt goes on)
        return {**found, "core": "", "why": f"fault: {error!r}"[:300]}
    for one in judged:
        line, start, end = one.piece.at
        found["pieces"].append(
            {
                "words": card.printed[line][start:end],
                "what": one.piece.what,
                "verdict": one.verdict.value,
                "tried": list(one.tried),
                "why": one.why,
            }
        )
    return found
