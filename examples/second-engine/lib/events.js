'use strict';
// What happens: facts and the patterns that fit them, windows, texts that are set off and wait.
const { find, speaksOf, spoken, binds, setting, has } = require('./forms');
const uniq = list => [...new Set(list)];
const sameEvent = e => [e.verb, e.by, e.whom, e.card, e.from, e.to].join('|');

module.exports = {
  // --- facts
  // f: the text that did it; null for the rules
  fact(f, verb, by, card, more) {
    const e = { verb, by, card: card || null, from: null, to: null, whom: null, amount: null, source: f ? f.this : null, cause: !f ? 'rules' : this.striking ? 'Attack' : 'text',
      act: this.act, turn: this.turn, active: this.active, n: ++this.serial, ...more };
    this.facts.push(e);
    if (f) { f.facts.push(e); for (const s of f.sinks) s.push(e); }
    if (this.facts.length < 500) this.hear(e, false); else this.pending = []; // texts that set each other off without end
    return e;
  },
  // A fact as these verbs see it. Who is passed a card receives it; the book says what else is a gain
  seenAs(verbs, e) {
    if (verbs.includes(e.verb)) return e;
    if (verbs.includes('gain') && ((e.verb === 'buy' && this.par['gain.includes_buy']) || (e.verb === 'defeat' && this.par['gain.includes_defeat']))) return e;
    if (verbs.includes('buy') && e.verb === 'defeat' && e.from === 'line-up') return e; // a Super-Villain that is for sale
    if (verbs.includes('receive') && e.verb === 'pass' && this.holder(e.to) !== e.by) return { ...e, by: this.holder(e.to) };
    return null;
  },
  // The fact as the pattern sees it, or null
  fits(f, event, e) {
    const seen = this.seenAs(event.verbs, e);
    return seen && (!event.where || this.bound(f, event.name, seen, () => this.isSo(f, event.where))) ? seen : null;
  },

  // --- windows
  // Is it that time? Of a text that lasts, f.turn is the turn in which it began
  within(f, w) {
    switch (w.form) {
      case 'Overlap': return this.within(f, w.left) && this.within(f, w.right);
      case 'While': return this.isSo(f, w.test);
      case 'Until': case 'After': return true; // what has ended is not there any more
      case 'Var': return true;
      case 'Span': break;
      default: throw new Error('window ' + w.form + ' is not known');
    }
    const mine = p => this.phase !== 'appearance' && !this.ended && this.items(p).includes(this.active);
    switch (w.row) {
      case 'turn': return f.turn === this.turn;
      case 'turns': return mine(this.value(f, w.of));
      case 'nextturn': return this.turn > f.turn && mine(this.value(f, w.of));
      case 'lastturn': return false;
      case 'later': return this.turn > f.turn;
      case 'confrontation': return this.confronted !== null;
      case 'confronting': return this.confronted !== null && this.list(f, w.of).includes(this.active);
      case 'this_attack': return this.attacks.length > 0;
      case 'blocking': return this.inBlock;
      case 'scoring': return this.scoring;
      case 'setup': return this.phase === 'set-up';
      case 'each_turn': case 'text': case 'game': return true;
      default: throw new Error('unknown window ' + w.row);
    }
  },
  // What happened in a window, or in the statements that a result names
  happened(f, w) {
    if (w.form === 'Span') switch (w.row) {
      case 'text': return f.facts;
      case 'game': return this.history.concat(this.facts);
      case 'later': return this.facts.filter(e => e.turn > f.turn);
      case 'lastturn': { const p = this.one(f, w.of), past = this.history.filter(e => e.active === p); return past.filter(e => e.turn === past[past.length - 1].turn); // of nothing, nothing
      }
      case 'turn': case 'each_turn': return this.facts;
      default: return this.within({ ...f, turn: this.turn }, w) ? this.facts : [];
    }
    if (w.form === 'Overlap') { const b = this.happened(f, w.right); return this.happened(f, w.left).filter(e => b.includes(e)); }
    if (w.form === 'After') { const r = this.value(f, w.result); return this.facts.filter(e => e.n > (r.ended || 0)); }
    const r = this.value(f, w);
    return r instanceof this.Outcome ? r.facts : Array.isArray(r) ? r : [];
  },

  // --- who hears a fact
  // All statements `on` and `before` that work now: {f, stmt, key, since, lasting, home}
  listeners(e, before) {
    const out = this.standing().filter(s => s.stmt.form === 'On' && !!s.stmt.before === before);
    for (const l of this.lasting) if (l.stmt.form === 'On' && !!l.stmt.before === before) out.push(l);
    if (e.card) out.push(...this.ownTexts(e, before));
    return out;
  },
  // Texts that work wherever their card is, about that card: "you" is who did it, or whose card it was
  ownTexts(e, before) {
    const out = [];
    this.texts(e.card).forEach((t, i) => t.home === 'anywhere' && t.body.forEach((stmt, j) => {
      if (stmt.form !== 'On' || !!stmt.before !== before) return;
      const seen = this.seenAs(this.verbsOf(stmt), e) || e;
      for (const you of uniq([this.owners[e.card] || this.holder(e.from), seen.by]).filter(Boolean)) {
        const f = this.frame(you, e.card);
        if (stmt.event.form !== 'Event' || !this.fits(f, stmt.event, e)) continue;
        out.push({ f, stmt, key: e.card + '/own' + i + '.' + j, itself: true });
        break;
      }
    }));
    return out;
  },
  verbsOf(stmt) { return stmt.event.form === 'Event' ? (setting(stmt, 'banner') === 'bought' && has(stmt, 'banner') ? ['buy'] : stmt.event.verbs) : []; },
  hear(e, whole) {
    for (const l of this.listeners(e, false)) {
      const seen = this.hears(l, e, whole);
      if (!seen) continue;
      this.used(l);
      this.wait(l, seen === true ? null : seen);
    }
    // what lasts until the end of a turn does so to its very end
    const over = this.lasting.filter(l => l.stmt.within && this.endsWith(l.f, l.stmt.within, e));
    if (e.verb === 'turn_end') for (const l of over) l.ending = true; else if (over.length) this.dropLasting(l => over.includes(l));
  },
  wait(l, e) {
    const { stmt } = l, p = { player: l.f.you, source: l.f.this, stmt, f: l.f, event: e, itself: l.itself, key: '' };
    // what nobody does, the rules do when all else is done
    if (stmt.body.every(s => s.form === 'Move' && !s.by)) { this.backs.push(p); return; }
    p.key = this.alike(p);
    this.pending.push(p);
  },
  endsWith(f, w, e) {
    if (w.form === 'Until') return !!this.fits(f, w.event, e);
    return w.form === 'Overlap' && (this.endsWith(f, w.left, e) || this.endsWith(f, w.right, e));
  },
  // The fact as this statement hears it, true for a moment at which something has become so, or null
  hears(l, e, whole) {
    const { f, stmt } = l;
    if (stmt.event.form === 'Becomes') {
      if (whole) return null;
      const was = this.so.get(l.key), now = this.isSo(f, stmt.event.test);
      this.so.set(l.key, now);
      return now && !was && this.inTime(l, e) ? true : null;
    }
    if (!!stmt.event.whole !== whole) return null;
    const seen = has(stmt, 'banner') && setting(stmt, 'banner') === 'bought' && e.verb !== 'buy' ? null : this.fits(f, stmt.event, e);
    return seen && this.inTime(l, e) ? seen : null;
  },
  inTime(l, e) {
    const { f, stmt } = l;
    if (stmt.within && !this.within(f, stmt.within)) return false;
    if (this.cappedToOwnTurns(l) && (this.active !== f.you || this.phase === 'appearance' || this.usesOf(l, 'turn'))) return false;
    if (setting(stmt, 'often') === 'first' && this.usesOf(l, 'turn')) return false;
    if (stmt.limit && this.usesOf(l, stmt.per ? this.spanOf(stmt.per) : 'game') >= this.number(f, stmt.limit)) return false;
    if (!stmt.nth) return true;
    const before = this.facts.filter(x => x.n < e.n && this.fits(f, stmt.event, x)).length + (e.would ? this.usesOf(l, 'would') : 0);
    if (e.would) this.used(l, 'would');
    return before + 1 === this.number(f, stmt.nth);
  },
  // Locations work in the turns of their player, once in each, unless they say when (parameter ongoing.cap)
  cappedToOwnTurns(l) {
    const { stmt } = l;
    if (l.home !== 'play' || stmt.within || stmt.before || this.par['ongoing.cap'] !== 'once_per_own_turn') return false;
    return !['turn_begin', 'turn_end'].includes(this.verbsOf(stmt)[0]) && this.types(l.f.this).includes('Location');
  },
  spanOf(w) { return w.form === 'Span' && w.row === 'game' ? 'game' : 'turn'; },
  used(l, what) {
    const k = l.key + (what ? '!' + what : ''), u = this.uses.get(k) || [];
    u.push(this.turn); this.uses.set(k, u);
    if (l.since !== undefined && l.stmt.limit && !l.stmt.per && u.length >= this.number(l.f, l.stmt.limit)) this.dropLasting(x => x === l);
  },
  usesOf(l, span) { const u = this.uses.get(l.key + (span === 'would' ? '!would' : '')) || []; return span === 'game' ? u.length : u.filter(t => t === this.turn).length; },

  // --- what waits
  // Two texts that wait are alike: the same text of cards with the same key that speaks of the same
  alike(p) {
    const body = p.stmt.body, own = binds(p.stmt);
    const facing = !!find(body, x => x.form === 'Group' && x.row === 'facing');
    const about = p.event && ((p.stmt.event.name && speaksOf(body, new Set([p.stmt.event.name]))) || facing);
    const said = [...spoken(body)].filter(n => n !== 'you' && n !== 'this' && !own.has(n)).map(n => {
      const v = this.named(p.f, n);
      return v instanceof this.Outcome ? v.facts.map(sameEvent) : v;
    });
    return [this.key(p.source), this.stmtId(p.stmt), p.itself ? p.source : '', about ? sameEvent(p.event) : '', JSON.stringify(said)].join('/');
  },
  stmtId(stmt) { if (!this.ids.has(stmt)) this.ids.set(stmt, this.ids.size); return this.ids.get(stmt); },
  *resolvePending() {
    while (this.pending.length) {
      const player = this.from(this.active).find(p => this.pending.some(x => x.player === p));
      if (!player) { this.pending = []; return; }
      const counts = new Map(), table = new Map(), seen = new Set();
      for (const x of this.pending) {
        if (x.player !== player || seen.has(x.key)) continue;
        seen.add(x.key);
        const n = counts.get(x.source) || 0; counts.set(x.source, n + 1);
        table.set(JSON.stringify(['trigger', x.source, n]), x);
      }
      const a = yield* this.ask(player, 'trigger', [...table.keys()].map(k => ({ action: JSON.parse(k) })));
      const next = table.get(JSON.stringify(a));
      this.pending.splice(this.pending.indexOf(next), 1);
      yield* this.runPending(next);
    }
  },
  // Of what waits, these come now; the rest waits on
  *firstOf(test) {
    const now = this.pending.filter(test);
    if (!now.length) return;
    const later = this.pending.filter(x => !now.includes(x));
    this.pending = now;
    yield* this.resolvePending();
    this.pending = later.concat(this.pending);
  },
  *giveBack() { for (const x of this.backs.splice(0)) yield* this.runPending(x); },
  *runPending(x) {
    const f = this.copyFrame(x.f);
    f.turn = this.turn;
    if (x.event) {
      if (x.stmt.event.name) f.names.set(x.stmt.event.name, x.event);
      const who = x.event.by && this.isFoe(f.you, x.event.by) ? x.event.by : null;
      if (who) f.that = who;
    }
    yield* this.carryOut(f, x.stmt.body);
  },
  // A text of its own, from its beginning to its end
  *carryOut(f, body) {
    this.depth++;
    const shown = this.shown.length;
    try { return yield* this.run(f, body); } finally { this.depth--; this.shown.length = this.depth ? Math.min(this.shown.length, shown) : 0; }
  },
};
