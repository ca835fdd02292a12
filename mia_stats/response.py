"""Best responses by backward induction, and how much a strategy can be exploited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from mia_stats.chancetables import TableStrategy
from mia_stats.equilibrium import check_solvable
from mia_stats.players import Player, table_of
from mia_stats.rules import Rules
from mia_stats.rulesets import RulesLike, find_rules

__all__ = [
    "BestResponse",
    "Stakes",
    "best_response",
    "exploitability",
    "respond",
]


@dataclass(frozen=True)
class Stakes:
    """What the ends of a round bring the responding player, when one of the two has called.

    Parameters
    ----------
    true, lie : sequence of numbers
        After a doubted call of each tier, if it is true and if it is false.
    fold : number or None
        After a fold to a call of the top tier; None where it must be seen.
    """

    true: Sequence[Any]
    lie: Sequence[Any]
    fold: Any

    @classmethod
    def lives(cls, rules: Rules, one: Any) -> Stakes:
        """Return the stakes of a round for lives when who called gets 1, or -1 for the other."""
        top = rules.top
        return cls(
            [one] * top + [one * rules.mia_penalty],
            [-one] * top + [-one * rules.mia_lie_penalty],
            None if rules.mia_fold is None else one * rules.mia_fold,
        )


@dataclass(frozen=True)
class BestResponse:
    """The best play against a fixed strategy, in one round between two; made by `best_response`.

    Parameters
    ----------
    rules : Rules
        The house rules.
    against : str
        Who it is played against.
    opening : Fraction or float
        What it expects to win, in lives, when it opens the round.
    answering : Fraction or float
        What it expects to win when the other opens.
    strategy : TableStrategy
        A best response; it needs no chance.

    Examples
    --------
    >>> reply = best_response("honest")
    >>> reply.exploitability == (reply.opening + reply.answering) / 2
    True
    """

    rules: Rules
    against: str
    opening: Fraction | float
    answering: Fraction | float
    strategy: TableStrategy

    @property
    def exploitability(self) -> Fraction | float:
        """What it wins a round over what optimal play would allow, whoever opens."""
        return (self.opening + self.answering) / 2

    @cached_property
    def plan(self) -> str:
        """The response in words: what to open with, and which opening calls to doubt."""
        k, name = self.rules.tier_count, self.rules.tier_name
        opens = [int(np.argmax(self.strategy.calls[0, rolled] == 1)) for rolled in range(k)]
        said = []
        start = 0
        for rolled in range(1, k + 1):
            truth = opens[start] == start
            if rolled < k and (opens[rolled] == rolled if truth else opens[rolled] == opens[start]):
                continue
            thrown = name(start) if rolled == start + 1 else f"{name(start)} to {name(rolled - 1)}"
            said.append(f"with {thrown} {'the truth' if truth else f'call {name(opens[start])}'}")
            start = rolled
        doubted = [call for call in range(k) if self.strategy.doubts[0, call] == 1]
        believed = "doubt no opening call"
        if doubted:
            believed = f"doubt opening calls of {_ranges(doubted, self.rules)}"
        return f"Open: {', '.join(said)}. As responder {believed}."


def _ranges(tiers: Sequence[int], rules: Rules) -> str:
    """Return tiers in words, neighbours joined: "54 to 62, 21"."""
    runs: list[list[int]] = []
    for tier in tiers:
        if runs and runs[-1][-1] == tier - 1:
            runs[-1].append(tier)
        else:
            runs.append([tier])
    name = rules.tier_name
    return ", ".join(
        name(run[0]) if len(run) == 1 else f"{name(run[0])} to {name(run[-1])}" for run in runs
    )


def best_response(strategy: Player, rules: RulesLike = Rules()) -> BestResponse:
    """Return the best play against a fixed strategy, in one round between two.

    Parameters
    ----------
    strategy : Player
        A ready-made player, its name, or a table of chances.
    rules : RulesLike
        The house rules, or the key of a published set, as for `solve_round`.

    Returns
    -------
    BestResponse
        Exact where the table is.

    Raises
    ------
    TypeError
        If the strategy has no table.
    ValueError
        If the rules have no closed form.

    Examples
    --------
    >>> best_response("honest").opening
    Fraction(97, 108)
    """
    rules = find_rules(rules)
    check_solvable(rules)
    table = table_of(strategy, rules)
    one: Any = Fraction(1) if table.exact else 1.0
    opening, answering, reply = respond(
        table, rules, Stakes.lives(rules, one), Stakes.lives(rules, -one)
    )
    return BestResponse(rules, table.name, opening[0], answering[0], reply)


def exploitability(strategy: Player, rules: RulesLike = Rules()) -> Fraction | float:
    """Return what a best response wins a round on average, when each opens half the time.

    Parameters
    ----------
    strategy : Player
        A ready-made player, its name, or a table of chances.
    rules : RulesLike
        The house rules, or the key of a published set, as for `solve_round`.

    Returns
    -------
    Fraction or float
        In lives a round. A Fraction where the table is exact; 0 for an optimal strategy.

    Raises
    ------
    TypeError
        If the strategy has no table.
    ValueError
        If the rules have no closed form.

    Examples
    --------
    >>> from mia_stats import solve_round
    >>> exploitability(solve_round().strategy)
    Fraction(0, 1)
    """
    return best_response(strategy, rules).exploitability


def respond(
    table: TableStrategy,
    rules: Rules,
    mine: Stakes,
    theirs: Stakes,
) -> tuple[list[Any], list[Any], TableStrategy]:
    """Weigh every answer to a table, from the last state to the first.

    Parameters
    ----------
    table : TableStrategy
    rules : Rules
        The house rules.
    mine, theirs : Stakes
        What the responding player gets when it has called itself, and when the table has.

    Returns
    -------
    opening, answering : list of numbers, by state
        What the responder expects when it must call next, and when the table must.
    reply : TableStrategy
        A best response without chance.
    """
    k, top = rules.tier_count, rules.top
    chances = rules.throw_chances if table.exact else [float(p) for p in rules.throw_chances]
    zero = chances[0] * 0
    opening, answering = [zero] * (k + 1), [zero] * (k + 1)
    calls = np.full((k, k, k), 0, object)
    doubts = np.full((k, k), 0, object)
    for state in range(k - 1, -1, -1):
        # The table calls: what is true and what is false of each call, by the dice behind it.
        value = zero
        for call in range(state, k):
            true = false = zero
            for rolled, chance in enumerate(chances):
                mass = chance * table.calls[state, rolled, call]
                if rules.is_true(rolled, call):
                    true += mass
                else:
                    false += mass
            seen = true * theirs.true[call] + false * theirs.lie[call]
            if call < top:
                believed = (true + false) * opening[call + 1]
            elif theirs.fold is None:
                believed = seen
            else:
                believed = (true + false) * theirs.fold
            doubts[state, call] = int(seen > believed or (call == top and theirs.fold is None))
            value += max(seen, believed)
        answering[state] = value
        # The table answers: what each call brings, true or false.
        gets = []
        for call in range(state, k):
            doubt = table.doubts[state, call]
            passed = answering[call + 1] if call < top else mine.fold
            if passed is None:
                doubt, passed = 1, zero
            kept = (1 - doubt) * passed
            gets.append((kept + doubt * mine.true[call], kept + doubt * mine.lie[call]))
        value = zero
        for rolled, chance in enumerate(chances):
            offers = [
                true if rules.is_true(rolled, call) else false
                for call, (true, false) in enumerate(gets, state)
            ]
            best = max(offers)
            chosen = rolled if rolled >= state and offers[rolled - state] == best else (
                state + offers.index(best)
            )  # fmt: skip
            calls[state, rolled, chosen] = 1
            value += chance * best
        opening[state] = value
    return opening, answering, TableStrategy(f"best response to {table.name}"[:200], calls, doubts)
