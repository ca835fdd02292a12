"""A best reply by the lives of all, as a strategy without chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import DOUBT, UNSEEN, AnswerSituation, CallSituation, Tiers
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.utils.checks import shown

__all__ = ["ReplyByLives"]


@dataclass(frozen=True, repr=False, eq=False)
class ReplyByLives(StrategyByLives):
    """How to reply to all others at a table, by the lives of all; made by `best_response`.

    Parameters
    ----------
    name : str
        What tables and errors call the player.
    rules : Rules
        Those that it replies by.
    called : array of int, shape (my lives + 1, ..., states, K)
        What it calls, by the lives of all, its own first and then to its left, by the state of the
        round, and by what it has thrown: tiers.
    answers : array of int, shape (my lives + 1, ..., states, K)
        `BELIEVE` or `DOUBT`, by the lives, the state of the round, and the call.

    Examples
    --------
    >>> from mia_stats import Rules, best_response
    >>> strategy = best_response(["honest", "liar"], Rules(lives=1)).strategy
    >>> strategy.call(54, lives=(1, 1, 1)), strategy.at(1, 1, 1)
    (Outcome(6, 6), <TableStrategy best response to honest, liar with lives 1, 1, 1>)
    """

    name: str
    rules: Rules
    called: NDArray[np.int8]
    answers: NDArray[np.int8]

    def __post_init__(self) -> None:
        for part in (self.called, self.answers):
            part.setflags(write=False)

    def __repr__(self) -> str:
        return f"<ReplyByLives {self.name}: {self.rules.in_words(self.lives)}>"

    @property
    def lives(self) -> tuple[int, ...]:
        """The most lives of each seat, its own first."""
        return tuple(size - 1 for size in self.called.shape[:-2])

    def _most_lives(self) -> tuple[int, ...]:
        return self.lives

    @property
    def seats(self) -> int:
        """How many players it is for."""
        return self.called.ndim - 2

    def _check_lives(self, lives: tuple[int, ...]) -> None:
        known = all(left <= most for left, most in zip(lives, self.lives, strict=True))
        if not known or (self.called[lives] < 0).any():
            raise ValueError(
                f"{self.name} is for games that began with lives {self.lives}, mine first, "
                f"not for {shown(lives)}"
            )

    def _table(self, lives: tuple[int, ...]) -> TableStrategy:
        k = self.rules.tier_count
        calls = self.called[lives][:k, :, None] == np.arange(k)
        doubts = self.answers[lives][:k] == DOUBT
        rules = self.rules.for_two() if self.seats == 2 else self.rules
        name = f"{self.name} with lives {', '.join(map(str, lives))}"[:200]
        return TableStrategy(name, calls.astype(int), doubts.astype(int), rules=rules)

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:  # noqa: ARG002 - no chance
        """Return a call for each game, without chance.

        Parameters
        ----------
        seen : CallSituation
            What the player sees.
        rng : numpy.random.Generator
            Not needed.

        Returns
        -------
        array of int, shape (n,)
            Tiers.

        Examples
        --------
        >>> import numpy as np
        >>> from mia_stats import CallSituation, Rules, best_response
        >>> strategy, one = best_response(["lucky"], Rules(lives=1)).strategy, np.ones((1, 2), int)
        >>> thrown, rng = np.array([3]), np.random.default_rng(1)
        >>> seen = CallSituation(strategy.rules, np.array([0]), np.array([0]), one, thrown)
        >>> int(strategy.choose_call(seen, rng)[0]) == strategy.rules.top
        True
        """
        self._check(seen)
        if (seen.rolled == UNSEEN).any():
            raise ValueError(f"{self.name} never throws again, so it calls nothing blind")
        calls: Tiers = self.called[(*seen.lives.T, seen.state, seen.rolled)]
        return calls

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Tiers:  # noqa: ARG002 - no chance
        """Return an answer for each game, without chance.

        Parameters
        ----------
        seen : AnswerSituation
            What the player sees.
        rng : numpy.random.Generator
            Not needed.

        Returns
        -------
        array of int, shape (n,)
            BELIEVE or DOUBT.

        Examples
        --------
        >>> import numpy as np
        >>> from mia_stats import DOUBT, AnswerSituation, Rules, best_response
        >>> strategy, one = best_response(["lucky"], Rules(lives=1)).strategy, np.ones((1, 2), int)
        >>> top, may_pass = np.array([strategy.rules.top]), np.array([False])
        >>> seen = AnswerSituation(
        ...     strategy.rules, np.array([0]), np.array([0]), one, top, may_pass
        ... )
        >>> int(strategy.answer(seen, np.random.default_rng(1))[0]) == DOUBT
        True
        """
        self._check(seen)
        answers: Tiers = self.answers[(*seen.lives.T, seen.state, seen.call)]
        return answers
