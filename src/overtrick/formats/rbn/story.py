"""What happened to an RBN board: its auction, contract, play and result, read from their lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

from overtrick.core import (
    Auction,
    Call,
    Card,
    Contract,
    Deal,
    Doubled,
    IllegalPlay,
    Meaning,
    OvertrickError,
    Play,
    Seat,
    Strain,
    Vul,
)
from overtrick.formats.record import Mark

__all__ = [
    "GLYPHS",
    "VUL_LETTERS",
    "AuctionTold",
    "ContractTold",
    "PlayTold",
    "ResultTold",
    "opening",
    "read_auction",
    "read_contract",
    "read_play",
    "read_result",
]

VUL_LETTERS = {"Z": Vul.NONE, "N": Vul.NS, "E": Vul.EW, "B": Vul.BOTH}
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""The signs of quality: PBN numbers them from 1 on calls, and from 7 on cards."""

_SEATS = {str(seat): seat for seat in Seat}
_START = re.compile(r"\s*([NESW?])\s*([ZNEB?])?\s*(:|$)", re.IGNORECASE)
_CALL = re.compile(
    r"(?P<call>XX|AP?|[PXRY]|[1-7](?:NT|[CDHSN]))(?P<suffix>(?:\*|\^[0-9]|[!?]+)*)|[^\s:]+", re.IGNORECASE
)
_CARD = re.compile(
    r"(?P<sign>[:;])|(?P<suit>[SHDC])?(?P<rank>10|[AKQJT2-9])(?P<suffix>(?:\^[0-9]|[!?]+)*)|[^\s:;]+",
    re.IGNORECASE,
)
_CONTRACT = re.compile(
    r"([1-7])\s*(NT|[CDHSN])\s*(XX|X|R)?\s*:\s*([NESW])(?:\s*:(.*))?", re.IGNORECASE | re.DOTALL
)
_RESULT = re.compile(r"(P|[0-9]{1,2})\s*([+-][0-9]{1,6})?(?:\s*:(.*))?", re.IGNORECASE | re.DOTALL)
_SCORE_AFTER_COLON = re.compile(r"([+-](?:[5-9]|[1-9][0-9]+)0)(?::(.*))?", re.DOTALL)
_DOUBLED = {"": Doubled.NO, "X": Doubled.DOUBLED, "XX": Doubled.REDOUBLED, "R": Doubled.REDOUBLED}


# The auction


@final
@dataclass(slots=True)
class AuctionTold:
    """What the line of the auction says; a dealer or vulnerability it leaves open is None."""

    dealer: Seat | None
    vul: Vul | None
    auction: Auction | None = None
    meanings: list[Meaning | None] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    unread: str = ""
    faults: list[str] = field(default_factory=list)


def read_auction(data: str, notes: Mapping[str, str]) -> AuctionTold:
    """Read dealer, vulnerability and calls; a dealer and a vulnerability alone are no auction.

    >>> told = read_auction("WN:1CP1N^1P:2NP3NA", {"1": "8-10"})
    >>> told.vul, told.auction, told.meanings[2].text
    (Vul.NS, Auction.parse('W: 1C P 1NT P 2NT P 3NT P P P'), '8-10')
    """
    start = _START.match(data)
    dealer, vul, colon = (start[1], start[2] or "?", start[3]) if start else ("W", "?", ":")
    told = AuctionTold(_SEATS.get(dealer.upper()), VUL_LETTERS.get(vul.upper()))
    if colon:
        words = list(_CALL.finditer(data, start.end() if start else 0))
        _read_calls(words, Auction(Seat.NORTH if told.dealer is None else told.dealer), notes, told)
    return told


def _read_calls(
    words: list[re.Match[str]], auction: Auction, notes: Mapping[str, str], told: AuctionTold
) -> None:
    for place, word in enumerate(words):
        try:
            longer = _after(auction, _spelled_call(word["call"] or word[0]))
        except OvertrickError as error:
            told.unread = " ".join(map(_with_suffix, words[place:]))
            told.faults.append(str(error))
            break
        _add_meaning(word["suffix"] or "", len(auction), notes, told)
        auction = longer
    told.auction = auction


def _after(auction: Auction, word: str) -> Auction:
    """The auction after a word; all pass adds as many passes as it takes."""
    if word != "AP":
        return auction.then(Call.parse(word))
    while not auction.is_over:
        auction = auction.then(Call.PASS)
    return auction


def _with_suffix(word: re.Match[str]) -> str:
    return _spelled_call(word["call"] or word[0]) + (word["suffix"] or "")


def _spelled_call(word: str) -> str:
    """A call as this package spells it: ``1NT`` for 1N, ``XX`` for R, ``AP`` for A."""
    name = word.upper()
    if re.fullmatch("[1-7]N", name):
        return f"{name}T"
    return {"R": "XX", "A": "AP"}.get(name, name if _CALL.fullmatch(name) else word)


def _add_meaning(suffix: str, calls_before: int, notes: Mapping[str, str], told: AuctionTold) -> None:
    texts = _notes(suffix, notes, told.faults)
    if texts or "*" in suffix:
        told.meanings += [None] * (calls_before - len(told.meanings))
        told.meanings.append(Meaning("; ".join(texts), alerted="*" in suffix))
    told.marks += _quality(suffix, f"call {calls_before + 1}", 1, told.faults)


def _notes(suffix: str, notes: Mapping[str, str], faults: list[str]) -> list[str]:
    """The notes a call or a card refers to; one that is not given stays as the reference."""
    digits = re.findall(r"\^([0-9])", suffix)
    faults += (f"note {digit} is referred to but not given" for digit in digits if digit not in notes)
    return [notes.get(digit, f"^{digit}") for digit in digits]


def _quality(suffix: str, place: str, first: int, faults: list[str]) -> list[Mark]:
    signs = re.findall(r"[!?]+", suffix)
    if any(sign not in GLYPHS for sign in signs) or len(signs) > 1:
        faults.append(f"{''.join(signs)!r} on {place} is taken as {signs[0][:2]!r}")
    return [Mark(place, glyph=first + GLYPHS.index(signs[0][:2]))] if signs else []


# The contract and the result


@final
@dataclass(frozen=True, slots=True)
class ContractTold:
    """What the line of the contract says."""

    contract: Contract
    rest: str = ""
    """What follows, such as an unusual leader."""


def read_contract(data: str) -> ContractTold | None:
    """The contract, and what follows it; None if there is no contract.

    >>> read_contract("5HX:N:S")
    ContractTold(contract=Contract.parse('5HX by N'), rest='S')
    """
    match = _CONTRACT.fullmatch(data.strip())
    if match is None:
        return None
    level, strain, doubled, declarer, rest = match.groups("")
    doubling = _DOUBLED[doubled.upper()]
    contract = Contract(int(level), Strain.parse(strain), _SEATS[declarer.upper()], doubling)
    return ContractTold(contract, rest.strip())


@final
@dataclass(frozen=True, slots=True)
class ResultTold:
    """What the line of the result says."""

    tricks: int | None
    """Declarer's tricks; None when the board was passed out."""
    score: int | None = None
    """The score of North and South."""
    rest: str = ""
    """What the comparison gave, as written."""


def read_result(data: str) -> ResultTold | None:
    """Declarer's tricks, the score for North and South, and the outcome of the comparison.

    >>> read_result("8-100:-5")
    ResultTold(tricks=8, score=-100, rest='-5')
    """
    match = _RESULT.fullmatch(data.strip())
    if match is None:
        return None
    tricks, score, rest = match.groups("")
    if not score and (late := _SCORE_AFTER_COLON.fullmatch(rest.strip())):
        score, rest = late.groups("")
    if tricks.isdigit() and int(tricks) > 13:
        return None
    return ResultTold(int(tricks) if tricks.isdigit() else None, int(score) if score else None, rest.strip())


# The play


def opening(deal: Deal, contract: Contract, leader: str) -> Play:
    """The position before the first card; an ending may begin with another leader than the contract's."""
    seat = _SEATS.get(leader.strip().upper(), contract.leader)
    if seat is not contract.leader and deal.cards_each == 13:
        raise IllegalPlay(f"{contract.leader.word} leads against {contract}, not {seat.word}")
    return Play(deal, contract.strain, seat)


@final
@dataclass(slots=True)
class PlayTold:
    """What the line of the play says."""

    play: Play | None
    marks: list[Mark] = field(default_factory=list)
    trivial_after: int | None = None
    """How many cards were played when the rest was called trivial, where the record says so."""
    unread: str = ""
    faults: list[str] = field(default_factory=list)


def read_play(data: str, play: Play | None, notes: Mapping[str, str]) -> PlayTold:
    """Read cards in the order of play; one without a suit follows the suit led.

    >>> start = Play.parse("N:A.2.. K.3.. Q.4.. J.5..;NT;N")
    >>> told = read_play("SAKQ!J;", start, {})
    >>> told.play.cards[1], told.marks, told.trivial_after
    (Card.parse('SK'), [Mark(place='card 3', glyph=7, note=None)], 4)
    """
    told = PlayTold(play)
    words = _spelled_cards(data, told)
    if told.play is None and not words:
        told.unread = _left_over(words, 0, told)
    for place, (word, suffix) in enumerate(words):
        try:
            told.play = _next(told.play, word)
        except OvertrickError as error:
            told.unread = _left_over(words, place, told)
            told.faults.append(str(error))
            break
        name = f"card {place + 1}"
        told.marks += (Mark(name, note=text) for text in _notes(suffix, notes, told.faults))
        told.marks += _quality(suffix, name, 7, told.faults)
    return told


def _left_over(words: list[tuple[str, str]], place: int, told: PlayTold) -> str:
    """The words from a place on, with the semicolon where it is among them."""
    rest = [word + suffix for word, suffix in words[place:]]
    pause = None if told.trivial_after is None else told.trivial_after - place
    if pause is not None and (pause > 0 or told.play is None or rest[0] == ";"):
        told.trivial_after = None
        if rest[pause : pause + 1] != [";"]:
            rest.insert(pause, ";")
    return " ".join(rest)


def _next(play: Play | None, word: str) -> Play:
    if play is None:
        raise IllegalPlay("the cards cannot be followed")
    return play.then(Card.parse(word))


def _spelled_cards(data: str, told: PlayTold) -> list[tuple[str, str]]:
    """Every card with its suit, and its marks; a sign in the middle of a trick stays a word."""
    words, led, in_trick = list[tuple[str, str]](), "", 0
    matches = list(_CARD.finditer(data))
    last = max((place for place, match in enumerate(matches) if not match["sign"]), default=0)
    for place, match in enumerate(matches):
        if match["sign"]:
            if match["sign"] == ";" and told.trivial_after is None:
                told.trivial_after = len(words)
            if in_trick % 4 and place < last:
                words.append((match["sign"], ""))
            in_trick = 0
        elif match["rank"] is None:
            words.append((match[0], ""))
        else:
            suit = (match["suit"] or ("" if in_trick % 4 == 0 else led)).upper()
            led = suit if in_trick % 4 == 0 else led
            in_trick += 1
            words.append((suit + match["rank"].upper().replace("10", "T"), match["suffix"]))
    return words
