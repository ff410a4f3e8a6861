"""Runs on a cluster: folders are of one question, poses are of a known form, Ray's workers
answer."""

import os
import pathlib
import pickle
import signal
import sys
import tempfile
import threading
import unittest

import numpy as np
from support import ASSETS, shifted

import obbtree

try:
    import ray

    from obbtree import cluster
except ImportError as error:
    if __name__ != "__main__":
        raise unittest.SkipTest(f"Ray or pyarrow is not installed: {error}") from None
    print(f"not run: Ray or pyarrow is not installed: {error}")
    sys.exit(0)


def setUpModule():
    ray.init(num_cpus=1, log_to_driver=False, include_dashboard=False)


def tearDownModule():
    ray.shutdown()


QUADS = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
BOX = obbtree.Body(
    np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)], dtype=float),
    [t for q in QUADS for t in (q[:3], [q[0], q[2], q[3]])],
)
SMALLER = obbtree.Body(BOX.vertices * 0.5, BOX.triangles)
NEAR_AND_FAR = np.array([obbtree.Pose(shifted(x)).matrix for x in (0.25, 0.75, 1.0, 3.0, 0.5)])


class Folders(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.poses = self.folder / "poses.parquet"
        cluster.write_poses(self.poses, NEAR_AND_FAR, part=2)
        self.out = self.folder / "answers"

    def run_it(self, a=BOX, pose_a=None, b=BOX, poses=None, **options):
        return cluster.collide_parts(a, pose_a, b, poses or self.poses, self.out, **options)

    def test_a_run_is_answered_and_goes_on(self):
        self.assertEqual(self.run_it(), 5)
        expected = obbtree.collide_batch(BOX, None, BOX, NEAR_AND_FAR)
        np.testing.assert_array_equal(cluster.read_answers(self.out), expected)
        parts = sorted(self.out.glob("part-*.parquet"))
        self.assertEqual(len(parts), 3)
        before = [part.stat().st_mtime_ns for part in parts]
        parts[1].unlink()
        self.assertEqual(self.run_it(), 5)
        self.assertEqual([parts[k].stat().st_mtime_ns for k in (0, 2)], [before[0], before[2]])
        np.testing.assert_array_equal(cluster.read_answers(self.out), expected)

    def test_another_question_is_refused(self):
        self.run_it()
        before = {part.name: part.read_bytes() for part in self.out.iterdir()}
        others = {
            "another body A": dict(a=SMALLER),
            "another body B": dict(b=SMALLER),
            "another pose of A": dict(pose_a=shifted(0.5)),
            "solids": dict(solid=True),
        }
        for name, other in others.items():
            with self.subTest(name), self.assertRaisesRegex(ValueError, "answers another question"):
                self.run_it(**other)
        self.assertEqual({part.name: part.read_bytes() for part in self.out.iterdir()}, before)

    def test_other_poses_are_refused(self):
        self.run_it()
        moved = NEAR_AND_FAR.copy()
        moved[1, 0, 3] = np.nextafter(moved[1, 0, 3], 9)
        others = {
            "one number": (moved, 2, "answers other poses"),
            "the order": (NEAR_AND_FAR[::-1], 2, "answers other poses"),
            "more": (np.concatenate([NEAR_AND_FAR, NEAR_AND_FAR]), 2, "answers other poses"),
            "other parts": (NEAR_AND_FAR, 3, "of another run"),
            "fewer": (NEAR_AND_FAR[:2], 2, "of another run"),
        }
        for name, (poses, part, text) in others.items():
            cluster.write_poses(self.poses, poses, part=part)
            with self.subTest(name), self.assertRaisesRegex(ValueError, text):
                self.run_it()

    def test_parts_that_do_not_say_what_they_answer_are_refused(self):
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.out.mkdir()
        pq.write_table(
            pa.table({"pose": [0, 1], "collides": [True, True]}), self.out / "part-00000000.parquet"
        )
        with self.assertRaisesRegex(ValueError, "does not say what it answers"):
            self.run_it()
        (self.out / "part-00000000.parquet").write_bytes(b"no Parquet")
        with self.assertRaisesRegex(ValueError, "cannot be used"):
            self.run_it()

    def test_answers_that_are_not_whole_are_refused(self):
        with self.assertRaisesRegex(ValueError, "no answers"):
            cluster.read_answers(self.out)
        self.run_it()
        parts = sorted(self.out.glob("part-*.parquet"))
        last = parts[2].read_bytes()
        parts[2].unlink()
        with self.assertRaisesRegex(ValueError, "4 of 5 poses"):
            cluster.read_answers(self.out)
        parts[2].write_bytes(last)
        parts[0].unlink()
        with self.assertRaisesRegex(ValueError, "does not begin with pose 0"):
            cluster.read_answers(self.out)
        self.run_it()
        other = self.folder / "other"
        cluster.collide_parts(SMALLER, None, BOX, self.poses, other)
        parts[1].write_bytes((other / parts[1].name).read_bytes())
        with self.assertRaisesRegex(ValueError, "of another run"):
            cluster.read_answers(self.out)

    def test_workers_answer_functions_with_threads(self):
        @ray.remote
        def batches(body, poses):
            built = obbtree.Body(body.vertices, body.triangles)
            return obbtree.collide_batch(built, None, body, poses).tolist()

        expected = obbtree.collide_batch(BOX, None, BOX, NEAR_AND_FAR).tolist()
        found = ray.get([batches.remote(BOX, NEAR_AND_FAR) for _ in range(3)], timeout=120)
        self.assertEqual(found, [expected] * 3)


class Poses(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.file = pathlib.Path(temporary.name) / "poses.parquet"

    def test_poses_of_every_form_are_the_same_file(self):
        turns = np.array([obbtree.Pose([k, 2, 3, 0.5, 0.5, 0.5, 0.5]).matrix for k in range(3)])
        sevens = np.array([[k, 2, 3, 0.5, 0.5, 0.5, 0.5] for k in range(3)])
        cluster.write_poses(self.file, turns[:, :3])
        expected = self.file.read_bytes()
        forms = [
            turns,
            turns[:, :3].reshape(3, 12),
            turns.reshape(3, 16),
            sevens,
            list(turns),
            list(sevens),
            [obbtree.Pose(turn) for turn in turns],
            np.asfortranarray(turns),
            turns.astype(np.float32),
        ]
        for form in forms:
            cluster.write_poses(self.file, form)
            self.assertEqual(self.file.read_bytes(), expected)
        rows, _ = cluster._read_rows(str(self.file), 0)
        np.testing.assert_array_equal(rows.reshape(-1, 3, 4), turns[:, :3])
        cluster.write_poses(self.file, [])
        self.assertEqual(cluster.pq.ParquetFile(self.file).metadata.num_rows, 0)

    def test_other_forms_are_refused(self):
        turns = np.tile(np.eye(4), (3, 1, 1))
        for wrong in (
            turns[0],
            turns[:, :3, :3],
            turns[None],
            np.zeros((3, 24)),
            np.zeros(12),
            np.zeros((2, 6)),
            np.zeros(()),
        ):
            with (
                self.subTest(wrong.shape),
                self.assertRaisesRegex(obbtree.PoseError, r"poses must be of shape .*not \("),
            ):
                cluster.write_poses(self.file, wrong)
            self.assertFalse(self.file.exists())
        turns[1, 3, 0] = 1.0
        for wrong in (turns, turns.reshape(3, 16)):
            with self.assertRaisesRegex(obbtree.PoseError, "poses: pose 1: the last row"):
                cluster.write_poses(self.file, wrong)
        with self.assertRaisesRegex(obbtree.PoseError, "poses: pose 2: .*shape"):
            cluster.write_poses(self.file, [None, None, np.zeros(5)])
        with self.assertRaises(TypeError):
            cluster.write_poses(self.file, np.zeros((2, 12), dtype=complex))


def boxes(count):
    """Boxes in a row that overlap, by two meshes."""
    scene, meshes = obbtree.Scene(), (BOX, SMALLER)
    for number in range(count):
        scene.add(f"box {number}", meshes[number % 2], shifted(0.2 * number, 0.01 * number))
    return scene


def kill_a_worker(name):
    """Kills a worker that is in a task of this name, once one is."""
    while True:
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if (process / "cmdline").read_bytes().startswith(b"ray::" + name):
                    os.kill(int(process.name), signal.SIGKILL)
                    return
            except OSError:
                continue


class Clashes(unittest.TestCase):
    STUDY = obbtree.Study([{"name": "all"}], depth=True, cluster=0.1, name="boxes")

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "slices"

    def test_a_worker_that_is_killed_loses_nothing(self):
        scene = boxes(300)
        expected = obbtree.clash(self.STUDY, scene)
        self.assertGreater(len(expected.clashes), 800)
        killed, told = [], []

        def kill():
            kill_a_worker(b"clash_slice")
            killed.append(sorted(self.folder.glob("slice-*.json")))

        thread = threading.Thread(target=kill, daemon=True)
        thread.start()
        report = cluster.clash(
            self.STUDY, scene, self.folder, slices=6, progress=lambda *how: told.append(how)
        )
        thread.join(timeout=60)
        self.assertLess(len(killed[0]), 6)
        self.assertEqual(report.to_json(), expected.to_json())
        self.assertEqual(told[-1], (6, 6))
        files = sorted(self.folder.glob("slice-*.json"))
        before = [file.stat().st_mtime_ns for file in files]
        files[2].unlink()
        again = cluster.clash(self.STUDY, scene, self.folder, slices=6)
        self.assertEqual(again.to_json(), expected.to_json())
        after = [file.stat().st_mtime_ns for file in files]
        self.assertEqual(before[:2] + before[3:], after[:2] + after[3:])
        self.assertNotEqual(before[2], after[2])

    def test_a_worker_that_is_killed_loses_no_motion(self):
        scene = boxes(60)
        # Half of the boxes fly through the others, and turn.
        ends = [-4, 0, 0, 0, 0, 0, 1], [9, 1, 0, 0.6, 0, 0, 0.8], [20, -1, 1, 0, 0, 0.8, 0.6]
        ends = np.array(ends)
        poses = {f"box {n}": ends + [0, 0.05 * n, 0, 0, 0, 0, 0] for n in range(0, 60, 2)}
        moves = {"times": [0.0, 1.5, 2.0], "poses": poses}
        study = obbtree.Study([{"name": "all", "clearance": 0.01}], name="flying")
        expected = obbtree.clash_motion(study, scene, **moves)
        self.assertGreater(len(expected.clashes), 500)
        killed = []

        def kill():
            kill_a_worker(b"clash_slice")
            killed.append(sorted(self.folder.glob("slice-*.json")))

        thread = threading.Thread(target=kill, daemon=True)
        thread.start()
        report = cluster.clash_motion(study, scene, self.folder, slices=6, **moves)
        thread.join(timeout=60)
        self.assertLess(len(killed[0]), 6)
        self.assertEqual(report.to_json(), expected.to_json())
        moves["times"] = [0.0, np.nextafter(1.5, 2), 2.0]
        for run in (cluster.clash_motion, obbtree.clash_motion):
            with self.assertRaisesRegex(obbtree.ReadError, "slice-000000.*take another folder"):
                run(study, scene, folder=self.folder, slices=6, **moves)

    def test_a_motion_of_a_file_is_that_of_its_study(self):
        study = ASSETS / "workshop_motion.toml"
        report = cluster.clash_motion(study, None, self.folder, slices=3)
        self.assertEqual(report, obbtree.clash_motion(study))
        with self.assertRaisesRegex(obbtree.StudyError, "has no motion"):
            cluster.clash_motion(self.STUDY, boxes(2), self.folder)
        with self.assertRaisesRegex(obbtree.StudyError, "clash_motion"):
            cluster.clash(study, None, self.folder)

    def test_slices_of_another_question_are_refused(self):
        scene = boxes(8)
        cluster.clash(self.STUDY, scene, self.folder, slices=2)
        moved = boxes(8)
        moved.set_pose("box 3", shifted(0.625, 0.03))
        other = obbtree.Study([{"name": "all", "tolerance": 0.1}])
        others = (self.STUDY, moved, 2), (other, scene, 2), (self.STUDY, scene, 3)
        for study, of, slices in others:
            for run in (cluster.clash, obbtree.clash):
                with self.assertRaisesRegex(obbtree.ReadError, "slice-000000.*take another folder"):
                    run(study, of, folder=self.folder, slices=slices)
        sorted(self.folder.glob("slice-*.json"))[1].write_text("{")
        for run in (cluster.clash, obbtree.clash):
            with self.assertRaisesRegex(obbtree.ReadError, "slice-000001.*take another folder"):
                run(self.STUDY, scene, folder=self.folder, slices=2)

    def test_a_study_of_a_file_is_that_of_its_scene(self):
        study = ASSETS / "building.toml"
        report = cluster.clash(study, None, self.folder, slices=3)
        self.assertEqual(report, obbtree.clash(study))
        with self.assertRaisesRegex(ValueError, "names no scene"):
            cluster.clash(self.STUDY, None, self.folder)

    def test_a_mesh_that_bodies_share_is_pickled_once(self):
        bolt = obbtree.Body(ASSETS / "bolt.obj")
        bolt = obbtree.Body(bolt.vertices, bolt.triangles)  # of no file
        scene = obbtree.Scene()
        sizes = []
        for number in range(20):
            body = obbtree.Body(bolt.vertices, bolt.triangles) if number == 19 else bolt
            scene.add(f"bolt {number}", body, shifted(number))
            sizes.append(len(pickle.dumps(scene)))
        mesh = sizes[19] - sizes[18]  # one of its own
        self.assertLess(sizes[18] - sizes[0], mesh / 2)
        again = pickle.loads(pickle.dumps(scene))
        self.assertEqual(again.to_json(), scene.to_json())
        self.assertEqual(obbtree.clash(self.STUDY, again), obbtree.clash(self.STUDY, scene))


if __name__ == "__main__":
    unittest.main()
