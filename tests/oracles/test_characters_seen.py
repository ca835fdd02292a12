"""The oracle of what is seen of a player says what can be counted by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest

from mia_stats import OUTCOMES, ROLLS, Dice, Outcome, Rules, Variant
from tests.oracles.characters_seen import (
    Play,
    Thing,
    answered,
    called,
    is_true,
    joined,
    likelihood,
    mean_play,
    play_of,
    posterior,
    seen_in_log,
    throws,
    truth,
)
from tests.oracles.settings import random_setting

DOUBLES = tuple(outcome for outcome in OUTCOMES if outcome.is_double)
REST = tuple(outcome for outcome in OUTCOMES if not outcome.is_double and int(outcome) != 21)
THREE = Variant.from_order("three", [21, DOUBLES, REST])
"""Mia with 2 rolls of 36, doubles with 6, and all else with 28: tiers 2, 1 and 0."""

LOW, DOUBLE, MIA = range(3)
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


def plays(*calls: list[int], **more: Any) -> Play:
    """Return who calls by the throw, in each of three states, and looks at Mia only."""
    table = [[[Fraction(says == call) for call in range(3)] for says in row] for row in calls]
    return Play(table, [[ZERO, ZERO, ONE]] * 3, **more)


HONEST = plays([LOW, DOUBLE, MIA], [DOUBLE, DOUBLE, MIA], [MIA, MIA, MIA])
BOASTER = plays([DOUBLE] * 3, [MIA] * 3, [MIA] * 3)
AGAIN = HONEST._replace(
    again=[[ZERO] * 3, [ONE, ZERO, ZERO], [ONE, ONE, ZERO]],
    blind=[[ONE, ZERO, ZERO], [ZERO, ONE, ZERO], [ZERO, ZERO, ONE]],
)
"""The one who throws again rather than lie, and makes the lowest legal call."""


class TestTruth:
    """How likely a call is true, given that it was made."""

    def test_what_is_honest_is_true_where_it_may_be(self) -> None:
        rules = Rules(THREE)
        for call in range(3):
            assert truth([(ONE, HONEST)], rules, 0, call) == 1

    def test_the_lowest_legal_call_hides_what_is_lower(self) -> None:
        """After the lowest call, 28 rolls of 34 under a call of a double are no double."""
        assert truth([(ONE, HONEST)], Rules(THREE), 1, DOUBLE) == Fraction(6, 34)
        assert truth([(ONE, HONEST)], Rules(THREE), 2, MIA) == Fraction(2, 36)

    def test_who_always_calls_a_double_is_right_in_8_of_36(self) -> None:
        assert truth([(ONE, BOASTER)], Rules(THREE), 0, DOUBLE) == Fraction(8, 36)

    def test_by_the_exact_test_mia_is_no_double(self) -> None:
        assert truth([(ONE, BOASTER)], Rules(THREE, truth="exact"), 0, DOUBLE) == Fraction(6, 36)

    def test_a_mia_that_is_shown_is_never_called(self) -> None:
        for shown in ("next", "others"):
            rules = Rules(THREE, thrown_mia=shown)
            assert truth([(ONE, BOASTER)], rules, 0, DOUBLE) == Fraction(6, 34)
            assert truth([(ONE, BOASTER)], rules, 1, MIA) == 0
            assert truth([(ONE, HONEST)], rules, 0, MIA) is None

    def test_what_is_never_called_has_no_chance(self) -> None:
        assert truth([(ONE, BOASTER)], Rules(THREE), 0, LOW) is None

    def test_a_toast_is_drunk_to_and_no_call(self) -> None:
        assert truth([(ONE, BOASTER)], Rules(THREE, toast=66), 0, DOUBLE) == Fraction(7, 35)

    def test_what_is_rethrown_never_lies_there(self) -> None:
        rest = tuple(outcome for outcome in REST if int(outcome) != 31)
        rules = Rules(Variant.from_order("rethrown", [21, DOUBLES, rest], rethrown=[31]))
        assert truth([(ONE, BOASTER)], rules, 0, DOUBLE) == Fraction(8, 34)

    def test_loaded_dice_count_by_their_weights(self) -> None:
        """With a die of sixes only, doubles are as likely as sixes of the other one."""
        rules = Rules(THREE, Dice([0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 5]))
        assert truth([(ONE, BOASTER)], rules, 0, DOUBLE) == HALF

    def test_a_blind_throw_is_any_throw(self) -> None:
        rules = Rules(THREE, second_throw="blind")
        assert truth([(ONE, AGAIN)], rules, 1, DOUBLE) == 1
        assert truth([(ONE, AGAIN)], rules, 1, DOUBLE, blind=True) == Fraction(8, 36)
        assert truth([(ONE, AGAIN)], rules, 1, MIA, blind=True) is None
        assert truth([(ONE, AGAIN)], rules, 0, LOW, blind=True) is None

    def test_under_a_blind_throw_a_toast_makes_nothing_true(self) -> None:
        rules = Rules(THREE, second_throw="blind", toast=66)
        assert truth([(ONE, AGAIN)], rules, 1, DOUBLE, blind=True) == Fraction(7, 36)

    def test_under_a_blind_throw_lies_a_mia_that_would_be_shown(self) -> None:
        rules = Rules(THREE, second_throw="blind", thrown_mia="next")
        assert truth([(ONE, AGAIN)], rules, 2, MIA, blind=True) == Fraction(2, 36)
        assert truth([(ONE, AGAIN)], rules, 2, MIA) is None

    def test_after_a_mia_that_was_believed_there_is_but_mia(self) -> None:
        rules = Rules(THREE, mia_equalled=True)
        assert truth([(ONE, HONEST)], rules, 3, MIA) == Fraction(2, 36)
        blind = Rules(THREE, mia_equalled=True, second_throw="blind")
        assert truth([(ONE, AGAIN)], blind, 3, MIA) == 1
        assert truth([(ONE, AGAIN)], blind, 3, MIA, blind=True) == Fraction(2, 36)

    def test_who_hands_on_calls_what_another_has_thrown(self) -> None:
        rules = Rules(THREE, unseen_pass="liable")
        honest = [(ONE, HONEST)]
        assert truth(honest, rules, 0, DOUBLE, handed_on=[DOUBLE]) == 1
        assert truth(honest, rules, 0, DOUBLE, handed_on=[DOUBLE, MIA]) == 0
        assert truth([(ONE, BOASTER)], rules, 0, DOUBLE, handed_on=[MIA]) == Fraction(2, 36)

    def test_a_call_says_who_makes_it(self) -> None:
        """Six rolls make the honest one call a double, and all 36 the boaster."""
        both = [(HALF, HONEST), (HALF, BOASTER)]
        assert truth(both, Rules(THREE), 0, DOUBLE) == Fraction(6 + 8, 6 + 36)
        assert truth(both, Rules(THREE), 0, LOW) == 1


class TestAnswers:
    """How likely an answer is."""

    TABLE = Play(
        HONEST.calls,
        [[Fraction(1, 4), ZERO, Fraction(1, 3)]] * 3,
        passes=[[[Fraction(1, 8), Fraction(1, 4), ZERO], [ZERO] * 3, [ZERO] * 3]] * 3,
        doubts_blind=[[HALF, ZERO, ZERO]] * 3,
        equals=[Fraction(1, 6)] * 3,
    )

    def of(self, answer: str | int, rules: Rules, **more: Any) -> Fraction:
        thing = Thing(more.pop("state", 0), heard=more.pop("heard", LOW), answer=answer, **more)
        return answered(self.TABLE, rules, thing)

    def test_who_may_not_pass_believes(self) -> None:
        rules = Rules(THREE, unseen_pass="liable")
        assert self.of("doubt", rules) == self.of("doubt", rules, may_pass=True) == Fraction(1, 4)
        assert self.of("believe", rules) == Fraction(3, 4)
        assert self.of("believe", rules, may_pass=True) == Fraction(3, 8)
        assert self.of(LOW, rules, may_pass=True) == Fraction(1, 8)
        assert self.of(DOUBLE, rules, may_pass=True) == Fraction(1, 4)
        assert self.of(LOW, rules) == 0

    def test_a_call_over_a_blind_throw_is_doubted_otherwise(self) -> None:
        rules = Rules(THREE, second_throw="blind")
        assert self.of("doubt", rules, blind=True) == HALF

    def test_mia_is_looked_at_equalled_or_folded_to(self) -> None:
        rules = Rules(THREE, mia_equalled=True)
        for state in (2, 3):
            assert self.of("look", rules, heard=MIA, state=state) == Fraction(1, 3)
            assert self.of("believe", rules, heard=MIA, state=state) == Fraction(1, 6)
            assert self.of("fold", rules, heard=MIA, state=state) == HALF

    def test_who_may_not_fold_looks(self) -> None:
        rules = Rules(THREE, mia_equalled=True, mia_fold=None)
        assert self.of("look", rules, heard=MIA) == Fraction(5, 6)
        assert self.of("fold", rules, heard=MIA) == 0

    def test_who_may_not_equal_folds(self) -> None:
        assert self.of("fold", Rules(THREE), heard=MIA) == Fraction(2, 3)


class TestWhoItIs:
    """Bayes by hand."""

    BOTH: Final = {"honest": (HALF, HONEST), "boaster": (HALF, BOASTER)}

    def test_a_call_of_a_double_is_one_in_seven_honest(self) -> None:
        found = posterior([Thing(0, DOUBLE)], self.BOTH, Rules(THREE))
        assert found == {"honest": Fraction(1, 7), "boaster": Fraction(6, 7)}

    def test_a_lie_that_is_shown_is_not_honest(self) -> None:
        found = posterior([Thing(0, DOUBLE, (6, 5))], self.BOTH, Rules(THREE))
        assert found == {"honest": 0, "boaster": 1}

    def test_a_double_that_is_shown_tells_nothing(self) -> None:
        assert posterior([Thing(0, DOUBLE, (6, 6))], self.BOTH, Rules(THREE))["honest"] == HALF

    def test_a_mia_under_a_double_is_not_honest(self) -> None:
        assert posterior([Thing(0, DOUBLE, (2, 1))], self.BOTH, Rules(THREE))["honest"] == 0

    def test_that_one_throws_again_tells_the_most(self) -> None:
        both = {"honest": (HALF, HONEST), "gambler": (HALF, AGAIN)}
        rules = Rules(THREE, second_throw="blind")
        assert posterior([Thing(1, DOUBLE, blind=True)], both, rules)["gambler"] == 1
        # The honest one calls a double over 34 rolls, and the gambler, looking, over 6.
        assert posterior([Thing(1, DOUBLE)], both, rules)["gambler"] == Fraction(6, 40)

    def test_two_of_the_same_play_are_one(self) -> None:
        same = HONEST._replace(passes=[[[ZERO] * 3] * 3] * 3, equals=[ZERO] * 3)
        three = {"a": (HALF, HONEST), "b": (Fraction(1, 4), BOASTER), "c": (Fraction(1, 4), same)}
        assert joined(three) == {"a = c": (3 * HALF / 2, HONEST), "b": (HALF / 2, BOASTER)}


class TestALog:
    """What all have seen of a seat."""

    LOG = """{"players": ["a", "b", "c", "d"], "lives": [2, 1, 1, 2]}
{"event": "round", "seat": 0}
{"event": "throw", "seat": 0}
{"event": "call", "seat": 0, "call": 65}
{"event": "answer", "seat": 1, "answer": "believe"}
{"event": "throw", "seat": 1}
{"event": "throw", "seat": 1, "blind": true}
{"event": "call", "seat": 1, "call": 66}
{"event": "pass", "seat": 2, "call": 66}
{"event": "pass", "seat": 3, "call": 66}
{"event": "answer", "seat": 0, "answer": "doubt"}
{"event": "show", "seat": 0, "dice": [6, 5], "call": 66, "caller": 3}
{"event": "forfeit", "seat": 3, "cause": "lie_caught", "lost": 1}
{"event": "round", "seat": 0}
{"event": "throw", "seat": 0}
{"event": "show", "seat": 0, "dice": [1, 3]}
{"event": "toast"}
{"event": "throw", "seat": 0}
{"event": "call", "seat": 0, "call": 21}
{"event": "answer", "seat": 1, "answer": "fold"}
{"event": "forfeit", "seat": 1, "cause": "mia_folded", "lost": 1}
{"event": "round", "seat": 2}
{"event": "throw", "seat": 2}
{"event": "call", "seat": 2, "call": 65}
{"event": "pass", "seat": 3, "call": 65}
{"event": "answer", "seat": 0, "answer": "believe"}
"""

    @pytest.mark.parametrize(
        ("seat", "things"),
        [
            (
                0,
                [
                    Thing(0, LOW),
                    Thing(2, heard=DOUBLE, answer="doubt"),
                    Thing(0, MIA),
                    Thing(1, heard=LOW, answer="believe"),
                ],
            ),
            (
                1,
                [
                    Thing(0, heard=LOW, answer="believe", may_pass=True),
                    Thing(1, DOUBLE, (6, 5), blind=True),
                    Thing(0, heard=MIA, answer="fold"),
                ],
            ),
            (2, [Thing(1, heard=DOUBLE, answer=DOUBLE, blind=True, may_pass=True), Thing(0, LOW)]),
            (
                3,
                [
                    Thing(2, heard=DOUBLE, answer=DOUBLE, may_pass=True),
                    Thing(0, heard=LOW, answer=LOW, may_pass=True),
                ],
            ),
        ],
    )
    def test_by_seat(self, seat: int, things: list[Thing]) -> None:
        rules = Rules(
            THREE, unseen_pass="liable", second_throw="blind", toast=31, ending="last_standing"
        )
        assert seen_in_log(self.LOG, seat, rules) == things


def throws_of(rules: Rules) -> dict[tuple[int, int], Fraction]:
    """Return what is thrown, counted roll by roll by the words of the library."""
    kept: dict[tuple[int, int], int] = {}
    for first, second in ROLLS:
        outcome = Outcome.from_dice(first, second)
        if outcome not in rules.variant.rethrown:
            weight = rules.dice.first[first - 1] * rules.dice.second[second - 1]
            dice = outcome.high, outcome.low
            kept[dice] = kept.get(dice, 0) + weight
    return {dice: Fraction(weight, sum(kept.values())) for dice, weight in kept.items() if weight}


def may_be_called(rules: Rules) -> Iterator[tuple[int, int, bool]]:
    """Yield all states with the calls that may be seen there, over a blind throw too."""
    for state in range(rules.last_state + 1):
        yield from product(
            [state], range(rules.lowest_call(state), rules.tier_count), (False, True)
        )


def drawn(seed: int) -> tuple[Rules, list[tuple[Fraction, Play]]]:
    """Return drawn rules, and three players with the chances that it is them."""
    rules, tables, *_ = random_setting(random.Random(seed), 3)
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    return rules, list(zip(chances, map(play_of, tables), strict=True))


@pytest.mark.parametrize("seed", range(8))
class TestAllRules:
    """What holds under any rules, of drawn tables."""

    def test_dice_lie_there_as_rolls_are(self, seed: int) -> None:
        rules, _ = drawn(seed)
        assert {throw.dice: throw.chance for throw in throws(rules)} == throws_of(rules)
        for throw in throws(rules):
            outcome = Outcome.from_dice(*throw.dice)
            assert throw.tier == rules.tier(outcome)
            assert throw.is_toast == (outcome in rules.toast)
            for call in range(rules.tier_count):
                right = rules.is_true(throw.tier, call) and not throw.is_toast
                assert is_true(rules, throw, call) == right

    def test_something_happens(self, seed: int) -> None:
        """One calls, drinks to a toast, or shows a Mia; and to a call one says something."""
        rules, ((_, play), *_) = drawn(seed)
        no_call = sum(throw.chance for throw in throws(rules) if throw.ends_round)
        made = [Fraction(no_call)] * (rules.last_state + 1)
        for state, call, blind in may_be_called(rules):
            made[state] += likelihood(play, rules, Thing(state, call, blind=blind))
        assert set(made) == {1}
        words = ["doubt", "believe", "look", "fold", *range(rules.tier_count)]
        for state, call, blind in may_be_called(rules):
            for may_pass in (False, True):
                heard = Thing(state, heard=call, blind=blind, may_pass=may_pass)
                said = [answered(play, rules, heard._replace(answer=word)) for word in words]
                assert sum(said) == 1

    def test_on_average_nobody_learns_anything(self, seed: int) -> None:
        """The mean of the posterior over all that may be seen is what it was before."""
        rules, players = drawn(seed)
        candidates = {str(name): player for name, player in enumerate(players)}
        asked = random.Random(seed).randint(0, rules.last_state)
        mean = dict.fromkeys(candidates, ZERO)
        for state, call, blind in may_be_called(rules):
            for throw in throws(rules) if state == asked else ():
                thing = Thing(state, call, throw.dice, blind=blind)
                if seen := sum(p * likelihood(play, rules, thing) for p, play in players):
                    for name, chance in posterior([thing], candidates, rules).items():
                        mean[name] += seen * chance
        total = sum(mean.values())
        assert [chance / total for chance in mean.values()] == [p for p, _ in players]

    def test_a_call_is_true_as_often_as_what_is_shown_makes_it_so(self, seed: int) -> None:
        rules, ((_, play), *_) = drawn(seed)
        for state, call, blind in may_be_called(rules):
            thing = Thing(state, call, blind=blind)
            shown = {
                throw: likelihood(play, rules, thing._replace(shown=throw.dice))
                for throw in throws(rules)
            }
            true = sum(chance for throw, chance in shown.items() if is_true(rules, throw, call))
            made = sum(shown.values())
            found = truth([(ONE, play)], rules, state, call, blind=blind)
            assert found == (true / made if made else None)

    def test_the_mean_of_players_calls_as_they_do(self, seed: int) -> None:
        rules, players = drawn(seed)
        mean = mean_play(players, rules)
        for state, call, blind in may_be_called(rules):
            alike = called(mean, rules, state, call, blind=blind)
            each = [(p, called(play, rules, state, call, blind=blind)) for p, play in players]
            for throw in throws(rules):
                as_they_do = sum(p * made.get(throw, ZERO) for p, made in each)
                assert alike.get(throw, ZERO) == as_they_do
