"""What the ends of a round bring who has called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Generic, TypeVar

import numpy as np

from mia_stats.game.rules import Rules, holds

__all__ = ["Number", "Stakes", "opposite", "round_stakes", "stakes_by", "stakes_of"]

Number = TypeVar("Number", Fraction, float)
"""Fractions where the answer is exact, floats in whole matches."""


@dataclass(frozen=True)
class Stakes(Generic[Number]):
    """What the ends of a round bring who has called."""

    true: Sequence[Number]
    """When a call of each tier is doubted, and true."""
    lie: Sequence[Number]
    """When it is doubted, and false."""
    fold: Number | None
    """When a call of the top tier is folded to; None where it must be seen."""
    over_mia: Sequence[Number] | None = None
    """When a call is doubted over dice of Mia; None where that is a true call like any other."""
    over_blind: Sequence[Number] | None = None
    """When a call over a blind throw is doubted, on average; None where there is none."""
    shown: Number | None = None
    """When a Mia is thrown, and shown; None where none is."""

    @property
    def is_surely_a_lie(self) -> bool:
        """Whether a call of the top tier must be one: Mia is shown, and nobody throws blind."""
        return self.shown is not None and self.over_blind is None

    def of(self, rolled: int, call: int, *, true: bool) -> Number:
        """Return what a doubted call brings over a throw, by whether it is true."""
        if self.over_mia is not None and rolled == len(self.true) - 1:
            return self.over_mia[call]
        return self.true[call] if true else self.lie[call]


def opposite(stakes: Stakes[Number]) -> Stakes[Number]:
    """Return what the ends bring the other one of two, who wins what the caller loses."""

    def lost(part: Sequence[Number] | None) -> Any:
        return None if part is None else [-brings for brings in part]

    return Stakes(
        true=lost(stakes.true),
        lie=lost(stakes.lie),
        fold=None if stakes.fold is None else -stakes.fold,
        over_mia=lost(stakes.over_mia),
        over_blind=lost(stakes.over_blind),
        shown=None if stakes.shown is None else -stakes.shown,
    )


def stakes_by(rules: Rules, worth: Callable[[int], Number]) -> Stakes[Number]:
    """Return the stakes by what each cause of a forfeit is worth to one of two."""
    return stakes_of(rules, lambda cause, _others: worth(cause))


def stakes_of(rules: Rules, worth: Callable[[int, bool], Number]) -> Stakes[Number]:
    """Return the stakes by what each cause is worth, where one seat pays or all others do."""
    ends, worth = _ends(rules), cache(worth)
    true = [worth(*end) for end in ends.true]
    over_mia = [worth(*end) for end in ends.over_mia or ()]
    stakes = Stakes(
        true=true,
        lie=[worth(*end) for end in ends.lie],
        fold=None if ends.fold is None else worth(*ends.fold),
        over_mia=None if ends.over_mia == ends.true else over_mia,
        shown=None if ends.shown is None else worth(*ends.shown),
    )
    if not rules.may_throw_again:
        return stakes
    return replace(
        stakes, over_blind=[_mean(rules, stakes, call) for call in range(rules.tier_count)]
    )


@lru_cache(maxsize=64)
def _ends(rules: Rules) -> Stakes[Any]:
    """Return by which cause each end comes, and whether all others pay, in place of the stakes."""
    calls = np.arange(rules.tier_count)

    def doubted(true: Any, mia: Any) -> list[tuple[int, bool]]:
        causes = np.broadcast_to(rules.cause(calls, seen=True, true=true, mia=mia), calls.shape)
        others = np.broadcast_to(rules.others_pay(calls, causes), calls.shape)
        return list(zip(causes.tolist(), others.tolist(), strict=True))

    folded = rules.cause(rules.top, seen=False, true=True)
    shown = rules.cause(rules.top, seen=True, true=True, mia=True)
    return Stakes(
        true=doubted(True, calls == rules.top),
        lie=doubted(False, False),
        fold=(folded, False) if rules.may_fold else None,
        over_mia=doubted(holds(rules, rules.top, calls), True),
        shown=(shown, rules.shown_to_others) if rules.shows(rules.top) else None,
    )


def _mean(rules: Rules, stakes: Stakes[Number], call: int) -> Number:
    """Return what a doubted call brings over a throw that nobody has seen."""
    throws = enumerate(rules.throw_chances)
    brings = [p * stakes.of(rolled, call, true=holds(rules, rolled, call)) for rolled, p in throws]
    return sum(brings[1:], brings[0])


def round_stakes(rules: Rules, one: Number) -> Stakes[Number]:
    """Return the stakes of a round for lives when who has called gets 1, or -1 for the other."""

    def worth(cause: int) -> Number:
        loser, lives = rules.forfeits(cause, 0, 1)
        won: int = lives if loser else -lives
        return one * won

    return stakes_by(rules, worth)
