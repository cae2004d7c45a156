"""An attribute, an event and a form of the core: rows and cases that both engines carry out."""

from __future__ import annotations

import pytest

from tests.additions.checkout import Checkout
from tests.effort import only_long

pytestmark = pytest.mark.xdist_group("core")

BOTH = """
from rules_check.conform.games import ruleset_message, told_table
from rules_check.conform.letter import LETTER
from rules_check.conform.quick import QUICK
from rules_check.conform.store import load_vectors
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.codec import from_json, to_json
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.reader import read_core

def can_play_a_punch(vector):
    if vector["kind"] != "transition" or vector["variant"] or vector["setup"]["cards"]:
        return False
    choice = vector["expect"]["positions"][0]["choice"]
    return choice and ["play", "Punch#1"] in choice["options"]

vector = next(filter(can_play_a_punch, load_vectors(["heroes-unite"])))
message = ruleset_message(told_table(vector))
punch = next(card for card in message["cards"] if card["key"] == "Punch")

def after(text, *actions):
    'Power and VP on both engines after a Punch that says this, and what else is done.'
    core = read_core(text)
    assert check(core) == [], check(core)
    assert from_json(to_json(core)) == core
    assert printed(core).strip() == text.strip(), printed(core)
    for engine in (QUICK, LETTER):
        setup = {**vector["setup"], "cards": [{**punch, "core": to_json(core)}]}
        playing = engine.begin(message, setup)
        for action in (["play", "Punch#1"], *actions):
            playing.act(engine.position(playing)["choice"]["player"], action, [])
        position = engine.position(playing)
        print(engine.name, position["power"]["P1"], position["vp"]["P1"])
"""

ATTRIBUTE = '    "decksize": (Row((S.PLAYER,), S.NUM, "how many cards the deck has"),),'
BY_QUICK = '    "decksize": lambda s, player: len(s.zones[player * PER_PLAYER + DECK]),'
BY_LETTER = '    "decksize": lambda t, player: len(t.pos.zones[f"{player} deck"]),'
COUNTED = """
after('''text played:
  give decksize(you) Power to you''')
after('''text played:
  give count(deck(you)) Power to you''')
"""

EVENT = '    "lose": VerbRow("Power, as a turn ends"),'
NOTED = '    mention(s, "lose", s.active)\n    if s.pending:\n        resolve(s)\n'
TOLD = '    t.happen(Fact("lose", t.pos.active))\n    t.resolve()\n'
WAITED = """
after('''text played:
  on lose e where by(e) = you within turn:
    give 3 VP to you''', ["end"])
"""

FORM = '''@dataclass(frozen=True, slots=True)
class Exhaust(Settled):
    """All Power of a player is gone."""

    who: Value


'''
EMPTIED = """
after('''text played:
  give 4 Power to you
  exhaust you
  give 1 Power to you''')
"""


@pytest.fixture(scope="module")
def added(checkout: Checkout) -> Checkout:
    add_attribute(checkout)
    add_event(checkout)
    add_form(checkout)
    carry_out(checkout)
    return checkout


@pytest.fixture(scope="module")
def said(added: Checkout) -> list[str]:
    """What both engines do, in one program: most of its time goes by before the first card."""
    return added.run(BOTH + COUNTED + WAITED + EMPTIED)


def add_attribute(checkout: Checkout) -> None:
    power = '    "power": (Row((S.PLAYER,), S.NUM, "the Power that a player has now"),),'
    checkout.add("grammar/core/rows.py", power, ATTRIBUTE)
    now = '    "power": lambda s, player: s.power[player],'
    checkout.add("oracle/quick/values.py", now, BY_QUICK)
    now = '    "power": lambda t, player: t.pos.power[player],'
    checkout.add("oracle/letter/values.py", now, BY_LETTER)


def add_event(checkout: Checkout) -> None:
    checkout.add("grammar/core/rows.py", '    "block": VerbRow("with a Block card"),', EVENT)
    lost = "    s.power = [0] * s.g.players\n\n\ndef is_short"
    checkout.put_in("oracle/quick/turn.py", lost, lost.replace("\n\n\n", f"\n{NOTED}\n\n"))
    lost = "    t.pos.power = dict.fromkeys(t.pos.power, 0)\n\n\ndef draw"
    checkout.put_in("oracle/letter/turn.py", lost, lost.replace("\n\n\n", f"\n{TOLD}\n\n"))


def add_form(checkout: Checkout) -> None:
    points = "@dataclass(frozen=True, slots=True)\nclass Points(Settled):"
    checkout.put_in("grammar/core/forms.py", points, FORM + points)
    acts = "Act: TypeAlias = Move | Show | "
    checkout.put_in("grammar/core/forms.py", acts, f"{acts}Exhaust | ")
    line = '    | "give" expr KIND "to" expr settings                                -> give'
    checkout.add("grammar/core/core.lark", line, '    | "exhaust" expr settings -> exhaust')
    points = "    def give("
    read = "    def exhaust(self, who: c.Value, told: Any) -> c.Exhaust:\n"
    read += "        return c.Exhaust(who, settings=told)\n\n"
    checkout.put_in("grammar/core/reader.py", points, read + points)


def carry_out(checkout: Checkout) -> None:
    points = "        case c.Points(row, who, amount, kind):\n"
    said = '        case c.Exhaust(who):\n            yield f"exhaust {_say(who)}{_settings(it)}"\n'
    checkout.put_in("grammar/core/printer.py", points, said + points)
    sort = "        case c.Exhaust(who):\n            _want(who, S.PLAYER, scope)\n"
    checkout.put_in("grammar/core/checker.py", points, sort + points)
    always = "        case c.Let() | c.Repeat() | "
    for file in ("oracle/quick/possible.py", "oracle/letter/possible.py"):
        checkout.put_in(file, always, f"{always}c.Exhaust() | ")
    points = "        case c.Points():\n            return points(t, f, s)\n"
    done = "        case c.Exhaust(who):\n            t.pos.power[value(t, f, who)] = 0\n"
    done += "            return Outcome(None)\n"
    checkout.put_in("oracle/letter/statements.py", points, done + points)
    points = "        case c.Points():\n            return points(form, scope)\n"
    done = "        case c.Exhaust(who):\n            return exhaust(value(who, scope))\n"
    checkout.put_in("oracle/quick/statements.py", points, done + points)
    steps = "def steps(block: c.Block, scope: Scope) -> Run:\n"
    run = '''def exhaust(who: Run) -> Run:
    """All Power of a player is gone."""

    def run(s: State, f: Frame) -> int:
        s.power[who(s, f)] = 0
        return UNKNOWN

    return run


'''
    checkout.put_in("oracle/quick/statements.py", steps, run + steps)


def test_an_attribute_is_a_row_and_what_it_is_on_each_engine(said: list[str]) -> None:
    mine, mine_by_letter, known, known_by_letter = said[:4]
    assert (mine, mine_by_letter) == (known, known_by_letter)
    assert not mine.startswith("rules-check 0")


def test_an_event_is_a_row_and_the_moment_at_which_it_happens(said: list[str]) -> None:
    assert said[4:6] == ["rules-check 0 3", "letter 0 3"]


def test_a_form_is_a_class_a_line_to_write_it_and_a_case_for_each_reader(said: list[str]) -> None:
    assert said[6:] == ["rules-check 1 0", "letter 1 0"]


@only_long
def test_the_type_check_names_every_reader_of_forms(another: Checkout) -> None:
    add_form(another)
    readers = [
        f"rules_check/{name}.py"
        for name in (
            "grammar/core/printer",
            "grammar/core/checker",
            "oracle/letter/statements",
            "oracle/letter/possible",
            "oracle/quick/statements",
            "oracle/quick/possible",
        )
    ]
    said = another.types(*readers)
    assert [file for file in readers if f"{file}:" not in said] == []
    assert said.count('"Exhaust"; expected "Never"') == len(readers)
