"""What the tests of the command share: ways to run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mia_stats.cli import main

LOG = Path(__file__).with_name("game.jsonl")
"""A game in which Ann has played against liar and honest."""


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return what a command prints when all is well."""
    assert main(argv) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return the one line that a command says when all is not well."""
    status = main(argv)
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    assert captured.err.startswith("mia-stats")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 700
    return captured.err


def shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell, in which `mia-stats` is the command of this Python."""
    program = command.replace("mia-stats", f"{sys.executable} -m mia_stats")
    return subprocess.run(
        ["bash", "-c", program], capture_output=True, text=True, check=False,
        env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"} | env,
    )  # fmt: skip
