"""What chance decides in one game: the dice, and who opens where that is drawn."""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

import numpy as np

from mia_stats.game.rules import Rules
from mia_stats.ranking.outcomes import ROLLS, Outcome
from mia_stats.simulate.game_events import Roll
from mia_stats.utils.sampling import RandomLike, block_seeds, generator

__all__ = ["Ended", "Fortune", "kept_rolls"]

Ended: TypeAlias = tuple[int, int, int]
"""How a round has ended: the cause, who answers for the call, and who doubts or folds."""


class Fortune:
    """What chance decides in a game.

    Parameters
    ----------
    rules : Rules
        The house rules.
    rng : numpy.random.Generator
        Where the dice come from.
    players : numpy.random.Generator
        Where the chance of the players comes from, who could read dice off that of the dice.
    """

    def __init__(
        self, rules: Rules, rng: np.random.Generator, players: np.random.Generator
    ) -> None:
        self.rules, self.rng, self.players = rules, rng, players

    @classmethod
    def of(cls, rules: Rules, rng: RandomLike) -> Fortune:
        """Return the chance of a game that comes from one seed, or a generator that is moved on."""
        dice = generator(rng)
        own = next(block_seeds(copy.deepcopy(dice)))  # which tells nothing of the dice
        return cls(rules, dice, np.random.default_rng(own))

    def throw(self) -> Roll:
        """Return two dice that count: what is rethrown is thrown again in secret."""
        rolls, up_to = kept_rolls(self.rules)
        return rolls[bisect_right(up_to, self.rng.random())]

    def starter(self, seats: int) -> int:
        """Return the seat that opens the first round."""
        return int(self.rng.integers(0, seats))

    def opener(self, ended: Ended, lives: Sequence[int]) -> int:
        """Return the seat that opens the next round."""
        return int(self.rules.opener(*ended, lives, self.rng))


@lru_cache(maxsize=32)
def kept_rolls(rules: Rules) -> tuple[list[Roll], list[float]]:
    """Return the rolls that count, and the chance to throw each or one before it."""
    first, second = rules.dice.first, rules.dice.second
    rethrown = rules.variant.rethrown
    kept = [roll for roll in ROLLS if Outcome.from_dice(*roll) not in rethrown]
    weights = [first[a - 1] * second[b - 1] for a, b in kept]
    thrown = [(roll, weight) for roll, weight in zip(kept, weights, strict=True) if weight]
    total = sum(weights)
    up_to = accumulate(Fraction(weight, total) for _, weight in thrown)
    return [roll for roll, _ in thrown], [float(chance) for chance in up_to]
