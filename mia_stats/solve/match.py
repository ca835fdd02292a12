"""Optimal play of a whole match between two, with an eye on the lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mia_stats.exact.response import respond
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.solve.closed_form import Stakes
from mia_stats.solve.match_strategy import MatchStrategy, Stack
from mia_stats.solve.round import check_solvable
from mia_stats.solve.stacks import solve_stacks
from mia_stats.utils.checks import shown
from mia_stats.utils.tables import Cell, Table

__all__ = ["MatchSolution", "match_exploitability", "solve_match"]

_MOST_LIVES = 40


@dataclass(frozen=True, repr=False, eq=False)
class MatchSolution(Table):
    """Optimal play of a match between two; made by `solve_match`.

    Parameters
    ----------
    rules : Rules
        The house rules.
    opener_wins : array of float64, shape (lives + 1, lives + 1)
        `opener_wins[i, j]` is the chance that who opens the round with i lives beats one with j.
    strategy : MatchStrategy
        How to play the match.

    Examples
    --------
    >>> round(float(solve_match(Rules(lives=1)).opener_wins[1, 1]), 6)
    0.647939
    """

    rules: Rules
    opener_wins: NDArray[np.float64]
    strategy: MatchStrategy

    @property
    def caption(self) -> str:
        """The rules, and what the numbers are."""
        return f"The chance that who opens wins, by its lives (down) and theirs: {self.rules}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for the lives of the opener, a column for those of the other."""
        lives = range(1, self.rules.lives + 1)
        return {
            "lives": list(lives),
            **{str(theirs): self.opener_wins[1:, theirs].tolist() for theirs in lives},
        }


def _check_match(rules: Rules) -> None:
    check_solvable(rules)
    if rules.lives > _MOST_LIVES:
        raise ValueError(
            f"a match is solved for {_MOST_LIVES} lives at most, not {rules.lives}: "
            "with more, chances differ by less than floats can tell"
        )
    if rules.next_starter not in ("standard", "winner"):
        raise ValueError(
            "a match is solved where who wins a round opens the next one, as 'standard' and "
            f"'winner' mean for two, not where next_starter={rules.next_starter!r}; "
            "simulate_games and evaluate weigh given strategies under any rules"
        )


def solve_match(rules: RulesLike = Rules()) -> MatchSolution:
    """Solve a whole match between two players, for all lives up to those of the rules.

    What it finds is optimal in a match of two, and among three or more it protects nobody.

    Parameters
    ----------
    rules : RulesLike
        As for `solve_round`; who wins a round opens the next one. 40 lives at most.

    Returns
    -------
    MatchSolution
        In floating point, for exact fractions would grow without bound.

    Raises
    ------
    ValueError
        If the rules have no closed form; the message says what works instead.

    Examples
    --------
    >>> wins = solve_match().opener_wins
    >>> round(float(wins[6, 6]), 5), round(float(wins[1, 6]), 3)
    (0.53709, 0.084)
    """
    rules = find_rules(rules)
    _check_match(rules)
    chances = [float(chance) for chance in rules.throw_chances]
    most, top = rules.lives, rules.top
    wins = np.ones((most + 1, most + 1))
    wins[0, :] = 0.0
    stacks: dict[tuple[int, int], Stack] = {}

    def after(mine: int, theirs: int) -> float:
        """Return the chance of who opens the next round, dead players counted out."""
        return float(wins[max(mine, 0), max(theirs, 0)])

    def stakes(mine: int, theirs: int) -> Stakes[float]:
        return Stakes(
            [after(mine, theirs - 1)] * top + [after(mine, theirs - rules.mia_penalty)],
            [1 - after(theirs, mine - 1)] * top + [1 - after(theirs, mine - rules.mia_lie_penalty)],
            None if rules.mia_fold is None else after(mine, theirs - rules.mia_fold),
        )

    for total in range(2, 2 * most + 1):
        for mine in range(max(1, total - most), total // 2 + 1):
            pair = list(dict.fromkeys([(mine, total - mine), (total - mine, mine)]))
            solved = solve_stacks(
                chances, [stakes(*lives) for lives in pair], 1.0, equal=rules.call == "at_least"
            )
            for lives, stack in zip(pair, solved, strict=True):
                wins[lives] = stack[0].value
                stacks[lives] = stack
    wins.setflags(write=False)
    return MatchSolution(rules, wins, MatchStrategy("optimal", rules, stacks))


def match_exploitability(strategy: MatchStrategy) -> float:
    """Return what a best response to a strategy wins in a match, over one half, whoever opens.

    Parameters
    ----------
    strategy : MatchStrategy
        How to play the match.

    Returns
    -------
    float
        The gain in the chance to win; 0, up to rounding, for an optimal strategy.

    Raises
    ------
    TypeError
        If `strategy` is of another kind.

    Examples
    --------
    >>> abs(match_exploitability(solve_match(Rules(lives=2)).strategy)) < 1e-12
    True
    """
    if not isinstance(strategy, MatchStrategy):
        raise TypeError(f"strategy must be that of solve_match, not {shown(strategy)}")
    rules = strategy.rules.for_two()
    most, top = rules.lives, rules.top
    # The chances of the best response by its lives and the other's, when it opens and when not.
    opens = np.ones((most + 1, most + 1))
    opens[0, :] = 0.0
    follows = opens.copy()

    def opened(mine: int, theirs: int) -> float:
        return float(opens[max(mine, 0), max(theirs, 0)])

    def followed(mine: int, theirs: int) -> float:
        return float(follows[max(mine, 0), max(theirs, 0)])

    penalty, lied, fold = rules.mia_penalty, rules.mia_lie_penalty, rules.mia_fold
    for total in range(2, 2 * most + 1):
        for i in range(max(1, total - most), min(most, total - 1) + 1):
            j = total - i
            mine = Stakes(
                [opened(i, j - 1)] * top + [opened(i, j - penalty)],
                [followed(i - 1, j)] * top + [followed(i - lied, j)],
                None if fold is None else opened(i, j - fold),
            )
            theirs = Stakes(
                [followed(i - 1, j)] * top + [followed(i - penalty, j)],
                [opened(i, j - 1)] * top + [opened(i, j - lied)],
                None if fold is None else followed(i - fold, j),
            )
            opening, answering, _ = respond(strategy.at(j, i), rules, mine, theirs)
            opens[i, j], follows[i, j] = opening[0], answering[0]
    return float(opens[most, most] + follows[most, most] - 1) / 2
