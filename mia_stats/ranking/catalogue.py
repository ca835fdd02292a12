"""The published orders of the outcomes, each with its source, and how to look one up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from mia_stats.ranking.outcomes import says_outcome
from mia_stats.ranking.variants import Variant
from mia_stats.utils.checks import listed, shown
from mia_stats.utils.names import NamedTable, key_of
from mia_stats.utils.tables import Cell

__all__ = [
    "ASCENDING_DOUBLES",
    "LITTLE_MIA",
    "POINTS",
    "STANDARD",
    "VARIANTS",
    "Catalogue",
    "VariantLike",
    "find_variant",
    "find_variants",
    "is_found",
    "is_variant",
]

_DOUBLES = "66 55 44 33 22 11"
_MIXED = "65 64 63 62 61 54 53 52 51 43 42 41 32 31"
_SUMS = "63=54 62=53 61=52=43 51=42"


def _published(
    key: str,
    order: str,
    rethrown: str = "",
    *,
    title: str,
    aliases: str = "",
    other_names: str = "",
    region: str,
    source: str,
    remark: str = "",
) -> Variant:
    return replace(
        Variant.from_order(key, order.split(), rethrown=rethrown.split()),
        title=title,
        aliases=tuple(aliases.split()),
        other_names=tuple(other_names.split(", ")) if other_names else (),
        region=region,
        source=source,
        remark=remark,
    )


def _without(outcome: str, order: str = _MIXED) -> str:
    return order.replace(outcome, "")


_PUBLISHED = (
    _published(
        "standard",
        f"21 {_DOUBLES} {_MIXED}",
        title="Mia",
        aliases="mia mäxchen maexchen meiern",
        other_names="Mäxchen, Meiern, Macháček, Kocka-Bas",
        region="Germany, Austria, Czechia, Hungary; most English pages",
        source='Wikipedia, "Mia (game)"; Board Game Arena',
    ),
    _published(
        "ascending-doubles",
        f"21 11 22 33 44 55 66 {_MIXED}",
        title="Mia, ascending doubles",
        aliases="viking",
        other_names="Viking dice",
        region="re-enactors and rule sites",
        source="gamerules.com; dice-play.com",
    ),
    _published(
        "little-mia",
        f"21 31 {_DOUBLES} {_without('31')}",
        title="Meyer",
        aliases="meyer",
        other_names="Danish Meyer",
        region="Denmark",
        source='M. Jørgensen, "Meyer" (2016)',
        remark="31 is lille Meyer",
    ),
    _published(
        "meyer-toast",
        f"21 31 {_DOUBLES} {_without('32 31')}",
        "32",
        title="Meyer with the common toast",
        region="Denmark",
        source="Danish drinking-game apps",
    ),
    _published(
        "meyer-toast-high",
        f"32 21 31 {_DOUBLES} {_without('32 31')}",
        title="Meyer, the toast on top",
        region="Denmark",
        source="a Danish app",
    ),
    _published(
        "points",
        f"21 {_DOUBLES} 65 64 {_SUMS} 41=32 31",
        title="Mia by points",
        aliases="sums",
        region="where the mixed outcomes are called by their sum",
        source='Wikipedia, "Mia (game)"',
    ),
    _published(
        "numeric",
        "21 66 65 64 63 62 61 55 54 53 52 51 44 43 42 41 33 32 31 22 11",
        title="Mia by plain number",
        aliases="modern",
        region="a modern house rule",
        source='N. Long, "rules"',
    ),
    _published(
        "halbmeier",
        f"21 42 {_DOUBLES} {_without('42')}",
        title="Halbmeier",
        region="Germany",
        source="partyspiele.de",
    ),
    _published(
        "mexico-sweden",
        f"21 11 66 55 44 33 22 {_MIXED}",
        title="Mexico (Sweden)",
        other_names="Mexico",
        region="Sweden",
        source="festlekar.nu",
        remark="11 is Canada",
    ),
    _published(
        "mexico-us",
        f"11 21 66 55 44 33 22 {_MIXED}",
        title="Mexico (US)",
        other_names="Mexico",
        region="United States, as a drinking game",
        source='everything2.com, "Mexico"',
    ),
    _published(
        "mexicali",
        f"21 {_DOUBLES} {_without('32 31')}",
        "31 32",
        title="Mexicali",
        region="United States, as a drinking game",
        source="webtender.com",
        remark="31 reverses, 32 is social",
    ),
    _published(
        "mexen",
        f"21 {_DOUBLES} {_without('31')}",
        "31",
        title="Mexen",
        aliases="scumbag",
        other_names="Scumbag",
        region="Netherlands; United Kingdom",
        source="drankspellen.fandom.com",
    ),
    _published(
        "kiriki",
        f"21 {_DOUBLES.replace(' ', '=')} 65 64 {_SUMS} 41=32 31",
        title="Kiriki",
        region="Basque Country, with poker dice",
        source='es.wikipedia.org, "Kiriki"',
    ),
    _published(
        "kinito",
        f"21=65 {_DOUBLES} 64 {_SUMS} 41=32 31",
        title="Kinito",
        region="Cantabria",
        source='everything2.com, "kinito"',
    ),
    _published(
        "kinito-void",
        f"21=65 {_DOUBLES} 64 {_SUMS}",
        "31 32 41",
        title="Kinito with void rolls",
        region="Cantabria",
        source='everything2.com, "kinito"',
    ),
)


class Catalogue(NamedTable[Variant]):
    """Variants by key, in the order given; whatever else people call one looks it up too.

    Parameters
    ----------
    *variants : Variant

    Examples
    --------
    >>> VARIANTS["meyer"] is VARIANTS["Danish Meyer"] is VARIANTS["little-mia"]
    True
    >>> len(VARIANTS), list(VARIANTS)[:3]
    (15, ['standard', 'ascending-doubles', 'little-mia'])
    >>> VARIANTS["standrd"]
    Traceback (most recent call last):
    ...
    mia_stats.utils.checks.UnknownNameError: 'standrd' is no variant (did you mean 'standard'?); ...
    """

    unknown = "is no variant"

    def __init__(self, *variants: Variant) -> None:
        super().__init__(
            {variant.key: variant for variant in variants},
            [
                (name, variant.key)
                for variant in variants
                for name in (*variant.aliases, *variant.other_names, variant.title)
            ],
        )

    def other_kind(self, name: object) -> str:
        """Return what the error says of a set of rules, a player or an outcome."""
        from mia_stats import CHARACTERS, RULES  # they lie above, and only an error asks

        said = shown(name)
        if name in RULES:
            return (
                f"{said} is a set of house rules, not a variant: give it where rules are asked for"
            )
        if name in CHARACTERS:
            return f"{said} is a player, not a variant"
        return f"{said} is an outcome, not a variant" if says_outcome(name) else ""

    @property
    def caption(self) -> str:
        """How many variants there are."""
        return f"{len(self)} published variants"

    @property
    def columns(self) -> Mapping[str, Sequence[Cell]]:
        """A row for each variant: its key, what it is called and where, and who published it."""
        variants = list(self.values())
        return {
            "key": list(self),
            "aliases": [" ".join(variant.aliases) for variant in variants],
            "title": [variant.title for variant in variants],
            "other_names": [", ".join(variant.other_names) for variant in variants],
            "region": [variant.region for variant in variants],
            "source": [variant.source for variant in variants],
            "remark": [variant.remark for variant in variants],
        }


VARIANTS: Final = Catalogue(*_PUBLISHED)
"""The published variants by key, in the order of the catalogue; aliases look them up too."""

STANDARD: Final = VARIANTS["standard"]
"""The standard order: Mia, the doubles from 66 down, the mixed outcomes from 65 down."""

ASCENDING_DOUBLES: Final = VARIANTS["ascending-doubles"]
"""The order of the rule sites, with 11 as the best double."""

LITTLE_MIA: Final = VARIANTS["little-mia"]
"""Danish Meyer, with 31 directly below 21."""

POINTS: Final = VARIANTS["points"]
"""The order in which mixed outcomes tie when their dice have the same sum."""

VariantLike: TypeAlias = Variant | str
"""A variant, or what `find_variant` looks up."""


def find_variant(variant: VariantLike) -> Variant:
    """Return the variant that is meant: itself, by key or alias, or derived from one.

    Parameters
    ----------
    variant : Variant or str
        A variant; a key of `VARIANTS`, or whatever else people call one; or one with derivations
        after plus signs, as the keys of derived variants are written: "little-mia+points",
        "standard+rethrown-31-32", "meyer+ascending-doubles".

    Returns
    -------
    Variant
        The one given, published, or derived.

    Raises
    ------
    TypeError
        If `variant` is neither a variant nor a text.
    ValueError
        If there is no such variant or derivation; the message lists what there is.

    Examples
    --------
    >>> find_variant("meyer+points").title
    'Meyer, called by points'
    """
    if isinstance(variant, Variant):
        return variant
    if not isinstance(variant, str) or len(variant) > 500:
        raise TypeError(
            f"a variant is a Variant or its key, such as 'points', not {_what(variant)}"
        )
    key, *derivations = variant.split("+")
    found = VARIANTS[key]
    for derivation in derivations:
        found = _derived(found, key_of(derivation))
    return found


def find_variants(variants: Iterable[VariantLike]) -> list[Variant]:
    """Return the variants of a list; a single one is none, though it holds outcomes.

    Raises
    ------
    TypeError
        If it is no list.
    ValueError
        If something in it is no variant.

    Examples
    --------
    >>> find_variants(["meyer", POINTS])
    [<Variant little-mia>, <Variant points>]
    """
    if isinstance(variants, Catalogue):
        return list(variants.values())
    if isinstance(variants, Variant):
        raise TypeError(f"variants must be a list, such as [{variants!r}], not {variants!r}")
    return [find_variant(variant) for variant in listed(variants, "variants")]


def _what(value: object) -> str:
    """Return what was given in place of a variant."""
    if says_outcome(value):
        return f"the outcome {shown(value)}"
    if isinstance(getattr(value, "variant", None), Variant):
        return f"{shown(value)}: give its .variant"
    if hasattr(value, "outcome_weights"):
        return f"{shown(value)}: dice go by name, as in dice=..."
    return shown(value)


def is_variant(name: object) -> bool:
    """Return whether `find_variant` finds something.

    Examples
    --------
    >>> is_variant("meyer+points"), is_variant("wikipedia")
    (True, False)
    """
    return _found(name) is not None


def is_found(variant: Variant) -> bool:
    """Return whether the key of a variant finds an equal one, so that it says which is meant.

    Examples
    --------
    >>> is_found(STANDARD.with_little_mia()), is_found(Variant("meyer", STANDARD.tiers))
    (True, False)
    """
    return _found(variant.key) == variant


def _found(name: object) -> Variant | None:
    try:
        return find_variant(name)  # type: ignore[arg-type]  # it raises where this is no name
    except (TypeError, ValueError):
        return None


def _derived(variant: Variant, derivation: str) -> Variant:
    match derivation.split("-"):
        case ["ascending" | "descending" as order, "doubles"]:
            return variant.with_doubles(order)
        case ["little", "mia"]:
            return variant.with_little_mia()
        case ["points"]:
            return variant.with_points()
        case ["rethrown", *outcomes] if outcomes:
            return variant.with_rethrown(*outcomes)
    raise ValueError(
        f"{shown(derivation)} derives no variant; known are ascending-doubles, "
        "descending-doubles, little-mia, points, and rethrown-31 or whatever else is thrown again"
    )
