'use strict';
// Can an effect be done in full, seen from now? And the May that is agreed to by using an ability.
const { parts, speaksOf, marksIn, walk } = require('./cards');
const REVEALING = new Set(['Show', 'Choose', 'Play', 'Search', 'ChoosePlayer', 'ChooseValue']);
// to show or choose this card, or one of the own hand, tells its player nothing
const known = w => w.node === 'Ref' ? w.kind === 'this card' : w.node === 'Cards' && !w.among && w.places.length > 0 && w.places.every(p => p.zone === 'hand' && p.owner && p.owner.kind === 'you' && !p.owner.test);
const changesKnowledge = e => ['Show', 'Choose'].includes(e.node) && known(e.what) ? false : REVEALING.has(e.node) || (e.node === 'Move' && (e.verb === 'draw' || e.verb === 'gain'));

module.exports = {
  possible(f, e) {
    switch (e.node) {
      case 'Move': case 'Show': case 'Choose': case 'Play':
        return this.players(f, e.who).some(p => this.as(f, p, () => this.movePossible(f, e)));
      case 'PayPower': return this.players(f, e.who).some(p => this.power[p] >= this.amount(f, e.amount));
      case 'LoseVP': return this.players(f, e.who).some(p => this.vp[p] >= this.amount(f, e.amount));
      case 'CancelConfrontation': return this.confronted !== null;
      case 'Within': return this.inWindow(f.you, e.window) && this.possible(f, e.effect);
      case 'If': {
        if (e.condition.node === 'DefeatedInConfrontation') return true;
        if (this.shallow(f, e.condition)) return [e.then, e.otherwise].some(b => !!b && this.possible(f, b)); // only a shuffle will tell
        const b = this.holds(f, e.condition) ? e.then : e.otherwise;
        return !!b && this.possible(f, b);
      }
      case 'ChooseOne': return e.options.some(o => this.possible(f, o));
      case 'May': return this.players(f, e.who).some(p => this.as(f, p, () => this.possible(f, e.effect)));
      case 'Tried': case 'Instead': return this.possible(f, e.effect);
      case 'Lasting': return this.possible(f, e.effect);
      case 'Each': return this.players(f, e.who).some(p => this.inScope(f, e, p, () => this.possible(f, e.effect)));
      case 'Seq': {
        const list = parts(e), marks = new Set();
        const soft = list.filter(x => x.node === 'If' || x.node === 'May');
        if (soft.length === list.length) return soft.some(x => this.possible(f, x));
        let hard = 0;
        for (const x of list) {
          const speaks = speaksOf(x, marks) || (marks.size > 0 && this.speaksThisWay(x));
          for (const m of marksIn(x)) marks.add(m);
          if (x.node === 'If' || x.node === 'May') continue;
          if (speaks) continue;
          hard++;
          if (!this.possible(f, x)) return false;
          if (changesKnowledge(x)) break;
        }
        return hard > 0 || !soft.length || soft.some(x => this.possible(f, x));
      }
      default: return true;
    }
  },
  speaksThisWay(x) {
    for (const n of walk(x)) if ((n.node === 'ThisWay' && !n.window) || n.node === 'DidTo') return true;
    return false;
  },
  inScope(f, e, p, fn) {
    const s = f.scopes, a = f.actor;
    f.scopes = s.concat([[e.mark, p]], (e.bound || []).map(b => [b, p])); f.actor = p;
    try { return fn(); } finally { f.scopes = s; f.actor = a; }
  },
  movePossible(f, e) {
    if (e.node === 'Play' && e.window && e.window !== 'this turn' && !this.inWindow(f.you, e.window)) return false;
    const verb = e.node === 'Choose' ? 'choose' : e.node === 'Play' ? 'play' : e.verb;
    return this.selectionPossible(f, e.what, verb, e);
  },
  selectionPossible(f, s, verb, e) {
    switch (s.node) {
      case 'Whole': return verb === 'reveal' || verb === 'look at' || this.placeCards(f, s.place, Infinity).some(c => this.movable(verb, c));
      case 'Ref': return this.refCards(f, s).some(c => !this.forbidden(verb, f.actor, c) && !this.tooDear(verb, f.actor, c));
      case 'CharacterOf': return this.selected(f, s).length > 0;
      case 'Both': return this.selectionPossible(f, s.first, verb, e) && this.selectionPossible(f, s.second, verb, e);
      case 'OneOf': return this.oneOf(f, s, verb).length > 0;
      default: break;
    }
    if (this.shallow(f, s.filter)) return true; // only a shuffle will tell
    const deck = this.drawnFrom(f, e);
    if (deck) return !this.forbidden('draw', f.actor, null) && this.drawable(deck) > 0;
    if (!s.among && s.places.length === 1 && s.places[0].edge === 'top' && !s.part) {
      const pl = s.places[0];
      // what lies on top can be known to be forbidden; what is shuffled cannot
      if (pl.zone === 'deck') return this.placeZones(f, pl).some(z => this.zone(z).length ? !this.forbidden(verb, f.actor, this.zone(z)[0]) : this.zone(this.holder(z) + ' discard').length > 0);
      if (pl.zone === 'the main deck') return this.zone('main-deck').length > 0;
    }
    if (s.spread === 'each' && s.places.length > 1) return s.places[s.quantity.node === 'Exactly' || s.quantity.node === 'AtLeast' ? 'every' : 'some'](pl => this.selectionPossible(f, { ...s, places: [pl], spread: 'total', part: true }, verb, e));
    const typed = s.filter.tests.some(t => t.node === 'OneType'); // a card without a card type is of none
    const list = this.candidates(f, s, verb, 'do').filter(c => !typed || this.types(c).length), q = s.quantity;
    switch (q.node) {
      case 'AnyNumber': return true;
      case 'UpTo': case 'Every': return list.length >= 1;
      case 'CostWorth': return q.up_to ? list.length >= 1 : list.length > 0 && this.sumCost(list) >= q.amount;
      default: { const n = Math.max(1, this.amount(f, q.amount)); return this.fill(s.filter.tests, [], list, n) >= n; }
    }
  },
  drawable(deck) { const h = this.holder(deck); return this.zone(deck).length + (h ? this.zone(h + ' discard').length : 0); },
  // The deck that cards are drawn from the top of, if this is a draw of any cards from one deck
  drawnFrom(f, e) {
    if (!e || e.node !== 'Move' || e.verb !== 'draw' || e.what.node !== 'Cards') return null;
    const w = e.what;
    if (w.among || w.filter.nouns.length || w.filter.tests.some(t => t.node !== 'Other') || w.random) return null;
    if (!w.places.length) return f.actor + ' deck';
    if (w.places.length > 1 || !['deck', 'the main deck'].includes(w.places[0].zone) || w.places[0].edge === 'bottom' || e.to) return null;
    const zones = this.placeZones(f, w.places[0]);
    return zones.length === 1 ? zones[0] : null;
  },
  // Using an ability answers the May at its beginning with yes
  leadingMay(f, e) {
    if (!e) return null;
    if (e.node === 'May') return e;
    if (e.node === 'Seq') return this.leadingMay(f, e.effects[0]);
    if (e.node === 'If') return this.leadingMay(f, this.holds(f, e.condition) ? e.then : e.otherwise);
    if (e.node === 'Within') return this.leadingMay(f, e.effect);
    return null;
  },
};
