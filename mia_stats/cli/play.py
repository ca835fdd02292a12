"""The commands about games: strategies, rules and simulations."""

from __future__ import annotations

import argparse
import re
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields, replace
from typing import get_args

from mia_stats.cli.options import Command, add_dice, add_output, checked, print_table
from mia_stats.game.published_rules import RULES, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.settings import WORDS
from mia_stats.players.characters import CHARACTERS
from mia_stats.players.saved import load_strategy
from mia_stats.players.seating import Player
from mia_stats.ranking.catalogue import find_variant
from mia_stats.ranking.outcomes import Outcome
from mia_stats.simulate.games import simulate_games
from mia_stats.simulate.results import SimulationBroken, SimulationInterrupted
from mia_stats.utils.checks import shown, whole_number

__all__ = ["add_play_commands", "add_rules", "count", "lives_of", "rules_of", "table_of_game"]


def add_play_commands(command: Command) -> None:
    """Add the commands of this module."""
    strategies = command("strategies", _strategies, "list the ready-made players", "--format json")
    add_output(strategies)

    rules = command("rules", _rules, "list published sets of house rules", "--format markdown")
    add_output(rules)

    simulate = command(
        "simulate",
        _simulate,
        "play many games and count what happens",
        "honest liar lucky --games 1e5 --seed 7 --rules wikipedia --lives 3",
    )
    simulate.add_argument(
        "player",
        nargs="+",
        help="one for each seat: a name that `strategies` lists, optimal, or a JSON file",
    )
    simulate.add_argument(
        "--games", type=checked(count), default=100_000, help="such as 1e6 (default: %(default)s)"
    )
    simulate.add_argument("--seed", type=checked(count), help="the same seed, the same games")
    simulate.add_argument("--starter", type=checked(count), help="a seat from 0; else drawn")
    simulate.add_argument("--workers", type=checked(count), default=1, help="processes to use")
    simulate.add_argument("--progress", action="store_true", help="show a progress bar")
    add_rules(simulate)
    add_output(simulate)


def add_rules(
    parser: argparse.ArgumentParser, lives: str = "of all, or of each seat: 3,2,2"
) -> None:
    """Add an option for each house rule; `lives` says what may be given there."""
    parser.add_argument(
        "--rules", type=checked(find_rules), metavar="KEY",
        help="a set that `rules` lists; the options below change single rules of it",
    )  # fmt: skip
    parser.add_argument(
        "--variant", type=checked(find_variant), metavar="KEY", help="such as meyer+points"
    )
    add_dice(parser, default=None)
    parser.add_argument("--lives", type=checked(_lives), metavar="N", help=lives)
    for name, words in WORDS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", choices=get_args(words), help=_MEANINGS[name]
        )
    for name in ("mia-penalty", "mia-lie-penalty", "rounds"):
        parser.add_argument(f"--{name}", type=checked(count), metavar="N", help=_MEANINGS[name])
    parser.add_argument(
        "--mia-fold",
        type=checked(_fold),
        metavar="N",
        help="the lives that folding to Mia costs; the word none forbids it",
    )
    parser.add_argument(
        "--toast",
        type=checked(_toast),
        metavar="LABELS",
        help="what makes all drink, and open again: 32, or 32,31",
    )


_MEANINGS = {
    "call": "whether a call must be above the last one, or may equal it",
    "truth": "whether better dice make a call true, or only those of its tier",
    "unseen_pass": "whether the cup may be handed on unseen, and who answers for the call then",
    "next_starter": "who opens the next round",
    "ending": "the game ends when one is out, when one is left, or after some rounds",
    "forfeit": "what a lost round costs; sips need --ending rounds and --rounds",
    "mia-penalty": "the lives that looking at a true Mia costs",
    "mia-lie-penalty": "the lives that a false call of Mia costs",
    "rounds": "how many rounds a game of sips has",
}


def rules_of(args: argparse.Namespace, otherwise: Rules = Rules()) -> Rules:
    """Return the rules that the options make, on top of others where they name no set."""
    names = ("variant", "dice", "mia_penalty", "mia_lie_penalty", "rounds", "toast", *WORDS)
    changes = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    if args.mia_fold is not None:
        changes["mia_fold"] = None if args.mia_fold == "none" else args.mia_fold
    if args.lives is not None and len(args.lives) == 1:
        changes["lives"] = args.lives[0]
    rules: Rules = replace(args.rules or otherwise, **changes)
    return rules


def table_of_game(args: argparse.Namespace) -> tuple[list[Player], Rules]:
    """Return the players that the arguments name, and the rules: those of strategy files count.

    Raises
    ------
    ValueError
        If options or two files contradict each other; what says only how long a game lasts and who
        opens may differ from a file, for a table of chances knows nothing of it.
    """
    players: list[Player] = []
    made_for: dict[str, Rules] = {}
    for name in args.player:
        if name.lower().endswith(".json"):
            table, made_for[name] = load_strategy(name)
            players.append(table)
        else:
            players.append(name)
    agreed = rules_of(args)
    for number, (name, rules) in enumerate(made_for.items()):
        wanted = rules_of(args, rules)
        against = [rule.name for rule in fields(rules) if rule.name not in _OF_THE_GAME
                   and getattr(wanted, rule.name) != getattr(rules, rule.name)]  # fmt: skip
        if against:
            raise ValueError(
                f"{name} holds a strategy for {rules}, which the options contradict: "
                f"{', '.join(against)} can't be {'others' if len(against) > 1 else 'another'}"
            )
        if number and wanted != agreed:
            raise ValueError(
                f"the strategies in {' and '.join(made_for)} are for different rules: "
                f"{agreed} and {wanted}"
            )
        agreed = wanted
    return players, agreed


_OF_THE_GAME = ("lives", "next_starter", "ending", "forfeit", "rounds")


def lives_of(args: argparse.Namespace) -> list[int] | None:
    """Return the lives of each seat, where the option names several."""
    return args.lives if args.lives is not None and len(args.lives) > 1 else None


def count(text: str) -> int:
    """Return a whole number that may be written 1e6 or 1_000_000."""
    match = re.fullmatch(r"(\d{1,18})(?:e\+?(\d{1,2}))?", text.replace("_", ""), re.ASCII)
    if match is None:
        raise ValueError(f"{shown(text)} is no whole number such as 1000, 1_000 or 1e3")
    power: int = 10 ** int(match[2] or 0)
    return int(match[1]) * power


def _fold(text: str) -> int | str:
    return "none" if text == "none" else count(text)


def _lives(text: str) -> list[int]:
    return [count(part.strip()) for part in text.split(",")]


def _toast(text: str) -> list[Outcome]:
    return [Outcome.parse(label) for label in text.split(",")]


def _strategies(args: argparse.Namespace) -> int:
    return print_table(CHARACTERS, args)


def _rules(args: argparse.Namespace) -> int:
    return print_table(RULES, args)


def _simulate(args: argparse.Namespace) -> int:
    players, rules = table_of_game(args)
    try:
        with _pool(whole_number(args.workers, "workers", 1, 1000)) as pool:
            result = simulate_games(
                players,
                rules,
                games=args.games,
                rng=args.seed,
                starter=args.starter,
                lives=lives_of(args),
                executor=pool,
                progress=args.progress,
            )
    except (SimulationBroken, SimulationInterrupted) as stopped:
        print_table(stopped.result, args)
        raise
    return print_table(result, args)


def _pool(workers: int) -> AbstractContextManager[Executor | None]:
    """Return a pool of processes that leave Ctrl-C to this one, or nothing for a single one."""
    if workers == 1:
        return nullcontext()
    return ProcessPoolExecutor(
        workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
