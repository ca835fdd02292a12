"""The public names for type checkers and editors; `__init__.py` imports each on first use."""

from mia_stats._version import __version__
from mia_stats.advice import Advice, Plan, advise, plan
from mia_stats.chances.claims import CheckedClaim, Claims, check_claims
from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.duel import DuelOdds, duel_odds
from mia_stats.chances.medians import Medians, medians
from mia_stats.chances.odds import (
    Odds,
    OddsByVariant,
    OddsRow,
    beat_probability,
    odds,
    odds_by_variant,
    tier_chances,
)
from mia_stats.exact.games import evaluate
from mia_stats.exact.response import (
    BestResponse,
    ExploitTable,
    best_response,
    exploit_table,
    exploitability,
    match_exploitability,
)
from mia_stats.exact.results import Evaluation
from mia_stats.exact.tournament import Tournament, tournament
from mia_stats.game.published_rules import RULES, RulesLike, find_rules
from mia_stats.game.rules import Rules
from mia_stats.game.strategy import (
    BELIEVE,
    DOUBT,
    FOLD,
    LOOK,
    AnswerSituation,
    CallSituation,
    Strategy,
    Tiers,
)
from mia_stats.game.table_strategy import HasTable, TableStrategy
from mia_stats.players.characters import (
    BLIND,
    CALCULATOR,
    CHARACTERS,
    HONEST,
    LIAR,
    LUCKY,
    RANDOM,
    SNIPER,
    Character,
    doubter,
)
from mia_stats.players.saved import (
    load_strategy,
    save_strategy,
    strategy_from_json,
    strategy_to_json,
)
from mia_stats.ranking.catalogue import (
    ASCENDING_DOUBLES,
    LITTLE_MIA,
    POINTS,
    STANDARD,
    VARIANTS,
    VariantLike,
    find_variant,
)
from mia_stats.ranking.outcomes import OUTCOMES, ROLLS, Outcome, OutcomeLike
from mia_stats.ranking.table import Ranking, ranking_table
from mia_stats.ranking.variants import Variant
from mia_stats.simulate.games import simulate_games
from mia_stats.simulate.results import SimulatedGames, SimulationBroken, SimulationInterrupted
from mia_stats.simulate.rolls import SimulatedRolls, sample_outcomes, simulate_rolls
from mia_stats.solve.match import MatchSolution, MatchStrategy, solve_match
from mia_stats.solve.round import RoundSolution, solve_round
from mia_stats.utils.checks import UnknownNameError

__all__ = [
    "ASCENDING_DOUBLES",
    "BELIEVE",
    "BLIND",
    "CALCULATOR",
    "CHARACTERS",
    "DOUBT",
    "FAIR",
    "FOLD",
    "HONEST",
    "LIAR",
    "LITTLE_MIA",
    "LOOK",
    "LUCKY",
    "OUTCOMES",
    "POINTS",
    "RANDOM",
    "ROLLS",
    "RULES",
    "SNIPER",
    "STANDARD",
    "VARIANTS",
    "Advice",
    "AnswerSituation",
    "BestResponse",
    "CallSituation",
    "Character",
    "CheckedClaim",
    "Claims",
    "Dice",
    "DuelOdds",
    "Evaluation",
    "ExploitTable",
    "HasTable",
    "MatchSolution",
    "MatchStrategy",
    "Medians",
    "Odds",
    "OddsByVariant",
    "OddsRow",
    "Outcome",
    "OutcomeLike",
    "Plan",
    "Ranking",
    "RoundSolution",
    "Rules",
    "RulesLike",
    "SimulatedGames",
    "SimulatedRolls",
    "SimulationBroken",
    "SimulationInterrupted",
    "Strategy",
    "TableStrategy",
    "Tiers",
    "Tournament",
    "UnknownNameError",
    "Variant",
    "VariantLike",
    "__version__",
    "advise",
    "beat_probability",
    "best_response",
    "check_claims",
    "doubter",
    "duel_odds",
    "evaluate",
    "exploit_table",
    "exploitability",
    "find_rules",
    "find_variant",
    "load_strategy",
    "match_exploitability",
    "medians",
    "odds",
    "odds_by_variant",
    "plan",
    "ranking_table",
    "sample_outcomes",
    "save_strategy",
    "simulate_games",
    "simulate_rolls",
    "solve_match",
    "solve_round",
    "strategy_from_json",
    "strategy_to_json",
    "tier_chances",
    "tournament",
]
