"""A wheel as an index takes it: its size, its licences, its types; on Linux the platform that it
names is the one that its links allow, by auditwheel.

    python tests/check_wheel.py WHEEL"""

import pathlib
import subprocess
import sys
import zipfile

MOST_BYTES = 6_000_000
FIELDS = ("License-Expression: ", "License-File: LICENSES.txt", "Requires-Python: ", "Summary: ")


def main() -> None:
    wheel = pathlib.Path(sys.argv[1])
    size = wheel.stat().st_size
    assert size < MOST_BYTES, f"{size} bytes"
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        text = files.read(metadata).decode()
        (licences,) = (name for name in names if name.endswith("licenses/LICENSES.txt"))
        held = files.read(licences).decode()
    version = wheel.name.split("-")[1]
    extra = f"\nRequires-Dist: obbtree-page=={version} "
    assert extra in text.replace(";", " ;"), f"no {extra.strip()} in the metadata"
    for field in FIELDS:
        assert f"\n{field}" in text, f"no {field} in the metadata"
    for crate in ("obbtree (MIT", "numpy 0.", "pyo3 0.", "nalgebra 0.", "roxmltree 0."):
        assert f"\n{crate}" in f"\n{held}", f"no licence of {crate}"
    for name in ("py.typed", "_engine.pyi"):
        assert f"obbtree/{name}" in names, f"no {name}"
    print(f"{wheel.name}: {size / 1e6:.1f} MB")
    if "manylinux" in wheel.name:
        command = [sys.executable, "-m", "auditwheel", "show", str(wheel)]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        platform = wheel.stem.rsplit("-", 1)[1].split(".")[-1]
        assert f'"{platform}"' in shown.split("constrains")[0], shown
        print(f"auditwheel: consistent with {platform}")


if __name__ == "__main__":
    main()
