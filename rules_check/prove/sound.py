"""Which cards of a file can be proved, and tried together with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules_check.codes import Severity, severity
from rules_check.grammar.findings import Finding

if TYPE_CHECKING:
    from rules_check.checker import CardResult


def sound_cards(cards: Sequence[CardResult], findings: Sequence[Finding]) -> list[CardResult]:
    """Those that are understood and have no errors."""
    wrong = {f.card for f in findings if severity(f.code) is Severity.ERROR}
    return [one for one in cards if one.understood and one.card.name not in wrong]
