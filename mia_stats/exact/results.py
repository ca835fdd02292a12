"""What is to be expected of a game, weighed without chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mia_stats.game.rules import CAUSES, Cause, Rules
from mia_stats.players.seating import beside_duels
from mia_stats.utils.tables import Cell, Table

__all__ = ["Evaluation"]


@dataclass(frozen=True, repr=False, eq=False)
class Evaluation(Table):
    """What is to be expected of a game, by seat; made by `evaluate`.

    Parameters
    ----------
    players : tuple of str
        Their names, by seat.
    rules : Rules
        The house rules.
    loses, wins : tuple of Fraction or float
        The chance of each seat to lose and to win the game; 0 in games of a fixed number of rounds.
    rounds, turns : Fraction or float
        The mean of a game; a turn is one call.
    forfeits : dict of str to tuple
        For each cause, how many rounds each seat loses by it in a game; what costs nothing counts
        too.
    calls, lies : tuple of Fraction or float
        Calls that each seat makes in a game, and how many of them are false.
    toasts : Fraction or float
        How often all drink in a game.
    lives : tuple of int
        Those with which each seat begins.

    Examples
    --------
    >>> from mia_stats import evaluate
    >>> result = evaluate(["honest", "honest"], Rules(lives=1), starter=0)
    >>> result.loses[0] + result.wins[0]
    Fraction(1, 1)
    """

    players: tuple[str, ...]
    rules: Rules
    loses: tuple[Fraction | float, ...]
    wins: tuple[Fraction | float, ...]
    rounds: Fraction | float
    turns: Fraction | float
    forfeits: Mapping[Cause, tuple[Fraction | float, ...]]
    calls: tuple[Fraction | float, ...]
    lies: tuple[Fraction | float, ...]
    toasts: Fraction | float
    lives: tuple[int, ...]

    @property
    def exact(self) -> bool:
        """Whether the chances are Fractions."""
        return isinstance(self.rounds, Fraction)

    @property
    def sips(self) -> tuple[Fraction | float, ...]:
        """Sips of each seat in a game of sips; a lost Mia is a whole drink instead."""
        return self._priced(self.rules.sips)

    @property
    def drinks(self) -> tuple[Fraction | float, ...]:
        """Whole drinks of each seat in a game of sips: Mia lied about or looked at in vain."""
        return self._priced(self.rules.drinks)

    def _priced(self, prices: Mapping[Cause, int]) -> tuple[Fraction | float, ...]:
        priced = {cause: prices[cause] * self.rules.for_sips for cause in CAUSES}
        return tuple(
            sum(priced[cause] * self.forfeits[cause][seat] for cause in CAUSES)
            for seat in range(len(self.players))
        )

    @property
    def caption(self) -> str:
        """The rules, and the mean number of rounds and turns."""
        rounds = "1 round" if self.rounds == 1 else f"{float(self.rounds):,.6g} rounds"
        return (
            f"{self.rules.in_words(self.lives)}: {rounds} and {float(self.turns):,.6g} turns a game"
            f"{beside_duels(self.players)}"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each seat: its chances, what it forfeits and why, and how it calls."""
        columns: dict[str, Sequence[Cell]] = {
            "seat": list(range(len(self.players))),
            "player": self.players,
        }
        if not self.rules.for_sips:
            columns |= {"loses": self.loses, "wins": self.wins}
        else:
            columns |= {"sips": self.sips, "drinks": self.drinks}
        for cause in CAUSES:
            columns[cause] = [float(count) for count in self.forfeits[cause]]
        return columns | {
            "calls": [float(count) for count in self.calls],
            "lies": [float(count) for count in self.lies],
        }
