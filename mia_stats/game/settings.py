"""What the fields of the house rules may be, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

from mia_stats.chances.dice import FAIR, Dice
from mia_stats.chances.odds import kept_weight
from mia_stats.ranking.catalogue import find_variant, is_found
from mia_stats.ranking.outcomes import Outcome, OutcomeLike, Outcomes
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import choices, is_numpy, listed, shown, true_or_false, whole_number
from mia_stats.utils.tables import counted

__all__ = [
    "MOST_LIVES",
    "MOST_SEATS",
    "PRICES",
    "WORDS",
    "CallRule",
    "Ending",
    "ForfeitRule",
    "MiaBy",
    "NextStarter",
    "SecondThrow",
    "ThrownMia",
    "TrueMia",
    "TruthRule",
    "UnseenPass",
    "in_words",
    "settled",
    "written",
]

CallRule: TypeAlias = Literal["higher", "at_least"]
"""How a call must follow the last one."""
TruthRule: TypeAlias = Literal["at_least", "exact"]
"""When a call is true: at dice as good or better, or at its own tier only."""
UnseenPass: TypeAlias = Literal["never", "liable", "free"]
"""Whether the cup may be handed on unseen, and who answers for it then."""
NextStarter: TypeAlias = Literal[
    "standard", "loser", "winner", "doubter", "after_doubter", "random"
]
"""Who opens the next round."""
Ending: TypeAlias = Literal["first_out", "last_standing", "rounds"]
"""When a game ends."""
ForfeitRule: TypeAlias = Literal["life", "sip"]
"""What is lost in a round."""
SecondThrow: TypeAlias = Literal["never", "blind"]
"""Whether who has thrown and looked may throw once more without looking."""
ThrownMia: TypeAlias = Literal["hidden", "next", "others"]
"""Whether a thrown Mia is shown at once, and who pays for it."""
TrueMia: TypeAlias = Literal["doubter", "others"]
"""Who pays when a call of Mia is looked at and true."""
MiaBy: TypeAlias = Literal["call", "dice", "either"]
"""What makes the prices of Mia hold: that it was called, that its dice are shown, or either."""

WORDS = {
    "call": CallRule,
    "truth": TruthRule,
    "unseen_pass": UnseenPass,
    "next_starter": NextStarter,
    "ending": Ending,
    "forfeit": ForfeitRule,
    "second_throw": SecondThrow,
    "thrown_mia": ThrownMia,
    "true_mia": TrueMia,
    "mia_by": MiaBy,
}
PRICES: Final = ("mia_penalty", "mia_fold", "mia_lie_penalty", "lie_penalty", "doubt_penalty")
MOST_LIVES: Final = 100
MOST_SEATS: Final = 20
_MOST_ROUNDS = 10_000


def settled(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of house rules as they are kept.

    Raises
    ------
    TypeError, ValueError
        If a value is not allowed, or two of them contradict each other.
    """
    fields = dict(given)
    if isinstance(given["variant"], int):
        raise TypeError(
            f"the variant comes first; lives go by name, as in lives={given['variant']}"
        )
    if hasattr(given["variant"], "variant"):
        raise TypeError(
            "rules are changed by dataclasses.replace(rules, lives=3); Rules() begins with a "
            f"variant, not with {shown(given['variant'])}"
        )
    fields["variant"] = find_variant(given["variant"])
    fields["lives"] = whole_number(given["lives"], "lives", 1, MOST_LIVES)
    for name in PRICES:
        if not (name == "mia_fold" and given[name] is None):
            fields[name] = whole_number(given[name], name, 0, MOST_LIVES)
    fields["mia_equalled"] = true_or_false(given["mia_equalled"], "mia_equalled")
    if given["rounds"] is not None:
        fields["rounds"] = whole_number(given["rounds"], "rounds", 1, _MOST_ROUNDS)
    for name, words in WORDS.items():
        if not isinstance(given[name], str) or given[name] not in get_args(words):
            raise ValueError(f"{name} must be {choices(get_args(words))}, not {shown(given[name])}")
    fields["toast"] = _outcomes(given["toast"], fields["variant"])
    _check_agreement(fields)
    _check_throws(fields["variant"], fields["dice"], fields["toast"])
    _check_prices(fields)
    return fields


def _check_agreement(fields: Mapping[str, Any]) -> None:
    """Raise where one rule contradicts another."""
    ending, forfeit, rounds = fields["ending"], fields["forfeit"], fields["rounds"]
    if (forfeit == "sip") != (ending == "rounds"):
        raise ValueError(
            "sips are counted over a number of rounds, and lives are lost until somebody is "
            "out, so forfeit='sip', ending='rounds' and a number of rounds go together: "
            f"forfeit={forfeit!r} does not go with ending={ending!r}"
        )
    if (rounds is None) == (ending == "rounds"):
        raise ValueError(
            "a number of rounds is given for ending='rounds' and for no other: "
            f"rounds={rounds!r} does not go with ending={ending!r}"
        )


def _check_prices(fields: Mapping[str, Any]) -> None:
    """Raise where nothing that can happen costs a life, so that the game never ends."""
    top = [outcome for outcome in fields["variant"].tiers[0] if outcome not in fields["toast"]]
    thrown = any(fields["dice"].outcome_weights[outcome] for outcome in top)
    over_mia_dice = thrown and fields["truth"] == "exact"  # a lower call is a lie there
    paid = {
        "lie_penalty": True, "doubt_penalty": True, "mia_fold": True, "mia_penalty": thrown,
        "mia_lie_penalty": fields["mia_by"] != "dice" or over_mia_dice,
    }  # fmt: skip
    if fields["forfeit"] == "life" and not any(fields[name] and paid[name] for name in PRICES):
        costs = ", ".join(f"{name}={fields[name]}" for name in PRICES)
        raise ValueError(
            f"a game in which nothing that can happen costs a life never ends: {costs}"
        )


def _check_throws(variant: Variant, dice: Dice, toast: Sequence[Outcome]) -> None:
    """Raise where no throw ends a round."""
    for outcome in toast:
        variant.rank(outcome)  # says so where it is rethrown
    kept_weight(variant, dice)  # says so where every roll is rethrown
    if not any(dice.outcome_weights[o] for o in variant.outcomes if o not in toast):
        raise ValueError(f"no roll ends a round: each is one of the toasts {_labels(toast)}")


def _outcomes(toast: OutcomeLike | Iterable[OutcomeLike], variant: Variant) -> Outcomes:
    """Return the toasts without repetition; a single one is welcome, and a sum that is called."""
    try:
        if isinstance(toast, Outcome | int | str) or not isinstance(toast, Iterable):
            return variant.outcomes_of(toast)
        calls = listed(list(toast) if isinstance(toast, set | frozenset) else toast, "these")
        if isinstance(toast, tuple) and len(calls) == 2 and all(map(_may_be_a_die, calls)):
            raise ValueError(f"{shown(toast)} may be a roll or two calls: write [{shown(toast)}]")
        meant = dict.fromkeys(o for call in calls for o in variant.outcomes_of(call))
        return Outcomes(meant, variant.meant)
    except (TypeError, ValueError) as error:
        raise type(error)(f"toast: {error}") from None


def _may_be_a_die(call: object) -> bool:
    number = isinstance(call, int | str) or is_numpy(call, "integer")
    return number and call in (1, 2, 3, 4, 5, 6, "1", "2", "3", "4", "5", "6")


def written(value: object) -> str:
    """Return the value of a rule as `Rules` takes it; a variant of one's own is no key."""
    if isinstance(value, Variant):
        return repr(value.key) if is_found(value) else repr(value)
    if isinstance(value, tuple):
        return f"[{_labels(value)}]"
    return repr(value)


def in_words(fields: Mapping[str, Any], lives: Sequence[int]) -> str:
    """Return house rules as people say them: the variant, the lives, and what is not usual.

    Examples
    --------
    >>> from mia_stats import Rules
    >>> in_words(vars(Rules("meyer", call="at_least", toast=32)), [3, 3])
    'Meyer, 3 lives, calls may be equalled, 32 is a toast'
    """
    said = [fields["variant"].title]
    prices = _PRICES
    if fields["forfeit"] == "sip":  # what else is lost by Mia is a whole drink
        prices = {name: _PRICES[name] for name in _PRICES if name not in _DRINKS}
        said.append(f"sips over {counted(fields['rounds'], 'round')}")
    elif lives:
        numbers = _joined([str(number) for number in (lives if len(set(lives)) > 1 else lives[:1])])
        said.append(f"{numbers} {'life' if numbers == '1' else 'lives'}")
    if fields["dice"] != FAIR:
        said.append(f"dice {fields['dice']}")
    said += [
        words[fields[name]].format(**fields)
        for name, words in _SAID.items() if fields[name] in words
    ]  # fmt: skip
    if fields["mia_fold"] is None:
        said.append("nobody folds to Mia" if fields["mia_equalled"] else "Mia must be looked at")
    for name, (what, usual) in prices.items():
        if fields[name] not in (None, usual):
            said.append(f"{what} costs {fields[name]}")
    toasts = fields["toast"]
    if toasts:
        words = "is a toast" if len(toasts) == 1 else "are toasts"
        said.append(f"{_joined([outcome.label for outcome in toasts])} {words}")
    return ", ".join(said)


_SAID: Final[Mapping[str, Mapping[Any, str]]] = {
    "call": {"at_least": "calls may be equalled"},
    "truth": {"exact": "better dice make a call a lie too"},
    "unseen_pass": {
        "liable": "who hands the cup on unseen answers for the call",
        "free": "who gets a throw may hand it on unseen",
    },
    "next_starter": {
        "loser": "the loser opens",
        "winner": "the winner opens",
        "doubter": "the doubter opens",
        "after_doubter": "who sits after the doubter opens",
        "random": "chance says who opens",
    },
    "ending": {"last_standing": "until one is left"},
    "second_throw": {"blind": "who has looked may throw once more blind"},
    "thrown_mia": {
        "next": "a thrown Mia is shown and costs the next player {mia_penalty}",
        "others": "a thrown Mia is shown and costs all others {mia_penalty}",
    },
    "true_mia": {"others": "a true call of Mia costs all others"},
    "mia_equalled": {True: "Mia may be answered by Mia"},
    "mia_by": {
        "dice": "the dice say whether Mia's prices hold",
        "either": "call or dice say whether Mia's prices hold",
    },
}
_DRINKS = ("mia_penalty", "mia_lie_penalty")
_PRICES: Final = {
    "lie_penalty": ("a caught lie, Mia aside,", 1),
    "doubt_penalty": ("a wrong doubt, Mia aside,", 1),
    "mia_penalty": ("looking at a true Mia", 2),
    "mia_fold": ("folding to Mia", 1),
    "mia_lie_penalty": ("a false Mia", 1),
}


def _joined(words: Sequence[str]) -> str:
    """Return words as people list them: "3, 2 and 2"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _labels(outcomes: Iterable[Outcome]) -> str:
    return ", ".join(outcome.label for outcome in outcomes)
