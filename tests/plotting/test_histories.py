"""Facts about lines of chances that grow or shrink step by step."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from mia_stats.plotting.histories import History, NoteAbove, draw_histories, name_ends, name_peaks

BEST = History("liar", [0.5, 0.1, 0.9], 0.9, is_best=True)
GONE = History("lucky", [0.2, 0.8, 0.0], 0.0, is_best=False)
LOW = History("blind", [0.3, 0.1, 0.01], 0.01, is_best=False)
LEFT = History("random", [0.0, 0.0, 0.09], 0.09, is_best=False)


def test_who_is_left_is_named_at_the_end_and_who_was_likely_once_at_the_peak() -> None:
    assert [line.end for line in (BEST, GONE, LOW, LEFT)] == [0.9, None, None, 0.09]
    assert [line.is_noted for line in (BEST, GONE, LOW, LEFT)] == [False, True, False, False]
    assert GONE.peak == 1
    assert History("alone", [1.0], 1, is_best=True).peak == 0


def test_the_best_line_is_the_strongest_and_each_has_its_name() -> None:
    ax = Figure((4.6, 3.8)).subplots()
    lines = [BEST, GONE, LOW, LEFT]
    drawn = draw_histories(ax, [0, 1, 2], lines)
    heights = [np.asarray(line.get_xydata())[:, 1].tolist() for line in drawn]
    assert heights == [line.chances for line in lines]
    widths = [line.get_linewidth() for line in drawn]
    assert widths[0] == max(widths)
    assert widths[2] == min(widths)
    name_ends(ax, 2, lines)
    name_peaks(ax, [0, 1, 2], lines, drawn)
    said = " ".join(text.get_text() for text in ax.texts).replace("\n", " ")
    assert all(part in said for part in ("liar 90 %", "random 9 %", "blind at most 1 %", "lucky"))


def test_those_who_end_together_have_one_label() -> None:
    ax = Figure((4.6, 3.8)).subplots()
    two = [History(name, [0.5, 0.5], 0.5, is_best=True) for name in ("honest", "modest")]
    draw_histories(ax, [0, 1], two)
    name_ends(ax, 1, two)
    (label,) = ax.texts
    assert " ".join(label.get_text().split()) == "honest or modest 50 % each"


@pytest.mark.parametrize("step", [1, 9])
def test_a_note_stays_inside(step: int) -> None:
    """It stands on the side of its line where there is room."""
    figure = Figure((4.6, 3.8))
    ax = figure.subplots()
    ax.set(xlim=(0, 10), ylim=(0, 1.3))
    note = NoteAbove(ax, step, 1.2, "opens with 66, has 63")
    note.fit()
    figure.draw_without_rendering()
    box, inside = note.note.get_window_extent(), ax.get_window_extent()
    assert inside.x0 - 1 <= box.x0
    assert box.x1 <= inside.x1 + 1
