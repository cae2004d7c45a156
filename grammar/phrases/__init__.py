"""Irregular phrases, one module a family: how they are read from trees, and how they are written.

Regular phrases are stated as templates where their nodes are defined, in `grammar/ast/`.
"""


def load() -> None:
    """Make every phrase known; importing the modules enters them."""
    from rules_check.grammar.phrases import (  # noqa: F401
        actions,
        all_but,
        as_much,
        asides,
        attack_cards,
        balances,
        being,
        but,
        card_types,
        chains,
        character_numbers,
        choices,
        chosen_to,
        comparisons,
        conditions_said,
        costs,
        deeds,
        failing_that,
        for_each_that,
        free,
        from_where,
        in_few_words,
        in_sequence,
        in_short,
    )

    _load_more()


def _load_more() -> None:
    """The other half of them, from "kinds held" on."""
    from rules_check.grammar.phrases import (  # noqa: F401
        not_defeated,
        occasions,
        of_the_three,
        one_by_one,
        others,
        placing,
        player_counts,
        ranks,
        remarks,
        said_of_cards,
        sentences,
        sharing,
        so_far,
        suffixes,
        sums,
        tiers,
        which_others,
        who_begins,
    )

    _load_counts()


def _load_counts() -> None:
    from rules_check.grammar.phrases import (  # noqa: F401
        by_kind,
        number_in_theirs,
        who_most,
        whose,
    )

    _load_values()


def _load_values() -> None:
    from rules_check.grammar.phrases import (  # noqa: F401
        as_soon_as,
        down_to_yours,
        gone_on,
        in_passing,
        not_picked,
        types_named,
        whoever_plays,
        worth_vp,
    )
