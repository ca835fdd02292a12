"""Optimal play of one round between two, exact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Generic

import numpy as np

from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.reply import check_reply
from mia_stats.game.rules import Rules
from mia_stats.game.stakes import Number, round_stakes
from mia_stats.game.strategy import TABLES
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.ranking.outcomes import Outcome, OutcomeLike
from mia_stats.solve.stacks import solve_stacks
from mia_stats.solve.state import StateSolution
from mia_stats.utils.checks import shown
from mia_stats.utils.tables import Cell, as_html

__all__ = [
    "RoundSolution",
    "check_solvable",
    "solve_round",
]


class ByLastCall(Mapping[Outcome | None, Number], Generic[Number]):
    """What holds after each last call; None is the start of the round.

    Looked up by anything that `Outcome.parse` takes.
    """

    def __init__(self, rules: Rules, by_state: Sequence[Number]) -> None:
        self._rules = rules
        self._by_state: Sequence[Number] = by_state

    def __getitem__(self, last: OutcomeLike | None) -> Number:
        return self._by_state[self._rules.state(last)]

    def __iter__(self) -> Iterator[Outcome | None]:
        yield None
        for tier in reversed(self._tiers):
            yield from tier

    def _ipython_key_completions_(self) -> list[str]:
        """Return what a notebook completes between the brackets."""
        return [last.label for last in self if last is not None]

    def __repr__(self) -> str:
        return f"<by last call: {shown({str(last): value for last, value in self.items()})}>"

    def __len__(self) -> int:
        return 1 + sum(len(tier) for tier in self._tiers)

    @property
    def _tiers(self) -> Sequence[tuple[Outcome, ...]]:
        """The tiers after which somebody calls, best first; Mia only where it may be equalled."""
        return self._rules.variant.tiers[not self._rules.may_equal_mia :]


@dataclass(frozen=True, repr=False, eq=False)
class RoundSolution:
    """Optimal play of one round between two; made by `solve_round`.

    Values are in lives, seen from who calls next.

    Parameters
    ----------
    rules : Rules
        The house rules.
    states : tuple of StateSolution
        By state; see `Rules`. The last one is after Mia, where that may be equalled.

    Examples
    --------
    >>> solution = solve_round()
    >>> solution.threshold, solution.values[54], solution.values[66]
    (Outcome(5, 2), Fraction(1, 18), Fraction(-5, 6))
    """

    rules: Rules
    states: tuple[StateSolution[Fraction], ...]

    @property
    def value(self) -> Fraction:
        """What the opener of a round expects to win."""
        return self.states[0].value

    @property
    def values(self) -> ByLastCall[Fraction]:
        """What the next caller expects, by the last call; None is the start."""
        return ByLastCall(self.rules, [state.value for state in self.states])

    @property
    def threshold(self) -> Outcome | None:
        """The lowest outcome that an opener calls; whoever throws less calls higher.

        None where more must lie than can be believed, as where Mia is likelier than all else.
        """
        lowest = self.states[0].threshold
        return None if lowest is None else self.rules.variant.tiers[self.rules.top - lowest][0]

    def _repr_html_(self) -> str:
        """Return values and thresholds by the last call for notebooks."""
        words = self.rules.tier_words
        lowest = [state.threshold for state in self.states]
        columns: dict[str, Sequence[Cell]] = {
            "last call": ["none", *map(words, range(len(self.states) - 1))],
            "who calls wins": [float(state.value) for state in self.states],
            "never calls less than": [None if low is None else words(low) for low in lowest],
        }
        return as_html(
            f"Optimal play of a round of two, in lives; {self.rules.in_words(())}", columns
        )

    def __repr__(self) -> str:
        return (
            f"<RoundSolution {self.rules.in_words(())}: the opener wins {float(self.value):+.4f}>"
        )

    @cached_property
    def strategy(self) -> TableStrategy:
        """The calls and doubts that are optimal in a single round of two, in no other game."""
        states = self.states[: self.rules.tier_count]
        tables = {
            name: np.array([getattr(state, name) for state in states], object)
            for name in TABLES
            if getattr(states[0], name, None) not in (None, ())
        }
        return TableStrategy("optimal", **tables, rules=self.rules.for_two())


def solve_round(rules: RulesLike = Rules()) -> RoundSolution:
    """Solve one round between two players, exactly.

    What it finds is optimal in a single round of two: in a match the lives count too, as in
    `solve_match`, and among three or more it protects nobody.

    Parameters
    ----------
    rules : RulesLike
        All must cost something; lives do not matter, and a duel never has an unseen pass. A blind
        second throw is solved where calls must be higher.

    Returns
    -------
    RoundSolution
        The value, the threshold, and a strategy that nothing beats.

    Raises
    ------
    ValueError
        If the rules have no closed form; the message says what works instead.

    Notes
    -----
    That the strategy is optimal is proved by `exploitability`, which trusts nothing of this.

    Some values are fractions of very many digits: with a blind second throw, and where a false call
    of Mia costs less than another lie. Those of more than 3,000 digits are refused.

    Examples
    --------
    >>> solve_round().value
    Fraction(59411713723787, 199943380929600)
    >>> solve_round(Rules(call="at_least")).value
    Fraction(263379646709, 1104892192709)

    Where Mia may be answered by Mia, who does so needs another one:

    >>> solve_round(Rules(mia_equalled=True)).values[21]
    Fraction(-5, 6)
    """
    rules = find_rules(rules)
    check_solvable(rules)
    return _solved(rules, rules.variant.said)


@lru_cache(maxsize=64)
def _solved(rules: Rules, _said: object) -> RoundSolution:
    """Solve a round once for equal rules; those of variants by other names are kept apart."""
    stakes = [round_stakes(rules, Fraction(1))]
    (states,) = solve_stacks(
        rules.throw_chances,
        stakes,
        Fraction(0),
        equal=rules.may_equal,
        mia_equalled=rules.may_equal_mia,
    )
    if rules.may_equal_mia and states[-1].doubts[-1] != states[-2].doubts[-1]:
        raise ValueError(
            "at such chances and prices Mia is looked at more often after another one than after "
            "the call below it, which no table says; simulate_games and evaluate weigh given "
            "strategies under any rules"
        )
    return RoundSolution(rules, tuple(states))


def check_solvable(rules: Rules) -> None:
    """Raise where the closed form does not reach, and say what does.

    Raises
    ------
    ValueError
    """
    check_reply(rules)
    if rules.may_throw_again and rules.may_equal_mia:
        raise ValueError(
            "a blind second throw where Mia may be answered by Mia has no closed form here; "
            "simulate_games and evaluate weigh given strategies under any rules"
        )
