"""The words in pictures: other languages, TeX, percentages, and lines no wider than their axes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import shown
from mia_stats.utils.tables import FOR_TEX

__all__ = [
    "Labels",
    "Say",
    "as_text",
    "caption",
    "conditions",
    "fit_caption",
    "font_size",
    "length_of",
    "one_round_only",
    "percents",
    "short",
    "words",
]

Labels = Mapping[str, str]
"""What stands in a picture, each with what shall stand there instead."""

Say = Callable[[str], str]
"""Gives a word as it goes into the picture: in the language of the reader, and safe for TeX."""

_MOST: Final = 500
_FEW_WORDS: Final = 13  # how long they are, as a multiple of the font size
_FEW_LINES: Final = 3

_TEX: Final = str.maketrans(FOR_TEX | {"|": r"\textbar{}", "←": r"$\leftarrow$", "…": r"\ldots{}"})


def as_text(text: str) -> str:
    """Return a text so that neither matplotlib nor TeX takes a part of it for a command."""
    if mpl.rcParams["text.usetex"]:
        return text.translate(_TEX)
    return text.replace("$", r"\$") if mpl.rcParams["text.parse_math"] else text


def words(labels: Labels | None, title: object = None) -> Say:
    """Return the function that every word goes through on its way into a picture.

    Raises
    ------
    TypeError
        If `labels` map anything but texts to texts, or the title is neither a text nor None.
    ValueError
        If a text can't be printed, or is far too long.
    """
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be a text, '' for none, not {shown(title)}")
    given = {} if labels is None else labels
    if not isinstance(given, Mapping) or not all(
        isinstance(text, str) for pair in given.items() for text in pair
    ):
        raise TypeError(
            f"labels must map texts of the picture to other texts, "
            f"such as {{'call': 'Ansage'}}, not {shown(labels)}"
        )
    known = dict(given)
    for text in ("" if title is None else title, *known.values()):
        if len(text) > _MOST or not all(line.isprintable() for line in text.split("\n")):
            raise ValueError(
                f"a text of a picture has {_MOST} printable characters at most, not {shown(text)}"
            )
    return lambda word: as_text(known.get(word, short(word)))


def short(name: str, most: int = 80) -> str:
    """Return a name, its middle left out where it is too long for any picture."""
    return name if len(name) <= most else f"{name[: most - 13]}…{name[-12:]}"


def percents(text: str) -> str:
    """Return a text with a space before each percent sign."""
    return text.replace("%", " %")


def conditions(variant: Variant, dice: Dice, say: Say) -> str:
    """Return what a label must say beside: which outcomes are rethrown, and loaded dice."""
    said = [f"{say(outcome.label)} {say('is thrown again')}" for outcome in variant.rethrown]
    said += [] if dice == FAIR else [f"{say('dice')} {as_text(short(str(dice)))}"]
    return f"\n({', '.join(said)})" if said else ""


def one_round_only(names: str, say: Say) -> str:
    """Return the line that says of what the best players are the best."""
    return f"{names}: {say('the best play of a single round of two, not of a whole match')}"


def caption(ax: Axes, default: str, *, title: str | None, x: str = "", y: str = "") -> None:
    """Write the title and the labels of the axes, in lines that are no longer than the axes."""
    tex = mpl.rcParams["text.usetex"]
    head = ax.set_title(default if title is None else as_text(title), wrap=True, usetex=tex)
    below = ax.set_xlabel(x, wrap=True, usetex=tex)
    beside = ax.set_ylabel(y, wrap=True, usetex=tex)
    for text, side in ((head, "width"), (below, "width"), (beside, "height")):
        _wrap_at(text, ax, side)


def fit_caption(ax: Axes) -> None:
    """Make the title and the labels small enough: few lines, with room for a few words each."""
    title, label = mpl.rcParams["axes.titlesize"], mpl.rcParams["axes.labelsize"]
    for text, side, size in (
        (ax.title, "width", title),
        (ax.xaxis.label, "width", label),
        (ax.yaxis.label, "height", label),
    ):
        # a square takes no more of its place than the shorter side until it is drawn
        sides = ("width", "height") if ax.get_aspect() != "auto" else (side,)
        room = min(_extent(ax, one) for one in sides) * 72 / ax.figure.dpi
        words_of = text.get_text().split()
        longest = max(map(length_of, words_of), default=0)
        whole = length_of(" ".join(words_of))
        most = room / max(_FEW_WORDS, longest, whole / _FEW_LINES)
        text.set_fontsize(min(font_size(size), most))


def _wrap_at(text: Text, ax: Axes, side: str) -> None:
    # matplotlib itself wraps at the edge of the figure, which is too late beside a neighbour
    text._get_wrap_line_width = partial(_extent, ax, side)  # type: ignore[attr-defined]  # private


def _extent(ax: Axes, side: str) -> float:
    return float(getattr(ax.get_window_extent(), side))


def font_size(name: str | float) -> float:
    """Return a size of the present settings, such as "small", in points."""
    return float(FontProperties(size=name).get_size_in_points())


@lru_cache(maxsize=4096)
def _length_of_line(line: str, family: tuple[str, ...], weight: str) -> float:
    font = FontProperties(family=list(family), weight=weight, size=100)
    return float(text_to_path.get_text_width_height_descent(line, font, False)[0]) / 100


def length_of(text: str, weight: str = "normal") -> float:
    """Return how long the longest line of a text is, as a multiple of the font size.

    No renderer is asked, so that TeX need not be there before a picture is drawn.
    """
    family = tuple(mpl.rcParams["font.family"])
    return max(_length_of_line(line, family, weight) for line in text.split("\n"))
