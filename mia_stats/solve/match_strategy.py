"""How to play a match, by the lives of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import UNSEEN, AnswerSituation, CallSituation, Tiers
from mia_stats.game.table_play import TablePlayers, TablesByLives
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.solve.state import StateSolution
from mia_stats.utils.checks import shown
from mia_stats.utils.tables import Cell, as_html

__all__ = ["MatchStrategy", "Stack"]

Stack: TypeAlias = list[StateSolution[Any]]
"""Play of one round, by state."""


@dataclass(frozen=True, repr=False, eq=False)
class MatchStrategy(StrategyByLives):
    """How to play a match by the lives of all; made by `solve_match`.

    Parameters
    ----------
    name : str
        What tables and errors call the player.
    rules : Rules
        Those that it was solved for.
    stacks : dict of tuple of int to list of StateSolution
        The play of a round by the lives of those who are in: of the caller, of the responder, and
        on to the left.

    Examples
    --------
    >>> from mia_stats import solve_match
    >>> strategy = solve_match(Rules(lives=2)).strategy
    >>> strategy.at(1, 2)
    <TableStrategy optimal with 1 life against 2>
    """

    name: str
    rules: Rules
    stacks: dict[tuple[int, ...], Stack]

    @cached_property
    def seats(self) -> int:
        """How many players the match is for."""
        return max(map(len, self.stacks))

    def _repr_html_(self) -> str:
        """Return how often who opens does not lose, with the same lives for all, for notebooks."""
        most = range(1, self.rules.lives + 1)
        columns: dict[str, Sequence[Cell]] = {
            "lives": most,
            "who opens does not lose": [self.stacks[(n,) * self.seats][0].value for n in most],
        }
        return as_html(f"{self.name}: a match of {self.seats}; {self.rules.in_words()}", columns)

    def __repr__(self) -> str:
        return f"<MatchStrategy {self.name}: {self.rules.in_words()}>"

    def _check_lives(self, lives: tuple[int, ...]) -> None:
        if not lives[0] or _inside(lives) not in self.stacks:
            given = " against ".join(map(shown, lives)) if self.seats == 2 else f"lives {lives}"
            raise ValueError(
                f"this match is solved for 1 to {self.rules.lives} lives, not for {given}"
            )

    def _table(self, lives: tuple[int, ...]) -> TableStrategy:
        mine, *others = own = _inside(lives)
        calls = [state.calls for state in self.stacks[own]]
        doubts = [state.doubts for state in self.stacks[own[-1:] + own[:-1]]]
        word = "life" if mine == 1 else "lives"
        name = f"{self.name} with {mine} {word} against {', '.join(map(str, others))}"
        rules = self.rules.for_two() if len(own) == 2 else self.rules
        if isinstance(doubts[0][0], Fraction):
            return TableStrategy(
                name, np.array(calls, object), np.array(doubts, object), rules=rules
            )
        return TableStrategy(name, _even_out(calls), np.clip(doubts, 0.0, 1.0), rules=rules)

    @cached_property
    def tables(self) -> TablesByLives:
        """The tables for all lives that are solved for."""
        most, seats = self.rules.lives, self.seats
        places = {lives: place for place, lives in enumerate(self.stacks)}
        at = np.full((most + 1,) * seats, -1)
        for lives in np.ndindex(at.shape):
            if lives[0]:
                at[lives] = places.get(_inside(lives), -1)
        tables = (self.at(*lives, *[0] * (seats - len(lives))) for lives in self.stacks)
        return TablesByLives(tuple(tables), at)

    def _player(self, rules: Rules) -> TablePlayers:
        if rules not in self._made_for:
            self._made_for[rules] = TablePlayers([self.tables] * self.seats, rules)
        return self._made_for[rules]

    @cached_property
    def _made_for(self) -> dict[Rules, TablePlayers]:
        """How it plays by the rules that it was asked about."""
        return {}

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
        self._check(seen)
        if (seen.rolled == UNSEEN).any():
            raise ValueError(f"{self.name} never throws again, so it calls nothing blind")
        return self._player(seen.rules).calls(
            seen.state, seen.rolled, seen.seat, seen.seat_lives, rng
        )

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
        >>> from mia_stats import BELIEVE, solve_match
        >>> import numpy as np
        >>> strategy, one = solve_match(Rules(lives=1)).strategy, np.ones((1, 2), np.int8)
        >>> low, may_pass = np.array([3]), np.array([False])
        >>> seen = AnswerSituation(
        ...     strategy.rules, np.array([0]), np.array([1]), one, low, may_pass
        ... )
        >>> int(strategy.answer(seen, np.random.default_rng(1))[0]) == BELIEVE
        True
        """
        self._check(seen)
        return self._player(seen.rules).answers(
            seen.state, seen.call, seen.may_pass, seen.seat, seen.seat_lives, seen.dice, rng
        )


def _inside(lives: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lives of those who are in."""
    return tuple(left for left in lives if left)


def _even_out(calls: Sequence[Any]) -> NDArray[np.float64]:
    """Return rows of chances without the last digits by which floats miss 0 and a sum of 1."""
    table = np.clip(np.array(calls, np.float64), 0.0, None)
    evened: NDArray[np.float64] = table / table.sum(axis=2, keepdims=True)
    return evened
