// The page: what is shown of a hand, and what happens when something is tapped.
(() => {
  const { byId, make } = Parts;
  const { fill, percent } = Advice;
  const data = JSON.parse(byId("data").textContent);
  let hand, game, words, language, note = "";

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
    Below.showClaims(data.claims[language], words);
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
    const isSame = ({ value, text }) => value === hand.o && text === before;
    if (before && !overs().some(isSame)) {
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
    const equal = hand.e === "1" && call < game.top;
    const groups = call < 0 ? usualGroups(play) : Advice.groups(play, call, equal);
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
    const two = Hand.playOfTwo(hand, game, data);
    const rule = two.known ? Advice.rule(two, game, words) : [words.unknown];
    Below.showGame(game, nameOf(hand.v), rule, words, language);
  }

  function showOutcomes(id, label) {
    const box = byId(id).querySelector(".outcomes"), faces = byId("faces").checked;
    const look = `${hand.v} ${faces}`, pressed = game.tiers[Order.tierOf(game, label)];
    if (look !== (box.dataset.look ?? `${data.chosen} false`)) {
      box.replaceChildren(...game.tiers.map((tier) => Parts.button(tier, faces)).reverse());
    }
    box.dataset.look = look;
    for (const button of box.children) {
      button.setAttribute("aria-pressed", String(button.value === pressed?.label));
    }
  }

  function showOvers(play, choices) {
    const box = byId("overs"), matters = choices.length > 1 && !hand.r, chosen = tapped(choices);
    const assumed = matters && hand.l && !chosen ? taken(play, choices) : null;
    byId("over").disabled = !matters;
    byId("assumed").replaceChildren(...(assumed
      ? [words.assumed, make("span", `: ${assumed.text}`, { class: "unseen" })] : []));
    if (choices.length < 2) {
      box.replaceChildren(make("p", hand.l && !hand.r ? words.over_any : "–"));
    } else if (choices.length === 2) {
      box.replaceChildren(...choices.map((choice) => make("button", choice.text, {
        type: "button", value: choice.value, "aria-pressed": String(choice === chosen),
        class: choice === assumed ? "assumed" : "",
      })));
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
    const others = ["lives_next", "lives_third"].slice(0, seats - 2);
    const places = ["lives_mine", ...others, "lives_caller"];
    byId("lives").replaceChildren(...places.map((place, seat) => {
      const options = seats === 2 ? [make("option", words.one_round, { value: "0" })] : [];
      for (let n = 1; n <= data.seats[seats]; n++) {
        options.push(make("option", String(n), { value: n }));
      }
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
    byId("numbers").replaceChildren(...(numbers ? Parts.numbers(numbers) : []));
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
    const chance = percent(game.odds[last].met / game.total, language, 0);
    const fresh = fill(words.unknown_fresh, { call: game.said[last], chance });
    return { verb, why: `${words.unknown_equal} ${fresh}` };
  }

  // What is tapped

  for (const [id, name] of [["last", "l"], ["roll", "r"], ["over", "o"]]) {
    byId(id).addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      const isPressed = button?.getAttribute("aria-pressed") === "true";
      if (button) tap({ [name]: isPressed ? "" : button.value });
    });
  }
  for (const [id, name] of [["variant", "v"], ["caller", "c"], ["mia", "m"]]) {
    byId(id).addEventListener("change", ({ target }) => change({ [name]: target.value }));
  }
  byId("over").addEventListener("change", ({ target }) => tap({ o: target.value }));
  byId("seats").addEventListener("change", ({ target }) => change({ n: target.value, i: "" }));
  byId("equal").addEventListener("change", ({ target }) => {
    change({ e: target.checked ? "1" : "" });
  });
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
    Below.sortOdds(Number(target.closest("button").value), game, language);
  });
  byId("hand").addEventListener("submit", (event) => event.preventDefault());
  for (const name of ["popstate", "hashchange", "pageshow"]) window.addEventListener(name, open);

  byId("faces").checked = remembered("faces") === "1";
  speak(ownLanguage());
  open();
  document.body.classList.add("ready");
})();
