"""The command that writes the page for a phone, or serves it."""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING

from mia_stats.cli.options import Command, count, write
from mia_stats.cli.terminal import is_terminal, width_of
from mia_stats.cli.variants import add_variant, variant_of
from mia_stats.report import report_html, write_report
from mia_stats.words.languages import LANGUAGES

if TYPE_CHECKING:
    from mia_stats.report.serve import PageServer

__all__ = ["add_report_command"]

_FILE = "mia.html"
_PORT = 8000
_WHITE_ON_BLACK, _AS_BEFORE = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


def add_report_command(command: Command) -> None:
    """Add the command of this module."""
    report = command(
        "report", _report, "write or serve one page with odds and an adviser, for a phone",
        f"-o {_FILE}",
    )  # fmt: skip
    where = report.add_mutually_exclusive_group()
    where.add_argument(
        "-o", "--output", metavar="FILE",
        help=f"where to; - is the standard output (default: {_FILE})",
    )  # fmt: skip
    where.add_argument(
        "--serve", nargs="?", type=count, const=_PORT, metavar="PORT",
        help="show the page to the browsers of this machine until Ctrl-C, on a port "
        f"(default: {_PORT}; 0 is any that is free)",
    )  # fmt: skip
    report.add_argument(
        "--lan", action="store_true",
        help="with --serve: show it to anybody in this network, and print a QR code to scan",
    )  # fmt: skip
    report.add_argument(
        "--language", choices=LANGUAGES, default="en", metavar="LANGUAGE",
        help=f"{', '.join(LANGUAGES)}: of readers whose own is none of these "
        "(default: %(default)s)",
    )  # fmt: skip
    add_variant(report)


def _report(args: argparse.Namespace) -> int:
    if args.lan and args.serve is None:
        raise ValueError("--lan opens to the network what --serve shows: give --serve too")
    variant = variant_of(args, args.variant)
    if args.serve is not None:
        from mia_stats.report.serve import PageServer  # of no use to the other commands

        with PageServer(args.serve, lan=args.lan) as server:
            told = _where(server, lan=args.lan)
            server.html = report_html(variant, language=args.language)
            server.run(lambda: _say(told))
        _say(f"\nStopped; port {server.server_port} is free again.\n")  # below the ^C of a terminal
    elif args.output == "-":
        write(report_html(variant, language=args.language), "-", "html")
    else:
        file = _FILE if args.output is None else args.output
        path = write_report(file, variant, language=args.language)
        write(f"{path}\n", "-", "table")
    return 0


def _where(server: PageServer, *, lan: bool) -> str:
    """Return what people must know: where the page is, for whom, and how it stops."""
    told = f"The page is at {server.address} (Ctrl-C stops it)\n"
    if server.network_address:
        told += f"Anybody in this network can open it too, at {server.network_address}\n"
        told += _code(server.network_address)
    elif lan:
        told += "There is no network: only this machine can open it.\n"
    return told


def _code(address: str) -> str:
    """Return the QR code of an address as lines of blocks, or why it is left out."""
    try:
        import segno
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f'the QR code needs {error.name}: pip install "mia-stats[report]"', name=error.name
        ) from None
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    width, encoding = width_of(sys.stdout), getattr(sys.stdout, "encoding", None) or "utf-8"
    if width and width < len(lines[0]):
        return f"The QR code is left out: it is {len(lines[0])} columns wide, this is {width}.\n"
    try:
        drawn.getvalue().encode(encoding)
    except UnicodeEncodeError:
        return f"The QR code is left out: the standard output is {encoding}, without blocks.\n"
    if is_terminal(sys.stdout) and _has_colours():
        lines = [f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in lines]  # on light ones too
    return "\n".join([*lines, ""])


def _has_colours() -> bool:
    """Return whether a terminal takes colours, and its user too."""
    dumb = os.environ.get("TERM", "dumb") == "dumb"
    return os.name == "posix" and not dumb and not os.environ.get("NO_COLOR")


def _say(text: str) -> None:
    """Print a text at once, even into a pipe."""
    write(text, "-", "table")
    sys.stdout.flush()
