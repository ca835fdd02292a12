// The page: what is shown of a hand, and what happens when something is tapped.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const { fill, percent } = Advice;
  let hand, game, words, language, note = "", sorted = { column: 0, descending: false };

  // Return a new element with a text or with others inside.
  function make(tag, inside = "", attributes = {}) {
    const element = document.createElement(tag);
    element.append(...[inside].flat());
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }

  // Return a new drawing with shapes inside: their names and attributes.
  function draw(shapes, attributes) {
    const space = "http://www.w3.org/2000/svg";
    const [svg, ...parts] = [["svg", { "aria-hidden": "true", ...attributes }], ...shapes].map(([tag, given]) => {
      const element = document.createElementNS(space, tag);
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
      return element;
    });
    svg.append(...parts);
    return svg;
  }

  // The language

  // Return what this phone remembers; nothing where that is forbidden.
  function remembered(name) {
    try { return localStorage.getItem(`mia-${name}`) ?? ""; } catch { return ""; }
  }

  function remember(name, value) {
    try { localStorage.setItem(`mia-${name}`, value); } catch { /* then it is chosen anew */ }
  }

  function ownLanguage() {
    const asked = [remembered("language"), ...navigator.languages];
    const known = asked.map((tag) => tag.toLowerCase().split("-")[0]);
    return known.find((tag) => Object.hasOwn(data.words, tag)) ?? document.documentElement.lang;
  }

  function speak(chosen) {
    language = chosen;
    words = data.words[language];
    document.documentElement.lang = byId("language").value = language;
    document.title = byId("title").textContent = words.title;
    document.querySelector("meta[name=description]").content = words.description;
    for (const element of document.querySelectorAll("[data-word]")) {
      element.textContent = words[element.dataset.word];
    }
    byId("chart").setAttribute("aria-label", words.chart);
    const claims = data.claims[language], failed = claims.filter(({ verdict }) => verdict === "false");
    byId("claims-hold").textContent = fill(words.claims_hold,
      { holds: claims.length - failed.length, all: claims.length });
    byId("claims").tBodies[0].replaceChildren(...claims.map(({ text, about, verdict }) => make("tr", [
      make("td", [`${text} `, make("small", about)]), make("td", words[`verdict_${verdict}`])],
      { class: verdict })));
    for (const option of byId("variant").options) option.textContent = nameOf(option.value);
    const callers = Hand.CALLERS.map((name) => make("option", doing(name), { value: name }));
    byId("caller").replaceChildren(...callers);
  }

  function nameOf(key) {
    return data.variants[key].title ?? words[`variant_${key}`];
  }

  // Return what somebody is like, in words.
  function doing(name) {
    return words[name] ?? fill(words.doubter, { call: "54" });
  }

  // The hand

  // Go on with a hand; what its game does not have is cleared, and said.
  function take(next) {
    game = Order.of(next.v, data.variants[next.v]);
    const { hand: kept, cleared } = Hand.settled(next, game);
    hand = kept;
    note = cleared.length ? fill(words.cleared, { calls: cleared.join(", ") }) : "";
  }

  function remain() {
    const hash = Hand.write(hand, data);
    if (hash !== (location.hash || "#")) history.pushState(null, "", hash);
    show();
  }

  // Note what was tapped; what is right only some of the time is drawn anew.
  function tap(changes) {
    const next = { ...hand, ...changes };
    take({ ...next, d: next.l || next.r ? Hand.draw() : "" });
    remain();
  }

  // Note other rules or another table. The hand stays, but for what would mean something else.
  function change(changes) {
    const before = hand.o && overs().find(({ value }) => value === hand.o)?.text;
    take({ ...hand, ...changes });
    if (before && !overs().some(({ value, text }) => value === hand.o && text === before)) {
      hand.o = "";
      note = `${note} ${words.cleared_over}`.trim();
    }
    remain();
  }

  function open() {
    take(Hand.read(location.hash, data));
    show();
  }

  // What the last call was made over

  // Return the choices: those that are answered alike are one.
  function overs() {
    const play = Hand.play(hand, game, data), call = Order.tierOf(game, hand.l);
    if (!play.known) return [];
    const groups = call < 0 ? usualGroups(play) : Advice.groups(play, call, hand.e === "1" && call < game.top);
    return groups.map((group) => ({ ...group, text: overWords(group, groups),
      value: group.from ? game.tiers[group.from - 1].label : "-" }));
  }

  // Return the choices before a call is known: between two who play well they depend on no call.
  function usualGroups(play) {
    const two = hand.n === "2" && hand.c === "well";
    const from = two ? Advice.doubtedFrom(play, game.top) : -1;
    const all = { from: 0, to: game.top };
    return from > 0 ? [{ from: 0, to: from - 1 }, { from, to: game.top }] : [all];
  }

  function overWords({ from, to }, groups) {
    const [low, high] = [game.said[from - 1], game.said[to - 1]];
    if (to === 0) return words.opening;
    if (from === 0) return fill(words.over_less, { call: high });
    if (from === to) return fill(words.over_one, { call: low });
    if (to === groups.at(-1).to) return fill(words.over_more, { call: low });
    return fill(words.over_between, { low, high });
  }

  // Return the choice that was tapped, or holds what was tapped; nothing where none was.
  function tapped(choices) {
    const state = hand.o === "-" ? 0 : Order.tierOf(game, hand.o) + 1;
    return hand.o ? choices.find(({ from, to }) => from <= state && state <= to) : undefined;
  }

  // Return the choice that was tapped, or what is taken for granted.
  function taken(play, choices) {
    return tapped(choices) ?? Advice.usual(play, choices, Order.tierOf(game, hand.l));
  }

  // What is shown

  function show() {
    const play = Hand.play(hand, game, data), choices = overs();
    showOutcomes("last", hand.l);
    showOutcomes("roll", hand.r);
    showOvers(play, choices);
    showTable();
    showAnswer(play, choices);
    showGame();
  }

  function showOutcomes(id, label) {
    const box = byId(id).querySelector(".outcomes"), faces = byId("faces").checked;
    const look = `${hand.v} ${faces}`, pressed = game.tiers[Order.tierOf(game, label)];
    if (look !== (box.dataset.look ?? `${data.chosen} false`)) {
      box.replaceChildren(...game.tiers.map((tier) => make("button", inside(tier, faces),
        { type: "button", value: tier.label, class: tier.wide })).reverse());
    }
    box.dataset.look = look;
    for (const button of box.children) {
      button.setAttribute("aria-pressed", String(button.value === pressed?.label));
    }
  }

  // Return what stands on the button of a tier.
  function inside({ label, said }, faces) {
    const broken = (text) => text.replaceAll("=", "=\u200b");
    if (faces && !label.includes("=")) {
      return [make("span", label, { class: "unseen" }), ...[...label].map(die)];
    }
    const name = broken(said.split(" ")[0]);
    return said === label ? name : [name, make("small", broken(label))];
  }

  function die(face) {
    const places = { 1: "c", 2: "ag", 3: "acg", 4: "abfg", 5: "abcfg", 6: "abdefg" }[face];
    const at = { a: [2, 2], b: [8, 2], c: [5, 5], d: [2, 5], e: [8, 5], f: [2, 8], g: [8, 8] };
    const spots = [...places].map((place) => ["circle", { cx: at[place][0], cy: at[place][1], r: 1.2 }]);
    return draw(spots, { viewBox: "-1 -1 12 12", class: "die" });
  }

  function showOvers(play, choices) {
    const box = byId("overs"), matters = choices.length > 1 && !hand.r, chosen = tapped(choices);
    const assumed = matters && hand.l && !chosen ? taken(play, choices) : null;
    byId("over").disabled = !matters;
    byId("assumed").replaceChildren(...(assumed
      ? [words.assumed, make("span", `: ${assumed.text}`, { class: "unseen" })] : []));
    if (choices.length < 2) box.replaceChildren(make("p", hand.l && !hand.r ? words.over_any : "–"));
    else if (choices.length === 2) {
      box.replaceChildren(...choices.map((choice) => make("button", choice.text, { type: "button",
        value: choice.value, "aria-pressed": String(choice === chosen), class: choice === assumed ? "assumed" : "" })));
    } else {
      const options = choices.map(({ text, value }) => make("option", text, { value }));
      box.replaceChildren(make("select", options, { "aria-label": words.over_what }));
      box.firstChild.value = taken(play, choices).value;
    }
  }

  function showTable() {
    for (const [id, name] of [["variant", "v"], ["seats", "n"], ["caller", "c"], ["mia", "m"]]) {
      byId(id).value = hand[name];
    }
    byId("equal").checked = hand.e === "1";
    byId("mia-label").textContent = fill(words.mia, { top: game.said[game.top] });
    const [two, three, four] = [2, 3, 4].map((seats) => data.seats[seats]);
    byId("lives-end").textContent = fill(words.lives_end, { two, three, four });
    const lives = Hand.livesOf(hand, data), seats = Number(hand.n);
    const places = ["lives_mine", ...["lives_next", "lives_third"].slice(0, seats - 2), "lives_caller"];
    byId("lives").replaceChildren(...places.map((place, seat) => {
      const options = seats === 2 ? [make("option", words.one_round, { value: "0" })] : [];
      for (let n = 1; n <= data.seats[seats]; n++) options.push(make("option", String(n), { value: n }));
      const select = make("select", options, { id: place });
      select.value = String(lives?.[seat] ?? 0);
      return make("p", [make("label", words[place], { for: place }), select]);
    }));
  }

  function showAnswer(play, choices) {
    const { verb, why, numbers } = tell(play, choices);
    byId("action").textContent = verb;
    byId("why").textContent = why;
    byId("note").textContent = note;
    byId("numbers").replaceChildren(...(numbers ? numbered(numbers, Advice.source(play, words)) : []));
  }

  // Return the verb, why, and the numbers.
  function tell(play, choices) {
    const last = Order.tierOf(game, hand.l), rolled = Order.tierOf(game, hand.r);
    if (last < 0 && rolled < 0) return { verb: words.ask, why: words.ask_why };
    if (!play.known) return unknown(last, rolled);
    const about = { ...game, words, language, equal: Number(hand.e), draw: Hand.drawn(hand),
      who: hand.c === "well" ? words.who_well : fill(words.who_character, { does: doing(hand.c) }),
      tooMany: hand.n === "2" && hand.c === "well" ? Advice.doubtedFrom(play, game.top) : -1 };
    if (rolled >= 0 && last < game.top) return Advice.called(about, play, last + 1, rolled);
    return Advice.answered(about, play, taken(play, choices), last);
  }

  function unknown(last, rolled) {
    const verb = words.unknown, top = game.said[game.top];
    if (hand.n === "2" || !hand.e) return { verb, why: fill(words.unknown_lives, { top }) };
    if (rolled >= 0) return { verb, why: words.unknown_equal };
    const fresh = { call: game.said[last], chance: percent(game.odds[last].met / game.total, language, 0) };
    return { verb, why: `${words.unknown_equal} ${fill(words.unknown_fresh, fresh)}` };
  }

  function numbered({ list, heads, rows }, source) {
    const facts = list.flatMap(([name, value]) => [make("dt", name), make("dd", value)]);
    const head = make("tr", heads.map((text) => make("th", text, { scope: "col" })));
    const body = rows.map(([name, ...cells]) => make("tr",
      [make("th", name, { scope: "row" }), ...cells.map((cell) => make("td", cell))]));
    const table = make("table", [make("thead", head), make("tbody", body)]);
    return [...(facts.length ? [make("dl", facts)] : []), table, make("p", source, { class: "note" })];
  }

  // Show the order of the game, its odds and medians, and how advice is computed.
  function showGame() {
    const rows = Order.rows(game), two = Hand.playOfTwo(hand, game, data);
    const rule = two.known ? Advice.rule(two, game, words) : [words.unknown];
    const sentences = [...rule, ...Advice.how(game, rows, words, language)];
    byId("sentences").replaceChildren(...sentences.map((text) => make("li", text)));
    byId("print-title").textContent = nameOf(hand.v);
    byId("print-rule").textContent = rule[0];
    const calls = game.rethrown.join(", ");
    byId("rethrown").textContent = calls && fill(words.rethrown, { calls });
    byId("about").textContent = game.about[language];
    for (const id of ["chart", "print-chart"]) byId(id).replaceChildren(...rows.map(bar));
    byId("medians").replaceChildren(...Order.medians(game).flatMap(([name, labels]) => [
      make("dt", `${words[`median_${name}`]}: ${labels || words.none}`), make("dd", words[`meaning_${name}`])]));
    showOdds(rows);
  }

  function bar({ label, first, beaten, kind }) {
    const share = beaten / game.total;
    const rect = ["rect", { class: kind, width: `${share * 100}%`, height: "100%" }];
    return make("li", [make("span", first ? label : `= ${label}`), draw([rect], {}),
      make("span", percent(share, language))]);
  }

  function showOdds(rows) {
    const { column, descending } = sorted;
    const names = ["rank", "label", "beaten", "p", "met", "beats", "ways"], by = names[column];
    const ordered = [...rows].sort((a, b) => (a[by] - b[by]) * (descending ? -1 : 1));
    const cell = (row, name) => (["rank", "label", "ways"].includes(name) ? String(row[name])
      : [`${percent(row[name] / game.total, language)} `, make("small", Order.fraction(row[name], game.total))]);
    byId("odds").tBodies[0].replaceChildren(...ordered.map(
      (row) => make("tr", names.map((name) => make("td", cell(row, name))))));
    [...byId("odds").tHead.rows[0].cells].forEach((head, place) => {
      const order = descending ? "descending" : "ascending";
      head.setAttribute("aria-sort", place === column ? order : "none");
    });
  }

  // What is tapped

  for (const [id, name] of [["last", "l"], ["roll", "r"], ["over", "o"]]) {
    byId(id).addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) tap({ [name]: button.getAttribute("aria-pressed") === "true" ? "" : button.value });
    });
  }
  for (const [id, name] of [["variant", "v"], ["caller", "c"], ["mia", "m"]]) {
    byId(id).addEventListener("change", ({ target }) => change({ [name]: target.value }));
  }
  byId("over").addEventListener("change", ({ target }) => tap({ o: target.value }));
  byId("seats").addEventListener("change", ({ target }) => change({ n: target.value, i: "" }));
  byId("equal").addEventListener("change", ({ target }) => change({ e: target.checked ? "1" : "" }));
  byId("lives").addEventListener("change", ({ target }) => {
    const chosen = [...byId("lives").querySelectorAll("select")].map(({ value }) => value);
    const all = chosen.map((lives) => (lives === "0" ? target.value : lives));
    change({ i: target.value === "0" ? "" : all.join(".") });
    byId(target.id).focus();
  });
  byId("faces").addEventListener("change", ({ target }) => {
    remember("faces", target.checked ? "1" : "");
    show();
  });
  byId("language").addEventListener("change", ({ target }) => {
    remember("language", target.value);
    speak(target.value);
    take(hand);
    show();
  });
  byId("again").addEventListener("click", () => tap({ l: "", o: "", r: "" }));
  byId("odds").tHead.addEventListener("click", ({ target }) => {
    const column = Number(target.closest("button").value);
    sorted = { column, descending: sorted.column === column && !sorted.descending };
    showOdds(Order.rows(game));
  });
  byId("hand").addEventListener("submit", (event) => event.preventDefault());
  for (const name of ["popstate", "hashchange", "pageshow"]) window.addEventListener(name, open);

  byId("faces").checked = remembered("faces") === "1";
  speak(ownLanguage());
  open();
  document.body.classList.add("ready");
})();
