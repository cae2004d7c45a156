"""A state as JSON, and back: the rest, and the answers since.

What a text has made of the rest so far is found again by running it; what stands, and what waits,
are told by the kind of card whose text says it and its number there. A value of a name says what it
is where a number would not (`{"zones": [3]}`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules_check.oracle.quick.playing import begin_again
from rules_check.oracle.quick.state import (
    Act,
    Active,
    Aimed,
    AnyActive,
    Ending,
    Fact,
    Frame,
    Game,
    Outcome,
    Pending,
    Standing,
    State,
    Text,
    Zones,
)

JSON = Any
SCHEMA: Final = 1

PLAIN: Final = (
    *(
        "turn",
        "active",
        "phase",
        "step",
        "confronted",
        "face_up",
        "defeats",
        "count",
        "power",
        "vp",
    ),
    *("order", "out", "arrived"),
)
"""What is told as it is."""
OF_TEXT: Final = ("you", "this", "loops", "player", "that", "attacked", "turn", "spent")


def dump(s: State) -> dict[str, JSON]:
    """A state as JSON."""
    rest = s
    if s.rest is not None:
        rest = s.copy()
        rest.set_to(s.rest)
    return {
        "schema": SCHEMA,
        "rest": dump_rest(rest),
        "answers": [] if s.rest is None else [list(answer) for answer in s.answers],
    }


def load(g: Game, data: dict[str, JSON]) -> State:
    """The state that JSON tells. Raises ValueError."""
    if data.get("schema") != SCHEMA:
        raise ValueError(f"a state of schema {data.get('schema')}, not {SCHEMA}")
    s = load_rest(g, data["rest"])
    begin_again(s, tuple(tuple(answer) for answer in data["answers"]))
    return s


def dump_rest(s: State) -> dict[str, JSON]:
    """A state at rest."""
    result = s.result
    return {
        **{name: plain(getattr(s, name)) for name in PLAIN},
        "zones": [list(cards) for cards in s.zones],
        "owners": [list(pair) for pair in s.owners.items()],
        "facts": [list(fact) for fact in s.facts],
        "before": [[list(fact) for fact in turn] for turn in s.before],
        "used": [list(key) for key in s.used],
        "given": [[list(key), amount] for key, amount in s.given.items()],
        "so": [[list(key), held] for key, held in s.so.items()],
        "lasting": [dump_active(s, one) for one in s.lasting],
        "pending": [dump_pending(s, one) for one in s.pending],
        "offered": s.choice is not None,
        "result": None if result is None else list(map(plain, result)),
    }


def load_rest(g: Game, data: dict[str, JSON]) -> State:
    """The same, back."""
    s = State(g)
    for name in PLAIN:
        value = data[name]
        fixed = name in ("order", "out", "arrived")
        setattr(s, name, tuple(value) if fixed else value)
    s.zones = [tuple(cards) for cards in data["zones"]]
    for zone, cards in enumerate(s.zones):
        for card in cards:
            s.where[card] = zone
    s.owners = dict(data["owners"])
    s.facts = [Fact(*fact) for fact in data["facts"]]
    s.before = tuple(tuple(Fact(*fact) for fact in turn) for turn in data["before"])
    s.used = tuple(keyed(key) for key in data["used"])
    s.given = {keyed(key): amount for key, amount in data["given"]}
    s.so = {keyed(key): held for key, held in data["so"]}
    s.lasting = tuple(load_active(g, one) for one in data["lasting"])
    s.pending = tuple(load_pending(g, one) for one in data["pending"])
    if data["result"] is not None:
        reason, winners, scores, tie_break = data["result"]
        points = tuple((player, score) for player, score in scores)
        s.result = Ending(reason, tuple(winners), points, tie_break)
    return s


def plain(value: Any) -> JSON:
    """Tuples as lists."""
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


def keyed(value: JSON) -> tuple[Any, ...]:
    """Lists as tuples, so that they can be keys."""
    return tuple(keyed(one) if isinstance(one, list) else one for one in value)


# ------------------------------------------------------------------------- what stands and waits


def reference(s: State, stands: Standing) -> list[JSON]:
    """A statement that stands by the kind of card whose text says it, and its number there."""
    for kind in s.g.kinds:
        for number, one in enumerate(kind.made):
            if one is stands:
                return [kind.key, number]
    raise ValueError("what stands is in no text of the game")


def referred(g: Game, told: list[JSON]) -> Standing:
    """The same, back."""
    key, number = told
    return next(kind for kind in g.kinds if kind.key == key).made[number]


def dump_active(s: State, one: AnyActive) -> dict[str, JSON]:
    """Something that stands."""
    return {
        "of": reference(s, one.stands),
        "frame": dump_frame(s, one.frame),
        "key": list(one.key),
        "turn": one.turn,
        "since": one.since,
        "lasts": one.lasts,
        "capped": one.capped,
        "found": None if one.found is None else [dump_value(s, x) for x in one.found],
        "amount": dump_value(s, one.amount),
    }


def load_active(g: Game, data: dict[str, JSON]) -> Active[Any]:
    """The same, back."""
    found = data["found"]
    return Active(
        referred(g, data["of"]),
        load_frame(g, data["frame"]),
        keyed(data["key"]),
        data["turn"],
        data["since"],
        data["lasts"],
        data["capped"],
        None if found is None else tuple(load_value(g, x) for x in found),
        load_value(g, data["amount"]),
    )


def dump_pending(s: State, one: Pending) -> list[JSON]:
    """A text that waits."""
    told = (dump_active(s, one.active), dump_frame(s, one.frame), list(one.fact))
    return [one.player, one.card, *told]


def load_pending(g: Game, data: list[JSON]) -> Pending:
    """The same, back."""
    player, card, active, frame, fact = data
    return Pending(player, card, load_active(g, active), load_frame(g, frame), Fact(*fact))


def dump_frame(s: State, f: Frame) -> dict[str, JSON]:
    """What a text knows."""
    return {
        **{name: plain(getattr(f, name)) for name in OF_TEXT},
        "names": {name: dump_value(s, value) for name, value in f.names.items()},
        "behind": {
            name: [[plain(rounds), dump_value(s, value)] for rounds, value in values]
            for name, values in (f.behind or {}).items()
        },
        "rounds": plain(f.rounds),
        "acts": [list(fact) for fact in f.acts],
        "chosen": sorted(f.chosen),
    }


def load_frame(g: Game, data: dict[str, JSON]) -> Frame:
    """The same, back."""
    f = Frame(data["you"], data["this"])
    for name in OF_TEXT:
        setattr(f, name, keyed(data[name]) if isinstance(data[name], list) else data[name])
    f.names = {name: load_value(g, value) for name, value in data["names"].items()}
    f.behind = {
        name: tuple((keyed(rounds), load_value(g, value)) for rounds, value in values)
        for name, values in data["behind"].items()
    } or None
    f.rounds = keyed(data["rounds"])
    f.acts = [Fact(*fact) for fact in data["acts"]]
    f.chosen = frozenset(data["chosen"])
    return f


# ------------------------------------------------------------------------- values of names


def dump_value(s: State, value: Any) -> JSON:
    """What a name stands for."""
    match value:
        case Fact():
            return {"fact": list(value)}
        case Act():
            return {"act": [list(fact) for fact in value]}
        case Zones():
            return {"zones": list(value)}
        case Outcome():
            rounds = [[plain(who), bits] for who, bits in value.rounds.items()]
            return {"outcome": [value.bits, [list(fact) for fact in value.facts], rounds]}
        case Aimed():
            told = (value.attacker, value.card, value.targets, value.avoided, value.struck)
            return {"attack": [*told, plain(value.used)]}
        case Text():
            return {"text": text_reference(s, value)}
        case list() | tuple():
            return [dump_value(s, one) for one in value]
        case _:
            return value


def text_reference(s: State, text: Text) -> list[JSON]:
    """A text by its kind of card and its number there."""
    for kind in s.g.kinds:
        if text in kind.texts:
            return [kind.key, kind.texts.index(text)]
    raise ValueError("a text that no card of the game has")


def _outcome(data: JSON) -> Outcome:
    found = Outcome()
    found.bits, facts, rounds = data
    found.facts = [Fact(*fact) for fact in facts]
    found.rounds = dict(rounds)
    return found


def _attack(data: JSON) -> Aimed:
    attacker, card, targets, avoided, struck, used = data
    found = Aimed(attacker, card, targets)
    found.avoided, found.struck = avoided, struck
    found.used = [(one, other) for one, other in used]
    return found


TAGGED: Final[dict[str, Callable[[JSON], Any]]] = {
    "fact": lambda data: Fact(*data),
    "act": lambda data: Act(Fact(*fact) for fact in data),
    "zones": Zones,
    "outcome": _outcome,
    "attack": _attack,
}


def load_value(g: Game, data: JSON) -> Any:
    """The same, back."""
    if isinstance(data, list):
        return [load_value(g, one) for one in data]
    if not isinstance(data, dict):
        return data
    ((tag, inner),) = data.items()
    if tag == "text":
        key, number = inner
        return next(kind for kind in g.kinds if kind.key == key).texts[number]
    return TAGGED[tag](inner)
