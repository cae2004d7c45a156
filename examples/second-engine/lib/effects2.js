'use strict';
// Effects made of effects: one after the other, if, may, each, later, as long as.
const { PICKED, parts, contains, walk, isOwn, returnsItself } = require('./cards');

const waited = c => c.node === 'There' && (c.comparison === '>=' || c.comparison === '>') && c.count.cards.filter &&
  c.count.cards.filter.tests.some(t => t.node === 'Acted' && t.window && (t.tense === 'present' || t.tense === 'both'));

const NEIGHBOUR = new Set(['the player on their left', 'the player on their right']);

module.exports = {
  *do_Seq(f, e) { for (const x of e.effects) yield* this.run(f, x); },
  *do_May(f, e) {
    if (e.effect.node === 'Play' && e.effect.window === 'this turn') {
      for (const p of this.players(f, e.who)) this.extraPlays.push({ player: p, frame: this.copyFrame(f), node: e });
      return;
    }
    yield* this.forWho(f, e.who, function* (p) {
      let yes = f.agreed === e;
      if (yes) f.agreed = null;
      else if (!this.possible(f, e.effect)) {
        this.note(f, e, { did: false });
        if (e.otherwise) yield* this.run(f, e.otherwise);
        return;
      } else yes = (yield* this.ask(p, 'may', [{ action: ['yes'] }, { action: ['no'] }]))[0] === 'yes';
      if (!yes) {
        this.note(f, e, { did: false, declined: true });
        if (e.otherwise) yield* this.run(f, e.otherwise);
        return;
      }
      const since = f.log.length;
      yield* this.run(f, e.effect);
      const done = this.everythingDone(f, since);
      this.note(f, e, { did: done });
      if (done) { if (e.then) yield* this.run(f, e.then); } else if (e.otherwise) yield* this.run(f, e.otherwise);
    }.bind(this));
  },
  *do_Tried(f, e) {
    const since = f.log.length;
    yield* this.run(f, e.effect);
    const done = this.everythingDone(f, since);
    if (done) { if (e.then) yield* this.run(f, e.then); } else if (e.otherwise) yield* this.run(f, e.otherwise);
  },
  *do_If(f, e) {
    const c = e.condition;
    if (c.node === 'DefeatedInConfrontation') {
      const frame = this.copyFrame(f);
      this.waitingIfs.push({ frame, node: e, effect: e.then, serial: ++this.serial, test: x => x.verb === 'defeat' && x.player === frame.you && this.info(x.card).isCharacter });
      return;
    }
    yield* this.deepenToAsk(f, c);
    const sink = { players: [], cards: [] };
    if (this.holds(f, c, sink)) {
      for (const [there, cards] of sink.cards) this.note(f, there, { cards, did: true });
      if (e.mark !== undefined) for (const p of [...new Set(sink.players)]) this.note(f, e, { player: p });
      yield* this.run(f, e.then);
      return;
    }
    if (waited(c)) {
      const frame = this.copyFrame(f);
      let effect = e.then;
      if (e.otherwise && e.then.node === 'Power' && e.otherwise.node === 'Power' && e.then.who.kind === 'you' && e.otherwise.who.kind === 'you')
        effect = { node: 'Power', amount: { node: 'Minus', first: e.then.amount, second: e.otherwise.amount }, who: e.then.who };
      this.waitingIfs.push({ frame, node: e, effect, serial: ++this.serial, test: () => this.holds(frame, c) });
    }
    if (e.otherwise) yield* this.run(f, e.otherwise);
  },
  *do_Unless(f, e) {
    const price = e.unless;
    const payer = () => {
      const w = price.who || { kind: 'you' };
      if (w.kind === 'you') return [f.you];
      return this.players(f, w);
    };
    const pays = function* (p, what) {
      const a = yield* this.ask(p, 'unless', [{ action: ['yes'] }, { action: ['no'] }]);
      if (a[0] !== 'yes') return false;
      const since = f.log.length;
      yield* this.run(f, what);
      return this.everythingDone(f, since);
    }.bind(this);
    let paid = false;
    if (price.node === 'Each') {
      const all = this.players(f, price.who);
      const able = all.filter(p => this.inScope(f, price, p, () => this.possible(f, price.effect)));
      const one = function* (p) {
        const s = f.scopes, a = f.actor;
        f.scopes = s.concat([[price.mark, p]], (price.bound || []).map(b => [b, p])); f.actor = p;
        try { return yield* pays(p, price.effect); } finally { f.scopes = s; f.actor = a; }
      };
      if (PICKED.has(price.who.kind)) { for (const p of able) if (yield* one(p)) { paid = true; break; } }
      else if (all.length && able.length === all.length) { paid = true; for (const p of all) if (!(yield* one(p))) { paid = false; break; } }
    } else if (this.possible(f, price)) {
      const p = payer()[0];
      if (p) paid = yield* pays(p, price);
    }
    if (!paid) yield* this.run(f, e.effect);
  },
  *do_ChooseOne(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      let open = e.options.map((_, i) => i).filter(i => this.possible(f, e.options[i]));
      if (!open.length) open = e.options.map((_, i) => i);
      const chosen = [];
      while (chosen.length < (e.number || 1) && open.length) {
        const a = yield* this.ask(p, 'option', open.map(i => ({ action: ['option', i] })));
        chosen.push(a[1]); open = e.options.map((_, i) => i).filter(i => !chosen.includes(i));
      }
      for (const i of chosen.sort((x, y) => x - y)) yield* this.run(f, e.options[i]);
    }.bind(this));
  },
  *inRound(f, e, round, effect) {
    const s = f.scopes; f.scopes = s.concat([[e.mark === undefined ? e : e.mark, round]]);
    f.rounds = (f.rounds || []).concat(e);
    try { yield* this.run(f, effect); } finally { f.scopes = s; f.rounds = f.rounds.slice(0, -1); }
  },
  *do_ForEach(f, e) { yield* this.deepen(f, e.amount); for (let n = this.amount(f, e.amount); n > 0; n--) yield* this.inRound(f, e, n, e.effect); },
  // An end that is a number: {now, goal, how}
  counted_end(f, c) {
    const one = (who, fn) => { const p = this.players(f, who)[0]; return p ? this.as(f, p, fn) : 0; };
    switch (c.node) {
      case 'There': return { now: () => this.amount(f, c.count), goal: () => this.amount(f, c.value), how: c.comparison };
      case 'Compare': return { now: () => this.amount(f, c.first), goal: () => this.amount(f, c.second), how: c.comparison };
      case 'Has': return { now: () => one(c.who, () => this.countHas(f, c.there)), goal: () => this.amount(f, c.there.value), how: c.there.comparison };
      case 'HasMore': { const n = who => one(who, () => this.countCards(f, c.cards, 'actor')); return { now: () => n(c.who), goal: () => c.times * n(c.than), how: c.how }; }
      default: return null;
    }
  },
  *do_RepeatUntil(f, e) {
    const c = e.until, was = f.repeat;
    f.repeat = { acts: f.acts.length };
    // does it take cards away from what is counted, or bring them there?
    const where = pl => this.placeZones(f, pl).join(), counts = new Set([...walk(c)].filter(n => n.node === 'Place').map(where));
    const takes = [...walk(e.effect)].some(n => n.node === 'Move' && !['draw', 'gain', 'buy', 'receive'].includes(n.verb) && !(n.to && counts.has(where(n.to))));
    const target = contains(c, 'ThisWay') || contains(c, 'CostWorth') ? null : this.counted_end(f, c);
    const reached = x => {
      if (this.holds(f, x)) return true;
      if (x.node === 'AnyOf') return reached(x.first) || reached(x.second);
      if (x.node === 'AllOf') return reached(x.first) && reached(x.second);
      const n = this.counted_end(f, x);
      return !!n && x.node !== 'Compare' && !contains(x, 'ThisWay') && n.how === '=' && (takes ? n.now() <= n.goal() : n.now() >= n.goal());
    };
    const far = () => Math.abs(target.now() - target.goal());
    try {
      const asksFirst = !e.at_least_once && this.bookOf(f) !== 'rivals-shazam-black-adam';
      if (asksFirst && reached(c)) return;
      for (let round = 1; round <= 300; round++) {
        const since = f.log.length, before = target ? far() : null;
        yield* this.inRound(f, e, round, e.effect);
        const s = f.scopes;
        if (contains(c, 'Ref')) f.scopes = s.concat([[e.mark === undefined ? e : e.mark, round]]);
        let end; try { end = reached(c); } finally { f.scopes = s; }
        if (end) { this.note(f, e, { cards: [...new Set(f.log.slice(since).flatMap(n => n.cards))] }); return; }
        if (!this.everythingDone(f, since) || f.log.length === since) return;
        if (before !== null && far() >= before) return;
      }
    } finally { f.repeat = was; }
  },
  *do_Within(f, e) { if (this.inWindow(f.you, e.window)) yield* this.run(f, e.effect); else this.note(f, e, { did: false }); },
  *do_Instead(f, e) { f.instead = true; yield* this.run(f, e.effect); },
  *do_Lasting(f, e) {
    const ends = this.endOf(f, e.until);
    if (e.effect.node === 'Move') {
      const before = f.acts.length, at = new Map(this.where);
      yield* this.run(f, e.effect);
      const moved = f.acts.slice(before).map(a => a.card).filter(c => at.get(c) !== this.where.get(c));
      this.last('moved', f, ends, { cards: moved.map(c => [c, at.get(c)]), at: new Map(moved.map(c => [c, this.shifts.get(c)])) });
      return;
    }
    const was = f.lastEnds;
    f.lastEnds = ends;
    try { yield* this.run(f, e.effect); } finally { f.lastEnds = was; }
  },
  *do_While(f, e) {
    const conditions = []; let x = e;
    while (x.node === 'While') { conditions.push(x.condition); x = x.effect; }
    for (const y of parts(x)) {
      if (y.node === 'Power') this.addLive(f, conditions, y);
      else if (y.node === 'ChangeCost') this.last('cost', f, f.lastEnds || this.endOf(f, y.window), { change: y, conditions });
      else if (conditions.every(c => this.holds(f, c))) yield* this.run(f, y);
    }
  },
  *do_Delayed(f, e) {
    if (e.when.node === 'Moment') { this.waitFor(f, e, e.when); return; }
    this.last('when', f, { type: 'turn' }, { node: { node: 'When', occasion: { node: 'Trigger', event: e.when, often: 'next', nth: 0, window: null }, effect: e.effect, mark: e.mark } });
  },
  waitFor(f, e, m) {
    const players = m.this ? [this.active] : this.players(f, m.whose);
    this.last('moment', f, f.lastEnds || { type: m.this && e.node === 'When' ? 'turn' : 'game' },
      { node: e, point: m.point, players: players.slice(), // on a card that is played it waits until that moment, unless it lasts longer
        each: !!m.each && e.node === 'When' && !!f.lastEnds, next: !!m.next });
  },
  *do_When(f, e) {
    const o = e.occasion;
    if (o.node === 'GameEnd' || returnsItself(e) || isOwn(e)) return;
    if (o.node === 'Moment') { this.waitFor(f, e, o); return; }
    if (o.node === 'Once') { this.last('ability', f, f.lastEnds || { type: 'turn' }, { node: e }); return; }
    const ends = f.lastEnds || (o.window === 'for the rest of the game' || (o.often === 'next' && !o.window) ? { type: 'game' } : { type: 'turn' });
    this.last('when', f, ends, { node: e });
  },
  *do_Each(f, e) {
    const at = f.attack;
    let list = this.players(f, e.who, { avoided: !!at && !(e.who.test && contains(e.who.test, 'AvoidedAttack')) });
    if (at && at.spared.length) list = list.filter(p => !at.spared.includes(p));
    if (PICKED.has(e.who.kind) && list.length > 1) list = [yield* this.choosePlayer(f.you, list)];
    const avoids = p => at && at.avoided.includes(p) && !(e.who.test && contains(e.who.test, 'AvoidedAttack'));
    const hit = list.filter(p => !avoids(p));
    const steps = parts(e.effect);
    const pre = yield* this.chooseTogether(f, e, hit, steps);
    const was = f.pre;
    if (pre) f.pre = new Map([...(f.pre || []), [pre.node, pre.map]]);
    const start = f.log.length;
    try {
      if (pre && pre.node.node === 'Show' && steps.length > 1) {
        for (const p of hit) yield* this.eachOne(f, e, p, steps[0], true);
        for (const p of hit) yield* this.eachOne(f, e, p, { node: 'Seq', effects: steps.slice(1) }, false, start);
      } else for (const p of list) {
        if (avoids(p)) { for (const x of steps) if (x.node === 'If' && contains(x.condition, 'AvoidedAttack')) yield* this.eachOne(f, e, p, x, true); continue; }
        yield* this.eachOne(f, e, p, e.effect, false);
      }
    } finally { f.pre = was; }
  },
  *eachOne(f, e, p, effect, silent, start) {
    const s = f.scopes, a = f.actor, mark = e.mark === undefined ? e : e.mark;
    f.scopes = s.concat([[mark, p]], (e.bound || []).map(b => [b, p]));
    f.actor = p;
    try {
      const t = e.who.test;
      if (t && t.mark !== undefined && !(start !== undefined)) this.note(f, t, { player: p, cards: this.testCards(f, t, p) });
      const since = start === undefined ? f.log.length : start;
      yield* this.run(f, effect);
      if (silent) return;
      const mine = f.log.slice(since).filter(n => n.scopes.some(([m, v]) => m === mark && v === p));
      this.note(f, e, { player: p, did: this.everythingDone(f, since, [mark, p]), declined: mine.some(n => n.declined) });
    } finally { f.scopes = s; f.actor = a; }
  },
  testCards(f, t, p) {
    if (t.node === 'DidTo') return this.didTo(f, t, p);
    if (t.cards) return this.as(f, p, () => [...new Set(this.counted(f, t.cards, 'actor'))]);
    return [];
  },
  // Players who reveal together (Heroes Unite), or pass to neighbours, choose before anything is shown or moved
  *chooseTogether(f, e, list, steps) {
    const x = steps[0];
    const reveals = this.rs.name === 'heroes-unite' && x.node === 'Show' && x.verb === 'reveal' && x.what.node === 'Cards' && !x.what.among &&
      (x.what.places.length ? x.what.places.every(pl => pl.zone === 'hand') : true);
    const passes = x.node === 'Move' && x.verb === 'pass' && list.length > 1 && !!(x.to && x.to.owner && NEIGHBOUR.has(x.to.owner.kind));
    if (!reveals && !passes) return null;
    const map = new Map();
    for (const p of list) {
      const s = f.scopes, a = f.actor;
      f.scopes = s.concat([[e.mark, p]], (e.bound || []).map(b => [b, p]));
      try {
        for (const q of this.players(f, x.who)) { f.actor = q; map.set(q, yield* this.select(f, x.what, x.verb, this.chooserOf(f, x))); }
      } finally { f.scopes = s; f.actor = a; }
    }
    return { node: x, map };
  },
};
