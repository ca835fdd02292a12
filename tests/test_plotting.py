"""Facts that can be read from the drawn charts."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import requires
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox
from PIL import Image

from mia_stats import (
    CHARACTERS,
    HONEST,
    STANDARD,
    VARIANTS,
    Dice,
    Outcome,
    Rules,
    TableStrategy,
    Tournament,
    Variant,
    beat_probability,
    evaluate,
    medians,
    odds,
    plan,
    plotting,
    solve_match,
    solve_round,
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
from mia_stats.plotting.beside import spread

Chart = Callable[..., Axes]

PAIR = tournament(["honest", "optimal"], Rules(lives=1))
LONG = Variant.from_order(
    "house-with-a-long-name", VARIANTS["kiriki"].tiers[:-1], rethrown=[31]
)  # fmt: skip
CHARTS: dict[str, Chart] = {
    "beat": partial(plot_beat_probability, replace(LONG, title="Kiriki as we play it at home")),
    "chances": partial(plot_chances, "kiriki"),
    "survival": partial(plot_survival, calls=(66, 65, 64, 63, 62, 61, 54, 53, 52, 51)),
    "ranks": partial(plot_ranks, ["standard", "meyer-toast-high", "kiriki", "points"]),
    "medians": partial(plot_medians, ["standard", "meyer-toast-high", "kinito", "points"]),
    "who": partial(plot_who_beats_whom, "kiriki"),
    "convergence": partial(plot_convergence, ["honest"] * 5 + ["liar"], Rules(lives=1), most=100),
    "tournament": partial(plot_tournament, PAIR),
    "match": partial(plot_match, Rules(lives=2)),
    "lies": partial(plot_lies_and_doubts, ["honest", "optimal"], Rules(lives=1)),
    "calls": lambda ax, title=None, **given: plot_optimal_play(
        axs=[ax, axes()], title=None if title is None else [title, ""], **given
    )[0],
    "doubts": lambda ax, title=None, **given: plot_optimal_play(
        axs=[axes(), ax], title=None if title is None else ["", title], **given
    )[1],
}

SLOW = {picture.name for picture in GALLERY[3:]}
COMMITTED = Path(__file__).parent.parent / "figures"


def axes() -> Axes:
    """Return axes in no grid: nothing has to be measured to make room around them."""
    return Figure().add_axes((0.15, 0.1, 0.8, 0.8))


def bars(ax: Axes) -> list[Rectangle]:
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def ticks(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def notes(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def texts(ax: Axes) -> list[Text]:
    """Return all texts of a chart that are seen, those of ticks too."""
    found: list[Text] = [ax.title, ax.xaxis.label, ax.yaxis.label, *ax.texts]
    legend = ax.get_legend()
    found += legend.get_texts() if legend is not None else []
    for axis in (ax.xaxis, ax.yaxis):
        low, high = sorted(axis.get_view_interval())
        ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
        found += [label for tick in ticks for label in (tick.label1, tick.label2)]
    return [text for text in found if text.get_visible() and text.get_text().strip()]


def box(text: Text) -> Bbox:
    """Return the place of a text itself, without the line that leads to it."""
    return Text.get_window_extent(text)


def assert_all_can_be_read(figure: Figure) -> None:
    """No text covers another, or leaves the figure, by more than a pixel."""
    figure.draw_without_rendering()
    seen = [(text.get_text(), box(text)) for ax in figure.axes for text in texts(ax)]
    assert seen
    for text, place in seen:
        whole = figure.bbox.padded(1)
        assert whole.x0 <= place.x0 < place.x1 <= whole.x1, text
        assert whole.y0 <= place.y0 < place.y1 <= whole.y1, text
    for (one, a), (other, b) in combinations(seen, 2):
        assert not a.padded(-0.5).overlaps(b.padded(-0.5)), (one, other)


def assert_labels_stand_at_their_lines(ax: Axes) -> None:
    """Each is level with the end of its line, or a line leads there; both in the same order."""
    ax.figure.draw_without_rendering()  # type: ignore[union-attr]  # no sub-figure
    ends, middles = [], []
    for note in ax.texts:
        assert isinstance(note, Annotation)
        assert note.arrow_patch is not None
        place = box(note)
        end_x, end_y = ax.transData.transform(note.xy)
        middle = (place.y0 + place.y1) / 2
        if not note.arrow_patch.get_visible():
            assert middle == pytest.approx(end_y, abs=2)
        leader = note.arrow_patch.get_path().get_extents()
        leader = note.arrow_patch.get_transform().transform_bbox(leader)
        assert end_x == pytest.approx(leader.x0, abs=3)
        assert (leader.y0 - 3 <= end_y <= leader.y1 + 3) or not note.arrow_patch.get_visible()
        assert end_x < place.x0
        ends.append(end_y)
        middles.append(middle)
    assert np.argsort(ends).tolist() == np.argsort(middles).tolist()


@pytest.mark.parametrize("variant", ["standard", "little-mia", "kinito-void", "mexico-us"])
def test_there_is_a_bar_for_each_outcome_from_zero_to_its_chance(variant: str) -> None:
    ax = plot_beat_probability(variant, ax=axes())
    table = odds(variant)
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


@pytest.mark.long
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
    with pytest.raises(ValueError, match="dpi must be from 10 to 2400, not 0"):
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


def test_each_variant_that_is_handed_in_has_its_own_chart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two variants of one order are equal, and still have two names."""
    monkeypatch.setattr(plotting.gallery, "save_figure", lambda _, path: [path])
    house = Variant("house", STANDARD.tiers, title="As we play it")
    drawn = draw_figures(tmp_path, [STANDARD, house, "standard", house, replace(house)])
    assert [path.name for path in drawn] == ["beat-probability-standard", "beat-probability-house"]
    same_file = Variant("house", STANDARD.tiers, title="As they play it")
    with pytest.raises(ValueError, match="two variants would go to one file"):
        draw_figures(tmp_path, [house, same_file])


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
    rights = [note.get_window_extent().x1 for note in ax.texts]
    ends = [ax.transData.transform((bars(ax)[place].get_x() + 0.8, 0))[0] for place in (19, 7)]
    assert rights == pytest.approx(ends, abs=2)  # a note stays clear of a higher bar beside it
    assert ax.get_ylim()[0] == 0
    assert "how likely" in plot_chances(dice=Dice([1, 2, 3, 4, 5, 6]), ax=axes()).get_title()


def test_survival_lines_are_exact() -> None:
    calls = [66, 54, 31]
    ax = plot_survival(calls=calls, ax=axes())
    for call, line in zip(calls, ax.lines, strict=True):
        expected = [1.0] + [1 - float(beat_probability(call, rolls=n)) for n in range(1, 5)]
        assert list(np.asarray(line.get_ydata())) == expected
    assert notes(ax) == ["66", "54", "31"]


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


def test_who_are_equal_are_not_ranked() -> None:
    table = HONEST.table(Rules(lives=1))
    equal = [TableStrategy(name, table.calls, table.doubts) for name in ("c", "a", "b")]
    ax = plot_tournament(tournament(equal, Rules(lives=1)), ax=axes())
    assert ax.get_title().startswith("All do alike: ")
    assert ticks(ax) == ["c", "a", "b"]
    ax = plot_tournament(tournament([*equal[:2], "lucky"], Rules(lives=1)), ax=axes())
    assert ax.get_title().startswith("C and a do best: ")


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


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(picture, marks=[pytest.mark.long] * (picture.name in SLOW), id=picture.name)
        for picture in GALLERY
    ],
)
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


class TestOnAnyAxes:
    """What is drawn stays right and can be read, whatever axes it is drawn on."""

    @pytest.mark.parametrize(
        ("first", "second", "shared"),
        [
            (plot_beat_probability, partial(plot_beat_probability, "meyer"), "y"),
            (partial(plot_survival, calls=[54]), plot_chances, "x"),
            (partial(plot_survival, calls=[54]), CHARTS["convergence"], "x"),
            (CHARTS["convergence"], CHARTS["lies"], "x"),
            (CHARTS["convergence"], partial(CHARTS["convergence"], most=1000), "x"),
            (CHARTS["beat"], CHARTS["calls"], "y"),
        ],
    )
    def test_a_chart_is_never_relabelled(self, first: Chart, second: Chart, shared: str) -> None:
        left, right = Figure().subplots(1, 2, sharex=shared == "x", sharey=shared == "y")
        first(ax=left)
        before = [text.get_text() for text in texts(left)]
        with pytest.raises(ValueError, match=f"shares its {shared} axis .*share{shared}=False"):
            second(ax=right)
        assert not right.has_data()
        assert [text.get_text() for text in texts(left)] == before

    def test_charts_with_the_same_labels_share_axes(self) -> None:
        axs = Figure().subplots(2, sharex=True, sharey=True)
        for ax in axs:
            plot_beat_probability(ax=ax)
        assert ticks(axs[0]) == ticks(axs[1]) == [str(row.outcome) for row in odds()]
        left, right = Figure().subplots(1, 2, sharey=True)
        plot_survival(calls=[66], ax=left)
        plot_chances(ax=right)
        assert left.get_ylim() == right.get_ylim() == (0, 1.03)  # both can be seen whole

    def test_no_chart_is_drawn_over_something(self) -> None:
        """Two charts on one axes, or somebody's own data under one, read as what they are not."""
        ax = axes()
        plot_beat_probability(ax=ax)
        for variant in ("standard", "meyer"):
            with pytest.raises(ValueError, match="something is drawn on ax already"):
                plot_beat_probability(variant, ax=ax)
        with pytest.raises(ValueError, match=r"shares its y axis .*'21'"):
            plot_beat_probability("meyer", ax=ax.twiny())
        ax.axvspan(0.4, 0.6)  # afterwards it is one's own
        ax.clear()
        plot_beat_probability("meyer", ax=ax)
        assert ticks(ax)[1] == "31"

    @pytest.mark.parametrize("shared", ["x", "y"])
    def test_numbers_of_ones_own_become_no_percentages(self, shared: str) -> None:
        left, right = Figure().subplots(1, 2, sharex=shared == "x", sharey=shared == "y")
        left.plot([50, 55], [1, 2])
        chart = plot_beat_probability if shared == "x" else plot_chances
        with pytest.raises(ValueError, match=f"shares its {shared} axis"):
            chart(ax=right)

    @pytest.mark.long
    @pytest.mark.parametrize("layout", ["constrained", "tight"])
    def test_a_later_chart_leaves_room_for_earlier_ones(self, layout: Any) -> None:
        """A layout engine makes the first narrower when the others come."""
        figure = Figure(figsize=(10, 8), layout=layout)
        first, *others = figure.subplots(2, 2).flat
        plot_who_beats_whom(ax=first)
        for ax in others:
            plot_match(Rules(lives=2), ax=ax)
        assert_all_can_be_read(figure)
        assert len(pickle.loads(pickle.dumps(figure)).axes) == 4

    def test_two_charts_of_optimal_play_are_refused_before_either_is_drawn(self) -> None:
        left, right = Figure().subplots(1, 2)
        plot_beat_probability("meyer", ax=right)
        with pytest.raises(ValueError, match="something is drawn on ax already"):
            plot_optimal_play(axs=[left, right])
        assert not left.has_data()

    @pytest.mark.parametrize(("size", "layout"), [(8, None), (20, None), (20, "constrained")])
    def test_ten_labels_stand_at_their_lines(self, size: int, layout: Any) -> None:
        with mpl.rc_context({"font.size": size}):
            ax = Figure(figsize=(5, 5), layout=layout).subplots()
            CHARTS["survival"](ax=ax)
        assert notes(ax) == ["66", "65", "64", "63", "62", "61", "54", "53", "52", "51"]
        assert_labels_stand_at_their_lines(ax)
        assert_all_can_be_read(ax.figure)  # type: ignore[arg-type]  # no sub-figure
        shown = [note.arrow_patch.get_visible() for note in ax.texts]  # type: ignore[attr-defined]
        assert not shown[0]  # 66 is far from all others
        assert shown[-1] == (size == 20)

    def test_lines_that_end_together_have_one_label(self) -> None:
        ax = plot_survival("points", calls=[62, 66, 53, 53], ax=axes())
        assert sorted(notes(ax)) == ["62 = 53", "66"]
        loaded = Dice([1, 0, 0, 0, 0, 1])  # nothing that could be thrown lies between 54 and 53
        assert notes(plot_survival(calls=[54, 53], dice=loaded, ax=axes())) == ["54, 53"]

    def test_a_figure_travels_with_all_its_labels(self) -> None:
        ax = plot_survival(calls=[54, 53], ax=axes())
        again = pickle.loads(pickle.dumps(ax.figure)).axes[0]
        assert_labels_stand_at_their_lines(again)
        assert notes(again) == ["54", "53"]

    def test_labels_move_as_little_as_can_be(self) -> None:
        assert spread([5, 5, 9], [2, 2, 2], 0, 10) == [4, 6, 9]
        assert spread([1, 9.5, 0], [2, 2, 2], 0, 10) == [3, 9, 1]
        assert spread([], [], 0, 1) == []

    @pytest.mark.parametrize(
        "row",
        [
            pytest.param(list(CHARTS)[place : place + 3], marks=[pytest.mark.long] * (place > 0))
            for place in range(0, len(CHARTS), 3)
        ],
    )
    def test_three_charts_on_a_row_can_be_read_in_large_letters(self, row: list[str]) -> None:
        """There is no layout engine."""
        with mpl.rc_context({"font.size": 20}):
            figure = Figure(figsize=(18, 8))
            for name, ax in zip(row, figure.subplots(1, 3), strict=True):
                CHARTS[name](ax=ax)
            assert_all_can_be_read(figure)

    def test_small_charts_of_a_grid_can_be_read(self) -> None:
        figure = Figure(figsize=(7, 5))
        axs = figure.subplots(2, 2)
        plot_medians(ax=axs[0, 0])
        for ax, name in zip(axs.flat[1:], ("survival", "lies", "match"), strict=True):
            CHARTS[name](ax=ax)
        assert_all_can_be_read(figure)

    def test_twelve_names_can_be_read(self) -> None:
        names = [*CHARACTERS, "optimal"]
        honest = CHARACTERS["honest"].table(Rules())
        more = [TableStrategy(f"my-own-player-{n}", honest.calls, honest.doubts) for n in range(3)]
        figure = Figure(figsize=(14, 7))
        left, right = figure.subplots(1, 2)
        plot_lies_and_doubts([*names, *more], Rules(lives=1), ax=left)
        wins = np.full((12, 12), 0.5)
        given = Tournament((*names, *(player.name for player in more)), Rules(), wins)
        plot_tournament(given, ax=right)
        assert_all_can_be_read(figure)
        shown = ", ".join(notes(left)).replace("\n", " ").split(", ")
        assert sorted(shown) == sorted(given.players)

    def test_the_labels_of_close_lines_can_be_read(self) -> None:
        ax = Figure().subplots()
        CHARTS["convergence"](ax=ax)
        assert len(notes(ax)) == 6
        assert_labels_stand_at_their_lines(ax)
        assert_all_can_be_read(ax.figure)  # type: ignore[arg-type]  # no sub-figure

    def test_a_name_that_is_far_too_long_leaves_room_for_the_chart(self) -> None:
        ax = plot_medians([Variant("x" * 200, STANDARD.tiers)], ax=Figure().subplots())
        assert_all_can_be_read(ax.figure)  # type: ignore[arg-type]  # no sub-figure
        assert len(ticks(ax)[0]) < 100
        assert ax.get_position().width > 0.3


TEX_SAFE = re.compile(
    r"(\\[#$%&_{}]|\\text(backslash|asciitilde|asciicircum|less|greater|bar)\{\}"
    r"|\$\\leftarrow\$|[^#$%&_{}~^\\<>|←])*"
)


class TestWords:
    @pytest.mark.parametrize("name", CHARTS)
    def test_no_text_is_a_command_to_tex(self, name: str) -> None:
        """TeX is not here, so nothing is drawn: the texts are read."""
        nasty = r"50% & <#1>|_{a}^~$\b"
        with mpl.rc_context({"text.usetex": True}):
            ax = axes()
            CHARTS[name](ax=ax, labels=dict.fromkeys(WORDS[name], nasty))
        for text in texts(ax):
            assert text.get_usetex()
            assert TEX_SAFE.fullmatch(text.get_text()), text.get_text()
        assert any("50\\%" in text.get_text() for text in texts(ax))

    def test_what_tex_would_show_is_what_was_written(self) -> None:
        with mpl.rc_context({"text.usetex": True}):
            ax = plot_chances(ax=axes(), title=r"a~b \ 5 %")
        assert ax.get_title() == r"a\textasciitilde{}b \textbackslash{} 5 \%"
        assert plot_chances(ax=axes(), title="5 % of $2").get_title() == r"5 % of \$2"
        assert plot_chances(ax=axes(), title="").get_title() == ""

    @pytest.mark.parametrize("name", CHARTS)
    def test_every_word_and_title_can_be_another(self, name: str) -> None:
        labels = {word: word.upper() for word in WORDS[name]}
        ax = CHARTS[name](ax=axes(), labels=labels, title="Mäxchen")
        assert ax.get_title() == "Mäxchen"
        shown = " ".join(text.get_text() for text in texts(ax)).replace("\n", " ")
        for word in labels.values():
            assert word in shown

    def test_names_in_titles_can_be_others(self) -> None:
        assert (
            plot_chances(ax=axes(), labels={"Mia": "Mäxchen"}).get_title().startswith("Mäxchen: ")
        )
        german = {"The higher the call, the more often doubt it": "Je höher, desto fraglicher"}
        pair = Figure().add_axes((0, 0, 0.5, 1)), Figure().add_axes((0.5, 0, 0.5, 1))
        assert (
            plot_optimal_play(axs=pair, labels=german)[1].get_title()
            == "Je höher, desto fraglicher"
        )

    def test_what_is_no_text_is_refused_before_anything_is_drawn(self) -> None:
        ax = axes()
        for title in (5, ["a"]):
            with pytest.raises(TypeError, match="title must be a text, '' for none, not"):
                plot_chances(ax=ax, title=title)  # type: ignore[arg-type]  # it must raise
        for labels in ({21: "Mia"}, {"call": None}, ["call"]):
            with pytest.raises(TypeError, match="labels must map texts of the picture to other"):
                plot_chances(ax=ax, labels=labels)  # type: ignore[arg-type]  # it must raise
        for text in ("a\tb", "\x00", "x" * 501):
            with pytest.raises(ValueError, match="500 printable characters at most"):
                plot_chances(ax=ax, title=text)
            with pytest.raises(ValueError, match="500 printable characters at most"):
                plot_chances(ax=ax, labels={"Mia": text})
        with pytest.raises(TypeError, match="title must be a list"):
            plot_optimal_play(title="one")
        with pytest.raises(ValueError, match="title must be a list of two texts"):
            plot_optimal_play(title=["one"])
        assert plt.get_fignums() == []
        assert not ax.has_data()

    @pytest.mark.parametrize("variant", ["meyer-toast-high", "numeric"])
    def test_kinds_are_named_in_one_order(self, variant: str) -> None:
        for draw in (plot_chances, plot_beat_probability):
            legend = draw(variant, ax=axes()).get_legend()
            assert legend is not None
            named = [text.get_text() for text in legend.get_texts()]
            assert named == [kind for kind in ("Mia", "doubles", "mixed") if kind in named]


WORDS = {
    "beat": ["call", "chance that the next roll is better", "is thrown again", "doubles", "66"],
    "chances": ["chance to throw it", "outcome, best first", "Mia", "doubles", "mixed"],
    "survival": ["later rolls", "chance that none is better", "65"],
    "ranks": ["rank, 1 is best; tied outcomes stand side by side", "kiriki", "54"],
    "medians": ["bold: a better roll comes exactly half the time", "kinito", "54"],
    "who": ["the row beats the column", "the row loses", "outcome, best first", "66"],
    "convergence": ["simulated games", "chance to lose the game", "liar"],
    "tournament": ["honest", "the best play of a single round of two, not of a whole match"],
    "match": ["lives of the other", "lives of who opens the round"],
    "lies": ["share of the calls it hears that it doubts", "honest", "optimal"],
    "calls": ["call", "chance that it is called", "true", "a lie", "54"],
    "doubts": ["chance to doubt it", "54", "66"],
}
"""Some of the words of each chart."""


class TestWhoPlaysWell:
    def test_the_optimum_is_known_by_its_play_not_by_its_name(self) -> None:
        best, liar = solve_round().strategy, CHARACTERS["liar"].table(Rules())
        impostor = TableStrategy("optimal", liar.calls, liar.doubts)
        ax = plot_lies_and_doubts([impostor, "honest"], ax=axes())
        assert ax.get_title() == "How often do players lie and doubt?"
        assert {line.get_marker() for line in ax.lines} == {"o"}
        assert "single round" not in ax.get_xlabel()
        hidden = TableStrategy("my own", best.calls, best.doubts)
        ax = plot_lies_and_doubts([impostor, hidden], ax=axes())
        assert [line.get_marker() for line in ax.lines] == ["o", "*"]
        assert ax.get_title() == "Who plays well lies in 45 % of its calls and doubts 62 %"
        assert "my own: the best play of a single round of two, not" in ax.get_xlabel()

    def test_a_picture_with_the_optimum_says_of_what_it_is_one(self) -> None:
        only = "optimal: the best play of a single round of two, not of a whole match"
        assert plot_tournament(PAIR, ax=axes()).get_xlabel() == only
        assert only in plot_lies_and_doubts(["liar", "optimal"], ax=axes()).get_xlabel()
        without = tournament(["honest", "liar"], Rules(lives=1))
        assert plot_tournament(without, ax=axes()).get_xlabel() == ""
