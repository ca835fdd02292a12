"""Facts about a round in a ring of given habits: in an order of three tiers, by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from mia_stats import CHARACTERS, HONEST, LUCKY, RANDOM, Rules, TableStrategy
from mia_stats.game.ring import (
    ENDS,
    FALSE,
    FOLDED,
    MIA,
    TRUE,
    Ring,
    Worth,
    dice_over,
    ends_seen,
    habits_of,
    possible_ends,
    shown_end,
    together,
)
from mia_stats.game.rules import CAUSES
from tests.helpers import THREE
from tests.oracles.settings import random_setting

RULES_OF_THREE = Rules(THREE)
MIXED, DOUBLE, TOP = Fraction(28, 36), Fraction(6, 36), Fraction(2, 36)


def ring_of(*tables: TableStrategy, rules: Rules = RULES_OF_THREE, exact: bool = True) -> Ring:
    """Return the ring of some tables, as one game."""
    return Ring(together([[habits_of(table, rules, exact) for table in tables]]), rules)


def words(end: int) -> tuple[str, bool]:
    """Return an end by the name of its cause."""
    return CAUSES[ENDS[end][0]], ENDS[end][1]


class TestEnds:
    """How a round may end, by the rules alone."""

    def test_what_dice_make_of_a_call(self) -> None:
        assert dice_over(RULES_OF_THREE).tolist() == [
            [TRUE, FALSE, FALSE],  # anything mixed
            [TRUE, TRUE, FALSE],  # a double, also under a lower call
            [MIA, MIA, MIA],
        ]

    def test_a_doubt_by_the_dice_that_are_seen(self) -> None:
        lie, mia_lie, wrong, _, looked, _ = range(len(ENDS))
        assert ends_seen(RULES_OF_THREE).tolist() == [
            [lie, wrong, wrong],
            [lie, wrong, wrong],
            [mia_lie, looked, looked],
        ]
        by_dice = ends_seen(Rules(THREE, mia_by="dice", truth="exact"))
        assert by_dice.tolist() == [[lie, wrong, mia_lie]] * 2 + [[lie, wrong, looked]]

    def test_who_pays_for_mia(self) -> None:
        rules = Rules(THREE, true_mia="others", thrown_mia="next", mia_fold=None)
        assert words(int(ends_seen(rules)[2, MIA])) == ("mia_looked_at", True)
        assert words(shown_end(rules)) == ("mia_looked_at", False)
        assert [words(end)[0] for end in possible_ends(rules)] == [
            "lie_caught", "mia_lie_caught", "wrong_doubt", "mia_looked_at", "mia_looked_at",
        ]  # fmt: skip
        assert FOLDED in possible_ends(RULES_OF_THREE)


class TestHabits:
    """How somebody plays, whoever else is there."""

    def test_an_honest_player(self) -> None:
        """After a double it calls Mia, whatever it has thrown; it looks at Mia and at nothing."""
        habits = habits_of(HONEST.table(RULES_OF_THREE), RULES_OF_THREE, True)
        made = habits.made[0]
        assert made[0, 0].tolist() == [0, MIXED, 0, 0]
        assert made[0, 2].tolist() == [0, 0, TOP, 0]
        assert made[1, 1].tolist() == [MIXED, DOUBLE, 0, 0]
        assert made[2, 2].tolist() == [MIXED + DOUBLE, 0, TOP, 0]
        assert habits.often[0, 0].tolist() == [MIXED, DOUBLE, TOP]
        assert habits.doubts[0, 1].tolist() == [0, 0, 1]
        assert habits.onward[0, 1].tolist() == [1, 1, 0]
        assert not habits.folds.any()

    def test_what_is_said_over_mia(self) -> None:
        """By the exact test it is a lie to call a Mia less; who calls at random does so."""
        for truth in ("at_least", "exact"):
            rules = Rules(THREE, truth=truth)
            said = habits_of(RANDOM.table(rules), rules, True).made[0, ..., MIA]
            assert said.tolist() == [[TOP / 3] * 3, [0, TOP / 2, TOP / 2], [0, 0, TOP]]

    def test_lies_of_three_are_told_by_the_dice(self) -> None:
        rules = Rules(THREE, truth="exact")
        habits = habits_of(LUCKY.table(rules), rules, True)
        assert habits.lies(rules)[0, 0].tolist() == [0, 0, MIXED + DOUBLE]
        calls = np.zeros((3, 3, 3), int)
        calls[0, :, 1] = calls[1, :, 1] = calls[2, :, 2] = 1
        modest = TableStrategy("modest", calls, np.zeros((3, 3), int))
        assert habits_of(modest, rules, True).lies(rules)[0, 0, 1] == MIXED + TOP

    @pytest.mark.parametrize("seed", range(20))
    def test_whatever_is_thrown_is_called_shown_or_a_toast(self, seed: int) -> None:
        rules, tables, *_ = random_setting(random.Random(seed))
        shown = rules.throw_chances[rules.top] if rules.shown_at_all else 0
        for table in tables:
            habits = habits_of(table, rules, False)
            called = habits.often.sum(axis=(0, 2)).tolist()
            expected = float(1 - rules.toast_chance - shown)
            assert called == pytest.approx([expected] * (rules.last_state + 1), abs=1e-12)
            answered = habits.doubts + habits.onward + habits.folds
            assert answered.ravel() == pytest.approx(1)


def costs(me: int, n: int, rules: Rules) -> Any:
    """Return what each end is worth to a player, by who has called: the lives that it pays."""
    worth = np.full((1, n, len(ENDS)), Fraction(0), object)
    for caller in range(n):
        for end, (cause, others) in enumerate(ENDS):
            pays = rules.payers(cause, caller, (caller + 1) % n, others, [1] * n)
            worth[0, caller, end] -= rules.costs[CAUSES[cause]] * int(pays[me])
    return worth


class TestRing:
    """Rounds between several."""

    def test_two_lucky_players(self) -> None:
        """The opener claims Mia and the next one folds."""
        ring = ring_of(*[LUCKY.table(RULES_OF_THREE)] * 2)
        assert ring.folded[0, 0].tolist() == [1, 1, 1]
        assert ring.ends[0, 0, 0, FOLDED] == 1
        assert not ring.onward.any()
        assert ring.lies[0, 0, 0] == MIXED + DOUBLE

    def test_what_three_honest_players_pay(self) -> None:
        """After a double Mia must be called: the next one looks, and one throw in 18 costs two."""
        ring = ring_of(*[HONEST.table(RULES_OF_THREE)] * 3)
        values = ring.values(Worth.of(RULES_OF_THREE, costs(0, 3, RULES_OF_THREE)))[0]
        assert values[0, 2] == -(1 - TOP)  # I must call Mia
        assert values[1, 2] == 0  # the next one must, and the one after it looks
        assert values[2, 2] == -2 * TOP  # I look
        assert values[0, 1] == DOUBLE * 0 + MIXED * 0  # my double is believed; another lies
        assert values[2, 1] == -2 * TOP + (1 - TOP) * values[0, 2]

    @pytest.mark.parametrize("seed", range(40))
    def test_looking_back_from_the_ends_is_following_the_throws(self, seed: int) -> None:
        """What is to be expected is the same by how often each end comes, for each opener."""
        rules, tables, *_ = random_setting(random.Random(seed))
        exact, n = all(table.exact for table in tables), len(tables)
        ring = ring_of(*tables, rules=rules, exact=exact)
        visits = ring.visits(range(n))[0]
        for me in range(n):
            worth = costs(me, n, rules) if exact else costs(me, n, rules).astype(float)
            values = ring.values(Worth.of(rules, worth))[0, :, 0]
            ends = (visits[..., None] * ring.ends[0]).sum(axis=2)
            followed = (ends * worth[0]).sum(axis=(1, 2))
            if exact:
                assert (values == followed).all()
            assert values.astype(float) == pytest.approx(followed.astype(float), abs=1e-12)

    def test_many_games_at_once_are_as_many_single_ones(self) -> None:
        rules = Rules(THREE, call="at_least", thrown_mia="others")
        names = [["honest", "liar", "random"], ["random", "random", "lucky"]]
        tables = [[CHARACTERS[name].table(rules) for name in game] for game in names]
        habits = together([[habits_of(table, rules, False) for table in game] for game in tables])
        worth = np.concatenate([costs(0, 3, rules), costs(1, 3, rules)]).astype(float)
        values = Ring(habits, rules).values(Worth.of(rules, worth))
        for game, numbers in enumerate(values):
            alone = ring_of(*tables[game], rules=rules, exact=False)
            one = alone.values(Worth.of(rules, worth[[game]]))[0]
            assert numbers.ravel() == pytest.approx(one.ravel(), abs=1e-15)

    def test_a_call_that_is_repeated_for_ever_matters_where_it_is_reached(self) -> None:
        rules = Rules(THREE, call="at_least")
        calls = np.zeros((3, 3, 3), int)
        calls[0, :, 1] = calls[1, :, 0] = calls[2, :, 2] = 1  # opens with a double, repeats less
        doubts = np.array([[0, 1, 1], [0, 1, 1], [0, 1, 1]])
        table = TableStrategy("stubborn", calls, doubts)
        ring = ring_of(table, table, table, rules=rules)
        assert ring.visits([0])[0, 0, :, 0].tolist() == [1, 0, 0]
        with pytest.raises(ValueError, match="a round between these players never ends"):
            ring.values(Worth.of(rules, costs(0, 3, rules)))
        calls[0, :, [0, 1]] = [[1] * 3, [0] * 3]
        ring = ring_of(*[TableStrategy("opener too", calls, doubts)] * 3, rules=rules)
        with pytest.raises(ValueError, match="a round between these players never ends"):
            ring.visits([0])
