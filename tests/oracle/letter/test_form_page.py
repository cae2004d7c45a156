"""The page that shows, form by form, what the interpreter does: made from its source."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent

from rules_check.grammar.core.carried_out import READ
from rules_check.grammar.core.checker import check
from rules_check.grammar.core.forms import FORMS, Core, Form, parts
from rules_check.grammar.core.printer import printed
from rules_check.grammar.core.reader import read_core
from rules_check.grammar.core.rows import SETTINGS
from rules_check.grammar.core.translate import cores
from rules_check.grammar.parse import parse_lines, vocabulary
from rules_check.grammar.questions import Nature, ask, keywords_of
from tests.conftest import Golden

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "letter.md"
MARKER = "<!-- From here on: written by `make golden`, from oracle/letter -->"
EXAMPLES = Path(__file__).with_name("examples.txt")

DOORS = (
    ("values", "value"),
    ("conditions", "is_so"),
    ("events", "fits"),
    ("events", "within"),
    ("statements", "run"),
)
"""The functions that take forms apart, in the order of docs/meaning.md."""

ALONE = {"Did": ("events", "did")}
"""Forms with a function of their own, which no door calls."""

WHOLE = frozenset({"Core", "Text"})
"""Whole texts: where each works is in `standing.py`, `turn.py` and `attack.py`, by its home."""

NAMES = vocabulary({"Weakness"})

NO_LINE = frozenset({"Quote"})
"""Forms that only JSON can write."""

BEHIND: Mapping[str, tuple[str, ...]] = {
    "Var": ("values.together",),
    "Place": ("values.controlled", "values.origin"),
    "Attribute": ("values.of_one", "values.of_card", "values.came_from"),
    "Group": ("values.sat", "values.facing"),
    "Fold": ("values.FOLDS",),
    "Arithmetic": ("values.RECKONED",),
    "Did": ("events.facts_in", "events.as_told", "events.counting_as"),
    "Quote": ("values.texts_of",),
    "Compare": ("conditions.equal", "conditions.among"),
    "Status": ("conditions.for_player", "statements.in_all"),
    "Becomes": ("standing.has_become",),
    "Span": ("standing.expire", "events.is_over"),
    "Until": ("standing.end_with",),
    "Result": ("statements.in_all",),
    "ForEach": ("statements.parts_together",),
    "Repeat": ("statements.is_begun", "statements.goes_on", "statements.distance"),
    "Choose": ("choosing.candidates", "choosing.choose_cards", "choosing.is_for_nothing"),
    "Offer": ("statements.may", "statements.pick", "possible.possible"),
    "Move": ("acts.destination", "acts.carry", "acts.shift"),
    "Play": ("acts.play_card",),
    "Attack": ("attack.aimed_at", "attack.forestall", "attack.defend", "attack.strike"),
    "Do": ("acts.avoid", "attack.may_use"),
    "Proceed": ("acts.stepped_in", "acts.shift"),
    "On": ("standing.happen", "standing.set_off", "standing.is_due", "waiting.resolve"),
    "Option": ("using.may_use", "using.is_used_up", "attack.pay_for_it"),
    "Change": ("standing.changed", "standing.made_of", "standing.look_at_power"),
    "Forbid": ("standing.is_forbidden", "standing.forbids"),
    "Text": ("standing.standing", "standing.of_player", "standing.said"),
    "Core": ("acts.play_card",),
}
"""What carries the meaning of a form further on, where its function only begins it."""


@dataclass(frozen=True)
class Shown:
    """What is done for a form: in which module, the case, and the functions that it calls."""

    module: str
    case: str
    functions: tuple[str, ...]


@cache
def module(name: str) -> tuple[str, dict[str, ast.stmt]]:
    """The source of a module of the interpreter, with its functions and tables."""
    source = inspect.getsource(import_module(f"rules_check.oracle.letter.{name}"))
    found: dict[str, ast.stmt] = {}
    for one in ast.parse(source).body:
        match one:
            case ast.FunctionDef(name=named) | ast.AnnAssign(target=ast.Name(id=named)):
                found[named] = one
            case _:
                pass
    return source, found


def piece(source: str, node: ast.AST) -> str:
    """The lines of a node, without what it is indented by."""
    lines = source.splitlines()[node.lineno - 1 : node.end_lineno]  # type: ignore[attr-defined]
    return dedent("\n".join(lines))


def imported(name: str) -> dict[str, str]:
    """From which module of the interpreter a module takes which names."""
    tree = ast.parse(module(name)[0])
    return {
        alias.name: (node.module or "").rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and "oracle.letter" in (node.module or "")
        for alias in node.names
    }


def cases(name: str, door: str) -> Iterator[tuple[str, Shown]]:
    """The forms that a function takes apart, each with what is done for it."""
    source, functions = module(name)
    for node in ast.walk(functions[door]):
        if not isinstance(node, ast.match_case):
            continue
        said = ast.unparse(node.pattern)
        if said.count("c.") > 3:  # handed on to another module
            continue
        lines = source.splitlines()[node.pattern.lineno - 1 : node.body[-1].end_lineno]
        called = [
            one.func.id
            for part in node.body
            for one in ast.walk(part)
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
        ]
        shown = tuple(dict.fromkeys(x for x in called if x not in ("value", "items", "Outcome")))
        for form in re.findall(r"c\.(\w+)\(", said):
            yield form, Shown(name, dedent("\n".join(lines)), shown)


def found(name: str, function: str) -> tuple[str, str] | None:
    """The source of a function of the interpreter that a module calls, and where it stands."""
    where = name if function in module(name)[1] else imported(name).get(function, "")
    if not where or function not in module(where)[1]:
        return None
    source, functions = module(where)
    return where, piece(source, functions[function])


def forms_in(form: Form) -> Iterator[str]:
    """The names of a form and of all below it."""
    yield type(form).__name__
    for one in parts(form):
        yield from forms_in(one)


@dataclass(frozen=True)
class Example:
    """A text that shows a form: its words, its core, and whether that was written by hand."""

    words: str
    core: str
    by_hand: bool


@cache
def examples() -> dict[str, Example]:
    """For each form its example."""
    found: dict[str, Example] = {}
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    told = "\n".join(line for line in lines if not line.startswith("#"))
    for block in re.split(r"\n(?=\w)", told):
        head, _, written = block.partition("\n")
        form, _, words = head.partition(": ")
        core = dedent(written) if written else printed(core_of(words))
        found[form] = Example(words, core.rstrip(), bool(written))
    return found


def core_of(words: str) -> Core:
    """What words say in the core; they can be read in one way."""
    parsed = parse_lines(words.split(" / "), NAMES)
    assert parsed.understood, words
    asked = ask(parsed.text, Nature(keywords=keywords_of(parsed.text)))
    (reading,) = cores(asked)
    assert isinstance(reading.core, Core), words
    return reading.core


def of_forms() -> dict[str, list[Shown]]:
    """Of every form what is done for it."""
    made: dict[str, list[Shown]] = {name: [] for name in FORMS}
    for name, door in DOORS:
        for form, shown in cases(name, door):
            if shown not in made[form]:
                made[form].append(shown)
    for form, (name, function) in ALONE.items():
        made[form].append(Shown(name, "", (function,)))
    return made


def reference() -> Iterator[str]:
    """The page behind its introduction."""
    yield MARKER
    yield ""
    told: dict[str, str] = {}
    for form, several in of_forms().items():
        yield f"## {form}"
        yield ""
        yield re.sub(r"\s+", " ", (FORMS[form].__doc__ or "").partition("\n\n")[0])
        yield ""
        if form in examples():
            example = examples()[form]
            yield from (f"> {example.words}", "", "```", example.core, "```", "")
        for shown in several:
            if shown.case:
                yield from (f"`{shown.module}.py`", "", "```py", shown.case, "```", "")
            for function in shown.functions:
                yield from source_of(shown.module, function, form, told)
        for behind in BEHIND.get(form, ()):
            name, _, function = behind.partition(".")
            yield from source_of(name, function, form, told)
    yield from settings()


def source_of(name: str, function: str, form: str, told: dict[str, str]) -> Iterator[str]:
    """A function or table with its source; if that was shown before, under which form."""
    here = found(name, function)
    if here is None:
        return
    if told.setdefault(function, form) == form:
        yield from (f"`{here[0]}.py`", "", "```py", here[1], "```", "")
    else:
        yield from (f"`{function}`: see {told[function]}.", "")


def settings() -> Iterator[str]:
    """The table of the settings."""
    yield "## Settings"
    yield ""
    yield (
        "What a setting is read as that no book, text or ruling settles, and which of its other"
        " answers are carried out. A core with any other answer is refused. The question is that of"
        " `rules/patterns.toml` which asks for it; where there is none, the translation settles it."
    )
    yield ""
    yield "| setting | of | asks | open is read as | also carried out | question |"
    yield "|---|---|---|---|---|---|"
    for name, row in SETTINGS.items():
        read = READ[name]
        others = ", ".join(f"`{one}`" for one in read.others)
        is_open = f"`{read.open}`" if read.open else "no"
        question = f"`{row.question}`" if row.question else ""
        yield f"| `{name}` | `{row.form}` | {row.asks} | {is_open} | {others} | {question} |"


def test_it_shows_the_source(golden: Golden) -> None:
    written, marked, _ = PAGE.read_text(encoding="utf-8").partition(MARKER)
    assert marked
    golden(PAGE, written + "\n".join(reference()).rstrip() + "\n")


def test_every_form_is_carried_out_somewhere() -> None:
    assert [name for name, shown in of_forms().items() if not shown and name not in WHOLE] == []


def test_every_form_has_an_example_of_its_own_that_shows_it() -> None:
    assert set(examples()) == set(FORMS) - NO_LINE
    assert len({one.words for one in examples().values()}) == len(examples())
    for form, example in examples().items():
        core = read_core(example.core)
        assert check(core) == [], form
        assert form in forms_in(core)


def test_words_that_can_be_read_need_no_core_by_hand() -> None:
    by_hand = [one.words for one in examples().values() if one.by_hand]
    assert not any(parse_lines(words.split(" / "), NAMES).understood for words in by_hand)


def test_what_is_shown_behind_a_form_is_there() -> None:
    shown = [one for several in BEHIND.values() for one in several]
    assert [one for one in shown if found(*one.split(".")) is None] == []


CITED = re.compile(r"\b(?:(?:CONF|HU|RBJ|RSB)-[A-Z]+\d+|(?:CB|[A-F])-\d\d)\b")


def test_every_rule_that_the_page_cites_is_there() -> None:
    rules = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("rules/*.toml"))
    cited = set(CITED.findall(PAGE.read_text(encoding="utf-8")))
    assert len(cited) > 20
    assert [one for one in sorted(cited) if f'"{one}"' not in rules] == []
