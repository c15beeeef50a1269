"""Charts and documents: real text, nothing in them can become markup."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from overtrick.render import (
    Bar,
    Chart,
    Document,
    Heading,
    Paragraph,
    TextTable,
    bar_chart,
    html_document,
    markdown,
    text_bars,
)

NASTY = '<script>alert("x")</script> & | ` *'
CHART = Chart("aces", f"Aces {NASTY}", (Bar("0", 2, "2 hands"), Bar(NASTY, 1, "1 hand")))
DOCUMENT = Document(
    f"Title {NASTY}",
    (
        Heading("Part"),
        Paragraph(f"Words {NASTY}"),
        TextTable(("name", "hands"), ((NASTY, "1,000"), ("b", "20"))),
        CHART,
    ),
)


def test_a_chart_is_a_picture_with_a_text_alternative() -> None:
    root = ET.fromstring(bar_chart(CHART))
    texts = ["".join(each.itertext()) for each in root.iter() if each.tag.endswith("text")]
    assert texts[1:] == ["0", "2 hands", NASTY, "1 hand"]
    widths = [each.attrib["width"] for each in root.iter() if each.tag.endswith("rect")]
    assert widths == ["100%", "420.0", "210.0"]
    assert root.find("{http://www.w3.org/2000/svg}title") is not None


def test_a_chart_of_nothing_is_still_a_picture() -> None:
    ET.fromstring(bar_chart(Chart("none", "None", ())))
    assert text_bars(()) == []


def test_bars_of_text_are_in_proportion() -> None:
    assert text_bars((Bar("a", 4, "4"), Bar("bb", 1, "10")), longest=8) == [
        " a  ████████   4",
        "bb  ██        10",
    ]


def test_a_page_holds_its_text_and_no_markup_of_its_readers() -> None:
    page = html_document(DOCUMENT)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 8  # two titles, the words, a cell, and the chart's four
    assert '<td class="number">1,000</td>' in page
    assert "<svg" in page


def test_markdown_says_the_same_and_points_to_the_picture() -> None:
    text = markdown(DOCUMENT)
    assert "## Part" in text
    assert "| --- | ---: |" in text
    assert "(aces.svg)" in text
    assert "<script" not in text
    assert "\\|" in text
    assert DOCUMENT.charts == (CHART,)
