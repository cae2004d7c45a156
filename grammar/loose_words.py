"""Loose words for what the language says in plain ones: when, if, who, which cards, how many.

For `grammar.spelled_out`. An entry stands for the same in every sentence, whatever is around it. So
nothing that tells who decides, what is compared or where a card goes may be left out here: such
words need a phrase of the grammar.
"""

from __future__ import annotations

from typing import Final

from rules_check.grammar.loose_guards import LIKE

MANY: Final = {"foes": "foe", "opponents": "opponent", "enemies": "enemy"}
"""Players on the other side, several and one."""

LOOSE: Final[dict[str, str]] = {
    # when
    **dict.fromkeys(
        ["until your next turn begins", "until your next turn starts"],
        "until the start of your next turn",
    ),
    "when your next turn begins": "at the start of your next turn",
    "when your next turn starts": "at the start of your next turn",
    **dict.fromkeys(
        ["until this turn ends", "until this turn is over"],
        "until the end of this turn",
    ),
    **{f"the remainder of {turn} turn": f"the rest of {turn} turn" for turn in ("this", "your")},
    **{f"{then} ,": "then ," for then in ("afterward", "afterwards", "after that")},
    **{
        f"{what} {then}": what
        for what in ("your deck", "their deck", "the main deck", "it", "them")
        for then in ("afterward", "afterwards")
    },
    **{f"any time {who}": f"each time {who}" for who in ("you", "a foe", "your teammate")},
    **{
        f"play {it} {now}": f"immediately play {it}"
        for it in ("it", "them", "that card")
        for now in ("at once", "right away", "immediately")
    },
    "as soon as": "when",
    # if
    **dict.fromkeys(["provided that", "provided", ", provided that", "but only if"], "if"),
    ", but only if": "if",
    "should it be": "if it is",
    "in any other case": "otherwise",
    "when you do ,": "if you do ,",
    "is empty after you play this card": "is empty",
    "power now ,": "power ,",
    "other than you , everyone who": "each other player who",
    "until you are back to": "until you have",
    **{
        f"return {it} to that stack": f"return {it} to its stack"
        for it in ("it", "this card", "that card")
    },
    **{
        f"each player 's {pile} , including your own": f"each player 's {pile}"
        for pile in ("deck", "hand")
    },
    **{
        f"choose {one} of {them} to be discarded": f"discard {one} of {them}"
        for one in ("one", "any one")
        for them in ("them", "those cards")
    },
    ", which you may then draw": "and you may draw it",
    ", which you may draw": "and you may draw it",
    "are then": "are",
    "is then": "is",
    **{
        f"ties are broken by {who}": f"if tied , {who} chooses"
        for who in ("that foe", "that player")
    },
    "you break ties": "if tied , you choose",
    "costs more than that ,": "costs more ,",
    "costs less than that ,": "costs less ,",
    **{f"if even one of {them}": f"if any of {them}" for them in ("them", "those")},
    **{f"nothing {where}": f"no card {where}" for where in ("in the", "in your", "there")},
    **{
        f"{done} anything this turn": f"{done} any cards this turn"
        for done in ("bought", "played", "discarded", "destroyed", "gained")
    },
    # who
    **{f"{each} player but you": "each other player" for each in ("each", "every")},
    **{f"{word} but you": "each other player" for word in ("everyone", "everybody")},
    "each player , yourself included ,": "each player",
    "neither foe may": "foes cannot",
    "neither foe can": "foes cannot",
    **{f"a player {other} yourself": "another player" for other in ("other than", "besides")},
    "all who did": "those who did",
    "all who do": "those who do",
    "pick": "choose",
    "picks": "chooses",
    **{up: up for up in ("pick up", "picks up")},  # to take, or to draw
    **{f"defence{s}": f"defense{s}" for s in ("", "s")},
    **{f"utili{z}e{s}": f"use{s}" for z in "sz" for s in ("", "s")},
    # which cards
    **{
        f"whichever {of}you {like}": f"one of {said} of your choice"
        for of, said in {
            "one ": "them",
            "card ": "them",
            "of the two ": "them",
        }.items()
        for like in LIKE
    },
    "either one": "one of them",
    "either one of": "one of",
    "either one or": "one or",
    "one of the two": "one of them",
    **{f"one of the two {word}": f"one of the two {word}" for word in ("players", *MANY)},
    **{f"one of the two {word}": "one of them" for word in ("cards", "revealed cards")},
    **{
        f"one of the two cards {where}": f"one of the two cards {where}"
        for where in ("in", "on", "with", "from", "of", "that", "under")
    },
    **dict.fromkeys(
        [
            *("the remainder", "everything you did not draw"),
            *(
                "everything you did not take",
                "whatever you did not take",
                "whatever you did not draw",
            ),
            "everything else revealed",
        ],
        "the rest",
    ),
    **{
        f"this card {and_} {one}": f"this card and {one}"
        for and_ in ("together with", "along with")
        for one in ("a", "an", "another", "one", "two")
    },
    **{
        f"as {if_} it were {so}": ""
        for if_ in ("if", "though")
        for so in ("in your hand", "yours", "your own")
    },
    "of the same cost or less": "of equal or lower cost",
    "of the same cost or lower": "of equal or lower cost",
    "of the same cost or greater": "of equal or greater cost",
    "that share a card type": "of the same card type",
    "that share a card type with": "that share a card type with",
    "that share a cost": "with the same cost",
    "that share a cost with": "that share a cost with",
    "whose costs add up to": "with a total cost of",
    "whose costs total": "with a total cost of",
    **{f"of that card 's {kind}": "of that card type" for kind in ("type", "card type")},
    **{
        f"{two}have a {kind} in common": f"{they}{share}"
        for two, they in {"if the two ": "if they ", "": ""}.items()
        for kind, share in {
            "card type": "share a card type",
            "type": "share a card type",
            "cost": "have the same cost",
        }.items()
    },
    # how many
    **dict.fromkeys(["never exceeding", "with a limit of", "with a ceiling of"], "to a maximum of"),
    **dict.fromkeys([", never exceeding", ", with a limit of"], ", to a maximum of"),
    "to no more than": "to a maximum of",
    **dict.fromkeys(["but never below", "but no less than"], "to a minimum of"),
    "one card fewer than": "one fewer card than",
    "one card more than": "one more card than",
    **{f"{verb} an equal number": f"{verb} that many cards" for verb in ("draw", "draws")},
    **{f"{verb} an equal number of": f"{verb} an equal number of" for verb in ("draw", "draws")},
    "their costs add up to": "their total cost is",
    "their costs total": "their total cost is",
    "in this manner": "this way",
    "because of this attack": "this way",
    "double the number of": "twice the number of",
    "not more than": "no more than",
    **{
        f", less {n} for {each}": f", minus {n} for {each}"
        for n in ("1", "2")
        for each in ("each", "every")
    },
    "down to a hand of": "down to",
    **{f"with a total cost of exactly {n}": f"with a total cost of {n}" for n in range(1, 13)},
    "rounding up": "rounded up",
    "rounding down": "rounded down",
    "worth nothing": "worth 0 vp",
    **{
        f", and {more} for {each}": f", plus {number} for {each}"
        for number in ("1", "2", "3")
        for more in (f"another {number}", f"{number} more")
        for each in ("each", "every")
    },
    **{f", but only {number} if": f", or {number} if" for number in ("one", "two", "1", "2")},
    "forces you to": "makes you",
    "came from a": "card is a",
    "keep revealing cards from the top of": "reveal cards from the top of",
    "look through your deck for": "search your deck for",
}
