"""Play whole games of Mia roll by roll, many at once: one block of games on one generator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.rules import CAUSES, Rules, holds
from mia_stats.game.strategy import AGAIN, DOUBT, EQUAL, HANDED_ON, THROWN_BLIND, Tiers
from mia_stats.players.seating import Seating
from mia_stats.simulate.asking import Heard, Players, Thrown
from mia_stats.simulate.results import SimulatedGames, add_up, no_games
from mia_stats.utils.sampling import AliasTable

__all__ = ["Throw", "play"]

_SLOTS = 1 << 14  # games played side by side: what a turn needs of them stays in the cache
_KEPT = ("seat", "opener", "state", "lives", "rounds", "started")  # for each running game
_FOLLOWED = ("made", "caller")  # for strategies in code
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


class _Ends(NamedTuple):
    """How rounds end: in which games, why, between whom, and whether all others pay."""

    slot: Tiers
    cause: Tiers
    caller: Tiers
    doubter: Tiers
    others: _Bools


class _Block:
    """Games side by side, each at a stage of its own; one that ends makes room for the next.

    The arrays hold an entry for each running game. `seat` is who throws next, `state` the state of
    its round, `opener` who opened it, `started` the turn at which the game began, `made` how many
    calls the round has had, and `caller` who made the last one.
    """

    def __init__(self, game: Seating, games: int, rng: np.random.Generator, throw: Throw) -> None:
        self.rules, self.rng, self.throw = game.rules, rng, throw
        self.names, self.starter = game.names, game.starter
        self.most_turns = game.most_turns
        self.seats = len(game.players)
        self.counts = no_games(game.names, game.rules, game.lives)
        self.games = self.toasts = self.turn = 0
        self.round_counts = self.counts.round_counts
        self.waiting = games
        self.players = Players(game.players, game.rules, rng)
        self.has_toasts = bool(game.rules.toast_chance)
        self.first_lives = game.lives
        slots = min(games, _SLOTS)
        self.seat: Tiers = np.zeros(slots, np.intp)
        self.opener = np.zeros(slots, np.intp)
        self.state: Tiers = np.zeros(slots, np.intp)
        self.lives = np.zeros((slots, self.seats), np.int8)
        self.rounds = np.zeros(slots, np.intp)
        self.started = np.zeros(slots, np.intp)
        self.made: Any = None
        self.caller: Any = None
        if self.players.follows:
            self.made, self.caller = np.zeros((2, slots), np.intp)
        self._begin(np.arange(slots))

    def _begin(self, slot: Tiers) -> None:
        """Begin new games in some slots."""
        n = len(slot)
        self.waiting -= n
        if self.starter is None:
            opener = self.rng.integers(0, self.seats, n)
        else:
            opener = np.full(n, self.starter)
        self._begin_round(slot, opener)
        for seat, number in enumerate(self.first_lives):  # columns fill faster than rows
            self.lives[:, seat][slot] = number
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
        thrown = Thrown(self.state, self.seat, self.lives, self._rolled(), self.made, self.caller)
        if self.rules.shown_at_all:
            shown = self.rules.shows(thrown.rolled)
            slot = np.flatnonzero(~shown)
            ends = [self._shown(np.flatnonzero(shown)), self._called(thrown.at(slot), slot)]
            self._settle(*map(np.concatenate, zip(*ends, strict=True)))
        else:
            self._settle(*self._called(thrown))

    def _shown(self, slot: Tiers) -> _Ends:
        """Return how the rounds end in which a Mia was thrown that is shown at once."""
        caller = self.seat[slot]
        doubter = self.rules.next_seat(caller + 1, self.lives[slot])
        top = np.full(len(slot), self.rules.top)
        true = np.ones(len(slot), np.bool_)
        cause = self.rules.cause(top, seen=true, true=true, mia=true)
        return _Ends(slot, cause, caller, doubter, true & self.rules.shown_to_others)

    def _called(self, thrown: Thrown, slot: Tiers | None = None) -> _Ends:
        """Let those who threw call, and the next ones answer; return how the rounds end that do.

        `slot` says which games they are, if not all.
        """
        call, n = self.players.calls(thrown), len(thrown.state)
        dice = np.zeros(n, np.int8)
        if self.rules.may_throw_again:
            self._throw_again(thrown, call, dice)
        rolled = thrown.rolled
        made = None if thrown.made is None else thrown.made + 1
        responder = self.rules.next_seat(thrown.seat + 1, thrown.lives)
        heard = Heard(
            thrown.state, call, rolled, thrown.seat, responder, thrown.lives,
            np.zeros(n, np.int8), dice, made,
        )  # fmt: skip
        false = self._is_false(rolled, call)
        self._count_calls(thrown.seat, false)
        answer = self.players.answers(heard, self._may_pass(heard))
        if self.rules.may_pass:
            self._pass_on(heard, answer)
            false = self._is_false(rolled, heard.call)
        over = heard.call == self.rules.top
        if self.rules.may_equal_mia:
            over &= answer != EQUAL
        over |= answer == DOUBT
        state = heard.call.astype(np.intp) + 1  # as wide as an index, for every numpy
        if slot is None:
            self.state, self.seat = state, heard.responder
        else:
            self.state[slot], self.seat[slot] = state, heard.responder
        if self.made is not None:
            games = slice(None) if slot is None else slot
            self.made[games], self.caller[games] = heard.made, heard.liable
        ended = np.flatnonzero(over)
        looked, false = answer[ended] == DOUBT, false[ended]
        if self.has_toasts and self.rules.may_throw_again:  # one may have been thrown blind
            toast = looked & (rolled[ended] == self.rules.tier_count)
            self._drink(ended[toast] if slot is None else slot[ended[toast]])
            ended, looked, false = ended[~toast], looked[~toast], false[~toast]
        return self._ends(ended if slot is None else slot[ended], heard, ended, looked, false)

    def _throw_again(self, thrown: Thrown, call: Tiers, dice: Tiers) -> None:
        """Throw once more where that was said instead of a call; all three are changed."""
        again = np.flatnonzero(call == AGAIN)
        if len(again):
            thrown.rolled[again] = self.throw(len(again))
            call[again] = self.players.blind_calls(thrown.at(again))
            dice[again] = THROWN_BLIND

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
            self._drink(toasts)
            rolled[toasts] = self.throw(len(toasts))
            toasts = toasts[rolled[toasts] == self.rules.tier_count]
        return rolled

    def _is_false(self, rolled: Tiers, call: Tiers) -> _Bools:
        """Return where a call is a lie; over a toast, which nobody has seen, none is."""
        found: _Bools = ~holds(self.rules, rolled, call)
        if self.has_toasts and self.rules.may_throw_again:
            found &= rolled != self.rules.tier_count
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
            heard.dice[passing] = HANDED_ON
            heard.state[passing], heard.call[passing], heard.liable[passing] = (
                self.rules.after_pass(
                    asked.state, asked.call, answer[passing], asked.liable, asked.responder
                )
            )
            if self.rules.passer_is_liable:
                if heard.made is not None:
                    heard.made[passing] += 1
                false = self._is_false(heard.rolled[passing], heard.call[passing])
                self._count_calls(heard.liable[passing], false)
            asked = heard.at(passing)
            asked.responder = self.rules.next_seat(asked.responder + 1, asked.lives)
            heard.responder[passing] = asked.responder
            answer[passing] = self.players.answers(asked, self._may_pass(asked))
            passing = passing[answer[passing] >= 0]

    # The end of a round

    def _ends(
        self, slot: Tiers, heard: Heard, ended: Tiers, looked: _Bools, false: _Bools
    ) -> _Ends:
        """Return how rounds end; `ended` says which calls of those heard are the last ones."""
        call, mia = heard.call[ended], None
        if self.rules.mia_by != "call":
            mia = heard.rolled[ended] == self.rules.top
        cause = self.rules.cause(call, seen=looked, true=~false, mia=mia)
        others = np.zeros(len(slot), np.bool_)
        if self.rules.several_may_pay:
            others = self.rules.others_pay(call, cause)
        return _Ends(slot, cause, heard.liable[ended], heard.responder[ended], others)

    def _drink(self, slot: Tiers) -> None:
        """Let all drink in some games, where a toast was thrown: who opened it opens it again."""
        self.toasts += len(slot)
        self._begin_round(slot, self.opener[slot])

    def _begin_round(self, slot: Tiers, opener: Tiers) -> None:
        """Let seats open a round in some games."""
        self.seat[slot], self.state[slot] = opener, 0
        if self.has_toasts:
            self.opener[slot] = opener
        if self.made is not None:
            self.made[slot], self.caller[slot] = 0, opener

    def _settle(
        self, slot: Tiers, cause: Tiers, caller: Tiers, doubter: Tiers, others: _Bools
    ) -> None:
        """Settle rounds that ended: who forfeits what, and who opens the next one."""
        if not len(slot):
            return
        rules, at, why = self.rules, slot, cause
        loser, lost = rules.forfeits(cause, caller, doubter)
        if rules.several_may_pay:
            pays = rules.payers(cause, caller, doubter, others, self.lives.take(slot, axis=0))
            game, loser = np.nonzero(pays)
            at, why, lost = slot[game], cause[game], lost[game]
        counts = np.bincount(loser * len(CAUSES) + why, minlength=self.counts.forfeits.size)
        self.counts.forfeits[:] += counts.reshape(self.counts.forfeits.shape)
        left = self.lives[at, loser]
        if not rules.for_sips:
            self.lives[at, loser] = left = np.maximum(left - lost, 0)
        # whole rows are taken, for an index in brackets is four times slower
        lives = self.lives.take(slot, axis=0)
        self._begin_round(slot, rules.opener(cause, caller, doubter, lives, self.rng))
        self.rounds[slot] += 1
        self._end_games(slot, at[left == 0], loser[left == 0])

    def _end_games(self, slot: Tiers, at: Tiers, loser: Tiers) -> None:
        """Record the games that are over, begin waiting ones in their place, and drop the rest.

        `at` and `loser` say in which of the slots who has gone out.
        """
        rules, counts = self.rules, self.counts
        if rules.for_sips:
            done = slot[self.rounds[slot] == rules.rounds]
        else:
            done = np.unique(at) if rules.several_may_pay else at
            if rules.plays_on:
                alive = np.count_nonzero(self.lives.take(at, axis=0), axis=1)
                np.add.at(counts.places, (loser, alive), 1)
                left = np.count_nonzero(self.lives.take(done, axis=0), axis=1)
                done = done[rules.is_over(left, self.seats)]
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
            for name in _KEPT + _FOLLOWED * (self.made is not None):
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
