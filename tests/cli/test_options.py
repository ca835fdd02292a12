"""Facts about what each command takes: the format, and the file for what it prints."""

from __future__ import annotations

import codecs
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from mia_stats import HONEST, VARIANTS, odds, save_strategy
from mia_stats.cli import main
from mia_stats.cli.options import write
from mia_stats.plotting import draw_figures
from tests.cli.helpers import error, output


def test_output_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "odds.csv"
    assert output(capsys, "odds", "--format", "csv", "-o", str(path)) == ""
    assert path.read_text() == odds().to_csv()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("odds.csv", odds().to_csv()),
        ("ODDS.CSV", odds().to_csv()),
        ("odds.json", odds().to_json()),
        ("odds.md", f"{odds().to_markdown()}\n"),
        ("odds.markdown", f"{odds().to_markdown()}\n"),
        ("odds.html", odds().to_html()),
        ("odds.htm", odds().to_html()),
        ("odds.tex", odds().to_latex()),
        ("odds.txt", f"{odds()}\n"),
        ("odds", f"{odds()}\n"),
    ],
)
def test_the_suffix_of_a_file_says_its_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, written: str
) -> None:
    assert output(capsys, "odds", "-o", str(tmp_path / name)) == ""
    assert (tmp_path / name).read_text(encoding="utf-8") == written


def test_a_format_may_not_contradict_the_suffix(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "odds.Md"
    for form in ("csv", "json", "table", "html", "latex"):
        said = error(capsys, "odds", "--format", form, "-o", str(path))
        assert f"--format {form} contradicts the suffix of {path}, which says markdown" in said
    slow = ["simulate", "honest", "liar", "--games", "1e12", "--format", "csv", "-o", str(path)]
    assert "contradicts" in error(capsys, *slow)  # before a game is played
    assert not list(tmp_path.iterdir())
    for name in ("odds.txt", "odds.dat", "odds.md"):
        argv = ["odds", "--format", "markdown", "-o", str(tmp_path / name)]
        assert output(capsys, *argv) == ""
        assert (tmp_path / name).read_text() == f"{odds().to_markdown()}\n"


def test_all_formats_go_to_the_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "odds", "--format", "html") == odds().to_html()
    assert output(capsys, "odds", "--format", "latex") == odds().to_latex()


def test_a_terminal_without_umlauts_still_gets_a_table() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mia_stats", "variants"],
        capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert b"M?xchen" in run.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_an_export_is_never_altered_to_suit_a_terminal(encoding: str) -> None:
    """The table of variants holds ä and č; one process prints it in all formats."""
    program = (
        "import sys; from mia_stats.cli import main; sys.stdout.reconfigure(newline='')\n"
        "for form in ('table', 'markdown', 'json', 'html', 'csv', 'latex'):\n"
        "    print(main(['variants', '--format', form]), end='\\f')"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )  # fmt: skip
    text, markdown, document, page, *refused = run.stdout.decode(encoding).split("\f")[:-1]
    names = "Mäxchen, Meiern, Machá?ek".encode(encoding, "replace").decode(encoding)
    assert names in text
    assert names in markdown
    assert json.loads(document[:-1]) == json.loads(VARIANTS.to_json() or "")
    assert document.isascii()
    assert page == f"{VARIANTS.to_html()}0"
    assert refused == ["2", "2"]
    name = codecs.lookup(encoding).name
    errors = run.stderr.decode(encoding).splitlines()
    assert len(errors) == 2
    for line in errors:
        assert line.startswith(f"mia-stats: the standard output is {name}, which has no '")
        assert "-o FILE" in line


def test_json_is_whole_on_any_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding in ("ascii", "cp1252", "utf-16", "utf-8"):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding, newline=""))
        write('{"ä": "😀\\n"}', "-", "json")
        sys.stdout.flush()
        assert json.loads(raw.getvalue().decode(encoding)) == {"ä": "😀\n"}
        assert ("ä" in raw.getvalue().decode(encoding)) == (encoding == "utf-8")


def test_a_redirected_standard_output_is_added_to(tmp_path: Path) -> None:
    odds_54 = f"{sys.executable} -m mia_stats odds 54"
    command = f"echo before; {odds_54} -o /dev/stdout; {odds_54} -o -; echo end"
    with (tmp_path / "log").open("w") as log:
        subprocess.run(["bash", "-c", command], stdout=log, check=True)
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines == ["before", *str(odds().only(54)).splitlines() * 2, "end"]


def test_a_folder_that_is_no_folder_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    for argv in (
        ["odds", "-o", f"{tmp_path}/file/odds.csv"],
        ["figures", f"{tmp_path}/file"],
        ["figures", f"{tmp_path}/file/charts"],
        ["report", "-o", f"{tmp_path}/none/mia.html"],
    ):
        assert main(argv) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert (tmp_path / "file").read_text() == "x"


def test_a_loop_of_links_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert main(["odds", "-o", str(tmp_path / "loop")]) == 2
    assert main(["odds", "-o", str(tmp_path / "loop" / "x")]) == 2


def test_a_path_that_ends_in_a_slash_is_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", "-o", f"{tmp_path}/new/"]) == 2
    assert "new/: Is a directory" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_that_may_not_be_written_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odds.csv"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    assert main(["odds", "-o", str(path)]) == 2
    assert "odds.csv: Permission denied" in capsys.readouterr().err
    assert path.read_text() == "old"


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="there is no /dev/shm")
def test_a_file_in_memory_is_replaced_as_any_other() -> None:
    path = Path("/dev/shm/mia_stats_test.csv")
    try:
        for _ in range(2):
            assert main(["odds", "54", "--format", "csv", "-o", str(path)]) == 0
        assert len(path.read_text().splitlines()) == 2
    finally:
        path.unlink(missing_ok=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Make a file system of 64 kB of its own."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)],
        capture_output=True, check=False,
    )  # fmt: skip
    if mounted.returncode:
        pytest.skip("this user may not mount a small disk")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_keeps_the_old_file(
    small_disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = small_disk / "odds.csv"
    assert main(["odds", "-o", str(path)]) == 0
    old = path.read_text()
    with (small_disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(b"x" * 1024)
    assert main(["claims", "-o", str(path)]) == 2
    assert capsys.readouterr().err == f"mia-stats: {path}: No space left on device\n"
    assert path.read_text() == old
    with pytest.raises(OSError, match="No space left"):
        save_strategy(small_disk / "honest.json", HONEST)
    with pytest.raises(OSError, match="No space left"):
        draw_figures(small_disk / "charts")
    left = {file.name for file in small_disk.rglob("*") if file.is_file()}
    assert left == {"odds.csv", "ballast"}
