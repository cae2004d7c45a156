"""The topics lead from what the engine says to the rules behind it, and leave no rule out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rules_check.grammar.ast import CardType, Keyword, Verb
from rules_check.oracle.box.names import PLAY_SETS
from rules_check.oracle.box.playset import load_play_set
from rules_check.oracle.game import Game
from rules_check.oracle.players.drive import LIMIT, EndlessGame, play_on
from rules_check.oracle.players.player import RandomPlayer
from rules_check.oracle.refusing import MESSAGES
from rules_check.oracle.trace.citing import words_of, words_of_kind
from rules_check.oracle.values.events import Event
from rules_check.oracle.values.zones import BOSS_ZONES, PLAYER_ZONES, SHARED_ZONES
from rules_check.properties.random_cards import random_set
from rules_check.rules.load import (
    RULESETS,
    load_otherwise,
    load_rules,
    load_ruleset,
    load_topics,
)
from rules_check.rules.topics import Topics, split
from tests.effort import tries

ENGINE = Path(__file__).parents[2] / "oracle"
GAMES = tries(1, 15)
RANDOM_SETS = tries(1, 3)

every_play_set = pytest.mark.parametrize("name", PLAY_SETS)
some_play_sets = pytest.mark.parametrize("name", PLAY_SETS[:: tries(2, 1)])


# ------------------------------------------------------------------- what is listed


@pytest.mark.parametrize("name", RULESETS)
def test_every_rule_that_is_listed_exists_and_is_executable(name):
    rules = {**load_rules(name).rules}
    for mix in load_ruleset(name).mixes:  # what the book of a set that is mixed in says
        rules |= load_rules(mix.other).rules
    for topic, ids in (*load_topics(name).items(), *load_otherwise(name).items()):
        assert len(set(ids)) == len(ids), topic
        assert [id_ for id_ in ids if id_ not in rules or not rules[id_].executable] == [], topic


@every_play_set
def test_every_executable_rule_is_behind_a_topic(name):
    cited = {id_ for book in PLAY_SETS for ids in load_topics(book).values() for id_ in ids}
    executable = [rule.id for rule in load_rules(name).rules.values() if rule.executable]
    assert [id_ for id_ in executable if id_ not in cited] == []


def test_every_book_is_played_and_has_topics():
    assert [name for name in RULESETS if not load_topics(name)] == []


# ----------------------------------------------------- what is listed can be said


@cache
def literals() -> frozenset[str]:
    """Every text that stands in the code of the engine."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in ENGINE.glob("**/*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return frozenset(x.value for x in nodes if isinstance(x, ast.Constant) and type(x.value) is str)


def built() -> Iterator[str]:
    """Topics that the engine puts together from a beginning and a word."""
    verbs = [verb.value for verb in Verb]
    words: dict[str, list[str]] = {
        "effect.": verbs,
        "nothing.": verbs,
        "partly.": verbs,
        "refused.": [*MESSAGES, *(x for x in literals() if x.startswith(("setup.", "mix.")))],
        "score.tie.": values("score.tie_breaks"),
        "end.": values("end.conditions"),
        "turn.": ["end", "done"],
        "view.": [*PLAYER_ZONES, *SHARED_ZONES, *BOSS_ZONES],
        "shuffle.reshuffle.": [*verbs, "reveal"],
    }
    for start, rest in words.items():
        assert any(text.endswith((start, start.rpartition(".")[2])) for text in literals()), start
        yield from (start + word for word in rest)


def values(parameter: str) -> list[str]:
    """The words that the books give for a parameter."""
    books = [load_ruleset(name) for name in PLAY_SETS]
    lists = [book.parameters[parameter] for book in books]
    variants = [variant for book in books for variant in book.variants]
    lists += [x.parameters[parameter] for x in variants if parameter in x.parameters]
    return [str(word) for words in lists if isinstance(words, tuple) for word in words]


@cache
def beginnings() -> frozenset[str]:
    """The topics that stand in the code, or are put together from a beginning and a word."""
    whole = {x for x in literals() if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", x)}
    return frozenset(whole | set(built()))


@cache
def endings() -> frozenset[str]:
    """What the code puts behind a topic."""
    return frozenset(x for x in literals() if re.fullmatch(r"(\.[a-z_]+)+", x))


PHASES = tuple(f".{x}" for x in ("announce", "play", "done", "block", "compare", "end"))


def without(topic: str, ends: Iterable[str]) -> list[str]:
    """A topic without the end that it has."""
    return [topic.removesuffix(end) for end in ends if topic.endswith(end)]


def put_together(topic: str) -> bool:
    """Whether the code can put a topic together, from a beginning and up to two ends."""
    for shorter in (topic, *without(topic, endings())):
        once = (shorter, *without(shorter, (*endings(), *PHASES)))
        if not beginnings().isdisjoint(once):
            return True
    return False


@cache
def last_words() -> frozenset[str]:
    """The words that a topic can end with."""
    return frozenset(x.rpartition(".")[2] for x in (*beginnings(), *endings(), *PHASES))


def sayable(topic: str) -> bool:
    """Whether the code can put a topic together, or one that is a word longer."""
    return (
        topic in ("nothing", "partly")
        or put_together(topic)
        or any(put_together(f"{topic}.{word}") for word in last_words())
    )


@every_play_set
def test_every_topic_that_is_listed_can_be_said_by_the_engine(name):
    topics = [split(entry)[0] for entry in (*load_topics(name), *load_otherwise(name))]
    assert [topic for topic in dict.fromkeys(topics) if not sayable(topic)] == []


def test_a_topic_that_nobody_says_would_be_found():
    for topic in ("play.crad", "effect.sing", "refused.buy.too_cheap", "setup.line_up.twice"):
        assert not sayable(topic)


@every_play_set
def test_every_word_behind_a_colon_can_be_said_of_an_event(name):
    ruleset = load_ruleset(name)
    known = {kind.value for kind in CardType} | {keyword.value for keyword in Keyword}
    known |= {variant.name for variant in ruleset.variants}
    known |= {f"{number} players" for number in (2, 3, 4)}
    for zone in (*PLAYER_ZONES, *SHARED_ZONES, "stack", "another player"):
        known |= {f"from {zone}", f"to {zone}"}
    for book in (name, *(mix.other for mix in ruleset.mixes)):
        game = Game(load_play_set(book))
        known |= {word for kind in game.kind_list for word in words_of_kind(kind)}
        for levels in game.playset.characters.values():
            known |= {f"{card.name} {card.level}" for card in levels}
            known |= {card.name for card in levels}
            known.add(f"with {levels[0].name}")
    words = {word for entry in load_topics(name) for word in split(entry)[1]}
    assert sorted(words - known) == []


# ---------------------------------------------------------- what is said is listed


UNDECIDED = frozenset({"undecided.triggers", "undecided.play_again"})
"""Where the engine cuts off what would have no end, and no rule says so."""


def unexplained(game: Game, seed: int, limit: int = LIMIT) -> tuple[set[str], set[str]]:
    """The topics of a game, and those of events that name no rule."""
    rng = Random(seed)
    state = game.new(trace=True)
    with suppress(EndlessGame):
        play_on(game, state, [RandomPlayer(rng) for _ in game.seats], rng, [], limit=limit)
    events = state.trace or []
    silent = {e.topic for e in events if not game.rules_of(e)}
    return {e.topic for e in events}, silent - UNDECIDED


@every_play_set
def test_every_event_of_a_game_names_a_rule(name):
    game = Game(load_play_set(name))
    found = [unexplained(game, seed) for seed in range(GAMES)]
    assert len(set().union(*(said for said, _ in found))) > 60
    assert set().union(*(silent for _, silent in found)) == set()


@some_play_sets
def test_every_event_of_a_game_with_random_cards_names_a_rule(name):
    for seed in range(RANDOM_SETS):
        game = Game(random_set(name, seed).play_set)
        assert unexplained(game, seed, tries(500, 1_500))[1] == set()


def test_an_event_without_a_rule_would_be_found(monkeypatch):
    game = Game(load_play_set("rivals-batman-joker"))
    monkeypatch.setattr(game, "book_topics", Topics(game.book_topics.entries))
    assert {"effect.power", "turn.begins"} <= unexplained(game, 0)[1]


# ----------------------------------------------------------------- how topics work

SOME = Topics(
    {
        "play": ("A",),
        "play.card": ("B",),
        "play.card: Weakness": ("C", "B"),
        "play.card.late: Hero, from hand": ("D",),
    }
)


@pytest.mark.parametrize(
    ("topic", "words", "rules"),
    [
        ("play", set(), "A"),
        ("play.card", set(), "BA"),
        ("play.cards", set(), "A"),
        ("play.card", {"Weakness", "Hero"}, "BAC"),
        ("play.card.late", {"Weakness"}, "BAC"),
        ("play.card.late", {"Hero"}, "BA"),
        ("play.card.late", {"Hero", "from hand", "Punch"}, "BAD"),
        ("buy", {"Weakness"}, ""),
    ],
)
def test_a_topic_stands_for_what_is_below_it_and_words_narrow_it(topic, words, rules):
    assert "".join(SOME.rules(topic, words)) == rules


def test_what_stands_behind_an_event_of_which_nothing_speaks():
    some = Topics({"play.card: Hero": ("A",)}, {"play": ("B",), "play.card.late": ("C",)})
    assert some.otherwise("play.card") == some.otherwise("play") == ("B",)
    assert some.otherwise("play.card.late.again") == ("C",)
    assert some.otherwise("buy") == ()


def test_whether_words_make_a_difference():
    assert SOME.asks_for_words("play.card.early")
    assert not SOME.asks_for_words("play")
    assert not SOME.asks_for_words("play.hand")
    assert SOME.lists("play.card.late")
    assert not SOME.lists("buy")


def test_words_of_an_event():
    game = Game(load_play_set("confrontations"))
    weakness, hero = game.card("Weakness#1"), game.card("Superboy#1")
    moved = Event("discard", 0, (weakness,), (game.zone_number("deck", 1), 2), "effect.discard")
    assert words_of(game, moved) == {
        *("4 players", "Weakness", "from deck", "from another player", "to discard")
    }
    said = Event("nothing", 0, (), ("Weakness", 3), "nothing.gain")
    assert words_of(game, said) == {"4 players", "Weakness"}
    assert {"Superboy", "Hero"} <= words_of(game, Event("play again", 0, (hero, -1), (), "x"))
    top = Event("defeat", 0, game.zone(game.new(), "characters", 0)[:1], (), "x")
    assert {"Character", "Level 1", "Superman 1", "Superman"} <= words_of(game, top)


def test_the_rules_of_an_event_depend_on_its_cards():
    game = Game(load_play_set("confrontations"))
    for name, rule in (("Weakness#1", "CONF-GP15"), ("Punch#1", "CONF-GP12")):
        event = Event("power", 0, (game.card(name),), (1,), "effect.power")
        assert (rule in game.rules_of(event)) is (name == "Punch#1")
    assert "CONF-GP12" not in game.cites("effect.power")
    assert game.cites("effect.power: Punch") == ("CONF-GP12",)
    assert game.cites("refused.confront.no_buy.play") == ("CONF-TS03", "CONF-CF18")


@every_play_set
def test_no_rule_is_named_where_none_decides(name):
    """What would have no end is cut off, and no rule of the book says so."""
    topics = Game(load_play_set(name)).book_topics
    for topic in sorted(UNDECIDED):
        assert topic in literals()
        assert topics.rules(topic) == topics.otherwise(topic) == ()
