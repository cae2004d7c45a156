'use strict';
// The end of the game and the points.
const { GameOver } = require('./game');

module.exports = {
  finish(reason) {
    const where = { in_play: 'play', hand: 'hand', discard_pile: 'discard' };
    const back = this.par['score.return'] || [];
    for (const p of this.seats) for (const r of ['hand', 'discard_pile', 'in_play']) if (back.includes(r))
      for (const c of this.zone(p + ' ' + where[r]).slice()) this.shift(c, (this.owners[c] || p) + ' deck', false);
    for (const p of this.seats) for (const c of this.zone(p + ' parked').slice()) this.shift(c, p + ' deck', false);
    const scores = {};
    for (const p of this.seats) scores[p] = this.scoreOf(p);
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
    if (t === 'super_villains') return this.zone(p + ' deck').filter(c => (this.def(c).titles || []).includes('Super-Villain')).length;
    return 0;
  },
  scoreOf(p) {
    let n = this.vp[p];
    for (const c of this.zone(p + ' deck')) n += this.worth(p, c);
    for (const c of this.zone(p + ' score')) n += this.def(c).vp || 0;
    return n;
  },
  worth(p, c) {
    const d = this.def(c), inf = this.info(c);
    const f = this.frame(p, c);
    if (this.rules.stacks[this.key(c)] === 'weakness') return this.par['score.weakness_vp'] === undefined ? -1 : this.par['score.weakness_vp'];
    const extra = inf.worth.filter(w => w.additional).reduce((s, w) => s + this.amount(f, w.amount), 0);
    const own = inf.worth.filter(w => !w.additional);
    if (own.length) return own.reduce((s, w) => s + this.amount(f, w.amount), 0) + extra + this.endTexts(f, inf);
    if (inf.reduce.some(r => this.fits(f, r.cards, c)) && (d.vp || 0) >= 0) return -1;
    const replaces = inf.ends.some(e => this.hasWorth(e));
    return (replaces ? 0 : d.vp || 0) + extra + this.endTexts(f, inf);
  },
  hasWorth(e) { for (const n of require('./cards').walk(e)) if (n.node === 'Worth' && !n.additional) return true; return false; },
  endTexts(f, inf) { return inf.ends.reduce((s, e) => s + this.endValue(f, e.effect), 0); },
  endValue(f, e) {
    if (!e) return 0;
    switch (e.node) {
      case 'Seq': return e.effects.reduce((s, x) => s + this.endValue(f, x), 0);
      case 'If': return this.holds(f, e.condition) ? this.endValue(f, e.then) : this.endValue(f, e.otherwise);
      case 'Worth': case 'GainVP': return this.amount(f, e.amount);
      case 'LoseVP': return -this.amount(f, e.amount);
      case 'Move': {
        const cards = e.what.node === 'Cards' ? this.endCards(f, e) : this.selected(f, e.what);
        return ['destroy', 'remove'].includes(e.verb) ? -cards.reduce((s, c) => s + (this.def(c).vp || 0), 0) : 0;
      }
      default: return 0;
    }
  },
  endCards(f, e) { const l = this.candidates(f, e.what, e.verb, 'do'); const n = this.quantityNumber(f, e.what.quantity); return Number.isFinite(n) ? l.slice(0, n) : l; },
};
