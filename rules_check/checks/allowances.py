"""Findings that the author allows, allowances that nothing needs (RC018), and those of codes that
there are not (RC025)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules_check.codes import CODES, UnknownCode
from rules_check.grammar.cardmodel import Allowance, CardFile
from rules_check.grammar.findings import Finding

PROOFS = "RC6"
"""How codes of proofs begin; these may be left out, so that nobody can say what is not needed."""


def split(
    file: CardFile, findings: Iterable[Finding]
) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """Findings that stay, and those that an allowance of their card or file covers."""
    used: set[tuple[Allowance, str]] = set()
    stay: list[Finding] = []
    allowed: list[tuple[Finding, str]] = []
    by_card: dict[str, list[Allowance]] = {}
    for card in file.cards:
        by_card.setdefault(card.name, []).extend(card.allowances)
    for finding in findings:
        for allowance in (*by_card.get(finding.card, ()), *file.allowances):
            if finding.code in allowance.codes:
                used.add((allowance, finding.code))
                allowed.append((finding, allowance.reason))
                break
        else:
            stay.append(finding)
    stay.extend(_unneeded(file, used))
    return stay, allowed


def _unneeded(file: CardFile, used: set[tuple[Allowance, str]]) -> Iterator[Finding]:
    owned = [(card.name, allowance) for card in file.cards for allowance in card.allowances]
    for name, allowance in [*owned, *(("", allowance) for allowance in file.allowances)]:
        for code in allowance.codes:
            if code not in CODES:
                yield _no_code(code, allowance, name)
            elif (allowance, code) not in used and not code.startswith(PROOFS):
                yield Finding(
                    "RC018",
                    f"allowance of {code} that nothing needs",
                    allowance.span,
                    "there is no such finding",
                    name,
                    help="remove the comment",
                )


def _no_code(code: str, allowance: Allowance, name: str) -> Finding:
    return Finding(
        "RC025",
        f"allowance of {code}, which is no code of rules-check",
        allowance.span,
        "nothing is allowed by this",
        name,
        help=f"{UnknownCode(code)}; docs/codes.md lists them all",
    )
