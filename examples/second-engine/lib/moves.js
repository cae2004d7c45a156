'use strict';
// Statements about cards: they move, are shown, are played; and what steps in before.
const { setting } = require('./forms');
const uniq = list => [...new Set(list)];
const OWNING = new Set(['gain', 'buy', 'receive', 'defeat', 'pass']); // the card becomes the player's
const UNREPLACED = new Set(['draw', 'play', 'buy', 'reveal', 'look', 'choose', 'defeat']);

module.exports = {
  *do_Move(f, x) {
    const by = x.by ? this.one(f, x.by) : null;
    if (x.by && by === null) return new this.Outcome(false);
    if (x.verb !== 'draw' || !this.forbidden('draw', by, null)) yield* this.deepen(f, x.cards);
    f.stmt = x;
    const told = yield* this.fromHidden(f, x.cards, by);
    let cards = told.filter(c => this.movable(x.verb, c) && !this.tooDear(x.verb, by, c));
    f.taken.set(x, (f.taken.get(x) || []).concat(cards));
    const goals = new Map(cards.map(c => [c, this.goal(f, x, c, by)]));
    const piled = cards.filter(c => { const [z] = goals.get(c); return z && this.isPile(z) && this.mayGo(c, z); });
    const returned = x.verb === 'return' && by && x.to.form === 'Place' && x.to.row === 'origin';
    if (piled.length > 1 && (x.order || x.random || returned)) {
      const sorted = x.random ? yield* this.shuffled(piled.slice()) : yield* this.inOrder(x.order ? this.one(f, x.order) : by, piled);
      cards = cards.filter(c => !piled.includes(c)).concat(sorted);
    }
    // put on top: the first one ends up on top, so the last goes first
    const top = cards.filter(c => goals.get(c)[1]), going = cards.filter(c => !top.includes(c)).concat(top.reverse());
    this.act++;
    const moved = [];
    for (const c of x.verb === 'draw' ? cards : going) {
      const [z, t] = goals.get(c);
      const went = z ? yield* this.moveCard(f, x.verb, by, c, z, t) : null;
      if (went) moved.push(c); else if (went === null && x.verb === 'draw') break;
    }
    if (moved.length) this.heardWhole(x.verb, by, moved);
    return new this.Outcome(moved.length > 0 && (moved.length === told.length || x.cards.form !== 'Var'));
  },
  // Variant: where Super-Villains have no stack, its top is any of them in the Line-Up
  *fromHidden(f, x, by) {
    const all = uniq(this.list(f, x));
    if (!this.hiddenStack(x) || !by) return all;
    const n = this.number(f, x.number), got = [];
    while (got.length < n && got.length < all.length) got.push((yield* this.ask(by, 'card', this.cardOptions(all.filter(c => !got.includes(c)))))[1]);
    return got;
  },
  hiddenStack(x) { return x.form === 'Ends' && x.of.form === 'Place' && x.of.row === 'superstack' && this.rs.variant === 'super-hidden'; },
  heardWhole(verb, by, cards) { const e = [...this.facts].reverse().find(y => y.verb === verb && y.by === by); if (e) this.hear({ ...e, cards, card: cards[0] }, true); },
  // Where the statement puts this card: [zone, on top]
  goal(f, x, c, by) {
    const to = x.name ? this.bound(f, x.name, c, () => this.value(f, x.to)) : this.value(f, x.to);
    let zone = to instanceof this.Zones ? to.names[0] : null;
    if (!zone && x.verb === 'discard') zone = (this.ownerOf(c) || by) + ' discard';
    if (!zone) return [null, false];
    if (zone.startsWith('stack:') && !this.realStack(zone.slice(6))) zone = 'destroyed'; // a stack that this game does not have
    if (x.verb === 'destroy' && zone === 'destroyed' && (this.par['destroy.returns_to_stack'] || []).includes(this.key(c)) && this.realStack(this.key(c))) return [this.realStack(this.key(c)), false];
    return [zone, this.isPile(zone) && x.end !== 'bottom'];
  },
  isPile(z) { return / deck$/.test(z) || z === 'main-deck' || z.startsWith('stack:') || z === 'super-villains'; },
  mayGo(c, to) {
    if (to === 'super-villains') return this.par['opponent.kind'] === 'boss_stack';
    return to !== 'main-deck' || !(this.basic(c) || (this.isSuperVillain(c) && this.par['opponent.kind'] === 'boss_stack' && this.rs.variant !== 'super-hidden'));
  },
  // One card, by a verb: true if it went, false if something else happened in its place, null if it has to stay
  *moveCard(f, verb, by, c, to, top) {
    if (!this.canDo(verb, by, c) || !this.mayGo(c, to)) return null;
    const r = yield* this.replaced(f, verb, by, c, to, top);
    if (r) return r.proceeded || (OWNING.has(verb) && this.ownerOf(c) === by);
    if (verb === 'buy') this.pay(by, this.price(c, by, this.bossForSale(c)));
    this.place(f, verb, by, c, to, top);
    return true;
  },
  pay(p, n) { this.power[p] -= n; },
  // The move itself and the fact of it
  place(f, verb, by, c, to, top) {
    const owner = this.ownerOf(c), from = this.shift(c, to, top);
    if (to === 'line-up' && verb !== 'return') this.entered(c);
    if (/ play$/.test(to)) { if (owner && owner !== this.holder(to) && !OWNING.has(verb)) this.owners[c] = owner; else delete this.owners[c]; }
    return this.fact(f, verb, by, c, { from, to });
  },
  // What steps in before an act: the first text that does
  *replaced(f, verb, by, c, to, top) {
    if (UNREPLACED.has(verb)) return null;
    const e = { verb, by, card: c, from: this.where.get(c), to, whom: null, would: true, n: Infinity, source: f ? f.this : null };
    for (const l of this.listeners(e, true)) {
      if (this.replacing.includes(l.stmt)) continue;
      const seen = this.hears(l, e, false);
      if (!seen) continue;
      this.used(l);
      const g = this.copyFrame(l.f);
      g.names.set(l.stmt.event.name, seen);
      if (seen.by && this.isFoe(g.you, seen.by)) g.that = seen.by;
      g.would = { f, verb, by, c, to, top, proceeded: false };
      this.replacing.push(l.stmt);
      try { yield* this.carryOut(g, l.stmt.body); } finally { this.replacing.splice(this.replacing.indexOf(l.stmt), 1); }
      return g.would;
    }
    return null;
  },
  *do_Proceed(f, x) {
    const a = f.would;
    let { to, top } = a;
    for (const [what, v] of x.changed || []) {
      if (what !== 'to') throw new Error('proceed with ' + what + ' is not known');
      const z = this.value(f, v).names[0];
      if (z) { to = z; top = this.isPile(z); }
    }
    a.proceeded = true;
    this.place(a.f, a.verb, a.by, a.c, to, top);
  },
  *inOrder(player, cards) {
    const rest = cards.slice(), out = [];
    while (rest.length > 1) {
      const a = yield* this.ask(player, 'order', rest.map(c => ({ action: ['card', c], group: this.key(c) })));
      out.push(a[1]); rest.splice(rest.indexOf(a[1]), 1);
    }
    return out.concat(rest);
  },
  *drawCards(p, n) { // by the rules
    this.act++;
    for (; n > 0 && !this.forbidden('draw', p, null); n--) {
      if (!this.zone(p + ' deck').length) yield* this.reshuffle(p);
      const c = this.zone(p + ' deck')[0];
      if (!c) break;
      this.place(null, 'draw', p, c, p + ' hand', false);
    }
  },
  *do_Show(f, x) {
    const by = x.by ? this.one(f, x.by) : f.you, to = this.list(f, x.to), all = x.to.form === 'Group' && x.to.row === 'everyone';
    yield* this.deepen(f, x.cards);
    f.stmt = x;
    const cards = uniq(this.list(f, x.cards));
    this.act++;
    for (const c of cards) {
      this.shown.push({ card: c, to: all ? null : to });
      this.fact(f, all ? 'reveal' : 'look', by, c, { from: this.where.get(c), to: this.where.get(c) });
    }
    f.taken.set(x, (f.taken.get(x) || []).concat(cards));
    return new this.Outcome(cards.length > 0 || x.cards.form === 'Place');
  },
  *do_Play(f, x) {
    const by = this.one(f, x.by);
    yield* this.deepen(f, x.card);
    let cards = uniq(this.list(f, x.card)).filter(c => !this.isCharacter(c)), done = false;
    const again = setting(x, 'counts_again') === 'again', inOrder = x.card.form === 'Var' && f.chosen.has(x.card.name);
    while (cards.length && by) {
      const c = inOrder ? cards[0] : (yield* this.ask(by, 'order', this.cardOptions(cards)))[1];
      cards = cards.filter(y => y !== c);
      if (this.forbidden('play', by, c) || this.playStack.filter(y => y === c).length >= 2) continue;
      done = true;
      yield* this.playCard(f, by, c, again);
    }
    return new this.Outcome(done);
  },
  // A card is played: it comes into play unless it is there, then its texts are carried out
  *playCard(f, by, c, again) {
    const z = this.where.get(c);
    this.act++;
    if (again || z === by + ' play') this.fact(f, 'play', by, c, { from: z, to: z }); else this.place(f, 'play', by, c, by + ' play', false);
    yield* this.firstOf(x => setting(x.stmt, 'order') === 'before_card' && x.event && x.event.card === c);
    this.playStack.push(c);
    try { for (const t of this.texts(c).slice()) if (t.home === 'played') yield* this.carryOut(this.frame(by, c), t.body); } finally { this.playStack.pop(); }
  },
};
