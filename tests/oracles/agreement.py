"""What is compared of two ways to play one game, and how far chance may lead counts astray."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats import CAUSES, Rules, TableStrategy
from mia_stats.exact.results import Evaluation
from mia_stats.simulate.results import SimulatedGames
from tests.oracles.exact_chain import FORFEITS, Expected
from tests.oracles.plain_engine import PlainTable, PlainTally, play_plainly

__all__ = ["Numbers", "Spread", "astray", "counted", "means", "measured", "spread"]

Numbers: TypeAlias = dict[str, float]
"""What happens in a game, or in many: 'lies of 0' and so on."""

FALSE_ALARM = 1e-6
"""The chance that any comparison of a whole test fails where both sides are right."""


@dataclass(frozen=True)
class Spread:
    """By how much a number varies from game to game, and the most that was seen in one."""

    variance: float
    most: float


def means(result: Expected | Evaluation) -> Numbers:
    """Return the numbers of one game that were found without chance."""
    return {
        **_by_seat("losses", result.loses),
        **_by_seat("wins", result.wins),
        **_by_seat("calls", result.calls),
        **_by_seat("lies", result.lies),
        **_forfeits(result.forfeits),
        "rounds": float(result.rounds),
        "toasts": float(result.toasts),
    }


def counted(result: SimulatedGames) -> Numbers:
    """Return the numbers that were counted over simulated games."""
    return {
        **_by_seat("losses", result.losses),
        **_by_seat("wins", result.wins),
        **_by_seat("calls", result.calls),
        **_by_seat("lies", result.lies),
        **_forfeits(dict(zip(CAUSES, result.forfeits.T, strict=True))),
        "rounds": float(result.round_counts @ np.arange(len(result.round_counts))),
        "toasts": float(result.toasts),
    }


def _plain(tally: PlainTally) -> Numbers:
    causes = {cause: [counts.get(cause, 0) for counts in tally.forfeits] for cause in FORFEITS}
    return {
        **_by_seat("losses", tally.losses),
        **_by_seat("wins", tally.wins),
        **_by_seat("calls", tally.calls),
        **_by_seat("lies", tally.lies),
        **_forfeits(causes),
        "rounds": float(sum(tally.rounds)),
        "toasts": float(tally.toasts),
    }


def _by_seat(name: str, values: Iterable[Any]) -> Numbers:
    return {f"{name} of {seat}": float(value) for seat, value in enumerate(values)}


def _forfeits(causes: Mapping[Any, Iterable[Any]]) -> Numbers:
    """Return the forfeits by cause; a shown Mia may have a name of its own, and is looked at."""
    found: Numbers = {}
    for cause, values in causes.items():
        name = cause if cause in FORFEITS else "mia_looked_at"
        for label, value in _by_seat(name, values).items():
            found[label] = found.get(label, 0.0) + value
    return found


def measured(
    tables: Sequence[TableStrategy],
    rules: Rules,
    lives: Sequence[int] | None,
    starter: int | None,
    *,
    games: int,
    seed: int,
) -> dict[str, NDArray[np.float64]]:
    """Return the numbers of each of some games that are played in plain Python."""
    players = [PlainTable(table, random.Random(seed + seat)) for seat, table in enumerate(tables)]
    played = [
        _plain(play_plainly(players, rules, 1, 1000 * seed + game, lives=lives, starter=starter))
        for game in range(games)
    ]
    return {label: np.array([numbers[label] for numbers in played]) for label in played[0]}


def spread(played: Mapping[str, NDArray[np.float64]]) -> dict[str, Spread]:
    """Return how much each number varies."""
    return {
        label: Spread(float(values.var()), float(values.max())) for label, values in played.items()
    }


def astray(
    counts: Numbers, expected: Numbers, spreads: Mapping[str, Spread], games: int, comparisons: int
) -> list[str]:
    """Return what lies further from its mean than chance leads it in one of a million tests.

    Bernstein's inequality bounds the chance of each deviation, also of what happens rarely. The
    variance is measured; of what was never seen it is the mean at least, as of rare events.
    """
    unlikely = log(2 * comparisons / FALSE_ALARM)
    found = []
    for label, mean in expected.items():
        variance = games * max(spreads[label].variance, mean)
        if label.startswith(("losses", "wins")):
            variance = games * mean * (1 - mean)
        most = max(spreads[label].most, 1)
        bound = sqrt(2 * max(variance, 0) * unlikely) + 2 / 3 * most * unlikely
        if variance < 1e-9:  # it can't vary, but for how floats are rounded
            bound = 0.5
        if abs(counts[label] - games * mean) > bound:
            found.append(f"{label}: {counts[label]}, not {games * mean:.1f} within {bound:.1f}")
    return found
