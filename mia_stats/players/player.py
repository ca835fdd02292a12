"""Who plays: ready-made players, tables, strategies in code, and who may be one of several."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias, TypeGuard

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.decision import Decider, table_for, two_are_in
from mia_stats.game.mean import mean_table
from mia_stats.game.published_rules import RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import Strategy, lacking
from mia_stats.game.table_strategy import HasTable, TableStrategy
from mia_stats.players.characters import CHARACTERS, table_under
from mia_stats.solve.round import solve_round
from mia_stats.utils.checks import check_name, integer, is_numpy, listed, shown
from mia_stats.utils.names import key_of
from mia_stats.utils.tables import as_html, percent

__all__ = [
    "Mixture",
    "Player",
    "mean_name",
    "name_of",
    "names_player",
    "needs_lives",
    "one_player",
    "rules_for",
    "table_at",
    "table_of",
]

Player: TypeAlias = HasTable | Strategy | str | Mapping[Any, Fraction | float]
"""A ready-made player or its name, a table, or one's own strategy; or the chances of who it is.

"optimal" is one more name: the best play of a single round of two. Among three and more it is
called "optimal of a duel", and protects nobody. Chances, as in {"honest": 0.7, "liar": 0.3}, are
those of a `Mixture`.
"""

_MOST: Final = 100
_NAMED: Final = 3
_LONGEST: Final = 10_000
_LONG: Final = 10**100
_SHORT: Final = 10**15
_CLOSE = 1e-9


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Mixture(Decider):
    """Somebody who is one of several players, and plays as they do on average.

    Where it comes to one decision, that is exact. Over many it is the mean of how they behave: who
    has lied once may be honest the next time, as no single one of them would be.

    Parameters
    ----------
    chances : mapping of Player to Fraction or float
        How likely it is each of them: names, ready-made players, tables or match solutions. They
        add up to 1.

    Attributes
    ----------
    name : str
        What tables and errors call it.
    players : tuple of Player
        Those who have a chance.
    weights : tuple of Fraction or float
        The chance of each.

    Raises
    ------
    TypeError, ValueError
        If something is no player or no chance, or the chances do not add up to 1 (floats: within
        1e-9).

    Examples
    --------
    >>> either = Mixture({"honest": Fraction(3, 4), "liar": Fraction(1, 4)})
    >>> either, either.table("wikipedia").doubts[0, 8]
    (<Mixture of honest (75.0 %) and liar (25.0 %)>, Fraction(1, 8))
    """

    name: str
    players: tuple[Player, ...]
    weights: tuple[Fraction | float, ...]

    def __init__(self, chances: Mapping[Any, Fraction | float]) -> None:
        if not isinstance(chances, Mapping):
            raise TypeError(
                f"who is one of several players is a mapping of their chances, as "
                f"{{'honest': 0.7, 'liar': 0.3}}, not {shown(chances)}"
            )
        players = listed(list(chances), "players", _MOST)
        self._settle(players, [chances[player] for player in players])

    @classmethod
    def parse(cls, text: str) -> Mixture:
        """Return the mixture that a text such as "honest:2/3,liar:1/3" names.

        Parameters
        ----------
        text : str
            Names of ready-made players or "optimal", each with a colon and its chance, as 2/3, 0.7
            or 70%.

        Returns
        -------
        Mixture
            In Fractions.

        Raises
        ------
        TypeError, ValueError
            If it is no such text.

        Examples
        --------
        >>> Mixture.parse("honest:0.7,liar:0.3").weights
        (Fraction(7, 10), Fraction(3, 10))
        """
        if not isinstance(text, str):
            raise TypeError(f"chances of who it is are a text here, not {shown(text)}")
        chances: dict[str, Fraction] = {}
        for part in text[:_LONGEST].split(","):
            name, colon, chance = part.rpartition(":")
            if not colon or name_of(name.strip()) in chances:
                raise ValueError(
                    f"{shown(text)} is not read as chances of who it is: write each name once, "
                    "with its chance, as honest:2/3,liar:1/3"
                )
            chances[name_of(name.strip())] = _read(chance.strip())
        return cls(chances)

    def _settle(self, players: Sequence[Player], chances: Sequence[object]) -> None:
        """Keep those who have a chance."""
        names = [name_of(player) for player in players]
        weights = [_chance(chance, name) for chance, name in zip(chances, names, strict=True)]
        total: Any = sum(weights)
        if abs(total - 1) > (0 if isinstance(total, Fraction | int) else _CLOSE):
            each = (f"{name} {_told(weight)}" for name, weight in zip(names, weights, strict=True))
            raise ValueError(
                f"the chances of who it is must add up to 1, not {_told(total)}: "
                f"{', '.join(each)[:200] or 'there are none'}"
            )
        some = [place for place, weight in enumerate(weights) if weight]
        object.__setattr__(self, "players", tuple(players[place] for place in some))
        object.__setattr__(self, "weights", tuple(weights[place] for place in some))
        object.__setattr__(self, "name", mean_name([names[at] for at in some], self.weights))

    @property
    def by_lives(self) -> bool:
        """Whether somebody among them plays by the lives of all."""
        return any(map(needs_lives, map(one_player, self.players)))

    def table(self, rules: RulesLike) -> TableStrategy:
        """Return the mean of how they play under some rules.

        Parameters
        ----------
        rules : RulesLike
            The house rules, or the key of a published set.

        Returns
        -------
        TableStrategy
            In Fractions where the chances and all tables are; in floats where a chance has more
            than a hundred digits, as it may where much was seen.

        Raises
        ------
        TypeError, ValueError
            If somebody has no table under these rules, or plays by the lives of all.

        Examples
        --------
        >>> Mixture({"honest": Fraction(1, 3), "liar": Fraction(2, 3)}).table(Rules()).doubts[0, 8]
        Fraction(1, 3)
        """
        return self._chances(find_rules(rules), None)

    def _own_rules(self) -> Rules:
        return Rules()

    def _depends_on(self, lives: tuple[int, ...] | None) -> object:
        return lives if self.by_lives else super()._depends_on(lives)

    def _chances(self, rules: Rules, lives: tuple[int, ...] | None) -> TableStrategy:
        tables = [table_at(player, rules, lives) for player in self.players]
        duel = lives is not None and two_are_in(lives)
        long = any(isinstance(w, Fraction) and w.denominator > _LONG for w in self.weights)
        weights = list(map(float, self.weights)) if long else self.weights
        return mean_table(self.name, tables, weights, rules.for_two() if duel else rules)

    def _repr_html_(self) -> str:
        """Return the chances, for notebooks."""
        names = [name_of(player) for player in self.players]
        return as_html("Who may be one of several", {"player": names, "chance": self.weights})

    def __repr__(self) -> str:
        return f"<Mixture of {self.name.removeprefix('mean of ')}>"


def _read(text: str) -> Fraction:
    """Return the chance that a text says."""
    number, divisor = (text[:-1], 100) if text.endswith("%") else (text, 1)
    if not re.fullmatch(r"[0-9]{1,18}([./][0-9]{1,18})?", number, re.ASCII):
        raise ValueError(f"{shown(text)} is no chance, such as 2/3, 0.7 or 70%")
    try:
        return Fraction(number) / divisor
    except ZeroDivisionError:
        raise ValueError(f"{shown(text)} is no chance: nothing is divided by 0") from None


def _chance(chance: Any, name: str) -> Fraction | float:
    """Return a chance as a float where it is one, and else as a Fraction."""
    if isinstance(chance, float) or is_numpy(chance, "floating"):
        number: Fraction | float = float(chance)
    elif isinstance(chance, Fraction):
        number = chance
    elif isinstance(chance, int | str) or is_numpy(chance, "integer"):
        number = Fraction(integer(chance, f"the chance of {name}"))
    else:
        raise TypeError(
            f"the chance of {name} must be a Fraction, an int or a float, not {shown(chance)}"
        )
    if not 0 <= number <= 1:  # nan too
        raise ValueError(f"the chance of {name} must be from 0 to 1, not {_told(number)}")
    return number


def _told(number: Fraction | float) -> str:
    """Return a number as errors show it."""
    if isinstance(number, Fraction) and abs(number) < _SHORT and number.denominator < _SHORT:
        return str(number)
    return shown(number)


def mean_name(names: Sequence[str], weights: Sequence[Fraction | float]) -> str:
    """Return the name of a mixture: the likeliest first, and the others counted.

    Examples
    --------
    >>> mean_name(["honest", "liar"], [0.25, 0.75]), mean_name(["honest", "liar"], [0, 1])
    ('mean of liar (75.0 %) and honest (25.0 %)', 'liar')
    """
    some = [place for place, weight in enumerate(weights) if weight]
    order = sorted(some, key=lambda place: -weights[place])
    short = [name if len(name) <= 40 else f"{name[:39]}…" for name in names]
    told = [f"{short[place]} ({percent(weights[place])})" for place in order[:_NAMED]]
    if len(order) > _NAMED:
        told[-1:] = [f"{len(order) - _NAMED + 1} others"]
    *first, last = told
    return f"mean of {', '.join(first)} and {last}" if first else names[order[0]]


def one_player(player: Any) -> Any:
    """Return a player; the chances of who it is as a mixture.

    Examples
    --------
    >>> one_player("liar"), one_player({"liar": 1})
    ('liar', <Mixture of liar>)
    """
    return Mixture(player) if isinstance(player, Mapping) else player


def needs_lives(player: object) -> bool:
    """Return whether somebody plays by the lives of all, or may be one who does."""
    if isinstance(player, Mixture):
        return player.by_lives
    return isinstance(player, StrategyByLives)


def name_of(player: Any) -> str:
    """Return what somebody is called.

    Raises
    ------
    TypeError, ValueError
        If it is no player, or nobody has this name.

    Examples
    --------
    >>> name_of("Liar"), name_of(CHARACTERS["honest"])
    ('liar', 'honest')
    """
    player = one_player(player)
    if isinstance(player, str):
        return "optimal" if key_of(player) == "optimal" else CHARACTERS[player].name
    return check_name(getattr(player, "name", None), f"a player, which {shown(player)} is not,")


def names_player(name: object) -> bool:
    """Return whether something is the name of a ready-made player, or "optimal"."""
    return name in CHARACTERS or key_of(name) == "optimal"


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
    player = one_player(player)
    table: object = player
    if isinstance(player, Mixture) and not player.by_lives:
        return _at(player, rules, (1, 1) if duel else None)
    if key_of(player) == "optimal":
        table = solve_round(rules).strategy
    elif isinstance(player, str):
        return table_under(CHARACTERS[player], rules)  # which suits a duel by these rules too
    elif not isinstance(player, TableStrategy) and _has_table(player):
        table = player.table(rules)
    if not isinstance(table, TableStrategy):
        raise TypeError(_no_table(player))
    return table.table(rules.for_two() if duel else rules)


def table_at(player: Player, rules: Rules, lives: tuple[int, ...] | None) -> TableStrategy:
    """Return the table by which somebody plays with some lives of all, its own first.

    Raises
    ------
    TypeError, ValueError
        As `table_of`, and if somebody who plays by the lives does not play with these.
    """
    player = one_player(player)
    if isinstance(player, StrategyByLives | Mixture):
        return _at(player, rules, lives)
    return table_of(player, rules, duel=lives is not None and two_are_in(lives))


def _at(player: Decider, rules: Rules, lives: tuple[int, ...] | None) -> TableStrategy:
    table: TableStrategy = table_for(player, rules, lives)
    return table


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
