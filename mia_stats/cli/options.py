"""Options that several commands share, and how their tables are printed."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from typing import TypeVar

from mia_stats.catalogue import STANDARD
from mia_stats.dice import FAIR, Dice
from mia_stats.files import write_whole
from mia_stats.tables import Table

__all__ = ["Command", "add_dice", "add_output", "add_variant", "checked", "print_table", "write"]

Command = Callable[[str, Callable[[argparse.Namespace], int], str, str], argparse.ArgumentParser]
"""Adds a command: its name, what runs it, what it does, and an example of its arguments."""

_FOR_PEOPLE = ("table", "markdown")
_FORMATS: dict[str, Callable[[Table], str | None]] = {
    "table": lambda table: table.to_text() + "\n",
    "markdown": lambda table: table.to_markdown() + "\n",
    "csv": lambda table: table.to_csv(),
    "json": lambda table: table.to_json(),
}


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add the option of a variant."""
    parser.add_argument(
        "--variant",
        default=STANDARD.key,
        metavar="KEY",
        help="a key or alias that `variants` lists, derived further or not: meyer+points "
        "(default: %(default)s)",
    )


def add_dice(parser: argparse.ArgumentParser, default: Dice | None = FAIR) -> None:
    """Add the option of loaded dice."""
    parser.add_argument(
        "--dice",
        type=checked(Dice.parse),
        default=default,
        metavar="WEIGHTS",
        help="the weights of the faces 1 to 6, such as 1,1,2,2,2,2; "
        "those of a different second die after a slash",
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


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options of a format and of a file."""
    parser.add_argument("--format", choices=_FORMATS, default="table", help="default: %(default)s")
    parser.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="write to a file; - is the standard output (default: %(default)s)",
    )


def print_table(table: Table, args: argparse.Namespace) -> int:
    """Print a table, or write it to the file named, and return the exit status."""
    text = _FORMATS[args.format](table) or ""
    if args.format in _FOR_PEOPLE and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that can't show ä gets a table
    write(text, args.output)
    return 0


def write(text: str, file: str) -> None:
    """Write a text to a file; - is the standard output."""
    if file == "-":
        sys.stdout.write(text)
    else:
        write_whole(file, text)
