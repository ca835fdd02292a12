"""Facts about the rounds that each of those who are in may open."""

from __future__ import annotations

import numpy as np
import pytest

from mia_stats import CAUSES, HONEST, LIAR, Rules, evaluate
from mia_stats.exact import openers
from mia_stats.exact.openers import Loss, Rounds, Seats
from mia_stats.exact.rounds import End

LIE, WRONG, LOOKED_AT = map(CAUSES.index, ("lie_caught", "wrong_doubt", "mia_looked_at"))


def test_the_same_ring_is_weighed_once() -> None:
    openers._all_odds.cache_clear()
    evaluate(["honest"] * 4, Rules(lives=2))
    assert openers._all_odds.cache_info().misses == 1
    evaluate(["liar", "lucky"] * 3, Rules(lives=2))
    evaluate(["lucky", "liar"] * 3, Rules(lives=2))
    assert openers._all_odds.cache_info().misses == 2


class TestSeats:
    """Who pays, and who opens then."""

    def test_who_doubts_a_lie_opens_and_the_liar_pays(self) -> None:
        assert Seats(Rules(), 4).settle(End(1, 3, LIE, False)) == Loss((1,), 1, 3)

    def test_after_a_wrong_doubt_the_next_seat_is_to_open(self) -> None:
        assert Seats(Rules(), 4).settle(End(2, 3, WRONG, False)) == Loss((3,), 1, 0)

    def test_all_others_pay_for_a_true_mia(self) -> None:
        seats = Seats(Rules(true_mia="others"), 4)
        assert seats.settle(End(1, 2, LOOKED_AT, True)) == Loss((0, 2, 3), 2, 3)

    def test_nobody_is_to_open_where_one_is_drawn(self) -> None:
        assert Seats(Rules(next_starter="random"), 4).settle(End(1, 2, LIE, False)).opener == 4

    def test_who_is_out_hands_on_to_the_left_where_the_others_play_on(self) -> None:
        in_play = 0b1001  # seats 0 and 3
        assert Seats(Rules(ending="last_standing"), 4).opener[in_play].tolist() == [0, 3, 3, 3, 4]


class TestRounds:
    """Rounds among some of the seats."""

    def test_only_who_is_in_pays(self) -> None:
        rules = Rules(true_mia="others", ending="last_standing")
        tables = {seat: LIAR.table(rules) for seat in (0, 1, 3)}
        rounds = Rounds(Seats(rules, 4), tables)
        rounds.weigh([1])
        payers = {loss.payers for loss in rounds.losses}
        assert {(0, 1), (0, 3), (1, 3)} <= payers  # the caller is the third
        assert not any(2 in paying for paying in payers)

    def test_the_chances_of_all_losses_add_up_to_one(self) -> None:
        rules = Rules()
        rounds = Rounds(Seats(rules, 3), {seat: HONEST.table(rules) for seat in range(3)})
        arriving = np.eye(3)
        assert rounds.until_a_loss(arriving).tolist() == arriving.tolist()
        assert rounds.chances.sum(axis=0) == pytest.approx(1)

    def test_rounds_that_cost_nothing_follow_each_other(self) -> None:
        """Where a wrong doubt costs nothing, more rounds are opened than lives are lost."""
        rules = Rules(doubt_penalty=0, mia_fold=0, mia_penalty=0)
        tables = {0: LIAR.table(rules), 1: LIAR.table(rules)}
        rounds = Rounds(Seats(rules, 2), tables)
        opened = rounds.until_a_loss(np.array([[1.0, 0.0]]))
        lost = rounds.chances.sum(axis=0)
        assert opened.sum() > 1
        assert opened @ lost == pytest.approx(1)
