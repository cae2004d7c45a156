"""Abilities: where each piece of a text works, and what cards are called by because of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, assert_never

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.translation.acts import Steps
from rules_check.grammar.core.translation.attacks import Attacks
from rules_check.grammar.core.translation.either import doubts
from rules_check.grammar.core.translation.names_in_scope import (
    ONE,
    THIS,
    YOU,
    Untranslated,
    attribute,
    compare,
    is_open,
    is_so,
    not_so,
    told,
)
from rules_check.grammar.core.translation.standing import GAME, can_come_true

V = a.Verb
IN_PLAY: Final = (a.Zone.PLAY, a.Zone.FRONT)
DESTROYED: Final = a.Trigger(a.Event((V.DESTROY,), None, a.THIS))
TO_ITS_STACK: Final = a.Move(V.RETURN, a.THIS, a.Place(a.Zone.STACK))
OF_A_CONFRONTATION: Final = (
    *(a.Confrontation, a.Block, a.BlockValue, a.CancelConfrontation),
    *(a.AnnouncedConfrontation, a.DefeatedInConfrontation),
)
CONFRONTING: Final = frozenset({V.CONFRONT, V.ANNOUNCE, V.BLOCK})
NOT_IN_A_CONFRONTATION: Final = (
    "it has a time of its own, and does not work only while you are Confronting"
)
NO_DEFENSE: Final = 'an Attack is avoided by a Defense: it begins with "Defense:"'
NOT_WHILE_IN_PLAY: Final = "nothing sets it off while the card is in play"
OWN_TIME_IN_PLAY: Final = "it has a time of its own, and does not go on while the card is in play"
BECOMES_YOURS: Final = ("gain", "buy", "receive", "defeat")


def parts_of(effect: a.Effect) -> Iterator[a.Effect]:
    """The effects that follow one another in a text."""
    if isinstance(effect, a.Seq):
        for part in effect.effects:
            yield from parts_of(part)
    else:
        yield effect


def with_what_follows(parts: Sequence[a.Effect]) -> list[a.Effect]:
    """The pieces of a text that stands: what speaks of what a "you may" before it did belongs to
    that, and is no piece of its own."""
    found: list[a.Effect] = []
    for part in parts:
        several = [*parts_of(found[-1])] if found else []
        if several and isinstance(several[0], a.May) and speaks_of_what(found[-1], [part]):
            found[-1] = a.Seq((*several, part))
        else:
            found.append(part)
    return found


def speaks_of_what(before: a.Effect, parts: Sequence[a.Effect]) -> bool:
    """Whether some pieces of text point back to something in the one before."""
    known = {a.mark_of(x) for x in a.walk(before)} - {0}
    return any(not known.isdisjoint(a.bound_to(x)) for part in parts for x in a.walk(part))


BOUGHT: Final = (a.Verb.BUY, a.Verb.GAIN)
EVERYBODY: Final = a.Player(a.PlayerKind.EACH_PLAYER)


def bans_this(ban: a.Forbid) -> bool:
    """Whether it is said of the card itself that it cannot be bought or gained, for no time."""
    acts = ban.effect.effects if isinstance(ban.effect, a.Seq) else (ban.effect,)
    said = (
        isinstance(x, a.Move)
        and x.verb in BOUGHT
        and x.what == a.THIS
        and x.who in (a.YOU, EVERYBODY)
        for x in acts
    )
    return ban.when is None and not ban.others and all(said)


def acts_from_hand(effect: a.Effect) -> bool:
    """Whether the first that is done is done to the card itself in your hand, where it works."""
    first = effect
    while isinstance(first, a.May | a.Seq):
        first = first.effect if isinstance(first, a.May) else first.effects[0]
    what = first.what if isinstance(first, a.Move | a.Show) else None
    if not isinstance(what, a.Ref) or what.kind is not a.RefKind.THIS or what.place is None:
        return False
    return what.place.zone is a.Zone.HAND


def by_you(ban: a.Forbid) -> a.Forbid:
    """The same for whoever it is asked of: a condition about you is about them."""
    acts = ban.effect.effects if isinstance(ban.effect, a.Seq) else (ban.effect,)
    yours = tuple(
        a.replace(x, who=a.YOU) if isinstance(x, a.Move) and x.who == EVERYBODY else x for x in acts
    )
    return a.replace(ban, effect=a.Seq(yours) if len(yours) > 1 else yours[0])


class Abilities(Attacks):
    """Translates the abilities of a card from top to bottom."""

    def __init__(
        self, text: a.CardText, *, character: bool, own: frozenset[type[a.Node]] = frozenset()
    ) -> None:
        super().__init__(text)
        self.own = own
        self.character = character
        self.text = text
        self.abilities = tuple(_single(text.abilities))
        self.stays = any(isinstance(one, a.Ongoing) for one in self.abilities)
        self.texts: list[c.Text] = []
        self.played: Steps = []
        self.played_labels: list[str] = []
        self.played_at = -1

    def core(self) -> c.Core:
        """The texts of the card."""
        doubt = next(doubts(self.text), None)
        if doubt is not None:
            raise Untranslated(*doubt)
        for ability in self.abilities:
            self.faces_a_foe = _faces_somebody(ability)
            try:
                self._ability(ability)
            except Untranslated as why:
                why.at = why.at or a.hull(ability)
                raise
        if self.played_at >= 0:
            labels = tuple(dict.fromkeys(self.played_labels))
            text = c.Text("played", labels, tuple(self.played))
            self.texts.insert(self.played_at, text)
        return c.Core(tuple(self.texts))

    # ------------------------------------------------------------------ where texts work

    def _text(self, home: str, labels: Iterable[str], body: Iterable[c.Statement]) -> None:
        self.texts.append(c.Text(home, tuple(labels), tuple(body)))

    def _when_played(self, steps: Steps, *labels: str) -> None:
        if self.played_at < 0:
            self.played_at = len(self.texts)
        self.played += steps
        self.played_labels += labels

    @contextmanager
    def _apart(self) -> Iterator[None]:
        """A text that is used at a time of its own, and knows nothing of others."""
        names = (
            *("taken", "cards_of", "players_of", "values_of", "results_of", "acts", "moved"),
            *("moved_whole", "moved_before", "last_attack", "others_named", "picks_out"),
        )
        kept = {name: getattr(self, name) for name in names}
        self.taken = {"you", "this", "paid"}
        self.cards_of, self.players_of, self.values_of, self.results_of = {}, {}, {}, {}
        self.acts, self.moved, self.moved_whole, self.last_attack = [], [], [], None
        self.moved_before = {}
        self.others_named = self.picks_out = False
        try:
            yield
        finally:
            for name, value in kept.items():
                setattr(self, name, value)

    def _ability(self, ability: a.Ability) -> None:
        match ability:
            case a.Plain(effect):
                self._plain(effect)
            case a.Attack(effect):
                self._when_played(self.attacks(ability, effect), "Attack")
            case a.Confrontation():
                self._confrontation(ability)
            case a.Ongoing(inner, stack):
                home = "stack" if stack else "play"
                self.ongoing = True
                self._stand(inner, home, ["Ongoing"])
                self.ongoing = False
            case a.Defense(effect):
                with self._apart():
                    self._defense(ability, effect)
            case a.Block(effect):
                with self._apart():
                    self._block(ability, effect)
            case a.BlockValue(number, rider):
                with self._apart():
                    self._block_value(ability, number, rider)
            case a.FirstAppearance(effect):
                with self._apart():
                    event = c.Var(self.fresh("e"))
                    is_it = compare("=", attribute("card", event), THIS)
                    body = tuple(self.attacks(ability, effect, appearance=True))
                    appears = c.Event(("appear",), event.name, where=is_it)
                    self._text("super_up", ["Attack"], [told(c.On(appears, body), ability)])
            case a.WhenGained(effect):
                with self._apart():
                    self._gained(ability, effect)
            case a.Payment():
                with self._apart(), self._stands():
                    self._text(self._in_play(), [], [self.payment(ability)])
            case a.Assist():
                self._assist(ability)
            case a.Reminder(effect):
                with self._apart():
                    for part in parts_of(effect):
                        self._at_its_time(part)
            case a.Coined():
                raise Untranslated(ability, "a keyword of the set stands for something else")
            case a.Abilities() | a.Question():
                raise Untranslated(ability, "a question is open")
            case _:
                assert_never(ability)

    def _in_play(self) -> str:
        return "character" if self.character else "play"

    @contextmanager
    def _stands(self) -> Iterator[None]:
        standing, self.standing = self.standing, True
        try:
            yield
        finally:
            self.standing = standing

    # ------------------------------------------------------------------ plain text

    def _plain(self, effect: a.Effect) -> None:
        parts = list(parts_of(effect))
        if self.character:
            self._stand(a.Plain(effect), "character", [])
        elif self.stays and all(map(_can_stand, parts)):
            self._stand(a.Plain(effect), "play", [])
        else:
            rest = [part for part in parts if not self._at_its_time(part)]
            steps = [step for part in rest for step in self.done(part)]
            if steps or len(rest) == len(parts):
                self._when_played(steps)

    def _at_its_time(self, part: a.Effect) -> bool:
        """What is read at a time of its own, wherever it stands: whether it is that."""
        with self._apart(), self._stands():
            match part:
                case a.Worth(amount, additional):
                    self._text("owned", [], [told(self.worth(amount, additional), part)])
                case a.ReduceScore(wanted):
                    self._text("owned", [], [told(self._reduces(wanted), part)])
                case a.StartsGame(place):
                    if place.owner is not None:
                        raise Untranslated(part, "no card starts the game in a player's place")
                    end = None if place.edge is None else c.End(place.edge.value)
                    move = c.Move(THIS, self.place(place), "put", None, end=end)
                    self._text("setup", [], [told(move, part)])
                case a.GoFirst():
                    first = attribute("first_player")
                    change = c.Change(first, c.ChangeOp.BECOMES, YOU, GAME)
                    self._text("setup", [], [told(change, part)])
                case a.PlayBefore():
                    self._text("hand", [], self._play_before(part))
                case a.When(a.GameEnd()):
                    self.standing = False
                    self._text("owned", [], self.done(part))
                case a.When(a.Trigger(event)) if event.what == a.THIS:
                    self._text("anywhere", [], self._about_itself(part))
                case a.ChangeCost(a.CostOfThis()) if not self.ongoing:
                    self._text("anywhere", [], self.done(part))
                case a.While(_, a.ChangeCost(a.CostOfThis())) if not self.ongoing:
                    self._text("anywhere", [], self.done(part))
                case a.If(condition, a.ChangeCost(a.CostOfThis()) as change, None) if (
                    not self.ongoing
                ):
                    self._text("anywhere", [], self.done(a.While(condition, change)))
                case a.When(a.Trigger(), effect) if not self.ongoing and acts_from_hand(effect):
                    self._text("hand", [], self.done(part))
                case a.Forbid() if bans_this(part) and not self.ongoing:
                    self._text("anywhere", [], self.done(part))
                case a.If(condition, a.Forbid() as ban, None) if (
                    bans_this(ban) and not self.ongoing
                ):
                    self._text("anywhere", [], self.done(a.While(condition, by_you(ban))))
                case a.UseOnce() | a.UseAnyNumber():
                    pass
                case _:
                    return False
        return True

    def _reduces(self, wanted: a.Filter) -> c.Statement:
        """A card that reduces the score counts as a Weakness, unless it counts less anyway."""
        with self.local() as card:
            printed = c.Attribute("vp", (card,), c.AsOf.PRINTED)
            test = is_so([self.fits(card, wanted), compare(">=", printed, c.Number(0))])
            assert test is not None
            less = c.Arithmetic("-", (c.Number(0), ONE))
            which = c.Filter(card.name, THIS, test)
            vp = attribute("vp", card)
            return c.Change(vp, c.ChangeOp.BECOMES, less, c.Span("scoring"), card.name, which)

    def _play_before(self, part: a.PlayBefore) -> Steps:
        """In one's own turn nothing else is played before it (RSB-W05); a Block in the turn of a
        foe does not wait for it."""
        own_turn = c.Span("turns", YOU)
        event = c.Var(self.fresh("e"))
        by = compare("=", attribute("by", event), YOU)
        if part.what != a.THIS:
            raise Untranslated(part, "only this card can have to be played before others")
        if not _is_any(part.before):
            raise Untranslated(
                part.before, "it is played before such cards, not before some of them"
            )
        fit = self.fits(attribute("card", event), part.before.filter)
        another = compare("!=", attribute("card", event), THIS)
        barred = c.Event(("play",), event.name, where=is_so([by, another, fit]))
        steps: Steps = [told(c.Forbid(barred, own_turn), part)]
        if part.end_of_turn:
            last = c.Var(self.fresh("e"))
            own = compare("=", attribute("by", last), YOU)
            steps.append(told(c.Forbid(c.Event(("turn_end",), last.name, where=own)), part))
        return steps

    def _about_itself(self, part: a.When) -> Steps:
        """A trigger about this card; if it is destroyed, it may go to its stack instead."""
        match part:
            case a.When(occasion, a.Move() as move) if (occasion, move) == (
                DESTROYED,
                TO_ITS_STACK,
            ):
                event = c.Var(self.fresh("e"))
                is_it = compare("=", attribute("card", event), THIS)
                stack = c.Place("stack", attribute("name", THIS))
                goes = c.Proceed(event, (("to", stack),))
                destroyed = c.Event(("destroy",), event.name, where=is_it)
                return [told(c.On(destroyed, (goes,), True), part)]
            case _:
                return self.done(part)

    # ------------------------------------------------------------------ text that stands

    def _stand(self, ability: a.Ability, home: str, labels: list[str]) -> None:
        match ability:
            case a.Plain(effect):
                rest = [
                    part for part in parts_of(_recurring(effect)) if not self._at_its_time(part)
                ]
                with self._apart(), self._stands():
                    steps = [step for part in with_what_follows(rest) for step in self._part(part)]
                if steps or labels:
                    self._text(home, labels, steps)
            case a.Confrontation(inner, otherwise):
                outer = self.only
                self.only = c.Span("confronting", YOU)
                self._stand(inner, home, [*labels, "Confrontation"])
                if otherwise is not None:
                    self.only = c.While(not_so(c.During(c.Span("confronting", YOU))))
                    self._stand(a.Plain(otherwise), home, [])
                self.only = outer
            case a.Payment():
                with self._apart(), self._stands():
                    self._text(home, labels, [self.payment(ability)])
            case a.Abilities(several):
                for number, one in enumerate(several):
                    self._stand(one, home, labels if number == 0 else [])
            case a.Ongoing(inner):
                self._stand(inner, home, labels)
            case a.Reminder(effect):
                if labels:
                    self._text(home, labels, [])
                for part in parts_of(effect):
                    self._at_its_time(part)
            case a.Defense(effect) if self.only is None:
                with self._apart():
                    self._defense(ability, effect, home)
                if labels:
                    self._text(home, labels, [])
            case _:
                raise Untranslated(ability, OWN_TIME_IN_PLAY)

    def _part(self, part: a.Effect) -> Steps:
        """A piece of text that stands."""
        return [told(step, part) for step in self._standing_part(part)]

    def _standing_part(self, part: a.Effect) -> Steps:
        match part:
            case a.When() | a.Delayed() | a.ChangeCost() | a.Grant() | a.Forbid() | a.RefillTo():
                return self.done(part)
            case a.GainText() | a.Stays() | a.While() | a.Lasting() | a.NewHand():
                return self.done(part)
            case a.May() if any(isinstance(x, a.AvoidAttack) for x in a.walk(part)):
                raise Untranslated(part, NO_DEFENSE)
            case a.May():
                return [self.may_be_used(part)]
            case a.Seq((a.May() as offer, *rest)) if speaks_of_what(offer, rest):
                return [self.may_be_used(part)]
            case a.Power(amount, who):
                outer = self.only
                turns = c.Span("turns", YOU)
                window = turns if outer is None else c.Overlap(turns, outer)
                number = self.number(amount)
                return self.by(who, lambda player: [self.live_power(player, number, window)])
            case a.If(condition, then, None) if can_come_true(condition):
                test = self.condition(condition)
                with self.carried_out():
                    body = self.inner(then)
                turn = c.Span("each_turn")
                within = None if self.only is None else self.only
                return [c.On(c.Becomes(test), body, within=within, limit=ONE, per=turn)]
            case a.If(a.DefeatedInConfrontation(), then, None):
                event = c.Var(self.fresh("e"))
                by = compare("=", attribute("by", event), YOU)
                success = c.Event(("succeed",), event.name, where=by)
                with self.carried_out():
                    body = self.inner(then)
                return [c.On(success, body, within=self.only)]
            case a.If(condition, a.Power() | a.ChangeCost() as inner, None):
                return self._held(condition, inner)
            case a.If(condition, inner, None):
                return self._held(condition, inner)
            case a.If(condition, inner, otherwise) if otherwise is not None:
                first = self._held(condition, inner)
                return [*first, *self._held(a.Not(condition), otherwise)]
            case a.Seq(effects):
                return [step for one in with_what_follows(effects) for step in self._part(one)]
            case a.Each(who, inner):
                return self._of_each_player(part, who, inner)
            case a.ParityOf() | a.EffectsRemain() | a.NoFirstAppearance():
                return []
            case _:
                raise Untranslated(part, NOT_WHILE_IN_PLAY)

    def _held(self, condition: a.Condition, inner: a.Effect) -> Steps:
        """Standing text that holds as long as a condition does."""
        outer = self.only
        held = c.While(self.condition(condition))
        self.only = held if outer is None else c.Overlap(outer, held)
        try:
            return self._part(inner)
        finally:
            self.only = outer

    def _of_each_player(self, part: a.Each, who: a.Player, inner: a.Effect) -> Steps:
        meant = self.who(who)
        marks = (a.mark_of(part), *a.bound_to(part))
        if not meant.many:
            with self.for_player(meant.value, marks):
                return self._part(inner)
        player = c.Var(self.fresh("p"))
        with self.block(marks, player), self.for_player(player, marks):
            body = tuple(self._part(inner))
        return [c.ForEach(player.name, meant.value, body)]

    # ------------------------------------------------------------------ Confrontation

    def _confrontation(self, ability: a.Confrontation) -> None:
        inner = ability.ability
        if self.character:
            self._stand(ability, "character", [])
            return
        match inner:
            case a.Payment():
                self._stand(a.replace(ability, otherwise=None), "play", [])
                self._if_not_confronting(ability)
            case a.Ongoing(stands):
                self.ongoing = True
                self._stand(a.replace(ability, ability=stands), "play", ["Ongoing"])
                self.ongoing = False
            case a.Plain() | a.Attack() | a.Abilities():
                labels: list[str] = []
                ways = self.ways(
                    lambda: self._in_its_block(inner, labels),
                    lambda: self.inner(ability.otherwise),
                )
                test = c.During(c.Span("confronting", YOU))
                step = told(c.If(test, *ways), ability)
                self._when_played([step], "Confrontation", *labels)
            case a.Reminder():
                self._ability(inner)
                self._when_played([], "Confrontation")
                self._if_not_confronting(ability)
            case _:
                raise Untranslated(ability, NOT_IN_A_CONFRONTATION)

    def _if_not_confronting(self, ability: a.Confrontation) -> None:
        """What is done when the card is played outside a Confrontation, where what works in one is
        not done at once."""
        if ability.otherwise is not None:
            with self.block():
                body = self.inner(ability.otherwise)
            test = not_so(c.During(c.Span("confronting", YOU)))
            self._when_played([told(c.If(test, body), ability.otherwise)])

    def _in_its_block(self, ability: a.Ability, labels: list[str]) -> c.Block:
        """What is carried out in a Confrontation; adds the labels that it gives."""
        with self.block():
            body, called = self._in_confrontation(ability)
        labels += called
        return tuple(body)

    def _in_confrontation(self, ability: a.Ability) -> tuple[Steps, list[str]]:
        match ability:
            case a.Plain(effect):
                parts = [part for part in parts_of(effect) if not isinstance(part, a.Worth)]
                return [step for part in parts for step in self.done(part)], []
            case a.Attack(effect):
                return self.attacks(ability, effect), ["Attack"]
            case a.Abilities(several):
                steps: Steps = []
                labels: list[str] = []
                for one in several:
                    more, called = self._in_confrontation(one)
                    steps += more
                    labels += called
                return steps, labels
            case _:
                raise Untranslated(ability, NOT_IN_A_CONFRONTATION)

    # ------------------------------------------------------------------ Defense, Block, Assist

    def _defense(self, ability: a.Defense, effect: a.Effect, home: str = "") -> None:
        self.in_defense = True
        home = home or ("play" if _used_in_play(effect) else "hand")
        with self.block():
            option = self._used_against(effect)
        option = replace(option, within=c.Span("this_attack"))
        self.in_defense = False
        self._text(home, ["Defense"], [told(option, ability)])

    def _used_against(self, effect: a.Effect) -> c.Option:
        match effect:
            case a.When(a.Trigger(a.Event((V.ATTACK,), a.Player() as who)), inner):
                mark = a.mark_of(effect)
                attacked = c.Group("attacked")
                meant = self.is_one(attacked, self.who(who))
                with self.for_player(attacked, (mark,)):
                    made = self._used_against(inner)
                return replace(made, where=is_so([meant, made.where]))
            case a.If(condition, then, None):
                made = self._used_against(then)
                return replace(made, where=is_so([self.condition(condition), made.where]))
            case a.May(price, then, None, a.YOU):
                paid = tuple(self.done(price))
                body = () if then is None else self.inner(then)
                return _paid_in_time(c.Option(YOU, body, paid))
            case a.Seq((a.May() as first, *others)):
                made = self._used_against(first)
                rest = [step for part in others for step in self.done(part)]
                return replace(made, body=(*made.body, *rest))
            case _:
                return c.Option(YOU, (), tuple(self.done(effect)))

    def _block(self, ability: a.Block, effect: a.Effect) -> None:
        self.in_block = True
        with self.block():
            option = self.used(effect)
        self.in_block = False
        asked = (is_open("speaks_of"),)
        option = replace(option, within=c.Span("blocking"), settings=asked)
        self._text("hand", ["Block"], [told(option, ability)])

    def _block_value(self, ability: a.BlockValue, number: int, rider: a.Effect | None) -> None:
        self.in_block = True
        price = c.Move(THIS, c.Place("discard", YOU), "discard", YOU)
        with self.block():
            body = self.inner(rider)
        self.in_block = False
        player = c.Var(self.fresh("p"))
        cost = attribute("cost", attribute("character", player))
        change = c.Change(cost, c.ChangeOp.MORE, c.Number(number), c.Span("turn"))
        raised = c.ForEach(player.name, c.Group("confronted"), (change,))
        option = c.Option(YOU, (raised, *body), (price,), within=c.Span("blocking"))
        self._text("hand", ["Block"], [told(option, ability)])

    def _gained(self, ability: a.WhenGained, effect: a.Effect) -> None:
        event = c.Var(self.fresh("e"))
        tests = [
            compare("=", attribute("card", event), THIS),
            compare("=", attribute("by", event), YOU),
        ]
        body = self.inner(effect)
        gained = c.Event(BECOMES_YOURS, event.name, where=is_so(tests))
        self._text(
            "anywhere", [], [told(c.On(gained, body, settings=(is_open("banner"),)), ability)]
        )

    def _assist(self, ability: a.Assist) -> None:
        active = c.Group("active")
        asked = ("assist_you", "assist_decider", "assist_played", "assist_bonus")
        play = c.Play(THIS, active, settings=tuple(map(is_open, asked)))
        within = c.Span("turns", c.Group("mates", YOU))
        self._text("hand", ["Assist"], [told(c.Option(YOU, (play,), within=within), ability)])


def _paid_in_time(option: c.Option) -> c.Option:
    """A Defense of which something has to be done at a time: at another time it cannot be used."""
    price: Steps = []
    times: list[c.Value | None] = []
    for step in option.price:
        if isinstance(step, c.If) and isinstance(step.test, c.During) and not step.otherwise:
            price += step.then
            times.append(step.test)
        else:
            price.append(step)
    return replace(option, price=tuple(price), where=is_so(times))


def _single(abilities: tuple[a.Ability, ...]) -> Iterator[a.Ability]:
    for ability in abilities:
        if isinstance(ability, a.Abilities):
            yield from _single(ability.abilities)
        else:
            yield ability


def _faces_somebody(ability: a.Ability) -> bool:
    """Whether an ability speaks of a Confrontation, or is used against an Attack: somebody is
    faced there."""
    return any(
        isinstance(node, (*OF_A_CONFRONTATION, a.Defense))
        or a.Window.CONFRONTATION in vars(node).values()
        or (isinstance(node, a.Event) and not CONFRONTING.isdisjoint(node.verbs))
        for node in a.walk(ability)
    )


def _can_stand(part: a.Effect) -> bool:
    """Whether a text without a keyword stands on a card that stays in play."""
    match part:
        case a.When(a.Moment(next=True) | a.Moment(this=True)):
            return False
        case _:
            return isinstance(part, a.When | a.PlayBefore)


def _is_any(cards: a.Cards) -> bool:
    """Whether any such card is meant, and not so many of them, or those of a place."""
    some = cards.random or cards.places or cards.among is not None
    any_of = isinstance(cards.quantity, a.AnyNumber | a.Every) or cards.quantity == a.Exactly(a.ONE)
    return any_of and not some


def _recurring(effect: a.Effect) -> a.Effect:
    """What is to happen "at the end of your turn" happens in each turn, if its text stands."""
    match effect:
        case a.Seq(effects):
            return a.replace(effect, effects=tuple(map(_recurring, effects)))
        case a.If(_, a.Delayed(a.Moment(next=False, this=False) as moment, inner) as later, None):
            held = a.tied(a.replace(effect, then=inner), a.mark_of(effect))
            return a.tied(a.placed(a.When(moment, held), a.place_of(effect)), a.mark_of(later))
        case _:
            return effect


def _used_in_play(effect: a.Effect) -> bool:
    """Whether a Defense is used while its card is in play, and not from the hand."""
    if isinstance(effect, a.If) and isinstance(effect.condition, a.In):
        where = effect.condition
        return where.what == a.THIS and where.place.zone in IN_PLAY
    this = (x for x in a.walk(effect) if isinstance(x, a.Ref) and x.kind is a.RefKind.THIS)
    return any(x.place is not None and x.place.zone in IN_PLAY for x in this)
