"""Facts about who plays: names, tables, and somebody who is one of several."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    LIAR,
    Decider,
    Game,
    HasTable,
    Mixture,
    Rules,
    advise,
    best_response,
    evaluate,
    simulate_games,
    solve_match,
    solve_round,
)
from mia_stats.players.player import name_of, table_at, table_of
from tests.helpers import NextTier

HALF = Fraction(1, 2)
EITHER = Mixture({"honest": Fraction(3, 4), "liar": Fraction(1, 4)})


class TestMixture:
    """Who is one of several plays as they do on average."""

    def test_it_is_a_player(self) -> None:
        assert isinstance(EITHER, HasTable)
        assert isinstance(EITHER, Decider)
        assert EITHER.table(Rules()).doubts[0, 8] == Fraction(1, 8)  # liar doubts half of them
        assert EITHER.table(Rules()).exact
        result = evaluate([EITHER, "honest"], Rules(lives=1))
        assert result.players[0] == "mean of honest (75.0 %) and liar (25.0 %)"
        assert result.exact

    def test_its_chances_may_be_said_in_its_place(self) -> None:
        chances = {"honest": Fraction(3, 4), "liar": Fraction(1, 4)}
        for rules in (Rules(lives=1), Rules("meyer", lives=1)):
            one, other = (evaluate([who, "lucky"], rules).loses for who in (chances, EITHER))
            assert one == other
        assert best_response(chances).opening == best_response(EITHER).opening
        assert best_response([chances, "honest"]).loses == best_response([EITHER, HONEST]).loses
        games = [simulate_games([who, "lucky"], games=100, rng=1) for who in (chances, EITHER)]
        assert (games[0].losses == games[1].losses).all()
        assert Game([chances, "lucky"], rng=1).players[0] == EITHER.name

    def test_one_for_certain_is_that_one(self) -> None:
        for name in ("honest", "random", "sniper"):
            for rules in (Rules(lives=1), Rules(lives=1, unseen_pass="liable")):
                sure = evaluate([Mixture({name: 1, "liar": 0}), "lucky", "honest"], rules)
                assert sure.loses == evaluate([name, "lucky", "honest"], rules).loses

    def test_one_decision_at_a_time(self) -> None:
        assert str(EITHER.call(21)) == "21"
        said = {str(EITHER.call(31, rng=seed)) for seed in range(40)}
        assert "31" in said
        assert len(said) > 3
        assert {EITHER.answer_to(54, rng=seed) for seed in range(40)} == {"doubt", "believe"}

    def test_a_mixture_may_be_one_of_a_mixture(self) -> None:
        twice = Mixture({EITHER: HALF, "liar": HALF})
        flat = Mixture({"honest": Fraction(3, 8), "liar": Fraction(5, 8)})
        assert (twice.table(Rules()).calls == flat.table(Rules()).calls).all()

    def test_what_floats_miss_is_no_error(self) -> None:
        for weights in ((0.8, 0.05, 0.05, 0.1), (0.5, 0.5 + 5e-10), (0.1,) * 10):
            mixture = Mixture(dict(zip(CHARACTERS, weights, strict=False)))
            for rules in (Rules(), Rules("meyer", second_throw="blind")):
                assert mixture.table(rules).calls.max() <= 1

    def test_in_a_duel_a_table_without_a_pass_will_do(self) -> None:
        rules = Rules(lives=1, unseen_pass="liable")
        sure = evaluate([{"optimal": 1}, "honest"], rules)
        assert sure.loses == evaluate(["optimal", "honest"], rules).loses
        assert advise(54, players=[{"optimal": 1}], rules=rules).answers == advise(
            54, players=["optimal"], rules=rules
        ).answers  # fmt: skip

    def test_who_plays_well_may_be_one(self) -> None:
        either = Mixture({"optimal": HALF, "honest": HALF})
        solved = solve_round().strategy.doubts[0, 8]
        assert either.table(Rules()).doubts[0, 8] == solved / 2

    def test_it_travels_and_says_who_it_may_be(self) -> None:
        for again in (pickle.loads(pickle.dumps(EITHER)), copy.copy(EITHER)):
            assert again.table(Rules()).name == EITHER.name
        assert repr(EITHER) == "<Mixture of honest (75.0 %) and liar (25.0 %)>"
        assert "liar" in EITHER._repr_html_()
        many = Mixture(dict.fromkeys(CHARACTERS, Fraction(1, len(CHARACTERS))))
        assert many.name == "mean of honest (10.0 %), liar (10.0 %) and 8 others"

    @pytest.mark.parametrize(
        ("chances", "why"),
        [
            ({"honest": 0.5}, "must add up to 1, not 0.5"),
            ({"honest": HALF, "liar": 0.5 + 1e-6}, "must add up to 1"),
            ({"honest": 2, "liar": -1}, "the chance of honest must be from 0 to 1, not 2"),
            ({"honest": float("nan")}, "from 0 to 1, not nan"),
            ({"honest": Decimal(1)}, "must be a Fraction, an int or a float, not Decimal"),
            ({"honest": True}, "must be a whole number, not True"),
            ({"honest": "1"}, "must be a whole number, not '1'"),
            ({"poker": 1}, "is no player"),
            ({54: 1}, "a player, which 54 is not"),
            ({NextTier(): 1}, "no table of chances"),
            (
                CHARACTERS,
                "must be a Fraction, an int or a float, not <Character",
            ),
            ([("honest", 1)], "mapping of their chances"),
            ("honest", "mapping of their chances"),
            ({}, "must add up to 1, not 0"),
        ],
        ids=str,
    )
    def test_what_is_no_mixture(self, chances: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            Mixture(chances).table(Rules())


class TestParse:
    """A mixture as the command reads it."""

    def test_chances_are_written_in_any_way(self) -> None:
        for text in ("honest:2/3,liar:1/3", " Honest : 2/3 , liar:1/3 "):
            mixture = Mixture.parse(text)
            assert mixture.weights == (Fraction(2, 3), Fraction(1, 3))
            assert mixture.players == ("honest", "liar")
        assert Mixture.parse("doubter-54:70%,optimal:0.3").weights == (
            Fraction(7, 10), Fraction(3, 10),
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("honest", "write each name once"),
            ("honest:1/2,honest:1/2", "write each name once"),
            ("honest:x", "'x' is no chance"),
            ("honest:-1", "'-1' is no chance"),
            ("honest:1/0", "nothing is divided by 0"),
            ("honest:1e3", "is no chance"),
            ("honest:", "'' is no chance"),
            ("poker:1", "is no player"),
            ("honest:1/2", "must add up to 1"),
            (54, "are a text here, not 54"),
        ],
    )
    def test_what_is_none(self, text: Any, why: str) -> None:
        with pytest.raises((TypeError, ValueError), match=why):
            Mixture.parse(text)


class TestTables:
    """The table of each, at the lives of all."""

    def test_names(self) -> None:
        for player, name in (("Liar", "liar"), (LIAR, "liar"), ("Optimal", "optimal")):
            assert name_of(player) == name
        assert name_of({"liar": 1}) == "liar"

    def test_who_plays_the_same_at_all_lives(self) -> None:
        for lives in (None, (3, 2), (3, 2, 1)):
            assert table_at("liar", Rules(), lives) is table_of("liar", Rules())

    def test_who_plays_by_the_lives(self) -> None:
        match = solve_match(Rules(lives=2))
        assert table_at(match.strategy, match.rules, (2, 1)) is match.strategy.at(2, 1)
        with pytest.raises(ValueError, match="plays matches of 2 players, not of 3"):
            table_at(match.strategy, match.rules, (2, 1, 1))
