"""Play whole games of Mia roll by roll, many at once: one block of games on one generator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import CAUSES, Rules, holds
from mia_stats.game.strategy import DOUBT, Tiers
from mia_stats.players.seating import Seating
from mia_stats.simulate.asking import Heard, Players
from mia_stats.simulate.results import SimulatedGames, add_up, no_games
from mia_stats.utils.sampling import AliasTable

__all__ = ["Throw", "play"]

_SLOTS = 1 << 14  # games played side by side: what a turn needs of them stays in the cache
_Bools: TypeAlias = NDArray[np.bool_]

Throw: TypeAlias = Callable[[int], Tiers]
"""Throws for n games: the tier that each one makes, or K for a toast."""


def play(
    game: Seating, games: int, rng: np.random.Generator, throw: Throw | None = None
) -> SimulatedGames:
    """Play games to the end and count what happened.

    Parameters
    ----------
    game : Seating
        The table; its players are asked as they are there, joined or not.
    games : int
        How many to play.
    rng : numpy.random.Generator
        Where all chance comes from.
    throw : callable, optional
        Throws the dice; those of the rules where it is not given.

    Returns
    -------
    SimulatedGames

    Raises
    ------
    ValueError
        If a strategy gives an illegal answer, or a game lasts longer than 10000 turns and 1000
        more for each life (or round) in it.
    """
    block = _Block(game, games, rng, throw or _dice(game.rules, rng))
    while len(block.seat):
        block.take_a_turn()
    return block.result()


def _dice(rules: Rules, rng: np.random.Generator) -> Throw:
    throws = AliasTable([[*rules.throw_chances, rules.toast_chance]])
    return lambda n: throws.draw_first(rng, n)


class _Block:
    """Games side by side, each at a stage of its own; one that ends makes room for the next.

    The arrays hold an entry for each running game. `seat` is who throws next, `state` the state of
    its round, `opener` who opened it, `started` the turn at which the game began.
    """

    def __init__(self, game: Seating, games: int, rng: np.random.Generator, throw: Throw) -> None:
        self.rules, self.rng, self.throw = game.rules, rng, throw
        self.names, self.starter = game.names, game.starter
        self.most_turns = 10_000 + 1000 * (game.rules.rounds or sum(game.lives))
        self.seats = len(game.players)
        self.counts = no_games(game.names, game.rules, game.lives)
        self.games = self.toasts = self.turn = 0
        self.round_counts = self.counts.round_counts
        self.waiting = games
        self.players = Players(game.players, game.rules, rng)
        self.has_toasts = bool(game.rules.toast_chance)
        self.first_lives = np.array(game.lives, np.int8)
        slots = min(games, _SLOTS)
        self.seat: Tiers = np.zeros(slots, np.intp)
        self.opener = np.zeros(slots, np.intp)
        self.state: Tiers = np.zeros(slots, np.intp)
        self.lives = np.zeros((slots, self.seats), np.int8)
        self.rounds = np.zeros(slots, np.intp)
        self.started = np.zeros(slots, np.intp)
        self._begin(np.arange(slots))

    def _begin(self, slot: Tiers) -> None:
        """Begin new games in some slots."""
        n = len(slot)
        self.waiting -= n
        if self.starter is None:
            self.seat[slot] = self.rng.integers(0, self.seats, n)
        else:
            self.seat[slot] = self.starter
        if self.has_toasts:
            self.opener[slot] = self.seat[slot]
        self.state[slot] = 0
        self.lives[slot] = self.first_lives
        self.rounds[slot] = 0
        self.started[slot] = self.turn

    def take_a_turn(self) -> None:
        """Let the player whose turn it is throw and call, and the next one answer, in each game."""
        self.turn += 1
        if self.turn % 64 == 0 and self.turn - self.started.min() > self.most_turns:
            raise ValueError(
                f"a game of {', '.join(dict.fromkeys(self.names))} has taken more than "
                f"{self.most_turns} turns; it may never end under these rules"
            )
        rolled = self._rolled()
        call = self.players.calls(self.state, self.seat, self.lives, rolled)
        responder = self.rules.next_seat(self.seat + 1, self.lives)
        heard = Heard(
            self.state, call, rolled, self.seat, responder, self.lives, np.zeros(len(call), np.int8)
        )
        false = self._is_false(rolled, call)
        self._count_calls(self.seat, false)
        answer = self.players.answers(heard, self._may_pass(heard))
        if self.rules.may_pass:
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
        if not self.has_toasts:
            return rolled
        toasts = np.flatnonzero(rolled == self.rules.tier_count)
        attempts = 0
        while len(toasts):
            attempts += 1
            if attempts > self.most_turns:
                raise ValueError(
                    f"more than {self.most_turns} toasts in a row; the game may never end"
                )
            self.toasts += len(toasts)
            self.seat[toasts] = self.opener[toasts]
            self.state[toasts] = 0
            rolled[toasts] = self.throw(len(toasts))
            toasts = toasts[rolled[toasts] == self.rules.tier_count]
        return rolled

    def _is_false(self, rolled: Tiers, call: Tiers) -> _Bools:
        found: _Bools = ~holds(self.rules, rolled, call)
        return found

    # The unseen pass

    def _may_pass(self, heard: Heard) -> _Bools:
        """Return where the cup may be handed on."""
        if not self.rules.may_pass:
            return np.broadcast_to(np.False_, heard.call.shape)
        alive = np.count_nonzero(heard.lives, axis=1)
        may: _Bools = self.rules.may_hand_on(heard.call, heard.passed, alive)
        return may

    def _pass_on(self, heard: Heard, answer: Tiers) -> None:
        """Hand the cup on where that was the answer, until nobody does; both are changed."""
        passing = np.flatnonzero(answer >= 0)
        while len(passing):
            asked = heard.at(passing)
            heard.passed[passing] += 1
            heard.state[passing], heard.call[passing], heard.liable[passing] = (
                self.rules.after_pass(
                    asked.state, asked.call, answer[passing], asked.liable, asked.responder
                )
            )
            if self.rules.passer_is_liable:
                false = self._is_false(heard.rolled[passing], heard.call[passing])
                self._count_calls(heard.liable[passing], false)
            asked = heard.at(passing)
            asked.responder = self.rules.next_seat(asked.responder + 1, asked.lives)
            heard.responder[passing] = asked.responder
            answer[passing] = self.players.answers(asked, self._may_pass(asked))
            passing = passing[answer[passing] >= 0]

    # The end of a round

    def _settle(self, slot: Tiers, heard: Heard, looked: _Bools, false: _Bools) -> None:
        """Settle the rounds that ended: who forfeits what, and who opens the next one."""
        caller, doubter = heard.liable[slot], heard.responder[slot]
        cause = self.rules.cause(heard.call[slot], seen=looked, true=~false)
        loser, lost = self.rules.forfeits(cause, caller, doubter)
        counts = np.bincount(loser * len(CAUSES) + cause, minlength=self.counts.forfeits.size)
        self.counts.forfeits[:] += counts.reshape(self.counts.forfeits.shape)
        if not self.rules.for_sips:
            self.lives[slot, loser] = np.maximum(self.lives[slot, loser] - lost, 0)
        self.seat[slot] = self.rules.opener(cause, caller, doubter, self.lives[slot])
        if self.has_toasts:
            self.opener[slot] = self.seat[slot]
        self.state[slot] = 0
        self.rounds[slot] += 1
        self._end_games(slot, loser)

    def _end_games(self, slot: Tiers, loser: Tiers) -> None:
        """Record the games that are over, begin waiting ones in their place, and drop the rest."""
        rules, counts = self.rules, self.counts
        if rules.for_sips:
            done = slot[self.rounds[slot] == rules.rounds]
        else:
            out = self.lives[slot, loser] == 0
            slot, loser = slot[out], loser[out]
            done = slot
            if rules.plays_on:
                alive = np.count_nonzero(self.lives[slot], axis=1)
                np.add.at(counts.places, (loser, alive), 1)
                done = slot[rules.is_over(alive, self.seats)]
                won = np.bincount(self.lives[done].argmax(axis=1), minlength=self.seats)
                counts.places[:, 0] += won
            else:
                won = len(done) - np.bincount(loser, minlength=self.seats)
            counts.wins[:] += won
            counts.losses[:] += len(done) - won
        if not len(done):
            return
        self.games += len(done)
        self.round_counts = add_up(self.round_counts, np.bincount(self.rounds[done]))
        again = done[: self.waiting]
        self._begin(again)
        if len(again) < len(done):
            running = np.ones(len(self.seat), np.bool_)
            running[done[len(again) :]] = False
            for name in ("seat", "opener", "state", "lives", "rounds", "started"):
                setattr(self, name, getattr(self, name)[running])

    # What is counted

    def _count_calls(self, seat: Tiers, false: _Bools) -> None:
        seats = self.seats
        counts = np.bincount(seat * 2 + false, minlength=2 * seats).reshape(-1, 2)
        self.counts.calls[:] += counts.sum(axis=1)
        self.counts.lies[:] += counts[:, 1]

    def result(self) -> SimulatedGames:
        """Return what has been counted."""
        return replace(
            self.counts,
            games=self.games,
            requested=self.games,
            round_counts=self.round_counts,
            toasts=self.toasts,
        )
