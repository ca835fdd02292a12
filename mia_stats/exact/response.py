"""Best responses by backward induction, and how much a strategy can be exploited."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.reply import check_reply, respond
from mia_stats.game.rules import Rules
from mia_stats.game.stakes import Stakes, after_round, round_stakes, stakes_by
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.seating import Player, check_order, rules_for, table_of
from mia_stats.solve.match import MatchStrategy
from mia_stats.utils.checks import listed
from mia_stats.utils.tables import Cell, Table, as_html

__all__ = [
    "BestResponse",
    "ExploitTable",
    "best_response",
    "exploit_table",
    "exploitability",
    "match_exploitability",
]


@dataclass(frozen=True, repr=False)
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
        A best response; it needs no chance. Where Mia may be equalled, and calls too or throws are
        made blind, a table has one place for answers to Mia of two kinds, and may so win less.

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

    def _repr_html_(self) -> str:
        """Return what it wins, and how, for notebooks."""
        wins = {name: [getattr(self, name)] for name in ("opening", "answering", "exploitability")}
        caption = f"Lives a round that the best response to {self.against} wins"
        return as_html(caption, wins | {"plan": [self.plan]})

    def __repr__(self) -> str:
        return f"<BestResponse to {self.against}, {float(self.exploitability):.4f} lives a round>"

    @cached_property
    def plan(self) -> str:
        """The response in words: what to open with, and which opening calls to doubt."""
        k, name = self.rules.tier_count, self.rules.tier_words
        opens = [int(np.argmax(self.strategy.calls[0, rolled] == 1)) for rolled in range(k)]
        again, blind = self.strategy.again, self.strategy.blind
        if again is not None and blind is not None:
            opens = [k if again[0, rolled] == 1 else call for rolled, call in enumerate(opens)]
        said = []
        start = 0
        for rolled in range(1, k + 1):
            truth = opens[start] == start
            if rolled < k and (opens[rolled] == rolled if truth else opens[rolled] == opens[start]):
                continue
            thrown = name(start) if rolled == start + 1 else f"{name(start)} to {name(rolled - 1)}"
            what = "the truth" if truth else ""
            if blind is not None and opens[start] == k:
                what = f"throw again, blind, and call {name(int(np.argmax(blind[0] == 1)))}"
            said.append(f"with {thrown} {what or f'call {name(opens[start])}'}")
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
    name = rules.tier_words
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
        The house rules, or the key of a published set; all must cost something, and there are no
        toasts and no sips. Where they are not given, those that a table was made for, else the
        default ones.

    Returns
    -------
    BestResponse
        Exact where the table is.

    Raises
    ------
    TypeError
        If the strategy has no table.
    ValueError
        If the best reply by these rules is not known; the message says what works instead.

    Examples
    --------
    >>> best_response("honest").opening
    Fraction(97, 108)
    """
    check_order(strategy)
    rules = rules_for(strategy) if rules is None else find_rules(rules)
    check_reply(rules)
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
        The house rules, or the key of a published set; all must cost something, and there are no
        toasts and no sips. Where they are not given, those that a table was made for, else the
        default ones.

    Returns
    -------
    Fraction or float
        In lives a round. A Fraction where the table is exact; 0 for an optimal strategy.

    Raises
    ------
    TypeError
        If the strategy has no table.
    ValueError
        If the best reply by these rules is not known; the message says what works instead.

    Examples
    --------
    >>> from mia_stats import solve_round
    >>> exploitability(solve_round().strategy)
    Fraction(0, 1)
    """
    return best_response(strategy, rules).exploitability


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
        return f"Lives a round that a best response wins; {self.responses[0].rules.in_words(())}"

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
    players: Sequence[Player] = tuple(CHARACTERS), rules: RulesLike = Rules()
) -> ExploitTable:
    """Return how much each player can be exploited, and by which plan.

    Parameters
    ----------
    players : sequence of Player
        The ready-made ones where none are given.
    rules : RulesLike
        The house rules, or the key of a published set, as for `best_response`.

    Returns
    -------
    ExploitTable
        A table with a row for each player.

    Raises
    ------
    TypeError, ValueError
        If a player has no table, or the best reply by these rules is not known.

    Examples
    --------
    >>> frame = exploit_table(["honest", "liar"]).to_frame()
    >>> list(frame["player"])
    ['honest', 'liar']
    """
    players = listed(players, "players")
    if not players:
        raise ValueError("players must be a list of one player or more, not []")
    return ExploitTable(tuple(best_response(player, rules) for player in players))


def match_exploitability(strategy: Player | MatchStrategy, rules: RulesLike | None = None) -> float:
    """Return what a best response to a strategy wins in a match, over one half, whoever opens.

    Parameters
    ----------
    strategy : Player or MatchStrategy
        A ready-made player, its name, a table of chances, which plays the same whatever the lives
        are, or the solution of a match.
    rules : RulesLike, optional
        The house rules, or the key of a published set, with the lives that each begins with. Where
        they are not given, those that a table or a solution was made for, else the default ones.

    Returns
    -------
    float
        The gain in the chance to win; 0, up to rounding, for an optimal strategy.

    Raises
    ------
    TypeError
        If the strategy has no table.
    ValueError
        If the rules are of sips, have toasts or something that costs nothing, or are not those of
        a solution.

    Notes
    -----
    The table is replied to at each pair of lives, a hundred or so a second.

    Examples
    --------
    >>> from mia_stats import solve_match
    >>> abs(match_exploitability(solve_match(Rules(lives=2)).strategy)) < 1e-12
    True

    The best play of a single round is not quite that of a match:

    >>> round(match_exploitability("optimal"), 4)
    0.0127
    """
    rules, at = _by_lives(strategy, None if rules is None else find_rules(rules))
    most = rules.lives
    # The chances of the best response by its lives and the other's, by who opens: it, or the other.
    wins = np.ones((2, most + 1, most + 1))
    wins[:, 0, :] = 0.0

    def stakes(caller: int, lives: tuple[int, int]) -> Stakes[float]:
        def worth(cause: int) -> float:
            left, opener = after_round(rules, cause, caller, lives)
            either = wins[:, left[0], left[1]]
            return float(either.mean() if opener is None else either[opener])

        return stakes_by(rules, worth)

    for total in range(2, 2 * most + 1):
        for mine in range(max(1, total - most), min(most, total - 1) + 1):
            lives = (mine, total - mine)
            opening, answering, _ = respond(
                at(*lives[::-1]), rules, stakes(0, lives), stakes(1, lives)
            )
            wins[:, mine, total - mine] = opening[0], answering[0]
    return float(wins[:, most, most].sum() - 1) / 2


def _by_lives(
    strategy: Player | MatchStrategy, rules: Rules | None
) -> tuple[Rules, Callable[[int, int], TableStrategy]]:
    """Return the rules of a match, and by which table somebody plays by its lives and the other's.

    Raises
    ------
    TypeError, ValueError
        If there are no such tables, or the match is one that can't be weighed.
    """
    if isinstance(strategy, MatchStrategy):
        solved = strategy.rules.for_two()
        if rules is not None and rules.for_two() != solved:
            raise ValueError(f"{strategy.name} is solved for {solved}, not for {rules}")
        return solved, strategy.at
    rules = rules or rules_for(strategy)
    check_reply(rules)  # a round that costs nothing leads back to the same lives
    table = table_of(strategy, rules, duel=True)
    tables = {name: chances.astype(float) for name, chances in table.tables.items()}
    floats = TableStrategy(table.name, **tables, rules=table.rules)
    return rules.for_two(), lambda _mine, _theirs: floats
