"""Check arguments and show bad ones in error messages, short and on one line."""

from __future__ import annotations

import operator
import reprlib
import sys
import warnings
from collections.abc import Iterable, Mapping, Set
from itertools import islice
from typing import Any

__all__ = [
    "UnknownNameError",
    "check_name",
    "choices",
    "integer",
    "is_numpy",
    "listed",
    "nearest",
    "shown",
    "true_or_false",
    "warn_of_change",
    "whole_number",
]

_EXACT = 2.0**53  # up to here each whole number is a float
_LONG_INT_BITS = 256  # printing a huge int is slow, and Python refuses it above 4300 digits


class UnknownNameError(KeyError, ValueError):
    """Nothing in a catalogue has this name.

    Examples
    --------
    >>> print(UnknownNameError("'poker' is no variant"))
    'poker' is no variant
    """

    def __str__(self) -> str:
        return str(self.args[0])


class _Short(reprlib.Repr):
    """A repr of at most about a hundred characters, whatever the object."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60
        self.maxlevel = 2

    def repr_int(self, x: int, level: int) -> str:
        if x.bit_length() > _LONG_INT_BITS:
            return f"an int of {x.bit_length()} bits"
        return super().repr_int(x, level)


def shown(value: object) -> str:
    """Return `value` as error messages show it: its repr on one line, abbreviated when long.

    Examples
    --------
    >>> shown("2x,1")
    "'2x,1'"
    >>> shown(10**5000)
    'an int of 16610 bits'
    """
    try:
        text = " ".join(_Short().repr(value).split())
    except Exception:  # a repr may raise anything
        text = f"<{type(value).__name__} object>"
    return text if len(text) <= 160 else f"{text[:120]} ... {text[-30:]}"


def choices(allowed: Iterable[object]) -> str:
    """Return the allowed values as a list for people: `'a', 'b' or 'c'`."""
    *first, last = [shown(value) for value in allowed]
    return f"{', '.join(first)} or {last}" if first else last


def check_name(name: object, of: str) -> str:
    """Return a name, of 1 to 200 printable characters.

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it is empty, too long, or holds line breaks and the like.

    Examples
    --------
    >>> check_name("house", "a variant")
    'house'
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of {of} is a text, not {shown(name)}")
    if not (0 < len(name) <= 200 and name.isprintable() and name.strip()):
        raise ValueError(f"the name of {of} has 1 to 200 printable characters, not {shown(name)}")
    return name


def listed(items: object, what: str, most: int = 100) -> list[Any]:
    """Return the items of a list, tuple, array, pandas column or iterator.

    Raises
    ------
    TypeError
        If `items` are no list, or have no order.
    ValueError
        If there are more than `most`.

    Examples
    --------
    >>> listed((54, 61), "calls")
    [54, 61]
    """
    unordered = isinstance(items, str | bytes | bytearray | Set | Mapping | type)
    if unordered or not isinstance(items, Iterable):
        raise TypeError(f"{what} must be a list, not {shown(items)}")
    try:
        found = list(islice(items, most + 1))
    except Exception as error:  # whatever somebody's own class raises
        raise TypeError(f"{what} must be a list, not {shown(items)}") from error
    if len(found) > most:
        raise ValueError(f"{what} must be a list of {most} at most, not {shown(found)}")
    return found


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint such as ` (did you mean 'points'?)`, or nothing where no known word is near."""
    import difflib  # only errors need it

    folded: dict[str, list[str]] = {}
    for name in known:
        folded.setdefault(name.casefold(), []).append(name)
    matches = difflib.get_close_matches(word[:60].casefold(), folded, n=1, cutoff=0.65)
    if not matches:
        return ""
    case = (word.isupper(), word.islower())
    alike = [name for name in folded[matches[0]] if (name.isupper(), name.islower()) == case]
    return f" (did you mean {(alike or folded[matches[0]])[0]!r}?)"


def is_numpy(value: object, kind: str) -> bool:
    """Return whether `value` is of a class of numpy; nothing is as long as numpy is not loaded.

    Examples
    --------
    >>> is_numpy(True, "bool_")
    False
    """
    return isinstance(value, getattr(sys.modules.get("numpy"), kind, ()))


def integer(value: object, name: str) -> int:
    """Return `value` as an int; numpy integers are welcome, bools are not.

    Raises
    ------
    TypeError
        If `value` is no integer.
    """
    if not (isinstance(value, bool) or is_numpy(value, "bool_")):
        try:
            return operator.index(value)  # type: ignore[arg-type]  # it raises where there is none
        except Exception:  # an array of several numbers, or whatever somebody's own class raises
            pass
    whole = isinstance(value, float) and value.is_integer() and abs(value) < _EXACT
    hint = f": write {value:.0f}" if whole else ""
    raise TypeError(f"{name} must be a whole number, not {shown(value)}{hint}")


def true_or_false(value: object, name: str) -> bool:
    """Return `value` as a bool; nothing but a bool is one.

    Raises
    ------
    TypeError
        If `value` is no bool.
    """
    if not (isinstance(value, bool) or is_numpy(value, "bool_")):
        raise TypeError(f"{name} must be True or False, not {shown(value)}")
    return bool(value)


def whole_number(value: object, name: str, low: int, high: int) -> int:
    """Return `value` as an int from `low` to `high`.

    Raises
    ------
    TypeError
        If `value` is no integer.
    ValueError
        If it lies outside the range.

    Examples
    --------
    >>> whole_number(3, "rolls", 1, 6)
    3
    """
    number = integer(value, name)
    if not low <= number <= high:
        raise ValueError(f"{name} must be from {low} to {high}, not {shown(number)}")
    return number


def warn_of_change(message: str) -> None:
    """Warn of what users should change, at the last line that is none of this library."""
    library = __name__.partition(".")[0]
    frame, level = sys._getframe(), 1
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == library:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, FutureWarning, stacklevel=level)
