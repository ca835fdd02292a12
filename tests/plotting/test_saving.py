"""Facts about saved figures: the suffix says the format, and no byte depends on the time."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.figure import Figure

from mia_stats.plotting import save_figure


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


def test_axes_and_the_wrong_way_round_are_noticed(tmp_path: Path) -> None:
    figure = Figure()
    with pytest.raises(TypeError, match=r"figure must be a matplotlib Figure.*: give its \.figure"):
        save_figure(figure.subplots(), tmp_path / "x.pdf")  # type: ignore[arg-type]  # it must raise
    with pytest.raises(TypeError, match="the figure comes first, then the file"):
        save_figure("x.pdf", figure)  # type: ignore[arg-type]  # it must raise
