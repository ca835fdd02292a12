"""Facts about matches among three and more: exact chances, and what nobody can better."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    Dice,
    Equilibrium,
    Rules,
    Variant,
    best_response,
    evaluate,
    solve_match,
    solve_round,
)
from mia_stats.solve.by_lives import solve_rounds
from tests.oracles.closed_form import Prices, duel_wins, round_values
from tests.oracles.table_reply import gains

ONE = Fraction(1)
DUEL = Fraction(4078225781, 6294150720)
"""The chance that who opens a duel wins it, with one life each: theory of two."""


def solved(seats: int, **rules: Any) -> Equilibrium:
    """Return an equilibrium; those of the default rules are asked for again and again."""
    return _usual(seats, rules["lives"]) if set(rules) == {"lives"} else _solved(seats, rules)


@cache
def _usual(seats: int, lives: int) -> Equilibrium:
    return _solved(seats, {"lives": lives})


def _solved(seats: int, rules: Any) -> Equilibrium:
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

    @pytest.mark.parametrize(
        ("seats", "rules"),
        [
            # who catches a sure lie gives the liar the opening, which may be worth more than a fold
            (2, {"dice": Dice([1, 1, 0, 0, 0, 0]), "mia_penalty": 4, "next_starter": "loser",
                 "thrown_mia": "next"}),
            (3, {"mia_penalty": 4, "next_starter": "loser", "thrown_mia": "next"}),
            # what Mia costs may be worth the same to one seat, and not to another
            (3, {"truth": "exact", "mia_by": "dice", "mia_lie_penalty": 2, "doubt_penalty": 2}),
            # the last basis of a problem of complementarity may be singular in floats
            (3, {"next_starter": "loser", "doubt_penalty": 2}),
        ],
    )  # fmt: skip
    def test_by_rules_that_were_solved_wrongly_once(self, seats: int, rules: Any) -> None:
        match = solve_match(Rules(lives=2, **rules), seats=seats)
        assert match.certificate < 1e-12

    def test_a_match_of_two_is_proved_too_where_it_is_unusual(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("mia_stats.solve.match._CLOSE", -1)
        assert solve_match(Rules(lives=2)).certificate < 1e-12  # proved on paper
        with pytest.raises(ValueError, match="somebody gains"):
            solve_match(Rules(lives=2, next_starter="loser"))

    def test_floats_break_ties_as_fractions_do(self) -> None:
        """A call that has room for exactly all lies ends the walk, whatever floats make of it."""
        rules = Rules("kinito", lives=2, mia_penalty=1, mia_fold=None)
        exact, floats = (solve_match(rules, 3, exact=exact) for exact in (True, False))
        for lives, loses in exact.loses.items():
            assert floats.loses[lives] == pytest.approx(loses.astype(float), abs=1e-12)

    def test_where_the_walk_does_not_reach(self) -> None:
        """Some states of these rules are solved as problems of complementarity."""
        assert solved(3, lives=3, next_starter="after_doubter").certificate < 1e-12

    @pytest.mark.long
    @pytest.mark.parametrize(("seats", "lives"), [(3, 9), (4, 5), (5, 3), (6, 2)])
    @pytest.mark.parametrize("ending", ["first_out", "last_standing"])
    def test_at_larger_tables(self, seats: int, lives: int, ending: Any) -> None:
        assert solved(seats, lives=lives, ending=ending).certificate < 1e-10

    def test_in_any_published_order(self, published: Variant) -> None:
        assert solved(3, lives=2, variant=published).certificate < 1e-12

    @pytest.mark.parametrize(
        "rules",
        [
            {},
            {"ending": "last_standing", "next_starter": "random", "thrown_mia": "others"},
            {"next_starter": "loser", "truth": "exact", "mia_by": "either", "variant": "kiriki"},
        ],
        ids=str,
    )
    def test_an_oracle_that_shares_no_code_finds_no_gain_either(self, rules: Any) -> None:
        match = solved(3, lives=2, **rules)

        def at(lives: tuple[int, ...]) -> tuple[Any, Any]:
            table = match.strategy.at(*lives)
            return table.calls.tolist(), table.doubts.tolist()

        assert gains(at, match.rules, (2, 2, 2)) < 1e-12

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


class TestBetweenTwo:
    """The same solver finds what the closed form of the duel says."""

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(lives=6),
            Rules("points", lives=3, mia_penalty=1, mia_lie_penalty=2),
            Rules("meyer-toast", lives=4, mia_fold=None),
            Rules("mexico-us", lives=3, dice=Dice([1, 2, 3, 4, 5, 6])),
        ],
        ids=str,
    )
    def test_a_match(self, rules: Rules) -> None:
        wins = solve_match(rules).opener_wins
        for (mine, theirs), chance in duel_wins(rules, rules.lives).items():
            assert wins[mine, theirs] == pytest.approx(chance, abs=1e-12)

    def test_a_round_to_the_digit(self, published: Variant) -> None:
        for penalty, false, fold in product((1, 2), (1, 2), (1, 2, None)):
            rules = Rules(published, mia_penalty=penalty, mia_lie_penalty=false, mia_fold=fold)
            prices = Prices(ONE, -ONE, penalty * ONE, -false * ONE, fold and fold * ONE)
            found = [state.value for state in solve_round(rules).states]
            assert found == round_values(rules.throw_chances, prices)

    def test_the_solution_of_a_match_has_its_proof_too(self) -> None:
        assert solve_match(Rules(lives=3)).certificate < 1e-12
        exact = solve_match(Rules("kiriki", lives=1), exact=True)
        assert exact.certificate == 0
        assert exact.opener_wins[1, 1] == 1 - exact.loses[1, 1][0]
        assert isinstance(exact.opener_wins[1, 1], Fraction)


class TestWorthCiting:
    """What players will enjoy: facts about the equilibrium that is found here."""

    def test_who_opens_says_53_unseen(self) -> None:
        """With two to four lives each whatever it has, and with five and six 52; it is believed."""
        match = solved(3, lives=6)
        for lives, label in zip(range(2, 7), (53, 53, 53, 52, 52), strict=True):
            table, tier = match.strategy.at(lives, lives, lives), match.rules.tier(label)
            assert table.calls[0, :, tier] == pytest.approx(1)
            assert table.doubts[0, tier] == 0

    def test_to_open_is_a_privilege(self) -> None:
        loses = solved(3, lives=6).loses[6, 6, 6]
        assert loses.round(2).tolist() == [0.23, 0.38, 0.39]

    def test_caught_may_be_better_than_doubted_in_vain(self) -> None:
        """With lives (2, 4, 2): caught, one opens no more and has one life; else the next has 3."""
        loses = solved(3, lives=4).loses
        caught, doubted_in_vain = loses[4, 2, 1][2], loses[2, 2, 3][1]
        assert caught == pytest.approx(0.5247, abs=1e-4)
        assert doubted_in_vain == pytest.approx(0.5347, abs=1e-4)

    def test_what_the_wisdom_of_two_costs_at_three(self) -> None:
        """Who replies best to two who play a duel's optimum goes out first in 7 % of games."""
        reply = best_response(["optimal", "optimal"], Rules(lives=6))
        assert sum(reply.loses) / 3 == pytest.approx(0.0696, abs=1e-4)
        equilibrium = solved(3, lives=6).strategy
        mine, *_ = evaluate([equilibrium, "optimal", "optimal"]).loses
        assert mine == pytest.approx(0.1633, abs=1e-4)  # where a third is fair

    def test_it_protects_nobody_from_two_who_play_badly(self) -> None:
        """Between one who doubts all it hears and LUCKY it goes out first in 84 % of games."""
        equilibrium, others = solved(3, lives=6).strategy, ["doubter-31", "lucky"]
        mine, *_ = evaluate([equilibrium, *others]).loses
        assert mine == pytest.approx(0.8390, abs=1e-4)
        best = best_response(others, Rules(lives=6))
        assert sum(best.loses) / 3 == pytest.approx(evaluate([best.strategy, *others]).loses[0])
        assert sum(best.loses) / 3 < 1 / 3


class TestRefused:
    """What is not solved says what works instead."""

    @pytest.mark.parametrize(
        ("rules", "seats", "why"),
        [
            ({"call": "at_least"}, 3, "between two, not among 3; best_response"),
            ({"unseen_pass": "free"}, 3, "unseen pass, which there is among 3"),
            ({"second_throw": "blind"}, 3, "a blind second throw"),
            ({"mia_equalled": True}, 4, "an answer of Mia to Mia"),
            ({"toast": 32}, 3, "toasts have no closed form"),
            ({"mia_fold": 0}, 3, "mia_fold=0 has no closed form"),
            ({"lives": 14}, 3, "2,744 different lives, and 2,500 can be solved: 3 seats of 13"),
            ({"lives": 6, "ending": "last_standing"}, 5, "5 seats of 4 lives, say"),
            ({}, 7, "seats must be from 2 to 6, not 7"),
            ({}, 1, "seats must be from 2 to 6, not 1"),
            ({}, 3.0, "seats must be a whole number"),
            ({}, True, "seats must be a whole number"),
        ],
    )
    def test_it_says_why(self, rules: Any, seats: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            solve_match(Rules(**rules), seats=seats)

    @pytest.mark.parametrize(("seats", "lives"), [(2, 3), (3, 3), (4, 2)])
    def test_fractions_of_very_many_digits_are_not_begun(self, seats: int, lives: int) -> None:
        with pytest.raises(ValueError, match=f"not for {lives} among {seats}.*without exact"):
            solve_match(Rules(lives=lives), seats=seats, exact=True)

    def test_lives_that_are_not_solved_are_named(self) -> None:
        loses = solved(3, lives=2).loses
        for wrong in ((2, 2), (3, 3, 3), 2, [2, 2, 2]):
            with pytest.raises(KeyError, match=r"such as \(2, 2, 2\), not"):
                loses[wrong]  # type: ignore[index]  # that is the point

    def test_what_is_no_equilibrium_is_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("mia_stats.solve.match._CLOSE", -1)
        with pytest.raises(ValueError, match="is no equilibrium: somebody gains"):
            solve_match(Rules(lives=1), seats=3)
