// The solver of the page: a copy, for the rules that it knows, of mia_stats/solve and of
// mia_stats/game/reply.py, with which the tests compare it.
const Mia = (() => {
  const {
    CLOSE, UNKNOWN, zeros, sum, range, diceOf, stakesOf, tally, madeOf, doubtOf, offersOf,
    mostOf, expected, solveState,
  } = Stage;
  const MOST_STEPS = 48; // of Newton's method, which takes far fewer

  // Returns what the seats have, counted from another one.
  const from = (seat, each) => [...each.slice(seat), ...each.slice(0, seat)];
  // Returns the lowest call that is legal in a state.
  const lowestCall = (rules, state) => (rules.equal ? Math.max(state - 1, 0) : state);

  // Returns what is kept by a key, and makes it where it is not.
  function kept(map, key, make) {
    if (!map.has(key)) map.set(key, make());
    return map.get(key);
  }

  // Notes what a call comes to that is believed; the next caller counts the seats from itself on.
  function believe({ seats }, call, gets) {
    const counted = from(gets.length - 1, gets);
    seats.forEach((seat, at) => { seat.believed[call] = counted[at]; });
  }

  // Fills the stack of states of each caller of a ring, whose `seats` are the stakes of all.
  function solveRing(rules, dice, ring) {
    const top = rules.ways.length - 1;
    const solve = (lowest) => ring.map(({ seats }) => solveState(lowest, dice, seats));
    const put = (state, solved) => ring.forEach(({ stack }, at) => { stack[state] = solved[at]; });
    let solved = solve(top);
    if (!rules.equal) put(top, solved);
    for (let call = top - 1; call >= 0; call--) {
      if (rules.equal) solved = solveRepeated(ring, call, solved, solve);
      else {
        ring.forEach((caller, at) => believe(caller, call, solved[(at + 1) % ring.length].gets));
        solved = solve(call);
      }
      put(call + Number(rules.equal), solved);
    }
    if (rules.equal) put(0, solve(0));
  }

  // Returns how to play a state in which a call may be repeated, as in mia_stats/solve/stacks.py:
  // what it is worth to each depends on the other, in straight pieces; Newton's method finds both.
  function solveRepeated(ring, call, above, solve) {
    const last = ring.length - 1, both = sum(above[0].gets);
    const values = above.map(({ gets }) => gets[0]);
    for (let step = 0; step < MOST_STEPS; step++) {
      ring.forEach((caller, at) => {
        believe(caller, call, [values[last - at], both - values[last - at]]);
      });
      const solved = solve(call), gaps = solved.map(({ gets }, at) => gets[0] - values[at]);
      if (gaps.every((gap) => Math.abs(gap) <= CLOSE / 100)) return solved;
      const often = solved.map((found) => madeOf(found, call) * (1 - found.doubts[call]));
      const more = (gaps[0] - often[0] * gaps[last]) / (1 - often[0] * often[last]);
      values[last] += gaps[last] - often[last] * more;
      if (last) values[0] += more;
    }
    throw UNKNOWN;
  }

  // Returns what the ends of a round bring `me`, by who has called, and by what a round brings with
  // the lives that are left and who opens it. Without lives it is a round of two on its own.
  function endsOf(lives, caller, me, round) {
    return (payer, cost) => {
      const paying = (caller + payer) % (lives ?? [0, 0]).length;
      if (!lives) return paying === me ? -cost : cost;
      const left = lives.map((had, seat) => (seat === paying ? had - cost : had));
      if (left[paying] <= 0) return paying === me ? -1 : 0;
      return round(left, (paying + 1) % lives.length);
    };
  }

  // Returns what solves well-played rounds, each once, by the lives from the caller on.
  function wellPlayed(rules) {
    const known = new Map(), dice = diceOf(rules);
    return function solve(lives) {
      if (known.has(String(lives))) return known.get(String(lives));
      const ring = new Map(), seats = (lives ?? [0, 0]).map((_, seat) => seat);
      for (const place of lives ? seats : [0]) {
        const own = lives && from(place, lives);
        const stakes = seats.map((me) => stakesOf(rules, endsOf(own, 0, me, (left, opener) =>
          solve(from(opener, left)).stack[0].gets[(me + seats.length - opener) % seats.length])));
        ring.set(String(own), { seats: stakes, stack: [] });
      }
      solveRing(rules, dice, [...ring.values()]);
      ring.forEach((caller, own) => known.set(own, caller));
      return known.get(String(lives));
    };
  }

  // The characters: the calls among which they choose evenly, by the number of tiers, the lowest
  // legal call and the throw; how often they doubt; and how often they look at the top call.
  const truth = (k, lowest, rolled) => [Math.max(lowest, rolled)];
  const orElse = (calls, other) => (calls.length ? calls : [other]);
  const honest = { speech: truth, ears: () => 0, looks: 1 };
  const CHARACTERS = {
    honest, sniper: honest, gambler: honest,
    liar: {
      speech: (k, lowest, rolled) => orElse(range(Math.max(lowest, rolled + 1), k), k - 1),
      ears: () => 1 / 2, looks: 1,
    },
    lucky: {
      speech: (k, lowest, rolled) => {
        const high = Math.max(lowest, k - Math.max(Math.floor(k / 3), 1));
        return rolled < high ? range(high, k) : [rolled];
      },
      ears: () => 0, looks: 0,
    },
    "doubter-54": { ...honest, ears: ({ doubter }, call) => Number(call >= doubter) },
    calculator: {
      ...honest,
      ears: ({ ways }, call) => Number(2 * sum(ways.slice(call)) < sum(ways)),
    },
    blind: {
      ...honest,
      speech: (k, lowest) => [0, 0, 0, 1, 1, 2].map((step) => Math.min(lowest + step, k - 1)),
    },
    random: { speech: (k, lowest) => range(lowest, k), ears: () => 1 / 2, looks: 1 / 2 },
    modest: {
      ...honest,
      speech: (k, lowest, rolled) => orElse(range(lowest, rolled), Math.max(lowest, rolled)),
    },
  };

  // Returns how a character plays, by state.
  function table(rules, name) {
    const { chances } = diceOf(rules), k = chances.length;
    const { speech, ears, looks } = CHARACTERS[name];
    const doubts = chances.map((_, call) => ears(rules, call));
    doubts[k - 1] = rules.folded === null ? 1 : looks;
    return chances.map((_, state) => {
      const calls = chances.map((_, rolled) => {
        const row = zeros(k), among = speech(k, lowestCall(rules, state), rolled);
        for (const call of among) row[call] += 1 / among.length;
        return row;
      });
      return { calls, doubts, ...tally(calls, chances) };
    });
  }

  // Returns my answers to what somebody says in a state, and what they bring in all, apart from a
  // call that may be repeated: how often it is made, and what a doubt of it brings.
  function answersTo(said, seat, lowest, repeated) {
    const answers = { settled: 0, ended: 0, often: 0, doubts: zeros(said.true.length) };
    for (let call = lowest; call < said.true.length; call++) {
      const often = madeOf(said, call), seen = doubtOf(said, call, seat);
      const kept = seat.believed[call] === null ? -Infinity : often * seat.believed[call];
      answers.doubts[call] = Number(call === repeated || kept < seen - CLOSE);
      if (call === repeated) Object.assign(answers, { ended: seen, often });
      else answers.settled += answers.doubts[call] ? seen : kept;
    }
    return answers;
  }

  // Returns what a call over a throw brings.
  const bringsOver = ({ told, lied }, rolled, call) => (rolled < call ? lied : told)[call];

  // Returns my best call over each throw: that of before where it is as good, then the truth.
  function bestCalls(offers, lowest, before) {
    const most = mostOf(offers, lowest);
    return offers.told.map((_, rolled, all) => {
      const isBest = (call) =>
        call >= lowest && bringsOver(offers, rolled, call) >= most[rolled] - CLOSE;
      return [before[rolled], rolled].find(isBest) ?? all.findIndex((_, call) => isBest(call));
    });
  }

  // Returns my best play against all others, from my left on, by state. `worth` are my stakes by
  // who has called, me first. A state that leads back to itself is bettered from a doubt of the
  // repeated call until it is best.
  function replyInRound(rules, { chances, units }, others, worth) {
    const n = worth.length, stack = [];
    for (let state = chances.length - 1; state >= 0; state--) {
      const lowest = lowestCall(rules, state), repeated = lowest < state ? lowest : null;
      const next = others[0][state], last = others[n - 2][state];
      const { settled, ended, often, doubts } = answersTo(last, worth[n - 1], lowest, repeated);
      const gets = worth.map((seat, place) => (place && place < n - 1
        ? expected(others[place - 1][state], others[place][state].doubts, seat) : 0));
      let called = [], believes = false;
      for (let isBetter = true, step = 0; isBetter; step++) {
        gets[n - 1] = settled + (believes ? often * gets[0] : ended);
        if (repeated !== null) worth[0].believed[repeated] = gets[n - 1];
        const offers = offersOf(worth[0], next.doubts);
        called = bestCalls(offers, lowest, called);
        let value = 0, again = 0;
        called.forEach((call, rolled) => {
          value += chances[rolled] * bringsOver(offers, rolled, call);
          if (call === repeated) again += chances[rolled] * (1 - next.doubts[call]);
        });
        const gain = value - gets[0], left = 1 - (believes ? often * again : 0);
        isBetter = !step || (gain > CLOSE && left > CLOSE);
        if (isBetter) gets[0] += gain / left;
        if (repeated === null) break;
        const isMore = !believes && often * gets[0] > ended + CLOSE;
        believes ||= isMore;
        isBetter ||= isMore;
      }
      if (believes) doubts[repeated] = 0;
      const calls = called.map((call) => units[call]);
      stack[state] = { calls, doubts, ...tally(calls, chances), gets };
      const onward = from(1, gets);
      if (state) worth.forEach((seat, place) => { seat.believed[state - 1] = onward[place]; });
    }
    return stack;
  }

  // Returns what replies to a character at the last seat, in each round once, by the lives from me
  // on. All other seats play as `solve` does.
  function replies(rules, solve, name) {
    const known = new Map(), dice = diceOf(rules), character = table(rules, name);
    return function answer(lives) {
      const make = () => {
        const others = lives ? lives.slice(2).map((_, at) => {
          const before = solve(from(at, lives)).stack, { stack } = solve(from(at + 1, lives));
          return stack.map((own, state) => ({
            true: own.true, lies: own.lies, doubts: before[state].doubts,
          }));
        }) : [];
        others.push(character);
        const ends = (place) => endsOf(lives, place, 0, (left, opener) =>
          answer(left).stack[0].gets[opener]);
        const worth = (lives ?? [0, 0]).map((_, place) => stakesOf(rules, ends(place)));
        return { others, worth, stack: replyInRound(rules, dice, others, worth) };
      };
      return kept(known, String(lives), make);
    };
  }

  // Returns the chance to win a round of two, by the state in which the first throws.
  function winningOf(rules, players) {
    const seats = [0, 1].map((caller) => stakesOf(rules, (payer) => (caller + payer) % 2));
    const wins = [];
    for (let state = rules.ways.length - 1; state >= 0; state--) {
      const last = state - 1, [mine, theirs] = players.map((player, at) => {
        const said = player[state], { doubts } = players[1 - at][state];
        const again = state ? madeOf(said, last) * (1 - doubts[last]) : 0;
        return { ended: expected(said, doubts, seats[at]), again };
      });
      if (mine.again * theirs.again > 1 - CLOSE) throw UNKNOWN; // they repeat a call for ever
      wins[state] = (mine.ended + mine.again * theirs.ended) / (1 - mine.again * theirs.again);
      seats[0].believed[last] = theirs.ended + theirs.again * wins[state];
      seats[1].believed[last] = wins[state];
    }
    return wins;
  }

  const known = new Map();

  // Returns who plays what at a table: me, who answers me and who has called; and what their calls
  // and mine bring me.
  function tableOf(rules, seats, lives, caller) {
    if ((rules.equal && seats > 2) || (caller === "doubter-54" && rules.doubter < 0)) throw UNKNOWN;
    const solve = kept(known, JSON.stringify(rules), () => wellPlayed(rules));
    if (caller === "well") {
      const { stack, seats: [calling] } = solve(lives);
      const { stack: last, seats: [, answering] } = solve(lives && from(seats - 1, lives));
      const me = stack.map((own, state) => ({ ...own, doubts: last[state].doubts }));
      return { me, next: stack, last, calling, answering, threshold: last[0].threshold };
    }
    const key = JSON.stringify([rules, caller]);
    const answer = kept(known, key, () => replies(rules, solve, caller));
    const { others, worth, stack: me } = answer(lives);
    const [calling, answering] = [worth[0], worth.at(-1)];
    return { me, next: others[0], last: others.at(-1), calling, answering, threshold: null };
  }

  // Returns what to do at a table, or that it is not known.
  function play(rules, seats, lives, caller) {
    const by = caller !== "well" ? "reply" : seats > 2 ? "equilibrium" : "optimum";
    const of = !lives ? "round" : seats > 2 ? "game" : "match";
    try {
      return kept(known, JSON.stringify([rules, seats, lives, caller]), () => {
        const { threshold, ...all } = tableOf(rules, seats, lives, caller);
        return { known: true, by, of, threshold, ...questions(rules, lives, all) };
      });
    } catch (error) {
      if (error !== UNKNOWN) throw error;
      return { known: false, by, of };
    }
  }

  // Returns what answers questions about a call that was made in a state, and about a throw.
  function questions(rules, lives, { me, next, last, calling, answering }) {
    const within = (chance) => Math.min(Math.max(chance, 0), 1);
    const brought = (gets) => (gets === null || !lives ? gets : within(1 + gets));
    const wins = lives ? null : winningOf(rules, [me, last]);
    return {
      answer(state, call) {
        const made = madeOf(last[state], call), doubt = within(me[state].doubts[call]);
        const isMade = made > CLOSE, truth = isMade ? last[state].true[call] / made : null;
        const seen = isMade ? brought(doubtOf(last[state], call, answering) / made) : null;
        const gets = brought(answering.believed[call]);
        if (call < rules.ways.length - 1) {
          const answers = { doubt, believe: 1 - doubt }, brings = { doubt: seen, believe: gets };
          return { answers, brings, truth, winning: wins ? wins[call + 1] : gets };
        }
        const [answers, brings] = [{ look: doubt }, { look: seen }];
        if (gets !== null) [answers.fold, brings.fold] = [1 - doubt, gets];
        return { answers, brings, truth, winning: null };
      },
      calls(state, rolled) {
        const doubted = next[state].doubts.map(within), row = me[state].calls[rolled].map(within);
        const offers = offersOf(calling, doubted), lowest = lowestCall(rules, state);
        const brings = row.map((_, call) =>
          (call < lowest ? null : brought(bringsOver(offers, rolled, call))));
        return { chances: row.map((chance) => chance / sum(row)), brings, doubted };
      },
    };
  }

  return { play, table };
})();
