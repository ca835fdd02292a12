"""The commands about optimal play: what solves it, and what advises by it."""

from __future__ import annotations

import argparse
import os

from mia_stats.advice.advise import advise
from mia_stats.cli.options import Command, add_output, format_of, print_table, write
from mia_stats.cli.rules import add_rules, lives_of, rules_of, table_of_game
from mia_stats.game.rules import Rules
from mia_stats.players.player import Player
from mia_stats.players.saved import strategy_to_json
from mia_stats.solve.match import solve_match
from mia_stats.solve.plan import plan

__all__ = ["add_solve_commands"]


def add_solve_commands(command: Command) -> None:
    """Add the commands of this module."""
    solve = command("solve", _solve, "print optimal play: truths, lies and doubts", "54")
    _add_last(solve, "after this call (default: at the start)")
    solve.add_argument("--match", action="store_true", help="the chance to win a match, by lives")
    solve.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="how many play the match, 2 to 6: three and more have an equilibrium (default: 2)",
    )
    solve.add_argument(
        "--save",
        metavar="FILE",
        help="write the strategy of the round, or of the match, as JSON; - is the standard output",
    )
    add_rules(solve, lives="the most that a match is solved for")
    add_output(solve)

    ask = command(
        "advise",
        _advise,
        "say how often to doubt a call, and what to call",
        "54 --previous 42 --players honest liar --lives 3,2,4",
    )
    _add_last(ask, "the last call (default: none, you open)")
    ask.add_argument("--previous", metavar="CALL", help="the call before it, if there was one")
    ask.add_argument("--roll", metavar="LABEL", help="what you have thrown")
    ask.add_argument(
        "--blind", action="store_true", help="the last call was made over a blind second throw"
    )
    ask.add_argument(
        "--players",
        nargs="+",
        metavar="PLAYER",
        help="the others, from your left on, and the last of them has called: names that "
        "`strategies` lists, optimal, JSON files, or chances as honest:2/3,liar:1/3 "
        "(default: all play well)",
    )
    add_rules(
        ask,
        lives="mine and theirs, from my left on: 3,2 or 3,2,4",
        no_lives="a round of two alone; with several players those of the rules",
    )
    add_output(ask)


def _add_last(parser: argparse.ArgumentParser, meaning: str) -> None:
    """Add the last call, which may be written with its option too."""
    parser.add_argument("after", nargs="?", metavar="CALL", help=meaning)
    parser.add_argument("--last", metavar="CALL", help="the same")


def _last(args: argparse.Namespace, rules: Rules) -> str | None:
    """Return the last call.

    Raises
    ------
    ValueError
        If two different ones are given.
    """
    said: list[str] = [call for call in (args.after, args.last) if call is not None]
    if len(set(map(rules.tier, said))) > 1:
        raise ValueError(f"there is one last call, not {' and --last '.join(said)}")
    return said[0] if said else None


def _solve(args: argparse.Namespace) -> int:
    rules = rules_of(args)
    if lives_of(args):
        raise ValueError("--lives is one number here: a match is solved for all lives up to it")
    if args.lives is not None and not args.match:
        raise ValueError("--lives is for --match: a round is the same with any lives")
    if args.seats is not None and not args.match:
        raise ValueError("--seats is for matches, so add --match: a round is solved between two")
    if args.match:
        if (last := _last(args, rules)) is not None:
            raise ValueError(
                f"{last} is a last call, which is for a round; --match prints whole matches"
            )
        match = solve_match(rules, 2 if args.seats is None else args.seats)
        _save(match.strategy, None, args)
        return print_table(match, args)
    table = plan(_last(args, rules), rules=rules)
    # for two it is played as without a pass, and says nothing about a cup that is handed on
    made_for = rules.for_two() if rules.unseen_pass == "liable" else rules
    _save(table.solution.strategy, made_for, args)
    return print_table(table, args)


def _save(strategy: Player, rules: Rules | None, args: argparse.Namespace) -> None:
    """Write the strategy where that is asked for."""
    if args.save is None:
        return
    if format_of(args.save) not in (None, "json"):
        raise ValueError(f"--save writes JSON, which is not what {args.save} says")
    if _real(args.save) == _real(args.output):
        raise ValueError(f"--save and --output must be two files, not {args.save} for both")
    write(strategy_to_json(strategy, rules), args.save, "json")


def _real(file: str) -> str:
    """Return the file that is meant, also where the shell has put the standard output into one."""
    return os.path.realpath("/dev/stdout" if file == "-" else file)


def _advise(args: argparse.Namespace) -> int:
    players, rules = table_of_game(args, args.players or [])
    if args.lives is not None and len(args.lives) < 2 and len(players) < 2:
        raise ValueError(
            "--lives is two numbers here or more, mine and theirs from my left on: 3,2 or 3,2,4"
        )
    advice = advise(
        _last(args, rules),
        previous=args.previous,
        roll=args.roll,
        blind=args.blind,
        lives=lives_of(args),
        players=players or None,
        rules=rules,
    )
    return print_table(advice, args)
