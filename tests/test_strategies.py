"""Facts about strategies: what tables must add up to, and what the characters do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    LIAR,
    LUCKY,
    RANDOM,
    RULES,
    SNIPER,
    Character,
    Rules,
    TableStrategy,
    doubter,
)
from mia_stats.players import seated, table_of

ALL_RULES = {
    **RULES,
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


class TestSeats:
    """Facts about who may sit down."""

    @pytest.mark.parametrize("players", [[], ["honest"], ["honest"] * 13])
    def test_a_game_has_2_to_12_players(self, players: list[str]) -> None:
        with pytest.raises(ValueError, match="2 to 12 players"):
            seated(players, Rules())

    @pytest.mark.parametrize("players", ["honest", None, 2, {"honest", "liar"}])
    def test_players_are_a_list(self, players: Any) -> None:
        with pytest.raises(TypeError, match="one for each seat"):
            seated(players, Rules())

    @pytest.mark.parametrize("player", [None, 5, object(), Rules(), TableStrategy])
    def test_a_player_needs_a_way_to_play(self, player: Any) -> None:
        with pytest.raises(TypeError, match=r"no table of chances|not the class"):
            seated([player, "honest"], Rules())
        with pytest.raises(TypeError):
            table_of(player, Rules())
