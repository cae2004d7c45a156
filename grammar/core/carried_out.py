"""The core of a card as it is played: what a setting that is open is read as, and which answers
are carried out, by the interpreter and the quick engine alike. A core with another is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from rules_check.grammar import ast as a
from rules_check.grammar.core import forms as c
from rules_check.grammar.core.asking import walk
from rules_check.grammar.core.rereading import NotReread, as_read, in_other_words
from rules_check.grammar.core.settling import AS_IT_SAYS, settle, with_settings
from rules_check.grammar.core.settling import Read as ReadOtherwise
from rules_check.grammar.core.translate import Untranslated, translate
from rules_check.grammar.per_object import PerObject
from rules_check.rules.model import Ruleset

GAME_KEYWORDS: Final = frozenset(map(str, a.Keyword))


def core_to_play(
    text: a.CardText,
    ruleset: Ruleset,
    *,
    character: bool,
    keywords: Iterable[str],
    read: ReadOtherwise = AS_IT_SAYS,
    quick: bool = False,
) -> c.Core | str:
    """The core of a card by the answers of its book, or why it cannot be played. `keywords` are
    those by which the card is called, also of its set: a text may come without them. `read` is
    what is read otherwise than the book says, `quick`: it is for the quick engine."""
    try:
        core = settle(translated(text, character, words_of(text)), ruleset, to_play=True, read=read)
        core = as_read(core, read)
    except (Untranslated, NotReread) as why:
        return str(why)
    if not_carried_out(core, quick=quick):
        core = in_other_words(core)
    known = {label for one in core.texts for label in one.labels}
    own = tuple(x for x in keywords if x not in known and x not in GAME_KEYWORDS)
    if own:
        core = c.Core((*core.texts, c.Text("played", own, ())))
    return not_carried_out(core, quick=quick) or core


@PerObject
def words_of(text: a.CardText) -> tuple[a.WordPlace | None, ...]:
    """Which words say each piece of a text."""
    return tuple(a.place_of(node) for node in a.walk(text))


@lru_cache(maxsize=4096)
def translated(
    text: a.CardText,
    character: bool,
    words: tuple[a.WordPlace | None, ...] = (),  # noqa: ARG001
) -> c.Core:
    """The core of a text, worked out once for all readings. Its statements know their `words`, and
    another text of the same meaning has them elsewhere. Raises Untranslated."""
    return translate(text, character=character)


def translated_once(text: a.CardText, character: bool) -> c.Core:
    """The core of a text, of a Character or not, worked out once for all who ask for it."""
    return translated(text, character, words_of(text))


class Read(NamedTuple):
    """What a setting that is open is read as ("": none of its answers), which others of its answers
    are carried out, and which only by the quick engine."""

    open: str
    others: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()


READ: Final[Mapping[str, Read]] = {
    "tie": Read("all", ("first", "nobody")),
    "counts": Read("really"),
    "part": Read("not", ("done",)),
    "mode": Read("in_turn", ("together",)),
    "test": Read("while", ("do_while",)),
    "fewer": Read("all_there_are", ("none",)),
    "none": Read("not", ("done",)),
    "absent": Read("not_so", ("nothing",)),
    "set": Read("later_too", ("now",)),
    "counted": Read("once", ("live",)),
    "declined": Read("counts"),
    "order": Read("after_card", ("before_card",)),
    "often": Read("each", ("first",)),
    "waits": Read("rest_of_turn"),
    "banner": Read("gained", ("bought",)),
    "when": Read("any_time", (), ("at_once",)),
    "uses": Read("once", ("any_number",)),
    "paid": Read("unlimited", ("once",)),
    "per_type": Read("paid"),
    "speaks_of": Read("blocker"),
    "must": Read("", ("must",)),
    "full": Read("whole"),
    "later": Read("now"),
    "counts_again": Read("", ("again",)),
    "again": Read("adds", (), ("replaces",)),
    "assist_you": Read("active", ("player",)),
    "assist_decider": Read("active", ("player",)),
    "assist_played": Read("player", ("active_too",)),
    "assist_bonus": Read("player", ("active",)),
    "avoiding": Read("attack_only", (), ("whole_card",)),
    "empty": Read("stands", ("void",)),
    "scope": Read("card"),
    "below": Read("stops", ("debt",)),
}
"""All settings of the core. A question that a book leaves open is read as the contract plays it."""


def answered(core: c.Core) -> c.Core:
    """The same core, in which what is open has the answer as which it is read."""

    def read(one: c.Setting) -> c.Setting:
        usual = READ[one.name].open
        return one if one.answer else replace(one, answer=usual, by=c.Filled.DEFAULT)

    return with_settings(core, read)


def not_carried_out(core: c.Form, *, quick: bool = False) -> str:
    """What in a core is answered in a way that is not carried out, `quick`: by the quick engine; ""
    if there is nothing."""
    return next((why for _, why in refusals(core, quick=quick)), "")


def refusals(form: c.Form, *, quick: bool) -> Iterator[tuple[c.Form, str]]:
    """The forms that are not carried out as they are, each with the reason."""
    for one in form.settings if isinstance(form, c.Settled) else ():
        read = READ[one.name]
        known = (read.open, *read.others, *(read.quick if quick else ()))
        if one.answer and one.answer not in known:
            yield form, f"{one.name}={one.answer} is not carried out"
    waits = form.event if isinstance(form, c.On) else None
    at_the_end = isinstance(waits, c.Event) and waits.verbs == ("game_end",)
    if isinstance(form, c.On) and at_the_end and not all(map(only_counts, form.body)):
        yield form, "at the end of the game only points are counted"
    if isinstance(form, c.Text) and form.home != "character":
        for part in walk(form):
            if isinstance(part, c.Place) and part.row == "under" and part.of == c.Var("this"):
                yield part, "cards lie under Characters only"
    for part in c.parts(form):
        yield from refusals(part, quick=quick)


def only_counts(form: c.Statement) -> bool:
    """Whether a text for the end of the game asks nobody anything, and changes only points."""
    if isinstance(form, c.If):
        return all(map(only_counts, (*form.then, *form.otherwise)))
    return isinstance(form, c.Change | c.Let | c.Points | c.Move)
