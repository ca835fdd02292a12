"""The way of a game through its states: who still has how many lives, and who opens a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
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

_MOST_TARGETS = 4_000_000  # that are held at a time


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
        total, inside = np.zeros(self.shape, np.intp), np.zeros(self.shape, np.intp)
        for seat, left in enumerate(np.ogrid[tuple(map(slice, self.shape))]):
            total += left
            inside |= (left > 0) << seat
        total, self.inside = total.ravel(), inside.ravel()
        """Who is in, by the number of a state, as `Seats` has it."""
        self.arriving = np.zeros((len(total), self.n + 1))
        """The chance to come to each state, by who opens there; the last one is to be drawn."""
        self.arriving[-1, :-1] = self.start
        order = np.argsort(self.inside * (total[-1] + 1) + total, kind="stable")[::-1]
        for states in _runs(order, self.inside):  # a round leads to no more seats
            in_play = self.seats.inside[self.inside[states[0]]]
            if self.rules.is_over(int(in_play.sum()), self.n):
                self._end(in_play, float(self.arriving[states].sum()))
                continue
            alive = np.flatnonzero(in_play).tolist()
            if not any(plays_by_lives(self.game.players[seat]) for seat in alive):
                self._walk_among(states, _runs(states, total))
                continue
            for state in states:
                self._walk_among(state[None], [state[None]])

    def _end(self, in_play: _Ints, chance: float) -> None:
        """End the game with some seats that are in."""
        for seat in range(self.n):
            (self.wins if in_play[seat] else self.loses)[seat] += chance

    def _walk_among(self, states: _Ints, layers: Sequence[_Ints]) -> None:
        """Walk through states with the same rounds, layer by layer of the lives in all."""
        if not self.arriving[states].any():
            return
        inside = self.inside[states[0]]
        rounds = self._rounds(
            tuple(int(left[0]) for left in np.unravel_index(states[:1], self.shape))
        )
        drawn = self.seats.inside[inside] / len(rounds.alive)
        often = np.zeros(self.n)
        known = done = first = last = 0
        for layer in layers:
            here = self.arriving[layer, :-1] + self.arriving[layer, -1:] * drawn
            if here.any():
                opened = rounds.until_a_loss(here)
                often += opened.sum(axis=0)
                if done + len(layer) > last or len(rounds.odds) > known:
                    chances, known, first = rounds.chances, len(rounds.odds), done
                    last = done + max(len(layer), _MOST_TARGETS // chances.shape[1])
                    targets = self._targets(states[first:last], list(rounds.losses))
                mass = opened @ chances
                there = targets[done - first : done - first + len(layer)]
                np.add.at(self.arriving.reshape(-1), there.ravel(), mass.ravel())
            done += len(layer)
        self._count(rounds, often.tolist())

    def _targets(self, states: _Ints, losses: Sequence[Loss]) -> _Ints:
        """Return where each loss leads from each state, as places in all that is `arriving`."""
        lives = np.unravel_index(states, self.shape)
        strides = np.cumprod((1, *self.shape[:0:-1]))[::-1]
        targets = np.empty((len(states), len(losses)), np.intp)
        for column, (payers, cost, opener) in enumerate(losses):
            there = states.copy()
            for seat in payers:
                there -= np.minimum(lives[seat], cost) * strides[seat]
            following = self.seats.opener[self.inside[there], opener]
            targets[:, column] = there * (self.n + 1) + following
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
            for seat, calls, lies in zip(rounds.ring(opener), odds.calls, odds.lies, strict=True):
                self.calls[seat] += often[opener] * calls
                self.lies[seat] += often[opener] * lies
        for (payers, cause), chances in rounds.forfeits.items():
            mass = _product(chances, often)
            for seat in payers:
                self.forfeits[cause][seat] += mass


def _product(chances: Sequence[Any], often: Sequence[Any]) -> Any:
    return sum(chance * times for chance, times in zip(chances, often, strict=True))


def _runs(states: _Ints, values: _Ints) -> list[_Ints]:
    """Return states in runs of the same value."""
    return np.split(states, np.flatnonzero(np.diff(values[states])) + 1)
