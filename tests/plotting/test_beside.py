"""Facts about the labels at lines and points: each is beside what it names."""

from __future__ import annotations

import pickle
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from mia_stats.plotting import plot_survival
from mia_stats.plotting.beside import spread
from tests.plotting.helpers import (
    CHARTS,
    assert_all_can_be_read,
    assert_labels_stand_at_their_lines,
    axes,
    notes,
)


@pytest.mark.parametrize(("size", "layout"), [(8, None), (20, None), (20, "constrained")])
def test_ten_labels_stand_at_their_lines(size: int, layout: Any) -> None:
    with mpl.rc_context({"font.size": size}):
        ax = Figure(figsize=(5, 5), layout=layout).subplots()
        CHARTS["survival"](ax=ax)
    assert notes(ax) == ["66", "65", "64", "63", "62", "61", "54", "53", "52", "51"]
    assert_labels_stand_at_their_lines(ax)
    assert_all_can_be_read(ax.figure)  # type: ignore[arg-type]  # no sub-figure
    shown = [note.arrow_patch.get_visible() for note in ax.texts]  # type: ignore[attr-defined]
    assert not shown[0]  # 66 is far from all others
    assert shown[-1] == (size == 20)


def test_a_figure_travels_with_all_its_labels() -> None:
    ax = plot_survival(calls=[54, 53], ax=axes())
    again = pickle.loads(pickle.dumps(ax.figure)).axes[0]
    assert_labels_stand_at_their_lines(again)
    assert notes(again) == ["54", "53"]


def test_labels_move_as_little_as_can_be() -> None:
    assert spread([5, 5, 9], [2, 2, 2], 0, 10) == [4, 6, 9]
    assert spread([1, 9.5, 0], [2, 2, 2], 0, 10) == [3, 9, 1]
    assert spread([], [], 0, 1) == []


def test_the_labels_of_close_lines_can_be_read() -> None:
    ax = Figure().subplots()
    CHARTS["convergence"](ax=ax)
    assert len(notes(ax)) == 6
    assert_labels_stand_at_their_lines(ax)
    assert_all_can_be_read(ax.figure)  # type: ignore[arg-type]  # no sub-figure
