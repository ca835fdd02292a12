"""The play that advice goes by: the optimum of two, an equilibrium of more, or a best reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.exact.response import best_response
from mia_stats.exact.table_response import reply_in_game
from mia_stats.game.by_lives import StrategyByLives, plays_by_lives
from mia_stats.game.prospects import Prospects, prospects, win_worth
from mia_stats.game.reply import round_worth
from mia_stats.game.reply_by_lives import ReplyByLives
from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES
from mia_stats.game.stakes import round_stakes
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.game.whole_game import game_worth
from mia_stats.players.characters import Character
from mia_stats.players.player import Mixture, Player, one_player, table_of
from mia_stats.solve.match import Equilibrium, MatchSolution, solve_match
from mia_stats.solve.round import solve_round
from mia_stats.utils.checks import listed, whole_number

__all__ = ["By", "Of", "Play", "best_of_two", "reply_to", "well_played"]

By: TypeAlias = Literal["optimum", "equilibrium", "best reply"]
"""What advice goes by."""

Of: TypeAlias = Literal["round", "match", "game"]
"""What is to be won: a round on its own, a match of two, or a game of more."""


@dataclass(frozen=True, eq=False)
class Play:
    """How all at a table play by equal rules, whatever these call their variant.

    Parameters
    ----------
    by : {"optimum", "equilibrium", "best reply"}
        What the first goes by.
    of : {"round", "match", "game"}
        What it wants to win.
    rules : Rules
        The house rules.
    tables : tuple of TableStrategy
        How all who are in play, from the first on.
    names : tuple of str
        Who the others are, from the first's left on; none where all play well.
    lives : tuple of int
        Those of all, from the first on; none in a round on its own.
    brings : Prospects
        What decisions bring to it: the chance to win a match, or not to lose a game of more, and in
        a round on its own lives won, less those lost.
    winning : list of numbers
        Its chance to win when it throws, by state.
    told : dict
        What was asked of it, and told.
    """

    by: By
    of: Of
    rules: Rules
    tables: tuple[TableStrategy, ...]
    names: tuple[str, ...]
    lives: tuple[int, ...]
    brings: Prospects
    winning: Sequence[Any]
    told: dict[object, Any] = field(default_factory=dict)

    @property
    def mine(self) -> TableStrategy:
        """How the first plays."""
        return self.tables[0]

    def within(self, value: Any) -> Any:
        """Return what something brings, without what floats may miss of a chance."""
        return value if self.of == "round" else min(max(value, 0.0), 1.0)

    @cached_property
    def labels(self) -> Sequence[str]:
        """The name of each tier."""
        return [self.rules.tier_name(tier) for tier in range(self.rules.tier_count)]

    @cached_property
    def words(self) -> Sequence[str]:
        """How players call each tier."""
        return [self.rules.tier_words(tier) for tier in range(self.rules.tier_count)]

    @cached_property
    def said(self) -> Mapping[str, str]:
        """How players call the tiers whose name they do not use."""
        both = zip(self.labels, self.words, strict=True)
        return {name: words for name, words in both if name != words}


@lru_cache(maxsize=64)
def best_of_two(rules: Rules) -> Play:
    """Return optimal play for two, in a round on its own."""
    best = solve_round(rules).strategy
    return _in_a_round("optimum", rules.for_two(), (best, best))


def _in_a_round(
    by: By, rules: Rules, tables: tuple[TableStrategy, ...], names: tuple[str, ...] = ()
) -> Play:
    exact = all(table.exact for table in tables)
    one: Any = Fraction(1) if exact else 1.0
    tables = tables if exact else tuple(map(_in_floats, tables))
    lives = round_worth(rules, round_stakes(rules, one), round_stakes(rules, -one), exact=exact)
    winning = prospects(tables, rules, win_worth(rules, exact=exact)).throwing
    return Play(by, "round", rules, tables, names, (), prospects(tables, rules, lives), winning)


@lru_cache(maxsize=64)
def well_played(rules: Rules, lives: tuple[int, ...]) -> Play:
    """Return how all play well in a match of two, or in a game of more, with these lives."""
    match = _match(replace(rules, lives=max(lives)), len(lives))
    rotated = [lives[seat:] + lives[:seat] for seat in range(len(lives))]
    tables = tuple(match.strategy.at(*each) for each in rotated)

    def wins(left: tuple[int, ...]) -> NDArray[np.float64]:
        found = np.zeros(len(left))
        inside = [seat for seat, number in enumerate(left) if number]
        for place, seat in enumerate(inside):  # who opens; mine is the first seat
            from_there = tuple(left[s] for s in inside[place:] + inside[:place])
            found[seat] = 1 - match.loses[from_there][-place]
        return found

    two = len(lives) == 2
    rules = match.rules.for_two() if two else match.rules
    brings = prospects(tables, rules, game_worth(rules, lives, wins))
    by: By = "optimum" if two else "equilibrium"
    return Play(by, "match" if two else "game", rules, tables, (), lives, brings, brings.throwing)


@lru_cache(maxsize=6)  # one for each number of lives up to six; a long match takes some 90 MB
def _match(rules: Rules, seats: int) -> MatchSolution | Equilibrium:
    return solve_match(rules, seats)


def reply_to(players: Sequence[Player], rules: Rules, lives: Sequence[int] | None) -> Play:
    """Return the best reply to the others at a table, from the first's left on.

    Without lives it is that in a round on its own where there is one other, and in a game with the
    lives of the rules among more.

    Raises
    ------
    TypeError, ValueError
        If a best reply is not known.
    """
    known = tuple(map(one_player, players))
    of_all = None
    if lives is not None:
        each = listed(lives, "lives, mine first and then those of the others,")
        of_all = tuple(whole_number(number, "lives", 1, MOST_LIVES) for number in each)
    if all(map(_never_changes, known)):
        return _kept_reply(known, rules, of_all)
    return _reply(known, rules, of_all)


def _never_changes(player: object) -> bool:
    """Return whether somebody plays the same for ever, as no object of one's own need do."""
    if isinstance(player, Mixture):
        return all(map(_never_changes, player.players))
    return isinstance(player, str | Character | TableStrategy) or plays_by_lives(player)


@lru_cache(maxsize=16)  # several questions about one round, as a table of people asks
def _kept_reply(players: tuple[Any, ...], rules: Rules, lives: tuple[int, ...] | None) -> Play:
    return _reply(players, rules, lives)


def _reply(players: tuple[Player, ...], rules: Rules, lives: tuple[int, ...] | None) -> Play:
    if len(players) == 1 and lives is None:
        if isinstance(players[0], StrategyByLives):
            raise ValueError(
                f"{players[0].name} plays by the lives of all: give lives, mine first, as (3, 3)"
            )
        table = table_of(players[0], rules, duel=True)
        best = best_response(table, rules).strategy
        return _in_a_round("best reply", rules.for_two(), (best, table), (table.name,))
    game, found = reply_in_game(players, rules, lives)
    names, of_all = game.names[1:], game.lives
    mine = ReplyByLives("best reply", game.rules, found.called, found.answers)
    seated = (mine, *game.players[1:])
    tables = []
    for seat, player in enumerate(seated):
        from_there = of_all[seat:] + of_all[:seat]
        table = player.at(*from_there) if isinstance(player, StrategyByLives) else player
        tables.append(_in_floats(table))
    worth = game_worth(game.rules, of_all, lambda left: found.wins[left])
    brings = prospects(tables, game.rules, worth)
    of: Of = "match" if len(seated) == 2 else "game"
    return Play(
        "best reply", of, game.rules, tuple(tables), names, of_all, brings, brings.throwing
    )  # fmt: skip


def _in_floats(table: TableStrategy) -> TableStrategy:
    parts = {name: part.astype(np.float64) for name, part in table.tables.items()}
    return TableStrategy(table.name, **parts, rules=table.rules)
