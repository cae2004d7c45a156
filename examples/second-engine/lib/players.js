'use strict';
// Frames, notes, references, and whom a Player node means.
const { PICKED, contains } = require('./cards');

const EVERYBODY = new Set(['each foe', 'each other player', 'each player', 'each remaining player', 'the other two players', 'the other three players']);

function agree(a, b) {
  for (const [m, v] of a) for (const [n, w] of b) if (m === n && v !== w) return false;
  return true;
}
const uniq = list => [...new Set(list)];

module.exports = {
  frame(you, source, more) {
    return Object.assign({ you, source, actor: you, log: [], acts: [], scopes: [], that: null, attack: null, last: null,
      agreed: null, pre: null, id: ++this.serial }, more);
  },
  copyFrame(f) {
    return { ...f, log: f.log.slice(), acts: f.acts.slice(), scopes: f.scopes.slice(), agreed: null, pre: null, id: ++this.serial };
  },
  note(f, node, more) {
    f.log.push(Object.assign({ mark: node.mark === undefined ? node : node.mark, scopes: f.scopes.slice(), player: f.actor, cards: [], did: true, value: null, declined: false }, more));
  },
  act(f, verb, player, card, node, receiver) {
    f.acts.push({ verb, player, card, mark: node && node.mark !== undefined ? node.mark : node, scopes: f.scopes.slice(), from: this.where.get(card), n: f.acts.length, receiver });
  },
  notesSeen(f, marks) { return f.log.filter(n => marks.includes(n.mark) && agree(n.scopes, f.scopes)); },
  actsSeen(f, marks) { return f.acts.filter(a => (!marks || marks.includes(a.mark)) && agree(a.scopes, f.scopes)); },
  // Acts of these verbs that are seen. Whoever is passed a card receives it: such cards are seen from everywhere in the text
  actsOf(f, verbs) {
    const like = verbs.flatMap(v => this.verbsLike(v, this.bookOf(f))), seen = this.actsSeen(f).filter(a => like.includes(a.verb));
    return verbs.includes('receive') ? seen.concat(f.acts.filter(a => a.receiver).map(a => ({ ...a, player: a.receiver }))) : seen;
  },
  everythingDone(f, since, scope) {
    const done = new Map();
    for (let i = since; i < f.log.length; i++) {
      const n = f.log[i];
      if (scope && !n.scopes.some(([m, v]) => m === scope[0] && v === scope[1])) continue;
      done.set(n.mark, done.get(n.mark) || n.did);
    }
    for (const d of done.values()) if (!d) return false;
    return true;
  },

  // --- cards spoken of
  refCards(f, ref) {
    let cards;
    if (ref.kind === 'this card') cards = [f.source];
    else {
      const marks = ref.bound || [];
      cards = [];
      if (marks.includes(-1)) cards.push(f.source);
      for (const n of this.notesSeen(f, marks)) cards.push(...n.cards);
      cards = uniq(cards);
      if (ref.kind === 'the rest' || ref.kind === 'the other') {
        const moved = this.actsSeen(f).filter(a => !['reveal', 'look at', 'choose'].includes(a.verb) && !marks.includes(a.mark)).map(a => a.card);
        cards = cards.filter(c => !moved.includes(c));
      } else if (ref.kind === 'the first') cards = cards.length >= 2 ? cards.slice(0, 1) : [];
      else if (ref.kind === 'the second') cards = cards.slice(1, 2);
    }
    if (ref.place) { const zs = this.placeZones(f, ref.place); cards = cards.filter(c => zs.includes(this.where.get(c))); }
    if (ref.called) cards = cards.filter(c => this.types(c).includes(ref.called));
    return cards.filter(Boolean);
  },

  // --- players spoken of
  boundPlayers(f, marks) {
    for (let i = f.scopes.length - 1; i >= 0; i--) {
      const [m, v] = f.scopes[i];
      if (marks.includes(m) && typeof v === 'string') return [v];
    }
    return uniq(this.notesSeen(f, marks).map(n => n.player).filter(Boolean));
  },
  situationFoe(f) {
    if (f.that) return [f.that];
    if (this.confronted && this.isFoe(f.you, this.confronted)) return [this.confronted];
    const foes = this.foes(f.you);
    return foes.length === 1 ? foes : [];
  },
  ofKind(f, p) {
    const you = f.you, bound = p.bound && p.bound.length ? p.bound : null;
    const b = () => this.boundPlayers(f, bound);
    // -2: nobody is meant unless somebody was picked out
    if (bound && bound.includes(-2) && !b().length) return [];
    const all = this.from(you);
    const side = (q, d) => { const o = this.alive(); const i = o.indexOf(q); return i < 0 ? [] : [o[(i + d + o.length) % o.length]]; };
    switch (p.kind) {
      case 'you': return [you];
      case 'your teammate': return [this.mate(you)].filter(Boolean);
      case 'you or your teammate': case 'you and your teammate': return [you, this.mate(you)].filter(Boolean);
      case 'each foe': case 'a foe': case 'any number of foes':
        return f.attack && f.attack.appearance ? all : this.foes(you);
      case 'each other foe': { if (!bound) return []; const x = b(); return this.foes(you).filter(q => !x.includes(q)); }
      case 'that foe': case 'the chosen foe': return bound ? b() : this.situationFoe(f);
      case 'your foe': return this.alive().length === 2 ? this.foes(you) : this.situationFoe(f);
      case 'each player': case 'a player': case 'any player': case 'any number of players': return all;
      case 'another player': case 'any number of other players': { const x = bound ? b() : [you]; return all.filter(q => !x.includes(q)); }
      case 'each other player': { const x = bound ? b() : [you]; return all.filter(q => !x.includes(q)); }
      case 'each remaining player': { if (!bound) return []; const x = b(); return all.filter(q => !x.includes(q)); }
      case 'the other two players': case 'the other three players': {
        if (!bound) return all.filter(q => q !== you);
        const x = b(); let r = all.filter(q => !x.includes(q));
        if (r.length > (p.kind === 'the other two players' ? 2 : 3)) r = r.filter(q => q !== you);
        return r;
      }
      case 'each of them': return bound ? b() : [];
      case 'that player': return bound ? b() : [f.actor];
      case 'the player on your left': return side(you, 1);
      case 'the player on your right': return side(you, -1);
      case 'the player on their left': return (bound ? b() : [f.actor]).flatMap(q => side(q, 1));
      case 'the player on their right': return (bound ? b() : [f.actor]).flatMap(q => side(q, -1));
      case 'their teammate': return (bound ? b() : [f.actor]).map(q => this.mate(q)).filter(Boolean);
      case "that foe's teammate": return (bound ? b() : this.situationFoe(f)).map(q => this.mate(q)).filter(Boolean);
      case "the attacker's teammate": { const a = this.attacks.length ? this.attacks[this.attacks.length - 1].attacker : this.active; return [a && this.mate(a)].filter(Boolean); }
      case 'the player': return all;
      case 'the attacker': { if (!this.attacks.length) return [this.active]; const a = this.attacks[this.attacks.length - 1].attacker; return a ? [a] : []; }
      case 'the Confronted player': return this.confronted ? [this.confronted] : [];
      case 'its owner': { const c = bound && this.refCards(f, { kind: 'it', bound })[0]; const o = c && (this.ownerOf(c) || this.lastHolder(c)); return o ? [o] : []; }
      default: throw new Error('player kind ' + p.kind);
    }
  },
  lastHolder(card) {
    for (let i = this.facts.length - 1; i >= 0; i--) if (this.facts[i].card === card) { const h = this.holder(this.facts[i].from); if (h) return h; }
    return null;
  },
  players(f, p, opt) {
    opt = opt || {};
    let list = this.ofKind(f, p);
    const at = f.attack;
    if (at && PICKED.has(p.kind) && f.that && at.targets.includes(f.that) && list.includes(f.that)) list = [f.that];
    if (p.kind !== 'you' || list[0] !== f.you) list = list.filter(q => !this.out.includes(q));
    const turn = this.from(f.you);
    if (list.length > 1) list = uniq(list).sort((a, b) => turn.indexOf(a) - turn.indexOf(b));
    if (p.test) list = this.passing(f, p.test, list);
    if (p.kind === 'the player' && list.length > 1 && this.rs.name === 'heroes-unite') list = [];
    if (at && !opt.avoided) {
      const avoidTest = p.test && contains(p.test, 'AvoidedAttack');
      const mine = (p.kind === 'that player' || p.kind === 'that foe') && p.bound && f.scopes.some(([m, v]) => p.bound.includes(m) && v === list[0]);
      if (!mine && p.kind !== 'you') {
        if (at.spared.length) list = list.filter(q => !at.spared.includes(q));
        if (!avoidTest) list = list.filter(q => !at.avoided.includes(q));
      }
    }
    return list;
  },
  bookOf(f) { return f.source ? this.def(f.source).book : this.rs.name; },
  as(f, player, fn) { const a = f.actor; f.actor = player; try { return fn(); } finally { f.actor = a; } },

  passing(f, t, list) {
    const num = fn => list.map(q => this.as(f, q, () => fn(q)));
    const extreme = (values, high, alone) => {
      const there = values.filter(v => v !== null);
      if (!there.length) return [];
      const best = high ? Math.max(...there) : Math.min(...there);
      const r = list.filter((q, i) => values[i] === best);
      return alone && r.length > 1 ? [] : r;
    };
    switch (t.node) {
      case 'HavingMost': {
        const v = num(() => this.countCards(f, t.cards, 'actor'));
        return extreme(v.map(x => t.most && x === 0 ? null : x), t.most, t.alone);
      }
      case 'CostRank': {
        const v = num(q => {
          if (t.character) { const c = this.topCharacter(q); return c ? this.characterCost(q) : null; }
          if (t.zone) return this.sumCost(this.zonesOf(t.zone, [q]).flatMap(z => this.zone(z)));
          const notes = this.notesSeen(f, t.bound || []);
          if (t.total) return notes.filter(n => n.player === q && n.value !== null).reduce((s, n) => s + n.value, 0);
          const mine = notes.filter(n => n.player === q).flatMap(n => n.cards);
          return mine.length ? this.cost(mine[mine.length - 1]) : null;
        });
        return extreme(v, t.highest, t.alone);
      }
      case 'Except': { const x = this.players(f, t.who, { avoided: true }); return list.filter(q => !x.includes(q)); }
      default: return list.filter(q => this.passes(f, t, q));
    }
  },
  quantityFits(f, q, n) {
    switch (q.node) {
      case 'Exactly': { const k = this.amount(f, q.amount); return k <= 1 ? n >= k && n >= 1 || (k === 0 && n === 0) : n === k; }
      case 'AtLeast': return n >= this.amount(f, q.amount);
      case 'UpTo': return n <= this.amount(f, q.amount);
      default: return n >= 1;
    }
  },
  passes(f, t, q) {
    const seen = () => this.notesSeen(f, t.bound || []).filter(n => n.player === q);
    const attack = f.attack || f.last || f.avoiding;
    switch (t.node) {
      case 'Having': {
        const n = this.as(f, q, () => this.heldCount(f, t.cards, this.counted(f, t.cards, 'actor')));
        const r = t.just ? n === 1 : this.quantityFits(f, t.cards.quantity, n);
        return t.none ? !r : r;
      }
      case 'DidTo': {
        const cards = this.didTo(f, t, q);
        const r = t.cards.node === 'Cards' ? this.quantityFits(f, t.cards.quantity, this.heldCount(f, t.cards, cards)) : cards.length > 0;
        return t.negated ? !r : r;
      }
      case 'CostCompared': {
        const mine = this.sumCost(this.zonesOf(t.zone, [q]).flatMap(z => this.zone(z)));
        const other = this.sumCost(this.placeZones(f, t.place).flatMap(z => this.zone(z)));
        return t.higher ? mine > other : mine < other;
      }
      case 'HavingMore': return this.hasMore(f, q, t);
      case 'CardIs': {
        return this.notesSeen(f, t.bound || []).some(n => n.cards.some(c => (this.lastHolder(c) || n.player) === q && this.fits(f, t.filter, c)));
      }
      case 'DidSo': return seen().some(n => n.did);
      case 'DidNot': return !seen().some(n => n.did);
      case 'CouldNot': return !seen().some(n => n.did || n.declined);
      case 'HitByAttack': return !!attack && attack.targets.includes(q) && !attack.avoided.includes(q);
      case 'AvoidedAttack': return !!attack && attack.targets.includes(q) && attack.avoided.includes(q);
      case 'LevelIs': { const c = this.topCharacter(q); return !!c && this.compare(this.def(c).level || 0, t.comparison, t.level); }
      case 'Picked': { const r = this.notesSeen(f, t.bound || []).some(n => n.player === q); return t.negated ? !r : r; }
      default: throw new Error('player test ' + t.node);
    }
  },
  didTo(f, t, q) {
    const acts = this.actsOf(f, t.verbs);
    let cards = acts.filter(a => a.player === q).map(a => a.card);
    cards = uniq(cards);
    if (t.cards.node === 'Cards') {
      const fit = c => this.as(f, q, () => this.fits(f, t.cards.filter, c));
      const ext = t.cards.filter.tests.filter(x => x.node === 'Extreme');
      if (!ext.length) return cards.filter(fit);
      const all = uniq(acts.map(a => a.card)).filter(fit);
      const best = this.extremes(f, ext, all, 1);
      return cards.filter(c => best.includes(c));
    }
    if (t.cards.node === 'Ref') { const r = this.refCards(f, t.cards); return cards.filter(c => r.includes(c)); }
    return cards;
  },
  hasMore(f, q, t) {
    const count = p => this.as(f, p, () => this.countCards(f, t.cards, 'actor'));
    const mine = count(q);
    const than = this.players(f, t.than).filter(p => p !== q);
    const ok = p => this.compare(mine, t.how, t.times * count(p));
    return PICKED.has(t.than.kind) ? than.some(ok) : than.length > 0 && than.every(ok);
  },
  *choosePlayer(chooser, list, stop, kind) {
    const opts = list.map(p => ({ action: ['player', p] }));
    if (stop) opts.push({ action: ['stop'] });
    const a = yield* this.ask(chooser, kind || 'player', opts);
    return a && a[0] === 'player' ? a[1] : null;
  },
  EVERYBODY,
};
