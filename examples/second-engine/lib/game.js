'use strict';
// State, driver, positions. A game is one generator: it yields each decision and is given the answer.
const { check } = require('./forms');

class Refused extends Error { constructor(code) { super(code || 'refused'); this.code = code; } }
class GameOver extends Error {}

class Ruleset {
  constructor(msg) {
    this.name = msg.ruleset; this.variant = msg.variant; this.mix = msg.mix || [];
    this.rules = msg.rules; this.par = msg.rules.parameters || {};
    this.cards = new Map();
    for (const c of msg.cards || []) this.cards.set(c.key, c);
    this.extra = msg.rules.variant || {};
    this.infos = new Map();
  }
}

const checked = new WeakSet();

class Game {
  constructor(ruleset, setup) {
    this.rs = ruleset; this.par = ruleset.par; this.rules = ruleset.rules;
    this.defs = new Map(ruleset.cards);
    for (const c of setup.cards || []) this.defs.set(c.key, c);
    for (const c of this.defs.values()) if (!checked.has(c)) { check(c.core, FORMS); checked.add(c); }
    this.setup = setup;
    this.seats = (setup.seats || []).map((_, i) => 'P' + (i + 1));
    this.z = {};
    this.where = new Map();
    for (const name of Object.keys(setup.zones || {})) {
      this.z[name] = setup.zones[name].slice();
      for (const id of this.z[name]) this.where.set(id, name);
    }
    // Variant: the card on a Super Hero is that player's to buy and gain for the whole game
    this.keptFor = new Map(this.seats.flatMap(p => (this.z[p + ' beside'] || []).map(c => [c, p])));
    this.stacks = new Set(Object.keys(this.z).filter(n => n.startsWith('stack:'))); // those that this game has
    this.order = (setup.order || this.seats).slice();
    this.active = setup.active || this.order[0];
    this.turn = setup.turn || 1;
    this.phase = 'start';
    this.out = [];
    this.confronted = setup.confronted || null;
    this.power = {}; this.vp = {};
    for (const p of this.seats) { this.power[p] = (setup.power || {})[p] || 0; this.vp[p] = 0; }
    this.faceUp = setup.face_up || null;
    this.owners = {};
    this.facts = []; this.history = []; this.pending = []; this.backs = []; this.fresh = []; this.lasting = [];
    this.uses = new Map(); this.so = new Map(); this.given = new Map(); this.ids = new Map();
    this.attacks = []; this.striking = 0; this.replacing = []; this.playStack = []; this.depth = 0; this.shown = []; this.act = 0; this.moves = 0; this.stood = null; this.gotText = false;
    this.ended = false; this.hunted = false; this.immune = null; this.inBlock = false; this.scoring = false;
    this.result = null; this.serial = 0;
    this.nature = []; this.choice = null; this.gen = null; this.over = false;
  }

  // --- zones and cards
  zone(name) { return this.z[name] || (this.z[name] = []); }
  key(id) { return id.slice(0, id.lastIndexOf('#')); }
  def(id) { const d = this.defs.get(this.key(id)); if (!d) throw new Error('unknown card ' + id); return d; }
  name(id) { return this.def(id).name; }
  holder(zoneName) { const m = /^(P\d+) /.exec(zoneName || ''); return m ? m[1] : null; }
  ownerOf(id) { return this.owners[id] || this.holder(this.where.get(id)); }
  topCharacter(p) { return this.zone(p + ' characters')[0] || null; }
  shift(id, to, top) {
    const from = this.where.get(id);
    if (from) { const a = this.zone(from); const i = a.indexOf(id); if (i >= 0) a.splice(i, 1); }
    if (top) this.zone(to).unshift(id); else this.zone(to).push(id);
    this.where.set(id, to); this.moves++;
    if (this.owners[id] && !/ play$/.test(to)) delete this.owners[id];
    return from;
  }
  from(p) { const i = this.order.indexOf(p); return i < 0 ? this.order.slice() : this.order.slice(i).concat(this.order.slice(0, i)); }
  alive() { return this.order.filter(p => !this.out.includes(p)); }
  team(p) { if (!this.rules.teams) return [p]; const i = this.seats.indexOf(p); return this.seats.filter((_, j) => j % 2 === i % 2); }
  mate(p) { return this.team(p).find(q => q !== p && !this.out.includes(q)) || null; }
  isFoe(p, q) { return !this.team(p).includes(q); }
  foes(p) { return this.from(p).filter(q => this.isFoe(p, q) && !this.out.includes(q)); }
  basic(id) { return Object.prototype.hasOwnProperty.call(this.rules.stacks, this.key(id)); }

  // --- decisions. An option is {action, group}: copies have one group.
  *ask(player, kind, options, always) {
    const seen = new Set(), show = [];
    for (const o of options) { const g = o.group === undefined ? JSON.stringify(o.action) : o.group; if (!seen.has(g)) { seen.add(g); show.push(o.action); } }
    if (show.length === 0) return null;
    if (show.length === 1 && !always) return show[0];
    if (kind === 'announce' || kind === 'block') this.refreshPower(); // `main` has done so
    return yield { player, kind, options: show, accept: options.map(o => o.action) };
  }
  group(id) { return this.where.get(id) + '|' + this.key(id); }
  cardOptions(ids, tag) { return ids.map(id => ({ action: [tag || 'card', id], group: (tag || 'card') + '|' + this.group(id) })); }
  *chance(kind, data) { return yield { player: 'nature', kind, data }; }
  *shuffled(cards) {
    const a = yield* this.chance('shuffle', cards);
    const got = a.slice(1);
    if (a[0] !== 'order' || got.length !== cards.length || !got.every(c => cards.includes(c)))
      throw new Error('nature: not an order of these cards: ' + JSON.stringify(a).slice(0, 200) + ' for ' + JSON.stringify(cards).slice(0, 200));
    return got;
  }

  // --- driver
  begin() { this.nature = (this.setup.nature || []).slice(); this.gen = this.main(); this.resume(undefined); }
  resume(value) {
    try {
      let r = this.gen.next(value);
      while (!r.done) {
        const c = r.value;
        if (c.player !== 'nature') { this.choice = c; return; }
        if (this.nature.length === 0) { this.choice = { player: 'nature', kind: c.kind, options: [], accept: [] }; return; }
        r = this.gen.next(this.nature.shift());
      }
    } catch (e) {
      if (!(e instanceof GameOver)) { this.choice = null; throw e; }
    }
    this.choice = null; this.over = true; this.phase = 'over';
  }
  answer(actor, action, nature) {
    const c = this.choice;
    const wanted = JSON.stringify(action);
    const ok = c && c.player !== 'nature' && c.accept.some(a => JSON.stringify(a) === wanted);
    if (!ok) throw new Refused(this.refusal(actor, action));
    const may = action[0] === 'use' ? [c.player, this.controllerOf(action[1]) || this.holder(this.where.get(action[1]))] : [c.player];
    if (!may.includes(actor)) throw new Refused(this.refusal(actor, action));
    this.nature = (nature || []).slice();
    this.resume(action);
  }

  // --- what is told
  position() {
    const zones = {};
    for (const k of Object.keys(this.z)) if (this.z[k].length) zones[k] = this.z[k].slice();
    const owners = {};
    for (const id of Object.keys(this.owners)) { const w = this.where.get(id); if (/ play$/.test(w) && this.holder(w) !== this.owners[id]) owners[id] = this.owners[id]; }
    const c = this.choice;
    const p = { turn: this.turn, active: this.active, phase: this.phase, order: this.order.slice(), out: this.out.slice(),
      confronted: this.confronted, power: { ...this.power }, vp: { ...this.vp }, face_up: this.faceUp, owners, zones,
      choice: c ? { player: c.player, kind: c.kind, options: c.options } : null, result: this.result };
    if (this.nature.length) p.left = this.nature.length;
    return p;
  }
}

module.exports = { Game, Ruleset, Refused, GameOver };
for (const m of ['values', 'events', 'standing', 'statements', 'choose', 'moves', 'attack', 'options', 'turn', 'setup', 'score', 'view', 'refusal'])
  Object.defineProperties(Game.prototype, Object.getOwnPropertyDescriptors(require('./' + m)));
// The forms that are carried out: those with a method, and those that other methods read
const methods = Object.getOwnPropertyNames(Game.prototype).filter(n => /^(do|v)_/.test(n)).map(n => n.replace(/^(do|v)_/, ''));
const FORMS = new Set(['Event', 'Becomes', 'Span', 'Until', 'After', 'While', 'Overlap', 'Text', 'Core'].concat(methods));
module.exports.FORMS = [...FORMS].sort();
