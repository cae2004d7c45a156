'use strict';
// Texts that stand and statements that last: what works now, changed attributes, prohibitions, Power that follows the game.
const uniq = list => [...new Set(list)];
const LIST = new Set(['types', 'titles', 'keywords', 'controllers', 'text', 'colors', 'marks']);

module.exports = {
  isCharacter(c) { return this.def(c).pile === 'character' || (this.def(c).titles || []).includes('Character'); },
  isSuperVillain(c) { return (this.def(c).titles || []).includes('Super-Villain'); },
  isOngoing(c) { return this.attribute('keywords', [c]).includes('Ongoing'); },
  // The texts of a card: its own, and those that it has got
  texts(c) { return this.gotText ? this.changed('text', [c], this.def(c).core.texts) : this.def(c).core.texts; },
  controllerOf(c) { return this.attribute('controllers', [c])[0] || null; },
  controlledBy(p) {
    const taken = this.lasting.some(l => l.stmt.form === 'Change' && l.stmt.attribute.row === 'controllers');
    return taken ? [...this.where.keys()].filter(c => this.controllerOf(c) === p) : this.zone(p + ' play').slice();
  },
  isFaceDown(c) { return this.attribute('face', [c]) === 'down'; },

  // --- what stands now: {f, stmt, key, home}. Worked out anew when a card has moved
  standing() {
    if (this.stood && this.stood.at === this.moves) return this.stood.list;
    const out = [];
    const add = (you, card, homes) => this.texts(card).forEach((t, i) => {
      if (homes.includes(t.home)) t.body.forEach((stmt, j) => out.push({ f: this.frame(you, card, { turn: 0 }), stmt, key: card + '/' + i + '.' + j, home: t.home }));
    });
    this.stood = { at: this.moves, list: out }; // what is asked meanwhile sees what is there already
    for (const p of this.from(this.active)) {
      if (this.out.includes(p)) continue;
      const top = this.topCharacter(p);
      if (top && !this.isFaceDown(top)) add(p, top, ['character']);
      for (const c of this.controlledBy(p)) add(p, c, ['play']);
      for (const c of this.zone(p + ' hand')) add(p, c, ['hand']);
    }
    if (this.faceUp && this.where.get(this.faceUp) === 'super-villains') add(this.active, this.faceUp, ['super_up']);
    for (const c of this.zone('line-up')) add(this.active, c, ['lineup']);
    for (const s of this.stacks) if (this.zone(s).length) add(this.active, this.zone(s)[0], ['stack']);
    return out;
  },
  // All statements of a form that work now: those that stand, those that last, and those of the card itself
  working(form, card, you) {
    const out = this.standing().filter(s => s.stmt.form === form);
    for (const l of this.lasting) if (l.stmt.form === form) out.push(l);
    const own = card ? this.def(card).core.texts.filter(t => t.home === 'anywhere').flatMap(t => t.body).filter(stmt => stmt.form === form) : [];
    for (const stmt of own) out.push({ f: this.frame(you || this.ownerOf(card) || this.active, card, { turn: 0 }), stmt, home: 'anywhere' });
    return out;
  },
  last(f, stmt, more) {
    const l = { f: this.copyFrame(f), stmt, key: 'L' + ++this.serial, since: this.facts.length, turn: this.turn, ...more };
    l.f.turn = this.turn;
    this.lasting.push(l); this.moves++;
    return l;
  },
  dropLasting(test) { const n = this.lasting.length; this.lasting = this.lasting.filter(l => !test(l)); if (this.lasting.length !== n) this.moves++; },
  // A turn is over: what lasts for this turn ends
  turnOver() {
    const ofTurn = w => !!w && ((w.form === 'Span' && w.row === 'turn') || (w.form === 'Overlap' && (ofTurn(w.left) || ofTurn(w.right))));
    this.dropLasting(l => ofTurn(l.stmt.within) && l.turn === this.turn);
    this.given.clear();
  },

  // --- attributes that are changed
  changed(row, of, plain) {
    const card = typeof of[0] === 'string' && this.where.has(of[0]) ? of[0] : null;
    let n = plain;
    for (const l of this.working('Change', row === 'price' || row === 'toll' || row === 'cost' ? card : null, of[1])) {
      if (l.stmt.attribute.row !== row || l.busy || row === 'power') continue;
      l.busy = true;
      try { if (this.within(l.f, l.stmt.within) && this.isOf(l, of)) n = this.change(l, n, of); } finally { l.busy = false; }
    }
    return n;
  },
  isOf(l, of) {
    const { f, stmt } = l, args = stmt.attribute.of || [];
    if (stmt.name) {
      if (!(l.fixed ? l.fixed.includes(of[0]) : this.isIn(f, stmt.source, of[0]))) return false;
      return this.bound(f, stmt.name, of[0], () => args.every((a, i) => this.list(f, a).includes(of[i])));
    }
    return args.every((a, i) => this.list(f, a).includes(of[i]));
  },
  change(l, n, of) {
    const { f, stmt } = l, work = () => this.value(f, stmt.value);
    const v = 'amount' in l ? l.amount : stmt.name ? this.bound(f, stmt.name, of[0], work) : work();
    if (stmt.op === ':=') return LIST.has(stmt.attribute.row) ? this.items(v) : v;
    if (LIST.has(stmt.attribute.row)) return stmt.op === '+=' ? uniq(this.items(n).concat(this.items(v))) : this.items(n).filter(k => !this.items(v).includes(k));
    const m = n + (stmt.op === '+=' ? 1 : -1) * (typeof v === 'number' ? v : 0);
    return stmt.at_least ? Math.max(m, Math.min(n, this.number(f, stmt.at_least))) : m;
  },
  price(c, payer, defeat) { return Math.max(0, this.attribute('price', [c, payer]) + (defeat ? this.attribute('toll', [c, payer]) : 0)); },

  // --- what is forbidden
  anothers(card, player) { return this.keptFor.has(card) && this.keptFor.get(card) !== player; },
  forbidden(verb, by, card) {
    if (card && (verb === 'buy' || verb === 'gain') && this.anothers(card, by)) return true;
    const e = { verb, by, card: card || null, from: card ? this.where.get(card) : null, to: null, whom: null, would: true };
    for (const l of this.working('Forbid', card, card && (this.ownerOf(card) || by))) {
      if (l.busy) continue;
      l.busy = true;
      try { if ((!l.stmt.within || this.within(l.f, l.stmt.within)) && this.fits(l.f, l.stmt.event, e)) return true; } finally { l.busy = false; }
    }
    return false;
  },

  // --- Power that follows the game: looked at from time to time, it only grows
  refreshPower() {
    if (this.phase === 'over') return;
    for (const l of this.working('Change')) if (l.stmt.attribute.row === 'power') this.topUp(l);
  },
  topUp(l) {
    if (!this.within(l.f, l.stmt.within)) return;
    for (const p of this.list(l.f, l.stmt.attribute.of[0])) {
      const now = this.change(l, 0, [p]), k = l.key + '@' + p, was = this.given.get(k) || 0;
      if (now > was) { this.power[p] += now - was; this.given.set(k, now); }
    }
  },
};
