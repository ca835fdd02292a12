"""A parser of arguments whose errors are one line with a hint, the same in every Python."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from mia_stats.cli.options import write
from mia_stats.utils.checks import nearest, shown

__all__ = ["Parser", "one_line"]


def one_line(message: str) -> str:
    """Return a message on one line, abbreviated, without what a terminal would obey."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    return line if len(line) <= 600 else f"{line[:500]} ... {line[-90:]}"


class Parser(argparse.ArgumentParser):
    """A parser that knows what was meant, of the command or of one of its commands."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.color = False  # from Python 3.14 on it would be True, and help not the same text

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and exit."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")

    def parse_known_args(  # type: ignore[override]  # its overloads say the same
        self, args: Iterable[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the arguments of this parser; there are none that others would know."""
        words = sys.argv[1:] if args is None else list(args)
        self._check_first(words)
        found, unknown = super().parse_known_args(words, namespace)
        if unknown:
            option = next((word for word in unknown if word.startswith("-")), None)
            if option is None:
                self.error(f"{shown(unknown[0])} is one word too many, or stands behind an option")
            self._no_option(option)
        return found, unknown

    def _check_first(self, words: list[str]) -> None:
        """Refuse an option before the command, which argparse would take its value for."""
        commands = [a for a in self._actions if isinstance(a, argparse._SubParsersAction)]
        if not (commands and words and words[0].startswith("-") and words[0] != "--"):
            return
        name = words[0].partition("=")[0]
        if any(name in parser._options() for parser in commands[0].choices.values()):
            if name not in self._options():
                self.error(f"{name} is an option of a command, and follows its name")
        elif not any(option.startswith(name) for option in self._options()):
            self._no_option(name)

    def _no_option(self, word: str) -> NoReturn:
        name = word.partition("=")[0]
        self.error(f"there is no option {shown(name)}{nearest(name, self._options())}")

    def _options(self) -> list[str]:
        return [option for action in self._actions for option in action.option_strings]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is no choice; argparse words it otherwise in each version."""
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        command = action.metavar == "COMMAND"
        raise argparse.ArgumentError(
            None if command else action,
            f"{shown(value)} is {'no command' if command else 'not known'}{nearest(value, known)}"
            f"; known are {', '.join(known)}",
        )

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a message; an error of the standard output is not swallowed, as argparse does."""
        if file is sys.stdout:
            write(message, "-", "table")
        else:
            super()._print_message(message, file)
