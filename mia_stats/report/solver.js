"use strict";
// The solver of the page: a copy, for the rules that it knows, of mia_stats/solve and of
// mia_stats/game/reply.py, with which the tests compare it. What a seat gets is minus its chance to
// go out first, and in a round of two on its own the lives that it wins.
const Mia = (() => {
  const CLOSE = 1e-12; // floats are wrong by less
  const MOST_STEPS = 48; // of Newton's method, which takes far fewer
  const UNKNOWN = new Error("no play is known by these rules, or with these lives");
  const [DOUBTED, BELIEVED, FREE] = ["doubted", "believed", "free"];

  const MANY_ZEROS = new Array(36).fill(0.5).fill(0); // not whole to begin with: it is much faster

  // Returns as many zeros, 36 at most.
  const zeros = (length) => MANY_ZEROS.slice(0, length);
  // Returns the sum of numbers.
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  // Returns what the seats have, counted from another one.
  const from = (seat, each) => [...each.slice(seat), ...each.slice(0, seat)];
  // Returns the lowest call that is legal in a state.
  const lowestCall = (rules, state) => (rules.equal ? Math.max(state - 1, 0) : state);

  // Returns the numbers from `first` up to before `end`.
  function range(first, end) {
    const numbers = [];
    for (let number = first; number < end; number++) numbers.push(number);
    return numbers;
  }

  // Returns what is kept by a key, and makes it where it is not.
  function kept(map, key, make) {
    if (!map.has(key)) map.set(key, make());
    return map.get(key);
  }

  // Returns the chances to throw each tier and less than each tier, and the rows of certain calls.
  function diceOf({ ways }) {
    const all = sum(ways), below = ways.map((_, tier) => sum(ways.slice(0, tier)) / all);
    const units = ways.map((_, call) => ways.map((_, tier) => Number(tier === call)));
    return { chances: ways.map((number) => number / all), below, units };
  }

  // Returns what a seat gets when a call is true and doubted, a lie and doubted, and believed or
  // folded to: null where it must be looked at, 0 until it is known. `end(payer, cost)` is what the
  // ends of a round bring it: who has called pays (0) or who answers (1).
  function stakesOf({ ways, looked, lied, folded }, end) {
    const below = ways.slice(1);
    return {
      true: [...below.fill(end(1, 1)), end(1, looked)],
      lie: [...below.fill(end(0, 1)), end(0, lied)],
      believed: [...below.fill(0), folded === null ? null : end(1, folded)],
    };
  }

  // Returns how often each call is made truthfully and as a lie, by the row of each throw.
  function tally(calls, chances) {
    const said = { true: zeros(chances.length), lies: zeros(chances.length) };
    for (let rolled = 0; rolled < chances.length; rolled++) {
      const row = calls[rolled];
      for (let call = 0; call < chances.length; call++) {
        if (row[call] === 0) continue;
        if (!(row[call] >= -CLOSE)) throw UNKNOWN; // it is no chance
        (rolled < call ? said.lies : said.true)[call] += chances[rolled] * row[call];
      }
    }
    return said;
  }

  // Returns how often a call is made.
  const madeOf = (said, call) => said.true[call] + said.lies[call];
  // Returns what it brings a seat in all that a call is doubted.
  const doubtOf = (said, call, seat) =>
    said.true[call] * seat.true[call] + said.lies[call] * seat.lie[call];

  // Returns what each call brings who makes it, truthfully and as a lie, against doubts.
  function offersOf(seat, doubts) {
    const brings = (seen) => seen.map((doubted, call) => {
      const gets = seat.believed[call];
      return gets === null ? doubted : gets + doubts[call] * (doubted - gets);
    });
    return { told: brings(seat.true), lied: brings(seat.lie) };
  }

  // Returns the most that a call over each throw brings.
  function mostOf({ told, lied }, lowest) {
    const most = [...lied, -Infinity];
    for (let call = lied.length - 1; call >= lowest; call--) {
      most[call] = Math.max(lied[call], most[call + 1]);
    }
    for (let rolled = 0, best = -Infinity; rolled < told.length; rolled++) {
      if (rolled >= lowest) best = Math.max(best, told[rolled]);
      most[rolled] = Math.max(best, most[Math.max(rolled + 1, lowest)]);
    }
    return most;
  }

  // Returns what a seat expects where somebody says so much, and is doubted so often.
  function expected(said, doubts, seat) {
    let total = 0;
    for (let call = 0; call < doubts.length; call++) {
      const seen = doubtOf(said, call, seat), gets = seat.believed[call], doubt = doubts[call];
      total += gets === null ? seen : doubt * seen + (1 - doubt) * madeOf(said, call) * gets;
    }
    return total;
  }

  // Returns the stakes that a caller goes by: the next one's losses where its own are all the same.
  function withSpite(lowest, mine, theirs) {
    const first = mine.true.at(-1), lost = (part) => part.map((gets) => gets && -gets);
    const isSame = (gets, call) =>
      call < lowest || gets === null || Math.abs(gets - first) <= CLOSE;
    if (![mine.true, mine.lie, mine.believed].every((part) => part.every(isSame))) return mine;
    return { true: lost(theirs.true), lie: lost(theirs.lie), believed: lost(theirs.believed) };
  }

  // One state, as in mia_stats/solve/stage.py: a walk down the calls that the caller likes best.
  class Walk {
    constructor(lowest, { chances, below, units }, mine, theirs) {
      Object.assign(this, { chances, below, units, top: chances.length - 1 });
      this.mine = withSpite(lowest, mine, theirs);
      this.offers = range(lowest, chances.length).map((call) => this.offer(call, theirs));
      const lies = this.offers.filter(({ kind }) => kind !== BELIEVED).map(({ lie }) => lie);
      this.floor = Math.max(...lies); // what liars get at least
      if (!lies.length) this.floor = Math.min(...this.offers.map(({ worth }) => worth)) - 1;
      const apart = (gap) => (Math.abs(gap) > CLOSE ? gap : 0);
      this.order = [...this.offers].sort((a, b) =>
        apart(b.worth - a.worth) || apart(a.after - b.after) || b.call - a.call);
      this.end = this.top; // lower throws have no true call yet
      this.truths = []; // the true call of each other throw, but Mia
      this.passed = [];
      this.spread = zeros(chances.length); // how many lies go where
      this.room = 0; // for how many the passed calls have room, Mia aside
      this.forMia = []; // what who throws Mia may like best
    }

    // Returns what the answerer does about a call whatever the caller does; what a true one brings
    // at best, and the next player then; what it brings over Mia, a straight line by the level; and
    // how many lies one truth and those over Mia bear.
    offer(call, { true: { [call]: seen }, lie: { [call]: caught }, believed: { [call]: gets } }) {
      const { true: { [call]: told }, lie: { [call]: lie }, believed: { [call]: own } } = this.mine;
      let kind = FREE;
      if (gets !== null && gets >= caught) kind = BELIEVED;
      else if (gets === null || gets <= seen) kind = DOUBTED;
      const [worth, after] = kind === DOUBTED ? [told, seen] : [own, gets];
      const bears = kind === FREE ? (after - seen) / (caught - after) : 0;
      const slope = kind === FREE && worth > lie ? (worth - told) / (worth - lie) : 0;
      const steady = slope ? worth * (1 - slope) : told;
      const more = this.chances[this.top] * bears;
      return { call, kind, told, lie, worth, after, bears, slope, steady, more };
    }

    // Returns the play at the level at which there is room for all lies.
    solution() {
      let before = null;
      for (const offer of this.order) {
        const { kind, worth: level } = offer, isBelieved = kind === BELIEVED;
        if (level < this.floor) break;
        if (level === this.floor && !(isBelieved && this.isTruthWorse())) break;
        const mia = this.byMia(level), room = this.room + mia.more, taken = this.taken(offer);
        if (before !== null && room > this.liars + CLOSE) return this.between(before, level);
        const more = offer.bears * taken + (mia.call === null ? offer.more : 0);
        if (isBelieved || this.liars - taken <= room + more + CLOSE) return this.stop(offer, mia);
        this.pass(offer);
        before = level;
      }
      return this.atTheFloor(before);
    }

    // Returns how likely a throw is, but Mia, that has no true call yet.
    get liars() {
      return this.below[this.end];
    }

    // Returns how likely one of them is that makes a call true.
    taken({ call }) {
      return Math.max(this.liars - this.below[call], 0);
    }

    // Goes on below a call, which who can make it truthfully makes if doubts do not harm it.
    pass(offer) {
      const { call, kind, told, lie, bears } = offer;
      this.passed.push(call);
      if (call === this.top || this.forMia.every((other) => other.call === this.top)) {
        this.forMia.push(offer);
      }
      if (kind === FREE && told - lie < -CLOSE) return;
      this.spread[call] = bears * this.taken(offer);
      this.room += this.spread[call];
      this.take(call);
    }

    // Gives a call to all who can make it truthfully and have nothing better.
    take(call) {
      for (let rolled = call; rolled < this.end; rolled++) this.truths[rolled] = call;
      this.end = Math.min(this.end, call);
    }

    // Returns what brings who throws Mia most at a level, among the passed calls; null is none.
    byMia(level) {
      let best = { call: null, more: 0 }, most = level;
      for (const offer of this.forMia) {
        const brings = offer.steady + offer.slope * level;
        const isUsual = best.call === null || offer.call === this.top;
        if (brings > most + (isUsual ? -CLOSE : CLOSE)) [best, most] = [offer, brings];
      }
      return best;
    }

    // Returns whether it is worse to be doubted in vain than to be caught, below Mia.
    isTruthWorse() {
      return this.offers.some(({ call, kind, told, lie }) =>
        kind !== BELIEVED && call !== this.top && told - lie < -CLOSE);
    }

    // Returns the play at the level of a call, which carries the lies that have no room elsewhere.
    stop(offer, mia) {
      const { call, worth } = offer, taken = this.taken(offer);
      const rest = this.liars - taken - this.room - mia.more;
      this.take(call);
      if (mia.call !== null) this.spread[mia.call] += mia.more;
      if (rest >= 0) this.spread[call] = rest;
      const upward = rest < 0 && taken ? -rest / taken : 0; // some with a true call lie too
      return this.found(worth, mia.call ?? call, Math.min(call, ...this.passed), call, upward);
    }

    // Returns the play between two levels, where who throws Mia does not care what to call: above
    // it there is less room than lies, below it more.
    between(above, below) {
      const one = this.byMia(above), other = this.byMia(below);
      const level = (other.steady - one.steady) / (one.slope - other.slope);
      const share = (this.liars - this.room - one.more) / (other.more - one.more);
      this.spread[one.call] += one.more * (1 - share);
      this.spread[other.call] += other.more * share;
      const found = this.found(level, one.call, Math.min(...this.passed));
      const told = found.calls[this.top] = zeros(this.top + 1);
      [told[one.call], told[other.call]] = [1 - share, share];
      return found;
    }

    // Returns the play where more must lie than can be believed.
    atTheFloor(before) {
      const mia = this.byMia(this.floor), [first] = this.order;
      if (before !== null && this.room + mia.more > this.liars + CLOSE) {
        return this.between(before, this.floor);
      }
      if (!this.passed.length && this.offers.every(({ kind }) => kind !== DOUBTED)) {
        const taken = this.taken(first), more = first.bears * taken + first.more;
        if (this.liars - taken <= more + CLOSE) return this.stop(first, mia); // too few lie
      }
      return this.isTruthWorse() ? this.callMia() : this.spreadToTheCaught();
    }

    // Returns the play where lies are caught for certain wherever that costs least.
    spreadToTheCaught() {
      const doubted = [];
      for (const offer of this.order) {
        if (offer.kind === BELIEVED || offer.lie !== this.floor) continue;
        if (!this.passed.includes(offer.call)) {
          const taken = this.taken(offer), more = this.byMia(this.floor).more + offer.bears * taken;
          if (this.liars - taken < this.room + more - CLOSE) continue; // it would be believed
          this.pass(offer);
        }
        doubted.push(offer.call);
      }
      const mia = this.byMia(this.floor);
      if (mia.call !== null) this.spread[mia.call] += mia.more;
      const total = sum(doubted.map((call) => this.spread[call]));
      const rest = this.liars - sum(this.spread) + total;
      for (const call of doubted) {
        this.spread[call] = rest * (total ? this.spread[call] / total : 1 / doubted.length);
      }
      const found = this.found(this.floor, mia.call ?? this.top);
      for (const call of doubted) found.doubts[call] = 1;
      return found;
    }

    // Returns the play where all want to be caught: they call Mia, which is looked at. Who throws
    // it calls what is just below if that is better, with all for whom that is a lie.
    callMia() {
      const below = this.offers.at(-2), isLess = below && below.told > this.mine.true[this.top];
      const lying = isLess ? Math.min(this.end, below.call) : 0;
      for (let rolled = 0; rolled < lying; rolled++) this.truths[rolled] = below.call;
      this.spread = this.units[this.top];
      const found = this.found(this.floor, isLess ? below.call : this.top);
      for (const { call, kind } of this.offers) if (kind === FREE) found.doubts[call] = 1;
      return found;
    }

    // Returns who calls what at a level, by how many lies go where and the call over Mia, and how
    // often to doubt, so that all lies bring the level. Some with the true call `lifted` may lie.
    found(level, mia, threshold = null, lifted = null, upward = 0) {
      const doubts = zeros(this.chances.length), total = sum(this.spread);
      for (const { call, kind, worth, lie } of this.offers) {
        if (kind === DOUBTED) doubts[call] = 1;
        if (kind === FREE && worth > level) doubts[call] = (worth - level) / (worth - lie);
      }
      const liar = total ? this.spread.map((lies) => lies / total) : this.units[threshold];
      const mix = (lies, call) => upward * lies + (call === lifted ? 1 - upward : 0);
      const mixed = upward ? liar.map(mix) : liar;
      const calls = range(0, this.top).map((rolled) => {
        const call = this.truths[rolled];
        return upward && call === lifted ? mixed : this.units[call] ?? liar;
      });
      return { threshold, calls: [...calls, this.units[mia]], doubts };
    }
  }

  // Returns how to play a state, and what all get. It is weighed by every call and every answer,
  // which uses nothing of how it was found; where somebody gains it is not known.
  function solveState(lowest, dice, seats) {
    const [mine, theirs] = seats;
    const { threshold, calls, doubts } = new Walk(lowest, dice, mine, theirs).solution();
    const said = tally(calls, dice.chances), most = mostOf(offersOf(mine, doubts), lowest);
    let gain = -expected(said, doubts, mine);
    dice.chances.forEach((chance, rolled) => { gain += chance * most[rolled]; });
    for (let call = lowest; call < doubts.length; call++) {
      const gets = theirs.believed[call] * madeOf(said, call), seen = doubtOf(said, call, theirs);
      if (theirs.believed[call] === null) continue;
      gain += Math.max(seen, gets) - seen * doubts[call] - gets * (1 - doubts[call]);
    }
    const isChance = (often) => often >= -CLOSE && often <= 1 + CLOSE;
    if (!(Math.abs(gain) <= CLOSE && doubts.every(isChance))) throw UNKNOWN;
    const gets = seats.map((seat) => expected(said, doubts, seat));
    return { threshold, calls, doubts, true: said.true, lies: said.lies, gets };
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
