"""The best reply of one player to all others in a round, where their chances are given."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.ring import (
    SEEN,
    Habits,
    Turns,
    Worth,
    dice_over,
    habits_of,
    repeated,
    together,
    zeros,
)
from mia_stats.game.rules import Rules, holds
from mia_stats.game.settings import PRICES
from mia_stats.game.stakes import Stakes, round_stakes
from mia_stats.game.strategy import BELIEVE, DOUBT, EQUAL, FOLD
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["RingReply", "check_reply", "respond", "round_worth"]


def check_reply(rules: Rules) -> None:
    """Raise where a best reply is not known, and say what works.

    Raises
    ------
    ValueError
        If the rules have toasts, are of sips, let something be had for nothing, or allow a round
        that never ends.
    """
    works = "simulate_games and evaluate weigh given strategies under any rules"
    if rules.toast:
        raise ValueError(f"toasts have no closed form here; {works}")
    if rules.for_sips:
        raise ValueError(f"a game of sips has no closed form here; {works}")
    name, chance = rules.tier_words(rules.top), rules.throw_chances[rules.top]
    if rules.may_equal and not chance:
        raise ValueError(
            "calls that may be equalled have no closed form where nobody can throw "
            f"{name}, for such a round may never end; {works}"
        )
    for price in PRICES:
        if getattr(rules, price) == 0:
            raise ValueError(f"{price}=0 has no closed form here, it must cost 1 or more; {works}")
    stakes = round_stakes(rules, Fraction(1))
    if rules.may_equal_mia and chance * stakes.true[-1] + (1 - chance) * stakes.lie[-1] >= 0:
        raise ValueError(
            f"an answer of {name} to {name} has no closed form where {name} is thrown so often "
            f"that nobody would look at it, for such a round may never end; {works}"
        )


class RingReply:
    """The best play of one player in a ring, by what the others do, in many games at once.

    Parameters
    ----------
    others : Habits
        By game (one where all games are alike in that), and by place, from my left on.
    rules : Rules
        The house rules; nobody hands a cup on.
    worth : Worth
        What the ends are worth to me, by game, and by who has called: me first.
    close : float
        A gain so small is none; 0 for Fractions.
    """

    def __init__(self, others: Habits, rules: Rules, worth: Worth, close: float) -> None:
        self.rules, self.worth, self.close = rules, worth, close
        self.next, self.last = others.places(slice(0, 1)), others.places(slice(-1, None))
        self.turns = Turns(others.places(slice(-1)), others.places(slice(1, None)), rules)
        self.ended = self.turns.ended(Worth(*(part[:, 1:-1] for part in worth)))
        _, n, kinds, states, k = others.doubts.shape
        games, self.n, self.k = len(worth.shown), n + 1, k
        kind = others.made.dtype
        self.chances = np.array(rules.throw_chances).astype(kind)
        self.values = zeros((games, n + 1, k + 1), exact=others.exact)
        """What I expect, by who throws, me first, and by state."""
        self.called = np.full((games, states, k), -1, np.int8)
        """My call by state and throw; K is another throw, blind."""
        self.called_blind = np.full((games, states), -1, np.int8)
        self.answers = np.full((games, kinds, states, k), BELIEVE, np.int8)
        """My answers by kind of dice, state and call."""
        self.brings = np.swapaxes(worth.doubted[:, 0], -1, -2)
        """What a call of mine that is doubted brings, by the dice under it and call."""
        seen = self.last.made[:, 0, ..., SEEN] * worth.doubted[:, -1, None, None]
        self.doubted = seen.sum(axis=-1)
        """What calls bring that I doubt, by kind of dice, state and call."""
        for state in range(states - 1, -1, -1):
            self._weigh(state)

    def _weigh(self, state: int) -> None:
        """Weigh a state, once all later ones are weighed."""
        values, turns = self.values, self.turns
        then = turns.onward[..., state, state:] * values[:, 2:, state + 1 :]
        values[:, 1:-1, state] = self.ended[..., state] + then.sum(axis=-1)
        values[:, -1, state] = self._answer(state)
        call = repeated(self.rules, state)
        if call is None:
            values[:, 0, state], _ = self._call(state)
        else:
            self._weigh_repeated(state, call)

    def _weigh_repeated(self, state: int, call: int) -> None:
        """Weigh a state that leads to itself round the ring, where a call is repeated.

        What I get when I throw there rises with what I get when I throw there again. I begin by
        doubting the repeated call. Each policy is valued exactly and then bettered, until none is.
        """
        values, shares = self.values[..., state], self.turns.onward[..., state, call]
        settled = values[:, 1:].copy()
        often, ended = self.last.often[:, 0, :, state, call], self.doubted[..., state, call]
        refused = np.full(ended.shape, DOUBT, np.int8)
        if call == self.rules.top and self.rules.may_fold:
            folded = often * self.worth.folded[:, -1, None]
            refused = np.where(folded >= ended - self.close, np.int8(FOLD), refused)
            ended = np.maximum(folded, ended)
        believes = np.zeros(ended.shape, np.bool_)
        for step in range(self.k + believes.shape[1] + 4):  # more choices there are none
            kept = np.where(believes, often, 0 * often).sum(axis=-1)
            values[:, -1] = settled[:, -1] + np.where(believes, 0 * ended, ended).sum(axis=-1)
            values[:, -1] += kept * values[:, 0]
            for place in range(self.n - 2, 0, -1):
                share = shares[:, place - 1]
                values[:, place] = settled[:, place - 1] + share * values[:, place + 1]
                kept = kept * share
            value, again = self._call(state)
            gain, left = value - values[:, 0], 1 - kept * again
            better = (step == 0) | ((gain > self.close) & (left > self.close))
            values[:, 0] += np.where(better, gain / np.where(better, left, 1), 0)
            more = believes | (often * values[:, :1] > ended + self.close)
            if not better.any() and (more == believes).all():
                break
            believes = more  # who believes once goes on, for the values only rise from here
        said = EQUAL if call == self.rules.top else BELIEVE
        self.answers[..., state, call] = np.where(believes, np.int8(said), refused)

    def _answer(self, state: int) -> NDArray[Any]:
        """Choose answers to all calls but a repeated one; return what they bring in all."""
        rules, stop = self.rules, self.rules.top + self.rules.may_equal_mia
        often, most = self.last.often[:, 0, :, state], self.doubted[..., state, state:].copy()
        answers, believed = self.answers[..., state, state:], most[..., : stop - state]
        onward = often[..., state:stop] * self.values[:, None, 0, state + 1 : stop + 1]
        better = onward >= believed - self.close
        believed[better] = np.maximum(onward, believed)[better]
        answers[:] = DOUBT
        answers[..., : stop - state][better] = BELIEVE
        if state <= rules.top:
            answers[..., -1][answers[..., -1] == BELIEVE] = EQUAL
            if rules.may_fold:
                folded = often[..., -1] * self.worth.folded[:, -1, None]
                better = folded >= most[..., -1] - self.close
                most[..., -1][better] = np.maximum(folded, most[..., -1])[better]
                answers[..., -1][better] = FOLD
        brings: NDArray[Any] = most.sum(axis=(1, 2)) + self.turns.shown * self.worth.shown[:, -1]
        return brings

    def _offers(self, kind: int, state: int, brings: NDArray[Any]) -> NDArray[Any]:
        """Return what each legal call brings over dice of a kind, by what it brings if doubted."""
        lowest = self.rules.lowest_call(state)
        doubts, onward, folds = (
            part[:, 0, kind, state, lowest:]
            for part in (self.next.doubts, self.next.onward, self.next.folds)
        )
        kept = onward * self.values[:, 1, lowest + 1 :]
        kept[:, -1] += folds[:, -1] * self.worth.folded[:, 0]
        offers: NDArray[Any] = kept[:, None] + doubts[:, None] * brings[..., lowest:]
        return offers

    def _call(self, state: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Choose a call for each throw; return what they bring, and how often one is repeated."""
        rules, lowest, throws = self.rules, self.rules.lowest_call(state), np.arange(self.k)
        called, dice = self.called[:, state], dice_over(rules)[:, lowest:]
        offers = self._offers(0, state, self.brings)[:, dice, np.arange(self.k - lowest)]
        if rules.may_throw_again:
            blind, again_blind = self._call_blind(state)
            ways = np.broadcast_to(blind[:, None, None], (*offers.shape[:2], 1))
            offers = np.concatenate([offers, ways], axis=-1)
        brings, chosen = self._chosen(offers, called - lowest, throws - lowest)
        called[:] = chosen + lowest
        if rules.shown_at_all:
            called[:, -1], brings[:, -1] = rules.top, self.worth.shown[:, 0]
        value = (brings * self.chances).sum(axis=-1)
        if lowest == state:
            return value, 0 * value
        repeats = (called == lowest) & ~rules.shows(throws)
        again = (repeats * self.chances).sum(axis=-1) * self.next.onward[:, 0, 0, state, lowest]
        if rules.may_throw_again:
            again = again + ((called == self.k) * self.chances).sum(axis=-1) * again_blind
        return value, again

    def _call_blind(self, state: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Choose a call over a blind throw; return the same of it."""
        lowest, called = self.rules.lowest_call(state), self.called_blind[:, state, None]
        by_throw = self.brings[:, dice_over(self.rules), np.arange(self.k)]
        mean = (by_throw * self.chances[:, None]).sum(axis=1, keepdims=True)
        none = np.full(1, -1)  # there is no truth that one knows
        brings, chosen = self._chosen(self._offers(1, state, mean), called - lowest, none)
        called[:] = chosen + lowest
        repeats = (called[:, 0] == lowest) & (lowest < state)
        return brings[:, 0], repeats * self.next.onward[:, 0, 1, state, lowest]

    def _chosen(
        self, offers: NDArray[Any], before: NDArray[Any], truth: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the best of some offers, and which: nothing changes for nothing, then truth."""
        best = offers.max(axis=-1)
        chosen = (offers >= best[..., None] - self.close).argmax(axis=-1)
        for which in (np.broadcast_to(truth, chosen.shape), before):
            if (known := which >= 0).any():
                at = np.maximum(which, 0)[..., None]
                as_good = np.take_along_axis(offers, at, axis=-1)[..., 0] >= best - self.close
                chosen = np.where(as_good & known, which, chosen)
        return np.take_along_axis(offers, chosen[..., None], axis=-1)[..., 0], chosen


def respond(
    table: TableStrategy, rules: Rules, mine: Stakes[Any], theirs: Stakes[Any]
) -> tuple[list[Any], list[Any], TableStrategy]:
    """Weigh every answer to a table, from the last state to the first.

    Parameters
    ----------
    table : TableStrategy
    rules : Rules
        The house rules.
    mine, theirs : Stakes
        What the responding player gets when it has called itself, and when the table has.

    Returns
    -------
    opening, answering : list of numbers, by state
        What the responder expects when it must call next, and when the table must.
    reply : TableStrategy
        A best response without chance. Where a table has one place for two answers to Mia, that to
        a throw that was seen, before Mia was equalled, stands there.
    """
    others = together([[habits_of(table, rules, table.exact)]])
    worth = round_worth(rules, mine, theirs, exact=table.exact)
    response = RingReply(others, rules, worth, 0 if table.exact else _CLOSE)
    opening, answering = response.values[0].tolist()
    name = f"best response to {table.name}"[:200]
    return opening, answering, _as_table(response, name, rules)


def round_worth(rules: Rules, mine: Stakes[Any], theirs: Stakes[Any], *, exact: bool) -> Worth:
    """Return what the ends of a round between two are worth to one of them.

    Parameters
    ----------
    rules : Rules
        The house rules.
    mine, theirs : Stakes
        What the player gets when it has called itself, and when the other has.
    exact : bool
        Whether to use Fractions.
    """
    kind = object if exact else np.float64
    ends = zip(*(_worth(rules, stakes) for stakes in (mine, theirs)), strict=True)
    return Worth(*(np.array([both], kind) for both in ends))


def _worth(rules: Rules, stakes: Stakes[Any]) -> tuple[Any, ...]:
    """Return what the ends bring where one player has called: the parts of a `Worth`."""
    over_mia = stakes.over_mia
    if over_mia is None:
        true = holds(rules, rules.top, np.arange(rules.tier_count))
        over_mia = np.where(true, stakes.true, stakes.lie).tolist()
    doubted = list(zip(stakes.lie, stakes.true, over_mia, strict=True))
    return doubted, stakes.fold or 0 * stakes.true[-1], stakes.true[-1]


def _as_table(response: RingReply, name: str, rules: Rules) -> TableStrategy:
    """Return the choices of a reply to one table as a table."""
    k, called = rules.tier_count, response.called[0, : rules.tier_count]
    calls, again = np.zeros((k, k, k), int), (called == k).astype(int)
    throws, states = np.arange(k), np.arange(k)[:, None]
    calls[states, throws, np.where(again, np.maximum(throws, states), called)] = 1
    answers = response.answers[0, :, :k]
    doubts, more = (answers == DOUBT).astype(int), {}
    if rules.may_throw_again:
        blind = (throws == response.called_blind[0, :k, None]).astype(int)
        more = {"again": again, "blind": blind, "doubts_blind": doubts[1]}
    if rules.may_equal_mia:
        more["equals"] = (answers[0, :, -1] == EQUAL).astype(int)
        doubts[..., -1] *= 1 - more["equals"]
    return TableStrategy(name, calls, doubts[0], **more, rules=rules)


_CLOSE = 1e-13  # a gain so small in floats is none
