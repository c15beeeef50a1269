"""English sentences for the findings of the checker."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.bidding.checking import findings
from overtrick.bidding.checking.checker import Report
from overtrick.core import CardSet, Contract, Seat
from overtrick.core.explaining import explain

__all__ = ["entries_words", "finding_words", "report_words"]


@explain.register(findings.Finding)
def finding_words(finding: findings.Finding, language: str = "en") -> str:
    """A finding in a sentence or two: the fault, its place, the number of hands, and an example."""
    match finding:
        case findings.NoCall(where, share, witness, is_forced):
            passes = "they pass, though the auction is forcing" if is_forced else "they pass"
            return f"{_where(where)} no entry fits {_many(share, witness)}; {passes}."
        case findings.Tie(where, share, witness, rule, call, other, other_call):
            return (
                f"{_where(where)} {call.print} by {_named(rule)} and {other_call.print} by {_named(other)} "
                f"have equal priority and both fit {_many(share, witness)}."
            )
        case findings.FalseExplanation(where, share, witness, _, call):
            return f"{_where(where)} {call.print} is not what it is said to show for {_many(share, witness)}."
        case findings.OddCall(where, share, witness, _, call):
            make_it = f"{_many(share, witness)} make it"
            return f"{_where(where)} {call.print} is read as a call that nobody makes, but {make_it}."
        case findings.PassedForcing(where, share, witness, rule):
            return f"{_where(where)} {_many(share, witness)} pass by {_named(rule)}, though it is forcing."
        case findings.DeadEntry(where, rule):
            auctions = f"any of {_counted(where.auctions, 'auction')} where it applies"
            return f"No hand makes the call of {_named(rule)} in {auctions}; one is {_calls(where)}."
        case findings.CatchAll():
            return _caught(finding)
    assert isinstance(finding, findings.Gift)
    return _given(finding)


@explain.register(Report)
def report_words(report: Report, language: str = "en") -> str:
    """The thoroughness of a check and its results, in words."""
    asked = f"{report.settings.boards:,} boards asked {report.questions:,} different questions"
    gone_through = f"{report.visited:,} of them ({_percent(report.coverage)} of all calls) were gone through"
    sampled = report.coverage.hands - report.exact.hands
    exact = _percent(report.exact)
    how = f"{exact} with every hand, the rest with a sample" if sampled else "with every hand"
    new, accepted = len(report.new), len(report.findings) - len(report.new)
    boards = _counted(report.gift_boards, "board")
    gifts = f" The decisions of {boards} were simulated." if report.gift_boards else ""
    found = f"New findings: {new}; accepted: {accepted}."
    return f"{report.system}: {asked}; {gone_through}, {how}.{gifts} {found}"


def entries_words(rules: Sequence[findings.EntryRef], what: str, named: bool) -> str:
    """The number of entries with some property and, if requested, a list of them."""
    number = "One entry" if len(rules) == 1 else f"{len(rules)} entries"
    if not named:
        return f"{number} {what}; --all names them."
    return "\n".join((f"{number} {what}:", *(f"    {_named(rule)}" for rule in rules)))


# Words


def _where(where: findings.Location) -> str:
    more = f" (and {_counted(where.auctions - 1, 'auction')} like it)" if where.auctions > 1 else ""
    return f"After {_calls(where)}{more}," if where.auction else f"At the start{more}"


def _calls(where: findings.Location) -> str:
    return " ".join(call.print for call in where.auction) or "the start"


def _counted(number: int, what: str) -> str:
    return f"one {what}" if number == 1 else f"{number:,} {what}s"


def _named(rule: findings.EntryRef) -> str:
    name = f" “{rule.name}”" if rule.name else ""
    return f"{rule.call}{name} ({rule.system}/{rule.file}, line {rule.line})"


def _many(share: findings.Share, witness: CardSet | None) -> str:
    sample = ""
    if share.is_sampled:
        low, high = share.interval
        sample = f" of a sample; {100 * low:.3g} to {100 * high:.3g}% of all"
    example = "" if witness is None else f", such as {witness}"
    return f"{share.hands:,} of {share.of:,} hands ({_percent(share)}{sample}){example}"


def _percent(share: findings.Share) -> str:
    return f"{100 * share.fraction:.3g}%"


def _caught(finding: findings.CatchAll) -> str:
    who = "All entries for want of better together" if finding.rule is None else _named(finding.rule)
    makes = "make" if finding.rule is None else "makes"
    where = f"after {_calls(finding.location)}" if finding.location.auction else "at the start"
    there = _many(finding.share, finding.witness)
    return f"{who} {makes} {_percent(finding.calls)} of all calls, most of them {where}: {there}."


def _given(gift: findings.Gift) -> str:
    """The loss by a call, and the worst deal."""
    by = "for want of any entry" if gift.rule is None else f"by {_named(gift.rule)}"
    often = f"on {gift.share.hands:,} of {gift.share.of:,} simulated deals ({_percent(gift.share)})"
    seat = next(seat for seat, hand in gift.deal.items() if hand == gift.witness)
    calls = " ".join(call.print for call in gift.auction.calls)
    gaining = f"{gift.auction.dealer.next(gift.place).word}'s {gift.auction.calls[gift.place].print}"
    return (
        f"{_where(gift.location)} {gift.call.print} {by} gives away {gift.imps:.1f} IMPs a deal, {often}. "
        f"With {gift.witness}, {seat.word} and partner should {_better(gift.better, seat)} "
        f"in {gift.deal} after {calls}; "
        f"so {gaining} gains there instead of the system's {gift.instead_of.print}."
    )


def _better(contract: Contract, seat: Seat) -> str:
    """The better action of a side, given the contract that should have been reached."""
    if contract.declarer.side is seat.side:
        return f"play {contract.print}"
    played = f"{contract.bid.print} by {contract.declarer.word}"
    return f"double {played}" if contract.doubled else f"leave the others {played}"
