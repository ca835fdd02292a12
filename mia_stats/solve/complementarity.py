"""Play after one last call as a linear problem of complementarity, by Lemke's method.

It finds one equilibrium of the two who move, whatever the numbers are, but slowly, and none that
is chosen by a rule; so it is asked only where the walk down the calls does not reach.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.solve.state import StateGame, StateSolution

__all__ = ["complement"]

_CLOSE = 1e-11
_MOST_PIVOTS = 5000


def complement(game: StateGame[Any]) -> StateSolution[Any] | None:
    """Return an equilibrium of a state in floats; None where the method finds none.

    It knows neither Fractions, which would grow too long, nor a second throw.

    In unknowns that are 0 or more, each of which is 0 or has its own slack 0: x[r, b], how often r
    is thrown and b called; v[r], what a throw costs; d[b], how often a call is doubted; and u[b],
    the price of d[b] <= 1. Costs are made positive, so that no throw is called twice.
    """
    if not isinstance(game.zero, float) or game.blind:
        return None
    k, throws = game.top + 1, game.throws
    free, doubts = [], [0.0] * k
    for call in game.legal:
        gets, seen = game.their_believed[call], game.theirs
        over = [seen.of(r, call, true=game.holds(r, call)) for r in throws]
        if gets is None or min(over) >= gets:
            doubts[call] = 1.0
        elif max(over) > gets:
            free.append(call)
    pairs = [(r, b) for r in throws for b in game.legal]
    cost = {}
    for r, b in pairs:
        seen_brings = game.mine.of(r, b, true=game.holds(r, b))
        gets = game.believed[b]
        believed = seen_brings if gets is None else gets
        cost[r, b] = believed, seen_brings
    dearest = max(max(both) for both in cost.values()) + 1
    n = len(pairs)
    at_v = {r: n + i for i, r in enumerate(throws)}
    at_d = {b: n + len(throws) + i for i, b in enumerate(free)}
    at_u = {b: n + len(throws) + len(free) + i for i, b in enumerate(free)}
    size = n + len(throws) + 2 * len(free)
    m, q = np.zeros((size, size)), np.zeros(size)
    for i, (r, b) in enumerate(pairs):
        believed, seen_brings = (dearest - brings for brings in cost[r, b])
        q[i] = believed + doubts[b] * (seen_brings - believed)
        m[i, at_v[r]] = -1
        m[at_v[r], i] = 1
        if b in at_d:
            m[i, at_d[b]] = seen_brings - believed
            theirs = game.theirs.of(r, b, true=game.holds(r, b))
            gets_theirs = game.their_believed[b]
            assert gets_theirs is not None  # since the call is free
            m[at_d[b], i] = gets_theirs - theirs
    for r, at in at_v.items():
        q[at] = -game.chances[r]
    for b in free:
        m[at_d[b], at_u[b]] = 1
        m[at_u[b], at_d[b]] = -1
        q[at_u[b]] = 1
    found = _lemke(m, q)
    if found is None:
        return None
    calls = np.zeros((k, k))
    for i, (r, b) in enumerate(pairs):
        calls[r, b] = max(found[i], 0.0)
    for r in range(k):
        total = calls[r].sum()
        if total:
            calls[r] /= total
        else:
            calls[r, max(r, game.lowest)] = 1
    for b, at in at_d.items():
        doubts[b] = float(min(max(found[at], 0.0), 1.0))
    rows = tuple(map(tuple, calls.tolist()))
    return StateSolution(0.0, None, rows, tuple(doubts))


def _lemke(m: NDArray[np.float64], q: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return z >= 0 with m z + q >= 0 and one of both 0 everywhere; None on a ray.

    The rows w − m z − z0 = q are turned until z0 has left. Ties are broken by the order of the
    columns that were basic at first, so that no basis returns.
    """
    n = len(q)
    if (q >= 0).all():
        return np.zeros(n)
    table = np.hstack([np.eye(n), -m, -np.ones((n, 1)), q[:, None]])
    basis = np.arange(n)
    entering, row = 2 * n, int(np.argmin(q))
    for _ in range(_MOST_PIVOTS):
        leaving = int(basis[row])
        table[row] /= table[row, entering]
        factors = table[:, entering].copy()
        factors[row] = 0
        others, columns = np.flatnonzero(factors), np.flatnonzero(table[row])
        # most numbers are 0, and stay so
        table[np.ix_(others, columns)] -= np.outer(factors[others], table[row, columns])
        basis[row] = entering
        if leaving == 2 * n:
            return _exactly(m, q, basis, table[:, -1])
        entering = leaving + n if leaving < n else leaving - n
        column = table[:, entering]
        rising = np.flatnonzero(column > _CLOSE)
        if not len(rising):
            return None
        ratios = table[rising, -1] / column[rising]
        least = rising[ratios <= ratios.min() + _CLOSE]
        z0 = least[basis[least] == 2 * n]
        if len(z0):
            row = int(z0[0])
            continue
        row = int(least[0])
        for other in least[1:].tolist():
            ahead = table[other, :n] / column[other] - table[row, :n] / column[row]
            differs = np.flatnonzero(np.abs(ahead) > _CLOSE)
            if len(differs) and ahead[differs[0]] < 0:
                row = other
    return None


def _exactly(
    m: NDArray[np.float64],
    q: NDArray[np.float64],
    basis: NDArray[np.intp],
    values: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Solve the last basis once more, for the many turns have left their mark."""
    n = len(q)
    columns = np.hstack([np.eye(n), -m])
    found = np.zeros(2 * n)
    with suppress(np.linalg.LinAlgError):  # which it can be by the last digits alone
        values = np.linalg.solve(columns[:, basis], q).astype(np.float64)
    found[basis] = values
    return found[n:]
