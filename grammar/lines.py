"""What reading a printed line needs and yields: prefixes, records, small questions."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from rules_check.grammar import ast as a
from rules_check.grammar.attach import LOOSE, OPENERS, Opener
from rules_check.grammar.coined import Definition
from rules_check.grammar.compose import Sentence
from rules_check.grammar.lexer import NUMBER_WORDS, Word
from rules_check.grammar.pointing import anaphoric, speaks_of_target
from rules_check.grammar.reading import Read, Unread
from rules_check.grammar.subjects import flat, subject

OTHERWISE = re.compile(r"[.!]\s*(?P<word>otherwise)\b", re.IGNORECASE)
_STOP = r"(?::|-+(?=\s))"
"""What stands behind a keyword: a colon, or a dash."""

CHOOSE = re.compile(
    rf"\s*choose(\s+(any\s+)?(?P<many>[123]|one|two|three)(\s+of\s+the\s+following)?)?\s*{_STOP}",
    re.IGNORECASE,
)
STOP = re.compile("[().]")
OPTION = re.compile(r"\bOR\b")
GOES_ON = re.compile(r"\s*(?i:choose)\b.*\bOR\s*$", re.DOTALL)
"""A "Choose 1: … OR" that goes on with the next printed line."""

ASIDE = re.compile(r"\((rounded|maximum|minimum)\b([^().]*)\)", re.IGNORECASE)
"""What belongs to its sentence, though it stands in parentheses: "(rounded up)"."""
INCLUDED = re.compile(r"\((including you(?:rself)?)\)", re.IGNORECASE)
"""The same of who is meant as well: "(including you)"."""

MOST_PARENTHESES = 1
"""How deep parentheses may nest."""

Lex: TypeAlias = Callable[[str], list[Word]]
ReadSentence: TypeAlias = Callable[[Sequence[Word]], Read | Unread]


def in_the_sentence(text: str) -> str:
    """A line in which limits, rounding and who is included are parts of their sentence, though in
    parentheses; every letter stays in its place."""
    return INCLUDED.sub(r" \1 ", ASIDE.sub(r",\1\2 ", text))


class Trouble(NamedTuple):
    """Something wrong in a line: a code, where (offsets in the line), and details."""

    code: str
    line: int
    start: int
    end: int
    words: tuple[Word, ...] = ()
    at: int = 0
    expected: tuple[str, ...] = ()
    detail: str = ""
    asked: bool = False
    """Whether a condition stands before it, with which it does not go."""


class Coinage(NamedTuple):
    """The own keywords of a set, and how their texts and their reminders are understood.

    None: it is not understood (or, of a keyword, cannot be used).
    """

    keywords: tuple[Definition, ...]
    meaning: Callable[[Definition, int | None], tuple[a.Ability, ...] | None]
    read: Callable[[str], tuple[a.Ability, ...] | None]


NO_COINAGE = Coinage((), lambda _keyword, _number: None, lambda _text: None)


class Spoken(NamedTuple):
    """A sentence that was understood, where it stands, and how it hangs on the one before.

    `free`: in other words than those of the phrases.
    """

    line: int
    start: int
    end: int
    words: tuple[Word, ...]
    effect: a.Effect
    opener: Opener = Opener.NONE
    free: bool = False


class Said(NamedTuple):
    """The sentences of a stretch of a line, and what stands there in parentheses.

    `limit`: how often it also says that the ability works.
    """

    sentences: list[Sentence]
    reminders: list[a.Effect]
    limit: a.OncePer | None


class KeywordPlace(NamedTuple):
    """A keyword prefix in a text (lower case), and where it stands."""

    keyword: str
    line: int
    start: int
    end: int


class Prefixed(NamedTuple):
    """A keyword prefix in a line: where its words stand, and where the text behind it begins."""

    row: a.Prefix
    start: int
    end: int
    rest: int
    number: int


class Form:
    """A way to write keyword prefixes: what stands behind their words."""

    def __init__(self, behind: str, *takes: a.Takes) -> None:
        self._rows = [row for row in a.PREFIXES if row.takes in takes]
        words = "|".join(f"({row.pattern})" for row in self._rows)
        self._pattern = re.compile(rf"\s*(?:{words})\s*{behind}", re.IGNORECASE)

    def at(self, text: str, start: int, end: int = sys.maxsize) -> Prefixed | None:
        """The prefix that stands at an offset of a line, if there is one."""
        match = self._pattern.match(text, start, end)
        if match is None:
            return None
        groups = match.groups()
        which = next(at for at, words in enumerate(groups) if words is not None)
        number = next((int(digits) for digits in groups[len(self._rows) :] if digits), 0)
        return Prefixed(self._rows[which], *match.span(which + 1), match.end(), number)


PREFIX = Form(_STOP, *(takes for takes in a.Takes if takes is not a.Takes.NUMBER))
ALONE = Form(r"\.?\s*$", a.Takes.NOTHING)
NUMBERED = Form(r"(?:\(\s*(\d+)\s*\)|(\d+)\b)\s*[:.]?", a.Takes.NUMBER)
NUMBER_MISSING = Form(r"(?:\(\s*\))?\s*[:.]?\s*$", a.Takes.NUMBER)


def belongs(sentence: Sentence) -> bool:
    """Does a sentence after the first of an Attack surely belong to it?"""
    opener, effect = sentence
    if opener not in LOOSE:
        return opener is not Opener.AFTER_ATTACK
    if isinstance(effect, a.Instead):  # in place of what the Attack does
        return True
    who = subject(flat(effect)[0])  # "each foe": those whom the Attack hits
    each_foe = who is not None and who.kind is a.PlayerKind.EACH_FOE
    there = a.SAME_PLACE in a.walk(effect)  # where the Attack has looked
    return each_foe or there or anaphoric(effect) or speaks_of_target(effect)


_OPENING = ("IF", "WHEN", "EACH_TIME", "THE_NTH", "WHILE", "UNTIL", "OTHERWISE", "FOR_EACH")
_SCOPE = frozenset({"may", "can", "unless", "at", "until", "during", "once", "next", "choose one"})
"""Words whose sentence could go on behind a semicolon: what follows might be said under them."""

_JOINING = frozenset({"or", "and", "then", "but", ";"})


def new_sentence(before: Sequence[Word], after: Sequence[Word]) -> bool:
    """Does a new sentence begin after a semicolon ("…; everyone else gains a Weakness")? Not in
    brackets, not between the options of a choice, and not where it could still be said under a
    condition or an occasion."""
    open_ = sum((word.text == "[") - (word.text == "]") for word in before)
    if open_ > 0 or any(word.text == ":" for word in before):
        return False
    if [word.value for word in after[2:4]] == ["not", ","] and after[1].kind == "IT_IS":
        return True  # "…; if it is not, …"
    if [word.value for word in after[:4]] == ["the", "choice", "is", "yours"]:
        return False  # "…; the choice is yours": of what stands before
    if before and before[0].value.lower() == "count":
        return False  # "count the Heroes you control; that's how much Power you get"
    kind = after[0].kind if after else ""
    if (kind in OPENERS and OPENERS[kind] not in LOOSE) or kind == "IF":
        return True  # "…; otherwise, …", "…; if it is a Hero, …"
    opened = any(word.kind.startswith(_OPENING) or word.value in _SCOPE for word in before)
    return bool(after) and not opened and after[0].value not in _JOINING


_POINTING = frozenset({"it", "that", "this", "it's", "that's", "good", "worth"})


def given_for_it(words: Sequence[Word], read: Read) -> bool:
    """ "(You may discard a card.) That gives you 2 Power": for the card, or only for what was done
    before? Also where it is not said what gives it ("Gives you 2 Power")."""
    first = words[0].value.lower()
    unsaid = first in _POINTING and words[1:2] and words[1].value != "card"
    unsaid = unsaid or (first.endswith("s") and first not in {*_POINTING, "its"})
    points = isinstance(read.effect, a.Power | a.GainVP)
    return points and read.opener is Opener.NONE and bool(unsaid)


_WISH = re.compile(r"if (you|they) (wish|want|like|would like|choose|so choose)( to)?$")


def wished_again(words: Sequence[Word], before: a.Effect) -> bool:
    """ "(You may pay 2 Power.) If you choose to, draw a card": is it the choice before, or a new
    one?"""
    values = [word.value.lower() for word in words]
    head = " ".join(values[: values.index(",")]) if "," in values else ""
    offered = before.effect if isinstance(before, a.When) else before
    open_ = isinstance(offered, a.May) and offered.then is None and offered.otherwise is None
    return open_ and bool(_WISH.match(head))


def chosen(text: str, start: int) -> int:
    """How many options are chosen after "Choose two: …"."""
    head = CHOOSE.match(text, start)
    many = "one" if head is None else (head["many"] or "one").lower()
    return int(many) if many.isdecimal() else NUMBER_WORDS[many]


def unavoidable(effect: a.Effect) -> bool:
    """Is it said of the Attack in the line before ("This Attack cannot be avoided.")?"""
    match effect:
        case a.If(_, then, None):
            return unavoidable(then)
        case _:
            return isinstance(effect, a.Unavoidable)


def about_attack(effect: a.Effect) -> bool:
    """Does a line speak of the Attack in the line before it ("for each foe hit by this Attack")?"""
    named = (a.HitByAttack, a.AvoidedAttack)
    return unavoidable(effect) or any(isinstance(node, named) for node in a.walk(effect))


def unavoidable_first(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences of an Attack, with what is said of the Attack itself behind the first."""
    first, rest = sentences[:1], sentences[1:]
    about = [said for said in rest if said[0] is Opener.NONE and unavoidable(said[1])]
    return [*first, *about, *(said for said in rest if said not in about)]


def unopened(sentences: list[Sentence]) -> list[Sentence]:
    """The same sentences, of which the first hangs on nothing."""
    return [*((Opener.NONE, effect) for _, effect in sentences[:1]), *sentences[1:]]


def optional(effect: a.Effect) -> a.Effect:
    """A Defense or Block is always a "may", also where the card does not say so."""
    match effect:
        case a.Tried(inner, then, None):
            return a.May(inner, then)
        case a.Seq((a.Tried(inner, then, None), *rest)):
            return a.Seq((a.May(inner, then), *rest))
        case a.May(a.If(a.AttackIs() as against, inner, None)):  # "an Attack made by a Hero"
            return a.If(against, a.replace(effect, effect=inner))
        case a.If(a.During(a.Window.CONFRONTATION as window), then, None):
            # "during a Confrontation, you may discard this card": "you may …" in one
            offer = optional(then)
            if isinstance(offer, a.May):
                return a.replace(offer, effect=a.Within(offer.effect, window))
            return effect
        case a.Seq((a.May(), *_)):
            return effect
        case a.Seq() | a.Move() | a.Show() | a.Within():
            return a.May(effect)
        case _:
            return effect
