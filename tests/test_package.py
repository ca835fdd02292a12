"""Facts about the package as others import it."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import inspect
import pkgutil
import re
import subprocess
import sys
from importlib.resources import files
from types import FunctionType, SimpleNamespace
from typing import get_args

import pytest

import mia_stats
from tests.helpers import ROOT


def run(program: str) -> str:
    """Return what a new process prints."""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_nothing_is_loaded_before_it_is_used() -> None:
    loaded = "print(*{'numpy', 'pandas', 'matplotlib', 'tqdm'} & set(sys.modules))"
    modules = "print(*sorted(name for name in sys.modules if name.startswith('mia_stats')))"
    assert run(f"import sys, mia_stats; {modules}") == "mia_stats mia_stats._version"
    assert run(f"import sys, mia_stats; mia_stats.odds(); {loaded}") == ""
    games = "mia_stats.simulate_games(['honest'] * 2, games=9); mia_stats.evaluate(['honest'] * 2)"
    assert run(f"import sys, mia_stats; {games}; {loaded}") == "numpy"


def test_a_public_name_is_found_when_it_is_first_used() -> None:
    found = run("from mia_stats import *; import mia_stats as m; print(*dir(m))")
    names = vars(mia_stats)["__all__"]
    assert found.split() == dir(mia_stats) == sorted([*names, "plotting", "report"])
    assert run("from mia_stats import *; import sys; print('matplotlib' in sys.modules)") == "False"
    with pytest.raises(AttributeError, match="has no attribute 'poker'"):
        mia_stats.poker  # type: ignore[attr-defined]  # noqa: B018 - it must raise


def test_help_and_completion_know_all_names() -> None:
    told = run("import mia_stats; help(mia_stats)")
    begun = "import mia_stats, rlcompleter; complete = rlcompleter.Completer().complete; "
    completed = run(
        begun + "print(*(complete('mia_stats.', i) for i in range(len(dir(mia_stats)))))"
    )
    assert mia_stats.__version__ in told
    for name in set(dir(mia_stats)) - {"__version__"}:
        assert name in told
        assert f"mia_stats.{name}" in completed


def test_type_checkers_know_all_names_by_the_module_that_each_lives_in() -> None:
    stub = ast.parse(files(mia_stats).joinpath("__init__.pyi").read_text(encoding="utf-8"))
    imported = {
        alias.name: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert all(  # which makes a name in a stub a public one
        alias.name == alias.asname
        for node in stub.body if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )  # fmt: skip
    assert imported == {
        "__version__": "mia_stats._version",
        "plotting": "mia_stats",
        "report": "mia_stats",
        **{name: f"mia_stats.{module}" for name, module in mia_stats._MODULES.items()},  # type: ignore[attr-defined]  # the stub hides it
    }


def test_what_public_signatures_name_can_be_imported() -> None:
    """So that others can annotate functions of their own."""
    public = {name: getattr(mia_stats, name) for name in dir(mia_stats)}  # loads all modules
    ours = {
        name
        for path, module in sys.modules.items()
        if path.startswith("mia_stats.")
        for name in getattr(module, "__all__", ())
    }
    inside_solutions = {"Stack", "StateSolution", "TablesByLives", "LosesByLives"}
    for name, thing in public.items():
        parts = [thing]
        if isinstance(thing, type):
            own = vars(thing).items()
            parts = [part for at, part in own if not at.startswith("_") or at.endswith("__")]
        for part in [*parts, thing]:
            noted = getattr(getattr(part, "fget", part), "__annotations__", {})
            named = set(re.findall(r"\w+", " ".join(map(str, noted.values()))))
            assert named & ours <= {*public, *inside_solutions}, (name, part)


def test_an_alias_of_types_is_one_at_run_time_too() -> None:
    """So that it can be joined with others where annotations are read."""
    assert type(None) in get_args(mia_stats.RandomLike)
    assert str in get_args(mia_stats.Player | None)
    assert get_args(mia_stats.Answer) == ("doubt", "believe", "look", "fold")
    assert get_args(mia_stats.Cause) == mia_stats.CAUSES
    random = "print('numpy.random' in sys.modules)"  # which numpy itself may load
    alone = run(f"import sys, numpy; {random}")
    assert run(f"import sys, mia_stats; mia_stats.RandomLike; {random}") == alone


def test_no_module_hides_a_public_name() -> None:
    """Importing a module puts it into the package under its name, whatever was there before."""
    modules = {module.name for module in pkgutil.iter_modules(mia_stats.__path__)}
    assert modules & set(dir(mia_stats)) == {"plotting", "report"}  # which are modules themselves


@pytest.mark.parametrize("name", ["plotting.plot_beat_probability", "report.report_html"])
def test_pictures_and_the_page_need_no_second_import(name: str) -> None:
    assert run(f"import mia_stats as mia; print(mia.{name}.__name__)") == name.partition(".")[2]


def test_the_tests_mirror_the_package() -> None:
    """The facts about mia_stats/X/y.py are in tests/X/test_y.py, and in no other folder."""
    package, tests = ROOT / "mia_stats", ROOT / "tests"
    no_facts = {"__init__.py", "__main__.py", "_version.py"}
    modules = {path.relative_to(package) for path in package.rglob("*.py")}
    mirrored = {
        str(path.with_name(f"test_{path.name}")) for path in modules if path.name not in no_facts
    }
    of_more = {
        "test_package.py",  # the package as others import it
        "test_fuzz.py",  # every entry and every option
        "cli/test_init.py",  # the command itself, in cli/__init__.py
        "exact/test_truth_against_counts.py",  # by an oracle, and by simulated games
        "advice/test_against_replies.py",  # all of them
        "report/test_page_in_browser.py",  # what its scripts do
        "report/test_solver.py",
        "oracles/test_characters_seen.py",
        "oracles/test_pure_replies.py",
        "exact/test_house_rules.py",  # by oracles that were written from the rules alone
        "simulate/test_house_rules.py",
        "oracles/test_table_reply.py",  # an oracle that is checked by others
        "oracles/test_small_equilibria.py",
    }
    found = {path.relative_to(tests) for path in tests.rglob("test_*.py")}
    assert {str(path) for path in found if path.parts[0] != "scripts"} == mirrored | of_more
    scripts = {path.name for path in (ROOT / "scripts").glob("*.py")}
    assert {path.name for path in found if path.parts[0] == "scripts"} <= {
        f"test_{name}" for name in scripts
    }


def test_the_package_is_typed() -> None:
    assert files(mia_stats).joinpath("py.typed").is_file()


def test_every_public_name_is_documented_with_an_example() -> None:
    for name in dir(mia_stats):
        thing = getattr(mia_stats, name)
        if isinstance(thing, type | FunctionType):
            assert ">>> " in (thing.__doc__ or ""), name


def test_nobody_can_change_a_result() -> None:
    """A result is a frozen dataclass, or a tuple."""
    for name in dir(mia_stats):
        thing = getattr(mia_stats, name)
        if dataclasses.is_dataclass(thing):
            assert thing.__dataclass_params__.frozen, name  # type: ignore[union-attr]  # it has them
    with pytest.raises(AttributeError):
        mia_stats.odds().rows = ()  # type: ignore[misc]  # it must raise


def test_dice_are_always_named() -> None:
    """The second argument of a function about odds is the variant, and no other is positional."""
    found = 0
    for name in dir(mia_stats):
        thing = getattr(mia_stats, name)
        if isinstance(thing, FunctionType) and "dice" in inspect.signature(thing).parameters:
            assert (
                inspect.signature(thing).parameters["dice"].kind is inspect.Parameter.KEYWORD_ONLY
            )
            found += 1
    assert found == 8


def test_tables_print_as_text() -> None:
    for table in (mia_stats.odds(), mia_stats.ranking_table("points"), mia_stats.medians()):
        assert str(table) == table.to_text()


def _what_the_readme_makes() -> list[object]:
    """Return what the lines of the README give back or keep, of classes of this library."""
    names: dict[str, object] = {"__name__": "readme"}
    made: list[object] = []
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for example in doctest.DocTestParser().get_examples(readme):
        try:
            made.append(eval(example.source, names))
        except SyntaxError:
            exec(example.source, names)
        made += names.values()
    return [thing for thing in made if type(thing).__module__.startswith("mia_stats.")]


def test_whatever_the_readme_makes_is_one_line_at_the_prompt_and_a_table_in_a_notebook() -> None:
    also = [
        mia_stats.STANDARD, mia_stats.Rules(), mia_stats.FAIR, mia_stats.HONEST,
        mia_stats.HONEST.table(mia_stats.Rules()), mia_stats.odds()[54],
        mia_stats.duel_odds("1 *", 66), mia_stats.best_response("honest"), mia_stats.advise(54),
        mia_stats.plan(), mia_stats.exploit_table(["lucky"]), mia_stats.solve_match(),
        mia_stats.simulate_rolls(9), mia_stats.ranking_table(), mia_stats.odds_by_variant(),
        mia_stats.Game(["liar", None], rng=1),
        mia_stats.VARIANTS, mia_stats.RULES, mia_stats.CHARACTERS, mia_stats.check_claims(),
    ]  # fmt: skip
    made = [*_what_the_readme_makes(), *also]
    kinds = {type(thing).__name__ for thing in made}
    assert kinds >= {"Odds", "Medians", "RoundSolution", "MatchSolution", "Evaluation", "Variant"}
    for thing in made:
        text = repr(thing)
        assert "\n" not in text
        assert " object at 0x" not in text
        assert "<function" not in text
        assert len(text) < 300
        html: str = thing._repr_html_()  # type: ignore[attr-defined]  # it must be there
        assert html.startswith("<table>")
        assert html.count("<tr>") > 1


def test_ipython_prints_a_table_whole() -> None:
    printed: list[str] = []
    table = mia_stats.odds()
    for stack in ([id(table)], [id([]), id(table)]):  # alone, and in a list
        table._repr_pretty_(SimpleNamespace(text=printed.append, stack=stack), False)
    assert printed == [table.to_text(), repr(table)]


def test_a_name_that_is_nearly_right_gets_a_hint() -> None:
    for nearly, name in {
        "median": "medians", "variants": "VARIANTS", "STANDRD": "STANDARD", "dice": "Dice",
        "RULE": "RULES", "odd": "odds",
    }.items():  # fmt: skip
        with pytest.raises(AttributeError, match=rf"'{nearly}' \(did you mean '{name}'"):
            getattr(mia_stats, nearly)
    assert not hasattr(mia_stats, "__wrapped__")
