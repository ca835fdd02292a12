"""Best responses by backward induction, and how much a strategy can be exploited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeGuard, cast, overload

from mia_stats.exact.plan import plan_in_words
from mia_stats.exact.table_response import TableResponse, respond_at_table
from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.reply import check_reply, respond
from mia_stats.game.rules import Rules
from mia_stats.game.stakes import round_stakes
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.game.whole_game import reply_to_all
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.player import Player, rules_for, table_of
from mia_stats.players.seating import check_order
from mia_stats.utils.checks import listed, shown
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
        return plan_in_words(self.strategy, self.rules)


@overload
def best_response(  # type: ignore[overload-overlap]  # a str is one player, and no sequence
    strategy: Player, rules: RulesLike | None = None
) -> BestResponse: ...


@overload
def best_response(
    strategy: Sequence[Player | StrategyByLives],
    rules: RulesLike | None = None,
    *,
    lives: Sequence[int] | None = None,
) -> TableResponse: ...


def best_response(
    strategy: Player | Sequence[Player | StrategyByLives],
    rules: RulesLike | None = None,
    *,
    lives: Sequence[int] | None = None,
) -> BestResponse | TableResponse:
    """Return the best play against a fixed strategy in one round, or against a table in a game.

    Parameters
    ----------
    strategy : Player, or sequence of Player or StrategyByLives
        A ready-made player, its name, or a table of chances: one round between two. A list: all
        others at the table, 1 to 5, from my left on, in a whole game; solutions of a match too. Who
        is one of several, as a `Posterior`, is replied to as they play on average.
    rules : RulesLike, optional
        The house rules, or the key of a published set; all must cost something, and there are no
        toasts and no sips. Where they are not given, those that a table was made for, else the
        default ones.
    lives : sequence of int, optional
        The lives of all seats in a whole game, mine first; those of the rules where not given.

    Returns
    -------
    BestResponse or TableResponse
        In a round exact where the table is; in a game always in floats.

    Raises
    ------
    TypeError
        If the strategy has no table.
    ValueError
        If the best reply by these rules is not known; the message says what works instead. In a
        whole game, also where the lives make too many states of it.

    Examples
    --------
    >>> best_response("honest").opening
    Fraction(97, 108)

    The best play of two is not that of three: who knows it is first out in 7 % of games.

    >>> reply = best_response(["optimal", "optimal"], Rules(lives=6))
    >>> [round(chance, 3) for chance in reply.loses]
    [0.053, 0.064, 0.093]
    """
    check_order(strategy)
    if _are_several(strategy):
        return respond_at_table(strategy, rules, lives)
    if lives is not None:
        raise TypeError(
            "lives are those of a whole game: give the others at the table as a list, "
            f"best_response([...], rules, lives={shown(lives)})"
        )
    player = cast(Player, strategy)
    rules = rules_for(player) if rules is None else find_rules(rules)
    check_reply(rules)
    table = table_of(player, rules, duel=True)
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
    _check_one(strategy)
    return best_response(strategy, rules).exploitability


def _are_several(players: object) -> TypeGuard[Sequence[Player | StrategyByLives]]:
    """Return whether these are players in some order, or in none, and not one player."""
    return isinstance(players, Iterable) and not isinstance(players, str | Mapping)


def _check_one(player: object) -> None:
    """Raise a TypeError where several players are given in place of one."""
    if _are_several(player):
        raise TypeError(
            f"exploitability is that of one player, not of {shown(player)}; best_response replies "
            "to a whole table"
        )


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
    for player in players:
        _check_one(player)
    return ExploitTable(tuple(best_response(player, rules) for player in players))


def match_exploitability(
    strategy: Player | StrategyByLives, rules: RulesLike | None = None
) -> float:
    """Return what a best response to a strategy wins in a match, over one half, whoever opens.

    Parameters
    ----------
    strategy : Player or StrategyByLives
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

    Examples
    --------
    >>> from mia_stats import solve_match
    >>> abs(match_exploitability(solve_match(Rules(lives=2)).strategy)) < 1e-12
    True

    The best play of a single round is not quite that of a match:

    >>> round(match_exploitability("optimal"), 4)
    0.0127
    """
    player, rules = _in_a_match(strategy, None if rules is None else find_rules(rules))
    lives = (rules.lives, rules.lives)
    return float(reply_to_all([player], rules, lives).wins[lives].sum() - 1) / 2


def _in_a_match(
    strategy: Player | StrategyByLives, rules: Rules | None
) -> tuple[TableStrategy | StrategyByLives, Rules]:
    """Return who plays a match between two, and the rules of it.

    Raises
    ------
    TypeError, ValueError
        If it has no tables, or the match is one that can't be weighed.
    """
    if isinstance(strategy, StrategyByLives):
        solved = strategy.rules.for_two()
        if rules is not None and rules.for_two() != solved:
            raise ValueError(f"{strategy.name} is solved for {solved}, not for {rules}")
        check_reply(solved)
        strategy.check(solved, (solved.lives, solved.lives))
        return strategy, solved
    rules = rules or rules_for(strategy)
    check_reply(rules)  # a round that costs nothing leads back to the same lives
    return table_of(strategy, rules, duel=True), rules.for_two()
