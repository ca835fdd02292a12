"""The command that plays: a person against players in the terminal, in plain text."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from mia_stats.cli.options import Command, count, write
from mia_stats.cli.parser import one_line
from mia_stats.cli.review import reviewed
from mia_stats.cli.rules import add_rules, lives_of, table_of_game
from mia_stats.cli.talk import Talk, dice_in_words
from mia_stats.cli.terminal import is_terminal, width_of
from mia_stats.cli.who import Who
from mia_stats.game.settings import MOST_SEATS
from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.game import Game
from mia_stats.simulate.game_events import Event
from mia_stats.simulate.game_log import line_of
from mia_stats.simulate.game_players import Person, Seated
from mia_stats.simulate.game_state import Act
from mia_stats.simulate.game_view import View
from mia_stats.utils.checks import shown, whole_number
from mia_stats.utils.files import file_path
from mia_stats.utils.layout import wrapped

__all__ = ["add_play_command"]

_WIDTH = 80  # where nobody knows it
_WORDS = {"d": "doubt", "b": "believe", "l": "look", "f": "fold", "a": "again"}
_QUIT = ("quit", "q", "exit")
_HELP = ("?", "h", "help")


def add_play_command(command: Command) -> None:
    """Add the command of this module."""
    play = command(
        "play",
        _play,
        "play against one or more players in the terminal; quit or Ctrl-D stops",
        "liar honest --seed 7 --lives 3",
    )
    play.add_argument(
        "player",
        nargs="+",
        metavar="PLAYER",
        help="one for each other seat: a name that `strategies` lists, optimal, or a JSON file",
    )
    play.add_argument(
        "--seat",
        type=count,
        default=0,
        metavar="N",
        help="where you sit, from 0; you hand the cup to the next seat (default: %(default)s)",
    )
    play.add_argument(
        "--name", default="you", metavar="NAME", help="your name in the log (default: %(default)s)"
    )
    play.add_argument(
        "--starter", type=count, metavar="SEAT", help="who opens, a seat from 0 (default: drawn)"
    )
    play.add_argument(
        "--seed",
        type=count,
        metavar="N",
        help="the same seed and the same answers, the same game (default: another each time)",
    )
    play.add_argument(
        "--log",
        metavar="FILE",
        help="keep the game, hidden dice too, as JSON lines in a new file, as it goes on",
    )
    play.add_argument(
        "--who",
        action="store_true",
        help="after each round, say who the others play like, and what is best against that",
    )
    add_rules(play)


def _play(args: argparse.Namespace) -> int:
    others, rules = table_of_game(args)
    if len(others) >= MOST_SEATS:
        raise ValueError(f"a game has {MOST_SEATS} players at most, you included")
    seat = whole_number(args.seat, "--seat", 0, len(others))
    players: list[Seated] = [*others]
    players.insert(seat, Person(args.name))
    game = Game(players, rules, rng=args.seed, starter=args.starter, lives=lives_of(args))
    with _kept(game, args.log) as log:
        try:
            _Table(game, seat, log, who=args.who).play()
        except KeyboardInterrupt:
            write("\n", "-", "table")
            kept = f"; the log up to here is in {args.log}" if args.log else ""
            raise KeyboardInterrupt(f"the game was interrupted{kept}") from None
    return 0


class _Log:
    """The log of a game that goes on: each line is written whole, at once."""

    def __init__(self, game: Game, path: str = "", file: IO[bytes] | None = None) -> None:
        self.game, self.path, self.file = game, path, file
        self.told, self.pending, self.start = len(game.events), game.log().encode(), 0

    def catch_up(self) -> None:
        """Write what has happened since the last time; how much is written, the file knows."""
        if self.file is None:
            return
        events = self.game.events[self.told :]
        more = "".join(map(line_of, events)).encode()
        self.pending, self.told = self.pending + more, self.told + len(events)
        try:
            while rest := self.pending[os.fstat(self.file.fileno()).st_size - self.start :]:
                self.file.write(rest)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.path) from None
        self.start, self.pending = self.start + len(self.pending), b""


@contextmanager
def _kept(game: Game, path: str | None) -> Iterator[_Log]:
    """Keep a game in a new file, whatever stops it."""
    if path is None:
        yield _Log(game)
        return
    if path in ("", "-"):
        raise ValueError("--log needs a file: on the standard output you play")
    target = file_path(path)
    if target.is_file() and target.stat().st_size:
        raise ValueError(f"--log {shown(path)} holds something already: give a new file")
    with target.open("ab", buffering=0) as file:
        log = _Log(game, path, file)
        log.catch_up()
        try:
            yield log
        finally:
            log.catch_up()


class _Table:
    """The person at the table, who is told what happens and asked what to do."""

    def __init__(self, game: Game, seat: int, log: _Log, *, who: bool) -> None:
        self.game, self.seat, self.log = game, seat, log
        self.talk = Talk(game, seat)
        self.who = Who(self.talk) if who else None
        self.told = self.reviewed = 0
        self.decisions: list[tuple[View, Act]] = []

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no letter is no call either
        self._greet()
        while not self.game.over:
            if self.game.to_act == self.seat:
                self._tell()
                if not self._decide():
                    return
            else:
                self.game.run()
                if self.game.lives and not self.game.lives[self.seat]:
                    self._tell()  # who is out looks on
            self.log.catch_up()
        self._tell()

    def _greet(self) -> None:
        left = [*self.talk.names[self.seat + 1 :], *self.talk.names[: self.seat]]
        lives = self.game.lives or None
        _say(f"{self.game.rules.in_words(lives)}.")
        _say(f"To your left: {', '.join(left)}. Type ? for help, quit to stop.")

    # What happens

    def _tell(self) -> None:
        """Tell what has happened since the last time; after each round, what lay there."""
        events = self.game.events
        for at in range(self.told, len(events)):
            if at and events[at].what in ("round", "end"):
                self._review(events, at)
            if line := self.talk.event(events, at):
                _say(("\n" if events[at].what == "round" else "") + line)
        self.told = len(events)

    def _review(self, events: Sequence[Event], end: int) -> None:
        """Say what others held in the round that ends, and what good play would have done."""
        lines = [*self.talk.throws(events[self.reviewed : end])]
        self.reviewed = end
        for line in lines:
            _say(f"- {line}")
        for seen, act in self.decisions:
            _say(f"* {reviewed(seen, act, self.who.around(seen) if self.who else ())}")
        self.decisions.clear()
        known = [*self.who.after(events, end)] if self.who else []
        for line in ["By what all could see:", *(f"~ {who}" for who in known)] if known else ():
            _say(line)
        _say(self.talk.standing(events[end:]))

    # What the person does

    def _decide(self) -> bool:
        """Ask until the person has acted; return whether it stays at the table."""
        seen = self.game.sees(self.seat)
        _say(self._question(seen))
        while True:
            line = _read_line()
            if line is None or line.casefold() in _QUIT:
                _say("\nYou leave the table." if line is None else "You leave the table.")
                return False
            if line.casefold() in _HELP:
                self._help(seen)
            elif line:
                try:
                    (event, *_) = self.game.act(self._meant(line, seen))
                except (TypeError, ValueError) as error:
                    _say(f"{one_line(str(error))}.")
                    continue
                self.decisions.append((seen, event.answer or event.call or "again"))
                return True

    def _question(self, seen: View) -> str:
        calls = [act for act in seen.legal if isinstance(act, Outcome)]
        words = [act for act in seen.legal if not isinstance(act, Outcome)]
        if seen.due == "call":
            thrown = "You do not know the dice"
            if seen.roll is not None:
                thrown = f"You have thrown {dice_in_words(seen.roll)}"
            more = ", or again to throw once more, blind" * ("again" in words)
            return f"{thrown}. Call {self._or_more(calls)}{more}."
        if calls:
            words.append(f"pass {self._or_more(calls)}, unseen")
        *first, last = words
        return f"{', '.join(first)}{' or ' * bool(first)}{last}?".capitalize()

    def _or_more(self, calls: list[Outcome]) -> str:
        lowest = self.talk.call(calls[-1])
        return lowest if self.talk.call(calls[0]) == lowest else f"{lowest} or more"

    def _meant(self, line: str, seen: View) -> Any:
        """Return the act that is typed; whether it is legal, the game says."""
        word, _, rest = line.casefold().partition(" ")
        word = _WORDS.get(word, word)
        mia = seen.rules.tier_outcomes(seen.rules.top)[0]
        if seen.due == "call":
            if word in ("pass", "p"):
                raise ValueError("you have thrown, so it is you who must call")
            said = rest if rest and word in ("call", "c") else f"{word} {rest}".strip()
            return mia if said == "mia" else said
        if word in ("pass", "p"):
            if not any(isinstance(act, Outcome) for act in seen.legal):
                raise ValueError("the cup can't be handed on here")
            return mia if rest == "mia" else rest or str(seen.last)
        if word[:1].isdigit():
            onward = f"; to hand the cup on, type pass {line}" if line in seen.legal else ""
            raise ValueError(f"{shown(line)} is a call, and you have not thrown{onward}")
        if word == "doubt" and "look" in seen.legal:
            word = "look"
        return f"{word} {rest}".strip()

    def _help(self, seen: View) -> None:
        rules = seen.rules
        words = ["doubt (d)", "believe (b)", "look (l)"]
        words += ["fold (f)"] * rules.may_fold + ["again (a)"] * rules.may_throw_again
        if rules.most_passes(len(seen.players)):
            words.append("pass 61 to hand the cup on unseen")
        _say(
            f"Type a call as 54 or 5 4, {', '.join(words)}; quit stops. From the best to the "
            "worst: " + " ".join(
                self.talk.call(tier[0]) for tier in seen.rules.variant.tiers
            ) + "."
        )  # fmt: skip
        _say(self._question(seen))


def _say(text: str) -> None:
    """Print a paragraph that fits the terminal."""
    width = width_of(sys.stdout) or _WIDTH
    lines = [line for part in text.split("\n") for line in wrapped(part, width)]
    write("\n".join(lines) + "\n", "-", "table")
    sys.stdout.flush()


def _read_line() -> str | None:
    """Return what the person types, or None where no more comes."""
    write("> ", "-", "table")
    sys.stdout.flush()
    try:
        line = sys.stdin.readline() if sys.stdin is not None else ""
    except (OSError, ValueError):  # the terminal is gone, or the shell has closed it
        line = ""
    if not line:
        return None
    line = " ".join(line.split())
    if not is_terminal(sys.stdin):  # which would show it
        write(f"{one_line(line)}\n", "-", "table")
    return line
