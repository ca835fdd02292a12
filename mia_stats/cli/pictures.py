"""The commands that draw: charts, and the page for a phone."""

from __future__ import annotations

import argparse

from mia_stats.cli.options import Command, add_dice, add_variant, write
from mia_stats.ranking.catalogue import STANDARD, find_variant
from mia_stats.report import report_html, write_report

__all__ = ["add_picture_commands"]


def add_picture_commands(command: Command) -> None:
    """Add the commands of this module."""
    figures = command("figures", _figures, "draw charts as SVG and PNG", "charts --variant meyer")
    figures.add_argument(
        "folder", nargs="?", default="figures", help="before --variant (default: figures)"
    )
    figures.add_argument(
        "--variant",
        nargs="+",
        action="extend",
        metavar="KEY",
        help=f"variants, by key or alias (default: {STANDARD.key})",
    )
    add_dice(figures)

    report = command(
        "report", _report, "write one page with odds and an adviser, for a phone", "-o mia.html"
    )
    report.add_argument(
        "-o",
        "--output",
        default="mia.html",
        metavar="FILE",
        help="where to; - is the standard output (default: %(default)s)",
    )
    add_variant(report)


def _figures(args: argparse.Namespace) -> int:
    variants = [find_variant(key) for key in args.variant or [STANDARD.key]]
    from mia_stats.plotting import draw_figures  # matplotlib is slow to load

    for path in draw_figures(args.folder, variants, dice=args.dice):
        write(f"{path}\n", "-", "table")
    return 0


def _report(args: argparse.Namespace) -> int:
    if args.output == "-":
        write(report_html(args.variant), "-", "html")
    else:
        write(f"{write_report(args.output, args.variant)}\n", "-", "table")
    return 0
