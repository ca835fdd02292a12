"""Who may be one of several players, some of whom play by the lives of all."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from mia_stats.game.by_lives import StrategyByLives
from mia_stats.game.decision import table_for
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import UNSEEN, AnswerSituation, CallSituation, Tiers
from mia_stats.game.table_play import TablePlayers
from mia_stats.game.table_strategy import TableStrategy
from mia_stats.players.player import Mixture, one_player

__all__ = ["MeanByLives"]

_MOST_KEPT = 2048


class MeanByLives(StrategyByLives):
    """The mean of several players by the lives of all, its own first, then to its left.

    Parameters
    ----------
    mixture : Mixture
        Who they may be; `by_lives` is true of it.
    rules : Rules
        The house rules that they play by.

    Raises
    ------
    ValueError
        If somebody is for other rules.
    """

    def __init__(self, mixture: Mixture, rules: Rules) -> None:
        self.name, self.rules, self._mixture = mixture.name, rules, mixture
        self._by_lives: list[StrategyByLives] = []
        for player in map(one_player, mixture.players):
            if isinstance(player, Mixture) and player.by_lives:
                self._by_lives.append(MeanByLives(player, rules))
            elif isinstance(player, StrategyByLives):
                player.check(rules)
                self._by_lives.append(player)

    @property
    def seats(self) -> int:
        """How many players it is for."""
        return self._by_lives[0].seats

    def _check_lives(self, lives: tuple[int, ...]) -> None:
        for player in self._by_lives:
            player.check(self.rules, lives)

    def _table(self, lives: tuple[int, ...]) -> TableStrategy:
        table: TableStrategy = table_for(self._mixture, self.rules, lives)
        return table

    def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:
        """Return a call for each game, drawn from the means for the lives in it.

        Parameters
        ----------
        seen : CallSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            Tiers, or `AGAIN`.
        """

        def ask(mean: TablePlayers, at: Tiers) -> Tiers:
            rolled, where = seen.rolled[at], (seen.seat[at], seen.seat_lives[at], rng)
            calls = mean.calls(seen.state[at], np.maximum(rolled, 0), *where)
            if not (rolled == UNSEEN).any():
                return calls
            return np.where(rolled == UNSEEN, mean.blind_calls(seen.state[at], *where), calls)

        return self._asked(seen, ask)

    def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Tiers:
        """Return an answer for each game, drawn from the means for the lives in it.

        Parameters
        ----------
        seen : AnswerSituation
            What the player sees.
        rng : numpy.random.Generator
            Where its chance comes from.

        Returns
        -------
        array of int, shape (n,)
            As `Strategy` has them.
        """

        def ask(mean: TablePlayers, at: Tiers) -> Tiers:
            return mean.answers(
                seen.state[at], seen.call[at], seen.may_pass[at], seen.seat[at],
                seen.seat_lives[at], seen.dice[at], rng,
            )  # fmt: skip

        return self._asked(seen, ask)

    def _asked(self, seen: Any, ask: Callable[[TablePlayers, Tiers], Tiers]) -> Tiers:
        """Ask about the games with the same lives of all together."""
        self._check(seen)
        said = np.empty(len(seen.state), np.intp)
        each, which = np.unique(seen.lives, axis=0, return_inverse=True)
        for number, lives in enumerate(each.tolist()):
            at = np.flatnonzero(which.ravel() == number)
            said[at] = ask(self._player(tuple(lives), seen.rules), at)
        return said

    def _player(self, lives: tuple[int, ...], rules: Rules) -> TablePlayers:
        if (lives, rules) not in self._players:
            if len(self._players) >= _MOST_KEPT:
                self._players.clear()
            self._players[lives, rules] = TablePlayers([(self.at(*lives),)], rules)
        return self._players[lives, rules]

    @cached_property
    def _players(self) -> dict[tuple[tuple[int, ...], Rules], TablePlayers]:
        """Who draws from the mean, by lives and rules; each takes milliseconds to make."""
        return {}
