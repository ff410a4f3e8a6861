"""Robots: single questions against batches, against the command line's answers, and on the
developers' robots."""

import ctypes
import json
import pathlib
import pickle
import tempfile
import threading
import time
import unittest

import numpy as np
from support import ASSETS, DATA, ROOT, ask, hear_ctrl_c, needs_command, needs_data, shifted

import obbtree
from obbtree import Body, Robot, Scene, Shape

FOLDER = ROOT / "crates/robot/tests/data"
WALL = Body(ASSETS / "wall.obj")
#: Beside the arm, which reaches it.
SHELF = Body(WALL.vertices + [1.2, 0, 0.8], WALL.triangles)
FREE, NEAR = [2.0, 0.3, 0.0, 0.05], [2.5, 0.5, 0.2, 0.05]


def arm(**obstacles):
    return Robot(FOLDER / "arm.urdf", srdf=FOLDER / "arm.srdf", obstacles=obstacles)


def sphere_in_a_plane(**obstacles):
    joint = (
        '<joint name="{0}" type="prismatic"><parent link="{1}"/><child link="{2}"/><axis xyz="{3}"/>'
        '<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>'
    )
    sphere = (
        '<link name="c"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>'
    )
    x, y = joint.format("x", "a", "b", "1 0 0"), joint.format("y", "b", "c", "0 1 0")
    return Robot.from_text(
        f'<robot name="sphere"><link name="a"/><link name="b"/>{sphere}{x}{y}</robot>',
        obstacles=obstacles,
    )


BLOCK = Shape.cuboid([1, 1, 1])


class What(unittest.TestCase):
    def test_the_arm_says_what_it_is(self):
        robot = arm(shelf=SHELF)
        self.assertEqual((robot.name, robot.root, robot.values), ("arm", "base", 4))
        self.assertEqual(robot.joint_names, ["shoulder", "elbow", "wrist", "slide"])
        self.assertEqual(robot.joint_kinds, ["continuous", "revolute", "revolute", "prismatic"])
        np.testing.assert_array_equal(
            robot.limits, [[-np.inf, np.inf], [-2.8, 2.8], [-3, 3], [-0.1, 0.1]]
        )
        self.assertEqual(robot.obstacle_names, ["shelf"])
        self.assertNotIn(("forearm", "hand"), robot.pairs)
        self.assertIn(("forearm", "hand"), Robot(FOLDER / "arm.urdf").pairs)
        self.assertEqual(robot.group("all"), ["shoulder", "elbow", "wrist", "mount", "slide"])
        samples = robot.random(500, seed=7)
        np.testing.assert_array_equal(samples, robot.random(500, seed=7))
        self.assertTrue(all(robot.is_within_limits(q) for q in samples))
        self.assertFalse(robot.is_within_limits([0, 3, 0, 0]))
        self.assertEqual([name for name, _, _ in robot.meshes], ["forearm", "hand"])

    def test_states_of_the_srdf(self):
        srdf = '<robot name="arm"><group_state name="up" group="arm"><joint name="elbow" value="0.5"/></group_state></robot>'
        robot = Robot.from_text((FOLDER / "arm.urdf").read_text(), FOLDER / "arm.urdf", srdf=srdf)
        np.testing.assert_array_equal(robot.states["up"], [0, 0.5, 0, 0])

    def test_obstacles_of_any_form(self):
        block = sphere_in_a_plane(block=BLOCK)
        for obstacles in (
            [("block", BLOCK)],
            [("block", (BLOCK, None))],
            {"block": (BLOCK, np.eye(4))},
        ):
            self.assertEqual(
                sphere_in_a_plane().with_obstacles(obstacles).colliding_pairs([0, 0]),
                [("c", "block")],
            )
        scene = Scene()
        scene.add("block", BLOCK, shifted(10))
        scene.add("lamp", [BLOCK, (Body(ASSETS / "nut.stl"), shifted(0, 0, 50))], shifted(-10))
        scene.set_pose("block", None)
        among = block.with_obstacles(scene)
        self.assertEqual(
            (among.obstacle_names, among.colliding_pairs([0, 0])),
            (["block", "lamp", "lamp"], [("c", "block")]),
        )

    def test_what_is_wrong_is_said(self):
        robot = arm()
        nothing = lambda **more: Robot.from_text("<robot name='r'><link name='a'/></robot>", **more)  # noqa: E731
        cases = [
            (obbtree.RobotError, "has 4 values, not 3", lambda: robot.is_valid([0, 0, 0])),
            (
                obbtree.RobotError,
                r"of shape \(4,\), not \[1, 4\]",
                lambda: robot.fk([[0, 0, 0, 0]]),
            ),
            (
                obbtree.RobotError,
                r"\(N, 4\), not \[5, 3\]",
                lambda: robot.is_valid_batch(np.zeros((5, 3))),
            ),
            (
                obbtree.RobotError,
                "2 configurations at the start and 1",
                lambda: robot.is_motion_valid_batch([FREE] * 2, [NEAR]),
            ),
            (obbtree.RobotError, "no link 'nose'", lambda: robot.with_pairs([("nose", "hand")])),
            (obbtree.RobotError, "no group 'nose'", lambda: robot.group("nose")),
            (
                obbtree.PlanError,
                "the goal is not free",
                lambda: sphere_in_a_plane(block=BLOCK).plan([-2, 0], [0, 0]),
            ),
            (
                obbtree.PlanError,
                "with 20 samples",
                lambda: shut_in().plan([0, 0], [2.5, 0], samples=20),
            ),
            (FileNotFoundError, "missing.urdf", lambda: Robot("missing.urdf")),
            (
                FileNotFoundError,
                "missing.srdf",
                lambda: Robot(FOLDER / "arm.urdf", srdf="missing.srdf"),
            ),
            (obbtree.ReadError, "arm.srdf: ", lambda: Robot(FOLDER / "arm.srdf")),
            (obbtree.ReadError, "robot.urdf: ", lambda: Robot.from_text("<robot>")),
            (
                obbtree.ReadError,
                "line 1",
                lambda: nothing(srdf="<robot><disable_collisions link1='a'/></robot>"),
            ),
            (TypeError, "an obstacle is a Body, a Shape", lambda: robot.with_obstacles({"x": 3})),
            (ValueError, "at least one thread", lambda: robot.is_valid_batch([FREE], threads=0)),
            (TypeError, "Cannot cast", lambda: robot.is_valid(["a"] * 4)),
        ]
        for kind, text, call in cases:
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                call()

    def test_pickles_answer_alike(self):
        robot = arm(shelf=SHELF, sphere=(Shape.sphere([0, 0, 0], 0.3), shifted(0.5, 0.5, 0.5)))
        robot = robot.with_pairs([pair for pair in robot.pairs if "upper" not in pair])
        again = pickle.loads(pickle.dumps(robot))
        samples = robot.random(300)
        self.assertEqual((again.pairs, again.obstacle_names), (robot.pairs, robot.obstacle_names))
        self.assertEqual(again.colliding_pairs_batch(samples), robot.colliding_pairs_batch(samples))


def shut_in():
    """A sphere in a room without doors."""
    return sphere_in_a_plane(
        **{f"w{k}": (Shape.cuboid([0.1, 5, 5]), shifted(x)) for k, x in enumerate((-1.5, 1.5))}
    )


class Questions(unittest.TestCase):
    def test_kinematics(self):
        robot = arm()
        poses = robot.fk([np.pi / 2, 0, 0, 0])
        upper = poses[robot.link_names.index("upper")]
        np.testing.assert_allclose(
            upper, [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0.25], [0, 0, 0, 1]], atol=1e-15
        )
        samples = robot.random(300)
        np.testing.assert_array_equal(robot.fk_batch(samples), [robot.fk(q) for q in samples])
        self.assertEqual(robot.fk_batch(samples[:0]).shape, (0, 7, 4, 4))

    def test_batches_are_single_calls(self):
        robot = arm(shelf=SHELF)
        samples = robot.random(600, seed=3)
        valid = robot.is_valid_batch(samples)
        self.assertTrue(0.3 < valid.mean() < 0.7, valid.mean())
        np.testing.assert_array_equal(valid, [robot.is_valid(q) for q in samples])
        pairs = robot.colliding_pairs_batch(samples)
        self.assertEqual(pairs, [robot.colliding_pairs(q) for q in samples])
        np.testing.assert_array_equal(valid, [not found for found in pairs])
        ends = robot.distance_batch(samples)
        for q, (lower, upper), free in zip(samples, ends, valid):
            found = robot.distance(q)
            self.assertEqual((found.lower, found.upper), (lower, upper))
            self.assertEqual(upper > 0, free)
        for form in (
            np.asfortranarray(samples),
            np.repeat(samples, 2, axis=0)[::2],
            samples[::-1][::-1],
            samples.tolist(),
        ):
            np.testing.assert_array_equal(robot.is_valid_batch(form, threads=2), valid)
        np.testing.assert_array_equal(robot.is_valid_batch(samples[::-1]), valid[::-1])
        single = samples.astype(np.float32)
        np.testing.assert_array_equal(
            robot.is_valid_batch(single), robot.is_valid_batch(single.astype(np.float64))
        )
        for empty in ([], samples[:0]):
            self.assertEqual(robot.is_valid_batch(empty).shape, (0,))

    def test_what_is_not_finite_is_not_valid(self):
        robot = arm()
        for wrong in (np.nan, np.inf):
            values = [0, 0, wrong, 0]
            self.assertFalse(robot.is_valid(values))
            self.assertFalse(robot.is_motion_valid(FREE, values))
            np.testing.assert_array_equal(robot.is_motion_valid_batch([FREE], [values]), [False])
            one = "^joint 'wrist': its value (NaN|inf) is not finite$"
            many = "^configuration 1: joint 'wrist': its value"
            for text, call in (
                (one, lambda: robot.distance(values)),
                (one, lambda: robot.colliding_pairs(values, limits=False)),
                (one, lambda: robot.check_motion(FREE, values)),
                (many, lambda: robot.distance_batch([FREE, values])),
                (many, lambda: robot.colliding_pairs_batch([FREE, values])),
                ("^motion 0: joint 'wrist'", lambda: robot.check_motion_batch([FREE], [values])),
            ):
                with self.assertRaisesRegex(obbtree.RobotError, text):
                    call()

    def test_limits_count_unless_they_do_not(self):
        robot, beyond = arm(), [0, 3, 0, 0.05]
        self.assertEqual(
            (robot.is_valid(beyond), robot.is_valid(beyond, limits=False)), (False, True)
        )
        np.testing.assert_array_equal(robot.is_valid_batch([beyond]), [False])
        np.testing.assert_array_equal(robot.is_valid_batch([beyond], limits=False), [True])
        within = [0, 2.8, 0, 0.05]
        self.assertFalse(robot.is_motion_valid(within, beyond))
        self.assertTrue(robot.is_motion_valid(within, beyond, limits=False))
        np.testing.assert_array_equal(robot.is_motion_valid_batch([within], [beyond]), [False])
        np.testing.assert_array_equal(
            robot.is_motion_valid_batch([within], [beyond], limits=False), [True]
        )
        self.assertTrue(robot.check_motion(within, beyond, limits=False).is_free)
        text = "joint 'elbow': its value 3 is beyond its limits, -2.8 to 2.8"
        for call in (
            lambda: robot.distance(beyond),
            lambda: robot.colliding_pairs(beyond),
            lambda: robot.check_motion(beyond, within),
            lambda: robot.distance_batch([beyond]),
            lambda: robot.colliding_pairs_batch([beyond]),
            lambda: robot.check_motion_batch([within], [beyond]),
        ):
            with self.assertRaisesRegex(obbtree.RobotError, text):
                call()
        self.assertEqual(robot.colliding_pairs(beyond, limits=False), [])
        self.assertEqual(
            robot.distance(beyond, limits=False).lower,
            robot.distance_batch([beyond], limits=False)[0, 0],
        )
        with self.assertRaisesRegex(obbtree.PlanError, "the goal: " + text):
            robot.plan(within, beyond)
        np.testing.assert_array_equal(robot.plan(within, beyond, limits=False)[-1], beyond)

    def test_nothing_is_no_answer(self):
        empty = Robot.from_text("<robot name='r'><link name='a'/></robot>")
        self.assertEqual(empty.nothing_checked, "no link of the robot has a <collision> element")
        with self.assertRaisesRegex(obbtree.RobotError, "nothing is checked"):
            empty.distance([])
        self.assertRegex(sphere_in_a_plane().nothing_checked, "no pair of links is left")
        self.assertIsNone(sphere_in_a_plane(block=BLOCK).nothing_checked)
        xacro = "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'><xacro:arm/></robot>"
        other = "<robot name='r'><disable_collisions link1='x' link2='y'/></robot>"
        for text, call in (
            ("<xacro:arm> is of xacro: expand", lambda: Robot.from_text(xacro)),
            (
                "none of its links and joints",
                lambda: Robot.from_text("<robot name='r'><link name='a'/></robot>", srdf=other),
            ),
        ):
            with self.assertRaisesRegex(obbtree.ReadError, text):
                call()

    def test_motions(self):
        robot = arm(shelf=SHELF)
        samples = robot.random(121, seed=5)
        starts, ends = samples[:-1], samples[1:]
        valid = robot.is_motion_valid_batch(starts, ends)
        np.testing.assert_array_equal(
            valid, [robot.is_motion_valid(a, b) for a, b in zip(starts, ends)]
        )
        stopped = 0
        for start, end, verdict in zip(starts, ends, robot.check_motion_batch(starts, ends)):
            single = robot.check_motion(start, end)
            self.assertEqual(
                (single.outcome, single.last_free), (verdict.outcome, verdict.last_free)
            )
            times = np.linspace(0, verdict.last_free, 50)[:, None]
            if verdict.last_free > 0:
                self.assertTrue(robot.is_valid_batch(start + times * (end - start)).all())
            if verdict.outcome == "contact":
                stopped += 1
                self.assertLessEqual(verdict.first_contact - verdict.last_free, 1e-3)
                np.testing.assert_allclose(
                    verdict.last_valid, start + verdict.last_free * (end - start), atol=1e-12
                )
                self.assertIn(
                    verdict.pair,
                    robot.colliding_pairs(start + verdict.first_contact * (end - start)),
                )
        self.assertTrue(20 < stopped < 120, stopped)

    def test_a_path_is_free_in_proof(self):
        robot = sphere_in_a_plane(block=BLOCK)
        self.assertFalse(robot.is_motion_valid([-2, 0], [2, 0]))
        path = robot.plan([-2, 0], [2, 0])
        np.testing.assert_array_equal(path[[0, -1]], [[-2, 0], [2, 0]])
        self.assertTrue(robot.is_motion_valid_batch(path[:-1], path[1:]).all())
        np.testing.assert_array_equal(path, robot.plan([-2, 0], [2, 0]))
        self.assertFalse(np.array_equal(path, robot.plan([-2, 0], [2, 0], seed=2)))

    def test_allowed_pairs(self):
        found = arm().allowed_pairs(samples=2000)
        self.assertIn(("base", "upper", "Adjacent"), found)
        self.assertLessEqual(
            {why for _, _, why in found}, {"Adjacent", "Default", "Always", "Never"}
        )


class Long(unittest.TestCase):
    def test_progress_comes_to_the_end(self):
        calls = []
        robot = arm()
        robot.is_valid_batch(robot.random(5000), progress=lambda *call: calls.append(call))
        self.assertEqual(calls[-1], (5000, 5000))

    def interrupted(self, ask):
        hear_ctrl_c(self)
        timer = threading.Timer(0.3, ctypes.pythonapi.PyErr_SetInterrupt)
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            ask()
        self.assertLess(time.monotonic() - start, 20)

    def test_ctrl_c_ends_a_batch(self):
        robot = arm(shelf=SHELF)
        samples = robot.random(400_001)
        self.interrupted(lambda: robot.check_motion_batch(samples[:-1], samples[1:]))

    def test_ctrl_c_ends_a_search(self):
        self.interrupted(lambda: shut_in().plan([0, 0], [2.5, 0], samples=20_000_000, step=0.05))

    def test_threads_share_one_robot(self):
        robot = arm(shelf=SHELF)
        samples = robot.random(400, seed=11)
        expected, found = robot.is_valid_batch(samples), [None] * 4

        def look(k):
            found[k] = [robot.is_valid(q) for q in samples]

        threads = [threading.Thread(target=look, args=(k,)) for k in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        for each in found:
            np.testing.assert_array_equal(each, expected)


@needs_command
class AsTheCommandLine(unittest.TestCase):
    """The command line is the engine from Rust: its answers, number for number."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.robot = arm(shelf=SHELF)
        shelf = pathlib.Path(self.folder.name, "shelf.obbt")
        shelf.write_bytes(SHELF.to_bytes())
        self.files = (FOLDER / "arm.urdf", "--srdf", FOLDER / "arm.srdf")
        self.around = ("--scene", shelf)

    def tearDown(self):
        self.folder.cleanup()

    def written(self, rows):
        path = pathlib.Path(self.folder.name, "rows.txt")
        path.write_text("".join(" ".join(map(repr, row)) + "\n" for row in rows.tolist()))
        return path

    def test_configurations(self):
        samples = self.robot.random(400, seed=2)
        path = self.written(samples)
        np.testing.assert_array_equal(self.robot.read_configurations(path), samples)
        *answers, _ = ask("robot", *self.files, "check", "--configs", path, *self.around)
        for pairs, answer in zip(self.robot.colliding_pairs_batch(samples), answers):
            expected = [sorted(pair) for pair in answer["pairs"]] + answer["scene"]
            found = [list(pair) if pair[1] == "shelf" else sorted(pair) for pair in pairs]
            self.assertEqual(sorted(found), sorted(expected))

    def test_motions(self):
        samples = self.robot.random(120, seed=4)
        path = self.written(np.hstack([samples[:60], samples[60:]]))
        *answers, _ = ask("robot", *self.files, "check", "--motions", path, *self.around)
        for verdict, answer in zip(
            self.robot.check_motion_batch(samples[:60], samples[60:]), answers
        ):
            self.assertEqual(
                (verdict.outcome, verdict.last_free), (answer["verdict"], answer["last_free"])
            )
            if not verdict.is_free:
                self.assertEqual(
                    (list(verdict.pair), verdict.last_valid.tolist()),
                    (answer["pair"], answer["last_valid"]),
                )

    def test_paths(self):
        path = self.written(np.array([FREE, NEAR]))
        output = pathlib.Path(self.folder.name, "path.txt")
        ask("robot", *self.files, "plan", "--configs", path, *self.around, "-o", output)
        np.testing.assert_array_equal(
            self.robot.plan(FREE, NEAR), self.robot.read_configurations(output)
        )


class OfTheDevelopersData(unittest.TestCase):
    def robot(self, name, **obstacles):
        root = DATA / "robots/example-robot-data/robots"
        folder = root / {"panda": "panda_description", "ur5": "ur_description"}[name]
        (urdf,) = [
            path for path in (folder / "urdf").glob("*.urdf") if path.stem in ("panda", "ur5_robot")
        ]
        (srdf,) = [path for path in (folder / "srdf").glob("*.srdf") if path.stem.startswith(name)][
            :1
        ]
        return Robot(urdf, srdf=srdf, package_roots=[DATA / "robots"], obstacles=obstacles)

    def rows(self, path):
        lines = path.read_text().splitlines()
        return [
            [field.strip() for field in line.split("|")]
            for line in lines
            if line and not line.startswith("#")
        ]

    @needs_data("robots")
    def test_forward_kinematics(self):
        for name in ("panda", "ur5"):
            robot, tested = self.robot(name), 0
            for case in json.loads((DATA / f"robots/{name}.fk.json").read_text())["cases"]:
                placed = robot.fk([case["q"].get(joint, 0.0) for joint in robot.joint_names])
                for link, numbers in case["links"].items():
                    pose = placed[robot.link_names.index(link)]
                    expected = np.column_stack([np.reshape(numbers[:9], (3, 3)), numbers[9:]])
                    np.testing.assert_allclose(pose[:3], expected, atol=1e-12)
                    tested += 1
            self.assertGreater(tested, 50)

    @needs_data("robots")
    def test_self_collisions(self):
        for name in ("panda", "ur5"):
            robot = self.robot(name)
            rows = self.rows(DATA / f"robots/{name}.self.txt")
            samples = np.array([[float(word) for word in row[0].split()] for row in rows])
            expected = [sorted(row[4].split()) if len(row) > 4 else [] for row in rows]
            found = [
                sorted("/".join(sorted(pair)) for pair in pairs)
                for pairs in robot.colliding_pairs_batch(samples)
            ]
            expected = [
                sorted("/".join(sorted(pair.split("/"))) for pair in pairs) for pairs in expected
            ]
            self.assertEqual(found, expected)
            self.assertTrue(0 < sum(map(bool, found)) < len(found))

    @needs_data("scenes_panda")
    def test_scenes(self):
        robot, tested = self.robot("panda"), 0
        by_scene = {}
        for row in self.rows(DATA / "scenes_panda/queries.txt"):
            by_scene.setdefault(row[0], []).append(row)
        for scene, rows in by_scene.items():
            among = robot.with_obstacles({"scene": Body(DATA / f"scenes_panda/{scene}.obj")})
            samples = np.array([[float(word) for word in row[2].split()] for row in rows])
            for row, pairs in zip(rows, among.colliding_pairs_batch(samples, limits=False)):
                links = sorted(link for link, other in pairs if other == "scene")
                self.assertEqual(links, sorted(row[6].split()) if len(row) > 6 else [])
                self.assertEqual(bool(links), row[3] == "1")
                tested += 1
        self.assertEqual((len(by_scene), tested), (35, 1120))


if __name__ == "__main__":
    unittest.main()
