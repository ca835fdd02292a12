"""Ask a strategy in code, and refuse what is illegal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import Rules
from mia_stats.game.strategy import (
    AGAIN,
    BELIEVE,
    DOUBT,
    EQUAL,
    AnswerSituation,
    CallSituation,
    Strategy,
    Tiers,
)
from mia_stats.utils.checks import shown

__all__ = ["check_blind", "check_call", "check_pass", "legal_answers", "legal_calls"]


def check_blind(rules: Rules, blind: bool) -> None:
    """Raise where a blind throw is asked about, and the rules know none.

    Raises
    ------
    ValueError
        If so.
    """
    if blind and not rules.may_throw_again:
        raise ValueError(
            "blind must be False: these rules know no blind throw, "
            f"second_throw={rules.second_throw!r}"
        )


def check_call(rules: Rules, state: int, call: int, *, lowest: int) -> None:
    """Raise unless a call can have been made in a state, where `lowest` is the lowest one.

    Raises
    ------
    ValueError
        If it is lower.

    Examples
    --------
    >>> check_call(Rules(), Rules().state(61), Rules().tier(54), lowest=10)
    Traceback (most recent call last):
    ...
    ValueError: a call of 54 is not above 61
    """
    if call < lowest:
        least = "at least" if lowest < state else "above"
        name = rules.tier_words
        raise ValueError(f"a call of {name(call)} is not {least} {name(state - 1)}")


def check_pass(rules: Rules, call: int, onward: int) -> None:
    """Raise unless a cup that came with a call can be handed on with another.

    Raises
    ------
    ValueError
        If it can't.
    """
    if not call <= onward <= rules.highest_pass(call):
        name = rules.tier_words
        raise ValueError(
            f"a cup with {name(call)} is not handed on with {name(onward)}, with "
            f"unseen_pass={rules.unseen_pass!r}"
        )


def legal_calls(
    player: Strategy, seen: CallSituation, rng: np.random.Generator
) -> NDArray[np.int8]:
    """Return what a strategy calls in each game.

    Raises
    ------
    ValueError
        If it says no array of whole numbers, or a call is illegal.
    """
    # before the player, who may change what it has seen
    lowest, may_throw_again = seen.lowest.copy(), seen.may_throw_again.copy()
    call = _whole(player, player.choose_call(seen, rng), len(lowest), "call")
    top, name = seen.rules.top, seen.rules.tier_words
    again = may_throw_again & (call == AGAIN)
    illegal = np.flatnonzero(((call < lowest) & ~again) | (call > top))
    if len(illegal):
        tier, low = int(call[illegal[0]]), int(lowest[illegal[0]])
        called = name(tier) if 0 <= tier <= top else "none"
        if tier == AGAIN:
            called = "AGAIN, which is for where seen.may_throw_again"
        raise ValueError(
            f"{player.name} called tier {shown(tier)} ({called}): "
            f"legal is {low} ({name(low)}) to {top} ({name(top)})"
            + (", or AGAIN (-3)" if may_throw_again[illegal[0]] else "")
        )
    return call.astype(np.int8)


def legal_answers(
    player: Strategy, seen: AnswerSituation, rng: np.random.Generator
) -> NDArray[np.int8]:
    """Return how a strategy answers in each game.

    Raises
    ------
    ValueError
        If it says no array of whole numbers, or an answer is illegal.
    """
    rules, call, may_pass = seen.rules, seen.call.copy(), seen.may_pass.copy()
    answer = _whole(player, player.answer(seen, rng), len(call), "answer")
    believes = (answer == BELIEVE) & ((call != rules.top) | rules.may_fold)
    if rules.may_equal_mia:
        believes |= (answer == EQUAL) & (call == rules.top)
    passes = may_pass & (answer >= call) & (answer <= rules.highest_pass(call))
    illegal = np.flatnonzero(~(believes | passes | (answer == DOUBT)))
    if len(illegal):
        game = illegal[0]
        raise ValueError(
            f"{player.name} answered {shown(int(answer[game]))} to the call "
            f"{rules.tier_words(int(call[game]))}: "
            f"legal is {_legal_answers(rules, int(call[game]), bool(may_pass[game]))}"
        )
    return answer.astype(np.int8)


def _legal_answers(rules: Rules, call: int, may_pass: bool) -> str:
    legal = "BELIEVE (-1) or DOUBT (-2)"
    if call == rules.top:
        legal = "FOLD (-1) or LOOK (-2)" if rules.may_fold else "LOOK (-2)"
        legal += ", or EQUAL (-4)" if rules.may_equal_mia else ""
    if may_pass:
        legal += ", or to pass with a call that the rules allow"
    return legal


def _whole(player: Strategy, said: Any, n: int, what: str) -> Tiers:
    """Return what a player said as an array, or raise where it is no array of n ints."""
    due = f"{player.name} must give a whole number for each {what} in {n} games"
    due += ", as np.where(doubting, mia.DOUBT, mia.BELIEVE) does" if what == "answer" else ""
    try:
        array: Tiers = np.asarray(said)
    except Exception as error:  # ragged lists, or whatever somebody's own class raises
        raise ValueError(f"{due}, not {shown(said)}") from error
    if array.shape != (n,) or array.dtype.kind not in "iu" or isinstance(said, np.ma.MaskedArray):
        given = f"{array.dtype} of shape {array.shape}" if array.shape else shown(said)
        raise ValueError(f"{due}, not {given}")
    return array
