"""Facts about strategies as JSON: they come back without loss."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mia_stats import (
    CHARACTERS,
    HONEST,
    RULES,
    VARIANTS,
    Dice,
    Rules,
    TableStrategy,
    Variant,
    load_strategy,
    save_strategy,
    solve_match,
    solve_round,
    strategy_from_json,
    strategy_to_json,
)
from tests.players.helpers import MALFORMED


def test_a_table_is_saved_with_the_rules_that_it_is_for() -> None:
    solution = solve_round("meyer")
    table, rules = strategy_from_json(strategy_to_json(solution.strategy))
    assert rules == table.rules == solution.rules
    with pytest.raises(ValueError, match="which are other outcomes in standard"):
        strategy_to_json(solution.strategy, Rules())


def test_the_convention_stands_in_the_file() -> None:
    document = json.loads(strategy_to_json("honest"))
    assert "call + 1 after a liable pass" in document["convention"]
    assert document["version"] == 3


@pytest.mark.parametrize("version", [1, 2])
def test_files_of_earlier_versions_load(version: int) -> None:
    """The libraries of then wrote both by strategy_to_json("random", Rules(house, ...)) as here."""
    doubles = (66, 55, 44, 33, 22, 11)
    mixed = (65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42, 41, 32, 31)
    house = Variant.from_order("house", [21, doubles, mixed])
    rules = Rules(house, lives=3, unseen_pass="liable", toast=32)
    path = Path(__file__).with_name(f"version_{version}.json")
    assert json.loads(path.read_text())["version"] == version
    found, same = load_strategy(path)
    assert isinstance(found, TableStrategy)
    assert rules == same == found.rules
    assert same.variant.said == house.said
    wanted = CHARACTERS["random"].table(rules)
    assert found.name == "random"
    assert found.tables.keys() == wanted.tables.keys() == {"calls", "doubts", "passes"}
    assert all((found.tables[name] == wanted.tables[name]).all() for name in wanted.tables)


def as_of(document: dict[str, Any], version: int) -> dict[str, Any]:
    """Return the file without what earlier versions did not know."""
    later = ("again", "blind", "doubts_blind", "equals", *["convention"] * (version == 1))
    return {n: part for n, part in document.items() if n not in later} | {"version": version}


def test_a_file_of_the_first_version_means_published_variants() -> None:
    """It had no convention, and of a variant the key and the order alone."""
    document = as_of(json.loads(strategy_to_json("liar", "wikipedia")), 1)
    variant = document["rules"]["variant"]
    document["rules"]["variant"] = {n: variant[n] for n in ("key", "tiers", "rethrown")}
    table, rules = strategy_from_json(json.dumps(document))
    assert isinstance(table, TableStrategy)
    assert rules == table.rules == Rules()
    assert rules.variant is VARIANTS["standard"]
    assert np.array_equal(table.calls, CHARACTERS["liar"].table("wikipedia").calls)


def test_a_file_of_the_first_version_may_say_what_its_table_is_not_for() -> None:
    """0.1.0 wrote any table with any rules: here one without a word on a cup handed on."""
    document = as_of(json.loads(strategy_to_json("doubter-54")), 1)
    document["rules"]["unseen_pass"] = "liable"
    with pytest.raises(ValueError, match="says nothing about a cup that is handed on unseen"):
        strategy_from_json(json.dumps(document))


def test_a_variant_of_ones_own_comes_back_as_itself() -> None:
    """Whatever its key, and whichever published one has the same order."""
    for key in ("meyer", "little-mia", "own"):
        own = Variant(key, VARIANTS["meyer"].tiers, title="Ours", source="us", aliases=("x",))
        _, rules = strategy_from_json(strategy_to_json("honest", Rules(own)))
        assert rules.variant.said == own.said


@pytest.mark.parametrize(
    "rules", [RULES["meyer"], RULES["kiriki"], Rules(unseen_pass="liable")], ids=str
)
@pytest.mark.parametrize("name", ["honest", "random", "doubter-54"])
def test_exact_tables_come_back(name: str, rules: Rules) -> None:
    table = CHARACTERS[name].table(rules)
    again, same = strategy_from_json(strategy_to_json(name, rules))
    assert isinstance(again, TableStrategy)
    assert same == rules
    assert again.name == name
    assert again.exact
    assert np.array_equal(again.calls, table.calls)
    assert np.array_equal(again.doubts, table.doubts)
    assert np.array_equal(again.passes, table.passes)  # type: ignore[arg-type]  # or both None


@pytest.mark.parametrize("exact", [True, False])
def test_what_house_rules_ask_of_a_table_comes_back(exact: bool) -> None:
    rules = Rules(call="at_least", second_throw="blind", mia_equalled=True, unseen_pass="free")
    table = CHARACTERS["random"].table(rules)
    k = table.tier_count
    some = np.full((k, k), Fraction(1, 3), object)
    held = {
        **table.tables,
        "doubts": table.doubts * Fraction(1, 2),
        "again": some,
        "blind": table.calls[:, 0],
        "doubts_blind": table.doubts * Fraction(1, 3),
        "equals": some[0],
    }
    kept = {name: part if exact else part.astype(float) for name, part in held.items()}
    again, same = strategy_from_json(strategy_to_json(TableStrategy("all", rules=rules, **kept)))
    assert isinstance(again, TableStrategy)
    assert same == rules
    assert again.exact is exact
    assert again.tables.keys() == kept.keys()
    assert all((again.tables[name] == kept[name]).all() for name in kept)


def test_floats_come_back_to_the_last_bit() -> None:
    table = solve_match(Rules(lives=2)).strategy.at(1, 2)
    again, _ = strategy_from_json(strategy_to_json(table))
    assert isinstance(again, TableStrategy)
    assert not again.exact
    assert (again.calls == table.calls).all()
    assert (again.doubts == table.doubts).all()


def test_house_variants_and_dice_come_back(tmp_path: Path) -> None:
    house = Variant.from_order(
        "house ü", [21, (66, 11), 55, 44, 33, 22, 65, 64, 63, 62, 61, 54, 53, 52, 51, 43, 42,
                    41, 32], rethrown=[31])  # fmt: skip
    rules = Rules(house, Dice([1, 1, 2, 2, 2, 2]), 3, mia_fold=None, toast=32)
    save_strategy(tmp_path / "house.json", "honest", rules)
    table, same = load_strategy(tmp_path / "house.json")
    assert same == rules
    assert same.variant.key == "house ü"
    assert isinstance(table, TableStrategy)
    assert table.tier_count == 19


@pytest.mark.parametrize(("change", "shown"), MALFORMED)
def test_a_malformed_file_names_the_field(
    change: dict[str, Any], shown: str, tmp_path: Path
) -> None:
    document = json.loads(strategy_to_json("honest")) | change
    with pytest.raises(ValueError, match=shown):
        strategy_from_json(json.dumps(document))
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(document))
    with pytest.raises(ValueError, match=rf"bad\.json: .*{shown}"):
        load_strategy(path)


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "[" * 10**6, '"x"', "null", "\x00"])
def test_what_is_no_strategy_at_all(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|format|nested"):
        strategy_from_json(text)


def test_bytes_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="from text"):
        strategy_from_json(b"{}")  # type: ignore[arg-type]  # it must raise
    (tmp_path / "latin.json").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"latin\.json"):
        load_strategy(tmp_path / "latin.json")
    with pytest.raises(FileNotFoundError):
        load_strategy(tmp_path / "none.json")


def test_a_table_is_checked_as_any_other() -> None:
    document = json.loads(strategy_to_json("honest"))
    document["calls"][0][0][0] = "1/2"
    with pytest.raises(ValueError, match=r"calls\[0, 0\] of honest must add up to 1"):
        strategy_from_json(json.dumps(document))
    document["calls"][0][0][0] = 0.5
    with pytest.raises(ValueError, match="all floats, or all Fractions"):
        strategy_from_json(json.dumps(document))
    assert isinstance(strategy_from_json(strategy_to_json("honest"))[0], TableStrategy)


@pytest.mark.parametrize("bomb", ["[" * 10**6, '{"a":' * 10**5, "[" + "1," * 10**6 + "1]", "1e999"])
def test_a_json_bomb_is_no_strategy(bomb: str, tmp_path: Path) -> None:
    path = tmp_path / "bomb.json"
    path.write_text(bomb)
    with pytest.raises(ValueError, match=r"bomb\.json: ") as caught:
        load_strategy(path)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "player",
    ["honest", "optimal", HONEST, HONEST.table(Rules()), solve_match(Rules(lives=1)).strategy],
)
def test_a_file_that_stands_second_is_noticed(player: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "h.json")
    with pytest.raises(TypeError, match=r"the file comes first.*: save_strategy\('.*h\.json', "):
        save_strategy(player, file)
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_too_large_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_strategy(tmp_path / "h.json", "honest")
    monkeypatch.setattr("mia_stats.players.saved._LARGEST", 1000)
    with pytest.raises(ValueError, match=r"h\.json: the file has more than 1,000 bytes"):
        load_strategy(tmp_path / "h.json")
    with pytest.raises(ValueError, match=r"honest takes [0-9,]+ bytes .* 1,000: calls alone takes"):
        strategy_to_json("honest")
    match = solve_match(Rules(lives=2)).strategy
    with pytest.raises(ValueError, match="stacks holds the play of 4 different lives"):
        save_strategy(tmp_path / "m.json", match)
    assert [path.name for path in tmp_path.iterdir()] == ["h.json"]


def test_a_file_may_have_the_name_of_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save_strategy("honest", "liar")
    assert load_strategy("honest")[0].name == "liar"
