"""What every table of the library can do: print itself, and go to pandas, CSV, JSON and HTML."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar

from mia_stats.checks import UnknownNameError, nearest, shown
from mia_stats.files import write_whole
from mia_stats.outcomes import Outcome

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Cell", "NamedTable", "Table", "percent"]

Cell: TypeAlias = Outcome | Fraction | float | int | str | None
"""What a cell of a table may hold; a Fraction is a chance."""

T = TypeVar("T")


_SMALLEST = Fraction(1, 2000)


def percent(chance: Fraction | float) -> str:
    """Return a chance as people read it, to a tenth of a percent.

    Examples
    --------
    >>> percent(Fraction(7, 18))
    '38.9 %'
    """
    if 0 < chance < _SMALLEST:
        return "< 0.1 %"
    if 1 - _SMALLEST < chance < 1:
        return "> 99.9 %"
    return f"{float(chance) * 100:.1f} %"


class Table(ABC):
    """A table with a caption and named columns.

    For people, exact chances appear as fraction and percent in one column. Exports hold two
    columns for each: `name_exact`, the fraction as text, and `name`, the float.
    """

    @property
    @abstractmethod
    def caption(self) -> str:
        """What the table shows, in a line."""

    @property
    @abstractmethod
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """The cells of each column by its name, all of one length."""

    def to_frame(self) -> pd.DataFrame:
        """Return the table as a pandas DataFrame.

        Returns
        -------
        pandas.DataFrame
            A column of outcomes is an ordered Categorical of labels, best first.

        Examples
        --------
        >>> from mia_stats import odds
        >>> frame = odds().to_frame()
        >>> frame.loc[frame["outcome"] == "54", ["ways", "beaten_exact", "beaten"]]
            ways beaten_exact  beaten
        12     2          1/2     0.5
        """
        import pandas as pd

        columns: dict[str, object] = {}
        for name, cells in self._exported().items():
            if cells and all(isinstance(cell, Outcome) for cell in self.columns.get(name, [None])):
                columns[name] = pd.Categorical(cells, list(dict.fromkeys(cells)), ordered=True)
            else:
                columns[name] = cells
        return pd.DataFrame(columns)

    def to_text(self) -> str:
        """Return the table as aligned text, the caption above it.

        Returns
        -------
        str
            Lines without a line break at the end.

        Examples
        --------
        >>> from mia_stats import odds
        >>> odds().only(54).to_text().splitlines()[0]
        'Mia: odds against one later roll'
        """
        header, *rows = self._grid()
        rule = ["-" * len(cell) for cell in header]
        lines = ["  ".join(cells).rstrip() for cells in (header, rule, *rows)]
        return "\n".join([self.caption, "", *lines])

    def to_markdown(self) -> str:
        """Return the table as Markdown.

        Returns
        -------
        str
            Lines without a line break at the end.

        Examples
        --------
        >>> from mia_stats import ranking_table
        >>> ranking_table().to_markdown().splitlines()[2]
        '|    1 | 21      | Mia    |    2 |'
        """
        header, *rows = self._grid(escape=lambda text: text.replace("|", "\\|"))
        rule = [
            "-" * (len(cell) - 1) + ":" if right else "-" * len(cell)
            for cell, right in zip(header, self._right_aligned(), strict=True)
        ]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the table as CSV, or return it as text where no path is given.

        Parameters
        ----------
        path : str or path-like, optional
            The file is written whole or not at all.

        Returns
        -------
        str or None
            The text, where there is no path.

        Raises
        ------
        OSError
            If the file can't be written.

        Examples
        --------
        >>> from mia_stats import ranking_table
        >>> ranking_table().to_csv().splitlines()[:2]
        ['rank,outcome,kind,ways', '1,21,Mia,2']
        """
        import csv
        import io

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        columns = self._exported()
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        return _delivered(text.getvalue(), path)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the table as a JSON list of rows, or return it as text where no path is given.

        Parameters
        ----------
        path : str or path-like, optional
            The file is written whole or not at all.

        Returns
        -------
        str or None
            The text, where there is no path.

        Raises
        ------
        OSError
            If the file can't be written.

        Examples
        --------
        >>> import json
        >>> from mia_stats import odds
        >>> json.loads(odds().to_json())[12]["beaten_exact"]
        '1/2'
        """
        import json

        columns = self._exported()
        rows = [
            dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)
        ]
        return _delivered(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", path)

    def _exported(self) -> dict[str, list[object]]:
        """Return the columns as plain values, those of chances twice: exact text and float."""
        exported: dict[str, list[object]] = {}
        for name, cells in self.columns.items():
            if any(isinstance(cell, Fraction) for cell in cells):
                exported[f"{name}_exact"] = [None if cell is None else str(cell) for cell in cells]
                exported[name] = [float(c) if isinstance(c, Fraction) else c for c in cells]
            else:
                exported[name] = [str(c) if isinstance(c, Outcome) else c for c in cells]
        return exported

    def _right_aligned(self) -> list[bool]:
        """Return for each column whether it holds numbers."""
        return [
            all(isinstance(cell, int | float | Fraction | None) for cell in cells)
            for cells in self.columns.values()
        ]

    def _grid(self, escape: Callable[[str], str] = str) -> list[list[str]]:
        """Return the header and the rows as texts, each column padded to one width."""
        padded = []
        for (name, cells), right in zip(self.columns.items(), self._right_aligned(), strict=True):
            texts = [escape(text) for text in (name.replace("_", " "), *map(_text, cells))]
            width = max(map(len, texts))
            padded.append([text.rjust(width) if right else text.ljust(width) for text in texts])
        return [list(row) for row in zip(*padded, strict=True)]

    def _repr_html_(self) -> str:
        """Return the table for notebooks; it sets no colours, so it suits light and dark."""
        import html

        alignment = ["right" if right else "left" for right in self._right_aligned()]
        header, *rows = self._grid()

        def line(cells: Sequence[str], tag: str) -> str:
            return "".join(
                f'<{tag} style="text-align: {side}">{html.escape(cell.strip())}</{tag}>'
                for cell, side in zip(cells, alignment, strict=True)
            )

        body = "".join(f"<tr>{line(cells, 'td')}</tr>" for cells in rows)
        return (
            f"<table><caption>{html.escape(self.caption)}</caption>"
            f"<thead><tr>{line(header, 'th')}</tr></thead><tbody>{body}</tbody></table>"
        )

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()


class NamedTable(Table, Mapping[str, T]):
    """A table whose rows are looked up by name, in small letters or not.

    Parameters
    ----------
    named : mapping of str to T
    aliases : mapping of str to str, optional
        Other names, each with the one that it stands for.
    """

    unknown: ClassVar[str]
    """What the error says of a name that is none: "is no variant"."""
    others: ClassVar[str] = ""
    """What it says after the names that are known."""

    def __init__(self, named: Mapping[str, T], aliases: Mapping[str, str] | None = None) -> None:
        self._named = dict(named)
        self._names = {**{name: name for name in named}, **(aliases or {})}

    def __getitem__(self, name: str) -> T:
        key = name.strip().lower() if isinstance(name, str) else ""
        if key not in self._names:
            raise UnknownNameError(
                f"{shown(name)} {self.unknown}{nearest(key, self._names)}; "
                f"known are {', '.join(self._named)}{self.others}"
            )
        return self._named[self._names[key]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(self)}>"


def _text(cell: Cell) -> str:
    """Return a cell as people read it."""
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        exact = str(cell)
        return f"{exact} ({percent(cell)})" if len(exact) <= 30 else percent(cell)
    if isinstance(cell, float):
        return f"{cell:.5g}"
    return str(cell)


def _delivered(text: str, path: str | os.PathLike[str] | None) -> str | None:
    if path is None:
        return text
    write_whole(path, text)
    return None
