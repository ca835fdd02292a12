"""Facts about the table of an order."""

from __future__ import annotations

import pandas as pd

from mia_stats import STANDARD, Variant, ranking_table


def test_a_pair_that_ties_is_named_in_the_ranking() -> None:
    """People see the column as soon as two outcomes tie, and only then; exports always hold it."""
    order = [o for o in STANDARD.outcomes if o.label not in ("63", "54")]
    house = Variant.from_order("house", [*order, (63, 54)])
    assert list(ranking_table(house).to_frame()["tied_with"])[-2:] == ["54", "63"]
    assert " 63=54 " in ranking_table(house).to_text()
    assert " call " not in ranking_table().to_text()
    assert set(ranking_table().to_frame()["tied_with"]) == {""}


def test_the_ranking_names_kinds_and_what_is_rethrown() -> None:
    table = ranking_table("mexicali")
    assert "32 and 31 thrown again" in table.caption
    frame = table.to_frame()
    assert frame["kind"].value_counts().to_dict() == {"mixed": 12, "double": 6, "Mia": 1}
    assert isinstance(frame, pd.DataFrame)
