"""What the page says and knows: words filled in, rows of odds, and data for its script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from mia_stats.chances.claims import CheckedClaim, check_claims
from mia_stats.chances.medians import medians
from mia_stats.chances.odds import OddsRow, odds
from mia_stats.game.rules import Rules
from mia_stats.ranking.catalogue import VARIANTS
from mia_stats.ranking.outcomes import Outcome
from mia_stats.ranking.variants import Tier, Variant
from mia_stats.solve.round import solve_round
from mia_stats.utils.tables import percent
from mia_stats.words.languages import LANGUAGES, translated, words_in

__all__ = ["COLUMNS", "PRICES", "SEATS", "contents", "data_of"]

COLUMNS: Final = ("rank", "outcome", "beaten", "p", "met", "beats", "ways")
PRICES: Final = ("2-1-1", "1-1-1", "2-1-0", "1-1-0", "2-2-1", "2-2-2")
"""What Mia costs who is wrong to look at it, who lied, and who folds; 0 where nobody may fold."""
SEATS: Final = {2: 6, 3: 6, 4: 4}
"""How many may sit at the table, and with how many lives a phone solves that in a second."""
_VERDICTS: Final = {"true": "true", "false": "false", "only with the convention": "only"}
_WIDE: Final = {"widest": 9, "wide": 3}  # buttons of more tied outcomes


def contents(variant: Variant, chosen: str, shown: Mapping[str, Variant], language: str) -> Any:
    """Return what stands in the page before its script runs, by the names in the template."""
    w = words_in(language)
    middle = medians(variant)
    claims = check_claims()
    top = variant.in_words(variant.tiers[0][0])
    holds = sum(claim.holds for claim in claims)
    return {
        "w": w,
        "language": language,
        "languages": {key: words_in(key)["language_name"] for key in LANGUAGES},
        "names": {key: name_of(key, own, w) for key, own in shown.items()},
        "chosen": chosen,
        "seats": SEATS,
        "prices": PRICES,
        "mia_label": w["mia"].format(top=top),
        "columns": COLUMNS,
        "shown": _variant_data(variant),
        "rows": [_row(row, variant, language) for row in middle.odds],
        "how": how_in_words(Rules(variant), w),
        "about": about_in_words(variant, w, language),
        "rethrown": rethrown_in_words(variant, w),
        "medians": [
            (w[f"median_{name}"], w.get(str(said), said), w[f"meaning_{name}"])  # "none" is a word
            for name, said in zip(middle.columns["median"], middle.columns["outcomes"], strict=True)
        ],
        "claims": [_claim(claim, language) for claim in claims],
        "claims_hold": w["claims_hold"].format(holds=holds, all=len(claims)),
    }


def data_of(shown: Mapping[str, Variant], chosen: str) -> Mapping[str, Any]:
    """Return what the script of the page knows: all words, and the order of each variant."""
    claims = check_claims()
    return {
        "words": {language: _words_of_script(language) for language in LANGUAGES},
        "variants": {
            key: _variant_data(variant) | _own_name(key, variant) for key, variant in shown.items()
        },
        "chosen": chosen,
        "seats": SEATS,
        "prices": PRICES,
        "claims": {
            language: [_claim(claim, language) for claim in claims] for language in LANGUAGES
        },
    }


def _words_of_script(language: str) -> dict[str, str]:
    """Return all words but those of others, which are filled in already."""
    return {key: text for key, text in words_in(language).items() if not key.startswith("said_")}


def name_of(key: str, variant: Variant, w: Mapping[str, str]) -> str:
    """Return what players of a language call a variant; its title where it is not published."""
    return w[f"variant_{key}"] if VARIANTS.get(key) is variant else variant.title


def about_in_words(variant: Variant, w: Mapping[str, str], language: str) -> str:
    """Return other names of a variant, and who published it."""
    others = [name for name in variant.other_names if name != w.get(f"variant_{variant.key}")]
    names = w["also"].format(names=", ".join(others)) if others else ""
    source = w["source"].format(source=translated(variant.source, language))
    return f"{names} {source if variant.source else ''}".strip()


def rethrown_in_words(variant: Variant, w: Mapping[str, str]) -> str:
    """Return what is thrown again, if anything is."""
    calls = ", ".join(outcome.label for outcome in variant.rethrown)
    return w["rethrown"].format(calls=calls) if calls else ""


def how_in_words(rules: Rules, w: Mapping[str, str]) -> Sequence[str]:
    """Return how advice is computed, in sentences; the rule of the optimum for two is first."""
    table = [(place, row) for place, row in enumerate(odds(rules.variant)) if row.beaten]
    _, half = min(table, key=lambda at: (abs(at[1].beaten - Fraction(1, 2)), at[0]))
    chance = f"{float(half.beaten) * 100:.0f} %"
    must = w["how_must"].format(call=rules.variant.in_words(half.outcome), chance=chance)
    keys = ("how_lies", "how_doubts", "how_draw", "how_three", "how_known", "how_exact")
    return [*rule_in_words(rules, w), w["how_last"], must, *(w[key] for key in keys)]


def rule_in_words(rules: Rules, w: Mapping[str, str]) -> Sequence[str]:
    """Return the rule of the optimum for two: over which calls one should always doubt."""
    doubts = [state.doubts for state in solve_round(rules).states]
    calls = range(rules.top)
    below = [call for call in calls if not doubts[0][call]]
    always = [s for s in range(rules.top) if all(doubts[s][c] == 1 for c in calls[s:])]
    if not always:
        first = w["rule_none"]
    elif always[0] == 0:
        first = w["rule_all"]
    else:
        looks = all(states[-1] == 1 for states in doubts[always[0] :])
        call, top = rules.tier_words(always[0] - 1), rules.tier_words(rules.top)
        first = w["rule" if looks else "rule_below_top"].format(call=call, top=top)
    return [first, *(w["rule_below"].format(call=rules.tier_words(c)) for c in below[-1:])]


def _variant_data(variant: Variant) -> dict[str, Any]:
    """Return the order of a variant, best first."""
    return {
        "tiers": [_tier_data(variant, tier) for tier in variant.tiers],
        "rethrown": [outcome.label for outcome in variant.rethrown],
        "about": {
            language: about_in_words(variant, words_in(language), language)
            for language in LANGUAGES
        },
    }


def _own_name(key: str, variant: Variant) -> dict[str, str]:
    return {} if VARIANTS.get(key) is variant else {"title": variant.title}


def _tier_data(variant: Variant, tier: Tier) -> dict[str, Any]:
    return {
        "label": "=".join(outcome.label for outcome in tier),
        "said": variant.in_words(tier[0]),
        "ways": sum(outcome.ways for outcome in tier),
        "wide": next((name for name, most in _WIDE.items() if len(tier) > most), ""),
    }


def _row(row: OddsRow, variant: Variant, language: str) -> dict[str, Any]:
    """Return the cells of a row of the odds, each chance in percent and as a fraction."""
    chances = {"beaten": row.beaten, "p": row.p, "met": row.met_or_beaten, "beats": row.beats}
    outcome: Outcome = row.outcome
    first = variant.tiers[row.rank - 1][0] == outcome
    return {
        "rank": str(row.rank),
        "outcome": outcome.label,
        "ways": str(row.ways),
        "label": outcome.label if first else f"= {outcome}",
        "kind": outcome.kind,
        "width": f"{float(row.beaten) * 100:.4g}%",
        **{
            key: (_local(percent(chance), language), str(chance)) for key, chance in chances.items()
        },
    }


def _local(number: str, language: str) -> str:
    """Return a number with the decimal sign of a language."""
    return number if language == "en" else number.replace(".", ",")


def _claim(claim: CheckedClaim, language: str) -> dict[str, str]:
    """Return a claim and how it is meant; the numbers, and who says so; and the verdict."""
    w = words_in(language)
    text, convention, source, stated, computed = (
        translated(w.get(said, said), language)  # "none" is a word
        for said in (
            claim.text, claim.convention, claim.source, str(claim.stated), str(claim.computed),
        )
    )  # fmt: skip
    return {
        "text": f"{text} ({convention})" if convention else text,
        "about": w["claimed"].format(stated=stated, computed=computed, source=source),
        "verdict": _VERDICTS[claim.verdict],
    }
