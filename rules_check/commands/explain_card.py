"""`rules-check explain FILE CARD`: all that there is to say about one card of a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_check.checker import CardResult, Checker, FileResult
from rules_check.commands.explain_core import TextCores, cores_of
from rules_check.configuration import configuration_of
from rules_check.diagnostics import Diagnostic
from rules_check.echo import echo_card
from rules_check.fitting import width_of
from rules_check.glyphs import visible
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardfile import read_card_file
from rules_check.grammar.cardmodel import CardFile
from rules_check.grammar.codec import outline
from rules_check.grammar.findings import Finding
from rules_check.graph.quick import QuickInteractions
from rules_check.output import wants_colour
from rules_check.output.paint import Paint
from rules_check.output.report import CardProof, plural
from rules_check.output.text import block
from rules_check.play.table import Unusable, one_of
from rules_check.prove.games import QuickGames
from rules_check.prove.outcomes import HOLDS
from rules_check.prove.quick import BOUND, QuickProofs
from rules_check.prove.refusals import Refusals
from rules_check.rules.language import told


def explain_card(args: argparse.Namespace) -> int:
    """Print the card that is meant. Raises Unusable for one that is not there."""
    if args.format != "text":
        path = visible(args.what[0])
        raise Unusable(f"rules-check {path} --format {args.format} tells it for programs")
    file, name = named_card(args.what)
    cache = Cache()
    proofs = QuickProofs(cache, quiet=True)
    only = _Only(name, proofs)
    provers = (Refusals(cache), only, QuickInteractions(cache, quiet=True))
    shower = _OnlyGames(name, QuickGames(cache, True, None))
    checker = Checker(cache, None, provers, shower, everything=True)
    try:
        result = checker.check(file)
    finally:
        checker.save()
    colour = wants_colour(sys.stdout, no_color=args.no_color)
    lines = {file.row(card.name_span.line) for card in file.cards if card.name == name}
    about = [
        one
        for one in result.diagnostics
        if one.place.card == name or any(place.line in lines for place in one.related)
    ]
    cards = [one for one in result.cards if one.card.name == name]
    made = [cores_of(one.subject) if args.core and one.understood else None for one in cards]
    pairs = zip(cards, made, strict=True)
    print("\n".join(_told(result, pairs, about, proofs.proofs, colour, args.ast)))
    whole = all(one is None or one.whole for one in made)
    return 1 if not whole or any(one.severity.value == "error" for one in about) else 0


def named_card(what: Sequence[str]) -> tuple[CardFile, str]:
    """A file and the name of a card in it, which may be shortened. Raises Unusable."""
    path, *words = what
    file = read_card_file(path, configuration_of(path).given)
    names = list(dict.fromkeys(card.name for card in file.cards))
    if not names:
        raise Unusable(f"{visible(path)}: there is no card in this file")
    if not words:
        raise Unusable(f"{visible(path)}: which card? There are {', '.join(map(visible, names))}")
    return file, one_of(" ".join(words), names, f"card of {visible(path)}")


@dataclass(frozen=True, slots=True)
class _Only:
    """Proves one card of a file, and leaves out the others."""

    name: str
    proofs: QuickProofs

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """The findings about this card."""
        return self.proofs(file, [one for one in cards if one.card.name == self.name], findings)


@dataclass(frozen=True, slots=True)
class _OnlyGames:
    """Looks for games about one card of a file, and leaves out the others."""

    name: str
    games: QuickGames

    def __call__(
        self, file: CardFile, cards: Sequence[CardResult], findings: Sequence[Finding]
    ) -> list[Finding]:
        """The findings, with games where they are about this card."""
        mine = [one for one in findings if one.card == self.name]
        others = [one for one in findings if one.card != self.name]
        return [*others, *self.games(file, cards, mine)]


def _told(
    result: FileResult,
    cards: Iterable[tuple[CardResult, TextCores | None]],
    about: Sequence[Diagnostic],
    proofs: Sequence[CardProof],
    colour: bool,
    tree: bool,
) -> Iterator[str]:
    """What the card is, how it is read, what is proved of it, and what there is to say."""
    paint = Paint(colour)
    for one, made in cards:
        card = one.card
        line = card.name_span.line
        place = f"{visible(result.file.path)}:{result.file.row(line)}"
        yield f"{paint(place, 'place')}  {paint(visible(card.name), 'result')}"
        if card.line is not None:
            yield f"  {visible(result.file.lines[line])}"
        yield from (f"  {visible(printed.text)}" for printed in card.printed)
        yield ""
        yield paint("read as", "heading")
        yield from echo_card(one)[1:]
        if tree and one.understood:
            yield from (f"    {row}" for row in outline(one.subject.text))
        if made is not None:
            yield ""
            yield paint("core", "heading")
            yield from _core(made)
        for proof in (p for p in proofs if p.line == result.file.row(line)):
            yield ""
            yield f"{paint('proofs', 'heading')} ({plural(proof.paths, 'path')})"
            by_word: dict[str, list[str]] = {}
            for property_, word in proof.properties.items():
                by_word.setdefault(word, []).append(property_)
            for word, names in by_word.items():
                said = f"holds with at most {BOUND} card in each zone" if word == HOLDS else word
                yield f"  {said}: {', '.join(names)}"
    for found in about:
        yield ""
        yield from block(found, colour=colour, width=width_of(sys.stdout))
    if not about:
        yield ""
        yield "nothing was found: no question, no remark on its wording, no interaction"


def _core(made: TextCores) -> Iterator[str]:
    """The cores of a card, numbered where its wording is open, with the answers of each."""
    for number, one in enumerate(made.readings, 1):
        if len(made.readings) > 1:
            answers = "; ".join(told(question).answered(key) for question, key in one.choices)
            yield f"  {number}. {answers}"
        yield from (f"    {line}" for line in one.lines())
    if made.more:
        yield f"  these are the first {len(made.readings)} readings: there are more"
