"""Facts about the options of a variant, and of an order of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mia_stats import OUTCOMES, STANDARD, odds
from tests.cli.helpers import error, output

ORDER = "21 66 55 44 33 22 11 65 64 63=54 62 61 53 52 51 43 42 41 32 31"
PLAIN = " ".join(outcome.label for outcome in STANDARD.outcomes)


def rows(text: str) -> dict[str, dict[str, object]]:
    """Return the rows of a JSON table by outcome."""
    return {row["outcome"]: row for row in json.loads(text)}


def test_an_order_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    """54 ties with 63, so that it is met by four rolls of 36 and beaten by twelve."""
    found = rows(output(capsys, "odds", "--order", ORDER, "--format", "json"))
    assert found["54"]["tied_exact"] == "1/9"
    assert found["54"]["beaten_exact"] == "1/3"
    assert found["54"]["rank"] == found["63"]["rank"] == 10


def test_commas_and_blanks_around_ties_are_welcome(capsys: pytest.CaptureFixture[str]) -> None:
    commas = ORDER.replace(" ", ", ").replace("=", " = ")
    first, second = (output(capsys, "odds", "--order", text) for text in (ORDER, commas))
    assert first == second


def test_an_order_that_is_the_standard_one_has_its_odds(capsys: pytest.CaptureFixture[str]) -> None:
    own = output(capsys, "odds", "--order", PLAIN, "--format", "csv")
    assert own == odds().to_csv()


def test_what_is_rethrown_goes_with_an_order_and_with_a_variant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    short = ORDER.removesuffix(" 32 31")
    for words in (["--order", short, "--rethrown", "31 32"], ["--rethrown", "31,32"]):
        found = rows(output(capsys, "odds", *words, "--format", "json"))
        assert {"31", "32"}.isdisjoint(found)
        assert found["21"]["p_exact"] == "1/16"
    assert "31 is rethrown" in error(capsys, "odds", "31", "--rethrown", "31")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--order", "21 66"], "--order '21 66': 'own' is no order of the 21 outcomes: 11 is"),
        (["--order", ""], "--order '': "),
        (["--order", ORDER.replace("65", "56")], "write 65"),
        (["--order", ORDER, "--variant", "meyer"], "not allowed with argument --"),
        (["--order", ORDER, "--rethrown", "31"], "31"),
        (["--rethrown", "13"], "write 31"),
        (["--rethrown", ""], "'' is no outcome"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_an_order_that_is_none_is_one_line(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("odds", "ranking", "median", "roll"):
        assert part in error(capsys, command, *words)
    assert part in error(capsys, "evaluate", "honest", "liar", *words)


def test_an_order_replaces_the_variant_of_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    """The rest of the set counts: in Meyer calls may be equalled."""
    game = ["evaluate", "honest", "liar", "--format", "csv", "--lives", "1"]
    meyer = ["--rules", "meyer"]
    plain = output(capsys, *game, *meyer, "--variant", "standard")
    assert output(capsys, *game, *meyer, "--order", PLAIN) == plain
    assert output(capsys, *game, *meyer) != plain
    assert output(capsys, *game, "--order", PLAIN) != plain


def test_more_is_rethrown_in_the_variant_of_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["evaluate", "honest", "liar", "--format", "csv", "--lives", "1", "--rules", "meyer"]
    derived = output(capsys, *game, "--variant", "meyer+rethrown-32")
    assert output(capsys, *game, "--rethrown", "32") == derived


def test_figures_and_the_report_take_an_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    argv = ["figures", str(tmp_path), "--format", "svg", "--order", ORDER]
    assert output(capsys, *argv) == f"{tmp_path}/beat-probability-own.svg\n"
    assert "Own order" in (tmp_path / "beat-probability-own.svg").read_text(encoding="utf-8")
    pytest.importorskip("jinja2")
    assert '<option value="own" selected>Own order' in output(
        capsys, "report", "-o", "-", "--order", ORDER
    ).replace("\n", "")


def test_a_sum_may_be_thrown_again(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output(capsys, "ranking", "--variant", "points", "--rethrown", "8", "--format", "csv")
    labels = {line.split(",")[1] for line in printed.splitlines()[1:]}
    assert labels == {outcome.label for outcome in OUTCOMES} - {"62", "53"}
