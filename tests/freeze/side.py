"""Begins a worker with the code of one tree: `python -P side.py TREE`.

The tree comes first where modules are looked for; the freeze itself comes from the folder of this
file, also if the tree has another version of it.
"""

from __future__ import annotations

import importlib
import sys
import types
from pathlib import Path


def main(tree: str) -> None:
    """Serve until nothing more is asked."""
    ours = types.ModuleType("tests")
    ours.__path__ = [str(Path(__file__).resolve().parents[1])]
    sys.modules["tests"] = ours
    sys.path.insert(0, tree)
    importlib.import_module("tests.freeze.worker").main()


if __name__ == "__main__":
    main(sys.argv[1])
