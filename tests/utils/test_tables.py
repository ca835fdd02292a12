"""Facts about how tables print, and come back from files."""

from __future__ import annotations

import csv
import html
import io
import json
import pickle
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar
from xml.etree import ElementTree

import pandas as pd
import pytest

from mia_stats import VARIANTS, Outcome, check_claims, medians, odds, odds_by_variant, ranking_table
from mia_stats.utils.tables import Cell, Table, percent


class Nasty(Table):
    """A table with everything that needs care."""

    caption = "a < b & c"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        return {
            "text": ["<b>|x|</b>", 'with "quotes", and commas'],
            "chance": [Fraction(1, 3), None],
            "float": [0.123456789, None],
            "outcome": [Outcome(5, 4), Outcome(2, 1)],
        }


def test_html_escapes_every_value_and_sets_no_colour() -> None:
    html = Nasty()._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;|x|&lt;/b&gt;" in html
    assert "<caption>a &lt; b &amp; c</caption>" in html
    assert "color" not in html
    assert "background" not in html


def test_text_and_html_tell_the_same_story() -> None:
    for table in (odds("points"), medians(), check_claims(), ranking_table("mexen"), Hostile()):
        rows = ElementTree.fromstring(table._repr_html_()).iter("tr")
        from_html = [[(cell.text or "").strip() for cell in row] for row in rows]
        header, _, *body = table.to_markdown().splitlines()
        assert from_html == [
            [
                html.unescape(re.sub(r"\\([^a-z0-9 ])", r"\1", cell.strip()))
                for cell in line.strip("|").split(" | ")
            ]
            for line in (header, *body)
        ]


def test_text_is_aligned() -> None:
    lines = str(odds("points")).splitlines()
    assert lines[0].startswith("Mia by points")
    assert len({len(line) for line in lines[3:]}) == 1
    assert not any(line.endswith(" ") for line in str(Nasty()).splitlines())


def test_markdown_escapes_bars() -> None:
    header, rule, *rows = Nasty().to_markdown().splitlines()
    assert rows[0].startswith(r"| &lt;b&gt;\|x\|&lt;/b&gt;")
    assert set(rule) == set("|-: ")
    assert len({len(line) for line in (header, rule, *rows)}) == 1


class Hostile(Table):
    """A table whose names come from outside, also as headings."""

    caption = "50% <i>"
    names = (
        "=cmd|'/C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r=1", "\nx", "|calc",
        "＝1", "a;=1+1", "<script>", "![x](http://y)", "www.y.org", "`a`", "*a* _b_", "[b", "\\",
        "50% & $5 #1 {a}~^", "-7/18", "+0.5", "-1e-05", "1/18", "a-b",
    )  # fmt: skip

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        return {"name": self.names, "=1+1": self.names, "<b>|": [None] * len(self.names)}


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    """The triggers are those that OWASP lists, also behind blanks or a semicolon."""
    text = Hostile().to_csv()
    assert text is not None
    header, *rows = csv.reader(io.StringIO(text, newline=""))
    assert header == ["name", "'=1+1", "<b>|"]
    assert len(rows) == len(Hostile.names)
    written = dict(zip(Hostile.names, (row[0] for row in rows), strict=True))
    changed = list(Hostile.names[:11])
    assert [name for name in Hostile.names if written[name] != name] == changed
    assert written["=cmd|'/C calc'!A0"] == "'=cmd|'/C calc'!A0"
    assert written["a;=1+1"] == "a;'=1+1"
    assert all(written[name][0] == "'" for name in changed if name[0] != "a")


def test_a_number_stays_a_number_in_a_spreadsheet() -> None:
    class Negative(Table):
        caption = ""

        @property
        def columns(self) -> Mapping[str, Sequence[Cell]]:
            return {"value": [Fraction(-7, 18), -0.5]}

    assert Negative().to_csv() == f"value_exact,value\n-7/18,{-7 / 18}\n-0.5,-0.5\n"


def test_a_name_is_no_markup_in_markdown() -> None:
    header, _, *rows = Hostile().to_markdown().splitlines()
    cells = dict(zip(Hostile.names, (row.split(" | ")[0][2:].strip() for row in rows), strict=True))
    assert header.split()[-2] == "&lt;b&gt;\\|"
    assert cells["<script>"] == "&lt;script&gt;"
    assert cells["![x](http://y)"] == r"!\[x\](http\://y)"
    assert cells["www.y.org"] == r"www\.y.org"
    assert cells["`a`"] == r"\`a\`"
    assert cells["*a* _b_"] == r"\*a\* \_b\_"
    assert cells["\\"] == r"\\"
    assert len(rows) == len(Hostile.names)


def test_latex_is_escaped_and_aligned() -> None:
    text = Hostile().to_latex()
    assert text is not None
    lines = text.splitlines()
    assert lines[:5] == [
        "% 50% <i>", r"\begin{tabular}{llr}", r"\toprule",
        r"name & =1+1 & \textless{}b\textgreater{}| \\", r"\midrule",
    ]  # fmt: skip
    assert lines[-2:] == [r"\bottomrule", r"\end{tabular}"]
    cells = dict(zip(Hostile.names, (line.split(" & ")[0] for line in lines[5:-2]), strict=True))
    assert cells["[b"] == "{[}b"
    assert cells["*a* _b_"] == r"{*}a{*} \_b\_"
    assert cells["\\"] == r"\textbackslash{}"
    (special,) = (line for line in lines if line.startswith("50"))
    assert special.startswith(r"50\% \& \$5 \#1 \{a\}\textasciitilde{}\textasciicircum{} & 50\% \&")
    assert all(line.endswith(r" \\") for line in lines[5:-2])
    assert "tabular}{rlrrrrrr}" in (odds().to_latex() or "")


def test_a_page_of_html_is_plain_ascii(tmp_path: Path) -> None:
    page = VARIANTS.to_html()
    assert page is not None
    assert page.isascii()
    assert "M&#228;xchen" in page
    assert html.unescape(page).endswith(f"{html.unescape(VARIANTS._repr_html_())}\n")
    assert "<title>50% &lt;i&gt;</title>" in (Hostile().to_html() or "")
    assert VARIANTS.to_html(tmp_path / "variants.html") is None
    assert VARIANTS.to_latex(tmp_path / "variants.tex") is None
    assert (tmp_path / "variants.html").read_text(encoding="ascii") == page
    assert (tmp_path / "variants.tex").read_text(encoding="utf-8") == VARIANTS.to_latex()


def test_a_line_break_in_a_cell_breaks_no_row() -> None:
    class Broken(Table):
        caption = "a\nb"

        @property
        def columns(self) -> Mapping[str, Sequence[Cell]]:
            return {"x\ny": ["a\nb\u2028c\x85d"]}

    assert len(Broken().to_text().splitlines()) == len(odds().only(54).to_text().splitlines()) + 1
    assert Broken().to_markdown().splitlines()[2] == "| a b c d |"
    assert (Broken().to_latex() or "").splitlines()[0] == "% a b"


def test_what_is_no_number_is_null_in_json() -> None:
    class Nothing(Table):
        caption = ""

        @property
        def columns(self) -> Mapping[str, Sequence[Cell]]:
            return {"x": [float("nan"), float("inf"), 0.5]}

    assert [row["x"] for row in json.loads(Nothing().to_json() or "")] == [None, None, 0.5]


def test_people_may_be_shown_fewer_columns() -> None:
    class Half(Table):
        caption = ""
        for_people: ClassVar[Mapping[str, Sequence[Cell]]] = {"a": ["x"]}
        columns: ClassVar[Mapping[str, Sequence[Cell]]] = {"a": ["x"], "b": [1]}

    assert Half().to_markdown().splitlines()[0] == "| a |"
    assert "<th" in Half()._repr_html_()
    assert ">b<" not in Half()._repr_html_()
    assert Half().to_csv() == "a,b\nx,1\n"
    assert list(Half().to_frame().columns) == ["a", "b"]


@pytest.mark.parametrize("made", [partial(odds, "points"), odds_by_variant, ranking_table])
def test_a_frame_comes_back_from_files(made: Callable[[], Table], tmp_path: Path) -> None:
    frame = made().to_frame()
    frame.to_csv(tmp_path / "frame.csv", index=False)
    again = pd.read_csv(tmp_path / "frame.csv", keep_default_na=False)
    for name in frame.columns:
        if frame[name].dtype == float:
            assert again[name].tolist() == pytest.approx(frame[name].tolist())
        else:
            assert again[name].astype(str).tolist() == frame[name].astype(str).tolist()
    assert pickle.loads(pickle.dumps(frame)).equals(frame)
    if find_spec("pyarrow"):
        frame.to_parquet(tmp_path / "frame.parquet")
        assert pd.read_parquet(tmp_path / "frame.parquet").equals(frame)
    if find_spec("openpyxl"):
        frame.to_excel(tmp_path / "frame.xlsx", index=False)
        again = pd.read_excel(tmp_path / "frame.xlsx", keep_default_na=False)
        for name in frame.columns[frame.columns.str.endswith("_exact")]:
            assert again[name].astype(str).tolist() == frame[name].tolist()


def test_csv_and_json_hold_the_exact_and_the_float_value() -> None:
    text = Nasty().to_csv()
    assert text is not None
    rows = list(csv.DictReader(io.StringIO(text)))
    assert rows[0] == {
        "text": "<b>|x|</b>", "chance_exact": "1/3", "chance": str(1 / 3),
        "float": "0.123456789", "outcome": "54",
    }  # fmt: skip
    assert rows[1]["text"] == 'with "quotes", and commas'
    document = Nasty().to_json()
    assert document is not None
    assert json.loads(document)[0] == {
        "text": "<b>|x|</b>", "chance_exact": "1/3", "chance": 1 / 3, "float": 0.123456789,
        "outcome": "54",
    }  # fmt: skip
    assert json.loads(document)[1]["chance"] is None


def test_the_odds_come_back_from_csv_and_json(tmp_path: Path) -> None:
    table = odds("points")
    assert table.to_csv(tmp_path / "odds.csv") is None
    assert table.to_json(tmp_path / "odds.json") is None
    from_csv = pd.read_csv(tmp_path / "odds.csv")
    from_json = pd.read_json(tmp_path / "odds.json")
    for frame in (from_csv, from_json):
        assert list(frame["beaten_exact"].astype(str).map(Fraction)) == [r.beaten for r in table]
        assert list(frame["beaten"]) == pytest.approx([float(row.beaten) for row in table])


def test_a_chance_that_is_neither_0_nor_1_never_reads_so() -> None:
    tiny = Fraction(1, 10**9)
    assert [percent(chance) for chance in (Fraction(0), tiny, 1 - tiny, Fraction(1))] == [
        "0.0 %", "< 0.1 %", "> 99.9 %", "100.0 %",
    ]  # fmt: skip


def test_a_long_fraction_is_shown_as_a_percentage_only() -> None:
    class Long(Table):
        caption = ""

        @property
        def columns(self) -> Mapping[str, Sequence[Cell]]:
            return {"chance": [Fraction(10**40, 3 * 10**40 + 1)]}

    assert str(Long()).splitlines()[-1].strip() == "33.3 %"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (999, "999"), (1000, "1,000"), (1234567, "1,234,567"), (True, "True"),
        (1222.22, "1,222.2"), (9999.96, "10,000"), (1234567.8, "1,234,568"), (-0.0, "0"),
        (0.9999999, "> 0.99999"), (1.0, "1"), (0.5, "0.5"), (1e-9, "1e-09"), (54321.9, "54,322"),
    ],
)  # fmt: skip
def test_numbers_of_people_have_separators(cell: Cell, text: str) -> None:
    class One(Table):
        caption = ""
        columns: ClassVar[Mapping[str, Sequence[Cell]]] = {"x": [cell]}

    assert One().to_text().splitlines()[-1].strip() == text


def test_markdown_goes_to_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "odds.md"
    assert odds().to_markdown(path) is None
    assert path.read_text(encoding="utf-8") == odds().to_markdown() + "\n"
