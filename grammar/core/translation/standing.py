"""What stands: waiting texts, changes, bans and options, for a while or as long as a text works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows
from rules_check.grammar.core.sorts import Sort
from rules_check.grammar.core.translation.acts import Acts, Steps
from rules_check.grammar.core.translation.cards import speaks_of_later, together, verb_row
from rules_check.grammar.core.translation.conditions import TURN
from rules_check.grammar.core.translation.names_in_scope import (
    ONE,
    THIS,
    YOU,
    Meant,
    Named,
    Untranslated,
    Who,
    attribute,
    both,
    by_default,
    by_words,
    compare,
    count,
    is_open,
    is_so,
    not_so,
    one_so,
    told,
)

V = a.Verb
GAME: Final = c.Span("game")
LATER: Final = c.Span("later")
NOT_BACK: Final = "it would have to be taken back if the condition comes true later this turn"
PASSIVE: Final = frozenset({V.ATTACK, V.CONFRONT})
"""Verbs of which a player is told to whom they are done."""
LASTS: Final = (
    *(a.RefillTo, a.Forbid, a.Grant, a.Control, a.ChangeCost, a.When, a.Stays, a.Flip),
    *(a.While, a.GainText, a.NewHand),
)
"""What can last until something ends it."""
GROWS: Final = (a.Comparison.AT_LEAST, a.Comparison.MORE)


class Standing(Acts):
    """Translates what lasts and what is waited for."""

    def __init__(self, text: a.Node) -> None:
        super().__init__(text)
        self.ongoing = False
        self.only: c.Value | None = None
        self.limits = [x for x in a.walk(text) if isinstance(x, a.UseOnce | a.UseAnyNumber)]

    @contextmanager
    def carried_out(self) -> Iterator[None]:
        """What a text that stands does when its time has come: it is done then."""
        kept = self.standing, self.only, self.lasts
        self.standing, self.only, self.lasts = False, None, None
        try:
            yield
        finally:
            self.standing, self.only, self.lasts = kept

    # ------------------------------------------------------------------ how long

    def span(self, window: a.Window | None) -> c.Value:
        """How long something lasts that begins now, or stands."""
        if self.lasts is not None:
            return self._only(self.lasts)
        if window is None:
            return self._only(GAME if self.standing else TURN)
        found = self.window(window)
        if self.standing:
            return self._only(found)
        if window in (a.Window.THIS_TURN, a.Window.REST_OF_GAME):
            return self._only(found)
        return self._only(c.Overlap(TURN, found))

    def _only(self, window: c.Value) -> c.Value:
        """Within the time in which a text works."""
        if self.only is None:
            return window
        return self.only if window == GAME else c.Overlap(window, self.only)

    def _until(self, until: a.Until) -> c.Value:
        match until.end:
            case a.Moment() as moment:
                return c.Until(self._moment(moment))
            case a.Event() as event:
                return c.Until(self._event(event, c.Var(self.fresh("e"))))
            case _:
                assert_never(until.end)

    # ------------------------------------------------------------------ events

    def _moment(self, moment: a.Moment, event: c.Var | None = None) -> c.Event:
        """The start or the end of a turn."""
        verb = "turn_begin" if moment.point is a.Point.START else "turn_end"
        event = event or c.Var(self.fresh("e"))
        tests: list[c.Value] = []
        if not moment.this:
            whose = self.who(moment.whose)
            tests.append(self.is_one(attribute("by", event), whose))
        if moment.next and moment.point is a.Point.END:
            tests.append(c.During(LATER))
        return told(c.Event((verb,), event.name, where=is_so(tests)), moment)

    def _event(self, node: a.Event, event: c.Var) -> c.Event:
        """Somebody does one of the verbs to such cards."""
        tests: list[c.Value | None] = []
        doer = attribute("whom" if PASSIVE.intersection(node.verbs) else "by", event)
        if node.who is not None:
            tests.append(self.is_one(doer, self.who(node.who)))
        if node.told:
            tests.append(compare("=", attribute("cause", event), c.Kind("card")))
        if node.attack:
            tests.append(compare("=", attribute("cause", event), c.Kind("Attack")))
        with self.for_player(doer):
            if node.to is not None:
                tests.append(compare("in", attribute("to", event), self.place(node.to)))
            if node.what is not None:
                tests.append(self._done_to(node, node.what, event))
        names = tuple(map(verb_row, node.verbs))
        return told(c.Event(names, event.name, where=is_so(tests)), node)

    def _done_to(self, node: a.Event, what: a.Selection, event: c.Var) -> c.Value | None:
        """What has to be true of the card to which it is done."""
        card = attribute("card", event)
        match what:
            case a.Cards(quantity, wanted, places):
                if several := together(wanted):
                    raise Untranslated(
                        several[0], "no card is so by itself: it is a matter of several cards"
                    )
                if quantity not in (a.Exactly(a.ONE), a.Every(), a.AtLeast(a.ONE)):
                    raise Untranslated(
                        what, "cards are played, gained and so on one by one, not several at once"
                    )
                outer, self.candidate = self.candidate, card
                fit = self.fits(card, wanted)
                self.candidate = outer
                lay = None
                if places and not node.anywhere:
                    came = attribute("from", event)
                    lay = one_so([compare("in", came, self.place(place)) for place in places])
                return is_so([lay, fit])
            case a.OneOf(first, second):
                ways = [self._done_to(node, one, event) for one in (first, second)]
                return one_so([way for way in ways if way is not None])
            case a.Whole() | a.Both():
                raise Untranslated(
                    what, "cards are played, gained and so on one by one, not several at once"
                )
            case a.Ref() | a.CharacterOf():
                found = self.cards(what)
                return compare("in" if found.many else "=", card, found.value)
            case a.Question():
                raise Untranslated(what, "a question is open")
            case _:
                assert_never(what)

    # ------------------------------------------------------------------ what begins now

    def begins(self, effect: a.Effect) -> Steps:
        """What begins now and lasts, or is waited for."""
        match effect:
            case Proceeds():
                return self.proceeds()
            case a.Worth(amount, additional):
                return [self.worth(amount, additional)]
            case a.When(occasion, inner):
                return self._when(effect, occasion, inner)
            case a.Delayed(when, inner):
                return self._delayed(effect, when, inner)
            case a.Lasting(a.Move() as move, until):
                return self._for_a_while(effect, move, until)
            case a.Lasting(inner, until):
                if not isinstance(inner, LASTS):
                    raise Untranslated(effect, "this is done at once and does not last")
                outer, self.lasts = self.lasts, self._until(until)
                made = self.done(inner)
                self.lasts = outer
                return made
            case a.While(condition, inner):
                return self._while(condition, inner)
            case a.ChangeCost():
                return self._change_cost(effect)
            case a.Grant(what, quality, window):
                return [self._grant(what, quality, window)]
            case a.Control(what, who, window):
                return self.by(who, lambda player: self._control(effect, what, player, window))
            case a.GainText(what, source, window):
                return self._gain_text(effect, what, source, window)
            case a.Flip(what):
                within = GAME if self.lasts is None else self.lasts
                return self._flip(what, self._only(within))
            case a.RefillTo(number):
                size, op = attribute("lineup_size"), c.ChangeOp.BECOMES
                return [c.Change(size, op, c.Number(number), self.span(None))]
            case a.NewHand(number, more):
                op, least = (c.ChangeOp.MORE, None) if more else (c.ChangeOp.LESS, c.Number(0))
                drawn = attribute("newhand", YOU)
                return [c.Change(drawn, op, c.Number(number), self.span(None), at_least=least)]
            case a.Stays(what, place, window):
                return self._stays(what, place, window)
            case a.Forbid():
                return self._forbid(effect)
            case _ if type(effect) in self.own:
                who = getattr(effect, "who", a.YOU)
                return self.by(who, lambda one: [c.Deed(type(effect).__name__, one, ())])
            case _:
                raise Untranslated(effect, "nothing carries it out")

    def _while(self, condition: a.Condition, inner: a.Effect) -> Steps:
        """It holds as long as the condition does."""
        if not isinstance(inner, (*LASTS, a.Power)):
            raise Untranslated(inner, "this is done at once and does not last")
        outer = self.only
        held = c.While(self.condition(condition))
        self.only = held if outer is None else c.Overlap(outer, held)
        try:
            match inner:
                case a.Power(amount, who):
                    window = self.span(None)
                    number = self.number(amount)
                    return self.by(who, lambda player: [self.live_power(player, number, window)])
                case _:
                    return self.done(inner)
        finally:
            self.only = outer

    def _for_a_while(self, effect: a.Lasting, move: a.Move, until: a.Until) -> Steps:
        """Cards are moved, and put back when the time is over, unless they were moved again."""
        mark = a.mark_of(move) or a.mark_of(effect)
        if not mark:
            raise Untranslated(effect, "it is not said which cards are put back then")
        self.spoken_of.add(mark)
        steps = self.done(move)
        cards = self.cards_of.get(mark)
        if not isinstance(cards, Named):
            raise Untranslated(effect, "it is not said which cards are put back then")
        value, _ = self.said(cards)
        end = self._until(until)
        assert isinstance(end, c.Until)
        put = next((step.to for step in steps if isinstance(step, c.Move)), None)
        if put is None:
            raise Untranslated(effect, "it is not said where the cards were put")
        with self.local() as card:
            there = c.Filter(card.name, value, compare("in", card, put))
            goes = c.Move(there, c.Place("origin", card), "return", None, card.name)
        return [*steps, c.On(end.event, (goes,), within=GAME, limit=ONE)]

    # ------------------------------------------------------------------ waiting

    def _when(self, effect: a.When, occasion: a.Occasion, inner: a.Effect) -> Steps:
        match occasion:
            case a.Trigger():
                return [self._on(effect, occasion, inner)]
            case a.Moment():
                if self.standing and not (occasion.next or occasion.this):
                    event = self._moment(occasion)
                    body = self._then(effect, inner, event)
                    within = self._only(GAME)
                    return [c.On(event, body, within=None if within == GAME else within)]
                return self._at(effect, occasion, inner)
            case a.GameEnd():
                event = c.Event(("game_end",))
                outer, self.counting = self.counting, True
                body = self._then(effect, inner, None)
                self.counting = outer
                return [c.On(event, body, within=self.only)]
            case a.Once(window, must):
                return [self._once(window, must, inner)]
            case _:
                assert_never(occasion)

    def _at(self, effect: a.When | a.Delayed, moment: a.Moment, inner: a.Effect) -> Steps:
        """At that moment, once, or in each of your turns; of several players, once for each."""
        if self.standing:
            raise Untranslated(
                moment,
                "what stands on a card comes in each turn, and not only in this or the next one",
            )
        if moment.this:
            return [self._once_at(effect, moment, inner, self._only(TURN))]
        whose = self.who(moment.whose)
        if not whose.many:
            return [self._once_at(effect, moment, inner, self._only(GAME))]
        player = c.Var(self.fresh("p"))
        one = a.replace(moment, whose=a.THAT_PLAYER)
        with self.block((), player), self.for_player(player):
            waits = self._once_at(effect, one, inner, self._only(GAME))
        return [c.ForEach(player.name, whose.value, (waits,))]

    def _once_at(
        self, effect: a.When | a.Delayed, moment: a.Moment, inner: a.Effect, within: c.Value
    ) -> c.Statement:
        event = self._moment(moment)
        actor, self.actor = self.actor, YOU
        body = self._then(effect, inner, event)
        self.actor = actor
        return c.On(event, body, within=within, limit=None if moment.each else ONE)

    def _delayed(self, effect: a.Delayed, when: a.Moment | a.Event, inner: a.Effect) -> Steps:
        match when:
            case a.Moment():
                if self.standing and not (when.next or when.this):
                    return self._when(a.tied(a.When(when, inner), a.mark_of(effect)), when, inner)
                return self._at(effect, when, inner)
            case a.Event():
                event = self._event(when, c.Var(self.fresh("e")))
                body = self._then(effect, inner, event)
                return [c.On(event, body, within=self._only(TURN), limit=ONE)]
            case _:
                assert_never(when)

    def _then(self, effect: a.When | a.Delayed, inner: a.Effect, event: c.Event | None) -> c.Block:
        """What is done then: the card and the player of the event can be spoken of."""
        mark = a.mark_of(effect)
        if event is None:
            with self.at_the_end(True):
                return self.inner(inner)
        var = c.Var(event.name)
        ends = "turn_end" in event.verbs
        passive = any(V(verb) in PASSIVE for verb in event.verbs if verb in set(V))
        player = attribute("whom" if passive else "by", var)
        with (
            self.carried_out(),
            self.block((mark,), player),
            self.for_player(player, (mark,), is_you=_is_yours(effect)),
            self.at_the_end(ends),
        ):
            if not rows.OF_CARDS.isdisjoint(event.verbs):
                self.cards_of[mark] = Meant(attribute("card", var), many=False)
            return tuple(self.done(inner))

    @contextmanager
    def at_the_end(self, ends: bool) -> Iterator[None]:
        """What is done when a turn or the game ends (`ends`), when all is known that was done."""
        outer, self.at_an_end = self.at_an_end, self.at_an_end or ends
        try:
            yield
        finally:
            self.at_an_end = outer

    def _on(self, effect: a.When, trigger: a.Trigger, inner: a.Effect) -> c.Statement:
        event = self._event(trigger.event, c.Var(self.fresh("e")))
        before = trigger.event.would
        if before:
            inner = with_proceed(inner)
        outer, self.replaced = self.replaced, c.Var(event.name) if before else self.replaced
        body = self._then(effect, inner, event)
        self.replaced = outer
        next_ = trigger.often is a.Often.NEXT
        within: c.Value | None = self.span(trigger.window)
        if next_ and trigger.window is None and self.lasts is None:
            within = self._only(GAME)
        if self.standing and within == GAME and trigger.window is None:
            within = None
        often = self._often(trigger, before)
        return c.On(
            event,
            body,
            before,
            within,
            c.Number(trigger.nth) if trigger.often is a.Often.NTH else None,
            ONE if next_ else None,
            settings=often,
        )

    def _often(self, trigger: a.Trigger, before: bool) -> tuple[c.Setting, ...]:
        """How often a text answers: "when" in Ongoing is capped by some books."""
        plays = () if before or V.PLAY not in trigger.event.verbs else (is_open("order"),)
        if trigger.often is a.Often.EACH:
            return (by_words("often", "each"), *plays)
        if trigger.often is a.Often.WHEN and self.standing and self.ongoing and not before:
            return (is_open("often"), *plays)
        return plays

    def proceeds(self) -> Steps:
        """What would happen happens after all."""
        assert self.replaced is not None
        return [c.Proceed(self.replaced)]

    def waits(self, effect: a.If) -> Steps | None:
        """ "If you play or have played a Hero this turn": it may come true later."""
        condition = effect.condition
        if isinstance(condition, a.DefeatedInConfrontation) and not self.standing:
            event = c.Var(self.fresh("e"))
            by = compare("=", attribute("by", event), YOU)
            success = c.Event(("succeed",), event.name, where=by)
            waits = is_open("waits")
            on = c.On(success, self.inner(effect.then), within=TURN, limit=ONE, settings=(waits,))
            if effect.otherwise is not None:
                test = not_so(self.condition(condition))
                return [c.If(test, self.inner(effect.otherwise)), on]
            return [on]
        if not can_come_true(condition):
            return None
        test = self.condition(condition)
        match effect.then, effect.otherwise:
            case a.Power(one, a.YOU), a.Power(other, a.YOU):
                amount = c.Conditional(test, self.number(one), self.number(other))
                return [self.live_power(YOU, amount, TURN)]
            case _:
                pass
        if effect.otherwise is not None:
            raise Untranslated(effect.otherwise, NOT_BACK)
        then = self.inner(effect.then)
        return [c.On(c.Becomes(test), then, within=TURN, limit=ONE, retro=True)]

    # ------------------------------------------------------------------ options

    def _once(self, window: a.Window, must: bool, inner: a.Effect) -> c.Statement:
        span = self.window(window)
        told_must = (by_words("must", "must"),) if must else ()
        within = self._only(span)
        with self.block(), self.carried_out():
            made = self.used(inner)
        return replace(
            made,
            within=within if self.standing else c.Overlap(TURN, within) if within != TURN else TURN,
            limit=ONE,
            per=span,
            settings=(*made.settings, *told_must, is_open("when")),
        )

    def used(self, inner: a.Effect) -> c.Option:
        """An ability that a player may use: using it answers its "may" with yes. What it does is
        carried out, also where the ability stands."""
        standing, self.standing = self.standing, False
        try:
            return self._used(inner)
        finally:
            self.standing = standing

    def _used(self, inner: a.Effect) -> c.Option:
        match inner:
            case a.May(effect, then, None, a.YOU):
                price = tuple(self.done(effect))
                return (
                    c.Option(YOU, price) if then is None else c.Option(YOU, self.inner(then), price)
                )
            case a.If(condition, then, None):
                made = self.used(then)
                where = is_so([self.condition(condition), made.where])
                return replace(made, where=where)
            case a.Seq((first, *others)):
                made = self.used(first)
                rest = [step for part in others for step in self.done(part)]
                return replace(made, body=(*made.body, *rest))
            case _:
                return c.Option(YOU, tuple(self.done(inner)))

    def limited(self, option: c.Option) -> c.Option:
        """An ability with what the card says of how often it may be used."""
        for node in self.limits:
            match node:
                case a.UseOnce(window):
                    said = _as_told(option, {"paid": "once", "uses": "once"})
                    option = replace(option, limit=ONE, per=self.window(window), settings=said)
                case a.UseAnyNumber(window):
                    within = option.within if window is None else self._only(self.window(window))
                    said = _as_told(option, {"paid": "unlimited", "uses": "any_number"})
                    option = replace(option, limit=None, per=None, within=within, settings=said)
                case _:
                    assert_never(node)
        return option

    def may_be_used(self, effect: a.May | a.Seq) -> c.Statement:
        """A standing "you may" is an ability, once in each of your turns; what follows and speaks
        of what it did belongs to it."""
        turns = c.Span("turns", YOU)
        with self.block(), self.carried_out():
            made = self.used(effect)
        settings: tuple[c.Setting, ...] = ()
        first = effect.effects[0] if isinstance(effect, a.Seq) else effect
        if isinstance(first, a.May) and isinstance(first.effect, a.PayPower):
            settings = (is_open("uses"),)
        made = replace(made, within=self._only(turns), limit=ONE, per=turns, settings=settings)
        return self.limited(told(made, effect))

    def payment(self, node: a.Payment) -> c.Statement:
        """Pay the cost to get the effect."""
        turns = c.Span("turns", YOU)
        cost = node.cost.effect if isinstance(node.cost, a.May) else node.cost
        with self.block(), self.carried_out():
            price = tuple(self.done(cost))
            body = self.inner(node.effect)
        made = c.Option(YOU, body, price, within=self._only(turns), settings=(is_open("paid"),))
        if node.once_per is a.OncePer.TURN:
            made = replace(made, limit=ONE, per=TURN, settings=(by_words("paid", "once"),))
        elif node.once_per is a.OncePer.CARD_TYPE:
            with self.local() as card:
                paid = attribute("cards", c.Var("paid"))
                key = c.Collect(attribute("types", card), card.name, paid)
            made = replace(made, limit=ONE, per=TURN, key=key, settings=(is_open("per_type"),))
        return self.limited(told(made, node))

    # ------------------------------------------------------------------ changes

    def worth(self, amount: a.Amount, additional: bool) -> c.Statement:
        """What this card counts at the end of the game."""
        op = c.ChangeOp.MORE if additional else c.ChangeOp.BECOMES
        self.scores = True
        value = self.number(amount)
        self.scores = False
        return c.Change(attribute("vp", THIS), op, value, c.Span("scoring"))

    def _change_cost(self, node: a.ChangeCost) -> Steps:
        op = c.ChangeOp.MORE if node.more else c.ChangeOp.LESS
        least = None if node.least is None else c.Number(node.least)
        within = self.span(node.window)
        how = "live" if self.standing else "once"
        counted = by_default("counted", how)
        match node.of:
            case a.CharacterCost(owner):
                steps, whose = self._whose_character(owner)
                with self._of_owner(owner, whose):
                    amount = self.number(node.amount)
                cost = attribute("cost", attribute("character", whose.value))
                if not whose.many:
                    change = c.Change(cost, op, amount, within, at_least=least, settings=(counted,))
                    return [*steps, change]
                with self.local() as player:
                    cost = attribute("cost", attribute("character", player))
                    return [
                        c.Change(
                            cost,
                            op,
                            amount,
                            within,
                            player.name,
                            whose.value,
                            least,
                            settings=(counted,),
                        )
                    ]
            case a.CostOfCards() as of:
                return self._prices(of, op, self.number(node.amount), within, least)
            case a.CostOfThis():
                amount = self.number(node.amount)
                live = by_default("counted", "live")
                paid = attribute("cost", THIS) if self.ongoing else attribute("price", THIS, YOU)
                return [c.Change(paid, op, amount, within, at_least=least, settings=(live,))]
            case _:
                assert_never(node.of)

    @contextmanager
    def _of_owner(self, owner: a.Player | None, whose: Who) -> Iterator[None]:
        """In the amount by which the Character of one other player costs more or less, that player
        is "they"."""
        they = self.they
        alone = not whose.many or whose.value == c.Group("facing", YOU)
        if alone and owner not in (None, a.YOU):
            self.they = whose.value
        try:
            yield
        finally:
            self.they = they

    def _whose_character(self, owner: a.Player | None) -> tuple[Steps, Who]:
        """Whose Character costs more or less: of those for whom you may Block, you choose."""
        if owner is None or (self.in_block and owner == a.YOU):
            if self.standing:
                return [], Who(YOU, many=False)
            meant = Who(c.Group("guarded", self.actor), many=True, picked=True)
        else:
            meant = self.who(owner)
        if not meant.many or not meant.picked:
            return [], meant
        steps, player = self.pick(meant)
        return steps, Who(player, many=False)

    def _prices(
        self,
        of: a.CostOfCards,
        op: c.ChangeOp,
        amount: c.Value,
        within: c.Value,
        least: c.Value | None,
    ) -> Steps:
        payer = self.who(of.payer)
        steps: Steps = []
        source: c.Value = c.Place("lineup" if of.in_line_up else "anywhere")
        with self.local() as card:
            tests = [self.fits(card, of.cards)]
            if of.nth:
                self._counts_by_turns(of.cards, within)
                steps, before = self._nth_bought(of)
                tests.append(before)
            test = is_so(tests)
            cards: c.Value = source if test is None else c.Filter(card.name, source, test)
            for extreme in (x for x in of.cards.tests if isinstance(x, a.Extreme)):
                with self.local() as other:
                    lineup = self._of_line_up(of.cards)
                    best = c.Best(extreme.highest, attribute("cost", other), other.name, lineup)
                cards = c.Filter(card.name, cards, compare("in", card, best))
        row = "toll" if of.to_defeat else "price"
        refilled = of.in_line_up and isinstance(within, c.Until) and not self.standing
        live = (is_open("set") if refilled else by_default("set", "later_too"),)
        if not payer.many:
            with self.local() as card:
                changed = attribute(row, card, payer.value)
                change = c.Change(
                    changed, op, amount, within, card.name, cards, least, settings=live
                )
                return [*steps, change]
        player = c.Var(self.fresh("p"))
        with self.local() as card:
            changed = attribute(row, card, player)
            change = c.Change(changed, op, amount, within, card.name, cards, least, settings=live)
        return [*steps, c.ForEach(player.name, payer.value, (change,))]

    def _of_line_up(self, wanted: a.Filter) -> c.Value:
        with self.local() as card:
            test = self.fits(card, wanted)
            lineup = c.Place("lineup")
            return lineup if test is None else c.Filter(card.name, lineup, test)

    def _counts_by_turns(self, node: a.Node, within: c.Value) -> None:
        """What counts cards counts those of a turn: it does not last longer, unless it stands."""
        spans = (within.left, within.right) if isinstance(within, c.Overlap) else (within,)
        if not self.standing and TURN not in spans:
            raise Untranslated(
                node,
                "what is done is counted turn by turn, and this would count over several turns",
            )

    def _nth_bought(self, of: a.CostOfCards) -> tuple[Steps, c.Value]:
        """Only the n-th such card that you buy (or defeat) this turn, or those after it."""
        verb = "defeat" if of.to_defeat else "buy"
        with self.local() as event:
            tests = [
                compare("=", attribute("by", event), YOU),
                self.fits(attribute("card", event), of.cards),
            ]
            if of.in_line_up:
                tests.append(compare("=", attribute("from", event), c.Place("lineup")))
            bought = count(c.Did(c.Event((verb,), event.name, where=is_so(tests)), TURN))
        steps: Steps = []
        nth: c.Value = c.Number(of.nth if of.beyond else of.nth - 1)
        if of.next and not self.standing:
            name = self.fresh("n")
            steps.append(c.Let(name, bought))
            nth = c.Arithmetic("+", (c.Var(name), nth))
        return steps, compare(">=" if of.beyond else "=", bought, nth)

    def _grant(self, what: a.Selection, quality: a.Quality, window: a.Window | None) -> c.Statement:
        """Cards are also of a type, or have a keyword."""
        match quality:
            case a.CardType():
                row = "types"
            case a.Title():
                row = "titles"
            case a.Keyword():
                row = "keywords"
            case _:
                assert_never(quality)
        cards = self.cards(what)
        within = self.span(window)
        kind = c.Kind(quality.value)
        if not cards.many:
            return c.Change(attribute(row, cards.value), c.ChangeOp.MORE, kind, within)
        live = by_default("set", "later_too")
        placed = isinstance(what, a.Cards) and what.places  # of what is controlled it is asked
        if not self.standing and not placed:
            live = is_open("set")
        with self.local() as card:
            changed = attribute(row, card)
            return c.Change(
                changed, c.ChangeOp.MORE, kind, within, card.name, cards.value, settings=(live,)
            )

    def _control(
        self, effect: a.Control, what: a.Selection, player: c.Value, window: a.Window | None
    ) -> Steps:
        if isinstance(what, a.Cards) and not _is_placed(what):
            raise Untranslated(what, "it is not said where it is, or who controls it now")
        chosen = self.choose(what, V.CHOOSE, player)
        steps, cards = self.note(effect, chosen)
        once = by_default("set", "now")
        with self.local() as card:
            controllers = attribute("controllers", card)
            change = c.Change(
                controllers,
                c.ChangeOp.BECOMES,
                player,
                self.span(window),
                card.name,
                cards.value,
                settings=(once,),
            )
        return [*steps, change]

    def _gain_text(
        self,
        effect: a.GainText,
        what: a.Selection,
        source: a.Selection,
        window: a.Window | None,
    ) -> Steps:
        one = source
        if isinstance(source, a.Cards):
            one = a.replace(source, quantity=a.Exactly(a.ONE))
            if not _is_placed(source):
                one = a.replace(
                    one,
                    filter=a.make_filter(
                        one.filter.nouns, (*one.filter.tests, a.Controlled(a.YOU))
                    ),
                )
        chosen = self.choose(one, V.CHOOSE, YOU)
        steps, card = self.note(effect, chosen)
        texts: c.Value
        if card.many:
            with self.local() as each:
                texts = c.Collect(attribute("text", each), each.name, card.value)
        else:
            texts = attribute("text", card.value)
        having = self.cards(what)
        within = self.span(window)
        if not having.many:
            change = c.Change(attribute("text", having.value), c.ChangeOp.MORE, texts, within)
            return [*steps, change]
        with self.local() as other:
            change = c.Change(
                attribute("text", other), c.ChangeOp.MORE, texts, within, other.name, having.value
            )
        return [*steps, change]

    def _flip(self, what: a.CharacterOf, within: c.Value) -> Steps:
        """The Character that is there now lies face down, and no other that comes after it."""

        def one(player: c.Value) -> Steps:
            card = self.named("c", Sort.CARD)
            face = attribute("face", c.Var(card.name))
            down = c.Change(face, c.ChangeOp.BECOMES, c.Kind("down"), within)
            return [c.Let(card.name, attribute("character", player)), down]

        return self.by(what.owner, one)

    def _stays(self, what: a.Selection, place: a.Place, window: a.Window | None) -> Steps:
        """Cards stay where they are: in play they are not swept away, elsewhere they go back, at
        once or, for as long as it lasts, when a turn ends."""
        within = self._only(GAME) if window is None and self.lasts is None else self.span(window)
        cards = self.cards(what)
        event = c.Var(self.fresh("e"))
        card = attribute("card", event)
        if place.zone in (a.Zone.PLAY, a.Zone.FRONT):
            if place.owner not in (None, a.YOU):
                raise Untranslated(place, "a card stays in front of whoever played it")
            is_it = compare("in" if cards.many else "=", card, cards.value)
            return [c.Forbid(c.Event(("sweep",), event.name, where=is_it), within)]
        goal = self.place(place)
        with self.local() as one:
            left: c.Value = not_so(compare("in", one, goal))
            gone = c.Filter(one.name, cards.value, left)
        if window is None and self.lasts is None and not self.standing:
            return [c.Move(gone, goal, "return", YOU)]
        back = c.Move(gone, goal, "return", None)
        return [c.On(c.Event(("turn_end",), event.name), (back,), within=within)]

    # ------------------------------------------------------------------ bans

    def _forbid(self, node: a.Forbid) -> Steps:
        match node.when:
            case a.Moment() as moment:
                within = self._only(c.Until(self._moment(moment)))
            case a.Window() | None as window:
                within = self.span(window)
            case _:
                assert_never(node.when)
        effects = node.effect.effects if isinstance(node.effect, a.Seq) else (node.effect,)
        return [step for effect in effects for step in self._ban(node, effect, within)]

    def _ban(self, node: a.Forbid, effect: a.Effect, within: c.Value) -> Steps:
        event = c.Var(self.fresh("e"))
        match effect:
            case a.Move(verb, what, to, who):
                verbs, doer, goal = (verb,), who, to
            case a.Play(what, _, who):
                verbs, doer, goal = (V.PLAY,), who, None
            case a.Show(verb, what, who):
                verbs, doer, goal = (verb,), who, None
            case a.AvoidAttack(who):
                return self._ban_of(node, "avoid", event, who, [], within)
            case a.Undertake(verb, who):
                return self._ban_of(node, verb_row(verb), event, who, [], within)
            case a.UndertakeDefeat(wanted, who, this):
                if this and not self.standing:
                    raise Untranslated(effect, "it is defeated before it is ever played")
                if not this and not any(map(_is_paid_for, wanted.nouns)):
                    raise Untranslated(effect, "only Super-Villains are defeated for Power")
                card = attribute("card", event)
                which = compare("=", card, THIS) if this else self.fits(card, wanted)
                return self._ban_of(node, "defeat", event, who, [which], within)
            case _:
                raise Untranslated(effect, "this cannot be forbidden")
        by = attribute("by", event)
        tests: list[c.Value | None] = []
        with self.for_player(by):
            meant = self._banned(what, event)
            if goal is not None:
                tests.append(compare("in", attribute("to", event), self.place(goal)))
        steps: Steps = []
        if node.others:
            tests.append(None if meant is None else not_so(meant))
        else:
            tests.append(meant)
        if isinstance(what, a.Cards) and isinstance(what.quantity, a.AtLeast):
            self._counts_by_turns(what, within)
            steps, so_many = self._after_so_many(node, what, verbs, doer)
            tests.append(so_many)
        name = verb_row(verbs[0])
        return [*steps, *self._ban_of(node, name, event, doer, tests, within)]

    def _ban_of(
        self,
        node: a.Forbid,
        verb: str,
        event: c.Var,
        who: a.Player,
        tests: Sequence[c.Value | None],
        within: c.Value,
    ) -> Steps:
        by = self.is_one(attribute("by", event), self.who(who))
        pattern = c.Event((verb,), event.name, where=is_so([by, *tests]))
        standing = self.standing and within == GAME
        return [told(c.Forbid(pattern, None if standing else within), node)]

    def _banned(self, what: a.Selection, event: c.Var) -> c.Value | None:
        """Which cards a ban speaks of, wherever they are if no place is named."""
        card = attribute("card", event)
        if not isinstance(what, a.Cards):
            found = self.cards(what)
            return compare("in" if found.many else "=", card, found.value)
        lay = None
        if what.places:
            came = attribute("from", event)
            lay = one_so([compare("in", came, self.place(place)) for place in what.places])
        among = None
        if what.among is not None:
            among = compare("in", card, self.cards(what.among).value)
        for test in together(what.filter):
            if not isinstance(test, a.Extreme):
                raise Untranslated(test, "no card is so by itself: it is a matter of several cards")
        return is_so([lay, among, self.fits(card, what.filter), *self._outstanding(what, card)])

    def _outstanding(self, what: a.Cards, card: c.Value) -> list[c.Value]:
        """Of "the highest-cost card in the Line-Up": that it is one of these."""
        found: list[c.Value] = []
        for extreme in (x for x in what.filter.tests if isinstance(x, a.Extreme)):
            with self.local() as other:
                test = self.fits(other, what.filter)
                there = both(*map(self.place, what.places or (a.Place(a.Zone.LINE_UP),)))
                those = there if test is None else c.Filter(other.name, there, test)
                best = c.Best(extreme.highest, attribute("cost", other), other.name, those)
            found.append(compare("in", card, best))
        return found

    def _after_so_many(
        self, node: a.Forbid, what: a.Cards, verbs: tuple[a.Verb, ...], doer: a.Player
    ) -> tuple[Steps, c.Value | None]:
        """ "Two or more": the first of them is allowed."""
        assert isinstance(what.quantity, a.AtLeast)
        allowed = what.quantity.amount.value - 1
        if allowed <= 0:
            return [], None
        with self.local() as event:
            by = self.is_one(attribute("by", event), self.who(doer))
            fit = self.fits(attribute("card", event), what.filter)
            pattern = c.Event(tuple(map(verb_row, verbs)), event.name, where=is_so([by, fit]))
            done = count(c.Did(pattern, TURN))
        steps: Steps = []
        least: c.Value = c.Number(allowed)
        if node.anew and not self.standing:
            name = self.fresh("n")
            steps.append(c.Let(name, done))
            least = c.Arithmetic("+", (c.Var(name), least))
        return steps, compare(">=", done, least)


def _is_placed(cards: a.Cards) -> bool:
    """Whether words say where cards are, or what was done with them."""
    placed = (a.Acted, a.ThisWay, a.Controlled, a.Owned)
    told_of = any(isinstance(test, placed) for test in cards.filter.tests)
    return bool(cards.places) or cards.among is not None or told_of


def _is_paid_for(noun: a.Noun) -> bool:
    """Whether cards that are so called are defeated in a turn, and not in a Confrontation."""
    return (
        isinstance(noun, a.TitleNoun) and noun.title is a.Title.SUPER_VILLAIN and not noun.negated
    )


def _as_told(option: c.Option, answers: dict[str, str]) -> tuple[c.Setting, ...]:
    """The settings of an option that the words of its card answer."""
    return tuple(
        by_words(one.name, answers[one.name]) for one in option.settings if one.name in answers
    )


class Proceeds(a.EffectNode, abstract=True):
    """What would have happened happens: no text says it, `with_proceed` puts it where a text that
    steps in leaves things as they are."""


def with_proceed(effect: a.Effect) -> a.Effect:
    """What steps in, with what would have happened behind it wherever nothing is done instead."""
    if not any(isinstance(x, a.Instead) for x in a.walk(effect)):
        return a.Seq((effect, Proceeds()))
    match effect:
        case a.Instead():
            return effect
        case a.Seq(effects):
            *first, last = effects
            if any(isinstance(x, a.Instead) for part in first for x in a.walk(part)):
                return effect
            return a.replace(effect, effects=(*first, with_proceed(last)))
        case a.If(then=then, otherwise=otherwise):
            rest = Proceeds() if otherwise is None else with_proceed(otherwise)
            return a.tied(
                a.replace(effect, then=with_proceed(then), otherwise=rest), a.mark_of(effect)
            )
        case a.May(otherwise=otherwise) | a.Tried(otherwise=otherwise):
            rest = Proceeds() if otherwise is None else with_proceed(otherwise)
            return a.tied(a.replace(effect, otherwise=rest), a.mark_of(effect))
        case _:
            raise Untranslated(effect, "it is not said what it happens instead of")


def _is_yours(effect: a.When | a.Delayed) -> bool:
    """Whether something waits for a moment of your own turn: then nobody else was spoken of."""
    when = effect.when if isinstance(effect, a.Delayed) else effect.occasion
    return isinstance(when, a.Moment) and when.whose == a.YOU


def can_come_true(condition: a.Condition) -> bool:
    """Whether something done later this turn can make a condition hold."""
    match condition:
        case a.There(a.CountOf(cards), comparison, value) if comparison in GROWS:
            later = [
                test
                for test in cards.filter.tests
                if isinstance(test, a.Acted)
                and test.tense is not a.Tense.PAST
                and test.window is not None
            ]
            return bool(later) and not speaks_of_later(value)
        case a.AllOf(first, second) | a.AnyOf(first, second):
            return can_come_true(first) or can_come_true(second)
        case _:
            return False
