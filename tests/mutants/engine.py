"""A mutant behind the protocol of the conformance suite: `python -m tests.mutants.engine ID`.

It answers as `rules-check reference` does, with the fault: another engine that is wrong in one
way.
"""

from __future__ import annotations

import sys

from tests.mutants.hook import install
from tests.mutants.model import chosen, load_mutants

if __name__ == "__main__":
    (mutant,) = chosen(load_mutants(), sys.argv[1])
    install(mutant)
    # The engine must not be imported before the mutant is in place.
    from rules_check.cli import main

    sys.exit(main(["reference"]))
