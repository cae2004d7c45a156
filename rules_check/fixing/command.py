"""`rules-check FILE... --fix [--unsafe] [--diff]`: what was applied, told line by line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from rules_check.checker import Checker
from rules_check.commands.sheet_options import defaults_of
from rules_check.configuration import configuration_of
from rules_check.fixing.apply import Applied, Fixed, fix_text
from rules_check.fixing.options import CannotFix
from rules_check.fixing.writing import diff_lines, replace_file
from rules_check.glyphs import visible
from rules_check.grammar.cache import Cache
from rules_check.grammar.cardsource import load
from rules_check.grammar.sheets.reading import is_sheet
from rules_check.style.load import Style


def fix_files(args: argparse.Namespace, style: Style | None) -> tuple[list[str], bool]:
    """Fix the files, or show what would change: the lines to print, and whether any changed.

    A file that cannot be read is left to the check, which tells it. Raises CannotFix.
    """
    checker = Checker(None if args.no_cache else Cache(), style)
    lines: list[str] = []
    changed = False
    for path in dict.fromkeys(args.files):
        done = _fixed(path, args, checker)
        if done is None:
            continue
        before, after, fixed, row = done
        changed = changed or after != before
        if args.diff:
            lines.extend(diff_lines(visible(path), before, after, "fixed"))
            continue
        if after != before:
            try:
                replace_file(Path(path).resolve(), after)
            except OSError as error:
                said = (error.strerror or str(error)).lower()
                raise CannotFix(f"{visible(path)} cannot be written: {said}") from error
        lines.extend(_told(path, fixed, row))
    checker.save()
    return lines, changed


def _fixed(
    path: str, args: argparse.Namespace, checker: Checker
) -> tuple[str, str, Fixed, Callable[[int], int]] | None:
    """The text before and after, what was applied, and what reports call a line."""
    if is_sheet(path):
        from rules_check.fixing.sheets import fix_sheet

        given = configuration_of(path).over(defaults_of(args))
        one = fix_sheet(path, given, checker, unsafe=args.unsafe)
        return None if one is None else (one.before, one.after, one.fixed, one.row)
    source = load(path)
    if source.problem is not None:
        return None
    check = partial(checker.check_text, path=path)
    fixed = fix_text(source.text, check, unsafe=args.unsafe)
    return source.text, fixed.text, fixed, lambda line: line


def _told(path: str, fixed: Fixed, row: Callable[[int], int]) -> Iterator[str]:
    """What was done to a file."""
    for one in fixed.applied:
        found = one.found
        place = f"{visible(path)}:{row(found.place.line)}"
        name = f"{visible(found.place.card)}: " if found.place.card else ""
        yield f"{place}  fixed {found.code}  {name}{_said(one)}"
        if one.before != one.after:
            yield from _readings("was read as", one.before)
            yield from _readings("is read as", one.after)
    if fixed.refused:
        yield f"{visible(path)}: left out, for they would do harm: {len(fixed.refused)}"
    if fixed.applied:
        unsafe = sum(not one.safe for one in fixed.applied)
        more = f", {unsafe} of them may change the meaning: read them" if unsafe else ""
        yield f"{visible(path)}: fixed: {len(fixed.applied)}{more}"
        yield ""


def _said(one: Applied) -> str:
    """The edits of a fix in words."""
    fix = one.found.fix
    assert fix is not None
    said = []
    for edit in fix.edits:
        old, new = visible(edit.original), visible(edit.replacement)
        if not edit.original and not edit.length:
            said.append(f'"{new}" put in')
        elif not edit.replacement:
            said.append(f'"{old}" left out')
        else:
            said.append(f'"{old}" is now "{new}"')
    return ", ".join(said)


def _readings(word: str, lines: tuple[str, ...]) -> Iterator[str]:
    for at, line in enumerate(lines or ("  (nothing)",)):
        yield f"    {word if not at else ' ' * len(word)}  {line.strip()}"
