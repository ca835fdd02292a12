"""Facts about the charts of chances: each bar is a chance."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from mia_stats import Dice, odds
from mia_stats.plotting import PALETTE, plot_beat_probability, plot_chances
from tests.plotting.helpers import axes, bars, notes, ticks


@pytest.mark.parametrize("variant", ["standard", "little-mia", "kinito-void", "mexico-us"])
def test_there_is_a_bar_for_each_outcome_from_zero_to_its_chance(variant: str) -> None:
    ax = plot_beat_probability(variant, ax=axes())
    table = odds(variant)
    assert [label.rstrip(")")[-2:] for label in ticks(ax)] == [str(r.outcome) for r in table]
    assert [bar.get_width() for bar in bars(ax)] == [float(row.beaten) for row in table]
    assert {bar.get_x() for bar in bars(ax)} == {0}
    assert ax.get_xlim()[0] == 0
    assert ax.yaxis_inverted()  # the best outcome is on top
    for note, row in zip(notes(ax), table, strict=True):
        assert str(row.beaten) in note
        assert f"{float(row.beaten):.1%}".replace("%", " %") in note


def test_where_players_call_sums_they_stand_before_the_tiers() -> None:
    labels = " ".join(ticks(plot_beat_probability("points", ax=axes())))
    assert labels.endswith(
        "11 65 10 (64) 9 (63 = 54) 8 (62 = 53) 7 (61 = 52 = 43) 6 (51 = 42) 5 (41 = 32) 4 (31)"
    )


def test_kinds_keep_their_colours() -> None:
    ax = plot_beat_probability(ax=axes())
    expected = [PALETTE[row.outcome.kind] for row in odds()]
    assert [to_hex(bar.get_facecolor()) for bar in bars(ax)] == expected
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["doubles", "mixed"]  # 21 has no bar
    legend = plot_beat_probability("mexico-us", ax=axes()).get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["Mia", "doubles", "mixed"]


def test_the_even_call_is_pointed_out() -> None:
    ax = plot_beat_probability(ax=axes())
    assert [note for note in notes(ax) if "even" in note] == ["50.0 %   1/2   ← even"]
    assert ax.get_title() == "Mia: a call of 54 is beaten exactly half the time"
    (line,) = ax.lines
    assert list(np.asarray(line.get_xdata())) == [0.5, 0.5]


def test_ties_and_rethrows_are_drawn_right() -> None:
    ax = plot_beat_probability("kinito-void", ax=axes())
    assert ticks(ax)[:3] == ["21", "= 65", "66"]
    assert not any("even" in note for note in notes(ax))
    assert ax.get_title() == "Kinito with void rolls\nno call is beaten exactly half the time"
    assert "41 is thrown again, 32 is thrown again, 31 is thrown again" in ax.get_xlabel()
    first, second, third = bars(ax)[:3]
    assert first.get_y() + first.get_height() == pytest.approx(second.get_y())
    assert second.get_y() + second.get_height() < third.get_y()


def test_dice_that_are_not_fair_are_named() -> None:
    ax = plot_beat_probability(dice=Dice([1, 1, 2, 2, 2, 10**9]), ax=axes())
    assert "dice 1,1,2,2,2,1000000000" in ax.get_xlabel()
    assert not any("/" in note for note in notes(ax)[3:])  # such fractions are too long


def test_the_chart_of_chances_says_what_takes_its_place() -> None:
    with pytest.warns(FutureWarning, match="plot_chances goes .*: plot_rolls draws") as warned:
        plot_chances(ax=axes())
    assert warned[0].filename == __file__


@pytest.mark.filterwarnings("ignore:plot_chances goes:FutureWarning")
def test_chances_have_a_bar_for_each_outcome() -> None:
    ax = plot_chances("meyer-toast", ax=axes())
    table = odds("meyer-toast")
    assert [bar.get_height() for bar in bars(ax)] == [float(row.p) for row in table]
    assert [label.get_text() for label in ax.get_xticklabels()] == [str(r.outcome) for r in table]
    assert notes(ax) == ["1/17", "1/34"]
    rights = [note.get_window_extent().x1 for note in ax.texts]
    ends = [ax.transData.transform((bars(ax)[place].get_x() + 0.8, 0))[0] for place in (19, 7)]
    assert rights == pytest.approx(ends, abs=2)  # a note stays clear of a higher bar beside it
    assert ax.get_ylim()[0] == 0
    assert "how likely" in plot_chances(dice=Dice([1, 2, 3, 4, 5, 6]), ax=axes()).get_title()
