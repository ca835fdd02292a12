"""Check that the docstring of every public name is complete, by numpydoc's own validator."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator

import mia_stats
from mia_stats import plotting, report

IGNORED = {
    "SA01": "a See Also section is for what a reader would not find in the README",
    "ES01": "an extended summary is for what the first line can't say",
}


PROTOCOLS = (
    "mia_stats.game.decision.Decider",
    "mia_stats.game.strategy.Strategy",
    "mia_stats.game.table_strategy.HasTable",
)


def public_objects() -> Iterator[tuple[str, object]]:
    """Yield all public classes and functions, methods and properties, by their full names."""
    for module in (mia_stats, plotting, report):
        for name in module.__all__:
            thing = getattr(module, name)
            if not (inspect.isclass(thing) or inspect.isfunction(thing)):
                continue  # a constant or a type alias
            full = f"{thing.__module__}.{thing.__qualname__}"
            yield full, thing
            for owner in thing.__mro__ if inspect.isclass(thing) else ():
                if owner.__module__.startswith("mia_stats."):
                    yield from members(owner)


def members(owner: type) -> Iterator[tuple[str, object]]:
    """Yield the public methods and properties that a class defines."""
    for name, member in vars(owner).items():
        plain = inspect.isfunction(member) or isinstance(member, classmethod | property)
        if plain and not name.startswith("_"):
            yield f"{owner.__module__}.{owner.__qualname__}.{name}", member


def problems() -> Iterator[str]:
    """Yield what the validator finds, a line each."""
    from numpydoc.validate import validate  # type: ignore[import-untyped]  # it has no types

    for name, thing in dict(public_objects()).items():
        ignored = set(IGNORED)
        if isinstance(thing, property) or name.startswith(PROTOCOLS):
            ignored.add("EX01")  # the example of the class shows it
        if name in PROTOCOLS:
            ignored.add("PR01")  # nobody makes one
        for code, message in validate(name)["errors"]:
            if code not in ignored:
                yield f"{name}: {code} {message}"


def main() -> int:
    """Print what is missing; the status is 0 when nothing is."""
    warnings.simplefilter("ignore", UserWarning)  # numpydoc warns of sections it does not know
    names = dict(public_objects())
    found = list(problems())
    for problem in found:
        print(problem)
    print(f"{len(names)} docstrings, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
