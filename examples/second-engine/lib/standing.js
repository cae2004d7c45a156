'use strict';
// Texts that stand or last: who they work for, live Power, costs, prohibitions, grants.
const uniq = list => [...new Set(list)];

module.exports = {
  controllerOf(card) {
    for (let i = this.lasting.length - 1; i >= 0; i--) { const l = this.lasting[i]; if (l.type === 'control' && l.cards.includes(card)) return l.player; }
    const w = this.where.get(card);
    return / play$/.test(w) ? this.holder(w) : null;
  },
  controlledBy(p) {
    const own = this.zone(p + ' play').filter(c => this.controllerOf(c) === p);
    const other = this.lasting.filter(l => l.type === 'control' && l.player === p).flatMap(l => l.cards).filter(c => this.controllerOf(c) === p);
    return uniq(own.concat(other));
  },
  isFaceDown(card) { return this.lasting.some(l => l.type === 'facedown' && l.card === card); },
  // All standing parts: {player, source, node, ongoing, conf, key}
  standing() {
    const out = [];
    const add = (player, source, list, tag) => { for (const s of list) out.push({ player, source, node: s.node, ongoing: s.ongoing, conf: s.conf, n: s.n, key: source + '/' + tag + s.n }); };
    const texts = this.lasting.filter(l => l.type === 'text');
    for (const p of this.from(this.active)) {
      if (this.out.includes(p)) continue;
      const top = this.topCharacter(p);
      if (top && !this.isFaceDown(top)) {
        add(p, top, this.info(top).standing, '');
        for (const t of texts) if (t.cards.includes(top)) add(p, top, this.info(t.of).standing, t.of + '/');
      }
      for (const c of this.controlledBy(p)) {
        if (this.info(c).ongoing) add(p, c, this.info(c).standing, '');
        for (const t of texts) if (t.cards.includes(c)) add(p, c, this.info(t.of).standing, t.of + '/');
      }
    }
    return out;
  },
  works(s) {
    if (!s.conf) return true;
    const yes = this.confronted !== null && this.active === s.player;
    return s.conf === 'in' ? yes : !yes;
  },
  standingFrame(s) { return this.frame(s.player, s.source); },

  // --- Power that follows the game
  powerOf(node) {
    const conditions = [];
    let e = node;
    while (e.node === 'While' || (e.node === 'If' && !e.otherwise)) { conditions.push(e.condition); e = e.node === 'While' ? e.effect : e.then; }
    if (e.node === 'Power') return [{ conditions, power: e }];
    if (e.node === 'Seq' && conditions.length && e.effects.every(x => x.node === 'Power')) return e.effects.map(power => ({ conditions, power }));
    return null;
  },
  refreshPower() {
    if (this.phase === 'over') return;
    if (!this.ended) for (const s of this.standing()) {
      if (s.player !== this.active || !this.works(s)) continue;
      const list = this.powerOf(s.node);
      if (list) list.forEach((x, i) => this.topUp(this.standingFrame(s), x, s.key + '#' + i));
    }
    for (const l of this.live) this.topUp(l.frame, l, l.key);
  },
  topUp(f, x, key) {
    if (!x.conditions.every(c => this.holds(f, c))) return;
    for (const p of this.players(f, x.power.who)) {
      const now = this.as(f, p, () => this.amount(f, x.power.amount)), k = key + '@' + p, was = this.given.get(k) || 0;
      if (now > was) { this.power[p] += now - was; this.given.set(k, now); }
    }
  },
  addLive(f, conditions, power, already) {
    const key = 'live' + (++this.serial);
    const l = { frame: this.copyFrame(f), conditions, power, key };
    if (already) for (const [p, n] of already) this.given.set(key + '@' + p, n);
    this.live.push(l);
  },

  // --- costs
  costChanges() {
    if (this.inCosts) return [];
    this.inCosts = true;
    try {
      const out = [];
      for (const s of this.standing()) {
        if (!this.works(s)) continue;
        const conditions = []; let e = s.node;
        while (e.node === 'While' || (e.node === 'If' && !e.otherwise)) { conditions.push(e.condition); e = e.node === 'While' ? e.effect : e.then; }
        if (e.node === 'ChangeCost' && (!e.window || this.inWindow(s.player, e.window))) out.push({ change: e, conditions, frame: this.standingFrame(s), since: 0 });
      }
      for (const l of this.lasting) if (l.type === 'cost' && (!l.change.window || l.change.window === 'this turn' || this.inWindow(l.frame.you, l.change.window))) out.push(l);
      return out;
    } finally { this.inCosts = false; }
  },

  // --- grants
  grants(id) {
    if (this.inGrants) return [];
    const items = this.lasting.filter(l => l.type === 'grant');
    const stand = [];
    for (const p of this.seats) { const t = this.topCharacter(p); if (t) for (const s of this.info(t).standing) if (s.node.node === 'Grant') stand.push([p, t, s]); for (const c of this.zone(p + ' play')) if (this.info(c).ongoing) for (const s of this.info(c).standing) if (s.node.node === 'Grant') stand.push([p, c, s]); }
    if (!items.length && !stand.length) return [];
    this.inGrants = true;
    try {
      const out = [];
      const check = (node, f) => { if (this.meant(f, node.what, id)) out.push(node); };
      for (const l of items) check(l.node, l.frame);
      for (const [p, c, s] of stand) if (this.works({ conf: s.conf, player: p })) check(s.node, this.frame(p, c));
      return out;
    } finally { this.inGrants = false; }
  },
  // Is this card one that the selection means (wherever it is, if no place is named)?
  meant(f, sel, id) {
    if (sel.node !== 'Cards') return this.selected(f, sel).includes(id);
    if (!this.fits(f, sel.filter, id)) return false;
    if (sel.filter.tests.some(t => t.node === 'Extreme')) return this.candidates(f, sel, null, 'count').includes(id);
    if (sel.among) return this.refCards(f, sel.among).includes(id);
    return !sel.places.length || sel.places.some(pl => this.placeZones(f, pl).includes(this.where.get(id)));
  },

  // --- prohibitions
  forbids() {
    const out = [];
    for (const l of this.lasting) if (l.type === 'forbid') out.push(l);
    for (const s of this.standing()) if (s.node.node === 'Forbid' && this.works(s)) out.push({ node: s.node, frame: this.standingFrame(s), since: 0 });
    return out;
  },
  anothers(card, player) { return this.keptFor.has(card) && this.keptFor.get(card) !== player; },
  forbidden(verb, player, card) {
    if (this.inForbids) return false;
    if (card && (verb === 'buy' || verb === 'gain') && this.anothers(card, player)) return true;
    this.inForbids = true;
    try {
      for (const x of this.forbids()) {
        const n = x.node, e = n.effect;
        const v = e.node === 'Play' ? 'play' : e.node === 'AvoidAttack' ? 'avoid' : e.verb;
        if (v !== verb) continue;
        if (typeof n.when === 'string' && !this.inWindow(x.frame.you, n.when)) continue;
        if (e.who && !this.players(x.frame, e.who, { avoided: true }).includes(player)) continue;
        if (e.node === 'AvoidAttack' || e.node === 'Undertake' || !e.what) return true;
        const f = x.frame, w = e.what;
        const fit = c => this.as(f, player, () => this.meant(f, w, c));
        if (w.node === 'Cards' && w.quantity.node === 'AtLeast' && this.amount(f, w.quantity.amount) > 1) {
          const done = this.facts.slice(n.anew ? x.since : 0).filter(y => y.verb === verb && y.player === player && y.card && this.fits(f, w.filter, y.card)).length;
          if (done < this.amount(f, w.quantity.amount) - 1) continue;
        }
        if (card === null) { if (w.node === 'Cards' && !w.filter.nouns.length && !w.filter.tests.length && !n.others) return true; continue; }
        if (fit(card) !== !!n.others) return true;
      }
      return false;
    } finally { this.inForbids = false; }
  },

  // --- what lasts
  endOf(f, until) {
    if (!until) return { type: 'turn' };
    if (typeof until === 'string') return { type: until === 'for the rest of the game' ? 'game' : 'turn' };
    const e = until.node === 'Until' ? until.end : until;
    if (e.node === 'Moment') {
      const who = e.this ? [this.active] : this.players(f, e.whose);
      return { type: e.point, player: who[0], turn: this.turn, next: e.next };
    }
    return { type: 'event', event: e, frame: this.copyFrame(f) };
  },
  last(type, f, ends, more) {
    this.lasting.push(Object.assign({ type, frame: f && this.copyFrame(f), ends, since: this.facts.length, turn: this.turn, serial: ++this.serial }, more));
  },
  dropLasting(test) {
    const gone = this.lasting.filter(test);
    this.lasting = this.lasting.filter(l => !gone.includes(l));
    for (const l of gone) if (l.type === 'moved') for (const [c, from] of l.cards) if (this.shifts.get(c) === l.at.get(c)) this.shift(c, from, /deck|stack/.test(from));
  },
  giveBack() { this.dropLasting(l => l.type === 'moved' && (l.ends.type === 'turn' || (l.ends.type === 'end' && l.ends.player === this.active))); },
  turnOver() {
    this.dropLasting(l => l.ends.type === 'turn' || (l.ends.type === 'end' && l.ends.player === this.active && !(l.ends.next && l.turn === this.turn)));
    this.live = []; this.waitingIfs = []; this.raised = {}; this.extraPlays = []; this.given.clear();
  },
  beforeTurn(p) { this.dropLasting(l => l.ends.type === 'start' && l.ends.player === p && l.type !== 'moment'); },
};
