"""The play of a state, by how many lies go where: who calls what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from mia_stats.game.stakes import Number
from mia_stats.solve.state import StateGame, StateSolution

__all__ = ["play_of"]


def play_of(
    game: StateGame[Number],
    threshold: int | None,
    spread: Mapping[int, Number],
    truths: Mapping[int, int],
    upward: Mapping[int, Number],
    told: Mapping[int, Number],
    doubts: Sequence[Number],
    again: Number | None = None,
) -> StateSolution[Number]:
    """Return who calls what.

    Parameters
    ----------
    game : StateGame
        The state.
    threshold : int or None
        The lowest tier that is called.
    spread : mapping of int to Number
        How many lies go to each call.
    truths : mapping of int to int
        The call of each throw that makes one truthfully; all others lie.
    upward : mapping of int to Number
        How often those nevertheless lie.
    told : mapping of int to Number
        How often each call is made over Mia; empty where Mia is a throw like others.
    doubts : sequence of Number
        How often each call is doubted.
    again : Number, optional
        How often who would lie throws again instead.

    Returns
    -------
    StateSolution
        Its value is still unknown.
    """
    top, zero = game.top, game.zero
    one, total = zero + 1, sum(spread.values(), zero)
    lying = {call: lies / total for call, lies in spread.items()} if total else {}
    liar = _row(lying or {top if threshold is None else threshold: one}, top, zero)
    certain = _certain(top + 1, one)

    def row(rolled: int) -> tuple[Number, ...]:
        if rolled == top and told:
            return _row(told, top, zero)
        if rolled not in truths:
            unthrown = rolled not in game.throws and rolled in game.legal
            return certain[rolled] if unthrown else liar
        truth, share = certain[truths[rolled]], upward.get(rolled, zero)
        if not share:
            return truth
        return tuple(share * lie + (1 - share) * own for lie, own in zip(liar, truth, strict=True))

    calls = tuple(row(rolled) for rolled in range(top + 1))
    if game.mine.over_blind is None:
        return StateSolution(zero, threshold, calls, tuple(doubts))
    liars = (rolled not in truths and not (rolled == top and told) for rolled in range(top + 1))
    best = max(game.blind, key=game.blind.__getitem__)
    unseen = {}
    for call in game.legal:
        gets = game.believed[call]
        unseen[call] = one * (gets is None or game.mine.over_blind[call] < gets)
    return StateSolution(
        zero,
        threshold,
        calls,
        tuple(doubts),
        tuple((again or zero) * lies for lies in liars),
        certain[best],
        _row(unseen, top, zero),
    )


def _row(shares: Mapping[int, Number], top: int, zero: Number) -> tuple[Number, ...]:
    row = [zero] * (top + 1)
    for call, share in shares.items():
        row[call] = share
    return tuple(row)


@lru_cache(maxsize=64, typed=True)  # 1.0 is not Fraction(1)
def _certain(tiers: int, one: Number) -> list[tuple[Number, ...]]:
    """Return the row of chances in which each call is certain."""
    return [tuple(one * (call == b) for b in range(tiers)) for call in range(tiers)]
