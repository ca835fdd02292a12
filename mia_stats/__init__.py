"""Exact odds, medians and figures for Mia, the bluffing game with two dice.

Examples
--------
>>> import mia_stats as mia
>>> mia.beat_probability(54)
Fraction(1, 2)
"""

__version__ = "0.1.0"

from mia_stats.catalogue import (
    ASCENDING_DOUBLES,
    LITTLE_MIA,
    POINTS,
    STANDARD,
    VARIANTS,
    VariantLike,
    find_variant,
)
from mia_stats.checks import UnknownNameError
from mia_stats.claims import CheckedClaim, Claims, check_claims
from mia_stats.dice import FAIR, Dice
from mia_stats.duel import DuelOdds, duel_odds
from mia_stats.medians import Medians, medians
from mia_stats.odds import (
    Odds,
    OddsRow,
    Ranking,
    beat_probability,
    odds,
    ranking_table,
    tier_chances,
)
from mia_stats.outcomes import OUTCOMES, ROLLS, Outcome, OutcomeLike
from mia_stats.variants import Variant

__all__ = [
    "ASCENDING_DOUBLES",
    "FAIR",
    "LITTLE_MIA",
    "OUTCOMES",
    "POINTS",
    "ROLLS",
    "STANDARD",
    "VARIANTS",
    "CheckedClaim",
    "Claims",
    "Dice",
    "DuelOdds",
    "Medians",
    "Odds",
    "OddsRow",
    "Outcome",
    "OutcomeLike",
    "Ranking",
    "UnknownNameError",
    "Variant",
    "VariantLike",
    "beat_probability",
    "check_claims",
    "duel_odds",
    "find_variant",
    "medians",
    "odds",
    "ranking_table",
    "tier_chances",
]
