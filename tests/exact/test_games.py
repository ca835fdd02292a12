"""Facts about games weighed without chance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    DOUBT,
    RULES,
    Dice,
    MatchStrategy,
    Rules,
    evaluate,
    simulate_games,
    solve_match,
    tier_chances,
)
from tests.helpers import binomial, climber, within

PAIRINGS: list[tuple[list[str], Rules, dict[str, Any]]] = [
    (["honest", "liar"], Rules(lives=1), {}),
    (["honest", "liar", "lucky"], Rules(lives=3), {}),
    (["random", "calculator"], Rules(truth="exact", lives=2), {"starter": 1}),
    (["honest", "liar", "lucky", "random"],
     Rules(lives=2, ending="last_standing", next_starter="loser"), {}),
    (["honest", "sniper", "lucky", "random"],
     Rules(lives=2, ending="last_standing", unseen_pass="liable"), {}),
    (["random", "sniper", "random", "liar"], Rules("points", lives=1, unseen_pass="liable"), {}),
    (["honest", "sniper", "lucky", "random"],
     Rules(lives=2, unseen_pass="free", next_starter="doubter"), {}),
    (["honest", "blind", "random"],
     Rules("meyer", lives=2, call="at_least", truth="exact", mia_fold=0, toast=32), {}),
    (["honest", "lucky", "random"],
     Rules("points", forfeit="sip", ending="rounds", rounds=5, next_starter="winner"), {}),
    (["honest", "lucky", "random"],
     Rules("mexen", Dice([1, 1, 2, 2, 2, 2]), 3, mia_fold=None, mia_penalty=0),
     {"lives": (1, 2, 3), "starter": 2}),
    (["optimal", "doubter-61"], Rules("kinito", lives=2, mia_lie_penalty=2), {}),
    (["random"] * 6, Rules("kiriki", lives=1, call="at_least"), {"starter": 5}),
    (["liar", "lucky", "blind"], RULES["gamerules"], {"lives": (2, 1, 2)}),
]  # fmt: skip


@pytest.mark.parametrize("games", [20_000, pytest.param(100_000, marks=pytest.mark.long)])
@pytest.mark.parametrize(("players", "rules", "more"), PAIRINGS, ids=lambda v: str(v)[:60])
def test_simulated_games_agree(
    players: list[str], rules: Rules, more: dict[str, Any], games: int
) -> None:
    """All chances and means within 4 standard errors, with a fixed seed."""
    expected = evaluate(players, rules, **more)
    found = simulate_games(players, rules, games=games, rng=12, **more)
    for seat in range(len(players)):
        for chances, counts in ((expected.loses, found.losses), (expected.wins, found.wins)):
            assert within(counts[seat], *binomial(games, float(chances[seat])))
        for number, causes in enumerate(expected.forfeits.values()):
            mean = float(causes[seat]) * games
            assert within(found.forfeits[seat, number], mean, 2 * mean)
        for average, counts in ((expected.calls, found.calls), (expected.lies, found.lies)):
            mean = float(average[seat]) * games
            assert within(counts[seat], mean, 9 * mean)
    assert found.rounds == pytest.approx(float(expected.rounds), rel=0.02)
    assert found.turns == pytest.approx(float(expected.turns), rel=0.02)
    assert within(found.toasts, float(expected.toasts) * games, float(expected.toasts) * games * 2)


@pytest.mark.parametrize(("players", "rules", "more"), PAIRINGS, ids=lambda v: str(v)[:60])
def test_chances_add_up(players: list[str], rules: Rules, more: dict[str, Any]) -> None:
    result = evaluate(players, rules, **more)
    assert float(sum(sum(seats) for seats in result.forfeits.values())) == pytest.approx(
        float(result.rounds), abs=1e-11
    )
    assert float(sum(result.calls)) == pytest.approx(float(result.turns))
    assert (float(result.toasts) > 0) == bool(rules.toast)
    if rules.ending == "rounds":
        assert result.rounds == pytest.approx(5)
        assert not any(result.loses)
        return
    for loses, wins in zip(result.loses, result.wins, strict=True):
        assert float(loses + wins) == pytest.approx(1, abs=1e-12)
    single = result.loses if rules.ending == "first_out" else result.wins
    assert float(sum(single)) == pytest.approx(1, abs=1e-12)


class TestByHand:
    """Games whose chances can be derived on paper."""

    def test_two_honest_players(self) -> None:
        """The Markov chain of `max(throw, state)`, with Mia looked at."""
        loses = [Fraction(0)] * 22
        for state in range(20, -1, -1):
            for rolled, chance in enumerate(tier_chances()):
                call = max(rolled, state)
                onward = 1 - loses[call + 1] if call < 20 else Fraction(rolled != 20)
                loses[state] += chance * onward
        result = evaluate(["honest"] * 2, Rules(lives=1), starter=0)
        assert result.loses == (loses[0], 1 - loses[0])
        assert result.exact

    def test_two_players_who_climb_without_looking(self) -> None:
        """The 21st call is Mia; the opener makes it, and it is true one time in 18."""
        result = evaluate([climber()] * 2, Rules(lives=1), starter=0)
        assert result.loses == (Fraction(17, 18), Fraction(1, 18))
        assert result.turns == 21
        assert result.forfeits["mia_lie_caught"] == (Fraction(17, 18), 0)
        assert result.forfeits["mia_looked_at"] == (0, Fraction(1, 18))

    def test_three_climbers_with_two_lives(self) -> None:
        """The 21st call of a round is made by seat 2 and answered by seat 0, who opened it.

        One time in 18 it is true, and seat 0 loses both lives; else seat 2 loses one, and seat 0,
        who was right, opens again.
        """
        result = evaluate([climber()] * 3, Rules(lives=2), starter=0)
        lie = 17 / 18
        assert result.loses == pytest.approx([1 - lie**2, 0, lie**2], abs=1e-12)
        assert result.rounds == pytest.approx(1 + lie)

    def test_identical_players_are_equal(self) -> None:
        for rules in (Rules(), Rules("points", lives=2, ending="last_standing")):
            result = evaluate(["random"] * 4, rules)
            assert result.loses == pytest.approx([sum(result.loses) / 4] * 4, abs=1e-12)

    @pytest.mark.parametrize("rules", [Rules(lives=1), Rules(lives=2, ending="last_standing")])
    def test_rotating_the_seats_rotates_the_chances(self, rules: Rules) -> None:
        players = ["honest", "liar", "random", "lucky"]
        whole = evaluate(players, rules, starter=1)
        for k in range(1, 4):
            turned = evaluate(players[k:] + players[:k], rules, starter=(1 - k) % 4)
            again = [turned.loses[(seat - k) % 4] for seat in range(4)]
            assert [float(p) for p in again] == pytest.approx(
                [float(p) for p in whole.loses], abs=1e-12
            )


class TestErrors:
    """What can't be weighed."""

    def test_more_states_than_can_be_weighed_are_counted(self) -> None:
        with pytest.raises(ValueError, match=r"1,061,520,150,601 states.*6 seats of 12 lives each"):
            evaluate(["honest"] * 6, Rules(lives=100))
        with pytest.raises(ValueError, match="simulate_games plays such a game"):
            evaluate(["honest"] * 4, lives=[100, 100, 100, 5])
        with pytest.raises(ValueError, match=r"16,777,216 states.*8 seats of 6 lives each"):
            evaluate(["honest"] * 8, Rules(lives=7))
        many = replace(RULES["drinking"], lives=100, rounds=2)
        assert sum(evaluate(["honest"] * 6, many).drinks) > 0  # no lives are lost over sips

    def test_rounds_that_cost_nothing(self) -> None:
        with pytest.raises(ValueError, match="never ends: rounds that cost nothing"):
            evaluate(["lucky"] * 2, Rules(mia_fold=0))

    def test_a_strategy_in_code_has_no_table(self) -> None:
        class Own:
            name = "own"

            def choose_call(self, seen: Any, rng: Any) -> Any:
                return seen.lowest

            def answer(self, seen: Any, rng: Any) -> Any:
                return seen.call

        with pytest.raises(TypeError, match="can only be simulated"):
            evaluate([Own(), "honest"])

    def test_nine_seats_are_too_many(self) -> None:
        with pytest.raises(ValueError, match="2 to 8 players, not 9"):
            evaluate(["honest"] * 9)

    def test_a_table_for_other_rules(self) -> None:
        with pytest.raises(ValueError, match="climber is a table for 21 tiers, but points has 15"):
            evaluate([climber()] * 2, Rules("points"))

    def test_a_solution_that_somebody_has_derived_from_is_not_weighed_as_it(self) -> None:
        class Doubts(MatchStrategy):
            def answer(self, seen: Any, rng: Any) -> Any:
                return np.full(len(seen.call), DOUBT)

        solved = solve_match(Rules(lives=2)).strategy
        derived = Doubts("doubts", solved.rules, solved.stacks)
        with pytest.raises(TypeError, match="no table of chances, so it can only be simulated"):
            evaluate([derived, "honest"], Rules(lives=2))
