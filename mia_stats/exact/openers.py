"""The rounds among those who are in: what they cost whom, and who opens the next one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.exact.rounds import End, RoundOdds, weigh_round, weigh_rounds
from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["Loss", "Rounds", "Seats"]

_Floats: TypeAlias = NDArray[np.float64]


class Loss(NamedTuple):
    """What a round comes to."""

    payers: tuple[int, ...]
    cost: int
    """How many lives each of them loses."""
    opener: int
    """Who is to open the next round, if it is in; beyond the last seat if one is drawn."""


class Seats:
    """Who pays at an end of a round, and who opens the next one.

    Parameters
    ----------
    rules : Rules
        The house rules.
    n : int
        How many seats the table has.
    """

    def __init__(self, rules: Rules, n: int) -> None:
        self.rules, self.n = rules, n
        self.settled: dict[End, Loss] = {}
        self.inside = np.arange(2**n)[:, None] >> np.arange(n) & 1
        """Which seats are in, by a number that has a bit for each."""
        self.opener = np.full((2**n, n + 1), n)
        """Who opens, by who is in and by who is to."""
        for seat in range(n):
            self.opener[1:, seat] = rules.next_seat(seat, self.inside[1:])

    def settle(self, end: End) -> Loss:
        """Return what an end comes to where all are in."""
        if end not in self.settled:
            rules, all_in, (caller, doubter, cause, others) = self.rules, [1] * self.n, end
            pays = rules.payers(cause, caller, doubter, others, all_in)
            opener = self.n
            if not rules.draws_opener:
                opener = rules.opener(cause, caller, doubter, all_in)
            payers = tuple(np.flatnonzero(pays).tolist())
            self.settled[end] = Loss(payers, int(rules.lives_lost(cause)), opener)
        return self.settled[end]


class Rounds:
    """The rounds among the players who are in, by who opens them.

    They are weighed once somebody comes to open them, for what others would open might never end.

    Parameters
    ----------
    seats : Seats
        The seats of the table.
    tables : dict of int to TableStrategy
        How each seat plays that is in, in their order.
    exact : bool
        Whether to use Fractions.
    """

    def __init__(
        self, seats: Seats, tables: Mapping[int, TableStrategy], *, exact: bool = False
    ) -> None:
        n = seats.n
        self.seats, self.tables, self.exact, self.alive = seats, tables, exact, tuple(tables)
        self.ring = _from_the_same(self.alive, tables)
        """The seats that are in, as `odds` numbers them."""
        self.odds: dict[int, RoundOdds] = {}
        """By who opens."""
        self.losses: dict[Loss, list[Any]] = defaultdict(lambda: [0] * n)
        """The chance to lose lives, by who opens."""
        self.forfeits: dict[tuple[tuple[int, ...], int], list[Any]] = defaultdict(lambda: [0] * n)
        """By who forfeits and the cause, also what costs nothing: the chance of it, by who
        opens."""
        self.stay = np.zeros((n, n))
        """The chance that a round costs no life, by who opens it and who opens the next one."""
        self.some_stay = False
        self.following: dict[tuple[int, ...], _Floats] = {}

    def weigh(self, openers: Iterable[int]) -> None:
        """Weigh the rounds that some seats open, if that is not done yet."""
        for opener in openers:
            if opener not in self.odds:
                self._weigh(opener)

    def _weigh(self, opener: int) -> None:
        ring, tables = self.ring, tuple(self.tables[seat] for seat in self.ring)
        odds = _odds(tables, ring.index(opener), self.seats.rules, self.exact)
        self.odds[opener] = odds
        for (caller, doubter, cause, others), chance in odds.ends.items():
            loss = self.seats.settle(End(ring[caller], ring[doubter], cause, others))
            if len(loss.payers) > 1:
                paying = tuple(seat for seat in loss.payers if seat in self.tables)
                loss = loss._replace(payers=paying)
            self.forfeits[loss.payers, cause][opener] += chance
            if loss.cost:
                self.losses[loss][opener] += chance
            else:
                self.some_stay = True
                self.stay[opener] += float(chance) * self._openers(loss.opener)

    def _openers(self, opener: int) -> _Floats:
        """Return the chance of each seat to open, if one of them is to and nobody went out."""
        chances = np.zeros(self.seats.n)
        if opener == self.seats.n:
            chances[list(self.alive)] = 1 / len(self.alive)
        else:
            inside = sum(1 << seat for seat in self.alive)
            chances[self.seats.opener[inside, opener]] = 1
        return chances

    @property
    def chances(self) -> _Floats:
        """The chance of each loss so far, in the order of `losses`, by who opens."""
        return np.array(list(self.losses.values()), float)

    def until_a_loss(self, arriving: _Floats) -> _Floats:
        """Return how many rounds each seat opens until a life is lost, by who opens the first.

        Parameters
        ----------
        arriving : array of float64, shape (n, seats)
            The chance of each seat to open the first one, in each of n cases.

        Returns
        -------
        array of float64, shape (n, seats)
            The rounds that may be opened on the way are weighed then.

        Raises
        ------
        ValueError
            If rounds may cost nothing for ever, or one of them never ends.
        """
        if len(self.odds) == len(self.alive) and not self.some_stay:
            return arriving
        openers = np.flatnonzero(arriving.any(axis=0)).tolist()
        for opener in openers:  # which grows on the way
            self.weigh([opener])
            openers += [
                seat for seat in self.alive if self.stay[opener, seat] and seat not in openers
            ]
        if not self.stay[openers].any():
            return arriving
        return arriving @ self._following(tuple(openers))

    def _following(self, openers: tuple[int, ...]) -> _Floats:
        """Return how many rounds follow until one costs something, by who opens the first."""
        if openers not in self.following:
            place = np.ix_(openers, openers)
            among = self.stay[place]
            if np.abs(np.linalg.eigvals(among)).max() > 1 - 1e-12:
                raise ValueError(
                    "a game between these players never ends: rounds that cost nothing"
                )
            following = np.zeros_like(self.stay)
            following[place] = np.linalg.inv(np.eye(len(among)) - among)
            self.following[openers] = following
        return self.following[openers]


def _from_the_same(alive: tuple[int, ...], tables: Mapping[int, TableStrategy]) -> tuple[int, ...]:
    """Return the seats from one on that is the same whichever seats the same players sit in."""
    first: dict[int, int] = {}  # of players with one name; where they lie in memory is chance
    who = {seat: (tables[seat].name, first.setdefault(id(tables[seat]), seat)) for seat in alive}
    turned = (alive[place:] + alive[:place] for place in range(len(alive)))
    return min(turned, key=lambda ring: [who[seat] for seat in ring])


@lru_cache(maxsize=1024)
def _all_odds(ring: tuple[TableStrategy, ...], rules: Rules) -> tuple[RoundOdds, ...]:
    return weigh_rounds(ring, rules, exact=False)


@lru_cache(maxsize=4096)
def _odds_of_first(ring: tuple[TableStrategy, ...], rules: Rules, exact: bool) -> RoundOdds:
    return weigh_round(ring, rules, exact=exact)


def _odds(ring: tuple[TableStrategy, ...], opener: int, rules: Rules, exact: bool) -> RoundOdds:
    """Return the odds of a round that one of a ring of players opens.

    In floats they are known of all at once, unless it would never end where another one opens.
    """
    if not exact:
        with suppress(ValueError):
            return _all_odds(ring, rules)[opener]
    odds, n = _odds_of_first(ring[opener:] + ring[:opener], rules, exact), len(ring)
    ends = {
        End((end.caller + opener) % n, (end.doubter + opener) % n, end.cause, end.others): chance
        for end, chance in odds.ends.items()
    }
    calls, lies = (
        counts[n - opener :] + counts[: n - opener] for counts in (odds.calls, odds.lies)
    )
    return RoundOdds(ends, calls, lies, odds.toasts)
