'use strict';
// What texts do, one method for each node: do_NODE.
const { GameOver } = require('./game');
const { PICKED, contains } = require('./cards');

module.exports = {
  *run(f, e) {
    const fn = this['do_' + e.node];
    if (!fn) throw new Error('effect ' + e.node + ' is not known');
    yield* fn.call(this, f, e);
    yield* this.appearances();
  },
  *forWho(f, who, fn) {
    for (const p of this.players(f, who)) { const a = f.actor; f.actor = p; try { yield* fn(p); } finally { f.actor = a; } }
  },

  // --- Power and points
  *do_Power(f, e) {
    const got = [];
    for (const p of this.players(f, e.who)) {
      const actor = f.actor; f.actor = p;
      try { yield* this.deepen(f, e.amount); } finally { f.actor = actor; }
      const n = this.as(f, p, () => this.amount(f, e.amount));
      // less Power: as far as there is any
      this.power[p] += Math.max(n, -Math.max(0, this.power[p])); got.push([p, n]);
    }
    if (this.isLive(e.amount)) this.addLive(f, [], e, got);
  },
  *do_PayPower(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      const n = this.amount(f, e.amount), ok = this.power[p] >= n;
      if (ok) { this.power[p] -= n; this.spent[p] += n; }
      this.note(f, e, { did: ok, value: ok ? n : null });
    }.bind(this));
  },
  *do_DoublePower(f) { this.power[f.you] += this.power[f.you]; },
  *do_GainVP(f, e) {
    yield* this.forWho(f, e.who, function* (p) { const n = this.amount(f, e.amount); this.vp[p] += n; this.note(f, e, { value: n }); }.bind(this));
  },
  *do_LoseVP(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      const told = this.amount(f, e.amount), n = Math.min(told, this.vp[p]);
      this.vp[p] -= n;
      this.note(f, e, { did: n > 0 || n === told, value: n });
    }.bind(this));
  },

  // --- cards
  *do_Show(f, e) {
    yield* this.forWho(f, e.who, function* (p) { yield* this.showBy(f, e, p); }.bind(this));
  },
  *showBy(f, e, p) {
    let sel;
    if (f.pre && f.pre.has(e) && f.pre.get(e).has(p)) sel = f.pre.get(e).get(p);
    else sel = yield* this.select(f, e.what, e.verb, this.skipShown(f, e));
    this.note(f, e, { cards: sel.cards.slice(), did: sel.done || e.what.node === 'Whole' });
    for (const c of sel.cards) {
      this.act(f, e.verb, p, c, e);
      this.shown.push({ card: c, to: e.verb === 'reveal' ? null : this.team(p) });
      const z = this.where.get(c);
      if (e.verb === 'reveal') this.fact('reveal', p, c, z, z);
    }
  },
  // In a repetition a further round shows the cards below those already shown
  skipShown(f, e) {
    if (!f.rounds || !f.rounds.length) return {};
    const seen = f.acts.filter(a => a.mark === (e.mark === undefined ? e : e.mark) && (a.verb === 'reveal' || a.verb === 'look at')).map(a => a.card);
    return seen.length ? { skip: seen } : {};
  },
  *do_Choose(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      const sel = yield* this.select(f, e.what, 'choose');
      this.note(f, e, { cards: sel.cards.slice(), did: sel.cards.length > 0 });
      for (const c of sel.cards) this.act(f, 'choose', p, c, e);
    }.bind(this));
  },
  *do_Search(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      const zs = this.placeZones(f, e.where);
      const list = this.narrowed(f, e.what, zs.flatMap(z => this.zone(z)).filter(c => this.fits(f, e.what.filter, c)));
      for (const z of zs) for (const c of this.zone(z)) this.shown.push({ card: c, to: this.team(p) });
      const sel = yield* this.chooseFrom(f, list, e.what, p, 'choose');
      this.note(f, e, { cards: sel.cards.slice(), did: true });
    }.bind(this));
  },
  *do_Play(f, e) {
    if (e.window && !this.inWindow(f.you, e.window)) { this.note(f, e, { did: false }); return; }
    yield* this.forWho(f, e.who, function* (p) {
      const sel = yield* this.select(f, e.what, 'play');
      let cards = sel.cards.filter(c => !this.info(c).isCharacter);
      this.note(f, e, { cards: cards.slice(), did: cards.length > 0 });
      const all = e.what.node === 'Whole' || (e.what.node === 'Cards' && e.what.quantity.node === 'Every') || (e.what.node === 'Ref' && cards.length > 1);
      while (cards.length) {
        let c = cards[0];
        if (all && cards.length > 1) c = (yield* this.ask(p, 'order', this.cardOptions(cards)))[1];
        cards = cards.filter(x => x !== c);
        if (this.forbidden('play', p, c)) continue;
        if (this.playStack.filter(x => x === c).length >= 2) continue;
        this.act(f, 'play', p, c, e);
        yield* this.playCard(p, c, e.again);
      }
    }.bind(this));
  },
  // A card is played: it goes into play, then its text is carried out
  *playCard(player, card, again, you) {
    const z = this.where.get(card);
    if (again) this.fact('play', player, card, z, z); else this.place('play', player, card, player + ' play', false);
    this.playStack.push(card);
    // a card that has the text of others this turn is played with these texts as well
    const texts = this.lasting.filter(l => l.type === 'text' && l.cards.includes(card) && !this.info(l.of).isCharacter).map(l => l.of);
    try {
      yield* this.abilities(this.frame(you || player, card), this.info(card).played);
      for (const of of texts) yield* this.abilities(this.frame(you || player, card), this.info(of).played);
    } finally { this.playStack.pop(); }
  },
  *abilities(f, list) {
    this.depth++;
    const shown = this.shown.length;
    try {
      for (const { ability, conf } of list) {
        if (conf) { const yes = this.confronted !== null && this.active === f.you; if ((conf === 'in') !== yes) continue; }
        if (ability.node === 'Attack') yield* this.attack(f, ability.effect); else yield* this.run(f, ability.effect);
      }
    } finally { this.depth--; this.shown.length = Math.min(this.shown.length, this.depth ? shown : 0); }
  },
  *do_Shuffle(f, e) {
    yield* this.forWho(f, e.who, function* () {
      const sel = yield* this.select(f, e.what, 'choose');
      let order = sel.cards;
      if (order.length > 1) {
        order = yield* this.shuffled(sel.cards.slice());
        const zones = [...new Set(sel.cards.map(c => this.where.get(c)))];
        for (const z of zones) {
          const a = this.zone(z), slots = a.map((c, i) => sel.cards.includes(c) ? i : -1).filter(i => i >= 0);
          const mine = order.filter(c => this.where.get(c) === z);
          slots.forEach((s, i) => { a[s] = mine[i]; });
        }
      }
      this.note(f, e, { cards: order.slice(), did: true });
    }.bind(this));
  },
  *do_Swap(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      const a = yield* this.select(f, e.first, 'swap');
      const b = yield* this.select(f, e.second, 'swap');
      const ok = a.cards.length > 0 && b.cards.length > 0 && ![...a.cards, ...b.cards].some(c => this.info(c).isCharacter);
      this.note(f, e, { cards: ok ? a.cards.concat(b.cards) : [], did: ok });
      if (!ok) return;
      const za = this.where.get(a.cards[0]), zb = this.where.get(b.cards[0]);
      for (const c of a.cards) { this.act(f, 'swap', p, c, e); this.place('swap', p, c, zb, this.PILE(zb)); }
      for (const c of b.cards) { this.act(f, 'swap', p, c, e); this.place('swap', p, c, za, this.PILE(za)); }
    }.bind(this));
  },
  *do_Deal(f, e) {
    const cards = this.refCards(f, { kind: 'them', bound: e.bound || [] }).filter(c => !this.info(c).isCharacter);
    for (const p of this.players(f, e.to)) for (let i = 0; i < e.number && cards.length; i++) {
      const c = cards.shift(); this.act(f, 'deal', p, c, e); this.place('deal', p, c, p + ' hand', false);
    }
  },
  *do_TotalCost(f, e) {
    yield* this.forWho(f, e.who, function* () { this.note(f, e, { value: this.sumCost(this.selected(f, e.what)) }); }.bind(this));
  },
  *do_RefillLineUp() { this.refreshPower(); yield* this.refill(); },
  *do_Replace(f, e) {
    this.refreshPower();
    for (const c of this.refCards(f, e.what)) if (this.where.get(c) !== 'line-up') { const t = this.zone('main-deck')[0]; if (t) this.enterLineUp(t); }
  },

  // --- choices
  *do_ChoosePlayer(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      if (f.attack && f.attack.chosen && f.attack.chooser === e) {
        for (const q of f.attack.chosen) this.note(f, e, { player: q }); if (!f.attack.chosen.length) this.note(f, e, { did: false, player: null }); return;
      }
      const list = this.players(f, e.player);
      // "choose each foe": all of them
      const chosen = e.player.kind.startsWith('any number') ? yield* this.severalPlayers(p, list, e) : PICKED.has(e.player.kind) ? [yield* this.choosePlayer(p, list)].filter(Boolean) : list;
      for (const q of chosen) this.note(f, e, { player: q });
      if (!chosen.length) this.note(f, e, { did: false, player: null });
    }.bind(this));
  },
  *severalPlayers(chooser, list, e) {
    const most = e.most === null || e.most === undefined ? list.length : Math.min(e.most, list.length), chosen = [];
    if (e.exact && most >= list.length) return list;
    while (chosen.length < most) {
      const rest = list.filter(q => !chosen.includes(q));
      const q = yield* this.choosePlayer(chooser, rest, !e.exact);
      if (!q) break;
      chosen.push(q);
    }
    return chosen;
  },
  *do_ChooseParity(f, e) {
    yield* this.forWho(f, e.who, function* (p) { const a = yield* this.ask(p, 'parity', [{ action: ['parity', 'odd'] }, { action: ['parity', 'even'] }]); this.note(f, e, { value: a[1] }); }.bind(this));
  },
  *do_ChooseValue(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      const inGame = [...new Set([...this.where.keys()].map(c => this.key(c)))].map(k => this.defs.get(k));
      let opts;
      if (e.kind === 'card type') opts = (e.types?.length ? e.types : this.rules.types).map(t => ['type', t]);
      else if (e.kind === 'cost') opts = [...new Set(inGame.map(d => d.cost))].sort((a, b) => a - b).map(n => ['number', n]);
      else opts = [...new Set(inGame.map(d => d.name))].map(n => ['name', n]);
      const a = yield* this.ask(p, 'value', opts.map(action => ({ action })));
      this.note(f, e, { value: a[1] });
    }.bind(this));
  },

  // --- the game
  *do_ChangeCost(f, e) {
    if (e.of.node === 'CharacterCost') {
      let who;
      if (!e.of.owner || (this.inBlock && e.of.owner.kind === 'you')) {
        const own = [f.you, this.par['block.beneficiary'] === 'team' ? this.mate(f.you) : null].filter(Boolean);
        who = [yield* this.choosePlayer(f.you, own)];
      } else who = this.players(f, e.of.owner);
      for (const p of who) {
        const n = (e.more ? 1 : -1) * this.amount(f, e.amount);
        const ends = f.lastEnds || this.endOf(f, e.window);
        if (ends.type !== 'turn') this.last('raise', f, ends, { player: p, value: n }); else this.raised[p] = (this.raised[p] || 0) + n;
      }
      return;
    }
    this.last('cost', f, f.lastEnds || this.endOf(f, e.window), { change: e, conditions: f.lastConditions || [] });
  },
  *do_CancelConfrontation(f, e) { const was = this.confronted !== null; this.confronted = null; this.note(f, e, { did: was }); },
  *do_Flip(f, e) { for (const c of this.selected(f, e.what)) this.last('facedown', f, f.lastEnds || { type: 'game' }, { card: c }); },
  *do_Control(f, e) {
    yield* this.forWho(f, e.who, function* (p) {
      const sel = yield* this.select(f, e.what, 'choose');
      this.note(f, e, { cards: sel.cards.slice(), did: sel.cards.length > 0 });
      if (sel.cards.length) this.last('control', f, f.lastEnds || this.endOf(f, e.window), { player: p, cards: sel.cards });
    }.bind(this));
  },
  *do_GainText(f, e) {
    const src = yield* this.select(f, e.source, 'choose');
    const of = src.cards[0];
    this.note(f, e, { cards: src.cards.slice(0, 1), did: !!of });
    if (!of) return;
    const meant = this.selected(f, e.what);
    const cards = meant.filter(c => !this.lasting.some(l => l.type === 'text' && l.of === of && l.cards.includes(c)));
    if (!cards.length) return;
    this.last('text', f, f.lastEnds || this.endOf(f, e.window), { cards, of });
    if (cards.includes(f.source) && !this.info(of).isCharacter) yield* this.abilities(this.frame(f.you, f.source), this.info(of).played);
  },
  *do_Grant(f, e) { this.last('grant', f, f.lastEnds || this.endOf(f, e.window), { node: e }); },
  *do_Forbid(f, e) { this.last('forbid', f, f.lastEnds || this.endOf(f, e.when), { node: e }); },
  *do_Stays(f, e) {
    const cards = this.selected(f, e.what);
    const there = e.place && !['play', 'in front of'].includes(e.place.zone);
    let z = there ? this.placeZones(f, e.place)[0] : null;
    if (there && !z) return; // a place of nobody
    // a stack that this game does not have
    if (z && e.place.zone === 'stack' && e.place.name && !this.realStack(e.place.name)) z = 'destroyed';
    if (z) { for (const c of cards) if (this.where.get(c) !== z) this.shift(c, z, true); return; }
    this.last('stays', f, f.lastEnds || (e.window ? this.endOf(f, e.window) : { type: 'game' }), { cards });
  },
  *do_RefillTo(f, e) { this.last('refill', f, f.lastEnds || { type: 'turn' }, { number: e.number }); },
  *do_AvoidAttack(f, e) {
    const at = this.attacks[this.attacks.length - 1];
    if (!at) { this.note(f, e, { did: false }); return; }
    const who = f.defends ? [f.defends] : this.players(f, e.who, { avoided: true });
    const can = who.filter(p => !this.forbidden('avoid', p, null));
    if (who.length && !can.length) { this.note(f, e, { did: false }); return; }
    for (const p of can) if (at.targets.includes(p) && !at.avoided.includes(p)) at.avoided.push(p);
    this.note(f, e, { did: true });
    this.fact('avoid', f.you, f.source, null, null);
  },
  *do_WinGame(f, e) {
    const p = this.players(f, e.who)[0];
    if (!p) return;
    this.result = { reason: 'card', winners: this.seats.filter(q => this.team(p).includes(q)), scores: {}, tie_break: '' };
    throw new GameOver();
  },
  *do_Unavoidable() {}, *do_LeaveThere() {}, *do_PlayBefore() {}, *do_GoFirst() {}, *do_UseOnce() {}, *do_UseAnyNumber() {}, *do_Worth() {}, *do_ReduceScore() {},
  *do_StartsGame() {}, *do_ParityOf() {}, *do_EffectsRemain() {}, *do_NoFirstAppearance() {}, *do_Undertake() {},
  hasNode: contains,
};
