"""What is done, by the words that say it: for whoever follows a text word by word."""

from __future__ import annotations

from rules_check.grammar import ast as a

SAME_ACT = {
    a.Verb.BUY: a.Verb.GAIN,
    a.Verb.RECEIVE: a.Verb.GAIN,
    a.Verb.LOOK: a.Verb.REVEAL,
}
"""Verbs after which one can speak of cards as if the other had been said."""

ACTS = {
    **{form: SAME_ACT.get(verb, verb) for form, verb in a.FORMS.items()},
    **dict.fromkeys(("take", "takes"), a.Verb.GAIN),
    **dict.fromkeys(("search", "searches"), a.Verb.REVEAL),
    **dict.fromkeys(("name", "names"), a.Verb.CHOOSE),
}
"""What is done, by every form of the verbs that say it."""
