'use strict';
// Decisions of players in texts: choosing cards, players, kinds, numbers; and whether statements can be done at all.
const { setting, takenBy, endsOfDecks, isDeck, find, binds, speaksOf, walk } = require('./forms');
const uniq = list => [...new Set(list)];
const STILL = new Set(['reveal', 'look', 'choose', 'play']); // no card moves

module.exports = {
  *do_Choose(f, x, rest) {
    yield* this.deepen(f, x.source);
    const by = this.one(f, x.by);
    if (by === null) { f.names.set(x.name, x.sort.endsWith('s') ? [] : null); return new this.Outcome(false); }
    const list = this.candidates(f, x);
    let got;
    if (x.sort === 'Player' && this.goesNowhere(f, x, rest)) { f.names.set(x.name, null); return new this.Outcome(false); }
    switch (x.sort) {
      case 'Card': case 'Cards': got = yield* this.chooseCards(f, x, list, by); break;
      case 'Player': case 'Players': got = yield* this.choosePlayers(f, x, list, by); break;
      case 'Kind': case 'Num': got = yield* this.chooseKind(f, x, list, by); break;
      default: throw new Error('unknown sort ' + x.sort);
    }
    if (x.sort === 'Players') got = this.from(f.you).filter(p => got.includes(p)); // they do it in turn order
    f.names.set(x.name, x.sort.endsWith('s') ? got : got.length ? got[0] : null);
    f.chosen.add(x.name);
    f.taken.set(x, (f.taken.get(x) || []).concat(got));
    if (x.sort.startsWith('Card')) for (const c of got) this.fact(f, 'choose', by, c, { from: this.where.get(c), to: this.where.get(c) });
    const done = (got.length > 0 && got.length >= this.number(f, x.least)) || setting(x, 'none') === 'done';
    return new this.Outcome(done);
  },
  // A player to whom cards go is not chosen if there are none to go
  goesNowhere(f, x, rest) {
    const q = new Set([x.name]), about = rest.filter(s => speaksOf(s, q)), m = about.length === 1 && about[0].form === 'Result' ? about[0].of[0] : about[0];
    return about.length === 1 && m.form === 'Move' && speaksOf(m.to, q) && !speaksOf(m.cards, q) && !this.isShort(f, m.cards) && !this.list(f, m.cards).length;
  },
  // From what can be chosen: what cannot be done with a card later cannot be chosen for it
  candidates(f, x) {
    f.stmt = x;
    const list = uniq(this.list(f, x.source));
    if (!x.sort.startsWith('Card')) return list;
    const by = this.one(f, x.by), use = takenBy(x);
    const verb = !use ? 'choose' : use.form === 'Move' ? use.verb : use.form === 'Play' ? 'play' : 'reveal';
    const doer = use && use.by && !speaksOf(use.by, new Set([x.name])) ? this.one(f, use.by) : null;
    return list.filter(c => this.canDo(verb, doer || by, c) && (!f.paid || f.paid.name !== x.name || this.payable(f, c)));
  },
  canDo(verb, by, c) { return this.movable(verb, c) && !this.forbidden(verb, by, c) && !this.tooDear(verb, by, c); },
  movable(verb, c) { return STILL.has(verb) || !this.isCharacter(c); }, // Characters stay in their stack or score pile
  tooDear(verb, p, c) { return verb === 'buy' && this.price(c, p, this.bossForSale(c)) > this.power[p]; },

  // --- cards, one after the other
  *chooseCards(f, x, list, by) {
    let least = Math.max(0, this.number(f, x.least)), most = x.most ? Math.max(0, this.number(f, x.most)) : list.length;
    if (x.manner === 'random') return yield* this.randomCards(list, Math.min(least, list.length));
    if (x.such_that) {
      const m = this.reach(f, x, [], list, most);
      if (m < least && (setting(x, 'fewer') === 'none' || m <= 0)) return [];
      least = Math.min(least, m);
    } else if (list.length < least && setting(x, 'fewer') === 'none') return [];
    least = Math.min(least, list.length); most = Math.min(most, list.length);
    const got = [];
    while (got.length < most) {
      const rest = list.filter(c => !got.includes(c));
      const open = x.such_that ? rest.filter(c => this.reach(f, x, got.concat(c), rest.filter(d => d !== c), Math.max(least, got.length + 1)) >= Math.max(least, got.length + 1)) : rest;
      const enough = got.length >= least && (!got.length || this.suits(f, x, got));
      if (!open.length) break;
      if (open.length <= least - got.length) { got.push(...open); continue; }
      const a = yield* this.ask(by, 'card', this.cardOptions(open).concat(enough ? { action: ['stop'] } : []));
      if (a[0] === 'stop') break;
      got.push(a[1]);
    }
    return got;
  },
  suits(f, x, cards) { return !x.such_that || this.bound(f, x.name, cards, () => this.isSo(f, x.such_that)); },
  // The largest number of cards, up to n, that suit and hold those chosen; -1 if none do
  reach(f, x, chosen, rest, n) {
    let best = chosen.length || this.number(f, x.least) ? -1 : 0, tried = 0;
    const seen = new Set(), limit = x.most ? Math.max(n, this.number(f, x.most)) : Infinity;
    const go = (cards, i) => {
      if (best >= n || ++tried > 3000) return;
      if (cards.length && cards.length > best && this.suits(f, x, cards)) best = cards.length;
      if (cards.length >= limit) return;
      for (let j = i; j < rest.length; j++) {
        const k = cards.concat(rest[j]).map(c => this.key(c)).sort().join('|') + '@' + j;
        if (!seen.has(k)) { seen.add(k); go(cards.concat(rest[j]), j + 1); }
      }
    };
    go(chosen, 0);
    return best;
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
  *choosePlayers(f, x, list, by) {
    const least = Math.min(this.number(f, x.least), list.length), most = x.most ? Math.min(this.number(f, x.most), list.length) : list.length;
    const got = [];
    while (got.length < most) {
      const rest = list.filter(p => !got.includes(p));
      if (rest.length <= least - got.length) return got.concat(rest);
      const a = yield* this.ask(by, 'player', rest.map(p => ({ action: ['player', p] })).concat(got.length >= least ? { action: ['stop'] } : []));
      if (a[0] === 'stop') break;
      got.push(a[1]);
    }
    return got;
  },
  *chooseKind(f, x, list, by) {
    const row = x.source.form === 'Attribute' ? x.source.row : '';
    const tag = x.sort === 'Num' ? 'number' : row === 'all_names' ? 'name' : list.includes('odd') ? 'parity' : list.every(k => this.rules.types.includes(k)) ? 'type' : 'name';
    const kind = tag === 'parity' ? 'parity' : row === 'numbers' ? 'number' : 'value';
    const a = yield* this.ask(by, kind, list.map(v => ({ action: [tag, v] })));
    return a ? [a[1]] : [];
  },

  // --- may, choose one, unless
  *do_Offer(f, x) {
    const least = this.number(f, x.least), most = this.number(f, x.most);
    if (x.ways.length > 1 || least > 0) return yield* this.pick(f, x, least, most);
    const way = x.ways[0], unless = !!(x.otherwise || []).length && !find(x.otherwise, y => y.form === 'Proceed');
    let done = false, declined = false;
    const players = this.list(f, x.by), can = p => this.bound(f, x.name || '', p, () => this.possible(f, way));
    if (!x.every || players.every(can)) for (const p of players) {
      if (!can(p)) continue;
      const a = yield* this.ask(p, unless ? 'unless' : 'may', [{ action: ['yes'] }, { action: ['no'] }]);
      if (a[0] === 'yes') {
        const o = yield* this.block(f, way, x.name ? [x, p] : null, x.name ? { [x.name]: p } : null);
        done = o.done !== false;
      } else { declined = true; done = false; }
      if (done !== !!x.every) break;
    }
    if (!done && x.otherwise) yield* this.block(f, x.otherwise);
    return new this.Outcome(done, declined);
  },
  *pick(f, x, least, most) {
    const by = this.one(f, x.by), all = x.ways.map((_, i) => i);
    let open = all.filter(i => this.possible(f, x.ways[i]));
    if (!open.length && least) open = all;
    const got = [];
    while (got.length < most && open.length) {
      const a = yield* this.ask(by, 'option', open.map(i => ({ action: ['option', i] })).concat(got.length >= least ? { action: ['stop'] } : []));
      if (a[0] === 'stop') break;
      got.push(a[1]); open = all.filter(i => !got.includes(i));
    }
    const list = [];
    for (const i of got.sort((a, b) => a - b)) list.push(yield* this.block(f, x.ways[i]));
    if (!got.length && x.otherwise) yield* this.block(f, x.otherwise);
    return got.length ? this.Outcome.all(list) : new this.Outcome(false, !!open.length);
  },

  // --- can it be done, as far as one can know now?
  possible(f, list) {
    const g = this.copyFrame(f), unknown = new Set(f.unknown), soft = [];
    g.unknown = unknown;
    let hard = 0;
    const flat = list.flatMap(function open(s) { return s.form === 'Result' ? s.of.flatMap(open) : [s]; });
    for (let i = 0; i < flat.length; i++) {
      const s = flat[i];
      if (s.form === 'Let') {
        if (speaksOf(s.value, unknown) || this.isShort(g, s.value)) unknown.add(s.name); else g.names.set(s.name, this.value(g, s.value));
        continue;
      }
      if (s.form === 'Choose' && s.sort === 'Player' && !speaksOf(s, unknown)) { // one for whom the rest can be done
        const list = this.one(g, s.by) === null ? [] : this.candidates(g, s), rest = flat.slice(i + 1);
        return list.some(q => this.bound(g, s.name, q, () => this.possible(g, rest)));
      }
      const optional = s.form === 'If' || (s.form === 'Offer' && !this.number(g, s.least) && !(s.otherwise || []).length);
      if (optional) soft.push(s);
      else if (!speaksOf(s, unknown)) {
        hard++;
        if (!this.can(g, s)) return false;
      }
      for (const n of binds(s)) unknown.add(n);
      if (!optional && this.tellsMore(g, s)) break;
    }
    return hard > 0 || !soft.length || soft.some(s => speaksOf(s, unknown) || this.can(g, s));
  },
  // After it more is known than now: what follows is not looked at
  tellsMore(f, s) {
    if (s.form === 'Show') return !['this', 'hand'].includes(s.cards.form === 'Var' ? s.cards.name : s.cards.form === 'Place' ? s.cards.row : '');
    return s.form === 'Play' || (s.form === 'Choose' && (s.sort === 'Kind' || s.sort === 'Num')) || (s.form === 'Move' && (s.verb === 'draw' || s.verb === 'gain'));
  },
  can(f, s) {
    if (s.by && s.form !== 'Offer' && this.one(f, s.by) === null) return false; // nobody does it
    switch (s.form) {
      case 'Choose': {
        if (setting(s, 'none') === 'done' || s.sort === 'Kind' || s.sort === 'Num' || this.isShort(f, s.source)) return true;
        const list = this.candidates(f, s), least = this.number(f, s.least);
        if (!least && !s.most) return true;
        if (s.such_that) return this.reach(f, s, [], list, Math.max(1, least)) >= Math.max(1, least);
        return list.length >= Math.max(1, least);
      }
      case 'Move': case 'Show': case 'Play': {
        const what = s.cards || s.card, verb = s.verb || (s.form === 'Play' ? 'play' : 'reveal'), by = s.by ? this.one(f, s.by) : f.you;
        if (verb === 'draw' && this.forbidden('draw', by, null)) return false;
        if (this.isShort(f, what)) return true;
        f.stmt = s;
        if (s.form === 'Show' && what.form === 'Place') return true;
        const unseen = find(what, y => y.form === 'Ends' && find(y.of, z => z.form === 'Place' && ['deck', 'main'].includes(z.row))); // what it costs is not known
        const goes = c => { if (s.form !== 'Move') return true; const [z] = this.goal(f, s, c, by); return !!z && this.mayGo(c, z); };
        return this.list(f, what).some(c => goes(c) && (unseen ? this.movable(verb, c) && !this.forbidden(verb, by, c) : this.canDo(verb, by, c)));
      }
      case 'Points': { const n = this.number(f, s.amount); return s.row === 'give' || this.list(f, s.who).some(p => (s.kind === 'VP' ? this.vp[p] : this.power[p]) >= n); }
      case 'If': { const b = this.isSo(f, s.test) ? s.then : s.otherwise; return !!b && b.length > 0 && this.possible(f, b); }
      case 'Offer': return !!(s.otherwise || []).length || s.ways.some(w => this.possible(f, w));
      case 'ForEach': return this.list(f, s.source).some(v => this.bound(f, s.name, v, () => this.possible(f, s.body)));
      case 'Do': return s.row !== 'cancel' || this.confronted !== null;
      case 'Deed': return this.possible(f, s.body);
      default: return true;
    }
  },
  // Only a shuffle will tell what lies there: fewer cards in the deck than are spoken of, and some in the discard pile
  isShort(f, x) { return endsOfDecks(x).some(e => this.list(f, e.of).length < this.number(f, e.number) && this.decksOf(f, e).some(p => this.zone(p + ' discard').length)); },
  decksOf(f, ends) { return uniq([...walk(ends.of)].filter(isDeck).flatMap(p => this.list(f, p.of))); },
  // Cards that are spoken of and not there: the discard pile is shuffled and put behind those that are left
  *deepen(f, x) {
    for (const e of endsOfDecks(x)) if (this.list(f, e.of).length < this.number(f, e.number)) for (const p of this.decksOf(f, e)) yield* this.reshuffle(p);
  },
  *reshuffle(p) {
    const pile = this.zone(p + ' discard');
    if (!pile.length) return;
    for (const c of yield* this.shuffled(pile.slice())) this.shift(c, p + ' deck', false);
  },
};
