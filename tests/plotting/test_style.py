"""Facts about the colours of charts."""

from __future__ import annotations

from itertools import pairwise

import matplotlib as mpl
import pytest

from mia_stats.plotting import PALETTE, plot_beat_probability, plot_chances
from tests.plotting.helpers import axes


def test_the_kinds_can_be_told_apart_in_grey() -> None:
    grey = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b
        for r, g, b in (mpl.colors.to_rgb(color) for color in PALETTE.values())
    )
    assert min(b - a for a, b in pairwise(grey)) > 0.2


@pytest.mark.parametrize("variant", ["meyer-toast-high", "numeric"])
def test_kinds_are_named_in_one_order(variant: str) -> None:
    for draw in (plot_chances, plot_beat_probability):
        legend = draw(variant, ax=axes()).get_legend()
        assert legend is not None
        named = [text.get_text() for text in legend.get_texts()]
        assert named == [kind for kind in ("Mia", "doubles", "mixed") if kind in named]
