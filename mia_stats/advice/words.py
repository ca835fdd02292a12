"""Advice in words: what to do, why in a sentence, the numbers, and what it goes by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mia_stats.advice.play import Play
from mia_stats.exact.plan import openings_in_words
from mia_stats.game.decision import Answer
from mia_stats.utils.tables import percent

__all__ = ["answer_in_words", "call_in_words", "opening_in_words", "source_in_words"]

_DOING = {"doubt": "doubting", "believe": "believing", "look": "looking", "fold": "folding"}


def answer_in_words(
    play: Play,
    state: int,
    call: int,
    answers: Mapping[Answer, Any],
    true: Any,
    brings: Mapping[str, Any],
    *,
    blind: bool,
) -> str:
    """Return what to do about a call that was made in a state, and why."""
    words, mia = play.words, call == play.rules.top
    said = {answer: answer for answer in answers} | (
        {"believe": f"answer it with {words[call]}"} if mia else {}
    )
    do = [(said[answer], chance) for answer, chance in answers.items() if chance]
    (what, often), *others = do
    if not others:
        verb = f"{what.capitalize()}."
    else:
        between = [f"{other} {percent(chance)}" for other, chance in others[:-1]]
        verb = ", ".join([f"{what.capitalize()} {percent(often)} of the time", *between])
        verb += f", else {others[-1][0]}."
    made = f"calls {words[call]} after {words[state - 1]}" if state else f"opens with {words[call]}"
    made += ", blind" * blind + "," * (blind and true not in (None, 0, 1))
    why = f"{_who(play)} {_truthfully(made, true)}{_then(play, call + 1)}."
    numbers = ", ".join(
        f"{_DOING[answer] if not (mia and answer == 'believe') else 'answering it'} "
        f"{_brings(play, value, first=not place)}"
        for place, (answer, value) in enumerate(brings.items())
    )
    return f"{verb} {why} {numbers[0].upper()}{numbers[1:]}." if numbers else f"{verb} {why}"


def _then(play: Play, state: int) -> str:
    """Return how often one is doubted after believing, where the next one is known."""
    if not play.names or state > play.rules.last_state:
        return ""
    often = round(float(play.brings.doubted(state)), 12)
    how = f"doubts you {percent(often)} of the time"
    if often in (0, 1):
        how = "always doubts you" if often else "never doubts you"
    return f"; after believing, {_named(play.names[0])} {how}"


def _truthfully(made: str, true: Any) -> str:
    """Return how often somebody has what it calls: "opens with 54 truthfully half the time"."""
    if true is None:
        verb, _, rest = made.partition(" ")
        return f"never {verb} {rest}"
    if true in (0, 1):
        return f"{made} only {'when it is true' if true else 'as a lie'}"
    return f"{made} truthfully {percent(true)} of the time"


def _who(play: Play) -> str:
    """Return who made the last call."""
    name = _named(play.names[-1]) if play.names else "who plays well"
    return name[0].upper() + name[1:]


def _named(name: str) -> str:
    return f"the {name}" if name.startswith("mean of ") else name


def _brings(play: Play, value: Any, *, first: bool = True) -> str:
    """Return what something brings."""
    if play.of == "round":
        return f"brings {float(value):+.2f} lives" if first else f"{float(value):+.2f}"
    verb = "wins"
    if play.of == "game" and not play.rules.plays_on:  # all win but the one who goes out first
        verb, value = "loses", 1 - value
    return f"{verb} the {play.of} {percent(value)} of the time" if first else percent(value)


def call_in_words(
    play: Play,
    state: int,
    rolled: int,
    calls: Mapping[str, Any],
    brings: Mapping[str, Any],
    again: Any,
    blind: Mapping[str, Any],
) -> str:
    """Return what to call in a state with a throw, and why."""
    rules = play.rules
    thrown = play.words[rolled]
    if rules.shows(rolled):
        return f"Show it: a thrown {thrown} ends the round."
    if list(calls) == [play.labels[rolled]]:
        verb = f"Tell the truth: call {thrown}."
    else:
        verb = f"Call {_each(play, calls)}." if calls else ""
    if again:
        often = "" if again == 1 else f" {percent(again)} of the time"
        verb = f"Throw again{often}, blind, and call {_each(play, blind)}" + (
            f"; else {verb[0].lower()}{verb[1:]}" if verb else "."
        )
    why = f"You have {thrown}{_must(play, state)}."
    each = {call: _brings(play, brings[call]) for call in calls if call in brings}
    if len(set(each.values())) == 1:
        it = "That" if len(each) == 1 else "Each"
        return f"{verb} {why} {it} {next(iter(each.values()))}."
    numbers = ", ".join(f"{play.said.get(call, call)} {value}" for call, value in each.items())
    return f"{verb} {why} {numbers}." if numbers else f"{verb} {why}"


def _must(play: Play, state: int) -> str:
    """Return what must be called in a state."""
    if not state:
        return ""
    last = play.words[state - 1]
    if state > play.rules.top:
        return f", which must be called {last}"
    equal = play.rules.lowest_call(state) < state
    return f", which must be called {f'{last} or more' if equal else f'above {last}'}"


def _each(play: Play, calls: Mapping[str, Any]) -> str:
    """Return calls as players say them, with their chances where there are several."""
    total = sum(calls.values())
    said = [(play.said.get(call, call), chance / total) for call, chance in calls.items()]
    if len(said) == 1:
        return said[0][0]
    *first, last = (
        f"{words.removesuffix(')')}; {percent(chance)})" if words.endswith(")")
        else f"{words} ({percent(chance)})"
        for words, chance in said
    )  # fmt: skip
    return f"{', '.join(first)} or {last}"


def opening_in_words(play: Play) -> str:
    """Return what an opener does, by what it throws."""
    if play.by != "optimum":
        told = openings_in_words(play.mine, play.rules)
        return f"{told[0].upper()}{told[1:]}. {_opens(play)}"
    names, calls = play.words, play.mine.calls[0]
    possible = [rolled for rolled, chance in enumerate(play.rules.throw_chances) if chance]
    lie = next(call for call, chance in enumerate(calls[possible[0]].tolist()) if chance)
    lowest = next(call for call in range(len(names)) if any(calls[possible, call]))
    often, truth = "", calls[lowest, lowest]
    if truth != 1:  # with the lowest call itself it may have to lie upward too
        often = f", with {names[lowest]} {percent(truth)} of the time"
    least = names[lowest + (truth != 1)]
    told = f"Tell the truth with {least} or better{often}"
    top = play.rules.top
    if play.rules.shows(top):
        told += f", show {names[top]}"
    elif calls[top, top] != 1:
        often = percent(calls[top, top])
        told += f", but with {names[top]} {often} of the time, and else call {names[top - 1]}"
    if play.mine.again is not None and (again := play.mine.again[0, 0]):
        told += f", and with less throw again {percent(again)} of the time, or else"
    else:
        told += ", and with less"
    return f"{told} call {names[lie]} or more. {_opens(play)}"


def _opens(play: Play) -> str:
    return f"Opening {_brings(play, play.within(play.brings.throwing[0]))}."


def source_in_words(play: Play) -> str:
    """Return what the advice goes by."""
    if play.by == "optimum":
        of = "a round on its own" if play.of == "round" else f"a match with {_lives(play)}"
        return f"That is optimal play for two, in {of}."
    if play.by == "equilibrium":
        return (
            f"That is one equilibrium of {len(play.lives)} with {_lives(play)}: best if all others "
            "play by it too, and no protection from others who play badly."
        )
    *first, last = map(_named, play.names)
    others = f"{', '.join(first)} and {last}" if first else last
    of = f"with {_lives(play)}" if play.lives else "in a round on its own"
    return f"That is the best reply to {others}, {of}."


def _lives(play: Play) -> str:
    return f"lives {', '.join(map(str, play.lives))}, yours first"
