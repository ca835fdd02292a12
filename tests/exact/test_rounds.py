"""Facts about one round, weighed throw by throw."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    BLIND,
    CHARACTERS,
    HONEST,
    LUCKY,
    SNIPER,
    Rules,
    TableStrategy,
    doubter,
    evaluate,
    solve_round,
)
from mia_stats.exact.rounds import RoundOdds, weigh_round, weigh_rounds
from mia_stats.game.rules import CAUSES
from tests.helpers import THREE
from tests.oracles.settings import random_setting

RULES_OF_THREE = Rules(THREE)
MIXED, DOUBLE, MIA = Fraction(28, 36), Fraction(6, 36), Fraction(2, 36)


class TestByHand:
    """Rounds whose chances can be derived on paper."""

    def test_equal_calls_return_to_the_same_state(self) -> None:
        """Both repeat 31 for ever, and each call is doubted one time in three: the doubter loses.

        The responder to the opener doubts with 1/3, else the roles change: x = 1/3 + 2/3 (1 − x).
        """
        calls = np.zeros((21, 21, 21), int)
        calls[0, :, 0] = calls[1, :, 0] = 1
        for state in range(2, 21):
            calls[state, :, state] = 1
        doubts = np.full((21, 21), Fraction(0), object)
        doubts[0, 0] = doubts[1, 0] = Fraction(1, 3)
        doubts[:, 20] = 1
        stubborn = TableStrategy("stubborn", calls, doubts)
        result = evaluate([stubborn] * 2, Rules(lives=1, call="at_least"), starter=0)
        assert result.loses == (Fraction(2, 5), Fraction(3, 5))
        assert result.turns == 3

    def test_toasts_only_delay(self) -> None:
        """With t = 1/18 a throw, a round of one throw sees t / (1 − t) toasts."""
        rules = Rules("meyer", lives=1, toast=32)
        result = evaluate(["honest", "doubter-41"], rules, starter=0)
        assert result.toasts == Fraction(1, 17)
        assert result.loses[1] == 1  # every opening call is doubted, and true
        assert result.turns == 1

    def test_a_round_between_optimal_players_has_its_value(self) -> None:
        """Lives won by the opener, counted by how rounds end: Mia looked at counts twice."""
        table = solve_round().strategy
        result = evaluate([table] * 2, Rules(lives=1), starter=0)
        costs = {"mia_looked_at": 2}
        won = sum(
            costs.get(cause, 1) * (theirs - mine)
            for cause, (mine, theirs) in result.forfeits.items()
        )
        assert won == solve_round().value


class TestErrors:
    """Rounds that have no end."""

    def test_players_who_repeat_for_ever(self) -> None:
        calls = np.zeros((21, 21, 21), int)
        calls[0, :, 0] = 1
        for state in range(1, 21):
            calls[state, :, state - 1] = 1
        doubts = np.zeros((21, 21), int)
        repeats = TableStrategy("repeats", calls, doubts)
        with pytest.raises(ValueError, match="never ends: they repeat 31"):
            evaluate([repeats] * 2, Rules(call="at_least"))


def ends(odds: RoundOdds) -> dict[tuple[int, int, str], Any]:
    """Return the chances of the ends by caller, answerer and the name of the cause."""
    return {(caller, other, CAUSES[n]): p for (caller, other, n, _), p in odds.ends.items()}


class TestThreeTiers:
    """Rounds with Mia, any double and anything else, by hand."""

    @pytest.mark.parametrize("seats", [2, 3])
    def test_honest_players(self, seats: int) -> None:
        """The opener, A, throws Mia and is looked at, or makes a call that B believes.

        After a double, B must call Mia, which C looks at. After anything else B throws: Mia is
        true, and C looks; what is less it calls a double, true or not, C believes, and must call
        Mia, which the next one looks at. Among two, C is A, and the next one is B.
        """
        odds = weigh_round([HONEST.table(RULES_OF_THREE)] * seats, RULES_OF_THREE)
        a, b, c, d = 0, 1, 2 % seats, 3 % seats
        lie, third = 1 - MIA, MIXED * (1 - MIA)
        expected = {
            (a, b, "mia_looked_at"): MIA,
            (b, c, "mia_looked_at"): (MIXED + DOUBLE) * MIA,
            (b, c, "mia_lie_caught"): DOUBLE * lie,
        }
        for cause, chance in (("mia_looked_at", MIA), ("mia_lie_caught", lie)):
            end = (c, d, cause)
            expected[end] = expected.get(end, 0) + third * chance
        assert ends(odds) == expected
        calls, lies = [Fraction(0)] * seats, [Fraction(0)] * seats
        for caller, called, lied in (
            (a, Fraction(1), Fraction(0)),
            (b, MIXED + DOUBLE, MIXED * MIXED + DOUBLE * lie),
            (c, third, third * lie),
        ):
            calls[caller] += called
            lies[caller] += lied
        assert (odds.calls, odds.lies, odds.toasts) == (calls, lies, 0)

    @pytest.mark.parametrize("seats", [2, 3])
    def test_lucky_players(self, seats: int) -> None:
        """The opener claims Mia whatever it threw, and the next one folds, or must look."""
        odds = weigh_round([LUCKY.table(RULES_OF_THREE)] * seats, RULES_OF_THREE)
        assert ends(odds) == {(0, 1, "mia_folded"): 1}
        assert odds.calls == [1, 0, 0][:seats]
        assert odds.lies == [1 - MIA, 0, 0][:seats]
        must = replace(RULES_OF_THREE, mia_fold=None)
        odds = weigh_round([LUCKY.table(must)] * seats, must)
        assert ends(odds) == {(0, 1, "mia_looked_at"): MIA, (0, 1, "mia_lie_caught"): 1 - MIA}

    def test_an_honest_opener_and_a_lucky_answerer(self) -> None:
        """Mia is folded to; anything less is believed, and answered by Mia, which is looked at."""
        tables = [who.table(RULES_OF_THREE) for who in (HONEST, LUCKY)]
        odds = weigh_round(tables, RULES_OF_THREE)
        assert ends(odds) == {
            (0, 1, "mia_folded"): MIA,
            (1, 0, "mia_looked_at"): (1 - MIA) * MIA,
            (1, 0, "mia_lie_caught"): (1 - MIA) * (1 - MIA),
        }
        assert (odds.calls, odds.lies) == ([1, 1 - MIA], [0, (1 - MIA) * (1 - MIA)])

    @pytest.mark.parametrize("unseen_pass", ["liable", "free"])
    def test_who_answers_for_a_cup_that_is_handed_on(self, unseen_pass: Any) -> None:
        """A calls the three tiers with 1/2, 1/3 and 1/6, whatever it threw.

        B hands all on but Mia, which it looks at, and C doubts: a liable pass is B's own call, and
        a free one leaves A to answer for it.
        """
        rules = replace(RULES_OF_THREE, unseen_pass=unseen_pass)
        tables = [who.table(rules) for who in (BLIND, SNIPER, doubter(31))]
        odds = weigh_round(tables, rules)
        third, sixth, reached = Fraction(1, 3), Fraction(1, 6), DOUBLE + MIA
        liable = 1 if unseen_pass == "liable" else 0
        assert ends(odds) == {
            (liable, 2, "wrong_doubt"): Fraction(1, 2) + third * reached,
            (liable, 2, "lie_caught"): third * MIXED,
            (0, 1, "mia_looked_at"): sixth * MIA,
            (0, 1, "mia_lie_caught"): sixth * (1 - MIA),
        }
        handed_on, lied = liable * (1 - sixth), third * MIXED
        assert odds.calls == [1, handed_on, 0]
        assert odds.lies == [lied + sixth * (1 - MIA), liable * lied, 0]

    def test_toasts_make_no_end(self) -> None:
        """Doubles are toasts: 6 of 36 throws; who claims Mia throws once, so 6/30 come before."""
        doubles = [11, 22, 33, 44, 55, 66]
        rules = Rules(THREE, toast=doubles)
        odds = weigh_round([LUCKY.table(rules)] * 2, rules)
        assert ends(odds) == {(0, 1, "mia_folded"): 1}
        assert odds.toasts == Fraction(6, 30)
        assert odds.calls == [1, 0]
        assert odds.lies == [Fraction(28, 30), 0]  # of the throws that are no toasts


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules("kiriki", call="at_least"), Rules("meyer", toast=32, unseen_pass="liable")],
    ids=str,
)
def test_every_round_has_one_end(rules: Rules) -> None:
    """The chances add up to 1, in Fractions and in floats, which are the same numbers."""
    tables = [CHARACTERS[name].table(rules) for name in ("random", "liar", "sniper")]
    exact, floats = (weigh_round(tables, rules, exact=exact) for exact in (True, False))
    assert sum(exact.ends.values()) == 1
    assert all(isinstance(chance, Fraction) for chance in exact.ends.values())
    assert all(isinstance(chance, float) for chance in floats.ends.values())
    assert exact.ends.keys() == floats.ends.keys()
    for end, chance in exact.ends.items():
        assert floats.ends[end] == pytest.approx(float(chance), abs=1e-12)
    for numbers, rounded in ((exact.calls, floats.calls), (exact.lies, floats.lies)):
        assert rounded == pytest.approx([float(number) for number in numbers], abs=1e-12)
    assert all(lies <= calls for lies, calls in zip(exact.lies, exact.calls, strict=True))


def test_one_table_of_floats_makes_all_floats() -> None:
    table = HONEST.table(RULES_OF_THREE)
    rounded = TableStrategy("rounded", table.calls.astype(float), table.doubts.astype(float))
    odds = weigh_round([table, rounded], RULES_OF_THREE)
    assert all(isinstance(chance, float) for chance in odds.ends.values())


@pytest.mark.parametrize("seed", range(30))
def test_all_openers_at_once_are_each_opener_alone(seed: int) -> None:
    """Whoever opens, the ring goes round the same way; cups may be handed on too."""
    rules, tables, *_ = random_setting(random.Random(seed))
    n, together = len(tables), weigh_rounds(tables, rules)
    for opener, odds in enumerate(together):
        seats = [*range(opener, n), *range(opener)]
        alone = weigh_round([tables[seat] for seat in seats], rules)
        ends = {
            (seats[end.caller], seats[end.doubter], end.cause, end.others): chance
            for end, chance in alone.ends.items()
        }
        assert odds.ends == pytest.approx(ends, abs=1e-12)
        assert odds.calls == pytest.approx([alone.calls[seats.index(s)] for s in range(n)])
        assert odds.lies == pytest.approx([alone.lies[seats.index(s)] for s in range(n)])
        assert odds.toasts == pytest.approx(alone.toasts)
        if all(table.exact for table in tables):
            assert odds.ends == ends


def test_a_round_that_only_some_may_open() -> None:
    """Who opens with 31 comes to where 31 is repeated for ever; the other opens with Mia."""
    calls = np.zeros((21, 21, 21), int)
    calls[0, :, 0] = 1
    for state in range(1, 21):
        calls[state, :, state - 1] = 1
    repeats = TableStrategy("repeats", calls, np.zeros((21, 21), int))
    calls = calls.copy()
    calls[0] = np.eye(21, dtype=int)[20]
    bold = TableStrategy("bold", calls, np.zeros((21, 21), int))
    rules = Rules(call="at_least")
    assert ends(weigh_round([bold, repeats], rules)) == {(0, 1, "mia_folded"): 1}
    for weigh in (weigh_round, weigh_rounds):
        with pytest.raises(ValueError, match="never ends: they repeat 31"):
            weigh([repeats, bold], rules)
