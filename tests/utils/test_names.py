"""Facts about looking things up by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from mia_stats import UnknownNameError
from mia_stats.utils.names import NamedTable, key_of
from mia_stats.utils.tables import Cell


class Games(NamedTable[int]):
    """Games by name, with how many play them."""

    unknown = "is no game"
    more = ", and what you make up"

    @property
    def caption(self) -> str:
        return "Games"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        return {"game": list(self), "players": list(self.values())}


GAMES = Games(
    {"chess": 2, "liar-dice": 6, "mäxchen": 8},
    [("The Royal Game", "chess"), ("bluff", "liar-dice"), ("Bluff", "mäxchen")],
)


@pytest.mark.parametrize(
    "name",
    ["chess", "CHESS", " chess ", "the royal game", "The_Royal  Game", "THE-ROYAL-GAME"],
)
def test_case_spaces_and_hyphens_make_no_other_name(name: str) -> None:
    assert GAMES[name] == 2
    assert name in GAMES


def test_letters_are_the_same_however_they_are_encoded() -> None:
    assert GAMES["MA\N{COMBINING DIAERESIS}XCHEN"] == 8
    assert key_of("straße") == key_of("STRASSE")


@pytest.mark.parametrize("nothing", ["", " ", None, 5, ["chess"], b"chess", "chess.", "chess mate"])
def test_what_is_no_name_finds_nothing(nothing: object) -> None:
    assert nothing not in GAMES
    with pytest.raises(
        UnknownNameError, match=r"is no game.*known are chess.*, and what you make up"
    ):
        GAMES[nothing]  # type: ignore[index]  # it must raise


def test_a_name_of_several_says_which() -> None:
    assert "bluff" not in GAMES
    assert GAMES.get("bluff") is None
    with pytest.raises(
        UnknownNameError, match="'bluff' may be 'liar-dice' or 'mäxchen': say which"
    ):
        GAMES["bluff"]


def test_a_name_that_is_nearly_right_gets_a_hint() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'chess'\?"):
        GAMES["ches"]


def test_the_keys_are_listed_once_and_complete_in_notebooks() -> None:
    assert list(GAMES) == ["chess", "liar-dice", "mäxchen"]
    assert GAMES._ipython_key_completions_() == [*GAMES, "the-royal-game"]
    assert len(GAMES) == 3
    assert repr(GAMES) == "<Games chess, liar-dice, mäxchen>"
