"""What users write passes the type checkers: the Python of README and of the book, the examples and
the notebook, by ``mypy --strict`` and ``pyright``; and what is public has types, by pyright.

    python tests/check_types.py     # with obbtree, mypy, pyright and what the examples import"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PYTHON = ROOT / "crates/python"
PAGES = [*sorted((ROOT / "docs/book/docs").glob("*.md")), ROOT / "README.md", PYTHON / "README.md"]
#: Of all public names, so many percent have known types, as pyright rounds it; the others are the
#: four classes whose base is one of OMPL's, of which it knows nothing.
LEAST = 98


def written(folder: pathlib.Path) -> int:
    """Each block and example as a file that can be imported; how many."""
    texts = {}
    for page in PAGES:
        with tempfile.TemporaryDirectory() as blocks:
            command = [ROOT / ".ci/blocks", "python", blocks, page]
            found = subprocess.run(command, check=True, capture_output=True, text=True)
            for number, block in enumerate(found.stdout.split()):
                name = f"{page.parent.name}_{page.stem}_{number}"
                texts[name] = pathlib.Path(block).read_text()
    for example in (PYTHON / "examples").glob("*.py"):
        texts[example.stem] = example.read_text()
    for notebook in (PYTHON / "examples").glob("*.ipynb"):
        cells = json.loads(notebook.read_text())["cells"]
        code = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        texts[notebook.stem] = "\n".join(code)
    texts["typed_use"] = (PYTHON / "tests/typed_use.py").read_text()
    for name, text in texts.items():
        (folder / (name.replace("-", "_") + ".py")).write_text(text)
    return len(texts)


def main() -> None:
    python = [sys.executable, "-m"]
    with tempfile.TemporaryDirectory() as folder:
        count = written(pathlib.Path(folder))
        assert count > 20, count
        files = sorted(map(str, pathlib.Path(folder).glob("*.py")))
        config = ["--config-file", str(PYTHON / "pyproject.toml")]
        subprocess.run([*python, "mypy", *config, *files], check=True)
        # In its own folder, where no project's settings are.
        pyright = [*python, "pyright", "--pythonpath", sys.executable]
        subprocess.run([*pyright, "."], check=True, cwd=folder)
        verify = [*pyright, "--verifytypes", "obbtree", "--ignoreexternal", "--outputjson"]
        # It looks for packages where the first `python` of PATH does.
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
        where = {"cwd": folder, "env": {**os.environ, "PATH": path}}
        found = subprocess.run(verify, capture_output=True, text=True, **where)
        score = 100 * json.loads(found.stdout)["typeCompleteness"]["completenessScore"]
    print(f"{score:.2f} % of what is public has known types")
    assert round(score, 1) >= LEAST, score


if __name__ == "__main__":
    main()
