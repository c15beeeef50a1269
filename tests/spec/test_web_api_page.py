"""The page of the API: our own drawing of the OpenAPI description."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from overtrick.web import WebSettings, create_app
from overtrick.web.tools.api_page import described, endpoints, models
from tests.web import serving


@pytest.fixture(scope="module")
def web() -> Iterator[httpx.Client]:
    with serving() as server:
        yield server.client


@pytest.fixture(scope="module")
def page(web: httpx.Client) -> str:
    answer = web.get("/api")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return answer.text


def test_every_endpoint_and_parameter_of_the_description_is_on_the_page(web: httpx.Client, page: str) -> None:
    api = web.get("/openapi.json").json()
    compared = 0
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            anchor = f"{method}{path}".replace("/", "-").replace("{", "").replace("}", "")
            section = page.split(f'id="{anchor}"')[1].split("</section>")[0]
            assert f"<code>{path}</code>" in section
            for parameter in operation.get("parameters", []):
                assert f"<code>{parameter['name']}</code>" in section
                compared += 1
    assert compared >= 16


def test_every_field_of_every_answer_is_on_the_page(web: httpx.Client, page: str) -> None:
    schemas = web.get("/openapi.json").json()["components"]["schemas"]
    drawn = [name for name in schemas if "Validation" not in name]
    assert "SuitAnswer" in drawn
    for name in drawn:
        section = page.split(f'id="{name}"')[1].split("</section>")[0]
        for field in schemas[name].get("properties", {}):
            assert f"<code>{field}</code>" in section


def test_links_within_the_page_lead_somewhere(page: str) -> None:
    places = set(re.findall(r'id="([^"]+)"', page))
    links = re.findall(r'href="#([^"]+)"', page)
    assert len(links) > 10
    assert set(links) <= places


def test_the_examples_can_be_asked(web: httpx.Client, page: str) -> None:
    examples = [unescape(link) for link in re.findall(r'GET <a href="([^"]+)"', page)]
    assert "/api/suit?north=AQT98&south=5432&goal=4" in examples
    answer = web.get("/api/suit?north=AQT98&south=5432&goal=4")
    assert answer.json()["chosen"]["goal"] == "4"


def test_nothing_on_the_page_comes_from_elsewhere(page: str) -> None:
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)


def test_the_framework_s_own_pages_are_off(web: httpx.Client) -> None:
    assert web.get("/docs").status_code == web.get("/redoc").status_code == 404


@pytest.mark.parametrize(
    ("schema", "words", "model"),
    [
        ({"type": "string"}, "text", None),
        ({"enum": ["a", "b"]}, "one of a, b", None),
        ({"$ref": "#/components/schemas/Line"}, "Line", "Line"),
        ({"anyOf": [{"$ref": "#/x/Line"}, {"type": "null"}]}, "Line or null", "Line"),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "object of names and whole number",
            None,
        ),
        ({}, "anything", None),
    ],
)
def test_a_type_is_told_in_words(schema: dict[str, object], words: str, model: str | None) -> None:
    assert described(schema) == (words, model)


def test_pages_are_not_endpoints() -> None:
    api = create_app(WebSettings()).openapi()
    paths = [each["path"] for each in endpoints(api)]
    assert "/api/suit" in paths
    assert not {"/suit", "/api"} & set(paths)


def test_data_comes_before_forms_and_pages() -> None:
    api = create_app(WebSettings()).openapi()
    is_data = [each["path"].startswith("/api/") for each in endpoints(api)]
    assert is_data == sorted(is_data, reverse=True)


def test_objects_in_answers_are_described() -> None:
    api = create_app(WebSettings()).openapi()
    assert any(model["name"] == "StepRecord" for model in models(api))
