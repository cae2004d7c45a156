#!/usr/bin/env node
'use strict';
// The harness: JSON Lines on standard input and output.
const { FORMS, Game, Ruleset, Refused } = require('./lib/game');
const readline = require('readline');

const capabilities = {
  version: 2,
  implementation: { name: 'second-engine', language: 'javascript', version: '0.2.0' },
  rulesets: ['rivals-batman-joker', 'heroes-unite'],
  kinds: ['transition', 'legal-actions', 'reject', 'score', 'view'],
  features: ['set-up', 'cards', 'live', 'variant:hunt', 'variant:longer', 'variant:synergy', 'variant:super-hidden'],
  forms: FORMS,
};
let ruleset = null, live = null;

function run(vector) {
  const { kind, steps, setup } = vector;
  const game = new Game(ruleset, setup);
  if (kind === 'reject' && !steps.length) {
    const bad = game.badSeats();
    return bad ? { refused: true } : { refused: false };
  }
  game.begin();
  const positions = [game.position()];
  for (let i = 0; i < steps.length; i++) {
    try {
      game.answer(steps[i].actor, steps[i].action, steps[i].nature);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (kind === 'reject' && i === steps.length - 1) return { refused: true, code: e.code, position: game.position() };
      return { refused: true, step: i + 1, code: e.code };
    }
    positions.push(game.position());
  }
  switch (kind) {
    case 'transition': return { positions };
    case 'legal-actions': return { choice: game.position().choice };
    case 'reject': return { refused: false, position: game.position() };
    case 'score': return { result: game.result };
    case 'view': return { view: game.view(vector.ask.seat) };
    default: throw new Error('kind ' + kind);
  }
}

function guarded(m, work) {
  try { return { seq: m.seq, ...work() }; } catch (e) {
    if (e instanceof Refused) return { seq: m.seq, refused: true, code: e.code };
    return { seq: m.seq, errored: { message: String(e.message), trace: String(e.stack).slice(0, 3000) } };
  }
}

function handle(m) {
  switch (m.cmd) {
    case 'start': return capabilities;
    case 'ruleset':
      ruleset = new Ruleset(m); live = null;
      return { ok: true };
    case 'run': return guarded(m, () => ({ result: run(m.vector) }));
    case 'new': return guarded(m, () => { live = new Game(ruleset, m.setup); live.begin(); return { position: live.position() }; });
    case 'answer': return guarded(m, () => { live.answer(m.actor, m.action, m.nature); return { position: live.position() }; });
    default: return { seq: m.seq, errored: { message: 'unknown message ' + m.cmd } };
  }
}

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', line => {
  if (!line.trim()) return;
  const m = JSON.parse(line);
  if (m.cmd === 'stop') process.exit(0);
  process.stdout.write(JSON.stringify(handle(m)) + '\n');
});
lines.on('close', () => process.exit(0));
