"""What happened on a LIN board: its calls and cards, and what was said about them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from overtrick.core import Board, DealError, Meaning, NotationError, Play, TableClaim
from overtrick.formats.lin.notation import read_result
from overtrick.formats.lin.pairs import Pair
from overtrick.formats.lin.sheets import CallSheet, CardSheet, opening
from overtrick.formats.record import Comment, Mark, Remark

__all__ = ["STORY_TAGS", "Story", "read_story"]

STORY_TAGS = ("mb", "an", "pc", "nt", "at")
_COMMENTS = ("nt", "at")


@dataclass(slots=True)
class Story:
    """A board and what was said about it."""

    board: Board
    comments: list[Comment] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    kept: list[tuple[Pair, str]] = field(default_factory=list)
    """Pairs that do not fit the board, and why."""
    remarks: list[Remark] = field(default_factory=list)


def read_story(board: Board, pairs: list[Pair], result: Pair, claim: Pair | None) -> Story:
    """Add to a board what its pairs tell of the auction, the play and the end."""
    story = Story(board)
    calls_before = _read_calls(story, pairs)
    has_cards = claim is not None or any(pair.tag == "pc" for pair in pairs)
    _read_result(story, result, has_cards)
    _read_cards(story, pairs, calls_before)
    if claim is not None and claim.value.strip():
        _read_claim(story, claim)
    return story


def _read_calls(story: Story, pairs: list[Pair]) -> list[int]:
    """Read the auction; return for each pair how many calls there are up to it."""
    sheet, said, counts = CallSheet(story.board.dealer), dict[int, list[str]](), list[int]()
    for pair in pairs:
        if pair.tag == "mb":
            was_legal = not sheet.parts
            sheet.add(pair.value)
            if sheet.parts and was_legal:
                why = f"{sheet.warning}: the calls from there on are kept as they are written"
                story.remarks.append(Remark(why, pair.line or None))
        elif pair.tag == "an" and not sheet.count:
            story.kept.append((pair, "an explanation stands before any call"))
        elif pair.tag == "an" and sheet.parts:
            story.marks.append(Mark(f"call {sheet.count}", note=pair.value))
        elif pair.tag == "an":
            said.setdefault(len(sheet.auction) - 1, []).append(pair.value)
        counts.append(sheet.count)
    meanings = tuple(
        Meaning("; ".join(said.get(turn, ())), alerted) if alerted or turn in said else None
        for turn, alerted in enumerate(sheet.alerts)
    )
    auction = sheet.auction if len(sheet.auction) else None
    story.board = replace(story.board, auction=auction, meanings=meanings, unread_calls=sheet.unread)
    return counts


def _read_result(story: Story, pair: Pair, has_cards: bool) -> None:
    """Take the result, unless it is none or contradicts the record."""
    items = [item.strip() for item in pair.value.split(",") if item.strip()]
    if not items:
        return
    auction = story.board.auction
    try:
        result = read_result(pair.value if len(items) > 1 else items[0])
    except NotationError as error:
        story.kept.append((pair, "; ".join(error.faults)))
        return
    if auction is not None and auction.is_over and auction.contract != result.contract:
        ended = auction.contract or "four passes"
        story.kept.append((pair, f"the auction ends in {ended}, but the result is {result}"))
    elif result.is_passed_out and has_cards and (auction is None or not auction.is_over):
        story.kept.append((pair, "the result is passed out, but cards were played or claimed"))
    else:
        story.board = replace(story.board, result=result)


def _read_cards(story: Story, pairs: list[Pair], calls_before: list[int]) -> None:
    """Read the play, and the comments with their places."""
    cards = [pair for pair in pairs if pair.tag == "pc"]
    sheet = CardSheet(_play(story, cards[0]) if cards else None)
    for pair, calls in zip(pairs, calls_before, strict=True):
        if pair.tag == "pc":
            was_legal = not sheet.parts
            sheet.add(pair.value)
            if sheet.parts and was_legal:
                why = f"{sheet.warning}: the cards from there on are kept as they are written"
                story.remarks.append(Remark(why, pair.line or None))
        elif pair.tag in _COMMENTS and pair.value:
            place = f"card {sheet.count}" if sheet.count else f"call {calls}" if calls else ""
            story.comments.append(Comment(pair.value, place))
    play = sheet.play if sheet.play is not None and sheet.play.cards else None
    story.board = replace(story.board, play=play, unread_cards=sheet.unread)


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
        story.remarks.append(Remark("; ".join(error.faults), first.line or None))
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
