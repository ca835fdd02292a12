"""Facts about the figures of the project, one by one, and about the committed ones."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

from mia_stats import plotting
from mia_stats.plotting import GALLERY, Picture
from tests.helpers import ROOT

SLOW = {picture.name for picture in GALLERY[3:]}
COMMITTED = ROOT / "figures"


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
    assert committed <= {"README.md", "page.png", "page-dark.png"} | names
