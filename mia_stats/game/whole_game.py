"""The best reply to all others at a table in a whole game, and what a strategy leaves to gain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.reply import RingReply
from mia_stats.game.ring import ENDS, Habits, Ring, Worth, habits_of, possible_ends, together, zeros
from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["GameReply", "game_worth", "largest_gain", "reply_to_all"]

_Array: TypeAlias = NDArray[Any]
_Seated: TypeAlias = TableStrategy | StrategyByLives

_AT_ONCE = 300  # games, so that their numbers stay near
_CLOSE = 1e-13  # a gain so small in floats is none


@dataclass(frozen=True, eq=False)
class GameReply:
    """The best play of the first seat in a game, given what all others do.

    Parameters
    ----------
    wins : array, shape (lives of the first + 1, ..., seats)
        Its chance not to lose, by the lives of all, and by who opens.
    called : array of int, shape (lives of the first + 1, ..., states, K)
        Its call by the lives, the state, and the throw.
    answers : array of int, shape (lives of the first + 1, ..., states, K)
        Its answer by the lives, the state, and the call; the throw was seen.
    """

    wins: _Array
    called: NDArray[np.int8]
    answers: NDArray[np.int8]


class _Lives:
    """All that the lives of some seats may be, and how a round leads from one to the next.

    Parameters
    ----------
    rules : Rules
        The house rules; each round costs something.
    lives : sequence of int
        The most that each seat has; the first is mine.
    """

    def __init__(self, rules: Rules, lives: Sequence[int]) -> None:
        self.rules, self.n = rules, len(lives)
        self.shape = tuple(number + 1 for number in lives)
        self.steps = np.array([prod(self.shape[seat + 1 :]) for seat in range(self.n)])
        self.all = np.indices(self.shape).reshape(self.n, -1).T
        self.inside = self.all > 0
        alive = self.inside.sum(axis=1)
        self.over = np.asarray(rules.is_over(alive, self.n))
        self.played = self.inside[:, 0] & ~self.over & (alive > 1)

    def new_wins(self, *, exact: bool) -> _Array:
        """Return my chances not to lose, by lives and by who opens; last where that is drawn.

        They are known where the game is over, or over for me.
        """
        wins = zeros((len(self.all), self.n + 1), exact=exact)
        wins[self.over & self.inside[:, 0]] += 1
        return wins

    def batches(self) -> Iterator[tuple[NDArray[np.intp], list[int]]]:
        """Yield places of lives, after all to which they lead, and the seats that are in there."""
        who = self.inside @ (1 << np.arange(self.n))
        kinds = np.stack([self.all.sum(axis=1), who])
        places = np.flatnonzero(self.played)
        places = places[np.lexsort(kinds[::-1, places])]
        change = (np.diff(kinds[:, places], axis=1) != 0).any(axis=0)
        for part in np.split(places, np.flatnonzero(change) + 1):
            ring = np.flatnonzero(self.inside[part[0]]).tolist()
            for first in range(0, len(part), _AT_ONCE):
                yield part[first : first + _AT_ONCE], ring

    def after(self, places: NDArray[np.intp], ring: list[int]) -> tuple[_Array, _Array]:
        """Return where rounds lead, by game, caller and end: places of lives, and who opens."""
        rules, lives = self.rules, self.all[places]
        there = np.zeros((len(places), len(ring), len(ENDS)), np.intp)
        opens = np.full(there.shape, self.n)
        for at, caller in enumerate(ring):
            doubter = ring[(at + 1) % len(ring)]
            for end in possible_ends(rules):
                cause, others = ENDS[end]
                pays = rules.payers(cause, caller, doubter, others, lives)
                left = np.maximum(lives - rules.lives_lost(cause) * pays, 0)
                there[:, at, end] = left @ self.steps
                if not rules.draws_opener:
                    opens[:, at, end] = rules.opener(cause, caller, doubter, left)
        return there, opens

    def fill(self, wins: _Array, places: NDArray[np.intp], ring: list[int], found: _Array) -> None:
        """Keep what was found, by game and opener."""
        wins[places[:, None], ring] = found
        wins[places, self.n] = found.sum(axis=1) / len(ring)


def _habits(
    players: Sequence[_Seated], lives: NDArray[np.intp], ring: list[int], rules: Rules, exact: bool
) -> Habits:
    """Return how the seats of a ring play, by game: one where it is the same at all lives."""
    by_lives = any(isinstance(players[seat], StrategyByLives) for seat in ring)

    def habits(seat: int, of_all: list[int]) -> Habits:
        player = players[seat]
        if isinstance(player, StrategyByLives):
            player = player.at(*of_all[seat:], *of_all[:seat])
        if exact and not player.exact:
            raise ValueError(f"{player.name} is no table of Fractions, so nothing is exact here")
        return habits_of(player, rules, exact)

    games = lives.tolist() if by_lives else [[]]
    return together([[habits(seat, of_all) for seat in ring] for of_all in games])


def reply_to_all(
    others: Sequence[_Seated], rules: Rules, lives: Sequence[int], *, exact: bool = False
) -> GameReply:
    """Return the best play in a whole game against all others at the table.

    Parameters
    ----------
    others : sequence of TableStrategy or StrategyByLives
        From the left of who replies on.
    rules : Rules
        The house rules; each round costs something, nobody hands a cup on, and there is no toast.
    lives : sequence of int
        Those of who replies first, and then to the left.
    exact : bool
        Whether to use Fractions, as all tables must hold then.

    Returns
    -------
    GameReply
        At all lives down from these.
    """
    down = _Lives(rules, lives)
    wins, close = down.new_wins(exact=exact), 0 if exact else _CLOSE
    k = rules.tier_count
    called = np.full((len(down.all), rules.last_state + 1, k), -1, np.int8)
    answers = called.copy()
    players = (others[0], *others)  # the first is never asked
    for places, ring in down.batches():
        worth = Worth.of(rules, wins[down.after(places, ring)])
        habits = _habits(players, down.all[places], ring[1:], rules, exact)
        reply = RingReply(habits, rules, worth, close)
        down.fill(wins, places, ring, reply.values[..., 0])
        called[places], answers[places] = reply.called, reply.answers[:, 0]
    return GameReply(
        wins[:, :-1].reshape(*down.shape, down.n),
        called.reshape(*down.shape, *called.shape[1:]),
        answers.reshape(*down.shape, *called.shape[1:]),
    )


def game_worth(
    rules: Rules,
    lives: Sequence[int],
    wins: Callable[[tuple[int, ...]], NDArray[np.float64]],
) -> Worth:
    """Return what the ends of a round are worth to the first seat of a game.

    Parameters
    ----------
    rules : Rules
        As for `reply_to_all`.
    lives : sequence of int
        Those of all in this round, the first seat's own first.
    wins : callable
        The chances of the first not to lose, by who opens, an array of floats with shape (seats,):
        asked for the lives of all after the round, where the game goes on.

    Returns
    -------
    Worth
        Of one game; who is out calls nothing.
    """
    down = _Lives(rules, lives)
    here = np.array([lives]) @ down.steps
    there, opens = down.after(here, np.flatnonzero(lives).tolist())
    chances = down.new_wins(exact=False)
    for place in np.unique(there[down.played[there]]):
        ring = np.flatnonzero(down.inside[place]).tolist()
        found = wins(tuple(down.all[place].tolist()))
        down.fill(chances, np.array([place]), ring, found[None, ring])
    return Worth.of(rules, chances[there, opens])


@overload
def largest_gain(
    strategy: StrategyByLives, rules: Rules, lives: int, *, exact: Literal[False] = ...
) -> float: ...


@overload
def largest_gain(
    strategy: StrategyByLives, rules: Rules, lives: int, *, exact: Literal[True]
) -> Fraction: ...


@overload
def largest_gain(
    strategy: StrategyByLives, rules: Rules, lives: int, *, exact: bool
) -> Fraction | float: ...


def largest_gain(
    strategy: StrategyByLives, rules: Rules, lives: int, *, exact: bool = False
) -> Fraction | float:
    """Return how much less a seat can lose if it alone leaves a strategy that all play.

    Parameters
    ----------
    strategy : StrategyByLives
        What all play, each by its own lives and those to its left.
    rules : Rules
        As for `reply_to_all`.
    lives : int
        How many each has at most.
    exact : bool
        Whether to use Fractions, as all tables must hold then.

    Returns
    -------
    Fraction or float
        The largest gain there is: of any seat, at any lives, whoever throws, in any state of a
        round, reached or not. What it does then is the best for the rest of the game.

    Notes
    -----
    It is enough to follow the first seat at all lives, for the rules and the strategy treat all
    seats alike: what a seat meets at some lives, the first one meets where they are moved round.
    """
    down = _Lives(rules, [lives] * strategy.seats)
    fixed, best = down.new_wins(exact=exact), down.new_wins(exact=exact)
    players, gains = [strategy] * down.n, []
    for places, ring in down.batches():
        after = down.after(places, ring)
        habits = _habits(players, down.all[places], ring, rules, exact)
        plays = Ring(habits, rules).values(Worth.of(rules, fixed[after]))
        others, worth = habits.places(slice(1, None)), Worth.of(rules, best[after])
        deviates = RingReply(others, rules, worth, close=0).values
        down.fill(fixed, places, ring, plays[..., 0])
        down.fill(best, places, ring, deviates[..., 0])
        gains.append((deviates - plays)[..., : rules.last_state + 1].max())
    gain: Fraction | float = max(gains)
    return gain if exact else float(gain)
