"""The plan of a round: how often each call is true, a lie, and doubted after one last call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mia_stats.game.published_rules import RulesLike
from mia_stats.game.rules import Rules
from mia_stats.game.said import truths_and_lies
from mia_stats.ranking.outcomes import OutcomeLike
from mia_stats.solve.round import RoundSolution, solve_round
from mia_stats.utils.tables import Cell, Named, Table

__all__ = ["Plan", "plan"]


@dataclass(frozen=True, repr=False)
class Plan(Table):
    """The lies and doubts of optimal play after one last call; made by `plan`.

    Parameters
    ----------
    solution : RoundSolution
        Optimal play of the whole round.
    state : int
        After which call; see `Rules`.

    Examples
    --------
    >>> frame = plan().to_frame()
    >>> frame.loc[frame["call"] == "21", "doubt_exact"].item()
    '23/36'
    """

    solution: RoundSolution
    state: int

    @property
    def caption(self) -> str:
        """The threshold and the value, in words."""
        rules, solved = self.solution.rules, self.solution.states[self.state]
        where = f"after {rules.tier_words(self.state - 1)}" if self.state else "at the start"
        value = f"who calls wins {float(solved.value):+.4f} lives"
        if solved.threshold is None:
            return f"{rules.variant.title}, {where}: {value}; more must lie than can be believed"
        lowest = rules.tier_words(solved.threshold)
        return f"{rules.variant.title}, {where}: {value}; never call less than {lowest}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each legal call, best first: how often it is true, a lie, and doubted.

        Where there is a second throw, also how often it is made blind, and doubted then.
        """
        rules, solved = self.solution.rules, self.solution.states[self.state]
        calls = range(rules.top, rules.lowest_call(self.state) - 1, -1)
        true, false = truths_and_lies(self.solution.strategy, rules)
        columns: dict[str, Sequence[Cell]] = {
            "call": [Named(rules.tier_name(call), rules.tier_words(call)) for call in calls],
            "truth": [true[self.state, call] for call in calls],
            "lie": [false[self.state, call] for call in calls],
            "doubt": [solved.doubts[call] for call in calls],
        }
        if rules.may_throw_again:
            true, false = truths_and_lies(self.solution.strategy, rules, blind=True)
            columns["blind"] = [(true + false)[self.state, call] for call in calls]
            columns["doubt_blind"] = [solved.doubts_blind[call] for call in calls]
        return columns


def plan(last: OutcomeLike | None = None, *, rules: RulesLike = Rules()) -> Plan:
    """Return the lies and doubts of optimal play after a last call, as a table.

    Parameters
    ----------
    last : OutcomeLike, optional
        None is the start of the round.
    rules : RulesLike
        As for `solve_round`.

    Returns
    -------
    Plan
        A table with a row for each legal call, best first.

    Raises
    ------
    ValueError
        If nobody calls after the last call, or the rules have no closed form.

    Examples
    --------
    >>> plan().caption
    'Mia, at the start: who calls wins +0.2971 lives; never call less than 52'
    """
    solution = solve_round(rules)
    return Plan(solution, solution.rules.state(last))
