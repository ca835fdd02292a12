"""Weigh whole games between given strategies without chance: no error bars at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.exact.results import Evaluation
from mia_stats.exact.rounds import End, RoundOdds, weigh_round
from mia_stats.game.published_rules import RulesLike
from mia_stats.game.rules import CAUSES, Rules
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.seating import Player, Seating, take_seats
from mia_stats.solve.match_strategy import MatchStrategy
from mia_stats.utils.checks import shown

__all__ = ["evaluate"]

_MOST_SEATS = 6
_MOST_STATES = 2_000_000  # some minutes

_Lives: TypeAlias = tuple[int, ...]
_Array: TypeAlias = NDArray[Any]


def evaluate(
    players: Sequence[Player],
    rules: RulesLike = Rules(),
    *,
    starter: int | None = None,
    lives: Sequence[int] | None = None,
) -> Evaluation:
    """Return the chances of a game between players who have tables, without simulating it.

    Parameters
    ----------
    players : sequence of Player
        2 to 6, in the order of their seats: ready-made ones, tables, or the solution of a match.
        "optimal" is the best play of a single round of two, whatever the game.
    rules : RulesLike
        The house rules, or the key of a published set.
    starter : int, optional
        The seat that opens the first round; drawn at random where it is not given.
    lives : sequence of int, optional
        The lives of each seat, where they are not those of the rules.

    Returns
    -------
    Evaluation
        In Fractions where one round decides the game and all tables are exact; else in floats,
        within 1e-12.

    Raises
    ------
    TypeError
        If a player has no table.
    ValueError
        If an argument is not allowed, the game may never end, or so many lives make more than two
        million states of the game.

    Notes
    -----
    A round is followed throw by throw, once for each player who may open it among those still in
    (seats that see the same ring of players share one calculation). A game then walks down the
    lives: with n seats of L lives it has L**n states times n openers, each with some 3 n ends of a
    round. Four seats with 6 lives take a tenth of a second, six seats a few seconds, once the
    rounds are known; an unseen pass makes these slower, to half a minute for six who pass at
    random.

    Examples
    --------
    >>> result = evaluate(["honest", "liar"], Rules(lives=1))
    >>> result.exact, round(float(result.loses[0]), 6)
    (True, 0.416595)
    """
    game = take_seats(players, rules, lives, starter, _MOST_SEATS)
    for player in game.players:
        solved = type(player) is MatchStrategy  # one derived from it may play otherwise
        if not (solved or isinstance(player, TableStrategy)):
            raise TypeError(
                f"{shown(player)} has no table of chances, so it can only be simulated; "
                "TableStrategy.from_strategy makes one where it draws nothing"
            )
    one_round = _takes_one_round(game)
    if not (one_round or game.rules.for_sips):
        _check_states(game.lives)
    walk = _Walk(game, exact=one_round)
    if game.rules.for_sips:
        walk.through_all_rounds()
    else:
        walk.down_the_lives()
    return walk.evaluation()


def _takes_one_round(game: Seating) -> bool:
    """Return whether the first forfeit ends the game, whatever it is."""
    rules = game.rules
    seats = len(game.players)
    if not rules.is_over(seats - 1, seats):
        return False
    return max(game.lives) <= rules.least_cost


def _check_states(lives: Sequence[int]) -> None:
    """Raise where a game can come to so many different lives that it would take hours."""
    states = math.prod(number + 1 for number in lives)
    if states > _MOST_STATES:
        seats = len(lives)
        works = math.floor(_MOST_STATES ** (1 / seats)) - 1
        raise ValueError(
            f"{seats} seats with lives {shown(list(lives))} make {states:,} states of the game, "
            f"and {_MOST_STATES:,} can be weighed: {seats} seats of {works} lives each, say; "
            "simulate_games plays such a game with any lives"
        )


class _Walk:
    """The chance to come to each state of a game, and what happens in the rounds on the way."""

    def __init__(self, game: Seating, *, exact: bool) -> None:
        self.game, self.rules, self.n = game, game.rules, len(game.players)
        self.players: Sequence[Any] = game.players  # all have tables
        self.by_lives = any(isinstance(player, MatchStrategy) for player in game.players)
        tables = self._tables(game.lives)
        self.exact = exact and all(table.exact for table in tables)
        self.one: Any = Fraction(1) if self.exact else 1.0
        openers = range(self.n) if game.starter is None else [game.starter]
        self.start = self._zeros(self.n)
        self.start[list(openers)] = self.one / len(openers)
        self.loses, self.wins = self._zeros(self.n), self._zeros(self.n)
        self.is_over = [self.rules.is_over(alive, self.n) for alive in range(self.n + 1)]
        self.openers: dict[tuple[int, tuple[bool, ...]], Sequence[tuple[int, Any]]] = {}
        self.rounds: dict[_Lives, _Rounds] = {}
        self.visits: dict[_Lives, _Array] = {}
        """How many of these rounds each seat opens."""

    def _zeros(self, *shape: int) -> _Array:
        return np.full(shape, self.one * 0, object if self.exact else np.float64)

    def _tables(self, lives: _Lives) -> list[TableStrategy]:
        """Return the table that each seat plays with these lives."""
        return [
            player.at(lives[seat], lives[1 - seat]) if isinstance(player, MatchStrategy) else player
            for seat, player in enumerate(self.players)
        ]

    def _visit(self, lives: _Lives, arriving: _Array) -> tuple[_Rounds, _Array]:
        """Play the rounds with these lives; most depend only on who is in."""
        alive = tuple(seat for seat in range(self.n) if lives[seat])
        key = lives if self.by_lives else alive
        if key not in self.rounds:
            self.rounds[key] = _Rounds(self.rules, self._tables(lives), alive, self._zeros)
            self.visits[key] = self._zeros(self.n)
        rounds = self.rounds[key]
        opened = rounds.opened(arriving, until_a_loss=not self.rules.for_sips)
        self.visits[key] += opened
        return rounds, opened

    def through_all_rounds(self) -> None:
        """Play a fixed number of rounds, in which nobody goes out."""
        openers = self.start
        for _ in range(self.rules.rounds or 0):
            rounds, _ = self._visit(self.game.lives, openers)
            openers = openers @ rounds.next_opener

    def down_the_lives(self) -> None:
        """Walk from the first lives down, carrying the chance to come to each state."""
        layers: list[dict[_Lives, _Array]] = [{} for _ in range(sum(self.game.lives) + 1)]
        layers[-1][self.game.lives] = self.start
        while layers:
            for here, arriving in layers.pop().items():
                rounds, opened = self._visit(here, arriving)
                for (payers, cost, opener, stays), chances in rounds.losses.items():
                    mass = opened @ chances
                    if not mass:
                        continue
                    left, out = list(here), []
                    for seat in payers:
                        left[seat] -= cost
                        if left[seat] <= 0:
                            left[seat] = 0
                            out.append(seat)
                    there = tuple(left)
                    if out:
                        self.loses[out] += mass
                        alive = [seat for seat in range(self.n) if left[seat]]
                        if self.is_over[len(alive)]:
                            self.wins[alive] += mass
                            continue
                    layer = layers[sum(there)]
                    if there not in layer:
                        layer[there] = self._zeros(self.n)
                    if not out and stays != _DRAWN:
                        layer[there][stays] += mass
                        continue
                    for seat, share in self._openers(opener, there):
                        layer[there][seat] += mass * share

    def _openers(self, seat: int, lives: _Lives) -> Sequence[tuple[int, Any]]:
        """Return who opens next, and how likely, if a seat is to or one is drawn."""
        key = (seat, tuple(map(bool, lives)))
        if key not in self.openers:
            self.openers[key] = _openers(self.rules, *key)
        return self.openers[key]

    def evaluation(self) -> Evaluation:
        """Return what is to be expected on the whole way."""
        counts, total = self._zeros(self.n, 2 + len(CAUSES)), self._zeros(2)
        for key, openers in self.visits.items():
            here = self.rounds[key]
            total += openers.sum(), openers @ here.toasts
            counts += (openers @ here.counts.reshape(self.n, -1)).reshape(counts.shape)
        rounds, toasts = total.tolist()
        calls, lies, *forfeits = counts.T.tolist()
        if not self.exact:
            self.loses, self.wins = self.loses.clip(0, 1), self.wins.clip(0, 1)
        return Evaluation(
            self.game.names,
            self.rules,
            tuple(self.loses.tolist()),
            tuple(self.wins.tolist()),
            rounds,
            sum(calls),
            {cause: tuple(lost) for cause, lost in zip(CAUSES, forfeits, strict=True)},
            tuple(calls),
            tuple(lies),
            toasts,
            () if self.rules.for_sips else self.game.lives,
        )


_DRAWN = -1  # in place of a seat that opens


def _openers(rules: Rules, seat: int, inside: Sequence[bool]) -> Sequence[tuple[int, Any]]:
    """Return who opens next and how likely, if a seat is to, or one that is drawn."""
    if seat == _DRAWN:
        return [(drawn, Fraction(1, sum(inside))) for drawn, is_in in enumerate(inside) if is_in]
    return [(rules.next_seat(seat, [int(is_in) for is_in in inside]), 1)]


@lru_cache(maxsize=4096)
def _ring_odds(tables: tuple[TableStrategy, ...], rules: Rules, exact: bool) -> RoundOdds:
    return weigh_round(tables, rules, exact=exact)


class _Rounds:
    """The rounds among the players who are in, by who opens, as arrays over all seats.

    Parameters
    ----------
    rules : Rules
        The house rules.
    tables : sequence of TableStrategy
        By seat.
    alive : tuple of int
        The seats that are in.
    zeros : callable
        Makes arrays of Fractions or of floats.
    """

    def __init__(
        self, rules: Rules, tables: Sequence[TableStrategy], alive: _Lives, zeros: Any
    ) -> None:
        n = len(tables)
        self.rules, self.tables, self.alive, self.zeros = rules, tables, alive, zeros
        self.inside = [int(seat in alive) for seat in range(n)]
        self.weighed: set[int] = set()
        self.some_stay = False
        self.settled: dict[End, tuple[Any, ...]] = {}
        self.following: dict[tuple[int, ...], _Array] = {}
        self.counts = zeros(n, n, 2 + len(CAUSES))
        """Calls, lies and forfeits by cause, by who opens and whose they are."""
        self.toasts = zeros(n)
        self.next_opener = zeros(n, n)
        self.stay = zeros(n, n)
        """The chance that a round costs nothing, by who opens and who opens the next one."""
        self.losses: dict[tuple[tuple[int, ...], int, int, int], _Array] = {}
        """By who loses how many lives, and who is to open then, if it is in, and if nobody goes
        out: by who opens."""

    def opened(self, arriving: _Array, *, until_a_loss: bool) -> _Array:
        """Return how many rounds each seat opens: one, or until a life is lost.

        Only who comes to open a round is weighed, for with others it might never end.
        """
        if len(self.weighed) == len(self.alive) and not self.some_stay:
            return arriving
        openers = [seat for seat in self.alive if arriving[seat]]
        for opener in openers:  # which grows on the way
            if opener not in self.weighed:
                self._weigh(opener)
            if until_a_loss:
                openers += [
                    seat for seat in self.alive if self.stay[opener, seat] and seat not in openers
                ]
        if not until_a_loss or not self.stay[openers].any():
            return arriving
        opened = np.zeros_like(arriving)
        opened[openers] = arriving[openers] @ self._following(tuple(openers))
        return opened

    def _weigh(self, opener: int) -> None:
        """Weigh the rounds that a seat opens."""
        place = self.alive.index(opener)
        ring = self.alive[place:] + self.alive[:place]
        exact = self.toasts.dtype == object
        odds = _ring_odds(tuple(self.tables[seat] for seat in ring), self.rules, exact)
        self.weighed.add(opener)
        self.toasts[opener] = odds.toasts
        self.counts[opener, ring, 0], self.counts[opener, ring, 1] = odds.calls, odds.lies
        for end, chance in odds.ends.items():
            end = end._replace(caller=ring[end.caller], doubter=ring[end.doubter])
            if end not in self.settled:
                self.settled[end] = self._settle(end)
            payers, cost, following, stays, openers = self.settled[end]
            self.counts[opener, payers, 2 + end.cause] += chance
            if cost:
                key = payers, cost, following, stays
                self.losses.setdefault(key, self.zeros(len(self.tables)))[opener] += chance
            for seat, share in openers:
                self.next_opener[opener, seat] += chance * share
                if not cost:
                    self.stay[opener, seat] += chance * share
                    self.some_stay = True

    def _settle(self, end: End) -> tuple[Any, ...]:
        """Return who pays how many lives at an end, and who is to open next."""
        rules, (cause, caller, doubter) = self.rules, (end.cause, end.caller, end.doubter)
        pays = rules.payers(cause, caller, doubter, end.others, self.inside)
        payers, cost = tuple(np.flatnonzero(pays).tolist()), rules.lives_lost(cause)
        following = stays = _DRAWN
        if not rules.draws_opener:  # of all seats, for some may be out then
            following = rules.opener(cause, caller, doubter, [1] * len(self.tables))
            stays = rules.opener(cause, caller, doubter, self.inside)
        openers = _openers(rules, following, [bool(is_in) for is_in in self.inside])
        return payers, cost, following, stays, openers

    def _following(self, openers: tuple[int, ...]) -> _Array:
        """Return how many rounds follow until one costs something, by who opens the first."""
        if openers not in self.following:
            among = self.stay[np.ix_(openers, openers)]
            if np.abs(np.linalg.eigvals(among)).max() > 1 - 1e-12:
                raise ValueError(
                    "a game between these players never ends: rounds that cost nothing"
                )
            self.following[openers] = np.linalg.inv(np.eye(len(among)) - among)
        return self.following[openers]
