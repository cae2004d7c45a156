"""What a noun phrase says, collected while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from typing import Final

from rules_check.grammar import ast as a
from rules_check.grammar.ast import phrase
from rules_check.grammar.ast.phrase import Part, only, refuse
from rules_check.grammar.phrases import words as w

OF_ITS_TYPE: Final = a.Same(a.DifferentKind.TYPE, a.IT)


def _chosen_now(test: a.Test) -> bool:
    """ "you choose": that is no past, and nothing that a card can be told by."""
    match test:
        case a.Acted((a.Verb.CHOOSE,), a.Player(a.PlayerKind.YOU), a.Tense.PRESENT, None):
            return True
        case _:
            return False


@dataclass(slots=True)
class Core:
    """What a noun phrase says, collected piece by piece."""

    nouns: tuple[a.Noun, ...] = ()
    tests: list[a.Test] = field(default_factory=list)
    places: tuple[a.Place, ...] = ()
    join: str = "or"
    random: bool = False
    among: a.Ref | None = None
    definite: bool = False
    apart: bool = False
    """Are the nouns joined by "and/or"?"""
    together: bool = False
    """Are they joined by "and"?"""
    one_card: bool = False
    """Does "card" follow nouns that are joined by "and"?"""
    beyond: int = 0
    """After how many of them ("after the first"); whoever counts them has to take it out."""
    those: bool = False
    """Does it say "among those", which a clause may tell apart ("you gained this turn")?"""
    copies: bool = False
    """Are they copies of a card spoken of?"""
    sharing: bool = False
    """Do they share something with each other, so that they have to be several?"""
    tree: Part | None = None
    """The tree of the nouns and what is said of them."""
    and_or: Part | None = None
    """The word "and/or", which leaves a question."""

    def add(self, said: Core | a.Test) -> None:
        """Something more is said; where the cards are can be said only once."""
        if not isinstance(said, Core):
            self.tests.append(said)
            return
        refuse(said.places and self.places)
        refuse(said.beyond and self.beyond)
        refuse(said.among == a.IT and self.among == a.IT)  # "in it from it"
        self.beyond = said.beyond or self.beyond
        if said.places:
            self.places, self.join = said.places, said.join
        # "a Villain that is not a Super-Villain"; a card is called by its nouns only once
        more = tuple(noun for noun in said.nouns if noun not in self.nouns)
        refuse(self.nouns and more and not all(noun.negated for noun in more))
        self.nouns = (*self.nouns, *more)
        self.tests.extend(said.tests)
        self.random |= said.random
        self.sharing |= said.sharing
        self.among = said.among or self.among
        self.those |= said.those
        self.and_or = said.and_or or self.and_or

    def add_copies(self, tree: Part) -> None:
        """ "two copies of it": as that card, and never as each other (see `likeness.alike`), so the
        number before it belongs to the words that say it."""
        same = a.Same(a.DifferentKind.NAME, phrase.read(tree.children[-1]))
        at = phrase.words_of(tree)
        self.tests.append(same if at is None else a.placed(same, (at[0], at[1] - 1, at[2])))
        self.copies = True

    def filter(self) -> a.Filter:
        """The filter collected so far."""
        refuse(self.beyond)
        refuse(any(map(_chosen_now, self.tests)))  # "the card you choose": see `you_choose`
        tests = [a.SharesType() if test == OF_ITS_TYPE else test for test in self.tests]
        made = a.make_filter(self.nouns, tests)
        return made if self.tree is None else a.placed(made, phrase.words_of(self.tree))

    def cards(self, quantity: a.Quantity) -> a.Selection:
        """The whole phrase with a quantity; "and/or" leaves a question."""
        if self.together and isinstance(getattr(quantity, "amount", None), a.Number):
            return self._one_of_each(quantity)
        if isinstance(quantity, a.AnyNumber):
            quantity = self.worth() or quantity
        refuse(self.sharing and isinstance(quantity, a.Every))
        several = isinstance(quantity, a.Exactly) and quantity != a.Exactly(a.ONE)
        refuse(not several and any(isinstance(test, a.TotalAtLeast) for test in self.tests))
        total = self._cards(quantity, self.filter())
        refuse(self.apart and any(noun.negated for noun in self.nouns))
        if self.apart and quantity == a.Exactly(a.ONE) and len(self.nouns) == 2:
            tests, most = self.filter().tests, a.UpTo(a.ONE)  # "a Hero and/or Villain"
            one, two = (self._cards(most, a.Filter((noun,), tests)) for noun in self.nouns)
            return self._asked(a.Both(one, two), self._cards(quantity, a.Filter(self.nouns, tests)))
        together = isinstance(quantity, a.Every | a.AnyNumber | a.CostWorth)
        if self.join == "each" and not (together and len(self.places) == 1):
            return a.replace(total, spread=a.Spread.EACH)
        if self.join == "and/or" and not isinstance(quantity, a.Every | a.AnyNumber):
            much: a.Quantity = quantity
            if isinstance(quantity, a.Exactly) and isinstance(quantity.amount, a.Number):
                much = a.UpTo(quantity.amount)
            return self._asked(a.replace(total, quantity=much, spread=a.Spread.EACH), total)
        return total

    def _one_of_each(self, quantity: a.Quantity) -> a.Selection:
        """ "a Hero and Villain": one of each. Of "two Heroes and Villains" nobody knows."""
        refuse(quantity != a.Exactly(a.ONE) or a.Other() in self.tests or self.one_card)
        refuse(any(noun.negated for noun in self.nouns))
        tests = self.filter().tests
        alone: list[a.Selection] = [
            self._cards(quantity, a.Filter((noun,), tests)) for noun in self.nouns
        ]
        return reduce(a.Both, alone)

    def _cards(self, much: a.Quantity, found: a.Filter) -> a.Cards:
        told = self.those and any(isinstance(x, a.Acted) and x.window for x in found.tests)
        among = None if told else self.among
        return a.Cards(much, found, self.places, random=self.random, among=among)

    def every(self) -> a.Cards:
        """All the cards of the phrase."""
        return only(a.Cards, self.cards(a.Every()))

    def worth(self) -> a.CostWorth | None:
        """ "any number of cards with a total cost of 7 or less": taken out of what is said."""
        for test in self.tests:
            if isinstance(test, a.TotalAtMost | a.TotalAtLeast):
                self.tests.remove(test)
                if isinstance(test, a.TotalAtMost):
                    return a.CostWorth(test.most)
                return a.CostWorth(test.least, False)
        return None

    def _asked(self, each: a.Selection, total: a.Selection) -> a.Selection:
        """One of each, or one in all?"""
        question = a.Question("and-or", ("each", "total"), (each, total))
        return question if self.and_or is None else w.at_word(question, self.and_or)
