// What is folded below the hand: how advice is computed, odds, medians and checked claims.
const Below = (() => {
  const { byId, make, bar, oddsRow, claimRow } = Parts;
  const { fill } = Advice;
  let sorted = { place: 0, descending: false };

  // Show how advice is computed, and the odds and medians of a game.
  function showGame(game, name, rule, words, language, equal) {
    const rows = Order.rows(game), calls = game.rethrown.join(", ");
    const sentences = [...rule, ...Advice.how(game, rows, words, language, equal)];
    byId("sentences").replaceChildren(...sentences.map((text) => make("li", text)));
    byId("print-title").textContent = name;
    byId("print-rule").textContent = rule[0];
    byId("rethrown").textContent = calls && fill(words.rethrown, { calls });
    byId("about").textContent = game.about[language];
    for (const id of ["chart", "print-chart"]) {
      byId(id).replaceChildren(...rows.map((row) => bar(row, game, language)));
    }
    byId("medians").replaceChildren(...Order.medians(game).flatMap(([sense, labels]) => [
      make("dt", `${words[`median_${sense}`]}: ${labels || words.none}`),
      make("dd", words[`meaning_${sense}`])]));
    showOdds(game, language);
  }

  // Show the table of odds, as it was sorted last.
  function showOdds(game, language) {
    const { place, descending } = sorted, { name } = Order.COLUMNS[place];
    const order = (a, b) => (a[name] - b[name]) * (descending ? -1 : 1);
    const rows = Order.rows(game).sort(order).map((row) => oddsRow(row, game, language));
    byId("odds").tBodies[0].replaceChildren(...rows);
    [...byId("odds").tHead.rows[0].cells].forEach((head, at) => {
      const direction = descending ? "descending" : "ascending";
      head.setAttribute("aria-sort", at === place ? direction : "none");
    });
  }

  // Sort the table of odds by a column; the other way round where it is sorted by it already.
  function sortOdds(place, game, language) {
    sorted = { place, descending: sorted.place === place && !sorted.descending };
    showOdds(game, language);
  }

  // Show the checked claims in a language.
  function showClaims(claims, words) {
    const holds = claims.filter(({ verdict }) => verdict !== "false").length;
    byId("claims-hold").textContent = fill(words.claims_hold, { holds, all: claims.length });
    byId("claims").tBodies[0].replaceChildren(...claims.map((claim) => claimRow(claim, words)));
  }

  return { showGame, sortOdds, showClaims };
})();
