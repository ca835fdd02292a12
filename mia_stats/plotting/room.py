"""Room for all that belongs to axes, where no layout engine makes it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.gridspec import SubplotSpec
from matplotlib.layout_engine import LayoutEngine
from matplotlib.transforms import Bbox

__all__ = ["settle"]

_LEAST = 0.3  # of the cell, in each direction: smaller axes show nothing
_ROUNDS = 5  # lines wrap anew in narrower axes, so that more room may be needed


def settle(fit: Callable[[], None], *axs: Axes) -> None:
    """Fit what is drawn to the axes, and the axes into the room that there is.

    A layout engine makes room; without one, axes shrink into their cells of the grid.

    Parameters
    ----------
    fit : callable
        Chooses sizes of fonts and the like by the size of the axes; called once or more.
    *axs : Axes
        They stay side by side: all shrink alike in height.
    """
    engine = axs[0].figure.get_layout_engine()
    with warnings.catch_warnings():
        # matplotlib warns again when it draws: of a sign that a font lacks, of a figure too small
        warnings.simplefilter("ignore")
        fit()
        if mpl.rcParams["text.usetex"]:
            pass  # only TeX knows how large its texts are, and it runs when all is drawn
        elif engine is None:
            _shrink_into_cells(fit, axs)
        else:
            _lay_out(engine, fit, axs[0])


def _lay_out(engine: LayoutEngine, fit: Callable[[], None], ax: Axes) -> None:
    """Let a layout engine make room for all charts of a figure."""
    figure = _whole(ax.figure)
    charts: _Charts = vars(figure).setdefault("_mia_stats_charts", _Charts())
    charts[:] = [chart for chart in charts if chart[2].axes is chart[1]]  # without those cleared
    charts.append((fit, ax, ax.get_children()[0]))
    for _ in range(2):  # what is fitted anew needs other room
        engine.execute(figure)
        for fit_again, *_ in charts:
            fit_again()


class _Charts(list[tuple[Callable[[], None], Axes, Artist]]):
    """The charts of a figure, each with something drawn in it; they don't travel with it."""

    def __reduce__(self) -> tuple[type[_Charts], tuple[()]]:
        return _Charts, ()


def _whole(figure: Figure | SubFigure) -> Figure:
    return figure if isinstance(figure, Figure) else _whole(figure.figure)


def _shrink_into_cells(fit: Callable[[], None], axs: Sequence[Axes]) -> None:
    """Shrink axes until they and their texts fit into their cells of the grid."""
    for _ in range(_ROUNDS):
        missing = [_missing(ax) for ax in axs]
        if not any(side > 0 for sides in missing for side in sides):
            return
        below, above = (max(sides[side] for sides in missing) for side in (1, 3))
        for ax, (left, _, right, _) in zip(axs, missing, strict=True):
            _shrink(ax, (left, below, right, above))
        fit()


def _missing(ax: Axes) -> tuple[float, float, float, float]:
    """Return by how much the axes and their texts reach out of their cell: left, below and so on.

    In fractions of the figure, as positions of axes are.
    """
    spec = ax.get_subplotspec()
    drawn = None if spec is None else ax.get_tightbbox()
    if spec is None or drawn is None:
        return 0, 0, 0, 0
    drawn = drawn.transformed(ax.figure.transSubfigure.inverted())
    cell = _cell(spec, ax)
    out = (cell.x0 - drawn.x0, cell.y0 - drawn.y0, drawn.x1 - cell.x1, drawn.y1 - cell.y1)
    left, below, right, above = (max(0.0, side) for side in out)
    return left, below, right, above


def _cell(spec: SubplotSpec, ax: Axes) -> Bbox:
    """Return the part of the figure that belongs to axes of a grid and what stands around them."""
    bottoms, tops, lefts, rights = spec.get_gridspec().get_grid_positions(ax.figure)  # type: ignore[arg-type]  # or a sub-figure
    outermost = spec.get_topmost_subplotspec() == spec
    columns, rows = spec.colspan, spec.rowspan
    # most of a gap is for what stands on the left of axes and below them
    edges_x = [
        end + 0.15 * (start - end) for end, start in zip(rights[:-1], lefts[1:], strict=True)
    ]
    edges_y = [end + 0.6 * (start - end) for end, start in zip(bottoms[:-1], tops[1:], strict=True)]
    all_x = [0.0 if outermost else lefts[0], *edges_x, 1.0 if outermost else rights[-1]]
    all_y = [1.0 if outermost else tops[0], *edges_y, 0.0 if outermost else bottoms[-1]]
    return Bbox.from_extents(
        all_x[columns.start], all_y[rows.stop], all_x[columns.stop], all_y[rows.start]
    )


def _shrink(ax: Axes, missing: tuple[float, float, float, float]) -> None:
    left, below, right, above = missing
    old = ax.get_position(original=True)
    width = max(old.width - left - right, _LEAST * old.width)
    height = max(old.height - below - above, _LEAST * old.height)
    ax.set_position((old.x0 + left, old.y0 + below, width, height))
