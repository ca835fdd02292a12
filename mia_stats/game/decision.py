"""One decision at a time: what a player with a table of chances calls, and how it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, overload

from numpy.typing import NDArray

from mia_stats.game.legal import check_blind
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES, MOST_SEATS
from mia_stats.ranking.outcomes import Outcome, OutcomeLike
from mia_stats.utils.checks import listed, shown, true_or_false, whole_number
from mia_stats.utils.sampling import RandomLike, generator

__all__ = ["Answer", "Decider", "lives_of_all", "table_for", "two_are_in"]

Answer: TypeAlias = Literal["doubt", "believe", "look", "fold"]
"""What may be done about a call; that of Mia is looked at, or folded to.

Mia is believed only where it may be equalled.
"""

_MOST_KEPT: Final = 4096  # by lives a match of 40 has 1600
_CLOSE = 1e-9  # as near as floats that add up to 1 must come

Said = TypeVar("Said")


class _Chances(Protocol):
    """What a decision needs of a table of chances; a `TableStrategy` is one."""

    name: str
    calls: NDArray[Any]
    doubts: NDArray[Any]
    passes: NDArray[Any] | None
    again: NDArray[Any] | None
    blind: NDArray[Any] | None

    @property
    def over_blind(self) -> NDArray[Any]: ...

    def to_mia(self, rules: Rules, *, blind: bool = False) -> tuple[NDArray[Any], ...]: ...


class _Choice(Generic[Said]):
    """What is said with some chance, ready to draw: at most one number, none where it is certain.

    The number is below each cut with the chance of all that stands before it, to the last of the 53
    bits that it has. What has no chance is no part of it.
    """

    def __init__(self, chances: Sequence[tuple[Said, Any]]) -> None:
        possible = [(said, chance) for said, chance in chances if chance > 0]
        self.said = [said for said, _ in possible]
        self.cuts = [float(cut) for cut in accumulate(chance for _, chance in possible[:-1])]

    def drawn(self, rng: RandomLike) -> Said:
        if not self.cuts:
            if rng is not None:
                generator(rng)  # what is no seed is refused also where nothing is drawn
            return self.said[0]
        return self.said[bisect_right(self.cuts, generator(rng).random())]


class _Decisions:
    """All that one table says under given rules, made ready when it is first asked for.

    Parameters
    ----------
    table : _Chances
        How somebody plays; it suits the rules.
    rules : Rules
        Those of the round; of a duel without an unseen pass.
    """

    def __init__(self, table: _Chances, rules: Rules) -> None:
        self.table = table
        self.rules = rules
        self.top = rules.top
        self.outcomes = [rules.tier_outcomes(tier)[0] for tier in range(rules.tier_count)]
        kept = [(outcome, rules.tier(outcome)) for outcome in rules.variant.outcomes]
        self._tiers: dict[Any, int] = {}
        self._rolls: dict[Any, int] = {}
        for outcome, tier in kept:
            names = (outcome, int(outcome), outcome.label)
            self._tiers.update(dict.fromkeys(names, tier))
            if not (outcome in rules.toast or rules.shows(tier)):
                self._rolls.update(dict.fromkeys(names, tier))
        self._states = {name: tier + 1 for name, tier in self._tiers.items()}
        if not rules.may_equal_mia:
            self._states = {n: state for n, state in self._states.items() if state <= rules.top}
        self._calls: dict[tuple[int | None, int], _Choice[Outcome]] = {}
        self._again: dict[tuple[int, int], _Choice[bool]] = {}
        self._answers: dict[tuple[int, int, bool, bool], _Choice[Answer | Outcome]] = {}

    # What is asked, in tiers and states; a float is no label, though it may be equal to one

    def _tier(self, call: OutcomeLike) -> int:
        if type(call) in _PLAIN and call in self._tiers:
            return self._tiers[call]
        return self.rules.tier(call)

    def _state(self, last: OutcomeLike | None) -> int:
        if last is None:
            return 0
        if type(last) in _PLAIN and last in self._states:
            return self._states[last]
        return self.rules.state(last)

    def _roll(self, roll: OutcomeLike) -> int:
        if type(roll) in _PLAIN and roll in self._rolls:
            return self._rolls[roll]
        rules, tier = self.rules, self.rules.tier(roll)
        if all(outcome in rules.toast for outcome in rules.variant.meant(roll)):
            raise ValueError(
                f"roll must be what is kept, not {shown(roll)}: it is a toast, after which the "
                "same seat opens the round again"
            )
        if rules.shows(tier):
            raise ValueError(
                f"roll must be what is hidden, not {shown(roll)}: it is shown at once, with "
                f"thrown_mia={rules.thrown_mia!r}, and ends the round"
            )
        return tier

    # What is said

    def call(self, roll: OutcomeLike | None, last: OutcomeLike | None) -> _Choice[Outcome]:
        """Return what is called having seen a roll, or None, in the state after a last call."""
        state = self._state(last)
        thrown = self._unseen() if roll is None else self._roll(roll)
        if (state, thrown) not in self._calls:
            self._calls[state, thrown] = _Choice(self._row(state, thrown))
        return self._calls[state, thrown]

    def _unseen(self) -> int:
        if not self.rules.may_throw_again:
            raise ValueError(
                "roll must be what was thrown, not None: these rules know no blind throw, "
                f"second_throw={self.rules.second_throw!r}"
            )
        return _UNSEEN

    def _row(self, state: int, thrown: int) -> list[tuple[Outcome, Any]]:
        if state > self.top:
            return [(self.outcomes[self.top], 1)]
        if thrown != _UNSEEN:
            return list(zip(self.outcomes, self.table.calls[state, thrown].tolist(), strict=True))
        if self.table.blind is None:
            raise ValueError(
                f"roll must be what was thrown, not None: {self.table.name} never throws again, "
                "and its table has no blind, which says what it would call then"
            )
        return list(zip(self.outcomes, self.table.blind[state].tolist(), strict=True))

    def throws_again(self, roll: OutcomeLike, last: OutcomeLike | None) -> _Choice[bool]:
        """Return whether somebody who has seen a roll throws again, blind."""
        state, rolled = self._state(last), self._roll(roll)
        if (state, rolled) not in self._again:
            again, chance = self.table.again, 0
            if again is not None and self.rules.may_throw_again:
                chance = again[min(state, self.top), rolled]
            self._again[state, rolled] = _Choice([(True, chance), (False, 1 - chance)])
        return self._again[state, rolled]

    def answer(
        self, last: OutcomeLike, previous: OutcomeLike | None, blind: bool, may_pass: bool
    ) -> _Choice[Answer | Outcome]:
        """Return what is done about a call that was made after the one before it."""
        state, call = self._state(previous), self._tier(last)
        blind, may_pass = true_or_false(blind, "blind"), true_or_false(may_pass, "may_pass")
        if (state, call, blind, may_pass) not in self._answers:
            self._check_heard(state, call, blind, may_pass)
            chances = self._answer(min(state, self.top), call, blind, may_pass)
            self._answers[state, call, blind, may_pass] = _Choice(chances)
        return self._answers[state, call, blind, may_pass]

    def _check_heard(self, state: int, call: int, blind: bool, may_pass: bool) -> None:
        rules = self.rules
        lowest = rules.lowest_heard(state)
        if call < lowest:
            raise ValueError(
                f"last must be at least {rules.tier_words(lowest)}, for it was called after "
                f"{rules.tier_words(state - 1)}, not {rules.tier_words(call)}"
            )
        check_blind(rules, blind)
        if may_pass and not rules.may_pass:
            raise ValueError(
                "may_pass must be False: among two, or with unseen_pass='never', no cup is handed "
                "on unseen"
            )

    def _answer(
        self, row: int, call: int, blind: bool, may_pass: bool
    ) -> list[tuple[Answer | Outcome, Any]]:
        table = self.table
        doubt = (table.over_blind if blind else table.doubts)[row].tolist()[call]
        if call == self.top:
            to_mia: Iterable[tuple[Answer, Any]] = zip(
                ("look", "believe", "fold"), table.to_mia(self.rules, blind=blind), strict=True
            )
            return [(answer, chances[row]) for answer, chances in to_mia]
        chances: list[tuple[Answer | Outcome, Any]] = [("doubt", doubt)]
        if may_pass and table.passes is not None:
            passes = zip(self.outcomes, table.passes[row, call].tolist(), strict=True)
            chances += [(onward, chance) for onward, chance in passes if chance]
        rest = _rest(sum(c for _, c in chances)) if len(chances) > 1 else 1 - doubt
        return [*chances, ("believe", rest)]


def _rest(total: Any) -> Any:
    """Return what is left of certainty: nothing where only floats miss it."""
    rest = 1 - total
    return 0 if isinstance(total, float) and rest <= _CLOSE else rest


_UNSEEN: Final = -1
_PLAIN: Final = (int, str, Outcome)


class Decider(ABC):
    """Who can be asked for one decision at a time: ready-made players, tables, match solutions.

    Examples
    --------
    >>> from mia_stats import HONEST, Decider
    >>> isinstance(HONEST, Decider), HONEST.call(65, 54), HONEST.answer_to(54)
    (True, Outcome(6, 5), 'believe')
    """

    def call(
        self,
        roll: OutcomeLike | None,
        last: OutcomeLike | None = None,
        *,
        rules: RulesLike | None = None,
        lives: Sequence[int] | None = None,
        rng: RandomLike = None,
    ) -> Outcome:
        """Return what the player calls, given that it does not throw again.

        Parameters
        ----------
        roll : OutcomeLike or None
            What it has thrown; None where it threw again, blind.
        last : OutcomeLike, optional
            The last call; None at the start of a round. After a call of Mia that was believed, it
            calls Mia.
        rules : RulesLike, optional
            The house rules, or the key of a published set. Where they are not given, those that the
            player is for; the default ones for a ready-made player.
        lives : sequence of int, optional
            The lives of all seats: its own first, and then to its left. Tables and ready-made
            players play the same with any; with two it is a duel, without an unseen pass. A match
            solution needs them.
        rng : None, int, SeedSequence or Generator
            Where its chance comes from. The same seed gives the same decision, so hand in one
            generator for a whole game. At most one number is drawn.

        Returns
        -------
        Outcome
            A legal call; where outcomes are tied, the first of its tier.

        Raises
        ------
        TypeError, ValueError
            If nobody calls then: after Mia, or with a roll that is thrown again, a toast, or shown
            at once; if the player does not suit the rules or lives.

        Examples
        --------
        >>> from mia_stats import LIAR, solve_round
        >>> LIAR.call(65, last=54, rng=1)
        Outcome(4, 4)
        >>> solve_round("meyer").strategy.call(43, rng=1)
        Outcome(6, 2)
        """
        return self._decisions(rules, lives).call(roll, last).drawn(rng)

    def throws_again(
        self,
        roll: OutcomeLike,
        last: OutcomeLike | None = None,
        *,
        rules: RulesLike | None = None,
        lives: Sequence[int] | None = None,
        rng: RandomLike = None,
    ) -> bool:
        """Return whether the player throws once more, without looking, having seen its roll.

        Parameters
        ----------
        roll : OutcomeLike
            What it has thrown.
        last : OutcomeLike, optional
            The last call; None at the start of a round.
        rules : RulesLike, optional
            As for `call`.
        lives : sequence of int, optional
            As for `call`.
        rng : None, int, SeedSequence or Generator
            As for `call`.

        Returns
        -------
        bool
            Never by rules without a second throw.

        Raises
        ------
        TypeError, ValueError
            As `call`.

        Examples
        --------
        >>> from mia_stats import HONEST
        >>> HONEST.throws_again(31, last=65)
        False
        """
        return self._decisions(rules, lives).throws_again(roll, last).drawn(rng)

    @overload
    def answer_to(
        self,
        last: OutcomeLike,
        previous: OutcomeLike | None = None,
        *,
        rules: RulesLike | None = None,
        lives: Sequence[int] | None = None,
        rng: RandomLike = None,
        blind: bool = False,
        may_pass: Literal[False] = False,
    ) -> Answer: ...

    @overload
    def answer_to(
        self,
        last: OutcomeLike,
        previous: OutcomeLike | None = None,
        *,
        rules: RulesLike | None = None,
        lives: Sequence[int] | None = None,
        rng: RandomLike = None,
        blind: bool = False,
        may_pass: bool,
    ) -> Answer | Outcome: ...

    def answer_to(
        self,
        last: OutcomeLike,
        previous: OutcomeLike | None = None,
        *,
        rules: RulesLike | None = None,
        lives: Sequence[int] | None = None,
        rng: RandomLike = None,
        blind: bool = False,
        may_pass: bool = False,
    ) -> Answer | Outcome:
        """Return how the player answers a call.

        Parameters
        ----------
        last : OutcomeLike
            The call.
        previous : OutcomeLike, optional
            The call before it; None where it opened the round. Where the cup was handed on unseen
            with a call of its own, that is the call that was handed on.
        rules : RulesLike, optional
            As for `call`.
        lives : sequence of int, optional
            As for `call`.
        rng : None, int, SeedSequence or Generator
            As for `call`.
        blind : bool
            Whether the call was made over a blind throw, which was not handed on.
        may_pass : bool
            Whether the cup may be handed on unseen; where it is not, who would do so believes.

        Returns
        -------
        {"doubt", "believe", "look", "fold"} or Outcome
            A call of Mia is looked at or folded to, and believed only where it may be equalled. An
            outcome, which comes only with `may_pass`, hands the cup on unseen with that call.

        Raises
        ------
        TypeError, ValueError
            If such a call can't be made after the one before it, the rules know no blind throw or
            unseen pass, or the player does not suit the rules or lives.

        Examples
        --------
        >>> from mia_stats import RANDOM, SNIPER, Rules
        >>> RANDOM.answer_to(54, previous=42, rng=1), SNIPER.answer_to(21)
        ('believe', 'look')
        >>> SNIPER.answer_to(66, rules=Rules(unseen_pass="liable"), may_pass=True)
        Outcome(6, 6)
        """
        choice = self._decisions(rules, lives).answer(last, previous, blind, may_pass)
        return choice.drawn(rng)

    @abstractmethod
    def _own_rules(self) -> Rules:
        """Return the rules that count where none are given."""

    @abstractmethod
    def _chances(self, rules: Rules, lives: tuple[int, ...] | None) -> _Chances:
        """Return the table by which to play, once it is sure that it suits rules and lives."""

    def _depends_on(self, lives: tuple[int, ...] | None) -> object:
        """Return what matters of the lives: by default, whether it is a duel."""
        return lives is not None and two_are_in(lives)

    def _decisions(self, rules: RulesLike | None, lives: Sequence[int] | None) -> _Decisions:
        rules = self._own_rules() if rules is None else find_rules(rules)
        settled = None if lives is None else lives_of_all(lives)
        # equal variants may have other names, which errors say
        key = (rules, rules.variant.said, self._depends_on(settled))
        if key not in self._made:
            if len(self._made) >= _MOST_KEPT:
                self._made.clear()
            table = self._chances(rules, settled)
            duel = settled is not None and two_are_in(settled)
            self._made[key] = _Decisions(table, rules.for_two() if duel else rules)
        return self._made[key]

    @cached_property
    def _made(self) -> dict[object, _Decisions]:
        """The decisions by rules and lives, so that only the first one takes time."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Return all but what is quickly made again."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_made")}


def table_for(player: Decider, rules: Rules, lives: tuple[int, ...] | None) -> Any:
    """Return the table of chances by which somebody plays with some lives of all.

    Raises
    ------
    ValueError
        If it does not suit rules and lives, or needs lives.
    """
    return player._chances(rules, lives)


def two_are_in(lives: Sequence[int]) -> bool:
    """Return whether it is a duel that is played with these lives."""
    return sum(left > 0 for left in lives) == 2


def lives_of_all(lives: Sequence[int]) -> tuple[int, ...]:
    """Return the lives of all seats once they are sure to be those of a game that is played.

    Raises
    ------
    TypeError, ValueError
        If they are not, the first one's own.
    """
    each = listed(lives, "lives, mine first and then to my left,", MOST_SEATS)
    if not 2 <= len(each) <= MOST_SEATS:
        raise ValueError(f"lives are those of 2 to {MOST_SEATS} seats, not {shown(lives)}")
    settled = tuple(whole_number(number, "lives", 0, MOST_LIVES) for number in each)
    if not (settled[0] and any(settled[1:])):
        raise ValueError(
            f"lives must leave me and somebody else in, mine first, not {shown(lives)}"
        )
    return settled
