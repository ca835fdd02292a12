"""Facts about strategies: what tables must add up to, and what the characters do."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    BELIEVE,
    CHARACTERS,
    DOUBT,
    HONEST,
    LIAR,
    LUCKY,
    RANDOM,
    RULES,
    SNIPER,
    AnswerSituation,
    CallSituation,
    Character,
    Dice,
    Rules,
    TableStrategy,
    best_response,
    doubter,
    evaluate,
    simulate_games,
    solve_match,
    solve_round,
)
from mia_stats.players.seating import table_of, take_seats

ALL_RULES = {
    **{key: RULES[key] for key in ("gamerules", "meyer")},
    "equal": Rules(call="at_least"),
    "liable": Rules(unseen_pass="liable"),
    "must look": Rules("points", mia_fold=None),
    "kinito": Rules("kinito-void", toast=66),
}


def tables(k: int = 3) -> tuple[list[Any], list[Any]]:
    """Return calls and doubts of somebody who always makes the lowest legal call, in ints."""
    calls = [[[int(b == s) for b in range(k)] for _ in range(k)] for s in range(k)]
    return calls, [[int(b == k - 1) for b in range(k)] for _ in range(k)]


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
@pytest.mark.parametrize("player", CHARACTERS.values(), ids=list(CHARACTERS))
def test_every_character_can_play_by_any_rules(player: Character, rules: Rules) -> None:
    """`TableStrategy` itself refuses rows that do not add up and illegal calls."""
    table = player.table(rules)
    assert table.exact
    assert table.table(rules) is table
    assert table.name == player.name
    assert player.table(rules) is table  # made once
    for state in range(rules.tier_count):
        lowest = rules.lowest_call(state)
        assert (table.calls[state].sum(axis=1) == 1).all()
        assert not table.calls[state, :, :lowest].any()


def test_the_honest_player_tells_the_truth_when_it_can() -> None:
    rules = Rules()
    calls, top = HONEST.table(rules).calls, rules.top
    for state in range(21):
        for rolled in range(21):
            assert calls[state, rolled, max(rolled, state)] == 1
    doubts = HONEST.table(rules).doubts
    assert all(doubts[state, top] == 1 for state in range(21))
    assert not doubts[:, :top].any()


def test_the_liar_never_tells_the_truth_but_of_mia() -> None:
    rules = Rules()
    calls = LIAR.table(rules).calls
    for state in range(21):
        for rolled in range(20):
            assert not calls[state, rolled, : rolled + 1].any()
    assert calls[0, 20, 20] == 1


def test_the_lucky_player_claims_the_best_third() -> None:
    calls = LUCKY.table(Rules()).calls
    assert not calls[:, :, :14].any()
    assert calls[0, 15, 15] == 1
    assert calls[0, 0, 14] == Fraction(1, 7)
    assert not LUCKY.table(Rules()).doubts.any()
    assert (LUCKY.table(Rules(mia_fold=None)).doubts[:, 20] == 1).all()


def test_the_sniper_is_honest_without_an_unseen_pass() -> None:
    sniper, honest = SNIPER.table(Rules()), HONEST.table(Rules())
    assert (sniper.calls == honest.calls).all()
    assert (sniper.doubts == honest.doubts).all()
    assert sniper.passes is None


def test_the_sniper_passes_on_what_is_hard_to_beat() -> None:
    rules = Rules(unseen_pass="free")
    passes = SNIPER.table(rules).passes
    assert passes is not None
    even = rules.tier(54)
    assert passes[0, even, even] == 1  # beaten exactly half the time
    assert not passes[:, even - 1].any()
    assert not passes[:, rules.top].any()


def test_a_doubter_doubts_from_a_call_on() -> None:
    doubts = doubter(54).table(Rules()).doubts
    eight = Rules().tier(54)
    assert doubts[0, eight] == doubts[0, 20] == 1
    assert doubts[0, eight - 1] == 0
    assert doubter("4 5") == doubter(54) is CHARACTERS["doubter-54"]
    with pytest.raises(ValueError, match="31 is rethrown"):
        doubter(31).table(Rules("mexen"))


def test_the_random_player_passes_in_both_forms() -> None:
    free, liable = (RANDOM.table(Rules(unseen_pass=p)).passes for p in ("free", "liable"))
    assert free is not None
    assert liable is not None
    assert free[0, 3, 3] == Fraction(1, 3)
    assert liable[0, 18, 18:].tolist() == [Fraction(1, 9)] * 3


def test_characters_are_found_by_name() -> None:
    assert CHARACTERS["Honest "] is HONEST
    with pytest.raises(ValueError, match=r"'honst' is no player \(did you mean 'honest'\?\)"):
        CHARACTERS["honst"]
    with pytest.raises(ValueError, match="write 54"):
        CHARACTERS["doubter-45"]
    assert "poker" not in CHARACTERS
    assert set(CHARACTERS.to_frame()["player"]) == set(CHARACTERS)


class TestTables:
    """Facts about tables of chances."""

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
        with pytest.raises(ValueError, match="honest calls 31 after 31, but a call must be higher"):
            equal.table(Rules())
        with pytest.raises(ValueError, match="lucky may fold to 21, but folding is forbidden"):
            LUCKY.table(Rules()).table(Rules(mia_fold=None))
        liable = RANDOM.table(Rules(unseen_pass="liable"))
        with pytest.raises(ValueError, match="random passes 31 on with a higher call"):
            liable.table(Rules(unseen_pass="free"))
        assert liable.table(Rules()) is liable  # without a pass, its chance goes to believing


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


class TestSituations:
    """What a strategy sees is checked, and can be calculated with."""

    def test_what_is_no_tier_no_state_and_no_lives_is_refused(self) -> None:
        right: dict[str, Any] = {
            "rules": Rules(), "state": [0], "seat": [1], "seat_lives": [[6, 6]], "rolled": [20],
        }  # fmt: skip
        assert CallSituation(**right).lowest.tolist() == [0]
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"rolled": [-1]}, "rolled must be from 0 to 20, not -1"),
            ({"rolled": [540]}, "rolled must be from 0 to 20, not 540"),
            ({"rolled": [1.0]}, "rolled must be an array of whole numbers from 0 to 20"),
            ({"rolled": None}, "rolled must be an array of whole numbers"),
            ({"rolled": [1, 2]}, r"rolled must have shape \(n\)"),
            ({"rolled": 3}, r"rolled must have shape \(n\)"),
            ({"rolled": np.ma.masked_array([3], [True])}, "rolled must be an array of whole"),
            ({"state": [21]}, "state must be from 0 to 20, not 21"),
            ({"state": [True]}, "state must be an array of whole numbers"),
            ({"seat": [2]}, "seat must be from 0 to 1, not 2"),
            ({"seat_lives": [[6, -1]]}, "seat_lives must be from 0 to 100, not -1"),
            ({"seat_lives": [6, 6]}, r"seat_lives must have shape \(n, seats\)"),
            ({"rules": "wikipedia"}, "rules must be Rules, not 'wikipedia'"),
        ]
        for change, message in wrong:
            with pytest.raises((TypeError, ValueError), match=message):
                CallSituation(**right | change)
        heard = {**right, "call": [3], "may_pass": [False]}
        del heard["rolled"]
        assert AnswerSituation(**heard).may_pass.dtype == bool
        for change, message in (
            ({"call": [21]}, "call must be from 0 to 20, not 21"),
            ({"state": [10]}, "call must be one that can be made in state 10, not 3"),
            ({"may_pass": [1]}, "may_pass must be an array of bools"),
        ):
            with pytest.raises((TypeError, ValueError), match=message):
                AnswerSituation(**heard | change)

    def test_numbers_that_strategies_see_never_wrap(self) -> None:
        class Multiplies:
            name = "multiplies"

            def choose_call(self, seen: CallSituation, rng: Any) -> Any:
                for numbers in (seen.rolled, seen.state, seen.lives, seen.seat, seen.lowest):
                    assert numbers.dtype == np.intp
                assert ((seen.rolled + 10) * 1000 >= 10_000).all()
                assert ((seen.lives + 1) * 1000 >= 1000).all()
                return np.maximum(seen.rolled, seen.lowest)

            def answer(self, seen: AnswerSituation, rng: Any) -> Any:
                assert seen.call.dtype == seen.lives.dtype == np.intp
                assert ((seen.call + 10) * 1000 >= 10_000).all()
                return np.where(seen.call == seen.rules.top, DOUBT, BELIEVE)

        rules = Rules(lives=100, unseen_pass="liable")
        played = simulate_games([Multiplies(), "sniper", "honest"], rules, games=20, rng=1)
        assert played.losses.sum() == 20


class TestSeats:
    """Facts about who may sit down."""

    @pytest.mark.parametrize("players", [[], ["honest"], ["honest"] * 13])
    def test_a_game_has_2_to_12_players(self, players: list[str]) -> None:
        with pytest.raises(ValueError, match="2 to 12 players"):
            take_seats(players, Rules())

    @pytest.mark.parametrize("players", ["honest", None, 2, {"honest", "liar"}])
    def test_players_are_a_list(self, players: Any) -> None:
        with pytest.raises(TypeError, match="one for each seat"):
            take_seats(players, Rules())

    @pytest.mark.parametrize("player", [None, 5, object(), Rules(), TableStrategy])
    def test_a_player_needs_a_way_to_play(self, player: Any) -> None:
        with pytest.raises(TypeError, match=r"no table of chances|not the class"):
            take_seats([player, "honest"], Rules())
        with pytest.raises(TypeError):
            table_of(player, Rules())
