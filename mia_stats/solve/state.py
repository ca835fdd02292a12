"""The solution of one state of a round, and whether nobody can better it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from mia_stats.game.stakes import Number, Stakes

__all__ = ["StateSolution", "is_saddle"]

_CLOSE = 1e-12  # floats are wrong by less


@dataclass(frozen=True, repr=False)
class StateSolution(Generic[Number]):
    """Optimal play after one last call, by tiers from the worst."""

    value: Number
    """What the caller expects."""
    threshold: int | None
    """The lowest tier that is ever called, where lies can be spread so that none is too many."""
    calls: tuple[tuple[Number, ...], ...]
    """The chance to call each tier, by the tier thrown."""
    doubts: tuple[Number, ...]
    """The chance to doubt each call."""
    again: tuple[Number, ...] = ()
    """The chance to throw again, blind, by the tier thrown; none where that is forbidden."""
    blind: tuple[Number, ...] = ()
    """The chance to call each tier then."""
    doubts_blind: tuple[Number, ...] = ()
    """The chance to doubt each call then."""
    equals: Number | None = None
    """The chance to answer a call of Mia with Mia; None where that is forbidden."""

    def __repr__(self) -> str:
        return f"<StateSolution: value {float(self.value):.4f}, threshold {self.threshold}>"


def is_saddle(
    solution: StateSolution[Number],
    lowest: int,
    chances: Sequence[Number],
    stakes: Stakes[Number],
    believed: Sequence[Number | None],
) -> bool:
    """Return whether the best calls and the best answers both leave the value of a state.

    Parameters
    ----------
    solution : StateSolution
        Of a state.
    lowest : int
        The lowest legal call.
    chances : sequence of Number
        The chance to throw each tier, from the worst.
    stakes : Stakes
        What the ends bring the caller.
    believed : sequence of (Number or None)
        What the caller gets when each call is believed, or folded to; None where it must be seen.

    Returns
    -------
    bool
        Floats may miss it by some digits.
    """
    close = _CLOSE if isinstance(solution.value, float) else 0
    rows: list[tuple[Number, ...]] = [solution.doubts]
    rows.extend(solution.calls)
    if any(min(row) < -close or max(row) > 1 + close for row in rows):
        return False
    most = _best_calls(solution, lowest, chances, stakes, believed)
    least = _best_answers(solution, lowest, chances, stakes, believed)
    return abs(most - solution.value) <= close and abs(least - solution.value) <= close


def _best_calls(
    solution: StateSolution[Number],
    lowest: int,
    chances: Sequence[Number],
    stakes: Stakes[Number],
    believed: Sequence[Number | None],
) -> Number:
    """Return what the best call for each throw brings against the doubts of a solution."""

    def brings(call: int, doubt: Number, seen: Number) -> Number:
        gets = believed[call]
        return seen if gets is None else gets + doubt * (seen - gets)

    top, value = len(chances) - 1, chances[0] * 0
    legal, doubts = range(lowest, top + 1), solution.doubts
    true = {call: brings(call, doubts[call], stakes.true[call]) for call in legal}
    lies = {call: brings(call, doubts[call], stakes.lie[call]) for call in legal}
    mia = {call: brings(call, doubts[call], stakes.of(top, call, true=True)) for call in legal}
    blind: Number | None = None
    if stakes.over_blind is not None:
        blind_doubts, seen = solution.doubts_blind, stakes.over_blind
        blind = max(brings(call, blind_doubts[call], seen[call]) for call in legal)
    for rolled, chance in enumerate(chances):
        if rolled == top and stakes.shown is not None:
            value += chance * stakes.shown
            continue
        told = mia if rolled == top else true
        best = max(told[call] if call <= rolled else lies[call] for call in legal)
        value += chance * (best if blind is None else max(best, blind))
    return value


def _best_answers(
    solution: StateSolution[Number],
    lowest: int,
    chances: Sequence[Number],
    stakes: Stakes[Number],
    believed: Sequence[Number | None],
) -> Number:
    """Return what the best answer to each call leaves the calls of a solution."""
    top, zero = len(chances) - 1, chances[0] * 0
    made, seen = [zero] * (top + 1), [zero] * (top + 1)
    value = blind = zero
    for rolled, chance in enumerate(chances):
        if rolled == top and stakes.shown is not None:
            value += chance * stakes.shown
            continue
        if solution.again:
            blind += chance * solution.again[rolled]
            chance = chance * (1 - solution.again[rolled])
        for call, share in enumerate(solution.calls[rolled]):
            if share:
                made[call] += chance * share
                seen[call] += chance * share * stakes.of(rolled, call, true=rolled >= call)
    for call in range(lowest, top + 1):
        gets = believed[call]
        value += seen[call] if gets is None else min(seen[call], made[call] * gets)
        if blind and stakes.over_blind is not None:
            shown = stakes.over_blind[call]
            value += blind * solution.blind[call] * (shown if gets is None else min(shown, gets))
    return value
