"""`rules-check next TEXT`: what can come next in a text, by the grammar, with sentences."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rules_check.rules.folders import ruleset_names

if TYPE_CHECKING:
    from rules_check.grammar.lexer import Vocabulary
    from rules_check.grammar.next_words import Group, Next
    from rules_check.output.paint import Paint

FORMAT_VERSION: Final = 1
"""Raised when a program that reads the document would have to be changed."""

LONGEST: Final = 4000
"""Letters that a text may have: no card has a tenth of it."""

SHOWN: Final = 12
"""How many words of a group are listed; `--all` and JSON have all."""

EXIT_STOPPED: Final = 1
EXIT_UNUSABLE: Final = 2


class Unusable(Exception):
    """The words of the command cannot be used; the message says why."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "text",
        nargs="+",
        metavar="TEXT",
        help="the beginning of a card text (/ begins a new printed line); what can come at its end"
        " is told, also of a word that is not finished",
    )
    parser.add_argument(
        "--all", action="store_true", help="also the words that only perhaps lead to a sentence"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="for people (default), or for programs such as editors",
    )
    parser.add_argument("--ruleset", help="whose names may be spoken of")
    parser.add_argument(
        "--set", metavar="FILE", help="a card file whose names and keywords may be spoken of, too"
    )


def run(args: argparse.Namespace) -> int:
    """Tell what can come next; the exit status is 1 if no sentence goes on from there."""
    from rules_check.grammar.cache import Cache
    from rules_check.grammar.next_words import NextWords

    text = " ".join(args.text)
    lines = re.split(r"\s*\n\s*|\s+/\s+", text.lstrip())
    try:
        names = _names(args)
        if len(text) > LONGEST:
            raise Unusable(f"the text has {len(text)} letters; at most {LONGEST} are looked at")
    except Unusable as error:
        print(f"rules-check: {error}", file=sys.stderr)
        return EXIT_UNUSABLE
    cache = Cache()
    found = NextWords(names, cache).after(lines)
    cache.save()
    if args.format == "json":
        print(json.dumps(_document(lines, found), indent=2, ensure_ascii=False))
    else:
        _print(lines, found, everything=args.all)
    return 0 if found.begins else EXIT_STOPPED


def _names(args: argparse.Namespace) -> Vocabulary:
    """The names that the text may speak of."""
    from rules_check.checks.subject import names_of
    from rules_check.glyphs import visible
    from rules_check.grammar.cardfile import UNREADABLE, read_card_file, read_card_text
    from rules_check.rules.load import load_ruleset

    rulesets = ruleset_names()
    if args.ruleset is not None and args.ruleset not in rulesets:
        raise Unusable(f"no ruleset {args.ruleset!r}; there are {', '.join(rulesets)}")
    file = read_card_text("", "<text>") if args.set is None else read_card_file(args.set)
    if args.set is not None:
        for found in file.findings:
            if found.code in UNREADABLE:
                raise Unusable(visible(f"{args.set}: {found.message}"))
    name = args.ruleset or file.ruleset or rulesets[0]
    return names_of(file, load_ruleset(name) if name in rulesets else None)


# ------------------------------------------------------------------------- for people


def _print(lines: Sequence[str], found: Next, *, everything: bool) -> None:
    from rules_check.output import wants_colour
    from rules_check.output.paint import Paint

    for line in _told(lines, found, Paint(wants_colour(sys.stdout)), everything=everything):
        print(line)


def _told(lines: Sequence[str], found: Next, paint: Paint, *, everything: bool) -> Iterator[str]:
    from rules_check.glyphs import visible

    if not found.begins:
        typed, rest = lines[-1][: found.at].rstrip(), lines[-1][found.at :].strip()
        yield paint("no standard sentence goes on like this", "error") + (
            f': understanding ends before "{visible(rest)}"' if rest else ""
        )
        if not found.groups:
            return
        yield f'behind "{visible(typed)}" can come' if typed else "a sentence can begin with"
    elif found.letters:
        yield f'words that begin with "{visible(found.letters)}"'
    elif not lines[-1].rstrip(" .:)") or lines[-1].rstrip().endswith((".", ":", ")")):
        yield "a sentence can begin with"
    elif found.ends:
        yield "understood as it is: it can end here, or go on with"
    else:
        yield "not a whole sentence yet: it goes on with"
    rare: list[str] = []
    perhaps: list[str] = []
    for group in found.groups:
        if group.words:
            yield f"  {paint(group.name, 'heading')}: {_listed(group.words, everything)}"
            yield from (f"      {visible(example.text)}" for example in group.examples)
        rare += group.rare
        perhaps += group.perhaps
    if rare:
        yield f"  {paint('seldom', 'heading')}: {_listed(rare, everything)}"
    if perhaps and everything:
        yield f"  {paint('perhaps', 'heading')}: {_listed(perhaps, everything)}"


def _listed(words: Sequence[str], everything: bool) -> str:
    """Words with commas; of many only the first ones."""
    shown = words if everything else words[:SHOWN]
    return ", ".join([*(f'"{word}"' if word == "," else word for word in shown)]) + (
        ", …" if len(shown) < len(words) else ""
    )


# ----------------------------------------------------------------------- for programs


def _document(lines: Sequence[str], found: Next) -> dict[str, object]:
    from rules_check.output.json_ import tool
    from rules_check.version import VERSION

    return {
        "version": FORMAT_VERSION,
        "tool": tool(VERSION),
        "text": list(lines),
        "begins": found.begins,
        "ends": found.ends,
        "line": len(lines),
        "column": found.at + 1,
        "letters": found.letters,
        "groups": [_group(group) for group in found.groups],
    }


def _group(group: Group) -> dict[str, object]:
    return {
        "name": group.name,
        "words": list(group.words),
        "seldom": list(group.rare),
        "perhaps": list(group.perhaps),
        "examples": [
            {"text": example.text.split(" / "), "means": list(example.says)}
            for example in group.examples
        ],
    }
