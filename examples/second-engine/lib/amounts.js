'use strict';
// Numbers: amounts, attributes, costs.
const { walk } = require('./cards');
const uniq = list => [...new Set(list)];

module.exports = {
  compare(a, how, b) {
    switch (how) {
      case '=': return a === b; case '<=': return a <= b; case '>=': return a >= b; case '<': return a < b; case '>': return a > b;
      default: throw new Error('comparison ' + how);
    }
  },
  amount(f, a) {
    switch (a.node) {
      case 'Number': return a.value;
      case 'CountOf': return this.countOf(f, a);
      case 'CountPlayers': return this.players(f, a.who).length;
      case 'AttributeOf': return this.selected(f, a.of).reduce((s, c) => s + this.attribute(c, a.kind), 0);
      case 'ThatMany': {
        const notes = this.notesSeen(f, a.bound || []).filter(n => n.value !== null && typeof n.value === 'number');
        if (notes.length) return notes.reduce((s, n) => s + n.value, 0);
        return this.actsSeen(f, a.bound || []).length;
      }
      case 'Times': return a.number * this.amount(f, a.each);
      case 'Plus': return this.amount(f, a.first) + this.amount(f, a.second);
      case 'Minus': return this.amount(f, a.first) - this.amount(f, a.second);
      case 'Difference': return Math.abs(this.amount(f, a.first) - this.amount(f, a.second));
      case 'Half': { const n = this.amount(f, a.of); return a.up === false ? Math.floor(n / 2) : Math.ceil(n / 2); }
      case 'Bounded': {
        let n = this.amount(f, a.of);
        if (a.most !== null && a.most !== undefined) n = Math.min(n, a.most);
        if (a.least !== null && a.least !== undefined) n = Math.max(n, a.least);
        return n;
      }
      case 'Highest': {
        const v = this.candidates(f, a.cards, null, 'count').map(c => this.attribute(c, a.kind));
        return v.length ? (a.highest ? Math.max(...v) : Math.min(...v)) : 0;
      }
      case 'MostHeld': {
        const v = this.players(f, a.who).map(p => this.as(f, p, () => this.countCards(f, a.cards, 'actor')));
        return v.length ? (a.most ? Math.max(...v) : Math.min(...v)) : 0;
      }
      default: throw new Error('amount ' + a.node);
    }
  },
  // Cards counted; those of Acted each as often as it was done
  counted(f, sel, mode) {
    if (sel.node && sel.node !== 'Cards') return this.selected(f, sel);
    let list = this.pool(f, sel, null, mode || 'count');
    const byFacts = !sel.among && !sel.places.length && sel.filter.tests.find(t => ['Acted', 'ThisWay', 'Controlled', 'Owned'].includes(t.node));
    if (!(byFacts && (byFacts.node === 'Acted' || (byFacts.node === 'ThisWay' && !byFacts.window)))) list = uniq(list);
    list = list.filter(c => this.fits(f, sel.filter, c));
    return this.extremes(f, sel.filter.tests, list, 1);
  },
  groupCount(f, sel, list) {
    const tests = sel.filter.tests;
    const t = tests.find(x => x.node === 'Alike' || x.node === 'OneType');
    if (t) { const kind = t.node === 'Alike' ? t.kind : 'card type'; return list.reduce((m, c) => Math.max(m, list.filter(d => this.alike(kind, c, d)).length), 0); }
    if (tests.some(x => x.node === 'Different')) return Math.max(0, this.fill(tests, [], uniq(list), list.length));
    return list.length;
  },
  // How many of these cards a test of players counts: so many as go together, of CostWorth one if they are worth it
  heldCount(f, sel, list) {
    if (sel.quantity.node === 'CostWorth') return list.length && this.sumCost(list) >= sel.quantity.amount ? 1 : 0;
    return sel.filter.tests.some(t => t.node === 'TotalAtMost' || t.node === 'TotalAtLeast') ? Math.max(0, this.fill(sel.filter.tests, [], uniq(list), list.length)) : this.groupCount(f, sel, list);
  },
  countCards(f, sel, mode) { return this.groupCount(f, sel, this.counted(f, sel, mode)); },
  countOf(f, a) {
    let list = this.counted(f, a.cards);
    if (a.itself === false) list = list.filter(c => c !== f.source);
    let n;
    if (a.cards.quantity && a.cards.quantity.node === 'CostWorth') n = this.sumCost(list) >= a.cards.quantity.amount ? 1 : 0;
    else if (a.different === 'name') n = new Set(list.map(c => this.name(c))).size;
    else if (a.different === 'cost') n = new Set(list.map(c => this.cost(c))).size;
    else if (a.different === 'card type') n = new Set(list.flatMap(c => this.types(c)).filter(t => t !== a.apart)).size;
    else n = this.groupCount(f, a.cards, list);
    return Math.floor(n / (a.per || 1));
  },
  isLive(amount) {
    for (const n of walk(amount)) if (n.node === 'CountOf') {
      if (n.timing === 'live') return true;
      if (!n.timing && n.cards.filter && n.cards.filter.tests.some(t => t.node === 'Acted' && (t.tense === 'present' || t.tense === 'both'))) return true;
    }
    return false;
  },
  // --- attributes
  attribute(id, kind) {
    const d = this.def(id);
    switch (kind) {
      case 'cost': return this.cost(id);
      case 'VP': return d.vp || 0;
      case 'Level': return d.level || 0;
      case 'Power': {
        const t = (d.text || []);
        if (!t.length || !t.every(x => x.node === 'Plain' && x.effect.node === 'Power' && x.effect.amount.node === 'Number' && x.effect.who.kind === 'you')) return 0;
        return t.reduce((s, x) => s + x.effect.amount.value, 0);
      }
      default: throw new Error('attribute ' + kind);
    }
  },
  sumCost(cards) { return cards.reduce((s, c) => s + this.cost(c), 0); },
  ownCost(id, payer) {
    let n = this.def(id).cost || 0;
    if (this.info(id).isCharacter) return n;
    for (const x of this.selfCosts(id)) {
      const f = this.frame(payer || this.ownerOf(id) || this.active, id);
      if (x.confronting && !(this.confronted !== null && this.active === f.you)) continue;
      if ((!x.change.window || this.inWindow(f.you, x.change.window)) && x.conditions.every(c => this.holds(f, c))) n = this.changed(n, f, x.change);
    }
    return Math.max(0, n);
  },
  // A cost that goes up or down; down to `least`, and no further
  changed(n, f, change) {
    const to = n + (change.more ? 1 : -1) * this.amount(f, change.amount), least = change.least;
    return change.more || least === null || least === undefined ? to : Math.max(to, Math.min(n, least));
  },
  selfCosts(id) {
    const inf = this.info(id);
    if (inf.selfCosts) return inf.selfCosts;
    const found = [];
    const look = (e, conditions, confronting) => {
      if (!e) return;
      if (e.node === 'Seq') e.effects.forEach(x => look(x, conditions, confronting));
      else if (e.node === 'ChangeCost' && e.of.node === 'CostOfThis') found.push({ change: e, conditions, confronting });
      else if ((e.node === 'While' || e.node === 'If' && !e.otherwise)) look(e.node === 'While' ? e.effect : e.then, conditions.concat(e.condition), confronting);
      else if (e.node === 'Ongoing' || e.node === 'Confrontation') look(e.ability, conditions, confronting || e.node === 'Confrontation');
      else if (e.node === 'Plain' || e.node === 'Reminder') look(e.effect, conditions, confronting);
    };
    for (const a of this.def(id).text || []) look(a, [], false);
    return (inf.selfCosts = found);
  },
  // The cost in texts: what is printed, changed by a text of the card itself only while that text stands
  cost(id) { return / play$/.test(this.where.get(id)) && this.info(id).ongoing ? this.ownCost(id) : this.def(id).cost || 0; },
  price(id, payer, defeat) {
    let n = this.ownCost(id, payer);
    for (const x of this.costChanges()) {
      const c = x.change.of;
      if (c.node !== 'CostOfCards') continue;
      if (!x.conditions.every(k => this.holds(x.frame, k))) continue;
      if (c.to_defeat && !defeat) continue;
      if (!this.players(x.frame, c.payer).includes(payer)) continue;
      if (!this.changeFits(x, c, id, payer, defeat)) continue;
      n = this.changed(n, x.frame, x.change);
    }
    return Math.max(0, n);
  },
  changeFits(x, c, id, payer, defeat) {
    const f = x.frame;
    if (!this.fits(f, c.cards, id)) return false;
    if (c.in_line_up && !this.placeZones(f, { zone: 'the Line-Up' }).includes(this.where.get(id))) return false;
    const ext = c.cards.tests.filter(t => t.node === 'Extreme');
    if (ext.length) {
      const pool = this.zone('line-up').filter(y => this.fits(f, c.cards, y));
      if (!this.extremes(f, ext, pool, 1).includes(id)) return false;
    }
    if (c.nth) {
      const verbs = c.to_defeat ? ['defeat'] : ['buy'];
      const done = this.facts.slice(c.next ? x.since || 0 : 0).filter(y => verbs.includes(y.verb) && y.player === payer && this.fits(f, c.cards, y.card)).length;
      if (c.beyond ? done < c.nth : done !== c.nth - 1) return false;
    }
    return true;
  },
  characterCost(p) {
    const top = this.topCharacter(p);
    if (!top) return 0;
    let n = (this.def(top).cost || 0) + (this.raised[p] || 0);
    for (const x of this.costChanges()) {
      const c = x.change.of;
      if (c.node !== 'CharacterCost' || x.fixed) continue;
      const who = c.owner ? this.players(x.frame, c.owner) : [x.frame.you];
      if (who.includes(p) && x.conditions.every(k => this.holds(x.frame, k))) n += (x.change.more ? 1 : -1) * this.amount(x.frame, x.change.amount);
    }
    for (const l of this.lasting) if (l.type === 'raise' && l.player === p) n += l.value;
    return n;
  },
  defeatCost(p, payer) {
    let n = this.characterCost(p);
    const top = this.topCharacter(p);
    for (const x of this.costChanges()) {
      const c = x.change.of;
      if (c.node !== 'CostOfCards' || !c.to_defeat) continue;
      if (x.conditions.every(k => this.holds(x.frame, k)) && this.players(x.frame, c.payer).includes(payer) && this.changeFits(x, c, top, payer, true)) n = this.changed(n, x.frame, x.change);
    }
    return Math.max(0, n);
  },
};
