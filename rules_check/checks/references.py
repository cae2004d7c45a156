"""Words that point back ("that foe", "it", "their", "this way") to nothing.

A card is read word by word, keeping what has been spoken of so far. In doubt nothing is
reported: a word points back well if anything before it could be meant. What a word does in the
talk is stated by the language (`grammar.wordroles`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rules_check.checks import if_you_do
from rules_check.checks.acts import ACTS
from rules_check.checks.reasons import rules_behind
from rules_check.checks.subject import Subject
from rules_check.checks.words import (
    KEYWORDS,
    keywords_over,
    places,
    says_amount,
    sentences,
    typed,
    unclear_before,
)
from rules_check.grammar import ast as a
from rules_check.grammar.attach import doer
from rules_check.grammar.compared import IN_SHORT
from rules_check.grammar.findings import Finding
from rules_check.grammar.lexer import Word
from rules_check.grammar.lines import Spoken
from rules_check.grammar.named import NAMING
from rules_check.grammar.wordroles import Role, names_something, roles

OWN_MOMENT = frozenset({"defense", "block", "first appearance attack", "when you gain this"})
"""Keywords whose text is used at another moment than the rest of the card."""

WRAPPERS = frozenset({"ongoing", "stack ongoing", "confrontation", "assist"})

POINTING_ACTS = frozenset({a.Verb.REVEAL, a.Verb.CHOOSE})
"""Verbs whose participle before a noun ("a revealed card") always points back."""


@dataclass(slots=True)
class _Talk:
    """What has been spoken of so far in the texts that are used at one moment."""

    cards: bool = False
    players: bool = False
    foe: bool = False
    chosen: bool = False
    numbers: bool = False
    acts: set[a.Verb] = field(default_factory=set)


class _Sentence:
    """The words of a sentence and what each does in the talk."""

    def __init__(self, spoken: Spoken) -> None:
        self.line = spoken.line
        self.effect = spoken.effect
        self.words = spoken.words
        self.roles = [roles(word) for word in spoken.words]
        self.free = spoken.free

    @cached_property
    def says_nothing_before(self) -> bool:
        """Whether it is in words of its own and means nothing that was spoken of: "it's your choice
        whether you discard a card"."""
        back = (
            (isinstance(x, a.Ref) and x != a.THIS)
            or (isinstance(x, a.Cards) and x.among is not None)
            for x in self.nodes
        )
        return self.free and not any(back)

    @cached_property
    def nodes(self) -> tuple[a.Node, ...]:
        """What the sentence means, node by node."""
        return tuple(a.walk(self.effect))

    @cached_property
    def they_share(self) -> frozenset[int]:
        """Where the cards of "they share a card type" begin."""
        found = list(places(self.nodes, a.ShareType, a.DifferInType))
        found += places(self.nodes, a.Is, what=a.THEM)  # "they have the same name"
        found += places(self.nodes, a.Compare, second=IN_SHORT)  # of two piles
        return frozenset(start for _, start, _ in found)

    @cached_property
    def of_them(self) -> list[a.WordPlace]:
        """Where "them" and the like are players: "each of them draws", "none of them do", "the
        other foe"."""
        kinds = (
            *(a.PlayerKind.EACH_OF_THEM, a.PlayerKind.OTHER_FOE, a.PlayerKind.REMAINING),
            *(a.PlayerKind.EACH_OTHER_PLAYER, a.PlayerKind.OTHER_TWO, a.PlayerKind.OTHER_THREE),
        )
        found = [place for kind in kinds for place in places(self.nodes, a.Player, kind=kind)]
        them = a.Player(a.PlayerKind.EACH_OF_THEM)
        return [*found, *places(self.nodes, a.PlayersAre, who=them)]

    def _is_both_kinds(self, at: int) -> bool:
        """Is this the "both" of "both a Hero and a Villain", or of "choose one, or both if …"?"""
        following = [word.value for word in self.words[at + 1 : at + 2]]
        options = Role.CHOOSES in self.roles[0] and self.words[at - 1].value == "or"
        return self.words[at].value == "both" and (options or following in (["a"], ["an"]))

    def _is_of_them(self, at: int) -> bool:
        start = self.words[at].start
        return Role.TO_CARDS in self.roles[at] and any(
            first <= start < last for _, first, last in self.of_them
        )

    @cached_property
    def attacks(self) -> list[a.WordPlace]:
        """Where it speaks of the Attack or the Confrontation itself, not of cards with it."""
        kinds = (a.HitByAttack, a.AvoidedAttack, a.AvoidAttack, a.CancelConfrontation)
        return [
            *places(self.nodes, *kinds),
            *places(self.nodes, a.Event, verbs=(a.Verb.AVOID,)),
        ]

    @cached_property
    def says_this_way(self) -> bool:
        """Does it speak of what was just done?"""
        return any(isinstance(node, a.ThisWay | a.DidTo) for node in self.nodes)

    def is_that_foe(self, at: int) -> bool:
        """Is this the last word of "that foe" or "the chosen foe"?"""
        return Role.FOE in self.roles[at] and self._after_pointer(at)

    def is_chosen_one(self, at: int) -> bool:
        """Is this the last word of "the chosen foe"?"""
        return at > 0 and Role.DONE in self.roles[at - 1]

    def _after_pointer(self, at: int) -> bool:
        return at > 0 and (self.words[at - 1].value == "that" or self.is_chosen_one(at))

    def points_to_player(self, at: int) -> bool:
        """Is this "they", "their", or the end of "that player" or "the chosen player"?"""
        if Role.SOMEBODY in self.roles[at]:
            return self._after_pointer(at)
        if self._is_of_them(at):
            return True
        if self._is_said_ahead(at):
            return False
        return Role.TO_PLAYER in self.roles[at] and self.words[at].start not in self.they_share

    def _is_said_ahead(self, at: int) -> bool:
        """Is this the "their" of "during their next turn, each foe …", told before the foe is?"""
        after = slice(at + 1, at + 2)
        if not any(Role.NEXT_TURN in role for role in self.roles[after]) or [
            word.text for word in self.words[at + 2 : at + 3]
        ] != [","]:
            return False
        deeds = [
            node.effect.effect if isinstance(node.effect, a.Forbid) else node.effect
            for node in self.nodes
            if isinstance(node, a.When) and isinstance(node.occasion, a.Moment)
        ]
        return any(doer(deed).kind in NAMING for deed in deeds)

    def points_to_cards(self, at: int) -> bool:
        """Is this "it", "them", or the "they" of "they share a card type"?"""
        if Role.TO_CARDS in self.roles[at]:
            others = self.says_nothing_before or self._is_of_them(at)
            return not others and not self._is_both_kinds(at)
        return Role.TO_PLAYER in self.roles[at] and self.words[at].start in self.they_share

    def speaks_of_cards(self, at: int) -> bool:
        """Does a word bring cards into the talk ("this Attack" does not)?"""
        if Role.CARDS not in self.roles[at]:
            return False
        start = self.words[at].start
        return not any(first <= start < last for _, first, last in self.attacks)

    def this_way_end(self, at: int) -> Word | None:
        """Where "discarded this way" or "a revealed card" ends; None: it does not point back."""
        if not self.says_this_way:
            return None
        after = range(at + 1, len(self.words))
        for later in after:  # "who gained a Weakness this way": up to the end of the clause
            if Role.THIS_WAY in self.roles[later]:
                return self.words[later]
            if Role.NEW_CLAUSE in self.roles[later]:
                break
        points = ACTS.get(self.words[at].value) in POINTING_ACTS
        return self.words[at + 1] if points and after and Role.CARDS in self.roles[at + 1] else None

    def first_of(self, at: int) -> Word:
        """Where "that foe", "the chosen player" or a single word begins."""
        if not self.roles[at] & {Role.FOE, Role.SOMEBODY}:
            return self.words[at]
        the = at > 1 and self.words[at - 2].value == "the"
        return self.words[at - 2] if the else self.words[at - 1]


def check(subject: Subject) -> Iterator[Finding]:
    """RC201, RC202 and RC204 of one card."""
    talks: dict[tuple[str, int], _Talk] = {}
    confronting: int | None = None
    for spoken in sentences(subject):
        moment = _moment(subject, spoken)
        talk = talks.setdefault(moment, _Talk(cards=_speaks_of_card(subject, spoken)))
        said = _Sentence(spoken)
        if any(Role.CONFRONTATION in of_word for of_word in said.roles):
            confronting = spoken.line
        over = {place.keyword for place in keywords_over(subject, spoken)}
        foe_known = confronting == spoken.line or bool(over & {"confrontation", "block"})
        yield from _sentence(subject, said, talk, foe_known, moment[0])
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
        or (over[-1].keyword == "block" and says_amount(subject, over[-1]))
    )


# ----------------------------------------------------------- pointing words


def _sentence(
    subject: Subject, said: _Sentence, talk: _Talk, foe_known: bool, moment: str
) -> Iterator[Finding]:
    chosen = False
    for at, word in enumerate(said.words):
        finding = _points_to_nothing(subject, said, at, talk, foe_known, moment)
        if finding is not None and not unclear_before(subject, said.line, word.start):
            yield finding
        chosen = chosen or Role.CHOOSES in said.roles[at]
        _take_in(talk, said, at, chosen)


def _points_to_nothing(
    subject: Subject, said: _Sentence, at: int, talk: _Talk, foe_known: bool, moment: str
) -> Finding | None:
    """What is to be said about a word, if it points back and nothing is there."""
    word, does = said.words[at], said.roles[at]
    if not does:
        return None
    if said.is_that_foe(at):
        known = talk.chosen if said.is_chosen_one(at) else talk.foe
        if not known and not foe_known:
            return _foe_finding(subject, said, at, moment)
    elif said.points_to_player(at):
        if not talk.players and not foe_known and not (talk.cards and _do_cards(subject, said)):
            return _player_finding(subject, said, at, moment)
    elif said.points_to_cards(at):
        if not talk.cards:
            return _card_finding(subject, said, at, moment)
    elif Role.TO_NUMBER in does:
        if not talk.cards and not talk.numbers:
            return _number_finding(subject, said, word, moment)
    elif Role.TO_CHOICE in does:
        if word.value.startswith("the ") and a.Verb.CHOOSE not in talk.acts:
            return _act_finding(subject, said, word, word, a.Verb.CHOOSE, moment)
    elif Role.DONE in does:
        act = ACTS.get(word.value)
        last = None if act is None or act in talk.acts else said.this_way_end(at)
        if act is not None and last is not None:
            return _act_finding(subject, said, word, last, act, moment)
    return None


def _do_cards(subject: Subject, said: _Sentence) -> bool:
    """Is "both of them do" made out as said of cards ("If one of them costs 0, …. If both do")?"""
    them = a.Player(a.PlayerKind.EACH_OF_THEM)
    asked = any(isinstance(x, a.PlayersAre) and x.who == them for x in said.nodes)
    return asked and them not in a.walk(subject.text)


def _take_in(talk: _Talk, said: _Sentence, at: int, chosen: bool) -> None:
    """Note what a word brings into the talk (also where it pointed to nothing: once is enough)."""
    word, does = said.words[at], said.roles[at]
    if does:
        talk.cards = talk.cards or said.points_to_cards(at) or said.speaks_of_cards(at)
        talk.numbers = talk.numbers or Role.NUMBER in does
    if Role.TEAMMATE in does:
        talk.players = True
    elif Role.PLAYER in does:
        talk.players = talk.foe = True
        one = at > 0 and Role.ONE_OF_THEM in said.roles[at - 1]
        talk.chosen = talk.chosen or chosen or one
    act = ACTS.get(word.value) or ACTS.get(word.value.partition(" ")[0])
    act = a.Verb.CHOOSE if names_something(said.words[at : at + 2]) else act
    if act is not None:
        talk.acts.add(act)
        if act is a.Verb.PASS:
            talk.acts.add(ACTS["receive"])


# --------------------------------------------------------------- what is said


def _foe_finding(subject: Subject, said: _Sentence, at: int, moment: str) -> Finding:
    first, last = said.first_of(at), said.words[at]
    ruleset = subject.ruleset
    ways = ['let the player choose one first ("Choose a foe.")', 'say "each foe"']
    if moment == "defense":
        ways = ['say "the attacker" if you mean the player who attacks']
    elif ruleset is not None and "Confrontation" in ruleset.keywords:
        ways.append('put the text behind "Confrontation:"')
    elif ruleset is not None and ruleset.says_during_a_confrontation:
        ways.append('begin with "During a Confrontation, "')
    named = "chosen" if said.is_chosen_one(at) else "chosen or named"
    return Finding(
        "RC201",
        f'"{_typed(subject, said, first, last)}" refers to nobody: no foe is {named} before',
        subject.span(said.line, first.start, last.end),
        label="which foe?",
        card=subject.card.name,
        notes=_apart(moment, "foe"),
        help=", or ".join(ways),
        rules=rules_behind(ruleset, "RC201"),
    )


def _player_finding(subject: Subject, said: _Sentence, at: int, moment: str) -> Finding:
    first, last = said.first_of(at), said.words[at]
    words = _typed(subject, said, first, last)
    who = '"the attacker"' if moment == "defense" else '"each foe" or "each player"'
    return Finding(
        "RC202",
        f'"{words}" points back to a player, but no player is spoken of before',
        subject.span(said.line, first.start, last.end),
        label="which player?",
        card=subject.card.name,
        notes=_apart(moment, "player"),
        help=f"say who is meant: {who}",
    )


def _card_finding(subject: Subject, said: _Sentence, at: int, moment: str) -> Finding:
    word = said.words[at]
    several = Role.SEVERAL in said.roles[at] or word.value.startswith("they")
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
        f'"{_typed(subject, said, word, word)}" points back to {noun}, but no card is spoken'
        " of before",
        subject.span(said.line, word.start, word.end),
        label="which cards?" if several else "which card?",
        card=subject.card.name,
        notes=_apart(moment, "card"),
        help=way,
    )


def _act_finding(
    subject: Subject, said: _Sentence, first: Word, last: Word, act: a.Verb, moment: str
) -> Finding:
    words = _typed(subject, said, first, last)
    return Finding(
        "RC202",
        f'"{words}" points back, but nothing before it tells anybody to {act} something',
        subject.span(said.line, first.start, last.end),
        label="by what?",
        card=subject.card.name,
        notes=_apart(moment, "card"),
        help=f"first tell the player to {act}, or say in another way which cards are meant",
    )


def _number_finding(subject: Subject, said: _Sentence, word: Word, moment: str) -> Finding:
    return Finding(
        "RC202",
        f'"{_typed(subject, said, word, word)}" points back to a number, but nothing is counted'
        " before",
        subject.span(said.line, word.start, word.end),
        label="how many?",
        card=subject.card.name,
        notes=_apart(moment, "number"),
        help="write the number, or first tell the player to do something with cards",
    )


def _typed(subject: Subject, said: _Sentence, first: Word, last: Word) -> str:
    return typed(subject, said.line, first.start, last.end)


def _apart(moment: str, noun: str) -> tuple[str, ...]:
    """Why something that other lines speak of does not help."""
    if not moment:
        return ()
    name = KEYWORDS[moment]
    return (f"the {name} text is used on its own: a {noun} of other lines does not count",)
