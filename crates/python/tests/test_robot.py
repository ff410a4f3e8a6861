"""Robots: single questions against batches, against the command line's answers, and on the
developers' robots."""

import copy
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
from obbtree import Body, Checker, Robot, Scene, Shape

FOLDER = ROOT / "crates/robot/tests/data"
WALL = Body(ASSETS / "wall.obj")
#: Beside the arm, which reaches it.
SHELF = Body(WALL.vertices + [1.2, 0, 0.8], WALL.triangles)
FREE, NEAR = [2.0, 0.3, 0.0, 0.05], [2.5, 0.5, 0.2, 0.05]


def among(robot, **obstacles):
    """The robot in a world of things, each with its pose or without one."""
    world = Scene()
    for name, thing in obstacles.items():
        world.add(name, *(thing if isinstance(thing, tuple) else (thing,)))
    return Checker(robot, world)


def arm(**obstacles):
    return among(Robot(FOLDER / "arm.urdf", srdf=FOLDER / "arm.srdf"), **obstacles)


def sphere_in_a_plane(**obstacles):
    joint = (
        '<joint name="{0}" type="prismatic"><parent link="{1}"/><child link="{2}"/>'
        '<axis xyz="{3}"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>'
    )
    sphere = (
        '<link name="c"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>'
    )
    x, y = joint.format("x", "a", "b", "1 0 0"), joint.format("y", "b", "c", "0 1 0")
    text = f'<robot name="sphere"><link name="a"/><link name="b"/>{sphere}{x}{y}</robot>'
    return among(Robot.from_text(text), **obstacles)


BLOCK = Shape.cuboid([1, 1, 1])


class What(unittest.TestCase):
    def test_the_arm_says_what_it_is(self):
        checker = arm(shelf=SHELF)
        robot = checker.robot
        self.assertEqual((robot.name, robot.root, robot.dof), ("arm", "base", 4))
        self.assertEqual(robot.joint_names, ["shoulder", "elbow", "wrist", "slide"])
        self.assertEqual(robot.joint_kinds, ["continuous", "revolute", "revolute", "prismatic"])
        np.testing.assert_array_equal(
            robot.limits, [[-np.inf, np.inf], [-2.8, 2.8], [-3, 3], [-0.1, 0.1]]
        )
        self.assertEqual(checker.world.names, ["shelf", *robot.link_names])
        self.assertEqual(repr(checker), "Checker('arm', 4 dof, 8 bodies)")
        self.assertNotIn(("forearm", "hand"), robot.pairs)
        self.assertIn(("forearm", "hand"), Robot(FOLDER / "arm.urdf").pairs)
        self.assertEqual(robot.group("all"), ["shoulder", "elbow", "wrist", "mount", "slide"])
        samples = robot.random(500, seed=7)
        np.testing.assert_array_equal(samples, robot.random(500, seed=7))
        self.assertTrue(all(robot.is_within_limits(q) for q in samples))
        self.assertFalse(robot.is_within_limits([0, 3, 0, 0]))
        self.assertEqual([name for name, _, _ in robot.meshes], ["forearm", "hand"])

    def test_states_of_the_srdf(self):
        srdf = (
            '<robot name="arm"><group_state name="up" group="arm">'
            '<joint name="elbow" value="0.5"/></group_state></robot>'
        )
        robot = Robot.from_text((FOLDER / "arm.urdf").read_text(), FOLDER / "arm.urdf", srdf=srdf)
        np.testing.assert_array_equal(robot.states["up"], [0, 0.5, 0, 0])
        for wrong, problem in (
            ('name="elbo" value="1"', "state 'up': the robot has no joint 'elbo'"),
            ('name="elbow" value="1 2"', "state 'up': joint 'elbow' has 1 values, not 2"),
        ):
            text = srdf.replace("</group_state>", f"<joint {wrong}/></group_state>")
            robot = Robot.from_text(
                (FOLDER / "arm.urdf").read_text(), FOLDER / "arm.urdf", srdf=text
            )
            with self.assertRaises(obbtree.RobotError) as raised:
                _ = robot.states
            self.assertEqual(str(raised.exception), problem)

    def test_worlds(self):
        scene = Scene()
        scene.add("block", BLOCK, shifted(10))
        scene.add("lamp", [BLOCK, (Body(ASSETS / "nut.stl"), shifted(0, 0, 50))], shifted(-10))
        checker = Checker(sphere_in_a_plane().robot, scene)
        self.assertEqual(checker.colliding_pairs([0, 0]), [])
        scene.set_pose("block", None)
        self.assertEqual(checker.colliding_pairs([0, 0]), [])  # the world is as it was then
        other = checker.in_world(scene)
        checker.set_world(scene)
        for each in (other, checker):
            self.assertEqual(each.colliding_pairs([0, 0]), [("c", "block")])
            self.assertEqual(each.pairs, [("c", "block"), ("c", "lamp")])
        self.assertEqual(
            checker.world_at([0.5, -0.25]).pose("c").translation.tolist(), [0.5, -0.25, 0]
        )

    def test_a_checker_is_told_of_points_and_cells_that_come_and_go(self):
        random = np.random.default_rng(8)
        robot, scene, side, up = arm().robot, Scene(), 0.25, shifted(0, 0, 0.25)
        cells, points = np.zeros((0, 3), dtype=int), np.zeros((0, 3))
        #: By their numbers, and which of them are there.
        kept = np.zeros(0, dtype=bool)

        def world():
            made = Scene()
            parts = [
                (obbtree.PointCloud(points[kept], 0.125), up),
                (obbtree.Voxels(cells, side), None),
            ]
            made.add("seen", parts)
            return made

        scene = world()
        checker, configurations = Checker(robot, scene), robot.random(40, seed=9)
        before = checker.is_valid_batch(configurations)
        different = 0
        for step in range(12):
            if step % 2:
                more = random.uniform(-1, 1, (4, 3))
                scene.insert_points("seen", more, 0.125)
                points, kept = np.concatenate([points, more]), np.append(kept, [True] * 4)
                out = random.choice(len(points), len(points) - 2, replace=False)
                self.assertEqual(scene.remove_points("seen", out, part=0), kept[out].sum())
                kept[out] = False
            else:
                more, fewer = random.integers(-4, 4, (3, 3)), cells[::2]
                there = {tuple(cell) for cell in cells.tolist()}
                for changed, occupied in ((more, True), (fewer, False)):
                    changed = {tuple(cell) for cell in changed.tolist()}
                    then = there | changed if occupied else there - changed
                    count = scene.set_cells("seen", sorted(changed), occupied, part=1)
                    self.assertEqual(count, len(then ^ there))
                    there = then
                cells = np.array(sorted(there)).reshape(-1, 3)
            # It was not told.
            np.testing.assert_array_equal(checker.is_valid_batch(configurations), before)
            checker.set_world(scene)
            now = checker.is_valid_batch(configurations)
            fresh = Checker(robot, world())
            np.testing.assert_array_equal(now, fresh.is_valid_batch(configurations))
            for q in configurations[:5]:
                distances = [each.distance(q) for each in (checker, fresh)]
                self.assertEqual(*[each and (each.lower, each.upper) for each in distances])
            different += (now != before).any()
            before = now
        self.assertGreater(different, 5)

    def test_what_is_wrong_is_said(self):
        checker = arm()
        robot = checker.robot

        def nothing(**more):
            return Robot.from_text("<robot name='r'><link name='a'/></robot>", **more)

        cases = [
            (obbtree.RobotError, "has 4 values, not 3", lambda: checker.is_valid([0, 0, 0])),
            (
                obbtree.RobotError,
                r"of shape \(4,\), not \[1, 4\]",
                lambda: robot.fk([[0, 0, 0, 0]]),
            ),
            (
                obbtree.RobotError,
                r"\(N, 4\), not \[5, 3\]",
                lambda: checker.is_valid_batch(np.zeros((5, 3))),
            ),
            (
                obbtree.RobotError,
                "2 configurations at the start and 1",
                lambda: checker.is_motion_valid_batch([FREE] * 2, [NEAR]),
            ),
            (obbtree.RobotError, "no link 'nose'", lambda: robot.with_pairs([("nose", "hand")])),
            (obbtree.RobotError, "group 'nose': there is no such", lambda: robot.group("nose")),
            (
                obbtree.PlanError,
                "the goal: not free: '",
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
            (TypeError, "Scene", lambda: Checker(robot, {"x": BLOCK})),
            (obbtree.RobotError, "which is the name of a link", lambda: arm(hand=BLOCK)),
            (obbtree.RobotError, "no joint 'nose'", lambda: robot.holding(["nose"], FREE)),
            (
                obbtree.RobotError,
                "group 'nose': there is no such",
                lambda: checker.for_group("nose", FREE),
            ),
            (obbtree.RobotError, "was removed", lambda: checker.change(lambda w: w.remove("hand"))),
            (obbtree.RobotError, "no link `nose`", lambda: checker.attach("hand", "nose", FREE)),
            (obbtree.SceneError, "no body `cup`", lambda: checker.attach("cup", "hand", FREE)),
            (
                obbtree.SceneError,
                "no body `cup`",
                lambda: checker.change(lambda w: w.remove("cup")),
            ),
            (obbtree.RobotError, "threshold is -1", lambda: checker.distances_within(FREE, -1)),
            (KeyError, "mine", lambda: checker.change(lambda w: {}["mine"])),
            (ValueError, "at least one thread", lambda: checker.is_valid_batch([FREE], threads=0)),
            (TypeError, "Cannot cast", lambda: checker.is_valid(["a"] * 4)),
        ]
        for kind, text, call in cases:
            with self.subTest(text), self.assertRaisesRegex(kind, text):
                call()

    def test_pickles_answer_alike(self):
        robot = arm().robot
        robot = robot.with_pairs([pair for pair in robot.pairs if "upper" not in pair])
        sphere = Shape.sphere([0, 0, 0], 0.3)
        checker = among(
            robot, shelf=SHELF, sphere=(sphere, shifted(0.5, 0.5, 0.5)), cup=(sphere, shifted(3))
        )
        checker.attach("cup", "hand", FREE, touch_links=["forearm"])

        def change(world):
            world.margin = 0.01
            world.set_padding("upper", 0.02)
            world.set_pair_margin("hand", "shelf", 0.0)
            world.allow("base", "sphere")
            world.forbid("base", "upper")
            world.set_enabled("forearm", False)

        checker.change(change)
        held = checker.for_group(["elbow", "slide"], [1.0, 0, 0.5, 0])
        for mine in (checker, held):
            samples = mine.robot.random(300)
            for again in (pickle.loads(pickle.dumps(mine)), copy.copy(mine)):
                self.assertEqual((again.pairs, again.world.names), (mine.pairs, mine.world.names))
                self.assertEqual(again.world.allowed, mine.world.allowed)
                self.assertEqual(
                    again.colliding_pairs_batch(samples), mine.colliding_pairs_batch(samples)
                )
                np.testing.assert_array_equal(
                    again.distance_batch(samples), mine.distance_batch(samples)
                )
        self.assertEqual(pickle.loads(pickle.dumps(held.robot)).dof, 2)


class Worlds(unittest.TestCase):
    """A checker's world changes as a scene does; answers are those of the scene."""

    def check(self, checker, samples):
        hits = 0
        for q in samples:
            world, pairs = checker.world_at(q), checker.colliding_pairs(q)
            names = set(checker.robot.link_names)
            moving = [p for p in world.pairs() if any(n in names or world.parent(n) for n in p)]
            self.assertEqual(sorted(map(sorted, pairs)), sorted(map(sorted, moving)))
            contacts = checker.contacts(q, limit=3)
            self.assertEqual([pair for pair, _ in contacts], pairs)
            hits += bool(pairs)
        self.assertTrue(0.2 * len(samples) < hits < 0.9 * len(samples), hits)

    def test_allowed_pairs_margins_and_paddings(self):
        checker = arm(shelf=SHELF)
        samples = checker.robot.random(120, seed=9)
        self.check(checker, samples)
        before = checker.is_valid_batch(samples).sum()
        checker.change(lambda world: setattr(world, "margin", 0.1))
        self.check(checker, samples)
        checker.change(lambda world: world.set_padding("hand", 0.1))
        self.check(checker, samples)
        self.assertLess(checker.is_valid_batch(samples).sum(), before)
        checker.change(
            lambda world: [world.allow(link, "shelf") for link in checker.robot.link_names]
        )
        self.check(checker, samples)
        self.assertNotIn(("hand", "shelf"), checker.pairs)

    def test_what_a_change_returns_and_raises(self):
        checker = arm(shelf=SHELF)
        self.assertEqual(checker.change(lambda world: len(world)), 8)
        self.assertIsNone(checker.change(lambda world: world.remove("shelf")))
        self.assertEqual(len(checker.world), 7)

        def failing(world):
            world.add("lamp", BLOCK)
            raise LookupError("no")

        with self.assertRaises(LookupError):
            checker.change(failing)
        self.assertEqual(len(checker.world), 7)

        def twice(world):
            checker.change(lambda inner: inner.add("inner", BLOCK, shifted(50)))

        with self.assertRaisesRegex(obbtree.RobotError, "by another meanwhile"):
            checker.change(twice)
        self.assertIn("inner", checker.world)

    def test_attached_bodies(self):
        checker = sphere_in_a_plane(
            cup=(Shape.sphere([0, 0, 0], 0.25), shifted(1, 0)), wall=(BLOCK, shifted(0, 4))
        )
        self.assertEqual(checker.colliding_pairs([0.5, 0]), [("c", "cup")])
        checker.attach("cup", "c", [0, 0], touch_links=["a"])
        self.assertEqual(checker.colliding_pairs([0.5, 0]), [])
        self.assertEqual(checker.world.parent("cup"), "c")
        self.assertIn(("a", "cup"), checker.world.allowed)
        self.assertEqual(checker.colliding_pairs([-1.0, 2.75]), [("c", "wall"), ("cup", "wall")])
        self.assertEqual(checker.colliding_pairs([-1.5, 2.75]), [("cup", "wall")])
        self.assertEqual(checker.sweep([-1.5, 0], [-1.5, 3]).pair, ("cup", "wall"))
        checker.detach("cup", [-1.5, 0])
        np.testing.assert_array_equal(checker.world.pose("cup").translation, [-0.5, 0, 0])
        checker.attach_at("cup", "c", shifted(0, 0, 2))
        found = checker.distances_within([-1.5, 0], 5)
        self.assertEqual([each.pair for each in found], [("c", "wall"), ("cup", "wall")])
        self.assertEqual(checker.world_at([-1.5, 0]).pose("cup").translation.tolist(), [-1.5, 0, 2])

    def test_a_pickle_has_attached_bodies_exactly_where_they_are(self):
        arm = Robot(ROOT / "crates/robot/tests/data/arm.urdf")
        world = Scene()
        for name in ("tool", "tip"):
            world.add(name, Shape.cuboid([0.05, 0.02, 0.03]))
        checker = Checker(arm, world)
        checker.attach_at("tool", "hand", [0.3, 0.1, 0.05, 0.1, 0.5, 0.7, 0.5])
        checker.change(lambda world: world.attach("tip", "tool"))
        again = pickle.loads(pickle.dumps(checker))
        self.assertEqual(again.world.parent("tip"), "tool")
        for values in arm.random(50, seed=5):
            for name in ("tool", "tip", "hand"):
                at, told = (each.world_at(values).pose(name).matrix for each in (checker, again))
                np.testing.assert_array_equal(at, told)

    def test_distances_with_points(self):
        checker = sphere_in_a_plane(a1=(BLOCK, shifted(0, 4)), b1=(BLOCK, shifted(0, -4)))
        found = checker.distance([0, 0.5])
        self.assertEqual((found.pair, found.parts), (("c", "a1"), (0, 0)))
        self.assertTrue(found.lower <= 2.0 <= found.upper < 2.0 + 1e-12)
        np.testing.assert_allclose(found.points, [[0, 1, 0], [0, 3, 0]], atol=1e-12)
        near = checker.distances_within([0, 0.5], 3.0)
        self.assertEqual([each.pair for each in near], [("c", "a1"), ("c", "b1")])
        self.assertEqual(
            [each.pair for each in checker.distances_within([0, 0.5], 2.999)], [("c", "a1")]
        )
        many = checker.distances_within_batch([[0, 0.5], [0, 3]], 2.5)
        self.assertEqual([[repr(each) for each in one] for one in many][0], [repr(found)])
        self.assertEqual([len(one) for one in checker.contacts_batch([[0, 0.5], [0, 3]])], [0, 1])

    def test_groups_and_held_joints(self):
        checker = arm(shelf=SHELF)
        held = [2.0, 0.3, 0.1, 0.05]
        for group, places in (("arm", [0, 1, 2]), (["elbow"], [1])):
            part = checker.for_group(group, held)
            self.assertEqual(part.robot.dof, len(places))
            self.assertEqual(part.robot.holding([], part.robot.zero()).dof, 0)
            samples = part.robot.random(200, seed=3)
            whole = np.tile(held, (200, 1))
            whole[:, places] = samples
            np.testing.assert_array_equal(
                part.is_valid_batch(samples), checker.is_valid_batch(whole)
            )
            ends = checker.distance_batch(whole)
            np.testing.assert_array_equal(part.distance_batch(samples), ends)
            np.testing.assert_array_equal(part.robot.fk(samples[0]), checker.robot.fk(whole[0]))


def shut_in():
    """A sphere in a room without doors."""
    return sphere_in_a_plane(
        **{f"w{k}": (Shape.cuboid([0.1, 5, 5]), shifted(x)) for k, x in enumerate((-1.5, 1.5))}
    )


class Questions(unittest.TestCase):
    def test_kinematics(self):
        checker = arm()
        robot = checker.robot
        poses = robot.fk([np.pi / 2, 0, 0, 0])
        upper = poses[robot.link_names.index("upper")]
        np.testing.assert_allclose(
            upper, [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0.25], [0, 0, 0, 1]], atol=1e-15
        )
        samples = robot.random(300)
        np.testing.assert_array_equal(robot.fk_batch(samples), [robot.fk(q) for q in samples])
        self.assertEqual(robot.fk_batch(samples[:0]).shape, (0, 7, 4, 4))

    def test_batches_are_single_calls(self):
        checker = arm(shelf=SHELF)
        robot = checker.robot
        samples = robot.random(600, seed=3)
        valid = checker.is_valid_batch(samples)
        self.assertTrue(0.3 < valid.mean() < 0.7, valid.mean())
        np.testing.assert_array_equal(valid, [checker.is_valid(q) for q in samples])
        pairs = checker.colliding_pairs_batch(samples)
        self.assertEqual(pairs, [checker.colliding_pairs(q) for q in samples])
        np.testing.assert_array_equal(valid, [not found for found in pairs])
        ends = checker.distance_batch(samples)
        for q, (lower, upper), free in zip(samples, ends, valid):
            found = checker.distance(q)
            self.assertEqual((found.lower, found.upper), (lower, upper))
            self.assertEqual(upper > 0, free)
        for form in (
            np.asfortranarray(samples),
            np.repeat(samples, 2, axis=0)[::2],
            samples[::-1][::-1],
            samples.tolist(),
        ):
            np.testing.assert_array_equal(checker.is_valid_batch(form, threads=2), valid)
        np.testing.assert_array_equal(checker.is_valid_batch(samples[::-1]), valid[::-1])
        single = samples.astype(np.float32)
        np.testing.assert_array_equal(
            checker.is_valid_batch(single), checker.is_valid_batch(single.astype(np.float64))
        )
        for empty in ([], samples[:0]):
            self.assertEqual(checker.is_valid_batch(empty).shape, (0,))

    def test_what_is_not_finite_is_not_valid(self):
        checker = arm()
        for wrong in (np.nan, np.inf):
            values = [0, 0, wrong, 0]
            self.assertFalse(checker.is_valid(values))
            self.assertFalse(checker.is_motion_valid(FREE, values))
            np.testing.assert_array_equal(checker.is_motion_valid_batch([FREE], [values]), [False])
            one = "^joint 'wrist': its value (NaN|inf) is not finite$"
            many = "^configuration 1: joint 'wrist': its value"
            for text, call in (
                (one, lambda: checker.distance(values)),
                (one, lambda: checker.colliding_pairs(values, limits=False)),
                (one, lambda: checker.sweep(FREE, values)),
                (many, lambda: checker.distance_batch([FREE, values])),
                (many, lambda: checker.colliding_pairs_batch([FREE, values])),
                ("^motion 0: joint 'wrist'", lambda: checker.sweep_batch([FREE], [values])),
            ):
                with self.assertRaisesRegex(obbtree.RobotError, text):
                    call()

    def test_limits_count_unless_they_do_not(self):
        checker, beyond = arm(), [0, 3, 0, 0.05]
        self.assertEqual(
            (checker.is_valid(beyond), checker.is_valid(beyond, limits=False)), (False, True)
        )
        np.testing.assert_array_equal(checker.is_valid_batch([beyond]), [False])
        np.testing.assert_array_equal(checker.is_valid_batch([beyond], limits=False), [True])
        within = [0, 2.8, 0, 0.05]
        self.assertFalse(checker.is_motion_valid(within, beyond))
        self.assertTrue(checker.is_motion_valid(within, beyond, limits=False))
        np.testing.assert_array_equal(checker.is_motion_valid_batch([within], [beyond]), [False])
        np.testing.assert_array_equal(
            checker.is_motion_valid_batch([within], [beyond], limits=False), [True]
        )
        self.assertTrue(checker.sweep(within, beyond, limits=False).is_free)
        text = "joint 'elbow': its value 3 is beyond its limits, -2.8 to 2.8"
        for call in (
            lambda: checker.distance(beyond),
            lambda: checker.colliding_pairs(beyond),
            lambda: checker.sweep(beyond, within),
            lambda: checker.distance_batch([beyond]),
            lambda: checker.colliding_pairs_batch([beyond]),
            lambda: checker.sweep_batch([within], [beyond]),
        ):
            with self.assertRaisesRegex(obbtree.RobotError, text):
                call()
        self.assertEqual(checker.colliding_pairs(beyond, limits=False), [])
        self.assertEqual(
            checker.distance(beyond, limits=False).lower,
            checker.distance_batch([beyond], limits=False)[0, 0],
        )
        with self.assertRaisesRegex(obbtree.PlanError, "the goal: " + text):
            checker.plan(within, beyond)
        np.testing.assert_array_equal(checker.plan(within, beyond, limits=False)[-1], beyond)

    def test_nothing_is_no_answer(self):
        empty = among(Robot.from_text("<robot name='r'><link name='a'/></robot>"))
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
        checker = arm(shelf=SHELF)
        robot = checker.robot
        samples = robot.random(121, seed=5)
        starts, ends = samples[:-1], samples[1:]
        valid = checker.is_motion_valid_batch(starts, ends)
        np.testing.assert_array_equal(
            valid, [checker.is_motion_valid(a, b) for a, b in zip(starts, ends)]
        )
        stopped = 0
        for start, end, verdict in zip(starts, ends, checker.sweep_batch(starts, ends)):
            single = checker.sweep(start, end)
            self.assertEqual(
                (single.outcome, single.last_free), (verdict.outcome, verdict.last_free)
            )
            times = np.linspace(0, verdict.last_free, 50)[:, None]
            if verdict.last_free > 0:
                self.assertTrue(checker.is_valid_batch(start + times * (end - start)).all())
            if verdict.outcome == "contact":
                stopped += 1
                self.assertLessEqual(verdict.first_contact - verdict.last_free, 1e-3)
                self.assertTrue(verdict.poses_meet and len(verdict.parts) == 2)
                self.assertEqual(verdict.points.shape, (2, 3))
                np.testing.assert_allclose(
                    verdict.last_valid, start + verdict.last_free * (end - start), atol=1e-12
                )
                self.assertIn(
                    verdict.pair,
                    checker.colliding_pairs(start + verdict.first_contact * (end - start)),
                )
        self.assertTrue(20 < stopped < 120, stopped)

    def test_trajectories_and_regions(self):
        checker = sphere_in_a_plane(block=BLOCK)
        times, still = [5, 6, 7], np.zeros((3, 2))
        rows = [[-2, -2], [-2, 2], [2, 2]]
        around = obbtree.Trajectory.linear(times, rows)
        self.assertEqual((around.dof, around.start, around.end), (2, 5, 7))
        np.testing.assert_array_equal(around.configuration_at(6.5), [0, 2])
        self.assertTrue(checker.is_trajectory_valid(around))
        found = checker.sweep_trajectory(around)
        self.assertEqual((found.outcome, found.last_free), ("free", 7))
        clearances = checker.clearances_along(around, 100)  # the block's side is at 1
        self.assertTrue(0.4 < clearances.min() <= 0.5, clearances)
        into = obbtree.Trajectory.quintic([0, 8], [[-2, 0], [2, 0]], still[:2], still[:2])
        found = checker.sweep_trajectory(into, time_tolerance=1e-4)
        self.assertTrue(0 < found.last_free < found.first_contact < 4)
        self.assertTrue(abs(into.configuration_at(found.first_contact)[0] + 1.5) < 1e-2)
        self.assertFalse(checker.is_valid(into.configuration_at(found.first_contact)))
        self.assertTrue(checker.is_valid(found.last_valid))
        for curve in (
            obbtree.Trajectory.cubic(times, rows, still),
            obbtree.Trajectory.spline(times, rows, end_velocities=still[:2]),
            obbtree.Trajectory.b_spline(2, rows, [0, 0, 0, 1, 1, 1]),
            obbtree.Trajectory.uniform_b_spline(2, rows, 0, 1),
            obbtree.Trajectory.trapezoidal(rows, [1, 1], [2, 2]),
        ):
            sampled = [curve.configuration_at(t) for t in np.linspace(curve.start, curve.end, 500)]
            valid = checker.is_valid_batch(sampled).all()
            self.assertEqual(checker.is_trajectory_valid(curve), valid, curve)
        far = obbtree.Trajectory.linear([0, 1], [[0, 2], [0, 4]])
        with self.assertRaisesRegex(obbtree.RobotError, "'y': its value 4 is beyond its limits"):
            checker.sweep_trajectory(far)
        self.assertTrue(checker.sweep_trajectory(far, limits=False).is_free)
        with self.assertRaisesRegex(obbtree.RobotError, "row 1 of times, value 0: NaN"):
            obbtree.Trajectory.linear([0, np.nan], rows[:2])
        limits = [1, 1], [2, 2]
        same = [[-2, -2], [-2, -2], [-2, 2], [-2, 2], [2, 2]]  # rows that are equal are one
        for path in (rows, same):
            timed = checker.timed_path(path, *limits)
            self.assertEqual(timed.end, checker.timed_path(rows, *limits).end)
            stopping = obbtree.Trajectory.trapezoidal(path, *limits)
            self.assertEqual(stopping.end, obbtree.Trajectory.trapezoidal(rows, *limits).end)
        for refused in (
            lambda: checker.timed_path(checker.plan(rows[0], rows[0]), *limits),
            lambda: checker.timed_path([rows[0]] * 2, *limits, [8, 8]),
            lambda: obbtree.Trajectory.trapezoidal([rows[0]] * 2, *limits),
            lambda: obbtree.Trajectory.s_curve([rows[0]] * 2, *limits, [8, 8]),
        ):
            with self.assertRaisesRegex(obbtree.RobotError, "all 2 rows of positions are equal"):
                refused()
        with self.assertRaisesRegex(obbtree.RobotError, r"positions are of shape \(N, dof\)"):
            obbtree.Trajectory.linear([0, 1], [1, 2])
        low, high = checker.free_region([-2, -2]).T
        self.assertTrue((low == -3).all() and high.max() > -1.6 and high.min() < -1.5)
        self.assertIsNone(checker.free_region([0, 0]))

    def test_a_path_is_free_in_proof(self):
        checker = sphere_in_a_plane(block=BLOCK)
        self.assertFalse(checker.is_motion_valid([-2, 0], [2, 0]))
        path = checker.plan([-2, 0], [2, 0])
        np.testing.assert_array_equal(path[[0, -1]], [[-2, 0], [2, 0]])
        self.assertTrue(checker.is_motion_valid_batch(path[:-1], path[1:]).all())
        np.testing.assert_array_equal(path, checker.plan([-2, 0], [2, 0]))
        self.assertFalse(np.array_equal(path, checker.plan([-2, 0], [2, 0], seed=2)))
        for step, text in ((0, "0"), (-0.5, "-0.5"), (np.nan, "NaN")):
            wanted = f"argument 'step': {text} is not a number above 0"
            with self.subTest(text), self.assertRaisesRegex(obbtree.ObbtreeError, wanted):
                checker.plan([-2, 0], [2, 0], step=step)

    def test_allowed_pairs(self):
        found = arm().robot.allowed_pairs(samples=2000)
        self.assertIn(("base", "upper", "Adjacent"), found)
        self.assertLessEqual(
            {why for _, _, why in found}, {"Adjacent", "Default", "Always", "Never"}
        )

    def test_a_joined_pair_that_is_checked_is_not_adjacent(self):
        robot, joined = arm().robot, ("base", "upper")
        for pairs, wanted in ((robot.pairs, True), ([*robot.pairs, joined], False)):
            proofs = robot.with_pairs(pairs).prove_allowed(effort=1)
            self.assertEqual([of[2] for of in proofs if of[:2] == joined], [wanted])

    def test_proven_pairs(self):
        robot = arm().robot
        for a, b, adjacent, collides, colliding, free in robot.prove_allowed(effort=1000):
            self.assertEqual(adjacent, (a, b) not in robot.pairs)
            self.assertEqual(collides == "sometimes", colliding is not None)
            if collides == "sometimes":
                checker = obbtree.Checker(robot.with_pairs([(a, b)]), obbtree.Scene())
                self.assertEqual(checker.colliding_pairs(colliding), [(a, b)])
                self.assertEqual(checker.colliding_pairs(free), [])


class Long(unittest.TestCase):
    def test_progress_comes_to_the_end(self):
        calls = []
        checker = arm()
        robot = checker.robot
        checker.is_valid_batch(robot.random(5000), progress=lambda *call: calls.append(call))
        self.assertEqual(calls[-1], (5000, 5000))
        calls.clear()
        pairs = robot.prove_allowed(effort=1000, progress=lambda *call: calls.append(call))
        self.assertEqual(calls[-1], (len(pairs), len(pairs)))

    def interrupted(self, ask):
        hear_ctrl_c(self)
        timer = threading.Timer(0.3, ctypes.pythonapi.PyErr_SetInterrupt)
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            ask()
        self.assertLess(time.monotonic() - start, 20)

    def test_ctrl_c_ends_a_batch(self):
        checker = arm(shelf=SHELF)
        robot = checker.robot
        samples = robot.random(400_001)
        self.interrupted(lambda: checker.sweep_batch(samples[:-1], samples[1:]))

    def test_ctrl_c_ends_a_search(self):
        self.interrupted(lambda: shut_in().plan([0, 0], [2.5, 0], samples=20_000_000, step=0.05))

    def test_ctrl_c_ends_a_search_with_tiny_steps(self):
        """A tree that grows to the other takes a billion steps between two samples."""
        checker = sphere_in_a_plane(block=BLOCK)
        self.interrupted(lambda: checker.plan([-2, 0], [2, 0], samples=10, step=1e-9))

    def test_threads_share_one_checker(self):
        checker = arm(shelf=SHELF)
        robot = checker.robot
        samples = robot.random(400, seed=11)
        expected, found = checker.is_valid_batch(samples), [None] * 4

        def look(k):
            found[k] = [checker.is_valid(q) for q in samples]

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
        self.checker = arm(shelf=SHELF)
        self.robot = self.checker.robot
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
        for pairs, answer in zip(self.checker.colliding_pairs_batch(samples), answers):
            expected = [sorted(pair) for pair in answer["pairs"]] + answer["scene"]
            found = [list(pair) if pair[1] == "shelf" else sorted(pair) for pair in pairs]
            self.assertEqual(sorted(found), sorted(expected))

    def test_motions(self):
        samples = self.robot.random(120, seed=4)
        path = self.written(np.hstack([samples[:60], samples[60:]]))
        *answers, _ = ask("robot", *self.files, "check", "--motions", path, *self.around)
        for verdict, answer in zip(
            self.checker.sweep_batch(samples[:60], samples[60:]), answers
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
            self.checker.plan(FREE, NEAR), self.robot.read_configurations(output)
        )


class OfTheDevelopersData(unittest.TestCase):
    def checker(self, name):
        root = DATA / "robots/example-robot-data/robots"
        folder = root / {"panda": "panda_description", "ur5": "ur_description"}[name]
        (urdf,) = [
            path for path in (folder / "urdf").glob("*.urdf") if path.stem in ("panda", "ur5_robot")
        ]
        (srdf,) = [path for path in (folder / "srdf").glob("*.srdf") if path.stem.startswith(name)][
            :1
        ]
        return among(Robot(urdf, srdf=srdf, package_roots=[DATA / "robots"]))

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
            robot, tested = self.checker(name).robot, 0
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
            checker = self.checker(name)
            rows = self.rows(DATA / f"robots/{name}.self.txt")
            samples = np.array([[float(word) for word in row[0].split()] for row in rows])
            expected = [sorted(row[4].split()) if len(row) > 4 else [] for row in rows]
            found = [
                sorted("/".join(sorted(pair)) for pair in pairs)
                for pairs in checker.colliding_pairs_batch(samples)
            ]
            expected = [
                sorted("/".join(sorted(pair.split("/"))) for pair in pairs) for pairs in expected
            ]
            self.assertEqual(found, expected)
            self.assertTrue(0 < sum(map(bool, found)) < len(found))

    @needs_data("scenes_panda")
    def test_scenes(self):
        checker, tested = self.checker("panda"), 0
        by_scene = {}
        for row in self.rows(DATA / "scenes_panda/queries.txt"):
            by_scene.setdefault(row[0], []).append(row)
        for scene, rows in by_scene.items():
            world = Scene()
            world.add("scene", Body(DATA / f"scenes_panda/{scene}.obj"))
            among = checker.in_world(world)
            samples = np.array([[float(word) for word in row[2].split()] for row in rows])
            for row, pairs in zip(rows, among.colliding_pairs_batch(samples, limits=False)):
                links = sorted(link for link, other in pairs if other == "scene")
                self.assertEqual(links, sorted(row[6].split()) if len(row) > 6 else [])
                self.assertEqual(bool(links), row[3] == "1")
                tested += 1
        self.assertEqual((len(by_scene), tested), (35, 1120))


if __name__ == "__main__":
    unittest.main()
