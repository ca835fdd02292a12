"""Facts about the charts of games and of those who play them."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from mia_stats import CHARACTERS, HONEST, Rules, TableStrategy, evaluate, solve_round, tournament
from mia_stats.plotting import plot_convergence, plot_lies_and_doubts, plot_tournament
from tests.helpers import named
from tests.plotting.helpers import PAIR, axes, notes, ticks


def test_simulated_chances_come_with_intervals_that_shrink() -> None:
    players = ["honest", "liar", "lucky"]
    ax = plot_convergence(players, most=10_000, ax=axes())
    exact = evaluate(players, Rules(lives=3)).loses
    lines = [line for line in ax.lines if len(np.asarray(line.get_ydata())) == 2]
    assert [float(np.asarray(line.get_ydata())[0]) for line in lines] == [float(p) for p in exact]
    for container in ax.containers:
        spans = [np.ptp(segment[:, 1]) for segment in container[2][0].get_segments()]
        assert spans[0] > spans[1] > spans[2]
    assert notes(ax)[1] == f"liar {float(exact[1]):.2%}".replace("%", " %")


def test_who_never_loses_can_be_drawn() -> None:
    ax = Figure().subplots()
    plot_convergence(["lucky", "honest"], Rules(lives=20), most=1000, ax=ax)


def test_more_players_than_colors_are_refused_before_any_game() -> None:
    with pytest.raises(ValueError, match="7 players could not be told apart: give 2 to 6"):
        plot_convergence(["honest"] * 7, most=10**9)


def test_a_tournament_shows_the_strongest_first() -> None:
    result = tournament(["random", "honest", "lucky"], Rules(lives=1))
    ax = plot_tournament(result, ax=axes())
    assert ticks(ax)[-1] == "lucky"
    grid = np.asarray(ax.images[0].get_array())
    assert notes(ax) == [f"{100 * chance:.0f}" for chance in grid.ravel()]
    assert grid[2, 0] == pytest.approx(1 - grid[0, 2])


def test_who_are_equal_are_not_ranked() -> None:
    table = HONEST.table(Rules(lives=1))
    equal = [TableStrategy(name, table.calls, table.doubts) for name in ("c", "a", "b")]
    ax = plot_tournament(tournament(equal, Rules(lives=1)), ax=axes())
    assert ax.get_title().startswith("All do alike: ")
    assert ticks(ax) == ["c", "a", "b"]
    ax = plot_tournament(tournament([*equal[:2], "lucky"], Rules(lives=1)), ax=axes())
    assert ax.get_title().startswith("C and a do best: ")


def test_players_lie_and_doubt_as_they_do() -> None:
    ax = plot_lies_and_doubts(["honest", "lucky", "optimal"], ax=axes())
    points = dict(zip(notes(ax), ax.lines, strict=True))
    result = evaluate(["lucky", "optimal"])
    x, y = (np.asarray(data)[0] for data in points["lucky"].get_data())
    assert x == pytest.approx(result.lies[0] / result.calls[0], abs=1e-6)
    assert y == 0  # it never doubts
    assert ax.get_title() == "Who plays well lies in 45 % of its calls and doubts 62 %"


def test_a_name_is_no_formula() -> None:
    figure = Figure()
    plot_lies_and_doubts([named(r"a$\foo$b"), "lucky"], ax=figure.subplots())
    figure.draw_without_rendering()
    with pytest.raises(ValueError, match="one player or more"):
        plot_lies_and_doubts([], ax=figure.subplots())


class TestWhoPlaysWell:
    def test_the_optimum_is_known_by_its_play_not_by_its_name(self) -> None:
        best, liar = solve_round().strategy, CHARACTERS["liar"].table(Rules())
        impostor = TableStrategy("optimal", liar.calls, liar.doubts)
        ax = plot_lies_and_doubts([impostor, "honest"], ax=axes())
        assert ax.get_title() == "How often do players lie and doubt?"
        assert {line.get_marker() for line in ax.lines} == {"o"}
        assert "single round" not in ax.get_xlabel()
        hidden = TableStrategy("my own", best.calls, best.doubts)
        ax = plot_lies_and_doubts([impostor, hidden], ax=axes())
        assert [line.get_marker() for line in ax.lines] == ["o", "*"]
        assert ax.get_title() == "Who plays well lies in 45 % of its calls and doubts 62 %"
        assert "my own: the best play of a single round of two, not" in ax.get_xlabel()

    def test_a_picture_with_the_optimum_says_of_what_it_is_one(self) -> None:
        only = "optimal: the best play of a single round of two, not of a whole match"
        assert plot_tournament(PAIR, ax=axes()).get_xlabel() == only
        assert only in plot_lies_and_doubts(["liar", "optimal"], ax=axes()).get_xlabel()
        without = tournament(["honest", "liar"], Rules(lives=1))
        assert plot_tournament(without, ax=axes()).get_xlabel() == ""


def test_doubts_can_not_be_counted_where_a_thrown_mia_is_shown() -> None:
    """Who pays for it has doubted nothing, and is counted as who looked."""
    with pytest.raises(ValueError, match="thrown_mia must be 'hidden', not 'next'"):
        plot_lies_and_doubts(["honest"], Rules(thrown_mia="next"), ax=axes())
