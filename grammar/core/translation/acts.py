"""Acts: what is done when a text is carried out, one thing after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeGuard, TypeVar

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core import rows
from rules_check.grammar.core.sorts import Sort
from rules_check.grammar.core.translation.cards import (
    KIND_OF,
    OF_A_PLAYER,
    Chosen,
    together,
    verb_row,
)
from rules_check.grammar.core.translation.conditions import TURN, Conditions
from rules_check.grammar.core.translation.names_in_scope import (
    EVERYONE,
    LOCALS,
    ONE,
    YOU,
    ActDone,
    Meant,
    Named,
    Opened,
    Untranslated,
    Who,
    all_so,
    attribute,
    both,
    by_words,
    compare,
    count,
    is_open,
    is_so,
    not_so,
    told,
)

T = TypeVar("T")
V, Z, K = a.Verb, a.Zone, a.PlayerKind
Steps = list[c.Statement]
NO_ACT: Final = (
    *(a.ParityOf, a.EffectsRemain, a.NoFirstAppearance, a.Unavoidable),
    *(a.UseOnce, a.UseAnyNumber),
)
"""What is said, and done by nobody: reminders, what is read when an Attack is aimed, and how often
an ability of the card may be used."""
NOT_ENDED: Final = (
    'only the start or the end of a turn ends what lasts ("until the end of your next turn")'
)
ENDLESS: Final = "it would be done for ever: nothing in it is used up"
OWN_TIME: Final = (a.PlayBefore, a.GoFirst, a.Worth, a.ReduceScore, a.StartsGame)
"""What is read at a time of its own: `abilities` gives it a text of its own."""
ASKS_RESULT: Final = (
    a.ThatMany,
    a.CardIs,
    a.CostRank,
    a.DidSo,
    a.DidNot,
    a.CouldNot,
    a.PlayersDid,
)
"""Words that ask what came of a piece of the text."""


NOTED: Final = ("cards_of", "players_of", "values_of", "results_of", "acts", "moved")
OF_CARDS: Final = (a.Move, a.Show, a.Play, a.Choose, a.Search, a.Shuffle, a.Swap)
"""What names cards: of the players who did it, it is asked by what came of it."""


EACH_OF: Final = frozenset(
    {
        *(K.EACH_FOE, K.EACH_PLAYER, K.EACH_OTHER_PLAYER, K.OTHER_FOE, K.REMAINING),
        *(K.OTHER_TWO, K.OTHER_THREE, K.YOU_AND_TEAMMATE),
    }
)
"""Phrases that say several players, each of them."""


class Acts(Conditions):
    """Translates what is carried out."""

    def __init__(self, text: a.Node) -> None:
        super().__init__(text)
        nodes = list(a.walk(text))
        of_cards = {a.mark_of(node) for node in nodes if isinstance(node, OF_CARDS)}
        self.results_wanted = {
            mark
            for node in nodes
            if isinstance(node, (*ASKS_RESULT, a.Player))
            for mark in a.bound_to(node)
            if not isinstance(node, a.Player) or mark in of_cards
        }

    def done(self, effect: a.Effect) -> Steps:
        """What is done, in order."""
        try:
            made = self._done(effect)
        except Untranslated as why:
            why.at = why.at or a.hull(effect)
            raise
        return [told(step, effect) for one in made for step in self.lifted(one)]

    def inner(
        self, effect: a.Effect | None, marks: Iterable[int] = (), player: c.Value | None = None
    ) -> c.Block:
        """What is done in a block of its own."""
        if effect is None:
            return ()
        with self.block(marks, player):
            return tuple(self.done(effect))

    def instead_of_each_other(self, *effects: a.Effect | None) -> tuple[c.Block, ...]:
        """Blocks of which one is carried out: none can speak of what another does."""
        return tuple(self.ways(*(partial(self.inner, effect) for effect in effects)))

    def ways(self, *makes: Callable[[], T]) -> list[T]:
        """Ways of which one is gone: none can speak of what another names; what comes behind can
        speak of all of them."""
        before = self._so_far()
        behind = self._so_far()
        made: list[T] = []
        attack = last_attack = self.last_attack
        for make in makes:
            for name, known in before.items():
                setattr(self, name, copy(known))
            self.last_attack = attack
            made.append(make())
            last_attack = self.last_attack or last_attack
            for name, known in self._so_far().items():
                if isinstance(known, dict):
                    behind[name].update(known)
                else:
                    behind[name] += known[len(before[name]) :]
        for name, known in behind.items():
            setattr(self, name, known)
        self.last_attack = last_attack
        return made

    def _so_far(self) -> dict[str, Any]:
        """What a text has named so far."""
        return {name: copy(getattr(self, name)) for name in NOTED}

    def _done(self, effect: a.Effect) -> Steps:
        match effect:
            case a.Seq(effects):
                return [step for part in effects for step in self.done(part)]
            case a.Power(amount, who):
                return self._power(effect, amount, who)
            case a.PayPower(amount, who):
                return self._points(effect, "pay", amount, who, "Power")
            case a.GainVP(amount, who):
                return self._points(effect, "give", amount, who, "VP")
            case a.LoseVP(amount, who):
                return self._points(effect, "take", amount, who, "VP")
            case a.DoublePower():
                return [c.Points("give", YOU, attribute("power", YOU), "Power")]
            case a.Move():
                return self.by(effect.who, lambda player: self._move(effect, player))
            case a.Show():
                return self.by(effect.who, lambda player: self._show(effect, player))
            case a.Choose(what, who):
                return self.by(who, lambda player: self._choose_cards(effect, what, player))
            case a.ChoosePlayer():
                return self.by(effect.who, lambda player: self._choose_player(effect, player))
            case a.ChooseParity(who):
                kinds = c.Several((c.Kind("odd"), c.Kind("even")))
                return self.by(who, lambda p: self._choose_value(effect, kinds, Sort.KIND, p))
            case a.ChooseValue(kind, who, types):
                source, sort = self._values(kind, types)
                return self.by(who, lambda p: self._choose_value(effect, source, sort, p))
            case a.Search():
                return self.by(effect.who, lambda player: self._search(effect, player))
            case a.Play():
                return self.by(effect.who, lambda player: self._play(effect, player))
            case a.Shuffle(what, who):
                return self.by(who, lambda player: self._shuffle(effect, what, player))
            case a.Swap():
                return self.by(effect.who, lambda player: self._swap(effect, player))
            case a.TotalCost(what, who):
                return self.by(who, lambda _player: self._total(effect, what))
            case a.Deal(number, to):
                cards = self.noted(effect, a.bound_to(effect)).value
                return [c.Do("deal", (cards, c.Number(number), self.who(to).value))]
            case a.RefillLineUp():
                return [c.Do("refill")]
            case a.Replace(what):
                return [c.Do("replace", (self.cards(what).value,))]
            case a.CancelConfrontation():
                return self.acted(effect, None, c.Do("cancel"))
            case a.AvoidAttack(who):
                return [c.Do("avoid", (self._avoider(who),))]
            case a.WinGame(who):
                return self.by(who, lambda player: [c.Do("win", (player,))], first=True)
            case a.May():
                return self._may(effect)
            case a.Tried(inner, then, otherwise):
                return self._tried(effect, inner, then, otherwise)
            case a.If():
                return self._if(effect)
            case a.Unless():
                return self._unless(effect)
            case a.ChooseOne(options, who, number):
                ways = self.instead_of_each_other(*options)
                many = c.Number(number)
                return self.by(
                    who,
                    lambda player: [
                        c.Offer(many, many, player, ways, settings=(is_open("later"),))
                    ],
                )
            case a.ForEach(amount, inner):
                self.not_too_early(amount)
                return self._rounds(c.Round.TIMES, self.number(amount), inner)
            case a.RepeatUntil():
                return self._repeat(effect)
            case a.Each():
                return self._each(effect)
            case a.Within(a.Flip() as inner, window):  # that long it lies face down
                outer, self.lasts = self.lasts, self.window(window)
                made = self.done(inner)
                self.lasts = outer
                return made
            case a.Within(inner, window):
                return [c.If(c.During(self.window(window)), self.inner(inner))]
            case a.Instead(inner):
                if self.replaced is None:
                    raise Untranslated(effect, "nothing before it would happen otherwise")
                return self.done(inner)
            case a.Worth() if self.counting:
                return self.begins(effect)
            case a.LeaveThere(what):
                self.cards(what)
                return []
            case _ if isinstance(effect, NO_ACT):
                return []
            case _ if isinstance(effect, OWN_TIME):
                raise Untranslated(
                    effect, "it is read at a time of its own, and cannot depend on anything here"
                )
            case a.Question():
                raise Untranslated(effect, "a question is open")
            case _:
                return self.begins(effect)

    # ------------------------------------------------------------------ who does it

    def by(
        self,
        who: a.Player,
        make: Callable[[c.Value], Steps],
        *,
        first: bool = False,
    ) -> Steps:
        """What one player does, or each of several; one of a picked kind is chosen."""
        meant = self.who(who)
        if not meant.many:
            with self.for_player(meant.value, acts=True):
                return make(meant.value)
        if meant.picked or first:
            steps, player = self.pick(meant)
            with self.for_player(player):
                return [*steps, *make(player)]
        player = c.Var(self.fresh("p"))
        with self.block((), player), self.for_player(player):
            body = tuple(make(player))
        return [c.ForEach(player.name, meant.value, body)]

    def pick(self, meant: Who, test: a.Node | None = None) -> tuple[Steps, c.Value]:
        """You choose one of the players who could be meant."""
        named = self.named("q", Sort.PLAYER)
        asked = c.Choose(named.name, "Player", meant.value, ONE, ONE, YOU)
        return [asked if test is None else told(asked, test)], c.Var(named.name)

    def _avoider(self, who: a.Player) -> c.Value:
        if self.in_defense and who == a.YOU:
            return c.Group("attacked")
        return self.who(who).value

    # ------------------------------------------------------------------ noting

    def acted(self, node: a.Node, verb: a.Verb | None, *steps: c.Statement) -> Steps:
        """Statements that do something; with a name for what came of it, if it is spoken of."""
        mark = a.mark_of(node)
        receives = verb is V.PASS and V.RECEIVE in self.this_way
        if not (mark in self.results_wanted or verb in self.this_way or receives):
            return list(steps)
        named = self.named("r", Sort.RESULT)
        if verb is not None:
            self.acts.append(ActDone(verb, mark, named))
        if mark:
            self.results_of[mark] = named
        return [c.Result(named.name, steps)]

    def note(self, node: a.Node, chosen: Chosen, *, moves: bool = False) -> tuple[Steps, Meant]:
        """The cards of an effect, with a name if later words speak of them."""
        mark = a.mark_of(node)
        wanted = mark in self.spoken_of or (moves and self.rest_is_told)
        steps, (value, many), named = chosen
        if named is None and wanted and not isinstance(value, c.Var):
            sort = Sort.CARDS if many else Sort.CARD
            named = self.named("c", sort)
            steps = [*steps, c.Let(named.name, value)]
            value = c.Var(named.name)
        if isinstance(value, c.The) and not value.settings:
            value, many = value.of, True
        if mark and wanted:
            self.cards_of[mark] = named if named is not None else Meant(value, many)
            self.moved_before[mark] = len(self.moved)
        if moves:
            known = (one for one in self.cards_of.values() if isinstance(one, Named))
            again = next((one for one in known if c.Var(one.name) == value), None)
            self.moved += [one for one in (named or again,) if one is not None]
            spoken = isinstance(node, a.Move) and isinstance(node.what, a.Ref)
            self.moved_whole += [again] if spoken and again is not None else []
        return steps, Meant(value, many)

    # ------------------------------------------------------------------ numbers

    def _power(self, effect: a.Power, amount: a.Amount, who: a.Player) -> Steps:
        if a.follows_the_game(amount):
            return self.by(who, lambda player: [self.live_power(player, self.number(amount), TURN)])
        return self._points(effect, "give", amount, who, "Power")

    def live_power(self, player: c.Value, amount: c.Value, window: c.Value) -> c.Statement:
        """Power that follows the game."""
        live = by_words("counted", "live")
        power = attribute("power", player)
        return c.Change(power, c.ChangeOp.MORE, amount, window, settings=(live,))

    def _points(
        self, effect: a.Effect, row: str, amount: a.Amount, who: a.Player, kind: str
    ) -> Steps:
        return self.by(
            who,
            lambda player: self.acted(
                effect, None, c.Points(row, player, self.number(amount), kind)
            ),
        )

    # ------------------------------------------------------------------ cards

    def _move(self, effect: a.Move, player: c.Value) -> Steps:
        if _draws(effect):
            return self._draw(effect, player)
        chooser = player
        before: Steps = []
        if effect.chooser is not None:
            meant = self.who(effect.chooser)
            chooser = meant.value
            if meant.many and meant.picked:
                before, chooser = self.pick(meant, effect.chooser)
            elif meant.many:
                chooser = c.The(meant.value)
        chosen = self.choose(effect.what, effect.verb, chooser)
        steps, cards = self.note(effect, chosen, moves=True)
        if effect.verb is V.BUY and cards.many and not _chooses_several(effect.what):
            if not (isinstance(cards.value, c.Ends) and cards.value.number == ONE):
                return [*before, *steps, *self._buy_each(effect, cards, player)]
            cards = Meant(c.The(cards.value), False)
        to_steps, move = self._moved(effect, cards, player)
        let = steps[-1] if steps else None
        if isinstance(let, c.Let) and _may_be_shuffled_in(let, move):
            acts = self.acted(effect, effect.verb, replace(move, cards=let.value))
            return [*before, *steps[:-1], *to_steps, *self._named_behind(let.name, acts)]
        return [*before, *steps, *to_steps, *self.acted(effect, effect.verb, move)]

    def _named_behind(self, name: str, acts: Steps) -> Steps:
        """What was done, and then a name for the cards to which it was."""
        result = acts[0].name if isinstance(acts[0], c.Result) else ""
        if not result:
            result = self.named("r", Sort.RESULT).name
            acts = [c.Result(result, tuple(acts))]
        return [*acts, c.Let(name, attribute("cards", c.Var(result)))]

    def _buy_each(self, effect: a.Move, cards: Meant, player: c.Value) -> Steps:
        """Cards of which each has its price are bought one after the other."""
        card = c.Var(self.fresh("c"))
        to_steps, move = self._moved(effect, Meant(card, False), player)
        each = c.ForEach(card.name, cards.value, (move,))
        return [*to_steps, *self.acted(effect, effect.verb, each)]

    def _moved(self, effect: a.Move, cards: Meant, player: c.Value) -> tuple[Steps, c.Move]:
        """Cards go to where the text says, or where the verb puts them."""
        steps: Steps = []
        name = ""
        with self.local() as card:
            place = effect.to
            if place is None:
                to = self._goal(effect, card, player)
            else:
                steps, to = self._destination(place, card, player, effect)
            if _speaks(to, card.name):
                if cards.many:
                    name = card.name
                else:
                    to = _put_in(to, card.name, cards.value)
        end = None if place is None or place.edge is None else c.End(place.edge.value)
        row = rows.VERBS.get(verb_row(effect.verb))
        if place is None and row is not None and row.end:
            end = c.End(row.end)
        if effect.verb is V.RETURN and (place is None or isinstance(effect.what, a.Ref)):
            end = end or c.End.TOP
        move = c.Move(
            cards.value,
            to,
            verb_row(effect.verb),
            player,
            name,
            end,
            player if effect.any_order else None,
            effect.random_order,
            bool(place is not None and place.face_down),
        )
        return steps, told(move, effect)

    def _goal(self, effect: a.Move, card: c.Value, player: c.Value) -> c.Value:
        """Where a verb puts a card."""
        match effect.verb:
            case V.DRAW | V.PASS:
                return c.Place("hand", player)
            case V.DISCARD:
                owner = self._holder(effect.what)
                return c.Place("discard", attribute("owner", card) if owner is None else owner)
            case V.DESTROY:
                return c.Place("destroyed")
            case V.GAIN | V.BUY | V.RECEIVE | V.PUT | V.DEAL:
                return c.Place("discard", player)
            case V.RETURN:
                return c.Place("origin", card)
            case V.REMOVE:
                return c.Place("out")
            case verb:
                row = rows.VERBS.get(verb_row(verb))
                if row is None or not row.to:
                    raise Untranslated(effect, "it is not said where the cards go")
                return c.Place(row.to, player if rows.PLACES[row.to].of else None)

    def _holder(self, what: a.Selection) -> c.Value | None:
        """Whose cards are discarded, if they all come from the hand or deck of one player."""
        match what:
            case a.Cards(places=(), among=None) if not any(
                isinstance(t, a.Acted | a.ThisWay | a.Controlled | a.Owned)
                for t in what.filter.tests
            ):
                return self.actor
            case a.Cards(places=places, among=None) if places:
                owners = {self._hand_of(place) for place in places}
                return owners.pop() if len(owners) == 1 else None
            case a.Whole(place):
                return self._hand_of(place)
            case a.Both(first, second):
                one, other = self._holder(first), self._holder(second)
                return one if one == other else None
            case _:
                return None

    def _hand_of(self, place: a.Place) -> c.Value | None:
        if place.zone not in (Z.HAND, Z.DECK):
            return None
        owner = self.owner_of(place)
        return None if owner.many else owner.value

    def _destination(
        self, place: a.Place, card: c.Var, player: c.Value, effect: a.Move
    ) -> tuple[Steps, c.Value]:
        """The place to which cards go: of its owner is of the owner of each card that goes there;
        of one of several players, you choose whose."""
        if place.zone is Z.STACK and place.name is None:
            if effect.verb is V.PUT and _is_another(effect.what):
                raise Untranslated(
                    effect, "it is not said from where, nor to the bottom or top of what"
                )
            if place.edge is not None or (effect.verb is V.RETURN and effect.what != a.THIS):
                return [], c.Place("origin", card)
            return [], c.Place("stack", attribute("name", card))
        owner = place.owner
        if owner is None:
            with self.for_player(player):
                return [], self.place(place)
        meant = self._owner_of(card) if owner.kind is K.OWNER else self.who(owner)
        if not meant.many:
            with self.for_player(meant.value):
                return [], self.place(a.replace(place, owner=None))
        if place.zone not in OF_A_PLAYER and place.zone is not Z.UNDER_CHARACTER:
            return [], self.place(place)
        if owner.kind in EACH_OF:
            raise Untranslated(owner, "the same cards cannot go to each of several players")
        steps, whose = self.pick(meant, owner)
        with self.for_player(whose):
            return steps, self.place(a.replace(place, owner=None))

    def _owner_of(self, card: c.Value) -> Who:
        return Who(attribute("owner", card), many=False)

    def _draw(self, effect: a.Move, player: c.Value) -> Steps:
        """Cards from the top of a deck into a hand."""
        assert isinstance(effect.what, a.Cards)
        what = effect.what
        steps: Steps = []
        deck: c.Value = c.Place("deck", player)
        if what.places:
            deck = self.place(what.places[0])
        match what.quantity:
            case a.Exactly(amount):
                number = self.number(amount)
            case a.UpTo(amount):
                steps, number = self._how_many(what, c.Number(0), self.number(amount), player)
            case a.AtLeast(amount):
                steps, number = self._how_many(what, self.number(amount), None, player)
            case a.AnyNumber():
                steps, number = self._how_many(what, c.Number(0), None, player)
            case a.Every() | a.CostWorth() as quantity:
                if isinstance(quantity, a.CostWorth):
                    raise Untranslated(
                        quantity, "cards are drawn unseen, so their costs cannot be added up"
                    )
                number = count(deck)
        value: c.Value = c.Ends(c.End.TOP, number, deck)
        many = number != ONE
        drawn = Chosen(steps, Meant(value if many else c.The(value), many))
        steps, cards = self.note(effect, drawn, moves=True)
        to_steps, move = self._moved(effect, cards, player)
        return [*steps, *to_steps, *self.acted(effect, V.DRAW, move)]

    def _how_many(
        self, what: a.Cards, least: c.Value, most: c.Value | None, player: c.Value
    ) -> tuple[Steps, c.Value]:
        """A player says how many cards are drawn."""
        named = self.named("n", Sort.NUM)
        cards = both(c.Place("deck", player), c.Place("discard", player))
        range_ = attribute("numbers", least, count(cards) if most is None else most)
        asked = c.Choose(named.name, "Num", range_, ONE, ONE, player)
        return [told(asked, what)], c.Var(named.name)

    def _show(self, effect: a.Show, player: c.Value) -> Steps:
        chosen = self.choose(effect.what, effect.verb, player)
        if self.rounds:
            chosen = self._below_shown(chosen)
        steps, cards = self.note(effect, chosen)
        to = EVERYONE if effect.verb is V.REVEAL else c.Group("team", player)
        by = None if player == YOU else player
        return [*steps, *self.acted(effect, effect.verb, c.Show(cards.value, to, by))]

    def _below_shown(self, chosen: Chosen) -> Chosen:
        """In a repetition: the next cards, below those already shown."""
        rounds = c.Var(self.rounds[-1])

        def below(value: c.Value) -> c.Value:
            match value:
                case c.Ends(end, number, c.Place("deck" | "main") as pile):
                    shown = attribute("cards", c.Did(c.Event(("reveal", "look")), rounds))
                    return c.Ends(end, number, c.Join(c.SetOp.WITHOUT, pile, shown))
                case c.The(of):
                    return replace(value, of=below(of))
                case _:
                    return value

        value, many = chosen.cards
        return Chosen(chosen.steps, Meant(below(value), many), chosen.named)

    def _choose_cards(self, effect: a.Choose, what: a.Selection, player: c.Value) -> Steps:
        chosen = self.choose(what, V.CHOOSE, player)
        steps, _ = self.note(effect, chosen)
        return self.acted(effect, V.CHOOSE, *steps) if steps else []

    def _search(self, effect: a.Search, player: c.Value) -> Steps:
        """A player looks through a place, and chooses: it is done, also if nothing was found."""
        place = self.place(effect.where)
        what = effect.what
        if not what.places:
            what = a.replace(what, places=(effect.where,))
        chosen = self.choose(what, V.CHOOSE, player)
        found = by_words("none", "done")
        steps = [
            replace(step, settings=(found,)) if isinstance(step, c.Choose) else step
            for step in chosen.steps
        ]
        looked = told(c.Show(place, player, None if player == YOU else player), effect.where)
        more, _ = self.note(effect, Chosen(steps, chosen.cards, chosen.named))
        return [looked, *more]

    def _play(self, effect: a.Play, player: c.Value) -> Steps:
        if effect.window is None:
            return self._play_now(effect, player)
        during = c.During(self.window(effect.window))
        with self.block():
            return [c.If(during, tuple(self._play_now(effect, player)))]

    def _play_now(self, effect: a.Play, player: c.Value) -> Steps:
        again = (by_words("counts_again", "again"), is_open("again")) if effect.again else ()
        chosen = self.choose(effect.what, V.PLAY, player)
        steps, cards = self.note(effect, chosen, moves=True)
        return [
            *steps,
            *self.acted(effect, V.PLAY, c.Play(cards.value, player, settings=again)),
        ]

    def play_later(self, effect: a.Play, window: a.Window) -> Steps:
        """ "You may play it this turn": an option that outlives the text."""
        player = self.who(effect.who)
        if player.many:
            raise Untranslated(effect, "only one player can be allowed to play cards later")
        again = (by_words("counts_again", "again"), is_open("again")) if effect.again else ()
        within = self.window(window)
        number: c.Value = ONE
        with self.for_player(player.value):
            if isinstance(effect.what, a.Cards) and not isinstance(effect.what.quantity, a.Every):
                with self.block():
                    one = a.replace(effect.what, quantity=a.Exactly(a.ONE))
                    chosen = self.choose(one, V.PLAY, player.value)
                    play = c.Play(chosen.cards.value, player.value, settings=again)
                match effect.what.quantity:
                    case a.Exactly(amount) | a.UpTo(amount):
                        limit: c.Value | None = self.number(amount)
                    case _:
                        limit = None
                return [
                    c.Option(
                        player.value, (*chosen.steps, play), within=within, limit=limit, per=within
                    )
                ]
            found = self.cards(effect.what)
            if not found.many:
                play = c.Play(found.value, player.value, settings=again)
                return [c.Option(player.value, (play,), within=within, limit=number, per=within)]
            each = c.Var(self.fresh("c"))
            play = c.Play(each, player.value, settings=again)
            option = c.Option(player.value, (play,), within=within, limit=number, per=within)
            return [c.ForEach(each.name, found.value, (option,))]

    def _shuffle(self, effect: a.Shuffle, what: a.Selection, player: c.Value) -> Steps:
        chosen = self.choose(what, V.PUT, player)
        steps, cards = self.note(effect, chosen)
        return [*steps, c.Do("shuffle", (cards.value,))]

    def _swap(self, effect: a.Swap, player: c.Value) -> Steps:
        """The first cards go where the second lay, and the other way round, at one time."""
        first = self.choose(effect.first, V.SWAP, player)
        second = self.choose(effect.second, V.SWAP, player, (first.cards.value,))
        steps = [*first.steps, *second.steps]
        with self.local() as card:
            goal = c.Conditional(
                compare("in", card, first.cards.value),
                c.Place("lay", second.cards.value),
                c.Place("lay", first.cards.value),
            )
            cards = both(first.cards.value, second.cards.value)
            move: c.Statement = c.Move(cards, goal, "swap", player, card.name)
        with self.block():
            made = self.acted(effect, V.SWAP, move)
        mark = a.mark_of(effect)
        if mark in self.spoken_of:
            named = self.named("c", Sort.CARDS)
            self.cards_of[mark] = named
            steps.append(c.Let(named.name, cards))
        some = [compare(">=", count(x.cards.value), ONE) for x in (first, second)]
        return [*steps, c.If(all_so(*some), tuple(made))]

    def _total(self, effect: a.TotalCost, what: a.Selection) -> Steps:
        cards = self.cards(what).value
        named = self.named("n", Sort.NUM)
        self.values_of[a.mark_of(effect)] = named
        return [c.Let(named.name, self.total(cards))]

    # ------------------------------------------------------------------ choices

    def _choose_player(self, effect: a.ChoosePlayer, player: c.Value) -> Steps:
        mark = a.mark_of(effect)
        meant = self.who(effect.player)
        several = effect.player.kind in (K.ANY_FOES, K.ANY_PLAYERS, K.ANY_OTHER_PLAYERS)
        if (
            self.attack is not None
            and player == YOU
            and (several or meant.value == self.attack.hit)
        ):
            self.players_of[mark] = Who(self.attack.targets, many=True)
            return []
        if several:
            named = self.named("q", Sort.PLAYERS)
            most = None if effect.most is None else c.Number(effect.most)
            least = most if effect.exact and most is not None else c.Number(0)
            asked = c.Choose(named.name, "Players", meant.value, least, most, player)
        elif meant.picked:
            named = self.named("q", Sort.PLAYER)
            asked = c.Choose(named.name, "Player", meant.value, ONE, ONE, player)
        else:
            named = self.named("q", Sort.PLAYERS if meant.many else Sort.PLAYER)
            self.players_of[mark] = named
            return [c.Let(named.name, meant.value)]
        self.players_of[mark] = named
        return self.acted(effect, V.CHOOSE, asked)

    def _values(self, kind: a.DifferentKind, types: tuple[a.CardType, ...]) -> tuple[c.Value, Sort]:
        if types:
            return c.Several(tuple(c.Kind(one.value) for one in types)), Sort.KIND
        row = {"types": "all_types", "name": "all_names", "cost": "all_costs"}[KIND_OF[kind]]
        return attribute(row), Sort.NUM if row == "all_costs" else Sort.KIND

    def _choose_value(
        self, effect: a.Effect, source: c.Value, sort: Sort, player: c.Value
    ) -> Steps:
        named = self.named("k" if sort is Sort.KIND else "n", sort)
        self.values_of[a.mark_of(effect)] = named
        return [c.Choose(named.name, sort.value, source, ONE, ONE, player)]

    # ------------------------------------------------------------------ composed

    def _may(self, effect: a.May) -> Steps:
        if isinstance(effect.effect, a.Play) and effect.effect.window is a.Window.THIS_TURN:
            if effect.then is not None or effect.otherwise is not None:
                raise Untranslated(
                    effect, "what may be done later is not followed by something that is done now"
                )
            return self.play_later(effect.effect, effect.effect.window)
        return self.by(effect.who, lambda player: self._offered(effect, player))

    def _offered(self, effect: a.May, player: c.Value) -> Steps:
        way = self.inner(effect.effect)
        mark = a.mark_of(effect)
        offer = c.Offer(c.Number(0), ONE, player, (way,))
        if effect.then is None and effect.otherwise is None and mark not in self.results_wanted:
            return [offer]
        return self._and_then(effect, (offer,), effect.then, effect.otherwise)

    def _and_then(
        self,
        effect: a.Effect,
        steps: c.Block,
        then: a.Effect | None,
        otherwise: a.Effect | None,
    ) -> Steps:
        """Something, and what follows if it was done, or was not."""
        named = self.named("r", Sort.RESULT)
        self.results_of[a.mark_of(effect)] = named
        made: Steps = [c.Result(named.name, steps)]
        done = c.Status("done", c.Var(named.name))
        if then is not None:
            made.append(c.If(done, *self.instead_of_each_other(then, otherwise)))
        elif otherwise is not None:
            made.append(c.If(not_so(done), self.inner(otherwise)))
        return made

    def _tried(
        self,
        effect: a.Tried,
        inner: a.Effect,
        then: a.Effect | None,
        otherwise: a.Effect | None,
    ) -> Steps:
        return self._and_then(effect, tuple(self.done(inner)), then, otherwise)

    def _if(self, effect: a.If) -> Steps:
        waits = self.waits(effect)
        if waits is not None:
            return waits
        before: Steps = []
        condition = effect.condition
        self.not_too_early(condition)
        if isinstance(condition, a.There) and a.mark_of(condition) in self.spoken_of:
            before = self._note_counted(condition)
        test = self.condition(condition)
        before += self._note_players(effect)
        absent = (is_open("absent"),) if self._may_be_absent(test) else ()
        ways = self.instead_of_each_other(effect.then, effect.otherwise)
        return [*before, c.If(test, *ways, settings=absent)]

    def _may_be_absent(self, it: c.Form) -> bool:
        """Whether a condition asks what one card is that may not be there."""
        if isinstance(it, c.Attribute) and any(
            isinstance(one, c.Var) and one.name in self.single for one in it.of
        ):
            return True
        return any(map(self._may_be_absent, c.parts(it)))

    def _note_counted(self, there: a.There) -> Steps:
        """The cards that were counted can be spoken of."""
        named = self.named("c", Sort.CARDS)
        let = c.Let(named.name, self.counted(there.count))
        self.cards_of[a.mark_of(there)] = named
        return [let]

    def _note_players(self, effect: a.If) -> Steps:
        """The players of whom the condition holds can be spoken of."""
        mark = a.mark_of(effect)
        if mark not in self.spoken_of:
            return []
        match effect.condition:
            case a.HighestCost(verb):
                found: c.Value = attribute("whos", self.highest(effect.condition, verb))
            case a.PlayersAre(who, test):
                avoids = isinstance(test, a.AvoidedAttack)
                asked = a.replace(who, test=test) if avoids else who
                with self.local() as one:
                    meant = self.who(asked)
                    passed = self.passes(one, test, meant.value)
                    found = meant.value if avoids else c.Filter(one.name, meant.value, passed)
            case a.Has(who, there):
                with self.local() as one, self.for_player(one):
                    meant = self.who(who)
                    found = c.Filter(one.name, meant.value, self.condition(there))
            case a.HasMore(who, cards, than, how, times):
                with self.local() as one:
                    meant = self.who(who)
                    more = self.has_more(one, cards, than, how, times)
                    found = c.Filter(one.name, meant.value, more)
            case a.HasPoints(who, kind, comparison, value):
                row = self.points_row(effect, kind)
                with self.local() as one:
                    meant = self.who(who)
                    points = compare(comparison.value, attribute(row, one), self.number(value))
                    found = c.Filter(one.name, meant.value, points)
            case condition:
                raise Untranslated(condition, "no players are named here of whom it could speak")
        named = self.named("q", Sort.PLAYERS)
        self.players_of[mark] = named
        return [c.Let(named.name, found)]

    def _unless(self, effect: a.Unless) -> Steps:
        """It happens unless the player does the other thing."""
        if isinstance(effect.unless, a.Each):
            return self._unless_others(effect, effect.unless)
        payer = getattr(effect.unless, "who", a.YOU)
        return self.by(payer, lambda player: self._price(effect, effect.unless, player))

    def _price(self, effect: a.Unless, price: a.Effect, player: c.Value) -> Steps:
        way, rest = self.instead_of_each_other(price, effect.effect)
        return [c.Offer(c.Number(0), ONE, player, (way,), rest)]

    def _unless_others(self, effect: a.Unless, price: a.Each) -> Steps:
        """Others pay the price: one of them, or each."""
        meant = self.who(price.who)
        mark = a.mark_of(price)
        if not meant.many:
            with self.for_player(meant.value, (mark, *a.bound_to(price))):
                return self._price(effect, price.effect, meant.value)
        player = c.Var(self.fresh("p"))
        marks = (mark, *a.bound_to(price))

        def paid() -> c.Block:
            with self.block(marks, player), self.for_player(player, marks):
                self.players_of[mark] = Named(player.name, Sort.PLAYER, self.opened)
                return self.inner(price.effect)

        way, rest = self.ways(paid, partial(self.inner, effect.effect))
        none, every = c.Number(0), not meant.picked
        return [c.Offer(none, ONE, meant.value, (way,), rest, player.name, every)]

    # ------------------------------------------------------------------ rounds

    def _rounds(self, how: c.Round, test: c.Value, inner: a.Effect) -> Steps:
        """Something again and again."""
        name = self.fresh("r")
        outer, self.rounds = self.rounds, (*self.rounds, name)
        body = self.inner(inner)
        self.rounds = outer
        repeat = c.Repeat(how, test, body, name)
        return [repeat if _speaks(repeat.body, name) else replace(repeat, name="")]

    def _repeat(self, effect: a.RepeatUntil) -> Steps:
        if isinstance(effect.effect, a.Forbid | a.ChangeCost | a.Grant | a.Control):
            raise Untranslated(effect, NOT_ENDED)
        if not _uses_up(effect.effect):
            raise Untranslated(effect, ENDLESS)
        name = self.fresh("r")
        mark = a.mark_of(effect)
        outer, self.rounds = self.rounds, (*self.rounds, name)
        acts = len(self.acts)
        if mark in self.spoken_of:
            inner = (one for one in a.walk(effect.effect) if isinstance(one, OF_CARDS))
            self.spoken_of |= {a.mark_of(one) for one in inner}
        with self.block():
            within = self.opened
            body = tuple(self.done(effect.effect))
            shown = [one for one in self.cards_of.values() if isinstance(one, Named)]
            last = next((one for one in reversed(shown) if one.within == within), None)
            rounds = Named(name, Sort.RESULT, self.opened)
            known, self.acts[acts:] = self.acts[acts:], self._all_rounds(acts, rounds)
            self.in_all_rounds = _done_in_all(effect.effect, c.Var(name))
            test = self.condition(_or_past(effect.until, effect.effect))
            self.in_all_rounds = {}
            self.acts[acts:] = known
        self.rounds = outer
        asked = by_words("test", "do_while") if effect.at_least_once else is_open("test")
        steps: Steps = [c.Repeat(c.Round.UNTIL, test, body, name, settings=(asked,))]
        if mark in self.spoken_of:
            if last is None:
                raise Untranslated(
                    effect, "nothing in it names a card of which the text could go on to speak"
                )
            end = self.named("c", Sort.CARD)
            self.cards_of[mark] = end
            reached = self._of_the_last(shown, within, test)
            of_the_last = c.Ends(c.End.BOTTOM, ONE, self.said(last).value)
            with self.local() as card:
                found = c.Filter(card.name, of_the_last, reached)
            steps.append(c.Let(end.name, c.The(found)))
        return steps

    def _of_the_last(
        self, shown: list[Named], within: tuple[Opened, ...], test: c.Value
    ) -> c.Value:
        """Whether the end was reached, asked behind the repetition: of the card of the last
        round."""
        for one in shown:
            if one.within == within and one.sort is Sort.CARD:
                last = c.The(c.Ends(c.End.BOTTOM, ONE, c.Var(one.name)))
                test = _put_in(test, one.name, last)
        return test

    def _all_rounds(self, start: int, rounds: Named) -> list[ActDone]:
        """In the end of a repetition, "this way" is: in all its rounds."""
        verbs = {act.verb for act in self.acts[start:]}
        return [ActDone(verb, 0, rounds) for verb in sorted(verbs)]

    def _each(self, effect: a.Each) -> Steps:
        mark = a.mark_of(effect)
        marks = (mark, *a.bound_to(effect))
        meant = self.who(effect.who)
        wanted = mark in self.results_wanted
        result = self.named("r", Sort.RESULT) if wanted else None
        if not meant.many or meant.picked:
            steps, player = ([], meant.value) if not meant.many else self.pick(meant, effect.who)
            with self.for_player(player, marks):
                body = self._round_of(effect, player)
            self.players_of[mark] = Who(player, many=False)
            made: Steps = body if result is None else [c.Result(result.name, tuple(body))]
            made = [*steps, *made]
        else:
            player = c.Var(self.fresh("p"))
            with self.block(marks, player), self.for_player(player, marks):
                within = self.opened
                block = tuple(self._round_of(effect, player))
            self.players_of[mark] = Named(player.name, Sort.PLAYER, within)
            loop = c.ForEach(player.name, meant.value, block, _passes_round(effect.effect))
            if _reveals_first(effect.effect):
                mode = is_open("mode")
                loop = replace(loop, settings=(mode,))
            made = [told(loop, effect)] if result is None else [c.Result(result.name, (loop,))]
            made += self._of_avoiders(effect, marks)
        if result is not None:
            self.results_of[mark] = result
        return made

    def _round_of(self, effect: a.Each, player: c.Value) -> Steps:
        """What one player does; the cards by which the player was told can be spoken of."""
        steps: Steps = []
        test = effect.who.test
        mark = 0 if test is None else a.mark_of(test)
        if test is not None and mark in self.spoken_of:
            named = self.named("c", Sort.CARDS)
            with self.for_player(player):
                steps.append(c.Let(named.name, self._told_by(test, player)))
            self.cards_of[mark] = named
        return [*steps, *self.done(effect.effect)]

    def _told_by(self, test: a.PlayerTest, player: c.Value) -> c.Value:
        match test:
            case a.Having(cards) | a.HavingMore(cards) | a.HavingMost(cards):
                return self.cards(cards).value
            case a.DidTo(verbs, cards):
                return self.did_to(verbs, cards, player)
            case _:
                raise Untranslated(test, "no cards are named here of which it could speak")

    def _of_avoiders(self, effect: a.Each, marks: tuple[int, ...]) -> Steps:
        """Of those who avoided an Attack, what is asked about avoiding it."""
        if self.attack is None:
            return []
        parts = effect.effect.effects if isinstance(effect.effect, a.Seq) else (effect.effect,)
        asks = [
            part
            for part in parts
            if isinstance(part, a.If)
            and any(isinstance(x, a.AvoidedAttack) for x in a.walk(part.condition))
        ]
        if not asks:
            return []
        player = c.Var(self.fresh("p"))
        with self.block(marks, player), self.for_player(player, marks):
            body = [step for part in asks for step in self.done(part)]
        avoided = attribute("avoided", c.Var(self.attack.name))
        return [c.ForEach(player.name, avoided, tuple(body))]

    # ------------------------------------------------------------------ decks that are looked at

    def lifted(self, step: c.Statement) -> Steps:
        """A statement, with what it asks of the top of a deck named before: to look may shuffle."""
        match step:
            case c.If():
                lets, test = self._lift_test(step.test)
                return [*lets, replace(step, test=test)]
            case c.Points():
                lets, amount = self._lift(step.amount)
                return [*lets, replace(step, amount=amount)]
            case c.ForEach():
                lets, source = self._lift(step.source)
                return [*lets, replace(step, source=source)]
            case c.Repeat(how=c.Round.TIMES):
                lets, test = self._lift(step.test)
                return [*lets, replace(step, test=test)]
            case c.Choose():
                lets, source = self._lift_within(step.source)
                return [*lets, replace(step, source=source)]
            case c.Move():
                lets, cards = self._lift_within(step.cards)
                return [*lets, replace(step, cards=cards)]
            case c.Let():
                lets, value = self._lift_within(step.value)
                return [*lets, replace(step, value=value)]
            case _:
                return [step]

    def _lift_within(self, value: c.Value) -> tuple[Steps, c.Value]:
        """Cards that may be taken from a deck, with what else is asked of a deck named before."""
        match value:
            case c.Ends(_, number, of):
                first, new_number = self._lift(number)
                second, new_of = self._lift_within(of)
                return first + second, replace(value, number=new_number, of=new_of)
            case c.Filter(_, source, test):
                first, new_source = self._lift_within(source)
                second, new_test = self._lift(test)
                return first + second, replace(value, source=new_source, test=new_test)
            case c.The(of):
                lets, new_of = self._lift_within(of)
                return lets, replace(value, of=new_of)
            case _:
                return [], value

    def _lift_test(self, test: c.Value, only: c.Value | None = None) -> tuple[Steps, c.Value]:
        """A condition, with what it asks of the top of a deck named before. Where the first part
        decides it, nothing is looked for (CONF-SH02)."""
        if not isinstance(test, c.Logic) or test.op == "not":
            return self._lift(test, only)
        lets: Steps = []
        parts: list[c.Value] = []
        for part in test.of:
            undecided = parts if test.op == "and" else [not_so(one) for one in parts]
            asked = is_so([only, *undecided])
            more, new = self._lift_test(part, asked)
            lets += more
            parts.append(new)
        return lets, replace(test, of=tuple(parts))

    def _lift(self, value: c.Value, only: c.Value | None = None) -> tuple[Steps, c.Value]:
        """A value, with what it asks of the top of a deck named before; `only` where it is so."""
        lets: Steps = []
        known: dict[c.Value, c.Var] = {}

        def change(it: c.Form) -> c.Form:
            if _takes_from_deck(it) and not _speaks_of_each(it):
                if it not in known:
                    name = self.fresh("c")
                    known[it] = c.Var(name)
                    lets.append(c.Let(name, it if only is None else _looked_at_if(it, only)))
                return known[it]
            return rebuilt(it, change)

        made = change(value)
        return lets, made  # type: ignore[return-value]


def _done_in_all(effect: a.Effect, rounds: c.Var) -> dict[int, c.Value]:
    """The cards that a repetition has moved or shown in all its rounds, by marks."""
    found: dict[int, c.Value] = {}
    for one in a.walk(effect):
        if isinstance(one, a.Move | a.Show):
            found[a.mark_of(one)] = attribute(
                "cards", c.Did(c.Event((verb_row(one.verb),)), rounds)
            )
    return found


def _may_be_shuffled_in(let: c.Let, move: c.Move) -> bool:
    """Whether cards go from a deck to the pile that becomes the deck: they are not known before the
    first has moved, which may be shuffled in before the second is taken (CONF-SH02, HU-SH02)."""
    several = isinstance(let.value, c.Ends) and let.value.number != ONE
    piled = isinstance(move.to, c.Place) and move.to.row == "discard"
    return several and piled and move.cards == c.Var(let.name)


USED_UP: Final = (a.Move, a.Show, a.Play, a.Swap, a.PayPower)
"""What cannot be done again and again for ever: cards and Power run out."""


def _uses_up(node: a.Node) -> bool:
    """Whether something in an effect runs out when it is done again and again."""
    if isinstance(node, a.Forbid | a.When | a.Delayed):
        return False
    return isinstance(node, USED_UP) or any(map(_uses_up, a.children(node)))


BRINGS: Final = frozenset({V.DRAW, V.GAIN, V.BUY, V.RECEIVE})


def _or_past(until: a.Condition, effect: a.Effect) -> a.Condition:
    """The end of a repetition: "until there are four" is reached as well where there are fewer, if
    cards are taken away, or more, if they are brought."""
    match until:
        case a.AllOf(first, second) | a.AnyOf(first, second):
            return a.replace(until, first=_or_past(first, effect), second=_or_past(second, effect))
        case a.There(counted, a.Comparison.EQUAL) if not _this_way(counted):
            return a.replace(until, comparison=_reached(counted.cards, effect))
        case a.Has(there=a.There(counted, a.Comparison.EQUAL) as there) if not _this_way(counted):
            found = a.replace(there, comparison=_reached(counted.cards, effect))
            return a.replace(until, there=found)
        case a.HasMore(cards=cards, how=a.Comparison.EQUAL):
            return a.replace(until, how=_reached(cards, effect))
        case _:
            return until


def _this_way(counted: a.CountOf) -> bool:
    return any(isinstance(test, a.ThisWay) for test in counted.cards.filter.tests)


def _reached(counted: a.Cards, effect: a.Effect) -> a.Comparison:
    moves = [one for one in a.walk(effect) if isinstance(one, a.Move)]
    brings = any(
        move.verb in BRINGS
        or (
            move.to is not None
            and any(
                (place.zone, place.owner) == (move.to.zone, move.to.owner)
                for place in counted.places
            )
        )
        for move in moves
    )
    return a.Comparison.AT_LEAST if brings else a.Comparison.AT_MOST


def _draws(effect: a.Move) -> bool:
    """Whether cards are drawn from the top of a deck, and none is chosen."""
    what = effect.what
    if effect.verb is not V.DRAW or not isinstance(what, a.Cards) or what.among is not None:
        return False
    tests = [test for test in what.filter.tests if not isinstance(test, a.Other)]
    if what.filter.nouns or tests or together(what.filter):
        return False
    if not what.places:
        return True
    place = what.places[0]
    return (
        len(what.places) == 1
        and place.zone in (Z.DECK, Z.MAIN_DECK)
        and place.edge is not a.Edge.BOTTOM
    )


def _is_another(what: a.Selection) -> bool:
    """Whether "another" is all that is said of cards ("put another on the bottom")."""
    if not isinstance(what, a.Cards) or what.places or what.among is not None:
        return False
    return what.filter == a.Filter((), (a.Other(),))


def _chooses_several(what: a.Selection) -> bool:
    """Whether somebody chooses more than one card."""
    if isinstance(what, a.Both | a.OneOf):
        return _chooses_several(what.first) or _chooses_several(what.second)
    return isinstance(what, a.Cards) and not (
        isinstance(what.quantity, a.Every) or what.quantity in (a.Exactly(a.ONE), a.UpTo(a.ONE))
    )


def _passes_round(effect: a.Effect) -> bool:
    """Whether each passes cards to a neighbour: all choose before the first card moves."""
    match effect:
        case a.Move(V.PASS, _, a.Place(owner=a.Player(kind))):
            return kind in (K.THEIR_LEFT, K.THEIR_RIGHT)
        case a.Seq(effects):
            return any(map(_passes_round, effects))
        case _:
            return False


def _reveals_first(effect: a.Effect) -> bool:
    """Whether several players begin with a card from their hand that they reveal."""
    match effect:
        case a.Seq((first, *_)):
            return _reveals_first(first)
        case a.Show(V.REVEAL, a.Cards(places=places)):
            return not places or any(place.zone is Z.HAND for place in places)
        case _:
            return False


def _speaks(it: object, name: str) -> bool:
    """Whether a form speaks of a name."""
    if isinstance(it, c.Var):
        return it.name == name
    if isinstance(it, tuple):
        return any(_speaks(one, name) for one in it)
    return isinstance(it, c.Form) and any(_speaks(one, name) for one in c.parts(it))


def _takes_from_deck(it: c.Form) -> TypeGuard[c.Ends]:
    """Whether cards are taken from an end of a deck."""
    return isinstance(it, c.Ends) and isinstance(it.of, c.Place) and it.of.row == "deck"


def _looked_at_if(it: c.Ends, only: c.Value) -> c.Ends:
    """Cards of a deck, only if something is so; else none."""
    return replace(it, number=c.Conditional(only, it.number, c.Number(0)))


def _speaks_of_each(it: c.Form) -> bool:
    """Whether a form speaks of a name that is known in a value only."""
    if isinstance(it, c.Var):
        return it.name.rstrip("0123456789") in set(LOCALS)
    return any(map(_speaks_of_each, c.parts(it)))


def _speaks_of(effect: a.Effect | None, other: a.Effect) -> bool:
    """Whether an effect speaks of what another names."""
    if effect is None:
        return False
    marks = {a.mark_of(node) for node in a.walk(other)} - {0}
    return any(marks & set(a.bound_to(node)) for node in a.walk(effect))


def _put_in(it: c.Value, name: str, value: c.Value) -> c.Value:
    """A value with another in the place of a name."""

    def change(form: c.Form) -> c.Form:
        if isinstance(form, c.Var):
            return value if form.name == name else form
        return rebuilt(form, change)

    return change(it)  # type: ignore[return-value]


def rebuilt(it: c.Form, change: Callable[[c.Form], c.Form]) -> c.Form:
    """A form with its parts changed."""
    new: dict[str, object] = {}
    for name in it.__dataclass_fields__:
        value = getattr(it, name)
        if isinstance(value, c.Form):
            new[name] = change(value)
        elif isinstance(value, tuple) and any(isinstance(one, c.Form) for one in value):
            new[name] = tuple(change(one) if isinstance(one, c.Form) else one for one in value)
    return replace(it, **new) if new else it  # type: ignore[arg-type]
