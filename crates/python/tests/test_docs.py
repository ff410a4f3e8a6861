"""The examples in docstrings run. Every function, class and method has one, and each attribute is
in one of its class."""

import doctest
import inspect
import os
import pathlib
import unittest

import obbtree

ROOT = pathlib.Path(__file__).resolve().parents[3]
OPTIONS = doctest.ELLIPSIS


def public():
    for name in obbtree.__all__:
        thing = getattr(obbtree, name)
        if not (inspect.isclass(thing) and issubclass(thing, BaseException)):
            yield name, thing


def text_of(thing):
    """The docstring; of a static method that of its function, as its own is that of its kind."""
    return inspect.cleandoc(getattr(getattr(thing, "__func__", thing), "__doc__", None) or "")


class Docs(unittest.TestCase):
    def setUp(self):
        self.before = os.getcwd()
        os.chdir(ROOT)  # examples read assets

    def tearDown(self):
        os.chdir(self.before)

    def test_examples_run(self):
        runner = doctest.DocTestRunner(optionflags=OPTIONS)
        examples = 0
        members = [
            (f"{n}.{m}", v) for n, c in public() if inspect.isclass(c) for m, v in vars(c).items()
        ]
        for name, thing in [("obbtree", obbtree), *public(), *members]:
            text = text_of(thing)
            if not text:
                continue
            found = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
            examples += len(found.examples)
            runner.run(found)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(examples, 100)

    def test_every_name_has_an_example(self):
        for name, thing in public():
            with self.subTest(name):
                self.assertIn(">>>", thing.__doc__)
            if not inspect.isclass(thing):
                continue
            members = {m: text_of(v) for m, v in vars(thing).items() if not m.startswith("_")}
            shown = "\n".join([thing.__doc__, *members.values()])
            examples = [line for line in shown.splitlines() if line.startswith((">>>", "..."))]
            for member, text in members.items():
                with self.subTest(f"{name}.{member}"):
                    if inspect.isgetsetdescriptor(vars(thing)[member]):
                        self.assertRegex("\n".join(examples), rf"\.{member}\b")
                    else:
                        self.assertIn(">>>", text)


if __name__ == "__main__":
    unittest.main()
