"""Best responses by backward induction, and how much a strategy can be exploited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules, holds
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.seating import Player, rules_for, table_of
from mia_stats.solve.closed_form import Stakes
from mia_stats.solve.match import MatchStrategy
from mia_stats.solve.round import check_solvable, round_stakes
from mia_stats.utils.checks import listed, shown
from mia_stats.utils.tables import Cell, Table

__all__ = [
    "BestResponse",
    "ExploitTable",
    "best_response",
    "exploit_table",
    "exploitability",
    "match_exploitability",
    "respond",
]


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


def best_response(strategy: Player, rules: RulesLike | None = None) -> BestResponse:
    """Return the best play against a fixed strategy, in one round between two.

    Parameters
    ----------
    strategy : Player
        A ready-made player, its name, or a table of chances.
    rules : RulesLike, optional
        The house rules, or the key of a published set, as for `solve_round`. Where they are not
        given, those that a table was made for, else the default ones.

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
    rules = rules_for(strategy) if rules is None else find_rules(rules)
    check_solvable(rules)
    table = table_of(strategy, rules, duel=True)
    one: Any = Fraction(1) if table.exact else 1.0
    opening, answering, reply = respond(
        table, rules.for_two(), round_stakes(rules, one), round_stakes(rules, -one)
    )
    return BestResponse(rules, table.name, opening[0], answering[0], reply)


def exploitability(strategy: Player, rules: RulesLike | None = None) -> Fraction | float:
    """Return what a best response wins a round on average, when each opens half the time.

    Parameters
    ----------
    strategy : Player
        A ready-made player, its name, or a table of chances.
    rules : RulesLike, optional
        The house rules, or the key of a published set, as for `solve_round`. Where they are not
        given, those that a table was made for, else the default ones.

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
    mine: Stakes[Any],
    theirs: Stakes[Any],
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
    response = _Response(table, rules, mine, theirs)
    for state in range(rules.top, -1, -1):
        response.weigh(state)
    return response.opening, response.answering, response.reply()


class _Response:
    """The best play against a table, on the way from the last state to the first."""

    def __init__(
        self, table: TableStrategy, rules: Rules, mine: Stakes[Any], theirs: Stakes[Any]
    ) -> None:
        self.table, self.rules, self.mine, self.theirs = table, rules, mine, theirs
        k = self.k = rules.tier_count
        self.chances: list[Any] = [p if table.exact else float(p) for p in rules.throw_chances]
        self.zero = self.chances[0] * 0
        self.opening, self.answering = [self.zero] * (k + 1), [self.zero] * (k + 1)
        self.chosen = [[-1] * k for _ in range(k)]  # nothing yet
        self.doubted = [[False] * k for _ in range(k)]

    def weigh(self, state: int) -> None:
        """Weigh a state; where the last call may be repeated, it leads to itself.

        Two numbers are coupled then: what the response gets when it calls, and when it hears a
        call. Each policy is valued exactly and then bettered, until it can't be.
        """
        lowest = self.rules.lowest_call(state)
        repeats = lowest + 1 == state  # a call of `lowest` leads to this very state
        heard = {call: self._heard(state, call) for call in range(lowest, self.k)}
        settled = self.zero  # by all calls heard but a repeated one
        for call, (often, seen) in heard.items():
            if not (repeats and call == lowest):
                onward = self._onward(call, self.theirs.fold, self.opening)
                believed = seen if onward is None else often * onward
                self.doubted[state][call] = onward is None or seen > believed
                settled += max(seen, believed)
        if not repeats:
            self.answering[state] = settled
            self.opening[state], _ = self._call(state, lowest)
            return
        often, seen = heard[lowest]
        believes, valued = False, None
        self.answering[state] = settled + seen
        while True:
            value, again = self._call(state, lowest)
            policy = (believes, *self.chosen[state])
            if policy == valued:  # the values are its own, and no choice is better
                break
            valued = policy
            if believes and often * again < 1:
                base = value - again * self.answering[state]
                value = (base + again * settled) / (1 - again * often)
                self.answering[state] = settled + often * value
            self.opening[state] = value
            # for good: from here on the other values only rise
            believes = believes or often * value > seen + (0 if self.table.exact else _CLOSE)
        self.doubted[state][lowest] = not believes

    def _heard(self, state: int, call: int) -> tuple[Any, Any]:
        """Return how often the table calls so, and what doubting that brings in all."""
        true = false = self.zero
        for rolled, said in enumerate(self.table.calls[state, :, call].tolist()):
            if said:
                chance = self.chances[rolled]
                if holds(self.rules, rolled, call):
                    true += chance * said
                else:
                    false += chance * said
        return true + false, true * self.theirs.true[call] + false * self.theirs.lie[call]

    def _onward(self, call: int, fold: Any, values: list[Any]) -> Any:
        """Return what follows a call that is believed or folded to; None where it must be seen."""
        return fold if call == self.rules.top else values[call + 1]

    def _call(self, state: int, lowest: int) -> tuple[Any, Any]:
        """Choose a call for each throw; return what they bring, and how often one is repeated."""
        true, false = {}, {}
        for call in range(lowest, self.k):
            doubt = self.table.doubts[state, call]
            onward = self._onward(call, self.mine.fold, self.answering)
            if onward is None:
                doubt, onward = 1, self.zero
            kept = (1 - doubt) * onward
            true[call] = kept + doubt * self.mine.true[call]
            false[call] = kept + doubt * self.mine.lie[call]
        value = again = self.zero
        for rolled, chance in enumerate(self.chances):
            offers = {
                call: true[call] if holds(self.rules, rolled, call) else false[call]
                for call in true
            }
            best = max(offers.values())
            close = best if self.table.exact else best - _CLOSE
            for call in (self.chosen[state][rolled], rolled):  # no change for nothing, then truth
                if offers.get(call, close - 1) >= close:
                    break
            else:
                call = max(offers, key=offers.__getitem__)
            self.chosen[state][rolled] = call
            value += chance * offers[call]
            if call + 1 == state:
                again += chance * (1 - self.table.doubts[state, call])
        return value, again

    def reply(self) -> TableStrategy:
        """Return the choices as a table."""
        k = self.k
        calls = np.full((k, k, k), Fraction(0), object)
        doubts = np.full((k, k), Fraction(0), object)
        for state in range(k):
            for rolled, call in enumerate(self.chosen[state]):
                calls[state, rolled, call] = Fraction(1)
            for call, doubted in enumerate(self.doubted[state]):
                doubts[state, call] = Fraction(int(doubted))
        name = f"best response to {self.table.name}"[:200]
        return TableStrategy(name, calls, doubts, rules=self.rules)


_CLOSE = 1e-15  # a gain so small in floats is none


@dataclass(frozen=True, repr=False)
class ExploitTable(Table):
    """How much each player can be exploited; made by `exploit_table`.

    Parameters
    ----------
    responses : tuple of BestResponse
        One to each player.

    Examples
    --------
    >>> exploit_table(["lucky"]).responses[0].plan
    'Open: with 31 to 21 call 21. As responder doubt opening calls of 21.'
    """

    responses: tuple[BestResponse, ...]

    @property
    def caption(self) -> str:
        """The rules, and what the numbers are."""
        return f"Lives a round that a best response wins, by {self.responses[0].rules}"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each player: its exploitability, and the best response in words."""
        return {
            "player": [response.against for response in self.responses],
            "exploitability": [float(response.exploitability) for response in self.responses],
            "exact": [str(response.exploitability) for response in self.responses],
            "plan": [response.plan for response in self.responses],
        }


def exploit_table(
    strategies: Sequence[Player] = tuple(CHARACTERS), rules: RulesLike = Rules()
) -> ExploitTable:
    """Return how much each player can be exploited, and by which plan.

    Parameters
    ----------
    strategies : sequence of Player
        The ready-made players where none are given.
    rules : RulesLike
        The house rules, or the key of a published set, as for `solve_round`.

    Returns
    -------
    ExploitTable
        A table with a row for each player.

    Raises
    ------
    TypeError, ValueError
        If a strategy has no table, or the rules have no closed form.

    Examples
    --------
    >>> frame = exploit_table(["honest", "liar"]).to_frame()
    >>> list(frame["player"])
    ['honest', 'liar']
    """
    strategies = listed(strategies, "strategies")
    if not strategies:
        raise ValueError("strategies must be a list of one player or more, not []")
    return ExploitTable(tuple(best_response(strategy, rules) for strategy in strategies))


def match_exploitability(strategy: MatchStrategy) -> float:
    """Return what a best response to a strategy wins in a match, over one half, whoever opens.

    Parameters
    ----------
    strategy : MatchStrategy
        How to play the match.

    Returns
    -------
    float
        The gain in the chance to win; 0, up to rounding, for an optimal strategy.

    Raises
    ------
    TypeError
        If `strategy` is of another kind.

    Examples
    --------
    >>> from mia_stats import solve_match
    >>> abs(match_exploitability(solve_match(Rules(lives=2)).strategy)) < 1e-12
    True
    """
    if not isinstance(strategy, MatchStrategy):
        raise TypeError(f"strategy must be that of solve_match, not {shown(strategy)}")
    rules = strategy.rules.for_two()
    most, top = rules.lives, rules.top
    # The chances of the best response by its lives and the other's, when it opens and when not.
    opens = np.ones((most + 1, most + 1))
    opens[0, :] = 0.0
    follows = opens.copy()

    def opened(mine: int, theirs: int) -> float:
        return float(opens[max(mine, 0), max(theirs, 0)])

    def followed(mine: int, theirs: int) -> float:
        return float(follows[max(mine, 0), max(theirs, 0)])

    penalty, lied, fold = rules.mia_penalty, rules.mia_lie_penalty, rules.mia_fold
    for total in range(2, 2 * most + 1):
        for i in range(max(1, total - most), min(most, total - 1) + 1):
            j = total - i
            mine = Stakes(
                [opened(i, j - 1)] * top + [opened(i, j - penalty)],
                [followed(i - 1, j)] * top + [followed(i - lied, j)],
                None if fold is None else opened(i, j - fold),
            )
            theirs = Stakes(
                [followed(i - 1, j)] * top + [followed(i - penalty, j)],
                [opened(i, j - 1)] * top + [opened(i, j - lied)],
                None if fold is None else followed(i - fold, j),
            )
            opening, answering, _ = respond(strategy.at(j, i), rules, mine, theirs)
            opens[i, j], follows[i, j] = opening[0], answering[0]
    return float(opens[most, most] + follows[most, most] - 1) / 2
