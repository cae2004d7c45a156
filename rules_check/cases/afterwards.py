"""What holds at the end of a case without anybody doing anything: what costs something else than is
printed, what is forbidden, what cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rules_check.cases.telling import changed, sentence
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import is_held, walk
from rules_check.oracle.values.choices import ChoiceKind
from rules_check.oracle.values.options import BuyCard, EndTurn, PayFor, PlayCard, UseAbility
from rules_check.oracle.values.ways import Way
from rules_check.oracle.values.zones import HAND, PER_PLAYER
from rules_check.properties.cases.ways import is_unlimited

if TYPE_CHECKING:
    from rules_check.cases.lacking import Goes
    from rules_check.cases.telling import Teller
    from rules_check.oracle.game import Game
    from rules_check.oracle.values.choices import Choice
    from rules_check.properties.cases.trying import Trial

YOU: Final = 0
PRICES: Final = frozenset({"cost", "price", "toll"})
"""Attributes of which a change is seen in what something costs."""
REFUSED: Final = frozenset({Way.FAILS, Way.NOTHING, Way.UNMET, Way.AGAIN})
"""Ways in which a text does not do what it could."""


def at_the_end(teller: Teller, trial: Trial, goes: Goes) -> Iterator[str]:
    """What can be seen then of a text that goes these ways."""
    yield from costs(teller, trial, goes)
    choice = your_turn(trial)
    if choice is None:
        return
    if any(way is Way.FORBIDDEN for _, way in goes):
        yield from forbidden(teller, trial, choice)
    if goes and goes[0][1] in REFUSED | {Way.UNUSABLE, Way.OUTSIDE} and _is_used(goes[0]):
        yield from _not_used(teller, choice)


def your_turn(trial: Trial) -> Choice | None:
    """What you can do now, if it is your turn and you may do as you like."""
    choice = trial.state.choice
    if choice is None or choice.player != YOU or choice.kind is not ChoiceKind.MAIN:
        return None
    return choice if trial.state.active == YOU else None


def changed_prices(game: Game, trial: Trial) -> Iterator[tuple[int, int]]:
    """The cards in the Line-Up that you may buy now, for another price than is printed."""
    for card, price in prices(game, trial):
        if price != game.kinds[card].cost:
            yield card, price


def prices(game: Game, trial: Trial) -> Iterator[tuple[int, int]]:
    """The cards in the Line-Up that you may buy now, and what they cost you."""
    if your_turn(trial) is None or trial.state.confronted >= 0:
        return
    for card in dict.fromkeys(game.zone(trial.state, "line-up")):
        if card not in trial.strangers:
            yield card, game.cost_to_buy(trial.state, card, YOU)


def costs(teller: Teller, trial: Trial, goes: Goes) -> Iterator[str]:
    """What costs something else than is printed, of what lies in the Line-Up and of the
    Characters; or that it does not, where the text could change it."""
    game, said = teller.game, False
    for card, price in changed_prices(game, trial):
        printed = game.kinds[card].cost
        said = True
        yield f"{game.name(card)} costs you {price} instead of {printed}."
    state = trial.state
    for player in range(game.players):
        if not game.zone(state, "characters", player):
            continue
        own = game.character_cost(state, player)
        if player in game.core.teams[YOU]:
            if (found := _of_yours(teller, trial, player, goes)) is not None:
                said = True
                yield found
            continue
        now = game.cost_to_defeat(state, player, YOU)
        if now != own:
            said = True
            yield sentence(f"{teller.character_of(player)} costs you {now} to defeat, not {own}")
    if not said and _could_change(teller, goes):
        for card, price in prices(game, trial):
            yield f"{game.name(card)} costs you {price}."


def _of_yours(teller: Teller, trial: Trial, player: int, goes: Goes) -> str | None:
    """That a Character on your side costs something else, because of what stands."""
    if player != YOU or not any(_changes_cost(form) for form, _ in goes):
        return None
    game, state = teller.game, trial.state
    printed = game.kinds[game.zone(state, "characters", player)[0]].cost
    now = game.character_cost(state, player)
    if now == printed or any(x.kind == "cost" for x in trial.events):
        return None
    return sentence(f"{teller.character_of(player)} costs {now} instead of {printed}")


def _changes_cost(form: c.Form) -> bool:
    return isinstance(form, c.Change) and changed(form) in PRICES


def _could_change(teller: Teller, goes: Goes) -> bool:
    """Whether a text that does not do what it could would change what something costs."""
    if not goes or goes[0][1] not in REFUSED:
        return False
    texts = teller.game.core.kinds[teller.card].texts
    return any(_changes_cost(x) for text in texts for x in walk(text.form))


def forbidden(teller: Teller, trial: Trial, choice: Choice) -> Iterator[str]:
    """What you would do now, and are not allowed to."""
    game, state = teller.game, trial.state
    can_play = {x.card for x in choice.options if isinstance(x, PlayCard)}
    hand = state.zones[YOU * PER_PLAYER + HAND]
    for name in dict.fromkeys(game.name(card) for card in hand if card not in can_play):
        yield f"You cannot play {name} now."
    can_buy = {x.card for x in choice.options if isinstance(x, BuyCard)}
    tops = [state.zones[zone][0] for zone in game.core.for_sale if state.zones[zone]]
    for card in (*(card for card, _ in prices(game, trial)), *tops):
        if card not in can_buy and game.cost_to_buy(state, card, YOU) <= state.power[YOU]:
            yield f"You cannot buy {game.name(card)}."
    if not any(isinstance(x, EndTurn) for x in choice.options):
        yield "You cannot end your turn now."


def _is_used(one: tuple[c.Form, Way]) -> bool:
    """Whether it is about something that is used in a turn."""
    form, way = one
    if not isinstance(form, c.Option) or is_held(form):
        return False
    return way is not Way.AGAIN or not is_unlimited(form)


def _not_used(teller: Teller, choice: Choice) -> Iterator[str]:
    """That the card cannot be used."""
    kinds = teller.game.core.kinds
    mine = [x for x in choice.options if isinstance(x, UseAbility | PayFor)]
    if not any(kinds[x.card] is kinds[teller.card] for x in mine):
        yield f"You cannot use {teller.called} now."
