"""Match solutions as what JSON holds: for all lives how a round is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_SEATS
from mia_stats.solve.by_lives import Lives, lives_of_match, seats_of_rounds
from mia_stats.solve.match_strategy import MatchStrategy, Stack
from mia_stats.solve.state import StateSolution
from mia_stats.utils.checks import shown, whole_number

__all__ = ["CONVENTION", "match_document", "match_from"]

CONVENTION: Final = (
    "Tiers are numbered from 0, the worst. State 0 is before the first call, state a + 1 after a "
    'call of tier a; a call is answered in the state in which it was made. stacks["3,2"] is the '
    "play of a round where who calls has 3 lives and who answers has 2; with more seats those of "
    "who are in follow, to the left. There, "
    "rows[calls[state][thrown]][call] is the chance of a call, doubts[state][call] that of a doubt "
    "by who answers, and of a look where it is the top call; values[state] is the chance of who "
    "calls not to lose the match, thresholds[state] the lowest tier that is ever called, where "
    "lies can be spread so that none is too many. Floats may miss 0 and 1 by their last digits."
)
"""What the numbers of a match solution mean, for whoever reads the file with another program."""

_PARTS = ("values", "thresholds", "rows", "calls", "doubts")
_CLOSE = 1e-9
_MOST_STACKS = 10_000


def match_document(strategy: MatchStrategy) -> dict[str, Any]:
    """Return the play of a match solution by lives, each row of chances written once.

    Raises
    ------
    ValueError
        If it is in Fractions.
    """
    stacks = sorted(strategy.stacks.items())
    if not isinstance(stacks[0][1][0].value, float):
        raise ValueError(
            f"{strategy.name} is in Fractions, and matches are saved in floats: solve it without "
            "exact"
        )
    return {_key(lives): _stack_document(stack) for lives, stack in stacks}


def _key(lives: Lives) -> str:
    return ",".join(map(str, lives))


def _stack_document(stack: Stack) -> dict[str, Any]:
    rows: dict[tuple[float, ...], int] = {}
    calls = [[rows.setdefault(row, len(rows)) for row in state.calls] for state in stack]
    return {
        "values": [state.value for state in stack],
        "thresholds": [state.threshold for state in stack],
        "rows": list(rows),
        "calls": calls,
        "doubts": [state.doubts for state in stack],
    }


def match_from(document: Any, name: str, rules: Rules, seats: Any) -> MatchStrategy:
    """Return the match solution that `match_document` has written, checked.

    There are two seats where their number is not given.

    Raises
    ------
    ValueError
        If something is missing, too much, or no number of its kind; the message says where.
    """
    if not isinstance(document, Mapping):
        raise ValueError(
            f"stacks are an object, with a stack for each lives, not {shown(document)}"
        )
    seats = 2 if seats is None else whole_number(seats, "seats", 2, MOST_SEATS)
    sizes = seats_of_rounds(rules, seats)
    if (states := sum(rules.lives**size for size in sizes)) > _MOST_STACKS:
        raise ValueError(
            f"a match of {seats} with {rules.lives} lives has {states:,} stacks, and at most "
            f"{_MOST_STACKS:,} are read"
        )
    places = {_key(lives): lives for lives in sorted(lives_of_match(rules, seats))}
    if unknown := set(document) - set(places):
        lives, such = sorted(unknown)[0], next(iter(places))
        raise ValueError(
            f"{shown(lives)} are no lives of a match of {rules.lives} lives, such as {such!r}"
        )
    missing = [key for key in places if key not in document]
    if missing:
        raise ValueError(f"{missing[0]!r}: the stack of these lives is missing")
    stacks: dict[Lives, Stack] = {
        lives: _stack_from(document[key], key, rules) for key, lives in places.items()
    }
    return MatchStrategy(name, rules, stacks)


def _stack_from(document: Any, lives: str, rules: Rules) -> Stack:
    if not isinstance(document, Mapping) or set(document) != set(_PARTS):
        raise ValueError(f"{lives}: a stack has {', '.join(_PARTS)}, not {shown(document)}")
    k = rules.tier_count
    values = _numbers(document["values"], k, f"{lives}: values")
    thresholds = _items(document["thresholds"], k, f"{lives}: thresholds")
    for threshold in thresholds:
        if threshold is not None:
            _place(threshold, k, f"{lives}: thresholds")
    given = document["rows"]
    most = k * k
    if not isinstance(given, list) or not 0 < len(given) <= most:
        raise ValueError(f"{lives}: rows must be a list of 1 to {most} rows, not {shown(given)}")
    rows = [_numbers(row, k, f"{lives}: rows[{n}]") for n, row in enumerate(given)]
    for n, row in enumerate(rows):
        if abs(sum(row) - 1) > _CLOSE:
            raise ValueError(f"{lives}: rows[{n}] must add up to 1, not {shown(sum(row))}")
    lowest_of = [next((c for c, p in enumerate(row) if p > 0), 0) for row in rows]
    stack = []
    calls = _items(document["calls"], k, f"{lives}: calls")
    doubts = _items(document["doubts"], k, f"{lives}: doubts")
    for state in range(k):
        where = f"{lives}: calls[{state}]"
        places = [_place(at, len(rows), where) for at in _items(calls[state], k, where)]
        lowest = rules.lowest_call(state)
        if any(lowest_of[at] < lowest for at in places):
            raise ValueError(f"{where} must be rows without a call below {lowest}: it is illegal")
        where = f"{lives}: doubts[{state}]"
        doubted = _numbers(doubts[state], k, where)
        if any(doubted[call] > 0 for call in range(max(state - 1, 0))):
            raise ValueError(f"{where} must be 0 below {state - 1}: such calls can't be made")
        called = tuple(rows[at] for at in places)
        stack.append(StateSolution(values[state], thresholds[state], called, doubted))
    return stack


def _items(value: Any, length: int, where: str) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise ValueError(f"{where} must be a list of {length}, not {shown(value)}")
    return value


def _place(value: Any, length: int, where: str) -> int:
    if type(value) is not int or not 0 <= value < length:
        raise ValueError(f"{where} must be numbers from 0 to {length - 1}, not {shown(value)}")
    return value


def _numbers(value: Any, length: int, where: str) -> tuple[float, ...]:
    """Return chances, which may miss 0 and 1 by the last digits of floats."""
    numbers = _items(value, length, where)
    for number in numbers:
        chance = type(number) in (int, float) and -_CLOSE <= number <= 1 + _CLOSE  # no NaN is one
        if not chance:
            raise ValueError(f"{where} must be chances from 0 to 1, not {shown(number)}")
    return tuple(map(float, numbers))
