"""Facts about optimal play: known values, and proofs by best responses and linear programs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from mia_stats import (
    CHARACTERS,
    OUTCOMES,
    RULES,
    VARIANTS,
    CallSituation,
    Dice,
    MatchStrategy,
    Outcome,
    Rules,
    TableStrategy,
    Variant,
    best_response,
    evaluate,
    exploit_table,
    exploitability,
    match_exploitability,
    simulate_games,
    solve_match,
    solve_round,
)
from mia_stats.exact.rounds import weigh_round
from mia_stats.game.rules import CAUSES
from mia_stats.game.stakes import Stakes
from mia_stats.solve.stacks import solve_stacks
from tests.conftest import dice, orders

PENALTIES = [(1, 1, 1), (2, 1, 1), (2, 2, 1), (1, 3, 2), (3, 1, 2), (2, 1, None), (1, 2, None)]


def penalised(variant: Any, penalty: int, lie: int, fold: int | None, **more: Any) -> Rules:
    return Rules(variant, mia_penalty=penalty, mia_lie_penalty=lie, mia_fold=fold, **more)


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

    @pytest.mark.parametrize(
        ("faces", "value"),
        [
            (2, Fraction(5, 8)),
            (3, Fraction(11, 30)),
            (4, Fraction(275293, 823680)),
            (5, Fraction(125412171, 404153750)),
        ],
    )
    def test_dice_with_fewer_faces(self, faces: int, value: Fraction) -> None:
        """The same order of the outcomes that such dice make, and Mia doubled."""
        left = [o for o in VARIANTS["standard"].outcomes[::-1] if o.high <= faces]
        chances = [Fraction(outcome.ways, faces**2) for outcome in left]
        one, top = Fraction(1), len(left) - 1
        stakes = Stakes([one] * top + [2 * one], [-one] * (top + 1), one)
        (states,) = solve_stacks(chances, [stakes], Fraction(0))
        assert states[0].value == value

    def test_the_values_fall_as_calls_rise(self, published: Variant) -> None:
        values = [state.value for state in solve_round(Rules(published)).states]
        assert all(a >= b for a, b in pairwise(values))

    def test_values_are_looked_up_by_the_last_call(self) -> None:
        values = solve_round("meyer").values
        assert len(values) == 21
        assert set(values) == {None, *VARIANTS["meyer"].outcomes[1:]}
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

    @pytest.mark.parametrize(
        "rules",
        [
            penalised("standard", 2, 2, 1),
            penalised("standard", 1, 3, None),
            penalised("points", 2, 2, 1),
            penalised("kinito-void", 3, 2, 2),
            penalised("mexico-us", 2, 2, 1, dice=Dice([1, 2, 3, 4, 5, 6])),
        ],
        ids=str,
    )
    def test_a_linear_program_finds_the_same_values(self, rules: Rules) -> None:
        """Each state alone, from the last: how to spread the throws over the calls."""
        k, p = rules.tier_count, [float(chance) for chance in rules.throw_chances]
        values = np.zeros(k + 1)
        for state in range(k - 1, -1, -1):
            values[state] = self.value_of_state(rules, state, p, values)
            assert values[state] == pytest.approx(float(solve_round(rules).states[state].value))

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(call="at_least"),
            penalised("points", 2, 2, 1, call="at_least"),
            penalised("meyer-toast", 1, 1, None, call="at_least"),
        ],
        ids=str,
    )
    def test_a_linear_program_agrees_where_calls_may_be_equalled(self, rules: Rules) -> None:
        """A state may lead to itself: at its own value a linear program finds that value again."""
        k, p = rules.tier_count, [float(chance) for chance in rules.throw_chances]
        values = np.array([float(state.value) for state in solve_round(rules).states] + [0.0])
        for state in range(k):
            found = self.value_of_state(rules, state, p, values)
            assert found == pytest.approx(values[state], abs=1e-8)

    def value_of_state(self, rules: Rules, state: int, p: list[float], values: Any) -> float:
        k, top = rules.tier_count, rules.top
        calls = range(rules.lowest_call(state), k)
        x = {(r, b): i for i, (r, b) in enumerate((r, b) for r in range(k) for b in calls)}
        y = {b: len(x) + i for i, b in enumerate(calls)}  # what each call brings at least
        limits, bounds = [], len(x) + len(y)
        for b in calls:
            doubted, believed = np.zeros(bounds), np.zeros(bounds)
            for r in range(k):
                true = rules.mia_penalty if b == top else 1
                false = -rules.mia_lie_penalty if b == top else -1
                doubted[x[r, b]] = -(true if r >= b else false)
                believed[x[r, b]] = -((rules.mia_fold or 0) if b == top else -values[b + 1])
            doubted[y[b]] = believed[y[b]] = 1
            limits.append(doubted)
            if not (b == top and rules.mia_fold is None):
                limits.append(believed)
        throws = np.zeros((k, bounds))
        for (r, _), i in x.items():
            throws[r, i] = 1
        cost = np.zeros(bounds)
        cost[list(y.values())] = -1
        free = [(0, None)] * len(x) + [(None, None)] * len(y)
        found = linprog(
            cost, A_ub=limits, b_ub=np.zeros(len(limits)), A_eq=throws, b_eq=p, bounds=free
        )
        assert found.success
        return -float(found.fun or 0)


class TestEqualled:
    """Calls that may be equalled: values that were found apart from this library."""

    EQUAL = Rules(call="at_least")

    def test_the_standard_round(self) -> None:
        """Found by linear programs, capped games and policy iteration."""
        solution = solve_round(self.EQUAL)
        assert solution.value == Fraction(263379646709, 1104892192709)
        assert solution.threshold == Outcome.parse(53)
        found = [solution.values[call] for call in (54, 61, 66)]
        assert found == [Fraction(1, 6), Fraction(1, 18), Fraction(-7, 9)]
        doubts = solution.strategy.doubts[0]
        assert doubts[self.EQUAL.tier(54)] == Fraction(95077137509, 1104892192709)
        assert doubts[self.EQUAL.top] == Fraction(684135919709, 1104892192709)

    def test_other_prices_of_mia(self) -> None:
        undoubled = solve_round(replace(self.EQUAL, mia_penalty=1))
        assert undoubled.value == Fraction(309957317, 1317844197)
        assert undoubled.threshold == Outcome.parse(52)
        must_look = solve_round(replace(self.EQUAL, mia_fold=None))
        assert must_look.value == Fraction(291430064909, 1132942610909)

    def test_a_call_of_53_is_worth_nothing(self) -> None:
        """It puts the next player where the opener was, and a 53 on a 53 is never doubted."""
        solution, tier = solve_round(self.EQUAL), self.EQUAL.tier(53)
        assert solution.values[53] == solution.values[None]
        assert solution.strategy.doubts[tier + 1, tier] == 0

    def test_a_round_lasts_longer(self) -> None:
        """1.7067 calls against 1.5744, both by the optimum of their own rules."""
        for rules, turns in ((Rules(lives=1), 1.5744), (replace(self.EQUAL, lives=1), 1.7067)):
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

    def test_the_known_chances_of_a_match(self) -> None:
        wins = solve_match(self.EQUAL).opener_wins
        assert wins[1, 1] == pytest.approx(813900757 / 1317844197, abs=1e-15)
        found = [wins[6, 6], wins[1, 6], wins[6, 1]]
        assert found == pytest.approx([0.528983920, 0.065801054, 0.958550748], abs=5e-10)

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(call="at_least", lives=4),
            Rules("points", call="at_least", lives=3, mia_fold=None),
            Rules("meyer", call="at_least", lives=3, mia_penalty=1, mia_lie_penalty=2),
        ],
        ids=str,
    )
    def test_no_response_gains_anything_in_a_match(self, rules: Rules) -> None:
        match = solve_match(rules)
        assert abs(match_exploitability(match.strategy)) < 1e-12
        result = evaluate([match.strategy] * 2, rules, starter=0)
        assert result.wins[0] == pytest.approx(match.opener_wins[-1, -1], abs=1e-12)

    @pytest.mark.long
    def test_no_response_gains_anything_in_any_published_match(self, published: Variant) -> None:
        for penalties in product((1, 2), (1, 2), (1, None)):
            rules = penalised(published, *penalties, call="at_least")
            assert abs(match_exploitability(solve_match(rules).strategy)) < 1e-12

    def test_the_thresholds_of_a_pair_may_differ(self) -> None:
        """Where Mia must be seen, with lives 2 and 1."""
        stacks = solve_match(replace(self.EQUAL, mia_fold=None, lives=2)).strategy.stacks
        assert stacks[2, 1][0].threshold != stacks[1, 2][0].threshold

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

    def test_a_response_to_who_repeats_for_ever_ends_the_round(self) -> None:
        """Both would call 31 for ever; who doubts it once has lost, so the response calls more."""
        k = self.EQUAL.tier_count
        calls = np.zeros((k, k, k), int)
        for state in range(k):
            calls[state, :, self.EQUAL.lowest_call(state)] = 1
        repeats = TableStrategy("repeats", calls, np.zeros((k, k), int), rules=self.EQUAL)
        rules = replace(self.EQUAL, mia_fold=1)
        assert best_response(repeats, rules).opening == 1  # a call of Mia is folded to


def by_iteration(table: TableStrategy, rules: Rules, sweeps: int) -> tuple[float, float]:
    """Return what a best response gets as opener and as answerer, by iterating values.

    A round of so many calls at most, whatever may be repeated in it; one that is cut off is worth
    nothing. Written apart from the library's own best response, which solves the loop.
    """
    k, top = rules.tier_count, rules.top
    p = np.array([float(chance) for chance in rules.throw_chances])
    calls, doubts = table.calls.astype(float), table.doubts.astype(float)
    rolled, call = np.arange(k)[:, None], np.arange(k)[None, :]
    true = rolled == call if rules.truth == "exact" else rolled >= call
    win, lose = np.ones(k), -np.ones(k)
    win[top], lose[top] = rules.mia_penalty, -rules.mia_lie_penalty
    legal = np.array([[b >= rules.lowest_call(s) for b in range(k)] for s in range(k)])
    said = p[None, :, None] * calls  # by state, throw, call
    heard, honest = said.sum(axis=1), (said * true).sum(axis=1)
    seen = -(honest * win + (heard - honest) * lose)
    opens, answers = np.zeros(k), np.zeros(k)  # by state
    for _ in range(sweeps):
        after_belief = np.append(opens[1:], 0.0)
        believed = heard * after_belief
        believed[:, top] = seen[:, top]
        if rules.mia_fold is not None:
            believed[:, top] = -heard[:, top] * rules.mia_fold
        new_answers = np.maximum(seen, believed).sum(axis=1)
        kept = np.append(answers[1:], 0.0)
        kept = np.broadcast_to(kept, (k, k)).copy()
        kept[:, top] = 0 if rules.mia_fold is None else rules.mia_fold
        doubted = doubts[:, None, :]
        brings = (1 - doubted) * kept[:, None, :] + doubted * np.where(true, win, lose)
        brings = np.where(legal[:, None, :], brings, -np.inf)
        opens, answers = brings.max(axis=2) @ p, new_answers
    return float(opens[0]), float(answers[0])


class TestBestResponse:
    """Facts about the best play against a fixed strategy."""

    @pytest.mark.parametrize("name", list(CHARACTERS))
    @pytest.mark.parametrize(
        ("call", "truth"), [("higher", "at_least"), ("higher", "exact"), ("at_least", "at_least")]
    )
    def test_the_response_wins_what_it_says(self, name: str, call: Any, truth: Any) -> None:
        """Followed throw by throw, the response gets its value, as opener and as responder."""
        rules = Rules(call=call, truth=truth)
        reply = best_response(name, rules)
        table = CHARACTERS[name].table(rules)
        costs = {"lie_caught": 1, "mia_lie_caught": 1, "wrong_doubt": 1, "mia_folded": 1,
                 "mia_looked_at": 2}  # fmt: skip
        for tables, mine, value in (
            ((reply.strategy, table), 0, reply.opening),
            ((table, reply.strategy), 1, reply.answering),
        ):
            won = Fraction(0)
            for (liable, responder, number), chance in weigh_round(tables, rules).ends.items():
                cause = CAUSES[number]
                loser = liable if cause in ("lie_caught", "mia_lie_caught") else responder
                won += chance * costs[cause] * (-1 if loser == mine else 1)
            assert won == value

    @pytest.mark.parametrize("rules", [Rules(call="at_least"), RULES["kiriki"]], ids=str)
    @pytest.mark.parametrize("name", list(CHARACTERS))
    def test_iterating_values_finds_no_better_response(self, name: str, rules: Rules) -> None:
        reply = best_response(name, rules)
        table = CHARACTERS[name].table(rules)
        expected = by_iteration(table, rules, 400)
        assert (float(reply.opening), float(reply.answering)) == pytest.approx(expected, abs=1e-9)

    @pytest.mark.long
    @settings(max_examples=100)
    @given(orders(), dice, st.integers(0, 2**32))
    def test_iterating_values_finds_no_better_response_to_any_table(
        self, variant: Variant, dice: Dice, seed: int
    ) -> None:
        rules, rng = Rules(variant, dice, call="at_least"), np.random.default_rng(seed)
        k = rules.tier_count
        calls, doubts = rng.random((k, k, k)), rng.random((k, k))
        for state in range(k):
            calls[state, :, : rules.lowest_call(state)] = 0
            doubts[state, : rules.lowest_call(state)] = 0
        calls /= calls.sum(axis=2, keepdims=True)
        reply = best_response(TableStrategy("any", calls, doubts), rules)
        expected = by_iteration(TableStrategy("any", calls, doubts), rules, 400)
        assert (float(reply.opening), float(reply.answering)) == pytest.approx(expected, abs=1e-9)

    def test_rules_not_given_are_those_of_the_table(self) -> None:
        dear = solve_round(Rules(mia_penalty=5)).strategy
        assert exploitability(dear) == 0
        assert exploitability(dear, Rules()) > 0
        assert best_response(dear).rules == dear.rules

    def test_every_character_can_be_exploited(self) -> None:
        table = exploit_table()
        assert [response.against for response in table.responses] == list(CHARACTERS)
        frame = table.to_frame()
        assert (frame["exploitability"] > 0.3).all()
        assert [Fraction(text) for text in frame["exact"]] == [
            exploitability(name) for name in CHARACTERS
        ]

    def test_the_plan_in_words(self) -> None:
        assert best_response("lucky").plan == (
            "Open: with 31 to 21 call 21. As responder doubt opening calls of 21."
        )
        assert best_response("liar").plan == (
            "Open: with 31 to 21 the truth. As responder doubt opening calls of 32 to 21."
        )

    def test_a_response_does_better_than_optimal_play_would(self) -> None:
        value = solve_round().value
        for name in CHARACTERS:
            reply = best_response(name)
            assert reply.opening >= value
            assert reply.answering >= -value

    def test_a_table_of_floats_gives_floats(self) -> None:
        exact = solve_round().strategy
        rounded = type(exact)("rounded", exact.calls.astype(float), exact.doubts.astype(float))
        assert exploitability(rounded) == pytest.approx(0, abs=1e-14)


class TestMatch:
    """Facts about whole matches between two."""

    def test_the_known_chances(self) -> None:
        wins = solve_match().opener_wins
        assert wins[1, 1] == pytest.approx(4078225781 / 6294150720, abs=1e-15)
        assert wins[6, 6] == pytest.approx(0.53709, abs=5e-6)
        assert (wins[1:, 0] == 1).all()
        assert (wins[0, :] == 0).all()

    def test_more_lives_are_better(self) -> None:
        wins = solve_match(Rules(lives=8)).opener_wins[1:, 1:]
        assert (np.diff(wins, axis=0) > 0).all()
        assert (np.diff(wins, axis=1) < 0).all()
        assert (wins + wins.T > 1).all()  # to open is an advantage

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(),
            Rules("points", lives=3, mia_lie_penalty=2),
            Rules("meyer-toast", lives=3, mia_fold=None, mia_penalty=1),
            Rules(lives=4, mia_penalty=3, mia_lie_penalty=3, mia_fold=2),
            Rules(lives=2, truth="exact", next_starter="winner", ending="last_standing"),
            Rules("kiriki", dice=Dice([1, 1, 2, 2, 2, 2]), lives=3),
        ],
        ids=str,
    )
    def test_no_response_gains_anything(self, rules: Rules) -> None:
        assert abs(match_exploitability(solve_match(rules).strategy)) < 1e-12

    def test_a_strategy_that_ignores_lives_can_be_exploited(self) -> None:
        match = solve_match(Rules(lives=3)).strategy
        stack = match.stacks[3, 3]
        deaf = MatchStrategy("deaf", match.rules, dict.fromkeys(match.stacks, stack))
        assert match_exploitability(deaf) > 1e-3

    def test_with_one_life_left_a_mia_is_looked_at(self) -> None:
        """A fold would cost as much as the worst look."""
        table = solve_match().strategy.at(1, 6)
        assert (table.doubts[:, 20] == 1).all()

    @pytest.mark.parametrize("lives", [(1, 1), (2, 5), (6, 6)])
    def test_evaluating_the_solution_against_itself_gives_its_table(self, lives: Any) -> None:
        match = solve_match()
        result = evaluate([match.strategy] * 2, starter=0, lives=lives)
        assert result.wins[0] == pytest.approx(match.opener_wins[lives], abs=1e-12)

    def test_simulated_matches_agree(self) -> None:
        match, games = solve_match(), 100_000
        result = simulate_games([match.strategy] * 2, games=games, rng=5, starter=0)
        chance = float(match.opener_wins[6, 6])
        assert abs(result.wins[0] / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5

    def test_the_solution_beats_everybody(self) -> None:
        match = solve_match(Rules(lives=2))
        for player in (*CHARACTERS, "optimal"):
            assert evaluate([match.strategy, player], match.rules).wins[0] >= 0.5 - 1e-12

    def test_who_has_no_lives_is_not_asked(self) -> None:
        strategy = solve_match(Rules(lives=2)).strategy
        zero, lives = np.array([0]), np.array([[0, 2]])
        seen = CallSituation(strategy.rules, zero, zero, lives, zero)
        with pytest.raises(ValueError, match="1 to 2 lives, not for 0 against 2"):
            strategy.choose_call(seen, np.random.default_rng(1))

    def test_it_plays_only_what_it_was_solved_for(self) -> None:
        strategy = solve_match(Rules(lives=2)).strategy
        with pytest.raises(ValueError, match="1 to 2 lives, not for 3 against 1"):
            strategy.at(3, 1)
        with pytest.raises(ValueError, match="matches of 2 players, not of 3"):
            simulate_games([strategy] * 3, Rules(lives=2), games=10)
        with pytest.raises(ValueError, match="matches of 2 players, not of 3"):
            evaluate([strategy] * 3, Rules(lives=2))
        for other in (Rules(lives=3), Rules("meyer", lives=2)):
            with pytest.raises(ValueError, match="is solved for"):
                simulate_games([strategy] * 2, other, games=10)
            with pytest.raises(ValueError, match="solved for"):
                evaluate([strategy] * 2, other)

    def test_the_table_prints(self) -> None:
        frame = solve_match(Rules(lives=2)).to_frame()
        assert list(frame.columns) == ["lives", "1", "2"]
        assert frame.loc[0, "1"] == pytest.approx(0.647939, abs=1e-6)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
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


@pytest.mark.parametrize("next_starter", ["loser", "doubter"])
def test_a_match_needs_the_winner_to_open(next_starter: Any) -> None:
    rules = Rules(next_starter=next_starter)
    assert solve_round(rules).value == solve_round().value  # a round does not care
    with pytest.raises(ValueError, match=f"next_starter='{next_starter}'.*evaluate"):
        solve_match(rules)
