"""Words of parse trees: tables from words to AST, and helpers to look at trees."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, rule
from rules_check.grammar.compose import open_clause

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
ORDINALS |= {"seventh": 7, "eighth": 8}

_NAMED = {a.Window.YOUR_TURN: "DURING_YOUR_TURN", a.Window.CONFRONTATION: "IN_CONFRONTATION"}
WINDOWS = {_NAMED.get(window, window.name): window for window in a.Window}
"""The stretch of time that each terminal says."""

WINDOWS["THAT_TURN"] = a.Window.THIS_TURN  # of which a moment or an occasion has spoken

NUMBERS = "zero one two three four five six seven eight nine ten".split()

rule("_act", "MOVE", "PLAY", "REVEAL", "DEFEAT", "CHOOSE", "RECEIVE")
rule("acts_present", '_act ("or" _act)*')
rule("acts_past", '(ALREADY | HAVE)* PAST ("or" PAST)*')
rule("acts_done", 'PAST ("or" PAST)*')
rule("acts_both", '_act ("or" _act)* "or" HAVE PAST ("or" PAST)*')
rule("?acted", "acts_present", "acts_past", "acts_both")


def is_tree(part: Part, *names: str) -> bool:
    """Is it a tree with one of these names?"""
    return getattr(part, "data", None) in names


def token(part: Part, *kinds: str) -> bool:
    """Is it a token (of one of these terminals)?"""
    kind = getattr(part, "type", None)
    return kind in kinds if kinds else kind is not None


def parts_of(tree: Any) -> Any:
    """The children of a tree; or what is given, if these are the children."""
    return getattr(tree, "children", tree)


def trees(tree: Any) -> Parts:
    """The children that are trees."""
    return [part for part in parts_of(tree) if not token(part)]


def at_word(node: a.N, word: Part, last: Part | None = None) -> a.N:
    """A node that one word of the sentence says, or those from there to the last one."""
    return a.placed(node, (-1, word.line, (last or word).line + 1))


def up_to(node: a.N, last: Part) -> a.N:
    """A node that is said from its first word to a later one."""
    line, start, _ = a.place_of(node) or (-1, last.line, 0)
    return a.placed(node, (line, start, last.line + 1))


def kinds(tree: Part) -> set[str]:
    """The terminals among the children of a tree."""
    return {part.type for part in parts_of(tree) if token(part)}


def first(tree: Part, *names: str) -> Part | None:
    """The first child that is a tree of one of these names or a token of these kinds."""
    for part in parts_of(tree):
        if is_tree(part, *names) or token(part, *names):
            return part
    return None


def third_person(word: Part) -> bool:
    """Is the verb in the "-s" form?"""
    head = word.split(" ")[0]
    return head in {"passes", "does", "has"} or (head.endswith("s") and head != "pass")


def in_plural(predicate: Part) -> bool:
    """Does a predicate with a subject begin with a verb in the base form ("they draw")?"""
    word = predicate.children[0] if predicate.children else None
    return token(word, *VERB_KINDS) and not third_person(word)


def verb(word: Part) -> a.Verb:
    """The verb of a token in any form."""
    return a.FORMS[str(word)]


def number(part: Part) -> int:
    """The value of a number tree or token."""
    word: Any = part if token(part) else part.children[0]
    return int(word)


def numeral(tree: Part) -> a.Number:
    """The number that is said below a tree, in its place."""
    below: Any = first(tree, "number")
    word = parts_of(tree if below is None else below)[0]
    return at_word(a.Number(int(word)), word)


def effect(tree: Part, who: a.Player) -> a.Effect:
    """The effect that a predicate says; `who` does it."""
    found: a.Effect = read(tree, who)
    return found


def pronoun(what: a.Selection) -> a.Ref:
    """ "it" or "them": what cards are called when they are spoken of again."""
    one = isinstance(what, a.Cards) and what.quantity == a.Exactly(a.ONE)
    return a.IT if one else a.THEM


def window_word(tree: Part) -> a.Window:
    """The window of its tree."""
    return WINDOWS[tree.children[0].type]


def window(tree: Part) -> a.Window | None:
    """The window below a tree, if it has one."""
    found = first(tree, "window")
    return window_word(found) if found is not None else None


def window_of(tree: Part, before: a.Selection | a.Event | None = None) -> a.Window:
    """Words of time. After cards that end with "you played", bare ones belong to those cards;
    after an event also to cards "revealed this way"."""
    kinds_ = () if isinstance(before, a.Event) else (a.Acted,)
    refuse(len(tree.children) == 1 and open_clause(before, *kinds_))
    return window_word(tree.children[-1])


def span(tree: Part, before: a.Selection | a.Event | None = None) -> a.Window | None:
    """The stretch of time that is said of an effect, if any."""
    found = first(tree, "span")
    return None if found is None else window_of(found, before)


VERB_KINDS = {
    "SUBTRACT",
    "GET",
    "CANCEL",
    "STEAL",
    *(a.verbs.terminals().keys() - {"PAST", "GERUND"}),
}
"""Terminals of verbs, in whose form one sees who does it; those of templates are added."""

ACTED = ("acts_present", "acts_past", "acts_both")
_HAVE = ("HAVE", "ALREADY")
_TENSES = (a.Tense.PAST, a.Tense.PRESENT)


def that_kind(word: Any) -> a.CardType:
    """ "that Hero"."""
    return card_type(str(word).removeprefix("that "))


def card_type(word: str) -> a.CardType:
    """The card type of a word in singular or plural."""
    text = word.removesuffix("s")
    return a.CardType("Hero" if text.startswith("hero") else text.title())


def title(word: str) -> a.Title:
    """The title of a word in singular or plural."""
    if word.startswith("character"):
        return a.Title.CHARACTER
    return a.Title.SUPER_VILLAIN if "villain" in word else a.Title.SUPER_HERO


def keyword(word: str) -> a.AnyKeyword:
    """The keyword of a word in singular or plural; own ones of a set come as they are written."""
    if not word.islower():
        return a.OwnKeyword(str(word))
    return a.Keyword(word.removesuffix("s").title())


def acted(tree: Part) -> tuple[tuple[a.Verb, ...], a.Tense]:
    """The verbs of a relative clause and their tense."""
    now = tuple(verb(word) for word in tree.children if word.type not in {"PAST", *_HAVE})
    before = tuple(verb(word) for word in tree.children if word.type == "PAST")
    refuse(now and before and now != before)
    return now or before, a.Tense.BOTH if now and before else _TENSES[bool(now)]


def have_done(tree: Part) -> bool:
    """Whether it is "have drawn", and not "drew" or "draw"."""
    return any(word.type in _HAVE for word in tree.children)


def verbs(tree: Part, _who: a.Player | None = None) -> tuple[a.Verb, ...]:
    """The verbs of a relative clause."""
    return acted(tree)[0]


def spell(number: int) -> str:
    """A quantity: words up to ten, then digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def quality(word: Part) -> a.Quality:
    """The card type, title or keyword of a word."""
    if word.type == "TYPE":
        return card_type(word)
    if word.type == "TITLE":
        return title(word)
    found = keyword(word)
    refuse(isinstance(found, a.OwnKeyword))  # the name alone, without its meaning, is not granted
    assert isinstance(found, a.Keyword)
    return found


def participles(verbs: tuple[a.Verb, ...]) -> str:
    """ "bought or gained"."""
    return " or ".join(a.PAST[verb] for verb in verbs)


def nth_time(words: str) -> int:
    """ "the second time"."""
    return ORDINALS[words.split()[1]]


def ordinal(number: int) -> str:
    """ "first", "second" …"""
    return list(ORDINALS)[number - 1]


def join(items: list[str], word: str) -> str:
    """A, B, and C."""
    if len(items) <= 2:
        return f" {word} ".join(items)
    return f"{', '.join(items[:-1])}, {word} {items[-1]}"


def says(tree: Part, kind: str) -> bool:
    """Does a sentence say such a word?"""
    return any(tree.scan_values(lambda leaf: token(leaf, kind)))


def of_a_turn(node: a.Node) -> bool:
    """Does it bring up a turn, of which "that turn" can speak?"""
    turns = {a.Window.EACH_OF_YOUR_TURNS, a.Window.YOUR_TURN, a.Window.FOES_TURN}
    turns |= {a.Window.OTHER_TURN, a.Window.ANY_TURN, a.Window.EACH_TURN}
    return isinstance(node, a.Moment) or getattr(node, "window", None) in turns


def said_by(chain: Part, name: str) -> bool:
    """Is it one clause with such a phrase ("pay 2 Power to draw a card")?"""
    clause, *more = chain.children
    return not more and is_tree(clause, "clause") and first(clause, name) is not None


def acted_by(
    verbs: tuple[a.Verb, ...], who: a.Player, tense: a.Tense, window: a.Window | None
) -> a.Acted | a.ThisWay:
    """What a player did to cards; a card that is passed is received by what the text says: "If you
    receive a Hero, …"."""
    if verbs == (a.Verb.RECEIVE,) and window is None and who in (a.YOU, a.THAT_PLAYER):
        return a.ThisWay(a.Verb.RECEIVE, None, who)
    return a.Acted(verbs, who, tense, window)


def refuse_listed(chain: Part) -> None:
    """After a comma alone, "…, draw a card or discard a card" is the end of a list."""
    for before, part in pairwise(chain.children):
        refuse(token(before, "COMMA") and is_tree(part, "either"))


def refuse_order_of_others(word: Part, who: a.Player) -> None:
    """ "each foe puts them back in any order you like": whoever moves the cards orders them."""
    said = set(str(word).split())
    refuse(bool(said & {"you", "your"}) and who != a.YOU)
    refuse(bool(said & {"they", "their"}) and who == a.YOU)


def unplaced(of: Any) -> Any:
    """ "the same name as this card in your deck": there are the others, wherever this one is."""
    refuse(isinstance(of, a.Ref) and of.place is not None)
    return of
