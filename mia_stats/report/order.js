// The order of the outcomes in a game, their chances and medians, all of it in ways to throw them.
const Order = (() => {
  const chance = (name) => ({ name, isChance: true });
  const MANY = 3; // outcomes
  const COLUMNS = [{ name: "rank" }, { name: "label" }, chance("beaten"), chance("p"),
    chance("met"), chance("beats"), { name: "ways" }];

  // Return a game with its tiers from the worst, as the solver counts them.
  function of(key, { tiers: best, ...about }) {
    const tiers = [...best].reverse(), ways = tiers.map((tier) => tier.ways);
    const total = ways.reduce((sum, each) => sum + each, 0);
    let beats = 0;
    const odds = ways.map((p) => {
      const row = { p, beats, met: total - beats, beaten: total - beats - p };
      beats += p;
      return row;
    });
    return { ...about, key, tiers, ways, total, odds, top: tiers.length - 1,
      said: tiers.map(inShort) };
  }

  // Return how a tier is called: "66=…=11" where many outcomes tie that have no name together.
  function inShort({ label, said }) {
    const labels = label.split("=");
    return said === label && labels.length > MANY ? `${labels[0]}=…=${labels.at(-1)}` : said;
  }

  // Return the tier of a label; -1 where its outcomes are not of one tier in this game.
  function tierOf(game, label) {
    const asked = label.split("=");
    return game.tiers.findIndex((tier) => {
      const labels = tier.label.split("=");
      return asked.every((outcome) => labels.includes(outcome));
    });
  }

  // Return what kind an outcome is of, which has its own colour.
  function kindOf(label) {
    if (label === "21") return "Mia";
    return label[0] === label[1] ? "double" : "mixed";
  }

  // Return a row for each outcome, best first.
  function rows(game) {
    const found = game.tiers.map((tier, place) => tier.label.split("=").map((label, at) => ({
      ...game.odds[place], label, said: inShort(tier), kind: kindOf(label), first: at === 0,
      rank: game.top - place + 1, ways: kindOf(label) === "double" ? 1 : 2,
    })));
    return found.reverse().flat().map((row) => ({ ...row, p: row.ways }));
  }

  // Return the outcomes that are the median in each sense of the word.
  function medians(game) {
    const all = rows(game), half = game.total / 2;
    const middle = [all[(all.length - 1) >> 1].rank, all[all.length >> 1].rank];
    const isMedian = ({ beaten, beats }) => beaten <= half && beats <= half;
    const both = all.filter(isMedian).map(({ rank }) => rank);
    const senses = {
      lower: ({ rank }) => rank === Math.max(...both),
      upper: ({ rank }) => rank === Math.min(...both),
      even: ({ beaten }) => beaten === half,
      even_or_tie: ({ met }) => met === half,
      middle: ({ rank }) => middle.includes(rank),
    };
    const labels = (holds) => all.filter(holds).map(({ label }) => label).join(" ");
    return Object.entries(senses).map(([name, holds]) => [name, labels(holds)]);
  }

  // Return ways as a fraction of all, in lowest terms.
  function fraction(ways, total) {
    const common = (a, b) => (b ? common(b, a % b) : a);
    const by = common(ways, total);
    return total === by ? String(ways / by) : `${ways / by}/${total / by}`;
  }

  return { COLUMNS, of, tierOf, rows, medians, fraction };
})();
