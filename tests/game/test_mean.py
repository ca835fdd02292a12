"""Facts about how somebody plays on average who is one of several players."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from mia_stats import CHARACTERS, GAMBLER, HONEST, LIAR, RANDOM, SNIPER, Rules, TableStrategy
from mia_stats.game.mean import mean_table
from mia_stats.game.said import behind, truths_and_lies

THIRD = Fraction(1, 3)
BLIND = Rules("kiriki", second_throw="blind", toast=32)


def of_two(rules: Rules, first: object, second: object) -> tuple[TableStrategy, ...]:
    """Return two tables, and how somebody plays who is the first one time in three."""
    one, other = (CHARACTERS[str(name)].table(rules) for name in (first, second))
    return one, other, mean_table("mean", [one, other], [THIRD, 1 - THIRD], rules)


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (Rules(), ("honest", "liar")),
        (Rules("meyer", mia_equalled=True), ("random", "lucky")),
        (BLIND, ("random", "gambler")),
        (BLIND, ("random", "honest")),
        (Rules(thrown_mia="next", second_throw="blind"), ("gambler", "random")),
    ],
    ids=str,
)
def test_each_call_is_as_often_true_and_false_as_on_average(
    rules: Rules, names: tuple[str, str]
) -> None:
    one, other, mean = of_two(rules, *names)
    assert mean.exact
    for blind in (False, True):
        for part in (0, 1):
            parts = [truths_and_lies(t, rules, blind=blind)[part] for t in (one, other, mean)]
            assert (parts[2] == THIRD * parts[0] + (1 - THIRD) * parts[1]).all()


def test_a_blind_call_tells_who_throws_again() -> None:
    """An honest player never does, so what a blind mixture calls is what the gambler calls."""
    _, gambler, mean = of_two(BLIND, "honest", "gambler")
    assert mean.blind is not None
    assert behind(mean, BLIND, blind=True).keys() == behind(gambler, BLIND, blind=True).keys()
    thrown = BLIND.tier(31), BLIND.state(65)
    assert mean.again is not None
    assert mean.again[thrown[1], thrown[0]] == 1 - THIRD


def test_answers_are_the_mean_too() -> None:
    rules = Rules(unseen_pass="liable")
    honest, random = HONEST.table(rules), RANDOM.table(rules)
    mean = mean_table("mean", [honest, random], [THIRD, 1 - THIRD], rules)
    assert mean.passes is not None
    assert random.passes is not None
    assert (mean.passes == (1 - THIRD) * random.passes).all()
    assert (mean.doubts == THIRD * honest.doubts + (1 - THIRD) * random.doubts).all()


def test_one_player_is_its_own_mean() -> None:
    for rules in (Rules(), BLIND, Rules("meyer"), Rules(unseen_pass="liable")):
        for player in (HONEST, LIAR, SNIPER, RANDOM, GAMBLER):
            table = player.table(rules)
            mean = mean_table("mean", [table], [Fraction(1)], rules)
            for blind in (False, True):
                assert behind(mean, rules, blind=blind) == behind(table, rules, blind=blind)
            assert (mean.doubts == table.doubts).all()


def test_floats_make_floats() -> None:
    tables = [HONEST.table(Rules()), LIAR.table(Rules())]
    mean = mean_table("mean", tables, [0.5, 0.5], Rules())
    assert not mean.exact
    assert mean.doubts[0, 8] == 0.25
    table = TableStrategy("own", tables[0].calls.astype(float), tables[0].doubts.astype(float))
    assert not mean_table("mean", [table, tables[1]], [THIRD, 1 - THIRD], Rules()).exact
    assert np.allclose(mean.calls.sum(axis=2), 1)
