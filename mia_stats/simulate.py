"""Simulate whole games by the million, with honest error bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.checks import shown, true_or_false, whole_number
from mia_stats.engine import Setup, play
from mia_stats.players import Player, check_lives, check_seat, seated
from mia_stats.rules import Rules
from mia_stats.rulesets import RulesLike, find_rules
from mia_stats.sampling import RandomLike, generator
from mia_stats.strategies import Strategy, TableStrategy
from mia_stats.tableplay import TablePlayers
from mia_stats.tables import Cell, Table
from mia_stats.tally import CAUSES, Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["SimulatedGames", "SimulationInterrupted", "simulate_games"]

_BLOCK = 1 << 17  # games on one generator: results depend on it
_AHEAD = 64  # blocks handed to an executor before one is awaited
_Z = 1.959963984540054  # the quantile of the normal distribution that leaves 2.5 % above
_Counts: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, repr=False, eq=False)
class SimulatedGames(Table):
    """What happened in simulated games, by seat; made by `simulate_games`.

    Parameters
    ----------
    players : tuple of str
    rules : Rules
    games : int
        How many games were played to the end.
    requested : int
        How many were asked for; more than `games` after an interruption.
    losses, wins : array of int, shape (seats,)
        Games lost and won; both are 0 in games of a fixed number of rounds.
    forfeits : array of int, shape (seats, 5)
        Rounds lost by cause, in the order of `CAUSES`: each round has exactly one forfeit.
    calls, lies : array of int, shape (seats,)
        Calls made, and how many of them were false.
    places : array of int, shape (seats, seats)
        How often each seat came first, second, …, where the last one standing wins; else 0.
    round_counts : array of int
        How many games took 0, 1, 2, … rounds.
    toasts : int
        How often all drank.

    Examples
    --------
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

    @property
    def partial(self) -> bool:
        """Whether the simulation was interrupted before all games were played."""
        return self.games < self.requested

    @property
    def rounds(self) -> float:
        """The mean number of rounds in a game."""
        return _ratio(int(self.forfeits.sum()), self.games)

    @property
    def turns(self) -> float:
        """The mean number of turns in a game; a turn is one call."""
        return _ratio(int(self.calls.sum()), self.games)

    @property
    def lies_caught(self) -> _Counts:
        """How many lies of each seat were doubted."""
        caught: _Counts = self.forfeits[:, :2].sum(axis=1)
        return caught

    @property
    def loses(self) -> NDArray[np.float64]:
        """The share of games that each seat lost."""
        return np.array([_ratio(int(lost), self.games) for lost in self.losses])

    @property
    def intervals(self) -> NDArray[np.float64]:
        """The Wilson 95 % interval of each seat's chance to lose, shape (seats, 2)."""
        return np.array([wilson(int(lost), self.games) for lost in self.losses])

    @property
    def sips(self) -> _Counts:
        """Sips of each seat, in games of sips; a lost Mia is a whole drink instead."""
        sips: _Counts = self.forfeits @ np.array([1, 0, 1, self.rules.costs["mia_folded"], 0])
        return sips if self.rules.forfeit == "sip" else np.zeros_like(sips)

    @property
    def drinks(self) -> _Counts:
        """Whole drinks of each seat, in games of sips: Mia lied about or looked at in vain."""
        drinks: _Counts = self.forfeits @ np.array([0, 1, 0, 0, 1])
        return drinks if self.rules.forfeit == "sip" else np.zeros_like(drinks)

    @property
    def caption(self) -> str:
        """How many games of how many rounds and turns; says so when they are fewer than wanted."""
        partial = (
            f"interrupted after {self.games} of {self.requested} games" if self.partial else ""
        )
        toasts = f", {self.toasts} toasts" if self.rules.toast else ""
        return (
            f"{partial or f'{self.games} games'} by {self.rules}, "
            f"{self.rounds:.2f} rounds and {self.turns:.2f} turns a game{toasts}"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each seat: what it lost and why, and how it called."""
        columns: dict[str, Sequence[Cell]] = {
            "seat": list(range(len(self.players))),
            "player": self.players,
        }
        if self.rules.forfeit == "life":
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SimulatedGames):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]  # it holds arrays


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C came while games were simulated; `result` holds those that were played to the end.

    Examples
    --------
    >>> issubclass(SimulationInterrupted, KeyboardInterrupt)
    True
    """

    def __init__(self, result: SimulatedGames) -> None:
        super().__init__(f"interrupted after {result.games} of {result.requested} games")
        self.result = result


def simulate_games(
    players: Sequence[Player],
    rules: RulesLike = Rules(),
    *,
    games: int,
    rng: RandomLike = None,
    starter: int | None = None,
    lives: Sequence[int] | None = None,
    executor: Executor | None = None,
    progress: bool = False,
) -> SimulatedGames:
    """Play whole games roll by roll, and count what happens to each seat.

    Parameters
    ----------
    players : sequence of Player
        2 to 12, in the order of their seats, each passing the cup to the next.
    rules : RulesLike
    games : int
    rng : None, int, SeedSequence or Generator
        The seed. The same seed gives the same games, whatever the executor.
    starter : int, optional
        The seat that opens the first round; drawn at random in each game where it is not given.
    lives : sequence of int, optional
        The lives of each seat, where they are not those of the rules.
    executor : concurrent.futures.Executor, optional
        Where to play: a process pool, or any other executor. A strategy of one's own must have no
        memory, for blocks of games are played in any order.
    progress : bool
        Show a progress bar.

    Returns
    -------
    SimulatedGames

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, a strategy answers against the rules, or a game takes more
        than 10000 turns and 1000 more for each life (or round) in it.
    SimulationInterrupted
        After Ctrl-C, with the games that were played to the end.

    Examples
    --------
    >>> result = simulate_games(["honest", "liar", "lucky"], games=10_000, rng=7)
    >>> result.games, int(result.losses.sum())
    (10000, 10000)
    """
    rules = find_rules(rules)
    sitting = seated(players, rules)
    games = whole_number(games, "games", 1, 10**15)
    setup = Setup(
        _together(sitting),
        rules,
        check_lives(lives, rules, len(sitting)),
        check_seat(starter, len(sitting)),
    )
    progress = true_or_false(progress, "progress")
    if executor is not None and (isinstance(executor, type) or not hasattr(executor, "submit")):
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {shown(executor)}")
    names = tuple(player.name for player in sitting)
    tally = Tally(len(sitting))
    try:
        with _bar(games, progress) as bar:
            for block in _played(setup, games, generator(rng), executor):
                tally = tally + block
                if bar is not None:
                    bar.update(block.games)
    except KeyboardInterrupt:
        raise SimulationInterrupted(_result(names, rules, tally, games)) from None
    return _result(names, rules, tally, games)


def _together(sitting: Sequence[TableStrategy | Strategy]) -> tuple[Strategy, ...]:
    """Return the strategies by seat, all tables joined into one."""
    tables = [player if isinstance(player, TableStrategy) else None for player in sitting]
    joint = _joint(tuple(tables)) if any(tables) else None
    players: list[Strategy] = []
    for player in sitting:
        if isinstance(player, TableStrategy):
            assert joint is not None
            players.append(joint)
        else:
            players.append(player)
    return tuple(players)


@lru_cache(maxsize=8)
def _joint(tables: tuple[TableStrategy | None, ...]) -> TablePlayers:
    return TablePlayers(tables)


def _played(
    setup: Setup, games: int, rng: np.random.Generator, executor: Executor | None
) -> Iterator[Tally]:
    """Play all blocks of games, each on a generator of its own, and yield them in any order."""
    blocks = ((rng.spawn(1)[0], min(_BLOCK, games - done)) for done in range(0, games, _BLOCK))
    if executor is None:
        for own, n in blocks:
            yield play(setup, n, own)
        return
    pending: set[Future[Tally]] = set()
    try:
        for own, n in blocks:
            pending.add(executor.submit(play, setup, n, own))
            if len(pending) >= _AHEAD:
                yield from _some(pending)
        while pending:
            yield from _some(pending)
    except KeyboardInterrupt:
        for future in pending:
            if future.done() and not future.cancelled() and future.exception() is None:
                yield future.result()
        raise
    finally:
        for future in pending:
            future.cancel()


def _some(pending: set[Future[Tally]]) -> Iterator[Tally]:
    """Wait until at least one block is played; yield what is, and take it out of `pending`."""
    from concurrent.futures import FIRST_COMPLETED, wait

    for future in wait(pending, return_when=FIRST_COMPLETED).done:
        block = future.result()
        pending.discard(future)
        yield block


def _bar(games: int, progress: bool) -> Any:
    """Return a progress bar as a context, or one of nothing."""
    if not progress:
        return nullcontext()
    from tqdm import tqdm

    return tqdm(total=games, unit=" games", unit_scale=True)


def _result(names: tuple[str, ...], rules: Rules, tally: Tally, games: int) -> SimulatedGames:
    for counts in vars(tally).values():
        if isinstance(counts, np.ndarray):
            counts.setflags(write=False)
    return SimulatedGames(
        players=names,
        rules=rules,
        games=tally.games,
        requested=games,
        losses=tally.losses,
        wins=tally.wins,
        forfeits=tally.forfeits,
        calls=tally.calls,
        lies=tally.lies,
        places=tally.places,
        round_counts=tally.rounds,
        toasts=tally.toasts,
    )


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
    return max(0.0, middle - half), min(1.0, middle + half)
