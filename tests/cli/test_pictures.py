"""Facts about the command that draws charts."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from mia_stats.cli.pictures import PICTURES
from mia_stats.plotting import GALLERY
from tests.cli.helpers import error, output


def test_figures_are_drawn_where_the_command_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "charts"
    printed = output(capsys, "figures", str(folder), "--variant", "meyer", "points")
    paths = [Path(line) for line in printed.splitlines()]
    assert sorted(paths) == sorted(folder.iterdir())
    assert len(paths) == 4


def test_figures_go_to_figures_by_default(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "figures/beat-probability-standard.svg" in output(capsys, "figures")
    assert len(list(Path("figures").iterdir())) == 2


class TestPictures:
    """Any picture of the gallery, light or dark, in any format."""

    def test_the_names_are_those_of_the_gallery(self) -> None:
        assert [picture.name for picture in GALLERY] == list(PICTURES)

    def test_a_dark_pdf(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        argv = ["figures", str(tmp_path), "--picture", "rolls", "survival", "--dark"]
        printed = output(capsys, *argv, "--format", "pdf").split()
        assert printed == [f"{tmp_path}/rolls-dark.pdf", f"{tmp_path}/survival-dark.pdf"]
        assert all(Path(path).read_bytes().startswith(b"%PDF") for path in printed)

    def test_dots_and_formats(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        for dpi, width in (("100", 460), ("300", 1380)):  # it is 4.6 inches wide
            argv = ["figures", str(tmp_path), "--picture", "rolls", "--format", "png"]
            assert output(capsys, *argv, "--dpi", dpi) == f"{tmp_path}/rolls.png\n"
            with Image.open(tmp_path / "rolls.png") as image:
                assert image.width == pytest.approx(width, abs=1)  # some round down

    def test_variants_are_drawn_dark_too(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        argv = ["figures", str(tmp_path), "--variant", "meyer", "--dark", "--format", "svg"]
        assert output(capsys, *argv) == f"{tmp_path}/beat-probability-little-mia-dark.svg\n"

    @pytest.mark.parametrize(
        ("words", "part"),
        [
            (["--picture", "survivl"], "did you mean 'survival'"),
            (["--picture", "rolls", "--variant", "meyer"], "not allowed with"),
            (["--picture", "rolls", "--rethrown", "31"], "for the odds of variants"),
            (["--picture", "rolls", "--dice", "1,1,2,2,2,2"], "for the odds of variants"),
            (["--picture", "rolls", "--dpi", "9"], "dpi must be from 10 to 2400, not 9"),
            (["--format", "gif"], "'gif' is not known; known are svg, png, pdf"),
        ],
        ids=lambda value: " ".join(value) if isinstance(value, list) else "",
    )
    def test_what_can_not_be_drawn_leaves_no_file(
        self, words: list[str], part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert part in error(capsys, "figures", str(tmp_path), *words)
        assert not list(tmp_path.iterdir())
