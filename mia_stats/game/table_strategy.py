"""Strategies that are tables of chances, checked."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mia_stats.game.decision import Decider
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import TABLES, Strategy, lacking
from mia_stats.game.tabulate import tabulate
from mia_stats.ranking.outcomes import OUTCOMES
from mia_stats.utils.checks import check_name, shown
from mia_stats.utils.tables import Cell, as_html, percent

__all__ = ["HasTable", "TableStrategy"]

_NEEDED = ("calls", "doubts")
_BY_NAME = ("again", "blind", "doubts_blind", "equals")
_DOUBTS = ("doubts", "doubts_blind")


@runtime_checkable
class HasTable(Protocol):
    """What becomes a `TableStrategy` once the rules are known.

    Examples
    --------
    >>> from mia_stats import HONEST
    >>> isinstance(HONEST, HasTable)
    True
    """

    def table(self, rules: Rules) -> TableStrategy:
        """Return the chances of this player's calls and answers under some rules.

        Parameters
        ----------
        rules : Rules
            The house rules.

        Returns
        -------
        TableStrategy
            For these rules.
        """


class TableStrategy(Decider):
    """A strategy that is a table of chances, over K tiers and K states.

    `Rules` says what tiers and states are. A call is answered in the state in which it was made.
    Who receives a cup that was handed on unseen answers in the state that the pass has left: b + 1
    after a liable pass on call b, and the same as before after a free one.

    Parameters
    ----------
    name : str
        What tables and errors call the player.
    calls : array_like, shape (K, K, K)
        `calls[s, r, b]` is the chance to call b in state s having thrown r; each row adds up to 1.
    doubts : array_like, shape (K, K)
        `doubts[s, b]` is the chance to doubt the call b that was made in state s;
        `doubts[s, K-1]` is the chance to look at Mia.
    passes : array_like, shape (K, K, K), optional
        `passes[s, b, c]` is the chance to hand the cup on unseen with call c. Where that is not
        allowed, the chance goes to believing.
    again : array_like, shape (K, K), optional
        `again[s, r]` is the chance to throw again, blind, having seen r in state s.
    blind : array_like, shape (K, K), optional
        `blind[s, b]` is the chance to call b over a blind throw; each row adds up to 1.
    doubts_blind : array_like, shape (K, K), optional
        As `doubts`, of a call that was made over a blind throw, until that is handed on; without
        it `doubts` count there too.
    equals : array_like, shape (K,), optional
        `equals[s]` is the chance to believe a call of Mia that was made in state s, and to answer
        it with Mia.
    rules : Rules or str, optional
        What the table was made for: ready-made players and solutions know it. Where its entries
        would mean something else, or nothing, it is refused then. Without it, it is played by any
        rules of as many tiers.

    Raises
    ------
    TypeError, ValueError
        If a shape is wrong, a chance is none, a row does not add up to 1 (floats: within 1e-9), a
        call that is always illegal has a chance, or the table does not suit its own rules.

    Notes
    -----
    Chances are all Fractions (ints count as such) and then exact, or all floats.

    Who neither doubts nor passes believes; who neither looks at Mia nor equals it folds, or looks
    where folding is forbidden. Without the optional tables a player never passes, never throws
    again and never believes Mia. State K, after a call of Mia that was believed, reads row K − 1 of
    `doubts`, `doubts_blind`, `equals` and `again`; the call is Mia there.

    Examples
    --------
    >>> from mia_stats import HONEST, Rules
    >>> table = HONEST.table(Rules())
    >>> table.exact, table.calls.shape, table.calls[0, 8, 8]
    (True, (21, 21, 21), Fraction(1, 1))
    """

    name: str
    calls: NDArray[Any]
    doubts: NDArray[Any]
    passes: NDArray[Any] | None
    again: NDArray[Any] | None
    blind: NDArray[Any] | None
    doubts_blind: NDArray[Any] | None
    equals: NDArray[Any] | None
    rules: Rules | None

    def __init__(
        self,
        name: str,
        calls: ArrayLike,
        doubts: ArrayLike,
        passes: ArrayLike | None = None,
        *,
        again: ArrayLike | None = None,
        blind: ArrayLike | None = None,
        doubts_blind: ArrayLike | None = None,
        equals: ArrayLike | None = None,
        rules: RulesLike | None = None,
    ) -> None:
        tables = {name: table for name, table in locals().items() if name in TABLES}
        name = check_name(name, "a strategy")
        object.__setattr__(self, "name", name)
        for field, dimensions in TABLES.items():
            table = tables[field]
            if table is not None or field in _NEEDED:
                table = _chances(table, f"{field} of {name}", dimensions)
            object.__setattr__(self, field, table)
        object.__setattr__(self, "rules", None if rules is None else find_rules(rules))
        self._check()
        if self.rules is not None:
            self.table(self.rules)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a strategy can't be changed, so {name} stays as it is")

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        more = {name: getattr(self, name) for name in _BY_NAME}
        make = partial(TableStrategy, rules=self.rules, **more)
        return make, (self.name, self.calls, self.doubts, self.passes)

    def _own_rules(self) -> Rules:
        if self.rules is None:
            raise ValueError(
                f"{self.name} is a table for no rules in particular: give the rules, in the "
                "question or when the table is made"
            )
        return self.rules

    def _chances(self, rules: Rules, lives: tuple[int, ...] | None) -> TableStrategy:
        return self.table(rules.for_two() if self._depends_on(lives) else rules)

    @classmethod
    def from_strategy(
        cls,
        strategy: Strategy,
        rules: RulesLike = Rules(),
        *,
        lives: Sequence[int] | None = None,
        seats: int | None = None,
    ) -> Self:
        """Return the table by which a strategy in code plays, exactly, so that it can be weighed.

        It must draw nothing and remember nothing, and answer each game by itself. So it is asked
        about every state with every throw and every call, all at once and then again: two hundred
        times, in other batches, in any order, and one by one; and it must be the same afterwards.

        Parameters
        ----------
        strategy : Strategy
            One's own: any object with name, choose_call and answer.
        rules : RulesLike
            The house rules that it sees, or the key of a published set. A table made for others,
            dice included, may be another.
        lives : sequence of int, optional
            The lives with which it is to play, its own first and then to its left. The table is
            its play at those alone, whatever the lives are where the table is used, and its name
            says so. Where they are not given, it must play the same with all up to those of the
            rules.
        seats : int, optional
            How many play, 2 to 20. A strategy that looks at lives or seats needs this, or `lives`:
            it is asked about all lives up to those of the rules, in every seat, and the name of the
            table says among how many. One that looks at none plays the same among any number, and
            needs none of this.

        Returns
        -------
        TableStrategy
            Of chances 0 and 1, made for these rules; among two they know no unseen pass.

        Raises
        ------
        TypeError
            If it is no strategy in code: a name, a class, or what has a table already.
        ValueError
            If it says something illegal or no array of whole numbers, draws or remembers, depends
            on its seat, or on lives that are not given, or does where it may not pass something
            else than believe instead of passing; or there are more than 50,000 ways to sit with
            all these lives.

        Notes
        -----
        Chance and memory are found by what the strategy says and by what its attributes hold, as
        far as they can be pickled. What is elsewhere, such as a file, a variable of a module or an
        object with a lock, shows only in what it says: there an answer that is given once in ten
        times is found, and one in a thousand may not be. What raises an error in the strategy
        raises it here.

        Examples
        --------
        >>> import numpy as np
        >>> from mia_stats import BELIEVE, DOUBT, exploitability
        >>> class Coward:
        ...     name = "coward"
        ...     def choose_call(self, seen, rng): return np.maximum(seen.rolled, seen.lowest)
        ...     def answer(self, seen, rng):
        ...         return np.where(seen.call >= seen.rules.tier(61), DOUBT, BELIEVE)
        >>> table = TableStrategy.from_strategy(Coward())
        >>> table.exact, table.doubts[0, 8], table.doubts[0, 9]
        (True, Fraction(0, 1), Fraction(1, 1))
        >>> exploitability(table) == exploitability("doubter-61")
        True
        """
        if isinstance(strategy, type):
            raise TypeError(f"a strategy is an object, not the class {strategy.__name__} itself")
        if not isinstance(strategy, Strategy):
            raise TypeError(
                f"{shown(strategy)} is no strategy in code, for it lacks "
                f"{' and '.join(lacking(strategy))}; "
                "ready-made players and solutions have tables already, as HONEST.table(rules)"
            )
        name, tables, made_for = tabulate(strategy, find_rules(rules), lives, seats)
        return cls(name, **tables, rules=made_for)

    @property
    def tier_count(self) -> int:
        """The number of tiers, K."""
        return len(self.calls)

    @property
    def tables(self) -> dict[str, NDArray[Any]]:
        """The tables that it has, by name."""
        return {name: table for name in TABLES if (table := getattr(self, name)) is not None}

    @property
    def exact(self) -> bool:
        """Whether all chances are Fractions."""
        return all(table.dtype == object for table in self.tables.values())

    def _check(self) -> None:
        k = self.tier_count
        if not k:
            raise ValueError(f"{self.name} must have a tier at least")
        for field, table in self.tables.items():
            shape = (k,) * TABLES[field]
            if table.shape != shape:
                raise ValueError(
                    f"{field} of {self.name} must have shape {shape}, not {table.shape}"
                )
        if self.again is not None and self.blind is None and any(self.again.ravel()):
            raise ValueError(f"{self.name} throws again, so it needs blind: what it calls then")
        for state, rows in enumerate(self.calls.tolist()):
            lowest = max(state - 1, 0)
            for rolled, row in enumerate(rows):
                _check_row(row, lowest, f"calls[{state}, {rolled}] of {self.name}", exactly_1=True)
            if self.blind is not None:
                where = f"blind[{state}] of {self.name}"
                _check_row(self.blind[state].tolist(), lowest, where, exactly_1=True)
            for field in _DOUBTS:
                if (doubts := getattr(self, field)) is not None:
                    self._check_doubts(field, doubts[state].tolist(), state, lowest)

    def _check_doubts(self, field: str, doubts: list[Any], state: int, lowest: int) -> None:
        if any(doubts[:lowest]):
            raise ValueError(
                f"{field}[{state}, :{lowest}] of {self.name} must be 0: "
                "such calls can't be made in this state"
            )
        if self.equals is not None and doubts[-1] + self.equals[state] > 1 + _CLOSE:
            raise ValueError(
                f"equals[{state}] of {self.name} and {field}[{state}, {len(doubts) - 1}] add up "
                "to more than 1"
            )
        if self.passes is not None:
            self._check_passes(self.passes[state].tolist(), field, doubts, state, lowest)

    def _check_passes(
        self, passes: list[list[Any]], field: str, doubts: list[Any], state: int, lowest: int
    ) -> None:
        top = self.tier_count - 1
        for call, row in enumerate(passes):
            where = f"passes[{state}, {call}] of {self.name}"
            if any(row) and not lowest <= call < top:
                raise ValueError(f"{where} must be 0: such a call is never passed on")
            _check_row(row, call, where, exactly_1=False)
            if sum(chance for chance in row if chance) + doubts[call] > 1 + _CLOSE:
                raise ValueError(f"{where} and {field}[{state}, {call}] add up to more than 1")

    def table(self, rules: RulesLike) -> TableStrategy:
        """Return this strategy, once it is sure that it can be played under the rules.

        Parameters
        ----------
        rules : RulesLike
            The house rules, or the key of a published set.

        Returns
        -------
        TableStrategy
            This very strategy.

        Raises
        ------
        ValueError
            If its tiers are other ones, it has a chance for what the rules forbid, or it says
            nothing about what they allow: a call that repeats the last one.

        Examples
        --------
        >>> from mia_stats import HONEST, Rules
        >>> HONEST.table(Rules()).table(Rules("points"))
        Traceback (most recent call last):
        ...
        ValueError: honest is a table for 21 tiers, but points has 15
        """
        rules = find_rules(rules)
        k = self.tier_count
        if k != rules.tier_count:
            raise ValueError(
                f"{self.name} is a table for {k} tiers, but {rules.variant} has {rules.tier_count}"
            )
        if self.rules is not None and self.rules.variant != rules.variant:
            raise ValueError(
                f"{self.name} is a table for the tiers of {self.rules.variant}, which are other "
                f"outcomes in {rules.variant}"
            )
        self._check_repeats(rules)
        self._check_house_rules(rules)
        if self.rules is not None and rules.may_fold and not self.rules.may_fold:
            raise ValueError(
                f"the table {self.name} is for rules by which {rules.tier_words(k - 1)} must be "
                "looked at, and says nothing about folding"
            )
        if not rules.may_equal:
            for state in range(1, k):
                blind = self.blind is not None and self.blind[state, state - 1]
                if blind or any(self.calls[state, :, state - 1]):
                    raise ValueError(
                        f"{self.name} calls {rules.tier_words(state - 1)} after "
                        f"{rules.tier_words(state - 1)}, but these rules ask for a higher call"
                    )
        if (
            self.rules is not None
            and self.rules.may_fold
            and not rules.may_fold
            and any(any(self.to_mia(self.rules, blind=blind)[2]) for blind in (False, True))
        ):
            raise ValueError(
                f"{self.name} may fold to {rules.tier_words(k - 1)}, which these rules forbid"
            )
        if rules.may_pass and not rules.passer_is_liable and self.passes is not None:
            for call in range(k):
                if any(self.passes[:, call, call + 1 :].ravel()):
                    raise ValueError(
                        f"{self.name} passes {rules.tier_words(call)} on with a higher call, "
                        "but a free pass repeats the call"
                    )
        return self

    @property
    def over_blind(self) -> NDArray[Any]:
        """The doubts of calls over a blind throw: `doubts_blind`, or else `doubts`."""
        return self.doubts if self.doubts_blind is None else self.doubts_blind

    def to_mia(self, rules: Rules, *, blind: bool = False) -> tuple[NDArray[Any], ...]:
        """Return how often it looks at a call of Mia, equals it, and folds to it.

        Parameters
        ----------
        rules : Rules
            The house rules; who may not fold looks instead.
        blind : bool
            Whether the call was made over a blind throw.

        Returns
        -------
        tuple of three arrays, shape (K,)
            Looks, equals and folds by the state in which Mia was called; the one after Mia reads
            the last.

        Examples
        --------
        >>> from mia_stats import LUCKY
        >>> looks, equals, folds = LUCKY.table(Rules()).to_mia(Rules())
        >>> looks[0], equals[0], folds[0]
        (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))
        """
        looks = (self.over_blind if blind else self.doubts)[:, -1]
        equals = looks * 0 if self.equals is None else self.equals
        rest = 1 - (looks + equals)
        if not self.exact:
            rest = np.where(rest.astype(float) <= _CLOSE, 0.0, rest.astype(float))
        if rules.may_fold:
            return looks, equals, rest
        return looks + rest, equals, rest * 0

    def _check_house_rules(self, rules: Rules) -> None:
        """Raise where the table has a chance for what these rules lack."""
        lacks = {} if rules.may_throw_again else dict.fromkeys(
            ("again", "blind", "doubts_blind"), "a second throw, blind: second_throw='never'"
        )  # fmt: skip
        if not rules.may_equal_mia:
            lacks["equals"] = "a call of Mia that is answered by Mia: mia_equalled=False"
        for field, what in lacks.items():
            table = getattr(self, field)
            if table is not None and any(table.ravel()):
                raise ValueError(
                    f"{self.name} has a chance in {field}, and these rules do not know {what}"
                )

    def _check_repeats(self, rules: Rules) -> None:
        """Raise where the rules let a call repeat the last one, and the table is silent on it.

        Its zeros there would be read as belief. Where it is not known what the table was made for,
        it is taken to be silent if it doubts something, but no repeated call at all.
        """
        if not rules.may_repeat:
            return
        handed_on = rules.passer_is_liable
        if self.rules is not None:
            handed_on = handed_on and not self.rules.passer_is_liable
            speaks = not (handed_on or (rules.may_equal and not self.rules.may_equal))
        else:
            repeated = any(self.doubts.diagonal(-1))  # of call b in state b + 1
            speaks = repeated or not any(self.doubts[:, :-1].ravel())
        if not speaks:
            what = "a cup that is handed on unseen" if handed_on else "a call that is equalled"
            made = "unseen_pass='liable'" if handed_on else "call='at_least'"
            raise ValueError(
                f"the table {self.name} says nothing about {what}: its doubts[b + 1, b] are of "
                f"rules without; a table for rules with {made} says so by rules=..."
            )

    def _repr_html_(self) -> str:
        """Return how it opens a round, and how often it doubts who does, for notebooks."""
        tiers = range(self.tier_count - 1, -1, -1)
        rules = self.rules
        names = [str(tier) if rules is None else rules.tier_words(tier) for tier in tiers]
        opens = [dict(zip(names, self.calls[0, rolled, ::-1], strict=True)) for rolled in tiers]
        columns: dict[str, Sequence[Cell]] = {
            "tier" if rules is None else "outcome": names,
            "opens with it": [
                ", ".join(
                    call if chance == 1 else f"{call} ({percent(chance)})"
                    for call, chance in calls.items()
                    if chance
                )
                for calls in opens
            ],
            "doubts it as an opening call": [self.doubts[0, call] for call in tiers],
        }
        return as_html(f"{self.name}: the opening of a round", columns)

    def __repr__(self) -> str:
        return f"<TableStrategy {self.name}>"


_CLOSE = 1e-9


def _chances(table: ArrayLike, name: str, dimensions: int) -> NDArray[Any]:
    """Return a read-only array of Fractions or of floats from 0 to 1."""
    if isinstance(table, np.ma.MaskedArray):
        raise TypeError(f"{name} must have no masked entries")
    try:
        array = np.asarray(table)
    except Exception:  # ragged lists, or whatever somebody's own class raises
        raise ValueError(
            f"{name} must be an array of {dimensions} dimensions, not {shown(table)}"
        ) from None
    if max(array.shape, default=0) > len(OUTCOMES):
        raise ValueError(f"{name} must be for {len(OUTCOMES)} tiers at most, not {array.shape}")
    if array.ndim != dimensions:
        raise ValueError(f"{name} must have {dimensions} dimensions, not shape {array.shape}")
    array = array.copy()  # not before it is known to be small
    if array.dtype == object or array.dtype.kind in "iu":
        flat = [_exact(value, name) for value in array.ravel().tolist()]
        array = np.empty(array.shape, object)
        array.ravel()[:] = flat
        wrong = [value for value in flat if not 0 <= value.numerator <= value.denominator]
    elif array.dtype.kind == "f":
        array = array.astype(np.float64)
        wrong = array[~((array >= 0) & (array <= 1))].tolist()  # nan too
    else:
        raise TypeError(f"{name} must be numbers, not {array.dtype}")
    if wrong:
        raise ValueError(f"{name} must be chances from 0 to 1, not {shown(wrong[0])}")
    array.setflags(write=False)
    return array


def _exact(value: object, name: str) -> Fraction:
    if type(value) is Fraction:  # most are
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise TypeError(f"{name} must be all floats, or all Fractions and ints: not {shown(value)}")
    return Fraction(value)


def _check_row(row: Sequence[Any], lowest: int, where: str, *, exactly_1: bool) -> None:
    """Raise unless legal entries add up to 1, or to at most 1, and the others are 0."""
    if any(row[:lowest]):
        raise ValueError(f"{where} must be 0 below {lowest}: such a call is illegal")
    total = sum(chance for chance in row if chance)
    close = 0 if isinstance(total, Fraction) else _CLOSE
    if total > 1 + close or (exactly_1 and total < 1 - close):
        needed = "1" if exactly_1 else "at most 1"
        raise ValueError(f"{where} must add up to {needed}, not {shown(total)}")
