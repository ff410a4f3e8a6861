"""Inputs of every form, exceptions, copies, batches, interrupts; and answers that are the command
line's."""

import copy
import ctypes
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
from support import ASSETS, COMMAND, DATA, ask, hear_ctrl_c, needs_command, needs_data, shifted

import obbtree

TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float64)
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
TURN = np.array(
    [[0.0, -1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.25], [0.0, 0.0, 1.0, 0.125], [0.0, 0.0, 0.0, 1.0]]
)


def bolt_and_nut():
    return obbtree.Body(ASSETS / "bolt.obj"), obbtree.Body(str(ASSETS / "nut.stl"))


class Arrays(unittest.TestCase):
    def test_vertices_and_triangles_of_any_form(self):
        wide = np.zeros((8, 6))
        wide[::2, ::2] = TETRAHEDRON
        for vertices in (
            TETRAHEDRON,
            np.asfortranarray(TETRAHEDRON),
            wide[::2, ::2],
            TETRAHEDRON.tolist(),
        ):
            for kind in ("u1", "i2", "u4", "i4", "i8", "u8", ">i4"):
                body = obbtree.Body(vertices, np.asfortranarray(FACES.astype(kind)))
                np.testing.assert_array_equal(body.vertices, TETRAHEDRON)
                np.testing.assert_array_equal(body.triangles, FACES)
        tenths = (TETRAHEDRON * 0.1).astype(np.float32)
        np.testing.assert_array_equal(
            obbtree.Body(tenths, FACES).vertices, tenths.astype(np.float64)
        )
        soup = obbtree.Body(TETRAHEDRON[FACES])
        self.assertEqual(len(soup), 4)

    def test_any_strides(self):
        """Backwards, within records of odd size, across, of one number for all: as a copy that
        numpy makes."""
        records = np.zeros(
            4, dtype=[("flag", "u1"), ("at", "f8", 3), ("corners", "i4", 3), ("wide", "u8", 3)]
        )
        records["at"], records["corners"], records["wide"] = TETRAHEDRON, FACES, FACES
        mirrored = np.ascontiguousarray(TETRAHEDRON[::-1, ::-1])[::-1, ::-1]
        self.assertFalse(records["at"].flags.aligned)
        for vertices in (
            records["at"],
            mirrored,
            TETRAHEDRON.astype(">f8"),
            TETRAHEDRON.astype("f2"),
        ):
            for faces in (
                records["corners"],
                records["wide"],
                np.ascontiguousarray(FACES[::-1])[::-1],
                FACES.astype("u8"),
            ):
                body = obbtree.Body(vertices, faces)
                np.testing.assert_array_equal(body.vertices, TETRAHEDRON)
                np.testing.assert_array_equal(body.triangles, FACES)
        packed = np.zeros(3, dtype=[("flag", "u1"), ("pose", "f8", (4, 4))])
        packed["pose"] = TURN
        forms = (
            packed["pose"],
            packed["pose"][::-1],
            np.broadcast_to(TURN, (3, 4, 4)),
            np.repeat(TURN[None], 6, 0)[::-2],
        )
        for poses in forms:
            self.assertEqual(obbtree.Pose(poses[1]), obbtree.Pose(TURN))
            expected = obbtree.collide_batch(BODY, None, BODY, np.array(poses))
            np.testing.assert_array_equal(obbtree.collide_batch(BODY, None, BODY, poses), expected)
        frozen = TURN.copy()
        frozen.flags.writeable = False
        self.assertEqual(obbtree.Pose(frozen), obbtree.Pose(TURN))

    def test_numbers_that_are_no_numbers(self):
        nan = TETRAHEDRON.copy()
        nan[2, 1] = np.nan
        cases = [
            (obbtree.MeshError, "vertex 2", lambda: obbtree.Body(nan, FACES)),
            (TypeError, "complex", lambda: obbtree.Body(TETRAHEDRON.astype(complex), FACES)),
            (TypeError, "complex", lambda: obbtree.Pose(TURN.astype(complex))),
            ((TypeError, ValueError), "", lambda: obbtree.Pose([["a"] * 4] * 4)),
            ((TypeError, ValueError), "", lambda: obbtree.Body([[0, 0, 0], [1, 0]], FACES)),
            (obbtree.MeshError, "", lambda: obbtree.Body(np.zeros((0, 3)), FACES)),
            (obbtree.MeshError, "no triangles", lambda: obbtree.Body(TETRAHEDRON, [])),
            (
                obbtree.PoseError,
                "pose 2: .*NaN",
                lambda: obbtree.collide_batch(BODY, None, BODY, [TURN, TURN, TURN * np.nan]),
            ),
            (
                obbtree.PoseError,
                "shape",
                lambda: obbtree.collide_batch(BODY, None, BODY, np.zeros((4, 5))),
            ),
            (
                obbtree.PoseError,
                "shape",
                lambda: obbtree.collide_batch(BODY, None, BODY, np.zeros(7)),
            ),
            (ValueError, r"\(N, 3\)", lambda: obbtree.points_inside(BODY, None, np.zeros((2, 4)))),
            (
                ValueError,
                "3 tolerances for 2",
                lambda: obbtree.closer_than_batch(BODY, None, BODY, [None] * 2, [1.0] * 3),
            ),
        ]
        for kind, text, call in cases:
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                call()
        self.assertEqual(
            obbtree.closest_hits(BODY, None, np.zeros((0, 3)), np.zeros((0, 3))).triangles.shape,
            (0,),
        )
        self.assertEqual(obbtree.points_inside(BODY, None, np.zeros((0, 3))).shape, (0,))
        self.assertFalse(obbtree.closer_than(BODY, None, BODY, None, np.nan))

    def test_poses_of_any_form_are_one_pose(self):
        half = np.sqrt(0.5)
        forms = [
            TURN,
            TURN[:3],
            TURN[:3].ravel(),
            np.asfortranarray(TURN),
            TURN.tolist(),
            obbtree.Pose(TURN),
        ]
        for form in forms:
            np.testing.assert_array_equal(obbtree.Pose(form).matrix, TURN)
        seven = obbtree.Pose([0.5, 0.25, 0.125, 0, 0, half, half])
        np.testing.assert_allclose(seven.matrix, TURN, atol=1e-15)
        self.assertTrue(obbtree.Pose(None).is_identity)
        self.assertEqual(obbtree.Pose(TURN.astype(np.float32)), obbtree.Pose(TURN))

    def test_batches_of_any_form_are_one_batch(self):
        bolt, nut = bolt_and_nut()
        rows = obbtree.read_poses(ASSETS / "nut_turning.poses")
        squares = np.concatenate([rows, np.tile([[[0.0, 0, 0, 1]]], (len(rows), 1, 1))], axis=1)
        expected = obbtree.collide_batch(bolt, None, nut, rows)
        self.assertEqual(expected.sum(), 4)
        single = [obbtree.collide(bolt, None, nut, row) for row in rows]
        np.testing.assert_array_equal(expected, single)
        strided = np.repeat(squares, 2, axis=0)[::2]
        for form in (squares, strided, np.asfortranarray(rows), rows.reshape(-1, 12), list(rows)):
            np.testing.assert_array_equal(obbtree.collide_batch(bolt, None, nut, form), expected)
        for threads in (1, 2, 3):
            again = obbtree.collide_batch(bolt, None, nut, rows, threads=threads)
            np.testing.assert_array_equal(again, expected)
        sevens = np.array([obbtree.Pose(row).translation_quaternion for row in rows])
        self.assertEqual(obbtree.collide_batch(bolt, None, nut, sevens).shape, (60,))
        self.assertEqual(obbtree.collide_batch(bolt, None, nut, rows[:0]).shape, (0,))

    def test_what_is_wrong_is_said(self):
        cases = [
            (
                obbtree.MeshError,
                "-1 is not a vertex index",
                lambda: obbtree.Body(TETRAHEDRON, [[0, 1, -1]]),
            ),
            (obbtree.MeshError, "vertex 9", lambda: obbtree.Body(TETRAHEDRON, [[0, 1, 9]])),
            (
                obbtree.MeshError,
                "no triangles",
                lambda: obbtree.Body(TETRAHEDRON, np.zeros((0, 3), int)),
            ),
            (TypeError, "must be integers", lambda: obbtree.Body(TETRAHEDRON, [[0.0, 1, 2]])),
            (ValueError, r"\(N, 3\)", lambda: obbtree.Body(TETRAHEDRON[:, :2], FACES)),
            (obbtree.PoseError, "not a rotation", lambda: obbtree.Pose(2 * TURN[:3])),
            (obbtree.PoseError, "mirrors", lambda: obbtree.Pose(np.diag([1.0, 1, -1, 1]))),
            (obbtree.PoseError, "is NaN", lambda: obbtree.Pose([np.nan, 0, 0, 0, 0, 0, 1])),
            (obbtree.PoseError, "shape", lambda: obbtree.Pose(np.eye(3))),
            (FileNotFoundError, "missing.stl", lambda: obbtree.Body("missing.stl")),
            (obbtree.ReadError, "bytes", lambda: obbtree.Body.from_bytes(b"")),
            (obbtree.ShapeError, "radius", lambda: obbtree.Shape.sphere([0, 0, 0], -1)),
            (
                obbtree.RayError,
                "direction",
                lambda: obbtree.any_hit(BODY, None, [0, 0, 0], [0, 0, 0]),
            ),
            (
                obbtree.PoseError,
                "pose 1: ",
                lambda: obbtree.collide_batch(BODY, None, BODY, [np.eye(4), 2 * np.eye(4)]),
            ),
            (TypeError, "Body", lambda: obbtree.collide(BODY, None, "nut", None)),
        ]
        for kind, text, call in cases:
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                call()
        stacked = np.array([np.eye(4), 2 * np.eye(4)])
        with self.assertRaisesRegex(obbtree.PoseError, "pose 1: "):
            obbtree.collide_batch(BODY, None, BODY, stacked)

    def test_times_that_are_not_finite_are_refused(self):
        to = [1, 2, 3, 0, 0, 0.6, 0.8]
        motions = [
            obbtree.Linear(None, to),
            obbtree.Screw(None, to),
            obbtree.Screw.about(None, [0, 0, 0], [0, 0, 1], 1.0, 1.0),
            obbtree.Translation(None, [1, 2, 3]),
        ]
        for motion in motions:
            for moment, text in ((np.nan, "NaN"), (np.inf, "inf"), (-np.inf, "-inf")):
                wanted = f"argument 'time': {text} is not a finite number"
                with self.subTest(motion), self.assertRaisesRegex(obbtree.MotionError, wanted):
                    motion.pose_at(moment)
            for moment, end in ((-1e308, 0), (-0.5, 0), (1.5, 1), (1e308, 1)):
                self.assertEqual(motion.pose_at(moment), motion.pose_at(end), motion)

    def test_numbers_that_are_nan_are_refused(self):
        sphere, scene = obbtree.Shape.sphere([0, 0, 0], 1), obbtree.Scene()
        scene.add("sphere", sphere)
        two, many = (sphere, None, sphere, None), (sphere, None, sphere, [None])
        moves = {"sphere": obbtree.Translation(None, [1, 0, 0])}
        cases = [(obbtree.distance, two), (obbtree.distance_batch, many)]
        cases = [(name, *case) for case in cases for name in ("relative_error", "absolute_error")]
        cases += [("at_most", obbtree.distance, two), ("at_most", obbtree.distance_batch, many)]
        for name in ("time_tolerance", "distance_tolerance"):
            cases += [(name, obbtree.sweep, two), (name, obbtree.is_motion_free, two)]
            cases += [(name, obbtree.sweep_batch, many), (name, scene.sweep, (moves,))]
        for name, question, arguments in cases:
            wanted = f"argument '{name}': NaN is not a number"
            with self.subTest(name), self.assertRaisesRegex(obbtree.ObbtreeError, wanted):
                question(*arguments, **{name: np.nan})
        self.assertIsNone(obbtree.distance(*two, at_most=-1.0))

    def test_margins_are_at_least_0(self):
        sphere = obbtree.Shape.sphere([0, 0, 0], 1)
        cases = [
            (obbtree.manifolds, (sphere, None, sphere, [1, 0, 0, 0, 0, 0, 1])),
            (obbtree.triangles_within, (BODY, None, BODY, None)),
            (obbtree.closest_places_within, (BODY, None, BODY, None)),
        ]
        for question, arguments in cases:
            self.assertGreater(len(question(*arguments, margin=0.0)), 0)
            for margin, text in ((np.nan, "NaN"), (-1, "-1")):
                wanted = f"argument 'margin': {text} is not a number of at least 0"
                with self.subTest(text), self.assertRaisesRegex(obbtree.ObbtreeError, wanted):
                    question(*arguments, margin=margin)


BODY = obbtree.Body(TETRAHEDRON, FACES)


class TakenInTwoWays(unittest.TestCase):
    """Tuples, lists and arrays that could mean two things mean one, or are refused."""

    def test_a_tuple_of_two_motions_is_no_starts_and_ends(self):
        """Taken as starts and ends, two motions through the other body were two motions beside
        it."""
        left, right, up = shifted(-3), shifted(3), 5
        through = [(left, right), (right, left)]
        found = obbtree.sweep_batch(BODY, None, BODY, through)
        self.assertEqual([sweep.outcome for sweep in found], ["contact", "contact"])
        along = ((shifted(-3), shifted(-3, up)), (shifted(-3, up), shifted(-3)))
        scene = obbtree.Scene()
        scene.add("a", BODY)
        scene.add("b", BODY, left)
        motion = obbtree.Linear(left, right)
        for motions in (
            tuple(through),
            along,
            (motion, motion),
            (obbtree.Pose(left), obbtree.Pose(right)),
            (motion,) * 3,
            (motion,),
            (),
            (None, None),
        ):
            with self.subTest(motions), self.assertRaisesRegex(obbtree.MotionError, "as a list"):
                obbtree.sweep_batch(BODY, None, BODY, motions)
            with self.subTest(motions), self.assertRaisesRegex(obbtree.MotionError, "as a list"):
                obbtree.is_motion_free_batch(BODY, None, BODY, motions)
            with self.subTest(motions), self.assertRaisesRegex(obbtree.MotionError, "as a list"):
                scene.sweep_batch({"b": motions})

    def test_starts_and_ends_are_lists_or_arrays(self):
        starts, ends = [shifted(-3), shifted(-3)], [shifted(3), shifted(-3, 5)]
        expected = ["contact", "free"]
        for make in (
            list,
            np.array,
            lambda poses: [obbtree.Pose(pose) for pose in poses],
            lambda poses: np.array([obbtree.Pose(p).matrix for p in poses]),
        ):
            found = obbtree.sweep_batch(BODY, None, BODY, (make(starts), make(ends)))
            self.assertEqual([sweep.outcome for sweep in found], expected)
        found = obbtree.sweep_batch(BODY, None, BODY, list(zip(starts, ends)))
        self.assertEqual([sweep.outcome for sweep in found], expected)
        for motions in ([starts, ends], np.array([starts, ends]), [[starts[0], ends[0]]]):
            with self.assertRaisesRegex(obbtree.PoseError, "motion 0: .*shape"):
                obbtree.sweep_batch(BODY, None, BODY, motions)

    def test_one_tolerance_and_an_array_of_one(self):
        poses = [shifted(3)] * 2
        self.assertEqual(
            len(obbtree.closer_than_batch(BODY, None, BODY, poses, np.float64(1.0))), 2
        )
        self.assertEqual(len(obbtree.closer_than_batch(BODY, None, BODY, poses, np.array(1.0))), 2)
        for tolerances in (np.array([1.0]), [1.0]):
            with self.assertRaisesRegex(ValueError, "1 tolerances for 2 poses"):
                obbtree.closer_than_batch(BODY, None, BODY, poses, tolerances)

    def test_sixteen_numbers_are_a_matrix(self):
        """As in files of poses."""
        self.assertEqual(obbtree.Pose(TURN.ravel()), obbtree.Pose(TURN))
        rows = np.tile(TURN.ravel(), (3, 1))
        expected = obbtree.collide_batch(BODY, None, BODY, rows.reshape(3, 4, 4))
        np.testing.assert_array_equal(obbtree.collide_batch(BODY, None, BODY, rows), expected)

    def test_a_part_and_its_offset_or_two_parts(self):
        scene, sphere = obbtree.Scene(), obbtree.Shape.sphere([0, 0, 0], 1)
        with self.assertRaises((TypeError, ValueError)):
            scene.add("two", (sphere, sphere))
        scene.add("two", [sphere, (sphere, shifted(5))])
        self.assertEqual(scene.names, ["two"])


class Copies(unittest.TestCase):
    def test_pickles_and_copies_answer_alike(self):
        bolt, nut = bolt_and_nut()
        pose = [0, 0, 0.1458, 0, 0, 0.309016994, 0.951056516]
        expected = obbtree.pairs(bolt, None, nut, pose)
        self.assertGreater(len(expected), 0)
        for make in (copy.copy, copy.deepcopy, lambda body: pickle.loads(pickle.dumps(body))):
            np.testing.assert_array_equal(
                obbtree.pairs(make(bolt), None, make(nut), pose), expected
            )
        self.assertEqual(pickle.loads(pickle.dumps(bolt)).to_bytes(), bolt.to_bytes())
        turn = obbtree.Pose(TURN)
        self.assertEqual(pickle.loads(pickle.dumps(turn)), turn)


class Colliders(unittest.TestCase):
    """Every question takes any two of a mesh and a shape, and gives what it gives about their
    like."""

    HALF = np.array([1.0, 2.0, 3.0])
    CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) * 2.0 - 1.0
    QUADS = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    MESH = obbtree.Body(CORNERS * HALF, [t for q in QUADS for t in (q[:3], [q[0], *q[2:]])])
    SHAPE = obbtree.Shape.cuboid(HALF)

    def pairs(self):
        return [(a, b) for a in (self.MESH, self.SHAPE) for b in (self.MESH, self.SHAPE)]

    def test_single_questions(self):
        apart, touching, inside = shifted(5), shifted(2), None
        for a, b in self.pairs():
            is_mesh = [isinstance(each, obbtree.Body) for each in (a, b)]
            collide = [obbtree.collide(a, None, b, pose) for pose in (apart, touching)]
            self.assertEqual(collide, [False, True])
            self.assertTrue(obbtree.collide(a, [0.1, 0, 0, 0, 0, 0, 1], b, inside, solid=True))
            closer = [obbtree.closer_than(a, None, b, apart, t) for t in (2.999, 3.0, -1.0)]
            self.assertEqual(closer, [False, True, False])
            found = obbtree.distance(a, None, b, apart)
            self.assertTrue(found.lower <= 3 <= found.upper < 3 + 1e-12 and not found.one_inside)
            self.assertEqual([n is not None for n in found.triangles], is_mesh)
            self.assertEqual(found.points[:, 0].tolist(), [1.0, 4.0])
            self.assertIsNone(obbtree.distance(a, None, b, apart, at_most=2.9))
            self.assertEqual(obbtree.distance(a, None, b, touching).upper, 0.0)
            self.assertEqual(obbtree.contacts(a, None, b, apart), [])
            for contact in obbtree.contacts(a, None, b, touching):
                self.assertEqual([n is not None for n in contact.triangles], is_mesh)
                self.assertEqual(
                    (contact.normal is not None, contact.local_depth is not None),
                    (all(is_mesh),) * 2,
                )
                np.testing.assert_array_equal(contact.points[:, 0], np.ones(len(contact.points)))

    def test_motions(self):
        for a, b in self.pairs():
            hit = obbtree.sweep(
                a, None, b, obbtree.Translation(shifted(8), [0, 0, 0]), time_tolerance=1e-6
            )
            self.assertEqual(
                (hit.outcome, hit.until, hit.pair, hit.clearance), ("contact", None, None, None)
            )
            self.assertTrue(hit.last_free < 0.75 <= hit.first_contact <= hit.last_free + 1e-6)
            self.assertTrue(obbtree.collide(a, hit.poses[0], b, hit.poses[1]) and hit.poses_meet)
            free = obbtree.sweep(a, None, b, obbtree.Translation(shifted(8), [8, 9, 0]))
            self.assertEqual(
                (free.is_free, free.last_free, free.first_contact, free.poses),
                (True, 1.0, None, None),
            )
            self.assertTrue(0 < free.clearance <= 6)
            self.assertIs(obbtree.is_motion_free(a, None, b, (shifted(8), shifted(8, 9))), True)

    def test_batches_are_single_questions(self):
        poses = [shifted(x, 0.1) for x in np.linspace(0, 6, 40)]
        motions = [obbtree.Translation(pose, [0, 8, 0]) for pose in poses]
        for a, b in self.pairs():
            single = [obbtree.collide(a, None, b, pose) for pose in poses]
            self.assertTrue(0.2 < np.mean(single) < 0.7)
            np.testing.assert_array_equal(obbtree.collide_batch(a, None, b, poses), single)
            single = [obbtree.closer_than(a, None, b, pose, 1.5) for pose in poses]
            np.testing.assert_array_equal(obbtree.closer_than_batch(a, None, b, poses, 1.5), single)
            many = obbtree.distance_batch(a, None, b, poses)
            single = [obbtree.distance(a, None, b, pose) for pose in poses]
            np.testing.assert_array_equal(many.upper, [found.upper for found in single])
            numbers = [[-1 if n is None else n for n in found.triangles] for found in single]
            far = many.lower > 0
            np.testing.assert_array_equal(many.triangles[far], np.array(numbers)[far])
            contacts = obbtree.contacts_batch(a, None, b, poses)
            single = [obbtree.contacts(a, None, b, pose) for pose in poses]
            self.assertEqual([len(each) for each in contacts], [len(each) for each in single])
            sweeps = obbtree.sweep_batch(a, None, b, motions)
            single = [obbtree.sweep(a, None, b, motion) for motion in motions]
            self.assertEqual(
                [each.last_free for each in sweeps], [each.last_free for each in single]
            )
            free = obbtree.is_motion_free_batch(a, None, b, motions)
            np.testing.assert_array_equal(free, [each.is_free for each in single])

    def test_answers_and_motions_are_pickled(self):
        scene = obbtree.Scene()
        for name, x in (("a", 0), ("b", 1.5), ("c", 9)):
            scene.add(name, self.MESH, shifted(x))
        scene.add("d", self.SHAPE, shifted(8))
        a, b, motion = (
            self.MESH,
            self.SHAPE,
            obbtree.Linear(shifted(8), shifted(0), point=[0, 1, 0]),
        )
        found = [
            obbtree.distance(a, None, b, shifted(5)),
            *obbtree.contacts(a, None, a, shifted(0.5)),
            *obbtree.contacts(a, None, b, shifted(0.5)),
            *(contact for _, each in scene.contacts() for contact in each),
            obbtree.sweep(a, None, a, motion),
            obbtree.sweep(a, None, b, motion),
            obbtree.sweep(a, None, b, shifted(8)),
            scene.sweep({"a": motion}),
            scene.distance(),
            obbtree.closest_point(a, None, [9, 0, 0]),
            obbtree.signed_distance(a, None, [0.5, 0, 0]),
            obbtree.closest_hit(a, None, [9, 0, 0], [-1, 0, 0]),
            *obbtree.contact_summary(a, None, a, shifted(0.5)).deepest_points,
        ]
        self.assertGreater(len(found), 30)
        for answer in found:
            again = pickle.loads(pickle.dumps(answer))
            self.assertEqual((type(again), repr(again)), (type(answer), repr(answer)))
            for name in (name for name in dir(answer) if not name.startswith("_")):
                mine, theirs = getattr(answer, name), getattr(again, name)
                np.testing.assert_equal(repr(theirs), repr(mine), name)
        turn = obbtree.Screw.about(TURN, [0, 0, 0], [0, 0, 1], 7.0, 0.5)
        for motion in (
            motion,
            turn,
            obbtree.Screw(None, TURN),
            obbtree.Translation(TURN, [1, 2, 3]),
        ):
            again = pickle.loads(pickle.dumps(motion))
            self.assertEqual(again.pose_at(0.3), motion.pose_at(0.3))


class Batches(unittest.TestCase):
    def setUp(self):
        self.knot = obbtree.Body(ASSETS / "torus_knot.obj")
        self.poses = np.tile(np.eye(4), (4000, 1, 1))
        self.poses[:, 0, 3] = np.linspace(0.1, 0.2, len(self.poses))

    def test_progress_comes_to_the_end(self):
        calls = []
        obbtree.collide_batch(
            self.knot, None, self.knot, self.poses, progress=lambda *call: calls.append(call)
        )
        self.assertEqual(calls[-1], (4000, 4000))
        self.assertEqual(calls, sorted(calls))

        class Bar:
            n = 0

            def update(self, steps):
                self.n += steps

        bar = Bar()
        obbtree.collide_batch(self.knot, None, self.knot, self.poses, progress=bar)
        self.assertEqual(bar.n, 4000)

    def test_an_exception_of_progress_ends_the_batch(self):
        def fail(done, total):
            raise LookupError(f"{done} of {total}")

        with self.assertRaises(LookupError):
            obbtree.pairs_batch(self.knot, None, self.knot, self.poses, progress=fail)

    def test_ctrl_c_ends_the_batch(self):
        poses = np.tile(self.poses, (50, 1, 1))
        main = threading.main_thread()
        timer = threading.Timer(0.3, lambda: ctypes.pythonapi.PyErr_SetInterrupt())
        self.assertIs(threading.current_thread(), main)
        hear_ctrl_c(self)
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            obbtree.pairs_batch(self.knot, None, self.knot, poses)
        self.assertLess(time.monotonic() - start, 20)

    def test_other_threads_go_on(self):
        steps = 0

        def count():
            nonlocal steps
            while not done.is_set():
                steps += 1
                time.sleep(0.001)

        done = threading.Event()
        thread = threading.Thread(target=count)
        thread.start()
        obbtree.pairs_batch(self.knot, None, self.knot, self.poses[:400])
        done.set()
        thread.join()
        self.assertGreater(steps, 1)


@needs_command
class AsTheCommandLine(unittest.TestCase):
    """The command line is the engine from Rust: its answers, number for number."""

    def check(self, mesh_a, mesh_b, poses):
        a, b = obbtree.Body(mesh_a), obbtree.Body(mesh_b)
        rows = obbtree.read_poses(poses)
        answers = ask("check", mesh_a, mesh_b, "--poses", poses)
        lines = [line for line in answers if "collides" in line or "collide" in line]
        self.assertEqual(len(lines), len(rows))
        theirs = [line.get("collides", line.get("collide")) for line in lines]
        np.testing.assert_array_equal(obbtree.collide_batch(a, None, b, rows), theirs)
        return len(rows)

    def test_assets(self):
        self.check(ASSETS / "bolt.obj", ASSETS / "nut.stl", ASSETS / "nut_turning.poses")
        self.check(ASSETS / "wheel.stl", ASSETS / "pinion.obj", ASSETS / "pinion_rolling.poses")
        self.check(ASSETS / "wall.obj", ASSETS / "l_piece.stl", ASSETS / "l_through_wall.poses")

    def test_a_page_is_that_of_the_command_but_for_its_data(self):
        bolt, nut = bolt_and_nut()
        page = obbtree.show(bolt, nut, TURN, open_page=False)
        with tempfile.TemporaryDirectory() as folder:
            files = [str(ASSETS / name) for name in ("bolt.obj", "nut.stl")]
            output = pathlib.Path(folder, "nut.html")
            command = [COMMAND, "view", *files, "-o", str(output)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            theirs = output.read_text(encoding="utf-8")

        def without_data(text):
            return re.sub(r'id="block-(data|meshes)">[^<]*', "", text)

        self.assertEqual(without_data(page.html), without_data(theirs))
        meshes = [re.search(r'id="block-meshes">([^<]*)', text) for text in (page.html, theirs)]
        self.assertEqual(*(found[1] for found in meshes))


class Notebook(unittest.TestCase):
    def test_what_is_shown_is_a_page_where_there_is_one(self):
        arm = obbtree.Checker(obbtree.Robot(ASSETS / "arm.urdf"), obbtree.Scene())
        body = obbtree.Body(ASSETS / "nut.stl")
        scene = obbtree.Scene()
        scene.add("nut", body)
        for shown in (body, scene, arm):
            self.assertTrue(shown._repr_html_().startswith("<iframe srcdoc="), shown)
        chosen = obbtree.Checker(arm.robot.with_pairs([]), obbtree.Scene())
        self.assertIsNone(chosen._repr_html_())
        with self.assertRaisesRegex(obbtree.RobotError, "whose pairs were chosen"):
            obbtree.show(chosen, open_page=False)
        with self.assertRaisesRegex(obbtree.RobotError, "5 values, not 2"):
            obbtree.show(arm, configuration=[0, 1], open_page=False)


@needs_data("poses")
class OfTheDevelopersData(unittest.TestCase):
    """Pose sets with certified answers, and motions with sampled ones."""

    def body(self, name):
        (path,) = (DATA / "meshes").glob(name + ".*")
        return obbtree.Body(path)

    def test_pose_sets(self):
        tested = 0
        for poses in sorted((DATA / "poses").glob("*__*.txt")):
            expected = poses.parent / (poses.name[: -len(".txt")] + ".expected.csv")
            if not expected.exists():
                continue
            first, second = poses.name.split("__")[:2]
            a, b = self.body(first), self.body(second)
            answers = [line.split(",")[0] for line in expected.read_text().splitlines()[1:]]
            rows = obbtree.read_poses(poses)
            collide = obbtree.collide_batch(a, None, b, rows)
            np.testing.assert_array_equal(
                collide, [answer.strip() in ("1", "true") for answer in answers], poses.name
            )
            tested += len(rows)
        self.assertGreater(tested, 3000)

    def test_motions(self):
        """No motion is called free that a sample collides on; a contact is one by its own pose."""
        tested = 0
        for motions in sorted((DATA / "motions").glob("*.txt")):
            first, second = motions.name.split("__")[:2]
            a, b = self.body(first), self.body(second)
            lines = (
                (motions.parent / (motions.name[: -len(".txt")] + ".expected.csv"))
                .read_text()
                .splitlines()[1:]
            )
            starts, ends = obbtree.read_motions(motions)
            kinds = [line.split(",")[0] for line in lines]
            kind = {"linear": obbtree.Linear, "screw": obbtree.Screw}
            made = [kind[k.strip()](s, e) for k, s, e in zip(kinds, starts, ends)][:20]
            for line, sweep in zip(lines, obbtree.sweep_batch(a, None, b, made)):
                colliding = int(line.split(",")[2])
                self.assertFalse(sweep.is_free and colliding > 0, motions.name)
                if sweep.outcome == "contact":
                    self.assertTrue(obbtree.collide(a, sweep.poses[0], b, sweep.poses[1]))
                tested += 1
        self.assertGreater(tested, 40)


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
