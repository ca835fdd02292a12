"""Facts about every public entry and every option: whatever is given, it works or says why not."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from matplotlib.figure import Figure

import mia_stats as mia
from mia_stats import plotting
from mia_stats.cli import _parser, main
from mia_stats.report.serve import PageServer
from mia_stats.utils.tables import Table
from tests.cli.helpers import LOG
from tests.helpers import NextTier

pytestmark = [
    pytest.mark.fuzz,
    pytest.mark.filterwarnings("ignore:.* goes in the next version:FutureWarning"),
]

LONG = 10**7


class Odd:
    """A value whose conversions raise."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __repr__(self) -> str:
        raise KeyError("no repr")

    def __iter__(self) -> Any:
        raise RuntimeError("no items")


def nested(depth: int) -> Any:
    """Return a list in a list in a list."""
    value: Any = 54
    for _ in range(depth):
        value = [value]
    return value


JUNK: dict[str, Any] = {
    "none": None,
    "true": True,
    "numpy bool": np.True_,
    "zero": 0,
    "minus one": -1,
    "seven": 7,
    "huge": 10**5000,
    "minus huge": -(10**5000),
    "float": 1.5,
    "whole float": 54.0,
    "nan": float("nan"),
    "inf": float("inf"),
    "complex": 1j,
    "fraction": Fraction(1, 3),
    "numpy float": np.float64(3),
    "timedelta": np.timedelta64(3, "s"),
    "bytes": b"54",
    "bytearray": bytearray(b"54"),
    "empty": "",
    "blank": " \t\n",
    "word": "poker",
    "unicode digits": "５４",
    "superscript": "²¹",
    "nul": "\x00",
    "surrogate": "\udcff",
    "plus": "standard+",
    "rethrown": "standard+rethrown-",
    "escape": "\x1b[31m54",
    "long": "x" * LONG,
    "long digits": "9" * LONG,
    "long blank": " " * LONG + "54",
    "long key": "standard" + "+points" * 10**5,
    "empty list": [],
    "empty tuple": (),
    "empty dict": {},
    "list of none": [None, None],
    "a pair": (5, 4),
    "a pair of words": ("honest", "poker"),
    "three": [1, 2, 3],
    "six floats": [1.0] * 6,
    "six zeros": [0] * 6,
    "six strings": ["1"] * 6,
    "deep": nested(500),
    "list of lists": [[54]] * 3,
    "many": [54] * 10**6,
    "set": {54, 61},
    "dict": {"a": 1},
    "range": range(10**12),
    "iterator": iter([]),
    "generator": (i for i in [None]),
    "array": np.arange(6.0),
    "2-d array": np.zeros((2, 2), int),
    "object array": np.array([None, "x"], object),
    "0-d array": np.array(1.5),
    "frame": pd.DataFrame({"a": [1, 2]}),
    "series": pd.Series(["a", "b"]),
    "object": object(),
    "class": int,
    "function": len,
    "lambda": lambda *_: 54,
    "module": np,
    "exception": ValueError("x"),
    "ellipsis": ...,
    "not implemented": NotImplemented,
    "odd": Odd(),
}

AX = Figure().subplots()
TABLE = mia.HONEST.table(mia.Rules())
PAIR = ["honest", "liar"]
SOLVED = mia.solve_round().values  # noqa: PD011 - no pandas


def act(act: Any) -> Any:
    """Let somebody call something, or answer, in a game of its own."""
    game = mia.Game([None, None, None], mia.Rules("points", unseen_pass="liable"), rng=1, starter=0)
    return game.act(8), game.act(act)


GAME = mia.Game([None, None], rng=1, starter=0)
ENTRIES: dict[Callable[..., Any], dict[str, Any]] = {
    mia.Outcome: {"high": 5, "low": 4},
    mia.Outcome.from_dice: {"first": 5, "second": 4},
    mia.Outcome.parse: {"value": 54},
    mia.Dice: {"first": [1] * 6, "second": None},
    mia.Dice.parse: {"text": "1,1,1,1,1,1"},
    mia.FAIR.chance: {"outcome": 54},
    mia.Variant: {"key": "own", "tiers": mia.STANDARD.tiers, "rethrown": ()},
    mia.Variant.from_order: {"name": "own", "order": mia.STANDARD.outcomes, "rethrown": ()},
    mia.STANDARD.rank: {"outcome": 54},
    mia.STANDARD.beats: {"a": 54, "b": 61},
    mia.STANDARD.ties: {"a": 54, "b": 61},
    mia.STANDARD.next_above: {"outcome": 54},
    mia.STANDARD.above: {"outcome": 54},
    mia.STANDARD.up_to: {"rank": 3},
    mia.POINTS.outcomes_of: {"call": 8},
    mia.POINTS.in_words: {"call": 8},
    mia.STANDARD.with_doubles: {"order": "ascending"},
    mia.STANDARD.with_rethrown: {"*outcomes": 54},
    mia.VARIANTS.__getitem__: {"name": "meyer"},
    mia.RULES.__getitem__: {"name": "school-paper"},
    mia.CHARACTERS.__getitem__: {"name": "liar"},
    mia.find_variant: {"variant": "meyer"},
    mia.find_rules: {"rules": "school-paper"},
    mia.odds: {"variant": "meyer", "dice": mia.FAIR, "rolls": 2},
    mia.odds_by_variant: {"variants": ["meyer"], "dice": mia.FAIR, "rolls": 2},
    mia.odds().__getitem__: {"outcome": 54},
    mia.odds().only: {"*calls": 54},
    mia.ranking_table: {"variant": "meyer"},
    mia.tier_chances: {"variant": "meyer", "dice": mia.FAIR},
    mia.beat_probability: {
        "call": 54, "variant": "meyer", "dice": mia.FAIR, "or_tie": True, "rolls": 2,
    },
    mia.duel_odds: {"mine": "1 *", "theirs": 54, "variant": "meyer", "dice": mia.FAIR},
    mia.medians: {"variant": "meyer", "dice": mia.FAIR},
    mia.simulate_rolls: {"n": 3, "variant": "meyer", "dice": mia.FAIR, "rng": 1},
    mia.sample_outcomes: {
        "n": 3, "variant": "meyer", "dice": mia.FAIR, "rng": 1, "dtype": "int8",
    },
    mia.simulate_rolls(9, rng=1).expected: {"outcome": 54},
    mia.Rules: {
        "variant": "meyer", "dice": mia.FAIR, "lives": 3, "call": "higher", "truth": "exact",
        "unseen_pass": "liable", "mia_penalty": 2, "mia_fold": None, "mia_lie_penalty": 1,
        "toast": 32, "next_starter": "loser", "ending": "first_out", "forfeit": "life",
        "rounds": None, "lie_penalty": 2, "doubt_penalty": 2, "second_throw": "blind",
        "thrown_mia": "next", "true_mia": "others", "mia_equalled": True, "mia_by": "dice",
    },
    mia.Rules().tier: {"outcome": 54},
    mia.Rules().tier_name: {"tier": 3},
    mia.Rules().tier_words: {"tier": 3},
    mia.Rules().tier_outcomes: {"tier": 3},
    mia.Rules().legal_calls: {"last": 54},
    mia.Rules().in_words: {"lives": [3, 2]},
    mia.Rules().lowest_call: {"state": 3},
    mia.Rules().is_true: {"rolled": 3, "call": [3, 4]},
    mia.Rules().lowest_heard: {"state": 3},
    mia.Rules().state: {"last": 54},
    mia.Rules(unseen_pass="liable").most_passes: {"alive": 3},
    mia.Rules(unseen_pass="liable").highest_pass: {"call": 3},
    mia.Rules().is_over: {"alive": 3, "seats": 3},
    mia.Rules(unseen_pass="free").may_hand_on: {"call": 8, "passed": 0, "alive": 3},
    mia.Rules(unseen_pass="liable").after_pass: {
        "state": 0, "call": 8, "passed_with": 9, "liable": 1, "passer": 2,
    },
    mia.Rules(ending="last_standing").next_seat: {"seat": 1, "lives": [1, 2, 0]},
    mia.Rules().cause: {"call": 3, "seen": True, "true": False, "mia": None},
    mia.Rules(mia_by="dice").cause: {"call": 3, "seen": True, "true": False, "mia": False},
    mia.Rules(thrown_mia="next").shows: {"rolled": 20},
    mia.Rules(true_mia="others").others_pay: {"call": 20, "cause": 4},
    mia.Rules(true_mia="others").payers: {
        "cause": 4, "caller": 1, "doubter": 2, "others": True, "lives": [1, 2, 1],
    },
    mia.Rules().lives_lost: {"cause": 4},
    mia.Rules().forfeits: {"cause": 0, "caller": 1, "doubter": 2},
    mia.Rules(ending="last_standing").opener: {
        "cause": 0, "caller": 1, "doubter": 2, "lives": [1, 2, 0], "rng": None,
    },
    mia.Rules(next_starter="random").opener: {
        "cause": 0, "caller": 1, "doubter": 2, "lives": [1, 2, 1],
        "rng": np.random.default_rng(1),
    },
    mia.CallSituation: {
        "rules": mia.Rules(second_throw="blind"), "state": [3], "seat": [1],
        "seat_lives": [[6, 6]], "rolled": [20], "may_throw_again": [True], "calls_made": [2],
        "last_caller": [1], "dice": [0],
    },
    mia.AnswerSituation: {
        "rules": mia.Rules(), "state": [0], "seat": [1], "seat_lives": [[6, 6]], "call": [3],
        "may_pass": [False], "calls_made": [2], "last_caller": [1], "dice": [2],
    },
    mia.doubter: {"call": 54},
    mia.HONEST.table: {"rules": "school-paper"},
    mia.RANDOM.call: {"roll": 54, "last": 42, "rules": "wikipedia", "lives": (3, 2), "rng": 1},
    mia.RANDOM.throws_again: {
        "roll": 54, "last": 42, "rules": mia.Rules(second_throw="blind"), "lives": (3, 2), "rng": 1,
    },
    mia.RANDOM.answer_to: {
        "last": 54, "previous": 42, "rules": mia.Rules(unseen_pass="free", second_throw="blind"),
        "lives": (3, 2, 1), "rng": 1, "blind": True, "may_pass": True,
    },
    mia.TableStrategy: {
        "name": "own", "calls": [[[1]]], "doubts": [[0]], "passes": None, "rules": None,
        "again": [[1]], "blind": [[1]], "doubts_blind": [[1]], "equals": [0],
    },
    TABLE.table: {"rules": mia.Rules()},
    mia.TableStrategy.from_strategy: {
        "strategy": NextTier(), "rules": "school-paper", "lives": (1, 1), "seats": 2,
    },
    mia.simulate_games: {
        "players": PAIR, "rules": "school-paper", "games": 5, "rng": 1, "starter": 0,
        "lives": [1, 1], "executor": None, "progress": False,
    },
    mia.Game: {
        "players": [None, "liar"], "rules": "school-paper", "rng": 1, "starter": 0, "lives": [1, 1],
    },
    mia.Game.replay: {"log": GAME.log(), "players": PAIR, "rng": 1},
    mia.Person: {"name": "Ann"},
    act: {"act": "doubt"},
    GAME.sees: {"seat": 1},
    GAME.seen_of: {"seat": 1},
    GAME.log: {"public": True},
    mia.evaluate: {"players": PAIR, "rules": "school-paper", "starter": 0, "lives": [1, 1]},
    mia.tournament: {"players": PAIR, "rules": "school-paper"},
    mia.solve_round: {"rules": "school-paper"},
    SOLVED.__getitem__: {"last": 54},
    mia.solve_match: {"rules": "school-paper", "seats": 2, "exact": False},
    mia.solve_match(mia.Rules(lives=1)).strategy.at: {"*mine": 1, "*others": 1},
    mia.solve_match(mia.Rules(lives=1)).strategy.call: {
        "roll": 54, "last": 42, "rules": "school-paper", "lives": (1, 1), "rng": 1,
    },
    mia.match_exploitability: {"strategy": "liar", "rules": "school-paper"},
    mia.best_response: {
        "strategy": ["liar", "honest"], "rules": "school-paper", "lives": [1, 1, 1],
    },
    mia.exploitability: {"strategy": "liar", "rules": "wikipedia"},
    mia.exploit_table: {"players": PAIR, "rules": "wikipedia"},
    mia.advise: {
        "last": 54, "previous": 42, "blind": False, "roll": 66, "lives": (2, 2, 2),
        "players": ["liar", {"honest": 0.5, "lucky": 0.5}], "rules": mia.Rules(lives=2),
    },
    mia.truth_chance: {
        "call": 65, "player": "random", "previous": 42, "blind": True, "handed_on": [65, 66],
        "lives": (2, 2, 2, 2), "rules": mia.Rules(unseen_pass="liable", second_throw="blind"),
    },
    mia.recognise: {
        "seen": [mia.Seen(call=65)], "candidates": PAIR, "prior": dict.fromkeys(PAIR, 0.5),
        "rules": "school-paper",
    },
    mia.Seen: {
        "previous": 42, "call": 65, "shown": 31, "heard": None, "answer": None, "blind": False,
        "may_pass": False, "lives": (2, 2), "round": 1,
    },
    mia.Mixture: {"chances": {"honest": 0.5, "liar": 0.5}},
    mia.Mixture.parse: {"text": "honest:1/2,liar:1/2"},
    mia.Mixture({"liar": 1}).table: {"rules": "school-paper"},
    mia.Mixture({"liar": 1}).call: {
        "roll": 54, "last": 42, "rules": "wikipedia", "lives": (3, 2), "rng": 1,
    },
    mia.plan: {"last": 54, "rules": "wikipedia"},
    mia.strategy_to_json: {"strategy": "liar", "rules": "school-paper"},
    mia.strategy_from_json: {"text": mia.strategy_to_json("liar")},
    mia.save_strategy: {"path": "liar.json", "strategy": "liar", "rules": "school-paper"},
    mia.load_strategy: {"path": "/dev/null"},
    plotting.plot_beat_probability: {
        "variant": "meyer", "dice": mia.FAIR, "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_chances: {
        "variant": "meyer", "dice": mia.FAIR, "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_rolls: {
        "call": 54, "variant": "meyer", "dice": mia.FAIR, "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_survival: {
        "variant": "meyer", "calls": [54], "dice": mia.FAIR, "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_ranks: {
        "variants": ["meyer"], "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_medians: {
        "variants": ["meyer"], "dice": mia.FAIR, "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_who_beats_whom: {
        "variant": "meyer", "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_convergence: {
        "players": PAIR, "rules": "school-paper", "most": 100, "rng": 1, "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_tournament: {
        "result": mia.tournament(PAIR, "school-paper"), "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_match: {
        "rules": "school-paper", "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_optimal_play: {
        "last": 54, "rules": "wikipedia", "axs": [AX, AX],
        "title": ["a", "b"], "labels": {"call": "Ansage"},
    },
    plotting.plot_doubts: {
        "rules": "wikipedia", "ax": AX, "title": "t", "labels": {"opens": "beginnt"},
    },
    plotting.plot_lies_and_doubts: {
        "players": ["liar"], "rules": "school-paper", "ax": AX,
        "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_recognition: {
        "seen": [mia.Seen(54, call=61, round=1)], "candidates": PAIR,
        "prior": {"honest": Fraction(1, 3), "liar": Fraction(2, 3)}, "rules": "school-paper",
        "ax": AX, "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.plot_truth_chances: {
        "players": PAIR, "call": 61, "previous": 54, "lives": [1, 1], "rules": "school-paper",
        "ax": AX, "title": "t", "labels": {"call": "Ansage"},
    },
    plotting.draw_figures: {
        "folder": "charts", "variants": "meyer", "dice": mia.FAIR, "formats": "svg", "dark": False,
        "dpi": 60,
    },
    plotting.draw_pictures: {
        "folder": "charts", "names": "rolls", "formats": "svg", "dark": True, "dpi": 60,
    },
    plotting.save_figure: {"figure": Figure(), "path": "empty", "dpi": 100},
    mia.odds().to_frame: {"exact": "fraction"},
    mia.odds().to_text: {"width": 80},
    mia.odds().to_csv: {"path": None},
    mia.odds().to_json: {"path": None},
    mia.odds().to_html: {"path": None},
    mia.odds().to_latex: {"path": None},
    mia.odds().to_markdown: {"path": None},
}  # fmt: skip

SLOW = {plotting.draw_gallery}  # draws for 12 seconds; it takes a folder as `draw_figures` does
NOTHING_TO_GIVE = {mia.check_claims}
MADE_BY_FUNCTIONS = {
    mia.Acts, mia.Event, mia.View,
    mia.BestResponse, mia.Character, mia.CheckedClaim, mia.Claims, mia.DuelOdds, mia.MatchSolution,
    mia.MatchStrategy, mia.OddsRow, mia.Outcomes, mia.ReplyByLives, mia.RoundSolution,
    mia.SimulationBroken, mia.SimulationInterrupted, mia.UnknownNameError, plotting.Picture,
}  # fmt: skip
PROTOCOLS = {mia.Decider, mia.HasTable, mia.Strategy, mia.StrategyByLives}
REFUSALS = (TypeError, ValueError)


def named(entry: Callable[..., Any]) -> str:
    """Return the name of an entry."""
    return str(getattr(entry, "__qualname__", entry))


def attempt(entry: Callable[..., Any], arguments: dict[str, Any]) -> None:
    """Call an entry: it works, or raises an error that is short and shows what was wrong."""
    AX.clear()
    files = OSError if {"path", "folder"} & set(arguments) else ()
    positional = [value for name, value in arguments.items() if name.startswith("*")]
    keyword = {name: value for name, value in arguments.items() if not name.startswith("*")}
    try:
        entry(*positional, **keyword)
    except REFUSALS as error:
        message = str(error)
        assert 0 < len(message) < 1000, message[:2000]
        assert "\n" not in message
        assert "unexpected keyword" not in message
    except files:
        pass


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nothing that is written or drawn stay."""
    monkeypatch.chdir(tmp_path)
    AX.clear()
    yield
    plt.close("all")


def test_no_public_entry_is_left_out() -> None:
    given = {getattr(entry, "__func__", entry) for entry in ENTRIES}
    for module in (mia, plotting):
        for name in module.__all__:
            thing = getattr(module, name)
            if not (inspect.isfunction(thing) or inspect.isclass(thing)):
                continue
            table = inspect.isclass(thing) and issubclass(thing, Table)
            exempt = thing in SLOW | NOTHING_TO_GIVE | MADE_BY_FUNCTIONS | PROTOCOLS
            assert thing in given or table or exempt, name


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_what_is_valid_works(entry: Callable[..., Any]) -> None:
    if entry is mia.load_strategy:
        mia.save_strategy("liar.json", "liar")
        assert entry("liar.json")[0].name == "liar"
    else:
        positional = [value for name, value in ENTRIES[entry].items() if name.startswith("*")]
        entry(*positional, **{k: v for k, v in ENTRIES[entry].items() if not k.startswith("*")})


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_every_parameter_refuses_what_it_can_not_take(entry: Callable[..., Any]) -> None:
    for name in ENTRIES[entry]:
        for key, junk in JUNK.items():
            if name == "folder" and isinstance(junk, str) and key not in ("nul", "long"):
                continue  # any other name is one of a folder, into which it takes long to draw
            attempt(entry, {**ENTRIES[entry], name: junk})


def test_all_parameters_are_tried() -> None:
    for entry, arguments in ENTRIES.items():
        parameters = set(inspect.signature(entry).parameters)
        tried = {name.lstrip("*") for name in arguments}
        left_out = {
            "title",
            "aliases",
            "other_names",
            "region",
            "source",
            "remark",
        }  # texts about a variant
        assert parameters - tried <= (left_out if entry is mia.Variant else set()), entry


scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.binary(max_size=5) | st.fractions() | st.complex_numbers()
)  # fmt: skip
anything = st.recursive(
    scalars,
    lambda children: (
        st.lists(children, max_size=7)
        | st.tuples(children, children)
        | st.dictionaries(st.text(max_size=5), children, max_size=3)
    ),
    max_leaves=10,
)
PURE = [
    entry
    for entry in ENTRIES
    if entry not in (mia.simulate_rolls, mia.sample_outcomes, mia.simulate_games)
    and "plot" not in named(entry)
    and not {"path", "folder"} & set(ENTRIES[entry])
]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_anything_at_all_is_taken_or_refused(data: st.DataObject) -> None:
    entry = data.draw(st.sampled_from(PURE))
    name = data.draw(st.sampled_from(sorted(ENTRIES[entry])))
    attempt(entry, {**ENTRIES[entry], name: data.draw(anything)})


WORDS = {
    "empty": "", "blank": " ", "minus": "-1", "zero": "0", "float": "1.5", "nan": "nan",
    "inf": "inf", "huge": "1e99", "digits": "9" * 5000, "long": "x" * 10**5, "wide": "５４",
    "nul": "a\x00b", "byte": "\udcff", "escape": "\x1b[31m", "commas": ",,,",
    "zeros": "0,0,0,0,0,0",
    "braces": "{}", "percent": "%s%n%(x)s", "quote": "'\"", "dots": "../nowhere/x", "none": "None",
    "label": "45", "dice": "1,2", "plus": "standard+points+points", "json": "nobody.json",
}  # fmt: skip
VALID = {
    "simulate": ["honest", "liar", "--games", "5"],
    "evaluate": ["honest", "liar", "--lives", "1"],
    "advise": ["--last", "54"],
    "play": ["honest"],
    "recognise": [str(LOG), "--seat", "0"],
    "duel": ["1 *", "66"],
    "completion": ["bash"],
}


SLOW_WHERE_IT_WORKS = {("report", "-o"), ("report", "--output"), ("figures", "")}
FEW = ("nul", "byte", "dots")


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    for action in _parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("there are no commands")


OPTIONS = [
    (command, action.option_strings[-1] if action.option_strings else "")
    for command, parser in commands().items()
    for action in parser._actions
    if action.nargs != 0
]


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_every_option_takes_a_word_or_says_why_not(
    command: str,
    option: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PageServer, "run", lambda _, ready: ready())  # nobody would stop it
    few = (command, option) in SLOW_WHERE_IT_WORKS
    for word in [WORDS[name] for name in (FEW if few else WORDS)]:
        given = [option, word] if option else [word]
        if option == "--last":
            argv = [command, *given]
        else:
            argv = [command, *VALID.get(command, []), *given]
        status = main(argv)
        out, err = capsys.readouterr()
        assert status in (0, 2), (argv, err[:300])
        if status == 2:
            assert err.count("\n") == 1, (option, word[:50])
            assert err.startswith("mia-stats")
            assert len(err) < 800
            assert not re.search(r"[\x00-\x08\x1b]", err)
        else:
            assert out or option in ("-o", "--output", "--save")


def test_every_option_is_tried() -> None:
    assert len(OPTIONS) > 90
    assert {"--unseen-pass", "--dice", "--save", "--format", ""} <= {name for _, name in OPTIONS}
