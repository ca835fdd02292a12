"""Facts about what is refused: it is shown on one short line, with what was meant."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import Dice, Outcome, beat_probability
from mia_stats.utils.checks import (
    choices,
    integer,
    nearest,
    shown,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\nb", r"'a\nb'"),
        (10**100, "an int of 333 bits"),
        (1 << 255, "578960446186580977...8"),
        ([[[[1]]]], "[[[...]]]"),
    ],
)
def test_values_are_shown_on_one_short_line(value: Any, text: str) -> None:
    assert shown(value).startswith(text[:20])
    assert "\n" not in shown(value)
    assert len(shown("x" * 10**6)) < 100


def test_hints() -> None:
    assert choices(["a"]) == "'a'"
    assert choices(["a", "b", "c"]) == "'a', 'b' or 'c'"
    assert nearest("meyr", ["meyer", "points"]) == " (did you mean 'meyer'?)"
    assert nearest("zzz", ["meyer"]) == ""


class Hostile:
    """A value whose every conversion raises."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __repr__(self) -> str:
        raise KeyError


def test_a_value_that_raises_is_refused_as_any_other() -> None:
    value: Any = Hostile()
    with pytest.raises(TypeError, match="Hostile"):
        Outcome.parse(value)
    with pytest.raises(TypeError, match="Hostile"):
        Dice([value] * 6)
    with pytest.raises(TypeError, match="Hostile"):
        beat_probability(54, rolls=value)


def test_a_class_named_like_a_builtin_is_shown() -> None:
    assert "object" in shown(type("int", (), {})())
    assert "object" in shown(type("array", (), {})())


def test_numpy_bools_are_no_dice() -> None:
    with pytest.raises(TypeError):
        Outcome.parse((np.True_, 2))  # type: ignore[arg-type]  # it must raise
    with pytest.raises(TypeError, match="or_tie"):
        beat_probability(54, or_tie="no")  # type: ignore[arg-type]  # it must raise
    assert beat_probability(54, or_tie=np.True_) == Fraction(5, 9)  # type: ignore[arg-type]  # welcome


def test_a_float_that_is_whole_is_told_how_to_be_written() -> None:
    with pytest.raises(TypeError, match=r"must be a whole number, not 1000000\.0: write 1000000$"):
        integer(1e6, "n")
    with pytest.raises(TypeError, match=r"not 1\.5$"):
        integer(1.5, "n")


def test_a_hint_is_given_only_for_what_is_near() -> None:
    assert nearest("standrd", ["standard", "points"]) == " (did you mean 'standard'?)"
    assert nearest("--quiet", ["--dice", "--rules"]) == ""
