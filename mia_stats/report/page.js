// The page: what is shown of a hand, and what happens when something is tapped.
(() => {
  const { byId, make } = Parts;
  const { fill, percent } = Advice;
  const data = JSON.parse(byId("data").textContent);
  let hand, game, words, language, address, note = {};

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

  // Go on with a hand; what its game does not have is cleared.
  function take(next) {
    game = Order.of(next.v, data.variants[next.v]);
    const { hand: kept, cleared } = Hand.settled(next, game);
    hand = kept;
    note = { cleared };
  }

  // Show the hand, and keep it in the address; in place of the last one where nothing was tapped.
  function remain(isNew = true) {
    address = Hand.write(hand, data);
    if (address !== (location.hash || "#")) {
      history[isNew ? "pushState" : "replaceState"](null, "", address);
    }
    show();
  }

  // Note what was tapped; what is right only some of the time is drawn anew.
  function tap(changes) {
    const next = { ...hand, ...changes };
    take({ ...next, d: next.l || next.r ? Hand.draw() : "" });
    if (hand.l && !over()) hand.o = "";
    remain();
  }

  // Note other rules or another table. The hand stays, but for what would mean something else.
  function change(changes) {
    const before = over()?.text;
    take({ ...hand, ...changes });
    if (hand.o && over()?.text !== before) {
      hand.o = "";
      note.reopened = !hand.r;
    }
    remain();
  }

  // Go on with the hand in the address, if it is another one.
  function open() {
    if ((location.hash || "#") === address) return;
    const { hand: read, strange } = Hand.read(location.hash, data);
    take(read);
    note.strange = strange;
    if ((hand.l || hand.r) && !hand.d) hand.d = Hand.draw();
    remain(false);
  }

  // Return the choice of what the last call was made over that was tapped, if any was.
  function over() {
    const play = Hand.play(hand, game, data);
    return Over.tapped(Over.choices(play, hand, game, words), hand, game);
  }

  // What is shown

  function show() {
    const play = Hand.play(hand, game, data);
    const choices = Over.choices(play, hand, game, words);
    showOutcomes("last", hand.l);
    showOutcomes("roll", hand.r);
    showOvers(play, choices);
    showTable();
    showAnswer(play, choices);
    const two = Hand.playOfTwo(hand, game, data);
    const rule = two.known ? Advice.rule(two, game, words) : [words.unknown];
    Below.showGame(game, nameOf(hand.v), rule, words, language, hand.e === "1");
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
    const box = byId("overs"), isAnswered = !hand.r || Order.tierOf(game, hand.l) === game.top;
    const matters = choices.length > 1 && isAnswered, chosen = Over.tapped(choices, hand, game);
    const taken = choices.length ? Over.taken(play, choices, hand, game) : null;
    const assumed = matters && hand.l && !chosen ? taken : null;
    const focused = box.contains(document.activeElement);
    byId("over").disabled = !matters;
    byId("assumed").replaceChildren(...(assumed
      ? [words.assumed, make("span", `: ${assumed.text}`, { class: "unseen" })] : []));
    if (choices.length < 2) {
      const isSame = play.known && hand.l && isAnswered;
      box.replaceChildren(make("p", isSame ? words.over_any : "–"));
    } else if (choices.length === 2) {
      box.replaceChildren(...choices.map((choice) => make("button", choice.text, {
        type: "button", value: choice.value, "aria-pressed": String(choice === chosen),
        class: choice === assumed ? "assumed" : "",
      })));
    } else {
      const options = choices.map(({ text, value }) => make("option", text, { value }));
      box.replaceChildren(make("select", options, { "aria-label": words.over_what }));
      box.firstChild.value = taken.value;
    }
    if (focused) [...box.children].find(({ value }) => value === taken?.value)?.focus();
  }

  function showTable() {
    for (const [id, name] of [["variant", "v"], ["seats", "n"], ["caller", "c"], ["mia", "m"]]) {
      byId(id).value = hand[name];
    }
    byId("equal").checked = hand.e === "1";
    for (const option of byId("caller").options) {
      option.hidden = option.disabled = !Hand.mayCall(option.value, game);
    }
    byId("mia-label").textContent = fill(words.mia, { top: game.said[game.top] });
    const [two, three, four] = [2, 3, 4].map((seats) => data.seats[seats]);
    byId("lives-end").textContent = fill(words.lives_end,
      { two, three, four, top: game.said[game.top] });
    const lives = Hand.livesOf(hand, data), seats = Number(hand.n);
    byId("seats-label").textContent = lives
      ? fill(words.seats_lives, { lives: lives.join(" ") }) : words.seats;
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
    byId("note").textContent = noted();
    byId("numbers").replaceChildren(...(numbers ? Parts.numbers(numbers) : []));
  }

  // Return what is to be said of what was left out or cleared.
  function noted() {
    const { cleared = [], reopened, strange } = note;
    const calls = cleared.length && fill(words.cleared, { calls: cleared.join(", ") });
    const said = [strange && words.strange, calls, reopened && words.cleared_over];
    return said.filter(Boolean).join(" ");
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
    return Advice.answered(about, play, Over.taken(play, choices, hand, game), last);
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
  byId("seats").addEventListener("change", ({ target }) => {
    change(Hand.reseated(hand, target.value, data));
  });
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
