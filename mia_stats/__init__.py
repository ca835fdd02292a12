"""Exact odds, medians and figures for Mia, the bluffing game with two dice.

Examples
--------
>>> import mia_stats as mia
>>> mia.beat_probability(54)
Fraction(1, 2)
"""

from importlib import import_module

from mia_stats._version import __version__

_NAMES = {  # the public names by the module that each one lives in, the lowest layer first
    "ranking.outcomes": "OUTCOMES ROLLS Kind Outcome OutcomeLike Outcomes",
    "ranking.variants": "Tier Variant",
    "ranking.catalogue": (
        "ASCENDING_DOUBLES LITTLE_MIA POINTS STANDARD VARIANTS VariantLike find_variant"
    ),
    "ranking.table": "Ranking ranking_table",
    "chances.dice": "FAIR Dice",
    "chances.odds": "Odds OddsByVariant OddsRow beat_probability odds odds_by_variant tier_chances",
    "chances.medians": "Medians medians",
    "chances.duel": "DuelOdds PartlyKnown duel_odds",
    "chances.claims": "CheckedClaim Claims Fact Verdict check_claims",
    "game.settings": "CallRule Ending ForfeitRule NextStarter TruthRule UnseenPass",
    "game.rules": "CAUSES Cause Rules",
    "game.published_rules": "RULES RulesLike find_rules",
    "game.strategy": "BELIEVE DOUBT FOLD LOOK AnswerSituation CallSituation Strategy Tiers",
    "game.table_strategy": "HasTable TableStrategy",
    "solve.round": "RoundSolution solve_round",
    "solve.match": "MatchSolution MatchStrategy solve_match",
    "players.characters": (
        "BLIND CALCULATOR CHARACTERS HONEST LIAR LUCKY RANDOM SNIPER Character doubter"
    ),
    "players.saved": "load_strategy save_strategy strategy_from_json strategy_to_json",
    "players.seating": "Player",
    "simulate.rolls": "SimulatedRolls sample_outcomes simulate_rolls",
    "simulate.games": "simulate_games",
    "simulate.results": "SimulatedGames SimulationBroken SimulationInterrupted",
    "exact.games": "evaluate",
    "exact.results": "Evaluation",
    "exact.tournament": "Tournament tournament",
    "exact.response": (
        "BestResponse ExploitTable best_response exploit_table exploitability match_exploitability"
    ),
    "advice": "Advice Answer Plan advise plan",
    "utils.checks": "UnknownNameError",
    "utils.sampling": "RandomLike",
    "utils.tables": "Cell Table",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used; the types of all stand in `__init__.pyi`."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
