"""What the engine has to know of each card, worked out once from its definition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.binding import bind
from rules_check.grammar.per_object import PerObject
from rules_check.grammar.questions import keywords_of
from rules_check.oracle.box.playset import CardDef

ALWAYS, CONFRONTING, NOT_CONFRONTING = 0, 1, -1
"""When a text works: always, only while its player is Confronting, or only while not."""


class Standing:
    """A piece of text that stands while its card does: a trigger, a changed cost, a grant …

    `when`: always, only while its player is Confronting, or only while not. `key` tells it
    from other pieces of its card.
    """

    __slots__ = ("key", "node", "ongoing", "when")

    def __init__(self, node: a.Effect, when: int, ongoing: bool, key: int) -> None:
        self.node = node
        self.when = when
        self.ongoing = ongoing
        self.key = key


class Kind:
    """A card as others than the engine see it: printed values, and its text by when it works.

    `standing` is what holds while it is in play (or, for a Character, on top of its stack);
    `defense`, `block`, `gained` and `payments` are used at their own times; `guards`: its Defense
    says for whom it is used. `said` is the text as its author says it, with the keywords of the
    set, and `text` what it means. `own` are triggers about the card itself that stand by
    themselves: they work wherever it is. `power` is a number when playing it does nothing but give
    that Power. Games share it: it is never changed.
    """

    __slots__ = (
        "assist",
        "block",
        "book",
        "character",
        "core",
        "cost",
        "defense",
        "first",
        "gained",
        "guards",
        "index",
        "is_ongoing",
        "keywords",
        "level",
        "name",
        "own",
        "payments",
        "power",
        "printed",
        "said",
        "standing",
        "symbol",
        "text",
        "titles",
        "type",
        "vp",
    )

    def __init__(self, card: CardDef, index: int) -> None:
        self.index = index
        self.book = card.book
        self.name = card.name
        self.type = card.type
        self.titles = frozenset(card.titles)
        self.cost = card.cost
        self.vp = card.vp
        self.level = card.level
        self.symbol = card.symbol
        self.said = card.text
        self.printed = card.printed
        meant = a.meant(card.text)
        self.character = a.Title.CHARACTER in self.titles
        own = meant if self.character else _by_its_name(meant, card.name)
        self.text = own if _is_bound(own) else bind(own)
        self.core = card.core
        """What it means, if that was told and not read."""
        self.keywords = keywords_of(card.text)
        if card.core is not None:
            self.keywords = frozenset(_keyword(x) for one in card.core.texts for x in one.labels)
        abilities = tuple(_single(self.text.abilities))
        self.is_ongoing = a.Keyword.ONGOING in self.keywords
        self.assist = any(isinstance(ability, a.Assist) for ability in abilities)
        self.defense = tuple(x.effect for x in abilities if isinstance(x, a.Defense))
        self.guards = any(map(_says_for_whom, self.defense[:1]))
        self.block = tuple(x for x in abilities if isinstance(x, (a.Block, a.BlockValue)))
        self.gained = tuple(x.effect for x in abilities if isinstance(x, a.WhenGained))
        self.payments = tuple(_payments(abilities))
        asides = [aside for x in abilities for aside in _asides(x)]
        plain = [x for x in abilities if isinstance(x, (a.Plain, a.Reminder))]
        parts = [part for x in (*plain, *asides) for part in sequence(x.effect)]
        self.first = tuple(part for part in parts if isinstance(part, a.PlayBefore))
        self.own = tuple(
            part
            for x in abilities
            for part in _by_itself(x)
            if isinstance(part, a.When) and _about_itself(part) and not _returns_if_destroyed(part)
        )
        self.standing = tuple(self._standing(abilities))
        self.power: int | None = self._plain_power(abilities)

    def is_type(self, kind: a.CardType) -> bool:
        """Whether the card is printed with that type."""
        return self.type is kind

    def _standing(self, abilities: tuple[a.Ability, ...]) -> Iterator[Standing]:
        found: list[tuple[a.Effect, int, bool]] = []
        for ability in abilities:
            if self.character or not self._works_when_played(ability):
                _stand(ability, ALWAYS, False, found)
        for key, (said, when, ongoing) in enumerate(found):
            node = _recurring(said) if self.character or ongoing else said
            if self.character or ongoing or (self.is_ongoing and isinstance(node, a.When)):
                yield Standing(node, when, ongoing, key)

    def _works_when_played(self, ability: a.Ability) -> bool:
        match ability:
            case a.Plain(effect):
                return not (self.is_ongoing and all(map(_can_stand, sequence(effect))))
            case a.Attack() | a.Confrontation():
                return True
            case a.Defense() | a.Block() | a.BlockValue() | a.Assist() | a.WhenGained():
                return False
            case a.Ongoing() | a.Payment() | a.Reminder() | a.FirstAppearance():
                return False
            case a.Abilities() | a.Question() | a.Coined():
                return False  # `_single` has taken them apart, and lets no question in
            case _:
                assert_never(ability)

    def _plain_power(self, abilities: tuple[a.Ability, ...]) -> int | None:
        total = 0
        for ability in filter(self._works_when_played, abilities):
            match ability:
                case a.Plain(a.Power(a.Number(value), who)) if who == a.YOU and value >= 0:
                    total += value
                case a.Plain(a.ReduceScore()):
                    pass
                case _:
                    return None
        return total


def _keyword(name: str) -> a.Keyword | a.OwnKeyword:
    """A keyword of the games, or one of a set."""
    return a.Keyword(name) if name in set(a.Keyword) else a.OwnKeyword(name)


def _asides(ability: a.Ability) -> Iterator[a.Reminder]:
    """The text in parentheses behind keywords."""
    if isinstance(ability, (a.Ongoing, a.Confrontation)):
        if isinstance(ability.ability, a.Reminder):
            yield ability.ability
        else:
            yield from _asides(ability.ability)


BEFALLS: Final = frozenset({a.Verb.DEFEAT, a.Verb.BUY, a.Verb.GAIN, a.Verb.DISCARD, a.Verb.DESTROY})
"""What can happen to a card anywhere, so that its own text may wait for it there."""


def _by_its_name(node: Any, name: str) -> Any:
    """The same text, in which what happens to the card of that name happens to this card."""
    match node:
        case a.Event(verbs, _, a.Cards(filter=a.Filter((a.NameNoun() as noun,), ()), places=())):
            if noun == a.NameNoun(name) and BEFALLS.issuperset(verbs):
                return a.replace(node, what=a.THIS)
            return node
        case _:
            return a.rebuild(node, lambda part: _by_its_name(part, name))


def _is_bound(text: a.CardText) -> bool:
    """Whether references are bound already, in a text that comes from another program."""
    return any(a.mark_of(x) or a.bound_to(x) or isinstance(x, a.Each) for x in a.walk(text))


@PerObject
def _by_number(_: CardDef) -> dict[int, Kind]:
    """The kinds of a card by the numbers that they have in games."""
    return {}


def kind_of(card: CardDef, index: int) -> Kind:
    """The kind of a card with its number in a game; what its text says is worked out once."""
    known = _by_number(card)
    if index not in known:
        known[index] = numbered(next(iter(known.values())), index) if known else Kind(card, index)
    return known[index]


def numbered(kind: Kind, index: int) -> Kind:
    """A kind of its own that is the same but for its number."""
    new = Kind.__new__(Kind)
    for name in Kind.__slots__:
        setattr(new, name, getattr(kind, name))
    new.index = index
    return new


def _single(abilities: tuple[a.Ability, ...]) -> Iterator[a.Ability]:
    for ability in abilities:
        if isinstance(ability, a.Abilities):
            yield from _single(ability.abilities)
        elif isinstance(ability, a.Question):
            raise ValueError(f"the engine runs settled texts only: {ability.id} is open")
        else:
            yield ability


def _payments(abilities: tuple[a.Ability, ...]) -> Iterator[tuple[a.Payment, int]]:
    for ability in abilities:
        when = ALWAYS
        inner = ability
        while isinstance(inner, (a.Ongoing, a.Confrontation)):
            if isinstance(inner, a.Confrontation):
                when = CONFRONTING
            inner = inner.ability
        if isinstance(inner, a.Payment):
            yield inner, when


def sequence(effect: a.Effect) -> Iterator[a.Effect]:
    """The effects that follow one another in a text."""
    if isinstance(effect, a.Seq):
        for part in effect.effects:
            yield from sequence(part)
    else:
        yield effect


def _stand(
    ability: a.Ability, when: int, ongoing: bool, found: list[tuple[a.Effect, int, bool]]
) -> None:
    match ability:
        case a.Plain(effect):
            found.extend((part, when, ongoing) for part in sequence(effect))
        case a.Ongoing(inner):
            _stand(inner, when, True, found)
        case a.Confrontation(inner, otherwise):
            _stand(inner, CONFRONTING, ongoing, found)
            if otherwise is not None:
                found.extend((part, NOT_CONFRONTING, ongoing) for part in sequence(otherwise))
        case a.Abilities(several):
            for one in several:
                _stand(one, when, ongoing, found)
        case _:
            pass


def _recurring(node: a.Effect) -> a.Effect:
    """What is to happen "at the end of your turn" happens in each turn, if its text stands."""
    match node:
        case a.Delayed(a.Moment(next=False, this=False) as moment, effect):
            return a.placed(a.When(moment, effect), a.place_of(node))
        case a.If(_, a.Delayed(a.Moment(next=False, this=False) as moment, effect), None):
            return a.placed(a.When(moment, a.replace(node, then=effect)), a.place_of(node))
        case _:
            return node


def _can_stand(part: a.Effect) -> bool:
    """Whether a text without a keyword stands on a card that stays in play: "at the end of your
    next turn" (or "of this turn") is one turn, and not each."""
    match part:
        case a.When(a.Moment(next=True) | a.Moment(this=True)):
            return False
        case _:
            return isinstance(part, (a.When, a.PlayBefore))


def _by_itself(ability: a.Ability) -> Iterator[a.Effect]:
    """What depends on nothing else in a text, and on no Confrontation."""
    while isinstance(ability, a.Ongoing):
        ability = ability.ability
    if isinstance(ability, (a.Plain, a.Reminder)):
        yield from sequence(ability.effect)


def _about_itself(node: a.When) -> bool:
    return isinstance(node.occasion, a.Trigger) and node.occasion.event.what == a.THIS


def _returns_if_destroyed(part: a.Effect) -> bool:
    """Is this "Return this to its stack if destroyed"?"""
    match part:
        case a.When(a.Trigger(event), a.Move(a.Verb.RETURN, what, a.Place(a.Zone.STACK))):
            return event.verbs == (a.Verb.DESTROY,) and event.what == a.THIS and what == a.THIS
        case _:
            return False


def _says_for_whom(defense: a.Effect) -> bool:
    """Whether a Defense is used "when any player is attacked", and not only for oneself."""
    match defense:
        case a.When(a.Trigger(a.Event((a.Verb.ATTACK,), a.Player()))):
            return True
        case _:
            return False
