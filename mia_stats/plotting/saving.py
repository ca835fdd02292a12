"""Save figures: the suffix says the format, and what is saved holds no date."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mia_stats.utils.checks import choices, shown, whole_number
from mia_stats.utils.files import file_path, write_whole

__all__ = ["DPI_RANGE", "save_figure"]

DPI_RANGE: Final = (10, 2400)
"""The dots of an inch that a picture may have."""

_WITHOUT_SUFFIX = ("svg", "png")
_UNDATED: Final[dict[str, dict[str, Any]]] = {
    "svg": {"Date": None},
    "svgz": {"Date": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None},
}


def save_figure(figure: Figure, path: str | os.PathLike[str], *, dpi: int = 150) -> list[Path]:
    """Save a figure in the format that the suffix says; SVG, PNG and PDF are the same on every run.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What to save.
    path : str or path-like
        Where; the suffix is that of any format that the figure can be saved in, such as .svg,
        .png or .pdf. Without one an SVG and a PNG are written. The folder is made if it is missing.
    dpi : int
        The dots of an inch in formats that have dots, from 10 to 2400.

    Returns
    -------
    list of Path
        The files, one or two.

    Raises
    ------
    TypeError
        If `figure` is none.
    ValueError
        If there is no format of this suffix, or `dpi` is out of range.
    OSError
        If a file can't be written; none is left half-written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in save_figure(Figure(), f"{folder}/empty")]
    ...     [path.name for path in save_figure(Figure(), f"{folder}/empty.pdf")]
    ['empty.svg', 'empty.png']
    ['empty.pdf']
    """
    if not isinstance(figure, Figure):
        hint = ": give its .figure" if isinstance(figure, Axes) else ""
        if isinstance(path, Figure):
            hint = ": the figure comes first, then the file"
        raise TypeError(f"figure must be a matplotlib Figure, not {shown(figure)}{hint}")
    path = file_path(path)
    dpi = whole_number(dpi, "dpi", *DPI_RANGE)
    allowed = sorted(figure.canvas.get_supported_filetypes())
    given = path.suffix.removeprefix(".").lower()
    if given and given not in allowed:
        raise ValueError(
            f"the suffix of {shown(path.name)} is no format of figures: "
            f"use {choices(f'.{name}' for name in allowed)}, or none for .svg and .png"
        )
    contents = {}
    for suffix in (given,) if given else _WITHOUT_SUFFIX:
        target = path if given else path.with_name(f"{path.name}.{suffix}")
        contents[target] = _content(figure, suffix, dpi)
    path.parent.mkdir(parents=True, exist_ok=True)
    return [write_whole(target, content) for target, content in contents.items()]


def _content(figure: Figure, suffix: str, dpi: int) -> bytes:
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "mia_stats"}):
        figure.savefig(buffer, format=suffix, dpi=dpi, metadata=_UNDATED.get(suffix))
    return buffer.getvalue()
