"use strict";
// Play after one last call, for the rules that the page knows: a copy of mia_stats/solve/stage.py,
// with which the tests compare it. What a seat gets is minus its chance to go out first, and in a
// round of two on its own the lives that it wins.
const Stage = (() => {
  const CLOSE = 1e-12; // floats are wrong by less
  const UNKNOWN = new Error("no play is known by these rules, or with these lives");
  const [DOUBTED, BELIEVED, FREE] = ["doubted", "believed", "free"];

  const MANY_ZEROS = new Array(36).fill(0.5).fill(0); // not whole to begin with: it is much faster

  // Returns as many zeros, 36 at most.
  const zeros = (length) => MANY_ZEROS.slice(0, length);
  // Returns the sum of numbers.
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  // Returns the numbers from `first` up to before `end`.
  function range(first, end) {
    const numbers = [];
    for (let number = first; number < end; number++) numbers.push(number);
    return numbers;
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

  // A walk down the calls that the caller likes best.
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
      if (!liar) throw UNKNOWN;
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

  return {
    CLOSE, UNKNOWN, zeros, sum, range, diceOf, stakesOf, tally, madeOf, doubtOf, offersOf,
    mostOf, expected, solveState,
  };
})();
