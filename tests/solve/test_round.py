"""Facts about the best play of a round: known values, and proofs by best responses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from mia_stats import (
    HONEST,
    OUTCOMES,
    RULES,
    STANDARD,
    VARIANTS,
    Dice,
    Outcome,
    Rules,
    Variant,
    best_response,
    evaluate,
    exploitability,
    plan,
    solve_match,
    solve_round,
)
from tests.helpers import EQUAL, dice, orders
from tests.solve.helpers import penalised

PENALTIES = [(1, 1, 1), (2, 1, 1), (2, 2, 1), (1, 3, 2), (3, 1, 2), (2, 1, None), (1, 2, None)]


class TestKnownValues:
    """Values that were found by exact linear programs before this library was written."""

    def test_the_standard_round(self) -> None:
        solution = solve_round()
        assert solution.value == Fraction(59411713723787, 199943380929600)
        assert solution.threshold == Outcome.parse(52)
        assert solution.values[53] == Fraction(1, 6)
        assert solution.values[54] == Fraction(1, 18)
        assert solution.values[66] == Fraction(-5, 6)
        assert solution.values[None] == solution.value

    def test_the_doubts_after_opening_calls(self) -> None:
        rules = Rules()
        doubts = solve_round(rules).strategy.doubts
        found = {call: doubts[0, rules.tier(call)] for call in (52, 53, 54, 21)}
        assert found == {52: 0, 53: Fraction(2, 15), 54: Fraction(4, 17), 21: Fraction(23, 36)}

    @pytest.mark.parametrize(
        ("rules", "value"),
        [
            (Rules(mia_penalty=1), 0.295878018),
            (Rules(mia_fold=None), 0.317204417),
            (Rules("little-mia"), 0.296797804),
            (Rules("points"), 0.317343134),
        ],
        ids=str,
    )
    def test_other_rules(self, rules: Rules, value: float) -> None:
        assert float(solve_round(rules).value) == pytest.approx(value, abs=5e-10)

    def test_undoubled_mia(self) -> None:
        assert solve_round(Rules(mia_penalty=1)).value == Fraction(931150421, 3147075360)

    def test_the_values_fall_as_calls_rise(self, published: Variant) -> None:
        values = [state.value for state in solve_round(Rules(published)).states]
        assert all(a >= b for a, b in pairwise(values))

    def test_values_are_looked_up_by_the_last_call(self) -> None:
        values = solve_round(Rules("meyer", call="at_least")).values
        assert len(values) == 21
        assert set(values) == {None, *VARIANTS["meyer"].outcomes[1:]}
        equalled = solve_round("meyer").values
        assert len(equalled) == 22
        assert set(equalled) == {None, *VARIANTS["meyer"].outcomes}
        with pytest.raises(ValueError, match="nobody calls after 21"):
            values[21]
        with pytest.raises(ValueError, match="31 is rethrown"):
            solve_round(Rules("mexen")).values[31]


class TestProof:
    """A best response that trusts nothing of the solver gains exactly nothing."""

    @pytest.mark.parametrize("penalties", PENALTIES, ids=str)
    @pytest.mark.parametrize("variant", ["standard", "kinito-void"])
    def test_every_penalty(self, variant: str, penalties: Any) -> None:
        rules = penalised(variant, *penalties)
        assert exploitability(solve_round(rules).strategy, rules) == Fraction(0)

    @pytest.mark.long
    def test_every_variant_and_penalty(self, published: Variant) -> None:
        for penalties in PENALTIES:
            rules = penalised(published, *penalties)
            assert exploitability(solve_round(rules).strategy, rules) == Fraction(0)

    @pytest.mark.long
    @settings(max_examples=60)
    @given(orders(), dice)
    def test_any_order_and_dice(self, variant: Variant, dice: Dice) -> None:
        for penalties in ((2, 1, 1), (1, 2, None)):
            rules = penalised(variant, *penalties, dice=dice)
            assert exploitability(solve_round(rules).strategy, rules) == 0

    @pytest.mark.parametrize("top", [6, 14, 18])
    def test_a_top_tier_so_likely_that_nobody_wants_to_be_believed(self, top: int) -> None:
        """Who believes then throws Mia more often than not, so that a caught lie is no worse."""
        outcomes = VARIANTS["standard"].outcomes
        for rest in ([outcomes[top:]], [(o,) for o in outcomes[top:]]):
            variant = Variant.from_order("heavy", [outcomes[:top], *rest])
            for penalties in PENALTIES:
                rules = penalised(variant, *penalties)
                assert exploitability(solve_round(rules).strategy, rules) == 0

    @pytest.mark.parametrize(
        ("order", "weights", "penalties"),
        [
            # Being believed is worth less than the best that a caught lie can bring.
            ([[o for o in OUTCOMES if o.label != "44"], [44]], [0, 0, 1, 1, 0, 0], (3, 2, 2)),
            # Two tiers that nobody throws, below one that every second throw makes.
            (
                [[66, 55, 44, 22, 11, 64, 62, 54, 53, 51, 41], [21, 52], [43, 32],
                 [33, 65, 63, 61, 42, 31]],
                [0, 0, 0, 0, 1, 1],
                (2, 2, 1),
            ),
        ],
    )  # fmt: skip
    def test_orders_on_the_edge(self, order: Any, weights: Any, penalties: Any) -> None:
        rules = penalised(Variant.from_order("edge", order), *penalties, dice=Dice(weights))
        assert exploitability(solve_round(rules).strategy, rules) == 0

    def test_the_worst_tier_is_the_threshold_where_no_lie_can_be_believed(self) -> None:
        """Two tiers, and the top one must be seen: nobody lies, for nobody throws less."""
        order: Any = [[51], [outcome for outcome in OUTCOMES if outcome.label != "51"]]
        rules = penalised(Variant.from_order("two", order), 4, 2, None)
        solution = solve_round(rules)
        assert solution.states[0].threshold == 0
        assert solution.threshold == rules.variant.tiers[1][0]

    def test_faces_that_never_come(self) -> None:
        for weights in ([1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, 1], [1, 0, 0, 0, 0, 1]):
            rules = Rules(dice=Dice(weights))
            assert exploitability(solve_round(rules).strategy, rules) == 0

    def test_the_same_strategy_is_optimal_under_the_exact_test(self) -> None:
        """Nobody calls below what they threw."""
        exact = Rules(truth="exact")
        assert solve_round(exact).value == solve_round().value
        assert exploitability(solve_round(exact).strategy, exact) == 0


class TestEqualled:
    """Calls that may be equalled: values that were found apart from this library."""

    def test_the_standard_round(self) -> None:
        """Found by linear programs, capped games and policy iteration."""
        solution = solve_round(EQUAL)
        assert solution.value == Fraction(263379646709, 1104892192709)
        assert solution.threshold == Outcome.parse(53)
        found = [solution.values[call] for call in (54, 61, 66)]
        assert found == [Fraction(1, 6), Fraction(1, 18), Fraction(-7, 9)]
        doubts = solution.strategy.doubts[0]
        assert doubts[EQUAL.tier(54)] == Fraction(95077137509, 1104892192709)
        assert doubts[EQUAL.top] == Fraction(684135919709, 1104892192709)

    def test_other_prices_of_mia(self) -> None:
        undoubled = solve_round(replace(EQUAL, mia_penalty=1))
        assert undoubled.value == Fraction(309957317, 1317844197)
        assert undoubled.threshold == Outcome.parse(52)
        must_look = solve_round(replace(EQUAL, mia_fold=None))
        assert must_look.value == Fraction(291430064909, 1132942610909)

    def test_a_call_of_53_is_worth_nothing(self) -> None:
        """It puts the next player where the opener was, and a 53 on a 53 is never doubted."""
        solution, tier = solve_round(EQUAL), EQUAL.tier(53)
        assert solution.values[53] == solution.values[None]
        assert solution.strategy.doubts[tier + 1, tier] == 0

    def test_a_round_lasts_longer(self) -> None:
        """1.7067 calls against 1.5744, both by the optimum of their own rules."""
        for rules, turns in ((Rules(lives=1), 1.5744), (replace(EQUAL, lives=1), 1.7067)):
            found = evaluate(["optimal"] * 2, rules)
            assert float(found.turns) == pytest.approx(turns, abs=5e-5)

    @pytest.mark.parametrize("penalties", [(2, 1, 1), (1, 2, None), (2, 2, 2)], ids=str)
    @pytest.mark.parametrize("variant", ["standard", "kinito-void", "points"])
    def test_nobody_gains_anything(self, variant: str, penalties: Any) -> None:
        rules = penalised(variant, *penalties, call="at_least")
        assert exploitability(solve_round(rules).strategy, rules) == Fraction(0)

    @pytest.mark.long
    def test_nobody_gains_anything_by_any_published_rules(self, published: Variant) -> None:
        for penalties in product((1, 2), (1, 2), (1, 2, None)):
            for truth in ("at_least", "exact"):
                rules = penalised(published, *penalties, call="at_least", truth=truth)
                assert exploitability(solve_round(rules).strategy, rules) == Fraction(0)

    @pytest.mark.long
    @settings(max_examples=60)
    @given(orders(), dice)
    def test_any_order_and_dice(self, variant: Variant, dice: Dice) -> None:
        """Solved and proved, or refused, but never wrong."""
        rules = Rules(variant, dice, call="at_least")
        try:
            solution = solve_round(rules)
        except ValueError as error:
            assert "no closed form" in str(error)
        else:
            assert exploitability(solution.strategy, rules) == 0

    def test_a_better_answer_makes_better_calls(self) -> None:
        """Two tiers: who calls must take into account how the repeated call will be answered.

        The top one is thrown 4 times in 9, always looked at, and worth 2; the other is called and
        believed over and over. So the value is v = 4/9 · 2 − 5/9 · v.
        """
        top = (55, 33, 64, 63, 54, 51, 43, 41, 31)
        tiers: list[Any] = [list(top), [o for o in OUTCOMES if int(o.label) not in top]]
        rules = Rules(Variant.from_order("two", tiers), call="at_least", mia_fold=2)
        assert solve_round(rules).value == Fraction(4, 7)
        assert exploitability(solve_round(rules).strategy, rules) == 0

    def test_a_round_that_may_never_end_is_refused(self) -> None:
        """Nobody throws 21 with a die that never shows a 2."""
        rules = Rules(call="at_least", dice=Dice([1, 0, 1, 1, 1, 1]))
        for solve in (solve_round, solve_match):
            with pytest.raises(ValueError, match=r"where nobody can throw 21.*simulate_games and"):
                solve(rules)


class TestHouseRules:
    """Prices of lies and doubts, and what else is done with Mia: all proved by best responses."""

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(lie_penalty=2, mia_lie_penalty=2),
            Rules(lie_penalty=3, mia_lie_penalty=2),  # to be caught at Mia is cheaper
            Rules(lie_penalty=2, mia_lie_penalty=4, doubt_penalty=3, call="at_least"),
            Rules("points", doubt_penalty=3),  # who throws Mia may call 66
            Rules("points", doubt_penalty=4, mia_penalty=1, call="at_least"),
            Rules("kinito-void", doubt_penalty=4, mia_fold=4, mia_lie_penalty=2, truth="exact"),
            Rules(thrown_mia="next"),
            Rules(mia_by="dice"),
            Rules(mia_by="either", mia_fold=None, mia_lie_penalty=2, call="at_least"),
            Rules(mia_equalled=True),
            Rules("points", mia_equalled=True, mia_fold=2, mia_lie_penalty=3),
            RULES["meyer"],
            RULES["german-party"],
            RULES["kuriki"],
            RULES["kiriki"],
            Rules("kiriki", second_throw="blind", thrown_mia="next"),
        ],
        ids=str,
    )
    def test_nobody_gains_anything(self, rules: Rules) -> None:
        solution = solve_round(rules)
        assert exploitability(solution.strategy, rules) == Fraction(0)
        assert best_response(solution.strategy, rules).opening == solution.value

    @pytest.mark.long
    def test_nobody_gains_anything_by_any_prices(self, published: Variant) -> None:
        """Solved and proved, or refused where to be caught at Mia is cheaper than elsewhere."""
        rng = np.random.default_rng(published.tiers[0][0].high)
        for call, truth in product(("higher", "at_least"), ("at_least", "exact")):
            for lie, doubt, *prices in rng.integers(1, 5, (2, 5)).tolist():
                house: Any = {"call": call, "truth": truth, "thrown_mia": "hidden"}
                if lie % 2:
                    house |= {"thrown_mia": "next", "mia_by": "either"}
                rules = penalised(published, *prices, lie_penalty=lie, doubt_penalty=doubt, **house)
                try:
                    solution = solve_round(rules)
                except ValueError as error:
                    assert call == "at_least" or lie > rules.mia_lie_penalty
                    assert "no closed form" in str(error) or "too many digits" in str(error)
                else:
                    assert exploitability(solution.strategy, rules) == 0

    @pytest.mark.long
    def test_nobody_gains_anything_where_mia_is_equalled(self, published: Variant) -> None:
        for penalties in PENALTIES:
            for call in ("higher", "at_least"):
                rules = penalised(published, *penalties, mia_equalled=True, call=call)
                try:
                    solution = solve_round(rules)
                except ValueError as error:
                    assert "which no table says" in str(error)
                    assert call == "at_least"
                else:
                    assert exploitability(solution.strategy, rules) == 0

    @pytest.mark.long
    def test_the_blind_second_throw(self, published: Variant) -> None:
        houses: list[Any] = [{}, {"mia_fold": None}, {"thrown_mia": "next"}]
        house = houses[list(VARIANTS).index(published.key) % 3]  # each takes some variants
        rules = Rules(published, second_throw="blind", **house)
        assert exploitability(solve_round(rules).strategy, rules) == 0

    def test_values_that_linear_programs_have_found(self) -> None:
        blind = solve_round(Rules(second_throw="blind"))
        assert float(blind.value) == pytest.approx(0.161331724, abs=5e-10)
        assert blind.threshold == Outcome.parse(62)  # it is called blind, and believed
        assert exploitability(blind.strategy) == 0
        equalled = solve_round(Rules(mia_equalled=True))
        assert equalled.value == Fraction(58317747413987, 199943380929600)

    def test_a_mia_that_is_shown_is_worth_as_much_as_one_that_must_be_looked_at(self) -> None:
        """All that is called then is called below it, or a lie that is caught."""
        for call in ("higher", "at_least"):
            shown = solve_round(Rules(thrown_mia="next", call=call))
            looked = solve_round(Rules(mia_fold=None, call=call))
            assert shown.value == looked.value
            assert set(shown.strategy.doubts[:, -1]) == {1}  # for it is surely a lie
            answered = Rules(thrown_mia="next", call=call, mia_equalled=True)
            assert solve_round(answered).value == shown.value  # which nobody answers either
            assert set(solve_round(answered).strategy.doubts[:, -1]) == {1}
            assert exploitability("optimal", answered) == 0

    def test_for_two_all_others_are_the_doubter(self) -> None:
        houses: list[Any] = [{"true_mia": "others"}, {"mia_by": "dice"}, {"mia_by": "either"}]
        for house in houses:
            assert solve_round(Rules(**house)).value == solve_round().value
        both = [solve_round(Rules(thrown_mia=who)).value for who in ("next", "others")]
        assert both[0] == both[1]

    def test_where_all_costs_twice_as_much_twice_as_much_is_won(self) -> None:
        for call in ("higher", "at_least"):
            once = penalised("standard", 2, 1, 1, call=call)
            twice = penalised("standard", 4, 2, 2, call=call, lie_penalty=2, doubt_penalty=2)
            assert solve_round(twice).value == 2 * solve_round(once).value

    def test_who_answers_mia_with_mia_pays_for_it_as_for_a_cheaper_fold(self) -> None:
        """It throws another one once in 18 times, and is looked at: 17/18 · 1 − 1/18 · 2."""
        solution = solve_round(Rules(mia_equalled=True))
        assert solution.values[21] == solution.values[66] == -Fraction(15, 18)
        table = solution.strategy
        assert table.equals is not None
        assert table.equals[0] == 1 - table.doubts[0, 20] > 0
        dearer = solve_round(Rules(mia_equalled=True, mia_lie_penalty=2)).strategy
        assert dearer.equals is None or not any(dearer.equals)  # 32/18 of a life: a fold costs one

    @pytest.mark.parametrize(
        ("rules", "reason"),
        [
            (Rules(lie_penalty=2), "too many digits"),
            (Rules(lie_penalty=2, call="at_least"), "no closed form at such chances and prices"),
            (Rules("kinito-void", mia_by="dice", lie_penalty=2, mia_lie_penalty=4), "no closed"),
            (Rules(second_throw="blind", call="at_least"), "no closed form at such chances"),
            (Rules(second_throw="blind", truth="exact"), "too many digits"),
            (RULES["meyer-engine"], "a blind second throw where Mia may be answered by Mia"),
            (Rules(mia_equalled=True, call="at_least", mia_lie_penalty=2, mia_fold=2), "no table"),
        ],
        ids=str,
    )
    def test_what_has_no_closed_form_is_refused(self, rules: Rules, reason: str) -> None:
        with pytest.raises(ValueError, match=f"{reason}.*(simulate_games and eval|solve_match)"):
            solve_round(rules)
        assert best_response("honest", rules).exploitability > 0  # a reply has one

    def test_a_mia_that_nobody_would_look_at_is_refused(self) -> None:
        """It is thrown every second time, and answered for ever."""
        tiers: Any = [[o for o in OUTCOMES if o.high > 4], [o for o in OUTCOMES if o.high <= 4]]
        rules = Rules(Variant.from_order("two", tiers), mia_equalled=True)
        for ask in (solve_round, solve_match, lambda by: exploitability("honest", by)):
            with pytest.raises(ValueError, match=r"may never end; simulate_games"):
                ask(rules)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"lie_penalty": 0}, "lie_penalty=0"),
        ({"doubt_penalty": 0}, "doubt_penalty=0"),
        ({"toast": 32}, "toasts"),
        ({"forfeit": "sip", "ending": "rounds", "rounds": 3}, "sips"),
        ({"mia_penalty": 0}, "mia_penalty=0"),
        ({"mia_fold": 0}, "mia_fold=0"),
        ({"mia_lie_penalty": 0}, "mia_lie_penalty=0"),
    ],
)
def test_rules_without_a_closed_form_say_what_works(given: Any, reason: str) -> None:
    for ask in (solve_round, solve_match, lambda rules: exploitability("honest", rules)):
        with pytest.raises(ValueError, match=f"{reason}.*simulate_games and evaluate"):
            ask(Rules(**given))


def test_a_round_without_a_threshold_says_so() -> None:
    rules = Rules("ascending-doubles", Dice([1, 1, 0, 0, 0, 0]), mia_fold=2, mia_lie_penalty=20)
    solution = solve_round(rules)
    assert solution.threshold is None
    assert exploitability(solution.strategy, rules) == 0
    assert "more must lie" in plan(rules=rules).caption


def test_a_solution_is_about_the_variant_that_was_given() -> None:
    mine = Variant("mine", STANDARD.tiers, title="Mine")
    assert plan(rules=Rules(mine)).caption.startswith("Mine, ")
    assert plan().caption.startswith("Mia, ")
    assert solve_round(Rules(mine)).rules.variant.key == "mine"


def test_a_cached_answer_can_not_be_changed() -> None:
    with pytest.raises(TypeError):
        solve_round().states[0].calls[0][0] = 99  # type: ignore[index]  # it must raise
    with pytest.raises(AttributeError):
        solve_round().states[0].value = 1  # type: ignore[misc,assignment]  # it must raise
    with pytest.raises(AttributeError, match="can't be changed"):
        HONEST.table(Rules()).name = "evil"
