"""The 36 ordered rolls of two dice and the 21 outcomes that players read from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, overload

from mia_stats.utils.checks import integer, is_numpy, shown, whole_number

__all__ = [
    "BY_LABEL",
    "OUTCOMES",
    "ROLLS",
    "Kind",
    "Outcome",
    "OutcomeLike",
    "Outcomes",
    "says_outcome",
]

_LABEL = re.compile(r"0|[1-9][0-9]{0,8}")
_PAIR = re.compile(r"(-?[0-9]{1,9})(?:\s*,\s*|\s+)(-?[0-9]{1,9})")
_ALLOWED = "write a label with the larger die first, such as 54, or two dice, such as (4, 5)"
_NAMES_OF_21 = ("mia", "mäxchen", "maexchen", "meier", "meyer")


_Reader: TypeAlias = "Callable[[OutcomeLike], tuple[Outcome, ...]]"


def _die(value: int) -> int:
    return whole_number(value, "a die", 1, 6)


Kind: TypeAlias = Literal["Mia", "double", "mixed"]
"""The three kinds of outcomes that every figure tells apart."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What two dice show when their order is forgotten, the larger die first.

    Outcomes have no order of their own: the rank of an outcome belongs to a `Variant`. An outcome
    equals no int and no string.

    Parameters
    ----------
    high, low : int
        The larger and the smaller die, each from 1 to 6.

    Raises
    ------
    TypeError
        If a die is no whole number.
    ValueError
        If a die is outside 1 to 6, or the smaller one is given first.

    Examples
    --------
    >>> Outcome.parse(54) == Outcome.from_dice(4, 5) == Outcome(5, 4)
    True
    >>> print(Outcome.from_dice(1, 2))
    21
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        high, low = _die(self.high), _die(self.low)
        if high < low:
            raise ValueError(
                f"no outcome reads {high}{low}: the larger die comes first, so {low}{high}"
            )
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "low", low)

    @classmethod
    def from_dice(cls, first: int, second: int) -> Outcome:
        """Return the outcome of two dice in either order.

        Parameters
        ----------
        first, second : int
            The dice, each from 1 to 6.

        Returns
        -------
        Outcome

        Raises
        ------
        TypeError, ValueError
            If a die is no whole number from 1 to 6.

        Examples
        --------
        >>> Outcome.from_dice(3, 5).label
        '53'
        """
        first, second = _die(first), _die(second)
        return BY_LABEL[10 * max(first, second) + min(first, second)]

    @classmethod
    def parse(cls, value: OutcomeLike) -> Outcome:
        """Return the outcome that `value` stands for.

        Parameters
        ----------
        value : Outcome, int, str or pair of ints
            An outcome; a label with the larger die first (54 or "54"); two dice in either order
            ((4, 5), "4,5" or "4 5"). Numpy integers and arrays of two are welcome.

        Returns
        -------
        Outcome

        Raises
        ------
        TypeError
            If `value` is of another type: a float, a bool, bytes, None.
        ValueError
            If it names no outcome: a die outside 1 to 6, or a label with the smaller die first.

        Examples
        --------
        >>> Outcome.parse("54") == Outcome.parse((4, 5)) == Outcome.parse("4 5")
        True
        >>> Outcome.parse(45)
        Traceback (most recent call last):
        ...
        ValueError: 45 is no outcome: the larger die comes first, so write 54
        """
        if isinstance(value, Outcome):
            return BY_LABEL[10 * value.high + value.low]  # also where it is of a class derived
        if isinstance(value, str):
            text = value.strip()
            if dice := _PAIR.fullmatch(text):
                return cls.from_dice(int(dice[1]), int(dice[2]))
            if _LABEL.fullmatch(text):
                return cls._from_label(int(text), value)
            raise ValueError(_no_outcome(value))
        pair: Any = value
        if isinstance(pair, list | tuple) or (is_numpy(pair, "ndarray") and pair.ndim == 1):
            _check_pair(pair)
            return cls.from_dice(pair[0], pair[1])
        try:
            return cls._from_label(integer(value, "a label"), value)
        except TypeError:
            raise TypeError(f"{shown(value)} is no outcome: {_ALLOWED}") from None

    @classmethod
    def _from_label(cls, label: int, said: object) -> Outcome:
        if label in BY_LABEL:
            return BY_LABEL[label]
        high, low = divmod(label, 10)
        if not (1 <= high <= 6 and 1 <= low <= 6):
            raise ValueError(
                f"{shown(said)} is no outcome: a label is two digits, dice from 1 to 6, such as 54"
            )
        raise ValueError(
            f"{shown(said)} is no outcome: the larger die comes first, so write {low}{high}"
        )

    @property
    def label(self) -> str:
        """The two digits that players say, the larger die first."""
        return f"{self.high}{self.low}"

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same face."""
        return self.high == self.low

    @property
    def kind(self) -> Kind:
        """Whether this is 21, a double, or one of the 14 others, which are called mixed here."""
        if self.is_double:
            return "double"
        return "Mia" if self.high == 2 else "mixed"

    @property
    def ways(self) -> int:
        """How many of the 36 ordered rolls make this outcome: 1 for a double, 2 otherwise."""
        return 1 if self.is_double else 2

    def __int__(self) -> int:
        """Return the label as a whole number, as frames and samples hold it."""
        return 10 * self.high + self.low

    def __str__(self) -> str:
        return self.label

    def __repr__(self) -> str:
        return f"Outcome({self.high}, {self.low})"

    def __format__(self, spec: str) -> str:
        return format(self.label, spec)


def _no_outcome(text: str) -> str:
    """Return what the error says of a text that is no outcome."""
    from mia_stats import VARIANTS  # they lie above, and only an error asks

    said = shown(text)
    if text.strip().casefold() in _NAMES_OF_21:
        return f"{said} is no outcome: write 21"
    if text in VARIANTS:
        return f"{said} is a variant, not an outcome such as 54"
    return f"{said} is no outcome: {_ALLOWED}"


def _check_pair(pair: Any) -> None:
    """Raise unless something is as long as a roll, and no list of outcomes."""
    if len(pair) and all(says_outcome(item) for item in pair[:3]):
        raise ValueError(f"{shown(pair)} is no outcome but a list of them: give one at a time")
    if len(pair) != 2:
        raise ValueError(f"{shown(pair)} is no outcome: a roll has two dice")


def says_outcome(item: object) -> bool:
    """Return whether something is an outcome or a label, of which no die and no name is one."""
    if isinstance(item, str):
        return item in _LABELS
    if isinstance(item, int) or is_numpy(item, "integer"):
        return item in BY_LABEL
    return isinstance(item, Outcome)


class Outcomes(tuple[Outcome, ...]):
    """Some outcomes, as a rule best first: a tuple in which `in` takes whatever says an outcome.

    Parameters
    ----------
    outcomes : iterable of OutcomeLike
        Which they are.
    read : callable, optional
        How to read what is asked for: by label, or as a variant does, by the sum of the dice too.

    Examples
    --------
    >>> from mia_stats import STANDARD, medians
    >>> 54 in medians().even, "66" in STANDARD.above(54), 45 in STANDARD.above(54)
    (True, True, False)
    >>> [int(outcome) for outcome in STANDARD.above(65)]
    [21, 66, 55, 44, 33, 22, 11]
    """

    _read: _Reader | None

    def __new__(cls, outcomes: Iterable[OutcomeLike] = (), read: _Reader | None = None) -> Outcomes:
        """Return the outcomes, with how to read what is asked for."""
        parsed = (Outcome.parse(o) if isinstance(o, int | str | tuple) else o for o in outcomes)
        made = super().__new__(cls, parsed)
        made._read = read
        return made

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> Outcome: ...

    @overload
    def __getitem__(self, at: slice, /) -> Outcomes: ...

    def __getitem__(self, at: SupportsIndex | slice, /) -> Outcome | Outcomes:
        """Return one of them, or several that are read in the same way."""
        found = super().__getitem__(at)
        return found if isinstance(found, Outcome) else Outcomes(found, self._read)

    def __contains__(self, item: object) -> bool:
        """Return whether something says one of these outcomes; nothing raises."""
        asked: Any = item
        try:
            meant = self._read(asked) if self._read else (Outcome.parse(asked),)
        except (TypeError, ValueError):
            return False
        return all(tuple.__contains__(self, outcome) for outcome in meant)


OutcomeLike: TypeAlias = Outcome | int | str | tuple[int, int]
"""What every public function accepts as an outcome; see `Outcome.parse`.

With a variant in which players call the sum of the dice, that sum too; see `Variant.outcomes_of`.
"""

ROLLS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""The 36 ordered rolls of two dice."""

OUTCOMES: Final = Outcomes(Outcome(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 outcomes by label, 11 to 66; this order ranks nothing."""

BY_LABEL: Final = {10 * outcome.high + outcome.low: outcome for outcome in OUTCOMES}
"""The outcome of each label."""

_LABELS: Final = frozenset(outcome.label for outcome in OUTCOMES)
