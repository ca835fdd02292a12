"""The exact numbers of a game with all its house rules, by a Markov chain of every position in it.

It shares no code with the library: of the rules it reads bare values, and says itself what they
mean. A round is one chain, whose positions say in full where it stands; each move has a chance, and
one linear solve gives how often each position is met. Games then go from lives to fewer lives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, eye_array
from scipy.sparse.linalg import splu

__all__ = ["FORFEITS", "Expected", "exact_chain"]

Numbers: TypeAlias = NDArray[np.float64]

FORFEITS: Final = ("lie_caught", "mia_lie_caught", "wrong_doubt", "mia_folded", "mia_looked_at")
"""Why somebody forfeits; a thrown Mia that is shown is looked at."""

TOAST: Final = -1


@dataclass(frozen=True)
class Expected:
    """What is to be expected of a game, by seat."""

    loses: Numbers
    wins: Numbers
    forfeits: Mapping[str, Numbers]
    calls: Numbers
    lies: Numbers
    rounds: float
    toasts: float
    places: Numbers


@dataclass(frozen=True)
class Throws:
    """A seat is about to throw."""

    seat: int
    state: int


@dataclass(frozen=True)
class Looked:
    """It has thrown and seen the dice, and is about to call or to throw again."""

    seat: int
    state: int
    dice: int


@dataclass(frozen=True)
class ThrewBlind:
    """It has thrown again without looking, and is about to call."""

    seat: int
    state: int
    dice: int


@dataclass(frozen=True)
class Hears:
    """A seat is about to answer a call, for which another one is responsible."""

    seat: int
    caller: int
    state: int
    call: int
    dice: int
    how: Literal["looked", "blind", "handed on"]
    passes: int


@dataclass(frozen=True)
class Toasted:
    """All drink, and the round begins again."""


@dataclass(frozen=True)
class Ended:
    """The round is over: who pays and why, who called, who answered, and who was right."""

    cause: str
    payers: tuple[int, ...]
    caller: int
    doubter: int
    doubter_right: bool


Position: TypeAlias = Throws | Looked | ThrewBlind | Hears | Toasted | Ended


@dataclass(frozen=True)
class Move:
    """A way from one position to the next; `called` is the seat that makes a call with it."""

    chance: float
    to: Position
    called: int | None = None
    lie: bool = False


@dataclass(frozen=True)
class Round:
    """What a round comes to, once somebody opens it."""

    ends: Mapping[Ended, float]
    calls: Numbers
    lies: Numbers
    toasts: float


def exact_chain(
    tables: Sequence[Any],
    rules: Any,
    lives: Sequence[int] | None,
    starter: int | None = None,
    tables_at: Callable[[Lives], Sequence[Any]] | None = None,
) -> Expected:
    """Return the exact numbers of a game among tables of chances; no starter is a drawn one.

    `tables_at` gives others by the lives of all seats, if they play by these.
    """
    return _Game([_Floats(table) for table in tables], rules, lives, starter, tables_at).expected()


class _Floats:
    """A table of chances in lists of floats."""

    def __init__(self, table: Any) -> None:
        self.calls, self.doubts = _floats(table.calls), _floats(table.doubts)
        self.passes = _floats(table.passes)
        self.again, self.blind = _floats(table.again), _floats(table.blind)
        self.equals = _floats(table.equals)
        self.doubts_blind = self.doubts
        if table.doubts_blind is not None:
            self.doubts_blind = _floats(table.doubts_blind)


def _floats(chances: Any) -> Any:
    return None if chances is None else np.asarray(chances, dtype=float).tolist()


class _Chain:
    """The rounds among the seats that are in."""

    def __init__(self, tables: Sequence[_Floats], rules: Any, seats: tuple[int, ...]) -> None:
        self.tables, self.rules, self.seats = tables, rules, seats
        self.top = len(rules.variant.tiers) - 1
        self.known: dict[Position, list[Move]] = {}
        self.rounds: dict[int, Round] = {}

    def left(self, seat: int) -> int:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    @cached_property
    def throws(self) -> list[tuple[int, float]]:
        """Each tier and the toast, with its chance among the throws that count."""
        rules, weights = self.rules, dict.fromkeys((TOAST, *range(self.top + 1)), 0)
        for first in range(1, 7):
            for second in range(1, 7):
                thrown = (max(first, second), min(first, second))
                weight = rules.dice.first[first - 1] * rules.dice.second[second - 1]
                if thrown in [(outcome.high, outcome.low) for outcome in rules.toast]:
                    weights[TOAST] += weight
                    continue
                for place, tier in enumerate(rules.variant.tiers):  # the best is the first
                    if thrown in [(outcome.high, outcome.low) for outcome in tier]:
                        weights[self.top - place] += weight
        total = sum(weights.values())
        return [(dice, weight / total) for dice, weight in weights.items() if weight]

    def is_lie(self, dice: int, call: int) -> bool:
        """Return whether a call is false; over a toast it is neither true nor false."""
        if dice == TOAST:
            return False
        return dice != call if self.rules.truth == "exact" else dice < call

    def moves(self, position: Position) -> list[Move]:
        """Return the moves from a position that have a chance."""
        match position:
            case Throws():
                found = self.throw(position)
            case Looked():
                found = self.look_and_call(position)
            case ThrewBlind():
                found = self.call_blind(position)
            case Hears():
                found = self.answer(position)
            case _:
                return []
        return [move for move in found if move.chance > 0]

    def throw(self, at: Throws) -> Iterator[Move]:
        for dice, chance in self.throws:
            if dice == TOAST:
                yield Move(chance, Toasted())
            elif dice == self.top and self.rules.thrown_mia != "hidden":
                yield Move(chance, self.shown(at.seat))
            else:
                yield Move(chance, Looked(at.seat, at.state, dice))

    def shown(self, thrower: int) -> Ended:
        """Return the end by a Mia that its thrower shows: the next seat is a wrong doubter."""
        following = self.left(thrower)
        others = tuple(seat for seat in self.seats if seat != thrower)
        payers = others if self.rules.thrown_mia == "others" else (following,)
        return Ended("mia_looked_at", payers, thrower, following, doubter_right=False)

    def look_and_call(self, at: Looked) -> Iterator[Move]:
        table, row = self.tables[at.seat], min(at.state, self.top)
        again = 0.0
        if self.rules.second_throw == "blind" and table.again is not None:
            again = table.again[row][at.dice]
            for dice, chance in self.throws:
                yield Move(again * chance, ThrewBlind(at.seat, at.state, dice))
        calls = table.calls[row][at.dice]
        for call, chance in self.legal(calls, at.state):
            lie = self.is_lie(at.dice, call)
            heard = Hears(self.left(at.seat), at.seat, at.state, call, at.dice, "looked", 0)
            yield Move((1 - again) * chance, heard, at.seat, lie)

    def call_blind(self, at: ThrewBlind) -> Iterator[Move]:
        calls = self.tables[at.seat].blind[min(at.state, self.top)]
        for call, chance in self.legal(calls, at.state):
            lie = self.is_lie(at.dice, call)
            heard = Hears(self.left(at.seat), at.seat, at.state, call, at.dice, "blind", 0)
            yield Move(chance, heard, at.seat, lie)

    def legal(self, calls: Sequence[float], state: int) -> list[tuple[int, float]]:
        """Return the legal calls with their chances; after a believed Mia there is but Mia."""
        if state == self.top + 1:
            return [(self.top, 1.0)]
        lowest = state if self.rules.call == "higher" else max(state - 1, 0)
        assert not any(calls[:lowest]), "an illegal call has a chance"
        return list(enumerate(calls))[lowest:]

    def answer(self, at: Hears) -> Iterator[Move]:
        table, row = self.tables[at.seat], min(at.state, self.top)
        doubts = table.doubts_blind if at.how == "blind" else table.doubts
        doubt = doubts[row][at.call]
        if at.call == self.top:
            believe = fold = look = 0.0
            if self.rules.mia_equalled and table.equals is not None:
                believe = table.equals[row]
            if self.rules.mia_fold is None:
                look = 1 - doubt - believe
            else:
                fold = 1 - doubt - believe
            yield Move(doubt + look, self.settled(at))
            yield Move(believe, Throws(at.seat, self.top + 1))
            folded = Ended("mia_folded", (at.seat,), at.caller, at.seat, doubter_right=False)
            yield Move(fold, folded)
            return
        yield Move(doubt, self.settled(at))
        passed = 0.0
        if table.passes is not None and self.may_pass(at):
            for call, chance in enumerate(table.passes[row][at.call]):
                if chance:
                    passed += chance
                    yield self.handed_on(at, call, chance)
        yield Move(1 - doubt - passed, Throws(at.seat, at.call + 1))

    def may_pass(self, at: Hears) -> bool:
        if self.rules.unseen_pass == "never" or at.passes > len(self.seats) - 3:
            return False
        return self.rules.unseen_pass == "liable" or at.passes == 0

    def handed_on(self, at: Hears, call: int, chance: float) -> Move:
        following, passes = self.left(at.seat), at.passes + 1
        if self.rules.unseen_pass == "free":
            assert call == at.call, "a free pass repeats the call"
            to = Hears(following, at.caller, at.state, call, at.dice, "handed on", passes)
            return Move(chance, to)
        assert call >= at.call, "a pass has a lower call"
        to = Hears(following, at.seat, at.call + 1, call, at.dice, "handed on", passes)
        return Move(chance, to, at.seat, self.is_lie(at.dice, call))

    def settled(self, at: Hears) -> Position:
        """Return the end by a doubt or a look."""
        if at.dice == TOAST:
            return Toasted()
        called, thrown = at.call == self.top, at.dice == self.top
        mia = {"call": called, "dice": thrown, "either": called or thrown}[self.rules.mia_by]
        if self.is_lie(at.dice, at.call):
            cause = "mia_lie_caught" if mia else "lie_caught"
            return Ended(cause, (at.caller,), at.caller, at.seat, doubter_right=True)
        payers: tuple[int, ...] = (at.seat,)
        if called and self.rules.true_mia == "others":
            payers = tuple(seat for seat in self.seats if seat != at.caller)
        cause = "mia_looked_at" if mia else "wrong_doubt"
        return Ended(cause, payers, at.caller, at.seat, doubter_right=False)

    def round(self, opener: int) -> Round:
        """Return what a round comes to, by one chain of all positions that can be met in it."""
        if opener not in self.rounds:
            self.rounds[opener] = self.solved(opener)
        return self.rounds[opener]

    def solved(self, opener: int) -> Round:
        start: Position = Throws(opener, 0)
        places, todo = {start: 0}, [start]
        steps: list[tuple[int, int, Move]] = []
        for position in todo:  # it grows
            if position not in self.known:
                self.known[position] = self.moves(position)
            for move in self.known[position]:
                to = start if isinstance(move.to, Toasted) else move.to
                if to not in places:
                    places[to] = len(places)
                    todo.append(to)
                steps.append((places[position], places[to], move))
        visits = _visits(len(places), [(here, to, move.chance) for here, to, move in steps])
        ends = {at: float(visits[place]) for at, place in places.items() if isinstance(at, Ended)}
        calls, lies, toasts = np.zeros(len(self.tables)), np.zeros(len(self.tables)), 0.0
        for here, _, move in steps:
            often = float(visits[here]) * move.chance
            toasts += often * isinstance(move.to, Toasted)
            if move.called is not None:
                calls[move.called] += often
                lies[move.called] += often * move.lie
        return Round(ends, calls, lies, toasts)


def _visits(size: int, steps: Sequence[tuple[int, int, float]]) -> Numbers:
    """Return how often a walk from position 0 meets each position."""
    here, to, chances = (np.array(column) for column in zip(*steps, strict=True))
    matrix = coo_array((chances, (to, here)), shape=(size, size)).tocsc()
    first = np.zeros(size)
    first[0] = 1
    visits: Numbers = splu((eye_array(size, format="csc") - matrix).tocsc()).solve(first)
    return visits


Lives: TypeAlias = tuple[int, ...]


class _Game:
    """Rounds in a row, with fewer and fewer lives."""

    def __init__(
        self,
        tables: Sequence[_Floats],
        rules: Any,
        lives: Sequence[int] | None,
        starter: int | None,
        tables_at: Callable[[Lives], Sequence[Any]] | None,
    ) -> None:
        self.tables, self.rules, self.n, self.tables_at = tables, rules, len(tables), tables_at
        self.lives: Lives = (rules.lives,) * self.n if lives is None else tuple(lives)
        self.openers = np.full(self.n, 1 / self.n) if starter is None else np.eye(self.n)[starter]
        self.chains: dict[Lives, _Chain] = {}
        self.forfeits = {cause: np.zeros(self.n) for cause in FORFEITS}
        self.calls, self.lies = np.zeros(self.n), np.zeros(self.n)
        self.loses, self.wins = np.zeros(self.n), np.zeros(self.n)
        self.places = np.zeros((self.n, self.n))
        self.rounds = self.toasts = 0.0
        self.prices = {
            "lie_caught": rules.lie_penalty,
            "mia_lie_caught": rules.mia_lie_penalty,
            "wrong_doubt": rules.doubt_penalty,
            "mia_folded": rules.mia_fold,
            "mia_looked_at": rules.mia_penalty,
        }

    def expected(self) -> Expected:
        if self.rules.ending == "rounds":
            self.play_rounds()
        else:
            self.play_lives()
        return Expected(
            self.loses, self.wins, self.forfeits, self.calls, self.lies,
            self.rounds, self.toasts, self.places,
        )  # fmt: skip

    def round(self, lives: Lives, opener: int) -> Round:
        seats = tuple(seat for seat in range(self.n) if lives[seat])
        key = lives if self.tables_at else seats
        if key not in self.chains:
            tables = self.tables
            if self.tables_at:
                tables = [_Floats(table) for table in self.tables_at(lives)]
            self.chains[key] = _Chain(tables, self.rules, seats)
        return self.chains[key].round(opener)

    def count(self, round_: Round, often: float) -> None:
        self.rounds += often
        self.calls += often * round_.calls
        self.lies += often * round_.lies
        self.toasts += often * round_.toasts
        for end, chance in round_.ends.items():
            for seat in end.payers:
                self.forfeits[end.cause][seat] += often * chance

    def after(self, lives: Lives, end: Ended) -> Lives:
        price = self.prices[end.cause]
        return tuple(
            max(0, left - price) if seat in end.payers else left for seat, left in enumerate(lives)
        )

    def next_openers(self, lives: Lives, end: Ended) -> Numbers:
        """Return the chance of each seat to open the next round, given the lives that are left."""

        def or_left(seat: int) -> int:
            while not lives[seat]:
                seat = (seat + 1) % self.n
            return seat

        caller, doubter, right = end.caller, end.doubter, end.doubter_right
        following = (doubter + 1) % self.n
        match self.rules.next_starter:
            case "standard":
                opener = doubter if right else following
            case "loser":
                opener = caller if right else doubter
            case "winner":
                opener = doubter if right else caller
            case "doubter":
                opener = doubter
            case "after_doubter":
                opener = following
            case "random":
                still_in = sum(left > 0 for left in lives)
                return np.array([(left > 0) / still_in for left in lives])
        chances = np.zeros(self.n)
        chances[or_left(opener)] = 1
        return chances

    def play_rounds(self) -> None:
        """Play rounds in which nobody goes out."""
        everybody = (1,) * self.n
        openers = self.openers
        for _ in range(self.rules.rounds):
            following = np.zeros(self.n)
            for opener, often in enumerate(openers):
                if often:
                    round_ = self.round(everybody, opener)
                    self.count(round_, often)
                    for end, chance in round_.ends.items():
                        following += often * chance * self.next_openers(everybody, end)
            openers = following

    def play_lives(self) -> None:
        """Play until the game is over: positions are the lives and who opens."""
        arriving = {self.lives: self.openers}
        while arriving:
            lives = max(arriving, key=sum)  # none comes back to more
            openers = arriving.pop(lives)
            if self.is_over(lives):
                alive = np.array(lives) > 0
                self.wins += openers.sum() * alive
                self.loses += openers.sum() * ~alive
                if self.rules.ending == "last_standing":
                    self.places[alive, 0] += openers.sum()
                continue
            for opener, often in enumerate(self.visits_of_openers(lives, openers)):
                if not often:
                    continue
                round_ = self.round(lives, opener)
                self.count(round_, often)
                for end, chance in round_.ends.items():
                    after = self.after(lives, end)
                    if after == lives:
                        continue
                    if self.rules.ending == "last_standing":
                        outlasting = sum(left > 0 for left in after)
                        for seat in range(self.n):
                            if lives[seat] and not after[seat]:
                                self.places[seat, outlasting] += often * chance
                    arrived = arriving.setdefault(after, np.zeros(self.n))
                    arrived += often * chance * self.next_openers(after, end)

    def is_over(self, lives: Lives) -> bool:
        most_out = 0 if self.rules.ending == "first_out" else self.n - 2
        return lives.count(0) > most_out

    def visits_of_openers(self, lives: Lives, arriving: Numbers) -> Numbers:
        """Return how often each seat opens at these lives, which some rounds leave as they are."""
        stay = np.zeros((self.n, self.n))
        todo = [seat for seat in range(self.n) if arriving[seat]]
        for opener in todo:  # it grows
            for end, chance in self.round(lives, opener).ends.items():
                if self.after(lives, end) == lives:
                    stay[opener] += chance * self.next_openers(lives, end)
            todo += [int(seat) for seat in np.flatnonzero(stay[opener]) if seat not in todo]
        within = stay[np.ix_(todo, todo)]
        visits = np.zeros(self.n)
        visits[todo] = np.linalg.solve(np.eye(len(todo)) - within.T, arriving[todo])
        return visits
