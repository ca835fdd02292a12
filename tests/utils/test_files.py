"""Facts about files: at every moment the old one is intact or the new one is whole."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from mia_stats import load_strategy, odds, save_strategy
from mia_stats.utils.files import write_whole


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "odds.csv"
    write_whole(path, "old")
    path.chmod(0o640)
    write_whole(path, "neu ä")
    assert path.read_text(encoding="utf-8") == "neu ä"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "odds.csv"
    write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_whole(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "text"


def test_a_device_is_written_to() -> None:
    assert write_whole(os.devnull, "text") == Path(os.devnull)


def test_an_error_names_the_path_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere/odds.csv") as caught:
        odds().to_csv(tmp_path / "nowhere" / "odds.csv")
    assert caught.value.filename == str(tmp_path / "nowhere" / "odds.csv")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "text")


STOPS_BEFORE_THE_RENAME = """
import pathlib, signal, sys
from mia_stats.utils.files import write_whole

def wait(*_):
    print("written", flush=True)
    signal.pause()

pathlib.Path.replace = wait
write_whole(sys.argv[1], "new" * 10_000)
"""

WRITES_FOR_EVER = """
import itertools, sys
from mia_stats.utils.files import write_whole

for letter in itertools.cycle("ab"):
    write_whole(sys.argv[1], letter * 1_000_000)
    print(letter, flush=True)
"""


def started(program: str, path: Path) -> subprocess.Popen[str]:
    """Start a program that writes to a path, and wait until it says that it has begun."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # a shell may ignore it
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline()
    return process


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_signal_between_write_and_rename_keeps_the_old_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "odds.csv"
    path.write_text("old")
    with started(STOPS_BEFORE_THE_RENAME, path) as process:
        process.send_signal(getattr(signal, name))
        assert process.wait() != 0
    assert path.read_text() == "old"
    if name == "SIGINT":  # the others leave no time to tidy up
        assert list(tmp_path.iterdir()) == [path]
    odds().to_csv(path)
    assert path.read_text() == odds().to_csv()


def test_whenever_a_writer_is_killed_the_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "letters"
    for attempt in range(6):
        with started(WRITES_FOR_EVER, path) as process:
            assert process.stdout is not None
            for _ in range(attempt):
                process.stdout.readline()  # it is at work on the next one
            process.kill()
        assert path.read_text() in {"a" * 1_000_000, "b" * 1_000_000}


@pytest.mark.parametrize("path", [0, 1, True, None, 2.5, b"odds.csv", ["odds.csv"]])
def test_a_number_is_no_path(path: object) -> None:
    """`open` would take a number for a file that is open already, and close it."""
    with pytest.raises(TypeError, match="a path is text or path-like, not"):
        load_strategy(path)  # type: ignore[arg-type]  # it must raise
    with pytest.raises(TypeError, match="a path is text or path-like, not"):
        save_strategy(path, "honest")  # type: ignore[arg-type]  # it must raise
