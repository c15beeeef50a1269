"""The page of the API: our own drawing of its OpenAPI description, without scripts from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import final
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from overtrick.web.pages import Pages

__all__ = ["ApiModel", "Endpoint", "Part", "described", "endpoints", "models", "router"]

router = APIRouter()

Description = Mapping[str, object]

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
}


@final
@dataclass(frozen=True)
class Part:
    """A parameter or a field: its name, what it is, and which model that is."""

    name: str
    type: str
    model: str | None
    is_required: bool
    usual: str
    description: str
    place: str = ""
    """For a parameter: query, path, header."""


@final
@dataclass(frozen=True)
class Answer:
    """What comes back with a status."""

    status: str
    description: str
    type: str
    model: str | None


@final
@dataclass(frozen=True)
class Endpoint:
    """One method of one path."""

    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[Part, ...]
    body: tuple[Part, ...]
    answers: tuple[Answer, ...]
    example: str
    """A request that can be tried: the path with the parameters that have examples."""

    @property
    def anchor(self) -> str:
        """The place on the page."""
        return f"{self.method.lower()}{self.path.replace('/', '-').replace('{', '').replace('}', '')}"


@final
@dataclass(frozen=True)
class ApiModel:
    """A kind of object in the answers."""

    name: str
    description: str
    fields: tuple[Part, ...]


@router.get("/api", include_in_schema=False)
def api_page(request: Request) -> HTMLResponse:
    """Every endpoint with parameters, an example and the fields of its answer."""
    pages: Pages = request.app.state.pages
    found = request.app.openapi()
    return pages.page("api.html", endpoints=list(endpoints(found)), models=list(models(found)))


def endpoints(api: Description) -> Iterator[Endpoint]:
    """Every endpoint in the order of the paths, those that answer with data before forms and pages."""
    paths = _under(api, "paths")
    for path, methods in sorted(paths.items(), key=lambda item: (not is_data(item[0]), item[0])):
        for method, operation in _mapping(methods).items():
            yield _endpoint(api, path, method, _mapping(operation))


def is_data(path: str) -> bool:
    """Does this path answer with data, and not with a page?"""
    return path.startswith("/api/")


def models(api: Description) -> Iterator[ApiModel]:
    """Every model that answers are made of, without those of the framework."""
    schemas = _under(_under(api, "components"), "schemas")
    for name, schema in schemas.items():
        if name not in ("HTTPValidationError", "ValidationError"):
            found = _mapping(schema)
            yield ApiModel(name, str(found.get("description", "")), _fields(found))


def described(schema: Description) -> tuple[str, str | None]:
    """A type in words, and the model it leads to.

    >>> described({"type": "array", "items": {"$ref": "#/components/schemas/Goal"}})
    ('list of Goal', 'Goal')
    >>> described({"anyOf": [{"type": "integer"}, {"type": "null"}]})
    ('whole number or null', None)
    """
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return name, name
    choices = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if isinstance(choices, list):
        found = [described(_mapping(choice)) for choice in choices]
        return " or ".join(words for words, _ in found), next((each for _, each in found if each), None)
    if isinstance(values := schema.get("enum"), list):
        return "one of " + ", ".join(map(str, values)), None
    if schema.get("type") == "array":
        words, model = described(_under(schema, "items"))
        return f"list of {words}", model
    if "additionalProperties" in schema and isinstance(schema["additionalProperties"], Mapping):
        words, model = described(schema["additionalProperties"])
        return f"object of names and {words}", model
    return _TYPES.get(str(schema.get("type")), "anything"), None


def _endpoint(api: Description, path: str, method: str, operation: Description) -> Endpoint:
    parameters = [_mapping(each) for each in _listed(operation.get("parameters"))]
    return Endpoint(
        method.upper(),
        path,
        str(operation.get("summary", "")),
        str(operation.get("description", "")),
        tuple(_parameter(each) for each in parameters),
        _body(api, operation),
        tuple(_answers(operation, "data" if is_data(path) else "a page")),
        path + _example(parameters),
    )


def _parameter(parameter: Description) -> Part:
    schema = _under(parameter, "schema")
    words, model = described(schema)
    said = str(parameter.get("description") or schema.get("description") or "")
    return Part(
        str(parameter["name"]),
        words,
        model,
        bool(parameter.get("required")),
        _usual(schema),
        said,
        str(parameter["in"]),
    )


def _example(parameters: list[Description]) -> str:
    """A query of the parameters that have an example."""
    values = {
        str(each["name"]): str(examples[0])
        for each in parameters
        if each["in"] == "query"
        and (examples := _listed(_under(each, "schema").get("examples")))
        and examples[0] != ""
    }
    return f"?{urlencode(values)}" if values else ""


def _body(api: Description, operation: Description) -> tuple[Part, ...]:
    """The fields of a request's body, whatever its kind."""
    content = _under(_under(operation, "requestBody"), "content")
    for kind in content.values():
        schema = _under(_mapping(kind), "schema")
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        known = _under(_under(_under(api, "components"), "schemas"), name) if name else schema
        return _fields(known)
    return ()


def _answers(operation: Description, otherwise: str) -> Iterator[Answer]:
    """What comes back; where the description has no type, what such a path answers with."""
    for status, answer in _under(operation, "responses").items():
        if status == "422":
            continue
        found = _mapping(answer)
        kinds = _under(found, "content")
        schema = next((_under(_mapping(kind), "schema") for kind in kinds.values()), {})
        words, model = described(schema) if schema else (otherwise, None)
        yield Answer(str(status), str(found.get("description", "")), words, model)


def _fields(schema: Description) -> tuple[Part, ...]:
    required = _listed(schema.get("required"))
    parts = []
    for name, value in _under(schema, "properties").items():
        found = _mapping(value)
        words, model = described(found)
        said = str(found.get("description", ""))
        parts.append(Part(name, words, model, name in required, _usual(found), said))
    return tuple(parts)


def _usual(schema: Description) -> str:
    usual = schema.get("default")
    return "" if usual in (None, "") else str(usual).lower() if isinstance(usual, bool) else str(usual)


def _under(found: Description, name: str) -> Description:
    return _mapping(found.get(name))


def _mapping(value: object) -> Description:
    return value if isinstance(value, Mapping) else {}


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
