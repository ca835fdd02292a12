// The hand that was tapped and the table it was tapped at, as the address of the page holds them.
const Hand = (() => {
  const EMPTY = { v: "", l: "", o: "", r: "", n: "2", i: "", c: "well", m: "2-1-1", e: "", d: "" };
  // variant, last call, over what, roll, seats, lives, caller, price of Mia, equal calls, draw
  const CALLERS = ["well", "honest", "liar", "lucky", "sniper", "doubter-54", "calculator", "blind",
    "random", "modest", "gambler"];
  const USUAL_LIVES = 3, DRAWS = 10000;

  // Return the hand that an address holds, and whether something there is unknown and left out.
  function read(hash, data) {
    const found = new URLSearchParams(hash.slice(1)), hand = { ...EMPTY, v: data.chosen };
    for (const [name, value] of found) if (Object.hasOwn(EMPTY, name)) hand[name] = value;
    const label = (text) => /^(|-|\d\d(=\d\d){0,20})$/.test(text);
    const fits = {
      v: Object.hasOwn(data.variants, hand.v), n: Object.hasOwn(data.seats, hand.n),
      c: CALLERS.includes(hand.c), m: data.prices.includes(hand.m), e: /^1?$/.test(hand.e),
      d: /^(\d{1,4})?$/.test(hand.d), l: label(hand.l), o: label(hand.o), r: label(hand.r),
    };
    const strange = Object.keys(fits).filter((name) => !fits[name]);
    if (!fits.v) strange.push("l", "o", "r"); // they were said in another game
    for (const name of strange) hand[name] = name === "v" ? data.chosen : EMPTY[name];
    if (hand.i && !chosenLives(hand, data)) {
      strange.push("i");
      hand.i = EMPTY.i;
    }
    return { hand, strange: strange.length > 0 };
  }

  // Return the address that holds a hand.
  function write(hand, data) {
    const said = Object.keys(EMPTY).filter((name) => name !== "v" && hand[name] !== EMPTY[name]);
    if (hand.v !== data.chosen || said.length) said.unshift("v");
    return `#${new URLSearchParams(said.map((name) => [name, hand[name]]))}`;
  }

  // Return a draw for what is right only some of the time.
  function draw() {
    return String(crypto.getRandomValues(new Uint32Array(1))[0] % DRAWS);
  }

  // Return a draw as a number from 0 to 1.
  function drawn(hand) {
    return (Number(hand.d || 0) + 0.5) / DRAWS;
  }

  // Return the lives that were chosen, mine first; null where none are, or not so many may be.
  function chosenLives({ i, n }, data) {
    const each = i.split("."), most = data.seats[n];
    const fits = each.every((lives) => /^\d{1,2}$/.test(lives) && lives >= 1 && lives <= most);
    return fits && each.length === Number(n) ? each.map(Number) : null;
  }

  // Return the lives of all, mine first; null for a round of two on its own.
  function livesOf(hand, data) {
    const usual = hand.n === "2" ? null : Array(Number(hand.n)).fill(USUAL_LIVES);
    return chosenLives(hand, data) ?? usual;
  }

  // Return a hand at a table of another size; who is still there keeps the lives that were chosen.
  function reseated(hand, n, data) {
    const chosen = chosenLives(hand, data), others = Number(n) - 2;
    if (!chosen) return { n, i: "" };
    const between = [...chosen.slice(1, -1), USUAL_LIVES, USUAL_LIVES].slice(0, others);
    const all = [chosen[0], ...between, chosen.at(-1)];
    return { n, i: all.map((lives) => Math.min(lives, data.seats[n])).join(".") };
  }

  // Return whether a character can play a game; who doubts from 54 on needs one.
  function mayCall(name, game) {
    return name !== "doubter-54" || Order.tierOf(game, "54") >= 0;
  }

  // Return the house rules of a table, as the solver reads them.
  function rulesOf(hand, game) {
    const [looked, lied, folded] = hand.m.split("-").map(Number);
    return { ways: game.ways, looked, lied, folded: folded || null, equal: hand.e === "1",
      doubter: Order.tierOf(game, "54") };
  }

  // Return how good play goes on at a table, and the best reply to who made the last call.
  function play(hand, game, data) {
    return Mia.play(rulesOf(hand, game), Number(hand.n), livesOf(hand, data), hand.c);
  }

  // Return optimal play for two by the same rules.
  function playOfTwo(hand, game, data) {
    const lives = hand.n === "2" ? livesOf(hand, data) : null;
    return Mia.play(rulesOf(hand, game), 2, lives, "well");
  }

  // Return a hand without what does not exist in its game, and the calls that are cleared.
  function settled(hand, game) {
    const gone = ["l", "r", "o"].filter(
      (name) => hand[name] && hand[name] !== "-" && Order.tierOf(game, hand[name]) < 0);
    const calls = new Set(gone.map((name) => hand[name]));
    const kept = { ...hand, ...Object.fromEntries(gone.map((name) => [name, ""])) };
    if (!mayCall(hand.c, game)) kept.c = EMPTY.c;
    return { hand: kept, cleared: [...calls] };
  }

  return {
    CALLERS, read, write, draw, drawn, livesOf, reseated, mayCall, play, playOfTwo, settled,
  };
})();
