"""Whole matches: optimal play between two, and an equilibrium among more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.stakes import Number
from mia_stats.game.whole_game import largest_gain
from mia_stats.solve.by_lives import Lives, Loses, seats_of_rounds, solve_pairs, solve_rounds
from mia_stats.solve.match_strategy import MatchStrategy, Stack
from mia_stats.solve.round import check_solvable
from mia_stats.utils.checks import shown, true_or_false, whole_number
from mia_stats.utils.tables import Cell, Table

__all__ = ["Equilibrium", "LosesByLives", "MatchSolution", "solve_match"]

_MOST_LIVES = 40
_MOST_SEATS = 6
_MOST_STATES = 2_500
_MOST_EXACT, _MOST_EXACT_SEATS = 2, 3
_CLOSE = 1e-9


class LosesByLives(Mapping[Lives, NDArray[Any]]):
    """The chance of each seat to lose, the opener first, by the lives from the opener on."""

    def __init__(self, by_lives: Mapping[Lives, NDArray[Any]]) -> None:
        self._by_lives = dict(by_lives)
        for chances in self._by_lives.values():
            chances.setflags(write=False)

    def __getitem__(self, lives: Lives) -> NDArray[Any]:
        found = self._by_lives.get(lives) if isinstance(lives, tuple) else None
        if found is None:
            most = ", ".join(map(str, next(reversed(self._by_lives))))
            raise KeyError(
                "lives are a tuple of those who are in, from the opener on, such as "
                f"({most}), not {shown(lives)}"
            )
        return found

    def __iter__(self) -> Iterator[Lives]:
        return iter(self._by_lives)

    def __len__(self) -> int:
        return len(self._by_lives)

    def __repr__(self) -> str:
        return f"<chances to lose by {len(self)} lives>"


@dataclass(frozen=True, repr=False, eq=False)
class _Solution(Table):
    """What is found of a match.

    Parameters
    ----------
    rules : Rules
        The house rules.
    loses : LosesByLives
        The chance of each seat to lose, the opener first, by the lives from the opener on.
    strategy : MatchStrategy
        How to play the match.
    """

    rules: Rules
    loses: LosesByLives
    strategy: MatchStrategy

    @cached_property
    def certificate(self) -> Fraction | float:
        """The largest gain of any seat that alone plays otherwise, from any state of the match.

        It is found by the best reply to the tables of the strategy, and trusts nothing else.
        """
        exact = next(iter(self.loses.values())).dtype == object
        return largest_gain(self.strategy, self.rules, self.rules.lives, exact=exact)


@dataclass(frozen=True, repr=False, eq=False)
class MatchSolution(_Solution):
    """Optimal play of a match between two; made by `solve_match`.

    Parameters
    ----------
    rules : Rules
        The house rules.
    loses : LosesByLives
        The chance of both to lose, the opener first, by the lives of the opener and of the other.
    strategy : MatchStrategy
        How to play the match.

    Examples
    --------
    >>> round(float(solve_match(Rules(lives=1)).opener_wins[1, 1]), 6)
    0.647939
    """

    @cached_property
    def opener_wins(self) -> NDArray[Any]:
        """The chance that who opens the round with i lives beats one with j, at `[i, j]`.

        An array with shape (lives + 1, lives + 1), of floats, or of Fractions where it is exact.
        """
        most = self.rules.lives
        one = next(iter(self.loses.values()))[0] * 0 + 1
        wins = np.full((most + 1, most + 1), one)
        wins[0, :] = one * 0
        for lives, loses in self.loses.items():
            wins[lives] = one - loses[0]
        wins.setflags(write=False)
        return wins

    @property
    def caption(self) -> str:
        """The rules, and what the numbers are."""
        return (
            "The chance that who opens wins, by its lives (down) and theirs; "
            f"{self.rules.in_words()}"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for the lives of the opener, a column for those of the other."""
        lives = range(1, self.rules.lives + 1)
        return {
            "lives": list(lives),
            **{str(theirs): self.opener_wins[1:, theirs].tolist() for theirs in lives},
        }


@dataclass(frozen=True, repr=False, eq=False)
class Equilibrium(_Solution):
    """An equilibrium of a match among three or more; made by `solve_match`.

    Nobody gains anything by being the only one to play otherwise. It is *an* equilibrium, not the
    value of the game: among three and more there are others, with other chances. It is chosen by a
    rule: of calls that are as good for the caller, it makes those by which the next player loses
    most. And it protects nobody from two others who both play badly; `best_response` finds what is
    best against them.

    Parameters
    ----------
    rules : Rules
        The house rules.
    loses : LosesByLives
        The chance of each seat to lose, the opener first, by the lives from the opener on: to be
        the first one out, or not to be the last one in, where the others play on. Those of fewer
        seats are in it then.
    strategy : MatchStrategy
        How to play the match, by the lives of all.

    Examples
    --------
    With one life each, who opens never loses:

    >>> match = solve_match(Rules(lives=1), seats=3, exact=True)
    >>> match.loses[1, 1, 1].tolist()
    [Fraction(0, 1), Fraction(4078225781, 6294150720), Fraction(2215924939, 6294150720)]
    >>> match.certificate
    Fraction(0, 1)
    """

    @property
    def caption(self) -> str:
        """The rules, what the numbers are, and that there are others."""
        loses = "is not the last one in" if self.rules.plays_on else "is the first one out"
        return (
            f"The chance that a seat {loses}, by the lives from who opens on (equal ones in print, "
            f"all in frames and files); {self.rules.in_words()}. An equilibrium, of several the "
            "one in which the next player loses most by what is as good for the caller: nobody "
            f"gains {self._gain} by being the only one to play otherwise, and it protects nobody "
            "from two others who play badly"
        )

    @property
    def _gain(self) -> str:
        if isinstance(self.certificate, Fraction):
            return "anything"
        return f"more than {max(self.certificate, 1e-16):.0e}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for the lives of all who began, a column for the chance of each seat."""
        return self._columns(equal=False)

    @property
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """As the columns, where all have the same lives."""
        return self._columns(equal=True)

    def _columns(self, *, equal: bool) -> dict[str, Sequence[Cell]]:
        seats = self.strategy.seats
        rows = [
            lives
            for lives in self.loses
            if len(lives) == seats and (len(set(lives)) == 1 or not equal)
        ]
        names = ["opener", *(f"seat {seat}" for seat in range(1, seats))]
        columns: dict[str, Sequence[Cell]] = {
            "lives": [", ".join(map(str, lives)) for lives in rows]
        }
        for seat, name in enumerate(names):
            columns[name] = [self.loses[lives][seat] for lives in rows]
        return columns


def _check_match(rules: Rules, seats: int, *, exact: bool) -> None:
    check_solvable(rules)
    works = "simulate_games and evaluate weigh given strategies under any rules"
    if rules.may_throw_again or rules.may_equal_mia:
        what = "a blind second throw" if rules.may_throw_again else "an answer of Mia to Mia"
        raise ValueError(
            f"{what} has a closed form in a single round only, as solve_round gives it; {works}"
        )
    if seats > 2 and rules.may_equal:
        raise ValueError(
            f"calls that may be equalled are solved between two, not among {seats}; best_response "
            "replies to given players, and evaluate weighs them"
        )
    if seats > 2 and rules.may_pass:
        raise ValueError(
            f"an unseen pass, which there is among {seats}, has no closed form here; {works}"
        )
    most = _MOST_EXACT if seats <= _MOST_EXACT_SEATS else 1
    if exact and rules.lives > most and rules.least_cost < rules.lives:
        raise ValueError(
            f"in Fractions a match is solved for two lives among two and three, and for one among "
            f"more, not for {rules.lives} among {seats}: with more they have thousands of digits; "
            "solve_match works in floats, without exact"
        )
    if rules.lives > _MOST_LIVES:
        raise ValueError(
            f"a match is solved for {_MOST_LIVES} lives at most, not {rules.lives}: "
            "with more, chances differ by less than floats can tell"
        )
    sizes = seats_of_rounds(rules, seats)
    states = sum(rules.lives**size for size in sizes)
    if states > _MOST_STATES:
        most = next(
            n for n in range(_MOST_LIVES, 0, -1) if sum(n**m for m in sizes) <= _MOST_STATES
        )
        raise ValueError(
            f"{seats} seats of {rules.lives} lives come to {states:,} different lives, and "
            f"{_MOST_STATES:,} can be solved: {seats} seats of {most} lives, say"
        )


@overload
def solve_match(
    rules: RulesLike = Rules(), seats: Literal[2] = 2, *, exact: bool = False
) -> MatchSolution: ...


@overload
def solve_match(
    rules: RulesLike = Rules(), seats: int = 2, *, exact: bool = False
) -> MatchSolution | Equilibrium: ...


def solve_match(
    rules: RulesLike = Rules(), seats: int = 2, *, exact: bool = False
) -> MatchSolution | Equilibrium:
    """Solve a whole match, for all lives up to those of the rules.

    Between two it is optimal, and among three or more that play protects nobody. For three to six
    seats an equilibrium is found: one of several, see `Equilibrium`.

    Parameters
    ----------
    rules : RulesLike
        As for `solve_round`; 40 lives at most. Calls may be equalled between two only.
    seats : int
        How many play, 2 to 6. There may be 2,500 different lives of all who are in: three seats of
        13 lives, or four of 7. Three seats of six lives take a second, four some seconds, and 2,500
        lives half a minute; where the dice say whether Mia's prices hold, some take minutes.
    exact : bool
        Whether to use Fractions: for two lives each among two or three, which may have thousands of
        digits and take some seconds, and for one among more.

    Returns
    -------
    MatchSolution or Equilibrium
        For two, or for more.

    Raises
    ------
    ValueError
        If the rules have no closed form or there are too many lives; the message says what works
        instead. If somebody gains more than 1e-9 by playing otherwise than what is found.

    Notes
    -----
    A round is solved from the highest last call down, as a stack of games between who calls and who
    answers. Each solution of such a game is proved when it is found; that of the whole match has
    its proof in `certificate`.

    Examples
    --------
    >>> wins = solve_match().opener_wins
    >>> round(float(wins[6, 6]), 5), round(float(wins[1, 6]), 3)
    (0.53709, 0.084)

    Three who play well, with three lives each:

    >>> three = solve_match(Rules(lives=3), seats=3)
    >>> three.loses[3, 3, 3].round(4).tolist()
    [0.1839, 0.4124, 0.4037]
    """
    rules, exact = find_rules(rules), true_or_false(exact, "exact")
    seats = whole_number(seats, "seats", 2, _MOST_SEATS)
    _check_match(rules, seats, exact=exact)
    if exact:
        return _certified(rules, seats, Fraction(1))
    return _certified(rules, seats, 1.0)


def _certified(rules: Rules, seats: int, one: Number) -> MatchSolution | Equilibrium:
    loses: dict[Lives, Loses[Number]]
    stacks: dict[Lives, Stack]
    try:
        if rules.may_equal:
            loses, stacks = solve_pairs(rules, one)
        else:
            loses, stacks = solve_rounds(rules, seats, one)
    except ValueError as error:
        if isinstance(one, float):
            raise
        raise ValueError(
            f"in Fractions this match is not solved: {error}; more is solved in floats, without "
            "exact"
        ) from None
    kind = object if isinstance(one, Fraction) else np.float64
    found = LosesByLives({lives: np.array(chances, kind) for lives, chances in loses.items()})
    match: MatchSolution | Equilibrium
    if seats == 2:
        match = MatchSolution(rules, found, MatchStrategy("optimal", rules, stacks))
        if _is_usual(rules):  # which is proved on paper, and the certificate takes as long again
            return match
    else:
        match = Equilibrium(rules, found, MatchStrategy("equilibrium", rules, stacks))
    if match.certificate > _CLOSE:
        raise ValueError(
            f"what was found is no equilibrium: somebody gains {float(match.certificate):.1e} by "
            "playing otherwise; best_response replies to given players, and evaluate weighs them"
        )
    return match


def _is_usual(rules: Rules) -> bool:
    """Return whether a match of two has no more house rules than what Mia costs."""
    if rules.next_starter not in ("standard", "winner"):
        return False
    plain = replace(rules, next_starter="standard", ending="first_out", unseen_pass="never")
    return plain == Rules(
        rules.variant, rules.dice, rules.lives, rules.call, rules.truth,
        mia_penalty=rules.mia_penalty, mia_fold=rules.mia_fold,
        mia_lie_penalty=rules.mia_lie_penalty,
    )  # fmt: skip
