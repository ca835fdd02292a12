"""The duel as theory has it, by its closed form alone: what the walk for any table must agree with.

It knows two players, calls that must be higher, and what Mia costs. In each state there is a
threshold: who throws it or better tells the truth, and the lies of all others are spread over the
calls above, so that each is exactly believable enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mia_stats import Rules

__all__ = ["Prices", "duel_wins", "round_values"]

Number = Any
"""A Fraction or a float."""


class Prices(NamedTuple):
    """What the caller gets when a call is doubted, below Mia and for Mia, and for a fold."""

    true: Number
    lie: Number
    mia: Number
    false_mia: Number
    fold: Number | None


class _State(NamedTuple):
    value: Number
    calls: list[list[Number]]
    doubts: list[Number]


def _solved(lowest: int, p: Sequence[Number], prices: Prices, gets: Sequence[Any]) -> _State:
    """Return the solution of the state in which `lowest` is the lowest legal call."""
    k, zero, one = len(p), p[0] * 0, p[0] * 0 + 1
    true = [prices.true] * (k - 1) + [prices.mia]
    lie = [prices.lie] * (k - 1) + [prices.false_mia]
    below = [zero]
    for chance in p:
        below.append(below[-1] + chance)
    level = max(lie[lowest:])
    legal = [b for b in range(lowest, k) if gets[b] is None or gets[b] > level]
    certain = [b in legal and (gets[b] is None or true[b] <= gets[b]) for b in range(k)]
    q = [
        p[b] * (true[b] - gets[b]) / (gets[b] - lie[b]) if b in legal and not certain[b] else zero
        for b in range(k)
    ]
    room, threshold = zero, None
    for b in reversed(legal):
        room += q[b]
        if room >= below[b]:
            threshold = b
            break
    first = legal[0] if threshold is None else threshold
    spread, upward = list(q), zero
    if threshold is None:
        doubted = [b for b in legal if lie[b] == level]
        carried = sum((q[b] for b in legal if b not in doubted), zero)
        rest, total = below[first] - carried, sum((q[b] for b in doubted), zero)
        for b in doubted:
            spread[b] = rest * (q[b] / total if total else one / len(doubted))
    else:
        level = true[first] if certain[first] else gets[first]
        spread[:first] = [zero] * first
        rest = below[first] - sum(spread[first + 1 :], zero)
        spread[first], upward = max(rest, zero), max(-rest, zero)
    total = sum(spread, zero)
    lying = [part / total for part in spread] if total else None
    calls = []
    for rolled in range(k):
        truth = [one * (b == max(rolled, first)) for b in range(k)]
        row = lying if rolled < first and lying else truth
        if rolled == first and upward and lying:
            row = [upward / p[first] * part for part in lying]
            row[first] += 1 - upward / p[first]
        calls.append(row)
    doubts = [one * sure for sure in certain]
    for b in legal:
        if not certain[b] and gets[b] > level:
            doubts[b] = (gets[b] - level) / (gets[b] - lie[b])
    value = below[first] * level
    for b in range(first, k):
        value += p[b] * (true[b] if gets[b] is None else gets[b] + doubts[b] * (true[b] - gets[b]))
    return _State(value, calls, doubts)


def round_values(p: Sequence[Number], prices: Prices) -> list[Number]:
    """Return what who calls expects in each state of a round of two."""
    k = len(p)
    gets: list[Any] = [*[None] * (k - 1), prices.fold]
    values = []
    for lowest in range(k - 1, -1, -1):
        values.append(_solved(lowest, p, prices, gets).value)
        if lowest:
            gets[lowest - 1] = -values[-1]
    return values[::-1]


def duel_wins(rules: Rules, lives: int) -> dict[tuple[int, int], float]:
    """Return the chance that who opens wins, by its lives and the other's, in floats."""
    p = [float(chance) for chance in rules.throw_chances]
    k = len(p)
    wins = {(i, 0): 1.0 for i in range(1, lives + 1)} | {(0, j): 0.0 for j in range(lives + 1)}

    def prices(i: int, j: int) -> Prices:
        fold = rules.mia_fold
        return Prices(
            wins[i, j - 1],
            1 - wins[j, i - 1],
            wins[i, max(j - rules.mia_penalty, 0)],
            1 - wins[j, max(i - rules.mia_lie_penalty, 0)],
            None if fold is None else wins[i, max(j - fold, 0)],
        )

    for total in range(2, 2 * lives + 1):
        for i in range(max(1, total - lives), total // 2 + 1):
            pair = list(dict.fromkeys([(i, total - i), (total - i, i)]))
            costs = {lives: prices(*lives) for lives in pair}
            gets: dict[Any, list[Any]] = {
                lives: [*[None] * (k - 1), cost.fold] for lives, cost in costs.items()
            }
            for lowest in range(k - 1, -1, -1):
                found = {there: _solved(lowest, p, costs[there], gets[there]) for there in pair}
                for there in pair:
                    wins[there] = found[there].value
                    if lowest:
                        gets[there][lowest - 1] = 1 - found[there[::-1]].value
    return wins
