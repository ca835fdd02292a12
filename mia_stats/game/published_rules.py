"""The house rules that people publish, and how to look one set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from mia_stats.game.rules import Rules
from mia_stats.ranking.catalogue import is_variant
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import shown, warn_of_change
from mia_stats.utils.names import NamedTable, key_of
from mia_stats.utils.tables import Cell

__all__ = ["RULES", "RuleSets", "RulesLike", "find_rules"]


class Published(NamedTuple):
    """Rules that somebody has published: what they say in words, and who did."""

    rules: Rules
    text: str
    source: str


_FORMER = {"bots": "school-paper"}  # keys of earlier versions, and what they have become


class RuleSets(NamedTable[Rules]):
    """Published rules by key; those of earlier versions go on working.

    Parameters
    ----------
    published : mapping of str to Published

    Examples
    --------
    >>> RULES["contest"].lives
    1
    """

    unknown = "are no rules"

    def __init__(self, published: Mapping[str, Published]) -> None:
        super().__init__({key: entry.rules for key, entry in published.items()})
        self._published = list(published.values())

    def __getitem__(self, name: str) -> Rules:
        former = key_of(name)
        if former not in _FORMER:
            return super().__getitem__(name)
        now = _FORMER[former]
        warn_of_change(
            f"the rules {former!r} are called {now!r} now: what that name suggests, the rules of "
            "the bot contest server, are 'contest'"
        )
        return super().__getitem__(now)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or key_of(name) in _FORMER

    def other_kind(self, name: object) -> str:
        """Return what the error says of a variant or a player."""
        from mia_stats import CHARACTERS  # they lie above, and only an error asks

        if is_variant(name):
            return (
                f"{shown(name)} is a variant, not a set of house rules: write Rules({name!r}), in "
                f"the shell --variant {name}"
            )
        return f"{shown(name)} is a player, not a set of rules" if name in CHARACTERS else ""

    @property
    def caption(self) -> str:
        """How many sets of rules there are."""
        return f"{len(self)} published sets of house rules"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each set: its key, what it says, how it is written, and its source."""
        return {
            "key": list(self),
            "what": [entry.text for entry in self._published],
            "rules": [str(entry.rules) for entry in self._published],
            "source": [entry.source for entry in self._published],
        }

    @property
    def for_people(self) -> Mapping[str, Sequence[Cell]]:
        """What each set says, and its source; how it is written is for programs."""
        return {name: cells for name, cells in self.columns.items() if name != "rules"}


RULES: Final = RuleSets(
    {
        "wikipedia": Published(
            Rules(),
            "six lives, Mia doubled or folded to, the first one out loses",
            'Wikipedia, "Mia (game)"',
        ),
        "gamerules": Published(
            Rules("ascending-doubles", unseen_pass="free", ending="last_standing"),
            "ascending doubles, the first receiver may hand the cup on, until one is left",
            "gamerules.com",
        ),
        "meyer": Published(
            Rules("little-mia", call="at_least", mia_penalty=1, mia_fold=None,
                  next_starter="loser", mia_equalled=True),
            "Danish Meyer: 31 is second best, calls may be equalled, a 21 by a 21 too, Mia is "
            "looked at and costs one life, the loser opens",
            'M. Jørgensen, "Meyer" (2016)',
        ),
        "partisia": Published(
            Rules("little-mia", call="at_least", mia_penalty=2, mia_lie_penalty=2,
                  ending="last_standing"),
            "Meyer with calls that may be equalled, Mia counts double either way, until one is "
            "left",
            "Partisia, example contract",
        ),
        "meyer-engine": Published(
            Rules("little-mia", call="at_least", mia_penalty=2, mia_lie_penalty=2, mia_fold=None,
                  mia_by="either", mia_equalled=True, second_throw="blind"),
            "Meyer with calls that may be equalled, a 21 by a 21 too, and a blind second throw; "
            "Mia is looked at and counts double either way, where it lies under another call too",
            "a Danish coding game",
        ),
        "contest": Published(
            Rules(lives=1, mia_penalty=1, mia_fold=None, true_mia="others",
                  next_starter="random"),
            "one life a round, Mia must be looked at, a true one costs all others; the opener is "
            "drawn: that the whole order of the seats is drawn anew each round can't be said",
            "the Mäxchen bot contest server",
        ),
        "maexchen-online": Published(
            Rules(lives=3, mia_penalty=2, mia_fold=2, mia_lie_penalty=2, next_starter="loser",
                  ending="last_standing"),
            "three lives, Mia costs two whatever happens, the loser opens, until one is left",
            "the online game with lives",
        ),
        "mia-dice": Published(
            Rules("ascending-doubles", lives=5, next_starter="winner"),
            "ascending doubles, five lives, the winner of a round opens; its pass back to the "
            "thrower can't be said",
            "a TypeScript game for two",
        ),
        "school-paper": Published(
            Rules(lives=1, truth="exact", mia_penalty=1, next_starter="after_doubter"),
            "one life, a call below the roll is a lie too, nothing extra for Mia, the seat after "
            "the doubter always opens",
            "a German school paper's simulator (2021)",
        ),
        "german-party": Published(
            Rules(lives=3, mia_penalty=1, thrown_mia="others"),
            "three lives, a thrown Mia is shown at once and costs all others one",
            "several German party pages",
        ),
        "kuriki": Published(
            Rules(call="at_least", mia_penalty=1, next_starter="winner", thrown_mia="next"),
            "calls may be equalled, a thrown Mia is shown at once and costs the next player one, "
            "who wins a round opens the next",
            "a US page on Kuriki",
        ),
        "kiriki": Published(
            Rules("kiriki", call="at_least", lives=9, mia_penalty=1, next_starter="loser",
                  ending="last_standing", thrown_mia="next"),
            "poker dice, nine lives, calls may be equalled, a thrown Mia is shown at once and "
            "costs the next player one, the loser opens, until one is left",
            'es.wikipedia.org, "Kiriki"',
        ),
        "drinking": Published(
            Rules(forfeit="sip", ending="rounds", rounds=20),
            "sips over 20 rounds, a lost Mia costs a whole drink, nobody is out",
            "pages on drinking Mia",
        ),
    }
)  # fmt: skip
"""Published house rules by key; also a table with their sources."""

RulesLike: TypeAlias = Rules | str
"""House rules, or the key of a set in `RULES`."""


def find_rules(rules: RulesLike) -> Rules:
    """Return the rules that are meant: themselves, or a published set by its key.

    Parameters
    ----------
    rules : Rules or str
        House rules, or the key of a set in `RULES`, in small letters or not.

    Returns
    -------
    Rules
        Those given, or the published ones.

    Raises
    ------
    TypeError
        If `rules` are neither rules nor a text.
    ValueError
        If there is no such set; the message lists what there is.

    Examples
    --------
    >>> find_rules("meyer").variant.key
    'little-mia'
    """
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, Variant):
        raise TypeError(f"{rules!r} is a variant, not a set of house rules: write Rules(variant)")
    if not isinstance(rules, str):
        raise TypeError(f"rules are Rules or a key of RULES, not {shown(rules)}")
    return RULES[rules]
