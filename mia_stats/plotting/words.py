"""The words in pictures: other languages, TeX, percentages, and how long they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import matplotlib as mpl
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.game.rules import Rules
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import shown
from mia_stats.utils.tables import FOR_TEX

__all__ = [
    "Labels",
    "Words",
    "as_text",
    "called",
    "conditions",
    "font_size",
    "joint",
    "length_of",
    "listing",
    "one_round_only",
    "percents",
    "short",
    "tier_called",
    "whole_percents",
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

    def __call__(self, word: str, most: int = 80) -> str:
        """Return a word as it goes into the picture, of so many characters if nobody says else."""
        return as_text(self._labels.get(word, short(word, most)))

    def title(self, default: str) -> str:
        """Return what stands above the picture; the default is made of words that went through."""
        return default if self._title is None else as_text(self._title)


def short(name: str, most: int = 80) -> str:
    """Return a name, its middle left out where it is too long for any picture."""
    return name if len(name) <= most else f"{name[: most - 13]}…{name[-12:]}"


def called(rules: Rules, tier: int, say: Words, *, brief: bool = False) -> str:
    """Return what is said of a tier that is called: its sum where it has one.

    Examples
    --------
    >>> [called(Rules("kiriki"), tier, Words(None)) for tier in (3, 8)]
    ['7 (61=52=43)', '66=…=11']
    >>> called(Rules("kiriki"), 3, Words(None), brief=True)
    '7'
    """
    return tier_called(rules.variant, rules.tier_outcomes(tier)[0], say, brief=brief)


def tier_called(variant: Variant, outcome: Outcome, say: Words, *, brief: bool = False) -> str:
    """Return the same of the tier of an outcome, where there are no house rules.

    Examples
    --------
    >>> from mia_stats import VARIANTS
    >>> tier_called(VARIANTS["kiriki"], Outcome(6, 1), Words(None), brief=True)
    '7'
    """
    labels = [other.label for other in variant.tiers[variant.rank(outcome) - 1]]
    words = variant.in_words(outcome)
    if len(labels) > 3 and words == "=".join(labels):
        return f"{say(labels[0])}={as_text('…')}={say(labels[-1])}"
    return say(words.partition(" (")[0] if brief else words)


def joint(names: Sequence[str]) -> str:
    """Return one name for several players who play the same.

    Examples
    --------
    >>> joint(["honest"]), joint(["honest", "sniper"]), joint(["a", "b", "c", "d", "e"])
    ('honest', 'honest (= sniper)', 'a (= b = c and 2 more)')
    """
    first, *others = names
    if len(others) > 3:
        others[1:] = [f"{others[1]} and {len(others) - 2} more"]
    return f"{first} (= {' = '.join(others)})" if others else first


def listing(names: Sequence[str]) -> str:
    """Return names in words, the last ones counted where they are many."""
    some = list(names) if len(names) < 5 else [*names[:3], f"{len(names) - 3} more"]
    return ", ".join(some[:-1]) + f" or {some[-1]}" if len(some) > 1 else some[0]


def percents(chance: float, digits: int = 0) -> str:
    """Return a chance in percent, with a space before the sign."""
    return as_text(f"{chance:.{digits}%}".replace("%", " %"))


def whole_percents(chance: Fraction | float) -> str:
    """Return a chance in whole percent, never 0 or 100 of what is neither impossible nor sure.

    Examples
    --------
    >>> whole_percents(0.275), whole_percents(0.999), whole_percents(1)
    ('28 %', '> 99 %', '100 %')
    """
    if 0 < chance <= 0.005:
        return f"{as_text('<')} {percents(0.01)}"
    if 0.995 <= chance < 1:
        return f"{as_text('>')} {percents(0.99)}"
    return percents(float(chance))


def conditions(variant: Variant | None, dice: Dice, say: Words) -> str:
    """Return what a label must say beside: which outcomes are rethrown, and loaded dice.

    Without a variant it is the dice alone, for a picture that shows what is rethrown.
    """
    rethrown = () if variant is None else variant.rethrown
    said = [f"{say(outcome.label)} {say('is thrown again')}" for outcome in rethrown]
    said += [] if dice == FAIR else [f"{say('dice')} {as_text(short(str(dice)))}"]
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
