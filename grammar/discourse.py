"""From printed lines to abilities: keyword prefixes, sentences, options, reminders.

Scope is decided here and not in the sentence grammar:

- a keyword prefix reaches to the end of its printed line;
- "Otherwise" on the next line belongs to the Confrontation line before it;
- a sentence after an Attack sentence, on the same line, that does not speak of what the
  Attack did, may or may not belong to it: that is a question ("attack-scope").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rules_check.grammar import ast as a
from rules_check.grammar.compose import NoCondition, Opener, Sentence, compose
from rules_check.grammar.lexer import Word, straighten
from rules_check.grammar.lines import (
    ASSIST,
    BLOCK_BARE,
    BLOCK_VALUE,
    MOST_PARENTHESES,
    OPTION,
    OTHERWISE,
    PREFIX,
    KeywordPlace,
    Lex,
    Merged,
    ReadSentence,
    Spoken,
    Trouble,
    belongs,
    optional,
)
from rules_check.grammar.reading import Read, Unread


@dataclass(slots=True)
class Discourse:
    """Reads the lines of one card."""

    lex: Lex
    read: ReadSentence
    lex_words: Lex | None = None
    """Splits a line with words of the language before names."""
    troubles: list[Trouble] = field(default_factory=list)
    spoken: list[Spoken] = field(default_factory=list)
    keywords: list[KeywordPlace] = field(default_factory=list)
    line: int = 0

    def card(self, lines: Sequence[str]) -> a.CardText:
        """All printed lines of a card."""
        abilities: list[a.Ability] = []
        at = 0
        while at < len(lines):
            self.line = at
            text = straighten(lines[at])
            if self._goes_on(text) and at + 1 < len(lines):
                self._options(lines, at, abilities)
                at += 2
                continue
            for ability in self.abilities(text, 0, abilities[-1] if abilities else None):
                if isinstance(ability, Merged):
                    abilities[-1] = ability.ability
                elif isinstance(ability, a.Abilities):
                    abilities.extend(ability.abilities)
                else:
                    abilities.append(ability)
            at += 1
        return a.CardText(tuple(abilities))

    # ------------------------------------------------------------------- lines

    def abilities(
        self, text: str, start: int, before: a.Ability | None = None
    ) -> list[a.Ability | Merged]:
        """The abilities of one line from offset `start` on."""
        if not text[start:].strip():
            return []
        if ASSIST.match(text, start):
            self._keyword("Assist", text, start, len(text))
            return [a.Assist()]
        block = BLOCK_VALUE.match(text, start)
        if block:
            self._keyword("Block", text, start, block.end())
            begin = self.keywords[-1].start
            end = begin + len(text[begin : block.end()].rstrip().rstrip(" :."))
            rider, reminders = self._effect(text, block.end())
            value = a.BlockValue(int(block["number"] or block["bare"]), rider)
            value = a.placed(value, (self.line, begin, end))
            return [value, *(a.Reminder(reminder) for reminder in reminders)]
        if BLOCK_BARE.match(text, start):
            self._trouble("RC206", start, len(text), detail="bare")
            return []
        prefix = PREFIX.match(text, start)
        if prefix:
            return self._prefixed(text, prefix)
        return self._plain(text, start, before)

    def _prefixed(self, text: str, prefix: re.Match[str]) -> list[a.Ability | Merged]:
        key = re.sub(r"[\s-]+", " ", prefix["key"].lower())
        self._keyword(key, text, prefix.start("key"), prefix.end("key"))
        rest = prefix.end()
        if key in {"ongoing", "stack ongoing", "confrontation"}:
            end = self._own_otherwise(text, rest) if key == "confrontation" else len(text)
            inner = [x for x in self.abilities(text[:end], rest) if not isinstance(x, Merged)]
            otherwise = None
            if end < len(text):
                sentences, _, _ = self._sentences(text, end, len(text))
                row = [
                    (Opener.NONE, effect) if i == 0 else (opener, effect)
                    for i, (opener, effect) in enumerate(sentences)
                ]
                otherwise = self._compose(row, end, len(text)) if row else None
            if not inner:
                if not text[rest:].strip():
                    self._empty(key, prefix)
                return []
            one: a.Ability = inner[0] if len(inner) == 1 else a.Abilities(tuple(inner))
            if key == "confrontation":
                return [a.Confrontation(one, otherwise)]
            return [a.Ongoing(one, key.startswith("stack"))]
        if key == "assist":
            return [a.Assist(), *self.abilities(text, rest)]
        if not text[rest:].strip():
            self._empty(key, prefix)
            return []
        if key == "attack":
            return self._attack(text, rest)
        later = self._split_at_prefix(text, rest)
        effect, reminders = self._effect(text, rest, later)
        more: list[a.Ability | Merged] = [a.Reminder(reminder) for reminder in reminders]
        if later < len(text):
            more.extend(self.abilities(text, later))
        if effect is None:
            return more
        made: dict[str, Callable[[a.Effect], a.Ability]] = {
            "defense": lambda e: a.Defense(optional(e)),
            "block": lambda e: a.Block(optional(e)),
            "first appearance attack": a.FirstAppearance,
            "when you gain this": a.WhenGained,
        }
        return [made[key](effect), *more]

    def _own_otherwise(self, text: str, start: int) -> int:
        """Where on a Confrontation line its own "Otherwise" begins (it may be a condition's)."""
        match = OTHERWISE.search(text, start)
        if match is None or "if " in text[start : match.start()].lower():
            return len(text)
        if re.search(r"\bmay\b", text[start : match.start()], re.IGNORECASE):
            return len(text)
        return match.start("word")

    def _empty(self, key: str, prefix: re.Match[str]) -> None:
        code = "RC206" if key == "block" else "RC101"
        self._trouble(code, prefix.start("key"), prefix.end(), detail="empty")

    def _plain(self, text: str, start: int, before: a.Ability | None) -> list[a.Ability | Merged]:
        later = self._split_at_prefix(text, start)
        payment = self._payment(text, start, later)
        if payment is not None:
            return payment
        sentences, reminders, _ = self._sentences(text, start, later)
        found: list[a.Ability | Merged] = []
        if sentences:
            merged = self._otherwise_line(sentences, before, start, later)
            if merged is not None:
                found.append(merged)
            else:
                effect = self._compose(sentences, start, later)
                if effect is not None:
                    found.append(a.Plain(effect))
        found.extend(a.Reminder(effect) for effect in reminders)
        if later < len(text):
            found.extend(self.abilities(text, later))
        return found

    def _otherwise_line(
        self, sentences: list[Sentence], before: a.Ability | None, start: int, end: int
    ) -> Merged | None:
        """A line that begins with "Otherwise" belongs to the Confrontation before it."""
        opener, _ = sentences[0]
        if opener is not Opener.OTHERWISE or not isinstance(before, a.Confrontation):
            return None
        if before.otherwise is not None:
            return None
        rest: list[Sentence] = [(Opener.NONE, sentences[0][1]), *sentences[1:]]
        effect = self._compose(rest, start, end)
        return Merged(before if effect is None else a.Confrontation(before.ability, effect))

    def _attack(self, text: str, start: int) -> list[a.Ability | Merged]:
        """Does a further sentence still belong to the Attack?"""
        later = self._split_at_prefix(text, start)
        sentences, reminders, _ = self._sentences(text, start, later)
        more: list[a.Ability | Merged] = [a.Reminder(effect) for effect in reminders]
        if later < len(text):
            more.extend(self.abilities(text, later))
        if not sentences:
            return more
        inside = 1
        while inside < len(sentences) and belongs(sentences[inside]):
            inside += 1
        if inside == len(sentences):
            effect = self._compose(sentences, start, later)
            return [*([a.Attack(effect)] if effect is not None else []), *more]
        explicit = sentences[inside][0] is Opener.AFTER_ATTACK
        first = self._compose(sentences[:inside], start, later)
        rest = self._compose(
            [(Opener.NONE, sentences[inside][1]), *sentences[inside + 1 :]], start, later
        )
        if first is None or rest is None:
            return more
        outside: a.Ability = a.Abilities((a.Attack(first), a.Plain(rest)))
        if explicit:
            return [a.Attack(first), a.Plain(rest), *more]
        whole = self._compose(sentences, start, later)
        if whole is None:
            return more
        question: a.Ability = a.Question(
            "attack-scope", ("inside", "outside"), (a.Attack(whole), outside)
        )
        return [question, *more]

    # --------------------------------------------------------------- sentences

    def _split_at_prefix(self, text: str, start: int) -> int:
        """Where on this line, after a full stop, the next keyword prefix begins."""
        depth = 0
        for at in range(start, len(text)):
            if text[at] == "(":
                depth += 1
            elif text[at] == ")":
                depth -= 1
            elif text[at] == "." and depth == 0:
                match = PREFIX.match(text, at + 1)
                if match or BLOCK_VALUE.match(text, at + 1):
                    return at + 1
        return len(text)

    def _effect(
        self, text: str, start: int, end: int | None = None
    ) -> tuple[a.Effect | None, list[a.Effect]]:
        """The effect between two offsets, and what stands there in parentheses."""
        end = len(text) if end is None else end
        sentences, reminders, _ = self._sentences(text, start, end)
        effect = self._compose(sentences, start, end) if sentences else None
        return effect, reminders

    def _compose(self, sentences: list[Sentence], start: int, end: int) -> a.Effect | None:
        try:
            return compose(sentences)
        except NoCondition as error:
            if any(trouble.line == self.line for trouble in self.troubles):
                return None  # what it belongs to was not understood: said already
            places = [s for s in self.spoken if s.line == self.line and start <= s.start < end]
            spoken = places[min(error.index, len(places) - 1)]
            self._trouble("RC203", spoken.words[0].start, spoken.words[0].end, detail=error.opener)
            return None

    def _sentences(
        self, text: str, start: int, end: int
    ) -> tuple[list[Sentence], list[a.Effect], bool]:
        """The sentences between two offsets, those in parentheses apart, and the limit."""
        found: list[Sentence] = []
        reminders: list[a.Effect] = []
        limit = False
        for words, inside in self._pieces(text, start, end):
            result = self.read(words)
            if isinstance(result, Unread):
                words, result = self._again(text, words, result)
            if isinstance(result, Unread):
                self._unread(words, result)
                continue
            if result.limit:
                limit = True
                continue
            assert result.effect is not None
            span = (words[0].start, words[-1].end)
            self.spoken.append(Spoken(self.line, *span, tuple(words), result.effect, result.opener))
            if inside:
                reminders.append(result.effect)
            else:
                found.append((result.opener, result.effect))
        return found, reminders, limit

    def _again(
        self, text: str, words: list[Word], result: Unread
    ) -> tuple[list[Word], Read | Unread]:
        """Read names that are also words of the language ("Attack") as words."""
        if self.lex_words is None or all(word.kind != "NAME" for word in words):
            return words, result
        start, end = words[0].start, words[-1].end
        other = [w for w in self.lex_words(text[:end]) if w.start >= start]
        if other == words or not other:
            return words, result
        second = self.read(other)
        return (words, result) if isinstance(second, Unread) else (other, second)

    def _unread(self, words: list[Word], result: Unread) -> None:
        codes = {
            "words": "RC101",
            "sense": "RC101",
            "long": "RC104",
            "time": "RC105",
            "nobody": "RC209",
        }
        at = min(result.at, len(words) - 1)
        start, stop = words[at].start, words[at].end
        if result.at >= len(words):
            start = stop = words[-1].end
        if result.why == "sense":
            start, stop = words[0].start, words[-1].end
        self.troubles.append(
            Trouble(
                codes[result.why],
                self.line,
                start,
                max(stop, start + 1),
                tuple(words),
                result.at,
                result.expected,
                result.why,
            )
        )

    def _pieces(self, text: str, start: int, end: int) -> list[tuple[list[Word], bool]]:
        """The words of each sentence, and whether it stands in parentheses."""
        pieces: list[tuple[list[Word], bool]] = []
        current: list[Word] = []
        depth = 0

        def close() -> None:
            nonlocal current
            if current:
                pieces.append((current, depth > 0))
            current = []

        for word in self.lex(text[:end]):
            if word.start < start:
                continue
            if word.text == "(":
                close()
                depth += 1
                if depth > MOST_PARENTHESES:
                    self._trouble("RC106", word.start, word.end, detail="deep")
                    return pieces
            elif word.text == ")":
                close()
                depth -= 1
                if depth < 0:
                    self._trouble("RC106", word.start, word.end, detail="close")
                    return pieces
            elif word.text in {".", "!"} and not word.kind:
                close()
            else:
                current.append(word)
        if depth > 0:
            self._trouble("RC106", end - 1, end, detail="open")
        close()
        return pieces

    # ------------------------------------------------------- choices, payments

    def _goes_on(self, text: str) -> bool:
        """Does a "Choose 1: … OR" go on with the next printed line?"""
        return bool(re.search(r"\bOR\s*$", text)) and bool(re.match(r"\s*choose\b", text, re.I))

    def _options(self, lines: Sequence[str], at: int, abilities: list[a.Ability]) -> None:
        """ "Choose 1: A OR / B" over two printed lines."""
        first = self._big_choice(straighten(lines[at]), 0)
        self.line = at + 1
        second = self._option_effect(straighten(lines[at + 1]), 0, len(lines[at + 1]))
        if first is not None and second is not None:
            abilities.append(a.Plain(a.ChooseOne((*first, second))))

    def _big_choice(self, text: str, start: int) -> list[a.Effect] | None:
        """The options of "Choose 1: A OR B" on one line; None: it is none."""
        head = re.compile(r"\s*choose(\s+(1|one))?\s*:", re.IGNORECASE).match(text, start)
        if head is None or not OPTION.search(text, head.end()):
            return None
        bounds = [head.end()]
        for match in OPTION.finditer(text, head.end()):
            bounds.extend((match.start(), match.end()))
        bounds.append(len(text))
        found: list[a.Effect] = []
        for one, two in zip(bounds[::2], bounds[1::2], strict=True):
            if text[one:two].strip():
                effect = self._option_effect(text, one, two)
                if effect is None:
                    return None if not self.troubles else found or None
                found.append(effect)
        return found

    def _option_effect(self, text: str, start: int, end: int) -> a.Effect | None:
        """One option; "Confrontation:" before it means that it needs one."""
        prefix = PREFIX.match(text, start, end)
        if prefix and prefix["key"].lower() == "confrontation":
            self._keyword("confrontation", text, prefix.start("key"), prefix.end("key"))
            inner = self._option_effect(text, prefix.end(), end)
            return None if inner is None else a.If(a.During(a.Window.CONFRONTATION), inner)
        effect, reminders = self._effect(text, start, end)
        if effect is None or not reminders:
            return effect
        return compose([(Opener.NONE, effect), *((Opener.NONE, r) for r in reminders)])

    def _payment(self, text: str, start: int, end: int) -> list[a.Ability | Merged] | None:
        """ "Discard a Punch: …": a cost, a colon, and what it buys; also "Choose 1: A OR B"."""
        big = self._big_choice(text, start)
        if big is not None:
            return [a.Plain(a.ChooseOne(tuple(big)))] if len(big) > 1 else []
        words = [w for w in self.lex(text[:end]) if w.start >= start]
        colon = next((i for i, w in enumerate(words) if w.text in {":", "."}), None)
        if not colon or words[colon].text != ":":
            return None
        cost_words = words[:colon]
        if any(word.kind == "CHOOSE" for word in cost_words[-2:]):
            return None  # "choose one:" is no payment
        cost = self.read(cost_words)
        if isinstance(cost, Unread):
            self._unread(cost_words, cost)
            self._sentences(text, words[colon].end, end)
            return []
        sentences, reminders, limit = self._sentences(text, words[colon].end, end)
        if not sentences or cost.effect is None:
            return []
        self.spoken.append(
            Spoken(self.line, words[0].start, words[colon].start, tuple(cost_words), cost.effect)
        )
        effect = self._compose(sentences, start, end)
        if effect is None:
            return []
        self._keyword("payment", text, words[0].start, words[colon].end)
        return [
            a.Payment(cost.effect, effect, limit),
            *(a.Reminder(reminder) for reminder in reminders),
        ]

    # ------------------------------------------------------------------ report

    def _keyword(self, key: str, text: str, start: int, end: int) -> None:
        while start < end and text[start].isspace():
            start += 1
        self.keywords.append(KeywordPlace(key.lower(), self.line, start, end))

    def _trouble(self, code: str, start: int, end: int, detail: str = "") -> None:
        self.troubles.append(Trouble(code, self.line, start, max(end, start + 1), detail=detail))
