"""Who sits at one game: people, and players who are asked for one decision at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from mia_stats.game.by_lives import StrategyByLives, plays_by_lives
from mia_stats.game.decision import Decider
from mia_stats.game.legal import legal_answers, legal_calls
from mia_stats.game.published_rules import RulesLike
from mia_stats.game.settings import MOST_SEATS
from mia_stats.game.strategy import (
    AGAIN,
    DOUBT,
    EQUAL,
    UNSEEN,
    AnswerSituation,
    CallSituation,
    Strategy,
)
from mia_stats.players.characters import HONEST
from mia_stats.players.player import Player
from mia_stats.players.seating import Seating, check_order, take_seats
from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.game_state import Act, Position
from mia_stats.utils.checks import check_name, listed

__all__ = ["Person", "Seated", "asked", "seat_all"]


@dataclass(frozen=True)
class Person:
    """Somebody who decides outside of the program, and acts by `Game.act`.

    Parameters
    ----------
    name : str
        What logs and errors call the person.

    Examples
    --------
    >>> from mia_stats import Game
    >>> Game([Person("Ann"), "liar"], rng=1).players
    ('Ann', 'liar')
    """

    name: str

    def __post_init__(self) -> None:
        check_name(self.name, "a person")


Seated: TypeAlias = Player | Person | None
"""Who may sit at a `Game`: a player, or a person, who needs no name."""


def seat_all(
    players: Sequence[Seated],
    rules: RulesLike,
    lives: Sequence[int] | None,
    starter: int | None,
) -> Seating:
    """Return the game that players and people are about to play.

    Raises
    ------
    TypeError, ValueError
        As `take_seats`.
    """
    check_order(players)
    given = listed(players, "players, one for each seat,", MOST_SEATS)
    people = {
        seat: player or Person(f"seat {seat}")
        for seat, player in enumerate(given)
        if player is None or isinstance(player, Person)
    }
    # whoever stands in for the people can play by any rules
    stand_in = [HONEST if seat in people else player for seat, player in enumerate(given)]
    game = take_seats(stand_in, rules, lives, starter)
    sitting = tuple(people.get(seat, player) for seat, player in enumerate(game.players))
    return game._replace(names=tuple(player.name for player in sitting), players=sitting)


def asked(player: Any, position: Position, rng: np.random.Generator) -> Act:
    """Return what the player who must act does.

    Raises
    ------
    ValueError
        If a strategy in code says something illegal.
    """
    derived = isinstance(player, StrategyByLives) and not plays_by_lives(player)
    if derived or not isinstance(player, Decider):
        return _said_in_code(player, position, rng)
    seat, rules = position.to_act or 0, position.rules
    known: dict[str, Any] = {
        "rules": rules, "lives": position.lives[seat:] + position.lives[:seat], "rng": rng,
    }  # fmt: skip
    last: Any = position.outcome(position.call)
    if position.phase == "answer":
        previous = position.outcome(position.made_in - 1 if position.made_in else None)
        blind, may_pass = position.blind and not position.passed, position.may_pass
        answer: Act = player.answer_to(last, previous, blind=blind, may_pass=may_pass, **known)
        return answer
    roll: Any = None
    if position.dice is not None and not position.blind:
        roll = Outcome.from_dice(*position.dice)
    if position.may_throw_again and player.throws_again(roll, last, **known):
        return "again"
    call: Outcome = player.call(roll, last, **known)
    return call


def _said_in_code(player: Strategy, position: Position, rng: np.random.Generator) -> Act:
    """Ask a strategy of one's own, as it is asked about many games."""
    seat, seats, rules = position.to_act or 0, position.seats, position.rules
    made = position.calls_made
    last_caller = (position.liable - seat) % seats if made else 0
    seen: dict[str, Any] = {
        "rules": rules, "seat": np.array([seat]), "seat_lives": np.array([position.lives]),
        "calls_made": np.array([made]), "last_caller": np.array([last_caller]),
        "dice": np.array([position.how_dice_lie]),
    }  # fmt: skip
    if position.phase == "answer":
        assert position.call is not None, "there is a call to answer"
        heard = AnswerSituation(
            state=np.array([position.made_in]), call=np.array([position.call]),
            may_pass=np.array([position.may_pass]), **seen,
        )  # fmt: skip
        return _answer(int(legal_answers(player, heard, rng)[0]), position)
    rolled = UNSEEN
    if not position.blind and position.dice is not None:
        rolled = rules.tier(Outcome.from_dice(*position.dice))
    thrown = CallSituation(
        state=np.array([position.state]), rolled=np.array([rolled]),
        may_throw_again=np.array([position.may_throw_again]), **seen,
    )  # fmt: skip
    call = int(legal_calls(player, thrown, rng)[0])
    return "again" if call == AGAIN else rules.tier_outcomes(call)[0]


def _answer(said: int, position: Position) -> Act:
    """Return what an answer in numbers means."""
    if said >= 0:
        return position.rules.tier_outcomes(said)[0]
    if said == EQUAL:
        return "believe"
    mia = position.call == position.rules.top
    if said == DOUBT:
        return "look" if mia else "doubt"
    return "fold" if mia else "believe"
