"""What a shell completes when somebody presses the tab key; argcomplete speaks with the shells."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from typing import Any

from mia_stats.cli.options import Command, write
from mia_stats.game.published_rules import RULES
from mia_stats.players.characters import CHARACTERS
from mia_stats.ranking.catalogue import VARIANTS
from mia_stats.ranking.outcomes import OUTCOMES

__all__ = ["add_completion_commands", "complete", "is_completing"]

_PLACES = {
    "bash": '~/.bashrc: eval "$(mia-stats completion bash)"',
    "zsh": '~/.zshrc, after compinit: eval "$(mia-stats completion zsh)"',
    "fish": "~/.config/fish/config.fish: mia-stats completion fish | source",
}
_MISSING = 'completion needs argcomplete: python -m pip install "mia-stats[completion]"'


def add_completion_commands(command: Command) -> None:
    """Add the command of this module."""
    completion = command(
        "completion",
        _completion,
        "print what makes a shell complete commands, options and names",
        "bash",
    )
    completion.formatter_class = argparse.RawDescriptionHelpFormatter
    completion.description = "\n".join(
        ["Print what makes a shell complete commands, options and names. A line for it in", ""]
        + [f"  {place}" for place in _PLACES.values()]
    )
    completion.add_argument("shell", choices=_PLACES, metavar="SHELL", help=f"{', '.join(_PLACES)}")


def _completion(args: argparse.Namespace) -> int:
    try:
        from argcomplete.shell_integration import shellcode
    except ModuleNotFoundError:
        raise ModuleNotFoundError(_MISSING) from None
    write(shellcode(["mia-stats"], shell=args.shell), "-", "table")
    return 0


def is_completing() -> bool:
    """Return whether a shell asks, instead of a user."""
    return "_ARGCOMPLETE" in os.environ


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer the shell, and end the process.

    Choices are suggested as they are; of other options and words the metavar says what they take.
    """
    import argcomplete
    from argcomplete.completers import DirectoriesCompleter, FilesCompleter

    files = {
        "FILE": FilesCompleter(),
        "FOLDER": DirectoriesCompleter(),
        "PLAYER": FilesCompleter(["json"]),
    }

    def suggested(**asked: Any) -> list[str]:
        metavar = str(asked["action"].metavar)
        found = [*_WORDS[metavar]()] if metavar in _WORDS else []
        return [*found, *files[metavar](**asked)] if metavar in files else found

    argcomplete.autocomplete(
        parser,
        always_complete_options="long",
        default_completer=suggested,  # type: ignore[arg-type]  # any callable does
    )


def _labels() -> list[str]:
    return [outcome.label for outcome in OUTCOMES]


def _variants() -> list[str]:
    """Return the keys and aliases that any keyboard can type."""
    aliases = [alias for variant in VARIANTS.values() for alias in variant.aliases]
    return [*VARIANTS, *filter(str.isascii, aliases)]


_WORDS: dict[str, Callable[[], Iterable[str]]] = {
    "CALL": _labels,
    "LABEL": _labels,
    "PLAYER": lambda: [*CHARACTERS, "optimal"],
    "SET": lambda: RULES,
    "VARIANT": _variants,
}
