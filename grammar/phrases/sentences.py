"""Parse trees of sentences to effects; occasions ("when …", "at the start of …") and their time.

A verb without a subject is done by you if it is in the base form ("draw"), and by the
subject before it if it is in the "-s" form ("Each foe reveals his hand and discards …").
"""

from __future__ import annotations

from rules_check.grammar import ast as a
from rules_check.grammar import attach, compose
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import (
    Part,
    Parts,
    read,
    reads,
    refuse,
    rule,
    say,
    table,
    writes,
)
from rules_check.grammar.compose import open_clause, points_back, takes_window
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.conditions import exact, negated
from rules_check.grammar.phrases.costs import forbidden
from rules_check.grammar.phrases.filters import core
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.sums import bounded, limited, with_x

NEED_COMMA = ("_CHOOSE_NOT_TO", "_CANNOT")
"""How openers end that go on as a condition where no comma follows."""


class Nobody(Exception):
    """A verb in the "-s" form with nobody to do it; carries the place of the verb."""

    def __init__(self, word: Part) -> None:
        super().__init__(str(word))
        self.at = int(word.line or 0)


class Builder:
    """Builds the effects of one sentence, remembering who acts."""

    def __init__(self) -> None:
        self.subject: a.Player | None = None
        self.base = a.YOU
        """Who does verbs in the base form."""
        self.both: a.Player | None = None
        """The other one, after "you and that foe": verbs in the base form are done by both."""
        self.x: a.Amount | None = None
        """What X stands for, where the sentence says it."""

    def sentence(self, tree: Part) -> compose.Sentence:
        """A sentence: how it hangs on the one before, and its effect."""
        refuse(w.is_tree(tree, "max_once_per_type"))  # it stands alone
        opener, effect = self._sentence(tree)
        # of any other sentence "it" is not this card
        refuse(opener is not attach.Opener.OTHERWISE and any(tree.find_data("its_worth")))
        return opener, with_x(effect, self.x)

    def _sentence(self, tree: Part) -> compose.Sentence:
        if not w.is_tree(tree, "opened", "opened_at_once", "opened_if"):
            return attach.Opener.NONE, self.effect(tree)
        word = tree.children[0].children[0].type
        if w.is_tree(tree, "opened_if"):  # "If you do and it is a Hero, …"
            refuse(not word.startswith(("IF_YOU_DO", "IF_THEY_DO")))
            held = read(tree.children[1])
            opener = attach.opener_of(word, str(tree.children[0].children[0]))
            return opener, a.If(held, self.effect(tree.children[-1]))
        # "if you do not control …" is a condition
        refuse(w.is_tree(tree, "opened_at_once") and word.endswith(NEED_COMMA))
        opener = attach.opener_of(word, str(tree.children[0].children[0]))
        return opener, self.effect(tree.children[-1])

    def effect(self, tree: Part) -> a.Effect:
        """A chain of clauses, or a link of one."""
        if w.is_tree(tree, "chain"):
            return attach.sequence([self.effect(part) for part in w.trees(tree)])
        if w.is_tree(tree, "clause"):
            found: a.Effect = phrase.put(self.clause(tree), tree)
        else:
            found = read(tree, self)
        return found

    def by(self, who: a.Player, *trees: Part) -> list[a.Effect]:
        """Effects in which `who` does verbs in the base form, and is the subject of each."""
        outer, self.base = self.base, who
        found: list[a.Effect] = []
        for tree in trees:
            self.subject = who
            found.append(self.effect(tree))
        self.base = outer
        return found

    # ------------------------------------------------------------------ clauses

    def clause(self, tree: Part) -> a.Effect:
        """A subject, a predicate and what hangs on it."""
        parts = w.trees(tree)
        who: a.Player | None = None
        if w.is_tree(parts[0], "you_and"):
            self.both = read(w.first(parts.pop(0), *PLAYERS))
            self.subject = None
            # "you and your teammate" are players of their own
            refuse(self.both.kind in {a.PlayerKind.YOU, a.PlayerKind.TEAMMATE})
        elif w.is_tree(parts[0], *PLAYERS):
            who = self.subject = read(parts.pop(0))
            self.both = None
        if self.both is None or w.is_tree(parts[0], "group"):
            return self.said(parts, who)
        refuse(w.is_tree(parts[0], "power", "power_equal"))  # who gets it?
        return attach.sequence([self.said(parts, a.YOU), self.said(parts, self.both)])

    def said(self, parts: list[Part], who: a.Player | None) -> a.Effect:
        """A predicate and what hangs on it."""
        head, *suffixes = parts
        closed = w.is_tree(head, "group")
        if closed:
            effect = self.effect(head)
        elif w.is_tree(head, "forbid"):
            effect = self.forbid(head, who or a.YOU)
        else:
            effect = self.predicate(head, who)
        for suffix in suffixes:
            effect = phrase.READERS[suffix.data](suffix.children, effect, self, closed)
            closed = False
        return effect

    def forbid(self, tree: Part, who: a.Player) -> a.Effect:
        """ "cannot …", "do not …": the words of time say how long it is forbidden."""
        inner = self.predicate(tree.children[1], who)
        refuse(getattr(inner, "window", None) is not None)
        within = w.span(tree, getattr(inner, "what", None))
        return a.Forbid(forbidden(inner, tree.children[1]), within)

    def actor(self, word: Part | None, who: a.Player | None) -> a.Player:
        """Who does it: the subject said, or the one before for an "-s" form, or you."""
        if who is not None:
            return who
        if w.token(word, *w.VERB_KINDS) and w.third_person(word):
            if self.subject is None:
                raise Nobody(word)
            return self.subject
        return self.base

    def predicate(self, tree: Part, who: a.Player | None) -> a.Effect:
        """A verb and its objects."""
        word = tree.children[0] if tree.children else None
        found = w.effect(tree, self.actor(word, who))
        if w.is_tree(tree, "have_do"):  # "have each foe discard a card and draw a card"
            self.base = read(tree.children[1])
        return found

    def negated(self, tree: Part) -> a.Condition:
        """ "if you do not control a Location", "if that player cannot discard a card"."""
        word, *parts = tree.children
        who = a.YOU
        if word.type.startswith("IF_THEY"):
            foe = word.startswith("if that foe")
            who = a.Player(a.PlayerKind.THAT_FOE) if foe else a.THAT_PLAYER
        if word.type in {"IF_YOU_CANNOT", "IF_THEY_CANNOT"}:
            return a.Cannot(self.predicate(parts[0], who))
        refuse("choose" in word)  # "if you choose not to draw a card"
        within = w.span(tree)
        refuse(within is not None and w.token(parts[0], "CONTROL", "HAVE"))
        return negated(who, parts[0], parts[1], within)


# ------------------------------------------------------------------- links of a chain


def _either(c: Parts, b: Builder, split: int = 0) -> a.Effect:
    """A choice; with `split`, between what stands before that clause and what stands after."""
    found = [b.effect(part) for part in w.trees(c)]
    if split == 2:  # "…, then A or B" is a choice of these two, and so is "… and draw it or …"
        refuse("THEN" in w.kinds(c) or points_back(found[-1]))
    match found:
        case [*before, a.Seq((last, a.AvoidAttack() as avoid))] if not split:
            return attach.sequence([_choice(_these([*before, last])), avoid])
        case _:
            return _choice(_these(found), split)


def _these(found: list[a.Effect]) -> list[a.Effect]:
    """In "discard this card or reveal it", "it" is the card that was named first."""
    if getattr(found[0], "what", None) != a.THIS:
        return found
    same = (a.replace(e, what=a.THIS) if getattr(e, "what", None) == a.IT else e for e in found)
    return list(same)


def _choice(found: list[a.Effect], split: int = 0) -> a.Effect:
    doers = {getattr(effect, "who", a.YOU) for effect in found}
    who = doers.pop() if len(doers) == 1 else a.YOU  # whoever does all of it; or else you
    if split:
        found = [attach.sequence(found[:split]), attach.sequence(found[split:])]
    return a.ChooseOne(tuple(found), who)


def _may(c: Parts, b: Builder) -> a.Effect:
    who = read(c[0])
    clause = c[-1].children[0]
    # "you may they discard a card": that is "you may have them discard a card"
    refuse(w.is_tree(clause, "clause") and w.is_tree(clause.children[0], "you_and", *PLAYERS))
    effect = b.by(who, c[-1])[0]
    if isinstance(effect, a.When) and _said_by(c[-1], "put_next"):
        return a.replace(effect, effect=a.May(effect.effect, who=who))
    if isinstance(effect, a.Tried) and _said_by(c[-1], "suffix_to"):
        return a.May(effect.effect, effect.then, who=who)
    return a.May(effect, who=who)


def _said_by(chain: Part, name: str) -> bool:
    """Is it one clause with such a phrase ("pay 2 Power to draw a card")?"""
    clause, *more = chain.children
    return not more and w.is_tree(clause, "clause") and w.first(clause, name) is not None


def _choose_one(c: Parts, b: Builder) -> a.Effect:
    said = w.first(c, *PLAYERS)
    who = read(said) if said is not None else b.actor(w.first(c, "CHOOSE"), None)
    options = b.by(who, *(part for part in c if w.is_tree(part, "chain")))
    chosen = w.numeral(c).value if w.first(c, "number") is not None else 1
    refuse(chosen >= len(options))
    return a.ChooseOne(tuple(options), who, chosen)


def _if(c: Parts, b: Builder) -> a.Effect:
    _, condition, *moment, last = c
    found = a.If(read(condition), b.effect(last))
    return a.When(read(moment[0]), found) if moment else found


def _when(c: Parts, b: Builder) -> a.Effect:
    when, effect = read(c[0]), b.effect(c[-1])
    if not isinstance(when, a.Window):
        return a.When(when, effect)
    if when is not a.Window.THIS_TURN:
        return a.If(a.During(when), effect)
    match effect:  # "This turn, when …": the words of time are those of the trigger
        case a.When(a.Trigger(event, often, nth, None), inner) if not open_clause(event.what):
            return a.When(a.Trigger(event, often, nth, a.Window.THIS_TURN), inner)
        case a.Forbid(inner, None) if not open_clause(getattr(inner, "what", None)):
            return a.replace(effect, when=a.Window.THIS_TURN)
        case _:
            return a.Within(effect, a.Window.THIS_TURN)


@reads("group", '"[" sentence (";" sentence)* "]"')
def group(c: Parts, b: Builder) -> a.Effect:
    """Sentences in brackets."""
    return compose.compose([b.sentence(part) for part in c])


rule("_unit", "POWER", "CARD", "VP")
rule("?unit", "clause")
table(
    unit={
        'clause (","? "or" clause)+': _either,
        'clause "or" clause _joiner clause': lambda c, b: _either(c, b, 1),
        'clause _joiner clause "or" clause': lambda c, b: _either(c, b, 2),
    },
    scoped={
        'IN_TURN_ORDER "," chain': lambda c, b: b.effect(c[-1]),  # as players act anyway
        'who "may" chain': _may,
        'who? CHOOSE number? ":" chain ((";" | ";" "or" | "," "or") chain)+': _choose_one,
        'clause YOU "may" "," chain': lambda c, b: a.May(b.effect(c[0]), b.effect(c[-1])),
        'IF condition moment? "," chain': _if,
        'negated "," chain': lambda c, b: a.If(b.negated(c[0]), b.effect(c[-1])),
        'occasion "," chain': _when,
        'FOR_EACH countable "," chain': lambda c, b: compose.for_each(
            countable(c[1]), b.effect(c[-1])
        ),
        'FOR_EACH countable "," MAXIMUM number "," chain': lambda c, b: a.ForEach(
            bounded(countable(c[1]), None, w.number(c[3])), b.effect(c[-1])
        ),
        'WHILE condition "," chain': lambda c, b: a.While(read(c[1]), b.effect(c[-1])),
        'until "," chain': lambda c, b: a.Lasting(b.effect(c[-1]), read(c[0])),
    },
)

# ---------------------------------------------------------- what hangs on a clause


def _at_moment(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    if isinstance(effect, a.Forbid) and effect.when is None and not closed:
        return a.Forbid(effect.effect, read(c[0]))
    return a.Delayed(read(c[0]), effect)


def _each_time(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    """ "draw a card each time you buy a card"."""
    trigger = read(c[0])
    # "when you play this card" says when something is counted
    refuse(trigger.event.what == a.THIS or trigger.event.would)
    refuse(isinstance(effect, a.When) and not closed)
    return a.When(trigger, effect)


def _in_time(c: Parts, effect: a.Effect, _: Builder, closed: bool) -> a.Effect:
    if not closed:
        refuse(isinstance(effect, a.When))  # the words of time are the trigger's own
        refuse(isinstance(effect, a.If) and _open(effect.condition))  # and here the condition's
        refuse(takes_window(effect))
    return a.Within(effect, w.window_word(c[0].children[-1]))


def _where_x(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "draw X cards, where X is the number of Heroes you control"."""
    refuse(b.x is not None)
    b.x = read(c[-1])
    return effect


def _open(condition: a.Condition) -> bool:
    """Does a condition speak of a deed without saying when?"""
    return any(isinstance(node, a.Acted) and node.window is None for node in a.walk(condition))


table(
    suffix={
        "FOR_EACH countable": lambda c, e, *_: compose.for_each(countable(c[1]), e),
        "moment": _at_moment,
        "IF condition": lambda c, e, *_: a.If(read(c[1]), e),
        '"unless" who predicate': lambda c, e, b, _: a.Unless(e, b.predicate(c[1], read(c[0]))),
        '"instead" ("of" GERUND (it | them | this))?': lambda _, e, *__: a.Instead(e),
        "UNTIL condition": lambda c, e, *_: compose.repeat_until(e, exact(c[1], read(c[1]))),
        "until": lambda c, e, *_: a.Lasting(e, read(c[0])),
        "IF PAST": lambda c, e, *_: a.When(a.Trigger(a.Event((w.verb(c[1]),), None, a.THIS)), e),
        # everything is done as far as it can be, and cards are drawn last
        ('","? IF_ABLE', '"before" GERUND A "new" HAND'): lambda _, e, *__: e,
        "trigger": _each_time,
        "span": _in_time,
        '","? "where" "x" "is" amount': _where_x,
        '","? MAXIMUM PLUS? number _unit?': lambda c, e, *_: limited(e, None, w.numeral(c).value),
        '","? MINIMUM PLUS? number _unit?': lambda c, e, *_: limited(e, w.numeral(c).value, None),
        '"to" avoid': lambda c, e, *_: attach.sequence([e, read(c[0], a.YOU)]),
    },
)


@reads("suffix", '"to" predicate')
def suffix_to(c: Parts, effect: a.Effect, b: Builder, _: bool) -> a.Effect:
    """ "pay 2 Power to draw a card", "choose a foe to discard a card"."""
    if isinstance(effect, a.ChoosePlayer):
        return attach.sequence([effect, b.predicate(c[0], a.THAT_PLAYER)])
    refuse(isinstance(effect, a.Tried | a.Within) or c[0].data.startswith("avoid_attack"))
    return a.Tried(effect, b.predicate(c[0], None))


# --------------------------------------- occasions, and stretches of time (also written)

rule("?occasion", "trigger", "moment")
rule("?event", "would")
rule("span", "AT_ANY_TIME? window")
rule("window", *w.WINDOWS)


def _when_nth(c: Parts) -> a.Trigger:
    """ "when you play your second Hero this turn"."""
    _, who, word, *_ = c
    found = core(w.first(c, "core")).cards(a.Exactly(a.ONE))
    event = a.Event((w.verb(word),), read(who), found)
    nth = w.ORDINALS[str(w.first(c, "ORDINAL"))]
    return a.Trigger(event, a.Often.NTH, nth, w.span(c, event))


def _until_event(c: Parts) -> a.Until:
    ends = read(c[-1])
    # "until you reveal a Hero" says how often, not how long
    refuse(ends.who is not None and ends.what is not None)
    return a.Until(ends)


def _until_moment(c: Parts) -> a.Until:
    said = w.first(c, *PLAYERS)
    point = a.Point.START if "START" in w.kinds(c) else a.Point.END
    whose = read(said) if said is not None else a.YOU
    return a.Until(a.Moment(point, whose, next=point is a.Point.START))


table(
    occasion={
        "WHEN who_np _act YOUR ORDINAL core span?": _when_nth,
        "(IN_CONFRONTATION | DURING_YOUR_TURN | FOES_TURN | OTHER_TURN | ANY_TURN | THIS_TURN)": (
            lambda c: w.WINDOWS[c[0].type]
        ),
    },
    until={
        "UNTIL event": _until_event,
        (
            'UNTIL "the" END "of" (who_np "\'s" | YOUR) "turn"',
            'UNTIL "the" START "of" (who_np "\'s" | YOUR) ("turn" | NEXT_TURN)',
        ): _until_moment,
    },
)


@writes(a.Until)
def until(what: a.Until) -> str:
    """Until an event or the end of a turn."""
    return f"until {say(what.end).removeprefix('at ')}"
