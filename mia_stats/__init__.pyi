"""The public names for type checkers and editors; `__init__.py` imports each on first use."""

from mia_stats import plotting as plotting, report as report
from mia_stats._version import __version__ as __version__
from mia_stats.advice.advise import Advice as Advice, advise as advise
from mia_stats.chances.claims import (
    CheckedClaim as CheckedClaim,
    Claims as Claims,
    Fact as Fact,
    Verdict as Verdict,
    check_claims as check_claims,
)
from mia_stats.chances.dice import FAIR as FAIR, Dice as Dice
from mia_stats.chances.duel import (
    DuelOdds as DuelOdds,
    PartlyKnown as PartlyKnown,
    duel_odds as duel_odds,
)
from mia_stats.chances.medians import Medians as Medians, medians as medians
from mia_stats.chances.odds import (
    Odds as Odds,
    OddsByVariant as OddsByVariant,
    OddsRow as OddsRow,
    beat_probability as beat_probability,
    odds as odds,
    odds_by_variant as odds_by_variant,
    tier_chances as tier_chances,
)
from mia_stats.exact.games import evaluate as evaluate
from mia_stats.exact.recognition import Posterior as Posterior, recognise as recognise
from mia_stats.exact.response import (
    BestResponse as BestResponse,
    ExploitTable as ExploitTable,
    best_response as best_response,
    exploit_table as exploit_table,
    exploitability as exploitability,
    match_exploitability as match_exploitability,
)
from mia_stats.exact.results import Evaluation as Evaluation
from mia_stats.exact.table_response import TableResponse as TableResponse
from mia_stats.exact.tournament import Tournament as Tournament, tournament as tournament
from mia_stats.exact.truth import truth_chance as truth_chance
from mia_stats.game.by_lives import StrategyByLives as StrategyByLives
from mia_stats.game.decision import Answer as Answer, Decider as Decider
from mia_stats.game.published_rules import (
    RULES as RULES,
    RulesLike as RulesLike,
    find_rules as find_rules,
)
from mia_stats.game.reply_by_lives import ReplyByLives as ReplyByLives
from mia_stats.game.rules import CAUSES as CAUSES, Cause as Cause, Rules as Rules
from mia_stats.game.seen import Seen as Seen
from mia_stats.game.settings import (
    CallRule as CallRule,
    Ending as Ending,
    ForfeitRule as ForfeitRule,
    MiaBy as MiaBy,
    NextStarter as NextStarter,
    SecondThrow as SecondThrow,
    ThrownMia as ThrownMia,
    TrueMia as TrueMia,
    TruthRule as TruthRule,
    UnseenPass as UnseenPass,
)
from mia_stats.game.strategy import (
    AGAIN as AGAIN,
    BELIEVE as BELIEVE,
    DOUBT as DOUBT,
    EQUAL as EQUAL,
    FOLD as FOLD,
    HANDED_ON as HANDED_ON,
    LOOK as LOOK,
    LOOKED_AT as LOOKED_AT,
    THROWN_BLIND as THROWN_BLIND,
    UNSEEN as UNSEEN,
    AnswerSituation as AnswerSituation,
    CallSituation as CallSituation,
    Strategy as Strategy,
    Tiers as Tiers,
)
from mia_stats.game.table_strategy import HasTable as HasTable, TableStrategy as TableStrategy
from mia_stats.players.characters import (
    BLIND as BLIND,
    CALCULATOR as CALCULATOR,
    CHARACTERS as CHARACTERS,
    GAMBLER as GAMBLER,
    HONEST as HONEST,
    LIAR as LIAR,
    LUCKY as LUCKY,
    MODEST as MODEST,
    RANDOM as RANDOM,
    SNIPER as SNIPER,
    Character as Character,
    doubter as doubter,
)
from mia_stats.players.player import Mixture as Mixture, Player as Player
from mia_stats.players.saved import (
    load_strategy as load_strategy,
    save_strategy as save_strategy,
    strategy_from_json as strategy_from_json,
    strategy_to_json as strategy_to_json,
)
from mia_stats.ranking.catalogue import (
    ASCENDING_DOUBLES as ASCENDING_DOUBLES,
    LITTLE_MIA as LITTLE_MIA,
    POINTS as POINTS,
    STANDARD as STANDARD,
    VARIANTS as VARIANTS,
    VariantLike as VariantLike,
    find_variant as find_variant,
)
from mia_stats.ranking.outcomes import (
    OUTCOMES as OUTCOMES,
    ROLLS as ROLLS,
    Kind as Kind,
    Outcome as Outcome,
    OutcomeLike as OutcomeLike,
    Outcomes as Outcomes,
)
from mia_stats.ranking.table import Ranking as Ranking, ranking_table as ranking_table
from mia_stats.ranking.variants import Tier as Tier, Variant as Variant
from mia_stats.simulate.game import Game as Game
from mia_stats.simulate.game_events import Event as Event, EventKind as EventKind
from mia_stats.simulate.game_players import Person as Person, Seated as Seated
from mia_stats.simulate.game_state import Act as Act
from mia_stats.simulate.game_view import Acts as Acts, View as View
from mia_stats.simulate.games import simulate_games as simulate_games
from mia_stats.simulate.results import (
    SimulatedGames as SimulatedGames,
    SimulationBroken as SimulationBroken,
    SimulationInterrupted as SimulationInterrupted,
)
from mia_stats.simulate.rolls import (
    SimulatedRolls as SimulatedRolls,
    sample_outcomes as sample_outcomes,
    simulate_rolls as simulate_rolls,
)
from mia_stats.solve.match import (
    Equilibrium as Equilibrium,
    MatchSolution as MatchSolution,
    solve_match as solve_match,
)
from mia_stats.solve.match_strategy import MatchStrategy as MatchStrategy
from mia_stats.solve.plan import Plan as Plan, plan as plan
from mia_stats.solve.round import RoundSolution as RoundSolution, solve_round as solve_round
from mia_stats.utils.checks import UnknownNameError as UnknownNameError
from mia_stats.utils.sampling import RandomLike as RandomLike
from mia_stats.utils.tables import Cell as Cell, Table as Table
