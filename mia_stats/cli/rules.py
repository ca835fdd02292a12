"""The house rules as options, and the players and rules that a command line means."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import get_args

from mia_stats.chances.dice import Dice
from mia_stats.cli.options import checked, count, outcomes
from mia_stats.cli.variants import add_order, variant_of
from mia_stats.game.published_rules import find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.settings import WORDS
from mia_stats.players.player import Mixture, Player
from mia_stats.players.saved import load_strategy
from mia_stats.ranking.catalogue import find_variant

__all__ = ["add_rules", "differing", "lives_of", "players_of", "rules_of", "table_of_game"]

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
    "lie_penalty": "the lives that a caught lie costs",
    "doubt_penalty": "the lives that a wrong doubt costs",
    "second_throw": "whether who has looked may throw once more, blind",
    "thrown_mia": "whether a thrown Mia is shown at once, and who pays",
    "true_mia": "who pays for a true call of Mia that is looked at",
    "mia_equalled": "whether a call of Mia may be believed and answered by Mia",
    "mia_by": "what makes the prices of Mia hold: its call, its dice, or either",
}
_DEFAULTS = {rule.name: getattr(Rules(), rule.name) for rule in fields(Rules)}
_OF_THE_GAME = ("lives", "next_starter", "ending", "forfeit", "rounds")


@checked
def _fold(text: str) -> int | str:
    return "none" if text == "none" else count(text)


@checked
def _lives(text: str) -> list[int]:
    return [count(part.strip()) for part in text.split(",")]


def add_rules(
    parser: argparse.ArgumentParser,
    lives: str = "of all, or of each seat: 3,2,2",
    no_lives: str = f"{Rules().lives}",
) -> None:
    """Add an option for each house rule; `lives` says what may be given, and what counts else."""
    group = parser.add_argument_group(
        "house rules", "What is not given is as in the set, or without a set as the default says."
    )
    group.add_argument(
        "--rules", type=checked(find_rules), metavar="SET",
        help="a set that `rules` lists; the options below change single rules of it",
    )  # fmt: skip
    either = group.add_mutually_exclusive_group()
    _add(either, "variant", checked(find_variant), "VARIANT", "such as meyer+points")
    add_order(group, either)
    _add(group, "dice", checked(Dice.parse), "WEIGHTS", "of the faces 1 to 6; see `odds --help`")
    group.add_argument("--lives", type=_lives, metavar="N", help=f"{lives} (default: {no_lives})")
    for name, words in WORDS.items():
        _add(group, name, None, "WORD", _MEANINGS[name], get_args(words))
    for name in ("lie_penalty", "doubt_penalty", "mia_penalty", "mia_lie_penalty", "rounds"):
        _add(group, name, count, "N", _MEANINGS[name])
    _add(group, "mia_fold", _fold, "N", _MEANINGS["mia_fold"])
    group.add_argument(
        "--mia-equalled", action=argparse.BooleanOptionalAction,
        help=f"{_MEANINGS['mia_equalled']} (default: {_DEFAULTS['mia_equalled']})",
    )  # fmt: skip
    _add(group, "toast", outcomes, "OUTCOMES", _MEANINGS["toast"])


def _add(
    group: argparse._ActionsContainer,
    rule: str,
    parse: Callable[[str], object] | None,
    metavar: str,
    meaning: str,
    words: Sequence[str] | None = None,
) -> None:
    """Add the option of a rule, with what it is where nobody says it."""
    if words:
        meaning += f": {', '.join(words)}"
    default = _DEFAULTS[rule]
    option = group.add_argument(
        f"--{rule.replace('_', '-')}", metavar=metavar, choices=words,
        help=f"{meaning} (default: {'none' if default in ((), None) else default})",
    )  # fmt: skip
    if parse is not None:
        option.type = parse


def rules_of(args: argparse.Namespace, otherwise: Rules = Rules()) -> Rules:
    """Return the rules that the options make, on top of others where they name no set."""
    base = args.rules or otherwise
    given = {rule.name: getattr(args, rule.name, None) for rule in fields(Rules)}
    given["variant"] = variant_of(args, args.variant or base.variant)
    changes = {name: value for name, value in given.items() if value is not None}
    if args.mia_fold == "none":
        changes["mia_fold"] = None
    lives = changes.pop("lives", [])
    if len(lives) == 1:  # several are those of each seat
        changes["lives"] = lives[0]
    rules: Rules = replace(base, **changes)
    return rules


def players_of(names: Sequence[str]) -> tuple[list[Player], dict[str, Rules]]:
    """Return the players that some words mean, and the rules that those in files are for."""
    players: list[Player] = []
    made_for: dict[str, Rules] = {}
    for name in names:
        if name.lower().endswith(".json"):
            player, made_for[name] = load_strategy(name)
            players.append(player)
        else:
            players.append(Mixture.parse(name) if ":" in name else name)
    return players, made_for


def differing(one: Rules, other: Rules) -> list[str]:
    """Return the names of the rules, other than those of the whole game, by which two differ."""
    names = [rule.name for rule in fields(Rules) if rule.name not in _OF_THE_GAME]
    return [name for name in names if getattr(one, name) != getattr(other, name)]


def table_of_game(
    args: argparse.Namespace, names: Sequence[str] | None = None
) -> tuple[list[Player], Rules]:
    """Return the players that the arguments name, and the rules: those of strategy files count.

    Without names they are those that the argument PLAYER has.

    Raises
    ------
    ValueError
        If options or two files contradict each other; what says only how long a game lasts and who
        opens may differ from a file, for a table of chances knows nothing of it.
    """
    players, made_for = players_of(args.player if names is None else names)
    agreed = rules_of(args)
    for number, (name, rules) in enumerate(made_for.items()):
        wanted = rules_of(args, rules)
        against = differing(wanted, rules)
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
