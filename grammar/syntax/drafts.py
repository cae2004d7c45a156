"""What phrases say before it is clear what they speak of: drafts, put together by constructions.

A draft keeps what stands in the words, in the order of meaning and not of the sentence. What it is
to a game is told by `meaning`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules_check.grammar import ast as a


class Nonsense(Exception):
    """Words that are put together in a way that says nothing."""


def want(so: object) -> None:
    """Unless it is so, the words say nothing that is understood."""
    if not so:
        raise Nonsense


@dataclass(frozen=True, slots=True)
class Said:
    """A word: its meaning, its category, and the form that it has."""

    meaning: str
    category: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Quantity:
    """How many: `how` is =, >, <, >=, <= or "any"; `further` are told from others before."""

    how: str
    number: int | None = None
    word: str = ""
    further: bool = False


@dataclass(frozen=True, slots=True)
class Than:
    """What something is compared with. `how`: "than", "as", or "or" ("than or equal to"); `verb`:
    what a player does with what is compared ("than you control")."""

    how: str
    x: NounPhrase | Joined
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Nominal:
    """A noun with what describes it, without its determiner: "other Heroes with cost 3 in play".

    `head` is its meaning; `called` are the nouns that cards are called by, any of which fits.
    `adjectives` stand before it, `details` behind it.
    """

    sort: str
    head: str
    plural: bool = False
    called: tuple[a.Noun, ...] = ()
    adjectives: tuple[str, ...] = ()
    details: tuple[Detail, ...] = ()
    quantity: Quantity | None = None
    value: Quantity | None = None
    """Of a number: how much it is ("cost 3 or less")."""
    than: Than | None = None
    more: str = ""
    """How it compares ("more", "same")."""
    mods: tuple[a.Noun, ...] = ()
    """What any of them has to be or not to be as well ("non-Hero")."""


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase: its determiner, whose it is, and what it says; a pronoun has no determiner.

    `part_of`: those of which it is a part ("one of them").
    """

    det: str
    x: Nominal | Said | None
    owner: NounPhrase | Joined | None = None
    part_of: NounPhrase | Joined | None = None
    quantity: Quantity | None = None
    adverbs: tuple[str, ...] = ()
    """"half", "twice", "rounded up", "only"."""
    excepted: Prep | None = None
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """Several of the same kind: "and" or "or"; `pair` is "both", "either" or "neither"."""

    conj: str
    items: tuple[Draft, ...]
    pair: str = ""


@dataclass(frozen=True, slots=True)
class Prep:
    """A preposition with what it goes with."""

    word: str
    role: str
    x: Draft
    adverb: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """A verb with what goes with it. `object` None with `gap`: it stands elsewhere.

    `form` is base, past, ing; `perfect`, `passive`, `modal` and `negated` as they are said.
    """

    verb: str
    form: str = "base"
    object: Draft | None = None
    gap: bool = False
    to: Draft | None = None
    whom: Draft | None = None
    with_: Draft | None = None
    adverb: str = ""
    pred: Draft | None = None
    """Of "is", "makes" and the like: what is said."""
    negated: bool = False
    modal: str = ""
    perfect: bool = False
    passive: bool = False
    adjuncts: tuple[Draft, ...] = ()


@dataclass(frozen=True, slots=True)
class Points:
    """ "+2 Power"."""

    x: Nominal
    minus: bool = False
    adverbs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A subject and what is said of it, with what stands before or behind."""

    subject: Draft | None
    says: Draft
    adjuncts: tuple[Draft, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A subordinate clause: its conjunction and its sentence. `before_act`: it stands between "and"
    and the act that it belongs to; `after_comma`: a comma sets it apart from what stands before;
    `but`: it begins with "but"."""

    word: str
    x: Draft
    nth: str = ""
    window: Draft | None = None
    before_act: bool = False
    after_comma: bool = False
    but: bool = False


@dataclass(frozen=True, slots=True)
class Otherwise:
    """ "…, or two if …", "… if …, or two otherwise": a sentence, what stands in place of its
    object, and when."""

    main: Draft
    instead: Draft
    when: Clause | Said


@dataclass(frozen=True, slots=True)
class Measure:
    """ "as much … as": a sentence or a thing that says how much; `by` is "twice", "half"."""

    x: Draft
    by: str = ""


@dataclass(frozen=True, slots=True)
class Purpose:
    """ "to …"."""

    x: Draft


@dataclass(frozen=True, slots=True)
class Relative:
    """A relative clause: what is said of the noun before it as its subject or (`gap`) object."""

    x: Draft
    gap: bool = False
    whose: Nominal | None = None


@dataclass(frozen=True, slots=True)
class Comparing:
    """An adjective that compares: "higher than that of the other"."""

    adjective: str
    than: Than | None = None
    object: Draft | None = None


Draft: TypeAlias = (
    "Said | Quantity | Than | Nominal | NounPhrase | Joined | Prep | Act | Points | Sentence"
    " | Clause | Purpose | Measure | Otherwise | Relative | Comparing"
)
Detail: TypeAlias = "Prep | Relative | Comparing | Clause | Joined"
