'use strict';
// The set-up of a game.
const { find } = require('./forms');

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
    // where the text of a card says that it starts: place.end
    const starts = c => {
      const m = this.def(c).core.texts.filter(t => t.home === 'setup').flatMap(t => t.body).find(x => x.form === 'Move' && x.cards.name === 'this');
      return m ? m.to.row + '.' + m.end : '';
    };
    let order = yield* this.shuffled(this.zone('main-deck').slice());
    const top = order.filter(c => starts(c) === 'main.top');
    const bottom = order.filter(c => starts(c) === 'main.bottom');
    order = order.filter(c => !top.includes(c) && !bottom.includes(c)).concat(bottom);
    this.z['main-deck'] = order; // those that start on top are put there when the Line-Up has been dealt
    if (this.par['opponent.kind'] === 'boss_stack' && this.zone('super-villains').length) {
      const all = this.zone('super-villains').slice();
      const first = all.find(c => this.name(c) === this.par['boss.top'] || starts(c).startsWith('superstack')) || null;
      const rest = yield* this.shuffled(all.filter(c => c !== first));
      const stack = (first ? [first] : []).concat(rest);
      const size = this.par['boss.size'] || stack.length;
      for (const c of stack.slice(size)) this.shift(c, 'unused super-villains', false);
      this.z['super-villains'] = stack.slice(0, size);
      this.faceUp = stack[0];
    }
    const size = this.par['lineup.size'] || 5;
    if (this.rs.variant === 'super-hidden') yield* this.dealHidden(size, c => starts(c) === 'main.bottom');
    else while (this.zone('line-up').length < size && this.zone('main-deck').length) this.shift(this.zone('main-deck')[0], 'line-up', false);
    this.z['main-deck'] = top.concat(this.zone('main-deck'));
    const goesFirst = c => !!find(this.def(c).core, x => x.form === 'Change' && x.attribute.row === 'first_player');
    let first = this.seats.find(p => this.topCharacter(p) && goesFirst(this.topCharacter(p)));
    if (!first) { const a = yield* this.chance('first player', this.seats); first = a[1]; }
    this.active = first;
    this.order = this.from(first);
    for (const p of this.seats) this.z[p + ' deck'] = yield* this.shuffled(this.zone(p + ' deck').slice());
    for (const p of this.seats) for (let i = 0; i < (this.par.hand_size || 5); i++) { const c = this.zone(p + ' deck')[0]; if (c) this.shift(c, p + ' hand', false); }
  },
  *dealHidden(size, low) {
    for (;;) {
      while (this.zone('line-up').length < size && this.zone('main-deck').length) this.shift(this.zone('main-deck')[0], 'line-up', false);
      const back = this.zone('line-up').filter(c => this.isSuperVillain(c));
      if (!back.length) return;
      for (const c of back) this.shift(c, 'main-deck', false);
      const order = yield* this.shuffled(this.zone('main-deck').slice());
      this.z['main-deck'] = order.filter(c => !low(c)).concat(order.filter(low));
    }
  },
};
