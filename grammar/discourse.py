"""From printed lines to abilities: keyword prefixes, sentences, options, reminders.

Scope is decided here and not in the sentence grammar:

- a keyword prefix reaches to the end of its printed line;
- "Otherwise" on the next line belongs to the Confrontation line before it;
- a sentence after an Attack sentence, on the same line, that does not speak of what the
  Attack did, may or may not belong to it: that is a question ("attack-scope").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_check.grammar import ast as a
from rules_check.grammar import coined, lines
from rules_check.grammar.again import whole
from rules_check.grammar.attach import OPENERS, Opener, sequence
from rules_check.grammar.coining import coin
from rules_check.grammar.compose import NoCondition, Sentence, compose
from rules_check.grammar.instead import instead
from rules_check.grammar.lexer import Word, straighten
from rules_check.grammar.reading import Read, Unread

UNREAD = {"words": "RC101", "sense": "RC101", "long": "RC104", "time": "RC105", "nobody": "RC209"}
"""The code for each reason why a sentence is not understood."""


def _replaces(effect: a.Effect) -> bool:
    """Whether it begins with what is done in the place of something before it."""
    match effect:
        case a.Seq((first, *_)):
            return _replaces(first)
        case a.If(then=a.Instead()):
            return True
        case other:
            return isinstance(other, a.Instead)


def _joined(before: list[a.Ability], more: list[a.Ability]) -> list[a.Ability]:
    """Abilities of two lines; what happens "instead" takes the place of the line before."""
    match before, more:
        case [*first, a.Plain(usual)], [a.Plain(a.If(_, a.Instead(), None) as other), *rest]:
            return [*first, a.Plain(instead(usual, other)), *rest]
        case [*first, a.Attack(effect)], [a.Plain(more_said), *rest] if lines.about_attack(
            more_said
        ):
            return [*first, a.Attack(sequence([effect, more_said])), *rest]
        case _:
            return [*before, *more]


@dataclass(slots=True)
class Discourse:
    """Reads the lines of one card."""

    lex: lines.Lex
    read: lines.ReadSentence
    lex_words: lines.Lex
    """Splits a line with words of the language before names."""
    own: lines.Coinage = lines.NO_COINAGE
    """The keywords that the set coins for itself."""
    troubles: list[lines.Trouble] = field(default_factory=list)
    spoken: list[lines.Spoken] = field(default_factory=list)
    keywords: list[lines.KeywordPlace] = field(default_factory=list)
    uses: list[coined.Use] = field(default_factory=list)
    remarks: list[lines.Trouble] = field(default_factory=list)
    """What is to be said although the text was understood."""
    line: int = 0

    def card(self, printed: Sequence[str]) -> a.CardText:
        """All printed lines of a card."""
        abilities: list[a.Ability] = []
        texts = [lines.in_the_sentence(straighten(line)) for line in printed]
        while self.line < len(texts):
            text = texts[self.line]
            if lines.GOES_ON.match(text) and self.line + 1 < len(texts):
                abilities += self._choice_over_two_lines(text, texts[self.line + 1])
            else:
                abilities = _joined(abilities, self.abilities(text, 0, abilities))
            self.line += 1
        return a.CardText(tuple(abilities))

    # ------------------------------------------------------------------- lines

    def abilities(
        self, text: str, start: int, before: list[a.Ability] | None = None
    ) -> list[a.Ability]:
        """The abilities of one line from offset `start` on; `before` are those above it."""
        if not text[start:].strip():
            return []
        if alone := lines.ALONE.at(text, start):
            self._keyword(alone.row.key, alone.start, len(text))
            return [alone.row.make()]
        if numbered := lines.NUMBERED.at(text, start):
            self._keyword(numbered.row.key, numbered.start, numbered.rest)
            rider, reminders = self._effect(text, numbered.rest, len(text))
            end = len(text[: numbered.rest].rstrip().rstrip(" :."))
            value = numbered.row.make(numbered.number, rider)
            value = a.placed(value, (self.line, numbered.start, end))
            return [value, *map(a.Reminder, reminders)]
        if lines.NUMBER_MISSING.at(text, start):
            self._trouble("RC206", start, len(text), detail="bare")
            return []
        if prefix := lines.PREFIX.at(text, start):
            return self._prefixed(text, prefix)
        if used := coined.use_at(self.own.keywords, text, self.line, start):
            return self._coined(text, *used)
        return self._plain(text, start, before or [])

    def _coined(self, text: str, keyword: coined.Definition, use: coined.Use) -> list[a.Ability]:
        """An own keyword, perhaps with a reminder, and what else stands in the line."""
        self.uses.append(use)
        found = coin(text, keyword, use, self.own)
        self.remarks += found.remarks
        if found.ability is None:
            self._trouble("RC101", use.start, use.end, detail=found.wrong)
        more = self.abilities(text, found.rest)
        return more if found.ability is None else [found.ability, *more]

    def _prefixed(self, text: str, prefix: lines.Prefixed) -> list[a.Ability]:
        row, rest = prefix.row, prefix.rest
        self._keyword(row.key, prefix.start, prefix.end)
        if row.takes is a.Takes.NOTHING:
            return [row.make(), *self.abilities(text, rest)]
        if not text[rest:].strip():
            self._trouble("RC101", prefix.start, rest, detail="empty")
            return []
        match row.takes:
            case a.Takes.ABILITY:
                inner = self._one_ability(text, rest)
                return [] if inner is None else [row.make(inner)]
            case a.Takes.ABILITY_OR_ELSE:
                end = self._own_otherwise(text, rest)
                inner = self._one_ability(text[:end], rest)
                sentences = lines.unopened(self._sentences(text, end, len(text)).sentences)
                otherwise = self._compose(sentences, end, len(text))
                return [] if inner is None else [row.make(inner, otherwise)]
            case a.Takes.ATTACK:
                return self._attack(text, rest)
            case _:
                later = self._next_prefix(text, rest)
                effect, reminders = self._effect(text, rest, later)
                more = self._after(text, later, reminders)
                if effect is None:
                    return more
                effect = lines.optional(effect) if row.takes is a.Takes.MAY else effect
                return [row.make(effect), *more]

    def _one_ability(self, text: str, start: int) -> a.Ability | None:
        inner = self.abilities(text, start)
        return a.Abilities(tuple(inner)) if len(inner) > 1 else next(iter(inner), None)

    def _own_otherwise(self, text: str, start: int) -> int:
        """Where on a Confrontation line its own "Otherwise" begins (it may be a condition's)."""
        match = lines.OTHERWISE.search(text, start)
        if match is None or re.search(r"if |\bmay\b", text[start : match.start()], re.IGNORECASE):
            return len(text)
        return match.start("word")

    def _plain(self, text: str, start: int, before: list[a.Ability]) -> list[a.Ability]:
        later = self._next_prefix(text, start)
        payment = self._payment(text, start, later)
        if payment is not None:
            return payment
        sentences, reminders, _ = self._sentences(text, start, later)
        effect = None
        match sentences, before:
            case [(Opener.OTHERWISE, _), *_], [*_, a.Confrontation(ability, None)]:
                otherwise = self._compose(lines.unopened(sentences), start, later)
                before[-1] = a.Confrontation(ability, otherwise)
            case _:
                effect = self._compose(sentences, start, later)
        more = self._after(text, later, reminders)
        return more if effect is None else [a.Plain(effect), *more]

    def _attack(self, text: str, start: int) -> list[a.Ability]:
        """Does a further sentence still belong to the Attack?"""
        later = self._next_prefix(text, start)
        said, reminders, _ = self._sentences(text, start, later)
        sentences = lines.unavoidable_first(said)
        more = self._after(text, later, reminders)
        strangers = (at for at, said in enumerate(sentences) if at and not lines.belongs(said))
        inside = next(strangers, len(sentences))
        first = self._compose(sentences[:inside], start, later)
        if first is None:
            return more
        if inside == len(sentences):
            return [a.Attack(first), *more]
        rest = self._compose(lines.unopened(sentences[inside:]), start, later)
        if rest is None:
            return more
        outside = (a.Attack(first), a.Plain(rest))
        if sentences[inside][0] is Opener.AFTER_ATTACK:
            return [*outside, *more]
        whole = self._compose(sentences, start, later)
        if whole is None:
            return more
        if _replaces(rest):
            return [a.Attack(whole), *more]
        options = (a.Attack(whole), a.Abilities(outside))
        question: a.Ability = a.Question("attack-scope", ("inside", "outside"), options)
        return [question, *more]

    # --------------------------------------------------------------- sentences

    def _next_prefix(self, text: str, start: int) -> int:
        """Where on this line, after a full stop, the next keyword prefix begins."""
        depth = 0
        for match in lines.STOP.finditer(text, start):
            sign, at = match[0], match.end()
            depth += (sign == "(") - (sign == ")")
            if (
                sign == "."
                and not depth
                and (
                    lines.PREFIX.at(text, at)
                    or lines.NUMBERED.at(text, at)
                    or coined.use_at(self.own.keywords, text, self.line, at)
                )
            ):
                return at
        return len(text)

    def _after(self, text: str, later: int, reminders: list[a.Effect]) -> list[a.Ability]:
        """What follows the sentences of a line: reminders, and what the next prefix begins."""
        return [*map(a.Reminder, reminders), *self.abilities(text, later)]

    def _effect(self, text: str, start: int, end: int) -> tuple[a.Effect | None, list[a.Effect]]:
        """The effect between two offsets, and what stands there in parentheses."""
        sentences, reminders, _ = self._sentences(text, start, end)
        return self._compose(sentences, start, end), reminders

    def _compose(self, sentences: list[Sentence], start: int, end: int) -> a.Effect | None:
        try:
            effect = compose(sentences) if sentences else None
            if effect is not None and whole(effect):  # of something that nothing before says
                raise NoCondition("does the same", len(sentences) - 1)
            return effect
        except NoCondition as error:
            if any(trouble.line == self.line for trouble in self.troubles):
                return None  # what it belongs to was not understood: said already
            places = [s for s in self.spoken if s.line == self.line and start <= s.start < end]
            word = places[min(error.index, len(places) - 1)].words[0]
            before = [s for s in self.spoken if (s.line, s.start) < (self.line, word.start)]
            asked = any(
                x.text.lower().startswith(("if", "unless")) for s in before for x in s.words
            )
            told = {"detail": error.opener, "expected": error.fitting, "asked": asked}
            self._trouble("RC203", word.start, word.end, **told)
            return None

    def _sentences(self, text: str, start: int, end: int, priced: bool = False) -> lines.Said:
        """The sentences between two offsets, those in parentheses apart.

        `priced`: behind a price they may hold a limit; nothing else can be limited so.
        """
        found: list[Sentence] = []
        reminders: list[a.Effect] = []
        limit = None
        for words, inside in self._pieces(text, start, end):
            words, result = self._read(text, words)
            if isinstance(result, Unread):
                self._unread(words, result)
            elif (result.effect is None and not priced) or (
                found
                and (
                    (result.free and lines.given_for_it(words, result))
                    or lines.wished_again(words, found[-1][1])
                )
            ):
                self._unread(words, Unread(len(words), why="sense"))
            elif result.effect is None:
                limit = result.limit
            else:
                self._spoke(words, words[-1].end, result)
                if inside:
                    reminders.append(result.effect)
                else:
                    found.append((result.opener, result.effect))
        return lines.Said(found, reminders, limit)

    def _read(self, text: str, words: list[Word]) -> tuple[list[Word], Read | Unread]:
        """Read a sentence; if need be, names that are also words ("Attack") as words."""
        result = self.read(words)
        if isinstance(result, Unread) and any(word.kind == "NAME" for word in words):
            start, end = words[0].start, words[-1].end
            other = [word for word in self.lex_words(text[:end]) if word.start >= start]
            if other and other != words and isinstance(second := self.read(other), Read):
                return other, second
        return words, result

    def _pieces(self, text: str, start: int, end: int) -> list[tuple[list[Word], bool]]:
        """The words of each sentence, and whether it stands in parentheses."""
        pieces: list[tuple[list[Word], bool]] = [([], False)]
        depth = 0
        words = self._words(text, start, end)
        for at, word in enumerate(words):
            if word.text in {"(", ")"}:
                depth += 1 if word.text == "(" else -1
                pieces.append(([], depth > 0))
                if not 0 <= depth <= lines.MOST_PARENTHESES:
                    detail = "close" if depth < 0 else "deep"
                    self._trouble("RC106", word.start, word.end, detail=detail)
                    break
            elif (word.text in {".", "!"} and not word.kind) or (
                word.text == ";" and lines.new_sentence(pieces[-1][0], words[at + 1 :])
            ):
                pieces.append(([], depth > 0))
            else:
                pieces[-1][0].append(word)
        else:
            if depth > 0:
                self._trouble("RC106", end - 1, end, detail="open")
        return [piece for piece in pieces if piece[0]]

    def _words(self, text: str, start: int, end: int) -> list[Word]:
        return [word for word in self.lex(text[:end]) if word.start >= start]

    # ------------------------------------------------------- choices, payments

    def _choice_over_two_lines(self, text: str, following: str) -> list[a.Ability]:
        """ "Choose 1: A OR / B" over two printed lines."""
        first = self._options(text, 0)
        self.line += 1
        second = self._option(following, 0, len(following))
        if first is None or second is None:
            return []
        return [a.Plain(a.ChooseOne((*first, second), number=lines.chosen(text, 0)))]

    def _options(self, text: str, start: int) -> list[a.Effect] | None:
        """The options of "Choose 1: A OR B" on one line; None: it is none."""
        head = lines.CHOOSE.match(text, start)
        if head is None or not lines.OPTION.search(text, head.end()):
            return None
        between = [edge for word in lines.OPTION.finditer(text, head.end()) for edge in word.span()]
        bounds = [head.end(), *between, len(text)]
        found: list[a.Effect] = []
        for one, two in zip(bounds[::2], bounds[1::2], strict=True):
            if text[one:two].strip():
                effect = self._option(text, one, two)
                if effect is None:
                    return None if not self.troubles else found or None
                found.append(effect)
        return found

    def _option(self, text: str, start: int, end: int) -> a.Effect | None:
        """One option; "Confrontation:" before it means that it needs one."""
        prefix = lines.PREFIX.at(text, start, end)
        if prefix and prefix.row.ability is a.Confrontation:
            self._keyword(prefix.row.key, prefix.start, prefix.end)
            inner = self._option(text, prefix.rest, end)
            return None if inner is None else a.If(a.During(a.Window.CONFRONTATION), inner)
        effect, reminders = self._effect(text, start, end)
        if effect is None or not reminders:
            return effect
        return compose([(Opener.NONE, part) for part in (effect, *reminders)])

    def _payment(self, text: str, start: int, end: int) -> list[a.Ability] | None:
        """ "Discard a Punch: …": a cost, a colon, and what it buys; also "Choose 1: A OR B"."""
        options = self._options(text, start)
        if options is not None:
            number = lines.chosen(text, start)
            if number > 1 and not number < len(options):
                self._trouble("RC101", start, len(text), detail="sense")
            choice = a.ChooseOne(tuple(options), number=number)
            return [a.Plain(choice)] if len(options) > 1 else []
        words = self._words(text, start, end)
        stop = next((i for i, w in enumerate(words) if w.text in {":", "."}), 0)
        if not stop or words[stop].text == ".":
            return None
        price, colon = words[:stop], words[stop]
        chosen = price[:-3] if price[-1].value == "following" else price  # "one of the following"
        chosen = [word for word in chosen if word.value != "any"]  # "choose any two:"
        if any(word.kind == "CHOOSE" for word in chosen[-2:]) or price[-1].kind in OPENERS:
            return None  # "choose one:" and "otherwise:" are no payments
        if price[-1].value == "following":
            return None  # nor is "do one of the following:"
        if price[0].kind == "CHOOSE" and "both" in {word.value for word in price[2:6]}:
            return None  # "choose one, or both if …:"
        cost = self.read(price)
        if isinstance(cost, Unread) or isinstance(cost.effect, a.ChoosePlayer | a.ChooseValue):
            (whole_of, _), *_ = self._pieces(text, start, end)
            if len(whole_of) > len(price) and isinstance(self.read(whole_of), Read):
                return None  # "it's up to you: …", "choose a foe: …"
        if isinstance(cost, Unread):
            self._unread(price, cost)
        said = self._sentences(text, colon.end, end, priced=True)
        if isinstance(cost, Unread) or not said.sentences or cost.effect is None:
            return []
        if cost.free and any(word.value in ("is", "are") for word in price):
            # "The card on top of your deck is shown to all: …" tells what happens, and is no price
            self._trouble("RC101", price[0].start, colon.end, detail="sense")
            return []
        self._spoke(price, colon.start, cost)
        if whole(cost.effect):  # "Repeat this: …", and nothing stands before it
            self._compose([(Opener.NONE, cost.effect)], price[0].start, colon.start)
            return []
        effect = self._compose(said.sentences, start, end)
        if effect is None:
            return []
        self._keyword("payment", price[0].start, colon.end)
        payment = a.Payment(cost.effect, effect, said.limit)
        return [payment, *self._after(text, end, said.reminders)]

    # ------------------------------------------------------------------ report

    def _keyword(self, key: str, start: int, end: int) -> None:
        self.keywords.append(lines.KeywordPlace(key, self.line, start, end))

    def _spoke(self, words: list[Word], end: int, read: Read) -> None:
        assert read.effect is not None
        place = self.line, words[0].start, end
        self.spoken.append(lines.Spoken(*place, tuple(words), read.effect, read.opener, read.free))

    def _trouble(self, code: str, start: int, end: int, **more: Any) -> None:
        self.troubles.append(lines.Trouble(code, self.line, start, max(end, start + 1), **more))

    def _unread(self, words: list[Word], result: Unread) -> None:
        at, why = result.at, result.why
        start = stop = words[-1].end
        if why == "sense":
            start = words[0].start
        elif at < len(words):
            start, stop = words[at].start, words[at].end
        told = {"words": tuple(words), "at": at, "expected": result.expected, "detail": why}
        self._trouble(UNREAD[why], start, stop, **told)
