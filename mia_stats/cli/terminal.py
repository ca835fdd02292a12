"""What the command knows of the terminal that it prints to."""

from __future__ import annotations

import shutil
from typing import TextIO

from mia_stats.utils.layout import LEAST_WIDTH

__all__ = ["is_terminal", "width_of"]


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether people watch a stream, which the shell may have closed."""
    return stream is not None and stream.isatty()


def width_of(stream: TextIO | None) -> int | None:
    """Return how many letters a line of a terminal holds, or None for files and pipes.

    The variable COLUMNS counts where it is set.
    """
    return max(shutil.get_terminal_size().columns, LEAST_WIDTH) if is_terminal(stream) else None
