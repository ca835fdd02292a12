"""Weigh whole games between given strategies without chance: no error bars at all."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mia_stats.exact.results import Evaluation
from mia_stats.exact.walk import Walk
from mia_stats.game.by_lives import plays_by_lives
from mia_stats.game.published_rules import RulesLike
from mia_stats.game.rules import CAUSES, Rules
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.player import Player
from mia_stats.players.seating import Seating, take_seats
from mia_stats.utils.checks import shown

__all__ = ["check_states", "evaluate"]

_MOST_SEATS = 8
_MOST_STATES = 6_000_000


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
        2 to 8, in the order of their seats: ready-made ones, tables, or the solution of a match.
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
        If an argument is not allowed, the game may never end, or so many lives make more than six
        million states of the game.

    Notes
    -----
    A round is followed throw by throw, once for each player who may open it among those still in
    (seats that see the same ring of players share one calculation). A game then walks down the
    lives: n seats of L lives have (L + 1)**n states times n openers, and all states with the same
    seats in and as many lives in all are left at once. Once the rounds are known, six seats with 6
    lives take less than a tenth of a second. Eight seats with 6 lives, 5.8 million states, take 3
    to 15 seconds and 700 MB; with 5 lives it is a third of that. An unseen pass makes rounds slower
    to follow. Where somebody plays by the lives, they are followed anew for each lives of all.

    Examples
    --------
    >>> result = evaluate(["honest", "liar"], Rules(lives=1))
    >>> result.exact, round(float(result.loses[0]), 6)
    (True, 0.416595)
    """
    game = take_seats(players, rules, lives, starter, _MOST_SEATS)
    for player in game.players:
        if not (plays_by_lives(player) or isinstance(player, TableStrategy)):
            raise TypeError(
                f"{shown(player)} has no table of chances, so it can only be simulated; "
                "TableStrategy.from_strategy makes one where it draws nothing"
            )
    one_round = _takes_one_round(game)
    if not (one_round or game.rules.for_sips):
        works = "simulate_games plays such a game with any lives"
        check_states(game.lives, _MOST_STATES, "weighed", works)
    walk = Walk(game, exact=one_round)
    if one_round:
        walk.through_one_round()
    elif game.rules.for_sips:
        walk.through_all_rounds()
    else:
        walk.down_the_lives()
    return _evaluation(walk)


def _takes_one_round(game: Seating) -> bool:
    """Return whether the first forfeit ends the game, whatever it is."""
    rules = game.rules
    seats = len(game.players)
    if not rules.is_over(seats - 1, seats):
        return False
    return max(game.lives) <= rules.least_cost


def check_states(lives: Sequence[int], most: int, can: str, works: str) -> None:
    """Raise where a game can come to so many different lives that it would take too long.

    Parameters
    ----------
    lives : sequence of int
        Those of each seat.
    most : int
        How many states there may be.
    can, works : str
        What can be done with so many, and what works with more.

    Raises
    ------
    ValueError
        If there are more; the message says how many lives would do.
    """
    states = math.prod(number + 1 for number in lives)
    if states > most:
        seats = len(lives)
        fewer = math.floor(most ** (1 / seats)) - 1
        raise ValueError(
            f"{seats} seats with lives {shown(list(lives))} make {states:,} states of the game, "
            f"and {most:,} can be {can}: {seats} seats of {fewer} lives each, say; {works}"
        )


def _evaluation(walk: Walk) -> Evaluation:
    """Return what is to be expected on the whole way."""
    game, loses, wins = walk.game, walk.loses, walk.wins
    if not walk.exact:  # what floats may miss
        loses, wins = (
            [min(max(chance, 0.0), 1.0) for chance in chances] for chances in (loses, wins)
        )
    return Evaluation(
        game.names,
        game.rules,
        tuple(loses),
        tuple(wins),
        walk.rounds,
        sum(walk.calls),
        {cause: tuple(counts) for cause, counts in zip(CAUSES, walk.forfeits, strict=True)},
        tuple(walk.calls),
        tuple(walk.lies),
        walk.toasts,
        () if game.rules.for_sips else game.lives,
    )
