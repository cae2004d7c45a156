"""A program for a copy of the project: a text that is carried out by the letter."""

from __future__ import annotations

BY_LETTER = """
from rules_check.conform.games import Table, ruleset_message
from rules_check.grammar.core.carried_out import core_to_play
from rules_check.oracle.letter.box import Game as PlainGame
from rules_check.oracle.letter.box import Kind as PlainKind
from rules_check.oracle.letter.playing import Letter
from rules_check.oracle.letter.position import Frame, Position
from rules_check.oracle.letter.table import Tape
from rules_check.rules.load import load_ruleset

def by_letter(text, player, zones):
    'The zones after a player has carried out a text; no card has a text of its own.'
    book = 'confrontations'
    core = core_to_play(text, load_ruleset(book), character=False, keywords=())
    assert not isinstance(core, str), core
    names = {card.rpartition('#')[0] for cards in zones.values() for card in cards}
    told = dict(book=book, type='Hero', titles=(), cost=1, vp=0, level=0, pile=None)
    kinds = {x: PlainKind(x, x, core=type(core)(()), **told) for x in names}
    order = ('P1', 'P2', 'P3', 'P4')
    points = [dict.fromkeys(order, 0) for _ in range(2)]
    position = Position(zones, order, *points, turn=1, active=player, phase='play')
    rules = ruleset_message(Table(book, ''))['rules']
    letter = Letter(PlainGame(book, rules, kinds, order), position, Tape([]))
    letter.carry_out(Frame(player, None, player=player), core.texts[0].body)
    return letter.pos.zones
"""
