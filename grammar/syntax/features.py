"""Categories of phrases, and what is told of each by features.

A feature has a few values, and a phrase may leave open which of them it has: a set of values is a
number with a bit for each. Two phrases fit if for every feature some value is left.
"""

from __future__ import annotations

from typing import Final

FEATURES: Final[dict[str, tuple[str, ...]]] = {
    # verb form; agreement; gap (n: none, o: an object is missing)
    "f": ("bse", "fin", "pp", "ing", "pas"),
    "a": ("sg", "pl"),
    "g": ("n", "o"),
    # number; sort of thing; kind of noun phrase; case; coordination
    "n": ("sg", "pl"),
    "s": tuple("card player place num time kind event text thing pts expl side".split()),
    "k": ("full", "bare", "pron", "bon", "ell"),
    "c": ("nom", "acc"),
    "co": ("no", "and", "or", "then"),
    # mood of a sentence; has it a subject or a front; frame of a verb; role of a preposition
    "m": ("imp", "fin", "bon"),
    "r": ("plain", "full"),
    "fr": ("i", "t", "g", "d", "c", "x", "b", "s", "w", "m", "e"),
    "t": tuple("loc src goal time agent with of for misc than side lim".split()),
    # ends with its object; is more than a verb with its objects
    "e": ("obj", "x"),
    "l": ("no", "yes"),
    # may stand bare; is counted; has something behind it; compares; stands for a noun; position
    "b": ("no", "yes"),
    "q": ("no", "yes"),
    "pm": ("no", "yes"),
    "cmp": ("no", "yes"),
    "el": ("no", "yes"),
    "p": ("pre", "post", "top"),
    "h": ("no", "yes"),
    "cj": ("no", "and", "or", "then"),
}

CATEGORIES: Final[dict[str, tuple[str, ...]]] = {
    name: tuple(features.split())
    for name, features in {
        "T": "",
        "S": "m r g co",
        "VP": "f a g e l co",
        "V": "f a fr",
        "NP": "n s k c co",
        "NB": "n s b q pm co cmp",
        "N0": "n s b q co cmp",
        "N": "n s b",
        "DET": "n el h co",
        "A": "cmp el p co",
        "AP": "p cmp co",
        "PP": "t co",
        "P": "t",
        "R": "n s q co",
        "REL": "",
        "ADV": "p",
        "ADJ": "p",
        "SUBCL": "co",
        "SUB": "el",
        "PRED": "p",
        "AUX": "f a k",
        "BE": "f a",
        "NEG": "",
        "QTY": "n co",
        "NUM": "n co",
        "CONJ": "cj",
        "ARGS": "co",
        "THAN": "",
        "PRON": "n s c el",
        "CMP": "",
        "OVER": "",
        "QPRE": "n",
        "QW": "n",
        "MULT": "",
        "TO": "",
        "WH": "",
        "CTL": "cj",
    }.items()
}

Bits = tuple[int, ...]
"""A set of values for each feature of a category."""

_BIT: Final = {name: {v: 1 << i for i, v in enumerate(vs)} for name, vs in FEATURES.items()}
ALL: Final = {name: (1 << len(values)) - 1 for name, values in FEATURES.items()}


def bits(feature: str, said: str) -> int:
    """The set that `a|b` or `!a` says."""
    if said.startswith("!"):
        return ALL[feature] & ~bits(feature, said[1:])
    return sum(_BIT[feature][value] for value in said.split("|"))


def told(category: str, said: dict[str, str]) -> Bits:
    """The features of a phrase; what is not said is open."""
    return tuple(
        bits(name, said[name]) if name in said else ALL[name] for name in CATEGORIES[category]
    )


def has(category: str, features: Bits, feature: str, value: str) -> bool:
    """Whether a phrase may have that value."""
    return bool(features[CATEGORIES[category].index(feature)] & _BIT[feature][value])
