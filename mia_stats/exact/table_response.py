"""The best play of a whole game against all others at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from mia_stats.exact.games import check_states
from mia_stats.exact.plan import plan_in_words
from mia_stats.game.by_lives import StrategyByLives, plays_by_lives
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.reply import check_reply
from mia_stats.game.reply_by_lives import ReplyByLives
from mia_stats.game.rules import Rules
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.game.whole_game import GameReply, reply_to_all
from mia_stats.players.player import Player
from mia_stats.players.seating import Seating, take_seats
from mia_stats.utils.checks import listed, shown
from mia_stats.utils.tables import Cell, Table

__all__ = ["TableResponse", "reply_in_game", "respond_at_table"]

_MOST_SEATS = 6
_MOST_STATES = 120_000  # six seats of six lives, half a minute
_MOST_BY_LIVES = 10_000  # where somebody has a table for each of them


@dataclass(frozen=True, repr=False, eq=False)
class TableResponse(Table):
    """The best play of a game against all others at the table; made by `best_response`.

    Parameters
    ----------
    rules : Rules
        The house rules.
    against : tuple of str
        Who the others are, from my left on.
    lives : tuple of int
        Those with which each seat begins, mine first.
    loses : tuple of float
        My chance to lose, by who opens the first round: 0 is me, 1 the seat to my left. Who loses
        is out first; or, where the others play on, is not the last one.
    strategy : ReplyByLives
        How to play, by the lives of all.

    Examples
    --------
    >>> from mia_stats import best_response
    >>> reply = best_response(["liar", "liar"], Rules(lives=2))
    >>> reply.strategy.call(31, lives=(2, 2, 2))
    Outcome(3, 1)
    """

    rules: Rules
    against: tuple[str, ...]
    lives: tuple[int, ...]
    loses: tuple[float, ...]
    strategy: ReplyByLives

    @cached_property
    def plan(self) -> str:
        """The first round in words: what to open with, and which opening calls to doubt."""
        return plan_in_words(self.strategy.at(*self.lives), self.rules)

    @property
    def caption(self) -> str:
        """Who replies to whom, the rules, and the plan of the first round."""
        ends = "not to be the last" if self.rules.plays_on else "to go out first"
        return (
            f"The chance {ends} of the best response to {', '.join(self.against)}, by who opens; "
            f"{self.rules.in_words(self.lives)}. {self.plan}"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each seat that may open the first round: mine is 0."""
        return {
            "opener": list(range(len(self.lives))),
            "player": ["best response", *self.against],
            "loses": list(self.loses),
        }

    def __repr__(self) -> str:
        mean = sum(self.loses) / len(self.loses)
        return f"<TableResponse to {', '.join(self.against)}, loses {mean:.3g} of all games>"


def respond_at_table(
    others: Sequence[Player | StrategyByLives],
    rules: RulesLike | None = None,
    lives: Sequence[int] | None = None,
) -> TableResponse:
    """Return the best play of a whole game against all others, as `best_response` does."""
    game, found = reply_in_game(others, rules, lives)
    against = game.names[1:]
    return TableResponse(
        game.rules,
        against,
        game.lives,
        tuple((1 - found.wins[game.lives]).clip(0, 1).tolist()),
        ReplyByLives(_name(against), game.rules, found.called, found.answers),
    )


def _name(against: Sequence[str]) -> str:
    return f"best response to {', '.join(against)}"[:200]


def reply_in_game(
    others: Sequence[Player | StrategyByLives],
    rules: RulesLike | None = None,
    lives: Sequence[int] | None = None,
) -> tuple[Seating, GameReply]:
    """Return who sits at the table, mine the first seat, and the best play against all others.

    Raises
    ------
    TypeError, ValueError
        As `best_response`.
    """
    others = listed(others, "the others at the table, from my left on,")
    if not 1 <= len(others) < _MOST_SEATS:
        raise ValueError(
            f"the others at the table are 1 to {_MOST_SEATS - 1} players, not {len(others)}"
        )
    rules = _rules_of(others) if rules is None else find_rules(rules)
    _check_rules(rules, seats=len(others) + 1)
    game = take_seats(["honest", *others], rules, lives, None, _MOST_SEATS)
    players = game.players[1:]
    for player in players:
        if not (plays_by_lives(player) or isinstance(player, TableStrategy)):
            raise TypeError(
                f"{shown(player)} has no table of chances, so there is nothing to reply to; "
                "TableStrategy.from_strategy makes one where it draws nothing"
            )
    most, can = _MOST_STATES, "replied to"
    if any(map(plays_by_lives, players)):
        most, can = _MOST_BY_LIVES, "replied to where somebody plays by the lives"
    check_states(game.lives, most, can, "evaluate weighs given strategies with more")
    if len(players) == 1:
        game = game._replace(rules=rules.for_two())
    return game, reply_to_all(players, game.rules, game.lives)


def _rules_of(players: Sequence[object]) -> Rules:
    """Return the rules that the first of some players was made for, or the default ones."""
    made_for = (p.rules for p in players if isinstance(p, TableStrategy | StrategyByLives))
    return next((rules for rules in made_for if rules is not None), Rules())


def _check_rules(rules: Rules, seats: int) -> None:
    """Raise where the best reply in a game is not known, or is no table by the last call."""
    check_reply(rules)
    what = None
    if rules.may_pass and seats > 2:
        what = f"an unseen pass among {seats}, unseen_pass={rules.unseen_pass!r}"
    elif rules.may_throw_again:
        what = f"a blind second throw, second_throw={rules.second_throw!r}"
    elif rules.may_equal_mia:
        what = "an answer of Mia to Mia, mia_equalled=True"
    if what is not None:
        raise ValueError(
            f"the best reply in a whole game is not known with {what}; best_response of one player "
            "replies in a round between two, and evaluate weighs given strategies under any rules"
        )
