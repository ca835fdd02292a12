"""The way of a game through its states: who still has how many lives, and who opens a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.exact.openers import Loss, Rounds, Seats
from mia_stats.game.by_lives import plays_by_lives
from mia_stats.game.rules import CAUSES
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.seating import Seating

__all__ = ["Walk"]

_Ints: TypeAlias = NDArray[np.intp]

_MOST_TARGETS = 1_000_000  # that are held at a time


class Walk:
    """The chance to come to each state of a game, and what happens in the rounds on the way.

    Parameters
    ----------
    game : Seating
        Whose players all have tables.
    exact : bool
        Whether to use Fractions if all tables are exact; for a game of one round.
    """

    def __init__(self, game: Seating, *, exact: bool) -> None:
        self.game, self.rules, self.n = game, game.rules, len(game.players)
        self.exact = exact and all(table.exact for table in self._tables(game.lives).values())
        self.seats = Seats(game.rules, self.n)
        one: Any = Fraction(1) if self.exact else 1.0
        openers = range(self.n) if game.starter is None else [game.starter]
        self.start = [one / len(openers) if seat in openers else 0 * one for seat in range(self.n)]
        self.loses, self.wins = [0 * one] * self.n, [0 * one] * self.n
        self.rounds = self.toasts = 0 * one
        self.calls, self.lies = [0 * one] * self.n, [0 * one] * self.n
        self.forfeits = [[0 * one] * self.n for _ in CAUSES]

    def through_one_round(self) -> None:
        """Play a game that is decided by its first round."""
        rounds = self._rounds(self.game.lives)
        rounds.weigh(seat for seat, chance in enumerate(self.start) if chance)
        for loss, chances in rounds.losses.items():
            mass = _product(chances, self.start)
            for seat in range(self.n):
                (self.loses if seat in loss.payers else self.wins)[seat] += mass
        self._count(rounds, self.start)

    def through_all_rounds(self) -> None:
        """Play a fixed number of rounds, in which nobody goes out."""
        rounds = self._rounds(self.game.lives)
        opening, often = np.array(self.start), np.zeros(self.n)
        for _ in range(self.rules.rounds or 0):
            rounds.weigh(np.flatnonzero(opening).tolist())
            often += opening
            opening = opening @ rounds.stay
        self._count(rounds, often.tolist())

    def down_the_lives(self) -> None:
        """Walk from the first lives down, first while all are in, then among those who are left."""
        self.shape = tuple(number + 1 for number in self.game.lives)
        total, inside = np.zeros(self.shape, np.int32), np.zeros(self.shape, np.int32)
        for seat, left in enumerate(np.ogrid[tuple(map(slice, self.shape))]):
            total += left
            inside |= (left > 0) << seat
        self.total, self.inside = total.ravel(), inside.ravel()
        """The lives in all, and who is in as `Seats` has it, by the number of a state."""
        self.arriving = np.zeros((total.size, self.n + 1))
        """The chance to come to each state, by who opens there; the last one is to be drawn."""
        self.arriving[-1, :-1] = self.start
        order = np.argsort(self.inside * (self.total[-1] + 1) + self.total, kind="stable")
        order = order[:0:-1]  # without the state in which nobody is in
        for states in np.split(order, _changes(self.inside[order])):  # who is out stays out
            in_play = self.seats.inside[self.inside[states[0]]]
            alive = np.flatnonzero(in_play)
            if self.rules.is_over(len(alive), self.n):
                self._end(in_play, float(self.arriving[states].sum()))
            elif any(plays_by_lives(self.game.players[seat]) for seat in alive):
                for state in states:
                    self._walk_among(state[None])
            else:
                self._walk_among(states)

    def _end(self, in_play: _Ints, chance: float) -> None:
        """End the game with some seats that are in."""
        for seat in range(self.n):
            (self.wins if in_play[seat] else self.loses)[seat] += chance

    def _walk_among(self, states: _Ints) -> None:
        """Walk through states with the same rounds, sorted from more lives in all to fewer."""
        openers = np.flatnonzero(self._opening(states).any(axis=0)).tolist()
        if not openers:
            return
        rounds = self._rounds([int(left[0]) for left in np.unravel_index(states[:1], self.shape)])
        rounds.weigh(openers)
        often = np.zeros(self.n)
        known = start = stop = 0  # how many openers, and which states have targets
        for first, last in pairwise([0, *_changes(self.total[states]), len(states)]):
            opening = self._opening(states[first:last])
            if not opening.any():
                continue
            opened = rounds.until_a_loss(opening)
            often += opened.sum(axis=0)
            if last > stop or len(rounds.odds) > known:
                known, chances = len(rounds.odds), rounds.chances
                start, stop = first, max(last, first + _MOST_TARGETS // len(rounds.losses))
                targets = self._targets(states[start:stop], list(rounds.losses))
            there, mass = targets[:, first - start : last - start], chances @ opened.T
            np.add.at(self.arriving.reshape(-1), there.ravel(), mass.ravel())
        self._count(rounds, often.tolist())

    def _opening(self, states: _Ints) -> NDArray[np.float64]:
        """Return the chance to come to each of some states with the same seats in, by who opens."""
        in_play = self.seats.inside[self.inside[states[0]]]
        opening: NDArray[np.float64] = self.arriving[states, :-1]
        if self.rules.draws_opener:
            opening += self.arriving[states, -1:] * (in_play / in_play.sum())
        return opening

    def _targets(self, states: _Ints, losses: Sequence[Loss]) -> _Ints:
        """Return where each loss leads from each state, as places in all that is `arriving`."""
        lives = np.unravel_index(states, self.shape)
        strides = np.cumprod((1, *self.shape[:0:-1]))[::-1]
        targets = np.empty((len(losses), len(states)), np.intp)
        for row, (payers, cost, opener) in enumerate(losses):
            there = states.copy()
            for seat in payers:
                there -= np.minimum(lives[seat], cost) * strides[seat]
            following = self.seats.opener[self.inside[there], opener]
            targets[row] = there * (self.n + 1) + following
        return targets

    def _rounds(self, lives: Sequence[int]) -> Rounds:
        """Return the rounds among those who are in with these lives."""
        return Rounds(self.seats, self._tables(lives), exact=self.exact)

    def _tables(self, lives: Sequence[int]) -> Mapping[int, TableStrategy]:
        """Return the table that each seat plays that is in; its own lives come first."""
        tables: dict[int, TableStrategy] = {}
        for seat, player in enumerate(self.game.players):
            if lives[seat]:
                of_all = *lives[seat:], *lives[:seat]
                tables[seat] = player.at(*of_all) if plays_by_lives(player) else player
        return tables

    def _count(self, rounds: Rounds, often: Sequence[Any]) -> None:
        """Count what happens in some rounds, by how often each seat opens them."""
        for opener, odds in rounds.odds.items():
            self.rounds += often[opener]
            self.toasts += often[opener] * odds.toasts
            for seat, calls, lies in zip(rounds.ring, odds.calls, odds.lies, strict=True):
                self.calls[seat] += often[opener] * calls
                self.lies[seat] += often[opener] * lies
        for (payers, cause), chances in rounds.forfeits.items():
            mass = _product(chances, often)
            for seat in payers:
                self.forfeits[cause][seat] += mass


def _product(chances: Sequence[Any], often: Sequence[Any]) -> Any:
    return sum(chance * times for chance, times in zip(chances, often, strict=True))


def _changes(values: NDArray[np.int32]) -> _Ints:
    """Return the places where another value begins."""
    return np.flatnonzero(np.diff(values)) + 1
