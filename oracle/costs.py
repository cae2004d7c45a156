"""What a card is and costs just now: printed values, and what texts make of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rules_check.grammar import ast as a
from rules_check.oracle.box import Box
from rules_check.oracle.conditions import holds
from rules_check.oracle.find import amount, fits, is_one_of, those_in
from rules_check.oracle.listeners import Listener
from rules_check.oracle.state import Frame, State
from rules_check.oracle.who import players
from rules_check.oracle.zones import CHARACTERS, PER_PLAYER

if TYPE_CHECKING:
    from rules_check.oracle.game import Game


PriceChange = tuple[Frame, a.ChangeCost, a.Filter]
"""A text that changes what cards cost: what its words refer to, the text, and which cards."""


class Costs(Box):
    """Questions about single cards in a position."""

    # -------------------------------------------------------------------------- costs

    def character_cost(self: Game, s: State, player: int) -> Any:
        """The cost of a player's Character now: printed, lowered, raised."""
        card = s.zones[player * PER_PLAYER + CHARACTERS][0]
        cost: Any = self.kinds[card].cost
        for lasting in s.lasting:
            if lasting.what == "cost" and lasting.player == player:
                cost = cost + lasting.number
        for listener in self.watching(s).character_costs:
            if listener.seats is None or player in listener.seats:
                cost = cost + self._change(s, listener, player, -1)
        return cost

    def cost_to_defeat(self: Game, s: State, target: int, player: int) -> Any:
        """The Power a player needs to defeat a Character: its cost, and what texts change of it."""
        cost = self.character_cost(s, target)
        costs = self.watching(s).costs
        if costs:
            card = s.zones[target * PER_PLAYER + CHARACTERS][0]
            for listener in costs:
                cost = cost + self._change(s, listener, player, card, to_defeat=True)
        return cost

    def cost(self: Game, s: State, card: int) -> Any:
        """The cost of a card as other texts see it."""
        cost: Any = self.kinds[card].cost
        for listener in self.watching(s).costs:
            if listener.source == card:
                node = _changes(listener)
                if isinstance(node.of, a.CostOfThis):
                    cost = cost + self._signed(s, listener.asking(), node)
        return cost

    def cost_to_buy(self: Game, s: State, card: int, player: int) -> Any:
        """What a player has to pay for a card; never less than nothing."""
        changes = self.price_changes(s, player) if self.watching(s).costs else ()
        return self.price(s, card, player, changes)

    def price(self: Game, s: State, card: int, player: int, changes: Iterable[PriceChange]) -> Any:
        """What a player has to pay for a card while these texts change prices."""
        cost: Any = self.kinds[card].cost
        for frame, node, wanted in changes:
            if fits(self, s, frame, card, wanted):
                cost = cost + self._signed(s, frame, node)
        for node in self.own_costs[self.kind_index[card]]:
            cost = cost + self._signed(s, self.asking(player, card), node)
        return cost if cost >= 0 else 0

    def price_changes(self: Game, s: State, player: int) -> list[PriceChange]:
        """The texts that now change what a player pays for cards."""
        found: list[PriceChange] = []
        for listener in self.watching(s).costs:
            node = _changes(listener)
            of = node.of
            if isinstance(of, a.CostOfCards) and not of.to_defeat and player == listener.you:
                frame = self._working(s, listener)
                if frame is None or (of.nth and not self._is_nth(s, listener, frame, of)):
                    continue
                found.append((frame, node, of.cards))
        return found

    def _change(
        self: Game, s: State, listener: Listener, player: int, card: int, to_defeat: bool = False
    ) -> Any:
        """What a text adds to the cost of a Character (card -1), or of a card to buy or defeat."""
        frame = self._working(s, listener)
        if frame is None:
            return 0
        node = _changes(listener)
        match node.of:
            case a.CharacterCost(owner):
                whose = (listener.you,) if owner is None else players(self, s, frame, owner)
                return self._signed(s, frame, node) if card < 0 and player in whose else 0
            case a.CostOfCards(wanted, defeating):
                if card < 0 or defeating is not to_defeat or player != listener.you:
                    return 0
                if node.of.nth and not self._is_nth(s, listener, frame, node.of):
                    return 0
                return self._signed(s, frame, node) if fits(self, s, frame, card, wanted) else 0
            case _:
                return 0

    def _is_nth(self: Game, s: State, listener: Listener, f: Frame, of: a.CostOfCards) -> bool:
        """Whether the next such card that is bought or defeated is the one meant."""
        verb = a.Verb.DEFEAT if of.to_defeat else a.Verb.BUY
        facts = s.facts[listener.since :] if of.next else s.facts
        done = [x for x in facts if x[0] is verb and x[1] == listener.you and x[2] >= 0]
        return len([x for x in done if fits(self, s, f, x[2], of.cards)]) == of.nth - 1

    def _working(self: Game, s: State, listener: Listener) -> Frame | None:
        """A frame for a text that stands; None if it does not work now."""
        frame = listener.asking()
        node = listener.node
        if isinstance(node, a.While) and not holds(self, s, frame, node.condition):
            return None
        return frame if listener.works(s) else None

    def _signed(self: Game, s: State, frame: Frame, node: a.ChangeCost) -> Any:
        value = amount(self, s, frame, node.amount)
        return value if node.more else -value

    # ----------------------------------------------------------------- types and keywords

    def types(self: Game, s: State, card: int) -> tuple[a.CardType, ...]:
        """The card types of a card now."""
        printed = self.kinds[card].type
        found = () if printed is None else (printed,)
        grants = self.watching(s).grants
        if not grants:
            return found
        for listener in grants:
            quality = listener.node.quality
            new = isinstance(quality, a.CardType) and quality not in found
            if new and self._granted(s, listener, card):
                found = (*found, quality)
        return found

    def is_type(self: Game, s: State, card: int, kind: a.CardType) -> bool:
        """Whether a card is of that type now."""
        if self.kinds[card].is_type(kind):
            return True
        if kind not in self.watching(s).granted:
            return False
        return any(
            listener.node.quality is kind and self._granted(s, listener, card)
            for listener in self.watching(s).grants
        )

    def shares_type(self: Game, s: State, one: int, other: int) -> bool:
        """Whether two cards have a type in common."""
        theirs = self.types(s, other)
        return any(kind in theirs for kind in self.types(s, one))

    def has_title(self: Game, s: State, card: int, title: a.Title) -> bool:
        """Whether a card carries that title now."""
        if title in self.kinds[card].titles:
            return True
        if title not in self.watching(s).granted:
            return False
        return any(
            listener.node.quality is title and self._granted(s, listener, card)
            for listener in self.watching(s).grants
        )

    def has_keyword(self: Game, s: State, card: int, keyword: a.Keyword) -> bool:
        """Whether a card has that keyword now."""
        if keyword in self.kinds[card].keywords:
            return True
        if keyword not in self.watching(s).granted:
            return False
        return any(
            listener.node.quality is keyword and self._granted(s, listener, card)
            for listener in self.watching(s).grants
        )

    def granted_in(
        self: Game, s: State, zone: int, quality: a.CardType | a.Title | a.Keyword
    ) -> list[int]:
        """The cards of a zone that texts grant a type, a title or a keyword."""
        found: list[int] = []
        for listener in self.watching(s).grants:
            if listener.node.quality is quality and listener.works(s):
                found += those_in(self, s, listener.asking(), listener.node.what, zone)
        return found

    def granted_ongoing(self: Game, s: State, card: int) -> bool:
        """Whether some text makes a card Ongoing."""
        return any(
            listener.node.quality is a.Keyword.ONGOING and self._granted(s, listener, card)
            for listener in self.watching(s).grants
        )

    def _granted(self: Game, s: State, listener: Listener, card: int) -> bool:
        if not listener.works(s):
            return False
        return is_one_of(self, s, listener.asking(), listener.node.what, card)

    def fits(self: Game, s: State, f: Frame, card: int, wanted: a.Filter) -> bool:
        """Whether a card is one of those that a filter means."""
        return fits(self, s, f, card, wanted)

    # ------------------------------------------------------------------------------ bans

    def banned(self: Game, s: State, verb: a.Verb, player: int, card: int) -> bool:
        """Whether a text forbids a player to do that to a card."""
        bans = self.watching(s).bans
        return bool(bans) and any(self._bans(s, x, verb, player, card) for x in bans)

    def _bans(
        self: Game, s: State, listener: Listener, verb: a.Verb, player: int, card: int
    ) -> bool:
        if not listener.works(s):
            return False
        frame = listener.asking()
        forbid: a.Forbid = listener.node
        if isinstance(forbid.when, a.Window) and not self.in_window(s, listener.you, forbid.when):
            return False
        match forbid.effect:
            case a.Move(move, what, _, who):
                if move is not verb:
                    return False
                return player in players(self, s, frame, who) and _among(self, s, frame, what, card)
            case a.Play(what, _, who):
                if verb is not a.Verb.PLAY:
                    return False
                return player in players(self, s, frame, who) and _among(self, s, frame, what, card)
            case a.AvoidAttack(who):
                return verb is a.Verb.AVOID and player in players(self, s, frame, who)
            case _:
                return False

    def face_up(self: Game, s: State, card: int) -> bool:
        """Whether a Character has not been turned face down."""
        return not any(x.what == "flipped" and x.number == card for x in s.lasting)

    def borrowed_texts(self: Game, s: State, card: int) -> tuple[int, ...]:
        """The cards whose text a card has besides its own."""
        if not self.has_gained_texts:
            return ()
        found: tuple[int, ...] = ()
        for lasting in s.lasting:
            if lasting.what == "text" and card in lasting.number[0]:
                found = found + lasting.number[1]
        for listener in self.watching(s).texts:
            if listener.frame is None and listener.source == card:
                continue
        return found


def _changes(listener: Listener) -> a.ChangeCost:
    node = listener.node
    inner = node.effect if isinstance(node, a.While) else node
    assert isinstance(inner, a.ChangeCost)
    return inner


def _among(g: Game, s: State, f: Frame, what: a.Selection, card: int) -> bool:
    """Whether a card is one of those a ban speaks of, wherever it is."""
    match what:
        case a.Cards(_, wanted):
            return card >= 0 and fits(g, s, f, card, wanted)
        case a.Ref(a.RefKind.THIS):
            return card == f.source
        case a.Ref():
            return card in f.it
        case _:
            return True
