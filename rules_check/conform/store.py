"""The vectors of the wheel: where they are kept, how they are read and written."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules_check.conform.packing import Packer, leans

JSON = Any

FOLDER: Final = Path(__file__).parent / "vectors"
INDEX: Final = "index.tsv"
WITHDRAWN: Final = "withdrawn"
"""The hash of a vector that there was: its id is never used again."""


class _Group:
    """Vectors one after the other, as they are kept: only the first begins with its own set-up."""

    def __init__(self, packed: list[JSON]) -> None:
        self.packed = packed

    @cached_property
    def vectors(self) -> list[dict[str, JSON]]:
        """The vectors, unpacked when the first of them is wanted."""
        packer = Packer()
        return [packer.unpack(one) for one in self.packed]


class Entry(NamedTuple):
    """A line of the index."""

    id: str
    kind: str
    ruleset: str
    hash: str


def load_vectors(
    rulesets: Iterable[str] = (),
    folder: Path = FOLDER,
    begins: tuple[str, ...] = ("",),
    kinds: Collection[str] = (),
) -> Iterator[dict[str, JSON]]:
    """The vectors of some rulesets, or of all, in the order of their files: those whose ids begin
    in one of these ways, of some kinds or of all. What is not wanted is not unpacked."""
    wanted = set(rulesets)
    for path in sorted(folder.glob("*.jsonl")):
        if wanted and path.stem not in wanted:
            continue
        for group in _groups(path, path.stat().st_mtime_ns):
            at = [
                number
                for number, packed in enumerate(group.packed)
                if packed["id"].startswith(begins) and (not kinds or packed["kind"] in kinds)
            ]
            for number in at:
                yield group.vectors[number]


def ids_and_rules(folder: Path = FOLDER) -> Iterator[tuple[str, list[str]]]:
    """The ids of all vectors and the rules that they test: for these nothing has to be unpacked."""
    for path in sorted(folder.glob("*.jsonl")):
        yield from _tested(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _tested(path: Path, _changed: int) -> tuple[tuple[str, list[str]], ...]:
    """The ids and the rules of a file, read once."""
    packed = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return tuple((vector["id"], vector["rules"]) for vector in packed)


@lru_cache(maxsize=8)
def _groups(path: Path, _changed: int) -> tuple[_Group, ...]:
    """The vectors of a file, read once; nobody changes them."""
    groups: list[list[JSON]] = []
    for packed in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if not groups or not leans(packed):
            groups.append([])
        groups[-1].append(packed)
    return tuple(map(_Group, groups))


def load_index(folder: Path = FOLDER) -> dict[str, Entry]:
    """The index, by id; empty where there is none yet."""
    path = folder / INDEX
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    entries = [Entry(*line.split("\t")) for line in lines]
    return {entry.id: entry for entry in entries}


def write_vectors(vectors: Iterable[Mapping[str, JSON]], folder: Path = FOLDER) -> dict[str, Entry]:
    """Write all vectors and the index; what is no more stays in the index, withdrawn.

    Raises ValueError for an id that two vectors have, or a withdrawn one.
    """
    known = load_index(folder)
    index: dict[str, Entry] = {}
    lines: dict[str, list[str]] = {}
    packers: dict[str, Packer] = {}
    for vector in vectors:
        id_, ruleset = vector["id"], vector["ruleset"]
        if id_ in index or (id_ in known and known[id_].hash == WITHDRAWN):
            raise ValueError(f"{id_}: the id is used already, or was withdrawn")
        index[id_] = Entry(id_, vector["kind"], ruleset, vector["info"]["hash"])
        packed = packers.setdefault(ruleset, Packer()).pack(vector)
        text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
        lines.setdefault(ruleset, []).append(text)
    gone = {id_: entry._replace(hash=WITHDRAWN) for id_, entry in known.items() if id_ not in index}
    index |= gone
    folder.mkdir(exist_ok=True)
    for ruleset, rows in lines.items():
        (folder / f"{ruleset}.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    rows = ["\t".join(entry) for _, entry in sorted(index.items())]
    (folder / INDEX).write_text("\n".join(rows) + "\n", encoding="utf-8")
    return index
