"""Facts about the chart of who a player is: each line is exact, and the picture says why."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from mia_stats import (
    CHARACTERS,
    HONEST,
    Character,
    Game,
    Player,
    Rules,
    Seen,
    doubter,
    recognise,
)
from mia_stats.plotting import plot_recognition
from mia_stats.plotting.style import STRONG
from tests.plotting.helpers import assert_all_can_be_read, axes, notes

LIAR = Game(["liar", "calculator"], rng=2108)
LIAR.run()
SEEN = LIAR.seen_of(0)


def lines(ax: Axes) -> dict[str, Line2D]:
    """Return the line of each candidate by default; dotted ones belong to notes."""
    drawn = [line for line in ax.lines if line.get_linestyle() != ":"]
    return dict(zip(recognise([]).chances, drawn, strict=True))


def sceptic(name: str, percent: int) -> Character:
    """Return one who plays as HONEST, and doubts so many percent of all calls."""

    def ears(rules: Rules, call: int) -> Fraction:
        return Fraction(1) if call == rules.top else Fraction(percent, 100)

    return replace(HONEST, name=name, ears=ears)


def strong(ax: Axes) -> list[Line2D]:
    return [line for line in ax.lines if same_color(line.get_color(), STRONG)]


class TestTheLines:
    def test_they_are_the_chances_after_each_round(self) -> None:
        drawn = lines(plot_recognition(SEEN, ax=axes()))
        for count in range(8):
            seen = [thing for thing in SEEN if (thing.round or 0) <= count]
            for name, chance in recognise(seen).chances.items():
                assert drawn[name].get_xdata()[count] == count  # type: ignore[index]  # an array
                assert drawn[name].get_ydata()[count] == float(chance)  # type: ignore[index]  # an array

    def test_without_rounds_each_thing_is_a_step(self) -> None:
        seen = [Seen(heard=54, answer="doubt"), Seen(call=61, shown=61, round=1)]
        ax = plot_recognition(seen, ax=axes())
        assert ax.get_xlabel() == "things seen"
        assert np.asarray(lines(ax)["liar"].get_xdata()).tolist() == [0, 1, 2]
        assert ax.get_title() == "After 2 things it is doubter-54 with 98 %"

    def test_only_rounds_in_which_the_player_did_something_count_in_any_order(self) -> None:
        seen = [Seen(heard=54, answer="believe", round=n) for n in (9, 2, 5, 5)]
        ax = plot_recognition(seen, ax=axes())
        assert ax.get_title().startswith("After 3 rounds it is most likely honest")
        assert [tick.get_text() for tick in ax.get_xticklabels()] == ["0", "1", "2", "3"]
        calm = recognise(seen[1:2]).chances["liar"]
        assert lines(ax)["liar"].get_ydata()[1] == float(calm)  # type: ignore[index]  # an array

    def test_the_prior_is_where_they_begin(self) -> None:
        prior = {"honest": Fraction(3, 4), "liar": Fraction(1, 4)}
        ax = plot_recognition([], ["honest", "liar"], prior=prior, ax=axes())
        assert [line.get_ydata()[0] for line in ax.lines] == [0.75, 0.25]  # type: ignore[index]  # an array
        assert ax.get_title() == "Before anything is seen it is honest with 75 %"

    def test_a_long_story_has_few_steps_and_few_ticks(self) -> None:
        seen = [Seen(heard=31, answer="believe", round=n) for n in range(1, 1001)]
        ax = plot_recognition(seen, ["honest", "liar"], ax=axes())
        steps = np.asarray(ax.lines[0].get_xdata())
        assert (len(steps), steps[0], steps[-1]) == (201, 0, 1000)
        assert [tick.get_text() for tick in ax.get_xticklabels()] == [
            "0", "100", "200", "300", "400", "500", "600", "700", "800", "900", "1000",
        ]  # fmt: skip
        assert ax.get_title() == "After 1,000 rounds it is honest with > 99 %"
        with pytest.raises(ValueError, match="seen must be a list of 10000 at most"):
            plot_recognition(seen * 11, ax=axes())


class TestThePictureOfTheGallery:
    def test_it_wavers_and_then_one_wins(self) -> None:
        """The game that it shows is the same on every machine."""
        ax = plot_recognition(ax=axes())
        heights = {name: np.asarray(line.get_ydata()) for name, line in lines(ax).items()}
        likeliest = [max(heights, key=lambda name: heights[name][n]) for n in range(1, 8)]
        honest = "honest = sniper = gambler"
        assert likeliest == [honest, honest, "lucky", "liar", "liar", "liar", "liar"]
        assert heights["liar"] == pytest.approx(
            [0.1, 0.0455, 0.0344, 0.1620, 0.9722, 0.9722, 0.9722, 0.9859], abs=5e-5
        )
        assert ax.get_title() == "After 7 rounds it is liar with 99 %"

    def test_it_says_what_told_most(self) -> None:
        """Who is honest opens with no 66 over 63, and who is always lucky doubts nothing."""
        ax = plot_recognition(ax=axes())
        dotted = [line for line in ax.lines if line.get_linestyle() == ":"]
        assert [line.get_xdata()[0] for line in dotted] == [3, 4]  # type: ignore[index]  # an array
        assert notes(ax)[2:4] == ["opens with 66, has 63", "doubts 32"]
        assert str(SEEN[4].call) == "66"
        assert str(SEEN[4].shown) == "63"

    def test_the_winner_stands_out_in_grey_too(self) -> None:
        ax = plot_recognition(ax=axes())
        assert strong(ax) == [lines(ax)["liar"]]
        others = [line.get_linewidth() for name, line in lines(ax).items() if name != "liar"]
        assert strong(ax)[0].get_linewidth() > 1.5 * max(others)
        assert strong(ax)[0].get_marker() == "o"

    def test_who_was_likely_once_is_named_there_and_others_together(self) -> None:
        ax = plot_recognition(ax=axes())
        places = {note.get_text(): note.xy for note in ax.texts}  # type: ignore[attr-defined]  # annotations
        assert places["honest\n(= sniper\n= gambler)"] == (2, pytest.approx(0.826, abs=1e-3))
        assert places["lucky"] == (3, pytest.approx(0.834, abs=1e-3))
        assert places["5 others\nat most 1 %"] == (7, 0)
        assert places["liar 99 %"] == (7, pytest.approx(0.985, abs=1e-3))


class TestTheWords:
    def test_one_candidate_is_sure(self) -> None:
        ax = plot_recognition(SEEN, ["liar"], ax=axes())
        assert ax.get_title() == "After 7 rounds it can only be liar"
        assert notes(ax) == ["liar 100 %"]

    def test_what_is_not_sure_is_never_said_to_be(self) -> None:
        seen = [Seen(call=65, shown=65, round=n) for n in range(1, 40)]
        ax = plot_recognition(seen, ["honest", "random"], ax=axes())
        assert ax.get_title() == "After 39 rounds it is honest with > 99 %"
        assert notes(ax)[:2] == ["honest > 99 %", "random < 1 %"]

    def test_who_is_equally_likely_is_named_in_one_breath(self) -> None:
        two = [doubter(61), doubter(54)]
        ax = plot_recognition([Seen(call=65, round=1)], two, ax=axes())
        assert ax.get_title() == "After 1 round it may be doubter-61 or doubter-54, 50 % each"
        assert notes(ax) == ["doubter-61 or\ndoubter-54 50 %\neach"]
        assert len(strong(ax)) == 2
        hundred = [sceptic(f"p{n}", n) for n in range(100)]
        ax = plot_recognition([], hundred, ax=axes())
        assert ax.get_title().endswith("it may be p0, p1, p2 or 97 more, 1 % each")

    @pytest.mark.parametrize(
        ("thing", "nobody_else", "words"),
        [
            (Seen(54, call=61, shown=42), "liar", "calls 61 over 54, has 42"),
            (Seen(call=54), "lucky", "opens with 54"),
            (Seen(heard=21, answer="look"), "lucky", "looks at 21"),
            (Seen(31, heard=32, answer="believe"), "doubter-31", "believes 32 over 31"),
        ],
    )
    def test_what_was_seen_is_told(self, thing: Seen, nobody_else: str, words: str) -> None:
        ax = plot_recognition([thing], ["honest", nobody_else], ax=axes())
        assert words in notes(ax)

    def test_so_is_what_house_rules_allow(self) -> None:
        rules = Rules(unseen_pass="liable", second_throw="blind", toast=(31,))
        for thing, words in (
            (Seen(65, heard=21, answer="fold"), "folds to 21 over 65"),
            (Seen(heard=54, answer=61), "hands on 54 as 61"),
            (Seen(54, call=61, blind=True, shown=31), "calls 61 over 54, has 31"),
        ):
            ax = plot_recognition([thing], ["honest", "random"], rules=rules, ax=axes())
            assert words in notes(ax)

    def test_sums_and_ties_are_called_as_at_the_table(self) -> None:
        points = Rules("points")
        ax = plot_recognition(
            [Seen(8, call=9, shown=54, round=1)], ["honest", "liar"], rules=points, ax=axes()
        )
        assert notes(ax)[-1] == "calls 9 over 8, has 54"
        kiriki = Rules("kiriki")
        seen = [Seen(heard=66, answer="doubt", round=1)]
        ax = plot_recognition(seen, ["honest", "liar"], rules=kiriki, ax=axes())
        assert notes(ax)[-1] == "doubts 66=…=11"

    def test_nobody_who_does_it_is_an_error_that_names_the_thing_as_it_was_given(self) -> None:
        seen = [Seen(call=65, shown=65, round=2), Seen(call=65, shown=31, round=1)]
        with pytest.raises(
            ValueError, match=r"nobody of honest does all that was seen: not also seen\[1\]"
        ):
            plot_recognition(seen, ["honest"], ax=axes())
        with pytest.raises(TypeError, match="candidates must be a list, not 5"):
            plot_recognition(seen, 5, ax=axes())  # type: ignore[arg-type]  # it must raise


NAMES: list[Player] = [*CHARACTERS, *(doubter(call) for call in (31, 61, 65, 11))]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [(4.6, 3.8), (8, 5)])
def test_no_label_covers_another(seed: int, size: tuple[float, float]) -> None:
    players = [*CHARACTERS][seed:][: 2 + seed % 2]
    rules = Rules(("standard", "points", "kiriki")[seed % 3], lives=1 + 3 * (seed % 2))
    game = Game(players, rules, rng=seed)
    game.run()
    figure = Figure(figsize=size, layout="constrained" if seed % 2 else None)
    plot_recognition(game.seen_of(0), NAMES, rules=rules, ax=figure.subplots())
    assert_all_can_be_read(figure)


def test_long_names_are_cut() -> None:
    long = [sceptic("x" * 100 + str(n), n) for n in range(3)]
    figure = Figure(figsize=(4.6, 3.8), layout="constrained")
    ax = plot_recognition(SEEN[:1], [*long, "liar"], ax=figure.subplots())
    assert_all_can_be_read(figure)
    assert f"{'x' * 11}…{'x' * 11}0" in " ".join(notes(ax)).replace("\n", "")
    with mpl.rc_context({"text.usetex": True}):
        ax = plot_recognition([Seen(call=65)], ["honest", "blind"], prior=None, ax=axes())
    assert ax.get_title() == r"After 1 thing it can only be honest"
