"""After how many rounds is it clear which of two characters somebody is? Print it for each pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from statistics import median_low

from mia_stats import CHARACTERS, Game, Rules, Seen, recognise, solve_round
from mia_stats.exact.likelihood import likelihood
from mia_stats.game.seen import settled_by
from mia_stats.utils.tables import Cell, Table

__all__ = ["SURE", "RoundsNeeded", "first_sure", "rounds_needed", "watched"]

SURE = Fraction(95, 100)
ROUNDS = 100
RULES = Rules(forfeit="sip", ending="rounds", rounds=ROUNDS)  # so that nobody goes out


@dataclass(frozen=True, repr=False)
class RoundsNeeded(Table):
    """The median number of rounds until the right one of two has 95 %, by who it is."""

    games: int
    rounds: Mapping[tuple[str, str], int | None]

    @property
    def caption(self) -> str:
        """What the numbers are."""
        return (
            "Rounds until it is 95 % clear that somebody is the character of the row, not that of "
            f"the column: the median of {self.games} games against optimal play for two, of "
            f"{ROUNDS} rounds (empty: more)"
        )

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for who it is, a column for who it is not."""
        names = list(dict.fromkeys(right for right, _ in self.rounds))
        return {
            "it is": names,
            **{wrong: [self.rounds.get((right, wrong)) for right in names] for wrong in names},
        }


def rounds_needed(games: int = 41, seed: int = 1) -> RoundsNeeded:
    """Return for each pair of characters who play differently how many rounds it takes."""
    names = [label.partition(" = ")[0] for label in recognise([], rules=RULES).chances]
    found: dict[tuple[str, str], int | None] = {}
    for right in names:
        logs = [watched(right, seed=seed * 1000 + game) for game in range(games)]
        for wrong in names:
            if wrong != right:
                first = [first_sure(log, right, wrong) or ROUNDS + 1 for log in logs]
                middle = median_low(first)
                found[right, wrong] = middle if middle <= ROUNDS else None
    return RoundsNeeded(games, found)


def watched(name: str, seed: int) -> tuple[Seen, ...]:
    """Return what all have seen of a character in a game against optimal play."""
    game = Game([name, solve_round().strategy], RULES, rng=seed, starter=0)
    game.run()
    return game.seen_of(0)


def first_sure(seen: Sequence[Seen], right: str, wrong: str) -> int | None:
    """Return the first round after which the right one of two has 95 %, from one half; or None."""
    one, other = (CHARACTERS[name].table(RULES) for name in (right, wrong))
    ratio = 1.0
    for number, things in groupby(seen, key=lambda thing: thing.round or 0):
        for thing in things:
            settled = settled_by(RULES, thing)
            of_right, of_wrong = (float(likelihood(settled, t, RULES)) for t in (one, other))
            ratio *= of_wrong / of_right
        if 1 / (1 + ratio) >= SURE:
            return number
    return None


if __name__ == "__main__":
    print(rounds_needed())
