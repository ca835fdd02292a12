"""Exact odds, medians and figures for Mia, the bluffing game with two dice.

What do you want?

==================================  ==============================================================
which outcome is better             STANDARD, VARIANTS, Variant.from_order, ranking_table
how likely, how often beaten        beat_probability, odds, odds_by_variant, medians, duel_odds
loaded dice                         Dice, for dice=...
to check what others claim          check_claims
house rules                         Rules, RULES, Rules.legal_calls
one decision of a player, for bots  HONEST.call, HONEST.answer_to, and so on for all players
somebody who plays                  CHARACTERS, TableStrategy, Strategy (one of your own)
bare rolls by the million           sample_outcomes, simulate_rolls
games by the million                simulate_games
one game, step by step              Game, Game.replay, Person
games and duels without chance      evaluate, tournament
optimal play for two                solve_round, solve_match, plan
three and more who play well        solve_match(seats=3)
the best play against given others  best_response([next, ..., previous])
what to do at the table             advise
how much a player loses, and how    best_response, exploitability, match_exploitability
is their call true                  truth_chance
who is this, by what was seen       recognise, Seen, Game.seen_of, Mixture
pictures, and a page for a phone    plotting, report
a strategy in a file                save_strategy, load_strategy
==================================  ==============================================================

`help(mia_stats.odds)` and so on tell more. What is called a *Like takes a text too: an outcome is
54 or "54", a variant "meyer", rules "wikipedia", a player "honest".

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
    "game.settings": (
        "CallRule Ending ForfeitRule MiaBy NextStarter SecondThrow ThrownMia TrueMia TruthRule "
        "UnseenPass"
    ),
    "game.rules": "CAUSES Cause Rules",
    "game.published_rules": "RULES RulesLike find_rules",
    "game.strategy": (
        "AGAIN BELIEVE DOUBT EQUAL FOLD HANDED_ON LOOK LOOKED_AT THROWN_BLIND UNSEEN "
        "AnswerSituation CallSituation Strategy Tiers"
    ),
    "game.decision": "Answer Decider",
    "game.seen": "Seen",
    "game.table_strategy": "HasTable TableStrategy",
    "game.by_lives": "StrategyByLives",
    "game.reply_by_lives": "ReplyByLives",
    "solve.round": "RoundSolution solve_round",
    "solve.plan": "Plan plan",
    "solve.match": "Equilibrium MatchSolution solve_match",
    "solve.match_strategy": "MatchStrategy",
    "players.characters": (
        "BLIND CALCULATOR CHARACTERS GAMBLER HONEST LIAR LUCKY MODEST RANDOM SNIPER Character "
        "doubter"
    ),
    "players.saved": "load_strategy save_strategy strategy_from_json strategy_to_json",
    "players.player": "Mixture Player",
    "simulate.rolls": "SimulatedRolls sample_outcomes simulate_rolls",
    "simulate.game_events": "Event EventKind",
    "simulate.game_state": "Act",
    "simulate.game_players": "Person Seated",
    "simulate.game_view": "Acts View",
    "simulate.game": "Game",
    "simulate.games": "simulate_games",
    "simulate.results": "SimulatedGames SimulationBroken SimulationInterrupted",
    "exact.games": "evaluate",
    "exact.results": "Evaluation",
    "exact.table_response": "TableResponse",
    "exact.tournament": "Tournament tournament",
    "exact.response": (
        "BestResponse ExploitTable best_response exploit_table exploitability match_exploitability"
    ),
    "exact.truth": "truth_chance",
    "exact.recognition": "Posterior recognise",
    "advice.advise": "Advice advise",
    "utils.checks": "UnknownNameError",
    "utils.sampling": "RandomLike",
    "utils.tables": "Cell Table",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}
_FOLDERS = ("plotting", "report")  # public modules, which `import *` leaves alone

__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used; the types of all stand in `__init__.pyi`."""
    if name in _FOLDERS:
        return import_module(f"{__name__}.{name}")
    if name not in _MODULES:
        hint = ""
        if not name.startswith("_"):  # which Python and its tools only probe
            from mia_stats.utils.checks import nearest

            hint = nearest(name, __dir__())
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    globals()[name] = found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, *_FOLDERS])
