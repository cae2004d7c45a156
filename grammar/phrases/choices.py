"""Choices: "A or B", "choose one: A; or B"."""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach
from rules_check.grammar.ast.phrase import Parts, read, reads, refuse, rule, table, writes
from rules_check.grammar.instead import instead, other_number
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.sentences import Builder
from rules_check.grammar.pointing import points_back

OR = '(","? "or" clause)+'
LISTED = '("," clause)+ ","? "or" clause'


@writes(a.DoBoth)
def do_both(*_: object) -> str:
    """As it is said of what was to be chosen: "choose both instead"."""
    return "choose both"


@reads("unit", f"clause {OR}", f"clause {LISTED}", f'"either" clause ({OR} | {LISTED})')
def either(c: Parts, b: Builder, split: int = 0) -> a.Effect:
    """A choice; with `split`, between what stands before that clause and what stands after."""
    found = [b.effect(part) for part in w.trees(c)]
    # "you cannot draw cards or play Villains" forbids both
    refuse(isinstance(found[0], a.Forbid) and not all(isinstance(x, a.Forbid) for x in found))
    refuse(split == 2 and "COMMA" in w.kinds(c))  # "A, B or C" are three
    if split == 2:  # "…, then A or B" is a choice of these two, and so is "… and draw it or …"
        refuse("THEN" in w.kinds(c) or points_back(found[-1]))
    match found:
        case [*before, a.Seq((last, a.AvoidAttack() as avoid))] if not split:
            return attach.sequence([_choice(_these([*before, last])), avoid])
        case _:
            return _choice(_these(found), split)


def _they_either(c: Parts, b: Builder) -> a.Effect:
    """ "each foe either discards a card or gains a Weakness"."""
    who, *clauses = w.trees(c)
    said = (w.trees(part)[0] for part in clauses)
    refuse(any(w.is_tree(part, "you_and", "group", *PLAYERS) for part in said))
    b.subject, b.both = read(who), None
    return _choice([b.effect(part) for part in clauses])


def _they_must(c: Parts, b: Builder) -> a.Effect:
    """ "each foe must either discard a card or gain a Weakness", "that player chooses to discard a
    card or gain a Weakness"."""
    who, *clauses = w.trees(c)
    said = [w.trees(part)[0] for part in clauses]
    refuse(any(w.is_tree(part, "you_and", "group", *PLAYERS) for part in said))
    refuse(any(part.children and not w.in_plural(part) for part in said))
    by: a.Player = read(who)
    return a.ChooseOne(tuple(b.by(by, *clauses)), by)


def _these(found: list[a.Effect]) -> list[a.Effect]:
    """In "discard this card or reveal it", "it" is the card that was named first."""
    if getattr(found[0], "what", None) != a.THIS:
        return found
    same = (a.replace(e, what=a.THIS) if getattr(e, "what", None) == a.IT else e for e in found)
    return list(same)


def _doer(effect: a.Effect) -> a.Player:
    """Who does it; of several things, whoever does the first ("gives you a card, which you put
    into your hand")."""
    match effect:
        case a.Seq((first, *_)):
            return _doer(first)
        case a.If(_, then, None) | a.When(_, then) | a.While(_, then) | a.Unless(then):
            return _doer(then)
        case _:
            return attach.doer(effect)


def _choice(found: list[a.Effect], split: int = 0) -> a.Effect:
    doers = {_doer(effect) for effect in found}
    who = doers.pop() if len(doers) == 1 else a.YOU  # whoever does all of it; or else you
    match found:
        case [usual, a.If(_, more, None) as exception] if not split and other_number(usual, more):
            # "+2 Power, or +4 Power if …"
            return instead(usual, a.replace(exception, then=a.Instead(more)))
        case _:
            pass
    if split:
        found = [attach.sequence(found[:split]), attach.sequence(found[split:])]
    return a.ChooseOne(tuple(found), who)


def _choose_one(c: Parts, b: Builder) -> a.Effect:
    said = w.first(c, *PLAYERS)
    who = read(said) if said is not None else b.actor(w.first(c, "CHOOSE"), None)
    options = b.by(who, *(part for part in c if w.is_tree(part, "chain")))
    chosen = w.numeral(c).value if w.first(c, "number") is not None else 1
    refuse(chosen >= len(options))
    return a.ChooseOne(tuple(options), who, chosen)


def _choose_of_list(c: Parts, b: Builder) -> a.Effect:
    """ "choose one: draw a card or +2 Power"."""
    said = w.first(c, *PLAYERS)
    who = read(said) if said is not None else b.actor(w.first(c, "CHOOSE"), None)
    refuse(w.first(c, "number") is not None and w.numeral(c) != a.ONE)
    refuse(not w.is_tree(c[-1].children[0], "either"))
    found = b.by(who, c[-1])[0]
    refuse(not isinstance(found, a.ChooseOne) or found.who != who)
    return found


rule(
    "_choosing",
    'who? "must"? CHOOSE (":" | DASH)',
    'who? "must"? CHOOSE ANY? number ("of" "the" "following")? (":" | DASH)',
)

table(
    unit={
        f'who "either" clause ({OR} | {LISTED})': _they_either,
        (
            f'who "must" "either" clause ({OR} | {LISTED})',
            'who "must"? CHOOSE ("either" "to" | "to" "either"?) clause ","? "or" "to"? clause',
        ): _they_must,
        # A comma before "or" parts more than "and" does; one on either side is put in.
        ('clause "or" clause _joiner clause', 'clause "," "or" clause "and" clause'): (
            lambda c, b: either(c, b, 1)
        ),
        ('clause _joiner clause "or" clause', 'clause "and" clause "," "or" clause'): (
            lambda c, b: either(c, b, 2)
        ),
    },
    scoped={
        '_choosing chain ((";" | ";" "or" | "," "or") chain)+': _choose_one,
        "_choosing chain": _choose_of_list,
    },
)


def _one_or_both(c: Parts, b: Builder) -> a.Effect:
    """ "choose one, or both if you control a Hero: draw a card; or +2 Power"."""
    refuse(w.first(c, "THEM") != "both" or w.numeral(c) != a.ONE)
    options = b.by(a.YOU, *(part for part in c if w.is_tree(part, "chain")))
    refuse(len(options) != 2)
    condition = read(c[next(at for at, part in enumerate(c) if w.token(part, "IF")) + 1])
    return a.If(condition, attach.sequence(list(options)), a.ChooseOne(tuple(options)))


table(
    scoped={
        (
            'CHOOSE number ","? "or" CHOOSE? THEM INSTEAD? IF condition (":" | DASH) chain'
            ' (";" | ";" "or" | "," "or") chain'
        ): _one_or_both,
    }
)
