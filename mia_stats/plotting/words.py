"""The words in pictures: other languages, TeX, percentages, and how long they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import matplotlib as mpl
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import shown
from mia_stats.utils.tables import FOR_TEX

__all__ = [
    "Labels",
    "Words",
    "as_text",
    "conditions",
    "font_size",
    "length_of",
    "one_round_only",
    "percents",
]

Labels = Mapping[str, str]
"""What stands in a picture, each with what shall stand there instead."""

_MOST: Final = 500  # characters of a text
_TEX: Final = str.maketrans(FOR_TEX | {"|": r"\textbar{}", "←": r"$\leftarrow$", "…": r"\ldots{}"})


def as_text(text: str) -> str:
    """Return a text so that neither matplotlib nor TeX takes a part of it for a command."""
    if mpl.rcParams["text.usetex"]:
        return text.translate(_TEX)
    return text.replace("$", r"\$") if mpl.rcParams["text.parse_math"] else text


class Words:
    """The words of a picture, in the language of its reader and safe for TeX.

    Parameters
    ----------
    labels : mapping of str to str, optional
        Words and names, each with what shall stand there instead.
    title : str, optional
        What shall stand above; '' for nothing.

    Raises
    ------
    TypeError
        If `labels` map anything but texts to texts, or the title is neither a text nor None.
    ValueError
        If a text can't be printed, or is far too long.
    """

    def __init__(self, labels: Labels | None, title: object = None) -> None:
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
        self._labels, self._title = dict(given), title
        for text in ("" if title is None else title, *self._labels.values()):
            if len(text) > _MOST or not all(line.isprintable() for line in text.split("\n")):
                raise ValueError(
                    f"a text of a picture has {_MOST} printable characters at most, "
                    f"not {shown(text)}"
                )

    def __call__(self, word: str) -> str:
        """Return a word as it goes into the picture."""
        return as_text(self._labels.get(word, _short(word)))

    def title(self, default: str) -> str:
        """Return what stands above the picture; the default is made of words that went through."""
        return default if self._title is None else as_text(self._title)


def _short(name: str, most: int = 80) -> str:
    """Return a name, its middle left out where it is too long for any picture."""
    return name if len(name) <= most else f"{name[: most - 13]}…{name[-12:]}"


def percents(chance: float, digits: int = 0) -> str:
    """Return a chance in percent, with a space before the sign."""
    return as_text(f"{chance:.{digits}%}".replace("%", " %"))


def conditions(variant: Variant, dice: Dice, say: Words) -> str:
    """Return what a label must say beside: which outcomes are rethrown, and loaded dice."""
    said = [f"{say(outcome.label)} {say('is thrown again')}" for outcome in variant.rethrown]
    said += [] if dice == FAIR else [f"{say('dice')} {as_text(_short(str(dice)))}"]
    return f"\n({', '.join(said)})" if said else ""


def one_round_only(names: str, say: Words) -> str:
    """Return the line that says for which game these players are the best."""
    return f"{names}: {say('the best play of a single round of two, not of a whole match')}"


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
