"""Attacks: aimed, Defenses used, then carried out once for those who did not avoid it."""

from __future__ import annotations

from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import avoids, speaks_of_avoiding
from rules_check.oracle.letter.position import (
    SUPER_VILLAINS,
    Aimed,
    Card,
    Fact,
    Frame,
    Outcome,
    Player,
    zone_of,
)
from rules_check.oracle.letter.standing import forbids
from rules_check.oracle.letter.table import Action, Table
from rules_check.oracle.letter.values import items, texts_of, value

PASS: Action = ("pass",)


def attack(t: Table, f: Frame, s: c.Attack) -> Outcome:
    """An Attack is aimed at those whom its text names; each of them may avoid it, then it is
    carried out once. Who plays the card attacks, also by an Assist (CONF-AS07, CONF-AS09), and
    nobody by a First Appearance (HU-SV12). `empty=void`: one that can do nothing is none.

    Rules: CONF-AD10, RSB-A05.
    """
    targets = aimed_at(t, f, s)
    attacker = None if t.pos.phase == "appearance" else f.player or f.you
    aimed = Aimed(attacker, f.this, targets)
    f.names[s.name] = aimed
    if s.answer("empty") == "void" and not t.possible(f, s.body):
        return Outcome(done=False)
    before = t.pos.pending
    for target in targets:
        t.happen(Fact("attack", attacker, f.this, whom=target, cause="card", source=f.this))
    t.attacks.append(aimed)
    can = [p for p in targets if p not in unavoidable(t, f, s)]
    forestall(t, len(before), can)
    for target in can:
        defend(t, aimed, target)
    outcome = strike(t, f, s, aimed)
    t.attacks.pop()
    return outcome


def aimed_at(t: Table, f: Frame, s: c.Attack) -> list[Player]:
    """At whom it is aimed, in turn order from the attacker on. In a First Appearance who has
    defeated the Super-Villain before is immune, where they are hunted."""
    found = items(t, value(t, f, s.at_whom))
    first = f.player or f.you
    order = t.pos.from_on(first if first in t.pos.order else t.pos.active)
    return [p for p in order if p in found and p not in immune(t, f)]


def immune(t: Table, f: Frame) -> list[Player]:
    """Who cannot be hit by the First Appearance of which this is the text: who defeated the
    Super-Villain before it, in the variant in which they are hunted (HU-VH08)."""
    hunted = (t.game.rules["variant"] or {}).get("hunting", False)
    if not hunted or t.pos.phase != "appearance" or f.this != t.pos.face_up:
        return []
    fell = [x for x in t.pos.facts if x.verb == "defeat" and x.from_ == SUPER_VILLAINS]
    return [x.by for x in fell if x.by is not None]


def unavoidable(t: Table, f: Frame, s: c.Attack) -> list[Player]:
    """Those who cannot avoid it."""
    return [] if s.unavoidable is None else items(t, value(t, f, s.unavoidable))


def forestall(t: Table, before: int, targets: list[Player]) -> None:
    """What the Attack has set off and avoids it comes before it hits; all else waits."""
    new = t.pos.pending[before:]
    first = tuple(x for x in new if x.fact.whom in targets and avoids(x.statement.body))
    if first:
        others = tuple(x for x in t.pos.pending if x not in first)
        t.pos.pending = first
        t.resolve()
        t.pos.pending = (*others, *t.pos.pending)


# ------------------------------------------------------------------------- Defenses


def defenders(t: Table, target: Player) -> list[Player]:
    """Who may use a Defense for a player: that player, a teammate where the book says so."""
    if t.game.says("defense.beneficiary") == "own_or_partner":
        return [p for p in t.pos.from_on(target) if p in t.game.team(target)]
    return [target]


def defend(t: Table, aimed: Aimed, target: Player) -> None:
    """For one target: the target is asked, then the teammate, then whoever has a Defense that says
    for whom it is used, until one has avoided it. So every decision is made before the Attack does
    anything.

    Rules: CONF-AD03, CONF-AD04, CONF-AD05, RSB-A05, HU-K02.
    """
    own = defenders(t, target)
    for player in [*own, *(p for p in t.pos.from_on(target) if p not in own)]:
        if target in aimed.avoided:
            return
        can = [
            card for card in held(t, player) if may_use(t, aimed, target, player, card) is not None
        ]
        if not can:
            continue
        options: list[Action] = [("defend", card) for card in t.one_of_each(can)]
        taken = t.ask(player, "defend", [*options, PASS], [("defend", card) for card in can])
        if taken != PASS:
            use(t, aimed, target, player, taken[1])


def held(t: Table, player: Player) -> list[Card]:
    """Where a player may have Defenses."""
    return [*t.pos.cards(zone_of(player, "hand")), *t.pos.cards(zone_of(player, "play"))]


def defense_of(t: Table, card: Card, player: Player) -> c.Option | None:
    """The Defense of a card that is used where the card is now."""
    home = "hand" if card in t.pos.cards(zone_of(player, "hand")) else "play"
    for text in texts_of(t, card):
        if "Defense" in text.labels and text.home == home:
            for statement in text.body:
                if isinstance(statement, c.Option):
                    return statement
    return None


def may_use(t: Table, aimed: Aimed, target: Player, player: Player, card: Card) -> c.Option | None:
    """The Defense of a card, if a player can use it now for the target and can do what it asks for;
    whether the Attack would do anything is not asked. A card is used once against one Attack; of a
    player one, unless the book lets one player protect several.

    Rules: CONF-AD07, CONF-AD09, CONF-WK07, RBJ-A04, RSB-A08, RSB-A12.
    """
    option = defense_of(t, card, player)
    if option is None or any(card == other for other, _ in aimed.used):
        return None
    one = t.game.says("defense.per_attack") != "one_per_protected_player"
    if one and any(player == other for _, other in aimed.used):
        return None
    frame = defending(t, aimed, target, player, card)
    for_whom = option.where is not None and names_attacked(option.where)
    if not for_whom and player not in defenders(t, target):
        return None
    if option.where is not None and t.is_so(frame, option.where) is not True:
        return None
    in_hand = card in t.pos.cards(zone_of(player, "hand"))
    if forbids(t, "avoid", player, card) or (in_hand and forbids(t, "play", player, card)):
        return None
    return option if t.possible(frame, option.price or option.body) else None


def names_attacked(form: c.Form) -> bool:
    """Whether a Defense says for whom it is used."""
    if isinstance(form, c.Group) and form.row == "attacked":
        return True
    return any(map(names_attacked, c.parts(form)))


def defending(t: Table, aimed: Aimed, target: Player, player: Player, card: Card) -> Frame:
    """The frame of a Defense: it speaks to who uses it, against the attacker."""
    return Frame(player, card, that=aimed.attacker, attacked=target)


def use(t: Table, aimed: Aimed, target: Player, player: Player, card: Card) -> None:
    """A Defense is used: what it asks for, and if that was done what it gives."""
    option = may_use(t, aimed, target, player, card)
    assert option is not None
    aimed.used.append((card, player))
    frame = defending(t, aimed, target, player, card)
    pay_for_it(t, frame, option)


def pay_for_it(t: Table, f: Frame, option: c.Option) -> Outcome:
    """What an option asks for, and if all of that was done what it gives; that can speak of what
    was paid (RSB-P04)."""
    if not option.price:
        return t.carry_out(f, option.body)
    paid = Outcome()
    f.names["paid"] = paid
    f.results.append(paid)
    price = t.steps(f, option.price)
    f.results.remove(paid)
    if price.was_done:
        t.carry_out(f, option.body)
    return price


# ------------------------------------------------------------------------- hitting


def strike(t: Table, f: Frame, s: c.Attack, aimed: Aimed) -> Outcome:
    """It is carried out, once, for those who did not avoid it. If all have, only what speaks of
    those who avoided it is, unless it does something to everybody; what the card says beside its
    Attack is no part of it.

    Rules: CONF-AD10, CONF-AD11, CONF-AD12.
    """
    if t.pos.phase == "appearance" and aimed.hit:
        f.you = aimed.hit[0]  # nobody makes it: the first of those hit does what is to be done
    body = s.body
    if aimed.avoided and not aimed.hit and not hits_everyone(t, body):
        body = tuple(part for part in body if speaks_of_avoiding(part, s.name))
    aimed.struck = True
    outer, f.attack = f.attack, aimed
    outcome = t.carry_out(f, body)
    f.attack = outer
    return outcome


def hits_everyone(t: Table, block: tuple[c.Form, ...]) -> bool:
    """Whether it does something to the player of the card too; no Defense avoids that."""
    if t.pos.phase == "appearance":
        return False
    return any(
        (isinstance(form, c.ForEach) and form.source == c.Group("everyone"))
        or hits_everyone(t, tuple(c.parts(form)))
        for form in block
    )


__all__ = ["attack", "defend", "pay_for_it"]
