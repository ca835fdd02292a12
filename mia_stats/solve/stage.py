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
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Generic, NamedTuple

from mia_stats.game.stakes import Number, Stakes, opposite
from mia_stats.solve.complementarity import complement
from mia_stats.solve.state import StateGame, StateSolution, Weighed, weigh

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
    return _with_mia_below(game, _Kind.DOUBTED)


def _free_below(game: StateGame[Number]) -> StateSolution[Number] | None:
    """Return how to play where the call below Mia is not doubted for certain, for it may be Mia.

    To look at a Mia may cost more there than another wrong doubt.
    """
    return _with_mia_below(game, _Kind.FREE)


def _with_mia_below(game: StateGame[Number], kind: _Kind) -> StateSolution[Number] | None:
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


class _Kind(Enum):
    """What the answerer does about a call whatever the caller does."""

    DOUBTED = 1
    BELIEVED = 2
    FREE = 3


class _OverMia(NamedTuple, Generic[Number]):
    """What a call over Mia brings: a straight line by the level; and how many lies it bears."""

    call: int | None
    """None where nothing brings more than the level, at which any call is believed."""
    steady: Number
    slope: Number
    room: Number


class _Walk(Generic[Number]):
    """The game after one last call, on the way to its solution."""

    def __init__(self, game: StateGame[Number], below: _Kind | None = None) -> None:
        self.game: StateGame[Number] = game
        self.top = game.top
        self.zero: Number = game.zero
        self.one: Number = game.zero + 1
        self.kinds = {call: self._kind(call) for call in game.legal}
        if below is not None:
            self.kinds[self.top - 1] = below
        self.usual = self.top if below is None else self.top - 1
        """What is called over Mia where nothing brings more."""
        self.worth: dict[int, Number] = {}
        """What a true call brings at best: believed, or seen where that is certain."""
        self.after: dict[int, Number] = {}
        """What that brings the next player."""
        self.bears: dict[int, Number] = {}
        """How many lies a truth bears: as many as make it doubtful."""
        for call, kind in self.kinds.items():
            gets, theirs = game.believed[call], game.their_believed[call]
            seen, lie = game.theirs.true[call], game.theirs.lie[call]
            if kind is _Kind.DOUBTED or gets is None or theirs is None:
                gets, theirs = game.mine.true[call], seen
            free = kind is _Kind.FREE
            self.worth[call], self.after[call] = gets, theirs
            self.bears[call] = (theirs - seen) / (lie - theirs) if free else self.zero
        lies = [game.mine.lie[b] for b, kind in self.kinds.items() if kind is not _Kind.BELIEVED]
        self.caught: Number = max(lies) if lies else min(self.worth.values()) - 1
        self.floor: Number = max(game.blind.values(), default=self.caught)
        self.floor = max(self.floor, self.caught)
        """What liars get at least: by a lie that is caught, or by another throw."""
        self.order = self._in_order()
        self.throws_mia = self.top in game.throws and not self._is_mia_like_others()
        """Whether Mia is thrown, and true or priced otherwise than other throws would be."""
        # what is settled on the way
        self.left = [r for r in game.throws if not (self.throws_mia and r == self.top)]
        self.liars: Number = sum((game.chances[rolled] for rolled in self.left), self.zero)
        self.choice: dict[int, int] = {}
        self.room: dict[int, Number] = {}
        """How many lies each call that is passed bears, by all truths but those of Mia."""
        self.all_room: Number = self.zero
        self.for_mia: list[_OverMia[Number]] = []
        """The calls that are passed, and may be what who throws Mia likes best."""

    def _kind(self, call: int) -> _Kind:
        gets, theirs = self.game.their_believed[call], self.game.theirs
        if gets is None:
            return _Kind.DOUBTED
        if gets >= theirs.lie[call]:
            return _Kind.BELIEVED
        return _Kind.DOUBTED if gets <= theirs.true[call] else _Kind.FREE

    def _is_mia_like_others(self) -> bool:
        """Return whether Mia makes a lie of any other call, at the price of any other lie."""
        sides = self.game.mine, self.game.theirs
        return self.game.exact_truth and all(
            side.of(self.top, call, true=False) == side.lie[call]
            for side in sides
            for call in self.game.legal[:-1]
        )

    def _in_order(self) -> list[int]:
        """Return the calls as the caller likes them: by its gain, then the next player's loss."""
        worth, after = self.worth, self.after
        if self.game.close:
            worth, after = (_merged(part, self.game.close) for part in (worth, after))
        return sorted(self.kinds, key=lambda call: (-worth[call], after[call], -call))

    # Down the calls

    def solution(self) -> StateSolution[Number]:
        """Walk down to the level at which there is room for all lies."""
        before = None
        for call in self.order:
            level = self.worth[call]
            believed = self.kinds[call] is _Kind.BELIEVED
            if level < self.floor:
                break
            if level == self.floor and not (believed and self._is_truth_better(-1)):
                break
            takes, taken = self._takes(call)
            mia = self._by_mia(level)
            room = self.all_room + mia.room
            if before is not None and room > self.liars + self.game.close:
                return self._between(before, level)
            more = self.bears[call] * taken
            if mia.call is None:
                more += self._over_mia(call).room
            if believed or self.liars - taken <= room + more:
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
        if self.throws_mia and game.holds(self.top, call) and (call == self.top or not same):
            self.for_mia.append(self._over_mia(call))
        harmed = stakes.true[call] - stakes.lie[call] < -game.close
        if not takes or (harmed and self.kinds[call] is _Kind.FREE):
            return
        self.choice.update(dict.fromkeys(takes, call))
        self.room[call] = self.bears[call] * taken
        self.all_room += self.room[call]
        self.liars -= taken
        del self.left[self.left.index(takes[0]) : self.left.index(takes[-1]) + 1]

    def _over_mia(self, call: int) -> _OverMia[Number]:
        """Return what a call over Mia brings, and bears."""
        game, top, zero = self.game, self.top, self.zero
        true = game.holds(top, call)
        seen = game.mine.of(top, call, true=true)
        gets, theirs = self._believed(call)
        if not (self.throws_mia and true):
            return _OverMia(call, seen, zero, zero)
        lie = game.mine.lie[call]
        if self.kinds[call] is not _Kind.FREE:
            return _OverMia(call, seen, zero, zero)
        worse = theirs - game.theirs.of(top, call, true=True)
        room = game.chances[top] * worse / (game.theirs.lie[call] - theirs)
        if gets <= lie:  # it is doubted for certain, or not at all
            return _OverMia(call, seen, zero, room)
        slope = (gets - seen) / (gets - lie)
        return _OverMia(call, gets * (1 - slope), slope, room)

    def _believed(self, call: int) -> tuple[Number, Number]:
        """Return what a call brings both where it is believed; nothing where it must be seen."""
        gets, theirs = self.game.believed[call], self.game.their_believed[call]
        return (self.zero if gets is None else gets), (self.zero if theirs is None else theirs)

    def _by_mia(self, level: Number) -> _OverMia[Number]:
        """Return what brings who throws Mia most at a level, among the calls that are passed."""
        close = self.game.close
        best: _OverMia[Number] = _OverMia(None, level, self.zero, self.zero)
        most = level
        for over in self.for_mia:
            brings = over.steady + over.slope * level
            as_good = brings >= most - close and (best.call is None or over.call == self.usual)
            if as_good or brings > most + close:
                best, most = over, brings
        return best

    # The level is found

    def _stop(
        self, call: int, takes: list[int], taken: Number, mia: _OverMia[Number]
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
        told = {call if mia.call is None else mia.call: self.one}
        lowest = min(call, *self.room) if self.room else call
        doubts = self._doubts(self.worth[call])
        return self._solution(lowest, spread, truths, shares, told, doubts)

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
        doubts = self._doubts(level)
        return self._solution(min(self.room), spread, self.choice, {}, told, doubts)

    def _at_the_floor(self, before: Number | None) -> StateSolution[Number]:
        """Return the solution where more must lie than can be believed."""
        mia = self._by_mia(self.floor)
        if before is not None and self.all_room + mia.room > self.liars + self.game.close:
            return self._between(before, self.floor)
        if self.floor > self.caught:
            return self._throw_again(mia)
        first = self.order[0]
        if not self.room and _Kind.DOUBTED not in self.kinds.values():
            takes, taken = self._takes(first)
            more = self.bears[first] * taken + self._over_mia(first).room
            if self.liars - taken <= more:  # too few lie to be caught, as they would like to be
                return self._stop(first, takes, taken, mia)
        if self._is_truth_better(-1):
            return self._call_mia()
        return self._spread_to_the_caught(mia)

    def _spread_to_the_caught(self, mia: _OverMia[Number]) -> StateSolution[Number]:
        """Return the solution where lies are caught for certain wherever that costs least."""
        kept, doubted = (dict(self.choice), list(self.left)), []
        for call in self.order:
            cheap = self.game.mine.lie[call] == self.floor
            if self.kinds[call] is _Kind.BELIEVED or not cheap:
                continue
            if call not in self.room:
                takes, taken = self._takes(call)
                if self.liars - taken < self.all_room + self.bears[call] * taken - self.game.close:
                    continue  # so few lie that it would be believed
                self._pass(call, takes, taken)
            doubted.append(call)
        mia = self._by_mia(self.floor)
        spread = self._spread(mia)
        total = sum((spread[call] for call in doubted), self.zero)
        rest = self.liars - sum(spread.values(), self.zero) + total
        if rest < total - self.game.close and not self._is_truth_better(1):
            self.choice, self.left = kept  # too few lie for so many calls, and truth is no better
            return self._call_mia()
        for call in doubted:
            share = spread[call] / total if total else self.one / len(doubted)
            spread[call] = rest * share
        told = {self.top if mia.call is None else mia.call: self.one}
        doubts = self._doubts(self.floor)
        for call in doubted:
            doubts[call] = self.one
        return self._solution(None, spread, self.choice, {}, told, doubts)

    def _throw_again(self, mia: _OverMia[Number]) -> StateSolution[Number]:
        """Return the solution where another throw, blind, is better than a lie that is caught."""
        game, liars = self.game, self.liars
        best = max(game.blind, key=game.blind.__getitem__)
        spread = self._spread(mia)
        share = (liars - sum(spread.values(), self.zero)) / liars if liars else self.zero
        told = {self.top if mia.call is None else mia.call: self.one}
        truths, doubts = self.choice, self._doubts(self.floor)
        return self._solution(best, spread, truths, {}, told, doubts, again=share)

    def _is_truth_better(self, sign: int) -> bool:
        """Return whether to be doubted in vain is better than to be caught, below Mia.

        With a sign of -1, whether it is worse.
        """
        stakes = self.game.mine
        return any(
            sign * (stakes.true[call] - stakes.lie[call]) > self.game.close
            for call, kind in self.kinds.items()
            if kind is not _Kind.BELIEVED and call != self.top
        )

    def _call_mia(self) -> StateSolution[Number]:
        """Return the solution where all want to be caught: they call Mia, which is looked at.

        Who throws it calls what is just below if that is better, with all for whom that is a lie.
        """
        game, below = self.game, self.top - 1
        spread, told, truths = {self.top: self.one}, {self.top: self.one}, dict(self.choice)
        less = below in self.kinds and not game.exact_truth
        if less and game.mine.of(self.top, below, true=True) > game.mine.true[self.top]:
            told = {below: self.one}
            truths |= {rolled: below for rolled in self.left if rolled < below}
        doubts = self._doubts(self.floor)
        for call, kind in self.kinds.items():
            if kind is _Kind.FREE:
                doubts[call] = self.one
        return self._solution(None, spread, truths, {}, told, doubts)

    def _spread(self, mia: _OverMia[Number]) -> dict[int, Number]:
        """Return how many lies go where, as many as the calls that are passed bear."""
        spread = dict(self.room)
        if mia.call is not None:
            spread[mia.call] += mia.room
        return spread

    def _doubts(self, level: Number) -> list[Number]:
        """Return how often each call is doubted: so often that all lies bring the level."""
        game, doubts = self.game, [self.zero] * (self.top + 1)
        for call, kind in self.kinds.items():
            gets = game.believed[call]
            if kind is _Kind.DOUBTED:
                doubts[call] = self.one
            elif kind is _Kind.FREE and gets is not None and gets > level:
                doubts[call] = (gets - level) / (gets - game.mine.lie[call])
        return doubts

    def _solution(
        self,
        threshold: int | None,
        spread: Mapping[int, Number],
        truths: Mapping[int, int],
        shares: Mapping[int, Number],
        told: Mapping[int, Number],
        doubts: Sequence[Number],
        again: Number | None = None,
    ) -> StateSolution[Number]:
        """Return who calls what.

        Parameters
        ----------
        threshold : int or None
        spread : mapping of int to Number
            How many lies go to each call.
        truths : mapping of int to int
            The call of each throw that makes one truthfully; all others but Mia lie.
        shares : mapping of int to Number
            How often those nevertheless lie.
        told : mapping of int to Number
            How often each call is made over Mia.
        doubts : sequence of Number
        again : Number, optional
            How often who would lie throws again instead.
        """
        game, total = self.game, sum(spread.values(), self.zero)
        rows: list[tuple[Number, ...]] = []
        fallback = self.top if threshold is None else threshold
        usual = {call: lies / total for call, lies in spread.items()} if total else {}
        lying = self._row(usual or {fallback: self.one})
        certain = _certain(self.top + 1, self.one)
        for rolled in range(self.top + (not self.throws_mia)):
            call = truths.get(rolled)
            if call is None:
                rows.append(lying)
                continue
            share = shares.get(rolled, self.zero)
            row = certain[call]
            if share:
                row = tuple(
                    share * lie + (1 - share) * truth for lie, truth in zip(lying, row, strict=True)
                )
            rows.append(row)
        if self.throws_mia:
            rows.append(self._row(told))
        if not game.blind:
            return StateSolution(self.zero, threshold, tuple(rows), tuple(doubts))
        seen = game.mine.over_blind
        assert seen is not None
        best = max(game.blind, key=game.blind.__getitem__)
        unseen = [self.zero] * (self.top + 1)
        for call in game.legal:
            gets = game.believed[call]
            unseen[call] = self.one * (gets is None or seen[call] < gets)
        liars = [rolled not in truths and rolled != self.top for rolled in range(self.top + 1)]
        return StateSolution(
            self.zero,
            threshold,
            tuple(rows),
            tuple(doubts),
            tuple((again or self.zero) * lies for lies in liars),
            self._row({best: self.one}),
            tuple(unseen),
        )

    def _row(self, shares: Mapping[int, Number]) -> tuple[Number, ...]:
        row = [self.zero] * (self.top + 1)
        for call, share in shares.items():
            row[call] = share
        return tuple(row)


@lru_cache(maxsize=64, typed=True)  # 1.0 is not Fraction(1)
def _certain(tiers: int, one: Number) -> list[tuple[Number, ...]]:
    """Return the row of chances in which each call is certain."""
    return [tuple(one * (call == b) for b in range(tiers)) for call in range(tiers)]


def _merged(values: Mapping[int, Number], close: float) -> dict[int, Number]:
    """Return values in which those that floats can't tell apart are the same."""
    merged: dict[int, Number] = {}
    first: Number | None = None
    for call in sorted(values, key=values.__getitem__):
        if first is None or values[call] - first > close:
            first = values[call]
        merged[call] = first
    return merged
