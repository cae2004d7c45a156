"""Keywords that a set coins for itself (RC019, RC403), and their definitions as texts to check.

A definition is checked as if it were the text of a card of which nothing else is known. What is
found in it is reported in the header, once, and not on the cards that use the keyword.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules_check.checks.subject import Subject
from rules_check.grammar.cardmodel import Card, CardFile, OwnKeyword
from rules_check.grammar.coined import MOST_UNFOLDED, SAMPLE, Use, fill, unfolded
from rules_check.grammar.findings import Finding, Span, quoted
from rules_check.grammar.lexer import Vocabulary
from rules_check.grammar.parse import Parsed, Parser


@dataclass
class Definitions:
    """The definitions of one file, and what was found in them so far."""

    file: CardFile
    names: Vocabulary
    parser: Parser
    parsed: dict[str, Parsed] = field(default_factory=dict)
    told: dict[str, set[str]] = field(default_factory=dict)
    places: dict[Span, str] = field(default_factory=dict)
    """Where keywords are used on cards."""

    def cards(self) -> Iterator[tuple[Card, Parsed]]:
        """Each usable definition as a card, with what was understood of it."""
        for keyword in self.file.keywords:
            if not self.parser.taken(keyword.name, self.names):
                parsed = self.parse([keyword.text.text], keyword)
                self.parsed[keyword.name] = parsed
                yield Card(keyword.name, keyword.span, None, (keyword.text,)), parsed

    def parse(self, lines: Sequence[str], keyword: OwnKeyword) -> Parsed:
        """Understand a definition, with some number in the place of its number."""
        number = SAMPLE if keyword.numbered else None
        return self.parser.parse([fill(line, number) for line in lines], self.names)

    def parse_named(self, lines: Sequence[str], name: str) -> Parsed:
        """The same for the definition of a keyword by name."""
        return self.parse(lines, next(k for k in self.file.keywords if k.name == name))

    def tell(self, name: str, findings: Iterable[Finding]) -> list[Finding]:
        """What was found in a definition, as findings of the header."""
        found = [replace(finding, card="") for finding in findings]
        self.told.setdefault(name, set()).update(finding.code for finding in found)
        return found

    def untold(self, subject: Subject, findings: Iterable[Finding]) -> Iterator[Finding]:
        """What was found on a card, without what its keywords' definitions are told already."""
        places = {subject.span(u.line, u.start, u.end): u.name for u in subject.parsed.uses}
        self.places |= places
        for finding in findings:
            if finding.code not in self.told.get(places.get(finding.span, ""), ()):
                yield finding

    def lifted(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """What was found in playing; what is said of a keyword goes to its definition, once."""
        spans = {keyword.name: keyword.span for keyword in self.file.keywords}
        seen: set[Finding] = set()
        for finding in findings:
            name = self.places.get(finding.span)
            if name is not None and finding.witness is None:
                finding = replace(finding, span=spans[name], card="")
                if finding in seen:
                    continue
                seen.add(finding)
            yield finding

    def check(self) -> Iterator[Finding]:
        """What is wrong with the keywords themselves, once all cards are read."""
        uses = {name: parsed.uses for name, parsed in self.parsed.items()}
        named = {name: [use.name for use in own] for name, own in uses.items()}
        long = {name for name in named if unfolded(name, named) > MOST_UNFOLDED}
        inside = {use.name for name, own in uses.items() for use in own if use.name != name}
        for keyword in self.file.keywords:
            taken = self.parser.taken(keyword.name, self.names)
            if taken:
                yield _taken(keyword, taken)
                continue
            for use in uses[keyword.name]:
                if keyword.name in _reached(use.name, uses):
                    yield _circle(keyword, use)
                    break
            else:
                if keyword.name in long and not any(u.name in long for u in uses[keyword.name]):
                    yield _too_long(keyword)
            if keyword.name not in {*self.places.values(), *inside}:
                yield _unused(keyword)


def _reached(name: str, uses: Mapping[str, Sequence[Use]]) -> set[str]:
    """A keyword, and all that its definition uses, also in several steps."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [use.name for use in uses.get(name, ())]
    return found


def _taken(keyword: OwnKeyword, what: str) -> Finding:
    return Finding(
        "RC019",
        f"{quoted(keyword.name)} is {what}, and cannot be a keyword of the set",
        keyword.span,
        f"already {what}",
        help="give the keyword another name",
    )


def _circle(keyword: OwnKeyword, use: Use) -> Finding:
    called = f"{'an' if keyword.name[0] in 'AEIOU' else 'a'} {keyword.name} card"
    return Finding(
        "RC019",
        f"the keyword {quoted(keyword.name)} is defined by itself",
        keyword.text.span(use.start, use.end),
        "its meaning would never end",
        help=f'say what happens in other words; cards may still be called by it ("{called}")',
    )


def _too_long(keyword: OwnKeyword) -> Finding:
    return Finding(
        "RC019",
        f"the keyword {quoted(keyword.name)} stands for more than {MOST_UNFOLDED} other keywords",
        keyword.span,
        "its text would be too long",
        help="let its text, and those of the keywords in it, use fewer of them",
    )


def _unused(keyword: OwnKeyword) -> Finding:
    return Finding(
        "RC403",
        f"no card has the keyword {quoted(keyword.name)}",
        keyword.span,
        "defined, but not used",
        help=f"write `{keyword.name}` on a line of a card, or take the definition away",
    )
