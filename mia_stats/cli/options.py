"""Options that several commands share, and how their tables are printed."""

from __future__ import annotations

import argparse
import codecs
import errno
import json
import os
import re
import sys
from collections.abc import Callable
from typing import TextIO, TypeVar

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.cli.terminal import width_of
from mia_stats.utils.checks import shown
from mia_stats.utils.files import write_whole
from mia_stats.utils.tables import Table

__all__ = [
    "Command",
    "add_dice",
    "add_output",
    "checked",
    "count",
    "format_of",
    "outcomes",
    "print_table",
    "settle_output",
    "write",
]

Command = Callable[[str, Callable[[argparse.Namespace], int], str, str], argparse.ArgumentParser]
"""Adds a command: its name, what runs it, what it does, and an example of its arguments."""

_FOR_PEOPLE = ("table", "markdown")
_FORMATS: dict[str, Callable[[Table], str | None]] = {
    "table": lambda table: f"{table}\n",
    "markdown": lambda table: table.to_markdown() + "\n",
    "csv": lambda table: table.to_csv(),
    "json": lambda table: table.to_json(),
    "html": lambda table: table.to_html(),
    "latex": lambda table: table.to_latex(),
}
_SEPARATED = re.compile(r"\d{1,3}(?:,\d{3})+", re.ASCII)
_SUFFIXES = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".csv": "csv",
    ".json": "json",
    ".html": "html",
    ".htm": "html",
    ".tex": "latex",
}  # any format may stand in a .txt


def add_dice(parser: argparse.ArgumentParser) -> None:
    """Add the option of loaded dice."""
    parser.add_argument(
        "--dice",
        type=checked(Dice.parse),
        default=FAIR,
        metavar="WEIGHTS",
        help="the weights of the faces 1 to 6, such as 1,1,2,2,2,2; "
        "those of a different second die after a slash (default: %(default)s)",
    )


T = TypeVar("T")


def checked(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return `parse` with errors that argparse prints as they are."""

    def parsed(text: str) -> T:
        try:
            return parse(text)
        except (TypeError, ValueError) as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parsed


@checked
def count(text: str) -> int:
    """Return a whole number that may be written 1e6, 1,000,000 or 1_000_000."""
    digits = text.replace(",", "") if _SEPARATED.fullmatch(text) else text.replace("_", "")
    match = re.fullmatch(r"(\d{1,18})(?:e\+?(\d{1,2}))?", digits, re.ASCII)
    if match is None:
        raise ValueError(f"{shown(text)} is no whole number of 0 or more, such as 1000 or 1e3")
    power: int = 10 ** int(match[2] or 0)
    return int(match[1]) * power


@checked
def outcomes(text: str) -> list[str]:
    """Return the parts of a list such as "32,31" or "32 31", which a variant can read."""
    return re.split(r"[\s,]+", text.strip())


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options of a format and of a file."""
    parser.add_argument(
        "--format",
        choices=_FORMATS,
        metavar="FORMAT",
        help=f"{', '.join(_FORMATS)} (default: what the suffix of FILE says, else table)",
    )
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="write to a file, such as odds.csv; - is the standard output (default: %(default)s)",
    )


def settle_output(args: argparse.Namespace) -> None:
    """See to it that what a command prints has a format and a place, before hours of work.

    Raises
    ------
    ValueError
        If suffix and `--format` contradict each other, or no table can be written as the suffix
        says.
    OSError
        If something goes to the standard output, which the shell has closed.
    """
    if "format" in args:
        _settle_format(args)
    if "format" not in args or args.output == "-":  # what makes no table names the files it writes
        _standard_output()


def _settle_format(args: argparse.Namespace) -> None:
    """Let the suffix of the output say its format where `--format` doesn't."""
    meant = format_of(args.output)
    suffix = os.path.splitext(args.output)[1]
    if args.format is None:
        if meant is None and suffix.lower() not in ("", ".txt"):
            raise ValueError(
                f"{suffix} is none of the formats {', '.join(_SUFFIXES)} and .txt: "
                "say --format too, or give the file another name"
            )
        args.format = meant or "table"
    elif meant not in (None, args.format):
        raise ValueError(
            f"--format {args.format} contradicts the suffix of {args.output}, which says {meant}: "
            "leave --format out, or give the file another name"
        )


def format_of(file: str) -> str | None:
    """Return the format that the suffix of a file says; None where it says nothing."""
    return _SUFFIXES.get(os.path.splitext(file)[1].lower())


def print_table(table: Table, args: argparse.Namespace) -> int:
    """Print a table, or write it to the file named, and return the exit status.

    On a terminal it is as wide as that; in files and pipes it is whole.
    """
    if args.format == "table" and args.output == "-" and (width := width_of(sys.stdout)):
        text = f"{table.to_text(width)}\n"
    else:
        text = _FORMATS[args.format](table) or ""
    write(text, args.output, args.format)
    return 0


def write(text: str, file: str, form: str) -> None:
    """Write a text of some format to a file; - is the standard output."""
    if file == "-":
        _standard_output().write(_writable(text, form))
    else:
        write_whole(file, text)


def _standard_output() -> TextIO:
    """Return the standard output, or raise an error where the shell has closed it."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed")
    return sys.stdout


def _writable(text: str, form: str) -> str:
    """Return a text that the encoding of the standard output can hold.

    What people read gets a question mark where a letter is missing. JSON has escapes of its own,
    and is ASCII where the encoding is not the one that its readers expect.

    Raises
    ------
    ValueError
        If something would be lost from another format.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if form in _FOR_PEOPLE:
        return text.encode(encoding, "replace").decode(encoding)
    if form == "json" and codecs.lookup(encoding).name != "utf-8":
        return re.sub(r"[^\x00-\x7f]", lambda found: json.dumps(found[0])[1:-1], text)
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        raise ValueError(
            f"the standard output is {encoding}, which has no {text[error.start]!r}: "
            "write to a file with -o FILE, or set PYTHONIOENCODING=utf-8"
        ) from None
    return text
