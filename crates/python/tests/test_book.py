"""The Python of the book, of README and of the package's README runs."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGES = [*sorted((ROOT / "docs/book/docs").glob("*.md")), ROOT / "README.md"]
PAGES.append(ROOT / "crates/python/README.md")


class Book(unittest.TestCase):
    def setUp(self):
        self.before = os.getcwd()
        os.chdir(ROOT)  # the examples read assets

    def tearDown(self):
        os.chdir(self.before)

    def test_blocks_run(self):
        count = 0
        for page in PAGES:
            with tempfile.TemporaryDirectory() as folder:
                command = [ROOT / ".ci/blocks", "python", folder, page]
                found = subprocess.run(command, check=True, capture_output=True, text=True)
                for block in map(pathlib.Path, found.stdout.split()):
                    with self.subTest(page=str(page), block=block.name):
                        exec(compile(block.read_text(), str(page), "exec"), {})
                    count += 1
        self.assertGreater(count, 15)


if __name__ == "__main__":
    unittest.main()
