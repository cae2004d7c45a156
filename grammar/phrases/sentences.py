"""Parse trees of sentences to effects.

A verb without a subject is done by you if it is in the base form ("draw"), and by the
subject before it if it is in the "-s" form ("Each foe reveals his hand and discards …"), or if
that one has a verb in the base form itself ("Both foes discard a card and draw a card").
"""

from __future__ import annotations

from rules_check.grammar import again, attach, compose
from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, Parts, read, reads, refuse, rule, table
from rules_check.grammar.compose import open_clause
from rules_check.grammar.counted import nth_again, of_the_others, out_of_place
from rules_check.grammar.counted_alike import counted_alike, told_behind
from rules_check.grammar.instead import instead, other_number
from rules_check.grammar.phrases import words as w
from rules_check.grammar.phrases.amounts import countable
from rules_check.grammar.phrases.conditions import denied, negated
from rules_check.grammar.phrases.costs import only
from rules_check.grammar.phrases.deeds import none_such
from rules_check.grammar.phrases.forbidding import forbid
from rules_check.grammar.phrases.held import at_game_end
from rules_check.grammar.phrases.named_together import anyone_who, to_own, two_players
from rules_check.grammar.phrases.players import PLAYERS
from rules_check.grammar.phrases.side_by_side import asked_then, beside
from rules_check.grammar.phrases.sums import THE_DIFFERENCE, bounded, of_compared, of_more, with_x
from rules_check.grammar.phrases.swapped import for_one
from rules_check.grammar.phrases.those import one_of_none, those, which_card
from rules_check.grammar.phrases.tied import opened_tied, tied_elsewhere
from rules_check.grammar.phrases.who_pays import as_said
from rules_check.grammar.phrases.whose import of_pile
from rules_check.grammar.phrases.your_choice import as_chosen
from rules_check.grammar.subjects import PICKED_OUT, POINTING, THE_FOE, by, points

PLURAL = frozenset(
    {
        *(a.PlayerKind.YOU_AND_TEAMMATE, a.PlayerKind.EACH_OF_THEM, a.PlayerKind.EACH_FOE),
        *(a.PlayerKind.EACH_PLAYER, a.PlayerKind.EACH_OTHER_PLAYER, a.PlayerKind.OTHER_FOE),
        *(a.PlayerKind.REMAINING, a.PlayerKind.OTHER_TWO, a.PlayerKind.OTHER_THREE),
    }
)
"""Players that can be said in the plural ("players may each …")."""

NOBODYS = (a.RefillLineUp, a.DoublePower)
"""What a text tells "you" only: the node does not say who does it."""

NOW = a.Window.THIS_TURN
NEED_COMMA = ("_CHOOSE_NOT_TO", "_CANNOT", "NEXT")
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
        self.plural: a.Player | None = None
        """A subject said in the plural ("both foes", "they"): its verbs are in the base form."""
        self.both: tuple[a.Player, a.Player] | None = None
        """Two who are named together ("you and that foe"): verbs in the base form are done by
        both."""
        self.chosen: set[int] = set()
        """The phrases "of their choice" that were said of what somebody does."""
        self.waits_for: a.Event | None = None
        """The event for which the clauses that are read just now wait."""
        self.x: a.Amount | None = None
        """What X stands for, where the sentence says it."""
        self.behind = False
        """Does what is read just now stand behind another clause of its sentence?"""
        self.may = False
        """Is what is read just now something that a player may do?"""

    def sentence(self, tree: Part) -> compose.Sentence:
        """A sentence: how it hangs on the one before, and its effect."""
        refuse(w.is_tree(tree, "max_once_per_type", "max_once_per_turn"))  # it stands alone
        opener, effect = self._sentence(tree)
        refuse(any(isinstance(part, a.ElseDo) for part in a.walk(effect)))
        # "for each card of your choice": nobody chooses there
        said = ("of_choice", "chosen_by", "you_choose")
        choosing = (part for name in said for part in tree.find_data(name))
        refuse(any(id(part) not in self.chosen for part in choosing))
        # of any other sentence "it" is not this card
        other = opener is attach.Opener.OTHERWISE or again.worth_instead(effect)
        refuse(not other and any(tree.find_data("its_worth")))
        refuse(w.says(tree, "THAT_TURN") and not any(map(w.of_a_turn, a.walk(effect))))
        refuse(again.asks_for_same(effect) or THE_DIFFERENCE in a.walk(effect))
        refuse(out_of_place(effect) or tied_elsewhere(tree))
        return opener, with_x(as_said(tree, effect), self.x)

    def _sentence(self, tree: Part) -> compose.Sentence:
        if w.is_tree(tree, "opened_not", "opened_so"):
            return attach.not_so(w.kinds(tree), tree.data), self.effect(tree.children[-1])
        if w.is_tree(tree, "opened_tied", "tied_chooses", "tied_nobody"):
            return opened_tied(tree, self.effect, self.predicate)
        if w.is_tree(tree, "opened_none", "opened_unable"):
            return attach.Opener.NONE, a.If(none_such(tree), self.effect(tree.children[-1]))
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
            w.refuse_listed(tree)
            outer, links = self.behind, []
            for part in w.trees(tree):
                links.append(self.effect(part))
                self.behind = True
            self.behind = outer
            return self.chain(links)
        if w.is_tree(tree, "clause"):
            found: a.Effect = phrase.put(self.clause(tree), tree)
        else:
            found = read(tree, self)
        return found

    def chain(self, effects: list[a.Effect]) -> a.Effect:
        """Clauses after each other; one that repeats them repeats all before it."""
        first, *more = effects
        for effect in more:
            if isinstance(effect, a.ElseDo):
                *before, last = _clauses(attach.or_else(first, effect.effect))
                last = last if self.subject is None else _asked_of_each(last, self.subject)
                first = attach.sequence([*before, last])
                continue
            if (both := attach.averted(first, effect)) is not None:
                first = both
                continue
            if effect == a.RepeatThis():  # of the sentence before: see `grammar.again`
                first = a.Seq((*_clauses(first), effect))
                continue
            try:
                first = told_behind(first, effect)
                effect = counted_alike(nth_again(effect, [first]), [first], same_sentence=True)
                effect = of_the_others(effect, [first])
            except again.NothingBefore:
                refuse(True)
            repeats = isinstance(effect, a.RepeatThis)
            before = [first] if repeats or not again.whole(effect) else _clauses(first)
            try:
                first = attach.sequence(again.made_out(effect, before))
            except again.NothingBefore:
                refuse(True)
        return first

    def by(self, who: a.Player, *trees: Part) -> list[a.Effect]:
        """Effects in which `who` does verbs in the base form, and is the subject of each."""
        outer, self.base, self.plural = self.base, who, None
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
        wished = any("IF_YOU_WISH" in w.kinds(part) for part in parts)
        refuse(wished and "MUST" in w.kinds(tree))  # "you must draw a card if you like"
        who: a.Player | None = None
        if w.is_tree(parts[0], "you_and"):
            self.both = two_players(parts.pop(0))
            self.subject = self.plural = None
        elif w.is_tree(parts[0], *PLAYERS):
            said = parts.pop(0)
            who = self.subject = anyone_who(read(said))
            self.both = None
            self.plural = who if who != a.YOU and w.in_plural(parts[0]) else None
            # "the other players each discard a card", and not "each foe each discards a card"
            each = "EACH" in {part.type for part in tree.children if w.token(part)}
            refuse(each and ("EACH" in w.kinds(said) or who.kind not in PLURAL))
        if self.both is None or w.is_tree(parts[0], "group"):
            same = self.subject if who is None and self.behind else None
            theirs = self.same_one(same) if same is not None and _modal(tree) else None
            found = self.said(parts, who or theirs)
            found = found if same is None else _asked_of_each(found, same)
            together = w.first(tree, "AT_ONCE") is not None
            return phrase.READERS["at_once"]([], found, self, False) if together else found
        refuse(w.is_tree(parts[0], "power", "power_equal"))  # who gets it?
        return attach.sequence([to_own(self.both, one, self.said(parts, one)) for one in self.both])

    def said(self, parts: list[Part], who: a.Player | None) -> a.Effect:
        """A predicate and what hangs on it."""
        head, *suffixes = parts
        if closed := w.is_tree(head, "group"):
            effect = self.effect(head)
        elif w.is_tree(head, "forbid"):
            effect = forbid(head, who or a.YOU, self.predicate)
        else:
            effect = self.predicate(head, who)
        # "repeat this until …" is a phrase of its own
        refuse(suffixes and effect == a.RepeatThis())
        for suffix in suffixes:
            hung = phrase.READERS[suffix.data]
            if w.is_tree(head, "forbid") and isinstance(effect, a.Seq):
                each = [hung(suffix.children, one, self, False) for one in effect.effects]
                effect = attach.sequence(each)
                continue
            effect = hung(suffix.children, effect, self, closed)
            closed = False
        match effect:
            case a.If(_, a.Instead(a.ChooseOne((usual, other), _, 1)), None):
                # "draw a card, or two cards instead if you control a Hero"
                return a.replace(effect, then=other, otherwise=usual)
            case a.If(_, a.ChooseOne((usual, other), _, 1), None) if other_number(usual, other):
                return instead(usual, a.replace(effect, then=a.Instead(other)))
            case _:
                return effect

    def actor(self, word: Part | None, who: a.Player | None) -> a.Player:
        """Who does it: the subject said, or the one before for an "-s" form, or you."""
        if who is not None:
            return who
        if w.token(word, *w.VERB_KINDS) and w.third_person(word):
            if self.subject is None:
                raise Nobody(word)
            # "each foe may discard a card and loses 1 VP": is the second allowed, or done?
            refuse(self.may and self.subject == self.base)
            return self.same_one(self.subject)
        return (self.plural if w.token(word, *w.VERB_KINDS) else None) or self.base

    def same_one(self, who: a.Player) -> a.Player:
        """Who does something more in the same sentence: one of several is not picked out again."""
        again = self.behind and who.kind in PICKED_OUT
        return a.placed(a.THAT_PLAYER, a.place_of(who)) if again else who

    def predicate(self, tree: Part, who: a.Player | None) -> a.Effect:
        """A verb and its objects."""
        word = tree.children[0] if tree.children else None
        found = for_one(w.effect(tree, self.actor(word, who)))
        found = found if who is None else of_more(found)  # later it is another difference
        # "each foe refills the Line-Up": nobody in particular does that
        refuse(isinstance(found, NOBODYS) and self.actor(word, who) != a.YOU)
        found, said = as_chosen(tree, found, self.may)
        self.chosen |= said
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
        if not w.token(parts[0]):  # "if you do not Confront this turn"
            refuse(within not in {None, NOW})
            return a.AnnouncedConfrontation(negated=True)
        refuse(within is not None and w.token(parts[0], "CONTROL", "HAVE", "HOLD"))
        listed = [part for part in w.trees(parts) if part.data != "span"]
        return negated(who, parts[0], listed, within)


def _modal(clause: Part) -> bool:
    """Does a verb have the same form whoever does it ("and must discard", "and cannot draw")?"""
    forbids = w.trees(clause)[0]
    word = forbids.children[0] if w.is_tree(forbids, "forbid") else None
    does = w.token(word, "DO_NOT") and str(word).startswith(("does", "fails"))
    return bool(does or w.token(word, "CANNOT") or w.first(clause, "MUST") is not None)


def _asked_of_each(effect: a.Effect, who: a.Player) -> a.Effect:
    """What players do who have done something else before in the same sentence, if the cards of
    that are so: it is asked of each of them, and done by that one ("Each foe discards a card and
    gains a Weakness if it is a Hero")."""
    match effect:
        case a.If(condition, then, otherwise) if (
            who != a.YOU
            and who.kind not in POINTING | THE_FOE
            and any(map(points, a.walk(condition)))
        ):
            other = None if otherwise is None else by(otherwise, who)
            return a.replace(effect, then=by(then, who), otherwise=other)
        case _:
            return effect


def _clauses(effect: a.Effect) -> list[a.Effect]:
    return list(effect.effects) if isinstance(effect, a.Seq) else [effect]


# ------------------------------------------------------------------- links of a chain


def _may(c: Parts, b: Builder) -> a.Effect:
    who = read(c[0])
    # "you and your teammate may each …", and not "each foe may each …"
    refuse("EACH" in w.kinds(c) and ("EACH" in w.kinds(c[0]) or who.kind not in PLURAL))
    clause = c[-1].children[0]
    # "you may they discard a card": that is "you may have them discard a card"
    refuse(w.is_tree(clause, "clause") and w.is_tree(clause.children[0], "you_and", *PLAYERS))
    return _allowed(who, c[-1], b)


def _if_you_wish(c: Parts, b: Builder) -> a.Effect:
    """ "If you like, draw a card", and not "If you like, you must draw a card"."""
    clause = c[-1].children[0]
    if w.is_tree(clause, "clause") and "MUST" in w.kinds(clause):
        subject = w.trees(clause)[0]
        refuse(not w.is_tree(subject, *PLAYERS) or read(subject) == a.YOU)
    return _allowed(a.YOU, c[-1], b)


def _allowed(who: a.Player, chain: Part, b: Builder) -> a.Effect:
    refuse(w.said_by(chain, "only_so_many"))  # "you may draw only one card": then no more than that
    outer, b.may = b.may, True
    effect = b.by(who, chain)[0]
    b.may = outer
    if isinstance(effect, a.When) and (w.said_by(chain, "put_next") or w.said_by(chain, "once")):
        return a.replace(effect, effect=a.May(effect.effect, who=who))
    if isinstance(effect, a.If) and effect.otherwise is None and _is_one(who):
        return a.replace(effect, then=a.May(effect.then, who=who))
    paid = w.said_by(chain, "suffix_to") or w.said_by(chain, "suffix_paid")
    if isinstance(effect, a.Tried) and paid:
        # "you may have each foe discard a card to …": who does it?
        refuse(who == a.YOU and attach.doer(effect.effect) != a.YOU)
        return a.May(effect.effect, effect.then, who=who)
    return a.May(effect, who=who)


def _is_one(who: a.Player) -> bool:
    """Whether it is one player, known before: whether it is offered is asked once."""
    return who.test is None and who.kind in ONE_PLAYER


ONE_PLAYER = frozenset(
    a.PlayerKind[name]
    for name in "YOU TEAMMATE THAT_FOE CHOSEN_FOE THAT_PLAYER LEFT RIGHT ATTACKER".split()
)


def _instead(effect: a.Effect) -> a.Effect:
    """ "instead draw a card"; after "instead you may …" nobody knows what happens otherwise."""
    refuse(any(isinstance(node, a.May | a.Instead) for node in a.walk(effect)))
    return a.Instead(effect)


def _they_instead(c: Parts, b: Builder) -> a.Effect:
    """ "that player instead discards two cards"."""
    clause = c[-1].children[0]
    refuse(w.is_tree(clause, "clause") and w.is_tree(clause.children[0], "you_and", *PLAYERS))
    refuse(w.is_tree(clause, "scoped"))
    return _instead(b.by(read(c[0]), c[-1])[0])


def _both_may(c: Parts, b: Builder) -> a.Effect:
    """ "you and that foe may each draw a card", "both of you may draw a card"."""
    both = two_players(c[0])
    may = [a.May(to_own(both, one, b.by(one, c[-1])[0]), who=one) for one in both]
    return attach.sequence(list(may))


def _if(c: Parts, b: Builder) -> a.Effect:
    _, condition, *moment, last = c
    so: a.Condition = read(condition)
    done = which_card(so, last, of_pile(condition, of_compared(so, b.effect(last))))
    done = one_of_none(so, done)
    found = a.If(so, those(condition, so, done))
    return a.When(read(moment[0]), found) if moment else beside(asked_then(condition, found), last)


def _unless_first(c: Parts, b: Builder) -> a.Effect:
    clauses = w.trees(c[-1])
    refuse(not all(w.is_tree(clause, "clause") for clause in clauses))
    return unless(b.effect(c[-1]), b.predicate(c[1], read(c[0])))


def unless(effect: a.Effect, other: a.Effect) -> a.Unless:
    """What happens unless somebody does something else."""
    refuse(isinstance(other, a.Control))  # "unless you control a Location" is a condition
    return a.Unless(effect, other)


def _when(c: Parts, b: Builder) -> a.Effect:
    when = read(c[0])
    outer, b.waits_for = b.waits_for, when.event if isinstance(when, a.Trigger) else b.waits_for
    effect = b.effect(c[-1])
    b.waits_for = outer
    if not isinstance(when, a.Window):
        found = a.When(when, at_game_end(c[-1], effect) if when == a.GameEnd() else effect)
        return beside(found, c[-1])
    match effect:  # "This turn, when …": the words of time are those of the trigger
        case a.When(a.Trigger(event, often, nth, None), inner) if not open_clause(event.what):
            return a.When(a.Trigger(event, often, nth, when), inner)
        case a.Forbid(inner, None) if when is NOW and not open_clause(getattr(inner, "what", None)):
            return a.replace(effect, when=when)
        case _ if when is NOW:
            return a.Within(effect, when)
        case _:
            return a.If(a.During(when), effect)


@reads("group", '"[" sentence (";" sentence)* "]"')
def group(c: Parts, b: Builder) -> a.Effect:
    """Sentences in brackets."""
    return compose.compose([b.sentence(part) for part in c])


rule("?unit", "clause")
rule(
    "in_order",
    "IN_TURN_ORDER",
    'IN_TURN_ORDER ","? IN_TURN_ORDER',
    'IN_TURN_ORDER "and" ("going" | "proceeding" | "continuing") (IN_TURN_ORDER | TO_THE_LEFT)',
)
rule("_may", '"may"', '"can"', '("may" | "can") CHOOSE "to"')
table(
    scoped={
        'in_order "," chain': lambda c, b: b.effect(c[-1]),  # as players act anyway
        ("who _may EACH? chain", "who _may THEN chain"): _may,
        "you_and _may EACH? chain": _both_may,
        'IF_YOU_WISH "," chain': _if_you_wish,
        'INSTEAD ","? chain': lambda c, b: _instead(b.effect(c[-1])),
        "who INSTEAD chain": _they_instead,
        (
            'who ("may" | "can")? (MOVE | PLAY) "only" cards span?',
            'who ("may" | "can") "only" (MOVE | PLAY) cards span?',
        ): only,
        'clause YOU "may" "," chain': lambda c, b: a.May(b.effect(c[0]), b.effect(c[-1])),
        'IF condition moment? "," chain': _if,
        '"only" IF condition "," chain': _if,
        'IF condition END_OF_GAME "," chain': lambda c, b: a.When(
            a.GameEnd(), at_game_end(c[1], a.If(read(c[1]), b.effect(c[-1])))
        ),
        '"unless" who predicate "," chain': _unless_first,
        '"unless" condition "," chain': lambda c, b: a.If(
            denied(read(c[0])), of_pile(c[0], b.effect(c[-1]))
        ),
        'negated "," chain': lambda c, b: asked_then(c[0], a.If(b.negated(c[0]), b.effect(c[-1]))),
        'occasion "," chain': _when,
        'FOR_EACH countable "," MAXIMUM number "," chain': lambda c, b: a.ForEach(
            bounded(countable(c[1]), None, w.number(c[3])), b.effect(c[-1])
        ),
        'WHILE condition "," chain': lambda c, b: compose.while_so(read(c[1]), b.effect(c[-1])),
        'until "," chain': lambda c, b: compose.lasting(b.effect(c[-1]), read(c[0])),
    },
)
