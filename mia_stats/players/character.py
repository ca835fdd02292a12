"""A player who plays the same way under any rules, and the table of chances that this makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules, may_repeat
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.utils.checks import whole_number

__all__ = ["Character"]

_ZERO, _ONE = Fraction(0), Fraction(1)
_Speech: TypeAlias = Callable[[Rules, int, int], Iterable[int]]
_Ears: TypeAlias = Callable[[Rules, int], Fraction]
_Hands: TypeAlias = Callable[[Rules, int], Mapping[int, Fraction]]


@dataclass(frozen=True)
class Character:
    """A player who plays the same way under any rules.

    Parameters
    ----------
    name : str
        What tables and errors call the player.
    text : str
        What the player does, in words.
    speech : callable
        The calls among which the player chooses evenly, by rules, lowest legal call and throw; a
        call may be listed more than once.
    ears : callable
        The chance to doubt, by rules and call.
    hands : callable, optional
        The chances to hand the cup on unseen, by rules and call.

    Examples
    --------
    >>> from mia_stats import HONEST
    >>> HONEST.text
    'tells the truth where it is legal, else the lowest legal call; doubts nothing but Mia'
    """

    name: str
    text: str
    speech: _Speech
    ears: _Ears
    hands: _Hands | None = None

    def table(self, rules: RulesLike) -> TableStrategy:
        """Return the chances of the player's calls and answers under some rules.

        Parameters
        ----------
        rules : RulesLike
            The house rules, or the key of a published set.

        Returns
        -------
        TableStrategy
            Exact, for these rules.

        Examples
        --------
        >>> from mia_stats import HONEST
        >>> HONEST.table(Rules()).doubts[0, 20]
        Fraction(1, 1)
        """
        rules = find_rules(rules)
        return _table(self, rules, rules.variant.said)


@lru_cache(maxsize=64)
def _table(character: Character, rules: Rules, _said: object) -> TableStrategy:
    k = rules.tier_count
    calls = np.full((k, k, k), _ZERO, object)
    doubts = np.full((k, k), _ZERO, object)
    for state in range(k):
        lowest = rules.lowest_call(state)
        for rolled in range(k):
            chosen = list(character.speech(rules, lowest, rolled))
            for call in chosen:
                legal = whole_number(call, f"a call of {character.name}", lowest, rules.top)
                calls[state, rolled, legal] += Fraction(1, len(chosen))
        for call in range(_lowest_heard(rules, state), k):
            doubts[state, call] = character.ears(rules, call)
        if rules.mia_fold is None:
            doubts[state, k - 1] = _ONE
    passes = None
    if character.hands is not None and rules.unseen_pass != "never":
        passes = np.full((k, k, k), _ZERO, object)
        for state in range(k):
            for call in range(_lowest_heard(rules, state), k - 1):
                for passed, chance in character.hands(rules, call).items():
                    legal = whole_number(passed, f"a pass of {character.name}", call, rules.top)
                    passes[state, call, legal] = chance
    return TableStrategy(character.name, calls, doubts, passes, rules=rules)


def _lowest_heard(rules: Rules, state: int) -> int:
    """Return the lowest call that can be heard in a state: passing on may repeat the last call."""
    return max(state - 1, 0) if may_repeat(rules) else state
