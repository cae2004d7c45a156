"""Players who are named only by what is theirs: "your teammate's discard pile … their hand"."""

from __future__ import annotations

from typing import Any, Final

from rules_check.grammar import ast as a
from rules_check.grammar.named import NAMING
from rules_check.grammar.subjects import DOING, LOOKING, speaks_of_them

K = a.PlayerKind

KNOWN: Final = frozenset(
    {K.TEAMMATE, K.ATTACKER, K.CONFRONTED, K.LEFT, K.RIGHT, K.YOUR_FOE, K.THAT_FOE, K.CHOSEN_FOE}
)
"""Single players who are known without a choice."""

PICKED: Final = frozenset({K.A_FOE, K.A_PLAYER, K.ANY_PLAYER, K.ANOTHER_PLAYER})
"""Players of whom it is one whose card is taken."""

COUNTING: Final = (a.Power, a.GainVP, a.LoseVP)
"""What gives so much as is counted."""

FOES: Final = frozenset({K.ATTACKER, K.CONFRONTED, K.YOUR_FOE, K.LEFT, K.RIGHT})
"""Known players of whom each is a foe, or sits where a foe does."""

OWNER: Final = a.Player(K.OWNER)
THAT_FOE: Final = a.Player(K.THAT_FOE)


def _place(effect: Any) -> a.Place | None:
    """The one place from which an effect of yours takes cards."""
    if getattr(effect, "who", None) != a.YOU:
        return None
    match getattr(effect, "what", getattr(effect, "first", None)):
        case a.Cards(places=(place,)) | a.Whole(place):
            return place if isinstance(place.owner, a.Player) else None
        case _:
            return None


def _owner(place: a.Place | None) -> a.Player | None:
    match place:
        case a.Place(owner=a.Player(kind, None) as owner) if kind in KNOWN | PICKED:
            return owner
        case _:
            return None


def of_main_deck(text: a.CardText) -> a.CardText:
    """The same text: "that deck" behind a card of the main deck is the main deck, as such a card
    has no owner."""
    there: set[int] = set()
    main = False
    for part in a.walk(text):
        match part:
            case a.Cards(places=(first, *_)):
                main = first.zone is a.Zone.MAIN_DECK
            case a.Place(zone=a.Zone.DECK, owner=a.Player(K.OWNER)) if main:
                there.add(id(part))
            case _:
                pass

    def told(node: Any) -> Any:
        if id(node) in there:
            return a.replace(node, zone=a.Zone.MAIN_DECK, owner=None)
        return a.rebuild(node, told)

    return a.CardText(tuple(map(told, text.abilities))) if there else text


def within(effect: a.Effect) -> a.Effect:
    """The same effect: "their" behind a place of another player is that player's."""
    owner = _owner(_place(effect))
    if owner is None:
        return effect
    match effect:
        case a.Move(to=a.Place(owner=a.THAT_PLAYER) as to):
            theirs = owner if owner.kind in KNOWN else OWNER
            return a.replace(effect, to=a.replace(to, owner=theirs))
        case a.Swap() if owner.kind in KNOWN:
            return a.replace(effect, second=_said_of(effect.second, owner))
        case _:
            return effect


def owner_told(effect: a.Effect, mark: int) -> a.Player | None:
    """The player whose place an effect names, for words behind it; the owner of the card that it
    has the mark of, where one of several is chosen."""
    owner = _owner(_place(effect))
    if owner is None and isinstance(effect, a.Move) and effect.who == a.YOU:
        owner = _owner(effect.to)  # "put a card into your teammate's hand"
    if owner is None and isinstance(effect, COUNTING) and effect.who == a.YOU:
        owner = _counted_for(effect.amount)
    if owner is None or owner.kind in KNOWN:
        return owner
    return a.tied(OWNER, bound=(mark,))


def _counted_for(amount: a.Amount) -> a.Player | None:
    """The one player whose cards are counted: "Power equal to the number of cards in your
    teammate's hand"."""
    owners = {x.owner for x in a.walk(amount) if isinstance(x, a.Place | a.CharacterOf)}
    others = owners - {None, a.YOU}
    if len(others) != 1:
        return None
    (one,) = others
    return one if one is not None and one.test is None and one.kind in KNOWN else None


def owner_asked(condition: a.Condition) -> a.Player | None:
    """The player of whose place a condition speaks: "if your teammate's hand is empty, they …"."""
    match condition:
        case a.There(a.CountOf(a.Cards(places=(place,)))):
            owner = _owner(place)
            return owner if owner is not None and owner.kind in KNOWN else None
        case _:
            return None


def about(effect: a.Effect, owner: a.Player) -> a.Effect:
    """An effect that speaks of "that player", said of this one."""
    one = a.Player(K.A_FOE) if owner.kind is K.OWNER or owner.kind in FOES else owner
    return _said_of(effect, owner) if speaks_of_them(effect, one) else effect


def _said_of(node: Any, owner: a.Player) -> Any:
    foe = owner.kind is K.OWNER or owner.kind in FOES
    meant = {a.THAT_PLAYER, THAT_FOE} if foe else {a.THAT_PLAYER}
    if isinstance(node, a.Player) and node in meant:
        return a.tied(owner, bound=a.bound_to(owner)) if a.bound_to(owner) else owner
    if isinstance(node, a.Player):
        return node
    doing = isinstance(node, DOING) and node.who.kind in NAMING and node.who not in meant
    if doing or isinstance(node, (a.When, a.Delayed, a.Event)):
        return node
    if isinstance(node, LOOKING):
        changed = {
            name: _said_of(getattr(node, name), owner)
            for name in ("who", "than")
            if hasattr(node, name)
        }
        return a.replace(node, **changed)
    return a.rebuild(node, lambda part: _said_of(part, owner))
