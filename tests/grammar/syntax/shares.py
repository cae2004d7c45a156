"""What comes of every edit of every sentence in `free.txt`.

`python -m tests.grammar.syntax.shares` prints the shares and what the edits are read as.
"""

from __future__ import annotations

from collections import Counter

from tests.grammar.syntax.edits import edits, outcome
from tests.grammar.syntax.lists import pairs_of, told


def main() -> None:
    """Print the table, with every edit that is understood."""
    found: Counter[tuple[str, str]] = Counter()
    for sentence, _ in pairs_of("free.txt"):
        for edit in edits(sentence):
            what = outcome(edit)
            found[edit.how, what] += 1
            if what != "refused":
                print(f"{what}: {edit}\n    read as: {told(edit.after)}")
    for (how, what), times in sorted(found.items()):
        print(f"{how:10} {what:8} {times:5}")


if __name__ == "__main__":
    main()
