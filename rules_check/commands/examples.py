"""Examples of every command, for the end of its `--help`: words of a command line, and what they
are for. They name files that a user has, so they are parsed in the tests and not run."""

from __future__ import annotations

from typing import Final

PROGRAM: Final = "rules-check"

EXAMPLES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "check": (
        ("my-set.txt", "check a card file"),
        ("cards 'drafts/*.csv' --fail-on warning", "a folder and some sheets"),
        ("my-set.txt --fix", "mend what keeps the meaning, then check"),
        ("my-set.csv --ruleset confrontations --no-proofs", "a sheet, and the wording only"),
        ("my-set.txt --format sarif", "for code scanning"),
    ),
    "explain": (
        ("'You may discard a card. If you do, draw two cards.'", "a text"),
        ("my-set.txt 'Salvage Crew'", "a card of a file, with its proofs"),
        ("RC301", "a code"),
        ("CONF-CF23", "a rule, a clarification or a question"),
    ),
    "fmt": (
        ("my-set.txt", "put a card file in order"),
        ("--check cards/my-set.txt", "is it in order? for CI"),
        ("-", "from standard input to standard output, for editors"),
    ),
    "convert": (
        ("my-set.txt my-set.csv", "a card file as a spreadsheet"),
        ("my-set.xlsx my-set.txt --ruleset confrontations", "a workbook as a card file"),
        ("page.txt - --set 'My Cards' --ruleset heroes-unite", "a pasted page, printed"),
    ),
    "meaning": (
        ("my-set.txt", "an outline of each card"),
        ("my-set.txt --format json -o my-set.json", "as data"),
        ("heroes-unite", "all cards of a game"),
    ),
    "diff": (
        ("old.txt new.txt", "two versions of a set"),
        ("--text 'Draw a card.' 'You may draw a card.'", "two texts"),
    ),
    "graph": (
        ("my-set.txt", "loops, and orders that matter"),
        ("my-set.txt -o my-set.svg", "as a picture"),
    ),
    "search": (
        ("does:draw my-set.txt", "cards that draw"),
        ("'type:Hero cost:<=4 -keyword:Attack' my-set.txt", "cheap Heroes without an Attack"),
        ("'when:discard>does:draw' cards/my-set.txt --quiet", "names only"),
    ),
    "stats": (
        ("my-set.txt", "a table"),
        ("my-set.txt --format svg -o curve.svg", "the curve of the costs"),
    ),
    "prove": (
        ("my-set.txt", "all properties, for the cards of a file"),
        ("card-conservation --game heroes --bound 2", "one property, with up to two cards a zone"),
        ("--list", "the properties"),
    ),
    "test": (
        ("my-set.toml", "play the scenarios of a file"),
        ("--init my-set.txt --card 'Salvage Crew' -o my-set.toml", "write a first one"),
        ("scenarios --only 'tide*' --verbose", "some of a folder, with their games"),
    ),
    "rulebook": (
        ("confrontations", "what the book leaves open"),
        ("--between confrontations heroes-unite", "between two books"),
        ("heroes --coverage --list missing", "rules that nothing exercises"),
    ),
    "play": (
        ("confrontations --seed 7", "one game, printed"),
        ("confrontations --human Superman", "play along"),
        ("confrontations --cards my-set.txt --save game.json", "with cards of your own"),
        ("--replay game.json --why", "the same game again, with its rules"),
    ),
    "fuzz": (
        ("--games 200 --jobs 2", "200 games of every kind"),
        ("confrontations --cards my-set.txt", "with cards of your own"),
        ("heroes --games 5000 --state heroes.json", "can be stopped, and resumed"),
    ),
    "conform": (
        ("-- node my-engine.js", "all vectors"),
        ("--ruleset heroes-unite --show 3 -- ./my-engine", "one game, three failures at length"),
        ("--games 50 -- ./my-engine", "live games"),
    ),
    "vectors": (
        ("list --ruleset heroes-unite", "which there are"),
        ("show CONF-RU25", "one of them"),
    ),
    "vectors list": (("list --coverage", "how many each section of a book has"),),
    "vectors show": (("show CONF-RU25", "one vector as JSON"),),
    "vectors export": (("export vectors --kind transition", "files of one kind"),),
    "vectors fill": (("fill --into vectors", "write them to a folder"),),
    "vectors verify": (("verify --ruleset heroes-unite", "those of one game"),),
    "reference": (("", "answers on standard output; ends with standard input"),),
}


def examples(name: str) -> str:
    """The examples of a command, as its help prints them."""
    command = name.partition(" ")[0]
    lines = [f"{PROGRAM} {command} {words}".rstrip() for words, _ in EXAMPLES[name]]
    told = [
        f"  {line}\n      {what}" for line, (_, what) in zip(lines, EXAMPLES[name], strict=True)
    ]
    return "\n".join(["examples:", *told])
