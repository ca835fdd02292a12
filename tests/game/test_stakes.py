"""Facts about what the ends of a round bring, by the default rules unless said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mia_stats import Rules
from mia_stats.game.rules import CAUSES
from mia_stats.game.stakes import Stakes, opposite, round_stakes, stakes_by, stakes_of

ENDS = {
    "a true 54 is doubted": (54, True, True),
    "a false 54 is doubted": (54, True, False),
    "a true Mia is looked at": (21, True, True),
    "a false Mia is looked at": (21, True, False),
    "Mia is folded to": (21, False, False),
}
"""The call, whether the dice are seen, and whether it is true."""


def cause(rules: Rules, end: str) -> int:
    """Return the place in `CAUSES` of one of the ends."""
    call, seen, true = ENDS[end]
    place: int = rules.cause(rules.tier(call), seen=seen, true=true)
    return place


def test_the_stakes_are_what_each_cause_is_worth() -> None:
    """Twenty tiers cost the same, and Mia is another matter; each cause is valued once."""
    asked: list[int] = []

    def worth(cause: int) -> float:
        asked.append(cause)
        return float(cause)

    stakes = stakes_by(Rules(), worth)
    assert [CAUSES[int(place)] for place in stakes.true] == ["wrong_doubt"] * 20 + ["mia_looked_at"]
    assert [CAUSES[int(place)] for place in stakes.lie] == ["lie_caught"] * 20 + ["mia_lie_caught"]
    assert stakes.fold == CAUSES.index("mia_folded")
    assert sorted(asked) == list(range(len(CAUSES)))


def test_nothing_is_at_stake_in_a_fold_that_is_forbidden() -> None:
    stakes = stakes_by(Rules(mia_fold=None), float)
    assert stakes.fold is None


@pytest.mark.parametrize("one", [Fraction(1), 1.0, -1.0, Fraction(-1, 2)], ids=str)
def test_the_lives_that_who_has_called_gains(one: Any) -> None:
    """A true call brings what the doubter loses, a lie costs what the caller does."""
    stakes = round_stakes(Rules(), one)
    assert list(stakes.true) == [one] * 20 + [2 * one]
    assert list(stakes.lie) == [-one] * 21
    assert stakes.fold == one
    assert {type(value) for value in (*stakes.true, *stakes.lie, stakes.fold)} == {type(one)}


def test_the_prices_of_mia_are_those_of_the_rules() -> None:
    one, zero = Fraction(1), Fraction(0)
    for rules, (true, lie, fold) in (
        (Rules(mia_penalty=4, mia_fold=3, mia_lie_penalty=2), (4 * one, -2 * one, 3 * one)),
        (Rules(mia_penalty=0, mia_fold=0, mia_lie_penalty=0), (zero, zero, zero)),
        (Rules(mia_fold=None), (2 * one, -one, None)),
    ):
        assert round_stakes(rules, one) == Stakes([one] * 20 + [true], [-one] * 20 + [lie], fold)


class TestHouseRules:
    """Where the dice count, are shown, or were seen by nobody."""

    def test_what_a_lie_and_a_doubt_cost(self) -> None:
        stakes = round_stakes(Rules(lie_penalty=3, doubt_penalty=4), Fraction(1))
        assert list(stakes.true) == [4] * 20 + [2]
        assert list(stakes.lie) == [-3] * 20 + [-1]
        assert stakes.over_mia is None

    @pytest.mark.parametrize(
        ("mia_by", "truth", "lie", "over_mia"),
        [
            # what a false Mia costs, and what a doubted lower call brings over dice of Mia
            ("call", "at_least", -3, 1),
            ("dice", "at_least", -1, 4),
            ("either", "at_least", -3, 4),
            ("call", "exact", -3, -1),
            ("dice", "exact", -1, -3),
            ("either", "exact", -3, -3),
        ],
    )
    def test_the_dice_may_say_whose_prices_hold(
        self, mia_by: Any, truth: Any, lie: int, over_mia: int
    ) -> None:
        rules = Rules(mia_by=mia_by, truth=truth, mia_penalty=4, mia_lie_penalty=3)
        stakes = round_stakes(rules, Fraction(1))
        assert [stakes.true[20], stakes.lie[20]] == [4, lie]
        assert [stakes.true[8], stakes.lie[8]] == [1, -1]
        assert stakes.of(20, 8, true=truth == "at_least") == over_mia
        assert stakes.of(20, 20, true=True) == 4

    def test_a_shown_mia_costs_the_same_by_all_rules(self) -> None:
        assert round_stakes(Rules(), Fraction(1)).shown is None
        for mia_by in ("call", "dice", "either"):
            rules = Rules(thrown_mia="next", mia_penalty=3, mia_by=mia_by)
            assert round_stakes(rules, Fraction(1)).shown == 3

    def test_a_blind_call_is_true_by_chance(self) -> None:
        """21 is thrown twice in 36 times, and anything reaches 31."""
        blind = round_stakes(Rules(second_throw="blind"), Fraction(1)).over_blind
        assert blind is not None
        assert blind[20] == Fraction(2, 36) * 2 - Fraction(34, 36)
        assert blind[0] == 1


def test_what_one_of_two_wins_the_other_loses() -> None:
    for rules in (Rules(), Rules(mia_by="either", mia_fold=None), Rules(second_throw="blind")):
        one = Fraction(1)
        assert opposite(round_stakes(rules, one)) == round_stakes(rules, -one)


def test_the_stakes_tell_whether_all_others_pay() -> None:
    """A true call of Mia does, and a Mia that is shown, where the rules say so."""

    def worth(cause: int, others: bool) -> Fraction:
        return Fraction(10 * cause + others)

    looked_at = 10 * CAUSES.index("mia_looked_at")
    by_all = stakes_of(Rules(true_mia="others"), worth)
    assert by_all.true[-1] == looked_at + 1
    assert by_all.true[0] % 10 == 0
    assert by_all.shown is None
    assert stakes_of(Rules(thrown_mia="others"), worth).shown == looked_at + 1
    assert stakes_of(Rules(thrown_mia="next"), worth).shown == looked_at
