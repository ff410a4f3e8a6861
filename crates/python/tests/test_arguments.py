"""Arguments: objects of other packages are taken as they are; what would be rounded or is masked
is refused, with the name of the parameter, by everything public."""

import inspect
import os
import types
import unittest

import numpy as np
from support import ASSETS, ROOT, shifted

import obbtree

BOX = obbtree.Body(
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
)
TURNED = [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3]]
#: By the names of parameters, numbers that each of them takes in a call that works.
GOOD = {
    "pose": TURNED,
    "pose_a": TURNED,
    "pose_b": TURNED,
    "numbers": TURNED,
    "poses_b": [TURNED, TURNED],
    "motion_a": TURNED,
    "motion_b": TURNED,
    "motions_b": ([TURNED], [TURNED]),
    "translation": [1, 2, 3],
    "origin": [1, 2, 3],
    "direction": [1, 2, 3],
    "point": [1, 2, 3],
    "center": [1, 2, 3],
    "base": [1, 2, 3],
    "apex": [1, 2, 4],
    "half": [1, 2, 3],
    "origins": [[1, 2, 3]],
    "directions": [[1, 2, 3]],
    "points": [[1, 2, 3]],
    "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "through": np.eye(3).tolist(),
    "triangles": [[0, 1, 2]],
    "radii": [1, 2],
    "other": [1, 2, 3],
    "radius": 1,
    "cells": [[1, 2, 3]],
    "side": 1,
    "sizes": [2],
    "centers": [[1, 2, 3]],
    "heights": [[1, 2], [3, 4]],
    "spacing": [1, 1],
    "depth": [[1, 2], [3, 4]],
    "fx": 1,
    "fy": 1,
    "cx": 1,
    "cy": 1,
    "scale": 1,
    "near": 1,
    "far": 8,
    "by": 1,
    "angle": 1,
    "advance": 1,
    "time": 1,
    "tolerance": 1,
    "threshold": 1,
    "relative_error": 1,
    "absolute_error": 1,
    "at_most": 1,
    "time_tolerance": 1,
    "step": 1,
    "distance_tolerance": 1,
    "margin": 1,
    "distance": 1,
    "padding": 1,
    "configuration": [2.0, 0.3, 0, 0.05],
    "configurations": [[2.0, 0.3, 0, 0.05]],
    "held": [2.0, 0.3, 0, 0.05],
    "goal": [2.0, 0.3, 0, 0.05],
    "starts": [[2.0, 0.3, 0, 0.05]],
    "ends": [[2.0, 0.3, 0, 0.05]],
    "times": [0, 1],
    "positions": [[0, 0, 0, 0], [1, 1, 1, 1]],
    "velocities": [[0, 0, 0, 0], [1, 1, 1, 1]],
    "accelerations": [[0, 0, 0, 0], [1, 1, 1, 1]],
    "end_velocities": [[0, 0, 0, 0], [1, 1, 1, 1]],
    "control_points": [[0, 0, 0, 0]] * 2,
    "knots": [0, 0, 1, 1],
    "velocity_limits": [1] * 4,
    "acceleration_limits": [1] * 4,
    "jerk_limits": [1] * 4,
}
#: Parameters of one name that are different things.
OF_ONE = {
    ("Checker.timed_path", "path"): [[0, 0, 0, 0], [1, 1, 1, 1]],
    ("Linear", "start"): TURNED,
    ("Linear", "end"): TURNED,
    ("Screw", "start"): TURNED,
    ("Screw", "end"): TURNED,
    ("Screw.about", "start"): TURNED,
    ("Translation", "start"): TURNED,
    ("Translation", "end"): [1, 2, 3],
    ("Pose.relative_to", "other"): TURNED,
    ("Voxels.from_array", "occupied"): [[[True, False]]],
    ("Voxels.from_leaves", "half"): 1,
    ("PointCloud.without", "mask"): [False],
    ("Study", "cluster"): 1,
    ("Study", "metres"): 1,
    ("Trajectory.uniform_b_spline", "start"): 0,
    ("Trajectory.uniform_b_spline", "end"): 1,
}
SEGMENT = {"start": [1, 2, 3], "end": [3, 2, 3]}
CONFIGURATION = {"start": [2.0, 0.3, 0, 0.05], "end": [2.0, 0.3, 0, 0.05]}
#: What is no number at all.
OTHERS = {
    "a": BOX,
    "b": BOX,
    "body": BOX,
    "cloud": obbtree.PointCloud([[1, 2, 3]], 1),
    "limit": 1,
    "effort": 10,
    "solid": False,
    "threads": 1,
    "segment": False,
    "box_tests": 10,
    "progress": None,
    "fast_build": False,
    "degree": 1,
    "parts": 2,
    "limits": True,
    "seed": 1,
    "samples": 10,
    "rounds": 1,
    "rules": [{"name": "all"}],
    "count": 1,
    "skip_nan": False,
    "path": ASSETS / "wall.pcd",
    "message": types.SimpleNamespace(
        fields=[
            types.SimpleNamespace(name=name, offset=0, datatype=2, count=1) for name in "xyz"
        ],
        point_step=1, row_step=1, width=1, height=1, is_bigendian=False, data=b"7",
    ),
}  # fmt: skip


def arm():
    folder = ROOT / "crates/robot/tests/data"
    return obbtree.Robot(folder / "arm.urdf", srdf=folder / "arm.srdf")


def instances():
    world = obbtree.Scene()
    world.add("body", BOX, shifted(10))
    world.add("other", BOX, shifted(20))
    rows = [[0, 0, 0, 0], [1, 1, 1, 1]]
    return {
        obbtree.Pose: obbtree.Pose(),
        obbtree.Linear: obbtree.Linear(None, TURNED),
        obbtree.Screw: obbtree.Screw(None, TURNED),
        obbtree.Translation: obbtree.Translation(None, [1, 2, 3]),
        obbtree.Shape: obbtree.Shape.sphere([0, 0, 0], 1),
        obbtree.PointCloud: OTHERS["cloud"],
        obbtree.Voxels: obbtree.Voxels([[0, 0, 0], [1, 0, 0]], 1),
        obbtree.Scene: world,
        obbtree.Robot: arm(),
        obbtree.Checker: obbtree.Checker(arm(), world),
        obbtree.Trajectory: obbtree.Trajectory.linear([0, 1], rows),
    }


def calls():
    """Of every public function, method and class that takes numbers: its name, itself, and numbers
    and others by name."""
    things = instances()
    for name in obbtree.__all__:
        thing = getattr(obbtree, name)
        if not inspect.isclass(thing):
            yield from call(name, thing)
        elif not issubclass(thing, BaseException):
            if thing.__text_signature__ and thing is not obbtree.Checker:
                yield from call(name, thing)
            for member in vars(thing):
                if not member.startswith("_") or member == "__matmul__":
                    of = getattr(things.get(thing, thing), member)
                    if callable(of):
                        yield from call(f"{name}.{member}", of)


def call(name, thing):
    owner = name.partition(".")[0]
    segments = {"Shape": SEGMENT, "Checker": CONFIGURATION}.get(owner, {})
    numbers, others = {}, {}
    for parameter in inspect.signature(thing).parameters.values():
        key = parameter.name
        good = OF_ONE.get((name, key), segments.get(key, GOOD.get(key)))
        if (name, key) in {("Scene.clearances", "body"), ("Checker.attach", "body")}:
            others[key] = "body"
        elif name.startswith("Scene.") and key in ("motions", "parts"):
            others[key] = {} if key == "motions" else BOX
        elif (name, key) == ("manifolds", "points"):
            others[key] = 4  # so many
        elif name == "Study" and key in ("depth", "volume"):
            others[key] = True  # whether it is told
        elif name in ("Voxels.set", "Scene.set_cells") and key == "occupied":
            others[key] = True
        elif name == "Body" and key == "triangles":
            numbers[key] = good
        elif good is not None:
            numbers[key] = good
        elif key in OTHERS:
            others[key] = OTHERS[key]
        elif key in ("name", "member"):
            others[key] = "body"
        elif parameter.default is inspect.Parameter.empty:
            others[key] = {
                "trajectory": instances()[obbtree.Trajectory],
                "group": ["elbow"],
                "link": "hand",
                "a": "body",
                "b": "other",
            }.get(key)
    if name == "Scene.add":
        others["name"] = "new"
    if name == "clash_motion":
        others.update(study=obbtree.Study([{"name": "all"}]), scene={}, poses={})
    if owner == "Scene":
        others.update(
            {key: name for key, name in {"a": "body", "b": "other"}.items() if key in others}
        )
    if owner == "Checker" and "body" in others:
        others["body"] = "body"
    if numbers and name != "show":
        yield name, thing, numbers, others


def bad(value):
    """The same with a number that must not be rounded, a mask, or a text, and which."""
    if isinstance(value, (int, float)):
        return {
            "2^53 + 1": 2**53 + 1,
            "numpy's 2^53 + 1": np.int64(2**53 + 1),
            "a long double": np.longdouble(1) / 3,
            "masked": np.ma.masked,
            "a text": "much",
        }
    array = np.array(value)
    big = np.full(array.shape, 2**53 + 1)
    found = {
        "2^53 + 1": big,
        "2^53 + 1 in lists": big.tolist(),
        "2^53 + 1 among floats": [2**53 + 1, *[0.5] * 2],
        "a long double": array.astype(np.longdouble),
        "masked": np.ma.masked_equal(array.astype(float), 1),
        "a text": "much",
    }
    if isinstance(value, tuple):
        (start,), (end,) = value
        found = {name: ([start], [of]) for name, of in bad(end).items()}
        found["a text"] = "much"
    return found


class Arguments(unittest.TestCase):
    def call(self, name, thing, keywords):
        # What has no keywords takes its arguments by place.
        return thing(*keywords.values()) if name == "Pose.__matmul__" else thing(**keywords)

    def test_what_would_change_is_refused_with_the_name_of_the_parameter(self):
        refused = 0
        for name, thing, numbers, others in calls():
            for parameter, value in numbers.items():
                for what, wrong in bad(value).items():
                    if parameter == "triangles" and what == "a long double":
                        continue  # no integers
                    if name == "Body" and what == "a text" and parameter == "vertices":
                        continue  # a file
                    if name == "Checker.for_group" and parameter == "group":
                        continue
                    with self.subTest(name, parameter=parameter, what=what):
                        keywords = {**others, **numbers, parameter: wrong}
                        if name == "Body" and parameter != "triangles":
                            keywords["triangles"] = GOOD["triangles"]
                        with self.assertRaises((TypeError, ValueError)) as caught:
                            self.call(name, thing, keywords)
                        self.assertIn(parameter, str(caught.exception))
                        refused += 1
        self.assertGreater(refused, 700)

    def test_the_same_calls_work_with_good_numbers(self):
        for name, thing, numbers, others in calls():
            with self.subTest(name):
                try:
                    self.call(name, thing, {**others, **numbers})
                except obbtree.ObbtreeError as error:
                    self.assertTrue(str(error))  # the question has no answer

    def test_shapes_of_arrays_are_refused_with_the_name_of_the_parameter(self):
        for name, thing, numbers, others in calls():
            for parameter, value in numbers.items():
                if isinstance(value, (int, float)) or name == "Body":
                    continue
                with self.subTest(name, parameter=parameter):
                    with self.assertRaises((TypeError, ValueError)) as caught:
                        self.call(
                            name, thing, {**others, **numbers, parameter: np.zeros((2, 5, 1))}
                        )
                    self.assertIn(parameter, str(caught.exception))

    def test_integers_that_float64_has_are_taken(self):
        point = [2**53, -(2**53), 0]
        self.assertEqual(obbtree.Pose.from_translation(point).translation.tolist(), point)
        array = np.array(point)
        self.assertEqual(obbtree.Pose.from_translation(array).translation.tolist(), point)
        unsigned = np.array([2**53, 1, 2], dtype=np.uint64)
        self.assertEqual(obbtree.Pose.from_translation(unsigned).translation[0], 2.0**53)
        with self.assertRaisesRegex(TypeError, "translation.*2\\^53"):
            obbtree.Pose.from_translation(unsigned + np.uint64(1))

    def test_numbers_of_a_dictionary_are_refused_with_the_name_of_the_body(self):
        scene = instances()[obbtree.Scene]
        wrong = [[2**53 + 1, 0, 0, 0, 0, 0, 1]]
        for ask, given in (
            (scene.collides_batch, wrong),
            (scene.pairs_batch, wrong),
            (scene.sweep_batch, (wrong, wrong)),
            (scene.sweep, wrong[0]),
            (scene.set_poses, wrong[0]),
        ):
            with self.subTest(ask.__name__):
                with self.assertRaisesRegex(TypeError, "(poses|motions)'?.*body.*2\\^53"):
                    ask({"body": given})


class OfOtherPackages(unittest.TestCase):
    def test_rotations_and_transforms_of_scipy(self):
        transform = __import__("scipy.spatial.transform").spatial.transform
        turns = transform.Rotation.from_euler("xyz", np.random.default_rng(1).normal(size=(5, 3)))
        rows = np.zeros((5, 3, 4))
        rows[:, :, :3] = turns.as_matrix()
        self.assertEqual(obbtree.Pose(turns[2]), obbtree.Pose(rows[2]))
        self.check(turns, rows)
        self.check(list(turns), rows)
        if hasattr(transform, "RigidTransform"):
            moves = transform.RigidTransform.from_components(np.arange(15.0).reshape(5, 3), turns)
            self.assertEqual(obbtree.Pose(moves[2]), obbtree.Pose(moves.as_matrix()[2]))
            self.check(moves, moves.as_matrix())
            self.check(list(moves), moves.as_matrix())
        with self.assertRaisesRegex(obbtree.PoseError, "'pose_b': one rotation.*not many"):
            obbtree.collide(BOX, None, BOX, turns)
        with self.assertRaisesRegex(obbtree.PoseError, "'poses_b': poses are of shape"):
            obbtree.collide_batch(BOX, None, BOX, turns[0])

    def check(self, poses, rows):
        found = obbtree.distance_batch(BOX, shifted(9), BOX, poses)
        np.testing.assert_array_equal(
            found.upper, obbtree.distance_batch(BOX, shifted(9), BOX, rows).upper
        )
        self.assertEqual(len(found), 5)

    def test_poses_of_pinocchio(self):
        try:
            import pinocchio
        except ImportError:
            self.skipTest("pinocchio is not installed")
        poses = [pinocchio.SE3.Random() for _ in range(5)]
        self.assertEqual(obbtree.Pose(poses[0]), obbtree.Pose(poses[0].homogeneous))
        self.check(poses, np.array([pose.homogeneous for pose in poses]))
        many = pinocchio.StdVec_SE3()
        many.extend(poses)
        self.check(many, np.array([pose.homogeneous for pose in poses]))

    def test_sixteen_numbers(self):
        square = np.vstack([TURNED, [0, 0, 0, 1]]).astype(float)
        self.assertEqual(obbtree.Pose(square.ravel()), obbtree.Pose(TURNED))
        self.check(np.tile(square.ravel(), (5, 1)), np.tile(square, (5, 1, 1)))

    def test_meshes_of_trimesh(self):
        try:
            import trimesh
        except ImportError:
            self.skipTest("trimesh is not installed")
        nut = trimesh.load_mesh(ASSETS / "nut.stl")
        self.assertEqual(repr(obbtree.Body(nut)), repr(obbtree.Body(ASSETS / "nut.stl")))
        np.testing.assert_array_equal(obbtree.Body(nut).vertices, nut.vertices)
        # One with a transform, which its vertices have.
        where = np.vstack([TURNED, [0, 0, 0, 1]])
        box = trimesh.primitives.Box(extents=[2, 4, 6], transform=where)
        np.testing.assert_array_equal(obbtree.Body(box).bounds, box.bounds)
        self.assertTrue(
            obbtree.collide(box, None, obbtree.Shape.sphere([1, 2, 3], 0.1), None, solid=True)
        )
        self.assertFalse(obbtree.collide(box, shifted(20), BOX, None))
        scene = obbtree.Scene()
        scene.add("box", [box, (nut, shifted(50))])
        scene.add("sphere", obbtree.Shape.sphere([0, 0, 0], 1.5))
        self.assertEqual(scene.pairs(), [("box", "sphere")])
        empty = trimesh.Trimesh()
        with self.assertRaises(obbtree.MeshError):
            obbtree.Body(empty)


class Reprs(unittest.TestCase):
    def test_say_what_a_thing_is(self):
        for kind, thing in instances().items():
            with self.subTest(kind):
                self.assertIn(kind.__name__, repr(thing))
                self.assertNotIn("object at", repr(thing))

    def test_make_the_thing_again(self):
        for text in (
            "Linear(None, [0, 0, 2, 0, 0, 0, 1], point=[1, 2, 3])",
            "Screw(None, [0, 0, 2, 0, 0, 0, 1])",
            "Screw.about(None, [0, 0, 0], [0, 0, 1], 1.5, 2)",
            "Translation(None, [0, 0, 2])",
        ):
            with self.subTest(text):
                motion = eval(text, vars(obbtree))
                again = eval(repr(motion), vars(obbtree))
                self.assertEqual(repr(again), repr(motion))
                self.assertEqual(again.pose_at(0.3), motion.pose_at(0.3))


class Nothing(unittest.TestCase):
    def test_what_means_nothing_is_refused(self):
        nut = obbtree.Body(ASSETS / "nut.stl")
        text = "argument 'poses_b': NoneType is no array or sequence of poses"
        with self.assertRaisesRegex(TypeError, text):
            obbtree.collide_batch(nut, None, nut, None)
        with self.assertRaisesRegex(ValueError, "argument 'tile': 0 is not a number of at least 1"):
            obbtree.Body.behind_depth(np.ones((2, 2)), 1, 1, 0.5, 0.5, near=0.1, far=4, tile=0)
        sphere, scene = obbtree.Shape.sphere([0, 0, 0], 1), obbtree.Scene()
        scene.add("sphere", sphere)
        robot = obbtree.Robot.from_text('<robot name="r"><link name="a"/></robot>')
        two = (sphere, None, sphere, None)
        for name, largest, question, arguments in (
            ("limit", 2**64 - 1, obbtree.contacts, two),
            ("points", 2**64 - 1, obbtree.manifolds, two),
            ("effort", 2**32 - 1, obbtree.sweep, two),
            ("threads", 2**64 - 1, obbtree.collide_batch, (sphere, None, sphere, [None])),
            ("seed", 2**64 - 1, robot.random, (1,)),
            ("part", 2**64 - 1, scene.remove_points, ("sphere", [0])),
            ("others", 2**32 - 1, scene.set_groups, ("sphere", 1)),
        ):
            for number in (-1, 2**70):
                text = f"^argument '{name}': {number} is not an integer from 0 to {largest}$"
                with self.subTest(name), self.assertRaisesRegex(obbtree.ObbtreeError, text):
                    question(*arguments, **{name: number})
        curve = obbtree.Trajectory.linear([0, 1], [[0], [1]])
        with self.assertRaisesRegex(obbtree.ObbtreeError, "argument 'time': NaN is not a number"):
            curve.configuration_at(np.nan)
        text = """<robot name="r"><link name="a"/><link name="b"/><joint name="fly" type="floating">
            <parent link="a"/><child link="b"/></joint></robot>"""
        robot = obbtree.Robot.from_text(text)
        self.assertFalse(robot.is_within_limits(np.zeros(7)))
        with self.assertRaisesRegex(obbtree.RobotError, "^joint 'fly': its quaternion 0.0 0.0 "):
            robot.fk(np.zeros(7))
        text = "^configuration 1: joint 'fly': its value NaN is not finite"
        with self.assertRaisesRegex(obbtree.RobotError, text):
            robot.fk_batch([robot.zero(), np.full(7, np.nan)])


class Points(unittest.TestCase):
    def test_a_pose_moves_points(self):
        pose, points = obbtree.Pose(TURNED), np.random.default_rng(1).normal(size=(7, 3))
        expected = points @ np.array(TURNED)[:, :3].T + np.array(TURNED)[:, 3]
        np.testing.assert_allclose(pose @ points, expected, rtol=1e-15)
        np.testing.assert_array_equal(pose @ points[2], (pose @ points)[2])
        self.assertEqual((pose @ np.zeros((0, 3))).shape, (0, 3))
        with self.assertRaisesRegex(ValueError, "other"):
            pose @ [[1, 2]]

    def test_bounds(self):
        nut = obbtree.Body(ASSETS / "nut.stl")
        expected = [nut.vertices.min(axis=0), nut.vertices.max(axis=0)]
        np.testing.assert_array_equal(nut.bounds, expected)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
