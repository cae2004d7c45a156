"""File names as other programs want them: relative to the working directory, or as a URI."""

from __future__ import annotations

import os
from pathlib import Path, PurePath
from urllib.parse import quote


def relative(path: str, root: str | None = None) -> str:
    """`path` with `/` between its parts, relative to `root` if it lies below it.

    `root` is the working directory unless given.
    """
    if PurePath(path).is_absolute():
        base = PurePath(root) if root else Path.cwd()
        normal = PurePath(os.path.normpath(path))
        if normal.is_relative_to(base):
            path = str(normal.relative_to(base))
    return path.replace(os.sep, "/")


def uri(path: str, root: str | None = None) -> str:
    """`path` as a relative URI reference, or as a `file:` URI if it lies elsewhere."""
    name = relative(path, root)
    escaped = quote(name.encode("utf-8", "surrogateescape"))
    if not PurePath(name).is_absolute():
        return escaped
    return "file://" + escaped if escaped.startswith("/") else "file:///" + escaped
