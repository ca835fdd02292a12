"""What all have seen of one player: a call with or without its dice, or an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple, get_args

from mia_stats.game.decision import Answer, lives_of_all, two_are_in
from mia_stats.game.legal import check_blind, check_call, check_pass
from mia_stats.game.rules import Rules
from mia_stats.ranking.outcomes import Outcome, OutcomeLike
from mia_stats.utils.checks import choices, shown, true_or_false, whole_number
from mia_stats.utils.tables import as_html

__all__ = ["Heard", "Made", "Seen", "settled_by"]

_WORDS: Final[tuple[str, ...]] = get_args(Answer)
_MOST_ROUNDS = 10**9


@dataclass(frozen=True, repr=False)
class Seen:
    """One thing that all have seen of a player: a call that it made, or an answer to one.

    Parameters
    ----------
    previous : OutcomeLike, optional
        The call before the one that is made or answered; none where that opened the round.
    call : OutcomeLike, optional
        What it called.
    shown : OutcomeLike, optional
        The dice over which it called, where they were shown later.
    heard : OutcomeLike, optional
        The call that it answered.
    answer : {"doubt", "believe", "look", "fold"} or OutcomeLike, optional
        What it did about that; an outcome hands the cup on unseen with that call.
    blind : bool
        Whether the call that is made or answered is over a blind throw.
    may_pass : bool
        Whether the cup could be handed on unseen.
    lives : sequence of int, optional
        The lives of all seats then, its own first, and then to its left. Who plays by them is
        recognised by them.
    round : int, optional
        Which round it was, from 1; for pictures.

    Raises
    ------
    TypeError, ValueError
        If it is neither a call nor an answer, or both.

    Examples
    --------
    >>> Seen(54, call=61, shown=61), Seen(heard=21, answer="look")
    (Seen(54, call=61, shown=61), Seen(heard=21, answer='look'))
    """

    previous: OutcomeLike | None = None
    call: OutcomeLike | None = None
    shown: OutcomeLike | None = None
    heard: OutcomeLike | None = None
    answer: Answer | OutcomeLike | None = None
    blind: bool = False
    may_pass: bool = False
    lives: Sequence[int] | None = None
    round: int | None = None

    def __post_init__(self) -> None:
        if (self.call is None) == (self.heard is None):
            raise ValueError(
                "what is seen of a player is a call, as Seen(54, call=61), or an answer, as "
                f"Seen(54, heard=61, answer='doubt'), not {self!r}"
            )
        if (self.answer is None) != (self.heard is None):
            raise ValueError(f"heard and answer belong together, not {self!r}")
        if self.shown is not None and self.call is None:
            raise ValueError(f"dice are shown of who called, not of who answered: {self!r}")
        if isinstance(self.answer, str) and not (
            self.answer in _WORDS or any(map(str.isdigit, self.answer))
        ):
            raise ValueError(
                f"answer must be {choices(_WORDS)}, or the call with which the cup is handed on, "
                f"not {shown(self.answer)}"
            )
        for name in ("blind", "may_pass"):
            object.__setattr__(self, name, true_or_false(getattr(self, name), name))
        if self.lives is not None:
            object.__setattr__(self, "lives", lives_of_all(self.lives))
        if self.round is not None:
            whole_number(self.round, "round", 1, _MOST_ROUNDS)

    def _told(self) -> dict[str, str]:
        """Return what is given, as it would be written."""
        given = {part.name: getattr(self, part.name) for part in fields(self)}
        return {
            name: str(value) if isinstance(value, Outcome) else shown(value)
            for name, value in given.items()
            if value is not None and value is not False
        }

    def _repr_html_(self) -> str:
        """Return what was seen, for notebooks."""
        return as_html("Seen of a player", {name: [text] for name, text in self._told().items()})

    def __repr__(self) -> str:
        told = (f"{name}={text}".removeprefix("previous=") for name, text in self._told().items())
        return f"Seen({', '.join(told)})"


class Made(NamedTuple):
    """A call that was seen, in tiers and states."""

    state: int
    call: int
    blind: bool
    shown: int | None
    """The tier of the dice under it; K is a toast. None where nobody has seen them."""


class Heard(NamedTuple):
    """An answer that was seen, in tiers and states."""

    state: int
    call: int
    blind: bool
    may_pass: bool
    answer: str | int
    """A word, or the tier of the call with which the cup was handed on."""


def settled_by(rules: Rules, seen: Seen) -> Made | Heard:
    """Return what was seen in tiers and states, once it is sure that it can happen.

    Raises
    ------
    TypeError, ValueError
        If it can't by these rules.

    Examples
    --------
    >>> settled_by(Rules(), Seen(54, call=61, shown=61))
    Made(state=9, call=9, blind=False, shown=9)
    """
    if seen.lives is not None and two_are_in(seen.lives):
        rules = rules.for_two()
    state = rules.state(seen.previous)
    check_blind(rules, seen.blind)
    if seen.call is not None:
        call = rules.tier(seen.call)
        check_call(rules, state, call, lowest=rules.lowest_call(state))
        dice = None if seen.shown is None else _dice(rules, seen.shown, blind=seen.blind)
        return Made(state, call, seen.blind, dice)
    heard: Any = seen.heard
    call = rules.tier(heard)
    check_call(rules, state, call, lowest=rules.lowest_heard(state))
    answer = _answer(rules, seen, call)
    may_pass = seen.may_pass or isinstance(answer, int)
    if may_pass and (call == rules.top or not rules.may_pass):
        raise ValueError(
            f"after {rules.tier_words(call)} no cup is handed on unseen here: among two, after the "
            f"top call, or with unseen_pass={rules.unseen_pass!r}"
        )
    return Heard(state, call, seen.blind, may_pass, answer)


def _dice(rules: Rules, dice: OutcomeLike, *, blind: bool) -> int:
    """Return the tier of dice that were shown under a call; K is a toast."""
    meant = rules.variant.meant(dice)
    toast = all(outcome in rules.toast for outcome in meant)
    tier = rules.tier_count if toast else rules.tier(dice)
    if toast and not blind:
        raise ValueError(f"nobody calls over a toast, {shown(dice)}, unless it was thrown blind")
    if not toast and not blind and rules.shows(tier):
        raise ValueError(
            f"nobody calls over {rules.tier_words(tier)}, which is shown at once with "
            f"thrown_mia={rules.thrown_mia!r}"
        )
    if not (rules.toast_chance if toast else rules.throw_chances[tier]):
        raise ValueError(f"no roll of these dice makes {shown(dice)}")
    return tier


def _answer(rules: Rules, seen: Seen, call: int) -> str | int:
    """Return an answer, as a word or as a tier, that the rules allow."""
    words = ["doubt", "believe"]
    if call == rules.top:
        words = ["look"] + ["fold"] * rules.may_fold + ["believe"] * rules.may_equal_mia
    answer: Any = seen.answer
    if isinstance(answer, str) and answer in _WORDS:
        if answer not in words:
            raise ValueError(
                f"{answer!r} is no answer to {rules.tier_words(call)}: "
                f"legal is {' or '.join(map(repr, words))}"
            )
        return answer
    try:
        onward = rules.tier(answer)
    except (TypeError, ValueError) as error:
        raise type(error)(f"answer: {error}; legal is {' or '.join(map(repr, words))}") from None
    check_pass(rules, call, onward)
    return onward
