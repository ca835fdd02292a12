"""Charts on matplotlib axes. Each answers one question, and its title says which, or the answer.

Functions take the axes to draw on, draw on a new figure where none are given, and return them.
`title` replaces what stands above, `labels` single words and names, in another language say.

The charts are in `odds`, `rolls`, `survival`, `ranks`, `variants`, `games`, `optimal`, `doubts`,
`truth` and `recognition`. Each is made of a `chart` (axes that are free, and the texts around
them), the `scales` of its axes, and drawings in the one `style`; `words` go through one place,
labels stand `beside` points and lines (`histories` are lines with names and notes), and `room` is
made for all. `gallery` says which figures the project shows, `drawing` draws them into files, and
`saving` writes any.
"""

from mia_stats.plotting.doubts import plot_doubts
from mia_stats.plotting.drawing import draw_figures, draw_gallery, draw_pictures
from mia_stats.plotting.gallery import GALLERY, Picture
from mia_stats.plotting.games import plot_convergence, plot_lies_and_doubts, plot_tournament
from mia_stats.plotting.odds import plot_beat_probability, plot_chances
from mia_stats.plotting.optimal import plot_match, plot_optimal_play
from mia_stats.plotting.ranks import plot_ranks
from mia_stats.plotting.recognition import plot_recognition
from mia_stats.plotting.rolls import plot_rolls
from mia_stats.plotting.saving import save_figure
from mia_stats.plotting.style import PALETTE
from mia_stats.plotting.survival import plot_survival
from mia_stats.plotting.truth import plot_truth_chances
from mia_stats.plotting.variants import plot_medians, plot_who_beats_whom

__all__ = [
    "GALLERY",
    "PALETTE",
    "Picture",
    "draw_figures",
    "draw_gallery",
    "draw_pictures",
    "plot_beat_probability",
    "plot_chances",
    "plot_convergence",
    "plot_doubts",
    "plot_lies_and_doubts",
    "plot_match",
    "plot_medians",
    "plot_optimal_play",
    "plot_ranks",
    "plot_recognition",
    "plot_rolls",
    "plot_survival",
    "plot_tournament",
    "plot_truth_chances",
    "plot_who_beats_whom",
    "save_figure",
]


def __dir__() -> list[str]:
    return __all__
