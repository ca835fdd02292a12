"""Facts that can be read from the drawn charts."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import requires
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from PIL import Image

from mia_stats import (
    STANDARD,
    VARIANTS,
    Dice,
    Outcome,
    Rules,
    Variant,
    beat_probability,
    evaluate,
    medians,
    odds,
    plan,
    plotting,
    solve_match,
    tournament,
)
from mia_stats.plotting import (
    GALLERY,
    PALETTE,
    Picture,
    draw_figures,
    draw_gallery,
    plot_beat_probability,
    plot_chances,
    plot_convergence,
    plot_lies_and_doubts,
    plot_match,
    plot_medians,
    plot_optimal_play,
    plot_ranks,
    plot_survival,
    plot_tournament,
    plot_who_beats_whom,
    save_figure,
)

COMMITTED = Path(__file__).parent.parent / "figures"


def axes() -> Axes:
    return Figure().subplots()


def bars(ax: Axes) -> list[Rectangle]:
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def ticks(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def notes(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_there_is_a_bar_for_each_outcome_from_zero_to_its_chance(published: Variant) -> None:
    ax = plot_beat_probability(published, ax=axes())
    table = odds(published)
    assert [label.removeprefix("= ") for label in ticks(ax)] == [str(r.outcome) for r in table]
    assert [bar.get_width() for bar in bars(ax)] == [float(row.beaten) for row in table]
    assert {bar.get_x() for bar in bars(ax)} == {0}
    assert ax.get_xlim()[0] == 0
    assert ax.yaxis_inverted()  # the best outcome is on top
    for note, row in zip(notes(ax), table, strict=True):
        assert str(row.beaten) in note
        assert f"{float(row.beaten):.1%}".replace("%", " %") in note


def test_kinds_keep_their_colours() -> None:
    ax = plot_beat_probability(ax=axes())
    expected = [PALETTE[row.outcome.kind] for row in odds()]
    assert [to_hex(bar.get_facecolor()) for bar in bars(ax)] == expected
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["doubles", "mixed"]  # 21 has no bar
    legend = plot_beat_probability("mexico-us", ax=axes()).get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["Mia", "doubles", "mixed"]


def test_the_kinds_can_be_told_apart_in_grey() -> None:
    grey = sorted(
        0.2126 * r + 0.7152 * g + 0.0722 * b
        for r, g, b in (mpl.colors.to_rgb(color) for color in PALETTE.values())
    )
    assert min(b - a for a, b in pairwise(grey)) > 0.2


def test_the_even_call_is_pointed_out() -> None:
    ax = plot_beat_probability(ax=axes())
    assert [note for note in notes(ax) if "even" in note] == ["50.0 %   1/2   ← even"]
    assert ax.get_title() == "Mia: a call of 54 is beaten exactly half the time"
    (line,) = ax.lines
    assert list(np.asarray(line.get_xdata())) == [0.5, 0.5]


def test_ties_and_rethrows_are_drawn_right() -> None:
    ax = plot_beat_probability("kinito-void", ax=axes())
    assert ticks(ax)[:3] == ["21", "= 65", "66"]
    assert not any("even" in note for note in notes(ax))
    assert ax.get_title() == "Kinito with void rolls\nno call is beaten exactly half the time"
    assert "41 is thrown again, 32 is thrown again, 31 is thrown again" in ax.get_xlabel()
    first, second, third = bars(ax)[:3]
    assert first.get_y() + first.get_height() == pytest.approx(second.get_y())
    assert second.get_y() + second.get_height() < third.get_y()


def test_dice_that_are_not_fair_are_named() -> None:
    ax = plot_beat_probability(dice=Dice([1, 1, 2, 2, 2, 10**9]), ax=axes())
    assert "dice 1,1,2,2,2,1000000000" in ax.get_xlabel()
    assert not any("/" in note for note in notes(ax)[3:])  # such fractions are too long


def test_a_plot_returns_its_axes_and_changes_nothing_else() -> None:
    before = dict(mpl.rcParams)
    ax = axes()
    assert plot_beat_probability(ax=ax) is ax
    assert plt.get_fignums() == []
    own = plot_beat_probability()
    assert plt.get_fignums() == [own.figure.number]  # type: ignore[union-attr]  # pyplot's own
    plt.close("all")
    assert dict(mpl.rcParams) == before


def test_figures_are_the_same_bytes_on_every_run(tmp_path: Path) -> None:
    """The user's own settings have no say either."""
    first = draw_figures(tmp_path / "a" / "b", ["standard", "points"])
    with mpl.rc_context({"axes.facecolor": "pink", "font.size": 30, "savefig.dpi": 10}):
        second = draw_figures(tmp_path / "c", ["standard", "points"])
    assert [path.name for path in first] == [
        "beat-probability-standard.svg",
        "beat-probability-standard.png",
        "beat-probability-points.svg",
        "beat-probability-points.png",
    ]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    assert plt.get_fignums() == []


def test_the_suffix_says_the_format(tmp_path: Path) -> None:
    figure = Figure(figsize=(1, 1))
    for name in ("y.pdf", "y.svg", "Y.PNG", "y.tar.jpg"):
        assert save_figure(figure, tmp_path / "a" / name) == [tmp_path / "a" / name]
    assert {path.name for path in (tmp_path / "a").iterdir()} == {
        "y.pdf", "y.svg", "Y.PNG", "y.tar.jpg",
    }  # fmt: skip
    assert [path.name for path in save_figure(figure, tmp_path / "y")] == ["y.svg", "y.png"]
    assert (tmp_path / "a" / "y.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "a" / "Y.PNG").read_bytes() == (tmp_path / "y.png").read_bytes()


@pytest.mark.parametrize("name", ["chart.v2", "y.pfd", "y.svg.bak"])
def test_an_unknown_suffix_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no format of figures: use .*'\.pdf'.*'\.svg'.*or none"):
        save_figure(Figure(), tmp_path / "folder" / name)
    assert not list(tmp_path.iterdir())


def test_a_picture_has_the_dots_that_were_asked_for(tmp_path: Path) -> None:
    figure = Figure(figsize=(2, 1))
    path = tmp_path / "y.png"
    sizes = [plt.imread(save_figure(figure, path, **dots)[0]).shape for dots in ({}, {"dpi": 300})]
    assert [size[:2] for size in sizes] == [(150, 300), (300, 600)]
    with pytest.raises(ValueError, match="dpi must be from 1 to 2400, not 0"):
        save_figure(figure, tmp_path / "y.png", dpi=0)


def test_saved_bytes_are_the_same_at_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = Figure(figsize=(1, 1))
    for suffix in ("svg", "png", "pdf"):
        found = []
        for epoch in ("0", "1000000000"):
            monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)  # what matplotlib takes for now
            (path,) = save_figure(figure, tmp_path / f"y.{suffix}")
            found.append(path.read_bytes())
        assert found[0] == found[1], suffix


def test_each_variant_that_is_handed_in_has_its_own_chart(tmp_path: Path) -> None:
    """Two variants of one order are equal, and still have two names."""
    house = Variant("house", STANDARD.tiers, title="As we play it")
    drawn = draw_figures(tmp_path, [STANDARD, house, "standard", house, replace(house)])
    assert [path.name for path in drawn if path.suffix == ".svg"] == [
        "beat-probability-standard.svg",
        "beat-probability-house.svg",
    ]
    same_file = Variant("house", STANDARD.tiers, title="As they play it")
    with pytest.raises(ValueError, match="two variants would go to one file"):
        draw_figures(tmp_path / "none", [house, same_file])
    assert not (tmp_path / "none").exists()


def test_loaded_dice_have_files_of_their_own(tmp_path: Path) -> None:
    drawn = draw_figures(tmp_path, "meyer", dice=Dice([1, 1, 2, 2, 2, 2], [1] * 6))
    assert [path.name for path in drawn] == [
        f"beat-probability-little-mia-dice-1-1-2-2-2-2-and-1-1-1-1-1-1.{suffix}"
        for suffix in ("svg", "png")
    ]


def test_an_unknown_variant_leaves_no_figure(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no variant"):
        draw_figures(tmp_path, ["standard", "standrd"])
    assert not list(tmp_path.iterdir())


def test_chances_have_a_bar_for_each_outcome() -> None:
    ax = plot_chances("meyer-toast", ax=axes())
    table = odds("meyer-toast")
    assert [bar.get_height() for bar in bars(ax)] == [float(row.p) for row in table]
    assert [label.get_text() for label in ax.get_xticklabels()] == [str(r.outcome) for r in table]
    assert notes(ax) == ["1/17", "1/34"]
    assert ax.get_ylim()[0] == 0
    assert "how likely" in plot_chances(dice=Dice([1, 2, 3, 4, 5, 6]), ax=axes()).get_title()


def test_survival_lines_are_exact() -> None:
    calls = [66, 54, 31]
    ax = plot_survival(calls=calls, ax=axes())
    for call, line in zip(calls, ax.lines, strict=True):
        expected = [1.0] + [1 - float(beat_probability(call, rolls=n)) for n in range(1, 5)]
        assert list(np.asarray(line.get_ydata())) == expected
    assert notes(ax) == ["66", "54", "31"]
    low = [text.xyann[1] if hasattr(text, "xyann") else 0 for text in ax.texts]
    assert low[0] > low[1] > low[2]  # no label covers another


def test_ranks_of_a_rethrown_outcome_break_the_line() -> None:
    ax = plot_ranks(["standard", "meyer-toast", "points"], ax=axes())
    lines = dict(zip(STANDARD.outcomes, ax.lines, strict=True))
    assert np.isnan(np.asarray(lines[Outcome(3, 2)].get_ydata())[1])
    assert list(np.asarray(lines[Outcome(3, 1)].get_ydata())) == [21, 2, 15]
    assert [label.get_text() for label in ax.get_xticklabels()] == [
        "standard", "meyer-\ntoast", "points",
    ]  # fmt: skip
    assert len(notes(ax)) == 21 + 20 + 21
    assert ax.yaxis_inverted()


def test_medians_are_boxes_from_beaten_to_met_or_beaten() -> None:
    ax = plot_medians(ax=axes())
    assert ticks(ax) == list(VARIANTS)
    for bar in bars(ax):
        assert bar.get_x() <= 0.5 <= bar.get_x() + bar.get_width() + 1e-12
    assert notes(ax)[:2] == ["61", "54"]
    toast = medians("meyer-toast").odds[62]
    left = {bar.get_x(): bar.get_width() for bar in bars(ax)}
    assert left[float(toast.beaten)] == pytest.approx(float(toast.tied))


def test_who_beats_whom_is_signed() -> None:
    ax = plot_who_beats_whom("kinito", ax=axes())
    grid = np.asarray(ax.images[0].get_array())
    outcomes = VARIANTS["kinito"].outcomes
    for i, a in enumerate(outcomes):
        for j, b in enumerate(outcomes):
            assert grid[i, j] == VARIANTS["kinito"].beats(a, b) - VARIANTS["kinito"].beats(b, a)


def test_simulated_chances_come_with_intervals_that_shrink() -> None:
    players = ["honest", "liar", "lucky"]
    ax = plot_convergence(players, most=10_000, ax=axes())
    exact = evaluate(players, Rules(lives=3)).loses
    lines = [line for line in ax.lines if len(np.asarray(line.get_ydata())) == 2]
    assert [float(np.asarray(line.get_ydata())[0]) for line in lines] == [float(p) for p in exact]
    for container in ax.containers:
        spans = [np.ptp(segment[:, 1]) for segment in container[2][0].get_segments()]
        assert spans[0] > spans[1] > spans[2]
    assert notes(ax)[1] == f"liar {float(exact[1]):.2%}".replace("%", " %")


def test_a_tournament_shows_the_strongest_first() -> None:
    result = tournament(["random", "honest", "lucky"], Rules(lives=1))
    ax = plot_tournament(result, ax=axes())
    assert ticks(ax)[-1] == "lucky"
    grid = np.asarray(ax.images[0].get_array())
    assert notes(ax) == [f"{100 * chance:.0f}" for chance in grid.ravel()]
    assert grid[2, 0] == pytest.approx(1 - grid[0, 2])


def test_a_match_shows_the_table_of_the_opener() -> None:
    ax = plot_match(Rules(lives=3), ax=axes())
    assert np.array_equal(
        np.asarray(ax.images[0].get_array()), solve_match(Rules(lives=3)).opener_wins[1:, 1:]
    )
    assert ticks(ax) == ["1", "2", "3"]


@pytest.mark.parametrize("last", [None, 54, 66])
def test_optimal_play_shows_truths_lies_and_doubts(last: int | None) -> None:
    pair = Figure().subplots(1, 2)
    calls, doubts = plot_optimal_play(last, axs=pair)
    assert calls is pair[0]
    columns = plan(last).columns
    names = [str(name) for name in columns["call"]]
    assert ticks(calls) == ticks(doubts) == names
    widths = [bar.get_width() for bar in bars(calls)]
    assert widths[: len(names)] == pytest.approx([float(p) for p in columns["truth"]])  # type: ignore[arg-type]  # fractions
    assert widths[len(names) :] == pytest.approx([float(p) for p in columns["lie"]])  # type: ignore[arg-type]  # fractions
    assert [b.get_width() for b in bars(doubts)] == [float(p) for p in columns["doubt"]]  # type: ignore[arg-type]  # fractions
    expected = f"After {last}, lie whenever you must" if last else "At the start, call 52 or more"
    assert calls.get_title() == expected


def test_players_lie_and_doubt_as_they_do() -> None:
    ax = plot_lies_and_doubts(["honest", "lucky", "optimal"], ax=axes())
    points = dict(zip(notes(ax), ax.lines, strict=True))
    result = evaluate(["lucky", "optimal"])
    x, y = (np.asarray(data)[0] for data in points["lucky"].get_data())
    assert x == pytest.approx(result.lies[0] / result.calls[0], abs=1e-6)
    assert y == 0  # it never doubts
    assert ax.get_title() == "Who plays well lies in 45 % of its calls and doubts 62 %"


@pytest.mark.parametrize("picture", GALLERY, ids=lambda picture: picture.name)
def test_each_picture_changes_nothing_and_leaves_no_figure(picture: Picture) -> None:
    before = dict(mpl.rcParams)
    picture.draw(Figure().subplots(1, picture.columns))
    assert plt.get_fignums() == []
    assert dict(mpl.rcParams) == before
    namespace: dict[str, object] = {"plotting": plotting}
    exec(f"drawn = {picture.code}", namespace)
    assert len(plt.get_fignums()) == 1
    drawn = namespace["drawn"]
    for ax in np.atleast_1d(np.asarray(drawn, object)):
        assert ax.get_title()
        assert ax.get_xlabel() or ax.get_ylabel() or ax.images
    plt.close("all")
    assert dict(mpl.rcParams) == before


def test_the_gallery_page_shows_each_picture() -> None:
    """CI redraws the committed figures, and fails when one differs."""
    page = (COMMITTED / "README.md").read_text()
    for picture in GALLERY:
        assert f"## {picture.question}" in page
        assert f"{picture.name}.svg" in page
        assert picture.code in page
        for theme in ("", "-dark") if picture.dark else ("",):
            for suffix in ("svg", "png"):
                assert (COMMITTED / f"{picture.name}{theme}.{suffix}").is_file()
    committed = {path.name for path in COMMITTED.iterdir()}
    names = {f"{p.name}{t}.{s}" for p in GALLERY for t in ("", "-dark") for s in ("svg", "png")}
    assert committed <= {"README.md"} | names


def test_the_main_chart_looks_as_committed(tmp_path: Path) -> None:
    """Within a tolerance, for other versions of matplotlib; byte for byte is for CI."""
    name = "beat-probability-standard.png"
    draw_figures(tmp_path)
    small = [
        np.asarray(Image.open(folder / name).convert("RGB").resize((96, 114), Image.Resampling.BOX))
        for folder in (COMMITTED, tmp_path)
    ]
    difference = small[0].astype(float) - small[1]
    assert np.sqrt((difference**2).mean()) < 16  # of 255; an empty picture is off by 64


def test_the_gallery_is_drawn_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plotting.gallery, "GALLERY", GALLERY[1:3])
    drawn = [path.name for path in draw_gallery(tmp_path)]
    assert drawn == [
        "chances.svg", "chances.png", "survival.svg", "survival.png", "survival-dark.svg",
        "survival-dark.png", "README.md",
    ]  # fmt: skip
    if f"matplotlib=={mpl.__version__}" in " ".join(requires("mia-stats") or []):  # as it is pinned
        drawn_again, committed = (folder / "chances.svg" for folder in (tmp_path, COMMITTED))
        assert drawn_again.read_bytes() == committed.read_bytes()
