'use strict';
// What one player may see.
module.exports = {
  view(seat) {
    const keys = z => this.zone(z).map(c => this.key(c));
    const chars = this.rules.turn.includes('announce');
    const players = this.seats.map(p => {
      const top = this.topCharacter(p), d = top && this.def(top);
      const v = { seat: p, character: d ? d.name : null, level: d ? d.level || 0 : 0, cost: d && chars ? this.cost(top) : null,
        'characters left': this.zone(p + ' characters').length, characters: keys(p + ' characters'),
        hand: this.team(p).includes(seat) ? keys(p + ' hand') : this.zone(p + ' hand').length, deck: this.zone(p + ' deck').length,
        discard: keys(p + ' discard'), play: keys(p + ' play'), score: keys(p + ' score'), parked: keys(p + ' parked'), power: this.power[p], vp: this.vp[p] };
      if (this.rs.variant === 'synergy') v.beside = keys(p + ' beside');
      return v;
    });
    const stacks = {};
    for (const s of Object.keys(this.rules.stacks)) if (this.rules.stacks[s] !== 'starter') stacks[s] = this.zone('stack:' + s).length;
    const c = this.choice;
    const out = { game: this.rs.name, seat, turn: this.turn, active: this.active, order: this.order.slice(), phase: this.phase, confronted: this.confronted, players,
      'line-up': keys('line-up'), 'main-deck': this.zone('main-deck').length, destroyed: keys('destroyed'), removed: keys('removed'), stacks,
      shown: [...new Set(this.shown.filter(s => !s.to || s.to.includes(seat)).map(s => s.card))].map(x => this.key(x)),
      choice: c ? (c.player === seat ? { player: c.player, kind: c.kind, options: c.options } : { player: c.player, kind: c.kind }) : null, result: this.result };
    if (this.par['opponent.kind'] === 'boss_stack' && this.rs.variant !== 'super-hidden') {
      const s = this.zone('super-villains');
      out['super-villains'] = { top: s.length && s[0] === this.faceUp ? this.name(s[0]) : null, cards: s.length };
    }
    return out;
  },
};
