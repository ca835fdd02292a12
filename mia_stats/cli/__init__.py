"""The `mia-stats` command."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import Any, NoReturn

from mia_stats._version import __version__
from mia_stats.cli.chances import add_chance_commands
from mia_stats.cli.games import add_game_commands
from mia_stats.cli.options import settle_output, write
from mia_stats.cli.pictures import add_picture_commands
from mia_stats.cli.solve import add_solve_commands

__all__ = ["main"]

_PROG = "mia-stats"


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
    try:
        status = _run(argv)
        if sys.stdout is not None:  # closed by the shell
            sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if error.filename is None:
            _close_stdout()
        return _failed(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except MemoryError:
        return _failed("there is not enough memory")
    except (BrokenExecutor, ModuleNotFoundError, TypeError, ValueError) as error:
        return _failed(str(error))
    return status


def _run(argv: Sequence[str] | None) -> int:
    """Run the command that the arguments name, and return its exit status."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", FutureWarning)  # what users should change
        warnings.showwarning = lambda message, *_, **__: _say(str(message))
        try:
            args = _parser().parse_args(argv)
        except SystemExit as stop:  # after --help, --version or an error
            return int(stop.code or 0)
        settle_output(args)
        status: int = args.run(args)
    return status


def _close_stdout() -> None:
    """Send what is left to nowhere, so that the flush at exit can't fail again."""
    with suppress(AttributeError, OSError, ValueError):  # or it is closed already
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(message: str) -> int:
    _say(message)
    return 2


def _say(message: str) -> None:
    """Print a line to the standard error, if somebody reads it."""
    try:
        if sys.stderr is not None:  # closed by the shell
            print(f"{_PROG}: {_one_line(message)}", file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # there is nobody to tell


def _one_line(message: str) -> str:
    line = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    return line if len(line) <= 600 else f"{line[:500]} ... {line[-90:]}"


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a message; an error of the standard output is not swallowed, as argparse does."""
        if file is sys.stdout:
            write(message, "-", "table")
        else:
            super()._print_message(message, file)


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

    add_chance_commands(command)
    add_picture_commands(command)
    add_game_commands(command)
    add_solve_commands(command)
    return parser
