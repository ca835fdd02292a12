"""The `mia-stats` command: tables, medians, claims and figures from the shell."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from mia_stats import __version__
from mia_stats.catalogue import STANDARD, VARIANTS, find_variant
from mia_stats.claims import check_claims
from mia_stats.dice import FAIR, Dice
from mia_stats.files import write_whole
from mia_stats.medians import medians
from mia_stats.odds import odds, ranking_table
from mia_stats.tables import Table

__all__ = ["main"]

_PROG = "mia-stats"
_FORMATS: dict[str, Callable[[Table], str | None]] = {
    "table": lambda table: table.to_text() + "\n",
    "markdown": lambda table: table.to_markdown() + "\n",
    "csv": lambda table: table.to_csv(),
    "json": lambda table: table.to_json(),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process where they are not given.

    Returns
    -------
    int
        The exit status: 0, or 1 where a check failed, 2 after an error, 130 after Ctrl-C.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that can't show ä still gets a table
    try:
        args = _parser().parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _failed(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (TypeError, ValueError) as error:
        return _failed(str(error))
    return status


def _failed(message: str) -> int:
    print(f"{_PROG}: {_one_line(message)}", file=sys.stderr)
    return 2


def _one_line(message: str) -> str:
    line = " ".join(message.split())
    return line if len(line) <= 600 else f"{line[:500]} ... {line[-90:]}"


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(_PROG, description="Numbers about the dice game Mia, exact.")
    parser.add_argument("--version", action="version", version=f"{_PROG} {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], int], text: str, example: str
    ) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(
            name, help=text, description=text, epilog=f"example: {_PROG} {name} {example}"
        )
        added.set_defaults(run=run)
        return added

    variants = command("variants", _variants, "list the published variants", "--format csv")
    _add_output(variants)

    ranking = command("ranking", _ranking, "print the outcomes by rank", "--variant meyer")
    _add_variant(ranking)
    _add_output(ranking)

    table = command("odds", _odds, "print exact odds", "54 62 --variant meyer --format markdown")
    table.add_argument("call", nargs="*", help="only these calls, such as 54")
    _add_variant(table)
    _add_dice(table)
    _add_output(table)

    median = command("median", _median, "print the medians", "--dice 1,1,2,2,2,2")
    _add_variant(median)
    _add_dice(median)
    _add_output(median)

    claims = command(
        "claims",
        _claims,
        "check published claims; the status is 0 when each verdict is the recorded one",
        "--format json",
    )
    _add_output(claims)

    figures = command("figures", _figures, "draw charts as SVG and PNG", "charts --variant meyer")
    figures.add_argument("folder", nargs="?", default="figures", help="default: figures")
    figures.add_argument(
        "--variant",
        nargs="+",
        action="extend",
        metavar="KEY",
        help=f"variants, by key or alias (default: {STANDARD.key})",
    )
    _add_dice(figures)
    return parser


def _add_variant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        default=STANDARD.key,
        metavar="KEY",
        help="a key or alias that `variants` lists, derived further or not: meyer+points "
        "(default: %(default)s)",
    )


def _add_dice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dice",
        type=_dice,
        default=FAIR,
        metavar="WEIGHTS",
        help="the weights of the faces 1 to 6, such as 1,1,2,2,2,2; "
        "those of a different second die after a slash",
    )


def _dice(text: str) -> Dice:
    try:
        return Dice.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=_FORMATS, default="table", help="default: %(default)s")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to a file; - is the standard output"
    )


def _print(table: Table, args: argparse.Namespace) -> int:
    text = _FORMATS[args.format](table) or ""
    if args.output in (None, "-"):
        sys.stdout.write(text)
    else:
        write_whole(args.output, text)
    return 0


def _variants(args: argparse.Namespace) -> int:
    return _print(VARIANTS, args)


def _ranking(args: argparse.Namespace) -> int:
    return _print(ranking_table(args.variant), args)


def _odds(args: argparse.Namespace) -> int:
    table = odds(args.variant, dice=args.dice)
    return _print(table.only(*args.call) if args.call else table, args)


def _median(args: argparse.Namespace) -> int:
    return _print(medians(args.variant, dice=args.dice), args)


def _claims(args: argparse.Namespace) -> int:
    claims = check_claims()
    _print(claims, args)
    return 0 if claims.as_recorded else 1


def _figures(args: argparse.Namespace) -> int:
    variants = [find_variant(key) for key in args.variant or [STANDARD.key]]
    from mia_stats.plotting import draw_figures  # matplotlib is slow to load

    for path in draw_figures(args.folder, variants, dice=args.dice):
        print(path)
    return 0
