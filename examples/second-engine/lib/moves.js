'use strict';
// Cards change places: by verbs, with what steps in before, and with what can be heard of it.
const { PICKED } = require('./cards');
const PILE = z => / deck$/.test(z) || z === 'main-deck' || z.startsWith('stack:') || z === 'super-villains';
const STAYING = new Set(['reveal', 'look at', 'choose']);
const OWNING = new Set(['gain', 'buy', 'receive', 'defeat', 'pass']);

module.exports = {
  *needCards(p, n) {
    const deck = this.zone(p + ' deck'), pile = this.zone(p + ' discard');
    if (deck.length >= n || !pile.length) return;
    const order = yield* this.shuffled(pile.slice());
    for (const c of order) this.shift(c, p + ' deck', false);
  },
  // Cards on top of players' decks that a text asks about, and how many; not those in an effect ("if you discarded …")
  topsIn(node) {
    const out = [];
    const go = n => {
      if (Array.isArray(n)) { n.forEach(go); return; }
      if (!n || typeof n !== 'object' || (n.node && this['do_' + n.node])) return;
      if (n.node === 'Cards') for (const place of n.places) if (place.zone === 'deck' && place.edge === 'top') out.push([n.quantity, place]);
      for (const k in n) if (typeof n[k] === 'object') go(n[k]);
    };
    go(node);
    return out;
  },
  // Who has to shuffle before this can be asked: [player, how many cards]
  shallow(f, node) {
    for (const [q, place] of this.topsIn(node)) {
      const told = this.quantityNumber(f, q), n = told === Infinity ? 1 : told;
      for (const z of this.placeZones(f, place)) { const p = this.holder(z); if (this.zone(z).length < n && this.zone(p + ' discard').length) return [p, n]; }
    }
    return null;
  },
  *deepen(f, node) { for (let x = this.shallow(f, node); x; x = this.shallow(f, node)) yield* this.needCards(...x); },
  // The same for a condition; a part that no longer matters is not looked at
  *deepenToAsk(f, c) {
    if (c.node !== 'AllOf' && c.node !== 'AnyOf') { yield* this.deepen(f, c); return; }
    yield* this.deepenToAsk(f, c.first);
    if (this.topsIn(c.second).length && this.holds(f, c.first) === (c.node === 'AllOf')) yield* this.deepenToAsk(f, c.second);
  },
  mayGo(card, to) {
    if (to === 'super-villains' && this.par['opponent.kind'] !== 'boss_stack') return false;
    if (to === 'main-deck') {
      if (this.basic(card)) return false;
      if ((this.def(card).titles || []).includes('Super-Villain') && this.par['opponent.kind'] === 'boss_stack' && this.rs.variant !== 'super-hidden') return false;
    }
    return true;
  },
  // The place from which this text has taken a card to where it is now
  cameFrom(f, card) {
    if (!f || !f.acts.some(a => a.card === card && !STAYING.has(a.verb))) return null;
    const here = this.where.get(card);
    for (let i = this.facts.length - 1; i >= 0; i--) { const x = this.facts[i]; if (x.card === card && x.to === here && x.from !== here) return x.from; }
    return null;
  },
  // Where the verb puts this card: [zone, on top]
  home(f, verb, player, card) {
    const owner = this.ownerOf(card) || player;
    switch (verb) {
      case 'draw': case 'pass': return [player + ' hand', false];
      case 'discard': return [owner + ' discard', false];
      case 'destroy': {
        const s = this.stackOf(card);
        if (s && (this.info(card).returns || (this.par['destroy.returns_to_stack'] || []).includes(this.key(card)))) return [s, false];
        return ['destroyed', false];
      }
      case 'remove': return ['removed', false];
      case 'play': return [player + ' play', false];
      case 'return': {
        const z = this.where.get(card), before = this.cameFrom(f, card);
        if (before) return [before, true];
        if (f && f.acts.some(a => a.card === card && (a.verb === 'reveal' || a.verb === 'look at')) && PILE(z)) return [z, true];
        const s = this.stackOf(card);
        if (s && this.def(card).pile !== 'starter') return [s, true];
        return [owner + ' hand', false];
      }
      default: return [player + ' discard', false];
    }
  },
  target(f, place, player, card, verb) {
    let zone;
    const before = place.zone === 'stack' && !place.name && place.edge && this.cameFrom(f, card);
    if (before) return [before, place.edge === 'top'];
    // "put them back on top": where a shown card lies
    if (verb === 'return' && place.zone === 'stack' && !place.name && PILE(this.where.get(card)) && f.acts.some(a => a.card === card && (a.verb === 'reveal' || a.verb === 'look at'))) return [this.where.get(card), place.edge !== 'bottom'];
    if (place.zone === 'stack') {
      zone = place.name ? this.realStack(place.name) : this.stackOf(card);
      // a stack that this game does not have
      if (!zone) return !place.name && place.edge ? [(this.ownerOf(card) || player) + ' deck', place.edge !== 'bottom'] : ['destroyed', false];
    }
    else if (place.zone === 'the Line-Up') zone = 'line-up';
    else zone = this.zonesOf(place.zone, [player], place.name)[0];
    return [zone, PILE(zone) && place.edge !== 'bottom'];
  },
  realStack(name) { const n = this.stackName(name); return ['for sale', 'weakness'].includes(this.rules.stacks[n]) || this.stacks.has('stack:' + n) ? 'stack:' + n : null; },
  // One card, by a verb. Returns whether it went; null if it has to stay.
  *moveCard(f, node, verb, player, card, to, top) {
    if (this.info(card).isCharacter || this.forbidden(verb, player, card) || !this.mayGo(card, to) || this.tooDear(verb, player, card)) return null;
    if (f) this.act(f, verb, player, card, node, verb === 'pass' ? this.holder(to) : null);
    if (yield* this.replaced(verb, player, card, to)) {
      // something else happened in its place: it was not done, unless the card became the player's in another way
      const theirs = OWNING.has(verb) && this.ownerOf(card) === player;
      if (f && !theirs) this.undone(f, verb, player, card);
      return false;
    }
    if (verb === 'buy') { const n = this.price(card, player, this.bossForSale(card)); this.power[player] -= n; this.spent[player] += n; }
    this.place(verb, player, card, to, top);
    return true;
  },
  undone(f, verb, player, card) {
    const at = f.acts.map(a => a.verb === verb && a.player === player && a.card === card).lastIndexOf(true);
    if (at < 0) return;
    const [act] = f.acts.splice(at, 1);
    if (f.acts.some(a => a.mark === act.mark && a.player === player)) return;
    const noted = f.log.filter(n => n.mark === act.mark && n.player === player && n.cards.length).pop();
    if (noted) noted.did = false;
  },
  // The move itself and the fact of it
  place(verb, player, card, to, top) {
    const owner = this.ownerOf(card);
    const from = this.shift(card, to, top);
    if (to === 'line-up') this.entered(card);
    if (/ play$/.test(to)) {
      const h = this.holder(to);
      if (owner && owner !== h && !OWNING.has(verb)) this.owners[card] = owner; else delete this.owners[card];
    }
    this.fact(verb, player, card, from, to);
  },
  *drawCards(f, node, player, n, from) {
    const got = [], deck = from || player + ' deck', holder = this.holder(deck);
    while (got.length < n) {
      if (this.forbidden('draw', player, null)) break;
      if (holder) yield* this.needCards(holder, 1);
      const c = this.zone(deck)[0];
      if (!c || this.forbidden('draw', player, c)) break;
      if (f) this.act(f, 'draw', player, c, node);
      this.place('draw', player, c, player + ' hand', false);
      got.push(c);
    }
    return got;
  },
  *replaced(verb, player, card, to) {
    if (['draw', 'play', 'buy', 'reveal', 'look at', 'choose', 'defeat'].includes(verb)) return false;
    const fact = { verb, player, card, from: this.where.get(card), to, told: this.depth > 0, attack: this.striking > 0, would: true };
    for (const l of this.listeners(fact, true)) {
      if (this.replacing && this.replacing.includes(l.node)) continue;
      const fits = this.hears(l, fact);
      if (!fits) continue;
      const who = fits.player;
      const f = l.frame ? this.copyFrame(l.frame) : this.frame(l.you, l.source);
      this.answered(l, fact);
      f.scopes = f.scopes.concat([[l.node.mark, who]]);
      this.note(f, l.node, { cards: [card], player: who });
      f.actor = who; if (this.isFoe(l.you, who)) f.that = who;
      f.instead = false;
      this.replacing = (this.replacing || []).concat(l.node);
      this.depth++;
      try { yield* this.run(f, l.node.effect); } finally { this.replacing = this.replacing.filter(x => x !== l.node); this.depth--; }
      return !!f.instead;
    }
    return false;
  },
  *inOrder(player, cards) {
    const rest = cards.slice(), out = [];
    while (rest.length > 1) {
      const a = yield* this.ask(player, 'order', rest.map(c => ({ action: ['card', c], group: this.key(c) })));
      out.push(a[1]); rest.splice(rest.indexOf(a[1]), 1);
    }
    return out.concat(rest);
  },
  PILE,

  // --- the node Move
  *do_Move(f, e) {
    const who = this.players(f, e.who);
    for (const p of who) {
      const a = f.actor; f.actor = p;
      try { yield* this.moveBy(f, e, p); } finally { f.actor = a; }
    }
  },
  // Who chooses the cards, if not the mover
  chooserOf(f, e) { const p = e.chooser && this.players(f, e.chooser)[0]; return p ? { chooser: p } : {}; },
  *moveBy(f, e, p) {
    const w = e.what;
    const deck = this.drawnFrom(f, e);
    if (w.node === 'Cards') yield* this.deepen(f, w.filter);
    if (deck) {
      yield* this.deepen(f, w.quantity);
      let n; const have = this.drawable(deck);
      const q = w.quantity;
      if (q.node === 'Exactly') n = Math.max(0, this.amount(f, q.amount));
      else if (q.node === 'Every') n = have;
      else {
        const [lo, hi] = this.bounds(f, q, have);
        const opts = [];
        const most = q.node === 'UpTo' ? hi : Math.min(hi, have); // "up to N": N may be said, also if fewer are there
        for (let i = Math.min(lo, have); i <= most; i++) opts.push({ action: ['number', i] });
        n = this.forbidden('draw', p, null) ? 0 : (yield* this.ask(p, 'number', opts))[1];
      }
      if (n === 0) return;
      if (e.to && !(e.to.zone === 'hand')) { /* drawn cards always come into the hand */ }
      const got = yield* this.drawCards(f, e, p, n, deck);
      this.note(f, e, { cards: got, did: got.length > 0 });
      return;
    }
    if (w.node === 'Cards' && !w.among && w.quantity.node === 'Exactly' && !w.random && w.places.length === 1 && w.places[0].edge === 'top' && ['deck', 'the main deck'].includes(w.places[0].zone)) {
      const zs = this.placeZones(f, w.places[0]);
      if (zs.length === 1) return yield* this.moveTop(f, e, p, zs[0]);
    }
    let sel;
    if (f.pre && f.pre.has(e) && f.pre.get(e).has(p)) sel = f.pre.get(e).get(p);
    else {
      const outer = f.moving;
      f.moving = e;
      sel = yield* this.select(f, w, e.verb, this.chooserOf(f, e));
      f.moving = outer;
    }
    let cards = sel.cards;
    this.note(f, e, { cards: cards.slice(), did: sel.done });
    const noted = f.log[f.log.length - 1];
    if (!cards.length) return;
    const owner = yield* this.destinationOwner(f, e.to, p);
    const piled = e.to ? (this.ordered(e.to) ? cards : []) : cards.filter(c => PILE(this.home(f, e.verb, p, c)[0]));
    if (piled.length > 1 && (e.any_order || e.random_order || (e.verb === 'return' && !e.to))) {
      const ordered = e.random_order ? yield* this.shuffled(piled.slice()) : yield* this.inOrder(p, piled);
      cards = cards.filter(c => !piled.includes(c)).concat(ordered);
    }
    // a card that has to stay: "exactly N", or the only card, was not moved
    const all = cards.length === 1 || (w.node === 'Cards' && w.quantity.node === 'Exactly');
    if (owner === null) { noted.did = false; return; } // nobody's place: all of them stay
    const goal = c => e.to ? this.target(f, e.to, this.itsOwner(e.to) ? this.ownerOf(c) || p : owner, c, e.verb) : this.home(f, e.verb, p, c);
    const top = cards.filter(c => { const [z, t] = goal(c); return PILE(z) && t; });
    // put on top: the first one ends up on top, so the last goes first
    const sequence = cards.filter(c => !top.includes(c)).concat(top.slice().reverse());
    const going = top.length && top.length < cards.length ? sequence : top.length ? top.slice().reverse() : cards;
    let stayed = 0;
    for (const c of going) { const [z, t] = goal(c); if ((yield* this.moveCard(f, e, e.verb, p, c, z, t)) === null) stayed++; }
    if (stayed && (all || stayed === going.length)) noted.did = false;
  },
  // places in which the order of cards counts: decks, and a stack with an end
  ordered(to) {
    if (to.zone === 'the Super-Villain stack') return !!to.edge && this.par['opponent.kind'] === 'boss_stack';
    return ['deck', 'the main deck'].includes(to.zone) || (to.zone === 'stack' && !!to.edge);
  },
  // "on top of its owner's deck": the owner of the card that moves
  itsOwner(to) { return !!(to && to.owner && to.owner.kind === 'its owner'); },
  *destinationOwner(f, to, p) {
    if (!to || !to.owner || this.itsOwner(to)) return p;
    const list = this.players(f, to.owner);
    if (!list.length) return null;
    if (list.length === 1) return list[0];
    // a card cannot go to each of several players: the first of them has it
    return PICKED.has(to.owner.kind) ? yield* this.choosePlayer(f.you, list) : list[0];
  },
  *moveTop(f, e, p, zone) {
    const n = Math.max(0, this.amount(f, e.what.quantity.amount));
    const holder = this.holder(zone);
    const owner = yield* this.destinationOwner(f, e.to, p);
    let took = 0; const left = [];
    const goals = [];
    for (let i = 0; i < n; i++) {
      if (holder) yield* this.needCards(holder, left.length + 1);
      const c = this.zone(zone)[left.length];
      if (!c) break;
      if (!this.fits(f, e.what.filter, c) || this.tooDear(e.verb, p, c)) { left.push(c); continue; }
      if (this.forbidden(e.verb, p, c)) break;
      const [z, t] = e.to ? this.target(f, e.to, this.itsOwner(e.to) ? this.ownerOf(c) || p : owner, c, e.verb) : this.home(f, e.verb, p, c);
      this.note(f, e, { cards: [c], did: true });
      const noted = f.log[f.log.length - 1];
      took++;
      const went = yield* this.moveCard(f, e, e.verb, p, c, z, t);
      if (went === null) noted.did = false;
      if (!went && this.where.get(c) === zone && this.zone(zone).indexOf(c) <= left.length) left.push(c);
      if (z === zone) break;
      goals.push(z);
    }
    if (!took) this.note(f, e, { cards: [], did: false });
  },
};
