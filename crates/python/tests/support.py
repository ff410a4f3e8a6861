"""What tests share: where the models are, and the command line, which is the engine from Rust."""

import json
import os
import pathlib
import signal
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
ASSETS = ROOT / "assets"
#: The developers' data, which is not in the repository: tests that need it say that they are
#: skipped.
DATA = pathlib.Path(os.environ.get("OBBTREE_DATA", ROOT.parent / "shared" / "data"))
#: The command line, built by whoever runs the tests.
COMMAND = os.environ.get("OBBTREE_COMMAND")

needs_command = unittest.skipUnless(COMMAND, "OBBTREE_COMMAND names the command line")


def needs_data(folder):
    return unittest.skipUnless((DATA / folder).is_dir(), f"needs the developers' data: {folder}")


def ask(*arguments):
    """What the command line prints as JSON, an object a line."""
    run = subprocess.run([COMMAND, *map(str, arguments), "--json"], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def shifted(x, y=0.0, z=0.0):
    """The pose x y z qx qy qz qw without rotation."""
    return [x, y, z, 0, 0, 0, 1]


def hear_ctrl_c(test):
    """For a test: programs in the background ignore Ctrl-C from their start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    test.addCleanup(signal.signal, signal.SIGINT, before)
