"""Facts about who the others play like, as a person is told after a round."""

from __future__ import annotations

from typing import Any

import pytest

from mia_stats import (
    RULES,
    Advice,
    Game,
    Person,
    Rules,
    Seen,
    advise,
    recognise,
    save_strategy,
    truth_chance,
)
from mia_stats.cli import review
from mia_stats.cli.review import reviewed
from mia_stats.cli.talk import Talk
from mia_stats.cli.who import Who, likely
from mia_stats.simulate.game_view import View, read_act
from mia_stats.utils.tables import percent
from tests.cli.test_play import play
from tests.simulate.game_helpers import told

NAMES = [Person("Ann"), Person("Bob"), Person("Cid")]


def ended(rules: Rules, rolls: list[Any], *acts: Any, n: int = 3, **more: Any) -> Game:
    """Return a game after some acts."""
    game = told(NAMES[:n], rolls, rules, **more)
    for act in acts:
        game.act(act)
    return game


def ends(game: Game) -> list[int]:
    """Return where in the events each round has ended."""
    return [at for at, e in enumerate(game.events) if at and e.what in ("round", "end")]


def said(game: Game, seat: int = 0) -> list[list[str]]:
    """Return what is said after each round to who sits in a seat."""
    who = Who(Talk(game, seat))
    return [list(who.after(game.events, end)) for end in ends(game)]


def asked(monkeypatch: pytest.MonkeyPatch, **best: Any) -> list[dict[str, Any]]:
    """Let advice against given players be as it is told, and return what is asked for it."""
    notes: list[dict[str, Any]] = []

    def advised(**options: Any) -> Advice[Any]:
        if "players" not in options:
            return advise(**options)
        notes.append(options)
        if not best:
            raise ValueError("no best reply is known")
        given: dict[str, Any] = {"answers": {}, "calls": {}, "true": None, "rolling_on": None}
        return Advice("", **given | best)

    monkeypatch.setattr(review, "advise", advised)
    return notes


class TestWhoItIs:
    """Words for a player."""

    @pytest.mark.parametrize(
        ("seen", "words"),
        [
            ([], ": nothing seen yet"),
            ([Seen(heard=65, answer="believe")],
             " plays like: honest/sniper/gambler 43 %, lucky 14 %, blind 14 %, others 29 %"),
            ([Seen(heard=65, answer="doubt")],
             " plays like: doubter-54 33 %, calculator 33 %, liar 17 %, others 17 %"),
            ([Seen(call=65, shown=31)], " plays like: liar 51 %, random 49 %"),
            ([Seen(call=31, shown=31), Seen(heard=31, answer="doubt")],
             ": of the ready-made only random plays like this"),
            ([Seen(heard=65, answer="believe"), Seen(call=54, shown=54)] * 2,
             " plays like: honest/sniper/gambler > 99 %"),
        ],
    )  # fmt: skip
    def test_the_likeliest_and_the_others(self, seen: list[Seen], words: str) -> None:
        assert likely(recognise(seen)) == words

    def test_several_who_play_the_same(self) -> None:
        who = recognise([Seen(heard=31, answer="believe")] * 3, ["honest", "sniper", "random"])
        assert likely(who) == " plays like: honest/sniper 94 %, random 6 %"
        who = recognise([Seen(call=54, shown=54)], ["honest", "sniper"])
        assert likely(who) == ": of the ready-made only honest/sniper play like this"

    def test_nobody(self) -> None:
        assert likely(None) == " plays like none of the ready-made players"


class TestAfterARound:
    """What all have seen up to then, and nothing else."""

    def test_each_who_is_in(self) -> None:
        rounds = said(ended(Rules(), [54, 31], 54, "doubt"))
        assert [[line.split()[0] for line in lines] for lines in rounds] == [["Bob", "Cid:"]]
        assert rounds[0][1] == "Cid: nothing seen yet"
        rounds = said(ended(Rules(), [54, 31], 54, "doubt"), seat=1)
        assert [line.split()[0] for line in rounds[0]] == ["Cid:", "Ann"]

    def test_who_is_out_is_told_of_once_more(self) -> None:
        rules = Rules(lives=1, ending="last_standing")
        rounds = said(ended(rules, [54, 31, 32], 54, "doubt", 61, "doubt"))
        assert [[line.split()[0] for line in lines] for lines in rounds] == [
            ["Bob", "Cid:"], ["Cid"],
        ]  # fmt: skip

    def test_what_comes_later_does_not_count(self) -> None:
        rolls, acts = [54, 31, 65, 32], (54, "doubt", 61, "doubt", 65, "doubt")
        whole = said(ended(Rules(), rolls, *acts))
        assert said(ended(Rules(), rolls[:2], *acts[:2])) == whole[:1]
        assert said(ended(Rules(), rolls[:3], *acts[:4])) == whole[:2]

    def test_hidden_dice_do_not_count(self) -> None:
        one, other = ([roll, 54, 31] for roll in (31, 66))
        acts = (61, "believe", 62, "doubt")
        assert said(ended(Rules(), one, *acts)) == said(ended(Rules(), other, *acts))

    def test_by_all_that_was_seen(self) -> None:
        game = ended(Rules(), [54, 31, 65, 32], 54, "believe", 61, "doubt", 61, "doubt")
        bob, cid = (recognise(game.seen_of(seat)) for seat in (1, 2))
        assert said(game)[-1] == [f"Bob{likely(bob)}", f"Cid{likely(cid)}"]

    def test_sips(self) -> None:
        rules = Rules(forfeit="sip", ending="rounds", rounds=1)
        assert len(said(ended(rules, [54], 54, "doubt"))[0]) == 2


class TestBestReply:
    """What was best against the others, by the rounds before."""

    def seen(self, rules: Rules, rolls: list[Any], *acts: Any, **more: Any) -> tuple[View, Any]:
        """Return what is known before the last act, and that act."""
        game = ended(rules, rolls, *acts[:-1], **more)
        return game.sees(game.to_act), read_act(acts[-1], rules.variant)

    def review(self, seen: View, act: Any, players: int = 2) -> str:
        anybody = recognise([], rules=seen.rules)
        return reviewed(seen, act, [anybody] * players)

    def test_an_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        notes = asked(monkeypatch, answers={"doubt": 0, "believe": 1}, true=0.25)
        seen, act = self.seen(Rules(), [61, 31], 54, "believe", 61, "doubt", lives=(4, 5, 6))
        assert self.review(seen, act).endswith(
            " Not knowing them, 61 was true 25.0 % of the time, and believing was best."
        )
        assert self.review(seen, "believe").endswith(", and believing was best, as you did.")
        (note, _) = notes
        assert note.pop("players")
        assert note == {
            "last": seen.last, "previous": seen.previous, "blind": False, "rules": Rules(),
            "lives": (6, 4, 5),
        }  # fmt: skip
        assert (str(seen.last), str(seen.previous)) == ("61", "54")

    def test_a_call(self, monkeypatch: pytest.MonkeyPatch) -> None:
        notes = asked(monkeypatch, calls={"66": 1})
        seen, act = self.seen(Rules(), [61, 31], 54, "believe", 61)
        assert self.review(seen, act).endswith(" Not knowing them, calling 66 was best.")
        assert self.review(seen, seen.legal[1]).endswith(" calling 66 was best, as you did.")
        assert notes[0]["lives"] == (6, 6, 6)
        assert (str(notes[0]["last"]), str(notes[0]["roll"])) == ("54", "31")

    def test_a_call_that_nobody_makes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked(monkeypatch, answers={"look": 1, "fold": 0})
        seen, act = self.seen(Rules(), [61], 21, "fold")
        assert self.review(seen, act).endswith(" Not knowing them, looking was best.")

    def test_a_sum(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked(monkeypatch, calls={"62=53": 1}, said={"62=53": "8 (62=53)"})
        seen, act = self.seen(Rules("points"), [31], 7)
        assert self.review(seen, act).endswith(" calling 8 (62=53) was best.")
        assert self.review(seen, read_act(8, seen.rules.variant)).endswith(", as you did.")

    def test_a_second_throw(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = Rules(second_throw="blind")
        notes = asked(monkeypatch, again=1, blind={"54": 1})
        seen, act = self.seen(rules, [31], 54)
        assert self.review(seen, act).endswith(" throwing again, blind, was best.")
        assert self.review(seen, "again").endswith(" was best, as you did.")
        seen, act = self.seen(rules, [31, 32], "again", 61)
        assert self.review(seen, act).endswith(" calling 54 was best.")
        assert str(notes[-1]["roll"]) == "31"

    def test_once_something_is_seen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked(monkeypatch, calls={"66": 1})
        seen, act = self.seen(Rules(), [61], 54)
        others = [recognise(things) for things in ([], [Seen(call=65)])]
        assert reviewed(seen, act, others).endswith(" As they seemed to play, calling 66 was best.")

    def test_where_no_best_reply_is_known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seen, act = self.seen(Rules(), [61], 54)
        plain = reviewed(seen, act)
        notes = asked(monkeypatch)
        assert self.review(seen, act) == plain
        assert len(notes) == 1

    @pytest.mark.parametrize(
        "rules", [Rules(lives=20), Rules(forfeit="sip", ending="rounds", rounds=3)]
    )
    def test_where_none_is_asked_for(self, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
        """Games of sips have no best reply, and in long ones the person would wait for it."""
        notes = asked(monkeypatch, calls={"66": 1})
        seen, act = self.seen(rules, [61], 54)
        assert self.review(seen, act) == reviewed(seen, act)
        assert not notes

    def test_those_who_are_in_from_the_left_on(self) -> None:
        rules = Rules(lives=1, ending="last_standing")
        game = told([None] * 4, [54, 31, 32], rules)
        who = Who(Talk(game, 2))
        assert who.around(game.sees(2)) == [who.known[3], who.known[0], who.known[1]]
        game.act(54)
        game.act("doubt")
        list(who.after(game.events, ends(game)[-1]))
        assert who.around(game.sees(2)) == [who.known[3], who.known[0]]
        assert [known.seen for known in who.around(game.sees(2))] == [0, 1]

    def test_nobody_where_somebody_plays_like_none(self) -> None:
        game = ended(Rules(), [54, 31, 32], 54, "believe", 61, "doubt")
        who = Who(Talk(game, 0))
        who.known[1] = None
        assert who.around(game.sees(0)) == []


class TestAtTheTable:
    """What the command says with --who, and not without."""

    def shown(self, capsys: Any, monkeypatch: Any, line: str, *typed: str) -> str:
        return " ".join(play(capsys, monkeypatch, line, typed).split())

    def test_a_round(self, capsys: Any, monkeypatch: Any) -> None:
        asked(monkeypatch, answers={"believe": 1}, true=0.5)
        line = "liar honest --seed 7 --lives 3"
        shown = self.shown(capsys, monkeypatch, f"{line} --who", "d")
        told = (
            " Not knowing them, 63 was true 50.0 % of the time, and believing was best. "
            "By what all could see: ~ liar: nothing seen yet ~ honest plays like: "
            "honest/sniper/gambler 59 %, doubter-54 20 %, calculator 20 %, others 1 %"
        )
        assert told in shown
        assert shown.replace(told, "") == self.shown(capsys, monkeypatch, line, "d")

    def test_the_players_are_those_of_the_rounds_before(
        self, capsys: Any, monkeypatch: Any
    ) -> None:
        """Several decisions of a round are about the very same ones, for whom a reply is kept."""
        notes = asked(monkeypatch, calls={"66": 1}, answers={"believe": 1})
        shown = self.shown(
            capsys, monkeypatch, "liar honest --seed 7 --lives 3 --who", "d", "b", "64"
        )
        first, second, third = (note["players"] for note in notes)
        assert [who.seen for who in first] == [0, 0]
        assert [who.seen for who in second] == [0, 1]
        assert all(one is other for one, other in zip(second, third, strict=True))
        assert "Not knowing them, believing was best." in shown
        assert "As they seemed to play, believing was best, as you did." in shown
        assert "As they seemed to play, calling 66 was best." in shown

    def test_somebody_who_plays_like_none(
        self, tmp_path: Any, capsys: Any, monkeypatch: Any
    ) -> None:
        notes = asked(monkeypatch, calls={"66": 1}, answers={"believe": 1})
        monkeypatch.setattr("mia_stats.exact.recognition.CHARACTERS", {"honest": None})
        save_strategy(tmp_path / "mine.json", "liar")
        line = f"{tmp_path}/mine.json --seed 7 --lives 2 --who --starter 1"
        shown = self.shown(capsys, monkeypatch, line, "d", "54", "d", "d")
        assert "~ liar plays like none of the ready-made players" in shown
        known = [who.seen for note in notes for who in note["players"]]
        assert known == [0]

    def test_who_is_out_looks_on(self, capsys: Any, monkeypatch: Any) -> None:
        asked(monkeypatch)
        line = "liar honest --seed 7 --lives 1,3,3 --ending last_standing --who"
        shown = self.shown(capsys, monkeypatch, line, *["d", "66"] * 9)
        rounds = shown.split("Round ")[1:]
        assert all("~ liar" in part and "~ honest" in part for part in rounds)
        assert "won." in rounds[-1]

    @pytest.mark.parametrize("key", list(RULES))
    def test_each_published_set(self, key: str, capsys: Any, monkeypatch: Any) -> None:
        """Nobody who is ready-made plays like nobody."""
        asked(monkeypatch)
        typed = ["doubt", "look", "31", "54", "66", "21"] * 60
        line = f"liar honest --rules {key} --lives 2 --seed 1 --who"
        shown = self.shown(capsys, monkeypatch, line, *typed)
        assert "The game is over" in shown
        assert "~ liar" in shown
        assert "none of the" not in shown

    def test_other_rules(self, capsys: Any, monkeypatch: Any) -> None:
        asked(monkeypatch)
        for rules in ("--rethrown 54", "--toast 32 --second-throw blind --unseen-pass liable"):
            typed = ["doubt", "look", "31", "55", "66", "21"] * 20
            shown = self.shown(capsys, monkeypatch, f"liar honest {rules} --seed 1 --who", *typed)
            assert "~ honest plays like: " in shown


def test_with_who_the_review_names_the_best_reply(capsys: Any, monkeypatch: Any) -> None:
    line = "liar honest --seed 7 --lives 3 --who"
    shown = " ".join(play(capsys, monkeypatch, line, ["d"]).split())
    anybody, rules = recognise([], rules=Rules(lives=3)), Rules(lives=3)
    given: dict[str, Any] = {"lives": (3, 3, 3), "players": [anybody, anybody], "rules": rules}
    best = advise(63, **given)
    assert best.true is not None
    assert best.true == pytest.approx(float(truth_chance(63, anybody) or 0))
    doing = "doubting" if best.answers.get("doubt") else "believing"
    true = f"63 was true {percent(best.true)} of the time"
    assert f"Not knowing them, {true}, and {doing} was best" in shown
