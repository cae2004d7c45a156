'use strict';
// The set-up of a game.
module.exports = {
  // null if these seats can play, else the reason
  badSeats() {
    const seats = this.setup.seats || [], ok = this.par['players.allowed'];
    if (ok && !ok.includes(seats.length)) return 'set-up.players';
    const names = new Set([...this.defs.values()].filter(d => d.pile === 'character').map(d => d.name));
    for (const s of seats) if (!names.has(s)) return 'set-up.stranger';
    if (new Set(seats).size !== seats.length) return 'set-up.same';
    return null;
  },
  *setUp() {
    this.phase = 'start';
    const starts = c => this.info(c).starts;
    let order = yield* this.shuffled(this.zone('main-deck').slice());
    const top = order.filter(c => starts(c) && starts(c).zone === 'the main deck' && starts(c).edge === 'top');
    const bottom = order.filter(c => starts(c) && starts(c).zone === 'the main deck' && starts(c).edge === 'bottom');
    order = order.filter(c => !top.includes(c) && !bottom.includes(c)).concat(bottom);
    this.z['main-deck'] = order; // those that start on top are put there when the Line-Up has been dealt
    if (this.par['opponent.kind'] === 'boss_stack' && this.zone('super-villains').length) {
      const all = this.zone('super-villains').slice();
      const first = all.find(c => this.name(c) === this.par['boss.top'] || (starts(c) && starts(c).zone === 'the Super-Villain stack')) || null;
      const rest = yield* this.shuffled(all.filter(c => c !== first));
      const stack = (first ? [first] : []).concat(rest);
      const size = this.par['boss.size'] || stack.length;
      for (const c of stack.slice(size)) this.shift(c, 'unused super-villains', false);
      this.z['super-villains'] = stack.slice(0, size);
      this.faceUp = stack[0];
    }
    const size = this.par['lineup.size'] || 5;
    if (this.rs.variant === 'super-hidden') yield* this.dealHidden(size);
    else while (this.zone('line-up').length < size && this.zone('main-deck').length) this.shift(this.zone('main-deck')[0], 'line-up', false);
    this.z['main-deck'] = top.concat(this.zone('main-deck'));
    const goesFirst = this.seats.find(p => { const t = this.topCharacter(p); return t && this.info(t).first; });
    let first = goesFirst;
    if (!first) { const a = yield* this.chance('first player', this.seats); first = a[1]; }
    this.active = first;
    this.order = this.from(first);
    for (const p of this.seats) this.z[p + ' deck'] = yield* this.shuffled(this.zone(p + ' deck').slice());
    for (const p of this.seats) for (let i = 0; i < (this.par.hand_size || 5); i++) { const c = this.zone(p + ' deck')[0]; if (c) this.shift(c, p + ' hand', false); }
  },
  *dealHidden(size) {
    const villain = c => (this.def(c).titles || []).includes('Super-Villain');
    for (;;) {
      while (this.zone('line-up').length < size && this.zone('main-deck').length) this.shift(this.zone('main-deck')[0], 'line-up', false);
      const back = this.zone('line-up').filter(villain);
      if (!back.length) return;
      for (const c of back) this.shift(c, 'main-deck', false);
      const order = yield* this.shuffled(this.zone('main-deck').slice());
      const low = c => { const p = this.info(c).starts; return !!p && p.zone === 'the main deck' && p.edge === 'bottom'; };
      this.z['main-deck'] = order.filter(c => !low(c)).concat(order.filter(low));
    }
  },
};
