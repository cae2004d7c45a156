'use strict';
// Why an action was refused, as a code.
module.exports = {
  refusal(actor, a) {
    const c = this.choice, tag = a && a[0], card = a && a[1];
    if (!c) return 'game.over';
    const main = c.kind === 'main';
    switch (tag) {
      case 'play': return actor !== this.active ? 'play.not_your_turn' : !main ? 'play.not_now' : 'play.not_in_hand';
      case 'buy': {
        if (this.confronted && this.par['confront.forbids_buy']) return 'confront.no_buy';
        if (!main || actor !== this.active) return 'buy.not_now';
        const key = this.key(card);
        if (this.rules.stacks[key] === 'weakness' || this.rules.stacks[key] === 'starter') return 'buy.never_for_sale';
        if (this.anothers(card, actor)) return 'buy.anothers';
        return this.forSale(actor).includes(card) ? 'buy.too_expensive' : 'buy.not_for_sale';
      }
      case 'defeat': {
        const z = this.where.get(card), s = this.zone('super-villains');
        if (z !== 'super-villains') return this.facts.some(f => f.verb === 'defeat' && f.card === card) ? 'defeat.second' : 'defeat.not_on_top';
        if (s[0] !== card) return 'defeat.not_on_top';
        if (!this.beatable(actor).includes(card)) return this.facts.some(f => f.verb === 'defeat') ? 'defeat.second' : 'defeat.face_down';
        return 'defeat.too_expensive';
      }
      case 'hunt': return this.rs.variant !== 'hunt' ? 'hunt.no_variant' : this.hunted ? 'hunt.avoided' : this.huntable(actor).includes(card) ? 'hunt.too_expensive' : 'hunt.not_there';
      case 'confront': return c.kind === 'announce' ? 'confront.no_foe' : 'confront.too_late';
      case 'defend': return c.kind === 'defend' && c.player === actor ? 'defense.no_defense' : 'defense.not_now';
      case 'block': {
        if (c.kind !== 'block') return 'block.not_now';
        if (c.player !== actor) return 'block.not_confronted';
        return this.where.get(card) !== actor + ' hand' ? 'block.not_in_hand' : 'block.no_block';
      }
      case 'use': return [...this.uses].some(([k, turns]) => k.startsWith(card + '/') && turns.includes(this.turn)) ? 'use.used' : 'use.not_now';
      default: return (tag || 'action') + '.not_now';
    }
  },
};
