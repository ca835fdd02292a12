"""Facts about how a table is laid out as text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from mia_stats import VARIANTS, check_claims, exploit_table, odds, plan, tournament
from mia_stats.utils.layout import padded, text_table, wrapped
from mia_stats.utils.tables import Table

WIDE = st.text("ab ?-54%", max_size=60)


def columns_of(text: str) -> list[str]:
    """Return the names of the columns that stand above the rule."""
    first = text.split("\n\n")[1].splitlines()[0]
    return re.split(r"\s{2,}", first.strip())


def test_numbers_stand_to_the_right() -> None:
    assert padded([["call", "ways"], ["54", "2"]], [False, True]) == [
        ("call", "ways"),
        ("54  ", "   2"),
    ]


class TestWrapped:
    """A text in lines of some letters at most."""

    def test_it_breaks_between_words(self) -> None:
        assert wrapped("the second best double", 10) == ["the second", "best", "double"]
        assert wrapped("54", 2) == ["54"]
        assert wrapped("", 2) == [""]

    def test_a_word_that_is_too_long_is_cut_and_none_of_it_lost(self) -> None:
        assert wrapped("ascending-doubles", 10) == ["ascending-", "doubles"]
        assert "".join(wrapped("1" * 95, 20)) == "1" * 95

    def test_a_percent_stays_in_one_line(self) -> None:
        assert wrapped("1/18 (5.6 %)", 10) == ["1/18", "(5.6 %)"]
        assert wrapped("1/36000 (< 0.1 %)", 11) == ["1/36000", "(< 0.1 %)"]

    @given(WIDE, st.integers(20, 50))
    def test_nothing_is_lost(self, text: str, width: int) -> None:
        lines = wrapped(text, width)
        assert max(map(len, lines)) <= width
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


class TestTextTable:
    """What gives way first where a table is wider than the terminal: texts, chances, columns."""

    def test_where_there_is_room_nothing_changes(self) -> None:
        whole = odds().to_text()
        widest = max(map(len, whole.splitlines()))
        assert odds().to_text(width=widest) == odds().to_text(width=10**6) == whole
        assert odds().to_text(width=widest - 1) != whole

    def test_texts_fold_before_chances_do(self) -> None:
        rows = [["call", "what it is", "beaten"], ["54", "the median of Mia", "1/2 (50.0 %)"]]
        assert text_table("Mia", rows, [False, False, True], width=32).splitlines()[-2:] == [
            "54    the median  1/2 (50.0 %)",
            "      of Mia",
        ]
        assert text_table("Mia", rows, [False, False, True], width=30).splitlines()[-2:] == [
            "54    the median of       1/2",
            "      Mia            (50.0 %)",
        ]

    def test_a_chance_is_folded_before_a_column_is_left_out(self) -> None:
        text = odds().to_text(width=80)
        assert "not shown" not in text
        assert "1/18" in text
        assert "(94.4 %)\n" in text  # the last column, how many outcomes 21 beats
        assert columns_of(odds().to_text(width=60))[-1] == "tied"

    def test_what_is_left_out_is_said_in_the_order_of_the_table(self) -> None:
        said = odds().to_text(width=50).split("\n\n")[-1]
        assert said.startswith("not shown: tied, beats (more width shows all")
        assert "-o FILE" in " ".join(said.split())

    def test_the_columns_that_say_what_a_row_is_stay(self) -> None:
        for width in range(20, 100):
            assert columns_of(odds().to_text(width))[:2] == ["rank", "outcome"]
            assert columns_of(VARIANTS.to_text(width))[0] == "key"

    def test_a_tournament_keeps_the_mean_longest(self) -> None:
        """It says who is best; a player's column is said by the row of the other too."""
        text = tournament(["honest", "liar", "lucky", "sniper"]).to_text(width=40)
        assert columns_of(text) == ["player", "honest", "liar", "mean"]
        assert "not shown: lucky, sniper" in text

    def test_rows_whose_first_cell_is_folded_are_set_apart(self) -> None:
        text = check_claims().to_text(80)
        assert "\n\nthey give 21 " in text
        assert "\n\n" not in plan(54).to_text(80).split("\n\n", 1)[1]

    def test_a_first_cell_that_is_too_long_is_cut_in_lines(self) -> None:
        text = text_table(
            "c", [["name", "n"], ["x" * 99, "1" * 30]], [False, True], width=40, leaving=[1]
        )
        lines = text.splitlines()
        assert max(map(len, lines)) <= 40
        assert "".join(lines).count("x") == 99
        assert "not shown: n " in text

    def test_a_blank_name_of_numbers_takes_a_letter(self) -> None:
        rows = [(" ", "x" * 7, "y" * 9), ("", "1", "2")]
        text = text_table("", rows, [True, False, False], width=20, leaving=[2, 1])
        assert text.splitlines()[1:3] == ["   xxxxxxx", "-  -------"]

    def test_a_caption_is_folded_too(self) -> None:
        assert text_table("one two three", [["a"]], [True], width=20).startswith(
            "one two three\n\n"
        )
        assert text_table("one two three four five", [["a"]], [True], width=20).startswith(
            "one two three four\nfive\n\n"
        )

    @pytest.mark.parametrize(
        "table",
        [odds(), odds().only(54), VARIANTS, check_claims(), plan(54), exploit_table(["random"])],
        ids=lambda table: type(table).__name__,
    )
    def test_no_line_is_too_long(self, table: Table) -> None:
        for width in (20, 33, 40, 41, 60, 79, 80, 99, 120, 200):
            assert max(map(len, table.to_text(width).splitlines())) <= width

    @given(
        st.lists(st.tuples(WIDE, WIDE, WIDE), min_size=1, max_size=4),
        st.tuples(st.booleans(), st.booleans(), st.booleans()),
        st.integers(20, 120),
    )
    def test_no_line_of_any_table_is_too_long(
        self, rows: list[tuple[str, str, str]], numbers: tuple[bool, bool, bool], width: int
    ) -> None:
        text = text_table("caption " * 9, rows, numbers, width=width, leaving=[2, 1])
        assert max(map(len, text.splitlines())) <= width
