'use strict';
// Conditions. `sink` collects what an If notes: players of whom it holds, cards of a There.
const { PICKED } = require('./cards');

module.exports = {
  inWindow(you, w) {
    const nobodys = this.phase === 'appearance';
    if (nobodys && ["during each foe's turn", "during another player's turn", "during any player's turn"].includes(w)) return false;
    switch (w) {
      case 'this turn': case 'each turn': case "during any player's turn": case 'for the rest of the game': return true;
      case 'during your turn': case 'during each of your turns': return this.active === you && !this.ended;
      case 'during a Confrontation': return this.confronted !== null;
      case "during each foe's turn": return this.isFoe(you, this.active);
      case "during another player's turn": return this.active !== you;
      default: throw new Error('window ' + w);
    }
  },
  there(f, c, sink) {
    let cards = this.counted(f, c.count.cards);
    if (c.count.itself === false) cards = cards.filter(x => x !== f.source);
    const r = this.compare(this.countOf(f, c.count), c.comparison, this.amount(f, c.value));
    if (r && sink && c.mark !== undefined) sink.cards.push([c, [...new Set(cards)]]);
    return r;
  },
  holds(f, c, sink) {
    const several = (who, test) => {
      const ps = this.players(f, who);
      const ok = ps.filter(p => test(p));
      const r = PICKED.has(who.kind) ? ok.length > 0 : ps.length > 0 && ok.length === ps.length;
      if (r && sink) sink.players.push(...ok);
      return r;
    };
    switch (c.node) {
      case 'There': return this.there(f, c, sink);
      case 'Is': {
        if (c.what.node === 'Cards' && c.what.among && c.what.quantity.node === 'Exactly') {
          const n = this.amount(f, c.what.quantity.amount);
          return this.candidates(f, c.what, null, 'count').filter(x => this.fits(f, c.filter, x)).length >= n && n > 0;
        }
        const cards = this.selected(f, c.what);
        if (this.rs.variant === 'super-hidden' && c.what.node === 'Cards' && c.what.places.some(p => p.zone === 'the Super-Villain stack')) return cards.some(x => this.fits(f, c.filter, x));
        if (!cards.length || !cards.every(x => this.fits(f, c.filter, x))) return false;
        return this.together(c.filter.tests, cards) && c.filter.tests.every(t => t.node !== 'TotalAtLeast' || this.sumCost(cards) >= t.least);
      }
      case 'AttackIs': return !!f.against && this.fits(f, c.filter, f.against);
      case 'ShareType': {
        const cards = this.refCards(f, { kind: 'them', bound: c.bound || [] });
        return cards.length >= 2 && cards.slice(1).every(x => this.alike('card type', cards[0], x));
      }
      case 'DifferInType': {
        const cards = this.refCards(f, { kind: 'them', bound: c.bound || [] });
        return cards.length > 0 && cards.every(x => this.types(x).length > 0) && this.together([{ node: 'Different', kind: 'card type' }], cards);
      }
      case 'In': {
        const cards = this.selected(f, c.what), zs = this.placeZones(f, c.place);
        // before: where it was until the last thing that this text did to it
        const was = x => { const a = this.actsSeen(f).filter(y => y.card === x); return a.length ? a[a.length - 1].from : this.where.get(x); };
        return cards.length > 0 && cards.every(x => zs.includes(c.before ? was(x) : this.where.get(x)));
      }
      case 'CardsSoFar':
        return this.facts.filter(x => x.verb === 'play' && x.player === f.you && this.fits(f, c.filter, x.card)).length === c.nth;
      case 'MatchesChoice': {
        const notes = this.notesSeen(f, c.bound || []);
        const cards = this.refCards(f, { kind: 'them', bound: c.bound || [] }), who = this.players(f, c.who);
        const v = notes.filter(n => (n.value === 'odd' || n.value === 'even') && who.includes(n.player)).map(n => n.value);
        return cards.length > 0 && v.length > 0 && cards.every(x => (this.cost(x) % 2 === 1) === (v[v.length - 1] === 'odd'));
      }
      case 'Compare': return this.compare(this.amount(f, c.first), c.comparison, this.amount(f, c.second));
      case 'IsParity': return (Math.abs(this.amount(f, c.of)) % 2 === 1) === (c.kind === 'odd');
      case 'Has': return several(c.who, p => this.as(f, p, () => this.compare(this.countHas(f, c.there), c.there.comparison, this.amount(f, c.there.value))));
      case 'OwnsOrPlays': {
        const mine = this.ownedBy(f.you);
        if (c.what.node === 'Cards') return mine.concat(f.source).some(x => this.fits(f, c.what.filter, x));
        return this.selected(f, c.what).some(x => mine.includes(x) || x === f.source);
      }
      case 'HasMore': return several(c.who, p => this.hasMore(f, p, c));
      case 'HasPoints': return several(c.who, p => this.compare(c.kind === 'VP' ? this.vp[p] : this.power[p], c.comparison, this.amount(f, c.value)));
      case 'Cannot': return !this.possible(f, c.effect);
      case 'PlayersDid': return this.playersDid(f, c, sink);
      case 'PlayersAre': {
        const all = this.players(f, { ...c.who, test: null }, { avoided: ['AvoidedAttack', 'HitByAttack'].includes(c.test.node) });
        const base = c.who.test ? this.passing(f, c.who.test, all) : all;
        // "the most" of one player is the most of all players
        const most = ['HavingMost', 'CostRank'].includes(c.test.node) && c.comparison === null && base.length === 1;
        const passing = this.passing(f, c.test, most ? this.from(f.you) : base);
        const tied = most && c.test.node === 'CostRank' && passing.length > 1 && this.rs.name === 'heroes-unite';
        const ok = tied ? [] : passing.filter(p => base.includes(p));
        const r = c.comparison === null ? base.length > 0 && ok.length === base.length : this.compare(ok.length, c.comparison, c.value);
        if (r && sink) sink.players.push(...ok);
        return r;
      }
      case 'HighestCost': {
        const last = new Map();
        for (const a of this.actsSeen(f)) if (a.verb === c.verb) last.set(a.player, a.card);
        const rows = [...last].map(([p, x]) => [p, this.cost(x)]).sort((a, b) => b[1] - a[1]);
        if (!rows.length || (rows.length > 1 && rows[0][1] === rows[1][1])) return false;
        if (sink) sink.players.push(rows[0][0]);
        return true;
      }
      case 'During': return this.inWindow(f.you, c.window);
      case 'DefeatedInConfrontation': return this.facts.some(x => x.verb === 'defeat' && x.player === f.you && this.info(x.card).isCharacter);
      case 'AnnouncedConfrontation': {
        const r = this.active === f.you && this.facts.some(x => x.verb === 'announce' && x.player === f.you);
        return c.negated ? !r : r;
      }
      case 'Not': return !this.holds(f, c.condition);
      case 'AllOf': return this.holds(f, c.first, sink) && this.holds(f, c.second, sink);
      case 'AnyOf': return this.holds(f, c.first, sink) || this.holds(f, c.second, sink);
      default: throw new Error('condition ' + c.node);
    }
  },
  countHas(f, there) { const a = there.count; const list = this.counted(f, a.cards, 'actor'); return Math.floor((a.different === 'name' ? new Set(list.map(x => this.name(x))).size : a.different ? this.countOf(f, a) : this.groupCount(f, a.cards, list)) / (a.per || 1)); },
  playersDid(f, c, sink) {
    const ps = this.players(f, c.who, { avoided: c.negated });
    const notes = this.notesSeen(f, c.bound || []);
    const did = p => {
      if (!notes.some(n => n.player === p && n.did)) return false;
      const e = c.effect;
      if (e && ['Move', 'Show', 'Play'].includes(e.node) && e.what.node === 'Cards') {
        const verbs = e.node === 'Play' ? ['play'] : this.verbsLike(e.verb, this.bookOf(f));
        const cards = this.actsSeen(f).filter(a => a.player === p && verbs.includes(a.verb) && this.fits(f, e.what.filter, a.card));
        return this.quantityFits(f, e.what.quantity, new Set(cards.map(a => a.card)).size);
      }
      return true;
    };
    const ok = ps.filter(p => did(p) !== !!c.negated);
    const r = ok.length >= c.at_least;
    if (r && sink) sink.players.push(...ok);
    return r;
  },
};
