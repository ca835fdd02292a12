"""Facts about what players say by their tables: in an order of three tiers, by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mia_stats import CHARACTERS, HONEST, RANDOM, Dice, Rules, TableStrategy
from mia_stats.game.said import behind, spoken, truths_and_lies
from tests.helpers import EQUAL, THREE

RULES_OF_THREE = Rules(THREE)
MIXED, DOUBLE, MIA = Fraction(28, 36), Fraction(6, 36), Fraction(2, 36)
HOUSES = [
    Rules(),
    EQUAL,
    Rules("meyer-toast", truth="exact"),
    Rules("points", Dice([1, 2, 3, 4, 5, 6]), toast=32, unseen_pass="liable"),
]


class TestSaid:
    """How often each call is true, and how often it is a lie."""

    def test_all_that_an_honest_player_says(self) -> None:
        """State, throw and call: the truth, or the lowest legal call where that is forbidden."""
        found = spoken(HONEST.table(RULES_OF_THREE), RULES_OF_THREE, exact=True)
        assert list(zip(*(column.tolist() for column in found), strict=True)) == [
            (0, 0, 0, MIXED), (0, 1, 1, DOUBLE), (0, 2, 2, MIA),
            (1, 0, 1, MIXED), (1, 1, 1, DOUBLE), (1, 2, 2, MIA),
            (2, 0, 2, MIXED), (2, 1, 2, DOUBLE), (2, 2, 2, MIA),
        ]  # fmt: skip

    def test_an_honest_player_lies_where_it_must(self) -> None:
        true, false = truths_and_lies(HONEST.table(RULES_OF_THREE), RULES_OF_THREE)
        assert true.tolist() == [[MIXED, DOUBLE, MIA], [0, DOUBLE, MIA], [0, 0, MIA]]
        assert false.tolist() == [[0, 0, 0], [0, MIXED, 0], [0, 0, MIXED + DOUBLE]]

    def test_who_calls_at_random_calls_each_legal_tier_alike(self) -> None:
        """A call is as often true as a throw reaches it: one of three, of two, or the only one."""
        true, false = truths_and_lies(RANDOM.table(RULES_OF_THREE), RULES_OF_THREE)
        reached = [MIXED + DOUBLE + MIA, DOUBLE + MIA, MIA]
        for state in range(3):
            legal = 3 - state
            for call in range(3):
                share = Fraction(call >= state, legal)
                assert true[state, call] == share * reached[call]
                assert false[state, call] == share * (1 - reached[call])

    def test_the_truth_by_the_exact_test_is_the_throw_itself(self) -> None:
        rules = Rules(THREE, truth="exact")
        true, false = truths_and_lies(RANDOM.table(rules), rules)
        assert true[0].tolist() == [MIXED / 3, DOUBLE / 3, MIA / 3]
        assert false[0].tolist() == [(1 - p) / 3 for p in (MIXED, DOUBLE, MIA)]

    @pytest.mark.parametrize("rules", HOUSES, ids=str)
    @pytest.mark.parametrize("name", list(CHARACTERS))
    def test_something_legal_is_said_after_every_throw_but_a_toast(
        self, name: str, rules: Rules
    ) -> None:
        true, false = truths_and_lies(CHARACTERS[name].table(rules), rules)
        every = true + false
        assert every.sum(axis=1).tolist() == [1 - rules.toast_chance] * rules.tier_count
        for state in range(rules.tier_count):
            assert not any(every[state, : rules.lowest_call(state)])

    @pytest.mark.parametrize("rules", HOUSES, ids=str)
    def test_floats_say_the_same_as_fractions(self, rules: Rules) -> None:
        table = RANDOM.table(rules)
        rounded = TableStrategy("rounded", table.calls.astype(float), table.doubts.astype(float))
        for exact, floats in zip(
            truths_and_lies(table, rules), truths_and_lies(rounded, rules), strict=True
        ):
            assert exact.dtype == object
            assert floats.dtype == float
            assert floats == pytest.approx(exact.astype(float), abs=1e-15)
        *places, chances = spoken(table, rules, exact=True)
        *same, rounded_chances = spoken(table, rules, exact=False)
        assert all((a == b).all() for a, b in zip(places, same, strict=True))
        assert rounded_chances == pytest.approx(chances.astype(float), abs=1e-15)

    def test_a_mia_that_is_shown_is_no_call(self) -> None:
        rules = Rules(THREE, thrown_mia="next")
        true, false = truths_and_lies(HONEST.table(rules), rules)
        assert true.tolist() == [[MIXED, DOUBLE, 0], [0, DOUBLE, 0], [0, 0, 0]]
        assert false[2, 2] == MIXED + DOUBLE

    def test_after_a_mia_that_is_equalled_all_call_mia(self) -> None:
        rules = Rules(THREE, mia_equalled=True, call="at_least")
        true, false = truths_and_lies(RANDOM.table(rules), rules)
        assert true.shape == false.shape == (4, 3)
        assert (true[3].tolist(), false[3].tolist()) == ([0, 0, MIA], [0, 0, MIXED + DOUBLE])

    def test_who_throws_again_calls_what_it_has_not_seen(self) -> None:
        """A third throw again what they open with, and call a double then."""
        rules = Rules(THREE, second_throw="blind")
        plain, third = HONEST.table(RULES_OF_THREE), Fraction(1, 3)
        blind = [[0, 1, 0], [0, 1, 0], [0, 0, 1]]
        again: Any = [[third] * 3, [0] * 3, [0] * 3]
        table = TableStrategy("again", plain.calls, plain.doubts, again=again, blind=blind)
        true, false = truths_and_lies(table, rules)
        assert true[:2].tolist() == [
            [MIXED * 2 / 3, DOUBLE * 2 / 3, MIA * 2 / 3], [0, DOUBLE, MIA]
        ]  # fmt: skip
        true, false = truths_and_lies(table, rules, blind=True)
        assert true.tolist() == [[0, (DOUBLE + MIA) / 3, 0], [0] * 3, [0] * 3]
        assert false.tolist() == [[0, MIXED / 3, 0], [0] * 3, [0] * 3]

    def test_nothing_is_said_of_a_throw_that_never_comes(self) -> None:
        """Dice without a 2 make no Mia, and no lie in its place."""
        rules = Rules(THREE, Dice([1, 0, 1, 1, 1, 1]))
        _, rolled, _, chances = spoken(HONEST.table(rules), rules, exact=True)
        assert set(rolled.tolist()) == {0, 1}
        assert all(chances)


def test_what_lies_behind_a_call() -> None:
    """After 54 who is honest calls 61 with it, or over anything less than it."""
    found = behind(HONEST.table(Rules()), Rules(), blind=False)
    under_61 = found[Rules().state(54), Rules().tier(61)]
    assert under_61 == {**dict.fromkeys(range(9), Fraction(1, 18)), 9: Fraction(1, 18)}
    assert (Rules().state(54), Rules().tier(54)) not in found
    assert behind(HONEST.table(Rules()), Rules(), blind=True) == {}
