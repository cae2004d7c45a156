"""Every card text that stands in a tree: in card files, scenarios, lists of texts, pages and tests.

Nothing here imports the project, and the same code looks at both trees: a file is read by the shape
that it has, and what looks like a card text is one. A text that nobody understands does no harm.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

GAMES: Final = (
    "confrontations",
    "heroes-unite",
    "rivals-batman-joker",
    "rivals-shazam-black-adam",
)
NAME: Final = "Sample Card"
"""The name of the card on which a text without one is put."""

LINE_END: Final = " / "
KNOWN: Final = ("Punch", "Weakness", "Vulnerability", "Kick", "Word of Power", "Enhanced Strength")
"""Names that lists of texts may use."""

MOST_LETTERS: Final = 400
"""A longer string in a test is no text of a card."""

FITTING: Final = Path(__file__).with_name("fitting.toml")

_HEADER: Final = re.compile(r"(set|ruleset|names|keyword\b[^:\n]*):", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[A-Z+][^\n`|]* [^\n`|]*\.")
_EXPLAINED: Final = re.compile(r"rules-check explain (?:--\S+ )*\"([^\"\n]+)\"")
_BLOCK: Final = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and the card that it is on. `source` says where it was found first."""

    game: str
    header: tuple[str, ...]
    """Further lines of the header of its card file: names and keywords."""
    name: str
    line: str
    lines: tuple[str, ...]
    source: str = ""

    @property
    def key(self) -> str:
        """What tells it from all others."""
        values = json.dumps([self.game, self.header, self.name, self.line, self.lines])
        return hashlib.sha256(values.encode()).hexdigest()[:20]

    @property
    def words(self) -> str:
        """The text on one line."""
        return LINE_END.join(self.lines)

    def card_file(self) -> str:
        """A card file with nothing but this card."""
        head = ("set: Frozen", f"ruleset: {self.game}", *self.header)
        return "".join(f"{line}\n" for line in (*head, "", self.name, self.line, *self.lines))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Text:
        """The inverse of `to_json`."""
        many = {name: tuple(data[name]) for name in ("header", "lines")}
        return cls(**{**data, **many})


def collect(root: Path) -> dict[str, Text]:
    """The texts of a tree by their keys, in the order of its files."""
    found: dict[str, Text] = {}
    for path, look in _files(root):
        where = path.relative_to(root).as_posix()
        for text in look(path.read_text(encoding="utf-8", errors="replace"), where):
            found.setdefault(text.key, text)
    for text in _pairs(list(found.values())):
        found.setdefault(text.key, text)
    return found


def _pairs(texts: Sequence[Text]) -> Iterator[Text]:
    """Texts of the lists behind one another: what a sentence speaks of depends on those before it.

    Each is followed by that with the next hash, so that a new text changes one pair only.
    """
    single = {
        text.words: text
        for text in texts
        if text.name == NAME and len(text.lines) == 1 and text.source.endswith(".txt")
    }
    order = sorted(single, key=lambda words: hashlib.sha256(words.encode()).digest())
    for first, second in pairwise(order):
        if first.endswith("."):
            yield bare(f"{first} {second}", "pairs of texts")


Look = Callable[[str, str], Iterator[Text]]


def _files(root: Path) -> Iterator[tuple[Path, Look]]:
    """The files that may hold texts, each with what finds them."""
    scopes = root / "tests/meaning/scopes/scopes.toml"
    kinds: list[tuple[str, str, Look]] = [
        ("cards", "**/*.txt", of_card_file),
        ("tests/scenarios", "*.toml", of_toml),
        ("tests/meaning", "*.txt", of_list),
        ("tests/meaning/scopes", "*.toml", _scoped(scopes)),
        ("grammar", "phrasebook.txt", of_list),
        ("tests/oracle", "*.txt", of_list),
        ("tests/wordings", "*/*.txt", of_card_file),
        ("tests", "**/*.txt", of_card_file),
        ("tests", "**/*.toml", of_toml),
        ("rules", "**/*.toml", of_toml),
        ("rules_check", "*.toml", of_toml),
        ("rules_check/meaning", "*.toml", of_toml),
        ("examples", "**/*.txt", of_card_file),
        ("examples", "**/*.toml", of_toml),
        ("docs", "**/*.md", of_page),
        ("tests", "**/*.py", of_python),
    ]
    own = root / "tests/freeze"
    for folder, pattern, look in kinds:
        for path in sorted((root / folder).glob(pattern)):
            if own not in path.parents:
                yield path, look


# --------------------------------------------------------------------- what files hold


def of_card_file(text: str, where: str) -> Iterator[Text]:
    """The cards of a card file; nothing of another file."""
    head, *blocks = _blocks(text)
    if not head or not all(_HEADER.match(line) for line in head):
        return
    named = dict(map(_pair, head)).get("ruleset", "")
    game = named if named in GAMES else GAMES[0]
    more = [line for line in head if _pair(line)[0] not in ("set", "ruleset")]
    yield from _cards(blocks, game, more, where)


def of_list(text: str, where: str) -> Iterator[Text]:
    """A text a line; in some lists a word before it says what is known of it."""
    for line in text.splitlines():
        if _reason(line) or line.startswith("#") or not line.strip():
            continue
        yield bare(re.sub(r"^(= |but )", "", line.strip()), where)


def _reason(line: str) -> bool:
    """Whether a line says why the text before it is refused."""
    return line.startswith("= ") and not _SENTENCE.fullmatch(line[2:])


def of_toml(text: str, where: str) -> Iterator[Text]:
    """The cards that are given in scenarios and games, examples, and whole card files."""
    yield from _of_table(tomllib.loads(text), where, GAMES[0])


def _of_table(value: Any, where: str, game: str) -> Iterator[Text]:
    if isinstance(value, list):
        for item in value:
            yield from _of_table(item, where, game)
    if not isinstance(value, dict):
        return
    game = next((x for x in (value.get("game"), value.get("ruleset")) if x in GAMES), game)
    for key, item in value.items():
        if key == "cards" and isinstance(item, str):
            yield from _cards(_blocks(item), game, [], where)
        elif key == "example" and isinstance(item, str):
            line = value.get("type", "Hero")
            values = "" if "cost" in line else ", cost 3, 1 VP, x2, source original"
            yield bare(item, where, value.get("ruleset", ""), line + values)
        elif isinstance(item, str) and "\nruleset:" in item:
            yield from of_card_file(item.strip("\n"), where)
        else:
            yield from _of_table(item, where, game)


def _scoped(common: Path) -> Look:
    """What finds the texts that each scope makes of each effect."""
    scopes = tomllib.loads(common.read_text(encoding="utf-8"))["scope"] if common.exists() else []

    def look(text: str, where: str) -> Iterator[Text]:
        for effect in tomllib.loads(text).get("effect", ()):
            for scope in scopes:
                if scope["name"] not in effect.get("without", ()):
                    said = scope["card"].format(says=effect["says"])
                    yield bare(LINE_END.join([said, *effect.get("lines", ())]), where)

    return look


def of_page(text: str, where: str) -> Iterator[Text]:
    """The phrases, card files and explained texts of a page."""
    for kind, block in _BLOCK.findall(text):
        if kind == "phrases":
            yield from of_list(block, where)
        elif "ruleset:" in block:
            yield from of_card_file(block, where)
    for said in _EXPLAINED.findall(text):
        yield bare(said, where)


def of_python(text: str, where: str) -> Iterator[Text]:
    """The strings of a test that read like a card text, or are card files; no docstrings."""
    nodes = list(ast.walk(ast.parse(text)))
    remarks = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) in remarks:
            continue
        value = node.value
        if "ruleset:" in value:
            yield from of_card_file(value.strip("\n"), where)
        elif len(value) < MOST_LETTERS and "{" not in value and _SENTENCE.fullmatch(value):
            yield bare(value, where)


# --------------------------------------------------------------------- making them


def bare(words: str, where: str, game: str = "", line: str = "") -> Text:
    """A text without a card, on one that fits."""
    lines = tuple(part.strip() for part in words.split(LINE_END) if part.strip())
    for fit in fitting()["fit"]:
        if re.search(fit["words"], words):
            break
    game = game or fit["game"]
    names = _names_line(KNOWN, lines)
    return Text(game, names, NAME, line or fit["line"], lines, where)


def _cards(
    blocks: Sequence[Sequence[str]], game: str, header: Sequence[str], where: str
) -> Iterator[Text]:
    """A text for each block, which knows the names of the other cards that it speaks of."""
    names = [block[0] for block in blocks if block]
    for block in blocks:
        if len(block) > 2:
            others = [name for name in names if name != block[0]]
            lines = tuple(block[2:])
            head = (*header, *_names_line(others, lines))
            yield Text(game, head, block[0], block[1], lines, where)


def _names_line(names: Sequence[str], lines: Sequence[str]) -> tuple[str, ...]:
    """The line of a header with those names that stand in the lines."""
    said = "\n".join(lines).casefold()
    known = [name for name in dict.fromkeys(names) if name.casefold() in said and "," not in name]
    return (f"names: {', '.join(known)}",) if known else ()


def _blocks(text: str) -> list[list[str]]:
    """The lines between empty lines, without comments."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            found[-1].append(line.rstrip())
        elif not line.strip() and found[-1]:
            found.append([])
    return found if found[-1] else found[:-1] or [[]]


def _pair(line: str) -> tuple[str, str]:
    key, _, value = line.partition(":")
    return key.strip().casefold(), value.strip()


def card_names(game: str = "") -> list[str]:
    """The names of the cards on the table: those of every main deck, and of a game or of all."""
    tables = [table for name, table in fitting()["games"].items() if game in ("", name)]
    decks = [fitting()["deck"]["cards"], *(table["deck"] for table in tables)]
    return list(dict.fromkeys(block[0] for deck in decks for block in _blocks(deck) if block))


@cache
def fitting() -> Mapping[str, Any]:
    """What texts without a card are put on, and what all are played with."""
    return tomllib.loads(FITTING.read_text(encoding="utf-8"))
