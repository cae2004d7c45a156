'use strict';
// What a card is made of: its abilities sorted once by when they work.

const PICKED = new Set(['a foe', 'a player', 'any player', 'another player', 'you or your teammate']);

function* walk(node) {
  if (Array.isArray(node)) { for (const x of node) yield* walk(x); return; }
  if (!node || typeof node !== 'object') return;
  if (node.node) yield node;
  for (const k in node) if (k !== 'node' && node[k] && typeof node[k] === 'object') yield* walk(node[k]);
}

const marksCache = new WeakMap();
function marksIn(node) {
  let s = marksCache.get(node);
  if (!s) { s = new Set(); for (const n of walk(node)) if (n.mark !== undefined) s.add(n.mark); marksCache.set(node, s); }
  return s;
}
function speaksOf(node, marks) {
  for (const n of walk(node)) if (n.bound && n.bound.some(b => marks.has(b))) return true;
  return false;
}
const contains = (node, name) => { for (const n of walk(node)) if (n.node === name) return true; return false; };

function parts(effect) { return effect.node === 'Seq' ? effect.effects.flatMap(parts) : [effect]; }
function flat(abilities) { return abilities.flatMap(a => a.node === 'Abilities' ? flat(a.abilities) : [a]); }

function aboutItself(when) {
  const e = when.occasion && when.occasion.event;
  return !!(e && e.what && e.what.node === 'Ref' && (e.what.kind === 'this card' || (e.what.bound || []).every(b => b === -1) && e.what.bound && e.what.bound.length > 0));
}
function returnsItself(when) {
  const e = when.occasion && when.occasion.event;
  return aboutItself(when) && !e.would && e.verbs.length === 1 && e.verbs[0] === 'destroy' &&
    when.effect.node === 'Move' && when.effect.verb === 'return' && (!when.effect.to || when.effect.to.zone === 'stack');
}
// "at the end of your next turn", "of this turn" is one turn: such a line does not stand, it is carried out when played
const ofOneTurn = p => { const m = p.node === 'When' ? p.occasion : p.node === 'Delayed' ? p.when : null; return !!m && m.node === 'Moment' && (m.next || m.this); };
const waitsOnly = effect => parts(effect).every(p => p.node === 'When' || p.node === 'PlayBefore');
// texts about their own card that stand by themselves: they work wherever the card is
const OWN = new WeakSet(), isOwn = when => OWN.has(when);
function ownTexts(abilities) {
  const of = x => x.node === 'Ongoing' ? flat([x.ability]).flatMap(of) : x.node === 'Plain' || x.node === 'Reminder' ? parts(x.effect) : [];
  return flat(abilities).flatMap(of).filter(p => p.node === 'When' && aboutItself(p) && !returnsItself(p));
}

function analyse(def) {
  const a = { played: [], standing: [], defenses: [], blocks: [], appearance: [], gained: [], payments: [], self: [],
    ends: [], worth: [], reduce: [], assist: false, useOnce: false, useAny: false, returns: false,
    before: [], starts: null, first: false, ongoing: false };
  const abilities = flat(def.text || []);
  const character = def.pile === 'character' || (def.titles || []).includes('Character');
  const stays = x => x.node === 'Ongoing' || (x.node === 'Confrontation' && flat([x.ability]).some(stays));
  a.ongoing = abilities.some(stays);
  a.isCharacter = character;

  for (const n of walk(def.text || [])) {
    if (n.node === 'UseOnce') a.useOnce = true;
    if (n.node === 'UseAnyNumber') a.useAny = true;
    if (n.node === 'GoFirst') a.first = true;
    if (n.node === 'StartsGame') a.starts = n.place;
    if (n.node === 'PlayBefore') a.before.push(n);
    if (n.node === 'ReduceScore') a.reduce.push(n);
    if (n.node === 'When' && n.occasion.node === 'GameEnd') a.ends.push(n);
    if (n.node === 'When' && returnsItself(n)) a.returns = true;
  }
  a.self = ownTexts(abilities);
  for (const n of a.self) OWN.add(n);
  // Worth outside of a GameEnd text
  const inEnds = new Set(); for (const e of a.ends) for (const n of walk(e)) inEnds.add(n);
  for (const n of walk(def.text || [])) if (n.node === 'Worth' && !inEnds.has(n)) a.worth.push(n);

  const stand = (effect, ongoing, conf) => {
    for (const p of parts(effect)) {
      if (p.node === 'When' && (p.occasion.node === 'GameEnd' || isOwn(p) || returnsItself(p))) continue;
      a.standing.push({ node: p, ongoing, conf, n: a.standing.length });
    }
  };
  const take = (x, ongoing, conf) => {
    const bare = !ongoing && !conf;
    switch (x.node) {
      case 'Plain':
        if (character || !parts(x.effect).some(ofOneTurn) && (ongoing || (a.ongoing && waitsOnly(x.effect)))) stand(x.effect, ongoing, conf);
        else a.played.push({ ability: x, conf });
        break;
      case 'Attack':
        if (!character && !ongoing) a.played.push({ ability: x, conf }); break;
      case 'Ongoing': take(x.ability, true, conf); break;
      case 'Confrontation':
        if (character || ongoing) {
          for (const y of flat([x.ability])) take(y, ongoing, 'in');
          if (x.otherwise) stand(x.otherwise, ongoing, 'not');
        } else {
          for (const y of flat([x.ability])) take(y, ongoing, 'in');
          if (x.otherwise) a.played.push({ ability: { node: 'Plain', effect: x.otherwise }, conf: 'not' });
        }
        break;
      // these work from the hand, the stack or the moment of gaining: inside Ongoing or Confrontation never
      case 'Defense': if (bare) a.defenses.push(x); break;
      case 'Block': case 'BlockValue': if (bare) a.blocks.push(x); break;
      case 'FirstAppearance': if (bare) a.appearance.push(x); break;
      case 'WhenGained': if (bare) a.gained.push(x); break;
      case 'Payment': a.payments.push({ node: x, conf, n: a.payments.length }); break;
      case 'Assist': a.assist = true; break;
      case 'Abilities': for (const y of flat(x.abilities)) take(y, ongoing, conf); break;
      default: break; // Reminder
    }
  };
  for (const x of abilities) take(x, false, null);
  return a;
}

// The May that is agreed to by using an ability: at its beginning
function nodesOf(cards) { const s = new Set(); for (const n of walk(cards)) s.add(n.node); return s; }

module.exports = { PICKED, walk, marksIn, speaksOf, contains, parts, flat, analyse, isOwn, returnsItself, nodesOf };
