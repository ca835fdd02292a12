"""The command that draws charts."""

from __future__ import annotations

import argparse
from typing import Final

from mia_stats.chances.dice import FAIR
from mia_stats.cli.options import Command, add_dice, count, write
from mia_stats.cli.variants import add_order, variant_of
from mia_stats.ranking.catalogue import STANDARD, find_variant

__all__ = ["PICTURES", "add_picture_command"]

PICTURES: Final = (
    "beat-probability-standard", "rolls", "survival", "ranks", "medians", "convergence",
    "tournament", "optimal-opening", "doubts", "match", "lies-and-doubts", "truth-by-character",
    "recognition",
)  # fmt: skip
"""The names in `GALLERY`, without matplotlib, which help and completion have no time for."""

_FORMATS = ("svg", "png", "pdf")


def add_picture_command(command: Command) -> None:
    """Add the command of this module."""
    figures = command("figures", _figures, "draw charts as SVG and PNG, or as PDF",
                      "charts --picture survival --dark --format pdf --dpi 300")  # fmt: skip
    figures.add_argument(
        "folder", nargs="?", default="figures", metavar="FOLDER",
        help="where to, before --variant and --picture (default: %(default)s)",
    )  # fmt: skip
    what = figures.add_mutually_exclusive_group()
    what.add_argument(
        "--picture", nargs="+", action="extend", metavar="NAME", choices=PICTURES,
        help=f"pictures of the gallery: {', '.join(PICTURES)} "
        "(default: the odds of the variants)",
    )  # fmt: skip
    what.add_argument(
        "--variant", nargs="+", action="extend", metavar="VARIANT",
        help=f"variants, by key or alias (default: {STANDARD.key})",
    )  # fmt: skip
    add_order(figures, what)
    add_dice(figures)
    figures.add_argument("--dark", action="store_true", help="light on dark, for dark pages")
    figures.add_argument(
        "--format", dest="formats", nargs="+", action="extend", metavar="FORMAT", choices=_FORMATS,
        help=f"{', '.join(_FORMATS)}, one or several (default: svg png)",
    )  # fmt: skip
    figures.add_argument(
        "--dpi", type=count, default=150, metavar="N",
        help="dots of an inch, in what has dots, 10 to 2400 (default: %(default)s)",
    )  # fmt: skip


def _figures(args: argparse.Namespace) -> int:
    look = {"dark": args.dark, "formats": args.formats or ("svg", "png"), "dpi": args.dpi}
    if args.picture:
        if args.dice != FAIR or args.rethrown:
            raise ValueError(
                "--dice and --rethrown are for the odds of variants, not for --picture"
            )
        from mia_stats.plotting import draw_pictures  # matplotlib is slow to load

        paths = draw_pictures(args.folder, args.picture, **look)
    else:
        variants = [find_variant(variant_of(args, key)) for key in args.variant or [STANDARD.key]]
        from mia_stats.plotting import draw_figures

        paths = draw_figures(args.folder, variants, dice=args.dice, **look)
    for path in paths:
        write(f"{path}\n", "-", "table")
    return 0
