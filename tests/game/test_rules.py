"""Facts about house rules: what they mean, for one game and for many."""

from __future__ import annotations

import re
from dataclasses import fields
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import mia_stats
from mia_stats import FAIR, OUTCOMES, RULES, STANDARD, Dice, Outcome, Rules, Variant
from mia_stats.game.rules import CAUSES
from tests.helpers import binomial, orders, within


def test_the_default_rules_are_those_of_wikipedia() -> None:
    rules = Rules()
    assert rules == RULES["wikipedia"]
    assert (rules.variant, rules.dice, rules.lives) == (STANDARD, FAIR, 6)
    assert (rules.mia_penalty, rules.mia_fold, rules.mia_lie_penalty) == (2, 1, 1)
    assert str(rules) == "Rules()"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(), "Mia, 6 lives"),
        (Rules(lives=1, dice=Dice([1, 1, 2, 2, 2, 2])), "Mia, 1 life, dice 1,1,2,2,2,2"),
        (
            RULES["meyer"],
            "Meyer, 6 lives, calls may be equalled, the loser opens, Mia may be answered by Mia, "
            "nobody folds to Mia, looking at a true Mia costs 1",
        ),
        (
            Rules("points", truth="exact", toast=[32, 31], ending="last_standing"),
            "Mia by points, 6 lives, better dice make a call a lie too, until one is left, "
            "32 and 31 are toasts",
        ),
        (RULES["drinking"], "Mia, sips over 20 rounds"),
        (
            Rules(forfeit="sip", ending="rounds", rounds=1, mia_penalty=1, mia_fold=2),
            "Mia, sips over 1 round, folding to Mia costs 2",
        ),
    ],
)  # fmt: skip
def test_rules_in_words_say_what_is_not_usual(rules: Rules, words: str) -> None:
    assert rules.in_words() == words


@pytest.mark.parametrize(
    ("lives", "words"),
    [
        ([3, 2, 2], "Mia, 3, 2 and 2 lives"),
        ([1, 1], "Mia, 1 life"),
        ([2, 2], "Mia, 2 lives"),
        ([], "Mia"),
    ],
)
def test_the_lives_that_are_played_with_are_said(lives: list[int], words: str) -> None:
    assert Rules().in_words(lives) == words


def test_every_rule_that_differs_is_said() -> None:
    """No two sets that people publish, and no change of one rule, read the same."""
    changed = [
        Rules(call="at_least"), Rules(truth="exact"), Rules(unseen_pass="liable"),
        Rules(unseen_pass="free"), Rules(mia_penalty=1), Rules(mia_fold=None), Rules(mia_fold=2),
        Rules(mia_lie_penalty=2), Rules(toast=32), Rules(next_starter="loser"),
        Rules(next_starter="winner"), Rules(next_starter="doubter"), Rules(ending="last_standing"),
        Rules("points"), Rules(lives=5), *RULES.values(),
    ]  # fmt: skip
    said: dict[str, Rules] = {}
    for rules in changed:
        assert said.setdefault(rules.in_words(), rules) == rules


def test_throw_chances_are_over_the_kept_rolls(published: Any) -> None:
    rules = Rules(published)
    assert len(rules.throw_chances) == rules.tier_count == len(published.tiers)
    assert sum(rules.throw_chances) == 1
    assert rules.toast_chance == 0


def test_tiers_are_numbered_from_the_worst() -> None:
    rules = Rules("points")
    assert rules.tier(31) == 0
    assert rules.tier(21) == rules.top == 14
    assert rules.tier(63) == rules.tier(54) == 5
    assert [rules.tier_name(tier) for tier in (0, 5, 14)] == ["31", "63=54", "21"]


def test_mia_is_the_top_tier_of_the_variant() -> None:
    names = {key: Rules(key).tier_name(Rules(key).top) for key in ("meyer-toast-high", "kinito")}
    assert names == {"meyer-toast-high": "32", "kinito": "21=65"}


def test_a_call_must_be_higher_or_at_least_as_high() -> None:
    assert [Rules().lowest_call(state) for state in (0, 1, 20)] == [0, 1, 20]
    equal = Rules(call="at_least")
    assert [equal.lowest_call(state) for state in (0, 1, 20)] == [0, 0, 19]


def test_what_is_true_by_both_tests() -> None:
    """Dice of the tier called make it true by both; better dice by one, and worse by none."""
    at_least, exact = Rules(), Rules(truth="exact")
    for rolled, call, by_at_least, by_exact in (
        (8, 8, True, True), (9, 8, True, False), (7, 8, False, False),
    ):  # fmt: skip
        assert at_least.is_true(rolled, call) is by_at_least
        assert exact.is_true(rolled, call) is by_exact


def test_what_is_no_tier_is_neither_true_nor_false() -> None:
    """61 and 33 are labels: their tiers are 9 and 16, so 33 beats 61."""
    rules = Rules()
    assert not rules.is_true(rules.tier(61), rules.tier(33))
    for rolled, call in ((61, 33), (-1, 3), (3, 21), (10**100, 3), ([3, 540], 3), (3, [[-1]])):
        with pytest.raises(ValueError, match="must be a tier from 0 to 20"):
            rules.is_true(rolled, call)
    masked = np.ma.masked_array([8, 3], [True, False])
    for value in (float("nan"), 8.0, "54", True, [1.5], None, masked):
        with pytest.raises(TypeError, match="must be a tier from 0 to 20"):
            rules.is_true(value, 3)
    assert rules.is_true([3, 8], [8, 3]).tolist() == [False, True]
    assert rules.is_true(np.int8(8), np.arange(21, dtype=np.int8)).sum() == 9


def test_a_duel_has_no_unseen_pass() -> None:
    rules = Rules(unseen_pass="liable", lives=3)
    assert rules.for_two() == Rules(lives=3)
    assert Rules().for_two() == Rules()


STARTERS = {
    "standard": ("doubter", "left"),
    "loser": ("caller", "doubter"),
    "winner": ("doubter", "caller"),
    "doubter": ("doubter", "doubter"),
    "after_doubter": ("left", "left"),
}
"""Who opens after a caught lie, and after a wrong doubt or a fold."""


@pytest.mark.parametrize("starter", STARTERS)
def test_who_opens_the_next_round(starter: Any) -> None:
    """B has called and C has doubted, at a table of four; who is out hands on to the left."""
    rules = Rules(next_starter=starter, ending="last_standing")
    seats = {"caller": 1, "doubter": 2, "left": 3}
    lie = rules.cause(8, seen=True, true=False)
    truth, fold = rules.cause(8, seen=True, true=True), rules.cause(20, seen=False, true=True)
    for causes, who in zip(((lie,), (truth, fold)), STARTERS[starter], strict=True):
        for cause in causes:
            assert rules.opener(cause, 1, 2, [6, 6, 6, 6]) == seats[who]
            out = [6, 6, 6, 6]
            out[seats[who]] = 0
            assert rules.opener(cause, 1, 2, out) == (seats[who] + 1) % 4


def test_somebody_must_be_left_to_open() -> None:
    rules = Rules(ending="last_standing")
    with pytest.raises(ValueError, match="must leave somebody in"):
        rules.opener(0, 0, 1, [0, 0])
    with pytest.raises(ValueError, match="must leave somebody in"):
        rules.next_seat(np.array([0, 1]), np.array([[1, 0], [0, 0]]))
    assert rules.next_seat(1, np.array([[1, 0], [0, 1]])).tolist() == [0, 1]


def test_what_sips_cost_is_known_of_any_rules() -> None:
    """A lost Mia is a whole drink, and no sip; folding costs as many as it costs lives."""
    assert list(Rules(mia_fold=3).sips.values()) == [1, 0, 1, 3, 0]
    assert list(Rules().drinks.values()) == [0, 1, 0, 0, 1]


def test_why_a_round_ends_and_what_it_costs_whom() -> None:
    """54 is tier 8 and 21 is tier 20; seat 1 has called, seat 2 doubts, looks or folds."""
    rules = Rules(mia_penalty=4, mia_fold=3, mia_lie_penalty=2)
    for call, seen, true, why, loser, lives in (
        (8, True, False, "lie_caught", 1, 1),
        (20, True, False, "mia_lie_caught", 1, 2),
        (8, True, True, "wrong_doubt", 2, 1),
        (20, False, False, "mia_folded", 2, 3),
        (20, False, True, "mia_folded", 2, 3),
        (20, True, True, "mia_looked_at", 2, 4),
    ):
        cause = rules.cause(call, seen=seen, true=true)
        assert CAUSES[cause] == why
        assert rules.forfeits(cause, 1, 2) == (loser, lives)
    sips = Rules(forfeit="sip", ending="rounds", rounds=3)
    assert sips.forfeits(cause, 1, 2) == (2, 0)


def test_how_often_and_how_high_a_cup_is_handed_on() -> None:
    """Never back to who threw it: past all others but two, or once where the pass is free."""
    liable, free, never = (Rules(unseen_pass=word) for word in ("liable", "free", "never"))
    for rules, most in ((liable, [0, 1, 2, 3]), (free, [0, 1, 1, 1]), (never, [0, 0, 0, 0])):
        assert [rules.most_passes(alive) for alive in (2, 3, 4, 5)] == most
        assert rules.most_passes(np.array([2, 3, 4, 5])).tolist() == most
    assert (liable.highest_pass(8), free.highest_pass(8)) == (20, 8)


def test_what_may_be_heard_again() -> None:
    """Equalled, or handed on: only then may a call of 54, tier 8, come in the state 9."""
    heard = {
        word: Rules(**{field: word}).lowest_heard(9)  # type: ignore[arg-type]  # either field
        for field, word in (("call", "at_least"), ("call", "higher"), ("unseen_pass", "liable"),
                            ("unseen_pass", "free"))
    }  # fmt: skip
    assert heard == {"at_least": 8, "higher": 9, "liable": 8, "free": 9}


@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("ending", ["first_out", "last_standing"])
def test_a_rule_is_the_same_for_one_game_and_for_many(starter: Any, ending: Any) -> None:
    """Every end of a round among three, at every table on which caller and doubter are in."""
    rules = Rules(next_starter=starter, ending=ending, mia_lie_penalty=3)
    for field, states in (("lowest_call", range(21)), ("lowest_heard", range(21))):
        for house in (rules, Rules(call="at_least"), Rules(unseen_pass="liable")):
            ask = getattr(house, field)
            assert ask(np.arange(21)).tolist() == [ask(state) for state in states]
    ends = [
        (call, seen, true, caller, doubter, lives)
        for call in (8, 20)
        for seen, true in product((True, False), repeat=2)
        for caller, doubter in permutations(range(3), 2)
        for lives in ([2, 2, 2], [0, 2, 2], [2, 0, 2], [2, 2, 0])
        if (seen or call == 20) and lives[caller] and lives[doubter]
    ]
    call, seen, true, caller, doubter, lives = map(np.array, zip(*ends, strict=True))
    cause = rules.cause(call, seen=seen, true=true)
    loser, lost = rules.forfeits(cause, caller, doubter)
    opener = rules.opener(cause, caller, doubter, lives)
    for n, (called, looked, holds, one, other, left) in enumerate(ends):
        why = rules.cause(called, seen=looked, true=holds)
        assert why == cause[n]
        assert rules.forfeits(why, one, other) == (loser[n], lost[n])
        assert rules.opener(why, one, other, left) == opener[n]


def test_what_each_forfeit_costs() -> None:
    """A life, but for Mia: two where it is true, one to fold or to be caught, by Wikipedia."""
    assert Rules().costs == {
        "lie_caught": 1,
        "mia_lie_caught": 1,
        "wrong_doubt": 1,
        "mia_folded": 1,
        "mia_looked_at": 2,
    }
    house = Rules(mia_penalty=4, mia_fold=None, mia_lie_penalty=3).costs
    assert (house["mia_looked_at"], house["mia_folded"], house["mia_lie_caught"]) == (4, 0, 3)


def test_how_often_all_drink() -> None:
    """By counting rolls: 32 is made by 2 of 36, and all but 21 by 34."""
    assert Rules(toast=32).toast_chance == Fraction(2, 36)
    assert Rules().toast_chance == 0
    everything_else = [outcome for outcome in OUTCOMES if outcome.label != "21"]
    assert Rules(toast=everything_else).toast_chance == Fraction(34, 36)


def test_equal_parts_are_no_difference() -> None:
    same = Rules(Variant("standard", STANDARD.tiers), Dice([2] * 6))
    assert same == Rules()
    assert str(same) == "Rules()"


@pytest.mark.parametrize("tier", [-1, 21, 10**5000, 1.0, True], ids=type)
def test_there_is_no_such_tier(tier: Any) -> None:
    for ask in (Rules().tier_name, Rules().lowest_call):
        with pytest.raises((TypeError, ValueError), match="must be"):
            ask(tier)


def test_rules_are_asked_and_not_read() -> None:
    """A field that many modules read is a rule that is written down more than once."""
    package = Path(mia_stats.__file__).parent
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in package.rglob("*.py")
        if path.relative_to(package).parts[0] not in ("game", "cli")
    }
    assert len(texts) > 30
    for rule in {field.name for field in fields(Rules)} - {"variant", "dice", "lives", "rounds"}:
        read = re.compile(rf"\b(rules|by)\.{rule}\b")
        assert sum(bool(read.search(text)) for text in texts.values()) <= 3, rule


@pytest.mark.parametrize("how", ["higher", "at_least"])
@given(variant=orders())
def test_what_is_legal_after_each_call(how: Any, variant: Variant) -> None:
    """The opener calls anything; later a call is higher, or as high where it may be equalled."""
    rules = Rules(variant, call=how)
    assert rules.legal_calls() == variant.outcomes
    for last in variant:
        legal = rules.legal_calls(last)
        if variant.rank(last) == 1:
            assert legal == ()  # Mia is looked at or folded to
        elif how == "at_least":
            assert legal == tuple(o for o in variant if not variant.beats(last, o))
        else:
            assert legal == variant.above(last)


@given(orders())
def test_the_outcomes_of_a_tier_lead_back_to_it(variant: Variant) -> None:
    rules = Rules(variant)
    tiers = [rules.tier_outcomes(tier) for tier in range(rules.tier_count)]
    assert tiers == list(reversed(rules.variant.tiers))
    assert all(rules.tier(o) == tier for tier, outcomes in enumerate(tiers) for o in outcomes)


def test_a_tier_that_is_called_by_its_sum_is_named_so_to_people() -> None:
    rules = Rules("points")
    assert (rules.tier(8), rules.tier(62)) == (4, 4)
    assert (rules.tier_name(4), rules.tier_words(4)) == ("62=53", "8 (62=53)")
    assert rules.state("8") == 5
    assert rules.legal_calls(9) == tuple(map(Outcome.parse, (21, 66, 55, 44, 33, 22, 11, 65, 64)))
    assert Rules("kiriki").tier_words(8) == "66=55=44=33=22=11"


@pytest.mark.parametrize("tier", [-1, 21, True, 1.5, None, "54"])
def test_what_is_no_tier_has_no_outcomes(tier: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="tier must be"):
        Rules().tier_outcomes(tier)


def test_a_roll_is_no_pair_of_tiers() -> None:
    with pytest.raises(TypeError, match=r"rolled is an Outcome.*not the tuple \(4, 5\)"):
        Rules().is_true((4, 5), 3)
    with pytest.raises(TypeError, match="or an Outcome, not '54'"):
        Rules().is_true("54", 3)


def test_only_mia_is_folded_to() -> None:
    with pytest.raises(ValueError, match="only 21 is folded to: 42 must be seen"):
        Rules().cause(3, seen=False, true=True)
    assert CAUSES[Rules().cause(20, seen=False, true=True)] == "mia_folded"


@pytest.mark.parametrize(
    ("toast", "labels"), [(8, "62 53"), ([8, 5], "62 53 41 32"), ("8", "62 53"), ([62], "62")]
)
def test_a_toast_may_be_a_sum_where_players_call_it(toast: Any, labels: str) -> None:
    assert " ".join(o.label for o in Rules("points", toast=toast).toast) == labels


def test_two_numbers_may_be_a_roll_or_two_sums() -> None:
    for variant in ("points", "standard"):
        with pytest.raises(ValueError, match=r"toast: \(6, 4\) may be a roll or two calls"):
            Rules(variant, toast=(6, 4))
        assert Rules(variant, toast=[(6, 4)]).toast == (Outcome(6, 4),)
    rolls: list[Any] = [np.array([3, 2]), 54]
    assert Rules(toast=rolls).toast == (Outcome(3, 2), Outcome(5, 4))
    assert {o.high + o.low for o in Rules("points", toast=[6, 4]).toast} == {6, 4}


class TestHouseRules:
    """54 is tier 8 and 21 is tier 20, which is Mia."""

    def test_whether_the_prices_of_mia_hold_may_go_by_the_dice(self) -> None:
        """A false Mia over 54, a true 54 over Mia, and a false 54 over Mia by the exact test."""
        cases = ((20, False, False), (8, True, True), (8, False, True), (20, True, True))
        said = {
            mia_by: [
                CAUSES[Rules(mia_by=mia_by).cause(call, seen=True, true=true, mia=mia)]
                for call, true, mia in cases
            ]
            for mia_by in ("call", "dice", "either")
        }  # fmt: skip
        assert said == {
            "call": ["mia_lie_caught", "wrong_doubt", "lie_caught", "mia_looked_at"],
            "dice": ["lie_caught", "mia_looked_at", "mia_lie_caught", "mia_looked_at"],
            "either": ["mia_lie_caught", "mia_looked_at", "mia_lie_caught", "mia_looked_at"],
        }

    def test_the_dice_must_be_known_where_the_price_goes_by_them(self) -> None:
        rules = Rules(mia_by="dice")
        with pytest.raises(ValueError, match="mia_by='dice' it matters what was thrown"):
            rules.cause(8, seen=True, true=True)
        assert CAUSES[rules.cause(20, seen=False, true=True)] == "mia_folded"  # no dice are seen

    def test_who_pays_where_all_others_do(self) -> None:
        """Seat 1 has called; seat 3 is out. A caught lie costs who called, whoever else is in."""
        rules = Rules(true_mia="others")
        mia = rules.cause(20, seen=True, true=True)
        under = Rules(true_mia="others", mia_by="dice").cause(8, seen=True, true=True, mia=True)
        assert (rules.others_pay(20, mia), rules.others_pay(8, under)) == (True, False)
        assert not Rules().others_pay(20, mia)
        lives = [2, 2, 2, 0]
        alone, together = [False, False, True, False], [True, False, True, False]
        for others, pays in ((True, together), (False, alone)):
            assert rules.payers(mia, 1, 2, others, lives).tolist() == pays
        lie = rules.cause(20, seen=True, true=False)
        assert rules.payers(lie, 1, 2, False, lives).tolist() == [False, True, False, False]
        both = rules.payers(
            np.array([mia, lie]), np.array([1, 1]), np.array([2, 2]), np.array([True, False]),
            np.array([lives, lives]),
        )  # fmt: skip
        assert both.tolist() == [together, [False, True, False, False]]

    def test_only_mia_is_shown(self) -> None:
        both = Rules(thrown_mia="next"), Rules(thrown_mia="others")
        for rules, to_others in zip(both, (False, True), strict=True):
            assert [rules.shows(rolled) for rolled in (19, 20)] == [False, True]
            assert (rules.shown_to_others, rules.several_may_pay) == (to_others, to_others)
        assert not Rules().shows(np.array([19, 20])).any()

    def test_the_opener_is_drawn_among_those_who_are_in(self) -> None:
        rules = Rules(next_starter="random", ending="last_standing")
        rng = np.random.default_rng(1)
        one = [rules.opener(0, 0, 1, [2, 0, 1, 0, 3], rng) for _ in range(3000)]
        many = rules.opener(
            np.zeros(3000, int), np.zeros(3000, int), np.ones(3000, int),
            np.tile([2, 0, 1, 0, 3], (3000, 1)), rng,
        )  # fmt: skip
        for drawn in (np.array(one), many):
            counts = np.bincount(drawn, minlength=5)
            assert counts[[1, 3]].tolist() == [0, 0]
            assert all(within(int(counts[seat]), *binomial(3000, 1 / 3)) for seat in (0, 2, 4))
        with pytest.raises(ValueError, match="opener is drawn by these rules: give rng"):
            rules.opener(0, 0, 1, [1, 1])

    def test_after_a_mia_that_may_be_equalled_only_mia_is_called(self) -> None:
        for rules in (Rules(mia_equalled=True), Rules(mia_equalled=True, call="at_least")):
            assert (rules.state(21), rules.last_state, rules.lowest_call(21)) == (21, 21, 20)
            assert [int(outcome) for outcome in rules.legal_calls(21)] == [21]
            assert rules.lowest_call(np.array([0, 21])).tolist() == [0, 20]
        assert Rules().last_state == 20
        assert not Rules().legal_calls(21)
        with pytest.raises(ValueError, match="nobody calls after 21"):
            Rules().state(21)

    def test_lies_and_doubts_have_prices_of_their_own(self) -> None:
        rules = Rules(lie_penalty=3, doubt_penalty=2)
        assert [rules.lives_lost(CAUSES.index(why)) for why in ("lie_caught", "wrong_doubt")] == [
            3,
            2,
        ]
        assert rules.sips["lie_caught"] == 3
