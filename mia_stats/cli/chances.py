"""The commands about exact chances: variants, rankings, odds, duels, medians and claims."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mia_stats.chances.claims import check_claims
from mia_stats.chances.duel import DuelOdds, duel_odds
from mia_stats.chances.medians import medians
from mia_stats.chances.odds import odds
from mia_stats.cli.options import Command, add_dice, add_output, count, print_table
from mia_stats.cli.variants import add_variant, variant_of
from mia_stats.ranking.catalogue import VARIANTS, find_variant
from mia_stats.ranking.table import ranking_table
from mia_stats.ranking.variants import Variant
from mia_stats.utils.tables import Cell, Table

__all__ = ["add_chance_commands"]


def add_chance_commands(command: Command) -> None:
    """Add the commands of this module."""
    variants = command("variants", _variants, "list the published variants", "--format csv")
    add_output(variants)

    ranking = command("ranking", _ranking, "print the outcomes by rank", "--variant meyer")
    add_variant(ranking)
    add_output(ranking)

    table = command("odds", _odds, "print exact odds", "54 62 --variant meyer --format markdown")
    table.add_argument(
        "call", nargs="*", metavar="CALL", help="only these calls, such as 54 (default: all)"
    )
    table.add_argument(
        "--rolls",
        type=count,
        default=1,
        metavar="N",
        help="against the best of so many later rolls (default: %(default)s)",
    )
    add_variant(table)
    add_dice(table)
    add_output(table)

    duel = command("duel", _duel, "print the chances of one roll against another", '"1 *" 66')
    for name in ("mine", "theirs"):
        duel.add_argument(
            name, metavar=name.upper(), help='two dice, * for one that is unknown: 66 or "1 *"'
        )
    add_variant(duel)
    add_dice(duel)
    add_output(duel)

    median = command("median", _median, "print the medians", "--dice 1,1,2,2,2,2")
    add_variant(median)
    add_dice(median)
    add_output(median)

    claims = command(
        "claims",
        _claims,
        "check published claims; the status is 0 when each verdict is the recorded one",
        "--format json",
    )
    add_output(claims)


def _variants(args: argparse.Namespace) -> int:
    return print_table(VARIANTS, args)


def _ranking(args: argparse.Namespace) -> int:
    return print_table(ranking_table(variant_of(args, args.variant)), args)


def _odds(args: argparse.Namespace) -> int:
    table = odds(variant_of(args, args.variant), dice=args.dice, rolls=args.rolls)
    return print_table(table.only(*args.call) if args.call else table, args)


def _duel(args: argparse.Namespace) -> int:
    variant = variant_of(args, args.variant)
    chances = duel_odds(args.mine, args.theirs, variant, dice=args.dice)
    return print_table(_Duel(find_variant(variant), args.mine, args.theirs, chances), args)


@dataclass(frozen=True, repr=False)
class _Duel(Table):
    """The chances of one roll against another, as a table."""

    variant: Variant
    mine: str
    theirs: str
    chances: DuelOdds

    @property
    def caption(self) -> str:
        return f"{self.variant.title}: a roll of mine against one of theirs"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        rolls = {"mine": [self.mine], "theirs": [self.theirs]}
        return rolls | {name: [chance] for name, chance in self.chances._asdict().items()}


def _median(args: argparse.Namespace) -> int:
    return print_table(medians(variant_of(args, args.variant), dice=args.dice), args)


def _claims(args: argparse.Namespace) -> int:
    claims = check_claims()
    print_table(claims, args)
    return 0 if claims.as_recorded else 1
