'use strict';
// Attacks: aimed, Defenses used, carried out; First Appearances.
const { find, setting } = require('./forms');

// If all have avoided it, only what speaks of that is carried out, unless it does something to everybody
const ofAvoiding = s => !!find(s, y => (y.form === 'Attribute' && y.row === 'avoided') || (y.form === 'Logic' && y.op === 'not' && find(y, z => z.form === 'Status')));
const toEveryone = body => !!find(body, s => s.form === 'ForEach' && find(s.source, y => y.form === 'Group' && y.row === 'everyone'));

module.exports = {
  *do_Attack(f, x) {
    const appearance = this.phase === 'appearance';
    const at = { source: f.this, attacker: appearance ? null : f.you, targets: [], avoided: [], immune: [this.immune].filter(p => p && appearance), used: [], users: [], appearance };
    const first = appearance ? this.from(this.active) : this.from(f.you).slice(1).concat(f.you), aimed = this.list(f, x.at_whom);
    at.targets = first.filter(p => aimed.includes(p) && !at.immune.includes(p));
    f.names.set(x.name, at);
    if (setting(x, 'empty') === 'void' && !this.possible(f, x.body)) return new this.Outcome(false);
    this.attacks.push(at);
    try {
      const waited = this.pending.length;
      for (const p of at.targets) this.fact(f, 'attack', at.attacker, f.this, { whom: p });
      const helpless = x.unavoidable ? this.list(f, x.unavoidable) : [];
      yield* this.forestalled(waited, at.targets.filter(p => !helpless.includes(p)));
      yield* this.defending(at, helpless);
      this.striking++;
      try {
        const hit = at.targets.filter(p => !at.avoided.includes(p));
        if (appearance && hit.length) f.you = hit[0]; // it speaks to those whom it hits
        for (const p of hit) this.fact(f, 'hit', at.attacker, f.this, { whom: p });
        return yield* this.run(f, hit.length || !at.avoided.length || toEveryone(x.body) ? x.body : x.body.filter(s => ofAvoiding(s)));
      } finally { this.striking--; }
    } finally { this.attacks.pop(); }
  },
  // Of what the Attack has set off, that by which somebody avoids it comes before it hits; the rest waits
  *forestalled(waited, targets) {
    const fresh = this.pending.slice(waited);
    yield* this.firstOf(x => fresh.includes(x) && x.event && (targets.includes(x.event.whom) || targets.includes(x.player)) && find(x.stmt.body, s => s.form === 'Do' && s.row === 'avoid'));
  },
  avoid(f, who) {
    const at = this.attacks[this.attacks.length - 1];
    if (!at) return new this.Outcome(false);
    const can = who.filter(p => !this.forbidden('avoid', p, null));
    if (who.length && !can.length) return new this.Outcome(false);
    for (const p of can) if (at.targets.includes(p) && !at.avoided.includes(p)) at.avoided.push(p);
    this.fact(f, 'avoid', f.you, at.source);
    return new this.Outcome(true);
  },

  // --- Defenses: options within `this_attack`
  helps(user, target) { return this.par['defense.beneficiary'] === 'team' && this.mate(target) === user; },
  // The statement `option` of a card that works now, in that window and from that place
  optionOf(card, home, row) {
    for (const t of this.texts(card)) if (t.home === home) for (const s of t.body) if (s.form === 'Option' && s.within && find(s.within, w => w.form === 'Span' && w.row === row)) return s;
    return null;
  },
  defenseFrame(user, card, target, at) { return this.frame(user, card, { that: at.attacker, attacked: target }); },
  defensesOf(user, target, at) {
    if (this.forbidden('avoid', user, null) || this.forbidden('avoid', target, null)) return [];
    const from = home => c => {
      const o = this.optionOf(c, home, 'this_attack');
      if (!o || at.used.includes(c) || (home === 'hand' && this.forbidden('play', user, c))) return false;
      const f = this.defenseFrame(user, c, target, at), own = o.where && find(o.where, w => w.form === 'Group' && w.row === 'attacked');
      return (own || user === target || this.helps(user, target)) && this.usable(f, o);
    };
    return this.zone(user + ' hand').filter(from('hand')).concat(this.controlledBy(user).filter(from('play')));
  },
  *defending(at, helpless) {
    const near = (p, target) => p === target ? 0 : this.helps(p, target) ? 1 : 2;
    for (const target of at.targets.filter(p => !helpless.includes(p))) {
      const users = this.from(target).filter(p => !this.out.includes(p)).sort((p, q) => near(p, target) - near(q, target));
      for (const user of users) while (!at.avoided.includes(target) && !at.users.includes(user)) {
        const list = this.defensesOf(user, target, at);
        if (!list.length) break;
        const a = yield* this.ask(user, 'defend', this.cardOptions(list, 'defend').concat({ action: ['pass'] }));
        if (a[0] === 'pass') break;
        at.used.push(a[1]); at.users.push(user);
        const f = this.defenseFrame(user, a[1], target, at), struck = this.striking;
        this.striking = 0;
        try { yield* this.useOption(f, this.optionOf(a[1], this.where.get(a[1]) === user + ' hand' ? 'hand' : 'play', 'this_attack')); } finally { this.striking = struck; }
      }
    }
  },

  // --- First Appearances: in nobody's turn
  *appearance(card) {
    const texts = this.texts(card).filter(t => t.home === 'super_up').flatMap(t => t.body).filter(s => s.form === 'On' && s.event.verbs && s.event.verbs.includes('appear'));
    const was = this.phase, before = this.pending.splice(0); // what the turn has set off waits for the turn
    this.phase = 'appearance';
    const e = this.fact(null, 'appear', null, card, { to: this.where.get(card) });
    this.pending = this.pending.filter(x => x.source !== card);
    for (const s of texts) {
      const f = this.frame(this.active, card);
      if (s.event.name) f.names.set(s.event.name, e);
      yield* this.carryOut(f, s.body);
    }
    this.immune = null;
    yield* this.resolvePending();
    this.phase = was;
    this.pending.unshift(...before);
  },
};
