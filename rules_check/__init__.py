"""A formal rules verifier; `rules_check.cli` is the front door.

In a checkout `grammar`, `oracle` and their like are links to the folders at the top. Whoever has
a checkout without links is told so, rather than that a module is missing.
"""

from os.path import isdir

if not isdir(f"{__path__[0]}/grammar"):  # noqa: PTH112 (pathlib would take longer to load)
    from importlib.util import find_spec

    if find_spec(f"{__name__}.grammar") is None:
        raise ImportError(
            f"{__path__[0]}/grammar is no folder: the links of this checkout are missing."
            " `python -m pip install .` works without them. To get them, let Git make links"
            " (`git config core.symlinks true`; Windows also wants its developer mode),"
            " then `git checkout -- rules_check`."
        )
