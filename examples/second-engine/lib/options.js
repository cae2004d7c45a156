'use strict';
// What the active player can do, and abilities that are used or paid for.

const THEIRS = new Set(["during each foe's turn", "during another player's turn", "during any player's turn"]);

module.exports = {
  sameOrder(n) { return n; },
  mainOptions() {
    const p = this.active, opts = [];
    const hand = this.zone(p + ' hand');
    for (const c of hand) if (this.canPlay(p, c)) opts.push({ action: ['play', c], group: 'play|' + this.key(c) });
    for (const c of this.extraCards(p)) if (this.canPlay(p, c)) opts.push({ action: ['play', c], group: 'play|' + this.key(c) });
    if (!(this.confronted && this.par['confront.forbids_buy'])) {
      for (const c of this.forSale(p)) if (this.price(c, p, this.bossForSale(c)) <= this.power[p] && !this.forbidden('buy', p, c)) opts.push({ action: ['buy', c], group: 'buy|' + this.group(c) });
    }
    for (const c of this.beatable(p)) if (this.price(c, p, true) <= this.power[p] && !['defeat', 'buy'].some(v => this.forbidden(v, p, c))) opts.push({ action: ['defeat', c] });
    if (this.rs.variant === 'hunt' && !this.hunted) for (const c of this.huntable(p)) if (this.price(c, p, true) <= this.power[p] && !['defeat', 'buy', 'gain'].some(v => this.forbidden(v, p, c))) opts.push({ action: ['hunt', c] });
    let must = false;
    for (const u of this.usable(false)) { opts.push({ action: ['use', u.source, u.index] }); if (u.must) must = true; }
    for (const u of this.payable(p)) opts.push({ action: ['pay', u.source, u.index] });
    for (const c of hand) for (const b of this.info(c).before) if (b.end_of_turn && this.canPlay(p, c)) must = true;
    if (!must) opts.push({ action: [this.confronted ? 'done' : 'end'] });
    return opts;
  },
  canPlay(p, card) {
    if (this.forbidden('play', p, card) || this.info(card).isCharacter) return false;
    for (const c of this.zone(p + ' hand')) {
      if (c === card) continue;
      for (const b of this.info(c).before) {
        if (!this.fits(this.frame(p, c), b.before.filter, card)) continue;
        const back = this.info(card).before.some(x => this.fits(this.frame(p, card), x.before.filter, c));
        if (!back) return false;
      }
    }
    return true;
  },
  extraCards(p) {
    const out = [];
    for (const x of this.extraPlays) if (x.player === p) {
      const w = x.node.effect.what;
      const list = w.node === 'Cards' ? this.candidates(x.frame, w, 'play', 'do') : this.selected(x.frame, w);
      for (const c of list) if (this.where.get(c) !== p + ' hand' && !/ play$/.test(this.where.get(c)) && !out.includes(c)) out.push(c);
    }
    return out;
  },
  forSale(p) {
    const out = this.zone('line-up').filter(c => this.rules.stacks[this.key(c)] !== 'weakness');
    for (const z of this.besideZones(p)) out.push(...this.zone(z));
    for (const s of Object.keys(this.rules.stacks)) if (this.rules.stacks[s] === 'for sale') { const c = this.zone('stack:' + s)[0]; if (c) out.push(c); }
    return out;
  },
  bossForSale(c) { return this.rs.variant === 'super-hidden' && this.isVillainBoss(c); },
  beatable(p) {
    const top = this.zone('super-villains')[0], most = this.par['confront.max_defeats_per_turn'];
    if (most !== undefined && most !== null && this.facts.filter(x => x.verb === 'defeat' && x.player === p && x.from === 'super-villains').length >= most) return [];
    return top && top === this.faceUp ? [top] : [];
  },
  huntable(p) {
    return this.seats.filter(q => q !== p).flatMap(q => this.zone(q + ' discard')).filter(c => (this.def(c).titles || []).includes('Super-Villain'));
  },

  // --- abilities that may be used
  usable(block) {
    const out = [], counts = new Map();
    const consider = (player, source, node, key, frame) => {
      const index = counts.get(source) || 0; counts.set(source, index + 1);
      const once = node.node === 'When';
      const inf = this.info(source);
      const window = once ? node.occasion.window : 'during your turn';
      // what raises a Character's cost during a Confrontation is kept to the Block window
      const raises = window === 'during a Confrontation' && this.hasNode(node, 'CharacterCost');
      if (block) { if (!raises || !this.team(this.confronted).includes(player)) return; } else if (raises) return;
      // in another player's turn only if the window speaks of that player's turns
      if (!block && player !== this.active && !THEIRS.has(window)) return;
      if (!this.inWindow(player, window === 'each turn' && !block ? 'during your turn' : window)) return;
      const book = this.def(source).book;
      const free = inf.useAny || (!once && book === 'heroes-unite' && node.effect.node === 'PayPower' && !inf.useOnce);
      if (this.usedNow.get(key + '!use') && !free) return;
      if (inf.useOnce && this.usedNow.get(source + '!any')) return;
      const f = frame ? this.copyFrame(frame) : this.frame(player, source);
      const e = once ? node.effect : node;
      if (!this.possible(f, e)) return;
      out.push({ player, source, index, node, effect: e, key, frame: f, must: once && node.occasion.must && player === this.active });
    };
    for (const s of this.standing()) {
      const isUse = s.node.node === 'May' || (s.node.node === 'When' && s.node.occasion.node === 'Once');
      if (!isUse) continue;
      if (!this.works(s)) { counts.set(s.source, (counts.get(s.source) || 0) + 1); continue; }
      consider(s.player, s.source, s.node, s.key, null);
    }
    for (const l of this.lasting) if (l.type === 'ability') consider(l.frame.you, l.frame.source, l.node, 'A' + l.serial, l.frame);
    return out;
  },
  *useAbility(card, index) {
    const u = this.usable(!!this.inBlock).find(x => x.source === card && x.index === index);
    this.usedNow.set(u.key + '!use', 1); this.usedNow.set(u.source + '!any', 1);
    u.frame.agreed = this.leadingMay(u.frame, u.effect);
    yield* this.text(u.frame, u.effect);
  },
  payable(p) {
    const out = [];
    const cards = this.controlledBy(p).concat([this.topCharacter(p)].filter(c => c && !this.isFaceDown(c)));
    for (const c of cards) for (const x of this.info(c).payments) {
      if (!this.works({ conf: x.conf, player: p })) continue;
      if (this.info(c).useOnce && this.usedNow.get(c + '!pay' + x.n)) continue;
      const f = this.frame(p, c);
      let cost = x.node.cost; if (cost.node === 'May') cost = cost.effect;
      if (x.node.once_per_type) { if (!this.typePayers(f, cost, c + '!pay' + x.n).length) continue; } else if (!this.possible(f, cost)) continue;
      out.push({ source: c, index: x.n, node: x.node, frame: f, cost });
    }
    return out;
  },
  typePayers(f, cost, key) {
    const used = this.paidTypes.get(key) || [];
    const list = !cost.what ? [] : cost.what.node === 'Cards' ? this.candidates(f, cost.what, cost.verb, 'do') : this.selected(f, cost.what);
    return list.filter(c => this.types(c).some(t => !used.includes(t)));
  },
  *payAbility(card, index) {
    const u = this.payable(this.active).find(x => x.source === card && x.index === index);
    const key = card + '!pay' + index;
    this.usedNow.set(key, 1);
    this.depth++;
    try {
      if (u.node.once_per_type) {
        const list = this.typePayers(u.frame, u.cost, key);
        const a = yield* this.ask(this.active, 'card', this.cardOptions(list));
        this.paidTypes.set(key, (this.paidTypes.get(key) || []).concat(this.types(a[1])[0]));
        u.frame.pre = new Map([[u.cost, new Map([[this.active, { cards: [a[1]], done: true }]])]]);
      }
      yield* this.run(u.frame, u.cost);
      if (this.everythingDone(u.frame, 0)) yield* this.run(u.frame, u.node.effect);
    } finally { this.depth--; if (!this.depth) this.shown = []; }
  },
  blockOptions(user) {
    if (this.forbidden('block', user, null)) return [];
    const out = [];
    for (const c of this.zone(user + ' hand')) {
      const b = this.info(c).blocks[0];
      if (!b || this.forbidden('play', user, c)) continue;
      if (b.node === 'BlockValue') { if (!this.forbidden('discard', user, c)) out.push({ action: ['block', c], group: 'block|' + this.key(c) }); continue; }
      const f = this.frame(user, c, { that: this.active });
      const may = this.defenseMay(f, b.effect);
      if (may && this.possible(f, may.effect)) out.push({ action: ['block', c], group: 'block|' + this.key(c) });
    }
    if (this.par['block.other_raisers']) for (const u of this.usable(true)) if (u.player === user) out.push({ action: ['use', u.source, u.index] });
    return out;
  },
};
