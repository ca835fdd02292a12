"""The commands about exact chances: variants, rankings, odds, medians and claims."""

from __future__ import annotations

import argparse

from mia_stats.chances.claims import check_claims
from mia_stats.chances.medians import medians
from mia_stats.chances.odds import odds
from mia_stats.cli.options import Command, add_dice, add_output, add_variant, print_table
from mia_stats.ranking.catalogue import VARIANTS
from mia_stats.ranking.table import ranking_table

__all__ = ["add_chance_commands"]


def add_chance_commands(command: Command) -> None:
    """Add the commands of this module."""
    variants = command("variants", _variants, "list the published variants", "--format csv")
    add_output(variants)

    ranking = command("ranking", _ranking, "print the outcomes by rank", "--variant meyer")
    add_variant(ranking)
    add_output(ranking)

    table = command("odds", _odds, "print exact odds", "54 62 --variant meyer --format markdown")
    table.add_argument("call", nargs="*", help="only these calls, such as 54")
    add_variant(table)
    add_dice(table)
    add_output(table)

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
    return print_table(ranking_table(args.variant), args)


def _odds(args: argparse.Namespace) -> int:
    table = odds(args.variant, dice=args.dice)
    return print_table(table.only(*args.call) if args.call else table, args)


def _median(args: argparse.Namespace) -> int:
    return print_table(medians(args.variant, dice=args.dice), args)


def _claims(args: argparse.Namespace) -> int:
    claims = check_claims()
    print_table(claims, args)
    return 0 if claims.as_recorded else 1
