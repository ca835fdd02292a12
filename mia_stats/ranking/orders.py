"""Orders of the 21 outcomes in tiers of tied ones: what they answer, and how lists become one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from mia_stats.ranking.outcomes import OUTCOMES, Outcome, OutcomeLike
from mia_stats.utils.checks import listed, shown

__all__ = ["Order", "Tier", "in_order", "parse_order"]

Tier: TypeAlias = tuple[Outcome, ...]
"""Outcomes that tie."""


class Order:
    """Tiers of tied outcomes, best first, and the rethrown outcomes, which are no part of them."""

    key: str
    tiers: tuple[Tier, ...]
    rethrown: Tier

    def _check_order(self) -> None:
        """Raise unless each of the 21 outcomes has exactly one place."""
        for group in (self.tiers, self.rethrown):
            if not isinstance(group, tuple | list):
                raise TypeError(f"tiers and rethrown outcomes are tuples, not {shown(group)}")
        for tier in self.tiers:
            if not isinstance(tier, tuple | list):
                raise TypeError(f"the tiers are tuples of outcomes, not {shown(tier)}")
        for outcome in (*self.rethrown, *(outcome for tier in self.tiers for outcome in tier)):
            if not isinstance(outcome, Outcome):
                raise TypeError(f"a tier holds outcomes, not {shown(outcome)}: see from_order")
        placed = Counter(outcome for tier in (*self.tiers, self.rethrown) for outcome in tier)
        problems = [f"{outcome} is missing" for outcome in OUTCOMES if not placed[outcome]]
        problems += [f"{outcome} is repeated" for outcome, n in placed.items() if n > 1]
        if not self.tiers:
            problems.append("all outcomes are rethrown")
        if not all(self.tiers):
            problems.append("a tier is empty")
        if problems:
            raise ValueError(f"{self.key!r} is no order of the 21 outcomes: {'; '.join(problems)}")

    @property
    def outcomes(self) -> Tier:
        """The outcomes of all tiers, best first; rethrown ones are no part of it."""
        return tuple(outcome for tier in self.tiers for outcome in tier)

    @cached_property
    def _ranks(self) -> dict[Outcome, int]:
        return {outcome: rank for rank, tier in enumerate(self.tiers, 1) for outcome in tier}

    def rank(self, outcome: OutcomeLike) -> int:
        """Return the rank of `outcome`: 1 is best, and tied outcomes share one.

        Parameters
        ----------
        outcome : OutcomeLike
            Which outcome: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        int
            From 1 to the number of tiers.

        Raises
        ------
        ValueError
            If the outcome is rethrown, and so has no rank.

        Examples
        --------
        >>> from mia_stats import POINTS
        >>> POINTS.rank(63), POINTS.rank(54), POINTS.rank(62)
        (10, 10, 11)
        """
        outcome = Outcome.parse(outcome)
        if outcome not in self._ranks:
            raise ValueError(f"{outcome} is rethrown in {self.key}, so it has no rank")
        return self._ranks[outcome]

    def beats(self, a: OutcomeLike, b: OutcomeLike) -> bool:
        """Return whether `a` is strictly better than `b`.

        Parameters
        ----------
        a, b : OutcomeLike
            Which outcomes: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        bool
            False where they tie.

        Raises
        ------
        ValueError
            If one of them is rethrown.

        Examples
        --------
        >>> from mia_stats import STANDARD
        >>> STANDARD.beats(11, 65), STANDARD.beats(21, 21)
        (True, False)
        """
        return self.rank(a) < self.rank(b)

    def ties(self, a: OutcomeLike, b: OutcomeLike) -> bool:
        """Return whether `a` and `b` are in the same tier.

        Parameters
        ----------
        a, b : OutcomeLike
            Which outcomes: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        bool
            True for an outcome and itself.

        Raises
        ------
        ValueError
            If one of them is rethrown.

        Examples
        --------
        >>> from mia_stats import POINTS, STANDARD
        >>> POINTS.ties(62, 53), STANDARD.ties(62, 53)
        (True, False)
        """
        return self.rank(a) == self.rank(b)

    def next_above(self, outcome: OutcomeLike) -> Tier:
        """Return the next better tier: the lowest call that is strictly higher.

        Parameters
        ----------
        outcome : OutcomeLike
            Which outcome: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        tuple of Outcome
            Several where they tie.

        Raises
        ------
        ValueError
            If the outcome is in the top tier, or rethrown.

        Examples
        --------
        >>> from mia_stats import STANDARD
        >>> [str(outcome) for outcome in STANDARD.next_above(65)]
        ['11']
        """
        rank = self.rank(outcome)
        if rank == 1:
            raise ValueError(f"nothing is higher than {Outcome.parse(outcome)} in {self.key}")
        return self.tiers[rank - 2]


def in_order(outcomes: Collection[Outcome]) -> Tier:
    """Return outcomes as the standard order has them: Mia, doubles, mixed ones by label."""
    if len(outcomes) == 1:  # as most tiers are
        return tuple(outcomes)
    return tuple(sorted(outcomes, key=lambda o: (o.kind, -o.high, -o.low)))


def parse_order(
    name: str, order: Iterable[OutcomeLike | Sequence[OutcomeLike]], rethrown: Iterable[OutcomeLike]
) -> tuple[tuple[Tier, ...], Tier]:
    """Return tiers and rethrown outcomes as they are written in lists; see `Variant.from_order`.

    Raises
    ------
    TypeError
        If one of them is no list of outcomes.
    ValueError
        If an outcome is unknown.
    """
    unknown: list[str] = []
    tiers = [_parsed(_members(item), unknown) for item in listed(order, "an order of outcomes")]
    again = _parsed(listed(rethrown, "the rethrown outcomes"), unknown)
    if unknown:
        raise ValueError(f"{shown(name)} has unknown outcomes: {'; '.join(unknown[:5])}")
    return tuple(tiers), again


def _members(item: object) -> list[object]:
    """Return the outcomes of one item of an order: a tied tier or a single outcome."""
    if isinstance(item, str):
        return list(item.split("=", 50))
    return list(item[:50]) if isinstance(item, list | tuple) else [item]


def _parsed(items: Iterable[object], unknown: list[str]) -> Tier:
    """Return `items` as outcomes; what is none goes to `unknown`, as the reason."""
    outcomes = []
    for item in items:
        try:
            outcomes.append(Outcome.parse(item))  # type: ignore[arg-type]  # parse checks it
        except (TypeError, ValueError) as error:
            unknown.append(str(error))
    return tuple(outcomes)
