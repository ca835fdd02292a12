// What is said of a hand, in words: verbs, sentences and numbers. Nothing here touches the page.
const Advice = (() => {
  const NEVER = 1e-9, HALF = 0.025, FAR = 0.1;

  // Return texts with what stands in braces filled in; {Do} is {do} with a capital letter.
  function fill(text, parts) {
    return text.replace(/\{(\w+)\}/g, (_, name) => {
      const part = parts[name] ?? parts[name[0].toLowerCase() + name.slice(1)];
      return name in parts ? part : capital(part);
    });
  }

  function capital(text) {
    return text[0].toUpperCase() + text.slice(1);
  }

  // Return a chance in percent, as `mia_stats` prints it: with one decimal, or in sentences none.
  function percent(chance, language, digits = 1) {
    const least = 0.1 ** digits;
    const show = (number) => new Intl.NumberFormat(language, {
      minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "halfEven",
    }).format(number);
    if (chance > NEVER && chance * 100 < least / 2) return `< ${show(least)} %`;
    if (chance < 1 - NEVER && 100 - chance * 100 < least / 2) return `> ${show(100 - least)} %`;
    return `${show(chance * 100)} %`;
  }

  // Return how often something is done, in words: "2 times in 10".
  function often(chance, words) {
    if (Math.abs(chance - 0.5) < HALF) return words.half;
    const tenths = Math.round(chance * 10);
    if (tenths === 0) return fill(words.once, { of: Math.round(1 / chance) });
    if (tenths === 10) {
      const of = Math.round(1 / (1 - chance));
      return fill(words.times, { n: of - 1, of });
    }
    return fill(tenths === 1 ? words.once : words.times, { n: tenths, of: 10 });
  }

  // Return the states in which a call may have been made, in groups that are answered alike; where
  // that is asked for, only those in which it is about as often true are in one.
  function groups(play, call, equal, byTruth) {
    const found = [];
    for (let state = 0; state <= call + equal; state++) {
      const { answers, truth } = play.answer(state, call), last = found.at(-1);
      const chance = answers.doubt ?? answers.look;
      const isAlike = last && Math.abs(last.chance - chance) < NEVER;
      if (isAlike && !(byTruth && differs(last.truth, truth))) last.to = state;
      else found.push({ from: state, to: state, chance, truth });
    }
    return found;
  }

  // Return whether two chances are so far apart that a reader would care, or one is unknown.
  function differs(one, other) {
    return (one === null) !== (other === null) || Math.abs(one - other) > FAR;
  }

  // Return the first state in which all calls below Mia are always doubted; -1 where there is none.
  function doubtedFrom(play, top) {
    for (let state = 0; state < top; state++) {
      let always = true;
      for (let call = state; call < top; call++) {
        always &&= play.answer(state, call).answers.doubt > 1 - NEVER;
      }
      if (always) return state;
    }
    return -1;
  }

  // Return the rule of the optimum for two, in one sentence or two.
  function rule(play, { top, said }, words) {
    const from = doubtedFrom(play, top), sentences = [];
    if (from < 0) sentences.push(words.rule_none);
    else if (from === 0) sentences.push(words.rule_all);
    else {
      let rule = words.rule; // which a call of Mia may break
      for (let state = from; state <= top; state++) {
        if (play.answer(state, top).answers.look < 1 - NEVER) rule = words.rule_below_top;
      }
      sentences.push(fill(rule, { call: said[from - 1], top: said[top] }));
    }
    for (let call = top - 1; call >= 0; call--) {
      if (play.answer(0, call).answers.doubt < NEVER) {
        sentences.push(fill(words.rule_below, { call: said[call] }));
        break;
      }
    }
    return sentences;
  }

  // Return how all else is computed, in sentences.
  function how({ total }, rows, words, language, equal) {
    const enough = (row) => (equal ? row.met : row.beaten);
    const far = (row) => Math.abs(enough(row) * 2 - total);
    const near = rows.filter(enough).reduce((best, row) => (far(row) < far(best) ? row : best));
    const chance = percent(enough(near) / total, language, 0);
    const must = fill(equal ? words.how_must_equal : words.how_must, { call: near.said, chance });
    const rest = ["lies", "doubts", "draw", "three", "known", "exact"];
    return [words.how_last, must, ...rest.map((name) => words[`how_${name}`])];
  }

  // Return what to do about a call that was made in one of some states: the verb, why, and numbers.
  function answered(about, play, states, call) {
    const { words, draw } = about, { answers } = play.answer(states.from, call);
    const [first, second = first] = Object.keys(answers), chance = answers[first];
    const now = draw < chance ? first : second;
    const parts = { do: words[`do_${first}`], now: words[`do_${now}`] };
    const sure = chance < NEVER || chance > 1 - NEVER;
    const mixed = sure ? [] : [fill(words.mixed, { ...parts, often: often(chance, words) })];
    const why = [...mixed, truthfully(about, play, states, call),
      sure ? allTheSame(words, play.answer(states.from, call), chance) : "",
      fresh(about, call)].filter(Boolean);
    const numbers = answerNumbers(about, play, states, call);
    return { verb: words[now], why: why.join(" "), numbers };
  }

  // Return the least and the most chance that a call is true in some states; null where never made.
  function truths(play, { from, to }, call) {
    const found = [];
    for (let state = from; state <= to; state++) found.push(play.answer(state, call).truth);
    const made = found.filter((truth) => truth !== null);
    return made.length ? [Math.min(...made), Math.max(...made)] : null;
  }

  // Return two chances in percent, as one where they look the same.
  function fromTo([least, most], { words, language }, digits) {
    const [low, high] = [least, most].map((chance) => percent(chance, language, digits));
    return low === high ? low : fill(words.from_to, { low, high });
  }

  // Return how often a call is true, in a sentence.
  function truthfully(about, play, states, call) {
    const { words, said, who, tooMany, top } = about, parts = { who, call: said[call] };
    if (tooMany > 0 && states.from >= tooMany && call < top) {
      return fill(words.why_many, { call: said[tooMany - 1] });
    }
    const chances = truths(play, states, call);
    if (!chances) return fill(words.why_never, parts);
    if (chances[1] < NEVER) return fill(words.why_lie, parts);
    if (chances[0] > 1 - NEVER) return fill(words.why_always, parts);
    return fill(words.why_true, { ...parts, chance: fromTo(chances, about, 0) });
  }

  // Return why what looks wrong is right, in a sentence; nothing where it does not look so.
  function allTheSame(words, { brings: worth, truth }, chance) {
    if (truth === null || (truth > 0.5) !== (chance > 0.5)) return "";
    const [one, other] = Object.values(worth);
    return Math.abs(one - other) < NEVER ? words.why_same : words.why_all_the_same;
  }

  // Return how often a fresh throw would do, in a sentence.
  function fresh({ words, language, said, top, odds, total, equal }, call) {
    if (call === top) return fill(words.why_top, { call: said[call] });
    const [name, ways] = equal ? ["why_met", odds[call].met] : ["why_beaten", odds[call].beaten];
    return fill(words[name], { chance: percent(ways / total, language, 0) });
  }

  // Return the call that is drawn from its chances, from the lowest up.
  function drawn(chances, draw) {
    let sum = 0, last = -1;
    for (let call = 0; call < chances.length; call++) {
      if (chances[call] < NEVER) continue;
      sum += chances[call];
      last = call;
      if (draw < sum) return call;
    }
    return last;
  }

  // Return what to call with a throw in a state: the verb, why, and numbers.
  function called(about, play, state, rolled) {
    const { words, said, draw } = about, { chances, doubted } = play.calls(state, rolled);
    const made = [...chances.keys()].filter((call) => chances[call] > NEVER);
    const call = drawn(chances, draw), opens = state === 0 ? [words.say_open] : [];
    const why = [...opens, ...whyCalled(about, play, state, rolled, made, call)];
    if (made.length > 1 && made.every((each) => doubted[each] > 1 - NEVER)) {
      why.push(words.say_all_doubted);
    } else why.push(answerTo(doubted[call], call === about.top, words));
    const numbers = callNumbers(about, play, state, rolled);
    const verb = fill(words.say, { call: said[call].split(" ")[0] });
    return { verb, why: why.join(" "), numbers };
  }

  // Return what the next player does about a call, in a sentence.
  function answerTo(doubted, isTop, words) {
    if (doubted > 1 - NEVER) return isTop ? words.say_is_looked : words.say_is_doubted;
    if (doubted < NEVER) return isTop ? words.say_is_folded : words.say_is_believed;
    return fill(isTop ? words.say_looked : words.say_doubted, { often: often(doubted, words) });
  }

  // Return why a call is made, in sentences.
  function whyCalled({ words, said, equal }, play, state, rolled, made, call) {
    const { chances, brings: worth } = play.calls(state, rolled);
    const lies = made.filter((each) => each > rolled);
    if (!lies.length) return [call === rolled ? words.say_truth : words.say_less];
    const truths = [...chances.keys()].slice(0, rolled + 1);
    if (lies.length < made.length) {
      const truth = truths.reduce((sum, each) => sum + chances[each], 0);
      return [fill(words.say_sometimes, { often: often(truth, words), call: said[call] })];
    }
    const best = Math.max(...truths.map((each) => worth[each] ?? -Infinity));
    let lie = words.say_may;
    if (rolled < state - equal) lie = words.say_must;
    else if (best > worth[call] - NEVER) lie = words.say_as_good;
    lie = fill(lie, { roll: said[rolled] });
    const [low, high] = [said[lies[0]], said[lies.at(-1)]];
    return lies.length < 2 ? [lie] : [lie, fill(words.say_vary, { low, high, call: said[call] })];
  }

  // Return what the advice goes by, in a sentence.
  function source(play, words) {
    const by = { optimum: { round: "by_optimum", match: "by_match" },
      equilibrium: { game: "by_equilibrium" },
      reply: { round: "by_reply", match: "by_reply_match", game: "by_reply_game" } };
    return words[by[play.by][play.of]];
  }

  // Return what an act brings, as `mia_stats` prints it: in lives, or as a chance to win.
  function brings(play, value, language) {
    if (value === null) return "–";
    if (play.of !== "round") return percent(Math.min(Math.max(value, 0), 1), language);
    return new Intl.NumberFormat(language, {
      minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "always",
    }).format(value);
  }

  // Return the numbers behind an answer: facts, and a table of answers.
  function answerNumbers({ words, language, said, odds, total, top }, play, { from, to }, call) {
    const all = [];
    for (let state = from; state <= to; state++) all.push(play.answer(state, call));
    const [{ answers, brings: worth, winning }] = all, list = [];
    const chances = truths(play, { from, to }, call);
    const isTrue = fill(words.number_true, { call: said[call] });
    if (chances) list.push([isTrue, fromTo(chances, { words, language }, 1)]);
    if (call < top) {
      const won = play.of === "game" ? words.number_not_losing : words.number_winning;
      list.push([words.number_beaten, percent(odds[call].beaten / total, language)],
        [words.number_met, percent(odds[call].met / total, language)],
        [won, percent(winning, language)]);
    }
    const same = (act) => all.every((one) => Math.abs(one.brings[act] - worth[act]) < NEVER);
    const rows = Object.entries(answers).map(([act, chance]) => [capital(words[`do_${act}`]),
      chance < NEVER ? "–" : percent(chance, language),
      same(act) ? brings(play, worth[act], language) : "–"]);
    const heads = [words.act, words.often, words[`brings_${play.of}`]];
    return { list, heads, rows, source: source(play, words) };
  }

  // Return the numbers behind a call: a table of all that are legal, best first.
  function callNumbers({ words, language, said }, play, state, rolled) {
    const found = play.calls(state, rolled);
    const legal = [...said.keys()].reverse().filter((call) => found.brings[call] !== null);
    const rows = legal.map((call) => [said[call],
      found.chances[call] < NEVER ? "–" : percent(found.chances[call], language),
      brings(play, found.brings[call], language), percent(found.doubted[call], language)]);
    const heads = [words.outcome, words.often, words[`brings_${play.of}`], words.is_doubted];
    return { list: [], heads, rows, source: source(play, words) };
  }

  return { fill, percent, groups, truths, doubtedFrom, rule, how, answered, called };
})();
