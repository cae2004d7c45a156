"""Every command tells its options and gives examples, and the examples are right."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator

from rules_check.cli import COMMANDS, parser_of
from rules_check.commands.examples import all_examples
from tests.together import all_of


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every parser, those of actions too."""
    for name in COMMANDS:
        parser = parser_of(name)
        yield name, parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from ((f"{name} {word}", one) for word, one in action.choices.items())


PARSERS = dict(parsers())


def test_examples_are_of_commands_that_there_are() -> None:
    assert set(all_examples()) == set(PARSERS)


@all_of("name", PARSERS)
def test_every_option_is_explained(name: str) -> None:
    bare = [
        action.option_strings or action.dest
        for action in PARSERS[name]._actions
        if not isinstance(action, argparse._SubParsersAction)
        if action.help is not argparse.SUPPRESS and len((action.help or "").split()) < 2
    ]
    assert bare == []


@all_of("name", PARSERS)
def test_the_help_has_examples_that_can_be_typed(name: str) -> None:
    shown = PARSERS[name].format_help()
    assert "\nexamples:\n" in shown
    command = name.partition(" ")[0]
    for words, what in all_examples()[name]:
        assert f"  rules-check {command} {words}".rstrip() in shown
        assert what in shown
        PARSERS[command].parse_args(shlex.split(words))
