"""An option is a class, what the turn makes of it, and why it is refused."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("option")

CLASS = '''
class ShowCard(CardOption):
    """Show a card from the hand, before any Power is there: 1 Power."""

    tag = "show"
    words = "show "

'''
OFFER = """\
    if not s.power[active]:
        hand = [*s.zones[active * PER_PLAYER + HAND]]
        found += [("show", card) for card in one_of_each(s, hand)]
"""
ACT = """\
        case "show":
            s.power[player] += 1
            say(s, "power", player, "effect.power", (card,), (1,))
"""
WHY = '''

def why_no_show(s: State, card: int) -> str | None:
    """Why the active player cannot show a card."""
    if s.where[card] != s.active * PER_PLAYER + HAND:
        return "show.not_in_hand"
    return "show.too_late" if s.power[s.active] else None

'''
ASKED = '    "show": (is_a_card, lambda s, x: why_no_show(s, x[1])),'
MESSAGES = """\
    "show.not_in_hand": "the card is not in this player's hand",
    "show.too_late": "a player with Power shows nothing",
"""
BEGIN = """
from random import Random
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game, Refused
from rules_check.oracle.players.drive import play_game
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.quick.protocol import meant, told
from rules_check.oracle.scenarios.positions import build_state
from rules_check.oracle.values.options import ShowCard
from rules_check.oracle.writing.json_ import dump_option, load_option

game = Game(load_play_set("confrontations"))
given = {"hand": ["Punch", "Punch", "Vulnerability"], "discard": ["Mera"]}
state = build_state(game, {"P1": given, "phase": "play"}, trace=True)

def refused(words):
    try:
        game.answer(state, game.parse(state, words))
    except Refused as refused:
        print("refused:", refused)
"""
PROGRAM = f"""{BEGIN}
print("offered:", [game.label(state, option) for option in state.choice.options])
first, second, _ = game.zone(state, "hand", 0)
written = dump_option(game, ShowCard(first))
print("JSON:", written, load_option(game, written) == ShowCard(first))
action = told(game.core, ("show", first))
print("the contract:", action, meant(game.core, action) == ("show", first))
refused("show Mera")
game.answer(state, ShowCard(second))
print("Power:", state.power[0], [event.kind for event in state.trace])
refused("show Punch")

rng = Random(1)
played = play_game(game, [RandomPlayer(rng) for _ in game.seats], rng)
shows = sum(isinstance(answer, ShowCard) for answer in played.answers)
print("a whole game:", shows > 10, played.state.choice)
"""
LEFT_OUT = f"""{BEGIN}
first, second, _ = game.zone(state, "hand", 0)
print("no id:", told(game.core, ("show", first)) == ["show", first])
game.answer(state, ShowCard(first))
refused("show Punch")
"""


def add_class(checkout: Checkout) -> None:
    confront = "\n\nclass Confront(PlayerOption)"
    checkout.put_in("oracle/values/options.py", confront, f"\n{CLASS}{confront}")


def add_act(checkout: Checkout) -> None:
    """It is offered, and something comes of it."""
    uses = "    if watch.uses:\n        offers: dict"
    checkout.put_in("oracle/quick/turn.py", uses, OFFER + uses)
    other = "        case _:\n            use(s, s.offers[taken])\n"
    checkout.put_in("oracle/quick/turn.py", other, ACT + other)


@pytest.fixture(scope="module")
def show(checkout: Checkout) -> Checkout:
    """All of it; another copy of a card is as good, and the contract has it."""
    add_class(checkout)
    add_act(checkout)
    copies = '"play", "buy", "assist", "park"'
    checkout.put_in("oracle/quick/turn.py", copies, f'{copies}, "show"')
    checkout.put_in("oracle/quick/protocol.py", '"play buy defeat', '"show play buy defeat')
    checkout.put_in(
        "oracle/quick/refusing.py", "\n\ndef why_no_target", f"{WHY}\ndef why_no_target"
    )
    end = '    "end": (is_alone, lambda s, _: why_no_end(s)),'
    checkout.add("oracle/quick/refusing.py", end, ASKED)
    over = '    "game.over": "the game is over",'
    checkout.add("oracle/refusing.py", over, MESSAGES)
    return checkout


def test_it_is_offered_labelled_written_read_acted_on_and_refused(show: Checkout) -> None:
    offered = "'play Punch', 'play Vulnerability', 'show Punch', 'show Vulnerability', 'end turn'"
    assert show.run(PROGRAM) == [
        f"offered: [{offered}]",
        "JSON: ['show', 'Punch#1'] True",
        "the contract: ['show', 'Punch#1'] True",
        "refused: show.not_in_hand: the card is not in this player's hand",
        "Power: 1 ['turn', 'power']",
        "refused: show.too_late: a player with Power shows nothing",
        "a whole game: True None",
    ]


@only_long
def test_without_a_reason_it_is_no_answer_and_the_contract_tells_no_id(another: Checkout) -> None:
    """`tests/oracle/test_engine_code.py` names an option that these tables lack."""
    add_class(another)
    add_act(another)
    assert another.run(LEFT_OUT) == [
        "no id: True",
        "refused: choice.unknown: this is not an answer to what is asked",
    ]


@only_long
def test_the_type_check_is_content_with_it(show: Checkout) -> None:
    assert show.types("rules_check/oracle/game.py") == ""
