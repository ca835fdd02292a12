"""Facts about what shows that somebody draws or remembers."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mia_stats.game.traces import drawn, drawn_by_anybody, held


@pytest.mark.parametrize(
    "draw",
    [lambda rng: rng.random(), lambda rng: rng.spawn(1), lambda rng: rng.permutation(3)],
)
def test_whoever_draws_leaves_a_trace(draw: Callable[[np.random.Generator], object]) -> None:
    rng = np.random.default_rng(1)
    before = drawn(rng)
    assert drawn(rng) == before
    draw(rng)
    assert drawn(rng) != before


@pytest.mark.parametrize(
    "draw",
    [random.random, lambda: np.random.random()],  # noqa: NPY002 - as somebody may
)
def test_the_generators_that_all_share_are_watched(draw: Callable[[], object]) -> None:
    before = drawn_by_anybody()
    assert drawn_by_anybody() == before
    draw()
    assert drawn_by_anybody() != before


class Slotted:
    """Somebody who holds its generator in a slot."""

    __slots__ = ("rng",)

    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)


@dataclass(slots=True)
class Counting:
    """Somebody who counts in a slot of a dataclass."""

    count: int = 0


def test_what_is_held_in_slots_is_seen() -> None:
    one, other = Slotted(), Counting()
    before = held(one), held(other)
    one.rng.random()
    other.count += 1
    assert held(one) != before[0]
    assert held(other) != before[1]


def test_what_can_not_be_written_hides_nothing_else() -> None:
    thing = SimpleNamespace(lock=threading.Lock(), how=lambda: None, asked=0, text="ab")
    before = held(thing)
    assert set(before) == {"asked", "text"}
    thing.text = "".join(["a", "b"])  # an equal one is the same
    assert held(thing) == before
    thing.asked += 1
    assert [name for name in before if held(thing)[name] != before[name]] == ["asked"]


@pytest.mark.parametrize("nothing", [5, "x", object(), len])
def test_things_without_attributes_hold_nothing(nothing: Any) -> None:
    assert held(nothing) == {}
