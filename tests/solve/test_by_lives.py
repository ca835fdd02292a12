"""Facts about matches among three and more: exact chances, and what nobody can better."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from mia_stats import Dice, Equilibrium, Rules, Variant, solve_match
from mia_stats.solve.by_lives import solve_rounds

ONE = Fraction(1)
DUEL = Fraction(4078225781, 6294150720)
"""The chance that who opens a duel wins it, with one life each: theory of two."""


def solved(seats: int, **rules: Any) -> Equilibrium:
    match = solve_match(Rules(**rules), seats=seats)
    assert isinstance(match, Equilibrium)
    return match


class TestOneLifeEach:
    """Exact chances that were found apart from this library."""

    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_who_opens_never_loses(self, seats: int) -> None:
        """The second's danger is the chance of who opens a duel to win it, to the digit."""
        match = solve_match(Rules(lives=1), seats=seats, exact=True)
        loses = match.loses[(1,) * seats].tolist()
        assert loses == [0, DUEL, 1 - DUEL, *[0] * (seats - 3)]
        assert match.certificate == 0
        assert solve_match(Rules(lives=1), exact=True).opener_wins[1, 1] == DUEL

    def test_until_one_of_three_is_left(self) -> None:
        match = solve_match(Rules(lives=1, ending="last_standing"), seats=3, exact=True)
        assert match.loses[1, 1, 1].tolist() == [
            Fraction(8510075659, 18882452160),
            Fraction(7225301141, 9441226080),
            Fraction(14804226379, 18882452160),
        ]
        assert match.loses[1, 1].tolist() == [1 - DUEL, DUEL]

    @pytest.mark.parametrize(
        ("last", "loses"), [(52, (7, 11)), (53, (8, 10)), (54, (9, 9)), (66, (17, 1))]
    )
    def test_who_faces_a_call(self, last: int, loses: tuple[int, int]) -> None:
        """In eighteenths; the value of a state is the chance of who calls not to lose."""
        rules = Rules(lives=1)
        _, stacks = solve_rounds(rules, 3, ONE)
        state = stacks[1, 1, 1][rules.state(last)]
        assert 1 - state.value == Fraction(loses[0], 18)
        assert sum(loses) == 18


class TestNobodyGains:
    """The largest gain of any seat that leaves the strategy, from any state of the match."""

    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    def test_nothing_at_all_in_fractions(self, ending: Any) -> None:
        lives = 2 if ending == "first_out" else 1
        rules = Rules("kiriki", lives=lives, ending=ending)
        assert solve_match(rules, seats=3, exact=True).certificate == 0

    @pytest.mark.long
    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    def test_nothing_at_all_with_two_lives_each(self, ending: Any) -> None:
        match = solve_match(Rules(lives=2, ending=ending), seats=3, exact=True)
        assert match.certificate == 0
        total = 1 if ending == "first_out" else 2
        for lives, loses in match.loses.items():
            assert loses.sum() == (total if len(lives) == 3 else 1)

    @pytest.mark.parametrize(("seats", "lives"), [(3, 6), (4, 4)])
    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    def test_less_than_a_millionth_of_a_millionth(
        self, seats: int, lives: int, ending: Any
    ) -> None:
        match = solved(seats, lives=lives, ending=ending)
        assert match.certificate < 1e-12
        for there, loses in match.loses.items():
            assert loses.sum() == pytest.approx(1 if ending == "first_out" else len(there) - 1)

    @pytest.mark.parametrize(
        "rules",
        [
            *({"next_starter": s} for s in ("loser", "winner", "doubter", "random")),
            {"mia_penalty": 1},
            {"mia_fold": None, "ending": "last_standing"},
            {"dice": Dice([1, 2, 3, 4, 5, 6])},
            {"truth": "exact"},
            {"thrown_mia": "others", "ending": "last_standing"},
            {"true_mia": "others", "mia_lie_penalty": 2},
            {"mia_by": "either", "variant": "kiriki"},
            {"lie_penalty": 2, "doubt_penalty": 3},
        ],
        ids=str,
    )
    def test_by_other_rules(self, rules: Any) -> None:
        assert solved(3, lives=2, **rules).certificate < 1e-12

    def test_where_the_walk_does_not_reach(self) -> None:
        """Some states of these rules are solved as problems of complementarity."""
        assert solved(3, lives=3, next_starter="after_doubter").certificate < 1e-12

    def test_in_any_published_order(self, published: Variant) -> None:
        assert solved(3, lives=2, variant=published).certificate < 1e-12

    @pytest.mark.long
    def test_by_each_rule_of_the_game(self, published: Variant) -> None:
        endings, seats = ("first_out", "last_standing"), (3, 4)
        for ending, n, penalty in product(endings, seats, (1, 2)):
            rules = {"variant": published, "ending": ending, "mia_penalty": penalty}
            assert solved(n, lives=2, **rules).certificate < 1e-12

    @pytest.mark.long
    @pytest.mark.parametrize("seed", range(50))
    def test_by_any_rules(self, seed: int) -> None:
        rng = np.random.default_rng(seed)

        def one_of(*values: Any) -> Any:
            return values[int(rng.integers(len(values)))]

        lie, doubt, mia, false, fold = rng.integers(1, 4, 5).tolist()
        given: dict[str, Any] = {
            "dice": one_of(Dice(rng.integers(1, 6, 6).tolist()), Dice([1] * 6)),
            "ending": one_of("first_out", "last_standing"),
            "next_starter": one_of(
                "standard", "loser", "winner", "doubter", "after_doubter", "random"
            ),
            "truth": one_of("at_least", "at_least", "exact"),
            "mia_fold": one_of(fold, fold, None),
            "thrown_mia": one_of("hidden", "hidden", "next", "others"),
            "true_mia": one_of("doubter", "others"),
            "mia_by": one_of("call", "dice", "either"),
        }
        seats = int(rng.integers(3, 5))
        try:
            match = solved(
                seats, lives=int(rng.integers(1, 6 - seats)), lie_penalty=lie, doubt_penalty=doubt,
                mia_penalty=mia, mia_lie_penalty=false, **given,
            )  # fmt: skip
        except ValueError as error:
            assert "is no equilibrium" in str(error)
        else:
            assert match.certificate < 1e-9
