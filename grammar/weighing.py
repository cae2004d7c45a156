"""Words that carry so much that no repair may touch them: whether, how many, who, when, which."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

NEGATES: Final = re.compile(
    r"not|no|non|non-.*|none|nor|neither|never|cannot|nothing|nobody|.+n['’]?t|n['’]t|without|except"
    r"|excepting|excluding|but|barring|fail(s|ed|ing|ure)?|lack(s|ed|ing)?|refus(e|es|ed|ing)"
    r"|declin(e|es|ed|ing)|skip(s|ped|ping)?|unable|unless|instead|otherwise|hardly|barely",
    re.IGNORECASE,
)
"""Words that turn what is said into its contrary."""

COUNTS: Final = re.compile(
    r".*\d.*|[+\-−].*|x|zero|one|ones|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|dozen|hundred|half|halves|quarter|third|once|twice|thrice|times|single|sole|double|doubled"
    r"|triple|tripled|both|pair(s|ed)?|couple|duplicate(s|d)?|copy|copies|same|different|distinct"
    r"|unique|identical|equal|each|every|all|any|some|several|many|few|fewer|fewest|less|least"
    r"|more|most|much|only|just|exactly|precisely|at|up|first|second|next|last|again|other|others"
    r"|another|extra|additional|further|total|rest|remaining|half|odd|even|as|than|per|over|under"
    r"|above|below|beyond|nearly|almost|about|barely|still|already|yet|also|too",
    re.IGNORECASE,
)
"""Words that say how many, how often, or which of several."""

PLAYERS: Final = re.compile(
    r"you|your|yours|yourself|i|me|my|we|us|our|they|them|their|theirs|themsel(f|ves)|he|him|his"
    r"|she|her|hers|who|whom|whose|whoever|foe('?s'?)?|player('?s'?)?|teammate('?s'?)?|opponents?"
    r"|enem(y|ies)|rivals?|all(y|ies)|partners?|owners?|attackers?|defenders?|neighbou?rs?|team"
    r"|everyone|everybody|anyone|anybody|someone|somebody|own|owned|owns|left|right",
    re.IGNORECASE,
)
"""Words that say who."""

CARRIES: Final = re.compile(
    r"can|may|might|could|would|must|should|until|if|when|while|after|before"
    r"|attack|defense|block|ongoing|assist",
    re.IGNORECASE,
)
"""Other words without which a sentence says something else."""

TIMES: Final = re.compile(
    r".*turns?|until|during|game|now|end|ends|start|starts|beginning|begins|time|once|when"
    r"|whenever|while|immediately|rest",
    re.IGNORECASE,
)
"""Words that say when, and for how long."""

POINTS: Final = re.compile(
    r"it|its|itself|that|those|this|these|such|which|there|so", re.IGNORECASE
)
"""Words that point to something."""

CLINGS: Final = re.compile(
    r"even|odd|only|just|exactly|more|most|less|least|fewer|fewest|any|all|no|non-|not|at|up|again"
    r"|other|another|still|also|each|every|first|next|last|same",
    re.IGNORECASE,
)
"""Words that say something of the very word behind them."""

JOINS: Final = re.compile(r"or|and|and/or|then|;|:|x|choose", re.IGNORECASE)
"""Words that put together what is done."""

GROUPS: Final = ((NEGATES, COUNTS, CARRIES), (PLAYERS,), (TIMES,), (POINTS,), (JOINS,))
"""Words that must not change their order with others of their group."""


def weighs(word: str) -> bool:
    """Does a word negate, count or name a player?"""
    return any(kind.fullmatch(word) for kind in (NEGATES, COUNTS, PLAYERS))


def skeleton(words: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The words of a text that carry so much, in their order: those of each group."""
    single = [one for word in words for one in word.lower().split()]
    return tuple(
        tuple(one for one in single if group in _groups(one)) for group in range(len(GROUPS))
    )


@lru_cache(maxsize=4096)
def _groups(word: str) -> tuple[int, ...]:
    """The groups to which a word belongs."""
    kinds = enumerate(GROUPS)
    return tuple(group for group, row in kinds if any(kind.fullmatch(word) for kind in row))


def is_heavy(word: str) -> bool:
    """Whether a word, or one of a group of words, is of one of these groups."""
    return any(skeleton([word]))


COMMON: Final = (
    "not no non none neither never cannot without except unless instead otherwise refuse decline"
    " fail lack skip another other each every all any several fewer less least more most only just"
    " exactly first second third next last again twice once half both same different you your they"
    " their them who whose foe player teammate opponent may must should could would until when"
    " while after before during two three four five six seven eight nine ten"
).split()
"""Such words, as they are mostly written."""


@lru_cache(maxsize=1024)
def spelled_like_heavy(word: str) -> bool:
    """Whether it may be one of these words with a slip of the pen ("cnanot", "reufse")."""
    return is_heavy(word) or any(_one_slip(word.lower(), other) for other in COMMON)


def _one_slip(one: str, other: str) -> bool:
    """Whether two words differ by a letter more, less or wrong, or by two that changed places."""
    if min(len(one), len(other)) < 3 or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while one[start : start + 1] == other[start : start + 1] != "":
        start += 1
    mine, yours = one[start:], other[start:]
    swapped = mine[1:2] + mine[:1] + mine[2:]
    return yours in (mine[1:], swapped) or mine[1:] == yours[1:] or mine == yours[1:]
