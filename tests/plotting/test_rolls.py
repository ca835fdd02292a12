"""Facts about the chart of the 36 rolls: each cell says what its roll is against the call."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import same_color, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from mia_stats import FAIR, VARIANTS, Dice, Outcome, Variant, odds
from mia_stats.plotting import PALETTE, plot_rolls
from mia_stats.plotting.style import contrast
from tests.plotting.helpers import (
    assert_all_can_be_read,
    axes,
    bars,
    for_deuteranopes,
    notes,
    ticks,
)

LOADED = Dice([1, 1, 2, 2, 2, 2])
DARK: Any = {"axes.facecolor": "#0d1117", "text.color": "#e6edf3"}


def rolls(ax: Axes) -> dict[tuple[int, int], tuple[Rectangle, Text]]:
    """Return the cell of each roll and what stands in it, first die first."""
    found = {}
    for cell, number in zip(bars(ax), ax.texts, strict=True):
        x, y = (round(place) for place in cell.get_center())
        assert number.get_position() == (x, y)
        found[x + 1, y + 1] = cell, number
    return found


def beat(ax: Axes) -> set[tuple[int, int]]:
    """Return the rolls that are drawn in the full colours of their kinds."""
    return {
        roll
        for roll, (cell, _) in rolls(ax).items()
        if same_color(cell.get_facecolor(), PALETTE[Outcome.from_dice(*roll).kind])
    }


def framed(ax: Axes) -> set[tuple[int, int]]:
    return {roll for roll, (cell, _) in rolls(ax).items() if cell.get_linewidth() > 1}


def hatched(ax: Axes) -> set[tuple[int, int]]:
    return {roll for roll, (cell, _) in rolls(ax).items() if cell.get_hatch()}


def key(ax: Axes) -> list[str]:
    legend = ax.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


class TestTheCells:
    def test_half_of_all_rolls_beat_54(self) -> None:
        ax = plot_rolls(ax=axes())
        assert len(rolls(ax)) == 36
        assert len(beat(ax)) == 18
        assert (1, 2) in beat(ax)
        assert (1, 1) in beat(ax)
        assert (1, 6) in beat(ax)
        assert (5, 3) not in beat(ax)
        assert framed(ax) == {(4, 5), (5, 4)}
        assert key(ax) == ["better", "as good", "worse"]

    def test_the_larger_die_is_read_first(self) -> None:
        found = rolls(plot_rolls(ax=axes()))
        assert found[4, 5][1].get_text() == found[5, 4][1].get_text() == "54"
        assert ticks(plot_rolls(ax=axes())) == ["1", "2", "3", "4", "5", "6"]

    @pytest.mark.parametrize("dice", [FAIR, LOADED], ids=str)
    @pytest.mark.parametrize("variant", VARIANTS)
    def test_they_say_the_same_as_the_odds(self, variant: str, dice: Dice) -> None:
        table = odds(variant, dice=dice)
        rethrown = VARIANTS[variant].rethrown
        kept = sum(dice.chance(outcome) for outcome in table.variant)
        for row in (table.rows[0], table.rows[9], table.rows[-1]):
            ax = plot_rolls(row.outcome, variant, dice=dice, ax=axes())

            def share(drawn: set[tuple[int, int]]) -> Fraction:
                weights = [dice.first[a - 1] * dice.second[b - 1] for a, b in drawn]
                return Fraction(sum(weights), dice.total_weight) / kept  # called here

            assert share(beat(ax)) == row.beaten
            assert share(framed(ax)) == row.tied
            assert not beat(ax) & framed(ax)
            again = {Outcome.from_dice(*roll) for roll in hatched(ax)}
            assert again == set(rethrown)

    def test_all_of_a_sum_are_framed(self) -> None:
        ax = plot_rolls(8, "points", ax=axes())
        assert {Outcome.from_dice(*roll).label for roll in framed(ax)} == {"62", "53"}

    def test_what_can_not_be_thrown_has_no_cell(self) -> None:
        """The second die has no 1."""
        ax = plot_rolls(dice=Dice([1] * 6, [0, 1, 1, 1, 1, 1]), ax=axes())
        assert {second for _, second in rolls(ax)} == {2, 3, 4, 5, 6}
        assert "dice 1,1,1,1,1,1/0,1,1,1,1,1" in ax.get_xlabel()


class TestTheTitle:
    @pytest.mark.parametrize(
        ("call", "given", "title"),
        [
            (54, {}, "18 of 36 rolls beat a call of 54"),
            ("21", {}, "No roll beats a call of 21"),
            (66, {}, "2 of 36 rolls beat a call of 66"),
            (65, {"variant": "meyer"}, "Meyer: 10 of 36 rolls beat a call of 65"),
            (61, {"variant": "mexicali"}, "Mexicali: 16 of 32 rolls that count beat a call of 61"),
            (7, {"variant": "kiriki"}, "Kiriki: 20 of 36 rolls beat a call of 7"),
            (66, {"variant": "kiriki"}, "Kiriki: 2 of 36 rolls beat a call of 66=…=11"),
            (54, {"dice": LOADED}, "52 % of rolls beat a call of 54"),
            (66, {"dice": Dice([1, 1, 1, 1, 1, 10**6])}, "< 1 % of rolls beat a call of 66"),
        ],
        ids=str,
    )
    def test_it_is_the_answer(self, call: Any, given: dict[str, Any], title: str) -> None:
        ax = plot_rolls(call, ax=axes(), **given)
        assert ax.get_title() == title
        assert ax.title.get_horizontalalignment() == "left"

    def test_one_roll_beats_in_the_singular(self) -> None:
        """Where 66 is best, it is thrown in one way."""
        best, second, *others = VARIANTS["standard"].tiers
        house = Variant("six-six", (second, best, *others), title="66 on top")
        ax = plot_rolls(21, house, ax=axes())
        assert ax.get_title() == "66 on top: 1 of 36 rolls beats a call of 21"


class TestWhatIsRefused:
    def test_a_call_that_is_none(self) -> None:
        for call, variant, part in (
            (45, "standard", "45"),
            (31, "mexen", "31 is rethrown in mexen"),
            (None, "standard", "None"),
        ):
            with pytest.raises((TypeError, ValueError), match=part):
                plot_rolls(call, variant, ax=axes())  # type: ignore[arg-type]  # it must raise

    def test_dice_that_are_none(self) -> None:
        with pytest.raises(TypeError, match="dice must be Dice"):
            plot_rolls(dice=6, ax=axes())  # type: ignore[arg-type]  # it must raise


class TestEveryEye:
    @pytest.mark.parametrize("look", [{}, DARK], ids=["light", "dark"])
    @pytest.mark.parametrize("variant", ["standard", "mexicali", "kiriki"])
    def test_every_number_is_read_on_its_cell(self, variant: str, look: Any) -> None:
        with mpl.rc_context(look):
            ax = plot_rolls(61, variant, ax=axes())
        for cell, number in rolls(ax).values():
            for seen in (
                to_rgb(cell.get_facecolor()),
                for_deuteranopes(to_rgb(cell.get_facecolor())),
            ):
                assert contrast(number.get_color(), seen) >= 4.5

    @pytest.mark.parametrize("look", [{}, DARK], ids=["light", "dark"])
    def test_full_and_pale_differ_in_grey_and_in_weight(self, look: Any) -> None:
        with mpl.rc_context(look):
            ax = plot_rolls(ax=axes())
        strong = beat(ax)
        shades: dict[bool, list[float]] = {True: [], False: []}
        for roll, (cell, number) in rolls(ax).items():
            red, green, blue = to_rgb(cell.get_facecolor())
            shades[roll in strong].append(0.299 * red + 0.587 * green + 0.114 * blue)
            assert (number.get_fontweight() == "bold") == (roll in strong)
        pale = shades[False]
        assert all(abs(full - other) > 0.1 for full in shades[True] for other in pale)

    @pytest.mark.parametrize("variant", ["standard", "kinito-void"])
    def test_letters_are_nine_pixels_high_on_a_phone(self, variant: str) -> None:
        """Where the picture is 360 pixels wide."""
        figure = Figure(figsize=(4.6, 4.9), layout="constrained")
        ax = plot_rolls(52, variant, ax=figure.subplots())
        assert_all_can_be_read(figure)
        legend = ax.get_legend()
        assert legend is not None
        for text in (*ax.texts, *legend.get_texts(), ax.title, *ax.get_xticklabels()):
            assert float(text.get_fontsize()) / 72 * 360 / 4.6 >= 9

    def test_three_on_a_row_can_be_read(self) -> None:
        figure = Figure(figsize=(18, 8))
        for call, ax in zip((42, 52, 61), figure.subplots(1, 3), strict=True):
            plot_rolls(call, "kinito-void", ax=ax)
        assert_all_can_be_read(figure)


def test_labels_are_those_given() -> None:
    ax = plot_rolls(ax=axes(), labels={"54": "LIV", "first die": "erster Würfel"})
    assert notes(ax).count("LIV") == 2
    assert ax.get_xlabel() == "erster Würfel"
    assert ax.get_title() == "18 of 36 rolls beat a call of LIV"
