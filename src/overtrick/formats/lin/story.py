"""What happened on a LIN board: its calls and cards, and what was said about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from overtrick.core import Auction, Board, DealError, Meaning, NotationError, Play, Result, TableClaim
from overtrick.formats.lin.notation import read_result
from overtrick.formats.lin.pairs import Pair
from overtrick.formats.lin.sheets import CallSheet, CardSheet, opening
from overtrick.formats.record import Comment, Mark, Remark

__all__ = ["STORY_TAGS", "Story", "read_story"]

STORY_TAGS = frozenset(("mb", "an", "pc", "nt", "at"))
_COMMENTS = ("nt", "at")
_Aside = tuple[Pair, int, int]
"""Something said about a board, and how many values of calls and of cards stand before it."""


@dataclass(slots=True)
class Story:
    """A board and what was said about it."""

    board: Board
    comments: list[Comment] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    kept: list[tuple[Pair, str]] = field(default_factory=list)
    """Pairs that do not fit the board, and why."""
    remarks: list[Remark] = field(default_factory=list)

    def remark(self, text: str, pair: Pair) -> None:
        self.remarks.append(Remark(text, pair.line or None))


def read_story(board: Board, pairs: list[Pair], result: Pair, claim: Pair | None) -> Story:
    """Add to a board what its pairs tell of the auction, the play and the end."""
    story = Story(board)
    call_pairs, card_pairs, asides = _parted(pairs)
    calls = _read_calls(story, call_pairs)
    story.board = replace(
        board,
        auction=calls.auction if len(calls.auction) else None,
        meanings=_meanings(story, asides, calls),
        result=_read_result(story, result, calls.auction, claim is not None or bool(card_pairs)),
        unread_calls=calls.unread,
    )
    cards = _read_cards(story, card_pairs)
    story.comments += _comments(asides, calls, cards)
    if claim is not None and claim.value.strip():
        _read_claim(story, claim)
    return story


def _parted(pairs: list[Pair]) -> tuple[list[Pair], list[Pair], list[_Aside]]:
    """The pairs with calls, those with cards, and what is said about them."""
    calls, cards, asides = list[Pair](), list[Pair](), list[_Aside]()
    for pair in pairs:
        tag = pair.tag
        if tag == "pc":
            cards.append(pair)
        elif tag == "mb":
            calls.append(pair)
        elif tag in STORY_TAGS:
            asides.append((pair, len(calls), len(cards)))
    return calls, cards, asides


def _read_calls(story: Story, pairs: list[Pair]) -> CallSheet:
    """Read the auction."""
    sheet = CallSheet(story.board.dealer)
    sheet.read([pair.value for pair in pairs])
    if sheet.parts:
        why = f"{sheet.warning}: the calls from there on are kept as they are written"
        story.remark(why, pairs[sheet.values_read])
    return sheet


def _meanings(story: Story, asides: list[_Aside], sheet: CallSheet) -> tuple[Meaning | None, ...]:
    """What the calls were said to show."""
    said = _explanations(story, asides, sheet)
    return tuple(
        Meaning("; ".join(said.get(turn, ())), alerted) if alerted or turn in said else None
        for turn, alerted in enumerate(sheet.alerts)
    )


def _explanations(story: Story, asides: list[_Aside], sheet: CallSheet) -> dict[int, list[str]]:
    """What was said about each legal call; about others it is a mark."""
    said = dict[int, list[str]]()
    for pair, values, _ in asides:
        if pair.tag != "an":
            continue
        count = sheet.counts[values]
        if not count:
            story.kept.append((pair, "an explanation stands before any call"))
        elif values > sheet.values_read:
            story.marks.append(Mark(f"call {count}", note=pair.value))
        else:
            said.setdefault(count - 1, []).append(pair.value)
    return said


def _read_result(story: Story, pair: Pair, auction: Auction, has_cards: bool) -> Result | None:
    """Take the result, unless it is none or contradicts the record."""
    items = [item.strip() for item in pair.value.split(",") if item.strip()]
    if not items:
        return None
    try:
        result = read_result(pair.value if len(items) > 1 else items[0])
    except NotationError as error:
        story.kept.append((pair, "; ".join(error.faults)))
        return None
    if auction.is_over and auction.contract != result.contract:
        ended = auction.contract or "four passes"
        story.kept.append((pair, f"the auction ends in {ended}, but the result is {result}"))
    elif result.is_passed_out and has_cards and not auction.is_over:
        story.kept.append((pair, "the result is passed out, but cards were played or claimed"))
    else:
        return result
    return None


def _read_cards(story: Story, pairs: list[Pair]) -> CardSheet:
    """Read the play."""
    sheet = CardSheet(_play(story, pairs[0]) if pairs else None)
    sheet.read([pair.value for pair in pairs])
    if sheet.parts:
        why = f"{sheet.warning}: the cards from there on are kept as they are written"
        story.remark(why, pairs[sheet.values_read])
    if pairs:
        play = sheet.play if sheet.play is not None and sheet.play.cards else None
        story.board = replace(story.board, play=play, unread_cards=sheet.unread)
    return sheet


def _comments(asides: list[_Aside], calls: CallSheet, cards: CardSheet) -> Iterator[Comment]:
    """The comments with their places."""
    for pair, call_values, card_values in asides:
        if pair.tag in _COMMENTS and pair.value:
            call, card = calls.counts[call_values], cards.counts[card_values]
            yield Comment(pair.value, f"card {card}" if card else f"call {call}" if call else "")


def _play(story: Story, first: Pair) -> Play | None:
    """The play before its first card, if the trumps and the leader are known."""
    board = story.board
    if board.is_passed_out:
        return None
    begins = opening(board.contract, board.auction, board.unread_calls, board.deal, first.value)
    if begins is None:
        return None
    try:
        return Play(board.deal, *begins)
    except DealError as error:
        story.remark("; ".join(error.faults), first)
        return None


def _read_claim(story: Story, pair: Pair) -> None:
    text = pair.value.strip()
    tricks = int(text) if text.isdecimal() and len(text) <= 2 else None
    if story.board.is_passed_out:
        story.kept.append((pair, "tricks are claimed, but the board was passed out"))
    elif tricks is None or tricks > 13:
        story.kept.append((pair, f"{text[:60]!r} tricks cannot be claimed"))
    else:
        story.board = replace(story.board, claim=TableClaim(tricks))
