"""Play whole games of Mia roll by roll, many at once: one block of games on one generator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import CAUSES, Rules, holds
from mia_stats.game.strategy import DOUBT, Tiers
from mia_stats.simulate.asking import Heard, Players, Seated
from mia_stats.simulate.tally import Tally
from mia_stats.utils.sampling import AliasTable

__all__ = ["Setup", "Throw", "play"]

_LIE, _MIA_LIE, _WRONG_DOUBT, _FOLDED, _LOOKED = range(5)
_CAUSE_OF = np.array(  # by whether the dice were seen, the call was false, and it was Mia
    [_FOLDED] * 4 + [_WRONG_DOUBT, _LOOKED, _LIE, _MIA_LIE]
)
_SLOTS = 1 << 14  # games played side by side: what a turn needs of them stays in the cache
_Bools: TypeAlias = NDArray[np.bool_]

Throw: TypeAlias = Callable[[int], Tiers]
"""Throws for n games: the tier that each one makes, or K for a toast."""


@dataclass(frozen=True)
class Setup:
    """Who plays, by which rules, with how many lives, and who starts (None: drawn at random)."""

    players: tuple[Seated, ...]
    rules: Rules
    lives: tuple[int, ...]
    starter: int | None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def most_turns(self) -> int:
        """How many turns a game may last: 10000, and 1000 more for each life or round."""
        return 10_000 + 1000 * (self.rules.rounds or sum(self.lives))

    @cached_property
    def _throws(self) -> AliasTable:
        return AliasTable([[*self.rules.throw_chances, self.rules.toast_chance]])

    def dice(self, rng: np.random.Generator) -> Throw:
        """Return what throws the dice of these rules with a generator."""
        return lambda n: self._throws.draw_first(rng, n)


def play(setup: Setup, games: int, rng: np.random.Generator, throw: Throw | None = None) -> Tally:
    """Play games to the end and count what happened.

    Parameters
    ----------
    setup : Setup
        The table.
    games : int
        How many to play.
    rng : numpy.random.Generator
        Where all chance comes from.
    throw : callable, optional
        Throws the dice; those of the rules where it is not given.

    Returns
    -------
    Tally

    Raises
    ------
    ValueError
        If a strategy gives an illegal answer, or a game lasts longer than `setup.most_turns`.
    """
    block = _Block(setup, games, rng, throw or setup.dice(rng))
    while len(block.seat):
        block.take_a_turn()
    return block.tally


class _Block:
    """Games side by side, each at a stage of its own; one that ends makes room for the next.

    The arrays hold an entry for each running game. `seat` is who throws next, `state` the state of
    its round, `opener` who opened it, `started` the turn at which the game began.
    """

    def __init__(self, setup: Setup, games: int, rng: np.random.Generator, throw: Throw) -> None:
        self.setup, self.rules, self.rng, self.throw = setup, setup.rules, rng, throw
        self.tally = Tally(setup.seats)
        self.turn = 0
        self.waiting = games
        self.players = Players(setup.players, setup.rules, rng)
        self.left = (np.arange(setup.seats) + 1) % setup.seats
        self.costs = np.array([setup.rules.costs[cause] for cause in CAUSES], np.int8)
        self.first_lives = np.array(setup.lives, np.int8)
        slots = min(games, _SLOTS)
        self.seat: Tiers = np.zeros(slots, np.intp)
        self.opener = np.zeros(slots, np.intp)
        self.state: Tiers = np.zeros(slots, np.intp)
        self.lives = np.zeros((slots, setup.seats), np.int8)
        self.rounds = np.zeros(slots, np.intp)
        self.started = np.zeros(slots, np.intp)
        self._begin(np.arange(slots))

    def _begin(self, slot: Tiers) -> None:
        """Begin new games in some slots."""
        n = len(slot)
        self.waiting -= n
        starter = self.setup.starter
        if starter is None:
            self.seat[slot] = self.rng.integers(0, self.setup.seats, n)
        else:
            self.seat[slot] = starter
        if self.rules.toast:
            self.opener[slot] = self.seat[slot]
        self.state[slot] = 0
        self.lives[slot] = self.first_lives
        self.rounds[slot] = 0
        self.started[slot] = self.turn

    def take_a_turn(self) -> None:
        """Let the player whose turn it is throw and call, and the next one answer, in each game."""
        self.turn += 1
        if self.turn % 64 == 0 and self.turn - self.started.min() > self.setup.most_turns:
            raise ValueError(
                f"a game of {self.players.names} has taken more than {self.setup.most_turns} "
                "turns; it may never end under these rules"
            )
        rolled = self._rolled()
        call = self.players.calls(self.state, self.seat, self.lives, rolled)
        responder = self._next(self.seat, self.lives)
        heard = Heard(
            self.state, call, rolled, self.seat, responder, self.lives, np.zeros(len(call), np.int8)
        )
        false = self._is_false(rolled, call)
        self.tally.add_calls(self.seat, false)
        answer = self.players.answers(heard, self._may_pass(heard))
        if self.rules.unseen_pass != "never":
            self._pass_on(heard, answer)
            false = self._is_false(rolled, heard.call)
        over = (answer == DOUBT) | (heard.call == self.rules.top)
        self.state = heard.call.astype(np.intp) + 1  # as wide as an index, for every numpy
        self.seat = heard.responder
        ended = np.flatnonzero(over)
        if len(ended):
            self._settle(ended, heard, answer[ended] == DOUBT, false[ended])

    def _rolled(self) -> Tiers:
        """Throw in each game; a toast begins the round anew, with a throw of who opened it."""
        rolled = self.throw(len(self.seat))
        if not self.rules.toast:
            return rolled
        toasts = np.flatnonzero(rolled == self.rules.tier_count)
        attempts = 0
        while len(toasts):
            attempts += 1
            if attempts > self.setup.most_turns:
                raise ValueError(
                    f"more than {self.setup.most_turns} toasts in a row; the game may never end"
                )
            self.tally.toasts += len(toasts)
            self.seat[toasts] = self.opener[toasts]
            self.state[toasts] = 0
            rolled[toasts] = self.throw(len(toasts))
            toasts = toasts[rolled[toasts] == self.rules.tier_count]
        return rolled

    def _is_false(self, rolled: Tiers, call: Tiers) -> _Bools:
        found: _Bools = ~holds(self.rules, rolled, call)
        return found

    def _next(self, seat: Tiers, lives: NDArray[np.int8]) -> Tiers:
        """Return who sits to the left, passing over those who are out."""
        seat = self.left.take(seat)
        if self.rules.ending == "last_standing":
            out = np.flatnonzero(lives[np.arange(len(seat)), seat] == 0)
            while len(out):
                seat[out] = self.left[seat[out]]
                out = out[lives[out, seat[out]] == 0]
        return seat

    # The unseen pass

    def _may_pass(self, heard: Heard) -> _Bools:
        """Return where the cup may be handed on: never back to who threw it, and never Mia."""
        if self.rules.unseen_pass == "never":
            return np.broadcast_to(np.False_, heard.call.shape)
        alive = np.count_nonzero(heard.lives, axis=1)
        most = np.minimum(alive - 2, 1) if self.rules.unseen_pass == "free" else alive - 2
        may: _Bools = (heard.passed < most) & (heard.call != self.rules.top)
        return may

    def _pass_on(self, heard: Heard, answer: Tiers) -> None:
        """Hand the cup on where that was the answer, until nobody does; both are changed."""
        passing = np.flatnonzero(answer >= 0)
        while len(passing):
            heard.passed[passing] += 1
            if self.rules.unseen_pass == "liable":
                heard.state[passing] = heard.call[passing] + 1
                heard.call[passing] = answer[passing]
                heard.liable[passing] = heard.responder[passing]
                false = self._is_false(heard.rolled[passing], heard.call[passing])
                self.tally.add_calls(heard.liable[passing], false)
            asked = heard.at(passing)
            asked.responder = self._next(asked.responder, asked.lives)
            heard.responder[passing] = asked.responder
            answer[passing] = self.players.answers(asked, self._may_pass(asked))
            passing = passing[answer[passing] >= 0]

    # The end of a round

    def _settle(self, slot: Tiers, heard: Heard, looked: _Bools, false: _Bools) -> None:
        """Settle the rounds that ended: who forfeits what, and who opens the next one."""
        rules = self.rules
        doubter, caller = heard.responder[slot], heard.liable[slot]
        mia = heard.call[slot] == rules.top
        caught = looked & false
        cause = _CAUSE_OF.take(looked * np.int8(4) + false * np.int8(2) + mia)
        loser = np.where(caught, caller, doubter)
        counts = np.bincount(loser * len(CAUSES) + cause, minlength=self.tally.forfeits.size)
        self.tally.forfeits += counts.reshape(self.tally.forfeits.shape)
        self.rounds[slot] += 1
        if rules.forfeit == "life":
            left = self.lives[slot, loser] - self.costs.take(cause)
            self.lives[slot, loser] = np.maximum(left, 0)
        last_standing = rules.ending == "last_standing"
        lives = self.lives[slot] if last_standing else self.lives  # else nobody looks at them

        match rules.next_starter:
            case "standard":
                starter = np.where(caught, doubter, self._next(doubter, lives))
            case "loser":
                starter = loser
            case "winner":
                starter = np.where(caught, doubter, caller)
            case "doubter":
                starter = doubter
        if last_standing:
            out = np.flatnonzero(lives[np.arange(len(slot)), starter] == 0)
            starter = starter.copy()  # it may be who lost, who is counted below
            starter[out] = self._next(starter[out], lives[out])
        self.seat[slot] = starter
        if rules.toast:
            self.opener[slot] = starter
        self.state[slot] = 0
        self._end_games(slot, loser)

    def _end_games(self, slot: Tiers, loser: Tiers) -> None:
        """Record the games that are over, begin waiting ones in their place, and drop the rest."""
        tally, rules = self.tally, self.rules
        if rules.ending == "rounds":
            done = slot[self.rounds[slot] == rules.rounds]
        else:
            out = self.lives[slot, loser] == 0
            slot, loser = slot[out], loser[out]
            done = slot
            if rules.ending == "last_standing":
                alive = np.count_nonzero(self.lives[slot], axis=1)
                np.add.at(tally.places, (loser, alive), 1)
                done = slot[alive == 1]
                survivor = self.lives[done].argmax(axis=1)
                won = np.bincount(survivor, minlength=tally.seats)
                tally.places[:, 0] += won
                tally.wins += won
                tally.losses += len(done) - won
            else:
                lost = np.bincount(loser, minlength=tally.seats)
                tally.losses += lost
                tally.wins += len(done) - lost
        if not len(done):
            return
        tally.games += len(done)
        tally.add_rounds(np.bincount(self.rounds[done]))
        again = done[: self.waiting]
        self._begin(again)
        if len(again) < len(done):
            running = np.ones(len(self.seat), np.bool_)
            running[done[len(again) :]] = False
            for name in ("seat", "opener", "state", "lives", "rounds", "started"):
                setattr(self, name, getattr(self, name)[running])
