"""What every table of the library can do: print itself, and go to pandas and to files."""

from __future__ import annotations

import math
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    Protocol,
    TypeAlias,
    overload,
)

from mia_stats.utils.checks import choices, shown, whole_number
from mia_stats.utils.files import write_whole
from mia_stats.utils.layout import LEAST_WIDTH, padded, text_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FOR_TEX", "Cell", "Named", "Table", "as_html", "counted", "percent"]


class Labelled(Protocol):
    """What stands in a column under its label, better ones first, as an outcome does."""

    @property
    def label(self) -> str:
        """How it is written."""


Cell: TypeAlias = Labelled | Fraction | float | int | str | None
"""What a cell of a table may hold; a Fraction is a chance."""


class Named(str):
    """A text for machines that is told to people in other words."""

    words: str

    def __new__(cls, label: str, words: str = "") -> Named:
        """Return the label, with the words for people."""
        named = super().__new__(cls, label)
        named.words = words or label
        return named

    @property
    def label(self) -> str:
        """The text for machines, as a plain one."""
        return str(self)


_SMALLEST = 1 / 2000

_MARKDOWN = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;"} | {mark: f"\\{mark}" for mark in "\\`*_[]|~$"}
)
_BARE_LINK = re.compile(r"(?=://)|(?<=www)(?=\.)", re.IGNORECASE)  # many readers make it a link

FOR_TEX: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
}
"""What TeX would take for a command, or print as another letter, and how to write it."""

_LATEX = str.maketrans(  # after a line break of a table these marks would be its arguments
    FOR_TEX | {mark: f"{{{mark}}}" for mark in "[]*"}
)

# What a spreadsheet may run: at the start of a cell, or after a semicolon, which separates cells
# in some countries.
_FORMULA = re.compile(r"(^|[;\t\r\n])(?=\s*[=+\-@|%＝＋－＠]|[\t\r\n\0])")
_NUMBER = re.compile(r"[+-]?[0-9]+([./][0-9]+)?(e[+-]?[0-9]+)?", re.IGNORECASE)


def counted(number: int, noun: str) -> str:
    """Return a number of things as people read it.

    Examples
    --------
    >>> counted(1, "game"), counted(1000, "game")
    ('1 game', '1,000 games')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def percent(chance: Fraction | float) -> str:
    """Return a chance as people read it, to a tenth of a percent.

    Examples
    --------
    >>> percent(Fraction(7, 18))
    '38.9 %'
    """
    near = float(chance)  # which Fractions are compared with in a fraction of the time
    if near < _SMALLEST and chance > 0:
        return "< 0.1 %"
    if near > 1 - _SMALLEST and chance < 1:
        return "> 99.9 %"
    return f"{near * 100:.1f} %"


def _spaced(column: str) -> str:
    return column.replace("_", " ")


class Table(ABC):
    """A table with a caption and named columns.

    For people, exact chances appear as fraction and percent in one column. Exports hold two
    columns for each: `name_exact`, the fraction as text, and `name`, the float.

    Examples
    --------
    >>> from mia_stats import odds, ranking_table
    >>> isinstance(odds(), Table), isinstance(ranking_table(), Table)
    (True, True)
    """

    @property
    @abstractmethod
    def caption(self) -> str:
        """What the table shows, in a line."""

    @property
    @abstractmethod
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """The cells of each column by its name, all of one length; outcomes stand best first."""

    @property
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """The columns as people are shown them, which may be fewer than exports hold."""
        return self.columns

    def heading(self, column: str) -> str:
        """Return what people are shown above a column.

        Parameters
        ----------
        column : str
            Its name.

        Returns
        -------
        str
            The name, with spaces.

        Examples
        --------
        >>> from mia_stats import odds
        >>> odds().heading("met_or_beaten")
        'met or beaten'
        """
        return _spaced(column)

    @property
    def dispensable(self) -> Sequence[str]:
        """The columns that `to_text` may leave out where room is scarce, the first ones first."""
        return list(self.for_people)[:0:-1]

    def to_frame(self, exact: Literal["text", "fraction"] = "text") -> pd.DataFrame:
        """Return the table as a pandas DataFrame.

        Parameters
        ----------
        exact : {"text", "fraction"}
            What the `_exact` columns hold: texts such as "1/18", which every file format takes
            and which `sum` would only join, or `Fraction`s, to compute with.

        Returns
        -------
        pandas.DataFrame
            A column of outcomes is an ordered Categorical of texts such as "54", in which better
            is greater; where outcomes tie, its order means nothing and `rank` decides, and so it
            does where the frames of several variants are joined, of which pandas makes plain text.
            Rows stay best first.

        Raises
        ------
        ValueError
            If `exact` is another word.

        Examples
        --------
        >>> from mia_stats import odds
        >>> frame = odds().to_frame()
        >>> frame.loc[frame["outcome"] >= "66", ["outcome", "label", "beaten_exact", "beaten"]]
          outcome  label beaten_exact    beaten
        0      21     21            0  0.000000
        1      66     66         1/18  0.055556
        >>> odds().to_frame(exact="fraction")["p_exact"].sum()
        Fraction(1, 1)

        Rolls of `sample_outcomes` are labels, to merge on the whole numbers of `label`:

        >>> import pandas as pd
        >>> from mia_stats import sample_outcomes
        >>> sample = sample_outcomes(1000, rng=1)
        >>> len(frame.merge(pd.Series(sample, name="label"), how="right"))
        1000
        """
        import pandas as pd

        if not isinstance(exact, str) or exact not in ("text", "fraction"):
            raise ValueError(f"exact must be {choices(('text', 'fraction'))}, not {shown(exact)}")
        exported = self._exported(str if exact == "text" else lambda cell: cell)
        for name, cells in self.columns.items():
            if cells and all(hasattr(cell, "label") for cell in cells):
                worst_first = list(dict.fromkeys(exported[name][::-1]))
                exported[name] = pd.Categorical(exported[name], worst_first, ordered=True)
        return pd.DataFrame(exported)

    def to_text(self, width: int | None = None) -> str:
        """Return the table as aligned text, the caption above it.

        Parameters
        ----------
        width : int, optional
            The letters of a line, 20 or more. Cells are folded where there is less room than the
            table takes, and whole columns left out where that is not enough; the last line says
            which. The table is whole where no width is given.

        Returns
        -------
        str
            Lines without a line break at the end.

        Raises
        ------
        TypeError, ValueError
            If `width` is no number of letters.

        Examples
        --------
        >>> from mia_stats import odds
        >>> odds().only(54).to_text().splitlines()[0]
        'Mia: odds against one later roll'
        >>> print(odds().only(54).to_text(width=50))
        Mia: odds against one later roll
        <BLANKLINE>
        rank  outcome  ways        p    beaten    met or
                                                  beaten
        ----  -------  ----  -------  --------  --------
          13  54          2     1/18       1/2       5/9
                             (5.6 %)  (50.0 %)  (55.6 %)
        <BLANKLINE>
        not shown: tied, beats (more width shows all; in
        the shell a pipe or -o FILE does too)
        """
        if width is not None:
            width = whole_number(width, "width", LEAST_WIDTH, 10**6)
        columns = self.for_people
        names = list(columns)
        leaving = [names.index(name) for name in self.dispensable if name in columns]
        return text_table(
            self.caption, *_shown(columns, self.heading), width=width, leaving=leaving
        )

    @overload
    def to_markdown(self, path: None = None) -> str: ...

    @overload
    def to_markdown(self, path: str | os.PathLike[str]) -> None: ...

    def to_markdown(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the table as Markdown, or return it as text where no path is given.

        A name can't be markup, a link or an image there.

        Parameters
        ----------
        path : str or path-like, optional
            The file is written whole or not at all.

        Returns
        -------
        str or None
            The text, where there is no path: lines without a line break at the end.

        Raises
        ------
        OSError
            If the file can't be written.

        Examples
        --------
        >>> from mia_stats import ranking_table
        >>> ranking_table().to_markdown().splitlines()[2]
        '|    1 | 21      | Mia    |    2 |'
        """
        texts, numbers = _shown(self.for_people, self.heading)
        escaped = [
            [_BARE_LINK.sub(r"\\", cell.translate(_MARKDOWN)) for cell in row] for row in texts
        ]
        header, *rows = padded(escaped, numbers)
        rule = [
            "-" * (len(cell) - 1) + ":" if number else "-" * len(cell)
            for cell, number in zip(header, numbers, strict=True)
        ]
        text = "\n".join(f"| {' | '.join(cells)} |" for cells in (header, rule, *rows))
        return _delivered(text if path is None else f"{text}\n", path)

    @overload
    def to_csv(self, path: None = None) -> str: ...

    @overload
    def to_csv(self, path: str | os.PathLike[str]) -> None: ...

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the table as CSV, or return it as text where no path is given.

        A text that a spreadsheet would take for a formula gets an apostrophe in front. A
        spreadsheet still reads the text 1/18 as 18 January: import the `_exact` columns as text
        and the file as UTF-8, or use the float columns, or `to_frame().to_excel`, which keeps
        texts.

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
        ['rank,outcome,label,tied_with,kind,ways', '1,21,21,,Mia,2']
        """
        import csv
        import io

        text = io.StringIO(newline=None)  # any line break becomes a plain one
        writer = csv.writer(text, lineterminator="\r\n")  # so that cells with either are quoted
        columns = self._exported()
        for row in (columns, *zip(*columns.values(), strict=True)):
            writer.writerow(_inert(cell) if isinstance(cell, str) else cell for cell in row)
        return _delivered(text.getvalue(), path)

    @overload
    def to_json(self, path: None = None) -> str: ...

    @overload
    def to_json(self, path: str | os.PathLike[str]) -> None: ...

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the table as a JSON list of rows, or return it as text where no path is given.

        A number that is none, NaN or infinite, is null.

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
            dict(zip(columns, map(_finite, cells), strict=True))
            for cells in zip(*columns.values(), strict=True)
        ]
        return _delivered(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", path)

    @overload
    def to_html(self, path: None = None) -> str: ...

    @overload
    def to_html(self, path: str | os.PathLike[str]) -> None: ...

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Write the table as a page of HTML, or return it as text where no path is given.

        Other letters than those of ASCII are written as numbers, which any browser reads alike.

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
        >>> from mia_stats import odds
        >>> odds().to_html().splitlines()[1]
        '<title>Mia: odds against one later roll</title>'
        """
        import html

        title = f"<title>{html.escape(self.caption)}</title>"
        page = f"<!DOCTYPE html>\n{title}\n{self._repr_html_()}\n"
        return _delivered(page.encode("ascii", "xmlcharrefreplace").decode(), path)

    @overload
    def to_latex(self, path: None = None) -> str: ...

    @overload
    def to_latex(self, path: str | os.PathLike[str]) -> None: ...

    def to_latex(self, path: str | os.PathLike[str] | None = None) -> str | None:
        r"""Write the table as LaTeX, or return it as text where no path is given.

        It is a `tabular` for the package booktabs, its caption a comment above.

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
        >>> from mia_stats import odds
        >>> print(odds().only(54).to_latex(), end="")
        % Mia: odds against one later roll
        \begin{tabular}{rlrrrrrr}
        \toprule
        rank & outcome & ways & p & beaten & met or beaten & tied & beats \\
        \midrule
        13 & 54 & 2 & 1/18 (5.6 \%) & 1/2 (50.0 \%) & 5/9 (55.6 \%) & 1/18 (5.6 \%) & ...
        \bottomrule
        \end{tabular}
        """
        texts, numbers = _shown(self.for_people, self.heading)
        header, *rows = [
            " & ".join(cell.translate(_LATEX) for cell in row) + r" \\" for row in texts
        ]
        sides = "".join("r" if number else "l" for number in numbers)
        lines = [
            f"% {_one_line(self.caption)}", rf"\begin{{tabular}}{{{sides}}}",
            r"\toprule", header, r"\midrule", *rows, r"\bottomrule", r"\end{tabular}",
        ]  # fmt: skip
        return _delivered("\n".join(lines) + "\n", path)

    def _exported(self, exact: Callable[[Cell], object] = str) -> dict[str, Any]:
        """Return the columns as plain values, those of chances twice: exact and as a float."""
        exported: dict[str, Any] = {}
        for name, cells in self.columns.items():
            if any(isinstance(cell, Fraction) for cell in cells):
                exported[f"{name}_exact"] = [None if c is None else exact(c) for c in cells]
                exported[name] = [float(c) if isinstance(c, Fraction) else c for c in cells]
            else:
                exported[name] = [getattr(c, "label", c) for c in cells]
        return exported

    def _repr_html_(self) -> str:
        """Return the table for notebooks."""
        return as_html(self.caption, self.for_people, self.heading)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002  # IPython gives both
        """Show the whole table where IPython prints it, a line where it is a part of something."""
        printer.text(self.to_text() if len(printer.stack) == 1 else repr(self))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        rows = max((len(cells) for cells in self.columns.values()), default=0)
        return f"<{type(self).__name__} {shown(self.caption)}, {counted(rows, 'row')}>"


def as_html(
    caption: str,
    columns: Mapping[str, Sequence[Cell]],
    heading: Callable[[str], str] = _spaced,
) -> str:
    """Return columns as a table of HTML; it sets no colours, so it suits light and dark.

    Examples
    --------
    >>> as_html("A table", {"call": [54]})
    '<table><caption>A table</caption><thead><tr><th style="text-align: right">call</th></tr>...'
    """
    import html

    texts, numbers = _shown(columns, heading)
    sides = ["right" if number else "left" for number in numbers]

    def line(cells: Sequence[str], tag: str) -> str:
        marked = (
            f'<{tag} style="text-align: {side}">{html.escape(cell)}</{tag}>'
            for cell, side in zip(cells, sides, strict=True)
        )
        return f"<tr>{''.join(marked)}</tr>"

    body = "".join(line(cells, "td") for cells in texts[1:])
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead>{line(texts[0], 'th')}</thead><tbody>{body}</tbody></table>"
    )


def _shown(
    columns: Mapping[str, Sequence[Cell]], heading: Callable[[str], str]
) -> tuple[list[list[str]], list[bool]]:
    """Return header and rows as people read them, and which of the columns hold numbers."""
    header = [_one_line(heading(name)) for name in columns]
    rows = [[_text(cell) for cell in cells] for cells in zip(*columns.values(), strict=True)]
    numbers = [
        all(isinstance(cell, int | float | Fraction | None) for cell in cells)
        for cells in columns.values()
    ]
    return [header, *rows], numbers


def _text(cell: Cell) -> str:
    """Return a cell as people read it."""
    if cell is None:
        return ""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return f"{cell:,}"
    if isinstance(cell, Fraction):
        short = cell.denominator < 10**30 and len(str(cell)) <= 30
        return f"{cell} ({percent(cell)})" if short else percent(cell)
    if isinstance(cell, float) and 0.999995 <= cell < 1:
        return "> 0.99999"
    if isinstance(cell, float):
        return f"{cell:,.0f}" if 99_999.5 <= abs(cell) < 10**15 else f"{cell + 0.0:,.5g}"
    return _one_line(cell.words if isinstance(cell, Named) else str(cell))


def _finite(cell: object) -> object:
    """Return a cell, None for a number that is none, NaN or infinite."""
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _inert(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; a number stays as it is."""
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1'", text)


def _delivered(text: str, path: str | os.PathLike[str] | None) -> str | None:
    if path is None:
        return text
    write_whole(path, text)
    return None
