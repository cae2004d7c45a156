'use strict';
// What the active player can do, and options that are used.
const { find, setting, has, spoken } = require('./forms');

// It raises a Character's cost during a Confrontation
const raises = o => !!find(o.within, w => w.form === 'Span' && w.row === 'confrontation') &&
  !!find(o.body, s => s.form === 'Change' && s.attribute.row === 'cost' && find(s.attribute, y => y.row === 'character'));
// "You may play cards from …": offered as `play`
const playsMore = o => !(o.price || []).length && o.body.length === 2 && o.body[0].form === 'Choose' && o.body[1].form === 'Play' && !o.limit;
const isPaid = o => has(o, 'paid') || has(o, 'per_type');

module.exports = {
  mainOptions() {
    const p = this.active, opts = [];
    const play = c => { if (!this.forbidden('play', p, c) && !this.isCharacter(c)) opts.push({ action: ['play', c], group: 'play|' + this.key(c) }); };
    this.zone(p + ' hand').forEach(play);
    this.morePlays(p).forEach(play);
    if (!(this.confronted && this.par['confront.forbids_buy'])) for (const c of this.forSale(p))
      if (this.price(c, p, this.bossForSale(c)) <= this.power[p] && !this.forbidden('buy', p, c)) opts.push({ action: ['buy', c], group: 'buy|' + this.group(c) });
    const beats = (c, verbs) => this.price(c, p, true) <= this.power[p] && !verbs.some(v => this.forbidden(v, p, c));
    for (const c of this.beatable(p)) if (beats(c, ['defeat', 'buy'])) opts.push({ action: ['defeat', c] });
    if (this.rs.variant === 'hunt' && !this.hunted) for (const c of this.huntable(p)) if (beats(c, ['defeat', 'buy', 'gain'])) opts.push({ action: ['hunt', c] });
    const abilities = this.abilities(false);
    for (const u of abilities) opts.push({ action: [u.tag, u.card, u.index] });
    if (!abilities.some(u => u.must) && !this.forbidden('turn_end', p, null)) opts.push({ action: [this.confronted ? 'done' : 'end'] });
    return opts;
  },
  forSale(p) {
    const out = this.zone('line-up').filter(c => this.rules.stacks[this.key(c)] !== 'weakness');
    for (const z of this.besideZones(p)) out.push(...this.zone(z));
    for (const s of Object.keys(this.rules.stacks)) if (this.rules.stacks[s] === 'for sale') { const c = this.zone('stack:' + s)[0]; if (c) out.push(c); }
    return out;
  },
  bossForSale(c) { return this.rs.variant === 'super-hidden' && this.isSuperVillain(c); },
  beatable(p) {
    const top = this.zone('super-villains')[0], most = this.par['confront.max_defeats_per_turn'];
    if (most !== undefined && most !== null && this.facts.filter(e => e.verb === 'defeat' && e.by === p && e.from === 'super-villains').length >= most) return [];
    return top && top === this.faceUp ? [top] : [];
  },
  huntable(p) { return this.seats.filter(q => q !== p).flatMap(q => this.zone(q + ' discard')).filter(c => this.isSuperVillain(c)); },
  morePlays(p) {
    const out = [];
    for (const l of this.working('Option')) if (playsMore(l.stmt) && this.list(l.f, l.stmt.who).includes(p) && this.within(l.f, l.stmt.within)) {
      const f = this.copyFrame(l.f);
      for (const c of this.candidates(f, l.stmt.body[0])) if (this.where.get(c) !== p + ' hand' && !/ play$/.test(this.where.get(c)) && !out.includes(c)) out.push(c);
    }
    return out;
  },

  // --- options as abilities: `use`, and `pay` where a price is all that is said of how often
  abilities(block) {
    const out = [], counts = new Map();
    for (const l of this.working('Option')) {
      const o = l.stmt, { f } = l, card = f.this;
      if (playsMore(o) || find(o.within, w => w.form === 'Span' && ['this_attack', 'blocking'].includes(w.row))) continue;
      const tag = isPaid(o) ? 'pay' : 'use', k = tag + card, index = counts.get(k) || 0;
      counts.set(k, index + 1);
      // what raises a Character's cost during a Confrontation is kept to the Block step
      if (raises(o) !== block) continue;
      const player = this.list(f, o.who)[0];
      if (!player || (block ? !this.team(this.confronted).includes(player) : !this.inTurn(l, player))) continue;
      if (!this.within(f, o.within) || this.spent(l)) continue;
      const g = this.copyFrame(f);
      g.turn = l.turn || this.turn;
      g.paid = o.key ? { form: o.key, name: [...spoken(o.key)][0], used: this.keysOf(l), limit: this.number(f, o.limit) } : null;
      if (this.usable(g, o)) out.push({ l, tag, card, index, player, f: g, must: setting(o, 'must') === 'must' && player === this.active });
    }
    return out;
  },
  // In another player's turn only if the window speaks of that player's turns
  inTurn(l, player) {
    if (player === this.active) return !this.ended;
    return !!find(l.stmt.within, w => w.form === 'Span' && w.row === 'turns');
  },
  spent(l) {
    const o = l.stmt;
    if (isPaid(o) && setting(o, 'paid') === 'once' && this.usesOf(l, 'turn')) return true;
    if (!o.limit || o.key || (has(o, 'uses') && setting(o, 'uses') === 'any_number')) return false;
    return this.usesOf(l, o.per ? this.spanOf(o.per) : 'game') >= this.number(l.f, o.limit);
  },
  // `limit n per w by key`: how often for each key
  keysOf(l) { return k => (this.uses.get(l.key + '!for ' + k) || []).filter(t => t === this.turn).length; },
  payable(f, c) { const p = f.paid; return this.bound(f, p.name, c, () => this.list(f, p.form)).some(k => p.used(k) < p.limit); },
  usable(f, o) {
    if (o.where && !this.isSo(f, o.where)) return false;
    return this.possible(f, (o.price || []).length ? o.price : o.body);
  },
  // The price is paid; if it was, the rest is carried out
  *useOption(f, o) {
    this.depth++;
    const shown = this.shown.length;
    try {
      const paid = o.price && o.price.length ? yield* this.run(f, o.price) : new this.Outcome();
      if (paid.done !== false) yield* this.run(f, o.body);
    } finally { this.depth--; this.shown.length = this.depth ? Math.min(this.shown.length, shown) : 0; }
  },
  *useAbility(tag, card, index) {
    const u = this.abilities(!!this.inBlock).find(y => y.tag === tag && y.card === card && y.index === index);
    this.used(u.l);
    yield* this.useOption(u.f, u.l.stmt);
    if (u.f.paid) for (const k of this.list(u.f, u.f.paid.form).slice(0, 1)) this.used(u.l, 'for ' + k);
  },
  blockOptions(user) {
    if (this.forbidden('block', user, null)) return [];
    const can = c => { const o = this.optionOf(c, 'hand', 'blocking'); return o && !this.forbidden('play', user, c) && this.usable(this.frame(user, c, { that: this.active }), o); };
    const out = this.zone(user + ' hand').filter(can).map(c => ({ action: ['block', c], group: 'block|' + this.key(c) }));
    if (this.par['block.other_raisers']) for (const u of this.abilities(true)) if (u.player === user) out.push({ action: ['use', u.card, u.index] });
    return out;
  },
};
