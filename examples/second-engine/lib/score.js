'use strict';
// The end of the game and the points.
const { GameOver } = require('./game');

module.exports = {
  *finish(reason) {
    const where = { in_play: 'play', hand: 'hand', discard_pile: 'discard' };
    const back = this.par['score.return'] || [];
    for (const p of this.seats) for (const r of ['hand', 'discard_pile', 'in_play']) if (back.includes(r))
      for (const c of this.zone(p + ' ' + where[r]).slice()) this.shift(c, (this.owners[c] || p) + ' deck', false);
    for (const p of this.seats) for (const c of this.zone(p + ' parked').slice()) this.shift(c, p + ' deck', false);
    // texts that count: those of the cards that a player owns
    this.turnOver();
    this.scoring = true; this.pending = [];
    for (const p of this.seats) for (const c of this.zone(p + ' deck').slice()) for (const t of this.texts(c)) if (t.home === 'owned')
      for (const x of t.body) yield* this.carryOut(this.frame(p, c), x.form === 'On' ? x.body : [x]);
    const scores = {};
    for (const p of this.seats) scores[p] = this.vp[p] + [...this.zone(p + ' deck'), ...this.zone(p + ' score')].reduce((n, c) => n + this.attribute('vp', [c]), 0);
    let best = this.alive(), tie = '';
    const keep = (list, fn) => { const m = Math.max(...list.map(fn)); return list.filter(p => fn(p) === m); };
    best = keep(best, p => scores[p]);
    for (const t of this.par['score.tie_breaks'] || []) {
      if (best.length < 2) break;
      const less = keep(best, p => this.tieValue(t, p));
      if (less.length < best.length) { best = less; tie = t; }
    }
    this.result = { reason, winners: this.seats.filter(p => best.includes(p)), scores, tie_break: best.length === 1 ? tie : '' };
    this.phase = 'over';
    throw new GameOver();
  },
  tieValue(t, p) {
    if (t === 'opposing_characters') return this.zone(p + ' score').length;
    if (t === 'deck_size') return this.zone(p + ' deck').length;
    if (t === 'super_villains') return this.zone(p + ' deck').filter(c => this.isSuperVillain(c)).length;
    return 0;
  },
};
