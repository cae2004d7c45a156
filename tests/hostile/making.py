"""Bad card files, made by number: the same number, the same file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from rules_check.rules.folders import ruleset_names

ROOT: Final = Path(__file__).parents[2]

KEYS: Final = (
    "set",
    "ruleset",
    "names",
    "keyword Ambush",
    "keyword Ambush N",
    "style",
    "Set",
    "",
    "é",
)
VALUES: Final = (
    *("", " ", "?", "*", "-", "0", "-1", "007", "²", "9" * 5, "9" * 400, "1.5", "1e9", "two", "N"),
    *("Hero", "hero, hero", ",", ", ,", ":", "a: b", "#", "# rules-check: allow RC101", '"', "“x”"),
    *(
        "\x1b[31m",
        "\u202e",
        "\u200b",
        "\ufeff",
        "\U0001f987",
        "e\u0301",
        "\x85",
        "x" * 2_100,
        "((((",
    ),
    *(
        "confrontations",
        "Confrontations",
        "confrontation",
        "Punch",
        "Attack:",
        "N N N",
        "../..",
        "{}",
    ),
)
FIELDS: Final = (
    *(
        "cost {}",
        "{} VP",
        "VP {}",
        "x{}",
        "level {}",
        "symbol {}",
        "source {}",
        "{}",
        "cost",
        "{}x",
    ),
    *("Super-Villain {}", "cost {} {}", "cost={}", "level {} of {}"),
)
TYPES: Final = (
    *(
        "Hero",
        "Villain",
        "Location",
        "Super Power",
        "Equipment",
        "Starter",
        "Weakness",
        "Character",
    ),
    *("Super-Villain", "Hreo", "hero", "HERO", "", "Artifact", "Hero Villain"),
)
WORDS: Final = (
    "Draw draws discard a an the card cards two Hero Villain your hand discard pile Line-Up foe "
    "each foe you may if you do otherwise Attack: Ongoing: Block (2) Defense: Confrontation: "
    "Assist +2 Power for each this turn and/or and or , . ; : ( ) [ ] OR Choose 1: it them that "
    "foe Punch 0 201 99999999999 … ' 's - – / # WHEN YOU GAIN THIS: when whenever until repeat "
    "this all any number of destroy gain put top of bottom deck play again instead unless can't "
    "with cost 5 or less"
).split()
SIGNS: Final = ".,:;()[]'\"/#+-?*xX0129 \t\n\r\x00\x1b\u00a0\u2028\u2019\ufb01é²🦇"


def bad_file(number: int) -> bytes:
    """The bad file of a number."""
    chance = Random(f"bad file {number}")
    return chance.choice(KINDS)(chance)


def _mutated(chance: Random) -> bytes:
    """A good card with slips: signs, words and lines that are lost, doubled, changed or moved."""
    header, cards = chance.choice(_good())
    text = (
        header
        + "\n\n"
        + "\n\n".join(chance.sample(cards, min(len(cards), chance.choice((1, 1, 2)))))
    )
    for _ in range(chance.choice((1, 1, 2, 5))):
        text = chance.choice((_sign, _word, _line))(chance, text)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if chance.random() < 0.1:
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data[: chance.randrange(len(data))] if chance.random() < 0.05 else data)


def _sign(chance: Random, text: str) -> str:
    at = chance.randrange(len(text))
    sign: str = chance.choice(["", *SIGNS])
    return text[:at] + sign + text[at + chance.choice((0, 1)) :]


def _word(chance: Random, text: str) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    words[chance.randrange(len(words))] = chance.choice(["", *WORDS, *VALUES])
    lines[at] = " ".join(words)
    return "\n".join(lines)


def _line(chance: Random, text: str) -> str:
    lines = text.split("\n")
    at, other = (chance.randrange(len(lines)) for _ in range(2))
    match chance.randrange(5):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines.pop(at)
        case 3:
            lines[at] = " " * chance.choice((1, 2, 9)) + lines[at]
        case _:
            lines.insert(at, chance.choice(("", "#", *VALUES)))
    return "\n".join(lines)


def _random_bytes(chance: Random) -> bytes:
    data = bytes(chance.randrange(256) for _ in range(chance.choice((1, 10, 300))))
    return data.replace(b"\0", b"\n") if chance.random() < 0.5 else data


def _header(chance: Random) -> bytes:
    """Every key of a header with any value."""
    rows = [
        f"{chance.choice(KEYS)}: {chance.choice(VALUES)}" for _ in range(chance.choice((1, 2, 4)))
    ]
    rows += chance.choice(([], ["set: Night Watch", f"ruleset: {chance.choice(ruleset_names())}"]))
    chance.shuffle(rows)
    return ("\n".join(rows) + "\n\nLamplighter\nHero, cost 3, 1 VP\n+2 Power\n").encode()


def _card_line(chance: Random) -> bytes:
    """Every field of a card line with any value."""
    fields = [
        chance.choice(FIELDS).format(chance.choice(VALUES), chance.choice(VALUES))
        for _ in range(chance.choice((1, 1, 2, 5)))
    ]
    row = ", ".join([chance.choice(TYPES), *fields])
    return f"{_head(chance)}Lamplighter\n{row}\n+2 Power\n".encode("utf-8", "surrogatepass")


def _text(chance: Random) -> bytes:
    """Words of the language in any order, on any number of lines."""
    lines = [
        " ".join(chance.choices(WORDS, k=chance.choice((1, 3, 5, 9))))
        for _ in range(chance.choice((1, 1, 2)))
    ]
    return f"{_head(chance)}Lamplighter\nHero, cost 3, 1 VP\n{chr(10).join(lines)}\n".encode()


def _too_much(chance: Random) -> bytes:
    """Too many signs, lines, cards, parentheses or numbers."""
    number = chance.choice((60, 60, 700))
    text = chance.choice(
        (
            "(" * number + ")" * number,
            "+2 Power\n" * number,
            "Draw a card, " * number,
            f"Draw {'9' * number} cards.",
            "Attack: " * number,
            "+2\n  Power\n  and\n" * number,
            "\n\nA\nHero" * number,
            "#" * number,
        )
    )
    return f"{_head(chance)}Lamplighter\nHero, cost 3, 1 VP\n{text}\n".encode()


def _head(chance: Random) -> str:
    return f"set: Night Watch\nruleset: {chance.choice(ruleset_names())}\n\n"


@cache
def _good() -> tuple[tuple[str, list[str]], ...]:
    """The header and the cards of each file that is checked in."""
    found = []
    for path in sorted((ROOT / "cards").glob("*.txt")):
        blocks = path.read_text(encoding="utf-8").strip("\n").split("\n\n")
        header = "\n".join(row for row in blocks[0].split("\n") if not row.startswith("#"))
        found.append((header, [block for block in blocks[1:] if not block.startswith("#")]))
    return tuple(found)


KINDS: Final[tuple[Callable[[Random], bytes], ...]] = (
    *(_mutated, _mutated, _random_bytes, _header, _header),
    *(_card_line, _card_line, _text, _too_much),
)
