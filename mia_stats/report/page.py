"""One page that a player opens on a phone: odds, medians, claims and an adviser, offline."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from mia_stats._version import __version__
from mia_stats.chances.claims import check_claims
from mia_stats.chances.medians import medians
from mia_stats.chances.odds import OddsRow
from mia_stats.game.rules import Rules
from mia_stats.ranking.catalogue import STANDARD, VARIANTS, VariantLike, find_variant
from mia_stats.ranking.variants import Tier, Variant
from mia_stats.solve.match import solve_match
from mia_stats.solve.round import solve_round
from mia_stats.utils.files import file_path, write_whole
from mia_stats.utils.tables import percent

__all__ = ["report_html", "write_report"]

_LIVES = range(1, 7)
_TEMPLATES = Path(__file__).parent
_COLUMNS = (
    ("rank", "rank"),
    ("outcome", "outcome"),
    ("ways", "ways"),
    ("p", "chance"),
    ("beaten", "beaten"),
    ("met", "met or beaten"),
    ("beats", "worse"),
)


def write_report(
    path: str | os.PathLike[str] = "mia.html", variant: VariantLike = STANDARD
) -> Path:
    """Write the page to a file, whole or not at all.

    Parameters
    ----------
    path : str or path-like
        The file.
    variant : VariantLike
        The variant that is shown first; all published ones can be chosen.

    Returns
    -------
    Path
        `path`.

    Raises
    ------
    ModuleNotFoundError
        If Jinja2 is missing: `pip install "mia-stats[report]"`.
    ValueError
        If there is no such variant, or the suffix of the file is that of another format.
    OSError
        If the file can't be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_report(f"{folder}/mia.html").name
    'mia.html'
    """
    suffix = file_path(path).suffix
    if suffix.lower() not in ("", ".html", ".htm"):
        raise ValueError(f"the page is HTML, which is not what the suffix {suffix} says: use .html")
    return write_whole(path, report_html(variant))


def report_html(variant: VariantLike = STANDARD) -> str:
    """Return the page as text: no part of it is loaded from elsewhere.

    Parameters
    ----------
    variant : VariantLike
        The variant that is shown first; one that is not published is added to the others.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    ModuleNotFoundError
        If Jinja2 is missing: `pip install "mia-stats[report]"`.
    ValueError
        If there is no such variant.

    Examples
    --------
    >>> report_html("meyer").startswith("<!DOCTYPE html>")
    True
    """
    first = find_variant(variant)
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
        from markupsafe import Markup
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f'the page needs {error.name}: pip install "mia-stats[report]"', name=error.name
        ) from None

    shown = dict(VARIANTS)
    chosen = first.key
    if shown.get(chosen) is not first:  # an object is itself, whatever its key
        chosen = f"{chosen} (own)" if chosen in VARIANTS else chosen
        shown = {chosen: first, **shown}
    data = {
        "lives": list(_LIVES),
        "variants": {key: _variant_data(variant, variant.said) for key, variant in shown.items()},
    }
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("report.html").render(
        variants=shown,
        chosen=chosen,
        lives=_LIVES,
        columns=_COLUMNS,
        claims=check_claims(),
        version=__version__,
        style=Markup((_TEMPLATES / "report.css").read_text(encoding="utf-8")),
        script=Markup((_TEMPLATES / "report.js").read_text(encoding="utf-8")),
        data=Markup(json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")),
    )


@lru_cache(maxsize=32)
def _variant_data(variant: Variant, _said: object) -> Mapping[str, Any]:
    """Return what the page knows of a variant; equal ones by other names are kept apart."""
    middle = medians(variant)
    names = ", ".join(variant.other_names)
    about = [f"Also: {names}." if names else "", f"{variant.region}." if variant.region else ""]
    about += [f"{outcome} is thrown again." for outcome in variant.rethrown]
    about += [f"{variant.remark}."] if variant.remark else []
    about.append(f"Published by {variant.source}." if variant.source else "")
    rules = Rules(variant, lives=max(_LIVES))
    columns = middle.columns
    return {
        "about": " ".join(filter(None, about)),
        "rows": [
            _row_data(row, variant.tiers[row.rank - 1], row.outcome in middle.even, place)
            for place, row in enumerate(middle.odds)
        ],
        "medians": list(
            zip(columns["median"], columns["outcomes"], columns["meaning"], strict=True)
        ),
        "tiers": [rules.tier_words(tier) for tier in range(rules.tier_count)],
        "play": _play_data(rules),
    }


def _row_data(row: OddsRow, tier: Tier, even: bool, place: int) -> dict[str, Any]:
    chances = (row.p, row.beaten, row.met_or_beaten, row.beats)
    return {
        "cells": [
            str(row.rank),
            row.outcome.label,
            str(row.ways),
            *(f"{chance} = {percent(chance)}" for chance in chances),
        ],
        "sort": [place, int(row.outcome.label), row.ways, *map(float, chances)],
        "beaten": float(row.beaten),
        "text": f"{percent(row.beaten)} ({row.beaten})",
        "tick": row.outcome.label if row.outcome == tier[0] else f"= {row.outcome}",
        "kind": row.outcome.kind,
        "even": even,
    }


def _play_data(rules: Rules) -> list[str]:
    """Return optimal play as packed text: one round first, then a match by the lives of both."""
    match = solve_match(rules)
    stacks: list[Any] = [solve_round(rules).states]
    stacks += [match.strategy.stacks[mine, theirs] for mine in _LIVES for theirs in _LIVES]
    return ["".join(_packed(state, number) for number, state in enumerate(s)) for s in stacks]


def _packed(state: Any, number: int) -> str:
    """Return a state as digits: the threshold, its truth, then doubts and lies of legal calls."""
    k = len(state.doubts)
    threshold = next(tier for tier in range(number, k) if state.calls[tier][tier] > 0)
    liar: Sequence[Any] = state.calls[threshold - 1] if threshold else [Fraction(0)] * k
    chances = [state.calls[threshold][threshold], *state.doubts[number:], *liar[number:]]
    return _digits(threshold) + "".join(_digits(_thousandths(chance)) for chance in chances)


def _thousandths(chance: Any) -> int:
    """Return a chance as `percent` rounds it, ten times over."""
    return round(float(f"{float(chance) * 100:.1f}") * 10)


def _digits(number: int) -> str:
    """Return a number below 1296 as two digits of base 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[number // 36] + digits[number % 36]
