"""Optimal play of a whole match between two, with an eye on the lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import CAUSES, Rules
from mia_stats.game.stakes import Stakes, after_round, stakes_by
from mia_stats.game.strategy import UNSEEN, AnswerSituation, CallSituation, Tiers
from mia_stats.game.table_play import TablePlayers, TablesByLives
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.solve.round import check_solvable
from mia_stats.solve.stacks import solve_stacks
from mia_stats.solve.state import StateSolution
from mia_stats.utils.checks import shown
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
        """Return how often who opens wins, by the lives of both, for notebooks."""
        lives = range(1, self.rules.lives + 1)
        columns: dict[str, Sequence[Cell]] = {"lives": lives}
        for theirs in lives:
            columns[str(theirs)] = [self.stacks[mine, theirs][0].value for mine in lives]
        return as_html(f"{self.name}: {_caption(self.rules)}", columns)

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
    stacks: dict[tuple[int, ...], Stack] = {}

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
