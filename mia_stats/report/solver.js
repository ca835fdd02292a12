"use strict";
// The solver of the page. mia_stats/solve and mia_stats/game are what it copies, for the rules that
// the page knows, and the tests compare the two. What a seat gets is minus its chance to be the
// first one out, and in a round of two on its own the lives that it wins.
const Mia = (() => {
  const CLOSE = 1e-12; // floats are wrong by less
  const MOST_STEPS = 48; // of Newton's method, which takes far fewer
  const UNKNOWN = new Error("no play is known by these rules, or with these lives");
  const DOUBTED = "doubted", BELIEVED = "believed", FREE = "free";

  // Returns the numbers from `first` up to before `end`.
  const range = (first, end) => Array.from({ length: Math.max(end - first, 0) }, (_, i) => first + i);

  // Returns as many zeros.
  const zeros = (length) => new Array(length).fill(0);

  // Returns a row in which one call has a share.
  function rowOf(length, call, share = 1) {
    const row = zeros(length);
    row[call] = share;
    return row;
  }

  // Returns the sum of some numbers.
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  // Returns the seats, or their lives, from a place on.
  const from = (place, seats) => [...seats.slice(place), ...seats.slice(0, place)];

  // Returns the chance to throw each tier.
  const chancesOf = ({ ways }) => ways.map((number) => number / sum(ways));

  // Returns the lowest call that is legal in a state.
  const lowestCall = (rules, state) => (rules.equal ? Math.max(state - 1, 0) : state);

  // Returns what a seat gets when a call is doubted that is true, or a lie, and when it is believed
  // or folded to (null where it must be looked at). `end(payer, cost)` says what the ends bring:
  // who has called pays (0), or who answers (1). What belief brings is filled in from the top down.
  function stakesOf({ ways, looked, lied, folded }, end) {
    const below = zeros(ways.length - 1);
    return {
      true: [...below.fill(end(1, 1)), end(1, looked)],
      lie: [...below.fill(end(0, 1)), end(0, lied)],
      believed: [...below.fill(0), folded === null ? null : end(1, folded)],
    };
  }

  // Returns how often each call is made truthfully, and as a lie.
  function tally(calls, chances) {
    const said = { true: zeros(chances.length), lies: zeros(chances.length) };
    calls.forEach((row, rolled) => row.forEach((share, call) => {
      if (share) said[rolled >= call ? "true" : "lies"][call] += chances[rolled] * share;
    }));
    return said;
  }

  // Returns what each call brings who makes it against doubts, by whether it is true.
  function offersOf(seat, doubts) {
    const offers = (seen) => seen.map((brings, call) => {
      const gets = seat.believed[call];
      return gets === null ? brings : gets + doubts[call] * (brings - gets);
    });
    return { told: offers(seat.true), lied: offers(seat.lie) };
  }

  // Returns what a seat expects of a throw of somebody who says so much, and of those doubts.
  function expected(said, doubts, seat) {
    let total = 0;
    for (let call = 0; call < doubts.length; call++) {
      const made = said.true[call] + said.lies[call], believed = seat.believed[call];
      if (!made) continue;
      const seen = said.true[call] * seat.true[call] + said.lies[call] * seat.lie[call];
      total += believed === null ? seen : doubts[call] * seen + made * (1 - doubts[call]) * believed;
    }
    return total;
  }

  // One state: the walk down the calls that the caller likes best, as in mia_stats/solve/stage.py.

  // Returns what the answerer does about a call whatever the caller does.
  function kindOf(call, theirs) {
    const gets = theirs.believed[call];
    if (gets === null) return DOUBTED;
    if (gets >= theirs.lie[call]) return BELIEVED;
    return gets <= theirs.true[call] ? DOUBTED : FREE;
  }

  // Returns what the caller goes by: its own stakes, or the next one's loss where it has none.
  function withSpite(lowest, mine, theirs) {
    const parts = [mine.true, mine.lie, mine.believed].flatMap((part) => part.slice(lowest));
    const first = mine.true.at(-1);
    if (parts.some((gets) => gets !== null && Math.abs(gets - first) > CLOSE)) return mine;
    const lost = (part) => part.map((gets) => (gets === null ? null : -gets));
    return { true: lost(theirs.true), lie: lost(theirs.lie), believed: lost(theirs.believed) };
  }

  // Returns values by call in which those that floats can't tell apart are the same.
  function merged(calls, values) {
    const same = [];
    let first = -Infinity;
    for (const call of [...calls].sort((a, b) => values[a] - values[b])) {
      if (values[call] - first > CLOSE) first = values[call];
      same[call] = first;
    }
    return same;
  }

  class Walk {
    constructor(lowest, chances, mine, theirs) {
      this.chances = chances;
      this.top = chances.length - 1;
      this.mine = mine = withSpite(lowest, mine, theirs);
      this.calls = range(lowest, chances.length);
      this.kinds = [];
      this.worth = []; // what a true call brings at best, and what that brings the next player
      this.bears = zeros(chances.length); // how many lies make one truth doubtful
      const after = [];
      for (const call of this.calls) {
        const kind = kindOf(call, theirs), seen = theirs.true[call];
        const side = kind === DOUBTED ? "true" : "believed";
        this.kinds[call] = kind;
        this.worth[call] = mine[side][call];
        after[call] = theirs[side][call];
        if (kind === FREE) {
          this.bears[call] = (after[call] - seen) / (theirs.lie[call] - after[call]);
        }
      }
      const lies = this.calls.filter((call) => this.kinds[call] !== BELIEVED);
      this.caught = lies.length ? Math.max(...lies.map((call) => mine.lie[call]))
        : Math.min(...this.calls.map((call) => this.worth[call])) - 1;
      const own = merged(this.calls, this.worth), next = merged(this.calls, after);
      this.order = [...this.calls].sort((a, b) => own[b] - own[a] || next[a] - next[b] || b - a);
      this.left = range(0, this.top); // the throws without a true call, Mia aside
      this.liars = sum(this.left.map((rolled) => chances[rolled]));
      this.choice = []; // the true call of each throw that has one
      this.passed = [];
      this.room = zeros(chances.length); // how many lies each passed call bears, without Mia's
      this.allRoom = 0;
      this.forMia = []; // the passed calls that may be what who throws Mia likes best
    }

    // Returns the play at the level at which there is room for all lies.
    solution() {
      let before = null;
      for (const call of this.order) {
        const level = this.worth[call], believed = this.kinds[call] === BELIEVED;
        if (level < this.caught) break;
        if (level === this.caught && !(believed && this.isTruthBetter(-1))) break;
        const mia = this.byMia(level), room = this.allRoom + mia.room;
        if (before !== null && room > this.liars + CLOSE) return this.between(before, level);
        const { taken } = this.takes(call);
        const more = mia.call === null ? this.overMia(call).room : 0;
        if (believed || this.liars - taken <= room + this.bears[call] * taken + more + CLOSE) {
          return this.stop(call, mia);
        }
        this.pass(call);
        before = level;
      }
      return this.atTheFloor(before);
    }

    // Returns which throws make a call truthfully that have nothing better, and how likely.
    takes(call) {
      const takes = this.left.filter((rolled) => rolled >= call);
      return { takes, taken: sum(takes.map((rolled) => this.chances[rolled])) };
    }

    // Goes on below a call, which who can make it truthfully makes if doubts do not harm it.
    pass(call) {
      const { takes, taken } = this.takes(call), { mine } = this;
      this.passed.push(call);
      if (call === this.top || this.forMia.every((over) => over.call === this.top)) {
        this.forMia.push(this.overMia(call));
      }
      const harmed = mine.true[call] - mine.lie[call] < -CLOSE && this.kinds[call] === FREE;
      if (!takes.length || harmed) return;
      for (const rolled of takes) this.choice[rolled] = call;
      this.room[call] = this.bears[call] * taken;
      this.allRoom += this.room[call];
      this.liars -= taken;
      this.left = this.left.filter((rolled) => rolled < call);
    }

    // Returns what a call over Mia brings, a straight line by the level, and how many lies it bears.
    overMia(call) {
      const gets = this.mine.believed[call], seen = this.mine.true[call], lie = this.mine.lie[call];
      const room = this.chances[this.top] * this.bears[call];
      if (this.kinds[call] !== FREE || gets <= lie) return { call, steady: seen, slope: 0, room };
      const slope = (gets - seen) / (gets - lie);
      return { call, steady: gets * (1 - slope), slope, room };
    }

    // Returns what brings who throws Mia most at a level, among the passed calls; null is no call.
    byMia(level) {
      let best = { call: null, steady: level, slope: 0, room: 0 }, most = level;
      for (const over of this.forMia) {
        const brings = over.steady + over.slope * level;
        const usual = best.call === null || over.call === this.top;
        if (brings > most + CLOSE || (usual && brings >= most - CLOSE)) {
          best = over;
          most = brings;
        }
      }
      return best;
    }

    // Returns whether to be doubted in vain is better than to be caught (worse, by a sign of -1).
    isTruthBetter(sign) {
      return this.calls.some((call) => this.kinds[call] !== BELIEVED && call !== this.top
        && sign * (this.mine.true[call] - this.mine.lie[call]) > CLOSE);
    }

    // Returns how often each call is doubted: so often that all lies bring the level.
    doubts(level) {
      const doubts = zeros(this.chances.length);
      for (const call of this.calls) {
        const gets = this.mine.believed[call];
        if (this.kinds[call] === DOUBTED) doubts[call] = 1;
        else if (this.kinds[call] === FREE && gets > level) {
          doubts[call] = (gets - level) / (gets - this.mine.lie[call]);
        }
      }
      return doubts;
    }

    // Returns the play at the level of a call, which carries the lies that have no room.
    stop(call, mia) {
      const { takes, taken } = this.takes(call), spread = this.spread(mia);
      const rest = this.liars - taken - this.allRoom - mia.room;
      if (rest >= 0) spread[call] = rest;
      for (const rolled of takes) this.choice[rolled] = call;
      const upward = rest < 0 && takes.length ? { takes, share: -rest / taken } : undefined;
      const threshold = Math.min(call, ...this.passed), doubts = this.doubts(this.worth[call]);
      return this.playOf(threshold, spread, this.row(mia.call ?? call), doubts, upward);
    }

    // Returns the play between two levels, where who throws Mia does not care what to call: above
    // it there is less room than lies, below it more.
    between(above, below) {
      const one = this.byMia(above), other = this.byMia(below), spread = [...this.room];
      if (one.call === null || other.call === null || one.slope === other.slope) {
        return this.spreadToTheCaught(other);
      }
      const level = (other.steady - one.steady) / (one.slope - other.slope);
      const share = (this.liars - this.allRoom - one.room) / (other.room - one.room);
      spread[one.call] += one.room * (1 - share);
      spread[other.call] += other.room * share;
      const told = this.row(one.call, 1 - share);
      told[other.call] = share;
      return this.playOf(Math.min(...this.passed), spread, told, this.doubts(level));
    }

    // Returns the play where more must lie than can be believed.
    atTheFloor(before) {
      const mia = this.byMia(this.caught), [first] = this.order;
      if (before !== null && this.allRoom + mia.room > this.liars + CLOSE) {
        return this.between(before, this.caught);
      }
      if (!this.passed.length && !this.kinds.includes(DOUBTED)) {
        const { taken } = this.takes(first);
        const more = this.bears[first] * taken + this.overMia(first).room;
        if (this.liars - taken <= more + CLOSE) return this.stop(first, mia); // too few to be caught
      }
      return this.isTruthBetter(-1) ? this.callMia() : this.spreadToTheCaught(mia);
    }

    // Returns the play where lies are caught for certain wherever that costs least.
    spreadToTheCaught() {
      const kept = { choice: [...this.choice], left: this.left }, doubted = [];
      for (const call of this.order) {
        if (this.kinds[call] === BELIEVED || this.mine.lie[call] !== this.caught) continue;
        if (!this.passed.includes(call)) {
          const { taken } = this.takes(call);
          const room = this.allRoom + this.byMia(this.caught).room + this.bears[call] * taken;
          if (this.liars - taken < room - CLOSE) continue; // so few lie that it would be believed
          this.pass(call);
        }
        doubted.push(call);
      }
      const mia = this.byMia(this.caught), spread = this.spread(mia);
      const total = sum(doubted.map((call) => spread[call]));
      const rest = this.liars - sum(spread) + total;
      if (rest < total - CLOSE && !this.isTruthBetter(1)) { // too few lie, and truth is no better
        Object.assign(this, kept);
        return this.callMia();
      }
      const doubts = this.doubts(this.caught);
      for (const call of doubted) {
        spread[call] = rest * (total ? spread[call] / total : 1 / doubted.length);
        doubts[call] = 1;
      }
      return this.playOf(null, spread, this.row(mia.call ?? this.top), doubts);
    }

    // Returns the play where all want to be caught: they call Mia, which is looked at. Who throws
    // it calls what is just below if that is better, with all for whom that is a lie.
    callMia() {
      const { top, mine } = this, below = top - 1;
      const isLess = this.kinds[below] && mine.true[below] > mine.true[top];
      if (isLess) this.left.filter((r) => r < below).forEach((r) => { this.choice[r] = below; });
      const doubts = this.doubts(this.caught);
      for (const call of this.calls) if (this.kinds[call] === FREE) doubts[call] = 1;
      return this.playOf(null, this.row(top), this.row(isLess ? below : top), doubts);
    }

    // Returns a row in which one call has a share.
    row(call, share) {
      return rowOf(this.chances.length, call, share);
    }

    // Returns how many lies go where, as many as the passed calls bear.
    spread(mia) {
      const spread = [...this.room];
      if (mia.call !== null) spread[mia.call] += mia.room;
      return spread;
    }

    // Returns who calls what, by how many lies go where; some of those who could tell the truth may
    // lie upward.
    playOf(threshold, spread, told, doubts, { takes, share } = { takes: [] }) {
      const total = sum(spread);
      const liar = total ? spread.map((lies) => lies / total) : this.row(threshold ?? this.top);
      const calls = range(0, this.top).map((rolled) => {
        const call = this.choice[rolled];
        if (call === undefined) return liar;
        const own = this.row(call);
        return takes.includes(rolled) ? own.map((p, b) => share * liar[b] + (1 - share) * p) : own;
      });
      return { threshold, calls: [...calls, told], doubts };
    }
  }

  // Returns how to play a state in which `lowest` is the lowest legal call, with what all get. It is
  // weighed by every call and every answer, which uses nothing of how it was found.
  function solveState(lowest, chances, seats) {
    const [mine, theirs] = seats, { threshold, calls, doubts } = new Walk(lowest, chances, mine, theirs).solution();
    const said = tally(calls, chances), { told, lied } = offersOf(mine, doubts);
    let value = 0, best = 0, gain = 0;
    for (let call = lowest; call < chances.length; call++) {
      const { true: { [call]: truths }, lies: { [call]: lies } } = said;
      const gets = theirs.believed[call];
      value += truths * told[call] + lies * lied[call];
      if (gets === null) continue;
      const more = truths * theirs.true[call] + lies * theirs.lie[call] - (truths + lies) * gets;
      gain += more > 0 ? more * (1 - doubts[call]) : -more * doubts[call];
    }
    chances.forEach((chance, rolled) => {
      const offers = told.map((brings, call) => (rolled >= call ? brings : lied[call]));
      best += chance * Math.max(...offers.slice(lowest));
    });
    const isChance = (p) => p >= -CLOSE && p <= 1 + CLOSE;
    if (!(best - value + gain <= CLOSE && [doubts, ...calls].flat().every(isChance))) throw UNKNOWN;
    const gets = seats.map((seat, at) => (at ? expected(said, doubts, seat) : value));
    return { threshold, calls, doubts, ...said, gets };
  }

  // One round: the stack of its states, for each of those who call in turn.

  // Notes what a call comes to that is believed, as the next caller counts the seats.
  function believe(caller, call, gets) {
    from(gets.length - 1, gets).forEach((brings, seat) => {
      caller.seats[seat].believed[call] = brings;
    });
  }

  // Fills the stack of each caller of a ring; `seats` are the stakes of all, the caller's own first.
  function solveRing(rules, ring) {
    const chances = chancesOf(rules);
    const solve = (lowest) => ring.map(({ seats }) => solveState(lowest, chances, seats));
    const put = (state, solved) => ring.forEach((caller, at) => { caller.stack[state] = solved[at]; });
    let solved = solve(chances.length - 1);
    if (!rules.equal) put(chances.length - 1, solved);
    for (let call = chances.length - 2; call >= 0; call--) {
      if (rules.equal) {
        solved = solveRepeated(ring, call, solved, solve);
        put(call + 1, solved);
      } else {
        ring.forEach((caller, at) => believe(caller, call, solved[(at + 1) % ring.length].gets));
        solved = solve(call);
        put(call, solved);
      }
    }
    if (rules.equal) put(0, solve(0));
  }

  // Returns the play of a state in which a call may be repeated: what it is worth to one depends on
  // what it is worth to the other, in straight pieces, so that Newton's method finds both.
  function solveRepeated(ring, call, above, solve) {
    const other = ring.length - 1, both = sum(above[0].gets), values = above.map(({ gets }) => gets[0]);
    for (let step = 0; step < MOST_STEPS; step++) {
      ring.forEach((caller, at) => {
        const theirs = values[other - at];
        believe(caller, call, [theirs, both - theirs]);
      });
      const solved = solve(call), gaps = solved.map(({ gets }, at) => gets[0] - values[at]);
      if (gaps.every((gap) => Math.abs(gap) <= CLOSE / 100)) return solved;
      const often = solved.map((s) => (s.true[call] + s.lies[call]) * (1 - s.doubts[call]));
      const more = (gaps[0] - often[0] * gaps[other]) / (1 - often[0] * often[other]);
      values[other] += gaps[other] - often[other] * more;
      if (other) values[0] += more;
    }
    throw UNKNOWN;
  }

  // The lives: rounds lead to rounds with fewer.

  // Returns what the ends of a round bring `me`, by who has called, and by what rounds bring with
  // the lives that are left and who opens. Without lives it is a round of two on its own.
  function endsOf(lives, caller, me, rounds) {
    const n = lives ? lives.length : 2;
    return (payer, cost) => {
      const paying = (caller + payer) % n, left = lives && [...lives];
      if (!lives) return paying === me ? -cost : cost;
      left[paying] -= cost;
      if (left[paying] <= 0) return paying === me ? -1 : 0;
      return rounds(left, (paying + 1) % n);
    };
  }

  // Returns what solves well-played rounds by the lives from the caller on, each once.
  function wellPlayed(rules) {
    const known = new Map();
    return function solve(lives) {
      if (known.has(String(lives))) return known.get(String(lives));
      const ring = new Map(), n = lives ? lives.length : 2;
      for (let place = 0; place < (lives ? n : 1); place++) {
        const own = lives && from(place, lives);
        const seats = range(0, n).map((seat) => stakesOf(rules, endsOf(own, 0, seat,
          (left, opener) => solve(from(opener, left)).stack[0].gets[(seat + n - opener) % n])));
        ring.set(String(own), { seats, stack: [] });
      }
      solveRing(rules, [...ring.values()]);
      ring.forEach((caller, own) => known.set(own, caller));
      return known.get(String(lives));
    };
  }

  // The characters: the calls among which they choose evenly, and how often they doubt.

  const truth = (_, lowest, rolled) => [Math.max(lowest, rolled)];
  const orElse = (calls, other) => (calls.length ? calls : [other]);
  const looks = () => 0;
  const honest = { speech: truth, ears: looks };
  const CHARACTERS = {
    honest, sniper: honest, gambler: honest,
    liar: {
      speech: (k, lowest, rolled) => orElse(range(Math.max(lowest, rolled + 1), k), k - 1),
      ears: () => 0.5,
    },
    lucky: {
      speech: (k, lowest, rolled) => {
        const high = Math.max(lowest, k - Math.max(Math.floor(k / 3), 1));
        return rolled >= high ? [rolled] : range(high, k);
      },
      ears: () => 0, mia: 0,
    },
    "doubter-54": { speech: truth, ears: ({ doubter }, call) => Number(call >= doubter) },
    calculator: {
      speech: truth,
      ears: ({ ways }, call) => Number(2 * sum(ways.slice(call)) < sum(ways)),
    },
    blind: {
      speech: (k, lowest) => [0, 0, 0, 1, 1, 2].map((step) => Math.min(lowest + step, k - 1)),
      ears: looks,
    },
    random: { speech: (k, lowest) => range(lowest, k), ears: () => 0.5, mia: 0.5 },
    modest: {
      speech: (_, lowest, rolled) => orElse(range(lowest, rolled), Math.max(lowest, rolled)),
      ears: looks,
    },
  };

  // Returns how a character plays, by state.
  function table(rules, name) {
    const chances = chancesOf(rules), k = chances.length, { speech, ears, mia = 1 } = CHARACTERS[name];
    const doubts = [...range(0, k - 1).map((call) => ears(rules, call)), rules.folded === null ? 1 : mia];
    return range(0, k).map((state) => {
      const calls = range(0, k).map((rolled) => {
        const row = zeros(k), chosen = speech(k, lowestCall(rules, state), rolled);
        for (const call of chosen) row[call] += 1 / chosen.length;
        return row;
      });
      return { calls, doubts, ...tally(calls, chances) };
    });
  }

  // The best reply to all others, whose chances are given, as in mia_stats/game/reply.py.

  // Returns the best call over a throw: that of before where it is as good, then the truth.
  function bestCall(offers, lowest, rolled, before) {
    let most = -Infinity;
    for (let call = lowest; call < offers.length; call++) most = Math.max(most, offers[call]);
    const asGood = (call) => call >= lowest && offers[call] >= most - CLOSE;
    return [before, rolled].find(asGood) ?? offers.findIndex((_, call) => asGood(call));
  }

  // Returns my best calls and answers by state, in a round with others from my left on. `worth` are
  // my stakes by who has called, me first; what belief brings is filled in. A state that leads back
  // to itself, where a call is repeated, is bettered from a doubt of that call until it is best.
  function replyInRound(rules, others, worth) {
    const chances = chancesOf(rules), k = chances.length, n = worth.length, stack = [];
    for (let state = k - 1; state >= 0; state--) {
      const lowest = lowestCall(rules, state), repeated = lowest < state ? lowest : null;
      const next = others[0][state], { settled, ended, often, doubts } = answersTo(others.at(-1)[state], worth[n - 1], lowest, repeated);
      const gets = range(0, n).map((place) => (place && place < n - 1
        ? expected(others[place - 1][state], others[place][state].doubts, worth[place]) : 0));
      let called = [], believes = false;
      for (let step = 0; step < k + 5; step++) {
        gets[n - 1] = settled + (believes ? often * gets[0] : ended);
        if (repeated !== null) worth[0].believed[repeated] = gets[n - 1];
        const { told, lied } = offersOf(worth[0], next.doubts);
        let value = 0, again = 0;
        called = chances.map((chance, rolled) => {
          const offers = told.map((brings, call) => (rolled >= call ? brings : lied[call]));
          const call = bestCall(offers, lowest, rolled, called[rolled]);
          value += chance * offers[call];
          if (call === repeated) again += chance * (1 - next.doubts[call]);
          return call;
        });
        const left = 1 - (believes ? often * again : 0), isBetter = value - gets[0] > CLOSE && left > CLOSE;
        if (!step || isBetter) gets[0] += (value - gets[0]) / left;
        const more = believes || often * gets[0] > ended + CLOSE;
        if (step && !isBetter && more === believes) break;
        believes = more;
      }
      if (believes) doubts[repeated] = 0;
      const calls = called.map((call) => rowOf(k, call));
      stack[state] = { calls, doubts, ...tally(calls, chances), gets };
      if (state) worth.forEach((seat, place) => { seat.believed[state - 1] = gets[(place + 1) % n]; });
    }
    return stack;
  }

  // Returns my answers to what somebody says in a state: what they bring in all, and, apart, how
  // often the repeated call is made and what a doubt of it brings.
  function answersTo(said, seat, lowest, repeated) {
    const answers = { settled: 0, ended: 0, often: 0, doubts: zeros(said.doubts.length) };
    for (let call = lowest; call < said.doubts.length; call++) {
      const made = said.true[call] + said.lies[call], believed = seat.believed[call];
      const seen = said.true[call] * seat.true[call] + said.lies[call] * seat.lie[call];
      const isDoubted = call === repeated || believed === null || made * believed < seen - CLOSE;
      answers.doubts[call] = Number(isDoubted);
      if (call === repeated) Object.assign(answers, { ended: seen, often: made });
      else answers.settled += isDoubted ? seen : made * believed;
    }
    return answers;
  }

  // Returns what replies to a character at the last seat, by the lives from me on, each once. All
  // other seats play the equilibrium.
  function replies(rules, solve, name) {
    const known = new Map(), character = table(rules, name);
    return function answer(lives) {
      if (known.has(String(lives))) return known.get(String(lives));
      const n = lives ? lives.length : 2;
      const others = range(1, n - 1).map((place) => {
        const before = solve(from(place - 1, lives)).stack;
        return solve(from(place, lives)).stack.map((own, state) => ({ ...own, doubts: before[state].doubts }));
      });
      others.push(character);
      const worth = range(0, n).map((place) => stakesOf(rules, endsOf(lives, place, 0,
        (left, opener) => answer(left).stack[0].gets[opener])));
      const found = { others, worth, stack: replyInRound(rules, others, worth) };
      known.set(String(lives), found);
      return found;
    };
  }

  // Returns the chance to win a round of two by the state in which the first throws.
  function winningOf(rules, players) {
    const wins = [], seats = [0, 1].map((caller) => stakesOf(rules, (payer) => (caller + payer) % 2));
    for (let state = rules.ways.length - 1; state >= 0; state--) {
      const last = state - 1, [mine, theirs] = players.map((player, at) => {
        const said = player[state], { doubts } = players[1 - at][state];
        const again = state ? (said.true[last] + said.lies[last]) * (1 - doubts[last]) : 0;
        return { ended: expected(said, doubts, seats[at]), again };
      });
      if (mine.again * theirs.again > 1 - CLOSE) throw UNKNOWN; // they repeat a call for ever
      wins[state] = (mine.ended + mine.again * theirs.ended) / (1 - mine.again * theirs.again);
      seats[0].believed[last] = theirs.ended + theirs.again * wins[state];
      seats[1].believed[last] = wins[state];
    }
    return wins;
  }

  // What the page asks.

  const solvers = new Map(), plays = new Map();

  // Returns what is kept by a key, which is made once.
  function kept(map, key, make) {
    if (!map.has(key)) map.set(key, make());
    return map.get(key);
  }

  // Returns how all play who are at the table: mine, and what it brings me.
  function atTheTable(rules, lives, caller) {
    const n = lives ? lives.length : 2;
    if ((rules.equal && n > 2) || (caller === "doubter-54" && rules.doubter < 0)) throw UNKNOWN;
    const solve = kept(solvers, JSON.stringify(rules), () => wellPlayed(rules));
    if (caller !== "well") {
      const { others, worth, stack } = kept(solvers, JSON.stringify([rules, n, caller]), () => replies(rules, solve, caller))(lives);
      return { stack, answers: stack, next: others[0], last: others.at(-1), calling: worth[0], answering: worth[n - 1], threshold: null };
    }
    const mine = solve(lives), last = solve(lives && from(n - 1, lives));
    return { stack: mine.stack, answers: last.stack, next: mine.stack, last: last.stack, calling: mine.seats[0], answering: last.seats[1], threshold: last.stack[0].threshold };
  }

  // Returns what to do at a table; see the words of the page for what its parts are.
  function play(rules, seats, lives, caller) {
    return kept(plays, JSON.stringify([rules, seats, lives, caller]), () => {
      const by = caller !== "well" ? "reply" : seats > 2 ? "equilibrium" : "optimum";
      const of = !lives ? "round" : seats > 2 ? "game" : "match";
      try {
        const all = atTheTable(rules, lives, caller);
        const winning = lives ? null : winningOf(rules, [all.stack.map((own, s) => ({ ...own, doubts: all.answers[s].doubts })), all.last]);
        return { known: true, by, of, threshold: all.threshold, ...asked(rules, lives, all, winning) };
      } catch (error) {
        if (error !== UNKNOWN) throw error;
        return { known: false, by, of };
      }
    });
  }

  // Returns what answers questions about a call, and about a throw.
  function asked(rules, lives, all, winning) {
    const top = rules.ways.length - 1, within = (p) => Math.min(Math.max(p, 0), 1);
    const brought = (gets) => (gets === null ? null : lives ? within(1 + gets) : gets);

    function answer(state, call) {
      const { true: truths, lies } = all.last[state], { answering: seat } = all;
      const made = truths[call] + lies[call], isMade = made > CLOSE;
      const doubt = within(all.answers[state].doubts[call]);
      const seen = brought(isMade ? (truths[call] * seat.true[call] + lies[call] * seat.lie[call]) / made : null);
      const believed = brought(seat.believed[call]), truth = isMade ? truths[call] / made : null;
      if (call < top) {
        return { answers: { doubt, believe: 1 - doubt }, brings: { doubt: seen, believe: believed }, truth, winning: lives ? believed : winning[call + 1] };
      }
      if (believed === null) return { answers: { look: doubt }, brings: { look: seen }, truth, winning: null };
      return { answers: { look: doubt, fold: 1 - doubt }, brings: { look: seen, fold: believed }, truth, winning: null };
    }

    function calls(state, rolled) {
      const lowest = lowestCall(rules, state), doubted = all.next[state].doubts.map(within);
      const { told, lied } = offersOf(all.calling, doubted), row = all.stack[state].calls[rolled].map(within);
      return {
        chances: row.map((chance) => chance / sum(row)),
        brings: told.map((brings, call) => (call < lowest ? null : brought(rolled >= call ? brings : lied[call]))),
        doubted,
      };
    }

    return { answer, calls };
  }

  return { play, table };
})();
