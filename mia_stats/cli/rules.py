"""The house rules as options, and the players and rules that a command line means."""

from __future__ import annotations

import argparse
from dataclasses import fields, replace
from typing import get_args

from mia_stats.cli.options import add_dice, checked, count
from mia_stats.game.published_rules import find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.settings import WORDS
from mia_stats.players.saved import load_strategy
from mia_stats.players.seating import Player
from mia_stats.ranking.catalogue import find_variant
from mia_stats.ranking.outcomes import Outcome

__all__ = ["add_rules", "lives_of", "rules_of", "table_of_game"]

_MEANINGS = {
    "call": "whether a call must be above the last one, or may equal it",
    "truth": "whether better dice make a call true, or only those of its tier",
    "unseen_pass": "whether the cup may be handed on unseen, and who answers for the call then",
    "next_starter": "who opens the next round",
    "ending": "the game ends when one is out, when one is left, or after some rounds",
    "forfeit": "what a lost round costs; sips need --ending rounds and --rounds",
    "mia_penalty": "the lives that looking at a true Mia costs",
    "mia_lie_penalty": "the lives that a false call of Mia costs",
    "rounds": "how many rounds a game of sips has",
    "mia_fold": "the lives that folding to Mia costs; the word none forbids it",
    "toast": "what makes all drink, and open again: 32, or 32,31",
}
_OF_THE_GAME = ("lives", "next_starter", "ending", "forfeit", "rounds")


@checked
def _fold(text: str) -> int | str:
    return "none" if text == "none" else count(text)


@checked
def _lives(text: str) -> list[int]:
    return [count(part.strip()) for part in text.split(",")]


@checked
def _toast(text: str) -> list[Outcome]:
    return [Outcome.parse(label) for label in text.split(",")]


def add_rules(
    parser: argparse.ArgumentParser, lives: str = "of all, or of each seat: 3,2,2"
) -> None:
    """Add an option for each house rule; `lives` says what may be given there."""
    parser.add_argument(
        "--rules",
        type=checked(find_rules),
        metavar="KEY",
        help="a set that `rules` lists; the options below change single rules of it",
    )
    parser.add_argument(
        "--variant", type=checked(find_variant), metavar="KEY", help="such as meyer+points"
    )
    add_dice(parser, default=None)
    parser.add_argument("--lives", type=_lives, metavar="N", help=lives)
    for name, words in WORDS.items():
        parser.add_argument(_option(name), choices=get_args(words), help=_MEANINGS[name])
    for name in ("mia_penalty", "mia_lie_penalty", "rounds"):
        parser.add_argument(_option(name), type=count, metavar="N", help=_MEANINGS[name])
    parser.add_argument("--mia-fold", type=_fold, metavar="N", help=_MEANINGS["mia_fold"])
    parser.add_argument("--toast", type=_toast, metavar="LABELS", help=_MEANINGS["toast"])


def _option(rule: str) -> str:
    return f"--{rule.replace('_', '-')}"


def rules_of(args: argparse.Namespace, otherwise: Rules = Rules()) -> Rules:
    """Return the rules that the options make, on top of others where they name no set."""
    given = {rule.name: getattr(args, rule.name, None) for rule in fields(Rules)}
    changes = {name: value for name, value in given.items() if value is not None}
    if args.mia_fold == "none":
        changes["mia_fold"] = None
    lives = changes.pop("lives", [])
    if len(lives) == 1:  # several are those of each seat
        changes["lives"] = lives[0]
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


def lives_of(args: argparse.Namespace) -> list[int] | None:
    """Return the lives of each seat, where the option names several."""
    return args.lives if args.lives is not None and len(args.lives) > 1 else None
