"""Facts about the package as others import it."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files
from types import FunctionType

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


def test_the_package_is_typed() -> None:
    assert files(mia_stats).joinpath("py.typed").is_file()


def test_every_public_name_is_documented_with_an_example() -> None:
    for name in mia_stats.__all__:
        thing = getattr(mia_stats, name)
        if isinstance(thing, type | FunctionType):
            assert ">>> " in (thing.__doc__ or ""), name
