"""The figures that the project shows, and the question that each one answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from mia_stats.plotting.doubts import plot_doubts
from mia_stats.plotting.games import plot_convergence, plot_lies_and_doubts, plot_tournament
from mia_stats.plotting.odds import plot_beat_probability
from mia_stats.plotting.optimal import plot_match, plot_optimal_play
from mia_stats.plotting.ranks import plot_ranks
from mia_stats.plotting.recognition import plot_recognition
from mia_stats.plotting.rolls import plot_rolls
from mia_stats.plotting.style import NARROW, PORTRAIT
from mia_stats.plotting.survival import plot_survival
from mia_stats.plotting.truth import plot_truth_chances
from mia_stats.plotting.variants import plot_medians

__all__ = ["GALLERY", "Picture"]


@dataclass(frozen=True, repr=False)
class Picture:
    """A figure of the gallery.

    Parameters
    ----------
    name : str
        The name of its files.
    question : str
        What it answers.
    plot : functools.partial
        The function that plots it, with the arguments that it is given.
    size : pair of float
        In inches.
    columns : int
        How many axes it takes.
    dark : bool
        Whether there is a dark version too.
    answer : str
        The answer in words, for who can't see the figure; '' where only the figure tells it.

    Examples
    --------
    >>> GALLERY[0].name
    'beat-probability-standard'
    """

    name: str
    question: str
    plot: partial[Any]
    size: tuple[float, float]
    columns: int = 1
    dark: bool = False
    answer: str = ""

    def __repr__(self) -> str:
        return f"<Picture {self.name}>"

    @property
    def code(self) -> str:
        """How to draw it, after `from mia_stats import plotting`."""
        named = (f"{name}={value!r}" for name, value in self.plot.keywords.items())
        given = ", ".join([*map(repr, self.plot.args), *named])
        return f"plotting.{self.plot.func.__name__}({given})"

    def draw(self, ax: Any) -> object:
        """Draw it on axes that are there.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, or two of them where `columns` is 2
            Where to draw.

        Returns
        -------
        object
            What the function returns, which is the axes.

        Examples
        --------
        >>> from matplotlib.figure import Figure
        >>> GALLERY[1].draw(Figure().subplots()).get_xlabel()
        'first die'
        """
        return self.plot(**{"ax" if self.columns == 1 else "axs": ax})


GALLERY: Final = (
    Picture(
        "beat-probability-standard",
        "How often does the next roll beat a call?",
        partial(plot_beat_probability),
        PORTRAIT,
        dark=True,
    ),
    Picture(
        "rolls",
        "Which rolls beat a call of 54?",
        partial(plot_rolls),
        (NARROW, 4.9),
        dark=True,
        answer="18 of 36 rolls beat a call of 54: Mia, all doubles, and 61 to 65",
    ),
    Picture(
        "survival",
        "How long does a call survive when players roll on?",
        partial(plot_survival),
        (6.4, 4.4),
        dark=True,
    ),
    Picture(
        "ranks",
        "Where does each outcome stand in each variant?",
        partial(plot_ranks),
        (NARROW, 6.2),
        dark=True,
        answer="21 is best in 13 of 15 variants; 11 and 32 rank anywhere from 1 to 21",
    ),
    Picture(
        "medians",
        "Which outcome is the median of each variant?",
        partial(plot_medians),
        (7.2, 5.4),
        dark=True,
    ),
    Picture(
        "convergence",
        "How many games must be simulated for a sharp answer?",
        partial(plot_convergence),
        (6.8, 4.2),
    ),
    Picture(
        "tournament",
        "Which character does best in a duel?",
        partial(plot_tournament),
        (7.2, 6.2),
        dark=True,
    ),
    Picture(
        "optimal-opening",
        "What does an opener call who plays well, and what is doubted?",
        partial(plot_optimal_play),
        (9.0, 6.0),
        columns=2,
        dark=True,
    ),
    Picture(
        "doubts",
        "Which call should be doubted, after which other one?",
        partial(plot_doubts),
        (NARROW, 4.9),
        dark=True,
        answer="A call over 52 or more is always doubted; one over less, or an opening call, never "
        "up to 52, 13 % of the time at 53, and ever more often up to 64 % at Mia",
    ),
    Picture(
        "match",
        "Who wins a match between two, with so many lives?",
        partial(plot_match),
        (5.4, 5.2),
    ),
    Picture(
        "lies-and-doubts",
        "How much do the characters lie and doubt?",
        partial(plot_lies_and_doubts),
        (6.4, 5.2),
    ),
    Picture(
        "truth-by-character",
        "They open with 65: how often is that true?",
        partial(plot_truth_chances, call=65),
        (NARROW, 6.9),
        dark=True,
    ),
    Picture(
        "recognition",
        "Who is this? What was seen, round by round",
        partial(plot_recognition),
        (NARROW, 3.8),
        dark=True,
    ),
)
"""The figures of the project, in the order in which they are shown."""
