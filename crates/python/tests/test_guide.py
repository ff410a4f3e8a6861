"""The snippets of the guide, and of the package's README, run."""

import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGES = [*sorted((ROOT / "docs/guide/docs").glob("*.md")), ROOT / "crates/python/README.md", ROOT / "README.md"]


class Guide(unittest.TestCase):
    def test_snippets_run(self):
        before = os.getcwd()
        os.chdir(ROOT)  # they read assets
        count = 0
        for page in PAGES:
            for snippet in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S):
                with self.subTest(page=page.name, snippet=snippet[:60]):
                    exec(compile(snippet, str(page), "exec"), {})
                count += 1
        os.chdir(before)
        self.assertGreater(count, 7)


if __name__ == "__main__":
    unittest.main()
