"""Facts about the logs of games: whole ones, public ones, ones that break off, and wrong ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mia_stats import STANDARD, Game, Outcome, Person, Rules, Variant
from mia_stats.simulate.game_log import read_log
from tests.simulate.game_helpers import Whim, drawn_setting, told


def played(seed: int) -> Game:
    """Return a whole game by rules that are drawn."""
    rules, lives, starter, seats = drawn_setting(seed)
    players = [Whim(f"whim {seat}", 100 * seed + seat) for seat in range(seats)]
    game = Game(players, rules, rng=seed, lives=lives, starter=starter)
    game.run()
    return game


@pytest.mark.parametrize("seed", range(40))
def test_a_log_replays_to_the_same_state(seed: int) -> None:
    """The whole one to the same game, the public one to what all have seen."""
    game = played(seed)
    again = Game.replay(game.log())
    assert again == game
    assert again.log() == game.log()
    assert all(again.sees(seat) == game.sees(seat) for seat in range(len(game.players)))
    known = Game.replay(game.log(public=True))
    assert known.public
    assert known.sees() == game.sees()
    assert known.log() == known.log(public=True) == game.log(public=True)
    assert (known.winners, known.places, known.sips) == (game.winners, game.places, game.sips)


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("seed", [0, 1, 2, 5])
def test_a_log_that_is_cut_anywhere_replays_up_to_its_last_whole_line(
    seed: int, public: bool
) -> None:
    log = played(seed).log(public=public)
    lines = log.splitlines(keepends=True)
    ends = [sum(map(len, lines[:n])) for n in range(1, len(lines) + 1)]
    for n, end in enumerate(ends[:60], 1):
        whole = Game.replay(log[:end])
        assert (whole.log(), whole.torn) == ("".join(lines[:n]), None)
        if n == len(lines):
            break
        for more in (1, len(lines[n]) // 2, len(lines[n]) - 2):
            with pytest.warns(UserWarning, match=f"^line {n + 1} breaks off"):
                torn = Game.replay(log[: end + more])
            assert torn == whole
            assert torn.torn == lines[n][:more]
        # only the line feed is missing, as some editors leave it
        assert Game.replay(log[: ends[n] - 1]).log() == log[: ends[n]]


def test_a_log_that_breaks_off_can_be_played_on() -> None:
    """Where dice were about to be thrown, they are thrown anew."""
    for seed in range(6):
        game = played(seed)
        lines = game.log().splitlines(keepends=True)
        for n in range(1, len(lines), 3):
            players = [Whim(f"whim {seat}", seat) for seat in range(len(game.players))]
            cut = Game.replay("".join(lines[:n]), players, rng=1)
            assert cut.log().splitlines(keepends=True) == lines[:n]
            if cut.to_act is None and not cut.over:
                assert (cut.due, cut.legal) == (None, ())
                cut.step()
            cut.run()
            assert cut.over
            assert cut.log().splitlines(keepends=True)[:n] == lines[:n]


def test_people_can_not_act_before_the_dice_are_thrown() -> None:
    game = Game([None, None], rng=1, starter=0)
    cut = Game.replay("".join(game.log().splitlines(keepends=True)[:2]), rng=1)
    with pytest.raises(ValueError, match="before the dice are thrown"):
        cut.act(54)
    assert repr(cut) == "<Game: 2: round 1, to be gone on with>"
    (thrown,) = cut.step()
    assert thrown.what == "throw"
    assert cut.to_act == 0


def test_an_unfinished_game_is_gone_on_with_by_people_or_by_others() -> None:
    game = Game([Person("Ann"), Person("Bob")], rng=1, starter=0)
    game.act(54)
    people = Game.replay(game.log())
    assert people.players == ("Ann", "Bob")
    people.act("doubt")
    bots = Game.replay(game.log(), ["liar", "honest"], rng=1)
    assert bots.players == ("liar", "honest")
    bots.run()
    assert bots.over
    with pytest.raises(ValueError, match="players must be 2"):
        Game.replay(game.log(), ["liar"] * 3)


def test_line_ends_of_other_systems_and_blank_ends() -> None:
    log = Game([None, None], rng=1).log()
    for written in (log.replace("\n", "\r\n"), log + "  ", log + "\t"):
        again = Game.replay(written)
        assert (again.log(), again.torn) == (log, None)


def test_a_public_log_can_not_go_on() -> None:
    game = Game([None, None], rng=1, starter=0)
    known = Game.replay(game.log(public=True))
    assert (known.to_act, known.due) == (0, "call")
    for go_on in (known.step, known.run, lambda: known.act(54)):
        with pytest.raises(ValueError, match="public log does not say what lies under the cup"):
            go_on()


def test_a_public_log_tells_every_call_and_answer_and_all_dice_that_were_shown() -> None:
    """And of hidden dice nothing."""
    game = played(3)
    log = [json.loads(line) for line in game.log(public=True).splitlines()[1:]]
    assert len(log) == len(game.events)
    for line, event in zip(log, game.events, strict=True):
        if event.what == "throw":
            assert "dice" not in line
        else:
            assert line.get("seat") == event.seat
            assert line.get("call") == (None if event.call is None else int(event.call))
            assert line.get("answer") == event.answer
            assert line.get("dice") == (None if event.dice is None else list(event.dice))


def test_a_variant_of_ones_own_and_names_in_any_letters() -> None:
    own = Variant.from_order("mäxchen", [*STANDARD.outcomes], rethrown=[])
    game = Game([Person("Ærø"), Person('"quoted"')], Rules(own), rng=1)
    again = Game.replay(game.log())
    assert again.players == ("Ærø", '"quoted"')
    assert again.rules.variant.key == "mäxchen"
    assert game.log().isascii()


WHOLE = Game([Person("Ann"), Person("Bob")], rng=1, starter=0)
WHOLE.act(54)
WHOLE.act("doubt")
LINES = WHOLE.log().splitlines()
KINDS = [json.loads(line).get("event") for line in LINES]


def changed(line: int, **parts: Any) -> str:
    """Return a log in which something is changed in a line; None takes it out."""
    document = json.loads(LINES[line])
    document.update(parts)
    document = {name: value for name, value in document.items() if value is not None}
    return "\n".join([*LINES[:line], json.dumps(document), *LINES[line + 1 :], ""])


def test_the_log_that_is_changed() -> None:
    assert KINDS == [None, "round", "throw", "call", "answer", "show", "forfeit", "round", "throw"]
    dice = json.loads(LINES[2])["dice"]
    assert Outcome.from_dice(*dice) != Outcome(2, 1)


@pytest.mark.parametrize(
    ("log", "part"),
    [
        ("", "line 1: a log has a header"),
        ("{", "line 1: a log has a header"),
        ("\n", "line 1: this is no JSON"),
        ("[]\n", "line 1: format"),
        ('{"format": "mia_stats strategy"}\n', "line 1: format"),
        (changed(0, version=2), "line 1: version: this library reads 1, not 2"),
        (changed(0, version=True), "line 1: version"),
        (changed(0, color="red"), "line 1: 'color': there is no such field"),
        (changed(0, players=None), "line 1: 'players': this field is missing"),
        (changed(0, players=["Ann"]), "line 1: a game has 2 to 20 players"),
        (changed(0, players=["Ann", 7]), "line 1: the name of a player"),
        (changed(0, players="AB"), "line 1: players must be a list"),
        (changed(0, lives=[6]), "line 1: lives must be a list of 2"),
        (changed(0, lives=[6, 0]), "line 1: lives must be from 1"),
        (changed(0, starter=2), "line 1: starter must be from 0 to 1"),
        (changed(0, rules={"poker": 1}), "line 1: there is no rule 'poker'"),
        (changed(0, public="no"), "line 1: public must be True or False"),
        (changed(0, starter=1), "line 2: .*can't happen here"),
        (changed(1, seat=1), "line 2: .*can't happen here"),
        (changed(1, seat=9), "line 2: .*can't happen here"),
        (changed(2, seat=1), "line 3: .*can't happen here"),
        (changed(2, dice=None), "line 3: dice must be a roll that counts"),
        (changed(2, dice=[0, 1]), "line 3: dice must be from 1"),
        (changed(2, blind=True), "line 3: .*can't happen here"),
        (changed(3, seat=1), "line 4: .*can't happen here"),
        (changed(3, call=45), "line 4: .*write 54"),
        (changed(3, call=None), "line 4: .*legal is a call of 31 or more"),
        (changed(3, answer="doubt"), "line 4: .*legal is a call"),
        (changed(4, answer="look"), "line 5: .*legal is 'doubt' or 'believe'"),
        (changed(4, seat=0), "line 5: .*can't happen here"),
        (changed(5, dice=[2, 1]), "line 6: .*can't happen here"),
        (changed(6, lost=2), "line 7: .*can't happen here"),
        (changed(6, cause="mia_folded"), "line 7: .*can't happen here"),
        (changed(6, event="toast"), "line 7: .*can't happen here"),
        (changed(7, seat=0), "line 8: .*can't happen here"),
        ("\n".join([*LINES[:4], LINES[4][:9], *LINES[5:], ""]), "line 5: this is no JSON"),
        ("\n".join([*LINES[:4], "", *LINES[4:], ""]), "line 5: this is no JSON"),
        ("\n".join([*LINES[:3], *LINES[4:], ""]), "line 4: .*can't happen here"),
        ("\n".join([*LINES[:2], "[" * 10**5, ""]), "line 3: this is"),
        ("\n".join([*LINES[:2], "9" * 5000, ""]), "line 3: this is no JSON"),
    ],
)
def test_what_is_no_log_or_can_not_have_happened(log: str, part: str) -> None:
    """The line is named; nothing is a warning."""
    with pytest.raises(ValueError, match=part) as error:
        Game.replay(log)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 700


def test_nothing_happens_after_the_end() -> None:
    game = played(1)
    with pytest.raises(ValueError, match="the game is over"):
        Game.replay(game.log() + game.log().splitlines()[-1] + "\n")


def test_what_a_public_log_can_not_say() -> None:
    """Dice that would have been shown at once are not found later, and hidden ones not shown."""
    rules = Rules("meyer", toast=32, thrown_mia="next")
    game = told([None, None], [54, 61], rules)
    game.act(66)
    game.act("doubt")
    lines = game.log(public=True).splitlines()
    at = max(n for n, line in enumerate(lines) if '"show"' in line)
    for dice in ([3, 2], [2, 1]):
        document = json.loads(lines[at]) | {"dice": dice}
        with pytest.raises(ValueError, match="shown at once"):
            Game.replay("\n".join([*lines[:at], json.dumps(document), ""]))
    show = {"event": "show", "seat": 0, "dice": [5, 4]}
    with pytest.raises(ValueError, match="can't happen here"):
        Game.replay("\n".join([*lines[:3], json.dumps(show), ""]))


@pytest.mark.parametrize("log", [None, b"{}", 7, ["{}"]])
def test_a_log_is_text(log: Any) -> None:
    with pytest.raises(TypeError, match="read from text"):
        read_log(log)


def test_a_log_has_a_size() -> None:
    with pytest.raises(ValueError, match="letters at most"):
        read_log(" " * 50_000_001)
