"""What is counted over simulated games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import CAUSES

__all__ = ["Tally"]

_Ints: TypeAlias = NDArray[np.int64]
_Seats: TypeAlias = NDArray[np.integer[Any]]


@dataclass
class Tally:
    """Counts over games; two add up to those of both."""

    seats: int
    games: int = 0
    toasts: int = 0
    calls: _Ints = field(init=False)
    lies: _Ints = field(init=False)
    forfeits: _Ints = field(init=False)
    """By seat and cause, shape (seats, 5)."""
    losses: _Ints = field(init=False)
    wins: _Ints = field(init=False)
    places: _Ints = field(init=False)
    """By seat and place, best first, shape (seats, seats): when the last one standing wins."""
    rounds: _Ints = field(init=False)
    """How many games took 0, 1, 2, … rounds."""

    def __post_init__(self) -> None:
        self.calls, self.lies, self.losses, self.wins = np.zeros((4, self.seats), np.int64)
        self.forfeits = np.zeros((self.seats, len(CAUSES)), np.int64)
        self.places = np.zeros((self.seats, self.seats), np.int64)
        self.rounds = np.zeros(1, np.int64)

    def __add__(self, other: Tally) -> Tally:
        both = Tally(self.seats, self.games + other.games, self.toasts + other.toasts)
        for name in ("calls", "lies", "forfeits", "losses", "wins", "places"):
            setattr(both, name, getattr(self, name) + getattr(other, name))
        both.add_rounds(self.rounds)
        both.add_rounds(other.rounds)
        return both

    def add_rounds(self, counts: _Ints) -> None:
        """Add to how many games took 0, 1, 2, … rounds."""
        if len(counts) > len(self.rounds):
            self.rounds = np.pad(self.rounds, (0, len(counts) - len(self.rounds)))
        self.rounds[: len(counts)] += counts

    def add_calls(self, seat: _Seats, false: NDArray[np.bool_]) -> None:
        """Count one call for each seat listed, and whether it was false."""
        counts = np.bincount(seat * 2 + false, minlength=2 * self.seats).reshape(-1, 2)
        self.calls += counts.sum(axis=1)
        self.lies += counts[:, 1]
