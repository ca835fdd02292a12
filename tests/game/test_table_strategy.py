"""Facts about tables of chances: what they must add up to, and what they are for."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    LUCKY,
    RANDOM,
    Dice,
    Rules,
    SimulationInterrupted,
    TableStrategy,
    best_response,
    doubter,
    evaluate,
    simulate_games,
    solve_match,
    solve_round,
)
from tests.helpers import named


def tables(k: int = 3) -> tuple[list[Any], list[Any]]:
    """Return calls and doubts of somebody who always makes the lowest legal call, in ints."""
    calls = [[[int(b == s) for b in range(k)] for _ in range(k)] for s in range(k)]
    return calls, [[int(b == k - 1) for b in range(k)] for _ in range(k)]


class TestTables:
    """What a table holds."""

    def test_ints_and_fractions_are_exact_and_floats_are_not(self) -> None:
        calls, doubts = tables()
        assert TableStrategy("lowest", calls, doubts).exact
        assert not TableStrategy("lowest", np.array(calls, float), doubts).exact
        assert TableStrategy("lowest", calls, doubts).calls[0, 0, 0] == Fraction(1)

    def test_a_table_can_not_be_changed(self) -> None:
        table = TableStrategy("lowest", *tables())
        with pytest.raises(ValueError, match="read-only"):
            table.calls[0, 0, 0] = 0

    def test_floats_add_up_within_a_billionth(self) -> None:
        calls, doubts = (np.array(table, float) for table in tables())
        calls[0, 0] = [0.1, 0.2, 0.7 + 1e-10]
        TableStrategy("close", calls, doubts)
        calls[0, 0] = [0.1, 0.2, 0.7 + 1e-8]
        with pytest.raises(ValueError, match=r"calls\[0, 0\] of far must add up to 1"):
            TableStrategy("far", calls, doubts)

    @pytest.mark.parametrize(
        ("field", "index", "value", "shown"),
        [
            ("calls", (0, 0, 0), Fraction(1, 2), r"calls\[0, 0\] of x must add up to 1, not Frac"),
            ("calls", (0, 0, 1), Fraction(1), "must add up to 1"),
            ("calls", (2, 0), [1, 0, 0], r"calls\[2, 0\] of x must be 0 below 1"),
            ("calls", (0, 0, 0), -1, "chances from 0 to 1, not Fraction"),
            ("calls", (0, 0, 0), None, "not None"),
            ("calls", (0, 0, 0), True, "not True"),
            ("doubts", (2, 0), 1, r"doubts\[2, :1\] of x must be 0"),
            ("doubts", (0, 0), 2, "chances from 0 to 1"),
            ("passes", (0, 2, 2), 1, r"passes\[0, 2\] of x must be 0"),
            ("passes", (2, 0, 0), 1, r"passes\[2, 0\] of x must be 0"),
            ("passes", (0, 1, 0), 1, r"passes\[0, 1\] of x must be 0 below 1"),
            ("passes", (0, 1), [0, 1, 1], "at most 1"),
        ],
    )
    def test_a_bad_entry_is_named(
        self, field: str, index: tuple[int, ...], value: Any, shown: str
    ) -> None:
        calls, doubts = tables()
        given: dict[str, Any] = {
            "calls": calls,
            "doubts": doubts,
            "passes": np.zeros((3, 3, 3), int),
        }
        given = {name: np.array(table, object) for name, table in given.items()}
        given[field][index] = value
        with pytest.raises((TypeError, ValueError), match=shown):
            TableStrategy("x", **given)

    def test_doubts_and_passes_share_one_chance(self) -> None:
        calls, doubts = tables()
        passes = np.zeros((3, 3, 3), int)
        passes[0, 1, 1] = 1
        TableStrategy("x", calls, doubts, passes)
        doubts[0][1] = 1
        with pytest.raises(ValueError, match="more than 1"):
            TableStrategy("x", calls, doubts, passes)

    @pytest.mark.parametrize(
        "given",
        [
            ([[1]], [[1]]),
            (tables()[0], [[1, 0], [0, 1]]),
            (tables()[0], [1, 0, 1]),
            ([[["a"]]], [[1]]),
            ([[[[1]], []]], [[1]]),
            ([[[float("nan")]]], [[1.0]]),
            (None, None),
            (np.ones((2, 2, 2), complex), [[1, 1], [1, 1]]),
        ],
    )
    def test_bad_shapes_and_types_are_refused(self, given: Any) -> None:
        with pytest.raises((TypeError, ValueError), match=r"of x"):
            TableStrategy("x", *given)

    def test_a_table_must_suit_the_rules(self) -> None:
        table = TableStrategy("lowest", *tables())
        with pytest.raises(ValueError, match="a table for 3 tiers, but standard has 21"):
            table.table(Rules())
        equal = HONEST.table(Rules(call="at_least"))
        with pytest.raises(ValueError, match="31 after 31, but these rules ask for a higher"):
            equal.table(Rules())
        with pytest.raises(ValueError, match="lucky may fold to 21, which these rules forbid"):
            LUCKY.table(Rules()).table(Rules(mia_fold=None))
        liable = RANDOM.table(Rules(unseen_pass="liable"))
        with pytest.raises(ValueError, match="random passes 31 on with a higher call"):
            liable.table(Rules(unseen_pass="free"))
        assert liable.table(Rules()) is liable  # without a pass, its chance goes to believing

    def test_a_masked_array_is_no_table(self) -> None:
        table = HONEST.table("wikipedia")
        masked = np.ma.array(table.calls, mask=True)
        with pytest.raises(TypeError, match="masked"):
            TableStrategy("masked", masked, table.doubts)

    @pytest.mark.parametrize("name", ["", "a\nb", "x" * 4_000_000, None])
    def test_a_strategy_needs_a_name(self, name: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="name") as caught:
            TableStrategy(name, [[[1]]], [[1]])
        assert len(str(caught.value)) < 200

    def test_players_and_results_travel(self) -> None:
        result = simulate_games(["honest"] * 2, games=10, rng=1)
        again = pickle.loads(pickle.dumps(SimulationInterrupted(result)))
        assert again.result == result
        again = pickle.loads(pickle.dumps(doubter(61)))
        assert (again.table("wikipedia").doubts == doubter(61).table("wikipedia").doubts).all()
        for table in (copy.deepcopy(named("x")), pickle.loads(pickle.dumps(named("x")))):
            assert not table.calls.flags.writeable
            assert (table.calls == named("x").calls).all()


class TestWhatATableIsFor:
    """A table knows the rules that it was made for, and is not read by others as what it is not."""

    def test_ready_made_players_and_solutions_know_it(self) -> None:
        rules = Rules("points", lives=2)
        made = [HONEST.table(rules), best_response("liar", rules).strategy]
        made += [solve_round(rules).strategy, solve_match(rules).strategy.at(2, 1)]
        assert all(table.rules == rules for table in made)
        travelled = pickle.loads(pickle.dumps(made[0]))
        assert travelled.rules == rules
        assert TableStrategy("own", *tables()).rules is None

    def test_a_cup_handed_on_unseen_is_no_business_of_a_table_made_without(self) -> None:
        """What it says of a repeated call is nothing, which would be read as belief."""
        players = ["honest", "sniper"]
        liable = Rules(lives=1, unseen_pass="liable")
        with_pass = evaluate([*players, doubter(54)], liable, starter=0)
        made_for = evaluate([*players, doubter(54).table(liable)], liable, starter=0)
        assert made_for.loses == with_pass.loses
        for other in (Rules(lives=1), Rules(lives=1, unseen_pass="free")):
            table = doubter(54).table(other)
            with pytest.raises(ValueError, match="says nothing about a cup that is handed on"):
                evaluate([*players, table], liable, starter=0)
            with pytest.raises(ValueError, match="says nothing about a cup that is handed on"):
                simulate_games([*players, table], liable, games=10)
            evaluate([players[0], table], liable)  # a duel never has an unseen pass

    def test_a_call_that_is_equalled_is_none_of_a_strict_table(self) -> None:
        equal = Rules(call="at_least")
        with pytest.raises(ValueError, match="says nothing about a call that is equalled"):
            doubter(54).table(Rules()).table(equal)
        table = doubter(54).table(equal)
        assert table.doubts[9, 8] == 1  # a 54 after a 54

    def test_the_same_tiers_may_be_other_outcomes(self) -> None:
        """The ninth tier is 54 in the standard order, and 61 in Meyer."""
        with pytest.raises(ValueError, match="tiers of standard, which are other outcomes in"):
            doubter(54).table(Rules()).table(Rules("meyer"))

    def test_looks_that_the_rules_forced_say_nothing_about_folding(self) -> None:
        table = LUCKY.table(Rules(mia_fold=None))
        with pytest.raises(ValueError, match="21 must be looked at, and says nothing about fold"):
            table.table(Rules())
        with pytest.raises(ValueError, match="is solved for"):
            solve_match(Rules(lives=1, mia_fold=None)).strategy.check(Rules(lives=1))

    @pytest.mark.parametrize("name", ["random", "sniper", "doubter-54"])
    def test_a_table_plays_as_its_character_does(self, name: str) -> None:
        """Also in a duel, which has no pass: what the table would pass on it believes."""
        rules = Rules(lives=1, unseen_pass="liable")
        for others in (["liar"], ["liar", "sniper"]):
            both = [
                evaluate([player, *others], rules, starter=0).loses
                for player in (name, CHARACTERS[name].table(rules))
            ]
            assert both[0] == both[1]

    def test_what_changes_no_meaning_may_differ(self) -> None:
        table = HONEST.table(Rules())
        for other in (
            Rules(lives=2, truth="exact", toast=32, mia_penalty=1, dice=Dice([1, 1, 2, 2, 2, 2])),
            Rules(ending="last_standing", next_starter="loser", unseen_pass="free"),
        ):
            assert table.table(other) is table

    def test_a_table_made_by_hand_plays_by_plain_rules(self) -> None:
        made = doubter(54).table(Rules())
        own = TableStrategy("own", made.calls, made.doubts)
        for rules in (Rules(), Rules("meyer"), Rules(unseen_pass="free")):
            assert own.table(rules) is own
        for rules in (Rules(unseen_pass="liable"), Rules(call="at_least")):
            with pytest.raises(ValueError, match="the table own says nothing about"):
                own.table(rules)  # it doubts a 54, and never one after a 54
            spoken = doubter(54).table(rules)
            TableStrategy("own", spoken.calls, spoken.doubts, spoken.passes).table(rules)
            trusts = LUCKY.table(Rules())
            TableStrategy("trusting", trusts.calls, trusts.doubts).table(rules)

    def test_a_table_must_suit_its_own_rules(self) -> None:
        table = HONEST.table(Rules())
        with pytest.raises(ValueError, match="a table for 21 tiers, but points has 15"):
            TableStrategy("own", table.calls, table.doubts, rules=Rules("points"))

    def test_optimal_play_for_two_says_nothing_of_a_pass_among_three(self) -> None:
        liable = Rules(unseen_pass="liable")
        assert float(evaluate(["optimal", "honest"], liable).wins[0]) > 0.5
        with pytest.raises(ValueError, match="the table optimal says nothing about a cup"):
            evaluate(["optimal", "honest", "liar"], liable)


def test_a_table_speaks_of_equalled_calls_and_of_cups_handed_on_each_by_itself() -> None:
    """What it says of one of them is not what it would say of the other."""
    equal, liable = Rules(call="at_least"), Rules(unseen_pass="liable")
    both = Rules(call="at_least", unseen_pass="liable")
    for made_for, played, silent in (
        (equal, liable, "a cup that is handed on"), (equal, both, "a cup that is handed on"),
        (liable, equal, "a call that is equalled"), (liable, both, "a call that is equalled"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"says nothing about {silent}"):
            doubter(54).table(made_for).table(played)
    assert doubter(54).table(both).table(both).doubts[9, 8] == 1
