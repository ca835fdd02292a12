"""Weigh whole games between given strategies without chance: no error bars at all."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from mia_stats.exact.results import Evaluation
from mia_stats.exact.walk import Walk
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.seating import Player, check_lives, check_seat, seated
from mia_stats.solve.match_strategy import MatchStrategy
from mia_stats.utils.checks import shown

__all__ = ["evaluate"]

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
