"""Redraw everything in the folder `figures`, the same bytes on every run."""

from __future__ import annotations

from pathlib import Path

from mia_stats.plotting import draw_gallery

FIGURES = Path(__file__).resolve().parent.parent / "figures"

if __name__ == "__main__":
    for path in draw_gallery(FIGURES, progress=True):
        print(path)
