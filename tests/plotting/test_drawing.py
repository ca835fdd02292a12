"""Facts about the figures that are drawn into a folder."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import requires
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from mia_stats import POINTS, STANDARD, Dice, Variant
from mia_stats.plotting import GALLERY, draw_figures, draw_gallery, draw_pictures, drawing
from tests.helpers import ROOT

COMMITTED = ROOT / "figures"


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


def test_each_variant_that_is_handed_in_has_its_own_chart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two variants of one order are equal, and still have two names."""
    monkeypatch.setattr(drawing, "save_figure", lambda _, path, **__: [path])
    house = Variant("house", STANDARD.tiers, title="As we play it")
    several: list[Variant | str] = [STANDARD, house, "standard", house, replace(house)]
    drawn = draw_figures(tmp_path, several, formats="svg")
    assert [path.stem for path in drawn] == ["beat-probability-standard", "beat-probability-house"]
    same_file = Variant("house", STANDARD.tiers, title="As they play it")
    with pytest.raises(ValueError, match="two variants would go to one file"):
        draw_figures(tmp_path, [house, same_file])


def test_two_variants_are_not_drawn_into_one_file(tmp_path: Path) -> None:
    both = [Variant("a b", STANDARD.tiers), Variant("a-b", POINTS.tiers)]
    with pytest.raises(ValueError, match="two variants would go to one file"):
        draw_figures(tmp_path, both)
    assert not list(tmp_path.iterdir())


def test_loaded_dice_have_files_of_their_own(tmp_path: Path) -> None:
    drawn = draw_figures(tmp_path, "meyer", dice=Dice([1, 1, 2, 2, 2, 2], [1] * 6))
    assert [path.name for path in drawn] == [
        f"beat-probability-little-mia-dice-1-1-2-2-2-2-and-1-1-1-1-1-1.{suffix}"
        for suffix in ("svg", "png")
    ]


def test_a_name_can_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    evil = Variant("/../../$evil$", STANDARD.tiers, title=r"$\foo$")
    for path in draw_figures(tmp_path / "charts", evil):
        assert path.parent == tmp_path / "charts"


@pytest.mark.long
def test_long_names_make_short_files(tmp_path: Path) -> None:
    heavy = Dice([10**17 + n for n in range(1, 7)], [10**17 + n for n in range(7, 13)])
    for paths in (
        draw_figures(tmp_path, dice=heavy),
        draw_figures(tmp_path, Variant("é" * 200, STANDARD.tiers)),
    ):
        assert all(path.is_file() for path in paths)


def test_an_unknown_variant_leaves_no_figure(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no variant"):
        draw_figures(tmp_path, ["standard", "standrd"])
    assert not list(tmp_path.iterdir())


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
    monkeypatch.setattr(drawing, "GALLERY", GALLERY[1:3])
    drawn = [path.name for path in draw_gallery(tmp_path)]
    assert drawn == [
        "rolls.svg", "rolls.png", "rolls-dark.svg", "rolls-dark.png", "survival.svg",
        "survival.png", "survival-dark.svg", "survival-dark.png", "README.md",
    ]  # fmt: skip
    if f"matplotlib=={mpl.__version__}" in " ".join(requires("mia-stats") or []):  # as it is pinned
        drawn_again, committed = (folder / "rolls.svg" for folder in (tmp_path, COMMITTED))
        assert drawn_again.read_bytes() == committed.read_bytes()


class TestDrawPictures:
    """Pictures of the gallery by name."""

    def test_they_are_those_of_the_gallery(self, tmp_path: Path) -> None:
        drawn = draw_pictures(tmp_path, ["survival", "rolls", "survival"], formats="svg")
        assert [path.name for path in drawn] == ["survival.svg", "rolls.svg"]
        dark = draw_pictures(tmp_path, "survival", dark=True, formats=["svg", "svg"])
        assert [path.name for path in dark] == ["survival-dark.svg"]
        if f"matplotlib=={mpl.__version__}" in " ".join(requires("mia-stats") or []):
            for path in drawn + dark:
                assert path.read_bytes() == (COMMITTED / path.name).read_bytes()

    def test_a_name_that_is_none_leaves_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match=r"'survivl' is no picture .did you mean 'survival'"):
            draw_pictures(tmp_path, ["rolls", "survivl"])
        with pytest.raises(ValueError, match=r"a format of figures is .* not 'gif89'"):
            draw_pictures(tmp_path, "rolls", formats=["svg", "gif89"])
        with pytest.raises(ValueError, match="dpi must be from 10 to 2400"):
            draw_pictures(tmp_path, "rolls", dpi=9)
        with pytest.raises(TypeError, match="dark must be True or False"):
            draw_pictures(tmp_path, "rolls", dark="yes")  # type: ignore[arg-type]  # it must raise
        assert not list(tmp_path.iterdir())
