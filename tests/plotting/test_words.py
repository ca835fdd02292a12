"""Facts about the words of charts: each can be another, and none is a command to TeX."""

from __future__ import annotations

import re

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure

from mia_stats.plotting import plot_beat_probability, plot_optimal_play, plot_rolls
from tests.plotting.helpers import CHARTS, axes, texts

TEX_SAFE = re.compile(
    r"(\\[#$%&_{}]|\\text(backslash|asciitilde|asciicircum|less|greater|bar)\{\}"
    r"|\$\\leftarrow\$|\\ldots\{\}|[^#$%&_{}~^\\<>|←])*"
)

WORDS = {
    "beat": ["call", "chance that the next roll is better", "is thrown again", "doubles", "66"],
    "rolls": ["first die", "second die", "better", "as good", "thrown again", "66"],
    "survival": ["later rolls", "chance that none is better", "65"],
    "ranks": ["outcome; its rank, 1 is best, in each variant", "points", "54"],
    "medians": ["bold: a better roll comes exactly half the time", "kinito", "54"],
    "doubts map": ["opens", "they call …", "always doubt", "in a single round of two", "66"],
    "convergence": ["simulated games", "chance to lose the game", "liar"],
    "tournament": ["honest", "the best play of a single round of two, not of a whole match"],
    "match": ["lives of the other", "lives of who opens the round"],
    "lies": ["share of the calls it hears that it doubts", "honest", "optimal"],
    "calls": ["call", "chance that it is called", "true", "a lie", "54"],
    "doubts": ["chance to doubt it", "54", "66"],
    "recognition": ["rounds seen", "how likely each is", "liar", "lucky", "opens with", "has"],
    "truth": ["call", "honest", "a fresh throw", "never called", "never", "doubles", "31"],
    "truth of ties": ["liar", "mixed", "66", "never"],
}
"""Some of the words of each chart."""


@pytest.mark.parametrize("name", CHARTS)
def test_no_text_is_a_command_to_tex(name: str) -> None:
    """TeX is not here, so nothing is drawn: the texts are read."""
    nasty = r"50% & <#1>|_{a}^~$\b"
    with mpl.rc_context({"text.usetex": True}):
        ax = axes()
        CHARTS[name](ax=ax, labels=dict.fromkeys(WORDS[name], nasty))
    for text in texts(ax):
        assert text.get_usetex()
        assert TEX_SAFE.fullmatch(text.get_text()), text.get_text()
    assert any("50\\%" in text.get_text() for text in texts(ax))


def test_what_tex_would_show_is_what_was_written() -> None:
    with mpl.rc_context({"text.usetex": True}):
        ax = plot_rolls(ax=axes(), title=r"a~b \ 5 %")
    assert ax.get_title() == r"a\textasciitilde{}b \textbackslash{} 5 \%"
    assert plot_rolls(ax=axes(), title="5 % of $2").get_title() == r"5 % of \$2"
    assert plot_rolls(ax=axes(), title="").get_title() == ""


@pytest.mark.parametrize("name", CHARTS)
def test_every_word_and_title_can_be_another(name: str) -> None:
    labels = {word: word.upper() for word in WORDS[name]}
    ax = CHARTS[name](ax=axes(), labels=labels, title="Mäxchen")
    assert ax.get_title() == "Mäxchen"
    shown = " ".join(text.get_text() for text in texts(ax)).replace("\n", " ")
    for word in labels.values():
        assert word in shown


def test_names_in_titles_can_be_others() -> None:
    assert (
        plot_beat_probability(ax=axes(), labels={"Mia": "Mäxchen"}).get_title()[:9] == "Mäxchen: "
    )
    german = {"The higher the call, the more often doubt it": "Je höher, desto fraglicher"}
    pair = Figure().add_axes((0, 0, 0.5, 1)), Figure().add_axes((0.5, 0, 0.5, 1))
    assert plot_optimal_play(axs=pair, labels=german)[1].get_title() == "Je höher, desto fraglicher"


def test_what_is_no_text_is_refused_before_anything_is_drawn() -> None:
    ax = axes()
    for title in (5, ["a"]):
        with pytest.raises(TypeError, match="title must be a text, '' for none, not"):
            plot_rolls(ax=ax, title=title)  # type: ignore[arg-type]  # it must raise
    for labels in ({21: "Mia"}, {"call": None}, ["call"]):
        with pytest.raises(TypeError, match="labels must map texts of the picture to other"):
            plot_rolls(ax=ax, labels=labels)  # type: ignore[arg-type]  # it must raise
    for text in ("a\tb", "\x00", "x" * 501):
        with pytest.raises(ValueError, match="500 printable characters at most"):
            plot_rolls(ax=ax, title=text)
        with pytest.raises(ValueError, match="500 printable characters at most"):
            plot_rolls(ax=ax, labels={"Mia": text})
    with pytest.raises(TypeError, match="title must be a list"):
        plot_optimal_play(title="one")
    with pytest.raises(ValueError, match="title must be a list of two texts"):
        plot_optimal_play(title=["one"])
    assert plt.get_fignums() == []
    assert not ax.has_data()
