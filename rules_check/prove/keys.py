"""Everything that the verdict on a card depends on, as a key; neither Z3 nor the engine is loaded.

A key is made of: the meaning of the card and what is printed around it; the same of the cards
that its text names, and of basic cards that its file has of its own; the data of the game, which
is the ruleset, the play set and its basic cards; how far the proof goes; the version of Z3; and
the code that proves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules_check import oracle, properties, rules
from rules_check.extras import version_of
from rules_check.grammar import ast as a
from rules_check.grammar import core
from rules_check.grammar.cache import Cache, grammar_hash
from rules_check.grammar.cardmodel import Card
from rules_check.grammar.codec import encode
from rules_check.rules.folders import folders

if TYPE_CHECKING:
    from rules_check.oracle.box.playset import CardDef

CODE = (
    (core, "**/*.py"),
    (oracle, "**/*.py"),
    (properties, "*.py"),
    (properties, "invariants/*.py"),
    (properties, "symbolic/*.py"),
    (rules, "*.py"),
)
"""The packages behind a proof, and which of their modules; `grammar_hash` covers the grammar, but
for the core, which is made of what was understood."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What the verdicts on all cards of one game depend on.

    `basics` and `others` are digests of the basic cards and of the main deck, by name.
    """

    digest: str
    basics: Mapping[str, str]
    others: Mapping[str, str]


def z3_version() -> str | None:
    """The installed version of Z3, without importing it; None if there is none."""
    return version_of("z3")


def card_digest(card: Card, text: a.CardText) -> str:
    """A card of a file: its name, what its line prints, and what its text means."""
    line = card.line and replace(card.line, copies=None, source=None)
    return fingerprint([card.name, repr(line), encode(text)])


def card_keys(
    basis: Basis,
    limits: Iterable[Any],
    cards: Sequence[tuple[Card, a.CardText]],
    what: str = "proof",
) -> list[str]:
    """The keys of the verdicts on all cards of a file that can be proved, with their meanings."""
    digests = [card_digest(card, text) for card, text in cards]
    by_name: dict[str, str] = {}
    for (card, _), digest in zip(cards, digests, strict=True):  # a Character has several levels
        by_name[card.name] = by_name.get(card.name, "") + digest
    common = fingerprint(
        [basis.digest, list(limits), [by_name.get(name) for name in sorted(basis.basics)]]
    )
    keys = []
    for (card, text), digest in zip(cards, digests, strict=True):
        names = {node.name for node in a.walk(text) if isinstance(node, a.NameNoun)} - {card.name}
        named = [(name, by_name.get(name) or basis.others.get(name)) for name in sorted(names)]
        keys.append(f"{what} " + fingerprint([common, digest, named]))
    return keys


def basis(ruleset: str, cache: Cache | None) -> Basis:
    """The basis of a game: from the cache, or from the play set if one of its files is new."""
    data = _data(ruleset)
    key = f"basis {fingerprint([code_hash(), data, _card_files(folders())])}"
    match cache.kept(key) if cache is not None else None:
        case [str(digest), dict(basics), dict(others)]:
            return Basis(digest, basics, others)
        case _:
            made = _basis(ruleset, data)
            if cache is not None:
                cache.keep(key, [made.digest, made.basics, made.others])
            return made


def printed(card: CardDef) -> list[Any]:
    """A card of a play set but for its text."""
    return [card.name, card.type, card.titles, card.cost, card.vp, card.level, card.symbol]


def _basis(ruleset: str, data: str) -> Basis:
    from rules_check.oracle.box.playset import load_play_set

    def digest(card: CardDef) -> str:
        return fingerprint([*printed(card), encode(card.text)])

    known = load_play_set(ruleset)
    basics = {name: digest(card) for name, card in known.basics.items()}
    others = {card.name: digest(card) for card, _ in known.main_deck}
    return Basis(fingerprint([code_hash(), data, basics]), basics, others)


@lru_cache(maxsize=1)
def code_hash() -> str:
    """A fingerprint of all code behind a verdict."""
    digest = sha256(grammar_hash().encode())
    for package, modules in CODE:
        _add(digest, Path(package.__path__[0]), modules)
    _add(digest, Path(__file__).parent, "*.py")
    return digest.hexdigest()


@lru_cache(maxsize=1)
def interactions_hash() -> str:
    """A fingerprint of the code that looks for interactions."""
    digest = sha256()
    _add(digest, Path(properties.__path__[0]), "interactions/*.py")
    _add(digest, Path(__file__).parent.parent / "graph", "*.py")
    return digest.hexdigest()


@lru_cache(maxsize=1)
def words_hash() -> str:
    """A fingerprint of the code that asks whether words matter."""
    digest = sha256()
    _add(digest, Path(properties.__path__[0]), "words/*.py")
    _add(digest, Path(__file__).parent.parent / "words", "*.py")
    return digest.hexdigest()


def _data(ruleset: str) -> str:
    """A fingerprint of the data of a game, but for its cards."""
    digest = sha256()
    for folder in folders():
        _add(digest, folder / "rules", f"{ruleset}*.toml")
        _add(digest, folder / "rules", "questions.toml")
        _add(digest, folder / "cards/play", f"{ruleset}.toml")
    return digest.hexdigest()


def data_hash() -> str:
    """A fingerprint of all data: every rule, every card, every play set."""
    return _all_data(folders())


@lru_cache(maxsize=4)
def _all_data(everywhere: tuple[Path, ...]) -> str:
    digest = sha256(_card_files(everywhere).encode())
    for folder in everywhere:
        _add(digest, folder / "rules", "**/*.toml")
        _add(digest, folder / "cards", "**/*.toml")
    return digest.hexdigest()


@lru_cache(maxsize=4)
def _card_files(everywhere: tuple[Path, ...]) -> str:
    """A fingerprint of all card files that play sets are made of."""
    digest = sha256()
    for folder in everywhere:
        _add(digest, folder / "cards", "*.txt")
    return digest.hexdigest()


def _add(digest: Any, folder: Path, pattern: str) -> None:
    for path in sorted(folder.glob(pattern)):
        content = path.read_bytes()
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)


def fingerprint(values: Any) -> str:
    """A short digest of JSON values."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
