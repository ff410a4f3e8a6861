"""Writes LICENSES.txt, which the wheel holds: the licence of the package, and of every crate that
is linked into it on any system.

    python licences.py            # after a change of Cargo.lock
    python licences.py --check    # is it as it would be written?"""

import collections
import json
import pathlib
import subprocess
import sys
from typing import Dict, List

HERE = pathlib.Path(__file__).resolve().parent
OURS = HERE.parents[1]
FILE = HERE / "LICENSES.txt"
NAMES = ("LICEN[CS]E*", "COPYING*", "COPYRIGHT*", "NOTICE*")


def linked() -> List[Dict[str, str]]:
    """The crates of others that the package links: neither for builds nor for tests."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    found = json.loads(subprocess.run(command, cwd=HERE, check=True, capture_output=True).stdout)
    needs = {
        node["id"]: [
            each["pkg"]
            for each in node["deps"]
            if any(kind["kind"] is None for kind in each["dep_kinds"])
        ]
        for node in found["resolve"]["nodes"]
    }
    seen, todo = set(), [found["resolve"]["root"]]
    while todo:
        if (package := todo.pop()) not in seen:
            seen.add(package)
            todo += needs[package]
    crates = [each for each in found["packages"] if each["id"] in seen and each["source"]]
    return sorted(crates, key=lambda each: (each["name"], each["version"]))


def written() -> str:
    texts, whole = collections.defaultdict(list), {}
    for crate in linked():
        folder = pathlib.Path(crate["manifest_path"]).parent
        files = sorted({file for name in NAMES for file in folder.glob(name) if file.is_file()})
        about = f"{crate['name']} {crate['version']} ({crate['license']})"
        for file in files:
            text = "\n".join(line.rstrip() for line in file.read_text().strip().splitlines())
            # Some differ in their lines' breaks alone.
            text = whole.setdefault(" ".join(text.split()), text)
            texts[text].append(f"{about}, {file.name}")
        if not files:  # the crate names its licence only
            texts[f"By {', '.join(crate['authors']) or 'its authors'}."].append(about)
    parts = [f"obbtree (MIT OR Apache-2.0)\n\n{(OURS / 'LICENSE-MIT').read_text().strip()}"]
    parts.append((OURS / "LICENSE-APACHE").read_text().strip())
    parts.append(
        "What follows are the licences of the Rust crates that are part of the compiled module."
    )
    parts += ["\n".join(crates) + "\n\n" + text for text, crates in texts.items()]
    return f"\n\n{'=' * 80}\n\n".join(parts) + "\n"


def main() -> None:
    if "--check" not in sys.argv:
        FILE.write_text(written())
    elif FILE.read_text() != written():
        sys.exit(f"{FILE.name} is not that of Cargo.lock: run crates/python/licences.py")


if __name__ == "__main__":
    main()
