'use strict';
// The turn, step by step.
const { GameOver } = require('./game');

module.exports = {
  *main() {
    const begin = this.setup.begin;
    if (begin === 'set-up') yield* this.setUp();
    let skip = begin === 'play';
    for (let guard = 0; guard < 5000; guard++) {
      yield* this.oneTurn(skip);
      skip = false;
    }
    throw new Error('turns without end');
  },
  *oneTurn(skip) {
    if (!skip) {
      this.phase = 'start'; this.ended = false; this.hunted = false;
      this.history.push(...this.facts); this.facts = []; this.given.clear();
      for (const p of this.seats) this.power[p] = 0;
    }
    for (const step of this.rules.turn) {
      if (skip && step !== 'play_and_buy') continue;
      skip = false;
      yield* this['step_' + step]();
    }
    for (const step of this.rules.end_of_turn) yield* this['step_' + step]();
  },
  *step_announce() {
    this.phase = 'announce';
    const p = this.active;
    if (this.forbidden('announce', p, null)) return;
    const who = this.foes(p).filter(q => this.topCharacter(q));
    if (!who.length) return;
    const a = yield* this.ask(p, 'announce', who.map(q => ({ action: ['confront', q] })).concat({ action: ['decline'] }));
    if (a[0] !== 'confront') return;
    this.confronted = a[1]; this.moves++;
    this.fact(null, 'announce', p, null, { whom: a[1] });
    this.fact(null, 'confront', p, null, { whom: a[1] });
    yield* this.resolvePending();
  },
  *step_start_effects() { this.fact(null, 'turn_begin', this.active); yield* this.resolvePending(); },
  *step_play_and_buy() {
    this.phase = 'play';
    for (;;) {
      yield* this.resolvePending();
      this.refreshPower();
      const opts = this.mainOptions();
      const last = opts.length === 1 && opts[0].action[0] === 'end';
      const always = last && !this.rules.turn.includes('announce') && this.seats.every(p => !this.zone(p + ' hand').length);
      const a = yield* this.ask(this.active, 'main', opts, always);
      if (!a || a[0] === 'end' || a[0] === 'done') break;
      yield* this.mainAction(a);
    }
    this.phase = 'done';
  },
  *mainAction(a) {
    const p = this.active, card = a[1];
    switch (a[0]) {
      case 'play': yield* this.playCard(null, p, card, false); break;
      case 'buy': {
        const boss = this.bossForSale(card);
        this.pay(p, this.price(card, p, boss));
        this.place(null, boss ? 'defeat' : 'buy', p, card, p + ' discard', false); break;
      }
      case 'defeat':
        this.pay(p, this.price(card, p, true));
        if (this.rs.variant === 'hunt') this.immune = p;
        this.place(null, 'defeat', p, card, p + ' discard', false); break;
      case 'hunt': yield* this.hunt(p, card); break;
      case 'use': case 'pay': yield* this.useAbility(a[0], card, a[2]); break;
      default: throw new Error('action ' + a[0]);
    }
    yield* this.appearances();
    yield* this.resolvePending();
  },
  *step_block() {
    if (!this.confronted) return;
    this.phase = 'block';
    this.inBlock = true;
    try {
      again: for (;;) {
        if (!this.confronted) return;
        const users = [this.confronted];
        if (this.par['block.beneficiary'] === 'team' && this.mate(this.confronted)) users.push(this.mate(this.confronted));
        for (const u of users) {
          const opts = this.blockOptions(u);
          if (!opts.length) continue;
          const a = yield* this.ask(u, 'block', opts.concat({ action: ['pass'] }));
          if (a[0] === 'pass') continue;
          if (a[0] === 'use') yield* this.useAbility('use', a[1], a[2]); else yield* this.useBlock(u, a[1]);
          yield* this.resolvePending();
          continue again;
        }
        return;
      }
    } finally { this.inBlock = false; }
  },
  *useBlock(user, card) { yield* this.useOption(this.frame(user, card, { that: this.active }), this.optionOf(card, 'hand', 'blocking')); },
  *step_compare() {
    if (!this.confronted) return;
    this.phase = 'compare';
    this.refreshPower();
    const q = this.confronted, p = this.active;
    const top = this.topCharacter(q);
    if (top && this.power[p] >= Math.max(0, this.cost(top) + this.attribute('toll', [top, p]))) {
      this.fact(null, 'succeed', p, null, { whom: q });
      const from = this.shift(top, p + ' score', false);
      this.fact(null, 'defeat', p, top, { from, to: p + ' score', whom: q });
      if (!this.topCharacter(q)) {
        this.out.push(q);
        const left = this.alive().filter(x => this.isFoe(p, x));
        if (!left.length) {
          if (this.rules.teams === false && this.out.length === 1) this.out = [];
          this.result = { reason: 'last_character', winners: this.seats.filter(x => this.team(p).includes(x)), scores: {}, tie_break: '' };
          throw new GameOver();
        }
      }
    }
    yield* this.resolvePending();
    this.confronted = null; this.moves++;
  },
  *step_announce_end() { this.phase = 'end'; this.ended = true; },
  *step_clear_hand() {
    const p = this.active, verb = this.par['end_of_turn.hand_is_discard_event'] ? 'discard' : 'put';
    this.act++;
    for (const c of this.zone(p + ' hand').slice()) this.place(null, verb, p, c, p + ' discard', false);
    yield* this.resolvePending();
  },
  *step_end_effects() { this.fact(null, 'turn_end', this.active); yield* this.resolvePending(); yield* this.giveBack(); },
  *step_sweep() {
    for (const p of this.from(this.active)) for (const c of this.zone(p + ' play').slice()) {
      if (this.isOngoing(c) || this.forbidden('sweep', p, c)) continue;
      this.place(null, 'put', p, c, (this.owners[c] || p) + ' discard', false);
    }
  },
  *step_lose_power() { for (const p of this.seats) this.power[p] = 0; },
  *step_draw() {
    yield* this.drawCards(this.active, this.attribute('newhand', [this.active]));
    yield* this.resolvePending();
  },
  enterLineUp(card) { this.shift(card, 'line-up', false); this.entered(card); },
  entered(card) { if (this.rs.variant === 'super-hidden' && this.isSuperVillain(card)) this.fresh.push(card); },
  // Super-Villains that have come into the Line-Up (variant super-hidden), one after the other.
  *appearances() {
    for (const c of this.fresh.splice(0)) { this.faceUp = c; yield* this.appearance(c); }
  },
  refill() {
    const size = this.attribute('lineup_size', []);
    while (this.zone('line-up').length < size && this.zone('main-deck').length) this.enterLineUp(this.zone('main-deck')[0]);
    return this.zone('line-up').length >= size;
  },
  *step_refill() {
    const full = this.refill();
    yield* this.appearances();
    const ends = this.par['end.conditions'] || [];
    if (!full && ends.includes('refill_fail')) yield* this.finish('refill_fail');
    if (ends.includes('main_deck_empty') && !this.zone('main-deck').length) yield* this.finish('main_deck_empty');
  },
  *step_flip() {
    const stack = this.zone('super-villains');
    if (stack.length && stack[0] === this.faceUp) return;
    if (!stack.length) { if ((this.par['end.conditions'] || []).includes('villain_flip_fail')) yield* this.finish('villain_flip_fail'); return; }
    this.faceUp = stack[0]; this.moves++;
    this.turnOver();
    yield* this.appearance(stack[0]);
  },
  *step_next_player() {
    this.turnOver();
    this.dropLasting(l => l.ending);
    const order = this.alive(), i = this.order.indexOf(this.active);
    const next = this.order.slice(i + 1).concat(this.order.slice(0, i + 1)).find(p => order.includes(p));
    this.active = next; this.turn++; this.moves++;
    this.pending = [];
  },
  // --- variant: Super-Villain Hunt
  *hunt(p, card) {
    const owner = this.holder(this.where.get(card));
    const at = { source: null, attacker: p, targets: [owner], avoided: [], immune: [], used: [], users: [], appearance: false };
    this.attacks.push(at);
    try {
      this.fact(null, 'attack', p, card, { whom: owner });
      yield* this.defending(at, []);
    } finally { this.attacks.pop(); }
    if (at.avoided.includes(owner)) { this.hunted = true; return; }
    this.pay(p, this.price(card, p, true));
    this.place(null, 'defeat', p, card, p + ' discard', false);
  },
};
