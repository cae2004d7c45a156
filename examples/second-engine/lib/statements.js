'use strict';
// Statements: one method for each form, do_FORM(frame, statement, those behind it), which gives what came of it.
// Here: those made of others, points, acts of the rules, and what stands. Cards: moves.js; choices: choose.js; Attacks: attack.js.
const { GameOver } = require('./game');
const { setting, speaksOf } = require('./forms');
const uniq = list => [...new Set(list)];

module.exports = {
  *run(f, list) {
    const out = [];
    for (let i = 0; i < list.length; i++) {
      const fn = this['do_' + list[i].form];
      if (!fn) throw new Error('statement ' + list[i].form + ' is not known');
      f.stmt = list[i];
      out.push((yield* fn.call(this, f, list[i], list.slice(i + 1))) || new this.Outcome());
      yield* this.appearances();
    }
    const o = this.Outcome.all(out);
    if (out.length === 1) { o.done = out[0].done; o.rounds = out[0].rounds; }
    return o;
  },
  // A block: behind it, its names stand for all values that they had there
  *block(f, list, round, names) {
    const before = new Set(f.names.keys());
    if (round) f.rounds.push(round);
    for (const n in names) f.names.set(n, names[n]);
    try { return yield* this.run(f, list); } finally {
      for (const [name, value] of [...f.names]) if (!before.has(name)) { f.behind.push({ name, value, rounds: f.rounds.slice() }); f.names.delete(name); }
      if (round) f.rounds.pop();
    }
  },
  *do_Let(f, x) {
    yield* this.deepen(f, x.value);
    f.stmt = x;
    const v = this.value(f, x.value);
    f.names.set(x.name, v instanceof this.Zones ? this.items(v) : v);
  },
  *do_Result(f, x) {
    const o = new this.Outcome();
    o.source = f.this;
    f.names.set(x.name, o); f.sinks.push(o.facts);
    try { const r = yield* this.run(f, x.of); o.done = r.done; o.declined = r.declined; o.rounds = r.rounds; } finally { f.sinks.splice(f.sinks.indexOf(o.facts), 1); }
    o.ended = this.serial;
    return o;
  },
  *do_If(f, x) {
    const so = this.value(f, x.test);
    if (so === null && setting(x, 'absent') === 'nothing') return new this.Outcome();
    return yield* this.block(f, so === true ? x.then : x.otherwise || []);
  },
  *do_ForEach(f, x) {
    const list = this.list(f, x.source).slice(), rounds = new Map();
    // together: all choose, all show, then each does the rest
    const parts = x.together || setting(x, 'mode') === 'together' ? this.phases(x.body) : [x.body];
    const kept = new Map();
    for (let i = 0; i < parts.length; i++) for (const v of list) {
      const facts = [], last = i === parts.length - 1;
      f.sinks.push(facts);
      let o;
      try {
        if (parts.length === 1) o = yield* this.block(f, x.body, [x, v], { [x.name]: v });
        else o = yield* this.partly(f, x, v, parts[i], kept, last);
      } finally { f.sinks.splice(f.sinks.indexOf(facts), 1); }
      const r = rounds.get(v);
      const all = r ? this.Outcome.all([r, o]) : new this.Outcome(o.done, o.declined);
      all.facts = (r ? r.facts : []).concat(facts);
      rounds.set(v, all);
    }
    const o = this.Outcome.any([...rounds.values()]);
    o.rounds = rounds;
    return o;
  },
  phases(body) {
    const shows = s => s.form === 'Show' || (s.form === 'Result' && s.of.every(shows));
    const until = (from, test) => { const i = body.findIndex((s, j) => j >= from && !test(s)); return i < 0 ? body.length : i; };
    const a = until(0, s => s.form === 'Choose'), b = until(a, shows);
    return [body.slice(0, a), body.slice(a, b), body.slice(b)].filter(p => p.length);
  },
  // One part of a round whose parts are done for all players in turn: its names are kept from one part to the next
  *partly(f, x, v, part, kept, last) {
    const before = new Set(f.names.keys());
    f.rounds.push([x, v]); f.names.set(x.name, v);
    for (const [n, w] of kept.get(v) || []) f.names.set(n, w);
    try { return yield* this.run(f, part); } finally {
      const mine = [...f.names].filter(([n]) => !before.has(n));
      kept.set(v, mine);
      for (const [name, value] of mine) { if (last) f.behind.push({ name, value, rounds: f.rounds.slice() }); f.names.delete(name); }
      f.rounds.pop();
    }
  },
  *do_Repeat(f, x) {
    const all = new this.Outcome();
    if (x.name) f.names.set(x.name, all);
    f.sinks.push(all.facts);
    const out = [];
    try {
      if (x.how === 'times') { for (let n = this.number(f, x.test); n > 0; n--) out.push(yield* this.block(f, x.body)); } else {
        const goesOn = () => this.isSo(f, x.test) === (x.how === 'while');
        // how far a number is from its goal, if the test is about the table: a round that brings it no nearer is the last one
        const aims = x.test.form === 'Compare' && x.test.op !== 'in' && !(x.name && speaksOf(x.test, new Set([x.name])));
        const far = () => aims ? Math.abs(this.number(f, x.test.left) - this.number(f, x.test.right)) : Infinity;
        let first = setting(x, 'test') === 'do_while';
        while (out.length < 300 && (first || goesOn())) {
          first = false;
          const n = all.facts.length, was = far(), o = yield* this.block(f, x.body);
          out.push(o);
          if (o.done === false || all.facts.length === n || (aims && far() >= was)) break; // no more can be done
        }
      }
    } finally { f.sinks.splice(f.sinks.indexOf(all.facts), 1); }
    const o = this.Outcome.any(out);
    all.done = out.length ? o.done : null; all.declined = o.declined;
    return all;
  },

  // --- points
  *do_Points(f, x) {
    const n = this.number(f, x.amount), of = x.kind === 'VP' ? this.vp : this.power;
    const out = [];
    for (const p of this.list(f, x.who)) {
      if (x.row === 'give') {
        const got = setting(x, 'below') === 'debt' ? n : Math.max(n, -Math.max(0, of[p]));
        of[p] += got;
        this.fact(f, 'give', p, null, { whom: p, amount: got });
        out.push(new this.Outcome());
      } else if (x.row === 'take' || x.row === 'pay') {
        const took = x.row === 'pay' ? (of[p] >= n ? n : 0) : Math.min(n, setting(x, 'below') === 'debt' ? n : Math.max(0, of[p]));
        const done = x.row === 'pay' ? of[p] >= n : took > 0 || took === n;
        of[p] -= took;
        if (done) this.fact(f, x.row, x.row === 'pay' ? p : f.you, null, { whom: p, amount: took });
        out.push(new this.Outcome(done));
      } else throw new Error('unknown points ' + x.row);
    }
    return this.Outcome.all(out);
  },

  // --- acts of the rules
  *do_Do(f, x) {
    const of = (x.of || []).map(y => this.list(f, y));
    switch (x.row) {
      case 'avoid': return this.avoid(f, of[0]);
      case 'cancel': { const was = this.confronted !== null; this.confronted = null; return new this.Outcome(was); }
      case 'win': {
        const p = of[0][0];
        if (!p) return new this.Outcome(false);
        this.result = { reason: 'card', winners: this.seats.filter(q => this.team(p).includes(q)), scores: {}, tie_break: '' };
        throw new GameOver();
      }
      case 'refill': this.refreshPower(); this.refill(); return new this.Outcome();
      case 'replace': {
        this.refreshPower();
        for (const c of of[0]) if (this.where.get(c) !== 'line-up' && this.zone('main-deck').length) this.enterLineUp(this.zone('main-deck')[0]);
        return new this.Outcome();
      }
      case 'shuffle': yield* this.shuffleThere(of[0]); return new this.Outcome();
      case 'deal': {
        const cards = of[0].filter(c => !this.isCharacter(c));
        for (const p of of[2]) for (let i = 0; i < (of[1][0] || 0) && cards.length; i++) this.place(f, 'deal', p, cards.shift(), p + ' hand', false);
        return new this.Outcome();
      }
      default: throw new Error('unknown act ' + x.row);
    }
  },
  *shuffleThere(cards) {
    if (cards.length < 2) return;
    const order = yield* this.shuffled(cards.slice());
    for (const z of uniq(cards.map(c => this.where.get(c)))) {
      const mine = order.filter(c => this.where.get(c) === z);
      this.zone(z).forEach((c, i, a) => { if (cards.includes(c)) a[i] = mine.shift(); });
    }
  },
  *do_Deed(f, x) {
    const by = this.one(f, x.by);
    const o = yield* this.block(f, x.body);
    this.fact(f, x.verb, by, x.on ? this.one(f, x.on) : null);
    return o;
  },

  // --- what stands: in a text that is carried out it begins when it is reached
  *do_On(f, x) {
    const l = this.last(f, x);
    if (x.event.form === 'Becomes') {
      const so = this.isSo(f, x.event.test);
      this.so.set(l.key, so);
      if (so && x.retro && this.inTime(l, { n: Infinity })) { this.used(l); return yield* this.block(f, x.body); }
    }
  },
  *do_Option(f, x) { this.last(f, x); },
  *do_Forbid(f, x) { this.last(f, x); },
  *do_Change(f, x) {
    const row = x.attribute.row, more = {};
    if (x.source && (setting(x, 'set') === 'now' || x.source.form === 'Var')) more.fixed = this.list(f, x.source);
    if (setting(x, 'counted') !== 'live' && !x.name) more.amount = this.value(f, x.value);
    if (row === 'text') return yield* this.giveText(f, x, more);
    const l = this.last(f, x, more);
    const waits = w => w.form === 'While' || (w.form === 'Overlap' && (waits(w.left) || waits(w.right)));
    if (row === 'power' && !waits(x.within)) this.refreshPower();
  },
  // A card that is being played and gets the text of another carries it out, too
  *giveText(f, x, more) {
    const card = this.one(f, x.attribute.of[0]), texts = this.items(more.amount), had = card ? this.texts(card) : [];
    const fresh = texts.filter(t => !had.includes(t));
    if (!card || !fresh.length) return new this.Outcome(texts.length > 0);
    this.gotText = true;
    this.last(f, x, { ...more, fixed: x.source ? more.fixed : undefined });
    if (card === f.this) for (const t of fresh) if (t.home === 'played') yield* this.carryOut(this.frame(f.you, card), t.body);
  },
};
