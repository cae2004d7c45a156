"""Text that was not understood: where, what could have come, and what was perhaps meant."""

from __future__ import annotations

from collections.abc import Iterator

from rules_check.checks.large_numbers import is_too_large
from rules_check.checks.repairs import repair, understood_freely
from rules_check.checks.subject import Subject
from rules_check.grammar.ast import CardType
from rules_check.grammar.attach import Opener
from rules_check.grammar.findings import Edit, Finding
from rules_check.grammar.lexer import Word
from rules_check.grammar.lines import Trouble
from rules_check.grammar.loose_guards import understood_elsewhere
from rules_check.grammar.parse import Parser
from rules_check.grammar.reading import MOST_WORDS

MOST_EXPECTED = 6
"""How many things that could have come next are listed."""

DONE = frozenset(
    {
        Opener.IF_YOU_DO,
        Opener.IF_THEY_DO,
        Opener.IF_FOE_DO,
        Opener.IF_YOU_DO_BOTH,
        Opener.IF_THEY_DO_BOTH,
        Opener.IF_FOE_DO_BOTH,
    }
)
"""What begins a sentence about something that was done; "Otherwise" is not its like."""


def check(subject: Subject, parser: Parser) -> Iterator[Finding]:
    """Findings for everything in a card that was not understood, and for unknown names."""
    for trouble in subject.parsed.troubles:
        if trouble.detail != "definition" and not _at_large_number(trouble):  # told elsewhere
            yield _finding(subject, trouble, parser)
    unbalanced = {trouble.line for trouble in subject.parsed.troubles if trouble.code == "RC106"}
    for remark in subject.parsed.remarks:
        if remark.line not in unbalanced:
            yield _finding(subject, remark, parser)
    for spoken in subject.parsed.spoken:
        for word in spoken.words:
            if word.is_unknown_name and not spoken.free:  # there every word is one of the lexicon
                yield _unknown_name(subject, spoken.line, word)


def _at_large_number(trouble: Trouble) -> bool:
    """Whether understanding ends at a number that is too large."""
    return trouble.at < len(trouble.words) and is_too_large(trouble.words[trouble.at])


def _finding(subject: Subject, trouble: Trouble, parser: Parser) -> Finding:
    if trouble.code == "RC101" and trouble.words:
        return _not_understood(subject, trouble, parser)
    span = subject.span(trouble.line, trouble.start, trouble.end)
    message, label, way = _told(trouble)
    return Finding(trouble.code, message, span, label, subject.card.name, help=way)


PARENTHESES = {
    "deep": "parentheses inside parentheses",
    "close": "closed here, but never opened",
    "open": "opened, but not closed on this line",
}
"""What is wrong with parentheses."""


KEYWORDS = {
    "colon": (
        "a keyword of the set has no colon",
        "it says everything",
        "put a full stop, or what follows on a line of its own",
    ),
    "number": (
        "the keyword needs a number",
        "which number?",
        "write the number behind it, as in `Ambush 2`",
    ),
    "no number": (
        "the keyword has no number",
        "defined without one",
        "take the number away, or define it with `N` in the header",
    ),
}
"""What is wrong with the use of a keyword that the set defines."""


def _told(trouble: Trouble) -> tuple[str, str, str]:
    """What is said about a trouble: the message, the label under the caret, and the help."""
    match trouble.code:
        case "RC101" if trouble.detail in KEYWORDS:
            text, label, way = KEYWORDS[trouble.detail]
            return f"text not understood: {text}", label, way
        case "RC101":
            empty = trouble.detail == "empty"
            text = "the text ends after the keyword" if empty else "an option is missing"
            return f"text not understood: {text}", "nothing follows", ""
        case "RC104":
            message = f"sentence too long: {len(trouble.words)} words (at most {MOST_WORDS})"
            label = f"word {MOST_WORDS + 1} of the sentence"
            return message, label, "split the sentence into shorter ones"
        case "RC105":
            way = "split the sentence into shorter ones"
            return "parsing this sentence took too long", "given up here", way
        case "RC106":
            way = "write reminder text in one pair of parentheses on one line"
            return "parentheses do not match", PARENTHESES[trouble.detail], way
        case "RC107":
            label = "plays no part in the game"
            return "the reminder was not understood", label, "check it by eye, or reword it"
        case "RC211":
            message = "the reminder says something else than its keyword means"
            way = "take over the words of the definition, or leave the reminder out"
            return message, "the definition in the header holds", way
        case "RC203" if trouble.expected:
            fitting = " or ".join(f'"{words}, …"' for words in trouble.expected)
            message = f'"{trouble.detail}" speaks of somebody else than the sentence before'
            return message, "who was told to do it?", f"write {fitting}"
        case "RC203" if trouble.detail not in {opener.value for opener in Opener}:
            message = f'"{trouble.detail}" compares with something that is not said before it'
            return message, "with what?", "say it in full"
        case "RC203" if trouble.asked:
            message = f'"{trouble.detail}" does not go with the condition before it'
            otherwise = "" if trouble.detail in DONE else ', and write "Otherwise, …"'
            way = (
                "put it right behind the sentence that it goes with, in the same line"
                f"{otherwise}; or say the whole condition"
            )
            return message, "which condition?", way
        case "RC203":
            message = f'"{trouble.detail}" with no condition or choice before it'
            way = (
                'say before it what it depends on: "If …, … . Otherwise, …" or'
                ' "You may … . If you do, …"'
            )
            return message, "what does this belong to?", way
        case "RC206":
            way = (
                'write "Block (2)" or "Block: You may discard this card during a'
                " Confrontation. If you do, add 2 to a Character's cost this turn.\""
            )
            return "a Block without an amount", "by how much is the cost raised?", way
        case "RC209":
            word = trouble.words[trouble.at].text.lower()
            way = f'write "Each foe {word} …", or "{word.removesuffix("s")} …" if it is you'
            return f'"{word}" says that somebody does it, but not who', "who?", way
        case _:
            return "text not understood", "", ""


def _not_understood(subject: Subject, trouble: Trouble, parser: Parser) -> Finding:
    words = trouble.words
    at_end = trouble.at >= len(words)
    span = subject.span(trouble.line, trouble.start, trouble.end)
    card = subject.card.name
    if trouble.detail == "sense":
        return Finding(
            "RC101",
            "the words are known, but together they make no sense",
            span,
            "no meaning was found for this sentence",
            card,
            help=_own_keyword_help(subject, words) or nearest(words),
        )
    notes: list[str] = []
    expected = _expected(trouble, parser)
    if expected:
        notes.append(f"could have come here: {', '.join(expected)}")
    strange = _used_nowhere(trouble)
    if strange:
        notes.append(f"no card uses {strange}")
    better = repair(subject, trouble, parser)
    helps: list[str] = []
    edits: tuple[Edit, ...] = ()
    meant = own_keyword(subject, words)
    if meant is not None:
        helps.append(meant)
    if better:
        printed = subject.card.printed[trouble.line]
        if all(one.fix for one in better):
            edits = tuple(Edit(printed.span(one.start, one.end), one.text) for one in better)
        helps.extend(one.told for one in better)
    if not better:
        meant_, edits = _near(subject, trouble, parser)
        helps.extend(meant_)
    close = "" if helps and not better else nearest(words)
    if close:
        helps.append(close)
    if at_end:
        return Finding(
            "RC101",
            "text not understood: the sentence stops too early",
            span,
            "something is missing here",
            card,
            tuple(notes),
            "; ".join(helps),
            edits,
        )
    word = words[trouble.at]
    known = "" if word.kind else " (no card uses this word)"
    if not word.kind and understood_freely(word.text):
        known = " (in other sentences this word is understood)"
    if not word.kind and understood_elsewhere(word.text):
        known = " (in other sentences this is understood; here it could mean something else)"
    return Finding(
        "RC101",
        f'text not understood from "{word.text}" on',
        span,
        f"understanding ended here{known}",
        card,
        tuple(notes),
        "; ".join(helps),
        edits,
    )


MOST_STRANGE = 3
"""Where more words are strange, it is no card text."""


def _used_nowhere(trouble: Trouble) -> str:
    """The words further on that nobody knows: understanding cannot get past these either."""
    later = trouble.words[trouble.at + 1 :]
    unknown = (word for word in later if not word.kind and word.text[:1].isalpha())
    strange = [
        word.text
        for word in unknown
        if not (understood_freely(word.text) or understood_elsewhere(word.text))
    ]
    found = list(dict.fromkeys(strange))
    return " or ".join(f'"{text}"' for text in found) if len(found) <= MOST_STRANGE else ""


def _near(subject: Subject, trouble: Trouble, parser: Parser) -> tuple[list[str], tuple[Edit, ...]]:
    """The nearest wordings with what each would mean, and a fix if there is one that is sure."""
    from rules_check.checks.nearest import nearest_wordings

    found = nearest_wordings(subject, trouble, parser)
    if len(found) > 1:
        told = " or ".join(f"{one.told()}" for one in found)
        return [f"did you mean one of these: {told}"], ()
    if not found:
        return [], ()
    (one,) = found
    printed = subject.card.printed[trouble.line]
    span = printed.span(trouble.words[0].start, trouble.words[-1].end)
    edits = (Edit(span, one.sentence),) if one.sure else ()
    return [f"did you mean {one.told()}"], edits


def _expected(trouble: Trouble, parser: Parser) -> list[str]:
    from rules_check.grammar.plainwords import describe

    found = describe(trouble.expected, parser.lexer.surface)
    return found if len(found) <= MOST_EXPECTED else [*found[:MOST_EXPECTED], "…"]


def own_keyword(subject: Subject, words: tuple[Word, ...]) -> str | None:
    """What to say where a whole sentence looks like a keyword that the set does not define."""
    from difflib import get_close_matches

    first, *more = words
    names = [keyword.name for keyword in subject.file.keywords]
    if not all(word.value.isdecimal() for word in more):
        return None
    if first.value in names:
        return f"{first.text} stands for a whole line of text: put it on a line of its own"
    if not first.is_name:
        return None
    close = get_close_matches(first.text, names, 1, 0.6)
    if close:
        return f'did you mean "{close[0]}"?'
    said = f"`keyword {first.text}: …`"
    return f"if it is a keyword of this set, say in the header what it means: {said}"


def _own_keyword_help(subject: Subject, words: tuple[Word, ...]) -> str:
    """What can be done with keywords of the set, if a sentence speaks of one."""
    own = {keyword.name for keyword in subject.file.keywords}
    if own.isdisjoint(word.value for word in words):
        return ""
    return "a text can call cards by a keyword of the set, but it cannot give it to them"


def nearest(words: tuple[Word, ...]) -> str:
    """The known sentence that is most like these words, if one is like them at all."""
    from difflib import SequenceMatcher

    from rules_check.grammar.plainwords import phrases

    said = [word.value for word in words]
    best, score = "", 0.0
    for phrase in phrases():
        matcher = SequenceMatcher(None, said, phrase.lower().rstrip(".").split())
        if matcher.real_quick_ratio() > score and matcher.ratio() > score:
            best, score = phrase, matcher.ratio()
    return f'a sentence that is understood: "{best}"' if score >= 0.5 else ""


def _unknown_name(subject: Subject, line: int, word: Word) -> Finding:
    from difflib import get_close_matches

    names = [card.name for card in subject.file.cards]
    if subject.ruleset is not None:
        names += [basic.name for basic in subject.ruleset.basics]
    names += [keyword.name for keyword in subject.file.keywords]
    names += [kind.value for kind in CardType] + ["Super-Villain", "Weakness"]
    close = get_close_matches(word.value, names, 1, 0.7)
    help_ = (
        f'did you mean "{close[0]}"?'
        if close
        else f'add a card of that name, or "names: {word.value}" to the header'
        " if it is in another set"
    )
    span = subject.span(line, word.start, word.end)
    edits = (Edit(span, close[0]),) if close else ()
    return Finding(
        "RC102",
        f'"{word.text}" is no card of this set and no basic card',
        span,
        "unknown name",
        subject.card.name,
        help=help_,
        edits=edits,
    )
