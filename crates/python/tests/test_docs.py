"""The examples in docstrings run; every public function and class has one."""

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
            text = getattr(thing, "__doc__", None) or getattr(
                getattr(thing, "__func__", None), "__doc__", None
            )
            if not text:
                continue
            found = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
            examples += len(found.examples)
            runner.run(found)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(examples, 100)

    def test_every_function_has_an_example(self):
        for name, thing in public():
            with self.subTest(name):
                self.assertIn(">>>", thing.__doc__)


if __name__ == "__main__":
    unittest.main()
