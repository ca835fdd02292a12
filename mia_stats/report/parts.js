// Pieces of the page: elements, drawings, and what is made of them in more than one place.
const Parts = (() => {
  const { percent } = Advice;

  // Return an element of the page.
  const byId = (id) => document.getElementById(id);

  // Return a new element with a text or with others inside.
  function make(tag, inside = "", attributes = {}) {
    const element = document.createElement(tag);
    element.append(...[inside].flat());
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }

  // Return a new drawing with shapes inside: their names and attributes.
  function draw(shapes, attributes = {}) {
    const shape = ([name, given]) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [each, value] of Object.entries(given)) element.setAttribute(each, value);
      return element;
    };
    const drawing = shape(["svg", { "aria-hidden": "true", ...attributes }]);
    drawing.append(...shapes.map(shape));
    return drawing;
  }

  // Return a drawing of a die.
  function die(face) {
    const spots = { 1: "c", 2: "ag", 3: "acg", 4: "abfg", 5: "abcfg", 6: "abdefg" }[face];
    const at = { a: [2, 2], b: [8, 2], c: [5, 5], d: [2, 5], e: [8, 5], f: [2, 8], g: [8, 8] };
    const places = [...spots].map((spot) => at[spot]);
    const shapes = places.map(([cx, cy]) => ["circle", { cx, cy, r: 1.2 }]);
    return draw(shapes, { viewBox: "-1 -1 12 12", class: "die" });
  }

  // Return the button of a tier, which shows dice where it has one outcome, and they are asked for.
  function button({ label, said, wide }, dice) {
    const broken = (text) => text.replaceAll("=", "=\u200b");
    const name = broken(said.split(" ")[0]);
    let inside = said === label ? name : [name, make("small", broken(label))];
    if (dice && !label.includes("=")) {
      inside = [make("span", label, { class: "unseen" }), ...[...label].map(die)];
    }
    return make("button", inside, { type: "button", value: label, class: wide });
  }

  // Return the numbers behind an answer: facts, a table, and what they go by.
  function numbers({ list, heads, rows, source }) {
    const facts = list.flatMap(([name, value]) => [make("dt", name), make("dd", value)]);
    const head = make("tr", heads.map((text) => make("th", text, { scope: "col" })));
    const body = rows.map(([name, ...cells]) => make("tr",
      [make("th", name, { scope: "row" }), ...cells.map((cell) => make("td", cell))]));
    const table = make("table", [make("thead", head), make("tbody", body)]);
    return [make("dl", facts), table, make("p", source, { class: "note" })];
  }

  // Return the bar of an outcome: how often the next throw beats it.
  function bar({ label, first, beaten, kind }, { total }, language) {
    const share = beaten / total;
    const rect = ["rect", { class: kind, width: `${share * 100}%`, height: "100%" }];
    const name = make("span", first ? label : `= ${label}`);
    return make("li", [name, draw([rect]), make("span", percent(share, language))]);
  }

  // Return a row of the odds.
  function oddsRow(row, { total }, language) {
    const plain = ({ name }) => make("td", String(row[name]));
    const chance = ({ name }) => make("td", [`${percent(row[name] / total, language)} `,
      make("small", Order.fraction(row[name], total))]);
    return make("tr", Order.COLUMNS.map((column) => (column.isChance ? chance : plain)(column)));
  }

  // Return a row of the checked claims.
  function claimRow({ text, about, verdict }, words) {
    const cells = [make("td", [`${text} `, make("small", about)]),
      make("td", words[`verdict_${verdict}`])];
    return make("tr", cells, { class: verdict });
  }

  return { byId, make, button, numbers, bar, oddsRow, claimRow };
})();
