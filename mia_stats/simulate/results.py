"""What happened in simulated games, with honest error bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import CAUGHT, CAUSES, Cause, Rules
from mia_stats.players.seating import beside_duels
from mia_stats.utils.tables import Cell, Table, counted

__all__ = [
    "SimulatedGames",
    "SimulationBroken",
    "SimulationInterrupted",
    "add_up",
    "no_games",
    "sealed",
    "wilson",
]

_Z = 1.959963984540054  # the quantile of the normal distribution that leaves 2.5 % above
_Counts: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, repr=False, eq=False)
class SimulatedGames(Table):
    """What happened in simulated games, by seat; made by `simulate_games`.

    Parameters
    ----------
    players : tuple of str
        Their names, by seat.
    rules : Rules
        The house rules.
    games : int
        How many games were played to the end.
    requested : int
        How many were asked for; more than `games` after an interruption.
    losses, wins : array of int, shape (seats,)
        Games lost and won; both are 0 in games of a fixed number of rounds.
    forfeits : array of int, shape (seats, 5)
        Rounds lost by cause, in the order of `CAUSES`: a lie was caught, or one about Mia, a doubt
        was wrong, Mia was folded to, or a true Mia was looked at or shown. A round has one forfeit,
        or one for each seat where all others pay; what costs nothing counts too.
    calls, lies : array of int, shape (seats,)
        Calls made, and how many of them were false.
    places : array of int, shape (seats, seats)
        How often each seat came first, second, …, where the last one standing wins; else 0.
    round_counts : array of int
        How many games took 0, 1, 2, … rounds.
    toasts : int
        How often all drank.
    lives : tuple of int
        Those with which each seat begins.

    Examples
    --------
    >>> from mia_stats import simulate_games
    >>> result = simulate_games(["honest", "liar"], games=1000, rng=1)
    >>> int(result.losses.sum()), int(result.wins.sum())
    (1000, 1000)
    """

    players: tuple[str, ...]
    rules: Rules
    games: int
    requested: int
    losses: _Counts
    wins: _Counts
    forfeits: _Counts
    calls: _Counts
    lies: _Counts
    places: _Counts
    round_counts: _Counts
    toasts: int
    lives: tuple[int, ...]

    @property
    def partial(self) -> bool:
        """Whether the simulation was interrupted before all games were played."""
        return self.games < self.requested

    @property
    def rounds(self) -> float:
        """The mean number of rounds in a game."""
        return _ratio(int(self.round_counts @ np.arange(len(self.round_counts))), self.games)

    @property
    def turns(self) -> float:
        """The mean number of turns in a game; a turn is one call."""
        return _ratio(int(self.calls.sum()), self.games)

    @property
    def lies_caught(self) -> _Counts:
        """How many lies of each seat were doubted."""
        caught: _Counts = self.forfeits[:, : len(CAUGHT)].sum(axis=1)
        return caught

    @property
    def loses(self) -> NDArray[np.float64]:
        """The share of games that each seat lost."""
        return np.array([_ratio(int(lost), self.games) for lost in self.losses])

    @property
    def intervals(self) -> NDArray[np.float64]:
        """The Wilson 95 % interval of each seat's chance to lose, shape (seats, 2).

        NaN in games of sips, which nobody loses.
        """
        if self.rules.for_sips:
            return np.full((len(self.players), 2), np.nan)
        return np.array([wilson(int(lost), self.games) for lost in self.losses])

    @property
    def sips(self) -> _Counts:
        """Sips of each seat, in games of sips; a lost Mia is a whole drink instead."""
        return self._priced(self.rules.sips)

    @property
    def drinks(self) -> _Counts:
        """Whole drinks of each seat, in games of sips: Mia lied about or looked at in vain."""
        return self._priced(self.rules.drinks)

    def _priced(self, prices: Mapping[Cause, int]) -> _Counts:
        priced: _Counts = self.forfeits @ np.array([prices[cause] for cause in CAUSES])
        return priced if self.rules.for_sips else np.zeros_like(priced)

    @property
    def caption(self) -> str:
        """How many games of how many rounds and turns; says so when they are fewer than wanted."""
        partial = (
            f"interrupted after {self.games:,} of {self.requested:,} games" if self.partial else ""
        )
        toasts = f", {self.toasts:,} toasts" if self.rules.toast else ""
        return (
            f"{partial or counted(self.games, 'game')} of {self.rules.in_words(self.lives)}: "
            f"{self.rounds:,.2f} rounds and {self.turns:,.2f} turns a game{toasts}"
            f"{beside_duels(self.players)}"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each seat: what it lost and why, and how it called."""
        columns: dict[str, Sequence[Cell]] = {
            "seat": list(range(len(self.players))),
            "player": self.players,
        }
        if not self.rules.for_sips:
            low, high = self.intervals.T.tolist()
            columns |= {
                "losses": self.losses.tolist(),
                "wins": self.wins.tolist(),
                "loses": self.loses.tolist(),
                "loses_low": low,
                "loses_high": high,
            }
        else:
            columns |= {"sips": self.sips.tolist(), "drinks": self.drinks.tolist()}
        for number, cause in enumerate(CAUSES):
            columns[cause] = self.forfeits[:, number].tolist()
        return columns | {
            "calls": self.calls.tolist(),
            "lies": self.lies.tolist(),
            "lies_caught": self.lies_caught.tolist(),
        }

    def __add__(self, other: SimulatedGames) -> SimulatedGames:
        """Return the counts of both, of games between the same players by the same rules."""
        if not isinstance(other, SimulatedGames):
            return NotImplemented
        mine, theirs = ((r.players, r.rules, r.lives) for r in (self, other))
        if mine != theirs:
            here, there = (
                f"games of {', '.join(r.players)} by {r.rules} with lives {r.lives}"
                for r in (self, other)
            )
            raise ValueError(f"{here} can't be counted together with {there}")
        sums = {name: getattr(self, name) + getattr(other, name) for name in _ADDED}
        rounds = add_up(self.round_counts, other.round_counts)
        return sealed(replace(self, round_counts=rounds, **sums))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SimulatedGames):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]  # it holds arrays


def no_games(players: tuple[str, ...], rules: Rules, lives: tuple[int, ...]) -> SimulatedGames:
    """Return a result without games, whose counts are there to be added to."""
    seats = len(players)
    losses, wins, calls, lies = np.zeros((4, seats), np.int64)
    return SimulatedGames(
        players, rules, games=0, requested=0, losses=losses, wins=wins,
        forfeits=np.zeros((seats, len(CAUSES)), np.int64), calls=calls, lies=lies,
        places=np.zeros((seats, seats), np.int64), round_counts=np.zeros(1, np.int64), toasts=0,
        lives=() if rules.for_sips else lives,
    )  # fmt: skip


def sealed(result: SimulatedGames) -> SimulatedGames:
    """Make the counts of a result read-only, and return it."""
    for counts in vars(result).values():
        if isinstance(counts, np.ndarray):
            counts.setflags(write=False)
    return result


def add_up(one: _Counts, other: _Counts) -> _Counts:
    """Return the sums of counts of 0, 1, 2, … where one may reach further."""
    shorter, longer = sorted((one, other), key=len)
    sums = longer.astype(np.int64)
    sums[: len(shorter)] += shorter
    return sums


_ADDED = [
    part.name for part in fields(SimulatedGames)
    if part.name not in ("players", "rules", "lives", "round_counts")
]  # fmt: skip


class _Stopped(BaseException):
    """What comes with the games that were played before; it travels between processes."""

    def __init__(self, why: str, result: SimulatedGames) -> None:
        super().__init__(f"{why} {result.games:,} of {result.requested:,} games")
        self.result = result

    def __reduce__(self) -> tuple[type[_Stopped], tuple[SimulatedGames]]:
        return type(self), (self.result,)


class SimulationInterrupted(_Stopped, KeyboardInterrupt):
    """Ctrl-C came while games were simulated; `result` holds those that were played to the end.

    Parameters
    ----------
    result : SimulatedGames
        What was counted, marked partial.

    Examples
    --------
    >>> issubclass(SimulationInterrupted, KeyboardInterrupt)
    True
    """

    def __init__(self, result: SimulatedGames) -> None:
        super().__init__("interrupted after", result)


class SimulationBroken(_Stopped, BrokenExecutor):
    """A worker died while games were simulated; `result` holds those that were played to the end.

    Parameters
    ----------
    result : SimulatedGames
        What was counted, marked partial.

    Examples
    --------
    >>> from concurrent.futures import BrokenExecutor
    >>> issubclass(SimulationBroken, BrokenExecutor)
    True
    """

    def __init__(self, result: SimulatedGames) -> None:
        super().__init__("a worker has died after", result)


def _ratio(count: int, total: int) -> float:
    return count / total if total else float("nan")


def wilson(count: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a chance after `count` of `total` tries, by Wilson (1927).

    Examples
    --------
    >>> low, high = wilson(5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    """
    if not total:
        return 0.0, 1.0
    share, square = count / total, _Z * _Z / total
    middle = (share + square / 2) / (1 + square)
    half = _Z / (1 + square) * ((share * (1 - share) + square / 4) / total) ** 0.5
    low = max(0.0, middle - half) if count else 0.0  # exactly, whatever the rounding
    high = min(1.0, middle + half) if count < total else 1.0
    return low, high
