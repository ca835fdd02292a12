"""Facts about rolls, outcomes and labels; the rows of the mistakes that published code makes."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from mia_stats import FAIR, OUTCOMES, ROLLS, STANDARD, Outcome

MIA = Outcome(2, 1)


def test_there_are_36_rolls_and_21_outcomes() -> None:
    """A table of 27 outcomes is in circulation; there are 21, of 36 rolls."""
    assert len(ROLLS) == len(set(ROLLS)) == 36
    assert len(OUTCOMES) == len(set(OUTCOMES)) == 21
    assert {Outcome.from_dice(*roll) for roll in ROLLS} == set(OUTCOMES)


def test_fifteen_outcomes_have_two_ways_and_six_doubles_have_one() -> None:
    for outcome in OUTCOMES:
        rolls = [roll for roll in ROLLS if Outcome.from_dice(*roll) == outcome]
        assert outcome.ways == len(rolls) == (1 if outcome.is_double else 2)
    assert sum(outcome.is_double for outcome in OUTCOMES) == 6


def test_both_orders_of_1_and_2_are_mia() -> None:
    assert Outcome.from_dice(1, 2) == Outcome.from_dice(2, 1) == MIA
    assert MIA.kind == "Mia"


@pytest.mark.parametrize("roll", [(2, 2), (2, 5), (1, 1)])
def test_other_rolls_with_a_2_or_1_are_not_mia(roll: tuple[int, int]) -> None:
    assert Outcome.parse(roll) != MIA
    assert Outcome.parse(roll).kind != "Mia"


@pytest.mark.parametrize("roll", ROLLS)
def test_the_order_of_the_dice_does_not_matter(roll: tuple[int, int]) -> None:
    assert Outcome.from_dice(*roll) == Outcome.from_dice(*reversed(roll))


@pytest.mark.parametrize("outcome", OUTCOMES, ids=str)
def test_every_label_round_trips(outcome: Outcome) -> None:
    label = outcome.label
    assert label == str(outcome) == f"{outcome.high}{outcome.low}"
    assert Outcome.parse(label) == Outcome.parse(int(label)) == outcome
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_66_is_two_sixes() -> None:
    assert Outcome.parse("66") == Outcome(6, 6)


@pytest.mark.parametrize("label", [12, 34, 35, 36, 45, 46, 56])
def test_a_label_with_the_smaller_die_first_names_the_right_one(label: int) -> None:
    right = str(label)[::-1]
    for value in (label, str(label)):
        with pytest.raises(ValueError, match=f"{value!r} is no outcome.*write {right}"):
            Outcome.parse(value)
    with pytest.raises(ValueError, match=right):
        Outcome(*map(int, str(label)))


@pytest.mark.parametrize("label", [6, 7, 10, 17, 67, 70, 76, 77, 540])
def test_a_label_of_other_digits_than_1_to_6_says_so(label: int) -> None:
    for value in (label, str(label)):
        with pytest.raises(
            ValueError, match=f"{value!r} is no outcome: a label is two digits, dice"
        ):
            Outcome.parse(value)


@pytest.mark.parametrize(
    "value",
    [
        21, "21", " 21 ", (1, 2), (2, 1), [2, 1], "1,2", "2, 1", "1 2", "1  ,  2",
        np.int64(21), np.uint8(21), np.array(21), np.array([1, 2]), (np.int8(2), np.int16(1)), MIA,
    ],
    ids=repr,
)  # fmt: skip
def test_all_spellings_of_mia(value: Any) -> None:
    assert Outcome.parse(value) == MIA


@pytest.mark.parametrize(
    ("roll", "bad"),
    [((0, 3), 0), ((3, 9), 9), ((1, 7), 7), ((2, 0), 0), ((7, 7), 7), ((-1, 1), -1)],
)
def test_a_die_outside_1_to_6_is_named(roll: tuple[int, int], bad: int) -> None:
    for value in (roll, f"{roll[0]},{roll[1]}"):
        with pytest.raises(ValueError, match=f"a die must be from 1 to 6, not {bad}"):
            Outcome.parse(value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("", "''"), (None, "None"), ("2x,1", "'2x,1'"), ("2,1,5", "'2,1,5'"), ("6,7", "7"),
        (True, "True"), (21.5, "21.5"), (21.0, "21.0"), (float("nan"), "nan"), (b"21", "b'21'"),
        ((2, 1, 5), r"\(2, 1, 5\)"), ((2,), r"\(2,\)"), (0, "0"), (-54, "-54"), (7, "7"),
        (540, "540"), ("5４", "'5４'"), ("²¹", "'²¹'"), ("5,,4", "'5,,4'"), ({5, 4}, r"\{4, 5\}"),
        (np.array([[2, 1]]), "array"), (np.array([2, 1, 5]), "array"), ((2, 1.0), "1.0"),
        ((True, 2), "True"), (np.float64(21), "21.0"), (object(), "object"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_outcome_is_shown(value: Any, shown: str) -> None:
    with pytest.raises((TypeError, ValueError), match=shown):
        Outcome.parse(value)


def test_a_long_value_is_shown_short() -> None:
    for value in (10**5000, "9" * 10**7, "5" + " " * 10**6 + "x", [[[[[5]]]]] * 10**5):
        with pytest.raises((TypeError, ValueError)) as caught:
            Outcome.parse(value)  # type: ignore[arg-type]  # it must raise
        assert len(str(caught.value)) < 300


def test_an_outcome_equals_no_number_and_no_text() -> None:
    others: list[object] = [54, "54", (5, 4)]
    assert Outcome.parse(54) not in others
    assert len({Outcome.parse(54), Outcome.from_dice(4, 5)}) == 1


def test_outcomes_have_no_order_of_their_own() -> None:
    with pytest.raises(TypeError):
        Outcome.parse(54) < Outcome.parse(61)  # type: ignore[operator]  # noqa: B015 - it must raise


def test_an_outcome_prints_as_players_read_it() -> None:
    assert f"{MIA:>4}" == "  21"
    assert repr(MIA) == "Outcome(2, 1)"


def test_an_outcome_is_frozen() -> None:
    with pytest.raises(AttributeError):
        MIA.high = 3  # type: ignore[misc]  # it must raise
    assert not hasattr(MIA, "__dict__")


def test_an_outcome_is_always_the_same_object() -> None:
    for first, second in ROLLS:
        assert any(Outcome.from_dice(first, second) is outcome for outcome in OUTCOMES)
        assert Outcome.parse((first, second)) is Outcome.from_dice(second, first)


@given(st.one_of(st.text(), st.binary(), st.integers(), st.floats(), st.lists(st.integers())))
def test_parsing_gives_an_outcome_or_a_clear_error(value: Any) -> None:
    try:
        assert Outcome.parse(value) in OUTCOMES
    except (TypeError, ValueError) as error:
        assert "outcome" in str(error) or "die" in str(error)


def test_an_outcome_of_a_derived_class_is_an_outcome() -> None:
    class Mine(Outcome):
        pass

    assert FAIR.chance(Mine(5, 4)) == FAIR.chance(54)
    assert STANDARD.rank(Mine(5, 4)) == 13


@pytest.mark.parametrize(
    "several", [[54, 61], (54, 61), [54], ["54", "61"], [Outcome(5, 4), 61, 33]]
)
def test_a_list_of_outcomes_is_none_and_says_so(several: Any) -> None:
    with pytest.raises(ValueError, match="a list of them: give one at a time"):
        Outcome.parse(several)
    with pytest.raises(ValueError, match="a list of them: give one at a time"):
        Outcome.parse(np.array([54, 61, 33]))  # type: ignore[arg-type]  # it must raise


@pytest.mark.parametrize("padded", ["0054", "054", "00", "+54", "５４"])
def test_a_label_has_no_more_than_its_two_digits(padded: str) -> None:
    with pytest.raises(ValueError, match=r"write a label with the larger die first|two digits"):
        Outcome.parse(padded)


@pytest.mark.parametrize("name", ["Mia", " mia ", "MÄXCHEN", "Meyer"])
def test_the_name_of_21_is_answered_with_its_label(name: str) -> None:
    with pytest.raises(ValueError, match="is no outcome: write 21"):
        Outcome.parse(name)


def test_a_variant_in_place_of_an_outcome_is_recognised() -> None:
    with pytest.raises(ValueError, match="'points' is a variant, not an outcome such as 54"):
        Outcome.parse("points")


def test_an_outcome_is_a_whole_number_where_one_is_asked_for() -> None:
    assert [int(outcome) for outcome in OUTCOMES] == [int(outcome.label) for outcome in OUTCOMES]


@pytest.mark.parametrize("huge", [(10**5000, 1), [10**5000], (1, -(10**5000))], ids=type)
def test_a_huge_number_is_no_die_and_is_shown_short(huge: Any) -> None:
    """Python writes no number of more than 4300 digits, and its error would say nothing here."""
    with pytest.raises(ValueError, match=r"an int of 1661\d bits|a roll has two dice") as caught:
        Outcome.parse(huge)
    assert "Exceeds the limit" not in str(caught.value)
