"""Irregular phrases, one module a family: how they are read from trees, and how they are written.

Regular phrases are stated as templates where their nodes are defined, in `grammar/ast/`.
"""


def load() -> None:
    """Make every phrase known; importing the modules enters them."""
    from rules_check.grammar.phrases import (  # noqa: F401
        actions,
        as_much,
        asides,
        attack_cards,
        balances,
        being,
        but,
        card_types,
        chains,
        choices,
        comparisons,
        conditions_said,
        costs,
        deeds,
        elided,
        fewer_of_them,
        for_each_that,
        free,
        fronted,
        in_short,
        left_over,
        limits,
        next_turn,
        numbers_done,
        occasions,
        others,
        otherwise,
        piles_compared,
        placing,
        player_counts,
        ranks,
        said_again,
        said_of_cards,
        sentences,
        suffixes,
        sums,
        tiers,
        which_others,
        who_begins,
        whose,
        with_fewer,
    )
