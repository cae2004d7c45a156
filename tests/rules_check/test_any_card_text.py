"""Whatever the language can say, the whole checker takes it in every ruleset."""

from __future__ import annotations

from functools import lru_cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_check.checker import Checker
from rules_check.checks.acts import ACTS
from rules_check.grammar.earley import sentence_parser
from rules_check.grammar.wording import wording
from rules_check.properties import strategies
from rules_check.rules.load import RULESETS
from tests.effort import tries


@lru_cache(maxsize=1)
def checker() -> Checker:
    return Checker()


@settings(max_examples=tries(15, 400), deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.card_texts, st.sampled_from(RULESETS))
def test_a_random_card_is_checked(text, ruleset):
    names = ", ".join(strategies.NAMES)
    lines = "\n".join(wording(text))
    source = f"set: Random\nruleset: {ruleset}\nnames: {names}\n\nLamplighter\nHero\n{lines}\n"
    result = checker().check_text(source, "random.txt")
    assert not {"RC101", "RC102"} & {d.code for d in result.diagnostics}


def test_the_check_of_references_knows_every_participle():
    assert set(sentence_parser().lexer.surface["PAST"]) <= set(ACTS)
