"""Facts about how likely a player does what was seen, and who can't be told apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from mia_stats import CHARACTERS, HONEST, LIAR, MODEST, RANDOM, SNIPER, Rules, Seen, TableStrategy
from mia_stats.exact.likelihood import habits, likelihood
from mia_stats.game.seen import settled_by


def chance(seen: Seen, player: Any, rules: Rules) -> Fraction | float:
    """Return how likely a character does this."""
    return likelihood(settled_by(rules, seen), player.table(rules), rules)


def test_a_call_is_as_likely_as_its_dice_together() -> None:
    rules = Rules()
    alone = chance(Seen(54, call=61), HONEST, rules)
    shown = [
        chance(Seen(54, call=61, shown=dice), HONEST, rules) for dice in rules.variant.outcomes
    ]
    assert alone == sum(shown) == Fraction(20, 36)  # with 61, and over 54 and what is less


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(call="at_least"),
        Rules("meyer", mia_equalled=True),
        Rules(mia_fold=None),
        Rules(unseen_pass="liable"),
        Rules(unseen_pass="free"),
        Rules(second_throw="blind", toast=32),
    ],
    ids=str,
)
@pytest.mark.parametrize("name", ["honest", "random", "sniper", "gambler", "lucky"])
def test_something_is_done_for_certain(name: str, rules: Rules) -> None:
    """All calls in a state add up to 1 with the throws that nobody calls over; so do answers."""
    player, variant = CHARACTERS[name], rules.variant
    for last in (None, 54, 65):
        legal = rules.legal_calls(last)
        calls = [
            chance(Seen(last, call=call, blind=blind), player, rules)
            for call in {rules.tier(call): call for call in legal}.values()
            for blind in {False, rules.may_throw_again}
        ]
        assert sum(calls) == 1 - rules.toast_chance
        for heard in (66, variant.tiers[0][0]):
            mia = rules.tier(heard) == rules.top
            words = ["look"] if mia else ["doubt", "believe"]
            words += ["fold"] * (mia and rules.may_fold)
            words += ["believe"] * (mia and rules.may_equal_mia)
            answers: list[Any] = [*words]
            may_pass = rules.may_pass and not mia
            if may_pass:
                most = rules.highest_pass(rules.tier(heard))
                passes = range(rules.tier(heard), most + 1)
                answers += [rules.tier_outcomes(tier)[0] for tier in passes]
            done = [
                chance(Seen(last, heard=heard, answer=answer, may_pass=may_pass), player, rules)
                for answer in answers
            ]
            assert sum(done) == 1


def test_what_is_done_once_in_ten_thousand_million_times_may_be_done() -> None:
    table = HONEST.table(Rules())
    doubts = table.doubts.astype(float)
    doubts[0, 8], doubts[0, 9] = 1e-10, 1 - 1e-10
    rare = TableStrategy("rare", table.calls.astype(float), doubts)
    for heard, answer in ((54, "doubt"), (61, "believe")):
        thing = settled_by(Rules(), Seen(heard=heard, answer=answer))
        assert likelihood(thing, rare, Rules()) == pytest.approx(1e-10)


def test_who_may_not_hand_the_cup_on_believes() -> None:
    rules = Rules(unseen_pass="liable")
    assert chance(Seen(heard=66, answer="believe"), SNIPER, rules) == 1
    assert chance(Seen(heard=66, answer="believe", may_pass=True), SNIPER, rules) == 0


def test_who_plays_the_same_can_not_be_told_apart() -> None:
    plain, passes, blind = Rules(), Rules(unseen_pass="liable"), Rules(second_throw="blind")
    alike = {
        (rules, one, other)
        for rules, one, other in product(
            (plain, passes, blind), ("honest", "sniper", "gambler"), ("honest", "sniper", "gambler")
        )
        if one < other
        and habits(CHARACTERS[one].table(rules), rules)
        == habits(CHARACTERS[other].table(rules), rules)
    }
    assert alike == {
        (plain, "gambler", "honest"), (plain, "gambler", "sniper"), (plain, "honest", "sniper"),
        (passes, "gambler", "honest"), (blind, "honest", "sniper"),
    }  # fmt: skip


def test_what_never_comes_up_tells_nobody_apart() -> None:
    """Over a Mia that is shown nobody calls, and nobody hears a call that may not be repeated."""
    rules = Rules(thrown_mia="next")
    table = HONEST.table(rules)
    calls, doubts = table.calls.copy(), table.doubts.copy()
    calls[0, 20] = calls[0, 3]
    doubts[9, 8] = 1
    other = TableStrategy("other", calls, doubts)
    assert habits(other, rules) == habits(table, rules)
    assert habits(other, Rules()) != habits(table, Rules())
    assert habits(other, Rules(call="at_least")) != habits(table, Rules(call="at_least"))
    none = TableStrategy("no passes", table.calls, table.doubts, np.zeros((21, 21, 21), int))
    free = Rules(unseen_pass="free")
    assert habits(none, free) == habits(HONEST.table(free), free)
    for player in (LIAR, RANDOM, MODEST):
        assert habits(player.table(rules), rules) != habits(table, rules)
