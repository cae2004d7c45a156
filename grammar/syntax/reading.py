"""One sentence in free wording: words in, effect out; and held to its standard wording.

What a sentence means is written in standard words, and read again. Only if that gives the same
meaning is it understood: so whatever the standard words leave open is asked, and a text is never
carried out in another way than it is told.
"""

# What no case speaks of says nothing that is understood: behind each match stands `raise Nonsense`.
# mypy: disable-error-code="exhaustive-match"

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.attach import OPENERS, Opener, opener_of
from rules_check.grammar.compose import NoCondition, compose
from rules_check.grammar.lexer import Lexer, Vocabulary, Word
from rules_check.grammar.phrases.chains import sentence
from rules_check.grammar.reading import merge
from rules_check.grammar.syntax.composing import drafts, usable_words
from rules_check.grammar.syntax.doing import effect, opened
from rules_check.grammar.syntax.drafts import (
    Act,
    Clause,
    Draft,
    Joined,
    Nominal,
    Nonsense,
    NounPhrase,
    Points,
    Prep,
    Said,
    Sentence,
)
from rules_check.grammar.syntax.left_out import emptied, filled, told
from rules_check.grammar.wording import sentences

SURE: Final = 0.05
"""A reading that costs so much more than the best one is not meant."""
MOST_READINGS: Final = 3
"""A sentence that can be read in more ways is not understood."""
LEAST_WORDS: Final = 2
"""A word alone ("Draw") is no sentence."""
MOST_WORDS: Final = 60
"""A longer sentence is not looked at."""

FAR_APART: Final = 99
"""The place of standard words that nobody wrote; no number alone ("one") is as long."""

ReadAgain = Callable[[Sequence[Word]], tuple[Opener, a.Effect] | None]
"""How a sentence in standard words is read."""


def meanings(words: Sequence[Word]) -> tuple[Opener, list[a.Effect]]:
    """How a sentence begins with respect to the one before it, and what it can mean."""
    if words and OPENERS.get(words[0].kind, Opener.NONE) is not Opener.NONE:
        rest = words[2:] if len(words) > 1 and words[1].value == "," else words[1:]
        opener = opener_of(words[0].kind, words[0].value)
        found = _meanings(rest, opener)
        if found[1]:
            return found
    return _meanings(words, Opener.NONE)


def _meanings(words: Sequence[Word], opener: Opener) -> tuple[Opener, list[a.Effect]]:
    if len(words) < LEAST_WORDS or len(words) > MOST_WORDS:
        return opener, []
    found: list[tuple[Opener, a.Effect]] = []
    best: float | None = None
    for cost, draft in drafts(words):
        if best is not None and cost > best + SURE:
            break
        if best is not None and _asks_too_much(draft):
            continue
        begins, said = (opener, draft) if opener is not Opener.NONE else opened(draft)
        for one in (said, *wider(said)):
            try:
                meant = effect(one)
            except Nonsense:
                continue
            if best is None:
                best = cost
            if (begins, meant) not in found:
                found.append((begins, meant))
    if len({begins for begins, _ in found}) > 1:
        return opener, []
    return (found[0][0] if found else opener), [meant for _, meant in found]


YOU: Final = NounPhrase("", Said("you", "PRON"))


def attached(
    words: Sequence[Word], opener: Opener, read: a.Effect, lexer: Lexer, again: ReadAgain
) -> a.Effect:
    """What the phrases read, with a question where its last words may belong to more of it."""
    whole, kinds = words, [word.kind for word in words]
    if not _may_belong_to_more(kinds) or isinstance(read, a.Question):
        return read
    if opener is not Opener.NONE:
        words = words[1:]
        if words and words[0].value == ",":
            words = words[1:]
    for _, draft in drafts(words):
        ways = list(dict.fromkeys(_effects((draft, *wider(draft)))))
        if read not in ways or len(ways) == 1:
            continue
        names = Vocabulary(frozenset(word.value for word in words if word.is_name))
        others = [held_to_words(one, lexer, names, again) for one in ways if one != read]
        held = [told(one, whole) for one in others if one is not None]
        return merge([read, *held]) if held else read
    return read


def _asks_too_much(x: Draft) -> bool:
    """Whether several acts depend on something that points back, perhaps at the first of them."""
    match x:
        case Sentence(says=Sentence(subject=None, says=Joined(), adjuncts=adjuncts)):
            return any(isinstance(one, Clause) and _points_back(one.x) for one in adjuncts)
    return False


def _effects(said: Iterable[Draft]) -> Iterator[a.Effect]:
    for one in said:
        with suppress(Nonsense):
            yield effect(one)


BEHIND: Final = frozenset({"IF", "UNLESS", "FOR_EACH", "WITH"})
"""Terminals with which what stands behind begins."""


def _may_belong_to_more(kinds: Sequence[str]) -> bool:
    """Whether there are two things, and something behind the second without a comma before it."""
    joined = [at for at, kind in enumerate(kinds) if kind in ("AND", "OR")]
    if not joined:
        return False
    behind = kinds[joined[-1] + 1 :]
    return bool(BEHIND & set(behind)) and "COMMA" not in behind


def wider(x: Draft) -> Iterator[Draft]:
    """ "Draw a card and discard a card if you control a Hero": what stands behind several acts may
    belong to all of them. Where it speaks of "it" or "them", it belongs to the last."""
    by_owner = _done_by_its_owner(x)
    if by_owner is not None:
        yield by_owner
    match x:
        case Sentence(subject, Joined("and", items) as says, adjuncts):
            *before, last = items
            if not isinstance(last, Act) or not all(isinstance(one, Act) for one in before):
                return
            moved = [one for one in last.adjuncts if _of_a_sentence(one)]
            if moved:
                kept = tuple(one for one in last.adjuncts if one not in moved)
                inner = replace(says, items=(*before, replace(last, adjuncts=kept)))
                yield Sentence(None, Sentence(subject, inner), (*adjuncts, *moved))
        case Sentence(says=Act(object=Joined() as obj) as act):
            shared = _shared_detail(obj)
            if shared is not None:
                yield replace(x, says=replace(act, object=shared))
        case Joined("and", (*before, Sentence(adjuncts=()) as last), "") if isinstance(
            last.says, Act
        ):
            moved = [one for one in last.says.adjuncts if _of_a_sentence(one)]
            if moved:
                kept = tuple(one for one in last.says.adjuncts if one not in moved)
                alone = replace(last, says=replace(last.says, adjuncts=kept))
                yield Sentence(None, replace(x, items=(*before, alone)), tuple(moved))
        case Joined("and", (*before, Sentence(says=Points(), adjuncts=behind) as last), "") if (
            all(isinstance(one, Prep) and _of_a_sentence(one) for one in behind) and behind
        ) and not any(map(_counts_for_itself, before)):
            yield Sentence(None, replace(x, items=(*before, replace(last, adjuncts=()))), behind)


def _counts_for_itself(x: Draft) -> bool:
    """ "+1 Power and an additional +1 Power for each Hero": so much, and so much for each."""
    return isinstance(x, Sentence) and bool(x.adjuncts or isinstance(x.says, Points))


def _done_by_its_owner(x: Draft) -> Draft | None:
    """ "A card is discarded from each foe's hand": by you, or by each foe from their own?"""
    match x:
        case Sentence(NounPhrase(x=Nominal() as inner) as subject, Act(passive=True) as act, outer):
            chosen = subject.det not in ("all", "each", "every") and not EDGES & {*inner.adjectives}
            by = any(isinstance(one, Prep) and one.word == "by" for one in act.adjuncts)
            if by or not chosen or act.object is not None:
                return None
            for one in (*act.adjuncts, *inner.details):
                theirs = _of_its_owner(one)
                if theirs is not None:
                    owner, own = theirs
                    adjuncts = tuple(own if it is one else it for it in act.adjuncts)
                    details = tuple(own if it is one else it for it in inner.details)
                    done = replace(act, adjuncts=(*adjuncts, Prep("by", "", owner)))
                    return Sentence(
                        replace(subject, x=replace(inner, details=details)), done, outer
                    )
    return None


def _of_its_owner(one: Draft) -> tuple[NounPhrase, Prep] | None:
    """Somebody else in whose place something lies, and the place as that player calls it."""
    match one:
        case Prep("in" | "from" | "off" | "out of", x=NounPhrase(owner=NounPhrase() as owner) as x):
            if owner != YOU and owner != THEY:
                return owner, replace(one, x=replace(x, owner=THEY))
    return None


EDGES: Final = frozenset({"top", "bottom"})
THEY: Final = NounPhrase("", Said("they", "PRON"))


def _shared_detail(x: Joined) -> Joined | None:
    """ "a card in your hand or a card in your discard pile with cost 3 or less": what stands behind
    the last may describe all of them."""
    *before, last = x.items
    if not isinstance(last, NounPhrase) or not isinstance(last.x, Nominal):
        return None
    details = last.x.details
    said = tuple(one for one in details if isinstance(one, Prep) and one.word == "with")
    if not said:
        return None
    items: list[Draft] = []
    for one in before:
        if not isinstance(one, NounPhrase) or not isinstance(one.x, Nominal):
            return None
        own = one.x.details
        if any(not isinstance(detail, Prep) or detail.word == "with" for detail in own):
            return None
        items.append(replace(one, x=replace(one.x, details=(*own, *said) if own else details)))
    return replace(x, items=(*items, last))


def _of_a_sentence(one: Draft) -> bool:
    """Whether something is said of a whole act, and not of the card before."""
    if isinstance(one, Prep):
        return one.word == "for" and isinstance(one.x, NounPhrase) and not _points_back(one.x)
    return isinstance(one, Clause) and not one.before_act and not _points_back(one.x)


def _points_back(x: object) -> bool:
    if isinstance(x, Said):
        return x.meaning == "this way" or (
            x.category == "PRON" and x.meaning in ("it", "them", "they", "that", "those")
        )
    if isinstance(x, NounPhrase) and x.det in ("that", "those", "the"):
        inner = x.x
        bare = isinstance(inner, Nominal) and inner.sort in ("card", "player")
        if bare and isinstance(inner, Nominal) and not inner.details:
            return True
    if isinstance(x, tuple):
        return any(map(_points_back, x))
    if is_dataclass(x) and not isinstance(x, a.Node):
        return any(_points_back(getattr(x, one.name)) for one in fields(x))
    return False


def begins_with_a_word(words: Sequence[Word]) -> bool:
    """Whether the first word of a sentence is a word, though no phrase knows it and it might be a
    name by its capital letter."""
    first = words[0] if words else None
    return first is not None and first.is_unknown_name and first.value.lower() in usable_words()


def read_freely(
    words: Sequence[Word], lexer: Lexer, again: ReadAgain
) -> tuple[Opener, a.Effect] | None:
    """What a sentence means that is not in standard words; None if that is not sure."""
    opener, found = meanings(words)
    if not 1 <= len(found) <= MOST_READINGS:
        return None
    names = Vocabulary(frozenset(word.value for word in words if word.is_name))
    held = [held_to_words(one, lexer, names, again) for one in found]
    if any(one is None for one in held):
        return None
    try:
        return opener, told(merge(held), words)
    except Nonsense:
        return None


def held_to_words(
    meant: a.Effect, lexer: Lexer, names: Vocabulary, again: ReadAgain
) -> a.Effect | None:
    """The same, as its standard wording is read, with all questions; None if that says something
    else."""
    row = []
    with_holes, meant = meant, filled(meant)
    whole, meant = meant, _as_chosen(meant)
    try:
        for opener, part in sentences(meant):
            read = again(lexer.split(sentence(opener, part), names))
            if read is None or read[0] != opener or not is_among(part, read[1]):
                return None
            row.append((opener, a.moved(read[1], (-1, 0, FAR_APART))))
        if len(row) == 1 and a.SAME_PLACE in a.walk(row[0][1]):
            return row[0][1]  # where the sentence before put something
        read_again: a.Effect = compose(row) if whole == meant else whole
        found: a.Effect = emptied(read_again, whole, with_holes)
        return found
    except (NoCondition, Nonsense, StopIteration):  # the last: there are no words for it
        return None


def _as_chosen(node: a.Effect) -> a.Effect:
    """ "(Choose one: …. If …,) do both instead" as it is said in standard words: "choose both"."""

    def chosen(one: Any) -> Any:
        return a.Choose(a.THEM) if one == a.DoBoth() else a.rebuild(one, chosen)

    said: a.Effect = chosen(node)
    return said


def is_among(meant: a.Node, read: a.Node) -> bool:
    """Whether a meaning is what was read, or one of the answers to its questions."""
    if meant == read:
        return True
    if isinstance(read, a.Question):
        return any(is_among(meant, option) for option in read.options)
    if type(meant) is not type(read):
        return False
    return all(
        _fits(getattr(meant, name), getattr(read, name)) for name in a.field_names(type(meant))
    )


def _fits(one: object, other: object) -> bool:
    if isinstance(one, a.Node) and isinstance(other, a.Node):
        return is_among(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_fits, one, other))
    return one == other
