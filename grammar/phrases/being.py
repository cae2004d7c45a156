"""Conditions about what cards are: of a kind, of a cost, the n-th that is played."""

from __future__ import annotations

from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Parts, only, read, refuse, rule, say, table, writes
from rules_check.grammar.phrases import coordinate, filters, players
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.balances import compared
from rules_check.grammar.phrases.cards import selection
from rules_check.grammar.phrases.comparisons import EVERY
from rules_check.grammar.phrases.conditions import compare
from rules_check.grammar.phrases.likeness import alike
from rules_check.grammar.phrases.quantities import how_many

NAME = a.DifferentKind.NAME

# --------------------------------------------------------------------------- reading


def _is(of: a.Selection, test: a.Test) -> a.Is:
    return a.Is(of, a.make_filter((), (test,)))


_LEVELS = {
    "OR_MORE": a.Comparison.AT_LEAST,
    "AT_LEAST": a.Comparison.AT_LEAST,
    "OR_LESS": a.Comparison.AT_MOST,
    "AT_MOST": a.Comparison.AT_MOST,
}


def _level(c: Parts) -> a.Attribute:
    """ "Level 2 or higher"."""
    said = w.first(c, *_LEVELS)
    comparison = a.Comparison.EQUAL if said is None else _LEVELS[said.type]
    return a.Attribute(a.AttributeKind.LEVEL, comparison, w.numeral(c))


def _is_level(c: Parts) -> a.Condition:
    """ "your Character is Level 2 or higher", "a foe's Character is Level 3": of one of them."""
    of, level = only(a.CharacterOf, read(c[0])), _level(c)
    every = EVERY.get(of.owner.kind, of.owner.kind)
    if every not in EVERY.values():
        return _is(of, level)
    test = a.LevelIs(level.comparison, only(a.Number, level.value).value)
    one = (a.Comparison.AT_LEAST, 1) if of.owner.kind in EVERY else (None, 0)
    return a.PlayersAre(a.replace(of.owner, kind=every), test, *one)


rule("_confronting_one", 'YOU "are" "confronting" A TITLE ("of" | "at" | "with")')


def _confronting(c: Parts) -> a.AllOf:
    """ "you are Confronting a Character of Level 2 or higher"."""
    refuse(w.first(c, "TITLE") != "character")
    theirs = a.CharacterOf(a.Player(a.PlayerKind.CONFRONTED))
    return a.AllOf(a.During(a.Window.CONFRONTATION), _is(theirs, _level(c)))


def _has_attribute(c: Parts) -> a.Condition:
    """ "it has cost 5 or less"; of several cards, "the same cost" is as each other."""
    test = read(c[-1])
    said = w.kinds(c[0])
    refuse({"THE", "PAST", "CARD"} <= said and w.numeral(c[0]) == a.Number(2))
    if isinstance(test, a.TotalAtMost | a.TotalAtLeast):
        return _in_total(read(c[0]), test)
    if isinstance(test, a.Extreme) and w.kinds(c[-1]) & {"GREATER", "LOWER"}:
        return a.Is(_one_card(read(c[0])), a.Filter((), (_than_the_others(test.highest),)))
    if w.is_tree(c[0], "cards") and not w.kinds(c[0].children[0]) & {"ALL", "EACH"}:
        refuse(test == filters.OF_ITS_TYPE)
        # "exactly one card in the Line-Up has cost 5", "two cards have the same cost"
        several = how_many(c[0].children[0]).value != a.ONE
        return compare(c[0], alike(test) if several else test)
    of = _one_such(c)
    refuse(of == a.IT and isinstance(test, a.Extreme))  # see `asides`
    # "it has a different cost": than which?
    refuse(isinstance(test, a.Different) and of != a.THEM and not isinstance(of, a.Cards))
    if test == filters.OF_ITS_TYPE:
        refuse(of in {a.IT, a.THEM})  # "they share a card type"
        test = a.SharesType()
    return _is(of, alike(test) if of == a.THEM or isinstance(of, a.Cards) else test)


def _one_card(of: a.Selection) -> a.Selection:
    """One card of those spoken of, to which the others are compared."""
    refuse(isinstance(of, a.Cards) and of.quantity != a.Exactly(a.ONE))
    refuse(isinstance(of, a.Cards) and (of.places or of.among is not None))
    refuse(of == a.THEM or isinstance(of, a.Both | a.OneOf | a.Whole))
    return of


def _than_the_others(highest: bool) -> a.Attribute:
    """ "the higher cost": than each other card spoken of."""
    others = a.Cards(a.Every(), a.Filter((), (a.Other(),)), among=a.THEM)
    cost, how = a.AttributeKind.COST, a.Comparison.MORE if highest else a.Comparison.LESS
    return a.Attribute(cost, how, a.Highest(cost, others, highest))


def _in_total(of: a.Selection, test: a.Test) -> a.Condition:
    """ "the cards in your hand have a total cost of 7 or more"."""
    cost = a.AttributeOf(a.AttributeKind.COST, of)
    if isinstance(test, a.TotalAtLeast):
        return compared(cost, a.Comparison.AT_LEAST, a.Number(test.least))
    return compared(cost, a.Comparison.AT_MOST, a.Number(only(a.TotalAtMost, test).most))


def _shared(of: a.Selection) -> a.Same:
    refuse(isinstance(of, a.Ref) and of.kind is not a.RefKind.THIS)
    return a.Same(a.DifferentKind.TYPE, of)


def _complement(c: Parts) -> a.Filter:
    """What something is said to be: "a Hero", "another Villain"."""
    refuse(filters.added(c[-1]))
    found = filters.core(c[-1])
    if "ANOTHER" in w.kinds(c):
        found.tests.append(a.Other())
    refuse(found.together and "A" in w.kinds(c))  # "a Hero and Villain": no card is called so
    refuse(found.places or found.random or found.among is not None)  # see `In`
    return found.filter()


def _one_such(c: Parts) -> a.Selection:
    """Of which it is said: "any of them" and "exactly one of them" have phrases of their own."""
    said = w.first(c[0], "quantity")
    if said is not None and c[0].data.startswith("cards"):
        refuse(w.kinds(said) & {"ANY", "EXACTLY", "AT_LEAST"})
    found: a.Selection = read(c[0])
    return found


def _costs(c: Parts) -> a.Condition:
    """ "it costs 3 or more", "exactly one card in your hand costs 0"."""
    if w.is_tree(c[0], "cards") and w.kinds(c[0].children[0]) & {"ANY", "EXACTLY", "AT_LEAST"}:
        return compare(c[0], read(c[-1]))
    return _is(_one_such(c), read(c[-1]))


def _they(c: Parts) -> a.Ref:
    """ "it is" or "they are": of how many cards is it said?"""
    return a.THEM if str(c[0]).startswith("they") else a.IT


def _are(c: Parts) -> a.Condition:
    """ "it is a Hero", "they are not Heroes"."""
    of = _they(c)
    # "they are a Hero"
    refuse(of == a.THEM and w.kinds(c) & {"A", "ANOTHER"})
    refuse(of == a.IT and not w.kinds(c) & {"A", "ANOTHER"} and filters.lacks_article(c[-1]))
    return a.Is(of, _complement(c))


_ONE_OF: Final = '"either"? A core ("," A core)* ","? OR A core'


def _one(c: Parts) -> a.Ref:
    refuse(_they(c) == a.THEM)  # "they are a Hero or a Villain"
    refuse("NONE" in w.kinds(c) and w.first(c, "NONE") != "neither")
    return a.IT


def _one_of(of: a.Selection, c: Parts) -> a.Condition:
    """ "it is a Hero or a Villain", "it is a Hero or a card with cost 3"."""
    kinds = [part for part in c if w.is_tree(part, "core")]
    refuse(any(filters.added(part) for part in kinds))
    cores = [filters.core(part) for part in kinds]
    refuse(any(core.together for core in cores))
    found = [only(a.Cards, core.cards(a.Exactly(a.ONE))) for core in cores]
    refuse(any(cards.random or cards.among is not None for cards in found))
    return _either(of, coordinate.listed(found))


def _either(of: a.Selection, what: a.Selection) -> a.Condition:
    if isinstance(what, a.OneOf):
        return a.AnyOf(_either(of, what.first), _either(of, what.second))
    cards = only(a.Cards, what)
    refuse(cards.places)  # see `core`
    return a.Is(of, cards.filter)


def _none_of(what: a.Condition) -> a.Condition:
    """ "it is not a Hero or a card with cost 3": it is neither."""
    match what:
        case a.AnyOf(one, two):
            return a.AllOf(_none_of(one), _none_of(two))
        case _:
            return a.Not(what)


def _lies(c: Parts, place: a.Place) -> a.In:
    """ "it is in your hand"; "it was in your hand": until just now."""
    return a.In(_they(c), place, before=str(c[0]).endswith(("was", "were")))


def _the_only(c: Parts) -> a.There:
    """ "this card is the only Equipment in your hand", "… the only Hero you control": there is no
    other."""
    refuse(filters.added(c[-1]))
    found = filters.core(c[-1])
    mine = [place.owner == a.YOU for place in found.places]
    mine += [t == a.Controlled(a.YOU) for t in found.tests]
    refuse(found.together or found.among is not None or mine != [True])
    found.tests.append(a.Other())
    return a.There(a.CountOf(found.every()), a.Comparison.EQUAL, a.Number(0))


def only_they(c: Parts, condition: a.Condition) -> a.Condition:
    """What is said of several cards: "they"."""
    refuse(c[0] != "they")
    return condition


def _not_alike(c: Parts) -> a.Condition:
    """ "they do not have the same name"."""
    of = a.THEM if w.token(c[0], "HE") else read(c[0])
    refuse(w.token(c[0], "HE") and c[0] != "they")
    refuse(not w.token(c[0]) and not _several(of))
    kind = a.DifferentKind[c[-1].type.removesuffix("_WORD")]
    return a.Not(a.Is(of, a.Filter((), (a.Alike(kind),))))


def _several(of: a.Selection) -> bool:
    """Are these more cards than one?"""
    return of == a.THEM or (isinstance(of, a.Cards) and of.quantity != a.Exactly(a.ONE))


def _nth_card(c: Parts) -> a.CardsSoFar:
    """ "this is the second Hero you have played this turn"."""
    said = w.first(c, *w.ACTED)
    refuse(said is not None and w.acted(said)[0] != (a.Verb.PLAY,))
    refuse(w.window(c) not in {None, a.Window.THIS_TURN})
    found = filters.Core()
    filters.read_head(found, w.first(c, "head"))
    return a.CardsSoFar(w.ORDINALS[str(w.first(c, "ORDINAL"))], found.filter())


def _players_did(c: Parts) -> a.PlayersDid:
    """ "two or more foes do not gain a Weakness"."""
    much = how_many(c[0])
    refuse(much.comparison is not a.Comparison.AT_LEAST)
    kind = a.PlayerKind.EACH_FOE if "FOE" in w.kinds(c) else a.PlayerKind.EACH_PLAYER
    done = read(c[-1], a.THAT_PLAYER)
    refuse(isinstance(done, a.Control | a.AvoidAttack))  # "a foe controls a Location" is no deed
    refuse(any(isinstance(x, a.SharesType | a.Same) for x in a.walk(done)))  # as whose cards?
    negated = "DO_NOT" in w.kinds(c)
    plain = isinstance(done, a.Move | a.Show) and getattr(done, "to", None) is None
    refuse(plain and not negated and w.kinds(c[0]) & {"A", "ANY"})  # see `conditions.did`
    return a.PlayersDid(a.Player(kind), much.value.value, done, negated)


table(
    one_condition={
        'selection ("\'s" COST ("is" | "was") | COST_VERB) (cost_value | cost_is)': _costs,
        'ITS COST ("is" | "was") (cost_value | cost_is)': lambda c: _is(a.IT, read(c[-1])),
        'ITS COST ("is" | "was") CHOSEN_COST': lambda _: _is(a.IT, a.Chosen(a.DifferentKind.COST)),
        "selection HAVE attribute": _has_attribute,
        'selection SHARE A CARD_TYPE "with" one_selection': lambda c: _is(
            read(c[0]), _shared(read(c[-1]))
        ),
        "selection HAVE KEYWORD": lambda c: _is(
            read(c[0]), w.at_word(a.HasKeyword(w.keyword(c[-1])), c[-1])
        ),
        'HE ALL? HAVE DIFFERENT (COST_VERB | "names")': lambda c: _is(
            a.THEM, a.Different(a.DifferentKind.COST if w.first(c, "COST_VERB") else NAME)
        ),
        "HE ALL? HAVE SAME (COST | NAME_WORD)": lambda c: _is(
            a.THEM, a.Alike(a.DifferentKind[c[-1].type.removesuffix("_WORD")])
        ),
        "(HE | selection) DO_NOT HAVE SAME (COST | NAME_WORD)": _not_alike,
        "HE DO_NOT SHARE A CARD_TYPE": lambda c: a.Not(only_they(c, a.ShareType())),
        "HE DO_NOT HAVE DIFFERENT CARD_TYPE": lambda c: a.Not(only_they(c, a.DifferInType())),
        "HE HAVE attribute": lambda c: _in_total(a.THEM, read(c[-1])),
        (
            "_confronting_one LEVEL number (OR_MORE | OR_LESS)?",
            "_confronting_one (AT_LEAST | AT_MOST) LEVEL number",
        ): _confronting,
        'owned_title "is" "at"? LEVEL number (OR_MORE | OR_LESS)?': _is_level,
        'owned_title "is" "at"? (AT_LEAST | AT_MOST) LEVEL number': _is_level,
        "selection HAVE (CHOSEN_TYPE | THAT_CARD_TYPE)": lambda c: _is(
            read(c[0]), w.at_word(a.Chosen(a.DifferentKind.TYPE), c[-1])
        ),
        "IT_IS CHOSEN_TYPE": lambda c: _is(_they(c), a.Chosen(a.DifferentKind.TYPE)),
        "IT_IS NAMED_CARD": lambda c: _is(_they(c), a.Chosen(a.DifferentKind.NAME)),
        ("IT_IS (A | ANOTHER)? core", 'IT_IS "also" A? core'): _are,
        'IT_IS "not" (A | ANOTHER)? core': lambda c: a.Not(_are(c)),
        'selection ("is" | "was") "also"? (A | ANOTHER) core': lambda c: a.Is(
            _one_such(c), _complement(c)
        ),
        'selection ("is" | "was") "not" (A | ANOTHER) core': lambda c: a.Not(
            a.Is(_one_such(c), _complement(c))
        ),
        f"IT_IS {_ONE_OF}": lambda c: _one_of(_one(c), c),
        (f'IT_IS "not" {_ONE_OF}', 'IT_IS NONE A core ("," A core)* ","? "nor" A core'): (
            lambda c: _none_of(_one_of(_one(c), c))
        ),
        f'selection ("is" | "was") {_ONE_OF}': lambda c: _one_of(read(c[0]), c),
        f'selection ("is" | "was") "not" {_ONE_OF}': lambda c: _none_of(_one_of(read(c[0]), c)),
        'IT_IS "in" place': lambda c: _lies(c, players.one_place(c[-1])),
        "IT_IS IN_PLAY": lambda c: _lies(c, a.IN_PLAY),
        'IT_IS "from" place': lambda c: a.In(_they(c), players.one_place(c[-1]), True),
        'THIS_CARD "is" ("the" | YOUR) ORDINAL head (YOU acted)? window?': _nth_card,
        'THIS_CARD "is" "not" ("the" | YOUR) ORDINAL head (YOU acted)? window?': lambda c: a.Not(
            _nth_card(c)
        ),
        'THIS_CARD "is" "the" ONLY core': _the_only,
        "quantity (FOE | PLAYER) DO_NOT? predicate": _players_did,
    },
)

# --------------------------------------------------------------------------- writing


def _subject(what: a.Selection) -> str:
    """What something is said of; one card to which something was done is "the card"."""
    said = selection(what)
    match what:
        case a.Cards(a.Exactly(a.Number(1)), a.Filter(tests=tests)) if any(
            isinstance(test, a.Acted) for test in tests
        ):
            article, _, rest = said.partition(" ")
            return f"the {rest}" if article in {"a", "an"} else said
        case _:
            return said


def _cost(test: a.Test) -> str | None:
    return phrase.say_as(test, "cost_value") or phrase.say_as(test, "cost_is")


@writes(a.Is)
def say_is(what: a.Is) -> str:
    """ "it is a Hero", "its cost is 5 or greater"."""
    of = _subject(what.what)
    match what.filter:
        case a.Filter((), (a.HasKeyword(key),)):
            return f"{of} has {key.value}"
        case a.Filter((), (a.Alike() | a.Different() as test,)):
            return f"{'they' if what.what == a.THEM else of} have {say(test)}"
        case a.Filter((), (a.Chosen(a.DifferentKind.TYPE),)) if what.what == a.IT:
            return "it is the chosen card type"
        case a.Filter((), (test,)) if what.what == a.IT and phrase.say_as(test, "cost_value"):
            return f"its cost is {phrase.say_as(test, 'cost_value')}"
        case a.Filter((), (a.Attribute(a.AttributeKind.LEVEL, comparison, a.Number(n)),)):
            tail = {a.Comparison.AT_LEAST: " or higher", a.Comparison.AT_MOST: " or lower"}
            return f"{of} is Level {n}{tail.get(comparison, '')}"
        case a.Filter((), (test,)) if what.what == a.THEM and _cost(test):
            return f"all of them cost {_cost(test)}"
        case a.Filter((), (test,)) if test == _than_the_others(True):
            return f"{of} has the higher cost"
        case a.Filter((), (test,)) if test == _than_the_others(False):
            return f"{of} has the lower cost"
        case a.Filter((), (a.Attribute() | a.Same() as test,)):
            return f"{of} has {say(test)}"
        case found if isinstance(what.what, a.Cards) and what.what.quantity == a.Every():
            return f"{selection(what.what, 'in')} are {filters.noun_phrase(found, True)}"
        case found if what.what == a.THEM:
            return f"they are {filters.noun_phrase(found, True)}"
        case found:
            return f"{of} is {filters.a_or_an(filters.noun_phrase(found))}"
