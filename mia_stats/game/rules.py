"""What the house rules of a game mean: each rule stands here once, for one game and for many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Final, Literal, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import chances_by_tier
from mia_stats.game.settings import (
    MOST_LIVES,
    MOST_SEATS,
    CallRule,
    Ending,
    ForfeitRule,
    MiaBy,
    NextStarter,
    SecondThrow,
    ThrownMia,
    TrueMia,
    TruthRule,
    UnseenPass,
    in_words,
    settled,
    written,
)
from mia_stats.ranking.catalogue import STANDARD, VariantLike
from mia_stats.ranking.outcomes import Outcome, OutcomeLike, Outcomes
from mia_stats.ranking.variants import Variant
from mia_stats.utils.arrays import either, look_up, trusted, trusted_truth, whole_numbers
from mia_stats.utils.checks import UnknownNameError, listed, shown, whole_number
from mia_stats.utils.tables import as_html

__all__ = ["CAUGHT", "CAUSES", "Cause", "Rules", "chance_true", "holds"]

Cause: TypeAlias = Literal[
    "lie_caught", "mia_lie_caught", "wrong_doubt", "mia_folded", "mia_looked_at"
]
"""Why a round ends."""

Ints = TypeVar("Ints", int, NDArray[np.integer[Any]])

CAUSES: Final[tuple[Cause, ...]] = (
    "lie_caught",
    "mia_lie_caught",
    "wrong_doubt",
    "mia_folded",
    "mia_looked_at",
)
"""Why a round ends: with a forfeit of who called in those of `CAUGHT`, else of who doubted.

Where a true Mia is shown, or all others pay for it, each of them has looked at it.
"""

CAUGHT: Final = CAUSES[:2]
"""The causes of who called: a lie was caught."""

_LOOKED_AT: Final = CAUSES.index("mia_looked_at")

_TIER = "a tier from 0 to {}, as rules.tier(54) gives it"
_TIER_OR_OUTCOME = _TIER + ", or an Outcome"
_STATE = "a state from 0 to {}, as rules.state(54) gives it"


def _cause(seen: bool, true: bool, mia_priced: bool) -> Cause:
    if not seen:
        return "mia_folded"
    if true:
        return "mia_looked_at" if mia_priced else "wrong_doubt"
    return "mia_lie_caught" if mia_priced else "lie_caught"


_CAUSE_OF = np.array(
    [CAUSES.index(_cause(*bits)) for bits in product((False, True), repeat=3)], np.int8
)
"""The place of a cause by whether dice were seen, the call was true, and Mia's prices hold."""
_CAUSE_OF.setflags(write=False)
_SEEN, _TRUE = np.int8(4), np.int8(2)


@dataclass(frozen=True, init=False, repr=False)
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
        What looking at a true Mia costs, 0 to 100 lives; a shown one costs the same.
    mia_fold : int or None
        What folding to a call of Mia costs; None forbids to fold.
    mia_lie_penalty : int
        What a false call of Mia costs when it is looked at.
    toast : Outcome, int, str or iterable of OutcomeLike
        An outcome, or a list of them, at which all drink when it is thrown: the same seat opens
        the round again.
    next_starter : {"standard", "loser", "winner", "doubter", "after_doubter", "random"}
        Who opens the next round. "standard": who doubted rightly; after a wrong doubt or a fold
        the seat to the left of the doubter. "after_doubter": always that seat. "random": drawn
        among those who are in. Who folds counts as a wrong doubter, and where a Mia is shown or
        several pay, so does the next seat. A seat that is out hands on to its left.
    ending : {"first_out", "last_standing", "rounds"}
        The game ends when somebody is out, when one player is left, or after some rounds.
    forfeit : {"life", "sip"}
        Sips are counted over a fixed number of rounds, and nobody is out; what costs Mia's prices
        costs a whole drink for each seat that pays.
    rounds : int or None
        How many rounds a game of sips lasts, 1 to 10000.
    lie_penalty, doubt_penalty : int
        What a caught lie and a wrong doubt cost where Mia's prices do not hold, 0 to 100.
    second_throw : {"never", "blind"}
        "blind": who has thrown and looked may throw once more without looking. All see that, and
        it must call, by the same rule, what it has not seen. A toast thrown so is found when the
        dice are shown, and else lost unseen.
    thrown_mia : {"hidden", "next", "others"}
        Whether a thrown Mia that its thrower sees is shown at once, which ends the round: the next
        seat, or all others, pay `mia_penalty`. It is no call, and no turn.
    true_mia : {"doubter", "others"}
        Who pays when a call of Mia is looked at and true: who looked, or all but the caller.
    mia_equalled : bool
        Whether a call of Mia may be believed, and answered by Mia, any number of times.
    mia_by : {"call", "dice", "either"}
        Whether Mia's prices hold where Mia was called, where the dice that are shown are Mia's, or
        in both cases. A fold always costs `mia_fold`.

    Raises
    ------
    TypeError, ValueError
        If a value is not allowed, or two of them contradict each other.

    Notes
    -----
    One outcome, such as 54, goes by four numbers. Its *label* says how it is read: 54, the larger
    die first. Its *rank* is its place in the variant: 13, for 1 is best (`Variant.rank`). Its
    *tier* counts from the other end, since a call must rise: 8, for 0 is worst and K − 1, the top
    tier, is Mia (`Rules.tier`). A *state* says where a round stands: 0 before the first call, and
    one more than the tier of the last call after it (`Rules.state`). Tied outcomes share a rank
    and a tier. What people give and get are outcomes; tiers and states are the indices of arrays:
    of tables of chances, and of what strategies see and answer in many games at once.

    Each rule is asked by a method, for one game in ints or for many in arrays. Ints are checked;
    arrays are taken as they are, but for those of `is_true`, `lowest_call` and `lowest_heard`.

    Examples
    --------
    >>> Rules("meyer", lives=3, next_starter="loser").lives
    3
    >>> rules = Rules()
    >>> rules.variant.rank(54), rules.tier(54), rules.state(54), rules.tier_name(8)
    (13, 8, 9, '54')
    >>> Rules(forfeit="sip")
    Traceback (most recent call last):
    ...
    ValueError: sips are counted over a number of rounds, and lives are lost until somebody is ...
    """

    variant: Variant
    dice: Dice
    lives: int
    call: CallRule
    truth: TruthRule
    unseen_pass: UnseenPass
    mia_penalty: int
    mia_fold: int | None
    mia_lie_penalty: int
    toast: tuple[Outcome, ...]
    next_starter: NextStarter
    ending: Ending
    forfeit: ForfeitRule
    rounds: int | None
    lie_penalty: int
    doubt_penalty: int
    second_throw: SecondThrow
    thrown_mia: ThrownMia
    true_mia: TrueMia
    mia_equalled: bool
    mia_by: MiaBy

    def __init__(
        self,
        variant: VariantLike = STANDARD,
        dice: Dice = FAIR,
        lives: int = 6,
        call: CallRule = "higher",
        truth: TruthRule = "at_least",
        unseen_pass: UnseenPass = "never",
        mia_penalty: int = 2,
        mia_fold: int | None = 1,
        mia_lie_penalty: int = 1,
        toast: OutcomeLike | Iterable[OutcomeLike] = (),
        next_starter: NextStarter = "standard",
        ending: Ending = "first_out",
        forfeit: ForfeitRule = "life",
        rounds: int | None = None,
        lie_penalty: int = 1,
        doubt_penalty: int = 1,
        second_throw: SecondThrow = "never",
        thrown_mia: ThrownMia = "hidden",
        true_mia: TrueMia = "doubter",
        mia_equalled: bool = False,
        mia_by: MiaBy = "call",
    ) -> None:
        given = {name: value for name, value in locals().items() if name != "self"}
        for name, value in settled(given).items():
            object.__setattr__(self, name, value)

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, rule.name) for rule in fields(self)))

    def __hash__(self) -> int:
        return self._hash  # which every cache asks for, and the fields are many

    def __getstate__(self) -> dict[str, object]:
        """Return all but the hash, for another process has other ones."""
        return {name: value for name, value in vars(self).items() if name != "_hash"}

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
        return chances_by_tier(self.variant, self.dice, without=self.toast)

    @property
    def toast_chance(self) -> Fraction:
        """The chance that a throw is a toast."""
        return 1 - sum(self.throw_chances, Fraction(0))

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

    def state(self, last: OutcomeLike | None = None) -> int:
        """Return the number of the state after a last call.

        Parameters
        ----------
        last : OutcomeLike, optional
            None is the start of the round.

        Returns
        -------
        int
            0 at the start, else one more than the tier of the call: K after Mia, where it may be
            equalled.

        Raises
        ------
        ValueError
            If the outcome is rethrown, or nobody calls after it.

        Examples
        --------
        >>> Rules().state(), Rules().state(54)
        (0, 9)
        """
        if last is None:
            return 0
        tier = self.tier(last)
        if tier == self.top and not self.mia_equalled:
            raise UnknownNameError(
                f"nobody calls after {self.tier_words(tier)}, which is looked at or folded to"
            )
        return tier + 1

    def tier_name(self, tier: int) -> str:
        """Return the name of a tier in tables and files, "54", or "63=54" where outcomes tie.

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
        return "=".join(outcome.label for outcome in self.tier_outcomes(tier))

    def tier_words(self, tier: int) -> str:
        """Return a tier as players are told of it: as `tier_name`, but by a sum that they call.

        Parameters
        ----------
        tier : int
            From 0, the worst, to K − 1.

        Returns
        -------
        str
            As `Variant.in_words` has it.

        Examples
        --------
        >>> Rules("points").tier_words(5), Rules().tier_words(5)
        ('9 (63=54)', '51')
        """
        return self.variant.in_words(self.tier_outcomes(tier)[0])

    def tier_outcomes(self, tier: int) -> Outcomes:
        """Return the outcomes of a tier.

        Parameters
        ----------
        tier : int
            From 0, the worst, to K − 1.

        Returns
        -------
        tuple of Outcome
            Several where they tie.

        Raises
        ------
        TypeError, ValueError
            If there is no such tier.

        Examples
        --------
        >>> Rules().tier_outcomes(8), Rules("points").tier_outcomes(5)
        ((Outcome(5, 4),), (Outcome(6, 3), Outcome(5, 4)))
        """
        tier = whole_number(tier, "tier", 0, self.top)
        return Outcomes(self.variant.tiers[self.top - tier], self.variant.meant)

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

    # What is legal

    @property
    def may_equal(self) -> bool:
        """Whether a call may be equalled by the next one."""
        return self.call == "at_least"

    @property
    def may_equal_mia(self) -> bool:
        """Whether a call of Mia may be believed, and answered by Mia."""
        return self.mia_equalled

    @property
    def may_fold(self) -> bool:
        """Whether a call of Mia may be folded to; else it must be looked at."""
        return self.mia_fold is not None

    @property
    def may_pass(self) -> bool:
        """Whether the cup may be handed on unseen, among three or more."""
        return self.unseen_pass != "never"

    @property
    def passer_is_liable(self) -> bool:
        """Whether handing the cup on is a call, for which the one who does it is responsible."""
        return self.unseen_pass == "liable"

    @property
    def may_throw_again(self) -> bool:
        """Whether who has thrown and looked may throw once more, without looking."""
        return self.second_throw == "blind"

    @property
    def last_state(self) -> int:
        """The highest state: the one after a call of Mia, if that may be equalled."""
        return self.top + self.mia_equalled

    @property
    def may_repeat(self) -> bool:
        """Whether a call may be heard that repeats the last one: equalled, or passed on."""
        return self.may_equal or self.passer_is_liable

    def legal_calls(self, last: OutcomeLike | None = None) -> Outcomes:
        """Return what may be called after a last call.

        Parameters
        ----------
        last : OutcomeLike, optional
            None is the start of the round.

        Returns
        -------
        tuple of Outcome
            Best first; none after Mia, which is looked at or folded to, if not equalled.

        Raises
        ------
        ValueError
            If the outcome is rethrown.

        Examples
        --------
        >>> print(*Rules().legal_calls(65))
        21 66 55 44 33 22 11
        >>> print(*Rules("meyer", call="at_least").legal_calls(66))
        21 31 66
        """
        if last is not None and self.tier(last) == self.top and not self.mia_equalled:
            return self.variant.up_to(0)
        return self.variant.up_to(self.tier_count - self.lowest_call(self.state(last)))

    def lowest_call(self, state: Ints) -> Ints:
        """Return the lowest tier that may be called in a state.

        Parameters
        ----------
        state : int or array of int
            0 before the first call of a round, and one more than the tier of the last call after.

        Returns
        -------
        int or array of int
            From 0, the worst.

        Raises
        ------
        TypeError, ValueError
            If something is no state.

        Examples
        --------
        >>> Rules().lowest_call(3), Rules(call="at_least").lowest_call(3)
        (3, 2)
        """
        state = whole_numbers(state, "state", self.last_state, _STATE)
        return self._lowest(state, repeats=self.may_equal)

    def lowest_heard(self, state: Ints) -> Ints:
        """Return the lowest tier that may have been called in a state, a pass on included.

        Parameters
        ----------
        state : int or array of int
            As for `lowest_call`.

        Returns
        -------
        int or array of int
            From 0, the worst.

        Examples
        --------
        >>> Rules().lowest_heard(3), Rules(unseen_pass="liable").lowest_heard(3)
        (3, 2)
        """
        state = whole_numbers(state, "state", self.last_state, _STATE)
        return self._lowest(state, repeats=self.may_repeat)

    def _lowest(self, state: Ints, *, repeats: bool) -> Ints:
        """Return the lowest call in a state: the last one where that may be repeated."""
        lowest = state - 1 * (state > 0) if repeats else state
        if not self.mia_equalled:
            return lowest
        return min(lowest, self.top) if isinstance(lowest, int) else np.minimum(lowest, self.top)

    def most_passes(self, alive: Ints) -> Ints:
        """Return how often one throw may be handed on unseen: never back to who threw it.

        Parameters
        ----------
        alive : int or array of int
            How many players are in, 2 or more.

        Returns
        -------
        int or array of int
            0 for two.

        Examples
        --------
        >>> Rules(unseen_pass="liable").most_passes(4), Rules(unseen_pass="free").most_passes(4)
        (2, 1)
        """
        alive = trusted(alive, "alive", 2, MOST_SEATS)
        if not self.may_pass:
            return 0 * alive
        return alive - 2 if self.passer_is_liable else 1 * (alive > 2)

    def may_hand_on(self, call: Any, passed: Any, alive: Any) -> Any:
        """Return whether the cup may be handed on unseen: not too often, and never Mia.

        Parameters
        ----------
        call : int or array of int
            The tier of the last call.
        passed : int or array of int
            How often the cup was handed on since the throw.
        alive : int or array of int
            How many players are in, 2 or more.

        Returns
        -------
        bool or array of bool
            Never for two.

        Examples
        --------
        >>> rules = Rules(unseen_pass="free")
        >>> rules.may_hand_on(8, 0, 3), rules.may_hand_on(8, 1, 3), rules.may_hand_on(20, 0, 3)
        (True, False, False)
        """
        call = trusted(call, "call", 0, self.top)
        passed = trusted(passed, "passed", 0, MOST_SEATS)
        return (passed < self.most_passes(alive)) & (call != self.top)

    def highest_pass(self, call: Ints) -> Ints:
        """Return the highest call with which a cup may be handed on; `call` is the lowest.

        Parameters
        ----------
        call : int or array of int
            The last call, lower than Mia.

        Returns
        -------
        int or array of int
            A tier.

        Examples
        --------
        >>> Rules(unseen_pass="liable").highest_pass(3), Rules(unseen_pass="free").highest_pass(3)
        (20, 3)
        """
        call = trusted(call, "call", 0, self.top)
        return 0 * call + self.top if self.passer_is_liable else call

    def after_pass(
        self, state: Ints, call: Ints, passed_with: Ints, liable: Ints, passer: Ints
    ) -> tuple[Ints, Ints, Ints]:
        """Return the state, the call and who answers for it once the cup is handed on unseen.

        Parameters
        ----------
        state, call : int or array of int
            The state in which the last call was made, and its tier.
        passed_with : int or array of int
            The tier of the call with which it is handed on.
        liable, passer : int or array of int
            The seat that answers for the last call, and the one that hands the cup on.

        Returns
        -------
        state : int or array of int
            All are the same as before where the passer is not liable.
        call : int or array of int
            What must be topped now.
        liable : int or array of int
            Who answers for it.

        Examples
        --------
        >>> Rules(unseen_pass="liable").after_pass(0, 8, 9, 1, 2)
        (9, 9, 2)
        """
        return (call + 1, passed_with, passer) if self.passer_is_liable else (state, call, liable)

    @overload
    def is_true(self, rolled: Outcome | int, call: Outcome | int) -> bool: ...

    @overload
    def is_true(self, rolled: Any, call: Any) -> Any: ...

    def is_true(self, rolled: Any, call: Any) -> Any:
        """Return whether a call is true over a throw.

        Parameters
        ----------
        rolled, call : Outcome, or int or array of int
            Outcomes; numbers are tiers, from 0, the worst, to K − 1.

        Returns
        -------
        bool or array of bool
            For each game where arrays are given.

        Raises
        ------
        TypeError, ValueError
            If something is neither.

        Examples
        --------
        >>> thrown, called = Outcome.parse(54), Outcome.parse(42)
        >>> Rules().is_true(thrown, called), Rules(truth="exact").is_true(thrown, called)
        (True, False)
        >>> Rules().is_true(8, [3, 8, 9]).tolist()
        [True, True, False]
        >>> Rules().is_true(61, 33)
        Traceback (most recent call last):
        ...
        ValueError: rolled must be a tier from 0 to 20, as rules.tier(54) gives it, ...
        """
        return holds(self, self._tiers(rolled, "rolled"), self._tiers(call, "call"))

    def _tiers(self, given: Any, name: str) -> Any:
        """Return the tier of an outcome, or tiers as they are given."""
        if isinstance(given, Outcome):
            return self.tier(given)
        if isinstance(given, tuple):
            raise TypeError(
                f"{name} is an Outcome, or a list of tiers, not the tuple {shown(given)}"
            )
        return whole_numbers(given, name, self.top, _TIER_OR_OUTCOME)

    # How a round ends, and what comes next

    @property
    def costs(self) -> dict[Cause, int]:
        """How many lives each cause of a forfeit costs; a fold costs 0 where it is forbidden."""
        return {
            "lie_caught": self.lie_penalty,
            "mia_lie_caught": self.mia_lie_penalty,
            "wrong_doubt": self.doubt_penalty,
            "mia_folded": self.mia_fold or 0,
            "mia_looked_at": self.mia_penalty,
        }

    @property
    def least_cost(self) -> int:
        """How many lives the end of a round costs at least."""
        return min(
            cost for cause, cost in self.costs.items() if cause != "mia_folded" or self.may_fold
        )

    @property
    def drinks(self) -> dict[Cause, int]:
        """How many whole drinks each cause costs in a game of sips: one at Mia's prices."""
        return {cause: int(cause in ("mia_lie_caught", "mia_looked_at")) for cause in CAUSES}

    @property
    def sips(self) -> dict[Cause, int]:
        """How many sips each cause costs in a game of sips, beside whole `drinks`."""
        return {cause: 0 if self.drinks[cause] else cost for cause, cost in self.costs.items()}

    @property
    def for_sips(self) -> bool:
        """Whether it is a game of sips over a number of rounds, in which nobody is ever out."""
        return self.forfeit == "sip"

    @property
    def plays_on(self) -> bool:
        """Whether the others play on when somebody is out, until one is left."""
        return self.ending == "last_standing"

    def is_over(self, alive: Any, seats: int) -> Any:
        """Return whether a game has ended when so many are left; a game of sips never has by that.

        Parameters
        ----------
        alive : int or array of int
            How many are in.
        seats : int
            How many began.

        Returns
        -------
        bool or array of bool
            Those who are in have won then, and the others lost.

        Examples
        --------
        >>> Rules().is_over(3, seats=4), Rules(ending="last_standing").is_over(3, seats=4)
        (True, False)
        """
        alive = trusted(alive, "alive", 0, MOST_SEATS)
        seats = whole_number(seats, "seats", 2, MOST_SEATS)
        if self.for_sips:
            return alive < 0
        return alive == 1 if self.plays_on else alive < seats

    def shows(self, rolled: Any) -> Any:
        """Return whether a throw that its thrower sees is shown at once, and ends the round.

        Parameters
        ----------
        rolled : int or array of int
            The tier that was thrown.

        Returns
        -------
        bool or array of bool
            For Mia alone, where `thrown_mia` says so. It ends the round as if Mia had been called,
            looked at by the next seat, and true.

        Examples
        --------
        >>> Rules(thrown_mia="next").shows(20), Rules().shows(20)
        (True, False)
        """
        return self.shown_at_all & (trusted(rolled, "rolled", 0, self.top) == self.top)

    def cause(self, call: Any, *, seen: Any, true: Any, mia: Any = None) -> Any:
        """Return why a round ends.

        Parameters
        ----------
        call : int or array of int
            The tier of the last call.
        seen, true : bool or array of bool
            Whether somebody looks at the dice (else the call is folded to), and whether the call
            is true.
        mia : bool or array of bool, optional
            Whether the dice that are seen are Mia's; needed where `mia_by` asks for them.

        Returns
        -------
        int or array of int
            The place of the cause in `CAUSES`.

        Raises
        ------
        TypeError, ValueError
            If something is no number or bool, a call below Mia is folded to, or the prices of Mia
            go by the dice and `mia` is not given.

        Examples
        --------
        >>> CAUSES[Rules().cause(20, seen=True, true=False)]
        'mia_lie_caught'
        >>> CAUSES[Rules(mia_by="dice").cause(8, seen=True, true=True, mia=True)]
        'mia_looked_at'
        """
        call = trusted(call, "call", 0, self.top)
        seen, true = trusted_truth(seen, "seen"), trusted_truth(true, "true")
        if isinstance(call, int) and seen is False and call != self.top:
            top = self.tier_words(self.top)
            raise ValueError(f"only {top} is folded to: {self.tier_words(call)} must be seen")
        priced = call == self.top
        if self.mia_by != "call" and seen is not False:
            if mia is None:
                raise ValueError(f"with mia_by={self.mia_by!r} it matters what was thrown: say mia")
            mia = trusted_truth(mia, "mia")
            priced = mia if self.mia_by == "dice" else priced | mia
        return look_up(_CAUSE_OF, _SEEN * seen + _TRUE * true + priced)

    def others_pay(self, call: Any, cause: Any) -> Any:
        """Return whether all but the caller pay for a call that was doubted, not one seat alone.

        Parameters
        ----------
        call : int or array of int
            The tier of the last call.
        cause : int or array of int
            As `cause` gives it.

        Returns
        -------
        bool or array of bool
            For a true call of Mia, where `true_mia` says so; a shown Mia goes by `shown_to_others`.

        Examples
        --------
        >>> rules = Rules(true_mia="others")
        >>> rules.others_pay(20, rules.cause(20, seen=True, true=True))
        True
        """
        at_others = self.true_mia == "others"
        called = trusted(call, "call", 0, self.top) == self.top
        return at_others & called & (trusted(cause, "cause", 0, len(CAUSES) - 1) == _LOOKED_AT)

    @property
    def shown_at_all(self) -> bool:
        """Whether a thrown Mia that its thrower sees is shown, and ends the round."""
        return self.thrown_mia != "hidden"

    @property
    def shown_to_others(self) -> bool:
        """Whether all others pay for a Mia that is shown, not the next seat alone."""
        return self.thrown_mia == "others"

    @property
    def several_may_pay(self) -> bool:
        """Whether a round may cost more than one seat something."""
        return self.shown_to_others or self.true_mia == "others"

    def payers(self, cause: Any, caller: Any, doubter: Any, others: Any, lives: Any) -> Any:
        """Return which seats pay at the end of a round.

        Parameters
        ----------
        cause, caller, doubter : int or array of int
            How the round has ended, as for `forfeits`.
        others : bool or array of bool
            Whether all others than the caller pay, of those who are in: `others_pay`.
        lives : sequence of int, or array of int with shape (n, seats)
            What each seat has left before it pays.

        Returns
        -------
        array of bool, shape (seats,) or (n, seats)
            By seat.

        Examples
        --------
        >>> rules = Rules(true_mia="others")
        >>> true_mia = rules.cause(20, seen=True, true=True)
        >>> rules.payers(true_mia, 0, 1, True, [3, 2, 0, 1]).tolist()
        [False, True, False, True]
        """
        caught, caller, doubter = _ended(cause, caller, doubter)
        others, lives = trusted_truth(others, "others"), _by_seat(lives)
        loser, caller, others = (
            np.asarray(part)[..., None]
            for part in (either(caught, caller, doubter), caller, others)
        )
        seat = np.arange(lives.shape[-1])
        return np.where(others, (lives > 0) & (seat != caller), seat == loser)

    def forfeits(self, cause: Ints, caller: Ints, doubter: Ints) -> tuple[Ints, Ints]:
        """Return who forfeits at the end of a round, where that is one seat, and how many lives.

        Parameters
        ----------
        cause : int or array of int
            As `cause` gives it.
        caller, doubter : int or array of int
            The seat that answers for the call, and the one that doubts or folds.

        Returns
        -------
        seat : int or array of int
            Who.
        lives : int or array of int
            How many; none in a game of sips.

        Examples
        --------
        >>> rules = Rules()
        >>> rules.forfeits(rules.cause(20, seen=True, true=True), 0, 1)
        (1, 2)
        """
        caught, caller, doubter = _ended(cause, caller, doubter)
        return either(caught, caller, doubter), self.lives_lost(cause)

    def lives_lost(self, cause: Ints) -> Ints:
        """Return how many lives each seat that pays loses; none in a game of sips.

        Parameters
        ----------
        cause : int or array of int
            As `cause` gives it.

        Returns
        -------
        int or array of int
            0 to 100.

        Examples
        --------
        >>> Rules(lie_penalty=3).lives_lost(CAUSES.index("lie_caught"))
        3
        """
        lost: Ints = look_up(self._lives_lost, trusted(cause, "cause", 0, len(CAUSES) - 1))
        return lost

    @cached_property
    def _lives_lost(self) -> NDArray[np.int8]:
        lost = np.array([0 if self.for_sips else self.costs[cause] for cause in CAUSES], np.int8)
        lost.setflags(write=False)
        return lost

    @property
    def draws_opener(self) -> bool:
        """Whether who opens the next round is drawn among those who are in."""
        return self.next_starter == "random"

    def opener(
        self,
        cause: Any,
        caller: Any,
        doubter: Any,
        lives: Any,
        rng: np.random.Generator | None = None,
    ) -> Any:
        """Return the seat that opens the next round.

        Parameters
        ----------
        cause, caller, doubter : int or array of int
            How the round has ended, as for `forfeits`.
        lives : sequence of int, or array of int with shape (n, seats)
            What each seat has left; one that is out hands on to its left where the others play on.
        rng : numpy.random.Generator, optional
            Where the chance comes from if the opener is drawn; else nothing is.

        Returns
        -------
        int or array of int
            A seat from 0.

        Raises
        ------
        TypeError, ValueError
            If something is no number of its kind, nobody is left, or `rng` is missing.

        Examples
        --------
        >>> wrong_doubt = Rules().cause(8, seen=True, true=True)
        >>> Rules().opener(wrong_doubt, 0, 1, [3, 2, 3])
        2
        >>> Rules(next_starter="loser").opener(wrong_doubt, 0, 1, [3, 2, 3])
        1
        """
        caught, caller, doubter = _ended(cause, caller, doubter)
        if self.draws_opener:
            return self._drawn(lives, rng)
        match self.next_starter:
            case "standard":
                seat = either(caught, doubter, doubter + 1)
            case "loser":
                seat = either(caught, caller, doubter)
            case "winner":
                seat = either(caught, doubter, caller)
            case "doubter":
                seat = doubter
            case "after_doubter":
                seat = doubter + 1
        return self.next_seat(seat, lives)

    def _drawn(self, lives: Any, rng: np.random.Generator | None) -> Any:
        """Return a seat among those who are in, drawn evenly."""
        if rng is None:
            raise ValueError("the opener is drawn by these rules: give rng, a numpy Generator")
        if not isinstance(rng, np.random.Generator):
            raise TypeError(f"rng must be a numpy Generator, not {shown(rng)}")
        lives = _by_seat(lives)
        in_play = (lives > 0) | (not self.plays_on)
        place = rng.integers(0, np.count_nonzero(in_play, axis=-1))
        seat = np.argmax(np.cumsum(in_play, axis=-1) > np.asarray(place)[..., None], axis=-1)
        return seat if lives.ndim == 2 else int(seat)

    def next_seat(self, seat: Any, lives: Any) -> Any:
        """Return a seat, or the first to its left that is in where the others play on.

        Parameters
        ----------
        seat : int or array of int
            From 0; one beyond the last seat is the first.
        lives : sequence of int, or array of int with shape (n, seats)
            What each seat has left.

        Returns
        -------
        int or array of int
            A seat from 0.

        Examples
        --------
        >>> Rules(ending="last_standing").next_seat(1, [2, 0, 0, 4])
        3
        """
        lives = _by_seat(lives)
        if lives.ndim == 1:
            seat, seats = whole_number(seat, "seat", 0, len(lives)), len(lives)
            ring = (at % seats for at in range(seat, seat + seats))
            return next(at for at in ring if lives[at] or not self.plays_on)
        left = _ring(lives.shape[1])
        seat = left.take(seat if np.ndim(seat) else np.full(len(lives), seat))
        if self.plays_on:
            out = np.flatnonzero(lives[np.arange(len(seat)), seat] == 0)
            if len(out) and not lives[out].any(axis=1).all():
                raise ValueError("lives must leave somebody in, in each game")
            while len(out):
                seat[out] = left.take(seat[out] + 1)
                out = out[lives[out, seat[out]] == 0]
        return seat

    def in_words(self, lives: Sequence[int] | None = None) -> str:
        """Return the rules as people say them: the variant, the lives, and what is not usual.

        Parameters
        ----------
        lives : sequence of int, optional
            Those of each seat where they are not those of the rules; none of a single round.

        Returns
        -------
        str
            What differs from the default rules is said.

        Raises
        ------
        TypeError, ValueError
            If the lives are no list of numbers.

        Examples
        --------
        >>> Rules("meyer", call="at_least").in_words()
        'Meyer, 6 lives, calls may be equalled'
        >>> Rules("meyer", call="at_least").in_words([3, 2])
        'Meyer, 3 and 2 lives, calls may be equalled'
        """
        given = {rule.name: getattr(self, rule.name) for rule in fields(self)}
        each = [self.lives] if lives is None else listed(lives, "lives, one for each seat,")
        return in_words(given, [whole_number(number, "lives", 0, MOST_LIVES) for number in each])

    def _repr_html_(self) -> str:
        """Return the value of each rule for notebooks."""
        values = [written(getattr(self, rule.name)) for rule in fields(self)]
        columns = {"rule": [rule.name for rule in fields(self)], "value": values}
        return as_html(f"House rules: {self.in_words()}", columns)

    def __repr__(self) -> str:
        """Return what differs from the default rules, as it would be written."""
        standard = Rules()
        changes = [
            f"{field.name}={written(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) != getattr(standard, field.name)
        ]
        return f"Rules({', '.join(changes)})"


def holds(rules: Rules, rolled: Any, call: Any) -> Any:
    """Return whether a call is true over a throw, as `Rules.is_true` does, but check no tier."""
    return rolled == call if rules.truth == "exact" else rolled >= call


@lru_cache(maxsize=1024)
def chance_true(rules: Rules, call: int, *, blind: bool = False) -> Fraction:
    """Return how likely a throw that lies there makes a call true, whoever calls.

    A throw that was seen is no Mia where that had been shown; one that was thrown blind may be.
    """
    there = [r for r in range(rules.tier_count) if blind or not rules.shows(r)]
    gone = sum(rules.throw_chances) - sum(rules.throw_chances[r] for r in there)
    true = sum((rules.throw_chances[r] for r in there if holds(rules, r, call)), Fraction(0))
    return true / (1 - gone) if gone < 1 else Fraction(1)


@lru_cache(maxsize=MOST_SEATS)
def _ring(seats: int) -> NDArray[np.intp]:
    """Return which seat a number is, twice round: faster than a remainder for each."""
    ring = np.arange(2 * seats) % seats
    ring.setflags(write=False)
    return ring


def _by_seat(lives: Any) -> NDArray[np.integer[Any]]:
    """Return the lives of each seat as an array; those of many games are taken as they are."""
    if isinstance(lives, np.ndarray) and lives.ndim == 2:
        return lives
    each = listed(lives, "lives, one for each seat,", MOST_SEATS)
    by_seat = np.array([whole_number(left, "lives", 0, MOST_LIVES) for left in each], np.intp)
    if not by_seat.any():
        raise ValueError(f"lives must leave somebody in, not {shown(lives)}")
    return by_seat


def _ended(cause: Any, caller: Any, doubter: Any) -> tuple[Any, Any, Any]:
    """Return whether a lie was caught at the end of a round, and the two seats."""
    caught = trusted(cause, "cause", 0, len(CAUSES) - 1) < len(CAUGHT)
    last = MOST_SEATS - 1
    return caught, trusted(caller, "caller", 0, last), trusted(doubter, "doubter", 0, last)
