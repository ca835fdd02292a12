"""Tables whose rows are looked up by name, and what counts as the same name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, TypeVar

from mia_stats.utils.checks import UnknownNameError, choices, nearest, shown
from mia_stats.utils.tables import Table

__all__ = ["NamedTable", "key_of"]

T = TypeVar("T")


class NamedTable(Table, Mapping[str, T]):
    """A table whose rows are looked up by name, in small letters or not.

    Parameters
    ----------
    named : mapping of str to T
    others : iterable of pairs of str
        Other names, each with the one that it stands for; one that stands for several is refused.
    """

    unknown: ClassVar[str]
    """What the error says of a name that is none: "is no variant"."""
    more: ClassVar[str] = ""
    """What it says after the names that are known."""

    def __init__(self, named: Mapping[str, T], others: Iterable[tuple[str, str]] = ()) -> None:
        self._named = dict(named)
        self._names = {key_of(name): {name} for name in named}
        for other, name in others:
            self._names.setdefault(key_of(other), set()).add(name)

    def __getitem__(self, name: str) -> T:
        meant = self._names.get(key_of(name), set())
        if len(meant) == 1:
            return self._named[next(iter(meant))]
        if meant:
            raise UnknownNameError(f"{shown(name)} may be {choices(sorted(meant))}: say which")
        raise UnknownNameError(
            self.other_kind(name)
            or f"{shown(name)} {self.unknown}{nearest(key_of(name), self._names)}; "
            f"known are {', '.join(self._named)}{self.more}"
        )

    def other_kind(self, name: object) -> str:  # noqa: ARG002  # catalogues that know another ask
        """Return what the error says of a name that another catalogue knows, or nothing."""
        return ""

    def __contains__(self, name: object) -> bool:
        return len(self._names.get(key_of(name), ())) == 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def _ipython_key_completions_(self) -> list[str]:
        """Return what a notebook completes between the brackets."""
        others = (name for name in self._names if name in self)
        return list(dict.fromkeys([*self, *others]))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(self)}>"


def key_of(name: object) -> str:
    r"""Return the key that a name looks up, however it is typed; what is no text has an empty one.

    Examples
    --------
    >>> key_of(" Danish  Meyer"), key_of("Ma\N{COMBINING DIAERESIS}xchen") == key_of("mäxchen")
    ('danish-meyer', True)
    """
    if not isinstance(name, str):
        return ""
    plain = unicodedata.normalize("NFKC", name).casefold().replace("_", " ")
    return "-".join(plain.split())
