"""Optimal play of a whole match between two, with an eye on the lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.chancetables import TableStrategy
from mia_stats.checks import integer, shown
from mia_stats.closedform import StateSolution, solve_state
from mia_stats.equilibrium import check_solvable
from mia_stats.response import Stakes, respond
from mia_stats.rules import Rules
from mia_stats.rulesets import RulesLike, find_rules
from mia_stats.sampling import AliasTable, ChanceTable
from mia_stats.strategies import BELIEVE, AnswerSituation, CallSituation, Tiers
from mia_stats.tables import Cell, Table

__all__ = ["MatchSolution", "MatchStrategy", "match_exploitability", "solve_match"]

Stack = list[StateSolution[float]]


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
        return TableStrategy(name, _even_out(calls), np.clip(doubts, 0.0, 1.0))

    def check(self, rules: Rules) -> None:
        """Raise unless the calls of these rules are those that the strategy was solved for.

        Parameters
        ----------
        rules : Rules
            The house rules.

        Raises
        ------
        ValueError
            If the variant or the way to call is another, or folding is forbidden now.

        Examples
        --------
        >>> solve_match(Rules(lives=1)).strategy.check(Rules(lives=3))
        """
        may_fold = rules.mia_fold is not None or self.rules.mia_fold is None
        same = (rules.variant, rules.call) == (self.rules.variant, self.rules.call)
        if not (same and may_fold):
            raise ValueError(f"{self.name} is solved for {self.rules}, not for {rules}")

    def _rows(self, seen: CallSituation | AnswerSituation, tier: Tiers) -> NDArray[np.intp]:
        lives = seen.lives
        if lives.shape[1] != 2:
            raise ValueError(f"{self.name} plays matches of 2 players, not of {lives.shape[1]}")
        if lives.max() > self.rules.lives:
            self.at(int(lives[:, 0].max()), int(lives[:, 1].max()))  # says so
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
    if rules.next_starter not in ("standard", "winner"):
        raise ValueError(
            "a match is solved where who wins a round opens the next one, as 'standard' and "
            f"'winner' mean for two, not where next_starter={rules.next_starter!r}; "
            "simulate_games and evaluate weigh given strategies under any rules"
        )


def solve_match(rules: RulesLike = Rules()) -> MatchSolution:
    """Solve a whole match between two players, for all lives up to those of the rules.

    Parameters
    ----------
    rules : RulesLike
        As for `solve_round`; who wins a round opens the next one.

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
    >>> round(float(wins[6, 6]), 5), round(float(wins[1, 6]), 5) < 0.1
    (0.53709, True)
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

    def stakes(mine: int, theirs: int) -> tuple[list[float], list[float], float | None]:
        true = [after(mine, theirs - 1)] * top + [after(mine, theirs - rules.mia_penalty)]
        lie = [1 - after(theirs, mine - 1)] * top + [
            1 - after(theirs, mine - rules.mia_lie_penalty)
        ]
        fold = None if rules.mia_fold is None else after(mine, theirs - rules.mia_fold)
        return true, lie, fold

    for total in range(2, 2 * most + 1):
        for mine in range(max(1, total - most), total // 2 + 1):
            pair = {(mine, total - mine), (total - mine, mine)}
            prices = {lives: stakes(*lives) for lives in pair}
            believed: dict[tuple[int, int], list[float | None]] = {
                lives: [*([None] * top), prices[lives][2]] for lives in pair
            }
            stack: dict[tuple[int, int], Stack] = {lives: [] for lives in pair}
            for state in range(top, -1, -1):
                if state < top:
                    for lives in pair:  # who believes calls next, with the lives changed over
                        believed[lives][state] = 1 - stack[lives[::-1]][-1].value
                for lives in pair:
                    true, lie, _ = prices[lives]
                    stack[lives].append(solve_state(state, chances, true, lie, believed[lives]))
            for lives in pair:
                wins[lives] = stack[lives][-1].value
                stacks[lives] = stack[lives][::-1]
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
    rules = strategy.rules
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
