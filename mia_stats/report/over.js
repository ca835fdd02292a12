// What the last call was made over: the choices that a reader has, and which one holds.
const Over = (() => {
  const { fill } = Advice;

  // Return the choices in a hand; states that are answered alike are one.
  function choices(play, hand, game, words) {
    if (!play.known) return [];
    const two = hand.n === "2" && hand.c === "well", call = Order.tierOf(game, hand.l);
    const equal = Number(hand.e === "1" && call < game.top);
    const groups = call < 0 ? usual(play, game, two) : Advice.groups(play, call, equal, !two);
    return groups.map((group) => ({ ...group, text: inWords(group, groups, game, words),
      value: group.from ? game.tiers[group.from - 1].label : "-" }));
  }

  // Return the choices before a call is known: between two who play well they depend on no call.
  function usual(play, { top }, two) {
    const from = two ? Advice.doubtedFrom(play, top) : -1;
    return from > 0 ? [{ from: 0, to: from - 1 }, { from, to: top }] : [{ from: 0, to: top }];
  }

  function inWords({ from, to }, groups, { said }, words) {
    const [low, high] = [said[from - 1], said[to - 1]];
    if (to === 0) return words.opening;
    if (from === 0) return fill(words.over_less, { call: high });
    if (from === to) return fill(words.over_one, { call: low });
    if (to === groups.at(-1).to) return fill(words.over_more, { call: low });
    return fill(words.over_between, { low, high });
  }

  // Return the choice that was tapped, or holds what was tapped; nothing where none was.
  function tapped(found, hand, game) {
    const state = hand.o === "-" ? 0 : Order.tierOf(game, hand.o) + 1;
    return hand.o ? found.find(({ from, to }) => from <= state && state <= to) : undefined;
  }

  // Return the choice that was tapped, or what is taken for granted: where the call is ever made.
  function taken(play, found, hand, game) {
    const call = Order.tierOf(game, hand.l), isMade = (states) => Advice.truths(play, states, call);
    return tapped(found, hand, game) ?? found.find(isMade) ?? found[0];
  }

  return { choices, tapped, taken };
})();
