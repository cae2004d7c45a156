'use strict';
// What can be said of a form of the core without playing: walking over it, its names, its settings.
const CACHE = new WeakMap();
const once = (form, what, make) => {
  let kept = CACHE.get(form);
  if (!kept) CACHE.set(form, kept = {});
  return what in kept ? kept[what] : (kept[what] = make());
};

function* walk(x) {
  if (Array.isArray(x)) { for (const y of x) yield* walk(y); return; }
  if (!x || typeof x !== 'object') return;
  if (x.form) yield x;
  for (const k in x) if (typeof x[k] === 'object' && k !== 'settings') yield* walk(x[k]);
}
const find = (x, test) => { for (const y of walk(x)) if (test(y)) return y; return null; };

// The names that a form speaks of, and those that it binds
const spoken = x => once(x, 'spoken', () => new Set([...walk(x)].filter(y => y.form === 'Var').map(y => y.name)));
const binds = x => once(x, 'binds', () => new Set([...walk(x)].filter(y => y.form !== 'Var' && y.form !== 'Kind' && y.name).map(y => y.name)));
const speaksOf = (x, names) => { for (const n of spoken(x)) if (names.has(n)) return true; return false; };

// The readings of what no book settles: the last table of docs/letter.md
const OPEN = { tie: 'all', counts: 'really', part: 'not', mode: 'in_turn', test: 'while', fewer: 'all_there_are', none: 'not', absent: 'not_so', set: 'later_too',
  counted: 'once', declined: 'counts', order: 'after_card', often: 'each', waits: 'rest_of_turn', banner: 'gained', when: 'any_time', uses: 'once', paid: 'unlimited',
  per_type: 'paid', speaks_of: 'blocker', must: 'no', full: 'whole', later: 'now', counts_again: 'no', again: 'adds',
  assist_you: 'active', assist_decider: 'active', assist_played: 'player', assist_bonus: 'player', avoiding: 'attack_only', empty: 'stands', scope: 'card', below: 'stops' };
const DONE = { tie: ['first', 'nobody'], part: ['done'], mode: ['together'], test: ['do_while'], fewer: ['none'], none: ['done'], absent: ['nothing'], set: ['now'], counted: ['live'],
  order: ['before_card'], often: ['first'], banner: ['bought'], uses: ['any_number'], paid: ['once'], must: ['must'], counts_again: ['again'], empty: ['void'], below: ['debt'] };
const has = (x, name) => (x.settings || []).some(s => s.name === name);
function setting(x, name) {
  const s = (x.settings || []).find(y => y.name === name);
  return !s || s.by === 'open' ? OPEN[name] : s.answer;
}
const VERBS = new Set(('draw discard destroy gain buy defeat put return remove pass receive deal swap shuffle sweep play reveal look choose use give pay take attack hit avoid announce confront ' +
  'block succeed appear refill flip turn_begin turn_end game_begin game_end').split(' '));
const HOMES = new Set(['played', 'play', 'character', 'hand', 'stack', 'super_up', 'lineup', 'owned', 'anywhere', 'setup']);
// A core that this engine cannot carry out is an error, before the game begins
function check(core, known) {
  if (!core) throw new Error('a card without a core');
  for (const x of walk(core)) {
    if (!known.has(x.form)) throw new Error('unknown form ' + x.form);
    if (x.form === 'Text' && !HOMES.has(x.home)) throw new Error('unknown home ' + x.home);
    if (x.form === 'Text') lookAhead(x);
    for (const s of x.settings || []) {
      const known = s.name in OPEN && (s.by === 'open' || s.answer === OPEN[s.name] || (DONE[s.name] || []).includes(s.answer));
      if (!known) throw new Error('unknown setting ' + s.name + '=' + s.answer);
    }
    for (const v of x.form === 'Event' ? x.verbs : x.form === 'Move' ? [x.verb] : []) if (!VERBS.has(v)) throw new Error('unknown verb ' + v);
  }
}

// The statement that takes what a Choose has chosen: the first in the text that does something with these cards
function takenBy(choose) { return once(choose, 'taken', () => null); }
function lookAhead(text) {
  for (const choose of walk(text)) if (choose.form === 'Choose') {
    const name = new Set([choose.name]), about = x => speaksOf(x, name);
    once(choose, 'taken', () => find(text, x => (x.form === 'Play' && about(x.card)) || ((x.form === 'Move' || x.form === 'Show') && about(x.cards))));
  }
}
const isDeck = x => x.form === 'Place' && x.row === 'deck';
// So many cards from an end of a player's deck, in a value
const endsOfDecks = x => once(x, 'ends', () => [...walk(x)].filter(y => y.form === 'Ends' && find(y.of, isDeck)));

module.exports = { walk, find, spoken, binds, speaksOf, has, setting, check, takenBy, endsOfDecks, isDeck, once };
