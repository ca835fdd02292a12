"""Who may sit at a table, and the checks that every way to play a game makes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.published_rules import RULES, RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES, MOST_SEATS
from mia_stats.game.strategy import Strategy
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.mean_by_lives import MeanByLives
from mia_stats.players.player import Mixture, Player, names_player, one_player, table_of
from mia_stats.ranking.catalogue import is_variant
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import check_name, listed, shown, whole_number
from mia_stats.utils.names import key_of

__all__ = [
    "Seating",
    "Sitting",
    "beside_duels",
    "check_order",
    "take_seats",
]

_OF_A_DUEL: Final = "optimal of a duel"

Sitting: TypeAlias = TableStrategy | StrategyByLives | Strategy
"""A player who plays by rules that are known."""


class Seating(NamedTuple):
    """A game that can begin: who sits where, the rules, the lives, and who starts."""

    names: tuple[str, ...]
    players: tuple[Any, ...]
    """Each a table, the solution of a match, or a strategy in code."""
    rules: Rules
    lives: tuple[int, ...]
    starter: int | None
    """None where it is drawn at random."""

    @property
    def most_turns(self) -> int:
        """How many turns a game may take before it is taken to never end."""
        return 10_000 + 1000 * (self.rules.rounds or sum(self.lives))


def take_seats(
    players: Sequence[Player],
    rules: RulesLike,
    lives: Sequence[int] | None = None,
    starter: int | None = None,
    most: int = MOST_SEATS,
) -> Seating:
    """Return the game that some players are about to play.

    Raises
    ------
    TypeError, ValueError
        If there are fewer than 2 or too many, somebody can't play by these rules or with these
        lives, or there is no such seat.
    """
    check_order(players)
    players = listed(players, "players, one for each seat,")
    rules = find_rules(rules)
    n = len(players)
    if not 2 <= n <= most:
        raise ValueError(f"a game has 2 to {most} players, not {n}")
    sitting = tuple(_seated(player, rules, duel=n == 2) for player in players)
    first_lives = _lives(lives, rules, n)
    for seat, player in enumerate(sitting):
        if isinstance(player, StrategyByLives):
            player.check(rules, first_lives[seat:] + first_lives[:seat])
    if starter is not None:
        starter = whole_number(starter, "starter", 0, n - 1)
    names = tuple(player.name for player in sitting)
    return Seating(names, sitting, rules, first_lives, starter)


def check_order(players: object) -> None:
    """Raise where rules stand in the place of players, who come before them.

    Raises
    ------
    TypeError
        If so.
    """
    if names_player(players):
        return
    if isinstance(players, Rules | Variant) or (
        isinstance(players, str) and (players in RULES or is_variant(players))
    ):
        raise TypeError(f"players come before the rules, and {shown(players)} is none")


def _seated(player: Player, rules: Rules, *, duel: bool) -> Sitting:
    if isinstance(player, type):
        raise TypeError(f"a player is an object, not the class {player.__name__} itself")
    player = one_player(player)
    if isinstance(player, Mixture) and player.by_lives:
        return MeanByLives(player, rules)
    if isinstance(player, Strategy):
        check_name(player.name, "a strategy")
        return player
    table = table_of(player, rules, duel=duel)
    if key_of(player) == "optimal" and not duel:
        return TableStrategy(_OF_A_DUEL, **table.tables, rules=table.rules)
    return table


def beside_duels(names: Sequence[str]) -> str:
    """Return what captions add where somebody plays by the optimum of a duel among more.

    Examples
    --------
    >>> beside_duels(["honest", "liar", "lucky"])
    ''
    """
    if _OF_A_DUEL not in names:
        return ""
    n = len(names)
    return (
        f"; {_OF_A_DUEL!r} protects nobody among {n}: see best_response and "
        f"solve_match(rules, seats={n})"
    )


def _lives(lives: Sequence[int] | None, rules: Rules, seats: int) -> tuple[int, ...]:
    """Return the lives of each seat; those of the rules where none are given.

    Raises
    ------
    TypeError, ValueError
        If there is not a number from 1 to 100 for each seat, or the rules know no lives.
    """
    if lives is None:
        return (rules.lives,) * seats
    if rules.for_sips:
        raise ValueError(f"nobody has lives in a game of sips: leave out lives={shown(lives)}")
    if isinstance(lives, int):
        raise TypeError(
            f"lives are a list, one a seat, not {shown(lives)}; see Rules(lives=...) too"
        )
    lives = listed(lives, "lives, one for each seat,")
    if len(lives) != seats:
        raise ValueError(f"lives must be a list of {seats} numbers, one a seat, not {shown(lives)}")
    return tuple(whole_number(number, "lives", 1, MOST_LIVES) for number in lives)
