"""The house rules that people publish, and how to look one set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from mia_stats.checks import shown
from mia_stats.rules import Rules
from mia_stats.tables import Cell, NamedTable

__all__ = ["RULES", "RuleSets", "RulesLike", "find_rules"]


class Published(NamedTuple):
    """Rules that somebody has published: what they say in words, and who did."""

    rules: Rules
    text: str
    source: str


class RuleSets(NamedTable[Rules]):
    """Published rules by key.

    Parameters
    ----------
    published : mapping of str to Published

    Examples
    --------
    >>> RULES["bots"].lives
    1
    """

    unknown = "are no rules"

    def __init__(self, published: Mapping[str, Published]) -> None:
        super().__init__({key: entry.rules for key, entry in published.items()})
        self._published = list(published.values())

    @property
    def caption(self) -> str:
        """How many sets of rules there are."""
        return f"{len(self)} published sets of house rules"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each set: its key, what it says, how it is written, and its source."""
        published = self._published
        return {
            "key": list(self),
            "what": [entry.text for entry in published],
            "rules": [str(entry.rules) for entry in published],
            "source": [entry.source for entry in published],
        }


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
            Rules("little-mia"),
            "Danish Meyer: 31 is second best",
            'M. Jørgensen, "Meyer" (2016)',
        ),
        "drinking": Published(
            Rules(forfeit="sip", ending="rounds", rounds=20),
            "sips over 20 rounds, a lost Mia costs a whole drink, nobody is out",
            "pages on drinking Mia",
        ),
        "bots": Published(
            Rules(lives=1, truth="exact", mia_penalty=1),
            "one life, a call below the roll is a lie too, nothing extra for Mia",
            "programming contests",
        ),
    }
)
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
    if not isinstance(rules, str):
        raise TypeError(f"rules are Rules or a key of RULES, not {shown(rules)}")
    return RULES[rules]
