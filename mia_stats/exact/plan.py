"""A reply without chance in words: what to open with, and which opening calls to doubt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["plan_in_words"]


def plan_in_words(table: TableStrategy, rules: Rules) -> str:
    """Return what a table without chance opens with, and which opening calls it doubts.

    Examples
    --------
    >>> from mia_stats import HONEST
    >>> plan_in_words(HONEST.table(Rules()), Rules())
    'Open: with 31 to 21 the truth. As responder doubt opening calls of 21.'
    """
    k, name = rules.tier_count, rules.tier_words
    opens = [int(np.argmax(table.calls[0, rolled] == 1)) for rolled in range(k)]
    again, blind = table.again, table.blind
    if again is not None and blind is not None:
        opens = [k if again[0, rolled] == 1 else call for rolled, call in enumerate(opens)]
    said = []
    start = 0
    for rolled in range(1, k + 1):
        truth = opens[start] == start
        if rolled < k and (opens[rolled] == rolled if truth else opens[rolled] == opens[start]):
            continue
        thrown = name(start) if rolled == start + 1 else f"{name(start)} to {name(rolled - 1)}"
        what = "the truth" if truth else ""
        if blind is not None and opens[start] == k:
            what = f"throw again, blind, and call {name(int(np.argmax(blind[0] == 1)))}"
        said.append(f"with {thrown} {what or f'call {name(opens[start])}'}")
        start = rolled
    doubted = [call for call in range(k) if table.doubts[0, call] == 1]
    believed = "doubt no opening call"
    if doubted:
        believed = f"doubt opening calls of {_ranges(doubted, rules)}"
    return f"Open: {', '.join(said)}. As responder {believed}."


def _ranges(tiers: Sequence[int], rules: Rules) -> str:
    """Return tiers in words, neighbours joined: "54 to 62, 21"."""
    runs: list[list[int]] = []
    for tier in tiers:
        if runs and runs[-1][-1] == tier - 1:
            runs[-1].append(tier)
        else:
            runs.append([tier])
    name = rules.tier_words
    return ", ".join(
        name(run[0]) if len(run) == 1 else f"{name(run[0])} to {name(run[-1])}" for run in runs
    )
