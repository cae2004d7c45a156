"""Words that point back ("that foe", "it", "their", "this way") to nothing.

A card is read word by word, keeping what has been spoken of so far. In doubt nothing is
reported: a word points back well if anything before it could be meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules_check.checks import if_you_do
from rules_check.checks.reasons import rules_behind
from rules_check.checks.subject import Subject
from rules_check.checks.words import (
    KEYWORDS,
    keywords_over,
    sentences,
    typed,
    unclear_before,
)
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding
from rules_check.grammar.lexer import Word
from rules_check.grammar.lines import KeywordPlace, Spoken

CARD_WORDS = frozenset(
    "CARD TYPE TITLE KEYWORD NAME PART UNKNOWN_NAME THIS_CARD"
    " HAND DECK DISCARD_PILE SCORE_PILE MAIN_DECK LINE_UP DESTROYED_PILE SV_STACK".split()
)
"""Words that bring cards into the talk, one by one or as a pile."""

PLAYER_WORDS = frozenset(
    "FOE PLAYER ATTACKER ATTACKED CONFRONTED LEFT_OF_YOU RIGHT_OF_YOU TO_THE_LEFT TO_THE_RIGHT"
    " OWNER WHO_DID WHO_DID_NOT".split()
)
"""Words that bring players into the talk who may be foes (see `_names_player` for groups)."""

NAME_WORDS = frozenset({"NAME", "PART", "UNKNOWN_NAME"})
CHOSEN = frozenset({"CHOSEN_TYPE", "CHOSEN_NAME", "CHOSEN_COST"})
CARD_POINTERS = frozenset({"IT", "ITS", "IT_IS", "THEM", "REST", "OTHER_ONE", "OWNER"})
PLAYER_POINTERS = frozenset({"HE", "THEIR", "LEFT_OF_THEM", "RIGHT_OF_THEM"})

OWN_MOMENT = frozenset({"defense", "block", "first appearance attack", "when you gain this"})
"""Keywords whose text is used at another moment than the rest of the card."""

WRAPPERS = frozenset({"ongoing", "stack ongoing", "confrontation", "assist"})

VERBS = (
    "draw drawn drew",
    "discard discarded",
    "destroy destroyed",
    "gain gained take buy bought receive received",
    "put place move moved add added",
    "return returned",
    "remove removed",
    "pass passed give",
    "play played",
    "reveal revealed show look search",
    "choose chosen chose",
    "defeat defeated",
)
"""Forms of one verb, and verbs that do the same in this respect."""

ACTS = {form: forms.split()[0] for forms in VERBS for form in forms.split()}
POINTING_ACTS = frozenset({"reveal", "choose"})
"""Verbs whose participle before a noun ("a revealed card") always points back."""


@dataclass(slots=True)
class _Talk:
    """What has been spoken of so far in the texts that are used at one moment."""

    cards: bool = False
    players: bool = False
    foe: bool = False
    chosen: bool = False
    numbers: bool = False
    acts: set[str] = field(default_factory=set)


def check(subject: Subject) -> Iterator[Finding]:
    """RC201, RC202 and RC204 of one card."""
    talks: dict[tuple[str, int], _Talk] = {}
    confronting: int | None = None
    for spoken in sentences(subject):
        moment = _moment(subject, spoken)
        talk = talks.setdefault(moment, _Talk(cards=_speaks_of_card(subject, spoken)))
        if any(word.kind == "IN_CONFRONTATION" for word in spoken.words):
            confronting = spoken.line
        over = {place.keyword for place in keywords_over(subject, spoken)}
        foe_known = confronting == spoken.line or bool(over & {"confrontation", "block"})
        yield from _sentence(subject, spoken, talk, foe_known, moment[0])
    yield from if_you_do.check(subject)


def _moment(subject: Subject, spoken: Spoken) -> tuple[str, int]:
    """When a sentence is used: texts with a moment of their own do not speak to the others."""
    over = [place for place in keywords_over(subject, spoken) if place.keyword not in WRAPPERS]
    if over and over[-1].keyword in OWN_MOMENT:
        return over[-1].keyword, over[-1].line
    return "", 0


def _speaks_of_card(subject: Subject, spoken: Spoken) -> bool:
    """Does the keyword itself speak of a card: "When you gain this", or "Block (2)" of a card?"""
    over = keywords_over(subject, spoken)
    return bool(over) and (
        over[-1].keyword == "when you gain this"
        or (over[-1].keyword == "block" and "(" in typed(subject, spoken.line, *_ends(over[-1])))
    )


def _ends(place: KeywordPlace) -> tuple[int, int]:
    return place.start, place.end


# ----------------------------------------------------------- pointing words


def _sentence(
    subject: Subject, spoken: Spoken, talk: _Talk, foe_known: bool, moment: str
) -> Iterator[Finding]:
    words = spoken.words
    chosen = False
    for at, word in enumerate(words):
        finding: Finding | None = None
        if _is_that_foe(words, at):
            known = talk.chosen if words[at - 1].kind == "PAST" else talk.foe
            if not known and not foe_known:
                finding = _foe_finding(subject, spoken, at, moment)
        elif _points_to_player(words, at):
            if not talk.players and not foe_known:
                finding = _player_finding(subject, spoken, at, moment)
        elif _points_to_cards(words, at):
            if not talk.cards:
                finding = _card_finding(subject, spoken, word, moment)
        elif word.kind == "THAT_MANY":
            if not talk.cards and not talk.numbers:
                finding = _number_finding(subject, spoken, word, moment)
        elif word.kind in CHOSEN:
            if word.value.startswith("the ") and "choose" not in talk.acts:
                finding = _act_finding(subject, spoken, word, word, "choose", moment)
        elif word.kind == "PAST" and ACTS.get(word.value, "") not in {"", *talk.acts}:
            last = _this_way_end(spoken, at)
            if last is not None:
                finding = _act_finding(subject, spoken, word, last, ACTS[word.value], moment)
        if finding is not None and not unclear_before(subject, spoken.line, word.start):
            yield finding
        chosen = chosen or word.kind == "CHOOSE"
        _take_in(talk, words, at, chosen)


def _take_in(talk: _Talk, words: Sequence[Word], at: int, chosen: bool) -> None:
    """Note what a word brings into the talk (also where it pointed to nothing: once is enough)."""
    word = words[at]
    if _points_to_cards(words, at) or (word.kind in CARD_WORDS and not _names_no_card(words, at)):
        talk.cards = True
    talk.numbers = talk.numbers or word.kind == "NUMBER"
    if word.kind == "TEAMMATE":
        talk.players = True
    elif _names_player(word):
        talk.players = talk.foe = True
        before = words[at - 1].kind if at else ""
        talk.chosen = talk.chosen or chosen or before in {"A", "ANY", "PAST", "TARGET"}
    act = ACTS.get(word.value) or ACTS.get(_base(word.value))
    if act is not None:
        talk.acts.add(act)


def _names_player(word: Word) -> bool:
    """Does a word speak of a player who may be a foe? Groups of words hold them too."""
    if word.kind in PLAYER_WORDS or word.kind in PLAYER_POINTERS:
        return True
    inside = ("player", "foe", "opponent")
    return word.kind not in NAME_WORDS and any(noun in word.value for noun in inside)


def _base(verb: str) -> str:
    """The first word of a verb, without the "-s" of the third person."""
    head = verb.partition(" ")[0]
    return head.removesuffix("es") if head in {"passes", "searches"} else head.removesuffix("s")


def _is_that_foe(words: Sequence[Word], at: int) -> bool:
    """Is this the last word of "that foe" or "the chosen foe"?"""
    return words[at].kind == "FOE" and _after_pointer(words, at)


def _after_pointer(words: Sequence[Word], at: int) -> bool:
    return at > 0 and (words[at - 1].value == "that" or words[at - 1].kind == "PAST")


def _points_to_player(words: Sequence[Word], at: int) -> bool:
    """Is this "they", "their", or the end of "that player" or "the chosen player"?"""
    if words[at].kind == "PLAYER":
        return _after_pointer(words, at)
    return words[at].kind in PLAYER_POINTERS and not _cards_are_they(words, at)


def _points_to_cards(words: Sequence[Word], at: int) -> bool:
    return words[at].kind in CARD_POINTERS or _cards_are_they(words, at)


def _cards_are_they(words: Sequence[Word], at: int) -> bool:
    """Is this the "they" of "they share a card type" or "they have different card types"?"""
    if words[at].kind != "HE":
        return False
    after = [word.kind for word in words[at + 1 : at + 4]]
    return after[:1] == ["SHARE"] or after == ["HAVE", "DIFFERENT", "CARD_TYPE"]


def _names_no_card(words: Sequence[Word], at: int) -> bool:
    """Is a word for cards used for something else: "this Attack", "avoid an Attack"?"""
    before = [word.kind for word in words[max(0, at - 2) : at]]
    after = words[at + 1].kind if at + 1 < len(words) else ""
    if words[at].kind == "THIS_CARD":
        return after == "KEYWORD"
    return words[at].kind == "KEYWORD" and (before[-1:] == ["THIS_CARD"] or before[:1] == ["AVOID"])


def _this_way_end(spoken: Spoken, at: int) -> Word | None:
    """Where "discarded this way" or "a revealed card" ends; None: it does not point back."""
    if not any(isinstance(part, a.ThisWay | a.DidTo) for part in a.walk(spoken.effect)):
        return None
    after = spoken.words[at + 1 :]
    for later in after:  # "who gained a Weakness this way": up to the end of the clause
        if later.kind == "THIS_WAY":
            return later
        if later.kind in {"COMMA", "PAST", "MOVE", "IF", "FOR_EACH"}:
            break
    points = ACTS.get(spoken.words[at].value) in POINTING_ACTS
    return after[0] if points and after and after[0].kind in CARD_WORDS else None


# --------------------------------------------------------------- what is said


def _first_of(words: Sequence[Word], at: int) -> Word:
    """Where "that foe", "the chosen player" or a single word begins."""
    if words[at].kind not in {"FOE", "PLAYER"}:
        return words[at]
    return words[at - 2] if at > 1 and words[at - 2].value == "the" else words[at - 1]


def _foe_finding(subject: Subject, spoken: Spoken, at: int, moment: str) -> Finding:
    first, last = _first_of(spoken.words, at), spoken.words[at]
    ruleset = subject.ruleset
    ways = ['let the player choose one first ("Choose a foe.")', 'say "each foe"']
    if moment == "defense":
        ways = ['say "the attacker" if you mean the player who attacks']
    elif ruleset is not None and "Confrontation" in ruleset.keywords:
        ways.append('put the text behind "Confrontation:"')
    elif ruleset is not None and ruleset.says_during_a_confrontation:
        ways.append('begin with "During a Confrontation, "')
    named = "chosen" if spoken.words[at - 1].kind == "PAST" else "chosen or named"
    return Finding(
        "RC201",
        f'"{_typed(subject, spoken, first, last)}" refers to nobody: no foe is {named} before',
        subject.span(spoken.line, first.start, last.end),
        label="which foe?",
        card=subject.card.name,
        notes=_apart(moment, "foe"),
        help=", or ".join(ways),
        rules=rules_behind(ruleset, "RC201"),
    )


def _player_finding(subject: Subject, spoken: Spoken, at: int, moment: str) -> Finding:
    first, last = _first_of(spoken.words, at), spoken.words[at]
    words = _typed(subject, spoken, first, last)
    who = '"the attacker"' if moment == "defense" else '"each foe" or "each player"'
    return Finding(
        "RC202",
        f'"{words}" points back to a player, but no player is spoken of before',
        subject.span(spoken.line, first.start, last.end),
        label="which player?",
        card=subject.card.name,
        notes=_apart(moment, "player"),
        help=f"say who is meant: {who}",
    )


def _card_finding(subject: Subject, spoken: Spoken, word: Word, moment: str) -> Finding:
    several = word.kind in {"THEM", "REST", "HE"} or word.value.startswith("they")
    noun = "cards" if several else "a card"
    if moment in {"defense", "block"}:
        way = 'say "this card" if you mean the card itself, or name the card'
    elif several:
        way = 'speak of the cards first ("Reveal the top two cards of your deck."), or name them'
    else:
        way = (
            'speak of the card first ("Reveal the top card of your deck."), or name it; the card'
            ' itself is "this card"'
        )
    return Finding(
        "RC202",
        f'"{_typed(subject, spoken, word, word)}" points back to {noun}, but no card is spoken'
        " of before",
        subject.span(spoken.line, word.start, word.end),
        label="which cards?" if several else "which card?",
        card=subject.card.name,
        notes=_apart(moment, "card"),
        help=way,
    )


def _act_finding(
    subject: Subject, spoken: Spoken, first: Word, last: Word, act: str, moment: str
) -> Finding:
    words = _typed(subject, spoken, first, last)
    return Finding(
        "RC202",
        f'"{words}" points back, but nothing before it tells anybody to {act} something',
        subject.span(spoken.line, first.start, last.end),
        label="by what?",
        card=subject.card.name,
        notes=_apart(moment, "card"),
        help=f"first tell the player to {act}, or say in another way which cards are meant",
    )


def _number_finding(subject: Subject, spoken: Spoken, word: Word, moment: str) -> Finding:
    return Finding(
        "RC202",
        f'"{_typed(subject, spoken, word, word)}" points back to a number, but nothing is counted'
        " before",
        subject.span(spoken.line, word.start, word.end),
        label="how many?",
        card=subject.card.name,
        notes=_apart(moment, "number"),
        help="write the number, or first tell the player to do something with cards",
    )


def _typed(subject: Subject, spoken: Spoken, first: Word, last: Word) -> str:
    return typed(subject, spoken.line, first.start, last.end)


def _apart(moment: str, noun: str) -> tuple[str, ...]:
    """Why something that other lines speak of does not help."""
    if not moment:
        return ()
    name = KEYWORDS[moment]
    return (f"the {name} text is used on its own: a {noun} of other lines does not count",)
