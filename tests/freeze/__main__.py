"""`python -m tests.freeze BASE`: does every text of the project still do what it did at BASE?

Every text is looked at with the code of two trees, the commit BASE and the files as they lie
here: what is understood, echo, readings, questions, seeded games. Exit status: 0 no difference,
1 some that no list defends, 2 the tool cannot do its work.
"""

from __future__ import annotations

import argparse
import json
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.freeze.comparing import Difference, differences
from tests.freeze.reporting import count, read_defended, report, undefended
from tests.freeze.runner import Progress, Store, ToolError, is_error, keep_newest, results, unpack
from tests.freeze.texts import Text, collect
from tests.freeze.trees import (
    HERE,
    KEPT_IN,
    checked_out,
    code_of_commit,
    code_of_tree,
    commit_of,
    results_key,
    texts_key,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    options = _options(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # what was checked out is removed
    try:
        return _run(options)
    except ToolError as error:
        print(f"freeze: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("freeze: interrupted; what was seen so far is kept", file=sys.stderr)
        return 2


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.freeze", description=__doc__)
    parser.add_argument("base", metavar="BASE", help="a commit")
    parser.add_argument("--jobs", type=int, default=2, help="so many processes (default: 2)")
    parser.add_argument("--only", default="", metavar="WORDS", help="texts with these words only")
    parser.add_argument("--examples", type=int, default=2, help="so many for each group")
    parser.add_argument(
        "--list-defended",
        type=Path,
        metavar="FILE",
        help="TOML with differences that are right; others decide the exit status",
    )
    parser.add_argument("--fresh", action="store_true", help="look anew, also at what is known")
    return parser.parse_args(arguments)


def _run(options: argparse.Namespace) -> int:
    begun = time.monotonic()
    defended = read_defended(options.list_defended) if options.list_defended else []
    commit = commit_of(options.base)
    with ExitStack() as stack:

        @cache
        def base() -> Path:
            """The commit, checked out when it is first needed."""
            return stack.enter_context(checked_out(commit))

        theirs, ours = texts_of_commit(commit, base), collect(HERE)
        named = {
            key: replace(text, source=f"{text.source}, only in {options.base}")
            for key, text in theirs.items()
        }
        texts = [text for text in {**named, **ours}.values() if _wanted(text, options.only)]
        if not texts:
            raise ToolError(f"no text has the words {options.only!r}")
        here_only = sum(text.key not in theirs for text in texts)
        base_only = sum(text.key not in ours for text in texts)
        print(
            f"{count(len(texts), 'text')}: {here_only:,} only here, "
            f"{base_only:,} only in {options.base} ({commit[:10]})"
        )
        codes = code_of_commit(commit), code_of_tree()
        stores = [Store(KEPT_IN / f"results-{results_key(code)}.sqlite") for code in codes]
        trees: tuple[Callable[[], Path], ...] = base, lambda: HERE
        seen = []
        for store, tree, name in zip(stores, trees, (options.base, "here"), strict=True):
            if options.fresh:
                store.forget()
            seen.append(results(tree, texts, store, options.jobs, _progress(name)))
    if codes[0] == codes[1] and not options.fresh:
        print("the code of both trees is the same: each text was looked at once (--fresh: twice)")
    old, new = seen
    found: list[Difference] = []
    for text in texts:
        if old[text.key] != new[text.key]:
            found += differences(text, unpack(old[text.key]), unpack(new[text.key]))
    open_ = undefended(found, defended)
    for line in report(open_, defended, options.examples):
        print(line)
    wrong = sum(is_error(new[text.key]) for text in texts)
    if wrong:
        print(f"an internal error here: {count(wrong, 'text')}")
    work = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, cpu = time.monotonic() - begun, work.ru_utime + work.ru_stime
    print(f"{seconds:.0f} seconds, {cpu:.0f} of the processors")
    return 1 if open_ else 0


def texts_of_commit(commit: str, tree: Callable[[], Path]) -> dict[str, Text]:
    """The texts of a commit; they are kept, so that it need not be checked out again."""
    kept = KEPT_IN / f"texts-{texts_key(commit)}.json"
    if kept.exists():
        keep_newest(kept)
        data = json.loads(kept.read_text(encoding="utf-8"))
        return {key: Text.from_json(value) for key, value in data.items()}
    found = collect(tree())
    KEPT_IN.mkdir(exist_ok=True)
    data = {key: text.to_json() for key, text in found.items()}
    kept.write_text(json.dumps(data), encoding="utf-8")
    keep_newest(kept)
    return found


def _wanted(text: Text, words: str) -> bool:
    return words.casefold() in f"{text.words}\n{text.name}\n{text.source}".casefold()


def _progress(name: str) -> Progress:
    """Tells on a terminal how far it is."""

    def told(done: int, all_: int) -> None:
        if sys.stderr.isatty() and (done % 20 == 0 or done == all_):
            end = "\n" if done == all_ else "\r"
            print(f"{name}: {done:,} of {all_:,} texts", end=end, file=sys.stderr, flush=True)

    return told


if __name__ == "__main__":
    sys.exit(main())
