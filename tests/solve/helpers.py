"""What the tests of optimal play share."""

from __future__ import annotations

from typing import Any

from mia_stats import Rules


def penalised(variant: Any, penalty: int, lie: int, fold: int | None, **more: Any) -> Rules:
    """Return rules by what Mia costs: to look at a true one, to be caught, and to fold."""
    return Rules(variant, mia_penalty=penalty, mia_lie_penalty=lie, mia_fold=fold, **more)
