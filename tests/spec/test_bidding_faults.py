"""System files: every fault is named with its file, line and column."""

from __future__ import annotations

import pytest

from overtrick.bidding.errors import SystemFileError
from overtrick.bidding.reading import read_text
from tests.system_texts import fault

O = "when opening\n"  # noqa: E741


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (
            "whn opening",
            1,
            1,
            "expected a line that begins with system, uses, include, words, points, define, "
            "convention or when, found 'whn': did you mean 'when'?",
        ),
        (
            "# a\n\nwhen openning\n  1C: true",
            3,
            6,
            "expected a condition on the auction such as 'opening' or "
            "'partner bid 1M', found 'openning': did you mean 'opening'?",
        ),
        (
            "when partner opend 1M\n 1C: true",
            1,
            14,
            "expected what that player did, such as opened, bid, passed, "
            "showed or has, found 'opend': did you mean 'opened'?",
        ),
        ("when i passed\n 1C: true", 1, 6, "found 'i': did you mean 'I'?"),
        ("when partner bid 2s\n 1C: true", 1, 18, "found '2s': did you mean '2S'?"),
        ("when opening,, seat 3\n 1C: true", 1, 14, "found ','"),
        ("when (opening\n 1C: true", 1, 14, "expected a comma or ')', found the end of the line"),
        ("when opening,\n  seat 5\n  1C: true", 2, 8, "expected a seat from 1 to 4, found '5'"),
        ("when seat 4-3\n 1C: true", 1, 11, "no seat is 4-3: the lower number comes first"),
        ("when opening priority 3\n 1C: true", 1, 14, "expected a comma, 'and', 'or' or the end of the line"),
        ("when opening, priority x\n 1C: true", 1, 24, "expected a number, found 'x'"),
        ("when opening, complete, complete\n 1C: true", 1, 25, "complete is said twice"),
        ("when partner has 5-4 X\n 1C: true", 1, 18, "the range 5-4 is empty"),
        ("when partner bid 3-2X\n 1C: true", 1, 18, "no bid is 3-2X: the lower level comes first"),
        ("when LHO passed hand\n 1C: true", 1, 6, "expected 'I passed hand' or 'partner passed hand'"),
        ("when partner showed\n 1C: true", 1, 20, "expected a name, found the end of the line"),
        ("when not not X\n 1C: true", 1, 15, "expected 'agreed', found the end of the line"),
        (f"when {'not ' * 99} opening\n 1C: true", 1, 246, "too many conditions within conditions"),
        (O, 1, 1, "no entry stands below this line: expected one such as '1NT: 15-17 hcp, balanced'"),
        (
            O + "  1Q: true",
            2,
            3,
            "expected a call such as 1NT, 2M, nX, pass, double or cheapest X, found '1Q'",
        ),
        (O + "  0NT: true", 2, 3, "found '0NT'"),
        (O + "  [x 1C: true", 2, 3, "found '['"),
        (O + '  1C "a: true', 2, 6, "expected words in quotes, ':' and a condition on the hand or 'for'"),
        (
            O + "  1C true",
            2,
            6,
            "expected words in quotes, ':' and a condition on the hand or 'for', found 'true'",
        ),
        (O + "  1C:", 2, 6, "expected a condition on the hand, found the end of the line"),
        (O + "  1C: 12+ balancd", 2, 11, "unknown word 'balancd': did you mean 'balanced'?"),
        (O + "  1C: 12+ hcp 5+ clubs", 2, 15, "expected a comma between two conditions, found '5+'"),
        (O + "  1C: 12+ hcp,\n      # so\n      5+ spods", 4, 10, "unknown word 'spods'"),
        (
            O + "  1C: 12+ hcp\n    forcng",
            3,
            5,
            "with 'forcng' (they begin with unless, forcing, forcing to, "
            "forcing to game, invitational, sign-off, not forcing, agrees, is, alert, priority, if, "
            "catch-all, only read or source:): did you mean 'forcing'?",
        ),
        (O + "  1C: true\n    unless 5+ hearts or\n      6+ spods", 4, 10, "unknown word 'spods'"),
        (O + "  1C: hcp", 2, 7, "expected a condition, found a number"),
        (O + "  1C: true unless true\n    unless true", 3, 5, "a second exception"),
        (O + "  1C: true\n    forcing\n    alart", 4, 5, "source:): did you mean 'alert'?"),
        (
            O + "  1C: true\n    forcing\n    forcing to game",
            4,
            5,
            "a second line of this kind below one entry",
        ),
        (O + "  1C: true\n    forcing too 3NT", 3, 13, "expected the end of the line, found 'too'"),
        (
            O + "  1C: true\n    forcing to 3M",
            3,
            16,
            "expected 'game' or a bid without letters such as 3NT, found '3M'",
        ),
        (O + "  1C: true\n    forcing to gam", 3, 16, "3NT, found 'gam': did you mean 'game'?"),
        (O + "  1C: true\n    source:", 3, 12, "expected where it is from, found the end of the line"),
        (
            O + "  source: a\n  source: b\n  1C: true",
            3,
            3,
            "expected a call such as 1NT, 2M, nX, pass, double",
        ),
        (O + "  1C: true\n  source: a book", 3, 3, "or cheapest X, found 'source'"),
        (O + "  source: a book\n    alert\n  1C: true", 2, 3, "or cheapest X, found 'source'"),
        (O + "  source: a book", 1, 1, "no entry stands below this line"),
        (O + "  source:\n  1C: true", 2, 10, "expected where it is from, found the end of the line"),
        (O + "  1C: true\n    balanced", 3, 5, "expected a comma between two conditions, found 'balanced'"),
        (O + "  1C: true\n    not balanced", 3, 5, "or the end, found 'not'"),
        *(
            (O + f"  1C: 12+ hcp\n    {above}{text}", 4 if above else 3, 5, f"did you mean '{meant}'?")
            for above in ("", "alert\n    ")
            for text, meant in (
                ("forces", "forcing"),
                ("invite", "invitational"),
                ("sign off", "sign-off"),
                ("until 3NT", "forcing to"),
                ("not forced", "not forcing"),
                ("non-forcing", "not forcing"),
                ("source a book", "source:"),
            )
        ),
        (O + "  1C: 12+ hcp\n    qqq", 3, 5, "no property line begins with 'qqq' (they begin with unless,"),
        (O + "  P: true", 2, 3, "found 'P': did you mean 'pass'?"),
        (O + "  [a] X: true", 2, 7, "found 'X': did you mean 'double'?"),
        (O + "  XX: true", 2, 3, "found 'XX': did you mean 'redouble'?"),
        (O + "  Dbl: true", 2, 3, "found 'Dbl': did you mean 'double'?"),
        (O + "  1C: true\n    is 5", 3, 8, "expected a name, found '5'"),
        (O + "  1C: true\n    priority", 3, 13, "expected a number, found the end of the line"),
        (O + "\t1C: true", 2, 1, "expected spaces at the beginning of the line, found a tab"),
        (O + "  1C: true\n \t1D: true", 3, 1, "expected spaces at the beginning of the line, found a tab"),
        (O + "   1C: true\n 1D: true", 3, 2, "this line stands in column 2, the first of its block in 4"),
        (O + "  1C: true\n      alert\n    forcing", 4, 5, "this line stands in column 5, those above in 7"),
        ("  1C: true", 1, 3, "an indented line stands below nothing"),
        ("uses x\n  y", 2, 3, "expected the end of the line, found 'y'"),
        # Letters
        (O + "  1C: 12+ hcp,\n    5+ M", 3, 8, "M stands for no suit here"),
        (O + "  1M: 12+ hcp, 5+ m", 2, 19, "m stands for no suit here"),
        (O + "  1C: fit in X", 2, 14, "X stands for no suit here"),
        (O + "  1C: true\n    agrees M", 3, 12, "M stands for no suit here"),
        (O + "  1C: true\n    is a(S, M)", 3, 13, "M stands for no suit here"),
        (O + "  1C: n = 2", 2, 7, "n is no level here: neither the call nor the context names one"),
        (O + "  1OM: true", 2, 3, "OM is the other of M, but nothing finds M"),
        (O + "  1M for M in DC: true", 2, 15, "M is a major: expected suits among SH"),
        (O + "  1X for X in SH, X in DC: true", 2, 19, "X is said twice"),
        (O + "  1C for OM in SH: true", 2, 10, "OM follows from M"),
        (O + "  1C for X in SHQ: true", 2, 15, "expected suits such as SH, majors or minors, found 'SHQ'"),
        (
            O + "  2X for X in SH: true\n    if not they have 3+ X",
            3,
            5,
            "X after 'not' would be every suit here",
        ),
        ("when opening or partner bid 1X\n 1C: 5+ X", 2, 9, "X stands for no suit here"),
        ("when not partner bid 1X\n 1C: 5+ X", 2, 9, "X stands for no suit here"),
        ("when partner bid 2OM\n 1C: true", 1, 18, "OM is the other of M, but nothing before it finds M"),
        ("when below 3X\n 1C: true", 1, 12, "below which bid? Nothing before it finds X"),
        ("when at or above 3any\n 1C: true", 1, 18, "at or above which bid? 3any is more than one"),
        ("when not they have 4+ X, I bid 1X\n 1C: true", 1, 32, "X is found only here, after 'not'"),
        # Names
        ("system", 1, 7, "expected a name, found the end of the line"),
        ("system a\n\nsystem b", 3, 1, "a second system: the first is in line 1"),
        ("system a\n  forcing", 2, 3, "expected one line 'source: …' below the name of the system"),
        ("uses nothing", 1, 6, "there is no system 'nothing'"),
        ("include x", 1, 9, "there is no file x.bid in the folder 'system'"),
        ("include system", 1, 9, "system.bid includes itself"),
        ("words openbd", 1, 7, "expected openbid, found 'openbd': did you mean 'openbid'?"),
        ("points = balanced", 1, 10, "expected a number, found a condition"),
        ("points = hcp +", 1, 15, "found the end"),
        ("points = 3\npoints = 4", 2, 1, "points are counted in two ways"),
        ('convention a "b"', 1, 17, "expected 'off' or 'on', found the end of the line"),
        ("convention a on\nconvention a off", 2, 12, "a is a convention already: see system.bid, line 1"),
        ("define f(X) = 5+ X,\n  5+ Y", 2, 6, "unknown word 'Y'"),
        ("define 7 = 3", 1, 8, "expected a definition such as good(X) = 5+ X"),
        ("define and = 3", 1, 8, "'and' means something already: choose another name"),
        ("define f(n) = 3", 1, 10, "'n' means something already: choose another name"),
        *(
            (f"points = hcp\ndefine {word} = 20+ hcp", 2, 8, f"'{word}' means something already")
            for word in ("hcp", "HCP", "balanced", "combined", "ace", "partner_points")
        ),
        ("define fit(X) = 7+ X", 1, 8, "'fit' means something already"),
        ("define points(X) = 7+ X", 1, 8, "'points' means something already"),
        ("define TOTALPTS = 3\nwords openbid", 1, 8, "'TOTALPTS' means something already"),
        ("define f = 3\n\ndefine F(X) = 5+ X", 3, 8, "'F' is defined already: see system.bid, line 1"),
        ("points =", 1, 9, "expected how points are counted, such as 'hcp', found the end of the line"),
        ("define", 1, 7, "expected a definition such as good(X) = 5+ X, found the end of the line"),
        ("system a\n  source:", 2, 10, "expected where it is from"),
        (
            "when partner showed foo\n  1C: true\n    is fooo",
            1,
            21,
            "no entry has the line 'is foo': did you mean 'fooo'?",
        ),
        (
            "when partner showed foo(X)\n  1C: true\n    is foo",
            1,
            21,
            "'foo' stands with a suit here, but no line 'is foo' of an entry names any: write 'foo' alone",
        ),
        (
            "when partner showed foo(X, Y)\n  1C: true\n    is foo(S)",
            1,
            21,
            "'foo' stands with 2 suits here, but no line 'is foo' of an entry names more than one",
        ),
        (O + "  1C: true\n    if using bar", 3, 14, "there is no convention 'bar'"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, line: int, column: int, words: str) -> None:
    said = fault(text)
    assert said.startswith(f"system.bid, line {line}, column {column}: ")
    assert words in said


def test_a_fault_quotes_the_line_and_points_at_the_place() -> None:
    with pytest.raises(SystemFileError) as caught:
        read_text("when opening\n  1NT: 15-17 hcp, blanced", name="openings")
    assert str(caught.value) == (
        "openings.bid, line 2, column 19: unknown word 'blanced': did you mean 'balanced'? "
        "in '1NT: 15-17 hcp, blanced'"
    )
    assert caught.value.pointer() == "  1NT: 15-17 hcp, blanced\n" + " " * 18 + "^"


def test_a_fault_in_another_file_names_that_file() -> None:
    assert fault("include a", {"a": "when opening\n  1C: 12+ x"}).startswith("a.bid, line 2, column 11: ")
    assert fault("include a", {"a": "include a"}) == "a.bid, line 1, column 9: a.bid includes itself"
    assert fault("include a", {"a": "include b", "b": "include a"}).startswith(
        "b.bid, line 1, column 9: a.bid is included already"
    )
    for statement in ("points = hcp", "words openbid", "system a"):
        assert "line 1, column 1: this line belongs in system.bid" in fault("include a", {"a": statement})


def test_points_too_deep_are_refused_where_they_are_counted() -> None:
    said = set[str]()
    for last in range(70, 76):
        deep = "".join(f"define d{level} = d{level - 1} + 1\n" for level in range(1, last + 1))
        try:
            read_text(f"define d0 = hcp\n{deep}points = d{last}")
        except SystemFileError as error:
            said.add(error.faults[0].removeprefix(f"system.bid, line {last + 2}, "))
    assert "column 1: too many definitions within definitions" in said
