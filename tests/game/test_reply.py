"""Facts about what players say, and the best reply: in an order of three tiers, by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from mia_stats import CHARACTERS, DOUBT, Rules, TableStrategy, best_response
from mia_stats.game.reply import RingReply, respond
from mia_stats.game.ring import ENDS, Ring, Worth, habits_of, together
from mia_stats.game.stakes import Stakes, round_stakes
from tests.helpers import THREE
from tests.oracles.settings import random_setting

RULES_OF_THREE = Rules(THREE)
MIXED, DOUBLE, MIA = Fraction(28, 36), Fraction(6, 36), Fraction(2, 36)


def any_table(seed: int) -> TableStrategy:
    """Return a table of three tiers with chances drawn from whole numbers, Fractions all."""
    rng = np.random.default_rng(seed)
    calls = np.full((3, 3, 3), Fraction(0), object)
    doubts = np.full((3, 3), Fraction(0), object)
    for state, rolled in product(range(3), repeat=2):
        drawn = rng.integers(1, 9, 3 - state).tolist()
        calls[state, rolled, state:] = [Fraction(weight, sum(drawn)) for weight in drawn]
        if rolled >= state:
            doubts[state, rolled] = Fraction(int(rng.integers(0, 6)), 5)
    return TableStrategy(f"any {seed}", calls, doubts)


Calls: TypeAlias = Mapping[tuple[int, int], int]
"""A call by state and throw."""
Doubts: TypeAlias = Mapping[tuple[int, int], bool]
"""Whether a call is doubted, by the state in which it is made, and the call."""


class Plain:
    """A round of three tiers against a table, followed throw by throw, with plain choices.

    It knows the game from the words of the rules alone: a higher call, and Mia seen or folded to.
    """

    def __init__(
        self, table: TableStrategy, rules: Rules, mine: Stakes[Any], theirs: Stakes[Any]
    ) -> None:
        self.table, self.rules, self.mine, self.theirs = table, rules, mine, theirs

    def is_true(self, rolled: int, call: int) -> bool:
        return rolled == call if self.rules.truth == "exact" else rolled >= call

    def opens(self, calls: Calls, doubts: Doubts, at: int) -> Any:
        """Return what who responds expects when it must call in a state."""
        total = Fraction(0)
        for rolled, chance in enumerate((MIXED, DOUBLE, MIA)):
            call = calls.get((at, rolled), 2)
            doubt = self.table.doubts[at, call]
            seen = (self.mine.true if self.is_true(rolled, call) else self.mine.lie)[call]
            if call < 2:
                onward = self.answers(calls, doubts, call + 1)
            elif self.mine.fold is None:
                doubt, onward = 1, 0
            else:
                onward = self.mine.fold
            total += chance * (doubt * seen + (1 - doubt) * onward)
        return total

    def answers(self, calls: Calls, doubts: Doubts, at: int) -> Any:
        """Return what it expects when the table must call in a state."""
        total = Fraction(0)
        for (rolled, chance), call in product(enumerate((MIXED, DOUBLE, MIA)), range(at, 3)):
            weight = chance * self.table.calls[at, rolled, call]
            if doubts[at, call] or (call == 2 and self.theirs.fold is None):
                side = self.theirs.true if self.is_true(rolled, call) else self.theirs.lie
                total += weight * side[call]
            elif call == 2:
                total += weight * self.theirs.fold
            else:
                total += weight * self.opens(calls, doubts, call + 1)
        return total

    def best(self) -> tuple[Any, Any]:
        """Return what the best of all pure strategies gets, as opener and as answerer.

        Who opens calls in state 0 and hears a call in states 1 and 2; who answers hears a call in
        state 0, calls in state 1, and hears the last call. In state 2 only Mia is left to call.
        """
        throws, later, first = range(3), [(1, 1), (1, 2), (2, 2)], [(0, 0), (0, 1), (0, 2), (2, 2)]
        opening = max(
            self.opens({(0, rolled): call for rolled, call in zip(throws, called, strict=True)},
                       dict(zip(later, heard, strict=True)), 0)
            for called in product(range(3), repeat=3)
            for heard in product((False, True), repeat=3)
        )  # fmt: skip
        answering = max(
            self.answers({(1, rolled): call for rolled, call in zip(throws, called, strict=True)},
                         dict(zip(first, heard, strict=True)), 0)
            for called in product((1, 2), repeat=3)
            for heard in product((False, True), repeat=4)
        )  # fmt: skip
        return opening, answering


class TestRespond:
    """The best reply against all pure strategies there are."""

    @pytest.mark.parametrize(
        "rules",
        [
            RULES_OF_THREE,
            replace(RULES_OF_THREE, mia_penalty=1, mia_lie_penalty=3, mia_fold=2),
            replace(RULES_OF_THREE, mia_fold=None),
            replace(RULES_OF_THREE, truth="exact"),
        ],
        ids=str,
    )
    @pytest.mark.parametrize("name", ["honest", "liar", "lucky", "random", 1, 2, 3])
    def test_no_pure_strategy_gets_more(self, name: str | int, rules: Rules) -> None:
        table = any_table(name) if isinstance(name, int) else CHARACTERS[name].table(rules)
        mine, theirs = round_stakes(rules, Fraction(1)), round_stakes(rules, Fraction(-1))
        opening, answering, reply = respond(table, rules, mine, theirs)
        plain = Plain(table, rules, mine, theirs)
        assert (opening[0], answering[0]) == plain.best()
        calls = {
            (state, rolled): int(np.flatnonzero(reply.calls[state, rolled])[0])
            for state, rolled in product(range(3), repeat=2)
        }
        doubts = {
            (state, call): bool(reply.doubts[state, call])
            for state, call in product(range(3), repeat=2)
        }
        for state in range(3):
            assert plain.opens(calls, doubts, state) == opening[state]
            assert plain.answers(calls, doubts, state) == answering[state]

    @pytest.mark.parametrize("name", list(CHARACTERS))
    def test_floats_break_ties_as_fractions_do(self, name: str) -> None:
        """Where two choices bring the same, the last digits of floats do not choose."""
        some = [Rules(key, mia_penalty=1, mia_fold=None) for key in ("standard", "mexico-us")]
        some += [Rules(rules.variant, call="at_least", mia_penalty=1) for rules in some]
        for rules in [*some, Rules(), Rules(call="at_least")]:
            exact = CHARACTERS[name].table(rules)
            parts = {part: chances.astype(float) for part, chances in exact.tables.items()}
            floats = TableStrategy(name, **parts, rules=rules)
            one, other = (best_response(table, rules).strategy for table in (exact, floats))
            assert (one.calls == other.calls).all()
            assert (one.doubts == other.doubts).all()

    def test_the_stakes_of_the_two_may_be_any(self) -> None:
        """As in a match, in which a life is worth more to one than to the other."""
        three = [Fraction(n, 7) for n in (5, 6, 9)]
        mine = Stakes(three, [-p for p in three[::-1]], Fraction(1, 3))
        theirs = Stakes([-p / 2 for p in three], [p + 1 for p in three], Fraction(-1, 5))
        for seed in range(4):
            table = any_table(seed)
            opening, answering, _ = respond(table, RULES_OF_THREE, mine, theirs)
            plain = Plain(table, RULES_OF_THREE, mine, theirs)
            assert (opening[0], answering[0]) == plain.best()

    def test_who_always_claims_mia_is_looked_at(self) -> None:
        """One call in 18 is true: looking brings 17/18 · 1 − 1/18 · 2, and folding costs a life."""
        table, one = CHARACTERS["lucky"].table(RULES_OF_THREE), Fraction(1)
        _, answering, reply = respond(
            table, RULES_OF_THREE, round_stakes(RULES_OF_THREE, one),
            round_stakes(RULES_OF_THREE, -one),
        )  # fmt: skip
        assert answering == [Fraction(15, 18)] * 3 + [0]
        assert (reply.doubts[:, 2] == 1).all()

    def test_who_doubts_nothing_is_told_mia_every_time(self) -> None:
        """It folds to Mia, which brings a life whatever was thrown."""
        table, one = CHARACTERS["lucky"].table(RULES_OF_THREE), Fraction(1)
        opening, _, reply = respond(
            table, RULES_OF_THREE, round_stakes(RULES_OF_THREE, one),
            round_stakes(RULES_OF_THREE, -one),
        )  # fmt: skip
        assert opening[2] == 1
        assert (reply.calls[2, :, 2] == 1).all()


def best_in_a_ring(seed: int) -> tuple[RingReply, list[TableStrategy], Rules, Worth]:
    """Return the best reply to drawn tables by drawn rules, with what the ends are worth."""
    draw, rng = random.Random(seed), np.random.default_rng(seed)
    rules, tables, *_ = random_setting(draw)
    rules = replace(rules, toast=(), second_throw="never", mia_equalled=False)
    others = [TableStrategy(t.name, t.calls.astype(float), t.doubts.astype(float)) for t in tables]
    worth = Worth.of(rules, rng.random((1, len(others) + 1, len(ENDS))))
    habits = together([[habits_of(table, rules, False) for table in others]])
    return RingReply(habits, rules, worth, 1e-15), others, rules, worth


def in_a_ring(
    reply: RingReply, others: list[TableStrategy], rules: Rules, worth: Worth
) -> NDArray[Any]:
    """Return what is to be expected where the choices of a reply are played as a table."""
    k = rules.tier_count
    calls = (reply.called[0, :k, :, None] == np.arange(k)).astype(float)
    doubts = (reply.answers[0, 0, :k] == DOUBT).astype(float)
    mine = TableStrategy("mine", calls, doubts)
    habits = together([[habits_of(table, rules, False) for table in (mine, *others)]])
    return Ring(habits, rules).values(worth)[..., : rules.last_state + 1]


@pytest.mark.parametrize("seed", range(30))
def test_no_change_of_one_choice_betters_a_reply_to_several(seed: int) -> None:
    """Whoever throws in whatever state, equal calls or not: so no policy is better."""
    reply, others, rules, worth = best_in_a_ring(seed)
    promised = reply.values[..., : rules.last_state + 1]
    assert in_a_ring(reply, others, rules, worth) == pytest.approx(promised, abs=1e-12)
    draw = random.Random(seed)
    for _ in range(12):
        state, rolled = draw.randrange(rules.tier_count), draw.randrange(rules.tier_count)
        call = draw.randrange(rules.lowest_call(state), rules.tier_count)
        for choices, where, other in (
            (reply.called, (0, state, rolled), call),
            (reply.answers, (0, 0, state, call), -3 - reply.answers[0, 0, state, call]),
        ):
            kept = choices[where]
            choices[where] = other
            with suppress(ValueError):  # a round that never ends
                assert (in_a_ring(reply, others, rules, worth) <= promised + 1e-12).all()
            choices[where] = kept
