"""Ready-made players: the characters that people build, as tables of exact chances."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final, TypeAlias

import numpy as np

from mia_stats.game.decision import Decider
from mia_stats.game.published_rules import RULES, RulesLike, find_rules
from mia_stats.game.rules import Rules, chance_true
from mia_stats.game.strategy import UNSEEN
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.ranking.catalogue import is_variant
from mia_stats.ranking.outcomes import OUTCOMES, Outcome, OutcomeLike
from mia_stats.utils.checks import UnknownNameError, shown, whole_number
from mia_stats.utils.names import NamedTable, key_of
from mia_stats.utils.tables import Cell, as_html

__all__ = [
    "BLIND",
    "CALCULATOR",
    "CHARACTERS",
    "GAMBLER",
    "HONEST",
    "LIAR",
    "LUCKY",
    "MODEST",
    "RANDOM",
    "SNIPER",
    "Character",
    "Characters",
    "doubter",
    "table_under",
]

_DEFAULT_RULES: Final = Rules()
_ZERO, _HALF, _ONE = Fraction(0), Fraction(1, 2), Fraction(1)
_Speech: TypeAlias = Callable[[Rules, int, int], Iterable[int]]
_Ears: TypeAlias = Callable[[Rules, int], Fraction]
_Hands: TypeAlias = Callable[[Rules, int], Mapping[int, Fraction]]
_Nerve: TypeAlias = Callable[[Rules, int, int], Fraction]


@dataclass(frozen=True, repr=False)
class Character(Decider):
    """A player who plays the same way under any rules.

    Parameters
    ----------
    name : str
        What tables and errors call the player.
    text : str
        What the player does, in words.
    speech : callable
        The calls among which the player chooses evenly, by rules, lowest legal call and throw; a
        call may be listed more than once. The throw is `UNSEEN` where it was thrown blind.
    ears : callable
        The chance to doubt, by rules and call.
    hands : callable, optional
        The chances to hand the cup on unseen, by rules and call.
    nerve : callable, optional
        The chance to throw again, blind, by rules, lowest legal call and throw.
    equals : callable, optional
        The chance to answer Mia by Mia, by the rules.
    ears_blind : callable, optional
        The chance to doubt a call over a blind throw, by rules and call; `ears` without it.

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
    nerve: _Nerve | None = None
    equals: Callable[[Rules], Fraction] | None = None
    ears_blind: _Ears | None = None

    def _repr_html_(self) -> str:
        """Return what the player does for notebooks."""
        return as_html("A ready-made player", {"player": [self.name], "what": [self.text]})

    def __repr__(self) -> str:
        return f"<Character {self.name}>"

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
        return table_under(self, find_rules(rules))

    def _own_rules(self) -> Rules:
        return _DEFAULT_RULES

    def _chances(self, rules: Rules, _lives: tuple[int, ...] | None) -> TableStrategy:
        return table_under(self, rules)  # which suits a duel by these rules too


def table_under(character: Character, rules: Rules) -> TableStrategy:
    """Return the table of a character under rules that are known."""
    return _table(character, rules, rules.variant.said)


@lru_cache(maxsize=64)
def _table(character: Character, rules: Rules, _said: object) -> TableStrategy:
    k = rules.tier_count
    calls = np.full((k, k, k), _ZERO, object)
    doubts, doubts_blind, again, blind = np.full((4, k, k), _ZERO, object)
    equals = np.full(k, _ZERO, object)
    may_throw_again = character.nerve is not None and rules.may_throw_again
    if character.equals is not None and rules.may_equal_mia:
        equals[:] = character.equals(rules)
    for state in range(k):
        lowest = rules.lowest_call(state)
        for rolled in range(k):
            calls[state, rolled] = _spoken(character, rules, lowest, rolled)
            if character.nerve is not None:
                again[state, rolled] = character.nerve(rules, lowest, rolled)
        if rules.may_throw_again:  # it may have to speak for somebody who did
            blind[state] = _spoken(character, rules, lowest, UNSEEN)
        for call in range(rules.lowest_heard(state), k):
            doubts[state, call] = character.ears(rules, call)
            doubts_blind[state, call] = (character.ears_blind or character.ears)(rules, call)
        if not rules.may_fold:
            doubts[state, k - 1] = doubts_blind[state, k - 1] = 1 - equals[state]
    passes = None
    if character.hands is not None and rules.may_pass:
        passes = np.full((k, k, k), _ZERO, object)
        for state in range(k):
            for call in range(rules.lowest_heard(state), k - 1):
                for passed, chance in character.hands(rules, call).items():
                    legal = whole_number(passed, f"a pass of {character.name}", call, rules.top)
                    passes[state, call, legal] = chance
    return TableStrategy(
        character.name, calls, doubts, passes,
        again=again if may_throw_again else None,
        blind=blind if rules.may_throw_again else None,
        doubts_blind=doubts_blind if rules.may_throw_again and character.ears_blind else None,
        equals=equals if equals.any() else None,
        rules=rules,
    )  # fmt: skip


def _spoken(character: Character, rules: Rules, lowest: int, rolled: int) -> list[Fraction]:
    """Return the chance of each call over a throw, which may be unseen."""
    chances = [_ZERO] * rules.tier_count
    chosen = list(character.speech(rules, lowest, rolled))
    for call in chosen:
        legal = whole_number(call, f"a call of {character.name}", lowest, rules.top)
        chances[legal] += Fraction(1, len(chosen))
    return chances


def _truth(_: Rules, lowest: int, rolled: int) -> Iterable[int]:
    return [max(lowest, rolled)]


def _looks(rules: Rules, call: int) -> Fraction:
    return _ONE if call == rules.top else _ZERO


def _at_least_as_good(rules: Rules, call: int) -> Fraction:
    """Return the chance that a throw is of the tier called or better."""
    return sum(rules.throw_chances[call:], _ZERO)


def _exaggerates(rules: Rules, lowest: int, rolled: int) -> Iterable[int]:
    return range(max(lowest, rolled + 1), rules.tier_count) or [rules.top]


def _doubts_evenly(rules: Rules, call: int) -> Fraction:
    return _ONE if call == rules.top else _HALF


def _boasts(rules: Rules, lowest: int, rolled: int) -> Iterable[int]:
    high = max(lowest, rules.tier_count - max(rules.tier_count // 3, 1))
    return [rolled] if rolled >= high else range(high, rules.tier_count)


def _trusts(_rules: Rules, _call: int) -> Fraction:
    return _ZERO


def _passes_what_is_hard(rules: Rules, call: int) -> Mapping[int, Fraction]:
    return {call: _ONE} if _at_least_as_good(rules, call + 1) <= _HALF else {}


def _doubts_by_odds(rules: Rules, call: int, *, blind: bool = False) -> Fraction:
    unlikely = chance_true(rules, call, blind=blind) < _HALF
    return _ONE if call == rules.top or unlikely else _ZERO


def _any_legal(rules: Rules, lowest: int, _rolled: int) -> Iterable[int]:
    return range(lowest, rules.tier_count)


def _flips_a_coin(rules: Rules, call: int) -> Fraction:
    if call == rules.top and rules.may_equal_mia:
        return _answers_evenly(rules)
    return Fraction(1, 3) if rules.may_pass else _HALF


def _answers_evenly(rules: Rules) -> Fraction:
    """Return the chance of each answer to Mia: to look, to equal it, and to fold if one may."""
    return Fraction(1, 2 + rules.may_fold)


def _coin(_rules: Rules, _lowest: int, _rolled: int) -> Fraction:
    return _HALF


def _passes_at_random(rules: Rules, call: int) -> Mapping[int, Fraction]:
    legal = range(call, rules.highest_pass(call) + 1)
    return {passed: Fraction(1, 3 * len(legal)) for passed in legal}


def _belittles(_: Rules, lowest: int, rolled: int) -> Iterable[int]:
    return range(lowest, rolled) or [max(lowest, rolled)]


def _rather_than_lie(_: Rules, lowest: int, rolled: int) -> Fraction:
    return _ONE if rolled < lowest else _ZERO


def _blind(rules: Rules, lowest: int, _rolled: int) -> Iterable[int]:
    return [lowest] * 3 + [min(lowest + step, rules.top) for step in (1, 1, 2)]


HONEST: Final = Character(
    "honest",
    "tells the truth where it is legal, else the lowest legal call; doubts nothing but Mia",
    _truth,
    _looks,
)
"""The truthful one: calls its throw, or the lowest legal call, and looks at Mia only."""

LIAR: Final = Character(
    "liar",
    "always calls more than it threw, any higher call; doubts half of all calls, looks at Mia",
    _exaggerates,
    _doubts_evenly,
)
"""The notorious liar: its calls are false whenever something higher is left to call."""

LUCKY: Final = Character(
    "lucky",
    "claims one of the best third of all tiers every time; doubts nothing and folds to Mia",
    _boasts,
    _trusts,
)
"""The one who is always lucky: whatever it threw, it claims one of the best tiers."""

SNIPER: Final = Character(
    "sniper",
    "plays as honest, but hands a call that is hard to beat on unseen, to catch a later player",
    _truth,
    _looks,
    _passes_what_is_hard,
)
"""The one who aims past the next player, with the unseen pass; without it, as HONEST."""

CALCULATOR: Final = Character(
    "calculator",
    "calls as honest; doubts by the odds alone, what a fresh throw would not make true more often "
    "than not: by the exact test that is every call",
    _truth,
    _doubts_by_odds,
    ears_blind=partial(_doubts_by_odds, blind=True),
)
"""The one who doubts by the odds alone, under the truth test in force.

A throw that lies there was no Mia where that is shown, unless it was thrown blind.
"""

BLIND: Final = Character(
    "blind",
    "calls one of the three lowest legal calls, the lowest most, without looking at its dice",
    _blind,
    _looks,
)
"""The one who does not trust its own face: calls without looking at its dice."""

RANDOM: Final = Character(
    "random",
    "any legal call and any answer, all alike; throws again blind half of the time where it may",
    _any_legal,
    _flips_a_coin,
    _passes_at_random,
    _coin,
    _answers_evenly,
)
"""The one without a plan."""

MODEST: Final = Character(
    "modest",
    "calls less than it threw where it may, any lower call alike, else as honest; doubts nothing "
    "but Mia; by the exact test it lies so",
    _belittles,
    _looks,
)
"""The one who hides what it has, and leaves room below its throw."""

GAMBLER: Final = Character(
    "gambler",
    "plays as honest, but throws again blind rather than lie, where the rules let it, and makes "
    "the lowest legal call",
    _truth,
    _looks,
    nerve=_rather_than_lie,
)
"""The one who trusts its luck more than its face; without the blind second throw, as HONEST."""


def doubter(call: OutcomeLike) -> Character:
    """Return a player who calls as HONEST and doubts every call of a tier or better.

    Parameters
    ----------
    call : OutcomeLike
        The lowest call that is doubted.

    Returns
    -------
    Character
        Named "doubter-54" and so on.

    Raises
    ------
    ValueError
        If `call` is no outcome.

    Examples
    --------
    >>> doubter(54).name
    'doubter-54'
    """
    return _doubter(Outcome.parse(call))


@lru_cache(maxsize=21)
def _doubter(call: Outcome) -> Character:
    return Character(
        f"doubter-{call}",
        f"calls as honest; doubts {call} and everything higher",
        _truth,
        partial(_doubts_from, call),
    )


def _doubts_from(call: Outcome, rules: Rules, heard: int) -> Fraction:
    return _ONE if heard >= rules.tier(call) or heard == rules.top else _ZERO


def _doubted(name: object) -> str | None:
    """Return the call after "doubter-", where a name begins so."""
    text = name if isinstance(name, str) else ""
    found = re.fullmatch(r"\s*doubter[-_\s](.*)", text, re.IGNORECASE | re.DOTALL)
    return found and found[1]


class Characters(NamedTable[Character]):
    """The ready-made players by name.

    Examples
    --------
    >>> CHARACTERS["honest"] is HONEST, CHARACTERS["doubter-61"].name
    (True, 'doubter-61')
    """

    unknown = "is no player"
    more = ", optimal, and doubter- with any other call"

    def __init__(self, *characters: Character) -> None:
        super().__init__({character.name: character for character in characters})

    def __getitem__(self, name: str) -> Character:
        if (call := _doubted(name)) is None:
            return super().__getitem__(name)
        try:
            return doubter(call)
        except ValueError as error:
            raise UnknownNameError(f"{error}; doubter- takes a label, as in doubter-54") from None

    def __contains__(self, name: object) -> bool:
        asked: Container[object] = OUTCOMES
        call = _doubted(name)
        return super().__contains__(name) if call is None else call in asked

    def other_kind(self, name: object) -> str:
        """Return what the error says of a variant or a set of rules."""
        if key_of(name) == "optimal":
            return (
                "'optimal' is not ready-made but solved: solve_round(rules).strategy is its table"
            )
        if name in RULES:
            return f"{shown(name)} is a set of house rules, not a player"
        return f"{shown(name)} is a variant, not a player" if is_variant(name) else ""

    @property
    def caption(self) -> str:
        """How many players there are, and what the one does who is solved for."""
        return (
            f"{len(self)} ready-made players; optimal is one more: the best play of a single round "
            "of two, not of a match or a larger table"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each player: its name and what it does."""
        return {
            "player": list(self),
            "what": [character.text for character in self.values()],
        }


CHARACTERS: Final = Characters(
    HONEST, LIAR, LUCKY, SNIPER, doubter(54), CALCULATOR, BLIND, RANDOM, MODEST, GAMBLER
)
"""The ready-made players by name; "doubter-61" and the like are found too."""
