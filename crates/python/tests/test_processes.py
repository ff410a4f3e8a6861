"""Other processes: after `fork`, `forkserver` and `spawn`, in joblib's workers; and Ctrl-C in the
middle of one call."""

import multiprocessing
import os
import pathlib
import subprocess
import sys
import textwrap
import time
import unittest
import warnings

import numpy as np
from support import ASSETS, ROOT, shifted

import obbtree

HAS_FORK = "fork" in multiprocessing.get_all_start_methods()
#: A child that has not answered by then hangs: what is computed takes some tenths of a second.
PATIENCE = 120

URDF = ROOT / "crates/robot/tests/data/arm.urdf"
SRDF = ROOT / "crates/robot/tests/data/arm.srdf"


def sphere_soup(triangles):
    """So many triangles with corners on a sphere, as a soup of corners."""
    random = np.random.default_rng(1)
    middles = random.normal(size=(triangles, 1, 3))
    corners = middles / np.linalg.norm(middles, axis=2, keepdims=True) + 0.01 * random.normal(
        size=(triangles, 3, 3)
    )
    return corners


def everything():
    """Of every function that uses threads something that is quick to compare."""
    bolt, nut = obbtree.Body(ASSETS / "bolt.obj"), obbtree.Body(ASSETS / "nut.stl")
    rows = obbtree.read_poses(ASSETS / "nut_turning.poses")
    many = np.tile(rows, (60, 1, 1))  # enough for checking them to be shared by threads
    many[60:, 2, 3] += 1000.0  # and far away, as the nut is close to the bolt
    built = obbtree.Body(sphere_soup(30_000))
    origins = np.random.default_rng(2).normal(size=(200, 3)) * 3
    motions = (rows[:9], rows[1:10])
    scene = obbtree.Scene()
    scene.add("bolt", bolt)
    scene.add("nut", nut, shifted(0, 0, 30))
    arm = obbtree.Robot(URDF, srdf=SRDF)
    world = obbtree.Scene()
    world.add("sphere", obbtree.Shape.sphere([0, 0, 0], 0.4), shifted(0, 1, 0.5))
    checker = obbtree.Checker(arm, world)
    q = arm.random(50, seed=1)
    return {
        "build": built.to_bytes(),
        "collide": obbtree.collide_batch(bolt, None, nut, many).tobytes(),
        "collide on 2 threads": obbtree.collide_batch(
            bolt, None, nut, rows, solid=True, threads=2
        ).tobytes(),
        "pairs": [pairs.tolist() for pairs in obbtree.pairs_batch(bolt, None, nut, rows)],
        "contacts": [len(contacts) for contacts in obbtree.contacts_batch(bolt, None, nut, rows)],
        "classify": obbtree.classify_batch(bolt, None, nut, rows),
        "closer": obbtree.closer_than_batch(bolt, None, nut, rows, 0.01).tobytes(),
        "distance": obbtree.distance_batch(bolt, None, nut, rows, at_most=1.0).upper.tobytes(),
        "sweep": [
            found.outcome for found in obbtree.sweep_batch(bolt, None, nut, motions, effort=50)
        ],
        "free": obbtree.is_motion_free_batch(bolt, None, nut, motions, effort=50).tobytes(),
        "rays": obbtree.closest_hits(built, None, origins, -origins).triangles.tobytes(),
        "inside": obbtree.points_inside(nut, None, origins).tobytes(),
        "signed": obbtree.signed_distances(nut, None, origins).tobytes(),
        "scene": scene.collides_batch({"nut": rows}).tobytes(),
        "scene pairs": scene.pairs_batch({"nut": rows}),
        "scene sweep": [found.outcome for found in scene.sweep_batch({"nut": motions}, effort=50)],
        "robot": checker.is_valid_batch(q).tobytes(),
        "robot pairs": checker.colliding_pairs_batch(q),
        "robot distance": checker.distance_batch(q).tobytes(),
        "robot places": arm.fk_batch(q).tobytes(),
        "robot motions": checker.is_motion_valid_batch(q[:-1], q[1:]).tobytes(),
        "single": obbtree.collide(bolt, None, nut, rows[0]),
    }


def answered(out):
    out.put(everything())


def answered_by_a_grandchild(out):
    """A pool in the child, and another one in its child."""
    everything()
    child = multiprocessing.get_context("fork").Process(target=answered, args=(out,))
    child.start()
    child.join(PATIENCE)


class Processes(unittest.TestCase):
    def ask(self, method, target=answered):
        context = multiprocessing.get_context(method)
        out = context.SimpleQueue()
        child = context.Process(target=target, args=(out,))
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # Python 3.12: the parent has threads
            child.start()
        deadline = time.monotonic() + PATIENCE
        while out.empty() and child.is_alive() and time.monotonic() < deadline:
            time.sleep(0.05)
        is_there = not out.empty()
        found = out.get() if is_there else None
        if not is_there:
            child.kill()
        child.join()
        self.assertTrue(
            is_there, f"a child by {method} has no answers (exit code {child.exitcode})"
        )
        return found

    def check(self, method, target=answered):
        expected = everything()  # the parent's threads are there before the child is
        found = self.ask(method, target)
        self.assertEqual(set(found), set(expected))
        for name, answer in expected.items():
            with self.subTest(name):
                self.assertEqual(found[name], answer)

    @unittest.skipUnless(HAS_FORK, "this system has no fork")
    def test_a_forked_child_answers_everything(self):
        self.check("fork")

    @unittest.skipUnless(HAS_FORK, "this system has no fork")
    def test_a_child_of_a_forked_child_answers_everything(self):
        self.check("fork", answered_by_a_grandchild)

    @unittest.skipUnless(HAS_FORK, "this system has no fork")
    def test_a_child_of_a_fork_server_answers_everything(self):
        self.check("forkserver")

    def test_a_spawned_child_answers_everything(self):
        self.check("spawn")

    @unittest.skipUnless(HAS_FORK, "this system has no fork")
    def test_the_parent_answers_after_its_children(self):
        expected = everything()
        for _ in range(3):
            self.assertEqual(self.ask("fork")["collide"], expected["collide"])
        self.assertEqual(everything(), expected)

    def test_workers_of_joblib_answer(self):
        try:
            import joblib
        except ImportError:
            self.skipTest("joblib is not installed")
        expected = everything()
        for backend in ("loky", "multiprocessing"):
            with self.subTest(backend), joblib.parallel_config(backend=backend, n_jobs=2):
                for found in joblib.Parallel(timeout=PATIENCE)(
                    joblib.delayed(everything)() for _ in range(2)
                ):
                    self.assertEqual(found, expected)


#: Before an interrupted program says how soon it was: far above 0.2 s, for machines that do other
#: work, and far below the seconds that the work itself takes.
SOON = 1.0

INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
import obbtree
# Programs in the background ignore it from their start.
signal.signal(signal.SIGINT, signal.default_int_handler)

def many(triangles, size=0.01):
    random = np.random.default_rng(1)
    middles = random.normal(size=(triangles, 1, 3))
    middles /= np.linalg.norm(middles, axis=2, keepdims=True)
    return middles + size * random.normal(size=(triangles, 3, 3))

{prepare}
sent = []
def interrupt():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
timer = threading.Timer({after}, interrupt)
timer.daemon = True
timer.start()
try:
    {call}
except KeyboardInterrupt:
    print("after", time.monotonic() - sent[0])
    sys.stdout.flush()
    os._exit(0)  # what nobody waits for may still be at work
print("came to its end")
"""


@unittest.skipIf(os.name == "nt", "Windows sends no SIGINT to a process alone")
class Interrupts(unittest.TestCase):
    def check(self, prepare, call, after=0.5):
        program = INTERRUPTED.format(
            prepare=textwrap.dedent(prepare).strip(), call=call, after=after
        )
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=600
        )
        self.assertTrue(run.stdout.startswith("after "), f"{call}: {run.stdout} {run.stderr}")
        self.assertLess(float(run.stdout.split()[1]), SOON, call)

    def test_building_ends_at_ctrl_c(self):
        self.check("soup = many(5_000_000, 0.001)", "obbtree.Body(soup)", after=2.0)
        self.check(
            "soup = many(3_000_000, 0.001).reshape(-1, 3)\n"
            "triangles = np.arange(9_000_000).reshape(-1, 3)",
            "obbtree.Body(soup, triangles)",
            after=2.0,
        )

    def test_contacts_end_at_ctrl_c(self):
        """Of some millions of pairs."""
        self.check(
            "body = obbtree.Body(many(40_000, 0.2))",
            "obbtree.contacts(body, None, body, [0.01, 0, 0, 0, 0, 0, 1])",
        )
        self.check(
            "body = obbtree.Body(many(40_000, 0.2))",
            "obbtree.contact_summary(body, None, body, [0.01, 0, 0, 0, 0, 0, 1])",
        )

    def test_self_intersections_end_at_ctrl_c(self):
        self.check("body = obbtree.Body(many(40_000, 0.2))", "obbtree.self_intersections(body)")

    def test_pairs_end_at_ctrl_c(self):
        self.check(
            "body = obbtree.Body(many(60_000, 0.2))",
            "obbtree.pairs(body, None, body, [0.01, 0, 0, 0, 0, 0, 1])",
        )

    def test_many_short_searches_of_a_scene_end_at_ctrl_c(self):
        prepare = """
        scene, body = obbtree.Scene(), obbtree.Body(many(3_000, 0.05))
        for k in range(400):
            scene.add(str(k), body, [0.001 * k, 0, 0, 0, 0, 0, 1])
        """
        self.check(prepare, "scene.contacts()")

    def test_a_handler_that_raises_nothing_ends_nothing(self):
        """Other signals go to their handlers while a search runs, and the search to its end."""
        program = """
            import signal, numpy as np, obbtree
            heard = []
            signal.signal(signal.SIGALRM, lambda *_: heard.append(len(heard)))
            random = np.random.default_rng(1)
            middles = random.normal(size=(6_000, 1, 3))
            middles /= np.linalg.norm(middles, axis=2, keepdims=True)
            soup = middles + 0.2 * random.normal(size=(6_000, 3, 3))
            body = obbtree.Body(soup)
            quiet = len(obbtree.contacts(body, None, body, [0.01, 0, 0, 0, 0, 0, 1]))
            signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
            loud = len(obbtree.contacts(body, None, body, [0.01, 0, 0, 0, 0, 0, 1]))
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert quiet == loud > 0 and len(heard) > 1, (quiet, loud, heard)
        """
        subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, timeout=600)

    def test_a_body_answers_after_an_interrupted_question(self):
        program = """
            import os, signal, threading, numpy as np, obbtree
            signal.signal(signal.SIGINT, signal.default_int_handler)
            random = np.random.default_rng(1)
            middles = random.normal(size=(30_000, 1, 3))
            middles /= np.linalg.norm(middles, axis=2, keepdims=True)
            soup = middles + 0.2 * random.normal(size=(30_000, 3, 3))
            body, pose = obbtree.Body(soup), [0.01, 0, 0, 0, 0, 0, 1]
            expected = obbtree.pairs(body, None, body, pose, limit=100)
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            try:
                obbtree.contacts(body, None, body, pose)
                raise SystemExit("came to its end")
            except KeyboardInterrupt:
                pass
            again = obbtree.pairs(body, None, body, pose, limit=100)
            np.testing.assert_array_equal(again, expected)
            assert obbtree.collide(body, None, body, pose)
        """
        subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, timeout=600)


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    unittest.main()
