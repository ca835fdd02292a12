"""Every player against every other, without chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mia_stats.exact.games import evaluate
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.player import Player
from mia_stats.players.seating import take_seats
from mia_stats.utils.checks import listed, shown
from mia_stats.utils.tables import Cell, Table

__all__ = ["Tournament", "tournament"]


@dataclass(frozen=True, repr=False, eq=False)
class Tournament(Table):
    """The chances of each player to win against each other; made by `tournament`.

    Parameters
    ----------
    players : tuple of str
        Their names, by row and column.
    rules : Rules
        The house rules.
    wins : array of float64, shape (players, players)
        `wins[i, j]` is the chance that i beats j, whoever opens; one half against itself.

    Examples
    --------
    >>> tournament(["honest", "liar"], Rules(lives=1)).to_frame().round(4)
       player  honest    liar    mean
    0  honest  0.5000  0.5834  0.5834
    1    liar  0.4166  0.5000  0.4166
    """

    players: tuple[str, ...]
    rules: Rules
    wins: NDArray[np.float64]

    @property
    def caption(self) -> str:
        """The rules, and what the numbers are."""
        return (
            "The chance that the player of the row beats the one of the column; "
            f"{self.rules.in_words()}"
        )

    def heading(self, column: str) -> str:
        """Return the name of a player as it is.

        Parameters
        ----------
        column : str
            Its name.

        Returns
        -------
        str
            The same.

        Examples
        --------
        >>> tournament(["honest", "doubter-54"], Rules(lives=1)).heading("doubter-54")
        'doubter-54'
        """
        return column

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row and a column for each player, and its mean against the others."""
        others = len(self.players) - 1
        mean = (self.wins.sum(axis=1) - self.wins.diagonal()) / others
        return {
            "player": self.players,
            **{name: self.wins[:, j].tolist() for j, name in enumerate(self.players)},
            "mean": mean.tolist(),
        }

    @property
    def dispensable(self) -> Sequence[str]:
        """The players from the last on; the mean stays longest, for it says who is best."""
        return [*self.players[::-1], "mean"]


def tournament(
    players: Sequence[Player] = tuple(CHARACTERS), rules: RulesLike = Rules()
) -> Tournament:
    """Return the chances of each player against each other in a duel, the opener averaged.

    Parameters
    ----------
    players : sequence of Player
        2 or more, with different names; the ready-made ones where none are given. "optimal" is the
        best play of a single round of two; a match is played best by `solve_match(rules).strategy`.
    rules : RulesLike
        The house rules, or the key of a published set; a game with a winner.

    Returns
    -------
    Tournament
        A table with a row and a column for each player.

    Raises
    ------
    TypeError, ValueError
        If a player has no table, two have the same name, or nobody wins by these rules.

    Examples
    --------
    >>> tournament(["honest", "liar", "lucky"], Rules(lives=1)).wins.shape
    (3, 3)
    """
    rules = find_rules(rules)
    if rules.for_sips:
        raise ValueError("nobody wins a game of a fixed number of rounds; use evaluate")
    players = listed(players, "players")
    if len(players) < 2:
        raise ValueError(f"a tournament has a list of 2 or more players, not {shown(players)}")
    names = [take_seats([player, player], rules).names[0] for player in players]
    if len(set(names)) < len(names):
        raise ValueError(f"players must have different names, not {', '.join(names)}")
    if {"player", "mean"} & set(names):
        raise ValueError(f"'player' and 'mean' are columns of the table, not {', '.join(names)}")
    wins = np.full((len(names), len(names)), 0.5)
    for i, j in combinations(range(len(names)), 2):
        chance = float(evaluate([players[i], players[j]], rules).wins[0])
        wins[i, j], wins[j, i] = chance, 1 - chance
    return Tournament(tuple(names), rules, wins)
