"""A round in which a cup may be handed on unseen, followed throw by throw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from mia_stats.game.ring import ENDS, FOLDED, End, dice_over, ends_seen, shown_end
from mia_stats.game.rules import CAUGHT, Rules
from mia_stats.game.said import Answers, spoken
from mia_stats.game.table_strategy import TableStrategy

__all__ = ["HandedOn"]

_CLOSE = 1e-12  # what floats may miss


@dataclass
class _Turn:
    """What follows a throw of one seat in one state, until the next throw."""

    zero: Any
    ends: dict[End, Any] = field(default_factory=dict)
    calls: dict[int, Any] = field(default_factory=dict)
    lies: dict[int, Any] = field(default_factory=dict)
    onward: dict[tuple[int, int], Any] = field(default_factory=dict)
    """The chance of each next throw, by state and seat."""
    toasts: Any = 0

    def add(self, to: dict[Any, Any], key: Any, chance: Any) -> None:
        to[key] = to.get(key, self.zero) + chance


class HandedOn:
    """Follows the chance to come to each throw: who throws, and the state of the round.

    Parameters
    ----------
    tables : sequence of TableStrategy
        The players who are still in, in the order in which the cup goes round.
    rules : Rules
        The house rules.
    exact : bool
        Whether to use Fractions, as all tables must hold then.
    """

    def __init__(self, tables: Sequence[TableStrategy], rules: Rules, exact: bool) -> None:
        self.rules, self.n, self.exact = rules, len(tables), exact
        self.one: Any = Fraction(1) if exact else 1.0
        self.zero = self.one * 0
        self.kinds = _seen(rules)
        self.players = [_numbers(table, rules, exact) for table in tables]
        self.visits: list[list[Any]] = []
        """How often each seat throws, by state; nobody does after a Mia that ends the round."""

    def from_opener(self, opener: int) -> tuple[dict[End, Any], list[Any], list[Any], Any]:
        """Return the chance of each end, calls and lies by player, and toasts, of one throw on.

        Raises
        ------
        ValueError
            If a call is repeated for ever.
        """
        self.visits = [[self.zero] * self.n for _ in range(self.rules.last_state + 2)]
        self.visits[0][opener] = self.one
        ends: dict[End, Any] = defaultdict(lambda: self.zero)
        calls, lies, toasts = [self.zero] * self.n, [self.zero] * self.n, self.zero
        for state in range(self.rules.last_state + 1):
            for seat, (turn, often) in self._turns(state).items():
                for end, chance in turn.ends.items():
                    ends[end] += chance * often
                for counts, by in ((calls, turn.calls), (lies, turn.lies)):
                    for who, chance in by.items():
                        counts[who] += chance * often
                toasts += turn.toasts * often
                for (then, who), chance in turn.onward.items():
                    if then != state:
                        self.visits[then][who] += chance * often
                self.visits[state][seat] = often
        return ends, calls, lies, toasts

    def _turns(self, state: int) -> dict[int, tuple[_Turn, Any]]:
        """Return what follows a throw in a state, by seat, and how often each seat throws there.

        Calls that repeat the last one lead back to the state, by way of other seats.
        """
        arriving, turns = self.visits[state], {}
        seats = [seat for seat in range(self.n) if arriving[seat]]
        for seat in seats:  # which grows on the way
            turns[seat] = self._throw(seat, state)
            seats += [
                who for (then, who), chance in turns[seat].onward.items()
                if then == state and chance and who not in seats
            ]  # fmt: skip
        back = [
            [turns[seat].onward.get((state, who), self.zero) for seat in seats] for who in seats
        ]
        often = [arriving[seat] for seat in seats]
        if any(any(row) for row in back):
            try:
                often = _fixed_point(back, often)
            except ZeroDivisionError:
                name = self.rules.tier_words(state - 1)
                raise ValueError(
                    f"a round between these players never ends: they repeat {name}"
                ) from None
        return {seat: (turns[seat], chance) for seat, chance in zip(seats, often, strict=True)}

    def _throw(self, seat: int, state: int) -> _Turn:
        """Follow a throw in a state to the ends of the round, or to the next throw."""
        rules, player = self.rules, self.players[seat]
        turn = _Turn(self.zero, toasts=rules.toast_chance * self.one)
        if rules.shown_at_all:
            end = End(seat, (seat + 1) % self.n, *ENDS[shown_end(rules)])
            turn.add(turn.ends, end, player.shown)
        held: Held = {
            (state, call, seat, blind): dice
            for blind in (False, True)
            for call, dice in player.said[blind][state].items()
        }
        for (_, call, _, _), dice in held.items():
            self._count_call(turn, seat, call, dice)
        for passed in range(rules.most_passes(self.n) + 1):
            held = self._answer(turn, held, (seat + 1 + passed) % self.n, passed)
        return turn

    def _count_call(self, turn: _Turn, seat: int, call: int, dice: Dice) -> None:
        turn.add(turn.calls, seat, sum(dice.values()))
        lies = [mass for rolled, mass in dice.items() if self.kinds[call][rolled][0] in _LIES]
        turn.add(turn.lies, seat, sum(lies, self.zero))

    def _answer(self, turn: _Turn, held: Held, responder: int, passed: int) -> Held:
        """Let a player answer all that is held, and return what it hands on unseen."""
        rules, player = self.rules, self.players[responder]
        handed_on: Held = {}
        for (state, call, liable, blind), dice in held.items():
            answers, total = player.answers[blind], sum(dice.values())
            doubt = answers.doubts[state][call]
            if doubt:
                self._look(turn, dice, call, liable, responder, doubt)
            kept = answers.onward[state][call]
            if folds := answers.folds[state][call]:
                turn.add(turn.ends, End(liable, responder, *ENDS[FOLDED]), total * folds)
            if player.passes is not None and rules.may_hand_on(call, passed, self.n):
                for onward, chance in enumerate(player.passes[state][call]):
                    if chance:
                        kept -= chance
                        part = {rolled: mass * chance for rolled, mass in dice.items()}
                        if rules.passer_is_liable:
                            self._count_call(turn, responder, onward, part)
                        key = rules.after_pass(state, call, onward, liable, responder)
                        there = handed_on.setdefault((*key, False), {})
                        for rolled, mass in part.items():
                            there[rolled] = there.get(rolled, self.zero) + mass
            if kept:
                turn.add(turn.onward, (call + 1, responder), total * kept)
        return handed_on

    def _look(
        self, turn: _Turn, dice: Dice, call: int, liable: int, responder: int, doubt: Any
    ) -> None:
        """End the round where a call is doubted; where a toast is found, it begins anew."""
        causes: dict[Any, Any] = {}
        kinds = self.kinds[call]
        for rolled, mass in dice.items():
            kind = kinds[rolled]
            causes[kind] = causes.get(kind, self.zero) + mass
        for kind, mass in causes.items():
            if kind == _TOAST:
                turn.toasts += mass * doubt
            else:
                turn.add(turn.ends, End(liable, responder, *kind), mass * doubt)


Dice: TypeAlias = Mapping[int, Any]
"""The chance of each throw that lies under the cup; K is a toast that nobody has seen."""
Held: TypeAlias = dict[tuple[int, int, int, bool], Any]
"""The dice to be answered for: by the state of a call, the call, who answers for it, and whether
they were thrown blind."""
Said: TypeAlias = list[dict[int, dict[int, Any]]]
"""For each state, by call, the throws behind it and their chances, without zeros."""
_TOAST = (-1, False)  # in place of a cause
_LIES = range(len(CAUGHT))


@lru_cache(maxsize=64)
def _seen(rules: Rules) -> list[list[tuple[int, bool]]]:
    """Return by call and throw which of `ENDS` dice come to that are seen; last is a toast."""
    ends, dice = ends_seen(rules), dice_over(rules)
    return [
        [*(ENDS[end] for end in ends[call, dice[:, call]]), _TOAST]
        for call in range(rules.tier_count)
    ]


@dataclass(frozen=True)
class _Numbers:
    """The chances of one player, as lists of Fractions or of floats.

    Pairs are those over dice that were looked at, or handed on, and over those thrown blind.
    """

    shown: Any
    """To throw a Mia that is shown."""
    said: tuple[Said, Said]
    answers: tuple[Answers, Answers]
    passes: Any


@lru_cache(maxsize=512)
def _numbers(table: TableStrategy, rules: Rules, exact: bool) -> _Numbers:
    one: Any = Fraction(1) if exact else 1.0
    both: list[tuple[Said, Answers]] = []
    for blind in (False, True):
        said: Said = [{} for _ in range(rules.last_state + 1)]
        columns = (column.tolist() for column in spoken(table, rules, exact=exact, blind=blind))
        for state, rolled, call, chance in zip(*columns, strict=True):
            said[state].setdefault(call, {})[rolled] = chance
        both.append((said, Answers(table, rules, blind=blind, exact=exact)))
    passes = table.passes
    if passes is not None:
        passes = (passes if exact else passes.astype(float)).tolist()
    (seen, to_seen), (unseen, to_unseen) = both
    shown = rules.throw_chances[rules.top] * one
    return _Numbers(shown, (seen, unseen), (to_seen, to_unseen), passes)


def _fixed_point(back: list[list[Any]], first: list[Any]) -> list[Any]:
    """Return x = first + back · x, by elimination in the numbers that are given.

    Raises
    ------
    ZeroDivisionError
        If there is none, since what has come here never leaves.
    """
    n = len(first)
    rows = [
        [(i == j) - back[i][j] for j in range(n)] + [first[i]] for i in range(n)
    ]  # fmt: skip
    for column in range(n):
        pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        by = rows[column][column]
        if abs(by) <= (0 if isinstance(by, Fraction | int) else _CLOSE):
            raise ZeroDivisionError
        rows[column] = [value / by for value in rows[column]]
        for row in range(n):
            if row != column and (factor := rows[row][column]):
                rows[row] = [
                    value - factor * own
                    for value, own in zip(rows[row], rows[column], strict=True)
                ]  # fmt: skip
    return [row[-1] for row in rows]
