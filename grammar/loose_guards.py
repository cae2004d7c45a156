"""Where loose words may not be replaced, because what is around them gives them another meaning.

For `grammar.spelled_out`. A turn of phrase that is not replaced is not understood, and that is said
at its word: better than a meaning that the sentence does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

OTHERS: Final = frozenset(
    {
        *("each", "foes", "opponents", "enemies", "players", "they", "everyone", "everybody"),
        *("passes", "puts", "returns", "gives", "have"),
        *(f"{who} may" for who in ("foe", "opponent", "enemy", "player", "teammate")),
    }
)
"""Words that tell of somebody else than the player of the card who does it."""

VERBS: Final = frozenset(
    verb + s
    for verb in (
        *("buy", "choose", "destroy", "discard", "draw", "gain", "move", "pass", "play", "put"),
        *("remove", "return", "reveal", "take", "use"),
    )
    for s in ("", "s")
)


class Guard(NamedTuple):
    """When a turn of phrase stands for its plain words; no condition: always."""

    without: frozenset[str] = frozenset()
    """None of these words stands before it in its sentence."""

    never: frozenset[str] = frozenset()
    """None of these words stands before it in its line."""

    behind: frozenset[str] = frozenset()
    """The last verb before it is one of these."""

    needs: frozenset[str] = frozenset()
    """One of these words stands before it in its line."""

    times: int = 1
    """How many of the words that it needs stand there."""

    only: frozenset[str] = frozenset()
    """All that is done in its line before what is done to it is one of these."""

    followed: frozenset[str] = frozenset()
    """Nothing follows it, or one of these."""

    def allows(self, before: Sequence[str], following: str) -> bool:
        """Whether it may be replaced between these words of its line and the next one."""
        stop = max((n for n, word in enumerate(before) if word in (".", ":")), default=-1)
        sentence = before[stop + 1 :]
        done = _verbs(before)
        return not (
            (_count(self.without, sentence) or _count(self.never, before))
            or (self.needs and _count(self.needs, before) < self.times)
            or (self.behind and not {*_verbs(sentence)[-1:]} & self.behind)
            or (self.only and not (len(done) > 1 and self.only.issuperset(done[:-1])))
            or (self.followed and following and following not in self.followed)
        )


def _verbs(words: Sequence[str]) -> list[str]:
    """What is said to be done; a card in play and a discard pile are not done."""
    around = zip(("", *words), words, (*words[1:], ""), strict=False)
    return [
        word
        for last, word, following in around
        if word in VERBS and last not in ("in", "into") and following != "pile"
    ]


def _count(phrases: frozenset[str], words: Sequence[str]) -> int:
    """How often one of the phrases is said."""
    said = f" {' '.join(words)} "
    return sum(said.count(f" {phrase} ") for phrase in phrases)


def _guards(phrases: Sequence[str], guard: Guard) -> dict[tuple[str, ...], Guard]:
    return {tuple(phrase.split()): guard for phrase in phrases}


HAS: Final = ("has", "had", "controls", "holds", "is")
"""What somebody may be, in place of what they do."""

NEXT: Final = (
    *("the next player", "the next player in turn order", "the player whose turn is next"),
    *("the player whose turn comes next", "the player who takes the next turn"),
    *(
        f"the {foe} whose turn {comes} next"
        for foe in ("foe", "opponent", "enemy")
        for comes in ("is", "comes")
    ),
)
"""The player on the left, said of the turns."""

_BEHIND_LAST: Final = frozenset({".", ",", "into", "on", "in", "onto", "back"})
LAST: Final = ("the last one", "the last card")
"""The one that is left when others were dealt with."""

LIKE: Final = ("like", "prefer", "want", "wish", "choose")

BEFORE_IT: Final = (
    *("the ones before it", "the ones revealed before it"),
    *("the cards before it", "the cards revealed before it"),
)
"""Cards that were turned up until one was found."""

_FOUND: Final = frozenset(
    f"{verb}{s} {it}"
    for verb in ("draw", "gain", "put", "play", "take", "destroy")
    for s in ("", "s")
    for it in ("it", "that card", "that hero", "that villain")
)
_PARTED: Final = frozenset({"one", "two", "three", "four", "five", "choose"})

_TYPES: Final = frozenset(
    {
        *("hero", "heroes", "villain", "villains", "starter", "starters", "equipment"),
        *("location", "locations", "super power", "super powers", "punches", "weaknesses"),
    }
)

OF_THEIR_CHOICE: Final = tuple(
    f"one of the {rest} two , {of} choice"
    for rest in ("remaining", "other")
    for of in ("of their", "of his or her")
)

PAST: Final = {
    **{f"{verb}ed": verb for verb in ("destroy", "discard", "gain", "play")},
    "revealed": "reveal",
    "drawn": "draw",
    "chosen": "choose",
}
"""What was done to a card, and the word for doing it."""

GUARDS: Final[dict[tuple[str, ...], Guard]] = {
    # "all cards except a Hero" keeps one Hero
    **_guards(
        ["except a", "except an", "except for a", "except for an"],
        Guard(without=frozenset({"all"})),
    ),
    # "two of them that share …" share with one another, not with something else
    **_guards(
        ["that share a card type", "that share a cost"],
        Guard(without=frozenset({"all", "them", "those", "any", "number"})),
    ),
    **_guards(["keep revealing cards from the top of"], Guard(without=frozenset({"may", "must"}))),
    **_guards(
        [
            f"as {if_} it were {so}"
            for if_ in ("if", "though")
            for so in ("in your hand", "yours", "your own")
        ],
        Guard(behind=frozenset({"play", "plays"})),
    ),
    # a Defense has a price of its own
    **_guards(["because of this attack"], Guard(never=frozenset({"defense"}))),
    # the condition could be one of the last part only
    **_guards(
        [
            *("provided that", "provided", ", provided that", "but only if", ", but only if"),
            ", provided",
        ],
        Guard(without=frozenset({"and", "then", "or"})),
    ),
    # of those who were just told to do something, not of all
    **_guards(
        [f"whoever {has}" for has in HAS],
        Guard(never=frozenset({"each", "and"})),
    ),
    **_guards(["when you do ,"], Guard(never=frozenset({"turn", "turns", "number", "each"}))),
    **_guards(
        ["that foe keeps it", "that player keeps it"],
        Guard(never=frozenset({"main", "line-up"})),
    ),
    **_guards(["in the order of your choice"], Guard(without=OTHERS)),
    **_guards(
        [*NEXT],
        Guard(without=OTHERS | {"foe"}),
    ),
    # who puts it there has it
    **_guards(
        ["under their control", "under his control"],
        Guard(behind=frozenset({"puts", "returns", "moves", "plays"})),
    ),
    **_guards(LAST, Guard(needs=frozenset({"one", "another"}), times=2)),
    ("the", "last"): Guard(needs=frozenset({"one", "another"}), times=2, followed=_BEHIND_LAST),
    # of more than two it could be any number
    **_guards(
        [f"whichever {of}you {like}" for of in ("", "of them ") for like in LIKE],
        Guard(needs=frozenset({"two", "2"}), never=frozenset({"three", "four", "five"})),
    ),
    # the card that was found is dealt with by itself
    **_guards(BEFORE_IT, Guard(needs=_FOUND, never=_PARTED)),
    # it could be so many of that kind
    **_guards(
        [f"{verb} the same number" for verb in ("discard", "discards", "destroy", "destroys")],
        Guard(never=_TYPES),
    ),
    # who does it chooses
    **_guards(
        OF_THEIR_CHOICE,
        Guard(behind=frozenset({"gains", "draws", "discards", "destroys", "puts", "takes"})),
    ),
    **{
        tuple(f"of the {past} card 's {kind}".split()): Guard(only=frozenset({verb, f"{verb}s"}))
        for past, verb in PAST.items()
        for kind in ("type", "card type")
    },
}
"""Of turns of phrase that do not stand for their plain words everywhere: where they do."""

_GUARDED: Final = frozenset(phrase[0] for phrase in GUARDS)


def understood_elsewhere(word: str) -> bool:
    """Whether a word begins a turn of phrase that stands for plain words in other sentences."""
    return word.lower() in _GUARDED
