"""Facts about whole matches between two."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    RULES,
    Dice,
    Rules,
    Variant,
    evaluate,
    match_exploitability,
    solve_match,
)
from tests.helpers import EQUAL
from tests.solve.helpers import penalised


def test_the_known_chances() -> None:
    wins = solve_match().opener_wins
    assert wins[1, 1] == pytest.approx(4078225781 / 6294150720, abs=1e-15)
    assert wins[6, 6] == pytest.approx(0.53709, abs=5e-6)
    assert (wins[1:, 0] == 1).all()
    assert (wins[0, :] == 0).all()


def test_more_lives_are_better() -> None:
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
def test_no_response_gains_anything(rules: Rules) -> None:
    assert abs(match_exploitability(solve_match(rules).strategy)) < 1e-12


@pytest.mark.parametrize("lives", [(1, 1), (2, 5), (6, 6)])
def test_evaluating_the_solution_against_itself_gives_its_table(lives: Any) -> None:
    match = solve_match()
    result = evaluate([match.strategy] * 2, starter=0, lives=lives)
    assert result.wins[0] == pytest.approx(match.opener_wins[lives], abs=1e-12)


def test_the_solution_beats_everybody() -> None:
    match = solve_match(Rules(lives=2))
    for player in (*CHARACTERS, "optimal"):
        assert evaluate([match.strategy, player], match.rules).wins[0] >= 0.5 - 1e-12


def test_the_table_prints() -> None:
    frame = solve_match(Rules(lives=2)).to_frame()
    assert list(frame.columns) == ["lives", "1", "2"]
    assert frame.loc[0, "1"] == pytest.approx(0.647939, abs=1e-6)


class TestEqualled:
    """Matches in which calls may be equalled: values that were found apart from this library."""

    def test_the_known_chances_of_a_match(self) -> None:
        wins = solve_match(EQUAL).opener_wins
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
        stacks = solve_match(replace(EQUAL, mia_fold=None, lives=2)).strategy.stacks
        assert stacks[2, 1][0].threshold != stacks[1, 2][0].threshold


class TestHouseRules:
    """Prices of lies and doubts, and other rules of Mia."""

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(lives=3, lie_penalty=2),
            Rules(lives=3, doubt_penalty=2, call="at_least"),
            Rules("points", lives=4, lie_penalty=3, doubt_penalty=4, mia_lie_penalty=2, mia_fold=3),
            Rules("kiriki", lives=3, lie_penalty=2, call="at_least", thrown_mia="next"),
            Rules("meyer", lives=3, mia_by="either", mia_fold=None, truth="exact"),
            Rules(lives=3, true_mia="others", mia_by="dice"),
            replace(RULES["german-party"], lives=2),
            RULES["kuriki"],
            RULES["contest"],
            RULES["school-paper"],
        ],
        ids=str,
    )
    def test_no_response_gains_anything(self, rules: Rules) -> None:
        match = solve_match(rules)
        assert abs(match_exploitability(match.strategy)) < 1e-12
        result = evaluate([match.strategy] * 2, rules, starter=0)
        assert result.wins[0] == pytest.approx(match.opener_wins[-1, -1], abs=1e-12)

    @pytest.mark.long
    def test_no_response_gains_anything_by_any_prices(self, published: Variant) -> None:
        rng = np.random.default_rng(published.tiers[0][0].low)
        for call in ("higher", "at_least"):
            for lie, doubt, *prices in rng.integers(1, 5, (2, 5)).tolist():
                rules = penalised(
                    published, *prices, lie_penalty=lie, doubt_penalty=doubt, call=call, lives=4,
                    thrown_mia="next" if lie % 2 else "hidden",
                )  # fmt: skip
                try:
                    match = solve_match(rules)
                except ValueError as error:  # a true Mia costs less than another wrong doubt
                    assert "no closed form at such chances and prices" in str(error)
                    assert doubt > min(rules.mia_penalty, rules.mia_fold or rules.mia_penalty)
                else:
                    assert abs(match_exploitability(match.strategy)) < 1e-12

    def test_all_others_are_the_doubter(self) -> None:
        others = solve_match(Rules(true_mia="others", lives=3))
        assert (others.opener_wins == solve_match(Rules(lives=3)).opener_wins).all()

    @pytest.mark.parametrize("next_starter", ["loser", "doubter", "after_doubter", "random"])
    def test_nobody_opens_another_round_where_each_costs_all_lives(self, next_starter: Any) -> None:
        plain = solve_match(Rules(lives=1)).opener_wins
        assert (solve_match(Rules(lives=1, next_starter=next_starter)).opener_wins == plain).all()
        dear = penalised("standard", 2, 2, 2, lie_penalty=2, doubt_penalty=2, lives=2)
        wins = solve_match(replace(dear, next_starter=next_starter)).opener_wins
        assert wins[1:, 1:] == pytest.approx(np.full((2, 2), plain[1, 1]), abs=1e-15)

    @pytest.mark.parametrize(
        ("house", "what"),
        [
            ({"second_throw": "blind"}, "a blind second throw"),
            ({"mia_equalled": True}, "an answer"),
        ],
    )
    def test_what_is_solved_in_a_round_only(self, house: Any, what: str) -> None:
        with pytest.raises(ValueError, match=f"{what}.*solve_round.*simulate_games and evaluate"):
            solve_match(Rules(**house))


@pytest.mark.parametrize("next_starter", ["loser", "doubter", "after_doubter", "random"])
@pytest.mark.parametrize("call", ["higher", "at_least"])
def test_whoever_opens_the_next_round(next_starter: Any, call: Any) -> None:
    rules = Rules(next_starter=next_starter, call=call, lives=3)
    match = solve_match(rules)
    assert abs(match_exploitability(match.strategy)) < 1e-12
    assert match.opener_wins[3, 3] != solve_match(Rules(lives=3, call=call)).opener_wins[3, 3]
    result = evaluate([match.strategy] * 2, rules, starter=0)
    assert result.wins[0] == pytest.approx(match.opener_wins[3, 3], abs=1e-12)


def test_a_match_of_very_many_lives_is_refused() -> None:
    with pytest.raises(ValueError, match="40 lives at most, not 100"):
        solve_match(Rules(lives=100))


@pytest.mark.long
def test_a_match_of_many_lives_is_solved() -> None:
    assert solve_match(Rules(lives=40)).opener_wins.max() <= 1
