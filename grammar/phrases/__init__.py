"""Irregular phrases, one module a family: how they are read from trees, and how they are written.

Regular phrases are stated as templates where their nodes are defined, in `grammar/ast/`.
"""


def load() -> None:
    """Make every phrase known; importing the modules enters them."""
    from rules_check.grammar.phrases import (  # noqa: F401
        actions,
        as_much,
        as_you_did,
        asides,
        attack_cards,
        balances,
        being,
        but,
        card_types,
        chains,
        choices,
        chosen_to,
        comparisons,
        conditions_said,
        costs,
        counted_kinds,
        deeds,
        elided,
        fewer_of_them,
        for_each_that,
        free,
        from_where,
        fronted,
        in_few_words,
        in_sequence,
        in_short,
        kinds_held,
        left_over,
        limits,
        next_turn,
        nothing_to_show,
        numbers_done,
        occasions,
        of_those,
        others,
        otherwise,
        piles_compared,
        placing,
        player_counts,
        prices,
        ranks,
        said_again,
        said_of_cards,
        sentences,
        sharing,
        so_far,
        suffixes,
        sums,
        superlatives,
        taken_off,
        tiers,
        which_others,
        who_begins,
        who_did_not,
    )

    _load_counts()


def _load_counts() -> None:
    from rules_check.grammar.phrases import (  # noqa: F401
        by_kind,
        none_of_these,
        number_in_theirs,
        whose,
        with_fewer,
    )

    _load_more()


def _load_more() -> None:
    from rules_check.grammar.phrases import (  # noqa: F401
        already_there,
        as_soon_as,
        down_to_yours,
        gone_on,
        in_passing,
        more_than_half,
        not_picked,
        of_the_two,
        so_many_of_those,
        types_named,
        values_named,
        whoever_plays,
        worth_vp,
    )
