"""Weigh whole games between given strategies without chance: no error bars at all."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.exact.results import Evaluation
from mia_stats.exact.rounds import RoundOdds, weigh_round
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import CAUSES, Cause, Rules
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.seating import Player, check_lives, check_seat, seated
from mia_stats.solve.match import MatchStrategy
from mia_stats.utils.checks import shown

__all__ = [
    "Walk",
    "evaluate",
]

_Tables: TypeAlias = tuple[TableStrategy, ...]
_Lives: TypeAlias = tuple[int, ...]
_Floats: TypeAlias = NDArray[np.float64]


@lru_cache(maxsize=4096)
def _ring_odds(tables: _Tables, rules: Rules, exact: bool) -> RoundOdds:
    return weigh_round(tables, rules, exact=exact)


class Walk:
    """The rounds of a game, as far as they are needed, and the walk down the lives.

    Parameters
    ----------
    players : sequence of TableStrategy or MatchStrategy
        By seat.
    rules : Rules
        The house rules.
    """

    def __init__(self, players: Sequence[Any], rules: Rules) -> None:
        self.players, self.rules, self.n = players, rules, len(players)
        self.costs = rules.costs
        self._kernels: dict[Any, _Kernel] = {}

    def tables(self, lives: _Lives) -> list[TableStrategy]:
        """Return the table that each seat plays with these lives."""
        return [
            player.at(lives[seat], lives[1 - seat]) if isinstance(player, MatchStrategy) else player
            for seat, player in enumerate(self.players)
        ]

    def kernel(self, lives: _Lives, *, exact: bool = False) -> _Kernel:
        """Return the rounds with these lives, by who opens; most depend on who is in only."""
        aware = any(isinstance(player, MatchStrategy) for player in self.players)
        alive = tuple(seat for seat in range(self.n) if lives[seat])
        key = lives if aware else alive
        if key not in self._kernels:
            tables = self.tables(lives)
            self._kernels[key] = _Kernel(tables, alive, self.rules, self.costs, exact=exact)
        return self._kernels[key]

    def takes_one_round(self, lives: _Lives) -> bool:
        """Return whether the first forfeit ends the game, whatever it is."""
        costs = [cost for cause, cost in self.costs.items() if cause != "mia_folded"]
        if self.rules.mia_fold is not None:
            costs.append(self.rules.mia_fold)
        ends_early = self.rules.ending == "first_out" or (
            self.rules.ending == "last_standing" and self.n == 2
        )
        return ends_early and max(lives) <= min(costs)

    def one_round(self, lives: _Lives, openers: Sequence[int]) -> Evaluation:
        """Return what is to be expected where one round decides, exact where the tables are."""
        kernel = self.kernel(lives, exact=True)
        share = Fraction(1, len(openers))
        if not all(table.exact for table in self.tables(lives)):
            share = 1.0 / len(openers)  # type: ignore[assignment]  # floats where a table is one
        forfeits: Any = {cause: [share * 0] * self.n for cause in CAUSES}
        calls, lies, toasts = [share * 0] * self.n, [share * 0] * self.n, share * 0
        for opener in openers:
            odds, seats = kernel.odds[opener], kernel.ring(opener)
            toasts += share * odds.toasts
            for place, seat in enumerate(seats):
                calls[seat] += share * odds.calls[place]
                lies[seat] += share * odds.lies[place]
            for (liable, responder, cause), chance in odds.ends.items():
                loser = seats[liable if cause in _CALLER_LOSES else responder]
                forfeits[cause][loser] += share * chance
        loses = [sum(forfeits[cause][seat] for cause in CAUSES) for seat in range(self.n)]
        return self._evaluation(
            loses, [1 - chance for chance in loses], sum(loses), forfeits, calls, lies, toasts
        )

    def whole(self, lives: _Lives, start: _Floats) -> Evaluation:
        """Walk down from the first lives, carrying the chance to come to each state."""
        loses, wins = np.zeros(self.n), np.zeros(self.n)
        visits: dict[int, _Floats] = {}  # rounds by kernel and opener
        kernels: dict[int, _Kernel] = {}

        def visit(kernel: _Kernel, openers: _Floats) -> None:
            kernels[id(kernel)] = kernel
            visits[id(kernel)] = visits.get(id(kernel), 0) + openers

        if self.rules.ending == "rounds":
            kernel = self.kernel(lives)
            openers = start
            for _ in range(self.rules.rounds or 0):
                visit(kernel, openers)
                openers = openers @ kernel.next_opener
        else:
            self._walk_down(lives, start, loses, wins, visit)
        forfeits = {cause: np.zeros(self.n) for cause in CAUSES}
        calls, lies, toasts, rounds = np.zeros(self.n), np.zeros(self.n), 0.0, 0.0
        for key, openers in visits.items():
            kernel = kernels[key]
            rounds += float(openers.sum())
            toasts += float(openers @ kernel.toasts)
            calls += openers @ kernel.calls
            lies += openers @ kernel.lies
            for cause in CAUSES:
                forfeits[cause] += openers @ kernel.forfeits[cause]
        return self._evaluation(
            loses.clip(0, 1).tolist(), wins.clip(0, 1).tolist(), rounds,
            {cause: counts.tolist() for cause, counts in forfeits.items()},
            calls.tolist(), lies.tolist(), toasts,
        )  # fmt: skip

    def _walk_down(
        self, lives: _Lives, start: _Floats, loses: _Floats, wins: _Floats, visit: Any
    ) -> None:
        layers: list[dict[_Lives, _Floats]] = [{} for _ in range(sum(lives) + 1)]
        layers[-1][lives] = start
        while layers:
            for here, arriving in layers.pop().items():
                kernel = self.kernel(here)
                openers = kernel.stay(arriving)
                visit(kernel, openers)
                for (loser, cost, stays, leaves), chances in kernel.losses.items():
                    mass = float(openers @ chances)
                    if not mass:
                        continue
                    left = max(here[loser] - cost, 0)
                    there = (*here[:loser], left, *here[loser + 1 :])
                    if left == 0:
                        alive = [seat for seat in range(self.n) if there[seat]]
                        if self.rules.ending == "first_out":
                            loses[loser] += mass
                            wins[alive] += mass
                            continue
                        loses[loser] += mass
                        if len(alive) == 1:
                            wins[alive] += mass
                            continue
                    layer = layers[sum(there)]
                    if there not in layer:
                        layer[there] = np.zeros(self.n)
                    layer[there][stays if left else leaves] += mass

    def _evaluation(
        self, loses: Any, wins: Any, rounds: Any, forfeits: Any, calls: Any, lies: Any, toasts: Any
    ) -> Evaluation:
        return Evaluation(
            tuple(player.name for player in self.players),
            self.rules,
            tuple(loses),
            tuple(wins),
            rounds,
            sum(calls),
            {cause: tuple(counts) for cause, counts in forfeits.items()},
            tuple(calls),
            tuple(lies),
            toasts,
        )


_CALLER_LOSES = ("lie_caught", "mia_lie_caught")


class _Kernel:
    """The rounds among the players who are in, by who opens, as arrays over all seats."""

    def __init__(
        self,
        tables: Sequence[TableStrategy],
        alive: tuple[int, ...],
        rules: Rules,
        costs: Mapping[Cause, int],
        *,
        exact: bool,
    ) -> None:
        n = len(tables)
        self.alive, self.rules = alive, rules
        self.odds = {
            opener: _ring_odds(tuple(tables[seat] for seat in self.ring(opener)), rules, exact)
            for opener in alive
        }
        self.calls, self.lies = np.zeros((n, n)), np.zeros((n, n))
        self.toasts = np.zeros(n)
        self.forfeits = {cause: np.zeros((n, n)) for cause in CAUSES}
        self.next_opener = np.zeros((n, n))  # when nobody goes out
        self.losses: dict[tuple[int, int, int, int], _Floats] = {}
        stay = np.zeros((n, n))  # rounds that cost nothing
        for opener, odds in self.odds.items():
            seats = self.ring(opener)
            self.toasts[opener] = float(odds.toasts)
            for place, seat in enumerate(seats):
                self.calls[opener, seat] = float(odds.calls[place])
                self.lies[opener, seat] = float(odds.lies[place])
            for (liable, responder, cause), exact in odds.ends.items():
                chance = float(exact)
                caller, doubter = seats[liable], seats[responder]
                caught = cause in _CALLER_LOSES
                loser = caller if caught else doubter
                self.forfeits[cause][opener, loser] += chance
                stays = self._starter(caller, doubter, caught, alive)
                self.next_opener[opener, stays] += chance
                cost = costs[cause] if rules.forfeit == "life" else 0
                if cost == 0:
                    stay[opener, stays] += chance
                    continue
                rest = tuple(seat for seat in alive if seat != loser)
                leaves = self._starter(caller, doubter, caught, rest)
                key = (loser, cost, stays, leaves)
                self.losses.setdefault(key, np.zeros(n))[opener] += chance
        self._stay = self._forever(stay) if stay.any() and rules.forfeit == "life" else None

    def ring(self, opener: int) -> tuple[int, ...]:
        """Return the seats that are in, from the opener on."""
        place = self.alive.index(opener)
        return self.alive[place:] + self.alive[:place]

    def _starter(self, caller: int, doubter: int, caught: bool, left: tuple[int, ...]) -> int:
        """Return who opens the next round among those who are left."""
        match self.rules.next_starter:
            case "loser":
                starter = caller if caught else doubter
            case "winner":
                starter = doubter if caught else caller
            case "doubter":
                starter = doubter
            case "standard":
                starter = doubter if caught else doubter + 1
        return min(left, key=lambda seat: (seat < starter, seat))

    def _forever(self, stay: _Floats) -> _Floats:
        """Return how many rounds follow until one costs something, by who opens the first."""
        alive = list(self.alive)
        among = stay[np.ix_(alive, alive)]
        if np.abs(np.linalg.eigvals(among)).max() > 1 - 1e-12:
            raise ValueError("a game between these players never ends: rounds that cost nothing")
        following = np.zeros_like(stay)
        following[np.ix_(alive, alive)] = np.linalg.inv(np.eye(len(alive)) - among)
        return following

    def stay(self, arriving: _Floats) -> _Floats:
        """Return how many rounds each seat opens before a life is lost."""
        return arriving if self._stay is None else arriving @ self._stay


_MOST_SEATS = 6
_MOST_STATES = 2_000_000  # some minutes


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
    rules = find_rules(rules)
    sitting = seated(players, rules, _MOST_SEATS)
    for player in sitting:
        if not isinstance(player, TableStrategy | MatchStrategy):
            raise TypeError(f"{shown(player)} has no table of chances, so it can only be simulated")
        if isinstance(player, MatchStrategy):
            player.check(rules)
            if len(sitting) != 2:
                raise ValueError(f"{player.name} plays matches of 2 players, not of {len(sitting)}")
    n = len(sitting)
    first_lives = check_lives(lives, rules, n)
    seat = check_seat(starter, n)
    game = Walk(sitting, rules)
    openers = range(n) if seat is None else [seat]
    if game.takes_one_round(first_lives):
        return game.one_round(first_lives, openers)
    if rules.forfeit == "life":
        _check_states(first_lives)
    start = np.zeros(n)
    start[list(openers)] = 1 / len(openers)
    return game.whole(first_lives, start)


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
