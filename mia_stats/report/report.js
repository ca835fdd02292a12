"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const make = (tag, text, attributes = {}) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const percent = (thousandths) => `${(thousandths / 10).toFixed(1)} %`;

let variant, sorted = { column: 0, descending: false };

function showOdds() {
  const rows = [...variant.rows];
  const { column, descending } = sorted;
  rows.sort((a, b) => (a.sort[column] - b.sort[column]) * (descending ? -1 : 1));
  byId("odds").tBodies[0].replaceChildren(...rows.map((row) => {
    const line = make("tr");
    line.append(...row.cells.map((cell) => make("td", cell)));
    return line;
  }));
  document.querySelectorAll("#odds th").forEach((head, place) => {
    head.setAttribute("aria-sort",
      place !== column ? "none" : descending ? "descending" : "ascending");
  });
}

function showChart() {
  byId("chart").replaceChildren(...variant.rows.map((row) => {
    const item = make("li"), track = make("div", undefined, { class: "track" });
    const bar = make("span", undefined, { class: "bar" });
    bar.style.width = `${row.beaten * 60}%`;
    bar.style.background = `var(--${row.kind})`;
    const even = row.even ? " ← even" : "";
    const value = make("span", row.text + even, { class: row.even ? "value even" : "value" });
    track.append(bar, value);
    item.append(make("span", row.tick), track);
    return item;
  }));
}

function showMedians() {
  byId("medians").replaceChildren(...variant.medians.flatMap(([name, outcomes, meaning]) =>
    [make("dt", `${name}: ${outcomes}`), make("dd", meaning)]));
}

// Optimal play is packed as text: two digits of base 36 for each chance, in thousandths.
function unpack(set, state) {
  const k = variant.tiers.length;
  let start = 0;
  for (let before = 0; before < state; before++) start += 2 * (2 * (k - before) + 2);
  const read = (place) => parseInt(set.substr(start + 2 * place, 2), 36);
  const legal = k - state;
  return {
    threshold: read(0), truth: read(1),
    doubt: (call) => read(2 + call - state),
    lie: (call) => read(2 + legal + call - state),
  };
}

function setFor(caller, responder) {
  const lives = data.lives.length;
  return variant.play[caller && responder ? 1 + (caller - 1) * lives + responder - 1 : 0];
}

function callsWith(set, state, rolled) {
  const play = unpack(set, state), calls = [];
  const truth = rolled > play.threshold ? 1000 : rolled === play.threshold ? play.truth : 0;
  if (truth === 1000) return [[rolled, 1000]];
  if (truth) calls.push([rolled, truth]);
  for (let call = state; call < variant.tiers.length; call++) {
    const chance = Math.round(play.lie(call) * (1000 - truth) / 1000);
    if (chance) calls.push([call, chance]);
  }
  return calls;
}

function advise() {
  const number = (id) => Number(byId(id).value);
  const [last, previous, roll] = [number("last"), number("previous"), number("roll")];
  const mine = number("mine"), theirs = mine ? number("theirs") : 0;
  byId("theirs").disabled = !mine;
  const names = variant.tiers, top = names.length - 1, answer = byId("advice");
  answer.replaceChildren();
  if (last >= 0) {
    const doubt = unpack(setFor(theirs, mine), previous + 1).doubt(last);
    const [doing, other] = last === top ? ["Look", "fold"] : ["Doubt", "believe"];
    answer.append(make("p", `${doing} ${percent(doubt)} of the time, else ${other}.`, { id: "doubt" }));
  }
  if (last === top) return;
  if (roll < 0) {
    const hint = last < 0 ? "Choose your roll." : "If you roll on, choose your roll.";
    answer.append(make("p", hint));
    return;
  }
  const calls = callsWith(setFor(mine, theirs), last + 1, roll);
  if (calls.length === 1 && calls[0][0] === roll) {
    answer.append(make("p", `With ${names[roll]}: tell the truth.`, { id: "calls" }));
    return;
  }
  answer.append(make("p", `With ${names[roll]}, call:`));
  const list = make("ul", undefined, { id: "calls" });
  list.append(...calls.map(([call, chance]) => make("li", `${names[call]}: ${percent(chance)}`)));
  answer.append(list);
}

function fill(id, first, tiers) {
  const before = byId(id).value;
  byId(id).replaceChildren(make("option", first, { value: -1 }),
    ...tiers.map((tier) => make("option", variant.tiers[tier], { value: tier })).reverse());
  byId(id).value = before !== "" && tiers.includes(Number(before)) ? before : -1;
}

function fillCalls() {
  const all = variant.tiers.map((_, tier) => tier), last = Number(byId("last").value);
  fill("previous", "none: it opened", all.filter((tier) => tier < last));
  advise();
}

function choose() {
  variant = data.variants[byId("variant").value];
  byId("about").textContent = variant.about;
  const all = variant.tiers.map((_, tier) => tier);
  fill("last", "none: I open", all);
  fill("roll", "not thrown yet", all);
  showOdds();
  showChart();
  showMedians();
  fillCalls();
}

document.querySelectorAll("#odds button").forEach((button) => {
  button.addEventListener("click", () => {
    const column = Number(button.dataset.column);
    sorted = { column, descending: sorted.column === column && !sorted.descending };
    showOdds();
  });
});
byId("variant").addEventListener("change", choose);
byId("last").addEventListener("change", fillCalls);
["previous", "roll", "mine", "theirs"].forEach((id) => byId(id).addEventListener("change", advise));
byId("adviser").addEventListener("submit", (event) => event.preventDefault());
choose();
