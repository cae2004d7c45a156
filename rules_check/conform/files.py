"""Vectors in files of their own: as `vectors export` and live mode write them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from rules_check.conform.filling import rules_hash
from rules_check.oracle.conformance.contract import KINDS
from rules_check.oracle.conformance.vectors import GIVEN, content_hash

JSON = Any

NEEDED: Final = (*GIVEN, "title", "rules", "cards", "bug_class", "expect", "status", "info")


class BadVectorFile(ValueError):
    """A file is not that of a vector: which one, and what to do."""


def vector_text(vector: Mapping[str, JSON]) -> str:
    """A vector as it stands in a file."""
    return json.dumps(vector, indent=1, ensure_ascii=False) + "\n"


def read_vectors(names: Iterable[str]) -> list[dict[str, JSON]]:
    """The vectors of files, and of all `.json` files in folders. Raises BadVectorFile."""
    found: list[dict[str, JSON]] = []
    for name in names:
        path = Path(name)
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not files:
            raise BadVectorFile(f"{name}: there is no .json file in this folder")
        found += map(_read, files)
    ids = [vector["id"] for vector in found]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise BadVectorFile(f"two files have the vector {id_!r:.60}; leave one of them out")
    return found


def _read(path: Path) -> dict[str, JSON]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "the text is not UTF-8"
        raise BadVectorFile(f"{path}: the file cannot be read: {why.lower()}") from error
    try:
        vector = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadVectorFile(f"{path}:{error.lineno}: not JSON: {error.msg}") from error
    except RecursionError as error:
        raise BadVectorFile(f"{path}: not JSON: too many lists inside lists") from error
    if not isinstance(vector, dict) or not isinstance(vector.get("info"), dict):
        raise BadVectorFile(f"{path}: not a vector; `rules-check vectors export` writes some")
    missing = [key for key in NEEDED if key not in vector]
    if missing or vector["kind"] not in KINDS:
        raise BadVectorFile(f"{path}: not a vector: {', '.join(missing) or 'kind'}")
    if vector["info"].get("hash") != content_hash(vector):
        raise BadVectorFile(
            f"{path}: its content is not what its hash says; vectors are written by "
            "`rules-check vectors` or `rules-check conform --games`, not by hand"
        )
    if vector["info"].get("rules_hash") != rules_hash(vector["rules"]):
        raise BadVectorFile(
            f"{path}: a rule that it is about has changed: {', '.join(vector['rules'])}; "
            "write the vector anew"
        )
    return vector


def save_vector(vector: Mapping[str, JSON], folder: str) -> Path:
    """Write a vector to a file of its own. Raises BadVectorFile."""
    path = Path(folder) / f"{vector['id']}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(vector_text(vector), encoding="utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BadVectorFile(f"{path}: the vector cannot be written: {why}") from error
    return path
