"""Words that stand for several plain ones: "everyone else" is "each other player".

They are spelled out before anything is read, as "isn't" is: so whatever can be said of each
player can be said of everyone. Each plain word has the place of the words it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules_check.grammar.loose_guards import (
    BEFORE_IT,
    GUARDS,
    HAS,
    LAST,
    LIKE,
    NEXT,
    OF_THEIR_CHOICE,
    PAST,
)
from rules_check.grammar.loose_words import LOOSE, MANY

Raw = tuple[str, int, int]
"""A word as typed, and where it stands."""

_EVERYONE: Final = {"everyone": "each", "everybody": "each", "anyone": "any", "anybody": "any"}
_FOES: Final = {"foe": "foe", "opponent": "opponent", "enemy": "enemy", "player": "player"}

_KINDS: Final = {
    **{word: f"{word}s" for word in ("card", "villain", "location", "super power", "starter")},
    "hero": "heroes",
}
"""Cards of a kind, one and several."""

_SIZES: Final = {"larger": "more", "bigger": "more", "smaller": "fewer"}
_PILES: Final = {"hand": "hand", "discard pile": "their discard pile", "deck": "their deck"}
"""Places of a player that are larger than others, and how the cards in them are spoken of."""

_TABLE: Final[dict[str, str]] = {
    **{word: f"{each} player" for word, each in _EVERYONE.items()},
    **{f"{word} else": f"{each} other player" for word, each in _EVERYONE.items()},
    "nobody": "no player",
    "no one": "no player",
    "nobody else": "no other player",
    "no one else": "no other player",
    "someone": "a player",
    "somebody": "a player",
    "someone else": "another player",
    "somebody else": "another player",
    "whoever": "each player who",
    **{
        f"player with the {size} {zone}": f"player with the {size} {zone}"
        for size in _SIZES
        for zone in _PILES
    },
    **{f"whichever {word}": f"the {one} who" for word, one in _FOES.items()},
    **{f"whichever of your {word}": f"the {one} who" for word, one in MANY.items()},
    **{f"whichever of your two {word}": f"the {one} who" for word, one in MANY.items()},
    "whichever of you": "the one of you who",
    "whichever of you and your teammate": "the one of you and your teammate who",
    "whichever of you two": "the one of you who",
    **{
        f"whichever {of}{word}": f"the {said}"
        for of in ("", "card ", "one ", "of them ", "of those cards ", "of the two ", "of these ")
        for word, said in {
            **dict.fromkeys(["has", "had"], "one with"),
            **dict.fromkeys(["is cheaper", "was cheaper", "costs less"], "cheaper one"),
            **dict.fromkeys(["costs more", "is more expensive"], "more expensive one"),
            **dict.fromkeys(["is cheapest", "costs the least"], "cheapest one"),
            "costs the most": "most expensive one",
        }.items()
    },
    **{
        f"the {one} or {many}": many
        for one, many in {**{y: x for x, y in MANY.items()}, "player": "players"}.items()
    },
    **{f"the {one} or {many}": f"all {many}" for one, many in _KINDS.items()},
    **{
        f"{how} {to}": to
        for how in ("straight", "directly")
        for to in ("into", "to", "onto", "on top", "on the bottom")
    },
    **{
        f"{cause} {who} to": f"{make} {who}"
        for cause, make in {"cause": "make", "causes": "makes"}.items()
        for who in ("you", "that player", "that foe", "them")
    },
    **{
        f"{verb} until": f"{verb} cards until"
        for verb in ("draw", "draws", "discard", "discards", "reveal", "reveals")
    },
    **{
        f"{verb} only {number}": f"{verb} exactly {number}"
        for verb in ("hold", "holds", "holding", "have", "has", "with", "control", "controls")
        for number in ("one", "two", "three", "1", "2", "3")
    },
    **{  # what may be is no count of what is
        f"{may} {verb} only": f"{may} {verb} only"
        for may in ("may", "can", "must", "cannot", "could")
        for verb in ("hold", "have", "control")
    },
    **{f"{have} not yet": f"{have} not" for have in ("have", "has")},
    **{f"{have}n't yet": f"{have} not" for have in ("have", "has")},
    "rather than": "instead of",
    **{f"the {word} of your choice": f"a {word} of your choice" for word in _FOES},
    **{f"{word}not a single": f"{word}no" for word in ("", "if ")},
    **{f"if you {have} ,": "if not ," for have in ("have not", "haven't")},
    **{f"if there {be} ,": "if not ," for be in ("are not", "aren't", "is not", "isn't")},
    **{
        f"{verb} the same number": f"{verb} that many cards"
        for verb in ("draw", "draws", "discard", "discards", "destroy", "destroys")
    },
    **{
        f"{verb} the same number of": f"{verb} the same number of"
        for verb in ("draw", "draws", "discard", "discards", "destroy", "destroys")
    },
    **{
        f", which goes {to} {whose} {zone}{not_there}": f"and {put} it {to} {whose} {zone}"
        for to, zone in (("on top of", "deck"), ("on the bottom of", "deck"), ("into", "hand"))
        for whose, put in {"your": "put", "their": "puts"}.items()
        for not_there in ("", *(f" instead of {x} {whose} discard pile" for x in ("into", "in")))
    },
    **{f"if there {be} none to": "if you have no card to" for be in ("is", "are")},
    **{
        f"whose {zone} is {size} than yours": f"with {how} cards in {where} than you"
        for size, how in _SIZES.items()
        for zone, where in _PILES.items()
    },
    **{
        f"with the {size} {zone}": f"with {how} cards in {where}"
        for size, how in {**_SIZES, "largest": "the most", "smallest": "the fewest"}.items()
        for zone, where in _PILES.items()
    },
    **{
        f"never less than {n} or more than": f"never less than {n} and more than"
        for n in ("0", "1", "2", "3", "one", "two", "three")
    },
    **{f"plus an additional + {n} power for": f"plus {n} power for" for n in ("1", "2", "3")},
    **{
        f"{leave} {what} {there}": f"{leave} {what} where it is"
        for leave in ("leave", "leaves")
        for what in ("it", "them", "that card", "the rest", "the other", "the others", "both")
        for there in (
            *("where it was", "where they are", "where they were", "there", "in place"),
            *("as it is", "as they are", "alone"),
        )
    },
    **{
        f"{cards} {stay}": "leave the rest where it is"
        for cards in ("the rest", "all other revealed cards", "the others")
        for stay in ("stay where they are", "remain where they are", "stay there")
    },
    **{f"{who} keeps it": f"{who} leaves it where it is" for who in ("that foe", "that player")},
    "if the two have": "if they have",
    "if the two share": "if they share",
    "never more than": "no more than",
    "for +": "to gain +",
    "each of you who": "each who",
    **{f"the vp {word} worth": "its vp" for word in ("it is", "it was", "it's")},
    "the sum of theirs": "the total of their costs",
    **{
        f"those {number} {to}": f"those {number} cards {to}"
        for number in ("two", "three", "four")
        for to in ("into", "on", "in")
    },
    **{
        f"all other {word} , including you ,": "the remaining players"
        for word in ("players", "players at the table")
    },
    "no such card": "none",
    "no such cards": "none",
    "could": "can",
    "exactly equal to": "equal to",
    "exactly equal to the": "equal to the",
    "is exactly the": "is equal to the",
    "equals": "is equal to",
    "except": "other than",
    "except for": "other than",
    **{f"except{for_} {a}": f"other than {a}" for for_ in ("", " for") for a in ("a", "an")},
    **{f"whoever {has}": f"each player who {has}" for has in HAS},
    **dict.fromkeys(NEXT, "the player on your left"),
    **{last: last.replace("last", "other") for last in (*LAST, "the last")},
    **{choice: choice[: choice.index(" ,")] for choice in OF_THEIR_CHOICE},
    **{
        f"whichever {of}you {like}": "one of them of your choice"
        for of in ("", "of them ")
        for like in LIKE
    },
    **dict.fromkeys(BEFORE_IT, "the rest"),
    **{
        f"of the {past} card 's {kind}": "of that card type"
        for past in PAST
        for kind in ("type", "card type")
    },
    "in the order of your choice": "in any order",
    **{f"under {their} control": "under your control" for their in ("their", "his")},
    **{f"unchosen {word}": f"{word} not chosen" for word in (*_FOES, *MANY)},
    "in control of": "who control",
    "is in control of": "controls",
    "are in control of": "control",
    "who is in control of": "who controls",
    "that is in control of": "who controls",
    "who are in control of": "who control",
    "controlling": "who control",
    "is controlling": "controls",
    "are controlling": "control",
    "not in control of": "who does not control",
    "not controlling": "who does not control",
    "is not in control of": "does not control",
    "are not in control of": "do not control",
    "is not controlling": "does not control",
    "are not controlling": "do not control",
    **dict.fromkeys(
        [
            *("couldn't", "could not", "is unable to", "are unable to", "was unable to"),
            "were unable to",
        ],
        "cannot",
    ),
    "unable to": "who cannot",
    **LOOSE,
    "not holding": "who does not hold",
    "is not holding": "does not hold",
    "are not holding": "do not hold",
}
SPELLED_OUT: Final = {tuple(short.split()): tuple(said.split()) for short, said in _TABLE.items()}
"""What stands for which plain words."""

_MOST: Final = max(map(len, SPELLED_OUT))
_FIRST: Final = frozenset(words[0] for words in SPELLED_OUT)
_WHOSE: Final = frozenset({"your", "their", "his", "her", "the"})
"""Words after which "right" is a side of the table."""


def spelled_out(raw: list[Raw]) -> list[Raw]:
    """A line in plain words."""
    if not any(word.lower() in _FIRST for word, _, _ in raw):
        return raw
    return list(_plain(raw))


def _plain(raw: list[Raw]) -> Iterator[Raw]:
    at = 0
    while at < len(raw):
        size = _size(raw, at)
        if not size:
            yield raw[at]
            at += 1
            continue
        key = tuple(word.lower() for word, _, _ in raw[at : at + size])
        start, end = raw[at][1], raw[at + size - 1][2]
        yield from ((word, start, end) for word in SPELLED_OUT[key])
        at += size


def _size(raw: list[Raw], at: int) -> int:
    """How many words from here stand for others, as many as can be."""
    if raw[at][0].lower() not in _FIRST:
        return 0
    if raw[at][0].lower() == "right" and at and raw[at - 1][0].lower() in _WHOSE:
        return 0  # "the player on your right": a side, not "straight"
    words = [word.lower() for word, _, _ in raw[at : at + _MOST]]
    size = next((n for n in range(len(words), 0, -1) if tuple(words[:n]) in SPELLED_OUT), 0)
    guard = GUARDS.get(tuple(words[:size]))
    if guard is None:
        return size
    following = raw[at + size][0].lower() if at + size < len(raw) else ""
    return size if guard.allows([word.lower() for word, _, _ in raw[:at]], following) else 0
