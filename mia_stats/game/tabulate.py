"""Read a strategy in code off as a table: ask it everything, and again in other ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mia_stats.game.legal import legal_answers, legal_calls
from mia_stats.game.rules import Rules
from mia_stats.game.settings import MOST_LIVES, MOST_SEATS
from mia_stats.game.strategy import (
    AGAIN,
    BELIEVE,
    DOUBT,
    EQUAL,
    HANDED_ON,
    LOOKED_AT,
    TABLES,
    THROWN_BLIND,
    UNSEEN,
    AnswerSituation,
    CallSituation,
    Strategy,
)
from mia_stats.game.traces import drawn, drawn_by_anybody, held
from mia_stats.utils.checks import check_name, listed, shown, whole_number

__all__ = ["Entries", "tabulate"]

_KINDS = _CALLS, _ANSWERS = 0, 1  # of questions
_MOST_WAYS: Final = 50_000  # to sit: some seconds
_AT_ONCE: Final = 100  # ways
_TIMES: Final = 200  # each question is asked: what is said once in ten shows in all but 1 of 10^9
_DICE = (LOOKED_AT, THROWN_BLIND, HANDED_ON)
_ANSWERED = {BELIEVE: "BELIEVE", DOUBT: "DOUBT", EQUAL: "EQUAL"}
_OF_THE_ROUND = ("calls_made", "last_caller")
_OF_A_TABLE = ("seat", "seat_lives", "lives")
_Ints: TypeAlias = NDArray[np.intp]


class _Way(NamedTuple):
    """A way to sit: where, and the lives from there on to the left."""

    seat: int
    lives: tuple[int, ...]

    @property
    def alive(self) -> int:
        return sum(number > 0 for number in self.lives)


class Entries(NamedTuple):
    """What a `TableStrategy` is made of: arrays of 0 and 1, without those that it needs not."""

    name: str
    tables: dict[str, _Ints]
    rules: Rules


def tabulate(
    strategy: Strategy, rules: Rules, lives: Sequence[int] | None, seats: int | None
) -> Entries:
    """Return the entries of the table by which a strategy plays: `TableStrategy.from_strategy`.

    Raises
    ------
    TypeError, ValueError
        If no table plays as it does, or the lives or seats are none.
    """
    name = check_name(strategy.name, "a strategy")
    first = _first_way(rules, lives, seats)
    asked = _Asked(strategy, rules, first)
    if first is not None:
        asked.elsewhere(_Way(seat, first.lives) for seat in range(len(first.lives)))
    if first is not None and lives is None:
        asked.elsewhere(_all_ways(rules, len(first.lives)))
        name = f"{name[:100]} among {len(first.lives)}"
    elif first is not None:
        name = f"{name[:100]} with lives {', '.join(map(str, first.lives))}"
    return asked.entries(name)


def _first_way(rules: Rules, lives: Sequence[int] | None, seats: int | None) -> _Way | None:
    """Return how the strategy sits when it is asked first; None is at no table in particular."""
    if seats is not None:
        seats = whole_number(seats, "seats", 2, MOST_SEATS)
    if lives is None:
        return None if seats is None else _Way(0, (rules.lives,) * seats)
    if rules.for_sips:
        raise ValueError(f"nobody has lives in a game of sips: leave out lives={shown(lives)}")
    lives = listed(lives, "lives, its own first and then to its left,")
    if not 2 <= len(lives) <= MOST_SEATS or seats not in (None, len(lives)):
        players = f"2 to {MOST_SEATS}" if seats is None else f"seats={seats}"
        raise ValueError(f"lives must be those of {players} players, not {shown(lives)}")
    least = 0 if rules.plays_on else 1  # others may be out there
    way = _Way(0, tuple(
        whole_number(number, "lives", least if place else 1, MOST_LIVES)
        for place, number in enumerate(lives)
    ))  # fmt: skip
    if way.alive < 2:
        raise ValueError(f"lives must leave two players in, not {shown(lives)}")
    return way


def _all_ways(rules: Rules, seats: int) -> Iterator[_Way]:
    """Return all ways to sit at a table in the course of a game; each seat in turn is first."""
    own = range(rules.lives if rules.for_sips else 1, rules.lives + 1)
    others = range(rules.lives + 1) if rules.plays_on else own
    count = seats * len(own) * len(others) ** (seats - 1)
    if count > _MOST_WAYS:
        raise ValueError(
            f"{seats} seats of 1 to {rules.lives} lives make {count:,} ways to sit, and "
            f"{_MOST_WAYS:,} can be tried: leave out seats where the strategy looks at no lives, "
            "or give the lives with which to play, its own first"
        )
    for lives in product(own, *[others] * (seats - 1)):
        if any(lives[1:]):
            yield from (_Way(seat, lives) for seat in range(seats))


def _knows_none(name: str, what: str) -> ValueError:
    if what in _OF_THE_ROUND:
        return ValueError(
            f"{name} looks at seen.{what}, and of a round a table knows nothing but the last call: "
            "such a strategy can only be simulated"
        )
    return ValueError(
        f"{name} looks at seen.{what}, and a table knows no seats and lives: give seats, to have "
        "it checked that it plays the same with all lives of so many players, or the lives with "
        "which it is to play, its own first, as lives=(1, 6); len(seen.state) counts the games"
    )


class _Closed:
    """What is seen by a strategy that must not look at what a table does not know."""

    def __getattribute__(self, name: str) -> Any:
        """Return a field, or note and raise for one that is closed."""
        fields = object.__getattribute__(self, "__dict__")
        if name in fields.get("_closed", ()):
            fields["looked_at"].append(name)  # in case the strategy goes on as if nothing were
            raise _knows_none(fields["_player"], name)
        return object.__getattribute__(self, name)


class _ClosedCall(_Closed, CallSituation):
    pass


class _ClosedAnswer(_Closed, AnswerSituation):
    pass


class _Asked:
    """A strategy that has been asked everything, and must say the same when it is asked again.

    Parameters
    ----------
    strategy : Strategy
        Somebody's own.
    rules : Rules
        The house rules.
    first : _Way or None
        How it sits when it is asked first; None forbids it to look.
    """

    def __init__(self, strategy: Strategy, rules: Rules, first: _Way | None) -> None:
        self.strategy, self.rules, self.at_a_table = strategy, rules, first is not None
        self.here, self.times = first or _Way(0, (1, 1)), 0
        k, states = rules.tier_count, rules.last_state + 1
        self.shapes = (states, k + 1), (len(_DICE), 2, states, k)
        calls, answers = (np.indices(shape).reshape(len(shape), -1) for shape in self.shapes)
        calls[1][calls[1] == k] = UNSEEN
        self.questions: tuple[tuple[NDArray[Any], ...], ...] = (
            (calls[0], calls[1], (calls[1] != UNSEEN) & rules.may_throw_again),
            (answers[2], answers[3], answers[1].astype(bool), answers[0]),
        )
        """States, throws, and whether to throw again; states, calls, whether they may be passed
        on, and how the dice lie."""
        self.throws_again = np.zeros(states, np.bool_)
        self.alive, before = first.alive if first else MOST_SEATS, drawn_by_anybody()
        self.said = [np.full(calls.shape[1], BELIEVE), np.full(answers.shape[1], BELIEVE)]
        self.rows = [self._possible(kind, self.alive) for kind in _KINDS]
        for kind, rows in enumerate(self.rows):
            self.said[kind][rows] = self._ask(kind, rows, [self.here])
        if AGAIN in self.said[_CALLS]:
            self.throws_again[self.questions[_CALLS][0][self.said[_CALLS] == AGAIN]] = True
            self.rows[_CALLS] = rows = self._possible(_CALLS, self.alive)
            self.said[_CALLS][rows] = self._ask(_CALLS, rows, [self.here])
        if drawn_by_anybody() != before:
            raise ValueError(
                f"{strategy.name} draws random numbers of `random` or `np.random`, or another "
                "thread does meanwhile; the chances of what it does can't be read off: give them "
                "to TableStrategy(name, calls, doubts)"
            )
        self._again_in_other_batches()
        holds = held(strategy)  # by now it has worked out whatever it keeps to be fast
        self._again_in_other_batches()
        changed = [name for name, digest in held(strategy).items() if holds.get(name) != digest]
        if changed:
            raise ValueError(
                f"{strategy.name} remembers something: being asked has changed its attribute "
                f"{changed[0]}, and a table always says the same; leave out what only counts"
            )

    def _possible(self, kind: int, alive: int) -> _Ints:
        """Return the questions that come up when so many players are in."""
        rules = self.rules
        if kind == _CALLS:
            state, rolled, _ = self.questions[kind]
            unseen = rolled == UNSEEN
            return np.flatnonzero(
                (~unseen & ~rules.shows(rolled)) | (unseen & self.throws_again[state])
            )
        state, call, may_pass, dice = self.questions[kind]
        passed = (dice == HANDED_ON).astype(np.intp)
        may = rules.may_hand_on(call, passed, alive)
        fresh = call >= rules.lowest_call(state)
        passed_on = bool(rules.most_passes(alive)) & (call >= rules.lowest_heard(state))
        if rules.passer_is_liable:
            passed_on &= (state > 0) & (state <= rules.top)  # that of the call handed on
        else:
            passed_on &= fresh & (call < rules.top)
        comes_up = np.where(dice == HANDED_ON, passed_on, fresh)
        comes_up &= (dice != THROWN_BLIND) | rules.may_throw_again
        return np.flatnonzero(comes_up & (may | ~may_pass))

    def _ask(self, kind: int, rows: _Ints, ways: Sequence[_Way]) -> _Ints:
        """Return what it says to some questions, sitting in one way after another."""
        state, *more = (np.tile(column[rows], len(ways)) for column in self.questions[kind])
        seat = np.repeat([way.seat for way in ways], len(rows))
        lives = np.repeat([np.roll(way.lives, way.seat) for way in ways], len(rows), axis=0)
        seen: Any
        if kind == _CALLS:
            seen = _ClosedCall(self.rules, state, seat, lives, *more)
        else:
            seen = _ClosedAnswer(self.rules, state, seat, lives, *more[:-1], dice=more[-1])
        object.__setattr__(seen, "looked_at", [])
        object.__setattr__(seen, "_player", self.strategy.name)
        closed = ("__dict__", *_OF_THE_ROUND, *_OF_A_TABLE * (not self.at_a_table))
        object.__setattr__(seen, "_closed", closed)
        rng = np.random.default_rng(self.times)
        self.times += 1  # so that a copy of the generator draws something else each time
        before, ask = drawn(rng), (legal_calls, legal_answers)[kind]
        said: NDArray[np.int8] = ask(self.strategy, seen, rng)
        if drawn(rng) != before:
            raise self._draws()
        if seen.looked_at:
            raise _knows_none(self.strategy.name, seen.looked_at[0])
        return said.astype(np.intp)

    def _draws(self) -> ValueError:
        return ValueError(
            f"{self.strategy.name} draws random numbers, and the chances of what it does can't be "
            "read off: give them to TableStrategy(name, calls, doubts)"
        )

    def _again_in_other_batches(self) -> None:
        """Ask again and again, calls and answers in turn and in any order, down to one by one."""
        rng = np.random.default_rng(0)
        for kind, rows in enumerate(self.rows):
            for part in np.array_split(rows, -(-len(rows) // _AT_ONCE)):
                self._check_again(kind, np.repeat(part, _TIMES))
        for size in (100, 7, 1):
            batches = [
                (kind, rows)
                for kind in _KINDS
                for rows in np.array_split(
                    rng.permutation(self.rows[kind]), -(-len(self.rows[kind]) // size)
                )
            ]
            for number in rng.permutation(len(batches)):
                self._check_again(*batches[number])

    def _check_again(self, kind: int, rows: _Ints) -> None:
        said = self._ask(kind, rows, [self.here])
        wrong = np.flatnonzero(said != self.said[kind][rows])
        if len(wrong):
            raise self._otherwise(
                kind, rows[wrong[0]], said[wrong[0]],
                "when it is asked again: who draws or remembers something has no table",
            )  # fmt: skip

    def elsewhere(self, ways: Iterable[_Way]) -> None:
        """Ask again in other seats and with other lives, as many at once as memory has room for."""
        by_number: dict[int, list[_Way]] = {}
        for way in ways:
            by_number.setdefault(way.alive, []).append(way)
        for alive, among in by_number.items():
            for start, kind in product(range(0, len(among), _AT_ONCE), _KINDS):
                self._elsewhere(kind, self._possible(kind, alive), among[start : start + _AT_ONCE])

    def _elsewhere(self, kind: int, rows: _Ints, ways: Sequence[_Way]) -> None:
        said = self._ask(kind, rows, ways)
        wrong = np.flatnonzero(said != np.tile(self.said[kind][rows], len(ways)))
        if not len(wrong):
            return
        way, row = ways[wrong[0] // len(rows)], rows[wrong[0] % len(rows)]
        where = f"in seat {way.seat}, not in seat 0: a table knows no seats"
        if way.lives != self.here.lives:
            where = (
                f"with lives {way.lives}, its own first, not {self.here.lives}: a table knows no "
                f"lives; give those with which it is to play, as lives={way.lives}"
            )
        raise self._otherwise(kind, row, said[wrong[0]], where)

    def _otherwise(self, kind: int, row: int, said: int, when: str) -> ValueError:
        """Return the error that it says something else than before."""
        state, tier = (int(column[row]) for column in self.questions[kind][:2])
        name = self.rules.tier_words
        what = "a blind throw" if tier == UNSEEN else name(tier)
        what += f" after {name(state - 1)}" if state else ""

        def spoken(number: int) -> str:
            if kind == _CALLS:
                return "AGAIN" if number == AGAIN else name(number)
            return _ANSWERED.get(number) or f"a pass as {name(number)}"

        once, now = spoken(int(self.said[kind][row])), spoken(int(said))
        does = f"calls {once} with {what}" if kind == _CALLS else f"says {once} to {what}"
        return ValueError(f"{self.strategy.name} {does}, but {now} {when}")

    def entries(self, name: str) -> Entries:
        """Return what it says as entries of a table.

        Raises
        ------
        ValueError
            If a table can't say all that it says.
        """
        k, rules = self.rules.tier_count, self.rules
        called, answered = (
            said.reshape(shape) for said, shape in zip(self.said, self.shapes, strict=True)
        )
        calls, passes = np.zeros((2, k, k, k), np.intp)
        rolled, again = np.arange(k), called[:k, :k] == AGAIN
        unseen = called[:k, k]
        for state in range(k):
            lowest = rules.lowest_call(state)
            told = np.where(called[state, :k] < 0, np.maximum(rolled, lowest), called[state, :k])
            calls[state, rolled, told] = 1  # where it never calls, one call is as good as another
            unseen[state] = max(unseen[state], lowest)
        possible = np.zeros(answered.shape, np.bool_)
        possible.ravel()[self.rows[_ANSWERS]] = True
        heard = np.where(possible[LOOKED_AT], answered[LOOKED_AT], answered[HANDED_ON])[:, :k]
        for state, call in np.argwhere(heard[1] >= 0).tolist():
            passes[state, call, heard[1, state, call]] = 1
        tables = {"calls": calls, "doubts": (heard[0] == DOUBT).astype(np.intp)}
        if passes.any():
            tables["passes"] = passes
        if self.throws_again.any():
            tables["again"] = again.astype(np.intp)
            tables["blind"] = np.eye(k, dtype=np.intp)[unseen]
        blind = np.where(possible[THROWN_BLIND], answered[THROWN_BLIND], BELIEVE)[0, :k]
        blind = np.where(possible[THROWN_BLIND, 0, :k], blind, heard[0])
        if (blind != heard[0]).any():
            tables["doubts_blind"] = (blind == DOUBT).astype(np.intp)
        if (answered == EQUAL).any():
            tables["equals"] = (heard[0, :, rules.top] == EQUAL).astype(np.intp)
        self._check_read_back(tables)
        two = self.at_a_table and self.here.alive == 2
        return Entries(name, tables, rules.for_two() if two else rules)

    def _check_read_back(self, tables: dict[str, _Ints]) -> None:
        """Raise where a table does not say what was said, since it can't tell two cases apart."""
        top = self.rules.top
        never = {name: np.zeros((top + 1,) * TABLES[name], np.intp) for name in TABLES}
        by = {**never, "doubts_blind": tables["doubts"], **tables}
        state, rolled, _ = (column[self.rows[_CALLS]] for column in self.questions[_CALLS])
        row = np.minimum(state, top)
        call = np.where(
            rolled == UNSEEN,
            by["blind"][row].argmax(axis=1),
            by["calls"][row, rolled].argmax(axis=1),
        )
        call[state > top] = top
        call[(rolled != UNSEEN) & (by["again"][row, rolled] == 1)] = AGAIN
        self._compare(_CALLS, call)
        state, heard, may_pass, dice = (
            column[self.rows[_ANSWERS]] for column in self.questions[_ANSWERS]
        )
        row = np.minimum(state, top)
        passes = by["passes"][row, heard]
        answer = np.where(may_pass & passes.any(axis=1), passes.argmax(axis=1), BELIEVE)
        answer[(heard == top) & (by["equals"][row] == 1)] = EQUAL
        doubts = np.where(
            dice == THROWN_BLIND, by["doubts_blind"][row, heard], by["doubts"][row, heard]
        )
        two = (doubts == 1) & (answer != BELIEVE)  # which a table must not have chances for
        answer[doubts == 1] = DOUBT
        self._compare(_ANSWERS, answer, two & (dice == THROWN_BLIND))

    def _compare(self, kind: int, read: _Ints, twice: NDArray[np.bool_] | None = None) -> None:
        """Raise where what is read back from a table is not what was said, or said twice."""
        rows = self.rows[kind]
        wrong = np.flatnonzero(read != self.said[kind][rows])
        if not len(wrong) and twice is not None and twice.any():
            row = rows[np.flatnonzero(twice)[0]]
            fresh = row - (THROWN_BLIND - LOOKED_AT) * self.said[kind].size // len(_DICE)
            raise self._otherwise(kind, row, self.said[kind][fresh], (
                "over a throw that was looked at: a table passes on, or equals Mia, alike where "
                "it was thrown blind"
            ))  # fmt: skip
        if not len(wrong):
            return
        row, why = rows[wrong[0]], (
            "where the cup may not be handed on: a table believes there instead of passing it on, "
            "and else says the same"
        )  # fmt: skip
        if self.questions[kind][0][row] > self.rules.top:
            last = self.rules.tier_words(self.rules.top - 1)
            why = f"after {last}: a table says the same in both states"
        elif kind == _ANSWERS and self.questions[kind][3][row] != LOOKED_AT:
            why = (
                "over a throw that was looked at: a table says the same where the cup was handed "
                "on, and only doubts otherwise where it was thrown blind"
            )
        raise self._otherwise(kind, row, read[wrong[0]], why)
