"""What somebody knows of one game: a seat at the table, or who looks on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from mia_stats.game.rules import Rules
from mia_stats.game.strategy import HANDED_ON, LOOKED_AT, THROWN_BLIND
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Variant
from mia_stats.simulate.game_events import WORDS, Event
from mia_stats.simulate.game_state import Act

__all__ = ["HOW_DICE_LIE", "Acts", "View", "read_act"]

HOW_DICE_LIE: Final = {
    LOOKED_AT: "looked_at", THROWN_BLIND: "thrown_blind", HANDED_ON: "handed_on",
}  # fmt: skip
"""How the dice came to lie there, in words."""


class Acts(tuple[Any, ...]):  # each an Act, which type checkers let nobody compare with 54
    """What may be done: outcomes best first, and words. `in` takes whatever says an outcome.

    Parameters
    ----------
    acts : iterable of Act
        Which they are.
    variant : Variant
        Which order the outcomes are of.

    Examples
    --------
    >>> from mia_stats import Game
    >>> game = Game([None, None], rng=1)
    >>> 54 in game.legal, "doubt" in game.legal
    (True, False)
    """

    variant: Variant

    def __new__(cls, acts: Iterable[Act], variant: Variant) -> Acts:
        """Return the acts, with the variant that says how outcomes are read."""
        made = super().__new__(cls, acts)
        made.variant = variant
        return made

    def __contains__(self, item: object) -> bool:
        """Return whether something says one of these acts; nothing raises."""
        try:
            return tuple.__contains__(self, read_act(item, self.variant))
        except (TypeError, ValueError):
            return False

    def __reduce__(self) -> tuple[Any, ...]:
        return Acts, (tuple(self), self.variant)


def read_act(act: object, variant: Variant) -> Act:
    """Return what an act means, legal or not.

    Raises
    ------
    TypeError, ValueError
        If it is no word of the game and says no outcome.
    """
    if isinstance(act, str) and act in (*WORDS, "again"):
        return act  # type: ignore[return-value]  # it is one of these
    said: Any = act
    return variant.meant(said)[0]


@dataclass(frozen=True)
class View:
    """What one seat knows of a game, or somebody who looks on; made by `Game.sees`.

    Parameters
    ----------
    seat : int or None
        Whose view it is; None where somebody looks on.
    players : tuple of str
        The names, by seat.
    rules : Rules
        The house rules.
    lives : tuple of int
        What each seat has left; nothing in a game of sips.
    round : int
        Which round it is, from 1.
    opener : int
        The seat that has opened it.
    to_act : int or None
        The seat that must act; None when the game is over.
    due : {"call", "answer"} or None
        What it must do.
    legal : Acts
        What it may do.
    last, previous : Outcome or None
        The last call of the round, and what it had to follow: the call before it, or the one that
        was handed on. Of outcomes that tie the first.
    calls_made : int
        How many calls the round has had.
    last_caller : int or None
        The seat that has made the last one, and answers for it.
    thrower : int
        The seat whose throw lies under the cup.
    dice : {"looked_at", "thrown_blind", "handed_on"}
        How the dice came to lie there.
    roll : pair of ints or None
        What lies under the cup, where this seat has thrown and seen it.
    shown : pair of ints or None
        The dice that all have seen last.
    events : tuple of Event
        What has happened, as this seat has learned of it.

    Examples
    --------
    >>> from mia_stats import Game
    >>> game = Game([None, "liar"], rng=5, starter=0)
    >>> game.sees(0).roll, game.sees(1).roll
    ((5, 5), None)
    """

    seat: int | None
    players: tuple[str, ...]
    rules: Rules
    lives: tuple[int, ...]
    round: int
    opener: int
    to_act: int | None
    due: Literal["call", "answer"] | None
    legal: Acts
    last: Outcome | None
    previous: Outcome | None
    calls_made: int
    last_caller: int | None
    thrower: int
    dice: str
    roll: tuple[int, int] | None
    shown: tuple[int, int] | None
    events: tuple[Event, ...] = field(repr=False)
