"""Facts about the table of ranks: a row for each variant, a column for each outcome."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mia_stats import STANDARD, VARIANTS, Outcome, Variant
from mia_stats.plotting import plot_ranks
from mia_stats.plotting.style import contrast
from tests.plotting.helpers import LONG, assert_all_can_be_read, axes, for_deuteranopes, ticks

DARK: Any = {"axes.facecolor": "#0d1117", "text.color": "#e6edf3"}


def table(ax: Axes) -> dict[tuple[int, Outcome], int]:
    """Return the rank in each cell, by row and outcome."""
    return {
        (round(note.xy[1]), STANDARD.outcomes[round(note.xy[0])]): int(note.get_text())  # type: ignore[attr-defined]  # an annotation
        for note in ax.texts
    }


class TestTheCells:
    def test_each_says_the_rank(self) -> None:
        ax = plot_ranks(ax=axes())
        drawn = table(ax)
        image: Any = np.ma.asarray(ax.images[0].get_array())
        for row, variant in enumerate(VARIANTS.values()):
            for column, outcome in enumerate(STANDARD.outcomes):
                if outcome in variant.rethrown:
                    assert (row, outcome) not in drawn
                    assert np.ma.getmaskarray(image)[row, column]
                else:
                    assert drawn[row, outcome] == image[row, column] == variant.rank(outcome)
        assert len(drawn) == 15 * 21 - 7  # 32; 32 and 31; 31; 41, 32 and 31

    def test_little_mia_is_second_in_meyer_and_last_in_mia(self) -> None:
        drawn = table(plot_ranks(["standard", "meyer"], ax=axes()))
        assert (drawn[0, Outcome(3, 1)], drawn[1, Outcome(3, 1)]) == (21, 2)

    def test_doubles_tie_in_kiriki(self) -> None:
        drawn = table(plot_ranks(["kiriki"], ax=axes()))
        assert {drawn[0, Outcome(die, die)] for die in range(1, 7)} == {2}

    def test_rows_and_columns_stand_in_the_order_given(self) -> None:
        ax = plot_ranks(["points", "standard", "meyer-toast-high"], ax=axes())
        assert ticks(ax) == ["points", "standard", "meyer-\ntoast-high"]
        assert ax.yaxis_inverted()  # the first one is on top
        columns = [label.get_text() for label in ax.get_xticklabels()]
        assert columns == [outcome.label for outcome in STANDARD]

    @pytest.mark.parametrize("rank", [1, 2, 21])
    def test_a_rank_has_one_colour_in_every_row(self, rank: int) -> None:
        """The better, the lighter, in grey too."""
        ax = plot_ranks(["standard", "numeric"], ax=axes())
        image: Any = ax.images[0]
        shades = image.cmap(image.norm(np.arange(1, 22)))[:, :3] @ (0.2126, 0.7152, 0.0722)
        assert (np.diff(shades) < 0).all()
        where = np.ma.asarray(image.get_array()) == rank
        assert where.any(axis=1).all()

    def test_what_an_empty_cell_means_is_said_where_there_is_one(self) -> None:
        said = "an empty cell is thrown again"
        assert said in plot_ranks(["mexen"], ax=axes()).get_xlabel()
        assert said not in plot_ranks(["standard"], ax=axes()).get_xlabel()


class TestTheTitle:
    @pytest.mark.parametrize(
        ("variants", "title"),
        [
            (VARIANTS, "21 is best in 13 of 15 variants; 11 and 32 rank anywhere from 1 to 21"),
            (
                ["standard", "meyer"],
                "21 is best in 2 of 2 variants; 31 ranks anywhere from 2 to 21",
            ),
            (
                ["standard", "ascending-doubles"],
                "21 is best in 2 of 2 variants; 66 and 11 rank anywhere from 2 to 7",
            ),
            (["standard", "standard"], "21 is best in 2 of 2 variants; all ranks agree"),
            (["kiriki"], "Kiriki: 21 is best, 4 is last"),
            ([], "No variants"),
        ],
        ids=str,
    )
    def test_it_is_the_answer(self, variants: Any, title: str) -> None:
        ax = plot_ranks(variants, ax=axes())
        assert ax.get_title() == title
        assert ax.title.get_horizontalalignment() == "left"


class TestEveryEye:
    @pytest.mark.parametrize("look", [{}, DARK], ids=["light", "dark"])
    def test_every_rank_is_read_on_its_cell(self, look: Any) -> None:
        with mpl.rc_context(look):
            ax = plot_ranks(ax=axes())
        for note in ax.texts:
            cell = colormaps["cividis_r"]((int(note.get_text()) - 1) / 20)
            for seen in (cell, for_deuteranopes(cell)):
                assert contrast(note.get_color(), seen) >= 4.5

    def test_letters_are_nine_pixels_high_on_a_phone(self) -> None:
        """Where the picture is 360 pixels wide, those in the cells aside."""
        figure = Figure(figsize=(4.6, 6.2), layout="constrained")
        ax = plot_ranks(ax=figure.subplots())
        assert_all_can_be_read(figure)
        for text in (ax.title, ax.xaxis.label, *ax.get_xticklabels(), *ax.get_yticklabels()):
            assert float(text.get_fontsize()) / 72 * 360 / 4.6 >= 9

    def test_three_on_a_row_can_be_read(self) -> None:
        figure = Figure(figsize=(18, 8))
        several: list[list[Variant | str]] = [[*VARIANTS], [LONG, "standard"], ["mexicali"]]
        for variants, ax in zip(several, figure.subplots(1, 3), strict=True):
            plot_ranks(variants, ax=ax)
        assert_all_can_be_read(figure)


def test_a_variant_that_is_none_is_refused() -> None:
    ax = axes()
    with pytest.raises(ValueError, match="'mayer' is no variant"):
        plot_ranks(["standard", "mayer"], ax=ax)
    assert not ax.has_data()
