'use strict';
// Attacks: aiming, defending, striking; First Appearances.
const { contains, marksIn, parts, walk } = require('./cards');
const ONE = new Set(['a foe', 'another player', 'a player', 'any player']);
const FOE = new Set(['that foe', 'the chosen foe', 'your foe']);
const SIDE = new Set(['the player on your left', 'the player on your right', "that foe's teammate"]);

// Player nodes that the effect names, with the ChoosePlayer they stand in; not whom those attacked choose
function named(effect) {
  const out = [];
  const go = (n, chooser) => {
    if (Array.isArray(n)) { n.forEach(x => go(x, chooser)); return; }
    if (!n || typeof n !== 'object') return;
    // a question about who avoided or was hit does not say at whom it is aimed
    if (n.node === 'PlayersDid' || (n.node === 'PlayersAre' && ['AvoidedAttack', 'HitByAttack'].includes(n.test.node))) return;
    if (n.node === 'Player' && n.test && ['AvoidedAttack', 'HitByAttack'].includes(n.test.node)) return;
    if (n.node === 'Player') out.push({ player: n, chooser });
    for (const k in n) {
      if (k === 'node' || typeof n[k] !== 'object') continue;
      if (n.node === 'ChoosePlayer' && k === 'player') { if (n.who.kind === 'you') go(n[k], n); } else go(n[k], chooser);
    }
  };
  go(effect, null);
  return out;
}
function openTest(t) {
  if (!t) return false;
  if (t.node === 'CostRank') return !!t.character;
  if (!['Having', 'HavingMore', 'HavingMost'].includes(t.node)) return false;
  const c = t.cards;
  if (c.filter.tests.some(x => x.node === 'Owned')) return false;
  const any = !c.filter.nouns.length && !c.filter.tests.length;
  return c.places.every(p => p.zone === 'hand' ? any : p.zone === 'deck' ? any && false : true);
}

module.exports = {
  *aim(f, effect, at) {
    const all = at.appearance ? this.from(this.active).filter(p => !this.out.includes(p)) : this.foes(f.you);
    const names = named(effect);
    const many = names.find(x => x.chooser && x.player.kind.startsWith('any number'));
    if (many) {
      at.chooser = many.chooser;
      const list = all.filter(p => !many.player.test || this.passing(f, many.player.test, all).includes(p));
      at.chosen = yield* this.severalPlayers(f.you, list, many.chooser);
      return at.chosen.slice();
    }
    const every = names.filter(x => this.EVERYBODY.has(x.player.kind));
    const one = names.find(x => ONE.has(x.player.kind) && (x.chooser || !every.length));
    if (one) {
      let list = all;
      if (openTest(one.player.test)) list = this.passing(f, one.player.test, all);
      const p = yield* this.choosePlayer(f.you, list);
      if (one.chooser) { at.chooser = one.chooser; at.chosen = p ? [p] : []; }
      if (!p) return [];
      f.that = p;
      return [p];
    }
    const pickedOut = list => {
      const own = list.filter(x => x.player.test);
      // "the other foe" is everybody who was not picked out
      if (own.length && list.every(x => openTest(x.player.test)) && !names.some(x => x.player.kind === 'each other foe')) {
        const hit = all.filter(p => list.some(x => this.passing(f, x.player.test, all).includes(p)));
        at.picked = true; at.spared = all.filter(p => !hit.includes(p));
        return hit;
      }
      return all;
    };
    if (every.length) return pickedOut(every);
    // "that foe", said of somebody whom this Attack has named, says nothing new
    const inside = marksIn(effect), again = p => (p.bound || []).some(b => inside.has(b));
    for (const set of [FOE, SIDE]) {
      const x = names.filter(y => set.has(y.player.kind) && !again(y.player));
      // with "that foe" also those who sit beside you and have something to do
      if (x.length && set === FOE) x.push(...[...walk(effect)].filter(n => n.node === 'Each' && SIDE.has(n.who.kind)).map(n => ({ player: n.who })));
      if (x.length) { const r = [...new Set(x.flatMap(y => this.ofKind(f, y.player)))].filter(p => all.includes(p)); return r; }
    }
    const that = names.find(x => x.player.kind === 'that player');
    if (that && f.that) return [f.that].filter(p => all.includes(p));
    const tested = names.filter(x => x.player.test);
    return tested.length ? pickedOut(tested) : all;
  },
  // Those of the targets who cannot avoid the Attack
  helpless(f, effect, targets) {
    const look = e => {
      if (e.node === 'Unavoidable') return e.whom ? this.players(f, e.whom) : targets;
      if (e.node === 'If') { const b = contains(e, 'Unavoidable') ? (this.holds(f, e.condition) ? e.then : e.otherwise) : null; return b ? look(b) : []; }
      if (e.node === 'Seq') return e.effects.flatMap(look);
      if (e.node === 'Each') return look(e.effect);
      return [];
    };
    return look(effect);
  },
  *attack(f, effect, appearance) {
    const at = { source: f.source, attacker: appearance ? null : f.you, targets: [], avoided: [], spared: [], used: [], users: [], appearance: !!appearance, chosen: null, chooser: null, picked: false };
    this.attacks.push(at);
    try {
      let targets = yield* this.aim(f, effect, at);
      if (appearance && this.immune) { targets = targets.filter(p => p !== this.immune); at.spared = at.spared.concat(this.immune); }
      const first = appearance ? this.from(this.active) : this.from(f.you).slice(1).concat(f.you);
      at.targets = first.filter(p => targets.includes(p));
      const waited = this.pending.length;
      for (const p of at.targets) this.fact('attack', p, f.source, null, null);
      const helpless = this.helpless(f, effect, at.targets);
      yield* this.forestalled(waited, at.targets.filter(p => !helpless.includes(p)));
      yield* this.defending(at, helpless);
      const hit = at.targets.filter(p => !at.avoided.includes(p));
      if (appearance) { f.you = hit[0] || this.active; f.actor = f.you; }
      if (!at.targets.length && !at.picked) return;
      f.attack = at;
      this.striking = (this.striking || 0) + 1;
      try {
        const mine = !appearance && named(effect).some(x => x.player.kind === 'each player');
        if (hit.length || !at.targets.length || mine) yield* this.run(f, effect);
        else for (const x of parts(effect)) {
          const about = contains(x, 'AvoidedAttack') || [...walk(x)].some(n => n.node === 'PlayersDid' && n.negated);
          if (x.node === 'ChoosePlayer' || about) yield* this.run(f, x);
        }
      } finally { this.striking--; f.attack = null; f.last = at; }
    } finally { this.attacks.pop(); }
  },
  // Of what the Attack has set off, that by which one of these avoids it comes before it hits; the rest waits
  *forestalled(waited, targets) {
    const now = this.pending.slice(waited).filter(x => x.fact && targets.includes(x.fact.player) && contains(x.effect, 'AvoidAttack'));
    if (!now.length) return;
    const later = this.pending.filter(x => !now.includes(x));
    this.pending = now;
    yield* this.resolvePending();
    this.pending = later.concat(this.pending);
  },
  // --- Defenses
  // "When any player is attacked": the Defense itself says for whom it is used
  guard(d) {
    const o = d.effect.node === 'When' ? d.effect.occasion : null;
    return o && o.node === 'Trigger' && o.event.who && o.event.verbs.length === 1 && o.event.verbs[0] === 'attack' ? o : null;
  },
  said(d) { return this.guard(d) ? d.effect.effect : d.effect; },
  defenseFrame(user, card, target, at) {
    const f = this.frame(user, card, { that: at.attacker, defends: target, against: at.source, avoiding: at });
    const d = this.info(card).defenses[0];
    if (this.guard(d)) { f.scopes = f.scopes.concat([[d.effect.mark, target]]); this.note(f, d.effect, { player: target }); }
    return f;
  },
  usedFor(d, f, user, target) {
    const o = this.guard(d);
    if (!o) return user === target || this.helps(user, target);
    return (!o.window || this.inWindow(user, o.window)) && this.players(f, o.event.who, { avoided: true }).includes(target);
  },
  helps(user, target) { return this.par['defense.beneficiary'] === 'team' && this.mate(target) === user; },
  usedInPlay(d) {
    for (const n of walk(d.effect)) {
      if (n.node === 'In' && n.what.node === 'Ref' && n.what.kind === 'this card' && ['play', 'in front of'].includes(n.place.zone)) return true;
      if (n.node === 'Ref' && n.kind === 'this card' && n.place && ['play', 'in front of'].includes(n.place.zone)) return true;
    }
    return false;
  },
  defenseMay(f, e) {
    if (e.node === 'May') return e;
    if (e.node === 'If') return this.holds(f, e.condition) ? this.defenseMay(f, e.then) : e.otherwise ? this.defenseMay(f, e.otherwise) : null;
    if (e.node === 'Seq') return this.defenseMay(f, e.effects[0]);
    return null;
  },
  defensesOf(user, target, at) {
    if (this.forbidden('avoid', user, null) || this.forbidden('avoid', target, null)) return [];
    const out = [];
    const cards = this.zone(user + ' hand').map(c => [c, false]).concat(this.controlledBy(user).map(c => [c, true]));
    for (const [c, inPlay] of cards) {
      const d = this.info(c).defenses[0];
      if (!d || at.used.includes(c) || this.usedInPlay(d) !== inPlay) continue;
      if (!inPlay && this.forbidden('play', user, c)) continue;
      const f = this.defenseFrame(user, c, target, at);
      if (!this.usedFor(d, f, user, target)) continue;
      const may = this.defenseMay(f, this.said(d));
      if (may && this.possible(f, may.effect)) out.push(c);
    }
    return out;
  },
  *defending(at, helpless) {
    const many = this.rs.name === 'confrontations';
    for (const target of at.targets.filter(p => !helpless.includes(p))) {
      const users = this.from(target).filter(p => !this.out.includes(p));
      users.sort((p, q) => this.nearness(q, target) - this.nearness(p, target));
      for (const user of users) {
        while (!at.avoided.includes(target)) {
          if (!many && at.users.includes(user)) break;
          const list = this.defensesOf(user, target, at);
          if (!list.length) break;
          const a = yield* this.ask(user, 'defend', this.cardOptions(list, 'defend').concat({ action: ['pass'] }));
          if (a[0] === 'pass') break;
          yield* this.defend(at, user, target, a[1]);
        }
      }
    }
  },
  nearness(p, target) { return p === target ? 2 : this.helps(p, target) ? 1 : 0; },
  *defend(at, user, target, card) {
    at.used.push(card); at.users.push(user);
    const d = this.info(card).defenses[0];
    const f = this.defenseFrame(user, card, target, at);
    f.agreed = this.defenseMay(f, this.said(d));
    const s = this.striking; this.striking = 0;
    try { yield* this.text(f, this.said(d)); } finally { this.striking = s; }
  },
  // --- First Appearance
  *appearance(card) {
    const list = this.info(card).appearance;
    if (!list.length) { this.immune = null; return; }
    const was = this.phase, before = this.pending.splice(0); // what the turn has set off waits for the turn
    this.phase = 'appearance';
    for (const x of list) {
      const f = this.frame(this.active, card);
      this.depth++;
      try { yield* this.attack(f, x.effect, true); } finally { this.depth--; this.shown = []; }
    }
    this.immune = null;
    yield* this.resolvePending();
    this.phase = was;
    this.pending.unshift(...before);
  },
};
