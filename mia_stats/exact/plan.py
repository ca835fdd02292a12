"""A reply without chance in words: what to open with, and which opening calls to doubt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.utils.tables import percent

__all__ = ["openings_in_words", "plan_in_words"]


def plan_in_words(table: TableStrategy, rules: Rules) -> str:
    """Return what a table without chance opens with, and which opening calls it doubts.

    Examples
    --------
    >>> from mia_stats import HONEST
    >>> plan_in_words(HONEST.table(Rules()), Rules())
    'Open: with 31 to 21 the truth. As responder doubt opening calls of 21.'
    """
    doubted = [call for call in range(rules.tier_count) if table.doubts[0, call] == 1]
    believed = "doubt no opening call"
    if doubted:
        believed = f"doubt opening calls of {_ranges(doubted, rules)}"
    return f"Open: {openings_in_words(table, rules)}. As responder {believed}."


def openings_in_words(table: TableStrategy, rules: Rules) -> str:
    """Return what a table opens with, by what it has thrown.

    Examples
    --------
    >>> from mia_stats import LUCKY
    >>> openings_in_words(LUCKY.table(Rules("points")), Rules("points"))
    'with 4 (31) to 22 call 33 (20.0 %), 44 (20.0 %), 55 (20.0 %), 66 (20.0 %) or 21 (20.0 %), ...'
    """
    said: list[tuple[str, list[int]]] = []
    for rolled in (tier for tier, chance in enumerate(rules.throw_chances) if chance):
        what = _opening(table, rules, rolled, truth="the truth")
        if said and said[-1][0] in (what, _opening(table, rules, rolled)):
            said[-1][1].append(rolled)
        else:
            said.append((what, [rolled]))
    return ", ".join(f"with {_ranges(throws, rules)} {what}" for what, throws in said)


def _opening(table: TableStrategy, rules: Rules, rolled: int, truth: str = "") -> str:
    """Return what a table opens with over one throw; `truth` where that is what it always tells."""
    if rules.shows(rolled):
        return "show it"
    if table.again is not None and table.blind is not None and table.again[0, rolled] == 1:
        calls = table.blind[0].tolist()
        return f"throw again, blind, and call {_some(calls, rules)}"
    calls = table.calls[0, rolled].tolist()
    return truth if truth and calls[rolled] == 1 else f"call {_some(calls, rules)}"


def _some(calls: Sequence[Any], rules: Rules) -> str:
    """Return the calls that are made, with their chances where there are several."""
    made = [(rules.tier_words(call), chance) for call, chance in enumerate(calls) if chance]
    if len(made) == 1:
        return made[0][0]
    *first, last = (f"{words} ({percent(chance)})" for words, chance in made)
    return f"{', '.join(first)} or {last}"


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
