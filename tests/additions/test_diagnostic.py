"""A diagnostic code is a row, a page of the catalogue, and a check that is named once."""

from __future__ import annotations

import json

import pytest

from tests.additions.checkout import Checkout

pytestmark = pytest.mark.xdist_group("diagnostic")

ROW = '    "RC219": ("lavish-draw", _W),'
PAGE = """
[RC219]
summary = "A card draws very many cards."
explanation = '''
More than five cards at once is more than a new hand.

Let it draw fewer cards.
'''
bad = '''
set: Night Watch
ruleset: confrontations

Spendthrift
Hero, cost 3, 1 VP, x2
Draw six cards.
'''
good = '''
set: Night Watch
ruleset: confrontations

Spendthrift
Hero, cost 3, 1 VP, x2
Draw two cards.
'''
"""
CHECK = '''"""RC219: who draws more than a new hand."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.checks.subject import Subject
from rules_check.grammar import ast as a
from rules_check.grammar.findings import Finding


def check(subject: Subject) -> Iterator[Finding]:
    """Draws of more than five cards."""
    for node in a.walk(subject.text):
        match node:
            case a.Move(a.Verb.DRAW, a.Cards(a.Exactly(a.Number(number)))) if number > 5:
                place = a.place_of(node)
                if place is not None:
                    yield Finding(
                        "RC219",
                        f"{number} cards at once",
                        subject.span(*place),
                        label="more than a new hand",
                        card=subject.card.name,
                        help="let it draw fewer cards",
                    )
'''
CARDS = """\
set: Night Watch
ruleset: confrontations

Spendthrift
Hero, cost 3, 1 VP, x2
+1 Power
You may discard a card. Draw six cards.
"""


@pytest.fixture(scope="module")
def lavish(checkout: Checkout) -> Checkout:
    checkout.add("rules_check/codes.py", '    "RC211": ("reminder-says-otherwise", _W),', ROW)
    checkout.put_in("rules_check/catalogue.toml", "\n[RC301]", f"{PAGE}\n[RC301]")
    checkout.append("rules_check/checks/lavish.py", CHECK)
    checkout.add("rules_check/checker.py", "    applies,", "    lavish,")
    named = "        yield from applies.check(subject)"
    checkout.add("rules_check/checker.py", named, "        yield from lavish.check(subject)")
    checkout.append("cards.txt", CARDS)
    return checkout


def test_it_is_reported_with_its_place(lavish: Checkout) -> None:
    assert lavish.command("cards.txt", "--no-proofs") == (
        "cards.txt:7:25  warning RC219  Spendthrift: 6 cards at once\n"
        "    7 │ You may discard a card. Draw six cards.\n"
        "      │                         ^^^^^^^^^^^^^^ more than a new hand\n"
        "      = help: let it draw fewer cards\n"
        "\n"
        "1 warning in 1 file\n"
    )


def test_it_has_a_page(lavish: Checkout) -> None:
    page = lavish.command("explain", "RC219")
    assert page.startswith("RC219  lavish-draw  (warning)\n\nA card draws very many cards.\n")
    assert "This gives RC219:\n\n    set: Night Watch" in page
    assert lavish.command("explain", "lavish-draw") == page
    assert "## RC219 lavish-draw" in lavish.run(
        "from rules_check.catalogue import markdown; print(markdown())"
    )


def test_every_format_has_it(lavish: Checkout) -> None:
    report = json.loads(lavish.command("cards.txt", "--no-proofs", "--format", "json"))
    assert [(x["code"], x["severity"]) for x in report["diagnostics"]] == [("RC219", "warning")]
    sarif = json.loads(lavish.command("cards.txt", "--no-proofs", "--format", "sarif"))
    assert "RC219" in [rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]]


def test_it_can_be_allowed(lavish: Checkout) -> None:
    line = "# rules-check: allow RC219 because it is a test"
    lavish.append("allowed.txt", CARDS.replace("\nHero", f"\n{line}\nHero"))
    assert lavish.command("allowed.txt", "--no-proofs") == "no findings in 1 file (1 allowed)\n"


def test_a_code_without_a_page_is_named(another: Checkout) -> None:
    another.add("rules_check/codes.py", '    "RC211": ("reminder-says-otherwise", _W),', ROW)
    program = "import rules_check.catalogue as c\ntry: c.load()\nexcept ValueError as e: print(e)"
    assert another.run(program) == ["catalogue.toml and codes.py do not list the same codes: RC219"]
