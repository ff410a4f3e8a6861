"""Writes the docstrings of the compiled module into its stub, ``_engine.pyi``, where editors look
for them; they stand in the Rust source alone.

    python stubs.py            # after a change of a docstring, with the package installed
    python stubs.py --check    # does it hold them? What is public without one is named.

Names and parameters of the stub are held to the module by ``mypy.stubtest``."""

import ast
import inspect
import pathlib
import sys
from typing import Any, Iterator, List, Tuple, Union

from obbtree import _engine

STUB = pathlib.Path(__file__).parent / "python/obbtree/_engine.pyi"
COLUMNS = 100
Node = Union[ast.ClassDef, ast.FunctionDef]


def documented(body: List[ast.stmt], owner: Any) -> Iterator[Tuple[Node, str]]:
    """Each class, function and property of a stub, and what the module says of it."""
    before = ""
    for node in body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        thing = inspect.getattr_static(owner, node.name, None)
        text = inspect.getdoc(getattr(thing, "__func__", thing)) or ""
        # Python's own, of methods with two underscores; and overloads and setters, said before.
        is_own = not node.name.startswith("__") or node.name == "__matmul__"
        if is_own and thing is not None and node.name != before:
            yield node, text
        before = node.name
        if isinstance(node, ast.ClassDef):
            yield from documented(node.body, thing)


def with_docstrings(stub: str) -> Tuple[str, List[str]]:
    """The stub with docstrings, and the names of what has none."""
    lines, missing = stub.splitlines(), []
    found = list(documented(ast.parse(stub).body, _engine))
    for node, text in reversed(found):
        if not text:
            missing.append(f"{node.name} (line {node.lineno})")
        indent = " " * (node.col_offset + 4)
        first = node.body[0]
        quotes = 'r"""' if "\\" in text else '"""'
        doc = [indent + line if line else "" for line in f'{quotes}{text}"""'.splitlines()]
        if len(doc) > 1:
            doc[-1:] = [doc[-1][:-3], indent + '"""']
        if len(doc[0]) > COLUMNS:
            doc = [indent + quotes, *(indent + line if line else "" for line in text.splitlines())]
            doc.append(indent + '"""')
        is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        is_dots = is_doc and first.value.value is ...
        last = first.end_lineno or first.lineno
        if is_doc and not is_dots:
            lines[first.lineno - 1 : last] = doc
        elif is_dots:
            lines[first.lineno - 1] = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno : last] = doc
        else:
            decorators = getattr(first, "decorator_list", [])
            at = min([first.lineno, *(each.lineno for each in decorators)]) - 1
            lines[at:at] = doc
    return "\n".join(lines) + "\n", missing


def main() -> None:
    stub = STUB.read_text()
    whole, missing = with_docstrings(stub)
    assert not missing, f"without a docstring: {', '.join(missing)}"
    if "--check" not in sys.argv:
        STUB.write_text(whole)
    elif whole != stub:
        sys.exit(f"{STUB.name} has other docstrings than the module: run crates/python/stubs.py")


if __name__ == "__main__":
    main()
