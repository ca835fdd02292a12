"""Who may sit at a table, and the checks that every way to play a game makes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.published_rules import RULES, RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES, MOST_SEATS
from mia_stats.game.strategy import Strategy, lacking
from mia_stats.game.table_strategy import HasTable, TableStrategy
from mia_stats.players.characters import CHARACTERS, table_under
from mia_stats.ranking.catalogue import is_variant
from mia_stats.ranking.variants import Variant
from mia_stats.solve.round import solve_round
from mia_stats.utils.checks import check_name, listed, shown, whole_number
from mia_stats.utils.names import key_of

__all__ = [
    "Player",
    "Seating",
    "Sitting",
    "check_order",
    "names_player",
    "rules_for",
    "table_of",
    "take_seats",
]

Player: TypeAlias = HasTable | Strategy | str
"""A ready-made player or its name, a table, or one's own strategy.

"optimal" is one more name: the best play of a single round of two.
"""

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


def names_player(name: object) -> bool:
    """Return whether something is the name of a ready-made player, or "optimal"."""
    return name in CHARACTERS or key_of(name) == "optimal"


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
    if isinstance(player, Strategy):
        check_name(player.name, "a strategy")
        return player
    return table_of(player, rules, duel=duel)


def rules_for(player: Player) -> Rules:
    """Return the rules that a table was made for, and the default ones for anybody else."""
    made_for = player.rules if isinstance(player, TableStrategy) else None
    return made_for or Rules()


def table_of(player: Player, rules: Rules, *, duel: bool = False) -> TableStrategy:
    """Return the table of chances by which somebody plays under the rules.

    A duel never has an unseen pass, so a table made without suits it under any rules.

    Raises
    ------
    TypeError
        If the player has no table.
    ValueError
        If nobody has this name, or the table does not suit the rules.
    """
    table: object = player
    if key_of(player) == "optimal":
        table = solve_round(rules).strategy
    elif isinstance(player, str):
        return table_under(CHARACTERS[player], rules)  # which suits a duel by these rules too
    elif not isinstance(player, TableStrategy) and _has_table(player):
        table = player.table(rules)
    if not isinstance(table, TableStrategy):
        raise TypeError(_no_table(player))
    return table.table(rules.for_two() if duel else rules)


def _no_table(player: object) -> str:
    """Return what the error says of somebody without a table of chances."""
    named = shown(getattr(player, "name", player))
    if isinstance(player, StrategyByLives):
        lives = ", ".join([str(player.rules.lives)] * player.seats)
        return (
            f"{named} has a table for the lives of all, and no single one: give one of them, "
            f"such as .at({lives}); match_exploitability, evaluate and simulate_games take it whole"
        )
    if isinstance(getattr(player, "strategy", None), TableStrategy | StrategyByLives):
        return f"{shown(player)} is no player: give its .strategy"
    missing = lacking(player)
    if 0 < len(missing) < 3:
        return f"{named} is no strategy, for it lacks {' and '.join(missing)}"
    return (
        f"{named} has no table of chances: give a ready-made player, its name, or a "
        "TableStrategy, which TableStrategy.from_strategy makes of a strategy that draws "
        "nothing; to simulate, any object with name, choose_call and answer"
    )


def _has_table(player: Player) -> TypeGuard[HasTable]:
    return isinstance(player, HasTable) and not isinstance(player, type) and callable(player.table)


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
