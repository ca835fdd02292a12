"""Facts about what takes an int for one game, or an array of ints for many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mia_stats.utils.arrays import either, look_up, trusted, trusted_truth, whole_numbers

TABLE = np.array([5, 7, 9], np.int8)
ALLOWED = "a tier from 0 to {}"


def test_one_value_or_the_other() -> None:
    assert (either(True, 3, 4), either(False, 3, 4)) == (3, 4)
    assert (either(np.True_, 3, 4), either(np.False_, 3, 4)) == (3, 4)
    which = np.array([True, False, True])
    assert either(which, 3, 4).tolist() == [3, 4, 3]
    assert either(which, np.array([1, 2, 3]), np.array([7, 8, 9])).tolist() == [1, 8, 3]


def test_an_entry_is_looked_up_as_an_int_and_many_as_an_array() -> None:
    assert look_up(TABLE, 1) == 7
    assert type(look_up(TABLE, 1)) is int
    assert look_up(TABLE, np.array([2, 0, 2])).tolist() == [9, 5, 9]
    assert look_up(TABLE, np.array([], int)).tolist() == []


def test_who_plays_many_games_is_trusted() -> None:
    """The array comes back as it is, unread; a number is checked."""
    for kind in (np.int8, np.intp, np.uint8):
        array = np.array([1, 99], kind)
        assert trusted(array, "seat", 0, 5) is array
    assert trusted(3, "seat", 0, 5) == 3
    assert type(trusted(np.int8(3), "seat", 0, 5)) is int
    for value in (6, -1, 10**100):
        with pytest.raises(ValueError, match="seat must be from 0 to 5, not"):
            trusted(value, "seat", 0, 5)


@pytest.mark.parametrize(
    "value",
    [True, 1.0, "1", None, [1, 2], np.array([1.0]), np.array([True, False]), np.array([[1], [2]])],
    ids=repr,
)
def test_what_is_no_row_of_whole_numbers_is_not_trusted(value: Any) -> None:
    with pytest.raises(TypeError, match="seat must be a whole number"):
        trusted(value, "seat", 0, 5)


def test_truth_is_trusted_in_many_games_and_checked_in_one() -> None:
    array = np.array([True, False])
    assert trusted_truth(array, "seen") is array
    assert trusted_truth(True, "seen") is True
    assert trusted_truth(np.False_, "seen") is False


@pytest.mark.parametrize(
    "value", [1, 0, "True", None, [True], np.array([0, 1]), np.array([[True]])], ids=repr
)
def test_nothing_else_is_a_truth(value: Any) -> None:
    with pytest.raises(TypeError, match="seen must be True or False"):
        trusted_truth(value, "seen")


def test_whole_numbers_are_one_or_many() -> None:
    for value in (3, np.int8(3), np.array(3)):
        found = whole_numbers(value, "call", 20, ALLOWED)
        assert found == 3
        assert type(found) is int
    for several in ([0, 20], (0, 20), np.array([0, 20], np.int8)):
        assert whole_numbers(several, "call", 20, ALLOWED).tolist() == [0, 20]
    assert whole_numbers([[0], [20]], "call", 20, ALLOWED).shape == (2, 1)
    array = np.array([1, 2])
    assert whole_numbers(array, "call", 20, ALLOWED) is array


def test_no_games_at_all_are_no_error() -> None:
    empty: list[Any] = [[], (), np.array([]), np.array([], bool)]
    for nothing in empty:
        assert len(whole_numbers(nothing, "call", 20, ALLOWED)) == 0


@pytest.mark.parametrize(
    ("value", "wrong"),
    [(21, 21), (-1, -1), ([3, 21, 40], 40), ([3, -1], -1), ([-2, 99], -2), (np.array([21]), 21)],
    ids=str,
)
def test_a_number_that_is_not_allowed_is_shown(value: Any, wrong: int) -> None:
    with pytest.raises(ValueError, match=f"call must be a tier from 0 to 20, not {wrong}$"):
        whole_numbers(value, "call", 20, ALLOWED)


class Hostile:
    """An array whose conversion raises."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "value",
    [
        True,
        1.0,
        float("nan"),
        "54",
        None,
        [1.5],
        [True],
        ["54"],
        [[1], [1, 2]],
        np.ma.masked_array([1, 2], [True, False]),
        np.array([1.0, 2.0]),
        Hostile(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_whole_number_is_named(value: Any) -> None:
    with pytest.raises(TypeError, match="call must be a tier from 0 to 20, not"):
        whole_numbers(value, "call", 20, ALLOWED)
