"""Runs the test suites of trimesh and python-fcl, unmodified, with `obbtree.compat.fcl` in place
of `fcl`.

    python tests/run_suites.py FOLDER    # with trimesh/tests/test_collision.py and python-fcl/*.py

Prints what passed, and the differences that are listed here with their reason. Fails on any other
failure, and on a listed difference that is none any more."""

import pathlib
import sys
import unittest

from obbtree.compat import fcl

#: Tests that differ, and why theirs is wrong.
DIFFERENCES = {}


def suites(folder):
    sys.modules["fcl"] = fcl
    for part in ("python-fcl", "trimesh/tests"):
        sys.path.insert(0, str(folder / part))
        yield from unittest.defaultTestLoader.discover(
            str(folder / part), pattern="test_*.py", top_level_dir=str(folder / part)
        )


def main(folder):
    result = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(suites(folder)))
    failed = {test.id(): text for test, text in [*result.failures, *result.errors]}
    for name in failed:
        print(f"differs: {name}: {DIFFERENCES.get(name, 'NOT LISTED')}")
    passed = result.testsRun - len(failed) - len(result.skipped)
    print(f"{passed} passed, {len(failed)} differ, {len(result.skipped)} skipped")
    return 0 if set(failed) == set(DIFFERENCES) and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
