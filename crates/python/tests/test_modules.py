"""The modules in Python: examples in their docstrings, the manager against trimesh's, cases that python-fcl gets wrong."""

import doctest
import os
import pathlib
import unittest

import numpy as np
import trimesh

import obbtree.trimesh
from obbtree.compat import fcl

ROOT = pathlib.Path(__file__).resolve().parents[3]


def shifted(x, y=0.0, z=0.0):
    return trimesh.transformations.translation_matrix([x, y, z])


class Docs(unittest.TestCase):
    def test_examples_run(self):
        for module in (obbtree.trimesh, fcl):
            found = doctest.testmod(module)
            self.assertEqual(found.failed, 0)
            self.assertGreater(found.attempted, 3)


class Manager(unittest.TestCase):
    def test_as_trimesh_says_it(self):
        box = trimesh.creation.box()
        manager = obbtree.trimesh.CollisionManager()
        manager.add_object("a", box)
        manager.add_object("b", box, shifted(5))
        self.assertIs(manager.in_collision_internal(), False)
        least, names = manager.min_distance_internal(return_names=True)
        self.assertAlmostEqual(least, 4.0)
        self.assertEqual(names, ("a", "b"))
        manager.set_transform("b", shifted(1))
        self.assertEqual(manager.in_collision_internal(return_names=True), (True, {("a", "b")}))  # they touch
        manager.set_transform("b", shifted(1 + 1e-9))
        self.assertIs(manager.in_collision_internal(), False)
        hit, names, data = manager.in_collision_single(box, shifted(0.25, 0.25, 0.25), return_names=True, return_data=True)
        self.assertTrue(hit and names == {"a", "b"} and all(contact.depth >= 0 for contact in data))
        manager.remove_object("b")
        with self.assertRaises(ValueError):
            manager.remove_object("b")
        self.assertIs(manager.in_collision_single(trimesh.creation.box(extents=[0.5] * 3)), False)
        solid = obbtree.trimesh.CollisionManager(solid=True)
        solid.add_object("a", box)
        self.assertIs(solid.in_collision_single(trimesh.creation.box(extents=[0.5] * 3)), True)
        self.assertTrue(solid.within(1.0, box, shifted(2)))
        self.assertFalse(solid.within(0.999, box, shifted(2)))
        poses = np.array([shifted(x) for x in (0.5, 1.0, 1.5)])
        np.testing.assert_array_equal(solid.in_collision_poses(box, poses), [True, True, False])

    def test_another_manager(self):
        box = trimesh.creation.box()
        one, two = obbtree.trimesh.CollisionManager(), obbtree.trimesh.CollisionManager()
        one.add_object("a", box)
        two.add_object("b", box, shifted(3))
        least, names, data = one.min_distance_other(two, return_names=True, return_data=True)
        self.assertAlmostEqual(least, 2.0)
        self.assertEqual(names, ("a", "b"))
        self.assertAlmostEqual(np.linalg.norm(data.point("a") - data.point("b")), 2.0)
        two.add_object("c", box, shifted(0.5))
        self.assertEqual(one.in_collision_other(two, return_names=True), (True, {("a", "c")}))


class Fcl(unittest.TestCase):
    def test_a_contact_that_python_fcl_says_is_later(self):
        """python-fcl 0.7.0.11 says 0.75, where the apex is in the middle of the box."""
        box = fcl.CollisionObject(fcl.Box(1, 1, 1))
        cone = fcl.CollisionObject(fcl.Cone(1, 1), fcl.Transform(np.array([0.0, 0.0, -2.0])))
        result = fcl.ContinuousCollisionResult()
        time = fcl.continuousCollide(box, fcl.Transform(), cone, fcl.Transform(), None, result)
        self.assertTrue(result.is_collide)
        self.assertAlmostEqual(time, 0.5, places=3)  # the apex meets the box after one of two units

    def test_boxes_by_their_closed_forms(self):
        random = np.random.default_rng(1)
        hits = 0
        for _ in range(100):
            sides, other = random.integers(1, 5, 3), random.integers(1, 5, 3)
            shift = random.integers(-4, 5, 3).astype(float)
            a = fcl.CollisionObject(fcl.Box(*sides.astype(float)))
            b = fcl.CollisionObject(fcl.Box(*other.astype(float)), fcl.Transform(shift))
            gaps = np.abs(shift) - 0.5 * (sides + other)
            hit = bool((gaps <= 0).all())
            hits += hit
            self.assertEqual(fcl.collide(a, b), int(hit))
            request = fcl.DistanceRequest(enable_signed_distance=True)
            expected = gaps.max() if hit else np.linalg.norm(np.maximum(gaps, 0))
            self.assertAlmostEqual(fcl.distance(a, b, request), expected, places=7)
        self.assertTrue(20 < hits < 80)

    def test_balls_by_their_closed_forms(self):
        random = np.random.default_rng(2)
        for _ in range(50):
            radii, shift = random.uniform(0.1, 2, 2), random.normal(size=3) * 2
            a = fcl.CollisionObject(fcl.Sphere(radii[0]))
            b = fcl.CollisionObject(fcl.Sphere(radii[1]), fcl.Transform(shift))
            expected = np.linalg.norm(shift) - radii.sum()
            request = fcl.DistanceRequest(enable_signed_distance=True)
            self.assertAlmostEqual(fcl.distance(a, b, request), expected, places=4)
            self.assertEqual(fcl.collide(a, b), int(expected <= 0))


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
