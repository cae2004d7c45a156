"""What cards cost and give; what they are, have and cannot suffer."""

from __future__ import annotations

from typing import Any, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.ast.phrase import Part, Parts, read, refuse, rule, table, writes
from rules_check.grammar.attach import sequence
from rules_check.grammar.compose import for_each
from rules_check.grammar.phrases import filters
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import amount, countable, counted, limits, neutral
from rules_check.grammar.phrases.cards import any_number, selection
from rules_check.grammar.phrases.players import PLAYERS, player, possessive

# -------------------------------------------------------------------------- reading

rule("_cheaper", "YOU? number _less _to_get?", 'number _less "for" YOU')
rule("_for_others", "who_np number _less", 'number _less "for" who_np')
rule("_less", "(LESS | MORE) POWER?", "POWER (LESS | MORE)")
rule("_to_get", '"to" (DEFEAT | MOVE)')
rule("_gives", "(PASS | HAVE | GET) YOU?")
rule("cards_kind", "(ALL | EACH)? core")
rule("cards_of_yours", '(EACH "of")? YOUR core')
table(
    character_cost={
        '(A | possessive) TITLE "\'s" COST': lambda c: _cost_of(c, c[1], c[2]),
        '"the" CONFRONTED TITLE "\'s" COST': lambda c: _cost_of(c, c[1], c[2]),
        '"the" COST "of" (A | possessive) TITLE': lambda c: _cost_of(c[1:], c[-1]),
        '"the" COST "of" "the" CONFRONTED TITLE': lambda c: _cost_of(c[1:], c[-1]),
    },
    character={
        "(A | possessive) TITLE": lambda c: _cost_of(c, c[-1]),
        '"the" CONFRONTED TITLE': lambda c: _cost_of(c, c[-1]),
    },
)


def _cost_of(c: Parts, word: Part, last: Part | None = None) -> a.CharacterCost:
    """Whose Character it is: anybody's, a player's, or the Confronted one."""
    titles = [w.title(part) for part in c if w.token(part, "TITLE")]
    refuse(a.Title.SUPER_VILLAIN in titles)
    who: a.Player | None = None
    if w.token(c[0], "CONFRONTED"):
        who = a.CONFRONTED
    elif not w.token(c[0]):
        who = read(c[0])
    return w.at_word(a.CharacterCost(who), word, last)


def _changed_character(c: Parts, _who: a.Player) -> a.Effect:
    """ "increase your Character's cost by 2", "your Character costs 2 more this turn"."""
    more = bool(w.kinds(c) & {"INCREASE", "RAISED", "MORE", "GREATER", "PLUS"})
    of = next(part for part in w.trees(c) if part.data.startswith("character"))
    return a.ChangeCost(read(of), w.numeral(c), more, w.span(c))


def _two_characters(c: Parts, _who: a.Player) -> a.Effect:
    """ "your Character and your teammate's Character each cost 2 more this turn"."""
    more, within = "MORE" in w.kinds(c), w.span(c)
    both = [read(part) for part in w.trees(c) if part.data.startswith("character")]
    return sequence([a.ChangeCost(of, w.numeral(c), more, within) for of in both])


def _character_cost(c: Parts, _who: a.Player) -> a.Effect:
    """ "add 2 to a Character's cost this turn"."""
    value: a.Amount = read(c[1])
    refuse(len(c) > 2 and w.token(c[2], "COMMA") and not isinstance(value, a.Half))
    of = next(part for part in w.trees(c) if part.data.startswith("character_cost"))
    return a.ChangeCost(read(of), value, w.token(c[0], "ADD"), w.span(c))


def _add_for_each(c: Parts, _who: a.Player) -> a.Effect:
    """ "add 1 to the cost of a Character for each … this turn"."""
    of = w.at_word(a.CharacterCost(), w.first(c, "TITLE"))
    change = a.ChangeCost(of, read(c[1]), True, w.span(c))
    return for_each(countable(w.first(c, "countable")), change)


def _cards_cost(c: Parts, who: a.Player) -> a.Effect:
    """ "Heroes cost 1 less", "the first card you buy this turn costs 1 less", "reduce the cost
    of this card by 2", "you pay 2 less to defeat Super-Villains"."""
    words, within = w.kinds(c), w.span(c)
    refuse("PAY" in words and who != a.YOU)
    get = w.first(c, "MOVE")
    refuse(get is not None and w.verb(get) is not a.Verb.BUY)  # "1 less to gain"
    of: a.CostOf = a.CostOfThis()
    kind = w.first(c, "cards_kind", "core")
    if kind is not None:
        found = filters.core(kind if w.is_tree(kind, "core") else kind.children[-1])
        word = w.first(c, "ORDINAL", "NEXT")
        verbs = [verb for test in found.tests if isinstance(test, a.Acted) for verb in test.verbs]
        to_defeat = "DEFEAT" in words or (word is not None and a.Verb.DEFEAT in verbs)
        later, found.beyond = found.beyond, 0
        refuse(later and (word is not None or words & {"REDUCE", "INCREASE", "PAY"}))
        if word is not None or not words & {"REDUCE", "INCREASE", "PAY"}:
            within = _when_bought(found, to_defeat, within, word is not None or bool(later))
        nth = later if word is None else w.ORDINALS.get(word, 1)
        refuse(found.among)  # where the cards lie can only be where cards are bought
        refuse(any(place.zone is not a.Zone.LINE_UP for place in found.places))
        there = bool(found.places)
        # "all other cards in the Line-Up": than those spoken of, which no test of cards says
        refuse(there and (to_defeat or a.Other() in found.tests))
        of = a.CostOfCards(found.filter(), to_defeat, nth, "NEXT" in words, there, bool(later))
        others = w.first(c, *PLAYERS)
        if others is not None:
            of = _paid_by(read(others), of)
    many, less = w.numeral(c), w.first(c, "LESS", "MORE")
    if less is not None:
        many = w.up_to(many, less)
    return a.ChangeCost(of, many, bool(words & {"MORE", "INCREASE"}), within)


def _paid_by(payer: a.Player, of: a.CostOfCards) -> a.CostOfCards:
    """ "cards in the Line-Up cost that foe 1 more"."""
    refuse(payer == a.YOU or of.to_defeat or of.nth)
    return a.replace(of, payer=payer)


def _when_bought(
    found: filters.Core, to_defeat: bool, within: a.Window | None, needed: bool
) -> a.Window | None:
    """Take "you buy this turn" out of the cards: of which stretch of time is it said?"""
    wanted = {a.Verb.DEFEAT} if to_defeat else {a.Verb.BUY, a.Verb.GAIN}
    for test in found.tests:
        if not isinstance(test, a.Acted) or test.tense is not a.Tense.PRESENT or test.who != a.YOU:
            continue
        if wanted.issuperset(test.verbs) and test.verbs[0] is not a.Verb.GAIN:
            refuse(test.window is not None and within is not None)
            found.tests.remove(test)
            return test.window or within
    refuse(needed)
    return within


def _gives_power(c: Parts, _who: a.Player) -> a.Effect:
    """ "each Hero you play this turn gives +1 Power": each time you play one."""
    word = w.first(c, "PASS")
    refuse(word is not None and not word.startswith("give"))
    which = w.first(c, "ORDINAL", "NEXT")
    found = filters.core(c[0].children[-1] if which is None else w.first(c, "core"))
    when = w.span(c)
    for test in [test for test in found.tests if isinstance(test, a.Acted)]:
        refuse(test.verbs != (a.Verb.PLAY,) or test.who != a.YOU)
        refuse(test.tense is not a.Tense.PRESENT)
        refuse(test.window is not None and when is not None)
        when = when or test.window
        found.tests.remove(test)
    refuse(found.places or found.among is not None)
    found.together = False  # "each Hero and Villain": whichever of them it is
    event = a.Event((a.Verb.PLAY,), a.YOU, found.cards(a.Exactly(a.ONE)))
    often, nth = a.Often.EACH, 0
    if which is not None:
        next_ = w.token(which, "NEXT")
        often, nth = (a.Often.NEXT, 0) if next_ else (a.Often.NTH, w.ORDINALS[str(which)])
    return a.When(a.Trigger(event, often, nth, when), read(w.first(c, "power"), a.YOU))


table(
    predicate={
        (
            '(ADD amount "to" | SUBTRACT amount_plain "from") character_cost span?',
            'ADD amount "," "to" character_cost span?',
        ): _character_cost,
        'ADD amount_plain "to" "the" COST "of" A TITLE WILL_PAY? FOR_EACH countable span': (
            _add_for_each
        ),
        (
            '(REDUCE | INCREASE) character_cost "by" number span?',
            'character_cost "is" (RAISED | LOWERED) "by" number span?',
            'character_cost "is" number (MORE | LESS | GREATER | LOWER) span?',
            'character COST_VERB number _less ("to" DEFEAT)? span?',
            "character (HAVE | GET) (PLUS | DASH) number COST span?",
        ): _changed_character,
        'character "and" character EACH? COST number _less span?': _two_characters,
        (
            "(cards_kind | this) (COST_VERB | COST) _cheaper span?",
            "cards_kind (COST_VERB | COST) _for_others span?",
            '(REDUCE | INCREASE) "the" COST "of" (cards_kind | this) "by" number span?',
            '"the" (ORDINAL | NEXT) core COST_VERB _cheaper span?',
            'PAY number _less (_to_get | "for") cards_kind span?',
            'PAY number _less "for" "the" (ORDINAL | NEXT) core span?',
        ): _cards_cost,
        (
            "(cards_kind | cards_of_yours) _gives power span?",
            '"the" (ORDINAL | NEXT) core _gives power span?',
        ): _gives_power,
    },
)


# ------------------------------------------------ reading: what cards are, have and cannot suffer

BANNED = frozenset({a.Verb.BUY, a.Verb.GAIN, a.Verb.DESTROY, a.Verb.DISCARD})
"""What a card can be said not to suffer."""

rule(
    "_copy",
    'COPY "the" ("text" | "effect" | "effects")',
    '(PLAY THIS_CARD "as" | THIS_CARD BECOME) A? COPY',
)
rule("_qualities", 'quality ("," quality)* (","? "and" quality)?')
rule("quality", "A? (TYPE | TITLE | KEYWORD)")
rule("is_also", '"is" "also"', '"are" "also"', "HAVE", "MOVE", "COUNT_AS")


def _copy(c: Parts, _who: a.Player) -> a.Effect:
    """ "copy the text of …", "play this card as a copy of …"."""
    copied = read(w.trees(c)[0])
    return a.GainText(a.THIS, copied, w.span(c, copied))


def _cannot_be(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card cannot be destroyed": nobody can do that."""
    done = w.verb(w.first(c, "PAST"))
    none = w.is_tree(c[0], "core")  # "no Villains can be bought"
    what = filters.core(c[0]).cards(a.Every()) if none else read(c[0])
    nobody = a.Player(a.PlayerKind.EACH_PLAYER)
    refuse(done is not a.Verb.PLAY and done not in BANNED)
    plays = done is a.Verb.PLAY
    deed = a.Play(what, False, nobody) if plays else a.Move(done, what, None, nobody)
    return ban(deed, c[0], w.span(c, what))


def ban(deed: a.Effect, tree: Part, within: a.Window | None) -> a.Forbid:
    """What may not be done; of a number of additional cards, what was done before is not one."""
    banned = forbidden(deed, tree)
    what = getattr(banned, "what", None)
    several = isinstance(what, a.Cards) and isinstance(what.quantity, a.AtLeast)
    more = any(filters.added(part) for part in tree.find_data("core"))
    return a.Forbid(banned, within, anew=several and more)


def at_most(deed: a.Play | a.Move, tree: Part, within: a.Window | None) -> a.Forbid:
    """ "you may play only two more cards this turn": the third is forbidden."""
    what = deed.what
    match what:
        case a.Cards(a.Exactly(a.Number(n)), a.Filter((), ()), (), among=None):
            over = a.replace(what, quantity=a.AtLeast(a.Number(n + 1)))
            return ban(a.replace(deed, what=over), tree, within)
        case _:
            refuse(True)
            raise AssertionError


def only(c: Parts, _builder: Any) -> a.Effect:
    """ "you may buy only Villains this turn"."""
    tree = c[-1 - (w.span(c) is not None)]
    who, word, what = read(c[0]), w.first(c, "MOVE", "PLAY"), any_number(tree)
    plays = w.token(word, "PLAY")
    refuse(not plays and w.verb(word) not in {a.Verb.BUY, a.Verb.GAIN})
    deed: Any = a.Play(what, False, who) if plays else a.Move(w.verb(word), what, None, who)
    if isinstance(what, a.Cards) and isinstance(what.quantity, a.Exactly):
        return at_most(deed, tree, w.span(c, what))
    refuse(not isinstance(what, a.Cards) or what.quantity != a.AnyNumber() or what.places)
    return a.Forbid(deed, w.span(c, what), others=True)


def forbidden(deed: a.Effect, tree: Part) -> a.Effect:
    """What nobody may do to "cards", "any cards" or "a card" is forbidden for each of them."""
    what = getattr(deed, "what", None)
    refuse(isinstance(deed, a.ChooseOne))
    if not isinstance(what, a.Node):
        return deed
    numbers = (part for part in tree.iter_subtrees() if part.data == "quantity")
    refuse(any("ALL" in w.kinds(part) for part in numbers))  # not all of them: but some?
    return a.replace(deed, what=_each_of(what))


def _each_of(what: a.Node) -> a.Node:
    """Any of the cards, whichever it is; other numbers cannot be forbidden."""
    match what:
        case a.OneOf():
            return a.replace(what, first=_each_of(what.first), second=_each_of(what.second))
        case a.Cards(quantity, _, places):
            if any(place.edge is not None for place in places):
                return what
            if isinstance(quantity, a.AtLeast) and quantity.amount != a.ONE:
                return what  # "more than one card": the second is forbidden
            refuse(quantity not in {a.Every(), a.AnyNumber(), a.Exactly(a.ONE), a.AtLeast(a.ONE)})
            return a.replace(what, quantity=a.AnyNumber())
        case _:
            refuse(isinstance(what, a.Both))  # neither of them, or not both?
            return what


def _cannot_avoid(c: Parts, _who: a.Player) -> a.Effect:
    """ "your Attacks cannot be avoided this turn"."""
    refuse(w.keyword(c[1]) is not a.Keyword.ATTACK)
    return a.Forbid(a.AvoidAttack(a.Player(a.PlayerKind.EACH_FOE)), w.span(c))


def _grants(c: Parts, _who: a.Player) -> a.Effect:
    """ "this card is also a Hero", "Heroes have Assist", "treat this card as a Hero"."""
    also, qualities = w.first(c, "is_also"), [part for part in c if w.is_tree(part, "quality")]
    words = [part.children[-1] for part in qualities]
    has = also is not None and w.kinds(also) & {"HAVE", "MOVE"}
    # "has a Hero" is not "is also a Hero"
    refuse(has and any(word.type != "KEYWORD" for word in words))
    what = a.IT if w.token(c[0], "IT_IS") else read(w.trees(c)[0])
    when = w.span(c)
    return sequence([w.at_word(a.Grant(what, w.quality(x), when), x) for x in words])


table(
    predicate={
        '_copy "of" selection span?': _copy,
        'selection CANNOT "be" PAST span?': _cannot_be,
        'YOUR KEYWORD CANNOT "be" "avoided" span?': _cannot_avoid,
        '(selection is_also | IT_IS "also" | "treat" selection "as") _qualities span?': _grants,
    },
)

# -------------------------------------------------------------------------- writing


@writes(a.ChangeCost)
def say_change_cost(effect: a.ChangeCost, third: bool) -> str:
    """ "add 2 to a Character's cost this turn"."""
    if effect.least is not None:
        free = a.replace(effect, least=None)
        return f"{say_change_cost(free, third)}, to a minimum of {effect.least}"
    each, value = "", neutral(effect.amount)
    if isinstance(value, a.Bounded):
        free = a.replace(effect, amount=value.of)
        return say_change_cost(free, third) + limits(value)
    if isinstance(value, a.Times):
        each, value = f" for each {counted(value.each)}", a.Number(value.number)
    many = f"{amount(value)} {'more' if effect.more else 'less'}"
    when = f" {effect.window}" if effect.window else ""
    match effect.of:
        case a.CharacterCost(owner):
            whose = "a" if owner is None else possessive(owner)
            if owner == a.CONFRONTED:
                whose = "the Confronted"
            verb, word = ("add", "to") if effect.more else ("subtract", "from")
            verb = a.with_s(verb) if third else verb
            return f"{verb} {amount(value)} {word} {whose} Character's cost{when}{each}"
        case a.CostOfThis():
            return f"this card costs {many}{when}{each}"
        case a.CostOfCards(found, to_defeat, nth, after, there, beyond) if nth:
            which = "next" if after else w.ordinal(nth)
            bought = "you defeat" if to_defeat else "you buy"
            if beyond:
                each_ = f"each {filters.noun_phrase(found)}{' in the Line-Up' * there}"
                return f"{each_} {bought}{when} after the {which} costs you {many}{each}"
            subject = f"the {which} {filters.noun_phrase(found)}{' in the Line-Up' * there}"
            return f"{subject} {bought}{when} costs you {many}{each}"
        case a.CostOfCards(found, to_defeat, _, _, there, payer=payer):
            tail = " to defeat" if to_defeat else ""
            subject = filters.noun_phrase(found, True, "and") + " in the Line-Up" * there
            return f"{subject} cost {player(payer)} {many}{tail}{when}{each}"
        case _:
            assert_never(effect.of)


@writes(a.Grant)
def say_grant(effect: a.Grant, _third: bool) -> str:
    """ "this card is also a Hero", "all Heroes have Assist"."""
    what, quality = effect.what, effect.quality
    many = isinstance(what, a.Cards) and what.quantity != a.Exactly(a.ONE)
    if isinstance(quality, a.Keyword):
        said = f"{'have' if many else 'has'} {quality.value}"
    else:
        said = f"{'are' if many else 'is'} also {filters.a_or_an(quality.value)}"
    return f"{selection(what, 'in')} {said} {effect.window or ''}".rstrip()
