"""Simulate whole games by the million, here or on any executor."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np

from mia_stats.game.published_rules import RulesLike
from mia_stats.game.rules import Rules
from mia_stats.players.player import Player
from mia_stats.players.seating import Seating, take_seats
from mia_stats.simulate.asking import joined
from mia_stats.simulate.engine import play
from mia_stats.simulate.results import (
    SimulatedGames,
    SimulationBroken,
    SimulationInterrupted,
    no_games,
    sealed,
)
from mia_stats.utils.checks import shown, true_or_false, whole_number
from mia_stats.utils.sampling import RandomLike, block_seeds, generator

__all__ = ["simulate_games"]

_BLOCK = 1 << 17  # games on one generator: results depend on it
_AHEAD = 64  # blocks handed to an executor before one is awaited


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
        2 to 20, in the order of their seats, each passing the cup to the next. "optimal" is the
        best play of a single round of two, whatever the game.
    rules : RulesLike
        The house rules, or the key of a published set.
    games : int
        How many to play, from 1 to 10**15.
    rng : None, int, SeedSequence or Generator
        The seed, or a generator, which counts by its state and is moved on: the same seed or state
        gives the same games, whatever the executor. None is a new seed each time.
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
        A table with a row for each seat.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, a strategy answers against the rules, or a game takes more
        than 10000 turns and 1000 more for each life (or round) in it.
    SimulationInterrupted
        After Ctrl-C, with the games that were played to the end.
    SimulationBroken
        After the death of a worker that the executor does not survive, with those games too.

    Examples
    --------
    >>> result = simulate_games(["honest", "liar", "lucky"], games=10_000, rng=7)
    >>> result.games, int(result.losses.sum())
    (10000, 10000)
    """
    game = take_seats(players, rules, lives, starter)
    game = game._replace(players=joined(game.players, game.rules))
    games = whole_number(games, "games", 1, 10**15)
    progress = true_or_false(progress, "progress")
    if executor is not None and (isinstance(executor, type) or not hasattr(executor, "submit")):
        raise TypeError(f"executor must be a concurrent.futures.Executor, not {shown(executor)}")
    result = no_games(game.names, game.rules, game.lives)
    try:
        with _bar(games, progress) as bar:
            for block in _played(game, games, generator(rng), executor):
                result = result + block
                if bar is not None:
                    bar.update(block.games)
    except KeyboardInterrupt:
        raise SimulationInterrupted(sealed(replace(result, requested=games))) from None
    except (BrokenExecutor, CancelledError) as error:
        raise SimulationBroken(sealed(replace(result, requested=games))) from error
    return replace(result, requested=games)


def _played(
    game: Seating, games: int, rng: np.random.Generator, executor: Executor | None
) -> Iterator[SimulatedGames]:
    """Play all blocks of games, each on a generator of its own, and yield them in any order."""
    sizes = (min(_BLOCK, games - done) for done in range(0, games, _BLOCK))
    generators = map(np.random.default_rng, block_seeds(rng))
    blocks = zip(sizes, generators, strict=False)  # there are seeds without end
    if executor is None:
        for n, own in blocks:
            yield play(game, n, own)
        return
    pending: dict[Future[SimulatedGames], int] = {}
    try:
        for n, own in blocks:
            pending[_submitted(executor, play, game, n, own)] = n
            if len(pending) >= _AHEAD:
                yield from _some(pending)
        while pending:
            yield from _some(pending)
    except (KeyboardInterrupt, BrokenExecutor, CancelledError):
        for future, n in pending.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                yield _checked(future.result(), n)
        raise
    finally:
        for future in pending:
            future.cancel()


def _submitted(executor: Executor, *work: Any) -> Future[SimulatedGames]:
    future = executor.submit(*work)
    if not isinstance(future, Future):
        raise TypeError(f"submit of the executor must give a Future, not {shown(future)}")
    return future


def _checked(block: object, games: int) -> SimulatedGames:
    """Return what a worker has counted, or raise where it is not what was asked for."""
    if not isinstance(block, SimulatedGames) or block.games != games:
        raise ValueError(
            f"the executor must give what {games} games have counted, not {shown(block)}"
        )
    return block


def _some(pending: dict[Future[SimulatedGames], int]) -> Iterator[SimulatedGames]:
    """Wait until at least one block is played; yield what is, and take it out of `pending`."""
    for future in wait(pending, return_when=FIRST_COMPLETED).done:
        block = _checked(future.result(), pending[future])  # where it raises, it stays pending
        del pending[future]
        yield block


def _bar(games: int, progress: bool) -> Any:
    """Return a progress bar as a context, or one of nothing."""
    if not progress or sys.stderr is None:  # closed by the shell
        return nullcontext()
    from tqdm import tqdm

    return tqdm(total=games, unit=" games", unit_scale=True)
