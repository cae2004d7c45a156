'use strict';
// Places, filters, candidates, and choosing cards.
const { walk } = require('./cards');
const uniq = list => [...new Set(list)];
const ZONES = { hand: 'hand', deck: 'deck', 'discard pile': 'discard', play: 'play', 'in front of': 'play', 'score pile': 'score', Character: 'parked', 'this card': 'parked' };
const SHARED = { 'the Line-Up': 'line-up', 'the main deck': 'main-deck', 'the Super-Villain stack': 'super-villains', 'the destroyed pile': 'destroyed', 'the table': 'table', 'the game': 'removed' };
const STILL = new Set(['reveal', 'look at', 'choose', 'play']); // no card moves
const GROUPED = new Set(['Different', 'OneType', 'Alike', 'TotalAtMost', 'TotalAtLeast']);

module.exports = {
  zonesOf(zone, players, name) {
    if (ZONES[zone]) return players.map(p => p + ' ' + ZONES[zone]);
    if (zone === 'stack') return name ? ['stack:' + this.stackName(name)] : Object.keys(this.rules.stacks).map(s => 'stack:' + s).filter(s => this.stacks.has(s));
    return [SHARED[zone]];
  },
  stackName(name) { return Object.keys(this.rules.stacks).find(s => s.toLowerCase() === name.toLowerCase()) || name; },
  // Variant: the card on the Super Hero is one of the Line-Up for its player, in that player's turn
  besideZones(p) { const b = p + ' beside'; return this.rs.variant === 'synergy' && p === this.active && this.z[b] && !this.ended ? [b] : []; },
  placeZones(f, place) {
    const owners = place.owner ? this.players(f, place.owner) : [f.actor];
    const zs = this.zonesOf(place.zone, owners, place.name);
    return place.zone === 'the Line-Up' ? zs.concat(this.besideZones(f.actor)) : zs;
  },
  // The cards of a place; n: how many of that end can be reached.
  placeCards(f, place, n, opt) {
    const zs = this.placeZones(f, place);
    return zs.flatMap(z => {
      let a = this.zone(z);
      if (z === 'super-villains' && this.rs.variant === 'super-hidden') return this.zone('line-up').filter(c => this.isVillainBoss(c));
      if (z === 'super-villains') return a.length && a[0] === this.faceUp ? [a[0]] : [];
      if (place.edge && opt && opt.skip) a = a.filter(c => !opt.skip.includes(c));
      if (z.startsWith('stack:')) return n === Infinity ? a.slice() : a.slice(0, n);
      if (place.edge === 'top') return a.slice(0, n);
      if (place.edge === 'bottom') return n === Infinity ? a.slice() : a.slice(Math.max(0, a.length - n));
      return a.slice();
    });
  },
  isVillainBoss(c) { return (this.def(c).titles || []).includes('Super-Villain'); },
  quantityNumber(f, q) {
    switch (q.node) {
      case 'Exactly': case 'UpTo': case 'AtLeast': return Math.max(0, this.amount(f, q.amount));
      default: return Infinity;
    }
  },
  verbPlaces(f, verb) {
    const p = f.actor;
    switch (verb) {
      case 'destroy': case 'put': case 'return': case 'remove': case 'deal': return [p + ' hand', p + ' play'];
      case 'gain': case 'buy': case 'receive': return ['line-up'].concat(this.besideZones(p));
      case 'draw': return [p + ' deck'];
      default: return [p + ' hand'];
    }
  },
  // mode: 'do' (a verb looks for cards), 'count' (you control), 'actor' (that player controls)
  pool(f, sel, verb, mode, opt) {
    const n = this.quantityNumber(f, sel.quantity);
    if (sel.among) {
      const spoken = this.refCards(f, sel.among);
      if (mode !== 'do' || !f.moving || f.moving.mark === undefined) return spoken;
      // what this Move has moved for another player, or in another round, is none of them any more
      const moved = new Set(f.log.filter(n => n.mark === f.moving.mark && n.did).flatMap(n => n.cards));
      return spoken.filter(c => !moved.has(c));
    }
    if (sel.places.length) return sel.places.flatMap(pl => this.placeCards(f, pl, n, opt));
    for (const t of sel.filter.tests) {
      if (t.node === 'ThisWay') return this.thisWay(f, t);
      if (t.node === 'Acted') return this.acted(f, t);
      if (t.node === 'Controlled') return this.players(f, t.who).flatMap(p => this.controlledBy(p));
      if (t.node === 'Owned') return this.players(f, t.who).flatMap(p => this.ownedBy(p));
    }
    if (mode !== 'do') return this.controlledBy(mode === 'actor' ? f.actor : f.you);
    if (['gain', 'buy', 'receive', 'put'].includes(verb)) {
      for (const noun of sel.filter.nouns) if (noun.node === 'NameNoun' && !noun.negated) {
        const s = 'stack:' + this.stackName(noun.name);
        if (Object.prototype.hasOwnProperty.call(this.rules.stacks, this.stackName(noun.name)) && (this.stacks.has(s) || verb !== 'put')) return n === Infinity ? this.zone(s).slice() : this.zone(s).slice(0, n);
      }
    }
    return this.verbPlaces(f, verb).flatMap(z => this.zone(z));
  },
  thisWay(f, t) {
    if (t.window) return uniq(this.facts.filter(x => x.card && this.seenAs([t.verb], this.bookOf(f), x).length).map(x => x.card));
    const who = t.who ? this.players(f, t.who, { avoided: true }) : null;
    let acts = this.actsOf(f, [t.verb]).filter(a => !who || who.includes(a.player));
    if (f.repeat) acts = acts.filter(a => a.n >= f.repeat.acts);
    return acts.map(a => a.card);
  },
  acted(f, t) {
    const mine = t.window === 'during your turn' || t.window === 'during each of your turns';
    if (t.window && !(mine ? this.active === f.you : this.inWindow(f.you, t.window))) return [];
    const who = this.players(f, t.who, { avoided: true });
    return this.facts.filter(x => x.card && !(mine && x.ended) && this.seenAs(t.verbs, this.bookOf(f), x).some(y => who.includes(y.player))).map(x => x.card);
  },
  ownedBy(p) {
    return ['hand', 'deck', 'discard', 'play', 'parked'].flatMap(z => this.zone(p + ' ' + z)).filter(c => !this.owners[c] || this.owners[c] === p)
      .concat(Object.keys(this.owners).filter(c => this.owners[c] === p && this.holder(this.where.get(c)) !== p));
  },
  // --- filters
  fits(f, filter, id, opt) {
    const nouns = filter.nouns;
    const called = nouns.filter(n => !n.negated);
    if (called.length && !called.some(n => this.isNoun(n, id, f))) return false;
    if (nouns.some(n => n.negated && !this.isNoun(n, id, f))) return false;
    for (const t of filter.tests) {
      if (GROUPED.has(t.node) || t.node === 'Extreme') continue;
      if (!this.passesTest(f, t, id, opt)) return false;
    }
    return true;
  },
  isNoun(n, id, f) {
    let r;
    switch (n.node) {
      case 'TypeNoun': r = this.types(id).includes(n.type); break;
      case 'TitleNoun': r = this.titles(id).includes(n.title) || (n.title === 'Super Hero' && this.info(id).isCharacter && !this.def(id).level); break;
      case 'NameNoun': {
        const a = this.name(id).toLowerCase(), b = n.name.toLowerCase();
        const part = n.part || (this.rules.words_in_names || []).includes(b);
        r = part ? a.includes(b) : a === b; break;
      }
      case 'KeywordNoun': r = this.hasKeyword(id, n.keyword); break;
      default: throw new Error('noun ' + n.node);
    }
    return n.negated ? !r : r;
  },
  passesTest(f, t, id, opt) {
    switch (t.node) {
      case 'Attribute': {
        for (const n of walk(t.value)) if (n.node === 'AttributeOf' && n.of.node === 'Ref' && this.selected(f, n.of).length === 0) return false;
        return this.compare(this.attribute(id, t.kind), t.comparison, this.comparing(f, id, () => this.amount(f, t.value)));
      }
      case 'ThisWay': return this.thisWay(f, t).includes(id);
      case 'Acted': return this.acted(f, t).includes(id);
      case 'Owned': return this.players(f, t.who).some(p => this.ownedBy(p).includes(id));
      case 'Controlled': return this.players(f, t.who).some(p => this.controlledBy(p).includes(id));
      case 'Same': {
        const of = this.comparing(f, id, () => this.selected(f, t.of));
        return t.negated ? !of.some(c => c === id || this.alike(t.kind, c, id)) : of.some(c => c !== id && this.alike(t.kind, c, id));
      }
      case 'Other': {
        if (t.bound && t.bound.includes(-3)) return id !== f.compared;
        if (id === f.source) return false;
        if (t.bound && this.refCards(f, { kind: 'them', bound: t.bound }).includes(id)) return false;
        return !(opt && opt.exclude && opt.exclude.includes(id));
      }
      case 'Parity': return (Math.abs(this.cost(id)) % 2 === 1) === (t.kind === 'odd');
      case 'CostOneOf': return t.values.includes(this.cost(id));
      case 'HasKeyword': return this.hasKeyword(id, t.keyword);
      case 'NameHas': { const a = this.name(id).toLowerCase(), b = t.part.toLowerCase(); return t.whole ? a === b : a.includes(b); }
      case 'Chosen': {
        const vs = this.notesSeen(f, t.bound || []).map(n => n.value);
        return vs.some(v => t.kind === 'name' ? this.name(id) === v || this.key(id) === v : t.kind === 'cost' ? this.cost(id) === v : this.types(id).includes(v));
      }
      case 'SharesType': {
        const ty = this.types(id);
        return this.refCards(f, { kind: 'them', bound: t.bound || [] }).some(c => c !== id && this.types(c).some(x => ty.includes(x)));
      }
      default: throw new Error('test ' + t.node);
    }
  },
  // What a card is compared with: "each other card" in it is another than this one
  comparing(f, id, fn) { const was = f.compared; f.compared = id; try { return fn(); } finally { f.compared = was; } },
  alike(kind, a, b) {
    if (kind === 'name') return this.name(a) === this.name(b);
    if (kind === 'cost') return this.cost(a) === this.cost(b);
    return this.types(a).some(t => this.types(b).includes(t));
  },
  // Do these cards fit together?
  together(tests, cards) {
    for (const t of tests) {
      if (t.node === 'Different') { for (let i = 0; i < cards.length; i++) for (let j = 0; j < i; j++) if (this.alike(t.kind, cards[i], cards[j])) return false; }
      if (t.node === 'OneType' && !cards.every(c => this.alike('card type', cards[0], c))) return false;
      if (t.node === 'Alike' && !cards.every(c => this.alike(t.kind, cards[0], c))) return false;
      if (t.node === 'TotalAtMost' && this.sumCost(cards) > t.most) return false;
    }
    return true;
  },
  extremes(f, tests, cards, n) {
    for (const t of tests) if (t.node === 'Extreme' && cards.length) {
      const costs = cards.map(c => this.cost(c)).sort((a, b) => t.highest ? b - a : a - b);
      const edge = costs[Math.min(Number.isFinite(n) && n > 0 ? n : 1, costs.length) - 1];
      cards = cards.filter(c => t.highest ? this.cost(c) >= edge : this.cost(c) <= edge);
    }
    return cards;
  },
  candidates(f, sel, verb, mode, opt) {
    let list = uniq(this.pool(f, sel, verb, mode, opt)).filter(c => this.fits(f, sel.filter, c, opt) && !(opt && opt.exclude && opt.exclude.includes(c)));
    list = this.narrowed(f, sel, list);
    return mode === 'do' && verb ? list.filter(c => !this.forbidden(verb, f.actor, c) && !this.tooDear(verb, f.actor, c) && this.movable(verb, c)) : list;
  },
  // "the N cheapest": those as good as the Nth
  narrowed(f, sel, list) {
    const q = sel.quantity;
    return this.extremes(f, sel.filter.tests, list, ['Exactly', 'UpTo', 'AtLeast'].includes(q.node) ? this.quantityNumber(f, q) : 1);
  },
  // Characters stay in their stack or score pile
  movable(verb, c) { return STILL.has(verb) || !this.info(c).isCharacter; },
  // Whoever buys a card pays for it, also where a text says "buy"
  tooDear(verb, p, c) { return verb === 'buy' && this.price(c, p, this.bossForSale(c)) > this.power[p]; },
  // Cards of a selection in which nothing is chosen (conditions, counts, amounts)
  selected(f, sel) {
    switch (sel.node) {
      case 'Ref': return this.refCards(f, sel);
      case 'Cards': {
        const c = this.candidates(f, sel, null, 'count');
        const ext = sel.filter.tests.find(t => t.node === 'Extreme');
        if (!ext || sel.quantity.node !== 'Exactly') return c;
        return c.slice().sort((a, b) => ext.highest ? this.cost(b) - this.cost(a) : this.cost(a) - this.cost(b)).slice(0, this.quantityNumber(f, sel.quantity));
      }
      case 'Whole': return this.placeCards(f, sel.place, Infinity);
      case 'Both': return uniq(this.selected(f, sel.first).concat(this.selected(f, sel.second)));
      case 'OneOf': { const a = this.selected(f, sel.first); return a.length ? a : this.selected(f, sel.second); }
      case 'CharacterOf': return this.players(f, sel.owner).map(p => this.topCharacter(p)).filter(Boolean);
      default: throw new Error('selection ' + sel.node);
    }
  },
  bounds(f, q, total) {
    switch (q.node) {
      case 'Exactly': { const n = Math.max(0, this.amount(f, q.amount)); return [n, n]; }
      case 'UpTo': return [0, Math.max(0, this.amount(f, q.amount))];
      case 'AtLeast': return [this.amount(f, q.amount), total];
      case 'AnyNumber': return [0, total];
      case 'Every': return [total, total];
      case 'CostWorth': return q.up_to ? [0, total] : [1, total];
      default: throw new Error('quantity ' + q.node);
    }
  },
  // The largest number of cards (up to n) that fit together with those chosen
  fill(tests, chosen, rest, n, least) {
    const grouped = tests.filter(t => GROUPED.has(t.node));
    if (!grouped.length) return Math.min(n, chosen.length + rest.length);
    const need = tests.filter(t => t.node === 'TotalAtLeast');
    let best = -1;
    const seen = new Set();
    const go = (cards, i) => {
      if (best >= n) return;
      if (cards.length > best && need.every(t => this.sumCost(cards) >= t.least)) best = cards.length;
      if (cards.length >= n) return;
      for (let j = i; j < rest.length; j++) {
        const next = cards.concat(rest[j]);
        const k = next.map(c => this.key(c)).sort().join('|') + '@' + j;
        if (seen.has(k)) continue; seen.add(k);
        if (this.together(grouped, next)) go(next, j + 1);
        if (best >= n || seen.size > 4000) return;
      }
    };
    go(chosen, 0);
    return best;
  },
  // Choosing: {cards, done}
  *chooseFrom(f, list, sel, chooser, verb) {
    const q = sel.quantity, tests = sel.filter.tests;
    const same = tests.find(t => t.node === 'Alike' || t.node === 'OneType');
    if (same && (q.node === 'Exactly' || q.node === 'AtLeast')) { const n = this.quantityNumber(f, q), all = list; list = all.filter(c => all.filter(d => this.alike(same.kind || 'card type', c, d)).length >= n); }
    let [least, most] = this.bounds(f, q, list.length);
    const asked = least;
    const grouped = tests.some(t => GROUPED.has(t.node));
    if (sel.random) { const cards = yield* this.randomCards(list, Math.min(least, list.length)); return { cards, done: cards.length > 0 && list.length >= asked }; }
    // "all cards of one card type": one is chosen, and those like it go with it
    if (q.node === 'Every' && same) {
      const kind = same.kind || 'card type', open = list.filter(c => this.alike(kind, c, c));
      if (!open.length) return { cards: [], done: false };
      const first = open.every(c => this.alike(kind, open[0], c)) ? open[0] : (yield* this.ask(chooser, 'card', this.cardOptions(open)))[1];
      return { cards: [first].concat(open.filter(c => c !== first && this.alike(kind, first, c))), done: true };
    }
    if (q.node === 'Every' && !grouped) return { cards: list.slice(), done: list.length > 0 };
    if (grouped) { const m = this.fill(tests, [], list, Math.min(Number.isFinite(most) ? most : list.length, list.length)); most = Math.max(0, Math.min(most, m)); least = Math.min(least, most);
      // a total that the number told cannot reach: nothing is chosen
      if (tests.some(t => t.node === 'TotalAtLeast') && m < (q.node === 'Exactly' ? asked : q.node === 'AtLeast' ? Math.min(asked, list.length) : 0)) return { cards: [], done: false }; }
    least = Math.min(least, list.length); most = Math.min(most, list.length);
    const chosen = [];
    let rest = list.slice();
    const worth = q.node === 'CostWorth';
    for (;;) {
      if (chosen.length >= most) break;
      let open = rest;
      if (worth && q.up_to) open = rest.filter(c => this.sumCost(chosen) + this.cost(c) <= q.amount);
      if (grouped) open = open.filter(c => this.together(tests, chosen.concat(c)) && this.fill(tests, chosen.concat(c), rest.filter(x => x !== c), Math.max(least, chosen.length + 1)) >= Math.max(least, chosen.length + 1));
      if (tests.some(t => t.node === 'Extreme') && (least > 1 || q.node === 'UpTo')) open = this.extremes(f, tests, open, 1);
      if (!open.length) break;
      const enough = worth && !q.up_to ? chosen.length >= 1 && this.sumCost(chosen) >= q.amount : chosen.length >= least;
      if (!enough && !worth && open.length <= least - chosen.length) { chosen.push(...open); if (open.length === rest.length) break; rest = rest.filter(c => !open.includes(c)); if (grouped && !tests.some(t => t.node === 'Extreme')) break; continue; }
      const opts = this.cardOptions(open);
      if (enough) opts.push({ action: ['stop'] });
      const a = yield* this.ask(chooser, 'card', opts);
      if (a[0] === 'stop') break;
      chosen.push(a[1]); rest = rest.filter(c => c !== a[1]);
    }
    const done = chosen.length > 0 && (q.node !== 'Exactly' || chosen.length >= asked) && !(worth && !q.up_to && this.sumCost(chosen) < q.amount);
    return { cards: chosen, done };
  },
  *randomCards(list, n) {
    if (n >= list.length) return list.slice();
    const got = [];
    while (got.length < n) {
      const a = yield* this.chance('random', list.filter(c => !got.includes(c)));
      if (a[0] !== 'card' || !list.includes(a[1]) || got.includes(a[1])) throw new Error('nature: not one of these cards ' + JSON.stringify(a));
      got.push(a[1]);
    }
    return got;
  },
  *select(f, sel, verb, opt) {
    opt = opt || {};
    const chooser = opt.chooser || f.actor;
    switch (sel.node) {
      case 'Ref': { const cards = this.refCards(f, sel).filter(c => !(opt.exclude || []).includes(c) && !this.tooDear(verb, f.actor, c)); return { cards, done: cards.length > 0 }; }
      case 'Whole': { const cards = this.placeCards(f, sel.place, Infinity).filter(c => !this.tooDear(verb, f.actor, c) && this.movable(verb, c)); return { cards, done: cards.length > 0 || verb === 'reveal' || verb === 'look at' }; }
      case 'CharacterOf': { const cards = this.selected(f, sel); return { cards, done: cards.length > 0 }; }
      case 'Both': {
        const a = yield* this.select(f, sel.first, verb, opt);
        const b = yield* this.select(f, sel.second, verb, { ...opt, exclude: (opt.exclude || []).concat(a.cards) });
        const open = s => s.node === 'Cards' && ['AnyNumber', 'UpTo'].includes(s.quantity.node);
        return { cards: a.cards.concat(b.cards), done: a.cards.length + b.cards.length > 0 && (a.done || open(sel.first)) && (b.done || open(sel.second)) };
      }
      case 'OneOf': {
        const list = uniq(this.oneOf(f, sel, verb));
        if (!list.length) return { cards: [], done: false };
        const a = yield* this.ask(chooser, 'card', this.cardOptions(list));
        return { cards: [a[1]], done: true };
      }
      case 'Cards': {
        if (!sel.among) for (const pl of sel.places) if (pl.zone === 'deck' && pl.edge === 'top') {
          const n = this.quantityNumber(f, sel.quantity);
          for (const z of this.placeZones(f, pl)) yield* this.needCards(this.holder(z), (Number.isFinite(n) ? n : 0) + this.zone(z).filter(c => (opt.skip || []).includes(c)).length);
        }
        if (sel.spread === 'each' && sel.places.length > 1) {
          let cards = [], done = true;
          for (const pl of sel.places) {
            const one = { ...sel, places: [pl], spread: 'total' };
            const r = yield* this.chooseFrom(f, this.candidates(f, one, verb, 'do', { ...opt, exclude: (opt.exclude || []).concat(cards) }), one, chooser, verb);
            cards = cards.concat(r.cards); done = done && (r.done || sel.quantity.node !== 'Exactly');
          }
          return { cards, done: done && cards.length > 0 };
        }
        return yield* this.chooseFrom(f, this.candidates(f, sel, verb, 'do', opt), sel, chooser, verb);
      }
      default: throw new Error('selection ' + sel.node);
    }
  },
  oneOf(f, sel, verb) {
    const side = s => s.node === 'OneOf' ? this.oneOf(f, s, verb) : s.node === 'Cards' ? this.candidates(f, s, verb, 'do') : this.selected(f, s);
    return side(sel.first).concat(side(sel.second));
  },
};
