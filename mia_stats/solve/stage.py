"""Play after one last call, by a walk down the calls that the caller likes best.

Believing throws the old dice away, so all that matters of the past is the last call. That makes a
round a stack of small games, one for each last call, in which two move: who calls and who answers.

All lies bring the same, the *level*. A call that brings more where it is believed is doubted so
often that a lie there brings just the level, and carries as many lies as make a doubt worth a
belief. Who can make such a call truthfully does so, and takes the one that it likes best; all
others lie. The level falls from call to call until there is room for all lies.

Between two this is the only way to play well. Among more it is one way of several, chosen by what
the caller likes: the most for itself, then the least for the next player.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from mia_stats.game.stakes import Number, Stakes, opposite
from mia_stats.solve.complementarity import complement
from mia_stats.solve.play import play_of
from mia_stats.solve.state import StateGame, StateSolution, Weighed, weigh
from mia_stats.solve.worth import Calls, Kind, OverMia

__all__ = ["solve_state", "walk_down"]


def solve_state(game: StateGame[Number]) -> tuple[StateSolution[Number], Weighed[Number]]:
    """Return how to play a state, and what that comes to.

    Where the walk does not reach, floats go by way of a problem of complementarity.

    Raises
    ------
    ValueError
        If there is no solution that nobody can better.
    """
    for method in (walk_down, _doubted_below, _free_below, complement):
        solution = method(game)
        if solution is not None:
            weighed = weigh(game, solution)
            if weighed.gain <= game.close:
                return replace(solution, value=weighed.value), weighed
    raise ValueError(
        "there is no closed form at such chances and prices; simulate_games and evaluate weigh "
        "given strategies under any rules"
    )


def walk_down(game: StateGame[Number]) -> StateSolution[Number]:
    """Return how to play a state. That nobody can better it must be checked by `weigh`."""
    return _Walk(_with_spite(game)).solution()


def _doubted_below(game: StateGame[Number]) -> StateSolution[Number] | None:
    """Return how to play where the call below Mia is doubted for certain, for it may be Mia.

    To look at a Mia may cost less there than another wrong doubt.
    """
    return _with_mia_below(game, Kind.DOUBTED)


def _free_below(game: StateGame[Number]) -> StateSolution[Number] | None:
    """Return how to play where the call below Mia is not doubted for certain, for it may be Mia.

    To look at a Mia may cost more there than another wrong doubt.
    """
    return _with_mia_below(game, Kind.FREE)


def _with_mia_below(game: StateGame[Number], kind: Kind) -> StateSolution[Number] | None:
    if game.mine.over_mia is None or game.lowest == game.top:
        return None
    return _Walk(_with_spite(game), below=kind).solution()


def _with_spite(game: StateGame[Number]) -> StateGame[Number]:
    """Let a caller who can neither win nor lose anything look at what the next player loses."""
    mine: Stakes[Number] = game.mine
    first: Number = mine.true[game.top]
    parts = (mine.true, mine.lie, mine.over_mia or (), game.believed)
    brings = (gets for part in parts for gets in part[game.lowest :] if gets is not None)
    if any(abs(gets - first) > game.close for gets in brings):
        return game
    lost = [None if gets is None else -gets for gets in game.their_believed]
    return replace(game, mine=opposite(game.theirs), believed=lost)


class _Walk(Generic[Number]):
    """The game after one last call, on the way to its solution."""

    def __init__(self, game: StateGame[Number], below: Kind | None = None) -> None:
        self.calls: Calls[Number] = Calls(game, below)
        self.game: StateGame[Number] = game
        self.top = game.top
        self.zero: Number = game.zero
        self.one: Number = game.zero + 1
        # what is settled on the way
        self.left = [r for r in game.throws if not (self.calls.throws_mia and r == self.top)]
        self.liars: Number = sum((game.chances[rolled] for rolled in self.left), self.zero)
        self.choice: dict[int, int] = {}
        self.room: dict[int, Number] = {}
        """How many lies each call that is passed bears, by all truths but those of Mia."""
        self.all_room: Number = self.zero
        self.for_mia: list[OverMia[Number]] = []
        """The calls that are passed, and may be what who throws Mia likes best."""

    # Down the calls

    def solution(self) -> StateSolution[Number]:
        """Walk down to the level at which there is room for all lies."""
        before = None
        for call in self.calls.order:
            level = self.calls.worth[call]
            believed = self.calls.kinds[call] is Kind.BELIEVED
            if level < self.calls.floor:
                break
            if level == self.calls.floor and not (believed and self.calls.is_truth_better(-1)):
                break
            takes, taken = self._takes(call)
            mia = self._by_mia(level)
            room = self.all_room + mia.room
            if before is not None and room > self.liars + self.game.close:
                return self._between(before, level)
            more = self.calls.bears[call] * taken
            if mia.call is None:
                more += self.calls.over_mia(call).room
            if believed or self.liars - taken <= room + more + self.game.close:
                return self._stop(call, takes, taken, mia)
            self._pass(call, takes, taken)
            before = level
        return self._at_the_floor(before)

    def _takes(self, call: int) -> tuple[list[int], Number]:
        """Return which throws could make a call truthfully, and have nothing better; how likely."""
        left, chances = self.left, self.game.chances
        if self.game.exact_truth:
            takes = [call] if call in left else []
        else:
            takes = left[bisect_left(left, call) :]
        return takes, sum((chances[rolled] for rolled in takes), self.zero)

    def _pass(self, call: int, takes: Sequence[int], taken: Number) -> None:
        """Go on below a call, which who can make it truthfully makes if doubts do not harm it."""
        game, stakes = self.game, self.game.mine
        self.room[call] = self.zero
        same = stakes.over_mia is None and any(over.call != self.top for over in self.for_mia)
        if self.calls.throws_mia and game.holds(self.top, call) and (call == self.top or not same):
            self.for_mia.append(self.calls.over_mia(call))
        harmed = stakes.true[call] - stakes.lie[call] < -game.close
        if not takes or (harmed and self.calls.kinds[call] is Kind.FREE):
            return
        self.choice.update(dict.fromkeys(takes, call))
        self.room[call] = self.calls.bears[call] * taken
        self.all_room += self.room[call]
        self.liars -= taken
        del self.left[self.left.index(takes[0]) : self.left.index(takes[-1]) + 1]

    def _by_mia(self, level: Number) -> OverMia[Number]:
        """Return what brings who throws Mia most at a level, among the calls that are passed."""
        close = self.game.close
        best: OverMia[Number] = OverMia(None, level, self.zero, self.zero)
        most = level
        for over in self.for_mia:
            brings = over.steady + over.slope * level
            as_good = brings >= most - close and (
                best.call is None or over.call == self.calls.usual
            )
            if as_good or brings > most + close:
                best, most = over, brings
        return best

    # The level is found

    def _stop(
        self, call: int, takes: list[int], taken: Number, mia: OverMia[Number]
    ) -> StateSolution[Number]:
        """Return the solution at the level of a call, which carries the lies that have no room."""
        spread = self._spread(mia)
        rest = self.liars - taken - self.all_room - mia.room
        upward = self.zero
        if rest >= 0:
            spread[call] = rest
        elif takes:  # some who can make the call truthfully lie too
            upward = -rest / taken
        truths = self.choice | dict.fromkeys(takes, call)
        shares = dict.fromkeys(takes, upward)
        told = self._told(mia.call, call)
        lowest = min(call, *self.room) if self.room else call
        doubts = self.calls.doubts(self.calls.worth[call])
        return play_of(self.game, lowest, spread, truths, shares, told, doubts)

    def _between(self, above: Number, below: Number) -> StateSolution[Number]:
        """Return the solution between two levels, where who throws Mia does not care what to call.

        Above it there is less room than lies, below it more.
        """
        one, other = self._by_mia(above), self._by_mia(below)
        if one.call is None or other.call is None or one.slope == other.slope:
            return self._spread_to_the_caught(other)
        level = (other.steady - one.steady) / (one.slope - other.slope)
        share = (self.liars - self.all_room - one.room) / (other.room - one.room)
        told = {one.call: 1 - share, other.call: share}
        spread = dict(self.room)
        spread[one.call] += one.room * (1 - share)
        spread[other.call] += other.room * share
        doubts = self.calls.doubts(level)
        return play_of(self.game, min(self.room), spread, self.choice, {}, told, doubts)

    def _at_the_floor(self, before: Number | None) -> StateSolution[Number]:
        """Return the solution where more must lie than can be believed."""
        mia = self._by_mia(self.calls.floor)
        if before is not None and self.all_room + mia.room > self.liars + self.game.close:
            return self._between(before, self.calls.floor)
        if self.calls.floor > self.calls.caught:
            return self._throw_again(mia)
        first = self.calls.order[0]
        if not self.room and Kind.DOUBTED not in self.calls.kinds.values():
            takes, taken = self._takes(first)
            more = self.calls.bears[first] * taken + self.calls.over_mia(first).room
            if self.liars - taken <= more + self.game.close:  # too few lie to be caught
                return self._stop(first, takes, taken, mia)
        if self.calls.is_truth_better(-1):
            return self._call_mia()
        return self._spread_to_the_caught(mia)

    def _spread_to_the_caught(self, mia: OverMia[Number]) -> StateSolution[Number]:
        """Return the solution where lies are caught for certain wherever that costs least."""
        kept, doubted = (dict(self.choice), list(self.left)), []
        for call in self.calls.order:
            cheap = self.game.mine.lie[call] == self.calls.floor
            if self.calls.kinds[call] is Kind.BELIEVED or not cheap:
                continue
            if call not in self.room:
                takes, taken = self._takes(call)
                room = self.all_room + self._by_mia(self.calls.floor).room
                room += self.calls.bears[call] * taken
                if self.liars - taken < room - self.game.close:
                    continue  # so few lie that it would be believed
                self._pass(call, takes, taken)
            doubted.append(call)
        mia = self._by_mia(self.calls.floor)
        spread = self._spread(mia)
        total = sum((spread[call] for call in doubted), self.zero)
        rest = self.liars - sum(spread.values(), self.zero) + total
        if rest < total - self.game.close and not self.calls.is_truth_better(1):
            self.choice, self.left = kept  # too few lie for so many calls, and truth is no better
            return self._call_mia()
        for call in doubted:
            share = spread[call] / total if total else self.one / len(doubted)
            spread[call] = rest * share
        told = self._told(mia.call, self.top)
        doubts = self.calls.doubts(self.calls.floor)
        for call in doubted:
            doubts[call] = self.one
        return play_of(self.game, None, spread, self.choice, {}, told, doubts)

    def _throw_again(self, mia: OverMia[Number]) -> StateSolution[Number]:
        """Return the solution where another throw, blind, is better than a lie that is caught."""
        game, liars = self.game, self.liars
        best = max(game.blind, key=game.blind.__getitem__)
        spread = self._spread(mia)
        share = (liars - sum(spread.values(), self.zero)) / liars if liars else self.zero
        told = self._told(mia.call, self.top)
        truths, doubts = self.choice, self.calls.doubts(self.calls.floor)
        return play_of(self.game, best, spread, truths, {}, told, doubts, again=share)

    def _call_mia(self) -> StateSolution[Number]:
        """Return the solution where all want to be caught: they call Mia, which is looked at.

        Who throws it calls what is just below if that is better, with all for whom that is a lie.
        """
        game, below = self.game, self.top - 1
        spread, over, truths = {self.top: self.one}, self.top, dict(self.choice)
        less = below in self.calls.kinds and not game.exact_truth
        if less and game.mine.of(self.top, below, true=True) > game.mine.true[self.top]:
            over = below
            truths |= {rolled: below for rolled in self.left if rolled < below}
        doubts = self.calls.doubts(self.calls.floor)
        for call, kind in self.calls.kinds.items():
            if kind is Kind.FREE:
                doubts[call] = self.one
        return play_of(self.game, None, spread, truths, {}, self._told(over, self.top), doubts)

    def _told(self, call: int | None, otherwise: int) -> dict[int, Number]:
        """Return what is called over Mia, where that is no throw like others."""
        if not self.calls.throws_mia:
            return {}
        return {otherwise if call is None else call: self.one}

    def _spread(self, mia: OverMia[Number]) -> dict[int, Number]:
        """Return how many lies go where, as many as the calls that are passed bear."""
        spread = dict(self.room)
        if mia.call is not None:
            spread[mia.call] += mia.room
        return spread
