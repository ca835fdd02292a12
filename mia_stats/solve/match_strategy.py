"""How to play a match between two, by the lives of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import BELIEVE, AnswerSituation, CallSituation, Tiers
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.simulate.sampling import AliasTable, ChanceTable
from mia_stats.solve.closed_form import StateSolution
from mia_stats.utils.checks import integer, shown

__all__ = ["MatchStrategy", "Stack"]

Stack: TypeAlias = list[StateSolution[float]]
"""Optimal play of one round, by state."""


@dataclass(frozen=True, eq=False)
class MatchStrategy:
    """How to play a match between two, by the lives of both; made by `solve_match`.

    Parameters
    ----------
    name : str
        What tables and errors call the player.
    rules : Rules
        Those that it was solved for.
    stacks : dict of (int, int) to list of StateSolution
        The play of a round by the lives of the caller and of the responder.

    Examples
    --------
    >>> from mia_stats import solve_match
    >>> strategy = solve_match(Rules(lives=2)).strategy
    >>> strategy.at(1, 2)
    <TableStrategy optimal with 1 life against 2>
    """

    name: str
    rules: Rules
    stacks: dict[tuple[int, int], Stack]

    def at(self, mine: int, theirs: int) -> TableStrategy:
        """Return the table by which to play a round with these lives.

        Parameters
        ----------
        mine, theirs : int
            From 1 to the lives of the rules.

        Returns
        -------
        TableStrategy
            In floats.

        Raises
        ------
        ValueError
            If the match was not solved for so many lives.

        Examples
        --------
        >>> from mia_stats import solve_match
        >>> solve_match(Rules(lives=1)).strategy.at(1, 1).tier_count
        21
        """
        mine, theirs = integer(mine, "lives"), integer(theirs, "lives")
        if (mine, theirs) not in self.stacks:
            raise ValueError(
                f"this match is solved for 1 to {self.rules.lives} lives, "
                f"not for {shown(mine)} against {shown(theirs)}"
            )
        calls = [state.calls for state in self.stacks[mine, theirs]]
        doubts = [state.doubts for state in self.stacks[theirs, mine]]
        lives = "life" if mine == 1 else "lives"
        name = f"{self.name} with {mine} {lives} against {theirs}"
        rules = self.rules.for_two()
        return TableStrategy(name, _even_out(calls), np.clip(doubts, 0.0, 1.0), rules=rules)

    def check(self, rules: RulesLike) -> None:
        """Raise unless the calls of these rules are those that the strategy was solved for.

        Parameters
        ----------
        rules : RulesLike
            The house rules, or the key of a published set.

        Raises
        ------
        ValueError
            If the variant or the way to call is another, or folding is forbidden in one of them.

        Examples
        --------
        >>> from mia_stats import solve_match
        >>> solve_match(Rules(lives=1)).strategy.check(Rules(lives=3))
        """
        rules = find_rules(rules)
        here, there = ((by.variant, by.call, by.mia_fold is None) for by in (rules, self.rules))
        if here != there:
            raise ValueError(f"{self.name} is solved for {self.rules}, not for {rules}")

    def _rows(self, seen: CallSituation | AnswerSituation, tier: Tiers) -> NDArray[np.intp]:
        lives = seen.lives
        if lives.shape[1] != 2:
            raise ValueError(f"{self.name} plays matches of 2 players, not of {lives.shape[1]}")
        wrong = np.flatnonzero(((lives < 1) | (lives > self.rules.lives)).any(axis=1))
        if len(wrong):
            self.at(*lives[wrong[0]].tolist())  # says so
        self.check(seen.rules)
        k = self.rules.tier_count
        pair = (lives[:, 0].astype(np.intp) - 1) * self.rules.lives + lives[:, 1] - 1
        return (pair * k + seen.state) * k + tier

    @cached_property
    def _tables(self) -> list[TableStrategy]:
        """The tables by my lives and theirs, in the order of the rows that are drawn from."""
        lives = range(1, self.rules.lives + 1)
        return [self.at(mine, theirs) for mine in lives for theirs in lives]

    @cached_property
    def _calls(self) -> AliasTable:
        k = self.rules.tier_count
        return AliasTable(row for t in self._tables for row in t.calls.reshape(-1, k).tolist())

    @cached_property
    def _doubts(self) -> ChanceTable:
        return ChanceTable(doubt for table in self._tables for doubt in table.doubts.ravel())

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:
        """Return a call for each game, drawn from the tables of the lives in it.

        Parameters
        ----------
        seen : CallSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            Tiers.

        Examples
        --------
        >>> from mia_stats import solve_match
        >>> import numpy as np
        >>> strategy, one = solve_match(Rules(lives=1)).strategy, np.ones((1, 2), np.int8)
        >>> thrown = np.array([19])
        >>> seen = CallSituation(strategy.rules, np.array([0]), np.array([0]), one, thrown)
        >>> int(strategy.choose_call(seen, np.random.default_rng(1))[0])
        19
        """
        return self._calls.draw(rng, self._rows(seen, seen.rolled))

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Tiers:
        """Return an answer for each game, drawn from the tables of the lives in it.

        Parameters
        ----------
        seen : AnswerSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            BELIEVE or DOUBT.

        Examples
        --------
        >>> from mia_stats import solve_match
        >>> import numpy as np
        >>> strategy, one = solve_match(Rules(lives=1)).strategy, np.ones((1, 2), np.int8)
        >>> low, may_pass = np.array([3]), np.array([False])
        >>> seen = AnswerSituation(
        ...     strategy.rules, np.array([0]), np.array([1]), one, low, may_pass
        ... )
        >>> int(strategy.answer(seen, np.random.default_rng(1))[0]) == BELIEVE
        True
        """
        doubted = self._doubts.draw(rng, self._rows(seen, seen.call))
        return np.subtract(BELIEVE, doubted, dtype=np.int8)  # DOUBT is one less


def _even_out(calls: Sequence[Any]) -> NDArray[np.float64]:
    """Return rows of chances without the last digits by which floats miss 0 and a sum of 1."""
    table = np.clip(np.array(calls, np.float64), 0.0, None)
    evened: NDArray[np.float64] = table / table.sum(axis=2, keepdims=True)
    return evened
