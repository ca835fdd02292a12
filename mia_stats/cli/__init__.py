"""The `mia-stats` command."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress

from mia_stats._version import __version__
from mia_stats.cli.chances import add_chance_commands
from mia_stats.cli.completion import add_completion_commands, complete, is_completing
from mia_stats.cli.games import add_game_commands
from mia_stats.cli.options import Command, settle_output
from mia_stats.cli.parser import Parser, one_line
from mia_stats.cli.pictures import add_picture_command
from mia_stats.cli.play import add_play_command
from mia_stats.cli.recognise import add_recognise_command
from mia_stats.cli.report import add_report_command
from mia_stats.cli.solve import add_solve_commands

__all__ = ["main"]

_PROG = "mia-stats"
_COMMANDS: dict[str, Sequence[Callable[[Command], None]]] = {
    "outcomes and chances": [add_chance_commands],
    "rolls and games": [add_game_commands],
    "what to play": [add_solve_commands],
    "at the table": [add_play_command, add_recognise_command],
    "pictures and pages": [add_picture_command, add_report_command],
    "the command itself": [add_completion_commands],
}  # what they are for


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
    except KeyboardInterrupt as stopped:
        if stopped.args:  # what was finished is printed already
            _say(str(stopped))
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
            parser = _parser()
            if argv is None and is_completing():
                complete(parser)
            args = parser.parse_args(argv)
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
            print(f"{_PROG}: {one_line(message)}", file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # there is nobody to tell


def _help(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(_PROG, usage=f"{_PROG} COMMAND ...", add_help=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("-h", "--help", action="help", help="show this, or that of a command")
    parser.add_argument("-V", "--version", action="version", version=f"{_PROG} {__version__}",
                        help="show the version")  # fmt: skip
    commands = parser.add_subparsers(metavar="COMMAND", prog=_PROG, help=argparse.SUPPRESS)
    lines = ["Numbers about the dice game Mia, exact."]

    def command(
        name: str, run: Callable[[argparse.Namespace], int], text: str, example: str
    ) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(
            name,
            help=text,
            description=f"{text[0].upper()}{text[1:]}.",
            epilog=f"example: {_PROG} {name} {example}",
        )
        added.set_defaults(run=run)
        lines.append(f"  {name:12}{text.partition(';')[0]}")
        return added

    for what_for, adds in _COMMANDS.items():
        lines += ["", f"{what_for}:"]
        for add in adds:
            add(command)
    helper = command("help", lambda args: _help(commands.choices.get(args.command, parser)),
                     "show this, or the help of a command", "odds")  # fmt: skip
    helper.add_argument("command", nargs="?", metavar="COMMAND", choices=commands.choices,
                        help="one of those that `help` lists")  # fmt: skip
    parser.set_defaults(run=lambda _: _help(parser))
    parser.description = "\n".join(lines)
    parser.epilog = f"{_PROG} COMMAND --help shows the options of one, and an example"
    return parser
