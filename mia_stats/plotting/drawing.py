"""Draw figures into files: those of the gallery, and the odds of any variant."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import kept_weight
from mia_stats.plotting.gallery import GALLERY, Picture
from mia_stats.plotting.odds import plot_beat_probability
from mia_stats.plotting.saving import DPI_RANGE, save_figure
from mia_stats.plotting.style import PORTRAIT
from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variants
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import (
    UnknownNameError,
    choices,
    listed,
    nearest,
    shown,
    true_or_false,
    whole_number,
)
from mia_stats.utils.files import file_path, write_whole

__all__ = ["draw_figures", "draw_gallery", "draw_pictures"]

_FORMATS = ("svg", "png")
_LIGHT = "#e6edf3"
_DARK_STYLE = {
    "figure.facecolor": "#0d1117",
    "axes.facecolor": "#0d1117",
    "savefig.facecolor": "#0d1117",
    **dict.fromkeys(
        ["text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"], _LIGHT
    ),
}


class _Look(NamedTuple):
    """How pictures are drawn into files."""

    formats: Sequence[str] = _FORMATS
    dark: bool = False
    dpi: int = 150


def _drawn(picture: Picture, folder: Path, look: _Look) -> list[Path]:
    """Draw a picture into files, with the settings of matplotlib, whatever the user has set."""
    name = f"{picture.name}-dark" if look.dark else picture.name
    with mpl.rc_context():
        mpl.rcdefaults()
        if look.dark:
            mpl.rcParams.update(_DARK_STYLE)  # type: ignore[arg-type]  # keys of matplotlib
        figure = Figure(figsize=picture.size, layout="constrained")
        FigureCanvasAgg(figure)
        picture.draw(figure.subplots(1, picture.columns, sharey=picture.columns > 1))
        paths = [folder / f"{name}.{suffix}" for suffix in look.formats]
        return [file for path in paths for file in save_figure(figure, path, dpi=look.dpi)]


def _look(formats: str | Iterable[str], dark: bool, dpi: int) -> _Look:
    """Return how to draw, or raise before anything is drawn."""
    several = [formats] if isinstance(formats, str) else listed(formats, "formats")
    allowed = sorted(FigureCanvasAgg.get_supported_filetypes())
    for form in several:
        if not isinstance(form, str) or form not in allowed:
            raise ValueError(f"a format of figures is {choices(allowed)}, not {shown(form)}")
    return _Look(
        list(dict.fromkeys(several)),
        true_or_false(dark, "dark"),
        whole_number(dpi, "dpi", *DPI_RANGE),
    )


def draw_figures(
    folder: str | os.PathLike[str] = "figures",
    variants: VariantLike | Iterable[VariantLike] = STANDARD,
    *,
    dice: Dice = FAIR,
    formats: str | Iterable[str] = _FORMATS,
    dark: bool = False,
    dpi: int = 150,
) -> list[Path]:
    """Draw the beat-probability chart of each variant into a folder.

    Parameters
    ----------
    folder : str or path-like
        It is made if it is missing.
    variants : VariantLike or iterable of VariantLike
        Which variants to draw, one or several; the same one twice is drawn once.
    dice : Dice
        The dice that are thrown.
    formats : str or iterable of str
        One or several suffixes, such as "svg", "png" and "pdf".
    dark : bool
        Draw light on dark, into files whose names end in "-dark".
    dpi : int
        The dots of an inch in formats that have dots, from 10 to 2400.

    Returns
    -------
    list of Path
        The files, the same bytes on every run.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, or two different variants would go to one file.
    OSError
        If a file can't be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in draw_figures(folder, "meyer")]
    ['beat-probability-little-mia.svg', 'beat-probability-little-mia.png']
    """
    folder, look = file_path(folder), _look(formats, dark, dpi)
    if isinstance(variants, str | Variant):
        variants = [variants]
    # two variants of one order are equal, whatever they are called; a chart shows the name too
    found = {
        (variant.key, variant.title, variant): variant for variant in find_variants(variants)
    }.values()
    for variant in found:
        kept_weight(variant, dice)  # says so where the dice are none
    loaded = "" if dice == FAIR else f"-dice-{dice}".replace("/", "-and-")
    names = [_file_name(f"beat-probability-{variant.key}{loaded}") for variant in found]
    if len(set(names)) < len(names):
        raise ValueError(f"two variants would go to one file: {', '.join(names)}")
    pictures = [
        Picture(name, variant.title, partial(plot_beat_probability, variant, dice=dice), PORTRAIT)
        for variant, name in zip(found, names, strict=True)
    ]
    return [path for picture in pictures for path in _drawn(picture, folder, look)]


def _file_name(name: str) -> str:
    """Return a name of letters, digits and the like; what is too long for a file is cut."""
    name = re.sub(r"[^\w+-]", "-", name)
    if len(name.encode()) <= 200:
        return name
    return f"{name.encode()[:150].decode(errors='ignore')}-{zlib.crc32(name.encode()):08x}"


def draw_pictures(
    folder: str | os.PathLike[str],
    names: str | Iterable[str],
    *,
    formats: str | Iterable[str] = _FORMATS,
    dark: bool = False,
    dpi: int = 150,
) -> list[Path]:
    """Draw pictures of the gallery into a folder.

    Parameters
    ----------
    folder : str or path-like
        It is made if it is missing.
    names : str or iterable of str
        The names of the pictures, one or several; the same one twice is drawn once.
    formats : str or iterable of str
        One or several suffixes, such as "svg", "png" and "pdf".
    dark : bool
        Draw light on dark, into files whose names end in "-dark".
    dpi : int
        The dots of an inch in formats that have dots, from 10 to 2400.

    Returns
    -------
    list of Path
        The files, the same bytes on every run of one version of matplotlib.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed, or there is no such picture.
    OSError
        If a file can't be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in draw_pictures(folder, "rolls", formats="pdf", dark=True)]
    ['rolls-dark.pdf']
    """
    folder, look = file_path(folder), _look(formats, dark, dpi)
    known = {picture.name: picture for picture in GALLERY}
    wanted = [names] if isinstance(names, str) else listed(names, "names of pictures")
    for name in wanted:
        if not isinstance(name, str) or name not in known:
            raise UnknownNameError(
                f"{shown(name)} is no picture{nearest(str(name), known)}; "
                f"known are {', '.join(known)}"
            )
    pictures = [known[name] for name in dict.fromkeys(wanted)]
    return [path for picture in pictures for path in _drawn(picture, folder, look)]


def draw_gallery(
    folder: str | os.PathLike[str] = "figures", *, progress: bool = False
) -> list[Path]:
    """Draw all figures of the project into a folder, and a page that shows them.

    Parameters
    ----------
    folder : str or path-like
        It is made if it is missing.
    progress : bool
        Show a progress bar.

    Returns
    -------
    list of Path
        The files, the same bytes on every run of one version of matplotlib.

    Raises
    ------
    OSError
        If a file can't be written.

    Examples
    --------
    It draws the pictures of `GALLERY`, some of them for dark pages too:

    >>> [picture.name for picture in GALLERY if picture.dark][:2]
    ['beat-probability-standard', 'rolls']
    """
    from tqdm import tqdm

    folder = file_path(folder)
    paths: list[Path] = []
    for picture in tqdm(GALLERY, unit=" figures", disable=not progress):
        paths += _drawn(picture, folder, _Look())
        if picture.dark:
            paths += _drawn(picture, folder, _Look(dark=True))
    return [*paths, write_whole(folder / "README.md", _page())]


def _page() -> str:
    """Return the page of the gallery: each figure with its question and its code."""
    parts = [
        "# Figures\n\nAll are drawn by `python scripts/make_figures.py`. "
        "The code follows `from mia_stats import plotting`."
    ]
    for picture in GALLERY:
        words = picture.answer or picture.question
        image = f"![{words}]({picture.name}.svg)"
        if picture.dark:
            image = (
                f'<picture><source media="(prefers-color-scheme: dark)" '
                f'srcset="{picture.name}-dark.svg"><img src="{picture.name}.svg" '
                f'alt="{words}"></picture>'
            )
        parts.append(f"## {picture.question}\n\n{image}\n\n```python\n{picture.code}\n```")
    return "\n\n".join(parts) + "\n"
