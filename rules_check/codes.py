"""Every code that a report may carry, with its name and its default severity.

This is the only place that says so. It costs nothing to import; what a code means,
with examples, is told by `catalogue.toml`, which is read only on demand.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """How much a finding matters; the value is the word that reports use."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    def reaches(self, level: Severity) -> bool:
        """Whether this is as grave as `level`, or graver."""
        grave_first = list(Severity)
        return grave_first.index(self) <= grave_first.index(level)


class UnknownCode(LookupError):
    """Somebody asked for a code that does not exist."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(f"there is no diagnostic code {code!r}{_did_you_mean(code)}")


_E: Final = Severity.ERROR
_W: Final = Severity.WARNING
_N: Final = Severity.NOTE

CODES: Final[dict[str, tuple[str, Severity]]] = {
    "RC001": ("file-unreadable", _E),
    "RC002": ("not-utf-8", _E),
    "RC003": ("binary-file", _E),
    "RC004": ("no-cards", _E),
    "RC005": ("header-incomplete", _E),
    "RC006": ("unknown-header-key", _E),
    "RC007": ("unknown-ruleset", _E),
    "RC008": ("card-line-missing", _E),
    "RC009": ("card-line-garbled", _E),
    "RC010": ("bad-number", _E),
    "RC011": ("unknown-card-type", _E),
    "RC012": ("duplicate-name", _E),
    "RC013": ("field-given-twice", _E),
    "RC014": ("line-too-long", _E),
    "RC015": ("invisible-character", _E),
    "RC016": ("malformed-allowance", _E),
    "RC017": ("nothing-to-continue", _E),
    "RC018": ("allowance-not-needed", _W),
    "RC019": ("keyword-unusable", _E),
    "RC020": ("unknown-column", _N),
    "RC021": ("row-not-read", _E),
    "RC022": ("not-a-table", _E),
    "RC023": ("pasted-text", _N),
    "RC024": ("text-too-long", _E),
    "RC025": ("allowance-of-no-code", _W),
    "RC101": ("text-not-understood", _E),
    "RC102": ("unknown-name", _E),
    "RC104": ("sentence-too-long", _E),
    "RC105": ("parsing-gave-up", _E),
    "RC106": ("unbalanced-parentheses", _E),
    "RC107": ("reminder-not-understood", _N),
    "RC201": ("that-foe-without-foe", _E),
    "RC202": ("it-without-referent", _E),
    "RC203": ("otherwise-without-condition", _E),
    "RC204": ("if-you-do-not-optional", _W),
    "RC205": ("keyword-not-in-ruleset", _E),
    "RC206": ("block-without-amount", _E),
    "RC207": ("can-never-apply", _W),
    "RC208": ("out-of-range", _E),
    "RC209": ("verb-without-subject", _E),
    "RC210": ("cannot-be-played", _W),
    "RC211": ("reminder-says-otherwise", _W),
    "RC212": ("number-too-large", _E),
    "RC213": ("how-many-not-said", _W),
    "RC214": ("dash-or-minus", _W),
    "RC215": ("cost-of-another-book", _W),
    "RC216": ("keyword-missing", _W),
    "RC217": ("cost-missing", _W),
    "RC218": ("words-change-nothing", _W),
    "RC301": ("two-readings", _W),
    "RC302": ("open-rules-question", _W),
    "RC303": ("settled-for-another-card", _N),
    "RC304": ("settled-question", _N),
    "RC401": ("set-incomplete", _N),
    "RC402": ("basic-card-copies", _W),
    "RC403": ("keyword-not-used", _N),
    "RC501": ("house-style", _N),
    "RC502": ("free-wording", _N),
    "RC601": ("invariant-broken", _E),
    "RC602": ("engine-fails", _W),
    "RC603": ("nothing-to-prove", _N),
    "RC701": ("expectation-not-met", _E),
    "RC702": ("step-not-possible", _E),
    "RC703": ("scenarios-not-toml", _E),
    "RC704": ("scenario-garbled", _E),
    "RC705": ("position-impossible", _E),
    "RC706": ("no-scenarios", _E),
    "RC707": ("scenario-not-run", _E),
    "RC708": ("scenario-not-confirmed", _W),
    "RC801": ("endless-loop", _W),
    "RC802": ("order-not-decided", _W),
    "RC803": ("texts-cancel", _N),
    "RC804": ("broken-together", _E),
    "RC805": ("never-in-this-set", _W),
    "RC901": ("internal-error", _E),
}


def severity(code: str) -> Severity:
    """The default severity of `code`; raises `UnknownCode`."""
    try:
        return CODES[code][1]
    except KeyError:
        raise UnknownCode(code) from None


def find(text: str) -> str:
    """The code that `text` means: a code in any case, or the name of one; raises `UnknownCode`."""
    wanted = text.strip()
    if wanted.upper() in CODES:
        return wanted.upper()
    for code, (name, _) in CODES.items():
        if name == wanted.lower():
            return code
    raise UnknownCode(text)


def _did_you_mean(text: str) -> str:
    from difflib import get_close_matches

    wanted = text.strip()
    group = [code for code in CODES if wanted[:3].upper() == code[:3]]
    if group:
        return f"; {'there are' if len(group) > 1 else 'there is'} {', '.join(group)}"
    names = {name: code for code, (name, _) in CODES.items()}
    close = get_close_matches(wanted.lower(), names, n=1, cutoff=0.7)
    return f"; did you mean {close[0]} ({names[close[0]]})?" if close else ""
