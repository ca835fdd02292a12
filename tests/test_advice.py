"""Facts about advice at the table, and about strategies as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    RULES,
    VARIANTS,
    Dice,
    Rules,
    TableStrategy,
    Variant,
    advise,
    evaluate,
    exploitability,
    load_strategy,
    plan,
    save_strategy,
    solve_match,
    solve_round,
    strategy_from_json,
    strategy_to_json,
)
from mia_stats.cli import main


class TestAdvice:
    """What to do after a call of 54."""

    def test_an_opening_call_of_54_is_doubted_4_times_in_17(self) -> None:
        advice = advise(54)
        assert advice.answers == {"doubt": Fraction(4, 17), "believe": Fraction(13, 17)}
        assert "They called 54 as the opening call. Doubt 23.5 % of the time" in advice.text
        assert not advice.calls

    def test_doubting_and_believing_are_worth_the_same(self) -> None:
        """Doubting wins 1 − 2 · true lives, believing the value of the next state."""
        for call in (53, 54, 61, 65, 11, 66):
            advice = advise(call)
            assert 1 - 2 * advice.true == solve_round().values[call]

    def test_how_often_to_doubt_depends_on_the_call_before(self) -> None:
        """After 42 the threshold is still 52, after 53 nothing below the call can be called."""
        assert advise(54).answers["doubt"] == Fraction(4, 17)
        assert advise(54, previous=53).answers["doubt"] != Fraction(4, 17)
        assert "after 53" in advise(54, previous=53).text

    def test_mia_is_looked_at_or_folded_to(self) -> None:
        advice = advise(21)
        assert advice.answers == {"look": Fraction(23, 36), "fold": Fraction(13, 36)}
        assert advice.rolling_on is None

    def test_who_throws_better_tells_the_truth(self) -> None:
        advice = advise(54, roll=65)
        assert advice.calls == {"65": 1}
        assert "With 65, to be called above 54: tell the truth." in advice.text

    def test_who_throws_worse_spreads_its_lies(self) -> None:
        advice = advise(54, roll=43)
        assert sum(advice.calls.values()) == 1
        assert next(iter(advice.calls)) == "61"
        assert "43" not in advice.calls

    def test_an_opener_learns_the_threshold(self) -> None:
        assert advise().text == (
            "You open: tell the truth with 53 or better, with 52 48.3 % of the time, "
            "and with less call 53 or more."
        )
        assert min(advise(roll=31).calls) == "11"
        assert next(iter(advise(roll=31).calls)) == "53"
        assert advise(roll=61).calls == {"61": 1}
        assert not advise(roll=61).answers

    def test_a_call_that_good_players_never_make(self) -> None:
        advice = advise(31)
        assert advice.true is None
        assert "who plays well never makes it here" in advice.text

    def test_lives_change_the_advice(self) -> None:
        assert advise(21, lives=(1, 6)).answers["look"] == 1
        assert "Look for certain" in advise(21, lives=(1, 6)).text
        far, near = (advise(54, lives=lives).answers["doubt"] for lives in ((6, 6), (1, 6)))
        assert far != near
        assert advise(54, lives=(3, 2)).answers["doubt"] == pytest.approx(
            solve_match(Rules(lives=3)).strategy.at(3, 2).doubts[0, 8]
        )

    def test_with_lives_believing_and_doubting_are_worth_the_same(self) -> None:
        """Rolling on wins `rolling_on`; doubting wins or loses one life and the next opening."""
        wins = solve_match().opener_wins
        advice = advise(54, lives=(4, 3))
        doubt = (1 - advice.true) * wins[4, 2] + advice.true * (1 - wins[3, 3])
        assert doubt == pytest.approx(advice.rolling_on, abs=1e-12)

    @pytest.mark.parametrize(
        ("given", "shown"),
        [
            ({"last": 45}, "write 54"),
            ({"previous": 54}, "without a last"),
            ({"last": 42, "previous": 54}, "a call of 42 is not above 54"),
            ({"last": 54, "previous": 54}, "not above"),
            ({"last": 21, "roll": 54}, "nobody calls after 21"),
            ({"last": 54, "lives": (1,)}, "mine and theirs"),
            ({"last": 54, "lives": (0, 1)}, "from 1 to 20"),
            ({"last": 54, "lives": "11"}, "'11'"),
            (
                {"last": 53, "previous": 54, "rules": Rules(call="at_least")},
                "a call of 53 is not at least 54",
            ),
            ({"last": 21, "previous": 21, "rules": "meyer"}, "nobody calls after 21"),
            ({"last": 31, "rules": Rules("mexen")}, "31 is rethrown"),
            ({"last": 54, "lives": (1, 1), "rules": Rules(next_starter="loser")}, "loser"),
        ],
    )
    def test_questions_that_make_no_sense(self, given: Any, shown: str) -> None:
        with pytest.raises((TypeError, ValueError), match=shown):
            advise(**given)

    def test_a_bot_gets_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["advise", "--last", "54", "--roll", "65", "--format", "json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [(row["action"], row["chance_exact"]) for row in rows] == [
            ("doubt", "4/17"), ("believe", "13/17"), ("call 65", "1"),
        ]  # fmt: skip

    def test_a_player_gets_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        argv = ["advise", "--last", "54", "--previous", "42", "--roll", "43", "--lives", "3,2"]
        assert main(argv) == 0
        out = capsys.readouterr().out
        assert out.startswith("They called 54 after 42. Doubt 23.2 % of the time: who plays well")
        assert "With 43, to be called above 54: call 61 (" in out


class TestPlan:
    """The whole of optimal play after one call."""

    def test_each_call_carries_the_lies_that_make_it_believable(self) -> None:
        frame = plan().to_frame().set_index("call")
        assert frame.loc["21", "doubt_exact"] == "23/36"
        assert frame.loc["54", "lie_exact"] == "19/306"
        assert frame["truth"].sum() + frame["lie"].sum() == pytest.approx(1)
        assert not frame.loc["51":"31", ["truth", "lie", "doubt"]].to_numpy().any()

    def test_after_66_only_mia_is_left(self) -> None:
        table = plan(66)
        assert list(table.to_frame()["call"]) == ["21"]
        assert "more must lie than can be believed" in table.caption
        with pytest.raises(ValueError, match="nobody calls after 21"):
            plan(21)

    def test_the_command_prints_it_and_saves_the_strategy(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "optimal.json"
        assert main(["solve", "--variant", "points", "--save", str(path)]) == 0
        assert capsys.readouterr().out == f"{plan(rules=Rules('points'))}\n"
        table, rules = load_strategy(path)
        assert np.array_equal(table.calls, solve_round(Rules("points")).strategy.calls)
        assert rules == Rules("points")
        assert main(["evaluate", str(path), "honest", "--variant", "points"]) == 0
        assert main(["simulate", str(path), "honest", "--variant", "points", "--games", "10"]) == 0
        assert main(["solve", "--match", "--lives", "2"]) == 0
        assert main(["evaluate", "--exploit", "honest"]) == 0

    def test_the_strategy_and_the_table_are_two_files(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "optimal.json"
        assert main(["solve", "--save", str(path), "-o", f"{tmp_path}/./optimal.json"]) == 2
        assert f"two files, not {path} for both" in capsys.readouterr().err
        assert not path.exists()
        assert main(["solve", "--save", "-"]) == 2  # the table is on the standard output already
        assert "two files, not - for both" in capsys.readouterr().err
        path = tmp_path / "plan.txt"
        assert main(["solve", "--save", "-", "-o", str(path)]) == 0
        table, _ = strategy_from_json(capsys.readouterr().out)
        assert np.array_equal(table.calls, solve_round().strategy.calls)
        assert path.read_text() == f"{plan()}\n"


class TestEqualledCalls:
    """Advice where calls may be equalled, as in Danish Meyer."""

    def test_danish_meyer_goes_on_answering(self) -> None:
        advice = advise(54, rules="meyer")
        assert sum(advice.answers.values()) == 1
        again = advise(54, previous=54, roll=54, rules="meyer")
        assert "They called 54 after 54. Doubt for certain" in again.text
        assert "With 54, to be called 54 or more: tell the truth." in again.text
        assert advise(53, previous=53, rules=Rules(call="at_least")).answers["doubt"] == 0

    def test_doubting_and_believing_are_worth_the_same(self) -> None:
        rules = Rules(call="at_least")
        for call in (54, 61, 65, 11, 66):
            assert 1 - 2 * advise(call, rules=rules).true == solve_round(rules).values[call]

    def test_after_the_lowest_call_a_round_is_as_new(self) -> None:
        """Who believes a 31 may call all that an opener may, and wins as often."""
        rules = Rules(lives=1, call="at_least")
        opener = evaluate(["optimal"] * 2, rules, starter=0).wins[0]
        assert advise(31, rules=rules).rolling_on == opener

    def test_a_plan_holds_the_repeated_call(self) -> None:
        calls = plan(54, rules=Rules(call="at_least")).columns["call"]
        assert calls[-1] == "54"

    def test_lives_count_too(self) -> None:
        rules = Rules(call="at_least")
        advice = advise(54, previous=54, roll=61, lives=(3, 2), rules=rules)
        wins = solve_match(replace(rules, lives=3)).strategy.stacks[3, 2]
        assert advice.rolling_on == wins[rules.tier(54) + 1].value


@pytest.mark.parametrize("unseen_pass", ["free", "liable"])
def test_a_duel_never_has_an_unseen_pass_so_it_is_advised(unseen_pass: Any) -> None:
    rules = Rules("ascending-doubles", unseen_pass=unseen_pass)
    plain = Rules("ascending-doubles")
    assert advise(54, rules=rules).answers == advise(54, rules=plain).answers
    assert solve_round(rules).value == solve_round(plain).value
    assert solve_match(rules).opener_wins[6, 6] == solve_match(plain).opener_wins[6, 6]
    for player in ("honest", "sniper", "liar"):
        assert exploitability(player, rules) == exploitability(player, plain)
        duel = [evaluate([player, "optimal"], by).wins[0] for by in (rules, plain)]
        assert duel[0] == duel[1]


class TestFilesInTheCommand:
    """The rules of a strategy's file count, and options that contradict them are refused."""

    def test_the_rules_of_the_file_count(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(tmp_path / "m.json")
        assert main(["solve", "--variant", "meyer", "--save", path]) == 0
        capsys.readouterr()
        assert main(["evaluate", "--exploit", path, "--format", "json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        assert row["exploitability"] == 0
        assert main(["evaluate", path, "honest"]) == 0
        assert "by Rules(variant='little-mia'):" in capsys.readouterr().out
        assert main(["simulate", path, "honest", "--games", "10", "--lives", "3"]) == 0
        assert "by Rules(variant='little-mia', lives=3)," in capsys.readouterr().out

    def test_what_was_solved_by_a_set_plays_by_it(self, tmp_path: Path) -> None:
        path = str(tmp_path / "g.json")
        assert main(["solve", "--rules", "gamerules", "--save", path]) == 0
        assert load_strategy(path)[1] == RULES["gamerules"]
        assert main(["evaluate", path, "honest", "--rules", "gamerules"]) == 0
        assert main(["solve", "--unseen-pass", "liable", "--save", path]) == 0
        assert load_strategy(path)[1] == Rules()  # a duel has no pass

    def test_options_that_contradict_a_file_are_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(tmp_path / "m.json")
        save_strategy(path, "honest", Rules("meyer", mia_penalty=1))
        for options, named in (
            (["--variant", "standard"], "variant can't be another"),
            (["--rules", "meyer"], "call, mia_fold can't be others"),
            (["--mia-penalty", "2"], "mia_penalty can't be another"),
            (["--unseen-pass", "free"], "unseen_pass can't be another"),
        ):
            for command in ("evaluate", "simulate"):
                assert main([command, path, "liar", *options]) == 2
                err = capsys.readouterr().err
                assert "holds a strategy for Rules(variant='little-mia', mia_penalty=1)" in err
                assert named in err
        same = ["--variant", "meyer", "--mia-penalty", "1", "--next-starter", "loser"]
        assert main(["evaluate", path, "liar", *same]) == 0

    def test_files_for_different_rules_do_not_sit_at_one_table(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name, rules in (("a", Rules()), ("b", Rules(mia_penalty=1)), ("c", Rules(lives=2))):
            save_strategy(tmp_path / f"{name}.json", "liar", rules)
        a, b, c = (str(tmp_path / f"{name}.json") for name in "abc")
        for other in (b, c):
            assert main(["evaluate", a, other]) == 2
            assert "are for different rules: Rules() and Rules(" in capsys.readouterr().err
        assert main(["evaluate", a, c, "--lives", "1"]) == 0  # a table knows nothing of lives


class TestInterchange:
    """A strategy goes to JSON and back without loss."""

    def test_a_table_is_saved_with_the_rules_that_it_is_for(self) -> None:
        solution = solve_round("meyer")
        table, rules = strategy_from_json(strategy_to_json(solution.strategy))
        assert rules == table.rules == solution.rules
        with pytest.raises(ValueError, match="which are other outcomes in standard"):
            strategy_to_json(solution.strategy, Rules())

    def test_the_convention_stands_in_the_file(self) -> None:
        document = json.loads(strategy_to_json("honest"))
        assert "call + 1 after a liable pass" in document["convention"]
        assert document["version"] == 2

    def test_a_file_of_the_first_version_loads(self) -> None:
        """It had no convention, and of a variant the key and the order alone."""
        document = json.loads(strategy_to_json("liar", "wikipedia"))
        document["version"] = 1
        del document["convention"]
        variant = document["rules"]["variant"]
        document["rules"]["variant"] = {n: variant[n] for n in ("key", "tiers", "rethrown")}
        table, rules = strategy_from_json(json.dumps(document))
        assert rules == table.rules == Rules()
        assert rules.variant is VARIANTS["standard"]
        assert np.array_equal(table.calls, CHARACTERS["liar"].table("wikipedia").calls)

    def test_a_file_of_the_first_version_may_say_what_its_table_is_not_for(self) -> None:
        """0.1.0 wrote any table with any rules: here one without a word on a cup handed on."""
        document = json.loads(strategy_to_json("doubter-54"))
        document["version"] = 1
        del document["convention"]
        document["rules"]["unseen_pass"] = "liable"
        with pytest.raises(ValueError, match="says nothing about a cup that is handed on unseen"):
            strategy_from_json(json.dumps(document))

    def test_a_variant_of_ones_own_comes_back_as_itself(self) -> None:
        """Whatever its key, and whichever published one has the same order."""
        for key in ("meyer", "little-mia", "own"):
            own = Variant(key, VARIANTS["meyer"].tiers, title="Ours", source="us", aliases=("x",))
            _, rules = strategy_from_json(strategy_to_json("honest", Rules(own)))
            assert rules.variant.said == own.said

    @pytest.mark.parametrize(
        "rules", [RULES["meyer"], RULES["kiriki"], Rules(unseen_pass="liable")], ids=str
    )
    @pytest.mark.parametrize("name", ["honest", "random", "doubter-54"])
    def test_exact_tables_come_back(self, name: str, rules: Rules) -> None:
        table = CHARACTERS[name].table(rules)
        again, same = strategy_from_json(strategy_to_json(name, rules))
        assert same == rules
        assert again.name == name
        assert again.exact
        assert np.array_equal(again.calls, table.calls)
        assert np.array_equal(again.doubts, table.doubts)
        assert np.array_equal(again.passes, table.passes)  # type: ignore[arg-type]  # or both None

    def test_floats_come_back_to_the_last_bit(self) -> None:
        table = solve_match(Rules(lives=2)).strategy.at(1, 2)
        again, _ = strategy_from_json(strategy_to_json(table))
        assert not again.exact
        assert (again.calls == table.calls).all()
        assert (again.doubts == table.doubts).all()

    def test_house_variants_and_dice_come_back(self, tmp_path: Path) -> None:
        house = Variant.from_order(
            "house ü", [21, (66, 11), 55, 44, 33, 22, 65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42,
                        41, 32], rethrown=[31])  # fmt: skip
        rules = Rules(house, Dice([1, 1, 2, 2, 2, 2]), 3, mia_fold=None, toast=32)
        save_strategy(tmp_path / "house.json", "honest", rules)
        table, same = load_strategy(tmp_path / "house.json")
        assert same == rules
        assert same.variant.key == "house ü"
        assert table.tier_count == 19

    @pytest.mark.parametrize(
        ("change", "shown"),
        [
            ({"version": 3}, "version: this library reads versions 1 and 2, not 3"),
            ({"version": True}, "version"),
            ({"version": None}, "version"),
            ({"format": "csv"}, "format"),
            ({"name": 5}, "name: a strategy has a name, not 5"),
            ({"extra": 1}, "'extra': a strategy has no such field"),
            ({"calls": None}, "calls: this field is missing"),
            ({"doubts": "x"}, "doubts: a chance is a number or a text"),
            ({"doubts": [["1/0"]]}, "doubts: a chance can't be '1/0'"),
            ({"doubts": [["9" * 10**6]]}, "doubts: a chance is"),
            ({"doubts": [[[[["1"]]]]]}, "doubts"),
            ({"doubts": [[True]]}, "doubts: chances are lists"),
            ({"doubts": [["1", "0"]]}, "doubts"),
            ({"calls": [[["1/2"]]]}, "must have shape"),
            ({"calls": {"0": 1}}, "calls: chances are lists"),
            ({"rules": None}, "rules: rules are an object, not None"),
            ({"rules": {"lives": 0}}, "rules: lives must be from 1 to 100, not 0"),
            ({"rules": {"poker": 1}}, "rules: there is no rule 'poker'"),
            ({"rules": {"variant": "poker"}}, "rules: 'poker' is no variant"),
            ({"rules": {"variant": {"key": "x"}}}, "rules: a variant has key, tiers and rethrown"),
            ({"rules": {"dice": 5}}, "rules: dice are written as text"),
            ({"rules": {"variant": "points"}}, "honest is a table for 21 tiers, but points has 15"),
        ],
    )
    def test_a_malformed_file_names_the_field(
        self, change: dict[str, Any], shown: str, tmp_path: Path
    ) -> None:
        document = json.loads(strategy_to_json("honest")) | change
        with pytest.raises(ValueError, match=shown):
            strategy_from_json(json.dumps(document))
        path = tmp_path / "bad.json"
        path.write_text(json.dumps(document))
        with pytest.raises(ValueError, match=rf"bad\.json: .*{shown}"):
            load_strategy(path)
        assert main(["evaluate", str(path), "honest"]) == 2

    @pytest.mark.parametrize("text", ["", "{", "[]", "5", "[" * 10**6, '"x"', "null", "\x00"])
    def test_what_is_no_strategy_at_all(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"JSON|format|nested"):
            strategy_from_json(text)

    def test_bytes_and_missing_files(self, tmp_path: Path) -> None:
        with pytest.raises(TypeError, match="from text"):
            strategy_from_json(b"{}")  # type: ignore[arg-type]  # it must raise
        (tmp_path / "latin.json").write_bytes(b"\xff\xfe")
        with pytest.raises(ValueError, match=r"latin\.json"):
            load_strategy(tmp_path / "latin.json")
        with pytest.raises(FileNotFoundError):
            load_strategy(tmp_path / "none.json")

    def test_a_table_is_checked_as_any_other(self) -> None:
        document = json.loads(strategy_to_json("honest"))
        document["calls"][0][0][0] = "1/2"
        with pytest.raises(ValueError, match=r"calls\[0, 0\] of honest must add up to 1"):
            strategy_from_json(json.dumps(document))
        document["calls"][0][0][0] = 0.5
        with pytest.raises(ValueError, match="all floats, or all Fractions"):
            strategy_from_json(json.dumps(document))
        assert isinstance(strategy_from_json(strategy_to_json("honest"))[0], TableStrategy)
