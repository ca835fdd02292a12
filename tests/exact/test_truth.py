"""Facts about how likely a call is true, by who makes it: by hand and in small orders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mia_stats import (
    CHARACTERS,
    Mixture,
    Rules,
    TableStrategy,
    beat_probability,
    recognise,
    solve_match,
    solve_round,
    truth_chance,
)
from mia_stats.game.said import truths_and_lies
from tests.helpers import THREE, NextTier


class TestByHand:
    """What a player can count."""

    def test_an_opener_who_is_honest_has_what_it_calls(self) -> None:
        for call in Rules().variant.outcomes:
            assert truth_chance(call, "honest") == 1

    def test_after_64_honest_calls_65_with_it_or_with_26_rolls_that_are_less(self) -> None:
        assert truth_chance(65, "honest", previous=64) == Fraction(2, 28)

    def test_a_liar_tells_the_truth_only_when_nothing_is_left_to_lie(self) -> None:
        assert truth_chance(66, "liar") == 0
        assert truth_chance(21, "liar") == Fraction(2, 36) / sum(
            Fraction(ways, 36 * max(1, 20 - tier))
            for tier, ways in enumerate([2] * 14 + [1] * 6 + [2])
        )

    def test_the_exact_test_makes_a_modest_player_a_liar(self) -> None:
        assert truth_chance(54, "modest") == 1
        assert truth_chance(54, "modest", rules=Rules(truth="exact")) == 0

    def test_what_is_never_called_has_no_chance(self) -> None:
        assert truth_chance(65, "lucky") is None
        assert truth_chance(21, "modest") is None

    def test_of_three_tiers(self) -> None:
        """28 rolls are mixed, 6 double, 2 Mia; after mixed, honest calls double over either."""
        low, double, mia = (THREE.tiers[place][0] for place in (2, 1, 0))
        rules = Rules(THREE)
        assert truth_chance(double, "honest", previous=low, rules=rules) == Fraction(6, 34)
        assert truth_chance(mia, "honest", previous=double, rules=rules) == Fraction(2, 36)

    def test_mia_answers_mia_with_any_throw(self) -> None:
        for name in CHARACTERS:
            found = truth_chance(21, name, previous=21, rules="meyer")
            assert found == Fraction(2, 36)


class TestWhoMayPlay:
    """Characters, tables, solutions and mixtures."""

    def test_optimal_play_is_true_as_advice_says(self) -> None:
        assert truth_chance(54, "optimal") == Fraction(17, 36)
        assert truth_chance(54, solve_round().strategy, previous=42) == Fraction(17, 36)

    @pytest.mark.parametrize("name", list(CHARACTERS))
    def test_it_is_the_share_of_truths(self, name: str) -> None:
        for rules in (Rules(), Rules("points", truth="exact"), Rules("meyer")):
            true, false = truths_and_lies(CHARACTERS[name].table(rules), rules)
            for last in (None, 54):
                state = rules.state(last)
                for call in range(int(rules.lowest_call(state)), rules.tier_count):
                    outcome = rules.tier_outcomes(call)[0]
                    made = true[state, call] + false[state, call]
                    share = true[state, call] / made if made else None
                    assert truth_chance(outcome, name, previous=last, rules=rules) == share

    def test_who_plays_by_the_lives_needs_them(self) -> None:
        match = solve_match(Rules(lives=3), seats=3)
        table = match.strategy.at(3, 2, 1)
        call = match.rules.tier_outcomes(int(table.calls[0].sum(axis=0).argmax()))[0]
        chance = truth_chance(call, match.strategy, lives=(3, 2, 1), rules=match.rules)
        assert isinstance(chance, float)
        assert chance == truth_chance(call, table, rules=match.rules)
        with pytest.raises(ValueError, match="give lives="):
            truth_chance(53, match.strategy, rules=match.rules)
        with pytest.raises(ValueError, match="is solved for"):
            truth_chance(53, match.strategy, lives=(3, 2, 1), rules="meyer")

    def test_a_call_says_something_about_who_makes_it(self) -> None:
        """Lucky never opens with 65, so who does is honest, and has it."""
        either = {"honest": Fraction(1, 100), "lucky": Fraction(99, 100)}
        assert truth_chance(65, either) == 1
        mixed = truth_chance(66, either)
        honest, lucky = (truth_chance(66, name) for name in ("honest", "lucky"))
        assert (honest, lucky) == (1, Fraction(1, 5))  # 1 and 1 of 1 + 28/7, in 36 rolls
        assert mixed == Fraction(1 + 99, 1 + 99 * 5)

    def test_a_mixture_by_hand(self) -> None:
        """Of 65 an honest opener makes 2 in 36, all true; random 1 in 21, true in 9 of 36."""
        half = Fraction(1, 2)
        made = half * Fraction(2, 36) + half * Fraction(1, 21)
        true = half * Fraction(2, 36) + half * Fraction(1, 21) * Fraction(10, 36)
        assert truth_chance(65, {"honest": half, "random": half}) == true / made
        assert beat_probability(65, or_tie=True) == Fraction(10, 36)

    def test_a_mixture_may_hold_who_plays_by_the_lives(self) -> None:
        strategy, rules = solve_match(Rules(lives=2)).strategy, Rules(lives=2)
        either = Mixture({strategy: 0.5, "honest": 0.5})
        chance = truth_chance(61, either, lives=(2, 1), rules=rules)
        low, high = sorted(
            truth_chance(61, player, lives=(2, 1), rules=rules) or 0
            for player in (strategy, "honest")
        )
        assert chance is not None
        assert low < chance < high
        with pytest.raises(ValueError, match="give lives="):
            truth_chance(61, either, rules=rules)

    def test_nobody_has_seen_anything_yet(self) -> None:
        assert truth_chance(65, recognise([], ["honest", "liar"])) == truth_chance(
            65, {"honest": Fraction(1, 2), "liar": Fraction(1, 2)}
        )

    def test_who_has_no_table_is_refused(self) -> None:
        with pytest.raises(TypeError, match="no table of chances"):
            truth_chance(54, NextTier())


class TestUnseenDice:
    """After a blind throw, and after a cup that is handed on."""

    def test_a_blind_throw_is_as_good_as_any(self) -> None:
        rules = Rules(second_throw="blind")
        for last, call in ((64, 65), (65, 11)):
            true = truth_chance(call, "gambler", previous=last, blind=True, rules=rules)
            assert true == beat_probability(call, or_tie=True)
        assert truth_chance(65, "gambler", previous=64, rules=rules) == 1  # else it throws again

    def test_a_toast_that_lies_there_makes_nothing_true(self) -> None:
        rules = Rules(second_throw="blind", toast=66)
        true = truth_chance(65, "gambler", previous=64, blind=True, rules=rules)
        assert true == beat_probability(65, or_tie=True) - Fraction(1, 36)

    def test_a_pass_that_is_free_changes_nothing(self) -> None:
        rules = Rules(unseen_pass="free")
        for name in ("honest", "random"):
            plain = truth_chance(65, name, previous=64, rules=rules)
            assert plain == truth_chance(65, name, previous=64, handed_on=[65], rules=rules)

    def test_who_is_liable_answers_for_dice_of_another(self) -> None:
        """Honest opened with 61, and the cup came on with 62: it is the 61 that lies there."""
        rules = Rules(unseen_pass="liable")
        assert truth_chance(61, "honest", handed_on=[61], rules=rules) == 1
        assert truth_chance(61, "honest", handed_on=[62], rules=rules) == 0
        assert truth_chance(66, "lucky", handed_on=[66, 21], rules=rules) == 0
        random = truth_chance(54, "random", handed_on=[61, 65], rules=rules)
        assert random == beat_probability(65, or_tie=True)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"call": 54, "previous": 61}, "a call of 54 is not above 61"),
            ({"call": 54, "blind": True}, "second_throw='never'"),
            ({"call": 54, "blind": 1}, "blind must be True or False"),
            ({"call": 54, "handed_on": [54]}, "unseen_pass='never'"),
            ({"call": 54, "handed_on": 61, "rules": Rules(unseen_pass="free")}, "must be a list"),
            (
                {"call": 54, "handed_on": [61], "rules": Rules(unseen_pass="free")},
                "is not handed on with 61",
            ),
            (
                {"call": 54, "handed_on": [53], "rules": Rules(unseen_pass="liable")},
                "is not handed on with 53",
            ),
            (
                {"call": 54, "handed_on": [54, 54], "rules": Rules(unseen_pass="free")},
                "1 times after one throw",
            ),
            (
                {
                    "call": 54, "handed_on": [54, 61], "lives": (1, 1, 1),
                    "rules": Rules(unseen_pass="liable"),
                },
                "1 times after one throw among 3",
            ),
            (
                {
                    "call": 54, "handed_on": [54], "lives": (1, 1),
                    "rules": Rules(unseen_pass="free"),
                },
                "0 times after one throw among 2",
            ),
            (
                {"call": 21, "handed_on": [21], "rules": Rules(unseen_pass="liable")},
                "never after the top call",
            ),
            ({"call": 54, "lives": (3,)}, "2 to 20 seats"),
            ({"call": 54, "lives": (0, 3)}, "must leave me"),
            ({"call": 45}, "write 54"),
            ({"call": 54, "player": {"honest": 0.5}}, "must add up to 1"),
            ({"call": 54, "player": {}}, "must add up to 1"),
            ({"call": 54, "player": "liear"}, "did you mean 'liar'"),
        ],
    )  # fmt: skip
    def test_what_can_not_be(self, given: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            truth_chance(**{"player": "honest", **given})

    def test_in_a_duel_a_table_without_a_pass_will_do(self) -> None:
        rules = Rules(unseen_pass="liable")
        liar = CHARACTERS["liar"].table(Rules())
        table = TableStrategy("own", liar.calls, liar.doubts, rules=Rules())
        assert truth_chance(54, table, lives=(1, 1), rules=rules) == 0
        with pytest.raises(ValueError, match="says nothing about a cup"):
            truth_chance(54, table, lives=(1, 1, 1), rules=rules)
