"""Facts about the chances of outcomes and calls."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from mia_stats import (
    FAIR,
    POINTS,
    ROLLS,
    VARIANTS,
    Dice,
    Outcome,
    Variant,
    beat_probability,
    duel_odds,
    odds,
    odds_by_variant,
    ranking_table,
    simulate_rolls,
    tier_chances,
)
from mia_stats.chances.odds import _odds
from tests.helpers import dice, orders
from tests.oracles.peers import with_dyce, with_icepool

# Whole percent by which one later roll beats a call: the table of Wikipedia, "Mia (game)".
PERCENT = {
    21: 0, 66: 6, 55: 8, 44: 11, 33: 14, 22: 17, 11: 19, 65: 22, 64: 28, 63: 33, 62: 39,
    61: 44, 54: 50, 53: 56, 52: 61, 51: 67, 43: 72, 42: 78, 41: 83, 32: 89, 31: 94,
}  # fmt: skip


@pytest.mark.parametrize(("call", "percent"), PERCENT.items())
def test_the_published_percentages(call: int, percent: int) -> None:
    assert round(100 * beat_probability(call)) == percent


def test_the_odds_of_a_variant_are_counts_of_the_36_rolls(published: Variant) -> None:
    """Every chance again by counting rolls, with the rank as the only thing that is shared."""
    kept = [roll for roll in ROLLS if Outcome.parse(roll) not in published.rethrown]
    ranks = [published.rank(roll) for roll in kept]
    for row in odds(published):
        better = sum(rank < row.rank for rank in ranks)
        same = sum(rank == row.rank for rank in ranks)
        assert row.beaten == Fraction(better, len(kept))
        assert row.tied == Fraction(same, len(kept))
        assert row.beats == Fraction(len(kept) - better - same, len(kept))
        assert row.met_or_beaten == Fraction(better + same, len(kept))
        assert row.p == Fraction(row.outcome.ways, len(kept))
        assert row.tied_with == tuple(
            o for o in published.outcomes if published.ties(o, row.outcome) and o != row.outcome
        )


@given(orders(), dice)
def test_laws_of_chance_for_any_variant_and_dice(variant: Variant, dice: Dice) -> None:
    table = odds(variant, dice=dice)
    assert sum(row.p for row in table) == 1
    assert all(row.beaten + row.tied + row.beats == 1 for row in table)
    assert all(a.beaten <= b.beaten for a, b in pairwise(table))
    assert table.rows[0].beaten == table.rows[-1].beats == 0
    assert tier_chances(variant, dice=dice) == tuple(
        table[tier[0]].tied for tier in reversed(variant.tiers)
    )


def test_21_is_never_beaten_and_nothing_is_worse_than_31() -> None:
    table = odds()
    assert table[21].beaten == 0
    assert table[66].beaten == Fraction(1, 18)
    assert table[31].beaten == Fraction(17, 18)
    assert table[31].beats == 0


def test_55_is_beaten_met_or_neither() -> None:
    row = odds()[55]
    assert (row.beaten, row.met_or_beaten) == (Fraction(1, 12), Fraction(1, 9))
    assert row.beats == 1 - Fraction(1, 9) == Fraction(8, 9)


def test_a_call_of_54_survives_three_rolls_one_time_in_eight() -> None:
    assert beat_probability(54, rolls=3) == 1 - Fraction(1, 2) ** 3
    assert beat_probability(54, rolls=3, or_tie=True) == 1 - Fraction(4, 9) ** 3
    assert beat_probability(31, "meyer") == Fraction(2, 36)


@given(orders(), dice, st.integers(1, 4))
def test_the_best_of_several_rolls_is_what_the_probability_says(
    variant: Variant, dice: Dice, rolls: int
) -> None:
    table, one = odds(variant, dice=dice, rolls=rolls), odds(variant, dice=dice)
    for row, single in zip(table, one, strict=True):
        assert row.beaten == 1 - (1 - single.beaten) ** rolls
        assert row.met_or_beaten == 1 - single.beats**rolls
        assert row.beaten + row.tied + row.beats == 1
        assert row[:5] == single[:5]
    call = table.rows[-1].outcome
    assert beat_probability(call, variant, dice=dice, rolls=rolls) == table[call].beaten


def test_the_best_of_three_rolls_is_counted_by_hand() -> None:
    """All 36³ triples of rolls: how the best of each stands to a call of 65."""
    rank = odds("points")[65].rank
    best = [min(ranks) for ranks in product([POINTS.rank(roll) for roll in ROLLS], repeat=3)]
    table = odds("points", rolls=3)
    assert table[65].beaten == Fraction(sum(r < rank for r in best), len(best))
    assert table[65].tied == Fraction(sum(r == rank for r in best), len(best))
    assert table[65].beats == Fraction(sum(r > rank for r in best), len(best))
    assert table.caption == "Mia by points: odds against the best of 3 later rolls"
    assert table.only(65).rolls == 3
    assert table.only(65).rows == (table[65],)


@pytest.mark.parametrize("rolls", [0, -1, 101, 10**100, 1.5, True, "2", None])
def test_the_number_of_later_rolls_is_checked(rolls: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="rolls must be"):
        beat_probability(54, rolls=rolls)
    with pytest.raises((TypeError, ValueError), match="rolls must be"):
        odds(rolls=rolls)


def test_a_hundred_later_rolls_are_the_most() -> None:
    assert beat_probability(54, rolls=100) == 1 - Fraction(1, 2) ** 100
    with pytest.raises(ValueError, match="rolls must be from 1 to 100, not 101"):
        beat_probability(54, rolls=101)


def test_a_rethrown_outcome_has_no_odds() -> None:
    for ask in (odds("mexen").__getitem__, lambda call: beat_probability(call, "mexen")):
        with pytest.raises(ValueError, match="31 is rethrown in mexen"):
            ask(31)
    assert odds("mexen")[21].p == Fraction(2, 34)


def test_dice_that_only_make_rethrown_outcomes_are_refused() -> None:
    only_31 = Dice([0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    assert odds(dice=only_31)[31].p == 1
    for ask in (odds, tier_chances):
        with pytest.raises(ValueError, match=r"0,0,1,0,0,0/1,0,0,0,0,0 is rethrown in mexen"):
            ask("mexen", dice=only_31)
    with pytest.raises(ValueError, match="rethrown"):
        duel_odds("* *", "* *", "mexen", dice=only_31)
    with pytest.raises(TypeError, match="dice must be Dice"):
        odds(dice=[1, 1, 1, 1, 1, 1])  # type: ignore[arg-type]  # it must raise


def test_odds_are_a_table_best_first() -> None:
    table = odds("meyer")
    assert len(table) == 21
    assert [row.rank for row in table] == list(range(1, 22))
    assert table["31"] == table[(1, 3)] == table.rows[1]
    assert [row.outcome.label for row in table.only("5 4", 31, 54)] == ["31", "54"]


def test_what_a_table_of_odds_contains() -> None:
    assert 54 in odds()
    assert (1, 3) in odds("meyer")
    assert 31 not in odds("mexen")
    assert odds().rows[3] in odds()
    assert odds("meyer").rows[3] not in odds()
    for nothing in (45, "poker", None, 5.4, [54, 61], odds()):
        assert nothing not in odds()
    with pytest.raises(ValueError, match="a call or more"):
        odds().only()


def test_the_frame_sorts_by_rank_and_computes() -> None:
    frame = odds().to_frame()
    assert list(frame["outcome"]) == [str(label) for label in PERCENT]
    assert frame["outcome"].cat.ordered
    assert list(frame.sort_values("outcome")["rank"]) == list(range(21, 0, -1))
    assert frame["p"].sum() == pytest.approx(1)
    assert list(frame["beaten_exact"].map(Fraction)) == [row.beaten for row in odds()]
    assert frame["beaten"].dtype == float


def test_in_a_frame_the_better_outcome_is_the_greater() -> None:
    frame = odds().to_frame()
    assert (frame["outcome"].max(), frame["outcome"].min()) == ("21", "31")
    assert list(frame[frame["outcome"] > "54"]["label"]) == list(PERCENT)[:12]
    assert list(frame["rank"]) == list(range(1, 22))


def test_a_frame_of_odds_has_the_same_columns_for_every_variant(published: Variant) -> None:
    frame = odds(published).to_frame()
    assert list(frame.columns) == [
        "rank", "outcome", "label", "tied_with", "kind", "ways", "p_exact", "p", "beaten_exact",
        "beaten", "met_or_beaten_exact", "met_or_beaten", "tied_exact", "tied", "beats_exact",
        "beats",
    ]  # fmt: skip
    ranking = ranking_table(published).to_frame()
    assert list(ranking.columns) == list(frame.columns)[:6]
    assert frame["label"].dtype == ranking["label"].dtype == np.int64
    assert list(frame["label"].astype(str)) == list(frame["outcome"])
    assert all(isinstance(cell, str) for cell in frame["tied_with"])


def test_fractions_in_a_frame_add_up() -> None:
    frame = odds().to_frame(exact="fraction")
    assert frame["p_exact"].sum() == 1
    assert frame["beaten_exact"].max() == Fraction(17, 18)
    assert odds().to_frame()["p_exact"][0] == "1/18"
    wrong: list[Any] = ["float", None, True, []]
    for exact in wrong:
        with pytest.raises(ValueError, match="exact must be 'text' or 'fraction', not"):
            odds().to_frame(exact=exact)


class TestByVariant:
    """All variants in one long table."""

    def test_it_holds_the_rows_of_each(self) -> None:
        frame = odds_by_variant().to_frame()
        assert list(frame["variant"].unique()) == list(VARIANTS)
        for key, part in frame.groupby("variant"):
            alone = odds(str(key)).to_frame()
            assert list(part.columns[1:]) == list(alone.columns)
            assert all(isinstance(cell, str) for cell in part["outcome"])
            assert part["outcome"].tolist() == alone["outcome"].astype(str).tolist()
            for name in alone.columns.drop("outcome"):
                assert part[name].tolist() == alone[name].tolist()

    def test_a_variant_of_ones_own_is_itself_whatever_its_key(self) -> None:
        own = Variant("standard", POINTS.tiers)
        frame = odds_by_variant([own, "meyer"]).to_frame()
        assert frame["variant"].unique().tolist() == ["standard", "little-mia"]
        assert frame[frame["variant"] == "standard"]["rank"].max() == len(POINTS.tiers)
        with pytest.raises(ValueError, match="two different variants have the key 'standard'"):
            odds_by_variant(["standard", own])
        assert len(odds_by_variant(["meyer", "little-mia", Variant("x", own.tiers)]).tables) == 2

    def test_people_see_ties_where_something_ties(self) -> None:
        several = odds_by_variant(["standard", "points"], dice=Dice([1, 1, 2, 2, 2, 2]), rolls=2)
        assert several.caption == (
            "2 variants: odds against the best of 2 later rolls, dice 1,1,2,2,2,2"
        )
        assert " 8 (62=53) " in several.to_text()
        one = odds_by_variant(["standard"])
        assert one.caption == "1 variant: odds against one later roll"
        assert " call " not in one.to_text()
        assert "kind" not in one.to_text()

    @pytest.mark.parametrize("variants", ["meyer", [], None, {"meyer"}, ["poker"], [None], 5])
    def test_what_is_no_list_of_variants_is_refused(self, variants: Any) -> None:
        with pytest.raises((TypeError, ValueError), match="variant"):
            odds_by_variant(variants)


def test_rows_of_tied_outcomes_say_so() -> None:
    for table in (odds(POINTS), ranking_table(POINTS)):
        frame = table.to_frame().set_index("outcome")
        assert frame.loc["61", "tied_with"] == "52 43"
        assert frame.loc["21", "tied_with"] == ""
        assert "| 61      | 7 (61=52=43) |" in table.to_markdown()
    assert " call " not in odds().to_markdown()


def test_the_caption_tells_dice_that_are_not_fair() -> None:
    assert "dice 1,1,2,2,2,2" in odds(dice=Dice([1, 1, 2, 2, 2, 2])).caption
    assert "dice" not in odds(dice=FAIR).caption
    assert odds(dice=Dice([2] * 6)).caption == odds().caption


def test_some_calls_keep_the_order_of_rank() -> None:
    frame = odds().only(54, 62).to_frame()
    assert list(frame["rank"]) == [11, 13]
    assert list(frame.sort_values("outcome")["rank"]) == [13, 11]


def test_a_call_that_was_left_out_is_named() -> None:
    for table, error in ((odds().only(54), "61 is none of the calls"), (odds("mexen"), "rethrown")):
        call = 61 if error.startswith("61") else 31
        with pytest.raises(ValueError, match=error):
            table[call]


KEEPING_ALL = [key for key, variant in VARIANTS.items() if not variant.rethrown]


def order_of(variant: Variant) -> list[list[int]]:
    """Return the labels of a variant by tier."""
    return [[int(outcome.label) for outcome in tier] for tier in variant.tiers]


class TestAskedOften:
    """A table is made once, and nobody can tell."""

    def test_the_same_question_gets_the_same_table(self) -> None:
        assert odds() is odds("mia") is odds(rolls=np.int64(1))  # type: ignore[arg-type]  # welcome
        assert odds("meyer", dice=Dice([2] * 6)) is odds(VARIANTS["little-mia"])

    def test_equal_variants_by_other_names_are_kept_apart(self) -> None:
        own = Variant("own", VARIANTS["standard"].tiers, title="Ours")
        assert own == VARIANTS["standard"]
        assert odds().caption == "Mia: odds against one later roll"
        assert odds(own).caption == "Ours: odds against one later roll"
        assert odds(own).variant is own

    def test_what_is_refused_is_refused_again(self) -> None:
        """True equals 1, and a list is no key of anything."""
        odds(rolls=1)
        for _ in range(2):
            with pytest.raises(TypeError, match="rolls must be a whole number, not True"):
                odds(rolls=True)
            with pytest.raises(TypeError, match=r"rolls must be a whole number, not 1\.0"):
                odds(rolls=1.0)  # type: ignore[arg-type]  # it must raise
            with pytest.raises(TypeError, match=r"dice must be Dice, .* not \[1, 1\]"):
                odds(dice=[1, 1])  # type: ignore[arg-type]  # it must raise
            with pytest.raises(ValueError, match="every roll of the dice"):
                odds("mexen", dice=Dice([1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]))

    def test_only_so_many_tables_are_kept(self) -> None:
        for weight in range(2, 102):
            odds(dice=Dice([weight, 1, 1, 1, 1, 1]))
        assert _odds.cache_info().currsize == 64

    def test_many_threads_get_the_same_odds(self) -> None:
        asked = [(call, rolls) for call in (21, 54, 31) for rolls in range(1, 40)] * 4
        alone = [beat_probability(call, rolls=rolls) for call, rolls in asked]
        _odds.cache_clear()
        with ThreadPoolExecutor(8) as pool:
            found = pool.map(lambda asked: beat_probability(asked[0], rolls=asked[1]), asked)
        assert list(found) == alone


class TestOtherLibraries:
    """The odds, by the dice libraries of others: every published order gives the same."""

    @pytest.mark.parametrize("key", KEEPING_ALL)
    def test_two_other_libraries_find_the_same_odds(self, key: str) -> None:
        order = order_of(VARIANTS[key])
        ours, made_anew = (
            {int(row.outcome.label): (row.p, row.beaten, row.tied, row.beats) for row in table}
            for table in (odds(key), odds(Variant.from_order("own", order), dice=Dice([1] * 6)))
        )
        assert with_icepool(order) == ours
        assert with_dyce(order) == ours
        assert made_anew == ours

    def test_they_know_that_54_is_beaten_half_the_time(self) -> None:
        """By hand: 18 of the 36 rolls are above 54, two make it and 16 are below."""
        hand = (Fraction(2, 36), Fraction(18, 36), Fraction(2, 36), Fraction(16, 36))
        for library in (with_icepool, with_dyce):
            assert library(order_of(VARIANTS["standard"]))[54] == hand


def test_a_sum_finds_the_chances_of_its_whole_tier() -> None:
    """Four rolls in 36 make an 8 of two different dice: 62 and 53, either way round."""
    table = odds("points")
    row = table["8"]
    assert (row.p, row.ways, row.tied) == (Fraction(4, 36), 4, Fraction(4, 36))
    whole = table[62]
    assert (row.rank, row.beaten, row.beats) == (whole.rank, whole.beaten, whole.beats)
    assert beat_probability(8, "points") == beat_probability(53, "points")
    assert [str(row.outcome) for row in table.only(8, 9)] == ["63", "54", "62", "53"]
    assert 8 in table
    assert 8 not in odds()
    assert (table[11].p, table[11].outcome.is_double) == (Fraction(1, 36), True)  # a label wins


def test_a_sum_counts_all_rolls_of_its_tier() -> None:
    rolls = simulate_rolls(10_000, "points", rng=1)
    assert rolls[8] == rolls[62] + rolls[53]
    assert rolls.expected(8) == rolls.expected(62) + rolls.expected(53)


def test_a_notebook_completes_the_calls() -> None:
    assert odds("mexen")._ipython_key_completions_() == [o.label for o in VARIANTS["mexen"]]


def test_each_row_that_is_looked_up_is_in_its_table() -> None:
    table = odds("points")
    assert all(table[call] in table for call in (8, 62, 53, "7", 21))
    assert odds()[62] not in table
    assert 8 not in table.only(62)
    with pytest.raises(ValueError, match="53 is none of the calls that this table is about"):
        table.only(62)[8]
    assert ">62=53<" in table[8]._repr_html_()
    assert "tied" in table[62]._repr_html_()
