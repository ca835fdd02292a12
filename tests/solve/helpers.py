"""What the tests of optimal play share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mia_stats import Rules
from mia_stats.game.stakes import Number, Stakes
from mia_stats.solve.stage import solve_state
from mia_stats.solve.state import StateGame, StateSolution


def penalised(variant: Any, penalty: int, lie: int, fold: int | None, **more: Any) -> Rules:
    """Return rules by what Mia costs: to look at a true one, to be caught, and to fold."""
    return Rules(variant, mia_penalty=penalty, mia_lie_penalty=lie, mia_fold=fold, **more)


def solve_for_two(
    lowest: int,
    chances: Sequence[Number],
    stakes: Stakes[Number],
    believed: Sequence[Number | None],
) -> StateSolution[Number]:
    """Solve a state in which one wins what the other loses."""
    solution, _ = solve_state(StateGame.for_two(lowest, chances, stakes, believed))
    return solution
