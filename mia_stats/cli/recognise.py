"""The command that says who a player is, by the log of a game."""

from __future__ import annotations

import argparse
import errno
import sys
import warnings
from collections.abc import Iterable, Sequence

from mia_stats.cli.options import Command, add_output, checked, count, print_table
from mia_stats.cli.rules import differing, players_of
from mia_stats.exact.recognition import ready_made, recognise
from mia_stats.game.rules import Rules
from mia_stats.game.seen import Seen
from mia_stats.players.player import Mixture, Player, table_at
from mia_stats.simulate.game import Game
from mia_stats.utils.files import file_path

__all__ = ["add_recognise_command"]

_MOST_READ = 50_000_001  # bytes, which are more than any log has


def add_recognise_command(command: Command) -> None:
    """Add the command of this module."""
    who = command(
        "recognise",
        _recognise,
        "say who a player is, by what was seen of it in the log of a game",
        "game.jsonl --seat 2",
    )
    who.add_argument(
        "file",
        metavar="FILE",
        help="the log of a game, hidden dice in it or not, as `play --log` writes it; "
        "- is the standard input",
    )
    who.add_argument("--seat", type=count, metavar="N", help="where the player sits, from 0")
    who.add_argument(
        "--candidates",
        nargs="+",
        metavar="PLAYER",
        help="who it may be: names that `strategies` lists, optimal, or JSON files "
        "(default: all ready-made players)",
    )
    who.add_argument(
        "--prior",
        type=checked(Mixture.parse),
        metavar="CHANCES",
        help="how likely it was each of them before, as honest:2/3,liar:1/3 (default: all alike)",
    )
    add_output(who)


def _recognise(args: argparse.Namespace) -> int:
    game = _replayed(args.file)
    seen = game.seen_of(_seat(args.seat, game.players))
    if not seen:
        raise ValueError(
            f"seat {args.seat}, {game.players[args.seat]}, has neither called nor answered yet, so "
            "nothing is seen of it"
        )
    prior: Mixture | None = args.prior
    candidates = ready_made(game.rules) if prior is None else prior.players
    if args.candidates is not None:
        candidates = _candidates(args.candidates, game.rules, seen)
    return print_table(recognise(seen, candidates, prior=prior, rules=game.rules), args)


def _replayed(file: str) -> Game:
    """Return the game that a file tells, with the file in front of what is wrong with it."""
    name = "standard input" if file == "-" else file
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about a last line that breaks off
        try:
            text = _read(file)
            if not text.strip():
                raise ValueError("it is empty, and holds no log")
            game = Game.replay(text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        warnings.simplefilter("always", UserWarning)
        if game.torn is not None:
            warnings.warn(
                f"{name}: line {len(game.events) + 2} breaks off: what is seen is in the lines "
                "before it",
                stacklevel=2,
            )
    return game


def _read(file: str) -> str:
    if file != "-":
        with file_path(file).open("rb") as log:
            return log.read(_MOST_READ).decode()
    if sys.stdin is None:  # closed by the shell
        raise OSError(errno.EBADF, "it is closed", "standard input")
    return sys.stdin.read(_MOST_READ)


def _seat(seat: int | None, players: Sequence[str]) -> int:
    """Return a seat of the game, or say which there are."""
    if seat is None or seat >= len(players):
        what = "--seat is missing" if seat is None else f"there is no seat {seat}"
        sitting = ", ".join(f"{at} {name}" for at, name in enumerate(players))
        raise ValueError(f"{what}: the seats are {sitting}")
    return seat


def _candidates(names: Sequence[str], rules: Rules, seen: Iterable[Seen]) -> list[Player]:
    """Return who a player may be; of files, those who can play this very game."""
    if several := next((name for name in names if ":" in name), None):
        raise ValueError(
            f"{several} is no candidate, who is one player: give the chances to --prior"
        )
    players, made_for = players_of(names)
    lives = dict.fromkeys(None if thing.lives is None else (*thing.lives,) for thing in seen)
    for name, player in zip(names, players, strict=True):
        if name not in made_for:
            continue
        if against := differing(made_for[name], rules):
            raise ValueError(
                f"{name} holds a strategy for other rules than the game is by: {', '.join(against)}"
            )
        try:
            for of_all in lives:
                table_at(player, rules, of_all)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{name}: {error}") from None
    return players
