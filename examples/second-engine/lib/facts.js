'use strict';
// What happens, who hears it, and what waits.
const { speaksOf, contains, walk } = require('./cards');
const LIKE = {
  'heroes-unite': { gain: ['gain', 'receive', 'defeat'], buy: ['buy', 'defeat'] },
  'rivals-shazam-black-adam': { gain: ['gain', 'receive', 'buy', 'defeat'] },
};
// words that mean, where nothing binds them, whoever set the text off
const THAT = new Set(['that foe', 'that player', 'the chosen foe', 'the player on their left', 'the player on their right', 'their teammate']);
// two events that are alike in all that can be said of them
const eventKey = x => [x.verb, x.player, x.card, x.from, x.to].join('|');
const capped = book => book !== 'rivals-shazam-black-adam';
// their Locations: "during each of your turns", "only once"
const OWN_TURNS = new Set(['heroes-unite', 'rivals-batman-joker']);

module.exports = {
  verbsLike(v, book) { const l = LIKE[book]; if (l && l[v]) return l[v]; return v === 'gain' ? ['gain', 'receive'] : [v]; },
  // A fact as verbs of a text see it: [fact, the same with another player]. Whoever is passed a card receives it
  seenAs(verbs, book, fact) {
    const out = verbs.flatMap(v => this.verbsLike(v, book)).includes(fact.verb) ? [fact] : [];
    const taker = verbs.includes('receive') && fact.verb === 'pass' && this.holder(fact.to);
    return taker ? out.concat({ ...fact, player: taker }) : out;
  },
  fact(verb, player, card, from, to) {
    const fact = { verb, player, card, from, to, told: this.depth > 0, attack: this.striking > 0, n: this.facts.length, ended: this.ended };
    this.facts.push(fact);
    if (this.facts.length > 500) { this.pending = []; return; }
    for (const l of this.listeners(fact, false)) {
      const fits = this.hears(l, fact);
      if (!fits) continue;
      this.answered(l, fact);
      this.pending.push({ player: l.you, source: l.source, node: l.node, effect: l.node.effect, frame: l.frame || null, fact: fits, text: this.key(l.source) + '/' + l.text, itself: !!l.itself });
    }
    if (card && ['gain', 'receive', 'buy', 'defeat'].includes(verb) && !this.info(card).isCharacter)
      this.info(card).gained.forEach((g, i) => this.pending.push({ player, source: card, node: g, effect: g.effect, frame: null, fact: null, text: this.key(card) + '/gained' + i, itself: true, by: fact }));
    for (const w of this.waitingIfs.slice()) if (w.test(fact)) {
      this.waitingIfs.splice(this.waitingIfs.indexOf(w), 1);
      this.pending.push({ player: w.frame.you, source: w.frame.source, node: w.node, effect: w.effect, frame: w.frame, fact: null, text: this.key(w.frame.source) + '/if' + JSON.stringify(w.effect) + fact.n });
    }
    for (const s of this.standing()) if (s.node.node === 'If' && !s.node.otherwise && !this.powerOf(s.node) && s.node.then.node !== 'ChangeCost' && this.works(s)) {
      const k = s.key + '!if';
      if (!this.usedNow.get(k) && this.holds(this.standingFrame(s), s.node.condition)) {
        this.usedNow.set(k, 1);
        this.pending.push({ player: s.player, source: s.source, node: s.node, effect: s.node, frame: null, fact: null, text: this.key(s.source) + '/' + s.n });
      }
    }
    this.dropLasting(l => l.ends.type === 'event' && this.eventFits(l.ends.frame, l.ends.event, fact));
  },
  listeners(fact, would) {
    const out = [];
    const isTrigger = n => n.node === 'When' && n.occasion.node === 'Trigger' && !!n.occasion.event.would === would;
    for (const s of this.standing()) if (isTrigger(s.node) && this.works(s)) out.push({ you: s.player, source: s.source, node: s.node, ongoing: s.ongoing, key: s.key, text: s.n, since: 0, standing: true });
    for (const l of this.lasting) if (l.type === 'when' && isTrigger(l.node)) out.push({ you: l.frame.you, source: l.frame.source, node: l.node, frame: l.frame, key: 'L' + l.serial, text: 'L' + (l.node.mark), since: l.since, item: l });
    if (fact.card) this.info(fact.card).self.forEach((n, i) => {
      if (!isTrigger(n)) return;
      const e = n.occasion.event;
      const zoneOwner = this.owners[fact.card] || this.holder(fact.from);
      const seen = this.seenAs(e.verbs, this.def(fact.card).book, fact)[0] || fact;
      const you = e.who && e.who.kind === 'you' ? seen.player : zoneOwner || seen.player;
      if (would && !zoneOwner && !['gain', 'receive', 'buy', 'defeat', 'pass'].includes(fact.verb)) return;
      if (you) out.push({ you, source: fact.card, node: n, key: fact.card + '/self' + i, text: 'self' + i, since: 0, itself: true });
    });
    return out;
  },
  // The fact as this text sees it, or null
  hears(l, fact) {
    const t = l.node.occasion;
    const f = l.frame || this.frame(l.you, l.source);
    if (t.window && !this.inWindow(l.you, t.window)) return null;
    if (!t.window && this.ownTurns(l, f, fact) && (this.active !== l.you || this.phase === 'appearance')) return null;
    const fits = this.eventFits(f, t.event, fact);
    return fits && this.inTime(l, f, fact) ? fits : null;
  },
  // A text of a Location that works in the turns of its player only, once in each
  ownTurns(l, f, fact) { return !!l.ongoing && !fact.would && OWN_TURNS.has(this.bookOf(f)) && this.types(l.source).includes('Location'); },
  inTime(l, f, fact) {
    const t = l.node.occasion;
    if (this.ownTurns(l, f, fact) && this.usedNow.get(l.key)) return false;
    switch (t.often) {
      case 'when': return !(l.ongoing && !fact.would && capped(this.bookOf(f)) && this.usedNow.get(l.key));
      case 'nth': {
        if (fact.would) return (this.listenCount.get(l.key) || 0) + 1 === t.nth || (this.listenCount.set(l.key, (this.listenCount.get(l.key) || 0) + 1), false);
        let n = 0;
        for (let i = t.window ? 0 : l.since; i < this.facts.length; i++) if (this.eventFits(f, t.event, this.facts[i])) n++;
        return n === t.nth;
      }
      case 'next': return !this.usedNow.get(l.key + '!next');
      default: return true;
    }
  },
  answered(l, fact) {
    const t = l.node.occasion;
    this.usedNow.set(l.key, (this.usedNow.get(l.key) || 0) + 1);
    if (fact.would) this.listenCount.set(l.key, (this.listenCount.get(l.key) || 0) + 1);
    if (t.often === 'next') { this.usedNow.set(l.key + '!next', 1); if (l.item) this.lasting = this.lasting.filter(x => x !== l.item); }
  },
  eventFits(f, e, fact) { return this.seenAs(e.verbs, this.bookOf(f), fact).find(x => this.eventIs(f, e, x)) || null; },
  eventIs(f, e, fact) {
    if (e.told && !fact.told) return false;
    if (e.attack && !fact.attack) return false;
    return this.as(f, fact.player, () => {
      if (e.who && !this.players(f, e.who, { avoided: true }).includes(fact.player)) return false;
      if (e.to && !this.placeZones(f, e.to).includes(fact.to)) return false;
      const w = e.what;
      if (!w) return true;
      if (!fact.card) return false;
      if (w.node === 'Cards') {
        if (!this.fits(f, w.filter, fact.card)) return false;
        if (w.among && !this.refCards(f, w.among).includes(fact.card)) return false;
        if (e.anywhere || !w.places.length) return true;
        return w.places.some(pl => this.placeZones(f, pl).includes(fact.from));
      }
      if (w.node === 'Whole') return this.placeZones(f, w.place).includes(fact.from);
      if (w.node === 'CharacterOf') return this.info(fact.card).isCharacter && (this.selected(f, w).includes(fact.card) || this.players(f, w.owner).includes(this.holder(fact.from)));
      return this.selected(f, w).includes(fact.card);
    });
  },

  // --- what waits
  alikeKey(p) {
    // a text about its own card: each copy was set off by an event of its own
    if (p.itself) return p.text + '#' + p.source + (p.by && this.unboundThat(p.effect) ? '#' + eventKey(p.by) : '');
    const before = p.frame ? this.spokenOf(p.frame, p.node, p.effect) : '';
    if (!p.fact) return p.text + before;
    const about = p.node.mark !== undefined && (speaksOf(p.effect, new Set([p.node.mark])) || this.unboundThat(p.effect));
    return p.text + before + (about ? '#' + eventKey(p.fact) : '');
  },
  // What a text that waits speaks of that came before it: two copies with the same are alike
  spokenOf(f, node, effect) {
    const nodes = [...walk(effect)], own = new Set(nodes.map(n => n.mark).concat(node.mark));
    const marks = [...new Set(nodes.flatMap(n => n.bound || []).filter(m => m >= 0 && !own.has(m)))];
    const said = this.notesSeen(f, marks).map(n => [n.mark, n.player, n.cards, n.did, n.value, n.declined]);
    const acts = nodes.some(n => n.node === 'ThisWay' || n.node === 'DidTo') || marks.length ? this.actsSeen(f, nodes.some(n => n.node === 'ThisWay' || n.node === 'DidTo') ? null : marks).map(a => [a.verb, a.player, a.card]) : [];
    const scopes = f.scopes.filter(([m]) => marks.includes(m));
    return said.length + acts.length + scopes.length ? '#' + JSON.stringify([said, acts, scopes]) : '';
  },
  unboundThat(effect) {
    for (const n of walk(effect)) if (n.node === 'Player' && THAT.has(n.kind) && !(n.bound && n.bound.length)) return true;
    return false;
  },
  *resolvePending() {
    let guard = 0;
    while (this.pending.length) {
      if (++guard > 1000) { this.pending = []; return; }
      const player = this.from(this.active).find(p => this.pending.some(x => x.player === p));
      if (!player) { this.pending = []; return; }
      const mine = this.pending.filter(x => x.player === player);
      let next = mine[0];
      const counts = new Map(), table = new Map(), opts = [], seen = new Set();
      for (const x of mine) {
        const k = this.alikeKey(x);
        if (seen.has(k)) continue;
        seen.add(k);
        const c = counts.get(x.source) || 0; counts.set(x.source, c + 1);
        const action = ['trigger', x.source, c];
        table.set(JSON.stringify(action), x); opts.push({ action });
      }
      if (opts.length > 1) { const a = yield* this.ask(player, 'trigger', opts); next = table.get(JSON.stringify(a)); }
      const i = this.pending.indexOf(next);
      if (i < 0) continue;
      this.pending.splice(i, 1);
      yield* this.runPending(next);
    }
  },
  *runPending(x) {
    const f = x.frame ? this.copyFrame(x.frame) : this.frame(x.player, x.source);
    if (x.fact) {
      if (x.node.mark !== undefined) f.scopes = f.scopes.concat([[x.node.mark, x.fact.player]]);
      this.note(f, x.node, { cards: x.fact.card ? [x.fact.card] : [], player: x.fact.player });
      f.actor = x.fact.player;
      if (this.isFoe(f.you, x.fact.player)) f.that = x.fact.player;
    }
    yield* this.text(f, x.effect);
  },
  // A text of its own, from its beginning to its end
  *text(f, effect) {
    this.depth++;
    const mark = this.shown.length;
    try { yield* this.run(f, effect); } finally { this.depth--; if (this.depth === 0) this.shown = []; else this.shown.length = Math.min(this.shown.length, Math.max(mark, 0)); }
  },

  // --- moments
  momentFits(f, m, point, player) {
    if (m.point !== point) return false;
    return this.players(f, m.whose).includes(player);
  },
  *moment(point) {
    const p = this.active;
    for (const s of this.standing()) {
      const n = s.node;
      const m = n.node === 'When' ? n.occasion : n.node === 'Delayed' ? n.when : null;
      if (!m || m.node !== 'Moment' || !this.works(s)) continue;
      if (m.next || m.this) continue; // no line that stands says it
      if (this.momentFits(this.standingFrame(s), m, point, p)) this.pending.push({ player: s.player, source: s.source, node: n, effect: n.effect, frame: null, fact: { player: p, card: null, n: -1 }, text: this.key(s.source) + '/' + s.n });
    }
    for (const l of this.lasting.slice()) {
      if (l.type !== 'moment' || l.point !== point || !l.players.includes(p)) continue;
      if (l.next && l.turn === this.turn) continue;
      if (!l.each) { l.players = l.players.filter(q => q !== p); if (!l.players.length) this.lasting = this.lasting.filter(y => y !== l); }
      this.pending.push({ player: l.frame.you, source: l.frame.source, node: l.node, effect: l.node.effect, frame: l.frame, fact: { player: p, card: null, n: -1 }, text: this.key(l.frame.source) + '/m' + l.node.mark });
    }
    yield* this.resolvePending();
  },
  contains,
};
