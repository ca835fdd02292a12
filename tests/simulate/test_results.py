"""Facts about what a result tells."""

from __future__ import annotations

import numpy as np
import pytest

from mia_stats import (
    AnswerSituation,
    CallSituation,
    Dice,
    Rules,
    SimulationInterrupted,
    Tiers,
    evaluate,
    simulate_games,
)
from mia_stats.game.rules import CAUSES
from mia_stats.simulate.results import wilson
from tests.simulate.helpers import PLAYERS


def test_the_frame_has_a_row_for_each_seat() -> None:
    result = simulate_games(PLAYERS, games=1000, rng=1)
    frame = result.to_frame()
    assert list(frame["player"]) == PLAYERS
    assert (frame["losses"] + frame["wins"] == 1000).all()
    assert (frame["loses_low"] < frame["loses"]).all()
    assert (frame["loses"] < frame["loses_high"]).all()
    assert list(frame[list(CAUSES)].sum(axis=1)) == result.forfeits.sum(axis=1).tolist()
    assert "<table>" in result._repr_html_()
    assert "1,000 games of Mia, 6 lives" in str(result)


def test_a_result_can_not_be_changed() -> None:
    result = simulate_games(PLAYERS, games=10, rng=1)
    with pytest.raises(ValueError, match="read-only"):
        result.losses[0] = 0
    with pytest.raises(AttributeError):
        result.games = 0  # type: ignore[misc]  # it must raise


def test_sips_have_columns_of_their_own() -> None:
    frame = simulate_games(PLAYERS, "drinking", games=100, rng=1).to_frame()
    assert frame[["sips", "drinks"]].to_numpy().sum() == 2000
    assert "losses" not in frame


def test_wilson_intervals() -> None:
    """Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    published = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (count, total), interval in published.items():
        assert wilson(count, total) == pytest.approx(interval, abs=5e-5)


@pytest.mark.long
def test_the_interval_holds_the_truth_most_of_the_time() -> None:
    """Two identical players: the chance is one half, and 95 of 100 intervals hold it."""
    held = 0
    for seed in range(200):
        low, high = simulate_games(["honest"] * 2, games=400, rng=seed).intervals[0]
        held += low <= 0.5 <= high
    assert 180 <= held <= 199


@pytest.mark.parametrize("total", [1, 7, 9, 10, 12, 100, 10**6])
def test_an_interval_holds_what_was_seen(total: int) -> None:
    assert wilson(0, total)[0] == 0
    assert wilson(total, total)[1] == 1


class TestSums:
    """Games of several runs are counted together."""

    def test_two_runs_add_up(self) -> None:
        one, other = (simulate_games(["honest", "random"], games=300, rng=rng) for rng in (1, 2))
        both = one + other
        assert both == other + one
        assert (both.games, both.requested, both.partial) == (600, 600, False)
        assert both.losses.tolist() == [
            a + b for a, b in zip(one.losses, other.losses, strict=True)
        ]
        assert both.rounds == (one.rounds + other.rounds) / 2
        assert int(both.round_counts.sum()) == 600
        with pytest.raises(ValueError, match="read-only"):
            both.losses[0] = 0

    def test_other_players_and_other_rules_do_not(self) -> None:
        one = simulate_games(["honest", "random"], games=10, rng=1)
        for other in (
            simulate_games(["random", "honest"], games=10, rng=1),
            simulate_games(["honest", "random"], Rules(lives=3), games=10, rng=1),
        ):
            with pytest.raises(ValueError, match="can't be counted together"):
                one + other


def test_a_result_without_games_can_not_be_changed_either() -> None:
    class Leaving:
        name = "leaving"

        def choose_call(self, seen: CallSituation, rng: np.random.Generator) -> Tiers:
            raise KeyboardInterrupt

        def answer(self, seen: AnswerSituation, rng: np.random.Generator) -> Tiers:
            raise AssertionError

    with pytest.raises(SimulationInterrupted) as stopped:
        simulate_games([Leaving(), "honest"], games=10)
    assert stopped.value.result.games == 0
    with pytest.raises(ValueError, match="read-only"):
        stopped.value.result.losses[0] = 1


def test_a_caption_tells_of_toasts_that_never_come() -> None:
    rules = Rules(dice=Dice([1, 0, 1, 4, 1, 1]), toast=[32], lives=1)
    assert simulate_games(["honest", "liar"], rules, games=10, rng=1).caption.endswith("0 toasts")


def test_the_caption_tells_the_lives_that_were_played_with() -> None:
    players = ["honest", "liar"]
    uneven = simulate_games(players, games=10, lives=[3, 2], rng=1)
    assert uneven.caption.startswith("10 games of Mia, 3 and 2 lives: ")
    assert evaluate(players, lives=[1, 1]).caption.startswith("Mia, 1 life: 1 round and ")
    assert evaluate(players, lives=[2, 2]).lives == (2, 2)
    with pytest.raises(ValueError, match=r"with lives \(3, 2\) can't be counted together"):
        uneven + simulate_games(players, games=10, rng=1)


def test_nobody_loses_a_game_of_sips() -> None:
    result = simulate_games(["honest", "liar"], "drinking", games=10, rng=1)
    assert np.isnan(result.intervals).all()
