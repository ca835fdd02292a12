"""Optimal play of a whole match between two, with an eye on the lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.decision import Decider
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import CAUSES, Rules
from mia_stats.game.stakes import Stakes, after_round, stakes_by
from mia_stats.game.strategy import UNSEEN, AnswerSituation, CallSituation, Tiers
from mia_stats.game.table_play import TablePlayers, Tables
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.solve.round import check_solvable
from mia_stats.solve.stacks import solve_stacks
from mia_stats.solve.state import StateSolution
from mia_stats.utils.checks import integer, shown
from mia_stats.utils.tables import Cell, Table, as_html

__all__ = [
    "MatchSolution",
    "MatchStrategy",
    "Stack",
    "solve_match",
]

Stack: TypeAlias = list[StateSolution[float]]
"""Optimal play of one round, by state."""

_MOST_LIVES = 40


@dataclass(frozen=True, repr=False, eq=False)
class MatchStrategy(Decider):
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

    def _repr_html_(self) -> str:
        """Return how often who opens wins, by the lives of both, for notebooks."""
        lives = range(1, self.rules.lives + 1)
        columns: dict[str, Sequence[Cell]] = {"lives": lives}
        for theirs in lives:
            columns[str(theirs)] = [self.stacks[mine, theirs][0].value for mine in lives]
        return as_html(f"{self.name}: {_caption(self.rules)}", columns)

    def __repr__(self) -> str:
        return f"<MatchStrategy {self.name}: {self.rules.in_words()}>"

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
        self._check_lives(mine, theirs)
        if (mine, theirs) not in self._made_at:
            self._made_at[mine, theirs] = self._table(mine, theirs)
        return self._made_at[mine, theirs]

    @cached_property
    def _made_at(self) -> dict[tuple[int, int], TableStrategy]:
        """The tables that were asked for; all of a long match take long."""
        return {}

    def _table(self, mine: int, theirs: int) -> TableStrategy:
        calls = [state.calls for state in self.stacks[mine, theirs]]
        doubts = [state.doubts for state in self.stacks[theirs, mine]]
        lives = "life" if mine == 1 else "lives"
        name = f"{self.name} with {mine} {lives} against {theirs}"
        rules = self.rules.for_two()
        return TableStrategy(name, _even_out(calls), np.clip(doubts, 0.0, 1.0), rules=rules)

    def _check_lives(self, mine: int, theirs: int) -> None:
        if (mine, theirs) not in self.stacks:
            raise ValueError(
                f"this match is solved for 1 to {self.rules.lives} lives, "
                f"not for {shown(mine)} against {shown(theirs)}"
            )

    def check(self, rules: RulesLike, lives: Sequence[int] | None = None) -> None:
        """Raise unless a match is one that the strategy was solved for.

        Parameters
        ----------
        rules : RulesLike
            The house rules, or the key of a published set.
        lives : sequence of int, optional
            Those of each player, my own first; there must be two players.

        Raises
        ------
        ValueError
            If the variant or the way to call is another, folding is forbidden in one of them, or
            it was not solved for these lives.

        Examples
        --------
        >>> from mia_stats import solve_match
        >>> solve_match(Rules(lives=1)).strategy.check(Rules(lives=3))
        """
        rules = find_rules(rules)
        here, there = ((by.variant, by.call, by.may_fold) for by in (rules, self.rules))
        if here != there:
            raise ValueError(f"{self.name} is solved for {self.rules}, not for {rules}")
        if lives is not None:
            if len(lives) != 2:
                raise ValueError(f"{self.name} plays matches of 2 players, not of {len(lives)}")
            self._check_lives(*lives)

    def _own_rules(self) -> Rules:
        return self.rules

    def _depends_on(self, lives: tuple[int, ...] | None) -> tuple[int, ...]:
        if lives is None:
            raise ValueError(f"{self.name} plays a match by the lives of both: give lives=(3, 2)")
        return lives

    def _chances(self, rules: Rules, lives: tuple[int, ...] | None) -> TableStrategy:
        mine_and_theirs = self._depends_on(lives)
        self.check(rules, mine_and_theirs)
        return self.at(*mine_and_theirs)

    @cached_property
    def tables(self) -> Tables:
        """The tables for all lives, by my own and then by theirs."""
        lives = range(1, self.rules.lives + 1)
        return tuple(self.at(mine, theirs) for mine in lives for theirs in lives)

    def _player(self, rules: Rules) -> TablePlayers:
        if rules not in self._made_for:
            self._made_for[rules] = TablePlayers([self.tables] * 2, rules)
        return self._made_for[rules]

    @cached_property
    def _made_for(self) -> dict[Rules, TablePlayers]:
        """How it plays by the rules that it was asked about."""
        return {}

    def _check(self, seen: CallSituation | AnswerSituation) -> None:
        for lives in np.unique(seen.lives, axis=0).tolist():
            self.check(seen.rules, lives)

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
        return _caption(self.rules)

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for the lives of the opener, a column for those of the other."""
        lives = range(1, self.rules.lives + 1)
        return {
            "lives": list(lives),
            **{str(theirs): self.opener_wins[1:, theirs].tolist() for theirs in lives},
        }


def _caption(rules: Rules) -> str:
    return f"The chance that who opens wins, by its lives (down) and theirs; {rules.in_words()}"


def _check_match(rules: Rules) -> None:
    check_solvable(rules)
    if rules.may_throw_again or rules.may_equal_mia:
        what = "a blind second throw" if rules.may_throw_again else "an answer of Mia to Mia"
        raise ValueError(
            f"{what} has a closed form in a single round only, as solve_round gives it; "
            "simulate_games and evaluate weigh given strategies under any rules"
        )
    if rules.lives > _MOST_LIVES:
        raise ValueError(
            f"a match is solved for {_MOST_LIVES} lives at most, not {rules.lives}: "
            "with more, chances differ by less than floats can tell"
        )
    if rules.least_cost < rules.lives and not _winner_opens(rules):
        raise ValueError(
            "a match of several rounds is solved where who wins a round opens the next one, as "
            f"'standard' and 'winner' mean for two, not where next_starter={rules.next_starter!r}; "
            "simulate_games and evaluate weigh given strategies under any rules"
        )


def _winner_opens(rules: Rules) -> bool:
    """Return whether who wins a round opens the next one, however it has ended."""
    if rules.draws_opener:
        return False
    causes = range(len(CAUSES))
    return all(rules.opener(c, 0, 1, (1, 1)) != rules.forfeits(c, 0, 1)[0] for c in causes)


def solve_match(rules: RulesLike = Rules()) -> MatchSolution:
    """Solve a whole match between two players, for all lives up to those of the rules.

    What it finds is optimal in a match of two, and among three or more it protects nobody.

    Parameters
    ----------
    rules : RulesLike
        As for `solve_round`; who wins a round opens the next one, if there can be one. 40 lives at
        most.

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
    most = rules.lives
    wins = np.ones((most + 1, most + 1))
    wins[0, :] = 0.0
    stacks: dict[tuple[int, int], Stack] = {}

    def stakes(lives: tuple[int, int]) -> Stakes[float]:
        def worth(cause: int) -> float:
            left, opener = after_round(rules, cause, 0, lives)
            assert opener is not None  # who has won opens the next round, or the match is over
            chance = float(wins[left[opener], left[1 - opener]])
            return 1 - chance if opener else chance

        return stakes_by(rules, worth)

    for total in range(2, 2 * most + 1):
        for mine in range(max(1, total - most), total // 2 + 1):
            pair = list(dict.fromkeys([(mine, total - mine), (total - mine, mine)]))
            solved = solve_stacks(chances, list(map(stakes, pair)), 1.0, equal=rules.may_equal)
            for lives, stack in zip(pair, solved, strict=True):
                wins[lives] = stack[0].value
                stacks[lives] = stack
    wins.setflags(write=False)
    return MatchSolution(rules, wins, MatchStrategy("optimal", rules, stacks))
