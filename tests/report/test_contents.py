"""Facts about what the page says before its script runs."""

from __future__ import annotations

import re
from html import unescape

import pytest

from mia_stats import VARIANTS, Outcome, Rules, check_claims, medians, odds, solve_round
from mia_stats.report.page import report_html
from mia_stats.utils.tables import percent
from mia_stats.words.languages import LANGUAGES, translated, words_in


class TestBeforeItsScriptRuns:
    """Without JavaScript the odds, the medians and the rule can be read."""

    @pytest.mark.parametrize("key", ["standard", "points", "mexicali"])
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_odds_medians_and_the_rule_stand_in_the_html(self, key: str, language: str) -> None:
        text = unescape(report_html(key, language=language))
        words = words_in(language)
        assert f'<html lang="{language}">' in text
        for row in odds(key):
            said = percent(row.beaten)
            said = said if language == "en" else said.replace(".", ",")
            assert f"<td>{said} <small>{row.beaten}</small></td>" in text
        columns = medians(key).columns
        for name, outcomes in zip(columns["median"], columns["outcomes"], strict=True):
            labels = words["none"] if outcomes == "none" else outcomes
            assert f"<dt>{words[f'median_{name}']}: {labels}</dt>" in text
        assert words["how_last"] in text

    @pytest.mark.parametrize("key", list(VARIANTS))
    def test_the_rule_of_the_optimum_for_two_is_the_first_sentence(self, key: str) -> None:
        """Who must call over the threshold or more lies too often to be believed."""
        threshold = solve_round(Rules(key)).threshold
        assert threshold is not None
        text = report_html(key)
        first = text.partition('<ol id="sentences">')[2].partition("</li>")[0]
        assert f"over {VARIANTS[key].in_words(threshold)} or more, always doubt." in first
        if key == "standard":
            assert threshold == Outcome(5, 2)

    def test_there_are_ten_sentences_on_how_it_is_computed(self) -> None:
        """Each begins with a capital letter, and ends with the only full stop in it."""
        for language in LANGUAGES:
            text = report_html(language=language)
            inside = text.partition('<ol id="sentences">')[2].partition("</ol>")[0]
            sentences = re.findall(r"<li>(.*?)</li>", inside)
            assert len(sentences) == 10
            for sentence in sentences:
                assert re.fullmatch(r"[A-ZÄÖÜ][^.]*\.", sentence)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_claims_are_there(self, language: str) -> None:
        text = unescape(report_html(language=language))
        for claim in check_claims():
            assert f"<td>{translated(claim.text, language)}" in text

    def test_no_sentence_recommends_the_duel_to_more(self) -> None:
        for language in LANGUAGES:
            assert words_in(language)["how_three"] in report_html(language=language)
        assert "advice for two is bad advice there" in report_html()

    @pytest.mark.parametrize("language", ["fr", ""])
    def test_an_unknown_language_is_refused(self, language: str) -> None:
        with pytest.raises(ValueError, match="is none of the languages en, de, da, sv"):
            report_html(language=language)
