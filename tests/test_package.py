"""Facts about the package as others import it."""

from __future__ import annotations

import dataclasses
import inspect
import pkgutil
import subprocess
import sys
from importlib.resources import files
from types import FunctionType

import pytest

import mia_stats


def test_importing_loads_neither_pandas_nor_matplotlib() -> None:
    program = (
        "import sys, mia_stats; mia_stats.odds(); "
        "print(*{'pandas', 'matplotlib', 'tqdm', 'importlib.metadata'} & set(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == ""


def test_a_public_name_is_found_when_it_is_first_used() -> None:
    program = "from mia_stats import *; import mia_stats as m; print(*dir(m))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == sorted(mia_stats.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'poker'"):
        mia_stats.poker  # type: ignore[attr-defined]  # noqa: B018 - it must raise


def test_no_module_hides_a_public_name() -> None:
    """Importing a module puts it into the package under its name, whatever was there before."""
    modules = {module.name for module in pkgutil.iter_modules(mia_stats.__path__)}
    assert not modules & set(mia_stats.__all__)


def test_the_package_is_typed() -> None:
    assert files(mia_stats).joinpath("py.typed").is_file()


def test_every_public_name_is_documented_with_an_example() -> None:
    for name in mia_stats.__all__:
        thing = getattr(mia_stats, name)
        if isinstance(thing, type | FunctionType):
            assert ">>> " in (thing.__doc__ or ""), name


def test_nobody_can_change_a_result() -> None:
    """A result is a frozen dataclass, or a tuple."""
    for name in mia_stats.__all__:
        thing = getattr(mia_stats, name)
        if dataclasses.is_dataclass(thing):
            assert thing.__dataclass_params__.frozen, name  # type: ignore[union-attr]  # it has them
    with pytest.raises(AttributeError):
        mia_stats.odds().rows = ()  # type: ignore[misc]  # it must raise


def test_dice_are_always_named() -> None:
    """The second argument of a function about odds is the variant, and no other is positional."""
    found = 0
    for name in mia_stats.__all__:
        thing = getattr(mia_stats, name)
        if isinstance(thing, FunctionType) and "dice" in inspect.signature(thing).parameters:
            assert (
                inspect.signature(thing).parameters["dice"].kind is inspect.Parameter.KEYWORD_ONLY
            )
            found += 1
    assert found == 8


def test_tables_print_as_text() -> None:
    for table in (mia_stats.odds(), mia_stats.ranking_table("points"), mia_stats.medians()):
        assert repr(table) == str(table) == table.to_text()
