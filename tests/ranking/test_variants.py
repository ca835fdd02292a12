"""Facts about the orders of the outcomes, and how one derives from another."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import pickle
from collections.abc import Container
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from mia_stats import (
    ASCENDING_DOUBLES,
    LITTLE_MIA,
    OUTCOMES,
    POINTS,
    STANDARD,
    VARIANTS,
    Outcome,
    Outcomes,
    Variant,
    find_variant,
)
from tests.helpers import orders

ORDER = [21, 66, 55, 44, 33, 22, 11, 65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42, 41, 32, 31]


@pytest.mark.parametrize("missing", [66, 31])
def test_the_two_broken_lists_in_circulation_are_rejected(missing: int) -> None:
    """One published list omits 66, another 31."""
    order = [label for label in ORDER if label != missing]
    with pytest.raises(ValueError, match=f"{missing} is missing"):
        Variant.from_order("broken", order)


def test_repeated_and_unknown_outcomes_are_named() -> None:
    with pytest.raises(ValueError, match="54 is repeated"):
        Variant.from_order("broken", [*ORDER, 54])
    with pytest.raises(ValueError, match="54 is repeated"):
        Variant.from_order("broken", ORDER, rethrown=[54])
    with pytest.raises(ValueError, match=r"66 is missing; 54 is repeated"):
        Variant.from_order("broken", [54 if label == 66 else label for label in ORDER])
    with pytest.raises(ValueError, match=r"unknown.*45 is no outcome.*54"):
        Variant.from_order("broken", [45, *ORDER])
    with pytest.raises(ValueError, match="a tier is empty"):
        Variant.from_order("broken", [*ORDER, ()])
    with pytest.raises(ValueError, match="all outcomes are rethrown"):
        Variant.from_order("broken", [], rethrown=ORDER)


@pytest.mark.parametrize(
    "order", ["2166", b"21", None, 21, itertools.count(), [[[]]], [None], {21: 66}]
)
def test_what_is_no_order_is_refused(order: Any) -> None:
    with pytest.raises(
        (TypeError, ValueError), match=r"outcomes must be a list|unknown|is missing"
    ):
        Variant.from_order("broken", order)


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 500, None, 5])
def test_a_variant_needs_a_name(name: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="name"):
        Variant.from_order(name, ORDER)


@given(orders())
def test_any_order_ranks_each_kept_outcome_and_no_other(variant: Variant) -> None:
    assert {*variant.outcomes, *variant.rethrown} == set(OUTCOMES)
    for rank, tier in enumerate(variant.tiers, 1):
        for outcome in tier:
            assert variant.rank(outcome) == rank
    for outcome in variant.rethrown:
        with pytest.raises(ValueError, match=f"{outcome} is rethrown"):
            variant.rank(outcome)
    for a, b in itertools.combinations(variant.outcomes, 2):
        assert variant.ties(a, b) or variant.beats(a, b)
        assert not variant.beats(b, a)


def test_doubles_beat_mixed_outcomes_in_the_standard_order() -> None:
    assert STANDARD.beats(33, 61)
    assert STANDARD.beats(11, 65)
    assert STANDARD.beats(21, 66)


def test_mia_against_mia_is_a_tie() -> None:
    assert not STANDARD.beats(21, 21)
    assert STANDARD.ties(21, 12 + 9)


@pytest.mark.parametrize(("call", "above"), [(65, 11), (66, 21), (32, 41), (41, 42), (54, 61)])
def test_the_next_higher_call(call: int, above: int) -> None:
    assert STANDARD.next_above(call) == (Outcome.parse(above),)


def test_nothing_is_higher_than_mia() -> None:
    with pytest.raises(ValueError, match="nothing is higher than 21"):
        STANDARD.next_above(21)


def test_with_little_mia_31_is_above_66() -> None:
    assert LITTLE_MIA.next_above(66) == (Outcome.parse(31),)
    assert STANDARD.with_little_mia() == LITTLE_MIA
    assert LITTLE_MIA.with_little_mia() is LITTLE_MIA


def test_derivations_give_the_published_variants() -> None:
    assert STANDARD.with_doubles("ascending") == ASCENDING_DOUBLES
    assert ASCENDING_DOUBLES.with_doubles("descending") == STANDARD
    assert STANDARD.with_points() == POINTS
    assert LITTLE_MIA.with_rethrown(32) == VARIANTS["meyer-toast"]
    assert STANDARD.with_rethrown(31, 32) == VARIANTS["mexicali"]
    assert STANDARD.with_rethrown(31) == VARIANTS["mexen"]


def test_derivations_combine_in_any_order() -> None:
    assert LITTLE_MIA.with_points() == POINTS.with_little_mia()
    assert LITTLE_MIA.with_points().rank(31) == 2
    assert ASCENDING_DOUBLES.with_rethrown(32) == STANDARD.with_rethrown(32).with_doubles(
        "ascending"
    )
    steps = ("with_little_mia", "with_points", "rethrow", "ascending")
    results = set()
    for order in itertools.permutations(steps):
        variant = STANDARD
        for step in order:
            if step == "rethrow":
                variant = variant.with_rethrown(32)
            elif step == "ascending":
                variant = variant.with_doubles("ascending")
            else:
                variant = getattr(variant, step)()
        results.add(variant)
    assert len(results) == 1
    assert [len(tier) for tier in results.pop().tiers] == [1] * 10 + [2, 2, 3, 2, 1]


def test_doubles_keep_the_places_that_they_hold() -> None:
    turned = VARIANTS["numeric"].with_doubles("ascending")
    assert turned.rank(11) == 2
    assert turned.rank(66) == 21
    assert turned.rank(65) == 3


def test_a_variant_cannot_rethrow_everything() -> None:
    with pytest.raises(ValueError, match="all outcomes are rethrown"):
        STANDARD.with_rethrown(*OUTCOMES)
    assert VARIANTS["mexicali"].with_rethrown(41).rethrown == tuple(
        Outcome.parse(label) for label in (41, 32, 31)
    )
    assert STANDARD.with_rethrown() is STANDARD
    assert VARIANTS["mexen"].with_rethrown(31) is VARIANTS["mexen"]
    tied = Variant.from_order("tied", [(21, 31), *ORDER[1:-1]])
    with pytest.raises(ValueError, match="31 ties with 21"):
        tied.with_little_mia()


def test_little_mia_comes_down_where_it_stands_above() -> None:
    others = [outcome for outcome in STANDARD.outcomes if outcome.label not in ("21", "31")]
    above = Variant.from_order("above", [31, 66, 21, *others[1:]])
    assert [str(outcome) for outcome in above.with_little_mia().outcomes[:4]] == [
        "66", "21", "31", "55",
    ]  # fmt: skip


@pytest.mark.parametrize("tied", [[], [(65, 64)]])
def test_points_need_something_below_the_doubles(tied: Any) -> None:
    """Whether the number of tiers is odd or even."""
    mixed = [o for o in STANDARD.outcomes if o.kind == "mixed" and (not tied or o.high < 6)]
    rest = [63, 62, 61] if tied else []
    order = [21, *tied, *rest, *mixed, 66, 55, 44, 33, 22, 11]
    with pytest.raises(ValueError, match="nothing stands below the doubles"):
        Variant.from_order("low", order).with_points()


def test_what_is_rethrown_is_named_and_a_few_unknown_outcomes_are_shown() -> None:
    with pytest.raises(TypeError):
        Variant.from_order("own", STANDARD.outcomes, [31])  # type: ignore[call-arg]  # it must raise
    with pytest.raises(ValueError, match="unknown outcomes") as caught:
        Variant.from_order("own", [1, 2, 3, 4, 5, 6])
    assert "5 is no outcome" in str(caught.value)
    assert "6 is no outcome" not in str(caught.value)


@pytest.mark.parametrize("order", ["up", "Ascending", None, ["ascending"]])
def test_doubles_ascend_or_descend(order: Any) -> None:
    with pytest.raises(ValueError, match="'ascending' or 'descending'"):
        STANDARD.with_doubles(order)


def test_a_variant_keeps_its_name_out_of_equality() -> None:
    house = Variant.from_order("house", ORDER)
    assert house == STANDARD
    assert hash(house) == hash(STANDARD)
    assert str(house) == house.title == "house"


@pytest.mark.parametrize(
    "given",
    [
        {"tiers": itertools.repeat(STANDARD.tiers[0])},
        {"tiers": (tier for tier in STANDARD.tiers)},
        {"tiers": (*STANDARD.tiers, ("54",))},
        {"tiers": (*STANDARD.tiers, iter([]))},
        {"tiers": None},
        {"tiers": [[[5]]]},
        {"tiers": STANDARD.tiers[:-1], "rethrown": (o for o in [Outcome(3, 1)])},
    ],
)
def test_a_variant_is_made_of_tuples_of_outcomes(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"tuples|holds outcomes"):
        Variant("broken", **given)


def test_a_set_has_no_order() -> None:
    with pytest.raises(TypeError, match="outcomes must be a list"):
        Variant.from_order("broken", set(OUTCOMES))
    with pytest.raises(ValueError, match="unknown"):
        Variant.from_order("broken", ["=" * 10**7])
    with pytest.raises(TypeError, match="'standard"):
        find_variant("standard" + "+points" * 10**6)


@pytest.mark.parametrize(
    "given",
    [{"title": 5}, {"title": "a\nb"}, {"source": None}, {"other_names": 5}, {"aliases": [5]}],
    ids=str,
)
def test_what_is_said_of_a_variant_is_text(given: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError), match=r"text|printable|list"):
        Variant("own", STANDARD.tiers, **given)


def test_a_variant_travels_without_what_it_has_worked_out() -> None:
    """Hashes and ranks are worked out once, and belong to the process that did so."""
    used, fresh = (Variant.from_order("own", ORDER) for _ in range(2))
    assert (hash(used), used.rank(54), used.said) == (hash(fresh), 13, fresh.said)
    for twin in (pickle.loads(pickle.dumps(used)), copy.copy(used), copy.deepcopy(used)):
        assert list(vars(twin)) == [field.name for field in dataclasses.fields(Variant)]
        assert (twin, hash(twin), twin.said, twin.rank(54)) == (used, hash(used), used.said, 13)


@given(orders())
def test_a_variant_holds_what_it_ranks_best_first(variant: Variant) -> None:
    assert list(variant) == [outcome for tier in variant.tiers for outcome in tier]
    assert len(variant) == 21 - len(variant.rethrown)
    assert [o for o in OUTCOMES if o in variant] == [
        o for o in OUTCOMES if o not in variant.rethrown
    ]


@pytest.mark.parametrize(
    "other",
    [45, "45", None, 1.5, [], [54, 61], "Mia", {}, object(), STANDARD, (0, 3), 10**5000, b"54"],
    ids=type,
)
def test_membership_never_raises(other: object) -> None:
    assert other not in STANDARD


def test_whatever_says_an_outcome_is_in_a_variant() -> None:
    assert all(outcome in STANDARD for outcome in (54, "54", (4, 5), Outcome(5, 4), np.int64(54)))
    assert 8 in POINTS
    assert 8 not in STANDARD


@given(orders())
def test_above_an_outcome_stand_exactly_those_that_beat_it(variant: Variant) -> None:
    for outcome in variant:
        above = variant.above(outcome)
        assert list(above) == [other for other in variant if variant.beats(other, outcome)]
        assert variant.rank(outcome) == 1 or set(variant.next_above(outcome)) <= set(above)


def test_a_variant_is_no_order_for_its_ties_would_be_lost() -> None:
    with pytest.raises(TypeError, match=r"give <Variant points>\.tiers"):
        Variant.from_order("mine", POINTS)
    assert Variant.from_order("mine", POINTS.tiers) == POINTS


SUMS = {
    "4": "31",
    "5": "41=32",
    "6": "51=42",
    "7": "61=52=43",
    "8": "62=53",
    "9": "63=54",
    "10": "64",
}


def test_where_players_call_sums_a_sum_says_the_tier() -> None:
    """65 makes 11 too, but 11 is a double: a label wins."""
    for total, labels in SUMS.items():
        tier = [Outcome.parse(label) for label in labels.split("=")]
        assert {o.high + o.low for o in tier} == {int(total)}
        for said in (total, int(total), f" {total} ", np.int8(int(total))):
            assert list(POINTS.outcomes_of(said)) == tier  # type: ignore[arg-type]  # numpy too
            assert POINTS.rank(said) == POINTS.rank(tier[0])  # type: ignore[arg-type]  # numpy too
        assert {POINTS.in_words(outcome) for outcome in tier} == {f"{total} ({labels})"}
    assert POINTS.outcomes_of(11) == (Outcome(1, 1),)
    assert POINTS.in_words(65) == "65"
    assert POINTS.beats(8, 7)
    assert [str(outcome) for outcome in POINTS.next_above(8)] == ["63", "54"]


def test_sums_follow_the_order_that_is_played() -> None:
    meyer = LITTLE_MIA.with_points()  # 31 is lille Meyer there, which nobody calls 4
    assert 4 not in meyer
    assert meyer.in_words(31) == "31"
    halbmeier = find_variant("halbmeier+points")  # 42 is the second best there
    assert halbmeier.outcomes_of(6) == (Outcome(5, 1),)
    assert find_variant("points+rethrown-62").outcomes_of(8) == (Outcome(5, 3),)
    assert set(POINTS.with_rethrown(8).rethrown) == {Outcome(6, 2), Outcome(5, 3)}


@pytest.mark.parametrize("number", [3, 12, 0, -8, 80, 8.0, True, [8], "08", "8a"])
def test_other_numbers_are_no_sums(number: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"is no outcome"):
        POINTS.rank(number)


def test_an_unknown_sum_lists_those_that_are_called() -> None:
    with pytest.raises(ValueError, match=r"points calls these sums too: 4, 5, 6, 7, 8, 9, 10"):
        POINTS.rank(3)
    with pytest.raises(ValueError, match=r"8 is no outcome: a label is two digits.*such as 54$"):
        STANDARD.rank(8)


@given(orders())
def test_each_name_that_is_given_to_a_tier_is_read(variant: Variant) -> None:
    for tier in (*variant.tiers, *variant.with_rethrown().tiers):
        for name in ("=".join(outcome.label for outcome in tier), variant.in_words(tier[0])):
            assert set(variant.outcomes_of(name)) == set(tier)
            assert name in variant


@pytest.mark.parametrize("name", ["62=5", "62=54", "53=62", "8 (62)", "7 (62=53)", "62=53=44", "="])
def test_what_is_no_name_of_a_tier_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no outcome"):
        POINTS.outcomes_of(name)


def test_a_tuple_of_outcomes_knows_what_says_one() -> None:
    """A tuple that said no to a label would be a wrong answer without a word."""
    above: Container[object] = STANDARD.above(61)
    for said in (62, "62", (2, 6), Outcome(6, 2), np.int64(62)):
        assert said in above
    for other in (61, 54, 26, "Mia", None, [62], 62.0):
        assert other not in above
    assert above == tuple(STANDARD.above(61))
    assert hash(above) == hash(tuple(STANDARD.above(61)))


def test_labels_and_sums_are_found_in_each_tuple_of_outcomes() -> None:
    tuples: list[tuple[Container[object], object]] = [
        (VARIANTS["mexen"].rethrown, 31),
        (POINTS.tiers[POINTS.rank(8) - 1], 53),
        (OUTCOMES, 66),
        *((by_sum, 8) for by_sum in (POINTS.above(7), POINTS.next_above(7), POINTS.outcomes)),
    ]
    for outcomes, said in tuples:
        assert said in outcomes
        assert said in pickle.loads(pickle.dumps(outcomes))
        assert said in copy.deepcopy(outcomes)
    above: Container[object] = POINTS.above(7)
    assert 7 not in above
    assert [int(outcome) for outcome in POINTS.next_above(7)] == [62, 53]


def test_a_part_of_a_tuple_of_outcomes_reads_the_same() -> None:
    parts: list[tuple[Container[object], object]] = [
        (STANDARD.above(54)[:3], 66),
        (POINTS.above(7)[2:], 8),
        (POINTS.outcomes_of(62), 62),
        (POINTS.outcomes_of(8), 8),
        (Outcomes([54, "61", (3, 3)]), 33),
    ]
    for outcomes, said in parts:
        assert said in outcomes
    assert STANDARD.above(54)[0] == Outcome(2, 1)
    assert STANDARD.above(54)[1:3] == (Outcome(6, 6), Outcome(5, 5))
    with pytest.raises(ValueError, match="is no outcome"):
        Outcomes([45])
