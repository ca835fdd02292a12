"""The house rules of a game, validated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import kept_weight
from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variant, is_found
from mia_stats.ranking.outcomes import Outcome, OutcomeLike
from mia_stats.ranking.variants import Tier, Variant
from mia_stats.utils.checks import choices, integer, listed, shown, whole_number

__all__ = ["CAUSES", "MOST_LIVES", "WORDS", "Cause", "Rules", "holds", "may_repeat", "true_part"]

Call: TypeAlias = Literal["higher", "at_least"]
Truth: TypeAlias = Literal["at_least", "exact"]
UnseenPass: TypeAlias = Literal["never", "liable", "free"]
NextStarter: TypeAlias = Literal["standard", "loser", "winner", "doubter"]
Ending: TypeAlias = Literal["first_out", "last_standing", "rounds"]
Forfeit: TypeAlias = Literal["life", "sip"]

WORDS = {
    "call": Call,
    "truth": Truth,
    "unseen_pass": UnseenPass,
    "next_starter": NextStarter,
    "ending": Ending,
    "forfeit": Forfeit,
}
MOST_LIVES: Final = 100
_MOST_ROUNDS = 10_000


Cause: TypeAlias = Literal[
    "lie_caught", "mia_lie_caught", "wrong_doubt", "mia_folded", "mia_looked_at"
]

CAUSES: Final[tuple[Cause, ...]] = (
    "lie_caught",
    "mia_lie_caught",
    "wrong_doubt",
    "mia_folded",
    "mia_looked_at",
)
"""Why a round ends, with one forfeit: of the caller in the first two, else of the doubter."""


@dataclass(frozen=True, init=False)
class Rules:
    """The house rules of a game. "Mia" stands for the top tier of the variant.

    Parameters
    ----------
    variant : VariantLike
        The order of the outcomes. Rethrown outcomes are thrown again in secret.
    dice : Dice
        The dice that are thrown.
    lives : int
        How many lives each player starts with, 1 to 100.
    call : {"higher", "at_least"}
        Whether a call must be strictly higher than the last one, or at least as high.
    truth : {"at_least", "exact"}
        Whether a call is true when the dice are in its tier or better, or only in its tier.
    unseen_pass : {"never", "liable", "free"}
        Whether the receiver may hand the cup on unseen. "liable": with the same or a higher call,
        for which the receiver is responsible. "free": with the same call, right after the throw
        only, and who threw stays responsible. Never after a call of Mia, and never so often that
        the cup returns to who threw it.
    mia_penalty : int
        What looking at a true Mia costs, 0 to 100 lives.
    mia_fold : int or None
        What folding to a call of Mia costs; None forbids to fold.
    mia_lie_penalty : int
        What a false call of Mia costs when it is looked at.
    toast : Outcome, int, str or iterable of OutcomeLike
        An outcome, or a list of them, at which all drink when it is thrown: the same seat opens
        the round again.
    next_starter : {"standard", "loser", "winner", "doubter"}
        Who opens the next round. "standard": who doubted rightly; after a wrong doubt or a fold
        the seat to the left of the doubter. A seat that is out hands on to its left.
    ending : {"first_out", "last_standing", "rounds"}
        The game ends when somebody is out, when one player is left, or after some rounds.
    forfeit : {"life", "sip"}
        Sips are counted over a fixed number of rounds, and nobody is out; where Mia is lost, it
        costs a whole drink.
    rounds : int or None
        How many rounds a game of sips lasts, 1 to 10000.

    Raises
    ------
    TypeError, ValueError
        If a value is not allowed, or two of them contradict each other.

    Examples
    --------
    >>> Rules("meyer", lives=3, next_starter="loser").lives
    3
    >>> Rules(call="at_least", unseen_pass="free")
    Traceback (most recent call last):
    ...
    ValueError: calls that may be equalled leave no room for an unseen pass: ...
    """

    variant: Variant
    dice: Dice
    lives: int
    call: Call
    truth: Truth
    unseen_pass: UnseenPass
    mia_penalty: int
    mia_fold: int | None
    mia_lie_penalty: int
    toast: Tier
    next_starter: NextStarter
    ending: Ending
    forfeit: Forfeit
    rounds: int | None

    def __init__(
        self,
        variant: VariantLike = STANDARD,
        dice: Dice = FAIR,
        lives: int = 6,
        call: Call = "higher",
        truth: Truth = "at_least",
        unseen_pass: UnseenPass = "never",
        mia_penalty: int = 2,
        mia_fold: int | None = 1,
        mia_lie_penalty: int = 1,
        toast: OutcomeLike | Iterable[OutcomeLike] = (),
        next_starter: NextStarter = "standard",
        ending: Ending = "first_out",
        forfeit: Forfeit = "life",
        rounds: int | None = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name != "self"}
        given["variant"] = find_variant(variant)
        given["lives"] = whole_number(lives, "lives", 1, MOST_LIVES)
        for name in ("mia_penalty", "mia_fold", "mia_lie_penalty"):
            if not (name == "mia_fold" and mia_fold is None):
                given[name] = whole_number(given[name], name, 0, MOST_LIVES)
        if rounds is not None:
            given["rounds"] = whole_number(rounds, "rounds", 1, _MOST_ROUNDS)
        for name, words in WORDS.items():
            if not isinstance(given[name], str) or given[name] not in get_args(words):
                raise ValueError(
                    f"{name} must be {choices(get_args(words))}, not {shown(given[name])}"
                )
        given["toast"] = _outcomes(toast)
        for name, value in given.items():
            object.__setattr__(self, name, value)
        self._check_that_rules_agree()

    def _check_that_rules_agree(self) -> None:
        if self.call == "at_least" and self.unseen_pass != "never":
            raise ValueError(
                "calls that may be equalled leave no room for an unseen pass: "
                f"call='at_least' needs unseen_pass='never', not {self.unseen_pass!r}"
            )
        if (self.forfeit == "sip") != (self.ending == "rounds"):
            raise ValueError(
                "sips are counted over a number of rounds, and lives are lost until somebody is "
                "out, so forfeit='sip', ending='rounds' and a number of rounds go together: "
                f"forfeit={self.forfeit!r} does not go with ending={self.ending!r}"
            )
        if (self.rounds is None) == (self.ending == "rounds"):
            raise ValueError(
                "a number of rounds is given for ending='rounds' and for no other: "
                f"rounds={self.rounds!r} does not go with ending={self.ending!r}"
            )
        for outcome in self.toast:
            self.variant.rank(outcome)  # says so where it is rethrown
        kept_weight(self.variant, self.dice)  # says so where every roll is rethrown
        weights = self.dice.outcome_weights
        if not any(weights[o] for o in self.variant.outcomes if o not in self.toast):
            raise ValueError(
                f"no roll ends a round: each is one of the toasts {_labels(self.toast)}"
            )

    @property
    def tier_count(self) -> int:
        """The number of tiers, K: calls and throws are tiers from 0, the worst, to K − 1."""
        return len(self.variant.tiers)

    @property
    def top(self) -> int:
        """The number of the top tier, which these rules call Mia."""
        return len(self.variant.tiers) - 1

    @cached_property
    def throw_chances(self) -> tuple[Fraction, ...]:
        """The chance to throw each tier, worst first, without toasts; see `toast_chance`."""
        total = kept_weight(self.variant, self.dice)
        return tuple(
            Fraction(sum(self.dice.outcome_weights[o] for o in tier if o not in self.toast), total)
            for tier in reversed(self.variant.tiers)
        )

    @property
    def toast_chance(self) -> Fraction:
        """The chance that a throw is a toast."""
        return 1 - sum(self.throw_chances, Fraction(0))

    @property
    def costs(self) -> dict[Cause, int]:
        """How many lives each cause of a forfeit costs; a fold costs 0 where it is forbidden."""
        return {
            "lie_caught": 1,
            "mia_lie_caught": self.mia_lie_penalty,
            "wrong_doubt": 1,
            "mia_folded": self.mia_fold or 0,
            "mia_looked_at": self.mia_penalty,
        }

    @property
    def sips(self) -> dict[Cause, int]:
        """How many sips each cause costs in a game of sips, beside whole `drinks`."""
        drinks = self.drinks
        return {cause: 0 if drinks[cause] else cost for cause, cost in self.costs.items()}

    @property
    def drinks(self) -> dict[Cause, int]:
        """How many whole drinks each cause costs in a game of sips: one where Mia is seen."""
        return {cause: int(cause in ("mia_lie_caught", "mia_looked_at")) for cause in self.costs}

    def is_true(self, rolled: Any, call: Any) -> Any:
        """Return whether a call is true over a throw.

        Parameters
        ----------
        rolled, call : int or array of int
            Tiers, from 0, the worst, to K − 1; `tier` gives that of an outcome.

        Returns
        -------
        bool or array of bool
            For each game where arrays are given.

        Raises
        ------
        TypeError, ValueError
            If something is no tier.

        Examples
        --------
        >>> Rules().is_true(8, 3), Rules(truth="exact").is_true(8, 3)
        (True, False)
        >>> Rules().is_true(61, 33)
        Traceback (most recent call last):
        ...
        ValueError: rolled must be a tier from 0 to 20, as rules.tier(54) gives it, not 61
        """
        rolled, call = self._tiers(rolled, "rolled"), self._tiers(call, "call")
        return holds(self, rolled, call)

    def _tiers(self, value: Any, name: str) -> Any:
        """Return a tier as an int, or many as an array."""
        allowed = f"a tier from 0 to {self.top}, as rules.tier(54) gives it"
        try:
            several = isinstance(value, list | tuple) or hasattr(value, "__array__")
            if several and np.ndim(value):
                masked = isinstance(value, np.ma.MaskedArray)
                value = np.asarray(value)
                if masked or (value.dtype.kind not in "iu" and value.size):
                    raise TypeError
                least, most = (int(value.min()), int(value.max())) if value.size else (0, 0)
            else:
                least = most = value = integer(value, name)
        except Exception as error:  # ragged lists, or whatever somebody's own class raises
            raise TypeError(f"{name} must be {allowed}, not {shown(value)}") from error
        if not 0 <= least <= most <= self.top:
            raise ValueError(f"{name} must be {allowed}, not {shown(least if least < 0 else most)}")
        return value

    def for_two(self) -> Rules:
        """Return these rules as two players play them: a duel never has an unseen pass.

        Returns
        -------
        Rules
            These very rules where they know no pass.

        Examples
        --------
        >>> Rules(unseen_pass="free").for_two() == Rules()
        True
        """
        return self if self.unseen_pass == "never" else replace(self, unseen_pass="never")

    def lowest_call(self, state: int) -> int:
        """Return the lowest tier that may be called in a state.

        Parameters
        ----------
        state : int
            0 before the first call of a round, and one more than the tier of the last call after.

        Returns
        -------
        int
            From 0, the worst.

        Examples
        --------
        >>> Rules().lowest_call(3), Rules(call="at_least").lowest_call(3)
        (3, 2)
        """
        state = whole_number(state, "state", 0, self.top)
        return max(state - 1, 0) if self.call == "at_least" else state

    def tier(self, outcome: OutcomeLike) -> int:
        """Return the number of the tier of an outcome: 0 is the worst.

        Parameters
        ----------
        outcome : OutcomeLike
            Which outcome: 54, "54", (4, 5) or an `Outcome`.

        Returns
        -------
        int
            From 0, the worst, to K − 1.

        Raises
        ------
        ValueError
            If the outcome is rethrown.

        Examples
        --------
        >>> Rules().tier(31), Rules().tier(54), Rules().tier(21)
        (0, 8, 20)
        """
        return self.tier_count - self.variant.rank(outcome)

    def tier_name(self, tier: int) -> str:
        """Return how players call a tier, such as "54", or "63=54" where outcomes tie.

        Parameters
        ----------
        tier : int
            From 0, the worst, to K − 1.

        Returns
        -------
        str
            The label; tied outcomes are joined by equals signs.

        Examples
        --------
        >>> Rules("points").tier_name(5)
        '63=54'
        """
        tier = whole_number(tier, "tier", 0, self.top)
        return "=".join(outcome.label for outcome in self.variant.tiers[self.top - tier])

    def __str__(self) -> str:
        """Return what differs from the default rules, as it would be written."""
        standard = Rules()
        changes = [
            f"{field.name}={_written(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) != getattr(standard, field.name)
        ]
        return f"Rules({', '.join(changes)})"


def holds(rules: Rules, rolled: Any, call: Any) -> Any:
    """Return whether a call is true over a throw, as `Rules.is_true` does, but check no tier."""
    return rolled == call if rules.truth == "exact" else rolled >= call


def true_part(rules: Rules, parts: Sequence[Any], call: int) -> Any:
    """Return how much of what there is of each throw, worst first, is true of a call."""
    true = (part for rolled, part in enumerate(parts) if holds(rules, rolled, call))
    return sum(true, parts[0] * 0)


def may_repeat(rules: Rules) -> bool:
    """Return whether a call may be heard that repeats the last one: equalled, or passed on."""
    return rules.call == "at_least" or rules.unseen_pass == "liable"


def _written(value: object) -> str:
    """Return the value of a rule as `Rules` takes it; a variant of one's own is no key."""
    if isinstance(value, Variant):
        return repr(value.key) if is_found(value) else repr(value)
    if isinstance(value, tuple):
        return f"[{_labels(value)}]"
    return str(value) if isinstance(value, Dice) else repr(value)


def _labels(outcomes: Tier) -> str:
    return ", ".join(outcome.label for outcome in outcomes)


def _outcomes(toast: OutcomeLike | Iterable[OutcomeLike]) -> Tier:
    """Return the toasts without repetition; a single outcome is welcome."""
    if isinstance(toast, Outcome | int | str) or not isinstance(toast, Iterable):
        return (Outcome.parse(toast),)
    outcomes = listed(list(toast) if isinstance(toast, set | frozenset) else toast, "toasts")
    return tuple(dict.fromkeys(Outcome.parse(outcome) for outcome in outcomes))
