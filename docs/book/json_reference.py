"""The page `json.md`: what `obbtree schema` prints, as tables."""

import json
import pathlib

SCHEMA = pathlib.Path(__file__).parents[2] / "crates/cli/schema.json"


def on_page_markdown(markdown, page, **_):
    if page.file.src_uri != "json.md":
        return markdown
    parts = [markdown]
    for command, definition in json.loads(SCHEMA.read_text())["$defs"].items():
        parts.append(f"## {command}")
        for line in definition["anyOf"]:
            parts += [line.get("description", ""), *table(line)]
    return "\n\n".join(parts)


def table(line):
    rows = ["| field | is | |", "|---|---|---|"]
    for name, schema, is_needed in fields(line):
        about = schema.get("description", "").replace("\n", " ")
        rows.append(f"| `{name}` | {kind(schema)}{'' if is_needed else ', optional'} | {about} |")
    yield "\n".join(rows)


def fields(schema, before=""):
    """All fields of an object, those of objects in it behind a dot; and are they always there?"""
    needed = schema.get("required", [])
    for name, field in schema.get("properties", {}).items():
        yield before + name, field, name in needed
        of = field.get("items", field)
        if isinstance(of, dict) and "properties" in of:
            yield from fields(of, f"{before}{name}.")
    for choice in [*schema.get("anyOf", []), *schema.get("allOf", [])]:
        yield from ((name, field, False) for name, field, _ in fields(choice, before))


def kind(schema):
    """In a few words."""
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(map(kind, schema.get("anyOf", schema.get("oneOf", []))))
    of = schema.get("type", "any")
    if isinstance(of, list):
        return " or ".join(kind({**schema, "type": each}) for each in of)
    if of == "array":
        items = schema.get("items", {})
        count = schema.get("minItems")
        is_fixed = count is not None and count == schema.get("maxItems")
        return (f"{count} of " if is_fixed else "list of ") + (kind(items) if items else "any")
    if of == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object by name of {kind(schema['additionalProperties'])}"
    return "`null`" if of == "null" else of
