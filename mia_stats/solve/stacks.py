"""The states of a round between two, solved from the top call down, for both players at once.

Where a call must be higher, a believed call leads to a state that is solved already. Where it may
be equalled, a state can return to itself, and what an equal call is worth to one player depends on
what it is worth to the other. Each of the two values falls in straight pieces as the other rises,
and less than the other rises, so that Newton's method finds both exactly, in a few steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from mia_stats.game.stakes import Number, Stakes, opposite
from mia_stats.solve.stage import solve_state
from mia_stats.solve.state import StateGame, StateSolution, check_digits

__all__ = ["solve_stacks"]

_CLOSE = 1e-14  # floats are wrong by less
_MOST_STEPS = 6
"""Straight pieces take fewer. With some prices they are curves, of which floats take some more."""
_WORKS = "simulate_games and evaluate weigh given strategies under any rules"
_WORKS_IN_FLOATS = "solve_match works in floats"
_REFUSED = f"calls that may be equalled have no closed form at such chances and prices; {_WORKS}"


def solve_stacks(
    chances: Sequence[Number],
    stakes: Sequence[Stakes[Number]],
    both: Number,
    *,
    equal: bool = False,
    mia_equalled: bool = False,
) -> list[list[StateSolution[Number]]]:
    """Solve all states of a round.

    Parameters
    ----------
    chances : sequence of Number
        The chance to throw each tier, from the worst.
    stakes : sequence of one or two Stakes
        Those of each player when it calls; one where they are the same for both.
    both : Number
        What the values of both players add up to.
    equal : bool
        Whether a call may repeat the last one.
    mia_equalled : bool
        Whether a call of the top tier may be believed, and repeated.

    Returns
    -------
    list of lists of StateSolution
        For each of the stakes, by state; see `Rules`.

    Raises
    ------
    ValueError
        If the closed form does not reach.
    """
    players = [_Player(chances, own) for own in stakes]
    top = len(chances) - 1
    if mia_equalled:
        _solve_loop(players, top, both)
    for lowest in range(top - equal, -1, -1):
        if equal:
            _solve_loop(players, lowest, both)
            continue
        for player in players:
            player.stack.append(player.solve(lowest))
        for player, other in zip(players, players[::-1], strict=True):
            if lowest:
                player.is_believed(lowest - 1, both - other.stack[-1].value)
    if equal:
        for player in players:  # who opens may call all that may be called after the worst tier
            player.stack.append(player.solve(0))
    return [player.stack[::-1] for player in players]


class _Player(Generic[Number]):
    """One of the two who call in turn, on the way down from the top call."""

    def __init__(self, chances: Sequence[Number], stakes: Stakes[Number]) -> None:
        self.chances: Sequence[Number] = chances
        self.stakes: Stakes[Number] = stakes
        self.top = len(chances) - 1
        self.stack: list[StateSolution[Number]] = []
        self.theirs: Stakes[Number] = opposite(stakes)
        self.believed: list[Number | None] = [None] * (self.top + 1)
        self.their_believed: list[Number | None] = [None] * (self.top + 1)
        if stakes.fold is not None:
            self.is_believed(self.top, stakes.fold)
        self.is_answered = False
        """Whether a call of the top tier is repeated where it is not looked at, not folded to."""
        self.one: Number = chances[0] * 0 + 1

    def solve(self, lowest: int) -> StateSolution[Number]:
        """Solve the state in which `lowest` is the lowest legal call."""
        game = StateGame(
            lowest, self.chances, self.stakes, self.theirs, self.believed, self.their_believed
        )
        solution, _ = solve_state(game)
        check_digits(solution.value, _WORKS if self.stakes.over_blind else _WORKS_IN_FLOATS)
        if self.is_answered:
            solution = replace(solution, equals=1 - solution.doubts[self.top])
        return solution

    def is_believed(self, call: int, gets: Number) -> None:
        """Note what the player gets when a call is believed, or folded to."""
        self.believed[call], self.their_believed[call] = gets, -gets

    def is_repeated(self, call: int, gets: Number) -> None:
        """Note what the player gets when a call is believed that may be repeated."""
        if call < self.top:
            self.is_believed(call, gets)
            return
        if self.stakes.is_surely_a_lie:
            return  # it is looked at, and so neither answered nor folded to
        fold = self.stakes.fold  # the cheaper of the two
        self.is_answered = fold is None or gets < fold
        self.is_believed(call, gets if self.is_answered or fold is None else fold)

    def often(self, solution: StateSolution[Number], call: int) -> Number:
        """Return how often a state is left by a call that leads back to it."""
        if call == self.top and not self.is_answered:
            return self.one * 0
        made = blind = self.one * 0
        for rolled, chance in enumerate(self.chances):
            if rolled == self.top and self.stakes.shown is not None:
                continue
            again = solution.again[rolled] if solution.again else self.one * 0
            made += chance * (1 - again) * solution.calls[rolled][call]
            blind += chance * again
        made *= 1 - solution.doubts[call]
        if solution.blind:
            made += blind * solution.blind[call] * (1 - solution.doubts_blind[call])
        return made


def _solve_loop(players: Sequence[_Player[Number]], call: int, both: Number) -> None:
    """Put the solution of the state in which a call may be repeated on the stack of each player."""
    one, other = players[0], players[-1]
    first = [player.stack[-1] if player.stack else player.solve(one.top) for player in players]
    mine, theirs = first[0].value, first[-1].value
    for _ in range(_MOST_STEPS * (8 if isinstance(both, float) else 1)):
        one.is_repeated(call, both - theirs)
        other.is_repeated(call, both - mine)
        solved = [player.solve(call) for player in players]
        gaps = [solved[0].value - mine, solved[-1].value - theirs]
        often = [player.often(by, call) for player, by in zip(players, solved, strict=True)]
        around = often[0] * often[-1]
        if around == 1:
            break
        if all(abs(gap) <= (_CLOSE if isinstance(gap, float) else 0) for gap in gaps):
            for player, solution in zip(players, solved, strict=True):
                player.stack.append(solution)
            return
        step = (gaps[0] - often[0] * gaps[1]) / (1 - around)
        mine, theirs = mine + step, theirs + gaps[1] - often[-1] * step
    raise ValueError(_REFUSED)
