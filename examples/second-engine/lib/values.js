'use strict';
// Values and conditions: one method for each form, v_FORM(frame, form).
// A card is its id, a player the seat, a kind its name; a list is an array; null is what is absent, and a condition that is unknown.
const { setting } = require('./forms');
const uniq = list => [...new Set(list)];

class Zones { constructor(names) { this.names = names; } }
// What comes of statements. done: true, false, or null where it does not count (a name, Power)
class Outcome {
  constructor(done = null, declined = false) { this.done = done; this.declined = declined; this.facts = []; this.rounds = new Map(); this.source = null; }
  static all(list) { // one statement after the other: done if none of them was not
    return new Outcome(list.some(o => o.done === false) ? false : list.some(o => o.done) ? true : null, list.some(o => o.declined));
  }
  static any(list) { // the rounds of one statement: done if one of them was
    const o = new Outcome(list.some(x => x.done) ? true : list.length && list.every(x => x.done === null) ? null : false, list.some(x => x.declined));
    for (const x of list) { o.facts.push(...x.facts); for (const [p, y] of x.rounds) o.rounds.set(p, y); o.source = o.source || x.source; }
    return o;
  }
}

const OWN = { hand: 'hand', deck: 'deck', discard: 'discard', inplay: 'play', score: 'score', characters: 'characters' };
const SHARED = { lineup: 'line-up', main: 'main-deck', superstack: 'super-villains', destroyed: 'destroyed', table: 'table', out: 'removed' };
const STAYING = new Set(['reveal', 'look', 'choose', 'play']);

// Attributes of a card: as printed
const OF_CARD = {
  cost(c) { return this.def(c).cost || 0; },
  price(c) { return this.attribute('cost', [c]); },
  toll() { return 0; },
  vp(c) { return this.def(c).vp || 0; },
  gives(c) { return this.printedPower(c); },
  level(c) { return this.def(c).level || 0; },
  types(c) { return [this.def(c).type].filter(Boolean); },
  titles(c) { return (this.def(c).titles || []).concat(this.isCharacter(c) && !this.def(c).level ? ['Super Hero'] : []); },
  keywords(c) { return uniq((this.def(c).keywords || []).concat(this.texts(c).flatMap(t => t.labels))); },
  name(c) { return this.name(c); },
  namewords(c) { return this.name(c); },
  face(c) { return this.where.get(c) === 'super-villains' && c !== this.faceUp ? 'down' : 'up'; },
  owner(c) { return this.ownerOf(c); },
  controllers(c) { return / play$/.test(this.where.get(c)) ? [this.holder(this.where.get(c))] : []; },
  place(c) { return new Zones([this.where.get(c)]); },
  text(c) { return this.def(c).core.texts; },
  colors() { return []; },
  marks() { return []; },
};
// Attributes of players and of the table
const OF_PLAYER = {
  power(p) { return this.power[p]; },
  newhand() { return this.par.hand_size || 5; },
  character(p) { return this.topCharacter(p); },
};
const OF_TABLE = {
  lineup_size() { return this.par['lineup.size'] || 5; },
  first_player() { return null; },
  all_types() { return this.rules.types; },
  all_names() { return uniq(this.inGame().map(d => d.name)); },
  all_costs() { return uniq(this.inGame().map(d => d.cost)).sort((a, b) => a - b); },
  attack_now() { return this.attacks[this.attacks.length - 1] || null; },
  attack_card() { const a = this.attacks[this.attacks.length - 1]; return a ? a.source : null; },
  numbers(a, b) { return Array.from({ length: Math.max(0, b - a + 1) }, (_, i) => a + i); },
  stacked(k) { return !!this.realStack(k); },
  apart(cards) { return this.apart(this.items(cards)); },
};
// Attributes of an event, of events, of what came of a statement, of an Attack
const OF_EVENT = {
  by(e) { return e.by; },
  whom(e) { return e.whom || null; },
  card(e) { return e.card; },
  source(e) { return e.source; },
  from(e) { return e.from ? new Zones([e.from]) : null; },
  to(e) { return e.to ? new Zones([e.to]) : null; },
  whose(e) { return this.holder(e.from) || e.by; },
  cause(e) { return e.cause; },
  amount(e) { return e instanceof Outcome || Array.isArray(e) ? this.items(e).reduce((s, x) => s + (x.amount || 0), 0) : e.amount; },
  cards(e) { return this.items(e).flatMap(x => x.cards || (x.card ? [x.card] : [])); },
  whos(e) { return uniq(this.items(e).map(x => x.by).filter(Boolean)); },
  hit(a) { return a.targets.filter(p => !a.avoided.includes(p)); },
  avoided(a) { return a.avoided.concat(a.immune); },
  targets(a) { return a.targets; },
};
const LISTS = new Set(['amount', 'cards', 'whos', 'source']);
const ARITHMETIC = {
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, div: (a, b) => Math.floor(a / b), half_up: a => Math.ceil(a / 2), half_down: a => Math.floor(a / 2),
  atleast: (a, b) => Math.max(a, b), atmost: (a, b) => Math.min(a, b), odd: a => Math.abs(a) % 2 === 1, even: a => a % 2 === 0,
};
const ORDER = { '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b };
const FOLD = { count: l => l.length, sum: l => l.reduce((s, n) => s + n, 0), max: l => l.length ? Math.max(...l) : 0, min: l => l.length ? Math.min(...l) : 0, distinct: uniq };
const agree = (a, b) => a.every(([m, v]) => b.every(([n, w]) => m !== n || v === w));

module.exports = {
  // --- frames: a text that is carried out
  frame(you, card, more) {
    return { you, this: card, that: null, attacked: null, turn: this.turn,
      names: new Map(), behind: [], rounds: [], // names, those of blocks that are over, the rounds in which it is
      facts: [], sinks: [], // what it has done; lists that want to be told of it
      stmt: null, taken: new Map(), chosen: new Set(), // the statement, what each has taken, names of what was chosen
      would: null, ...more }; // of `before`: the act that would happen
  },
  copyFrame(f) { return { ...f, names: new Map(f.names), behind: f.behind.slice(), rounds: f.rounds.slice(), facts: f.facts.slice(), sinks: [], taken: new Map(f.taken), chosen: new Set(f.chosen) }; },
  bound(f, name, value, fn) { // for a while
    const had = f.names.has(name), was = f.names.get(name);
    f.names.set(name, value);
    try { return fn(); } finally { if (had) f.names.set(name, was); else f.names.delete(name); }
  },
  // What a name stands for; behind its block all values that it had there
  named(f, name) {
    if (name === 'you') return f.you;
    if (name === 'this') return f.this;
    if (f.names.has(name)) return f.names.get(name);
    return this.together(f.behind.filter(b => b.name === name && agree(b.rounds, f.rounds)).map(b => b.value));
  },
  together(values) {
    const found = values.filter(v => v !== null);
    if (found[0] instanceof Outcome) return Outcome.any(found);
    if (found[0] && found[0].targets) return found[found.length - 1];
    return found.flatMap(v => this.items(v));
  },

  // --- values
  value(f, x) {
    const fn = this['v_' + x.form];
    if (!fn) throw new Error('value ' + x.form + ' is not known');
    return fn.call(this, f, x);
  },
  items(v) {
    if (v === null || v === undefined) return [];
    if (Array.isArray(v)) return v;
    if (v instanceof Zones) return v.names.flatMap(z => this.cardsIn(z));
    if (v instanceof Outcome) return v.facts.filter(e => e.verb !== 'choose');
    return [v];
  },
  list(f, x) { return this.items(this.value(f, x)); },
  one(f, x) { const v = this.value(f, x); return Array.isArray(v) ? (v.length ? v[0] : null) : v; },
  number(f, x) { const n = this.one(f, x); return typeof n === 'number' ? n : 0; },
  isSo(f, x) { return this.value(f, x) === true; },
  // Of the Super-Villain stack only the card that is turned up can be seen and taken
  cardsIn(z) {
    const cards = this.zone(z);
    return z === 'super-villains' ? cards.filter(c => c === cards[0] && c === this.faceUp) : cards.slice();
  },

  v_Var(f, x) { return this.named(f, x.name); },
  v_Number(f, x) { return x.value; },
  v_Kind(f, x) { return x.name; },
  v_Several(f, x) { return x.items.map(y => this.value(f, y)); },
  v_Quote(f, x) { return [x.text]; },
  v_Place(f, x) {
    if (x.row === 'superstack' && this.rs.variant === 'super-hidden') return this.zone('line-up').filter(c => this.isSuperVillain(c));
    if (x.row === 'lineup') return new Zones(['line-up'].concat(this.besideZones(this.active)));
    if (SHARED[x.row]) return new Zones([SHARED[x.row]]);
    if (x.row === 'stacks') return new Zones([...this.stacks]);
    if (x.row === 'anywhere') return [...this.where.keys()];
    const of = this.list(f, x.of);
    if (OWN[x.row]) return new Zones(of.map(p => p + ' ' + OWN[x.row]));
    switch (x.row) {
      case 'controlled': return uniq(of.flatMap(p => this.controlledBy(p)));
      case 'owned': return uniq(of.flatMap(p => this.ownedBy(p)));
      case 'under': return new Zones(of.map(c => this.holder(this.where.get(c))).filter((p, i) => p && this.isCharacter(of[i])).map(p => p + ' parked'));
      case 'stack': return new Zones(of.map(k => 'stack:' + this.stackName(k)));
      case 'lay': return new Zones(of.slice(0, 1).map(c => this.where.get(c)));
      case 'origin': return new Zones(of.slice(0, 1).map(c => this.origin(f, c)));
      default: throw new Error('unknown place ' + x.row);
    }
  },
  // Where a card goes back to: where this text took it from; shown: its pile; else its stack; else its owner's hand
  origin(f, c) {
    const here = this.where.get(c);
    if (f.facts.some(e => e.card === c && !['reveal', 'look', 'choose'].includes(e.verb))) {
      const came = this.facts.concat(this.history).filter(e => e.card === c && e.to === here && e.from !== here).sort((a, b) => b.n - a.n)[0];
      if (came) return came.from;
    }
    if (this.isPile(here) && f.facts.some(e => e.card === c && (e.verb === 'reveal' || e.verb === 'look'))) return here;
    if (this.facts.some(e => e.card === c && e.from === 'super-villains')) return 'super-villains';
    const stack = this.realStack(this.key(c));
    return stack && this.def(c).pile !== 'starter' ? stack : (this.ownerOf(c) || f.you) + ' hand';
  },
  v_Group(f, x) {
    const alive = this.alive();
    switch (x.row) {
      case 'everyone': return this.from(alive.includes(f.you) ? f.you : this.active).filter(p => alive.includes(p));
      case 'nobody': return [];
      case 'active': return this.active;
      case 'attacker': return this.attacks.length ? this.attacks[this.attacks.length - 1].attacker : this.active;
      case 'attacked': return f.attacked;
      case 'confronted': return this.confronted ? [this.confronted] : [];
      default:
    }
    const of = this.list(f, x.of), of1 = of[0];
    const beside = d => { const i = alive.indexOf(of1); return i < 0 ? null : alive[(i + d + alive.length) % alive.length]; };
    switch (x.row) {
      case 'left': return beside(1);
      case 'right': return beside(-1);
      case 'foes': return uniq(of.flatMap(p => this.foes(p)));
      case 'team': return uniq(of.flatMap(p => this.from(p).filter(q => this.team(p).includes(q) && alive.includes(q))));
      case 'mates': return uniq(of.flatMap(p => this.team(p).filter(q => q !== p && alive.includes(q))));
      case 'others': return uniq(of.flatMap(p => this.from(p).filter(q => q !== p && alive.includes(q))));
      case 'guarded': return uniq(of.flatMap(p => [p].concat(this.par['block.beneficiary'] === 'team' ? this.team(p).filter(q => q !== p) : [])));
      case 'facing': {
        if (f.that) return [f.that];
        if (this.confronted && this.isFoe(of1, this.confronted)) return [this.confronted];
        const foes = this.foes(of1);
        return foes.length === 1 ? foes : [];
      }
      default: throw new Error('unknown group ' + x.row);
    }
  },
  v_Attribute(f, x) {
    if (x.row === 'theirs') return this.theirs(f, x.of[0].name, this.one(f, x.of[1]));
    if (x.row === 'untaken') { const taken = f.taken.get(f.stmt) || []; return this.list(f, x.of[0]).filter(c => !taken.includes(c)); }
    const of = (x.of || []).map(y => this.value(f, y));
    if (x.row === 'vp' && this.seats.includes(of[0])) return this.vp[of[0]];
    if (OF_EVENT[x.row]) return of[0] === null || (Array.isArray(of[0]) && !of[0].length && !LISTS.has(x.row)) ? (LISTS.has(x.row) ? [] : null) : OF_EVENT[x.row].call(this, of[0]);
    if (of.some(v => v === null)) return null;
    if (OF_TABLE[x.row]) return this.attribute(x.row, of, x.as_of);
    if (!OF_CARD[x.row] && !OF_PLAYER[x.row]) throw new Error('unknown attribute ' + x.row);
    // of several it is what all of them have
    const found = this.items(of[0]).map(one => x.row === 'place' && x.as_of === 'then' ? this.cameFrom(f, one) : this.attribute(x.row, [one, ...of.slice(1)], x.as_of));
    return found.length && found.every(v => JSON.stringify(v) === JSON.stringify(found[0])) ? found[0] : null;
  },
  // An attribute as printed, and what stands makes of it
  attribute(row, of, asOf) {
    const plain = (OF_CARD[row] || OF_PLAYER[row] || OF_TABLE[row]).apply(this, of);
    return asOf === 'printed' ? plain : this.changed(row, of, plain);
  },
  cameFrom(f, c) { const e = f.facts.find(y => y.card === c && !STAYING.has(y.verb)); return new Zones([e ? e.from : this.where.get(c)]); },
  theirs(f, name, player) {
    if (f.names.has(name)) return f.names.get(name);
    return this.together(f.behind.filter(b => b.name === name && b.rounds.some(([, v]) => v === player)).map(b => b.value));
  },
  // As many as can be that have a card type, no two the same
  apart(cards) {
    const typed = uniq(cards).map(c => [c, this.types(c)]).filter(([, t]) => t.length);
    let best = [];
    const go = (i, chosen, used) => {
      if (chosen.length > best.length) best = chosen;
      for (let j = i; j < typed.length && chosen.length + typed.length - j > best.length; j++) {
        const [c, types] = typed[j];
        if (!types.some(t => used.includes(t))) go(j + 1, chosen.concat(c), used.concat(types));
      }
    };
    go(0, [], []);
    return best;
  },
  v_Filter(f, x) { return this.list(f, x.source).filter(v => this.bound(f, x.name, v, () => this.isSo(f, x.test))); },
  v_Collect(f, x) { return this.list(f, x.source).flatMap(v => this.items(this.bound(f, x.name, v, () => this.value(f, x.value)))); },
  v_Fold(f, x) { if (!FOLD[x.row]) throw new Error('unknown fold ' + x.row); return FOLD[x.row](this.list(f, x.of)); },
  v_Best(f, x) {
    const rows = this.list(f, x.source).map(v => [v, this.bound(f, x.name, v, () => this.one(f, x.value))]).filter(([, n]) => n !== null);
    const best = (x.most ? Math.max : Math.min)(...rows.map(([, n]) => n));
    return rows.filter(([, n]) => n === best).map(([v]) => v);
  },
  v_Join(f, x) {
    const a = this.list(f, x.left), b = this.list(f, x.right);
    if (x.op === '-') return a.filter(v => !b.includes(v));
    return a.concat(b.filter(v => typeof v !== 'string' || !a.includes(v)));
  },
  v_Ends(f, x) {
    if (this.hiddenStack(x)) return this.list(f, x.of);
    const n = Math.max(0, this.number(f, x.number)), cards = this.list(f, x.of);
    return x.end === 'top' ? cards.slice(0, n) : n ? cards.slice(-n) : [];
  },
  v_The(f, x) {
    const v = this.list(f, x.of);
    if (v.length < 2) return v.length ? v[0] : null;
    const tie = setting(x, 'tie');
    return tie === 'all' ? v : tie === 'first' ? v[0] : null;
  },
  v_Arithmetic(f, x) {
    if (!ARITHMETIC[x.row]) throw new Error('unknown arithmetic ' + x.row);
    const of = x.of.map(y => this.one(f, y));
    return of.some(n => n === null) ? null : ARITHMETIC[x.row](...of);
  },
  v_Conditional(f, x) { return this.value(f, this.isSo(f, x.test) ? x.then : x.otherwise); },
  v_Did(f, x) {
    const found = this.happened(f, x.window).map(e => this.fits(f, x.event, e)).filter(Boolean);
    if (!x.event.whole) return found;
    const acts = new Map();
    for (const e of found) { const a = acts.get(e.act); if (a) a.cards.push(...(e.card ? [e.card] : [])); else acts.set(e.act, { ...e, cards: e.card ? [e.card] : [] }); }
    return [...acts.values()];
  },

  // --- conditions: true, false, or null where it is unknown
  v_Compare(f, x) {
    const { op } = x;
    if (op === 'subset') { const b = this.list(f, x.right); return this.list(f, x.left).every(v => b.includes(v)); }
    const a = this.value(f, x.left);
    if (op === 'in' && x.right.form === 'Attribute' && x.right.row === 'namewords')
      return this.everyOne(this.list(f, x.right.of[0]), c => this.name(c).toLowerCase().includes(String(a).toLowerCase()));
    const b = this.value(f, x.right);
    if (a === null || b === null) return null;
    if (op === 'in') {
      if (a instanceof Zones) return this.zonesIn(a, b);
      if (Array.isArray(a)) return this.everyOne(a, v => this.items(b).includes(v));
      return this.items(b).includes(a);
    }
    if (op === '=' || op === '!=') {
      const named = [x.left, x.right].some(y => y.form === 'Attribute' && y.row === 'name') && [x.left, x.right].find(y => y.form === 'Kind');
      const same = named ? this.isNamed(a === named.name ? b : a, named.name) : a instanceof Zones ? this.zonesIn(a, b) : this.same(a, b);
      return same === null ? null : same === (op === '=');
    }
    const [m, n] = [a, b].map(v => Array.isArray(v) ? (v.length === 1 ? v[0] : null) : v);
    return m === null || n === null ? null : ORDER[op](m, n);
  },
  everyOne(list, test) { return list.length ? list.every(test) : null; },
  same(a, b) {
    if (!Array.isArray(a) && !Array.isArray(b)) return a === b;
    const [l, m] = [this.items(a), this.items(b)];
    return !l.length || !m.length ? null : l.length === m.length && l.every(v => m.includes(v));
  },
  zonesIn(a, b) { const names = this.items(b instanceof Zones ? [b] : b).flatMap(z => z.names || []); return a.names.every(z => names.includes(z)); },
  // A clarification can make a name a part of names
  isNamed(name, kind) {
    const a = String(name).toLowerCase(), b = kind.toLowerCase();
    return (this.rules.words_in_names || []).includes(b) ? a.includes(b) : a === b;
  },
  v_Logic(f, x) {
    if (x.op === 'not') { const v = this.value(f, x.of[0]); return v === null ? null : !v; }
    return this.decide(x.of, y => this.value(f, y), x.op === 'or');
  },
  v_Quantified(f, x) { return this.decide(this.list(f, x.source), v => this.bound(f, x.name, v, () => this.value(f, x.test)), !x.every); },
  decide(list, test, some) {
    let unknown = false;
    for (const v of list) { const r = test(v); if (r === some) return some; if (r === null) unknown = true; }
    return unknown ? null : !some;
  },
  v_Status(f, x) {
    const o = this.outcome(f, x);
    const done = o.done !== false || (setting(x, 'part') === 'done' && this.items(o).length > 0);
    switch (x.row) {
      case 'done': return done;
      case 'declined': return !done && o.declined;
      case 'impossible': return !done && !o.declined;
      default: throw new Error('unknown status ' + x.row);
    }
  },
  outcome(f, x) {
    const nothing = new Outcome(false), r = this.value(f, x.of);
    if (!(r instanceof Outcome) || !x.who) return r instanceof Outcome ? r : nothing;
    const p = this.one(f, x.who);
    if (r.rounds.size) return r.rounds.get(p) || nothing; // it names all rounds
    const mine = this.theirs(f, x.of.name, p); // it was named in each of them
    return mine instanceof Outcome ? mine : nothing;
  },
  v_During(f, x) { return this.within(f, x.window); },

  // --- is this one of them, without making the whole list
  isIn(f, x, v) {
    switch (x.form) {
      case 'Filter': return this.isIn(f, x.source, v) && this.bound(f, x.name, v, () => this.isSo(f, x.test));
      case 'Join': return x.op === '+' ? this.isIn(f, x.left, v) || this.isIn(f, x.right, v) : this.isIn(f, x.left, v) && !this.isIn(f, x.right, v);
      case 'Place': if (x.row === 'anywhere') return true; // falls through
      default: return this.list(f, x).includes(v);
    }
  },

  // --- cards
  types(c) { return this.attribute('types', [c]); },
  cost(c) { return this.attribute('cost', [c]); },
  inGame() { return uniq([...this.where.keys()].map(c => this.key(c))).map(k => this.defs.get(k)); },
  printedPower(c) {
    const all = this.texts(c).filter(t => t.home === 'played').flatMap(t => t.body);
    const gives = s => s.form === 'Points' && s.row === 'give' && s.kind === 'Power' && s.amount.form === 'Number' && s.who.name === 'you';
    const plain = all.length && this.texts(c).every(t => t.home === 'played') && all.every(gives);
    return plain ? all.reduce((n, s) => n + s.amount.value, 0) : 0;
  },
  stackName(name) { return Object.keys(this.rules.stacks).find(s => s.toLowerCase() === name.toLowerCase()) || name; },
  realStack(name) { const n = this.stackName(name); return ['for sale', 'weakness'].includes(this.rules.stacks[n]) || this.stacks.has('stack:' + n) ? 'stack:' + n : null; },
  // Variant: the card on the Super Hero is one of the Line-Up in its player's turn
  besideZones(p) { const b = p + ' beside'; return this.rs.variant === 'synergy' && p === this.active && this.z[b] && !this.ended && this.phase !== 'appearance' ? [b] : []; },
  ownedBy(p) {
    return ['hand', 'deck', 'discard', 'play', 'parked'].flatMap(z => this.zone(p + ' ' + z)).filter(c => !this.owners[c] || this.owners[c] === p)
      .concat(Object.keys(this.owners).filter(c => this.owners[c] === p && this.holder(this.where.get(c)) !== p));
  },
  Outcome, Zones,
};
