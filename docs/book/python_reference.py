"""The page `python.md`: what the stub of the Python package and its module of pages say, which hold
the docstrings."""

import ast
import pathlib
import re

PACKAGE = pathlib.Path(__file__).parents[2] / "crates/python/python/obbtree"
STUB = PACKAGE / "_engine.pyi"
PAGES = PACKAGE / "_show.py"


def on_page_markdown(markdown, page, **_):
    if page.file.src_uri != "python.md":
        return markdown
    body = [node for node in ast.parse(STUB.read_text()).body if shown(node)]
    body += [node for node in ast.parse(PAGES.read_text()).body if is_of_pages(node)]
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    errors = [node for node in classes if node.name.endswith("Error")]
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    kinds = [
        f"| `{node.targets[0].id[1:]}` | `{plain(ast.unparse(node.value))}` |"
        for node in ast.parse(STUB.read_text()).body
        if isinstance(node, ast.Assign) and "Like" in node.targets[0].id
    ]
    table = "\n".join(["| what is taken | |", "|---|---|", *kinds]).replace(" | None", " or None")
    parts = [markdown, table, "## Functions", *each(functions, "")]
    for node in classes:
        if node not in errors:
            members = each(filter(shown, node.body), node.name + ".")
            parts += [f"## {node.name}", text(node), *members]
    rows = [f"| `{node.name}` | `{node.bases[0].id}` | {text(node)} |" for node in errors]
    parts.append("\n".join(["## Exceptions", "", "| class | is a | |", "|---|---|---|", *rows]))
    return "\n\n".join(parts)


def shown(node):
    is_named = isinstance(node, (ast.ClassDef, ast.FunctionDef))
    return is_named and (not node.name.startswith("_") or node.name in ("__new__", "__matmul__"))


def is_of_pages(node):
    return shown(node) and node.name in ("Page", "show")


def each(functions, owner):
    """The heading, the signatures and the docstring of each; overloads are one."""
    by_name = {}
    for node in functions:
        by_name.setdefault(node.name, []).append(node)
    for name, nodes in by_name.items():
        title = {"__new__": owner[:-1] + "(...)"}.get(name, owner + name.replace("__matmul__", "@"))
        signatures = "\n".join(map(signature, nodes))
        yield f"### {title}\n\n```python\n{signatures}\n```\n\n{text(nodes[0])}"


def plain(types):
    """Without the underscores of names that the stub alone has."""
    return re.sub(r"\b_(?=[A-Z])", "", types)


def signature(node):
    return plain(written(node))


def written(node):
    marks = [ast.unparse(each) for each in node.decorator_list]
    given = ast.unparse(node.args)
    given = re.sub(r"^(self|cls)(, )?(/(, )?)?", "", given)
    returns = ast.unparse(node.returns)
    if "property" in marks:
        return f"{node.name}: {returns}"
    if any(mark.endswith(".setter") for mark in marks):
        return f"{node.name} = {given}"
    name = returns if node.name == "__new__" else node.name
    static = "@staticmethod\n" if "staticmethod" in marks else ""
    return f"{static}{name}({given})" + ("" if node.name == "__new__" else f" -> {returns}")


def text(node):
    """The docstring in Markdown."""
    paragraphs = re.split(r"\n\s*\n", ast.get_docstring(node) or "")
    return "\n\n".join(map(paragraph, paragraphs))


def paragraph(text):
    if text.startswith(">>>"):
        return f"```pycon\n{text}\n```"
    return re.sub(r"``(.+?)``", r"`\1`", text, flags=re.S)
