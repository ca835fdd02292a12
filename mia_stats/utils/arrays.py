"""What takes an int, or an array of ints for many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.utils.checks import integer, shown, true_or_false, whole_number

__all__ = ["either", "look_up", "trusted", "trusted_truth", "whole_numbers"]


def either(first: Any, one: Any, other: Any) -> Any:
    """Return one value or the other, for ints and for arrays of them."""
    if np.ndim(first):
        return np.where(first, one, other)
    return one if first else other


def look_up(table: NDArray[np.int8], place: Any) -> Any:
    """Return an entry as an int, or many as an array."""
    return table.take(place) if np.ndim(place) else int(table[place])


def trusted(value: Any, name: str, low: int, high: int) -> Any:
    """Return a number as an int; the arrays of those who play many games are taken as they are."""
    if isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "iu":
        return value
    return whole_number(value, name, low, high)


def trusted_truth(value: Any, name: str) -> Any:
    """Return a bool, or an array of them as it is."""
    if isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind == "b":
        return value
    return true_or_false(value, name)


def whole_numbers(value: Any, name: str, most: int, allowed: str) -> Any:
    """Return a number from 0 to `most` as an int, or many as an array."""
    allowed = allowed.format(most)
    try:
        several = isinstance(value, list | tuple) or hasattr(value, "__array__")
        if several and np.ndim(value):
            masked = isinstance(value, np.ma.MaskedArray)
            value = np.asarray(value)
            value = value if value.size else value.astype(np.intp)
            if masked or (value.dtype.kind not in "iu" and value.size):
                raise TypeError
            least, most_found = (int(value.min()), int(value.max())) if value.size else (0, 0)
        else:
            least = most_found = value = integer(value, name)
    except Exception as error:  # ragged lists, or whatever somebody's own class raises
        raise TypeError(f"{name} must be {allowed}, not {shown(value)}") from error
    if not 0 <= least <= most_found <= most:
        wrong = least if least < 0 else most_found
        raise ValueError(f"{name} must be {allowed}, not {shown(wrong)}")
    return value
