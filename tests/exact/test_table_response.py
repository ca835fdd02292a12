"""Facts about the best reply to all others at a table, in whole games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    Game,
    Player,
    ReplyByLives,
    Rules,
    TableResponse,
    TableStrategy,
    best_response,
    evaluate,
    match_exploitability,
    simulate_games,
    solve_match,
)
from mia_stats.game.reply import check_reply
from tests.helpers import THREE, NextTier, within
from tests.oracles.settings import random_setting


def replied(seed: int) -> tuple[TableResponse, list[TableStrategy], TableStrategy] | None:
    """Return the reply to drawn tables by drawn rules, the tables, and one more; not by all."""
    rng = random.Random(seed)
    rules, (own, *others), lives, _ = random_setting(rng)
    known = {
        price: max(1, getattr(rules, price))
        for price in ("lie_penalty", "doubt_penalty", "mia_penalty", "mia_lie_penalty")
    }
    rules = replace(
        rules, **known, toast=(), unseen_pass="never", second_throw="never", mia_equalled=False,
        forfeit="life", rounds=None, ending=rng.choice(["first_out", "last_standing"]),
        mia_fold=rules.mia_fold and max(1, rules.mia_fold),
    )  # fmt: skip
    if rules.mia_fold == 0:
        rules = replace(rules, mia_fold=1)
    try:
        check_reply(rules)
    except ValueError:
        return None
    own, *others = (TableStrategy(t.name, t.calls, t.doubts) for t in (own, *others))
    lives = lives or tuple(rng.randint(1, 3) for _ in range(len(others) + 1))
    return best_response(others, rules, lives=lives), others, own


def loses(first: Any, reply: TableResponse, others: list[TableStrategy], opener: int) -> float:
    """Return the chance of somebody to lose in the seat of the reply."""
    return float(
        evaluate([first, *others], reply.rules, lives=reply.lives, starter=opener).loses[0]
    )


def changes(strategy: ReplyByLives, rng: np.random.Generator) -> Iterator[ReplyByLives]:
    """Yield a strategy with one call, or one answer, made in another way."""
    rules = strategy.rules
    played = np.argwhere(strategy.called[..., 0, 0] >= 0)
    for _ in range(3):
        lives, state = tuple(rng.choice(played)), int(rng.integers(0, rules.tier_count))
        called, answers = strategy.called.copy(), strategy.answers.copy()
        rolled = int(rng.integers(0, rules.tier_count))
        call = int(rng.integers(rules.lowest_call(state), rules.tier_count))
        called[(*lives, state, rolled)] = call
        yield ReplyByLives("other call", rules, called, strategy.answers)
        answers[(*lives, state, call)] = -3 - answers[(*lives, state, call)]
        yield ReplyByLives("other answer", rules, strategy.called, answers)


@pytest.mark.parametrize("seed", range(14))
def test_it_loses_as_often_as_it_says_and_nobody_less(seed: int) -> None:
    """By drawn rules and tables: no ready-made player, no other table, no change of one choice."""
    found = replied(seed)
    if found is None:
        pytest.skip("nobody throws Mia, so that a round may never end")
    reply, others, own = found
    rng = np.random.default_rng(seed)
    honest, at_random = CHARACTERS["honest"], CHARACTERS["random"]
    rivals = [own, honest, at_random, *changes(reply.strategy, rng)]
    for opener, promised in enumerate(reply.loses):
        assert loses(reply.strategy, reply, others, opener) == pytest.approx(promised, abs=1e-10)
        for rival in rivals:
            try:
                lost = loses(rival, reply, others, opener)
            except ValueError as error:
                assert "never ends" in str(error)
            else:
                assert lost >= promised - 1e-11


@pytest.mark.parametrize("ending", ["first_out", "last_standing"])
def test_games_that_are_played_bear_it_out(ending: Any) -> None:
    rules = Rules(lives=2, ending=ending, next_starter="loser")
    reply = best_response(["random", "optimal", "liar"], rules)
    players: list[Player] = [reply.strategy, "random", "optimal", "liar"]
    games = 4000
    for starter, chance in enumerate(reply.loses):
        lost = simulate_games(players, rules, games=games, rng=1, starter=starter).losses[0]
        assert within(lost, games * chance, games * chance * (1 - chance))


def test_it_sits_at_a_table_where_all_is_done_step_by_step() -> None:
    rules = Rules(THREE, lives=2)
    strategy = best_response(["liar", "honest"], rules).strategy
    game = Game([strategy, "liar", "honest"], rules, rng=1)
    game.run()
    assert game.over
    assert Game.replay(game.log(), [strategy, "liar", "honest"], rng=1).log() == game.log()


class TestOfTwo:
    """A whole duel, which is a match."""

    def test_against_the_solution_of_a_match_nobody_does_better_than_it(self) -> None:
        solution = solve_match(Rules(lives=3))
        reply = best_response([solution.strategy], lives=(2, 3))
        wins = solution.opener_wins
        expected = (1 - wins[2, 3], wins[3, 2])
        assert reply.loses == pytest.approx(expected, abs=1e-12)

    @pytest.mark.parametrize("rules", [Rules(lives=3), Rules("meyer", lives=2, call="at_least")])
    def test_it_gains_what_there_is_to_gain_in_a_match(self, rules: Rules) -> None:
        for name in ("honest", "calculator"):
            reply = best_response([name], rules)
            gain = 0.5 - sum(reply.loses) / 2
            assert gain == pytest.approx(match_exploitability(name, rules), abs=1e-14)

    def test_the_other_may_be_a_reply_itself(self) -> None:
        """Who opens a round of one life against the reply to the best play never loses."""
        known = best_response([solve_match(Rules(lives=1)).strategy]).strategy
        reply = best_response([known])
        assert reply.rules == Rules(lives=1)
        assert reply.loses[0] < solve_match(Rules(lives=1)).opener_wins[1, 1]
        assert reply.against == ("best response to optimal",)


class TestInWords:
    """What is shown."""

    def test_the_play_of_two_loses_among_three(self) -> None:
        """Who knows it goes out first in 7 % of games of six lives."""
        reply = best_response(["optimal", "optimal"], Rules(lives=6))
        assert sum(reply.loses) / 3 == pytest.approx(0.0696, abs=1e-4)
        assert reply.plan == (
            "Open: with 31 to 21 call 52. As responder doubt opening calls of 53 to 66."
        )
        who = "optimal of a duel, optimal of a duel"
        assert repr(reply) == f"<TableResponse to {who}, loses 0.0696 of all games>"

    def test_the_table_has_a_row_for_each_opener(self) -> None:
        reply = best_response(["liar", "lucky"], Rules(lives=1, ending="last_standing"))
        frame = reply.to_frame()
        assert list(frame["player"]) == ["best response", "liar", "lucky"]
        assert list(frame["loses"]) == list(reply.loses)
        assert reply.caption.startswith(
            "The chance not to be the last of the best response to liar, lucky, by who opens; Mia"
        )
        assert reply.plan in reply.caption
        assert "<table" in reply._repr_html_()


class TestErrors:
    """What it can't weigh, and what works."""

    @pytest.mark.parametrize(
        ("changes", "named"),
        [
            ({"forfeit": "sip", "ending": "rounds", "rounds": 3}, "a game of sips"),
            ({"mia_penalty": 0}, "mia_penalty=0"),
            ({"toast": 32}, "toasts"),
            ({"unseen_pass": "free"}, "an unseen pass among 3, unseen_pass='free'"),
            ({"second_throw": "blind"}, "a blind second throw"),
            ({"mia_equalled": True}, "an answer of Mia to Mia"),
        ],
    )
    def test_rules(self, changes: Any, named: str) -> None:
        with pytest.raises(ValueError, match=f"{named}.* evaluate"):
            best_response(["liar", "honest"], Rules(**changes))

    def test_two_never_pass_a_cup_unseen(self) -> None:
        free, never = (
            best_response(["liar"], Rules(lives=2, unseen_pass=by)) for by in ("free", "never")
        )
        assert free.loses == never.loses

    @pytest.mark.parametrize(
        ("others", "lives", "message"),
        [
            (["liar"] * 6, None, "1 to 5 players, not 6"),
            ([], None, "1 to 5 players, not 0"),
            (["liar", "liar"], (3, 2), "lives must be a list of 3 numbers"),
            (["liar", "liar"], (3, 2, 0), "lives must be from 1 to 100, not 0"),
            (["poker"], None, "'poker' is no player"),
            (["liar"] * 5, [7] * 6, r"262,144 states.* 120,000 can be .*: 6 seats of 6 lives"),
        ],
    )
    def test_seats_lives_and_players(self, others: Any, lives: Any, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            best_response(others, Rules(lives=2), lives=lives)

    def test_who_has_no_table(self) -> None:
        with pytest.raises(TypeError, match=r"TableStrategy\.from_strategy"):
            best_response([NextTier(), "liar"])
        with pytest.raises(TypeError, match="the others at the table as a list"):
            best_response("liar", lives=(3, 2))
        with pytest.raises(TypeError, match="players come before the rules"):
            best_response(Rules())  # type: ignore[call-overload]  # it must raise

    def test_a_solution_for_another_match(self) -> None:
        solved = solve_match(Rules(lives=2)).strategy
        with pytest.raises(ValueError, match="plays matches of 2 players, not of 3"):
            best_response([solved, "liar"])
        with pytest.raises(ValueError, match="1 to 2 lives, not for 3 against 2"):
            best_response([solved], lives=(2, 3))

    def test_a_table_for_each_lives_takes_longer(self) -> None:
        solved = solve_match(Rules(lives=2)).strategy
        many = ReplyByLives("many", Rules(), *[np.zeros((101, 101, 1, 1), np.int8)] * 2)
        with pytest.raises(ValueError, match="where somebody plays by the lives"):
            best_response([many], Rules(), lives=(100, 100))
        assert best_response([solved], lives=(2, 2)).loses[0] > 0
