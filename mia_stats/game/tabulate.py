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
from mia_stats.game.strategy import BELIEVE, DOUBT, AnswerSituation, CallSituation, Strategy
from mia_stats.game.traces import drawn, drawn_by_anybody, held
from mia_stats.utils.checks import check_name, listed, shown, whole_number

__all__ = ["Entries", "tabulate"]

_KINDS = _CALLS, _ANSWERS = 0, 1  # of questions
_MOST_WAYS: Final = 50_000  # to sit: some seconds
_AT_ONCE: Final = 100  # ways
_TIMES: Final = 200  # each question is asked: what is said once in ten shows in all but 1 of 10^9
_Ints: TypeAlias = NDArray[np.intp]


class _Way(NamedTuple):
    """A way to sit: where, and the lives from there on to the left."""

    seat: int
    lives: tuple[int, ...]

    @property
    def alive(self) -> int:
        return sum(number > 0 for number in self.lives)


class Entries(NamedTuple):
    """What a `TableStrategy` is made of: arrays of 0 and 1; no passes where it never passes."""

    name: str
    calls: _Ints
    doubts: _Ints
    passes: _Ints | None
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
    return ValueError(
        f"{name} looks at seen.{what}, and a table knows no seats and lives: give seats, to have "
        "it checked that it plays the same with all lives of so many players, or the lives with "
        "which it is to play, its own first, as lives=(1, 6); len(seen.state) counts the games"
    )


class _AtNoTable:
    """What is seen by a strategy that must not look at seats and lives, so that it may be any."""

    def __getattribute__(self, name: str) -> Any:
        """Return a field, or note and raise for what a table does not know."""
        fields = object.__getattribute__(self, "__dict__")
        if name in ("seat", "seat_lives", "lives", "__dict__") and "_player" in fields:
            fields["looked_at"].append(name)  # in case the strategy goes on as if nothing were
            raise _knows_none(fields["_player"], name)
        return object.__getattribute__(self, name)


class _CallAtNoTable(_AtNoTable, CallSituation):
    pass


class _AnswerAtNoTable(_AtNoTable, AnswerSituation):
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
        k = rules.tier_count
        state, tier = np.divmod(np.arange(k * k), k)
        twice, may_pass = np.tile((state, tier), 2), np.repeat([False, True], k * k)
        self.questions: tuple[tuple[NDArray[Any], ...], ...] = ((state, tier), (*twice, may_pass))
        """States and throws; states, calls, and whether they may be passed on: first none is."""
        alive, before = first.alive if first else MOST_SEATS, drawn_by_anybody()
        self.rows = [self._possible(kind, alive) for kind in _KINDS]
        self.said = [np.full(k * k, 0), np.full(2 * k * k, BELIEVE)]
        for kind, rows in enumerate(self.rows):
            self.said[kind][rows] = self._ask(kind, rows, [self.here])
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
        if kind == _CALLS:
            return np.arange(len(self.questions[kind][0]))
        state, call, may_pass = self.questions[kind]
        among = self.rules.for_two() if alive == 2 else self.rules
        passed = (call < self.rules.lowest_call(state)).astype(np.intp)  # to repeat a call
        may = self.rules.may_hand_on(call, passed, alive)
        return np.flatnonzero((call >= among.lowest_heard(state)) & (may | ~may_pass))

    def _ask(self, kind: int, rows: _Ints, ways: Sequence[_Way]) -> _Ints:
        """Return what it says to some questions, sitting in one way after another."""
        state, *more = (np.tile(column[rows], len(ways)) for column in self.questions[kind])
        seat = np.repeat([way.seat for way in ways], len(rows))
        lives = np.repeat([np.roll(way.lives, way.seat) for way in ways], len(rows), axis=0)
        kinds: Any = (CallSituation, AnswerSituation)
        if not self.at_a_table:
            kinds = (_CallAtNoTable, _AnswerAtNoTable)
        seen = kinds[kind](self.rules, state, seat, lives, *more)
        if not self.at_a_table:
            object.__setattr__(seen, "looked_at", [])
            object.__setattr__(seen, "_player", self.strategy.name)  # from here on it is closed
        rng = np.random.default_rng(self.times)
        self.times += 1  # so that a copy of the generator draws something else each time
        before, ask = drawn(rng), (legal_calls, legal_answers)[kind]
        said: NDArray[np.int8] = ask(self.strategy, seen, rng)
        if drawn(rng) != before:
            raise self._draws()
        if not self.at_a_table and seen.looked_at:
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
        what = f"{name(tier)} after {name(state - 1)}" if state else name(tier)

        def spoken(number: int) -> str:
            if kind == _CALLS:
                return name(number)
            return {BELIEVE: "BELIEVE", DOUBT: "DOUBT"}.get(number) or f"a pass as {name(number)}"

        once, now = spoken(int(self.said[kind][row])), spoken(int(said))
        does = f"calls {once} with {what}" if kind == _CALLS else f"says {once} to {what}"
        return ValueError(f"{self.strategy.name} {does}, but {now} {when}")

    def entries(self, name: str) -> Entries:
        """Return what it says as entries of a table.

        Raises
        ------
        ValueError
            If a table can't say what it does where it may not pass.
        """
        k = self.rules.tier_count
        calls, passes = np.zeros((2, k, k, k), np.intp)
        state, rolled = self.questions[_CALLS]
        calls[state, rolled, self.said[_CALLS]] = 1
        state, call, may_pass = self.questions[_ANSWERS]
        said, rows = self.said[_ANSWERS], self.rows[_ANSWERS]
        for row in rows[may_pass[rows]]:
            otherwise, passed_with = said[row - k * k], said[row]  # the same call, without a pass
            if otherwise != min(passed_with, BELIEVE):  # a pass becomes belief
                raise self._otherwise(
                    _ANSWERS, row, otherwise,
                    "where the cup may not be handed on: a table believes there instead of passing "
                    "it on, and else says the same",
                )  # fmt: skip
            if passed_with >= 0:
                passes[state[row], call[row], passed_with] = 1
        doubts = (said[: k * k] == DOUBT).reshape(k, k).astype(np.intp)
        rules = self.rules.for_two() if self.at_a_table and self.here.alive == 2 else self.rules
        return Entries(name, calls, doubts, passes if passes.any() else None, rules)
