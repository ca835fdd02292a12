"""Lay out a table as text: pad its columns; fold them, or leave some out, where room is scarce."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

__all__ = ["LEAST_WIDTH", "padded", "text_table", "wrapped"]

LEAST_WIDTH: Final = 20
"""Narrower than this no table is laid out."""

_GAP = "  "
_READABLE = 12  # letters of a text that stay in one line
_LONG_WORD = 20  # letters of a word that do
_HELD = re.compile(r"(?<=\d) (?=%)|(?<=[<>]) (?=\d)")  # 5.6 % and < 0.1 % stay in one line
_HARD_SPACE = "\N{NO-BREAK SPACE}"


def padded(rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> list[tuple[str, ...]]:
    """Return the rows with each column padded to one width, numbers to the right.

    Examples
    --------
    >>> padded([["call", "ways"], ["54", "2"]], [False, True])
    [('call', 'ways'), ('54  ', '   2')]
    """
    columns = []
    for column, number in zip(zip(*rows, strict=True), numbers, strict=True):
        width = max(map(len, column))
        columns.append([cell.rjust(width) if number else cell.ljust(width) for cell in column])
    return list(zip(*columns, strict=True))


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of `width` letters at most; only a word that is longer is cut.

    Examples
    --------
    >>> wrapped("met or beaten", 6)
    ['met or', 'beaten']
    >>> wrapped("1/18 (5.6 %)", 10)
    ['1/18', '(5.6 %)']
    """
    import textwrap  # as a rule there is room

    if len(text) <= width:
        return [text]
    lines = textwrap.wrap(_HELD.sub(_HARD_SPACE, text), width, break_on_hyphens=False)
    return [line.replace(_HARD_SPACE, " ") for line in lines] or [""]


def text_table(
    caption: str,
    rows: Sequence[Sequence[str]],
    numbers: Sequence[bool],
    *,
    width: int | None = None,
    leaving: Sequence[int] = (),
) -> str:
    """Return a table as aligned text, in lines of `width` letters at most.

    Texts are folded first, then chances too, the percent below the fraction. Where that is not
    enough whole columns are left out, and the last line says which.

    Parameters
    ----------
    caption : str
        What stands above.
    rows : sequence of sequence of str
        The header, and the rows.
    numbers : sequence of bool
        Which columns stand to the right.
    width : int, optional
        As wide as the table where it is not given.
    leaving : sequence of int
        The columns that may be left out, the least important first.

    Returns
    -------
    str
        Lines without a line break at the end.

    Examples
    --------
    >>> rows = [["call", "beaten", "what it is"], ["54", "1/2 (50.0 %)", "the median of Mia"]]
    >>> print(text_table("Mia", rows, [False, True, False], width=28))
    Mia
    <BLANKLINE>
    call    beaten  what it is
    ----  --------  ----------
    54         1/2  the median
          (50.0 %)  of Mia
    """
    if width is None:
        return "\n".join(
            [caption, "", *_lines([[[cell] for cell in row] for row in rows], numbers)]
        )
    kept, widths = _room(rows, numbers, width, leaving)
    folded = [[wrapped(row[i], most) for i, most in zip(kept, widths, strict=True)] for row in rows]
    lines = [line for part in caption.splitlines() for line in wrapped(part, width)]
    lines += ["", *_lines(folded, [numbers[i] for i in kept])]
    if missing := [name for i, name in enumerate(rows[0]) if i not in kept]:
        note = "(more width shows all; in the shell a pipe or -o FILE does too)"
        lines += ["", *wrapped(f"not shown: {', '.join(missing)} {note}", width)]
    return "\n".join(lines)


def _room(
    rows: Sequence[Sequence[str]], numbers: Sequence[bool], width: int, leaving: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return the columns that are kept, and the width of each."""
    columns = list(zip(*rows, strict=True))
    kept = list(range(len(columns)))
    for left in (None, *leaving):
        if left is not None:
            kept.remove(left)
        room = width - len(_GAP) * (len(kept) - 1)
        widths = _widths([columns[i] for i in kept], [numbers[i] for i in kept], room)
        if widths is not None:
            return kept, widths
    return kept[:1], [width]


def _widths(
    columns: Sequence[Sequence[str]], numbers: Sequence[bool], room: int
) -> list[int] | None:
    """Return the widths that columns can be read in, None where there is no room for them."""
    whole = [max(map(len, column)) for column in columns]
    if sum(whole) <= room:
        return whole
    texts = {i: sum(map(len, columns[i])) for i, number in enumerate(numbers) if not number}
    for fold_chances in (False, True):
        widths = [
            _narrowest_number(column, fold_chances) if number else _narrowest_text(column)
            for column, number in zip(columns, numbers, strict=True)
        ]
        if sum(widths) <= room:
            while sum(widths) < room and (folded := [i for i in texts if widths[i] < whole[i]]):
                widths[max(folded, key=lambda i: texts[i] / widths[i])] += 1
            return widths
    return None


def _narrowest_number(column: Sequence[str], fold_chances: bool) -> int:
    """Return the width of a column of numbers with a folded header, and chances folded or not."""
    header, *cells = column
    parts = [word for cell in cells for word in _words(cell)] if fold_chances else cells
    return max(1, *map(len, [*_words(header), *parts]))


def _narrowest_text(column: Sequence[str]) -> int:
    """Return the width in which a column of texts can still be read."""
    longest = max((len(word) for cell in column for word in _words(cell)), default=0)
    return min(max(map(len, column)), max(_READABLE, min(longest, _LONG_WORD)))


def _words(text: str) -> list[str]:
    """Return the parts of a text that stay in one line."""
    return _HELD.sub(_HARD_SPACE, text).split(" ")


def _lines(rows: Sequence[Sequence[list[str]]], numbers: Sequence[bool]) -> list[str]:
    """Return the lines of a table whose cells are lists of lines.

    Rows are set apart where the first cell of one takes several lines, for then it does not show
    where the row begins.
    """
    apart = any(len(row[0]) > 1 for row in rows[1:])
    spread: list[Sequence[str]] = []
    for number, row in enumerate(rows):
        if apart and number > 1:
            spread.append([""] * len(row))
        spread += zip_longest(*row, fillvalue="")
    aligned = padded(spread, numbers)
    height = max(map(len, rows[0]), default=0)
    rule = ["-" * len(cell) for cell in aligned[0]]
    return [_GAP.join(cells).rstrip() for cells in (*aligned[:height], rule, *aligned[height:])]
