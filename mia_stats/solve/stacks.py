"""The states of a round between two, solved from the top call down, for both players at once.

Where a call must be higher, a believed call leads to a state that is solved already. Where it may
be equalled, a state can return to itself, and what an equal call is worth to one player depends on
what it is worth to the other. Each of the two values is then one of two linear functions of the
other, so no more than four pairs need to be tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Generic

from mia_stats.game.stakes import Number, Stakes
from mia_stats.solve.closed_form import StateSolution, balance, solve_state

__all__ = ["solve_stacks"]

_CLOSE = 1e-9  # floats are wrong by less
_REFUSED = (
    "calls that may be equalled have no closed form at such chances and prices; simulate_games and "
    "evaluate weigh given strategies under any rules"
)


def solve_stacks(
    chances: Sequence[Number],
    stakes: Sequence[Stakes[Number]],
    both: Number,
    *,
    equal: bool = False,
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

    Returns
    -------
    list of lists of StateSolution
        For each of the stakes, by state; see `Rules`.

    Raises
    ------
    ValueError
        If calls may be equalled, and the closed form does not reach.
    """
    players = [_Player(chances, own) for own in stakes]
    others = players[::-1]
    top = len(chances) - 1
    if not equal:
        for player in players:
            player.solve(top)
    for lowest in range(top - 1, -1, -1):
        if equal:
            values = _values_of_a_loop(players[0], others[0], lowest, both)[: len(players)]
        else:
            values = [player.stack[-1].value for player in players]
        for other, value in zip(others, values, strict=True):
            other.is_believed(lowest, both - value)
        for player, value in zip(players, values, strict=True):
            solved = player.solve(lowest).value
            if equal and abs(solved - value) > (_CLOSE if isinstance(solved, float) else 0):
                raise ValueError(_REFUSED)
    if equal:
        for player in players:
            player.solve(0)  # who opens may call all that may be called after the worst tier
    return [player.stack[::-1] for player in players]


class _Player(Generic[Number]):
    """One of the two who call in turn, on the way down from the top call."""

    def __init__(self, chances: Sequence[Number], stakes: Stakes[Number]) -> None:
        self.chances: Sequence[Number] = chances
        self.stakes: Stakes[Number] = stakes
        self.top = len(chances) - 1
        self.stack: list[StateSolution[Number]] = []
        self.believed: list[Number | None] = [None] * len(chances)
        self.room: Number = chances[0] * 0
        """How many lies all higher calls together have room for."""
        self.worth: Number = chances[0] * 0
        """What they bring, with as many lies as there is room for."""
        self.has_threshold = False
        self.is_believed(self.top, stakes.fold)

    def is_believed(self, call: int, gets: Number | None) -> None:
        """Note what the player gets when a call is believed; None where it must be seen."""
        self.believed[call] = gets
        true = self.stakes.true[call]
        lies = balance(self.chances[call], true, self.stakes.lie[call], gets)
        self.room += lies
        self.worth += (self.chances[call] + lies) * (true if gets is None else min(true, gets))

    def solve(self, lowest: int) -> StateSolution[Number]:
        """Solve the state in which `lowest` is the lowest legal call, and put it on the stack."""
        self.stack.append(solve_state(lowest, self.chances, self.stakes, self.believed))
        return self.stack[-1]

    def below(self, call: int) -> Number:
        """Return the chance to throw less than a call."""
        return sum(self.chances[:call], self.chances[0] * 0)

    def lines(self, call: int, both: Number) -> Iterator[tuple[bool, Number, Number]]:
        """Yield what a state may be worth whose lowest call equals the last one.

        Each is a constant and a slope in what it is worth to the other, and whether the threshold
        is at this call or above.
        """
        none = self.room * 0
        if self.has_threshold:
            yield True, self.stack[-1].value, none
            return
        rest = self.below(call + 1) - self.room
        yield True, rest * both + self.worth, -rest
        true, lie, top = self.stakes.true[call], self.stakes.lie[call], self.chances[self.top]
        rest = self.below(call)
        yield False, rest * lie + (1 - rest - top) * true + top * self._true_top(lie), none

    def _true_top(self, lie: Number) -> Number:
        """Return what a true top call brings where every other call is doubted."""
        true, caught, gets = self.stakes.true[-1], self.stakes.lie[-1], self.stakes.fold
        if gets is None or true <= gets or caught == lie:
            return true
        return gets + (gets - lie) / (gets - caught) * (true - gets)

    def is_threshold(self, call: int, gets: Number) -> bool:
        """Return whether the lies of all who throw less find room where a call brings so much."""
        lies = balance(self.chances[call], self.stakes.true[call], self.stakes.lie[call], gets)
        return self.room + lies >= self.below(call)


def _values_of_a_loop(
    one: _Player[Number], other: _Player[Number], call: int, both: Number
) -> list[Number]:
    """Return what a state in which the last call may be repeated is worth to each of the two."""
    lines = product(one.lines(call, both), other.lines(call, both))
    for (first, constant, slope), (second, others_constant, others_slope) in lines:
        mine = (constant + slope * others_constant) / (1 - slope * others_slope)
        theirs = others_constant + others_slope * mine
        fits = one.has_threshold or one.is_threshold(call, both - theirs) is first
        if fits and (other.has_threshold or other.is_threshold(call, both - mine) is second):
            one.has_threshold, other.has_threshold = first, second
            return [mine, theirs]
    raise ValueError(_REFUSED)
