"""Cards and amounts back to house-style text."""

from __future__ import annotations

from typing import assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast.base import replace
from rules_check.grammar.clauses import nested_value
from rules_check.grammar.wording.players import (
    PAST,
    SIMPLE_PAST,
    a_or_an,
    join,
    place,
    places,
    player,
    player_test,
    possessive,
    rank,
    spell,
    with_s,
    zone_name,
)

# ----------------------------------------------------------------------- cards


def noun(word: a.Noun, plural: bool) -> str:
    """One noun."""
    match word:
        case a.TypeNoun(kind, negated):
            text = _plural(kind.value) if plural else kind.value
        case a.TitleNoun(name, negated):
            text = _plural(name.value) if plural else name.value
        case a.NameNoun(called, _, negated):
            text = called
        case a.KeywordNoun(key, negated):
            text = key.value
        case _:
            assert_never(word)
    return f"non-{text}" if negated else text


def _plural(word: str) -> str:
    if word == "Equipment":
        return word
    return word + ("es" if word.endswith("o") else "s")


def head(found: a.Filter, plural: bool, word: str) -> str:
    """The nouns, with "card" where they need it."""
    if not found.nouns:
        return "cards" if plural else "card"
    plain = all(isinstance(n, a.TypeNoun | a.TitleNoun) and not n.negated for n in found.nouns)
    if plain:
        return join([noun(n, plural) for n in found.nouns], word)
    names = all(isinstance(n, a.NameNoun) and not n.negated for n in found.nouns)
    listed = join([noun(n, False) for n in found.nouns], word)
    if names and not plural:
        return listed
    return f"{listed} {'cards' if plural else 'card'}"


def tests_before(found: a.Filter) -> str:
    """Adjectives, each with a space after it."""
    return "other " if a.Other() in found.tests else ""


def tests_after(found: a.Filter) -> str:
    """What is said after the noun, with a leading space, or nothing."""
    plain = [test for test in found.tests if not nested_value(test)]
    return "".join(f" {said}" for said in map(_test, plain) if said)


def tests_last(found: a.Filter) -> str:
    """Comparisons with something counted: they stand at the very end of the phrase."""
    return "".join(f" {_test(test)}" for test in found.tests if nested_value(test))


def _test(test: a.Test) -> str:
    match test:
        case a.Other():
            return ""
        case a.Different(kind):
            return f"with different {kind.value}s"
        case a.Parity(kind):
            return f"with an {kind.value} cost"
        case a.Attribute():
            return f"with {attribute(test)}"
        case a.CostOneOf(values):
            return f"with cost {' or '.join(map(str, values))}"
        case a.SharesType():
            return "of that card type"
        case a.OneType():
            return "of one card type"
        case a.ThisWay(verb, None, None):
            return f"{PAST[verb]} this way"
        case a.ThisWay(verb, None, who):
            assert who is not None
            return f"{player(who)} {SIMPLE_PAST[verb]} this way"
        case a.ThisWay(verb, window):
            assert window is not None
            return f"{PAST[verb]} {window.value} this way"
        case a.Acted():
            return acted(test)
        case a.Controlled(who):
            return f"{player(who)} {'control' if _base(who) else 'controls'}"
        case a.Owned(who):
            return f"{player(who)} {'own' if _base(who) else 'owns'}"
        case a.HasKeyword(key):
            return f"with {key.value}"
        case a.Extreme(highest):
            return f"with the {rank(highest)} cost"
        case a.Chosen(a.DifferentKind.TYPE):
            return "of the chosen card type"
        case a.Chosen(kind):
            return f"with {'that cost' if kind is a.DifferentKind.COST else 'that name'}"
        case _:
            assert_never(test)


def attribute(test: a.Attribute) -> str:
    """ "cost 4 or less"."""
    tail = {
        a.Comparison.EQUAL: "",
        a.Comparison.AT_MOST: " or less",
        a.Comparison.AT_LEAST: " or greater",
    }
    if isinstance(test.value, a.Number) and test.comparison in tail:
        number = test.value.value
        if test.kind is a.AttributeKind.VP:
            return f"{number} VP{tail[test.comparison]}"
        return f"cost {number}{tail[test.comparison]}"
    relative = {
        a.Comparison.LESS: "lower cost",
        a.Comparison.MORE: "greater cost",
        a.Comparison.AT_MOST: "equal or lower cost",
        a.Comparison.EQUAL: "the same cost",
    }
    if test.value == a.AttributeOf(a.AttributeKind.COST, a.IT) and test.comparison in relative:
        return relative[test.comparison]
    words = {
        a.Comparison.LESS: "lower than",
        a.Comparison.MORE: "greater than",
        a.Comparison.AT_MOST: "less than or equal to",
        a.Comparison.AT_LEAST: "greater than or equal to",
    }
    return f"cost {words.get(test.comparison, 'equal to')} {amount(test.value)}"


def _base(who: a.Player) -> bool:
    """Does the verb after this player stand in the base form?"""
    return who.kind is a.PlayerKind.YOU


def acted(test: a.Acted) -> str:
    """ "you played this turn"."""
    who = player(test.who)
    base = _base(test.who)
    now = " or ".join(v.value if base else with_s(v.value) for v in test.verbs)
    before = " or ".join(SIMPLE_PAST[v] for v in test.verbs)
    perfect = " or ".join(PAST[v] for v in test.verbs)
    match test.tense:
        case a.Tense.PAST:
            said = before
        case a.Tense.PRESENT:
            said = now
        case a.Tense.BOTH:
            said = f"{now} or {'have' if base else 'has'} {perfect}"
        case _:
            assert_never(test.tense)
    return f"{who} {said}" + (f" {test.window.value}" if test.window else "")


def cards(found: a.Cards, preposition: str = "from") -> str:
    """A noun phrase with its quantity."""
    top = _top(found)
    if top is not None:
        return top
    number, plural, article = _quantity(found.quantity)
    body = core(found, plural, "and" if isinstance(found.quantity, a.Every) else "or")
    if found.among == a.THEM:
        number = (number or "one").removesuffix(" of")
        return f"{number} of them{tests_after(found.filter)}{places(found, preposition)}"
    where = places(found, preposition)
    if found.among == a.IT:
        where += " from it"
    where += tests_last(found.filter)
    if isinstance(found.quantity, a.Exactly) and not isinstance(
        found.quantity.amount, a.Number | a.ThatMany
    ):
        where += f" equal to {amount(found.quantity.amount)}"
    if article:
        return a_or_an(body) + where
    return f"{number} {body}{where}".strip() if number else body + where


def _top(found: a.Cards) -> str | None:
    """ "the top two cards of your deck"."""
    match found:
        case a.Cards(a.Exactly(a.Number(n)), a.Filter((), ()), (where,), _, False, None) if (
            where.edge
        ):
            many = "card" if n == 1 else f"{spell(n)} cards"
            return f"the {where.edge.value} {many} of {zone_name(where)}"
    return None


def _quantity(much: a.Quantity) -> tuple[str, bool, bool]:
    """The words, whether the noun is plural, and whether an article stands instead."""
    match much:
        case a.Exactly(a.Number(1)):
            return "", False, True
        case a.Exactly(a.Number(n)):
            return spell(n), True, False
        case a.Exactly(a.ThatMany()):
            return "that many", True, False
        case a.Exactly():
            return "", True, False
        case a.UpTo(a.Number(n)):
            return f"up to {spell(n)}", n != 1, False
        case a.AtLeast(a.Number(n)):
            return f"{spell(n)} or more", True, False
        case a.AnyNumber():
            return "any number of", True, False
        case a.Every():
            return "all", True, False
        case a.CostWorth(n, up_to):
            return (f"up to {n}" if up_to else f"{n} or greater") + " cost worth of", True, False
        case _:
            assert_never(much)


def core(found: a.Cards, plural: bool, word: str) -> str:
    """Adjectives, nouns and tests, without quantity and places."""
    random = "random " if found.random else ""
    before = random + tests_before(found.filter)
    return before + head(found.filter, plural, word) + tests_after(found.filter)


def filter_phrase(found: a.Filter) -> str:
    """A filter as the complement of "it is"."""
    return a_or_an(tests_before(found) + head(found, False, "or") + tests_after(found))


def plural_phrase(found: a.Filter) -> str:
    """A filter as a plural subject."""
    return tests_before(found) + head(found, True, "and") + tests_after(found)


def selection(what: a.Selection, preposition: str = "from") -> str:
    """Any phrase that stands for cards."""
    match what:
        case a.Ref(kind, None):
            return kind.value
        case a.Ref(kind, where):
            assert where is not None
            return f"{kind.value} from {place(where)}"
        case a.Whole(where):
            return place(where)
        case a.Both(first, second):
            return f"{selection(first)} and {selection(second, preposition)}"
        case a.OneOf(first, second):
            return f"{selection(first, preposition)} or {selection(second, preposition)}"
        case a.CharacterOf(owner):
            return f"{possessive(owner)} Character"
        case a.Cards():
            return cards(what, preposition)
        case a.Question():
            return question_of_cards(what, preposition)
        case _:
            assert_never(what)


def question_of_cards(question: a.Question[a.Selection], preposition: str) -> str:
    """The wording that leaves the question open."""
    if question.id == "and-or":
        total = question.option("total")
        assert isinstance(total, a.Cards)
        if isinstance(question.option("each"), a.Both):
            return a_or_an(core(total, False, "and/or")) + places(total, preposition)
        bare = cards(
            a.Cards(total.quantity, total.filter, (), total.spread, total.random, total.among)
        )
        names = [place(where) for where in total.places]
        return f"{bare} {preposition} {join(names, 'and/or')}"
    return selection(question.options[0], preposition)


# --------------------------------------------------------------------- amounts


def amount(value: a.Amount) -> str:
    """An amount after "equal to" or "add"."""
    match value:
        case a.Number(n):
            return str(n)
        case a.ThatMany():
            return "that many"
        case a.CountOf() | a.CountPlayers() | a.Plus() | a.Times():
            return f"the number of {counted(value, plural=True)}"
        case a.AttributeOf(kind, a.Ref(a.RefKind.IT)):
            return f"its {kind.value}"
        case a.AttributeOf(a.AttributeKind.VP, of):
            return f"the VP values of {selection(of)}"
        case a.AttributeOf(kind, of):
            return f"the {kind.value} of {selection(of)}"
        case a.Question():
            return amount(neutral(value))
        case _:
            assert_never(value)


def neutral(question: a.Question[a.Amount]) -> a.Amount:
    """The amount without the remark that answers the question."""
    option = question.options[0]
    if isinstance(option, a.CountOf):
        return replace(option, timing=None, itself=None)
    return option


def counted(value: a.Amount, plural: bool = False) -> str:
    """What follows "for each" (singular) or "the number of" (plural)."""
    match value:
        case a.CountOf(found, different, per, timing, itself):
            if found.among == a.THEM and different is None and per == 1:
                text = "them" if plural else "of them"
                text += tests_after(found.filter) + places(found, "in")
            elif different is a.DifferentKind.COST:
                text = f"different cost among {core(found, True, 'or')}{places(found, 'in')}"
            elif different is a.DifferentKind.TYPE:
                noun_ = "different card types" if plural else "different card type"
                if found.filter.nouns or a.Other() in found.filter.tests:
                    noun_ += f" among {core(found, True, 'or')}"
                else:
                    noun_ += tests_after(found.filter)
                text = noun_ + places(found, "in")
            else:
                many = plural or per > 1
                adjective = "different " if different is a.DifferentKind.NAME else ""
                text = adjective + core(found, many, "or") + places(found, "in")
                if per > 1:
                    text = f"{spell(per)} {text}"
            if timing is a.Timing.LOCKED:
                text += " when you play this card"
            elif timing is a.Timing.LIVE:
                text += " at all times this turn"
            if itself:
                text += ", including this card"
            return text
        case a.CountPlayers(who):
            kind = "foe" if who.kind is a.PlayerKind.EACH_FOE else "player"
            if who.kind is a.PlayerKind.EACH_OTHER_PLAYER:
                kind = "other player"
            tail = f" {player_test(who.test)}" if who.test else ""
            return f"{kind}{'s' if plural else ''}{tail}"
        case a.Plus(first, second):
            return (
                f"{counted(first, plural)} and {'' if plural else 'each '}{counted(second, plural)}"
            )
        case a.Question():
            return counted(neutral(value), plural)
        case _:
            return amount(value)
