"""Unknown numbers and conditions on them, as the engine's arithmetic makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import z3

if TYPE_CHECKING:
    from rules_check.properties.symbolic.explore import Explorer

Linear = tuple[tuple[tuple[int, int], ...], int]
"""A sum: unknowns by number, in order, each with its factor; and a constant."""

Fact = tuple[str, Linear]
"""That a sum is "<=" 0, "==" 0 or "!=" 0."""

MOST_CARDS = 63
"""An unknown number of cards is at most that."""


class TooLong(Exception):
    """A path, or all paths together, went beyond a limit; says which."""


class SymBool:
    """An unknown truth value: a fact, or any Z3 condition. Asking for it forks the path."""

    __slots__ = ("condition", "explorer", "fact")

    def __init__(self, explorer: Explorer, fact: Fact | None, condition: Any = None) -> None:
        self.explorer = explorer
        self.fact = fact
        self.condition = condition

    def __bool__(self) -> bool:
        return self.explorer.branch(self)

    def term(self) -> Any:
        """The condition for the solver."""
        return self.condition if self.fact is None else term_of(self.fact)

    def negated(self) -> SymBool:
        """The opposite, without asking."""
        if self.fact is None:
            return SymBool(self.explorer, None, z3.Not(self.condition))
        return SymBool(self.explorer, negation(self.fact))


def negation(fact: Fact) -> Fact:
    """The opposite of a fact; of "sum <= 0" it is "1 - sum <= 0"."""
    operator, (unknowns, constant) = fact
    if operator == "<=":
        return operator, (tuple([(name, -factor) for name, factor in unknowns]), 1 - constant)
    return "!=" if operator == "==" else "==", fact[1]


_terms: dict[Any, Any] = {}


def unknown_term(number: int) -> Any:
    """An unknown for the solver."""
    if number not in _terms:
        _terms[number] = z3.Int(f"x{number}")
    return _terms[number]


def sum_term(linear: Linear) -> Any:
    """A sum for the solver."""
    if linear not in _terms:
        unknowns, constant = linear
        total: Any = z3.IntVal(constant)
        for number, factor in unknowns:
            total = total + factor * unknown_term(number)
        _terms[linear] = total
    return _terms[linear]


def term_of(fact: Fact) -> Any:
    """A fact for the solver."""
    if fact not in _terms:
        operator, linear = fact
        total = sum_term(linear)
        if operator == "<=":
            _terms[fact] = total <= 0
        else:
            _terms[fact] = total == 0 if operator == "==" else total != 0
    return _terms[fact]


class SymInt:
    """An unknown whole number that behaves like one in the engine's arithmetic.

    Sums and multiples of unknowns are kept as such, in plain Python; anything else (a product
    of unknowns, a remainder) becomes an unknown of its own that the solver knows about.
    """

    __slots__ = ("constant", "explorer", "factors")

    def __init__(self, explorer: Explorer, factors: dict[int, int], constant: int = 0) -> None:
        self.explorer = explorer
        self.factors = factors
        self.constant = constant

    def linear(self) -> Linear:
        """The number as a sum, in a fixed order."""
        factors = self.factors
        if len(factors) == 1:
            return tuple(factors.items()), self.constant
        return tuple(sorted(factors.items())), self.constant

    def term(self) -> Any:
        """The number for the solver."""
        return sum_term(self.linear())

    def _plus(self, other: Any, sign: int) -> SymInt:
        if not isinstance(other, SymInt):
            return SymInt(self.explorer, self.factors, self.constant + sign * int(other))
        factors = dict(self.factors)
        for name, factor in other.factors.items():
            new = factors.get(name, 0) + sign * factor
            if new:
                factors[name] = new
            else:
                factors.pop(name, None)
        return SymInt(self.explorer, factors, self.constant + sign * other.constant)

    def __add__(self, other: Any) -> SymInt:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> SymInt:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> SymInt:
        return (-self)._plus(other, 1)

    def __neg__(self) -> SymInt:
        return self._negative(0)

    def __abs__(self) -> SymInt:
        """How far it is from nothing; which side it is on is asked."""
        return self if self >= 0 else -self

    def __mul__(self, other: Any) -> SymInt:
        if isinstance(other, SymInt):
            return self.explorer.named(self.term() * other.term())
        number = int(other)
        factors = {name: factor * number for name, factor in self.factors.items() if number}
        return SymInt(self.explorer, factors, self.constant * number)

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> SymInt:
        return self.explorer.named(self.term() / other)

    def __mod__(self, other: int) -> SymInt:
        return self.explorer.named(self.term() % other)

    def _negative(self, other: Any) -> SymInt:
        """`other` less this number."""
        if isinstance(other, SymInt):
            return other._plus(self, -1)
        factors = {name: -factor for name, factor in self.factors.items()}
        return SymInt(self.explorer, factors, int(other) - self.constant)

    def _asked(self, operator: str) -> SymBool:
        return SymBool(self.explorer, (operator, self.linear()))

    def __le__(self, other: Any) -> SymBool:
        return self._plus(other, -1)._asked("<=")

    def __lt__(self, other: Any) -> SymBool:
        return self._plus(other, -1)._plus(1, 1)._asked("<=")

    def __ge__(self, other: Any) -> SymBool:
        return self._negative(other)._asked("<=")

    def __gt__(self, other: Any) -> SymBool:
        return self._negative(other)._plus(1, 1)._asked("<=")

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, (int, SymInt)):
            return NotImplemented
        difference = self._plus(other, -1)
        if difference.factors and difference.linear()[0][0][1] < 0:
            difference = self._negative(other)
        return difference._asked("==")

    def __ne__(self, other: object) -> Any:
        same = self == other
        return same if same is NotImplemented else same.negated()

    def __hash__(self) -> NoReturn:
        raise TypeError("an unknown number is never a key")

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __int__(self) -> int:
        return self.__index__()

    def __index__(self) -> int:
        """A number that has to be known now (how many cards to draw): one path for each value."""
        for value in range(MOST_CARDS + 1):
            if self == value:
                return value
        raise TooLong(f"a number of cards below 0 or beyond {MOST_CARDS}")

    def __format__(self, form: str) -> str:
        """In a sentence: which number it is is only known once the solver has chosen one."""
        return "?"

    def __repr__(self) -> str:
        return f"SymInt({self.linear()})"


def value_of(model: Any, value: Any) -> int:
    """What a number is in a model."""
    if not isinstance(value, SymInt):
        return int(value)
    return int(model.eval(value.term(), model_completion=True).as_long())
