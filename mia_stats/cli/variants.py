"""The options of a variant: a published one, one that derives from it, or an order of one's own."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from mia_stats.cli.options import outcomes
from mia_stats.ranking.catalogue import STANDARD, VariantLike, find_variant
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import shown

__all__ = ["add_order", "add_variant", "variant_of"]

_OWN = "own"

V = TypeVar("V", bound=VariantLike)


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add the options of a variant."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--variant",
        default=STANDARD.key,
        metavar="VARIANT",
        help="a key or alias that `variants` lists, derived further or not: meyer+points "
        "(default: %(default)s)",
    )
    add_order(parser, either)


def add_order(parser: argparse._ActionsContainer, either: argparse._ActionsContainer) -> None:
    """Add the options of an order of one's own, in the place of what `either` holds already."""
    either.add_argument(
        "--order",
        metavar="OUTCOMES",
        help='an order of your own, best first: "21 66 55 44 33 22 11 65 64 63=54 62 ..."; '
        "= is a tie, commas are welcome",
    )
    parser.add_argument(
        "--rethrown",
        type=outcomes,
        default=[],
        metavar="OUTCOMES",
        help='what is thrown again and no part of the order: "31 32" (default: as in the variant)',
    )


def variant_of(args: argparse.Namespace, given: V) -> V | Variant:
    """Return the variant that the options mean, where `given` is what `--variant` says.

    Raises
    ------
    ValueError
        If there is no such variant, or the order is none of the 21 outcomes.
    """
    if args.order is not None:
        return _own_order(args.order, args.rethrown)
    if not args.rethrown:
        return given
    try:
        return find_variant(given).with_rethrown(*args.rethrown)
    except ValueError as error:
        raise ValueError(f"--rethrown {' '.join(args.rethrown)}: {error}") from None


def _own_order(text: str, rethrown: Sequence[object]) -> Variant:
    tiers = re.sub(r"\s*=\s*", "=", text.replace(",", " ")).split()
    try:
        own = Variant.from_order(_OWN, tiers, rethrown=rethrown)  # type: ignore[arg-type]  # it parses
    except ValueError as error:
        raise ValueError(f"--order {shown(text)}: {error}") from None
    return replace(own, title="Own order")
