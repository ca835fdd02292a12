"""Facts about a reply that plays by the lives of all."""

from __future__ import annotations

import pickle
import re
from itertools import product

import numpy as np
import pytest

from mia_stats import (
    BELIEVE,
    DOUBT,
    UNSEEN,
    AnswerSituation,
    CallSituation,
    ReplyByLives,
    Rules,
    best_response,
)
from tests.helpers import THREE

RULES = Rules(THREE, ending="last_standing")


@pytest.fixture(scope="module")
def reply() -> ReplyByLives:
    """Reply to two others, with two lives against one and three."""
    return best_response(["random", "liar"], RULES, lives=(2, 1, 3)).strategy


def test_it_says_in_many_games_what_its_tables_say(reply: ReplyByLives) -> None:
    """By the lives of all, its own first, wherever it sits; and it draws nothing."""
    rng = np.random.default_rng(1)
    before = rng.bit_generator.state
    for seat, lives in product(range(3), [(1, 1, 1), (2, 0, 3), (2, 1, 0), (2, 1, 3)]):
        seat_lives = np.roll(lives, seat)[None].repeat(3, axis=0)
        seats, throws, table = np.full(3, seat), np.arange(3), reply.at(*lives)
        for state in range(3):
            states = np.full(3, state)
            calls = reply.choose_call(CallSituation(RULES, states, seats, seat_lives, throws), rng)
            assert (table.calls[state, throws, calls] == 1).all()
            heard = np.arange(state, 3)
            n = len(heard)
            seen = AnswerSituation(
                RULES, states[:n], seats[:n], seat_lives[:n], heard, np.zeros(n, bool)
            )
            answers = reply.answer(seen, rng)
            assert (np.where(table.doubts[state, heard] == 1, DOUBT, BELIEVE) == answers).all()
    assert rng.bit_generator.state == before


def test_it_decides_one_thing_at_a_time(reply: ReplyByLives) -> None:
    table = reply.at(2, 1, 3)
    called = RULES.tier_outcomes(int(np.argmax(table.calls[0, 0] == 1)))[0]
    assert reply.call(31, lives=(2, 1, 3)) == called
    assert reply.answer_to(21, lives=(2, 1, 3)) == ("look" if table.doubts[0, 2] else "fold")
    such = re.escape(f"by the lives of all: give lives={reply.lives}, say")
    with pytest.raises(ValueError, match=such):
        reply.call(31)


def test_it_knows_the_lives_down_from_those_it_began_with(reply: ReplyByLives) -> None:
    assert (reply.lives, reply.seats) == ((2, 1, 3), 3)
    for lives in ((3, 1, 3), (0, 1, 3), (2, 0, 0)):
        with pytest.raises(ValueError, match=r"began with lives \(2, 1, 3\), mine first, not for"):
            reply.at(*lives)
    with pytest.raises(ValueError, match="plays matches of 3 players, not of 2"):
        reply.at(2, 1)
    first_out = best_response(["random", "liar"], Rules(THREE, lives=1)).strategy
    with pytest.raises(ValueError, match="not for"):
        first_out.at(1, 1, 0)  # where the game is over


def test_it_has_no_answer_to_what_it_never_does(reply: ReplyByLives) -> None:
    rules = Rules(THREE, ending="last_standing", second_throw="blind")
    zero = np.array([0])
    seen = CallSituation(rules, zero, zero, np.array([[2, 1, 3]]), np.array([UNSEEN]))
    with pytest.raises(ValueError, match="never throws again"):
        reply.choose_call(seen, np.random.default_rng(1))


def test_it_can_be_handed_to_another_process(reply: ReplyByLives) -> None:
    copy = pickle.loads(pickle.dumps(reply))
    assert (copy.called == reply.called).all()
    assert repr(copy) == repr(reply)
    assert repr(reply).startswith("<ReplyByLives best response to random, liar: three, 2, 1 and 3")
