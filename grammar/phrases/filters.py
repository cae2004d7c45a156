"""The middle of a noun phrase: adjectives, nouns, and what follows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, rule, say, table, writes
from rules_check.grammar.compose import nested_value, takes_place
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.coordinate import is_placed
from rules_check.grammar.phrases.core import OF_ITS_TYPE as OF_ITS_TYPE
from rules_check.grammar.phrases.core import Core as Core
from rules_check.grammar.phrases.held import ALL_PLAY
from rules_check.grammar.phrases.players import places

# ------------------------------------------------------------------------- reading

CHOSEN_TYPE: Final = a.Chosen(a.DifferentKind.TYPE)
TYPE: Final = a.DifferentKind.TYPE
"""The same as `SharesType`, unless several cards are of the same type as each other."""

rule("core", "THE? adjective* head post*")
table(
    adjective={
        "OTHER": lambda _: a.Other(),
        "DIFFERENT": lambda _: a.Different(a.DifferentKind.NAME),
        "RANDOM": lambda _: Core(random=True),
        "PAST": lambda c: a.ThisWay(w.verb(c[0])),
        "PARITY": lambda c: a.Parity(a.ParityKind(str(c[0]))),
        ("EXTREME", "(HIGHEST | LOWEST) COST"): lambda c: _extreme(c[0]),
        "number DASH COST": lambda c: a.Attribute(
            a.AttributeKind.COST, a.Comparison.EQUAL, w.numeral(c)
        ),
        ("ADDITIONAL", "MORE"): lambda _: Core(),  # said of what is already so
    },
)
rule("head", "CARD", 'CARD "named" nouns -> head', 'COPY "of" named -> head', "nouns CARD?")
rule("head", 'COPY "of" (it | this) -> head')
rule("nouns", 'noun ("," noun)* (","? (OR | AND | AND_OR) noun)?', "noun OR noun (OR noun)+")
rule("named", "noun -> nouns")
rule("noun", "NON? (TYPE | NAME | PART | UNKNOWN_NAME | KEYWORD | TITLE)")


def is_highest(word: str) -> bool:
    """Is it the card with the highest cost, or the one with the lowest?"""
    return word.startswith(("high", "greatest", "most", "more ", "costl", "dearest"))


COMPARATIVE: Final = ("higher", "lower", "more ", "less ", "cheaper", "costlier")
"""How words begin that speak of one of two cards, and not of cards of a place."""


def _extreme(word: str) -> a.Extreme:
    refuse(word.startswith(COMPARATIVE))
    return a.Extreme(is_highest(word))


def core(tree: Part) -> Core:
    """Adjectives, nouns and what follows them."""
    found = Core(tree=tree)
    closed = False
    """Did it just end with "the destroyed card", which nothing else can be said of?"""
    for part in tree.children:
        if w.token(part, "THE"):
            found.definite = True
        elif w.is_tree(part, "head"):
            read_head(found, part)
        else:
            more = read(part)
            if not (closed and isinstance(more, Core) and more.places and not more.tests):
                _check_counted(found, more)
            closed = any(part.find_pred(lambda sub: sub.data.startswith("past_card")))
            found.add(more)
    return found


OWN: Final = frozenset({a.Verb.DISCARD, a.Verb.DRAW, a.Verb.PLAY, a.Verb.PASS})
"""What is done with cards that a player has already."""


def _check_counted(found: Core, more: Core | a.Test) -> None:
    """What follows something counted belongs to the cards that are counted; but where these are
    said to be somewhere, "from the Line-Up" belongs to the cards before.
    """
    tests = more.tests if isinstance(more, Core) else [more]
    refuse(any(_at_two_places(count) for test in tests for count in _counted_in(test)))
    counts = [count for test in found.tests for count in _counted_in(test)]
    refuse(len(counts) < sum(map(takes_place, found.tests)))
    if counts:
        place_only = isinstance(more, Core) and not more.tests and bool(more.places or more.among)
        refuse(not (place_only and is_placed(counts[-1])))


def _counted_in(test: a.Test) -> list[a.Cards]:
    """The cards that are counted in a comparison."""
    match test:
        case a.Attribute(value=a.CountOf(cards)):
            return [cards]
        case a.Attribute(value=a.AttributeOf(of=a.Cards(a.Every()) as cards)):
            return [cards]
        case _:
            return []


def _at_two_places(counted: a.Cards) -> bool:
    """Cards that a player has ("Heroes you control") are not in a place of all players."""
    shared = any(p.owner is None and p != a.IN_PLAY for p in counted.places)
    has = [t for t in counted.filter.tests if isinstance(t, a.Controlled | a.Owned)]
    did = [t for t in counted.filter.tests if isinstance(t, a.ThisWay) and t.verb in OWN]
    return (shared or counted.among is not None) and bool(has or did)


def added(tree: Part) -> bool:
    """Does a noun phrase say "more" or "additional"? That takes a number that is added."""
    words = (word for part in tree.children for word in w.parts_of(part))
    return any(w.token(word, "MORE", "ADDITIONAL") for word in words)


def lacks_article(tree: Part) -> bool:
    """Is it one card by its type, without "a": "if it is Hero"? Equipment can be said so."""
    leaves = list(tree.scan_values(lambda leaf: w.token(leaf, "TYPE", "TITLE", "CARD", "NON")))
    return len(leaves) == 1 and leaves[0].type != "CARD" and leaves[0] in _ONE_OF_A_TYPE


_ONE_OF_A_TYPE: Final = frozenset(
    word.lower() for word in (*a.CardType, *a.Title) if word is not a.CardType.EQUIPMENT
)


def with_posts(found: Core, posts: Iterable[Part]) -> Core:
    """What is said after a noun, added to what is known of the cards."""
    for part in posts:
        found.add(read(part))
    return found


def among_them(posts: Iterable[Part]) -> Core:
    """Those of the cards just spoken of that are so."""
    return with_posts(Core(among=a.THEM), posts)


def read_head(found: Core, tree: Part) -> None:
    """The nouns by which cards are called."""
    nouns = w.first(tree, "nouns")
    if w.first(tree, "COPY") and nouns is None:  # "a copy of it"
        found.add_copies(tree)
    if nouns is not None:
        found.and_or = w.first(nouns, "AND_OR")
        found.apart = found.and_or is not None
        found.together = w.first(nouns, "AND") is not None
        # "a Hero and Villain card": is that one card, or are they two?
        found.one_card = found.together and any(str(part) == "card" for part in tree.children)
        found.nouns = tuple(phrase.put(noun(n), n) for n in nouns.children if not w.token(n))
        negated = {n.negated for n in found.nouns}
        refuse(len(negated) > 1)  # "a non-Hero or Villain"
        if negated == {True}:  # "non-Hero and non-Villain cards": each of them is neither
            found.together = found.one_card = False


def noun(tree: Part) -> a.Noun:
    """One noun by which cards are called."""
    word = tree.children[-1]
    negated = len(tree.children) > 1
    match word.type:
        case "TYPE":
            return a.TypeNoun(w.card_type(word), negated)
        case "TITLE":
            return a.TitleNoun(w.title(word), negated)
        case "KEYWORD":
            return w.at_word(a.KeywordNoun(w.keyword(word), negated), word)
        case kind:
            return a.NameNoun(str(word), kind != "NAME", negated)


# ---------------------------------------------------------- reading: after the noun


@phrase.reads("post", '("left" | REMAINING)? IN_HAND')
def in_hand(c: Parts) -> Core:
    """ "in hand": in the hand of whoever has the cards."""
    refuse(c[0] == "the remaining")
    return Core(places=(a.Place(a.Zone.HAND, a.YOU),))


@phrase.reads("post", '"found"? "there"')
def in_there(_: Parts) -> Core:
    """ "there": where the sentence before looks for cards."""
    return Core(places=(a.SAME_PLACE,))


@phrase.reads("post", "AFTER_NTH")
def beyond(c: Parts) -> Core:
    """ "after the first": those that come later."""
    return Core(beyond=w.ORDINALS[str(c[0]).split()[-1]])


@phrase.reads("post", "(OF_CHOICE | OF_THEIR_CHOICE)")
def of_choice(_: Parts) -> Core:
    """ "a card of their choice": whoever does it chooses anyway (see `Builder.predicate`)."""
    return Core()


def _with(c: Parts) -> Core:
    return Core(tests=[read(part) for part in w.trees(c)])


def _places(c: Parts) -> Core:
    refuse(c[0] == "the remaining")
    where, joined = places(c[-1])
    return Core(places=where, join=joined, and_or=w.first(c[-1], "AND_OR"))


def _among(c: Parts) -> Core:
    if not w.is_tree(c[-1], "core"):
        return Core(among=a.THEM, those=w.first(c[-1], "THEM") == "those")
    inner = core(c[-1])
    return Core(inner.nouns, inner.tests, inner.places)


KIND_WORDS: Final = {
    "COST": a.DifferentKind.COST,
    "NAME_WORD": a.DifferentKind.NAME,
    "CARD_TYPE": a.DifferentKind.TYPE,
}


def not_noun(tree: Part) -> a.Noun:
    """What cards are not called."""
    found = noun(tree)
    refuse(found.negated)
    return a.replace(found, negated=True)


def same(c: Parts) -> a.Test:
    """ "the same cost as a card in your hand", "the same name"."""
    said = w.first(c, *KIND_WORDS)
    kind = TYPE if said is None else KIND_WORDS[said.type]
    of: a.Selection = w.unplaced(read(c[-1])) if not w.token(c[-1]) else a.IT
    if isinstance(of, a.Cards):  # "as a card": which one?
        which = (a.ThisWay, a.Acted, a.Controlled, a.Owned)
        known = of.among == a.IT or any(isinstance(test, which) for test in of.filter.tests)
        known |= of.among == a.Ref(a.RefKind.REST)  # "as another of them"
        refuse(known is bool(of.places))  # "as the destroyed card in the Line-Up": where both are
    if isinstance(of, a.Ref) and kind is not a.DifferentKind.NAME:
        if kind is TYPE:
            refuse(of.kind is not a.RefKind.IT)
            return OF_ITS_TYPE
        cost = a.AttributeKind.COST
        return a.Attribute(cost, a.Comparison.EQUAL, a.AttributeOf(cost, of))
    return a.Same(kind, of)


def _done_by(c: Parts) -> a.ThisWay:
    """ "discarded by a foe this way"."""
    return a.ThisWay(w.verb(w.first(c, "PAST")), w.window(c), read(w.trees(c)[0]))


def _acted_this_way(c: Parts) -> a.ThisWay:
    verbs, _ = w.acted(c[1])
    who, when = read(c[0]), w.window(c)
    refuse(len(verbs) != 1)
    return a.ThisWay(verbs[0], when, who)


table(
    post={
        'AND? "with" attribute ("and" attribute)*': _with,
        (
            '"of" (THAT_CARD_TYPE | SAME_TYPE) ("and" attribute)+',
            '"that" SHARE A CARD_TYPE "with" (IT | THAT_KIND)',
        ): lambda c: Core(tests=[a.SharesType(), *_with(c).tests]),
        '"that"? who_np (HOLD | ("is" | "are") HOLDING)': lambda c: Core(
            places=(a.Place(a.Zone.HAND, read(c[0])),)
        ),
        "UNDER owned_title": lambda c: Core(
            places=(a.Place(a.Zone.UNDER_CHARACTER, read(c[-1]).owner),)
        ),
        "UNDER (THIS_CARD | IT | THAT_KIND)": lambda _: Core(places=(a.Place(a.Zone.UNDER_THIS),)),
        "IN_PLAY": lambda _: Core(places=(ALL_PLAY,)),
        "FROM_PLAY": lambda _: Core(places=(a.IN_PLAY,)),
        ('("in" | "from" | "found" "in") places', '("left" | REMAINING) "in" places'): _places,
        '("from" | "in" | "found" "in") IT': lambda _: Core(among=a.IT),
        '("from" | "found")? "among" (them | core)': _among,
        "AT_RANDOM": lambda _: Core(random=True),
        '"that"? who_np acted THIS_WAY window?': _acted_this_way,
        'PAST "by" who_np THIS_WAY window?': _done_by,
        ('"that" (COST_VERB | COST) (cost_value | cost_is)', '"costing" (cost_value | cost_is)'): (
            lambda c: read(c[-1])
        ),
        '"whose" COST ("is" | "was" | "are") (cost_value | cost_is)': lambda c: read(c[-1]),
        '"of" COST cost_value': lambda c: read(c[-1]),
        '"tied" "for" "the" (HIGHEST | LOWEST) COST': lambda c: _extreme(c[0]),
        '","? EACH "with" A DIFFERENT (COST | NAME_WORD | CARD_TYPE)': lambda c: a.Different(
            KIND_WORDS[c[-1].type]
        ),
        ('"of" SAME_TYPE "as" one_selection', '"of" SAME_TYPE'): same,
        '"of" DIFFERENT CARD_TYPE': lambda _: a.Different(a.DifferentKind.TYPE),
        '"that" ("is" | "are") "not" A? noun CARD?': lambda c: Core(
            (not_noun(w.first(c, "noun")),)
        ),
        '"that" HAVE attribute ("and" attribute)*': _with,
    },
    attribute={
        "A DIFFERENT NAME_WORD": lambda _: a.Different(a.DifferentKind.NAME),
        '"the" (LOWER | GREATER) COST': lambda c: a.Extreme(w.token(c[0], "GREATER")),
        (
            'SAME (COST | NAME_WORD) "as" one_selection',
            'SAME_TYPE "as" one_selection',
            "SAME_TYPE",
            "SAME NAME_WORD",
        ): same,
    },
    past_card={
        '"the"? PAST CARD': lambda c: Core(tests=[a.ThisWay(w.verb(c[0]))]).cards(a.Exactly(a.ONE)),
    },
)

# ------------------------------------------------------------------------- writing


@writes(a.Same)
def say_same(test: a.Same) -> str:
    """ "the same cost as a card in your hand"."""
    same, as_ = ("a different", "than") if test.negated else ("the same", "as")
    return f"{same} {test.kind.value} {as_} {say(test.of, 'in')}"


@writes(a.TypeNoun, a.TitleNoun, a.NameNoun, a.KeywordNoun)
def say_noun(word: a.Noun, plural: bool) -> str:
    """One noun."""
    match word:
        case a.TypeNoun(kind) | a.TitleNoun(kind):
            text = _plural(kind.value) if plural else kind.value
        case a.NameNoun(name) | a.KeywordNoun(name):
            text = str(name)
        case _:
            assert_never(word)
    return f"non-{text}" if word.negated else text


def _but(noun: a.Noun) -> str:
    """What a card is not: "a Hero"."""
    return a_or_an(head(a.Filter((a.replace(noun, negated=False),)), False, "or"))


def _plural(word: str) -> str:
    if word == "Equipment":
        return word
    return word + ("es" if word.endswith("o") else "s")


def head(found: a.Filter, plural: bool, word: str) -> str:
    """The nouns, with "card" where they need it."""
    negated = [n for n in found.nouns if n.negated]
    if len(negated) > 1 or 0 < len(negated) < len(found.nouns):
        called = [n for n in found.nouns if not n.negated]
        if not called:
            return ", ".join(say_noun(n, False) for n in negated) + (
                " cards" if plural else " card"
            )
        be = "are" if plural else "is"
        not_so = "".join(f" that {be} not {_but(n)}" for n in negated)
        return head(a.Filter(tuple(called)), plural, word) + not_so
    if not found.nouns:
        return "cards" if plural else "card"
    plain = all(isinstance(n, a.TypeNoun | a.TitleNoun) and not n.negated for n in found.nouns)
    if plain:
        return w.join([say_noun(n, plural) for n in found.nouns], word)
    names = all(isinstance(n, a.NameNoun) and not n.negated for n in found.nouns)
    listed = w.join([say_noun(n, False) for n in found.nouns], word)
    return listed if names and not plural else f"{listed} {'cards' if plural else 'card'}"


def said_after(found: a.Filter, nested: bool = False) -> str:
    """What is said after the noun, with a leading space, or nothing.

    Comparisons with something counted (`nested`) stand apart, at the very end of the phrase.
    """
    said = ""
    for test in found.tests:
        if test != a.Other() and nested_value(test) is nested:
            after_with = isinstance(test, a.AfterWith) and test != CHOSEN_TYPE
            said += f" {'with ' if after_with else ''}{say(test)}"
    return said


def noun_phrase(found: a.Filter, plural: bool = False, word: str = "or") -> str:
    """Adjectives, nouns and tests, without an article; `word` joins the nouns."""
    before = "other " if a.Other() in found.tests else ""
    return before + head(found, plural, word) + said_after(found)


def a_or_an(phrase: str) -> str:
    """The phrase with its article."""
    if phrase.startswith("other "):
        return f"an{phrase}"
    return f"{'an' if phrase[:1].lower() in 'aeio' else 'a'} {phrase}"
