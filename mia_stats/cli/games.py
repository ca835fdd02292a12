"""The commands about rolls and games: players, house rules, and games simulated or weighed."""

from __future__ import annotations

import argparse
import signal
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext

from mia_stats.cli.options import Command, add_dice, add_output, count, print_table, write
from mia_stats.cli.rules import add_rules, lives_of, table_of_game
from mia_stats.cli.terminal import is_terminal
from mia_stats.cli.variants import add_variant, variant_of
from mia_stats.exact.games import evaluate
from mia_stats.exact.response import exploit_table
from mia_stats.exact.tournament import tournament
from mia_stats.game.published_rules import RULES
from mia_stats.players.characters import CHARACTERS
from mia_stats.simulate.games import simulate_games
from mia_stats.simulate.results import SimulationBroken, SimulationInterrupted
from mia_stats.simulate.rolls import sample_outcomes, simulate_rolls
from mia_stats.solve.match_strategy import MatchStrategy
from mia_stats.utils.checks import whole_number

__all__ = ["add_game_commands"]

_MOST_LINES = 10**6
_LONG_RUN = 10**6  # games, which take seconds


_SEED = "the same seed, the same {} (default: others each time)"
_STARTER = "who opens, a seat from 0 (default: drawn)"


def add_game_commands(command: Command) -> None:
    """Add the commands of this module."""
    _add_roll(command)
    strategies = command("strategies", _strategies, "list the ready-made players", "--format json")
    add_output(strategies)

    rules = command("rules", _rules, "list published sets of house rules", "--format markdown")
    add_output(rules)

    _add_simulate(command)
    _add_evaluate(command)


def _add_roll(command: Command) -> None:
    roll = command(
        "roll", _roll, "roll the dice, or count what many rolls come out as", "5 --seed 1"
    )
    roll.add_argument(
        "n",
        nargs="?",
        type=count,
        default=1,
        metavar="N",
        help="how many rolls, one a line (default: %(default)s)",
    )
    roll.add_argument(
        "--count",
        action="store_true",
        help="print a table of what they come out as, of up to 1e18, instead of each roll",
    )
    roll.add_argument("--seed", type=count, metavar="N", help=_SEED.format("rolls"))
    add_variant(roll)
    add_dice(roll)
    add_output(roll)


def _add_simulate(command: Command) -> None:
    simulate = command(
        "simulate",
        _simulate,
        "play many games and count what happens",
        "honest liar lucky --games 1e5 --seed 7 --rules wikipedia --lives 3",
    )
    simulate.add_argument(
        "player",
        nargs="+",
        metavar="PLAYER",
        help="one for each seat: a name that `strategies` lists, optimal, or a JSON file",
    )
    simulate.add_argument(
        "--games",
        type=count,
        default=100_000,
        metavar="N",
        help="such as 1e6 (default: %(default)s)",
    )
    simulate.add_argument("--seed", type=count, metavar="N", help=_SEED.format("games"))
    simulate.add_argument("--starter", type=count, metavar="SEAT", help=_STARTER)
    simulate.add_argument(
        "--workers", type=count, default=1, metavar="N", help="processes (default: %(default)s)"
    )
    simulate.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        help="show a progress bar, or none (default: on a terminal, from 1e6 games on)",
    )
    add_rules(simulate)
    add_output(simulate)


def _add_evaluate(command: Command) -> None:
    weigh = command(
        "evaluate",
        _evaluate,
        "print the exact chances of a game; or of duels of each against each",
        "honest liar optimal --tournament --lives 3",
    )
    weigh.add_argument(
        "player",
        nargs="*",
        metavar="PLAYER",
        help="one for each seat: a name that `strategies` lists, optimal, or a JSON file; "
        "--tournament and --exploit take all ready-made ones where none are given",
    )
    weigh.add_argument("--starter", type=count, metavar="SEAT", help=_STARTER)
    kind = weigh.add_mutually_exclusive_group()
    kind.add_argument("--tournament", action="store_true", help="duels of each against each")
    kind.add_argument("--exploit", action="store_true", help="what a best response wins, and how")
    add_rules(weigh)
    add_output(weigh)


def _roll(args: argparse.Namespace) -> int:
    variant = variant_of(args, args.variant)
    if args.count:
        return print_table(simulate_rolls(args.n, variant, dice=args.dice, rng=args.seed), args)
    if args.format != "table":
        raise ValueError(f"{args.format} is for --count: without it each roll is a line of text")
    if not 1 <= args.n <= _MOST_LINES:
        raise ValueError(f"N is from 1 to {_MOST_LINES}, a line each, not {args.n}; see --count")
    rolls = sample_outcomes(args.n, variant, dice=args.dice, rng=args.seed)
    write("".join(f"{roll}\n" for roll in rolls.tolist()), args.output, "table")
    return 0


def _strategies(args: argparse.Namespace) -> int:
    return print_table(CHARACTERS, args)


def _rules(args: argparse.Namespace) -> int:
    return print_table(RULES, args)


def _simulate(args: argparse.Namespace) -> int:
    players, rules = table_of_game(args)
    progress = args.progress
    if progress is None:
        progress = args.games >= _LONG_RUN and is_terminal(sys.stderr)
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
                progress=progress,
            )
    except (SimulationBroken, SimulationInterrupted) as stopped:
        print_table(stopped.result, args)
        raise
    return print_table(result, args)


def _evaluate(args: argparse.Namespace) -> int:
    players, rules = table_of_game(args)
    if (args.tournament or args.exploit) and (args.starter is not None or lives_of(args)):
        raise ValueError("--starter and lives by seat are for a single game of seated players")
    if args.tournament:
        return print_table(tournament(players or list(CHARACTERS), rules), args)
    if args.exploit:
        for name, player in zip(args.player, players, strict=True):
            if isinstance(player, MatchStrategy):
                raise ValueError(
                    f"{name} holds the solution of a match, which plays by the lives of all, and "
                    "--exploit weighs the play of a single round"
                )
        return print_table(exploit_table(players or list(CHARACTERS), rules), args)
    result = evaluate(players, rules, starter=args.starter, lives=lives_of(args))
    return print_table(result, args)


def _pool(workers: int) -> AbstractContextManager[Executor | None]:
    """Return a pool of processes that leave Ctrl-C to this one, or nothing for a single one."""
    if workers == 1:
        return nullcontext()
    return ProcessPoolExecutor(
        workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    )
