"""Facts about the fields of house rules: what they may be, and how they are written."""

from __future__ import annotations

import pickle
from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from mia_stats import LITTLE_MIA, STANDARD, VARIANTS, Dice, Rules, Variant
from mia_stats.game.settings import PRICES


@pytest.mark.parametrize("unseen_pass", ["liable", "free"])
def test_a_cup_may_be_handed_on_where_calls_may_be_equalled_too(unseen_pass: Any) -> None:
    rules = Rules(call="at_least", unseen_pass=unseen_pass)
    assert (rules.may_equal, rules.may_pass, rules.most_passes(3)) == (True, True, 1)


def test_a_game_in_which_nothing_costs_a_life_is_refused() -> None:
    free: dict[str, Any] = dict.fromkeys(PRICES, 0)
    with pytest.raises(ValueError, match="never ends: mia_penalty=0, mia_fold=0, mia_lie"):
        Rules(**free)
    with pytest.raises(ValueError, match="never ends"):
        Rules(**free | {"mia_fold": None})
    for name in PRICES:
        assert getattr(Rules(**free | {name: 1}), name) == 1
    for never in (
        {"mia_lie_penalty": 1, "mia_by": "dice"},  # a false Mia costs what any lie costs
        {"mia_penalty": 1, "toast": 21},  # and is never thrown
        {"mia_penalty": 1, "dice": Dice([0, 1, 1, 1, 1, 1])},
    ):
        with pytest.raises(ValueError, match="never ends"):
            Rules(**free | never)
    assert Rules(**free | {"mia_lie_penalty": 1, "mia_by": "dice", "truth": "exact"}).mia_fold == 0
    assert Rules(**free, forfeit="sip", ending="rounds", rounds=3).for_sips


@pytest.mark.parametrize(
    "given",
    [
        {"forfeit": "sip"},
        {"forfeit": "sip", "ending": "last_standing"},
        {"ending": "rounds", "rounds": 5},
        {"ending": "rounds", "forfeit": "sip"},
        {"rounds": 5},
    ],
)
def test_sips_go_with_a_number_of_rounds_and_lives_do_not(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="does not go with"):
        Rules(**given)


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("lives", 0, "from 1 to 100, not 0"),
        ("lives", 2.5, "not 2.5"),
        ("lives", True, "not True"),
        ("mia_penalty", -1, "from 0 to 100, not -1"),
        ("mia_fold", -1, "from 0 to 100, not -1"),
        ("mia_lie_penalty", 10**100, "an int of 333 bits"),
        ("mia_penalty", None, "not None"),
        ("rounds", 0, "from 1 to 10000"),
        ("call", "Higher", "'higher' or 'at_least', not 'Higher'"),
        ("truth", None, "not None"),
        ("unseen_pass", "always", "'never', 'liable' or 'free'"),
        ("next_starter", ["loser"], r"\['loser'\]"),
        ("ending", "never", "'first_out', 'last_standing' or 'rounds'"),
        ("forfeit", "money", "'life' or 'sip'"),
        ("variant", "poker", "is no variant"),
        ("dice", [1] * 6, "dice must be Dice"),
        ("toast", 45, "write 54"),
        ("toast", [None], "None"),
    ],
)
def test_a_bad_rule_is_shown_with_what_is_allowed(name: str, value: Any, shown: str) -> None:
    with pytest.raises((TypeError, ValueError), match=shown):
        Rules(**{name: value})


@pytest.mark.parametrize("name", [rule.name for rule in fields(Rules)])
def test_an_error_names_the_rule(name: str) -> None:
    """What is of no use for any rule is refused by each, also by one that is new."""
    with pytest.raises((TypeError, ValueError), match=rf"\b{name}\b"):
        Rules(**{name: object()})  # type: ignore[arg-type]  # it must raise


def test_a_penalty_is_checked_where_folding_is_forbidden_too() -> None:
    with pytest.raises(ValueError, match="mia_penalty must be from 0 to 100, not -1"):
        Rules(mia_fold=None, mia_penalty=-1)
    with pytest.raises(ValueError, match="mia_lie_penalty must be from 0 to 100, not -1"):
        Rules(mia_fold=None, mia_lie_penalty=-1)


def test_a_toast_is_thrown_and_not_rethrown() -> None:
    rules = Rules("meyer", toast=32)
    assert rules.toast_chance == Fraction(1, 18)
    assert rules.throw_chances[0] == 0  # 32 is the lowest tier of Meyer
    assert sum(rules.throw_chances) + rules.toast_chance == 1
    assert Rules("meyer", toast=["32", 32, (3, 2)]) == rules
    with pytest.raises(ValueError, match="32 is rethrown"):
        Rules("meyer-toast", toast=32)
    with pytest.raises(ValueError, match="no roll ends a round"):
        Rules(dice=Dice([0, 0, 0, 0, 0, 1]), toast=66)


def test_toasts_may_be_one_outcome_in_any_spelling_or_a_set() -> None:
    for toast in (32, "32", (3, 2), [32], "2 3"):
        spelled = (toast,) if isinstance(toast, tuple) else toast
        assert [str(outcome) for outcome in Rules(toast=spelled).toast] == ["32"]
    assert set(Rules(toast={32, 31}).toast) == set(Rules(toast=[31, 32]).toast)


def test_rules_print_what_differs_and_travel() -> None:
    rules = Rules("meyer", Dice([1, 1, 2, 2, 2, 2]), 3, toast=32, mia_fold=None)
    assert str(rules) == (
        "Rules(variant='little-mia', dice=Dice([1, 1, 2, 2, 2, 2]), lives=3, mia_fold=None, "
        "toast=[32])"
    )
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(rules) == hash(Rules("meyer", Dice([1, 1, 2, 2, 2, 2]), 3, toast=32, mia_fold=None))


def test_a_variant_of_ones_own_is_not_written_as_a_published_one() -> None:
    """What is printed makes the same rules again, or is seen to make none."""
    own = Variant("meyer", STANDARD.tiers)
    assert str(Rules(own, call="at_least")) == "Rules(call='at_least')"
    other = Variant("meyer", VARIANTS["points"].tiers)
    assert str(Rules(other)) == "Rules(variant=<Variant meyer>)"
    assert str(Rules(LITTLE_MIA.with_points())) == "Rules(variant='little-mia+points')"


def test_a_huge_number_is_no_toast() -> None:
    with pytest.raises(ValueError, match=r"toast: .*an int of 16610 bits") as caught:
        Rules(toast=(10**5000, 1))
    assert "Exceeds the limit" not in str(caught.value)
