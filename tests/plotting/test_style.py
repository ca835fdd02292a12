"""Facts about the colours of charts."""

from __future__ import annotations

from itertools import pairwise, product

import matplotlib as mpl
import pytest

from mia_stats.plotting import PALETTE, plot_beat_probability, plot_chances
from mia_stats.plotting.style import contrast, ink_on, pale, paper_of
from tests.plotting.helpers import axes


def test_the_kinds_can_be_told_apart_in_grey() -> None:
    grey = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b
        for r, g, b in (mpl.colors.to_rgb(color) for color in PALETTE.values())
    )
    assert min(b - a for a, b in pairwise(grey)) > 0.2


@pytest.mark.filterwarnings("ignore:plot_chances goes:FutureWarning")
@pytest.mark.parametrize("variant", ["meyer-toast-high", "numeric"])
def test_kinds_are_named_in_one_order(variant: str) -> None:
    for draw in (plot_chances, plot_beat_probability):
        legend = draw(variant, ax=axes()).get_legend()
        assert legend is not None
        named = [text.get_text() for text in legend.get_texts()]
        assert named == [kind for kind in ("Mia", "doubles", "mixed") if kind in named]


def test_the_contrast_is_that_of_the_guidelines() -> None:
    """The grey #767676 is the lightest that may be read on white."""
    assert contrast("#767676", "white") == pytest.approx(4.54, abs=0.005)
    assert contrast("white", "#767676") == contrast("#767676", "white")
    assert contrast("red", "red") == 1


def test_ink_is_read_on_every_colour() -> None:
    levels = [level / 15 for level in range(16)]
    for color in product(levels, levels, levels):
        assert contrast(ink_on(color), color) >= 4.5


def test_what_is_pale_is_near_the_page() -> None:
    """On a light page, on a dark one, and on axes through which the page is seen."""
    for page, paper in (("white", "white"), ("#0d1117", "#0d1117"), ("none", "white")):
        ax = axes()
        ax.set_facecolor(page)
        assert contrast(paper_of(ax), paper) == pytest.approx(1)
        for color in PALETTE.values():
            assert 1 < contrast(pale(color, ax), paper) < 1.5
