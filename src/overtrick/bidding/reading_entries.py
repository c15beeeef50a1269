"""The reader of entries: a call, its condition on the hand, and the lines below it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import final

from lark import Token, Tree

from overtrick.bidding import entries
from overtrick.bidding.errors import suggestion
from overtrick.bidding.layout import Item, Passage
from overtrick.bidding.reading_contexts import LETTERS, Mentions, read_context, strain_of, suit_of, tag_of
from overtrick.bidding.syntax import no_property, parsed
from overtrick.core import Bid, Call, Suit
from overtrick.hands import HandsError, Kind, PredicateError, Vocabulary, terms
from overtrick.hands.reading import read_part
from overtrick.hands.syntax import Node, node_at, start_of, word_at
from overtrick.hands.vocabulary import unfit

__all__ = ["read_condition", "read_entry", "read_source"]

_UNLESS = re.compile(r"(?<!\w)unless(?!\w)", re.IGNORECASE)


def read_entry(
    item: Item, vocabulary: Vocabulary, found: frozenset[str], mentions: Mentions, source: str = ""
) -> entries.Entry:
    """Read an entry of a block whose context binds the letters `found`; `source` is that of the block."""
    return _EntryReader(item, vocabulary, found, mentions).entry(source)


def read_source(passage: Passage) -> str:
    """The text of a line ``source: …``."""
    return " ".join(word_at(parsed(passage, "attribute")).split())


def read_condition(
    passage: Passage,
    start: int,
    end: int,
    vocabulary: Vocabulary,
    letters: Iterable[str],
    kind: Kind = Kind.TRUTH,
) -> terms.Term:
    """Read a part of a passage in the language of hands; errors give the place in the file."""
    known = frozenset(letters) - {"n"}
    try:
        return read_part(passage.text, start, end, vocabulary, known, kind)
    except PredicateError as error:
        position = error.column - 1
        passage.fail(_clearer(error.fault, passage, start, position, known, vocabulary), position)
    except HandsError as error:
        passage.fail(str(error), start)


def _clearer(
    fault: str, passage: Passage, start: int, position: int, known: frozenset[str], vocabulary: Vocabulary
) -> str:
    """A fault in the language of hands, reworded if a clearer text for systems is known."""
    match = re.match(r"[\w-]+", passage.text[position:])
    word = match[0] if match else ""
    if (word in LETTERS or word in entries.OTHERS) and word not in known:
        return (
            f"{word} stands for no suit here: the context, the call or 'for {word} in …' has to give it one"
        )
    line_start = passage.text.rfind("\n", 0, position) + 1
    begins_line = line_start > start and not passage.text[line_start:position].strip()
    if begins_line and fault.startswith("expected") and _is_no_condition(passage.text[position:], vocabulary):
        return no_property(passage.text[position:])
    return fault


def _is_no_condition(text: str, vocabulary: Vocabulary) -> bool:
    """Does a text begin unlike any condition?"""
    match = re.match(r"([A-Za-z][\w-]*)[ ]*([\w-]*)", text)
    if match is None or match[1] in LETTERS or match[1] in entries.OTHERS:
        return False
    word = match[1].replace("-", "_")
    if word.lower() == "not":
        return bool(suggestion(f"not {match[2]}", ("not forcing",)))
    return unfit(word, Vocabulary()) is None and vocabulary.find(word) is None


@final
class _EntryReader:
    """Reads one entry: first the parts that bind letters, then those that use them."""

    def __init__(self, item: Item, vocabulary: Vocabulary, found: frozenset[str], mentions: Mentions) -> None:
        self.passage = item.head
        self.vocabulary, self.mentions = vocabulary, mentions
        self.found = found
        head = parsed(item.head, "entry").children
        self.words = {word.type: word for word in head if isinstance(word, Token)}
        self.call, *self.letters = (node for node in head if isinstance(node, Tree))
        self.lines = [(line, parsed(line, "attribute")) for line in item.lines]
        self.suits = dict[str, tuple[Suit, ...]]()

    def entry(self, source: str) -> entries.Entry:
        """The whole entry."""
        self._check_once()
        convention = self._further()
        self._read_letters()
        call = self._read_call()
        shows, text = self._shows()
        disposition, until = self._disposition()
        alert = self._text("alert")
        return entries.Entry(
            call,
            name=self.words.get("STRING", "").strip('"'),
            read_shows=lambda: shows,
            place=self.passage.place(self.passage.start),
            text=text,
            suits=tuple(self.suits.items()),
            disposition=disposition,
            until=until,
            agrees=self._agrees(),
            tags=tuple(self._tags()),
            alert=None if alert is None else alert.strip('"'),
            priority=int(self._text("priority") or 0),
            convention=convention,
            is_catch_all=self._line("catch_all") is not None,
            is_read_only=self._line("only_read") is not None,
            label=self.words.get("LABEL", "").strip("[]").strip(),
            source=" ".join((self._text("source") or source).split()),
        )

    # The lines below

    def _check_once(self) -> None:
        seen = set[str]()
        for passage, node in self.lines:
            rule = "disposition" if node.data == "forcing_to" else node.data
            if rule in seen and rule != "tags":
                passage.fail(f"a second line of this kind below one entry: {passage.words[:40]!r}")
            seen.add(rule)

    def _line(self, *rules: str) -> tuple[Passage, Node] | None:
        return next((line for line in self.lines if line[1].data in rules), None)

    def _text(self, rule: str) -> str | None:
        """The text of a property after its first word; None if the entry does not have it."""
        line = self._line(rule)
        return None if line is None else "".join(map(str, line[1].children))

    def _further(self) -> entries.Condition | None:
        """The condition on the auction after ``if``, which may bind letters too."""
        line = self._line("further")
        if line is None:
            return None
        passage, node = line
        clauses = [each for each in node.children if isinstance(each, Tree)]
        context = read_context(clauses, passage, self.mentions, self.found)
        if wrong := sorted(context.denied & {str(word_at(each)) for each in self.letters}):
            passage.fail(
                f"{wrong[0]} after 'not' would be every suit here, not the one of 'for {wrong[0]} in …'"
            )
        self.found = context.found
        return context.condition

    def _disposition(self) -> tuple[entries.Disposition, Bid | None]:
        line = self._line("disposition", "forcing_to")
        if line is None:
            return entries.Disposition.NOT_FORCING, None
        passage, node = line
        word = word_at(node)
        if node.data == "disposition":
            return entries.Disposition(" ".join(word.lower().split())), None
        bid = _plain_bid(word)
        if bid is None:
            fault = f"expected 'game' or a bid without letters such as 3NT, found {str(word)!r}"
            passage.fail(fault, start_of(word))
        return entries.Disposition.FORCING_TO, bid

    def _agrees(self) -> terms.SuitTerm | None:
        line = self._line("agrees")
        return None if line is None else self._known(suit_of(node_at(line[1])), line[0], node_at(line[1]))

    def _tags(self) -> Iterable[entries.Tag]:
        for passage, line in self.lines:
            for node in line.children if line.data == "tags" else ():
                assert isinstance(node, Tree)
                tag = tag_of(node)
                for place, suit in enumerate(tag.suits, 1):
                    self._known(suit, passage, node_at(node, place))
                yield tag

    def _known(self, suit: terms.SuitTerm, passage: Passage, node: Node) -> terms.SuitTerm:
        if isinstance(suit, terms.Name) and suit.name not in self._suit_letters():
            passage.fail(f"{suit.name} stands for no suit here", start_of(node))
        return suit

    # Letters

    def _suit_letters(self) -> frozenset[str]:
        found = (self.found | frozenset(self.suits)) - {"n"}
        return found | {other for other, (of, _) in entries.OTHERS.items() if of in found}

    def _read_letters(self) -> None:
        """Read the suits of ``for X in SH``, which restrict letters bound by the context."""
        for node in self.letters:
            letter, domain = str(word_at(node)), word_at(node, 1)
            if letter in entries.OTHERS:
                fault = f"{letter} follows from {entries.OTHERS[letter][0]}: choose another letter"
                self.passage.fail(fault, start_of(node))
            if letter in self.suits:
                self.passage.fail(f"{letter} is said twice: choose another letter", start_of(node))
            suits = terms.suits_named(domain)
            if not set(suits) <= set(terms.suits_named(LETTERS[letter])):
                kind = "a major" if letter == "M" else "a minor"
                self.passage.fail(
                    f"{letter} is {kind}: expected suits among {LETTERS[letter]}", start_of(domain)
                )
            self.suits[letter] = suits

    def _read_call(self) -> entries.CallPattern:
        word = word_at(self.call, -1)
        text = str(word)
        if self.call.data == "plain_call":
            return entries.CallPattern(Call.parse(text))
        if self.call.data == "bid_call":
            if (bid := _plain_bid(text)) is not None:
                return entries.CallPattern(bid)
            level, text = entries.Level.ANY if text[0].lower() == "n" else int(text[0]), text[1:]
        else:
            level = entries.Level(word_at(self.call).lower())
        strain = strain_of(text)
        if isinstance(strain, str):
            self._called_letter(strain, word)
        return entries.CallPattern(None, level, strain)

    def _called_letter(self, letter: str, word: Token) -> None:
        """Let a letter of the call that is not bound stand for each of its suits in turn."""
        if letter in self._suit_letters():
            return
        if letter in entries.OTHERS:
            of = entries.OTHERS[letter][0]
            self.passage.fail(f"{letter} is the other of {of}, but nothing finds {of}", start_of(word))
        self.suits[letter] = terms.suits_named(LETTERS[letter])

    # The condition on the hand

    def _shows(self) -> tuple[terms.Term, str]:
        """The condition with its exception excluded, and its text."""
        passage, start, end = self.passage, start_of(self.words["REST"]), len(self.passage.text)
        inline = _UNLESS.search(passage.text, start)
        line = self._line("unless")
        shows = self._term(passage, start, inline.start() if inline else end)
        text = " ".join(self.words["REST"].split())
        if inline is not None:
            if line is not None:
                line[0].fail("a second exception: one 'unless' stands in the line above")
            return terms.All((shows, terms.Not(self._term(passage, inline.end(), end)))), text
        if line is not None:
            exception = self._term(line[0], start_of(word_at(line[1])), len(line[0].text))
            return terms.All((shows, terms.Not(exception))), f"{text} {line[0].words}"
        return shows, text

    def _term(self, passage: Passage, start: int, end: int) -> terms.Term:
        term = read_condition(passage, start, end, self.vocabulary, self._suit_letters())
        call = word_at(self.call).lower() if self.call.data == "bid_call" else ""
        names_level = "n" in self.found or call.startswith("n")
        if not names_level and any(name.name == "n" for name in terms.names_in(term)):
            match = re.compile(r"\bn\b").search(passage.text, start, end)
            fault = "n is no level here: neither the call nor the context names one"
            passage.fail(fault, match.start() if match else start)
        return term


def _plain_bid(text: str) -> Bid | None:
    """A bid without letters; None if it has letters."""
    if text[0].lower() == "n" or text[1:] in LETTERS or text[1:] in entries.OTHERS:
        return None
    call = Call.parse(text)
    return call if isinstance(call, Bid) else None
