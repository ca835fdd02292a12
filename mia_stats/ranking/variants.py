"""Variants: orders of the 21 outcomes that have a name, and how one derives from another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import groupby
from typing import Literal, TypeAlias

from mia_stats.ranking.outcomes import OUTCOMES, Outcome, OutcomeLike, Outcomes
from mia_stats.ranking.sums import called_sums, points_of
from mia_stats.utils.checks import check_name, choices, integer, listed, shown, whole_number
from mia_stats.utils.tables import as_html

__all__ = ["Tier", "Variant"]

Tier: TypeAlias = tuple[Outcome, ...]
"""Outcomes that tie."""

_MIA = Outcome(2, 1)
_LITTLE_MIA = Outcome(3, 1)


@dataclass(frozen=True)
class Variant:
    """An order of the 21 outcomes: tiers of tied outcomes, best first, and the rethrown outcomes.

    Two variants are equal when they have the same tiers and rethrow the same outcomes, whatever
    they are called. Most are made by `Variant.from_order` or taken from `VARIANTS`.

    Parameters
    ----------
    key : str
        The short name.
    tiers : tuple of tuples of Outcome
        Best first; the outcomes of one tier tie.
    rethrown : tuple of Outcome
        Outcomes that are no part of the order: who throws one throws again.
    title, aliases, other_names, region, source, remark : str or tuple of str
        What people call it, the other keys that look it up, more names, where they play it, who
        published it, what else is to be said.

    Raises
    ------
    ValueError
        If the tiers and rethrown outcomes do not hold each of the 21 outcomes exactly once, or no
        tier is left.

    Examples
    --------
    >>> from mia_stats import STANDARD
    >>> STANDARD.rank(21), STANDARD.rank(66), STANDARD.rank(31)
    (1, 2, 21)
    >>> STANDARD.beats(33, 61)
    True

    A variant holds the outcomes that are not rethrown, best first:

    >>> from mia_stats import VARIANTS
    >>> 54 in STANDARD, 45 in STANDARD, 31 in VARIANTS["mexen"], len(VARIANTS["mexen"])
    (True, False, False, 20)
    >>> print(*list(STANDARD)[:3])
    21 66 55

    Where outcomes are called by the sum of their dice, that says which are meant too; 11 stays
    the double:

    >>> POINTS = VARIANTS["points"]
    >>> POINTS.rank(8) == POINTS.rank(62) == POINTS.rank(53), POINTS.in_words(53), POINTS.rank(11)
    (True, '8 (62=53)', 7)
    """

    key: str = field(compare=False)
    tiers: tuple[Tier, ...]
    rethrown: tuple[Outcome, ...] = ()
    title: str = field(default="", compare=False)
    aliases: tuple[str, ...] = field(default=(), compare=False)
    other_names: tuple[str, ...] = field(default=(), compare=False)
    region: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    remark: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_name(self.key, "a variant")
        for text in (self.title, self.region, self.source, self.remark):
            if text != "":
                check_name(text, f"what is said of {self.key}")
        for field_name in ("aliases", "other_names"):
            names = listed(getattr(self, field_name), f"the names of {self.key}")
            for name in names:
                check_name(name, f"a variant such as {self.key}")
            object.__setattr__(self, field_name, tuple(names))
        self._check_order()
        object.__setattr__(self, "tiers", tuple(_in_order(tier) for tier in self.tiers))
        object.__setattr__(self, "rethrown", _in_order(self.rethrown))
        object.__setattr__(self, "title", self.title or self.key)

    def _check_order(self) -> None:
        """Raise unless each of the 21 outcomes has exactly one place."""
        for group in (self.tiers, self.rethrown):
            if not isinstance(group, tuple | list):
                raise TypeError(f"tiers and rethrown outcomes are tuples, not {shown(group)}")
        for tier in self.tiers:
            if not isinstance(tier, tuple | list):
                raise TypeError(f"the tiers are tuples of outcomes, not {shown(tier)}")
        placed = [*self.rethrown, *(outcome for tier in self.tiers for outcome in tier)]
        for outcome in placed:
            if not isinstance(outcome, Outcome):
                raise TypeError(f"a tier holds outcomes, not {shown(outcome)}: see from_order")
        times = Counter(placed)
        problems = [f"{outcome} is missing" for outcome in OUTCOMES if not times[outcome]]
        problems += [f"{outcome} is repeated" for outcome, n in times.items() if n > 1]
        if not self.tiers:
            problems.append("all outcomes are rethrown")
        if not all(self.tiers):
            problems.append("a tier is empty")
        if problems:
            raise ValueError(f"{self.key!r} is no order of the 21 outcomes: {'; '.join(problems)}")

    @classmethod
    def from_order(
        cls,
        name: str,
        order: Iterable[OutcomeLike | Sequence[OutcomeLike]],
        *,
        rethrown: Iterable[OutcomeLike] = (),
    ) -> Variant:
        """Return the variant with the outcomes of `order`, best first.

        Parameters
        ----------
        name : str
            The key of the new variant.
        order : iterable of OutcomeLike or of tuples of OutcomeLike
            Best first. A tuple here is a tier of tied outcomes, never a pair of dice; the text
            "63=54" is such a tier too.
        rethrown : iterable of OutcomeLike
            The outcomes that are no part of the order.

        Returns
        -------
        Variant

        Raises
        ------
        TypeError
            If `order` or `rethrown` is no list of outcomes.
        ValueError
            If an outcome is missing, repeated or unknown; the message names it.

        Examples
        --------
        >>> house = Variant.from_order(
        ...     "house", [21, 66, 55, 44, 33, 22, 11, 65, 64, (63, 54), (62, 53), 61, 52, 51,
        ...               43, 42, 41, 32], rethrown=[31])
        >>> house.rank(54), house.ties(62, 53)
        (10, True)
        >>> Variant.from_order("broken", [o for o in house.outcomes if o.low != 1], rethrown=[31])
        Traceback (most recent call last):
        ...
        ValueError: 'broken' is no order of the 21 outcomes: 11 is missing; 21 is missing; ...
        """
        if isinstance(order, str) and not isinstance(name, str):
            raise TypeError(f"the name comes first, then the order, not {shown(name)}")
        if isinstance(order, Variant):
            raise TypeError(f"an order is a list of outcomes and of tiers: give {order!r}.tiers")
        unknown: list[str] = []
        items = listed(order, "an order of outcomes")
        tiers = tuple(_parsed(_members(item), unknown) for item in items)
        again = _parsed(listed(rethrown, "the rethrown outcomes"), unknown)
        if unknown:
            raise ValueError(f"{shown(name)} has unknown outcomes: {'; '.join(unknown[:5])}")
        return cls(name, tiers, again)

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes of all tiers, best first; rethrown ones are no part of it."""
        return self.up_to(len(self.tiers))

    def up_to(self, rank: int) -> Outcomes:
        """Return the outcomes of the best tiers.

        Parameters
        ----------
        rank : int
            That of the last tier; 0 for none.

        Returns
        -------
        tuple of Outcome
            Best first.

        Raises
        ------
        TypeError, ValueError
            If there is no such rank.

        Examples
        --------
        >>> from mia_stats import STANDARD
        >>> print(*STANDARD.up_to(3))
        21 66 55
        """
        most = whole_number(rank, "rank", 0, len(self.tiers))
        return Outcomes((o for tier in self.tiers[:most] for o in tier), self.meant)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self._ranks)

    def __contains__(self, item: object) -> bool:
        """Return whether something is an outcome that is not rethrown."""
        try:
            return self.meant(item)[0] in self._ranks  # type: ignore[arg-type]  # it raises
        except (TypeError, ValueError):
            return False

    @cached_property
    def _ranks(self) -> dict[Outcome, int]:
        return {outcome: rank for rank, tier in enumerate(self.tiers, 1) for outcome in tier}

    @cached_property
    def _sums(self) -> dict[str, Tier]:
        return called_sums(self.tiers)

    @cached_property
    def _names(self) -> dict[str, Tier]:
        """The tiers by sum, by all of their labels, and by both."""
        names: dict[str, Tier] = {**self._sums}
        for tier in self.tiers:
            names["=".join(outcome.label for outcome in tier)] = names[self.in_words(tier[0])] = (
                tier
            )
        return names

    def outcomes_of(self, call: OutcomeLike) -> Outcomes:
        """Return which outcomes are meant: the one of a label, or all of a tier that has a name.

        Parameters
        ----------
        call : OutcomeLike
            An outcome; the sum by which players of this variant call a tier, such as 8; or a name
            that the library has given to a tier, "62=53" or "8 (62=53)".

        Returns
        -------
        tuple of Outcome
            One, or all of a tier.

        Raises
        ------
        TypeError, ValueError
            If it is neither.

        Examples
        --------
        >>> from mia_stats import POINTS
        >>> [str(outcome) for outcome in POINTS.outcomes_of(8)], POINTS.outcomes_of(62)
        (['62', '53'], (Outcome(6, 2),))
        """
        return Outcomes(self.meant(call), self.meant)

    def meant(self, call: OutcomeLike) -> Tier:
        """Return the same as `outcomes_of`, as a plain tuple, which is made faster.

        Parameters
        ----------
        call : OutcomeLike
            As there.

        Returns
        -------
        tuple of Outcome
            One, or all of a tier.

        Examples
        --------
        >>> from mia_stats import POINTS
        >>> POINTS.meant(8)
        (Outcome(6, 2), Outcome(5, 3))
        """
        try:
            return (Outcome.parse(call),)
        except ValueError as error:
            said = _written(call)
            if said in self._names:
                return self._names[said]
            if self._sums and said.isdigit():
                known = ", ".join(self._sums)
                raise ValueError(f"{error}; {self.key} calls these sums too: {known}") from None
            raise

    def in_words(self, call: OutcomeLike) -> str:
        """Return how players call the tier of an outcome: by its label, or by a sum they share.

        Parameters
        ----------
        call : OutcomeLike
            An outcome, or the sum by which players of this variant call a tier.

        Returns
        -------
        str
            Such as "54", "8 (62=53)", or "66=55" where outcomes tie that have no name together.

        Raises
        ------
        ValueError
            If the outcome is rethrown.

        Examples
        --------
        >>> from mia_stats import POINTS, STANDARD
        >>> STANDARD.in_words(62), POINTS.in_words(62), POINTS.in_words(4), POINTS.in_words(65)
        ('62', '8 (62=53)', '4 (31)', '65')
        """
        tier = self.tiers[self.rank(call) - 1]
        labels = "=".join(outcome.label for outcome in tier)
        sums = (f"{total} ({labels})" for total, called in self._sums.items() if called == tier)
        return next(sums, labels)

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
        found = self.meant(outcome)[0]
        if found not in self._ranks:
            raise ValueError(f"{found} is rethrown in {self.key}, so it has no rank")
        return self._ranks[found]

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

    def next_above(self, outcome: OutcomeLike) -> Outcomes:
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
            raise ValueError(f"nothing is higher than {self.tiers[0][0]} in {self.key}")
        return Outcomes(self.tiers[rank - 2], self.meant)

    def above(self, outcome: OutcomeLike) -> Outcomes:
        """Return all outcomes that are strictly better.

        Parameters
        ----------
        outcome : OutcomeLike
            Which outcome: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        tuple of Outcome
            Best first; none above the top tier.

        Raises
        ------
        ValueError
            If the outcome is rethrown.

        Examples
        --------
        >>> from mia_stats import POINTS, STANDARD
        >>> print(*STANDARD.above(65))
        21 66 55 44 33 22 11
        >>> STANDARD.above(21), [str(outcome) for outcome in POINTS.above(54)[-2:]]
        ((), ['65', '64'])
        """
        return self.up_to(self.rank(outcome) - 1)

    def with_doubles(self, order: Literal["ascending", "descending"]) -> Variant:
        """Return this variant with its doubles reordered among the places that they hold.

        Parameters
        ----------
        order : {"ascending", "descending"}
            "ascending" puts 11 above 66, "descending" 66 above 11.

        Returns
        -------
        Variant
            With "+ascending-doubles" or "+descending-doubles" on its key.

        Raises
        ------
        ValueError
            If `order` is another word, or doubles tie, so that there is nothing to reorder.

        Examples
        --------
        >>> from mia_stats import ASCENDING_DOUBLES, LITTLE_MIA, STANDARD
        >>> STANDARD.with_doubles("ascending") == ASCENDING_DOUBLES
        True
        >>> LITTLE_MIA.with_doubles("ascending").key
        'little-mia+ascending-doubles'
        """
        orders = ("ascending", "descending")
        if not isinstance(order, str) or order not in orders:
            raise ValueError(f"the order of doubles is {choices(orders)}, not {shown(order)}")
        places = [outcome for outcome in self.outcomes if outcome.is_double]
        if len({self.rank(double) for double in places}) < len(places):
            raise ValueError(f"doubles tie in {self.key}, so there is no order to change")
        doubles = sorted(places, key=lambda double: double.high, reverse=order == "descending")
        moved = dict(zip(places, doubles, strict=True))
        tiers = [tuple(moved.get(outcome, outcome) for outcome in tier) for tier in self.tiers]
        return self._derived(f"{order}-doubles", f"{order} doubles", tiers)

    def with_little_mia(self) -> Variant:
        """Return this variant with 31 as the little Mia, directly below 21.

        Returns
        -------
        Variant
            With "+little-mia" on its key.

        Raises
        ------
        ValueError
            If 21 or 31 is rethrown.

        Examples
        --------
        >>> from mia_stats import LITTLE_MIA, STANDARD
        >>> STANDARD.with_little_mia() == LITTLE_MIA
        True
        """
        rank = self.rank(_MIA)
        if self.rank(_LITTLE_MIA) == rank:
            raise ValueError(f"31 ties with 21 in {self.key}, so it can't stand below it")
        tiers = self._tiers_without(_LITTLE_MIA)
        tiers.insert(rank, (_LITTLE_MIA,))
        return self._derived("little-mia", "with little Mia", tiers)

    def with_points(self) -> Variant:
        """Return this variant with what stands below all doubles called by the sum of the dice.

        Outcomes of the same sum tie there, and a higher sum is better.

        Returns
        -------
        Variant
            With "+points" on its key.

        Raises
        ------
        ValueError
            If nothing stands below the doubles, or the doubles are scattered among the others.

        Examples
        --------
        >>> from mia_stats import LITTLE_MIA, POINTS, STANDARD
        >>> STANDARD.with_points() == POINTS
        True
        >>> [[str(outcome) for outcome in tier] for tier in LITTLE_MIA.with_points().tiers[-2:]]
        [['51', '42'], ['41', '32']]
        """
        ranks = [self.rank(outcome) for outcome in self.outcomes if outcome.is_double]
        if not ranks:
            raise ValueError(f"{self.key} has no doubles, below which points could be counted")
        first, last = ranks[0], ranks[-1]
        if any(o.kind == "mixed" and first <= self.rank(o) < last for o in self.outcomes):
            raise ValueError(f"the doubles of {self.key} are scattered, so points have no place")
        if last == len(self.tiers):
            raise ValueError(f"nothing stands below the doubles of {self.key}")
        below = [outcome for outcome in self.outcomes if self.rank(outcome) > last]
        below.sort(key=points_of, reverse=True)
        tiers = [*self.tiers[:last], *(tuple(tier) for _, tier in groupby(below, points_of))]
        return self._derived("points", "called by points", tiers)

    def with_rethrown(self, *outcomes: OutcomeLike) -> Variant:
        """Return this variant with more outcomes taken out of the order and rethrown.

        Parameters
        ----------
        *outcomes : OutcomeLike
            Those to rethrow.

        Returns
        -------
        Variant
            With "+rethrown-31" and the like on its key.

        Raises
        ------
        ValueError
            If no outcome would be left.

        Examples
        --------
        >>> from mia_stats import LITTLE_MIA, VARIANTS
        >>> LITTLE_MIA.with_rethrown(32) == VARIANTS["meyer-toast"]
        True
        """
        again = {o for outcome in outcomes for o in self.outcomes_of(outcome)} - set(self.rethrown)
        labels = [outcome.label for outcome in _in_order(again)]
        return self._derived(
            f"rethrown-{'-'.join(labels)}",
            f"with {' and '.join(labels)} rethrown",
            self._tiers_without(*again),
            again,
        )

    def _tiers_without(self, *outcomes: Outcome) -> list[Tier]:
        """Return the tiers with some outcomes taken out; a tier may be left empty."""
        return [tuple(o for o in tier if o not in outcomes) for tier in self.tiers]

    def _derived(
        self, suffix: str, words: str, tiers: Iterable[Tier], again: Iterable[Outcome] = ()
    ) -> Variant:
        """Return the variant with new tiers and more rethrown, named after what was changed."""
        derived = Variant(
            f"{self.key}+{suffix}",
            tuple(tier for tier in tiers if tier),
            (*self.rethrown, *again),
            title=f"{self.title}, {words}",
            region=self.region,
            source=f"derived from {self.key}",
        )
        return self if derived == self else derived

    @cached_property
    def said(self) -> tuple[object, ...]:
        """All that is said of this variant and that equality ignores, to keep equal ones apart."""
        return tuple(getattr(self, part.name) for part in fields(self) if not part.compare)

    @cached_property
    def _hash(self) -> int:
        return hash((self.tiers, self.rethrown))

    def __hash__(self) -> int:
        return self._hash  # which every cache asks for

    def __getstate__(self) -> dict[str, object]:
        """Return all but what was worked out, for another process has other hashes."""
        worked_out = {
            name for made in type(self).__mro__ for name, part in vars(made).items()
            if isinstance(part, cached_property)
        }  # fmt: skip
        return {name: value for name, value in vars(self).items() if name not in worked_out}

    def _repr_html_(self) -> str:
        """Return the tiers for notebooks."""
        again = [o.label for o in self.rethrown]
        columns = {
            "rank": [*range(1, len(self.tiers) + 1), *("rethrown" for _ in again)],
            "call": [*(self.in_words(tier[0]) for tier in self.tiers), *again],
            "ways": [sum(o.ways for o in tier) for tier in (*self.tiers, *zip(self.rethrown))],
        }
        return as_html(self.title, columns)

    def __str__(self) -> str:
        return self.key

    def __repr__(self) -> str:
        return f"<Variant {self.key}>"


def _written(call: object) -> str:
    """Return a call as it would be written; nothing for a roll of two dice and the like."""
    try:
        return call.strip() if isinstance(call, str) else shown(integer(call, "a call"))
    except TypeError:
        return ""


def _members(item: object) -> list[object]:
    """Return the outcomes of one item of an order: a tied tier or a single outcome."""
    if isinstance(item, str):
        return list(item.split("=", 50))
    return list(item[:50]) if isinstance(item, list | tuple) else [item]


def _parsed(items: Iterable[object], unknown: list[str]) -> Outcomes:
    """Return `items` as outcomes; what is none goes to `unknown`, as the reason."""
    outcomes = []
    for item in items:
        try:
            outcomes.append(Outcome.parse(item))  # type: ignore[arg-type]  # parse checks it
        except (TypeError, ValueError) as error:
            unknown.append(str(error))
    return Outcomes(outcomes)


def _in_order(outcomes: Collection[Outcome]) -> Outcomes:
    """Return outcomes as the standard order has them: Mia, doubles, mixed ones by label."""
    if len(outcomes) == 1:  # as most tiers are
        return Outcomes(outcomes)
    best_first: list[Outcome] = sorted(outcomes, key=lambda o: (o.kind, -o.high, -o.low))
    return Outcomes(best_first)
