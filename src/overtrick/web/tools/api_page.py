"""The page of the API: its OpenAPI description drawn by us, without external scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from overtrick.web.pages import render_page

__all__ = ["described", "endpoints", "models", "router"]

router = APIRouter()

Json = Any
"""A JSON value of an OpenAPI description."""

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
}


Data = dict[str, Any]
"""Data for the template: an endpoint, a model, or a part of one."""


@router.get("/api", include_in_schema=False)
def api_page(request: Request) -> HTMLResponse:
    """Every endpoint with parameters, an example and the fields of its answer."""
    found = request.app.openapi()
    return render_page("api.html", endpoints=list(endpoints(found)), models=list(models(found)))


def endpoints(api: Json) -> Iterator[Data]:
    """Every endpoint in the order of the paths, those that return data before forms and pages."""
    for path, methods in sorted(api["paths"].items(), key=lambda item: (not _is_data(item[0]), item[0])):
        for method, operation in methods.items():
            parameters = operation.get("parameters", [])
            yield {
                "method": method.upper(),
                "path": path,
                "anchor": f"{method}{path.replace('/', '-').replace('{', '').replace('}', '')}",
                "summary": operation.get("summary", ""),
                "description": operation.get("description", ""),
                "parameters": [_parameter(each) for each in parameters],
                "body": _body(api, operation),
                "answers": list(_answers(operation, "data" if _is_data(path) else "a page")),
                "example": path + _example(parameters),
            }


def _is_data(path: str) -> bool:
    """Does this path return data rather than a page?"""
    return path.startswith("/api/")


def models(api: Json) -> Iterator[Data]:
    """Every model of the responses, without those of the framework."""
    for name, schema in api["components"]["schemas"].items():
        if name not in ("HTTPValidationError", "ValidationError"):
            yield {"name": name, "description": schema.get("description", ""), "fields": _fields(schema)}


def described(schema: Json) -> tuple[str, str | None]:
    """A type in words, and the model it refers to.

    >>> described({"type": "array", "items": {"$ref": "#/components/schemas/Goal"}})
    ('list of Goal', 'Goal')
    >>> described({"anyOf": [{"type": "integer"}, {"type": "null"}]})
    ('whole number or null', None)
    """
    match schema:
        case {"$ref": str(reference)}:
            name = reference.rpartition("/")[2]
            return name, name
        case {"anyOf": choices} | {"oneOf": choices} | {"allOf": choices}:
            found = [described(choice) for choice in choices]
            model = next((each for _, each in found if each), None)
            return " or ".join(words for words, _ in found), model
        case {"enum": values}:
            return "one of " + ", ".join(map(str, values)), None
        case {"type": "array"}:
            words, model = described(schema.get("items", {}))
            return f"list of {words}", model
        case {"additionalProperties": dict(values)}:
            words, model = described(values)
            return f"object of names and {words}", model
    return _TYPES.get(schema.get("type"), "anything"), None


def _part(name: str, schema: Json, **more: object) -> Data:
    """A parameter or a field: its type, its model, and its default."""
    words, model = described(schema)
    usual = schema.get("default")
    shown = "" if usual is None else str(usual).lower() if isinstance(usual, bool) else str(usual)
    told = {"name": name, "type": words, "model": model, "description": schema.get("description", "")}
    return told | {"usual": shown, "place": ""} | more


def _parameter(parameter: Json) -> Data:
    part = _part(parameter["name"], parameter["schema"], place=parameter["in"])
    described = parameter.get("description") or part["description"]
    return part | {"description": described, "is_required": parameter.get("required", False)}


def _example(parameters: Json) -> str:
    """A query of the parameters that have an example."""
    examples = {
        each["name"]: each["schema"].get("examples", [""])[0] for each in parameters if each["in"] == "query"
    }
    values = {name: example for name, example in examples.items() if example != ""}
    return f"?{urlencode(values)}" if values else ""


def _body(api: Json, operation: Json) -> list[Data]:
    """The fields of a request's body, whatever its kind."""
    for kind in operation.get("requestBody", {}).get("content", {}).values():
        name = kind["schema"].get("$ref", "").rpartition("/")[2]
        return _fields(api["components"]["schemas"][name] if name else kind["schema"])
    return []


def _answers(operation: Json, otherwise: str) -> Iterator[Data]:
    """The responses; where the description has no type, a default for the kind of path."""
    for status, answer in operation["responses"].items():
        if status != "422":
            schema = next((kind.get("schema") for kind in answer.get("content", {}).values()), None)
            words, model = described(schema) if schema else (otherwise, None)
            yield {
                "name": status,
                "type": words,
                "model": model,
                "description": answer.get("description", ""),
            }


def _fields(schema: Json) -> list[Data]:
    return [_part(name, found) for name, found in schema.get("properties", {}).items()]
