"""The core as JSON, and the schema of it, both made from the forms.

A form is an object with its name under `form`; a field that has its default is left out; a setting
says where its answer comes from.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import MISSING, fields
from enum import EnumType, StrEnum
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from rules_check.grammar.core import forms as c

JSON = Any
"""What `json` reads and writes."""

LEFT_OUT: Final = {"at"}


class BadCore(ValueError):
    """JSON that is no core."""


def to_json(value: Any) -> JSON:
    """A form, or what stands in its fields, as JSON."""
    if isinstance(value, c.Form):
        told: dict[str, JSON] = {"form": type(value).__name__}
        for one in fields(value):
            held = getattr(value, one.name)
            if one.name not in LEFT_OUT and (one.default is MISSING or held != one.default):
                told[one.name] = to_json(held)
        return told
    if isinstance(value, c.Setting):
        return {"name": value.name, "answer": value.answer, "by": value.by, "cites": value.cites}
    if isinstance(value, tuple):
        return [to_json(one) for one in value]
    return value


def from_json(told: JSON) -> c.Core:
    """The core that JSON writes. Raises BadCore."""
    made = _read(told, c.Core)
    assert isinstance(made, c.Core)
    return made


_HINTS: Final[dict[type[Any], dict[str, Any]]] = {}


def _hints(kind: type[Any]) -> dict[str, Any]:
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def _read(told: JSON, wanted: Any) -> Any:
    """What JSON stands for, where a value of that type is wanted."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _read_one_of(told, get_args(wanted))
    if origin is tuple:
        return _read_list(told, get_args(wanted))
    if isinstance(wanted, EnumType):
        try:
            return wanted(told)
        except ValueError as error:
            raise BadCore(str(error)) from error
    if wanted is c.Setting:
        if not isinstance(told, dict) or set(told) != {"name", "answer", "by", "cites"}:
            raise BadCore(f"no setting: {told!r}")
        return c.Setting(told["name"], told["answer"], c.Filled(told["by"]), told["cites"])
    if isinstance(wanted, type) and issubclass(wanted, c.Form):
        return _read_form(told, wanted)
    if wanted in (str, int, bool) and type(told) is wanted:
        return told
    if wanted is type(None) and told is None:
        return None
    raise BadCore(f"{getattr(wanted, '__name__', wanted)} is wanted, found {told!r}")


def _read_one_of(told: JSON, kinds: tuple[Any, ...]) -> Any:
    if isinstance(told, dict):
        name = told.get("form")
        for kind in kinds:
            if getattr(kind, "__name__", "") == name:
                return _read(told, kind)
        raise BadCore(f"{name!r} does not stand here")
    for kind in kinds:
        try:
            return _read(told, kind)
        except BadCore:
            continue
    raise BadCore(f"{told!r} does not stand here")


def _read_list(told: JSON, of: tuple[Any, ...]) -> tuple[Any, ...]:
    if not isinstance(told, list):
        raise BadCore(f"a list is wanted, found {told!r}")
    if len(of) == 2 and of[1] is ...:
        return tuple(_read(one, of[0]) for one in told)
    if len(of) != len(told):
        raise BadCore(f"{len(of)} are wanted, found {len(told)}")
    return tuple(_read(one, kind) for one, kind in zip(told, of, strict=True))


def _read_form(told: JSON, kind: type[Any]) -> Any:
    if not isinstance(told, dict) or told.get("form") != kind.__name__:
        raise BadCore(f"{kind.__name__} is wanted, found {told!r}")
    hints = _hints(kind)
    known = {one.name for one in fields(kind)} - LEFT_OUT
    for name in told:
        if name != "form" and name not in known:
            raise BadCore(f"{kind.__name__} has no field {name!r}")
    given = {name: _read(value, hints[name]) for name, value in told.items() if name != "form"}
    try:
        return kind(**given)
    except TypeError as error:
        raise BadCore(f"{kind.__name__}: {error}") from error


def schema() -> JSON:
    """The JSON schema of a core, with a definition for each form."""
    defined = {name: _schema_of_form(kind) for name, kind in c.FORMS.items()}
    defined |= {name: _schema_by_name(get_args(union)) for name, union in UNIONS.items()}
    defined["Setting"] = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "answer": {"type": "string"},
            "by": {"enum": [one.value for one in c.Filled]},
            "cites": {"type": "string"},
        },
        "required": ["name", "answer", "by", "cites"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The core: what a card text means",
        "$ref": "#/$defs/Core",
        "$defs": defined,
    }


def _schema_of_form(kind: type[Any]) -> JSON:
    hints = _hints(kind)
    told = [one for one in fields(kind) if one.name not in LEFT_OUT]
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": {
            "form": {"const": kind.__name__},
            **{one.name: _schema_of(hints[one.name]) for one in told},
        },
        "required": ["form", *(one.name for one in told if one.default is MISSING)],
        "additionalProperties": False,
    }


def _schema_of(wanted: Any) -> JSON:
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        kinds = get_args(wanted)
        forms = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, c.Form)]
        others = [_schema_of(kind) for kind in kinds if kind not in forms]
        said = [_schema_of_union(forms)] if forms else []
        return said[0] if said and not others else {"anyOf": [*said, *others]}
    if origin is tuple:
        of = get_args(wanted)
        if len(of) == 2 and of[1] is ...:
            return {"type": "array", "items": _schema_of(of[0])}
        return {"type": "array", "prefixItems": [_schema_of(kind) for kind in of]}
    if isinstance(wanted, EnumType) and issubclass(wanted, StrEnum):
        return {"enum": [one.value for one in wanted]}
    if isinstance(wanted, type) and (issubclass(wanted, c.Form) or wanted is c.Setting):
        return {"$ref": f"#/$defs/{wanted.__name__}"}
    plain = {str: "string", int: "integer", bool: "boolean", type(None): "null"}
    return {"type": plain[wanted]}


UNIONS: Final[dict[str, Any]] = {"Value": c.Value, "Statement": c.Statement}
"""The two sorts of forms, by which most fields are described."""


def _schema_of_union(kinds: Sequence[type[Any]]) -> JSON:
    for name, union in UNIONS.items():
        if set(kinds) == set(get_args(union)):
            return {"$ref": f"#/$defs/{name}"}
    return _schema_by_name(kinds)


def _schema_by_name(kinds: Sequence[type[Any]]) -> JSON:
    """One of several forms: its name decides which, so that no validator tries all of them."""
    names = [kind.__name__ for kind in kinds]
    return {
        "type": "object",
        "properties": {"form": {"enum": names}},
        "required": ["form"],
        "allOf": [
            {
                "if": {"properties": {"form": {"const": name}}},
                "then": {"$ref": f"#/$defs/{name}"},
            }
            for name in names
        ],
    }
